//! `Math` (ECMA-262 §21.3). Transcendental functions come from `libm`, so that every system gives the same results.

mod sum;

use std::f64::consts;

use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::value::number::exponentiate;
use crate::vm::Vm;
use sum::ExactSum;

/// A function of one number.
macro_rules! unary {
    ($($name:ident = $function:expr;)*) => {
        $(fn $name(cx: &mut Vm, _this: Value, args: Args) -> Completion {
            let number = cx.to_number(args.at(cx, 0))?;
            let function: fn(f64) -> f64 = $function;
            Ok(Value::number(function(number)))
        })*
    };
}

unary! {
    abs = f64::abs;
    acos = libm::acos;
    acosh = libm::acosh;
    asin = libm::asin;
    asinh = |x| if x == 0.0 { x } else { libm::asinh(x) };
    atan = libm::atan;
    atanh = libm::atanh;
    cbrt = libm::cbrt;
    ceil = f64::ceil;
    cos = libm::cos;
    cosh = libm::cosh;
    exp = libm::exp;
    expm1 = libm::expm1;
    floor = f64::floor;
    fround = |x| f64::from(x as f32);
    f16round = round_to_f16;
    log = libm::log;
    log10 = libm::log10;
    log1p = libm::log1p;
    log2 = libm::log2;
    round = round_half_up;
    sign = |x| if x == 0.0 || x.is_nan() { x } else { x.signum() };
    sin = libm::sin;
    sinh = libm::sinh;
    sqrt = f64::sqrt;
    tan = libm::tan;
    tanh = libm::tanh;
    trunc = f64::trunc;
}

/// Math.round: to the nearest integer, ties up (§21.3.2.28)
fn round_half_up(x: f64) -> f64 {
    let floor = x.floor();
    let rounded = if x - floor >= 0.5 { floor + 1.0 } else { floor };
    if rounded == 0.0 { 0f64.copysign(x) } else { rounded }
}

/// The nearest number of binary16, ties to even (§21.3.2.17).
pub(crate) fn round_to_f16(x: f64) -> f64 {
    let magnitude = x.abs();
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    if magnitude >= 65520.0 {
        return f64::INFINITY.copysign(x);
    }
    // The distance between neighbours: 2^-24 for subnormal numbers, else ten bits below the leading one. Scaling by
    // a power of two is exact.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14) - 10;
    let quantum = f64::from_bits(((exponent + 1023) as u64) << 52);
    ((magnitude / quantum).round_ties_even() * quantum).copysign(x)
}

/// Math.atan2 ( y, x ) (§21.3.2.8)
fn atan2(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let y = cx.to_number(args.at(cx, 0))?;
    let x = cx.to_number(args.at(cx, 1))?;
    Ok(Value::number(libm::atan2(y, x)))
}

/// Math.clz32 ( x ) (§21.3.2.11)
fn clz32(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let number = cx.to_uint32(args.at(cx, 0))?;
    Ok(Value::int(number.leading_zeros() as i32))
}

/// Math.imul ( x, y ) (§21.3.2.19)
fn imul(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let x = cx.to_int32(args.at(cx, 0))?;
    let y = cx.to_int32(args.at(cx, 1))?;
    Ok(Value::int(x.wrapping_mul(y)))
}

/// Math.pow ( base, exponent ) (§21.3.2.26)
fn pow(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let base = cx.to_number(args.at(cx, 0))?;
    let exponent = cx.to_number(args.at(cx, 1))?;
    Ok(Value::number(exponentiate(base, exponent)))
}

/// Math.random ( ) (§21.3.2.27): 53 bits from the host.
fn random(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    let bits = cx.hooks.random_u64() >> 11;
    Ok(Value::double(bits as f64 * (1.0 / 9_007_199_254_740_992.0)))
}

/// Math.max ( ...args ) (§21.3.2.24)
fn max(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let mut highest = f64::NEG_INFINITY;
    cx.charge_fuel(args.len() as u64 / 4)?;
    for index in 0..args.len() {
        let number = cx.to_number(args.at(cx, index))?;
        if number.is_nan() || highest.is_nan() {
            highest = f64::NAN;
        } else if number > highest || (number == 0.0 && highest == 0.0 && highest.is_sign_negative()) {
            highest = number;
        }
    }
    Ok(Value::number(highest))
}

/// Math.min ( ...args ) (§21.3.2.25)
fn min(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let mut lowest = f64::INFINITY;
    cx.charge_fuel(args.len() as u64 / 4)?;
    for index in 0..args.len() {
        let number = cx.to_number(args.at(cx, index))?;
        if number.is_nan() || lowest.is_nan() {
            lowest = f64::NAN;
        } else if number < lowest || (number == 0.0 && lowest == 0.0 && number.is_sign_negative()) {
            lowest = number;
        }
    }
    Ok(Value::number(lowest))
}

/// Math.hypot ( ...args ) (§21.3.2.18)
fn hypot(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    cx.heap.charge(args.len() * 8)?;
    cx.charge_fuel(args.len() as u64)?;
    let mut numbers = Vec::with_capacity(args.len());
    for index in 0..args.len() {
        numbers.push(cx.to_number(args.at(cx, index))?.abs());
    }
    if numbers.iter().any(|number| number.is_infinite()) {
        return Ok(Value::double(f64::INFINITY));
    }
    if numbers.iter().any(|number| number.is_nan()) {
        return Ok(Value::NAN);
    }
    Ok(Value::number(match numbers.as_slice() {
        [] => 0.0,
        [x] => *x,
        [x, y] => libm::hypot(*x, *y),
        all => hypot_of_many(all),
    }))
}

/// Scaled by the largest, the squares summed with compensation.
fn hypot_of_many(numbers: &[f64]) -> f64 {
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    let mut lost = 0.0;
    for number in numbers {
        let scaled = number / largest;
        let term = scaled * scaled - lost;
        let next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    sum.sqrt() * largest
}

/// `$SumStart()`: an accumulator for Math.sumPrecise.
pub(crate) fn sum_start(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    cx.heap.charge(size_of::<ExactSum>())?;
    Ok(cx.heap.new_object_with_proto(None, ObjectKind::Data(Box::new(ExactSum::new()))).into())
}

/// `$SumAdd(sum, item)`: adds an item, which must be a number.
pub(crate) fn sum_add(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let item = args.at(cx, 1);
    let Some(number) = item.as_number() else {
        let shown = cx.describe(item);
        return Err(cx.type_error(&format!("Math.sumPrecise adds numbers only, not {shown}")));
    };
    if let Some(object) = args.at(cx, 0).as_object()
        && let Some(sum) = cx.heap.data_mut::<ExactSum>(object)
    {
        sum.add(number);
    }
    Ok(Value::UNDEFINED)
}

/// `$SumFinish(sum)`: the rounded sum.
pub(crate) fn sum_finish(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let sum = args.at(cx, 0).as_object().and_then(|object| cx.heap.data_mut::<ExactSum>(object));
    Ok(Value::number(sum.map_or(f64::NAN, ExactSum::finish)))
}

pub(crate) static MATH: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constant("E", consts::E),
        constant("LN10", consts::LN_10),
        constant("LN2", consts::LN_2),
        constant("LOG10E", consts::LOG10_E),
        constant("LOG2E", consts::LOG2_E),
        constant("PI", consts::PI),
        constant("SQRT1_2", consts::FRAC_1_SQRT_2),
        constant("SQRT2", consts::SQRT_2),
        tag("Math"),
        method("abs", 1, abs),
        method("acos", 1, acos),
        method("acosh", 1, acosh),
        method("asin", 1, asin),
        method("asinh", 1, asinh),
        method("atan", 1, atan),
        method("atanh", 1, atanh),
        method("atan2", 2, atan2),
        method("cbrt", 1, cbrt),
        method("ceil", 1, ceil),
        method("clz32", 1, clz32),
        method("cos", 1, cos),
        method("cosh", 1, cosh),
        method("exp", 1, exp),
        method("expm1", 1, expm1),
        method("floor", 1, floor),
        method("fround", 1, fround),
        method("f16round", 1, f16round),
        method("hypot", 2, hypot),
        method("imul", 2, imul),
        method("log", 1, log),
        method("log1p", 1, log1p),
        method("log10", 1, log10),
        method("log2", 1, log2),
        method("max", 2, max),
        method("min", 2, min),
        method("pow", 2, pow),
        method("random", 0, random),
        method("round", 1, round),
        method("sign", 1, sign),
        method("sin", 1, sin),
        method("sinh", 1, sinh),
        method("sqrt", 1, sqrt),
        prelude("sumPrecise", 1, "Math_sumPrecise"),
        method("tan", 1, tan),
        method("tanh", 1, tanh),
        method("trunc", 1, trunc),
    ],
);
