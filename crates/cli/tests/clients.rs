//! The guides in docs/clients: every configuration that can be pasted is parsed, and its command is started and spoken to
//! as the client would.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// The JSON blocks of a guide.
fn blocks(guide: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(guide).unwrap();
    let mut parts = text.split("```");
    let mut blocks = Vec::new();
    // Every second part is a block.
    while let (Some(_), Some(block)) = (parts.next(), parts.next()) {
        if let Some(json) = block.strip_prefix("json\n") {
            blocks.push(serde_json::from_str(json).unwrap_or_else(|error| panic!("{}: {error}", guide.display())));
        }
    }
    blocks
}

/// The command lines that a configuration names.
fn commands(config: &Value) -> Vec<Vec<String>> {
    let servers = ["mcpServers", "servers", "mcp"].into_iter().find_map(|key| config.get(key)).unwrap();
    let words = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    servers
        .as_object()
        .unwrap()
        .values()
        .filter_map(|server| match server.get("command") {
            Some(Value::String(command)) => Some([vec![command.clone()], words(&server["args"])].concat()),
            Some(list) => Some(words(list)),
            None => {
                assert!(server["url"].as_str().unwrap().ends_with("/mcp"));
                None
            }
        })
        .collect()
}

/// Starts the command in `folder` and asks for its tools.
fn tools_of(command: &[String], folder: &Path) -> Vec<String> {
    assert_eq!(command[0], "codemode");
    let replaced = |word: &String| {
        word.replace("${workspaceFolder}", folder.to_str().unwrap()).replace("/path/to", folder.to_str().unwrap())
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_codemode"))
        .args(command[1..].iter().map(replaced))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |message: Value| writeln!(input, "{message}").unwrap();
    let mut answer = || -> Value { serde_json::from_str(&lines.next().expect("an answer").unwrap()).unwrap() };
    let client = json!({ "name": "guide", "version": "1" });
    ask(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client } }));
    assert_eq!(answer()["result"]["serverInfo"]["name"], "codemode");
    ask(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    ask(json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }));
    let listed = answer();
    let names =
        listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned());
    let names = names.collect();
    ask(json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": { "name": "execute", "arguments": { "code": "return Object.keys(tools)" } } }));
    assert_eq!(answer()["result"]["structuredContent"]["value"], json!(["echo"]), "the configuration is used");
    drop(input);
    assert!(child.wait().unwrap().success(), "it ends when the client closes its side");
    names
}

#[test]
fn every_configuration_of_the_guides_works() {
    let guides = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients");
    let folder = std::env::temp_dir().join(format!("codemode-guides-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // A server behind it, so that the test sees which configuration was used: codemode itself, without tools.
    let inner = json!({ "command": env!("CARGO_BIN_EXE_codemode"), "args": ["serve", "--no-config", "--demo"] });
    std::fs::write(folder.join("codemode.json"), json!({ "mcpServers": { "echo": inner } }).to_string()).unwrap();
    let mut tried = 0;
    let mut files: Vec<PathBuf> = std::fs::read_dir(guides).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for guide in &files {
        let commands: Vec<Vec<String>> = blocks(guide).iter().flat_map(commands).collect();
        assert!(!commands.is_empty(), "{}: nothing to paste", guide.display());
        for command in commands {
            assert_eq!(tools_of(&command, &folder), ["execute", "search"], "{}", guide.display());
            tried += 1;
        }
    }
    assert_eq!((files.len(), tried), (5, 5));
    std::fs::remove_dir_all(folder).unwrap();
}
