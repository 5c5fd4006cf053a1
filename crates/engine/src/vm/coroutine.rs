//! Suspended code: generators, async functions and async generators.
//!
//! A coroutine owns its frame and registers while it is suspended; resuming moves them back onto the stack, so nothing
//! ever nests on the host stack.

use std::collections::VecDeque;

use super::Vm;
use super::frame::{Frame, OnReturn};
use super::job::{Job, Reaction};
use super::unwind::Stop;
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, Value};

/// What a coroutine belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CoroutineKind {
    Generator,
    Async,
    AsyncGenerator,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CoroutineState {
    SuspendedStart,
    SuspendedYield,
    /// In an `await`.
    Awaiting,
    Running,
    /// An async generator that awaits the value of a `return` request while it does not run.
    AwaitingReturn,
    Done,
}

/// How suspended code goes on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Resume {
    Next(Value),
    Throw(Value),
    Return(Value),
}

/// A request in the queue of an async generator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request {
    pub(crate) resume: Resume,
    pub(crate) promise: ObjectId,
}

/// The owned frame of a generator or async function.
#[derive(Debug)]
pub(crate) struct Coroutine {
    pub(crate) kind: CoroutineKind,
    pub(crate) state: CoroutineState,
    pub(crate) frame: Option<Box<Frame>>,
    pub(crate) registers: Vec<Value>,
    /// Requests of an async generator, the running one first.
    pub(crate) queue: VecDeque<Request>,
}

impl ObjectData for Coroutine {
    fn trace(&self, tracer: &mut Tracer) {
        if let Some(frame) = &self.frame {
            frame.trace(tracer);
        }
        tracer.values(&self.registers);
        for request in &self.queue {
            tracer.object(request.promise);
            match request.resume {
                Resume::Next(value) | Resume::Throw(value) | Resume::Return(value) => tracer.value(value),
            }
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Coroutine>() + size_of::<Frame>() + self.registers.capacity() * 8
    }
}

impl Vm {
    fn new_coroutine(&mut self, kind: CoroutineKind, proto: Option<ObjectId>) -> ObjectId {
        let data = Coroutine {
            kind,
            state: CoroutineState::Running,
            frame: None,
            registers: Vec::new(),
            queue: VecDeque::new(),
        };
        self.heap.count(data.bytes());
        self.heap.new_object_with_proto(proto, ObjectKind::Data(Box::new(data)))
    }

    #[inline]
    pub(crate) fn coroutine(&self, id: ObjectId) -> Option<&Coroutine> {
        self.heap.data(id)
    }

    #[inline]
    pub(crate) fn coroutine_mut(&mut self, id: ObjectId) -> Option<&mut Coroutine> {
        self.heap.data_mut(id)
    }

    pub(crate) fn set_coroutine_state(&mut self, id: ObjectId, state: CoroutineState) {
        if let Some(coroutine) = self.coroutine_mut(id) {
            coroutine.state = state;
        }
    }

    /// Moves the running frame into its coroutine.
    fn suspend_frame(&mut self, coroutine: ObjectId, state: CoroutineState) -> Completion<Frame> {
        let Some(frame) = self.frames.pop() else { return Err(Abort::Internal("no frame to suspend").into()) };
        let base = frame.base as usize;
        let saved = self.stack.get(base..self.top.max(base)).unwrap_or(&[]);
        let outer = frame.clone_for_return();
        if let Some(data) = self.heap.data_mut::<Coroutine>(coroutine) {
            data.registers.clear();
            data.registers.extend_from_slice(saved);
            match &mut data.frame {
                Some(slot) => **slot = frame,
                empty => *empty = Some(Box::new(frame)),
            }
            data.state = state;
        }
        self.heap.count(saved.len() * 8);
        self.top = base;
        Ok(outer)
    }

    /// Puts the frame of a coroutine back onto the stack. It runs when the dispatch loop goes on.
    pub(crate) fn resume_frame(&mut self, coroutine: ObjectId, on_return: OnReturn) -> Completion<()> {
        if self.frames.len() >= self.max_depth {
            return Err(self.range_error("Maximum call stack size exceeded"));
        }
        let base = self.top;
        let count = self.coroutine(coroutine).map_or(0, |data| data.registers.len());
        self.reserve_stack(base + count)?;
        let Some(data) = self.heap.data_mut::<Coroutine>(coroutine) else {
            return Err(Abort::Internal("resumed object is no coroutine").into());
        };
        let Some(saved) = &mut data.frame else { return Err(Abort::Internal("coroutine has no frame").into()) };
        let mut frame = saved.take_out();
        if let Some(target) = self.stack.get_mut(base..base + count) {
            target.copy_from_slice(&data.registers);
        }
        data.state = CoroutineState::Running;
        frame.base = base as u32;
        frame.on_return = on_return;
        self.top = base + count;
        self.frames.push(frame);
        Ok(())
    }

    // ── Await ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// `Await`: suspends the running frame until `value` settles.
    pub(crate) fn await_value(&mut self, value: Value, floor: usize) -> Result<Option<Value>, Stop> {
        let coroutine = self.frames.last().and_then(|frame| frame.coroutine);
        let coroutine = match coroutine {
            Some(coroutine) => coroutine,
            None => {
                let coroutine = self.new_coroutine(CoroutineKind::Async, None);
                if let Some(frame) = self.frames.last_mut() {
                    frame.coroutine = Some(coroutine);
                }
                coroutine
            }
        };
        let reaction = Reaction::Await { coroutine };
        if value.is_object() {
            let promise = self.promise_resolve(value)?;
            self.add_reaction(promise, reaction);
        } else {
            self.jobs.push_back(Job::Reaction { reaction, rejected: false, value });
        }
        let outer = self.suspend_frame(coroutine, CoroutineState::Awaiting)?;
        self.leave_async(&outer, floor)
    }

    /// After the frame of async code has gone (suspended or completed): its caller gets the promise, once.
    pub(crate) fn leave_async(&mut self, frame: &Frame, floor: usize) -> Result<Option<Value>, Stop> {
        let promise = frame.promise.map_or(Value::UNDEFINED, Value::object);
        self.hand_over(frame.on_return, promise, floor)
    }

    // ── Generators ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// `InitialYield`: the call gets the generator.
    pub(crate) fn initial_yield(&mut self, floor: usize) -> Result<Option<Value>, Stop> {
        let Some(frame) = self.frames.last() else { return Err(Abort::Internal("no frame").into()) };
        let callee = frame.callee;
        let is_async = self
            .code(frame.program, frame.function)
            .is_some_and(|code| code.suspends == codemode_bytecode::Suspends::AsyncGenerator);
        let (kind, default) = if is_async {
            (CoroutineKind::AsyncGenerator, Intrinsic::AsyncGeneratorPrototype)
        } else {
            (CoroutineKind::Generator, Intrinsic::GeneratorPrototype)
        };
        let proto = self.get(callee, key::PROTOTYPE)?;
        let proto = match proto.as_object() {
            Some(proto) => proto,
            None => self.intrinsic(default),
        };
        let generator = self.new_coroutine(kind, Some(proto));
        if let Some(frame) = self.frames.last_mut() {
            frame.coroutine = Some(generator);
        }
        let outer = self.suspend_frame(generator, CoroutineState::SuspendedStart)?;
        self.hand_over(outer.on_return, generator.into(), floor)
    }

    /// `Yield` and `YieldDelegate`. `is_result`: the value is an iterator result already.
    pub(crate) fn yield_value(&mut self, value: Value, is_result: bool, floor: usize) -> Result<Option<Value>, Stop> {
        let Some(generator) = self.frames.last().and_then(|frame| frame.coroutine) else {
            return Err(Abort::Internal("yield outside of a generator").into());
        };
        let is_async = self.coroutine(generator).is_some_and(|data| data.kind == CoroutineKind::AsyncGenerator);
        let outer = self.suspend_frame(generator, CoroutineState::SuspendedYield)?;
        if !is_async {
            if let OnReturn::GeneratorNext { dst, .. } = outer.on_return {
                if !is_result {
                    self.write_register(dst, value);
                    return Ok(None);
                }
                return self.hand_over(outer.on_return, value, floor);
            }
            let result = if is_result { value } else { self.create_iter_result(value, false) };
            return self.hand_over(outer.on_return, result, floor);
        }
        // The caller of next() gets its promise before the next request is looked at.
        let exit = self.leave_async(&outer, floor)?;
        self.async_generator_complete_step(generator, Ok(value), false);
        self.async_generator_drain(generator)?;
        Ok(exit)
    }

    /// `next`, `throw` and `return` of a generator: prepares its frame. `None` when it was pushed, else the result.
    pub(crate) fn resume_generator(
        &mut self,
        generator: ObjectId,
        resume: Resume,
        on_return: OnReturn,
    ) -> Completion<Option<Value>> {
        let state = self.coroutine(generator).map(|data| data.state);
        match state {
            Some(CoroutineState::Running | CoroutineState::Awaiting | CoroutineState::AwaitingReturn) | None => {
                Err(self.type_error("Generator is already running"))
            }
            Some(CoroutineState::Done) => match resume {
                Resume::Next(_) => Ok(Some(self.create_iter_result(Value::UNDEFINED, true))),
                Resume::Return(value) => Ok(Some(self.create_iter_result(value, true))),
                Resume::Throw(error) => Err(Unwind::Throw(error)),
            },
            Some(CoroutineState::SuspendedStart) if !matches!(resume, Resume::Next(_)) => {
                self.finish_coroutine(generator);
                match resume {
                    Resume::Throw(error) => Err(Unwind::Throw(error)),
                    Resume::Next(value) | Resume::Return(value) => Ok(Some(self.create_iter_result(value, true))),
                }
            }
            Some(CoroutineState::SuspendedStart) => {
                self.resume_frame(generator, on_return)?;
                Ok(None)
            }
            Some(CoroutineState::SuspendedYield) => {
                self.resume_frame(generator, on_return)?;
                self.apply_resume(resume)?;
                Ok(None)
            }
        }
    }

    /// Puts what a suspended `yield` receives into the registers of the frame that was just pushed.
    fn apply_resume(&mut self, resume: Resume) -> Completion<()> {
        use codemode_bytecode::Op;
        let Some(frame) = self.frames.last() else { return Err(Abort::Internal("no frame").into()) };
        let op = self
            .loaded
            .get(frame.program as usize)
            .and_then(|loaded| loaded.program.ops.get((frame.pc as usize).wrapping_sub(1)))
            .copied();
        match (op, resume) {
            (Some(Op::Yield { dst, .. }), Resume::Next(value)) => self.write_register(dst.0, value),
            (Some(Op::Yield { .. } | Op::Await { .. }), Resume::Throw(error)) => self.pending_throw = Some(error),
            (Some(Op::Yield { dst, on_return, .. }), Resume::Return(value)) => {
                self.write_register(dst.0, value);
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = (i64::from(frame.pc) - 1 + i64::from(on_return.0)) as u32;
                }
            }
            (Some(Op::YieldDelegate { dst, mode, .. }), resume) => {
                let (code, value) = match resume {
                    Resume::Next(value) => (0, value),
                    Resume::Throw(value) => (1, value),
                    Resume::Return(value) => (2, value),
                };
                self.write_register(dst.0, value);
                self.write_register(mode.0, Value::int(code));
            }
            (Some(Op::Await { dst, .. }), Resume::Next(value)) => self.write_register(dst.0, value),
            _ => return Err(Abort::Internal("resumed at an instruction that does not suspend").into()),
        }
        Ok(())
    }

    /// Writes a register of the running frame.
    #[inline]
    pub(crate) fn write_register(&mut self, register: u8, value: Value) {
        if let Some(frame) = self.frames.last()
            && let Some(slot) = self.stack.get_mut(frame.base as usize + register as usize)
        {
            *slot = value;
        }
    }

    pub(crate) fn finish_coroutine(&mut self, coroutine: ObjectId) {
        if let Some(data) = self.coroutine_mut(coroutine) {
            data.state = CoroutineState::Done;
            data.frame = None;
            data.registers = Vec::new();
        }
    }

    /// Continues async code whose `await` has settled. The frame is pushed; the dispatch loop runs it.
    pub(crate) fn resume_await(&mut self, coroutine: ObjectId, resume: Resume) -> Completion<()> {
        match self.coroutine(coroutine).map(|data| data.state) {
            Some(CoroutineState::Awaiting) => {
                self.resume_frame(coroutine, OnReturn::Job)?;
                self.apply_resume(resume)
            }
            Some(CoroutineState::AwaitingReturn) => {
                // AsyncGeneratorAwaitReturn (§27.6.3.9)
                self.set_coroutine_state(coroutine, CoroutineState::Done);
                match resume {
                    Resume::Throw(error) => {
                        self.async_generator_complete_step(coroutine, Err(error), true);
                    }
                    Resume::Next(value) | Resume::Return(value) => {
                        self.async_generator_complete_step(coroutine, Ok(value), true);
                    }
                }
                self.async_generator_drain(coroutine)
            }
            _ => Ok(()),
        }
    }

    // ── Async generators (§27.6.3) ─────────────────────────────────────────────────────────────────────────────────

    /// `next`, `throw` and `return` of an async generator: queues the request and starts it when nothing runs.
    /// The result is the promise; `None` when a frame was pushed that will hand it over.
    pub(crate) fn async_generator_enqueue(
        &mut self,
        generator: ObjectId,
        resume: Resume,
        promise: ObjectId,
        on_return: OnReturn,
    ) -> Completion<Option<Value>> {
        let Some(data) = self.coroutine_mut(generator) else {
            return Err(Abort::Internal("not an async generator").into());
        };
        data.queue.push_back(Request { resume, promise });
        let state = data.state;
        self.heap.count(size_of::<Request>());
        match state {
            CoroutineState::SuspendedStart | CoroutineState::SuspendedYield | CoroutineState::Done => {
                if self.async_generator_start(generator, on_return, Some(promise))? {
                    return Ok(None);
                }
                Ok(Some(promise.into()))
            }
            _ => Ok(Some(promise.into())),
        }
    }

    /// Starts the first request of a generator that does not run. True when its frame was pushed.
    fn async_generator_start(
        &mut self,
        generator: ObjectId,
        on_return: OnReturn,
        hand_over: Option<ObjectId>,
    ) -> Completion<bool> {
        loop {
            let Some(data) = self.coroutine(generator) else { return Ok(false) };
            let Some(request) = data.queue.front().copied() else { return Ok(false) };
            match (data.state, request.resume) {
                (CoroutineState::SuspendedStart, Resume::Throw(_) | Resume::Return(_)) => {
                    self.finish_coroutine(generator);
                }
                (CoroutineState::SuspendedStart | CoroutineState::SuspendedYield, resume) => {
                    let at_start = data.state == CoroutineState::SuspendedStart;
                    self.resume_frame(generator, on_return)?;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.promise = hand_over;
                    }
                    if !at_start {
                        self.apply_resume(resume)?;
                    }
                    return Ok(true);
                }
                (CoroutineState::Done, Resume::Next(_)) => {
                    self.async_generator_complete_step(generator, Ok(Value::UNDEFINED), true);
                }
                (CoroutineState::Done, Resume::Throw(error)) => {
                    self.async_generator_complete_step(generator, Err(error), true);
                }
                (CoroutineState::Done, Resume::Return(value)) => {
                    self.set_coroutine_state(generator, CoroutineState::AwaitingReturn);
                    match self.promise_resolve(value) {
                        Ok(promise) => {
                            self.add_reaction(promise, Reaction::Await { coroutine: generator });
                            return Ok(false);
                        }
                        Err(Unwind::Throw(error)) => {
                            self.set_coroutine_state(generator, CoroutineState::Done);
                            self.async_generator_complete_step(generator, Err(error), true);
                        }
                        Err(abort) => return Err(abort),
                    }
                }
                _ => return Ok(false),
            }
        }
    }

    /// AsyncGeneratorCompleteStep (§27.6.3.5)
    pub(crate) fn async_generator_complete_step(
        &mut self,
        generator: ObjectId,
        completion: Result<Value, Value>,
        done: bool,
    ) {
        let Some(request) = self.coroutine_mut(generator).and_then(|data| data.queue.pop_front()) else { return };
        match completion {
            Ok(value) => {
                let result = self.create_iter_result(value, done);
                self.fulfill_promise(request.promise, result);
            }
            Err(error) => self.reject_promise(request.promise, error),
        }
    }

    /// AsyncGeneratorDrainQueue and the resumption after a yield: the next request starts in a job of its own frame.
    pub(crate) fn async_generator_drain(&mut self, generator: ObjectId) -> Completion<()> {
        let Some(data) = self.coroutine(generator) else { return Ok(()) };
        if data.queue.is_empty() {
            return Ok(());
        }
        match data.state {
            CoroutineState::Done => {
                self.async_generator_start(generator, OnReturn::Job, None)?;
            }
            CoroutineState::SuspendedYield | CoroutineState::SuspendedStart => {
                // The frame goes on at once: it runs before anything else of the program.
                self.jobs.push_front(Job::ResumeAsyncGenerator { generator });
            }
            _ => {}
        }
        Ok(())
    }

    /// The job pushed by [`Vm::async_generator_drain`].
    pub(crate) fn run_async_generator_job(&mut self, generator: ObjectId) -> Completion<()> {
        self.async_generator_start(generator, OnReturn::Job, None).map(|_| ())
    }
}

impl Frame {
    /// What the caller of a suspended frame needs to know of it.
    fn clone_for_return(&self) -> Frame {
        Frame { arguments: None, ..self.shallow() }
    }

    fn shallow(&self) -> Frame {
        Frame {
            pc: self.pc,
            base: self.base,
            registers: self.registers,
            function: self.function,
            program: self.program,
            constructs: self.constructs,
            captures: self.captures,
            callee: self.callee,
            this: self.this,
            new_target: self.new_target,
            arguments: None,
            on_return: self.on_return,
            coroutine: self.coroutine,
            promise: self.promise,
        }
    }

    /// Moves the frame out of its box, leaving a copy without arguments.
    fn take_out(&mut self) -> Frame {
        let mut frame = self.shallow();
        frame.arguments = self.arguments.take();
        frame
    }
}
