//! Generator objects (ECMA-262 §27.5).

use crate::completion::{Abort, Completion};
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::{ObjectTable, method, object, ordinary, tag};
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::coroutine::{CoroutineKind, Resume};
use crate::vm::frame::OnReturn;

fn resume(cx: &mut Vm, this: Value, name: &str, resume: Resume) -> Completion {
    let generator =
        this.as_object().filter(|&id| cx.coroutine(id).is_some_and(|data| data.kind == CoroutineKind::Generator));
    let Some(generator) = generator else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("{name} method called on incompatible receiver {shown}")));
    };
    match cx.resume_generator(generator, resume, OnReturn::Native)? {
        Some(result) => Ok(result),
        None => Err(Abort::TailCall.into()),
    }
}

/// %GeneratorPrototype%.next (§27.5.1.2)
pub(crate) fn next(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    resume(cx, this, "next", Resume::Next(value))
}

/// %GeneratorPrototype%.return (§27.5.1.3)
fn return_(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    resume(cx, this, "return", Resume::Return(value))
}

/// %GeneratorPrototype%.throw (§27.5.1.4)
fn throw(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    resume(cx, this, "throw", Resume::Throw(value))
}

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::IteratorPrototype,
    &[
        object("constructor", Intrinsic::GeneratorFunctionPrototype).with(Attributes::CONFIGURABLE),
        method("next", 1, next),
        method("return", 1, return_),
        method("throw", 1, throw),
        tag("Generator"),
    ],
);
