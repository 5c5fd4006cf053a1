//! The tools of the tables, and how a result is compared with what a table says.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use codemode::{CodeMode, CodeModeBuilder, Limits, Tool, ToolContext, ToolError, ToolSet};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Notify;

#[derive(Deserialize, JsonSchema)]
struct Number {
    n: f64,
}

#[derive(Deserialize, JsonSchema)]
struct Gate {
    k: u32,
}

/// What the tools of a runtime have seen.
#[derive(Default)]
pub struct Seen {
    /// Inputs of `raw.see`.
    pub inputs: Mutex<Vec<Value>>,
    /// Keys of `svc.slow` in order of start.
    pub started: Mutex<Vec<u32>>,
    /// Calls of `svc.slow` running now, and the most at once.
    pub running: AtomicUsize,
    pub most: AtomicUsize,
    /// How often `svc.hang` was dropped before its end.
    pub interrupted: AtomicUsize,
    gates: Mutex<std::collections::HashMap<u32, Arc<Notify>>>,
}

impl Seen {
    fn gate(&self, key: u32) -> Arc<Notify> {
        self.gates.lock().unwrap().entry(key).or_default().clone()
    }
}

struct CountDrop(Arc<Seen>);

impl Drop for CountDrop {
    fn drop(&mut self) {
        self.0.interrupted.fetch_add(1, Ordering::Relaxed);
    }
}

/// The tools of the tables.
pub fn tools(seen: &Arc<Seen>) -> ToolSet {
    let twin = Tool::new("svc.twin").run(|input: Number| async move { Ok::<_, ToolError>(input.n * 2.0) });
    let deny = Tool::new("svc.deny")
        .run(|| async { Err::<u32, _>(ToolError::new("quota used up").with_cause("the budget of tenant 7")) });
    let crash = Tool::new("svc.crash").run(|| async { Ok::<u32, ToolError>("x".parse::<u32>()?) });
    let kept = seen.clone();
    let hang = Tool::new("svc.hang").run(move || {
        let guard = CountDrop(kept.clone());
        async move {
            let _guard = guard;
            std::future::pending::<Result<u32, ToolError>>().await
        }
    });
    let kept = seen.clone();
    let slow = Tool::new("svc.slow").run(move |input: Gate| {
        let seen = kept.clone();
        async move {
            seen.started.lock().unwrap().push(input.k);
            let now = seen.running.fetch_add(1, Ordering::Relaxed) + 1;
            seen.most.fetch_max(now, Ordering::Relaxed);
            seen.gate(input.k).notified().await;
            seen.running.fetch_sub(1, Ordering::Relaxed);
            Ok::<_, ToolError>(input.k)
        }
    });
    let kept = seen.clone();
    let free = Tool::new("svc.free").run(move |input: Gate| {
        kept.gate(input.k).notify_one();
        async { Ok::<_, ToolError>(true) }
    });
    let quit = Tool::new("svc.quit").run(|| async { Err::<u32, _>(ToolError::cancelled()) });
    let tidy = Tool::new("svc.tidy").run(|call: ToolContext, input: Gate| async move {
        call.cancellation.cancelled().await;
        tokio::time::sleep(Duration::from_millis(u64::from(input.k))).await;
        Ok::<_, ToolError>(0)
    });
    let wait = Tool::new("svc.wait").run(|input: Gate| async move {
        tokio::time::sleep(Duration::from_millis(u64::from(input.k))).await;
        Ok::<_, ToolError>(input.k)
    });
    let kept = seen.clone();
    let see = Tool::raw("raw.see")
        .run(move |input: Value| {
            kept.inputs.lock().unwrap().push(input);
            async { Ok(Value::Null) }
        })
        .unwrap();
    let get = Tool::raw("cfg.get").run(|_: Value| async { Ok(json!({ "list": [1, 2] })) }).unwrap();
    let odd = Tool::raw("raw.odd")
        .run(|_: Value| async { Ok(serde_json::from_str(r#"{"b":1,"a":2,"__proto__":{"c":3},"10":4}"#).unwrap()) })
        .unwrap();
    let wrong = Tool::raw("raw.wrong")
        .output(json!({ "type": "string" }))
        .validate_output()
        .run(|_: Value| async { Ok(json!({ "secret": 1 })) })
        .unwrap();
    let decoded = Tool::raw("raw.decoded")
        .input(json!({ "type": "object", "properties": { "value": { "type": "string" } }, "required": ["value"] }))
        .validate_input()
        .decode_input(|input| match input["value"].as_str().and_then(|text| text.parse::<u64>().ok()) {
            Some(number) => Ok(json!({ "value": number })),
            None => Err("value is no number".to_owned()),
        })
        .run(|input: Value| async move { Ok(json!(input["value"].as_u64().unwrap() * 2)) })
        .unwrap();
    let orders = Tool::raw("orders.lookup").run(|input: Value| async move { Ok(input) }).unwrap();
    ToolSet::new([twin, deny, crash, hang, slow, free, quit, tidy, wait, see, get, odd, wrong, decoded, orders])
        .unwrap()
}

/// A runtime over the tools, before its settings.
pub fn builder(seen: &Arc<Seen>, limits: Limits) -> CodeModeBuilder {
    CodeMode::builder(tools(seen)).limits(limits).fixed_clock(0.0).seed(1)
}

/// Runs one program without limits; the result as JSON.
pub async fn run(source: &str) -> Value {
    run_within(Limits::UNLIMITED, source).await
}

/// Runs one program within limits; the result as JSON.
pub async fn run_within(limits: Limits, source: &str) -> Value {
    let runtime = builder(&Arc::default(), limits).build().unwrap();
    serde_json::to_value(runtime.execute(source).await).unwrap()
}

/// Whether `text` matches `pattern`, in which `…` stands for any text.
fn glob(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('…');
    let Some(rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut rest = rest;
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    true
}

/// Compares what a table mentions.
pub fn matches(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::String(pattern), Value::String(text)) => glob(pattern, text),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| matches(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let is_result = left.contains_key("ok");
            let is_diagnostic = left.contains_key("kind") && left.contains_key("message");
            let absent = |key: &str| match key {
                "toolCalls" if is_result => true,
                "location" | "suggestions" if is_diagnostic => true,
                _ => false,
            };
            left.iter().all(|(key, left)| right.get(key).is_some_and(|right| matches(left, right)))
                && right.keys().all(|key| left.contains_key(key) || absent(key))
        }
        _ => expected == actual,
    }
}

/// A success with this value.
pub fn ok(value: Value) -> Value {
    json!({ "ok": true, "value": value })
}

/// A failure.
pub fn fails(kind: &str, message: &str) -> Value {
    json!({ "ok": false, "error": { "kind": kind, "message": message } })
}

/// A failure with its place.
pub fn fails_at(kind: &str, message: &str, line: u32, column: u32) -> Value {
    json!({ "ok": false, "error":
        { "kind": kind, "message": message, "location": { "line": line, "column": column } } })
}

/// The same with further parts.
pub fn with(mut result: Value, parts: Value) -> Value {
    let (Value::Object(target), Value::Object(parts)) = (&mut result, parts) else { panic!("not objects") };
    target.extend(parts);
    result
}

/// Runs a table; every line that does not hold is reported.
pub async fn check(rows: Vec<(u32, &str, Value)>) {
    check_within(rows.into_iter().map(|(row, source, expected)| (row, Limits::UNLIMITED, source, expected)).collect())
        .await;
}

/// Runs a table with limits.
pub async fn check_within(rows: Vec<(u32, Limits, &str, Value)>) {
    let mut wrong = Vec::new();
    for (row, limits, source, expected) in rows {
        let actual = run_within(limits, source).await;
        if !matches(&expected, &actual) {
            wrong.push(format!("row {row}: {source}\n  expected {expected}\n  but got  {actual}"));
        }
    }
    assert!(wrong.is_empty(), "{} lines do not hold:\n{}", wrong.len(), wrong.join("\n"));
}
