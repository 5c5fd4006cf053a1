//! `Array`: the constructor and its prototype (ECMA-262 §23.1).
//!
//! Methods that call a callback stand in the prelude (`prelude/array.js`); the others are here and in the files beside:
//! direct work on plain arrays of dense elements, and the steps of the specification for everything else.

pub(crate) mod copies;
pub(crate) mod dense;
pub(crate) mod ends;
pub(crate) mod parts;
pub(crate) mod search;
pub(crate) mod sort;
pub(crate) mod text;

use super::array_iterator::{IterationKind, create_array_iterator};
use crate::completion::Completion;
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// The largest length of an array-like object: 2^53 - 1.
pub(crate) const LAST_SAFE: u64 = 9_007_199_254_740_991;

/// Array (§23.1.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    let proto = if new_target.is_undefined() {
        None
    } else {
        Some(cx.prototype_from_constructor(new_target, Intrinsic::ArrayPrototype)?)
    };
    if args.len() == 1 {
        let argument = args.at(cx, 0);
        let Some(number) = argument.as_number() else {
            let array = cx.array_create(0, proto)?;
            cx.heap.array_push(array, argument)?;
            return Ok(array.into());
        };
        if !(0.0..4_294_967_296.0).contains(&number) || number.trunc() != number {
            return Err(cx.range_error("Invalid array length"));
        }
        return Ok(cx.array_create(number as u64, proto)?.into());
    }
    let array = cx.array_create(0, proto)?;
    cx.reserve_dense(array, args.len())?;
    for index in 0..args.len() {
        let value = args.at(cx, index);
        cx.heap.array_push(array, value)?;
    }
    Ok(array.into())
}

/// Array.isArray (§23.1.2.2)
fn is_array(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    Ok(cx.is_array(value)?.into())
}

/// Array.of (§23.1.2.3)
fn of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let length = args.len();
    let array = match this.as_object() {
        Some(constructor) if cx.is_constructor(this) => cx.construct(constructor, &[Value::index(length)], None)?,
        _ => cx.array_create(length as u64, None)?,
    };
    for index in 0..length {
        cx.charge_fuel(1)?;
        let value = args.at(cx, index);
        if !cx.append_to_new_array(array, index as u32, value)? {
            cx.create_data_property_or_throw(array, PropertyKey::Index(index as u32), value)?;
        }
    }
    set_length(cx, array, length as u64)?;
    Ok(array.into())
}

/// get Array\[@@species\] (§23.1.2.5)
pub(crate) fn species(_cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(this)
}

/// Array.prototype.keys (§23.1.3.19)
fn keys(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    Ok(create_array_iterator(cx, object, IterationKind::Key))
}

/// Array.prototype.values (§23.1.3.38), also `Array.prototype[Symbol.iterator]`
pub(crate) fn values(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    Ok(create_array_iterator(cx, object, IterationKind::Value))
}

/// Array.prototype.entries (§23.1.3.5)
fn entries(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    Ok(create_array_iterator(cx, object, IterationKind::Entry))
}

/// `Set(O, "length", length, true)`
pub(crate) fn set_length(cx: &mut Vm, object: ObjectId, length: u64) -> Completion<()> {
    cx.set(object, key::LENGTH, Value::number(length as f64))
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────────

/// `$ArraySpeciesCreate(original, length)`
pub(crate) fn species_create_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (Some(original), Some(length)) = (args.at(cx, 0).as_object(), args.at(cx, 1).as_number()) else {
        return Ok(Value::UNDEFINED);
    };
    Ok(cx.array_species_create(original, length as u64)?.into())
}

/// `$ArrayCreate(length)`
pub(crate) fn create_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let length = args.at(cx, 0).as_number().unwrap_or(0.0);
    Ok(cx.array_create(length as u64, None)?.into())
}

/// `$ArrayTail(array, from)`: a copy of an internal array without its first elements.
pub(crate) fn tail_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (Some(array), Some(from)) = (args.at(cx, 0).as_object(), args.at(cx, 1).as_int()) else {
        return Ok(Value::UNDEFINED);
    };
    let length = cx.heap.array_length(array).unwrap_or(0) as usize;
    Ok(cx.copy_dense(array, from as usize, length)?.into())
}

/// `$ArrayFromNative(constructor, items)`: the result of `Array.from` without a callback when it can be made without
/// program code, else undefined.
pub(crate) fn from_native_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (constructor, items) = (args.at(cx, 0), args.at(cx, 1));
    if constructor != Value::object(cx.intrinsic(Intrinsic::Array)) {
        return Ok(Value::UNDEFINED);
    }
    let values = native_values(cx, items)?;
    Ok(values.map_or(Value::UNDEFINED, |values| cx.adopt_array(values).into()))
}

/// The values of an iterable whose iteration runs no program code; the memory is charged.
fn native_values(cx: &mut Vm, items: Value) -> Completion<Option<Vec<Value>>> {
    match cx.fast_array_values(items)? {
        Some(values) => Ok(Some(values)),
        None => cx.fast_collection_values(items),
    }
}

/// `$IterableValues(items)`: the values of an iterable in a new array when they can be had without program code, else
/// undefined.
pub(crate) fn iterable_values_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let values = native_values(cx, args.at(cx, 0))?;
    Ok(values.map_or(Value::UNDEFINED, |values| cx.adopt_array(values).into()))
}

/// `$IteratesNatively(items)`: whether iterating runs no program code, so that looking up `Symbol.iterator` again is
/// not observable.
pub(crate) fn iterates_natively_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let items = args.at(cx, 0);
    Ok(cx.is_plain_array(items).is_some().into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Array",
    1,
    construct,
    Intrinsic::ArrayPrototype,
    &[
        prelude("from", 1, "Array_from"),
        prelude("fromAsync", 1, "Array_fromAsync"),
        method("isArray", 1, is_array),
        method("of", 0, of),
        symbol_getter(WellKnown::Species, "[Symbol.species]", species),
    ],
);

pub(crate) static PROTOTYPE: ObjectTable = ObjectTable {
    role: Role::Array,
    proto: Some(Intrinsic::ObjectPrototype),
    properties: &[
        constructor(Intrinsic::Array),
        method("at", 1, copies::at),
        method("concat", 1, parts::concat),
        method("copyWithin", 2, parts::copy_within),
        method("fill", 1, parts::fill),
        prelude("find", 1, "Array_prototype_find"),
        prelude("findIndex", 1, "Array_prototype_findIndex"),
        prelude("findLast", 1, "Array_prototype_findLast"),
        prelude("findLastIndex", 1, "Array_prototype_findLastIndex"),
        method("lastIndexOf", 1, search::last_index_of),
        method("pop", 0, ends::pop),
        method("push", 1, ends::push),
        method("reverse", 0, parts::reverse),
        method("shift", 0, ends::shift),
        method("unshift", 1, ends::unshift),
        method("slice", 2, parts::slice),
        prelude("sort", 1, "Array_prototype_sort"),
        method("splice", 2, parts::splice),
        method("includes", 1, search::includes),
        method("indexOf", 1, search::index_of),
        method("join", 1, text::join),
        method("keys", 0, keys),
        method("entries", 0, entries),
        method("values", 0, values),
        prelude("forEach", 1, "Array_prototype_forEach"),
        prelude("filter", 1, "Array_prototype_filter"),
        method("flat", 0, parts::flat),
        prelude("flatMap", 1, "Array_prototype_flatMap"),
        prelude("map", 1, "Array_prototype_map"),
        prelude("every", 1, "Array_prototype_every"),
        prelude("some", 1, "Array_prototype_some"),
        prelude("reduce", 1, "Array_prototype_reduce"),
        prelude("reduceRight", 1, "Array_prototype_reduceRight"),
        prelude("toLocaleString", 0, "Array_prototype_toLocaleString"),
        method("toReversed", 0, copies::to_reversed),
        prelude("toSorted", 1, "Array_prototype_toSorted"),
        method("toSpliced", 2, copies::to_spliced),
        method("toString", 0, text::to_string),
        method("with", 2, copies::with),
        symbol_same(WellKnown::Iterator, "values"),
        Property {
            key: Key::Symbol(WellKnown::Unscopables),
            entry: Entry::Object(Intrinsic::ArrayUnscopables),
            attributes: Attributes::CONFIGURABLE,
        },
    ],
};

const fn unscopable(name: &'static str) -> Property {
    Property { key: Key::Name(name), entry: Entry::True, attributes: Attributes::ALL }
}

/// Array.prototype\[@@unscopables\] (§23.1.3.41)
pub(crate) static UNSCOPABLES: ObjectTable = ObjectTable {
    role: Role::Ordinary,
    proto: None,
    properties: &[
        unscopable("at"),
        unscopable("copyWithin"),
        unscopable("entries"),
        unscopable("fill"),
        unscopable("find"),
        unscopable("findIndex"),
        unscopable("findLast"),
        unscopable("findLastIndex"),
        unscopable("flat"),
        unscopable("flatMap"),
        unscopable("includes"),
        unscopable("keys"),
        unscopable("toReversed"),
        unscopable("toSorted"),
        unscopable("toSpliced"),
        unscopable("values"),
    ],
};
