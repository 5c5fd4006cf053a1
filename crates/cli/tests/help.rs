//! The help: complete, with examples that work, and the same in the documentation.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use common::Folder;

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = Folder::new().codemode(&["--help"]).out;
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_explains_itself() {
    let commands = commands();
    for expected in [
        "run",
        "repl",
        "check",
        "tools",
        "search",
        "instructions",
        "openapi",
        "init",
        "doctor",
        "config",
        "completions",
    ] {
        assert!(commands.iter().any(|command| command == expected), "{expected} is missing in {commands:?}");
    }
    for command in &commands {
        let ran = Folder::new().codemode(&[command, "--help"]);
        assert_eq!(ran.code, Some(0), "{command}");
        assert!(ran.out.lines().next().is_some_and(|line| line.len() > 10), "{command}: {}", ran.out);
    }
}

#[test]
fn every_limit_has_a_flag() {
    let help = Folder::new().codemode(&["run", "--help"]).out;
    let schema = Folder::new().codemode(&["config", "schema"]).json();
    let limits = schema["definitions"]["Limits"]["properties"].as_object().unwrap();
    assert_eq!(limits.len(), 8);
    for limit in limits.keys() {
        let flag: String = limit
            .chars()
            .flat_map(|c| if c.is_uppercase() { vec!['-', c.to_ascii_lowercase()] } else { vec![c] })
            .collect();
        assert!(help.contains(&format!("--{flag} ")), "no --{flag}");
    }
}

#[test]
fn the_documentation_shows_the_help() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command-line.md");
    let written = std::fs::read_to_string(&path).unwrap();
    let mut fresh = String::new();
    let mut shown = Vec::new();
    let mut rest = written.as_str();
    while let Some((before, after)) = rest.split_once("<!-- help") {
        let (command, after) = after.split_once(" -->\n```text\n").unwrap();
        let (_, after) = after.split_once("```\n").unwrap();
        let command = command.trim();
        let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let help = Folder::new().codemode(&arguments).out;
        let help = help.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let separator = if command.is_empty() { "" } else { " " };
        fresh.push_str(&format!("{before}<!-- help{separator}{command} -->\n```text\n{}\n```\n", help.trim_end()));
        shown.push(command.to_owned());
        rest = after;
    }
    fresh.push_str(rest);
    for command in commands() {
        assert!(shown.contains(&command), "docs/command-line.md does not show `{command}`");
    }
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(&path, &fresh).unwrap();
        return;
    }
    assert!(fresh == written, "docs/command-line.md is out of date: run this test with UPDATE_EXAMPLES=1");
}

#[test]
fn wrong_use_is_answered_with_what_is_right() {
    let folder = Folder::new();
    folder.codemode(&["tool"]).says(&["tools"]);
    folder.codemode(&["run", "--time-out-ms", "5", "-e", "1"]).says(&["--timeout-ms"]);
    folder.codemode(&["run", "-e", "1", "--timeout-ms", "soon"]).says(&["invalid value 'soon'", "--timeout-ms"]);
    folder.codemode(&["run", "-e", "1", "--clock", "noon"]).says(&["'noon' is neither milliseconds nor a date"]);
}
