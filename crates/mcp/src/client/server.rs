//! One server: its life, and calls of its tools.

use std::sync::Arc;
use std::time::{Duration, Instant};

use codemode::{BoxFuture, Group, ToolChanges, ToolContext, ToolError, ToolSource};
use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{ClientRequest, ErrorData, SubscriptionFilter};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::call::{CallError, call, tool_call};
use super::handler::Handler;
use super::open::{OpenError, OpenErrorKind, Running, login_for, missing_scope, open, with_sources};
use super::resources::Offers;
use super::stderr::Tail;
use super::tools::{Listing, as_json, group, list, own_description};
use super::{ConnectOptions, Connections, ServerState, ServerStatus};
use crate::config::ServerConfig;

/// The first pause before another attempt; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// A server that was ready for this long starts with short pauses again.
const HEALTHY: Duration = Duration::from_secs(30);
/// Several announcements of changed tools in a row are answered by one listing.
const CHANGES_SETTLE: Duration = Duration::from_millis(50);
/// How long connections may take to end when all stops.
const CLOSING: Duration = Duration::from_secs(8);

/// A server of the configuration.
#[derive(Debug)]
pub(super) struct Server {
    name: String,
    config: ServerConfig,
    options: ConnectOptions,
    stderr: Tail,
    state: watch::Sender<State>,
    changes: ToolChanges,
}

#[derive(Debug, Clone)]
struct State {
    phase: ServerState,
    problem: Option<String>,
    connection: Option<Connection>,
    /// What the server offered when it was last ready.
    listing: Option<Arc<Listing>>,
    description: String,
    server: Option<String>,
    protocol: Option<String>,
    restarts: u32,
}

#[derive(Debug, Clone)]
struct Connection {
    peer: Peer<RoleClient>,
    progress: ProgressDispatcher,
}

impl Server {
    pub(super) fn new(name: &str, config: ServerConfig, options: ConnectOptions) -> Server {
        let phase = if config.disabled { ServerState::Disabled } else { ServerState::Starting };
        let description = config.description.clone().unwrap_or_default();
        let state = State {
            phase,
            problem: None,
            connection: None,
            listing: None,
            description,
            server: None,
            protocol: None,
            restarts: 0,
        };
        Server {
            name: name.to_owned(),
            config,
            options,
            stderr: Tail::default(),
            state: watch::Sender::new(state),
            changes: ToolChanges::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn config(&self) -> &ServerConfig {
        &self.config
    }

    pub(super) fn status(&self) -> ServerStatus {
        let state = self.state.borrow();
        let listing = state.listing.as_deref();
        let odd_tools = listing.map(|listing| listing.problems.join("; ")).filter(|problems| !problems.is_empty());
        ServerStatus {
            name: self.name.clone(),
            state: state.phase,
            tools: listing.map_or(0, Listing::len),
            unused: listing.map(|listing| self.unused(listing.offers)).unwrap_or_default(),
            problem: state.problem.clone().or(odd_tools),
            server: state.server.clone(),
            protocol: state.protocol.clone(),
            restarts: state.restarts,
            stderr: self.stderr.lines(),
        }
    }

    /// What the server offers and its entry leaves out.
    fn unused(&self, offers: Offers) -> Vec<&'static str> {
        let resources = (offers.resources && !self.config.resources).then_some("resources");
        let prompts = (offers.prompts && !self.config.prompts).then_some("prompts");
        resources.into_iter().chain(prompts).collect()
    }

    /// Waits until the first attempt is over.
    pub(super) async fn settled(&self) {
        // The sender lives in `self`, so waiting ends with an answer.
        let _ = self.state.subscribe().wait_for(|state| state.phase != ServerState::Starting).await;
    }

    /// Keeps the server connected until `stop`.
    pub(super) async fn supervise(self: Arc<Self>, stop: CancellationToken) {
        if self.config.disabled {
            return;
        }
        self.keep_connected(&stop).await;
        if stop.is_cancelled() {
            self.state.send_modify(|state| {
                state.phase = ServerState::Failed;
                state.problem = Some("the connections were closed".to_owned());
                state.connection = None;
            });
        }
    }

    async fn keep_connected(&self, stop: &CancellationToken) {
        let mut pause = FIRST_PAUSE;
        loop {
            let attempt = tokio::select! {
                () = stop.cancelled() => return,
                attempt = tokio::time::timeout(self.config.start_timeout(), self.connect()) => attempt,
            };
            let attempt = attempt.unwrap_or_else(|_| {
                let millis = self.config.start_timeout().as_millis();
                let reason = format!("the server was not ready within {millis} ms (`startTimeoutMs`)");
                Err(OpenError::passing(match self.stderr.last_words() {
                    Some(words) => format!("{reason}{WROTE}{words}"),
                    None => reason,
                }))
            });
            match attempt {
                Ok((running, handler)) => {
                    let ready = Instant::now();
                    let reason = self.attend(running, &handler, stop).await;
                    if stop.is_cancelled() {
                        return;
                    }
                    if ready.elapsed() >= HEALTHY {
                        pause = FIRST_PAUSE;
                    }
                    self.end_connection(reason);
                }
                Err(OpenError { reason, kind }) => {
                    tracing::warn!(server = self.name, reason, "MCP server not available");
                    let phase = match kind {
                        OpenErrorKind::NeedsLogin => ServerState::NeedsLogin,
                        OpenErrorKind::Passing | OpenErrorKind::Lasting => ServerState::Failed,
                    };
                    self.fail(phase, reason);
                    self.stderr.end_attempt();
                    if kind == OpenErrorKind::Lasting {
                        return;
                    }
                }
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Opens a connection, lists the tools, and makes the server ready.
    async fn connect(&self) -> Result<(Running, Handler), OpenError> {
        let handler = Handler::default();
        let running = open(&self.name, &self.config, &self.options, &handler, &self.stderr).await?;
        let listing = self.list(running.peer()).await.map_err(|error| {
            OpenError::passing(format!("the server does not list its tools: {}", with_sources(&error)))
        })?;
        let info = running.peer().peer_info();
        let about = info.as_ref().and_then(|info| info.server_info.as_ref());
        let about_json = about.and_then(|about| serde_json::to_value(about).ok());
        let description = self.config.description.clone().unwrap_or_else(|| {
            let instructions = info.as_ref().and_then(|info| info.instructions.as_deref());
            own_description(instructions, about_json.as_ref().and_then(Value::as_object))
        });
        let connection = Connection { peer: running.peer().clone(), progress: handler.progress.clone() };
        self.change(|state| {
            state.phase = ServerState::Ready;
            state.problem = None;
            state.connection = Some(connection);
            state.listing = Some(Arc::new(listing));
            state.description = description;
            state.server = about.map(|about| format!("{} {}", about.name, about.version));
            state.protocol = info.as_ref().map(|info| info.protocol_version.to_string());
        });
        Ok((running, handler))
    }

    async fn list(&self, peer: &Peer<RoleClient>) -> Result<Listing, ServiceError> {
        let info = peer.peer_info();
        let capabilities = info.as_ref().map(|info| &info.capabilities);
        let offers_tools = capabilities.is_none_or(|known| known.tools.is_some());
        let mut listing = if offers_tools { list(peer, &self.config.policy).await? } else { Listing::default() };
        listing.offers = Offers::of(capabilities);
        let ServerConfig { resources, prompts, policy, .. } = &self.config;
        listing.add(&listing.offers.wanted(*resources, *prompts, policy));
        Ok(listing)
    }

    /// Follows a connection to its end, and says why it ended.
    async fn attend(&self, running: Running, handler: &Handler, stop: &CancellationToken) -> String {
        let peer = running.peer().clone();
        let ending = running.cancellation_token();
        let mut ended = std::pin::pin!(running.waiting());
        let mut announcements = std::pin::pin!(follow_subscription(&peer, handler));
        loop {
            tokio::select! {
                _ = &mut ended => {
                    self.stderr.settle().await;
                    return match self.stderr.last_words() {
                        Some(words) => format!("the connection has ended; the server wrote last: {words}"),
                        None => "the connection has ended".to_owned(),
                    };
                }
                () = stop.cancelled() => {
                    ending.cancel();
                    let _ = tokio::time::timeout(CLOSING, &mut ended).await;
                    return String::new();
                }
                () = handler.tools_changed.notified() => {
                    tokio::time::sleep(CHANGES_SETTLE).await;
                    match tokio::time::timeout(self.config.start_timeout(), self.list(&peer)).await {
                        Ok(Ok(listing)) => self.change(|state| state.listing = Some(Arc::new(listing))),
                        Ok(Err(error)) => self.note(format!("changed tools could not be listed: {error}")),
                        Err(_) => self.note("changed tools could not be listed in time".to_owned()),
                    }
                }
                () = &mut announcements => {}
            }
        }
    }

    fn end_connection(&self, reason: String) {
        tracing::warn!(server = self.name, reason, "MCP server ended and is started again");
        self.state.send_modify(|state| {
            state.phase = ServerState::Restarting;
            state.problem = Some(reason);
            state.connection = None;
            state.restarts += 1;
        });
    }

    fn fail(&self, phase: ServerState, reason: String) {
        self.change(|state| {
            state.phase = phase;
            state.problem = Some(reason);
            state.connection = None;
        });
    }

    fn note(&self, problem: String) {
        self.state.send_modify(|state| state.problem = Some(problem));
    }

    /// Changes what is told about the tools.
    fn change(&self, change: impl FnOnce(&mut State)) {
        self.state.send_modify(change);
        self.changes.announce();
    }

    /// Calls a tool.
    pub(super) async fn call(&self, tool: &str, input: Value, context: &ToolContext) -> Result<Value, ToolError> {
        let Value::Object(arguments) = input else {
            return Err(ToolError::invalid_input("expected an object with the tool's arguments"));
        };
        self.request(tool_call(tool, arguments), context).await
    }

    /// Sends a request on behalf of a program; waits for a server that is being started.
    pub(super) async fn request(&self, request: ClientRequest, context: &ToolContext) -> Result<Value, ToolError> {
        let connection = self.connection(context).await?;
        let silence = self.config.timeout();
        match call(&connection.peer, &connection.progress, request, context, silence).await {
            Ok(result) => Ok(as_json(result)),
            Err(CallError::Interrupted) => Err(ToolError::cancelled()),
            Err(CallError::Silence(silence)) => Err(ToolError::new(format!(
                "the MCP server `{}` gave no answer and no sign of progress for {} ms; the call was cancelled",
                self.name,
                silence.as_millis()
            ))),
            Err(CallError::Service(error)) => Err(self.failure(error)),
        }
    }

    async fn connection(&self, context: &ToolContext) -> Result<Connection, ToolError> {
        let mut states = self.state.subscribe();
        // A connection that has just closed is about to be replaced.
        let is_closed = |state: &State| state.connection.as_ref().is_some_and(|open| open.peer.is_transport_closed());
        let is_decided = |state: &State| match state.phase {
            ServerState::Starting | ServerState::Restarting => false,
            ServerState::Ready => !is_closed(state),
            ServerState::Failed | ServerState::NeedsLogin | ServerState::Disabled => true,
        };
        let state = tokio::select! {
            state = tokio::time::timeout(self.config.start_timeout(), states.wait_for(is_decided)) => state,
            () = context.cancellation.cancelled() => return Err(ToolError::cancelled()),
        };
        let state = match state {
            Ok(Ok(state)) => state.clone(),
            Ok(Err(_)) | Err(_) => self.state.borrow().clone(),
        };
        state.connection.ok_or_else(|| {
            let problem = state.problem.as_deref().unwrap_or("it is being started");
            let problem = problem_for_programs(problem);
            ToolError::new(format!("the MCP server `{}` is not available: {problem}", self.name))
        })
    }

    /// What a program is told: the words of the server, but not of the libraries in between.
    fn failure(&self, error: ServiceError) -> ToolError {
        let name = &self.name;
        match error {
            ServiceError::McpError(ErrorData { message, .. }) => ToolError::new(message.into_owned()),
            ServiceError::TransportClosed => {
                ToolError::new(format!("the MCP server `{name}` ended during the call; it is not known what it did"))
            }
            ServiceError::TransportSend(ref sent) if missing_scope(&*sent.error).is_some() => {
                let scope = missing_scope(&*sent.error).unwrap_or_default();
                let message = format!(
                    "the MCP server `{name}` demands further rights: the user has to run {}",
                    login_for(name, &scope)
                );
                ToolError::new(message).with_cause(error)
            }
            ServiceError::TransportSend(_) if error.is_authorization_required() || error.auth_challenge().is_some() => {
                let message =
                    format!("the MCP server `{name}` demands a login: the user has to run `codemode login {name}`");
                ToolError::new(message).with_cause(error)
            }
            ServiceError::UnexpectedResponse => {
                ToolError::new(format!("the MCP server `{name}` did not answer with a result")).with_cause(error)
            }
            error => ToolError::new(format!("the MCP server `{name}` could not be reached")).with_cause(error),
        }
    }
}

/// What separates a problem from the last words of the program, which are for the host alone.
pub(super) const WROTE: &str = "; it wrote: ";

fn problem_for_programs(problem: &str) -> &str {
    problem.split(WROTE).next().unwrap_or_default()
}

/// A problem as an error: programs see what it is, the host also what the server wrote.
fn problem(problem: &str) -> ToolError {
    match problem.split_once(WROTE) {
        Some((public, words)) => ToolError::new(public).with_cause(format!("it wrote: {words}")),
        None => ToolError::new(problem),
    }
}

/// Servers of the stateless protocol announce changes only to those who subscribe.
async fn follow_subscription(peer: &Peer<RoleClient>, handler: &Handler) {
    let is_stateless = peer.peer_info().is_some_and(|info| !info.protocol_version.has_initialize());
    if is_stateless
        && let Ok(mut subscription) = peer.listen(SubscriptionFilter::builder().tools_list_changed().build()).await
    {
        while let Ok(Some(_)) = subscription.next().await {
            handler.tools_changed.notify_one();
        }
    }
    std::future::pending().await
}

/// A server as a source of tools. It keeps the connections alive.
pub(super) struct Source {
    pub(super) server: Arc<Server>,
    pub(super) _alive: Arc<Connections>,
}

impl ToolSource for Source {
    fn name(&self) -> &str {
        &self.server.name
    }

    fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
        Box::pin(async {
            let patience = self.server.options.patience.unwrap_or(Duration::MAX);
            let _ = tokio::time::timeout(patience, self.server.settled()).await;
            let state = self.server.state.borrow().clone();
            match (state.phase, &state.listing) {
                (ServerState::Ready | ServerState::Restarting, Some(listing)) => {
                    Ok(group(&self.server, &state.description, listing))
                }
                (ServerState::Starting, _) => Err(ToolError::new("the server is still starting")),
                _ => Err(problem(&state.problem.unwrap_or_default())),
            }
        })
    }

    fn changes(&self) -> Option<&ToolChanges> {
        Some(&self.server.changes)
    }
}
