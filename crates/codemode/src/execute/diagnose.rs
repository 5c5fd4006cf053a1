//! Diagnostics from what the machine reports.

use codemode_compiler::explain_name;
use codemode_engine::{ErrorReport, Position, Value as Handle, Vm};

use crate::{Catalog, Diagnostic, DiagnosticKind, SourceLocation, path_expression};

/// The diagnostic of an uncaught value.
pub(super) fn uncaught(vm: &mut Vm, catalog: &Catalog, thrown: Handle) -> Diagnostic {
    let report = vm.report(thrown);
    from_report(vm, catalog, report)
}

fn from_report(vm: &mut Vm, catalog: &Catalog, report: ErrorReport) -> Diagnostic {
    let ErrorReport { kind, message, is_error, by_machine, place, suggestions, unknown_name, cause, .. } = report;
    let kind = kind.and_then(|name| name.parse().ok()).unwrap_or(DiagnosticKind::ExecutionFailure);
    let advice = match unknown_name {
        Some(name) => explain_unknown(vm, catalog, &name, place),
        None if by_machine => advice(&message).map(str::to_owned),
        None => None,
    };
    let mut message = if is_error { message } else { format!("Uncaught: {message}") };
    if let Some(cause) = cause {
        message.push_str(&format!("; caused by {cause}"));
    }
    if by_machine && let Some(place) = place {
        message.push_str(&suffix(place));
    }
    let mut diagnostic = placed(Diagnostic::new(kind, message), place);
    diagnostic.suggestions = suggestions;
    diagnostic.suggestions.extend(advice);
    diagnostic
}

/// What to write instead of a name that does not exist.
fn explain_unknown(vm: &mut Vm, catalog: &Catalog, name: &str, place: Option<Position>) -> Option<String> {
    let globals = vm.global_names();
    let source = vm.main_source()?;
    if place.is_some_and(|place| is_assigned(&source, place, name)) {
        return Some(format!("declare it: `let {name} = …`"));
    }
    let tools: Vec<&str> = catalog.tools().tools().map(|(path, _)| path).collect();
    Some(explain_name(&source, name, &globals, &tools))
}

/// Whether a name at a place is the target of an assignment.
fn is_assigned(source: &str, place: Position, name: &str) -> bool {
    let line = source.lines().nth((place.line as usize).saturating_sub(1)).unwrap_or("");
    let rest: String = line.chars().skip((place.column as usize).saturating_sub(1)).collect();
    let after = rest.strip_prefix(name).unwrap_or("").trim_start();
    after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>")
}

/// What to do about failures that the machine raises in the same words everywhere: parts of messages, and advice.
const ADVICE: [(&[&str], &str); 15] = [
    (
        &["Maximum call stack"],
        "the recursion does not end or is deeper than 10000 calls: check its end condition, or use a loop",
    ),
    (&["[object Object]", "JSON"], "tool results are data already: use the value without JSON.parse"),
    (&["SyntaxError", "JSON"], "log the text to see what it is; tool results are data already and need no JSON.parse"),
    (&["circular structure"], "stringify only the parts that are needed, without references to parents"),
    (&["Invalid string length"], "keep parts in an array instead of one long string"),
    (&["Invalid array length"], "the length must be a whole number from 0 to 10000000"),
    (&["mix BigInt"], "convert one of them: `BigInt(number)` or `Number(bigint)`"),
    (&["promises are pending"], "start fewer calls at once: await them in batches"),
    (
        &["Invalid time value"],
        "the date is invalid: check it with `Number.isNaN(date.getTime())`, and give dates as ISO text such as 2026-01-31T09:30:00Z",
    ),
    (&["Reduce of empty array"], "give a start value: `items.reduce((result, item) => …, start)`"),
    (&["Cannot assign to read only property"], "copy it instead: `{ ...object, name: value }`"),
    (&["object is not extensible"], "copy it instead: `{ ...object, name: value }`"),
    (&["too many arguments"], "pass the items in a loop, or use `reduce`, instead of spreading a long array"),
    (&["Cannot use 'in' operator"], "`in` looks for properties of objects: use `.includes(…)` for texts and arrays"),
    (&["code cannot be made from strings"], "write the code itself, as a function"),
];

fn advice(message: &str) -> Option<&'static str> {
    let found = ADVICE.iter().find(|(parts, _)| parts.iter().all(|part| message.contains(part)));
    found.map(|(_, advice)| *advice)
}

/// The warning of a rejection that nobody observed.
pub(super) fn unhandled(vm: &mut Vm, catalog: &Catalog, reason: Handle) -> Diagnostic {
    let report = vm.report(reason);
    let what = match &report.tool {
        Some(tool) => format!("the call of {} was not awaited", path_expression(tool)),
        None => "promise not awaited".to_owned(),
    };
    let mut diagnostic = from_report(vm, catalog, report);
    diagnostic.message = format!("Unhandled rejection ({what}): {}", diagnostic.message);
    diagnostic
}

/// The failure of a program that waits for something that cannot come.
pub(super) fn deadlock(place: Option<Position>) -> Diagnostic {
    let mut message =
        "the program waits for a promise that can never settle: nothing is running that could settle it".to_owned();
    match place {
        Some(place) => {
            message.push_str(&suffix(place));
            Diagnostic::new(DiagnosticKind::ExecutionFailure, message).at(location(place))
        }
        None => Diagnostic::new(DiagnosticKind::ExecutionFailure, message),
    }
    .suggest("settle the promise by a tool call, or do not await it")
}

/// The failure of a program that waits for a call which cancelled itself.
pub(super) fn cancelled(name: &str, place: Option<Position>) -> Diagnostic {
    let message = format!("the execution was cancelled by the tool '{name}', which stopped itself");
    placed(Diagnostic::new(DiagnosticKind::ExecutionFailure, message), place)
}

/// The same diagnostic, located when the place is known.
pub(super) fn placed(diagnostic: Diagnostic, place: Option<Position>) -> Diagnostic {
    match place {
        Some(place) => diagnostic.at(location(place)),
        None => diagnostic,
    }
}

fn suffix(place: Position) -> String {
    format!(" (line {}, col {})", place.line, place.column)
}

fn location(place: Position) -> SourceLocation {
    SourceLocation { line: place.line, column: place.column }
}
