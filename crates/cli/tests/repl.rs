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
    let ran = repl("let n = 1\nn.x.y\nthis is wrong\nn + 1\n() => 1\n");
    assert_eq!((values(&ran).as_str(), ran.code), ("2", Some(1)), "{ran:?}");
    ran.says(&["Cannot read property 'y'", "n.x.y", "this is wrong", "only plain data can be shown"]);
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
fn files_can_be_loaded() {
    let folder = Folder::with("lib.js", "const helper = (x) => x + 1;\n");
    let ran = folder.codemode_in("", &["repl"], ".load lib.js\nhelper(1)\n.load missing.js\n");
    assert_eq!(values(&ran), "2");
    ran.says(&["missing.js: "]);
}

/// util-linux `script` gives a terminal. Elsewhere there is nothing to test with.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_has_completion_and_history() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let type_in = |text: &str| -> Option<String> {
        let mut child = Command::new("script")
            .args(["-qec", &format!("{} repl", env!("CARGO_BIN_EXE_codemode")), "/dev/null"])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("XDG_STATE_HOME", folder.path().join("state"))
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut input = child.stdin.take().unwrap();
        for part in text.split_inclusive('\r') {
            std::thread::sleep(std::time::Duration::from_millis(700));
            input.write_all(part.as_bytes()).unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(700));
        input.write_all(b"\x04").unwrap();
        drop(input);
        Some(String::from_utf8_lossy(&child.wait_with_output().ok()?.stdout).into_owned())
    };
    let Some(seen) = type_in("const shown = 6 * 7\rsho\t + 1000\r") else { return };
    assert!(seen.contains("codemode 0."), "{seen}");
    assert!(seen.contains("1042"), "a binding is completed: {seen:?}");
    let history = folder.read("state/codemode/repl-history");
    assert!(history.contains("const shown = 6 * 7"), "{history}");
    // The arrow brings the last line back.
    let seen = type_in("const shown = 1\r\x1b[A\x1b[A\r").unwrap();
    assert!(seen.contains("ReferenceError") || seen.contains("1001"), "{seen:?}");
}
