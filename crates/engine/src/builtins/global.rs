//! The global object (ECMA-262 §19). What the host adds (`tools`, `search`) is not in the table.

use super::{base64, number, structured_clone, uri};
use crate::completion::Completion;
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::job::Job;

/// isFinite ( number ) §19.2.2
fn is_finite(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let number = cx.to_number(args.at(cx, 0))?;
    Ok(number.is_finite().into())
}

/// isNaN ( number ) §19.2.3
fn is_nan(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let number = cx.to_number(args.at(cx, 0))?;
    Ok(number.is_nan().into())
}

/// queueMicrotask ( callback ), HTML §8.7
fn queue_microtask(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let function = args.at(cx, 0);
    if !cx.is_callable(function) {
        let shown = cx.describe(function);
        return Err(cx.type_error(&format!("queueMicrotask needs a function, not {shown}")));
    }
    cx.heap.charge(size_of::<Job>())?;
    cx.jobs.push_back(Job::Callback { function });
    Ok(Value::UNDEFINED)
}

/// A fixed value property.
const fn value(name: &'static str, entry: Entry) -> Property {
    Property { key: Key::Name(name), entry, attributes: Attributes::NONE }
}

pub(crate) static GLOBAL: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        object("globalThis", Intrinsic::Global),
        value("Infinity", Entry::Number(f64::INFINITY)),
        value("NaN", Entry::Number(f64::NAN)),
        value("undefined", Entry::Undefined),
        method("isFinite", 1, is_finite),
        method("isNaN", 1, is_nan),
        method("parseFloat", 1, number::parse_float),
        method("parseInt", 2, number::parse_int),
        method("atob", 1, base64::atob),
        method("btoa", 1, base64::btoa),
        method("decodeURI", 1, uri::decode_uri),
        method("decodeURIComponent", 1, uri::decode_uri_component),
        method("encodeURI", 1, uri::encode_uri),
        method("encodeURIComponent", 1, uri::encode_uri_component),
        method("escape", 1, uri::escape),
        method("unescape", 1, uri::unescape),
        method("queueMicrotask", 1, queue_microtask),
        method("structuredClone", 1, structured_clone::structured_clone),
        object("AggregateError", Intrinsic::AggregateError),
        object("Array", Intrinsic::Array),
        object("ArrayBuffer", Intrinsic::ArrayBuffer),
        object("AsyncDisposableStack", Intrinsic::AsyncDisposableStack),
        object("BigInt", Intrinsic::BigInt),
        object("BigInt64Array", Intrinsic::BigInt64Array),
        object("BigUint64Array", Intrinsic::BigUint64Array),
        object("Boolean", Intrinsic::Boolean),
        object("DataView", Intrinsic::DataView),
        object("Date", Intrinsic::Date),
        object("DOMException", Intrinsic::DomException),
        object("DisposableStack", Intrinsic::DisposableStack),
        object("Error", Intrinsic::Error),
        object("EvalError", Intrinsic::EvalError),
        object("FinalizationRegistry", Intrinsic::FinalizationRegistry),
        object("Float16Array", Intrinsic::Float16Array),
        object("Float32Array", Intrinsic::Float32Array),
        object("Float64Array", Intrinsic::Float64Array),
        object("Function", Intrinsic::Function),
        object("Headers", Intrinsic::Headers),
        object("Int8Array", Intrinsic::Int8Array),
        object("Int16Array", Intrinsic::Int16Array),
        object("Int32Array", Intrinsic::Int32Array),
        object("Intl", Intrinsic::Intl),
        object("Iterator", Intrinsic::Iterator),
        object("JSON", Intrinsic::Json),
        object("Map", Intrinsic::Map),
        object("Math", Intrinsic::Math),
        object("Number", Intrinsic::Number),
        object("Object", Intrinsic::Object),
        object("Promise", Intrinsic::Promise),
        object("Proxy", Intrinsic::Proxy),
        object("RangeError", Intrinsic::RangeError),
        object("ReferenceError", Intrinsic::ReferenceError),
        object("Reflect", Intrinsic::Reflect),
        object("RegExp", Intrinsic::RegExp),
        object("Set", Intrinsic::Set),
        object("String", Intrinsic::String),
        object("SuppressedError", Intrinsic::SuppressedError),
        object("Symbol", Intrinsic::Symbol),
        object("SyntaxError", Intrinsic::SyntaxError),
        object("TextDecoder", Intrinsic::TextDecoder),
        object("TextEncoder", Intrinsic::TextEncoder),
        object("TypeError", Intrinsic::TypeError),
        object("URIError", Intrinsic::URIError),
        object("URL", Intrinsic::Url),
        object("URLSearchParams", Intrinsic::UrlSearchParams),
        object("Uint8Array", Intrinsic::Uint8Array),
        object("Uint8ClampedArray", Intrinsic::Uint8ClampedArray),
        object("Uint16Array", Intrinsic::Uint16Array),
        object("Uint32Array", Intrinsic::Uint32Array),
        object("WeakMap", Intrinsic::WeakMap),
        object("WeakRef", Intrinsic::WeakRef),
        object("WeakSet", Intrinsic::WeakSet),
        object("console", Intrinsic::Console),
        object("crypto", Intrinsic::Crypto),
    ],
);
