//! Containment of faults that are not the program's: a panic in the compiler or the machine, or in a clock of the host,
//! ends one execution with an error that says so; the host goes on.
//!
//! No program is known to cause one. This is the second line of defence, and costs nothing until it is needed.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use codemode_compiler::{CompileOptions, compile};
use futures_util::FutureExt;

use super::runtime::compile_diagnostic;
use crate::{Diagnostic, DiagnosticKind, Limits};

/// Compiles a program.
pub(super) fn compile_contained(
    source: &str,
    options: &CompileOptions,
    limits: &Limits,
) -> Result<codemode_bytecode::Program, Diagnostic> {
    contained("compiler", || compile(source, options))?.map_err(|errors| compile_diagnostic(&errors, limits))
}

/// Does what must not panic.
pub(super) fn contained<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, Diagnostic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| internal_error(what, &*panic))
}

/// Waits for what must not panic.
pub(super) async fn contained_future<T>(what: &str, work: impl Future<Output = T>) -> Result<T, Diagnostic> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|panic| internal_error(what, &*panic))
}

fn internal_error(what: &str, panic: &(dyn Any + Send)) -> Diagnostic {
    let said = panic_text(panic).unwrap_or("no more is known");
    Diagnostic::new(DiagnosticKind::ExecutionFailure, format!("internal error of the {what}: {said}"))
        .suggest("this is no fault of the program; written differently it may work. Please report it with the program")
}

/// What a panic said.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> Option<&str> {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => Some(text),
        (None, Some(text)) => Some(text),
        (None, None) => None,
    }
}
