//! The outcome as text for models (tools-and-discovery.md 9).

use serde_json::Value;

use super::{Diagnostic, ExecutionResult};

/// What stands below a value that is `null`.
const NOTHING_RETURNED: &str = "(nothing was returned: end the program with `return value`)";

impl ExecutionResult {
    /// The outcome as a model reads it: the value (a string as it is, anything else as indented JSON) or what went wrong
    /// and what to try; then warnings, then logs.
    ///
    /// ```
    /// use codemode::{ExecutionResult, Success};
    ///
    /// let result: ExecutionResult =
    ///     Success { value: 42.into(), logs: vec!["checked 3 orders".into()], ..Success::default() }.into();
    /// assert_eq!(result.to_text(), "42\n\nLogs:\nchecked 3 orders");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut parts = vec![match self {
            ExecutionResult::Success(success) => value_text(&success.value),
            ExecutionResult::Failure(failure) => failure.error.to_text(),
        }];
        if !self.warnings().is_empty() {
            let lines = self.warnings().iter().map(|warning| format!("\n- [{}] {}", warning.kind, warning.to_text()));
            parts.push(lines.fold("Warnings:".to_owned(), |text, line| text + &line));
        }
        if !self.logs().is_empty() {
            parts.push(format!("Logs:\n{}", self.logs().join("\n")));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Null => format!("null\n{NOTHING_RETURNED}"),
        Value::String(text) => text.clone(),
        // Indented printing of a value in memory cannot fail; the compact form is a faithful stand-in.
        value => serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string()),
    }
}

impl Diagnostic {
    /// The message with its place in the source and with the suggestions that it does not contain already.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = self.message.clone();
        if let Some(location) = self.location {
            let place = format!("(line {}, col {})", location.line, location.column);
            if !text.contains(&place) {
                text.push(' ');
                text.push_str(&place);
            }
        }
        for suggestion in &self.suggestions {
            if !text.contains(suggestion.as_str()) {
                text.push('\n');
                text.push_str(suggestion);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use serde_json::json;

    #[test]
    fn parts_are_separated_and_empty_ones_left_out() {
        let warning = Diagnostic::new(DiagnosticKind::ToolFailure, "a.b failed").suggest("await it");
        let success = |value, warnings, logs: &[&str]| {
            let logs = logs.iter().map(|line| (*line).to_owned()).collect();
            ExecutionResult::from(Success { value, warnings, logs, ..Success::default() }).to_text()
        };
        assert_eq!(success(json!("as is\n"), vec![], &[]), "as is\n");
        assert_eq!(success(json!({ "a": [1] }), vec![], &[]), "{\n  \"a\": [\n    1\n  ]\n}");
        assert_eq!(success(json!(""), vec![], &["x", "y"]), "Logs:\nx\ny");
        assert_eq!(
            success(Value::Null, vec![warning], &["x"]),
            "null\n(nothing was returned: end the program with `return value`)\n\nWarnings:\n- [ToolFailure] a.b failed\n\
await it\n\nLogs:\nx"
        );
    }

    #[test]
    fn failures_say_where_and_what_next_once() {
        let at = SourceLocation { line: 3, column: 7 };
        let error = Diagnostic::new(DiagnosticKind::ToolFailure, "no such order").at(at).suggest("list them");
        let text = |error: Diagnostic| ExecutionResult::from(Failure::new(error)).to_text();
        assert_eq!(text(error), "no such order (line 3, col 7)\nlist them");
        let error = Diagnostic::new(DiagnosticKind::ParseError, "bad (line 3, col 7): do x").at(at).suggest("do x");
        assert_eq!(text(error), "bad (line 3, col 7): do x");
    }
}
