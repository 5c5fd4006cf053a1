//! `readOnly` and `writeOnly`: what only the other direction has is not shown (openapi.md 11, D rows).

use codemode::SchemaDocument;
use codemode_openapi::Api;
use serde_json::{Value, json};

use crate::support::{api_of, input, output};

fn berth() -> Value {
    json!({
        "type": "object", "additionalProperties": false, "required": ["no", "depth", "pin", "meta", "stamp"],
        "properties": {
            "no": { "type": "string", "readOnly": true },
            "depth": { "type": "string" },
            "pin": { "type": "string", "writeOnly": true },
            "meta": {
                "type": "object", "additionalProperties": false, "required": ["made", "key", "note"],
                "properties": {
                    "made": { "type": "string", "readOnly": true },
                    "key": { "type": "string", "writeOnly": true },
                    "note": { "type": "string" },
                },
            },
            "stamp": { "$ref": "#/components/schemas/Stamp" },
        },
    })
}

/// A POST whose required body and answer have the schema `Root`.
fn api(version: &str, schemas: Value) -> Api {
    let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Root" } } });
    api_of(json!({
        "openapi": version,
        "components": { "schemas": schemas },
        "paths": { "/x": { "post": {
            "requestBody": { "required": true, "content": content },
            "responses": { "200": { "description": "", "content": content } },
        } } },
    }))
}

/// The type of the body when `schema` is that of a request.
fn request_type(schemas: Value) -> String {
    input(&api("3.1.0", schemas))
}

#[test]
fn each_direction_shows_its_own_properties() {
    for version in ["3.0.3", "3.1.0"] {
        let schemas = json!({ "Root": berth(), "Stamp": { "type": "string", "readOnly": true } });
        let api = api(version, schemas);
        assert_eq!(input(&api), "{ depth: string; pin: string; meta: { key: string; note: string } }");
        assert_eq!(output(&api), "{ no: string; depth: string; meta: { made: string; note: string }; stamp: string }");
        let definition = |schema: &SchemaDocument| schema.definitions().unwrap()["Root"].clone();
        let tool = &api.tools()[0].tool;
        assert_eq!(definition(tool.input_schema())["required"], json!(["depth", "pin", "meta"]));
        assert_eq!(definition(tool.output_schema().unwrap())["required"], json!(["no", "depth", "meta", "stamp"]));
    }
}

#[test]
fn annotations_are_found_behind_references_and_compositions() {
    let local = json!({ "Root": {
        "type": "object", "additionalProperties": false,
        "properties": { "a": { "$ref": "#/$defs/R" }, "b": { "allOf": [{ "$ref": "#/$defs/R" }] }, "c": { "type": "string" } },
        "$defs": { "R": { "type": "string", "readOnly": true } },
    } });
    assert_eq!(request_type(local), "{ c?: string }");
    let middle = json!({
        "Root": { "type": "object", "properties": { "s": { "$ref": "#/components/schemas/Mid" }, "t": { "type": "string" } } },
        "Mid": { "$ref": "#/components/schemas/Plain", "readOnly": true },
        "Plain": { "type": "string" },
    });
    assert_eq!(request_type(middle), "{ body: { t?: string } }");
}

#[test]
fn siblings_of_references_lose_what_the_target_hides() {
    let schemas = json!({
        "Root": { "type": "object", "properties": { "p": {
            "$ref": "#/components/schemas/Base",
            "type": "object",
            "properties": { "x": { "type": "string", "readOnly": true }, "y": { "type": "string" } },
            "required": ["x", "y", "id"],
        } } },
        "Base": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string", "readOnly": true }, "n": {} } },
    });
    let api = api("3.1.0", schemas);
    let definitions = api.tools()[0].tool.input_schema().definitions().unwrap().clone();
    assert_eq!(definitions["Root"]["properties"]["p"]["required"], json!(["y"]));
    assert_eq!(definitions["Root"]["properties"]["p"]["properties"], json!({ "y": { "type": "string" } }));
    assert_eq!(definitions["Base"]["properties"], json!({ "n": {} }));
}

#[test]
fn circles_have_one_answer_whatever_the_order() {
    let tree = json!({ "Root": { "type": "object", "properties": {
        "id": { "type": "string", "readOnly": true }, "next": { "$ref": "#/components/schemas/Root" }, "v": { "type": "number" } } } });
    let api = api("3.1.0", tree);
    let root = api.tools()[0].tool.input_schema().definitions().unwrap()["Root"].clone();
    assert_eq!(
        root["properties"],
        json!({ "next": { "$ref": "#/components/schemas/Root" }, "v": { "type": "number" } })
    );
    for order in [["w", "l"], ["l", "w"]] {
        let property = |name: &str| json!({ "$ref": format!("#/components/schemas/{}", name.to_uppercase()) });
        let mut properties = serde_json::Map::new();
        for name in order {
            properties.insert(name.into(), property(name));
        }
        properties.insert("k".into(), json!({ "type": "string" }));
        let schemas = json!({
            "Root": { "type": "object", "properties": properties },
            "W": { "allOf": [{ "$ref": "#/components/schemas/L" }] },
            "L": { "allOf": [{ "$ref": "#/components/schemas/W" }, { "readOnly": true }] },
        });
        assert_eq!(request_type(schemas), "{ body: { k?: string } }");
    }
}

#[test]
fn doubled_references_stay_linear() {
    let mut schemas = serde_json::Map::new();
    schemas.insert("Root".into(), json!({ "$ref": "#/components/schemas/S0" }));
    for level in 0..30 {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", level + 1) });
        schemas.insert(format!("S{level}"), json!({ "allOf": [next, next] }));
    }
    schemas.insert(
        "S30".into(),
        json!({ "type": "object", "properties": { "id": { "type": "string", "readOnly": true }, "v": { "type": "string" } } }),
    );
    let started = std::time::Instant::now();
    let api = api("3.1.0", schemas.into());
    let definitions = api.tools()[0].tool.input_schema().definitions().unwrap().clone();
    assert_eq!(definitions["S30"]["properties"], json!({ "v": { "type": "string" } }));
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn alternatives_and_negations_stay() {
    let schemas = json!({ "Root": { "type": "object", "properties": {
        "u": { "anyOf": [{ "type": "string", "readOnly": true }, { "type": "number" }] },
        "o": { "oneOf": [{ "type": "string", "readOnly": true }, { "type": "boolean" }] },
        "n": { "type": "string", "not": { "readOnly": true } },
    }, "not": { "properties": { "z": { "readOnly": true } } } } });
    let api = api("3.1.0", schemas.clone());
    assert_eq!(input(&api), "{ body: { u?: string | number; o?: string | boolean; n?: string } }");
    let definitions = api.tools()[0].tool.input_schema().definitions().unwrap();
    assert_eq!(definitions["Root"]["not"], schemas["Root"]["not"]);
}

#[test]
fn local_definitions_are_those_of_the_root() {
    let schemas = json!({ "Root": {
        "type": "object",
        "properties": { "in": {
            "type": "object",
            "properties": { "p": { "$ref": "#/$defs/V" } },
            "$defs": { "V": { "type": "string", "readOnly": true } },
        } },
        "$defs": { "V": { "type": "string" } },
    } });
    assert_eq!(request_type(schemas), "{ body: { in?: { p?: string } } }");
}

#[test]
fn every_branch_of_a_composition_loses_a_hidden_property() {
    let schemas = json!({ "Root": {
        "type": "object", "required": ["id", "n"], "properties": { "n": { "type": "number" } },
        "allOf": [{ "type": "object", "required": ["id"], "properties": { "id": { "type": "string", "readOnly": true } } }, { "required": ["id"] }],
    } });
    let api = api("3.1.0", schemas);
    let root = api.tools()[0].tool.input_schema().definitions().unwrap()["Root"].clone();
    assert_eq!(root["required"], json!(["n"]));
    assert_eq!(root["allOf"], json!([{ "type": "object", "required": [], "properties": {} }, { "required": [] }]));
}

#[test]
fn parameters_are_requests_too() {
    let api = api_of(json!({ "openapi": "3.1.0", "paths": { "/x": { "get": {
        "parameters": [{ "name": "q", "in": "query", "required": true, "schema": { "type": "object", "required": ["on", "id"],
            "properties": { "on": { "type": "boolean" }, "id": { "type": "string", "readOnly": true } } } }],
        "responses": {},
    } } } }));
    assert_eq!(input(&api), "{ q: { on: boolean } }");
}
