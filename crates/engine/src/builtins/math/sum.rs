//! Exact summation for `Math.sumPrecise`: a fixed-point accumulator that is wide enough for every double, so that the
//! only rounding is the last one.

use num_bigint::{BigInt, Sign};

use crate::heap::gc::Tracer;
use crate::heap::object::ObjectData;

/// Limbs of 32 bits from 2^-1074 up to 2^1024, and head room for 2^53 summands.
const LIMBS: usize = 68;
/// A limb takes this many additions before its carry must move on.
const MAX_PENDING: u32 = 1 << 30;

/// The sum so far.
#[derive(Debug)]
pub(crate) struct ExactSum {
    limbs: [i64; LIMBS],
    pending: u32,
    special: Special,
}

/// What has been seen beside finite numbers that are not -0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Nothing but -0.
    MinusZero,
    Finite,
    PlusInfinity,
    MinusInfinity,
    NotANumber,
}

impl ExactSum {
    pub(crate) fn new() -> ExactSum {
        ExactSum { limbs: [0; LIMBS], pending: 0, special: Special::MinusZero }
    }

    pub(crate) fn add(&mut self, number: f64) {
        if !number.is_finite() {
            let seen = if number.is_nan() {
                Special::NotANumber
            } else if number > 0.0 {
                Special::PlusInfinity
            } else {
                Special::MinusInfinity
            };
            self.special = match self.special {
                Special::MinusZero | Special::Finite => seen,
                known if known == seen => known,
                _ => Special::NotANumber,
            };
            return;
        }
        if number == 0.0 && number.is_sign_negative() {
            return;
        }
        if self.special == Special::MinusZero {
            self.special = Special::Finite;
        }
        let bits = number.abs().to_bits();
        let exponent = bits >> 52;
        let mantissa = if exponent == 0 { bits } else { (bits & ((1 << 52) - 1)) | (1 << 52) };
        let position = exponent.max(1) as usize - 1;
        let mut shifted = u128::from(mantissa) << (position % 32);
        for limb in self.limbs.iter_mut().skip(position / 32).take(3) {
            let part = (shifted & 0xFFFF_FFFF) as i64;
            *limb += if number < 0.0 { -part } else { part };
            shifted >>= 32;
        }
        self.pending += 1;
        if self.pending == MAX_PENDING {
            self.carry();
        }
    }

    /// Brings every limb but the last into 0..2^32.
    fn carry(&mut self) {
        let mut carry = 0i64;
        let last = LIMBS - 1;
        for (index, limb) in self.limbs.iter_mut().enumerate() {
            let total = *limb + carry;
            if index == last {
                *limb = total;
            } else {
                *limb = total & 0xFFFF_FFFF;
                carry = total >> 32;
            }
        }
        self.pending = 0;
    }

    /// The sum as the nearest double.
    pub(crate) fn finish(&mut self) -> f64 {
        match self.special {
            Special::MinusZero => return -0.0,
            Special::PlusInfinity => return f64::INFINITY,
            Special::MinusInfinity => return f64::NEG_INFINITY,
            Special::NotANumber => return f64::NAN,
            Special::Finite => {}
        }
        self.carry();
        let mut total = BigInt::from(self.limbs.last().copied().unwrap_or(0));
        for &limb in self.limbs.iter().rev().skip(1) {
            total = (total << 32u8) + limb;
        }
        let negative = total.sign() == Sign::Minus;
        let magnitude = total.into_parts().1;
        let bits = magnitude.bits();
        // In units of 2^-1074 an exact number of at most 53 bits is its own bit pattern.
        let pattern = if bits <= 53 {
            magnitude.iter_u64_digits().next().unwrap_or(0)
        } else {
            let shift = bits - 53;
            let mantissa = (&magnitude >> shift).iter_u64_digits().next().unwrap_or(0);
            let half = magnitude.bit(shift - 1);
            let more = magnitude.trailing_zeros().unwrap_or(0) < shift - 1;
            let rounded = mantissa + u64::from(half && (more || mantissa & 1 == 1));
            // A carry out of the mantissa moves into the exponent by itself.
            let pattern = (shift << 52) + rounded;
            if shift + (rounded >> 53) >= 2046 { f64::INFINITY.to_bits() } else { pattern }
        };
        let value = f64::from_bits(pattern);
        if negative { -value } else { value }
    }
}

impl ObjectData for ExactSum {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        size_of::<ExactSum>()
    }
}

#[cfg(test)]
mod tests {
    use super::ExactSum;

    fn sum(numbers: &[f64]) -> f64 {
        let mut sum = ExactSum::new();
        numbers.iter().for_each(|&number| sum.add(number));
        sum.finish()
    }

    #[test]
    fn sums_exactly() {
        assert_eq!(sum(&[1e308, 1e308, 0.1, 0.1, 1e30, 0.1, -1e30, -1e308, -1e308]), 0.300_000_000_000_000_04);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[5e-324, 5e-324, -5e-324]), 5e-324);
        assert_eq!(sum(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(sum(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
        assert_eq!(sum(&[f64::MAX, 2f64.powi(969)]), f64::MAX);
        assert_eq!(sum(&[f64::MAX, 2f64.powi(970)]), f64::INFINITY);
        assert_eq!(sum(&[-f64::MIN_POSITIVE, 2.0 * f64::MIN_POSITIVE]), f64::MIN_POSITIVE);
        assert_eq!(sum(&[1.0, 2f64.powi(-53)]), 1.0);
        assert_eq!(sum(&[1.0, 2f64.powi(-53), 5e-324]), 1.0 + f64::EPSILON);
        assert!(sum(&[-0.0]).is_sign_negative() && sum(&[]).is_sign_negative());
        assert!(sum(&[-0.0, 0.0]).is_sign_positive());
        assert!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
        assert_eq!(sum(&[-3.5, 1.25]), -2.25);
    }
}
