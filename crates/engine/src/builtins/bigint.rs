//! `BigInt` (ECMA-262 §21.2).

use num_bigint::{BigInt, Sign};
use num_traits::One;

use crate::builtins::intl;
use crate::completion::Completion;
use crate::heap::bigint::MAX_BIGINT_BITS;
use crate::heap::object::ObjectKind;
use crate::ops::conversion::Hint;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::number::{integral_to_bigint, number_to_string};
use crate::value::{BigIntId, Value};
use crate::vm::Vm;

/// BigInt ( value ) (§21.2.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if !cx.new_target().is_undefined() {
        return Err(cx.type_error("BigInt is not a constructor"));
    }
    let primitive = cx.to_primitive(args.at(cx, 0), Hint::Number)?;
    if primitive.is_bigint() {
        return Ok(primitive);
    }
    let big = match primitive.as_number() {
        Some(number) => match integral_to_bigint(number) {
            Some(big) => big,
            None => {
                let shown = number_to_string(number);
                return Err(cx.range_error(&format!(
                    "The number {shown} cannot be converted to a BigInt because it is not an integer"
                )));
            }
        },
        None => cx.to_bigint(primitive)?,
    };
    cx.finish_bigint(big)
}

/// BigInt.asIntN ( bits, bigint ) (§21.2.2.1)
fn as_int_n(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let bits = cx.to_index(args.at(cx, 0))?;
    let big = cx.to_bigint(args.at(cx, 1))?;
    if bits == 0 {
        return cx.heap.new_bigint(BigInt::ZERO);
    }
    // Fits already: the sign takes one bit.
    if big.bits() < bits {
        return cx.heap.new_bigint(big);
    }
    cx.charge_fuel(bits / 64 + 1)?;
    let modulus = BigInt::one() << bits;
    let mut rest = big & (&modulus - 1u8);
    if rest.bit(bits - 1) {
        rest -= modulus;
    }
    cx.heap.new_bigint(rest)
}

/// BigInt.asUintN ( bits, bigint ) (§21.2.2.2)
fn as_uint_n(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let bits = cx.to_index(args.at(cx, 0))?;
    let big = cx.to_bigint(args.at(cx, 1))?;
    if big.sign() != Sign::Minus && big.bits() <= bits {
        return cx.heap.new_bigint(big);
    }
    if bits > MAX_BIGINT_BITS {
        return Err(cx.bigint_size_error());
    }
    cx.charge_fuel(bits / 64 + 1)?;
    let mask = (BigInt::one() << bits) - 1u8;
    cx.heap.new_bigint(big & mask)
}

/// ThisBigIntValue (§21.2.3.4.1)
fn this_bigint(cx: &mut Vm, this: Value, method: &str) -> Completion<BigIntId> {
    if let Some(id) = this.as_bigint() {
        return Ok(id);
    }
    if let Some(object) = this.as_object()
        && let ObjectKind::Primitive(value) = &cx.heap.object(object).kind
        && let Some(id) = value.as_bigint()
    {
        return Ok(id);
    }
    let shown = cx.describe(this);
    Err(cx.type_error(&format!("BigInt.prototype.{method} requires that 'this' be a BigInt, not {shown}")))
}

/// BigInt.prototype.toLocaleString ( [ locales [ , options ] ] ) (§21.2.3.2, ECMA-402 §19.3.1)
fn to_locale_string(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let id = this_bigint(cx, this, "toLocaleString")?;
    intl::number::to_locale_string(cx, Value::bigint(id), args)
}

fn bigint_text(cx: &mut Vm, id: BigIntId, radix: u32) -> Completion<String> {
    let bits = cx.heap.bigint(id).bits();
    cx.charge_quadratic(bits / 64 + 1, if radix.is_power_of_two() { 1 } else { bits / 512 + 1 })?;
    Ok(cx.heap.bigint(id).to_str_radix(radix))
}

/// BigInt.prototype.toString ( radix ) (§21.2.3.3)
fn to_string(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let id = this_bigint(cx, this, "toString")?;
    let radix = match args.at(cx, 0) {
        radix if radix.is_undefined() => 10.0,
        radix => cx.to_integer_or_infinity(radix)?,
    };
    if !(2.0..=36.0).contains(&radix) {
        return Err(cx.range_error("toString() radix must be between 2 and 36"));
    }
    let text = bigint_text(cx, id, radix as u32)?;
    Ok(cx.heap.new_latin1(text.as_bytes())?.into())
}

/// BigInt.prototype.valueOf ( ) (§21.2.3.4)
fn value_of(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(Value::bigint(this_bigint(cx, this, "valueOf")?))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "BigInt",
    1,
    construct,
    Intrinsic::BigIntPrototype,
    &[method("asIntN", 2, as_int_n), method("asUintN", 2, as_uint_n)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::BigInt),
        method("toLocaleString", 0, to_locale_string),
        method("toString", 0, to_string),
        method("valueOf", 0, value_of),
        tag("BigInt"),
    ],
);
