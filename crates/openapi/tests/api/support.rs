//! A server that tells what arrived, one that answers as told, and short ways to make and call tools.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use codemode::{Signature, ToolContext, ToolError, TypeStyle};
use codemode_openapi::{Api, ApiBuilder, Document};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// Where documents of tests that send nothing live.
pub const BASE: &str = "https://api.harbor.test";

/// A running server; it ends with the test's runtime.
pub struct Server {
    pub url: String,
}

impl Server {
    pub async fn start(router: Router) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Server { url }
    }

    /// Answers every request with what arrived.
    pub async fn echo() -> Server {
        Server::start(Router::new().fallback(echo)).await
    }

    /// Answers every request with the same response, which `make` builds from the request's number, counted from 0.
    pub async fn answering<F>(make: F) -> Server
    where
        F: Fn(usize, Request) -> Response + Clone + Send + Sync + 'static,
    {
        let count = Arc::new(AtomicUsize::new(0));
        let handler = move |request: Request| {
            let number = count.fetch_add(1, Ordering::SeqCst);
            let response = make(number, request);
            async move { response }
        };
        Server::start(Router::new().fallback(handler)).await
    }
}

async fn echo(request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let headers: HashMap<String, String> = parts
        .headers
        .iter()
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    let echoed = json!({
        "method": parts.method.as_str(),
        "target": parts.uri.path_and_query().map_or("", |target| target.as_str()),
        "headers": headers,
        "body": String::from_utf8_lossy(&body),
    });
    json_response(StatusCode::OK, &echoed)
}

pub fn json_response(status: StatusCode, value: &Value) -> Response {
    (status, [("content-type", "application/json")], value.to_string()).into_response()
}

pub fn response(status: u16, headers: &[(&str, &str)], body: impl Into<Body>) -> Response {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(
            axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap(),
            axum::http::HeaderValue::from_bytes(value.as_bytes()).unwrap(),
        );
    }
    let mut response = Response::new(body.into());
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    *response.headers_mut() = map;
    response
}

/// A document with these paths.
pub fn document(paths: Value) -> Value {
    json!({ "openapi": "3.1.0", "info": { "title": "Harbor", "version": "1" }, "paths": paths })
}

pub fn builder(document: Value) -> ApiBuilder {
    Api::builder(Document::from_value(document).unwrap())
}

pub fn api_of(document: Value) -> Api {
    builder(document).base_url(BASE).build().unwrap()
}

/// An API of one operation.
pub fn one(method: &str, path: &str, operation: Value) -> Api {
    api_of(document(json!({ path: { method: with_response(operation) } })))
}

/// An operation with a successful response without content, if it has none.
pub fn with_response(mut operation: Value) -> Value {
    operation.as_object_mut().unwrap().entry("responses").or_insert_with(|| json!({ "200": { "description": "ok" } }));
    operation
}

/// `name(input): Promise<…>` without the `tools.` in front and without what the catalogue adds behind.
pub fn signature(api: &Api, name: &str) -> String {
    let tool = api.tools().iter().find(|tool| tool.tool.name() == name);
    let tool = tool.unwrap_or_else(|| panic!("no tool `{name}` in {:?}", names(api)));
    Signature::of(name, &tool.tool, TypeStyle::Compact).call
}

/// The type of the argument of the only tool.
pub fn input(api: &Api) -> String {
    let [tool] = api.tools() else { panic!("{:?} {:?}", names(api), api.skipped()) };
    tool.tool.input_schema().to_typescript("Input", TypeStyle::Compact).text
}

/// The type of the value of the only tool.
pub fn output(api: &Api) -> String {
    let [tool] = api.tools() else { panic!("{:?} {:?}", names(api), api.skipped()) };
    tool.tool.output_schema().map_or("unknown".into(), |schema| schema.to_typescript("Output", TypeStyle::Compact).text)
}

pub fn names(api: &Api) -> Vec<&str> {
    api.tools().iter().map(|tool| tool.tool.name()).collect()
}

pub fn kinds(api: &Api) -> Vec<&'static str> {
    api.skipped().iter().map(|skipped| skipped.kind.as_str()).collect()
}

/// Calls a tool as the driver does.
pub async fn call(api: &Api, name: &str, input: Value) -> Result<Value, ToolError> {
    let tool = api.tools().iter().find(|tool| tool.tool.name() == name).unwrap_or_else(|| panic!("no tool `{name}`"));
    let prepared = tool.tool.handler().clone().prepare(input)?;
    prepared.start(ToolContext::detached(name)).await
}

/// Calls the only tool.
pub async fn call_only(api: &Api, input: Value) -> Result<Value, ToolError> {
    let [tool] = api.tools() else { panic!("{:?} {:?}", names(api), api.skipped()) };
    call(api, tool.tool.name(), input).await
}

/// The message of a call of the only tool that must fail.
pub async fn failure(api: &Api, input: Value) -> String {
    match call_only(api, input).await {
        Ok(value) => panic!("succeeded: {value}"),
        Err(error) => error.message().to_owned(),
    }
}

/// The pairs of a query or form, decoded.
pub fn pairs(text: &str) -> Vec<(String, String)> {
    url::form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}
