//! `codemode check`.

use std::process::ExitCode;

use codemode::CodeMode;

use crate::arguments::CheckOptions;
use crate::{openapi, render, run};

/// Compiles a program and prints what is wrong with it.
pub fn main(options: &CheckOptions) -> ExitCode {
    let (source, name) = match run::read_source(&options.source) {
        Ok(read) => read,
        Err(message) => {
            eprintln!("codemode: {message}");
            return ExitCode::from(2);
        }
    };
    let tools = openapi::tools_or_demo(&options.openapi);
    let runtime = match tools.and_then(|tools| CodeMode::new(tools).map_err(|error| error.to_string())) {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("codemode: {error}");
            return ExitCode::from(2);
        }
    };
    match runtime.compile(&source) {
        Ok(_) => {
            println!("{name}: no errors");
            ExitCode::SUCCESS
        }
        Err(diagnostic) => {
            render::diagnostic(&mut anstream::stderr(), &source, &name, &diagnostic, false);
            ExitCode::FAILURE
        }
    }
}
