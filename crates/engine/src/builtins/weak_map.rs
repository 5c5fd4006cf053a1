//! `weak_map`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("WeakMap is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("WeakMap", 0, construct, Intrinsic::WeakMapPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::WeakMap)]);
