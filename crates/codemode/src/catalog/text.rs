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
    let target = root.and_then(|root| referenced(schema, root, root)).or(root);
    let own = root.and_then(|root| root.get("properties"));
    let properties = own.or_else(|| target.and_then(|target| target.get("properties"))).and_then(Value::as_object);
    properties.into_iter().flatten().map(name_and_description)
}

/// The properties that tell what a tool takes: those at the top, and those of objects that stand there (a request body
/// is the one property `body`), as far as a few.
pub(super) fn telling_properties(schema: &SchemaDocument) -> impl Iterator<Item = (&str, &str)> {
    let inner = objects_at_the_top(schema).flat_map(|(root, object)| {
        let target = referenced(schema, root, object).unwrap_or(object);
        target.get("properties").and_then(Value::as_object).into_iter().flatten().take(MAX_INNER)
    });
    top_level_properties(schema).chain(inner.map(name_and_description))
}

/// Properties of an inner object that are looked at.
const MAX_INNER: usize = 40;

fn objects_at_the_top(schema: &SchemaDocument) -> impl Iterator<Item = (&Map<String, Value>, &Map<String, Value>)> {
    let root = schema.root().as_object();
    let properties = root.and_then(|root| root.get("properties")).and_then(Value::as_object);
    let objects = properties.into_iter().flatten().filter_map(|(_, property)| property.as_object());
    root.into_iter().flat_map(move |root| objects.clone().map(move |object| (root, object)))
}

fn name_and_description<'a>((name, property): (&'a String, &'a Value)) -> (&'a str, &'a str) {
    (name.as_str(), property.get("description").and_then(Value::as_str).unwrap_or_default())
}

fn referenced<'a>(
    schema: &'a SchemaDocument,
    root: &'a Map<String, Value>,
    object: &'a Map<String, Value>,
) -> Option<&'a Map<String, Value>> {
    let (_, name) = object.get("$ref")?.as_str()?.rsplit_once('/')?;
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
