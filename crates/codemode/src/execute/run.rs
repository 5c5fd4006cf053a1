//! The state of one execution that the machine's hooks and the driver share: admitted calls, calls in flight, logs.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use codemode_engine::{CallSite, Completion, ExportError, HostError, HostHooks, ObjectId, Unwind, Value as Handle, Vm};
use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, Stream};
use serde_json::{Map, Value};

use super::data::{JsonSink, import};
use super::hooks::{Outcome, ToolCallEnd, ToolCallProgress, ToolCallStart};
use super::runtime::Shared;
use crate::tool::{ProgressSink, Reports};
use crate::{
    Attachments, BoxFuture, Cancellation, Diagnostic, DiagnosticKind, PreparedCall, Resolved, SearchRequest,
    ToolCallRecord, ToolContext, ToolError, ToolErrorKind, UNKNOWN_FAILURE,
};

/// One execution.
pub(super) struct Run {
    pub(super) shared: Arc<Shared>,
    pub(super) tool_calls: Vec<ToolCallRecord>,
    pub(super) logs: Vec<String>,
    log_bytes: u64,
    logs_full: bool,
    pub(super) in_flight: FuturesUnordered<BoxFuture<'static, Finished>>,
    /// Calls that wait for a place under `maxConcurrentToolCalls`.
    queued: std::collections::VecDeque<BoxFuture<'static, Finished>>,
    /// What is known of each call that has not ended, by index.
    pub(super) open: Vec<OpenCall>,
    pub(super) waker: Option<Waker>,
    pub(super) cancellation: Cancellation,
    attachments: Attachments,
    pub(super) deadline: Option<Instant>,
}

/// A call that was started and has not ended.
pub(super) struct OpenCall {
    pub(super) index: usize,
    name: Arc<str>,
    input: Value,
    started: Instant,
    promise: ObjectId,
    site: Option<CallSite>,
}

/// A call that is over.
pub(super) struct Finished {
    index: usize,
    result: Result<Value, ToolError>,
}

/// Shared between the hooks inside the machine and the driver around it.
#[derive(Clone)]
pub(super) struct RunHandle(pub(super) Arc<Mutex<Run>>);

impl RunHandle {
    pub(super) fn new(shared: Arc<Shared>, deadline: Option<Instant>) -> RunHandle {
        let attachments = shared.attachments.clone().unwrap_or_default();
        RunHandle(Arc::new(Mutex::new(Run {
            attachments,
            shared,
            tool_calls: Vec::new(),
            logs: Vec::new(),
            log_bytes: 0,
            logs_full: false,
            in_flight: FuturesUnordered::new(),
            queued: std::collections::VecDeque::new(),
            open: Vec::new(),
            waker: None,
            cancellation: Cancellation::new(),
            deadline,
        })))
    }

    /// The state. A panic of a tool elsewhere does not take it down.
    pub(super) fn lock(&self) -> MutexGuard<'_, Run> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Run {
    fn log(&mut self, line: String) {
        if self.logs_full {
            return;
        }
        if let Some(limit) = self.shared.limits.max_log_bytes {
            let bytes = line.len() as u64 + 1;
            if self.log_bytes + bytes > limit {
                self.logs_full = true;
                self.logs.push(format!("[log limit of {limit} bytes reached: further lines are dropped]"));
                return;
            }
            self.log_bytes += bytes;
        }
        self.logs.push(line);
    }

    /// Checks `maxToolCalls` and records the call.
    fn admit(&mut self, name: &str) -> Result<usize, Diagnostic> {
        if let Some(limit) = self.shared.limits.max_tool_calls
            && self.tool_calls.len() as u64 >= limit
        {
            return Err(Diagnostic::new(
                DiagnosticKind::ToolCallLimitExceeded,
                format!("the limit of {limit} tool calls is reached"),
            ));
        }
        self.tool_calls.push(ToolCallRecord { name: name.to_owned() });
        Ok(self.tool_calls.len() - 1)
    }

    /// Whether any call is in flight or waits for a place.
    pub(super) fn has_outstanding(&self) -> bool {
        !self.in_flight.is_empty() || !self.queued.is_empty()
    }

    /// The next call that is over, if one is.
    pub(super) fn poll_finished(&mut self, cx: &mut Context<'_>) -> Option<Finished> {
        match Pin::new(&mut self.in_flight).poll_next(cx) {
            Poll::Ready(Some(finished)) => {
                self.fill_places();
                Some(finished)
            }
            Poll::Ready(None) | Poll::Pending => None,
        }
    }

    fn has_place(&self) -> bool {
        self.shared.limits.max_concurrent_tool_calls.is_none_or(|limit| (self.in_flight.len() as u64) < limit)
    }

    fn fill_places(&mut self) {
        while self.has_place() {
            let Some(future) = self.queued.pop_front() else { break };
            self.in_flight.push(future);
            // The new future must be polled for it to start.
            if let Some(waker) = &self.waker {
                waker.wake_by_ref();
            }
        }
    }

    /// Ends the bookkeeping of a call and tells the end hook.
    fn close(&mut self, index: usize, outcome: Outcome, error: Option<(&str, Option<String>)>) -> Option<OpenCall> {
        let at = self.open.iter().position(|open| open.index == index)?;
        let call = self.open.swap_remove(at);
        if let Some(hook) = self.shared.on_end.clone() {
            let end = ToolCallEnd {
                index,
                name: call.name.clone(),
                input: call.input.clone(),
                duration: call.started.elapsed(),
                outcome,
                message: error.as_ref().map(|(message, _)| (*message).to_owned()),
                cause: error.and_then(|(_, cause)| cause),
            };
            hook(end);
        }
        Some(call)
    }

    /// Drops every call in flight; their end hooks say that they were interrupted.
    pub(super) fn interrupt_all(&mut self) {
        self.queued.clear();
        self.in_flight = FuturesUnordered::new();
        let mut open: Vec<usize> = self.open.iter().map(|call| call.index).collect();
        open.sort_unstable();
        for index in open {
            self.close(index, Outcome::Interrupted, None);
        }
    }
}

/// The text that the program may see of a failure.
fn public_message(shared: &Shared, error: &ToolError) -> String {
    match error.kind() {
        ToolErrorKind::Unknown if shared.expose_errors => error.full_message(),
        _ => error.message().to_owned(),
    }
}

fn private_cause(error: &ToolError) -> Option<String> {
    error.cause().map(|_| error.full_message())
}

/// Settles the promise of a finished call.
pub(super) fn settle(handle: &RunHandle, vm: &mut Vm, finished: Finished) -> Completion<()> {
    let (call, settled) = {
        let mut run = handle.lock();
        match finished.result {
            Ok(value) => {
                let call = run.close(finished.index, Outcome::Success, None);
                if let Some(call) = call.as_ref().filter(|_| run.shared.catalog.observes()) {
                    run.shared.catalog.observe(&call.name, &value);
                }
                (call, Ok(value))
            }
            Err(error) => {
                let message = public_message(&run.shared, &error);
                let cause = private_cause(&error);
                let call = run.close(finished.index, Outcome::Failure, Some((&message, cause)));
                (call, Err((message, error.kind().diagnostic_kind())))
            }
        }
    };
    let Some(call) = call else { return Ok(()) };
    match settled {
        Ok(value) => match import(vm, &value) {
            Ok(value) => vm.settle_host_promise(call.promise, Ok(value)),
            Err(Unwind::Throw(error)) => vm.settle_host_promise(call.promise, Err(error)),
            Err(abort) => return Err(abort),
        },
        Err((message, kind)) => {
            let error = vm.new_host_error(HostError {
                message: &message,
                kind: kind.unwrap_or(DiagnosticKind::ToolFailure).as_str(),
                tool: Some(&call.name),
                suggestions: Vec::new(),
                site: call.site,
            })?;
            vm.settle_host_promise(call.promise, Err(error));
        }
    }
    Ok(())
}

/// What the machine may ask of the host.
pub(super) struct Hooks {
    pub(super) handle: RunHandle,
    pub(super) shared: Arc<Shared>,
    pub(super) random: Box<dyn FnMut() -> u64 + Send>,
}

impl HostHooks for Hooks {
    fn now_ms(&mut self) -> f64 {
        (self.shared.clock)()
    }

    fn random_u64(&mut self) -> u64 {
        (self.random)()
    }

    fn time_zone(&self) -> &str {
        &self.shared.time_zone
    }

    fn locale(&self) -> &str {
        &self.shared.locale
    }

    fn interrupted(&mut self) -> bool {
        let deadline = self.handle.lock().deadline;
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn console(&mut self, _level: &'static str, line: String) {
        self.handle.lock().log(line);
    }

    fn call_tool(&mut self, vm: &mut Vm, path: &[String], arguments: &[Handle]) -> Completion {
        let name = path.join(".");
        let promise = vm.new_host_promise()?;
        match self.start_call(vm, &name, arguments, promise) {
            Ok(Started::Pending) => Ok(promise.into()),
            Ok(Started::Finished(finished)) => {
                settle(&self.handle, vm, finished)?;
                Ok(promise.into())
            }
            Err(Refusal::Unwind(unwind)) => Err(unwind),
            Err(Refusal::Diagnostic(diagnostic)) => {
                let error = vm.new_host_error(HostError {
                    message: &diagnostic.message,
                    kind: diagnostic.kind.as_str(),
                    tool: Some(&name),
                    suggestions: diagnostic.suggestions.clone(),
                    site: vm.call_site(),
                })?;
                vm.settle_host_promise(promise, Err(error));
                Ok(promise.into())
            }
        }
    }

    fn tool_names(&self, path: &[String]) -> Option<Vec<String>> {
        self.shared.catalog.tools().children(&path.join(".")).map(<[String]>::to_vec)
    }
}

enum Started {
    Pending,
    Finished(Finished),
}

enum Refusal {
    Unwind(Unwind),
    Diagnostic(Diagnostic),
}

impl From<Unwind> for Refusal {
    fn from(unwind: Unwind) -> Refusal {
        Refusal::Unwind(unwind)
    }
}

impl Hooks {
    /// The admission pipeline of a call, up to its first suspension.
    fn start_call(
        &mut self,
        vm: &mut Vm,
        name: &str,
        arguments: &[Handle],
        promise: ObjectId,
    ) -> Result<Started, Refusal> {
        let refuse = |kind, message: String| Refusal::Diagnostic(Diagnostic::new(kind, message));
        let input = match arguments {
            [] => Value::Object(Map::new()),
            [argument] => export_argument(vm, *argument)?,
            more => {
                return Err(refuse(
                    DiagnosticKind::InvalidToolInput,
                    format!("tools.{name} takes one object as its input, but {} arguments were passed", more.len()),
                ));
            }
        };
        let tools = self.shared.catalog.tools();
        let tool = match tools.resolve(name) {
            Resolved::Tool(tool) => tool.clone(),
            _ if name == "search" => {
                let value = search(&self.handle, &self.shared, &input).map_err(Refusal::Diagnostic)?;
                let value = import(vm, &value)?;
                vm.settle_host_promise(promise, Ok(value));
                return Ok(Started::Pending);
            }
            _ => return Err(Refusal::Diagnostic(self.shared.catalog.unknown_tool(name))),
        };
        let prepared = tool.handler().clone().prepare(input.clone()).map_err(|error| {
            let kind = error.kind().diagnostic_kind().unwrap_or(DiagnosticKind::InvalidToolInput);
            let mut diagnostic = Diagnostic::new(kind, public_message(&self.shared, &error));
            if kind == DiagnosticKind::InvalidToolInput {
                diagnostic = diagnostic.suggest(format!("check the signature: search({{ query: \"{name}\" }})"));
            }
            Refusal::Diagnostic(diagnostic)
        })?;
        let decoded = prepared.decoded().cloned().unwrap_or(input);
        let canonical: Arc<str> = Arc::from(name);
        let mut run = self.handle.lock();
        let index = run.admit(name).map_err(Refusal::Diagnostic)?;
        run.open.push(OpenCall {
            index,
            name: canonical.clone(),
            input: decoded.clone(),
            started: Instant::now(),
            promise,
            site: vm.call_site(),
        });
        let reports = Reports { progress: self.progress_sink(index, &canonical), attachments: run.attachments.clone() };
        let context = ToolContext { index, name: canonical.clone(), cancellation: run.cancellation.child(), reports };
        let hook = self.shared.on_start.clone();
        let event = ToolCallStart { index, name: canonical, input: decoded };
        let mut future: BoxFuture<'static, Finished> = match hook {
            None => call_future(prepared, context, index).boxed(),
            Some(hook) => async move {
                if let Err(error) = hook(event).await {
                    return Finished { index, result: Err(error) };
                }
                call_future(prepared, context, index).await
            }
            .boxed(),
        };
        if !run.has_place() {
            run.queued.push_back(future);
            return Ok(Started::Pending);
        }
        let waker = run.waker.clone().unwrap_or_else(|| Waker::noop().clone());
        drop(run);
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(finished) => Ok(Started::Finished(finished)),
            Poll::Pending => {
                self.handle.lock().in_flight.push(future);
                Ok(Started::Pending)
            }
        }
    }
}

impl Hooks {
    /// Where a call reports its progress, if anybody wants to know.
    fn progress_sink(&self, index: usize, name: &Arc<str>) -> Option<ProgressSink> {
        let (hook, name) = (self.shared.on_progress.clone()?, name.clone());
        Some(Arc::new(move |progress| hook(ToolCallProgress { index, name: name.clone(), progress })))
    }
}

async fn call_future(prepared: PreparedCall, context: ToolContext, index: usize) -> Finished {
    // A tool that panics fails; the execution goes on.
    let result = AssertUnwindSafe(async move { prepared.start(context).await }).catch_unwind().await;
    let result = result.unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| UNKNOWN_FAILURE.to_owned());
        Err(ToolError::unknown(format!("the tool panicked: {text}")))
    });
    Finished { index, result }
}

fn export_argument(vm: &mut Vm, argument: Handle) -> Result<Value, Refusal> {
    if argument.is_undefined() {
        return Ok(Value::Object(Map::new()));
    }
    let mut sink = JsonSink::default();
    match vm.export(argument, "input", &mut sink) {
        Ok(_) => Ok(sink.finish()),
        Err(ExportError::Invalid(message)) => {
            Err(Refusal::Diagnostic(Diagnostic::new(DiagnosticKind::InvalidDataValue, message)))
        }
        Err(ExportError::Unwind(unwind)) => Err(unwind.into()),
    }
}

/// The `search` built-in: synchronous, counted as a tool call, with its own hook events.
pub(super) fn search(handle: &RunHandle, shared: &Arc<Shared>, input: &Value) -> Result<Value, Diagnostic> {
    let request = SearchRequest::from_json(input)
        .map_err(|message| Diagnostic::new(DiagnosticKind::InvalidToolInput, message))?;
    let index = handle.lock().admit("search")?;
    let started = Instant::now();
    let name: Arc<str> = Arc::from("search");
    if let Some(hook) = &shared.on_start {
        let event = ToolCallStart { index, name: name.clone(), input: input.clone() };
        // The call is synchronous: a hook that has to wait cannot hold it up.
        if let Some(Err(error)) = hook(event).now_or_never() {
            return Err(Diagnostic::new(DiagnosticKind::ToolFailure, public_message(shared, &error)));
        }
    }
    let page = shared.catalog.search(&request);
    let value = page.to_json();
    if let Some(hook) = &shared.on_end {
        hook(ToolCallEnd {
            index,
            name,
            input: input.clone(),
            duration: started.elapsed(),
            outcome: Outcome::Success,
            message: None,
            cause: None,
        });
    }
    Ok(value)
}
