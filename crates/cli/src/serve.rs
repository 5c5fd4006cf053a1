//! `codemode serve`: the runtime as an MCP server.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use codemode::Limits;
use codemode_mcp::{HttpOptions, McpClient, McpServer, serve_http, serve_stdio};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::setup::{Failure, ProgramOptions, Running, Setup, ToolOptions, tokio};

/// How long the first answers wait for MCP servers that are slow to start. Those that come later are announced.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
#[command(after_help = "\
Clients find three things: `execute` runs a program, and its description is all a model needs to know; `search` finds
tools; with --check-tool, `check` finds mistakes in a program without running it.

Programs get 300 seconds, 512 MiB of memory and 200 kB of output unless the configuration or the flags say otherwise.

Over HTTP the endpoint is /mcp; /healthz says that the server lives, /metrics is for Prometheus.

Examples:
  codemode serve                                     for clients that start their servers
  codemode serve --http 127.0.0.1:8080               for this machine
  CODEMODE_TOKEN=… codemode serve --http 0.0.0.0:8080 --allow-host tools.example.com --stateless")]
pub struct ServeOptions {
    /// Serve streamable HTTP at this address, instead of one client over standard input and output
    #[arg(long, value_name = "ADDR")]
    pub http: Option<String>,
    /// Environment variable with the bearer token that HTTP clients must send. Addresses that other machines can reach
    /// need one
    #[arg(long, value_name = "NAME", default_value = "CODEMODE_TOKEN")]
    pub token_env: String,
    /// File with the bearer token
    #[arg(long, value_name = "FILE", requires = "http")]
    pub token_file: Option<PathBuf>,
    /// Host name that HTTP clients may use besides localhost and the served address; repeatable
    #[arg(long, value_name = "HOST", requires = "http")]
    pub allow_host: Vec<String>,
    /// Origin of web pages that may send requests besides those of this machine; repeatable
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    pub allow_origin: Vec<String>,
    /// Keep no sessions, so that any replica can answer any request
    #[arg(long, requires = "http")]
    pub stateless: bool,
    /// Time that running requests get when the server is asked to stop
    #[arg(long, value_name = "MS", default_value_t = 10_000, requires = "http")]
    pub grace_ms: u64,
    /// Run at most this many programs at the same time; others wait
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub max_programs: usize,
    /// Offer the tool `check`, too
    #[arg(long)]
    pub check_tool: bool,
    #[command(flatten)]
    pub tools: ToolOptions,
    #[command(flatten)]
    pub program: ProgramOptions,
}

/// A server outlives every program and answers models: what nobody limited is limited here.
fn bound(limits: &mut Limits) {
    limits.timeout_ms.get_or_insert(300_000);
    limits.max_output_bytes.get_or_insert(200_000);
    limits.max_memory_bytes.get_or_insert(512 * 1024 * 1024);
}

/// Serves until the client leaves or a signal comes.
pub fn main(options: &ServeOptions) -> Result<ExitCode, Failure> {
    let token = token(options)?;
    let mut setup = Setup::read(&options.tools)?.with(&options.program);
    bound(&mut setup.config.limits);
    let runtime = tokio()?;
    let outcome = runtime.block_on(async {
        let shutdown = CancellationToken::new();
        let listener = match &options.http {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let is_open = listener.as_ref().and_then(|listener| listener.local_addr().ok());
        if let Some(address) = is_open.filter(|address| token.is_none() && !address.ip().is_loopback()) {
            return Err(Failure(format!(
                "{address} can be reached from other machines, so clients must send a bearer token: put one into {} (for \
example of `openssl rand -hex 16`) or name a file with --token-file; or serve 127.0.0.1, which needs none",
                options.token_env
            )));
        }
        let http = HttpOptions {
            token,
            allowed_hosts: options.allow_host.clone(),
            allowed_origins: options.allow_origin.clone(),
            stateless: options.stateless,
            grace: Duration::from_millis(options.grace_ms),
            ..HttpOptions::default()
        };
        if let Some(address) = is_open {
            http.validate(address).map_err(|error| Failure(error.to_string()))?;
        }
        let running = setup.start_within(Some(PATIENCE), "program").await?;
        ::tokio::spawn(stop_on_signal(shutdown.clone()));
        let follower = running.live.clone();
        ::tokio::spawn(async move { follower.follow().await });
        let served = serve(options, http, &running, listener, shutdown).await;
        running.shutdown().await;
        served
    });
    // A read of standard input cannot be taken back; without this the end would wait for it.
    runtime.shutdown_background();
    outcome.map(|()| ExitCode::SUCCESS)
}

async fn serve(
    options: &ServeOptions,
    http: HttpOptions,
    running: &Running,
    listener: Option<TcpListener>,
    shutdown: CancellationToken,
) -> Result<(), Failure> {
    let client: Option<McpClient> = running.client().cloned();
    let status = client.map(|client| -> codemode_mcp::StatusReport { Arc::new(move || client.status()) });
    let served =
        codemode_mcp::ServeOptions { check_tool: options.check_tool, max_programs: Some(options.max_programs), status };
    let server = McpServer::new(running.live.clone(), served);
    let Some(listener) = listener else {
        if std::io::stdin().is_terminal() {
            let hint =
                "waiting for an MCP client on standard input; clients start this command themselves. Ctrl-C ends it";
            let _ = writeln!(anstream::stderr(), "codemode: {hint}, --http ADDR serves over HTTP");
        }
        let served = serve_stdio(server, ::tokio::io::stdin(), ::tokio::io::stdout(), shutdown).await;
        return served.map_err(|error| Failure(error.to_string()));
    };
    let address = listener.local_addr().map_err(|error| Failure(error.to_string()))?;
    let tools = running.live.current().discovery().tools().len();
    let guarded = if http.token.is_some() { "with a bearer token" } else { "without a token" };
    // Scripts read this line to learn the port.
    let _ = writeln!(anstream::stderr(), "codemode: serving {tools} tools at http://{address}/mcp, {guarded}");
    if address.ip().is_unspecified() && options.allow_host.is_empty() {
        let hint = "requests for other host names than localhost are refused; name yours with --allow-host";
        let _ = writeln!(anstream::stderr(), "codemode: {hint}");
    }
    serve_http(server, listener, http, shutdown).await.map_err(|error| Failure(error.to_string()))
}

/// Listens at an address; a port alone is one of this machine.
async fn listen(address: &str) -> Result<TcpListener, Failure> {
    let port = address.strip_prefix(':').unwrap_or(address);
    let local = port.parse::<u16>().ok().map(|port| format!("127.0.0.1:{port}"));
    TcpListener::bind(local.as_deref().unwrap_or(address)).await.map_err(|error| {
        let remedy = match error.kind() {
            ErrorKind::AddrInUse => "; another program listens there, choose another port (0 takes any free one)",
            ErrorKind::InvalidInput => "; write it as 127.0.0.1:8080, or only 8080",
            _ => "",
        };
        Failure(format!("--http {address}: {error}{remedy}"))
    })
}

/// The bearer token of the command line or the environment.
fn token(options: &ServeOptions) -> Result<Option<String>, Failure> {
    if options.http.is_none() {
        return Ok(None);
    }
    if let Some(path) = &options.token_file {
        let failed = |error| Failure(format!("--token-file {}: {error}", path.display()));
        let text = std::fs::read_to_string(path).map_err(failed)?;
        return Ok(Some(text.trim().to_owned()));
    }
    Ok(std::env::var(&options.token_env).ok().filter(|token| !token.is_empty()))
}

/// Asks for the end at the first signal; a second one ends the process at once.
async fn stop_on_signal(shutdown: CancellationToken) {
    signal().await;
    shutdown.cancel();
    signal().await;
    std::process::exit(130);
}

#[cfg(unix)]
async fn signal() {
    use ::tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    ::tokio::select! {
        _ = ::tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn signal() {
    let _ = ::tokio::signal::ctrl_c().await;
}
