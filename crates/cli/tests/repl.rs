//! `codemode repl` with a pipe, and in a terminal where there is one to be had.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use common::Folder;

fn repl(input: &str) -> common::Ran {
    Folder::new().codemode_in("", &["repl"], input)
}

/// The values that were printed, without white space.
fn values(ran: &common::Ran) -> String {
    ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn later_programs_see_what_earlier_ones_declared() {
    let ran = repl("const a = 20\nfunction twice(x) { return x * 2 }\ntwice(a) + 2\nawait Promise.resolve('ok')\n");
    assert_eq!((values(&ran).as_str(), ran.code), ("42 \"ok\"", Some(0)), "{ran:?}");
}

#[test]
fn a_program_ends_with_the_line_that_completes_it() {
    let program = "const list = [\n  1,\n  2,\n]\nfor (const x of list) {\n  console.log(x)\n}\n`a\nb`.length\nlist\n  .length\n2 +\n3\n/* a\nb */ 7";
    let ran = repl(program);
    assert_eq!(ran.err.lines().collect::<Vec<_>>()[..2], ["1", "2"], "{ran:?}");
    // `list` is complete by its line, and `.length` is no command that exists.
    assert!(values(&ran).starts_with("3 [ 1, 2 ]") && values(&ran).ends_with("5 7"), "{ran:?}");
    ran.says(&["There is no command .length"]);
}

#[test]
fn tools_are_called_and_their_calls_shown() {
    let ran = repl("const { items } = await tools.tickets.list({ status: 'open' })\nitems.length > 0\n");
    assert_eq!(values(&ran), "true");
    ran.says(&["tickets.list"]);
}

#[test]
fn failures_are_shown_and_the_session_goes_on() {
    let ran = repl("let n = 1\nn.x.y\nthis is wrong\nn + 1\n");
    assert_eq!((values(&ran).as_str(), ran.code), ("2", Some(1)), "{ran:?}");
    ran.says(&["Cannot read property 'y'", "n.x.y", "this is wrong"]);
}

#[test]
fn values_that_are_no_plain_data_are_shown_as_the_console_does() {
    let ran = repl(
        "new Map([['a', 1]])\n10n ** 3n\nMath.max\n{ a: { b: 1 } }\n[1].forEach(() => {})\nnull\n[undefined, 1]\n",
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("Map(1)"), "{ran:?}");
    assert!(lines[1].starts_with("1000") && !lines[2].is_empty(), "{ran:?}");
    assert!(values(&ran).contains("{ \"a\": { \"b\": 1 } }"), "a brace begins an object: {ran:?}");
    assert!(ran.out.contains("\nundefined\nnull\n"), "{ran:?}");
}

#[test]
fn what_was_run_can_be_saved_and_loaded() {
    let folder = Folder::new();
    let ran = folder.codemode_in("", &["repl"], "const a = 1\nnonsense()\na + 41\n.save done.js\n.save\n");
    assert!(ran.out.contains("2 lines are in done.js"), "{ran:?}");
    ran.says(&["say where to"]);
    assert_eq!(folder.read("done.js"), "const a = 1\na + 41\n");
    let ran = folder.codemode_in("", &["repl"], ".load done.js\na\n.clear\ntypeof a\n");
    assert_eq!(values(&ran), "42 1 \"undefined\"", "{ran:?}");
}

#[test]
fn commands_answer() {
    let ran = repl(
        ".help\n.tools orders.get\n.search refund\nconst one = 1; let two = 2\n.bindings\n.reset\n.bindings\n.toolz\n.exit\n99\n",
    );
    for part in [".search WORDS", "tools.orders.get(", "const one", "let   two"] {
        assert!(ran.out.contains(part), "no {part} in {}", ran.out);
    }
    assert!(!ran.out.contains("99"), "nothing runs after .exit");
    assert_eq!(ran.out.matches("const one").count(), 1);
    ran.says(&["Did you mean .tools?"]);
}

#[test]
fn the_last_value_is_at_hand() {
    assert_eq!(values(&repl("6 * 7\nconst b = 1\n_ + b\n_\n")), "42 43 43");
}

#[test]
fn files_can_be_loaded() {
    let folder = Folder::with("lib.js", "const helper = (x) => x + 1;\n");
    let ran = folder.codemode_in("", &["repl"], ".load lib.js\nhelper(1)\n.load missing.js\n");
    assert_eq!(values(&ran), "2");
    ran.says(&["missing.js: "]);
}

/// A terminal with the loop in it, by util-linux `script`. Elsewhere there is nothing to test with.
#[cfg(target_os = "linux")]
mod terminal {
    use std::io::{Read, Write};
    use std::process::{Child, ChildStdin, Command, Stdio};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    use super::common::Folder;

    pub struct Terminal {
        child: Child,
        input: Option<ChildStdin>,
        seen: Arc<Mutex<String>>,
        /// Where the next search begins.
        from: usize,
    }

    impl Terminal {
        /// Starts it in a folder and waits for the prompt.
        pub fn start(folder: &Folder) -> Option<Terminal> {
            let mut child = Command::new("script")
                // A shell that stayed around would end with the status of the interrupt it saw too.
                .args(["-qec", &format!("exec '{}' repl", env!("CARGO_BIN_EXE_codemode")), "/dev/null"])
                .current_dir(folder.path())
                .env("HOME", folder.path())
                .env("XDG_STATE_HOME", folder.path().join("state"))
                .env("TERM", "xterm")
                .env("SHELL", "/bin/sh")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()?;
            let seen: Arc<Mutex<String>> = Arc::default();
            let (mut output, written) = (child.stdout.take().unwrap(), seen.clone());
            std::thread::spawn(move || {
                let mut piece = [0; 4096];
                while let Ok(length @ 1..) = output.read(&mut piece) {
                    written.lock().unwrap().push_str(&String::from_utf8_lossy(&piece[..length]));
                }
            });
            let input = child.stdin.take();
            let mut terminal = Terminal { child, input, seen, from: 0 };
            terminal.sees("> ");
            Some(terminal)
        }

        /// Types, and waits until `expected` appears.
        #[track_caller]
        pub fn types(&mut self, text: &str, expected: &str) {
            self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
            self.sees(expected);
        }

        #[track_caller]
        fn sees(&mut self, expected: &str) {
            let begun = Instant::now();
            loop {
                let seen = self.seen.lock().unwrap().clone();
                if let Some(at) = seen[self.from..].find(expected) {
                    self.from += at + expected.len();
                    return;
                }
                assert!(begun.elapsed() < Duration::from_secs(20), "no {expected:?} in {:?}", &seen[self.from..]);
                std::thread::sleep(Duration::from_millis(20));
            }
        }

        /// Waits for the end, which must come in good order.
        #[track_caller]
        pub fn ends(mut self) {
            let ended = self.child.wait().unwrap();
            drop(self.input.take());
            assert!(ended.success(), "{ended} after {:?}", self.seen.lock().unwrap());
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_completes_and_remembers() {
    let folder = Folder::new();
    let Some(mut terminal) = terminal::Terminal::start(&folder) else { return };
    terminal.types("const shown = { forty: 40, get two() { throw new Error('run') } }\r", "> ");
    terminal.types("sho\t.fo\t + 1002\r", "1042");
    terminal.types("Math.hyp\t(3, 4)\r", "5");
    terminal.types("shown.tw\t\r", "Error: run");
    terminal.types("tools.tickets.li\t{}).then((page) => typeof page.items)\r", "\"object\"");
    // What is not complete goes on in the next line.
    terminal.types("[1, 2,\r3].map((n) => {\rreturn n * 111\r}).join('-')\r", "\"111-222-333\"");
    terminal.types("\x1b[A", ".join('-')");
    terminal.types("\x03", "Ctrl-C again");
    terminal.types("\x04", "");
    terminal.ends();
    let history = folder.read("state/codemode/repl-history");
    assert!(history.contains("Math.hypot(3, 4)"), "{history}");
    let mut terminal = terminal::Terminal::start(&folder).unwrap();
    terminal.types("\x1b[A", ".join('-')");
    terminal.types("\x03", "Ctrl-C again");
    terminal.types("\x03", "");
    terminal.ends();
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_a_program_and_keeps_what_was_declared() {
    let folder = Folder::new();
    let Some(mut terminal) = terminal::Terminal::start(&folder) else { return };
    terminal.types("let rounds = 7\r", "> ");
    terminal.types("console.log('spinning'); while (true) { rounds++ }\r", "\n");
    std::thread::sleep(std::time::Duration::from_millis(500));
    terminal.types("\x03", "interrupted");
    terminal.types("rounds > 7\r", "true");
    terminal.types("while (true) await tools.tickets.list({})\r", "\n");
    std::thread::sleep(std::time::Duration::from_millis(500));
    terminal.types("\x03", "interrupted");
    terminal.types(".exit\r", "");
    terminal.ends();
}
