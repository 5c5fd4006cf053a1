//! Property access of the dispatch loop: the slow paths that fill the inline caches.

use super::{InlineCache, Vm};
use crate::completion::Completion;
use crate::heap::elements::Elements;
use crate::heap::object::{EXTENSIBLE, ObjectKind};
use crate::heap::shape::Attributes;
use crate::ops::descriptor::PropertyDescriptor;
use crate::ops::exotic::Exotic;
use crate::ops::object::Found;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};

impl Vm {
    #[inline]
    fn site_key(&self, site: usize) -> PropertyKey {
        self.site_keys.get(site).copied().unwrap_or(key::LENGTH)
    }

    /// `GetProp` beyond the cache.
    pub(crate) fn get_prop_slow(&mut self, value: Value, site: usize) -> Completion<Found> {
        let property = self.site_key(site);
        if property == key::LENGTH
            && let Some(length) = value.as_object().and_then(|object| self.pristine_length(object))
        {
            return Ok(Found::Value(length));
        }
        let (start, receiver_shape) = match value.as_object() {
            Some(object) => (object, self.heap.object(object).shape.0),
            None => {
                if let Some(text) = value.as_string()
                    && property == key::LENGTH
                {
                    return Ok(Found::Value(Value::index(self.heap.string_len(text))));
                }
                if value.is_string() {
                    (self.intrinsic(Intrinsic::StringPrototype), InlineCache::STRING)
                } else {
                    (self.prototype_of_primitive(value, Some(property))?, u32::MAX)
                }
            }
        };
        if matches!(property, PropertyKey::Index(_)) {
            let found = self.get_v(value, property)?;
            if found.is_undefined()
                && let Some(object) = value.as_object()
            {
                self.note_missing_property(object, property)?;
            }
            return Ok(Found::Value(found));
        }
        // Walk ordinary objects; anything exotic ends the search for a cache entry.
        let mut holder = start;
        loop {
            let is_plain = match self.exotic(holder) {
                Exotic::None | Exotic::Array | Exotic::String => true,
                Exotic::TypedArray => self.is_ordinary_key(property),
                // References that were asked for before are own properties.
                Exotic::Tools => property.is_string() && self.heap.find_named(holder, property).is_some(),
                Exotic::Proxy => false,
            };
            if !is_plain {
                return self.find_for_get(start, property, value);
            }
            if let Some((slot, _)) = self.heap.find_named(holder, property) {
                let found = self.read_slot(holder, slot);
                if receiver_shape != u32::MAX && self.is_ordinary_key(property) {
                    self.fill_get_cache(site, receiver_shape, value.as_object() == Some(holder), holder, slot);
                }
                return Ok(match found.as_accessor() {
                    None => Found::Value(found),
                    Some(id) => match self.heap.accessor(id).get {
                        get if get.is_undefined() => Found::Value(get),
                        get => Found::Getter(get),
                    },
                });
            }
            if property == key::LENGTH && !matches!(self.exotic(holder), Exotic::None | Exotic::TypedArray) {
                // Of arrays and String wrappers.
                return self.find_for_get(start, property, value);
            }
            match self.heap.proto_of(holder) {
                Some(parent) => holder = parent,
                None => break,
            }
        }
        if let Some(object) = value.as_object() {
            self.note_missing_property(object, property)?;
        }
        Ok(Found::Value(Value::UNDEFINED))
    }

    /// A property that an object does not have was read. Promises get a hint: the value was meant.
    fn note_missing_property(&mut self, object: ObjectId, property: PropertyKey) -> Completion<()> {
        if !self.options.guards || !property.is_string() || self.heap.data::<super::job::PromiseData>(object).is_none()
        {
            return Ok(());
        }
        // Names that JavaScript itself looks for.
        if property == key::TO_JSON || property == key::CONSTRUCTOR {
            return Ok(());
        }
        let name = self.heap.key_label(property);
        let advice = match (self.focus_text(), property) {
            (Some(text), _) if text.ends_with(')') => format!("write `await {text}`"),
            (Some(text), PropertyKey::Index(_)) => format!("write `(await {text})[{name}]`"),
            (Some(text), _) => format!("write `(await {text}).{name}`"),
            (None, _) => "write `await` before the call that gave the promise".to_owned(),
        };
        Err(self
            .invalid_data_error(&format!("Cannot read property '{name}' of a promise: await it first"), vec![advice]))
    }

    fn fill_get_cache(&mut self, site: usize, shape: u32, own: bool, holder: ObjectId, slot: u32) {
        if shape != InlineCache::STRING {
            self.heap.shapes.note_cached(crate::heap::shape::ShapeId(shape));
        }
        let cache = InlineCache {
            shape,
            slot,
            holder: if own { InlineCache::OWN } else { holder.0 },
            next: 0,
            epoch: self.heap.proto_epoch,
        };
        if let Some(entry) = self.caches.get_mut(site) {
            *entry = cache;
        }
    }

    /// The setter of an accessor property.
    fn setter_at(&mut self, holder: ObjectId, slot: u32) -> Option<Value> {
        let accessor = self.read_slot(holder, slot).as_accessor()?;
        Some(self.heap.accessor(accessor).set).filter(|set| !set.is_undefined())
    }

    /// `SetProp` beyond the cache. A setter of the program is given back to be called.
    pub(crate) fn set_prop_slow(&mut self, target: Value, value: Value, site: usize) -> Completion<Option<Value>> {
        let property = self.site_key(site);
        let Some(object) = target.as_object() else {
            return self.set_on_primitive(target, property, value).map(|()| None);
        };
        if matches!(property, PropertyKey::Index(_)) || !matches!(self.exotic(object), Exotic::None | Exotic::Array) {
            return self.set(object, property, value).map(|()| None);
        }
        if let Some((slot, attributes)) = self.heap.find_named(object, property) {
            if attributes.is_accessor() {
                return match self.setter_at(object, slot) {
                    Some(set) => Ok(Some(set)),
                    None => Err(self.readonly_error(object, property)),
                };
            }
            if !attributes.is_writable() {
                return Err(self.readonly_error(object, property));
            }
            let shape = self.heap.object(object).shape.0;
            self.heap.set_slot(object, slot, value);
            self.fill_get_cache(site, shape, true, object, slot);
            return Ok(None);
        }
        if property == key::LENGTH && self.heap.object(object).is_array() {
            return self.set(object, property, value).map(|()| None);
        }
        // Not own: look for setters and read-only properties above.
        let mut parent = self.heap.proto_of(object);
        while let Some(holder) = parent {
            if !matches!(self.exotic(holder), Exotic::None | Exotic::Array) {
                return self.set(object, property, value).map(|()| None);
            }
            if let Some((slot, attributes)) = self.heap.find_named(holder, property) {
                if attributes.is_accessor() {
                    return match self.setter_at(holder, slot) {
                        Some(set) => Ok(Some(set)),
                        None => Err(self.readonly_error(object, property)),
                    };
                }
                if !attributes.is_writable() {
                    return Err(self.readonly_error(object, property));
                }
                break;
            }
            if property == key::LENGTH && self.heap.object(holder).is_array() {
                break;
            }
            parent = self.heap.proto_of(holder);
        }
        if self.heap.object(object).flags & EXTENSIBLE == 0 {
            return Err(self.readonly_error(object, property));
        }
        self.add_with_cache(object, property, value, site);
        Ok(None)
    }

    /// Adds a property and remembers the transition.
    fn add_with_cache(&mut self, object: ObjectId, property: PropertyKey, value: Value, site: usize) {
        let shape = self.heap.object(object).shape;
        self.heap.add_named(object, property, value, Attributes::ALL);
        let next = self.heap.object(object).shape;
        let is_unique = self.heap.shapes.get(shape).is_unique || self.heap.shapes.get(next).is_unique;
        // Typed arrays share shapes with ordinary objects and treat numeric names in their own way.
        if is_unique || shape == next || !self.is_ordinary_key(property) {
            return;
        }
        let slot = self.heap.shapes.get(next).table.entries.len() as u32 - 1;
        let cache =
            InlineCache { shape: shape.0, slot, holder: InlineCache::ADD, next: next.0, epoch: self.heap.proto_epoch };
        if let Some(entry) = self.caches.get_mut(site) {
            *entry = cache;
        }
    }

    /// `DefineField` beyond the cache.
    pub(crate) fn define_field_slow(&mut self, target: Value, value: Value, site: usize) -> Completion<()> {
        let property = self.site_key(site);
        let Some(object) = target.as_object() else { return Ok(()) };
        let plain = matches!(self.exotic(object), Exotic::None)
            && !matches!(property, PropertyKey::Index(_))
            && self.heap.object(object).flags & EXTENSIBLE != 0
            && self.heap.find_named(object, property).is_none();
        if plain {
            self.add_with_cache(object, property, value, site);
            return Ok(());
        }
        self.create_data_property_or_throw(object, property, value)
    }

    fn set_on_primitive(&mut self, target: Value, property: PropertyKey, value: Value) -> Completion<()> {
        if target.is_nullish() {
            let what = if target.is_null() { "null" } else { "undefined" };
            return Err(self.nullish_access_error(what, property, "set"));
        }
        let proto = self.prototype_of_primitive(target, Some(property))?;
        if self.set_with_receiver(proto, property, value, target)? {
            return Ok(());
        }
        let name = self.heap.key_label(property);
        let shown = self.describe(target);
        Err(self.type_error(&format!("Cannot create property '{name}' on {shown}")))
    }

    /// `GetElem` beyond dense arrays.
    pub(crate) fn get_elem_slow(&mut self, target: Value, index: Value) -> Completion<Found> {
        if let (Some(text), Some(at)) = (target.as_string(), index.as_int())
            && at >= 0
        {
            let text = self.heap.flatten(text)?;
            if let Some(unit) = self.heap.str(text).get(at as usize) {
                return Ok(Found::Value(self.heap.unit_string(unit)?.into()));
            }
        }
        if target.is_nullish() {
            // The key is not converted before the base is checked.
            let property = match index.is_object() {
                true => key::EMPTY,
                false => self.to_property_key(index)?,
            };
            let what = if target.is_null() { "null" } else { "undefined" };
            return Err(self.nullish_access_error(what, property, "read"));
        }
        let property = self.to_property_key(index)?;
        if !property.is_string() && self.is_tool_reference(target) {
            let shown = self.describe(target);
            return Err(self.type_error(&format!("{shown} has only string property names, not symbols")));
        }
        match target.as_object() {
            Some(object) => {
                let found = self.find_for_get(object, property, target)?;
                if let Found::Value(value) = &found
                    && value.is_undefined()
                {
                    self.note_missing_property(object, property)?;
                }
                Ok(found)
            }
            None => self.get_v(target, property).map(Found::Value),
        }
    }

    /// `SetElem` beyond dense arrays.
    pub(crate) fn set_elem_slow(&mut self, target: Value, index: Value, value: Value) -> Completion<()> {
        let Some(object) = target.as_object() else {
            if target.is_nullish() && index.is_object() {
                let what = if target.is_null() { "null" } else { "undefined" };
                return Err(self.nullish_access_error(what, key::EMPTY, "set"));
            }
            let property = self.to_property_key(index)?;
            return self.set_on_primitive(target, property, value);
        };
        let property = self.to_property_key(index)?;
        if let PropertyKey::Index(at) = property
            && self.append_element(object, at, value)?
        {
            return Ok(());
        }
        self.set(object, property, value)
    }

    /// Writes an element at the end of a plain dense array, or into a hole of one, when no prototype can interfere.
    fn append_element(&mut self, object: ObjectId, index: u32, value: Value) -> Completion<bool> {
        let target = self.heap.object(object);
        let (ObjectKind::Array { length, length_writable: true }, Elements::Dense(values)) =
            (&target.kind, &target.elements)
        else {
            return Ok(false);
        };
        let (length, at) = (*length, index as usize);
        if target.flags & EXTENSIBLE == 0
            || at > values.len()
            || at + 1 >= crate::ops::exotic::MAX_ARRAY_LENGTH
            || self.heap.proto_of(object) != Some(self.intrinsic(Intrinsic::ArrayPrototype))
            || self.prototypes_have_elements()
        {
            return Ok(false);
        }
        self.heap.set_element(object, index, value, Attributes::ALL)?;
        if index >= length
            && let ObjectKind::Array { length, .. } = &mut self.heap.object_mut(object).kind
        {
            *length = index + 1;
        }
        Ok(true)
    }

    /// `LoadGlobal` beyond the cache: `None` when there is no such global.
    pub(crate) fn global_slow(&mut self, site: usize) -> Completion<Option<Found>> {
        let property = self.site_key(site);
        let global = self.intrinsic(Intrinsic::Global);
        if self.heap.find_named(global, property).is_none() && !self.has_property(global, property)? {
            return Ok(self.session_value(property).map(Found::Value));
        }
        self.get_prop_slow(global.into(), site).map(Some)
    }

    /// The error for a name that does not exist.
    pub(crate) fn undefined_name_error(&mut self, site: usize) -> crate::completion::Unwind {
        let name = self.heap.key_label(self.site_key(site));
        let unwind = self.reference_error(&format!("{name} is not defined"));
        if let crate::completion::Unwind::Throw(error) = unwind
            && let Some(id) = error.as_object()
            && let ObjectKind::Error(data) = &mut self.heap.object_mut(id).kind
        {
            data.unknown_name = Some(name.into());
        }
        unwind
    }

    /// `StoreGlobal`
    pub(crate) fn store_global(&mut self, site: usize, value: Value) -> Completion<()> {
        let property = self.site_key(site);
        let global = self.intrinsic(Intrinsic::Global);
        if !self.has_property(global, property)? {
            return match self.assign_in_session(property, value) {
                Some(result) => result,
                None => Err(self.undefined_name_error(site)),
            };
        }
        self.set(global, property, value)
    }

    // ── Private names (§7.3.26 on) ─────────────────────────────────────────────────────────────────────────────────

    fn private_key(name: Value) -> PropertyKey {
        name.as_symbol().map_or(key::EMPTY, PropertyKey::Symbol)
    }

    /// PrivateGet
    pub(crate) fn get_private(&mut self, target: Value, name: Value) -> Completion<Found> {
        let property = Self::private_key(name);
        let Some(object) = target.as_object() else {
            let text = self.heap.key_label(property);
            return Err(self.type_error(&format!("Cannot read private member {text} from a value that is no object")));
        };
        match self.heap.find_named(object, property) {
            None => {
                let text = self.heap.key_label(property);
                Err(self.type_error(&format!(
                    "Cannot read private member {text} from an object whose class did not declare it"
                )))
            }
            Some((slot, _)) => {
                let value = self.read_slot(object, slot);
                match value.as_accessor() {
                    None => Ok(Found::Value(value)),
                    Some(id) => match self.heap.accessor(id).get {
                        get if get.is_undefined() => {
                            let text = self.heap.key_label(property);
                            Err(self.type_error(&format!("'{text}' was defined without a getter")))
                        }
                        get => Ok(Found::Getter(get)),
                    },
                }
            }
        }
    }

    /// PrivateSet: a setter is given back to be called.
    pub(crate) fn set_private(&mut self, target: Value, name: Value, value: Value) -> Completion<Option<Value>> {
        let property = Self::private_key(name);
        let text = |cx: &mut Vm| cx.heap.key_label(property);
        let found = target.as_object().and_then(|object| Some((object, self.heap.find_named(object, property)?)));
        let Some((object, (slot, attributes))) = found else {
            let name = text(self);
            return Err(self.type_error(&format!(
                "Cannot write private member {name} to an object whose class did not declare it"
            )));
        };
        if attributes.is_accessor() {
            let current = self.read_slot(object, slot);
            let set = current.as_accessor().map_or(Value::UNDEFINED, |id| self.heap.accessor(id).set);
            if set.is_undefined() {
                let name = text(self);
                return Err(self.type_error(&format!("'{name}' was defined without a setter")));
            }
            return Ok(Some(set));
        }
        if !attributes.is_writable() {
            let name = text(self);
            return Err(self.type_error(&format!("Private method '{name}' is not writable")));
        }
        self.heap.set_slot(object, slot, value);
        Ok(None)
    }

    /// PrivateFieldAdd, PrivateMethodOrAccessorAdd
    pub(crate) fn define_private(
        &mut self,
        target: Value,
        name: Value,
        value: Value,
        attributes: Attributes,
    ) -> Completion<()> {
        let property = Self::private_key(name);
        let Some(object) = target.as_object() else {
            return Err(self.type_error("private members need an object"));
        };
        if self.heap.find_named(object, property).is_some() {
            let text = self.heap.key_label(property);
            return Err(self.type_error(&format!("Cannot initialize {text} twice on the same object")));
        }
        if !self.heap.object(object).is_extensible() {
            let text = self.heap.key_label(property);
            return Err(self.type_error(&format!("Cannot define {text}, object is not extensible")));
        }
        self.heap.add_named(object, property, value, attributes);
        Ok(())
    }

    pub(crate) fn has_private(&mut self, target: Value, name: Value) -> Completion<bool> {
        let property = Self::private_key(name);
        match target.as_object() {
            Some(object) => Ok(self.heap.find_named(object, property).is_some()),
            None => Err(self.type_error("the right side of 'in' must be an object")),
        }
    }

    // ── Literals ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// `DefineMethod`, `DefineGetter`, `DefineSetter`.
    pub(crate) fn define_method(
        &mut self,
        target: Value,
        name: Value,
        function: Value,
        enumerable: bool,
        part: MethodPart,
    ) -> Completion<()> {
        let property = self.to_property_key(name)?;
        let (Some(object), Some(method)) = (target.as_object(), function.as_object()) else { return Ok(()) };
        self.set_home_object(method, object);
        let prefix = match part {
            MethodPart::Method => "",
            MethodPart::Getter => "get",
            MethodPart::Setter => "set",
        };
        let name = self.heap.key_to_value(property)?;
        self.set_function_name(method, name, prefix)?;
        let descriptor = match part {
            MethodPart::Method => PropertyDescriptor::data(function, Attributes::new(true, enumerable, true)),
            MethodPart::Getter => PropertyDescriptor {
                get: Some(function),
                enumerable: Some(enumerable),
                configurable: Some(true),
                ..PropertyDescriptor::default()
            },
            MethodPart::Setter => PropertyDescriptor {
                set: Some(function),
                enumerable: Some(enumerable),
                configurable: Some(true),
                ..PropertyDescriptor::default()
            },
        };
        self.define_property_or_throw(object, property, descriptor)
    }

    /// CopyDataProperties (§7.3.25)
    pub(crate) fn copy_data_properties(
        &mut self,
        target: Value,
        source: Value,
        excluded: &[PropertyKey],
    ) -> Completion<()> {
        let Some(target) = target.as_object() else { return Ok(()) };
        if source.is_nullish() {
            return Ok(());
        }
        let from = self.to_object(source)?;
        if self.is_tool_reference(source) {
            return Err(self.tool_data_error(from));
        }
        if matches!(self.exotic(from), Exotic::None | Exotic::Array) && self.copy_plain(target, from, excluded)? {
            return Ok(());
        }
        for property in self.own_property_keys(from)? {
            self.charge_fuel(1)?;
            if excluded.contains(&property) {
                continue;
            }
            if let Some(own) = self.get_own_property(from, property)?
                && own.is_enumerable()
            {
                let value = self.get(from, property)?;
                self.create_data_property_or_throw(target, property, value)?;
            }
        }
        Ok(())
    }

    /// Copies from an object whose properties are all plain data; false when it has accessors or sparse elements.
    fn copy_plain(&mut self, target: ObjectId, from: ObjectId, excluded: &[PropertyKey]) -> Completion<bool> {
        let shape = self.heap.object(from).shape;
        let table = self.heap.shapes.get(shape).table.clone();
        if table.entries.iter().any(|entry| entry.attributes.is_accessor())
            || !self.heap.object(from).elements.is_dense()
        {
            return Ok(false);
        }
        let indices = self.heap.object(from).elements.indices();
        self.charge_fuel(indices.len() as u64 + table.entries.len() as u64)?;
        for index in indices {
            let property = PropertyKey::Index(index);
            if !excluded.contains(&property)
                && let Some(element) = self.heap.object(from).elements.get(index)
            {
                self.create_data_property_or_throw(target, property, element.value)?;
            }
        }
        // A fresh target with the same prototype takes over the shape as a whole.
        let source_shape = self.heap.shapes.get(shape);
        let target_object = self.heap.object(target);
        let whole = excluded.is_empty()
            && !source_shape.is_unique
            && source_shape.proto == self.heap.proto_of(target)
            && self.heap.shapes.get(target_object.shape).table.entries.is_empty()
            && !self.heap.shapes.get(target_object.shape).is_unique
            && target_object.flags & EXTENSIBLE != 0
            && table
                .entries
                .iter()
                .all(|entry| entry.attributes == Attributes::ALL && matches!(entry.key, Some(PropertyKey::String(_))))
            && table.entries.iter().enumerate().all(|(slot, _)| !self.heap.slot(from, slot as u32).is_internal());
        if whole {
            let count = table.entries.len();
            let source_block = self.heap.object(from).slots;
            let values: smallvec::SmallVec<[Value; 16]> = self.heap.slots.slice(source_block, count).into();
            let old = self.heap.object(target).slots;
            let block = if old.capacity() >= count { old } else { self.heap.slots.grow(old, 0, count) };
            self.heap.count(block.capacity() * 8);
            self.heap.slots.fill_from(block, &values);
            let object = self.heap.object_mut(target);
            object.slots = block;
            object.shape = shape;
            return Ok(true);
        }
        let mut symbols = Vec::new();
        for (slot, entry) in table.entries.iter().enumerate() {
            let Some(property) = entry.key else { continue };
            if !entry.attributes.is_enumerable() || excluded.contains(&property) {
                continue;
            }
            if let PropertyKey::Symbol(id) = property {
                if !self.heap.is_private_name(id) {
                    symbols.push((property, slot as u32));
                }
                continue;
            }
            let value = self.read_slot(from, slot as u32);
            self.create_data_property_or_throw(target, property, value)?;
        }
        for (property, slot) in symbols {
            let value = self.read_slot(from, slot);
            self.create_data_property_or_throw(target, property, value)?;
        }
        Ok(true)
    }
}

/// Which part of a property a method is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodPart {
    Method,
    Getter,
    Setter,
}
