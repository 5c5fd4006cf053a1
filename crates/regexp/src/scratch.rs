//! The working memory of a match, kept between matches.

use crate::memo::Memo;
use crate::program::NONE;

/// Start and end of a group in code units; `None` if it did not take part in the match.
pub type Group = Option<(u32, u32)>;

/// Memory limits of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchLimits {
    /// Most choices and saved values on the backtrack stack, 16 bytes each.
    pub max_frames: usize,
    /// Most bytes for remembering failed states; without them, hostile patterns take exponentially many steps.
    pub max_memo_bytes: usize,
    /// Choices that may be resumed before failed states are remembered (plus one for every four positions).
    pub memo_after: u64,
}

impl Default for MatchLimits {
    fn default() -> Self {
        Self { max_frames: 1 << 21, max_memo_bytes: 1 << 24, memo_after: 2000 }
    }
}

/// Something to go back to, or to undo on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// Go on at `pc` and `pos`.
    Choice { pc: u32, pos: u32 },
    /// A greedy run before `pc` that may end anywhere from `low` to before `high`.
    Run { pc: u32, low: u32, high: u32 },
    /// A lazy run before `pc` that has ended at `pos` and may have `left` more characters.
    Lazy { pc: u32, pos: u32, left: u32 },
    /// Restore a capture slot.
    Slot { slot: u32, old: u32 },
    /// Restore a register.
    Register { register: u32, old: u32 },
}

/// Working memory and result of a match. Use one for many matches; it belongs to no pattern.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Limits of the next matches.
    pub limits: MatchLimits,
    pub(crate) stack: Vec<Frame>,
    pub(crate) slots: Vec<u32>,
    pub(crate) registers: Vec<u32>,
    pub(crate) memo: Memo,
    /// Choices resumed in this search.
    pub(crate) resumed: u64,
    /// Whether a slot may be set.
    pub(crate) dirty: bool,
    groups: Vec<Group>,
}

/// Bytes that stay allocated between matches.
const KEPT_BYTES: usize = 1 << 16;

impl Scratch {
    /// Empty working memory with default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// The groups of the last successful match, the whole match first. Empty after anything else.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Bytes held on the heap.
    pub fn size(&self) -> usize {
        self.stack.capacity() * size_of::<Frame>()
            + (self.slots.capacity() + self.registers.capacity()) * 4
            + self.groups.capacity() * size_of::<Group>()
            + self.memo.size()
    }

    pub(crate) fn begin(&mut self, group_count: u32, registers: u32) {
        self.groups.clear();
        self.stack.clear();
        self.slots.clear();
        self.slots.resize(2 * group_count as usize, NONE);
        self.registers.resize(registers as usize, 0);
        self.resumed = 0;
        self.dirty = false;
    }

    /// Frees what a match has left, except for a little.
    pub(crate) fn finish(&mut self) {
        self.stack.clear();
        if self.stack.capacity() * size_of::<Frame>() > KEPT_BYTES {
            self.stack.shrink_to(KEPT_BYTES / size_of::<Frame>());
        }
        self.memo.reset(KEPT_BYTES);
    }

    pub(crate) fn publish_groups(&mut self) {
        let pairs = self.slots.chunks_exact(2);
        self.groups.extend(pairs.map(|pair| match *pair {
            [start, end] if start != NONE && end != NONE => Some((start, end)),
            _ => None,
        }));
    }
}
