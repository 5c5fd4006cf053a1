//! Headers of answers: programs see those that the host names, and nothing changes without.

use axum::body::Body;
use axum::response::Response;
use codemode::TypeStyle;
use codemode_openapi::{Api, OpenApiError};
use serde_json::{Value, json};

use crate::support::{Server, api_of, builder, call_only, document, failure, output, response};

fn root() -> Value {
    let ship =
        json!({ "type": "object", "properties": { "imo": { "type": "string" }, "next": { "$ref": "#/$defs/Ship" } } });
    let mut schema = json!({ "type": "array", "items": { "$ref": "#/$defs/Ship" } });
    schema["$defs"] = json!({ "Ship": ship });
    let content = json!({ "application/json": { "schema": schema } });
    document(json!({ "/ships": { "get": { "responses": { "200": { "description": "", "content": content } } } } }))
}

fn api(server: &Server, names: &[&str]) -> Api {
    builder(root()).base_url(&server.url).response_headers(names.iter().copied()).build().unwrap()
}

fn page(_: usize, _: axum::extract::Request) -> Response {
    let headers = [
        ("content-type", "application/json"),
        ("link", "</ships?page=2>; rel=\"next\""),
        ("link", "</ships?page=9>; rel=\"last\""),
        ("x-ratelimit-remaining", "59"),
        ("set-cookie", "session=s3cret"),
    ];
    response(200, &headers, "[{\"imo\": \"1\"}]")
}

#[tokio::test]
async fn named_headers_come_with_the_answer() {
    let server = Server::answering(page).await;
    let value = call_only(&api(&server, &["Link", "X-RateLimit-Remaining", "ETag", "link"]), json!({})).await.unwrap();
    let headers = json!({
        "link": "</ships?page=2>; rel=\"next\", </ships?page=9>; rel=\"last\"",
        "x-ratelimit-remaining": "59",
    });
    assert_eq!(value, json!({ "status": 200, "headers": headers, "body": [{ "imo": "1" }] }));
    assert_eq!(call_only(&api(&server, &[]), json!({})).await.unwrap(), json!([{ "imo": "1" }]), "off by default");
}

#[tokio::test]
async fn answers_without_a_body_have_headers_too() {
    let location = [("location", "/ships/7"), ("etag", "\"v1\"")];
    let server = Server::answering(move |_, _| response(201, &location, Body::empty())).await;
    let value = call_only(&api(&server, &["location"]), json!({})).await.unwrap();
    assert_eq!(value, json!({ "status": 201, "headers": { "location": "/ships/7" }, "body": null }));
}

#[tokio::test]
async fn failures_stay_failures_and_say_how_long_to_wait() {
    let server =
        Server::answering(|_, _| response(429, &[("retry-after", "30"), ("x-ratelimit-remaining", "0")], "slow")).await;
    let message = failure(&api(&server, &["retry-after"]), json!({})).await;
    assert_eq!(message, "GET /ships failed with status 429 Too Many Requests (it asks to wait 30 seconds): slow");
}

#[test]
fn signatures_tell_the_truth() {
    let with = |names: &[&str]| {
        output(&builder(root()).base_url("https://h.test").response_headers(names.iter().copied()).build().unwrap())
    };
    let plain = output(&api_of(root()));
    assert_eq!(with(&[]), plain);
    let shown = with(&["link", "ETag"]);
    assert!(shown.contains("{ status: number; headers: { link?: string; etag?: string }; body: "), "{shown}");
    let api = builder(root()).base_url("https://h.test").response_headers(["link"]).build().unwrap();
    let ship =
        &api.tools()[0].tool.output_schema().unwrap().to_typescript("Output", TypeStyle::Compact).declarations[0];
    assert!(ship.text.contains("imo?: string"), "local definitions are still found: {}", ship.text);
    let unknown = document(
        json!({ "/x": { "get": { "responses": { "200": { "description": "", "content": { "application/json": {} } } } } } }),
    );
    let api = builder(unknown).base_url("https://h.test").response_headers(["link"]).build().unwrap();
    assert_eq!(output(&api), "{ status: number; headers: { link?: string }; body: unknown }");
}

#[test]
fn names_are_checked() {
    let refused = |name: &str| match builder(root()).base_url("https://h.test").response_headers([name]).build() {
        Err(error @ OpenApiError::ResponseHeader { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(refused("Set-Cookie").ends_with("`Set-Cookie` cannot be shown to programs: it carries credentials"));
    assert!(refused("a b").contains("no header name can have") && refused("").contains("no header name can have"));
}
