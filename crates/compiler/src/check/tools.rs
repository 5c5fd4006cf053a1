//! Calls of tools, and promises that nothing waits for.

use codemode_bytecode::Span;

use super::facts::{Callee, Facts, ToolCall};
use super::{CheckOptions, FindingKind, Findings, KnownTool};
use codemode_bytecode::{did_you_mean, nearest};

/// Names that every object has; calling them on a namespace calls no tool.
const OF_EVERY_OBJECT: [&str; 7] =
    ["hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf", "constructor"];

pub(super) fn check(facts: &Facts<'_>, options: &CheckOptions, findings: &mut Findings<'_>) {
    unawaited(facts, findings);
    let Some(tools) = &options.tools else { return };
    for call in &facts.tool_calls {
        let path = call.path.join(".");
        match tools.iter().find(|tool| tool.path == path) {
            Some(tool) => arguments(tool, call, findings),
            None if call.path.last().is_some_and(|name| OF_EVERY_OBJECT.contains(name)) => {}
            None => unknown(tools, &path, call.span, findings),
        }
    }
}

fn unknown(tools: &[KnownTool], path: &str, span: Span, findings: &mut Findings<'_>) {
    let below = format!("{path}.");
    let members: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool.path.strip_prefix(&below))
        .map(|rest| rest.split('.').next().unwrap_or(rest))
        .collect();
    if !members.is_empty() {
        let suggestion = did_you_mean(&members[..members.len().min(3)], &format!("tools.{below}"));
        findings.report(
            FindingKind::UnknownTool,
            span,
            format!("`tools.{path}` is a namespace, not a tool"),
            suggestion,
        );
        return;
    }
    let mut near = nearest(path, tools.iter().map(|tool| tool.path.as_str()));
    if near.is_empty() {
        // The right name in the wrong place.
        let name = path.rsplit('.').next().unwrap_or(path);
        near = tools
            .iter()
            .map(|tool| tool.path.as_str())
            .filter(|other| other.rsplit('.').next() == Some(name))
            .take(3)
            .collect();
    }
    let suggestion = did_you_mean(&near, "tools.");
    findings.report(FindingKind::UnknownTool, span, format!("there is no tool `tools.{path}`"), suggestion);
}

fn arguments(tool: &KnownTool, call: &ToolCall<'_>, findings: &mut Findings<'_>) {
    let Some(arguments) = &call.arguments else { return };
    if let Some(extra) = arguments.get(1) {
        let message = format!("`tools.{}` takes one object, not {} arguments", tool.path, arguments.len());
        let suggestion = Some("put everything into one object: `{ name: value }`".to_owned());
        findings.report(FindingKind::InvalidToolInput, extra.span, message, suggestion);
        return;
    }
    let Some(input) = &tool.input else { return };
    let mut problems = Vec::new();
    input.compare(arguments.first(), call.span, &mut problems);
    for problem in problems {
        let message = format!("`tools.{}`: {}", tool.path, problem.message);
        findings.report(FindingKind::InvalidToolInput, problem.span, message, problem.suggestion);
    }
}

/// Calls of tools, or of async functions that use tools, whose promise is dropped: what they do may be cut short, and
/// their failure is only a warning.
fn unawaited(facts: &Facts<'_>, findings: &mut Findings<'_>) {
    let uses_tools = |span: Span| facts.tools_uses.iter().any(|at| span.start <= at.start && at.end <= span.end);
    for discarded in &facts.discarded {
        let name = match discarded.callee {
            Callee::Tool(callee) => Some(callee),
            Callee::Symbol(symbol, callee) => {
                facts.async_functions.get(&symbol).filter(|function| uses_tools(**function)).map(|_| callee)
            }
            Callee::Function(function) => uses_tools(function).then(Span::default),
        };
        let Some(name) = name else { continue };
        let name = name.text(findings.source);
        let what = if name.is_empty() { "this async function".to_owned() } else { format!("`{name}(…)`") };
        findings.report(
            FindingKind::UnawaitedPromise,
            discarded.span,
            format!("nothing waits for the promise of {what}; it is interrupted when the program ends"),
            Some(if name.is_empty() {
                "write `await` before it".to_owned()
            } else {
                format!("write `await {name}(…)`")
            }),
        );
    }
}
