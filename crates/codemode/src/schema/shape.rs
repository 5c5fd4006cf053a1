//! What a schema says in terms that a checker of programs can use. Whatever is not plain becomes "anything".

use codemode_compiler::{InputShape, JsonKinds, PropertyShape};
use serde_json::{Map, Value};

use super::SchemaDocument;

/// Objects within objects are looked at this deep.
const MAX_DEPTH: usize = 4;

impl SchemaDocument {
    /// The object that the schema describes; `None` when it says nothing certain.
    pub(crate) fn shape(&self) -> Option<InputShape> {
        let document = self.self_contained();
        let schema = resolve(&document, &document)?;
        object_shape(&document, schema, 0)
    }
}

/// Follows references within the document.
fn resolve<'d>(document: &'d Value, schema: &'d Value) -> Option<&'d Map<String, Value>> {
    let mut schema = schema.as_object()?;
    for _ in 0..8 {
        let Some(reference) = schema.get("$ref") else { return Some(schema) };
        let pointer = reference.as_str()?.strip_prefix('#')?;
        schema = document.pointer(pointer)?.as_object()?;
    }
    None
}

/// Keywords whose effect is not looked at: with one of them nothing about the object is certain.
const UNCERTAIN: [&str; 8] =
    ["anyOf", "oneOf", "allOf", "not", "if", "patternProperties", "dependentSchemas", "$dynamicRef"];

fn object_shape(document: &Value, schema: &Map<String, Value>, depth: usize) -> Option<InputShape> {
    if depth > MAX_DEPTH || UNCERTAIN.iter().any(|keyword| schema.contains_key(*keyword)) {
        return None;
    }
    // Without any property nothing is described, and what is passed is rarely looked at.
    let properties = schema.get("properties")?.as_object().filter(|properties| !properties.is_empty())?;
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let closed = schema.get("additionalProperties").and_then(Value::as_bool) == Some(false);
    let shapes = properties.iter().map(|(name, schema)| {
        let mut shape = property_shape(document, schema, depth);
        shape.name.clone_from(name);
        shape.required = required.contains(&name.as_str());
        shape
    });
    Some(InputShape { properties: shapes.collect(), closed })
}

fn property_shape(document: &Value, schema: &Value, depth: usize) -> PropertyShape {
    let mut shape = PropertyShape::default();
    let Some(schema) = resolve(document, schema) else { return shape };
    if UNCERTAIN.iter().any(|keyword| schema.contains_key(*keyword)) {
        return shape;
    }
    if let Some(kinds) = kinds(schema.get("type")) {
        shape.kinds = if schema.get("nullable").and_then(Value::as_bool) == Some(true) {
            kinds.or(JsonKinds::NULL)
        } else {
            kinds
        };
    }
    let listed = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice);
    let listed = listed.or_else(|| schema.get("const").map(std::slice::from_ref));
    if let Some(values) = listed {
        // Only lists of strings and nothing else are compared.
        shape.choices = values.iter().map(|value| value.as_str().map(str::to_owned)).collect();
    }
    shape.object = object_shape(document, schema, depth + 1).map(Box::new);
    shape
}

fn kinds(types: Option<&Value>) -> Option<JsonKinds> {
    let one = |name: &str| {
        Some(match name {
            "string" => JsonKinds::STRING,
            "number" => JsonKinds::NUMBER,
            "integer" => JsonKinds::INTEGER,
            "boolean" => JsonKinds::BOOLEAN,
            "null" => JsonKinds::NULL,
            "array" => JsonKinds::ARRAY,
            "object" => JsonKinds::OBJECT,
            _ => return None,
        })
    };
    match types? {
        Value::String(name) => one(name),
        Value::Array(names) => {
            let mut all = names.iter().map(|name| name.as_str().and_then(one));
            let first = all.next()??;
            all.try_fold(first, |kinds, next| Some(kinds.or(next?)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn shape(schema: Value) -> Option<InputShape> {
        SchemaDocument::from(schema).shape()
    }

    #[test]
    fn plain_objects_are_read_with_their_references() {
        let shape = shape(json!({
            "type": "object",
            "properties": {
                "id": { "type": "string" },
                "count": { "$ref": "#/$defs/Count" },
                "state": { "enum": ["open", "closed"] },
                "inner": { "type": ["object", "null"], "properties": { "a": { "type": "boolean" } } },
                "any": { "anyOf": [{ "type": "string" }, { "type": "number" }] },
            },
            "required": ["id"],
            "additionalProperties": false,
            "$defs": { "Count": { "type": "integer" } },
        }))
        .unwrap();
        assert!(shape.closed);
        let by = |name: &str| shape.properties.iter().find(|property| property.name == name).unwrap();
        assert!(by("id").required && !by("count").required);
        assert_eq!(by("count").kinds, JsonKinds::INTEGER);
        assert_eq!(by("state").choices, Some(vec!["open".to_owned(), "closed".to_owned()]));
        assert_eq!(by("inner").kinds, JsonKinds::OBJECT.or(JsonKinds::NULL));
        assert_eq!(by("inner").object.as_ref().unwrap().properties[0].kinds, JsonKinds::BOOLEAN);
        assert_eq!(by("any").kinds, JsonKinds::ANY);
    }

    #[test]
    fn what_is_not_certain_is_left_open() {
        assert!(shape(json!(true)).is_none());
        assert!(shape(json!({ "oneOf": [{ "type": "object", "properties": {} }] })).is_none());
        assert!(shape(json!({ "$ref": "#/$defs/Loop", "$defs": { "Loop": { "$ref": "#/$defs/Loop" } } })).is_none());
        let mixed = shape(json!({ "properties": { "a": { "enum": ["x", 1] }, "b": { "type": "thing" } } })).unwrap();
        assert_eq!((mixed.properties[0].choices.clone(), mixed.properties[1].kinds), (None, JsonKinds::ANY));
    }
}
