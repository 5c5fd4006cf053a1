//! What of its buffer a typed array shows, and access to its elements (ECMA-262 §10.4.5).
//!
//! A buffer may shrink, grow or be detached at any time that program code runs; every access looks anew.

use super::TypedArrayData;
use super::element::Element;
use crate::builtins::data_view::DataViewData;
use crate::completion::{Completion, Unwind};
use crate::heap::Heap;
use crate::heap::object::ObjectKind;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::value::number::to_int32;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// Where the getter of `length` was found last, and when that was true.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct KnownLength {
    epoch: u32,
    proto: Option<ObjectId>,
    slot: u32,
}

impl TypedArrayData {
    /// Where the elements lie in a buffer of so many bytes; `None` when that is out of bounds
    /// (IsTypedArrayOutOfBounds §10.4.5.14).
    #[inline(always)]
    pub(crate) fn range(&self, buffer_length: usize) -> Option<std::ops::Range<usize>> {
        let size = self.element.size();
        let end = match self.length {
            Some(length) => self.byte_offset + length * size,
            None => self.byte_offset + buffer_length.checked_sub(self.byte_offset)? / size * size,
        };
        (end <= buffer_length).then_some(self.byte_offset..end)
    }

    /// The bytes of an element that the array shows of these bytes of its buffer (none, when it is detached).
    #[inline(always)]
    fn load<const SIZE: usize>(&self, bytes: &[u8], index: usize) -> Option<[u8; SIZE]> {
        if let Some(length) = self.length
            && (index >= length || self.byte_offset + length * SIZE > bytes.len())
        {
            return None;
        }
        let start = self.byte_offset + index * SIZE;
        bytes.get(start..start + SIZE)?.try_into().ok()
    }

    /// Writes the bytes of an element, if the array shows such an element.
    #[inline(always)]
    fn store<const SIZE: usize>(&self, bytes: &mut [u8], index: usize, value: [u8; SIZE]) {
        if let Some(length) = self.length
            && (index >= length || self.byte_offset + length * SIZE > bytes.len())
        {
            return;
        }
        let start = self.byte_offset + index * SIZE;
        if let Some(target) = bytes.get_mut(start..start + SIZE) {
            target.copy_from_slice(&value);
        }
    }
}

impl Heap {
    /// The internal slots of a typed array.
    #[inline(always)]
    pub(crate) fn typed_array(&self, id: ObjectId) -> Option<&TypedArrayData> {
        match &self.object(id).kind {
            ObjectKind::TypedArray(data) => Some(data),
            _ => None,
        }
    }

    /// The bytes of all elements; `None` when the array is out of bounds or its buffer is detached.
    #[inline(always)]
    pub(crate) fn view(&self, array: &TypedArrayData) -> Option<&[u8]> {
        let buffer = self.buffer(array.buffer)?;
        if buffer.is_detached {
            return None;
        }
        buffer.bytes.get(array.range(buffer.bytes.len())?)
    }

    #[inline(always)]
    pub(crate) fn view_mut(&mut self, array: &TypedArrayData) -> Option<&mut [u8]> {
        let buffer = self.buffer_mut(array.buffer)?;
        if buffer.is_detached {
            return None;
        }
        let range = array.range(buffer.bytes.len())?;
        buffer.bytes.get_mut(range)
    }

    /// TypedArrayLength (§10.4.5.13); `None` when it is out of bounds.
    #[inline(always)]
    pub(crate) fn view_length(&self, array: &TypedArrayData) -> Option<usize> {
        self.view(array).map(|bytes| bytes.len() / array.element.size())
    }

    /// The element at an index for `GetElem`: `None` when there is none, or when reading it needs more than this (a
    /// BigInt has to be made; the object is no typed array).
    #[inline]
    pub(crate) fn number_element(&self, id: ObjectId, index: i32) -> Option<Value> {
        let array = self.typed_array(id)?;
        let bytes = &self.buffer(array.buffer)?.bytes;
        let index = usize::try_from(index).ok()?;
        // One branch on the type of the elements: each arm knows their size.
        Some(match array.element {
            Element::Int8 => Value::int(i32::from(i8::from_le_bytes(array.load(bytes, index)?))),
            Element::Uint8 | Element::Uint8Clamped => {
                Value::int(i32::from(u8::from_le_bytes(array.load(bytes, index)?)))
            }
            Element::Int16 => Value::int(i32::from(i16::from_le_bytes(array.load(bytes, index)?))),
            Element::Uint16 => Value::int(i32::from(u16::from_le_bytes(array.load(bytes, index)?))),
            Element::Int32 => Value::int(i32::from_le_bytes(array.load(bytes, index)?)),
            Element::Uint32 => Value::number(f64::from(u32::from_le_bytes(array.load(bytes, index)?))),
            Element::Float32 => Value::number(f64::from(f32::from_le_bytes(array.load(bytes, index)?))),
            Element::Float64 => Value::number(f64::from_le_bytes(array.load(bytes, index)?)),
            Element::Float16 => {
                let bits = u16::from_le_bytes(array.load(bytes, index)?);
                return array.element.number(u64::from(bits));
            }
            Element::BigInt64 | Element::BigUint64 => return None,
        })
    }

    /// Writes a number into an element for `SetElem`; false when it was not done, since the value must be converted
    /// first or the object is no typed array of numbers. Beyond the end nothing is written and that is all.
    #[inline]
    pub(crate) fn set_number_element(&mut self, id: ObjectId, index: i32, value: Value) -> bool {
        let Some(&array) = self.typed_array(id) else { return false };
        let (Some(number), Ok(index)) = (value.as_number(), usize::try_from(index)) else { return false };
        let Some(buffer) = self.buffer_mut(array.buffer) else { return false };
        let bytes = &mut buffer.bytes;
        match array.element {
            Element::Int8 | Element::Uint8 => array.store(bytes, index, [to_int32(number) as u8]),
            Element::Int16 | Element::Uint16 => array.store(bytes, index, (to_int32(number) as u16).to_le_bytes()),
            Element::Int32 | Element::Uint32 => array.store(bytes, index, to_int32(number).to_le_bytes()),
            Element::Float32 => array.store(bytes, index, (number as f32).to_le_bytes()),
            Element::Float64 => array.store(bytes, index, number.to_le_bytes()),
            Element::Uint8Clamped => array.store(bytes, index, [array.element.bits_of_number(number) as u8]),
            Element::Float16 => {
                array.store(bytes, index, (array.element.bits_of_number(number) as u16).to_le_bytes());
            }
            Element::BigInt64 | Element::BigUint64 => return false,
        }
        true
    }

    /// The bytes behind a typed array, a DataView or an ArrayBuffer (a BufferSource of the web platform); `None` for
    /// anything else, and empty when there are none any more.
    pub(crate) fn buffer_source(&self, value: Value) -> Option<&[u8]> {
        let id = value.as_object()?;
        match &self.object(id).kind {
            ObjectKind::TypedArray(array) => Some(self.view(array).unwrap_or(&[])),
            ObjectKind::ArrayBuffer(buffer) => Some(&buffer.bytes),
            _ => Some(self.data_view_bytes(self.data::<DataViewData>(id)?).unwrap_or(&[])),
        }
    }
}

impl Vm {
    /// A typed array around a buffer: TypedArrayCreate (§10.4.5.9) with all its slots.
    pub(crate) fn new_typed_array(&mut self, array: TypedArrayData, proto: Option<ObjectId>) -> ObjectId {
        let proto = match proto {
            Some(proto) => proto,
            None => self.intrinsic(array.element.prototype()),
        };
        self.heap.count(size_of::<TypedArrayData>());
        self.heap.new_object_with_proto(Some(proto), ObjectKind::TypedArray(Box::new(array)))
    }

    /// A typed array that shows the whole of a new buffer around bytes whose memory is already charged.
    pub(crate) fn adopt_typed_array(&mut self, element: Element, bytes: Vec<u8>, proto: Option<ObjectId>) -> ObjectId {
        let length = bytes.len() / element.size();
        let buffer = self.adopt_buffer(bytes, None, None);
        self.new_typed_array(TypedArrayData { buffer, element, byte_offset: 0, length: Some(length) }, proto)
    }

    /// A Uint8Array of bytes that are not yet charged.
    pub(crate) fn new_uint8_array(&mut self, bytes: Vec<u8>) -> Completion<ObjectId> {
        self.heap.charge(bytes.len())?;
        Ok(self.adopt_typed_array(Element::Uint8, bytes, None))
    }

    /// `length` of a typed array whose prototypes are as they were made: loops ask for it at every turn.
    pub(crate) fn pristine_length(&mut self, id: ObjectId) -> Option<Value> {
        let array = *self.heap.typed_array(id)?;
        let shape = self.heap.shapes.get(self.heap.object(id).shape);
        let proto = shape.proto?;
        if !shape.table.entries.is_empty() || proto != self.intrinsic(array.element.prototype()) {
            return None;
        }
        let parent = self.intrinsic(Intrinsic::TypedArrayPrototype);
        let known = self.typed_length;
        if known.epoch != self.heap.proto_epoch || known.proto != Some(proto) {
            if self.heap.find_named(proto, key::LENGTH).is_some() || self.heap.proto_of(proto) != Some(parent) {
                return None;
            }
            let (slot, _) = self.heap.find_named(parent, key::LENGTH)?;
            self.typed_length = KnownLength { epoch: self.heap.proto_epoch, proto: Some(proto), slot };
        }
        // The getter may have been replaced without a change of structure.
        let getter = self.read_slot(parent, self.typed_length.slot).as_accessor()?;
        let getter = self.heap.accessor(getter).get;
        let is_length = self.is_native_function(getter, super::methods::length);
        is_length.then(|| Value::index(self.heap.view_length(&array).unwrap_or(0)))
    }

    /// TypedArrayGetElement (§10.4.5.16): undefined when there is no such element.
    pub(crate) fn typed_array_element(&mut self, array: &TypedArrayData, index: usize) -> Completion {
        match self.heap.view(array).and_then(|bytes| array.element.read(bytes, index)) {
            Some(bits) => array.element.value(self, bits),
            None => Ok(Value::UNDEFINED),
        }
    }

    /// TypedArraySetElement (§10.4.5.17): the value is converted in any case, and written if there is such an element
    /// then.
    pub(crate) fn set_typed_array_element(
        &mut self,
        array: &TypedArrayData,
        index: Option<usize>,
        value: Value,
    ) -> Completion<()> {
        let bits = array.element.bits_of_value(self, value)?;
        if let (Some(index), Some(bytes)) = (index, self.heap.view_mut(array)) {
            array.element.write(bytes, index, bits);
        }
        Ok(())
    }

    /// The receiver of a member of `TypedArray.prototype` (RequireInternalSlot).
    pub(crate) fn this_typed_array(&mut self, this: Value, member: &str) -> Completion<(ObjectId, TypedArrayData)> {
        match this.as_object().and_then(|id| Some((id, *self.heap.typed_array(id)?))) {
            Some(found) => Ok(found),
            None => {
                let shown = self.describe(this);
                Err(self
                    .type_error(&format!("TypedArray.prototype.{member} called on {shown}, which is no typed array")))
            }
        }
    }

    /// ValidateTypedArray (§23.2.4.4) of the receiver of a method, with its length.
    pub(crate) fn valid_typed_array(
        &mut self,
        this: Value,
        member: &str,
    ) -> Completion<(ObjectId, TypedArrayData, usize)> {
        let (id, array) = self.this_typed_array(this, member)?;
        match self.heap.view_length(&array) {
            Some(length) => Ok((id, array, length)),
            None => Err(self.out_of_bounds_error(&format!("TypedArray.prototype.{member}"))),
        }
    }

    /// The error for work on a typed array that shows nothing any more.
    pub(crate) fn out_of_bounds_error(&mut self, what: &str) -> Unwind {
        self.type_error(&format!("Cannot perform {what} on a typed array whose buffer is detached or too short"))
    }

    /// The typed array that a value is, when iterating it runs no program code: it, its prototypes and its iterator
    /// are as they were made.
    fn plain_typed_array(&mut self, value: Value) -> Option<TypedArrayData> {
        let id = value.as_object()?;
        let array = *self.heap.typed_array(id)?;
        let symbol = PropertyKey::Symbol(WellKnown::Iterator.id());
        let proto = self.intrinsic(array.element.prototype());
        let parent = self.intrinsic(Intrinsic::TypedArrayPrototype);
        let is_plain = self.heap.proto_of(id) == Some(proto)
            && self.heap.proto_of(proto) == Some(parent)
            && self.heap.find_named(id, symbol).is_none()
            && self.heap.find_named(proto, symbol).is_none()
            && self.has_native(Intrinsic::TypedArrayPrototype, symbol, super::methods::values)
            && self.has_native(Intrinsic::ArrayIteratorPrototype, key::NEXT, crate::builtins::array_iterator::next);
        is_plain.then_some(array)
    }

    /// The values that iterating a typed array gives, when that runs no program code and does not throw. The memory
    /// is charged.
    pub(crate) fn fast_typed_array_values(&mut self, value: Value) -> Completion<Option<Vec<Value>>> {
        let Some(array) = self.plain_typed_array(value) else { return Ok(None) };
        let Some(length) = self.heap.view_length(&array) else { return Ok(None) };
        if length > crate::ops::exotic::MAX_ARRAY_LENGTH {
            return Err(self.range_error("Invalid array length"));
        }
        self.typed_array_values(&array, length).map(Some)
    }

    /// The first `length` elements, undefined where there are none; the memory is charged.
    pub(crate) fn typed_array_values(&mut self, array: &TypedArrayData, length: usize) -> Completion<Vec<Value>> {
        self.heap.charge(length * 8)?;
        let mut values = Vec::with_capacity(length);
        if array.element.is_bigint() {
            for index in 0..length {
                self.charge_fuel(1)?;
                values.push(self.typed_array_element(array, index)?);
            }
            return Ok(values);
        }
        self.charge_fuel(length as u64 / 8)?;
        let bytes = self.heap.view(array).unwrap_or(&[]);
        let read = |index| array.element.read(bytes, index).and_then(|bits| array.element.number(bits));
        values.extend((0..length).map(|index| read(index).unwrap_or(Value::UNDEFINED)));
        Ok(values)
    }
}
