//! Servers that are programs: how they start, what they inherit, how they die and come back, and how broken ones are
//! reported without stopping the others.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod support;

use std::path::PathBuf;
use std::time::Duration;

use codemode_mcp::{McpClient, ServerStatus};
use serde_json::{Value, json};
use support::{Upstream, connect, message, value, within};

/// A folder for one test, with the entry of the fixture server in it.
fn fixture(name: &str) -> (PathBuf, Value) {
    let folder = std::env::temp_dir().join(format!("codemode-mcp-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/server.sh");
    let starts = folder.join("starts");
    let entry = json!({ "command": "sh", "args": [script, starts], "cwd": folder, "env": { "FIXTURE_WORD": "${CARGO_PKG_NAME}" } });
    (folder, entry)
}

fn status(client: &McpClient, name: &str) -> ServerStatus {
    client.status().into_iter().find(|status| status.name == name).unwrap()
}

#[tokio::test]
async fn a_program_is_started_with_its_environment_and_folder_and_ends_with_the_client() {
    let (folder, entry) = fixture("start");
    let (client, live) = connect(json!({ "fix.ture": entry })).await;
    let expected = format!("{} codemode-mcp", folder.display());
    assert_eq!(value(&live.execute("return await tools.fix.ture.where()").await), expected);
    let status = status(&client, "fix.ture");
    assert_eq!((status.state.as_str(), status.server.as_deref()), ("ready", Some("fixture 1")));
    assert_eq!((status.protocol.as_deref(), status.stderr), (Some("2025-06-18"), vec!["fixture: started".to_owned()]));
    within("the program has ended", client.shutdown()).await;
    assert!(message(&live.execute("await tools.fix.ture.where()").await).contains("fix.ture"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_program_that_dies_is_started_again_and_calls_wait_for_it() {
    let (folder, entry) = fixture("restart");
    let (client, live) = connect(json!({ "fixture": entry })).await;
    for round in 1..=3 {
        let died = message(&live.execute("await tools.fixture.die()").await);
        assert_eq!(died, "the MCP server `fixture` ended during the call; it is not known what it did");
        let lives = live.execute("return (await tools.fixture.where()).split(' ')[1]").await;
        assert_eq!(value(&lives), "codemode-mcp", "round {round}");
        assert_eq!(status(&client, "fixture").restarts, round);
    }
    assert!(status(&client, "fixture").stderr.contains(&"fixture: dying as asked".to_owned()));
    assert_eq!(std::fs::read_to_string(folder.join("starts")).unwrap().lines().count(), 4);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn what_a_server_asks_is_answered_and_its_tool_goes_on() {
    let (folder, mut entry) = fixture("ask");
    entry["env"]["FIXTURE_CHATTER"] = json!("1");
    let (client, live) = connect(json!({ "fixture": entry })).await;
    let chatter = "standard output, where only messages of MCP belong: fixture: on standard output".to_owned();
    assert!(status(&client, "fixture").stderr.contains(&chatter));
    let program = "const { answers } = await tools.fixture.ask(); return answers.sort((a, b) => a.id - b.id)";
    let answers = value(&live.execute(program).await);
    let code = |at: usize| &answers[at]["error"]["code"];
    assert_eq!((code(0), code(1)), (&json!(-32601), &json!(-32601)), "{answers}");
    assert_eq!((&answers[2]["result"]["action"], &answers[3]["result"]), (&json!("decline"), &json!({})), "{answers}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn broken_servers_are_reported_and_stop_no_other() {
    let upstream = Upstream::default();
    let (folder, _) = fixture("broken");
    let (client, live) = connect(json!({
        "good": { "url": upstream.serve().await },
        "missing": { "command": "no-such-program-anywhere" },
        "mute": { "command": "sh", "args": ["-c", "echo 'cannot read the database' >&2; exit 1"] },
        "slow": { "command": "sleep", "args": ["60"], "startTimeoutMs": 300 },
        "chatty": { "command": "sh", "args": ["-c", "echo Listening on 3000; sleep 60"], "startTimeoutMs": 300 },
        "closed": { "url": "http://127.0.0.1:1/mcp?key=s3cret" },
        "unset": { "command": "sh", "args": ["${NO_SUCH_VARIABLE}"] },
        "nowhere": { "command": "sh", "cwd": folder.join("nowhere") },
        "old": { "type": "sse", "url": "http://127.0.0.1:1/sse?key=s3cret" },
        "off": { "command": "sh", "disabled": true },
    }))
    .await;
    assert_eq!(value(&live.execute("return (await tools.good.typed({})).length").await), 7);
    let problems: Vec<(String, &str, String)> = client
        .status()
        .into_iter()
        .filter(|status| status.name != "good")
        .map(|status| (status.name, status.state.as_str(), status.problem.unwrap_or_default()))
        .collect();
    let expected = [
        (
            "chatty",
            "failed",
            "the server was not ready within 300 ms (`startTimeoutMs`); it wrote: standard output, where only messages \
             of MCP belong: Listening on 3000",
        ),
        ("closed", "failed", "http://127.0.0.1:1/mcp cannot be reached: Connection refused"),
        (
            "missing",
            "failed",
            "there is no program `no-such-program-anywhere`: install it, or give its full path as `command`",
        ),
        ("mute", "failed", "`sh` ended before it answered; it wrote: cannot read the database"),
        ("nowhere", "failed", "`cwd`: there is no folder "),
        ("off", "disabled", ""),
        ("old", "failed", "http://127.0.0.1:1/sse cannot be reached: Connection refused"),
        ("slow", "failed", "the server was not ready within 300 ms (`startTimeoutMs`)"),
        ("unset", "failed", "`args[0]`: the environment variable NO_SUCH_VARIABLE is not set"),
    ];
    assert_eq!(problems.len(), expected.len());
    for ((name, state, problem), (expected_name, expected_state, start)) in problems.iter().zip(expected) {
        assert_eq!((name.as_str(), *state), (expected_name, expected_state));
        assert!(problem.starts_with(start), "{name}: {problem}");
    }
    let instructions = live.current().instructions().to_owned();
    assert!(instructions.contains("- missing (no tools) // unavailable: there is no program"), "{instructions}");
    assert!(
        instructions.contains("- mute (no tools) // unavailable: `sh` ended before it answered\n"),
        "{instructions}"
    );
    assert!(!instructions.contains("- off") && !instructions.contains("s3cret"));
    let failed = message(&live.execute("await tools.missing.anything({})").await);
    assert!(failed.contains("the namespace 'missing' has no tools (unavailable: there is no program"), "{failed}");
    within("all ends", client.shutdown()).await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_server_that_comes_up_later_is_announced() {
    let (folder, entry) = fixture("later");
    let flag = folder.join("flag");
    let script = format!(
        "test -e '{}' || exit 1; exec sh '{}' '{}'",
        flag.display(),
        entry["args"][0].as_str().unwrap(),
        folder.join("starts").display()
    );
    let (_client, live) = connect(json!({ "late": { "command": "sh", "args": ["-c", script] } })).await;
    let version = live.changes().version();
    assert!(live.current().instructions().contains("- late (no tools) // unavailable: "));
    std::fs::write(&flag, "").unwrap();
    within("the server is announced", live.changes().after(version)).await;
    assert!(live.execute("return await tools.late.where()").await.is_ok());
    tokio::time::sleep(Duration::from_millis(1)).await;
    std::fs::remove_dir_all(folder).unwrap();
}
