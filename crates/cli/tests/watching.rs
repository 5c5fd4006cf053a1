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
