//! How typed arrays are made (ECMA-262 §23.2.4, §23.2.5).

use super::TypedArrayData;
use super::element::Element;
use crate::builtins::array_buffer::MAX_BUFFER_LENGTH;
use crate::completion::{Completion, Unwind};
use crate::heap::object::ObjectKind;
use crate::heap::symbol::WellKnown;
use crate::realm::natives::Args;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// *TypedArray* (§23.2.5.1)
pub(crate) fn construct(cx: &mut Vm, args: Args, element: Element) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error(&format!("Constructor {} requires 'new'", element.array_name())));
    }
    let first = args.at(cx, 0);
    let Some(source) = first.as_object() else {
        let length = cx.index_argument(first, "typed array length")?;
        let proto = cx.prototype_from_constructor(new_target, element.prototype())?;
        return Ok(new_zeroed(cx, element, length, Some(proto))?.into());
    };
    let proto = cx.prototype_from_constructor(new_target, element.prototype())?;
    let array = match &cx.heap.object(source).kind {
        ObjectKind::TypedArray(data) => {
            let data = **data;
            from_typed_array(cx, element, &data, proto)?
        }
        ObjectKind::ArrayBuffer(_) => from_buffer(cx, element, source, args, proto)?,
        _ => from_object(cx, element, source, proto)?,
    };
    Ok(array.into())
}

fn length_error(cx: &mut Vm, length: u64) -> Unwind {
    cx.range_error(&format!("Invalid typed array length: {length}"))
}

/// The bytes of so many elements, all zero (AllocateTypedArrayBuffer §23.2.5.1.6).
fn new_elements(cx: &mut Vm, element: Element, length: u64) -> Completion<Vec<u8>> {
    match length.checked_mul(element.size() as u64) {
        Some(bytes) if bytes <= MAX_BUFFER_LENGTH => cx.new_bytes(bytes),
        _ => Err(length_error(cx, length)),
    }
}

/// A typed array of zeros around a new buffer (AllocateTypedArray §23.2.5.1.1 with a length).
fn new_zeroed(cx: &mut Vm, element: Element, length: u64, proto: Option<ObjectId>) -> Completion<ObjectId> {
    let bytes = new_elements(cx, element, length)?;
    Ok(cx.adopt_typed_array(element, bytes, proto))
}

/// InitializeTypedArrayFromTypedArray (§23.2.5.1.2)
fn from_typed_array(cx: &mut Vm, element: Element, source: &TypedArrayData, proto: ObjectId) -> Completion<ObjectId> {
    let Some(length) = cx.heap.view_length(source) else { return Err(cx.out_of_bounds_error("construction")) };
    if element.is_bigint() != source.element.is_bigint() {
        return Err(content_type_error(cx));
    }
    let bytes = converted(cx, source, 0..length, element)?;
    Ok(cx.adopt_typed_array(element, bytes, Some(proto)))
}

/// The error for elements that are BigInts on one side only.
pub(crate) fn content_type_error(cx: &mut Vm) -> Unwind {
    cx.type_error("Cannot mix BigInt and other types: one typed array holds BigInts, the other numbers")
}

/// Elements in `range` as bytes of another element type with the same content type, charged. The caller knows that
/// they are there.
pub(crate) fn converted(
    cx: &mut Vm,
    source: &TypedArrayData,
    range: std::ops::Range<usize>,
    element: Element,
) -> Completion<Vec<u8>> {
    let (from, count) = (range.start, range.len());
    if source.element == element {
        let size = element.size();
        return cx.copy_of_bytes(source.buffer, source.byte_offset + from * size, count * size);
    }
    let mut bytes = new_elements(cx, element, count as u64)?;
    cx.in_stretches(count, |cx, range| {
        let view = cx.heap.view(source).unwrap_or(&[]);
        for index in range {
            let Some(bits) = source.element.read(view, from + index) else { break };
            let bits = match source.element.number(bits).and_then(Value::as_number) {
                Some(number) => element.bits_of_number(number),
                // Both are BigInts of 64 bits.
                None => bits,
            };
            element.write(&mut bytes, index, bits);
        }
    })?;
    Ok(bytes)
}

/// InitializeTypedArrayFromArrayBuffer (§23.2.5.1.3)
fn from_buffer(cx: &mut Vm, element: Element, buffer: ObjectId, args: Args, proto: ObjectId) -> Completion<ObjectId> {
    let (name, size) = (element.array_name(), element.size() as u64);
    let offset = cx.index_argument(args.at(cx, 1), "typed array offset")?;
    if offset % size != 0 {
        return Err(cx.range_error(&format!("start offset of {name} should be a multiple of {size}, not {offset}")));
    }
    let length = match args.at(cx, 2) {
        length if length.is_undefined() => None,
        length => Some(cx.index_argument(length, "typed array length")?),
    };
    let (available, is_fixed) = match cx.heap.buffer(buffer) {
        Some(data) if !data.is_detached => (data.bytes.len() as u64, data.max.is_none()),
        _ => return Err(cx.detached_error("construction")),
    };
    let length = match length {
        Some(length) => {
            let end = length.checked_mul(size).and_then(|bytes| bytes.checked_add(offset));
            if end.is_none_or(|end| end > available) {
                return Err(cx.range_error(&format!(
                    "Invalid typed array length: {length} elements at offset {offset} do not fit the buffer of {available} bytes"
                )));
            }
            Some(length as usize)
        }
        None => {
            if is_fixed && available % size != 0 {
                return Err(
                    cx.range_error(&format!("byte length of {name} should be a multiple of {size}, not {available}"))
                );
            }
            if offset > available {
                return Err(cx.range_error(&format!(
                    "start offset {offset} is outside the bounds of the buffer of {available} bytes"
                )));
            }
            is_fixed.then_some(((available - offset) / size) as usize)
        }
    };
    let data = TypedArrayData { buffer, element, byte_offset: offset as usize, length };
    Ok(cx.new_typed_array(data, Some(proto)))
}

/// InitializeTypedArrayFromList (§23.2.5.1.4) of an iterable, else InitializeTypedArrayFromArrayLike (§23.2.5.1.5)
fn from_object(cx: &mut Vm, element: Element, source: ObjectId, proto: ObjectId) -> Completion<ObjectId> {
    let method = cx.get_method(source.into(), PropertyKey::Symbol(WellKnown::Iterator.id()))?;
    let Some(method) = method else {
        let length = cx.length_of_array_like(source)?;
        let mut bytes = new_elements(cx, element, length)?;
        for index in 0..length {
            cx.charge_fuel(2)?;
            let value = cx.get_index(source, index)?;
            let bits = element.bits_of_value(cx, value)?;
            element.write(&mut bytes, index as usize, bits);
        }
        return Ok(cx.adopt_typed_array(element, bytes, Some(proto)));
    };
    let values = match cx.fast_array_values(source.into())? {
        Some(values) => values,
        None => {
            let record = cx.get_iterator_from_method(source.into(), method)?;
            cx.iterator_to_list(record)?
        }
    };
    let mut bytes = new_elements(cx, element, values.len() as u64)?;
    for (index, &value) in values.iter().enumerate() {
        cx.charge_fuel(1)?;
        let bits = element.bits_of_value(cx, value)?;
        element.write(&mut bytes, index, bits);
    }
    Ok(cx.adopt_typed_array(element, bytes, Some(proto)))
}

// ── Making one like another ────────────────────────────────────────────────────────────────────────────────────────────

/// What is asked of the typed array that a constructor of the program makes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wanted {
    /// At least so many elements.
    Length(u64),
    /// A view of a buffer; `None` reaches to its end.
    View { buffer: ObjectId, byte_offset: usize, length: Option<usize> },
}

/// TypedArrayCreateFromConstructor (§23.2.4.2)
pub(crate) fn create_from_constructor(cx: &mut Vm, constructor: ObjectId, wanted: Wanted) -> Completion<ObjectId> {
    let array = match wanted {
        Wanted::Length(length) => cx.construct(constructor, &[Value::number(length as f64)], None)?,
        Wanted::View { buffer, byte_offset, length: None } => {
            cx.construct(constructor, &[buffer.into(), Value::index(byte_offset)], None)?
        }
        Wanted::View { buffer, byte_offset, length: Some(length) } => {
            cx.construct(constructor, &[buffer.into(), Value::index(byte_offset), Value::index(length)], None)?
        }
    };
    check_created(cx, array.into(), wanted)?;
    Ok(array)
}

/// What TypedArrayCreateFromConstructor checks of the object that it got.
pub(crate) fn check_created(cx: &mut Vm, array: Value, wanted: Wanted) -> Completion<()> {
    let data = array.as_object().and_then(|id| cx.heap.typed_array(id)).copied();
    let Some(data) = data else {
        let shown = cx.describe(array);
        return Err(cx.type_error(&format!("the constructor must return a typed array, not {shown}")));
    };
    let Some(length) = cx.heap.view_length(&data) else { return Err(cx.out_of_bounds_error("construction")) };
    if let Wanted::Length(wanted) = wanted
        && (length as u64) < wanted
    {
        return Err(cx.type_error(&format!(
            "the constructor returned a typed array of {length} elements where {wanted} are needed"
        )));
    }
    Ok(())
}

/// TypedArraySpeciesCreate (§23.2.4.1)
pub(crate) fn species_create(
    cx: &mut Vm,
    exemplar: ObjectId,
    element: Element,
    wanted: Wanted,
) -> Completion<(ObjectId, TypedArrayData)> {
    let constructor = cx.species_constructor(exemplar, element.constructor())?;
    let array = create_from_constructor(cx, constructor, wanted)?;
    let Some(&data) = cx.heap.typed_array(array) else {
        return Err(crate::completion::Abort::Internal("a checked typed array is none").into());
    };
    if data.element.is_bigint() != element.is_bigint() {
        return Err(content_type_error(cx));
    }
    Ok((array, data))
}

/// %TypedArray%.of (§23.2.2.2)
pub(crate) fn of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let Some(constructor) = this.as_object().filter(|_| cx.is_constructor(this)) else {
        return Err(cx.not_constructor_error(this));
    };
    let array = create_from_constructor(cx, constructor, Wanted::Length(args.len() as u64))?;
    for index in 0..args.len() {
        cx.charge_fuel(2)?;
        let value = args.at(cx, index);
        cx.set_index(array, index as u64, value)?;
    }
    Ok(array.into())
}
