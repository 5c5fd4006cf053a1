//! Hooks and interruption (rows 159 to 165).

use std::sync::{Arc, Mutex};

use codemode::{CodeMode, Limits, Tool, ToolError, ToolOutcome, ToolSet};
use serde_json::{Value, json};

use crate::support::{Seen, builder, matches, ok, with};

type Events = Arc<Mutex<Vec<Value>>>;

fn observed(seen: &Arc<Seen>, limits: Limits, deny: Option<&'static str>) -> (CodeMode, Events) {
    let events = Events::default();
    let (starts, ends) = (events.clone(), events.clone());
    let runtime = builder(seen, limits)
        .on_tool_call_start(Arc::new(move |start| {
            let event = json!({ "start": start.index, "name": &*start.name, "input": start.input });
            starts.lock().unwrap().push(event);
            let denied = deny.is_some_and(|name| *start.name == *name);
            Box::pin(async move { if denied { Err(ToolError::new("not today")) } else { Ok(()) } })
        }))
        .on_tool_call_end(Arc::new(move |end| {
            let outcome = match end.outcome {
                ToolOutcome::Success => "success",
                ToolOutcome::Failure => "failure",
                ToolOutcome::Interrupted => "interrupted",
            };
            let event = json!({ "end": end.index, "name": &*end.name, "input": end.input, "outcome": outcome,
                "message": end.message, "cause": end.cause });
            ends.lock().unwrap().push(event);
        }))
        .build()
        .unwrap();
    (runtime, events)
}

async fn run(runtime: &CodeMode, events: &Events, source: &str) -> (Value, Value) {
    events.lock().unwrap().clear();
    let result = serde_json::to_value(runtime.execute(source).await).unwrap();
    let events = std::mem::take(&mut *events.lock().unwrap());
    (result, Value::Array(events))
}

#[tokio::test]
async fn events_of_calls() {
    let (runtime, events) = observed(&Arc::default(), Limits::UNLIMITED, None);
    let source = "if (false) await tools.svc.twin({n:1}); return await tools.svc.twin({n:2})";
    let (_, seen) = run(&runtime, &events, source).await;
    assert_eq!(
        seen,
        json!([
            { "start": 0, "name": "svc.twin", "input": { "n": 2 } },
            { "end": 0, "name": "svc.twin", "input": { "n": 2 }, "outcome": "success", "message": null, "cause": null },
        ]),
        "row 159"
    );
    let (_, seen) = run(&runtime, &events, "await tools.svc.deny({})").await;
    assert_eq!(
        seen[1],
        json!({ "end": 0, "name": "svc.deny", "input": {}, "outcome": "failure", "message": "quota used up",
            "cause": "quota used up: the budget of tenant 7" }),
        "row 160"
    );
    let (result, seen) = run(&runtime, &events, "return await tools.raw.decoded({ value: \"21\" })").await;
    assert_eq!((&result["value"], &seen[0]["input"]), (&json!(42), &json!({ "value": 21 })), "row 161");
    for source in ["await tools.raw.decoded({ value: 21 })", "await tools.svc.gone({})", "await tools.svc.twin(1, 2)"] {
        let (result, seen) = run(&runtime, &events, source).await;
        assert_eq!((&result["ok"], seen), (&json!(false), json!([])), "row 162: {source}");
    }
    let (_, seen) = run(&runtime, &events, "search({ query: \"twin\" })").await;
    assert_eq!(seen[0], json!({ "start": 0, "name": "search", "input": { "query": "twin" } }), "row 165");
    assert_eq!(seen[1]["outcome"], json!("success"), "row 165");
    let (_, seen) = run(&runtime, &events, "await tools.svc.crash()").await;
    assert_eq!(seen[1]["message"], json!("Tool execution failed"));
    assert!(seen[1]["cause"].as_str().unwrap().contains("invalid digit"), "{seen}");
}

#[tokio::test]
async fn denied_calls_are_recorded_and_end() {
    let (runtime, events) = observed(&Arc::default(), Limits::UNLIMITED, Some("svc.twin"));
    let source = "try { await tools.svc.twin({ n: 1 }) } catch (e) { return [e.message, e.kind] }";
    let (result, seen) = run(&runtime, &events, source).await;
    let expected = with(ok(json!(["not today", "ToolFailure"])), json!({ "toolCalls": [{ "name": "svc.twin" }] }));
    assert!(matches(&expected, &result), "row 163: {result}");
    assert_eq!((seen.as_array().unwrap().len(), &seen[1]["outcome"]), (2, &json!("failure")), "row 163");
    let (runtime, events) = observed(&Arc::default(), Limits::UNLIMITED, Some("search"));
    let (result, seen) = run(&runtime, &events, "try { search({}) } catch (e) { return e.message }").await;
    assert_eq!(result["value"], json!("not today"));
    assert_eq!((seen.as_array().unwrap().len(), &seen[1]["outcome"]), (2, &json!("failure")));
}

#[tokio::test]
async fn every_start_has_an_end() {
    let limits = Limits { timeout_ms: Some(40), ..Limits::UNLIMITED };
    let (runtime, events) = observed(&Arc::default(), limits, None);
    for source in [
        "tools.svc.hang({}); return 1",
        "await tools.svc.hang({})",
        "tools.svc.hang({}); throw 1",
        "await Promise.race([1, tools.svc.hang({})])",
        "tools.svc.quit({}); return 1",
        "await tools.svc.quit({})",
        "tools.svc.tidy({ k: 1 }); return 1",
    ] {
        let (_, seen) = run(&runtime, &events, source).await;
        let seen = seen.as_array().unwrap();
        assert_eq!(seen.len(), 2, "row 164: {source}: {seen:?}");
        assert_eq!(seen[1]["outcome"], json!("interrupted"), "row 164: {source}");
        assert_eq!(seen[1]["input"], seen[0]["input"]);
    }
    events.lock().unwrap().clear();
    drop(tokio::time::timeout(std::time::Duration::from_millis(5), runtime.execute("await tools.svc.hang({})")).await);
    assert_eq!(events.lock().unwrap()[1]["outcome"], json!("interrupted"));
    // A call that waits for its turn has not started.
    let limits = Limits { max_concurrent_tool_calls: Some(1), ..Limits::UNLIMITED };
    let (runtime, events) = observed(&Arc::default(), limits, None);
    let (result, seen) = run(&runtime, &events, "tools.svc.hang({}); tools.svc.twin({ n: 1 }); return 1").await;
    assert_eq!(result["toolCalls"], json!([{ "name": "svc.hang" }, { "name": "svc.twin" }]));
    assert_eq!(seen.as_array().unwrap().len(), 2, "{seen}");
}

#[tokio::test]
async fn runs_repeat_exactly() {
    let source = "const seen = [Math.random(), Date.now(), new Date().toISOString()];
        const all = await Promise.all([1, 2, 3].map(async (n) => { console.log(n); return tools.svc.twin({ n }) }));
        const sorted = Array.from({ length: 500 }, () => Math.random()).sort((a, b) => a - b);
        Promise.reject(new Error('left')); tools.svc.deny({});
        return { seen, all, middle: sorted[250], found: search({ query: 'twin' }) }";
    let runtime = builder(&Arc::default(), Limits::UNLIMITED).build().unwrap();
    let mut runs = Vec::new();
    for _ in 0..3 {
        let (result, stats) = runtime.execute_measured(source).await;
        assert!(result.is_ok(), "{:?}", result.error());
        runs.push((serde_json::to_string(&result).unwrap(), stats.instructions));
    }
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
    assert!(runs[0].1 > 1000);
}

/// Code of the host that panics, in every place where it is called, fails the call and nothing else.
#[tokio::test]
async fn panics_of_the_host_fail_the_call_only() {
    let tools = || {
        let soon =
            Tool::raw("soon").run(|_: Value| -> std::future::Ready<Result<Value, ToolError>> { panic!("secret") });
        let later = Tool::raw("later").run(|_: Value| async {
            tokio::task::yield_now().await;
            panic!("secret {}", 1)
        });
        let decode =
            Tool::raw("decode").decode_input(|_| panic!("secret")).run(|input: Value| async move { Ok(input) });
        let fine = Tool::raw("fine").run(|input: Value| async move { Ok(input) });
        ToolSet::new([soon.unwrap(), later.unwrap(), decode.unwrap(), fine.unwrap()]).unwrap()
    };
    let source = "const seen = [];
        for (const name of ['soon', 'later', 'decode', 'fine']) {
            try { seen.push(await tools[name]({ a: 1 })) } catch (e) { seen.push(e.kind + ': ' + e.message) }
        }
        return seen";
    let failed = "ToolFailure: Tool execution failed";
    let runtime = CodeMode::new(tools()).unwrap();
    assert_eq!(runtime.execute(source).await.value(), Some(&json!([failed, failed, failed, { "a": 1 }])));
    let events: Events = Arc::default();
    let seen = events.clone();
    let runtime = CodeMode::builder(tools())
        .on_tool_call_start(Arc::new(|start| match &*start.name {
            "fine" => Box::pin(async { panic!("a start hook, while it is awaited") }),
            "search" => panic!("a start hook"),
            _ => Box::pin(async { Ok(()) }),
        }))
        .on_tool_call_end(Arc::new(move |end| {
            let cause = end.cause.unwrap_or_default();
            seen.lock().unwrap().push(json!([&*end.name, end.outcome.as_str(), cause]));
            panic!("an end hook");
        }))
        .build()
        .unwrap();
    assert_eq!(runtime.execute(source).await.value(), Some(&json!([failed, failed, failed, failed])));
    let result = runtime.execute("try { search({}) } catch (e) { return e.message }").await;
    assert_eq!(result.value(), Some(&json!("Tool execution failed")));
    let seen = Value::Array(std::mem::take(&mut *events.lock().unwrap()));
    // The host is told what happened; what failed before it was admitted has no events.
    assert_eq!(seen.as_array().unwrap().len(), 4, "{seen}");
    for (event, name, cause) in [
        (0, "soon", "the tool panicked: secret"),
        (1, "later", "the tool panicked: secret 1"),
        (2, "fine", "a start hook, while it is awaited"),
        (3, "search", "the start hook panicked: a start hook"),
    ] {
        assert_eq!((&seen[event][0], &seen[event][1]), (&json!(name), &json!("failure")), "{seen}");
        assert!(seen[event][2].as_str().unwrap().contains(cause), "{seen}");
    }
}

/// Start and end events pair up in every outcome of calls and of programs, at once.
#[tokio::test]
async fn events_pair_up_whatever_happens() {
    let limits = [
        Limits::UNLIMITED,
        Limits { timeout_ms: Some(30), ..Limits::UNLIMITED },
        Limits { max_tool_calls: Some(3), ..Limits::UNLIMITED },
        // The calls that never end hold both places: only the time limit ends what waits for a third one.
        Limits { max_concurrent_tool_calls: Some(2), timeout_ms: Some(30), ..Limits::UNLIMITED },
        Limits { max_instructions: Some(3000), ..Limits::UNLIMITED },
    ];
    let calls = "tools.svc.twin({ n: 1 }); tools.svc.deny({}); tools.svc.crash(); tools.raw.wrong({}); tools.svc.hang({});
        tools.svc.quit({}); tools.svc.wait({ k: 5 }); tools.svc.tidy({ k: 1 }); tools.svc.gone({}); tools.svc.twin({});";
    for limit in limits {
        for ending in [
            "return 1",
            "throw 1",
            "await tools.svc.wait({ k: 10 })",
            "while (true);",
            "return () => 1",
            "await null; f()",
        ] {
            // Without a limit an endless loop would not end.
            if ending.starts_with("while") && limit.timeout_ms.is_none() && limit.max_instructions.is_none() {
                continue;
            }
            let (runtime, events) = observed(&Arc::default(), limit, Some("svc.wait"));
            let source = format!("const settled = []; {calls} {ending}");
            let (result, seen) = run(&runtime, &events, &source).await;
            let mut open = std::collections::BTreeMap::new();
            for event in seen.as_array().unwrap() {
                match (&event["start"], &event["end"]) {
                    (Value::Number(index), _) => assert_eq!(open.insert(index.as_u64(), event["name"].clone()), None),
                    (_, index) => assert_eq!(open.remove(&index.as_u64()).as_ref(), Some(&event["name"]), "{seen}"),
                }
            }
            assert!(open.is_empty(), "{limit:?} {ending}: {open:?} have no end: {result}");
            let started = seen.as_array().unwrap().iter().filter(|event| event.get("start").is_some()).count();
            assert!(started <= result["toolCalls"].as_array().unwrap().len(), "{result}");
        }
    }
}

/// A tool that does not heed its signal holds a result up for the grace period and no longer.
#[tokio::test]
async fn tools_that_never_finish_are_dropped_after_the_grace_period() {
    let limits = Limits { cleanup_grace_ms: Some(40), ..Limits::UNLIMITED };
    let (runtime, events) = observed(&Arc::default(), limits, None);
    let began = std::time::Instant::now();
    let (result, seen) = run(&runtime, &events, "tools.svc.tidy({ k: 600_000 }); return 1").await;
    let took = began.elapsed();
    assert_eq!((&result["value"], &seen[1]["outcome"]), (&json!(1), &json!("interrupted")));
    assert!(took >= std::time::Duration::from_millis(40) && took < std::time::Duration::from_secs(20), "{took:?}");
    // One that is dropped at once does not wait for it.
    let (result, _) = run(&runtime, &events, "tools.svc.hang({}); return 2").await;
    assert_eq!(result["value"], json!(2));
}
