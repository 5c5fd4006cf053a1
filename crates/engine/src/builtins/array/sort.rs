//! Sorting: the order by text, and what the prelude needs to sort with a comparator.

use smallvec::SmallVec;
use std::cmp::Ordering;

use crate::completion::Completion;
use crate::heap::Heap;
use crate::heap::text::Str;
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::realm::natives::Args;
use crate::value::number::number_to_string;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// `$SortCollect(object, length)`: a new array of the elements that are present, undefined ones last
/// (SortIndexedProperties with holes skipped, §23.1.3.30.1).
pub(crate) fn collect(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (object, length) = (args.at(cx, 0), args.at(cx, 1));
    let (Some(object), Some(length)) = (object.as_object(), length.as_number()) else {
        return Ok(Value::UNDEFINED);
    };
    let length = length as u64;
    let mut values = Vec::new();
    if cx.is_simple_array(object) && cx.heap.array_length(object).map(u64::from) == Some(length) {
        let dense = cx.heap.object(object).elements.dense().len();
        cx.heap.charge(dense * 8)?;
        cx.charge_fuel(dense as u64 / 16)?;
        values.reserve_exact(dense);
        values.extend(cx.heap.object(object).elements.dense().iter().filter(|value| !value.is_hole()));
    } else {
        for index in 0..length {
            cx.charge_fuel(2)?;
            if let Some(value) = cx.get_index_if_present(object, index)? {
                cx.heap.charge(8)?;
                values.push(value);
            }
        }
    }
    undefined_last(&mut values);
    Ok(cx.adopt_array(values).into())
}

/// `$SortCollectAll(object, length)`: the same with holes read as undefined, for `toSorted`.
pub(crate) fn collect_all(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (object, length) = (args.at(cx, 0), args.at(cx, 1));
    let (Some(object), Some(length)) = (object.as_object(), length.as_number()) else {
        return Ok(Value::UNDEFINED);
    };
    let mut values = cx.read_array_like(object, length as u64)?;
    undefined_last(&mut values);
    Ok(cx.adopt_array(values).into())
}

fn undefined_last(values: &mut [Value]) {
    let mut kept = 0;
    for index in 0..values.len() {
        if let Some(&value) = values.get(index)
            && !value.is_undefined()
        {
            values.swap(kept, index);
            kept += 1;
        }
    }
}

/// `$SortWriteBack(object, list, length)`: stores the sorted elements and deletes what is left of the holes.
pub(crate) fn write_back(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (object, list, length) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    let (Some(object), Some(list), Some(length)) = (object.as_object(), list.as_object(), length.as_number()) else {
        return Ok(object);
    };
    let length = length as u64;
    let count = cx.heap.array_length(list).unwrap_or(0) as usize;
    if cx.is_simple_array(object) && cx.heap.array_length(object).map(u64::from) == Some(length) {
        cx.charge_fuel(count as u64 / 16)?;
        let sorted = cx.dense_parts(list).map(|(values, _)| std::mem::take(values)).unwrap_or_default();
        if let Some((values, _)) = cx.dense_parts(object) {
            *values = sorted;
        }
        return Ok(object.into());
    }
    for index in 0..count as u64 {
        cx.charge_fuel(2)?;
        let value = cx.get_index(list, index)?;
        cx.set_index(object, index, value)?;
    }
    for index in count as u64..length {
        cx.charge_fuel(2)?;
        let property = cx.index_key(index)?;
        if cx.has_property(object, property)? {
            cx.delete_property_or_throw(object, property)?;
        }
    }
    Ok(object.into())
}

/// `$SortRotate(list, to, from)`: moves the element at `from` down to `to`.
pub(crate) fn rotate(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (list, to, from) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    if let (Some(list), Some(to), Some(from)) = (list.as_object(), to.as_int(), from.as_int())
        && let Some((values, _)) = cx.dense_parts(list)
        && let Some(range) = values.get_mut(to as usize..=from as usize)
    {
        range.rotate_right(1);
    }
    Ok(Value::UNDEFINED)
}

/// `$SortCopy(source, from, to, target, at)`: copies a range of one internal list over another.
pub(crate) fn copy(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (source, target) = (args.at(cx, 0), args.at(cx, 3));
    let (Some(source), Some(target)) = (source.as_object(), target.as_object()) else { return Ok(Value::UNDEFINED) };
    let position = |index| args.at(cx, index).as_number().unwrap_or(0.0) as usize;
    let (from, to, at) = (position(1), position(2), position(4));
    let count = to.saturating_sub(from);
    cx.charge_fuel(count as u64 / 32)?;
    let missing = (at + count).saturating_sub(cx.heap.object(target).elements.dense().len());
    if missing > 0 {
        cx.reserve_dense(target, missing)?;
    }
    let Some((values, _)) = cx.dense_parts(source) else { return Ok(Value::UNDEFINED) };
    let moved = std::mem::take(values);
    if let Some((values, length)) = cx.dense_parts(target)
        && let Some(range) = moved.get(from..to)
    {
        if values.len() < at + count {
            values.resize(at + count, Value::UNDEFINED);
            *length = values.len() as u32;
        }
        if let Some(target) = values.get_mut(at..at + count) {
            target.copy_from_slice(range);
        }
    }
    if let Some((values, _)) = cx.dense_parts(source) {
        *values = moved;
    }
    Ok(Value::UNDEFINED)
}

/// `$SortByText(list, count)`: sorts the first `count` elements by their text (SortCompare without a comparator).
pub(crate) fn by_text(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (Some(list), Some(count)) = (args.at(cx, 0).as_object(), args.at(cx, 1).as_number()) else {
        return Ok(Value::UNDEFINED);
    };
    let count = (count as usize).min(MAX_ARRAY_LENGTH);
    let charged = count * size_of::<Keyed>() * 2;
    cx.heap.charge(charged)?;
    let mut keyed = Vec::with_capacity(count);
    for index in 0..count {
        let value = cx.get_index(list, index as u64)?;
        let key = match value.as_number() {
            Some(number) => {
                cx.charge_fuel(2)?;
                SortKey::Number(number_to_string(number).as_bytes().into())
            }
            None => {
                cx.charge_fuel(1)?;
                let text = cx.to_string(value)?;
                SortKey::Text(text)
            }
        };
        keyed.push(Keyed { key, value });
    }
    let sorted = merge_sort(cx, keyed)?;
    if let Some((values, _)) = cx.dense_parts(list) {
        for (target, keyed) in values.iter_mut().zip(sorted) {
            *target = keyed.value;
        }
    }
    cx.heap.uncharge(charged);
    Ok(Value::UNDEFINED)
}

#[derive(Clone)]
struct Keyed {
    key: SortKey,
    value: Value,
}

#[derive(Clone)]
enum SortKey {
    Text(StringId),
    Number(SmallVec<[u8; 24]>),
}

impl SortKey {
    fn text<'a>(&'a self, heap: &'a Heap) -> Str<'a> {
        match self {
            SortKey::Text(id) => heap.str(*id),
            SortKey::Number(digits) => Str::Latin1(digits),
        }
    }
}

fn compare(heap: &Heap, a: &Keyed, b: &Keyed) -> Ordering {
    a.key.text(heap).compare(b.key.text(heap))
}

/// Elements sorted at once, between two charges.
const RUN: usize = 256;

/// A stable merge sort that is charged as it goes, so that no sort is longer than its fuel.
fn merge_sort(cx: &mut Vm, mut items: Vec<Keyed>) -> Completion<Vec<Keyed>> {
    let average = items.iter().map(|item| item.key.text(&cx.heap).len()).sum::<usize>() / items.len().max(1);
    let weight = 1 + average as u64 / 64;
    for run in items.chunks_mut(RUN) {
        cx.charge_fuel(run.len() as u64 * 8 * weight)?;
        let heap = &cx.heap;
        run.sort_by(|a, b| compare(heap, a, b));
    }
    let mut width = RUN;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(width * 2) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some(a), Some(b)) = (left.first(), right.first()) {
                if merged.len() % RUN == 0 {
                    cx.charge_fuel(RUN as u64 * weight)?;
                }
                if compare(&cx.heap, a, b) == Ordering::Greater {
                    merged.push(b.clone());
                    right = right.get(1..).unwrap_or(&[]);
                } else {
                    merged.push(a.clone());
                    left = left.get(1..).unwrap_or(&[]);
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        items = merged;
        width *= 2;
    }
    Ok(items)
}

/// `$IsDense(object)`: whether it is an array of dense elements, which have no accessors.
pub(crate) fn is_dense(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = args.at(cx, 0).as_object();
    Ok(object
        .is_some_and(|id: ObjectId| cx.heap.object(id).is_array() && cx.heap.object(id).elements.is_dense())
        .into())
}
