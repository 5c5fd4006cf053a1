//! Iterators over maps and sets (ECMA-262 §24.1.5, §24.2.6).

use super::super::array_iterator::IterationKind;
use super::super::map::MapData;
use super::super::set::SetData;
use super::{Collection, Cursor};
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// Which of the two is iterated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Iterated {
    Map,
    Set,
}

struct CollectionIterator {
    iterated: Iterated,
    kind: IterationKind,
    /// `None` once it is done.
    collection: Option<ObjectId>,
    cursor: Cursor,
    /// The entry given last, for the operations of the prelude.
    key: Value,
    value: Value,
}

impl ObjectData for CollectionIterator {
    fn trace(&self, tracer: &mut Tracer) {
        self.collection.into_iter().for_each(|id| tracer.object(id));
        tracer.value(self.key);
        tracer.value(self.value);
    }

    fn bytes(&self) -> usize {
        size_of::<CollectionIterator>()
    }
}

/// CreateMapIterator and CreateSetIterator
pub(crate) fn create(cx: &mut Vm, collection: ObjectId, iterated: Iterated, kind: IterationKind) -> ObjectId {
    let proto = cx.intrinsic(match iterated {
        Iterated::Map => Intrinsic::MapIteratorPrototype,
        Iterated::Set => Intrinsic::SetIteratorPrototype,
    });
    let data = CollectionIterator {
        iterated,
        kind,
        collection: Some(collection),
        cursor: Cursor::default(),
        key: Value::UNDEFINED,
        value: Value::UNDEFINED,
    };
    cx.heap.count(size_of::<CollectionIterator>());
    cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data)))
}

/// Moves an iterator to the next entry; `None` at the end.
#[inline]
fn advance(cx: &mut Vm, iterator: ObjectId) -> Completion<Option<(Value, Value)>> {
    let Some(data) = cx.heap.data::<CollectionIterator>(iterator) else { return Ok(None) };
    let Some(collection) = data.collection else { return Ok(None) };
    let mut cursor = data.cursor;
    let before = cursor;
    let entry = match data.iterated {
        Iterated::Map => cx.heap.data::<MapData>(collection).and_then(|map| {
            let position = map.table().step(&mut cursor)?;
            Some((map.table().key_at(position)?, map.table().value_at(position)?))
        }),
        Iterated::Set => cx.heap.data::<SetData>(collection).and_then(|set| {
            let position = set.table().step(&mut cursor)?;
            set.table().key_at(position).map(|key| (key, key))
        }),
    };
    // Tombstones that were stepped over.
    cx.charge_fuel(u64::from(cursor.position.saturating_sub(before.position)) / 8)?;
    if let Some(data) = cx.heap.data_mut::<CollectionIterator>(iterator) {
        data.cursor = cursor;
        if entry.is_none() {
            data.collection = None;
        }
    }
    Ok(entry)
}

/// The value that the iterator gives for an entry.
fn item(cx: &mut Vm, iterator: ObjectId, (key, value): (Value, Value)) -> Completion {
    let kind = cx.heap.data::<CollectionIterator>(iterator).map_or(IterationKind::Key, |data| data.kind);
    match kind {
        IterationKind::Key => Ok(key),
        IterationKind::Value => Ok(value),
        IterationKind::Entry => Ok(cx.new_array(vec![key, value])?.into()),
    }
}

fn next(cx: &mut Vm, this: Value, iterated: Iterated) -> Completion {
    let iterator = this
        .as_object()
        .filter(|&id| cx.heap.data::<CollectionIterator>(id).is_some_and(|data| data.iterated == iterated));
    let Some(iterator) = iterator else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("next method called on incompatible receiver {shown}")));
    };
    match advance(cx, iterator)? {
        Some(entry) => {
            let value = item(cx, iterator, entry)?;
            Ok(cx.create_iter_result(value, false))
        }
        None => Ok(cx.create_iter_result(Value::UNDEFINED, true)),
    }
}

/// %MapIteratorPrototype%.next (§24.1.5.2.1)
pub(crate) fn map_next(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    next(cx, this, Iterated::Map)
}

/// %SetIteratorPrototype%.next (§24.2.6.2.1)
pub(crate) fn set_next(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    next(cx, this, Iterated::Set)
}

impl Vm {
    /// The next value of an iterator over a map or set, when `next` is known to be its untouched method:
    /// `Some(None)` at the end, `None` when it is another iterator.
    pub(crate) fn collection_step(&mut self, iterator: ObjectId, next: Value) -> Completion<Option<Option<Value>>> {
        let Some(data) = self.heap.data::<CollectionIterator>(iterator) else { return Ok(None) };
        let body = match data.iterated {
            Iterated::Map => map_next,
            Iterated::Set => set_next,
        };
        if !self.is_native_function(next, body) {
            return Ok(None);
        }
        match advance(self, iterator)? {
            Some(entry) => Ok(Some(Some(item(self, iterator, entry)?))),
            None => Ok(Some(None)),
        }
    }

    /// The values that iterating a map, a set, or one of their iterators gives, when that runs no program code. An
    /// iterator is exhausted by it.
    pub(crate) fn fast_collection_values(&mut self, value: Value) -> Completion<Option<Vec<Value>>> {
        let Some(object) = value.as_object() else { return Ok(None) };
        let iterator_symbol = PropertyKey::Symbol(WellKnown::Iterator.id());
        let is_map = self.heap.data::<MapData>(object).is_some();
        let iterator = if is_map {
            if !self.is_bare(object, Intrinsic::MapPrototype)
                || !self.has_native(Intrinsic::MapPrototype, iterator_symbol, super::super::map::entries)
            {
                return Ok(None);
            }
            create(self, object, Iterated::Map, IterationKind::Entry)
        } else if self.heap.data::<SetData>(object).is_some() {
            if !self.is_bare(object, Intrinsic::SetPrototype)
                || !self.has_native(Intrinsic::SetPrototype, iterator_symbol, super::super::set::values)
            {
                return Ok(None);
            }
            create(self, object, Iterated::Set, IterationKind::Value)
        } else {
            let Some(data) = self.heap.data::<CollectionIterator>(object) else { return Ok(None) };
            let proto = match data.iterated {
                Iterated::Map => Intrinsic::MapIteratorPrototype,
                Iterated::Set => Intrinsic::SetIteratorPrototype,
            };
            if !self.is_bare(object, proto)
                || !self.has_native(Intrinsic::IteratorPrototype, iterator_symbol, super::super::iterator::return_this)
            {
                return Ok(None);
            }
            // Neither prototype of the iterators has a `Symbol.iterator` of its own unless a program adds one.
            let proto = self.intrinsic(proto);
            if self.heap.find_named(proto, iterator_symbol).is_some() {
                return Ok(None);
            }
            object
        };
        let iterated = self.heap.data::<CollectionIterator>(iterator).map_or(Iterated::Map, |data| data.iterated);
        let pristine = match iterated {
            Iterated::Map => self.has_native(Intrinsic::MapIteratorPrototype, key::NEXT, map_next),
            Iterated::Set => self.has_native(Intrinsic::SetIteratorPrototype, key::NEXT, set_next),
        };
        if !pristine {
            return Ok(None);
        }
        let mut values = Vec::new();
        while let Some(entry) = advance(self, iterator)? {
            self.charge_fuel(1)?;
            if values.len() == values.capacity() {
                let more = values.capacity().max(8);
                self.heap.charge(more * 8)?;
                values.reserve_exact(more);
            }
            values.push(item(self, iterator, entry)?);
        }
        Ok(Some(values))
    }
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────────

/// `$CollectionAdvance(iterator)`: whether there is another entry.
pub(crate) fn advance_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(iterator) = args.at(cx, 0).as_object() else { return Ok(Value::FALSE) };
    let Some((key, value)) = advance(cx, iterator)? else { return Ok(Value::FALSE) };
    if let Some(data) = cx.heap.data_mut::<CollectionIterator>(iterator) {
        data.key = key;
        data.value = value;
    }
    Ok(Value::TRUE)
}

/// `$CollectionKey(iterator)`: the key of the entry that was reached last.
pub(crate) fn key_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let iterator = args.at(cx, 0).as_object();
    Ok(iterator.and_then(|id| cx.heap.data::<CollectionIterator>(id)).map_or(Value::UNDEFINED, |data| data.key))
}

/// `$CollectionValue(iterator)`
pub(crate) fn value_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let iterator = args.at(cx, 0).as_object();
    Ok(iterator.and_then(|id| cx.heap.data::<CollectionIterator>(id)).map_or(Value::UNDEFINED, |data| data.value))
}
