//! `console`: every method appends one line (with line breaks where the text has some) to what the host collects. No
//! method throws because of what it is given.

pub(crate) mod inspect;
mod specifier;
mod table;

use rustc_hash::FxHashMap;

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

/// What the console remembers between calls.
#[derive(Debug, Default)]
pub(crate) struct ConsoleState {
    /// Open groups.
    depth: usize,
    counts: FxHashMap<String, u64>,
    timers: FxHashMap<String, f64>,
}

/// Groups deeper than this are not indented further.
const MAX_INDENT: usize = 32;

/// Levels as the host knows them, with what goes before the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Log,
    Info,
    Debug,
    Warn,
    Error,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Level::Log => "log",
            Level::Info => "info",
            Level::Debug => "debug",
            Level::Warn => "warn",
            Level::Error => "error",
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Level::Log | Level::Info => "",
            Level::Debug => "[debug] ",
            Level::Warn => "[warn] ",
            Level::Error => "[error] ",
        }
    }
}

fn emit(cx: &mut Vm, level: Level, text: &str) -> Completion {
    let indent = "  ".repeat(cx.console.depth.min(MAX_INDENT));
    cx.charge_fuel(text.len() as u64 / 4)?;
    if !indent.is_empty() {
        let breaks = text.bytes().filter(|&byte| byte == b'\n').count();
        cx.heap.ensure(text.len().saturating_add(breaks.saturating_mul(indent.len())))?;
    }
    let line = if indent.is_empty() {
        format!("{}{text}", level.prefix())
    } else {
        format!("{indent}{}{}", level.prefix(), text.replace('\n', &format!("\n{indent}")))
    };
    cx.heap.charge(line.len())?;
    cx.hooks.console(level.name(), line);
    Ok(Value::UNDEFINED)
}

fn print(cx: &mut Vm, level: Level, args: Args) -> Completion {
    let values = args.to_vec(cx, 0);
    let text = specifier::join(cx, &values)?;
    emit(cx, level, &text)
}

fn log(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    print(cx, Level::Log, args)
}

fn info(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    print(cx, Level::Info, args)
}

fn debug(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    print(cx, Level::Debug, args)
}

fn warn(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    print(cx, Level::Warn, args)
}

fn error(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    print(cx, Level::Error, args)
}

/// Only the first argument, without format specifiers.
fn dir(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = inspect::inspect_argument(cx, args.at(cx, 0))?;
    emit(cx, Level::Log, &text)
}

fn table(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = table::table_text(cx, args.at(cx, 0), args.at(cx, 1))?;
    emit(cx, Level::Log, &text)
}

/// Prints only when the condition does not hold.
fn assert(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if cx.to_boolean(args.at(cx, 0)) {
        return Ok(Value::UNDEFINED);
    }
    let values = args.to_vec(cx, 1);
    let text = specifier::join(cx, &values)?;
    let text = if values.is_empty() { "Assertion failed".to_owned() } else { format!("Assertion failed: {text}") };
    emit(cx, Level::Error, &text)
}

/// A line with `Trace:` and where the program is.
fn trace(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let values = args.to_vec(cx, 0);
    let mut text = specifier::join(cx, &values)?;
    text = if values.is_empty() { "Trace".to_owned() } else { format!("Trace: {text}") };
    let proto = cx.intrinsic(Intrinsic::ErrorPrototype);
    let error = cx.new_error(proto, None)?;
    if let Some(stack) = cx.error_stack(error).as_string() {
        let stack = cx.heap.text(stack)?;
        if let Some((_, places)) = stack.split_once('\n') {
            text.push('\n');
            text.push_str(places);
        }
    }
    emit(cx, Level::Log, &text)
}

// ── Groups ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn group(cx: &mut Vm, this: Value, args: Args) -> Completion {
    if args.len() > 0 {
        log(cx, this, args)?;
    }
    cx.console.depth += 1;
    Ok(Value::UNDEFINED)
}

fn group_end(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    cx.console.depth = cx.console.depth.saturating_sub(1);
    Ok(Value::UNDEFINED)
}

fn clear(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    cx.console.depth = 0;
    Ok(Value::UNDEFINED)
}

// ── Counting and timing ────────────────────────────────────────────────────────────────────────────────────────────

fn label(cx: &mut Vm, args: Args) -> Completion<String> {
    let value = args.at(cx, 0);
    let text = if value.is_undefined() { "default".to_owned() } else { inspect::inspect_argument(cx, value)? };
    cx.heap.charge(text.len() + 48)?;
    Ok(text)
}

fn count(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let label = label(cx, args)?;
    let text = {
        let count = cx.console.counts.entry(label.clone()).or_insert(0);
        *count += 1;
        format!("{label}: {count}")
    };
    emit(cx, Level::Log, &text)
}

fn count_reset(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let label = label(cx, args)?;
    match cx.console.counts.remove(&label) {
        Some(_) => Ok(Value::UNDEFINED),
        None => emit(cx, Level::Warn, &format!("Count for '{label}' does not exist")),
    }
}

fn time(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let label = label(cx, args)?;
    let now = cx.hooks.now_ms();
    if cx.console.timers.contains_key(&label) {
        return emit(cx, Level::Warn, &format!("Label '{label}' already exists for console.time()"));
    }
    cx.console.timers.insert(label, now);
    Ok(Value::UNDEFINED)
}

fn elapsed(cx: &mut Vm, args: Args, method: &str) -> Completion<(String, Option<String>)> {
    let label = label(cx, args)?;
    let now = cx.hooks.now_ms();
    match cx.console.timers.get(&label) {
        Some(start) => {
            let text = format!("{label}: {}ms", crate::value::number::number_to_string(now - start));
            Ok((label, Some(text)))
        }
        None => {
            emit(cx, Level::Warn, &format!("No such label '{label}' for console.{method}()"))?;
            Ok((label, None))
        }
    }
}

fn time_log(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let (_, Some(mut text)) = elapsed(cx, args, "timeLog")? {
        for value in args.to_vec(cx, 1) {
            text.push(' ');
            text.push_str(&inspect::inspect_argument(cx, value)?);
        }
        emit(cx, Level::Log, &text)?;
    }
    Ok(Value::UNDEFINED)
}

fn time_end(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let (label, Some(text)) = elapsed(cx, args, "timeEnd")? {
        cx.console.timers.remove(&label);
        emit(cx, Level::Log, &text)?;
    }
    Ok(Value::UNDEFINED)
}

pub(crate) static CONSOLE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        method("log", 0, log),
        method("info", 0, info),
        method("debug", 0, debug),
        method("warn", 0, warn),
        method("error", 0, error),
        method("dir", 0, dir),
        method("dirxml", 0, log),
        method("table", 1, table),
        method("assert", 0, assert),
        method("count", 0, count),
        method("countReset", 0, count_reset),
        method("group", 0, group),
        method("groupCollapsed", 0, group),
        method("groupEnd", 0, group_end),
        method("time", 0, time),
        method("timeLog", 0, time_log),
        method("timeEnd", 0, time_end),
        method("trace", 0, trace),
        method("clear", 0, clear),
        tag("console"),
    ],
);
