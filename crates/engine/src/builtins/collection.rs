//! The table behind Map, Set, WeakMap and WeakSet: a hash table that remembers the order of insertion and survives
//! changes during iteration.
//!
//! Entries stand in one vector in the order of insertion; a deleted one stays as a tombstone until the vector is
//! packed. Each entry has a sequence number, so that a [`Cursor`] finds its place again after packing.

pub(crate) mod iteration;

use hashbrown::HashTable;
use std::hash::{Hash, Hasher};

use crate::completion::Completion;
use crate::heap::Heap;
use crate::heap::gc::Tracer;
use crate::heap::hash::{self, KeyedHasher};
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::{Args, NativeFn};
use crate::value::{ObjectId, PropertyKey, Unpacked, Value};
use crate::vm::Vm;

/// A key in its canonical form (CanonicalizeKeyedCollectionKey, §24.5.1; strings flat, integral doubles as integers)
/// with its hash.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MapKey {
    pub(crate) value: Value,
    hash: u32,
}

/// A table from keys to `V`: values for maps, nothing for sets.
#[derive(Debug, Clone)]
pub(crate) struct OrderedTable<V> {
    entries: Vec<Entry<V>>,
    /// Positions of live entries by hash.
    positions: HashTable<u32>,
    /// No live entry stands before this position.
    first: u32,
    next_sequence: u32,
    /// Changes when entries move.
    epoch: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry<V> {
    /// A hole when deleted.
    key: Value,
    hash: u32,
    sequence: u32,
    value: V,
}

/// A place in the order of a table.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cursor {
    position: u32,
    sequence: u32,
    epoch: u32,
}

impl<V: Copy> OrderedTable<V> {
    pub(crate) fn new() -> OrderedTable<V> {
        OrderedTable { entries: Vec::new(), positions: HashTable::new(), first: 0, next_sequence: 0, epoch: 0 }
    }

    /// Number of live entries.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The position of a key.
    #[inline]
    pub(crate) fn find(&self, heap: &Heap, key: MapKey) -> Option<u32> {
        self.positions.find(spread(key.hash), |&position| self.holds(heap, position, key)).copied()
    }

    #[inline]
    fn holds(&self, heap: &Heap, position: u32, key: MapKey) -> bool {
        self.entries.get(position as usize).is_some_and(|entry| {
            entry.hash == key.hash && (entry.key == key.value || same_contents(heap, entry.key, key.value))
        })
    }

    /// The key at a position; `None` for a tombstone.
    #[inline]
    pub(crate) fn key_at(&self, position: u32) -> Option<Value> {
        self.entries.get(position as usize).map(|entry| entry.key).filter(|key| !key.is_hole())
    }

    #[inline]
    pub(crate) fn value_at(&self, position: u32) -> Option<V> {
        self.entries.get(position as usize).map(|entry| entry.value)
    }

    pub(crate) fn set_value_at(&mut self, position: u32, value: V) {
        if let Some(entry) = self.entries.get_mut(position as usize) {
            entry.value = value;
        }
    }

    /// Bytes that the next insertion adds.
    #[inline]
    pub(crate) fn growth(&self) -> usize {
        let mut bytes = 0;
        if self.entries.len() == self.entries.capacity() && !self.wants_packing() {
            bytes += self.entries.capacity().max(4) * size_of::<Entry<V>>();
        }
        if self.positions.len() == self.positions.capacity() {
            bytes += (self.positions.capacity() + 2) * 6;
        }
        bytes
    }

    fn wants_packing(&self) -> bool {
        self.positions.len() <= self.entries.len() / 2
    }

    /// Inserts a key that the table does not hold; the caller has charged [`OrderedTable::growth`].
    pub(crate) fn push(&mut self, key: MapKey, value: V) {
        if self.entries.len() == self.entries.capacity() {
            if self.wants_packing() && !self.entries.is_empty() {
                self.pack();
            } else {
                self.entries.reserve_exact(self.entries.capacity().max(4));
            }
        }
        if self.next_sequence == u32::MAX {
            self.renumber();
        }
        let position = self.entries.len() as u32;
        self.entries.push(Entry { key: key.value, hash: key.hash, sequence: self.next_sequence, value });
        self.next_sequence += 1;
        let entries = &self.entries;
        self.positions.insert_unique(spread(key.hash), position, |&other| {
            spread(entries.get(other as usize).map_or(0, |entry| entry.hash))
        });
    }

    /// Deletes an entry found before.
    pub(crate) fn remove(&mut self, position: u32) {
        let Some(entry) = self.entries.get_mut(position as usize) else { return };
        entry.key = Value::HOLE;
        if let Ok(found) = self.positions.find_entry(spread(entry.hash), |&other| other == position) {
            found.remove();
        }
        if position == self.first {
            let rest = self.entries.get(position as usize..).unwrap_or(&[]);
            self.first += rest.iter().take_while(|entry| entry.key.is_hole()).count() as u32;
        }
        if self.entries.len() > 32 && self.positions.len() < self.entries.len() / 4 {
            self.pack();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries = Vec::new();
        self.positions = HashTable::new();
        self.first = 0;
        self.epoch = self.epoch.wrapping_add(1);
    }

    /// Drops the tombstones.
    fn pack(&mut self) {
        self.entries.retain(|entry| !entry.key.is_hole());
        if self.entries.len() < self.entries.capacity() / 4 {
            self.entries.shrink_to(self.entries.len() * 2);
        }
        self.first = 0;
        self.epoch = self.epoch.wrapping_add(1);
        self.positions.clear();
        let entries = &self.entries;
        for (position, entry) in entries.iter().enumerate() {
            self.positions.insert_unique(spread(entry.hash), position as u32, |&other| {
                spread(entries.get(other as usize).map_or(0, |entry| entry.hash))
            });
        }
    }

    /// After four billion insertions numbers start anew. Iterations that are under way then end early.
    #[cold]
    fn renumber(&mut self) {
        self.pack();
        for (sequence, entry) in self.entries.iter_mut().enumerate() {
            entry.sequence = sequence as u32;
        }
        self.next_sequence = self.entries.len() as u32;
    }

    /// The position of the next live entry, and the cursor behind it.
    #[inline]
    pub(crate) fn step(&self, cursor: &mut Cursor) -> Option<u32> {
        let mut position = cursor.position;
        if cursor.epoch != self.epoch {
            position = self.entries.partition_point(|entry| entry.sequence < cursor.sequence) as u32;
            cursor.epoch = self.epoch;
        }
        position = position.max(self.first);
        while let Some(entry) = self.entries.get(position as usize) {
            if !entry.key.is_hole() {
                cursor.position = position + 1;
                cursor.sequence = entry.sequence + 1;
                return Some(position);
            }
            position += 1;
        }
        cursor.position = position;
        None
    }

    /// The live keys and values in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Value, V)> + '_ {
        self.entries.iter().filter(|entry| !entry.key.is_hole()).map(|entry| (entry.key, entry.value))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<V>>() + self.positions.capacity() * 6
    }
}

/// The bits that the hash table looks at are the highest and the lowest ones.
#[inline(always)]
fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
}

/// Equality of keys that are not the same word: strings and BigInts by contents.
#[inline]
fn same_contents(heap: &Heap, a: Value, b: Value) -> bool {
    if let (Some(a), Some(b)) = (a.as_string(), b.as_string()) {
        return heap.str(a).equals(heap.str(b));
    }
    if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
        return heap.bigint(a) == heap.bigint(b);
    }
    false
}

/// An object that has a table in one of its internal slots.
pub(crate) trait Collection: ObjectData {
    /// What an entry holds beside its key.
    type Item: Copy;
    /// `Map`, `Set`, `WeakMap` or `WeakSet`.
    const NAME: &'static str;

    fn table(&self) -> &OrderedTable<Self::Item>;
    fn table_mut(&mut self) -> &mut OrderedTable<Self::Item>;
}

/// A collection whose constructor takes what to fill it with.
pub(crate) trait FilledCollection: Collection {
    /// Its prototype.
    const PROTOTYPE: Intrinsic;
    /// The method by which the constructor adds.
    const ADDER: PropertyKey;
}

/// Reports keys and values of a table to the collector.
pub(crate) fn trace_table<V: Copy>(table: &OrderedTable<V>, tracer: &mut Tracer, value: impl Fn(V) -> Value) {
    for (key, item) in table.iter() {
        tracer.value(key);
        tracer.value(value(item));
    }
}

impl Vm {
    /// The start of the four constructors (§24.1.1.1 and its likes): the new object, and the method that adds to it when
    /// there is something to add.
    pub(crate) fn begin_collection<C: FilledCollection>(
        &mut self,
        data: C,
        iterable: Value,
    ) -> Completion<(ObjectId, Option<Value>)> {
        let new_target = self.new_target();
        if new_target.is_undefined() {
            return Err(self.type_error(&format!("Constructor {} requires 'new'", C::NAME)));
        }
        let kind = ObjectKind::Data(Box::new(data));
        let collection = self.ordinary_create_from_constructor(new_target, C::PROTOTYPE, kind)?;
        if iterable.is_nullish() {
            return Ok((collection, None));
        }
        let adder = self.get(collection, C::ADDER)?;
        if !self.is_callable(adder) {
            let (shown, name) = (self.describe(adder), self.heap.key_label(C::ADDER));
            let class = C::NAME;
            let message = format!("'{shown}' returned for property '{name}' of object '#<{class}>' is not a function");
            return Err(self.type_error(&message));
        }
        Ok((collection, Some(adder)))
    }

    /// The canonical form of a key with its hash.
    #[inline]
    pub(crate) fn map_key(&mut self, value: Value) -> Completion<MapKey> {
        let (value, hash) = match value.unpack() {
            Unpacked::String(id) => {
                let id = self.heap.flatten(id)?;
                let length = self.heap.string_len(id) as u64;
                self.charge_fuel(length / 64)?;
                (Value::string(id), self.heap.string_hash(id))
            }
            Unpacked::Double(number) => {
                let value = Value::number(if number == 0.0 { 0.0 } else { number });
                (value, hash_word(value))
            }
            Unpacked::BigInt(id) => {
                let mut state = KeyedHasher::new();
                self.heap.bigint(id).hash(&mut state);
                (value, state.finish())
            }
            _ => (value, hash_word(value)),
        };
        Ok(MapKey { value, hash: (hash ^ hash >> 32) as u32 })
    }

    /// The receiver of a method of a collection: TypeError naming the method when it is something else.
    #[inline]
    pub(crate) fn this_collection<C: Collection>(&mut self, this: Value, method: &str) -> Completion<ObjectId> {
        match this.as_object() {
            Some(id) if self.heap.data::<C>(id).is_some() => Ok(id),
            _ => Err(self.wrong_collection::<C>(this, method)),
        }
    }

    #[cold]
    fn wrong_collection<C: Collection>(&mut self, this: Value, method: &str) -> crate::completion::Unwind {
        let shown = self.describe(this);
        self.type_error(&format!("Method {}.prototype.{method} called on incompatible receiver {shown}", C::NAME))
    }

    /// The position of a key in a collection.
    #[inline]
    pub(crate) fn collection_find<C: Collection>(&self, collection: ObjectId, key: MapKey) -> Option<u32> {
        self.heap.data::<C>(collection)?.table().find(&self.heap, key)
    }

    /// Sets the item of a key, inserting it at the end when it is new.
    ///
    /// # Errors
    /// The memory limit; a RangeError when the collection is full.
    #[inline]
    pub(crate) fn collection_insert<C: Collection>(
        &mut self,
        collection: ObjectId,
        key: MapKey,
        item: C::Item,
    ) -> Completion<()> {
        let Some(data) = self.heap.data::<C>(collection) else { return Ok(()) };
        let table = data.table();
        if let Some(position) = table.find(&self.heap, key) {
            if let Some(data) = self.heap.data_mut::<C>(collection) {
                data.table_mut().set_value_at(position, item);
            }
            return Ok(());
        }
        if table.len() >= MAX_ENTRIES {
            return Err(self.range_error(&format!("{} maximum size exceeded", C::NAME)));
        }
        let growth = table.growth();
        if growth > 0 {
            self.heap.charge(growth)?;
            self.charge_fuel(growth as u64 / 64)?;
        }
        if let Some(data) = self.heap.data_mut::<C>(collection) {
            data.table_mut().push(key, item);
        }
        Ok(())
    }

    /// Deletes a key; whether it was there.
    pub(crate) fn collection_delete<C: Collection>(&mut self, collection: ObjectId, key: MapKey) -> bool {
        let Some(position) = self.collection_find::<C>(collection, key) else { return false };
        if let Some(data) = self.heap.data_mut::<C>(collection) {
            data.table_mut().remove(position);
        }
        true
    }

    /// Whether a property of an intrinsic object is still the built-in function with this body.
    pub(crate) fn has_native(&mut self, intrinsic: Intrinsic, property: PropertyKey, body: NativeFn) -> bool {
        let object = self.intrinsic(intrinsic);
        match self.heap.find_named(object, property) {
            Some((slot, attributes)) if !attributes.is_accessor() => {
                let value = self.read_slot(object, slot);
                self.is_native_function(value, body)
            }
            _ => false,
        }
    }

    /// Whether an object has the given prototype and no own properties.
    pub(crate) fn is_bare(&mut self, object: ObjectId, proto: Intrinsic) -> bool {
        let proto = self.intrinsic(proto);
        let target = self.heap.object(object);
        self.heap.shapes.get(target.shape).table.entries.is_empty() && self.heap.proto_of(object) == Some(proto)
    }
}

/// Most entries of one collection.
const MAX_ENTRIES: usize = 1 << 24;

#[inline(always)]
fn hash_word(value: Value) -> u64 {
    hash::hash_word(value.bits())
}

/// The arguments without the first: operations of the prelude take the receiver as their first argument.
pub(crate) fn rest(args: Args) -> Args {
    Args { start: args.start + 1, len: args.len.saturating_sub(1) }
}
