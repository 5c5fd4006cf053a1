//! Promises and the job queue (ECMA-262 §9.5, §27.2.1, §27.2.2).
//!
//! The records of promises stand here, because the machine resumes coroutines through them; the methods that programs
//! see are in [`crate::builtins::promise`].

use super::Vm;
use crate::completion::{Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, Value};

/// Most promises that may be pending at once.
pub(crate) const MAX_PENDING: u32 = 10_000;
/// When this many are pending, a collection looks how many of them still matter.
pub(crate) const PENDING_NOTICE: u32 = 5_000;

/// \[\[PromiseState\]\] with its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PromiseState {
    Pending,
    Fulfilled(Value),
    Rejected(Value),
}

/// What is waiting for a promise.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reaction {
    /// `then` with its capability: handlers (undefined when absent) and the derived promise's functions.
    Then { on_fulfilled: Value, on_rejected: Value, capability: Option<Capability> },
    /// An `await` of a coroutine.
    Await { coroutine: ObjectId },
    /// A promise that follows this one.
    Follow { promise: ObjectId },
    /// The value of a sync iterator for the promise of an async one; a rejection closes `iterator`.
    Unwrap { promise: ObjectId, done: bool, iterator: Option<ObjectId> },
}

/// A PromiseCapability Record. For promises of the machine itself the functions are not made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capability {
    pub(crate) promise: Value,
    /// Undefined for intrinsic promises, which are settled directly.
    pub(crate) resolve: Value,
    pub(crate) reject: Value,
}

/// Internal slots of a promise.
#[derive(Debug)]
pub(crate) struct PromiseData {
    pub(crate) state: PromiseState,
    pub(crate) reactions: Vec<Reaction>,
    /// Somebody took responsibility for a rejection.
    pub(crate) is_handled: bool,
    /// Order of creation.
    pub(crate) sequence: u64,
    /// The resolving functions were used.
    pub(crate) already_resolved: bool,
}

impl ObjectData for PromiseData {
    fn trace(&self, tracer: &mut Tracer) {
        match self.state {
            PromiseState::Pending => {}
            PromiseState::Fulfilled(value) | PromiseState::Rejected(value) => tracer.value(value),
        }
        for reaction in &self.reactions {
            reaction.trace(tracer);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<PromiseData>() + self.reactions.capacity() * size_of::<Reaction>()
    }
}

impl Reaction {
    fn trace(&self, tracer: &mut Tracer) {
        match self {
            Reaction::Then { on_fulfilled, on_rejected, capability } => {
                tracer.value(*on_fulfilled);
                tracer.value(*on_rejected);
                if let Some(capability) = capability {
                    tracer.value(capability.promise);
                    tracer.value(capability.resolve);
                    tracer.value(capability.reject);
                }
            }
            Reaction::Await { coroutine } => tracer.object(*coroutine),
            Reaction::Follow { promise } => tracer.object(*promise),
            Reaction::Unwrap { promise, iterator, .. } => {
                tracer.object(*promise);
                iterator.iter().for_each(|&id| tracer.object(id));
            }
        }
    }
}

/// A job in the queue.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Job {
    /// NewPromiseReactionJob: `value` is the result of the settled promise.
    Reaction { reaction: Reaction, rejected: bool, value: Value },
    /// NewPromiseResolveThenableJob
    ResolveThenable { promise: ObjectId, thenable: Value, then: Value },
    /// `queueMicrotask`
    Callback { function: Value },
    /// An async generator that yielded goes on with its next request.
    ResumeAsyncGenerator { generator: ObjectId },
}

impl Job {
    pub(crate) fn trace(&self, tracer: &mut Tracer) {
        match self {
            Job::Reaction { reaction, value, .. } => {
                reaction.trace(tracer);
                tracer.value(*value);
            }
            Job::ResolveThenable { promise, thenable, then } => {
                tracer.object(*promise);
                tracer.value(*thenable);
                tracer.value(*then);
            }
            Job::Callback { function } => tracer.value(*function),
            Job::ResumeAsyncGenerator { generator } => tracer.object(*generator),
        }
    }
}

/// What the machine keeps about all promises.
#[derive(Debug, Default)]
pub(crate) struct PromiseLedger {
    pub(crate) pending: u32,
    /// Promises that were rejected while nobody had taken responsibility.
    pub(crate) rejected: Vec<ObjectId>,
}

impl Vm {
    pub(crate) fn is_promise(&self, value: Value) -> bool {
        value.as_object().is_some_and(|id| self.heap.data::<PromiseData>(id).is_some())
    }

    /// A pending promise with the intrinsic prototype.
    ///
    /// # Errors
    /// RangeError when too many are pending.
    pub(crate) fn new_promise(&mut self) -> Completion<ObjectId> {
        let proto = self.intrinsic(Intrinsic::PromisePrototype);
        self.new_promise_with_proto(proto)
    }

    pub(crate) fn new_promise_with_proto(&mut self, proto: ObjectId) -> Completion<ObjectId> {
        if self.promises.pending >= MAX_PENDING {
            return Err(self.range_error("too many promises are pending (at most 10000): await some of them first"));
        }
        self.promises.pending += 1;
        if self.promises.pending % PENDING_NOTICE == PENDING_NOTICE - 1 {
            self.heap.gc_threshold = 0;
        }
        self.next_sequence += 1;
        let data = PromiseData {
            state: PromiseState::Pending,
            reactions: Vec::new(),
            is_handled: false,
            sequence: self.next_sequence,
            already_resolved: false,
        };
        self.heap.count(size_of::<PromiseData>());
        Ok(self.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data))))
    }

    pub(crate) fn promise_state(&self, promise: ObjectId) -> PromiseState {
        self.heap.data::<PromiseData>(promise).map_or(PromiseState::Pending, |data| data.state)
    }

    /// The Promise Resolve Function of a promise (§27.2.1.3.2), from its first check on.
    pub(crate) fn resolve_promise(&mut self, promise: ObjectId, resolution: Value) -> Completion<()> {
        if resolution == Value::object(promise) {
            let Unwind::Throw(error) = self.type_error("a promise cannot be resolved with itself") else {
                return Ok(());
            };
            self.reject_promise(promise, error);
            return Ok(());
        }
        // A tool reference has every property, but it is no thenable.
        let object =
            resolution.as_object().filter(|&object| !matches!(self.heap.object(object).kind, ObjectKind::Tools(_)));
        let Some(object) = object else {
            self.fulfill_promise(promise, resolution);
            return Ok(());
        };
        match self.get(object, key::THEN) {
            Err(Unwind::Throw(error)) => self.reject_promise(promise, error),
            Err(abort) => return Err(abort),
            Ok(then) if self.is_callable(then) => {
                // The promise takes responsibility for what it follows.
                self.jobs.push_back(Job::ResolveThenable { promise, thenable: resolution, then });
                if let Some(data) = self.heap.data_mut::<PromiseData>(object) {
                    data.is_handled = true;
                }
            }
            Ok(_) => self.fulfill_promise(promise, resolution),
        }
        Ok(())
    }

    /// FulfillPromise (§27.2.1.4)
    pub(crate) fn fulfill_promise(&mut self, promise: ObjectId, value: Value) {
        self.settle(promise, PromiseState::Fulfilled(value));
    }

    /// RejectPromise (§27.2.1.7)
    pub(crate) fn reject_promise(&mut self, promise: ObjectId, reason: Value) {
        self.settle(promise, PromiseState::Rejected(reason));
    }

    fn settle(&mut self, promise: ObjectId, state: PromiseState) {
        let Some(data) = self.heap.data_mut::<PromiseData>(promise) else { return };
        if data.state != PromiseState::Pending {
            return;
        }
        data.state = state;
        data.already_resolved = true;
        let reactions = std::mem::take(&mut data.reactions);
        let unhandled = !data.is_handled;
        self.promises.pending = self.promises.pending.saturating_sub(1);
        let (rejected, value) = match state {
            PromiseState::Rejected(reason) => (true, reason),
            PromiseState::Fulfilled(value) => (false, value),
            PromiseState::Pending => return,
        };
        if rejected && unhandled {
            self.promises.rejected.push(promise);
        }
        for reaction in reactions {
            self.jobs.push_back(Job::Reaction { reaction, rejected, value });
        }
    }

    /// PerformPromiseThen (§27.2.5.4.1) with a prepared reaction.
    pub(crate) fn add_reaction(&mut self, promise: ObjectId, reaction: Reaction) {
        let Some(data) = self.heap.data_mut::<PromiseData>(promise) else { return };
        data.is_handled = true;
        match data.state {
            PromiseState::Pending => {
                data.reactions.push(reaction);
                self.heap.count(size_of::<Reaction>());
            }
            PromiseState::Fulfilled(value) => {
                self.jobs.push_back(Job::Reaction { reaction, rejected: false, value });
            }
            PromiseState::Rejected(value) => {
                self.jobs.push_back(Job::Reaction { reaction, rejected: true, value });
            }
        }
    }

    /// PromiseResolve (§27.2.4.7.1) with the intrinsic constructor.
    pub(crate) fn promise_resolve(&mut self, value: Value) -> Completion<ObjectId> {
        if let Some(object) = value.as_object()
            && self.heap.data::<PromiseData>(object).is_some()
        {
            let constructor = self.get(object, key::CONSTRUCTOR)?;
            if constructor == Value::object(self.intrinsic(Intrinsic::Promise)) {
                return Ok(object);
            }
        }
        let promise = self.new_promise()?;
        self.resolve_promise(promise, value)?;
        Ok(promise)
    }

    /// The place of the program that runs, for promises.
    pub(crate) fn capture_place(&self) -> Option<crate::heap::object::TraceEntry> {
        let frames = || self.frames.iter().rev();
        let own = frames().find(|frame| frame.program == self.main_program);
        let frame = own.or_else(|| frames().find(|frame| frame.program != 0))?;
        Some(crate::heap::object::TraceEntry {
            program: frame.program,
            function: frame.function,
            op: frame.pc.saturating_sub(1),
        })
    }
}
