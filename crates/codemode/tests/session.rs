//! Programs of a session see what earlier ones declared; nothing else passes between them.
#![allow(clippy::unwrap_used, clippy::panic)]

use codemode::{CodeMode, DiagnosticKind, Limits, Session, Tool, ToolError, ToolSet};
use serde_json::{Value, json};

fn runtime(limits: Limits) -> CodeMode {
    let fail = Tool::new("svc.fail").run(|| async { Err::<u32, _>(ToolError::new("no")) });
    let hang = Tool::new("svc.hang").run(|| async { std::future::pending::<Result<u32, ToolError>>().await });
    let twin =
        Tool::raw("svc.twin").run(|input: Value| async move { Ok(json!(input["n"].as_i64().unwrap() * 2)) }).unwrap();
    CodeMode::builder(ToolSet::new([fail, hang, twin]).unwrap()).limits(limits).build().unwrap()
}

fn session() -> Session {
    runtime(Limits::default()).session()
}

async fn value(session: &mut Session, source: &str) -> Value {
    let result = session.execute(source).await;
    result.value().cloned().unwrap_or_else(|| panic!("{source}: {:?}", result.error()))
}

async fn error(session: &mut Session, source: &str) -> String {
    let result = session.execute(source).await;
    result.error().unwrap_or_else(|| panic!("{source}: {:?}", result.value())).message.clone()
}

#[tokio::test]
async fn every_kind_of_declaration_is_visible_to_later_programs() {
    let mut s = session();
    let declarations = "const a = 1; let b = 2; var c = 3; function d() { return a + b } class E { v() { return 5 } }
        const { f, g: [h] } = { f: 6, g: [7] }; for (var i = 0; i < 3; i++) {} { let hidden = 1 }
        const later = async () => c";
    value(&mut s, declarations).await;
    assert_eq!(
        value(&mut s, "[a, b, c, d(), new E().v(), f, h, i, await later(), typeof hidden]").await,
        json!([1, 2, 3, 3, 5, 6, 7, 3, 3, "undefined"])
    );
    let names: Vec<String> = s.bindings().into_iter().map(|binding| binding.name).collect();
    assert_eq!(names.len(), 9, "{names:?}");
    assert!(s.bindings().iter().any(|binding| binding.name == "a" && binding.is_constant));
}

#[tokio::test]
async fn the_last_value_has_a_name_until_a_program_takes_it() {
    let mut s = session();
    s.name_last_value("_");
    assert_eq!(error(&mut s, "_").await, "ReferenceError: _ is not defined (line 1, col 1)");
    error(&mut s, "[1, 2, 3].map((n) => () => n)").await;
    assert_eq!(value(&mut s, "_[1]() + _.length").await, json!(5));
    assert_eq!(value(&mut s, "const before = () => _; [_, before()]").await, json!([5, 5]));
    // What has no value leaves it alone, as does what throws.
    value(&mut s, "let other = 1").await;
    error(&mut s, "throw new Error('no')").await;
    assert_eq!(value(&mut s, "[before(), _]").await, json!([[5, 5], [5, 5]]));
    assert_eq!(value(&mut s, "_ = 1; _ + 1").await, json!(2));
    assert_eq!(value(&mut s, "_").await, json!(2));
    value(&mut s, "const _ = 'mine'").await;
    value(&mut s, "'another'").await;
    assert_eq!(value(&mut s, "_").await, json!("mine"));
}

#[tokio::test]
async fn assignments_and_closures_share_one_binding() {
    let mut s = session();
    value(&mut s, "let n = 1; const inc = () => ++n").await;
    assert_eq!(value(&mut s, "n = 10; inc(); n").await, json!(11));
    assert_eq!(value(&mut s, "const twice = () => { inc(); inc(); return n }; twice()").await, json!(13));
    assert_eq!(value(&mut s, "n += 1; n++; [n, twice()]").await, json!([15, 17]));
    assert_eq!(error(&mut s, "twice = 1").await, "TypeError: Assignment to constant variable 'twice' (line 1, col 1)");
}

#[tokio::test]
async fn declaring_again_replaces_the_value_for_earlier_functions_too() {
    let mut s = session();
    value(&mut s, "function help() { return 'old' } function main() { return help() }").await;
    assert_eq!(value(&mut s, "function help() { return 'new' }; main()").await, json!("new"));
    value(&mut s, "const k = 1; const seen = () => k").await;
    assert_eq!(value(&mut s, "const k = 2; seen()").await, json!(2));
    assert_eq!(value(&mut s, "let k = k + 1; k = k * 10; seen()").await, json!(30));
    assert_eq!(value(&mut s, "class A { x = 1 } new A().x").await, json!(1));
    assert_eq!(value(&mut s, "class A { x = 2 } new A().x").await, json!(2));
    assert_eq!(value(&mut s, "var v; var v2 = 1; v").await, json!(null));
    assert_eq!(value(&mut s, "var v2; v2").await, json!(1));
}

#[tokio::test]
async fn functions_find_names_that_are_declared_after_them() {
    let mut s = session();
    value(&mut s, "function uses() { return typeof late === 'undefined' ? 'none' : late }").await;
    assert_eq!(value(&mut s, "uses()").await, json!("none"));
    assert_eq!(value(&mut s, "const late = 4; uses()").await, json!(4));
    value(&mut s, "function writes() { counter = 8 }").await;
    assert!(error(&mut s, "writes()").await.starts_with("ReferenceError: counter is not defined"));
    assert_eq!(value(&mut s, "let counter = 1; writes(); counter").await, json!(8));
}

#[tokio::test]
async fn a_failed_program_leaves_what_it_finished_and_nothing_half_done() {
    let mut s = session();
    assert_eq!(error(&mut s, "const before = 1; const x = await tools.svc.fail({}); const after = 2").await, "no");
    assert_eq!(value(&mut s, "before").await, json!(1));
    assert!(error(&mut s, "x").await.starts_with("ReferenceError: x is not defined"));
    assert!(error(&mut s, "after").await.starts_with("ReferenceError"));
    value(&mut s, "const x = 'kept'").await;
    assert_eq!(error(&mut s, "const x = await tools.svc.fail({})").await, "no");
    assert_eq!(value(&mut s, "x").await, json!("kept"));
    let refused = s.execute("const y = ;").await;
    assert_eq!(refused.error().unwrap().kind, DiagnosticKind::ParseError);
    assert_eq!(value(&mut s, "x").await, json!("kept"));
}

#[tokio::test]
async fn each_program_has_its_own_limits_calls_and_logs() {
    let limits = Limits { max_tool_calls: Some(1), max_instructions: Some(200_000), ..Limits::default() };
    let mut s = runtime(limits).session();
    for _ in 0..3 {
        let result = s.execute("console.log('l'); await tools.svc.twin({ n: 4 })").await;
        assert_eq!(
            serde_json::to_value(&result).unwrap(),
            json!({ "ok": true, "value": 8, "logs": ["l"], "toolCalls": [{ "name": "svc.twin" }] })
        );
    }
    assert!(error(&mut s, "while (true) {}").await.starts_with("the limit of 200000 instructions"));
    assert_eq!(value(&mut s, "search({ query: 'twin' }).items.length").await, json!(1));
}

#[tokio::test]
async fn what_a_program_leaves_running_does_not_reach_the_next() {
    let limits = Limits { timeout_ms: Some(60), ..Limits::default() };
    let mut s = runtime(limits).session();
    let source = "let n = 0; const p = (async () => { await tools.svc.hang({}); n++ })(); queueMicrotask(() => n++); n";
    assert_eq!(value(&mut s, source).await, json!(0));
    assert_eq!(value(&mut s, "await null; n").await, json!(0));
    assert!(error(&mut s, "await p").await.contains("can never settle"));
    let timed_out = s.execute("await tools.svc.hang({})").await;
    assert_eq!(timed_out.error().unwrap().kind, DiagnosticKind::TimeoutExceeded);
    {
        let running = s.execute("let m = 5; await tools.svc.hang({})");
        let dropped = tokio::time::timeout(std::time::Duration::from_millis(10), running).await;
        assert!(dropped.is_err());
    }
    assert_eq!(value(&mut s, "m").await, json!(5));
}

#[tokio::test]
async fn kept_data_counts_against_the_memory_limit() {
    let limits = Limits { max_memory_bytes: Some(8_000_000), ..Limits::default() };
    let mut s = runtime(limits).session();
    value(&mut s, "let kept = []; kept.length").await;
    let mut failed = None;
    for round in 0..20 {
        let result = s.execute("kept.push(Array.from({ length: 50_000 }, (_, i) => i + 0.5)); kept.length").await;
        if let Some(error) = result.error() {
            assert!(error.message.contains("memory limit of 8000000 bytes"), "{}", error.message);
            failed = Some(round);
            break;
        }
    }
    assert!(failed.is_some_and(|round| round > 2), "{failed:?}");
    assert_eq!(value(&mut s, "kept = []; kept.length").await, json!(0));
    assert!(s.memory_bytes() < 2_000_000, "{}", s.memory_bytes());
    assert_eq!(value(&mut s, "Array.from({ length: 50_000 }, (_, i) => i + 0.5).length").await, json!(50_000));
    s.reset();
    assert_eq!(value(&mut s, "typeof kept").await, json!("undefined"));
}

#[tokio::test]
async fn a_lone_execution_shares_nothing() {
    let runtime = runtime(Limits::default());
    runtime.execute("globalThis.leak = 1; var x = 2; Array.prototype.leak = 3").await;
    let result = runtime.execute("[typeof leak, typeof x, typeof [].leak]").await;
    assert_eq!(result.value().unwrap(), &json!(["undefined", "undefined", "undefined"]));
}

#[tokio::test]
async fn failures_in_functions_of_earlier_programs_are_located_in_the_submitted_one() {
    let mut s = session();
    value(&mut s, "\n\n   function bad(o) { return o.a.b }").await;
    let result = s.execute("const z = 1;\n  bad({})").await;
    let location = result.error().unwrap().location.unwrap();
    assert_eq!((location.line, location.column), (2, 3));
}
