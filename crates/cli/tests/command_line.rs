//! The real binary: sources, output forms, exit codes, limits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn codemode(arguments: &[&str], input: Option<&str>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_codemode"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    if let Some(input) = input {
        child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    }
    drop(child.stdin.take());
    child.wait_with_output().unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["run", "--json"];
    all.extend_from_slice(arguments);
    serde_json::from_slice(&codemode(&all, None).stdout).unwrap()
}

#[test]
fn reads_programs_from_options_and_standard_input() {
    let output = codemode(&["run", "-e", "return 6 * 7"], None);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "42");
    assert_eq!(output.status.code(), Some(0));
    let output = codemode(&["run", "-"], Some("return [1, 2].map((x) => x * 2)"));
    assert_eq!(String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<String>(), "[2,4]");
}

#[test]
fn exit_codes_tell_failure_from_wrong_use() {
    assert_eq!(codemode(&["run", "-e", "throw new Error('no')"], None).status.code(), Some(1));
    assert_eq!(codemode(&["run"], None).status.code(), Some(2));
    assert_eq!(codemode(&["run", "no-such-file.js"], None).status.code(), Some(2));
    assert_eq!(codemode(&["run", "-e", "1", "--timeout-ms", "0"], None).status.code(), Some(2));
}

#[test]
fn diagnostics_show_the_source_line_and_a_caret() {
    let output = codemode(&["run", "-e", "const order = {};\nreturn order.lines[0].total;"], None);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("Cannot read property '0' of undefined"), "{text}");
    assert!(text.contains("return order.lines[0].total;"), "{text}");
    assert!(text.contains('^'), "{text}");
}

#[test]
fn limits_stop_programs() {
    let result = json(&["-e", "while (true) {}", "--timeout-ms", "50"]);
    assert_eq!(result["error"]["kind"], "TimeoutExceeded");
    let result = json(&["-e", "const a = []; while (true) a.push({ x: 1 })", "--max-memory-bytes", "20000000"]);
    assert!(result["error"]["message"].as_str().unwrap().contains("memory limit"), "{result}");
    let result = json(&["-e", "for (let i = 0; ; i++) {}", "--max-instructions", "1000000"]);
    assert!(result["error"]["message"].as_str().unwrap().contains("instructions"), "{result}");
    let result = json(&["-e", "return await tools.orders.get({ id: 'ord_0001' })", "--max-tool-calls", "0"]);
    assert_eq!(result["error"]["kind"], "ToolCallLimitExceeded");
    let result = json(&["-e", "return 'x'.repeat(1000)", "--max-output-bytes", "100"]);
    assert_eq!(result["truncated"], true);
}

#[test]
fn clock_seed_and_zone_make_runs_repeat() {
    let program = "return [Date.now(), Math.random(), new Date(0).getHours()]";
    let options = ["-e", program, "--clock", "2026-01-31T09:00:00Z", "--seed", "7", "--time-zone", "Asia/Tokyo"];
    let first = json(&options);
    assert_eq!(first["value"][0], 1_769_850_000_000_i64);
    assert_eq!(first["value"][2], 9);
    assert_eq!(first, json(&options));
}

#[test]
fn help_names_every_command() {
    let text = String::from_utf8(codemode(&["--help"], None).stdout).unwrap();
    for command in ["run", "check", "tools", "search", "instructions"] {
        assert!(text.contains(command), "{text}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    for arguments in [
        &["--help"][..],
        &["tools", "--no-config"],
        &["search", "order", "--no-config"],
        &["instructions", "--no-config"],
        &["doctor", "--no-config"],
        &["check", "--no-config", "-e", "return 1"],
        &["run", "--no-config", "--json", "-e", "return 1"],
        &["config", "schema"],
        &["config", "show"],
        &["completions", "bash"],
        &["completions", "zsh"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codemode"));
        let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(0) && !error.contains("panicked"), "{arguments:?}: {error}");
    }
}
