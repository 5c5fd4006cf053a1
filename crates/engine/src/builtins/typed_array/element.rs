//! Element types of typed arrays (ECMA-262 §23.2, table "The TypedArray Constructors") and how numbers become bytes.
//!
//! Bytes of typed arrays are little-endian on every host, so that a run gives the same result everywhere.

use num_bigint::{BigInt, Sign};

use crate::builtins::math::round_to_f16;
use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::value::Value;
use crate::value::number::to_int32;
use crate::vm::Vm;

/// The type of the elements of a typed array, or of a value in a DataView.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    Int8,
    Uint8,
    Uint8Clamped,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Float16,
    Float32,
    Float64,
    BigInt64,
    BigUint64,
}

impl Element {
    /// Bytes of an element.
    #[inline(always)]
    pub(crate) const fn size(self) -> usize {
        match self {
            Element::Int8 | Element::Uint8 | Element::Uint8Clamped => 1,
            Element::Int16 | Element::Uint16 | Element::Float16 => 2,
            Element::Int32 | Element::Uint32 | Element::Float32 => 4,
            Element::Float64 | Element::BigInt64 | Element::BigUint64 => 8,
        }
    }

    /// Whether elements are BigInts (\[\[ContentType]]).
    #[inline(always)]
    pub(crate) const fn is_bigint(self) -> bool {
        matches!(self, Element::BigInt64 | Element::BigUint64)
    }

    /// Whether elements are floating point numbers.
    #[inline(always)]
    pub(crate) const fn is_float(self) -> bool {
        matches!(self, Element::Float16 | Element::Float32 | Element::Float64)
    }

    /// \[\[TypedArrayName]]
    pub(crate) const fn array_name(self) -> &'static str {
        match self {
            Element::Int8 => "Int8Array",
            Element::Uint8 => "Uint8Array",
            Element::Uint8Clamped => "Uint8ClampedArray",
            Element::Int16 => "Int16Array",
            Element::Uint16 => "Uint16Array",
            Element::Int32 => "Int32Array",
            Element::Uint32 => "Uint32Array",
            Element::Float16 => "Float16Array",
            Element::Float32 => "Float32Array",
            Element::Float64 => "Float64Array",
            Element::BigInt64 => "BigInt64Array",
            Element::BigUint64 => "BigUint64Array",
        }
    }

    pub(crate) const fn constructor(self) -> Intrinsic {
        match self {
            Element::Int8 => Intrinsic::Int8Array,
            Element::Uint8 => Intrinsic::Uint8Array,
            Element::Uint8Clamped => Intrinsic::Uint8ClampedArray,
            Element::Int16 => Intrinsic::Int16Array,
            Element::Uint16 => Intrinsic::Uint16Array,
            Element::Int32 => Intrinsic::Int32Array,
            Element::Uint32 => Intrinsic::Uint32Array,
            Element::Float16 => Intrinsic::Float16Array,
            Element::Float32 => Intrinsic::Float32Array,
            Element::Float64 => Intrinsic::Float64Array,
            Element::BigInt64 => Intrinsic::BigInt64Array,
            Element::BigUint64 => Intrinsic::BigUint64Array,
        }
    }

    pub(crate) const fn prototype(self) -> Intrinsic {
        match self {
            Element::Int8 => Intrinsic::Int8ArrayPrototype,
            Element::Uint8 => Intrinsic::Uint8ArrayPrototype,
            Element::Uint8Clamped => Intrinsic::Uint8ClampedArrayPrototype,
            Element::Int16 => Intrinsic::Int16ArrayPrototype,
            Element::Uint16 => Intrinsic::Uint16ArrayPrototype,
            Element::Int32 => Intrinsic::Int32ArrayPrototype,
            Element::Uint32 => Intrinsic::Uint32ArrayPrototype,
            Element::Float16 => Intrinsic::Float16ArrayPrototype,
            Element::Float32 => Intrinsic::Float32ArrayPrototype,
            Element::Float64 => Intrinsic::Float64ArrayPrototype,
            Element::BigInt64 => Intrinsic::BigInt64ArrayPrototype,
            Element::BigUint64 => Intrinsic::BigUint64ArrayPrototype,
        }
    }

    // ── Numbers and bytes ──────────────────────────────────────────────────────────────────────────────────────────

    /// The number that the low bytes of `bits` stand for; `None` for elements that are BigInts.
    #[inline(always)]
    pub(crate) fn number(self, bits: u64) -> Option<Value> {
        Some(match self {
            Element::Int8 => Value::int(i32::from(bits as i8)),
            Element::Uint8 | Element::Uint8Clamped => Value::int(i32::from(bits as u8)),
            Element::Int16 => Value::int(i32::from(bits as i16)),
            Element::Uint16 => Value::int(i32::from(bits as u16)),
            Element::Int32 => Value::int(bits as i32),
            Element::Uint32 => Value::number(f64::from(bits as u32)),
            Element::Float16 => Value::number(f16_to_f64(bits as u16)),
            Element::Float32 => Value::number(f64::from(f32::from_bits(bits as u32))),
            Element::Float64 => Value::number(f64::from_bits(bits)),
            Element::BigInt64 | Element::BigUint64 => return None,
        })
    }

    /// The bytes of a number, in the low bytes of the result (NumericToRawBytes §25.1.3.16). Elements that are BigInts
    /// have none.
    #[inline(always)]
    pub(crate) fn bits_of_number(self, number: f64) -> u64 {
        match self {
            Element::Int8 | Element::Uint8 | Element::Int16 | Element::Uint16 | Element::Int32 | Element::Uint32 => {
                u64::from(to_int32(number) as u32)
            }
            // A saturating conversion of the number rounded half to even: ToUint8Clamp (§7.1.12).
            Element::Uint8Clamped => u64::from(number.round_ties_even() as u8),
            Element::Float16 => u64::from(f64_to_f16(number)),
            Element::Float32 => u64::from((number as f32).to_bits()),
            Element::Float64 => number.to_bits(),
            Element::BigInt64 | Element::BigUint64 => 0,
        }
    }

    /// The bytes of a value as they are stored: ToNumber or ToBigInt, which may run program code, then
    /// NumericToRawBytes.
    #[inline]
    pub(crate) fn bits_of_value(self, cx: &mut Vm, value: Value) -> Completion<u64> {
        if self.is_bigint() {
            return Ok(match value.as_bigint() {
                Some(id) => low_bits(cx.heap.bigint(id)),
                None => low_bits(&cx.to_bigint(value)?),
            });
        }
        Ok(self.bits_of_number(cx.to_number(value)?))
    }

    /// The value that the low bytes of `bits` stand for (RawBytesToNumeric §25.1.3.14).
    #[inline]
    pub(crate) fn value(self, cx: &mut Vm, bits: u64) -> Completion {
        match self.number(bits) {
            Some(value) => Ok(value),
            None if self == Element::BigInt64 => cx.heap.new_bigint(BigInt::from(bits as i64)),
            None => cx.heap.new_bigint(BigInt::from(bits)),
        }
    }

    // ── Elements in bytes ──────────────────────────────────────────────────────────────────────────────────────────

    /// The bytes of the element at `index`, in the low bytes of the result.
    #[inline(always)]
    pub(crate) fn read(self, bytes: &[u8], index: usize) -> Option<u64> {
        match self.size() {
            1 => bytes.get(index).map(|&byte| u64::from(byte)),
            2 => chunk(bytes, index).map(|bytes| u64::from(u16::from_le_bytes(bytes))),
            4 => chunk(bytes, index).map(|bytes| u64::from(u32::from_le_bytes(bytes))),
            _ => chunk(bytes, index).map(u64::from_le_bytes),
        }
    }

    /// Writes the element at `index`; nothing beyond the end.
    #[inline(always)]
    pub(crate) fn write(self, bytes: &mut [u8], index: usize, bits: u64) {
        match self.size() {
            1 => write_chunk(bytes, index, [bits as u8]),
            2 => write_chunk(bytes, index, (bits as u16).to_le_bytes()),
            4 => write_chunk(bytes, index, (bits as u32).to_le_bytes()),
            _ => write_chunk(bytes, index, bits.to_le_bytes()),
        }
    }
}

#[inline(always)]
fn chunk<const SIZE: usize>(bytes: &[u8], index: usize) -> Option<[u8; SIZE]> {
    let start = index.checked_mul(SIZE)?;
    bytes.get(start..start.checked_add(SIZE)?)?.try_into().ok()
}

#[inline(always)]
fn write_chunk<const SIZE: usize>(bytes: &mut [u8], index: usize, value: [u8; SIZE]) {
    if let Some(start) = index.checked_mul(SIZE)
        && let Some(end) = start.checked_add(SIZE)
        && let Some(target) = bytes.get_mut(start..end)
    {
        target.copy_from_slice(&value);
    }
}

/// The lowest 64 bits in two's complement (ToBigInt64 §7.1.15, ToBigUint64 §7.1.16).
fn low_bits(value: &BigInt) -> u64 {
    let magnitude = value.iter_u64_digits().next().unwrap_or(0);
    if value.sign() == Sign::Minus { magnitude.wrapping_neg() } else { magnitude }
}

const F16_SUBNORMAL: f64 = 1.0 / 16_777_216.0;

fn f16_to_f64(bits: u16) -> f64 {
    let (exponent, fraction) = ((bits >> 10) & 0x1F, bits & 0x3FF);
    let magnitude = match exponent {
        0 => f64::from(fraction) * F16_SUBNORMAL,
        0x1F if fraction == 0 => f64::INFINITY,
        0x1F => return f64::NAN,
        _ => f64::from_bits((u64::from(exponent) + 1023 - 15) << 52 | u64::from(fraction) << 42),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

fn f64_to_f16(number: f64) -> u16 {
    if number.is_nan() {
        return 0x7E00;
    }
    let rounded = round_to_f16(number);
    let sign = if rounded.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = rounded.abs();
    if magnitude.is_infinite() {
        return sign | 0x7C00;
    }
    let bits = magnitude.to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    if exponent < -14 {
        // Zero and subnormal numbers are whole multiples of the smallest one.
        return sign | (magnitude / F16_SUBNORMAL) as u16;
    }
    sign | ((exponent + 15) as u16) << 10 | ((bits >> 42) & 0x3FF) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_binary16_survives_the_way_through_f64() {
        for bits in 0..=u16::MAX {
            let number = f16_to_f64(bits);
            let expected = if number.is_nan() { 0x7E00 } else { bits };
            assert_eq!(f64_to_f16(number), expected, "{bits:#06x}");
        }
    }

    #[test]
    fn binary16_rounds_half_to_even() {
        for (number, bits) in [
            (2049.0, 0x6800),
            (2051.0, 0x6802),
            (65519.0, 0x7BFF),
            (65520.0, 0x7C00),
            (F16_SUBNORMAL / 2.0, 0),
            (F16_SUBNORMAL * 1.5, 2),
            (-0.0, 0x8000),
        ] {
            assert_eq!(f64_to_f16(number), bits, "{number}");
        }
    }

    #[test]
    fn clamping_rounds_half_to_even() {
        for (number, byte) in [(-1.0, 0), (0.5, 0), (1.5, 2), (2.5, 2), (254.5, 254), (300.0, 255), (f64::NAN, 0)] {
            assert_eq!(Element::Uint8Clamped.bits_of_number(number), byte, "{number}");
        }
    }

    #[test]
    fn bigints_keep_their_lowest_bits() {
        let power: BigInt = BigInt::from(1) << 64;
        assert_eq!(low_bits(&(power.clone() + 5)), 5);
        assert_eq!(low_bits(&(-power - 1)), u64::MAX);
        assert_eq!(low_bits(&BigInt::from(i64::MIN)), 1 << 63);
        assert_eq!(low_bits(&BigInt::from(0)), 0);
    }
}
