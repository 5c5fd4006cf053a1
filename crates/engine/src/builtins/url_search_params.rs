//! `URLSearchParams` (WHATWG URL §6.2).

mod form;

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

/// Internal slots of a URLSearchParams.
#[derive(Default)]
pub(crate) struct ParamsData {
    pairs: Vec<Pair>,
    /// The URL whose `searchParams` this is.
    url: Option<ObjectId>,
    /// Whether the pairs changed since the URL last took them over.
    changed: bool,
}

impl ObjectData for ParamsData {
    fn trace(&self, tracer: &mut Tracer) {
        for &(name, value) in &self.pairs {
            tracer.string(name);
            tracer.string(value);
        }
        self.url.into_iter().for_each(|id| tracer.object(id));
    }

    fn bytes(&self) -> usize {
        size_of::<ParamsData>() + self.pairs.capacity() * size_of::<Pair>()
    }

    fn preview(&self) -> Preview {
        Preview::Web
    }
}

impl PairList for ParamsData {
    const NAME: &'static str = "URLSearchParams";
    const ITERATOR_PROTOTYPE: Intrinsic = Intrinsic::UrlSearchParamsIteratorPrototype;

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

/// new URLSearchParams ( init = "" )
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Class constructor URLSearchParams cannot be invoked without 'new'"));
    }
    let init = args.at(cx, 0);
    let pairs = match init.as_object() {
        None if init.is_undefined() => Vec::new(),
        None => {
            let text = cx.to_usv_string(init)?;
            let text = cx.heap.text(text)?;
            form::parse(cx, text.strip_prefix('?').unwrap_or(&text))?
        }
        Some(object) => pairs_of_object(cx, object)?,
    };
    let data = ParamsData { pairs, ..ParamsData::default() };
    cx.heap.count(size_of::<ParamsData>());
    let kind = ObjectKind::Data(Box::new(data));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::UrlSearchParamsPrototype, kind)?.into())
}

/// The pairs of an object: an iterable of pairs, or a record.
fn pairs_of_object(cx: &mut Vm, object: ObjectId) -> Completion<Vec<Pair>> {
    let mut pairs = Vec::new();
    match cx.get_method(object.into(), PropertyKey::Symbol(WellKnown::Iterator.id()))? {
        Some(method) => {
            if pairs::iterates_natively::<ParamsData>(cx, method)
                && let Some(other) = cx.heap.data::<ParamsData>(object)
            {
                let count = other.pairs.len();
                cx.charge_fuel(count as u64 / 8)?;
                cx.heap.charge(count * size_of::<Pair>())?;
                return Ok(cx.heap.data::<ParamsData>(object).map(|other| other.pairs.clone()).unwrap_or_default());
            }
            for (name, value) in cx.pairs_of_iterable(object.into(), method, refuse_pair)? {
                let pair = (cx.to_usv_string(name)?, cx.to_usv_string(value)?);
                push_pair(cx, &mut pairs, pair)?;
            }
        }
        None => {
            for (property, value) in cx.pairs_of_record(object)? {
                // A symbol is refused here.
                let name = cx.heap.key_to_value(property)?;
                let pair = (cx.to_usv_string(name)?, cx.to_usv_string(value)?);
                push_pair(cx, &mut pairs, pair)?;
            }
        }
    }
    Ok(pairs)
}

fn refuse_pair(cx: &mut Vm, position: usize, item: Value, count: Option<usize>) -> Unwind {
    let shown = match count {
        Some(count) => format!("has {count} items"),
        None => format!("is {}", cx.describe(item)),
    };
    cx.type_error(&format!(
        "Each query pair must be an iterable [name, value] tuple: the item at position {position} {shown}"
    ))
}

// ── For `URL` ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// The `searchParams` of a URL with this query.
pub(super) fn of_url(cx: &mut Vm, url: ObjectId, query: &str) -> Completion<ObjectId> {
    let pairs = form::parse(cx, query)?;
    let proto = cx.intrinsic(Intrinsic::UrlSearchParamsPrototype);
    cx.heap.count(size_of::<ParamsData>());
    let data = ParamsData { pairs, url: Some(url), changed: false };
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data))))
}

/// Replaces the pairs after the query of the URL was written.
pub(super) fn reload(cx: &mut Vm, params: ObjectId, query: &str) -> Completion<()> {
    let pairs = form::parse(cx, query)?;
    if let Some(data) = cx.heap.data_mut::<ParamsData>(params) {
        data.pairs = pairs;
        data.changed = false;
    }
    Ok(())
}

/// The query if the pairs changed since the last call.
pub(super) fn take_changed(cx: &mut Vm, params: ObjectId) -> Completion<Option<String>> {
    if !cx.heap.data::<ParamsData>(params).is_some_and(|data| data.changed) {
        return Ok(None);
    }
    let query = form::serialize(cx, params)?;
    if let Some(data) = cx.heap.data_mut::<ParamsData>(params) {
        data.changed = false;
    }
    Ok(Some(query))
}

/// The query as a string of the program.
pub(crate) fn query_text(cx: &mut Vm, params: ObjectId) -> Completion<StringId> {
    let query = form::serialize(cx, params)?;
    match cx.import_string(&query)?.as_string() {
        Some(text) => Ok(text),
        None => Ok(crate::realm::names::EMPTY),
    }
}

// ── Methods ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Takes the pairs out, lets `work` change them, and puts them back.
fn change(cx: &mut Vm, params: ObjectId, work: impl FnOnce(&mut Vm, &mut Vec<Pair>) -> Completion<()>) -> Completion {
    let Some(data) = cx.heap.data_mut::<ParamsData>(params) else { return Ok(Value::UNDEFINED) };
    let mut pairs = std::mem::take(&mut data.pairs);
    let count = pairs.len();
    let result = work(cx, &mut pairs);
    if let Some(data) = cx.heap.data_mut::<ParamsData>(params) {
        data.pairs = pairs;
        data.changed = data.url.is_some();
    }
    cx.charge_fuel(count as u64 / 4)?;
    result.map(|()| Value::UNDEFINED)
}

/// Whether two strings, flat both, are the same.
fn same(cx: &Vm, a: StringId, b: StringId) -> bool {
    a == b || cx.heap.str(a).equals(cx.heap.str(b))
}

/// The optional second argument of `delete` and `has`.
fn value_argument(cx: &mut Vm, args: Args) -> Completion<Option<StringId>> {
    match args.at(cx, 1) {
        value if value.is_undefined() => Ok(None),
        value => cx.to_usv_string(value).map(Some),
    }
}

/// URLSearchParams.prototype.append ( name, value )
fn append(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    cx.require_arguments(args, &["name", "value"], "URLSearchParams.append")?;
    let name = cx.to_usv_string(args.at(cx, 0))?;
    let value = cx.to_usv_string(args.at(cx, 1))?;
    // Not through `change`, whose cost is that of the whole list.
    let Some(data) = cx.heap.data_mut::<ParamsData>(params) else { return Ok(Value::UNDEFINED) };
    let mut pairs = std::mem::take(&mut data.pairs);
    let result = push_pair(cx, &mut pairs, (name, value));
    if let Some(data) = cx.heap.data_mut::<ParamsData>(params) {
        data.pairs = pairs;
        data.changed = data.url.is_some();
    }
    result.map(|()| Value::UNDEFINED)
}

/// URLSearchParams.prototype.delete ( name [ , value ] )
fn delete(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    cx.require_arguments(args, &["name"], "URLSearchParams.delete")?;
    let name = cx.to_usv_string(args.at(cx, 0))?;
    let value = value_argument(cx, args)?;
    change(cx, params, |cx, pairs| {
        pairs.retain(|pair| !(same(cx, pair.0, name) && value.is_none_or(|value| same(cx, pair.1, value))));
        Ok(())
    })
}

/// The first pair with a name from a position on.
fn find(cx: &Vm, params: ObjectId, name: StringId, from: usize) -> Option<(usize, StringId)> {
    let pairs = &cx.heap.data::<ParamsData>(params)?.pairs;
    let rest = pairs.get(from..)?;
    let at = rest.iter().position(|pair| same(cx, pair.0, name))?;
    rest.get(at).map(|pair| (from + at, pair.1))
}

fn charge_search(cx: &mut Vm, params: ObjectId) -> Completion<()> {
    let count = cx.heap.data::<ParamsData>(params).map_or(0, |data| data.pairs.len());
    cx.charge_fuel(count as u64 / 4)
}

/// URLSearchParams.prototype.get ( name )
fn get(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    cx.require_arguments(args, &["name"], "URLSearchParams.get")?;
    let name = cx.to_usv_string(args.at(cx, 0))?;
    charge_search(cx, params)?;
    Ok(find(cx, params, name, 0).map_or(Value::NULL, |(_, value)| value.into()))
}

/// URLSearchParams.prototype.getAll ( name )
fn get_all(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    cx.require_arguments(args, &["name"], "URLSearchParams.getAll")?;
    let name = cx.to_usv_string(args.at(cx, 0))?;
    charge_search(cx, params)?;
    let result = cx.new_empty_array();
    let mut from = 0;
    while let Some((at, value)) = find(cx, params, name, from) {
        cx.heap.array_push(result, value.into())?;
        from = at + 1;
    }
    Ok(result.into())
}

/// URLSearchParams.prototype.has ( name [ , value ] )
fn has(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    cx.require_arguments(args, &["name"], "URLSearchParams.has")?;
    let name = cx.to_usv_string(args.at(cx, 0))?;
    let value = value_argument(cx, args)?;
    charge_search(cx, params)?;
    let mut from = 0;
    while let Some((at, found)) = find(cx, params, name, from) {
        if value.is_none_or(|value| same(cx, found, value)) {
            return Ok(Value::TRUE);
        }
        from = at + 1;
    }
    Ok(Value::FALSE)
}

/// URLSearchParams.prototype.set ( name, value )
fn set(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    cx.require_arguments(args, &["name", "value"], "URLSearchParams.set")?;
    let name = cx.to_usv_string(args.at(cx, 0))?;
    let value = cx.to_usv_string(args.at(cx, 1))?;
    change(cx, params, |cx, pairs| {
        let Some(first) = pairs.iter().position(|pair| same(cx, pair.0, name)) else {
            return push_pair(cx, pairs, (name, value));
        };
        if let Some(pair) = pairs.get_mut(first) {
            pair.1 = value;
        }
        let mut position = 0;
        pairs.retain(|pair| {
            position += 1;
            position - 1 <= first || !same(cx, pair.0, name)
        });
        Ok(())
    })
}

/// URLSearchParams.prototype.sort ( ): by name in code unit order, stable
fn sort(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    change(cx, params, |cx, pairs| {
        let count = pairs.len() as u64;
        cx.charge_fuel(count * u64::from(count.checked_ilog2().unwrap_or(0) + 1))?;
        // The sort has a buffer of half the list.
        cx.heap.ensure(pairs.len() * size_of::<Pair>())?;
        pairs.sort_by(|a, b| compare(cx.heap.str(a.0), cx.heap.str(b.0)));
        Ok(())
    })
}

fn compare(a: Str<'_>, b: Str<'_>) -> Ordering {
    a.compare(b)
}

/// get URLSearchParams.prototype.size
fn size(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    Ok(Value::index(cx.heap.data::<ParamsData>(params).map_or(0, |data| data.pairs.len())))
}

/// URLSearchParams.prototype.toString ( )
fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let params = cx.this_pairs::<ParamsData>(this)?;
    query_text(cx, params).map(Value::string)
}

pub(crate) static CONSTRUCTOR: ObjectTable =
    class("URLSearchParams", 0, construct, Intrinsic::UrlSearchParamsPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::UrlSearchParams),
        getter("size", size).with(Attributes::accessor(true, true)),
        method("append", 2, append).with(Attributes::ALL),
        method("delete", 1, delete).with(Attributes::ALL),
        method("get", 1, get).with(Attributes::ALL),
        method("getAll", 1, get_all).with(Attributes::ALL),
        method("has", 1, has).with(Attributes::ALL),
        method("set", 2, set).with(Attributes::ALL),
        method("sort", 0, sort).with(Attributes::ALL),
        method("entries", 0, pairs::entries::<ParamsData>).with(Attributes::ALL),
        prelude("forEach", 1, "URLSearchParams_prototype_forEach").with(Attributes::ALL),
        method("keys", 0, pairs::keys::<ParamsData>).with(Attributes::ALL),
        method("values", 0, pairs::values::<ParamsData>).with(Attributes::ALL),
        method("toString", 0, to_string).with(Attributes::ALL),
        symbol_same(WellKnown::Iterator, "entries"),
        tag("URLSearchParams"),
    ],
);

pub(crate) static ITERATOR_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::IteratorPrototype,
    &[method("next", 0, pairs::next::<ParamsData>).with(Attributes::ALL), tag("URLSearchParams Iterator")],
);
