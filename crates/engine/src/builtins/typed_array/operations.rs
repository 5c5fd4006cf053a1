//! Operations of the prelude on typed arrays.

use super::construct::{Wanted, check_created, converted, species_create};
use super::sort::sort_elements;
use crate::completion::Completion;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

/// `$TypedArrayLength(array, method)`: ValidateTypedArray of the receiver of a method, and its length.
pub(crate) fn length(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (array, member) = (args.at(cx, 0), args.at(cx, 1));
    let valid = array.as_object().and_then(|id| cx.heap.typed_array(id)).and_then(|array| cx.heap.view_length(array));
    if let Some(length) = valid {
        return Ok(Value::index(length));
    }
    // Only the message needs the name.
    let member = cx.to_std_string(member)?;
    Ok(Value::index(cx.valid_typed_array(array, &member)?.2))
}

/// `$TypedArraySpeciesCreate(exemplar, length)`
pub(crate) fn create_by_species(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (exemplar, length) = (args.at(cx, 0), args.at(cx, 1));
    let found = exemplar.as_object().and_then(|id| Some((id, cx.heap.typed_array(id)?.element)));
    let (Some((exemplar, element)), Some(length)) = (found, length.as_number()) else { return Ok(Value::UNDEFINED) };
    Ok(species_create(cx, exemplar, element, Wanted::Length(length as u64))?.0.into())
}

/// `$TypedArrayCopy(array, length)`: a typed array of the same kind with its first elements.
pub(crate) fn copy(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let found = args.at(cx, 0).as_object().and_then(|id| cx.heap.typed_array(id)).copied();
    let (Some(array), Some(length)) = (found, args.at(cx, 1).as_number()) else { return Ok(Value::UNDEFINED) };
    let bytes = converted(cx, &array, 0..length as usize, array.element)?;
    Ok(cx.adopt_typed_array(array.element, bytes, None).into())
}

/// `$TypedArrayCheck(object, length)`: throws unless a constructor has made a typed array of at least that length.
pub(crate) fn check(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (object, length) = (args.at(cx, 0), args.at(cx, 1));
    check_created(cx, object, Wanted::Length(length.as_number().unwrap_or(0.0) as u64))?;
    Ok(Value::UNDEFINED)
}

/// `$TypedArraySort(array)`: sorts in place by value.
pub(crate) fn sort(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let found = args.at(cx, 0).as_object().and_then(|id| cx.heap.typed_array(id)).copied();
    if let Some(array) = found
        && let Some(length) = cx.heap.view_length(&array)
    {
        sort_elements(cx, &array, length)?;
    }
    Ok(Value::UNDEFINED)
}

/// `$TypedArrayToList(array, length)`: its elements in a new array; undefined where there are none any more.
pub(crate) fn to_list(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let found = args.at(cx, 0).as_object().and_then(|id| cx.heap.typed_array(id)).copied();
    let (Some(array), Some(length)) = (found, args.at(cx, 1).as_number()) else { return Ok(Value::UNDEFINED) };
    if length > crate::ops::exotic::MAX_ARRAY_LENGTH as f64 {
        return Err(cx.range_error("a typed array this long cannot be sorted with a comparison function"));
    }
    let values = cx.typed_array_values(&array, length as usize)?;
    Ok(cx.adopt_array(values).into())
}
