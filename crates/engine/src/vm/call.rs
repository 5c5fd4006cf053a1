//! \[\[Call\]\] and \[\[Construct\]\] for built-ins in Rust.

use super::Vm;
use super::frame::OnReturn;
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::object::{NativeClosure, ObjectKind};
use crate::realm::natives::{Args, NativeBody, NativeFn, NativeId};
use crate::value::{ObjectId, StringId, Value};

/// How deep built-ins and program code may alternate on the host stack.
pub(crate) const MAX_NESTING: u32 = 100;
/// Most arguments of one call.
pub(crate) const MAX_ARGUMENTS: usize = 250_000;

impl Vm {
    /// Call (§7.3.14). Runs program code to its end before it returns: built-ins that call back in a loop belong into
    /// the prelude instead.
    pub(crate) fn call(&mut self, function: Value, this: Value, arguments: &[Value]) -> Completion {
        let Some(target) = function.as_object() else { return Err(self.not_callable_error(function)) };
        match &self.heap.object(target).kind {
            ObjectKind::Native(native) => {
                let native = *native;
                self.with_arguments(arguments, |cx, args| {
                    match cx.call_native(native, target, this, args, Value::UNDEFINED) {
                        // The built-in has pushed a frame whose result is its own.
                        Err(Unwind::Abort(Abort::TailCall)) => cx.run_top_frame(),
                        result => result,
                    }
                })
            }
            ObjectKind::NativeClosure(closure) => {
                let body = closure.function;
                self.with_arguments(arguments, |cx, args| {
                    cx.call_native_body(body, target, this, args, Value::UNDEFINED)
                })
            }
            ObjectKind::Function(_) => self.run_closure(target, this, arguments),
            ObjectKind::HostFunction(index) => {
                let index = *index;
                self.with_arguments(arguments, |cx, args| cx.call_host_function(index, args))
            }
            ObjectKind::Bound(bound) => {
                let (inner, this) = (bound.target, bound.this);
                let mut all = bound.arguments.clone();
                all.extend_from_slice(arguments);
                if all.len() > MAX_ARGUMENTS {
                    return Err(self.range_error("too many arguments: at most 250000 fit one call"));
                }
                self.nested(|cx| cx.call(inner.into(), this, &all))
            }
            ObjectKind::Proxy(proxy) if proxy.is_callable => self.nested(|cx| cx.proxy_call(target, this, arguments)),
            // Called by a built-in, not by the program: the arguments would hardly be what the tool expects.
            ObjectKind::Tools(_) => Err(self.tool_as_callback_error(function)),
            _ => Err(self.not_callable_error(function)),
        }
    }

    pub(crate) fn is_tool(&self, object: ObjectId) -> bool {
        matches!(self.heap.object(object).kind, ObjectKind::Tools(_))
    }

    /// A call of a tool by the program.
    pub(crate) fn call_tool(&mut self, tool: ObjectId, arguments: &[Value]) -> Completion {
        let name = match &self.heap.object(tool).kind {
            ObjectKind::Tools(path) if !path.segments.is_empty() => Some(path.name.clone()),
            _ => None,
        };
        let Some(name) = name else {
            let advice = vec!["call one of its tools: `await tools.namespace.name(input)`".to_owned()];
            return Err(self.type_error_with("tools is not a function", advice));
        };
        let result = self.with_hooks(|hooks, cx| hooks.call_tool(cx, &name, arguments));
        if self.is_borrowing {
            self.give_back();
        }
        result
    }

    /// Call as the last thing that a built-in in Rust does: a function of the program gets a frame in place of the
    /// built-in's call, so that it does not nest on the host stack. The result must be returned as it is.
    pub(crate) fn tail_call(&mut self, function: Value, this: Value, arguments: &[Value]) -> Completion {
        if let Some(target) = function.as_object()
            && let ObjectKind::Function(_) = self.heap.object(target).kind
        {
            self.push_closure(target, this, arguments, OnReturn::Native)?;
            return Err(Abort::TailCall.into());
        }
        self.call(function, this, arguments)
    }

    /// Construct (§7.3.15)
    pub(crate) fn construct(
        &mut self,
        constructor: ObjectId,
        arguments: &[Value],
        new_target: Option<ObjectId>,
    ) -> Completion<ObjectId> {
        let new_target = new_target.unwrap_or(constructor);
        let result = match &self.heap.object(constructor).kind {
            ObjectKind::Native(native) if self.is_constructor(constructor.into()) => {
                let native = *native;
                self.with_arguments(arguments, |cx, args| {
                    cx.call_native(native, constructor, Value::UNDEFINED, args, new_target.into())
                })?
            }
            ObjectKind::Function(_) if self.is_constructor(constructor.into()) => {
                self.run_constructor(constructor, arguments, new_target)?
            }
            ObjectKind::Bound(bound) => {
                let inner = bound.target;
                let mut all = bound.arguments.clone();
                all.extend_from_slice(arguments);
                let new_target = if new_target == constructor { inner } else { new_target };
                return self.nested(|cx| cx.construct(inner, &all, Some(new_target)));
            }
            ObjectKind::Proxy(proxy) if proxy.is_constructor => {
                self.nested(|cx| cx.proxy_construct(constructor, arguments, new_target))?
            }
            _ => return Err(self.not_constructor_error(constructor.into())),
        };
        result.as_object().ok_or_else(|| Abort::Internal("a constructor returned a primitive").into())
    }

    /// Calls a built-in function with arguments that lie on the stack.
    #[inline]
    pub(crate) fn call_native(
        &mut self,
        native: NativeId,
        function: ObjectId,
        this: Value,
        args: Args,
        new_target: Value,
    ) -> Completion {
        let Some(info) = self.engine.natives.get(native.0 as usize) else {
            return Err(Abort::Internal("unknown native function").into());
        };
        let NativeBody::Rust(body) = info.body else {
            return Err(self.type_error("this built-in is not available"));
        };
        self.call_native_body(body, function, this, args, new_target)
    }

    /// Calls the Rust function of a built-in; `function` is its function object.
    #[inline]
    pub(crate) fn call_native_body(
        &mut self,
        body: NativeFn,
        function: ObjectId,
        this: Value,
        args: Args,
        new_target: Value,
    ) -> Completion {
        let outer_target = std::mem::replace(&mut self.native_new_target, new_target);
        let outer_active = std::mem::replace(&mut self.active_native, function.into());
        self.native_depth += 1;
        let result = body(self, this, args);
        self.native_depth -= 1;
        if self.is_borrowing {
            self.give_back();
        }
        self.native_new_target = outer_target;
        self.active_native = outer_active;
        result
    }

    /// `new.target` of the running built-in: undefined when it was called without `new`. Read it first: calls that the
    /// built-in makes do not change it, but keep it in a local anyway.
    pub(crate) fn new_target(&self) -> Value {
        self.native_new_target
    }

    // ── Built-in functions with captures ───────────────────────────────────────────────────────────────────────────

    /// A built-in function with captured values.
    pub(crate) fn new_native_closure(
        &mut self,
        function: NativeFn,
        name: StringId,
        length: i32,
        captures: Vec<Value>,
    ) -> ObjectId {
        self.heap.count(size_of::<NativeClosure>() + captures.len() * 8);
        let kind = ObjectKind::NativeClosure(Box::new(NativeClosure { function, captures }));
        self.new_builtin_function(kind, name.into(), length)
    }

    /// A captured value of the running built-in. Read it before anything that can call another function.
    pub(crate) fn captured(&self, index: usize) -> Value {
        let Some(function) = self.active_native.as_object() else { return Value::UNDEFINED };
        match &self.heap.object(function).kind {
            ObjectKind::NativeClosure(closure) => closure.captures.get(index).copied().unwrap_or(Value::UNDEFINED),
            _ => Value::UNDEFINED,
        }
    }

    /// Replaces a captured value of the running built-in.
    pub(crate) fn set_captured(&mut self, index: usize, value: Value) {
        let Some(function) = self.active_native.as_object() else { return };
        if let ObjectKind::NativeClosure(closure) = &mut self.heap.object_mut(function).kind
            && let Some(capture) = closure.captures.get_mut(index)
        {
            *capture = value;
        }
    }

    /// Puts arguments onto the stack for the time of `work`.
    pub(crate) fn with_arguments(
        &mut self,
        arguments: &[Value],
        work: impl FnOnce(&mut Vm, Args) -> Completion,
    ) -> Completion {
        if arguments.len() > MAX_ARGUMENTS {
            return Err(self.range_error("too many arguments: at most 250000 fit one call"));
        }
        let start = self.top;
        self.reserve_stack(start + arguments.len())?;
        if let Some(target) = self.stack.get_mut(start..start + arguments.len()) {
            target.copy_from_slice(arguments);
        }
        self.top = start + arguments.len();
        let result = self.nested(|cx| work(cx, Args { start: start as u32, len: arguments.len() as u32 }));
        self.top = start;
        result
    }

    /// Runs `work` one level deeper on the host stack, or throws a RangeError when it is too deep.
    pub(crate) fn nested<R>(&mut self, work: impl FnOnce(&mut Vm) -> Completion<R>) -> Completion<R> {
        if self.nesting >= MAX_NESTING {
            return Err(self.range_error("Maximum call stack size exceeded"));
        }
        self.nesting += 1;
        let result = work(self);
        self.nesting -= 1;
        result
    }

    /// Makes sure that the stack reaches `len` and a full register window beyond.
    #[inline]
    pub(crate) fn reserve_stack(&mut self, len: usize) -> Completion<()> {
        let needed = len + 256;
        if needed > self.stack.len() {
            let grown = needed.max(self.stack.len() * 2);
            self.heap.charge((grown - self.stack.len()) * 8)?;
            self.stack.resize(grown, Value::UNDEFINED);
        }
        Ok(())
    }

    // ── Fuel ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Charges work of a built-in: one unit for about one instruction's worth. Loops over program-sized data must
    /// call it; it also asks the host now and then whether to stop.
    ///
    /// # Errors
    /// An abort: the instruction limit, or the host said stop.
    #[inline]
    pub(crate) fn charge_fuel(&mut self, units: u64) -> Completion<()> {
        self.fuel -= units as i64;
        if self.fuel < 0 { self.refuel() } else { Ok(()) }
    }
}
