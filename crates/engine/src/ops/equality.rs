//! Equality and order (ECMA-262 §7.2).

use num_bigint::BigInt;
use std::cmp::Ordering;

use super::conversion::Hint;
use crate::completion::Completion;
use crate::value::number::integral_to_bigint;
use crate::value::{Unpacked, Value};
use crate::vm::Vm;

/// Strings so short that comparing them is part of the instruction.
const UNCHARGED: usize = 256;

impl Vm {
    /// IsStrictlyEqual (§7.2.15)
    #[inline]
    pub(crate) fn is_strictly_equal(&mut self, a: Value, b: Value) -> Completion<bool> {
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return Ok(a == b);
        }
        if a == b {
            return Ok(true);
        }
        if let (Some(a), Some(b)) = (a.as_string(), b.as_string()) {
            let len = self.heap.string_len(a);
            if len > UNCHARGED && len == self.heap.string_len(b) {
                self.charge_fuel(len as u64 / 32)?;
            }
            return self.heap.strings_equal(a, b);
        }
        if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
            self.charge_fuel(self.heap.bigint(a).bits() / 2048)?;
            return Ok(self.heap.bigint(a) == self.heap.bigint(b));
        }
        Ok(false)
    }

    /// IsLooselyEqual (§7.2.14)
    pub(crate) fn is_loosely_equal(&mut self, a: Value, b: Value) -> Completion<bool> {
        let mut a = a;
        let mut b = b;
        loop {
            match (a.unpack(), b.unpack()) {
                (Unpacked::Undefined | Unpacked::Null, Unpacked::Undefined | Unpacked::Null) => return Ok(true),
                (Unpacked::Int(_) | Unpacked::Double(_), Unpacked::String(_)) => b = Value::number(self.to_number(b)?),
                (Unpacked::String(_), Unpacked::Int(_) | Unpacked::Double(_)) => a = Value::number(self.to_number(a)?),
                (Unpacked::BigInt(x), Unpacked::String(y)) | (Unpacked::String(y), Unpacked::BigInt(x)) => {
                    let y = self.heap.flatten(y)?;
                    let y = self.parse_bigint(y)?;
                    return Ok(y.is_some_and(|y| *self.heap.bigint(x) == y));
                }
                (Unpacked::Boolean(x), _) => a = Value::int(i32::from(x)),
                (_, Unpacked::Boolean(y)) => b = Value::int(i32::from(y)),
                (Unpacked::Object(_), Unpacked::Object(_)) => return Ok(a == b),
                // A tool reference is no data: it equals none, and is not converted.
                (Unpacked::Object(_), _) if self.is_tool_reference(a) => return Ok(false),
                (_, Unpacked::Object(_)) if self.is_tool_reference(b) => return Ok(false),
                (
                    Unpacked::Object(_),
                    Unpacked::Int(_)
                    | Unpacked::Double(_)
                    | Unpacked::String(_)
                    | Unpacked::BigInt(_)
                    | Unpacked::Symbol(_),
                ) => a = self.to_primitive(a, Hint::Default)?,
                (
                    Unpacked::Int(_)
                    | Unpacked::Double(_)
                    | Unpacked::String(_)
                    | Unpacked::BigInt(_)
                    | Unpacked::Symbol(_),
                    Unpacked::Object(_),
                ) => b = self.to_primitive(b, Hint::Default)?,
                (Unpacked::BigInt(x), Unpacked::Int(_) | Unpacked::Double(_)) => {
                    let number = b.as_number().unwrap_or(f64::NAN);
                    return Ok(compare_bigint_number(self.heap.bigint(x), number) == Some(Ordering::Equal));
                }
                (Unpacked::Int(_) | Unpacked::Double(_), Unpacked::BigInt(y)) => {
                    let number = a.as_number().unwrap_or(f64::NAN);
                    return Ok(compare_bigint_number(self.heap.bigint(y), number) == Some(Ordering::Equal));
                }
                _ => return self.is_strictly_equal(a, b),
            }
        }
    }

    /// SameValue (§7.2.10)
    pub(crate) fn same_value(&mut self, a: Value, b: Value) -> bool {
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return (a.is_nan() && b.is_nan()) || (a == b && a.is_sign_positive() == b.is_sign_positive());
        }
        // Only flattening a rope can fail, at the memory limit: the strings are then taken as different.
        self.is_strictly_equal(a, b).unwrap_or(false)
    }

    /// SameValueZero (§7.2.11)
    pub(crate) fn same_value_zero(&mut self, a: Value, b: Value) -> bool {
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return a == b || (a.is_nan() && b.is_nan());
        }
        self.is_strictly_equal(a, b).unwrap_or(false)
    }

    /// IsLessThan with operands already converted (§7.2.13): `None` is undefined (NaN). `left_first` orders the
    /// conversions.
    pub(crate) fn compare(&mut self, a: Value, b: Value, left_first: bool) -> Completion<Option<Ordering>> {
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return Ok(a.partial_cmp(&b));
        }
        let (a, b) = if left_first {
            let a = self.to_primitive(a, Hint::Number)?;
            (a, self.to_primitive(b, Hint::Number)?)
        } else {
            let b = self.to_primitive(b, Hint::Number)?;
            (self.to_primitive(a, Hint::Number)?, b)
        };
        match (a.unpack(), b.unpack()) {
            (Unpacked::String(a), Unpacked::String(b)) => {
                let a = self.heap.flatten(a)?;
                let b = self.heap.flatten(b)?;
                let len = self.heap.string_len(a).min(self.heap.string_len(b));
                if len > UNCHARGED {
                    self.charge_fuel(len as u64 / 16)?;
                }
                Ok(Some(self.heap.str(a).compare(self.heap.str(b))))
            }
            (Unpacked::BigInt(a), Unpacked::String(b)) => {
                let b = self.heap.flatten(b)?;
                let b = self.parse_bigint(b)?;
                Ok(b.map(|b| self.heap.bigint(a).cmp(&b)))
            }
            (Unpacked::String(a), Unpacked::BigInt(b)) => {
                let a = self.heap.flatten(a)?;
                let a = self.parse_bigint(a)?;
                Ok(a.map(|a| a.cmp(self.heap.bigint(b))))
            }
            (Unpacked::BigInt(a), Unpacked::BigInt(b)) => {
                self.charge_fuel(self.heap.bigint(a).bits() / 2048)?;
                Ok(Some(self.heap.bigint(a).cmp(self.heap.bigint(b))))
            }
            (Unpacked::BigInt(a), _) => {
                let b = self.to_number(b)?;
                Ok(compare_bigint_number(self.heap.bigint(a), b))
            }
            (_, Unpacked::BigInt(b)) => {
                let a = self.to_number(a)?;
                Ok(compare_bigint_number(self.heap.bigint(b), a).map(Ordering::reverse))
            }
            _ => {
                let a = self.to_number(a)?;
                let b = self.to_number(b)?;
                Ok(a.partial_cmp(&b))
            }
        }
    }
}

/// Compares mathematically.
pub(crate) fn compare_bigint_number(a: &BigInt, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    if b.is_infinite() {
        return Some(if b > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let floor = b.floor();
    let floor_big = integral_to_bigint(floor)?;
    Some(match a.cmp(&floor_big) {
        Ordering::Equal if b > floor => Ordering::Less,
        order => order,
    })
}
