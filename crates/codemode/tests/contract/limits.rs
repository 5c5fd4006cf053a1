//! Limits and truncation (rows 139 to 158).

use std::sync::Arc;
use std::time::{Duration, Instant};

use codemode::{ConfigError, Limits, TruncationMode};
use serde_json::json;

use crate::support::{builder, check, check_within, fails, fails_at, matches, ok, run_within, with};

fn calls(limit: u64) -> Limits {
    Limits { max_tool_calls: Some(limit), ..Limits::UNLIMITED }
}

fn timeout(ms: u64) -> Limits {
    Limits { timeout_ms: Some(ms), ..Limits::UNLIMITED }
}

fn output(bytes: u64) -> Limits {
    Limits { max_output_bytes: Some(bytes), ..Limits::UNLIMITED }
}

#[test]
fn invalid_limits_are_errors_of_construction() {
    for bad in ["0", "-1", "1.5", "9007199254740992", "1e400", "null"] {
        let text = format!("{{\"timeoutMs\":{bad}}}");
        let Ok(document) = serde_json::from_str(&text) else { continue };
        let refused = Limits::from_json(&document).err().map(|error| error.to_string());
        match bad {
            "null" => assert_eq!(refused, None),
            _ => {
                assert!(refused.is_some_and(|text| text.contains("timeoutMs") && text.contains('1')), "row 139: {bad}")
            }
        }
    }
    for limits in [timeout(0), timeout(1 << 53), Limits { max_memory_bytes: Some(0), ..Limits::UNLIMITED }] {
        let built = builder(&Arc::default(), limits).build();
        assert!(matches!(built, Err(ConfigError::OutOfRange { .. })), "row 139");
    }
}

#[tokio::test]
async fn budgets() {
    check_within(vec![
        (
            140,
            calls(0),
            "await tools.svc.twin({n:1})",
            with(fails_at("ToolCallLimitExceeded", "…0 tool calls…", 1, 7), json!({ "toolCalls": [] })),
        ),
        (
            141,
            calls(1),
            "search({}); try { search({}) } catch(e) { return e.name }",
            with(ok(json!("Error")), json!({ "toolCalls": [{ "name": "search" }] })),
        ),
        (142, timeout(50), "while (true) {}", fails("TimeoutExceeded", "…50 ms…")),
        (142, timeout(50), "while (true) { try { while (true) await null } finally { continue } }", fails("TimeoutExceeded", "…50 ms…")),
        (142, timeout(50), "Array.from({ length: 4e6 }, (_, i) => Math.sin(i)).sort((a, b) => a - b)", fails("TimeoutExceeded", "…50 ms…")),
        (
            143,
            timeout(50),
            "console.log(\"s\"); try { await tools.svc.hang({}) } finally { console.log(\"f\") }",
            with(
                fails("TimeoutExceeded", "…50 ms…"),
                json!({ "logs": ["s"], "toolCalls": [{ "name": "svc.hang" }] }),
            ),
        ),
        (145, timeout(50), "return { p: tools.svc.hang({}) }", fails("InvalidDataValue", "result.p is a promise…")),
        (
            142,
            Limits { max_memory_bytes: Some(4_000_000), ..Limits::UNLIMITED },
            "const a = []; try { while (true) a.push({ a: [a.length] }) } catch { return 1 } finally { console.log(2) }",
            fails("ExecutionFailure", "…memory limit of 4000000 bytes…"),
        ),
        (
            142,
            Limits { max_instructions: Some(10_000), ..Limits::UNLIMITED },
            "try { while (true); } catch { return 1 } finally { console.log(2) }",
            fails("ExecutionFailure", "…limit of 10000 instructions…"),
        ),
    ])
    .await;
}

#[tokio::test]
async fn cleanup_after_the_timeout_is_a_warning() {
    let began = Instant::now();
    let source = "tools.svc.tidy({ k: 200 }); tools.svc.deny({}); return \"kept\"";
    let result = run_within(timeout(50), source).await;
    let expected = with(
        ok(json!("kept")),
        json!({ "warnings": [
            { "kind": "TimeoutExceeded", "message": "…50 ms…" },
            { "kind": "ToolFailure", "message": "Unhandled rejection…quota used up" },
        ] }),
    );
    assert!(matches(&expected, &result), "row 144: {result}");
    assert!(began.elapsed() >= Duration::from_millis(190) && began.elapsed() < Duration::from_millis(900), "row 144");
    // A tool that does not stop is dropped after the grace period.
    let began = Instant::now();
    let limits = Limits { cleanup_grace_ms: Some(30), ..Limits::UNLIMITED };
    let result = run_within(limits, "tools.svc.tidy({ k: 60000 }); return 1").await;
    assert!(matches(&ok(json!(1)), &result), "{result}");
    assert!(began.elapsed() < Duration::from_millis(900));
}

#[tokio::test]
async fn truncation() {
    let marker = |kept: &str, total: u32, limit: u32| format!("{kept} […truncated…{total}…{limit}…]");
    let cut = |value: String| with(ok(json!(value)), json!({ "truncated": true }));
    check_within(vec![
        (146, output(24), "return { note: \"z\".repeat(60) }", cut(marker("{\"note\":\"zzzzzzzzzzzzzzz", 71, 24))),
        (147, output(6), "return \"é\".repeat(10)", cut(marker("\"éé", 22, 6))),
        (148, output(4), "return \"ab\"", ok(json!("ab"))),
        (
            149,
            output(4),
            "console.log(\"\"); return \"ab\"",
            with(ok(json!("ab")), json!({ "logs": ["[…0 of 1…]"], "truncated": true })),
        ),
        (
            150,
            output(10),
            "console.log(\"alpha\"); console.log(\"beta-long\"); return 1",
            with(ok(json!(1)), json!({ "logs": ["alpha", "[…1 of 2…]"], "truncated": true })),
        ),
        (
            151,
            output(10),
            "console.log(\"much too long line\"); console.log(\"ok\"); return 1",
            with(ok(json!(1)), json!({ "logs": ["[…0 of 2…]"], "truncated": true })),
        ),
        (152, output(0), "return null", cut(marker("", 4, 0))),
        (
            153,
            output(64),
            "for (let i = 0; i < 100; i++) Promise.reject(\"m\".repeat(1000)); return \"d\"",
            with(
                ok(json!("d")),
                json!({ "warnings": [{ "kind": "Truncated", "message": "…100…" }], "truncated": true }),
            ),
        ),
        (
            154,
            output(128),
            "Promise.reject(\"r\"); return \"x\".repeat(500)",
            with(
                ok(json!(marker(&format!("\"{}", "x".repeat(127)), 502, 128))),
                json!({ "warnings": [{ "kind": "ExecutionFailure", "message": "Unhandled…r" }], "truncated": true }),
            ),
        ),
        // Messages are bounded too.
        (
            155,
            output(15),
            "throw \"long long text\"",
            with(
                fails("ExecutionFailure", "Uncaught: long …truncated: 24 bytes, limit 15…"),
                json!({ "truncated": true }),
            ),
        ),
    ])
    .await;
}

#[tokio::test]
async fn limits_of_the_language() {
    check(vec![
        (156, "\"q\".repeat(2 ** 24).length", ok(json!(16_777_216))),
        (156, "\"q\".repeat(2 ** 24 + 1).length", fails("ExecutionFailure", "RangeError: Invalid string length…")),
        (157, "Array(10000000).length", ok(json!(10_000_000))),
        (157, "Array(10000001).length", fails("ExecutionFailure", "RangeError: Invalid array length…")),
        (158, "try { \"q\".repeat(2 ** 24) + \"q\" } catch (e) { return e.name }", ok(json!("RangeError"))),
    ])
    .await;
}

#[tokio::test]
async fn structural_truncation_keeps_the_shape() {
    let runtime = builder(&Arc::default(), output(200)).truncation(TruncationMode::Structural).build().unwrap();
    let source =
        "return { total: 1000, items: Array.from({ length: 1000 }, (_, i) => ({ id: i, note: 'n'.repeat(100) })) }";
    let result = runtime.execute(source).await;
    assert!(result.truncated());
    let value = result.value().unwrap();
    assert_eq!(value["total"], json!(1000));
    let items = value["items"].as_array().unwrap();
    assert_eq!(items[0]["id"], json!(0));
    assert!(items.last().unwrap().as_str().unwrap().contains("of 1000 items left out"), "{value}");
    assert!(serde_json::to_string(value).unwrap().len() <= 200);
}

#[tokio::test]
async fn log_lines_are_bounded_while_the_program_runs() {
    let limits = Limits { max_log_bytes: Some(100), ..Limits::UNLIMITED };
    let result = run_within(limits, "for (let i = 0; i < 1000; i++) console.log('line ' + i); return 1").await;
    let logs: Vec<&str> = result["logs"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    assert_eq!(result["truncated"], json!(true));
    assert!(logs[0].starts_with('[') && logs[0].contains("1000 lines") && logs[0].contains("100"), "{logs:?}");
    assert_eq!(logs[1], "line 0");
    assert_eq!(*logs.last().unwrap(), "line 999");
    assert!(logs.iter().any(|line| line.contains("left out")), "{logs:?}");
    assert!(logs.len() < 20, "{logs:?}");
    let long = run_within(limits, "console.log('a' + 'x'.repeat(1e6) + 'z'); return 1").await;
    let text = long["logs"].to_string();
    assert!(text.len() < 500 && text.contains("ax") && text.contains("xz") && text.contains("1000003"), "{text}");
    let fits = run_within(limits, "console.log('a'); console.log('b'); return 1").await;
    assert!(matches(&with(ok(json!(1)), json!({ "logs": ["a", "b"] })), &fits), "{fits}");
}

#[tokio::test]
async fn at_most_so_many_calls_at_once() {
    let seen = Arc::new(crate::support::Seen::default());
    let limits = Limits { max_concurrent_tool_calls: Some(2), ..Limits::UNLIMITED };
    let runtime = builder(&seen, limits).build().unwrap();
    let source = "const all = [1, 2, 3, 4].map(k => tools.svc.slow({ k }).then(() => tools.svc.twin({ n: k })));
        return await Promise.all(all)";
    let opener = async {
        for k in 1..=4 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            runtime.execute(&format!("await tools.svc.free({{ k: {k} }})")).await;
        }
    };
    let (result, ()) = tokio::join!(runtime.execute(source), opener);
    assert_eq!(result.value(), Some(&json!([2, 4, 6, 8])));
    assert_eq!(*seen.started.lock().unwrap(), [1, 2, 3, 4]);
    assert_eq!(seen.most.load(std::sync::atomic::Ordering::Relaxed), 2);
}
