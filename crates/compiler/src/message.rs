//! The text of a parse error: what the parser found, in words for a model, with the offending line.

use codemode_bytecode::Span;
use oxc_diagnostics::OxcDiagnostic;

use crate::mistakes::Mistake;
use crate::{CompileError, intake, nesting};

/// Longest part of a line that a message quotes, in characters.
const QUOTED: usize = 100;

/// Turns a diagnostic of the parser or checker into an error about `source`. `text` is what was parsed: `source` without
/// a fence.
pub(crate) fn describe(source: &str, text: &str, diagnostic: &OxcDiagnostic) -> CompileError {
    let span = place(diagnostic);
    let found = span.text(text);
    let at_end = text.get(span.start as usize..).is_none_or(|rest| rest.trim().is_empty());
    let mistake = Mistake { message: &diagnostic.message, text, span };
    let mut reason = match mistake.is_template() {
        true => "unterminated template literal".to_owned(),
        false => reword(&diagnostic.message, found, at_end),
    };
    let mut suggestions = Vec::new();
    if at_end && let Some(opener) = nesting::unclosed(text) {
        let position = codemode_bytecode::position(source, opener as u32);
        let bracket = text.get(opener..).and_then(|rest| rest.chars().next()).unwrap_or('{');
        reason.push_str(&format!(": the `{bracket}` of line {} is never closed", position.line));
        suggestions.push(format!("close the `{bracket}` opened at line {}, col {}", position.line, position.column));
    }
    if let Some(instead) = intake::instead_of_program(source) {
        // Advice about single characters would only distract.
        suggestions = vec![instead.to_owned()];
    } else {
        suggestions.extend(mistake.advice());
        if suggestions.is_empty() && !mistake.replaces_help() {
            suggestions.extend(diagnostic.help.as_deref().map(|help| lower_first(help.trim_end_matches('.'))));
        }
    }
    let mut error = CompileError::parse(source, span, quote(&reason, text, span));
    error.suggestions = suggestions;
    error
}

/// The label a reader should look at.
fn place(diagnostic: &OxcDiagnostic) -> Span {
    let labels = &diagnostic.labels;
    let label = if diagnostic.message.contains("already been declared") {
        labels.last()
    } else {
        labels.iter().find(|label| label.primary()).or_else(|| labels.first())
    };
    label.map_or_else(Span::default, |label| Span { start: label.span().start, end: label.span().end })
}

/// A reason with the line it is about.
pub(crate) fn quote(reason: &str, text: &str, span: Span) -> String {
    let line = line_at(text, span.start as usize);
    if line.is_empty() { reason.to_owned() } else { format!("{reason}; offending line: {line}") }
}

/// The line around a byte, without indentation, cut to the part around that byte. At the end of the text: the last
/// line with something in it.
fn line_at(text: &str, at: usize) -> String {
    let is_break = |ch: char| matches!(ch, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (mut before, mut after) = text.split_at(at);
    if after.trim().is_empty() && before.rsplit(is_break).next().is_none_or(|line| line.trim().is_empty()) {
        (before, after) = (before.trim_end(), "");
    }
    let before = before.rsplit(is_break).next().unwrap_or("").trim_start();
    let after = after.split(is_break).next().unwrap_or("").trim_end();
    let half = QUOTED / 2;
    let left = before.chars().count();
    let right = after.chars().count();
    let keep_left = left.min(QUOTED - right.min(half));
    let keep_right = right.min(QUOTED - keep_left);
    let mut line = String::new();
    if keep_left < left {
        line.push('…');
    }
    line.extend(before.chars().skip(left - keep_left));
    line.extend(after.chars().take(keep_right));
    if keep_right < right {
        line.push('…');
    }
    line
}

fn reword(message: &str, found: &str, at_end: bool) -> String {
    if at_end && (message.starts_with("Unexpected") || message.starts_with("Expected")) {
        let expected = message.strip_prefix("Expected ").and_then(|rest| rest.split(" but found").next());
        return match expected {
            Some(expected) if expected.starts_with('`') => {
                format!("unexpected end of the program, expected {expected}")
            }
            _ => "unexpected end of the program".to_owned(),
        };
    }
    if message.starts_with("`await` is only allowed") {
        return "`await` is only allowed within async functions and at the top level of the program".to_owned();
    }
    if let Some(rest) = message.strip_prefix("Invalid Character") {
        return format!("invalid character{rest}");
    }
    let found = found.lines().next().unwrap_or("");
    let found = if found.chars().count() > 40 { "" } else { found };
    if message == "Unexpected token" && !found.is_empty() {
        return format!("unexpected `{found}`");
    }
    if message.starts_with("Expected a semicolon") {
        return "two expressions stand next to each other without an operator or semicolon between them".to_owned();
    }
    if let Some((expected, _)) = message.split_once(" but found ")
        && !found.is_empty()
    {
        return format!("{} but found `{found}`", lower_first(expected));
    }
    lower_first(message.trim_end_matches('.'))
}

/// The sentence with a small first letter, unless its first word is written in capitals.
fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if first.is_uppercase() && !second.is_uppercase() => {
            first.to_lowercase().chain(text.chars().skip(1)).collect()
        }
        _ => text.to_owned(),
    }
}
