//! Starting a program and running it, slice by slice: frames until they end, then the jobs that wait.

use std::sync::Arc;

use super::frame::OnReturn;
use super::job::PromiseState;
use super::unwind::Stop;
use super::{Outcome, Vm};
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::object::ObjectKind;
use crate::value::Value;

impl Vm {
    /// Starts a program: its frame is pushed, nothing runs yet.
    ///
    /// # Errors
    /// The memory limit.
    pub fn start(&mut self, program: Arc<codemode_bytecode::Program>) -> Completion<()> {
        let index = self.load(program)?;
        self.main_program = index;
        let proto = self.intrinsic(crate::realm::Intrinsic::AsyncFunctionPrototype);
        let data = crate::heap::object::FunctionData { program: index, function: 0, captures: 0, extra: None };
        let callee = self.heap.new_object_with_proto(Some(proto), ObjectKind::Function(data));
        self.push_closure(callee, Value::UNDEFINED, &[], OnReturn::Job)?;
        let promise = self.frames.last().and_then(|frame| frame.promise);
        if let Some(promise) = promise
            && let Some(data) = self.heap.data_mut::<super::job::PromiseData>(promise)
        {
            data.is_handled = true;
        }
        self.main_promise = promise;
        Ok(())
    }

    /// Runs for at most `fuel` units (about an instruction each; 200,000 take about a millisecond).
    pub fn run(&mut self, fuel: u64) -> Outcome {
        let debt = self.fuel.min(0).unsigned_abs();
        if self.fuel > 0 {
            // What the last slice left is given back.
            self.spent = self.spent.saturating_sub(self.fuel as u64);
            self.fuel = 0;
        }
        if let Err(Unwind::Abort(abort)) = self.grant(fuel + debt) {
            return Outcome::Aborted(abort);
        }
        loop {
            if !self.frames.is_empty() {
                match self.execute(0) {
                    Ok(_) | Err(Stop::Exit(_)) => {}
                    Err(Stop::Yield) => return Outcome::OutOfFuel,
                    Err(Stop::Abort(abort)) => return Outcome::Aborted(abort),
                    // A job of the machine that threw where nothing can observe it.
                    Err(Stop::Throw(error)) => self.report_uncaught(error),
                }
            }
            self.top = 0;
            match self.main_promise.map(|promise| self.promise_state(promise)) {
                Some(PromiseState::Fulfilled(value)) if self.may_end() => return Outcome::Done(value),
                Some(PromiseState::Rejected(error)) if self.may_end() => return Outcome::Threw(error),
                _ => {}
            }
            if self.heap.used_bytes() > self.heap.limit_bytes() {
                self.collect();
                if self.heap.used_bytes() > self.heap.limit_bytes() {
                    return Outcome::Aborted(Abort::MemoryLimit);
                }
            }
            self.collect_if_due();
            if self.fuel < 0 {
                return Outcome::OutOfFuel;
            }
            let Some(job) = self.jobs.pop_front() else { return Outcome::Waiting };
            self.fuel -= 8;
            if let Err(unwind) = self.run_job(job) {
                match unwind {
                    Unwind::Abort(abort) => return Outcome::Aborted(abort),
                    Unwind::Throw(error) => self.report_uncaught(error),
                }
            }
        }
    }

    fn may_end(&self) -> bool {
        !self.options.drain_jobs || self.jobs.is_empty()
    }

    /// Errors of `queueMicrotask` callbacks: kept as an unobserved rejection.
    fn report_uncaught(&mut self, error: Value) {
        if let Ok(promise) = self.new_promise() {
            self.reject_promise(promise, error);
        }
    }

    #[cold]
    pub(super) fn safepoint(&mut self, floor: usize) -> Result<(), Stop> {
        self.fuel -= (std::mem::take(&mut self.heap.flattened) / 64) as i64;
        self.collect_if_due();
        if self.heap.used_bytes() > self.heap.limit_bytes() {
            if self.native_depth == 0 {
                self.collect();
            }
            if self.heap.used_bytes() > self.heap.limit_bytes() {
                return Err(Stop::Abort(Abort::MemoryLimit));
            }
        }
        if self.fuel < 0 {
            // A run inside a built-in, or at the boundary after the last frame, has nobody to yield to.
            if floor == 0 && self.nesting == 0 {
                return Err(Stop::Yield);
            }
            self.refuel()?;
        }
        Ok(())
    }
}
