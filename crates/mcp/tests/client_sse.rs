//! Servers that speak the HTTP transport of 2024: named so, found out, and broken.
#![allow(clippy::unwrap_used)]

#[path = "support/sse.rs"]
mod sse;
mod support;

use codemode::{CodeMode, Limits, ToolSet};
use serde_json::{Value, json};
use sse::OldHttp;
use support::{Upstream, connect, message, value, within};

fn entry(url: &str, more: Value) -> Value {
    let mut entry = json!({ "url": url, "headers": { "X-Key": "sesame" } });
    entry.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({ "old": entry })
}

#[tokio::test]
async fn tools_progress_cancellation_and_announcements_pass() {
    for settings in [json!({ "type": "sse" }), json!({}), json!({ "type": "http" })] {
        let old = OldHttp::default();
        let (client, live) = connect(entry(&old.serve().await, settings.clone())).await;
        let status = client.status().remove(0);
        assert_eq!((status.state.as_str(), status.tools), ("ready", 7), "{settings}: {status:?}");
        assert_eq!(value(&live.execute("return await tools.old.steps({})").await), "all steps");
        let version = live.changes().version();
        old.upstream().add_tool().await;
        within("the new tool is listed", live.changes().after(version)).await;
        assert_eq!(value(&live.execute("return await tools.old.extra({})").await), "extra");
        let limits = Limits { timeout_ms: Some(300), ..Limits::UNLIMITED };
        let limited = CodeMode::builder(ToolSet::default()).limits(limits).live(client.sources()).await.unwrap();
        assert!(message(&limited.execute("await tools.old.hang({})").await).contains("timeout of 300 ms"));
        old.upstream().was_cancelled().await;
        within("all ends", client.shutdown()).await;
    }
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_opened_again() {
    let old = OldHttp::default();
    let (client, live) = connect(entry(&old.serve().await, json!({}))).await;
    let runtime = live.current();
    let call = tokio::spawn(async move { runtime.execute("await tools.old.hang({})").await });
    old.upstream().is_hanging().await;
    old.cut();
    let ended = message(&within("the call ends", call).await.unwrap());
    assert_eq!(ended, "the MCP server `old` ended during the call; it is not known what it did");
    assert_eq!(value(&live.execute("return await tools.old.files.delete({})").await), "files.delete");
    assert_eq!(client.status()[0].restarts, 1);
}

#[tokio::test]
async fn what_is_wrong_is_said() {
    let problem = async |servers: Value| {
        let (client, _live) = connect(servers).await;
        let status = client.status().remove(0);
        (status.state.as_str(), status.problem.unwrap())
    };
    let url = OldHttp::default().serve().await;
    let stranger = json!({ "old": { "url": url, "type": "sse" } });
    assert_eq!(
        problem(stranger).await,
        (
            "needsLogin",
            "the server demands a login: run `codemode login old`, or set `headers.Authorization`".to_owned()
        )
    );
    let foreign = OldHttp::naming("http://127.0.0.1:1/messages").serve().await;
    let (state, reason) = problem(entry(&(foreign.clone() + "?key=s3cret"), json!({ "type": "sse" }))).await;
    let expected = format!("{foreign} cannot be reached: the endpoint that the server names is at another origin");
    assert_eq!((state, reason), ("failed", expected));
    // A server of the newer transport.
    let newer = Upstream::default().serve().await;
    let (state, reason) = problem(json!({ "old": { "url": newer, "type": "sse" } })).await;
    assert!(state == "failed" && reason.contains("the server answered 40"), "{reason}");
    // Nothing of the kind: what is told is the answer to the newer transport.
    let (state, reason) = problem(json!({ "old": { "url": newer.replace("/mcp", "/nothing") } })).await;
    assert!(state == "failed" && reason.contains("404"), "{reason}");
}
