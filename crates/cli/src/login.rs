//! `codemode login` and `codemode logout`: OAuth for MCP servers over HTTP.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use clap::Args;
use codemode_mcp::{ServerConfig, login, logout};

use crate::setup::{Failure, Setup, ToolOptions, tokio};
use crate::sources;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codemode login github
  codemode login github --scope repo          ask for more rights than before

The tokens are kept in codemode/oauth in the configuration folder of your home, readable by you only, and are refreshed by
themselves.")]
pub struct LoginOptions {
    /// The server, as the configuration names it
    pub server: String,
    /// Ask for this right in addition to those of the configuration and of an earlier login; repeatable
    #[arg(long, value_name = "SCOPE")]
    pub scope: Vec<String>,
    /// Only print the address of the login page
    #[arg(long)]
    pub no_browser: bool,
    #[command(flatten)]
    pub tools: ToolOptions,
}

#[derive(Debug, Args)]
pub struct LogoutOptions {
    /// The server, as the configuration names it
    pub server: String,
    #[command(flatten)]
    pub tools: ToolOptions,
}

/// Logs in to a server.
pub fn main(options: &LoginOptions) -> Result<ExitCode, Failure> {
    let setup = Setup::read(&options.tools)?;
    let mut config = server(&setup, &options.server)?.clone();
    if !options.scope.is_empty() {
        config.oauth.get_or_insert_default().scopes.extend(options.scope.iter().cloned());
    }
    let connect = sources::connect_options(&setup);
    let present = |address: &str| {
        let _ = writeln!(anstream::stderr(), "Log in at:\n  {address}\nWaiting for the browser …");
        if !options.no_browser {
            open(address);
        }
    };
    let done = tokio()?.block_on(login(&options.server, &config, &connect, present));
    done.map_err(|error| Failure(format!("{}: {error}", options.server)))?;
    let _ = writeln!(anstream::stderr(), "logged in to {}", options.server);
    Ok(ExitCode::SUCCESS)
}

/// Forgets the tokens of a server.
pub fn forget(options: &LogoutOptions) -> Result<ExitCode, Failure> {
    let setup = Setup::read(&options.tools)?;
    let config = server(&setup, &options.server)?;
    let had = logout(&options.server, config, &sources::connect_options(&setup))
        .map_err(|error| Failure(format!("{}: {error}", options.server)))?;
    let text = if had { "logged out of" } else { "nobody was logged in to" };
    let _ = writeln!(anstream::stderr(), "{text} {}", options.server);
    Ok(ExitCode::SUCCESS)
}

fn server<'a>(setup: &'a Setup, name: &str) -> Result<&'a ServerConfig, Failure> {
    let servers = &setup.config.mcp_servers.0;
    servers.get(name).ok_or_else(|| {
        let known: Vec<&str> = servers.keys().map(String::as_str).collect();
        Failure(match known.as_slice() {
            [] => format!("there is no MCP server `{name}`, nor any other; add it under `mcpServers`"),
            known => format!("there is no MCP server `{name}`; there are {}", known.join(", ")),
        })
    })
}

/// Opens the browser, if there is a way; the address was printed anyway.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new("xdg-open")
    };
    let _ = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
