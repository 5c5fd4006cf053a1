//! The server side: a runtime as an MCP server whose main tool runs programs.
//!
//! The instructions are the description of `execute`, because that is what every client shows to its model. Tools may
//! come and go; each program runs on those that were there when it began.

mod answer;
mod connections;
mod http;
mod metrics;
mod progress;
mod stdio;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use codemode::{LiveCodeMode, SearchRequest};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, InitializeRequestParams, InitializeResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig as ServerInfo, SubscriptionFilter, Tool,
    ToolAnnotations,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use crate::client::ServerStatus;
use metrics::{Ending, Metrics};
use progress::Watch;

pub use http::{HttpOptions, HttpServeError, serve_http};
pub use stdio::serve_stdio;

/// Reports how the MCP servers behind the runtime are, for `/metrics`.
pub type StatusReport = Arc<dyn Fn() -> Vec<ServerStatus> + Send + Sync>;

/// Settings of a server.
#[derive(Clone, Default)]
pub struct ServeOptions {
    /// Whether clients also find the tool `check`, which finds mistakes in a program without running it.
    pub check_tool: bool,
    /// Programs that may run at the same time; others wait for a place. Unset, any number.
    pub max_programs: Option<usize>,
    /// How the MCP servers behind the runtime are.
    pub status: Option<StatusReport>,
}

impl std::fmt::Debug for ServeOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServeOptions")
            .field("check_tool", &self.check_tool)
            .field("max_programs", &self.max_programs)
            .finish_non_exhaustive()
    }
}

/// A runtime as an MCP server, over any transport. Cheap to clone; clones share everything.
#[derive(Clone)]
pub struct McpServer {
    inner: Arc<Inner>,
    /// The version of the tools when the session of this clone began.
    known: Arc<AtomicU64>,
}

struct Inner {
    live: LiveCodeMode,
    options: ServeOptions,
    /// Places for programs.
    places: Option<Semaphore>,
    metrics: Metrics,
}

/// What a client is told about the server as a whole; the tools' descriptions say the rest.
const ABOUT: &str = "Runs small programs that call many tools at once. Read the description of `execute` first.";

impl McpServer {
    /// A server for programs over the tools of `live`. The caller keeps [`LiveCodeMode::follow`] running.
    pub fn new(live: LiveCodeMode, options: ServeOptions) -> McpServer {
        let places = options.max_programs.map(|most| Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS)));
        let inner = Arc::new(Inner { live, options, places, metrics: Metrics::default() });
        McpServer { inner, known: Arc::default() }
    }

    /// The server for one more session.
    fn session(&self) -> McpServer {
        McpServer { inner: self.inner.clone(), known: Arc::default() }
    }

    /// How many programs run at the moment.
    pub fn running(&self) -> usize {
        self.inner.metrics.running()
    }

    /// Counts and durations in the text format of Prometheus.
    pub fn metrics_text(&self) -> String {
        let status = self.inner.options.status.as_ref().map(|report| report()).unwrap_or_default();
        self.inner.metrics.text(self.tools(), &status)
    }

    fn tools(&self) -> usize {
        self.inner.live.current().discovery().tools().len()
    }

    /// The tools as clients see them now, each as the JSON of `tools/list`.
    pub fn tool_definitions(&self) -> Vec<Value> {
        self.tool_list().iter().filter_map(|tool| serde_json::to_value(tool).ok()).collect()
    }

    /// Models read names, descriptions and input schemas in every conversation: what a name says, is not said again.
    fn tool_list(&self) -> Vec<Tool> {
        let mut tools = vec![
            tool(
                "execute",
                self.inner.live.current().instructions(),
                json!({
                    "type": "object",
                    "properties": { "code": { "type": "string" } },
                    "required": ["code"],
                }),
            )
            .with_title("Run a program")
            .with_raw_output_schema(Arc::new(answer::output_schema()))
            .with_annotations(ToolAnnotations::new().open_world(true)),
            tool(
                "search",
                "`search` of programs, on its own: finds tools by intent and key nouns, or by path.",
                json!({
                    "type": "object",
                    "properties": {
                        "query": { "type": "string" },
                        "namespace": { "type": "string" },
                        "limit": { "type": "integer" },
                        "offset": { "type": "integer" },
                    },
                    "required": ["query"],
                }),
            )
            .with_title("Find tools")
            .with_annotations(ToolAnnotations::new().read_only(true).open_world(false)),
        ];
        if self.inner.options.check_tool {
            let check = tool(
                "check",
                "Finds mistakes in a program without running it",
                json!({
                    "type": "object",
                    "properties": { "code": { "type": "string" } },
                    "required": ["code"],
                }),
            );
            let hints = ToolAnnotations::new().read_only(true).open_world(false);
            tools.push(check.with_title("Check a program").with_annotations(hints));
        }
        tools
    }

    async fn execute(
        &self,
        arguments: Map<String, Value>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let code = match code("execute", arguments) {
            Ok(code) => code,
            Err(reason) => return Ok(answer::to_refused(reason).into()),
        };
        let cancelled = || ErrorData::internal_error("the request was cancelled", None);
        let _place = match &self.inner.places {
            Some(places) => tokio::select! {
                place = places.acquire() => place.ok(),
                () = context.ct.cancelled() => return Err(cancelled()),
            },
            None => None,
        };
        let mut watch = Watch::new(&self.inner, &context);
        let runtime = self.inner.live.current().observed(watch.observer());
        let running = self.inner.metrics.start();
        let result = {
            // Dropping the execution interrupts its calls, which cancels them at the servers behind.
            let mut execution = std::pin::pin!(runtime.execute(&code));
            tokio::select! {
                biased;
                () = context.ct.cancelled() => None,
                result = &mut execution => Some(result),
                () = watch.report() => None,
            }
        };
        let Some(result) = result else {
            running.end(Ending::Cancelled);
            return Err(cancelled());
        };
        running.end(if result.is_ok() { Ending::Success } else { Ending::Failure });
        Ok(answer::to_execute(&result, watch.attachments()).into())
    }

    fn search(&self, arguments: Map<String, Value>) -> CallToolResponse {
        match SearchRequest::from_json(&Value::Object(arguments)) {
            Err(reason) => answer::to_refused(reason.to_string()).into(),
            Ok(request) => {
                self.inner.metrics.searched();
                answer::to_search(&self.inner.live.current().discovery().search(&request)).into()
            }
        }
    }

    fn check(&self, arguments: Map<String, Value>) -> CallToolResponse {
        match code("check", arguments) {
            Err(reason) => answer::to_refused(reason).into(),
            Ok(code) => answer::to_check(&self.inner.live.current().check(&code)).into(),
        }
    }
}

/// The program among the arguments.
fn code(tool: &str, mut arguments: Map<String, Value>) -> Result<String, String> {
    let given = match arguments.remove("code") {
        Some(Value::String(code)) => return Ok(code),
        Some(_) => "`code` is no string".to_owned(),
        None if arguments.is_empty() => "there is no `code`".to_owned(),
        None => {
            let names: Vec<String> = arguments.keys().map(|name| format!("`{name}`")).collect();
            format!("there is no `code`, only {}", names.join(", "))
        }
    };
    Err(format!("Invalid input for tool '{tool}': {given}; give the program as {{ \"code\": \"…\" }}"))
}

fn tool(name: &'static str, description: &str, schema: Value) -> Tool {
    let schema = match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    };
    Tool::new(name, description.to_owned(), Arc::new(schema))
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerInfo {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        let this = Implementation::new("codemode", env!("CARGO_PKG_VERSION")).with_title("codemode");
        ServerInfo::new(capabilities).with_server_info(this).with_instructions(ABOUT)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.known.store(self.inner.live.changes().version(), Ordering::Relaxed);
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tool_list()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tool_list().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        match &*request.name {
            "execute" => self.execute(arguments, context).await,
            "search" => Ok(self.search(arguments)),
            "check" if self.inner.options.check_tool => Ok(self.check(arguments)),
            other => {
                let known: Vec<String> = self.tool_list().iter().map(|tool| format!("`{}`", tool.name)).collect();
                let known = known.join(", ");
                let message = format!(
                    "there is no tool `{other}`, only {known}; other tools are called inside a program given to `execute`"
                );
                Err(ErrorData::invalid_params(message, None))
            }
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let (changes, peer) = (self.inner.live.changes().clone(), context.peer);
        let mut known = self.known.load(Ordering::Relaxed);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    version = changes.after(known) => {
                        known = version;
                        if peer.notify_tool_list_changed().await.is_err() {
                            return;
                        }
                    }
                    // A client that has gone says nothing, and tools may never change.
                    () = tokio::time::sleep(std::time::Duration::from_secs(30)) => {
                        if peer.is_transport_closed() {
                            return;
                        }
                    }
                }
            }
        });
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let wanted = requested.tools_list_changed == Some(true);
        wanted.then(|| SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let changes = self.inner.live.changes();
        let mut known = changes.version();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                version = changes.after(known) => known = version,
            }
            if context.sink().notify_tool_list_changed().await.is_err() {
                return Ok(());
            }
        }
    }
}

impl std::fmt::Debug for McpServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpServer").field("options", &self.inner.options).finish_non_exhaustive()
    }
}
