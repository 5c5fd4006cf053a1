//! Methods of typed arrays that copy and move elements (ECMA-262 §23.2.3): `copyWithin`, `reverse`, `set`, `slice`,
//! `subarray`, `toReversed`, `with`.

use super::TypedArrayData;
use super::construct::{Wanted, content_type_error, converted, species_create};
use crate::completion::Completion;
use crate::realm::natives::Args;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// %TypedArray%.prototype.copyWithin (§23.2.3.6)
pub(crate) fn copy_within(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (id, array, length) = cx.valid_typed_array(this, "copyWithin")?;
    let to = cx.relative_index(args.at(cx, 0), length as u64)? as usize;
    let from = cx.relative_index(args.at(cx, 1), length as u64)? as usize;
    let end = cx.relative_end(args.at(cx, 2), length as u64)? as usize;
    let count = end.saturating_sub(from).min(length - to);
    if count > 0 {
        // The conversions may have changed the buffer: what is no longer there is neither read nor written.
        let (_, _, length) = cx.valid_typed_array(this, "copyWithin")?;
        let count = count.min(length.saturating_sub(from.max(to)));
        let size = array.element.size();
        let place = |index| (array.buffer, array.byte_offset + index * size);
        cx.move_bytes(place(from), place(to), count * size)?;
    }
    Ok(id.into())
}

/// %TypedArray%.prototype.reverse (§23.2.3.25)
pub(crate) fn reverse(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (id, array, length) = cx.valid_typed_array(this, "reverse")?;
    let element = array.element;
    cx.in_stretches(length / 2, |cx, range| {
        let Some(view) = cx.heap.view_mut(&array) else { return };
        for lower in range {
            let upper = length - 1 - lower;
            if let (Some(first), Some(last)) = (element.read(view, lower), element.read(view, upper)) {
                element.write(view, lower, last);
                element.write(view, upper, first);
            }
        }
    })?;
    Ok(id.into())
}

/// %TypedArray%.prototype.toReversed (§23.2.3.32)
pub(crate) fn to_reversed(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (_, array, length) = cx.valid_typed_array(this, "toReversed")?;
    let bytes = converted(cx, &array, 0..length, array.element)?;
    let copy = cx.adopt_typed_array(array.element, bytes, None);
    reverse(cx, copy.into(), Args::NONE)
}

/// %TypedArray%.prototype.with (§23.2.3.36)
pub(crate) fn with(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, array, length) = cx.valid_typed_array(this, "with")?;
    let relative = cx.to_integer_or_infinity(args.at(cx, 0))?;
    let index = if relative >= 0.0 { relative } else { length as f64 + relative };
    let bits = array.element.bits_of_value(cx, args.at(cx, 1))?;
    // The conversion may have changed the buffer.
    let present = cx.heap.view_length(&array).unwrap_or(0);
    if index < 0.0 || index >= present as f64 {
        return Err(cx.range_error("Invalid index : the typed array has no element there"));
    }
    let copied = present.min(length);
    let mut bytes = converted(cx, &array, 0..copied, array.element)?;
    if copied < length {
        // What is gone is read as undefined: NaN, zero, or the TypeError of ToBigInt.
        let filler = array.element.bits_of_value(cx, Value::UNDEFINED)?;
        bytes = cx.resize_bytes(bytes, length * array.element.size())?;
        (copied..length).for_each(|index| array.element.write(&mut bytes, index, filler));
    }
    array.element.write(&mut bytes, index as usize, bits);
    Ok(cx.adopt_typed_array(array.element, bytes, None).into())
}

/// %TypedArray%.prototype.set (§23.2.3.26)
pub(crate) fn set(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, target) = cx.this_typed_array(this, "set")?;
    let offset = cx.to_integer_or_infinity(args.at(cx, 1))?;
    if offset < 0.0 {
        return Err(cx.range_error("TypedArray.prototype.set: the offset must not be negative"));
    }
    let source = args.at(cx, 0);
    match source.as_object().and_then(|id| cx.heap.typed_array(id)).copied() {
        Some(source) => set_from_typed_array(cx, &target, offset, &source)?,
        None => set_from_array_like(cx, &target, offset, source)?,
    }
    Ok(Value::UNDEFINED)
}

/// Whether elements fit from `offset` on; the offset as an index.
fn check_room(cx: &mut Vm, target_length: usize, offset: f64, source_length: u64) -> Completion<usize> {
    if source_length as f64 + offset > target_length as f64 {
        let offset = crate::value::number::number_to_string(offset);
        return Err(cx.range_error(&format!(
            "{source_length} elements at offset {offset} do not fit a typed array of {target_length} elements"
        )));
    }
    Ok(offset as usize)
}

/// SetTypedArrayFromTypedArray (§23.2.3.26.1)
fn set_from_typed_array(cx: &mut Vm, target: &TypedArrayData, offset: f64, source: &TypedArrayData) -> Completion<()> {
    let (Some(target_length), Some(length)) = (cx.heap.view_length(target), cx.heap.view_length(source)) else {
        return Err(cx.out_of_bounds_error("TypedArray.prototype.set"));
    };
    if target.element.is_bigint() != source.element.is_bigint() {
        return Err(content_type_error(cx));
    }
    let offset = check_room(cx, target_length, offset, length as u64)?;
    let size = target.element.size();
    let place = target.byte_offset + offset * size;
    if source.element == target.element {
        return cx.move_bytes((source.buffer, source.byte_offset), (target.buffer, place), length * size);
    }
    // Through a copy, since both may show the same buffer.
    let bytes = converted(cx, source, 0..length, target.element)?;
    if let Some(buffer) = cx.heap.buffer_mut(target.buffer)
        && let Some(written) = buffer.bytes.get_mut(place..place + bytes.len())
    {
        written.copy_from_slice(&bytes);
    }
    cx.heap.uncharge(bytes.len());
    Ok(())
}

/// SetTypedArrayFromArrayLike (§23.2.3.26.2)
fn set_from_array_like(cx: &mut Vm, target: &TypedArrayData, offset: f64, source: Value) -> Completion<()> {
    let Some(target_length) = cx.heap.view_length(target) else {
        return Err(cx.out_of_bounds_error("TypedArray.prototype.set"));
    };
    let source = cx.to_object(source)?;
    let length = cx.length_of_array_like(source)?;
    let offset = check_room(cx, target_length, offset, length)?;
    for index in 0..length {
        cx.charge_fuel(2)?;
        let value = cx.get_index(source, index)?;
        cx.set_typed_array_element(target, Some(offset + index as usize), value)?;
    }
    Ok(())
}

/// %TypedArray%.prototype.slice (§23.2.3.27)
pub(crate) fn slice(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (id, source, length) = cx.valid_typed_array(this, "slice")?;
    let start = cx.relative_index(args.at(cx, 0), length as u64)? as usize;
    let end = cx.relative_end(args.at(cx, 1), length as u64)? as usize;
    let count = end.saturating_sub(start);
    let (copy, target) = species_create(cx, id, source.element, Wanted::Length(count as u64))?;
    if count == 0 {
        return Ok(copy.into());
    }
    // The constructor may have changed the buffer.
    let (_, _, length) = cx.valid_typed_array(this, "slice")?;
    let end = end.min(length);
    let count = end.saturating_sub(start);
    if target.element != source.element {
        for index in 0..count {
            cx.charge_fuel(2)?;
            let value = cx.typed_array_element(&source, start + index)?;
            cx.set_typed_array_element(&target, Some(index), value)?;
        }
        return Ok(copy.into());
    }
    let size = source.element.size();
    let count = count.min(cx.heap.view_length(&target).unwrap_or(0));
    let from = source.byte_offset + start * size;
    if source.buffer == target.buffer && from < target.byte_offset {
        copy_forwards(cx, source.buffer, from, target.byte_offset, count * size)?;
    } else {
        cx.move_bytes((source.buffer, from), (target.buffer, target.byte_offset), count * size)?;
    }
    Ok(copy.into())
}

/// Copies a byte at a time within a buffer, so that bytes written may be read again: what `slice` does when a species
/// constructor gives it a view of the same buffer.
fn copy_forwards(cx: &mut Vm, buffer: ObjectId, from: usize, to: usize, length: usize) -> Completion<()> {
    cx.in_stretches(length, |cx, range| {
        let Some(data) = cx.heap.buffer_mut(buffer) else { return };
        for index in range {
            if let Some(&byte) = data.bytes.get(from + index)
                && let Some(target) = data.bytes.get_mut(to + index)
            {
                *target = byte;
            }
        }
    })
}

/// %TypedArray%.prototype.subarray (§23.2.3.30)
pub(crate) fn subarray(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (id, array) = cx.this_typed_array(this, "subarray")?;
    let length = cx.heap.view_length(&array).unwrap_or(0) as u64;
    let start = cx.relative_index(args.at(cx, 0), length)? as usize;
    let end = args.at(cx, 1);
    let view_length = if array.length.is_none() && end.is_undefined() {
        None
    } else {
        Some((cx.relative_end(end, length)? as usize).saturating_sub(start))
    };
    let byte_offset = array.byte_offset + start * array.element.size();
    let wanted = Wanted::View { buffer: array.buffer, byte_offset, length: view_length };
    Ok(species_create(cx, id, array.element, wanted)?.0.into())
}
