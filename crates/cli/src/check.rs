//! `codemode check`.

use std::process::ExitCode;

use codemode::{CodeMode, ToolSet};

use crate::arguments::CheckOptions;
use crate::setup::Failure;
use crate::{render, run};

/// Compiles a program and prints what is wrong with it.
pub fn main(options: &CheckOptions) -> Result<ExitCode, Failure> {
    let (source, name) = run::read_source(&options.source)?;
    match CodeMode::new(ToolSet::default())?.compile(&source) {
        Ok(_) => {
            println!("{name}: no errors");
            Ok(ExitCode::SUCCESS)
        }
        Err(diagnostic) => {
            render::diagnostic(&mut anstream::stderr(), &source, &name, &diagnostic, false);
            Ok(ExitCode::FAILURE)
        }
    }
}
