//! A call on its way from the program to the tool and back: what is decoded, what is admitted, what hooks see, and what
//! programs learn of failures (tools-and-discovery.md 2 and 11).
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::{Arc, Mutex};

use codemode::{CodeMode, DiagnosticKind, Group, Tool, ToolError, ToolOutcome, ToolSet};
use serde_json::{Value, json};

type Events = Arc<Mutex<Vec<(String, Value)>>>;

/// A runtime whose hooks write down what they see.
fn observed(tools: Vec<Tool>) -> (CodeMode, Events) {
    let events: Events = Arc::default();
    let (started, ended) = (events.clone(), events.clone());
    let runtime = CodeMode::builder(ToolSet::new(tools).unwrap())
        .on_tool_call_start(Arc::new(move |start| {
            started.lock().unwrap().push((format!("start {} {}", start.index, start.name), start.input));
            Box::pin(async { Ok(()) })
        }))
        .on_tool_call_end(Arc::new(move |end| {
            let outcome = match end.outcome {
                ToolOutcome::Success => "success",
                ToolOutcome::Failure => "failure",
                ToolOutcome::Interrupted => "interrupted",
            };
            let seen = json!({ "message": end.message, "cause": end.cause });
            ended.lock().unwrap().push((format!("{outcome} {}", end.name), seen));
        }))
        .build()
        .unwrap();
    (runtime, events)
}

fn number_from_text(value: &Value) -> Result<Value, String> {
    let text = value.as_str().ok_or("a numeric string is needed")?;
    text.parse::<i64>().map(Value::from).map_err(|_| "not a number".to_owned())
}

/// Takes `{ value: "21" }`, works on 21, gives `"42"`, which the program reads as 42.
fn double() -> Tool {
    let value = json!({ "type": "object", "properties": { "value": { "type": "string" } }, "required": ["value"] });
    Tool::raw("math.double")
        .input(value)
        .output(json!({ "type": "number" }))
        .validate_input()
        .decode_input(|input| Ok(json!({ "value": number_from_text(&input["value"])? })))
        .decode_output(|output| number_from_text(&output))
        .run(|input| async move { Ok(json!((input["value"].as_i64().unwrap_or(0) * 2).to_string())) })
        .unwrap()
}

#[tokio::test]
async fn both_sides_are_decoded() {
    let (runtime, events) = observed(vec![double()]);
    let result = runtime.execute("return await tools.math.double({ value: '21' })").await;
    assert_eq!(result.value(), Some(&json!(42)));
    let seen = events.lock().unwrap().clone();
    assert_eq!(seen[0], ("start 0 math.double".to_owned(), json!({ "value": 21 })));
    assert_eq!(seen[1].0, "success math.double");
    assert_eq!(runtime.catalog()[0].signature, "tools.math.double(input: {\n  value: string,\n}): Promise<number>");
}

#[tokio::test]
async fn refused_input_admits_nothing() {
    let (runtime, events) = observed(vec![double()]);
    for (program, kind, fragment) in [
        ("return await tools.math.double({ value: 21 })", DiagnosticKind::InvalidToolInput, "value"),
        ("return await tools.math.double({})", DiagnosticKind::InvalidToolInput, "value"),
        ("return await tools.math.double({ value: 'x' })", DiagnosticKind::InvalidToolInput, "not a number"),
        ("return await tools.math.nope({ value: '1' })", DiagnosticKind::UnknownTool, "math.nope"),
        ("return await tools.math.double({ value: () => 1 })", DiagnosticKind::InvalidDataValue, "input.value"),
    ] {
        let result = runtime.execute(program).await;
        let error = result.error().unwrap_or_else(|| panic!("{program}"));
        assert!(error.kind == kind && error.message.contains(fragment), "{program}: {error:?}");
        assert!(result.tool_calls().is_empty(), "{program}");
    }
    assert!(events.lock().unwrap().is_empty());
}

#[tokio::test]
async fn failures_say_what_their_author_wrote_for_the_program() {
    let failing =
        |name: &str, fail: fn() -> ToolError| Tool::raw(name).run(move |_| async move { Err(fail()) }).unwrap();
    let (runtime, events) = observed(vec![
        failing("refuse", || ToolError::new("out of stock */ <b>").with_cause("shelf 7 is empty")),
        failing("unknown", || std::io::Error::other("password=hunter2").into()),
        Tool::raw("panic").run(|_| async { panic!("hunter2") }).unwrap(),
    ]);
    let program = "const seen = [];
        for (const name of ['refuse', 'unknown', 'panic']) {
            try { await tools[name]() } catch (error) { seen.push([error instanceof Error, error.name, error.message, error.kind, error.tool]) }
        }
        return seen";
    let result = runtime.execute(program).await;
    let error = |message: &str, tool: &str| json!([true, "Error", message, "ToolFailure", tool]);
    let expected = [
        error("out of stock */ <b>", "refuse"),
        error("Tool execution failed", "unknown"),
        error("Tool execution failed", "panic"),
    ];
    assert_eq!(result.value(), Some(&json!(expected)));
    assert!(!serde_json::to_string(&result).unwrap().contains("hunter2"));
    let causes: Vec<String> = events
        .lock()
        .unwrap()
        .iter()
        .filter(|(what, _)| what.starts_with("failure"))
        .map(|(_, seen)| seen["cause"].to_string())
        .collect();
    assert_eq!(causes.len(), 3);
    assert!(
        causes[0].contains("shelf 7") && causes[1].contains("hunter2") && causes[2].contains("hunter2"),
        "{causes:?}"
    );
}

#[tokio::test]
async fn invalid_output_leaks_nothing_and_was_admitted() {
    let leaky = Tool::raw("leaky")
        .output(json!({ "type": "string" }))
        .validate_output()
        .run(|_| async { Ok(json!({ "secret": "hunter2" })) })
        .unwrap();
    let (runtime, events) = observed(vec![leaky]);
    let result = runtime.execute("return await tools.leaky()").await;
    let error = result.error().unwrap();
    assert_eq!(error.kind, DiagnosticKind::InvalidToolOutput);
    assert!(!serde_json::to_string(&result).unwrap().contains("hunter2"));
    assert_eq!(result.tool_calls().len(), 1);
    assert_eq!(events.lock().unwrap()[1].0, "failure leaky");
}

#[tokio::test]
async fn a_tool_can_be_a_namespace_too() {
    let tool = |name: &'static str| Tool::raw(name).run(move |_| async move { Ok(json!(name)) }).unwrap();
    let list = Group::new("issues").tool(tool("list"));
    let tools = ToolSet::builder().tool(tool("issues")).group(list).build().unwrap();
    let runtime = CodeMode::new(tools).unwrap();
    let program = "const found = search({ query: 'issue', namespace: 'issues' }).items.map((item) => item.path);
        return [await tools.issues(), await tools.issues.list(), Object.keys(tools.issues), found.sort()]";
    let expected = json!(["issues", "list", ["list"], ["tools.issues", "tools.issues.list"]]);
    assert_eq!(runtime.execute(program).await.value(), Some(&expected));
    let paths: Vec<String> = runtime.catalog().into_iter().map(|entry| entry.path).collect();
    assert_eq!(paths, ["issues", "issues.list"]);
}
