//! `at`, `includes`, `indexOf`, `lastIndexOf` of typed arrays (ECMA-262 §23.2.3).

use super::TypedArrayData;
use super::element::Element;
use crate::completion::Completion;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

/// Elements looked at between two looks at the clock.
const STRETCH: usize = 1 << 16;

/// %TypedArray%.prototype.at (§23.2.3.1)
pub(crate) fn at(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, array, length) = cx.valid_typed_array(this, "at")?;
    let relative = cx.to_integer_or_infinity(args.at(cx, 0))?;
    let index = if relative >= 0.0 { relative } else { length as f64 + relative };
    if index < 0.0 || index >= length as f64 {
        return Ok(Value::UNDEFINED);
    }
    cx.typed_array_element(&array, index as usize)
}

/// What an element is compared with.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    /// One pattern of bits.
    Bits(u64),
    /// Zero of either sign, among floating point numbers.
    Zero,
    Nan,
}

/// What to look for; `None` when no element can be equal.
fn wanted(cx: &mut Vm, array: &TypedArrayData, value: Value) -> Completion<Option<Wanted>> {
    let element = array.element;
    if element.is_bigint() {
        let Some(id) = value.as_bigint() else { return Ok(None) };
        let bits = element.bits_of_value(cx, value)?;
        let back = element.value(cx, bits)?;
        let is_same = back.as_bigint().is_some_and(|back| cx.heap.bigint(back) == cx.heap.bigint(id));
        return Ok(is_same.then_some(Wanted::Bits(bits)));
    }
    let Some(number) = value.as_number() else { return Ok(None) };
    if number.is_nan() {
        return Ok(element.is_float().then_some(Wanted::Nan));
    }
    if number == 0.0 && element.is_float() {
        return Ok(Some(Wanted::Zero));
    }
    let bits = element.bits_of_number(number) & (u64::MAX >> (64 - element.size() * 8));
    // A number that an element cannot hold is equal to none.
    let is_same = element.number(bits).and_then(Value::as_number) == Some(number);
    Ok(is_same.then_some(Wanted::Bits(bits)))
}

fn matches(array: &TypedArrayData, view: &[u8], index: usize, wanted: Wanted) -> bool {
    let Some(bits) = array.element.read(view, index) else { return false };
    let number = || array.element.number(bits).and_then(Value::as_number);
    match wanted {
        Wanted::Bits(wanted) => bits == wanted,
        Wanted::Zero => number() == Some(0.0),
        Wanted::Nan => number().is_some_and(f64::is_nan),
    }
}

/// The first element with these bits.
fn find_bits(element: Element, view: &[u8], bits: u64) -> Option<usize> {
    fn position<const SIZE: usize>(view: &[u8], pattern: [u8; SIZE]) -> Option<usize> {
        view.as_chunks::<SIZE>().0.iter().position(|element| *element == pattern)
    }
    match element.size() {
        1 => memchr::memchr(bits as u8, view),
        2 => position(view, (bits as u16).to_le_bytes()),
        4 => position(view, (bits as u32).to_le_bytes()),
        _ => position(view, bits.to_le_bytes()),
    }
}

/// The first index in `range` whose element is equal.
fn find(
    cx: &mut Vm,
    array: &TypedArrayData,
    range: std::ops::Range<usize>,
    wanted: Wanted,
) -> Completion<Option<usize>> {
    let size = array.element.size();
    let mut at = range.start;
    while at < range.end {
        let end = (at + STRETCH).min(range.end);
        let view = cx.heap.view(array).unwrap_or(&[]);
        let found = match wanted {
            Wanted::Bits(bits) => view
                .get(at * size..end * size)
                .and_then(|part| find_bits(array.element, part, bits))
                .map(|found| found + at),
            Wanted::Zero | Wanted::Nan => (at..end).find(|&index| matches(array, view, index, wanted)),
        };
        cx.charge_fuel((found.unwrap_or(end) - at) as u64 / 8 + 1)?;
        if found.is_some() {
            return Ok(found);
        }
        at = end;
    }
    Ok(None)
}

/// %TypedArray%.prototype.includes (§23.2.3.16)
pub(crate) fn includes(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, array, length) = cx.valid_typed_array(this, "includes")?;
    if length == 0 {
        return Ok(Value::FALSE);
    }
    let start = cx.relative_index(args.at(cx, 1), length as u64)? as usize;
    let value = args.at(cx, 0);
    // Reading the argument may have made the array shorter: what is gone counts as undefined.
    let present = cx.heap.view_length(&array).unwrap_or(0).min(length);
    if value.is_undefined() {
        return Ok((start.max(present) < length).into());
    }
    let Some(wanted) = wanted(cx, &array, value)? else { return Ok(Value::FALSE) };
    Ok(find(cx, &array, start..present, wanted)?.is_some().into())
}

/// %TypedArray%.prototype.indexOf (§23.2.3.17)
pub(crate) fn index_of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, array, length) = cx.valid_typed_array(this, "indexOf")?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let start = cx.relative_index(args.at(cx, 1), length as u64)? as usize;
    let present = cx.heap.view_length(&array).unwrap_or(0).min(length);
    match wanted(cx, &array, args.at(cx, 0))? {
        None | Some(Wanted::Nan) => Ok(Value::int(-1)),
        Some(wanted) => Ok(find(cx, &array, start..present, wanted)?.map_or(Value::int(-1), Value::index)),
    }
}

/// %TypedArray%.prototype.lastIndexOf (§23.2.3.20)
pub(crate) fn last_index_of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, array, length) = cx.valid_typed_array(this, "lastIndexOf")?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let from = match args.get(cx, 1) {
        Some(from) => cx.to_integer_or_infinity(from)?,
        None => length as f64 - 1.0,
    };
    let last = if from >= 0.0 { from.min(length as f64 - 1.0) } else { length as f64 + from };
    let Some(wanted) = wanted(cx, &array, args.at(cx, 0))? else { return Ok(Value::int(-1)) };
    if last < 0.0 || matches!(wanted, Wanted::Nan) {
        return Ok(Value::int(-1));
    }
    let present = cx.heap.view_length(&array).unwrap_or(0);
    let mut end = (last as usize + 1).min(present);
    while end > 0 {
        let start = end.saturating_sub(STRETCH);
        cx.charge_fuel((end - start) as u64 / 4 + 1)?;
        let view = cx.heap.view(&array).unwrap_or(&[]);
        if let Some(found) = (start..end).rev().find(|&index| matches(&array, view, index, wanted)) {
            return Ok(Value::index(found));
        }
        end = start;
    }
    Ok(Value::int(-1))
}
