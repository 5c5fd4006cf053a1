//! Operations that are no tools, with the first reason that applies.

use serde_json::{Value, json};

use crate::support::{api_of, builder, document, kinds, names, one, with_response};

fn kind_of(operation: Value) -> &'static str {
    let api = one("get", "/x", operation);
    kinds(&api).first().copied().unwrap_or("none")
}

fn parameter(parameter: Value) -> &'static str {
    kind_of(json!({ "parameters": [parameter] }))
}

#[test]
fn operations_that_are_no_calls() {
    assert_eq!(kind_of(json!({ "x-websocket": true })), "websocket");
    assert_eq!(kind_of(json!({ "x-websocket": "no" })), "none");
}

#[test]
fn parameters_that_cannot_be_written() {
    let rows = [
        (json!(7), "param-invalid"),
        (json!({ "$ref": "#/nowhere" }), "param-unresolved"),
        (json!({ "$ref": "params.yaml#/p" }), "param-unresolved"),
        (json!({ "in": "query", "schema": {} }), "param-incomplete"),
        (json!({ "name": "a", "schema": {} }), "param-incomplete"),
        (json!({ "name": "a", "in": "formData", "type": "string" }), "param-location"),
        (json!({ "name": "a b", "in": "header", "schema": {} }), "param-name"),
        (json!({ "name": "a;b", "in": "cookie", "schema": {} }), "param-name"),
        (json!({ "name": "a", "in": "query" }), "param-no-schema"),
        (json!({ "name": "a", "in": "query", "content": { "application/zip": {} } }), "param-content"),
        (json!({ "name": "a", "in": "query", "content": {} }), "param-content"),
        (json!({ "name": "q", "in": "query", "style": 7, "schema": {} }), "param-bad-style"),
        (json!({ "name": "q", "in": "query", "style": "", "schema": {} }), "param-bad-style"),
        (json!({ "name": "q", "in": "query", "explode": "yes", "schema": {} }), "param-bad-explode"),
        (json!({ "name": "q", "in": "query", "allowReserved": 1, "schema": {} }), "param-bad-allow-reserved"),
        (json!({ "name": "q", "in": "query", "style": "matrix", "schema": {} }), "param-style"),
        (json!({ "name": "q", "in": "header", "style": "form", "schema": {} }), "param-style"),
        (json!({ "name": "q", "in": "query", "style": "deepObject", "schema": {} }), "param-deep-no-explode"),
        (
            json!({ "name": "q", "in": "query", "style": "deepObject", "explode": false, "schema": {} }),
            "param-deep-no-explode",
        ),
        (json!({ "name": "q", "in": "query", "allowReserved": true, "schema": {} }), "none"),
        (json!({ "name": "sid", "in": "cookie", "schema": {} }), "none"),
    ];
    for (entry, expected) in rows {
        assert_eq!(parameter(entry.clone()), expected, "{entry}");
    }
}

#[test]
fn reasons_name_what_is_wrong() {
    let api =
        one("get", "/x", json!({ "parameters": [{ "name": "q", "in": "query", "style": "matrix", "schema": {} }] }));
    assert_eq!(
        api.skipped()[0].reason,
        "the query parameter `q` has the style `matrix`, which does not exist for query parameters"
    );
    assert_eq!((api.skipped()[0].method.as_str(), api.skipped()[0].path.as_str()), ("GET", "/x"));
    let json = serde_json::to_value(api.skipped()).unwrap();
    assert_eq!(json[0]["kind"], "param-style");
}

#[test]
fn paths_that_lead_elsewhere() {
    let of = |path: &str| kinds(&one("get", path, json!({}))).first().copied().unwrap_or("none");
    for path in ["@evil.test/x", "x", "/a\\b", "/a\nb", "/a/../b", "/./a", "/a/%2e%2E"] {
        assert_eq!(of(path), "path-invalid", "{path:?}");
    }
    assert_eq!(of("/x/{id}"), "path-undeclared");
    for path in ["/#X-Amz-Target=Do", "/a?b=c", "/a//b", "/a b", "/{", "/a}", "/..a"] {
        assert_eq!(of(path), "none", "{path:?}");
    }
}

#[test]
fn bodies_that_cannot_be_written() {
    let body = |content: Value| kind_of(json!({ "requestBody": { "required": true, "content": content } }));
    assert_eq!(body(json!({})), "body-no-content");
    assert_eq!(body(json!({ "not a type": {} })), "body-unsupported");
    assert_eq!(kind_of(json!({ "requestBody": { "$ref": "b.yaml" } })), "body-unresolved");
    let form = |encoding: Value| {
        body(json!({ "application/x-www-form-urlencoded": {
            "schema": { "type": "object", "properties": { "a": {} } }, "encoding": { "a": encoding } } }))
    };
    assert_eq!(form(json!({ "style": "matrix" })), "body-encoding");
    assert_eq!(form(json!({ "explode": 1 })), "body-encoding");
    for content_type in ["image/png", "application/xml", "text/csv", "application/octet-stream", "*/*", "image/*"] {
        assert_eq!(body(json!({ content_type: {} })), "none", "{content_type}");
    }
}

#[test]
fn malformed_security_closes_operations() {
    let security = |security: Value| {
        let mut root = document(json!({ "/x": { "get": with_response(json!({ "security": security })) } }));
        root["components"] = json!({ "securitySchemes": {
            "bearer": { "type": "http", "scheme": "Bearer" },
            "mutual": { "type": "mutualTLS" },
            "odd": { "type": "apiKey", "in": "body", "name": "k" },
            "jar": { "type": "apiKey", "in": "cookie", "name": "sid" },
        } });
        kinds(&api_of(root)).first().copied().unwrap_or("none")
    };
    assert_eq!(security(json!(null)), "security-not-array");
    assert_eq!(security(json!({ "bearer": [] })), "security-not-array");
    assert_eq!(security(json!(["bearer"])), "security-not-object");
    assert_eq!(security(json!([{ "bearer": "read" }])), "security-bad-scopes");
    assert_eq!(security(json!([{ "bearer": [1] }])), "security-bad-scopes");
    for missing in ["gone", "mutual", "odd", "__proto__"] {
        assert_eq!(security(json!([{ missing: [] }])), "security-missing-scheme");
        assert_eq!(security(json!([{ missing: [] }, { "bearer": [] }])), "none");
        assert_eq!(security(json!([{ missing: [], "bearer": [] }])), "security-missing-scheme");
    }
    assert_eq!(security(json!([{ "jar": [] }])), "none");
    assert_eq!(security(json!([])), "none");
}

#[test]
fn a_malformed_default_closes_those_that_inherit_it() {
    let mut root = document(json!({
        "/a": { "get": with_response(json!({})) },
        "/b": { "get": with_response(json!({ "security": [] })) },
    }));
    root["security"] = json!(null);
    let api = api_of(root);
    assert_eq!((names(&api), kinds(&api)), (vec!["getB"], vec!["security-not-array"]));
}

#[test]
fn skips_stand_in_document_order_and_only_once() {
    let api = api_of(document(json!({
        "/a": { "get": with_response(json!({ "parameters": [7] })) },
        "/b": { "put": with_response(json!({ "requestBody": { "content": {} }, "security": null })) },
        "/c": { "get": with_response(json!({})), "post": with_response(json!({ "x-websocket": true })) },
    })));
    assert_eq!(kinds(&api), ["param-invalid", "body-no-content", "websocket"]);
    assert_eq!(names(&api), ["getC"]);
    assert_eq!((api.operations(), api.skipped_by_kind()["param-invalid"]), (4, 1));
}

#[test]
fn servers_of_the_document_are_needed_without_a_base_url() {
    let of = |servers: Value| {
        let mut root = document(json!({ "/x": { "get": with_response(json!({})) } }));
        root["servers"] = servers;
        kinds(&builder(root).build().unwrap()).first().copied().unwrap_or("none")
    };
    assert_eq!(of(json!([])), "server-none");
    assert_eq!(of(json!([{ "url": "" }])), "server-none");
    assert_eq!(of(json!([{ "url": "/v1" }])), "server-not-absolute");
    assert_eq!(of(json!([{ "url": "https://{a}.test" }])), "server-templated");
    assert_eq!(of(json!([{ "url": "https://{a}.test", "variables": { "a": { "default": "x" } } }])), "none");
    assert_eq!(of(json!([{ "url": "https://a.test/?x=1" }])), "server-query-or-fragment");
}

#[test]
fn base_urls_are_checked() {
    let of = |url: &str| {
        let root = document(json!({}));
        builder(root).base_url(url).build().err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(of("https://h.test/v2?org=1").contains("query or a fragment"));
    assert!(of("https:/h.test").contains("does not start with"));
    assert!(!of("https://me:secret@h.test?x").contains("secret"));
    assert_eq!(of("https://h.test/v2/"), "");
}

#[test]
fn hosts_leave_operations_out() {
    let root = document(
        json!({ "/a": { "get": with_response(json!({ "tags": ["keep"] })), "post": with_response(json!({})) } }),
    );
    let api = builder(root)
        .base_url("https://h.test")
        .filter(|operation| operation.tags.iter().any(|tag| tag == "keep"))
        .build()
        .unwrap();
    assert_eq!((names(&api), kinds(&api)), (vec!["getA"], vec!["filtered"]));
}
