//! An MCP server inside the test, over streamable HTTP, whose tools do what tests need.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use codemode::{CodeMode, ExecutionResult, LiveCodeMode, ToolSet};
use codemode_mcp::{ConnectOptions, McpClient, McpServers};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, RoleServer, SubscriptionContext};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// The server's state, as the test sees it.
#[derive(Clone, Default)]
pub struct Upstream(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Speaks only the stateless protocol of 2026.
    is_modern: bool,
    announced: Notify,
    extra: Mutex<bool>,
    peers: Mutex<Vec<Peer<RoleServer>>>,
    hanging: Notify,
    cancelled: Notify,
}

impl Upstream {
    /// A server that knows no `initialize`.
    pub fn modern() -> Upstream {
        Upstream(Arc::new(Shared { is_modern: true, ..Shared::default() }))
    }

    /// Serves it and gives its address.
    pub async fn serve(&self) -> String {
        let this = self.clone();
        let service = StreamableHttpService::new(
            move || Ok(this.clone()),
            Arc::new(LocalSessionManager::default()),
            StreamableHttpServerConfig::default(),
        );
        let moved = axum::routing::any(|| async { axum::response::Redirect::temporary("/mcp") });
        serve(Router::new().route_service("/mcp", service).route("/moved", moved)).await + "/mcp"
    }

    /// Waits until a call hangs.
    pub async fn is_hanging(&self) {
        within("a call hangs", self.0.hanging.notified()).await;
    }

    /// Waits until a hanging call was cancelled.
    pub async fn was_cancelled(&self) {
        within("the call is cancelled", self.0.cancelled.notified()).await;
    }

    /// Adds a tool and announces it.
    pub async fn add_tool(&self) {
        *self.0.extra.lock().unwrap() = true;
        self.0.announced.notify_one();
        let peers = self.0.peers.lock().unwrap().clone();
        for peer in peers {
            peer.notify_tool_list_changed().await.unwrap();
        }
    }

    fn tools(&self) -> Vec<Value> {
        let object = json!({ "type": "object" });
        let mut tools = vec![
            json!({ "name": "echo", "description": "Echoes\nSecond line", "annotations": { "readOnlyHint": true },
                "inputSchema": { "type": "object", "properties": { "content": {}, "structured": {}, "isError": {} } } }),
            json!({ "name": "files.delete", "annotations": { "destructiveHint": true }, "inputSchema": object }),
            json!({ "name": "odd name/!", "title": "Odd", "inputSchema": object }),
            json!({ "name": "typed", "inputSchema": object, "outputSchema": { "type": "object",
                "properties": { "n": { "type": "number" } }, "required": ["n"] } }),
            json!({ "name": "hang", "inputSchema": object }),
            json!({ "name": "steps", "inputSchema": object }),
            json!({ "name": "refuses", "inputSchema": object }),
        ];
        if *self.0.extra.lock().unwrap() {
            tools.push(json!({ "name": "extra", "inputSchema": object }));
        }
        tools
    }
}

impl ServerHandler for Upstream {
    fn get_info(&self) -> ServerConfig {
        let all = ServerCapabilities::builder().enable_tools().enable_tool_list_changed();
        let all = all.enable_resources().enable_prompts().build();
        let config = ServerConfig::new(all).with_instructions("Tools for\ntests.\n\nMore about them.");
        if self.0.is_modern { config.with_protocol_version(ProtocolVersion::V_2026_07_28) } else { config }
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        match self.0.is_modern {
            true => Cow::Owned(vec![ProtocolVersion::V_2026_07_28]),
            false => Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS),
        }
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.0.announced.notified().await;
        context.sink().notify_tool_list_changed().await.unwrap();
        context.cancelled().await;
        Ok(())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Pages of three.
        let from: usize = request.and_then(|page| page.cursor).map_or(0, |cursor| cursor.parse().unwrap());
        let all = self.tools();
        let page = all.iter().skip(from).take(3).map(|tool| serde_json::from_value(tool.clone()).unwrap()).collect();
        let mut result = ListToolsResult::with_all_items(page);
        result.next_cursor = (from + 3 < all.len()).then(|| (from + 3).to_string());
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let text = |text: &str| CallToolResult::success(vec![ContentBlock::text(text)]);
        Ok(match &*request.name {
            "echo" => {
                let member = |name: &str| arguments.get(name).cloned().unwrap_or_default();
                let mut result = json!({ "content": member("content"), "isError": member("isError") == true });
                if let Some(structured) = arguments.get("structured") {
                    result["structuredContent"] = structured.clone();
                }
                serde_json::from_value::<CallToolResult>(result).unwrap()
            }
            "typed" => text("{\"n\":1}"),
            "hang" => {
                self.0.hanging.notify_one();
                context.ct.cancelled().await;
                self.0.cancelled.notify_one();
                text("too late")
            }
            "steps" => {
                let token = context.meta.get_progress_token().unwrap();
                for step in 1..=4 {
                    tokio::time::sleep(Duration::from_millis(150)).await;
                    let note = ProgressNotificationParam::new(token.clone(), f64::from(step))
                        .with_total(4.0)
                        .with_message(format!("step {step}"));
                    context.peer.notify_progress(note).await.unwrap();
                }
                text("all steps")
            }
            "refuses" => return Err(ErrorData::invalid_params("not with these arguments", None)),
            name => text(name),
        }
        .into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        // Two pages of one.
        let (uri, next) = match request.and_then(|page| page.cursor) {
            None => ("note:///a", Some("next")),
            Some(_) => ("note:///b", None),
        };
        Ok(made(json!({ "resources": [{ "uri": uri, "name": "a note", "_meta": { "x": 1 } }], "nextCursor": next })))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let contents = match uri.as_str() {
            "note:///a" => json!([{ "uri": uri, "mimeType": "text/plain", "text": "first note" }]),
            "note:///b" => json!([{ "uri": uri, "mimeType": "image/png", "blob": "AAAA" }]),
            _ => return Err(ErrorData::resource_not_found(format!("there is no {uri}"), None)),
        };
        Ok(made::<ReadResourceResult>(json!({ "contents": contents })).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let arguments = json!([{ "name": "name", "required": true }]);
        Ok(made(json!({ "prompts": [{ "name": "greet", "arguments": arguments }] })))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let name = request.arguments.unwrap_or_default().remove("name").unwrap_or_default();
        let content = json!({ "type": "text", "text": format!("Greet {}", name.as_str().unwrap_or("nobody")) });
        Ok(made::<GetPromptResult>(json!({ "messages": [{ "role": "user", "content": content }] })).into())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.0.peers.lock().unwrap().push(context.peer);
    }
}

fn made<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// Serves a router on a free port and gives its origin.
pub async fn serve(router: Router) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    origin
}

/// Waits, but not forever.
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(Duration::from_secs(20), future).await {
        Ok(value) => value,
        Err(_) => panic!("not in time: {what}"),
    }
}

/// Options that read no tokens of the person who runs the tests.
pub fn options() -> ConnectOptions {
    ConnectOptions { token_folder: None, ..ConnectOptions::default() }
}

/// Connects to the servers and makes a runtime of their tools.
pub async fn connect(servers: Value) -> (McpClient, LiveCodeMode) {
    let servers = McpServers::from_json(&servers).unwrap();
    let client = within("all servers have settled", McpClient::connect(&servers, options())).await;
    let live = CodeMode::builder(ToolSet::default()).live(client.sources()).await.unwrap();
    let follower = live.clone();
    tokio::spawn(async move { follower.follow().await });
    (client, live)
}

/// The value of a program that must succeed.
pub fn value(result: &ExecutionResult) -> Value {
    match result.value() {
        Some(value) => value.clone(),
        None => panic!("{}", result.to_text()),
    }
}

/// The message of a program that must fail.
pub fn message(result: &ExecutionResult) -> String {
    match result.error() {
        Some(error) => error.message.clone(),
        None => panic!("{}", result.to_text()),
    }
}
