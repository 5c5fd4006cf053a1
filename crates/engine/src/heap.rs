//! The heap: typed slabs addressed by 32-bit indices, with exact accounting and mark-and-sweep collection.
//!
//! Fixed-size things are allocated without a check and counted; the dispatch loop compares the count with the limit at
//! every safepoint. Whatever has a size that a program chooses (strings, elements, buffers) is charged with
//! [`Heap::charge`] *before* it is allocated. After a collection the count is recomputed from what is alive.

pub(crate) mod bigint;
pub(crate) mod elements;
pub(crate) mod gc;
pub(crate) mod hash;
mod intern;
pub(crate) mod object;
pub(crate) mod shape;
pub(crate) mod slab;
pub(crate) mod slots;
pub(crate) mod string;
pub(crate) mod string_builder;
pub(crate) mod symbol;
pub(crate) mod text;

use std::sync::Arc;

use num_bigint::BigInt;

use crate::completion::{Abort, Unwind};
use crate::realm::statics::Statics;
use crate::value::{AccessorId, CellId, ObjectId, Value};
use intern::StringTable;
use object::Object;
use shape::Shapes;
use slab::Slab;
use slots::SlotArena;
use string::StringEntry;
use symbol::SymbolEntry;

/// A getter/setter pair in a property slot. Absent functions are undefined.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Accessor {
    pub(crate) get: Value,
    pub(crate) set: Value,
}

/// All memory of one execution.
pub struct Heap {
    pub(crate) objects: Slab<Object>,
    pub(crate) slots: SlotArena,
    pub(crate) shapes: Shapes,
    pub(crate) strings: Slab<StringEntry>,
    pub(crate) string_table: StringTable,
    pub(crate) symbols: Slab<SymbolEntry>,
    pub(crate) bigints: Slab<BigInt>,
    pub(crate) cells: Slab<Value>,
    pub(crate) accessors: Slab<Accessor>,
    pub(crate) statics: Arc<Statics>,
    /// Changes whenever an object that is a prototype changes its structure; inline caches compare it.
    pub(crate) proto_epoch: u32,
    used: usize,
    /// The part of it that the host holds for the program until the end.
    held: usize,
    /// Code units of ropes that were flattened since the last safepoint, which pays for them.
    pub(crate) flattened: usize,
    limit: usize,
    pub(crate) gc_threshold: usize,
}

/// Bytes charged for an object without elements and data.
pub(crate) const OBJECT_BYTES: usize = size_of::<Object>();

impl Heap {
    pub(crate) fn new(statics: Arc<Statics>, limit: Option<usize>) -> Heap {
        Heap {
            objects: Slab::new(),
            slots: SlotArena::new(),
            shapes: Shapes::new(),
            strings: Slab::new(),
            string_table: StringTable::new(),
            symbols: symbol::well_known_symbols(),
            bigints: Slab::new(),
            cells: Slab::new(),
            accessors: Slab::new(),
            statics,
            proto_epoch: 1,
            used: 0,
            held: 0,
            flattened: 0,
            limit: limit.unwrap_or(usize::MAX),
            gc_threshold: gc::first_threshold(limit),
        }
    }

    /// Bytes in use as far as counted: everything alive after the last collection, and all allocations since.
    #[must_use]
    pub fn used_bytes(&self) -> usize {
        self.used
    }

    /// The limit in bytes, `usize::MAX` when there is none.
    #[must_use]
    pub fn limit_bytes(&self) -> usize {
        self.limit
    }

    pub(crate) fn set_used(&mut self, used: usize) {
        self.used = used + self.held;
    }

    /// Charges memory that the host holds for the program until the end of it.
    ///
    /// # Errors
    /// The memory limit, which no program can catch.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Unwind> {
        self.charge(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// Counts a fixed-size allocation.
    #[inline(always)]
    pub(crate) fn count(&mut self, bytes: usize) {
        self.used += bytes;
    }

    /// Charges an allocation whose size the program chooses, before it is made.
    ///
    /// # Errors
    /// The memory limit, which no program can catch.
    #[inline]
    pub fn charge(&mut self, bytes: usize) -> Result<(), Unwind> {
        let used = self.used.saturating_add(bytes);
        if used > self.limit {
            return Err(Unwind::Abort(Abort::MemoryLimit));
        }
        self.used = used;
        Ok(())
    }

    /// Fails when so many bytes would not fit, without counting them: before a short-lived buffer is made, or one that
    /// is charged when it becomes a string.
    ///
    /// # Errors
    /// The memory limit, which no program can catch.
    #[inline]
    pub fn ensure(&self, bytes: usize) -> Result<(), Unwind> {
        if self.used.saturating_add(bytes) > self.limit {
            return Err(Unwind::Abort(Abort::MemoryLimit));
        }
        Ok(())
    }

    /// Takes back a charge for memory that is given up or charged again under another name.
    #[inline]
    pub(crate) fn uncharge(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    /// Whether a collection is due.
    #[inline(always)]
    pub(crate) fn wants_collection(&self) -> bool {
        self.used > self.gc_threshold
    }

    // ── Cells and accessors ────────────────────────────────────────────────────────────────────────────────────────

    #[inline]
    pub(crate) fn new_cell(&mut self, value: Value) -> CellId {
        self.count(16);
        CellId(self.cells.insert(value))
    }

    #[inline(always)]
    pub(crate) fn cell(&self, id: CellId) -> Value {
        *self.cells.get(id.0)
    }

    #[inline(always)]
    pub(crate) fn set_cell(&mut self, id: CellId, value: Value) {
        *self.cells.get_mut(id.0) = value;
    }

    pub(crate) fn new_accessor(&mut self, get: Value, set: Value) -> Value {
        self.count(size_of::<Accessor>());
        Value::accessor(AccessorId(self.accessors.insert(Accessor { get, set })))
    }

    pub(crate) fn accessor(&self, id: AccessorId) -> Accessor {
        *self.accessors.get(id.0)
    }

    // ── Objects ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// The object behind an id.
    #[inline(always)]
    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        self.objects.get(id.0)
    }

    #[inline(always)]
    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        self.objects.get_mut(id.0)
    }
}
