//! `iterator`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Iterator is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Iterator", 0, construct, Intrinsic::IteratorPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::Iterator)]);

pub(crate) static HELPER_PROTOTYPE: ObjectTable = ordinary(Intrinsic::IteratorPrototype, &[]);

pub(crate) static WRAP_PROTOTYPE: ObjectTable = ordinary(Intrinsic::IteratorPrototype, &[]);

pub(crate) static ASYNC_PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[]);
