//! `String` and `String.prototype` (ECMA-262 §22.1, Annex B `substr`, `trimLeft`, `trimRight`).
//!
//! Deviation: the HTML methods of Annex B (`anchor`, `bold`, …) are left out.

mod build;
mod casing;
pub(crate) mod collate;
mod iterator;
mod pattern;
mod search;
mod slice;
pub(crate) mod substitution;
mod unicode;

use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::heap::string_builder::StringBuilder;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{StringId, Value};
use crate::vm::Vm;

pub(crate) use pattern::{replace_method, replace_text, reserve, splice_text};
pub(crate) use search::{find_charged, index_of_operation, slice_operation};

/// `this` of a generic method: RequireObjectCoercible, then ToString. Flat.
#[inline]
pub(super) fn this_string(cx: &mut Vm, this: Value, method: &str) -> Completion<StringId> {
    match this.as_string() {
        Some(id) => cx.heap.flatten(id),
        None => {
            require_object_coercible(cx, this, method)?;
            cx.to_string(this)
        }
    }
}

/// RequireObjectCoercible (§7.2.1) for a method of `String.prototype`.
pub(super) fn require_object_coercible(cx: &mut Vm, this: Value, method: &str) -> Completion<()> {
    if this.is_nullish() {
        return Err(cx.type_error(&format!("String.prototype.{method} called on null or undefined")));
    }
    Ok(())
}

/// Makes the string of a builder, or throws the RangeError of strings that are too long.
pub(crate) fn finish(cx: &mut Vm, builder: StringBuilder) -> Completion<StringId> {
    match builder.finish(&mut cx.heap)? {
        Some(id) => Ok(id),
        None => Err(too_long(cx)),
    }
}

/// The RangeError of strings that are too long.
#[cold]
pub(crate) fn too_long(cx: &mut Vm) -> crate::completion::Unwind {
    cx.range_error("Invalid string length")
}

/// Charges what `builder` has grown by and throws as soon as it is too long.
pub(crate) fn check(cx: &mut Vm, builder: &mut StringBuilder) -> Completion<()> {
    builder.charge(&mut cx.heap)?;
    if builder.is_too_long() { Err(too_long(cx)) } else { Ok(()) }
}

/// String ( value ) (§22.1.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    let text = match args.get(cx, 0) {
        None => crate::realm::names::EMPTY,
        Some(value) => {
            if let Some(symbol) = value.as_symbol()
                && new_target.is_undefined()
            {
                return symbol_descriptive_string(cx, symbol);
            }
            cx.to_string(value)?
        }
    };
    if new_target.is_undefined() {
        return Ok(text.into());
    }
    let kind = ObjectKind::Primitive(text.into());
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::StringPrototype, kind)?.into())
}

/// SymbolDescriptiveString (§20.4.3.3.1)
pub(crate) fn symbol_descriptive_string(cx: &mut Vm, symbol: crate::value::SymbolId) -> Completion {
    let mut builder = StringBuilder::new();
    builder.push_str("Symbol(");
    if let Some(description) = cx.heap.symbol_description(symbol) {
        let description = cx.heap.flatten(description)?;
        builder.push(cx.heap.str(description));
    }
    builder.push_str(")");
    Ok(finish(cx, builder)?.into())
}

/// ThisStringValue (§22.1.3.35.1): `toString` and `valueOf`.
fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    this_string_value(cx, this, "toString")
}

fn value_of(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    this_string_value(cx, this, "valueOf")
}

fn this_string_value(cx: &mut Vm, this: Value, method: &str) -> Completion {
    if this.is_string() {
        return Ok(this);
    }
    if let Some(object) = this.as_object()
        && let ObjectKind::Primitive(value) = cx.heap.object(object).kind
        && value.is_string()
    {
        return Ok(value);
    }
    let shown = cx.describe(this);
    Err(cx.type_error(&format!("String.prototype.{method} requires that 'this' be a String, not {shown}")))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "String",
    1,
    construct,
    Intrinsic::StringPrototype,
    &[
        method("fromCharCode", 1, build::from_char_code),
        method("fromCodePoint", 1, build::from_code_point),
        method("raw", 1, build::raw),
    ],
);

pub(crate) static PROTOTYPE: ObjectTable = ObjectTable {
    role: Role::EmptyString,
    proto: Some(Intrinsic::ObjectPrototype),
    properties: &[
        constructor(Intrinsic::String),
        method("at", 1, slice::at),
        method("charAt", 1, slice::char_at),
        method("charCodeAt", 1, slice::char_code_at),
        method("codePointAt", 1, slice::code_point_at),
        method("concat", 1, build::concat),
        method("endsWith", 1, search::ends_with),
        method("includes", 1, search::includes),
        method("indexOf", 1, search::index_of),
        method("isWellFormed", 0, unicode::is_well_formed),
        method("lastIndexOf", 1, search::last_index_of),
        method("localeCompare", 1, collate::locale_compare),
        method("match", 1, pattern::match_),
        method("matchAll", 1, pattern::match_all),
        method("normalize", 0, unicode::normalize),
        method("padEnd", 1, build::pad_end),
        method("padStart", 1, build::pad_start),
        method("repeat", 1, build::repeat),
        prelude("replace", 2, "String_prototype_replace"),
        prelude("replaceAll", 2, "String_prototype_replaceAll"),
        method("search", 1, pattern::search),
        method("slice", 2, slice::slice),
        method("split", 2, pattern::split),
        method("startsWith", 1, search::starts_with),
        method("substring", 2, slice::substring),
        method("toLocaleLowerCase", 0, casing::to_locale_lower_case),
        method("toLocaleUpperCase", 0, casing::to_locale_upper_case),
        method("toLowerCase", 0, casing::to_lower_case),
        method("toString", 0, to_string),
        method("toUpperCase", 0, casing::to_upper_case),
        method("toWellFormed", 0, unicode::to_well_formed),
        method("trim", 0, slice::trim),
        method("trimEnd", 0, slice::trim_end),
        method("trimStart", 0, slice::trim_start),
        method("valueOf", 0, value_of),
        method("substr", 2, slice::substr),
        same("trimLeft", "trimStart"),
        same("trimRight", "trimEnd"),
        symbol_method(WellKnown::Iterator, "[Symbol.iterator]", 0, iterator::create),
    ],
};

pub(crate) static ITERATOR_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::IteratorPrototype, &[method("next", 0, iterator::next), tag("String Iterator")]);
