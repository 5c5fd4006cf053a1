//! The `codemode` command line.
#![forbid(unsafe_code)]

mod arguments;
mod calls;
mod check;
mod config;
mod demo;
mod doctor;
mod grants;
mod init;
mod live_view;
mod login;
mod openapi;
mod render;
mod repl;
mod run;
mod serve;
mod setup;
mod show_config;
mod sources;
mod starting;
mod timeline;
mod tools;
mod trace;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command, CompletionsOptions};

fn main() -> ExitCode {
    let done = match &Arguments::parse().command {
        Command::Run(options) => run::main(options),
        Command::Repl(options) => repl::main(options),
        Command::Check(options) => check::main(options),
        Command::Tools(options) => tools::list(options),
        Command::Search(options) => tools::search(options),
        Command::Instructions(options) => tools::instructions(options),
        Command::Init(options) => init::main(options),
        Command::Doctor(options) => doctor::main(options),
        Command::Serve(options) => serve::main(options),
        Command::Login(options) => login::main(options),
        Command::Logout(options) => login::forget(options),
        Command::Openapi(command) => Ok(openapi::main(command)),
        Command::Config(command) => show_config::main(command),
        Command::Completions(options) => Ok(completions(options)),
    };
    done.unwrap_or_else(|failure| failure.exit())
}

/// Prints the script for a shell.
fn completions(options: &CompletionsOptions) -> ExitCode {
    // It panics where it cannot write, and a reader may have seen enough.
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "codemode", &mut script);
    let _ = std::io::stdout().write_all(&script);
    ExitCode::SUCCESS
}
