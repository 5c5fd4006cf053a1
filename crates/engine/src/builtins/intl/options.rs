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
#[derive(Debug, Default)]
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

/// A piece of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(&'static str),
    Mark(&'static str),
}
