//! The slow paths of the operators (ECMA-262 §13.15.3, §6.1.6): conversions, strings and BigInts. The dispatch loop has
//! its own fast paths for numbers and comes here for everything else.
//!
//! Sizes of BigInts are bounded by [`MAX_BIGINT_BITS`] and their work is charged before it is done, since the library
//! that does it cannot be interrupted.

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::conversion::Hint;
use crate::completion::{Completion, Unwind};
use crate::heap::bigint::MAX_BIGINT_BITS;
use crate::value::number::{exponentiate, remainder, to_int32};
use crate::value::{BigIntId, StringId, Unpacked, Value};
use crate::vm::Vm;

/// A binary operator on numeric values, apart from `+`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Sub,
    Mul,
    Div,
    Mod,
    Exp,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    UShr,
}

impl Vm {
    /// `a + b`
    pub(crate) fn add_slow(&mut self, a: Value, b: Value) -> Completion {
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return Ok(Value::number(a + b));
        }
        let (a, b) = if a.is_object() || b.is_object() {
            self.convert_both(a, b, |cx, value| cx.to_primitive(value, Hint::Default))?
        } else {
            (a, b)
        };
        if a.is_string() || b.is_string() {
            let a = self.primitive_text(a)?;
            let b = self.primitive_text(b)?;
            return match self.heap.concat(a, b)? {
                Some(text) => Ok(text.into()),
                None => Err(self.range_error("Invalid string length")),
            };
        }
        let a = self.to_numeric_value(a)?;
        let b = self.to_numeric_value(b)?;
        match (a.as_bigint(), b.as_bigint()) {
            (None, None) => Ok(Value::number(number_of(a) + number_of(b))),
            (Some(a), Some(b)) => self.bigint_sum(a, b, false),
            _ => Err(self.mixed_types_error()),
        }
    }

    /// `a op b`
    pub(crate) fn arithmetic_slow(&mut self, op: Arithmetic, a: Value, b: Value) -> Completion {
        let (a, b) = if a.is_object() || b.is_object() {
            self.convert_both(a, b, Vm::to_numeric_value)?
        } else {
            (self.to_numeric_value(a)?, self.to_numeric_value(b)?)
        };
        match (a.as_bigint(), b.as_bigint()) {
            (None, None) => Ok(number_arithmetic(op, number_of(a), number_of(b))),
            (Some(a), Some(b)) => self.bigint_arithmetic(op, a, b),
            _ => Err(self.mixed_types_error()),
        }
    }

    /// `-value`
    pub(crate) fn negate_slow(&mut self, value: Value) -> Completion {
        let value = self.to_numeric_value(value)?;
        match value.as_bigint() {
            None => Ok(Value::number(-number_of(value))),
            Some(id) => {
                self.charge_linear(self.limbs(id))?;
                let result = -self.heap.bigint(id);
                self.heap.new_bigint(result)
            }
        }
    }

    /// `~value`
    pub(crate) fn bit_not_slow(&mut self, value: Value) -> Completion {
        let value = self.to_numeric_value(value)?;
        match value.as_bigint() {
            None => Ok(Value::int(!to_int32(number_of(value)))),
            Some(id) => {
                self.charge_linear(self.limbs(id))?;
                let result = -self.heap.bigint(id) - 1u8;
                self.finish_bigint(result)
            }
        }
    }

    /// `value + 1` of a numeric value.
    pub(crate) fn increment_slow(&mut self, value: Value) -> Completion {
        self.step(value, 1)
    }

    /// `value - 1` of a numeric value.
    pub(crate) fn decrement_slow(&mut self, value: Value) -> Completion {
        self.step(value, -1)
    }

    fn step(&mut self, value: Value, by: i8) -> Completion {
        let value = self.to_numeric_value(value)?;
        match value.as_bigint() {
            None => Ok(Value::number(number_of(value) + f64::from(by))),
            Some(id) => {
                self.charge_linear(self.limbs(id))?;
                let result = self.heap.bigint(id) + by;
                self.finish_bigint(result)
            }
        }
    }

    /// ToNumeric (§7.1.3) as a value: a number or a BigInt.
    #[inline]
    pub(crate) fn to_numeric_value(&mut self, value: Value) -> Completion {
        if value.is_number() || value.is_bigint() {
            return Ok(value);
        }
        let primitive = self.to_primitive(value, Hint::Number)?;
        if primitive.is_bigint() { Ok(primitive) } else { Ok(Value::number(self.to_number(primitive)?)) }
    }

    /// Converts the left, then the right operand, keeping what is not in a register alive meanwhile.
    fn convert_both(
        &mut self,
        a: Value,
        b: Value,
        convert: fn(&mut Vm, Value) -> Completion,
    ) -> Completion<(Value, Value)> {
        let mark = self.temporaries.len();
        self.temporaries.extend([a, b]);
        let result = self.convert_in_order(a, b, convert);
        self.temporaries.truncate(mark);
        result
    }

    fn convert_in_order(
        &mut self,
        a: Value,
        b: Value,
        convert: fn(&mut Vm, Value) -> Completion,
    ) -> Completion<(Value, Value)> {
        let a = convert(self, a)?;
        self.temporaries.push(a);
        let b = convert(self, b)?;
        Ok((a, b))
    }

    /// The text of a primitive for concatenation: strings stay as they are, ropes included.
    #[inline]
    fn primitive_text(&mut self, value: Value) -> Completion<StringId> {
        match value.unpack() {
            Unpacked::String(id) => Ok(id),
            Unpacked::Int(value) => self.int_to_string(value),
            _ => self.to_string(value),
        }
    }

    #[cold]
    fn mixed_types_error(&mut self) -> Unwind {
        self.type_error("Cannot mix BigInt and other types, use explicit conversions")
    }

    // ── BigInt (§6.1.6.2) ──────────────────────────────────────────────────────────────────────────────────────────

    fn limbs(&self, id: BigIntId) -> u64 {
        self.heap.bigint(id).bits() / 64 + 1
    }

    /// Charges work that is linear in the number of 64-bit limbs.
    fn charge_linear(&mut self, limbs: u64) -> Completion<()> {
        self.charge_fuel(limbs / 4 + 1)
    }

    /// Charges work such as multiplication and division.
    pub(crate) fn charge_quadratic(&mut self, limbs: u64, other: u64) -> Completion<()> {
        self.charge_fuel(limbs * other / 8 + 1)
    }

    /// A BigInt from a result that may be a little too large.
    pub(crate) fn finish_bigint(&mut self, value: BigInt) -> Completion {
        if value.bits() > MAX_BIGINT_BITS {
            return Err(self.bigint_size_error());
        }
        self.heap.new_bigint(value)
    }

    #[cold]
    pub(crate) fn bigint_size_error(&mut self) -> Unwind {
        self.range_error("Maximum BigInt size exceeded")
    }

    fn bigint_sum(&mut self, a: BigIntId, b: BigIntId, subtract: bool) -> Completion {
        self.charge_linear(self.limbs(a) + self.limbs(b))?;
        let (left, right) = (self.heap.bigint(a), self.heap.bigint(b));
        let result = if subtract { left - right } else { left + right };
        self.finish_bigint(result)
    }

    fn bigint_arithmetic(&mut self, op: Arithmetic, a: BigIntId, b: BigIntId) -> Completion {
        let (left_limbs, right_limbs) = (self.limbs(a), self.limbs(b));
        match op {
            Arithmetic::Sub => self.bigint_sum(a, b, true),
            Arithmetic::Mul => {
                let (left, right) = (self.heap.bigint(a), self.heap.bigint(b));
                if !left.is_zero() && !right.is_zero() && left.bits() + right.bits() - 1 > MAX_BIGINT_BITS {
                    return Err(self.bigint_size_error());
                }
                self.charge_quadratic(left_limbs, right_limbs)?;
                let result = self.heap.bigint(a) * self.heap.bigint(b);
                self.finish_bigint(result)
            }
            Arithmetic::Div | Arithmetic::Mod => {
                if self.heap.bigint(b).is_zero() {
                    return Err(self.range_error("Division by zero"));
                }
                self.charge_quadratic(left_limbs, right_limbs)?;
                let (left, right) = (self.heap.bigint(a), self.heap.bigint(b));
                let result = if op == Arithmetic::Div { left / right } else { left % right };
                self.finish_bigint(result)
            }
            Arithmetic::Exp => self.bigint_power(a, b),
            Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => {
                self.charge_linear(left_limbs + right_limbs)?;
                let (left, right) = (self.heap.bigint(a), self.heap.bigint(b));
                let result = match op {
                    Arithmetic::BitAnd => left & right,
                    Arithmetic::BitOr => left | right,
                    _ => left ^ right,
                };
                self.finish_bigint(result)
            }
            Arithmetic::Shl => self.bigint_shift(a, b, false),
            Arithmetic::Shr => self.bigint_shift(a, b, true),
            Arithmetic::UShr => Err(self.type_error("BigInts have no unsigned right shift, use >> instead")),
        }
    }

    fn bigint_power(&mut self, a: BigIntId, b: BigIntId) -> Completion {
        let (base, exponent) = (self.heap.bigint(a), self.heap.bigint(b));
        if exponent.is_negative() {
            return Err(self.range_error("Exponent must be non-negative"));
        }
        if exponent.is_zero() {
            return self.heap.new_bigint(BigInt::one());
        }
        if base.bits() <= 1 {
            // 0, 1 or -1.
            let result = if base.is_negative() && !exponent.bit(0) { BigInt::one() } else { base.clone() };
            return self.heap.new_bigint(result);
        }
        let Some(exponent) = exponent.to_u32() else { return Err(self.bigint_size_error()) };
        let bits = (base.bits() - 1).saturating_mul(u64::from(exponent));
        if bits >= MAX_BIGINT_BITS {
            return Err(self.bigint_size_error());
        }
        let limbs = base.bits() * u64::from(exponent) / 64 + 1;
        self.charge_quadratic(limbs, limbs)?;
        let result = self.heap.bigint(a).pow(exponent);
        self.finish_bigint(result)
    }

    fn bigint_shift(&mut self, a: BigIntId, b: BigIntId, right: bool) -> Completion {
        let (value, count) = (self.heap.bigint(a), self.heap.bigint(b));
        if value.is_zero() || count.is_zero() {
            return Ok(Value::bigint(a));
        }
        let right = right != count.is_negative();
        let bits = count.magnitude().to_u64().unwrap_or(u64::MAX);
        if right {
            if bits >= value.bits() {
                let result = if value.sign() == Sign::Minus { BigInt::from(-1) } else { BigInt::zero() };
                return self.heap.new_bigint(result);
            }
            self.charge_linear(self.limbs(a))?;
            let result = self.heap.bigint(a) >> bits;
            self.heap.new_bigint(result)
        } else {
            let total = value.bits().saturating_add(bits);
            if total > MAX_BIGINT_BITS {
                return Err(self.bigint_size_error());
            }
            self.charge_linear(total / 64)?;
            let result = self.heap.bigint(a) << bits;
            self.heap.new_bigint(result)
        }
    }
}

fn number_of(value: Value) -> f64 {
    value.as_number().unwrap_or(f64::NAN)
}

fn number_arithmetic(op: Arithmetic, a: f64, b: f64) -> Value {
    match op {
        Arithmetic::Sub => Value::number(a - b),
        Arithmetic::Mul => Value::number(a * b),
        Arithmetic::Div => Value::number(a / b),
        Arithmetic::Mod => Value::number(remainder(a, b)),
        Arithmetic::Exp => Value::number(exponentiate(a, b)),
        Arithmetic::BitAnd => Value::int(to_int32(a) & to_int32(b)),
        Arithmetic::BitOr => Value::int(to_int32(a) | to_int32(b)),
        Arithmetic::BitXor => Value::int(to_int32(a) ^ to_int32(b)),
        Arithmetic::Shl => Value::int(to_int32(a).wrapping_shl(to_int32(b) as u32)),
        Arithmetic::Shr => Value::int(to_int32(a).wrapping_shr(to_int32(b) as u32)),
        Arithmetic::UShr => Value::number(f64::from((to_int32(a) as u32).wrapping_shr(to_int32(b) as u32))),
    }
}
