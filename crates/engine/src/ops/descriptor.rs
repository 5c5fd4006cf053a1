//! Property descriptors (ECMA-262 §6.2.6).

use crate::completion::Completion;
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// A Property Descriptor: every field may be absent.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PropertyDescriptor {
    pub(crate) value: Option<Value>,
    pub(crate) get: Option<Value>,
    pub(crate) set: Option<Value>,
    pub(crate) writable: Option<bool>,
    pub(crate) enumerable: Option<bool>,
    pub(crate) configurable: Option<bool>,
}

impl PropertyDescriptor {
    /// A full data descriptor.
    pub(crate) fn data(value: Value, attributes: Attributes) -> PropertyDescriptor {
        PropertyDescriptor {
            value: Some(value),
            writable: Some(attributes.is_writable()),
            enumerable: Some(attributes.is_enumerable()),
            configurable: Some(attributes.is_configurable()),
            ..PropertyDescriptor::default()
        }
    }

    /// A full accessor descriptor.
    pub(crate) fn accessor(get: Value, set: Value, attributes: Attributes) -> PropertyDescriptor {
        PropertyDescriptor {
            get: Some(get),
            set: Some(set),
            enumerable: Some(attributes.is_enumerable()),
            configurable: Some(attributes.is_configurable()),
            ..PropertyDescriptor::default()
        }
    }

    pub(crate) fn is_accessor(&self) -> bool {
        self.get.is_some() || self.set.is_some()
    }

    pub(crate) fn is_data(&self) -> bool {
        self.value.is_some() || self.writable.is_some()
    }

    pub(crate) fn is_generic(&self) -> bool {
        !self.is_accessor() && !self.is_data()
    }

    pub(crate) fn is_enumerable(&self) -> bool {
        self.enumerable == Some(true)
    }

    pub(crate) fn is_configurable(&self) -> bool {
        self.configurable == Some(true)
    }

    pub(crate) fn is_writable(&self) -> bool {
        self.writable == Some(true)
    }

    /// Attributes with absent fields as false; accessor descriptors give accessor attributes.
    pub(crate) fn attributes(&self) -> Attributes {
        if self.is_accessor() {
            Attributes::accessor(self.is_enumerable(), self.is_configurable())
        } else {
            Attributes::new(self.is_writable(), self.is_enumerable(), self.is_configurable())
        }
    }
}

impl Vm {
    /// ToPropertyDescriptor (§6.2.6.5)
    pub(crate) fn to_property_descriptor(&mut self, value: Value) -> Completion<PropertyDescriptor> {
        let Some(object) = value.as_object() else {
            let shown = self.describe(value);
            return Err(self.type_error(&format!("property description must be an object, not {shown}")));
        };
        let mut descriptor = PropertyDescriptor::default();
        if self.has_property(object, key::ENUMERABLE)? {
            let value = self.get(object, key::ENUMERABLE)?;
            descriptor.enumerable = Some(self.to_boolean(value));
        }
        if self.has_property(object, key::CONFIGURABLE)? {
            let value = self.get(object, key::CONFIGURABLE)?;
            descriptor.configurable = Some(self.to_boolean(value));
        }
        if self.has_property(object, key::VALUE)? {
            descriptor.value = Some(self.get(object, key::VALUE)?);
        }
        if self.has_property(object, key::WRITABLE)? {
            let value = self.get(object, key::WRITABLE)?;
            descriptor.writable = Some(self.to_boolean(value));
        }
        if self.has_property(object, key::GET)? {
            let get = self.get(object, key::GET)?;
            if !get.is_undefined() && !self.is_callable(get) {
                let shown = self.describe(get);
                return Err(self.type_error(&format!("getter must be a function, not {shown}")));
            }
            descriptor.get = Some(get);
        }
        if self.has_property(object, key::SET)? {
            let set = self.get(object, key::SET)?;
            if !set.is_undefined() && !self.is_callable(set) {
                let shown = self.describe(set);
                return Err(self.type_error(&format!("setter must be a function, not {shown}")));
            }
            descriptor.set = Some(set);
        }
        if descriptor.is_accessor() && descriptor.is_data() {
            return Err(self.type_error(
                "invalid property descriptor: cannot both specify accessors and a value or writable attribute",
            ));
        }
        Ok(descriptor)
    }

    /// FromPropertyDescriptor (§6.2.6.4)
    pub(crate) fn from_property_descriptor(&mut self, descriptor: Option<PropertyDescriptor>) -> Completion {
        let Some(descriptor) = descriptor else { return Ok(Value::UNDEFINED) };
        let object = self.new_object();
        let mut add = |key, value: Option<Value>| {
            if let Some(value) = value {
                self.heap.add_named(object, key, value, Attributes::ALL);
            }
        };
        add(key::VALUE, descriptor.value);
        add(key::WRITABLE, descriptor.writable.map(Value::boolean));
        add(key::GET, descriptor.get);
        add(key::SET, descriptor.set);
        add(key::ENUMERABLE, descriptor.enumerable.map(Value::boolean));
        add(key::CONFIGURABLE, descriptor.configurable.map(Value::boolean));
        Ok(object.into())
    }

    /// An empty ordinary object.
    #[inline]
    pub(crate) fn new_object(&mut self) -> ObjectId {
        let proto = self.intrinsic(Intrinsic::ObjectPrototype);
        self.heap.new_object_with_proto(Some(proto), crate::heap::object::ObjectKind::Ordinary)
    }
}
