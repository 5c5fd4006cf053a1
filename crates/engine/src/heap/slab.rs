//! A growable table with a free list and mark bits.

/// A slab of things addressed by index. Freed entries keep a tombstone value until they are reused.
#[derive(Debug)]
pub(crate) struct Slab<T> {
    entries: Vec<T>,
    free: Vec<u32>,
    marks: Vec<u64>,
}

impl<T> Slab<T> {
    pub(crate) const fn new() -> Slab<T> {
        Slab { entries: Vec::new(), free: Vec::new(), marks: Vec::new() }
    }

    pub(crate) fn from_entries(entries: Vec<T>) -> Slab<T> {
        Slab { entries, free: Vec::new(), marks: Vec::new() }
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, value: T) -> u32 {
        if let Some(index) = self.free.pop()
            && let Some(entry) = self.entries.get_mut(index as usize)
        {
            *entry = value;
            return index;
        }
        let index = self.entries.len() as u32;
        self.entries.push(value);
        index
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> &T {
        &self.entries[index as usize]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut T {
        &mut self.entries[index as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Clears all marks; call before marking.
    pub(crate) fn clear_marks(&mut self) {
        self.marks.clear();
        self.marks.resize(self.entries.len().div_ceil(64), 0);
    }

    /// Marks an entry; true when it was not marked before.
    #[inline(always)]
    pub(crate) fn mark(&mut self, index: u32) -> bool {
        let Some(word) = self.marks.get_mut(index as usize / 64) else { return false };
        let bit = 1u64 << (index % 64);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    #[inline(always)]
    pub(crate) fn is_marked(&self, index: u32) -> bool {
        self.marks.get(index as usize / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    /// Frees every unmarked entry from `first` on: `release` takes what it owned and leaves a tombstone. The free
    /// list is rebuilt so that low indices are reused first.
    pub(crate) fn sweep(&mut self, first: u32, mut release: impl FnMut(u32, &mut T)) {
        self.free.clear();
        for index in (first as usize..self.entries.len()).rev() {
            let marked = self.marks.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0);
            if !marked && let Some(entry) = self.entries.get_mut(index) {
                release(index as u32, entry);
                self.free.push(index as u32);
            }
        }
    }
}
