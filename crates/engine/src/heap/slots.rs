//! The slot arena: property values of all objects and captured cells of all closures, in one vector.
//!
//! A block holds a power of two of values; freed blocks are kept by size and reused. One vector means that making an
//! object needs no allocation of its own.

use crate::value::Value;

/// A block in the arena: where it starts and the logarithm of its size. `Block::EMPTY` has no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) offset: u32,
    pub(crate) class: u8,
}

impl Block {
    pub(crate) const EMPTY: Block = Block { offset: 0, class: NO_CLASS };

    /// The class of a block with room for `len` values.
    pub(crate) fn class_of(len: usize) -> u8 {
        len.next_power_of_two().trailing_zeros() as u8
    }

    #[inline(always)]
    pub(crate) fn capacity(self) -> usize {
        if self.class == NO_CLASS { 0 } else { 1 << self.class }
    }
}

const NO_CLASS: u8 = u8::MAX;
const CLASSES: usize = 28;

#[derive(Debug)]
pub(crate) struct SlotArena {
    values: Vec<Value>,
    free: [Vec<u32>; CLASSES],
}

impl SlotArena {
    pub(crate) fn new() -> SlotArena {
        SlotArena { values: Vec::new(), free: [const { Vec::new() }; CLASSES] }
    }

    /// A block with room for `len` values, all undefined.
    #[inline]
    pub(crate) fn allocate(&mut self, len: usize) -> Block {
        if len == 0 {
            return Block::EMPTY;
        }
        let class = Block::class_of(len);
        if let Some(offset) = self.free.get_mut(class as usize).and_then(Vec::pop) {
            let start = offset as usize;
            if let Some(values) = self.values.get_mut(start..start + (1 << class)) {
                values.fill(Value::UNDEFINED);
            }
            return Block { offset, class };
        }
        let offset = self.values.len() as u32;
        self.values.resize(self.values.len() + (1 << class), Value::UNDEFINED);
        Block { offset, class }
    }

    /// Moves the first `len` values of `block` to a bigger block and frees the old one.
    pub(crate) fn grow(&mut self, block: Block, len: usize, needed: usize) -> Block {
        let bigger = self.allocate(needed.max(len * 2));
        let from = block.offset as usize;
        self.values.copy_within(from..from + len, bigger.offset as usize);
        self.release(block);
        bigger
    }

    pub(crate) fn release(&mut self, block: Block) {
        if block.class != NO_CLASS
            && let Some(list) = self.free.get_mut(block.class as usize)
        {
            list.push(block.offset);
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, block: Block, index: u32) -> Value {
        self.values[(block.offset + index) as usize]
    }

    #[inline(always)]
    pub(crate) fn at(&self, offset: u32) -> Value {
        self.values[offset as usize]
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, block: Block, index: u32, value: Value) {
        self.values[(block.offset + index) as usize] = value;
    }

    /// Copies values into the start of a block.
    #[inline]
    pub(crate) fn fill_from(&mut self, block: Block, source: &[Value]) {
        let start = block.offset as usize;
        if let Some(target) = self.values.get_mut(start..start + source.len()) {
            target.copy_from_slice(source);
        }
    }

    /// The first `len` values of a block.
    pub(crate) fn slice(&self, block: Block, len: usize) -> &[Value] {
        let start = block.offset as usize;
        self.values.get(start..start + len).unwrap_or(&[])
    }
}
