//! A document in the manner of GitHub's: 13 MB, 1,200 operations, 900 schemas that refer to each other, with examples and
//! long descriptions. For measuring; the real one is no part of the repository.

use serde_json::{Map, Value, json};

const OPERATIONS: usize = 1200;
const SCHEMAS: usize = 900;

fn sentence(number: usize, words: usize) -> String {
    const WORDS: [&str; 12] = [
        "repository",
        "the",
        "of",
        "organization",
        "when",
        "authenticated",
        "a",
        "protected",
        "user",
        "must",
        "be",
        "with",
    ];
    let word = |at: usize| WORDS.get((number * 7 + at * 5) % WORDS.len()).copied().unwrap_or("it");
    (0..words).map(word).collect::<Vec<_>>().join(" ")
}

fn schema(number: usize) -> Value {
    let reference =
        |step: usize| json!({ "$ref": format!("#/components/schemas/thing-{}", (number * 3 + step) % SCHEMAS) });
    let mut properties = Map::new();
    for at in 0..18 {
        let property = match at % 6 {
            0 => json!({ "type": "string", "description": sentence(number + at, 14), "example": "octocat" }),
            1 => json!({ "type": "integer", "format": "int64", "examples": [at] }),
            2 => json!({ "type": ["string", "null"], "format": "uri" }),
            3 => json!({ "type": "array", "items": reference(at) }),
            4 => json!({ "anyOf": [{ "type": "null" }, reference(at)] }),
            _ => {
                json!({ "type": "object", "properties": { "name": { "type": "string", "readOnly": true }, "inner": reference(at) } })
            }
        };
        properties.insert(format!("field_{at}"), property);
    }
    json!({ "title": format!("Thing {number}"), "type": "object", "properties": properties, "required": ["field_0", "field_1"] })
}

fn operation(number: usize) -> Value {
    let thing = |step: usize| json!({ "$ref": format!("#/components/schemas/thing-{}", (number + step) % SCHEMAS) });
    let parameter = |at: usize| {
        json!({ "name": format!("filter_{at}"), "in": "query", "description": sentence(number + at, 20),
            "schema": { "type": "string", "enum": ["open", "closed", "all"], "default": "open" } })
    };
    let example: Vec<Value> = (0..40)
        .map(|at| json!({ "id": at, "node_id": sentence(at, 6), "url": "https://api.example.test/things/1" }))
        .collect();
    let content = |schema: Value| json!({ "application/json": { "schema": schema, "examples": { "default": { "value": example } } } });
    json!({
        "operationId": format!("things/do-{number}"),
        "summary": sentence(number, 5),
        "description": sentence(number, 90),
        "tags": ["things"],
        "parameters": [
            { "name": "owner", "in": "path", "required": true, "schema": { "type": "string" } },
            parameter(0), parameter(1), parameter(2),
        ],
        "requestBody": { "required": true, "content": { "application/json": { "schema": thing(7) } } },
        "responses": {
            "200": { "description": "ok", "content": content(json!({ "type": "array", "items": thing(1) })) },
            "404": { "description": "not found", "content": content(thing(2)) },
        },
    })
}

/// The text of the document.
pub fn document() -> String {
    let paths =
        (0..OPERATIONS).map(|number| (format!("/things/{number}/{{owner}}"), json!({ "post": operation(number) })));
    let schemas = (0..SCHEMAS).map(|number| (format!("thing-{number}"), schema(number)));
    let root = json!({
        "openapi": "3.1.0",
        "info": { "title": "Things", "version": "1" },
        "servers": [{ "url": "https://api.example.test" }],
        "paths": paths.collect::<Map<_, _>>(),
        "components": { "schemas": schemas.collect::<Map<_, _>>() },
    });
    root.to_string()
}
