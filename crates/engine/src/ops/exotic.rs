//! Which objects are exotic, and String wrappers (§10.4.3). The tools of the host are in [`super::tool_reference`].

use super::descriptor::PropertyDescriptor;
use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, StringId, Value};
use crate::vm::Vm;

/// The most elements that an array may hold. Its length may be larger as long as elements are few.
pub(crate) const MAX_ARRAY_LENGTH: usize = 10_000_000;

/// How the internal methods of an object differ from ordinary ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exotic {
    None,
    Array,
    String,
    TypedArray,
    Proxy,
    Tools,
}

impl Vm {
    #[inline(always)]
    pub(crate) fn exotic(&self, object: ObjectId) -> Exotic {
        match &self.heap.object(object).kind {
            ObjectKind::Array { .. } => Exotic::Array,
            ObjectKind::Primitive(value) if value.is_string() => Exotic::String,
            ObjectKind::TypedArray(_) => Exotic::TypedArray,
            ObjectKind::Proxy(_) => Exotic::Proxy,
            ObjectKind::Tools(_) => Exotic::Tools,
            _ => Exotic::None,
        }
    }

    fn wrapped_string(&self, object: ObjectId) -> Option<StringId> {
        match self.heap.object(object).kind {
            ObjectKind::Primitive(value) => value.as_string(),
            _ => None,
        }
    }

    /// StringGetOwnProperty (§10.4.3.5) before the ordinary one.
    pub(crate) fn string_get_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
    ) -> Completion<Option<PropertyDescriptor>> {
        if let Some(text) = self.wrapped_string(object) {
            if property == key::LENGTH {
                let length = Value::index(self.heap.string_len(text));
                return Ok(Some(PropertyDescriptor::data(length, Attributes::NONE)));
            }
            if let PropertyKey::Index(index) = property {
                let text = self.heap.flatten(text)?;
                if let Some(unit) = self.heap.str(text).get(index as usize) {
                    let unit = self.heap.unit_string(unit)?;
                    let attributes = Attributes::new(false, true, false);
                    return Ok(Some(PropertyDescriptor::data(unit.into(), attributes)));
                }
            }
        }
        Ok(self.ordinary_get_own_property(object, property))
    }

    pub(crate) fn string_define_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        descriptor: PropertyDescriptor,
    ) -> Completion<bool> {
        let virtual_property = match (property, self.wrapped_string(object)) {
            (PropertyKey::Index(index), Some(text)) => (index as usize) < self.heap.string_len(text),
            (property, Some(_)) => property == key::LENGTH,
            _ => false,
        };
        if virtual_property && let Some(current) = self.string_get_own_property(object, property)? {
            return Ok(self.is_compatible_change(&descriptor, &current));
        }
        self.ordinary_define_own_property(object, property, descriptor)
    }

    pub(crate) fn string_own_property_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let length = self.wrapped_string(object).map_or(0, |text| self.heap.string_len(text));
        self.charge_fuel(length as u64)?;
        let mut keys: Vec<PropertyKey> = (0..length as u32).map(PropertyKey::Index).collect();
        let rest = self.ordinary_own_property_keys(object);
        let strings = rest.partition_point(|key| matches!(key, PropertyKey::Index(_)));
        keys.extend_from_slice(rest.get(..strings).unwrap_or(&[]));
        keys.push(key::LENGTH);
        keys.extend_from_slice(rest.get(strings..).unwrap_or(&[]));
        Ok(keys)
    }
}
