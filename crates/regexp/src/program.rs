//! The compiled form of a pattern: instructions with side tables. Plain data, shared by all matches.

use crate::case::Folding;
use crate::charset::{self, CharSet};
use crate::memo::MemoPlan;
use crate::prefilter::Prefilter;

/// "No such class, register or position".
pub(crate) const NONE: u32 = u32::MAX;

/// One instruction. Operands are indices of the tables of [`Program`], or addresses of instructions.
/// Instructions with `Back` read the input backwards, for lookbehind.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Insn {
    /// The whole pattern has matched.
    Match,
    /// One character.
    Char(u32),
    CharBack(u32),
    /// One character of a class.
    Class(u32),
    ClassBack(u32),
    /// Code units as they are: position and number in `Program::literals`.
    Literal(u32, u32),
    LiteralBack(u32, u32),
    /// Code units after or-ing each with its mask: ASCII letters of either case.
    FoldedLiteral(u32, u32),
    /// As many characters of a class as possible, fewer on backtracking.
    RunGreedy(u32),
    /// As many characters of a class as possible, never fewer: what follows could not match earlier.
    RunAtomic(u32),
    /// As few characters of a class as possible, more on backtracking.
    RunLazy(u32),
    Jump(u32),
    /// Goes on here, on backtracking at the target.
    Split(u32),
    /// Goes on at the target, on backtracking here.
    SplitTo(u32),
    /// `Split` if the next character is in the class, else `Jump`.
    TryClass(u32, u32),
    /// Goes on here if the next character is in the class, else `Jump`.
    IfClass(u32, u32),
    /// Writes the position to a capture slot.
    Save(u32),
    /// Clears the groups from the first up to before the second.
    Reset(u32, u32),
    /// Enters a counted loop: sets its counter to zero.
    LoopStart(u32),
    /// Decides whether a counted loop does another iteration.
    LoopTest(u32),
    /// Begins an iteration.
    LoopEnter(u32),
    /// Ends an iteration: fails if it was optional and empty.
    LoopNext(u32),
    /// Begins a look-around whose body must match.
    LookStart(u32),
    /// The body has matched: drops its choices and goes back to where it began.
    LookEnd(u32),
    /// Begins a look-around whose body must not match; goes on at the address when it does not.
    NotStart(u32, u32),
    /// The body has matched: drops its choices and effects, and fails.
    NotEnd(u32),
    TextStart,
    TextEnd,
    LineStart,
    LineEnd,
    WordBoundary(u32),
    NotWordBoundary(u32),
    BackReference(u32),
    BackReferenceBack(u32),
}

/// Characters a class matches.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// Members of Latin-1.
    pub(crate) latin1: Box<[bool; 256]>,
    /// Members above Latin-1: sorted ranges.
    high: Box<[(u32, u32)]>,
    /// The bytes that end a run of a class with nearly all of Latin-1.
    pub(crate) stops: Bytes,
    /// The bytes that are members, if they are few.
    pub(crate) hits: Bytes,
}

/// A few bytes for `memchr` to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    Zero,
    One(u8),
    Two(u8, u8),
    Three(u8, u8, u8),
    Many,
}

impl Bytes {
    fn collect(latin1: &[bool; 256], wanted: bool) -> Self {
        let mut bytes = (0..=255).zip(latin1.iter()).filter(|&(_, &member)| member == wanted).map(|(byte, _)| byte);
        match (bytes.next(), bytes.next(), bytes.next(), bytes.next()) {
            (None, ..) => Self::Zero,
            (Some(a), None, ..) => Self::One(a),
            (Some(a), Some(b), None, _) => Self::Two(a, b),
            (Some(a), Some(b), Some(c), None) => Self::Three(a, b, c),
            _ => Self::Many,
        }
    }
}

impl Class {
    pub(crate) fn new(set: &CharSet) -> Self {
        let mut latin1 = Box::new([false; 256]);
        let mut high = Vec::new();
        for &(first, last) in set.ranges() {
            if let Some(part) = latin1.get_mut(first as usize..=last.min(0xFF) as usize) {
                part.fill(true);
            }
            if last > 0xFF {
                high.push((first.max(0x100), last));
            }
        }
        let (stops, hits) = (Bytes::collect(&latin1, false), Bytes::collect(&latin1, true));
        Self { latin1, high: high.into(), stops, hits }
    }

    /// Whether `ch` is a member.
    #[inline(always)]
    pub(crate) fn contains(&self, ch: u32) -> bool {
        match u8::try_from(ch) {
            Ok(byte) => self.latin1[usize::from(byte)],
            Err(_) => self.contains_high(ch),
        }
    }

    #[inline]
    fn contains_high(&self, ch: u32) -> bool {
        match *self.high {
            [] => false,
            [(first, last)] => first <= ch && ch <= last,
            _ => charset::contains(&self.high, ch),
        }
    }

    /// Bytes on the heap.
    pub(crate) fn size(&self) -> usize {
        256 + self.high.len() * 8
    }
}

/// A loop over one class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) class: u32,
    pub(crate) min: u32,
    /// `NONE` means no bound.
    pub(crate) max: u32,
    /// What follows begins with a character of this class; `NONE` if that is not known.
    pub(crate) follow: u32,
}

/// A loop over any other body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loop {
    /// Register that counts the iterations done.
    pub(crate) counter: u32,
    /// Register with the position at which the iteration began; `NONE` if no iteration can be empty.
    pub(crate) position: u32,
    pub(crate) min: u32,
    /// `NONE` means no bound.
    pub(crate) max: u32,
    pub(crate) greedy: bool,
    /// Every iteration begins with a character of this class; `NONE` if that is not known.
    pub(crate) first: u32,
    /// What follows cannot begin with a character of `first`: no choice needs to be kept.
    pub(crate) exclusive: bool,
    /// Groups to clear: first one and the one after the last.
    pub(crate) groups: (u32, u32),
    pub(crate) test: u32,
    pub(crate) body: u32,
    pub(crate) exit: u32,
}

impl Loop {
    /// The count from which on more iterations make no difference.
    pub(crate) fn cap(&self) -> u32 {
        if self.max == NONE { self.min } else { self.max }
    }
}

/// Registers of a look-around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Height of the backtrack stack at the beginning.
    pub(crate) height: u32,
    /// Position at the beginning.
    pub(crate) position: u32,
}

/// A back-reference.
#[derive(Clone, Debug)]
pub(crate) struct BackReference {
    /// Groups of the name; at most one of them has matched.
    pub(crate) groups: Vec<u32>,
    pub(crate) folding: Option<Folding>,
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) code: Vec<Insn>,
    pub(crate) classes: Vec<Class>,
    pub(crate) runs: Vec<Run>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) looks: Vec<Look>,
    pub(crate) references: Vec<BackReference>,
    /// Code units of all literals.
    pub(crate) literals: Vec<u16>,
    /// Masks of folded literals, parallel to `literals`.
    pub(crate) masks: Vec<u8>,
    pub(crate) registers: u32,
    pub(crate) group_count: u32,
    pub(crate) prefilter: Prefilter,
    pub(crate) memo: MemoPlan,
    /// Whether surrogate pairs are one character.
    pub(crate) unicode: bool,
}

impl Program {
    /// Bytes on the heap, about.
    pub(crate) fn size(&self) -> usize {
        size_of::<Self>()
            + self.code.len() * (size_of::<Insn>() + 4)
            + self.classes.iter().map(|class| class.size() + size_of::<Class>()).sum::<usize>()
            + self.runs.len() * size_of::<Run>()
            + self.loops.len() * size_of::<Loop>()
            + self.literals.len() * 3
            + self.references.iter().map(|reference| 32 + reference.groups.len() * 4).sum::<usize>()
    }
}
