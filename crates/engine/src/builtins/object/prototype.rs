//! `Object.prototype` (ECMA-262 §20.1.3).

use super::{proto_argument, refused_prototype};
use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::heap::string_builder::StringBuilder;
use crate::heap::symbol::WellKnown;
use crate::ops::descriptor::PropertyDescriptor;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::{self, key};
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, PropertyKey, Unpacked, Value};
use crate::vm::Vm;

/// Object.prototype.hasOwnProperty ( V ) §20.1.3.2
fn has_own_property(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let property = cx.to_property_key(args.at(cx, 0))?;
    let object = cx.to_object(this)?;
    cx.has_own_property(object, property).map(Value::boolean)
}

/// Object.prototype.isPrototypeOf ( V ) §20.1.3.3
fn is_prototype_of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let Some(value) = args.at(cx, 0).as_object() else { return Ok(Value::FALSE) };
    let object = cx.to_object(this)?;
    let mut current = value;
    while let Some(parent) = cx.get_prototype_of(current)? {
        if parent == object {
            return Ok(Value::TRUE);
        }
        cx.charge_fuel(1)?;
        current = parent;
    }
    Ok(Value::FALSE)
}

/// Object.prototype.propertyIsEnumerable ( V ) §20.1.3.4
fn property_is_enumerable(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let property = cx.to_property_key(args.at(cx, 0))?;
    let object = cx.to_object(this)?;
    Ok(cx.get_own_property(object, property)?.is_some_and(|own| own.is_enumerable()).into())
}

/// Object.prototype.toLocaleString ( ) §20.1.3.5
fn to_locale_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    cx.invoke(this, key::TO_STRING, &[])
}

/// Object.prototype.toString ( ) §20.1.3.6
pub(crate) fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    if this.is_nullish() {
        let text = if this.is_null() { "[object Null]" } else { "[object Undefined]" };
        return Ok(cx.heap.new_string(text)?.into());
    }
    let object = cx.to_object(this)?;
    let builtin = builtin_tag(cx, object)?;
    let tag = cx.get_with_receiver(object, PropertyKey::Symbol(WellKnown::ToStringTag.id()), this)?;
    let Some(tag) = tag.as_string() else {
        if builtin == "Object" {
            return Ok(names::OBJECT_OBJECT.into());
        }
        return Ok(cx.heap.new_string(&format!("[object {builtin}]"))?.into());
    };
    let tag = cx.heap.flatten(tag)?;
    let mut text = StringBuilder::new();
    text.push_str("[object ");
    text.push(cx.heap.str(tag));
    text.push_str("]");
    match text.finish(&mut cx.heap)? {
        Some(text) => Ok(text.into()),
        None => Err(cx.range_error("Invalid string length")),
    }
}

/// The built-in tag by kind of object.
fn builtin_tag(cx: &mut Vm, object: ObjectId) -> Completion<&'static str> {
    if cx.is_array(object.into())? {
        return Ok("Array");
    }
    Ok(match &cx.heap.object(object).kind {
        ObjectKind::Arguments => "Arguments",
        ObjectKind::Error(_) => "Error",
        ObjectKind::Date(_) => "Date",
        ObjectKind::Data(_) if crate::builtins::regexp::is_regexp_object(cx, object) => "RegExp",
        ObjectKind::Primitive(value) => match value.unpack() {
            Unpacked::Boolean(_) => "Boolean",
            Unpacked::Int(_) | Unpacked::Double(_) => "Number",
            Unpacked::String(_) => "String",
            _ => "Object",
        },
        _ if cx.is_callable(object.into()) => "Function",
        _ => "Object",
    })
}

/// Object.prototype.valueOf ( ) §20.1.3.7
fn value_of(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    cx.to_object(this).map(Value::object)
}

/// get Object.prototype.__proto__ §20.1.3.8.1
fn get_proto(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    Ok(cx.get_prototype_of(object)?.map_or(Value::NULL, Value::object))
}

/// set Object.prototype.__proto__ §20.1.3.8.2
fn set_proto(cx: &mut Vm, this: Value, args: Args) -> Completion {
    if this.is_nullish() {
        return Err(cx.type_error("Object.prototype.__proto__ called on null or undefined"));
    }
    let value = args.at(cx, 0);
    if !value.is_object() && !value.is_null() {
        return Ok(Value::UNDEFINED);
    }
    let proto = proto_argument(cx, value, "Object prototype")?;
    if let Some(object) = this.as_object()
        && !cx.set_prototype_of(object, proto)?
    {
        return Err(refused_prototype(cx, object));
    }
    Ok(Value::UNDEFINED)
}

/// Object.prototype.__defineGetter__ ( P, getter ) §20.1.3.9.1
fn define_getter(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let getter = args.at(cx, 1);
    define_accessor(cx, this, args, PropertyDescriptor { get: Some(getter), ..PropertyDescriptor::default() })
}

/// Object.prototype.__defineSetter__ ( P, setter ) §20.1.3.9.2
fn define_setter(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let setter = args.at(cx, 1);
    define_accessor(cx, this, args, PropertyDescriptor { set: Some(setter), ..PropertyDescriptor::default() })
}

fn define_accessor(cx: &mut Vm, this: Value, args: Args, half: PropertyDescriptor) -> Completion {
    let object = cx.to_object(this)?;
    let function = args.at(cx, 1);
    if !cx.is_callable(function) {
        let shown = cx.describe(function);
        return Err(cx.type_error(&format!("an accessor must be a function, not {shown}")));
    }
    let property = cx.to_property_key(args.at(cx, 0))?;
    let descriptor = PropertyDescriptor { enumerable: Some(true), configurable: Some(true), ..half };
    cx.define_property_or_throw(object, property, descriptor)?;
    Ok(Value::UNDEFINED)
}

/// Object.prototype.__lookupGetter__ ( P ) §20.1.3.9.3
fn lookup_getter(cx: &mut Vm, this: Value, args: Args) -> Completion {
    lookup_accessor(cx, this, args, |own| own.get)
}

/// Object.prototype.__lookupSetter__ ( P ) §20.1.3.9.4
fn lookup_setter(cx: &mut Vm, this: Value, args: Args) -> Completion {
    lookup_accessor(cx, this, args, |own| own.set)
}

fn lookup_accessor(cx: &mut Vm, this: Value, args: Args, half: fn(&PropertyDescriptor) -> Option<Value>) -> Completion {
    let mut object = cx.to_object(this)?;
    let property = cx.to_property_key(args.at(cx, 0))?;
    loop {
        if let Some(own) = cx.get_own_property(object, property)? {
            return Ok(half(&own).unwrap_or(Value::UNDEFINED));
        }
        cx.charge_fuel(1)?;
        match cx.get_prototype_of(object)? {
            Some(parent) => object = parent,
            None => return Ok(Value::UNDEFINED),
        }
    }
}

pub(crate) static PROTOTYPE: ObjectTable = ObjectTable {
    role: Role::Ordinary,
    proto: None,
    properties: &[
        constructor(Intrinsic::Object),
        method("hasOwnProperty", 1, has_own_property),
        method("isPrototypeOf", 1, is_prototype_of),
        method("propertyIsEnumerable", 1, property_is_enumerable),
        method("toLocaleString", 0, to_locale_string),
        method("toString", 0, to_string),
        method("valueOf", 0, value_of),
        accessor("__proto__", get_proto, set_proto).with(Attributes::accessor(false, true)),
        method("__defineGetter__", 2, define_getter),
        method("__defineSetter__", 2, define_setter),
        method("__lookupGetter__", 1, lookup_getter),
        method("__lookupSetter__", 1, lookup_setter),
    ],
};
