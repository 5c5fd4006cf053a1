//! `error`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Error is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Error", 0, construct, Intrinsic::ErrorPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::Error), text("name", "Error"), text("message", "")]);

fn type_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("TypeError is not supported yet"))
}

pub(crate) static TYPE_CONSTRUCTOR: ObjectTable =
    class("TypeError", 0, type_constructor, Intrinsic::TypeErrorPrototype, &[]);

pub(crate) static TYPE_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::TypeError), text("name", "TypeError"), text("message", "")],
);

fn range_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("RangeError is not supported yet"))
}

pub(crate) static RANGE_CONSTRUCTOR: ObjectTable =
    class("RangeError", 0, range_constructor, Intrinsic::RangeErrorPrototype, &[]);

pub(crate) static RANGE_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::RangeError), text("name", "RangeError"), text("message", "")],
);

fn syntax_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("SyntaxError is not supported yet"))
}

pub(crate) static SYNTAX_CONSTRUCTOR: ObjectTable =
    class("SyntaxError", 0, syntax_constructor, Intrinsic::SyntaxErrorPrototype, &[]);

pub(crate) static SYNTAX_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::SyntaxError), text("name", "SyntaxError"), text("message", "")],
);

fn reference_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("ReferenceError is not supported yet"))
}

pub(crate) static REFERENCE_CONSTRUCTOR: ObjectTable =
    class("ReferenceError", 0, reference_constructor, Intrinsic::ReferenceErrorPrototype, &[]);

pub(crate) static REFERENCE_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::ReferenceError), text("name", "ReferenceError"), text("message", "")],
);

fn eval_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("EvalError is not supported yet"))
}

pub(crate) static EVAL_CONSTRUCTOR: ObjectTable =
    class("EvalError", 0, eval_constructor, Intrinsic::EvalErrorPrototype, &[]);

pub(crate) static EVAL_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::EvalError), text("name", "EvalError"), text("message", "")],
);

fn uri_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("URIError is not supported yet"))
}

pub(crate) static URI_CONSTRUCTOR: ObjectTable =
    class("URIError", 0, uri_constructor, Intrinsic::URIErrorPrototype, &[]);

pub(crate) static URI_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::URIError), text("name", "URIError"), text("message", "")],
);

fn aggregate_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("AggregateError is not supported yet"))
}

pub(crate) static AGGREGATE_CONSTRUCTOR: ObjectTable =
    class("AggregateError", 0, aggregate_constructor, Intrinsic::AggregateErrorPrototype, &[]);

pub(crate) static AGGREGATE_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::AggregateError), text("name", "AggregateError"), text("message", "")],
);

fn suppressed_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("SuppressedError is not supported yet"))
}

pub(crate) static SUPPRESSED_CONSTRUCTOR: ObjectTable =
    class("SuppressedError", 0, suppressed_constructor, Intrinsic::SuppressedErrorPrototype, &[]);

pub(crate) static SUPPRESSED_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ErrorPrototype,
    &[constructor(Intrinsic::SuppressedError), text("name", "SuppressedError"), text("message", "")],
);
