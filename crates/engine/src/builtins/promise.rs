//! `promise`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Promise is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Promise", 0, construct, Intrinsic::PromisePrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::Promise)]);

pub(crate) fn then(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("not supported yet"))
}

pub(crate) fn create_resolving_functions(cx: &mut Vm, _promise: crate::value::ObjectId) -> Completion<(Value, Value)> {
    Err(cx.type_error("not supported yet"))
}
