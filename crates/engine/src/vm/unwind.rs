//! Leaving frames: by a value, by a throw.

use super::Vm;
use super::coroutine::CoroutineKind;
use super::frame::{Frame, OnReturn};
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::object::{ObjectKind, TraceEntry};
use crate::realm::names::key;
use crate::value::Value;
use codemode_bytecode::FunctionKind;

/// Why the dispatch loop stops without a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Stop {
    /// A throw that no frame above the floor of this run handles.
    Throw(Value),
    Abort(Abort),
    /// The value that the run was for came out while unwinding.
    Exit(Value),
    /// The slice is used up.
    Yield,
}

impl From<Unwind> for Stop {
    fn from(unwind: Unwind) -> Stop {
        match unwind {
            Unwind::Throw(value) => Stop::Throw(value),
            Unwind::Abort(abort) => Stop::Abort(abort),
        }
    }
}

impl From<Abort> for Stop {
    fn from(abort: Abort) -> Stop {
        Stop::Abort(abort)
    }
}

impl Vm {
    /// Gives a value to whoever waits for the frame that has just been removed. `Some` when that is the Rust code which
    /// started this run of the dispatch loop.
    pub(crate) fn hand_over(&mut self, on_return: OnReturn, value: Value, floor: usize) -> Result<Option<Value>, Stop> {
        match on_return {
            OnReturn::Register(dst) => self.write_register(dst, value),
            OnReturn::Discard | OnReturn::DiscardSilently => {}
            OnReturn::IteratorClose => {
                if !value.is_object() {
                    let error = self.type_error("the result of the iterator's return method is not an object");
                    self.unwind(error, floor)?;
                }
            }
            OnReturn::IteratorNext { dst, iter, done } => {
                if let Err(unwind) = self.take_iterator_result(value, dst, iter, Some(done)) {
                    self.mark_iterator_done(iter);
                    self.unwind(unwind, floor)?;
                }
            }
            OnReturn::IteratorStep { dst, iter } => {
                if let Err(unwind) = self.take_iterator_result(value, dst, iter, None) {
                    self.mark_iterator_done(iter);
                    self.unwind(unwind, floor)?;
                }
            }
            OnReturn::GeneratorNext { dst, iter, done } => {
                // A result object from `yield*` (the end of the generator is handled where its frame ends).
                if let Err(unwind) = self.take_iterator_result(value, dst, iter, Some(done)) {
                    self.mark_iterator_done(iter);
                    self.unwind(unwind, floor)?;
                }
            }
            OnReturn::GetIterator { iter } => {
                if let Err(unwind) = self.take_iterator(value, iter) {
                    self.unwind(unwind, floor)?;
                }
            }
            OnReturn::Reaction { end } => {
                self.end_reaction(end, Ok(value))?;
                return Ok(Some(value));
            }
            OnReturn::Native | OnReturn::Job => return Ok(Some(value)),
        }
        Ok(None)
    }

    /// Finishes a frame that returned: constructors, async functions and generators have their own rules.
    pub(crate) fn finish_frame(&mut self, frame: Frame, value: Value, floor: usize) -> Result<Option<Value>, Stop> {
        self.top = frame.base as usize;
        if let Some(coroutine) = frame.coroutine {
            let kind = self.coroutine(coroutine).map(|data| data.kind);
            self.finish_coroutine(coroutine);
            match kind {
                Some(CoroutineKind::Generator) => {
                    if let OnReturn::GeneratorNext { iter, done, .. } = frame.on_return {
                        self.mark_iterator_done(iter);
                        if let Some(caller) = self.frames.last_mut() {
                            caller.pc = done;
                        }
                        return Ok(None);
                    }
                    let result = self.create_iter_result(value, true);
                    return self.hand_over(frame.on_return, result, floor);
                }
                Some(CoroutineKind::AsyncGenerator) => {
                    let exit = self.leave_async(&frame, floor)?;
                    self.async_generator_complete_step(coroutine, Ok(value), true);
                    self.async_generator_drain(coroutine)?;
                    return Ok(exit);
                }
                Some(CoroutineKind::Async) | None => {}
            }
        }
        if let Some(promise) = frame.promise {
            if frame.function == 0 && self.main_promise == Some(promise) {
                let op = frame.pc.saturating_sub(1);
                self.returned_at = Some(TraceEntry { program: frame.program, function: 0, op });
            }
            self.resolve_promise(promise, value)?;
            return self.hand_over(frame.on_return, promise.into(), floor);
        }
        let value = if frame.constructs && !value.is_object() {
            let is_class = self
                .code(frame.program, frame.function)
                .is_some_and(|code| code.kind == FunctionKind::ClassConstructor);
            if is_class && !value.is_undefined() {
                // A class constructor without heritage ignores what it returns unless it is an object.
            }
            frame.this
        } else {
            value
        };
        self.hand_over(frame.on_return, value, floor)
    }

    /// Finds the handler of a throw and continues there, removing frames on the way. An abort, or a throw that leaves
    /// the frames above `floor`, ends this run.
    pub(crate) fn unwind(&mut self, unwind: Unwind, floor: usize) -> Result<(), Stop> {
        let error = match unwind {
            Unwind::Throw(error) => error,
            Unwind::Abort(abort) => return Err(Stop::Abort(abort)),
        };
        while self.frames.len() > floor {
            let Some(frame) = self.frames.last_mut() else { break };
            let (program, function, pc) = (frame.program, frame.function, frame.pc);
            let handler = self.loaded.get(program as usize).and_then(|loaded| {
                let code = loaded.program.functions.get(function as usize)?;
                let at = pc.wrapping_sub(1).wrapping_sub(code.start);
                let handler = code.handlers.iter().find(|handler| (handler.start..handler.end).contains(&at))?;
                Some((code.start + handler.target, handler.value))
            });
            if let Some((target, register)) = handler {
                frame.pc = target;
                self.write_register(register, error);
                return Ok(());
            }
            let Some(frame) = self.frames.pop() else { break };
            self.top = frame.base as usize;
            let kind = frame.coroutine.and_then(|coroutine| self.coroutine(coroutine).map(|data| data.kind));
            if let Some(coroutine) = frame.coroutine {
                self.finish_coroutine(coroutine);
                if kind == Some(CoroutineKind::AsyncGenerator) {
                    let exit = self.leave_async(&frame, floor)?;
                    self.async_generator_complete_step(coroutine, Err(error), true);
                    self.async_generator_drain(coroutine)?;
                    return Self::resume_or_exit(exit);
                }
            }
            if let Some(promise) = frame.promise {
                self.reject_promise(promise, error);
                let exit = self.hand_over(frame.on_return, promise.into(), floor)?;
                return Self::resume_or_exit(exit);
            }
            match frame.on_return {
                OnReturn::DiscardSilently => return Ok(()),
                OnReturn::IteratorNext { iter, .. }
                | OnReturn::IteratorStep { iter, .. }
                | OnReturn::GeneratorNext { iter, .. } => self.mark_iterator_done(iter),
                OnReturn::Reaction { end } => {
                    self.end_reaction(end, Err(Unwind::Throw(error)))?;
                    return Err(Stop::Exit(Value::UNDEFINED));
                }
                OnReturn::Native | OnReturn::Job => return Err(Stop::Throw(error)),
                OnReturn::Register(_) | OnReturn::Discard | OnReturn::IteratorClose | OnReturn::GetIterator { .. } => {}
            }
        }
        Err(Stop::Throw(error))
    }

    /// A promise was handed to Rust code while unwinding: the run ends with it.
    fn resume_or_exit(exit: Option<Value>) -> Result<(), Stop> {
        match exit {
            None => Ok(()),
            Some(value) => Err(Stop::Exit(value)),
        }
    }

    pub(crate) fn mark_iterator_done(&mut self, iter: u8) {
        self.write_register(iter.wrapping_add(2), Value::TRUE);
    }

    /// The iterator of a `GetIterator` instruction has come.
    pub(crate) fn take_iterator(&mut self, iterator: Value, iter: u8) -> Completion<()> {
        let Some(object) = iterator.as_object() else {
            return Err(self.type_error("the result of the Symbol.iterator method is not an object"));
        };
        let next = self.get(object, key::NEXT)?;
        self.write_register(iter, iterator);
        self.write_register(iter.wrapping_add(1), next);
        self.write_register(iter.wrapping_add(2), Value::FALSE);
        Ok(())
    }

    /// An iterator result has come: `done` is where a loop goes at the end; patterns get undefined instead.
    fn take_iterator_result(&mut self, result: Value, dst: u8, iter: u8, done: Option<u32>) -> Completion<()> {
        let Some(object) = result.as_object() else {
            let shown = self.describe(result);
            return Err(self.type_error(&format!("iterator result {shown} is not an object")));
        };
        let is_done = self.get(object, key::DONE)?;
        if self.to_boolean(is_done) {
            self.mark_iterator_done(iter);
            match done {
                Some(target) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.pc = target;
                    }
                }
                None => self.write_register(dst, Value::UNDEFINED),
            }
            return Ok(());
        }
        let value = self.get(object, key::VALUE)?;
        self.write_register(dst, value);
        Ok(())
    }

    /// What a constructor call leaves when its body returned `value`.
    pub(crate) fn derived_result(&mut self, value: Value, this: Value) -> Completion {
        if value.is_object() {
            return Ok(value);
        }
        if !value.is_undefined() {
            return Err(self.type_error("Derived constructors may only return object or undefined"));
        }
        if this.is_uninit() {
            return Err(self.this_uninitialized_error());
        }
        Ok(this)
    }

    #[cold]
    pub(crate) fn this_uninitialized_error(&mut self) -> Unwind {
        self.reference_error(
            "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
        )
    }

    /// Whether an object is a plain generator whose `next` is the built-in one.
    pub(crate) fn is_generator(&self, value: Value) -> bool {
        value.as_object().is_some_and(|id| {
            matches!(self.heap.object(id).kind, ObjectKind::Data(_))
                && self.coroutine(id).is_some_and(|data| data.kind == CoroutineKind::Generator)
        })
    }
}
