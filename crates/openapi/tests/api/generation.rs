//! From documents to names, inputs and outputs (openapi.md 11, G rows, and what real documents add).

use serde_json::{Value, json};

use crate::support::{BASE, api_of, builder, document, input, kinds, names, one, output, signature, with_response};

#[test]
fn parameters_become_fields() {
    let api = one(
        "get",
        "/vessels/{imo}",
        json!({
            "operationId": "vessels.fetch",
            "parameters": [
                { "name": "show", "in": "query", "explode": false, "schema": { "type": "array", "items": { "type": "string" } } },
                { "name": "live", "in": "query", "schema": { "type": "boolean" } },
                { "name": "X-Span", "in": "header", "schema": { "type": "string" } },
                { "name": "imo", "in": "path", "required": true, "schema": { "type": "string" } },
            ],
        }),
    );
    assert_eq!(input(&api), r#"{ imo: string; show?: Array<string>; live?: boolean; "X-Span"?: string }"#);
    assert!(signature(&api, "vessels.fetch").starts_with("tools.vessels.fetch(input: "));
}

#[test]
fn closed_required_bodies_are_fields_of_their_own() {
    let body = json!({
        "type": "object", "additionalProperties": false, "required": ["label", "owner"],
        "properties": { "label": { "type": "string" }, "owner": { "type": "string" }, "class": { "enum": ["tug", "barge"] } },
    });
    let of = |required: bool, schema: &Value| {
        input(&one(
            "post",
            "/x",
            json!({ "requestBody": { "required": required, "content": { "application/json": { "schema": schema } } } }),
        ))
    };
    assert_eq!(of(true, &body), r#"{ label: string; owner: string; class?: "tug" | "barge" }"#);
    let closed = json!({ "type": "object", "additionalProperties": false, "required": ["memo"], "properties": { "memo": { "type": "string" } } });
    assert_eq!(of(false, &closed), "{ body?: { memo: string } }");
    assert_eq!(of(true, &json!({ "type": "string" })), "{ body: string }");
    assert_eq!(
        of(true, &json!({ "type": "object", "additionalProperties": { "type": "integer" } })),
        "{ body: { [key: string]: number } }"
    );
    let mut composed = closed.clone();
    composed["allOf"] = json!([{}]);
    assert!(of(true, &composed).starts_with("{ body: "));
    let mut nullable = closed;
    nullable["type"] = json!(["object", "null"]);
    assert_eq!(of(true, &nullable), "{ body: { memo: string } | null }");
}

#[test]
fn deep_objects_and_lists() {
    let api = one(
        "get",
        "/x",
        json!({ "parameters": [
        { "name": "where", "in": "query", "style": "deepObject", "explode": true, "schema": {
            "type": "object", "required": ["text"], "properties": { "text": { "type": "string" }, "limit": { "type": "integer" } } } },
        { "name": "flags", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
    ] }),
    );
    assert_eq!(input(&api), "{ where?: { text: string; limit?: number }; flags?: Array<string> }");
}

#[test]
fn outputs_are_the_successful_responses() {
    let of = |responses: Value| output(&one("get", "/x", json!({ "responses": responses })));
    assert_eq!(of(json!({ "204": { "description": "" } })), "null");
    let text = json!({ "description": "", "content": { "text/plain": { "schema": { "type": "string" } } } });
    assert_eq!(of(json!({ "200": text })), "string");
    assert_eq!(of(json!({ "200": text, "204": { "description": "" } })), "string | null");
    let number = json!({ "description": "", "content": { "application/json": { "schema": { "type": "integer" } }, "application/xml": {} } });
    assert_eq!(of(json!({ "200": number })), "number", "JSON is asked for where it is offered");
    assert_eq!(of(json!({ "2XX": number, "201": text })), "number");
    assert_eq!(of(json!({ "default": number })), "unknown");
    assert_eq!(of(json!({ "404": number })), "unknown");
    assert_eq!(of(json!({ "200": { "description": "", "content": { "application/json": {} } } })), "unknown");
    assert_eq!(of(json!({ "200": { "$ref": "other.yaml#/x" } })), "unknown");
    assert_eq!(
        of(json!({ "200": { "description": "", "content": { "image/png": {} } } })),
        "{ mediaType: string; base64: string; size: number }"
    );
    let anything = json!({ "200": { "description": "", "content": { "*/*": { "schema": { "type": "boolean" } } } } });
    assert_eq!(of(anything), "boolean");
}

#[test]
fn names_come_from_ids_and_paths() {
    let op = |id: &str| with_response(json!({ "operationId": id }));
    let mut socket = op("crew.roster");
    socket["x-websocket"] = json!(true);
    let api = api_of(document(json!({
        "/a": { "get": op("crew.roster") },
        "/s": { "get": socket },
        "/b": { "get": op("crew.roster") },
        "/c": { "get": op("crew..notes") },
        "/d": { "get": op("dock") },
        "/e": { "get": op("dock.crane.lift") },
        "/f/{no}": { "parameters": [{ "name": "no", "in": "path", "required": true, "schema": {} }], "put": with_response(json!({})) },
    })));
    let expected = ["crew.roster", "crew_roster_2", "crew.operation.notes", "dock", "dockCrane.lift", "putFByNo"];
    assert_eq!(names(&api), expected);
    assert_eq!(kinds(&api), ["websocket"]);
    codemode::ToolSet::builder().group(api.group("harbor")).build().unwrap();
}

#[test]
fn path_level_parameters_are_replaced_in_place() {
    let api = api_of(document(json!({ "/x": {
        "parameters": [{ "name": "max", "in": "query", "schema": { "type": "string" } }, { "name": "z", "in": "query", "schema": {} }],
        "get": with_response(json!({ "parameters": [
            { "name": "max", "in": "query", "schema": { "type": "boolean" } },
            { "name": "max", "in": "query", "required": true, "schema": { "type": "number" } },
        ] })),
    } })));
    assert_eq!(input(&api), "{ max: number; z?: unknown }");
}

#[test]
fn colliding_names_get_their_location() {
    let parameter = |name: &str, place: &str| json!({ "name": name, "in": place, "required": true, "schema": { "type": "string" } });
    let api = one(
        "post",
        "/crates/{sku}",
        json!({
            "parameters": [
                parameter("sku", "path"), parameter("sku", "query"), parameter("sku", "header"),
                { "name": "path_sku", "in": "query", "schema": { "type": "string" } },
            ],
            "requestBody": { "required": true, "content": { "application/json": { "schema": {
                "type": "object", "additionalProperties": false, "required": ["sku"], "properties": { "sku": { "type": "string" } } } } } },
        }),
    );
    assert_eq!(
        input(&api),
        "{ path_sku: string; query_sku: string; path_sku_2?: string; header_sku: string; body_sku: string }"
    );
}

#[test]
fn schemas_of_every_dialect_are_rendered() {
    let query = |version: &str, schema: Value| {
        let mut document = document(json!({ "/x": { "get": with_response(json!({ "parameters": [
            { "name": "tag", "in": "query", "schema": schema }] })) } }));
        document["openapi"] = json!(version);
        api_of(document)
    };
    let api = query("3.0.2", json!({ "type": "string", "nullable": true, "maxLength": 9 }));
    assert_eq!(input(&api), "{ tag?: string | null }");
    let schema = api.tools()[0].tool.input_schema().root().clone();
    assert_eq!(schema["properties"]["tag"]["maxLength"], 9);
    let bound = query("3.0.0", json!({ "type": "integer", "minimum": 3, "exclusiveMinimum": true }));
    let schema = bound.tools()[0].tool.input_schema().root().clone();
    assert_eq!(schema["properties"]["tag"], json!({ "type": "integer", "exclusiveMinimum": 3 }));
    assert_eq!(input(&query("3.1.0", json!({ "enum": ["a"], "nullable": true }))), r#"{ tag?: "a" | null }"#);
    assert_eq!(input(&query("3.0.0", json!({ "const": 1 }))), "{ tag?: 1 }");
}

#[test]
fn references_keep_their_names_and_recursion_ends() {
    let api = api_of(json!({
        "openapi": "3.1.0",
        "components": { "schemas": {
            "Node": { "type": "object", "properties": { "next": { "$ref": "#/components/schemas/Node" }, "v": { "$ref": "#/components/schemas/Node/properties/label" }, "label": { "type": "string" } } },
            "Shared": { "type": "boolean" },
        } },
        "paths": { "/x": { "get": { "responses": { "200": { "description": "", "content": { "application/json": { "schema": {
            "type": "object",
            "properties": {
                "node": { "$ref": "#/components/schemas/Node" },
                "own": { "$ref": "#/$defs/Own" },
                "shared": { "$ref": "#/components/schemas/Shared" },
                "odd": { "$ref": "#/paths/~1x/get/responses/200/content/application~1json/schema/properties/n" },
                "n": { "type": "number" },
                "root": { "$ref": "#" },
                "gone": { "$ref": "#/properties/n" },
                "far": { "$ref": "other.yaml#/Far" },
            },
            "$defs": { "Own": { "type": "integer" } },
        } } } } } } } },
    }));
    let text = output(&api);
    assert!(text.starts_with("{ node?: Node; own?: number; shared?: boolean; odd?: number; n?: number; root?: unknown; gone?: unknown; far?: unknown }"), "{text}");
    let declared = codemode::Signature::of("x", &api.tools()[0].tool, codemode::TypeStyle::Compact).text();
    assert!(declared.contains("type Node = { next?: Node; v?: string; label?: string }"), "{declared}");
    assert_eq!(api.external_references(), ["other.yaml#/Far"]);
}

#[test]
fn descriptions_fall_back_to_summary_and_path() {
    let of = |operation: Value| one("get", "/x", operation).tools()[0].tool.description().to_owned();
    assert_eq!(of(json!({ "description": "Long.\n\nMore.", "summary": "Short" })), "Long.\n\nMore.");
    assert_eq!(of(json!({ "description": "", "summary": "Short" })), "Short");
    assert_eq!(of(json!({})), "GET /x");
}

#[test]
fn reserved_headers_are_no_input() {
    let header = |name: &str| json!({ "name": name, "in": "header", "required": true, "schema": { "type": "string" } });
    let api = one(
        "get",
        "/x",
        json!({ "parameters": [
        header("Accept"), header("content-type"), header("AUTHORIZATION"), header("Content-Length"), header("Host"),
        header("Cookie"), header("X-Fine"),
    ] }),
    );
    assert_eq!(input(&api), r#"{ "X-Fine": string }"#);
}

#[test]
fn methods_of_newer_versions_are_operations() {
    let api = api_of(document(json!({ "/x": {
        "query": with_response(json!({ "operationId": "search" })),
        "trace": with_response(json!({ "operationId": "trace" })),
        "additionalOperations": { "COPY": with_response(json!({ "operationId": "copy" })), "CONNECT": with_response(json!({})) },
    } })));
    assert_eq!(names(&api), ["search", "trace", "copy"]);
    assert_eq!(kinds(&api), ["method-invalid"]);
    assert_eq!(api.tools()[2].operation.method, "COPY");
}

#[test]
fn path_items_and_operations_may_be_references() {
    let mut root = document(json!({
        "/a": { "$ref": "#/components/pathItems/A" },
        "/b": { "$ref": "b.yaml#/B" },
        "/c": { "get": { "$ref": "#/paths/~1d/get" } },
        "/d": { "get": with_response(json!({})) },
        "/e": 7,
        "x-note": { "get": {} },
    }));
    root["components"] = json!({ "pathItems": { "A": { "get": with_response(json!({ "operationId": "a" })) } } });
    let api = api_of(root);
    assert_eq!(names(&api), ["a", "getC", "getD"]);
    assert_eq!(kinds(&api), ["operation-unresolved"]);
    assert_eq!((api.skipped()[0].method.as_str(), api.skipped()[0].path.as_str()), ("*", "/b"));
    assert!(api.skipped()[0].reason.contains("`b.yaml#/B` leads outside the document"), "{:?}", api.skipped());
}

#[test]
fn degenerate_documents_have_no_tools() {
    for root in [
        json!({ "openapi": "3.1.0" }),
        json!({ "openapi": "3.1.0", "paths": [] }),
        json!({ "openapi": "3.1.0", "paths": { "/x": null, "/y": { "get": 1, "post": [] } } }),
        json!({ "openapi": "3.1.0", "webhooks": { "w": { "post": {} } } }),
    ] {
        let api = builder(root).base_url(BASE).build().unwrap();
        assert_eq!((api.operations(), names(&api).len()), (0, 0));
    }
}
