//! A light reader of OpenAPI documents for tests and measurements of this crate: operations as tools that are described
//! and never run. (The crate `codemode-openapi` makes real ones; it builds on this crate.)

use std::sync::Arc;

use codemode::{SchemaDocument, Tool};
use serde_json::{Map, Value, json};

const METHODS: [&str; 5] = ["get", "put", "post", "patch", "delete"];

/// Every operation, under the name that `name` makes of method, path and operation.
pub fn operations(document: &Value, name: impl Fn(&str, &str, &Value) -> String) -> Vec<Tool> {
    let schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    let schemas = Arc::new(schemas);
    let mut tools = Vec::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for method in METHODS {
            let Some(operation) = item.get(method) else { continue };
            let mut tool = Tool::raw(name(method, path, operation))
                .description(description(operation))
                .keywords(format!("{}\n{} {path}", text(operation, "summary"), method.to_uppercase()))
                .input(SchemaDocument::with_shared(input(document, item, operation), schemas.clone()));
            if let Some(output) = output(document, operation) {
                tool = tool.output(SchemaDocument::with_shared(output.clone(), schemas.clone()));
            }
            tools.extend(tool.run(|input| async { Ok(input) }));
        }
    }
    tools
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn description(operation: &Value) -> &str {
    let description = text(operation, "description");
    if description.is_empty() { text(operation, "summary") } else { description }
}

/// Parameters as fields, the body as the field `body`: the usual shape of the real tools.
fn input(document: &Value, item: &Value, operation: &Value) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    let lists = [&item["parameters"], &operation["parameters"]];
    for parameter in lists.into_iter().filter_map(Value::as_array).flatten() {
        let parameter = follow(document, parameter);
        let name = text(parameter, "name").to_owned();
        let mut schema = parameter["schema"].clone();
        if let Value::Object(schema) = &mut schema
            && !schema.contains_key("description")
            && parameter["description"].is_string()
        {
            schema.insert("description".into(), parameter["description"].clone());
        }
        if parameter["required"] == json!(true) {
            required.push(json!(name));
        }
        properties.insert(name, schema);
    }
    let request = follow(document, &operation["requestBody"]);
    let content = &request["content"];
    let form = content.as_object().and_then(|content| content.values().next()).unwrap_or(&Value::Null);
    let offered = [&content["application/json"]["schema"], &form["schema"]];
    if let Some(body) = offered.into_iter().find(|schema| schema.is_object()) {
        properties.insert("body".into(), body.clone());
        if request["required"] == json!(true) {
            required.push(json!("body"));
        }
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn output<'a>(document: &'a Value, operation: &'a Value) -> Option<&'a Value> {
    let answers = ["200", "201", "202"].into_iter().map(|status| follow(document, &operation["responses"][status]));
    answers.map(|answer| &answer["content"]["application/json"]["schema"]).find(|schema| schema.is_object())
}

fn follow<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let Some(pointer) = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#')) else { return value };
    document.pointer(pointer).unwrap_or(&Value::Null)
}
