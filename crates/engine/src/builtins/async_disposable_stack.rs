//! `AsyncDisposableStack` (ECMA-262 §27.4, explicit resource management).

use super::disposable_stack::{Mode, adopt_in, construct_stack, defer_in, is_disposed, move_from, use_in};
use crate::completion::Completion;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    construct_stack(cx, Mode::Async)
}

/// AsyncDisposableStack.prototype.adopt ( value, onDisposeAsync )
fn adopt(cx: &mut Vm, this: Value, args: Args) -> Completion {
    adopt_in(cx, this, args, Mode::Async)
}

/// AsyncDisposableStack.prototype.defer ( onDisposeAsync )
fn defer(cx: &mut Vm, this: Value, args: Args) -> Completion {
    defer_in(cx, this, args, Mode::Async)
}

/// get AsyncDisposableStack.prototype.disposed
fn disposed(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    is_disposed(cx, this, Mode::Async)
}

/// AsyncDisposableStack.prototype.move ( )
fn move_resources(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    move_from(cx, this, Mode::Async)
}

/// AsyncDisposableStack.prototype.use ( value )
fn use_resource(cx: &mut Vm, this: Value, args: Args) -> Completion {
    use_in(cx, this, args, Mode::Async)
}

pub(crate) static CONSTRUCTOR: ObjectTable =
    class("AsyncDisposableStack", 0, construct, Intrinsic::AsyncDisposableStackPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::AsyncDisposableStack),
        method("adopt", 2, adopt),
        method("defer", 1, defer),
        prelude("disposeAsync", 0, "AsyncDisposableStack_disposeAsync"),
        getter("disposed", disposed),
        method("move", 0, move_resources),
        method("use", 1, use_resource),
        symbol_same(WellKnown::AsyncDispose, "disposeAsync"),
        tag("AsyncDisposableStack"),
    ],
);
