//! Parts of arrays: `slice`, `splice`, `concat`, `fill`, `copyWithin`, `reverse`, `flat`.

use super::{LAST_SAFE, set_length};
use crate::completion::Completion;
use crate::heap::symbol::WellKnown;
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::realm::natives::Args;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// Whether an array is simple and as long as was read before arguments were converted.
fn is_simple_with_length(cx: &mut Vm, object: ObjectId, length: u64) -> bool {
    cx.is_simple_array(object) && cx.heap.array_length(object).map(u64::from) == Some(length)
}

/// Array.prototype.slice (§23.1.3.28)
pub(crate) fn slice(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let start = cx.relative_index(args.at(cx, 0), length)?;
    let end = cx.relative_end(args.at(cx, 1), length)?;
    if is_simple_with_length(cx, object, length) && cx.has_default_array_species(object) {
        return Ok(cx.copy_dense(object, start as usize, end as usize)?.into());
    }
    let target = cx.array_species_create(object, end.saturating_sub(start))?;
    let mut count = 0;
    for index in start..end {
        cx.charge_fuel(2)?;
        if let Some(value) = cx.get_index_if_present(object, index)? {
            let property = cx.index_key(count)?;
            cx.create_data_property_or_throw(target, property, value)?;
        }
        count += 1;
    }
    set_length(cx, target, count)?;
    Ok(target.into())
}

/// Array.prototype.splice (§23.1.3.31)
pub(crate) fn splice(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let start = cx.relative_index(args.at(cx, 0), length)?;
    let items = args.to_vec(cx, 2);
    let removed = match args.len() {
        0 => 0,
        1 => length - start,
        _ => {
            let count = cx.to_integer_or_infinity(args.at(cx, 1))?;
            count.clamp(0.0, (length - start) as f64) as u64
        }
    };
    let new_length = length + items.len() as u64 - removed;
    if new_length > LAST_SAFE {
        return Err(cx.type_error("splicing more elements than an array-like object can hold"));
    }
    if is_simple_with_length(cx, object, length) && cx.has_default_array_species(object) && cx.pad_dense(object)? {
        return splice_dense(cx, object, start as usize, removed as usize, items);
    }
    let target = cx.array_species_create(object, removed)?;
    for index in 0..removed {
        cx.charge_fuel(2)?;
        if let Some(value) = cx.get_index_if_present(object, start + index)? {
            let property = cx.index_key(index)?;
            cx.create_data_property_or_throw(target, property, value)?;
        }
    }
    set_length(cx, target, removed)?;
    let added = items.len() as u64;
    if added < removed {
        for index in start..length - removed {
            move_element(cx, object, index + removed, index + added)?;
        }
        for index in (length - removed + added..length).rev() {
            cx.charge_fuel(1)?;
            let property = cx.index_key(index)?;
            cx.delete_property_or_throw(object, property)?;
        }
    } else if added > removed {
        for index in (start..length - removed).rev() {
            move_element(cx, object, index + removed, index + added)?;
        }
    }
    for (index, &value) in items.iter().enumerate() {
        cx.set_index(object, start + index as u64, value)?;
    }
    set_length(cx, object, new_length)?;
    Ok(target.into())
}

fn splice_dense(cx: &mut Vm, array: ObjectId, start: usize, removed: usize, items: Vec<Value>) -> Completion {
    let length = cx.heap.array_length(array).unwrap_or(0) as usize;
    cx.charge_fuel((length - start + items.len()) as u64 / 32)?;
    cx.reserve_dense(array, items.len().saturating_sub(removed))?;
    cx.heap.charge(removed * 8)?;
    let new_length = length - removed + items.len();
    let mut taken = Vec::with_capacity(removed);
    if let Some((values, length)) = cx.dense_parts(array) {
        taken.extend(values.splice(start..start + removed, items));
        *length = new_length as u32;
    }
    Ok(cx.adopt_array(taken).into())
}

fn move_element(cx: &mut Vm, object: ObjectId, from: u64, to: u64) -> Completion<()> {
    cx.charge_fuel(3)?;
    let target = cx.index_key(to)?;
    match cx.get_index_if_present(object, from)? {
        Some(value) => cx.set(object, target, value),
        None => cx.delete_property_or_throw(object, target),
    }
}

/// Array.prototype.concat (§23.1.3.2)
pub(crate) fn concat(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let is_default = cx.has_default_array_species(object);
    let target = cx.array_species_create(object, 0)?;
    let mut length = 0;
    for at in 0..=args.len() {
        let item = if at == 0 { object.into() } else { args.at(cx, at - 1) };
        cx.charge_fuel(1)?;
        match spreadable(cx, item)? {
            Some(source) => {
                let count = cx.length_of_array_like(source)?;
                if length + count > LAST_SAFE {
                    return Err(cx.type_error("concatenating more elements than an array-like object can hold"));
                }
                if is_default && append_dense(cx, target, length, source)? {
                    length += count;
                    continue;
                }
                for index in 0..count {
                    cx.charge_fuel(2)?;
                    if let Some(value) = cx.get_index_if_present(source, index)? {
                        let property = cx.index_key(length)?;
                        cx.create_data_property_or_throw(target, property, value)?;
                    }
                    length += 1;
                }
            }
            None => {
                if length >= LAST_SAFE {
                    return Err(cx.type_error("concatenating more elements than an array-like object can hold"));
                }
                let property = cx.index_key(length)?;
                cx.create_data_property_or_throw(target, property, item)?;
                length += 1;
            }
        }
    }
    set_length(cx, target, length)?;
    Ok(target.into())
}

/// IsConcatSpreadable (§23.1.3.2.1): the object, if it is.
fn spreadable(cx: &mut Vm, value: Value) -> Completion<Option<ObjectId>> {
    let Some(object) = value.as_object() else { return Ok(None) };
    let spreads = cx.get(object, PropertyKey::Symbol(WellKnown::IsConcatSpreadable.id()))?;
    let spreads = if spreads.is_undefined() { cx.is_array(value)? } else { cx.to_boolean(spreads) };
    Ok(spreads.then_some(object))
}

/// Appends all elements of a simple array to a plain new array as its elements from `at` on. False: not done.
fn append_dense(cx: &mut Vm, target: ObjectId, at: u64, source: ObjectId) -> Completion<bool> {
    if !cx.is_simple_array(source) || !cx.is_simple_array(target) {
        return Ok(false);
    }
    let count = cx.heap.array_length(source).unwrap_or(0) as usize;
    let filled = cx.heap.object(target).elements.dense().len() as u64;
    let added = cx.heap.object(source).elements.dense().len();
    if filled != at {
        // An earlier array ended in holes.
        return Ok(false);
    }
    cx.reserve_dense(target, added)?;
    cx.charge_fuel(added as u64 / 16)?;
    let copy = if source == target { return Ok(false) } else { cx.heap.object(source).elements.dense().to_vec() };
    if let Some((values, length)) = cx.dense_parts(target) {
        values.extend_from_slice(&copy);
        *length = (at as usize + count).min(u32::MAX as usize) as u32;
    }
    Ok(true)
}

/// Array.prototype.fill (§23.1.3.7)
pub(crate) fn fill(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let value = args.at(cx, 0);
    let start = cx.relative_index(args.at(cx, 1), length)?;
    let end = cx.relative_end(args.at(cx, 2), length)?;
    if start < end && is_simple_with_length(cx, object, length) && end <= MAX_ARRAY_LENGTH as u64 {
        let (start, end) = (start as usize, end as usize);
        let present = cx.heap.object(object).elements.dense().len();
        if start <= present {
            cx.charge_fuel((end - start) as u64 / 16)?;
            cx.reserve_dense(object, end.saturating_sub(present))?;
            if let Some((values, _)) = cx.dense_parts(object) {
                if end > values.len() {
                    values.resize(end, value);
                }
                if let Some(range) = values.get_mut(start..end) {
                    range.fill(value);
                }
            }
            return Ok(object.into());
        }
    }
    for index in start..end {
        cx.charge_fuel(2)?;
        cx.set_index(object, index, value)?;
    }
    Ok(object.into())
}

/// Array.prototype.copyWithin (§23.1.3.4)
pub(crate) fn copy_within(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let to = cx.relative_index(args.at(cx, 0), length)?;
    let from = cx.relative_index(args.at(cx, 1), length)?;
    let end = cx.relative_end(args.at(cx, 2), length)?;
    let count = end.saturating_sub(from).min(length - to);
    if count > 0 && is_simple_with_length(cx, object, length) && cx.pad_dense(object)? {
        cx.charge_fuel(count / 32)?;
        if let Some((values, _)) = cx.dense_parts(object) {
            values.copy_within(from as usize..(from + count) as usize, to as usize);
        }
        return Ok(object.into());
    }
    if from < to && to < from + count {
        for index in (0..count).rev() {
            move_element(cx, object, from + index, to + index)?;
        }
    } else {
        for index in 0..count {
            move_element(cx, object, from + index, to + index)?;
        }
    }
    Ok(object.into())
}

/// Array.prototype.reverse (§23.1.3.26)
pub(crate) fn reverse(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if is_simple_with_length(cx, object, length) && cx.pad_dense(object)? {
        cx.charge_fuel(length / 16)?;
        if let Some((values, _)) = cx.dense_parts(object) {
            values.reverse();
        }
        return Ok(object.into());
    }
    for lower in 0..length / 2 {
        cx.charge_fuel(4)?;
        let upper = length - 1 - lower;
        let (lower_key, upper_key) = (cx.index_key(lower)?, cx.index_key(upper)?);
        let lower_value = if cx.has_property(object, lower_key)? { Some(cx.get(object, lower_key)?) } else { None };
        let upper_value = if cx.has_property(object, upper_key)? { Some(cx.get(object, upper_key)?) } else { None };
        match upper_value {
            Some(value) => cx.set(object, lower_key, value)?,
            None if lower_value.is_some() => cx.delete_property_or_throw(object, lower_key)?,
            None => {}
        }
        match lower_value {
            Some(value) => cx.set(object, upper_key, value)?,
            None if upper_value.is_some() => cx.delete_property_or_throw(object, upper_key)?,
            None => {}
        }
    }
    Ok(object.into())
}

/// Array.prototype.flat (§23.1.3.13)
pub(crate) fn flat(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let depth = args.at(cx, 0);
    let depth = if depth.is_undefined() { 1.0 } else { cx.to_integer_or_infinity(depth)?.max(0.0) };
    let target = cx.array_species_create(object, 0)?;
    flatten_into(cx, target, 0, Source { object, length, next: 0 }, depth)?;
    Ok(target.into())
}

struct Source {
    object: ObjectId,
    length: u64,
    next: u64,
}

/// FlattenIntoArray (§23.1.3.13.1) without a mapper, on a stack of its own. Returns the next index of the target.
fn flatten_into(cx: &mut Vm, target: ObjectId, start: u64, source: Source, depth: f64) -> Completion<u64> {
    let mut at = start;
    let mut sources = vec![source];
    while let Some(source) = sources.last_mut() {
        if source.next >= source.length {
            sources.pop();
            continue;
        }
        let (object, index) = (source.object, source.next);
        source.next += 1;
        cx.charge_fuel(2)?;
        let Some(element) = cx.get_index_if_present(object, index)? else { continue };
        if sources.len() as f64 <= depth
            && cx.is_array(element)?
            && let Some(inner) = element.as_object()
        {
            let length = cx.length_of_array_like(inner)?;
            cx.heap.charge(size_of::<Source>())?;
            sources.push(Source { object: inner, length, next: 0 });
            continue;
        }
        if at >= LAST_SAFE {
            return Err(cx.type_error("flattening more elements than an array-like object can hold"));
        }
        if at > u64::from(u32::MAX) || !cx.append_to_new_array(target, at as u32, element)? {
            let property = cx.index_key(at)?;
            cx.create_data_property_or_throw(target, property, element)?;
        }
        at += 1;
    }
    Ok(at)
}

/// `$AppendFlat(target, index, array)`: the elements of an array that `flatMap` got from its callback. Returns the next
/// index.
pub(crate) fn append_flat(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (target, at, source) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    let (Some(target), Some(at), Some(object)) = (target.as_object(), at.as_number(), source.as_object()) else {
        return Ok(at);
    };
    let length = cx.length_of_array_like(object)?;
    let next = flatten_into(cx, target, at as u64, Source { object, length, next: 0 }, 0.0)?;
    Ok(Value::number(next as f64))
}
