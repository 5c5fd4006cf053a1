//! `Error` and its subclasses (ECMA-262 §20.5).
//!
//! Every error object carries the frames of the program where it was made; its `stack` is computed from them when it is
//! first read.

use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::{self, key};
use crate::realm::natives::{Args, NativeFn};
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// The steps that all constructors begin with: the object and its message.
fn new_with_message(cx: &mut Vm, prototype: Intrinsic, message: Value) -> Completion<ObjectId> {
    let new_target = cx.new_target();
    let proto = cx.prototype_from_constructor(new_target, prototype)?;
    let error = cx.new_error(proto, None)?;
    if !message.is_undefined() {
        let text = cx.to_string(message)?;
        cx.heap.add_named(error, key::MESSAGE, text.into(), Attributes::HIDDEN);
    }
    Ok(error)
}

/// InstallErrorCause ( O, options ) §20.5.8.1
fn install_error_cause(cx: &mut Vm, error: ObjectId, options: Value) -> Completion<()> {
    if let Some(options) = options.as_object()
        && cx.has_property(options, key::CAUSE)?
    {
        let cause = cx.get(options, key::CAUSE)?;
        cx.heap.add_named(error, key::CAUSE, cause, Attributes::HIDDEN);
    }
    Ok(())
}

/// The prototype of the standard class of a name.
pub(crate) fn prototype_named(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "Error" => Intrinsic::ErrorPrototype,
        "EvalError" => Intrinsic::EvalErrorPrototype,
        "RangeError" => Intrinsic::RangeErrorPrototype,
        "ReferenceError" => Intrinsic::ReferenceErrorPrototype,
        "SyntaxError" => Intrinsic::SyntaxErrorPrototype,
        "TypeError" => Intrinsic::TypeErrorPrototype,
        "URIError" => Intrinsic::URIErrorPrototype,
        "AggregateError" => Intrinsic::AggregateErrorPrototype,
        _ => return None,
    })
}

/// Error ( message [ , options ] ) §20.5.1.1, NativeError §20.5.6.1.1
fn new_error(cx: &mut Vm, args: Args, prototype: Intrinsic) -> Completion {
    let (message, options) = (args.at(cx, 0), args.at(cx, 1));
    let error = new_with_message(cx, prototype, message)?;
    install_error_cause(cx, error, options)?;
    Ok(error.into())
}

pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    new_error(cx, args, Intrinsic::ErrorPrototype)
}

fn type_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    new_error(cx, args, Intrinsic::TypeErrorPrototype)
}

fn range_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    new_error(cx, args, Intrinsic::RangeErrorPrototype)
}

fn syntax_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    new_error(cx, args, Intrinsic::SyntaxErrorPrototype)
}

fn reference_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    new_error(cx, args, Intrinsic::ReferenceErrorPrototype)
}

fn eval_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    new_error(cx, args, Intrinsic::EvalErrorPrototype)
}

fn uri_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    new_error(cx, args, Intrinsic::URIErrorPrototype)
}

/// AggregateError ( errors, message [ , options ] ) §20.5.7.1.1
fn aggregate_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (errors, message, options) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    let error = new_with_message(cx, Intrinsic::AggregateErrorPrototype, message)?;
    install_error_cause(cx, error, options)?;
    let list = cx.iterable_to_list(errors)?;
    let array = cx.new_array(list)?;
    cx.heap.add_named(error, key::ERRORS, array.into(), Attributes::HIDDEN);
    Ok(error.into())
}

/// SuppressedError ( error, suppressed, message )
fn suppressed_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (inner, suppressed, message) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    let error = new_with_message(cx, Intrinsic::SuppressedErrorPrototype, message)?;
    cx.heap.add_named(error, key::ERROR, inner, Attributes::HIDDEN);
    cx.heap.add_named(error, key::SUPPRESSED, suppressed, Attributes::HIDDEN);
    Ok(error.into())
}

impl Vm {
    /// A SuppressedError as the disposal of resources makes it.
    pub(crate) fn new_suppressed_error(&mut self, error: Value, suppressed: Value) -> Completion {
        let proto = self.intrinsic(Intrinsic::SuppressedErrorPrototype);
        let object = self.new_error(proto, Some("an error was suppressed during disposal"))?;
        self.heap.add_named(object, key::ERROR, error, Attributes::HIDDEN);
        self.heap.add_named(object, key::SUPPRESSED, suppressed, Attributes::HIDDEN);
        Ok(object.into())
    }

    /// An AggregateError with these errors, as `Promise.any` makes it.
    pub(crate) fn new_aggregate_error(&mut self, message: &str, errors: ObjectId) -> Completion {
        let proto = self.intrinsic(Intrinsic::AggregateErrorPrototype);
        let error = self.new_error(proto, Some(message))?;
        self.heap.add_named(error, key::ERRORS, errors.into(), Attributes::HIDDEN);
        Ok(error.into())
    }
}

/// Error.isError ( arg ) §20.5.2.1
fn is_error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0).as_object();
    Ok(value.is_some_and(|object| matches!(cx.heap.object(object).kind, ObjectKind::Error(_))).into())
}

/// Error.captureStackTrace ( object ), as V8 has it: gives an object a `stack`. Errors have theirs already.
fn capture_stack_trace(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    let Some(object) = value.as_object() else {
        let shown = cx.describe(value);
        return Err(cx.type_error(&format!("Error.captureStackTrace needs an object, not {shown}")));
    };
    if matches!(cx.heap.object(object).kind, ObjectKind::Error(_)) && cx.has_own_property(object, key::STACK)? {
        return Ok(Value::UNDEFINED);
    }
    let trace = cx.capture_trace();
    let text = cx.stack_text(object, &trace);
    let text = cx.heap.new_string(&text)?;
    let descriptor = crate::ops::descriptor::PropertyDescriptor::data(text.into(), Attributes::HIDDEN);
    cx.define_property_or_throw(object, key::STACK, descriptor)?;
    Ok(Value::UNDEFINED)
}

/// Error.prototype.toString ( ) §20.5.3.4
pub(crate) fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let Some(error) = this.as_object() else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Error.prototype.toString was called on {shown}, which is not an object")));
    };
    let name = cx.get(error, key::NAME)?;
    let name = if name.is_undefined() { cx.heap.new_string("Error")? } else { cx.to_string(name)? };
    let message = cx.get(error, key::MESSAGE)?;
    let message = if message.is_undefined() { names::EMPTY } else { cx.to_string(message)? };
    if cx.heap.string_len(name) == 0 {
        return Ok(message.into());
    }
    if cx.heap.string_len(message) == 0 {
        return Ok(name.into());
    }
    let separator = cx.heap.new_string(": ")?;
    let text = match cx.heap.concat(name, separator)? {
        Some(start) => cx.heap.concat(start, message)?,
        None => None,
    };
    match text {
        Some(text) => Ok(text.into()),
        None => Err(cx.range_error("Invalid string length")),
    }
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Error",
    1,
    construct,
    Intrinsic::ErrorPrototype,
    &[method("captureStackTrace", 2, capture_stack_trace), method("isError", 1, is_error)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[constructor(Intrinsic::Error), text("name", "Error"), text("message", ""), method("toString", 0, to_string)],
);

/// A constructor below `Error`.
const fn subclass(name: &'static str, length: u8, function: NativeFn, prototype: Intrinsic) -> ObjectTable {
    ObjectTable {
        role: Role::Constructor { name, length, function, constructs: true, prototype: Some(prototype) },
        proto: Some(Intrinsic::Error),
        properties: &[],
    }
}

macro_rules! subclasses {
    ($($name:literal $length:literal $function:ident, $constructor:ident $class:ident, $prototype:ident $proto:ident;)*) => {
        $(
            pub(crate) static $constructor: ObjectTable = subclass($name, $length, $function, Intrinsic::$proto);

            pub(crate) static $prototype: ObjectTable = ordinary(
                Intrinsic::ErrorPrototype,
                &[constructor(Intrinsic::$class), text("name", $name), text("message", "")],
            );
        )*
    };
}

subclasses! {
    "TypeError" 1 type_error, TYPE_CONSTRUCTOR TypeError, TYPE_PROTOTYPE TypeErrorPrototype;
    "RangeError" 1 range_error, RANGE_CONSTRUCTOR RangeError, RANGE_PROTOTYPE RangeErrorPrototype;
    "SyntaxError" 1 syntax_error, SYNTAX_CONSTRUCTOR SyntaxError, SYNTAX_PROTOTYPE SyntaxErrorPrototype;
    "ReferenceError" 1 reference_error, REFERENCE_CONSTRUCTOR ReferenceError, REFERENCE_PROTOTYPE ReferenceErrorPrototype;
    "EvalError" 1 eval_error, EVAL_CONSTRUCTOR EvalError, EVAL_PROTOTYPE EvalErrorPrototype;
    "URIError" 1 uri_error, URI_CONSTRUCTOR URIError, URI_PROTOTYPE URIErrorPrototype;
    "AggregateError" 2 aggregate_error, AGGREGATE_CONSTRUCTOR AggregateError, AGGREGATE_PROTOTYPE AggregateErrorPrototype;
    "SuppressedError" 3 suppressed_error, SUPPRESSED_CONSTRUCTOR SuppressedError, SUPPRESSED_PROTOTYPE SuppressedErrorPrototype;
}
