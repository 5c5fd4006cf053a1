//! The loop of one execution: machine slices, finished calls, the clock.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use codemode_compiler::{CompileOptions, compile};
use codemode_engine::{
    Abort, Completion, ExportError, HostFunction, HostHooks, Outcome, Unwind, Value as Handle, Vm, VmOptions,
};
use serde_json::Value;
use tracing::Instrument;

use super::contain::contained_future;
use super::data::{JsonSink, import};
use super::diagnose;
use super::extensions;
use super::run::{Finished, Hooks, RunHandle, search, settle};
use super::runtime::{CodeMode, CompiledProgram, Shared};
use crate::fetch;
use crate::{
    Diagnostic, DiagnosticKind, ExecutionResult, Failure, Limits, SourceLocation, Success, shared_engine, truncate,
};

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

/// What an execution cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExecutionStats {
    /// Units of work, as `maxInstructions` counts them. The same program over the same data always costs the same.
    pub instructions: u64,
    /// Bytes of memory in use at the end.
    pub memory_bytes: usize,
}

/// A tool that the program awaited cancelled the run ([`ToolError::cancelled`](crate::ToolError::cancelled)): there is no
/// result, and no code of the program ran after it.
///
/// Of [`CodeMode::try_execute`]; the other ways to run a program report it as a failure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the execution was cancelled by the tool '{tool}'")]
pub struct Cancelled {
    /// Canonical path of the tool.
    pub tool: String,
    /// Where the program waited.
    pub location: Option<SourceLocation>,
}

/// Runs one execution to its result, unless it is cancelled.
pub(super) async fn try_execute(runtime: &CodeMode, source: &str) -> Result<ExecutionResult, Cancelled> {
    let (result, _, cancelled) = run(runtime, Input::Source(source)).await;
    match cancelled {
        Some(tool) => {
            Err(Cancelled { tool: tool.to_string(), location: result.error().and_then(|error| error.location) })
        }
        None => Ok(result),
    }
}

/// Runs one execution to its result.
pub(super) async fn execute(runtime: &CodeMode, input: Input<'_>) -> (ExecutionResult, ExecutionStats) {
    let (result, stats, _) = run(runtime, input).await;
    (result, stats)
}

/// Runs one execution; also gives the tool that cancelled it.
async fn run(runtime: &CodeMode, input: Input<'_>) -> (ExecutionResult, ExecutionStats, Option<Arc<str>>) {
    let shared = runtime.0.clone();
    let deadline = shared.limits.timeout().map(|timeout| Instant::now() + timeout);
    let program = match input {
        Input::Program(program) => program.clone(),
        Input::Source(source) => match runtime.compile_until(source, deadline) {
            Ok(program) => program,
            Err(diagnostic) => {
                let (result, stats) = refused(diagnostic, &shared);
                return (result, stats, None);
            }
        },
    };
    let handle = RunHandle::new(shared.clone(), deadline, execution_span());
    let hooks = Hooks::new(&handle, &shared, (shared.random)());
    let mut vm = new_machine(&shared, Box::new(hooks));
    let current = CurrentRun::default();
    current.set(&handle);
    let started = prepare(&mut vm, &current).and_then(|()| vm.start(program.0.clone()));
    let (result, _) = run_started(&mut vm, &handle, started).await;
    let cancelled = handle.lock().cancelled_by.take();
    let stats = ExecutionStats { instructions: vm.instructions(), memory_bytes: vm.used_bytes() };
    (result, stats, cancelled)
}

/// The result of a source that does not compile.
pub(super) fn refused(diagnostic: Diagnostic, shared: &Shared) -> (ExecutionResult, ExecutionStats) {
    let result = bounded(ExecutionResult::Failure(Failure::new(diagnostic)), shared);
    (result, ExecutionStats::default())
}

/// The result within the output limit.
fn bounded(result: ExecutionResult, shared: &Shared) -> ExecutionResult {
    match shared.limits.max_output_bytes {
        Some(limit) => truncate(result, limit, shared.truncation),
        None => result,
    }
}

/// The span of an execution. Exporters for OpenTelemetry understand the names of its fields.
pub(super) fn execution_span() -> tracing::Span {
    tracing::info_span!(
        "codemode.execute",
        otel.name = "codemode.execute",
        otel.kind = "internal",
        otel.status_code = tracing::field::Empty,
        otel.status_description = tracing::field::Empty,
        error.type = tracing::field::Empty,
        codemode.tool_calls = tracing::field::Empty,
        codemode.instructions = tracing::field::Empty,
    )
}

fn record_result(span: &tracing::Span, result: &ExecutionResult, instructions: u64) {
    if span.is_disabled() {
        return;
    }
    span.record("codemode.tool_calls", result.tool_calls().len());
    span.record("codemode.instructions", instructions);
    if let Some(error) = result.error() {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", error.kind.as_str());
        span.record("otel.status_description", error.message.as_str());
    }
}

/// A machine within the limits of a runtime.
pub(super) fn new_machine(shared: &Arc<Shared>, hooks: Box<dyn HostHooks>) -> Vm {
    let options = VmOptions {
        memory_limit: usize::try_from(shared.limits.memory_ceiling()).ok(),
        instruction_limit: shared.limits.max_instructions,
        guards: true,
        ..VmOptions::default()
    };
    Vm::new(shared_engine(), options, hooks)
}

/// Runs a program that has been started, or reports why it could not be. Also says whether the machine is in order.
pub(super) async fn run_started(vm: &mut Vm, handle: &RunHandle, started: Completion<()>) -> (ExecutionResult, bool) {
    let _stop = StopOnDrop(handle.clone());
    let (shared, deadline, span) = {
        let run = handle.lock();
        (run.shared.clone(), run.deadline, run.span.clone())
    };
    let before = vm.instructions();
    let run = async {
        let end = match started {
            Ok(()) => {
                let driven = contained_future("interpreter", drive(vm, handle, deadline)).await;
                driven.unwrap_or_else(End::Broken)
            }
            Err(unwind) => ended(vm, unwind, &shared),
        };
        let is_orderly = !matches!(end, End::Broken(_));
        let result = finish(vm, handle, end, &shared).await;
        (bounded(result, &shared), is_orderly)
    };
    let (result, is_orderly) = run.instrument(span.clone()).await;
    record_result(&span, &result, vm.instructions().saturating_sub(before));
    (result, is_orderly)
}

/// The execution that host functions belong to. In a session it changes with every program.
#[derive(Clone, Default)]
pub(super) struct CurrentRun(Arc<Mutex<Option<RunHandle>>>);

impl CurrentRun {
    pub(super) fn set(&self, handle: &RunHandle) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle.clone());
    }

    pub(super) fn get(&self) -> Option<RunHandle> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Adds what every program finds: `tools` and `search`; timers and `fetch` where the host grants them.
pub(super) fn prepare(vm: &mut Vm, current: &CurrentRun) -> Completion<()> {
    vm.add_tools_global()?;
    add_search(vm, current)?;
    let Some(handle) = current.get() else { return Ok(()) };
    let shared = handle.lock().shared.clone();
    if shared.timers.is_some() {
        vm.add_timers()?;
    }
    extensions::add(vm, current, &shared)?;
    if shared.fetch.is_some() { add_fetch(vm) } else { Ok(()) }
}

/// Runs the program that defines `fetch` and what belongs to it.
fn add_fetch(vm: &mut Vm) -> Completion<()> {
    static GLOBALS: OnceLock<Option<Arc<codemode_bytecode::Program>>> = OnceLock::new();
    let compiled = GLOBALS.get_or_init(|| {
        let options = CompileOptions { name: Arc::from("fetch"), ..CompileOptions::default() };
        compile(fetch::GLOBALS, &options).ok().map(Arc::new)
    });
    let Some(program) = compiled else { return Err(Abort::Internal("the globals of fetch do not compile").into()) };
    vm.start(program.clone())?;
    loop {
        match vm.run(SLICE) {
            Outcome::Done(_) => return Ok(()),
            Outcome::OutOfFuel => {}
            Outcome::Threw(error) => return Err(Unwind::Throw(error)),
            Outcome::Aborted(abort) => return Err(abort.into()),
            Outcome::Waiting => return Err(Abort::Internal("the globals of fetch wait for something").into()),
        }
    }
}

fn add_search(vm: &mut Vm, current: &CurrentRun) -> Completion<()> {
    let current = current.clone();
    vm.add_host_function(HostFunction {
        name: "search".to_owned(),
        length: 1,
        function: Arc::new(move |vm, arguments| {
            if arguments.len() > 1 {
                let message = format!(
                    "Tool 'search' expects at most one input, but {} arguments were passed: put them into one object",
                    arguments.len()
                );
                return Err(throw(vm, &Diagnostic::new(DiagnosticKind::InvalidToolInput, message)));
            }
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
            let Some(handle) = current.get() else { return Ok(Handle::UNDEFINED) };
            let shared = handle.lock().shared.clone();
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
    Returned {
        value: Value,
        warnings: Vec<String>,
    },
    Failed(Diagnostic),
    /// An invariant of the machine does not hold: it cannot go on.
    Broken(Diagnostic),
}

/// Runs the machine until the program ends, a limit strikes or it waits for nothing.
///
/// Calls that end are settled only when no job is left, as the event loop of JavaScript does: what a program sees then
/// depends on the order in which calls end, and never on how fast they are.
async fn drive(vm: &mut Vm, handle: &RunHandle, deadline: Option<Instant>) -> End {
    let shared = handle.lock().shared.clone();
    loop {
        if is_over(deadline) {
            return End::Failed(timed_out(vm, &shared.limits));
        }
        // The waker of this task is needed wherever a tool is polled.
        poll_fn(|cx| {
            handle.lock().waker = Some(cx.waker().clone());
            Poll::Ready(())
        })
        .await;
        let outcome = vm.run(SLICE);
        let is_waiting = match outcome {
            Outcome::Done(value) => return done(vm, handle, value, &shared),
            Outcome::Threw(error) => return End::Failed(diagnose::uncaught(vm, &shared.catalog, error)),
            Outcome::Aborted(abort) => return ended(vm, abort.into(), &shared),
            Outcome::OutOfFuel => false,
            Outcome::Waiting => true,
        };
        let cancelled = handle.lock().awaited_cancellation(vm);
        if let Some(name) = cancelled {
            let end = End::Failed(diagnose::cancelled(&name, vm.place()));
            handle.lock().cancelled_by = Some(name);
            return end;
        }
        if !is_waiting {
            yield_now().await;
            poll_fn(|cx| {
                handle.lock().advance(cx);
                Poll::Ready(())
            })
            .await;
            continue;
        }
        if !handle.lock().has_outstanding() {
            return End::Failed(diagnose::deadlock(vm.waiting_at()));
        }
        let Some(finished) = wait(handle, deadline).await else { return End::Failed(timed_out(vm, &shared.limits)) };
        if let Err(unwind) = settle(handle, vm, finished) {
            return ended(vm, unwind, &shared);
        }
    }
}

fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Waits until a call is over; `None` when the time is up first.
async fn wait(handle: &RunHandle, deadline: Option<Instant>) -> Option<Finished> {
    let next = poll_fn(|cx| match handle.lock().poll_finished(cx) {
        Some(finished) => Poll::Ready(finished),
        None => Poll::Pending,
    });
    match deadline {
        None => Some(next.await),
        Some(deadline) => tokio::time::timeout_at(deadline.into(), next).await.ok(),
    }
}

fn ended(vm: &mut Vm, unwind: Unwind, shared: &Shared) -> End {
    match unwind {
        Unwind::Throw(error) => End::Failed(diagnose::uncaught(vm, &shared.catalog, error)),
        Unwind::Abort(abort) if abort.is_orderly() => End::Failed(aborted(vm, abort, &shared.limits)),
        Unwind::Abort(abort) => End::Broken(aborted(vm, abort, &shared.limits)),
    }
}

fn done(vm: &mut Vm, handle: &RunHandle, value: Handle, shared: &Shared) -> End {
    let (shows, last_value) = {
        let run = handle.lock();
        (run.shows, run.last_value.clone())
    };
    if let Some(name) = last_value.filter(|_| !value.is_undefined())
        && let Err(unwind) = vm.give_in_session(&name, value)
    {
        return ended(vm, unwind, shared);
    }
    if shows { shown(vm, handle, value, shared) } else { returned(vm, value, shared) }
}

/// Keeps how the result looks; what is no plain data has nothing else.
fn shown(vm: &mut Vm, handle: &RunHandle, value: Handle, shared: &Shared) -> End {
    let text = if value.is_undefined() { Ok("undefined".to_owned()) } else { vm.inspect(value) };
    match text {
        Ok(text) => handle.lock().shown = Some(text),
        Err(unwind) => return ended(vm, unwind, shared),
    }
    let mut sink = JsonSink::default();
    match vm.export(value, "result", &mut sink) {
        Ok(_) => End::Returned { value: sink.finish(), warnings: Vec::new() },
        Err(ExportError::Invalid(_)) => End::Returned { value: Value::Null, warnings: Vec::new() },
        Err(ExportError::Unwind(unwind)) => ended(vm, unwind, shared),
    }
}

/// Copies the result out.
fn returned(vm: &mut Vm, value: Handle, shared: &Shared) -> End {
    let mut sink = JsonSink::default();
    match vm.export(value, "result", &mut sink) {
        Ok(warnings) => End::Returned { value: sink.finish(), warnings },
        Err(ExportError::Invalid(message)) => {
            let mut diagnostic = Diagnostic::new(DiagnosticKind::InvalidDataValue, message);
            if let Some(hint) = vm.main_source().and_then(|source| codemode_compiler::hint(&source)) {
                diagnostic = diagnostic.suggest(hint);
            }
            End::Failed(diagnose::placed(diagnostic, vm.returned_at()))
        }
        Err(ExportError::Unwind(unwind)) => ended(vm, unwind, shared),
    }
}

fn timed_out(vm: &Vm, limits: &Limits) -> Diagnostic {
    let limit = limits.timeout_ms.unwrap_or(0);
    let advice = match vm.is_idle() {
        true => "do less work per program, and start independent tool calls together with Promise.all",
        false => "do less work per program; look for a loop that does not end",
    };
    let diagnostic = Diagnostic::new(
        DiagnosticKind::TimeoutExceeded,
        format!("the program did not finish within the timeout of {limit} ms"),
    )
    .suggest(advice);
    diagnose::placed(diagnostic, vm.place())
}

fn aborted(vm: &Vm, abort: Abort, limits: &Limits) -> Diagnostic {
    let failure = |message: String| Diagnostic::new(DiagnosticKind::ExecutionFailure, message);
    let diagnostic = match abort {
        Abort::Interrupted => return timed_out(vm, limits),
        Abort::MemoryLimit => failure(format!("the memory limit of {} bytes is exceeded", limits.memory_ceiling()))
            .suggest("keep less data at once: filter and aggregate page by page"),
        Abort::InstructionLimit => {
            failure(format!("the limit of {} instructions is exceeded", limits.max_instructions.unwrap_or(0)))
                .suggest("do less work per program; look for a loop that does not end")
        }
        Abort::TailCall => failure("internal error: misplaced tail call".to_owned()),
        Abort::Internal(what) => failure(format!("internal error of the interpreter: {what}")),
    };
    diagnose::placed(diagnostic, vm.place())
}

/// Interrupts what still runs, gives tools that listen their grace period, and builds the result.
async fn finish(vm: &mut Vm, handle: &RunHandle, end: End, shared: &Shared) -> ExecutionResult {
    let limits = &shared.limits;
    let outlived = clean_up(handle, limits).await;
    let (is_session, tool_calls, (logs, truncated)) = {
        let mut run = handle.lock();
        (run.is_session, std::mem::take(&mut run.tool_calls), std::mem::take(&mut run.logs).finish())
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
    unhandled(vm, shared, &mut warnings);
    match end {
        End::Returned { value, warnings: lost } => {
            if (value.is_null() || value.is_string())
                && !is_session
                && let Some(hint) = vm.main_source().and_then(|source| codemode_compiler::hint(&source))
            {
                warnings.push(Diagnostic::new(DiagnosticKind::ExecutionFailure, hint));
            }
            warnings.extend(lost.into_iter().map(|text| Diagnostic::new(DiagnosticKind::InvalidDataValue, text)));
            ExecutionResult::Success(Success { value, warnings, logs, truncated, tool_calls })
        }
        End::Failed(error) | End::Broken(error) => {
            ExecutionResult::Failure(Failure { error, warnings, logs, truncated, tool_calls })
        }
    }
}

/// Most unhandled rejections that are described one by one, and the most bytes that they may take.
const MAX_REJECTIONS: usize = 1_000;
const MAX_REJECTION_BYTES: usize = 1 << 20;

/// Adds a warning for each unhandled rejection. A program can make millions: the rest is counted.
fn unhandled(vm: &mut Vm, shared: &Shared, warnings: &mut Vec<Diagnostic>) {
    let reasons = vm.unhandled_rejections();
    let mut bytes = 0usize;
    for (index, reason) in reasons.iter().enumerate() {
        if index >= MAX_REJECTIONS || bytes >= MAX_REJECTION_BYTES {
            let further = reasons.len() - index;
            let message = format!("{further} further promises were rejected and not awaited");
            warnings.push(Diagnostic::new(DiagnosticKind::ExecutionFailure, message));
            return;
        }
        let warning = diagnose::unhandled(vm, &shared.catalog, *reason);
        bytes = bytes.saturating_add(warning.message.len());
        warnings.push(warning);
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
    if handle.lock().is_watched() {
        let all = poll_fn(|cx| {
            let mut run = handle.lock();
            while run.poll_finished(cx).is_some() {}
            if run.is_watched() { Poll::Pending } else { Poll::Ready(()) }
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
