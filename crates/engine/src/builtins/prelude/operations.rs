//! Operations of general use for the prelude. Those that belong to one built-in stand beside it.
//!
//! They are called with undefined as `this` and their operands as arguments.

use crate::completion::Completion;
use crate::heap::symbol::WellKnown;
use crate::realm::natives::Args;
use crate::value::{PropertyKey, Value};
use crate::vm::Vm;

pub(crate) fn is_callable(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(cx.is_callable(args.at(cx, 0)).into())
}

pub(crate) fn is_constructor(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(cx.is_constructor(args.at(cx, 0)).into())
}

pub(crate) fn is_object(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(args.at(cx, 0).is_object().into())
}

pub(crate) fn is_array(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(cx.is_array(value)?.into())
}

pub(crate) fn to_object(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(cx.to_object(value)?.into())
}

pub(crate) fn to_string(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(cx.to_string(value)?.into())
}

pub(crate) fn to_number(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(Value::number(cx.to_number(value)?))
}

pub(crate) fn to_property_key(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    let property = cx.to_property_key(value)?;
    cx.heap.key_to_value(property)
}

pub(crate) fn to_integer_or_infinity(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(Value::number(cx.to_integer_or_infinity(value)?))
}

pub(crate) fn to_length(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(Value::number(cx.to_length(value)? as f64))
}

pub(crate) fn same_value(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (a, b) = (args.at(cx, 0), args.at(cx, 1));
    Ok(cx.same_value(a, b).into())
}

pub(crate) fn same_value_zero(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (a, b) = (args.at(cx, 0), args.at(cx, 1));
    Ok(cx.same_value_zero(a, b).into())
}

/// `$ThrowTypeError(message)`
pub(crate) fn throw_type_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let message = args.at(cx, 0);
    let message = cx.to_std_string(message)?;
    Err(cx.type_error(&message))
}

/// `$ThrowRangeError(message)`
pub(crate) fn throw_range_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let message = args.at(cx, 0);
    let message = cx.to_std_string(message)?;
    Err(cx.range_error(&message))
}

/// `$Describe(value)`: a short name of a value for messages.
pub(crate) fn describe(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    let shown = cx.describe(value);
    Ok(cx.heap.new_string(&shown)?.into())
}

/// `$ThrowNotCallable(value)`: the TypeError for a callback that is no function.
pub(crate) fn throw_not_callable(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    let shown = cx.describe(value);
    Err(cx.type_error(&format!("{shown} is not a function")))
}

/// `$CheckPredicate(value)`: TypeError unless `value` is callable. An async function decides nothing: the promise that it
/// gives is always true.
pub(crate) fn check_predicate(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    if !cx.is_callable(value) {
        return throw_not_callable(cx, this, args);
    }
    if cx.guards_against_async(value) {
        let advice = "decide first, then choose: `const keep = await Promise.all(items.map(async (item) => …))`, then \
                      `items.filter((_, i) => keep[i])`";
        let message = "an async function cannot decide here: it gives a promise, which is always true";
        return Err(cx.invalid_data_error(message, vec![advice.to_owned()]));
    }
    Ok(Value::UNDEFINED)
}

/// `$RequireObjectCoercible(value, method)`: TypeError naming the method when `value` is null or undefined.
pub(crate) fn require_object_coercible(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (value, method) = (args.at(cx, 0), args.at(cx, 1));
    if value.is_nullish() {
        let method = cx.to_std_string(method)?;
        return Err(cx.type_error(&format!("{method} called on null or undefined")));
    }
    Ok(value)
}

pub(crate) fn length_of_array_like(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(object) = args.at(cx, 0).as_object() else { return Ok(Value::ZERO) };
    Ok(Value::number(cx.length_of_array_like(object)? as f64))
}

/// `$CreateDataProperty(object, key, value)`: whether it worked.
pub(crate) fn create_data_property(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (object, property, value) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    let property = cx.to_property_key(property)?;
    let Some(object) = object.as_object() else { return Ok(Value::FALSE) };
    Ok(cx.create_data_property(object, property, value)?.into())
}

/// `$CreateDataPropertyOrThrow(object, key, value)`
pub(crate) fn create_data_property_or_throw(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (object, property, value) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    let Some(object) = object.as_object() else { return Ok(Value::UNDEFINED) };
    // Results of array methods are filled from the front.
    if let Some(index) = property.as_int()
        && cx.append_to_new_array(object, index as u32, value)?
    {
        return Ok(Value::UNDEFINED);
    }
    let property = cx.to_property_key(property)?;
    cx.create_data_property_or_throw(object, property, value)?;
    Ok(Value::UNDEFINED)
}

/// `$GetMethod(value, key)`: undefined when there is none.
pub(crate) fn get_method(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (value, property) = (args.at(cx, 0), args.at(cx, 1));
    let property = cx.to_property_key(property)?;
    Ok(cx.get_method(value, property)?.unwrap_or(Value::UNDEFINED))
}

/// `$GetIteratorMethod(value)`: GetMethod of `Symbol.iterator`.
pub(crate) fn get_iterator_method(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(cx.get_method(value, PropertyKey::Symbol(WellKnown::Iterator.id()))?.unwrap_or(Value::UNDEFINED))
}

/// `$GetAsyncIteratorMethod(value)`: GetMethod of `Symbol.asyncIterator`.
pub(crate) fn get_async_iterator_method(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(cx.get_method(value, PropertyKey::Symbol(WellKnown::AsyncIterator.id()))?.unwrap_or(Value::UNDEFINED))
}
