//! Resources and prompts of a server as tools, where its entry asks for them.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::{Value, json};
use support::{Upstream, connect, message, value};

async fn with(settings: Value) -> (codemode_mcp::McpClient, codemode::LiveCodeMode) {
    let mut server = json!({ "url": Upstream::default().serve().await });
    server.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    connect(json!({ "up": server })).await
}

#[tokio::test]
async fn resources_are_listed_and_read() {
    let (client, live) = with(json!({ "resources": true, "prompts": true })).await;
    let status = client.status().remove(0);
    assert_eq!((status.tools, status.unused.len()), (11, 0));
    let found = live
        .execute(
            "
        const { resources, templates } = await tools.up.listResources();
        const [text, bytes] = await Promise.all(resources.map(({ uri }) => tools.up.readResource({ uri })));
        return { resources, templates, text, bytes }",
        )
        .await;
    assert_eq!(
        value(&found),
        json!({
            "resources": [{ "uri": "note:///a", "name": "a note" }, { "uri": "note:///b", "name": "a note" }],
            "templates": [],
            "text": "first note",
            "bytes": { "type": "resource", "uri": "note:///b", "mimeType": "image/png", "bytes": 3, "attachment": 1 },
        })
    );
    let missing = live.execute("await tools.up.readResource({ uri: 'note:///c' })").await;
    assert_eq!(message(&missing), "there is no note:///c");
    let signature = |name: &str| {
        let entry = live.current().catalog().into_iter().find(|entry| entry.path == format!("up.{name}")).unwrap();
        entry.signature.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        signature("readResource"),
        "tools.up.readResource(input: { uri: string, }): Promise<unknown> /* read-only */"
    );
    assert!(
        signature("listResources").contains("Promise<{ resources: Array<{ uri: string,"),
        "{}",
        signature("listResources")
    );
}

#[tokio::test]
async fn prompts_are_listed_and_filled_in() {
    let (_client, live) = with(json!({ "prompts": true })).await;
    let found = live
        .execute(
            "
        const [prompt] = await tools.up.listPrompts();
        const { messages } = await tools.up.getPrompt({ name: prompt.name, arguments: { name: 'Ada' } });
        return { prompt, messages }",
        )
        .await;
    let prompt = json!({ "name": "greet", "arguments": [{ "name": "name", "required": true }] });
    let expected = json!({ "prompt": prompt, "messages": [{ "role": "user", "content": "Greet Ada" }] });
    assert_eq!(value(&found), expected);
    let unknown = live.execute("await tools.up.readResource({ uri: 'note:///a' })").await;
    assert!(message(&unknown).contains("Unknown tool"), "only what was asked for");
}

#[tokio::test]
async fn what_is_not_asked_for_is_only_told_to_the_host() {
    let (client, live) = with(json!({})).await;
    let status = client.status().remove(0);
    assert_eq!((status.tools, status.unused), (7, vec!["resources", "prompts"]));
    assert!(!live.current().instructions().contains("readResource"));
    let (client, live) = with(json!({ "resources": true, "policy": { "deny": ["list*"] } })).await;
    assert_eq!(client.status()[0].tools, 8);
    assert_eq!(value(&live.execute("return await tools.up.readResource({ uri: 'note:///a' })").await), "first note");
}
