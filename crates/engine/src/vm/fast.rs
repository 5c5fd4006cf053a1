//! Shortcuts that are taken only where they cannot be observed.

use super::Vm;
use crate::completion::Completion;
use crate::heap::elements::Elements;
use crate::heap::object::ObjectKind;
use crate::heap::symbol::WellKnown;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};

impl Vm {
    /// Whether arrays iterate as they were made: `Array.prototype[Symbol.iterator]` and the array iterator's `next` are
    /// untouched.
    pub(crate) fn array_iteration_is_pristine(&mut self) -> bool {
        if self.pristine_epoch == self.heap.proto_epoch && self.pristine_array_iteration {
            return self.pristine_slots_hold();
        }
        let array = self.intrinsic(Intrinsic::ArrayPrototype);
        let iterator = self.intrinsic(Intrinsic::ArrayIteratorPrototype);
        let Some((slot, attributes)) = self.heap.find_named(array, PropertyKey::Symbol(WellKnown::Iterator.id()))
        else {
            return false;
        };
        let Some((next_slot, next_attributes)) = self.heap.find_named(iterator, key::NEXT) else { return false };
        if attributes.is_accessor() || next_attributes.is_accessor() {
            return false;
        }
        self.pristine_epoch = self.heap.proto_epoch;
        self.pristine_array_iteration = true;
        self.pristine_array_slot = slot;
        self.pristine_next_slot = next_slot;
        self.pristine_slots_hold()
    }

    fn pristine_slots_hold(&mut self) -> bool {
        let array = self.intrinsic(Intrinsic::ArrayPrototype);
        let iterator = self.intrinsic(Intrinsic::ArrayIteratorPrototype);
        let values = self.read_slot(array, self.pristine_array_slot);
        let next = self.read_slot(iterator, self.pristine_next_slot);
        self.is_native_function(values, crate::builtins::array::values)
            && self.is_native_function(next, crate::builtins::array_iterator::next)
    }

    /// Whether a value is the built-in function with this body.
    pub(crate) fn is_native_function(&self, value: Value, body: crate::realm::natives::NativeFn) -> bool {
        let Some(object) = value.as_object() else { return false };
        let ObjectKind::Native(native) = self.heap.object(object).kind else { return false };
        self.engine.natives.get(native.0 as usize).is_some_and(|info| match info.body {
            crate::realm::natives::NativeBody::Rust(function) => std::ptr::fn_addr_eq(function, body),
            crate::realm::natives::NativeBody::Prelude(_) => false,
        })
    }

    /// Whether a value is an array that iterates as it was made and inherits no elements.
    pub(crate) fn is_plain_array(&mut self, value: Value) -> Option<ObjectId> {
        let object = value.as_object()?;
        if !self.heap.object(object).is_array() || !self.heap.object(object).elements.is_dense() {
            return None;
        }
        let proto = self.heap.proto_of(object)?;
        if proto != self.intrinsic(Intrinsic::ArrayPrototype) || !self.array_iteration_is_pristine() {
            return None;
        }
        // An own Symbol.iterator would need a named property; most arrays have none.
        let shape = self.heap.object(object).shape;
        self.heap.shapes.get(shape).table.entries.is_empty().then_some(object)
    }

    /// The values that iterating an array or typed array would give, when that can be told without running program code. Holes are
    /// read as undefined, which holds as long as no prototype has elements.
    pub(crate) fn fast_array_values(&mut self, value: Value) -> Completion<Option<Vec<Value>>> {
        let Some(array) = self.is_plain_array(value) else { return self.fast_typed_array_values(value) };
        if self.prototypes_have_elements() {
            return Ok(None);
        }
        let length = self.heap.array_length(array).unwrap_or(0) as usize;
        if length > crate::ops::exotic::MAX_ARRAY_LENGTH {
            return Err(self.range_error("Invalid array length"));
        }
        self.heap.charge(length * 8)?;
        self.charge_fuel(length as u64 / 8)?;
        let Elements::Dense(values) = &self.heap.object(array).elements else { return Ok(None) };
        let mut copy: Vec<Value> =
            values.iter().map(|&value| if value.is_hole() { Value::UNDEFINED } else { value }).collect();
        copy.resize(length, Value::UNDEFINED);
        Ok(Some(copy))
    }

    /// Whether `Array.prototype` or `Object.prototype` have indexed properties.
    pub(crate) fn prototypes_have_elements(&mut self) -> bool {
        let array = self.intrinsic(Intrinsic::ArrayPrototype);
        let object = self.intrinsic(Intrinsic::ObjectPrototype);
        [array, object].into_iter().any(|id| match &self.heap.object(id).elements {
            Elements::Dense(values) => !values.is_empty(),
            Elements::Sparse(map) => !map.is_empty(),
        })
    }
}
