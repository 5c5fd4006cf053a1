//! `regexp`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("RegExp is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("RegExp", 0, construct, Intrinsic::RegExpPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::RegExp)]);

pub(crate) static STRING_ITERATOR_PROTOTYPE: ObjectTable = ordinary(Intrinsic::IteratorPrototype, &[]);

pub(crate) fn is_regexp_object(_cx: &Vm, _object: crate::value::ObjectId) -> bool {
    false
}

impl Vm {
    /// RegExpCreate (§22.2.3.1)
    pub(crate) fn regexp_create(&mut self, _pattern: Value, _flags: Value) -> Completion<crate::value::ObjectId> {
        Err(self.type_error("RegExp is not supported yet"))
    }
}
