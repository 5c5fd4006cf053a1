//! `Promise` (ECMA-262 §27.2). The records behind it are in [`crate::vm::job`].

pub(crate) mod capability;
pub(crate) mod combinator;

use crate::completion::{Completion, Unwind};
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;
use crate::vm::job::{Capability, Reaction};

/// Promise ( executor ) §27.2.3.1
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Promise constructor cannot be invoked without 'new'"));
    }
    let executor = args.at(cx, 0);
    if !cx.is_callable(executor) {
        let shown = cx.describe(executor);
        return Err(cx.type_error(&format!("Promise resolver {shown} is not a function")));
    }
    let proto = cx.prototype_from_constructor(new_target, Intrinsic::PromisePrototype)?;
    let promise = cx.new_promise_with_proto(proto)?;
    let (resolve, reject) = cx.create_resolving_functions(promise);
    match cx.call(executor, Value::UNDEFINED, &[resolve, reject]) {
        Err(Unwind::Throw(error)) => cx.call(reject, Value::UNDEFINED, &[error])?,
        result => result?,
    };
    Ok(promise.into())
}

/// Promise.resolve ( x ) §27.2.4.7
pub(crate) fn resolve(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let Some(constructor) = this.as_object() else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Promise.resolve was called on {shown}, which is not a constructor")));
    };
    let value = args.at(cx, 0);
    cx.promise_resolve_with(constructor, value)
}

/// Promise.reject ( r ) §27.2.4.6
fn reject(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let reason = args.at(cx, 0);
    let capability = cx.new_promise_capability(this)?;
    cx.reject_capability(capability, reason)?;
    Ok(capability.promise)
}

/// Promise.try ( callback, ...args ) §27.2.4.8
fn try_call(cx: &mut Vm, this: Value, args: Args) -> Completion {
    if !this.is_object() {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Promise.try was called on {shown}, which is not a constructor")));
    }
    let capability = cx.new_promise_capability(this)?;
    let callback = args.at(cx, 0);
    let arguments = args.to_vec(cx, 1);
    match cx.call(callback, Value::UNDEFINED, &arguments) {
        Ok(value) => cx.resolve_capability(capability, value)?,
        Err(Unwind::Throw(error)) => cx.reject_capability(capability, error)?,
        Err(abort) => return Err(abort),
    }
    Ok(capability.promise)
}

/// Promise.withResolvers ( ) §27.2.4.9
fn with_resolvers(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let capability = cx.new_promise_capability(this)?;
    let capability = cx.materialize_capability(capability);
    let object = cx.new_object();
    cx.heap.add_named(object, key::PROMISE, capability.promise, Attributes::ALL);
    cx.heap.add_named(object, key::RESOLVE, capability.resolve, Attributes::ALL);
    cx.heap.add_named(object, key::REJECT, capability.reject, Attributes::ALL);
    Ok(object.into())
}

/// get Promise [ @@species ] §27.2.4.10
fn species(_cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(this)
}

/// Promise.prototype.catch ( onRejected ) §27.2.5.1
fn catch(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let handler = args.at(cx, 0);
    cx.invoke(this, key::THEN, &[Value::UNDEFINED, handler])
}

/// Promise.prototype.then ( onFulfilled, onRejected ) §27.2.5.4
pub(crate) fn then(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let Some(promise) = this.as_object().filter(|_| cx.is_promise(this)) else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Promise.prototype.then was called on {shown}, which is not a promise")));
    };
    let constructor = cx.species_constructor(promise, Intrinsic::Promise)?;
    let capability = cx.new_promise_capability(constructor.into())?;
    let (on_fulfilled, on_rejected) = (args.at(cx, 0), args.at(cx, 1));
    for handler in [on_fulfilled, on_rejected] {
        if handler.as_object().is_some_and(|object| cx.is_tool(object)) {
            return Err(cx.tool_as_callback_error(handler));
        }
    }
    cx.perform_promise_then(promise, on_fulfilled, on_rejected, Some(capability))?;
    Ok(capability.promise)
}

/// CreateResolvingFunctions (§27.2.1.3): resolve and reject.
pub(crate) fn create_resolving_functions(cx: &mut Vm, promise: ObjectId) -> Completion<(Value, Value)> {
    Ok(cx.create_resolving_functions(promise))
}

impl Vm {
    /// PerformPromiseThen (§27.2.5.4.1)
    pub(crate) fn perform_promise_then(
        &mut self,
        promise: ObjectId,
        on_fulfilled: Value,
        on_rejected: Value,
        capability: Option<Capability>,
    ) -> Completion<()> {
        let callable = |cx: &Vm, value: Value| if cx.is_callable(value) { value } else { Value::UNDEFINED };
        let on_fulfilled = callable(self, on_fulfilled);
        let on_rejected = callable(self, on_rejected);
        self.heap.charge(size_of::<Reaction>())?;
        self.add_reaction(promise, Reaction::Then { on_fulfilled, on_rejected, capability });
        Ok(())
    }

    /// PromiseResolve (§27.2.4.7.1)
    pub(crate) fn promise_resolve_with(&mut self, constructor: ObjectId, value: Value) -> Completion {
        if constructor == self.intrinsic(Intrinsic::Promise) {
            return self.promise_resolve(value).map(Value::object);
        }
        if let Some(object) = value.as_object()
            && self.is_promise(value)
        {
            let own = self.get(object, key::CONSTRUCTOR)?;
            if own == Value::object(constructor) {
                return Ok(value);
            }
        }
        let capability = self.new_promise_capability(constructor.into())?;
        self.resolve_capability(capability, value)?;
        Ok(capability.promise)
    }
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────

/// `$PromiseSpecies(object)`: SpeciesConstructor with `%Promise%` as the default.
pub(crate) fn species_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    match args.at(cx, 0).as_object() {
        Some(object) => cx.species_constructor(object, Intrinsic::Promise).map(Value::object),
        None => Ok(Value::UNDEFINED),
    }
}

/// `$PromiseResolve(constructor, value)`
pub(crate) fn resolve_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 1);
    match args.at(cx, 0).as_object() {
        Some(constructor) => cx.promise_resolve_with(constructor, value),
        None => Ok(Value::UNDEFINED),
    }
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Promise",
    1,
    construct,
    Intrinsic::PromisePrototype,
    &[
        method("all", 1, combinator::all),
        method("allSettled", 1, combinator::all_settled),
        method("any", 1, combinator::any),
        method("race", 1, combinator::race),
        method("reject", 1, reject),
        method("resolve", 1, resolve),
        method("try", 1, try_call),
        method("withResolvers", 0, with_resolvers),
        symbol_getter(WellKnown::Species, "[Symbol.species]", species),
    ],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::Promise),
        method("catch", 1, catch),
        prelude("finally", 1, "Promise_prototype_finally"),
        method("then", 2, then),
        tag("Promise"),
    ],
);
