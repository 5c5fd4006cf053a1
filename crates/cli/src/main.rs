//! The `codemode` command line.
#![forbid(unsafe_code)]

mod arguments;
mod check;
mod demo;
mod openapi;
mod render;
mod run;
mod tools;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command {
        Command::Run(options) => run::main(&options),
        Command::Check(options) => check::main(&options),
        Command::Tools(options) => tools::list(&options),
        Command::Search(options) => tools::search(&options),
        Command::Instructions(options) => tools::instructions(&options),
        Command::Openapi(command) => openapi::main(&command),
    }
}
