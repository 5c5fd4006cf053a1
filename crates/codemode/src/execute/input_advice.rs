//! What to write instead of an argument that a tool did not accept.

use codemode_compiler::InputShape;
use serde_json::Value;

use crate::catalog::Catalog;
use crate::{Diagnostic, Tool, path_expression};

/// Most fields named in one piece of advice.
const NAMED: usize = 6;

/// Adds to a refusal what the argument should have been. `input` is what was passed.
pub(super) fn explain(
    mut diagnostic: Diagnostic,
    catalog: &Catalog,
    name: &str,
    tool: &Tool,
    input: &Value,
) -> Diagnostic {
    if let Some(shape) = tool.input_schema().shape() {
        match input {
            Value::Object(map) => diagnostic.suggestions.extend(misnamed(&shape, map)),
            _ => {
                diagnostic.message = format!(
                    "Invalid input for tool '{name}': it takes one object with named fields, not {}",
                    kind(input)
                );
                diagnostic.suggestions.push(format!("write `{}({})`", path_expression(name), example(&shape)));
            }
        }
    }
    match catalog.input_form(name) {
        Some(form) => diagnostic.suggest(format!("the signature is {form}")),
        None => diagnostic.suggest(format!("look it up with search({{ query: \"{name}\" }})")),
    }
}

/// The field that an unknown name may stand for: the nearest one, or the only one that is missing.
fn misnamed(shape: &InputShape, map: &serde_json::Map<String, Value>) -> Option<String> {
    let known = |name: &str| shape.properties.iter().any(|property| property.name == name);
    let unknown = map.keys().find(|name| !known(name))?;
    let missing: Vec<&str> = shape
        .properties
        .iter()
        .filter(|property| property.required && !map.contains_key(&property.name))
        .map(|property| property.name.as_str())
        .collect();
    let near = codemode_bytecode::nearest(unknown, shape.properties.iter().map(|property| property.name.as_str()));
    let only_missing = if let [only] = missing.as_slice() { Some(*only) } else { None };
    let meant = near.first().copied().or(only_missing);
    if let Some(meant) = meant {
        return Some(format!("there is no field `{unknown}`: did you mean `{meant}`?"));
    }
    let names: Vec<String> =
        shape.properties.iter().take(NAMED).map(|property| format!("`{}`", property.name)).collect();
    (!names.is_empty()).then(|| format!("there is no field `{unknown}`; the fields are {}", names.join(", ")))
}

/// `{ id: … }`
fn example(shape: &InputShape) -> String {
    let required = shape.properties.iter().filter(|property| property.required);
    let mut names: Vec<&str> = required.map(|property| property.name.as_str()).take(NAMED).collect();
    if names.is_empty() {
        names.extend(shape.properties.first().map(|property| property.name.as_str()));
    }
    match names.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{ {} }}", names.iter().map(|name| format!("{name}: …")).collect::<Vec<_>>().join(", ")),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
