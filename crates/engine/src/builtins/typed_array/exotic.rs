//! The internal methods of typed arrays (ECMA-262 §10.4.5), called by [`crate::ops::object`] when an object is one.
//!
//! A key that is a canonical numeric string never reaches the ordinary properties or the prototype: either there is an
//! element at it, or there is nothing.

use crate::completion::Completion;
use crate::heap::shape::Attributes;
use crate::heap::text::Str;
use crate::ops::descriptor::PropertyDescriptor;
use crate::value::number::{number_to_string, string_to_number};
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// What a key means to a typed array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numeric {
    /// An index, in bounds or not.
    Index(usize),
    /// Numeric, but never an index: `-0`, `1.5`, `NaN`, `4294967295`.
    Other,
}

impl Numeric {
    fn index(self) -> Option<usize> {
        match self {
            Numeric::Index(index) => Some(index),
            Numeric::Other => None,
        }
    }
}

/// CanonicalNumericIndexString (§7.1.21) of a string that is no array index.
fn is_canonical_numeric(text: Str<'_>) -> bool {
    let starts_like_number = match text.get(0) {
        Some(unit) => u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'I' | b'N')),
        None => false,
    };
    // The longest text of a number has fewer than 30 characters.
    if !starts_like_number || text.len() > 32 {
        return false;
    }
    text.equals_ascii("-0") || text.equals_ascii(&number_to_string(string_to_number(text)))
}

impl Vm {
    /// What a key means to typed arrays; `None` when it is an ordinary one.
    #[inline]
    fn numeric_key(&self, property: PropertyKey) -> Option<Numeric> {
        match property {
            PropertyKey::Index(index) => Some(Numeric::Index(index as usize)),
            PropertyKey::String(id) => is_canonical_numeric(self.heap.str(id)).then_some(Numeric::Other),
            PropertyKey::Symbol(_) => None,
        }
    }

    /// Whether a typed array treats a key like an ordinary object does, so that it may be cached.
    pub(crate) fn is_ordinary_key(&self, property: PropertyKey) -> bool {
        self.numeric_key(property).is_none()
    }

    /// IsValidIntegerIndex (§10.4.5.15)
    fn has_typed_element(&self, object: ObjectId, numeric: Numeric) -> bool {
        let length = self.heap.typed_array(object).and_then(|array| self.heap.view_length(array)).unwrap_or(0);
        numeric.index().is_some_and(|index| index < length)
    }

    /// Whether the length cannot change (IsTypedArrayFixedLength §10.4.5.2), which \[\[PreventExtensions]] needs.
    pub(crate) fn typed_array_is_fixed_length(&mut self, object: ObjectId) -> bool {
        self.heap.typed_array(object).is_none_or(|array| {
            array.length.is_some() && self.heap.buffer(array.buffer).is_none_or(|buffer| buffer.max.is_none())
        })
    }

    /// \[\[GetOwnProperty]] (§10.4.5.3)
    pub(crate) fn typed_array_get_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
    ) -> Completion<Option<PropertyDescriptor>> {
        match self.typed_array_get(object, property)? {
            None => Ok(self.ordinary_get_own_property(object, property)),
            Some(value) if value.is_undefined() => Ok(None),
            Some(value) => Ok(Some(PropertyDescriptor::data(value, Attributes::ALL))),
        }
    }

    /// \[\[HasProperty]] (§10.4.5.4). `None` when ordinary behaviour applies.
    pub(crate) fn typed_array_has(&mut self, object: ObjectId, property: PropertyKey) -> Option<bool> {
        self.numeric_key(property).map(|numeric| self.has_typed_element(object, numeric))
    }

    /// \[\[DefineOwnProperty]] (§10.4.5.5)
    pub(crate) fn typed_array_define_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        descriptor: PropertyDescriptor,
    ) -> Completion<bool> {
        let Some(numeric) = self.numeric_key(property) else {
            return self.ordinary_define_own_property(object, property, descriptor);
        };
        if !self.has_typed_element(object, numeric)
            || descriptor.configurable == Some(false)
            || descriptor.enumerable == Some(false)
            || descriptor.is_accessor()
            || descriptor.writable == Some(false)
        {
            return Ok(false);
        }
        if let Some(value) = descriptor.value
            && let Some(&array) = self.heap.typed_array(object)
        {
            self.set_typed_array_element(&array, numeric.index(), value)?;
        }
        Ok(true)
    }

    /// \[\[Get]] (§10.4.5.6). `None` when ordinary behaviour applies.
    pub(crate) fn typed_array_get(&mut self, object: ObjectId, property: PropertyKey) -> Completion<Option<Value>> {
        match (self.numeric_key(property), self.heap.typed_array(object)) {
            (Some(Numeric::Index(index)), Some(&array)) => self.typed_array_element(&array, index).map(Some),
            (Some(_), _) => Ok(Some(Value::UNDEFINED)),
            (None, _) => Ok(None),
        }
    }

    /// \[\[Set]] (§10.4.5.7). `None` when ordinary behaviour applies.
    pub(crate) fn typed_array_set(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<Option<bool>> {
        let (Some(numeric), Some(&array)) = (self.numeric_key(property), self.heap.typed_array(object)) else {
            return Ok(None);
        };
        if receiver == Value::object(object) {
            self.set_typed_array_element(&array, numeric.index(), value)?;
            return Ok(Some(true));
        }
        Ok(if self.has_typed_element(object, numeric) { None } else { Some(true) })
    }

    /// \[\[OwnPropertyKeys]] (§10.4.5.9): the indices come first.
    pub(crate) fn typed_array_own_property_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let length = self.heap.typed_array(object).and_then(|array| self.heap.view_length(array)).unwrap_or(0);
        if length > crate::ops::exotic::MAX_ARRAY_LENGTH {
            return Err(self.range_error(&format!("a typed array of {length} elements is too long to list its keys")));
        }
        self.charge_fuel(length as u64 / 8)?;
        self.heap.ensure(length * size_of::<PropertyKey>())?;
        let mut keys: Vec<PropertyKey> = (0..length as u32).map(PropertyKey::Index).collect();
        keys.extend(self.ordinary_own_property_keys(object));
        Ok(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_numeric_strings() {
        for text in ["-0", "-1", "1.5", "NaN", "Infinity", "-Infinity", "4294967295", "1e+21", "5e-324", "0.1"] {
            assert!(is_canonical_numeric(Str::Latin1(text.as_bytes())), "{text}");
        }
        for text in ["", "+1", "1.0", "01", "1e21", "0x1", " 1", "Infinity1", "Name", "-", "1_000", "length"] {
            assert!(!is_canonical_numeric(Str::Latin1(text.as_bytes())), "{text}");
        }
    }
}
