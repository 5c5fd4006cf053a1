//! What an execution hands back, as plain data: the result, its diagnostics and the record of tool calls.
//!
//! The JSON form is a contract (execution.md 2.1): fixed key order, optional keys absent instead of empty or `null`, and
//! decoding what was encoded gives the same value. Nothing here knows how a program is run.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

mod render;
mod text;

/// The outcome of one execution: a value, or the diagnostic of what stopped the program.
#[derive(Debug, Clone, PartialEq)]
pub enum ExecutionResult {
    /// The program returned a value.
    Success(Success),
    /// The program failed, or could not be run at all.
    Failure(Failure),
}

/// A program that returned.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Success {
    /// What the program returned; `null` when it returned nothing.
    pub value: Value,
    /// Non-fatal findings: rejections nobody awaited, interrupted background work.
    pub warnings: Vec<Diagnostic>,
    /// Captured console lines, in order.
    pub logs: Vec<String>,
    /// Whether the output budget cut anything.
    pub truncated: bool,
    /// Admitted tool calls in admission order.
    pub tool_calls: Vec<ToolCallRecord>,
}

/// A program that failed.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// What went wrong.
    pub error: Diagnostic,
    /// Warnings gathered before the failure.
    pub warnings: Vec<Diagnostic>,
    /// Captured console lines, in order.
    pub logs: Vec<String>,
    /// Whether the output budget cut anything.
    pub truncated: bool,
    /// Admitted tool calls in admission order.
    pub tool_calls: Vec<ToolCallRecord>,
}

impl Failure {
    /// A failure with no logs and no calls, as a refused program gives.
    pub fn new(error: Diagnostic) -> Self {
        Failure { error, warnings: Vec::new(), logs: Vec::new(), truncated: false, tool_calls: Vec::new() }
    }
}

impl From<Success> for ExecutionResult {
    fn from(success: Success) -> Self {
        ExecutionResult::Success(success)
    }
}

impl From<Failure> for ExecutionResult {
    fn from(failure: Failure) -> Self {
        ExecutionResult::Failure(failure)
    }
}

impl ExecutionResult {
    /// Whether the program returned a value.
    pub fn is_ok(&self) -> bool {
        matches!(self, ExecutionResult::Success(_))
    }

    /// The returned value, if there is one.
    pub fn value(&self) -> Option<&Value> {
        match self {
            ExecutionResult::Success(success) => Some(&success.value),
            ExecutionResult::Failure(_) => None,
        }
    }

    /// The diagnostic of a failure.
    pub fn error(&self) -> Option<&Diagnostic> {
        match self {
            ExecutionResult::Success(_) => None,
            ExecutionResult::Failure(failure) => Some(&failure.error),
        }
    }

    /// Non-fatal findings.
    pub fn warnings(&self) -> &[Diagnostic] {
        match self {
            ExecutionResult::Success(success) => &success.warnings,
            ExecutionResult::Failure(failure) => &failure.warnings,
        }
    }

    /// Captured console lines.
    pub fn logs(&self) -> &[String] {
        match self {
            ExecutionResult::Success(success) => &success.logs,
            ExecutionResult::Failure(failure) => &failure.logs,
        }
    }

    /// Whether the output budget cut anything.
    pub fn truncated(&self) -> bool {
        match self {
            ExecutionResult::Success(success) => success.truncated,
            ExecutionResult::Failure(failure) => failure.truncated,
        }
    }

    /// Admitted tool calls in admission order.
    pub fn tool_calls(&self) -> &[ToolCallRecord] {
        match self {
            ExecutionResult::Success(success) => &success.tool_calls,
            ExecutionResult::Failure(failure) => &failure.tool_calls,
        }
    }
}

impl Serialize for ExecutionResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ok", &self.is_ok())?;
        match self {
            ExecutionResult::Success(success) => map.serialize_entry("value", &success.value)?,
            ExecutionResult::Failure(failure) => map.serialize_entry("error", &failure.error)?,
        }
        if !self.warnings().is_empty() {
            map.serialize_entry("warnings", self.warnings())?;
        }
        if !self.logs().is_empty() {
            map.serialize_entry("logs", self.logs())?;
        }
        if self.truncated() {
            map.serialize_entry("truncated", &true)?;
        }
        map.serialize_entry("toolCalls", self.tool_calls())?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for ExecutionResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Fields {
            ok: bool,
            #[serde(default)]
            value: Value,
            error: Option<Diagnostic>,
            #[serde(default)]
            warnings: Vec<Diagnostic>,
            #[serde(default)]
            logs: Vec<String>,
            #[serde(default)]
            truncated: bool,
            tool_calls: Vec<ToolCallRecord>,
        }
        let Fields { ok, value, error, warnings, logs, truncated, tool_calls } = Fields::deserialize(deserializer)?;
        if ok {
            return Ok(Success { value, warnings, logs, truncated, tool_calls }.into());
        }
        let error = error.ok_or_else(|| D::Error::missing_field("error"))?;
        Ok(Failure { error, warnings, logs, truncated, tool_calls }.into())
    }
}

/// One admitted tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCallRecord {
    /// Canonical dotted path; `search` for the built-in search.
    pub name: String,
}

/// One error or warning: a kind for machines, a message for models and people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The category.
    pub kind: DiagnosticKind,
    /// What is wrong and what to do instead.
    pub message: String,
    /// Where in the submitted source, when it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<SourceLocation>,
    /// Things to try, most useful first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic with neither location nor suggestions.
    pub fn new(kind: DiagnosticKind, message: impl Into<String>) -> Self {
        Diagnostic { kind, message: message.into(), location: None, suggestions: Vec::new() }
    }

    /// The same diagnostic, located.
    #[must_use]
    pub fn at(mut self, location: SourceLocation) -> Self {
        self.location = Some(location);
        self
    }

    /// The same diagnostic with one more suggestion.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestions.push(suggestion.into());
        self
    }
}

/// A place in the submitted source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceLocation {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in UTF-16 code units, counted from 1.
    pub column: u32,
}

macro_rules! diagnostic_kinds {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// The vocabulary of errors and warnings (execution.md 3.1).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum DiagnosticKind { $($(#[doc = $doc])+ $name,)+ }

        impl DiagnosticKind {
            /// Every kind.
            pub const ALL: &[DiagnosticKind] = &[$(DiagnosticKind::$name,)+];

            /// The stable code, as it stands in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(DiagnosticKind::$name => stringify!($name),)+ }
            }
        }
    };
}

diagnostic_kinds! {
    /// The source is blank or is not a program.
    ParseError,
    /// The source uses syntax that this language leaves out.
    UnsupportedSyntax,
    /// The program named a tool that does not exist.
    UnknownTool,
    /// A tool call had the wrong number of arguments or failed the input schema.
    InvalidToolInput,
    /// A tool's output failed its schema or is not plain data.
    InvalidToolOutput,
    /// Program data broke the plain-data contract.
    InvalidDataValue,
    /// More tool calls than the host allows.
    ToolCallLimitExceeded,
    /// The wall clock ran out.
    TimeoutExceeded,
    /// A tool refused or failed.
    ToolFailure,
    /// The program threw, or another execution error occurred.
    ExecutionFailure,
    /// Warning only: further warnings were left out by the output budget.
    Truncated,
}

impl fmt::Display for DiagnosticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for DiagnosticKind {
    type Err = UnknownDiagnosticKind;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = DiagnosticKind::ALL.iter().find(|kind| kind.as_str() == text);
        found.copied().ok_or_else(|| UnknownDiagnosticKind(text.to_owned()))
    }
}

/// A text that names no diagnostic kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a diagnostic kind")]
pub struct UnknownDiagnosticKind(String);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn round_trip(result: &ExecutionResult) -> String {
        let text = serde_json::to_string(result).unwrap();
        assert_eq!(&serde_json::from_str::<ExecutionResult>(&text).unwrap(), result);
        text
    }

    #[test]
    fn bare_success_has_three_keys() {
        assert_eq!(round_trip(&Success::default().into()), r#"{"ok":true,"value":null,"toolCalls":[]}"#);
    }

    #[test]
    fn keys_come_in_the_specified_order() {
        let warning = Diagnostic::new(DiagnosticKind::ToolFailure, "w");
        let full = Success {
            value: json!({"b": 1, "a": 2}),
            warnings: vec![warning.clone()],
            logs: vec!["l".into()],
            truncated: true,
            tool_calls: vec![ToolCallRecord { name: "a.b".into() }],
        };
        assert_eq!(
            round_trip(&full.into()),
            r#"{"ok":true,"value":{"b":1,"a":2},"warnings":[{"kind":"ToolFailure","message":"w"}],"logs":["l"],"truncated":true,"toolCalls":[{"name":"a.b"}]}"#
        );
        let error =
            Diagnostic::new(DiagnosticKind::ParseError, "m").at(SourceLocation { line: 2, column: 3 }).suggest("try");
        let failure = Failure { warnings: vec![warning], ..Failure::new(error) };
        assert_eq!(
            round_trip(&failure.into()),
            r#"{"ok":false,"error":{"kind":"ParseError","message":"m","location":{"line":2,"column":3},"suggestions":["try"]},"warnings":[{"kind":"ToolFailure","message":"w"}],"toolCalls":[]}"#
        );
    }

    #[test]
    fn kinds_read_back_from_their_code() {
        for kind in DiagnosticKind::ALL {
            assert_eq!(kind.as_str().parse::<DiagnosticKind>().unwrap(), *kind);
            assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.as_str()));
        }
        assert!("Nonsense".parse::<DiagnosticKind>().is_err());
    }
}
