//! The mistakes that models make most, each run as a model would run it: what is said about it must tell what happened,
//! where, and what to write instead. The programs stand in `tests/mistakes`, under `=== title --options`.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

struct Mistake {
    title: String,
    options: Vec<String>,
    program: String,
}

fn read(name: &str) -> Vec<Mistake> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mistakes").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut mistakes: Vec<Mistake> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("=== ") {
            let (title, options) = heading.split_once(" --").unwrap_or((heading, ""));
            let options = options.split_whitespace();
            let mut options: Vec<String> = options.map(str::to_owned).collect();
            if let Some(first) = options.first_mut() {
                first.insert_str(0, "--");
            }
            mistakes.push(Mistake { title: title.to_owned(), options, program: String::new() });
        } else if let Some(last) = mistakes.last_mut() {
            last.program.push_str(line);
            last.program.push('\n');
        }
    }
    mistakes
}

fn run(mistake: &Mistake, more: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_codemode"))
        .args(["run", "-", "--no-config", "--demo", "--clock", "2026-01-31T09:00:00Z", "--seed", "1"])
        .args(&mistake.options)
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(mistake.program.trim_end().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// What people read, without the lines of tool calls, whose times differ.
fn printed(output: &Output) -> String {
    let is_call = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        line.starts_with("  ") && words.len() >= 4 && matches!(words[2], "ms" | "s" | "µs")
    };
    let value = String::from_utf8(output.stdout.clone()).unwrap();
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    let mut text = String::new();
    for line in value.lines().chain(errors.lines().filter(|line| !is_call(line))) {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The form for programs must say the same as the form for people.
fn compare(title: &str, people: &str, json: &Value) {
    let diagnostics = json["warnings"].as_array().into_iter().flatten().chain(json.get("error"));
    for diagnostic in diagnostics {
        let message = diagnostic["message"].as_str().unwrap();
        let first = message.lines().next().unwrap();
        let (line, column) = (&diagnostic["location"]["line"], &diagnostic["location"]["column"]);
        // People see the place on a line of its own.
        let first = first.strip_suffix(&format!(" (line {line}, col {column})")).unwrap_or(first);
        assert!(people.contains(first), "{title}: {first}\n{people}");
        assert!(people.contains(diagnostic["kind"].as_str().unwrap()), "{title}: {people}");
        if !line.is_null() {
            assert!(people.contains(&format!(":{line}:{column}")), "{title}: {people}");
        }
        for suggestion in diagnostic["suggestions"].as_array().into_iter().flatten() {
            let first = suggestion.as_str().unwrap().lines().next().unwrap();
            assert!(people.contains(first), "{title}: {first}\n{people}");
        }
    }
}

fn report(mistake: &Mistake) -> String {
    let people = printed(&run(mistake, &[]));
    let json = run(mistake, &["--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    compare(&mistake.title, &people, &json);
    let options: String = mistake.options.iter().map(|option| format!(" {option}")).collect();
    format!("=== {}{options}\n{}---\n{people}\n", mistake.title, mistake.program)
}

/// All mistakes of a file, several at a time: tools of the demo take their time.
fn reports(name: &str) -> String {
    let mistakes = read(name);
    assert!(mistakes.len() > 5, "{name} holds no mistakes");
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<String>> = mistakes.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(mistake) = mistakes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let index = mistakes.iter().position(|other| std::ptr::eq(other, mistake)).unwrap();
                    *done[index].lock().unwrap() = report(mistake);
                }
            });
        }
    });
    done.into_iter().map(|text| text.into_inner().unwrap()).collect()
}

#[test]
fn calls_of_tools() {
    insta::assert_snapshot!(reports("calls"));
}

#[test]
fn what_other_hosts_have() {
    insta::assert_snapshot!(reports("host"));
}

#[test]
fn results() {
    insta::assert_snapshot!(reports("results"));
}

#[test]
fn syntax() {
    insta::assert_snapshot!(reports("syntax"));
}

#[test]
fn failures_while_running() {
    insta::assert_snapshot!(reports("runtime"));
}

#[test]
fn limits() {
    insta::assert_snapshot!(reports("limits"));
}
