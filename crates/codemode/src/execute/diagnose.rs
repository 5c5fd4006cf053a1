//! Diagnostics from what the machine reports.

use codemode_engine::{ErrorReport, Position, Value as Handle, Vm};

use crate::{Diagnostic, DiagnosticKind, SourceLocation};

/// The diagnostic of an uncaught value.
pub(super) fn uncaught(vm: &mut Vm, thrown: Handle) -> Diagnostic {
    let report = vm.report(thrown);
    from_report(report)
}

fn from_report(report: ErrorReport) -> Diagnostic {
    let kind = report.kind.and_then(|name| name.parse().ok()).unwrap_or(DiagnosticKind::ExecutionFailure);
    let mut message = if report.is_error { report.message } else { format!("Uncaught: {}", report.message) };
    if report.by_machine
        && let Some(place) = report.place
    {
        message.push_str(&suffix(place));
    }
    let mut diagnostic = Diagnostic::new(kind, message);
    if let Some(place) = report.place {
        diagnostic = diagnostic.at(location(place));
    }
    for suggestion in report.suggestions {
        diagnostic = diagnostic.suggest(suggestion);
    }
    diagnostic
}

/// The warning of a rejection that nobody observed.
pub(super) fn unhandled(vm: &mut Vm, reason: Handle) -> Diagnostic {
    let mut diagnostic = uncaught(vm, reason);
    diagnostic.message = format!("Unhandled rejection (the promise was not awaited): {}", diagnostic.message);
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
