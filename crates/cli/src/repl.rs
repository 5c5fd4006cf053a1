//! `codemode repl`: programs one after the other that see each other's declarations.
//!
//! In a terminal with history and completion; piped, it runs what comes and prints the values.

mod command;
mod complete;
mod editor;

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use codemode::{CodeMode, DiagnosticKind, ExecutionResult, Session};

use crate::arguments::{ReplOptions, When};
use crate::calls::Calls;
use crate::setup::{Failure, Setup, tokio};
use crate::{live_view, render, run};

use command::Command;

/// A running loop.
struct Repl {
    tokio: tokio::runtime::Runtime,
    runtime: CodeMode,
    session: Session,
    calls: Calls,
    progress: When,
    /// Whether any program failed.
    has_failed: bool,
}

/// What to do after a command.
enum Next {
    Continue,
    Leave,
}

/// Reads, runs and prints until there is nothing more.
pub fn main(options: &ReplOptions) -> Result<ExitCode, Failure> {
    let setup = Setup::read(&options.tools)?.with(&options.program);
    let tokio = tokio()?;
    let running = tokio.block_on(setup.start("repl"))?;
    let runtime = running.live.current();
    let calls = Calls::new();
    let session = runtime.observed(calls.observer()).session();
    let mut repl = Repl { tokio, runtime, session, calls, progress: options.progress, has_failed: false };
    let is_terminal = std::io::stdin().is_terminal();
    let done = if is_terminal { editor::interact(&mut repl) } else { repl.read_pipe() };
    repl.tokio.block_on(running.shutdown());
    done?;
    Ok(if repl.has_failed && !is_terminal { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Repl {
    /// Runs what comes line by line; a program ends with the line that completes it.
    fn read_pipe(&mut self) -> Result<(), Failure> {
        let mut pending = String::new();
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|error| Failure(format!("standard input: {error}")))?;
            pending.push_str(&line);
            if Command::parse(&pending).is_none() && is_incomplete(&self.runtime, &pending) {
                pending.push('\n');
                continue;
            }
            if let Next::Leave = self.enter(&std::mem::take(&mut pending)) {
                return Ok(());
            }
        }
        self.enter(&pending);
        Ok(())
    }

    /// Runs a command or a program.
    fn enter(&mut self, text: &str) -> Next {
        if text.trim().is_empty() {
            return Next::Continue;
        }
        match Command::parse(text) {
            Some(command) => command.run(self),
            None => {
                self.run(text);
                Next::Continue
            }
        }
    }

    fn run(&mut self, source: &str) {
        self.calls.reset();
        let view = live_view::start(&self.calls, self.progress);
        let result = self.tokio.block_on(async {
            tokio::select! {
                result = self.session.execute(source) => Some(result),
                _ = tokio::signal::ctrl_c() => None,
            }
        });
        drop(view);
        let printed = match &result {
            None => writeln!(anstream::stderr(), "interrupted"),
            Some(result) => self.print(source, result),
        };
        // Nobody reads any more: the next read of standard input ends the loop.
        let _ = printed;
        self.has_failed |= !result.is_some_and(|result| result.is_ok());
    }

    fn print(&self, source: &str, result: &ExecutionResult) -> std::io::Result<()> {
        let mut err = anstream::stderr().lock();
        for line in result.logs() {
            writeln!(err, "{}", render::plain(line))?;
        }
        run::print_calls(&mut err, &self.calls.all())?;
        for warning in result.warnings() {
            render::diagnostic(&mut err, source, "repl", warning, true);
        }
        match result {
            ExecutionResult::Success(success) if success.value.is_null() && is_declaration(source) => {}
            ExecutionResult::Success(success) => {
                let text = serde_json::to_string_pretty(&success.value).map_err(std::io::Error::other)?;
                writeln!(std::io::stdout().lock(), "{text}")?;
            }
            ExecutionResult::Failure(failure) => {
                render::diagnostic(&mut err, source, "repl", &failure.error, false);
                if failure.error.kind == DiagnosticKind::InvalidDataValue {
                    writeln!(err, "(what was declared is kept; only plain data can be shown)")?;
                }
            }
        }
        if result.truncated() {
            writeln!(err, "(the output was cut to its limit)")?;
        }
        Ok(())
    }
}

/// Whether a program only ends too early: its first error is at its end.
fn is_incomplete(runtime: &CodeMode, source: &str) -> bool {
    let Err(diagnostic) = runtime.compile(source) else { return false };
    if diagnostic.kind != DiagnosticKind::ParseError || source.trim().is_empty() {
        return false;
    }
    let message = diagnostic.message.to_lowercase();
    if message.contains("unterminated") && (source.matches('`').count() % 2 == 1 || source.contains("/*")) {
        return true;
    }
    let Some(location) = diagnostic.location else { return false };
    render::offset(source, location) >= source.trim_end().len()
}

/// Whether a program's null is not worth showing.
fn is_declaration(source: &str) -> bool {
    const STATEMENTS: [&str; 14] = [
        "const",
        "let",
        "var",
        "function",
        "async function",
        "class",
        "enum",
        "type",
        "interface",
        "if",
        "for",
        "while",
        "try",
        "switch",
    ];
    let source = source.trim_start();
    let is_word_end = |rest: &str| rest.starts_with(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    source.starts_with("console.") || STATEMENTS.iter().any(|word| source.strip_prefix(word).is_some_and(is_word_end))
}
