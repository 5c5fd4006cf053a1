//! Supervised promises (rows 107 to 138).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use codemode::Limits;
use serde_json::{Value, json};

use crate::support::{Seen, builder, check, fails, fails_at, ok, run, with};

fn warned(value: Value, warnings: Value) -> Value {
    with(ok(value), json!({ "warnings": warnings }))
}

#[tokio::test]
async fn order_of_jobs() {
    check(vec![
        (
            107,
            "const log=[]; const p=Promise.resolve(\"k\"); p.then(()=>log.push(\"first\")); p.then(()=>log.push(\"second\"));
             log.push(\"now\"); await p; log.push(\"after\"); return log",
            ok(json!(["now", "first", "second", "after"])),
        ),
        (
            108,
            "const log=[]; const w=async(t)=>{log.push(t+0); await null; log.push(t+1); await null; log.push(t+2)};
             await Promise.all([w(\"a\"),w(\"b\")]); return log",
            ok(json!(["a0", "b0", "a1", "b1", "a2", "b2"])),
        ),
        (
            109,
            "await Promise.race([Promise.all([Promise.resolve(\"agg\")]), Promise.resolve(\"plain\")])",
            ok(json!("plain")),
        ),
        (
            110,
            "await Promise.any([Promise.all([Promise.resolve(\"agg\")]), Promise.resolve(\"plain\")])",
            ok(json!("plain")),
        ),
        (
            111,
            "const a=Promise.resolve().then(()=>\"early\"); const b=Promise.resolve().then(()=>\"late\");
             await Promise.any([b,a])",
            ok(json!("early")),
        ),
        (
            112,
            "const t={ then(ok){ log.push(\"then\"); ok(1) } }; const log=[]; const p=Promise.resolve(t);
             log.push(\"sync\"); await p; return log",
            ok(json!(["sync", "then"])),
        ),
        (
            113,
            "const log=[]; const v=await Promise.resolve(3).finally(()=>{log.push(\"c\"); return 99}); return [v,log]",
            ok(json!([3, ["c"]])),
        ),
        (
            114,
            "const log=[]; const p=new Promise((ok)=>{log.push(\"exec\"); ok(1); ok(2); throw new Error(\"late\")});
             log.push(\"made\"); return [await p, log]",
            ok(json!([1, ["exec", "made"]])),
        ),
        (115, "let set; const p=new Promise(r=>{set=r}); set(p); try { await p } catch(e) { return e.name }", ok(json!("TypeError"))),
        (
            116,
            "const inner=Promise.resolve(1); try { await Promise.reject(inner) } catch(e) { return e===inner }",
            ok(json!(true)),
        ),
        (118, "try { await Promise.any([]) } catch(e) { return [e.name, e.errors] }", ok(json!(["AggregateError", []]))),
        (
            134,
            "const d=Promise.withResolvers(); d.resolve(Promise.resolve(\"in\")); d.resolve(\"no\");
             return [Object.keys(d), await d.promise]",
            ok(json!([["promise", "resolve", "reject"], "in"])),
        ),
        (
            135,
            "async function* g(){ yield 1; yield 2 } const it=g(); return await Promise.all([it.next(),it.next(),it.next()])",
            ok(json!([{ "value": 1, "done": false }, { "value": 2, "done": false }, { "done": true }])),
        ),
    ])
    .await;
}

#[tokio::test]
async fn observation_and_warnings() {
    check(vec![
        (
            119,
            "Promise.all(5); return 1",
            warned(
                json!(1),
                json!([{ "kind": "ExecutionFailure", "message": "…TypeError: …", "location": { "line": 1, "column": 1 } }]),
            ),
        ),
        (
            121,
            "Promise.reject(new Error(\"one\")); tools.svc.deny({}); Promise.reject(\"three\"); return 0",
            warned(
                json!(0),
                json!([
                    { "kind": "ExecutionFailure", "message": "Unhandled rejection…Error: one" },
                    { "kind": "ToolFailure", "message": "Unhandled rejection…quota used up" },
                    { "kind": "ExecutionFailure", "message": "Unhandled rejection…Uncaught: three" },
                ]),
            ),
        ),
        (
            122,
            "const outer=async()=>{ Promise.reject(new Error(\"in\")); throw new Error(\"out\") }; outer(); return 0",
            warned(
                json!(0),
                json!([
                    { "kind": "ExecutionFailure", "message": "…Error: out" },
                    { "kind": "ExecutionFailure", "message": "…Error: in" },
                ]),
            ),
        ),
        (
            123,
            "Promise.reject(new Error(\"z\")).then(v=>v); await null; return 0",
            warned(json!(0), json!([{ "kind": "ExecutionFailure", "message": "…Error: z" }])),
        ),
        (124, "Promise.reject(new Error(\"z\")).catch(()=>0); await null; return 0", ok(json!(0))),
        (125, "Promise.all([Promise.reject(new Error(\"z\"))]); return 0", ok(json!(0))),
        (
            126,
            "const r=Promise.reject(new Error(\"h\")); await tools.svc.twin({n:1}); try { await r } catch(e) { return e.message }",
            ok(json!("h")),
        ),
        (127, "await Promise.race([\"w\", tools.svc.deny({})])", ok(json!("w"))),
        (
            130,
            "const s=tools.svc.slow({k:1}); try { await Promise.all([s, tools.svc.deny({})]) } catch {}
             await tools.svc.free({k:1}); return await s",
            ok(json!(1)),
        ),
        (131, "tools.svc.quit({}); return 1", ok(json!(1))),
        // The host is told; the program has no say, and neither `catch` nor `finally` runs.
        (
            132,
            "try { await tools.svc.quit({}) } catch { return \"no\" } finally { console.log(\"x\") }",
            fails("ExecutionFailure", "…cancelled…svc.quit…"),
        ),
        (132, "try { await Promise.all([tools.svc.quit({})]) } catch { return \"no\" }", fails("ExecutionFailure", "…cancelled…")),
        (
            133,
            "const f=async()=>{ try { await tools.svc.hang({}) } finally { console.log(\"cleanup\") } }; f(); return 1",
            ok(json!(1)),
        ),
        (136, "let n=0; for (let i=0;i<20000;i++) Promise.resolve(i); return \"ok\"", ok(json!("ok"))),
        (
            137,
            "try { for (let i=0, kept=[];i<=10000;i++) kept.push(new Promise(()=>{})) } catch(e) { return e.name }",
            ok(json!("RangeError")),
        ),
    ])
    .await;
}

/// Row 132 to the letter: a run that is cancelled has no result. `execute` reports it as a failure.
#[tokio::test]
async fn a_cancelled_run_has_no_result() {
    let runtime = builder(&Arc::default(), Limits::UNLIMITED).build().unwrap();
    let source = "try { await tools.svc.quit({}) } catch { return \"no\" } finally { console.log(\"x\") }";
    let cancelled = runtime.try_execute(source).await.unwrap_err();
    assert_eq!(
        (cancelled.tool.as_str(), cancelled.location.map(|at| (at.line, at.column))),
        ("svc.quit", Some((1, 7)))
    );
    assert_eq!(cancelled.to_string(), "the execution was cancelled by the tool 'svc.quit'");
    // Only pure interruption counts: without an await, and beside a failure, there is a result.
    assert!(runtime.try_execute("tools.svc.quit({}); return 1").await.unwrap().is_ok());
    assert!(runtime.try_execute("tools.svc.quit({}); throw 1").await.unwrap().error().is_some());
    assert!(runtime.try_execute("await tools.svc.deny({})").await.unwrap().error().is_some());
}

#[tokio::test]
async fn deadlocks_are_found_at_once() {
    check(vec![
        (117, "await Promise.race([])", fails_at("ExecutionFailure", "…can never settle…(line 1, col 1)", 1, 1)),
        (138, "await new Promise(() => {})", fails_at("ExecutionFailure", "…can never settle…(line 1, col 1)", 1, 1)),
        (
            138,
            "const p = new Promise(() => {});\nasync function f() {\n  const v = 1 + await p;\n}\nawait f()",
            fails_at("ExecutionFailure", "…can never settle…(line 3, col 17)", 3, 17),
        ),
        (
            138,
            "tools.svc.twin({ n: 1 });\nreturn new Promise(() => {})",
            fails("ExecutionFailure", "…can never settle…"),
        ),
        (
            138,
            "const f = async () => { for await (const x of [new Promise(() => {})]) {} }; await Promise.all([1, f()])",
            fails_at("ExecutionFailure", "…can never settle…", 1, 47),
        ),
    ])
    .await;
}

#[tokio::test]
async fn calls_run_at_the_same_time() {
    let seen = Arc::new(Seen::default());
    let runtime = builder(&seen, Limits::UNLIMITED).build().unwrap();
    let source = "const a=tools.svc.slow({k:1}), b=tools.svc.slow({k:2}); await tools.svc.free({k:1});
        await tools.svc.free({k:2}); return [await b, await a].length";
    assert_eq!(runtime.execute(source).await.value(), Some(&json!(2)), "row 128");
    assert_eq!(*seen.started.lock().unwrap(), [1, 2], "row 128");
    assert_eq!(seen.most.load(Ordering::Relaxed), 2, "row 128");

    let source = "const all = []; for (let k = 0; k < 20; k++) all.push(tools.svc.slow({ k }));
        for (let k = 0; k < 20; k++) await tools.svc.free({ k }); return (await Promise.all(all)).length";
    assert_eq!(runtime.execute(source).await.value(), Some(&json!(20)), "row 129");
    assert_eq!(seen.most.load(Ordering::Relaxed), 20, "row 129");
}

#[tokio::test]
async fn what_is_left_is_interrupted() {
    let seen = Arc::new(Seen::default());
    let runtime = builder(&seen, Limits::UNLIMITED).build().unwrap();
    let result = serde_json::to_value(runtime.execute("tools.svc.hang({}); return \"done\"").await).unwrap();
    assert_eq!(result, json!({ "ok": true, "value": "done", "toolCalls": [{ "name": "svc.hang" }] }), "row 120");
    assert_eq!(seen.interrupted.load(Ordering::Relaxed), 1, "row 120");
    drop(tokio::time::timeout(std::time::Duration::from_millis(5), runtime.execute("await tools.svc.hang({})")).await);
    assert_eq!(seen.interrupted.load(Ordering::Relaxed), 2, "dropping the execution drops the call");
}

#[tokio::test]
async fn completions_come_after_the_jobs_that_are_ready() {
    let result = run("const log = []; const a = tools.svc.wait({ k: 1 }).then(() => log.push('tool'));
        for (let i = 0; i < 300_000; i++) { if (i % 100 === 0) await null } log.push('loop'); await a; return log")
    .await;
    assert_eq!(result["value"], json!(["loop", "tool"]));
}
