//! `Number` (ECMA-262 §21.1), and `parseInt` and `parseFloat` (§19.2), which the global object shares.

use crate::builtins::intl;
use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::ops::conversion::Numeric;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::value::number::format::{to_exponential, to_fixed, to_precision, to_radix};
use crate::value::number::{bigint_to_f64, decimal_prefix, digits_to_f64, number_to_string, parse_decimal, trim};
use crate::vm::Vm;

const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// Number ( value ) (§21.1.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    let number = match args.get(cx, 0) {
        None => Value::ZERO,
        Some(value) => match cx.to_numeric(value)? {
            Numeric::Number(number) => Value::number(number),
            Numeric::BigInt(big) => Value::number(bigint_to_f64(&big)),
        },
    };
    if new_target.is_undefined() {
        return Ok(number);
    }
    let kind = ObjectKind::Primitive(number);
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::NumberPrototype, kind)?.into())
}

/// Number.isFinite ( number ) (§21.1.2.2)
fn is_finite(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(args.at(cx, 0).as_number().is_some_and(f64::is_finite).into())
}

fn is_integral(number: f64) -> bool {
    number.is_finite() && number == number.trunc()
}

/// Number.isInteger ( number ) (§21.1.2.3)
fn is_integer(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(args.at(cx, 0).as_number().is_some_and(is_integral).into())
}

/// Number.isNaN ( number ) (§21.1.2.4)
fn is_nan(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(args.at(cx, 0).as_number().is_some_and(f64::is_nan).into())
}

/// Number.isSafeInteger ( number ) (§21.1.2.5)
fn is_safe_integer(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(args.at(cx, 0).as_number().is_some_and(|number| is_integral(number) && number.abs() <= MAX_SAFE_INTEGER).into())
}

/// parseFloat ( string ) (§19.2.4)
pub(crate) fn parse_float(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    if value.as_number().is_some_and(|number| number != 0.0) {
        // The text of a number reads back as the number.
        return Ok(value);
    }
    let id = cx.to_string(value)?;
    cx.charge_fuel(cx.heap.string_len(id) as u64 / 16)?;
    let text = trim(cx.heap.str(id));
    let literal: Vec<u8> =
        text.units().map_while(|unit| u8::try_from(unit).ok().filter(|&byte| may_be_in_decimal(byte))).collect();
    let len = decimal_prefix(&literal);
    let literal = literal.get(..len).unwrap_or(&[]);
    Ok(if literal.is_empty() { Value::NAN } else { Value::number(parse_decimal(literal)) })
}

fn may_be_in_decimal(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E') || b"Infinity".contains(&byte)
}

/// parseInt ( string, radix ) (§19.2.5)
pub(crate) fn parse_int(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    let radix = args.at(cx, 1);
    if value.is_int() && (radix.is_undefined() || radix.as_int() == Some(10)) {
        return Ok(value);
    }
    let id = cx.to_string(value)?;
    let mut radix = cx.to_int32(radix)?;
    cx.charge_fuel(cx.heap.string_len(id) as u64 / 16)?;
    let text = trim(cx.heap.str(id));
    let sign = text.get(0);
    let negative = sign == Some(u16::from(b'-'));
    let mut at = usize::from(negative || sign == Some(u16::from(b'+')));
    let mut strip_prefix = true;
    if radix != 0 {
        if !(2..=36).contains(&radix) {
            return Ok(Value::NAN);
        }
        strip_prefix = radix == 16;
    } else {
        radix = 10;
    }
    let is = |at: usize, expected: u8| text.get(at) == Some(u16::from(expected));
    if strip_prefix && is(at, b'0') && (is(at + 1, b'x') || is(at + 1, b'X')) {
        at += 2;
        radix = 16;
    }
    let radix = radix as u32;
    let digits: Vec<u8> = text
        .slice(at, text.len())
        .units()
        .map_while(|unit| u8::try_from(unit).ok().filter(|&byte| char::from(byte).is_digit(radix)))
        .collect();
    if digits.is_empty() {
        return Ok(Value::NAN);
    }
    let number = digits_to_f64(&digits, radix);
    Ok(Value::number(if negative { -number } else { number }))
}

/// ThisNumberValue (§21.1.3.7.1)
fn this_number(cx: &mut Vm, this: Value, method: &str) -> Completion<f64> {
    if let Some(number) = this.as_number() {
        return Ok(number);
    }
    if let Some(object) = this.as_object()
        && let ObjectKind::Primitive(value) = &cx.heap.object(object).kind
        && let Some(number) = value.as_number()
    {
        return Ok(number);
    }
    let shown = cx.describe(this);
    Err(cx.type_error(&format!("Number.prototype.{method} requires that 'this' be a Number, not {shown}")))
}

fn text_value(cx: &mut Vm, text: &str) -> Completion {
    Ok(cx.heap.new_string(text)?.into())
}

/// Number.prototype.toExponential ( fractionDigits ) (§21.1.3.2)
fn exponential(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let number = this_number(cx, this, "toExponential")?;
    let argument = args.at(cx, 0);
    let digits = cx.to_integer_or_infinity(argument)?;
    if !number.is_finite() {
        return text_value(cx, &number_to_string(number));
    }
    if !(0.0..=100.0).contains(&digits) {
        return Err(cx.range_error("toExponential() argument must be between 0 and 100"));
    }
    let digits = (!argument.is_undefined()).then_some(digits as usize);
    text_value(cx, &to_exponential(number, digits))
}

/// Number.prototype.toFixed ( fractionDigits ) (§21.1.3.3)
fn fixed(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let number = this_number(cx, this, "toFixed")?;
    let argument = args.at(cx, 0);
    let digits = cx.to_integer_or_infinity(argument)?;
    if !(0.0..=100.0).contains(&digits) {
        return Err(cx.range_error("toFixed() digits argument must be between 0 and 100"));
    }
    if !number.is_finite() || number.abs() >= 1e21 {
        return text_value(cx, &number_to_string(number));
    }
    text_value(cx, &to_fixed(number, digits as usize))
}

/// Number.prototype.toLocaleString ( [ locales [ , options ] ] ) (§21.1.3.4, ECMA-402 §19.2.1)
fn to_locale_string(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let number = this_number(cx, this, "toLocaleString")?;
    intl::number::to_locale_string(cx, Value::number(number), args)
}

/// Number.prototype.toPrecision ( precision ) (§21.1.3.5)
fn precision(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let number = this_number(cx, this, "toPrecision")?;
    let argument = args.at(cx, 0);
    if argument.is_undefined() {
        return text_value(cx, &number_to_string(number));
    }
    let digits = cx.to_integer_or_infinity(argument)?;
    if !number.is_finite() {
        return text_value(cx, &number_to_string(number));
    }
    if !(1.0..=100.0).contains(&digits) {
        return Err(cx.range_error("toPrecision() argument must be between 1 and 100"));
    }
    text_value(cx, &to_precision(number, digits as usize))
}

/// Number.prototype.toString ( radix ) (§21.1.3.6)
fn to_string(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let number = this_number(cx, this, "toString")?;
    let radix = match args.at(cx, 0) {
        radix if radix.is_undefined() => 10.0,
        radix => cx.to_integer_or_infinity(radix)?,
    };
    if !(2.0..=36.0).contains(&radix) {
        return Err(cx.range_error("toString() radix must be between 2 and 36"));
    }
    if radix == 10.0 {
        return Ok(cx.to_string(Value::number(number))?.into());
    }
    if let digit @ 0.0..=9.0 = number
        && digit == digit.trunc()
        && digit < radix
    {
        return Ok(crate::value::StringId(u32::from(b'0') + digit as u32).into());
    }
    text_value(cx, &to_radix(number, radix as u32))
}

/// Number.prototype.valueOf ( ) (§21.1.3.7)
fn value_of(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(Value::number(this_number(cx, this, "valueOf")?))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Number",
    1,
    construct,
    Intrinsic::NumberPrototype,
    &[
        constant("EPSILON", f64::EPSILON),
        method("isFinite", 1, is_finite),
        method("isInteger", 1, is_integer),
        method("isNaN", 1, is_nan),
        method("isSafeInteger", 1, is_safe_integer),
        constant("MAX_SAFE_INTEGER", MAX_SAFE_INTEGER),
        constant("MAX_VALUE", f64::MAX),
        constant("MIN_SAFE_INTEGER", -MAX_SAFE_INTEGER),
        constant("MIN_VALUE", 5e-324),
        constant("NaN", f64::NAN),
        constant("NEGATIVE_INFINITY", f64::NEG_INFINITY),
        method("parseFloat", 1, parse_float),
        method("parseInt", 2, parse_int),
        constant("POSITIVE_INFINITY", f64::INFINITY),
    ],
);

pub(crate) static PROTOTYPE: ObjectTable = ObjectTable {
    role: Role::Zero,
    proto: Some(Intrinsic::ObjectPrototype),
    properties: &[
        constructor(Intrinsic::Number),
        method("toExponential", 1, exponential),
        method("toFixed", 1, fixed),
        method("toLocaleString", 0, to_locale_string),
        method("toPrecision", 1, precision),
        method("toString", 1, to_string),
        method("valueOf", 0, value_of),
    ],
};
