//! A diagnostic as plain text for people: the message, the source line with a caret, what to try.

use super::{Diagnostic, SourceLocation};

/// Longest part of a source line that is shown, in characters.
const SHOWN: usize = 120;

impl Diagnostic {
    /// The diagnostic with the line of `source` that it is about. `name` is what the source is called.
    ///
    /// ```
    /// use codemode::{Diagnostic, DiagnosticKind, SourceLocation};
    ///
    /// let diagnostic = Diagnostic::new(DiagnosticKind::ExecutionFailure, "ReferenceError: totl is not defined")
    ///     .at(SourceLocation { line: 2, column: 8 })
    ///     .suggest("did you mean `total`?");
    /// let text = diagnostic.render("const total = 1\nreturn totl", "program");
    /// assert_eq!(
    ///     text,
    ///     "ExecutionFailure: ReferenceError: totl is not defined
    ///  --> program:2:8
    ///   |
    /// 2 | return totl
    ///   |        ^^^^
    ///   = did you mean `total`?
    /// "
    /// );
    /// ```
    #[must_use]
    pub fn render(&self, source: &str, name: &str) -> String {
        let mut text = format!("{}: {}\n", self.kind, self.message_without_place());
        let mut margin = String::from("  ");
        if let Some(location) = self.location {
            let number = location.line.to_string();
            margin = " ".repeat(number.len() + 1);
            let indent = margin.get(1..).unwrap_or("");
            text.push_str(&format!("{indent}--> {name}:{}:{}\n", location.line, location.column));
            if let Some((line, column)) = excerpt(source, location) {
                let pad: String = line.chars().take(column).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
                let carets = "^".repeat(word_length(&line, column));
                text.push_str(&format!("{margin}|\n{number} | {line}\n{margin}| {pad}{carets}\n"));
            }
        }
        for suggestion in &self.suggestions {
            text.push_str(&format!("{margin}= {suggestion}\n"));
        }
        text
    }

    /// Everything on one line: kind, message with its place, what to try.
    #[must_use]
    pub fn to_line(&self) -> String {
        let text = format!("{}: {}", self.kind, self.to_text());
        text.split('\n').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// The message without the place at its end, which is shown otherwise.
    fn message_without_place(&self) -> &str {
        let Some(location) = self.location else { return &self.message };
        let place = format!(" (line {}, col {})", location.line, location.column);
        self.message.strip_suffix(place.as_str()).unwrap_or(&self.message)
    }
}

/// The line of a place, cut to the part around it, and the characters before the place in it.
fn excerpt(source: &str, location: SourceLocation) -> Option<(String, usize)> {
    let line = lines(source).nth(location.line.checked_sub(1)? as usize)?;
    let wanted = location.column.saturating_sub(1) as usize;
    let mut units = 0;
    let mut at = line.chars().count();
    for (index, ch) in line.chars().enumerate() {
        if units >= wanted {
            at = index;
            break;
        }
        units += ch.len_utf16();
    }
    let skip = if at > SHOWN / 2 && line.chars().count() > SHOWN { at - SHOWN / 2 } else { 0 };
    let mut shown: String = line.chars().skip(skip).take(SHOWN).collect();
    let mut before = at - skip;
    if skip > 0 {
        shown.insert(0, '…');
        before += 1;
    }
    Some((shown, before))
}

/// Lines as ECMAScript divides them.
fn lines(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(source);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(at) = text.find(['\n', '\r', '\u{2028}', '\u{2029}']) else {
            rest = None;
            return Some(text);
        };
        let (line, after) = text.split_at(at);
        let width = if after.starts_with("\r\n") { 2 } else { after.chars().next().map_or(1, char::len_utf8) };
        rest = after.get(width..);
        Some(line)
    })
}

fn word_length(line: &str, column: usize) -> usize {
    let word = line.chars().skip(column).take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.')).count();
    word.max(1)
}

#[cfg(test)]
mod tests {
    use super::super::*;

    fn at(line: u32, column: u32) -> Diagnostic {
        Diagnostic::new(DiagnosticKind::ParseError, format!("bad (line {line}, col {column})"))
            .at(SourceLocation { line, column })
            .suggest("do this")
    }

    #[test]
    fn the_caret_stands_below_the_place() {
        let text = at(2, 4).render("a\r\n\t😀x = 1\nb", "p.js");
        assert_eq!(text, "ParseError: bad\n --> p.js:2:4\n  |\n2 | \t😀x = 1\n  | \t ^\n  = do this\n");
        assert_eq!(at(9, 1).render("a", "p"), "ParseError: bad\n --> p:9:1\n  = do this\n");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let source = format!("{}oops{}", "x ".repeat(500), " y".repeat(500));
        let text = at(1, 1001).render(&source, "p");
        let (line, carets) = (text.lines().nth(3).unwrap_or(""), text.lines().nth(4).unwrap_or(""));
        assert!(line.chars().count() < 140, "{text}");
        let column = carets.find('^').map(|at| carets.get(..at).unwrap_or("").chars().count());
        let found = line.find("oops").map(|at| line.get(..at).unwrap_or("").chars().count());
        assert_eq!(column, found, "{text}");
    }

    #[test]
    fn one_line_says_everything() {
        assert_eq!(at(1, 2).to_line(), "ParseError: bad (line 1, col 2); do this");
    }
}
