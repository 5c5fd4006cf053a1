//! What a caller is told about a source that cannot be compiled. The texts are read by models: what is wrong, where,
//! what to write instead.

use codemode_bytecode::{Position, Span, position};

/// Why a source was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompileErrorKind {
    /// The text is not a program: a grammar error or an early error.
    Parse,
    /// The text is a program of ECMAScript or TypeScript that uses something this language leaves out.
    UnsupportedSyntax,
    /// The caller wanted compiling to stop ([`CompileOptions::interrupt`](crate::CompileOptions::interrupt)).
    Interrupted,
}

/// One reason to refuse a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    /// Which family of failure it is.
    pub kind: CompileErrorKind,
    /// What is wrong. Does not contain the position.
    pub message: String,
    /// The offending bytes of the submitted source.
    pub span: Span,
    /// Where `span` starts.
    pub position: Position,
    /// What to write instead, best first.
    pub suggestions: Vec<String>,
}

impl CompileError {
    /// A grammar or early error at `span` of `source`.
    #[must_use]
    pub fn parse(source: &str, span: Span, message: impl Into<String>) -> Self {
        Self::new(CompileErrorKind::Parse, source, span, message.into())
    }

    /// Syntax at `span` of `source` that this language leaves out.
    #[must_use]
    pub fn unsupported(source: &str, span: Span, message: impl Into<String>) -> Self {
        Self::new(CompileErrorKind::UnsupportedSyntax, source, span, message.into())
    }

    /// Compiling was stopped.
    pub(crate) fn interrupted(source: &str) -> Self {
        Self::new(CompileErrorKind::Interrupted, source, Span::default(), "compiling was interrupted".to_owned())
    }

    fn new(kind: CompileErrorKind, source: &str, span: Span, message: String) -> Self {
        Self { kind, message, span, position: position(source, span.start), suggestions: Vec::new() }
    }

    /// The same with one more suggestion.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestions.push(suggestion.into());
        self
    }
}

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (line {}, col {})", self.message, self.position.line, self.position.column)
    }
}

impl std::error::Error for CompileError {}
