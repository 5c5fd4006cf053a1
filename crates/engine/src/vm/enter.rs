//! Pushing frames for functions of the program, and running them for built-ins.

use codemode_bytecode::{FunctionKind, Suspends};

use super::Vm;
use super::frame::{Frame, OnReturn};
use super::unwind::Stop;
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::object::ObjectKind;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, Value};

/// Where the arguments of a call are.
#[derive(Clone, Copy)]
pub(crate) enum Arguments<'a> {
    Slice(&'a [Value]),
    /// In the stack: first and number.
    Stack(usize, usize),
}

impl Arguments<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Arguments::Slice(values) => values.len(),
            Arguments::Stack(_, len) => *len,
        }
    }
}

impl Vm {
    /// Pushes a frame for a call (not a construction) of a closure.
    pub(crate) fn push_closure(
        &mut self,
        callee: ObjectId,
        this: Value,
        arguments: &[Value],
        on_return: OnReturn,
    ) -> Completion<()> {
        self.push_frame(callee, this, Arguments::Slice(arguments), on_return, Value::UNDEFINED)
    }

    /// Pushes a frame. `new_target` is undefined for calls.
    pub(crate) fn push_frame(
        &mut self,
        callee: ObjectId,
        this: Value,
        arguments: Arguments<'_>,
        on_return: OnReturn,
        new_target: Value,
    ) -> Completion<()> {
        let ObjectKind::Function(data) = &self.heap.object(callee).kind else {
            return Err(self.not_callable_error(callee.into()));
        };
        let (program, function, captures) = (data.program, data.function, data.captures);
        let Some(code) = self.code(program, function) else { return Err(Abort::Internal("unknown function").into()) };
        let (kind, suspends) = (code.kind, code.suspends);
        let (start, registers, parameters, keeps) =
            (code.start, code.registers as usize, code.parameters as usize, code.uses_arguments);
        if self.frames.len() >= self.max_depth {
            return Err(self.range_error("Maximum call stack size exceeded"));
        }
        let constructs = !new_target.is_undefined();
        if !constructs && matches!(kind, FunctionKind::ClassConstructor | FunctionKind::DerivedConstructor) {
            let name = self.own_text(callee, key::NAME).unwrap_or_default();
            return Err(self.type_error(&format!("Class constructor {name} cannot be invoked without 'new'")));
        }
        let base = self.top;
        self.reserve_stack(base + registers)?;
        let passed = arguments.len().min(parameters);
        let kept = match arguments {
            Arguments::Slice(values) => {
                if let (Some(target), Some(source)) = (self.stack.get_mut(base..base + passed), values.get(..passed)) {
                    target.copy_from_slice(source);
                }
                keeps.then(|| values.into())
            }
            Arguments::Stack(first, len) => {
                let kept: Option<Box<[Value]>> =
                    keeps.then(|| self.stack.get(first..first + len).unwrap_or(&[]).into());
                self.stack.copy_within(first..first + passed, base);
                kept
            }
        };
        if let Some(kept) = &kept {
            self.heap.charge(kept.len() * 8)?;
        }
        if let Some(rest) = self.stack.get_mut(base + passed..base + registers) {
            rest.fill(Value::UNDEFINED);
        }
        let promise = if suspends == Suspends::Async { Some(self.new_promise()?) } else { None };
        self.top = base + registers;
        self.frames.push(Frame {
            pc: start,
            base: base as u32,
            registers: registers as u32,
            function,
            program,
            constructs,
            captures,
            callee,
            this,
            new_target,
            arguments: kept,
            on_return,
            coroutine: None,
            promise,
        });
        Ok(())
    }

    /// Pushes a frame for the commonest kind of call: a function of the program that does not suspend, is no class and
    /// does not keep its arguments. They lie on the stack below the new frame. The caller has checked the depth.
    #[inline(always)]
    pub(crate) fn push_plain_frame(
        &mut self,
        code: &codemode_bytecode::FunctionCode,
        target: (ObjectId, u16, u32, u32),
        this: Value,
        first: usize,
        argc: usize,
        dst: u8,
    ) -> Completion<()> {
        let (callee, program, function, captures) = target;
        let base = self.top;
        let registers = code.registers as usize;
        if base + registers + 256 > self.stack.len() {
            self.reserve_stack(base + registers)?;
        }
        let passed = argc.min(code.parameters as usize);
        let (below, above) = self.stack.split_at_mut(base);
        if let (Some(target), Some(source)) = (above.get_mut(..registers), below.get(first..first + passed)) {
            let mut values = source.iter();
            for slot in target {
                *slot = values.next().copied().unwrap_or(Value::UNDEFINED);
            }
        }
        self.top = base + registers;
        self.frames.push(Frame {
            pc: code.start,
            base: base as u32,
            registers: registers as u32,
            function,
            program,
            constructs: false,
            captures,
            callee,
            this,
            new_target: Value::UNDEFINED,
            arguments: None,
            on_return: OnReturn::Register(dst),
            coroutine: None,
            promise: None,
        });
        Ok(())
    }

    /// Pushes a frame for a construction: makes `this` for base constructors.
    pub(crate) fn push_constructor(
        &mut self,
        callee: ObjectId,
        arguments: Arguments<'_>,
        new_target: ObjectId,
        on_return: OnReturn,
    ) -> Completion<()> {
        let ObjectKind::Function(data) = &self.heap.object(callee).kind else {
            return Err(self.not_constructor_error(callee.into()));
        };
        let kind = self.code(data.program, data.function).map(|code| code.kind);
        let this = match kind {
            Some(FunctionKind::DerivedConstructor) => Value::UNINIT,
            _ => {
                let proto = self.prototype_from_constructor(new_target.into(), Intrinsic::ObjectPrototype)?;
                self.heap.new_object_with_proto(Some(proto), ObjectKind::Ordinary).into()
            }
        };
        self.push_frame(callee, this, arguments, on_return, new_target.into())
    }

    /// Calls a closure from Rust and runs it to its end.
    pub(crate) fn run_closure(&mut self, callee: ObjectId, this: Value, arguments: &[Value]) -> Completion {
        self.nested(|cx| {
            cx.push_closure(callee, this, arguments, OnReturn::Native)?;
            cx.run_top_frame()
        })
    }

    /// Constructs with a closure from Rust.
    pub(crate) fn run_constructor(
        &mut self,
        callee: ObjectId,
        arguments: &[Value],
        new_target: ObjectId,
    ) -> Completion {
        self.nested(|cx| {
            cx.push_constructor(callee, Arguments::Slice(arguments), new_target, OnReturn::Native)?;
            cx.run_top_frame()
        })
    }

    /// Runs the frame on top, and all it calls, until it leaves. Its `on_return` is `Native`.
    pub(crate) fn run_top_frame(&mut self) -> Completion {
        let floor = self.frames.len().saturating_sub(1);
        if let Some(frame) = self.frames.last_mut() {
            frame.on_return = OnReturn::Native;
        }
        let top = self.top;
        let result = self.execute(floor);
        let _ = top;
        match result {
            Ok(value) | Err(Stop::Exit(value)) => Ok(value),
            Err(Stop::Throw(error)) => Err(Unwind::Throw(error)),
            Err(Stop::Abort(abort)) => Err(Unwind::Abort(abort)),
            Err(Stop::Yield) => Err(Abort::Internal("a nested run yielded").into()),
        }
    }

    /// More fuel for work that cannot yield, after asking the host whether it may go on.
    #[cold]
    pub(crate) fn refuel(&mut self) -> Completion<()> {
        const SLICE: u64 = 200_000;
        if self.hooks.interrupted() {
            return Err(Abort::Interrupted.into());
        }
        // Fuel below zero is a debt that the new slice pays.
        self.grant(SLICE + self.fuel.unsigned_abs())?;
        self.is_borrowing = true;
        if self.heap.used_bytes() > self.heap.limit_bytes() {
            return Err(Abort::MemoryLimit.into());
        }
        Ok(())
    }

    /// Fuel that work inside a built-in borrowed ends with it: the machine yields to the host as soon as it can.
    #[cold]
    pub(crate) fn give_back(&mut self) {
        if self.native_depth == 0 {
            self.is_borrowing = false;
            self.spent = self.spent.saturating_sub(self.fuel.max(0) as u64);
            self.fuel = self.fuel.min(0);
        }
    }

    /// Adds fuel, as far as the instruction limit lets.
    pub(crate) fn grant(&mut self, units: u64) -> Completion<()> {
        let units = match self.instruction_limit {
            Some(limit) => {
                let left = limit.saturating_sub(self.spent);
                if left == 0 {
                    return Err(Abort::InstructionLimit.into());
                }
                units.min(left)
            }
            None => units,
        };
        self.spent += units;
        self.fuel = self.fuel.saturating_add(units as i64);
        if self.fuel < 0 {
            return Err(Abort::InstructionLimit.into());
        }
        Ok(())
    }
}
