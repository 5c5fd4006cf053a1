//! `Boolean` (ECMA-262 §20.3).

use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

/// Boolean ( value ) §20.3.1.1
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    let value = Value::boolean(cx.to_boolean(args.at(cx, 0)));
    if new_target.is_undefined() {
        return Ok(value);
    }
    let kind = ObjectKind::Primitive(value);
    cx.ordinary_create_from_constructor(new_target, Intrinsic::BooleanPrototype, kind).map(Value::object)
}

/// ThisBooleanValue ( value ) §20.3.3.3.1
fn this_boolean_value(cx: &mut Vm, value: Value) -> Completion<bool> {
    if let Some(boolean) = value.as_boolean() {
        return Ok(boolean);
    }
    if let Some(object) = value.as_object()
        && let ObjectKind::Primitive(wrapped) = &cx.heap.object(object).kind
        && let Some(boolean) = wrapped.as_boolean()
    {
        return Ok(boolean);
    }
    let shown = cx.describe(value);
    Err(cx.type_error(&format!("a method of Boolean.prototype was called on {shown}, which is not a boolean")))
}

/// Boolean.prototype.toString ( ) §20.3.3.2
fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let boolean = this_boolean_value(cx, this)?;
    Ok(if boolean { names::TRUE } else { names::FALSE }.into())
}

/// Boolean.prototype.valueOf ( ) §20.3.3.3
fn value_of(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    this_boolean_value(cx, this).map(Value::boolean)
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Boolean", 1, construct, Intrinsic::BooleanPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ObjectTable {
    role: Role::False,
    proto: Some(Intrinsic::ObjectPrototype),
    properties: &[constructor(Intrinsic::Boolean), method("toString", 0, to_string), method("valueOf", 0, value_of)],
};
