//! `Promise.all`, `allSettled`, `any` and `race` (ECMA-262 §27.2.4.1 to §27.2.4.5).
//!
//! Element functions share a [`Gathering`]. For intrinsic promises with an untouched `then` the derived promise, which
//! nobody can see, is not made.

use crate::completion::{Abort, Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::shape::Attributes;
use crate::ops::iterator::IteratorRecord;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::{self, key};
use crate::realm::natives::{Args, NativeFn};
use crate::value::{ObjectId, Value};
use crate::vm::Vm;
use crate::vm::job::Capability;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    All,
    AllSettled,
    Any,
    Race,
}

/// What the element functions of one call share.
struct Gathering {
    kind: Kind,
    /// The array of values or errors, seen by the program once it is complete.
    values: ObjectId,
    /// remainingElementsCount
    remaining: u32,
    capability: Capability,
}

impl ObjectData for Gathering {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.values);
        tracer.value(self.capability.promise);
        tracer.value(self.capability.resolve);
        tracer.value(self.capability.reject);
    }

    fn bytes(&self) -> usize {
        size_of::<Gathering>()
    }
}

/// The promise that a combinator gave out, for its shared state.
pub(crate) fn result_of(cx: &Vm, gathering: ObjectId) -> Option<ObjectId> {
    cx.heap.data::<Gathering>(gathering)?.capability.promise.as_object()
}

/// Promise.all ( iterable ) §27.2.4.1
pub(crate) fn all(cx: &mut Vm, this: Value, args: Args) -> Completion {
    combine(cx, this, args, Kind::All)
}

/// Promise.allSettled ( iterable ) §27.2.4.2
pub(crate) fn all_settled(cx: &mut Vm, this: Value, args: Args) -> Completion {
    combine(cx, this, args, Kind::AllSettled)
}

/// Promise.any ( iterable ) §27.2.4.3
pub(crate) fn any(cx: &mut Vm, this: Value, args: Args) -> Completion {
    combine(cx, this, args, Kind::Any)
}

/// Promise.race ( iterable ) §27.2.4.5
pub(crate) fn race(cx: &mut Vm, this: Value, args: Args) -> Completion {
    combine(cx, this, args, Kind::Race)
}

/// Arguments are an array that iterates as it was made, or any iterable.
enum Elements {
    Array { array: ObjectId, next: u32 },
    Iterator(IteratorRecord),
}

impl Elements {
    fn new(cx: &mut Vm, iterable: Value) -> Completion<Elements> {
        match cx.is_plain_array(iterable) {
            Some(array) => Ok(Elements::Array { array, next: 0 }),
            None if cx.options.guards && cx.is_promise(iterable) => Err(cx.type_error_with(
                "one promise was passed where an array of promises is needed",
                vec!["put the promises into one array: `Promise.all([a, b])`".to_owned()],
            )),
            None => cx.get_iterator(iterable).map(Elements::Iterator),
        }
    }

    /// The next element, read when it is its turn, as the array iterator does.
    fn step(&mut self, cx: &mut Vm) -> Completion<Option<Value>> {
        match self {
            Elements::Array { array, next } => {
                if *next >= cx.heap.array_length(*array).unwrap_or(0) {
                    return Ok(None);
                }
                cx.charge_fuel(1)?;
                let value = cx.get_index(*array, u64::from(*next))?;
                *next += 1;
                Ok(Some(value))
            }
            Elements::Iterator(record) => cx.iterator_step_value(*record),
        }
    }

    fn close_with(&self, cx: &mut Vm, unwind: Unwind) -> Unwind {
        match self {
            Elements::Array { .. } => unwind,
            Elements::Iterator(record) => cx.iterator_close_with(record.iterator, unwind),
        }
    }
}

fn combine(cx: &mut Vm, this: Value, args: Args, kind: Kind) -> Completion {
    let iterable = args.at(cx, 0);
    let capability = cx.new_promise_capability(this)?;
    let capability = cx.materialize_capability(capability);
    match perform(cx, this, iterable, kind, capability) {
        Ok(()) => {}
        Err(Unwind::Throw(error)) => cx.reject_capability(capability, error)?,
        Err(abort) => return Err(abort),
    }
    Ok(capability.promise)
}

/// GetPromiseResolve, GetIterator and PerformPromiseAll and its siblings; a throw rejects the result.
fn perform(cx: &mut Vm, this: Value, iterable: Value, kind: Kind, capability: Capability) -> Completion<()> {
    let Some(constructor) = this.as_object() else { return Err(Abort::Internal("a capability of no object").into()) };
    let resolve = cx.get(constructor, key::RESOLVE)?;
    if !cx.is_callable(resolve) {
        return Err(cx.type_error("the resolve method of the promise constructor is not a function"));
    }
    let is_intrinsic =
        constructor == cx.intrinsic(Intrinsic::Promise) && cx.is_native_function(resolve, super::resolve);
    let mut elements = Elements::new(cx, iterable)?;
    let values = cx.new_empty_array();
    let data = Gathering { kind, values, remaining: 1, capability };
    cx.heap.charge(data.bytes())?;
    let gathering = cx.heap.new_object_with_proto(None, ObjectKind::Data(Box::new(data)));
    let mut index = 0;
    while let Some(element) = elements.step(cx)? {
        let result = attach(cx, constructor, is_intrinsic.then_some(()), resolve, element, gathering, index);
        if let Err(unwind) = result {
            return Err(elements.close_with(cx, unwind));
        }
        index += 1;
    }
    if kind == Kind::Race { Ok(()) } else { count_down(cx, gathering) }
}

/// One element: resolves it to a promise and subscribes to it.
fn attach(
    cx: &mut Vm,
    constructor: ObjectId,
    intrinsic: Option<()>,
    resolve: Value,
    element: Value,
    gathering: ObjectId,
    index: u32,
) -> Completion<()> {
    let Some(data) = cx.heap.data_mut::<Gathering>(gathering) else { return Ok(()) };
    let (kind, values, capability) = (data.kind, data.values, data.capability);
    if kind != Kind::Race {
        cx.heap.array_push(values, Value::UNDEFINED)?;
    }
    let promise = match intrinsic {
        Some(()) => cx.promise_resolve(element)?.into(),
        None => cx.call(resolve, constructor.into(), &[element])?,
    };
    let (on_fulfilled, on_rejected) = match kind {
        Kind::All => (element_function(cx, gather_value, gathering, index, Value::FALSE), capability.reject),
        Kind::AllSettled => {
            let called = Value::cell(cx.heap.new_cell(Value::FALSE));
            let fulfilled = element_function(cx, gather_fulfilled, gathering, index, called);
            (fulfilled, element_function(cx, gather_rejected, gathering, index, called))
        }
        Kind::Any => (capability.resolve, element_function(cx, gather_value, gathering, index, Value::FALSE)),
        Kind::Race => (capability.resolve, capability.reject),
    };
    if let Some(data) = cx.heap.data_mut::<Gathering>(gathering) {
        data.remaining += 1;
    }
    subscribe(cx, promise, on_fulfilled, on_rejected)
}

/// Invoke(promise, "then", « onFulfilled, onRejected ») with a result that is dropped.
fn subscribe(cx: &mut Vm, promise: Value, on_fulfilled: Value, on_rejected: Value) -> Completion<()> {
    let then = cx.get_v(promise, key::THEN)?;
    if let Some(object) = promise.as_object()
        && cx.is_promise(promise)
        && cx.is_native_function(then, super::then)
    {
        let species = cx.species_constructor(object, Intrinsic::Promise)?;
        let capability = if species == cx.intrinsic(Intrinsic::Promise) {
            None
        } else {
            Some(cx.new_promise_capability(species.into())?)
        };
        return cx.perform_promise_then(object, on_fulfilled, on_rejected, capability);
    }
    if !cx.is_callable(then) {
        let shown = cx.describe(promise);
        return Err(cx.type_error(&format!("then is not a function of {shown}")));
    }
    cx.call(then, promise, &[on_fulfilled, on_rejected])?;
    Ok(())
}

fn element_function(cx: &mut Vm, function: NativeFn, gathering: ObjectId, index: u32, called: Value) -> Value {
    let captures = vec![gathering.into(), Value::index(index as usize), called];
    cx.new_native_closure(function, names::EMPTY, 1, captures).into()
}

/// The gathering and the index of the running element function, once.
fn take_element(cx: &mut Vm) -> Option<(ObjectId, u32)> {
    let called = cx.captured(2);
    match called.as_cell() {
        Some(cell) if cx.heap.cell(cell) == Value::TRUE => return None,
        Some(cell) => cx.heap.set_cell(cell, Value::TRUE),
        None if called == Value::TRUE => return None,
        None => cx.set_captured(2, Value::TRUE),
    }
    let index = cx.captured(1).as_int()?;
    Some((cx.captured(0).as_object()?, index as u32))
}

/// Promise.all Resolve Element Functions §27.2.4.1.3, Promise.any Reject Element Functions §27.2.4.3.2
fn gather_value(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let Some((gathering, index)) = take_element(cx) {
        let value = args.at(cx, 0);
        gather(cx, gathering, index, value)?;
    }
    Ok(Value::UNDEFINED)
}

/// Promise.allSettled Resolve Element Functions §27.2.4.2.2
fn gather_fulfilled(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let Some((gathering, index)) = take_element(cx) {
        let object = cx.new_object();
        let value = args.at(cx, 0);
        cx.heap.add_named(object, key::STATUS, names::FULFILLED.into(), Attributes::ALL);
        cx.heap.add_named(object, key::VALUE, value, Attributes::ALL);
        gather(cx, gathering, index, object.into())?;
    }
    Ok(Value::UNDEFINED)
}

/// Promise.allSettled Reject Element Functions §27.2.4.2.3
fn gather_rejected(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let Some((gathering, index)) = take_element(cx) {
        let object = cx.new_object();
        let reason = args.at(cx, 0);
        cx.heap.add_named(object, key::STATUS, names::REJECTED.into(), Attributes::ALL);
        cx.heap.add_named(object, key::REASON, reason, Attributes::ALL);
        gather(cx, gathering, index, object.into())?;
    }
    Ok(Value::UNDEFINED)
}

fn gather(cx: &mut Vm, gathering: ObjectId, index: u32, value: Value) -> Completion<()> {
    let Some(values) = cx.heap.data::<Gathering>(gathering).map(|data| data.values) else { return Ok(()) };
    cx.heap.set_element(values, index, value, Attributes::ALL)?;
    count_down(cx, gathering)
}

/// One element less is awaited; the last one settles the result.
fn count_down(cx: &mut Vm, gathering: ObjectId) -> Completion<()> {
    let Some(data) = cx.heap.data_mut::<Gathering>(gathering) else { return Ok(()) };
    data.remaining = data.remaining.saturating_sub(1);
    if data.remaining > 0 {
        return Ok(());
    }
    let (kind, values, capability) = (data.kind, data.values, data.capability);
    if kind == Kind::Any {
        let error = cx.new_aggregate_error("All promises were rejected", values)?;
        return cx.reject_capability(capability, error);
    }
    cx.resolve_capability(capability, values.into())
}
