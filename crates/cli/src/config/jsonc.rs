//! JSON as people write it in configuration files: with comments and trailing commas. Every value keeps its place.

use std::ops::Range;

use super::mistake::Mistake;
use super::node::{Data, Member, Node};

/// Deeper nesting than any configuration has.
const MAX_DEPTH: usize = 128;

/// Reads a text that holds one value.
///
/// # Errors
/// The first place that is not JSON.
pub fn parse(text: &str) -> Result<Node, Mistake> {
    let mut parser = Parser { text, at: 0 };
    // Some editors begin files with a byte order mark.
    parser.at += if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    parser.skip_blanks()?;
    if parser.peek().is_none() {
        return Err(Mistake::new("the file is empty; the smallest configuration is {}", parser.at..parser.at));
    }
    let root = parser.value(0)?;
    parser.skip_blanks()?;
    match parser.peek() {
        None => Ok(root),
        Some(_) => Err(parser.unexpected("the end of the file")),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, expected: char) -> bool {
        let is_there = self.peek() == Some(expected);
        if is_there {
            self.at += expected.len_utf8();
        }
        is_there
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), Mistake> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                let Some(end) = trimmed.find("*/") else {
                    return Err(Mistake::new("this comment is never closed with */", self.at..self.at + 2));
                };
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn unexpected(&self, expected: &str) -> Mistake {
        match self.peek() {
            None => Mistake::new(format!("expected {expected}, but the file ends here"), self.at..self.at),
            Some(found) => {
                let end = self.at + found.len_utf8();
                Mistake::new(format!("expected {expected}, found '{found}'"), self.at..end)
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Mistake> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return Err(Mistake::new(format!("nested deeper than {MAX_DEPTH} levels"), start..start + 1));
        }
        let data = match self.peek() {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"') => Data::String(self.string()?),
            Some('-' | '0'..='9') => self.number()?,
            Some(letter) if letter.is_ascii_alphabetic() => self.word()?,
            Some('\'') => return Err(self.unexpected("a value").help("texts stand between double quotes: \"…\"")),
            _ => return Err(self.unexpected("a value")),
        };
        Ok(Node { span: start..self.at, data })
    }

    fn word(&mut self) -> Result<Data, Mistake> {
        let start = self.at;
        let length = self.rest().find(|c: char| !(c.is_alphanumeric() || "_-.:/".contains(c)));
        self.at += length.unwrap_or(self.rest().len());
        let word = self.text.get(start..self.at).unwrap_or("");
        match word {
            "null" => Ok(Data::Null),
            "true" => Ok(Data::Bool(true)),
            "false" => Ok(Data::Bool(false)),
            _ => Err(Mistake::new(format!("'{word}' is no value"), start..self.at)
                .help(format!("texts stand between double quotes: \"{word}\""))),
        }
    }

    fn number(&mut self) -> Result<Data, Mistake> {
        let start = self.at;
        let length = self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
        self.at += length.unwrap_or(self.rest().len());
        let digits = self.text.get(start..self.at).unwrap_or("");
        serde_json::from_str(digits)
            .map(Data::Number)
            .map_err(|_| Mistake::new(format!("'{digits}' is not a number"), start..self.at))
    }

    /// A string, read by serde_json once its end is found.
    fn string(&mut self) -> Result<String, Mistake> {
        let start = self.at;
        let mut is_escaped = false;
        for (offset, c) in self.rest().char_indices().skip(1) {
            match c {
                '\n' => return Err(Mistake::new("this text is not closed on its line", start..start + offset)),
                '"' if !is_escaped => {
                    self.at = start + offset + 1;
                    let quoted = self.text.get(start..self.at).unwrap_or("");
                    return serde_json::from_str(quoted).map_err(|_| {
                        Mistake::new("this text holds an escape or a character that JSON does not have", start..self.at)
                            .help("write a backslash as \\\\ and a control character as \\u00XX")
                    });
                }
                _ => is_escaped = c == '\\' && !is_escaped,
            }
        }
        Err(Mistake::new("this text is never closed", start..self.text.len()))
    }

    fn array(&mut self, depth: usize) -> Result<Data, Mistake> {
        self.take('[');
        let mut items = Vec::new();
        loop {
            self.skip_blanks()?;
            if self.take(']') {
                return Ok(Data::Array(items));
            }
            items.push(self.value(depth + 1)?);
            self.separator(']')?;
        }
    }

    fn object(&mut self, depth: usize) -> Result<Data, Mistake> {
        self.take('{');
        let mut members: Vec<Member> = Vec::new();
        loop {
            self.skip_blanks()?;
            if self.take('}') {
                return Ok(Data::Object(members));
            }
            let start = self.at;
            if self.peek() != Some('"') {
                return Err(self.unexpected("a key in double quotes, or '}'"));
            }
            let key = self.string()?;
            let key_span: Range<usize> = start..self.at;
            if members.iter().any(|member| member.key == key) {
                return Err(Mistake::new(format!("the key `{key}` stands here a second time"), key_span));
            }
            self.skip_blanks()?;
            if !self.take(':') {
                return Err(self.unexpected("':' after the key"));
            }
            self.skip_blanks()?;
            let value = self.value(depth + 1)?;
            members.push(Member { key, key_span, value });
            self.separator('}')?;
        }
    }

    /// A comma, unless the end follows.
    fn separator(&mut self, end: char) -> Result<(), Mistake> {
        self.skip_blanks()?;
        if self.take(',') || self.peek() == Some(end) {
            return Ok(());
        }
        Err(self.unexpected(&format!("',' or '{end}'")))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_comments_and_trailing_commas() {
        let text =
            "\u{feff}// top\n{ \"a\": [1, -2.5e3, /* in */ true,], \"b\": { \"c\\n\": \"\\u00e9\\\"\" }, }\n// end";
        let node = parse(text).unwrap();
        assert_eq!(node.to_value(), json!({ "a": [1, -2500.0, true], "b": { "c\n": "é\"" } }));
        let a = &node.member("a").unwrap().value;
        assert!(text[a.span.clone()].starts_with("[1, ") && text[a.span.clone()].ends_with(",]"));
    }

    #[test]
    fn agrees_with_serde_json_on_plain_json() {
        for text in ["null", "[]", "{}", "[[],{}]", "-0", "1e400", "\"\\ud83d\\ude00\"", "{\"\":0}", "9007199254740993"]
        {
            assert_eq!(parse(text).ok().map(|node| node.to_value()), serde_json::from_str(text).ok(), "{text}");
        }
        for text in ["", "[1 2]", "{\"a\" 1}", "01", "+1", "tru", "\"\\x\"", "\"\t\"", "[1", "{,}", "[,]", "1 2", "'a'"]
        {
            assert!(parse(text).is_err(), "{text}");
            assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn deep_and_repeated_things_are_mistakes() {
        assert!(parse(&"[".repeat(100_000)).unwrap_err().message.contains("deeper"));
        let mistake = parse("{\"a\": 1,\n \"a\": 2}").unwrap_err();
        assert_eq!((mistake.span, mistake.message.contains("second time")), (10..13, true));
    }
}
