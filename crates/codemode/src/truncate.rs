//! The output budget: cuts a finished result to `maxOutputBytes` and says so inside the result (execution.md 6.3).
//!
//! Runs once, after the program, and never fails an execution. Sizes are UTF-8 bytes. Markers are not charged.

use std::io;

use serde_json::Value;

use crate::result::{Diagnostic, DiagnosticKind, ExecutionResult};

mod structural;

/// How a value that is too large is shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TruncationMode {
    /// The first bytes of its JSON text, as a string with a marker. The specified behaviour.
    #[default]
    Prefix,
    /// Long arrays, strings and objects inside it are shortened; it stays JSON of the same shape and says in place what
    /// was left out. Falls back to [`TruncationMode::Prefix`] when the budget is too small for that.
    Structural,
}

/// Applies the output budget of `limit` bytes. A result that fits comes back unchanged.
///
/// ```
/// use codemode::{truncate, ExecutionResult, Success, TruncationMode};
///
/// let long: ExecutionResult = Success { value: "z".repeat(60).into(), ..Success::default() }.into();
/// let cut = truncate(long, 24, TruncationMode::Prefix);
/// assert!(cut.truncated());
/// ```
pub fn truncate(result: ExecutionResult, limit: u64, mode: TruncationMode) -> ExecutionResult {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    match result {
        ExecutionResult::Success(mut success) => {
            let value = fit_value(&mut success.value, limit, mode);
            let warnings = fit_warnings(&mut success.warnings, limit);
            let logs = fit_logs(&mut success.logs, limit.saturating_sub(value.used));
            success.truncated |= value.cut || warnings || logs;
            success.into()
        }
        ExecutionResult::Failure(mut failure) => {
            let message = fit_message(&mut failure.error.message, limit);
            let warnings = fit_warnings(&mut failure.warnings, limit);
            let logs = fit_logs(&mut failure.logs, limit);
            failure.truncated |= message || warnings || logs;
            failure.into()
        }
    }
}

struct Fitted {
    used: usize,
    cut: bool,
}

fn fit_value(value: &mut Value, limit: usize, mode: TruncationMode) -> Fitted {
    let mut text = Prefix::new(limit);
    text.write_json(value);
    if text.total <= limit {
        return Fitted { used: text.total, cut: false };
    }
    if mode == TruncationMode::Structural {
        *value = structural::shorten(value, limit);
        return Fitted { used: limit, cut: true };
    }
    let total = text.total;
    let kept = text.into_text();
    *value = Value::String(format!(
        "{kept} [result truncated: {total} bytes of JSON, limit {limit}; return less, for example only the fields you need]"
    ));
    Fitted { used: limit, cut: true }
}

/// Keeps the warnings that fit, in order; a final `Truncated` entry counts the others.
fn fit_warnings(warnings: &mut Vec<Diagnostic>, limit: usize) -> bool {
    let kept = fitting(warnings, limit, |warning| {
        let mut text = Prefix::new(0);
        text.write_json(warning);
        text.total
    });
    let omitted = warnings.len() - kept;
    if omitted == 0 {
        return false;
    }
    warnings.truncate(kept);
    let noun = if omitted == 1 { "warning was" } else { "warnings were" };
    let message = format!("{omitted} further {noun} left out by the output limit of {limit} bytes");
    warnings.push(Diagnostic::new(DiagnosticKind::Truncated, message));
    true
}

/// Keeps the lines that fit, in order and whole; a final line says how many are shown.
fn fit_logs(logs: &mut Vec<String>, budget: usize) -> bool {
    let kept = fitting(logs, budget, String::len);
    let total = logs.len();
    if kept == total {
        return false;
    }
    logs.truncate(kept);
    logs.push(format!("[logs truncated: showing {kept} of {total} lines]"));
    true
}

fn fit_message(message: &mut String, limit: usize) -> bool {
    if message.len() <= limit {
        return false;
    }
    let total = message.len();
    message.truncate(floor_char_boundary(message, limit));
    message.push_str(&format!(" [message truncated: {total} bytes, limit {limit}]"));
    true
}

/// How many leading items fit when each costs its size plus one.
fn fitting<T>(items: &[T], budget: usize, size: impl Fn(&T) -> usize) -> usize {
    let mut used = 0usize;
    let fits = |item: &&T| {
        used = used.saturating_add(size(item)).saturating_add(1);
        used <= budget
    };
    items.iter().take_while(fits).count()
}

/// The largest character boundary of `text` at or below `at`.
pub(crate) fn floor_char_boundary(text: &str, at: usize) -> usize {
    if at >= text.len() {
        return text.len();
    }
    (0..=at).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}

/// A sink that counts everything and keeps only the first bytes.
struct Prefix {
    kept: Vec<u8>,
    limit: usize,
    total: usize,
}

impl Prefix {
    fn new(limit: usize) -> Self {
        Prefix { kept: Vec::new(), limit, total: 0 }
    }

    fn write_json(&mut self, value: &impl serde::Serialize) {
        // Neither the sink nor plain data with string keys can fail.
        let written = serde_json::to_writer(self, value);
        debug_assert!(written.is_ok());
    }

    /// The kept bytes without an incomplete trailing character.
    fn into_text(self) -> String {
        match String::from_utf8(self.kept) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let mut bytes = error.into_bytes();
                bytes.truncate(valid);
                String::from_utf8(bytes).unwrap_or_default()
            }
        }
    }
}

impl io::Write for Prefix {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.total = self.total.saturating_add(bytes.len());
        let room = self.limit.saturating_sub(self.kept.len()).min(bytes.len());
        self.kept.extend_from_slice(&bytes[..room]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
