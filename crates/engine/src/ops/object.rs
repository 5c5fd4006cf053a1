//! The internal methods of objects (ECMA-262 §10), dispatched by kind.
//!
//! Ordinary behaviour stands here. What differs for arrays is here too; the other exotic objects are in
//! [`super::exotic`] and in the files of their built-ins.

use super::descriptor::PropertyDescriptor;
use super::exotic::{Exotic, MAX_ARRAY_LENGTH};
use crate::completion::Completion;
use crate::heap::elements::Elements;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

impl Vm {
    // ── [[GetPrototypeOf]], [[SetPrototypeOf]], [[IsExtensible]], [[PreventExtensions]] ────────────────────────────────

    /// `O.[[GetPrototypeOf]]()`
    pub(crate) fn get_prototype_of(&mut self, object: ObjectId) -> Completion<Option<ObjectId>> {
        if let ObjectKind::Proxy(_) = self.heap.object(object).kind {
            return self.proxy_get_prototype_of(object);
        }
        Ok(self.heap.proto_of(object))
    }

    /// `O.[[SetPrototypeOf]](V)` (OrdinarySetPrototypeOf §10.1.2.1)
    pub(crate) fn set_prototype_of(&mut self, object: ObjectId, proto: Option<ObjectId>) -> Completion<bool> {
        if let ObjectKind::Proxy(_) = self.heap.object(object).kind {
            return self.proxy_set_prototype_of(object, proto);
        }
        if self.heap.proto_of(object) == proto {
            return Ok(true);
        }
        if self.is_tool_reference(object.into()) {
            let shown = self.describe(object.into());
            return Err(self.type_error(&format!("{shown} is read-only: cannot set its prototype")));
        }
        // Object.prototype is an immutable prototype exotic object (§10.4.7).
        let is_object_prototype = object == self.intrinsic(crate::realm::Intrinsic::ObjectPrototype);
        if !self.heap.object(object).is_extensible() || is_object_prototype {
            return Ok(false);
        }
        let mut parent = proto;
        while let Some(id) = parent {
            if id == object {
                return Ok(false);
            }
            if let ObjectKind::Proxy(_) = self.heap.object(id).kind {
                break;
            }
            parent = self.heap.proto_of(id);
        }
        self.heap.set_proto(object, proto);
        Ok(true)
    }

    /// `O.[[IsExtensible]]()`
    pub(crate) fn is_extensible(&mut self, object: ObjectId) -> Completion<bool> {
        if let ObjectKind::Proxy(_) = self.heap.object(object).kind {
            return self.proxy_is_extensible(object);
        }
        Ok(self.heap.object(object).is_extensible())
    }

    /// `O.[[PreventExtensions]]()`
    pub(crate) fn prevent_extensions(&mut self, object: ObjectId) -> Completion<bool> {
        match self.exotic(object) {
            Exotic::Proxy => return self.proxy_prevent_extensions(object),
            Exotic::TypedArray if !self.typed_array_is_fixed_length(object) => return Ok(false),
            _ => {}
        }
        self.heap.make_non_extensible(object);
        Ok(true)
    }

    // ── [[GetOwnProperty]] ─────────────────────────────────────────────────────────────────────────────────────────

    /// `O.[[GetOwnProperty]](P)`
    pub(crate) fn get_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
    ) -> Completion<Option<PropertyDescriptor>> {
        match self.exotic(object) {
            Exotic::Proxy => self.proxy_get_own_property(object, property),
            Exotic::TypedArray => self.typed_array_get_own_property(object, property),
            Exotic::String => self.string_get_own_property(object, property),
            Exotic::Tools => self.tools_get_own_property(object, property),
            Exotic::Array | Exotic::None => Ok(self.ordinary_get_own_property(object, property)),
        }
    }

    /// OrdinaryGetOwnProperty (§10.1.5.1), also for arrays.
    pub(crate) fn ordinary_get_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
    ) -> Option<PropertyDescriptor> {
        if let PropertyKey::Index(index) = property {
            let element = self.heap.object(object).elements.get(index)?;
            return Some(self.descriptor_of(element.value, element.attributes));
        }
        if property == key::LENGTH
            && let ObjectKind::Array { length, length_writable } = self.heap.object(object).kind
        {
            return Some(PropertyDescriptor::data(
                Value::number(f64::from(length)),
                Attributes::new(length_writable, false, false),
            ));
        }
        let (slot, attributes) = self.heap.find_named(object, property)?;
        let value = self.read_slot(object, slot);
        Some(self.descriptor_of(value, attributes))
    }

    fn descriptor_of(&self, value: Value, attributes: Attributes) -> PropertyDescriptor {
        match value.as_accessor() {
            Some(id) => {
                let accessor = self.heap.accessor(id);
                PropertyDescriptor::accessor(accessor.get, accessor.set, attributes)
            }
            None => PropertyDescriptor::data(value, attributes),
        }
    }

    // ── [[DefineOwnProperty]] ──────────────────────────────────────────────────────────────────────────────────────

    /// `O.[[DefineOwnProperty]](P, Desc)`
    pub(crate) fn define_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        descriptor: PropertyDescriptor,
    ) -> Completion<bool> {
        match self.exotic(object) {
            Exotic::Proxy => self.proxy_define_own_property(object, property, descriptor),
            Exotic::TypedArray => self.typed_array_define_own_property(object, property, descriptor),
            Exotic::String => self.string_define_own_property(object, property, descriptor),
            Exotic::Tools => Ok(false),
            Exotic::Array => self.array_define_own_property(object, property, descriptor),
            Exotic::None => self.ordinary_define_own_property(object, property, descriptor),
        }
    }

    /// OrdinaryDefineOwnProperty with ValidateAndApplyPropertyDescriptor (§10.1.6)
    pub(crate) fn ordinary_define_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        descriptor: PropertyDescriptor,
    ) -> Completion<bool> {
        let current = self.ordinary_get_own_property(object, property);
        let extensible = self.heap.object(object).is_extensible();
        let Some(current) = current else {
            if !extensible {
                return Ok(false);
            }
            let attributes = descriptor.attributes();
            let value = if descriptor.is_accessor() {
                let get = descriptor.get.unwrap_or(Value::UNDEFINED);
                let set = descriptor.set.unwrap_or(Value::UNDEFINED);
                self.heap.new_accessor(get, set)
            } else {
                descriptor.value.unwrap_or(Value::UNDEFINED)
            };
            match property {
                PropertyKey::Index(index) => self.heap.set_element(object, index, value, attributes)?,
                _ => self.heap.add_named(object, property, value, attributes),
            }
            return Ok(true);
        };
        if !self.is_compatible_change(&descriptor, &current) {
            return Ok(false);
        }
        // Apply.
        let configurable = descriptor.configurable.unwrap_or(current.is_configurable());
        let enumerable = descriptor.enumerable.unwrap_or(current.is_enumerable());
        let (value, attributes) = if descriptor.is_accessor() || (current.is_accessor() && !descriptor.is_data()) {
            let get = descriptor.get.or(current.get).unwrap_or(Value::UNDEFINED);
            let set = descriptor.set.or(current.set).unwrap_or(Value::UNDEFINED);
            (self.heap.new_accessor(get, set), Attributes::accessor(enumerable, configurable))
        } else {
            let writable = descriptor.writable.unwrap_or(current.is_writable());
            let value = descriptor.value.or(current.value).unwrap_or(Value::UNDEFINED);
            (value, Attributes::new(writable, enumerable, configurable))
        };
        match property {
            PropertyKey::Index(index) => self.heap.set_element_attributes(object, index, value, attributes)?,
            _ => {
                if let Some((slot, old)) = self.heap.find_named(object, property) {
                    self.heap.set_slot(object, slot, value);
                    if old != attributes {
                        self.heap.set_named_attributes(object, slot, attributes);
                    }
                }
            }
        }
        Ok(true)
    }

    /// The validation steps of ValidateAndApplyPropertyDescriptor for an existing property.
    pub(crate) fn is_compatible_change(&mut self, new: &PropertyDescriptor, current: &PropertyDescriptor) -> bool {
        if current.is_configurable() {
            return true;
        }
        if new.configurable == Some(true) {
            return false;
        }
        if new.enumerable.is_some_and(|enumerable| enumerable != current.is_enumerable()) {
            return false;
        }
        if new.is_generic() {
            return true;
        }
        if new.is_accessor() != current.is_accessor() {
            return false;
        }
        if current.is_accessor() {
            let same = |cx: &mut Vm, new: Option<Value>, old: Option<Value>| {
                new.is_none_or(|new| cx.same_value(new, old.unwrap_or(Value::UNDEFINED)))
            };
            return same(self, new.get, current.get) && same(self, new.set, current.set);
        }
        if !current.is_writable() {
            if new.writable == Some(true) {
                return false;
            }
            if let Some(value) = new.value {
                return self.same_value(value, current.value.unwrap_or(Value::UNDEFINED));
            }
        }
        true
    }

    /// Array exotic objects (§10.4.2.1)
    fn array_define_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        descriptor: PropertyDescriptor,
    ) -> Completion<bool> {
        match property {
            PropertyKey::Index(index) => {
                let ObjectKind::Array { length, length_writable } = self.heap.object(object).kind else {
                    return Ok(false);
                };
                if index >= length && !length_writable {
                    return Ok(false);
                }
                if self.is_full_array(object, index) {
                    return Err(self.range_error("Invalid array length"));
                }
                if !self.ordinary_define_own_property(object, property, descriptor)? {
                    return Ok(false);
                }
                if index >= length
                    && let ObjectKind::Array { length, .. } = &mut self.heap.object_mut(object).kind
                {
                    *length = index + 1;
                }
                Ok(true)
            }
            _ if property == key::LENGTH => self.array_set_length(object, descriptor),
            _ => self.ordinary_define_own_property(object, property, descriptor),
        }
    }

    /// ArraySetLength (§10.4.2.4)
    fn array_set_length(&mut self, object: ObjectId, descriptor: PropertyDescriptor) -> Completion<bool> {
        let mut new_length = None;
        if let Some(value) = descriptor.value {
            let length = self.to_uint32(value)?;
            let number = self.to_number(value)?;
            if f64::from(length) != number || self.is_too_long(length) {
                return Err(self.range_error("Invalid array length"));
            }
            new_length = Some(length);
        }
        let ObjectKind::Array { length: old_length, length_writable } = self.heap.object(object).kind else {
            return Ok(false);
        };
        let current = PropertyDescriptor::data(
            Value::number(f64::from(old_length)),
            Attributes::new(length_writable, false, false),
        );
        let mut wanted = descriptor;
        wanted.value = new_length.map(|length| Value::number(f64::from(length)));
        if !self.is_compatible_change(&wanted, &current) {
            return Ok(false);
        }
        let mut complete = true;
        if let Some(new_length) = new_length
            && new_length != old_length
        {
            complete = self.array_truncate(object, new_length)?;
        }
        if descriptor.writable == Some(false)
            && let ObjectKind::Array { length_writable, .. } = &mut self.heap.object_mut(object).kind
        {
            *length_writable = false;
        }
        Ok(complete)
    }

    /// Whether an array may not be that long, though ECMAScript lets it.
    pub(crate) fn is_too_long(&self, length: u32) -> bool {
        self.options.guards && length as usize > MAX_ARRAY_LENGTH
    }

    /// Whether an element at `index` would make the array hold more elements than it may.
    pub(crate) fn is_full_array(&self, object: ObjectId, index: u32) -> bool {
        let elements = &self.heap.object(object).elements;
        match elements {
            Elements::Dense(_) => index as usize >= MAX_ARRAY_LENGTH && elements.stays_dense(index),
            Elements::Sparse(map) => map.len() >= MAX_ARRAY_LENGTH && !map.contains_key(&index),
        }
    }

    /// Sets the length, deleting elements from the end; stops at one that cannot be deleted. False then.
    pub(crate) fn array_truncate(&mut self, object: ObjectId, new_length: u32) -> Completion<bool> {
        let target = self.heap.object_mut(object);
        let mut reached = new_length;
        let mut complete = true;
        match &mut target.elements {
            Elements::Dense(values) => values.truncate(new_length as usize),
            Elements::Sparse(map) => {
                let beyond: Vec<u32> = map.range(new_length..).map(|(&index, _)| index).collect();
                for index in beyond.into_iter().rev() {
                    if map.get(&index).is_some_and(|element| !element.attributes.is_configurable()) {
                        reached = index + 1;
                        complete = false;
                        break;
                    }
                    map.remove(&index);
                }
            }
        }
        if let ObjectKind::Array { length, .. } = &mut target.kind {
            *length = reached;
        }
        Ok(complete)
    }

    // ── [[HasProperty]] ────────────────────────────────────────────────────────────────────────────────────────────

    /// `O.[[HasProperty]](P)`
    pub(crate) fn has_property(&mut self, object: ObjectId, property: PropertyKey) -> Completion<bool> {
        let mut object = object;
        loop {
            match self.exotic(object) {
                Exotic::Proxy => return self.proxy_has_property(object, property),
                Exotic::TypedArray => {
                    if let Some(present) = self.typed_array_has(object, property) {
                        return Ok(present);
                    }
                    if self.has_own_ordinary(object, property) {
                        return Ok(true);
                    }
                }
                Exotic::None | Exotic::Array => {
                    if self.has_own_ordinary(object, property) {
                        return Ok(true);
                    }
                }
                // Names of tools are all there is: what objects inherit is no tool.
                Exotic::Tools => return Ok(self.get_own_property(object, property)?.is_some()),
                Exotic::String => {
                    if self.get_own_property(object, property)?.is_some() {
                        return Ok(true);
                    }
                }
            }
            match self.heap.proto_of(object) {
                Some(parent) => object = parent,
                None => return Ok(false),
            }
        }
    }

    fn has_own_ordinary(&self, object: ObjectId, property: PropertyKey) -> bool {
        match property {
            PropertyKey::Index(index) => self.heap.object(object).elements.get(index).is_some(),
            _ => {
                (property == key::LENGTH && self.heap.object(object).is_array())
                    || self.heap.find_named(object, property).is_some()
            }
        }
    }

    // ── [[Get]] ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// `O.[[Get]](P, Receiver)`
    pub(crate) fn get_with_receiver(&mut self, object: ObjectId, property: PropertyKey, receiver: Value) -> Completion {
        match self.find_for_get(object, property, receiver)? {
            Found::Value(value) => Ok(value),
            Found::Getter(get) => self.call(get, receiver, &[]),
        }
    }

    /// Finds what a get yields, without calling a getter of a program (so that the caller can push a frame for it).
    /// Proxies are run here.
    #[inline]
    pub(crate) fn find_for_get(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        receiver: Value,
    ) -> Completion<Found> {
        let mut object = object;
        loop {
            match self.exotic(object) {
                Exotic::None | Exotic::Array => {
                    if let PropertyKey::Index(index) = property {
                        if let Some(element) = self.heap.object(object).elements.get(index) {
                            return Ok(self.found(element.value));
                        }
                    } else if let Some((slot, _)) = self.heap.find_named(object, property) {
                        let value = self.read_slot(object, slot);
                        return Ok(self.found(value));
                    } else if property == key::LENGTH
                        && let Some(length) = self.heap.array_length(object)
                    {
                        return Ok(Found::Value(Value::number(f64::from(length))));
                    }
                }
                Exotic::Proxy => return self.proxy_get(object, property, receiver).map(Found::Value),
                Exotic::TypedArray => {
                    if let Some(value) = self.typed_array_get(object, property)? {
                        return Ok(Found::Value(value));
                    }
                    if let Some(descriptor) = self.ordinary_get_own_property(object, property) {
                        return Ok(Self::found_descriptor(&descriptor));
                    }
                }
                Exotic::Tools if property.is_string() => {
                    return self.tools_get(object, property).map(Found::Value);
                }
                Exotic::String | Exotic::Tools => {
                    if let Some(descriptor) = self.get_own_property(object, property)? {
                        return Ok(Self::found_descriptor(&descriptor));
                    }
                }
            }
            match self.heap.proto_of(object) {
                Some(parent) => object = parent,
                None => return Ok(Found::Value(Value::UNDEFINED)),
            }
        }
    }

    #[inline]
    fn found(&self, value: Value) -> Found {
        match value.as_accessor() {
            None => Found::Value(value),
            Some(id) => {
                let get = self.heap.accessor(id).get;
                if get.is_undefined() { Found::Value(Value::UNDEFINED) } else { Found::Getter(get) }
            }
        }
    }

    fn found_descriptor(descriptor: &PropertyDescriptor) -> Found {
        match descriptor.get {
            Some(get) if !get.is_undefined() => Found::Getter(get),
            _ => Found::Value(descriptor.value.unwrap_or(Value::UNDEFINED)),
        }
    }

    // ── [[Set]] ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// `O.[[Set]](P, V, Receiver)` (OrdinarySetWithOwnDescriptor §10.1.9.2)
    pub(crate) fn set_with_receiver(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        let mut holder = object;
        loop {
            let own = match self.exotic(holder) {
                Exotic::Proxy => return self.proxy_set(holder, property, value, receiver),
                Exotic::TypedArray => {
                    if let Some(done) = self.typed_array_set(holder, property, value, receiver)? {
                        return Ok(done);
                    }
                    self.typed_array_get_own_property(holder, property)?
                }
                Exotic::String | Exotic::Tools => self.get_own_property(holder, property)?,
                Exotic::None | Exotic::Array => self.ordinary_get_own_property(holder, property),
            };
            if let Some(own) = own {
                if own.is_accessor() {
                    let set = own.set.unwrap_or(Value::UNDEFINED);
                    if set.is_undefined() {
                        return Ok(false);
                    }
                    self.call(set, receiver, &[value])?;
                    return Ok(true);
                }
                if !own.is_writable() {
                    return Ok(false);
                }
                if receiver == Value::object(holder) && matches!(self.exotic(holder), Exotic::None | Exotic::Array) {
                    return self.overwrite(holder, property, value);
                }
                break;
            }
            match self.heap.proto_of(holder) {
                Some(parent) => holder = parent,
                None => break,
            }
        }
        let Some(receiver) = receiver.as_object() else { return Ok(false) };
        let existing = self.get_own_property(receiver, property)?;
        match existing {
            Some(existing) => {
                if existing.is_accessor() || !existing.is_writable() {
                    return Ok(false);
                }
                let change = PropertyDescriptor { value: Some(value), ..PropertyDescriptor::default() };
                self.define_own_property(receiver, property, change)
            }
            None => self.define_own_property(receiver, property, PropertyDescriptor::data(value, Attributes::ALL)),
        }
    }

    /// Writes an existing writable data property of an ordinary object or array.
    fn overwrite(&mut self, object: ObjectId, property: PropertyKey, value: Value) -> Completion<bool> {
        match property {
            PropertyKey::Index(index) => {
                let attributes = self.heap.object(object).elements.get(index).map_or(Attributes::ALL, |e| e.attributes);
                self.heap.set_element_attributes(object, index, value, attributes)?;
                Ok(true)
            }
            _ => match self.heap.find_named(object, property) {
                Some((slot, _)) => {
                    self.heap.set_slot(object, slot, value);
                    Ok(true)
                }
                None => {
                    let change = PropertyDescriptor { value: Some(value), ..PropertyDescriptor::default() };
                    self.define_own_property(object, property, change)
                }
            },
        }
    }

    // ── [[Delete]] ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// `O.[[Delete]](P)`
    pub(crate) fn delete(&mut self, object: ObjectId, property: PropertyKey) -> Completion<bool> {
        match self.exotic(object) {
            Exotic::Proxy => return self.proxy_delete(object, property),
            Exotic::TypedArray => {
                if let Some(present) = self.typed_array_has(object, property) {
                    return Ok(!present);
                }
            }
            Exotic::String => {
                if let Some(own) = self.string_get_own_property(object, property)?
                    && !own.is_configurable()
                {
                    return Ok(false);
                }
            }
            Exotic::Tools => return Ok(self.get_own_property(object, property)?.is_none()),
            Exotic::None | Exotic::Array => {}
        }
        Ok(self.ordinary_delete(object, property))
    }

    fn ordinary_delete(&mut self, object: ObjectId, property: PropertyKey) -> bool {
        match property {
            PropertyKey::Index(index) => {
                match self.heap.object(object).elements.get(index) {
                    None => return true,
                    Some(element) if !element.attributes.is_configurable() => return false,
                    Some(_) => {}
                }
                self.heap.object_mut(object).elements.remove(index);
                true
            }
            _ => {
                if property == key::LENGTH && self.heap.object(object).is_array() {
                    return false;
                }
                match self.heap.find_named(object, property) {
                    None => true,
                    Some((_, attributes)) if !attributes.is_configurable() => false,
                    Some((slot, _)) => {
                        self.heap.remove_named(object, slot);
                        true
                    }
                }
            }
        }
    }

    // ── [[OwnPropertyKeys]] ────────────────────────────────────────────────────────────────────────────────────────

    /// `O.[[OwnPropertyKeys]]()`: indices in order, then strings, then symbols, each in the order of creation.
    pub(crate) fn own_property_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        match self.exotic(object) {
            Exotic::Proxy => self.proxy_own_property_keys(object),
            Exotic::TypedArray => self.typed_array_own_property_keys(object),
            Exotic::String => self.string_own_property_keys(object),
            Exotic::Tools => self.tools_own_property_keys(object),
            Exotic::None | Exotic::Array => Ok(self.ordinary_own_property_keys(object)),
        }
    }

    /// OrdinaryOwnPropertyKeys (§10.1.11.1); private names are never shown.
    pub(crate) fn ordinary_own_property_keys(&mut self, object: ObjectId) -> Vec<PropertyKey> {
        let target = self.heap.object(object);
        let mut keys: Vec<PropertyKey> = target.elements.indices().into_iter().map(PropertyKey::Index).collect();
        if target.is_array() {
            keys.push(key::LENGTH);
        }
        let entries = &self.heap.shapes.get(target.shape).table.entries;
        let mut symbols = Vec::new();
        for property in entries.iter().filter_map(|entry| entry.key) {
            match property {
                PropertyKey::Symbol(id) if self.heap.is_private_name(id) => {}
                PropertyKey::Symbol(_) => symbols.push(property),
                _ => keys.push(property),
            }
        }
        keys.extend(symbols);
        keys
    }
}

/// What a get found.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Found {
    Value(Value),
    /// A getter that is still to be called.
    Getter(Value),
}
