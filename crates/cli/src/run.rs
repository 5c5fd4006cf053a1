//! `codemode run`.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use codemode::{ExecutionResult, ToolOutcome};

use crate::arguments::{RunOptions, Source};
use crate::calls::{Call, Calls, time};
use crate::setup::{Failure, Setup, tokio};
use crate::{live_view, render, timeline, trace};

/// Reads the program: its text and its name.
pub fn read_source(source: &Source) -> Result<(String, String), Failure> {
    if let Some(code) = &source.code {
        return Ok((code.clone(), "program".to_owned()));
    }
    match source.file.as_deref() {
        None => Err(Failure("no program: name a file, `-` for standard input, or give the code itself with -e".into())),
        Some("-") => {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| Failure(format!("standard input: {error}")))?;
            Ok((text, "stdin".to_owned()))
        }
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| {
                let is_code = error.kind() == ErrorKind::NotFound && path.contains([' ', '(', ';']);
                let hint = if is_code { "; -e runs code of the command line" } else { "" };
                Failure(format!("{path}: {error}{hint}"))
            })?;
            let text = String::from_utf8(bytes).map_err(|_| Failure(format!("{path}: the file is not UTF-8 text")))?;
            Ok((text, path.to_owned()))
        }
    }
}

/// Runs a program and prints what came of it.
pub fn main(options: &RunOptions) -> Result<ExitCode, Failure> {
    let (source, name) = read_source(&options.source)?;
    let setup = Setup::read(&options.tools)?.with(&options.program);
    let files = Files::create(options)?;
    tokio()?.block_on(async {
        let running = setup.start(&name).await?;
        let calls = Calls::new();
        let runtime = running.live.current().observed(calls.observer());
        let view = live_view::start(&calls, options.progress);
        let result = tokio::select! {
            result = runtime.execute(&source) => Some(result),
            _ = tokio::signal::ctrl_c() => None,
        };
        drop(view);
        let total = calls.now();
        running.shutdown().await;
        let all = calls.all();
        files.write(&name, &all, total)?;
        let Some(result) = result else {
            let _ = print_calls(&mut anstream::stderr().lock(), &all);
            let _ = writeln!(anstream::stderr(), "codemode: interrupted");
            return Ok(ExitCode::from(130));
        };
        let printed = if options.json { print_json(&result) } else { print_human(&source, &name, &result, &all) };
        match printed {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure(error.to_string())),
            _ if result.is_ok() => Ok(ExitCode::SUCCESS),
            _ => Ok(ExitCode::FAILURE),
        }
    })
}

/// The files that are written at the end. They are made before the program runs: what it does is not done for nothing.
struct Files<'a> {
    trace: Option<(&'a str, File)>,
    timeline: Option<(&'a str, File)>,
}

impl<'a> Files<'a> {
    fn create(options: &'a RunOptions) -> Result<Files<'a>, Failure> {
        let create = |path: &'a Option<String>| {
            let file = |path: &'a String| match File::create(path) {
                Ok(file) => Ok((path.as_str(), file)),
                Err(error) => Err(unwritable(path, &error)),
            };
            path.as_ref().map(file).transpose()
        };
        Ok(Files { trace: create(&options.trace)?, timeline: create(&options.timeline)? })
    }

    fn write(self, name: &str, calls: &[Call], total: Duration) -> Result<(), Failure> {
        if let Some((path, mut file)) = self.trace {
            let text = trace::trace(name, calls, total).to_string();
            file.write_all(text.as_bytes()).map_err(|error| unwritable(path, &error))?;
        }
        if let Some((path, mut file)) = self.timeline {
            let text = timeline::timeline(name, calls, total);
            file.write_all(text.as_bytes()).map_err(|error| unwritable(path, &error))?;
        }
        Ok(())
    }
}

fn unwritable(path: &str, error: &std::io::Error) -> Failure {
    Failure(format!("{path} cannot be written: {error}"))
}

fn print_json(result: &ExecutionResult) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, result).map_err(std::io::Error::other)?;
    writeln!(out)?;
    out.flush()
}

/// Value on standard output; logs, calls and diagnostics on standard error, so that the value can be piped.
fn print_human(source: &str, name: &str, result: &ExecutionResult, calls: &[Call]) -> std::io::Result<()> {
    // A program may print a million lines.
    let mut err = std::io::BufWriter::new(anstream::stderr().lock());
    for line in result.logs() {
        writeln!(err, "{}", render::plain(line))?;
    }
    print_calls(&mut err, calls)?;
    for warning in result.warnings() {
        render::diagnostic(&mut err, source, name, warning, true);
    }
    match result {
        ExecutionResult::Success(success) => {
            err.flush()?;
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            serde_json::to_writer_pretty(&mut out, &success.value).map_err(std::io::Error::other)?;
            writeln!(out)?;
            out.flush()?;
            if success.value.is_null() {
                writeln!(err, "(nothing was returned: end the program with `return value`)")?;
            }
        }
        ExecutionResult::Failure(failure) => render::diagnostic(&mut err, source, name, &failure.error, false),
    }
    if result.truncated() {
        writeln!(err, "(the output was cut to its limit)")?;
    }
    err.flush()
}

/// Calls that are listed one by one; more are counted by tool.
const LISTED_CALLS: usize = 20;

/// The calls that were made.
pub fn print_calls(err: &mut dyn Write, calls: &[Call]) -> std::io::Result<()> {
    if calls.len() > LISTED_CALLS {
        return print_counts(err, calls);
    }
    for call in calls {
        let length = call.end.as_ref().map_or_else(String::new, |end| time(end.at.saturating_sub(call.started)));
        let message = call.end.as_ref().and_then(|end| end.message.as_deref()).map(render::one_line);
        let message = message.map(|message| format!(": {message}")).unwrap_or_default();
        let colour = if call.outcome() == "ok" { "" } else { "\x1b[31m" };
        writeln!(err, "  {:<32} {length:>9}  {colour}{}{message}\x1b[0m", call.name, call.outcome())?;
    }
    Ok(())
}

fn print_counts(err: &mut dyn Write, calls: &[Call]) -> std::io::Result<()> {
    let mut tools: Vec<(&str, usize, usize)> = Vec::new();
    for call in calls {
        let is_bad = call.end.as_ref().is_none_or(|end| end.outcome != ToolOutcome::Success);
        match tools.iter_mut().find(|(name, ..)| *name == &*call.name) {
            Some((_, count, bad)) => (*count, *bad) = (*count + 1, *bad + usize::from(is_bad)),
            None => tools.push((&call.name, 1, usize::from(is_bad))),
        }
    }
    for (name, count, bad) in tools {
        let bad = if bad > 0 { format!(", \x1b[31m{bad} not ok\x1b[0m") } else { String::new() };
        writeln!(err, "  {name:<32} {count:>5} calls{bad}")?;
    }
    Ok(())
}
