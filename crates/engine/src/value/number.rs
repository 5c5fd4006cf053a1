//! Numbers and text.

pub(crate) mod format;
mod power;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use crate::heap::text::Str;

/// Whether a code unit is WhiteSpace or LineTerminator (§12.2, §12.3).
pub(crate) fn is_white_space(unit: u16) -> bool {
    matches!(
        unit,
        0x09..=0x0D | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF
    )
}

/// The part without white space at both ends.
pub(crate) fn trim(text: Str<'_>) -> Str<'_> {
    let mut start = 0;
    let mut end = text.len();
    while start < end && text.get(start).is_some_and(is_white_space) {
        start += 1;
    }
    while end > start && text.get(end - 1).is_some_and(is_white_space) {
        end -= 1;
    }
    text.slice(start, end)
}

/// StringToNumber (§7.1.4.1.1)
pub(crate) fn string_to_number(text: Str<'_>) -> f64 {
    let Some(ascii) = ascii(trim(text)) else { return f64::NAN };
    match ascii.as_slice() {
        [] => 0.0,
        [b'0', b'x' | b'X', digits @ ..] => radix_number(digits, 16),
        [b'0', b'o' | b'O', digits @ ..] => radix_number(digits, 8),
        [b'0', b'b' | b'B', digits @ ..] => radix_number(digits, 2),
        all => {
            let len = decimal_prefix(all);
            if len == all.len() { parse_decimal(all) } else { f64::NAN }
        }
    }
}

fn ascii(text: Str<'_>) -> Option<smallvec::SmallVec<[u8; 32]>> {
    match text {
        Str::Latin1(bytes) => bytes.is_ascii().then(|| bytes.into()),
        // White space around may be what made it wide.
        Str::Utf16(units) => units.iter().map(|&unit| u8::try_from(unit).ok().filter(u8::is_ascii)).collect(),
    }
}

fn radix_number(digits: &[u8], radix: u32) -> f64 {
    if digits.is_empty() || !digits.iter().all(|&digit| char::from(digit).is_digit(radix)) {
        return f64::NAN;
    }
    digits_to_f64(digits, radix)
}

/// The value of digits that are all valid in `radix`, correctly rounded.
pub(crate) fn digits_to_f64(digits: &[u8], radix: u32) -> f64 {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let digits = digits.get(zeros..).unwrap_or(&[]);
    let mut value = 0u64;
    for &digit in digits {
        let digit = u64::from(char::from(digit).to_digit(radix).unwrap_or(0));
        match value.checked_mul(u64::from(radix)).and_then(|v| v.checked_add(digit)) {
            Some(next) if next <= 1 << 53 => value = next,
            _ => return many_digits_to_f64(digits, radix),
        }
    }
    value as f64
}

fn many_digits_to_f64(digits: &[u8], radix: u32) -> f64 {
    if radix == 10 {
        return parse_decimal(digits);
    }
    // 1024 digits are too many for a double in any radix; this also bounds the work.
    if digits.len() > 1024 {
        return f64::INFINITY;
    }
    BigInt::parse_bytes(digits, radix).and_then(|big| big.to_f64()).unwrap_or(f64::NAN)
}

/// Length of the longest prefix that is a StrDecimalLiteral (sign and `Infinity` included), 0 when there is none.
pub(crate) fn decimal_prefix(text: &[u8]) -> usize {
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    if text.get(at..).is_some_and(|rest| rest.starts_with(b"Infinity")) {
        return at + 8;
    }
    let digits = |mut at: usize| {
        let start = at;
        while text.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at - start
    };
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}

/// The value of a text for which [`decimal_prefix`] is the whole.
pub(crate) fn parse_decimal(text: &[u8]) -> f64 {
    let (negative, rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let value = if rest.starts_with(b"Infinity") {
        f64::INFINITY
    } else {
        std::str::from_utf8(rest).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
    };
    if negative { -value } else { value }
}

/// Number::toString in radix 10 (§6.1.6.1.20)
pub(crate) fn number_to_string(value: f64) -> String {
    if value.is_finite() {
        if value == value.trunc() && value.abs() < 1e15 {
            return (value as i64).to_string();
        }
        let mut buffer = ryu_js::Buffer::new();
        return buffer.format_finite(value).to_owned();
    }
    if value.is_nan() {
        "NaN".to_owned()
    } else if value > 0.0 {
        "Infinity".to_owned()
    } else {
        "-Infinity".to_owned()
    }
}

/// ToInt32 of a double (§7.1.6)
#[inline]
pub(crate) fn to_int32(value: f64) -> i32 {
    let int = value as i32;
    if f64::from(int) == value {
        return int;
    }
    to_int32_slow(value)
}

#[cold]
fn to_int32_slow(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as i32 - 1075;
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    let magnitude = if exponent >= 32 {
        0
    } else if exponent >= 0 {
        (mantissa << exponent) as u32
    } else if exponent > -53 {
        (mantissa >> -exponent) as u32
    } else {
        0
    };
    let signed = magnitude as i32;
    if value < 0.0 { signed.wrapping_neg() } else { signed }
}

/// Number::remainder (§6.1.6.1.6)
pub(crate) fn remainder(a: f64, b: f64) -> f64 {
    a % b
}

/// Number::exponentiate (§6.1.6.1.3)
pub(crate) fn exponentiate(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return f64::NAN;
    }
    if exponent == exponent.trunc() && exponent.abs() <= 1024.0 {
        if base == 10.0 && (-323.0..=308.0).contains(&exponent) {
            return format!("1e{exponent}").parse().unwrap_or(f64::NAN);
        }
        if let Some(power) = integral_power(base, exponent.abs() as u32, exponent < 0.0) {
            return power;
        }
    }
    power::positive_power(base, exponent).unwrap_or_else(|| libm::pow(base, exponent))
}

/// A power with a whole exponent, computed with twice the precision so that the result is nearly always the nearest
/// double. `None` where that would leave the range in which the parts are exact.
fn integral_power(base: f64, exponent: u32, reciprocal: bool) -> Option<f64> {
    let in_range = |value: f64| (1e-140..1e140).contains(&value.abs());
    let (mut result, mut square, mut rest) = ((1.0, 0.0), (base, 0.0), exponent);
    loop {
        if rest & 1 == 1 {
            result = multiply_exactly(result, square);
        }
        rest >>= 1;
        if rest == 0 {
            break;
        }
        if !in_range(square.0) || !in_range(result.0) {
            return None;
        }
        square = multiply_exactly(square, square);
    }
    let (high, low) = result;
    if !(1e-290..1e290).contains(&high.abs()) {
        return None;
    }
    if !reciprocal {
        return Some(high + low);
    }
    if low == 0.0 {
        return Some(1.0 / high);
    }
    // One step of Newton's method gives the digits below those of the quotient.
    let quotient = 1.0 / high;
    let (product, error) = multiply_exactly((quotient, 0.0), (high, low));
    Some(quotient + quotient * ((1.0 - product) - error))
}

/// The product of two numbers that are each a sum of two doubles (Dekker).
fn multiply_exactly(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let split = |value: f64| {
        let scaled = value * 134_217_729.0;
        let high = scaled - (scaled - value);
        (high, value - high)
    };
    let product = a.0 * b.0;
    let ((a_high, a_low), (b_high, b_low)) = (split(a.0), split(b.0));
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    let low = error + (a.0 * b.1 + a.1 * b.0);
    let high = product + low;
    (high, low - (high - product))
}

/// StringToBigInt (§7.1.14): `None` when the text is no StringIntegerLiteral.
pub(crate) fn string_to_bigint(text: Str<'_>) -> Option<BigInt> {
    let ascii = ascii(trim(text))?;
    let all_digits =
        |digits: &[u8], radix: u32| !digits.is_empty() && digits.iter().all(|&d| char::from(d).is_digit(radix));
    match ascii.as_slice() {
        [] => Some(BigInt::ZERO),
        [b'0', b'x' | b'X', digits @ ..] if all_digits(digits, 16) => BigInt::parse_bytes(digits, 16),
        [b'0', b'o' | b'O', digits @ ..] if all_digits(digits, 8) => BigInt::parse_bytes(digits, 8),
        [b'0', b'b' | b'B', digits @ ..] if all_digits(digits, 2) => BigInt::parse_bytes(digits, 2),
        all => {
            let digits = match all {
                [b'+' | b'-', rest @ ..] => rest,
                rest => rest,
            };
            if all_digits(digits, 10) { BigInt::parse_bytes(all, 10) } else { None }
        }
    }
}

/// The BigInt of an integral double.
pub(crate) fn integral_to_bigint(value: f64) -> Option<BigInt> {
    if value == value.trunc() { BigInt::from_f64(value) } else { None }
}

/// The double nearest to a BigInt, ties to even, infinite when out of range (Number(BigInt)).
pub(crate) fn bigint_to_f64(value: &BigInt) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}
