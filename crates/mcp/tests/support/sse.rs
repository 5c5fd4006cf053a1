//! A server over the HTTP transport of 2024: a stream of events at `/sse`, messages posted to what its first event names.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use rmcp::ServiceExt;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::Notify;

use crate::support::{Upstream, serve};

/// The transport, as the test sees it.
#[derive(Clone, Default)]
pub struct OldHttp(Arc<Inner>);

#[derive(Default)]
struct Inner {
    upstream: Upstream,
    sessions: Mutex<HashMap<String, Arc<tokio::sync::Mutex<WriteHalf<DuplexStream>>>>>,
    /// What is named as the endpoint, instead of `/messages`.
    endpoint: Option<&'static str>,
    cut: Notify,
}

impl OldHttp {
    pub fn naming(endpoint: &'static str) -> OldHttp {
        OldHttp(Arc::new(Inner { endpoint: Some(endpoint), ..Inner::default() }))
    }

    pub fn upstream(&self) -> &Upstream {
        &self.0.upstream
    }

    /// Serves it and gives the address of the stream.
    pub async fn serve(&self) -> String {
        let router = Router::new().route("/sse", get(open)).route("/messages", post(message));
        serve(router.with_state(self.clone())).await + "/sse"
    }

    /// Ends the stream that is open.
    pub fn cut(&self) {
        self.0.cut.notify_one();
    }
}

fn is_known(headers: &HeaderMap) -> bool {
    headers.get("x-key").is_some_and(|key| key == "sesame")
}

async fn open(State(old): State<OldHttp>, headers: HeaderMap) -> Response {
    if !is_known(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let (ours, servers) = tokio::io::duplex(1 << 16);
    let server = old.0.upstream.clone();
    tokio::spawn(async move {
        if let Ok(running) = server.serve(tokio::io::split(servers)).await {
            let _ = running.waiting().await;
        }
    });
    let (reader, writer) = tokio::io::split(ours);
    let session = {
        let mut sessions = old.0.sessions.lock().unwrap();
        let session = (sessions.len() + 1).to_string();
        sessions.insert(session.clone(), Arc::new(tokio::sync::Mutex::new(writer)));
        session
    };
    let endpoint = match old.0.endpoint {
        Some(other) => other.to_owned(),
        None => format!("/messages?session={session}"),
    };
    let first = format!(": welcome\r\nevent: endpoint\r\ndata: {endpoint}\r\n\r\n");
    let events = stream::unfold((Some(first), BufReader::new(reader), old), next);
    ([(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")], Body::from_stream(events)).into_response()
}

type Events = (Option<String>, BufReader<ReadHalf<DuplexStream>>, OldHttp);

async fn next((first, mut lines, old): Events) -> Option<(Result<String, Infallible>, Events)> {
    if let Some(first) = first {
        return Some((Ok(first), (None, lines, old)));
    }
    let mut line = String::new();
    let length = tokio::select! {
        length = lines.read_line(&mut line) => length.ok()?,
        () = old.0.cut.notified() => 0,
    };
    let event = format!("event: message\ndata: {}\n\n", line.trim_end());
    (length > 0).then_some((Ok(event), (None, lines, old)))
}

async fn message(
    State(old): State<OldHttp>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let session = old.0.sessions.lock().unwrap().get(&query["session"]).cloned();
    let (Some(session), true) = (session, is_known(&headers)) else { return StatusCode::UNAUTHORIZED };
    let mut writer = session.lock().await;
    writer.write_all(&body).await.unwrap();
    writer.write_all(b"\n").await.unwrap();
    StatusCode::ACCEPTED
}
