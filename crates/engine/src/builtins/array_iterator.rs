//! `array_iterator`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::IteratorPrototype, &[]);

pub(crate) fn next(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("not supported yet"))
}
