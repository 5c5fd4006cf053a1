//! `codemode repl`: programs one after the other that see each other's declarations.
//!
//! In a terminal with history and completion; piped, it runs what comes and prints the values.

mod command;
mod complete;
mod editor;

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::rc::Rc;

use codemode::{CodeMode, DiagnosticKind, ExecutionResult, LiveCodeMode, Session};

use crate::arguments::{ReplOptions, When};
use crate::calls::Calls;
use crate::setup::{Failure, Setup, tokio};
use crate::{live_view, render, run};

use command::Command;

/// A running loop.
struct Repl {
    tokio: tokio::runtime::Runtime,
    live: LiveCodeMode,
    /// The version of the tools that the session has.
    version: u64,
    /// Shared with the editor, which completes what is typed.
    session: Rc<RefCell<Session>>,
    /// What came to its end, for `.save`.
    history: Vec<String>,
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
    let live = running.live.clone();
    let follower = live.clone();
    tokio.spawn(async move { follower.follow().await });
    let calls = Calls::new();
    let version = live.changes().version();
    let mut session = live.current().observed(calls.observer()).session();
    session.show_values();
    session.name_last_value("_");
    let session = Rc::new(RefCell::new(session));
    let mut repl = Repl {
        tokio,
        live,
        version,
        session,
        history: Vec::new(),
        calls,
        progress: options.progress,
        has_failed: false,
    };
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
            if Command::parse(&pending).is_none() && is_incomplete(&self.runtime(), &pending) {
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

    /// The runtime with the tools there are now.
    fn runtime(&mut self) -> CodeMode {
        let version = self.live.changes().version();
        if version != self.version {
            self.version = version;
            let runtime = self.live.current().observed(self.calls.observer());
            self.session.borrow_mut().set_runtime(runtime);
        }
        self.session.borrow().runtime().clone()
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

    fn run(&mut self, text: &str) {
        let source = as_expression(&self.runtime(), text);
        let source = &*source;
        self.calls.reset();
        let view = live_view::start(&self.calls, self.progress);
        let result = self.tokio.block_on(async {
            tokio::select! {
                result = execute(&self.session, source) => Some(result),
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
        let is_ok = result.is_some_and(|result| result.is_ok());
        if is_ok {
            self.history.push(text.trim_end().to_owned());
        }
        self.has_failed |= !is_ok;
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
                let text = match self.session.borrow().shown() {
                    // What is no plain data is shown as the console shows it.
                    Some(shown) if !is_json_of(shown, &success.value) => render::plain(shown),
                    _ => serde_json::to_string_pretty(&success.value).map_err(std::io::Error::other)?,
                };
                writeln!(std::io::stdout().lock(), "{text}")?;
            }
            ExecutionResult::Failure(failure) => render::diagnostic(&mut err, source, "repl", &failure.error, false),
        }
        if result.truncated() {
            writeln!(err, "(the output was cut to its limit)")?;
        }
        Ok(())
    }
}

/// The session is free again when the future is dropped.
#[expect(clippy::await_holding_refcell_ref, reason = "nothing else runs on this thread meanwhile")]
async fn execute(session: &RefCell<Session>, source: &str) -> ExecutionResult {
    session.borrow_mut().execute(source).await
}

/// A text that begins with a brace is an object to whoever types it, where it can be one.
fn as_expression<'a>(runtime: &CodeMode, text: &'a str) -> Cow<'a, str> {
    let trimmed = text.trim();
    if trimmed.starts_with('{') && trimmed.ends_with('}') {
        let expression = format!("({trimmed})");
        if runtime.compile(&expression).is_ok() {
            return expression.into();
        }
    }
    text.into()
}

/// Whether a value looks in the console as it is.
fn is_json_of(shown: &str, value: &serde_json::Value) -> bool {
    serde_json::from_str::<serde_json::Value>(shown).is_ok_and(|shown| shown == *value)
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
