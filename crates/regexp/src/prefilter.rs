//! Where a match can begin: what the search looks for before it runs the matcher.

use memchr::memmem;

use crate::charset::CharSet;
use crate::node::{Assertion, Kind, Node, SetId, SetTable};

/// What is known about the beginning of every match.
#[derive(Debug)]
pub(crate) struct Prefilter {
    pub(crate) start: Start,
    /// The pattern begins with an unbounded run of this class, and the rest does not depend on where the run began:
    /// after a failed attempt the search goes on behind the run.
    pub(crate) leading_run: Option<u32>,
    /// A literal that every match contains.
    pub(crate) required: Option<Needle>,
}

/// Where a match can begin.
#[derive(Debug)]
pub(crate) enum Start {
    Anywhere,
    /// At the beginning of the input only.
    Text,
    /// At the beginning of the input or behind a line terminator.
    Line,
    /// Where this literal is.
    Needle(Box<Needle>),
    /// At a code unit of this class.
    Class(u32),
}

/// A literal to search for.
#[derive(Debug)]
pub(crate) struct Needle {
    pub(crate) units: Vec<u16>,
    /// For Latin-1 input; `None` if the literal is not Latin-1.
    pub(crate) finder: Option<memmem::Finder<'static>>,
}

impl Needle {
    fn new(units: Vec<u16>) -> Self {
        let bytes: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        let finder = bytes.map(|bytes| memmem::Finder::new(&bytes).into_owned());
        Self { units, finder }
    }
}

/// Finds out where matches of `root` can begin. `independent`: there are no back-references.
pub(crate) fn plan(root: &Node, sets: &mut SetTable, unicode: bool, independent: bool) -> Prefilter {
    let leading_run = if independent { leading_run(root, sets) } else { None };
    let mut longest = Vec::new();
    let mut current = Vec::new();
    required(root, unicode, &mut current, &mut longest);
    keep_longer(&mut current, &mut longest);
    let start = match anchor(root) {
        Some(Assertion::TextStart) => Start::Text,
        Some(Assertion::LineStart) => Start::Line,
        _ => start(root, sets, unicode),
    };
    let in_start = matches!(&start, Start::Needle(needle) if needle.units == longest);
    let required = (!longest.is_empty() && !in_start && !matches!(start, Start::Text)).then(|| Needle::new(longest));
    Prefilter { start, leading_run, required }
}

/// The `^` every match begins with.
fn anchor(node: &Node) -> Option<Assertion> {
    match &node.kind {
        Kind::Assert(assertion @ (Assertion::TextStart | Assertion::LineStart)) => Some(*assertion),
        Kind::Group(_, body) => anchor(body),
        Kind::Cat(items) => items.first().and_then(anchor),
        Kind::Alt(items) => {
            let first = items.first().and_then(anchor)?;
            items.iter().all(|item| anchor(item) == Some(first)).then_some(first)
        }
        _ => None,
    }
}

fn start(root: &Node, sets: &mut SetTable, unicode: bool) -> Start {
    if root.min_len == 0 {
        return Start::Anywhere;
    }
    let mut prefix = Vec::new();
    collect_prefix(root, unicode, &mut prefix);
    if !prefix.is_empty() {
        return Start::Needle(Box::new(Needle::new(prefix)));
    }
    let units = CharSet::from_ranges(root.first.ranges().iter().flat_map(|&range| unit_ranges(range)).collect());
    if units.complement(0xFFFF).is_empty() {
        return Start::Anywhere;
    }
    Start::Class(sets.intern(units).0)
}

/// The code units that begin the characters of a range.
fn unit_ranges((first, last): (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    let basic = (first <= 0xFFFF).then_some((first, last.min(0xFFFF)));
    let lead = |ch: u32| 0xD800 + ((ch - 0x1_0000) >> 10);
    let astral = (last > 0xFFFF).then(|| (lead(first.max(0x1_0000)), lead(last)));
    basic.into_iter().chain(astral)
}

/// Appends the code units of `ch`; `false` for a surrogate in `u` mode, which must not match half a pair.
fn push_units(ch: u32, unicode: bool, units: &mut Vec<u16>) -> bool {
    if unicode && (0xD800..0xE000).contains(&ch) {
        return false;
    }
    match (u16::try_from(ch), char::from_u32(ch)) {
        (Ok(unit), _) => units.push(unit),
        (Err(_), Some(ch)) => units.extend_from_slice(ch.encode_utf16(&mut [0; 2])),
        (Err(_), None) => return false,
    }
    true
}

/// Collects the literal every match begins with; whether the whole node is part of it.
fn collect_prefix(node: &Node, unicode: bool, prefix: &mut Vec<u16>) -> bool {
    match &node.kind {
        Kind::Char(ch) => push_units(*ch, unicode, prefix),
        Kind::Group(_, body) => collect_prefix(body, unicode, prefix),
        Kind::Cat(items) => items.iter().all(|item| collect_prefix(item, unicode, prefix)),
        // The literal begins at the same position.
        Kind::Empty | Kind::Assert(_) | Kind::Look(..) => true,
        Kind::Repeat(repetition, body) if repetition.min > 0 => {
            collect_prefix(body, unicode, prefix);
            false
        }
        _ => false,
    }
}

fn keep_longer(current: &mut Vec<u16>, longest: &mut Vec<u16>) {
    if current.len() > longest.len() {
        std::mem::swap(current, longest);
    }
    current.clear();
}

/// Collects the longest literal that every match contains.
fn required(node: &Node, unicode: bool, current: &mut Vec<u16>, longest: &mut Vec<u16>) {
    match &node.kind {
        Kind::Char(ch) => {
            if !push_units(*ch, unicode, current) {
                keep_longer(current, longest);
            }
        }
        Kind::Group(_, body) => required(body, unicode, current, longest),
        Kind::Cat(items) => items.iter().for_each(|item| required(item, unicode, current, longest)),
        Kind::Empty | Kind::Assert(_) | Kind::Look(..) => {}
        Kind::Repeat(repetition, body) if repetition.min > 0 => {
            keep_longer(current, longest);
            required(body, unicode, current, longest);
            keep_longer(current, longest);
        }
        _ => keep_longer(current, longest),
    }
}

/// The class of an unbounded run that is the first thing to consume characters.
fn leading_run(node: &Node, sets: &mut SetTable) -> Option<u32> {
    match &node.kind {
        Kind::Group(_, body) => leading_run(body, sets),
        Kind::Cat(items) => match items.as_slice() {
            // Where this assertion fails before a word character, it fails before the next ones too.
            [Node { kind: Kind::Assert(Assertion::WordBoundary(word)), .. }, item, ..] => {
                let class = leading_run(item, sets)?;
                sets.get(SetId(class)).is_subset(sets.get(*word)).then_some(class)
            }
            [item, ..] => leading_run(item, sets),
            [] => None,
        },
        Kind::Repeat(repetition, body) => match body.kind {
            Kind::Char(_) | Kind::Set(_) if repetition.max == u32::MAX => {
                let set = body.as_set(sets)?;
                Some(sets.intern(set).0)
            }
            // The state after the first iteration is the same, if that has consumed something.
            _ if repetition.min > 0 && body.min_len > 0 => leading_run(body, sets),
            _ => None,
        },
        _ => None,
    }
}
