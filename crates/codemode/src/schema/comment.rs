//! Doc comments above properties (tools-and-discovery.md 4.7).
//!
//! Everything here ends up inside a block comment, so nothing a schema says may close it.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::literal;
use crate::truncate::floor_char_boundary;

/// A comment line longer than this becomes a block.
const WIDTH: usize = 120;

/// Bytes of one description that are shown.
const MAX_DESCRIPTION: usize = 2000;

/// Bytes of one tag that are shown.
const MAX_TAG: usize = 300;

/// Bytes of a default that are shown. A longer one is for the tool to know, and no program writes it.
const MAX_DEFAULT: usize = 80;

/// What a schema says about a property, apart from its type.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Doc {
    description: Vec<String>,
    tags: String,
    children: Vec<(&'static str, Doc)>,
}

impl Doc {
    /// The description and constraints of a property, with those of its immediate contents.
    pub(super) fn of_property(schema: &Value) -> Doc {
        let mut doc = Doc::of(schema);
        if let Value::Object(object) = schema {
            if has_type(object, "array")
                && let Some(items @ Value::Object(_)) = object.get("items")
            {
                doc.push_child("Each item: ", items);
            }
            if (has_type(object, "object") || object.contains_key("properties"))
                && let Some(values @ Value::Object(_)) = object.get("additionalProperties")
            {
                let named = object.get("properties").and_then(Value::as_object).is_some_and(|named| !named.is_empty());
                doc.push_child(if named { "Each additional value: " } else { "Each value: " }, values);
            }
        }
        doc
    }

    /// The description and constraints of a schema alone.
    pub(super) fn of(schema: &Value) -> Doc {
        let Value::Object(object) = schema else { return Doc::default() };
        let description = object.get("description").and_then(Value::as_str).map(description_lines).unwrap_or_default();
        Doc { description, tags: tags(object), children: Vec::new() }
    }

    fn push_child(&mut self, label: &'static str, schema: &Value) {
        let child = Doc::of(schema);
        if !child.is_empty() {
            self.children.push((label, child));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.description.is_empty() && self.tags.is_empty() && self.children.is_empty()
    }

    /// The comment with its line breaks at an indentation of `indent` spaces; empty when there is nothing to say.
    /// Descriptions are cut to `limit` bytes.
    pub(super) fn print(&self, indent: usize, limit: usize) -> String {
        let mut lines = self.own_lines(indent, limit);
        for (label, child) in &self.children {
            let mut child_lines = child.own_lines(indent + label.len() + 2, limit).into_iter();
            lines.extend(child_lines.next().map(|first| format!("{label}{first}")));
            lines.extend(child_lines.map(|line| if line.is_empty() { line } else { format!("  {line}") }));
        }
        comment(&lines, indent)
    }

    fn own_lines(&self, indent: usize, limit: usize) -> Vec<String> {
        let description = shortened(&self.description, limit);
        if let [only] = &*description
            && !self.tags.is_empty()
            && !self.tags.contains('\n')
        {
            let stop = if only.ends_with('.') { "" } else { "." };
            let joined = format!("{only}{stop} {}", self.tags);
            if indent + utf16_len(&joined) + 7 <= WIDTH {
                return vec![joined];
            }
        }
        let tags = self.tags.split('\n').filter(|_| !self.tags.is_empty());
        description.iter().cloned().chain(tags.map(str::to_owned)).collect()
    }
}

/// Lines as one doc comment, each of its lines indented and ended.
pub(super) fn comment(lines: &[String], indent: usize) -> String {
    let pad = " ".repeat(indent);
    match lines {
        [] => String::new(),
        [only] if indent + utf16_len(only) + 7 <= WIDTH => format!("{pad}/** {} */\n", neutral(only)),
        _ => {
            let mut text = format!("{pad}/**\n");
            for line in lines {
                let line = neutral(line);
                let gap = if line.is_empty() { "" } else { " " };
                let _ = writeln!(text, "{pad} *{gap}{line}");
            }
            text.push_str(&pad);
            text.push_str(" */\n");
            text
        }
    }
}

/// Text that cannot close a comment, on one line.
pub(super) fn neutral(text: &str) -> String {
    text.replace("*/", "* /").replace(['\r', '\n', '\u{2028}', '\u{2029}'], " ")
}

/// The lines of a description up to a number of bytes.
fn shortened(lines: &[String], limit: usize) -> Cow<'_, [String]> {
    if lines.iter().map(String::len).sum::<usize>() <= limit {
        return Cow::Borrowed(lines);
    }
    let mut left = limit;
    let mut shown = Vec::new();
    for line in lines {
        if line.len() <= left {
            left -= line.len();
            shown.push(line.clone());
            continue;
        }
        let cut = line[..floor_char_boundary(line, left)].trim_end();
        if limit > 0 {
            shown.push(format!("{cut} [...]").trim_start().to_owned());
        }
        break;
    }
    Cow::Owned(shown)
}

fn description_lines(text: &str) -> Vec<String> {
    let shown = &text[..floor_char_boundary(text, MAX_DESCRIPTION)];
    let mut lines: Vec<String> = shown.split('\n').map(|line| line.trim_end().to_owned()).collect();
    if shown.len() < text.len() {
        lines.push(format!("[{} more characters]", text[shown.len()..].chars().count()));
    }
    let Some(first) = lines.iter().position(|line| !line.is_empty()) else { return Vec::new() };
    lines.drain(..first);
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

const NUMERIC_BEFORE_PATTERN: [&str; 7] =
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"];

fn tags(schema: &Map<String, Value>) -> String {
    let mut tags: Vec<String> = Vec::new();
    let is_true = |name: &str| schema.get(name) == Some(&Value::Bool(true));
    if is_true("deprecated") {
        tags.push("@deprecated".into());
    }
    if let Some(text) = schema.get("default").and_then(literal::literal).filter(|text| text.len() <= MAX_DEFAULT) {
        tags.push(tag("default", &text));
    }
    if let Some(Value::String(text)) = schema.get("format") {
        tags.push(tag("format", text));
    }
    if schema.get("type").and_then(Value::as_str) == Some("integer") {
        tags.push("@integer".into());
    }
    let numeric = |name: &str| match schema.get(name) {
        Some(Value::Number(number)) => Some(format!("@{name} {}", literal::number(number))),
        _ => None,
    };
    tags.extend(NUMERIC_BEFORE_PATTERN.into_iter().filter_map(numeric));
    if let Some(Value::String(text)) = schema.get("pattern") {
        tags.push(tag("pattern", text));
    }
    tags.extend(["minItems", "maxItems"].into_iter().filter_map(numeric));
    if is_true("uniqueItems") {
        tags.push("@uniqueItems true".into());
    }
    tags.join(" ")
}

fn tag(name: &str, text: &str) -> String {
    let shown = &text[..floor_char_boundary(text, MAX_TAG)];
    let note = if shown.len() < text.len() { "… [shortened]" } else { "" };
    format!("@{name} {shown}{note}")
}

fn has_type(schema: &Map<String, Value>, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(text)) => text == name,
        Some(Value::Array(names)) => names.iter().any(|text| text == name),
        _ => false,
    }
}

pub(crate) fn utf16_len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}
