//! What a host adds and decides: headers, pinned and hidden parameters, credentials in the base URL.

use codemode_openapi::{ApiBuilder, Pin};
use serde_json::json;

use crate::support::{Server, builder, call_only, document, input, response, with_response};

fn start(server: &Server) -> ApiBuilder {
    let root = document(json!({ "/{tenant}": { "get": with_response(json!({ "parameters": [
        { "name": "tenant", "in": "path", "required": true, "schema": { "type": "string" } },
        { "name": "X-Secret", "in": "header", "required": true, "schema": { "type": "string" } },
        { "name": "debug", "in": "query", "schema": { "type": "boolean" } },
        { "name": "limit", "in": "query", "required": true, "schema": { "type": "number" } },
    ] })) } }));
    builder(root).base_url(&server.url)
}

#[tokio::test]
async fn pinned_parameters_are_sent_and_are_no_input() {
    let server = Server::echo().await;
    let api = start(&server)
        .pin(Pin::value("tenant", "acme"))
        .pin(Pin::secret("x-secret", "s3cret"))
        .pin(Pin::hidden("debug"))
        .build()
        .unwrap();
    assert_eq!(input(&api), "{ limit: number }");
    let echoed =
        call_only(&api, json!({ "limit": 5, "tenant": "other", "X-Secret": "mine", "debug": true })).await.unwrap();
    assert_eq!((&echoed["target"], &echoed["headers"]["x-secret"]), (&json!("/acme?limit=5"), &json!("s3cret")));
    let shown = api.request(api.tools()[0].tool.name(), &json!({ "limit": 5 })).await.unwrap();
    assert!(!shown.to_text().contains("s3cret"), "{}", shown.to_text());
}

#[tokio::test]
async fn secrets_are_masked_wherever_they_stand() {
    let server = Server::answering(|_, request: axum::extract::Request| {
        let text = format!("no access: {} {:?}", request.uri(), request.headers());
        response(403, &[("content-type", "text/plain")], text)
    })
    .await;
    let parameter = |name: &str, place: &str| json!({ "name": name, "in": place, "required": true, "schema": {} });
    let places = [parameter("token", "path"), parameter("key", "query"), parameter("sid", "cookie")];
    let root = document(json!({ "/bot{token}/send": { "get": with_response(json!({ "parameters": places })) } }));
    let api = builder(root)
        .base_url(&server.url)
        .header("Authorization", "Token h0st-token")
        .pin(Pin::secret("token", "12:pa/th"))
        .pin(Pin::secret("key", "que ry"))
        .pin(Pin::secret("sid", "coo=kie"))
        .build()
        .unwrap();
    let secrets = ["12:pa/th", "12%3Apa%2Fth", "que ry", "que+ry", "coo=kie", "coo%3Dkie", "h0st-token"];
    let shown = api.request(api.tools()[0].tool.name(), &json!({})).await.unwrap();
    assert!(shown.url().ends_with("/bot***/send?key=***"), "{}", shown.url());
    let error = call_only(&api, json!({})).await.unwrap_err();
    assert!(error.message().contains("no access: /bot…/send?key=…"), "{}", error.message());
    for text in [shown.to_text(), shown.to_json().to_string(), format!("{shown:?}"), error.full_message()] {
        for secret in secrets {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
}

#[tokio::test]
async fn pins_may_be_for_one_location_and_required_parameters_stay() {
    let server = Server::echo().await;
    let api = start(&server).pin(Pin::value("limit", 1).within("path")).pin(Pin::hidden("limit")).build().unwrap();
    assert_eq!(input(&api), r#"{ tenant: string; debug?: boolean; limit: number; "X-Secret": string }"#);
}

#[tokio::test]
async fn headers_of_the_host_stand_for_parameters() {
    let server = Server::echo().await;
    let api = start(&server).header("x-secret", "from host").header("X-Trace", "on").build().unwrap();
    assert_eq!(input(&api), "{ tenant: string; debug?: boolean; limit: number }");
    let echoed = call_only(&api, json!({ "tenant": "t", "limit": 1 })).await.unwrap();
    assert_eq!((&echoed["headers"]["x-secret"], &echoed["headers"]["x-trace"]), (&json!("from host"), &json!("on")));
}

#[tokio::test]
async fn credentials_of_the_base_url_become_a_header() {
    let server = Server::echo().await;
    let url = server.url.replace("http://", "http://me:p%40ss@");
    let api = start(&server).base_url(url).build().unwrap();
    let echoed = call_only(&api, json!({ "tenant": "t", "limit": 1, "X-Secret": "x" })).await.unwrap();
    assert_eq!(echoed["headers"]["authorization"], "Basic bWU6cEBzcw==");
}

#[test]
fn headers_of_the_host_are_checked() {
    let fails = |name: &str, value: &str| {
        let outcome = builder(document(json!({}))).base_url("https://h.test").header(name, value).build();
        outcome.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(fails("X Y", "1").contains("no header name can have"));
    assert!(fails("X", "secret\r\nY: 1").contains("line ends") && !fails("X", "secret\r\n").contains("secret"));
    assert!(fails("Content-Length", "1").contains("describes the connection"));
    assert_eq!(fails("X-Fine", "1"), "");
}
