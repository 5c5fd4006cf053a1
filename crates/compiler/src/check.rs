//! What can be told about a program before it runs, from its text alone.
//!
//! A finding is a fact, never a guess: what cannot be told is not reported. Nothing here changes how a program runs.

mod facts;
mod input;
mod names;
mod properties;
mod tools;

use codemode_bytecode::{Position, Span, position};

use crate::{CompileError, CompileErrorKind, CompileOptions, hint, parse};

pub use input::{InputShape, JsonKinds, PropertyShape};
pub use names::explain_name;

/// What the checker knows about the host.
#[derive(Debug, Clone, Default)]
pub struct CheckOptions {
    /// How the program would be compiled.
    pub compile: CompileOptions,
    /// Names that exist before the program starts. Empty: unknown identifiers are not looked for.
    pub globals: Vec<String>,
    /// The tools of the host. `None`: calls of tools are not looked at.
    pub tools: Option<Vec<KnownTool>>,
}

/// A tool that a program may call.
#[derive(Debug, Clone, Default)]
pub struct KnownTool {
    /// The path below `tools`, segments separated by dots: `orders.lookup`.
    pub path: String,
    /// What it accepts. `None`: anything.
    pub input: Option<InputShape>,
}

/// The sort of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FindingKind {
    /// The program does not parse.
    Parse,
    /// The program uses syntax that the language leaves out.
    UnsupportedSyntax,
    /// The program compiles, but is hardly what was meant, such as a lone function.
    Intake,
    /// A name that nothing declares.
    UnknownIdentifier,
    /// A call of a tool that does not exist.
    UnknownTool,
    /// A call whose promise nothing waits for.
    UnawaitedPromise,
    /// Statements that control cannot reach.
    Unreachable,
    /// A literal argument that the tool cannot accept.
    InvalidToolInput,
    /// A misspelt property of an array or a string.
    UnknownProperty,
}

/// One thing that is wrong with a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFinding {
    /// The sort.
    pub kind: FindingKind,
    /// What is wrong. Does not contain the position.
    pub message: String,
    /// The bytes of the source it is about.
    pub span: Span,
    /// Where `span` starts.
    pub position: Position,
    /// What to write instead, best first.
    pub suggestions: Vec<String>,
}

impl std::fmt::Display for CheckFinding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (line {}, col {})", self.message, self.position.line, self.position.column)
    }
}

impl From<CompileError> for CheckFinding {
    fn from(error: CompileError) -> Self {
        let CompileError { kind, message, span, position, suggestions } = error;
        let kind = match kind {
            CompileErrorKind::Parse | CompileErrorKind::Interrupted => FindingKind::Parse,
            CompileErrorKind::UnsupportedSyntax => FindingKind::UnsupportedSyntax,
        };
        Self { kind, message, span, position, suggestions }
    }
}

/// Looks at a program without running it. Findings are in source order; none means that nothing is plainly wrong.
#[must_use]
pub fn check(source: &str, options: &CheckOptions) -> Vec<CheckFinding> {
    let result = parse::with_tree(source, &options.compile, |tree| {
        let facts = facts::gather(tree);
        let mut findings = Findings { source, list: Vec::new() };
        names::check(tree, &facts, options, &mut findings);
        tools::check(&facts, options, &mut findings);
        properties::check(&facts, &mut findings);
        for &span in &facts.unreachable {
            findings.report(FindingKind::Unreachable, span, "this code can never run: control leaves before it", None);
        }
        findings.list
    });
    let mut list = match result {
        Ok(list) => list,
        Err(errors) => return errors.into_iter().map(CheckFinding::from).collect(),
    };
    if let Some(hint) = hint(source) {
        let mut findings = Findings { source, list };
        findings.report(FindingKind::Intake, Span::default(), hint, None);
        list = findings.list;
    }
    list.sort_by_key(|finding| finding.span.start);
    list
}

/// Most findings reported about one program.
const MAX_FINDINGS: usize = 50;

struct Findings<'s> {
    source: &'s str,
    list: Vec<CheckFinding>,
}

impl Findings<'_> {
    fn report(&mut self, kind: FindingKind, span: Span, message: impl Into<String>, suggestion: Option<String>) {
        if self.list.len() < MAX_FINDINGS {
            self.list.push(CheckFinding {
                kind,
                message: message.into(),
                span,
                position: position(self.source, span.start),
                suggestions: suggestion.into_iter().collect(),
            });
        }
    }
}
