//! Diagnostics from what the machine reports.

use codemode_compiler::explain_name;
use codemode_engine::{ErrorReport, Position, Value as Handle, Vm};

use crate::{Diagnostic, DiagnosticKind, SourceLocation, path_expression};

/// The diagnostic of an uncaught value.
pub(super) fn uncaught(vm: &mut Vm, thrown: Handle) -> Diagnostic {
    let report = vm.report(thrown);
    from_report(vm, report)
}

fn from_report(vm: &mut Vm, report: ErrorReport) -> Diagnostic {
    let ErrorReport { kind, message, is_error, by_machine, place, suggestions, unknown_name, .. } = report;
    let kind = kind.and_then(|name| name.parse().ok()).unwrap_or(DiagnosticKind::ExecutionFailure);
    let advice = advice(vm, &message, by_machine, unknown_name.as_deref());
    let mut message = if is_error { message } else { format!("Uncaught: {message}") };
    if by_machine && let Some(place) = place {
        message.push_str(&suffix(place));
    }
    let mut diagnostic = placed(Diagnostic::new(kind, message), place);
    diagnostic.suggestions = suggestions;
    diagnostic.suggestions.extend(advice);
    diagnostic
}

/// What to do about failures that the machine raises in the same words everywhere.
fn advice(vm: &mut Vm, message: &str, by_machine: bool, unknown_name: Option<&str>) -> Option<String> {
    if let Some(name) = unknown_name {
        let globals = vm.global_names();
        return vm.main_source().map(|source| explain_name(&source, name, &globals));
    }
    if !by_machine {
        return None;
    }
    let advice = match message {
        _ if message.contains("Maximum call stack") => {
            "the recursion does not end or is deeper than 10000 calls: check its end condition, or use a loop"
        }
        _ if message.contains("[object Object]") && message.contains("JSON") => {
            "tool results are data already: use the value without JSON.parse"
        }
        _ if message.contains("is not valid JSON") || message.contains("end of JSON input") => {
            "log the text to see what it is; tool results are data already and need no JSON.parse"
        }
        _ if message.contains("Invalid string length") => "keep parts in an array instead of one long string",
        _ if message.contains("mix BigInt") => "convert one of them: `BigInt(number)` or `Number(bigint)`",
        _ if message.contains("promises are pending") => "start fewer calls at once: await them in batches",
        _ => return None,
    };
    Some(advice.to_owned())
}

/// The warning of a rejection that nobody observed.
pub(super) fn unhandled(vm: &mut Vm, reason: Handle) -> Diagnostic {
    let report = vm.report(reason);
    let what = match &report.tool {
        Some(tool) => format!("the call of {} was not awaited", path_expression(tool)),
        None => "the promise was not awaited".to_owned(),
    };
    let mut diagnostic = from_report(vm, report);
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
