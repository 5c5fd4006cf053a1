//! `function`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Function is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Function", 0, construct, Intrinsic::FunctionPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::Function)]);

fn generator_function(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("GeneratorFunction is not supported yet"))
}

pub(crate) static GENERATOR_FUNCTION: ObjectTable =
    class("GeneratorFunction", 0, generator_function, Intrinsic::GeneratorFunctionPrototype, &[]);

pub(crate) static GENERATOR_FUNCTION_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::FunctionPrototype, &[constructor(Intrinsic::GeneratorFunction)]);

fn async_function(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("AsyncFunction is not supported yet"))
}

pub(crate) static ASYNC_FUNCTION: ObjectTable =
    class("AsyncFunction", 0, async_function, Intrinsic::AsyncFunctionPrototype, &[]);

pub(crate) static ASYNC_FUNCTION_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::FunctionPrototype, &[constructor(Intrinsic::AsyncFunction)]);

fn async_generator_function(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("AsyncGeneratorFunction is not supported yet"))
}

pub(crate) static ASYNC_GENERATOR_FUNCTION: ObjectTable =
    class("AsyncGeneratorFunction", 0, async_generator_function, Intrinsic::AsyncGeneratorFunctionPrototype, &[]);

pub(crate) static ASYNC_GENERATOR_FUNCTION_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::FunctionPrototype, &[constructor(Intrinsic::AsyncGeneratorFunction)]);

fn throw_type_error(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("'caller', 'callee', and 'arguments' may not be accessed"))
}

pub(crate) static THROW_TYPE_ERROR: ObjectTable = ObjectTable {
    role: Role::Function { name: "", length: 0, function: throw_type_error },
    proto: Some(Intrinsic::FunctionPrototype),
    properties: &[],
};
