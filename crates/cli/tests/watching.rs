//! What is seen of tool calls: live, in the summary, in traces and timelines.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use common::Folder;

const TWO_AT_ONCE: &str = "
const [a, b] = await Promise.all([tools.orders.list({}), tools.tickets.list({})]);
try { await tools.orders.get({ id: 'ord_none' }) } catch {}
return [typeof a, typeof b];
";

#[test]
fn a_trace_holds_every_call_with_its_time_input_and_outcome() {
    let folder = Folder::with("p.js", TWO_AT_ONCE);
    let ran = folder.codemode(&["run", "p.js", "--trace", "trace.json", "--timeline", "run.svg"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let trace: serde_json::Value = serde_json::from_str(&folder.read("trace.json")).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let call = |name: &str| events.iter().find(|event| event["name"] == name && event["cat"] == "tool").unwrap();
    let (orders, tickets, failed) = (call("orders.list"), call("tickets.list"), call("orders.get"));
    assert_ne!(orders["tid"], tickets["tid"], "parallel calls are on different rows");
    assert!(failed["ts"].as_u64().unwrap() >= orders["ts"].as_u64().unwrap() + orders["dur"].as_u64().unwrap());
    assert_eq!(failed["args"]["input"]["id"], "ord_none");
    assert_eq!((&orders["args"]["outcome"], &failed["args"]["outcome"]), (&"ok".into(), &"failed".into()));
    let svg = folder.read("run.svg");
    assert!(svg.starts_with("<svg") && svg.contains("orders.list") && svg.contains("class=\"failed\""), "{svg}");
    assert!(svg.contains("3 calls"), "{svg}");
}

#[test]
fn files_that_cannot_be_written_are_told_before_anything_runs() {
    let ran = Folder::new().codemode(&["run", "--trace", "no/such/folder.json", "-e", "console.log('ran'); return 1"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    ran.says(&["no/such/folder.json cannot be written"]);
    assert!(!ran.err.contains("ran\n"), "{ran:?}");
}

#[test]
fn piped_output_holds_no_drawing_but_a_summary() {
    let ran = Folder::new().codemode(&["run", "-e", TWO_AT_ONCE]);
    ran.says(&["orders.list", "tickets.list", "failed: "]);
    assert!(!ran.err.contains('\x1b') && !ran.out.contains('\x1b'), "{ran:?}");
    assert_eq!(ran.out.split_whitespace().collect::<String>(), r#"["object","object"]"#);
}

#[test]
fn the_live_view_shows_what_runs_and_disappears() {
    // A page of many tickets, one after the other, takes longer than the view waits before it appears.
    let program = "for (let i = 0; i < 30; i++) await tools.tickets.list({}); return 1";
    let ran = Folder::new().codemode(&["run", "-e", program, "--progress", "always"]);
    ran.says(&["tickets.list", " running", "\x1b["]);
    let after = ran.err.rsplit("\x1b[J").next().unwrap();
    assert!(!after.contains(" running"), "the view is erased: {after:?}");
    assert!(ran.err.contains("   30 calls"), "many calls are counted by tool: {}", ran.err);
    let ran = Folder::new().codemode(&["run", "-e", program, "--progress", "never"]);
    assert!(!ran.err.contains(" running"));
}

#[test]
fn programs_cannot_steer_the_terminal() {
    let ran =
        Folder::new().codemode(&["run", "-e", "console.log('a\\u001b[2Jb\\tc'); return 1", "--progress", "never"]);
    ran.says(&["a\u{fffd}[2Jb\tc"]);
    assert!(!ran.err.contains('\x1b'), "{ran:?}");
}

#[test]
fn calls_wait_for_a_place_when_their_number_is_limited() {
    let program = "await Promise.all([1, 2, 3].map((page) => tools.tickets.list({})))";
    let folder = Folder::new();
    let overlaps = |flags: &[&str]| {
        let arguments = [&["run", "-e", program, "--trace", "trace.json"], flags].concat();
        assert_eq!(folder.codemode(&arguments).code, Some(0));
        let trace: serde_json::Value = serde_json::from_str(&folder.read("trace.json")).unwrap();
        let calls = trace["traceEvents"].as_array().unwrap().iter().filter(|event| event["cat"] == "tool");
        let mut spans: Vec<(u64, u64)> = calls
            .map(|call| (call["ts"].as_u64().unwrap(), call["ts"].as_u64().unwrap() + call["dur"].as_u64().unwrap()))
            .collect();
        spans.sort_unstable();
        assert_eq!(spans.len(), 3);
        // The next call may begin while the end of the one before is still being recorded.
        spans.windows(2).filter(|pair| pair[1].0 + 3000 < pair[0].1).count()
    };
    assert_eq!(overlaps(&["--max-concurrent-tool-calls", "1"]), 0);
    assert_eq!(overlaps(&[]), 2);
}

#[test]
fn console_output_is_bounded_while_the_program_runs() {
    let program = "for (let i = 0; i < 1000; i++) console.log('line ' + i); return 1";
    let ran = Folder::new().codemode(&["run", "--json", "-e", program, "--max-log-bytes", "100"]);
    let lines = ran.json()["logs"].as_array().unwrap().len();
    assert!(lines < 30, "{lines} lines");
}

#[cfg(unix)]
#[test]
fn an_interrupted_program_says_what_it_was_at() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let child = Command::new(env!("CARGO_BIN_EXE_codemode"))
        .args(["run", "--trace", "trace.json", "-e", "while (true) await tools.tickets.list({})"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran: common::Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.code, Some(130), "{ran:?}");
    ran.says(&["tickets.list", "codemode: interrupted"]);
    assert!(folder.read("trace.json").contains("tickets.list"));
}
