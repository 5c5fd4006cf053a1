//! Numbers as formatting sees them: exact decimals (ECMA-402 §15.5.16, ToIntlMathematicalValue).

use crate::completion::Completion;
use crate::heap::text::Str;
use crate::ops::conversion::Hint;
use crate::value::Value;
use crate::value::number::format::Decimal;
use crate::value::number::{decimal_prefix, trim};
use crate::vm::Vm;

/// A number to format.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MathematicalValue {
    NotANumber,
    Infinity { negative: bool },
    Finite(Decimal),
}

/// Longer texts are read as doubles.
const MAX_DIGITS: usize = 1000;

pub(crate) fn to_mathematical_value(cx: &mut Vm, value: Value) -> Completion<MathematicalValue> {
    let primitive = cx.to_primitive(value, Hint::Number)?;
    if primitive.is_bigint() {
        let text = cx.to_string(primitive)?;
        let text = cx.heap.text(text)?;
        return Ok(MathematicalValue::Finite(decimal_of_text(text.as_bytes())));
    }
    if let Some(text) = primitive.as_string() {
        let text = cx.heap.flatten(text)?;
        if let Str::Latin1(bytes) = trim(cx.heap.str(text))
            && bytes.len() <= MAX_DIGITS
            && !bytes.is_empty()
            && !bytes.ends_with(b"Infinity")
            && decimal_prefix(bytes) == bytes.len()
        {
            return Ok(MathematicalValue::Finite(decimal_of_text(bytes)));
        }
    }
    Ok(of_number(cx.to_number(primitive)?))
}

pub(crate) fn of_number(number: f64) -> MathematicalValue {
    if number.is_nan() {
        MathematicalValue::NotANumber
    } else if number.is_infinite() {
        MathematicalValue::Infinity { negative: number < 0.0 }
    } else {
        MathematicalValue::Finite(Decimal::shortest(number))
    }
}

/// The decimal of a text that is a decimal literal with an optional sign.
fn decimal_of_text(text: &[u8]) -> Decimal {
    let negative = text.first() == Some(&b'-');
    let mut digits = Vec::with_capacity(text.len());
    let mut point = None;
    let mut exponent = 0i64;
    for (index, &byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => digits.push(byte),
            b'.' => point = Some(digits.len()),
            b'e' | b'E' => {
                let rest = text.get(index + 1..).and_then(|rest| std::str::from_utf8(rest).ok()).unwrap_or("0");
                exponent = rest.parse::<i64>().unwrap_or(0).clamp(-10_000, 10_000);
                break;
            }
            _ => {}
        }
    }
    let point = point.unwrap_or(digits.len()) as i64 + exponent;
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    if zeros == digits.len() {
        return Decimal { negative, digits: vec![b'0'], point: 1 };
    }
    digits.drain(..zeros);
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
    }
    Decimal { negative, digits, point: (point - zeros as i64) as i32 }
}
