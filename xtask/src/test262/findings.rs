//! `test262 --check`: what the preflight says about tests that are in order. Each finding must be true, and stands in a
//! committed list under the cause why the test does such a thing; a finding that is not in the list is a false alarm.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use codemode_compiler::FindingKind;

use super::archive::Suite;
use super::case::{self, Case};

const HEADER: &str = "# What `check` says about tests that are in order, by cause. Every line is true of its test.\n\
                      # `cargo xtask test262 --check` compares; `--check --update` writes it anew.\n";

/// What is said about one test, without places: they depend on the harness.
pub struct Said {
    pub kind: FindingKind,
    pub text: String,
    /// It is about the harness before the test.
    pub is_harness: bool,
}

/// Checks every test and compares with the list at `known`.
pub fn main(suite: &Suite, cases: &[Case], known: &Path, is_filtered: bool, update: bool) -> Result<ExitCode, String> {
    let globals = case::global_names();
    let mut groups: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut unexplained = 0;
    for case in cases {
        let source = suite.test(&case.path).ok_or_else(|| format!("{}: not in the archive", case.path))?;
        for Said { kind, text, is_harness } in case::check(suite, case, &globals)? {
            let path = if is_harness { "harness" } else { case.path.as_str() };
            match cause(kind, &text, path, source) {
                Some(cause) => {
                    groups.entry(cause).or_default().insert(format!("{path}\t{text}"));
                }
                None => {
                    unexplained += 1;
                    println!("no cause is known: {}: {text}", case.path);
                }
            }
        }
    }
    let found: BTreeSet<&str> = groups.values().flatten().map(String::as_str).collect();
    println!("test262 --check: {} programs, {} true findings, {unexplained} unexplained", cases.len(), found.len());
    if update && !is_filtered && unexplained == 0 {
        let mut text = HEADER.to_owned();
        for (cause, lines) in &groups {
            text.push_str(&format!("\n# {cause}\n"));
            for line in lines {
                text.push_str(line);
                text.push('\n');
            }
        }
        std::fs::write(known, text).map_err(|error| format!("{}: {error}", known.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let list = std::fs::read_to_string(known).map_err(|error| format!("{}: {error}", known.display()))?;
    let listed: BTreeSet<&str> = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let new: Vec<&&str> = found.difference(&listed).collect();
    let gone: Vec<&&str> = if is_filtered { Vec::new() } else { listed.difference(&found).collect() };
    for line in &new {
        println!("not in the list: {line}");
    }
    for line in &gone {
        println!("in the list, but not found: {line}");
    }
    let is_equal = new.is_empty() && gone.is_empty() && unexplained == 0;
    Ok(if is_equal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Why a test that is in order does what is said about it.
fn cause(kind: FindingKind, text: &str, path: &str, source: &str) -> Option<&'static str> {
    Some(match kind {
        FindingKind::UnknownIdentifier if source.contains("ReferenceError") => {
            "names that nothing declares, on purpose: the test expects a ReferenceError, or that there is none"
        }
        FindingKind::UnknownIdentifier
            if text.contains("iterCount") && path.starts_with("language/statements/for/dstr/") =>
        {
            "the test throws in the head of the loop, so that the counter in its body, which it does not declare, never runs"
        }
        FindingKind::UnknownIdentifier if is_left_out(source) => {
            "names of features that the test asks for before it uses them, or that are not part of the language"
        }
        FindingKind::UnknownIdentifier => {
            "names in code that the test expects not to run, such as operands that are not evaluated"
        }
        FindingKind::Unreachable => "code after a jump, on purpose: that it does not run is what is tested",
        FindingKind::Intake => "the whole test is one expression, or declares a function only",
        FindingKind::Parse
        | FindingKind::UnsupportedSyntax
        | FindingKind::UnknownProperty
        | FindingKind::UnknownTool
        | FindingKind::UnawaitedPromise
        | FindingKind::InvalidToolInput => return None,
    })
}

fn is_left_out(source: &str) -> bool {
    ["Temporal", "ShadowRealm", "SharedArrayBuffer", "Atomics"].iter().any(|name| source.contains(name))
}
