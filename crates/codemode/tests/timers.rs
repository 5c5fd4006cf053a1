//! Timers that a host grants (decisions.md, Timers). The clock of the runtime is paused: nothing here waits.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use codemode::{CodeMode, Limits, Tool, ToolSet};
use serde_json::{Value, json};

async fn run(source: &str, limits: Limits) -> Value {
    let slow = Tool::raw("svc.slow")
        .run(|_| async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Ok(json!("slow"))
        })
        .unwrap();
    let runtime =
        CodeMode::builder(ToolSet::new([slow]).unwrap()).timers(Duration::from_secs(5)).limits(limits).build().unwrap();
    serde_json::to_value(runtime.execute(source).await).unwrap()
}

#[tokio::test(start_paused = true)]
async fn values() {
    for (source, expected) in [
        ("await new Promise(resolve => setTimeout(resolve, 100)); return 1", json!(1)),
        ("return await new Promise(resolve => setTimeout(resolve, 10, 'a'))", json!("a")),
        ("return await new Promise(resolve => setTimeout((...all) => resolve(all), 1, 1, 2))", json!([1, 2])),
        // In the order of their delays, not of their making; equal delays in the order of their making.
        (
            "const order = []; const after = (ms, name) => new Promise(done => setTimeout(() => { order.push(name); done() }, ms));
            await Promise.all([after(30, 'c'), after(10, 'a'), after(20, 'b')]); return order",
            json!(["a", "b", "c"]),
        ),
        (
            "const order = []; setTimeout(() => order.push('timer')); await null; order.push('job');
            await scheduler.wait(5); return order",
            json!(["job", "timer"]),
        ),
        (
            "let n = 0; await new Promise(done => { const t = setInterval(() => { if (++n === 3) { clearInterval(t); done() } }, 10) });
            return n",
            json!(3),
        ),
        ("const t = setTimeout(() => { throw 1 }, 10); clearTimeout(t); await scheduler.wait(30); return typeof t", json!("number")),
        ("clearTimeout(undefined); clearTimeout(99); clearInterval('x'); return 'ignored'", json!("ignored")),
        ("return await Promise.race([tools.svc.slow({}), scheduler.wait(10).then(() => 'timer')])", json!("timer")),
        ("return await Promise.race([tools.svc.slow({}), scheduler.wait(100).then(() => 'timer')])", json!("slow")),
        // Retry with a growing delay.
        (
            "let tries = 0; async function flaky() { if (++tries < 3) throw new Error('again'); return tries }
            for (let wait = 10; ; wait *= 2) { try { return await flaky() } catch { await scheduler.wait(wait) } }",
            json!(3),
        ),
        ("try { setTimeout('code', 1) } catch (error) { return error.name }", json!("TypeError")),
        ("try { await scheduler.wait(6000) } catch (error) { return error.message }",
            json!("the timers of this program would wait 6000 ms in all, and the host allows 5000 ms")),
        ("return [typeof setTimeout, typeof scheduler.wait, setTimeout.name, Object.keys(globalThis).includes('setTimeout')]",
            json!(["function", "function", "setTimeout", false])),
    ] {
        let result = run(source, Limits::UNLIMITED).await;
        assert_eq!(result["value"], expected, "{source}\n{result:#}");
        assert!(result.get("warnings").is_none(), "{source}\n{result:#}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_still_waits_when_the_program_ends_is_dropped() {
    let result = run("setTimeout(() => console.log('late'), 1000); return 'done'", Limits::UNLIMITED).await;
    assert_eq!(result, json!({ "ok": true, "value": "done", "toolCalls": [] }));
}

#[tokio::test(start_paused = true)]
async fn an_error_of_a_callback_is_a_warning() {
    let result =
        run("setTimeout(() => { throw new Error('in a timer') }, 1); await scheduler.wait(5)", Limits::UNLIMITED).await;
    assert_eq!(result["warnings"][0]["kind"], "ExecutionFailure", "{result:#}");
    assert!(result["warnings"][0]["message"].as_str().unwrap().contains("in a timer"), "{result:#}");
}

#[tokio::test(start_paused = true)]
async fn a_cleared_timer_leaves_a_deadlock_to_be_found() {
    let result = run("clearTimeout(setTimeout(() => {}, 4000)); await new Promise(() => {})", Limits::UNLIMITED).await;
    assert_eq!(result["error"]["kind"], "ExecutionFailure");
    assert!(result["error"]["message"].as_str().unwrap().contains("never settle"), "{result:#}");
}

#[tokio::test]
async fn waiting_counts_against_the_time_limit() {
    let limits = Limits { timeout_ms: Some(50), ..Limits::UNLIMITED };
    let result = run("await scheduler.wait(3000); return 1", limits).await;
    assert_eq!(result["error"]["kind"], "TimeoutExceeded", "{result:#}");
}

#[tokio::test]
async fn without_the_grant_there_are_none() {
    let runtime = CodeMode::new(ToolSet::new([]).unwrap()).unwrap();
    let result = runtime.execute("return [typeof setTimeout, typeof scheduler, typeof clearInterval]").await;
    assert_eq!(result.value(), Some(&json!(["undefined", "undefined", "undefined"])));
}

#[tokio::test]
async fn the_preflight_and_the_instructions_know_what_the_host_granted() {
    let source =
        "setTimeout(() => console.log(1), 5); await scheduler.wait(1); clearTimeout(setInterval(() => 1, 9)); return 1";
    let granted = CodeMode::builder(ToolSet::default()).timers(Duration::from_secs(1)).build().unwrap();
    assert_eq!(granted.check(source), []);
    assert!(granted.instructions().contains("setTimeout"));
    let plain = CodeMode::new(ToolSet::default()).unwrap();
    assert!(!plain.check(source).is_empty());
    assert!(!plain.instructions().contains("Granted here"));
}
