//! From nodes to a program.
//!
//! Every part is emitted knowing what follows it. From that come the choices that need not be kept: a loop whose
//! characters cannot begin what follows never gives any back, and an alternative is entered without a choice if the
//! next character rules the others out.

mod repeat;

use std::collections::HashMap;

use crate::case::Folding;
use crate::charset::{CharSet, intersects};
use crate::lower::Lowered;
use crate::memo::{ContextTable, Dimension};
use crate::node::{Assertion, Kind, LookKind, Node, Reference, SetTable, widen};
use crate::prefilter;
use crate::program::{BackReference, Class, Insn, Look, Loop, Program, Run};

/// The way the input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// What is known to come directly after a part.
#[derive(Clone, Copy, Debug)]
enum Next {
    Unknown,
    /// The end of the pattern or of a look-around: cannot fail.
    Accept,
    Assert(Assertion),
}

/// What follows a part.
#[derive(Clone, Debug)]
struct Follow {
    /// Characters it can begin with, if it consumes any.
    first: CharSet,
    /// Whether it may match without consuming a character.
    nullable: bool,
    next: Next,
}

impl Follow {
    fn unknown() -> Self {
        Self { first: CharSet::new(), nullable: true, next: Next::Unknown }
    }

    fn accept() -> Self {
        Self { first: CharSet::new(), nullable: true, next: Next::Accept }
    }

    /// What follows the part before `node`, when `self` follows `node`.
    fn prepend(&self, node: &Node) -> Self {
        let next = match first_assertion(node) {
            Lead::Nothing => self.next,
            Lead::Assertion(assertion) => Next::Assert(assertion),
            Lead::Other => Next::Unknown,
        };
        if node.min_len > 0 {
            return Self { first: node.first.clone(), nullable: false, next };
        }
        Self { first: widen(node.first.union(&self.first)), nullable: self.nullable, next }
    }
}

/// What a node does first.
enum Lead {
    Nothing,
    Assertion(Assertion),
    Other,
}

fn first_assertion(mut node: &Node) -> Lead {
    loop {
        match &node.kind {
            Kind::Empty => return Lead::Nothing,
            Kind::Assert(assertion) => return Lead::Assertion(*assertion),
            Kind::Group(_, body) if !matches!(body.kind, Kind::Empty) => node = body,
            Kind::Cat(items) => match items.first() {
                Some(item) => node = item,
                None => return Lead::Nothing,
            },
            _ => return Lead::Other,
        }
    }
}

/// Compiles a lowered pattern.
pub(crate) fn emit(lowered: Lowered, unicode: bool) -> (Program, Vec<(String, Vec<u32>)>) {
    let Lowered { root, sets, group_count, names } = lowered;
    let mut emitter = Emitter {
        sets,
        unicode,
        names: names.iter().map(|(name, groups)| (name.clone(), groups.clone())).collect(),
        code: Vec::new(),
        contexts: ContextTable::new(),
        runs: Vec::new(),
        loops: Vec::new(),
        looks: Vec::new(),
        references: Vec::new(),
        reference_ids: HashMap::new(),
        literals: Vec::new(),
        masks: Vec::new(),
        registers: 0,
    };
    emitter.node(&root, Direction::Forward, &Follow::accept());
    emitter.push(Insn::Match);
    let prefilter = prefilter::plan(&root, &mut emitter.sets, unicode, emitter.references.is_empty());
    let memo = emitter.contexts.plan(&emitter.code, &emitter.loops, emitter.references.is_empty());
    let program = Program {
        classes: emitter.sets.into_sets().iter().map(Class::new).collect(),
        literals: emitter.literals,
        masks: emitter.masks,
        code: emitter.code,
        runs: emitter.runs,
        loops: emitter.loops,
        looks: emitter.looks,
        references: emitter.references,
        registers: emitter.registers,
        group_count,
        prefilter,
        memo,
        unicode,
    };
    (program, names)
}

struct Emitter {
    sets: SetTable,
    unicode: bool,
    names: HashMap<String, Vec<u32>>,
    code: Vec<Insn>,
    /// For each instruction, the loop state the outcome from there depends on.
    contexts: ContextTable,
    runs: Vec<Run>,
    loops: Vec<Loop>,
    looks: Vec<Look>,
    references: Vec<BackReference>,
    /// References by first group, number of groups and whether they ignore case.
    reference_ids: HashMap<(u32, usize, bool), u32>,
    literals: Vec<u16>,
    masks: Vec<u8>,
    registers: u32,
}

/// An index of a table as an operand. Tables are no longer than the pattern, which is bounded.
fn operand(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Emitter {
    fn push(&mut self, insn: Insn) -> usize {
        self.code.push(insn);
        self.contexts.record();
        self.code.len() - 1
    }

    fn here(&self) -> u32 {
        operand(self.code.len())
    }

    fn patch(&mut self, at: usize, insn: Insn) {
        if let Some(slot) = self.code.get_mut(at) {
            *slot = insn;
        }
    }

    fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    fn class(&mut self, set: &CharSet) -> u32 {
        self.sets.intern(set.clone()).0
    }

    fn node(&mut self, node: &Node, direction: Direction, follow: &Follow) {
        let forward = direction == Direction::Forward;
        match &node.kind {
            Kind::Empty => {}
            Kind::Char(ch) => {
                self.push(if forward { Insn::Char(*ch) } else { Insn::CharBack(*ch) });
            }
            Kind::Set(id) => {
                self.push(if forward { Insn::Class(id.0) } else { Insn::ClassBack(id.0) });
            }
            Kind::Cat(items) if forward => self.cat(items, follow),
            Kind::Cat(items) => self.cat_back(items),
            Kind::Alt(items) => self.alt(items, direction, follow),
            Kind::Group(index, body) => {
                let (first, second) = if forward { (2 * index, 2 * index + 1) } else { (2 * index + 1, 2 * index) };
                self.push(Insn::Save(first));
                self.node(body, direction, follow);
                self.push(Insn::Save(second));
            }
            Kind::Repeat(repetition, body) => self.repeat(*repetition, body, direction, follow),
            Kind::Look(kind, body) => self.look(*kind, body),
            Kind::Assert(assertion) => {
                self.push(match assertion {
                    Assertion::TextStart => Insn::TextStart,
                    Assertion::TextEnd => Insn::TextEnd,
                    Assertion::LineStart => Insn::LineStart,
                    Assertion::LineEnd => Insn::LineEnd,
                    Assertion::WordBoundary(word) => Insn::WordBoundary(word.0),
                    Assertion::NotWordBoundary(word) => Insn::NotWordBoundary(word.0),
                });
            }
            Kind::BackReference(reference, ignore_case) => self.back_reference(reference, *ignore_case, forward),
        }
    }

    fn back_reference(&mut self, reference: &Reference, ignore_case: bool, forward: bool) {
        let groups = match reference {
            Reference::Index(index) => vec![*index],
            Reference::Name(name) => self.names.get(name).cloned().unwrap_or_default(),
        };
        let folding = if self.unicode { Folding::Simple } else { Folding::UpperCase };
        // All references to a group share one entry: a name may stand for thousands of groups.
        let first = groups.first().copied().unwrap_or(0);
        let next = operand(self.references.len());
        let id = *self.reference_ids.entry((first, groups.len(), ignore_case)).or_insert(next);
        if id == next {
            self.references.push(BackReference { groups, folding: ignore_case.then_some(folding) });
        }
        self.push(if forward { Insn::BackReference(id) } else { Insn::BackReferenceBack(id) });
    }

    /// A character as part of a literal: code unit and mask.
    fn literal_unit(&self, node: &Node, units: &mut Vec<(u16, u8)>) -> bool {
        match node.kind {
            // With `u`, a lone surrogate must not match half a pair.
            Kind::Char(ch) if self.unicode && (0xD800..0xE000).contains(&ch) => false,
            Kind::Char(ch) => match u16::try_from(ch) {
                Ok(unit) => {
                    units.push((unit, 0));
                    true
                }
                Err(_) => {
                    let mut buffer = [0; 2];
                    let pair = char::from_u32(ch).map(|ch| ch.encode_utf16(&mut buffer));
                    units.extend(pair.into_iter().flat_map(|pair| pair.iter()).map(|&unit| (unit, 0)));
                    true
                }
            },
            Kind::Set(id) => match *self.sets.get(id).ranges() {
                [(a, b), (c, d)] if a == b && c == d && (0x41..=0x5A).contains(&a) && c == a + 0x20 => {
                    units.extend(u16::try_from(c).map(|unit| (unit, 0x20)));
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The literal at the beginning of `items`: its units and how many items it is.
    fn literal(&self, items: &[Node]) -> (Vec<(u16, u8)>, usize) {
        let mut units = Vec::new();
        let count = items.iter().take_while(|item| self.literal_unit(item, &mut units)).count();
        (units, count)
    }

    fn push_literal(&mut self, units: &[(u16, u8)], direction: Direction) {
        let start = operand(self.literals.len());
        let len = operand(units.len());
        let folded = units.iter().any(|unit| unit.1 != 0);
        self.literals.extend(units.iter().map(|unit| unit.0));
        self.masks.extend(units.iter().map(|unit| unit.1));
        self.push(match direction {
            Direction::Forward if folded => Insn::FoldedLiteral(start, len),
            Direction::Forward => Insn::Literal(start, len),
            Direction::Backward => Insn::LiteralBack(start, len),
        });
    }

    fn cat(&mut self, items: &[Node], follow: &Follow) {
        // What follows each item that wants to know, from the last one on. Behind an item that consumes something
        // nothing else counts, so that it is worked out only when needed.
        let mut follows = Vec::with_capacity(items.len());
        let mut after = Some(follow.clone());
        let mut next: Option<&Node> = None;
        for item in items.iter().rev() {
            let wants = matches!(item.kind, Kind::Repeat(..) | Kind::Alt(_) | Kind::Group(..) | Kind::Cat(_));
            if after.is_none() && (wants || item.min_len == 0) {
                after = next.map(|next| Follow::unknown().prepend(next));
            }
            follows.push(if wants { after.clone() } else { None });
            after = match after {
                Some(after) if item.min_len == 0 => Some(after.prepend(item)),
                _ => None,
            };
            next = Some(item);
        }
        follows.reverse();
        let unknown = Follow::unknown();
        let mut idx = 0;
        while let (Some(item), Some(after)) = (items.get(idx), follows.get(idx)) {
            let (units, count) = self.literal(items.get(idx..).unwrap_or_default());
            if count > 1 {
                self.push_literal(&units, Direction::Forward);
                idx += count;
            } else {
                self.node(item, Direction::Forward, after.as_ref().unwrap_or(&unknown));
                idx += 1;
            }
        }
    }

    fn cat_back(&mut self, items: &[Node]) {
        let mut end = items.len();
        while let Some(item) = end.checked_sub(1).and_then(|idx| items.get(idx)) {
            let count = items.iter().take(end).rev().take_while(|item| matches!(item.kind, Kind::Char(_))).count();
            let (units, used) = self.literal(items.get(end - count..end).unwrap_or_default());
            if count > 1 && used == count {
                self.push_literal(&units, Direction::Backward);
                end -= count;
            } else {
                let run = count.max(1);
                self.node(item, Direction::Backward, &Follow::unknown());
                for item in items.get(end - run..end - 1).unwrap_or_default().iter().rev() {
                    self.node(item, Direction::Backward, &Follow::unknown());
                }
                end -= run;
            }
        }
    }

    fn alt(&mut self, items: &[Node], direction: Direction, follow: &Follow) {
        // What the alternatives after each one can begin with.
        let mut rest = Follow { first: CharSet::new(), nullable: false, next: Next::Unknown };
        let mut rests = Vec::with_capacity(items.len());
        for item in items.iter().rev() {
            rests.push(rest.clone());
            let entry = follow.prepend(item);
            rest.first = widen(rest.first.union(&entry.first));
            rest.nullable |= entry.nullable;
        }
        rests.reverse();
        let mut jumps = Vec::new();
        let last = items.len().saturating_sub(1);
        for (idx, (item, rest)) in items.iter().zip(&rests).enumerate() {
            if idx == last {
                self.node(item, direction, follow);
                continue;
            }
            let entry = follow.prepend(item);
            let split = self.push(Insn::Split(0));
            self.node(item, direction, follow);
            jumps.push(self.push(Insn::Jump(0)));
            let other = self.here();
            let insn = if direction == Direction::Backward || entry.nullable {
                Insn::Split(other)
            } else {
                let class = self.class(&entry.first);
                let exclusive = !rest.nullable && !intersects(entry.first.ranges(), rest.first.ranges());
                if exclusive { Insn::IfClass(class, other) } else { Insn::TryClass(class, other) }
            };
            self.patch(split, insn);
        }
        let end = self.here();
        for jump in jumps {
            self.patch(jump, Insn::Jump(end));
        }
    }

    fn look(&mut self, kind: LookKind, body: &Node) {
        let id = operand(self.looks.len());
        let look = Look { height: self.register(), position: self.register() };
        self.looks.push(look);
        let direction = if kind.behind { Direction::Backward } else { Direction::Forward };
        let start = self.push(if kind.negative { Insn::NotStart(id, 0) } else { Insn::LookStart(id) });
        let previous = self.contexts.enter(Dimension::Look);
        self.node(body, direction, &Follow::accept());
        self.push(if kind.negative { Insn::NotEnd(id) } else { Insn::LookEnd(id) });
        self.contexts.leave(previous);
        if kind.negative {
            let end = self.here();
            self.patch(start, Insn::NotStart(id, end));
        }
    }
}
