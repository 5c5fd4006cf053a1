//! What a caller of the compiler may choose.

use std::sync::Arc;

/// How to read and compile a source text.
#[derive(Debug, Clone)]
pub struct CompileOptions {
    /// A name for the source in stack frames, such as a file name.
    pub name: Arc<str>,
    /// The source is part of the system: its functions appear as built-ins and it may call intrinsics.
    pub builtin: bool,
    /// Names of intrinsics that a built-in source may call as `%name`-like globals, by their number.
    pub intrinsics: &'static [&'static str],
    /// Read the source as a script: `return` and `await` are refused at top level. For conformance suites.
    pub script_goal: bool,
    /// Longest source accepted, in bytes of UTF-8. `None`: 4 GiB, the reach of a span.
    pub max_source_bytes: Option<usize>,
    /// The program is one of a session: its top-level bindings outlive it, and it sees those given here. `None`: not
    /// in a session.
    pub session: Option<Vec<SessionName>>,
}

/// A binding that an earlier program of a session left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionName {
    /// Its name.
    pub name: String,
    /// Assignments to it throw.
    pub is_constant: bool,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            name: Arc::from("program"),
            builtin: false,
            intrinsics: &[],
            script_goal: false,
            max_source_bytes: None,
            session: None,
        }
    }
}
