//! The request that a call would send, shown without sending it and without its secrets.

use codemode_openapi::StaticCredentials;
use serde_json::json;

use crate::support::{builder, document, with_response};

fn root() -> serde_json::Value {
    let mut root = document(json!({ "/orders/{id}": { "post": with_response(json!({
        "operationId": "orders.update",
        "security": [{ "key": [], "token": [] }],
        "parameters": [
            { "name": "id", "in": "path", "required": true, "schema": {} },
            { "name": "dry run", "in": "query", "schema": {} },
        ],
        "requestBody": { "content": { "application/json": {} } },
    })) } }));
    root["components"] = json!({ "securitySchemes": {
        "key": { "type": "apiKey", "in": "query", "name": "k" },
        "token": { "type": "http", "scheme": "bearer" },
    } });
    root
}

#[tokio::test]
async fn requests_are_shown_as_they_would_be_sent() {
    let api = builder(root())
        .base_url("https://api.harbor.test:8443/v1/")
        .header("X-Team", "t0p")
        .header("Accept-Language", "de")
        .auth(StaticCredentials::new().with("key", "s3cret").with("token", "t0ken"))
        .build()
        .unwrap();
    let request =
        api.request("orders.update", &json!({ "id": "a/b", "dry run": true, "body": { "n": 1 } })).await.unwrap();
    assert_eq!(
        request.to_text(),
        "POST /v1/orders/a%2Fb?dry+run=true&k=*** HTTP/1.1\n\
         host: api.harbor.test:8443\n\
         accept: application/json, */*;q=0.1\n\
         user-agent: codemode/0.1.0\n\
         accept-encoding: gzip, br, zstd\n\
         x-team: ***\n\
         accept-language: de\n\
         content-type: application/json\n\
         authorization: Bearer ***\n\
         content-length: 7\n\
         \n\
         {\"n\":1}\n"
    );
    let shown = request.to_json();
    assert_eq!(shown["url"], "https://api.harbor.test:8443/v1/orders/a%2Fb?dry+run=true&k=***");
    assert_eq!((&shown["method"], &shown["body"]), (&json!("POST"), &json!("{\"n\":1}")));
    let all = format!("{request:?} {shown} {}", request.to_text());
    assert!(!all.contains("s3cret") && !all.contains("t0ken") && !all.contains("t0p"), "{all}");
    assert_eq!(request.obstacle(), None);
}

#[tokio::test]
async fn missing_credentials_are_shown_as_what_is_missing() {
    let api = builder(root()).base_url("https://h.test").build().unwrap();
    let request = api.request("orders.update", &json!({ "id": 1 })).await.unwrap();
    assert_eq!(request.obstacle(), Some("POST /orders/{id} needs credentials that are not available: `key`"));
    assert!(request.url().ends_with("/orders/1?k=***"), "{}", request.url());
    assert!(request.headers().contains(&("authorization".to_owned(), "Bearer ***".to_owned())));
}

#[tokio::test]
async fn mistakes_are_those_of_a_call() {
    let api = builder(root()).base_url("https://h.test").build().unwrap();
    let message = async |name: &str| api.request(name, &json!({})).await.unwrap_err().message().to_owned();
    assert_eq!(message("orders.update").await, "POST /orders/{id}: the path parameter `id` is missing");
    assert_eq!(message("orders.gone").await, "there is no tool called `orders.gone`");
}
