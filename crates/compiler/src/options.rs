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
    /// Asked between the steps of compiling, and again and again while bytecode is made: whether to stop.
    pub interrupt: Option<Interrupt>,
    /// The program is one of a session: its top-level bindings outlive it, and it sees those given here. `None`: not
    /// in a session.
    pub session: Option<Vec<SessionName>>,
}

/// Says whether compiling must stop now.
#[derive(Clone)]
pub struct Interrupt(pub Arc<dyn Fn() -> bool + Send + Sync>);

impl std::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Interrupt")
    }
}

impl CompileOptions {
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| (interrupt.0)())
    }
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
            interrupt: None,
            session: None,
        }
    }
}
