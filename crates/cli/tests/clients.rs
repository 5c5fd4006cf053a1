//! The guides in docs/clients: every configuration that can be pasted is parsed, and its command is started and spoken to
//! as the client would.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// What a guide has to paste or to type.
#[derive(Default)]
struct Guide {
    /// Configurations.
    blocks: Vec<Value>,
    /// Command lines that start the server, as lines for a shell name them.
    commands: Vec<Vec<String>>,
    /// Command lines of ours in the text.
    mentioned: Vec<Vec<String>>,
}

fn read(path: &Path) -> Guide {
    let text = std::fs::read_to_string(path).unwrap();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut guide = Guide::default();
    // Every second part is a block.
    for (at, part) in text.split("```").enumerate() {
        let wrong = |error: &dyn std::fmt::Display| panic!("{}: {error}", path.display());
        if at % 2 == 0 {
            let quoted = part.split('`').skip(1).step_by(2).map(words);
            guide.mentioned.extend(quoted.filter(|words| words.len() > 1 && words[0] == "codemode"));
        } else if let Some(json) = part.strip_prefix("json\n") {
            guide.blocks.push(serde_json::from_str(json).unwrap_or_else(|error| wrong(&error)));
        } else if let Some(toml) = part.strip_prefix("toml\n") {
            guide.blocks.push(toml::from_str(toml).unwrap_or_else(|error| wrong(&error)));
        } else {
            let lines = part.strip_prefix("sh\n").unwrap_or_else(|| panic!("{}: {part}", path.display()));
            for line in lines.lines() {
                let command = line.split_once(" -- ").map_or(line, |(_, command)| command);
                guide.commands.push(words(command));
            }
        }
    }
    guide.commands.extend(guide.blocks.iter().flat_map(commands));
    guide
}

/// The command lines that a configuration names.
fn commands(config: &Value) -> Vec<Vec<String>> {
    let keys = ["mcpServers", "servers", "mcp", "mcp_servers"];
    let servers = keys.into_iter().find_map(|key| config.get(key)).unwrap();
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
                let url = server.get("url").or(server.get("httpUrl")).unwrap();
                assert!(url.as_str().unwrap().ends_with("/mcp"));
                None
            }
        })
        .collect()
}

/// Starts the command in `folder` and asks for its tools; the names of the namespaces that programs see come last.
fn tools_of(command: &[String], folder: &Path) -> Result<Vec<String>, String> {
    if command[0] != "codemode" {
        return Err(format!("{} is another program", command[0]));
    }
    let replaced = |word: &String| {
        word.replace("${workspaceFolder}", folder.to_str().unwrap()).replace("/path/to", folder.to_str().unwrap())
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_codemode"))
        .args(command[1..].iter().map(replaced))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let names = talk(input, output);
    // Its standard input is closed now.
    let ended = child.wait().unwrap();
    assert!(names.is_err() || ended.success(), "it ends when the client closes its side");
    names
}

fn talk(mut input: impl Write, output: impl Read) -> Result<Vec<String>, String> {
    let mut lines = BufReader::new(output).lines();
    let mut exchange = |message: Value| -> Result<Value, String> {
        writeln!(input, "{message}").map_err(|error| error.to_string())?;
        if message.get("id").is_none() {
            return Ok(Value::Null);
        }
        let line = lines.next().ok_or("it ended without an answer")?.map_err(|error| error.to_string())?;
        serde_json::from_str(&line).map_err(|error| format!("{line}: {error}"))
    };
    let client = json!({ "name": "guide", "version": "1" });
    let hello = exchange(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client } }))?;
    assert_eq!(hello["result"]["serverInfo"]["name"], "codemode");
    exchange(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
    let listed = exchange(json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }))?;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let mut names: Vec<String> = tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    let called = exchange(json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": { "name": "execute", "arguments": { "code": "return Object.keys(tools)" } } }))?;
    let seen = called["result"]["structuredContent"]["value"].as_array().unwrap().iter();
    names.extend(seen.map(|name| name.as_str().unwrap().to_owned()));
    Ok(names)
}

/// A folder whose configuration has one server behind it, so that a test sees which configuration was used.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("codemode-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let inner = json!({ "command": env!("CARGO_BIN_EXE_codemode"), "args": ["serve", "--no-config", "--demo"] });
    std::fs::write(folder.join("codemode.json"), json!({ "mcpServers": { "echo": inner } }).to_string()).unwrap();
    folder
}

#[test]
fn every_configuration_of_the_guides_works() {
    let guides = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients");
    let folder = folder("guides");
    let mut tried = 0;
    let mut files: Vec<PathBuf> = std::fs::read_dir(guides).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in &files {
        let guide = read(path);
        assert!(!guide.commands.is_empty(), "{}: nothing to paste", path.display());
        for command in guide.commands {
            let found = tools_of(&command, &folder).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(found, ["execute", "search", "echo"], "{}", path.display());
            tried += 1;
        }
        for mut command in guide.mentioned {
            command.push("--help".into());
            let known = Command::new(env!("CARGO_BIN_EXE_codemode")).args(&command[1..]).output().unwrap();
            assert!(known.status.success(), "{}: {}", path.display(), command.join(" "));
        }
    }
    assert_eq!((files.len(), tried), (7, 9));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wrong_command_is_noticed() {
    let folder = folder("wrong-guide");
    for line in ["codemode serv", "codemode serve --confg x", "codemode serve --config /no/such.json", "codmode serve"]
    {
        let command: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert!(tools_of(&command, &folder).is_err(), "{line}");
    }
    let command: Vec<String> = ["codemode", "serve", "--no-config"].map(str::to_owned).into();
    assert_ne!(tools_of(&command, &folder).unwrap().last().map(String::as_str), Some("echo"), "another configuration");
    std::fs::remove_dir_all(folder).unwrap();
}
