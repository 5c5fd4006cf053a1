//! Powers of positive numbers by logarithm and exponential in pairs of doubles, so that the result is nearly always the
//! nearest double, on every system.

use super::multiply_exactly;

/// The unevaluated sum of two doubles; the second is below half a unit of the first.
type Pair = (f64, f64);

/// The natural logarithm of two.
const LN_2: Pair = (std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);
/// Terms of the series of the logarithm: 0.0295 to the power of 22 is below the precision of a pair.
const LOGARITHM_TERMS: u32 = 22;
/// Terms of the exponential of a number below 0.0007.
const EXPONENTIAL_TERMS: u32 = 10;
/// The exponential is taken of a part of 512 and squared nine times.
const SQUARINGS: u32 = 9;

/// `base` to the power of `exponent`; `None` near the ends of the range, and for what is not positive and finite.
pub(super) fn positive_power(base: f64, exponent: f64) -> Option<f64> {
    if !(base > 0.0 && base.is_finite() && exponent.is_finite()) {
        return None;
    }
    let product = multiply_exactly(logarithm(base), (exponent, 0.0));
    if product.0.is_nan() || product.0.abs() >= 700.0 {
        return None;
    }
    let doublings = (product.0 / LN_2.0).round();
    let rest = add(product, negated(multiply_exactly(LN_2, (doublings, 0.0))));
    Some(libm::ldexp(exponential(rest).0, doublings as i32))
}

fn negated((high, low): Pair) -> Pair {
    (-high, -low)
}

fn add(a: Pair, b: Pair) -> Pair {
    let high = a.0 + b.0;
    let part = high - a.0;
    let error = (a.0 - (high - part)) + (b.0 - part) + (a.1 + b.1);
    let sum = high + error;
    (sum, error - (sum - high))
}

fn divide(a: Pair, b: Pair) -> Pair {
    let quotient = a.0 / b.0;
    let rest = add(a, negated(multiply_exactly(b, (quotient, 0.0))));
    add((quotient, 0.0), (rest.0 / b.0, 0.0))
}

fn logarithm(value: f64) -> Pair {
    let (mut part, mut doublings) = libm::frexp(value);
    if part < std::f64::consts::FRAC_1_SQRT_2 {
        part *= 2.0;
        doublings -= 1;
    }
    // Twice the inverse hyperbolic tangent of (part − 1) / (part + 1).
    let ratio = divide((part - 1.0, 0.0), add((part, 0.0), (1.0, 0.0)));
    let square = multiply_exactly(ratio, ratio);
    let mut sum = (0.0, 0.0);
    for term in (0..LOGARITHM_TERMS).rev() {
        let coefficient = divide((1.0, 0.0), (f64::from(2 * term + 1), 0.0));
        sum = add(multiply_exactly(sum, square), coefficient);
    }
    let of_part = multiply_exactly(multiply_exactly(ratio, sum), (2.0, 0.0));
    add(multiply_exactly(LN_2, (f64::from(doublings), 0.0)), of_part)
}

fn exponential(value: Pair) -> Pair {
    let scale = 1.0 / f64::from(1u32 << SQUARINGS);
    let part = (value.0 * scale, value.1 * scale);
    let mut sum = (1.0, 0.0);
    for term in (1..=EXPONENTIAL_TERMS).rev() {
        let factor = divide(part, (f64::from(term), 0.0));
        sum = add(multiply_exactly(sum, factor), (1.0, 0.0));
    }
    for _ in 0..SQUARINGS {
        sum = multiply_exactly(sum, sum);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values to fifty digits, rounded to the nearest double.
    #[test]
    fn powers_are_the_nearest_doubles() {
        for (base, exponent, wanted) in [
            (2.5, 2.5, 9.882117688026186),
            (2147483648.0, -0.5, 0.000021579186437577746),
            (4.0, 0.5, 2.0),
            (2.0, 0.5, std::f64::consts::SQRT_2),
            (1.05, 10.5, 1.6691203043524585),
            (0.1, 0.1, 0.7943282347242815),
            (1e-300, 0.5, 1e-150),
            (1e300, 0.25, 1e75),
            (27.0, 1.0 / 3.0, 3.0),
            (5e-324, 0.5, 2.2227587494850775e-162),
            (1.0000000000000002, 1e15, 1.2486270715390861),
        ] {
            assert_eq!(positive_power(base, exponent), Some(wanted), "{base} ** {exponent}");
        }
        assert_eq!(positive_power(0.0, 0.5), None);
        assert_eq!(positive_power(10.0, 400.5), None);
    }
}
