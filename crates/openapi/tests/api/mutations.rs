//! Documents and arguments that went wrong at random: whatever they say, there is an answer.

use codemode::{Signature, TypeStyle};
use codemode_openapi::{Api, Document};
use serde_json::{Value, json};

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

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    fn junk(&mut self) -> Value {
        let all = [
            json!(null),
            json!(true),
            json!(-1),
            json!(1e300),
            json!(""),
            json!("x"),
            json!("\u{0}\r\n"),
            json!([]),
            json!({}),
            json!([[[]]]),
            json!({ "$ref": "#" }),
            json!({ "$ref": "#/components/schemas/A" }),
            json!({ "$ref": "#/components/schemas/B/properties/c" }),
            json!({ "$ref": "other.yaml#/x" }),
            json!({ "$ref": 7 }),
            json!("{"),
            json!("../.."),
            json!({ "type": 5, "properties": [] }),
            json!("deepObject"),
            json!({ "readOnly": true }),
            json!("https://{x}.test?y#z"),
            json!({ "base64": "!" }),
        ];
        all[self.below(all.len())].clone()
    }

    /// Replaces, removes or renames something somewhere.
    fn damage(&mut self, value: &mut Value) {
        let count = match value {
            Value::Array(items) => items.len(),
            Value::Object(entries) => entries.len(),
            _ => 0,
        };
        if count == 0 || self.below(8) == 0 {
            *value = self.junk();
            return;
        }
        let at = self.below(count);
        match value {
            Value::Array(items) => self.damage(&mut items[at]),
            Value::Object(entries) => {
                let key = entries.keys().nth(at).unwrap().clone();
                match self.below(12) {
                    0 => _ = entries.shift_remove(&key),
                    1 => {
                        let moved = entries.shift_remove(&key).unwrap();
                        let names = ["x", "$ref", "type", "/{z}", "..", "get", "allOf", "200", "__proto__", "*/*"];
                        entries.insert(names[self.below(names.len())].into(), moved);
                    }
                    _ => self.damage(entries.get_mut(&key).unwrap()),
                }
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn damaged_documents_have_an_answer() {
    let mut random = Random(7);
    let (mut tools, mut skipped, mut shown) = (0, 0, 0);
    for _ in 0..3000 {
        let mut root = rich();
        for _ in 0..=random.below(4) {
            random.damage(&mut root);
        }
        let Ok(document) = Document::from_value(root) else { continue };
        let api = Api::builder(document).build().unwrap();
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
    }
    assert!(tools > 1500 && skipped > 1000 && shown > 800, "{tools} tools, {skipped} skipped, {shown} requests");
}
