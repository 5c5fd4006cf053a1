//! One test: what it needs, how it is run, when it passes.

use std::path::Path;
use std::sync::{Arc, Mutex};

use codemode_compiler::{CheckOptions, CompileOptions, check as check_program, compile, validate};

use super::findings::Said;
use codemode_engine::{Completion, HostFunction, HostHooks, Outcome, Value, Vm, VmOptions};

use super::archive::Suite;

/// A line of the list: path and tags.
pub struct Case {
    pub path: String,
    pub group: String,
    tags: Vec<String>,
}

/// Reads a list: path, group, tier, tags, separated by tabs.
pub fn read_list(path: &Path) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut fields = line.split('\t');
            let path = fields.next().unwrap_or_default().trim().to_owned();
            let group = fields.next().map(str::to_owned).unwrap_or_else(|| group_of(&path));
            let tags = fields.nth(1).unwrap_or_default().split(',').map(|tag| tag.trim().to_owned()).collect();
            Case { path, group, tags }
        })
        .collect())
}

fn group_of(path: &str) -> String {
    path.split('/').take(2).collect::<Vec<_>>().join("/")
}

impl Case {
    fn has(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }
}

/// How a program ended.
#[derive(Debug)]
pub enum End {
    Done,
    /// Class name and message of the error.
    Threw(String, String),
    DidNotCompile(String),
    /// A limit, or a machine that waits for nothing.
    Stopped(String),
}

/// What a program did.
pub struct Run {
    pub printed: Vec<String>,
    pub end: End,
}

/// The front matter that matters here.
struct Meta {
    includes: Vec<String>,
    negative_type: Option<String>,
    is_async: bool,
    is_raw: bool,
}

fn meta(source: &str) -> Meta {
    let yaml = source.split_once("/*---").and_then(|(_, rest)| rest.split_once("---*/")).map_or("", |(front, _)| front);
    let yaml = yaml.replace('\r', "\n");
    let mut meta = Meta { includes: Vec::new(), negative_type: None, is_async: false, is_raw: false };
    let mut in_includes = false;
    for line in yaml.lines() {
        let trimmed = line.trim();
        if in_includes && let Some(name) = trimmed.strip_prefix("- ") {
            meta.includes.push(name.trim().to_owned());
            continue;
        }
        in_includes = false;
        if let Some(rest) = trimmed.strip_prefix("includes:") {
            let names = rest.trim().trim_start_matches('[').trim_end_matches(']');
            meta.includes.extend(names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()));
            in_includes = names.is_empty();
        } else if let Some(rest) = trimmed.strip_prefix("flags:") {
            meta.is_async = rest.contains("async");
            meta.is_raw = rest.contains("raw");
        } else if let Some(rest) = trimmed.strip_prefix("type:") {
            meta.negative_type = Some(rest.trim().to_owned());
        }
    }
    meta
}

/// The text of a test with the harness files before it.
fn assemble(suite: &Suite, case: &Case, source: &str, meta: &Meta) -> Result<String, String> {
    let is_async = meta.is_async || case.has("async");
    let mut text = String::new();
    if !(meta.is_raw || case.has("raw")) {
        text.push_str("\"use strict\";\n");
        let mut names = vec!["assert.js".to_owned(), "sta.js".to_owned()];
        if is_async {
            names.push("doneprintHandle.js".to_owned());
        }
        names.extend(
            meta.includes
                .iter()
                .filter(|name| !matches!(name.as_str(), "assert.js" | "sta.js" | "doneprintHandle.js"))
                .cloned(),
        );
        for name in names {
            text.push_str(&harness(suite, &name)?);
            text.push('\n');
            if name == "doneprintHandle.js" {
                // Other harness files look for it there: declarations of a program are no global properties.
                text.push_str("globalThis.$DONE = $DONE;\n");
            }
        }
    }
    text.push_str(source);
    Ok(text)
}

/// What the preflight says about a test that is in order. Nothing is run.
pub fn check(suite: &Suite, case: &Case, globals: &[String]) -> Result<Vec<Said>, String> {
    let source = suite.test(&case.path).ok_or("not in the archive")?;
    let meta = meta(source);
    if case.has("negative:parse") || meta.negative_type.is_some() {
        return Ok(Vec::new());
    }
    let text = assemble(suite, case, source, &meta)?;
    let compile = CompileOptions { name: Arc::from("test"), script_goal: true, ..CompileOptions::default() };
    let options = CheckOptions { compile, globals: globals.to_vec(), tools: None };
    let begins = text.len() - source.len();
    let findings = check_program(&text, &options).into_iter();
    let said = |kind, text, start: u32| Said { kind, text, is_harness: (start as usize) < begins };
    Ok(findings.map(|finding| said(finding.kind, finding.message, finding.span.start)).collect())
}

/// The names that every test finds.
pub fn global_names() -> Vec<String> {
    let hooks = Hooks {
        printed: Arc::default(),
        started: std::time::Instant::now(),
        limit: std::time::Duration::from_secs(20),
        random: 1,
    };
    let mut vm = Vm::new(codemode::shared_engine(), VmOptions::default(), Box::new(hooks));
    let mut names = vm.global_names();
    names.extend(["$262", "print", "$DONE"].map(str::to_owned));
    names
}

/// Runs a test: an error says why it fails.
pub fn run(suite: &Suite, case: &Case) -> Result<(), String> {
    let source = suite.test(&case.path).ok_or("not in the archive")?;
    let meta = meta(source);
    let script_goal = true;
    if case.has("negative:parse") {
        let text =
            if meta.is_raw || case.has("raw") { source.to_owned() } else { format!("\"use strict\";\n{source}") };
        let options = CompileOptions { name: Arc::from("test"), script_goal, ..CompileOptions::default() };
        return match validate(&text, &options) {
            Err(_) => Ok(()),
            Ok(()) => Err("an early SyntaxError is expected".to_owned()),
        };
    }
    let is_async = meta.is_async || case.has("async");
    let mut text = assemble(suite, case, source, &meta)?;
    // The program would give back the value of its last expression, and await it when it is a promise.
    text.push_str("\n;undefined;\n");
    let outcome = execute(&text, script_goal, false, true);
    if let Some(wanted) = meta.negative_type.filter(|_| case.has("negative:runtime")) {
        return match outcome.end {
            End::Threw(class, _) if class == wanted => Ok(()),
            end => Err(format!("a {wanted} is expected: {end:?}")),
        };
    }
    match outcome.end {
        End::Done if is_async => {
            if outcome.printed.iter().any(|line| line == "Test262:AsyncTestComplete") {
                Ok(())
            } else {
                Err(format!("not completed: {}", outcome.printed.join(" | ")))
            }
        }
        End::Done => Ok(()),
        End::Threw(class, message) => Err(format!("{class}: {message}")),
        End::DidNotCompile(message) => Err(format!("does not compile: {message}")),
        End::Stopped(message) => Err(message),
    }
}

fn harness(suite: &Suite, name: &str) -> Result<String, String> {
    if name == "fnGlobalObject.js" {
        return Ok("function fnGlobalObject() { return globalThis; }".to_owned());
    }
    let text = suite.harness(name).ok_or_else(|| format!("harness file {name} is missing"))?;
    if name == "resizableArrayBufferUtils.js" {
        return Ok(without_code_from_strings(text));
    }
    Ok(text.to_owned())
}

/// The harness makes three subclasses from text; the same as declarations.
fn without_code_from_strings(text: &str) -> String {
    let mut out = String::new();
    let mut in_function = false;
    for line in text.lines() {
        if line.starts_with("function subClass(") {
            in_function = true;
        }
        if !in_function {
            let replaced = line
                .replace("subClass('Uint8Array')", "(class MyUint8Array extends Uint8Array {})")
                .replace("subClass('Float32Array')", "(class MyFloat32Array extends Float32Array {})")
                .replace("subClass('BigInt64Array')", "(class MyBigInt64Array extends BigInt64Array {})");
            out.push_str(&replaced);
            out.push('\n');
        }
        if in_function && line.starts_with('}') {
            in_function = false;
        }
    }
    out
}

/// Collects output; time and randomness are fixed.
struct Hooks {
    printed: Arc<Mutex<Vec<String>>>,
    started: std::time::Instant,
    limit: std::time::Duration,
    random: u64,
}

impl HostHooks for Hooks {
    fn now_ms(&mut self) -> f64 {
        1_700_000_000_000.0 + self.started.elapsed().as_millis() as f64
    }

    fn random_u64(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn interrupted(&mut self) -> bool {
        self.started.elapsed() >= self.limit
    }

    fn console(&mut self, _level: &'static str, line: String) {
        if let Ok(mut printed) = self.printed.lock() {
            printed.push(line);
        }
    }

    fn call_tool(&mut self, _cx: &mut Vm, _path: &Arc<str>, _arguments: &[Value]) -> Completion {
        Ok(Value::UNDEFINED)
    }

    fn tool_names(&self, _path: &[String]) -> Option<Vec<String>> {
        None
    }
}

/// Compiles and runs a source with `print` and `$262`.
pub fn execute(source: &str, script_goal: bool, return_value: bool, drain: bool) -> Run {
    execute_within(std::time::Duration::from_secs(20), source, script_goal, return_value, drain)
}

/// The same with a limit of its own.
pub fn execute_within(
    limit: std::time::Duration,
    source: &str,
    script_goal: bool,
    return_value: bool,
    drain: bool,
) -> Run {
    let printed = Arc::new(Mutex::new(Vec::new()));
    let take = |printed: &Arc<Mutex<Vec<String>>>| printed.lock().map(|lines| lines.clone()).unwrap_or_default();
    let options = CompileOptions { name: Arc::from("test"), script_goal, ..CompileOptions::default() };
    let program = match compile(source, &options) {
        Ok(program) => program,
        Err(errors) => {
            let text = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            return Run { printed: Vec::new(), end: End::DidNotCompile(text) };
        }
    };
    let hooks = Hooks { printed: printed.clone(), started: std::time::Instant::now(), limit, random: 0x9E37_79B9 };
    let options = VmOptions { memory_limit: Some(512 << 20), drain_jobs: drain, ..VmOptions::default() };
    let mut vm = Vm::new(codemode::shared_engine(), options, Box::new(hooks));
    if let Err(unwind) = prepare(&mut vm, &printed).and_then(|()| vm.start(Arc::new(program))) {
        return Run { printed: take(&printed), end: End::Stopped(format!("{unwind:?}")) };
    }
    let end = loop {
        match vm.run(2_000_000) {
            Outcome::OutOfFuel => {
                if vm.instructions() > 3_000_000_000 {
                    break End::Stopped("takes too long".to_owned());
                }
            }
            Outcome::Done(value) => {
                if return_value {
                    let text = vm.inspect_value(value);
                    if let Ok(mut printed) = printed.lock() {
                        printed.push(format!("=> {text}"));
                    }
                }
                break End::Done;
            }
            Outcome::Threw(error) => {
                let (class, message) = vm.error_class_and_message(error);
                break End::Threw(class, message);
            }
            Outcome::Waiting => break End::Done,
            Outcome::Aborted(abort) => break End::Stopped(format!("{abort:?}")),
        }
    };
    Run { printed: take(&printed), end }
}

fn prepare(vm: &mut Vm, printed: &Arc<Mutex<Vec<String>>>) -> Completion<()> {
    let sink = printed.clone();
    vm.add_host_function(HostFunction {
        name: "print".into(),
        length: 1,
        function: Arc::new(move |vm, arguments| {
            let text = match arguments.first() {
                Some(&value) => vm.value_to_text(value)?,
                None => String::new(),
            };
            if let Ok(mut printed) = sink.lock() {
                printed.push(text);
            }
            Ok(Value::UNDEFINED)
        }),
    })?;
    vm.install_test_host()
}
