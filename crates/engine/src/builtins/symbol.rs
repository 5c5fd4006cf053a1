//! `Symbol` (ECMA-262 §20.4).

use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::heap::string_builder::StringBuilder;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{SymbolId, Value};
use crate::vm::Vm;

/// Symbol ( [ description ] ) §20.4.1.1
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if !cx.new_target().is_undefined() {
        return Err(cx.type_error("Symbol is not a constructor"));
    }
    let description = args.at(cx, 0);
    let description = if description.is_undefined() { None } else { Some(cx.to_string(description)?) };
    Ok(cx.heap.new_symbol(description).into())
}

/// Symbol.for ( key ) §20.4.2.2
fn for_key(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    let property = cx.heap.key_from_string(text)?;
    if let Some(&symbol) = cx.symbol_registry.get(&property) {
        return Ok(symbol.into());
    }
    cx.heap.charge(32)?;
    let symbol = cx.heap.new_symbol(Some(text));
    cx.heap.symbols.get_mut(symbol.0).is_registered = true;
    cx.symbol_registry.insert(property, symbol);
    Ok(symbol.into())
}

/// Symbol.keyFor ( sym ) §20.4.2.6
fn key_for(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    let Some(symbol) = value.as_symbol() else {
        let shown = cx.describe(value);
        return Err(cx.type_error(&format!("{shown} is not a symbol")));
    };
    if !cx.heap.symbols.get(symbol.0).is_registered {
        return Ok(Value::UNDEFINED);
    }
    Ok(cx.heap.symbol_description(symbol).map_or(Value::UNDEFINED, Value::string))
}

/// ThisSymbolValue ( value ) §20.4.3.4.1
fn this_symbol_value(cx: &mut Vm, value: Value) -> Completion<SymbolId> {
    if let Some(symbol) = value.as_symbol() {
        return Ok(symbol);
    }
    if let Some(object) = value.as_object()
        && let ObjectKind::Primitive(wrapped) = &cx.heap.object(object).kind
        && let Some(symbol) = wrapped.as_symbol()
    {
        return Ok(symbol);
    }
    let shown = cx.describe(value);
    Err(cx.type_error(&format!("a method of Symbol.prototype was called on {shown}, which is not a symbol")))
}

/// get Symbol.prototype.description §20.4.3.2
fn description(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let symbol = this_symbol_value(cx, this)?;
    Ok(cx.heap.symbol_description(symbol).map_or(Value::UNDEFINED, Value::string))
}

/// Symbol.prototype.toString ( ) §20.4.3.3
fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let symbol = this_symbol_value(cx, this)?;
    symbol_descriptive_string(cx, symbol)
}

/// SymbolDescriptiveString ( sym ) §20.4.3.3.1
pub(crate) fn symbol_descriptive_string(cx: &mut Vm, symbol: SymbolId) -> Completion {
    let mut text = StringBuilder::new();
    text.push_str("Symbol(");
    if let Some(description) = cx.heap.symbol_description(symbol) {
        text.push(cx.heap.str(description));
    }
    text.push_str(")");
    match text.finish(&mut cx.heap)? {
        Some(text) => Ok(text.into()),
        None => Err(cx.range_error("Invalid string length")),
    }
}

/// Symbol.prototype.valueOf ( ) §20.4.3.4
fn value_of(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    this_symbol_value(cx, this).map(Value::symbol)
}

/// Symbol.prototype [ @@toPrimitive ] ( hint ) §20.4.3.5
fn to_primitive(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    this_symbol_value(cx, this).map(Value::symbol)
}

/// A well-known symbol as a property of `Symbol`.
const fn well_known(name: &'static str, symbol: WellKnown) -> Property {
    Property { key: Key::Name(name), entry: Entry::Symbol(symbol), attributes: Attributes::NONE }
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Symbol",
    0,
    construct,
    Intrinsic::SymbolPrototype,
    &[
        well_known("asyncDispose", WellKnown::AsyncDispose),
        well_known("asyncIterator", WellKnown::AsyncIterator),
        well_known("dispose", WellKnown::Dispose),
        method("for", 1, for_key),
        well_known("hasInstance", WellKnown::HasInstance),
        well_known("isConcatSpreadable", WellKnown::IsConcatSpreadable),
        well_known("iterator", WellKnown::Iterator),
        method("keyFor", 1, key_for),
        well_known("match", WellKnown::Match),
        well_known("matchAll", WellKnown::MatchAll),
        well_known("replace", WellKnown::Replace),
        well_known("search", WellKnown::Search),
        well_known("species", WellKnown::Species),
        well_known("split", WellKnown::Split),
        well_known("toPrimitive", WellKnown::ToPrimitive),
        well_known("toStringTag", WellKnown::ToStringTag),
        well_known("unscopables", WellKnown::Unscopables),
    ],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::Symbol),
        getter("description", description),
        method("toString", 0, to_string),
        method("valueOf", 0, value_of),
        symbol_method(WellKnown::ToPrimitive, "[Symbol.toPrimitive]", 1, to_primitive).with(Attributes::CONFIGURABLE),
        tag("Symbol"),
    ],
);
