//! The server side, seen by a client: tools, results, progress, cancellation, announcements, and the HTTP around it.
#![allow(clippy::unwrap_used)]

mod support;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use codemode::{
    BoxFuture, CodeMode, Group, LiveCodeMode, Tool, ToolChanges, ToolContext, ToolError, ToolProgress, ToolSet,
    ToolSource,
};
use codemode_mcp::{HttpOptions, HttpServeError, McpServer, ServeOptions, serve_http, serve_stdio};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ProgressNotificationParam, ServerResult,
};
use rmcp::service::{NotificationContext, PeerRequestOptions, RoleClient, RunningService};
use rmcp::{ClientHandler, ServiceExt};
use serde_json::{Value, json};
use support::within;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

/// What the tools of the tests tell the tests.
#[derive(Clone, Default)]
struct Probe {
    hanging: Arc<Notify>,
    cancelled: Arc<Notify>,
}

struct Fires(Arc<Notify>);

impl Drop for Fires {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

fn tools(probe: &Probe) -> ToolSet {
    let probe = probe.clone();
    let add = Tool::raw("math.add")
        .description("Adds two numbers")
        .run(|input: Value| async move { Ok(json!(input["a"].as_f64().unwrap() + input["b"].as_f64().unwrap())) });
    let hang = Tool::raw("slow.hang").run(move |_| {
        let probe = probe.clone();
        async move {
            let _fires = Fires(probe.cancelled.clone());
            probe.hanging.notify_one();
            std::future::pending().await
        }
    });
    let step = Tool::raw("slow.step").run_with_context(|call: ToolContext, _| async move {
        call.report_progress(ToolProgress { progress: 1.0, total: Some(2.0), message: Some("half".into()) });
        tokio::time::sleep(Duration::from_millis(400)).await;
        Ok(json!("stepped"))
    });
    ToolSet::new([add.unwrap(), hang.unwrap(), step.unwrap()]).unwrap()
}

/// A source whose one tool can be renamed.
struct Renamed {
    name: Mutex<String>,
    changes: ToolChanges,
}

impl ToolSource for Renamed {
    fn name(&self) -> &str {
        "dyn"
    }

    fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
        Box::pin(async {
            let tool = Tool::raw(self.name.lock().unwrap().clone()).run(|_| async { Ok(Value::Null) }).unwrap();
            Ok(Group::new("dyn").tool(tool))
        })
    }

    fn changes(&self) -> Option<&ToolChanges> {
        Some(&self.changes)
    }
}

async fn server(probe: &Probe) -> (McpServer, Arc<Renamed>) {
    server_with(probe, ServeOptions { check_tool: true, ..ServeOptions::default() }).await
}

async fn server_with(probe: &Probe, options: ServeOptions) -> (McpServer, Arc<Renamed>) {
    let source = Arc::new(Renamed { name: Mutex::new("old".into()), changes: ToolChanges::new() });
    let sources = [source.clone() as Arc<dyn ToolSource>];
    let live: LiveCodeMode = CodeMode::builder(tools(probe)).live(sources).await.unwrap();
    let follower = live.clone();
    tokio::spawn(async move { follower.follow().await });
    (McpServer::new(live, options), source)
}

/// A client that passes on what it is notified of.
#[derive(Clone)]
struct Listener {
    progress: mpsc::UnboundedSender<ProgressNotificationParam>,
    changed: Arc<Notify>,
}

impl ClientHandler for Listener {
    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let _ = self.progress.send(progress);
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }
}

type Client = RunningService<RoleClient, Listener>;

async fn connect(server: McpServer) -> (Client, mpsc::UnboundedReceiver<ProgressNotificationParam>) {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    tokio::spawn(serve_stdio(server, input, output, CancellationToken::new()));
    let (progress, notes) = mpsc::unbounded_channel();
    let client = Listener { progress, changed: Arc::default() }.serve(ours).await.unwrap();
    (client, notes)
}

fn call(name: &str, arguments: Value) -> CallToolRequestParams {
    CallToolRequestParams::new(name.to_owned()).with_arguments(arguments.as_object().unwrap().clone())
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

#[tokio::test]
async fn programs_are_run_and_answered_for_models_and_machines() {
    let (server, _) = server(&Probe::default()).await;
    let (client, _notes) = connect(server).await;
    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["execute", "search", "check"]);
    let description = tools[0].description.as_deref().unwrap();
    assert!(description.contains("tools.math.add(") && description.contains("- dyn (1 tool)"), "{description}");

    let code = "console.log('adding'); return { sum: await tools.math.add({ a: 1, b: 2 }) }";
    let result = client.call_tool(call("execute", json!({ "code": code }))).await.unwrap();
    assert_eq!((result.is_error, text(&result)), (Some(false), "{\n  \"sum\": 3\n}\n\nLogs:\nadding"));
    let structured =
        json!({ "ok": true, "value": { "sum": 3 }, "logs": ["adding"], "toolCalls": [{ "name": "math.add" }] });
    assert_eq!(result.structured_content.unwrap(), structured);

    let failed = client.call_tool(call("execute", json!({ "code": "\nawait tools.math.sub({})" }))).await.unwrap();
    assert_eq!(failed.is_error, Some(true));
    assert!(text(&failed).starts_with("Unknown tool 'math.sub'") && text(&failed).contains("(line 2, col "));
    assert_eq!(failed.structured_content.unwrap()["error"]["kind"], "UnknownTool");

    let nothing = client.call_tool(call("execute", json!({ "code": "1;" }))).await.unwrap();
    assert!(nothing.is_error == Some(false), "{}", text(&nothing));

    let found = client.call_tool(call("search", json!({ "query": "add numbers", "limit": 1 }))).await.unwrap();
    assert!(text(&found).starts_with("tools.math.add(") && text(&found).contains("\nAdds two numbers"));
    assert_eq!(found.structured_content.unwrap()["items"][0]["path"], "tools.math.add");
    let checked = client.call_tool(call("check", json!({ "code": "let = 1 1" }))).await.unwrap();
    assert_eq!((checked.is_error, &checked.structured_content.unwrap()["ok"]), (Some(true), &json!(false)));

    let misspelt = "return tools.math.ad({})";
    let checked = client.call_tool(call("check", json!({ "code": misspelt }))).await.unwrap();
    assert!(text(&checked).starts_with("error: there is no tool `tools.math.ad`"), "{}", text(&checked));

    // The model has to read what is wrong with its arguments: a result, not an error of the protocol.
    for (tool, arguments, reason) in [
        (
            "execute",
            json!({ "program": "1" }),
            "there is no `code`, only `program`; give the program as { \"code\": \"…\" }",
        ),
        ("check", json!({ "code": 1 }), "`code` is no string"),
        ("search", json!({ "query": 1 }), "`query` must be a string"),
    ] {
        let wrong = client.call_tool(call(tool, arguments)).await.unwrap();
        assert_eq!(wrong.is_error, Some(true));
        assert!(text(&wrong).contains(reason), "{}", text(&wrong));
        assert_eq!(wrong.structured_content.unwrap()["error"]["kind"], "InvalidToolInput");
    }
    let unknown = client.call_tool(call("math.add", json!({}))).await.unwrap_err().to_string();
    assert!(unknown.contains("there is no tool `math.add`, only `execute`, `search`, `check`"), "{unknown}");
}

#[tokio::test]
async fn progress_tells_what_runs() {
    let (server, _) = server(&Probe::default()).await;
    let (client, mut notes) = connect(server).await;
    let code = json!({ "code": "await tools.math.add({ a: 1, b: 1 }); return await tools.slow.step()" });
    let result = within("the program ends", client.call_tool(call("execute", code))).await.unwrap();
    assert_eq!(text(&result), "stepped");
    let mut messages = Vec::new();
    let mut last = 0.0;
    while let Ok(note) = notes.try_recv() {
        assert!(note.progress > last, "progress must grow");
        last = note.progress;
        messages.push(note.message.unwrap());
    }
    let running = "1 of 2 tool calls done; running: slow.step (1/2 half)";
    assert!(messages.iter().any(|message| message == running), "{messages:?}");
}

#[tokio::test]
async fn cancelled_requests_stop_their_program() {
    let probe = Probe::default();
    let (server, _) = server(&probe).await;
    let (client, _notes) = connect(server.clone()).await;
    let params = call("execute", json!({ "code": "await tools.slow.hang()" }));
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let handle = client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
    within("the tool hangs", probe.hanging.notified()).await;
    assert_eq!(server.running(), 1);
    handle.cancel(Some("enough".into())).await.unwrap();
    within("the tool is dropped", probe.cancelled.notified()).await;
    let again = client.call_tool(call("execute", json!({ "code": "return 1" }))).await.unwrap();
    assert_eq!(text(&again), "1");
    assert_eq!(server.running(), 0);
    assert!(server.metrics_text().contains("codemode_executions_total{outcome=\"cancelled\"} 1"));
    assert!(server.metrics_text().contains("codemode_tool_calls_total{tool=\"slow.hang\",outcome=\"interrupted\"} 1"));
}

#[tokio::test]
async fn changed_tools_are_announced() {
    let (server, source) = server(&Probe::default()).await;
    let (client, _notes) = connect(server).await;
    *source.name.lock().unwrap() = "renamed".into();
    source.changes.announce();
    within("the announcement", client.service().changed.notified()).await;
    let tools = client.list_all_tools().await.unwrap();
    assert!(tools[0].description.as_deref().unwrap().contains("tools.dyn.renamed("));
}

/// A server on a free port of this machine, and the way to stop it.
async fn http(probe: &Probe, options: HttpOptions) -> (SocketAddr, CancellationToken, tokio::task::JoinHandle<()>) {
    let (server, _) = server(probe).await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let shutdown = CancellationToken::new();
    let stop = shutdown.clone();
    let task = tokio::spawn(async move { serve_http(server, listener, options, stop).await.unwrap() });
    (address, shutdown, task)
}

fn post(address: SocketAddr, body: &Value) -> reqwest::RequestBuilder {
    reqwest::Client::new()
        .post(format!("http://{address}/mcp"))
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-06-18")
        .json(body)
}

fn execute(code: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "execute", "arguments": { "code": code } } })
}

fn prepare_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

#[tokio::test]
async fn http_checks_token_host_and_origin() {
    prepare_tls();
    let token = "0123456789abcdef";
    let options = HttpOptions {
        token: Some(token.into()),
        allowed_origins: vec!["https://app.test".into()],
        stateless: true,
        ..HttpOptions::default()
    };
    let (address, _stop, _task) = http(&Probe::default(), options).await;
    let status = |request: reqwest::RequestBuilder| async move { request.send().await.unwrap().status().as_u16() };
    let ask = || post(address, &execute("return 1"));
    assert_eq!(status(ask()).await, 401);
    assert_eq!(status(ask().bearer_auth("0123456789abcdeX")).await, 401);
    assert_eq!(status(ask().bearer_auth(token)).await, 200);
    assert_eq!(status(ask().bearer_auth(token).header("origin", "https://app.test")).await, 200);
    assert_eq!(status(ask().bearer_auth(token).header("origin", "http://localhost:6274")).await, 200);
    for origin in ["https://evil.test", "https://app.test:444", "http://app.test", "null"] {
        assert_eq!(status(ask().bearer_auth(token).header("origin", origin)).await, 403, "{origin}");
    }
    assert_eq!(status(ask().bearer_auth(token).header("host", "evil.test")).await, 403);
    let get = |path: &str| reqwest::Client::new().get(format!("http://{address}{path}"));
    let health = get("/healthz").send().await.unwrap();
    assert_eq!(health.json::<Value>().await.unwrap(), json!({ "status": "ok", "tools": 4 }));
    assert_eq!(status(get("/metrics")).await, 401);
    let metrics = get("/metrics").bearer_auth(token).send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("codemode_executions_total{outcome=\"success\"} 3"), "{metrics}");
}

#[tokio::test]
async fn without_a_token_only_this_machine_is_served() {
    prepare_tls();
    let (server, _) = server(&Probe::default()).await;
    let listener = TcpListener::bind(("0.0.0.0", 0)).await.unwrap();
    let refused = serve_http(server.clone(), listener, HttpOptions::default(), CancellationToken::new()).await;
    assert!(matches!(refused, Err(HttpServeError::TokenNeeded(_))));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let weak = HttpOptions { token: Some("short".into()), ..HttpOptions::default() };
    assert!(matches!(
        serve_http(server, listener, weak, CancellationToken::new()).await,
        Err(HttpServeError::BadToken)
    ));
    let (address, _stop, _task) = http(&Probe::default(), HttpOptions::default()).await;
    let metrics = reqwest::Client::new().get(format!("http://{address}/metrics"));
    assert_eq!(metrics.header("host", "evil.test").send().await.unwrap().status(), 403);
}

#[tokio::test]
async fn stateless_servers_answer_without_a_session_and_notice_who_leaves() {
    prepare_tls();
    let probe = Probe::default();
    let options = HttpOptions { stateless: true, ..HttpOptions::default() };
    let (address, _stop, _task) = http(&probe, options).await;
    let answer = post(address, &execute("return await tools.math.add({ a: 2, b: 3 })")).send().await.unwrap();
    assert!(answer.headers().get("mcp-session-id").is_none());
    let body = answer.text().await.unwrap();
    assert!(body.contains("\"value\":5"), "{body}");
    let leaving = tokio::spawn(post(address, &execute("await tools.slow.hang()")).send());
    within("the tool hangs", probe.hanging.notified()).await;
    leaving.abort();
    within("the tool is dropped", probe.cancelled.notified()).await;
}

#[tokio::test]
async fn a_shutdown_lets_requests_end() {
    prepare_tls();
    let probe = Probe::default();
    let (address, stop, task) = http(&probe, HttpOptions { stateless: true, ..HttpOptions::default() }).await;
    let running = tokio::spawn(post(address, &execute("return await tools.slow.step()")).send());
    tokio::time::sleep(Duration::from_millis(150)).await;
    stop.cancel();
    let body = running.await.unwrap().unwrap().text().await.unwrap();
    assert!(body.contains("stepped"), "{body}");
    within("the server ends", task).await.unwrap();
    assert!(post(address, &execute("return 1")).send().await.is_err());

    let options = HttpOptions { stateless: true, grace: Duration::from_millis(200), ..HttpOptions::default() };
    let (address, stop, task) = http(&probe, options).await;
    let running = tokio::spawn(post(address, &execute("await tools.slow.hang()")).send());
    within("the tool hangs", probe.hanging.notified()).await;
    stop.cancel();
    within("the server ends although the program does not", task).await.unwrap();
    running.abort();
}

#[tokio::test]
async fn slow_clients_are_left() {
    let options = HttpOptions { patience: Duration::from_millis(300), stateless: true, ..HttpOptions::default() };
    let (address, _stop, _task) = http(&Probe::default(), options).await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut head = TcpStream::connect(address).await.unwrap();
    head.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: ").await.unwrap();
    let mut body = TcpStream::connect(address).await.unwrap();
    let request = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\
        Accept: application/json, text/event-stream\r\n\r\n{\"jsonrpc\"";
    body.write_all(request.as_bytes()).await.unwrap();
    let mut said = String::new();
    within("a client that says nothing is left", silent.read_to_string(&mut said)).await.unwrap();
    // It may be told that it was too slow.
    let _ = within("a head that does not end", head.read_to_string(&mut said)).await;
    let mut answer = [0; 64];
    let length = within("a body that does not end is answered", body.read(&mut answer)).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]);
    assert!(length == 0 || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 5"), "{answer}");
    prepare_tls();
    assert_eq!(post(address, &execute("return 1")).send().await.unwrap().status(), 200, "others are served");
    let large = json!({ "code": " ".repeat(5 << 20) });
    let refused = post(address, &large).send().await;
    assert!(refused.is_err() || refused.is_ok_and(|answer| answer.status() == 413), "4 MiB are enough");
}

#[tokio::test]
async fn programs_wait_for_a_place() {
    let probe = Probe::default();
    let options = ServeOptions { max_programs: Some(1), ..ServeOptions::default() };
    let (client, _) = connect(server_with(&probe, options).await.0).await;
    let hanging = client.peer().clone();
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(call(
        "execute",
        json!({ "code": "await tools.slow.hang()" }),
    )));
    let handle = hanging.send_request_with_option(request, PeerRequestOptions::no_options()).await.unwrap();
    within("the first program runs", probe.hanging.notified()).await;
    let second = tokio::spawn({
        let peer = client.peer().clone();
        async move { peer.call_tool(call("execute", json!({ "code": "return 'second'" }))).await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!second.is_finished(), "it waits");
    handle.cancel(None).await.unwrap();
    let result = within("the second program runs", second).await.unwrap().unwrap();
    assert_eq!(text(&result), "second");
}

#[tokio::test]
async fn sessions_work_over_http() {
    prepare_tls();
    let (address, _stop, _task) = http(&Probe::default(), HttpOptions::default()).await;
    let transport = rmcp::transport::StreamableHttpClientTransport::from_uri(format!("http://{address}/mcp"));
    let client = ().serve(transport).await.unwrap();
    let params = call("execute", json!({ "code": "return await tools.math.add({ a: 2, b: 3 })" }));
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let ServerResult::CallToolResult(result) = client.send_request(request).await.unwrap() else { unreachable!() };
    assert_eq!(text(&result), "5");
    client.cancel().await.unwrap();
}
