//! Operations on objects (ECMA-262 §7.3) on top of the internal methods.

use super::descriptor::PropertyDescriptor;
use crate::completion::Completion;
use crate::heap::elements::Elements;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Unpacked, Value};
use crate::vm::Vm;

impl Vm {
    /// Get (§7.3.2)
    #[inline]
    pub(crate) fn get(&mut self, object: ObjectId, property: PropertyKey) -> Completion {
        self.get_with_receiver(object, property, object.into())
    }

    /// Get with a name that is not among the static names.
    pub(crate) fn get_named(&mut self, object: ObjectId, name: &str) -> Completion {
        let property = self.heap.key(name)?;
        self.get(object, property)
    }

    /// Get of an index.
    #[inline]
    pub(crate) fn get_index(&mut self, object: ObjectId, index: u64) -> Completion {
        if let Some(&value) = self.heap.object(object).elements.dense().get(index as usize)
            && !value.is_hole()
        {
            return Ok(value);
        }
        let property = self.index_key(index)?;
        self.get(object, property)
    }

    /// The property key of a non-negative integer index.
    #[inline]
    pub(crate) fn index_key(&mut self, index: u64) -> Completion<PropertyKey> {
        match u32::try_from(index) {
            Ok(index) if index != u32::MAX => Ok(PropertyKey::Index(index)),
            _ => {
                let text = self.heap.new_string(&index.to_string())?;
                self.heap.key_from_string(text)
            }
        }
    }

    /// GetV (§7.3.3): the property of any value; TypeError for null and undefined.
    pub(crate) fn get_v(&mut self, value: Value, property: PropertyKey) -> Completion {
        if let Some(object) = value.as_object() {
            return self.get(object, property);
        }
        if let Some(text) = value.as_string() {
            if property == key::LENGTH {
                return Ok(Value::index(self.heap.string_len(text)));
            }
            if let PropertyKey::Index(index) = property {
                let text = self.heap.flatten(text)?;
                if let Some(unit) = self.heap.str(text).get(index as usize) {
                    return Ok(self.heap.unit_string(unit)?.into());
                }
            }
        }
        let proto = self.prototype_of_primitive(value, Some(property))?;
        self.get_with_receiver(proto, property, value)
    }

    /// The prototype through which a primitive is seen. `property` is for the message when there is none.
    pub(crate) fn prototype_of_primitive(
        &mut self,
        value: Value,
        property: Option<PropertyKey>,
    ) -> Completion<ObjectId> {
        let intrinsic = match value.unpack() {
            Unpacked::String(_) => Intrinsic::StringPrototype,
            Unpacked::Int(_) | Unpacked::Double(_) => Intrinsic::NumberPrototype,
            Unpacked::Boolean(_) => Intrinsic::BooleanPrototype,
            Unpacked::Symbol(_) => Intrinsic::SymbolPrototype,
            Unpacked::BigInt(_) => Intrinsic::BigIntPrototype,
            Unpacked::Object(id) => return Ok(id),
            Unpacked::Undefined | Unpacked::Null | Unpacked::Internal => {
                let what = if value.is_null() { "null" } else { "undefined" };
                return Err(match property {
                    Some(property) => self.nullish_access_error(what, property, "read"),
                    None => self.type_error(&format!("cannot convert {what} to object")),
                });
            }
        };
        Ok(self.intrinsic(intrinsic))
    }

    /// Set (§7.3.4) with throwing.
    pub(crate) fn set(&mut self, object: ObjectId, property: PropertyKey, value: Value) -> Completion<()> {
        if self.set_with_receiver(object, property, value, object.into())? {
            Ok(())
        } else {
            Err(self.readonly_error(object, property))
        }
    }

    /// Set of an index, throwing.
    pub(crate) fn set_index(&mut self, object: ObjectId, index: u64, value: Value) -> Completion<()> {
        let property = self.index_key(index)?;
        self.set(object, property, value)
    }

    /// CreateDataProperty (§7.3.5)
    #[inline]
    pub(crate) fn create_data_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        value: Value,
    ) -> Completion<bool> {
        self.define_own_property(object, property, PropertyDescriptor::data(value, Attributes::ALL))
    }

    /// CreateDataPropertyOrThrow (§7.3.7)
    pub(crate) fn create_data_property_or_throw(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        value: Value,
    ) -> Completion<()> {
        if self.create_data_property(object, property, value)? {
            Ok(())
        } else {
            let name = self.heap.key_label(property);
            Err(self.type_error(&format!("cannot define property '{name}', object is not extensible or it is fixed")))
        }
    }

    /// CreateDataPropertyOrThrow with a Rust name.
    pub(crate) fn create_named(&mut self, object: ObjectId, name: &str, value: Value) -> Completion<()> {
        let property = self.heap.key(name)?;
        self.create_data_property_or_throw(object, property, value)
    }

    /// DefinePropertyOrThrow (§7.3.8)
    pub(crate) fn define_property_or_throw(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
        descriptor: PropertyDescriptor,
    ) -> Completion<()> {
        if self.define_own_property(object, property, descriptor)? {
            Ok(())
        } else {
            let name = self.heap.key_label(property);
            Err(self.type_error(&format!("cannot redefine property: {name}")))
        }
    }

    /// DeletePropertyOrThrow (§7.3.9)
    pub(crate) fn delete_property_or_throw(&mut self, object: ObjectId, property: PropertyKey) -> Completion<()> {
        if self.delete(object, property)? {
            Ok(())
        } else {
            let name = self.heap.key_label(property);
            let shown = self.describe(object.into());
            let why = if self.is_tool_reference(object.into()) { "it is read-only: " } else { "" };
            Err(self.type_error(&format!("{why}cannot delete property '{name}' of {shown}")))
        }
    }

    /// GetMethod (§7.3.10): `None` when it is undefined or null.
    pub(crate) fn get_method(&mut self, value: Value, property: PropertyKey) -> Completion<Option<Value>> {
        let method = self.get_v(value, property)?;
        if method.is_nullish() {
            return Ok(None);
        }
        if !self.is_callable(method) {
            let name = self.heap.key_label(property);
            let shown = self.describe(method);
            return Err(self.type_error(&format!("property '{name}' is not a function (it is {shown})")));
        }
        Ok(Some(method))
    }

    /// HasOwnProperty (§7.3.12)
    pub(crate) fn has_own_property(&mut self, object: ObjectId, property: PropertyKey) -> Completion<bool> {
        Ok(self.get_own_property(object, property)?.is_some())
    }

    /// Invoke (§7.3.20)
    pub(crate) fn invoke(&mut self, value: Value, property: PropertyKey, arguments: &[Value]) -> Completion {
        let method = self.get_v(value, property)?;
        if !self.is_callable(method) {
            let name = self.heap.key_label(property);
            let shown = self.describe(value);
            return Err(self.type_error(&format!("{name} is not a function of {shown}")));
        }
        self.call(method, value, arguments)
    }

    /// LengthOfArrayLike (§7.3.18)
    pub(crate) fn length_of_array_like(&mut self, object: ObjectId) -> Completion<u64> {
        if let Some(length) = self.heap.array_length(object) {
            return Ok(u64::from(length));
        }
        let length = self.get(object, key::LENGTH)?;
        self.to_length(length)
    }

    /// CreateListFromArrayLike (§7.3.19), charged.
    pub(crate) fn create_list_from_array_like(&mut self, value: Value) -> Completion<Vec<Value>> {
        let Some(object) = value.as_object() else {
            let shown = self.describe(value);
            return Err(self.type_error(&format!("an array of arguments is needed, not {shown}")));
        };
        let length = self.length_of_array_like(object)?;
        if length > 250_000 {
            return Err(self.range_error("too many arguments: at most 250000 fit one call"));
        }
        self.heap.charge(length as usize * 8)?;
        let mut list = Vec::with_capacity(length as usize);
        for index in 0..length {
            self.charge_fuel(1)?;
            list.push(self.get_index(object, index)?);
        }
        Ok(list)
    }

    /// SpeciesConstructor (§7.3.22)
    pub(crate) fn species_constructor(&mut self, object: ObjectId, default: Intrinsic) -> Completion<ObjectId> {
        let default = self.intrinsic(default);
        let constructor = self.get(object, key::CONSTRUCTOR)?;
        if constructor.is_undefined() || constructor == Value::object(default) && self.has_default_species(default) {
            return Ok(default);
        }
        let Some(constructor) = constructor.as_object() else {
            return Err(self.type_error("the 'constructor' property is not an object"));
        };
        let species = self.get(constructor, PropertyKey::Symbol(WellKnown::Species.id()))?;
        if species.is_nullish() {
            return Ok(default);
        }
        match species.as_object() {
            Some(species) if self.is_constructor(species.into()) => Ok(species),
            _ => Err(self.type_error("the species of the constructor is not a constructor")),
        }
    }

    /// Whether reading `@@species` of an intrinsic constructor is known to give itself.
    fn has_default_species(&mut self, constructor: ObjectId) -> bool {
        match self.heap.find_named(constructor, PropertyKey::Symbol(WellKnown::Species.id())) {
            // Still the lazy accessor of the table: nobody has touched it.
            Some((slot, _)) => self.heap.slot(constructor, slot).as_lazy().is_some(),
            None => false,
        }
    }

    /// GetPrototypeFromConstructor (§10.1.14)
    pub(crate) fn prototype_from_constructor(&mut self, new_target: Value, default: Intrinsic) -> Completion<ObjectId> {
        let Some(constructor) = new_target.as_object() else { return Ok(self.intrinsic(default)) };
        let proto = self.get(constructor, key::PROTOTYPE)?;
        match proto.as_object() {
            Some(proto) => Ok(proto),
            None => {
                self.require_function_realm(constructor)?;
                Ok(self.intrinsic(default))
            }
        }
    }

    /// GetFunctionRealm (§7.3.25): there is one realm, but a revoked proxy has none.
    fn require_function_realm(&mut self, function: ObjectId) -> Completion<()> {
        let mut function = function;
        loop {
            self.charge_fuel(1)?;
            match &self.heap.object(function).kind {
                ObjectKind::Bound(bound) => function = bound.target,
                ObjectKind::Proxy(proxy) => match proxy.target {
                    Some(target) => function = target,
                    None => return Err(self.type_error("the constructor is a proxy that has been revoked")),
                },
                _ => return Ok(()),
            }
        }
    }

    /// OrdinaryCreateFromConstructor (§10.1.13): for `new.target` of the running built-in.
    pub(crate) fn ordinary_create_from_constructor(
        &mut self,
        new_target: Value,
        default: Intrinsic,
        kind: ObjectKind,
    ) -> Completion<ObjectId> {
        let proto = self.prototype_from_constructor(new_target, default)?;
        let bytes = match &kind {
            ObjectKind::Data(data) => data.bytes(),
            _ => 0,
        };
        self.heap.charge(bytes)?;
        Ok(self.heap.new_object_with_proto(Some(proto), kind))
    }

    /// OrdinaryHasInstance (§7.3.21)
    pub(crate) fn ordinary_has_instance(&mut self, constructor: Value, value: Value) -> Completion<bool> {
        let Some(target) = constructor.as_object() else { return Ok(false) };
        if !self.is_callable(constructor) {
            return Ok(false);
        }
        if let ObjectKind::Bound(bound) = &self.heap.object(target).kind {
            let target = bound.target;
            return self.instance_of(value, target.into());
        }
        let Some(mut object) = value.as_object() else { return Ok(false) };
        let proto = self.get(target, key::PROTOTYPE)?;
        let Some(proto) = proto.as_object() else {
            return Err(self.type_error("the 'prototype' of the right side of instanceof is not an object"));
        };
        loop {
            match self.get_prototype_of(object)? {
                None => return Ok(false),
                Some(parent) if parent == proto => return Ok(true),
                Some(parent) => object = parent,
            }
            self.charge_fuel(1)?;
        }
    }

    /// InstanceofOperator (§13.10.2)
    pub(crate) fn instance_of(&mut self, value: Value, target: Value) -> Completion<bool> {
        if !target.is_object() {
            let shown = self.describe(target);
            return Err(self.type_error(&format!("the right side of instanceof must be callable, not {shown}")));
        }
        let method = self.get_method(target, PropertyKey::Symbol(WellKnown::HasInstance.id()))?;
        if let Some(method) = method {
            let result = self.call(method, target, &[value])?;
            return Ok(self.to_boolean(result));
        }
        if !self.is_callable(target) {
            return Err(self.type_error("the right side of instanceof is not callable"));
        }
        self.ordinary_has_instance(target, value)
    }

    // ── Arrays ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// An array of values.
    pub(crate) fn new_array(&mut self, values: Vec<Value>) -> Completion<ObjectId> {
        if values.len() > MAX_ARRAY_LENGTH {
            return Err(self.range_error("Invalid array length"));
        }
        self.heap.charge(values.capacity() * 8)?;
        let id = self.new_empty_array();
        let object = self.heap.object_mut(id);
        object.kind = ObjectKind::Array { length: values.len() as u32, length_writable: true };
        object.elements = Elements::Dense(values);
        Ok(id)
    }

    /// An empty array.
    #[inline]
    pub(crate) fn new_empty_array(&mut self) -> ObjectId {
        let proto = self.intrinsic(Intrinsic::ArrayPrototype);
        self.heap.new_object_with_proto(Some(proto), ObjectKind::Array { length: 0, length_writable: true })
    }

    /// ArrayCreate (§10.4.2.2)
    pub(crate) fn array_create(&mut self, length: u64, proto: Option<ObjectId>) -> Completion<ObjectId> {
        if length > u64::from(u32::MAX) || self.is_too_long(length as u32) {
            return Err(self.range_error("Invalid array length"));
        }
        let proto = match proto {
            Some(proto) => proto,
            None => self.intrinsic(Intrinsic::ArrayPrototype),
        };
        let kind = ObjectKind::Array { length: length as u32, length_writable: true };
        Ok(self.heap.new_object_with_proto(Some(proto), kind))
    }

    /// IsArray (§7.2.2)
    pub(crate) fn is_array(&mut self, value: Value) -> Completion<bool> {
        let Some(mut object) = value.as_object() else { return Ok(false) };
        loop {
            match &self.heap.object(object).kind {
                ObjectKind::Array { .. } => return Ok(true),
                ObjectKind::Proxy(proxy) => match proxy.target {
                    Some(target) => object = target,
                    None => return Err(self.type_error("the proxy has been revoked")),
                },
                _ => return Ok(false),
            }
        }
    }

    // ── Integrity ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// SetIntegrityLevel (§7.3.15): sealed, or frozen.
    pub(crate) fn set_integrity_level(&mut self, object: ObjectId, frozen: bool) -> Completion<bool> {
        if !self.prevent_extensions(object)? {
            return Ok(false);
        }
        if self.heap.typed_array(object).and_then(|array| self.heap.view_length(array)).is_some_and(|length| length > 0)
        {
            // The definition of the first element would be refused, in less helpful words.
            let verb = if frozen { "freeze" } else { "seal" };
            return Err(self.type_error(&format!(
                "cannot {verb} a typed array that has elements: {verb} a copy of them made with Array.from()"
            )));
        }
        for property in self.own_property_keys(object)? {
            self.charge_fuel(1)?;
            let mut change = PropertyDescriptor { configurable: Some(false), ..PropertyDescriptor::default() };
            if frozen {
                let Some(current) = self.get_own_property(object, property)? else { continue };
                if current.is_data() {
                    change.writable = Some(false);
                }
            }
            self.define_property_or_throw(object, property, change)?;
        }
        Ok(true)
    }

    /// TestIntegrityLevel (§7.3.16)
    pub(crate) fn test_integrity_level(&mut self, object: ObjectId, frozen: bool) -> Completion<bool> {
        if self.is_extensible(object)? {
            return Ok(false);
        }
        for property in self.own_property_keys(object)? {
            self.charge_fuel(1)?;
            if let Some(current) = self.get_own_property(object, property)?
                && (current.is_configurable() || (frozen && current.is_data() && current.is_writable()))
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
