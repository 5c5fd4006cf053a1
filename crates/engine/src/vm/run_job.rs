//! Jobs of promises (ECMA-262 §9.5, §27.2.2): reactions, thenables, resumed coroutines and callbacks.

use super::Vm;
use super::coroutine::Resume;
use super::frame::OnReturn;
use super::job::{Capability, Job, Reaction};
use crate::completion::{Completion, Unwind};
use crate::heap::object::ObjectKind;
use crate::value::{ObjectId, Value};

impl Vm {
    pub(super) fn run_job(&mut self, job: Job) -> Completion<()> {
        match job {
            Job::Reaction { reaction, rejected, value } => match reaction {
                Reaction::Await { coroutine } => {
                    let resume = if rejected { Resume::Throw(value) } else { Resume::Next(value) };
                    self.resume_await(coroutine, resume)
                }
                Reaction::Follow { promise } => {
                    if rejected {
                        self.reject_promise(promise, value);
                        return Ok(());
                    }
                    // The resolve function looks for a `then` of the value again.
                    self.resolve_promise(promise, value)
                }
                Reaction::Unwrap { promise, done, iterator } => {
                    if !rejected {
                        let result = self.create_iter_result(value, done);
                        return self.resolve_promise(promise, result);
                    }
                    let unwind = match iterator {
                        Some(iterator) => self.iterator_close_with(iterator, Unwind::Throw(value)),
                        None => Unwind::Throw(value),
                    };
                    match unwind {
                        Unwind::Throw(error) => self.reject_promise(promise, error),
                        Unwind::Abort(abort) => return Err(abort.into()),
                    }
                    Ok(())
                }
                Reaction::Then { on_fulfilled, on_rejected, capability } => {
                    let handler = if rejected { on_rejected } else { on_fulfilled };
                    self.run_reaction(handler, rejected, value, capability)
                }
            },
            Job::ResolveThenable { promise, thenable, then } => self.run_thenable_job(promise, thenable, then),
            Job::Callback { function } => self.enter_job(function, Value::UNDEFINED, &[]),
            Job::ResumeAsyncGenerator { generator } => self.run_async_generator_job(generator),
        }
    }

    /// NewPromiseReactionJob (§27.2.2.1)
    fn run_reaction(
        &mut self,
        handler: Value,
        rejected: bool,
        value: Value,
        capability: Option<Capability>,
    ) -> Completion<()> {
        if handler.is_undefined() {
            let result = if rejected { Err(Unwind::Throw(value)) } else { Ok(value) };
            return self.settle_capability(capability, result);
        }
        // Closures run in a frame whose end settles the capability, so that they are preemptible.
        if let Some(object) = handler.as_object()
            && let ObjectKind::Function(_) = self.heap.object(object).kind
        {
            let runner = self.new_internal(Box::new(ReactionEnd { capability }));
            self.push_closure(object, Value::UNDEFINED, &[value], OnReturn::Reaction { end: runner })?;
            return Ok(());
        }
        let result = self.call(handler, Value::UNDEFINED, &[value]);
        self.settle_capability(capability, result)
    }

    /// Settles a derived promise with what its handler gave.
    pub(crate) fn settle_capability(&mut self, capability: Option<Capability>, result: Completion) -> Completion<()> {
        let Some(capability) = capability else {
            return match result {
                Err(Unwind::Abort(abort)) => Err(abort.into()),
                _ => Ok(()),
            };
        };
        match result {
            Ok(value) => {
                if capability.resolve.is_undefined() {
                    match capability.promise.as_object() {
                        Some(promise) => self.resolve_promise(promise, value),
                        None => Ok(()),
                    }
                } else {
                    self.call(capability.resolve, Value::UNDEFINED, &[value]).map(|_| ())
                }
            }
            Err(Unwind::Throw(error)) => {
                if capability.reject.is_undefined() {
                    if let Some(promise) = capability.promise.as_object() {
                        self.reject_promise(promise, error);
                    }
                    Ok(())
                } else {
                    self.call(capability.reject, Value::UNDEFINED, &[error]).map(|_| ())
                }
            }
            Err(abort) => Err(abort),
        }
    }

    /// The end of a handler's frame.
    pub(crate) fn end_reaction(&mut self, end: ObjectId, result: Completion) -> Completion<()> {
        let capability = self.heap.data::<ReactionEnd>(end).and_then(|data| data.capability);
        self.settle_capability(capability, result)
    }

    /// NewPromiseResolveThenableJob (§27.2.2.2)
    fn run_thenable_job(&mut self, promise: ObjectId, thenable: Value, then: Value) -> Completion<()> {
        if let Some(source) = thenable.as_object()
            && self.is_promise(thenable)
            && self.is_native_function(then, crate::builtins::promise::then)
        {
            return match self.follow(promise, source) {
                Err(Unwind::Throw(error)) => {
                    self.reject_promise(promise, error);
                    Ok(())
                }
                result => result,
            };
        }
        let (resolve, reject) = crate::builtins::promise::create_resolving_functions(self, promise)?;
        match self.call(then, thenable, &[resolve, reject]) {
            Ok(_) => Ok(()),
            Err(Unwind::Throw(error)) => self.call(reject, Value::UNDEFINED, &[error]).map(|_| ()),
            Err(abort) => Err(abort),
        }
    }

    /// Calls the intrinsic `then` of a promise with the resolving functions of another one.
    fn follow(&mut self, promise: ObjectId, source: ObjectId) -> Completion<()> {
        let constructor = self.species_constructor(source, crate::realm::Intrinsic::Promise)?;
        if constructor == self.intrinsic(crate::realm::Intrinsic::Promise) {
            // Two functions and a derived promise that nobody sees are not made.
            self.add_reaction(source, Reaction::Follow { promise });
            return Ok(());
        }
        let capability = self.new_promise_capability(constructor.into())?;
        let (resolve, reject) = crate::builtins::promise::create_resolving_functions(self, promise)?;
        self.perform_promise_then(source, resolve, reject, Some(capability))
    }

    fn enter_job(&mut self, function: Value, this: Value, arguments: &[Value]) -> Completion<()> {
        if let Some(object) = function.as_object()
            && let ObjectKind::Function(_) = self.heap.object(object).kind
        {
            return self.push_closure(object, this, arguments, OnReturn::Job);
        }
        self.call(function, this, arguments).map(|_| ())
    }
}

/// The derived promise that the frame of a reaction settles.
#[derive(Debug)]
struct ReactionEnd {
    capability: Option<Capability>,
}

impl crate::heap::object::ObjectData for ReactionEnd {
    fn trace(&self, tracer: &mut crate::heap::gc::Tracer) {
        if let Some(capability) = &self.capability {
            tracer.value(capability.promise);
            tracer.value(capability.resolve);
            tracer.value(capability.reject);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<ReactionEnd>()
    }
}
