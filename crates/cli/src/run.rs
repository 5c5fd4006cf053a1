//! `codemode run`.

use std::io::{Read, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use codemode::{CodeMode, ExecutionResult, Limits, ToolCallEnd, ToolOutcome};

use crate::arguments::{RunOptions, Source};
use crate::{openapi, render};

/// Reads the program.
pub fn read_source(source: &Source) -> Result<(String, String), String> {
    if let Some(code) = &source.code {
        return Ok((code.clone(), "program".to_owned()));
    }
    match source.file.as_deref() {
        Some("-") | None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
            Ok((text, "stdin".to_owned()))
        }
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
            let text = String::from_utf8(bytes).map_err(|_| format!("{path}: the file is not UTF-8 text"))?;
            Ok((text, path.to_owned()))
        }
    }
}

/// Runs a program and prints what came of it.
pub fn main(options: &RunOptions) -> ExitCode {
    let (source, name) = match read_source(&options.source) {
        Ok(read) => read,
        Err(message) => {
            eprintln!("codemode: {message}");
            return ExitCode::from(2);
        }
    };
    let calls = Arc::new(Mutex::new(Vec::new()));
    let runtime = match build(options, &name, &calls) {
        Ok(runtime) => runtime,
        Err(message) => {
            eprintln!("codemode: {message}");
            return ExitCode::from(2);
        }
    };
    let tokio = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(tokio) => tokio,
        Err(error) => {
            eprintln!("codemode: cannot start the async runtime: {error}");
            return ExitCode::from(2);
        }
    };
    let result = tokio.block_on(runtime.execute(&source));
    let ok = result.is_ok();
    let printed = if options.json {
        print_json(&result)
    } else {
        let calls = calls.lock().map(|calls| calls.clone()).unwrap_or_default();
        print_human(&source, &name, &result, &calls)
    };
    if let Err(error) = printed
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        eprintln!("codemode: {error}");
    }
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn build(options: &RunOptions, name: &str, calls: &Arc<Mutex<Vec<ToolCallEnd>>>) -> Result<CodeMode, String> {
    let tools = openapi::tools_or_demo(&options.openapi)?;
    let limits = Limits {
        timeout_ms: options.timeout_ms,
        max_tool_calls: options.max_tool_calls,
        max_output_bytes: options.max_output_bytes,
        max_memory_bytes: options.max_memory_bytes,
        max_instructions: options.max_instructions,
        max_concurrent_tool_calls: options.max_concurrent_tool_calls,
        ..Limits::UNLIMITED
    };
    let sink = calls.clone();
    let mut builder = CodeMode::builder(tools)
        .limits(limits)
        .time_zone(options.time_zone.clone())
        .locale(options.locale.clone())
        .source_name(name)
        .on_tool_call_end(Arc::new(move |end| {
            if let Ok(mut calls) = sink.lock() {
                calls.push(end);
            }
        }));
    if let Some(seed) = options.seed {
        builder = builder.seed(seed);
    }
    if let Some(clock) = options.clock {
        builder = builder.fixed_clock(clock);
    }
    builder.build().map_err(|error| error.to_string())
}

fn print_json(result: &ExecutionResult) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(result).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"));
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")
}

/// Value on standard output; logs, calls and diagnostics on standard error, so that the value can be piped.
fn print_human(source: &str, name: &str, result: &ExecutionResult, calls: &[ToolCallEnd]) -> std::io::Result<()> {
    let mut err = anstream::stderr().lock();
    for line in result.logs() {
        writeln!(err, "{line}")?;
    }
    let mut calls = calls.to_vec();
    calls.sort_by_key(|call| call.index);
    for call in &calls {
        let millis = call.duration.as_secs_f64() * 1000.0;
        let outcome = match call.outcome {
            ToolOutcome::Success => "ok".to_owned(),
            ToolOutcome::Failure => format!("failed: {}", call.message.as_deref().unwrap_or("")),
            ToolOutcome::Interrupted => "interrupted".to_owned(),
        };
        writeln!(err, "  {:<28} {millis:>8.1} ms  {outcome}", call.name)?;
    }
    for warning in result.warnings() {
        render::diagnostic(&mut err, source, name, warning, true);
    }
    match result {
        ExecutionResult::Success(success) => {
            let text = serde_json::to_string_pretty(&success.value).unwrap_or_default();
            writeln!(std::io::stdout().lock(), "{text}")?;
            if success.value.is_null() {
                writeln!(err, "(nothing was returned: end the program with `return value`)")?;
            }
        }
        ExecutionResult::Failure(failure) => render::diagnostic(&mut err, source, name, &failure.error, false),
    }
    if result.truncated() {
        writeln!(err, "(the output was cut to its limit)")?;
    }
    Ok(())
}
