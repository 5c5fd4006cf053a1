//! What a tool's handler does with inputs, outputs and failures, without any execution around it.
#![allow(clippy::unwrap_used)]

use codemode::{Tool, ToolContext, ToolError, ToolErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

async fn call(tool: &Tool, input: Value) -> Result<Value, ToolError> {
    let prepared = tool.handler().clone().prepare(input)?;
    prepared.start(ToolContext::detached(tool.name())).await
}

#[derive(Deserialize, JsonSchema)]
struct Query {
    filter: Filter,
    #[serde(default)]
    limit: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Filter {
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Found {
    names: Vec<String>,
    limit: u32,
}

async fn find(query: Query) -> Result<Found, ToolError> {
    if query.filter.name == "secret" {
        return Err(ToolError::new("that name is not searchable").with_cause("policy 7"));
    }
    if query.filter.name == "broken" {
        let _: u32 = "x".parse()?;
    }
    Ok(Found { names: vec![query.filter.name], limit: query.limit })
}

#[tokio::test]
async fn typed_tools_decode_run_and_encode() {
    let tool = Tool::new("find").run(find);
    let value = call(&tool, json!({ "filter": { "name": "a", "extra": 1 }, "limit": 3, "other": true })).await.unwrap();
    assert_eq!(value, json!({ "names": ["a"], "limit": 3 }));
}

#[tokio::test]
async fn decode_failures_name_the_field_and_happen_before_the_start() {
    let tool = Tool::new("find").run(find);
    let error = tool.handler().clone().prepare(json!({ "filter": { "name": 7 } })).unwrap_err();
    assert_eq!(error.kind(), ToolErrorKind::InvalidInput);
    assert_eq!(error.message(), "at `filter.name`: invalid type: integer `7`, expected a string");
    let error = tool.handler().clone().prepare(json!({})).unwrap_err();
    assert_eq!(error.message(), "missing field `filter`");
}

#[tokio::test]
async fn refusals_are_verbatim_and_unknown_errors_are_hidden() {
    let tool = Tool::new("find").run(find);
    let refused = call(&tool, json!({ "filter": { "name": "secret" } })).await.unwrap_err();
    assert_eq!((refused.kind(), refused.message()), (ToolErrorKind::Refused, "that name is not searchable"));
    assert_eq!(refused.full_message(), "that name is not searchable: policy 7");
    let hidden = call(&tool, json!({ "filter": { "name": "broken" } })).await.unwrap_err();
    assert_eq!((hidden.kind(), hidden.message()), (ToolErrorKind::Unknown, "Tool execution failed"));
    assert_eq!(hidden.cause().unwrap().to_string(), "invalid digit found in string");
}

#[tokio::test]
async fn functions_may_take_nothing_or_a_context() {
    let none = Tool::new("none").run(|| async { Ok::<_, ToolError>("done") });
    assert_eq!(call(&none, json!({})).await.unwrap(), json!("done"));
    assert!(none.handler().clone().prepare(json!(3)).is_err());
    let context = Tool::new("a.context").run(|call: ToolContext, _: Filter| async move {
        Ok::<_, ToolError>(format!("{} #{}", call.name, call.index))
    });
    assert_eq!(call(&context, json!({ "name": "x" })).await.unwrap(), json!("a.context #0"));
}

#[tokio::test]
async fn raw_tools_pass_everything_through_unless_validation_is_on() {
    let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let open = Tool::raw("open").input(schema.clone()).run(|input| async { Ok(input) }).unwrap();
    assert_eq!(call(&open, json!({ "n": "x" })).await.unwrap(), json!({ "n": "x" }));
    let strict = Tool::raw("strict").input(schema).validate_input().run(|input| async { Ok(input) }).unwrap();
    let error = strict.handler().clone().prepare(json!({ "n": "x" })).unwrap_err();
    assert_eq!(error.message(), "at `/n`: \"x\" is not of type \"integer\"");
    assert_eq!(error.kind(), ToolErrorKind::InvalidInput);
}

#[tokio::test]
async fn invalid_outputs_leak_nothing() {
    let tool = Tool::raw("leaky")
        .output(json!({ "type": "string" }))
        .validate_output()
        .run(|_| async { Ok(json!({ "password": "hunter2" })) })
        .unwrap();
    let error = call(&tool, json!({})).await.unwrap_err();
    assert_eq!(error.kind(), ToolErrorKind::InvalidOutput);
    assert!(!error.message().contains("hunter2") && !error.message().contains("string"));
    assert!(error.full_message().contains("hunter2"));
}

#[tokio::test]
async fn codecs_decode_both_sides() {
    let number = |value: Value| match &value {
        Value::String(text) => text.parse::<i64>().map(Value::from).map_err(|_| "not a number".to_owned()),
        _ => Err("a numeric string is needed".to_owned()),
    };
    let tool = Tool::raw("double")
        .input(json!({ "type": "object", "properties": { "value": { "type": "string" } }, "required": ["value"] }))
        .validate_input()
        .decode_input(move |mut input| {
            input["value"] = number(input["value"].take())?;
            Ok(input)
        })
        .decode_output(number)
        .run(|input| async move { Ok(json!((input["value"].as_i64().unwrap_or(0) * 2).to_string())) })
        .unwrap();
    let prepared = tool.handler().clone().prepare(json!({ "value": "21" })).unwrap();
    assert_eq!(prepared.decoded(), Some(&json!({ "value": 21 })));
    assert_eq!(prepared.start(ToolContext::detached("double")).await.unwrap(), json!(42));
    assert!(tool.handler().clone().prepare(json!({ "value": 21 })).is_err());
    assert!(tool.handler().clone().prepare(json!({ "value": "x" })).is_err());
}

#[test]
fn schemas_that_cannot_be_enforced_are_refused_only_when_enforced() {
    let bad = json!({ "type": "object", "properties": { "a": { "pattern": "(" } } });
    assert!(Tool::raw("t").input(bad.clone()).run(|input| async { Ok(input) }).is_ok());
    let error = Tool::raw("t").input(bad).validate_input().run(|input| async { Ok(input) }).unwrap_err();
    assert!(error.to_string().starts_with("the input schema of tool `t` cannot be used for validation:"), "{error}");
}

#[test]
fn old_dialects_can_be_enforced() {
    let draft4 = json!({
        "type": "object",
        "properties": { "n": { "type": "number", "minimum": 0, "exclusiveMinimum": true } }
    });
    let tool = Tool::raw("t").input(draft4).validate_input().run(|input| async { Ok(input) }).unwrap();
    assert!(tool.handler().clone().prepare(json!({ "n": 0 })).is_err());
    assert!(tool.handler().clone().prepare(json!({ "n": 1 })).is_ok());
}

#[tokio::test]
async fn text_that_is_json_can_become_a_value() {
    use codemode::TextResults;
    for (text, expected) in [
        ("{\"a\":1}", json!({ "a": 1 })),
        (" [1]", json!([1])),
        ("42", json!("42")),
        ("{oops", json!("{oops")),
        ("[1] tail", json!("[1] tail")),
    ] {
        let build = |mode| Tool::raw("t").text_results(mode).run(move |_| async move { Ok(json!(text)) }).unwrap();
        assert_eq!(call(&build(TextResults::ParseJson), json!({})).await.unwrap(), expected);
        assert_eq!(call(&build(TextResults::Keep), json!({})).await.unwrap(), json!(text));
    }
}
