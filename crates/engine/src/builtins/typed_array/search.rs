//! `at`, `includes`, `indexOf`, `lastIndexOf` of typed arrays (ECMA-262 §23.2.3).

use super::TypedArrayData;
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
    Number(f64),
    Nan,
    /// A BigInt that the element type can hold.
    Bits(u64),
}

/// What to look for; `None` when no element can be equal.
fn wanted(cx: &mut Vm, array: &TypedArrayData, value: Value) -> Completion<Option<Wanted>> {
    if array.element.is_bigint() {
        let Some(id) = value.as_bigint() else { return Ok(None) };
        let bits = array.element.bits_of_value(cx, value)?;
        let back = array.element.value(cx, bits)?;
        let is_same = back.as_bigint().is_some_and(|back| cx.heap.bigint(back) == cx.heap.bigint(id));
        return Ok(is_same.then_some(Wanted::Bits(bits)));
    }
    Ok(value.as_number().map(|number| if number.is_nan() { Wanted::Nan } else { Wanted::Number(number) }))
}

fn matches(array: &TypedArrayData, view: &[u8], index: usize, wanted: Wanted) -> bool {
    let Some(bits) = array.element.read(view, index) else { return false };
    let number = || array.element.number(bits).and_then(Value::as_number);
    match wanted {
        Wanted::Number(wanted) => number() == Some(wanted),
        Wanted::Nan => number().is_some_and(f64::is_nan),
        Wanted::Bits(wanted) => bits == wanted,
    }
}

/// The first index in `range` whose element is equal.
fn find(
    cx: &mut Vm,
    array: &TypedArrayData,
    range: std::ops::Range<usize>,
    wanted: Wanted,
) -> Completion<Option<usize>> {
    let mut at = range.start;
    while at < range.end {
        let end = (at + STRETCH).min(range.end);
        cx.charge_fuel((end - at) as u64 / 4 + 1)?;
        let view = cx.heap.view(array).unwrap_or(&[]);
        if let Some(found) = (at..end).find(|&index| matches(array, view, index, wanted)) {
            return Ok(Some(found));
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
