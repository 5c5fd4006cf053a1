//! `codemode config`.

use std::io::Write;
use std::process::ExitCode;

use crate::arguments::ConfigCommand;
use crate::config::schema;
use crate::setup::{Failure, Setup};

/// Prints what was asked for.
pub fn main(command: &ConfigCommand) -> Result<ExitCode, Failure> {
    let text = match command {
        ConfigCommand::Schema => pretty(&schema())?,
        ConfigCommand::Show(options) => {
            let setup = Setup::read(&options.tools)?;
            let mut err = anstream::stderr();
            let _ = match &setup.file {
                Some(file) => writeln!(err, "{}", file.path.display()),
                None => writeln!(err, "no configuration is used; `codemode init` writes one"),
            };
            pretty(&setup.config)?
        }
    };
    let _ = writeln!(std::io::stdout(), "{text}");
    Ok(ExitCode::SUCCESS)
}

fn pretty(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value).map_err(|error| Failure(error.to_string()))
}
