//! Answers as programs get them: values, failures, limits, redirects, repetitions, compression.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::Response;
use codemode_openapi::{Api, HttpOptions};
use serde_json::{Value, json};

use crate::support::{Server, builder, call_only, document, failure, response, with_response};

fn api(server: &Server, method: &str, options: HttpOptions) -> Api {
    let root = document(json!({ "/orders/{id}": {
        "parameters": [{ "name": "id", "in": "path", "required": true, "schema": {} }],
        method: with_response(json!({})),
    } }));
    builder(root).base_url(&server.url).http(options).build().unwrap()
}

/// What a GET gives when the server answers so.
async fn outcome(
    status: u16,
    headers: &'static [(&'static str, &'static str)],
    body: &'static [u8],
) -> Result<Value, String> {
    let server = Server::answering(move |_, _| response(status, headers, Bytes::from_static(body))).await;
    let api = api(&server, "get", HttpOptions::default());
    call_only(&api, json!({ "id": 7 })).await.map_err(|error| error.message().to_owned())
}

const JSON: &[(&str, &str)] = &[("content-type", "application/json")];

#[tokio::test]
async fn values_follow_the_type_of_the_answer() {
    assert_eq!(outcome(200, JSON, br#"{"a":[1,null]}"#).await, Ok(json!({ "a": [1, null] })));
    assert_eq!(outcome(201, &[("content-type", "application/vnd.harbor+json")], b"[1]").await, Ok(json!([1])));
    assert_eq!(outcome(200, &[("content-type", "text/plain")], b"42").await, Ok(json!("42")));
    assert_eq!(outcome(200, &[], b"plain").await, Ok(json!("plain")));
    assert_eq!(outcome(200, JSON, b"").await, Ok(Value::Null));
    assert_eq!(outcome(204, JSON, b"").await, Ok(Value::Null));
    let png = outcome(200, &[("content-type", "image/png")], &[0x89, 0x50]).await;
    assert_eq!(png, Ok(json!({ "mediaType": "image/png", "base64": "iVA=", "size": 2 })));
}

#[tokio::test]
async fn malformed_answers_are_failures() {
    let message = outcome(200, JSON, br#"{"x""#).await.unwrap_err();
    assert!(message.starts_with("GET /orders/{id} answered with malformed JSON: "), "{message}");
}

#[tokio::test]
async fn failures_say_what_the_api_said() {
    let message = outcome(404, JSON, br#"{"code": "gone"}"#).await.unwrap_err();
    assert_eq!(message, r#"GET /orders/{id} failed with status 404 Not Found: gone; response: {"code":"gone"}"#);
    let problem = br#"{"type":"about:blank","title":"Out of stock","detail":"article 7 is sold out","status":409}"#;
    let message = outcome(409, &[("content-type", "application/problem+json")], problem).await.unwrap_err();
    assert!(
        message.starts_with(
            "GET /orders/{id} failed with status 409 Conflict: Out of stock: article 7 is sold out; response: {"
        ),
        "{message}"
    );
    let message = outcome(500, &[("content-type", "text/html")], b"<h1>Oops</h1>").await.unwrap_err();
    assert_eq!(message, "GET /orders/{id} failed with status 500 Internal Server Error: <h1>Oops</h1>");
    assert_eq!(
        outcome(503, &[], b"").await.unwrap_err(),
        "GET /orders/{id} failed with status 503 Service Unavailable; the response has no body"
    );
    let message = outcome(400, JSON, b"{broken").await.unwrap_err();
    assert!(message.ends_with(": {broken"), "{message}");
    assert!(outcome(304, &[], b"").await.unwrap_err().contains("status 304"));
}

#[tokio::test]
async fn excerpts_of_failures_are_bounded() {
    let server = Server::answering(|_, _| response(500, &[("content-type", "text/plain")], "x".repeat(100_000))).await;
    let message = failure(&api(&server, "get", HttpOptions::default()), json!({ "id": 1 })).await;
    assert!(message.ends_with(&format!("{}...", "x".repeat(1024))) && message.len() < 1200, "{}", message.len());
}

#[tokio::test]
async fn answers_are_bounded_while_they_arrive() {
    let options = HttpOptions { max_response_bytes: 1024 * 1024, ..HttpOptions::default() };
    let declared = Server::answering(|_, _| response(200, JSON, vec![b' '; 1024 * 1024 + 1])).await;
    let message = failure(&api(&declared, "get", options.clone()), json!({ "id": 1 })).await;
    assert!(message.starts_with("GET /orders/{id} answered with more than 1 MiB"), "{message}");
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = sent.clone();
    let endless = Server::answering(move |_, _| {
        let counter = counter.clone();
        let chunks = futures_util::stream::repeat_with(move || {
            counter.fetch_add(1, Ordering::SeqCst);
            Ok::<_, std::io::Error>(Bytes::from(vec![b' '; 16 * 1024]))
        });
        response(200, JSON, Body::from_stream(chunks))
    })
    .await;
    let message = failure(&api(&endless, "get", options.clone()), json!({ "id": 1 })).await;
    assert!(message.contains("more than 1 MiB"), "{message}");
    assert!(sent.load(Ordering::SeqCst) < 2000, "the rest was not read");
    let fits = Server::answering(|_, _| response(200, JSON, vec![b' '; 1024 * 1024])).await;
    assert_eq!(call_only(&api(&fits, "get", options), json!({ "id": 1 })).await.unwrap(), Value::Null);
    assert_eq!(HttpOptions::default().max_response_bytes, 50 * 1024 * 1024);
}

#[tokio::test]
async fn the_length_of_head_answers_is_no_body() {
    let server = Server::answering(|_, _| response(200, &[("content-length", "999999999999")], Body::empty())).await;
    assert_eq!(
        call_only(&api(&server, "head", HttpOptions::default()), json!({ "id": 1 })).await.unwrap(),
        Value::Null
    );
}

#[tokio::test]
async fn binary_answers_have_a_limit_of_their_own() {
    let server = Server::answering(|_, _| response(200, &[("content-type", "image/png")], vec![0xff; 100])).await;
    let options = HttpOptions { max_binary_bytes: 99, ..HttpOptions::default() };
    let message = failure(&api(&server, "get", options), json!({ "id": 1 })).await;
    assert_eq!(
        message,
        "GET /orders/{id} answered with 100 bytes of binary data; at most 99 bytes are handed to a program"
    );
}

fn compressed(encoding: &str, data: &[u8]) -> Vec<u8> {
    match encoding {
        "gzip" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(data).unwrap();
            encoder.finish().unwrap()
        }
        "zstd" => zstd::encode_all(data, 3).unwrap(),
        _ => {
            let mut out = Vec::new();
            let mut encoder = brotli::CompressorWriter::new(&mut out, 4096, 5, 22);
            encoder.write_all(data).unwrap();
            drop(encoder);
            out
        }
    }
}

#[tokio::test]
async fn compressed_answers_are_read_and_bombs_are_not() {
    for encoding in ["gzip", "br", "zstd"] {
        let small = compressed(encoding, br#"{"ok":true}"#);
        let bomb = compressed(encoding, &vec![b' '; 64 * 1024 * 1024]);
        assert!(bomb.len() < 256 * 1024, "{encoding}: {}", bomb.len());
        let server = Server::answering(move |number, request: Request| {
            let accepted = request.headers()["accept-encoding"].to_str().unwrap().to_owned();
            assert!(accepted.contains(encoding), "{accepted}");
            let body = if number == 0 { small.clone() } else { bomb.clone() };
            response(200, &[("content-type", "application/json"), ("content-encoding", encoding)], body)
        })
        .await;
        let options = HttpOptions { max_response_bytes: 4 * 1024 * 1024, ..HttpOptions::default() };
        let api = api(&server, "get", options);
        assert_eq!(call_only(&api, json!({ "id": 1 })).await.unwrap(), json!({ "ok": true }), "{encoding}");
        let message = failure(&api, json!({ "id": 1 })).await;
        assert!(message.contains("more than 4 MiB"), "{encoding}: {message}");
    }
}

#[tokio::test]
async fn broken_compression_is_a_failure() {
    let headers = &[("content-type", "application/json"), ("content-encoding", "gzip")];
    let server = Server::answering(move |_, _| response(200, headers, "no gzip")).await;
    let message = failure(&api(&server, "get", HttpOptions::default()), json!({ "id": 1 })).await;
    assert!(message.starts_with("GET /orders/{id} "), "{message}");
}

#[tokio::test]
async fn calls_have_a_time_limit() {
    let hang = futures_util::stream::pending::<Result<Bytes, std::io::Error>>;
    let server = Server::answering(move |_, _| response(200, JSON, Body::from_stream(hang()))).await;
    let options = HttpOptions { timeout: Duration::from_millis(200), ..HttpOptions::default() };
    let started = Instant::now();
    let message = failure(&api(&server, "get", options), json!({ "id": 1 })).await;
    assert!(message.starts_with("GET /orders/{id} "), "{message}");
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn unreachable_servers_are_failures_without_addresses() {
    let server = Server { url: "http://127.0.0.1:1".into() };
    let error = call_only(&api(&server, "get", HttpOptions::default()), json!({ "id": 1 })).await.unwrap_err();
    assert_eq!(error.message(), "GET /orders/{id} failed in transport: no connection to the server");
    assert!(error.cause().is_some());
}

fn redirect(status: u16, to: &str) -> Response {
    response(status, &[("location", to)], Body::empty())
}

#[tokio::test]
async fn redirects_within_the_origin_are_followed() {
    let server = Server::answering(|number, request: Request| match number {
        0 => redirect(307, "/elsewhere?x=1"),
        _ => response(200, &[("content-type", "text/plain")], format!("{} {}", request.method(), request.uri())),
    })
    .await;
    let result = call_only(&api(&server, "post", HttpOptions::default()), json!({ "id": 1 })).await;
    assert_eq!(result.unwrap(), "POST /elsewhere?x=1");
    let server = Server::answering(|number, request: Request| match number {
        0 => redirect(303, "done"),
        _ => response(200, &[("content-type", "text/plain")], format!("{} {}", request.method(), request.uri())),
    })
    .await;
    let result = call_only(&api(&server, "post", HttpOptions::default()), json!({ "id": 1 })).await;
    assert_eq!(result.unwrap(), "GET /orders/done");
}

#[tokio::test]
async fn redirects_do_not_bring_credentials_of_their_own() {
    let server = Server::answering(|number, request: Request| match number {
        0 => {
            let host = request.headers()["host"].to_str().unwrap();
            redirect(307, &format!("http://eve:guess@{host}/elsewhere"))
        }
        _ => response(200, &[("content-type", "text/plain")], format!("{:?}", request.headers().get("authorization"))),
    })
    .await;
    let root = document(json!({ "/x": { "get": with_response(json!({})) } }));
    let api = builder(root).base_url(&server.url).header("Authorization", "Bearer t0ken").build().unwrap();
    assert_eq!(call_only(&api, json!({})).await.unwrap(), "Some(\"Bearer t0ken\")");
}

#[tokio::test]
async fn redirects_to_another_origin_are_not_followed() {
    let reached = Arc::new(AtomicUsize::new(0));
    let counter = reached.clone();
    let other = Server::answering(move |_, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        response(200, JSON, "1")
    })
    .await;
    let target = format!("{}/steal", other.url);
    let server = Server::answering(move |_, _| redirect(302, &target)).await;
    let message = failure(&api(&server, "get", HttpOptions::default()), json!({ "id": 1 })).await;
    assert_eq!(
        message,
        "GET /orders/{id} failed with status 302 Found: it redirects to another origin, which is not followed"
    );
    assert_eq!(reached.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn circles_of_redirects_end() {
    let server = Server::answering(|_, _| redirect(302, "/again")).await;
    let message = failure(&api(&server, "get", HttpOptions::default()), json!({ "id": 1 })).await;
    assert_eq!(message, "GET /orders/{id} failed: more than 5 redirects");
}

/// A server that refuses `refusals` times, and how often it was asked.
async fn refusing(
    refusals: usize,
    status: u16,
    headers: &'static [(&'static str, &'static str)],
) -> (Server, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let server = Server::answering(move |number, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        if number < refusals { response(status, headers, Body::empty()) } else { response(200, JSON, "1") }
    })
    .await;
    (server, asked)
}

#[tokio::test]
async fn idempotent_calls_are_repeated_if_the_host_wants_it() {
    let options = |retries| HttpOptions { retries, max_retry_wait: Duration::from_secs(2), ..HttpOptions::default() };
    let wait = &[("retry-after", "0")];
    let run = async |method: &str, retries, status, headers| {
        let (server, asked) = refusing(2, status, headers).await;
        let ok = call_only(&api(&server, method, options(retries)), json!({ "id": 1 })).await.is_ok();
        (ok, asked.load(Ordering::SeqCst))
    };
    assert_eq!(run("get", 0, 429, wait).await, (false, 1), "off by default");
    assert_eq!(run("get", 2, 429, wait).await, (true, 3));
    assert_eq!(run("put", 2, 503, wait).await, (true, 3));
    assert_eq!(run("get", 1, 503, wait).await, (false, 2));
    assert_eq!(run("post", 2, 503, wait).await, (false, 1), "not idempotent");
    assert_eq!(run("get", 2, 500, wait).await, (false, 1), "not a refusal");
    assert_eq!(run("get", 2, 429, &[("retry-after", "3600")]).await, (false, 1), "too long");
    assert_eq!(run("get", 2, 429, &[("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")]).await, (true, 3));
    assert_eq!(HttpOptions::default().retries, 0);
}

#[tokio::test]
async fn the_server_is_asked_for_json_where_it_is_offered() {
    let of = async |content: Value| {
        let server = Server::echo().await;
        let root =
            document(json!({ "/x": { "get": { "responses": { "200": { "description": "", "content": content } } } } }));
        let api = builder(root).base_url(&server.url).build().unwrap();
        call_only(&api, json!({})).await.unwrap()["headers"]["accept"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        of(json!({ "application/xml": {}, "application/json; charset=utf-8": {}, "text/event-stream": {} })).await,
        "application/json, */*;q=0.1"
    );
    assert_eq!(of(json!({ "text/csv": {}, "image/*": {} })).await, "text/csv, */*;q=0.1");
    assert_eq!(of(json!({ "*/*": {} })).await, "application/json, */*;q=0.1");
}
