//! `Set` (ECMA-262 §24.2). The methods that combine two sets stand in the prelude.

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

/// \[\[SetData\]\]
pub(crate) struct SetData {
    table: OrderedTable<()>,
}

impl ObjectData for SetData {
    fn trace(&self, tracer: &mut Tracer) {
        trace_table(&self.table, tracer, |()| Value::UNDEFINED);
    }

    fn bytes(&self) -> usize {
        size_of::<SetData>() + self.table.bytes()
    }

    fn preview(&self) -> Preview {
        Preview::List("Set", self.table.iter().map(|(value, ())| value).collect())
    }
}

impl Collection for SetData {
    type Item = ();
    const NAME: &'static str = "Set";

    fn table(&self) -> &OrderedTable<()> {
        &self.table
    }

    fn table_mut(&mut self) -> &mut OrderedTable<()> {
        &mut self.table
    }
}

impl FilledCollection for SetData {
    const PROTOTYPE: Intrinsic = Intrinsic::SetPrototype;
    const ADDER: PropertyKey = key::ADD;
}

/// Set (§24.2.2.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let iterable = args.at(cx, 0);
    let (set, adder) = cx.begin_collection(SetData { table: OrderedTable::new() }, iterable)?;
    let Some(adder) = adder else { return Ok(set.into()) };
    if cx.is_native_function(adder, add) {
        let values = match cx.fast_array_values(iterable)? {
            Some(values) => Some(values),
            None => cx.fast_collection_values(iterable)?,
        };
        if let Some(values) = values {
            for &value in &values {
                cx.charge_fuel(2)?;
                let value = cx.map_key(value)?;
                cx.collection_insert::<SetData>(set, value, ())?;
            }
            cx.heap.uncharge(values.len() * 8);
            return Ok(set.into());
        }
    }
    add_values_from_iterable(cx, set, iterable, adder)?;
    Ok(set.into())
}

/// The loop of the constructors of Set and WeakSet.
pub(crate) fn add_values_from_iterable(cx: &mut Vm, target: ObjectId, iterable: Value, adder: Value) -> Completion<()> {
    let record = cx.get_iterator(iterable)?;
    while let Some(value) = cx.iterator_step_value(record)? {
        if let Err(unwind) = cx.call(adder, target.into(), &[value]) {
            return Err(cx.iterator_close_with(record.iterator, unwind));
        }
    }
    Ok(())
}

/// get Set\[@@species\] (§24.2.3.2)
fn species(_cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(this)
}

/// Set.prototype.add (§24.2.4.1)
pub(crate) fn add(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let set = cx.this_collection::<SetData>(this, "add")?;
    let value = cx.map_key(args.at(cx, 0))?;
    cx.collection_insert::<SetData>(set, value, ())?;
    Ok(this)
}

/// Set.prototype.clear (§24.2.4.2)
fn clear(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let set = cx.this_collection::<SetData>(this, "clear")?;
    if let Some(data) = cx.heap.data_mut::<SetData>(set) {
        data.table.clear();
    }
    Ok(Value::UNDEFINED)
}

/// Set.prototype.delete (§24.2.4.4)
fn delete(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let set = cx.this_collection::<SetData>(this, "delete")?;
    let value = cx.map_key(args.at(cx, 0))?;
    Ok(cx.collection_delete::<SetData>(set, value).into())
}

/// Set.prototype.entries (§24.2.4.6)
fn entries(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let set = cx.this_collection::<SetData>(this, "entries")?;
    Ok(iteration::create(cx, set, Iterated::Set, IterationKind::Entry).into())
}

/// Set.prototype.has (§24.2.4.8)
pub(crate) fn has(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let set = cx.this_collection::<SetData>(this, "has")?;
    let value = cx.map_key(args.at(cx, 0))?;
    Ok(cx.collection_find::<SetData>(set, value).is_some().into())
}

/// get Set.prototype.size (§24.2.4.14)
fn size(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let set = cx.this_collection::<SetData>(this, "size")?;
    Ok(Value::index(cx.heap.data::<SetData>(set).map_or(0, |data| data.table.len())))
}

/// Set.prototype.values (§24.2.4.17), also `keys` and `Symbol.iterator`
pub(crate) fn values(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let set = cx.this_collection::<SetData>(this, "values")?;
    Ok(iteration::create(cx, set, Iterated::Set, IterationKind::Value).into())
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────────

fn new_set(cx: &mut Vm, table: OrderedTable<()>) -> Completion {
    let proto = cx.intrinsic(Intrinsic::SetPrototype);
    cx.heap.charge(size_of::<SetData>() + table.bytes())?;
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(SetData { table }))).into())
}

/// `$SetNew()`
pub(crate) fn new_operation(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    new_set(cx, OrderedTable::new())
}

/// `$SetCopy(set)`: a new set with the same values.
pub(crate) fn copy_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let source = args.at(cx, 0).as_object();
    let Some(data) = source.and_then(|id| cx.heap.data::<SetData>(id)) else { return new_set(cx, OrderedTable::new()) };
    let bytes = data.table.bytes();
    cx.heap.ensure(bytes)?;
    cx.charge_fuel(bytes as u64 / 64)?;
    let table = source.and_then(|id| cx.heap.data::<SetData>(id)).map(|data| data.table.clone());
    new_set(cx, table.unwrap_or_else(OrderedTable::new))
}

/// `$SetCheck(set, method)`: TypeError unless it is a set.
pub(crate) fn check_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let set = args.at(cx, 0);
    let is_set = set.as_object().is_some_and(|id| cx.heap.data::<SetData>(id).is_some());
    if !is_set {
        let method = args.at(cx, 1);
        let method = cx.to_std_string(method)?;
        cx.this_collection::<SetData>(set, &method)?;
    }
    Ok(Value::UNDEFINED)
}

/// `$SetIterate(set)`: an iterator for the prelude.
pub(crate) fn iterate_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let set = args.at(cx, 0);
    let set = cx.this_collection::<SetData>(set, "forEach")?;
    Ok(iteration::create(cx, set, Iterated::Set, IterationKind::Value).into())
}

/// `$SetSize(set)`
pub(crate) fn size_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let set = args.at(cx, 0);
    size(cx, set, Args::NONE)
}

/// `$SetHas(set, value)`
pub(crate) fn has_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let set = args.at(cx, 0);
    has(cx, set, rest(args))
}

/// `$SetAdd(set, value)`
pub(crate) fn add_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let set = args.at(cx, 0);
    add(cx, set, rest(args))
}

/// `$SetDelete(set, value)`
pub(crate) fn delete_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let set = args.at(cx, 0);
    delete(cx, set, rest(args))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Set",
    0,
    construct,
    Intrinsic::SetPrototype,
    &[symbol_getter(WellKnown::Species, "[Symbol.species]", species)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::Set),
        method("has", 1, has),
        method("add", 1, add),
        method("delete", 1, delete),
        method("clear", 0, clear),
        method("entries", 0, entries),
        prelude("forEach", 1, "Set_prototype_forEach"),
        getter("size", size),
        method("values", 0, values),
        same("keys", "values"),
        symbol_same(WellKnown::Iterator, "values"),
        tag("Set"),
        prelude("union", 1, "Set_prototype_union"),
        prelude("intersection", 1, "Set_prototype_intersection"),
        prelude("difference", 1, "Set_prototype_difference"),
        prelude("symmetricDifference", 1, "Set_prototype_symmetricDifference"),
        prelude("isSubsetOf", 1, "Set_prototype_isSubsetOf"),
        prelude("isSupersetOf", 1, "Set_prototype_isSupersetOf"),
        prelude("isDisjointFrom", 1, "Set_prototype_isDisjointFrom"),
    ],
);

pub(crate) static ITERATOR_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::IteratorPrototype, &[method("next", 0, iteration::set_next), tag("Set Iterator")]);

/// The values of a set in order, for other built-ins.
pub(crate) fn set_values(cx: &Vm, set: ObjectId) -> Vec<Value> {
    cx.heap.data::<SetData>(set).map(|data| data.table.iter().map(|(value, ())| value).collect()).unwrap_or_default()
}
