//! The internal methods of proxies (ECMA-262 §10.5), with their invariants. Each runs one level deeper on the host
//! stack, so that chains of proxies are bounded.

use rustc_hash::FxHashSet;

use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::ops::descriptor::PropertyDescriptor;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// The target, and the trap with its handler when there is one.
struct Trap {
    target: ObjectId,
    trap: Option<(Value, ObjectId)>,
}

impl Vm {
    fn proxy_trap(&mut self, proxy: ObjectId, name: PropertyKey) -> Completion<Trap> {
        let parts = match &self.heap.object(proxy).kind {
            ObjectKind::Proxy(data) => data.target.zip(data.handler),
            _ => None,
        };
        let Some((target, handler)) = parts else {
            let name = self.heap.key_text(name);
            return Err(self.type_error(&format!("Cannot perform '{name}' on a proxy that has been revoked")));
        };
        let trap = self.get_method(handler.into(), name)?;
        Ok(Trap { target, trap: trap.map(|trap| (trap, handler)) })
    }

    /// A trap broke an invariant.
    fn trap_error(&mut self, trap: &str, property: Option<PropertyKey>, why: &str) -> crate::completion::Unwind {
        let text = match property {
            Some(property) => {
                let name = self.heap.key_text(property);
                format!("'{trap}' on proxy: {why} (property '{name}')")
            }
            None => format!("'{trap}' on proxy: {why}"),
        };
        self.type_error(&text)
    }

    /// \[\[GetPrototypeOf\]\] §10.5.1
    pub(crate) fn proxy_get_prototype_of(&mut self, proxy: ObjectId) -> Completion<Option<ObjectId>> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::GET_PROTOTYPE_OF)?;
            let Some((trap, handler)) = trap else { return cx.get_prototype_of(target) };
            let result = cx.call(trap, handler.into(), &[target.into()])?;
            if !result.is_object() && !result.is_null() {
                return Err(cx.trap_error("getPrototypeOf", None, "trap returned neither object nor null"));
            }
            let proto = result.as_object();
            if !cx.is_extensible(target)? && cx.get_prototype_of(target)? != proto {
                let why = "target is non-extensible but the trap did not return its actual prototype";
                return Err(cx.trap_error("getPrototypeOf", None, why));
            }
            Ok(proto)
        })
    }

    /// \[\[SetPrototypeOf\]\] §10.5.2
    pub(crate) fn proxy_set_prototype_of(&mut self, proxy: ObjectId, proto: Option<ObjectId>) -> Completion<bool> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::SET_PROTOTYPE_OF)?;
            let Some((trap, handler)) = trap else { return cx.set_prototype_of(target, proto) };
            let value = proto.map_or(Value::NULL, Value::object);
            let result = cx.call(trap, handler.into(), &[target.into(), value])?;
            if !cx.to_boolean(result) {
                return Ok(false);
            }
            if !cx.is_extensible(target)? && cx.get_prototype_of(target)? != proto {
                return Err(cx.trap_error("setPrototypeOf", None, "trap returned truish for a non-extensible target"));
            }
            Ok(true)
        })
    }

    /// \[\[IsExtensible\]\] §10.5.3
    pub(crate) fn proxy_is_extensible(&mut self, proxy: ObjectId) -> Completion<bool> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::IS_EXTENSIBLE)?;
            let Some((trap, handler)) = trap else { return cx.is_extensible(target) };
            let result = cx.call(trap, handler.into(), &[target.into()])?;
            let result = cx.to_boolean(result);
            if result != cx.is_extensible(target)? {
                return Err(cx.trap_error("isExtensible", None, "trap result does not reflect the target"));
            }
            Ok(result)
        })
    }

    /// \[\[PreventExtensions\]\] §10.5.4
    pub(crate) fn proxy_prevent_extensions(&mut self, proxy: ObjectId) -> Completion<bool> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::PREVENT_EXTENSIONS)?;
            let Some((trap, handler)) = trap else { return cx.prevent_extensions(target) };
            let result = cx.call(trap, handler.into(), &[target.into()])?;
            let result = cx.to_boolean(result);
            if result && cx.is_extensible(target)? {
                return Err(cx.trap_error("preventExtensions", None, "the target is still extensible"));
            }
            Ok(result)
        })
    }

    /// \[\[GetOwnProperty\]\] §10.5.5
    pub(crate) fn proxy_get_own_property(
        &mut self,
        proxy: ObjectId,
        property: PropertyKey,
    ) -> Completion<Option<PropertyDescriptor>> {
        const NAME: &str = "getOwnPropertyDescriptor";
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::GET_OWN_PROPERTY_DESCRIPTOR)?;
            let Some((trap, handler)) = trap else { return cx.get_own_property(target, property) };
            let name = cx.heap.key_to_value(property)?;
            let result = cx.call(trap, handler.into(), &[target.into(), name])?;
            if !result.is_object() && !result.is_undefined() {
                return Err(cx.trap_error(NAME, Some(property), "trap returned neither object nor undefined"));
            }
            let own = cx.get_own_property(target, property)?;
            if result.is_undefined() {
                let Some(own) = own else { return Ok(None) };
                if !own.is_configurable() {
                    let why = "trap reported a non-configurable property as absent";
                    return Err(cx.trap_error(NAME, Some(property), why));
                }
                if !cx.is_extensible(target)? {
                    let why = "trap reported a property of a non-extensible target as absent";
                    return Err(cx.trap_error(NAME, Some(property), why));
                }
                return Ok(None);
            }
            let extensible = cx.is_extensible(target)?;
            let mut descriptor = cx.to_property_descriptor(result)?;
            complete(&mut descriptor);
            let compatible = match &own {
                Some(own) => cx.is_compatible_change(&descriptor, own),
                None => extensible,
            };
            if !compatible {
                let why = "trap returned a descriptor that is incompatible with the target";
                return Err(cx.trap_error(NAME, Some(property), why));
            }
            if !descriptor.is_configurable() {
                let fixed = own.is_some_and(|own| !own.is_configurable());
                let widened = descriptor.writable == Some(false) && own.is_some_and(|own| own.writable == Some(true));
                if !fixed || widened {
                    let why = "trap reported non-configurability for a property that is configurable or writable";
                    return Err(cx.trap_error(NAME, Some(property), why));
                }
            }
            Ok(Some(descriptor))
        })
    }

    /// \[\[DefineOwnProperty\]\] §10.5.6
    pub(crate) fn proxy_define_own_property(
        &mut self,
        proxy: ObjectId,
        property: PropertyKey,
        descriptor: PropertyDescriptor,
    ) -> Completion<bool> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::DEFINE_PROPERTY)?;
            let Some((trap, handler)) = trap else { return cx.define_own_property(target, property, descriptor) };
            let description = cx.from_property_descriptor(Some(descriptor))?;
            let name = cx.heap.key_to_value(property)?;
            let result = cx.call(trap, handler.into(), &[target.into(), name, description])?;
            if !cx.to_boolean(result) {
                return Ok(false);
            }
            let own = cx.get_own_property(target, property)?;
            let extensible = cx.is_extensible(target)?;
            let fixes = descriptor.configurable == Some(false);
            let why = match &own {
                None if !extensible => Some("trap returned truish for adding to a non-extensible target"),
                None if fixes => Some("trap returned truish for a non-configurable property that does not exist"),
                None => None,
                Some(own) if !cx.is_compatible_change(&descriptor, own) => {
                    Some("trap returned truish for a change that is incompatible with the target")
                }
                Some(own) if fixes && own.is_configurable() => {
                    Some("trap returned truish for a non-configurable property that is configurable in the target")
                }
                Some(own)
                    if own.is_data()
                        && !own.is_configurable()
                        && own.is_writable()
                        && descriptor.writable == Some(false) =>
                {
                    Some("trap returned truish for a non-writable property that is writable in the target")
                }
                Some(_) => None,
            };
            match why {
                Some(why) => Err(cx.trap_error("defineProperty", Some(property), why)),
                None => Ok(true),
            }
        })
    }

    /// \[\[HasProperty\]\] §10.5.7
    pub(crate) fn proxy_has_property(&mut self, proxy: ObjectId, property: PropertyKey) -> Completion<bool> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::HAS)?;
            let Some((trap, handler)) = trap else { return cx.has_property(target, property) };
            let name = cx.heap.key_to_value(property)?;
            let result = cx.call(trap, handler.into(), &[target.into(), name])?;
            if cx.to_boolean(result) {
                return Ok(true);
            }
            if let Some(own) = cx.get_own_property(target, property)? {
                if !own.is_configurable() {
                    let why = "trap returned falsish for a property that is non-configurable in the target";
                    return Err(cx.trap_error("has", Some(property), why));
                }
                if !cx.is_extensible(target)? {
                    let why = "trap returned falsish for a property of a non-extensible target";
                    return Err(cx.trap_error("has", Some(property), why));
                }
            }
            Ok(false)
        })
    }

    /// \[\[Get\]\] §10.5.8
    pub(crate) fn proxy_get(&mut self, proxy: ObjectId, property: PropertyKey, receiver: Value) -> Completion {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::GET)?;
            let Some((trap, handler)) = trap else { return cx.get_with_receiver(target, property, receiver) };
            let name = cx.heap.key_to_value(property)?;
            let result = cx.call(trap, handler.into(), &[target.into(), name, receiver])?;
            if let Some(own) = cx.get_own_property(target, property)?
                && !own.is_configurable()
            {
                let fixed = own.is_data() && !own.is_writable();
                if fixed && !cx.same_value(result, own.value.unwrap_or(Value::UNDEFINED)) {
                    let why = "trap returned another value for a read-only property of the target";
                    return Err(cx.trap_error("get", Some(property), why));
                }
                if own.get == Some(Value::UNDEFINED) && !result.is_undefined() {
                    let why = "trap returned a value for an accessor of the target without getter";
                    return Err(cx.trap_error("get", Some(property), why));
                }
            }
            Ok(result)
        })
    }

    /// \[\[Set\]\] §10.5.9
    pub(crate) fn proxy_set(
        &mut self,
        proxy: ObjectId,
        property: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::SET)?;
            let Some((trap, handler)) = trap else { return cx.set_with_receiver(target, property, value, receiver) };
            let name = cx.heap.key_to_value(property)?;
            let result = cx.call(trap, handler.into(), &[target.into(), name, value, receiver])?;
            if !cx.to_boolean(result) {
                return Ok(false);
            }
            if let Some(own) = cx.get_own_property(target, property)?
                && !own.is_configurable()
            {
                let fixed = own.is_data() && !own.is_writable();
                if fixed && !cx.same_value(value, own.value.unwrap_or(Value::UNDEFINED)) {
                    let why = "trap returned truish for another value of a read-only property of the target";
                    return Err(cx.trap_error("set", Some(property), why));
                }
                if own.set == Some(Value::UNDEFINED) {
                    let why = "trap returned truish for an accessor of the target without setter";
                    return Err(cx.trap_error("set", Some(property), why));
                }
            }
            Ok(true)
        })
    }

    /// \[\[Delete\]\] §10.5.10
    pub(crate) fn proxy_delete(&mut self, proxy: ObjectId, property: PropertyKey) -> Completion<bool> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::DELETE_PROPERTY)?;
            let Some((trap, handler)) = trap else { return cx.delete(target, property) };
            let name = cx.heap.key_to_value(property)?;
            let result = cx.call(trap, handler.into(), &[target.into(), name])?;
            if !cx.to_boolean(result) {
                return Ok(false);
            }
            let Some(own) = cx.get_own_property(target, property)? else { return Ok(true) };
            if !own.is_configurable() {
                let why = "trap returned truish for a property that is non-configurable in the target";
                return Err(cx.trap_error("deleteProperty", Some(property), why));
            }
            if !cx.is_extensible(target)? {
                let why = "trap returned truish for a property of a non-extensible target";
                return Err(cx.trap_error("deleteProperty", Some(property), why));
            }
            Ok(true)
        })
    }

    /// \[\[OwnPropertyKeys\]\] §10.5.11
    pub(crate) fn proxy_own_property_keys(&mut self, proxy: ObjectId) -> Completion<Vec<PropertyKey>> {
        self.nested(|cx| {
            let Trap { target, trap } = cx.proxy_trap(proxy, key::OWN_KEYS)?;
            let Some((trap, handler)) = trap else { return cx.own_property_keys(target) };
            let result = cx.call(trap, handler.into(), &[target.into()])?;
            let keys = cx.trap_keys(result)?;
            let mut unchecked: FxHashSet<PropertyKey> = keys.iter().copied().collect();
            if unchecked.len() != keys.len() {
                return Err(cx.trap_error("ownKeys", None, "trap returned duplicate entries"));
            }
            let extensible = cx.is_extensible(target)?;
            let mut configurable = Vec::new();
            let mut fixed = Vec::new();
            for property in cx.own_property_keys(target)? {
                cx.charge_fuel(2)?;
                match cx.get_own_property(target, property)? {
                    Some(own) if !own.is_configurable() => fixed.push(property),
                    _ => configurable.push(property),
                }
            }
            if extensible && fixed.is_empty() {
                return Ok(keys);
            }
            for property in fixed {
                if !unchecked.remove(&property) {
                    return Err(cx.trap_error("ownKeys", Some(property), "trap result lacks a fixed property"));
                }
            }
            if extensible {
                return Ok(keys);
            }
            for property in configurable {
                if !unchecked.remove(&property) {
                    let why = "trap result lacks a property of a non-extensible target";
                    return Err(cx.trap_error("ownKeys", Some(property), why));
                }
            }
            if !unchecked.is_empty() {
                return Err(cx.trap_error("ownKeys", None, "trap returned extra keys for a non-extensible target"));
            }
            Ok(keys)
        })
    }

    /// CreateListFromArrayLike with property keys only.
    fn trap_keys(&mut self, result: Value) -> Completion<Vec<PropertyKey>> {
        let Some(array) = result.as_object() else {
            return Err(self.trap_error("ownKeys", None, "trap did not return an object"));
        };
        let length = self.length_of_array_like(array)?;
        let mut keys = Vec::new();
        for index in 0..length {
            self.charge_fuel(2)?;
            let name = self.get_index(array, index)?;
            if !name.is_string() && !name.is_symbol() {
                let shown = self.describe(name);
                return Err(self.type_error(&format!("{shown} is not a valid property name")));
            }
            self.heap.charge(24)?;
            keys.push(self.to_property_key(name)?);
        }
        Ok(keys)
    }

    /// \[\[Call\]\] §10.5.12. The caller has counted the nesting.
    pub(crate) fn proxy_call(&mut self, proxy: ObjectId, this: Value, arguments: &[Value]) -> Completion {
        let Trap { target, trap } = self.proxy_trap(proxy, key::APPLY)?;
        let Some((trap, handler)) = trap else { return self.call(target.into(), this, arguments) };
        let list = self.new_array(arguments.to_vec())?;
        self.call(trap, handler.into(), &[target.into(), this, list.into()])
    }

    /// \[\[Construct\]\] §10.5.13. The caller has counted the nesting.
    pub(crate) fn proxy_construct(&mut self, proxy: ObjectId, arguments: &[Value], new_target: ObjectId) -> Completion {
        let Trap { target, trap } = self.proxy_trap(proxy, key::CONSTRUCT)?;
        let Some((trap, handler)) = trap else {
            return self.construct(target, arguments, Some(new_target)).map(Value::object);
        };
        let list = self.new_array(arguments.to_vec())?;
        let result = self.call(trap, handler.into(), &[target.into(), list.into(), new_target.into()])?;
        if !result.is_object() {
            let shown = self.describe(result);
            return Err(self.trap_error("construct", None, &format!("trap returned {shown}, which is not an object")));
        }
        Ok(result)
    }
}

/// CompletePropertyDescriptor (§6.2.6.6)
fn complete(descriptor: &mut PropertyDescriptor) {
    if descriptor.is_accessor() {
        descriptor.get.get_or_insert(Value::UNDEFINED);
        descriptor.set.get_or_insert(Value::UNDEFINED);
    } else {
        descriptor.value.get_or_insert(Value::UNDEFINED);
        descriptor.writable.get_or_insert(false);
    }
    descriptor.enumerable.get_or_insert(false);
    descriptor.configurable.get_or_insert(false);
}
