//! Request bodies as they arrive.

use codemode_openapi::Api;
use serde_json::{Value, json};

use crate::support::{Server, builder, call_only, document, failure, input, with_response};

fn api(server: &Server, method: &str, body: Value) -> Api {
    let root = document(json!({ "/x": { method: with_response(json!({ "requestBody": body })) } }));
    builder(root).base_url(&server.url).build().unwrap()
}

/// Content type and body that arrive for a required body of this media type.
async fn arrived(server: &Server, media_type: &str, entry: Value, body: Value) -> (String, String) {
    let api = api(server, "post", json!({ "required": true, "content": { media_type: entry } }));
    let echoed = call_only(&api, json!({ "body": body })).await.unwrap();
    let text = |value: &Value| value.as_str().unwrap_or("(none)").to_owned();
    (text(&echoed["headers"]["content-type"]), text(&echoed["body"]))
}

#[tokio::test]
async fn json_types_are_sent_as_declared() {
    let server = Server::echo().await;
    let value = json!({ "z": 1, "a": [null, true] });
    for media_type in ["application/json", "application/json-patch+json", "application/vnd.x+json; v=2"] {
        let (content_type, body) = arrived(&server, media_type, json!({}), value.clone()).await;
        assert_eq!((content_type.as_str(), body.as_str()), (media_type, r#"{"z":1,"a":[null,true]}"#));
    }
}

#[tokio::test]
async fn json_is_preferred_to_other_types() {
    let server = Server::echo().await;
    let content =
        json!({ "application/xml": {}, "multipart/form-data": {}, "application/json": {}, "application/a+json": {} });
    let api = api(&server, "post", json!({ "required": true, "content": content }));
    assert_eq!(call_only(&api, json!({ "body": 1 })).await.unwrap()["headers"]["content-type"], "application/json");
}

#[tokio::test]
async fn optional_bodies_may_be_left_out() {
    let server = Server::echo().await;
    let api = api(&server, "put", json!({ "content": { "application/json": { "schema": {} } } }));
    let none = call_only(&api, json!({})).await.unwrap();
    assert_eq!((&none["headers"]["content-type"], &none["body"]), (&Value::Null, &json!("")));
    assert_eq!(call_only(&api, json!({ "body": null })).await.unwrap()["body"], "null");
}

#[tokio::test]
async fn flat_bodies_are_put_together_again() {
    let server = Server::echo().await;
    let schema = json!({ "type": "object", "additionalProperties": false, "required": ["label"],
        "properties": { "label": { "type": "string" }, "note": {}, "no": { "readOnly": true } } });
    let api =
        api(&server, "post", json!({ "required": true, "content": { "application/json": { "schema": schema } } }));
    assert_eq!(input(&api), "{ label: string; note?: unknown }");
    let echoed = call_only(&api, json!({ "label": "x", "note": { "deep": [1] }, "no": 7, "other": 1 })).await.unwrap();
    assert_eq!(echoed["body"], r#"{"label":"x","note":{"deep":[1]}}"#);
    assert_eq!(failure(&api, json!({ "note": 1 })).await, "POST /x: the body field `label` is missing");
}

/// Callers mix the two layouts of bodies up; the failure says which one this is.
#[tokio::test]
async fn a_body_in_the_wrong_place_is_told() {
    let content = |schema: Value| json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    let server = Server::echo().await;
    let flat = json!({ "type": "object", "additionalProperties": false, "required": ["label"],
        "properties": { "label": { "type": "string" } } });
    let flat = api(&server, "post", content(flat));
    assert_eq!(
        failure(&flat, json!({ "body": { "label": "x" } })).await,
        "POST /x: the body field `label` is missing: give the fields of the body directly, not inside `body`"
    );
    let whole = api(&server, "post", content(json!({ "type": "object" })));
    assert_eq!(
        failure(&whole, json!({ "label": "x", "note": 1 })).await,
        "POST /x: the body field `body` is missing: give `label`, `note` inside `body`"
    );
    assert_eq!(failure(&whole, json!({})).await, "POST /x: the body field `body` is missing");
    // One that may be left out is left out only where nothing says that it was meant.
    let schema = json!({ "type": "object", "properties": { "channel": {}, "text": {} } });
    let optional = api(&server, "post", json!({ "content": { "application/json": { "schema": schema } } }));
    assert_eq!(
        failure(&optional, json!({ "channel": "C1", "text": "hello", "more": 1 })).await,
        "POST /x: give `channel`, `text` inside `body`"
    );
    assert_eq!(call_only(&optional, json!({ "more": 1 })).await.unwrap()["body"], "");
}

#[test]
fn multipart_fields_that_hold_files_take_bytes() {
    const BYTES: &str = "string | { base64: string; mediaType?: string; filename?: string }";
    let input_of = |properties: Value| {
        let schema = json!({ "type": "object", "properties": properties });
        let body = json!({ "required": true, "content": { "multipart/form-data": { "schema": schema } } });
        let mut root = document(json!({ "/x": { "post": with_response(json!({ "requestBody": body })) } }));
        root["components"] = json!({ "schemas": { "Bytes": { "type": "string", "format": "binary" } } });
        input(&builder(root).base_url("https://api.harbor.test").build().unwrap())
    };
    let rows = [
        // Declared, also elsewhere.
        (
            json!({ "a": { "type": "string", "format": "binary" }, "file": { "type": "string" } }),
            format!("a?: {BYTES}; file?: string"),
        ),
        (json!({ "a": { "$ref": "#/components/schemas/Bytes" } }), format!("a?: {BYTES}")),
        (
            json!({ "a": { "type": "array", "items": { "type": "string", "format": "binary" } } }),
            format!("a?: Array<{BYTES}>"),
        ),
        // Told by the name alone, where nothing is declared.
        (
            json!({ "file": { "type": "string" }, "file_name": { "type": "string" } }),
            format!("file?: {BYTES}; file_name?: string"),
        ),
        (
            json!({ "file": { "type": "string", "format": "uri" }, "image": { "enum": ["x"] } }),
            "file?: string; image?: \"x\"".to_owned(),
        ),
    ];
    for (properties, expected) in rows {
        assert_eq!(input_of(properties.clone()), format!("{{ body: {{ {expected} }} }}"), "{properties}");
    }
}

#[tokio::test]
async fn forms_follow_their_encoding() {
    let server = Server::echo().await;
    let media_type = "application/x-www-form-urlencoded";
    let properties = json!({
        "plain": { "type": "string" },
        "deep": { "type": "object", "properties": { "list": { "type": "array" } } },
        "list": { "type": "array" },
        "joined": { "type": "array" },
        "text": { "type": "object" },
    });
    let entry = json!({
        "schema": { "type": "object", "properties": properties },
        "encoding": {
            "deep": { "style": "deepObject", "explode": true },
            "list": { "explode": true },
            "joined": { "style": "form", "explode": false },
            "text": { "contentType": "application/json" },
        },
    });
    let value = json!({
        "plain": "A & B", "deep": { "a": "x y", "list": [1, { "k": 2 }] }, "list": ["p", "q"], "joined": ["p", "q"],
        "text": { "n": 1 }, "undeclared": { "m": [2] }, "many": [1, { "o": 3 }], "no": null,
    });
    let (content_type, body) = arrived(&server, media_type, entry, value).await;
    assert_eq!(content_type, media_type);
    assert_eq!(
        body,
        "plain=A+%26+B&deep%5Ba%5D=x+y&deep%5Blist%5D%5B0%5D=1&deep%5Blist%5D%5B1%5D%5Bk%5D=2&list=p&list=q&joined=p%2Cq\
         &text=%7B%22n%22%3A1%7D&undeclared=%7B%22m%22%3A%5B2%5D%7D&many=1&many=%7B%22o%22%3A3%7D&no=null"
    );
}

#[tokio::test]
async fn fields_of_compositions_have_their_encoding_too() {
    let server = Server::echo().await;
    let entry = json!({
        "schema": { "allOf": [{}, { "properties": { "items": { "type": "array", "items": { "type": "object" } } } }] },
        "encoding": { "items": { "style": "deepObject", "explode": true } },
    });
    let value = json!({ "items": [{ "price": "p1" }] });
    let (_, body) = arrived(&server, "application/x-www-form-urlencoded", entry, value).await;
    assert_eq!(body, "items%5B0%5D%5Bprice%5D=p1");
}

#[tokio::test]
async fn empty_forms_are_no_input() {
    let server = Server::echo().await;
    let form = json!({ "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": {} } } } });
    let api = api(&server, "get", form);
    assert_eq!(input(&api), "{}");
    assert_eq!(call_only(&api, json!({})).await.unwrap()["body"], "");
}

#[tokio::test]
async fn multipart_bodies_have_a_part_for_each_value() {
    let server = Server::echo().await;
    let entry = json!({
        "schema": { "type": "object", "properties": {
            "title": { "type": "string" }, "file": { "type": "string", "format": "binary" },
            "more": { "type": "array", "items": { "type": "string", "format": "binary" } },
            "meta": { "type": "object" }, "tags": { "type": "array", "items": { "type": "string" } },
        } },
        "encoding": { "file": { "contentType": "image/*, image/png" }, "title": { "contentType": "text/markdown" } },
    });
    let api = api(&server, "post", json!({ "required": true, "content": { "multipart/form-data": entry } }));
    let binary = "string | { base64: string; mediaType?: string; filename?: string }";
    assert_eq!(
        input(&api),
        format!(
            "{{ body: {{ title?: string; file?: {binary}; more?: Array<{binary}>; meta?: {{ [key: string]: unknown }}; tags?: Array<string> }} }}"
        )
    );
    let echoed = call_only(
        &api,
        json!({ "body": {
        "title": "Né \"x\"",
        "file": { "base64": "aGk=", "filename": "a\"b.png" },
        "more": [{ "base64": "eQ", "mediaType": "text/csv" }],
        "meta": { "k": 1 },
        "tags": ["one", "two"],
    } }),
    )
    .await
    .unwrap();
    let content_type = echoed["headers"]["content-type"].as_str().unwrap();
    let boundary = content_type.strip_prefix("multipart/form-data; boundary=").unwrap();
    let part =
        |head: &str, body: &str| format!("--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n{body}\r\n");
    let expected = [
        part("name=\"title\"\r\nContent-Type: text/markdown", "Né \"x\""),
        part("name=\"file\"; filename=\"a%22b.png\"\r\nContent-Type: image/png", "hi"),
        part("name=\"more\"; filename=\"more\"\r\nContent-Type: text/csv", "y"),
        part("name=\"meta\"\r\nContent-Type: application/json", "{\"k\":1}"),
        part("name=\"tags\"", "one"),
        part("name=\"tags\"", "two"),
        format!("--{boundary}--\r\n"),
    ];
    assert_eq!(echoed["body"], expected.concat());
}

#[tokio::test]
async fn multipart_values_cannot_end_their_part() {
    let server = Server::echo().await;
    let api = api(&server, "post", json!({ "required": true, "content": { "multipart/form-data": {} } }));
    let hostile = "x\r\n--codemode-part-0000000000000000\r\nContent-Disposition: form-data; name=\"admin\"\r\n\r\n1";
    let echoed = call_only(&api, json!({ "body": { "a\"\r\nX: y": hostile } })).await.unwrap();
    let boundary = echoed["headers"]["content-type"].as_str().unwrap().split_once("boundary=").unwrap().1.to_owned();
    let body = echoed["body"].as_str().unwrap();
    assert_eq!(body.matches(&format!("--{boundary}\r\n")).count(), 1);
    assert!(
        body.starts_with(&format!("--{boundary}\r\nContent-Disposition: form-data; name=\"a%22%0D%0AX: y\"\r\n\r\nx"))
    );
}

#[tokio::test]
async fn text_and_bytes_go_as_they_are() {
    let server = Server::echo().await;
    for media_type in ["text/plain", "application/xml", "application/x-yaml"] {
        let sent = arrived(&server, media_type, json!({}), json!("<a/>")).await;
        assert_eq!(sent, (media_type.to_owned(), "<a/>".to_owned()));
    }
    let bytes = json!({ "base64": "aGk=", "mediaType": "image/png" });
    assert_eq!(arrived(&server, "image/*", json!({}), bytes.clone()).await, ("image/png".into(), "hi".into()));
    assert_eq!(
        arrived(&server, "application/pdf", json!({}), bytes.clone()).await,
        ("application/pdf".into(), "hi".into())
    );
    assert_eq!(
        arrived(&server, "application/octet-stream", json!({}), json!("hi")).await,
        ("application/octet-stream".into(), "hi".into())
    );
    let api = api(&server, "post", json!({ "required": true, "content": { "application/pdf": {} } }));
    assert!(failure(&api, json!({ "body": 7 })).await.contains("must be text, or bytes as `{ base64: … }`"));
    assert!(
        failure(&api, json!({ "body": { "base64": "?" } })).await.contains("has a `base64` that cannot be decoded")
    );
}

#[tokio::test]
async fn any_type_is_chosen_by_the_schema() {
    let server = Server::echo().await;
    let of = |schema: Value| json!({ "schema": schema });
    let (content_type, _) = arrived(&server, "*/*", of(json!({ "type": "object" })), json!({})).await;
    assert_eq!(content_type, "application/json");
    let (content_type, body) = arrived(&server, "*/*", of(json!({ "type": "string" })), json!("x")).await;
    assert_eq!((content_type.as_str(), body.as_str()), ("text/plain", "x"));
    let (content_type, _) =
        arrived(&server, "*/*", of(json!({ "type": "string", "format": "binary" })), json!("x")).await;
    assert_eq!(content_type, "application/octet-stream");
}

#[tokio::test]
async fn the_callers_data_is_not_filtered() {
    let server = Server::echo().await;
    let schema = json!({ "type": "object", "properties": { "meta": { "type": "object", "properties": { "made": { "readOnly": true } } } } });
    let (_, body) =
        arrived(&server, "application/json", json!({ "schema": schema }), json!({ "meta": { "made": 1 }, "x": 2 }))
            .await;
    assert_eq!(body, r#"{"meta":{"made":1},"x":2}"#);
}
