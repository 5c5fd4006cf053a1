//! `array`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Array is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Array", 0, construct, Intrinsic::ArrayPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::Array)]);

pub(crate) fn values(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("not supported yet"))
}
