//! What can be told about a program before it runs.

use std::sync::{Arc, OnceLock};

use codemode_compiler::{CheckFinding, CheckOptions, CompileOptions, FindingKind, InputShape, KnownTool, check};
use codemode_engine::{HostHooks, Vm, VmOptions};
use serde::Serialize;

use super::contain::contained;
use super::runtime::{CodeMode, FETCH_GLOBALS};
use super::session::Session;
use crate::{Diagnostic, DiagnosticKind, SourceLocation, shared_engine};

/// Something that is wrong with a program, told from its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What sort of mistake it is.
    pub rule: Rule,
    /// Whether the program cannot work, or only looks wrong.
    pub severity: Severity,
    /// What is wrong, where, and what to write instead.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// The finding for models: how bad it is, and what [`Diagnostic::to_text`] says.
    pub fn to_text(&self) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        format!("{severity}: {}", self.diagnostic.to_text())
    }
}

/// How sure a finding is to be a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The code fails when it runs.
    Error,
    /// The code runs, and does not do what was meant.
    Warning,
}

/// The mistakes that are looked for. The names in JSON are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The program does not parse.
    ParseError,
    /// The program uses syntax that the language leaves out.
    UnsupportedSyntax,
    /// A lone function, a quoted program, a lone command.
    NotAProgram,
    /// A name that nothing declares.
    UnknownIdentifier,
    /// A call of a tool that does not exist.
    UnknownTool,
    /// A call whose promise nothing waits for.
    UnawaitedPromise,
    /// Code that control cannot reach.
    UnreachableCode,
    /// An argument that the tool cannot accept.
    InvalidToolInput,
    /// A misspelt property of an array or a string.
    UnknownProperty,
    /// The look at the program failed, by a fault of ours; nothing is known of the program.
    InternalError,
}

impl CodeMode {
    /// Looks at a program without running it: grammar, unknown names and tools, promises nobody waits for, code that
    /// cannot run, literal arguments that a tool cannot accept. Nothing is reported that is not plainly so; running a
    /// program does not depend on it.
    ///
    /// ```
    /// use codemode::{CodeMode, Rule, ToolSet};
    ///
    /// let runtime = CodeMode::new(ToolSet::default())?;
    /// let findings = runtime.check("const rows = [1]; return row.length");
    /// assert_eq!(findings[0].rule, Rule::UnknownIdentifier);
    /// assert_eq!(findings[0].diagnostic.suggestions, ["did you mean `rows`?"]);
    /// # Ok::<(), codemode::ConfigError>(())
    /// ```
    #[must_use]
    pub fn check(&self, source: &str) -> Vec<Finding> {
        self.check_with(source, None)
    }

    fn check_with(&self, source: &str, session: Option<Vec<codemode_compiler::SessionName>>) -> Vec<Finding> {
        let mut globals = global_names(self.0.timers.is_some()).to_vec();
        globals.extend(session.iter().flatten().map(|known| known.name.clone()));
        if self.0.fetch.is_some() {
            globals.extend(FETCH_GLOBALS.map(str::to_owned));
        }
        let granted = self.0.extensions.iter().flat_map(|extension| &extension.globals);
        globals.extend(granted.map(|(name, _)| name.to_string()));
        let options = CheckOptions {
            compile: CompileOptions { session, ..self.0.compile_options(None) },
            globals,
            tools: Some(self.known_tools()),
        };
        match contained("preflight", || check(source, &options)) {
            Ok(findings) => findings.into_iter().map(Finding::from).collect(),
            Err(diagnostic) => vec![Finding { rule: Rule::InternalError, severity: Severity::Warning, diagnostic }],
        }
    }

    fn known_tools(&self) -> Vec<KnownTool> {
        let tools = self.0.catalog.tools().tools();
        let mut known: Vec<KnownTool> =
            tools.map(|(path, tool)| KnownTool { path: path.to_owned(), input: tool.input_schema().shape() }).collect();
        if !known.iter().any(|tool| tool.path == "search") {
            known.push(KnownTool { path: "search".to_owned(), input: None::<InputShape> });
        }
        known
    }
}

impl Session {
    /// Looks at a program without running it, as [`CodeMode::check`] does; the bindings of the session exist.
    #[must_use]
    pub fn check(&self, source: &str) -> Vec<Finding> {
        let findings = self.runtime().check_with(source, Some(self.known_names()));
        // Declaring a function for later is what sessions are for.
        findings.into_iter().filter(|finding| finding.rule != Rule::NotAProgram).collect()
    }
}

impl From<CheckFinding> for Finding {
    fn from(finding: CheckFinding) -> Finding {
        use DiagnosticKind as Kind;
        let (rule, severity, kind) = match finding.kind {
            FindingKind::Parse => (Rule::ParseError, Severity::Error, Kind::ParseError),
            FindingKind::UnsupportedSyntax => (Rule::UnsupportedSyntax, Severity::Error, Kind::UnsupportedSyntax),
            FindingKind::Intake => (Rule::NotAProgram, Severity::Warning, Kind::ExecutionFailure),
            FindingKind::UnknownIdentifier => (Rule::UnknownIdentifier, Severity::Error, Kind::ExecutionFailure),
            FindingKind::UnknownTool => (Rule::UnknownTool, Severity::Error, Kind::UnknownTool),
            FindingKind::UnawaitedPromise => (Rule::UnawaitedPromise, Severity::Warning, Kind::ExecutionFailure),
            FindingKind::Unreachable => (Rule::UnreachableCode, Severity::Warning, Kind::ExecutionFailure),
            FindingKind::UnknownProperty => (Rule::UnknownProperty, Severity::Warning, Kind::ExecutionFailure),
            FindingKind::InvalidToolInput => (Rule::InvalidToolInput, Severity::Error, Kind::InvalidToolInput),
        };
        let location = SourceLocation { line: finding.position.line, column: finding.position.column };
        let mut diagnostic = Diagnostic::new(kind, finding.message).at(location);
        diagnostic.suggestions = finding.suggestions;
        Finding { rule, severity, diagnostic }
    }
}

/// The names that every program finds, those of timers where the host grants them.
pub(super) fn global_names(has_timers: bool) -> &'static [String] {
    static PLAIN: OnceLock<Vec<String>> = OnceLock::new();
    static TIMED: OnceLock<Vec<String>> = OnceLock::new();
    let names = if has_timers { &TIMED } else { &PLAIN };
    names.get_or_init(|| {
        let mut vm = Vm::new(shared_engine(), VmOptions::default(), Box::new(NoHost));
        if has_timers {
            // Without a memory limit this cannot fail; the names would be missing then.
            let _ = vm.add_timers();
        }
        let mut names = vm.global_names();
        names.extend(["tools", "search"].map(str::to_owned));
        names
    })
}

/// Runs nothing.
struct NoHost;

impl HostHooks for NoHost {
    fn now_ms(&mut self) -> f64 {
        0.0
    }

    fn random_u64(&mut self) -> u64 {
        0
    }

    fn console(&mut self, _level: &'static str, _line: String) {}

    fn call_tool(
        &mut self,
        _cx: &mut Vm,
        _name: &Arc<str>,
        _arguments: &[codemode_engine::Value],
    ) -> codemode_engine::Completion {
        Ok(codemode_engine::Value::UNDEFINED)
    }

    fn tool_names(&self, _path: &[String]) -> Option<Vec<String>> {
        None
    }
}
