//! ECMAScript regular expressions (ECMA-262, section 22.2) with a step budget.
//!
//! A pattern is parsed by `oxc_regular_expression`, lowered to a tree in which case folding and class arithmetic are
//! done, and compiled to a program for a backtracking matcher on Latin-1 or UTF-16. The matcher counts steps and can be
//! stopped at any of them, keeps its choices on a stack of limited height, and remembers failed states once a match
//! backtracks a lot, so that hostile patterns without back-references take polynomial time.
//!
//! `lastIndex`, the escaping of `source` and everything else about `RegExp` objects is the caller's.
#![forbid(unsafe_code)]

mod budget;
mod case;
mod charset;
mod emit;
mod error;
mod flags;
mod input;
mod lower;
mod matcher;
mod memo;
mod node;
mod prefilter;
mod program;
mod property;
mod regex;
mod scratch;
mod search;
mod source;

pub use budget::{Budget, NoRefill, StepBudget};
pub use error::{CompileError, MatchError};
pub use flags::Flags;
pub use input::Input;
pub use regex::Regex;
pub use scratch::{Group, MatchLimits, Scratch};
