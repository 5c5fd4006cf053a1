//! `Reflect` (ECMA-262 §28.1).

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

fn target(cx: &mut Vm, args: Args, what: &str) -> Completion<ObjectId> {
    let value = args.at(cx, 0);
    match value.as_object() {
        Some(object) => Ok(object),
        None => {
            let shown = cx.describe(value);
            Err(cx.type_error(&format!("Reflect.{what} called on non-object: {shown}")))
        }
    }
}

/// Reflect.apply ( target, thisArgument, argumentsList ) §28.1.1
pub(crate) fn apply(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (function, this, list) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    if !cx.is_callable(function) {
        let shown = cx.describe(function);
        return Err(cx.type_error(&format!("Reflect.apply needs a function, not {shown}")));
    }
    let list = cx.create_list_from_array_like(list)?;
    cx.tail_call(function, this, &list)
}

/// Reflect.construct ( target, argumentsList [ , newTarget ] ) §28.1.2
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let constructor = constructor_argument(cx, args.at(cx, 0))?;
    let new_target = match args.get(cx, 2) {
        Some(value) => constructor_argument(cx, value)?,
        None => constructor,
    };
    let list = cx.create_list_from_array_like(args.at(cx, 1))?;
    cx.construct(constructor, &list, Some(new_target)).map(Value::object)
}

fn constructor_argument(cx: &mut Vm, value: Value) -> Completion<ObjectId> {
    match value.as_object() {
        Some(object) if cx.is_constructor(value) => Ok(object),
        _ => {
            let shown = cx.describe(value);
            Err(cx.type_error(&format!("{shown} is not a constructor")))
        }
    }
}

/// Reflect.defineProperty ( target, propertyKey, attributes ) §28.1.3
fn define_property(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "defineProperty")?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    let descriptor = cx.to_property_descriptor(args.at(cx, 2))?;
    cx.define_own_property(object, property, descriptor).map(Value::boolean)
}

/// Reflect.deleteProperty ( target, propertyKey ) §28.1.4
fn delete_property(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "deleteProperty")?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    cx.delete(object, property).map(Value::boolean)
}

/// Reflect.get ( target, propertyKey [ , receiver ] ) §28.1.5
fn get(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "get")?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    let receiver = args.get(cx, 2).unwrap_or(object.into());
    cx.get_with_receiver(object, property, receiver)
}

/// Reflect.getOwnPropertyDescriptor ( target, propertyKey ) §28.1.6
fn get_own_property_descriptor(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "getOwnPropertyDescriptor")?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    let descriptor = cx.get_own_property(object, property)?;
    cx.from_property_descriptor(descriptor)
}

/// Reflect.getPrototypeOf ( target ) §28.1.7
fn get_prototype_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "getPrototypeOf")?;
    Ok(cx.get_prototype_of(object)?.map_or(Value::NULL, Value::object))
}

/// Reflect.has ( target, propertyKey ) §28.1.8
fn has(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "has")?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    cx.has_property(object, property).map(Value::boolean)
}

/// Reflect.isExtensible ( target ) §28.1.9
fn is_extensible(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "isExtensible")?;
    cx.is_extensible(object).map(Value::boolean)
}

/// Reflect.ownKeys ( target ) §28.1.10
fn own_keys(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "ownKeys")?;
    let result = cx.new_empty_array();
    for property in cx.own_property_keys(object)? {
        cx.charge_fuel(1)?;
        let name = cx.heap.key_to_value(property)?;
        cx.heap.array_push(result, name)?;
    }
    Ok(result.into())
}

/// Reflect.preventExtensions ( target ) §28.1.11
fn prevent_extensions(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "preventExtensions")?;
    cx.prevent_extensions(object).map(Value::boolean)
}

/// Reflect.set ( target, propertyKey, V [ , receiver ] ) §28.1.12
fn set(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "set")?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    let receiver = args.get(cx, 3).unwrap_or(object.into());
    let value = args.at(cx, 2);
    cx.set_with_receiver(object, property, value, receiver).map(Value::boolean)
}

/// Reflect.setPrototypeOf ( target, proto ) §28.1.13
fn set_prototype_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = target(cx, args, "setPrototypeOf")?;
    let proto = args.at(cx, 1);
    if !proto.is_object() && !proto.is_null() {
        let shown = cx.describe(proto);
        return Err(cx.type_error(&format!("Object prototype may only be an Object or null: {shown}")));
    }
    cx.set_prototype_of(object, proto.as_object()).map(Value::boolean)
}

pub(crate) static REFLECT: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        method("apply", 3, apply),
        method("construct", 2, construct),
        method("defineProperty", 3, define_property),
        method("deleteProperty", 2, delete_property),
        method("get", 2, get),
        method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
        method("getPrototypeOf", 1, get_prototype_of),
        method("has", 2, has),
        method("isExtensible", 1, is_extensible),
        method("ownKeys", 1, own_keys),
        method("preventExtensions", 1, prevent_extensions),
        method("set", 3, set),
        method("setPrototypeOf", 2, set_prototype_of),
        tag("Reflect"),
    ],
);
