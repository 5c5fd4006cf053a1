//! The tree between the parser's syntax tree and the program: case folding and class arithmetic done, sets interned.

use std::collections::HashMap;

use crate::charset::{CharSet, MAX_CODE_POINT};

/// Index of a set in [`SetTable`], and of its compiled form in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SetId(pub(crate) u32);

/// The distinct sets of a pattern.
#[derive(Default)]
pub(crate) struct SetTable {
    sets: Vec<CharSet>,
    ids: HashMap<CharSet, SetId>,
}

impl SetTable {
    /// The id of `set`, the same for equal sets.
    pub(crate) fn intern(&mut self, set: CharSet) -> SetId {
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        let id = SetId(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
        self.sets.push(set.clone());
        self.ids.insert(set, id);
        id
    }

    /// The set of an id from [`SetTable::intern`].
    pub(crate) fn get(&self, id: SetId) -> &CharSet {
        static EMPTY: CharSet = CharSet::EMPTY;
        self.sets.get(id.0 as usize).unwrap_or(&EMPTY)
    }

    /// All sets in the order of their ids.
    pub(crate) fn into_sets(self) -> Vec<CharSet> {
        self.sets
    }
}

/// Simple assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assertion {
    TextStart,
    TextEnd,
    LineStart,
    LineEnd,
    /// `\b` with the set of word characters in force.
    WordBoundary(SetId),
    /// `\B` with the set of word characters in force.
    NotWordBoundary(SetId),
}

/// What a back-reference refers to.
#[derive(Clone, Debug)]
pub(crate) enum Reference {
    Index(u32),
    Name(String),
}

/// How often and in what manner a body is repeated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repetition {
    pub(crate) min: u32,
    /// `u32::MAX` means no bound.
    pub(crate) max: u32,
    pub(crate) greedy: bool,
    /// The groups in the body: first one and the one after the last.
    pub(crate) groups: (u32, u32),
}

/// Which way and with which sense a look-around looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookKind {
    pub(crate) behind: bool,
    pub(crate) negative: bool,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Empty,
    Char(u32),
    Set(SetId),
    Cat(Vec<Node>),
    Alt(Vec<Node>),
    Group(u32, Box<Node>),
    Repeat(Repetition, Box<Node>),
    Look(LookKind, Box<Node>),
    Assert(Assertion),
    BackReference(Reference, bool),
}

/// A part of a pattern with what is known about it.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// Characters a match that consumes something can begin with (reading forwards); may have more members.
    pub(crate) first: CharSet,
    /// Least number of characters consumed.
    pub(crate) min_len: u32,
    /// Greatest number of characters consumed; `u32::MAX` if unbounded.
    pub(crate) max_len: u32,
}

/// Sets of first characters with more ranges than this are widened.
const MAX_FIRST_RANGES: usize = 48;

/// Replaces a set of many ranges by a superset that is exact for Latin-1.
pub(crate) fn widen(set: CharSet) -> CharSet {
    if set.ranges().len() <= MAX_FIRST_RANGES {
        return set;
    }
    set.intersection(&CharSet::range(0, 0xFF)).union(&CharSet::range(0x100, MAX_CODE_POINT))
}

impl Node {
    fn zero_width(kind: Kind) -> Self {
        Self { kind, first: CharSet::new(), min_len: 0, max_len: 0 }
    }

    pub(crate) fn empty() -> Self {
        Self::zero_width(Kind::Empty)
    }

    pub(crate) fn assertion(assertion: Assertion) -> Self {
        Self::zero_width(Kind::Assert(assertion))
    }

    pub(crate) fn look(kind: LookKind, body: Self) -> Self {
        Self::zero_width(Kind::Look(kind, Box::new(body)))
    }

    pub(crate) fn character(ch: u32) -> Self {
        Self { kind: Kind::Char(ch), first: CharSet::single(ch), min_len: 1, max_len: 1 }
    }

    pub(crate) fn set(set: CharSet, sets: &mut SetTable) -> Self {
        if let Some(ch) = set.only_member() {
            return Self::character(ch);
        }
        let first = widen(set.clone());
        Self { kind: Kind::Set(sets.intern(set)), first, min_len: 1, max_len: 1 }
    }

    pub(crate) fn back_reference(reference: Reference, ignore_case: bool) -> Self {
        Self {
            kind: Kind::BackReference(reference, ignore_case),
            first: CharSet::range(0, MAX_CODE_POINT),
            min_len: 0,
            max_len: u32::MAX,
        }
    }

    pub(crate) fn group(index: u32, body: Self) -> Self {
        Self {
            first: body.first.clone(),
            min_len: body.min_len,
            max_len: body.max_len,
            kind: Kind::Group(index, Box::new(body)),
        }
    }

    pub(crate) fn cat(mut items: Vec<Self>) -> Self {
        items.retain(|item| !matches!(item.kind, Kind::Empty));
        if items.len() < 2 {
            return items.pop().unwrap_or_else(Self::empty);
        }
        let mut first = CharSet::new();
        for item in &items {
            first = widen(first.union(&item.first));
            if item.min_len > 0 {
                break;
            }
        }
        let min_len = items.iter().fold(0_u32, |len, item| len.saturating_add(item.min_len));
        let max_len = items.iter().fold(0_u32, |len, item| len.saturating_add(item.max_len));
        Self { kind: Kind::Cat(items), first, min_len, max_len }
    }

    /// Alternatives in order. Single characters side by side become one set.
    pub(crate) fn alt(items: Vec<Self>, sets: &mut SetTable) -> Self {
        let mut merged: Vec<Self> = Vec::with_capacity(items.len());
        let mut pending: Vec<(u32, u32)> = Vec::new();
        for item in items {
            if let Some(set) = item.as_set(sets) {
                pending.extend_from_slice(set.ranges());
                continue;
            }
            if !pending.is_empty() {
                merged.push(Self::set(CharSet::from_ranges(std::mem::take(&mut pending)), sets));
            }
            merged.push(item);
        }
        if !pending.is_empty() {
            merged.push(Self::set(CharSet::from_ranges(pending), sets));
        }
        if merged.len() < 2 {
            return merged.pop().unwrap_or_else(Self::empty);
        }
        let first = CharSet::from_ranges(merged.iter().flat_map(|item| item.first.ranges()).copied().collect());
        let min_len = merged.iter().map(|item| item.min_len).min().unwrap_or(0);
        let max_len = merged.iter().map(|item| item.max_len).max().unwrap_or(0);
        Self { kind: Kind::Alt(merged), first: widen(first), min_len, max_len }
    }

    pub(crate) fn repeat(repetition: Repetition, body: Self) -> Self {
        let Repetition { min, max, .. } = repetition;
        if max == 0 {
            return Self::empty();
        }
        if body.max_len == 0 {
            // A second iteration of something without width changes nothing, and an optional one is refused.
            return if min == 0 { Self::empty() } else { body };
        }
        if min == 1 && max == 1 {
            return body;
        }
        Self {
            first: body.first.clone(),
            min_len: body.min_len.saturating_mul(min),
            max_len: body.max_len.saturating_mul(max),
            kind: Kind::Repeat(repetition, Box::new(body)),
        }
    }

    /// The set this node matches one member of, if it is that simple.
    pub(crate) fn as_set(&self, sets: &SetTable) -> Option<CharSet> {
        match self.kind {
            Kind::Char(ch) => Some(CharSet::single(ch)),
            Kind::Set(id) => Some(sets.get(id).clone()),
            _ => None,
        }
    }
}
