//! Event streams: read to their end, within the bounds of any answer.

use std::time::Duration;

use axum::body::{Body, Bytes};
use codemode_openapi::{Api, HttpOptions};
use futures_util::StreamExt as _;
use serde_json::{Value, json};

use crate::support::{Server, api_of, builder, call_only, document, failure, kinds, output, response};

const STREAM: &[(&str, &str)] = &[("content-type", "text/event-stream; charset=utf-8")];

fn root(content: Value) -> Value {
    document(json!({ "/feed": { "get": { "responses": { "200": { "description": "", "content": content } } } } }))
}

fn api(server: &Server, options: HttpOptions) -> Api {
    builder(root(json!({ "text/event-stream": {} }))).base_url(&server.url).http(options).build().unwrap()
}

#[tokio::test]
async fn a_stream_is_the_list_of_its_events() {
    let server = Server::answering(|_, request| {
        assert_eq!(request.headers()["accept"], "text/event-stream, */*;q=0.1");
        // Cut in the middle of lines and of a character.
        let parts: [&[u8]; 5] = [
            b": hello\n\nid: 1\ndata: {\"ship\": \"\xc3",
            b"\x89toile\"}\r",
            b"\n\r\nevent: fog\ndata: thick\nda",
            b"ta: again\n",
            b"\ndata: [DONE]\n\ndata: lost",
        ];
        let parts = parts.into_iter().map(|part| Ok::<_, std::io::Error>(Bytes::from_static(part)));
        response(200, STREAM, Body::from_stream(futures_util::stream::iter(parts)))
    })
    .await;
    let value = call_only(&api(&server, HttpOptions::default()), json!({})).await.unwrap();
    let expected = json!([
        { "event": "message", "data": { "ship": "Étoile" }, "id": "1" },
        { "event": "fog", "data": "thick\nagain", "id": "1" },
        { "event": "message", "data": "[DONE]", "id": "1" },
    ]);
    assert_eq!(value, expected);
}

#[tokio::test]
async fn a_stream_may_come_where_none_was_declared() {
    let server = Server::answering(|_, _| response(200, STREAM, "data: {\"delta\": 1}\n\n")).await;
    let api = builder(root(json!({ "application/json": {}, "text/event-stream": {} })))
        .base_url(&server.url)
        .build()
        .unwrap();
    let value = call_only(&api, json!({})).await.unwrap();
    assert_eq!(value, json!([{ "event": "message", "data": { "delta": 1 } }]));
    let empty = Server::answering(|_, _| response(200, STREAM, "")).await;
    assert_eq!(call_only(&self::api(&empty, HttpOptions::default()), json!({})).await.unwrap(), json!([]));
    let failed = Server::answering(|_, _| response(500, STREAM, "data: broken\n\n")).await;
    let message = failure(&self::api(&failed, HttpOptions::default()), json!({})).await;
    assert!(message.starts_with("GET /feed failed with status 500 Internal Server Error: data: broken"), "{message}");
}

#[tokio::test]
async fn streams_that_do_not_end_are_failures() {
    let server = Server::answering(|_, _| {
        let first = futures_util::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"data: 1\n\n"))]);
        response(200, STREAM, Body::from_stream(first.chain(futures_util::stream::pending())))
    })
    .await;
    let options = HttpOptions { timeout: Duration::from_millis(300), ..HttpOptions::default() };
    assert_eq!(
        failure(&api(&server, options), json!({})).await,
        "GET /feed answered with an event stream that did not end within 0.3 seconds; only streams that end can be read"
    );
    let endless = Server::answering(|_, _| {
        let events =
            futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from("data: 1\n\n".repeat(99))));
        response(200, STREAM, Body::from_stream(events))
    })
    .await;
    let options = HttpOptions { max_response_bytes: 1024 * 1024, ..HttpOptions::default() };
    let message = failure(&api(&endless, options), json!({})).await;
    assert!(message.starts_with("GET /feed answered with more than 1 MiB"), "{message}");
    let tiny = Server::answering(|_, _| response(200, STREAM, "data\n\n".repeat(100_001))).await;
    assert_eq!(
        failure(&api(&tiny, HttpOptions::default()), json!({})).await,
        "GET /feed answered with more than 100000 events; ask for less"
    );
}

#[test]
fn the_type_is_that_of_the_events() {
    let of = |media: Value| {
        let mut root = root(json!({ "text/event-stream": media }));
        root["components"] =
            json!({ "schemas": { "Delta": { "type": "object", "properties": { "n": { "type": "number" } } } } });
        let api = api_of(root);
        assert_eq!(kinds(&api), [""; 0]);
        output(&api)
    };
    let delta = json!({ "$ref": "#/components/schemas/Delta" });
    let plain = "Array<{ event: string; data: unknown; id?: string }>";
    let typed = of(json!({ "schema": delta }));
    assert!(typed.contains("data: { n?: number } | string;"), "{typed}");
    assert_eq!(of(json!({})), plain);
    assert_eq!(of(json!({ "schema": { "type": "string" } })), plain);
    assert_eq!(of(json!({ "schema": { "type": "array", "items": delta } })), plain);
    // OpenAPI 3.2 describes the event.
    let data = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": delta });
    let event = json!({ "type": "object", "properties": { "data": data, "event": { "const": "add" } } });
    assert_eq!(of(json!({ "itemSchema": event })), typed);
    let text = json!({ "type": "object", "properties": { "data": { "type": "string" } } });
    assert_eq!(of(json!({ "itemSchema": text })), plain);
}

#[test]
fn other_types_are_preferred() {
    let of = |content: Value| output(&api_of(root(content)));
    assert_eq!(
        of(json!({ "text/event-stream": {}, "application/json": { "schema": { "type": "number" } } })),
        "number"
    );
    assert_eq!(of(json!({ "text/event-stream": {}, "text/plain": {} })), "string");
}
