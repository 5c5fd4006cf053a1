//! OpenAPI documents on the command line: the options that add them to other commands, and `codemode openapi`.
//!
//! Headers and credentials belong to one document each; with several documents they name theirs.

mod inspect;
mod request;
mod sources;

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, Subcommand};

pub use sources::{Source, configured, load_in_runtime, named};

/// Options of every command that uses tools.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "OpenAPI")]
pub struct OpenApiOptions {
    /// Use the operations of an OpenAPI 3 document (file or URL, JSON or YAML) as `tools.NAME.…`; repeatable
    #[arg(long = "openapi", value_name = "NAME=SPEC")]
    pub documents: Vec<String>,
    #[command(flatten)]
    pub call: CallOptions,
}

/// How the operations of a document are called.
#[derive(Debug, Default, Args)]
pub struct CallOptions {
    /// Where requests go, instead of the servers that the document names
    #[arg(long = "base-url", value_name = "[NAME=]URL")]
    pub base_urls: Vec<String>,
    /// A header for every request, never shown to programs; repeatable
    #[arg(long = "header", value_name = "[NAME=]NAME: VALUE")]
    pub headers: Vec<String>,
    /// The credential of a security scheme: a key or token, `user:password`, or `env:VARIABLE`; repeatable
    #[arg(long = "auth", value_name = "[NAME=]SCHEME=SECRET")]
    pub auth: Vec<String>,
    /// The value of a parameter (or `env:VARIABLE`) for every operation that has one of this name; programs do not see
    /// it, and where requests are shown it is masked; repeatable
    #[arg(long = "pin", value_name = "[NAME=]PARAMETER=VALUE")]
    pub pins: Vec<String>,
    /// Give programs this header of every answer (`link`, `etag`, …): calls return `{ status, headers, body }`; repeatable
    #[arg(long = "response-header", value_name = "[NAME=]NAME")]
    pub response_headers: Vec<String>,
    /// Repeat idempotent calls this often after 429 and 503
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub retries: u32,
    /// Time one call may take
    #[arg(long = "call-timeout-ms", value_name = "MS")]
    pub call_timeout_ms: Option<u64>,
    /// Refuse requests to loopback, private and reserved addresses
    #[arg(long)]
    pub forbid_private_addresses: bool,
}

#[derive(Debug, Subcommand)]
pub enum OpenApiCommand {
    /// Show which operations of a document are tools, and why the others are not
    Inspect(InspectOptions),
    /// Show the HTTP request that a call would send, with credentials masked; nothing is sent
    Request(RequestOptions),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codemode openapi inspect petstore.yaml
  codemode openapi inspect https://api.example.com/openapi.json --json")]
pub struct InspectOptions {
    /// The document: a file or URL
    #[arg(value_name = "SPEC")]
    pub document: String,
    #[command(flatten)]
    pub call: CallOptions,
    /// Print the counts and the skipped operations as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  codemode openapi request petstore.yaml getPetById '{ \"petId\": 7 }' --base-url https://petstore.example.com")]
pub struct RequestOptions {
    /// The document: a file or URL
    #[arg(value_name = "SPEC")]
    pub document: String,
    /// The tool, named as `inspect` shows it
    #[arg(value_name = "TOOL")]
    pub tool: String,
    /// The argument of the call
    #[arg(value_name = "JSON", default_value = "{}")]
    pub input: String,
    #[command(flatten)]
    pub call: CallOptions,
    /// Print the request as JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs `codemode openapi …`.
pub fn main(command: &OpenApiCommand) -> ExitCode {
    let outcome = match command {
        OpenApiCommand::Inspect(options) => inspect::main(options),
        OpenApiCommand::Request(options) => request::main(options),
    };
    match outcome {
        Ok(text) => crate::openapi::print(&text),
        Err(message) => {
            let _ = writeln!(anstream::stderr(), "codemode: {message}");
            ExitCode::from(2)
        }
    }
}

/// Writes to standard output; a reader that went away is no failure.
fn print(text: &str) -> ExitCode {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "codemode: {error}");
            ExitCode::from(2)
        }
    }
}
