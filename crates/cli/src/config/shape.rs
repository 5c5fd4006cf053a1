//! Lists where objects belong. The deserializer would take one as the fields of an object in their order.

use serde_json::Value;

use super::mistake::Mistake;
use super::node::{Data, Node};

/// All places where the schema knows only an object and a list stands.
pub fn lists_for_objects(root: &Node, schema: &Value) -> Vec<Mistake> {
    let mut found = Vec::new();
    walk(root, schema, schema, &mut found);
    found
}

/// The depth is bounded by the parser of the file.
fn walk(node: &Node, schema: &Value, root: &Value, found: &mut Vec<Mistake>) {
    let schema = resolved(schema, root);
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    match &node.data {
        Data::Array(_) if is_object => {
            found.push(Mistake::new("expected an object, found a list", node.span.clone()));
        }
        Data::Array(items) => {
            if let Some(of_items) = schema.get("items") {
                items.iter().for_each(|item| walk(item, of_items, root, found));
            }
        }
        Data::Object(members) => {
            for member in members {
                let named = schema.get("properties").and_then(|properties| properties.get(&member.key));
                if let Some(of_member) = named.or_else(|| schema.get("additionalProperties")) {
                    walk(&member.value, of_member, root, found);
                }
            }
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
    }
}

/// The schema that a reference stands for; beside a description it is the only part of an `allOf`, or of an `anyOf` with
/// null.
fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let only = |name: &str| {
        let mut parts = schema.get(name)?.as_array()?.iter().filter(|part| part.get("$ref").is_some());
        parts.next().filter(|_| parts.next().is_none())
    };
    let schema = only("allOf").or_else(|| only("anyOf")).unwrap_or(schema);
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.rsplit('/').next());
    let target = name.and_then(|name| root.get("definitions")?.get(name));
    target.unwrap_or(schema)
}
