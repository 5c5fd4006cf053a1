//! Logging in: discovery, registration, PKCE, the stored tokens, their refresh, and what happens without a login.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Form, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use base64::Engine;
use codemode::{CodeMode, ToolSet};
use codemode_mcp::{ConnectOptions, LoginError, McpClient, McpServers, ServerConfig, login, logout, token_file};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use support::{Upstream, serve, value, within};

/// An authorization server and the MCP server it protects.
#[derive(Clone, Default)]
struct Authority(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    origin: String,
    challenge: String,
    issued: usize,
    valid: String,
    refreshes: usize,
    lifetime: u64,
    refuses: bool,
    /// Refresh tokens are no longer accepted.
    withdrawn: bool,
}

impl Authority {
    async fn start(lifetime: u64) -> (Authority, String) {
        let authority = Authority::default();
        let upstream = Upstream::default().serve().await;
        let proxied = upstream.clone();
        let router = Router::new()
            .route("/mcp", axum::routing::any(move |request| forward(proxied.clone(), request)))
            .route_layer(middleware::from_fn_with_state(authority.clone(), demand_token))
            // Nobody finds these without the challenge.
            .route("/odd/place", get(resource))
            .route("/.well-known/oauth-authorization-server/tenant", get(metadata))
            .route("/register", post(register))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .with_state(authority.clone());
        let origin = serve(router).await;
        let mut inner = authority.0.lock().unwrap();
        inner.origin.clone_from(&origin);
        inner.lifetime = lifetime;
        drop(inner);
        (authority, origin + "/mcp")
    }
}

async fn demand_token(State(authority): State<Authority>, request: Request, next: Next) -> Response {
    let (expected, origin) = {
        let inner = authority.0.lock().unwrap();
        (format!("Bearer {}", inner.valid), inner.origin.clone())
    };
    let presented = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if presented == Some(expected.as_str()) {
        return next.run(request).await;
    }
    let challenge = format!("Bearer resource_metadata=\"{origin}/odd/place\", scope=\"tools:call\"");
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, challenge)]).into_response()
}

/// Passes a request on to the MCP server behind.
async fn forward(upstream: String, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let mut headers = parts.headers;
    headers.remove(header::HOST);
    let answer =
        reqwest::Client::new().request(parts.method, upstream).headers(headers).body(body).send().await.unwrap();
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers() {
        response = response.header(name, value);
    }
    response.body(axum::body::Body::from_stream(answer.bytes_stream())).unwrap()
}

async fn resource(State(authority): State<Authority>) -> axum::Json<Value> {
    let origin = authority.0.lock().unwrap().origin.clone();
    axum::Json(json!({ "resource": format!("{origin}/mcp"), "authorization_servers": [format!("{origin}/tenant")] }))
}

async fn metadata(State(authority): State<Authority>) -> axum::Json<Value> {
    let origin = authority.0.lock().unwrap().origin.clone();
    axum::Json(json!({
        "issuer": format!("{origin}/tenant"),
        "authorization_endpoint": format!("{origin}/authorize"),
        "token_endpoint": format!("{origin}/token"),
        "registration_endpoint": format!("{origin}/register"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    }))
}

async fn register(body: axum::Json<Value>) -> (StatusCode, axum::Json<Value>) {
    let mut answer = body.0;
    answer["client_id"] = json!("registered-client");
    (StatusCode::CREATED, axum::Json(answer))
}

async fn authorize(State(authority): State<Authority>, Query(query): Query<HashMap<String, String>>) -> Redirect {
    assert_eq!((query["client_id"].as_str(), query["code_challenge_method"].as_str()), ("registered-client", "S256"));
    assert_eq!(query["scope"], "tools:call");
    let mut inner = authority.0.lock().unwrap();
    inner.challenge.clone_from(&query["code_challenge"]);
    let state = &query["state"];
    let outcome = if inner.refuses { "error=access_denied" } else { "code=the-code" };
    Redirect::to(&format!("{}?{outcome}&state={state}", query["redirect_uri"]))
}

async fn token(State(authority): State<Authority>, Form(form): Form<HashMap<String, String>>) -> Response {
    let mut inner = authority.0.lock().unwrap();
    if inner.withdrawn {
        let error = json!({ "error": "invalid_grant", "error_description": "the refresh token has expired" });
        return (StatusCode::BAD_REQUEST, axum::Json(error)).into_response();
    }
    match form["grant_type"].as_str() {
        "authorization_code" => {
            assert_eq!(form["code"], "the-code");
            let digest = Sha256::digest(form["code_verifier"].as_bytes());
            assert_eq!(base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(digest), inner.challenge);
        }
        "refresh_token" => {
            assert_eq!(form["refresh_token"], format!("refresh-{}", inner.issued));
            inner.refreshes += 1;
        }
        other => panic!("unexpected grant {other}"),
    }
    inner.issued += 1;
    inner.valid = format!("access-{}", inner.issued);
    axum::Json(json!({
        "access_token": inner.valid,
        "token_type": "Bearer",
        "expires_in": inner.lifetime,
        "refresh_token": format!("refresh-{}", inner.issued),
    }))
    .into_response()
}

fn options(name: &str) -> (ConnectOptions, PathBuf) {
    let folder = std::env::temp_dir().join(format!("codemode-oauth-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    (ConnectOptions { token_folder: Some(folder.clone()), ..ConnectOptions::default() }, folder)
}

/// A browser: follows the redirect of the login page back to us.
fn visit(address: &str) {
    let address = address.to_owned();
    tokio::spawn(async move { reqwest::get(address).await });
}

fn servers(url: &str) -> McpServers {
    McpServers([("guarded".to_owned(), ServerConfig::http(url))].into())
}

#[tokio::test]
async fn a_login_is_kept_used_refreshed_and_forgotten() {
    let (authority, url) = Authority::start(3600).await;
    let (options, folder) = options("login");
    let config = ServerConfig::http(&url);

    let before = within("refusal", McpClient::connect(&servers(&url), options.clone())).await;
    let status = before.status().remove(0);
    assert_eq!(status.state.as_str(), "needsLogin");
    assert_eq!(
        status.problem.unwrap(),
        "the server demands a login: run `codemode login guarded`, or set `headers.Authorization`"
    );
    // Else it goes on trying, and would use the login too.
    before.shutdown().await;

    within("login", login("guarded", &config, &options, visit)).await.unwrap();
    let file = token_file(&folder, "guarded", &url);
    let stored: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!((&stored["url"], &stored["credentials"]["client_id"]), (&json!(url), &json!("registered-client")));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    let client = within("connection", McpClient::connect(&servers(&url), options.clone())).await;
    let live = CodeMode::builder(ToolSet::default()).live(client.sources()).await.unwrap();
    assert_eq!(value(&live.execute("return (await tools.guarded.typed({})).length").await), 7);
    assert_eq!(authority.0.lock().unwrap().refreshes, 0);
    client.shutdown().await;

    // The token is about to expire: the next connection refreshes it and keeps the new one.
    let mut stored = stored;
    stored["credentials"]["token_received_at"] = json!(1);
    std::fs::write(&file, stored.to_string()).unwrap();
    let client = within("connection", McpClient::connect(&servers(&url), options.clone())).await;
    assert_eq!(client.status()[0].state.as_str(), "ready", "{:?}", client.status());
    assert_eq!(authority.0.lock().unwrap().refreshes, 1);
    assert!(std::fs::read_to_string(&file).unwrap().contains("access-2"));
    client.shutdown().await;

    assert!(logout("guarded", &config, &options).unwrap());
    assert!(!logout("guarded", &config, &options).unwrap());
    assert!(!file.exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn an_expired_login_asks_for_another_one() {
    let (authority, url) = Authority::start(3600).await;
    let (options, folder) = options("expired");
    let config = ServerConfig::http(&url);
    within("login", login("guarded", &config, &options, visit)).await.unwrap();
    let client = within("connection", McpClient::connect(&servers(&url), options.clone())).await;
    let live = CodeMode::builder(ToolSet::default()).live(client.sources()).await.unwrap();
    assert!(live.execute("await tools.guarded.typed({})").await.is_ok());
    // While a connection is open: the access token is withdrawn and the refresh token not accepted.
    {
        let mut inner = authority.0.lock().unwrap();
        inner.withdrawn = true;
        inner.valid = "another".to_owned();
    }
    let failed = live.execute("await tools.guarded.typed({})").await;
    let message = failed.error().unwrap().message.clone();
    let expected = "the MCP server `guarded` demands a login: the user has to run `codemode login guarded`";
    assert_eq!(message, expected);
    client.shutdown().await;
    // At the start: the stored token is about to expire.
    let file = token_file(&folder, "guarded", &url);
    let mut stored: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    stored["credentials"]["token_received_at"] = json!(1);
    std::fs::write(&file, stored.to_string()).unwrap();
    let client = within("refusal", McpClient::connect(&servers(&url), options.clone())).await;
    let status = client.status().remove(0);
    assert_eq!(
        (status.state.as_str(), status.problem.as_deref()),
        ("needsLogin", Some("the login is no longer valid: run `codemode login guarded` again"))
    );
    client.shutdown().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_refused_login_and_a_program_are_explained() {
    let (authority, url) = Authority::start(3600).await;
    authority.0.lock().unwrap().refuses = true;
    let (options, _) = options("refused");
    let refused = within("login", login("guarded", &ServerConfig::http(&url), &options, visit)).await.unwrap_err();
    assert_eq!(refused.to_string(), "the login was refused: access_denied");
    let open = ServerConfig::http(Upstream::default().serve().await);
    assert!(matches!(login("open", &open, &options, |_| ()).await, Err(LoginError::NotNeeded)));
    let program = ServerConfig::stdio("sh", ["-c"]);
    assert!(matches!(login("sh", &program, &options, |_| ()).await, Err(LoginError::NotHttp)));
}
