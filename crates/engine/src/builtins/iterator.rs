//! `Iterator`, its helpers, and the prototypes of iterators (ECMA-262 §27.1). What runs program code stands in the
//! prelude (`prelude/iterator.js`): a helper is an object with one internal state object, which the prelude advances.

use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::ops::iterator::IteratorRecord;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// Iterator (§27.1.3.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    let new_target = cx.new_target();
    let own = cx.intrinsic(Intrinsic::Iterator);
    if new_target.is_undefined() || new_target == Value::object(own) {
        return Err(cx.type_error("Abstract class Iterator not directly constructable"));
    }
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IteratorPrototype, ObjectKind::Ordinary)?.into())
}

/// Iterator.from (§27.1.3.2.2)
fn from(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    if !value.is_object() && !value.is_string() {
        let shown = cx.describe(value);
        return Err(cx.type_error(&format!("Iterator.from called on non-object {shown}")));
    }
    let method = cx.get_method(value, PropertyKey::Symbol(WellKnown::Iterator.id()))?;
    let iterator = match method {
        Some(method) => cx.call(method, value, &[])?,
        None => value,
    };
    let Some(iterator) = iterator.as_object() else {
        let shown = cx.describe(iterator);
        return Err(cx.type_error(&format!("{shown} is not an object")));
    };
    let record = cx.get_iterator_direct(iterator)?;
    let constructor = cx.intrinsic(Intrinsic::Iterator);
    if cx.ordinary_has_instance(constructor.into(), iterator.into())? {
        return Ok(iterator.into());
    }
    let proto = cx.intrinsic(Intrinsic::WrapForValidIteratorPrototype);
    cx.heap.count(size_of::<Wrapper>());
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(Wrapper { record }))).into())
}

/// What `Iterator.from` makes of a foreign iterator.
struct Wrapper {
    record: IteratorRecord,
}

impl ObjectData for Wrapper {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.record.iterator);
        tracer.value(self.record.next);
    }

    fn bytes(&self) -> usize {
        size_of::<Wrapper>()
    }
}

/// `%Iterator.prototype% [ @@iterator ] ( )` (§27.1.4.13)
pub(crate) fn return_this(_cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(this)
}

// ── The two accessors that hide behind data properties (§27.1.4.1, §27.1.4.14) ────────────────────────────────────────

fn get_tag(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Ok(cx.heap.new_string("Iterator")?.into())
}

fn set_tag(cx: &mut Vm, this: Value, args: Args) -> Completion {
    set_ignoring_prototype(cx, this, PropertyKey::Symbol(WellKnown::ToStringTag.id()), args.at(cx, 0))
}

fn get_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Ok(cx.intrinsic(Intrinsic::Iterator).into())
}

fn set_constructor(cx: &mut Vm, this: Value, args: Args) -> Completion {
    set_ignoring_prototype(cx, this, key::CONSTRUCTOR, args.at(cx, 0))
}

/// SetterThatIgnoresPrototypeProperties (§27.1.4.1.2) with %Iterator.prototype% as home.
fn set_ignoring_prototype(cx: &mut Vm, this: Value, property: PropertyKey, value: Value) -> Completion {
    let home = cx.intrinsic(Intrinsic::IteratorPrototype);
    let Some(object) = this.as_object() else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("{shown} is not an object")));
    };
    if object == home {
        let name = cx.heap.key_label(property);
        return Err(cx.type_error(&format!("Cannot assign to read only property '{name}' of Iterator.prototype")));
    }
    if cx.get_own_property(object, property)?.is_none() {
        cx.create_data_property_or_throw(object, property, value)?;
    } else {
        cx.set(object, property, value)?;
    }
    Ok(Value::UNDEFINED)
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────────

/// An iterator helper object: its state is an object that only the prelude sees.
struct Helper {
    state: ObjectId,
}

impl ObjectData for Helper {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.state);
    }

    fn bytes(&self) -> usize {
        size_of::<Helper>()
    }
}

/// `$HelperCreate(state)`
pub(crate) fn helper_create(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(state) = args.at(cx, 0).as_object() else { return Ok(Value::UNDEFINED) };
    let proto = cx.intrinsic(Intrinsic::IteratorHelperPrototype);
    cx.heap.count(size_of::<Helper>());
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(Helper { state }))).into())
}

/// `$HelperState(value, method)`: TypeError when the value is no helper.
pub(crate) fn helper_state(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    match value.as_object().and_then(|id| cx.heap.data::<Helper>(id)) {
        Some(helper) => Ok(helper.state.into()),
        None => {
            let (shown, method) = (cx.describe(value), args.at(cx, 1));
            let method = cx.to_std_string(method)?;
            Err(cx.type_error(&format!("Iterator Helper.prototype.{method} called on incompatible receiver {shown}")))
        }
    }
}

/// `$WrappedIterator(value, method)`: the iterator behind a wrapper; TypeError when it is none.
pub(crate) fn wrapped_iterator(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    match value.as_object().and_then(|id| cx.heap.data::<Wrapper>(id)) {
        Some(wrapper) => Ok(wrapper.record.iterator.into()),
        None => {
            let (shown, method) = (cx.describe(value), args.at(cx, 1));
            let method = cx.to_std_string(method)?;
            Err(cx.type_error(&format!("{method} called on incompatible receiver {shown}")))
        }
    }
}

/// `$WrappedNext(wrapper)`: the next method behind a wrapper.
pub(crate) fn wrapped_next(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let wrapper = args.at(cx, 0).as_object().and_then(|id| cx.heap.data::<Wrapper>(id));
    Ok(wrapper.map_or(Value::UNDEFINED, |wrapper| wrapper.record.next))
}

/// `$OwnPropertyKeys(object)`: an array of the keys.
pub(crate) fn own_property_keys(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(object) = args.at(cx, 0).as_object() else { return Ok(Value::UNDEFINED) };
    let keys = cx.own_property_keys(object)?;
    cx.charge_fuel(keys.len() as u64)?;
    cx.heap.charge(keys.len() * 8)?;
    let mut values = Vec::with_capacity(keys.len());
    for property in keys {
        values.push(cx.heap.key_to_value(property)?);
    }
    Ok(cx.adopt_array(values).into())
}

/// `$IsEnumerable(object, key)`: whether \[\[GetOwnProperty\]\] finds an enumerable property.
pub(crate) fn is_enumerable(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(object) = args.at(cx, 0).as_object() else { return Ok(Value::FALSE) };
    let property = cx.to_property_key(args.at(cx, 1))?;
    Ok(cx.get_own_property(object, property)?.is_some_and(|own| own.is_enumerable()).into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Iterator",
    0,
    construct,
    Intrinsic::IteratorPrototype,
    &[
        prelude("concat", 0, "Iterator_concat"),
        method("from", 1, from),
        prelude("zip", 1, "Iterator_zip"),
        prelude("zipKeyed", 1, "Iterator_zipKeyed"),
    ],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        accessor("constructor", get_constructor, set_constructor),
        prelude("chunks", 1, "Iterator_prototype_chunks"),
        prelude("drop", 1, "Iterator_prototype_drop"),
        prelude("every", 1, "Iterator_prototype_every"),
        prelude("filter", 1, "Iterator_prototype_filter"),
        prelude("find", 1, "Iterator_prototype_find"),
        prelude("flatMap", 1, "Iterator_prototype_flatMap"),
        prelude("forEach", 1, "Iterator_prototype_forEach"),
        prelude("includes", 1, "Iterator_prototype_includes"),
        prelude("map", 1, "Iterator_prototype_map"),
        prelude("reduce", 1, "Iterator_prototype_reduce"),
        prelude("some", 1, "Iterator_prototype_some"),
        prelude("take", 1, "Iterator_prototype_take"),
        prelude("toArray", 0, "Iterator_prototype_toArray"),
        prelude("windows", 1, "Iterator_prototype_windows"),
        symbol_prelude(WellKnown::Dispose, "[Symbol.dispose]", 0, "Iterator_prototype_dispose"),
        symbol_method(WellKnown::Iterator, "[Symbol.iterator]", 0, return_this),
        Property {
            key: Key::Symbol(WellKnown::ToStringTag),
            entry: Entry::Accessor { get: Some(get_tag), set: Some(set_tag), name: "[Symbol.toStringTag]" },
            attributes: Attributes::accessor(false, true),
        },
    ],
);

pub(crate) static HELPER_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::IteratorPrototype,
    &[prelude("next", 0, "IteratorHelper_next"), prelude("return", 0, "IteratorHelper_return"), tag("Iterator Helper")],
);

pub(crate) static WRAP_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::IteratorPrototype,
    &[prelude("next", 0, "WrappedIterator_next"), prelude("return", 0, "WrappedIterator_return")],
);

pub(crate) static ASYNC_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        symbol_method(WellKnown::AsyncIterator, "[Symbol.asyncIterator]", 0, return_this),
        symbol_prelude(WellKnown::AsyncDispose, "[Symbol.asyncDispose]", 0, "AsyncIterator_prototype_asyncDispose"),
    ],
);
