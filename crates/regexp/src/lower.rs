//! From the parser's syntax tree to our own: folds case, resolves classes and properties, numbers groups.
//!
//! Recursion follows the nesting of the pattern, which [`source`](crate::source) has bounded.

mod class;
mod strings;
mod trie;

use std::collections::HashMap;

use oxc_regular_expression::ast;

use crate::case::Folding;
use crate::charset::{CharSet, MAX_CODE_POINT};
use crate::error::CompileError;
use crate::flags::Flags;
use crate::node::{Assertion, LookKind, Node, Reference, Repetition, SetTable};

/// Most ranges that may be produced while lowering one pattern: bounds the time for patterns full of large classes.
const MAX_WORK: usize = 1 << 20;

/// A pattern lowered to nodes.
pub(crate) struct Lowered {
    pub(crate) root: Node,
    pub(crate) sets: SetTable,
    /// Number of groups, the whole match included.
    pub(crate) group_count: u32,
    /// Names in source order with their groups.
    pub(crate) names: Vec<(String, Vec<u32>)>,
}

/// Lowers a parsed pattern. Offsets of errors are bytes of the parser's text.
pub(crate) fn lower(pattern: &ast::Pattern<'_>, flags: Flags) -> Result<Lowered, CompileError> {
    let mut lowering = Lowering {
        flags,
        ignore_case: flags.ignore_case,
        multiline: flags.multiline,
        dot_all: flags.dot_all,
        sets: SetTable::default(),
        group_count: 1,
        names: Vec::new(),
        behind: false,
        path: Vec::new(),
        closed: HashMap::new(),
        disjunctions: 0,
        total_groups: 0,
        work: 0,
    };
    lowering.total_groups = count_groups(&pattern.body);
    let root = lowering.disjunction(&pattern.body)?;
    let names = lowering.names.into_iter().map(|name| (name.name, name.groups)).collect();
    Ok(Lowered { root, sets: lowering.sets, group_count: lowering.group_count, names })
}

/// Where in the pattern a group is: per disjunction around it, which one and which of its alternatives.
type Path = Vec<(u32, u32)>;

struct GroupName {
    name: String,
    groups: Vec<u32>,
    paths: Vec<Path>,
}

struct Lowering {
    flags: Flags,
    /// The flags that modifiers change, as in force here.
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
    /// Whether this is in a lookbehind, to be matched backwards.
    behind: bool,
    /// Sets with many ranges that were closed over their case variants before.
    closed: HashMap<CharSet, CharSet>,
    sets: SetTable,
    group_count: u32,
    names: Vec<GroupName>,
    path: Path,
    disjunctions: u32,
    total_groups: u32,
    work: usize,
}

fn error(message: &str, offset: u32) -> CompileError {
    CompileError { message: message.into(), offset }
}

/// The number of capture groups in a disjunction.
fn count_groups(disjunction: &ast::Disjunction<'_>) -> u32 {
    let mut count = 0;
    let mut pending = vec![disjunction];
    while let Some(disjunction) = pending.pop() {
        for mut term in disjunction.body.iter().flat_map(|alternative| &alternative.body) {
            while let ast::Term::Quantifier(quantifier) = term {
                term = &quantifier.body;
            }
            match term {
                ast::Term::CapturingGroup(group) => {
                    count += 1;
                    pending.push(&group.body);
                }
                ast::Term::IgnoreGroup(group) => pending.push(&group.body),
                ast::Term::LookAroundAssertion(look) => pending.push(&look.body),
                _ => {}
            }
        }
    }
    count
}

impl Lowering {
    fn folding(&self) -> Folding {
        if self.flags.is_unicode() { Folding::Simple } else { Folding::UpperCase }
    }

    /// `set` with all case variants of its members, if case is ignored.
    fn close(&mut self, set: CharSet) -> CharSet {
        if !self.ignore_case {
            return set;
        }
        if set.ranges().len() <= 2 && set.ranges().iter().all(|&(first, last)| last - first < 128) {
            return self.folding().close(&set);
        }
        if let Some(closed) = self.closed.get(&set) {
            return closed.clone();
        }
        let closed = self.folding().close(&set);
        // The table of case variants has some thousands of entries, which such a set may run through.
        self.work = self.work.saturating_add(256 + closed.ranges().len());
        self.closed.insert(set, closed.clone());
        closed
    }

    /// The largest character: a code point with `u` or `v`, else a code unit.
    fn max_char(&self) -> u32 {
        if self.flags.is_unicode() { MAX_CODE_POINT } else { 0xFFFF }
    }

    /// Counts the ranges of a set just made.
    fn charge(&mut self, ranges: usize, offset: u32) -> Result<(), CompileError> {
        self.work = self.work.saturating_add(ranges);
        if self.work > MAX_WORK { Err(error("regular expression is too large", offset)) } else { Ok(()) }
    }

    fn disjunction(&mut self, disjunction: &ast::Disjunction<'_>) -> Result<Node, CompileError> {
        let alternatives = &disjunction.body;
        if let [only] = alternatives.as_slice() {
            return self.alternative(only);
        }
        self.disjunctions += 1;
        let id = self.disjunctions;
        let mut items = Vec::with_capacity(alternatives.len());
        for (idx, alternative) in (0..).zip(alternatives) {
            self.path.push((id, idx));
            let item = self.alternative(alternative);
            self.path.pop();
            items.push(item?);
        }
        Ok(Node::alt(items, &mut self.sets))
    }

    fn alternative(&mut self, alternative: &ast::Alternative<'_>) -> Result<Node, CompileError> {
        let terms = &alternative.body;
        if let [only] = terms.as_slice() {
            return self.term(only);
        }
        let items: Result<Vec<Node>, CompileError> = terms.iter().map(|term| self.term(term)).collect();
        Ok(Node::cat(items?))
    }

    fn term(&mut self, term: &ast::Term<'_>) -> Result<Node, CompileError> {
        match term {
            ast::Term::BoundaryAssertion(assertion) => Ok(self.boundary(assertion.kind)),
            ast::Term::LookAroundAssertion(look) => self.look_around(look),
            ast::Term::Quantifier(quantifier) => self.quantifier(quantifier),
            ast::Term::Character(character) => Ok(self.character(character.value)),
            ast::Term::Dot(_) => Ok(self.dot()),
            ast::Term::CharacterClassEscape(escape) => {
                let set = self.class_escape(escape.kind);
                self.finish_set(set, escape.span.start)
            }
            ast::Term::UnicodePropertyEscape(escape) => self.property_term(escape),
            ast::Term::CharacterClass(class) => self.class_term(class),
            ast::Term::CapturingGroup(group) => self.capturing_group(group),
            ast::Term::IgnoreGroup(group) => self.ignore_group(group),
            ast::Term::IndexedReference(reference) => self.indexed_reference(reference),
            ast::Term::NamedReference(reference) => {
                Ok(Node::back_reference(Reference::Name(reference.name.to_string()), self.ignore_case))
            }
        }
    }

    fn boundary(&mut self, kind: ast::BoundaryAssertionKind) -> Node {
        Node::assertion(match kind {
            ast::BoundaryAssertionKind::Start if self.multiline => Assertion::LineStart,
            ast::BoundaryAssertionKind::Start => Assertion::TextStart,
            ast::BoundaryAssertionKind::End if self.multiline => Assertion::LineEnd,
            ast::BoundaryAssertionKind::End => Assertion::TextEnd,
            ast::BoundaryAssertionKind::Boundary => Assertion::WordBoundary(self.word_set_id()),
            ast::BoundaryAssertionKind::NegativeBoundary => Assertion::NotWordBoundary(self.word_set_id()),
        })
    }

    fn word_set_id(&mut self) -> crate::node::SetId {
        let set = self.word_characters();
        self.sets.intern(set)
    }

    fn look_around(&mut self, look: &ast::LookAroundAssertion<'_>) -> Result<Node, CompileError> {
        let (behind, negative) = match look.kind {
            ast::LookAroundAssertionKind::Lookahead => (false, false),
            ast::LookAroundAssertionKind::NegativeLookahead => (false, true),
            ast::LookAroundAssertionKind::Lookbehind => (true, false),
            ast::LookAroundAssertionKind::NegativeLookbehind => (true, true),
        };
        let outer = std::mem::replace(&mut self.behind, behind);
        let body = self.disjunction(&look.body);
        self.behind = outer;
        let body = body?;
        Ok(Node::look(LookKind { behind, negative }, body))
    }

    fn quantifier(&mut self, quantifier: &ast::Quantifier<'_>) -> Result<Node, CompileError> {
        let first_group = self.group_count;
        let body = self.term(&quantifier.body)?;
        // No input is as long as 2³² − 1 units: a smaller bound above that is no bound, a larger minimum never holds.
        let repetition = Repetition {
            min: u32::try_from(quantifier.min).unwrap_or(u32::MAX - 1).min(u32::MAX - 1),
            max: quantifier.max.map_or(u32::MAX, |max| u32::try_from(max).unwrap_or(u32::MAX)),
            greedy: quantifier.greedy,
            groups: (first_group, self.group_count),
        };
        Ok(Node::repeat(repetition, body))
    }

    fn character(&mut self, value: u32) -> Node {
        if !self.ignore_case {
            return Node::character(value);
        }
        let set = self.close(CharSet::single(value));
        Node::set(set, &mut self.sets)
    }

    fn dot(&mut self) -> Node {
        let all = CharSet::range(0, self.max_char());
        let set = if self.dot_all { all } else { all.difference(&class::line_terminators()) };
        Node::set(set, &mut self.sets)
    }

    fn capturing_group(&mut self, group: &ast::CapturingGroup<'_>) -> Result<Node, CompileError> {
        let index = self.group_count;
        self.group_count += 1;
        if let Some(name) = &group.name {
            self.add_name(name, index, group.span.start)?;
        }
        let body = self.disjunction(&group.body)?;
        Ok(Node::group(index, body))
    }

    /// Two groups may share a name if they are in different alternatives of one disjunction.
    fn add_name(&mut self, name: &str, index: u32, offset: u32) -> Result<(), CompileError> {
        let path = self.path.clone();
        let Some(known) = self.names.iter_mut().find(|known| known.name == name) else {
            self.names.push(GroupName { name: name.into(), groups: vec![index], paths: vec![path] });
            return Ok(());
        };
        let exclusive = known.paths.iter().all(|other| {
            // Both paths run through the same disjunctions up to where they part.
            let parted = other.iter().zip(&path).find(|(a, b)| a != b);
            parted.is_some_and(|(a, b)| a.0 == b.0)
        });
        if !exclusive {
            return Err(error("duplicate capture group name", offset));
        }
        known.groups.push(index);
        known.paths.push(path);
        Ok(())
    }

    fn ignore_group(&mut self, group: &ast::IgnoreGroup<'_>) -> Result<Node, CompileError> {
        let saved = (self.ignore_case, self.multiline, self.dot_all);
        if let Some(modifiers) = &group.modifiers {
            let update = |flag: bool, modifier: ast::Modifier| {
                (flag || modifiers.enabling.contains(modifier)) && !modifiers.disabling.contains(modifier)
            };
            self.ignore_case = update(self.ignore_case, ast::Modifier::I);
            self.multiline = update(self.multiline, ast::Modifier::M);
            self.dot_all = update(self.dot_all, ast::Modifier::S);
        }
        let body = self.disjunction(&group.body);
        (self.ignore_case, self.multiline, self.dot_all) = saved;
        body
    }

    /// The parser counts groups with modifiers as captures, so that the number must be checked again.
    fn indexed_reference(&mut self, reference: &ast::IndexedReference) -> Result<Node, CompileError> {
        if reference.index <= self.total_groups {
            return Ok(Node::back_reference(Reference::Index(reference.index), self.ignore_case));
        }
        if self.flags.is_unicode() {
            return Err(error("back reference to a group that does not exist", reference.span.start));
        }
        // Annex B: an octal escape, or an identity escape, followed by the digits that are not part of it.
        let digits: Vec<u32> = reference.index.to_string().bytes().map(|digit| u32::from(digit - b'0')).collect();
        let octal = digits.iter().take_while(|&&digit| digit < 8).count();
        let used = match digits.first() {
            Some(0..=3) => octal.min(3),
            Some(4..=7) => octal.min(2),
            _ => 0,
        };
        let value = digits.iter().take(used).fold(0, |value, digit| value * 8 + digit);
        let mut items = Vec::new();
        if used > 0 {
            items.push(self.character(value));
        }
        items.extend(digits.iter().skip(used).map(|digit| self.character(u32::from(b'0') + digit)));
        Ok(Node::cat(items))
    }
}
