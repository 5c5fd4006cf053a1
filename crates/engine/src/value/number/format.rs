//! Exact number formatting: radix output, `toFixed`, `toExponential` and `toPrecision`.
//!
//! The standard library's formatting with a precision is exact, but breaks ties to even where ECMAScript takes the
//! larger number; ties are found and put right here.

use super::number_to_string;

/// Sign, digits and decimal point position of a finite number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    pub(crate) negative: bool,
    /// ASCII digits without leading zeros (a single `0` for zero).
    pub(crate) digits: Vec<u8>,
    /// The value is `0.DIGITS × 10^point`.
    pub(crate) point: i32,
}

impl Decimal {
    /// The shortest digits that read back as the same number.
    pub(crate) fn shortest(value: f64) -> Decimal {
        Decimal::from_scientific(&format!("{:e}", value.abs()), value.is_sign_negative())
    }

    /// Exactly `count` significant digits of a value that is not negative, ties to the larger number.
    pub(crate) fn significant(value: f64, count: usize) -> Decimal {
        let fraction = count.max(1) - 1;
        let rounded = format!("{value:.fraction$e}");
        // A tie has exactly one more digit, a five.
        let finer = format!("{value:.count$e}");
        if finer.split('e').next().is_some_and(|digits| digits.ends_with('5')) {
            let exact = Decimal::from_scientific(&format!("{value:.800e}"), false);
            let rest = exact.digits.get(count..).unwrap_or(&[]);
            if let [b'5', zeros @ ..] = rest
                && zeros.iter().all(|&digit| digit == b'0')
            {
                let mut digits = exact.digits.get(..count).unwrap_or(&[]).to_vec();
                let carried = increment(&mut digits);
                digits.truncate(count);
                return Decimal { negative: false, digits, point: exact.point + i32::from(carried) };
            }
        }
        Decimal::from_scientific(&rounded, false)
    }

    fn from_scientific(text: &str, negative: bool) -> Decimal {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        let exponent: i32 = exponent.parse().unwrap_or(0);
        Decimal { negative, digits, point: exponent + 1 }
    }

    /// Digits before the decimal point, at least one.
    pub(crate) fn whole(&self) -> String {
        if self.point <= 0 {
            return "0".to_owned();
        }
        (0..self.point as usize).map(|at| self.digits.get(at).map_or('0', |&digit| char::from(digit))).collect()
    }

    /// Digits after the decimal point, without trailing zeros.
    pub(crate) fn fraction(&self) -> String {
        let mut text: String = (0..-self.point.min(0)).map(|_| '0').collect();
        if self.digits == [b'0'] {
            return String::new();
        }
        text.extend(self.digits.iter().skip(self.point.max(0) as usize).map(|&digit| char::from(digit)));
        text.truncate(text.trim_end_matches('0').len());
        text
    }
}

/// Adds one to the last digit. True when it carried over all of them: a leading `1` is then put before.
fn increment(digits: &mut Vec<u8>) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return false;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
    true
}

/// Number.prototype.toFixed for a finite number of absolute value below 10^21 (§21.1.3.3).
pub(crate) fn to_fixed(value: f64, fraction: usize) -> String {
    let magnitude = value.abs();
    let bits = magnitude.to_bits();
    let exponent = ((bits >> 52) as i32).max(1) - 1075;
    let mantissa = u128::from(if bits >> 52 == 0 { bits } else { (bits & ((1 << 52) - 1)) | (1 << 52) });
    let text = if exponent >= 0 {
        let whole = (mantissa << exponent.min(70)).to_string();
        if fraction == 0 { whole } else { format!("{whole}.{}", "0".repeat(fraction)) }
    } else if fraction <= 22 && exponent >= -125 {
        // Exact in 128 bits: 53 bits times 10^22 is below 2^127.
        let scaled = mantissa * 10u128.pow(fraction as u32);
        let rounded = (scaled + (1u128 << (-exponent - 1))) >> -exponent;
        let digits = format!("{rounded:0>width$}", width = fraction + 1);
        let (whole, rest) = digits.split_at(digits.len() - fraction);
        if fraction == 0 { whole.to_owned() } else { format!("{whole}.{rest}") }
    } else {
        fixed_slow(magnitude, fraction)
    };
    // -0 has no sign; a negative number that rounds to zero keeps it.
    if value < 0.0 { format!("-{text}") } else { text }
}

fn fixed_slow(value: f64, fraction: usize) -> String {
    let finer = format!("{value:.0$}", fraction + 1);
    if finer.ends_with('5') {
        let exact = format!("{value:.1080}");
        let point = exact.find('.').unwrap_or(0);
        let cut = point + 1 + fraction;
        let (kept, rest) = exact.split_at(cut.min(exact.len()));
        if let [b'5', zeros @ ..] = rest.as_bytes()
            && zeros.iter().all(|&digit| digit == b'0')
        {
            let mut digits: Vec<u8> = kept.bytes().filter(u8::is_ascii_digit).collect();
            increment(&mut digits);
            let digits = String::from_utf8(digits).unwrap_or_default();
            let (whole, rest) = digits.split_at(digits.len() - fraction);
            return if fraction == 0 { whole.to_owned() } else { format!("{whole}.{rest}") };
        }
    }
    format!("{value:.fraction$}")
}

/// Number.prototype.toExponential for a finite number (§21.1.3.2); `None` for as many digits as needed.
pub(crate) fn to_exponential(value: f64, fraction: Option<usize>) -> String {
    let magnitude = value.abs();
    let decimal = match fraction {
        None => Decimal::shortest(magnitude),
        Some(fraction) if magnitude == 0.0 => Decimal { negative: false, digits: vec![b'0'; fraction + 1], point: 1 },
        Some(fraction) => Decimal::significant(magnitude, fraction + 1),
    };
    let text = exponential_text(&decimal);
    if value < 0.0 { format!("-{text}") } else { text }
}

fn exponential_text(decimal: &Decimal) -> String {
    let exponent = decimal.point - 1;
    let digits = String::from_utf8_lossy(&decimal.digits);
    let (first, rest) = digits.split_at(1.min(digits.len()));
    let sign = if exponent < 0 { '-' } else { '+' };
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{first}{dot}{rest}e{sign}{}", exponent.abs())
}

/// Number.prototype.toPrecision for a finite number (§21.1.3.5).
pub(crate) fn to_precision(value: f64, precision: usize) -> String {
    let magnitude = value.abs();
    let decimal = if magnitude == 0.0 {
        Decimal { negative: false, digits: vec![b'0'; precision], point: 1 }
    } else {
        Decimal::significant(magnitude, precision)
    };
    let exponent = decimal.point - 1;
    let text = if exponent < -6 || exponent >= precision as i32 {
        exponential_text(&decimal)
    } else {
        let digits = String::from_utf8_lossy(&decimal.digits).into_owned();
        if exponent >= 0 {
            let (whole, rest) = digits.split_at((exponent as usize + 1).min(digits.len()));
            if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") }
        } else {
            format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize))
        }
    };
    if value < 0.0 { format!("-{text}") } else { text }
}

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

fn digit_char(digit: u32) -> u8 {
    DIGITS.get(digit as usize).copied().unwrap_or(b'?')
}

/// Number::toString in a radix from 2 to 36 other than 10: the fraction has just as many digits as tell the number
/// from its neighbours.
pub(crate) fn to_radix(value: f64, radix: u32) -> String {
    if !value.is_finite() {
        return number_to_string(value);
    }
    let base = f64::from(radix);
    let magnitude = value.abs();
    let mut whole = magnitude.floor();
    let mut rest = magnitude - whole;
    // Half the distance to the next number: what is smaller than it cannot be told apart.
    let next = f64::from_bits(magnitude.to_bits() + 1);
    let mut delta = (0.5 * (next - magnitude)).max(f64::from_bits(1));
    let mut fraction: Vec<u32> = Vec::new();
    if rest >= delta {
        loop {
            rest *= base;
            delta *= base;
            let digit = rest as u32;
            fraction.push(digit);
            rest -= f64::from(digit);
            let round_up = rest > 0.5 || (rest == 0.5 && digit & 1 == 1);
            if round_up && rest + delta > 1.0 {
                // Carry into the digits already made, dropping those that become zero.
                loop {
                    match fraction.pop() {
                        None => {
                            whole += 1.0;
                            break;
                        }
                        Some(digit) if digit + 1 < radix => {
                            fraction.push(digit + 1);
                            break;
                        }
                        Some(_) => {}
                    }
                }
                break;
            }
            if rest < delta {
                break;
            }
        }
    }
    let mut text: Vec<u8> = Vec::new();
    // Digits below the precision of the number are zeros.
    while whole / base >= 9_007_199_254_740_992.0 {
        whole /= base;
        text.push(b'0');
    }
    loop {
        let digit = whole % base;
        text.push(digit_char(digit as u32));
        whole = (whole - digit) / base;
        if whole < 1.0 {
            break;
        }
    }
    if value < 0.0 {
        text.push(b'-');
    }
    text.reverse();
    if !fraction.is_empty() {
        text.push(b'.');
        text.extend(fraction.into_iter().map(digit_char));
    }
    String::from_utf8(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_rounds_the_exact_value_up_at_ties() {
        for (value, fraction, expected) in [
            (0.5, 0, "1"),
            (2.5, 0, "3"),
            (-2.5, 0, "-3"),
            (1.005, 2, "1.00"),
            (1.45, 1, "1.4"),
            (0.000001, 7, "0.0000010"),
            (123.456, 2, "123.46"),
            (-1.5, 0, "-2"),
            (-0.0, 2, "0.00"),
            (-0.0000001, 2, "-0.00"),
            (1e20, 2, "100000000000000000000.00"),
            (0.5, 25, "0.5000000000000000000000000"),
            (5e-324, 3, "0.000"),
            (0.1, 30, "0.100000000000000005551115123126"),
            (1000000000000000128.0, 1, "1000000000000000128.0"),
            (0.03125, 4, "0.0313"),
        ] {
            assert_eq!(to_fixed(value, fraction), expected, "{value} {fraction}");
        }
        assert_eq!(fixed_slow(0.03125, 4), "0.0313");
        assert_eq!(fixed_slow(9.5, 0), "10");
    }

    #[test]
    fn exponential_and_precision() {
        assert_eq!(to_exponential(123456.0, Some(2)), "1.23e+5");
        assert_eq!(to_exponential(25.0, Some(0)), "3e+1");
        assert_eq!(to_exponential(12345.0, Some(3)), "1.235e+4");
        assert_eq!(to_exponential(0.0, Some(2)), "0.00e+0");
        assert_eq!(to_exponential(-1.5e-9, None), "-1.5e-9");
        assert_eq!(to_exponential(99.5, Some(1)), "1.0e+2");
        assert_eq!(to_precision(1e23, 21), "9.99999999999999916114e+22");
        assert_eq!(to_precision(0.000123, 2), "0.00012");
        assert_eq!(to_precision(0.0000001, 2), "1.0e-7");
        assert_eq!(to_precision(123.0, 2), "1.2e+2");
        assert_eq!(to_precision(35.0, 1), "4e+1");
        assert_eq!(to_precision(1.25, 2), "1.3");
        assert_eq!(to_precision(1.0, 4), "1.000");
    }

    #[test]
    fn radix() {
        assert_eq!(to_radix(255.0, 16), "ff");
        assert_eq!(to_radix(-255.5, 16), "-ff.8");
        assert_eq!(to_radix(0.1, 3), "0.0022002200220022002200220022002201");
        assert_eq!(to_radix(1e21, 36), "5v1j4f4ds7c000");
        assert_eq!(to_radix(1e21, 7), "5135235413265003022600000");
        assert_eq!(to_radix(1e30, 36), "2oy99wnkl1a000000000");
        assert_eq!(to_radix(2f64.powi(53), 7), "5350140446150306054");
        assert_eq!(to_radix(2f64.powi(60) + 2f64.powi(20), 3), "21200101122222021102111222120211020000");
        assert_eq!(to_radix(0.1, 2), "0.0001100110011001100110011001100110011001100110011001101");
        assert_eq!(to_radix(0.0, 2), "0");
    }
}
