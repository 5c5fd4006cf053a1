//! What can be told of an array without running program code, and direct work on its dense elements.

use crate::completion::Completion;
use crate::heap::elements::Elements;
use crate::heap::object::{IS_PROTO, ObjectKind};
use crate::heap::symbol::WellKnown;
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::realm::Intrinsic;
use crate::realm::engine::Lazy;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// A gap of up to this many holes at the end of an array is filled rather than handled slowly.
const MAX_PADDING: usize = 1 << 12;

impl Vm {
    /// Whether indexed properties of an array can be read, written, added and deleted directly: it is an extensible
    /// array of dense elements that inherits none and whose length may change.
    #[inline]
    pub(crate) fn is_simple_array(&mut self, object: ObjectId) -> bool {
        let target = self.heap.object(object);
        matches!(target.kind, ObjectKind::Array { length_writable: true, .. })
            && target.is_extensible()
            && target.flags & IS_PROTO == 0
            && target.elements.is_dense()
            && self.inherits_no_elements(object)
    }

    /// The array, when [`Vm::is_simple_array`].
    #[inline]
    pub(crate) fn simple_array(&mut self, value: Value) -> Option<ObjectId> {
        let object = value.as_object()?;
        self.is_simple_array(object).then_some(object)
    }

    /// Whether an object inherits from `Array.prototype` and `Object.prototype` alone, and both have no elements.
    fn inherits_no_elements(&mut self, object: ObjectId) -> bool {
        let array = self.intrinsic(Intrinsic::ArrayPrototype);
        self.heap.proto_of(object) == Some(array)
            && self.heap.proto_of(array) == Some(self.intrinsic(Intrinsic::ObjectPrototype))
            && !self.prototypes_have_elements()
    }

    /// The dense elements and the length of an array.
    pub(crate) fn dense_parts(&mut self, array: ObjectId) -> Option<(&mut Vec<Value>, &mut u32)> {
        let object = self.heap.object_mut(array);
        match (&mut object.elements, &mut object.kind) {
            (Elements::Dense(values), ObjectKind::Array { length, .. }) => Some((values, length)),
            _ => None,
        }
    }

    /// Makes room for more dense elements, charged.
    ///
    /// # Errors
    /// The memory limit; a RangeError when the array would be too long.
    pub(crate) fn reserve_dense(&mut self, array: ObjectId, additional: usize) -> Completion<()> {
        let Some((values, _)) = self.dense_parts(array) else { return Ok(()) };
        let (len, capacity) = (values.len(), values.capacity());
        let needed = len.saturating_add(additional);
        if needed > MAX_ARRAY_LENGTH {
            return Err(self.range_error("Invalid array length"));
        }
        if needed > capacity {
            let grown = needed.max(capacity * 2).max(4);
            self.heap.charge((grown - capacity) * 8)?;
            if let Some((values, _)) = self.dense_parts(array) {
                values.reserve_exact(grown - len);
            }
        }
        Ok(())
    }

    /// Fills the missing end of the dense elements with holes, so that there are as many as the array is long. False
    /// when too many are missing.
    pub(crate) fn pad_dense(&mut self, array: ObjectId) -> Completion<bool> {
        let Some((values, length)) = self.dense_parts(array) else { return Ok(false) };
        let missing = (*length as usize).saturating_sub(values.len());
        if missing == 0 {
            return Ok(true);
        }
        if missing > MAX_PADDING {
            return Ok(false);
        }
        self.reserve_dense(array, missing)?;
        if let Some((values, length)) = self.dense_parts(array) {
            values.resize(*length as usize, Value::HOLE);
        }
        Ok(true)
    }

    /// A new array of values whose memory is already charged.
    pub(crate) fn adopt_array(&mut self, values: Vec<Value>) -> ObjectId {
        let id = self.new_empty_array();
        let object = self.heap.object_mut(id);
        object.kind = ObjectKind::Array { length: values.len() as u32, length_writable: true };
        object.elements = Elements::Dense(values);
        id
    }

    /// A new array with the elements of a simple array in a range of its length, holes kept.
    pub(crate) fn copy_dense(&mut self, array: ObjectId, from: usize, to: usize) -> Completion<ObjectId> {
        let count = to.saturating_sub(from);
        let present = self.heap.object(array).elements.dense().len();
        let end = to.min(present);
        let copied = end.saturating_sub(from);
        self.heap.charge(copied * 8)?;
        self.charge_fuel(copied as u64 / 32)?;
        let values = self.heap.object(array).elements.dense();
        let copy = values.get(from.min(end)..end).unwrap_or(&[]).to_vec();
        let id = self.adopt_array(copy);
        if let ObjectKind::Array { length, .. } = &mut self.heap.object_mut(id).kind {
            *length = count as u32;
        }
        Ok(id)
    }

    /// All elements of an array-like as Get gives them (holes are undefined); the memory is charged.
    pub(crate) fn read_array_like(&mut self, object: ObjectId, length: u64) -> Completion<Vec<Value>> {
        if length > MAX_ARRAY_LENGTH as u64 {
            return Err(self.range_error("Invalid array length"));
        }
        let count = length as usize;
        self.heap.charge(count * 8)?;
        let mut copy = Vec::with_capacity(count);
        if self.is_simple_array(object) && self.heap.array_length(object) == Some(length as u32) {
            self.charge_fuel(length / 16)?;
            let values = self.heap.object(object).elements.dense();
            copy.extend(values.iter().map(|&value| if value.is_hole() { Value::UNDEFINED } else { value }));
            copy.resize(count, Value::UNDEFINED);
            return Ok(copy);
        }
        for index in 0..length {
            self.charge_fuel(2)?;
            copy.push(self.get_index(object, index)?);
        }
        Ok(copy)
    }

    /// CreateDataProperty of the next element of an array, when it is the dense one after the last. False: not done.
    #[inline]
    pub(crate) fn append_to_new_array(&mut self, array: ObjectId, index: u32, value: Value) -> Completion<bool> {
        let object = self.heap.object(array);
        let ObjectKind::Array { length, length_writable: true } = object.kind else { return Ok(false) };
        if !object.is_extensible() || !object.elements.is_dense() {
            return Ok(false);
        }
        let len = object.elements.dense().len();
        if len != index as usize || index as usize >= MAX_ARRAY_LENGTH {
            return Ok(false);
        }
        if index == length {
            self.heap.array_push(array, value)?;
        } else {
            self.reserve_dense(array, 1)?;
            if let Some((values, _)) = self.dense_parts(array) {
                values.push(value);
            }
        }
        Ok(true)
    }

    /// The value of an element, if HasProperty finds one.
    pub(crate) fn get_index_if_present(&mut self, object: ObjectId, index: u64) -> Completion<Option<Value>> {
        if let Some(&value) = self.heap.object(object).elements.dense().get(index as usize)
            && !value.is_hole()
        {
            return Ok(Some(value));
        }
        let property = self.index_key(index)?;
        if self.has_property(object, property)? { self.get(object, property).map(Some) } else { Ok(None) }
    }

    /// Whether ArraySpeciesCreate of an array is known to make a plain array without running program code.
    pub(crate) fn has_default_array_species(&mut self, array: ObjectId) -> bool {
        let proto = self.intrinsic(Intrinsic::ArrayPrototype);
        let object = self.heap.object(array);
        if !object.is_array()
            || !self.heap.shapes.get(object.shape).table.entries.is_empty()
            || self.heap.proto_of(array) != Some(proto)
        {
            return false;
        }
        let Some((slot, _)) = self.heap.find_named(proto, key::CONSTRUCTOR) else { return false };
        let constructor = self.heap.slot(proto, slot);
        let intrinsic = self.intrinsic(Intrinsic::Array);
        if constructor != Lazy::Intrinsic(Intrinsic::Array).to_value() && constructor != Value::object(intrinsic) {
            return false;
        }
        let species = PropertyKey::Symbol(WellKnown::Species.id());
        let Some((slot, _)) = self.heap.find_named(intrinsic, species) else { return false };
        let value = self.heap.slot(intrinsic, slot);
        match value.as_accessor() {
            Some(id) => {
                let get = self.heap.accessor(id).get;
                self.is_native_function(get, super::species)
            }
            None => value.as_lazy().is_some(),
        }
    }

    /// ArraySpeciesCreate (§10.4.2.2)
    pub(crate) fn array_species_create(&mut self, original: ObjectId, length: u64) -> Completion<ObjectId> {
        if self.has_default_array_species(original) || !self.is_array(original.into())? {
            return self.array_create(length, None);
        }
        let mut constructor = self.get(original, key::CONSTRUCTOR)?;
        if let Some(object) = constructor.as_object() {
            constructor = self.get(object, PropertyKey::Symbol(WellKnown::Species.id()))?;
            if constructor.is_null() {
                constructor = Value::UNDEFINED;
            }
        }
        if constructor.is_undefined() {
            return self.array_create(length, None);
        }
        match constructor.as_object() {
            Some(target) if self.is_constructor(constructor) => {
                self.construct(target, &[Value::number(length as f64)], None)
            }
            _ => Err(self.not_constructor_error(constructor)),
        }
    }
}
