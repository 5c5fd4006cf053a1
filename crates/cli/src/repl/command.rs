//! Lines that begin with a dot.

use std::io::Write;

use codemode::SearchRequest;

use super::{Next, Repl};
use crate::setup::Failure;
use crate::{render, tools};

/// A command with what follows it.
pub struct Command<'a> {
    name: &'a str,
    rest: &'a str,
}

/// One row per command: its name, what follows it, what it does.
pub const COMMANDS: [(&str, &str, &str); 11] = [
    (".help", "", "this list"),
    (".tools", "[PATTERN]", "the tools with their signatures"),
    (".search", "WORDS", "tools that fit, the best first"),
    (".bindings", "", "what programs have declared"),
    (".instructions", "", "what a model is told"),
    (".load", "FILE", "run a file"),
    (".save", "FILE", "write what was run, without what failed"),
    (".clear", "", "forget everything that was declared"),
    (".reset", "", "the same"),
    (".memory", "", "memory that the session holds"),
    (".exit", "", "leave (as does Ctrl-D)"),
];

impl<'a> Command<'a> {
    /// The command of a line; a number such as `.5` is none.
    pub fn parse(line: &'a str) -> Option<Command<'a>> {
        let line = line.trim();
        let is_command = line.strip_prefix('.')?.starts_with(|c: char| c.is_ascii_alphabetic()) && !line.contains('\n');
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        is_command.then_some(Command { name, rest: rest.trim() })
    }

    /// Does it.
    pub(super) fn run(self, repl: &mut Repl) -> Next {
        if self.name == ".exit" {
            return Next::Leave;
        }
        if let Err(message) = self.answer(repl) {
            let _ = writeln!(anstream::stderr(), "{message}");
        }
        Next::Continue
    }

    fn answer(&self, repl: &mut Repl) -> Result<(), String> {
        let mut out = anstream::stdout();
        let mut say = |text: &str| writeln!(out, "{}", text.trim_end()).map_err(|error| error.to_string());
        let runtime = repl.runtime();
        match self.name {
            ".help" => {
                for (name, argument, meaning) in COMMANDS {
                    say(&format!("{:<24} {meaning}", format!("{name} {argument}")))?;
                }
                say("\nEverything else is a program. What it declares, later ones see; `await` works anywhere; `_` is the last value. A program
that is not complete goes on in the next line; an empty line gives up on it.

Tab completes tools, names and properties. Ctrl-C stops a running program, or drops what was typed; Ctrl-D leaves.
Up and down walk through what was typed before, Ctrl-R searches it.")
            }
            ".tools" => {
                let pattern = tools::pattern(if self.rest.is_empty() { "*" } else { self.rest });
                let pattern = pattern.map_err(|Failure(message)| message)?;
                let tools = runtime.discovery().tools();
                let is_meant =
                    |path: &str| tools.get(path).is_some_and(|tool| pattern.matches(path, tool.annotations()));
                for entry in runtime.catalog().iter().filter(|entry| is_meant(&entry.path)) {
                    say(&render::tool(&entry.signature, &entry.description))?;
                }
                Ok(())
            }
            ".search" if self.rest.is_empty() => Err("say what to look for: .search refund an order".into()),
            ".search" => {
                let page = runtime.discovery().search(&SearchRequest::new(self.rest));
                for item in &page.items {
                    say(&render::tool(&item.signature, &item.description))?;
                }
                if page.items.is_empty() { Err("nothing matches".into()) } else { Ok(()) }
            }
            ".bindings" => {
                for binding in repl.session.borrow().bindings() {
                    say(&format!("{} {}", if binding.is_constant { "const" } else { "let  " }, binding.name))?;
                }
                Ok(())
            }
            ".instructions" => say(runtime.instructions()),
            ".load" if self.rest.is_empty() => Err("say which file: .load program.js".into()),
            ".load" => {
                let source = std::fs::read_to_string(self.rest).map_err(|error| format!("{}: {error}", self.rest))?;
                repl.run(&source);
                Ok(())
            }
            ".save" if self.rest.is_empty() => Err("say where to: .save program.js".into()),
            ".save" => {
                let text: String = repl.history.iter().flat_map(|text| [text.as_str(), "\n"]).collect();
                std::fs::write(self.rest, text).map_err(|error| format!("{}: {error}", self.rest))?;
                say(&format!("{} lines are in {}", repl.history.join("\n").lines().count(), self.rest))
            }
            ".clear" | ".reset" => {
                repl.session.borrow_mut().reset();
                repl.history.clear();
                Ok(())
            }
            ".memory" => say(&format!("{} bytes", repl.session.borrow().memory_bytes())),
            name => {
                let names = COMMANDS.map(|(name, ..)| name);
                let meant = crate::config::nearest(name, names).map(|near| format!(" Did you mean {near}?"));
                Err(format!("There is no command {name}.{} .help lists them.", meant.unwrap_or_default()))
            }
        }
    }
}
