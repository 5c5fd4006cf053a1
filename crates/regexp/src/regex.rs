//! A compiled regular expression.

use std::sync::Arc;

use oxc_allocator::Allocator;
use oxc_regular_expression::{LiteralParser, Options};

use crate::budget::Budget;
use crate::error::{CompileError, MatchError};
use crate::flags::Flags;
use crate::input::{Input, Latin1, Ucs2, Utf16};
use crate::program::Program;
use crate::scratch::Scratch;
use crate::search::{Mode, search};
use crate::{emit, lower, source};

/// Stack the compiler needs at least, and per level of nesting.
const BASE_STACK: usize = 128 * 1024;
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) { 32 * 1024 } else { 8 * 1024 };

/// A compiled regular expression: plain data, cheap to clone, shared between threads.
#[derive(Clone, Debug)]
pub struct Regex {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    flags: Flags,
    program: Program,
    names: Vec<(String, Vec<u32>)>,
}

impl Regex {
    /// Compiles a pattern given as UTF-16 code units, without the slashes around a literal. An empty pattern matches
    /// the empty string.
    ///
    /// # Errors
    /// The text of a `SyntaxError`; also for patterns nested or sized beyond what we accept.
    pub fn compile(pattern: &[u16], flags: Flags) -> Result<Self, CompileError> {
        let source = source::rewrite(pattern, flags)?;
        let stack = BASE_STACK + source.depth * STACK_PER_LEVEL;
        stacker::maybe_grow(stack, stack, || compile(&source.text, flags)).map_err(|error| CompileError {
            offset: source::unit_offset(pattern, flags, error.offset as usize),
            message: error.message,
        })
    }

    /// Compiles a pattern given as text, with flags such as `"gi"`.
    ///
    /// # Errors
    /// As [`Regex::compile`], and for wrong flags.
    pub fn compile_str(pattern: &str, flags: &str) -> Result<Self, CompileError> {
        let Some(flags) = Flags::parse(flags) else {
            return Err(CompileError { message: format!("invalid regular expression flags '{flags}'"), offset: 0 });
        };
        let units: Vec<u16> = pattern.encode_utf16().collect();
        Self::compile(&units, flags)
    }

    /// The flags it was compiled with.
    pub fn flags(&self) -> Flags {
        self.inner.flags
    }

    /// Number of groups, the whole match included.
    pub fn group_count(&self) -> usize {
        self.inner.program.group_count as usize
    }

    /// Names of groups in source order, each with the groups it names. At most one of these takes part in a match.
    pub fn group_names(&self) -> &[(String, Vec<u32>)] {
        &self.inner.names
    }

    /// Bytes it holds on the heap, about.
    pub fn size(&self) -> usize {
        let names = self.inner.names.iter().map(|(name, groups)| 64 + name.len() + groups.len() * 4);
        self.inner.program.size() + names.sum::<usize>()
    }

    /// Searches for the first match that begins at `start` (in code units) or later. On `true` the groups are in
    /// `scratch`. The flags `g` and `y` make no difference here.
    ///
    /// With `u` or `v`, a start in the middle of a surrogate pair counts as one before the pair.
    ///
    /// # Errors
    /// When the budget or the memory limit of `scratch` is used up.
    pub fn find_from(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget<'_>,
        scratch: &mut Scratch,
    ) -> Result<bool, MatchError> {
        self.search(input, start, Mode::Forward, budget, scratch)
    }

    /// As [`Regex::find_from`], but the match must begin at `start`: for the flag `y` and for splitting.
    ///
    /// # Errors
    /// When the budget or the memory limit of `scratch` is used up.
    pub fn match_at(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget<'_>,
        scratch: &mut Scratch,
    ) -> Result<bool, MatchError> {
        self.search(input, start, Mode::Sticky, budget, scratch)
    }

    fn search(
        &self,
        input: Input<'_>,
        start: usize,
        mode: Mode,
        budget: &mut Budget<'_>,
        scratch: &mut Scratch,
    ) -> Result<bool, MatchError> {
        let program = &self.inner.program;
        match input {
            Input::Latin1(bytes) => search(program, Latin1(bytes), start, mode, budget, scratch),
            Input::Utf16(units) if program.unicode => search(program, Utf16(units), start, mode, budget, scratch),
            Input::Utf16(units) => search(program, Ucs2(units), start, mode, budget, scratch),
        }
    }
}

/// Compiles text from [`source`]; offsets of errors are bytes of it.
fn compile(text: &str, flags: Flags) -> Result<Regex, CompileError> {
    let allocator = Allocator::default();
    let mode = match (flags.unicode, flags.unicode_sets) {
        (_, true) => "v",
        (true, false) => "u",
        (false, false) => "",
    };
    let parser = LiteralParser::new(&allocator, text, Some(mode), Options::default());
    let pattern = parser.parse().map_err(|diagnostic| CompileError {
        message: message(&diagnostic.message),
        offset: diagnostic.labels.iter().next().map_or(0, |label| label.offset()),
    })?;
    let lowered = lower::lower(&pattern, flags)?;
    let (program, names) = emit::emit(lowered, flags.is_unicode());
    Ok(Regex { inner: Arc::new(Inner { flags, program, names }) })
}

/// The parser's message in our style.
fn message(text: &str) -> String {
    let text = text.strip_prefix("Invalid regular expression: ").unwrap_or(text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
