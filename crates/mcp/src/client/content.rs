//! From the result of an MCP tool to a value of the program.
//!
//! `structuredContent` is the value. Otherwise one block is the value itself and several are a list; a text is a string,
//! or the JSON it entirely is; what is not text becomes a described placeholder, and its bytes are attached to the
//! outcome of the execution. The result is read as JSON, so that kinds of content of later protocol versions pass too.

use codemode::{Attachment, TextResults, ToolContext, ToolError};
use serde_json::{Map, Value, json};

/// Whether texts are parsed: not when the server says by a schema that results are structured.
pub(super) fn text_results(text_as_json: bool, has_output_schema: bool) -> TextResults {
    if text_as_json && !has_output_schema { TextResults::ParseJson } else { TextResults::Keep }
}

/// The value of a result, or the failure it reports.
pub(super) fn outcome(mut result: Value, texts: TextResults, context: &ToolContext) -> Result<Value, ToolError> {
    let Some(members) = result.as_object_mut() else {
        return Err(ToolError::invalid_output("the result is not an object"));
    };
    let blocks = match members.remove("content") {
        Some(Value::Array(blocks)) => blocks,
        _ => Vec::new(),
    };
    if members.get("isError") == Some(&Value::Bool(true)) {
        return Err(failure(&blocks, members.get("structuredContent")));
    }
    if let Some(value) = members.remove("structuredContent") {
        for block in blocks {
            attach_bytes(&block, context);
        }
        return Ok(value);
    }
    let mut values: Vec<Value> = blocks.into_iter().map(|block| block_value(block, context)).collect();
    Ok(match values.len() {
        0 => Value::Null,
        1 => texts.apply(values.remove(0)),
        _ => Value::Array(values),
    })
}

/// What a resource holds: one text or placeholder as it is, several parts as a list of objects with their addresses.
pub(super) fn resource(mut result: Value, texts: TextResults, context: &ToolContext) -> Value {
    let parts = match result.get_mut("contents").map(Value::take) {
        Some(Value::Array(parts)) => parts,
        _ => Vec::new(),
    };
    let block = |part: Value| block_value(json!({ "type": "resource", "resource": part }), context);
    let mut values: Vec<Value> = parts.into_iter().map(block).collect();
    if values.len() != 1 {
        return Value::Array(values);
    }
    let mut only = values.remove(0);
    match only.get_mut("text").map(Value::take) {
        Some(text) => texts.apply(text),
        None => only,
    }
}

/// The messages of a prompt, with values for their content.
pub(super) fn prompt(mut result: Value, context: &ToolContext) -> Value {
    let messages = match result.get_mut("messages").map(Value::take) {
        Some(Value::Array(messages)) => messages,
        _ => Vec::new(),
    };
    let value = |mut message: Value| {
        let content = message.get_mut("content").map(Value::take).unwrap_or_default();
        json!({ "role": message.get("role"), "content": block_value(content, context) })
    };
    let messages: Vec<Value> = messages.into_iter().map(value).collect();
    match result.get("description") {
        Some(description) => json!({ "description": description, "messages": messages }),
        None => json!({ "messages": messages }),
    }
}

/// The failure that a result with `isError` reports.
fn failure(blocks: &[Value], structured: Option<&Value>) -> ToolError {
    let texts: Vec<&str> = blocks.iter().filter_map(|block| block.get("text")?.as_str()).collect();
    let message = match (texts.join("\n").trim(), structured) {
        ("", None) => "the tool failed and gave no reason".to_owned(),
        ("", Some(structured)) => structured.to_string(),
        (text, _) => text.to_owned(),
    };
    ToolError::new(message)
}

/// One block of content.
fn block_value(block: Value, context: &ToolContext) -> Value {
    let Value::Object(mut members) = block else { return block };
    members.remove("_meta");
    members.remove("annotations");
    let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
    match kind {
        "text" => members.remove("text").unwrap_or(Value::Null),
        "image" | "audio" => {
            let data = take_text(&mut members, "data");
            placeholder(members, data, None, context)
        }
        "resource" => match members.remove("resource") {
            Some(Value::Object(mut resource)) => {
                resource.remove("_meta");
                let mut described = Map::from_iter([("type".to_owned(), json!("resource"))]);
                let blob = resource.contains_key("blob").then(|| take_text(&mut resource, "blob"));
                described.append(&mut resource);
                let uri = described.get("uri").and_then(Value::as_str).map(str::to_owned);
                match blob {
                    Some(blob) => placeholder(described, blob, uri, context),
                    None => Value::Object(described),
                }
            }
            other => json!({ "type": "resource", "resource": other }),
        },
        // A link holds no content, and what is not known is passed on as it is.
        _ => Value::Object(members),
    }
}

fn take_text(members: &mut Map<String, Value>, name: &str) -> String {
    match members.remove(name) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    }
}

/// Attaches bytes and describes them in their place.
fn placeholder(mut described: Map<String, Value>, base64: String, uri: Option<String>, context: &ToolContext) -> Value {
    let media_type = described.get("mimeType").and_then(Value::as_str).unwrap_or("application/octet-stream").to_owned();
    described.insert("bytes".to_owned(), json!(decoded_length(&base64)));
    let attachment = Attachment { tool: context.name.clone(), media_type, uri, base64 };
    described.insert("attachment".to_owned(), json!(context.attach(attachment)));
    Value::Object(described)
}

/// Attaches what stands beside structured content.
fn attach_bytes(block: &Value, context: &ToolContext) {
    if block.get("type").and_then(Value::as_str) != Some("text") {
        block_value(block.clone(), context);
    }
}

/// How many bytes a base64 text stands for.
fn decoded_length(base64: &str) -> usize {
    let text = base64.trim_end_matches('=');
    text.len() * 3 / 4
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn value(result: Value) -> Value {
        outcome(result, TextResults::ParseJson, &ToolContext::detached("s.t")).unwrap()
    }

    fn text(text: &str) -> Value {
        json!({ "type": "text", "text": text })
    }

    #[test]
    fn structured_content_is_the_value() {
        assert_eq!(value(json!({ "content": [text("x")], "structuredContent": { "a": 1 } })), json!({ "a": 1 }));
        assert_eq!(value(json!({ "structuredContent": "[1]" })), json!("[1]"));
        assert_eq!(value(json!({ "content": [text("x")], "structuredContent": null })), Value::Null);
    }

    #[test]
    fn texts_are_values_only_when_entirely_json_containers() {
        let one = |content: &str| value(json!({ "content": [text(content)] }));
        assert_eq!(one(r#" {"a":[1]} "#), json!({ "a": [1] }));
        assert_eq!(one("[]"), json!([]));
        for kept in ["42", "true", "null", "\"x\"", "{a:1}", "[1] and more", ""] {
            assert_eq!(one(kept), json!(kept));
        }
        let kept = outcome(json!({ "content": [text("{}")] }), text_results(true, true), &ToolContext::detached("t"));
        assert_eq!(kept.unwrap(), json!("{}"));
        let kept = outcome(json!({ "content": [text("{}")] }), text_results(false, false), &ToolContext::detached("t"));
        assert_eq!(kept.unwrap(), json!("{}"));
    }

    #[test]
    fn several_blocks_stay_a_list_and_none_is_null() {
        assert_eq!(value(json!({ "content": [text("{}"), text("b")] })), json!(["{}", "b"]));
        assert_eq!(value(json!({ "content": [] })), Value::Null);
        assert_eq!(value(json!({})), Value::Null);
    }

    #[test]
    fn bytes_are_attached_and_described() {
        let content = json!([
            { "type": "image", "data": "AAAA", "mimeType": "image/png", "_meta": { "x": 1 } },
            { "type": "audio", "data": "AA==", "mimeType": "audio/wav" },
            { "type": "resource", "resource": { "uri": "f:///a", "blob": "AAE=" } },
            { "type": "resource", "resource": { "uri": "f:///b", "mimeType": "text/plain", "text": "hi" } },
            { "type": "resource_link", "uri": "f:///c", "name": "c" },
            { "type": "hologram", "beam": 1 }
        ]);
        assert_eq!(
            value(json!({ "content": content })),
            json!([
                { "type": "image", "mimeType": "image/png", "bytes": 3, "attachment": 1 },
                { "type": "audio", "mimeType": "audio/wav", "bytes": 1, "attachment": 2 },
                { "type": "resource", "uri": "f:///a", "bytes": 2, "attachment": 3 },
                { "type": "resource", "uri": "f:///b", "mimeType": "text/plain", "text": "hi" },
                { "type": "resource_link", "uri": "f:///c", "name": "c" },
                { "type": "hologram", "beam": 1 }
            ])
        );
    }

    #[test]
    fn resources_are_their_content() {
        let read = |contents: Value| {
            let context = ToolContext::detached("s.t");
            resource(json!({ "contents": contents }), TextResults::ParseJson, &context)
        };
        let part = |text: &str| json!({ "uri": "f:///a", "mimeType": "text/plain", "text": text, "_meta": {} });
        assert_eq!(read(json!([part("hi")])), json!("hi"));
        assert_eq!(read(json!([part("[1]")])), json!([1]));
        let bytes = json!({ "type": "resource", "uri": "f:///b", "bytes": 2, "attachment": 1 });
        assert_eq!(read(json!([{ "uri": "f:///b", "blob": "AAE=" }])), bytes);
        let described = json!({ "type": "resource", "uri": "f:///a", "mimeType": "text/plain", "text": "x" });
        assert_eq!(read(json!([part("x"), { "uri": "f:///b", "blob": "AAE=" }])), json!([described, bytes]));
        assert_eq!(read(json!([])), json!([]));
    }

    #[test]
    fn prompts_are_messages_with_values() {
        let result = json!({ "description": "d", "messages": [
            { "role": "user", "content": text("hi") },
            { "role": "assistant", "content": { "type": "image", "data": "AAAA", "mimeType": "image/png" } },
        ] });
        let image = json!({ "type": "image", "mimeType": "image/png", "bytes": 3, "attachment": 1 });
        let messages = json!([{ "role": "user", "content": "hi" }, { "role": "assistant", "content": image }]);
        let expected = json!({ "description": "d", "messages": messages });
        assert_eq!(prompt(result, &ToolContext::detached("s.t")), expected);
    }

    #[test]
    fn errors_are_failures_with_their_text() {
        let message = |result| {
            let error = outcome(result, TextResults::ParseJson, &ToolContext::detached("t")).unwrap_err();
            error.message().to_owned()
        };
        assert_eq!(message(json!({ "isError": true, "content": [text("no"), text("way")] })), "no\nway");
        assert_eq!(message(json!({ "isError": true, "structuredContent": { "code": 7 } })), r#"{"code":7}"#);
        assert_eq!(message(json!({ "isError": true, "content": [] })), "the tool failed and gave no reason");
    }
}
