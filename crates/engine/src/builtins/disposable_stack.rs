//! `disposable_stack`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("DisposableStack is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable =
    class("DisposableStack", 0, construct, Intrinsic::DisposableStackPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::DisposableStack)]);
