//! The texts of a tool that search looks at.

use serde_json::{Map, Value};

use crate::Tool;
use crate::schema::SchemaDocument;

/// A tool with where it stands.
pub(super) struct ToolTexts<'a> {
    pub(super) path: &'a str,
    pub(super) tool: &'a Tool,
    /// Descriptions of the namespaces around it, outermost first.
    pub(super) namespace_descriptions: Vec<&'a str>,
}

/// Names and descriptions of the top-level properties, through one reference, but not through unions.
pub(super) fn top_level_properties(schema: &SchemaDocument) -> impl Iterator<Item = (&str, &str)> {
    let root = schema.root().as_object();
    let target = root.and_then(|root| referenced(schema, root)).or(root);
    let own = root.and_then(|root| root.get("properties"));
    let properties = own.or_else(|| target.and_then(|target| target.get("properties"))).and_then(Value::as_object);
    properties.into_iter().flatten().map(|(name, property)| {
        (name.as_str(), property.get("description").and_then(Value::as_str).unwrap_or_default())
    })
}

fn referenced<'a>(schema: &'a SchemaDocument, root: &'a Map<String, Value>) -> Option<&'a Map<String, Value>> {
    let (_, name) = root.get("$ref")?.as_str()?.rsplit_once('/')?;
    let own = ["$defs", "definitions"].into_iter().find_map(|container| root.get(container)?.get(name));
    own.or_else(|| schema.definitions()?.get(name))?.as_object()
}

/// The first sentence or line of a text, and the rest.
pub(super) fn first_sentence(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let line_end = text.find('\n').unwrap_or(text.len());
    let sentence_end = text[..line_end].find(". ").map_or(line_end, |at| at + 1);
    text.split_at(sentence_end)
}
