//! What results looked like: a shape learned from values, for tools that declare no output.
//!
//! A shape is bounded whatever it is shown, and says only what was seen, never what will be.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::comment::neutral;
use crate::tool_path::{is_identifier, json_string};

/// Values nested deeper are not looked into.
const MAX_DEPTH: usize = 6;
/// Fields of one object that are remembered.
const MAX_FIELDS: usize = 40;
/// Items of one array that are looked at.
const MAX_ITEMS: usize = 20;
/// Bytes of the text.
const MAX_TEXT: usize = 800;

/// The results of one tool so far.
#[derive(Debug, Default, Clone)]
pub(crate) struct Observed {
    results: usize,
    shape: Shape,
}

#[derive(Debug, Default, Clone)]
struct Shape {
    /// Types other than arrays and objects, by their names.
    scalars: Vec<&'static str>,
    items: Option<Box<Shape>>,
    fields: Option<Fields>,
}

#[derive(Debug, Default, Clone)]
struct Fields {
    objects: usize,
    /// By name, with how many objects had the field.
    seen: BTreeMap<String, (usize, Shape)>,
    omitted: bool,
}

impl Observed {
    /// Learns from one more result.
    pub(crate) fn add(&mut self, result: &Value) {
        self.results = self.results.saturating_add(1);
        self.shape.add(result, 0);
    }

    /// The shape as a comment for a signature, or `None` before the first result.
    pub(crate) fn comment(&self) -> Option<String> {
        if self.results == 0 {
            return None;
        }
        let mut text = String::new();
        self.shape.print(&mut text);
        if text.len() > MAX_TEXT {
            text.truncate(crate::truncate::floor_char_boundary(&text, MAX_TEXT));
            text.push_str("... [shortened]");
        }
        let noun = if self.results == 1 { "result" } else { "results" };
        Some(format!("/* seen in {} {noun}: {} */", self.results, neutral(&text)))
    }
}

impl Shape {
    fn add(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Array(items) if depth < MAX_DEPTH => {
                let shape = self.items.get_or_insert_default();
                items.iter().take(MAX_ITEMS).for_each(|item| shape.add(item, depth + 1));
            }
            Value::Object(entries) if depth < MAX_DEPTH => {
                let fields = self.fields.get_or_insert_default();
                fields.objects = fields.objects.saturating_add(1);
                for (name, field) in entries {
                    if fields.seen.len() >= MAX_FIELDS && !fields.seen.contains_key(name) {
                        fields.omitted = true;
                        continue;
                    }
                    let (count, shape) = fields.seen.entry(name.clone()).or_default();
                    *count = count.saturating_add(1);
                    shape.add(field, depth + 1);
                }
            }
            Value::Array(_) | Value::Object(_) => self.add_scalar("unknown"),
            Value::Null => self.add_scalar("null"),
            Value::Bool(_) => self.add_scalar("boolean"),
            Value::Number(_) => self.add_scalar("number"),
            Value::String(_) => self.add_scalar("string"),
        }
    }

    fn add_scalar(&mut self, name: &'static str) {
        if !self.scalars.contains(&name) {
            self.scalars.push(name);
            self.scalars.sort_unstable_by_key(|name| (*name == "null", *name));
        }
    }

    /// The depth is that of the shape, which is bounded.
    fn print(&self, out: &mut String) {
        let mut separator = "";
        if let Some(fields) = &self.fields {
            fields.print(out);
            separator = " | ";
        }
        if let Some(items) = &self.items {
            let _ = write!(out, "{separator}Array<");
            items.print(out);
            out.push('>');
            separator = " | ";
        }
        for scalar in &self.scalars {
            let _ = write!(out, "{separator}{scalar}");
            separator = " | ";
        }
        if separator.is_empty() {
            out.push_str("unknown");
        }
    }
}

impl Fields {
    fn print(&self, out: &mut String) {
        if self.seen.is_empty() {
            out.push_str("{}");
            return;
        }
        let mut separator = "{ ";
        for (name, (count, shape)) in &self.seen {
            let name = if is_identifier(name) { name.clone() } else { json_string(name) };
            let mark = if *count < self.objects { "?" } else { "" };
            let _ = write!(out, "{separator}{name}{mark}: ");
            shape.print(out);
            separator = ", ";
        }
        out.push_str(if self.omitted { ", ... }" } else { " }" });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn shapes_merge() {
        let mut observed = Observed::default();
        assert_eq!(observed.comment(), None);
        observed.add(&json!({ "id": 1, "tags": ["a"], "owner": { "login": "x" } }));
        assert_eq!(
            observed.comment().unwrap(),
            "/* seen in 1 result: { id: number, owner: { login: string }, tags: Array<string> } */"
        );
        observed.add(&json!({ "id": null, "tags": [], "a*/b": true }));
        assert_eq!(
            observed.comment().unwrap(),
            r#"/* seen in 2 results: { "a* /b"?: boolean, id: number | null, owner?: { login: string }, tags: Array<string> } */"#
        );
        observed.add(&json!([[]]));
        assert!(observed.comment().unwrap().ends_with("} | Array<Array<unknown>> */"));
    }

    #[test]
    fn shapes_are_bounded() {
        let mut observed = Observed::default();
        let wide: serde_json::Map<String, Value> = (0..5000).map(|n| (format!("field{n}"), json!(n))).collect();
        observed.add(&Value::Object(wide));
        let mut deep = json!(1);
        for _ in 0..100 {
            deep = json!([deep]);
        }
        observed.add(&deep);
        assert!(observed.comment().unwrap().len() < MAX_TEXT + 100);
    }
}
