//! What a caller or a document must not achieve: other segments, other headers, other hosts.

use codemode_openapi::HttpOptions;
use serde_json::{Value, json};

use crate::support::{Server, builder, call_only, document, failure, with_response};

fn vessel(path: &str) -> Value {
    document(json!({ path: { "get": with_response(json!({ "parameters": [
        { "name": "imo", "in": "path", "required": true, "schema": {} },
        { "name": "X-Note", "in": "header", "schema": {} },
        { "name": "sid", "in": "cookie", "schema": {} },
        { "name": "raw", "in": "cookie", "style": "cookie", "schema": {} },
    ] })) } }))
}

#[tokio::test]
async fn path_values_stay_in_their_segment() {
    let server = Server::echo().await;
    let api = builder(vessel("/v1/vessels/{imo}/log")).base_url(&server.url).build().unwrap();
    let hostile = [
        "..",
        ".",
        "%2e%2e",
        "%2E.",
        "%252e%252e",
        "../admin",
        "x/../../admin",
        "..\\admin",
        "..%2fadmin",
        "..%252fadmin",
        "./x",
        "",
    ];
    for value in hostile {
        let message = failure(&api, json!({ "imo": value })).await;
        assert!(message.contains("invalid path parameter `imo`"), "{value}: {message}");
    }
    for value in [json!(["..", "../x"]), json!({ "k": "a/../b" })] {
        assert!(failure(&api, json!({ "imo": value })).await.contains("invalid path parameter"), "{value}");
    }
    let kept = [
        ("a/b", "/v1/vessels/a%2Fb/log"),
        ("a?b#c", "/v1/vessels/a%3Fb%23c/log"),
        ("v-7", "/v1/vessels/v-7/log"),
        ("a;b=c", "/v1/vessels/a%3Bb%3Dc/log"),
        ("a%2Fb", "/v1/vessels/a%252Fb/log"),
        ("{imo}", "/v1/vessels/%7Bimo%7D/log"),
        ("...", "/v1/vessels/.../log"),
        ("\t\n", "/v1/vessels/%09%0A/log"),
        ("@evil.test:80", "/v1/vessels/%40evil.test%3A80/log"),
    ];
    for (value, target) in kept {
        assert_eq!(call_only(&api, json!({ "imo": value })).await.unwrap()["target"], target);
    }
}

#[tokio::test]
async fn values_that_share_a_segment_cannot_make_dots_together() {
    let server = Server::echo().await;
    let parameter =
        |name: &str| json!({ "name": name, "in": "path", "required": true, "style": "label", "schema": {} });
    let operation = with_response(json!({ "parameters": [parameter("a"), parameter("b")] }));
    let api = builder(document(json!({ "/{a}{b}/x": { "get": operation } }))).base_url(&server.url).build().unwrap();
    assert!(failure(&api, json!({ "a": "", "b": "" })).await.contains("together make a `.` or `..` segment"));
    assert_eq!(call_only(&api, json!({ "a": "x", "b": "y" })).await.unwrap()["target"], "/.x.y/x");
}

#[tokio::test]
async fn header_values_cannot_start_another_header() {
    let server = Server::echo().await;
    let api = builder(vessel("/{imo}")).base_url(&server.url).build().unwrap();
    for value in ["a\r\nX-Admin: 1", "a\nb", "a\0b", "a\u{7f}"] {
        let message = failure(&api, json!({ "imo": 1, "X-Note": value })).await;
        assert!(message.contains("the header parameter `X-Note` holds characters"), "{message}");
    }
    let echoed =
        call_only(&api, json!({ "imo": 1, "X-Note": ["a", "b\tc"], "sid": "a; admin=1\r\nX: y" })).await.unwrap();
    assert_eq!(echoed["headers"]["x-note"], "a,b\tc");
    assert_eq!(echoed["headers"]["cookie"], "sid=a%3B%20admin%3D1%0D%0AX%3A%20y");
    assert!(failure(&api, json!({ "imo": 1, "raw": "a; admin=1" })).await.contains("holds characters"));
}

#[tokio::test]
async fn a_placeholder_never_reaches_the_host() {
    let server = Server::echo().await;
    let api = builder(vessel("/{imo}")).base_url(format!("{}/%7Bimo%7D", server.url)).build().unwrap();
    assert_eq!(call_only(&api, json!({ "imo": "x" })).await.unwrap()["target"], "/%7Bimo%7D/x");
}

#[tokio::test]
async fn private_addresses_can_be_forbidden() {
    let server = Server::echo().await;
    let options = HttpOptions { forbid_private_addresses: true, ..HttpOptions::default() };
    let port = server.url.rsplit(':').next().unwrap().to_owned();
    for host in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "localhost"] {
        let url = format!("http://{host}:{port}");
        let api = builder(vessel("/{imo}")).base_url(&url).http(options.clone()).build().unwrap();
        let error = call_only(&api, json!({ "imo": 1 })).await.unwrap_err();
        let text = error.full_message();
        assert!(text.contains("private or reserved"), "{host}: {text}");
    }
    let allowed = builder(vessel("/{imo}")).base_url(&server.url).build().unwrap();
    assert!(call_only(&allowed, json!({ "imo": 1 })).await.is_ok());
}

#[tokio::test]
async fn large_bodies_are_not_sent() {
    let server = Server::echo().await;
    let root = document(
        json!({ "/x": { "post": with_response(json!({ "requestBody": { "content": { "text/plain": {} } } })) } }),
    );
    let options = HttpOptions { max_request_bytes: 10, ..HttpOptions::default() };
    let api = builder(root).base_url(&server.url).http(options).build().unwrap();
    assert_eq!(
        failure(&api, json!({ "body": "12345678901" })).await,
        "POST /x was not sent: its body is larger than 10 bytes"
    );
    assert!(call_only(&api, json!({ "body": "1234567890" })).await.is_ok());
}

#[test]
fn hostile_documents_end() {
    let mut schemas = serde_json::Map::new();
    for index in 0..2000 {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", (index + 1) % 2000) });
        schemas.insert(
            format!("S{index}"),
            json!({ "allOf": [next], "properties": { "p": next, "q": { "readOnly": true } } }),
        );
    }
    let mut paths = serde_json::Map::new();
    for index in 0..500 {
        paths.insert(format!("/p{index}"), json!({ "get": with_response(json!({ "operationId": "same", "parameters": [
            { "name": "q", "in": "query", "style": "deepObject", "explode": true, "schema": { "$ref": "#/components/schemas/S0" } }] })) }));
    }
    let mut root = document(paths.into());
    root["components"] = json!({ "schemas": schemas });
    let started = std::time::Instant::now();
    let api = builder(root).base_url("https://h.test").build().unwrap();
    assert_eq!(api.tools().len(), 500);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}
