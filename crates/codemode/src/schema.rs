//! JSON Schema documents, and their rendering as TypeScript.
//!
//! A document is described, never trusted: whatever stands in it, rendering gives some type and terminates, in time and
//! space linear in the document.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

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

impl From<Value> for SchemaDocument {
    fn from(root: Value) -> Self {
        SchemaDocument::new(root)
    }
}
