//! `codemode init` and `codemode doctor`, with files as other programs write them.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use common::Folder;

#[test]
fn init_imports_what_other_programs_use() {
    let folder =
        Folder::with(".mcp.json", r#"{ "mcpServers": { "memory": { "command": "npx", "args": ["-y", "mem"] } } }"#);
    folder.write(
        ".vscode/mcp.json",
        r#"{ /* comment */ "servers": { "gh": { "type": "http", "url": "https://gh.test/mcp" }, } }"#,
    );
    folder.write(
        "opencode.json",
        r#"{ "mcp": { "db": { "type": "local", "command": ["bun", "db"], "enabled": true } } }"#,
    );
    folder.write("home/.cursor/mcp.json", r#"{ "mcpServers": { "s": { "command": "s", "env": { "API_KEY": "sesame" } }, "memory": { "command": "other" } } }"#);
    folder.write("home/.codex/config.toml", "model = 'x'\n[mcp_servers.cx]\ncommand = 'cx'\nargs = ['1']\n");
    folder.write(".gemini/settings.json", r#"{ "mcpServers": { "gm": { "httpUrl": "https://gm.test/mcp" } } }"#);
    folder.write("home/.config/Claude/claude_desktop_config.json", "{ broken");
    let ran = folder.codemode(&["init"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.says(&[
        ".mcp.json: memory",
        "API_KEY",
        "claude_desktop_config.json:1:3",
        "`memory` is left out",
        "6 MCP servers",
    ]);
    let written: serde_json::Value = serde_json::from_str(&folder.read("codemode.json")).unwrap();
    assert_eq!(written["mcpServers"]["cx"], serde_json::json!({ "command": "cx", "args": ["1"] }));
    assert_eq!(written["mcpServers"]["gm"], serde_json::json!({ "url": "https://gm.test/mcp" }));
    let db = serde_json::json!({ "type": "stdio", "command": "bun", "args": ["db"] });
    assert_eq!(written["mcpServers"]["db"], db);
    assert_eq!(written["mcpServers"]["s"]["env"]["API_KEY"], "${API_KEY}");
    assert_eq!(written["mcpServers"]["memory"]["command"], "npx");
    assert!(!folder.read("codemode.json").contains("sesame"));
    assert!(written["limits"]["timeoutMs"].is_u64());
    assert_eq!(folder.codemode(&["config", "show"]).json(), written, "what init writes is read back");
}

#[test]
fn init_writes_toml_previews_and_replaces_only_on_request() {
    let folder = Folder::with("old.json", r#"{ "mcpServers": { "a.b": { "command": "x", "args": ["1"] } } }"#);
    let ran = folder.codemode(&["init", "--dry-run", "--from", "old.json", "--toml"]);
    assert!(ran.out.contains("[mcpServers.\"a.b\"]"), "{ran:?}");
    assert!(!folder.path().join("codemode.toml").exists());
    assert_eq!(folder.codemode(&["init", "--from", "old.json", "--toml"]).code, Some(0));
    let shown = folder.codemode(&["config", "show"]).json();
    assert_eq!(shown["mcpServers"]["a.b"], serde_json::json!({ "command": "x", "args": ["1"] }));
    let ran = folder.codemode(&["init", "--no-import", "--toml"]);
    assert_eq!(ran.code, Some(2));
    ran.says(&["codemode.toml is there already", "--force"]);
    assert_eq!(folder.codemode(&["init", "--no-import", "--toml", "--force"]).code, Some(0));
    assert!(!folder.read("codemode.toml").contains("mcpServers"));
    folder.codemode(&["init", "--no-import"]).says(&["codemode.toml is there already", "remove it first"]);
    let ran = folder.codemode(&["init", "--dry-run", "--from", "missing.json"]);
    assert_eq!(ran.code, Some(2));
    ran.says(&["missing.json: "]);
}

#[test]
fn doctor_says_what_is_broken_where_and_what_to_do() {
    let folder = Folder::with(
        "codemode.json",
        r#"{
  "mcpServers": {
    "gone": { "command": "no-such-program-anywhere" },
    "unset": { "url": "https://x.test/mcp", "headers": { "A": "${SURELY_NOT_SET}" } },
    "off": { "command": "x", "disabled": true }
  },
  "openapi": { "pets": "pets.json", "lost": "lost.yaml" },
  "policy": { "allow": ["pets.*", "cats.*"] }
}"#,
    );
    folder.write(
        "pets.json",
        r#"{ "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" }, "servers": [{ "url": "https://pets.test" }],
            "paths": { "/pets": { "get": { "operationId": "list", "responses": { "200": { "description": "ok" } } } } } }"#,
    );
    let ran = folder.codemode(&["doctor"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for part in [
        "✗ server gone: there is no program `no-such-program-anywhere`",
        "codemode.json:3:15",
        "✗ server unset: ",
        "SURELY_NOT_SET",
        "codemode.json:4:5",
        "! server off: it is disabled",
        "✓ document pets: 1 tools of 1 operations",
        "✗ document lost: ",
        "codemode.json:7:37",
        "! policy: `cats.*` allows no tool",
        "✓ tools: 1 tools; a model is told about",
        "! limits: not limited: timeoutMs",
        "install it, or write its full path",
        "3 things do not work",
    ] {
        assert!(ran.out.contains(part), "no {part:?} in\n{}", ran.out);
    }
    assert!(!ran.out.contains('\x1b'));
    let findings = folder.codemode(&["doctor", "--json"]).json();
    let broken = findings.as_array().unwrap().iter().filter(|finding| finding["level"] == "broken").count();
    assert_eq!(broken, 3);
}

#[cfg(unix)]
#[test]
fn doctor_shows_what_programs_died_of() {
    let folder = Folder::with(
        "sub/codemode.json",
        r#"{ "mcpServers": {
  "dies": { "command": "sh", "args": ["-c", "echo 'Error: no database' >&2; echo '    at open (x.js:1)' >&2; exit 1"] },
  "mute": { "command": "sh", "args": ["-c", "echo hello; cat > /dev/null"], "startTimeoutMs": 300 },
  "beside": { "command": "./lost.sh" },
  "closed": { "url": "http://127.0.0.1:1/mcp" }
} }"#,
    );
    let ran = folder.codemode(&["doctor", "--config", "sub/codemode.json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for part in [
        "server dies: `sh` ended before it answered; it wrote: Error: no database\n",
        "it wrote last:\n      Error: no database\n          at open (x.js:1)\n",
        "server mute: the server was not ready within 300 ms",
        "does it speak MCP over standard output",
        "sub/lost.sh`",
        "relative paths start from",
        "http://127.0.0.1:1/mcp cannot be reached: Connection refused",
    ] {
        assert!(ran.out.contains(part), "no {part:?} in\n{}", ran.out);
    }
    folder.write("sub/lost.sh", "#!/bin/sh\nexit 1\n");
    let ran = folder.codemode(&["doctor", "--config", "sub/codemode.json"]);
    assert!(ran.out.contains("may not be executed"), "a file beside the configuration is found: {}", ran.out);
    let wrong = Folder::with("codemode.json", "{ \"limit\": {} }").codemode(&["doctor"]);
    assert!(!wrong.out.contains(['\x1b', '\u{fffd}']), "{wrong:?}");
}

#[test]
fn doctor_is_content_where_everything_works() {
    let folder = Folder::new();
    assert_eq!(folder.codemode(&["init", "--no-import"]).code, Some(0));
    let ran = folder.codemode(&["doctor", "--demo"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("everything works"), "{ran:?}");
    let ran = Folder::with("codemode.json", "{ \"limit\": {} }").codemode(&["doctor"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("codemode.json:1:3") && ran.out.contains("did you mean `limits`?"), "{ran:?}");
}

#[test]
fn a_broken_document_does_not_stop_the_others() {
    let folder = Folder::with("codemode.json", r#"{ "openapi": { "lost": "lost.yaml" } }"#);
    let ran = folder.codemode(&["run", "--demo", "-e", "return Object.keys(tools).includes('orders')"]);
    assert_eq!((ran.code, ran.out.trim()), (Some(0), "true"), "{ran:?}");
    ran.says(&["lost: ", "codemode doctor"]);
    let ran = folder.codemode(&["run", "-e", "1", "--openapi", "pets=missing.yaml"]);
    assert_eq!(ran.code, Some(2), "a document that was asked for must be there: {ran:?}");
}

#[test]
fn shells_learn_to_complete() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = Folder::new().codemode(&["completions", shell]);
        assert!(ran.code == Some(0) && ran.out.contains("doctor"), "{shell}");
    }
    assert_eq!(Folder::new().codemode(&["completions", "nosuchshell"]).code, Some(2));
    // Where bash is there, it is asked.
    let folder = Folder::new();
    folder.write("complete.sh", &folder.codemode(&["completions", "bash"]).out);
    let ask = "source ./complete.sh; COMP_CWORD=$#; COMP_WORDS=(codemode \"$@\"); shift $(($# - 1)); \
        _codemode codemode \"$1\" codemode; echo \"${COMPREPLY[@]}\"";
    let complete = |words: &[&str]| {
        let mut bash = std::process::Command::new("bash");
        let asked = bash.args(["-c", ask, "bash"]).args(words).current_dir(folder.path()).output();
        asked.ok().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(found) = complete(&["do"]) else { return };
    assert_eq!(found, "doctor");
    assert_eq!(complete(&["run", "--timeo"]).unwrap(), "--timeout-ms");
    assert_eq!(complete(&["openapi", "in"]).unwrap(), "inspect");
}
