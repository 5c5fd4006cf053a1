//! `WeakSet` (ECMA-262 §24.4). As with WeakMap, what it holds lives as long as the set.

use super::collection::{Collection, FilledCollection, OrderedTable, trace_table};
use super::set::add_values_from_iterable;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::ObjectData;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{PropertyKey, Value};
use crate::vm::Vm;

struct WeakSetData {
    table: OrderedTable<()>,
}

impl ObjectData for WeakSetData {
    fn trace(&self, tracer: &mut Tracer) {
        trace_table(&self.table, tracer, |()| Value::UNDEFINED);
    }

    fn bytes(&self) -> usize {
        size_of::<WeakSetData>() + self.table.bytes()
    }
}

impl Collection for WeakSetData {
    type Item = ();
    const NAME: &'static str = "WeakSet";

    fn table(&self) -> &OrderedTable<()> {
        &self.table
    }

    fn table_mut(&mut self) -> &mut OrderedTable<()> {
        &mut self.table
    }
}

impl FilledCollection for WeakSetData {
    const PROTOTYPE: Intrinsic = Intrinsic::WeakSetPrototype;
    const ADDER: PropertyKey = key::ADD;
}

/// WeakSet (§24.4.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let iterable = args.at(cx, 0);
    let (set, adder) = cx.begin_collection(WeakSetData { table: OrderedTable::new() }, iterable)?;
    let Some(adder) = adder else { return Ok(set.into()) };
    add_values_from_iterable(cx, set, iterable, adder)?;
    Ok(set.into())
}

/// WeakSet.prototype.add (§24.4.3.1)
fn add(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let set = cx.this_collection::<WeakSetData>(this, "add")?;
    let value = args.at(cx, 0);
    if !cx.can_be_held_weakly(value) {
        let shown = cx.describe(value);
        return Err(cx.type_error(&format!("Invalid value used in weak set: {shown}")));
    }
    let value = cx.map_key(value)?;
    cx.collection_insert::<WeakSetData>(set, value, ())?;
    Ok(this)
}

/// WeakSet.prototype.delete (§24.4.3.3)
fn delete(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let set = cx.this_collection::<WeakSetData>(this, "delete")?;
    let value = cx.map_key(args.at(cx, 0))?;
    Ok(cx.collection_delete::<WeakSetData>(set, value).into())
}

/// WeakSet.prototype.has (§24.4.3.4)
fn has(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let set = cx.this_collection::<WeakSetData>(this, "has")?;
    let value = cx.map_key(args.at(cx, 0))?;
    Ok(cx.collection_find::<WeakSetData>(set, value).is_some().into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("WeakSet", 0, construct, Intrinsic::WeakSetPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::WeakSet),
        method("delete", 1, delete),
        method("has", 1, has),
        method("add", 1, add),
        tag("WeakSet"),
    ],
);
