//! The loop in a terminal: line editing, history that is kept, completion.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

use codemode::Session;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::command::Command;
use super::complete::complete;
use super::{Next, Repl, is_incomplete};
use crate::setup::Failure;

/// Entries of the history that are kept.
const HISTORY: usize = 2000;

/// What the editor asks while somebody types.
struct Assistant {
    session: Rc<RefCell<Session>>,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(line, pos, &mut self.session.borrow_mut()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        // An empty line ends a program that is not complete, so that nobody is caught in it.
        let session = self.session.borrow();
        let is_over =
            Command::parse(text).is_some() || text.ends_with("\n\n") || !is_incomplete(session.runtime(), text);
        Ok(if is_over { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}

impl Helper for Assistant {}

/// Talks until Ctrl-D or `.exit`.
pub(super) fn interact(repl: &mut Repl) -> Result<(), Failure> {
    let unusable = |error: ReadlineError| Failure(format!("the terminal cannot be used: {error}"));
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(HISTORY)
        .map_err(unusable)?
        .history_ignore_space(true)
        .auto_add_history(true)
        .build();
    let mut editor: Editor<Assistant, FileHistory> = Editor::with_config(config).map_err(unusable)?;
    let count = repl.runtime().discovery().tools().len();
    editor.set_helper(Some(Assistant { session: repl.session.clone() }));
    let history = history_file();
    if let Some(path) = &history {
        // There is none the first time.
        let _ = editor.load_history(path);
    }
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(anstream::stdout(), "codemode {version}, {count} tools. `await` works anywhere; .help helps.");
    let mut wants_to_leave = false;
    loop {
        let text = match editor.readline("> ") {
            Ok(text) => text,
            Err(ReadlineError::Interrupted) if wants_to_leave => break,
            Err(ReadlineError::Interrupted) => {
                let _ = writeln!(anstream::stdout(), "(Ctrl-C again, Ctrl-D or .exit leaves)");
                wants_to_leave = true;
                continue;
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(unusable(error)),
        };
        wants_to_leave = false;
        let next = repl.enter(&text);
        if let Some(path) = &history {
            // A history that cannot be kept is no reason to stop.
            let _ = editor.save_history(path);
        }
        if let Next::Leave = next {
            break;
        }
    }
    Ok(())
}

/// Where the history is kept; its folder is made.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".local/state")))?;
    let folder = state.join("codemode");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("repl-history"))
}
