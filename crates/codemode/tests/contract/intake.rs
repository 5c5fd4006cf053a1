//! Intake, the result rule, and the shapes of results (rows 1 to 36).

use serde_json::json;

use crate::support::{check, fails, fails_at, ok, with};

#[tokio::test]
async fn result_rule() {
    check(vec![
        (1, "40 + 2", ok(json!(42))),
        (2, "const n = 40; n + 2", ok(json!(42))),
        (3, "40; const n = 2", ok(json!(null))),
        (4, "{ 7 }", ok(json!(null))),
        (5, "if (true) { 7 } else { 8 }", ok(json!(null))),
        (6, "for (const k of [1]) { k }", ok(json!(null))),
        (7, "try { 7 } catch {}", ok(json!(null))),
        (8, "tag: 7", ok(json!(null))),
        (9, "7;;", ok(json!(null))),
        (10, "7\nfunction later() {}", ok(json!(null))),
        (11, "{ a: 1 }", ok(json!(null))),
        (11, "({ a: 1 })", ok(json!({ "a": 1 }))),
        (12, "\"use strict\"", ok(json!("use strict"))),
        (13, "// nothing here", ok(json!(null))),
        (15, "let t = 1; t = t + 4", ok(json!(5))),
        (16, "return 5; 9", ok(json!(5))),
        (17, "if (1) return \"early\"; \"late\"", ok(json!("early"))),
        (18, "return", ok(json!(null))),
        (18, "void 0", ok(json!(null))),
        (18, "return undefined", ok(json!(null))),
        (19, "tools.svc.twin({ n: 4 })", ok(json!(8))),
        (20, "await 3", ok(json!(3))),
        (21, "const later = async () => \"x\"; later()", ok(json!("x"))),
        (22, "() => 1", fails("InvalidDataValue", "…function…")),
        (26, "const search = 5; search", ok(json!(5))),
    ])
    .await;
}

#[tokio::test]
async fn refused_sources() {
    for source in ["", " ", "\n\t \u{feff}\u{a0}\n"] {
        check(vec![(
            14,
            source,
            json!({ "ok": false, "error": { "kind": "ParseError", "message": "…empty…" }, "toolCalls": [] }),
        )])
        .await;
    }
    check(vec![
        // Types are accepted.
        (23, "const n: number = 1; n", ok(json!(1))),
        (24, "export const q = 1", fails_at("UnsupportedSyntax", "…export…", 1, 1)),
        (25, "console.log(\"hi\"); let a; let a;", fails_at("ParseError", "…`a`…already been declared…", 1, 31)),
        // Classes are supported.
        (27, "if (false) { class Z {} } \"fine\"", ok(json!("fine"))),
        (28, "try { class Z {}; return typeof Z } catch (e) { return e.name }", ok(json!("function"))),
        (29, "console.log(\"before\"); class Z {}", with(ok(json!(null)), json!({ "logs": ["before"] }))),
        // Refused before anything runs.
        (30, "console.log(1); import(\"node:fs\")", fails_at("UnsupportedSyntax", "…import…(line 1, col 17)", 1, 17)),
        (30, "with (Math) { max(1, 2) }", fails_at("UnsupportedSyntax", "…with…", 1, 1)),
    ])
    .await;
}

#[tokio::test]
async fn shapes() {
    check(vec![
        (31, "1", json!({ "ok": true, "value": 1, "toolCalls": [] })),
        (
            32,
            "console.info(\"a\"); throw \"b\"",
            json!({ "ok": false, "error": { "kind": "ExecutionFailure", "message": "Uncaught: b",
                "location": { "line": 1, "column": 20 } }, "logs": ["a"], "toolCalls": [] }),
        ),
        (
            33,
            "await tools.svc.twin({n:1}); search({}); return 0",
            with(ok(json!(0)), json!({ "toolCalls": [{ "name": "svc.twin" }, { "name": "search" }] })),
        ),
        (
            34,
            "try { await tools.svc.twin({ n: \"x\" }) } catch {} return 1",
            with(ok(json!(1)), json!({ "toolCalls": [] })),
        ),
        (
            35,
            "try { await tools.svc.gone({}) } catch (e) { return e.name }",
            with(ok(json!("Error")), json!({ "toolCalls": [] })),
        ),
        // A failure keeps the warnings gathered before it.
        (
            36,
            "Promise.reject(new Error(\"u\")); throw new Error(\"v\")",
            with(
                fails("ExecutionFailure", "Error: v"),
                json!({ "warnings": [{ "kind": "ExecutionFailure", "message": "Unhandled rejection…Error: u" }] }),
            ),
        ),
    ])
    .await;
}

#[tokio::test]
async fn the_json_of_a_result_has_a_fixed_order_of_keys() {
    let runtime = crate::support::builder(&std::sync::Arc::default(), codemode::Limits::UNLIMITED).build().unwrap();
    let text = |result| serde_json::to_string(&result).unwrap();
    assert_eq!(text(runtime.execute("1").await), r#"{"ok":true,"value":1,"toolCalls":[]}"#);
    let program = runtime.compile("console.log(1); await tools.svc.twin({ n: 1 })").unwrap();
    let first = text(runtime.execute_program(&program).await);
    assert_eq!(first, r#"{"ok":true,"value":2,"logs":["1"],"toolCalls":[{"name":"svc.twin"}]}"#);
    assert_eq!(text(runtime.execute_program(&program).await), first);
}
