//! Reading options (ECMA-402 §9.2.11 to §9.2.15).

use crate::completion::Completion;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// An options object, or none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    object: Option<ObjectId>,
}

impl Options {
    /// GetOptionsObject: undefined or an object.
    pub(crate) fn strict(cx: &mut Vm, value: Value) -> Completion<Options> {
        if value.is_undefined() {
            return Ok(Options { object: None });
        }
        match value.as_object() {
            Some(object) => Ok(Options { object: Some(object) }),
            None => Err(cx.type_error("the options must be an object")),
        }
    }

    /// CoerceOptionsToObject.
    pub(crate) fn coerced(cx: &mut Vm, value: Value) -> Completion<Options> {
        if value.is_undefined() {
            return Ok(Options { object: None });
        }
        Ok(Options { object: Some(cx.to_object(value)?) })
    }

    pub(crate) fn get(self, cx: &mut Vm, name: &str) -> Completion {
        match self.object {
            None => Ok(Value::UNDEFINED),
            Some(object) => {
                let key = cx.heap.key(name)?;
                cx.get(object, key)
            }
        }
    }

    pub(crate) fn boolean(self, cx: &mut Vm, name: &str) -> Completion<Option<bool>> {
        let value = self.get(cx, name)?;
        Ok(if value.is_undefined() { None } else { Some(cx.to_boolean(value)) })
    }

    pub(crate) fn text(self, cx: &mut Vm, name: &str) -> Completion<Option<String>> {
        let value = self.get(cx, name)?;
        if value.is_undefined() { Ok(None) } else { cx.to_std_string(value).map(Some) }
    }

    /// One of some words, by its position.
    pub(crate) fn choice(self, cx: &mut Vm, name: &str, allowed: &[&str]) -> Completion<Option<usize>> {
        let Some(text) = self.text(cx, name)? else { return Ok(None) };
        match allowed.iter().position(|option| *option == text) {
            Some(index) => Ok(Some(index)),
            None => Err(cx.range_error(&format!("Value {text} out of range for the option {name}"))),
        }
    }

    /// GetNumberOption: an integer in a range.
    pub(crate) fn number(self, cx: &mut Vm, name: &str, lowest: u32, highest: u32) -> Completion<Option<u32>> {
        let value = self.get(cx, name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        let number = cx.to_number(value)?;
        if !(f64::from(lowest)..=f64::from(highest)).contains(&number) {
            return Err(cx.range_error(&format!("{name} value is out of range.")));
        }
        Ok(Some(number.floor() as u32))
    }
}

/// A piece of formatted text and its type, as `formatToParts` names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) kind: &'static str,
    pub(crate) text: String,
}

/// Pieces in order; neighbours that are literal are one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) list: Vec<Part>,
}

impl Parts {
    pub(crate) fn push(&mut self, kind: &'static str, text: impl Into<String>) {
        let text = text.into();
        if text.is_empty() {
            return;
        }
        if kind == "literal"
            && let Some(last) = self.list.last_mut()
            && last.kind == "literal"
        {
            last.text.push_str(&text);
            return;
        }
        self.list.push(Part { kind, text });
    }

    pub(crate) fn append(&mut self, other: Parts) {
        for part in other.list {
            self.push(part.kind, part.text);
        }
    }

    /// With the digits of another numbering system.
    pub(crate) fn in_digits(mut self, zero: char) -> Parts {
        if zero != '0' {
            for part in &mut self.list {
                // Arabic digits bring their separators.
                match part.kind {
                    "decimal" if zero == '\u{660}' => part.text = "\u{66b}".to_owned(),
                    "group" if zero == '\u{660}' => part.text = "\u{66c}".to_owned(),
                    _ => {}
                }
                if !matches!(part.kind, "currency" | "unit" | "era" | "literal") {
                    let digit = |c: char| char::from_u32(zero as u32 + c.to_digit(10).unwrap_or(0)).unwrap_or(c);
                    part.text = part.text.chars().map(|c| if c.is_ascii_digit() { digit(c) } else { c }).collect();
                }
            }
        }
        self
    }

    pub(crate) fn text(&self) -> String {
        self.list.iter().map(|part| part.text.as_str()).collect()
    }

    /// The array of `{ type, value }` objects.
    pub(crate) fn to_array(&self, cx: &mut Vm) -> Completion {
        let mut values = Vec::with_capacity(self.list.len());
        for part in &self.list {
            let object = cx.new_object();
            let kind = cx.heap.new_string(part.kind)?;
            cx.create_named(object, "type", kind.into())?;
            let text = cx.heap.new_string(&part.text)?;
            cx.create_named(object, "value", text.into())?;
            values.push(object.into());
        }
        Ok(cx.new_array(values)?.into())
    }
}

/// Whose a piece of a formatted range is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Shared,
    Start,
    End,
}

/// The pieces of a formatted range; neighbours that are literal and of the same source are one.
#[derive(Debug, Default)]
pub(crate) struct RangeParts {
    list: Vec<(Source, Part)>,
}

impl RangeParts {
    /// Pieces that hold for both ends.
    pub(crate) fn shared(parts: Parts) -> RangeParts {
        let mut range = RangeParts::default();
        range.append(Source::Shared, parts);
        range
    }

    pub(crate) fn append(&mut self, source: Source, parts: Parts) {
        parts.list.into_iter().for_each(|part| self.push(source, part));
    }

    pub(crate) fn push(&mut self, source: Source, part: Part) {
        match self.list.last_mut() {
            Some((known, last)) if part.kind == "literal" && last.kind == "literal" && *known == source => {
                last.text.push_str(&part.text);
            }
            _ if part.text.is_empty() => {}
            _ => self.list.push((source, part)),
        }
    }

    pub(crate) fn push_literal(&mut self, source: Source, text: &str) {
        self.push(source, Part { kind: "literal", text: text.to_owned() });
    }

    /// One end in full: what stands around its fields is of both.
    pub(crate) fn append_end(&mut self, source: Source, parts: Parts) {
        let is_field = |part: &Part| part.kind != "literal";
        let first = parts.list.iter().position(is_field).unwrap_or(0);
        let last = parts.list.iter().rposition(is_field).unwrap_or(0);
        for (index, part) in parts.list.into_iter().enumerate() {
            self.push(if (first..=last).contains(&index) { source } else { Source::Shared }, part);
        }
    }

    pub(crate) fn extend(&mut self, other: RangeParts) {
        other.list.into_iter().for_each(|(source, part)| self.push(source, part));
    }

    pub(crate) fn text(&self) -> String {
        self.list.iter().map(|(_, part)| part.text.as_str()).collect()
    }

    /// The array of `{ type, value, source }` objects.
    pub(crate) fn to_array(&self, cx: &mut Vm) -> Completion {
        let mut values = Vec::with_capacity(self.list.len());
        for (source, part) in &self.list {
            let source = match source {
                Source::Shared => "shared",
                Source::Start => "startRange",
                Source::End => "endRange",
            };
            let object = cx.new_object();
            for (name, text) in [("type", part.kind), ("value", part.text.as_str()), ("source", source)] {
                let text = cx.heap.new_string(text)?;
                cx.create_named(object, name, text.into())?;
            }
            values.push(object.into());
        }
        Ok(cx.new_array(values)?.into())
    }
}

/// Splits a template at its `{…}` marks and gives text and marks in order.
pub(crate) fn template(text: &'static str) -> impl Iterator<Item = Piece> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(inner) = rest.strip_prefix('{')
            && let Some((mark, after)) = inner.split_once('}')
        {
            rest = after;
            return Some(Piece::Mark(mark));
        }
        let end = rest.find('{').unwrap_or(rest.len());
        let (literal, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Text(literal))
    })
}

/// The marks of a template.
pub(crate) fn marks(text: &'static str) -> impl Iterator<Item = &'static str> {
    template(text).filter_map(|piece| match piece {
        Piece::Mark(mark) => Some(mark),
        Piece::Text(_) => None,
    })
}

/// A piece of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(&'static str),
    Mark(&'static str),
}
