//! Resolving functions (ECMA-262 §27.2.1.3) and promise capabilities (§27.2.1.1, §27.2.1.5).

use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names;
use crate::realm::natives::Args;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;
use crate::vm::job::{Capability, PromiseData};

/// The promise of the running resolving function, unless one of the pair was called before. Marks the pair as used.
fn take_promise(cx: &mut Vm) -> Option<ObjectId> {
    let promise = cx.captured(0).as_object()?;
    let already_resolved = cx.captured(1).as_cell()?;
    if cx.heap.cell(already_resolved) == Value::TRUE {
        return None;
    }
    cx.heap.set_cell(already_resolved, Value::TRUE);
    if let Some(data) = cx.heap.data_mut::<PromiseData>(promise) {
        data.already_resolved = true;
    }
    Some(promise)
}

/// Promise Resolve Functions §27.2.1.3.2
fn resolve_function(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let Some(promise) = take_promise(cx) {
        let resolution = args.at(cx, 0);
        cx.resolve_promise(promise, resolution)?;
    }
    Ok(Value::UNDEFINED)
}

/// Promise Reject Functions §27.2.1.3.1
fn reject_function(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let Some(promise) = take_promise(cx) {
        let reason = args.at(cx, 0);
        cx.reject_promise(promise, reason);
    }
    Ok(Value::UNDEFINED)
}

/// The executor of NewPromiseCapability: keeps what the constructor passes.
fn capability_executor(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if !cx.captured(0).is_undefined() || !cx.captured(1).is_undefined() {
        return Err(cx.type_error("the promise executor has been called already"));
    }
    let (resolve, reject) = (args.at(cx, 0), args.at(cx, 1));
    cx.set_captured(0, resolve);
    cx.set_captured(1, reject);
    Ok(Value::UNDEFINED)
}

impl Vm {
    /// CreateResolvingFunctions (§27.2.1.3): resolve and reject.
    pub(crate) fn create_resolving_functions(&mut self, promise: ObjectId) -> (Value, Value) {
        let already_resolved = Value::cell(self.heap.new_cell(Value::FALSE));
        let captures = vec![promise.into(), already_resolved];
        let resolve = self.new_native_closure(resolve_function, names::EMPTY, 1, captures.clone());
        let reject = self.new_native_closure(reject_function, names::EMPTY, 1, captures);
        (resolve.into(), reject.into())
    }

    /// NewPromiseCapability (§27.2.1.5). The functions of an intrinsic promise are not made until they are needed.
    pub(crate) fn new_promise_capability(&mut self, constructor: Value) -> Completion<Capability> {
        if constructor == Value::object(self.intrinsic(Intrinsic::Promise)) {
            let promise = self.new_promise()?;
            return Ok(Capability { promise: promise.into(), resolve: Value::UNDEFINED, reject: Value::UNDEFINED });
        }
        let Some(target) = constructor.as_object().filter(|_| self.is_constructor(constructor)) else {
            let shown = self.describe(constructor);
            return Err(self.type_error(&format!("{shown} is not a constructor of promises")));
        };
        let captures = vec![Value::UNDEFINED, Value::UNDEFINED];
        let executor = self.new_native_closure(capability_executor, names::EMPTY, 2, captures);
        let promise = self.construct(target, &[executor.into()], None)?;
        let (resolve, reject) = match &self.heap.object(executor).kind {
            ObjectKind::NativeClosure(closure) => match closure.captures.as_slice() {
                [resolve, reject] => (*resolve, *reject),
                _ => (Value::UNDEFINED, Value::UNDEFINED),
            },
            _ => (Value::UNDEFINED, Value::UNDEFINED),
        };
        if !self.is_callable(resolve) || !self.is_callable(reject) {
            return Err(self.type_error("the promise resolve or reject function is not callable"));
        }
        Ok(Capability { promise: promise.into(), resolve, reject })
    }

    /// The same capability with function objects, for programs to see.
    pub(crate) fn materialize_capability(&mut self, capability: Capability) -> Capability {
        match capability.promise.as_object() {
            Some(promise) if capability.resolve.is_undefined() => {
                let (resolve, reject) = self.create_resolving_functions(promise);
                Capability { promise: capability.promise, resolve, reject }
            }
            _ => capability,
        }
    }

    /// Calls the resolve function of a capability.
    pub(crate) fn resolve_capability(&mut self, capability: Capability, value: Value) -> Completion<()> {
        if !capability.resolve.is_undefined() {
            self.call(capability.resolve, Value::UNDEFINED, &[value])?;
        } else if let Some(promise) = self.take_direct(capability) {
            self.resolve_promise(promise, value)?;
        }
        Ok(())
    }

    /// Calls the reject function of a capability.
    pub(crate) fn reject_capability(&mut self, capability: Capability, reason: Value) -> Completion<()> {
        if !capability.reject.is_undefined() {
            self.call(capability.reject, Value::UNDEFINED, &[reason])?;
        } else if let Some(promise) = self.take_direct(capability) {
            self.reject_promise(promise, reason);
        }
        Ok(())
    }

    fn take_direct(&mut self, capability: Capability) -> Option<ObjectId> {
        let promise = capability.promise.as_object()?;
        let data = self.heap.data_mut::<PromiseData>(promise)?;
        if std::mem::replace(&mut data.already_resolved, true) { None } else { Some(promise) }
    }
}
