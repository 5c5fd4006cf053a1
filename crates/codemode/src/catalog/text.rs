//! The texts of a tool that search looks at.

use rustc_hash::FxHashMap;
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

/// Leading sentences of descriptions that say nothing about their tool, since many tools begin with them.
#[derive(Default)]
pub(super) struct Boilerplate<'a> {
    tools: FxHashMap<&'a str, usize>,
}

/// Tools that may begin with one sentence before it says nothing.
const MAX_SHARING: usize = 3;

/// Sentences of a description that are looked at for the first telling one.
const MAX_LEADING: usize = 4;

impl<'a> Boilerplate<'a> {
    /// Counts the first sentences of all tools.
    pub(super) fn of(descriptions: impl Iterator<Item = &'a str>) -> Self {
        let mut counted = Boilerplate::default();
        descriptions.for_each(|description| counted.count(description));
        counted
    }

    fn count(&mut self, description: &'a str) {
        let mut rest = description;
        for _ in 0..MAX_LEADING {
            let (sentence, after) = first_sentence(rest);
            if sentence.is_empty() {
                return;
            }
            *self.tools.entry(sentence).or_default() += 1;
            rest = after;
        }
    }

    /// The first sentence that few other tools have, and what stands before and behind it. The first one where all are
    /// shared.
    pub(super) fn telling_sentence(&self, description: &'a str) -> (&'a str, [&'a str; 2]) {
        let whole = first_sentence(description);
        let mut rest = description;
        for _ in 0..MAX_LEADING {
            let (sentence, after) = first_sentence(rest);
            let is_shared = self.tools.get(sentence).is_some_and(|count| *count > MAX_SHARING);
            if !sentence.is_empty() && !is_shared {
                let before = description.len() - rest.len();
                return (sentence, [description.get(..before).unwrap_or_default(), after]);
            }
            rest = after;
        }
        (whole.0, ["", whole.1])
    }
}

/// The first sentence or line of a text, and the rest.
pub(super) fn first_sentence(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let line_end = text.find('\n').unwrap_or(text.len());
    let sentence_end = text[..line_end].find(". ").map_or(line_end, |at| at + 1);
    text.split_at(sentence_end)
}
