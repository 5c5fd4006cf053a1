//! `Headers` (Fetch §5.1), as a list of its own: no request or response stands behind it.
//!
//! The list is kept as programs see it: lower-cased names in order, values of one name combined, `set-cookie` apart.

use std::cmp::Ordering;

use super::pairs::{self, Pair, PairList, push_pair};
use crate::completion::{Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind, Preview};
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::heap::text::Str;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, PropertyKey, StringId, Value};
use crate::vm::Vm;

/// Internal slots of a Headers object.
#[derive(Default)]
pub(crate) struct HeadersData {
    /// Sorted by name.
    pairs: Vec<Pair>,
}

impl ObjectData for HeadersData {
    fn trace(&self, tracer: &mut Tracer) {
        for &(name, value) in &self.pairs {
            tracer.string(name);
            tracer.string(value);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<HeadersData>() + self.pairs.capacity() * size_of::<Pair>()
    }

    fn preview(&self) -> Preview {
        Preview::Web
    }
}

impl PairList for HeadersData {
    const NAME: &'static str = "Headers";
    const ITERATOR_PROTOTYPE: Intrinsic = Intrinsic::HeadersIteratorPrototype;

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

const SET_COOKIE: &str = "set-cookie";

/// new Headers ( [ init ] )
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Class constructor Headers cannot be invoked without 'new'"));
    }
    cx.heap.count(size_of::<HeadersData>());
    let kind = ObjectKind::Data(Box::new(HeadersData::default()));
    let headers = cx.ordinary_create_from_constructor(new_target, Intrinsic::HeadersPrototype, kind)?;
    let init = args.at(cx, 0);
    match init.as_object() {
        None if init.is_undefined() => {}
        None => {
            let shown = cx.describe(init);
            return Err(cx.type_error(&format!(
                "Headers: the argument must be an object of names and values or an iterable of pairs, not {shown}"
            )));
        }
        Some(object) => fill(cx, headers, object)?,
    }
    Ok(headers.into())
}

/// Fills new headers from an iterable of pairs or a record.
fn fill(cx: &mut Vm, headers: ObjectId, init: ObjectId) -> Completion<()> {
    match cx.get_method(init.into(), PropertyKey::Symbol(WellKnown::Iterator.id()))? {
        Some(method) => {
            if pairs::iterates_natively::<HeadersData>(cx, method)
                && let Some(other) = cx.heap.data::<HeadersData>(init)
            {
                let count = other.pairs.len();
                cx.charge_fuel(count as u64 / 8)?;
                cx.heap.charge(count * size_of::<Pair>())?;
                let copy = cx.heap.data::<HeadersData>(init).map(|other| other.pairs.clone()).unwrap_or_default();
                if let Some(data) = cx.heap.data_mut::<HeadersData>(headers) {
                    data.pairs = copy;
                }
                return Ok(());
            }
            for (name, value) in cx.pairs_of_iterable(init.into(), method, refuse_pair)? {
                append_pair(cx, headers, name, value)?;
            }
        }
        None => {
            for (property, value) in cx.pairs_of_record(init)? {
                // A symbol is refused by the conversion.
                let name = cx.heap.key_to_value(property)?;
                append_pair(cx, headers, name, value)?;
            }
        }
    }
    Ok(())
}

fn refuse_pair(cx: &mut Vm, position: usize, item: Value, count: Option<usize>) -> Unwind {
    let message = match count {
        Some(count) => {
            format!("Headers: expected name/value pair to be length 2, found {count} at position {position}")
        }
        None => format!("Headers: init[{position}] ({}) is not an iterable pair of name and value", cx.describe(item)),
    };
    cx.type_error(&message)
}

// ── Names and values ───────────────────────────────────────────────────────────────────────────────────────────────

/// A value as a ByteString (Web IDL).
fn to_byte_string(cx: &mut Vm, value: Value) -> Completion<StringId> {
    let text = cx.to_string(value)?;
    let Str::Utf16(units) = cx.heap.str(text) else { return Ok(text) };
    let wide = units.iter().enumerate().find(|(_, unit)| **unit > 255).map(|(at, &unit)| (at, unit));
    let Some((at, unit)) = wide else { return Ok(text) };
    Err(cx.type_error(&format!(
        "Cannot convert argument to a ByteString because the character at index {at} has a value of {unit} which is \
         greater than 255."
    )))
}

fn bytes(text: Str<'_>) -> &[u8] {
    match text {
        Str::Latin1(bytes) => bytes,
        Str::Utf16(_) => &[],
    }
}

/// A header name, lower-cased.
fn header_name(cx: &mut Vm, value: Value, method: &str) -> Completion<StringId> {
    let text = to_byte_string(cx, value)?;
    let name = bytes(cx.heap.str(text));
    let len = name.len();
    let is_token = !name.is_empty() && name.iter().all(|&byte| is_token_byte(byte));
    let has_upper = name.iter().any(u8::is_ascii_uppercase);
    cx.charge_fuel(len as u64 / 8)?;
    if !is_token {
        let shown = cx.describe(text.into());
        return Err(cx.type_error(&format!("Headers.{method}: {shown} is an invalid header name.")));
    }
    if !has_upper {
        return Ok(text);
    }
    cx.heap.ensure(len)?;
    let lower = bytes(cx.heap.str(text)).to_ascii_lowercase();
    cx.heap.new_latin1_owned(lower)
}

/// RFC 9110 §5.6.2
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A header value, normalized: without white space around it.
fn header_value(cx: &mut Vm, value: Value, method: &str) -> Completion<StringId> {
    let text = to_byte_string(cx, value)?;
    let all = bytes(cx.heap.str(text));
    let is_space = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' ');
    let start = all.iter().position(|byte| !is_space(byte)).unwrap_or(all.len());
    let end = all.iter().rposition(|byte| !is_space(byte)).map_or(start, |last| last + 1);
    let is_valid = !all.iter().take(end).skip(start).any(|byte| matches!(byte, 0 | b'\n' | b'\r'));
    cx.charge_fuel(all.len() as u64 / 8)?;
    if !is_valid {
        let shown = cx.describe(text.into());
        return Err(cx.type_error(&format!("Headers.{method}: {shown} is an invalid header value.")));
    }
    cx.heap.substring(text, start, end)
}

// ── The list ───────────────────────────────────────────────────────────────────────────────────────────────────────

/// Where the pairs of a name are.
fn range(cx: &mut Vm, headers: ObjectId, name: StringId) -> Completion<std::ops::Range<usize>> {
    cx.charge_fuel(4)?;
    let Some(data) = cx.heap.data::<HeadersData>(headers) else { return Ok(0..0) };
    let order = |pair: &Pair| cx.heap.str(pair.0).compare(cx.heap.str(name));
    let start = data.pairs.partition_point(|pair| order(pair) == Ordering::Less);
    let rest = data.pairs.get(start..).unwrap_or(&[]);
    Ok(start..start + rest.iter().take_while(|pair| order(pair) == Ordering::Equal).count())
}

/// Replaces the pairs at `range` by one.
fn replace(cx: &mut Vm, headers: ObjectId, range: std::ops::Range<usize>, pair: Option<Pair>) -> Completion<()> {
    let Some(data) = cx.heap.data_mut::<HeadersData>(headers) else { return Ok(()) };
    let mut pairs = std::mem::take(&mut data.pairs);
    let count = pairs.len();
    let result = match pair {
        Some(pair) if range.is_empty() => {
            let result = push_pair(cx, &mut pairs, pair);
            if result.is_ok()
                && let Some(tail) = pairs.get_mut(range.start..)
            {
                tail.rotate_right(1);
            }
            result
        }
        pair => {
            pairs.splice(range, pair);
            Ok(())
        }
    };
    if let Some(data) = cx.heap.data_mut::<HeadersData>(headers) {
        data.pairs = pairs;
    }
    cx.charge_fuel(count as u64 / 32)?;
    result
}

fn append_pair(cx: &mut Vm, headers: ObjectId, name: Value, value: Value) -> Completion<()> {
    let name = header_name(cx, name, "append")?;
    let value = header_value(cx, value, "append")?;
    let place = range(cx, headers, name)?;
    let is_cookie = cx.heap.str(name).equals_ascii(SET_COOKIE);
    let known = cx.heap.data::<HeadersData>(headers).and_then(|data| data.pairs.get(place.start)).copied();
    match known {
        Some((_, known)) if !place.is_empty() && !is_cookie => {
            let separator = if cx.heap.str(name).equals_ascii("cookie") { "; " } else { ", " };
            let value = join(cx, known, separator, value)?;
            replace(cx, headers, place, Some((name, value)))
        }
        _ => replace(cx, headers, place.end..place.end, Some((name, value))),
    }
}

/// Two values in one. It may be a rope: values are never looked into here, only names are.
fn join(cx: &mut Vm, first: StringId, separator: &str, second: StringId) -> Completion<StringId> {
    let separator = cx.heap.new_string(separator)?;
    let joined = match cx.heap.concat(first, separator)? {
        Some(joined) => cx.heap.concat(joined, second)?,
        None => None,
    };
    cx.charge_fuel(2)?;
    joined.ok_or_else(|| super::string::too_long(cx))
}

/// The value of a name: those of `set-cookie` joined.
fn value_of(cx: &mut Vm, headers: ObjectId, name: StringId) -> Completion<Option<StringId>> {
    let place = range(cx, headers, name)?;
    let mut joined = None;
    for at in place {
        let Some(value) = cx.heap.data::<HeadersData>(headers).and_then(|data| data.pairs.get(at)) else { break };
        let value = value.1;
        joined = Some(match joined {
            None => value,
            Some(joined) => join(cx, joined, ", ", value)?,
        });
    }
    Ok(joined)
}

// ── Methods ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Headers.prototype.append ( name, value )
fn append(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let headers = cx.this_pairs::<HeadersData>(this)?;
    cx.require_arguments(args, &["name", "value"], "Headers.append")?;
    append_pair(cx, headers, args.at(cx, 0), args.at(cx, 1))?;
    Ok(Value::UNDEFINED)
}

/// Headers.prototype.delete ( name )
fn delete(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let headers = cx.this_pairs::<HeadersData>(this)?;
    cx.require_arguments(args, &["name"], "Headers.delete")?;
    let name = header_name(cx, args.at(cx, 0), "delete")?;
    let place = range(cx, headers, name)?;
    replace(cx, headers, place, None)?;
    Ok(Value::UNDEFINED)
}

/// Headers.prototype.get ( name )
fn get(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let headers = cx.this_pairs::<HeadersData>(this)?;
    cx.require_arguments(args, &["name"], "Headers.get")?;
    let name = header_name(cx, args.at(cx, 0), "get")?;
    Ok(value_of(cx, headers, name)?.map_or(Value::NULL, Value::string))
}

/// Headers.prototype.has ( name )
fn has(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let headers = cx.this_pairs::<HeadersData>(this)?;
    cx.require_arguments(args, &["name"], "Headers.has")?;
    let name = header_name(cx, args.at(cx, 0), "has")?;
    Ok((!range(cx, headers, name)?.is_empty()).into())
}

/// Headers.prototype.set ( name, value )
fn set(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let headers = cx.this_pairs::<HeadersData>(this)?;
    cx.require_arguments(args, &["name", "value"], "Headers.set")?;
    let name = header_name(cx, args.at(cx, 0), "set")?;
    let value = header_value(cx, args.at(cx, 1), "set")?;
    let place = range(cx, headers, name)?;
    replace(cx, headers, place, Some((name, value)))?;
    Ok(Value::UNDEFINED)
}

/// Headers.prototype.getSetCookie ( )
fn get_set_cookie(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let headers = cx.this_pairs::<HeadersData>(this)?;
    let name = cx.heap.new_string(SET_COOKIE)?;
    let place = range(cx, headers, name)?;
    cx.charge_fuel(place.len() as u64)?;
    let values = cx.heap.data::<HeadersData>(headers).and_then(|data| data.pairs.get(place)).unwrap_or(&[]);
    let values: Vec<Value> = values.iter().map(|pair| pair.1.into()).collect();
    Ok(cx.new_array(values)?.into())
}

/// Headers.prototype.toJSON ( ): an object of the names and values. Deviation: the platform has no such method, so that
/// its headers become `{}`; here they are data wherever they go.
fn to_json(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let headers = cx.this_pairs::<HeadersData>(this)?;
    let object = cx.new_object();
    let mut position = 0;
    while let Some(&(name, _)) = cx.heap.data::<HeadersData>(headers).and_then(|data| data.pairs.get(position)) {
        let place = range(cx, headers, name)?;
        position = place.end.max(position + 1);
        if let Some(value) = value_of(cx, headers, name)? {
            let property = cx.to_property_key(name.into())?;
            cx.create_data_property_or_throw(object, property, value.into())?;
        }
    }
    Ok(object.into())
}

/// The pairs for the console. `None` for other objects.
pub(crate) fn shown_pairs(cx: &mut Vm, object: ObjectId) -> Completion<Option<Vec<Pair>>> {
    let Some(data) = cx.heap.data::<HeadersData>(object) else { return Ok(None) };
    cx.heap.ensure(data.pairs.len() * size_of::<Pair>())?;
    Ok(Some(data.pairs.clone()))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Headers", 0, construct, Intrinsic::HeadersPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::Headers),
        method("append", 2, append).with(Attributes::ALL),
        method("delete", 1, delete).with(Attributes::ALL),
        method("get", 1, get).with(Attributes::ALL),
        method("has", 1, has).with(Attributes::ALL),
        method("set", 2, set).with(Attributes::ALL),
        method("getSetCookie", 0, get_set_cookie).with(Attributes::ALL),
        method("keys", 0, pairs::keys::<HeadersData>).with(Attributes::ALL),
        method("values", 0, pairs::values::<HeadersData>).with(Attributes::ALL),
        method("entries", 0, pairs::entries::<HeadersData>).with(Attributes::ALL),
        prelude("forEach", 1, "Headers_prototype_forEach").with(Attributes::ALL),
        method("toJSON", 0, to_json),
        symbol_same(WellKnown::Iterator, "entries"),
        tag("Headers"),
    ],
);

pub(crate) static ITERATOR_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::IteratorPrototype,
    &[method("next", 0, pairs::next::<HeadersData>).with(Attributes::ALL), tag("Headers Iterator")],
);
