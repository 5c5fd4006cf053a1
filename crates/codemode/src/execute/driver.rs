//! The loop of one execution: machine slices, finished calls, the clock.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use codemode_engine::{
    Abort, Completion, ExportError, HostFunction, HostHooks, Outcome, Unwind, Value as Handle, Vm, VmOptions,
};
use serde_json::Value;

use super::data::{JsonSink, import};
use super::diagnose;
use super::run::{Hooks, RunHandle, search, settle};
use super::runtime::{CodeMode, CompiledProgram, Shared};
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
    let hooks = Hooks { handle: handle.clone(), shared: shared.clone(), random: (shared.random)() };
    let mut vm = new_machine(&shared, Box::new(hooks));
    let current = CurrentRun::default();
    current.set(&handle);
    let started = prepare(&mut vm, &current, &shared).and_then(|()| vm.start(program.0.clone()));
    run_started(&mut vm, &handle, started).await.0
}

/// A machine within the limits of a runtime.
pub(super) fn new_machine(shared: &Arc<Shared>, hooks: Box<dyn HostHooks>) -> Vm {
    let options = VmOptions {
        memory_limit: shared.limits.max_memory_bytes.map(|bytes| bytes as usize),
        instruction_limit: shared.limits.max_instructions,
        ..VmOptions::default()
    };
    Vm::new(shared_engine(), options, hooks)
}

/// Runs a program that has been started, or reports why it could not be. Also says whether the machine is in order.
pub(super) async fn run_started(vm: &mut Vm, handle: &RunHandle, started: Completion<()>) -> (ExecutionResult, bool) {
    let _stop = StopOnDrop(handle.clone());
    let (shared, deadline) = {
        let run = handle.lock();
        (run.shared.clone(), run.deadline)
    };
    let end = match started {
        Ok(()) => drive(vm, handle, deadline).await,
        Err(unwind) => ended(vm, unwind, &shared.limits),
    };
    let is_orderly = !matches!(end, End::Broken(_));
    let result = finish(vm, handle, end, &shared.limits).await;
    let result = match shared.limits.max_output_bytes {
        Some(limit) => truncate(result, limit, shared.truncation),
        None => result,
    };
    (result, is_orderly)
}

/// The execution that host functions belong to. In a session it changes with every program.
#[derive(Clone, Default)]
pub(super) struct CurrentRun(Arc<Mutex<Option<RunHandle>>>);

impl CurrentRun {
    pub(super) fn set(&self, handle: &RunHandle) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle.clone());
    }

    fn get(&self) -> Option<RunHandle> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Adds what every program finds: `tools` and `search`.
pub(super) fn prepare(vm: &mut Vm, current: &CurrentRun, shared: &Arc<Shared>) -> Completion<()> {
    vm.add_tools_global()?;
    let current = current.clone();
    let shared = shared.clone();
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
            let Some(handle) = current.get() else { return Ok(Handle::UNDEFINED) };
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
            Outcome::Aborted(abort) => return ended(vm, abort.into(), &limits),
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
    match unwind {
        Unwind::Throw(error) => End::Failed(diagnose::uncaught(vm, error)),
        Unwind::Abort(abort) if abort.is_orderly() => End::Failed(aborted(abort, limits)),
        Unwind::Abort(abort) => End::Broken(aborted(abort, limits)),
    }
}

/// Copies the result out.
fn returned(vm: &mut Vm, value: Handle, limits: &Limits) -> End {
    let mut sink = JsonSink::default();
    match vm.export(value, "result", &mut sink) {
        Ok(warnings) => End::Returned { value: sink.finish(), warnings },
        Err(ExportError::Invalid(message)) => End::Failed(Diagnostic::new(DiagnosticKind::InvalidDataValue, message)),
        Err(ExportError::Unwind(unwind)) => ended(vm, unwind, limits),
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
        End::Failed(error) | End::Broken(error) => {
            ExecutionResult::Failure(Failure { error, warnings, logs, truncated: false, tool_calls })
        }
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
