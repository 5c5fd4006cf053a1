//! Resources and prompts of a server as tools: what the server offers besides tools, where its entry asks for it.

use std::sync::Arc;

use codemode::{ConfigError, TextResults, Tool, ToolAnnotations, ToolContext, ToolError, ToolPolicy};
use rmcp::model::{
    ClientRequest, GetPromptRequest, GetPromptRequestParams, ListPromptsRequest, ListResourceTemplatesRequest,
    ListResourcesRequest, PaginatedRequestParams, ReadResourceRequest, ReadResourceRequestParams, ServerCapabilities,
};
use serde_json::{Value, json};

use super::content;
use super::server::Server;
use super::tools::PAGES;

/// A tool that no server lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    ListResources,
    ReadResource,
    ListPrompts,
    GetPrompt,
}

/// What a server could offer if its entry asked for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Offers {
    pub(super) resources: bool,
    pub(super) prompts: bool,
}

impl Offers {
    pub(super) fn of(capabilities: Option<&ServerCapabilities>) -> Offers {
        Offers {
            resources: capabilities.is_some_and(|known| known.resources.is_some()),
            prompts: capabilities.is_some_and(|known| known.prompts.is_some()),
        }
    }

    /// The tools that an entry with these settings gets, as far as its policy allows them.
    pub(super) fn wanted(self, resources: bool, prompts: bool, policy: &ToolPolicy) -> Vec<Extra> {
        let of_resources = (self.resources && resources).then_some([Extra::ListResources, Extra::ReadResource]);
        let of_prompts = (self.prompts && prompts).then_some([Extra::ListPrompts, Extra::GetPrompt]);
        let all = of_resources.into_iter().chain(of_prompts).flatten();
        all.filter(|extra| policy.allows(extra.name(), READS)).collect()
    }
}

/// They change nothing.
const READS: ToolAnnotations =
    ToolAnnotations { read_only: Some(true), destructive: Some(false), idempotent: Some(true), open_world: None };

impl Extra {
    pub(super) fn name(self) -> &'static str {
        match self {
            Extra::ListResources => "listResources",
            Extra::ReadResource => "readResource",
            Extra::ListPrompts => "listPrompts",
            Extra::GetPrompt => "getPrompt",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Extra::ListResources => "List the resources of this server, and the templates for addresses of more",
            Extra::ReadResource => "Read a resource: its text, or a description of its attached bytes",
            Extra::ListPrompts => "List the prompts of this server with their arguments",
            Extra::GetPrompt => "Get the messages of a prompt",
        }
    }

    fn input(self) -> Value {
        let text = || json!({ "type": "string" });
        let (properties, required) = match self {
            Extra::ListResources | Extra::ListPrompts => (json!({}), json!([])),
            Extra::ReadResource => (json!({ "uri": text() }), json!(["uri"])),
            Extra::GetPrompt => {
                let values = json!({ "type": "object", "additionalProperties": text() });
                (json!({ "name": text(), "arguments": values }), json!(["name"]))
            }
        };
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }

    fn output(self) -> Option<Value> {
        let text = || json!({ "type": "string" });
        let list = |item: Value| json!({ "type": "array", "items": item });
        let object = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required });
        match self {
            Extra::ListResources => {
                let resource = json!({ "uri": text(), "name": text(), "description": text(), "mimeType": text() });
                let template = json!({ "uriTemplate": text(), "name": text(), "description": text() });
                let resources = list(object(resource, json!(["uri", "name"])));
                let templates = list(object(template, json!(["uriTemplate", "name"])));
                Some(object(
                    json!({ "resources": resources, "templates": templates }),
                    json!(["resources", "templates"]),
                ))
            }
            Extra::ReadResource => None,
            Extra::ListPrompts => {
                let argument = object(json!({ "name": text(), "required": { "type": "boolean" } }), json!(["name"]));
                let prompt = json!({ "name": text(), "description": text(), "arguments": list(argument) });
                Some(list(object(prompt, json!(["name"]))))
            }
            Extra::GetPrompt => {
                let message = object(json!({ "role": text(), "content": {} }), json!(["role", "content"]));
                Some(object(json!({ "description": text(), "messages": list(message) }), json!(["messages"])))
            }
        }
    }

    /// The tool that asks `server`.
    pub(super) fn tool(self, server: &Arc<Server>) -> Result<Tool, ConfigError> {
        let mut builder = Tool::raw(self.name()).description(self.description()).annotations(READS).input(self.input());
        if let Some(output) = self.output() {
            builder = builder.output(output);
        }
        let server = server.clone();
        builder.run_with_context(move |context, input| {
            let server = server.clone();
            async move { self.answer(&server, &input, &context).await }
        })
    }

    async fn answer(self, server: &Server, input: &Value, context: &ToolContext) -> Result<Value, ToolError> {
        let text = |name: &str| {
            let value = input.get(name).and_then(Value::as_str).map(str::to_owned);
            value.ok_or_else(|| ToolError::invalid_input(format!("`{name}` must be a string")))
        };
        match self {
            Extra::ListResources => {
                let resources = |page| ClientRequest::ListResourcesRequest(ListResourcesRequest::with_param(page));
                let templates =
                    |page| ClientRequest::ListResourceTemplatesRequest(ListResourceTemplatesRequest::with_param(page));
                let resources = all_pages(server, context, "resources", resources).await?;
                // Servers without templates need not know the method.
                let templates = all_pages(server, context, "resourceTemplates", templates).await.unwrap_or_default();
                Ok(json!({ "resources": resources, "templates": templates }))
            }
            Extra::ReadResource => {
                let params = ReadResourceRequestParams::new(text("uri")?);
                let request = ClientRequest::ReadResourceRequest(ReadResourceRequest::new(params));
                let result = server.request(request, context).await?;
                let texts = if server.config().text_as_json() { TextResults::ParseJson } else { TextResults::Keep };
                Ok(content::resource(result, texts, context))
            }
            Extra::ListPrompts => {
                let prompts = |page| ClientRequest::ListPromptsRequest(ListPromptsRequest::with_param(page));
                all_pages(server, context, "prompts", prompts).await.map(Value::Array)
            }
            Extra::GetPrompt => {
                let mut params = GetPromptRequestParams::new(text("name")?);
                if let Some(arguments) = input.get("arguments") {
                    let Value::Object(arguments) = arguments else {
                        return Err(ToolError::invalid_input("`arguments` must be an object"));
                    };
                    params = params.with_arguments(arguments.clone());
                }
                let request = ClientRequest::GetPromptRequest(GetPromptRequest::new(params));
                Ok(content::prompt(server.request(request, context).await?, context))
            }
        }
    }
}

/// All entries of a list, without what is only for clients.
async fn all_pages(
    server: &Server,
    context: &ToolContext,
    member: &str,
    request: impl Fn(PaginatedRequestParams) -> ClientRequest,
) -> Result<Vec<Value>, ToolError> {
    let mut entries = Vec::new();
    let mut cursor: Option<String> = None;
    for _ in 0..PAGES {
        let page = request(PaginatedRequestParams::default().with_cursor(cursor.clone()));
        let mut page = server.request(page, context).await?;
        if let Some(Value::Array(more)) = page.get_mut(member).map(Value::take) {
            entries.extend(more.into_iter().map(plain));
        }
        let next = page.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
        if next.is_none() || next == cursor {
            break;
        }
        cursor = next;
    }
    Ok(entries)
}

fn plain(mut entry: Value) -> Value {
    if let Some(members) = entry.as_object_mut() {
        members.retain(|name, _| !["_meta", "icons", "annotations"].contains(&name.as_str()));
    }
    entry
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn tools_are_made_of_what_is_offered_and_wanted_and_allowed() {
        let both = Offers { resources: true, prompts: true };
        let all = ToolPolicy::default();
        let names = |offers: Offers, resources, prompts, policy: &ToolPolicy| {
            offers.wanted(resources, prompts, policy).into_iter().map(Extra::name).collect::<Vec<_>>()
        };
        assert_eq!(names(both, true, true, &all), ["listResources", "readResource", "listPrompts", "getPrompt"]);
        assert_eq!(names(both, false, true, &all), ["listPrompts", "getPrompt"]);
        assert_eq!(names(Offers::default(), true, true, &all), [""; 0]);
        let policy: ToolPolicy = serde_json::from_value(json!({ "deny": ["list*"] })).unwrap();
        assert_eq!(names(both, true, false, &policy), ["readResource"]);
        let policy: ToolPolicy = serde_json::from_value(json!({ "allow": ["*@readOnly"] })).unwrap();
        assert_eq!(names(both, true, false, &policy), ["listResources", "readResource"]);
    }
}
