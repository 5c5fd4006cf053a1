//! `WeakMap` (ECMA-262 §24.3).
//!
//! Deviation: keys are held as long as the map lives, which no program can observe in one execution; they are charged
//! like those of a Map.

use super::collection::{Collection, FilledCollection, OrderedTable, rest, trace_table};
use super::map::add_entries_from_iterable;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::ObjectData;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{PropertyKey, Value};
use crate::vm::Vm;

struct WeakMapData {
    table: OrderedTable<Value>,
}

impl ObjectData for WeakMapData {
    fn trace(&self, tracer: &mut Tracer) {
        trace_table(&self.table, tracer, |value| value);
    }

    fn bytes(&self) -> usize {
        size_of::<WeakMapData>() + self.table.bytes()
    }
}

impl Collection for WeakMapData {
    type Item = Value;
    const NAME: &'static str = "WeakMap";

    fn table(&self) -> &OrderedTable<Value> {
        &self.table
    }

    fn table_mut(&mut self) -> &mut OrderedTable<Value> {
        &mut self.table
    }
}

impl FilledCollection for WeakMapData {
    const PROTOTYPE: Intrinsic = Intrinsic::WeakMapPrototype;
    const ADDER: PropertyKey = key::SET;
}

impl Vm {
    /// CanBeHeldWeakly (§9.14): objects, and symbols that are not in the registry.
    pub(crate) fn can_be_held_weakly(&self, value: Value) -> bool {
        match value.as_symbol() {
            Some(symbol) => !self.heap.symbols.get(symbol.0).is_registered,
            None => value.is_object(),
        }
    }
}

/// WeakMap (§24.3.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let iterable = args.at(cx, 0);
    let (map, adder) = cx.begin_collection(WeakMapData { table: OrderedTable::new() }, iterable)?;
    let Some(adder) = adder else { return Ok(map.into()) };
    add_entries_from_iterable(cx, map, iterable, adder)?;
    Ok(map.into())
}

/// WeakMap.prototype.delete (§24.3.3.2)
fn delete(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<WeakMapData>(this, "delete")?;
    let value = args.at(cx, 0);
    if !cx.can_be_held_weakly(value) {
        return Ok(Value::FALSE);
    }
    let name = cx.map_key(value)?;
    Ok(cx.collection_delete::<WeakMapData>(map, name).into())
}

/// WeakMap.prototype.get (§24.3.3.3)
fn get(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<WeakMapData>(this, "get")?;
    let value = args.at(cx, 0);
    if !cx.can_be_held_weakly(value) {
        return Ok(Value::UNDEFINED);
    }
    let name = cx.map_key(value)?;
    let Some(data) = cx.heap.data::<WeakMapData>(map) else { return Ok(Value::UNDEFINED) };
    let found = data.table.find(&cx.heap, name).and_then(|position| data.table.value_at(position));
    Ok(found.unwrap_or(Value::UNDEFINED))
}

/// WeakMap.prototype.getOrInsert
fn get_or_insert(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<WeakMapData>(this, "getOrInsert")?;
    require_key(cx, args.at(cx, 0))?;
    let name = cx.map_key(args.at(cx, 0))?;
    if let Some(data) = cx.heap.data::<WeakMapData>(map)
        && let Some(position) = data.table.find(&cx.heap, name)
        && let Some(value) = data.table.value_at(position)
    {
        return Ok(value);
    }
    let value = args.at(cx, 1);
    cx.collection_insert::<WeakMapData>(map, name, value)?;
    Ok(value)
}

/// WeakMap.prototype.has (§24.3.3.4)
fn has(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<WeakMapData>(this, "has")?;
    let value = args.at(cx, 0);
    if !cx.can_be_held_weakly(value) {
        return Ok(Value::FALSE);
    }
    let name = cx.map_key(value)?;
    Ok(cx.collection_find::<WeakMapData>(map, name).is_some().into())
}

/// WeakMap.prototype.set (§24.3.3.5)
fn set(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let map = cx.this_collection::<WeakMapData>(this, "set")?;
    require_key(cx, args.at(cx, 0))?;
    let name = cx.map_key(args.at(cx, 0))?;
    let value = args.at(cx, 1);
    cx.collection_insert::<WeakMapData>(map, name, value)?;
    Ok(this)
}

fn require_key(cx: &mut Vm, value: Value) -> Completion<()> {
    if cx.can_be_held_weakly(value) {
        return Ok(());
    }
    let shown = cx.describe(value);
    Err(cx.type_error(&format!("Invalid value used as weak map key: {shown}")))
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────────

/// `$WeakMapCheck(map)`: TypeError unless it is a weak map.
pub(crate) fn check_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    cx.this_collection::<WeakMapData>(map, "getOrInsertComputed")?;
    Ok(Value::UNDEFINED)
}

/// `$WeakMapCheckKey(key)`: TypeError unless it can be held weakly.
pub(crate) fn check_key_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    require_key(cx, args.at(cx, 0))?;
    Ok(Value::UNDEFINED)
}

/// `$WeakMapHas(map, key)`
pub(crate) fn has_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    has(cx, map, rest(args))
}

/// `$WeakMapGet(map, key)`
pub(crate) fn get_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    get(cx, map, rest(args))
}

/// `$WeakMapSet(map, key, value)`
pub(crate) fn set_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let map = args.at(cx, 0);
    set(cx, map, rest(args))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("WeakMap", 0, construct, Intrinsic::WeakMapPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::WeakMap),
        method("delete", 1, delete),
        method("get", 1, get),
        method("set", 2, set),
        method("has", 1, has),
        method("getOrInsert", 2, get_or_insert),
        prelude("getOrInsertComputed", 2, "WeakMap_prototype_getOrInsertComputed"),
        tag("WeakMap"),
    ],
);
