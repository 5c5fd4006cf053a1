//! `WeakSet` (ECMA-262 §24.4). As with WeakMap, what it holds lives as long as the set.

use super::collection::{Collection, OrderedTable, trace_table};
use super::set::add_values_from_iterable;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
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

/// WeakSet (§24.4.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor WeakSet requires 'new'"));
    }
    let kind = ObjectKind::Data(Box::new(WeakSetData { table: OrderedTable::new() }));
    let set = cx.ordinary_create_from_constructor(new_target, Intrinsic::WeakSetPrototype, kind)?;
    let iterable = args.at(cx, 0);
    if iterable.is_nullish() {
        return Ok(set.into());
    }
    let adder = cx.get(set, key::ADD)?;
    if !cx.is_callable(adder) {
        let shown = cx.describe(adder);
        let message = format!("'{shown}' returned for property 'add' of object '#<WeakSet>' is not a function");
        return Err(cx.type_error(&message));
    }
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
