//! Hidden classes: which properties an object has, in which slots, with which attributes, and its prototype.
//!
//! A *shared* shape is a node of a transition tree: adding a property leads to the next shape. A *unique* shape
//! belongs to one object: prototypes, objects with many properties, and objects that lost or changed a property.
//! Unique shapes change in place, but take a new id whenever an inline cache may know the old one.

use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

use super::slab::Slab;
use crate::value::{ObjectId, PropertyKey};

/// A shape in the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ShapeId(pub(crate) u32);

/// Property attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attributes(pub(crate) u8);

impl Attributes {
    /// Writable, enumerable, configurable: what assignment makes.
    pub const ALL: Attributes = Attributes(0b111);
    /// Writable and configurable: what built-in methods have.
    pub const HIDDEN: Attributes = Attributes(0b101);
    /// Configurable only.
    pub const CONFIGURABLE: Attributes = Attributes(0b100);
    /// None of the three.
    pub const NONE: Attributes = Attributes(0);
    const ACCESSOR: u8 = 0b1000;

    /// From the three attributes.
    #[must_use]
    pub const fn new(writable: bool, enumerable: bool, configurable: bool) -> Attributes {
        Attributes(writable as u8 | (enumerable as u8) << 1 | (configurable as u8) << 2)
    }

    /// An accessor property with the given attributes.
    #[must_use]
    pub const fn accessor(enumerable: bool, configurable: bool) -> Attributes {
        Attributes(Self::ACCESSOR | (enumerable as u8) << 1 | (configurable as u8) << 2)
    }

    #[inline(always)]
    #[allow(missing_docs)]
    #[must_use]
    pub const fn is_writable(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline(always)]
    #[allow(missing_docs)]
    #[must_use]
    pub const fn is_enumerable(self) -> bool {
        self.0 & 2 != 0
    }

    #[inline(always)]
    #[allow(missing_docs)]
    #[must_use]
    pub const fn is_configurable(self) -> bool {
        self.0 & 4 != 0
    }

    #[inline(always)]
    #[allow(missing_docs)]
    #[must_use]
    pub const fn is_accessor(self) -> bool {
        self.0 & Self::ACCESSOR != 0
    }
}

/// One property of a shape; its position is its slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShapeEntry {
    /// `None` after a deletion (unique shapes only).
    pub(crate) key: Option<PropertyKey>,
    pub(crate) attributes: Attributes,
}

/// Entries with a hash index from a certain size on.
#[derive(Debug, Clone, Default)]
pub(crate) struct PropertyTable {
    pub(crate) entries: Vec<ShapeEntry>,
    index: Option<HashTable<u32>>,
    live: u32,
}

const LINEAR_LIMIT: usize = 8;

pub(crate) fn key_hash(key: PropertyKey) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

impl PropertyTable {
    #[inline]
    pub(crate) fn find(&self, key: PropertyKey) -> Option<u32> {
        match &self.index {
            Some(index) => index
                .find(key_hash(key), |&slot| {
                    self.entries.get(slot as usize).is_some_and(|entry| entry.key == Some(key))
                })
                .copied(),
            None => self.entries.iter().position(|entry| entry.key == Some(key)).map(|slot| slot as u32),
        }
    }

    pub(crate) fn push(&mut self, key: PropertyKey, attributes: Attributes) -> u32 {
        let slot = self.entries.len() as u32;
        self.entries.push(ShapeEntry { key: Some(key), attributes });
        self.live += 1;
        if self.entries.len() > LINEAR_LIMIT {
            self.index_slot(key, slot);
        }
        slot
    }

    fn index_slot(&mut self, key: PropertyKey, slot: u32) {
        let entries = &self.entries;
        let rehash = |&slot: &u32| entries.get(slot as usize).and_then(|entry| entry.key).map_or(0, key_hash);
        match &mut self.index {
            Some(index) => {
                index.insert_unique(key_hash(key), slot, rehash);
            }
            None => {
                let mut index = HashTable::with_capacity(entries.len() * 2);
                for (slot, entry) in entries.iter().enumerate() {
                    if let Some(key) = entry.key {
                        index.insert_unique(key_hash(key), slot as u32, rehash);
                    }
                }
                self.index = Some(index);
            }
        }
    }

    fn remove(&mut self, slot: u32) {
        let Some(key) = self.entries.get(slot as usize).and_then(|entry| entry.key) else { return };
        if let Some(index) = &mut self.index
            && let Ok(found) = index.find_entry(key_hash(key), |&other| other == slot)
        {
            found.remove();
        }
        if let Some(entry) = self.entries.get_mut(slot as usize) {
            entry.key = None;
        }
        self.live -= 1;
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<ShapeEntry>() + self.index.as_ref().map_or(0, |index| index.capacity() * 5)
    }
}

/// Where adding a property leads. Most shapes have one successor.
#[derive(Debug, Default)]
enum Transitions {
    #[default]
    None,
    One((PropertyKey, Attributes), ShapeId),
    Many(Box<FxHashMap<(PropertyKey, Attributes), ShapeId>>),
}

impl Transitions {
    #[inline]
    fn get(&self, property: (PropertyKey, Attributes)) -> Option<ShapeId> {
        match self {
            Transitions::None => None,
            Transitions::One(known, next) => (*known == property).then_some(*next),
            Transitions::Many(map) => map.get(&property).copied(),
        }
    }

    fn insert(&mut self, property: (PropertyKey, Attributes), next: ShapeId) {
        match self {
            Transitions::None => *self = Transitions::One(property, next),
            Transitions::One(known, first) => {
                *self = Transitions::Many(Box::new([(*known, *first), (property, next)].into_iter().collect()));
            }
            Transitions::Many(map) => {
                map.insert(property, next);
            }
        }
    }

    fn remove(&mut self, property: (PropertyKey, Attributes)) {
        match self {
            Transitions::One(known, _) if *known == property => *self = Transitions::None,
            Transitions::Many(map) => {
                map.remove(&property);
            }
            _ => {}
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Transitions::Many(map) => map.capacity() * 24,
            _ => 0,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) proto: Option<ObjectId>,
    /// Shared with the static description of a built-in until it changes.
    pub(crate) table: Arc<PropertyTable>,
    pub(crate) is_unique: bool,
    /// An inline cache may hold this id.
    cached: bool,
    transitions: Transitions,
    parent: Option<(ShapeId, PropertyKey, Attributes)>,
    is_free: bool,
}

/// Objects with more named properties than this get a unique shape.
pub(crate) const MAX_SHARED: usize = 64;

#[derive(Debug)]
pub(crate) struct Shapes {
    slab: Slab<Shape>,
    roots: FxHashMap<Option<ObjectId>, ShapeId>,
    /// Bytes since the last time it was asked.
    allocated: usize,
}

impl Shapes {
    pub(crate) fn new() -> Shapes {
        Shapes { slab: Slab::new(), roots: FxHashMap::default(), allocated: 0 }
    }

    #[inline(always)]
    pub(crate) fn get(&self, id: ShapeId) -> &Shape {
        self.slab.get(id.0)
    }

    fn insert(&mut self, shape: Shape) -> ShapeId {
        self.allocated += size_of::<Shape>() + shape.table.bytes();
        ShapeId(self.slab.insert(shape))
    }

    /// Bytes allocated since the last call.
    pub(crate) fn take_allocated(&mut self) -> usize {
        std::mem::take(&mut self.allocated)
    }

    /// The empty shared shape with the given prototype.
    #[inline]
    pub(crate) fn root(&mut self, proto: Option<ObjectId>) -> ShapeId {
        if let Some(&id) = self.roots.get(&proto) {
            return id;
        }
        let id = self.insert(Shape {
            proto,
            table: Arc::default(),
            is_unique: false,
            cached: false,
            transitions: Transitions::None,
            parent: None,
            is_free: false,
        });
        self.roots.insert(proto, id);
        id
    }

    /// A unique shape from a table.
    pub(crate) fn unique(&mut self, proto: Option<ObjectId>, table: Arc<PropertyTable>) -> ShapeId {
        self.insert(Shape {
            proto,
            table,
            is_unique: true,
            cached: false,
            transitions: Transitions::None,
            parent: None,
            is_free: false,
        })
    }

    /// Marks a shape as known to an inline cache.
    #[inline]
    pub(crate) fn note_cached(&mut self, id: ShapeId) {
        self.slab.get_mut(id.0).cached = true;
    }

    /// The shape after adding a property to a shared shape; `None` when the object should get a unique shape.
    pub(crate) fn add_transition(&mut self, id: ShapeId, key: PropertyKey, attributes: Attributes) -> Option<ShapeId> {
        let shape = self.slab.get(id.0);
        if shape.is_unique {
            return None;
        }
        if let Some(next) = shape.transitions.get((key, attributes)) {
            return Some(next);
        }
        if shape.table.entries.len() >= MAX_SHARED {
            return None;
        }
        let proto = shape.proto;
        let mut table = PropertyTable {
            entries: Vec::with_capacity(shape.table.entries.len() + 1),
            index: None,
            live: shape.table.live,
        };
        table.entries.extend_from_slice(&shape.table.entries);
        table.push(key, attributes);
        let next = self.insert(Shape {
            proto,
            table: Arc::new(table),
            is_unique: false,
            cached: false,
            transitions: Transitions::None,
            parent: Some((id, key, attributes)),
            is_free: false,
        });
        self.slab.get_mut(id.0).transitions.insert((key, attributes), next);
        Some(next)
    }

    /// A unique shape with the same contents as `id`, which may be unique already: then it is the same or, when inline
    /// caches know it, a new id for it. Call before every change.
    pub(crate) fn for_change(&mut self, id: ShapeId) -> ShapeId {
        let shape = self.slab.get_mut(id.0);
        if shape.is_unique && !shape.cached {
            return id;
        }
        let proto = shape.proto;
        let table = if shape.is_unique { std::mem::take(&mut shape.table) } else { shape.table.clone() };
        self.unique(proto, table)
    }

    /// Adds a property to a unique shape (see [`Shapes::for_change`]).
    pub(crate) fn add(&mut self, id: ShapeId, key: PropertyKey, attributes: Attributes) -> u32 {
        self.allocated += 24;
        Arc::make_mut(&mut self.slab.get_mut(id.0).table).push(key, attributes)
    }

    pub(crate) fn remove(&mut self, id: ShapeId, slot: u32) {
        Arc::make_mut(&mut self.slab.get_mut(id.0).table).remove(slot);
    }

    /// Whether so many properties were deleted that the slots should be packed.
    pub(crate) fn wants_packing(&self, id: ShapeId) -> bool {
        let table = &self.get(id).table;
        table.entries.len() > 16 && (table.live as usize) < table.entries.len() / 2
    }

    /// Drops the entries of deleted properties; returns the old slots of the remaining ones, in order.
    pub(crate) fn pack(&mut self, id: ShapeId) -> Vec<u32> {
        let table = Arc::make_mut(&mut self.slab.get_mut(id.0).table);
        let mut kept = Vec::with_capacity(table.live as usize);
        let mut packed = PropertyTable::default();
        for (slot, entry) in table.entries.iter().enumerate() {
            if let Some(key) = entry.key {
                kept.push(slot as u32);
                packed.push(key, entry.attributes);
            }
        }
        *table = packed;
        kept
    }

    pub(crate) fn set_attributes(&mut self, id: ShapeId, slot: u32, attributes: Attributes) {
        let table = Arc::make_mut(&mut self.slab.get_mut(id.0).table);
        if let Some(entry) = table.entries.get_mut(slot as usize) {
            entry.attributes = attributes;
        }
    }

    pub(crate) fn set_proto(&mut self, id: ShapeId, proto: Option<ObjectId>) {
        self.slab.get_mut(id.0).proto = proto;
    }

    // ── Collection ─────────────────────────────────────────────────────────────────────────────────────────────────

    pub(crate) fn clear_marks(&mut self) {
        self.slab.clear_marks();
    }

    /// Marks a shape; true when it is new, so that the caller marks its prototype and keys.
    #[inline]
    pub(crate) fn mark(&mut self, id: ShapeId) -> bool {
        self.slab.mark(id.0)
    }

    pub(crate) fn parent(&self, id: ShapeId) -> Option<ShapeId> {
        self.get(id).parent.map(|(parent, ..)| parent)
    }

    /// Frees unmarked shapes; returns the bytes of the live ones.
    pub(crate) fn sweep(&mut self) -> usize {
        let marks = &self.slab;
        self.roots.retain(|_, id| marks.is_marked(id.0));
        let mut dead = Vec::new();
        self.slab.sweep(0, |_, shape| {
            if !shape.is_free {
                dead.push(shape.parent);
            }
            shape.table = Arc::default();
            shape.transitions = Transitions::None;
            shape.parent = None;
            shape.is_free = true;
        });
        for (parent, key, attributes) in dead.into_iter().flatten() {
            if self.slab.is_marked(parent.0) {
                self.slab.get_mut(parent.0).transitions.remove((key, attributes));
            }
        }
        let mut bytes = 0;
        for index in 0..self.slab.len() as u32 {
            if self.slab.is_marked(index) {
                let shape = self.slab.get(index);
                bytes += size_of::<Shape>()
                    + if Arc::strong_count(&shape.table) == 1 { shape.table.bytes() } else { 0 }
                    + shape.transitions.bytes();
            }
        }
        bytes
    }
}
