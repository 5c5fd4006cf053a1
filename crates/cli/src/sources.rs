//! The dynamic sources of tools that a configuration and the command line name.

use std::sync::Arc;
use std::time::Duration;

use codemode::{BoxFuture, Group, ToolError, ToolSource};
use codemode_mcp::{ConnectOptions, McpClient};

use crate::openapi;
use crate::setup::Setup;

/// Connects to the MCP servers of a configuration. None is started when there is none. Listing their tools waits for
/// their start, within `patience`.
pub fn connect(setup: &Setup, patience: Option<Duration>) -> Option<McpClient> {
    if setup.config.mcp_servers.is_empty() {
        return None;
    }
    let options = ConnectOptions { patience, ..connect_options(setup) };
    Some(McpClient::start(&setup.config.mcp_servers, options))
}

/// How MCP servers are reached.
pub fn connect_options(setup: &Setup) -> ConnectOptions {
    let base_folder = setup.file.as_ref().map(|file| file.folder().to_owned());
    ConnectOptions { base_folder, ..ConnectOptions::default() }
}

/// The OpenAPI documents.
pub fn documents(setup: &Setup) -> Vec<Arc<dyn ToolSource>> {
    let mut sources: Vec<Arc<dyn ToolSource>> = Vec::new();
    for document in &setup.documents {
        sources.push(Arc::new(DocumentSource(document.clone())));
    }
    for (name, reason) in &setup.broken_documents {
        sources.push(Arc::new(Broken { name: name.clone(), reason: reason.clone() }));
    }
    sources
}

/// An OpenAPI document. It is read when its tools are asked for.
struct DocumentSource(openapi::Source);

impl ToolSource for DocumentSource {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
        Box::pin(async {
            let mut api = openapi::load_in_runtime(&self.0).await.map_err(ToolError::new)?;
            api.retain(|tool| self.0.policy.allows_tool(tool));
            if api.tools().is_empty() {
                let document = &self.0.document;
                let hint = format!("{document} gives no tools; `codemode openapi inspect {document}` says why");
                return Err(ToolError::new(hint));
            }
            let group = api.group(self.0.name.clone());
            Ok(match &self.0.description {
                Some(text) => group.description(text.clone()),
                None => group,
            })
        })
    }
}

/// A document that cannot be used: it takes no other source down.
struct Broken {
    name: String,
    reason: String,
}

impl ToolSource for Broken {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
        Box::pin(async { Err(ToolError::new(self.reason.clone())) })
    }
}
