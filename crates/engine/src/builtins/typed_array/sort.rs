//! Sorting of typed arrays without a comparator (CompareTypedArrayElements §23.2.4.7): by value, -0 before 0, NaN last.

use super::TypedArrayData;
use super::element::Element;
use crate::completion::Completion;
use crate::value::Value;
use crate::vm::Vm;

/// Elements sorted at once, between two looks at the clock.
const RUN: usize = 1 << 14;

/// A number whose order is that of elements.
fn sort_key(element: Element, bits: u64) -> u64 {
    const SIGN: u64 = 1 << 63;
    match element {
        Element::Uint8 | Element::Uint8Clamped | Element::Uint16 | Element::Uint32 | Element::BigUint64 => bits,
        Element::Int8 => i64::from(bits as i8) as u64 ^ SIGN,
        Element::Int16 => i64::from(bits as i16) as u64 ^ SIGN,
        Element::Int32 => i64::from(bits as i32) as u64 ^ SIGN,
        Element::BigInt64 => bits ^ SIGN,
        Element::Float16 | Element::Float32 | Element::Float64 => {
            let number = element.number(bits).and_then(Value::as_number).unwrap_or(f64::NAN);
            match number.to_bits() {
                _ if number.is_nan() => u64::MAX,
                bits if number.is_sign_negative() => !bits,
                bits => bits ^ SIGN,
            }
        }
    }
}

/// The bytes of the element with this sort key.
fn bits_of_key(element: Element, key: u64) -> u64 {
    const SIGN: u64 = 1 << 63;
    match element {
        Element::Uint8 | Element::Uint8Clamped | Element::Uint16 | Element::Uint32 | Element::BigUint64 => key,
        Element::Int8 | Element::Int16 | Element::Int32 | Element::BigInt64 => key ^ SIGN,
        Element::Float16 | Element::Float32 | Element::Float64 => element.bits_of_number(match key {
            u64::MAX => f64::NAN,
            key if key & SIGN == 0 => f64::from_bits(!key),
            key => f64::from_bits(key ^ SIGN),
        }),
    }
}

/// Sorts the first `length` elements in place. No program code runs, so that they stay where they are.
pub(crate) fn sort_elements(cx: &mut Vm, array: &TypedArrayData, length: usize) -> Completion<()> {
    let element = array.element;
    let charged = length * 16;
    cx.heap.charge(charged)?;
    let mut keys = Vec::with_capacity(length);
    cx.in_stretches(length, |cx, range| {
        let view = cx.heap.view(array).unwrap_or(&[]);
        keys.extend(range.filter_map(|index| element.read(view, index)).map(|bits| sort_key(element, bits)));
    })?;
    let sorted = sort_keys(cx, keys)?;
    cx.in_stretches(sorted.len(), |cx, range| {
        let Some(view) = cx.heap.view_mut(array) else { return };
        for index in range {
            if let Some(&key) = sorted.get(index) {
                element.write(view, index, bits_of_key(element, key));
            }
        }
    })?;
    cx.heap.uncharge(charged);
    Ok(())
}

/// Runs, merged bottom up; charged as it goes, so that no sort outlives its fuel.
fn sort_keys(cx: &mut Vm, mut keys: Vec<u64>) -> Completion<Vec<u64>> {
    for run in keys.chunks_mut(RUN) {
        cx.charge_fuel(run.len() as u64 * 2)?;
        run.sort_unstable();
    }
    let mut width = RUN;
    while width < keys.len() {
        let mut merged = Vec::with_capacity(keys.len());
        for pair in keys.chunks(width * 2) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
                if merged.len() % RUN == 0 {
                    cx.charge_fuel(RUN as u64 / 2)?;
                }
                if b < a {
                    merged.push(b);
                    right = right.get(1..).unwrap_or(&[]);
                } else {
                    merged.push(a);
                    left = left.get(1..).unwrap_or(&[]);
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        keys = merged;
        width *= 2;
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_keys_lead_back_to_the_element() {
        for (element, number) in [
            (Element::Int8, -128.0),
            (Element::Int16, 32767.0),
            (Element::Int32, -1.0),
            (Element::Uint32, 4_294_967_295.0),
            (Element::Float16, -0.0),
            (Element::Float32, f64::NEG_INFINITY),
            (Element::Float64, 1.5),
            (Element::Float64, f64::NAN),
        ] {
            let bits = element.bits_of_number(number);
            let size = element.size() * 8;
            let back = bits_of_key(element, sort_key(element, bits));
            assert_eq!(back << (64 - size), bits << (64 - size), "{element:?} {number}");
        }
    }

    #[test]
    fn sort_keys_are_in_order() {
        let numbers = [f64::NEG_INFINITY, -2.0, -0.0, 0.0, 0.5, f64::INFINITY, f64::NAN];
        let keys = numbers.map(|number| sort_key(Element::Float64, number.to_bits()));
        assert!(keys.is_sorted());
    }
}
