//! `Function` (ECMA-262 §20.2) and the constructors of the other kinds of functions (§27.3, §27.4, §27.7).
//!
//! Deviation: none of the constructors makes code from strings; they exist for `instanceof`, prototypes and `extends`.

use codemode_bytecode::FunctionKind;

use crate::completion::Completion;
use crate::heap::object::{BoundFunction, ObjectKind};
use crate::heap::shape::Attributes;
use crate::heap::string_builder::StringBuilder;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::{self, key};
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{StringId, Value};
use crate::vm::Vm;

/// Function ( ...parameterArgs, bodyArg ) §20.2.1.1
pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.error(Intrinsic::EvalErrorPrototype, "code cannot be made from strings"))
}

/// Function.prototype ( ) §20.2.3: accepts anything and returns undefined.
fn function_prototype(_cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Ok(Value::UNDEFINED)
}

/// Function.prototype.apply ( thisArg, argArray ) §20.2.3.1
pub(crate) fn apply(cx: &mut Vm, this: Value, args: Args) -> Completion {
    if !cx.is_callable(this) {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Function.prototype.apply was called on {shown}, which is not a function")));
    }
    let (receiver, list) = (args.at(cx, 0), args.at(cx, 1));
    if list.is_nullish() {
        return cx.tail_call(this, receiver, &[]);
    }
    let list = cx.create_list_from_array_like(list)?;
    cx.tail_call(this, receiver, &list)
}

/// Function.prototype.bind ( thisArg, ...args ) §20.2.3.2
fn bind(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let Some(target) = this.as_object().filter(|_| cx.is_callable(this)) else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Function.prototype.bind was called on {shown}, which is not a function")));
    };
    let proto = cx.get_prototype_of(target)?;
    let arguments = args.to_vec(cx, 1);
    cx.heap.charge(arguments.len() * 8 + size_of::<BoundFunction>())?;
    let bound_count = arguments.len();
    let kind = ObjectKind::Bound(Box::new(BoundFunction { target, this: args.at(cx, 0), arguments }));
    let function = cx.heap.new_object_with_proto(proto, kind);
    let mut length = 0.0;
    if cx.has_own_property(target, key::LENGTH)? {
        let target_length = cx.get(target, key::LENGTH)?;
        if let Some(number) = target_length.as_number() {
            let integer = if number.is_nan() { 0.0 } else { number.trunc() };
            length = (integer - bound_count as f64).max(0.0);
        }
    }
    cx.heap.add_named(function, key::LENGTH, Value::number(length), Attributes::CONFIGURABLE);
    let name = cx.get(target, key::NAME)?;
    let name = match name.as_string() {
        Some(name) => cx.heap.flatten(name)?,
        None => names::EMPTY,
    };
    let mut text = StringBuilder::new();
    text.push_str("bound ");
    text.push(cx.heap.str(name));
    let Some(name) = text.finish(&mut cx.heap)? else {
        return Err(cx.range_error("Invalid string length"));
    };
    cx.heap.add_named(function, key::NAME, name.into(), Attributes::CONFIGURABLE);
    Ok(function.into())
}

/// Function.prototype.call ( thisArg, ...args ) §20.2.3.3
pub(crate) fn call(cx: &mut Vm, this: Value, args: Args) -> Completion {
    if !cx.is_callable(this) {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Function.prototype.call was called on {shown}, which is not a function")));
    }
    let receiver = args.at(cx, 0);
    let arguments = args.to_vec(cx, 1);
    cx.tail_call(this, receiver, &arguments)
}

/// Function.prototype.toString ( ) §20.2.3.5
fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let Some(function) = this.as_object().filter(|_| cx.is_callable(this)) else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Function.prototype.toString requires a function, not {shown}")));
    };
    let name = match &cx.heap.object(function).kind {
        ObjectKind::Function(data) => {
            let (program, index) = (data.program, data.function);
            let Some(loaded) = cx.loaded.get(program as usize) else { return native_text(cx, names::EMPTY) };
            if !loaded.program.is_builtin {
                let program = loaded.program.clone();
                let text = match program.functions.get(index as usize) {
                    Some(code) if code.kind == FunctionKind::Method => {
                        without_modifiers(code.text.text(&program.source))
                    }
                    Some(code) => code.text.text(&program.source),
                    None => "",
                };
                cx.charge_fuel(text.len() as u64 / 16)?;
                return Ok(cx.heap.new_string(text)?.into());
            }
            initial_name(cx, function)
        }
        ObjectKind::Native(native) => {
            let native = *native;
            cx.engine.natives.get(native.0 as usize).map_or(names::EMPTY, |info| info.name)
        }
        ObjectKind::HostFunction(_) => initial_name(cx, function),
        _ => names::EMPTY,
    };
    native_text(cx, name)
}

/// The text of a MethodDefinition: without `static` and the modifiers of TypeScript before it.
fn without_modifiers(text: &str) -> &str {
    let mut text = text;
    while let Some(rest) = MODIFIERS.iter().find_map(|modifier| text.strip_prefix(modifier)) {
        let after = skip_trivia(rest);
        // `static() {}` is a method of that name, `statics() {}` of another.
        if (after.len() == rest.len() && !rest.starts_with(['[', '#', '*', '\'', '"'])) || after.starts_with(['(', '<'])
        {
            break;
        }
        text = after;
    }
    text
}

const MODIFIERS: [&str; 5] = ["static", "public", "private", "protected", "override"];

/// The text after white space and comments.
fn skip_trivia(text: &str) -> &str {
    let mut text = text;
    loop {
        text = text.trim_start_matches(|ch: char| ch.is_whitespace() || ch == '\u{feff}');
        let end = if text.starts_with("//") {
            text.find(['\n', '\r', '\u{2028}', '\u{2029}'])
        } else if text.starts_with("/*") {
            text.find("*/").map(|end| end + 2)
        } else {
            return text;
        };
        match end.and_then(|end| text.get(end..)) {
            Some(rest) => text = rest,
            None => return "",
        }
    }
}

/// The `name` of a built-in function object, when it still is a plain text.
fn initial_name(cx: &mut Vm, function: crate::value::ObjectId) -> StringId {
    match cx.ordinary_get_own_property(function, key::NAME).and_then(|own| own.value?.as_string()) {
        Some(name) => name,
        None => names::EMPTY,
    }
}

fn native_text(cx: &mut Vm, name: StringId) -> Completion {
    let name = cx.heap.flatten(name)?;
    let mut text = StringBuilder::new();
    text.push_str("function ");
    text.push(cx.heap.str(name));
    text.push_str("() { [native code] }");
    match text.finish(&mut cx.heap)? {
        Some(text) => Ok(text.into()),
        None => Err(cx.range_error("Invalid string length")),
    }
}

/// Function.prototype [ @@hasInstance ] ( V ) §20.2.3.6
pub(crate) fn has_instance(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    cx.ordinary_has_instance(this, value).map(Value::boolean)
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Function", 1, construct, Intrinsic::FunctionPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ObjectTable {
    role: Role::Function { name: "", length: 0, function: function_prototype },
    proto: Some(Intrinsic::ObjectPrototype),
    properties: &[
        restricted("arguments"),
        restricted("caller"),
        constructor(Intrinsic::Function),
        method("apply", 2, apply),
        method("bind", 1, bind),
        method("call", 1, call),
        method("toString", 0, to_string),
        symbol_method(WellKnown::HasInstance, "[Symbol.hasInstance]", 1, has_instance).with(Attributes::NONE),
    ],
};

/// A constructor below `Function`.
const fn function_class(
    name: &'static str,
    function: crate::realm::natives::NativeFn,
    prototype: Intrinsic,
) -> ObjectTable {
    ObjectTable {
        role: Role::Constructor { name, length: 1, function, constructs: true, prototype: Some(prototype) },
        proto: Some(Intrinsic::Function),
        properties: &[],
    }
}

/// GeneratorFunction ( ...parameterArgs, bodyArg ) §27.3.1.1
fn generator_function(cx: &mut Vm, this: Value, args: Args) -> Completion {
    construct(cx, this, args)
}

pub(crate) static GENERATOR_FUNCTION: ObjectTable =
    function_class("GeneratorFunction", generator_function, Intrinsic::GeneratorFunctionPrototype);

pub(crate) static GENERATOR_FUNCTION_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::FunctionPrototype,
    &[
        constructor(Intrinsic::GeneratorFunction).with(Attributes::CONFIGURABLE),
        object("prototype", Intrinsic::GeneratorPrototype).with(Attributes::CONFIGURABLE),
        tag("GeneratorFunction"),
    ],
);

/// AsyncFunction ( ...parameterArgs, bodyArg ) §27.7.1.1
fn async_function(cx: &mut Vm, this: Value, args: Args) -> Completion {
    construct(cx, this, args)
}

pub(crate) static ASYNC_FUNCTION: ObjectTable =
    function_class("AsyncFunction", async_function, Intrinsic::AsyncFunctionPrototype);

pub(crate) static ASYNC_FUNCTION_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::FunctionPrototype,
    &[constructor(Intrinsic::AsyncFunction).with(Attributes::CONFIGURABLE), tag("AsyncFunction")],
);

/// AsyncGeneratorFunction ( ...parameterArgs, bodyArg ) §27.4.1.1
fn async_generator_function(cx: &mut Vm, this: Value, args: Args) -> Completion {
    construct(cx, this, args)
}

pub(crate) static ASYNC_GENERATOR_FUNCTION: ObjectTable =
    function_class("AsyncGeneratorFunction", async_generator_function, Intrinsic::AsyncGeneratorFunctionPrototype);

pub(crate) static ASYNC_GENERATOR_FUNCTION_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::FunctionPrototype,
    &[
        constructor(Intrinsic::AsyncGeneratorFunction).with(Attributes::CONFIGURABLE),
        object("prototype", Intrinsic::AsyncGeneratorPrototype).with(Attributes::CONFIGURABLE),
        tag("AsyncGeneratorFunction"),
    ],
);

/// %ThrowTypeError% ( ) §10.2.4.1
fn throw_type_error(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("'caller', 'callee', and 'arguments' may not be accessed"))
}

pub(crate) static THROW_TYPE_ERROR: ObjectTable = ObjectTable {
    role: Role::Function { name: "", length: 0, function: throw_type_error },
    proto: Some(Intrinsic::FunctionPrototype),
    properties: &[],
};
