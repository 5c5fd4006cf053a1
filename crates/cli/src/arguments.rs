//! What the command line accepts. The texts are the help that `codemode --help` prints.

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::doctor::DoctorOptions;
use crate::grants::Grants;
use crate::init::InitOptions;
use crate::login::{LoginOptions, LogoutOptions};
use crate::openapi::OpenApiCommand;
use crate::serve::ServeOptions;
use crate::setup::{ProgramOptions, ToolOptions};

/// Runs small JavaScript or TypeScript programs that call many tools at once.
///
/// A program reaches nothing but the tools it is given. They come from the MCP servers and OpenAPI documents of a
/// codemode.json or codemode.toml in this folder or one above. When there is none, an embedded demo stands in: a small
/// shop with orders, customers, inventory and support tickets.
#[derive(Debug, Parser)]
#[command(name = "codemode", version, arg_required_else_help = true, term_width = 0)]
#[command(after_help = "\
First steps:
  codemode run -e 'return (await tools.tickets.list({ status: \"open\" })).items.length'
  codemode repl                  try things out
  codemode init                  write a codemode.json, with the MCP servers that other programs already use
  codemode doctor                see whether everything in it works
  codemode serve                 be the MCP server of Claude Code, Cursor, VS Code, …

`codemode COMMAND --help` explains a command, with examples.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program and print its result
    Run(RunOptions),
    /// Type programs and see their results at once
    Repl(ReplOptions),
    /// Check a program without running it
    Check(CheckOptions),
    /// List the tools with their signatures
    Tools(ToolsOptions),
    /// Search the tools as a program would
    Search(SearchOptions),
    /// Print what a model is told about writing programs
    Instructions(InstructionsOptions),
    /// Write a codemode.json, with the MCP servers that other programs already use
    Init(InitOptions),
    /// Check that everything works, and say what to do where it does not
    Doctor(DoctorOptions),
    /// Be an MCP server: one tool that runs programs, in front of all others
    Serve(ServeOptions),
    /// Log in to an MCP server over HTTP
    Login(LoginOptions),
    /// Forget the login of an MCP server
    Logout(LogoutOptions),
    /// Look at OpenAPI documents
    #[command(subcommand)]
    Openapi(OpenApiCommand),
    /// Work with configurations
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print a script that teaches a shell to complete these commands
    Completions(CompletionsOptions),
}

/// Where the program comes from.
#[derive(Debug, Args)]
pub struct Source {
    /// The program: a file, or `-` for standard input
    #[arg(value_name = "FILE", conflicts_with = "code")]
    pub file: Option<String>,
    /// The program itself
    #[arg(short = 'e', long = "eval", value_name = "CODE")]
    pub code: Option<String>,
}

/// When something is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum When {
    /// In a terminal
    #[default]
    Auto,
    /// Also when standard error is a file or a pipe
    Always,
    /// Not at all
    Never,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The value goes to standard output; console output, tool calls, warnings and errors go to standard error. So the value
can be piped: `codemode run report.js | jq .total`.

Examples:
  codemode run program.js
  codemode run -e 'const open = await tools.tickets.list({ status: \"open\" }); return open.items.length'
  cat program.ts | codemode run - --json
  codemode run program.js --openapi shop=openapi.yaml --header 'Authorization: Bearer …'
  codemode run report.js --timeline report.svg      a picture of what ran in parallel
  codemode run report.js --timeout-ms 30000 --max-tool-calls 100

Exit codes: 0 the program succeeded, 1 it failed, 2 the command line or the configuration was wrong, 130 interrupted.")]
pub struct RunOptions {
    #[command(flatten)]
    pub source: Source,
    /// Print the exact result as JSON
    #[arg(long)]
    pub json: bool,
    /// Show the tool calls while they run
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: When,
    /// Write the tool calls as a trace for chrome://tracing or ui.perfetto.dev
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    /// Write a picture of the tool calls: what ran in parallel, where the time went
    #[arg(long, value_name = "FILE.svg")]
    pub timeline: Option<String>,
    #[command(flatten)]
    pub tools: ToolOptions,
    #[command(flatten)]
    pub program: ProgramOptions,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codemode check program.ts
  codemode check -e 'import fs from \"fs\"'
  codemode check program.ts --json      rule, severity, kind, message, location and suggestions of each finding

What is found: syntax errors, unknown names and tools, promises nobody waits for, code that can never run, literal
arguments that a tool does not accept. Nothing runs.

Exit codes: 0 no errors (there may be warnings), 1 the program has errors, 2 the command line or the configuration was
wrong.")]
pub struct CheckOptions {
    #[command(flatten)]
    pub source: Source,
    /// Print the findings as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tools: ToolOptions,
    #[command(flatten)]
    pub grants: Grants,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codemode tools                 all tools
  codemode tools orders          those with \"orders\" in their path
  codemode tools 'github.*'      those that match a pattern: * stands for any characters, ? for one
  codemode tools @readOnly       those that say they change nothing
  codemode tools --json          paths, descriptions and signatures as JSON")]
pub struct ToolsOptions {
    /// Show only these tools: a part of their paths, a pattern, or a hint such as @readOnly
    pub pattern: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tools: ToolOptions,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codemode search 'refund an order'
  codemode search customer --namespace tickets --limit 3
  codemode search 'remove an item' --explain")]
pub struct SearchOptions {
    /// What to look for
    pub query: String,
    /// Most results
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub limit: usize,
    /// Only tools of this namespace
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Say which words found each tool, and where they stand
    #[arg(long)]
    pub explain: bool,
    /// Print what a program's `search` would return
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tools: ToolOptions,
}

#[derive(Debug, Args)]
pub struct InstructionsOptions {
    /// Print how many tokens the text costs instead (an estimate)
    #[arg(long)]
    pub tokens: bool,
    #[command(flatten)]
    pub tools: ToolOptions,
    #[command(flatten)]
    pub grants: Grants,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Later programs see what earlier ones declared, and `await` works anywhere. Tab completes tools, names and properties;
lines that begin with a dot are commands: .help lists them. Ctrl-C stops a running program, Ctrl-D leaves.

Piped, it runs what comes and prints the values:
  printf 'const open = await tools.tickets.list({})\\nopen.items.length\\n' | codemode repl")]
pub struct ReplOptions {
    /// Show the tool calls while they run
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: When,
    #[command(flatten)]
    pub tools: ToolOptions,
    #[command(flatten)]
    pub program: ProgramOptions,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codemode completions bash > ~/.local/share/bash-completion/completions/codemode
  codemode completions zsh > ~/.zfunc/_codemode
  codemode completions fish > ~/.config/fish/completions/codemode.fish")]
pub struct CompletionsOptions {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the JSON Schema of codemode.json and codemode.toml
    Schema,
    /// Print the configuration that is used, as JSON, and where it was found
    Show(ShowOptions),
}

#[derive(Debug, Args)]
pub struct ShowOptions {
    #[command(flatten)]
    pub tools: ToolOptions,
}
