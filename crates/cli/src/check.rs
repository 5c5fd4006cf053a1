//! `codemode check`.

use std::io::Write;
use std::process::ExitCode;

use codemode::{Finding, Severity};

use crate::arguments::CheckOptions;
use crate::setup::Failure;
use crate::tools::with_runtime;
use crate::{render, run};

/// Looks at a program without running it and prints what is wrong with it. Fails when the program cannot work.
pub fn main(options: &CheckOptions) -> Result<ExitCode, Failure> {
    let (source, name) = run::read_source(&options.source)?;
    let findings = with_runtime(&options.tools, &options.grants, |runtime| runtime.check(&source))?;
    let printed = if options.json { print_json(&findings) } else { print_human(&source, &name, &findings) };
    match printed {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => return Err(Failure(error.to_string())),
        _ => {}
    }
    let fails = findings.iter().any(|finding| finding.severity == Severity::Error);
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn print_json(findings: &[Finding]) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(findings)?;
    writeln!(std::io::stdout().lock(), "{text}")
}

fn print_human(source: &str, name: &str, findings: &[Finding]) -> std::io::Result<()> {
    for finding in findings {
        let is_warning = finding.severity == Severity::Warning;
        render::diagnostic(&mut anstream::stderr(), source, name, &finding.diagnostic, is_warning);
    }
    if findings.is_empty() {
        writeln!(std::io::stdout().lock(), "{name}: no problems found")?;
    }
    Ok(())
}
