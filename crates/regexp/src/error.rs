//! What can go wrong when a pattern is compiled or matched.

use std::fmt;

/// Why a pattern or its flags were rejected: the text of a `SyntaxError`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// What is wrong, lower case, without the pattern.
    pub message: String,
    /// Where in the pattern, in UTF-16 code units.
    pub offset: u32,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CompileError {}

/// Why a match was given up without a result. No captures are available afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// The step budget was used up and not refilled.
    Exhausted,
    /// The match needs more backtracking state than [`Scratch`](crate::Scratch) may hold, or the input is too long.
    TooMuchMemory,
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exhausted => "regular expression ran out of its step budget",
            Self::TooMuchMemory => "regular expression needs too much memory",
        })
    }
}

impl std::error::Error for MatchError {}
