//! The client side: connections to MCP servers, kept alive, as sources of tools.
//!
//! Every server has a task of its own that starts it, lists its tools, follows its announcements and starts it again
//! when it dies. A server that is broken is reported by [`McpClient::status`] and stops no other.

mod call;
mod content;
mod handler;
mod open;
mod output;
mod resources;
mod server;
mod sse;
mod stderr;
mod stdio;
mod tools;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use codemode::ToolSource;
use futures_util::future::join_all;
use serde::Serialize;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::config::McpServers;
use crate::expand::{Environment, process_environment};
pub(crate) use open::with_sources;
use server::{Server, Source};

/// How servers are reached, besides what their entries say.
#[derive(Clone)]
pub struct ConnectOptions {
    /// Where `${VAR}` comes from; by default the variables of this process.
    pub environment: Arc<Environment<'static>>,
    /// The folder that relative `cwd` entries start from; by default the working folder.
    pub base_folder: Option<PathBuf>,
    /// The folder of OAuth tokens; see [`crate::default_token_folder`]. Without one no tokens are read.
    pub token_folder: Option<PathBuf>,
    /// How long listing the tools of a server waits for its first start; unset, as long as that may take.
    pub patience: Option<Duration>,
}

impl Default for ConnectOptions {
    fn default() -> Self {
        ConnectOptions {
            environment: Arc::new(process_environment),
            base_folder: None,
            token_folder: crate::oauth::default_token_folder(),
            patience: None,
        }
    }
}

impl std::fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectOptions")
            .field("base_folder", &self.base_folder)
            .field("token_folder", &self.token_folder)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

/// Connections to MCP servers. Cheap to clone. They end when all clones and all sources made from them are gone;
/// [`McpClient::shutdown`] ends them in good order.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use codemode::{CodeMode, ToolSet};
/// use codemode_mcp::{ConnectOptions, McpClient, McpServers};
///
/// let servers = McpServers::from_json(&serde_json::json!({ "files": { "command": "my-server" } }))?;
/// let client = McpClient::connect(&servers, ConnectOptions::default()).await;
/// for server in client.status() {
///     println!("{}: {}", server.name, server.state.as_str());
/// }
/// let live = CodeMode::builder(ToolSet::default()).live(client.sources()).await?;
/// println!("{}", live.execute("return await tools.files.list({})").await.to_text());
/// client.shutdown().await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct McpClient(Arc<Connections>);

/// What keeps the connections alive.
#[derive(Debug)]
pub(crate) struct Connections {
    servers: Vec<Arc<Server>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    stop: CancellationToken,
}

impl McpClient {
    /// Starts connecting to every server, all at the same time, and returns at once. Needs a tokio runtime.
    pub fn start(servers: &McpServers, options: ConnectOptions) -> McpClient {
        let stop = CancellationToken::new();
        let servers: Vec<Arc<Server>> = servers
            .0
            .iter()
            .map(|(name, config)| Arc::new(Server::new(name, config.clone(), options.clone())))
            .collect();
        let tasks: Vec<_> =
            servers.iter().map(|server| tokio::spawn(server.clone().supervise(stop.child_token()))).collect();
        McpClient(Arc::new(Connections { servers, tasks: Mutex::new(tasks), stop }))
    }

    /// [`McpClient::start`], then waits until every server is ready or has failed once.
    pub async fn connect(servers: &McpServers, options: ConnectOptions) -> McpClient {
        let client = McpClient::start(servers, options);
        client.settled().await;
        client
    }

    /// Waits until every server is ready or has failed once. Each has its start timeout for that.
    pub async fn settled(&self) {
        join_all(self.0.servers.iter().map(|server| server.settled())).await;
    }

    /// One source of tools for each server, in order of their names. Listing waits for the first start of the server, within
    /// [`ConnectOptions::patience`], and fails with what is wrong when it cannot be used; later changes are announced.
    pub fn sources(&self) -> Vec<Arc<dyn ToolSource>> {
        let wanted = self.0.servers.iter().filter(|server| !server.config().disabled);
        let source = |server: &Arc<Server>| Source { server: server.clone(), _alive: self.0.clone() };
        wanted.map(|server| Arc::new(source(server)) as Arc<dyn ToolSource>).collect()
    }

    /// How the servers are, in order of their names.
    pub fn status(&self) -> Vec<ServerStatus> {
        self.0.servers.iter().map(|server| server.status()).collect()
    }

    /// Ends all connections and the programs behind them.
    pub async fn shutdown(&self) {
        self.0.stop.cancel();
        let tasks = std::mem::take(&mut *self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        join_all(tasks).await;
    }
}

impl Drop for Connections {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// How a server is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ServerStatus {
    /// Its name in the configuration.
    pub name: String,
    /// Its state.
    pub state: ServerState,
    /// How many of its tools programs can call.
    pub tools: usize,
    /// What it offers and its entry leaves out: `resources`, `prompts`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<&'static str>,
    /// What is wrong and what to do, if something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// What it calls itself, with its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The version of the protocol that both sides agreed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// How often it was started again after it had been ready.
    pub restarts: u32,
    /// The last lines it wrote to standard error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

/// States of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ServerState {
    /// It is being started for the first time.
    Starting,
    /// Its tools can be called.
    Ready,
    /// It was ready, has ended, and is being started again. Calls wait for it.
    Restarting,
    /// It could not be started. Another attempt follows, unless only a change of the configuration can help.
    Failed,
    /// It demands that somebody logs in.
    NeedsLogin,
    /// The configuration leaves it out.
    Disabled,
}

impl ServerState {
    /// The state as it stands in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            ServerState::Starting => "starting",
            ServerState::Ready => "ready",
            ServerState::Restarting => "restarting",
            ServerState::Failed => "failed",
            ServerState::NeedsLogin => "needsLogin",
            ServerState::Disabled => "disabled",
        }
    }
}
