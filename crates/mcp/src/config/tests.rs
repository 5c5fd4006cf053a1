#![allow(clippy::unwrap_used)]
use super::*;
use serde_json::json;

fn env(name: &str) -> Option<String> {
    (name == "TOKEN").then(|| "s3cret".to_owned())
}

#[test]
fn reads_what_clients_write() {
    let servers = McpServers::from_client_json(&json!({
        "theme": "dark",
        "mcpServers": {
            "files": { "command": "npx", "args": ["-y", "server-filesystem", "/tmp"], "env": { "A": "b" } },
            "git.hub": {
                "type": "streamable-http",
                "url": "https://example.test/mcp",
                "headers": { "Authorization": "Bearer ${TOKEN}" },
                "timeout": 5000,
                "textAsJson": false,
                "policy": { "deny": ["@destructive"] }
            }
        }
    }))
    .unwrap();
    let files = &servers.0["files"];
    assert_eq!((files.timeout(), files.text_as_json()), (ServerConfig::DEFAULT_TIMEOUT, true));
    assert_eq!(
        files.transport(&env).unwrap(),
        Transport::Stdio {
            command: "npx".into(),
            args: vec!["-y".into(), "server-filesystem".into(), "/tmp".into()],
            env: BTreeMap::from([("A".into(), "b".into())]),
            cwd: None
        }
    );
    let hub = &servers.0["git.hub"];
    assert_eq!((hub.timeout(), hub.text_as_json()), (Duration::from_secs(5), false));
    assert_eq!(
        hub.transport(&env).unwrap(),
        Transport::Http {
            url: "https://example.test/mcp".into(),
            headers: BTreeMap::from([("Authorization".into(), "Bearer s3cret".into())]),
            oauth: OAuthConfig::default(),
            dialect: HttpDialect::Streamable
        }
    );
    let vscode = json!({ "servers": { "x": { "type": "stdio", "command": "x" } } });
    assert_eq!(McpServers::from_client_json(&vscode).unwrap().0.len(), 1);
}

#[test]
fn mistakes_name_their_place() {
    let reason = |json| McpServers::from_json(&json).unwrap_err().to_string();
    let unknown = reason(json!({ "x": { "comand": "npx" } }));
    assert!(
        unknown.starts_with("`mcpServers.x.comand`: unknown field `comand`, expected one of `type`, `command`"),
        "{unknown}"
    );
    let wrong = reason(json!({ "x": { "command": "npx", "args": ["a", 1] } }));
    assert_eq!(wrong, "`mcpServers.x.args[1]`: invalid type: integer `1`, expected a string");
    assert!(reason(json!([])).starts_with("`mcpServers`: invalid type"));
    assert_eq!(McpServers::from_client_json(&json!({})), Err(McpConfigError::NoServers));
}

#[test]
fn contradictions_are_refused() {
    let transport = |json: Value| serde_json::from_value::<ServerConfig>(json).unwrap().transport(&env);
    assert_eq!(transport(json!({})), Err(McpConfigError::NoTransport));
    assert!(matches!(transport(json!({ "command": "a", "url": "http://b" })), Err(McpConfigError::Contradiction(_))));
    assert!(matches!(transport(json!({ "type": "http", "command": "a" })), Err(McpConfigError::Contradiction(_))));
    assert!(matches!(transport(json!({ "type": "stdio", "url": "http://b" })), Err(McpConfigError::Contradiction(_))));
    assert!(matches!(transport(json!({ "type": "sse", "command": "a" })), Err(McpConfigError::Contradiction(_))));
    let old = transport(json!({ "type": "sse", "url": "http://b" }));
    assert!(matches!(old, Ok(Transport::Http { dialect: HttpDialect::Sse, .. })));
    assert!(matches!(transport(json!({ "url": "ftp://b" })), Err(McpConfigError::Url { .. })));
    let missing = transport(json!({ "command": "a", "args": ["x", "${NOPE}"] })).unwrap_err().to_string();
    assert!(missing.starts_with("`args[1]`: the environment variable NOPE is not set"), "{missing}");
}

#[test]
fn writes_only_what_is_set() {
    let written = serde_json::to_value(ServerConfig::stdio("npx", ["-y"])).unwrap();
    assert_eq!(written, json!({ "command": "npx", "args": ["-y"] }));
}

#[test]
fn the_schema_describes_every_field() {
    let schema = schemars::schema_for!(McpServers).to_value();
    let server = &schema["$defs"]["ServerConfig"];
    assert_eq!(server["additionalProperties"], json!(false));
    for (name, field) in server["properties"].as_object().unwrap() {
        assert!(field["description"].as_str().is_some_and(|text| !text.is_empty()), "{name} has no description");
    }
}
