//! `push`, `pop`, `shift`, `unshift`: work at the ends of an array.

use super::{LAST_SAFE, set_length};
use crate::completion::Completion;
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

/// Array.prototype.push (§23.1.3.23)
pub(crate) fn push(cx: &mut Vm, this: Value, args: Args) -> Completion {
    if let Some(array) = cx.simple_array(this)
        && cx.pad_dense(array)?
    {
        let length = cx.heap.array_length(array).unwrap_or(0) as usize;
        if length + args.len() > MAX_ARRAY_LENGTH {
            return Err(cx.range_error("Invalid array length"));
        }
        if args.len() > 1 {
            cx.charge_fuel(args.len() as u64 / 8)?;
            cx.reserve_dense(array, args.len())?;
        }
        for index in 0..args.len() {
            let value = args.at(cx, index);
            cx.heap.array_push(array, value)?;
        }
        return Ok(Value::index(length + args.len()));
    }
    let object = cx.to_object(this)?;
    let mut length = cx.length_of_array_like(object)?;
    if length + args.len() as u64 > LAST_SAFE {
        return Err(cx.type_error("pushing more elements than an array-like object can hold"));
    }
    for index in 0..args.len() {
        cx.charge_fuel(1)?;
        let value = args.at(cx, index);
        cx.set_index(object, length, value)?;
        length += 1;
    }
    set_length(cx, object, length)?;
    Ok(Value::number(length as f64))
}

/// Array.prototype.pop (§23.1.3.22)
pub(crate) fn pop(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    if let Some(array) = cx.simple_array(this)
        && let Some((values, length)) = cx.dense_parts(array)
    {
        if *length == 0 {
            return Ok(Value::UNDEFINED);
        }
        let value = if values.len() == *length as usize { values.pop() } else { None };
        *length -= 1;
        return Ok(value.filter(|value| !value.is_hole()).unwrap_or(Value::UNDEFINED));
    }
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if length == 0 {
        set_length(cx, object, 0)?;
        return Ok(Value::UNDEFINED);
    }
    let property = cx.index_key(length - 1)?;
    let element = cx.get(object, property)?;
    cx.delete_property_or_throw(object, property)?;
    set_length(cx, object, length - 1)?;
    Ok(element)
}

/// Array.prototype.shift (§23.1.3.27)
pub(crate) fn shift(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    if let Some(array) = cx.simple_array(this) {
        let moved = cx.heap.object(array).elements.dense().len();
        cx.charge_fuel(moved as u64 / 64)?;
        if let Some((values, length)) = cx.dense_parts(array) {
            if *length == 0 {
                return Ok(Value::UNDEFINED);
            }
            let value = if values.is_empty() { Value::UNDEFINED } else { values.remove(0) };
            *length -= 1;
            return Ok(if value.is_hole() { Value::UNDEFINED } else { value });
        }
    }
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if length == 0 {
        set_length(cx, object, 0)?;
        return Ok(Value::UNDEFINED);
    }
    let first = cx.get_index(object, 0)?;
    for index in 1..length {
        cx.charge_fuel(3)?;
        let target = cx.index_key(index - 1)?;
        match cx.get_index_if_present(object, index)? {
            Some(value) => cx.set(object, target, value)?,
            None => cx.delete_property_or_throw(object, target)?,
        }
    }
    let last = cx.index_key(length - 1)?;
    cx.delete_property_or_throw(object, last)?;
    set_length(cx, object, length - 1)?;
    Ok(first)
}

/// Array.prototype.unshift (§23.1.3.37)
pub(crate) fn unshift(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let count = args.len();
    if let Some(array) = cx.simple_array(this) {
        let length = cx.heap.array_length(array).unwrap_or(0) as usize;
        let present = cx.heap.object(array).elements.dense().len();
        if present + count > MAX_ARRAY_LENGTH || length + count > u32::MAX as usize {
            return Err(cx.range_error("Invalid array length"));
        }
        cx.charge_fuel((present + count) as u64 / 64)?;
        cx.reserve_dense(array, count)?;
        let added = args.to_vec(cx, 0);
        if let Some((values, length)) = cx.dense_parts(array) {
            values.splice(0..0, added);
            *length += count as u32;
        }
        return Ok(Value::index(length + count));
    }
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if count > 0 {
        if length + count as u64 > LAST_SAFE {
            return Err(cx.type_error("unshifting more elements than an array-like object can hold"));
        }
        for index in (0..length).rev() {
            cx.charge_fuel(3)?;
            let target = cx.index_key(index + count as u64)?;
            match cx.get_index_if_present(object, index)? {
                Some(value) => cx.set(object, target, value)?,
                None => cx.delete_property_or_throw(object, target)?,
            }
        }
        for index in 0..count {
            let value = args.at(cx, index);
            cx.set_index(object, index as u64, value)?;
        }
    }
    set_length(cx, object, length + count as u64)?;
    Ok(Value::number((length + count as u64) as f64))
}
