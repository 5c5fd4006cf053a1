//! `DisposableStack` (ECMA-262 §27.3, explicit resource management), and what it shares with
//! [`AsyncDisposableStack`](super::async_disposable_stack). Disposal itself calls program code in a loop and stands in
//! the prelude.

use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// How the method of a resource is called. The numbers are known to the prelude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Disposal {
    /// On the value, without arguments.
    Method = 0,
    /// With the value as argument.
    Adopted = 1,
    /// Without value.
    Deferred = 2,
    /// A sync method in an async stack: its result is dropped.
    SyncMethod = 3,
    /// Nothing is called: null or undefined in an async stack.
    Nothing = 4,
}

/// A DisposableResource Record.
#[derive(Debug, Clone, Copy)]
struct Resource {
    disposal: Disposal,
    value: Value,
    method: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Sync,
    Async,
}

impl Mode {
    fn name(self) -> &'static str {
        match self {
            Mode::Sync => "DisposableStack",
            Mode::Async => "AsyncDisposableStack",
        }
    }

    fn prototype(self) -> Intrinsic {
        match self {
            Mode::Sync => Intrinsic::DisposableStackPrototype,
            Mode::Async => Intrinsic::AsyncDisposableStackPrototype,
        }
    }
}

/// Internal slots of both kinds of stacks.
struct DisposableStackData {
    mode: Mode,
    is_disposed: bool,
    resources: Vec<Resource>,
    /// The resource that the prelude disposes of.
    current: Option<Resource>,
}

impl ObjectData for DisposableStackData {
    fn trace(&self, tracer: &mut Tracer) {
        for resource in self.resources.iter().chain(&self.current) {
            tracer.value(resource.value);
            tracer.value(resource.method);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<DisposableStackData>() + self.resources.capacity() * size_of::<Resource>()
    }
}

/// DisposableStack ( ) and AsyncDisposableStack ( )
pub(crate) fn construct_stack(cx: &mut Vm, mode: Mode) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error(&format!("Constructor {} requires 'new'", mode.name())));
    }
    let kind = stack_kind(mode, Vec::new());
    cx.ordinary_create_from_constructor(new_target, mode.prototype(), kind).map(Value::object)
}

fn stack_kind(mode: Mode, resources: Vec<Resource>) -> ObjectKind {
    ObjectKind::Data(Box::new(DisposableStackData { mode, is_disposed: false, resources, current: None }))
}

/// RequireInternalSlot
fn require_stack(cx: &mut Vm, this: Value, mode: Mode) -> Completion<ObjectId> {
    match this.as_object() {
        Some(id) if cx.heap.data::<DisposableStackData>(id).is_some_and(|data| data.mode == mode) => Ok(id),
        _ => {
            let shown = cx.describe(this);
            let name = mode.name();
            Err(cx.type_error(&format!("a method of {name}.prototype was called on {shown}, which is not a {name}")))
        }
    }
}

/// RequireInternalSlot, then a ReferenceError when the stack is disposed.
fn require_pending(cx: &mut Vm, this: Value, mode: Mode) -> Completion<ObjectId> {
    let stack = require_stack(cx, this, mode)?;
    if cx.heap.data::<DisposableStackData>(stack).is_some_and(|data| data.is_disposed) {
        return Err(cx.reference_error(&format!("the {} has been disposed", mode.name())));
    }
    Ok(stack)
}

fn add(cx: &mut Vm, stack: ObjectId, resource: Resource) -> Completion<()> {
    cx.heap.charge(size_of::<Resource>())?;
    if let Some(data) = cx.heap.data_mut::<DisposableStackData>(stack) {
        data.resources.push(resource);
    }
    Ok(())
}

fn require_callable(cx: &mut Vm, value: Value) -> Completion<()> {
    if cx.is_callable(value) {
        return Ok(());
    }
    let shown = cx.describe(value);
    Err(cx.type_error(&format!("{shown} is not a function")))
}

/// adopt ( value, onDispose )
pub(crate) fn adopt_in(cx: &mut Vm, this: Value, args: Args, mode: Mode) -> Completion {
    let stack = require_pending(cx, this, mode)?;
    let (value, method) = (args.at(cx, 0), args.at(cx, 1));
    require_callable(cx, method)?;
    add(cx, stack, Resource { disposal: Disposal::Adopted, value, method })?;
    Ok(value)
}

/// defer ( onDispose )
pub(crate) fn defer_in(cx: &mut Vm, this: Value, args: Args, mode: Mode) -> Completion {
    let stack = require_pending(cx, this, mode)?;
    let method = args.at(cx, 0);
    require_callable(cx, method)?;
    add(cx, stack, Resource { disposal: Disposal::Deferred, value: Value::UNDEFINED, method })?;
    Ok(Value::UNDEFINED)
}

/// use ( value ) with AddDisposableResource and GetDisposeMethod.
pub(crate) fn use_in(cx: &mut Vm, this: Value, args: Args, mode: Mode) -> Completion {
    let stack = require_pending(cx, this, mode)?;
    let value = args.at(cx, 0);
    if value.is_nullish() {
        if mode == Mode::Async {
            let resource = Resource { disposal: Disposal::Nothing, value: Value::UNDEFINED, method: Value::UNDEFINED };
            add(cx, stack, resource)?;
        }
        return Ok(value);
    }
    if !value.is_object() {
        let shown = cx.describe(value);
        return Err(cx.type_error(&format!("{shown} cannot be disposed: it is not an object")));
    }
    if mode == Mode::Async
        && let Some(method) = cx.get_method(value, PropertyKey::Symbol(WellKnown::AsyncDispose.id()))?
    {
        add(cx, stack, Resource { disposal: Disposal::Method, value, method })?;
        return Ok(value);
    }
    let Some(method) = cx.get_method(value, PropertyKey::Symbol(WellKnown::Dispose.id()))? else {
        let shown = cx.describe(value);
        let symbol = if mode == Mode::Async { "Symbol.asyncDispose or Symbol.dispose" } else { "Symbol.dispose" };
        return Err(cx.type_error(&format!("{shown} cannot be disposed: it has no {symbol} method")));
    };
    let disposal = if mode == Mode::Async { Disposal::SyncMethod } else { Disposal::Method };
    add(cx, stack, Resource { disposal, value, method })?;
    Ok(value)
}

/// move ( )
pub(crate) fn move_from(cx: &mut Vm, this: Value, mode: Mode) -> Completion {
    let stack = require_pending(cx, this, mode)?;
    let resources = match cx.heap.data_mut::<DisposableStackData>(stack) {
        Some(data) => {
            data.is_disposed = true;
            std::mem::take(&mut data.resources)
        }
        None => Vec::new(),
    };
    let proto = cx.intrinsic(mode.prototype());
    let kind = stack_kind(mode, resources);
    cx.heap.count(size_of::<DisposableStackData>());
    Ok(cx.heap.new_object_with_proto(Some(proto), kind).into())
}

/// get disposed
pub(crate) fn is_disposed(cx: &mut Vm, this: Value, mode: Mode) -> Completion {
    let stack = require_stack(cx, this, mode)?;
    Ok(cx.heap.data::<DisposableStackData>(stack).is_some_and(|data| data.is_disposed).into())
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────

/// `$DisposalStart(stack, isAsync)`: marks the stack as disposed; false when it was.
pub(crate) fn disposal_start(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let mode = if args.at(cx, 1) == Value::TRUE { Mode::Async } else { Mode::Sync };
    let this = args.at(cx, 0);
    let stack = require_stack(cx, this, mode)?;
    let Some(data) = cx.heap.data_mut::<DisposableStackData>(stack) else { return Ok(Value::FALSE) };
    Ok((!std::mem::replace(&mut data.is_disposed, true)).into())
}

fn stack_data(cx: &mut Vm, args: Args) -> Option<&mut DisposableStackData> {
    let stack = args.at(cx, 0).as_object()?;
    cx.heap.data_mut::<DisposableStackData>(stack)
}

/// `$DisposalTake(stack)`: takes the last resource; gives how it is called, or -1 when there is none.
pub(crate) fn disposal_take(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(data) = stack_data(cx, args) else { return Ok(Value::int(-1)) };
    data.current = data.resources.pop();
    Ok(Value::int(data.current.map_or(-1, |resource| resource.disposal as i32)))
}

/// `$DisposalMethod(stack)`: the method of the resource that was taken.
pub(crate) fn disposal_method(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let current = stack_data(cx, args).and_then(|data| data.current);
    Ok(current.map_or(Value::UNDEFINED, |resource| resource.method))
}

/// `$DisposalValue(stack)`: the value of the resource that was taken.
pub(crate) fn disposal_value(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let current = stack_data(cx, args).and_then(|data| data.current);
    Ok(current.map_or(Value::UNDEFINED, |resource| resource.value))
}

/// `$NewSuppressedError(error, suppressed)`
pub(crate) fn suppress(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (error, suppressed) = (args.at(cx, 0), args.at(cx, 1));
    cx.new_suppressed_error(error, suppressed)
}

// ── DisposableStack ────────────────────────────────────────────────────────────────────────────────────────────────

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    construct_stack(cx, Mode::Sync)
}

/// DisposableStack.prototype.adopt ( value, onDispose )
fn adopt(cx: &mut Vm, this: Value, args: Args) -> Completion {
    adopt_in(cx, this, args, Mode::Sync)
}

/// DisposableStack.prototype.defer ( onDispose )
fn defer(cx: &mut Vm, this: Value, args: Args) -> Completion {
    defer_in(cx, this, args, Mode::Sync)
}

/// get DisposableStack.prototype.disposed
fn disposed(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    is_disposed(cx, this, Mode::Sync)
}

/// DisposableStack.prototype.move ( )
fn move_resources(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    move_from(cx, this, Mode::Sync)
}

/// DisposableStack.prototype.use ( value )
fn use_resource(cx: &mut Vm, this: Value, args: Args) -> Completion {
    use_in(cx, this, args, Mode::Sync)
}

pub(crate) static CONSTRUCTOR: ObjectTable =
    class("DisposableStack", 0, construct, Intrinsic::DisposableStackPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::DisposableStack),
        method("adopt", 2, adopt),
        method("defer", 1, defer),
        prelude("dispose", 0, "DisposableStack_dispose"),
        getter("disposed", disposed),
        method("move", 0, move_resources),
        method("use", 1, use_resource),
        symbol_same(WellKnown::Dispose, "dispose"),
        tag("DisposableStack"),
    ],
);
