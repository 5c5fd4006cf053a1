//! `codemode openapi inspect`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use codemode::{Signature, TypeStyle};
use codemode_openapi::{Api, ApiTool};
use serde_json::{Value, json};

use super::InspectOptions;
use super::sources::{load, single};

/// Operations that are listed for each reason; `--json` has all.
const SHOWN_PER_KIND: usize = 20;

pub fn main(options: &InspectOptions) -> Result<String, String> {
    let api = load(single(&options.document, &options.call)?)?;
    if options.json {
        let text = serde_json::to_string_pretty(&as_json(&api)).map_err(|error| error.to_string())?;
        return Ok(format!("{text}\n"));
    }
    Ok(as_text(&api))
}

fn as_json(api: &Api) -> Value {
    let tool = |tool: &ApiTool| {
        json!({
            "name": tool.tool.name(),
            "method": tool.operation.method,
            "path": tool.operation.path,
            "signature": signature(tool, TypeStyle::Compact),
        })
    };
    json!({
        "title": api.title(),
        "operations": api.operations(),
        "tools": api.tools().len(),
        "skipped": api.skipped(),
        "skippedByKind": api.skipped_by_kind(),
        "externalReferences": api.external_references(),
        "signatures": api.tools().iter().map(tool).collect::<Vec<_>>(),
    })
}

fn as_text(api: &Api) -> String {
    let mut text = String::new();
    if !api.title().is_empty() {
        let _ = writeln!(text, "{}", api.title());
    }
    let (operations, tools, skipped) = (api.operations(), api.tools().len(), api.skipped().len());
    let _ = writeln!(text, "{operations} operations: {tools} tools, {skipped} skipped");
    for (kind, count) in api.skipped_by_kind() {
        let _ = writeln!(text, "\n{kind}: {count}");
        let all = api.skipped().iter().filter(|skipped| skipped.kind.as_str() == kind);
        for skipped in all.take(SHOWN_PER_KIND) {
            let _ = writeln!(text, "  {} {}: {}", skipped.method, skipped.path, skipped.reason);
        }
        if count > SHOWN_PER_KIND {
            let _ = writeln!(text, "  … and {} more; --json has all", count - SHOWN_PER_KIND);
        }
    }
    let external = api.external_references();
    if !external.is_empty() {
        let _ = writeln!(text, "\n{} references lead outside the document and are not followed:", external.len());
        for reference in external.iter().take(SHOWN_PER_KIND) {
            let _ = writeln!(text, "  {reference}");
        }
        if external.len() > SHOWN_PER_KIND {
            let _ = writeln!(text, "  … and {} more; --json has all", external.len() - SHOWN_PER_KIND);
        }
    }
    if tools > 0 {
        text.push('\n');
        tree(&mut text, api);
    }
    text
}

/// A node of the tree of names, in the order in which names first appear.
#[derive(Default)]
struct Node<'t> {
    order: Vec<&'t str>,
    children: BTreeMap<&'t str, Node<'t>>,
    tool: Option<&'t ApiTool>,
}

fn tree(text: &mut String, api: &Api) {
    let mut root = Node::default();
    for tool in api.tools() {
        let mut node = &mut root;
        for segment in tool.tool.name().split('.') {
            if !node.children.contains_key(segment) {
                node.order.push(segment);
            }
            node = node.children.entry(segment).or_default();
        }
        node.tool = Some(tool);
    }
    // Names have few segments, but the walk keeps its own stack all the same.
    let mut pending: Vec<(usize, &str, &Node<'_>)> =
        root.order.iter().rev().filter_map(|name| Some((0, *name, root.children.get(name)?))).collect();
    while let Some((depth, name, node)) = pending.pop() {
        let indent = "  ".repeat(depth);
        match node.tool {
            Some(tool) => {
                let signature = signature(tool, TypeStyle::Compact);
                // Only the last segment: the ones before it are the nodes above.
                let at = signature.find(['(', '<']).unwrap_or(0);
                let _ = writeln!(text, "{indent}{name}{}", signature.get(at..).unwrap_or_default());
                let _ = writeln!(text, "{indent}    {} {}", tool.operation.method, tool.operation.path);
            }
            None => _ = writeln!(text, "{indent}{name}"),
        }
        pending.extend(node.order.iter().rev().filter_map(|name| Some((depth + 1, *name, node.children.get(name)?))));
    }
}

fn signature(tool: &ApiTool, style: TypeStyle) -> String {
    Signature::of(tool.tool.name(), &tool.tool, style).call
}
