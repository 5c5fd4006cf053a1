//! `Map` (ECMA-262 §24.1).

use super::array_iterator::IterationKind;
use super::collection::iteration::{self, Iterated};
use super::collection::{Collection, FilledCollection, OrderedTable, rest, trace_table};
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind, Preview};
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// \[\[MapData\]\]
pub(crate) struct MapData {
    table: OrderedTable<Value>,
}

impl ObjectData for MapData {
    fn trace(&self, tracer: &mut Tracer) {
        trace_table(&self.table, tracer, |value| value);
    }

    fn bytes(&self) -> usize {
        size_of::<MapData>() + self.table.bytes()
    }

    fn preview(&self) -> Preview {
        Preview::Entries("Map", self.table.iter().collect())
    }
}

impl Collection for MapData {
    type Item = Value;
    const NAME: &'static str = "Map";

    fn table(&self) -> &OrderedTable<Value> {
        &self.table
    }

    fn table_mut(&mut self) -> &mut OrderedTable<Value> {
        &mut self.table
    }
}

impl FilledCollection for MapData {
    const PROTOTYPE: Intrinsic = Intrinsic::MapPrototype;
    const ADDER: PropertyKey = key::SET;
}

/// Map (§24.1.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let iterable = args.at(cx, 0);
    let (map, adder) = cx.begin_collection(MapData { table: OrderedTable::new() }, iterable)?;
    let Some(adder) = adder else { return Ok(map.into()) };
    if cx.is_native_function(adder, set) && fill_directly(cx, map, iterable)? {
        return Ok(map.into());
    }
    add_entries_from_iterable(cx, map, iterable, adder)?;
    Ok(map.into())
}

/// Fills a new map from a plain array of plain arrays, or from another map. False: nothing done.
fn fill_directly(cx: &mut Vm, map: ObjectId, iterable: Value) -> Completion<bool> {
    let entries = match cx.fast_array_values(iterable)? {
        Some(entries) => entries,
        None => match iterable.as_object() {
            Some(other) if cx.heap.data::<MapData>(other).is_some() => match cx.fast_collection_values(iterable)? {
                Some(entries) => entries,
                None => return Ok(false),
            },
            _ => return Ok(false),
        },
    };
    let plain = entries.iter().all(|entry| {
        entry.as_object().is_some_and(|id| {
            let dense = cx.heap.object(id).elements.dense();
            cx.heap.object(id).is_array() && dense.len() >= 2 && !dense.iter().take(2).any(|value| value.is_hole())
        })
    });
    if !plain {
        return Ok(false);
    }
    for entry in &entries {
        cx.charge_fuel(4)?;
        let Some(id) = entry.as_object() else { continue };
        let dense = cx.heap.object(id).elements.dense();
        if let (Some(&name), Some(&value)) = (dense.first(), dense.get(1)) {
            let name = cx.map_key(name)?;
            cx.collection_insert::<MapData>(map, name, value)?;
        }
    }
    cx.heap.uncharge(entries.len() * 8);
    Ok(true)
}

/// AddEntriesFromIterable (§24.1.1.2)
pub(crate) fn add_entries_from_iterable(
    cx: &mut Vm,
    target: ObjectId,
    iterable: Value,
    adder: Value,
) -> Completion<()> {
    let record = cx.get_iterator(iterable)?;
    while let Some(entry) = cx.iterator_step_value(record)? {
        let added = (|| {
            let Some(pair) = entry.as_object() else {
                let shown = cx.describe(entry);
                return Err(cx.type_error(&format!("Iterator value {shown} is not an entry object")));
            };
            let name = cx.get(pair, PropertyKey::Index(0))?;
            let value = cx.get(pair, PropertyKey::Index(1))?;
            cx.call(adder, target.into(), &[name, value])
        })();
        if let Err(unwind) = added {
            return Err(cx.iterator_close_with(record.iterator, unwind));
        }
    }
    Ok(())
}

/// get Map\[@@species\] (§24.1.2.3)
fn species(_cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(this)
}

/// Map.prototype.clear (§24.1.3.1)
fn clear(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "clear")?;
    if let Some(data) = cx.heap.data_mut::<MapData>(map) {
        data.table.clear();
    }
    Ok(Value::UNDEFINED)
}

/// Map.prototype.delete (§24.1.3.3)
fn delete(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "delete")?;
    let name = cx.map_key(args.at(cx, 0))?;
    Ok(cx.collection_delete::<MapData>(map, name).into())
}

/// Map.prototype.entries (§24.1.3.4), also `Map.prototype[Symbol.iterator]`
pub(crate) fn entries(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "entries")?;
    Ok(iteration::create(cx, map, Iterated::Map, IterationKind::Entry).into())
}

/// Map.prototype.get (§24.1.3.6)
pub(crate) fn get(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "get")?;
    let name = cx.map_key(args.at(cx, 0))?;
    let Some(data) = cx.heap.data::<MapData>(map) else { return Ok(Value::UNDEFINED) };
    let found = data.table.find(&cx.heap, name).and_then(|position| data.table.value_at(position));
    Ok(found.unwrap_or(Value::UNDEFINED))
}

/// Map.prototype.getOrInsert
fn get_or_insert(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "getOrInsert")?;
    let name = cx.map_key(args.at(cx, 0))?;
    if let Some(data) = cx.heap.data::<MapData>(map)
        && let Some(position) = data.table.find(&cx.heap, name)
        && let Some(value) = data.table.value_at(position)
    {
        return Ok(value);
    }
    let value = args.at(cx, 1);
    cx.collection_insert::<MapData>(map, name, value)?;
    Ok(value)
}

/// Map.prototype.has (§24.1.3.7)
pub(crate) fn has(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "has")?;
    let name = cx.map_key(args.at(cx, 0))?;
    Ok(cx.collection_find::<MapData>(map, name).is_some().into())
}

/// Map.prototype.keys (§24.1.3.8)
fn keys(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "keys")?;
    Ok(iteration::create(cx, map, Iterated::Map, IterationKind::Key).into())
}

/// Map.prototype.set (§24.1.3.9)
pub(crate) fn set(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "set")?;
    let name = cx.map_key(args.at(cx, 0))?;
    let value = args.at(cx, 1);
    cx.collection_insert::<MapData>(map, name, value)?;
    Ok(this)
}

/// get Map.prototype.size (§24.1.3.10)
fn size(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "size")?;
    Ok(Value::index(cx.heap.data::<MapData>(map).map_or(0, |data| data.table.len())))
}

/// Map.prototype.values (§24.1.3.11)
fn values(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let map = cx.this_collection::<MapData>(this, "values")?;
    Ok(iteration::create(cx, map, Iterated::Map, IterationKind::Value).into())
}

// ── Operations of the prelude and for other built-ins ──────────────────────────────────────────────────────────────────

/// A new empty map.
pub(crate) fn new_map(cx: &mut Vm) -> ObjectId {
    let proto = cx.intrinsic(Intrinsic::MapPrototype);
    cx.heap.count(size_of::<MapData>());
    let data = MapData { table: OrderedTable::new() };
    cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data)))
}

/// `$MapNew()`
pub(crate) fn new_operation(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Ok(new_map(cx).into())
}

/// `$MapIterate(map, method)`: an iterator for the prelude, after the check of the receiver.
pub(crate) fn iterate_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (map, method) = (args.at(cx, 0), args.at(cx, 1));
    let method = cx.to_std_string(method)?;
    let map = cx.this_collection::<MapData>(map, &method)?;
    Ok(iteration::create(cx, map, Iterated::Map, IterationKind::Entry).into())
}

/// `$MapCheck(map, method)`: TypeError unless it is a map.
pub(crate) fn check_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    let is_map = map.as_object().is_some_and(|id| cx.heap.data::<MapData>(id).is_some());
    if !is_map {
        let method = args.at(cx, 1);
        let method = cx.to_std_string(method)?;
        cx.this_collection::<MapData>(map, &method)?;
    }
    Ok(Value::UNDEFINED)
}

/// `$MapHas(map, key)`
pub(crate) fn has_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    has(cx, map, rest(args))
}

/// `$MapGet(map, key)`
pub(crate) fn get_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    get(cx, map, rest(args))
}

/// `$MapSet(map, key, value)`
pub(crate) fn set_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    set(cx, map, rest(args))
}

/// `$MapGroup(map, key, value)`: appends to the array at a key, for `Map.groupBy`.
pub(crate) fn group_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (Some(map), name, value) = (args.at(cx, 0).as_object(), args.at(cx, 1), args.at(cx, 2)) else {
        return Ok(Value::UNDEFINED);
    };
    let name = cx.map_key(name)?;
    let known = cx.heap.data::<MapData>(map).and_then(|data| {
        let position = data.table.find(&cx.heap, name)?;
        data.table.value_at(position)?.as_object()
    });
    match known {
        Some(group) => cx.heap.array_push(group, value)?,
        None => {
            let group = cx.new_array(vec![value])?;
            cx.collection_insert::<MapData>(map, name, group.into())?;
        }
    }
    Ok(Value::UNDEFINED)
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Map",
    0,
    construct,
    Intrinsic::MapPrototype,
    &[prelude("groupBy", 2, "Map_groupBy"), symbol_getter(WellKnown::Species, "[Symbol.species]", species)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::Map),
        method("get", 1, get),
        method("set", 2, set),
        method("has", 1, has),
        method("delete", 1, delete),
        method("clear", 0, clear),
        method("entries", 0, entries),
        prelude("forEach", 1, "Map_prototype_forEach"),
        method("getOrInsert", 2, get_or_insert),
        prelude("getOrInsertComputed", 2, "Map_prototype_getOrInsertComputed"),
        method("keys", 0, keys),
        getter("size", size),
        method("values", 0, values),
        symbol_same(WellKnown::Iterator, "entries"),
        tag("Map"),
    ],
);

pub(crate) static ITERATOR_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::IteratorPrototype, &[method("next", 0, iteration::map_next), tag("Map Iterator")]);

/// The entries of a map in order.
pub(crate) fn map_entries(cx: &Vm, map: ObjectId) -> Vec<(Value, Value)> {
    cx.heap.data::<MapData>(map).map(|data| data.table.iter().collect()).unwrap_or_default()
}
