//! Results of our tools, as text for models and as structured content for programs.

use codemode::{Attachments, Diagnostic, DiagnosticKind, ExecutionResult, Failure, Finding, SearchPage, Severity};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Map, Value, json};

/// The answer to `execute`.
pub(super) fn to_execute(result: &ExecutionResult, attachments: &Attachments) -> CallToolResult {
    let attached = attachments.of_result(result.value().unwrap_or(&Value::Null));
    let mut text = result.to_text();
    if !attached.is_empty() {
        text.push_str("\n\nAttachments:");
        for (number, one) in &attached {
            text.push_str(&format!("\n- {number}: {} from {}", one.media_type, one.tool));
        }
    }
    let mut content = vec![ContentBlock::text(text)];
    content.extend(attached.into_iter().map(|(number, one)| match one.media_type.split('/').next() {
        Some("image") => ContentBlock::image(one.base64, one.media_type),
        Some("audio") => ContentBlock::audio(one.base64, one.media_type),
        _ => {
            let uri = one.uri.unwrap_or_else(|| format!("attachment:{number}"));
            ContentBlock::resource(ResourceContents::blob(one.base64, uri).with_mime_type(one.media_type))
        }
    }));
    // A result is plain data; writing it to JSON cannot fail.
    answer(content, serde_json::to_value(result).unwrap_or_default(), result.is_ok())
}

/// The answer to `search`: signatures are code, so the text keeps their lines.
pub(super) fn to_search(page: &SearchPage) -> CallToolResult {
    let mut parts: Vec<String> = Vec::with_capacity(page.items.len() + 1);
    for item in &page.items {
        parts.push(match item.description.trim() {
            "" => item.signature.clone(),
            description => format!("{}\n{description}", item.signature),
        });
    }
    if page.items.is_empty() {
        parts.push("No tool matches.".to_owned());
    }
    if let Some(next) = page.next {
        parts.push(format!("{} more: search again with offset {}.", page.remaining, next.offset));
    }
    answer(vec![ContentBlock::text(parts.join("\n\n"))], page.to_json(), true)
}

/// The answer to `check`: what is wrong, or looks wrong, with a program.
pub(super) fn to_check(findings: &[Finding]) -> CallToolResult {
    let ok = findings.iter().all(|finding| finding.severity != Severity::Error);
    let parts: Vec<String> = findings.iter().map(Finding::to_text).collect();
    let text = if parts.is_empty() { "No problems found.".to_owned() } else { parts.join("\n\n") };
    answer(vec![ContentBlock::text(text)], json!({ "ok": ok, "findings": findings }), ok)
}

/// The answer to arguments that do not fit. It is a result and no error of the protocol, so that the model reads it and
/// corrects itself.
pub(super) fn to_refused(message: String) -> CallToolResult {
    let failure = Failure::new(Diagnostic::new(DiagnosticKind::InvalidToolInput, message));
    to_execute(&failure.into(), &Attachments::new())
}

fn answer(content: Vec<ContentBlock>, structured: Value, ok: bool) -> CallToolResult {
    let mut result = if ok { CallToolResult::success(content) } else { CallToolResult::error(content) };
    result.structured_content = Some(structured);
    result
}

/// The schema of the structured content of `execute`: the JSON form of an execution result.
pub(super) fn output_schema() -> Map<String, Value> {
    let diagnostic = json!({
        "type": "object",
        "properties": {
            "kind": { "type": "string" },
            "message": { "type": "string" },
            "location": {
                "type": "object",
                "properties": { "line": { "type": "integer" }, "column": { "type": "integer" } },
            },
            "suggestions": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["kind", "message"],
    });
    let call = json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    let schema = json!({
        "type": "object",
        "properties": {
            "ok": { "type": "boolean", "description": "Whether the program returned" },
            "value": { "description": "What the program returned" },
            "error": diagnostic,
            "warnings": { "type": "array", "items": diagnostic },
            "logs": { "type": "array", "items": { "type": "string" } },
            "truncated": { "type": "boolean" },
            "toolCalls": { "type": "array", "items": call },
        },
        "required": ["ok", "toolCalls"],
    });
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use codemode::{Attachment, Rule, Success};

    fn blocks(result: &CallToolResult) -> Value {
        serde_json::to_value(&result.content).unwrap()
    }

    #[test]
    fn attachments_follow_the_text() {
        let attachments = Attachments::new();
        let attach = |media_type: &str| {
            attachments.add(Attachment {
                tool: "web.shot".into(),
                media_type: media_type.into(),
                uri: None,
                base64: "AA==".into(),
            })
        };
        for media_type in ["image/png", "audio/wav", "application/pdf"] {
            attach(media_type);
        }
        let result = to_execute(&Success { value: json!("done"), ..Success::default() }.into(), &attachments);
        assert_eq!(
            blocks(&result),
            json!([
                { "type": "text", "text": "done\n\nAttachments:\n- 1: image/png from web.shot\n- 2: audio/wav from web.shot\n\
            - 3: application/pdf from web.shot" },
                { "type": "image", "data": "AA==", "mimeType": "image/png" },
                { "type": "audio", "data": "AA==", "mimeType": "audio/wav" },
                { "type": "resource", "resource": { "uri": "attachment:3", "mimeType": "application/pdf", "blob": "AA==" } },
            ])
        );
        assert_eq!(result.structured_content.unwrap(), json!({ "ok": true, "value": "done", "toolCalls": [] }));
    }

    #[test]
    fn failures_are_errors() {
        let error = Diagnostic::new(DiagnosticKind::ToolFailure, "no").suggest("try x");
        let result = to_execute(&Failure::new(error.clone()).into(), &Attachments::new());
        assert_eq!(result.is_error, Some(true));
        assert_eq!(blocks(&result), json!([{ "type": "text", "text": "no\ntry x" }]));
        let refused = to_refused("no".into());
        assert_eq!((refused.is_error, refused.structured_content.unwrap()["ok"].as_bool()), (Some(true), Some(false)));
        let finding = |severity| Finding { rule: Rule::UnknownTool, severity, diagnostic: error.clone() };
        let checked = to_check(&[finding(Severity::Warning), finding(Severity::Error)]);
        assert_eq!(checked.is_error, Some(true));
        assert_eq!(blocks(&checked)[0]["text"], "warning: no\ntry x\n\nerror: no\ntry x");
        assert_eq!(checked.structured_content.unwrap()["findings"][0]["severity"], "warning");
        assert_eq!(to_check(&[finding(Severity::Warning)]).is_error, Some(false));
        assert_eq!(blocks(&to_check(&[]))[0]["text"], "No problems found.");
    }
}
