//! Documents and arguments that went wrong at random: whatever they say, there is an answer.

use std::time::Instant;

use codemode::{Signature, TypeStyle};
use codemode_openapi::{Api, Document};
use serde_json::{Value, json};

use crate::damage::{Random, least_operations};
use crate::excerpts;

/// A document that uses a bit of everything.
fn rich() -> Value {
    let parameter = |name: &str, place: &str, style: &str| {
        json!({ "name": name, "in": place, "required": true, "style": style, "explode": true, "description": "d",
            "schema": { "type": ["object", "array", "string"], "properties": { "a": { "$ref": "#/components/schemas/A" } }, "items": {} } })
    };
    json!({
        "openapi": "3.1.0",
        "info": { "title": "T", "description": "D" },
        "servers": [{ "url": "https://{host}.test/v1", "variables": { "host": { "default": "h" } } }],
        "security": [{ "key": [], "token": ["s"] }, {}],
        "paths": {
            "/a/{p}/{q}?x=1": {
                "parameters": [parameter("p", "path", "matrix"), { "$ref": "#/components/parameters/Q" }],
                "servers": [{ "url": "https://i.test" }],
                "post": {
                    "operationId": "a.b", "summary": "s", "tags": ["t"], "deprecated": true,
                    "parameters": [parameter("f", "query", "form"), parameter("d", "query", "deepObject"), parameter("h", "header", "simple"), parameter("c", "cookie", "form")],
                    "requestBody": { "required": true, "content": { "multipart/form-data": {
                        "schema": { "$ref": "#/components/schemas/A" }, "encoding": { "f": { "contentType": "image/png", "style": "form" } } } } },
                    "responses": { "200": { "$ref": "#/components/responses/R" }, "2XX": { "description": "", "content": { "text/plain": {} } } },
                },
                "get": { "parameters": [{ "name": "j", "in": "query", "content": { "application/json": { "schema": {} } } }], "responses": {} },
            },
            "/ref": { "$ref": "#/components/pathItems/I" },
        },
        "components": {
            "schemas": {
                "A": { "type": "object", "additionalProperties": false, "required": ["f"], "properties": {
                    "f": { "type": "string", "format": "binary" }, "b": { "$ref": "#/components/schemas/B" }, "ro": { "readOnly": true }, "wo": { "writeOnly": true } } },
                "B": { "allOf": [{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B/properties/c" }], "properties": { "c": { "anyOf": [{ "type": "null" }, { "$ref": "#/components/schemas/B" }] } } },
            },
            "parameters": { "Q": parameter("q", "path", "label") },
            "responses": { "R": { "description": "", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/B" } } } } },
            "pathItems": { "I": { "put": { "requestBody": { "content": { "application/x-www-form-urlencoded": {
                "schema": { "type": "object", "properties": { "n": { "type": "object" } } }, "encoding": { "n": { "style": "deepObject", "explode": true } } } } }, "responses": {} } } },
            "securitySchemes": { "key": { "type": "apiKey", "in": "query", "name": "k" }, "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

#[tokio::test]
async fn damaged_documents_have_an_answer() {
    let mut random = Random::new(7);
    let (mut tools, mut skipped, mut shown) = (0, 0, 0);
    let parsed = excerpts::ALL.map(|(_, text)| serde_json::from_str::<Value>(text).unwrap());
    let whole: Vec<Value> = std::iter::once(rich()).chain(parsed).collect();
    for round in 0..2100 {
        let mut root = whole[round % whole.len()].clone();
        for _ in 0..=random.below(4) {
            random.damage(&mut root);
        }
        let least = least_operations(&root);
        let Ok(document) = Document::from_value(root) else { continue };
        let started = Instant::now();
        let api = Api::builder(document).build().unwrap();
        assert!(api.operations() >= least, "round {round}: {} of {least}", api.operations());
        assert!(api.skipped().iter().all(|skipped| !skipped.reason.is_empty()));
        skipped += api.skipped().len();
        for tool in api.tools() {
            tools += 1;
            assert!(!Signature::of(tool.tool.name(), &tool.tool, TypeStyle::Compact).text().is_empty());
            let mut input = json!({ "p": "x", "q": ["y"], "f": { "a": 1 }, "d": { "k": "v" }, "h": [1], "c": "z", "j": {}, "body": { "f": { "base64": "aGk=" }, "n": { "m": 1 } } });
            random.damage(&mut input);
            let outcome = api.request(tool.tool.name(), &input).await;
            if let Ok(request) = &outcome {
                shown += 1;
                assert!(request.to_text().starts_with(request.method()));
                let url = url::Url::parse(request.url()).unwrap();
                assert!(url.fragment().is_none() && url.username().is_empty(), "{url}");
            }
        }
        codemode::ToolSet::builder().group(api.group("api")).build().unwrap();
        assert!(started.elapsed().as_secs() < 10, "round {round}");
    }
    assert!(tools > 1500 && skipped > 1000 && shown > 800, "{tools} tools, {skipped} skipped, {shown} requests");
}
