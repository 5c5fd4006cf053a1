//! Numbers of JSON text.

use super::source::Source;
use crate::value::Value;

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// What is wrong with a number, and where.
pub(super) struct NumberError(pub(super) &'static str, pub(super) usize);

fn digit<S: Source>(source: S, at: usize) -> Option<u64> {
    let unit = source.at(at).wrapping_sub(u32::from(b'0'));
    (unit < 10).then_some(u64::from(unit))
}

/// Reads the number at `start`; gives the position behind it.
#[inline]
pub(super) fn read<S: Source>(source: S, start: usize) -> Result<(Value, usize), NumberError> {
    let negative = source.at(start) == u32::from(b'-');
    let first = start + usize::from(negative);
    let mut at = first;
    let mut mantissa: u64 = 0;
    match digit(source, at) {
        None => return Err(NumberError("No number after minus sign", at)),
        Some(0) => at += 1,
        Some(_) => {
            while let Some(value) = digit(source, at) {
                mantissa = mantissa.wrapping_mul(10).wrapping_add(value);
                at += 1;
            }
        }
    }
    let next = source.at(at);
    if next != u32::from(b'.') && next | 0x20 != u32::from(b'e') {
        if at - first < 10 && mantissa <= i32::MAX as u64 {
            let value = mantissa as i32;
            return Ok((
                if !negative {
                    Value::int(value)
                } else if value == 0 {
                    Value::double(-0.0)
                } else {
                    Value::int(-value)
                },
                at,
            ));
        }
        if at - first <= 15 {
            let value = mantissa as f64;
            return Ok((Value::number(if negative { -value } else { value }), at));
        }
        return Ok((exact(source, start, at), at));
    }
    read_fraction(source, start, first, at, mantissa, negative)
}

fn read_fraction<S: Source>(
    source: S,
    start: usize,
    first: usize,
    at: usize,
    mantissa: u64,
    negative: bool,
) -> Result<(Value, usize), NumberError> {
    let mut at = at;
    let mut mantissa = mantissa;
    let mut digits = at - first;
    let mut exponent: i32 = 0;
    if source.at(at) == u32::from(b'.') {
        at += 1;
        let from = at;
        while let Some(value) = digit(source, at) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(value);
            at += 1;
        }
        if at == from {
            return Err(NumberError("Unterminated fractional number", at));
        }
        digits += at - from;
        exponent = -i32::try_from(at - from).unwrap_or(i32::MAX);
    }
    if source.at(at) | 0x20 == u32::from(b'e') {
        at += 1;
        let minus = source.at(at) == u32::from(b'-');
        if minus || source.at(at) == u32::from(b'+') {
            at += 1;
        }
        let from = at;
        let mut value: i32 = 0;
        while let Some(next) = digit(source, at) {
            value = value.saturating_mul(10).saturating_add(next as i32);
            at += 1;
        }
        if at == from {
            return Err(NumberError("Exponent part is missing a number", at));
        }
        exponent = exponent.saturating_add(if minus { -value } else { value });
    }
    // Both the mantissa and the power are exact doubles, so that one operation rounds once.
    if digits <= 15 && exponent.unsigned_abs() <= 22 {
        let power = POWERS.get(exponent.unsigned_abs() as usize).copied().unwrap_or(1.0);
        let value = if exponent < 0 { mantissa as f64 / power } else { mantissa as f64 * power };
        return Ok((Value::number(if negative { -value } else { value }), at));
    }
    Ok((exact(source, start, at), at))
}

/// The number by the standard library, which rounds correctly.
#[cold]
fn exact<S: Source>(source: S, start: usize, end: usize) -> Value {
    let text = source.excerpt(start, end);
    Value::number(text.parse::<f64>().unwrap_or(f64::NAN))
}
