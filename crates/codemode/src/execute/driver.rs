//! The loop of one execution: machine slices, finished calls, the clock.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use codemode_engine::{Abort, Completion, ExportError, HostFunction, Outcome, Unwind, Value as Handle, Vm, VmOptions};
use serde_json::Value;

use super::data::{JsonSink, import};
use super::diagnose;
use super::run::{Hooks, RunHandle, search, settle};
use super::runtime::{CodeMode, CompiledProgram};
use crate::{Diagnostic, DiagnosticKind, ExecutionResult, Failure, Limits, Success, shared_engine, truncate};

/// What to run.
pub(super) enum Input<'a> {
    Source(&'a str),
    Program(&'a CompiledProgram),
}

/// Fuel of a slice: well below a millisecond of plain instructions.
const SLICE: u64 = 100_000;

/// Stops everything when the execution future is dropped.
struct StopOnDrop(RunHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        let mut run = self.0.lock();
        run.cancellation.cancel();
        run.interrupt_all();
    }
}

/// Runs one execution to its result.
pub(super) async fn execute(runtime: &CodeMode, input: Input<'_>) -> ExecutionResult {
    let shared = runtime.0.clone();
    let deadline = shared.limits.timeout().map(|timeout| Instant::now() + timeout);
    let program = match input {
        Input::Program(program) => program.clone(),
        Input::Source(source) => match runtime.compile(source) {
            Ok(program) => program,
            Err(diagnostic) => return ExecutionResult::Failure(Failure::new(diagnostic)),
        },
    };
    let handle = RunHandle::new(shared.clone(), deadline);
    let _stop = StopOnDrop(handle.clone());
    let hooks = Hooks { handle: handle.clone(), shared: shared.clone(), random: (shared.random)() };
    let options = VmOptions {
        memory_limit: shared.limits.max_memory_bytes.map(|bytes| bytes as usize),
        instruction_limit: shared.limits.max_instructions,
        ..VmOptions::default()
    };
    let mut vm = Vm::new(shared_engine(), options, Box::new(hooks));
    let started = prepare(&mut vm, &handle, runtime).and_then(|()| vm.start(program.0.clone()));
    let end = match started {
        Ok(()) => drive(&mut vm, &handle, deadline).await,
        Err(Unwind::Throw(error)) => End::Failed(diagnose::uncaught(&mut vm, error)),
        Err(Unwind::Abort(abort)) => End::Failed(aborted(abort, &shared.limits)),
    };
    let result = finish(&mut vm, &handle, end, &shared.limits).await;
    match shared.limits.max_output_bytes {
        Some(limit) => truncate(result, limit, shared.truncation),
        None => result,
    }
}

/// Adds what every program finds: `tools` and `search`.
fn prepare(vm: &mut Vm, handle: &RunHandle, runtime: &CodeMode) -> Completion<()> {
    vm.add_tools_global()?;
    let handle = handle.clone();
    let shared = runtime.0.clone();
    vm.add_host_function(HostFunction {
        name: "search".to_owned(),
        length: 1,
        function: Arc::new(move |vm, arguments| {
            let input = match arguments.first() {
                None => Value::Object(serde_json::Map::new()),
                Some(argument) if argument.is_undefined() => Value::Object(serde_json::Map::new()),
                Some(argument) => {
                    let mut sink = JsonSink::default();
                    match vm.export(*argument, "input", &mut sink) {
                        Ok(_) => sink.finish(),
                        Err(ExportError::Invalid(message)) => {
                            let diagnostic = Diagnostic::new(DiagnosticKind::InvalidDataValue, message);
                            return Err(throw(vm, &diagnostic));
                        }
                        Err(ExportError::Unwind(unwind)) => return Err(unwind),
                    }
                }
            };
            match search(&handle, &shared, &input) {
                Ok(value) => import(vm, &value),
                Err(diagnostic) => Err(throw(vm, &diagnostic)),
            }
        }),
    })
}

fn throw(vm: &mut Vm, diagnostic: &Diagnostic) -> Unwind {
    let error = codemode_engine::HostError {
        message: &diagnostic.message,
        kind: diagnostic.kind.as_str(),
        tool: Some("search"),
        suggestions: diagnostic.suggestions.clone(),
        site: vm.call_site(),
    };
    match vm.new_host_error(error) {
        Ok(error) => Unwind::Throw(error),
        Err(unwind) => unwind,
    }
}

/// How the program ended, before its leftovers are cleaned up.
enum End {
    Returned { value: Value, warnings: Vec<String> },
    Failed(Diagnostic),
}

/// Runs the machine until the program ends, a limit strikes or it waits for nothing.
async fn drive(vm: &mut Vm, handle: &RunHandle, deadline: Option<Instant>) -> End {
    let limits = handle.lock().shared.limits;
    loop {
        if is_over(deadline) {
            return End::Failed(timed_out(&limits));
        }
        // The waker of this task is needed wherever a tool is polled.
        poll_fn(|cx| {
            handle.lock().waker = Some(cx.waker().clone());
            Poll::Ready(())
        })
        .await;
        match vm.run(SLICE) {
            Outcome::Done(value) => return returned(vm, value, &limits),
            Outcome::Threw(error) => return End::Failed(diagnose::uncaught(vm, error)),
            Outcome::Aborted(Abort::Interrupted) => return End::Failed(timed_out(&limits)),
            Outcome::Aborted(abort) => return End::Failed(aborted(abort, &limits)),
            Outcome::OutOfFuel => {
                yield_now().await;
                if let Err(end) = settle_ready(vm, handle, &limits).await {
                    return end;
                }
            }
            Outcome::Waiting => {
                if !handle.lock().has_outstanding() {
                    return End::Failed(diagnose::deadlock(vm.waiting_at()));
                }
                match wait(vm, handle, deadline, &limits).await {
                    Ok(true) => {}
                    Ok(false) => return End::Failed(timed_out(&limits)),
                    Err(end) => return end,
                }
            }
        }
    }
}

fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Settles every call that is over by now.
async fn settle_ready(vm: &mut Vm, handle: &RunHandle, limits: &Limits) -> Result<(), End> {
    loop {
        let finished = poll_fn(|cx| Poll::Ready(handle.lock().poll_finished(cx))).await;
        match finished {
            None => return Ok(()),
            Some(finished) => settle(handle, vm, finished).map_err(|unwind| ended(vm, unwind, limits))?,
        }
    }
}

/// Waits until a call is over and settles it; false when the time is up first.
async fn wait(vm: &mut Vm, handle: &RunHandle, deadline: Option<Instant>, limits: &Limits) -> Result<bool, End> {
    let next = poll_fn(|cx| match handle.lock().poll_finished(cx) {
        Some(finished) => Poll::Ready(finished),
        None => Poll::Pending,
    });
    let finished = match deadline {
        None => next.await,
        Some(deadline) => match tokio::time::timeout_at(deadline.into(), next).await {
            Ok(finished) => finished,
            Err(_) => return Ok(false),
        },
    };
    settle(handle, vm, finished).map_err(|unwind| ended(vm, unwind, limits))?;
    settle_ready(vm, handle, limits).await?;
    Ok(true)
}

fn ended(vm: &mut Vm, unwind: Unwind, limits: &Limits) -> End {
    End::Failed(match unwind {
        Unwind::Throw(error) => diagnose::uncaught(vm, error),
        Unwind::Abort(abort) => aborted(abort, limits),
    })
}

/// Copies the result out.
fn returned(vm: &mut Vm, value: Handle, limits: &Limits) -> End {
    let mut sink = JsonSink::default();
    match vm.export(value, "result", &mut sink) {
        Ok(warnings) => End::Returned { value: sink.finish(), warnings },
        Err(ExportError::Invalid(message)) => End::Failed(Diagnostic::new(DiagnosticKind::InvalidDataValue, message)),
        Err(ExportError::Unwind(Unwind::Throw(error))) => End::Failed(diagnose::uncaught(vm, error)),
        Err(ExportError::Unwind(Unwind::Abort(Abort::Interrupted))) => End::Failed(timed_out(limits)),
        Err(ExportError::Unwind(Unwind::Abort(abort))) => End::Failed(aborted(abort, limits)),
    }
}

fn timed_out(limits: &Limits) -> Diagnostic {
    let limit = limits.timeout_ms.unwrap_or(0);
    Diagnostic::new(
        DiagnosticKind::TimeoutExceeded,
        format!("the program did not finish within the timeout of {limit} ms"),
    )
    .suggest("do less work per program, and start independent tool calls together with Promise.all")
}

fn aborted(abort: Abort, limits: &Limits) -> Diagnostic {
    match abort {
        Abort::MemoryLimit => Diagnostic::new(
            DiagnosticKind::ExecutionFailure,
            format!("the memory limit of {} bytes is exceeded", limits.max_memory_bytes.unwrap_or(0)),
        )
        .suggest("keep less data at once: filter and aggregate page by page"),
        Abort::InstructionLimit => Diagnostic::new(
            DiagnosticKind::ExecutionFailure,
            format!("the limit of {} instructions is exceeded", limits.max_instructions.unwrap_or(0)),
        )
        .suggest("do less work per program"),
        Abort::Interrupted => timed_out(limits),
        Abort::TailCall => Diagnostic::new(DiagnosticKind::ExecutionFailure, "internal error: misplaced tail call"),
        Abort::Internal(what) => {
            Diagnostic::new(DiagnosticKind::ExecutionFailure, format!("internal error of the interpreter: {what}"))
        }
    }
}

/// Interrupts what still runs, gives tools that listen their grace period, and builds the result.
async fn finish(vm: &mut Vm, handle: &RunHandle, end: End, limits: &Limits) -> ExecutionResult {
    let outlived = clean_up(handle, limits).await;
    let (tool_calls, logs) = {
        let mut run = handle.lock();
        (std::mem::take(&mut run.tool_calls), std::mem::take(&mut run.logs))
    };
    let mut warnings = Vec::new();
    if outlived && matches!(end, End::Returned { .. }) {
        let limit = limits.timeout_ms.unwrap_or(0);
        warnings.push(
            Diagnostic::new(
                DiagnosticKind::TimeoutExceeded,
                format!("work in the background was still running at the timeout of {limit} ms and was interrupted"),
            )
            .suggest("await every call whose completion matters"),
        );
    }
    for reason in vm.unhandled_rejections() {
        warnings.push(diagnose::unhandled(vm, reason));
    }
    match end {
        End::Returned { value, warnings: lost } => {
            warnings.extend(lost.into_iter().map(|text| Diagnostic::new(DiagnosticKind::InvalidDataValue, text)));
            ExecutionResult::Success(Success { value, warnings, logs, truncated: false, tool_calls })
        }
        End::Failed(error) => ExecutionResult::Failure(Failure { error, warnings, logs, truncated: false, tool_calls }),
    }
}

/// Cancels the calls in flight. Tools that hold on to their cancellation signal get the grace period; the rest are
/// dropped at once. True when the time limit passed meanwhile.
async fn clean_up(handle: &RunHandle, limits: &Limits) -> bool {
    let (outstanding, deadline) = {
        let run = handle.lock();
        run.cancellation.cancel();
        (run.has_outstanding(), run.deadline)
    };
    if !outstanding {
        return false;
    }
    let listens = handle.lock().cancellation.is_watched();
    if listens {
        let all = poll_fn(|cx| {
            let mut run = handle.lock();
            while run.poll_finished(cx).is_some() {}
            if run.has_outstanding() { Poll::Pending } else { Poll::Ready(()) }
        });
        let grace: Duration = limits.cleanup_grace();
        let _ = tokio::time::timeout(grace, all).await;
    }
    handle.lock().interrupt_all();
    is_over(deadline)
}

/// Lets other tasks of the runtime run.
async fn yield_now() {
    let mut yielded = false;
    poll_fn(|cx| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
