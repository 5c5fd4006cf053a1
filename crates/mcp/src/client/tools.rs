//! From a server's list of tools to tools of programs.
//!
//! The list is read as JSON, tool by tool: one odd entry costs that entry, not the list.

use std::collections::HashSet;
use std::sync::Arc;

use codemode::{Group, Tool, ToolAnnotations, ToolPolicy};
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde_json::{Map, Value, json};

use super::content;
use super::resources::{Extra, Offers};
use super::server::Server;

/// Pages that are followed; a server whose cursors never end must not hang the start.
pub(super) const PAGES: usize = 1000;
/// Characters of a server's own description that are kept for its namespace.
const DESCRIPTION: usize = 2000;

/// What a server offers, after the policy.
#[derive(Debug, Default)]
pub(super) struct Listing {
    tools: Vec<Definition>,
    /// Tools of resources and prompts.
    extras: Vec<Extra>,
    /// What the server offers besides tools.
    pub(super) offers: Offers,
    /// Entries that could not be used, for the host.
    pub(super) problems: Vec<String>,
}

impl Listing {
    /// How many tools programs get.
    pub(super) fn len(&self) -> usize {
        self.tools.len() + self.extras.len()
    }

    /// Adds tools of resources and prompts; a tool that the server itself calls so comes first.
    pub(super) fn add(&mut self, extras: &[Extra]) {
        let is_free = |extra: &&Extra| self.tools.iter().all(|tool| tool.path != extra.name());
        self.extras = extras.iter().filter(is_free).copied().collect();
    }
}

/// One tool of a server.
#[derive(Debug)]
pub(super) struct Definition {
    /// The name on the server.
    name: String,
    /// The canonical path inside the server's namespace.
    path: String,
    description: String,
    keywords: String,
    input: Value,
    output: Option<Value>,
    annotations: ToolAnnotations,
}

/// Asks for all pages of the list.
pub(super) async fn list(peer: &Peer<RoleClient>, policy: &ToolPolicy) -> Result<Listing, ServiceError> {
    let mut listing = Listing::default();
    let mut paths = HashSet::new();
    let mut cursor: Option<String> = None;
    for _ in 0..PAGES {
        let params = PaginatedRequestParams::default().with_cursor(cursor.clone());
        let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
        let page = as_json(peer.send_request(request).await?);
        let entries = page.get("tools").and_then(Value::as_array).ok_or(ServiceError::UnexpectedResponse)?;
        for entry in entries {
            match Definition::of(entry) {
                Ok(tool) if !policy.allows(&tool.name, tool.annotations) => {}
                Ok(tool) if !paths.insert(tool.path.clone()) => {
                    listing.problems.push(format!("two tools are called `{}`; the first is used", tool.name));
                }
                Ok(tool) => listing.tools.push(tool),
                Err(problem) => listing.problems.push(problem),
            }
        }
        let next = page.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
        if next.is_none() || next == cursor {
            return Ok(listing);
        }
        cursor = next;
    }
    listing.problems.push(format!("the list of tools does not end; the first {PAGES} pages are used"));
    Ok(listing)
}

/// A result as it came over the wire.
pub(super) fn as_json(result: ServerResult) -> Value {
    match result {
        ServerResult::CustomResult(custom) => custom.0,
        // These types come from JSON; turning them back cannot fail.
        result => serde_json::to_value(result).unwrap_or_default(),
    }
}

impl Definition {
    fn of(entry: &Value) -> Result<Definition, String> {
        let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default().trim();
        let name = entry.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let name = name.ok_or("a tool has no name and is left out")?;
        let annotations = entry.get("annotations").unwrap_or(&Value::Null);
        let hint = |name: &str| annotations.get(name).and_then(Value::as_bool);
        let title = match text("title") {
            "" => annotations.get("title").and_then(Value::as_str).unwrap_or_default(),
            title => title,
        };
        let description = match text("description") {
            "" => title,
            description => description,
        };
        let schema = |name: &str| entry.get(name).filter(|schema| schema.is_object()).cloned();
        let input = schema("inputSchema").filter(describes_an_object);
        Ok(Definition {
            name: name.to_owned(),
            path: canonical(name),
            description: description.to_owned(),
            keywords: format!("{title} {name}"),
            input: input.unwrap_or_else(|| json!({ "type": "object", "additionalProperties": true })),
            output: schema("outputSchema"),
            annotations: ToolAnnotations {
                read_only: hint("readOnlyHint"),
                destructive: hint("destructiveHint"),
                idempotent: hint("idempotentHint"),
                open_world: hint("openWorldHint"),
            },
        })
    }

    /// The tool that calls `server`.
    fn tool(&self, server: &Arc<Server>) -> Result<Tool, codemode::ConfigError> {
        let mut builder = Tool::raw(&self.path)
            .description(&self.description)
            .keywords(&self.keywords)
            .annotations(self.annotations)
            .input(self.input.clone());
        if let Some(output) = &self.output {
            builder = builder.output(output.clone());
        }
        let text_results = content::text_results(server.config().text_as_json(), self.output.is_some());
        let (server, name): (Arc<Server>, Arc<str>) = (server.clone(), self.name.as_str().into());
        builder.run_with_context(move |context, input| {
            let (server, name) = (server.clone(), name.clone());
            async move {
                let result = server.call(&name, input, &context).await?;
                content::outcome(result, text_results, &context)
            }
        })
    }
}

fn describes_an_object(schema: &Value) -> bool {
    match schema.get("type") {
        None => true,
        Some(Value::Array(types)) => types.iter().any(|one| one == "object"),
        Some(one) => one == "object",
    }
}

/// The canonical path of a name: dots separate namespaces, empty pieces become `_`, other characters stay, since any
/// can stand in brackets.
pub(super) fn canonical(name: &str) -> String {
    let pieces: Vec<&str> = name.split('.').map(|piece| if piece.is_empty() { "_" } else { piece }).collect();
    pieces.join(".")
}

/// The namespace of a server with its tools, and the tools that could not be made.
pub(super) fn group(server: &Arc<Server>, description: &str, listing: &Listing) -> Group {
    let mut group = Group::new(canonical(server.name())).description(description);
    let own = listing.tools.iter().map(|definition| (definition.name.as_str(), definition.tool(server)));
    let extras = listing.extras.iter().map(|extra| (extra.name(), extra.tool(server)));
    for (name, tool) in own.chain(extras) {
        match tool {
            Ok(tool) => group = group.tool(tool),
            // Without validation a raw tool has nothing that could be refused.
            Err(error) => tracing::warn!(server = server.name(), tool = name, %error, "tool left out"),
        }
    }
    group
}

/// The first paragraph of what a server says about itself.
pub(super) fn own_description(instructions: Option<&str>, server_info: Option<&Map<String, Value>>) -> String {
    let about = |name: &str| server_info.and_then(|info| info.get(name)).and_then(Value::as_str).map(str::trim);
    let candidates = [instructions.map(str::trim), about("description"), about("title")];
    let text = candidates.into_iter().flatten().find(|text| !text.is_empty()).unwrap_or_default();
    // A heading says less than what follows it.
    let mut paragraphs = text.split("\n\n").map(|paragraph| {
        let lines = paragraph.lines().filter(|line| !line.trim_start().starts_with('#'));
        lines.collect::<Vec<_>>().join(" ")
    });
    let paragraph = paragraphs.find(|paragraph| !paragraph.trim().is_empty());
    let paragraph = paragraph.unwrap_or_else(|| text.replace('#', " "));
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(DESCRIPTION).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_become_paths() {
        for (name, path) in
            [("a", "a"), ("issues.list", "issues.list"), ("a..b", "a._.b"), (".x", "_.x"), ("a/b c", "a/b c")]
        {
            assert_eq!(canonical(name), path);
        }
    }

    #[test]
    fn odd_entries_are_survived() {
        let tool = Definition::of(&json!({
            "name": "x",
            "title": "The X",
            "inputSchema": { "type": "string" },
            "outputSchema": 5,
            "annotations": { "readOnlyHint": true, "destructiveHint": "yes" }
        }))
        .unwrap();
        assert_eq!((tool.description.as_str(), tool.output.is_none()), ("The X", true));
        assert_eq!(tool.input, json!({ "type": "object", "additionalProperties": true }));
        assert_eq!((tool.annotations.read_only, tool.annotations.destructive), (Some(true), None));
        assert!(Definition::of(&json!({ "description": "nameless" })).is_err());
    }

    #[test]
    fn servers_describe_themselves_in_one_line() {
        let info = json!({ "name": "s", "title": "Server", "description": "" });
        assert_eq!(own_description(Some(" Use it\nwell.\n\nMore."), info.as_object()), "Use it well.");
        assert_eq!(own_description(None, info.as_object()), "Server");
        assert_eq!(
            own_description(Some("# Notes\n\n## Use\nAdd and\nfind notes.\n\nMore."), None),
            "Add and find notes."
        );
        assert_eq!(own_description(Some("# Notes"), None), "Notes");
        assert_eq!(own_description(Some("\n"), None), "");
    }
}
