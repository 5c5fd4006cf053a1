//! Credentials: where they come from, where they go, and where they must not show (openapi.md 8).

use std::sync::{Arc, Mutex};

use codemode::ToolError;
use codemode_openapi::{Api, AuthRequest, Credential, SchemeDefinition, StaticCredentials};
use serde_json::{Value, json};

use crate::support::{BASE, Server, builder, call_only, document, failure, input, response, with_response};

fn root(security: Value) -> Value {
    let mut root = document(json!({ "/x": { "get": with_response(json!({
        "security": security,
        "parameters": [{ "name": "key", "in": "query", "schema": {} }, { "name": "sid", "in": "cookie", "schema": {} }],
    })) } }));
    root["components"] = json!({ "securitySchemes": {
        "bearer": { "type": "http", "scheme": "bearer" },
        "basic": { "type": "http", "scheme": "BASIC" },
        "digest": { "type": "http", "scheme": "Digest" },
        "header": { "type": "apiKey", "in": "header", "name": "X-Key" },
        "header2": { "type": "apiKey", "in": "header", "name": "x-key" },
        "query": { "type": "apiKey", "in": "query", "name": "key" },
        "proto": { "type": "apiKey", "in": "query", "name": "__proto__" },
        "jar": { "type": "apiKey", "in": "cookie", "name": "sid" },
        "oauth": { "type": "oauth2", "flows": {} },
        "oidc": { "type": "openIdConnect", "openIdConnectUrl": "https://id.test" },
        "alias": { "$ref": "#/components/securitySchemes/bearer" },
    } });
    root
}

fn api(server: &Server, security: Value, credentials: StaticCredentials) -> Api {
    builder(root(security)).base_url(&server.url).auth(credentials).build().unwrap()
}

fn secrets(names: &[&str]) -> StaticCredentials {
    names.iter().fold(StaticCredentials::new(), |all, name| all.with(*name, format!("s-{name}")))
}

#[tokio::test]
async fn credentials_go_where_the_scheme_says() {
    let server = Server::echo().await;
    let sent = async |scheme: &str| {
        let all = secrets(&["bearer", "header", "query", "proto", "jar", "oauth", "oidc", "alias", "digest"])
            .with("basic", "me:pä:ss");
        call_only(&api(&server, json!([{ scheme: [] }]), all), json!({})).await.unwrap()
    };
    for (scheme, header, value) in [
        ("bearer", "authorization", "Bearer s-bearer"),
        ("alias", "authorization", "Bearer s-alias"),
        ("oauth", "authorization", "Bearer s-oauth"),
        ("oidc", "authorization", "Bearer s-oidc"),
        ("digest", "authorization", "digest s-digest"),
        ("basic", "authorization", "Basic bWU6cMOkOnNz"),
        ("header", "x-key", "s-header"),
        ("jar", "cookie", "sid=s-jar"),
    ] {
        assert_eq!(sent(scheme).await["headers"][header], value, "{scheme}");
    }
    assert_eq!(sent("query").await["target"], "/x?key=s-query");
    assert_eq!(sent("proto").await["target"], "/x?__proto__=s-proto");
}

#[tokio::test]
async fn credentials_replace_what_a_caller_passes() {
    let server = Server::echo().await;
    let api = api(&server, json!([{ "query": [], "jar": [] }]), secrets(&["query", "jar"]));
    let echoed = call_only(&api, json!({ "key": "mine", "sid": "mine" })).await.unwrap();
    assert_eq!((&echoed["target"], &echoed["headers"]["cookie"]), (&json!("/x?key=s-query"), &json!("sid=s-jar")));
}

#[tokio::test]
async fn alternatives_are_tried_in_order_and_all_of_one_is_needed() {
    let server = Server::echo().await;
    let sent = async |security: Value, names: &[&str]| {
        let api = api(&server, security, secrets(names));
        call_only(&api, json!({})).await.map(|echoed| {
            let header = |name: &str| echoed["headers"][name].as_str().unwrap_or("-").to_owned();
            (header("authorization"), header("x-key"))
        })
    };
    let pair = |left: &str, right: &str| (left.to_owned(), right.to_owned());
    let either = json!([{ "bearer": [], "header": [] }, { "oauth": [] }]);
    assert_eq!(
        sent(either.clone(), &["bearer", "header", "oauth"]).await.unwrap(),
        pair("Bearer s-bearer", "s-header")
    );
    assert_eq!(sent(either.clone(), &["bearer", "oauth"]).await.unwrap(), pair("Bearer s-oauth", "-"));
    let message = sent(either, &["bearer"]).await.unwrap_err().message().to_owned();
    assert_eq!(message, "GET /x needs credentials that are not available: `header`, `oauth`");
    assert_eq!(sent(json!([{ "bearer": [] }, {}]), &[]).await.unwrap(), pair("-", "-"));
    assert_eq!(
        sent(json!([{}, { "bearer": [] }]), &["bearer"]).await.unwrap(),
        pair("-", "-"),
        "anonymous comes first"
    );
    assert_eq!(sent(json!([]), &["bearer"]).await.unwrap(), pair("-", "-"));
    assert_eq!(
        sent(json!([{ "gone": [] }, { "jar": [] }, { "bearer": [] }]), &["bearer"]).await.unwrap(),
        pair("Bearer s-bearer", "-")
    );
}

#[tokio::test]
async fn the_resolver_learns_which_operation_asks() {
    let asked: Arc<Mutex<Vec<AuthRequest>>> = Arc::default();
    let sink = asked.clone();
    let server = Server::echo().await;
    let api = builder(root(json!([{ "oauth": ["read", "write"] }])))
        .base_url(&server.url)
        .auth(move |request: AuthRequest| {
            sink.lock().unwrap().push(request);
            async { Ok(Some(Credential::Bearer("t".into()))) }
        })
        .build()
        .unwrap();
    assert_eq!(input(&api), "{ key?: unknown; sid?: unknown }");
    call_only(&api, json!({})).await.unwrap();
    call_only(&api, json!({})).await.unwrap();
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 2, "nothing is cached");
    assert_eq!((asked[0].name.as_str(), &asked[0].definition), ("oauth", &SchemeDefinition::OAuth2));
    assert_eq!(asked[0].scopes, ["read", "write"]);
    assert_eq!((asked[0].operation.method.as_str(), asked[0].operation.path.as_str()), ("GET", "/x"));
    assert_eq!(asked[0].operation.operation_id, None);
}

#[tokio::test]
async fn arguments_are_checked_before_credentials_are_asked_for() {
    let mut root = root(json!([{ "bearer": [] }]));
    root["paths"]["/x"]["get"]["parameters"][0]["required"] = json!(true);
    let api = builder(root).base_url(BASE).auth(|_| async { panic!("asked too early") }).build().unwrap();
    assert_eq!(failure(&api, json!({})).await, "GET /x: the query parameter `key` is missing");
}

#[tokio::test]
async fn a_failing_resolver_ends_the_call() {
    let server = Server::echo().await;
    let api = builder(root(json!([{ "bearer": [] }, {}])))
        .base_url(&server.url)
        .auth(|_| async { Err(ToolError::new("please log in first")) })
        .build()
        .unwrap();
    assert_eq!(failure(&api, json!({})).await, "please log in first");
}

#[tokio::test]
async fn credentials_that_cannot_be_sent_are_refused() {
    let server = Server::echo().await;
    let with = async |security: Value, credential: Credential| {
        let api = builder(root(security))
            .base_url(&server.url)
            .auth(move |_| std::future::ready(Ok(Some(credential.clone()))))
            .build()
            .unwrap();
        failure(&api, json!({})).await
    };
    let twice = with(json!([{ "header": [], "header2": [] }]), Credential::ApiKey("k".into())).await;
    assert!(twice.contains("multiple credentials"), "{twice}");
    let wrong = with(json!([{ "bearer": [] }]), Credential::ApiKey("k".into())).await;
    assert!(wrong.contains("the host gave an API key for the scheme `bearer`"), "{wrong}");
    for credential in
        [Credential::Bearer("a\r\nX-Evil: 1".into()), Credential::Header { name: "a b".into(), value: "x".into() }]
    {
        let message = with(json!([{ "bearer": [] }]), credential).await;
        assert!(message.contains("cannot be sent") && !message.contains("Evil"), "{message}");
    }
    let cookie = with(json!([{ "jar": [] }]), Credential::ApiKey("a; admin=1".into())).await;
    assert!(cookie.contains("cannot be sent"), "{cookie}");
}

#[tokio::test]
async fn headers_of_the_host_meet_schemes_too() {
    let server = Server::echo().await;
    let api = builder(root(json!([{ "header": [] }]))).base_url(&server.url).header("X-Key", "mine").build().unwrap();
    assert_eq!(call_only(&api, json!({})).await.unwrap()["headers"]["x-key"], "mine");
    let api = builder(root(json!([{ "bearer": [] }])))
        .base_url(&server.url)
        .header("Authorization", "Bearer t")
        .build()
        .unwrap();
    assert_eq!(call_only(&api, json!({})).await.unwrap()["headers"]["authorization"], "Bearer t");
    let api = builder(root(json!([{ "query": [] }])))
        .base_url(&server.url)
        .header("Authorization", "Bearer t")
        .build()
        .unwrap();
    assert!(failure(&api, json!({})).await.contains("`query`"));
}

#[tokio::test]
async fn secrets_are_taken_out_of_what_an_api_quotes() {
    let server = Server::answering(|_, request| {
        let quoted = request.headers()["authorization"].to_str().unwrap().to_owned();
        response(403, &[("content-type", "text/plain")], format!("bad credential {quoted}"))
    })
    .await;
    let api = api(&server, json!([{ "bearer": [] }]), secrets(&["bearer"]));
    let message = failure(&api, json!({})).await;
    assert!(!message.contains("s-bearer") && message.contains("bad credential Bearer …"), "{message}");
}

#[test]
fn nothing_of_it_is_printed() {
    let all = [
        format!("{:?}", Credential::Bearer("sesame".into())),
        format!("{:?}", Credential::Basic { username: "u".into(), password: "sesame".into() }),
        format!("{:?}", StaticCredentials::new().with("bearer", "sesame")),
    ];
    assert!(all.iter().all(|text| !text.contains("sesame")), "{all:?}");
    let api = builder(root(json!([{ "bearer": [] }])))
        .base_url("https://me:sesame@h.test")
        .header("X-Key", "sesame")
        .build()
        .unwrap();
    let [tool] = api.tools() else { panic!() };
    let seen = format!("{:?} {:?} {} {}", api, tool.tool, tool.tool.input_schema().root(), tool.tool.description());
    assert!(!seen.contains("sesame") && !seen.contains("bearer"), "{seen}");
}
