//! Text for people: diagnostics with the source line, values, times.

use std::io::Write;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use codemode::{Diagnostic, SourceLocation};

/// Writes a diagnostic with the source line and a caret.
pub fn diagnostic(out: &mut dyn Write, source: &str, name: &str, diagnostic: &Diagnostic, is_warning: bool) {
    let message = without_position(&diagnostic.message);
    let title = format!("{}: {message}", diagnostic.kind.as_str());
    let level = if is_warning { Level::WARNING } else { Level::ERROR };
    let mut group = level.primary_title(title.as_str()).elements(Vec::<annotate_snippets::Element<'_>>::new());
    if let Some(location) = diagnostic.location {
        let line = line(source, location.line);
        if line.len() > LONGEST_LINE {
            let _ = writeln!(out, "{}", diagnostic.render(source, name));
            return;
        }
        let start = offset(line, SourceLocation { line: 1, column: location.column });
        let end = end_of_word(line, start);
        let snippet = Snippet::source(line).line_start(location.line as usize).path(name);
        group = group.element(snippet.annotation(AnnotationKind::Primary.span(start..end)));
    }
    for suggestion in &diagnostic.suggestions {
        group = group.element(Level::HELP.message(suggestion.as_str()));
    }
    let text = Renderer::styled().render(&[group]);
    let _ = writeln!(out, "{text}");
}

/// Longest line that is drawn with its place, in bytes.
const LONGEST_LINE: usize = 16 << 10;

/// A line, counted from 1, as ECMAScript divides them.
fn line(source: &str, number: u32) -> &str {
    let mut rest = source;
    for _ in 1..number {
        let Some(at) = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']) else { return "" };
        let width = match rest.get(at..) {
            Some(end) if end.starts_with("\r\n") => 2,
            Some(end) => end.chars().next().map_or(1, char::len_utf8),
            None => 1,
        };
        rest = rest.get(at + width..).unwrap_or("");
    }
    let end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(rest)
}

/// A text of a program or a tool for a terminal: without the characters that steer one.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// The same on one line.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A tool as listings show it.
pub fn tool(signature: &str, description: &str) -> String {
    let description = description.trim_end().replace('\n', "\n    ");
    plain(&format!("{signature}\n    {description}")).trim_end().to_owned()
}

/// The message without the ` (line L, col C)` that the picture shows already.
fn without_position(message: &str) -> &str {
    match message.rfind(" (line ") {
        Some(at) if message.ends_with(')') => message.get(..at).unwrap_or(message),
        _ => message,
    }
}

/// The byte offset of a position.
pub fn offset(source: &str, location: SourceLocation) -> usize {
    let mut line = 1;
    let mut column = 1;
    for (at, ch) in source.char_indices() {
        if line > location.line || (line == location.line && column >= location.column) {
            return at;
        }
        if ch == '\n' {
            line += 1;
            column = 1;
        } else {
            column += ch.len_utf16() as u32;
        }
    }
    source.len()
}

fn end_of_word(source: &str, start: usize) -> usize {
    let rest = source.get(start..).unwrap_or("");
    let word = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.')).unwrap_or(rest.len());
    match word {
        0 => start + rest.chars().next().map_or(0, char::len_utf8),
        length => start + length,
    }
}
