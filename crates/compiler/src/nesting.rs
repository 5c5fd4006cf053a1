//! How deep a source text nests, estimated before the parser runs.
//!
//! The parser and the passes after it recurse with the nesting of the program, and some shapes cost time that grows
//! with the square of it. One scan over the text bounds both: it never reports less than what the parser will do.
//! A program of ordinary depth then runs on the stack it is called on, a deep one on a larger stack, and an absurd one
//! is refused with a location.
//!
//! The scan is a tokenizer with a bracket stack. What it cannot decide without a grammar (whether a `/` after certain
//! tokens divides or starts a regular expression) makes it fall back to counting tokens, which bounds everything.

use crate::nesting::scan::Scan;

mod scan;
mod words;

/// Deepest nesting accepted: brackets, prefix operators, conditionals, arrows, statements in statements.
pub(crate) const MAX_DEPTH: u32 = 1_000;
/// Longest chain of operators that group to the left (`a + b + c`, `a.b.c`, `f()()`), over all enclosing levels.
pub(crate) const MAX_CHAIN: u32 = 20_000;
/// Nesting that costs no time worth counting.
pub(crate) const FREE_DEPTH: u32 = 100;
/// Most levels beyond [`FREE_DEPTH`], summed over all tokens: some shapes cost time for each pair of levels.
pub(crate) const MAX_WORK: u32 = 2_000_000;
/// Most tokens of a program in which the nesting cannot be told.
pub(crate) const MAX_TOKENS: u32 = 10_000;

/// Most pairs of named groups in regular expressions, over the whole program: the pattern parser compares all of them.
pub(crate) const MAX_NAMES_COMPARED: u32 = 2_100_000;

/// Stack that parsing any program needs, in bytes.
const STACK_BASE: usize = 160 * 1024;
/// Stack for one level of nesting, in bytes: the deepest of parser, checker, analyses and emitter, with a margin.
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) { 32 * 1024 } else { 8 * 1024 };
/// Stack for one link of a chain, in bytes.
const STACK_PER_LINK: usize = if cfg!(debug_assertions) { 4 * 1024 } else { 1024 };

/// A bound on what the parser will meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Nesting {
    /// Levels of nesting.
    pub(crate) depth: u32,
    /// Links of chains that group to the left, over all levels.
    pub(crate) chain: u32,
}

/// Nesting beyond a limit, found at a byte of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooDeep {
    /// Byte offset of the first token beyond the limit.
    pub(crate) at: usize,
    /// What there is too much of.
    pub(crate) excess: Excess,
}

/// Which limit a program exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Excess {
    /// [`MAX_DEPTH`].
    Depth,
    /// [`MAX_CHAIN`].
    Chain,
    /// [`MAX_WORK`].
    Work,
    /// [`MAX_NAMES_COMPARED`].
    GroupNames,
    /// [`MAX_TOKENS`]; the place is the token that cannot be read without a grammar.
    Unclear,
}

impl TooDeep {
    /// A sentence for the reader of the program.
    pub(crate) fn message(self) -> String {
        match self.excess {
            Excess::Depth => format!(
                "the program nests deeper than {MAX_DEPTH} levels here; move inner parts into variables or functions"
            ),
            Excess::Work => {
                "the program nests deeply in too many places; move inner parts into variables or functions".to_owned()
            }
            Excess::GroupNames => {
                "the regular expressions have too many named groups; leave out the names, or split the pattern"
                    .to_owned()
            }
            Excess::Chain => format!(
                "an expression chains more than {MAX_CHAIN} operators; build the value in a loop or with `join`"
            ),
            Excess::Unclear => "it is unclear in this long program whether this `/` divides or starts a regular \
                                expression; put a semicolon before it"
                .to_owned(),
        }
    }
}

/// Bounds the nesting of a source text.
///
/// # Errors
/// The nesting exceeds a limit.
pub(crate) fn measure(source: &str) -> Result<Nesting, TooDeep> {
    // Every level takes at least a byte.
    if source.len() <= 24 {
        let bytes = source.len() as u32;
        return Ok(Nesting { depth: bytes, chain: bytes });
    }
    Scan::new(source).run()
}

/// The byte of the innermost bracket that is open at the end of a text.
pub(crate) fn unclosed(source: &str) -> Option<usize> {
    Scan::new(source).unclosed()
}

/// Runs `work` with the stack that a program of this nesting needs.
pub(crate) fn with_stack<R>(nesting: Nesting, work: impl FnOnce() -> R) -> R {
    let need = STACK_BASE
        + STACK_PER_LEVEL.saturating_mul(nesting.depth as usize)
        + STACK_PER_LINK.saturating_mul(nesting.chain as usize);
    stacker::maybe_grow(need, need, work)
}
