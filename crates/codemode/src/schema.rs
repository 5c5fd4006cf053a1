//! JSON Schema documents, and their rendering as TypeScript.
//!
//! A document is described, never trusted: whatever stands in it, rendering gives some type and terminates, in time and
//! space linear in the document.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

pub(crate) mod comment;
mod layout;
mod literal;
mod lower;
pub(crate) mod observed;
mod print;
mod resolve;
mod shape;
mod types;

use print::Brevity;
pub use print::{Declaration, RenderedType, TypeStyle};

/// Objects nested in more than this many others are not printed (tools-and-discovery.md 4.10).
const MAX_DEPTH: usize = 8;

/// Bytes a pretty type may have before it is shortened. What cannot be brought below twice that is not shown.
const MAX_TEXT: usize = 6000;

/// A JSON Schema (drafts 4 to 2020-12, or the OpenAPI dialect) with the definitions it may refer to. Cheap to clone.
#[derive(Debug, Clone, PartialEq)]
pub struct SchemaDocument {
    root: Arc<Value>,
    definitions: Option<Arc<Map<String, Value>>>,
}

impl SchemaDocument {
    /// A document that refers only to itself.
    pub fn new(root: Value) -> Self {
        SchemaDocument { root: Arc::new(root), definitions: None }
    }

    /// A document whose references also find `definitions`, which many documents may share. They are reached as
    /// `#/$defs/NAME`, `#/definitions/NAME` and `#/components/schemas/NAME`; definitions in `root` itself come first.
    pub fn with_shared(root: Value, definitions: Arc<Map<String, Value>>) -> Self {
        SchemaDocument { root: Arc::new(root), definitions: Some(definitions) }
    }

    /// An object without fields.
    pub fn empty_object() -> Self {
        SchemaDocument::new(json!({ "type": "object", "properties": {}, "additionalProperties": false }))
    }

    /// The schema of what `T` is decoded from.
    pub fn of_input<T: JsonSchema>() -> Self {
        Self::generated::<T>(SchemaSettings::draft2020_12().for_deserialize().into_generator())
    }

    /// The schema of what `T` is encoded to.
    pub fn of_output<T: JsonSchema>() -> Self {
        Self::generated::<T>(SchemaSettings::draft2020_12().for_serialize().into_generator())
    }

    fn generated<T: JsonSchema>(generator: SchemaGenerator) -> Self {
        SchemaDocument::new(generator.into_root_schema_for::<T>().to_value())
    }

    /// The schema itself.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// The shared definitions.
    pub fn definitions(&self) -> Option<&Map<String, Value>> {
        self.definitions.as_deref()
    }

    /// One JSON Schema that contains the shared definitions it may need, as a validator wants it.
    pub fn self_contained(&self) -> Cow<'_, Value> {
        let (Some(shared), Value::Object(root)) = (&self.definitions, &*self.root) else {
            return Cow::Borrowed(&self.root);
        };
        let mut merged = root.clone();
        let own = merged.entry("$defs").or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(own) = own {
            for (name, schema) in &**shared {
                own.entry(name.clone()).or_insert_with(|| schema.clone());
            }
        }
        Cow::Owned(Value::Object(merged))
    }
}

impl SchemaDocument {
    /// The document as a TypeScript type. `name` is what the root is called if it refers to itself.
    ///
    /// ```
    /// use codemode::{SchemaDocument, TypeStyle};
    /// use serde_json::json;
    ///
    /// let schema = SchemaDocument::new(json!({ "type": ["string", "null"] }));
    /// assert_eq!(schema.to_typescript("Input", TypeStyle::Compact).text, "string | null");
    /// ```
    pub fn to_typescript(&self, name: &str, style: TypeStyle) -> RenderedType {
        self.render(name, style, &[])
    }

    /// [`SchemaDocument::to_typescript`] with names that are already declared beside it.
    pub(crate) fn render(&self, name: &str, style: TypeStyle, taken: &[&str]) -> RenderedType {
        let lowered = lower::lower(self, name);
        if style == TypeStyle::Compact {
            return print::print(&lowered, style, Brevity::FULL, taken);
        }
        let mut rendered = None;
        for brevity in Brevity::STEPS {
            let shorter = print::print(&lowered, style, brevity, taken);
            if shorter.size() <= MAX_TEXT {
                return shorter;
            }
            rendered = Some(shorter);
        }
        match rendered {
            Some(shortest) if shortest.size() <= 2 * MAX_TEXT => shortest,
            _ => print::print_nothing(&lowered),
        }
    }

    /// Whether the schema describes an argument without any field, so that a call may leave it out.
    pub(crate) fn is_empty_input(&self) -> bool {
        const DEMANDING: [&str; 8] =
            ["$ref", "anyOf", "oneOf", "allOf", "enum", "const", "minProperties", "propertyNames"];
        let Value::Object(root) = self.root() else { return false };
        let empty = |name: &str| match root.get(name) {
            None => true,
            Some(Value::Object(entries)) => entries.is_empty(),
            Some(Value::Array(items)) => items.is_empty(),
            Some(_) => false,
        };
        root.get("type").and_then(Value::as_str) == Some("object")
            && ["properties", "patternProperties", "required"].into_iter().all(empty)
            && matches!(root.get("additionalProperties"), None | Some(Value::Bool(false)))
            && !DEMANDING.iter().any(|name| root.contains_key(*name))
    }
}

impl From<Value> for SchemaDocument {
    fn from(root: Value) -> Self {
        SchemaDocument::new(root)
    }
}
