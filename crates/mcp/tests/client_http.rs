//! Tools of a server over streamable HTTP: lists, names, results, announcements, progress, cancellation.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use codemode::{CodeMode, Limits, Observer, ToolSet};
use serde_json::{Value, json};
use support::{Upstream, connect, message, value, within};

async fn one(extra: Value) -> (Upstream, codemode_mcp::McpClient, codemode::LiveCodeMode) {
    let upstream = Upstream::default();
    // Servers redirect within themselves.
    let mut server = json!({ "url": upstream.serve().await.replace("/mcp", "/moved"), "headers": { "Authorization": "Bearer ${CARGO_PKG_NAME}", "X-Test": "1" } });
    server.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    let (client, live) = connect(json!({ "up": server })).await;
    (upstream, client, live)
}

#[tokio::test]
async fn all_pages_become_tools_with_their_names_and_hints() {
    let (_upstream, client, live) = one(json!({})).await;
    let signatures: Vec<String> = live.current().catalog().into_iter().map(|entry| entry.signature).collect();
    assert_eq!(
        signatures,
        [
            "tools.up.echo(input: {\n  content?: unknown,\n  structured?: unknown,\n  isError?: unknown,\n}): \
Promise<unknown> /* read-only */",
            "tools.up.files.delete(input: {}): Promise<unknown> /* destructive */",
            "tools.up.hang(input: {}): Promise<unknown>",
            "tools.up[\"odd name/!\"](input: {}): Promise<unknown>",
            "tools.up.refuses(input: {}): Promise<unknown>",
            "tools.up.steps(input: {}): Promise<unknown>",
            "tools.up.typed(input: {}): Promise<{\n  n: number,\n}>",
        ]
        .map(|text| text.replace("input: {}", &signatures_input(&signatures)))
    );
    assert!(live.current().instructions().contains("- up (7 tools) // Tools for tests."));
    let status = &client.status()[0];
    assert_eq!((status.state.as_str(), status.tools, status.problem.as_deref()), ("ready", 7, None));
    assert_eq!(value(&live.execute("return await tools.up['odd name/!']({})").await), "odd name/!");
    assert_eq!(value(&live.execute("return await tools.up.files.delete({})").await), "files.delete");
    client.shutdown().await;
}

/// An object without declared fields is rendered in one way; which one is the schema printer's business.
fn signatures_input(signatures: &[String]) -> String {
    let hang = signatures.iter().find(|text| text.starts_with("tools.up.hang(")).unwrap();
    hang.trim_start_matches("tools.up.hang(").split("): Promise").next().unwrap().to_owned()
}

#[tokio::test]
async fn results_become_values() {
    let (_upstream, _client, live) = one(json!({})).await;
    let program = "
        const text = (text) => ({ type: 'text', text });
        const echo = (content, more = {}) => tools.up.echo({ content, ...more });
        return {
            text: await echo([text('hi')]),
            json: await echo([text(' {\"a\": [1]} ')]),
            number: await echo([text('42')]),
            list: await echo([text('a'), text('{}')]),
            nothing: await echo([]),
            structured: await echo([text('x')], { structured: { b: 2 } }),
            image: await echo([{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]),
            typed: await tools.up.typed({}),
            error: await echo([text('no'), text('luck')], { isError: true }).catch((e) => `${e.kind}: ${e.message}`),
            refused: await tools.up.refuses({}).catch((e) => e.message),
        };";
    assert_eq!(
        value(&live.execute(program).await),
        json!({
            "text": "hi",
            "json": { "a": [1] },
            "number": "42",
            "list": ["a", "{}"],
            "nothing": null,
            "structured": { "b": 2 },
            "image": { "type": "image", "mimeType": "image/png", "bytes": 3, "attachment": 1 },
            "typed": "{\"n\":1}",
            "error": "ToolFailure: no\nluck",
            "refused": "not with these arguments",
        })
    );
}

#[tokio::test]
async fn settings_of_a_server_apply() {
    let policy = json!({ "textAsJson": false, "description": "Mine", "policy": { "allow": ["echo", "files.*"],
        "deny": ["@destructive"] } });
    let (_upstream, client, live) = one(policy).await;
    let paths: Vec<String> = live.current().catalog().into_iter().map(|entry| entry.path).collect();
    assert_eq!((paths, client.status()[0].tools), (vec!["up.echo".to_owned()], 1));
    assert!(live.current().instructions().contains("- up (1 tool) // Mine"));
    let kept = live.execute("return await tools.up.echo({ content: [{ type: 'text', text: '{}' }] })").await;
    assert_eq!(value(&kept), "{}");
}

#[tokio::test]
async fn announced_tools_can_be_called() {
    let (upstream, _client, live) = one(json!({})).await;
    let version = live.changes().version();
    assert!(message(&live.execute("await tools.up.extra({})").await).contains("Unknown tool"));
    upstream.add_tool().await;
    within("the new tool is listed", live.changes().after(version)).await;
    assert_eq!(value(&live.execute("return await tools.up.extra({})").await), "extra");
}

#[tokio::test]
async fn progress_is_passed_on_and_keeps_a_call_alive() {
    let (_upstream, _client, live) = one(json!({ "timeoutMs": 400 })).await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let notes = seen.clone();
    let observer = Observer {
        on_progress: Some(Arc::new(move |call| {
            notes.lock().unwrap().push((call.name.to_string(), call.progress.progress, call.progress.message));
        })),
        ..Observer::default()
    };
    let result = live.current().observed(observer).execute("return await tools.up.steps({})").await;
    assert_eq!(value(&result), "all steps");
    let seen = seen.lock().unwrap();
    assert_eq!(seen.first().unwrap(), &("up.steps".to_owned(), 1.0, Some("step 1".to_owned())));
    assert!(seen.len() >= 3, "{seen:?}");
}

#[tokio::test]
async fn silence_ends_a_call_and_cancels_it() {
    let (upstream, _client, live) = one(json!({ "timeoutMs": 300 })).await;
    let failed = message(&live.execute("await tools.up.hang({})").await);
    assert_eq!(failed, "the MCP server `up` gave no answer and no sign of progress for 300 ms; the call was cancelled");
    upstream.was_cancelled().await;
}

#[tokio::test]
async fn interrupted_programs_cancel_their_calls_at_the_server() {
    let (upstream, client, live) = one(json!({})).await;
    // The time is up.
    let limits = Limits { timeout_ms: Some(300), ..Limits::UNLIMITED };
    let limited = CodeMode::builder(ToolSet::default()).limits(limits).live(client.sources()).await.unwrap();
    assert!(message(&limited.execute("await tools.up.hang({})").await).contains("timeout of 300 ms"));
    upstream.was_cancelled().await;
    // The program returns without waiting.
    let raced = live.execute("tools.up.hang({}).catch(() => {}); await tools.up.typed({}); return 1").await;
    assert_eq!(value(&raced), 1);
    upstream.was_cancelled().await;
    // The host drops the execution.
    upstream.is_hanging().await;
    let runtime = live.current();
    let execution = tokio::spawn(async move { runtime.execute("await tools.up.hang({})").await });
    upstream.is_hanging().await;
    execution.abort();
    upstream.was_cancelled().await;
    assert_eq!(value(&live.execute("return (await tools.up.typed({})).length").await), 7);
    tokio::time::sleep(Duration::from_millis(1)).await;
}

#[tokio::test]
async fn servers_of_the_stateless_protocol_work_too() {
    let upstream = Upstream::modern();
    let (client, live) = connect(json!({ "up": { "url": upstream.serve().await } })).await;
    let status = client.status().remove(0);
    assert_eq!((status.state.as_str(), status.protocol.as_deref()), ("ready", Some("2026-07-28")), "{status:?}");
    assert_eq!(value(&live.execute("return await tools.up.steps({})").await), "all steps");
    let version = live.changes().version();
    upstream.add_tool().await;
    within("the new tool is listed", live.changes().after(version)).await;
    assert_eq!(value(&live.execute("return await tools.up.extra({})").await), "extra");
    let limits = Limits { timeout_ms: Some(300), ..Limits::UNLIMITED };
    let limited = CodeMode::builder(ToolSet::default()).limits(limits).live(client.sources()).await.unwrap();
    assert!(message(&limited.execute("await tools.up.hang({})").await).contains("timeout of 300 ms"));
    upstream.was_cancelled().await;
}
