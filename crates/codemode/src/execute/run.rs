//! The state of one execution that the machine's hooks and the driver share: admitted calls, calls in flight, logs.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use codemode_engine::{
    CallSite, Completion, ExportError, HostError, HostHooks, ObjectId, StopSignal, Unwind, Value as Handle, Vm,
};
use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, Stream};
use serde_json::{Map, Value};
use tracing::Instrument;

use super::contain::panic_text;
use super::data::{JsonSink, import};
use super::extensions::{self, ExtensionCalls, ExtensionEnd};
use super::hooks::{EndHook, Outcome, ToolCallEnd, ToolCallProgress, ToolCallStart};
use super::input_advice;
use super::logs::Logs;
use super::runtime::Shared;
use super::timers::Sleeps;
use crate::fetch;
use crate::tool::{ProgressSink, Reports};
use crate::{
    Attachments, BoxFuture, Cancellation, Diagnostic, DiagnosticKind, Resolved, SearchRequest, Tool, ToolCallRecord,
    ToolContext, ToolError, ToolErrorKind, UNKNOWN_FAILURE, extension::ExtensionOutcome,
};

/// Most memory that console lines take where the host names no limit for them, in bytes.
const MAX_LOGS: u64 = 64 << 20;

/// One execution.
pub(super) struct Run {
    pub(super) shared: Arc<Shared>,
    pub(super) tool_calls: Vec<ToolCallRecord>,
    pub(super) logs: Logs,
    pub(super) in_flight: FuturesUnordered<BoxFuture<'static, Finished>>,
    /// Calls that wait for a place under `maxConcurrentToolCalls`.
    queued: std::collections::VecDeque<BoxFuture<'static, Finished>>,
    /// Calls that are over and not settled yet, in the order in which they ended.
    ready: std::collections::VecDeque<Finished>,
    sleeps: Sleeps,
    pub(super) extensions: ExtensionCalls,
    /// What is known of each call that has not ended, by index.
    pub(super) open: Vec<OpenCall>,
    /// Calls that cancelled themselves: their promises never settle.
    cancelled: Vec<(ObjectId, Arc<str>)>,
    /// The one of them that ended the execution.
    pub(super) cancelled_by: Option<Arc<str>>,
    pub(super) waker: Option<Waker>,
    pub(super) cancellation: Cancellation,
    attachments: Attachments,
    pub(super) deadline: Option<Instant>,
    /// The span of the execution.
    pub(super) span: tracing::Span,
    /// The program is one of a session.
    pub(super) is_session: bool,
    /// The value is also wanted as the console prints it.
    pub(super) shows: bool,
    /// The variable of a session that keeps the value.
    pub(super) last_value: Option<Arc<str>>,
    pub(super) shown: Option<String>,
}

/// A call that was started and has not ended.
pub(super) struct OpenCall {
    pub(super) index: usize,
    name: Arc<str>,
    input: Value,
    times: CallTimes,
    promise: ObjectId,
    site: Option<CallSite>,
    span: tracing::Span,
    cancellation: Cancellation,
}

/// When a call was announced to the start hook, and when the tool itself began.
enum CallTimes {
    /// At once; there is no start hook. The time is taken only when the end hook wants it.
    Began(Option<Instant>),
    /// When the future of the call comes to it.
    Awaited(Arc<Milestones>),
}

#[derive(Default)]
struct Milestones {
    announced: OnceLock<Instant>,
    began: OnceLock<Instant>,
}

impl CallTimes {
    fn has_begun(&self) -> bool {
        match self {
            CallTimes::Began(_) => true,
            CallTimes::Awaited(times) => times.began.get().is_some(),
        }
    }

    fn is_announced(&self) -> bool {
        match self {
            CallTimes::Began(_) => true,
            CallTimes::Awaited(times) => times.announced.get().is_some(),
        }
    }

    /// How long the tool has been running, or the start hook at work when the tool has not begun.
    fn duration(&self) -> Duration {
        let start = match self {
            CallTimes::Began(at) => *at,
            CallTimes::Awaited(times) => times.began.get().or(times.announced.get()).copied(),
        };
        start.map(|start| start.elapsed()).unwrap_or_default()
    }
}

/// A call or a sleep that is over.
pub(super) enum Finished {
    Call { index: usize, result: Result<Value, ToolError> },
    Sleep { promise: ObjectId },
    Extension(ExtensionEnd),
}

/// Shared between the hooks inside the machine and the driver around it.
#[derive(Clone)]
pub(super) struct RunHandle(pub(super) Arc<Mutex<Run>>);

impl RunHandle {
    pub(super) fn new(shared: Arc<Shared>, deadline: Option<Instant>, span: tracing::Span) -> RunHandle {
        let attachments = shared.attachments.clone().unwrap_or_default();
        let logs = match shared.limits.max_log_bytes {
            Some(limit) => Logs::within(limit),
            // What a program prints is memory it makes the host hold.
            None => Logs::in_memory(shared.limits.memory_ceiling().min(MAX_LOGS)),
        };
        RunHandle(Arc::new(Mutex::new(Run {
            attachments,
            shared,
            tool_calls: Vec::new(),
            logs,
            in_flight: FuturesUnordered::new(),
            queued: std::collections::VecDeque::new(),
            ready: std::collections::VecDeque::new(),
            sleeps: Sleeps::default(),
            extensions: ExtensionCalls::default(),
            open: Vec::new(),
            cancelled: Vec::new(),
            cancelled_by: None,
            waker: None,
            cancellation: Cancellation::new(),
            deadline,
            span,
            is_session: false,
            shows: false,
            last_value: None,
            shown: None,
        })))
    }

    /// The state. A panic of a tool elsewhere does not take it down.
    pub(super) fn lock(&self) -> MutexGuard<'_, Run> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Run {
    /// Checks `maxToolCalls` and records the call.
    fn admit(&mut self, name: &str) -> Result<usize, Diagnostic> {
        if let Some(limit) = self.shared.limits.max_tool_calls
            && self.tool_calls.len() as u64 >= limit
        {
            return Err(Diagnostic::new(
                DiagnosticKind::ToolCallLimitExceeded,
                format!("the limit of {limit} tool calls is reached"),
            )
            .suggest(
                "make fewer calls: ask for more per call, filter in the tool, and look for a loop that does not end",
            ));
        }
        self.tool_calls.push(ToolCallRecord { name: name.to_owned() });
        Ok(self.tool_calls.len() - 1)
    }

    /// Whether any call is in flight, waits for a place, or is over and not settled.
    pub(super) fn has_outstanding(&self) -> bool {
        !self.in_flight.is_empty()
            || !self.queued.is_empty()
            || !self.ready.is_empty()
            || !self.sleeps.is_empty()
            || !self.extensions.is_empty()
    }

    /// Lets the calls in flight make progress; those that end wait to be settled.
    pub(super) fn advance(&mut self, cx: &mut Context<'_>) {
        while let Poll::Ready(Some(finished)) = Pin::new(&mut self.in_flight).poll_next(cx) {
            self.ready.push_back(finished);
            self.fill_places();
        }
        while let Some(promise) = self.sleeps.poll(cx) {
            self.ready.push_back(Finished::Sleep { promise });
        }
        while let Some(ended) = self.extensions.poll(cx) {
            self.ready.push_back(Finished::Extension(ended));
        }
    }

    /// The next call that is over, if one is.
    pub(super) fn poll_finished(&mut self, cx: &mut Context<'_>) -> Option<Finished> {
        self.advance(cx);
        self.ready.pop_front()
    }

    /// Whether a tool in flight holds on to its cancellation signal.
    pub(super) fn is_watched(&self) -> bool {
        self.open.iter().any(|call| call.times.has_begun() && call.cancellation.is_watched())
    }

    /// A call that cancelled itself and that the program waits for.
    pub(super) fn awaited_cancellation(&self, vm: &Vm) -> Option<Arc<str>> {
        self.cancelled.iter().find(|(promise, _)| vm.is_observed(*promise)).map(|(_, name)| name.clone())
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

    /// Ends the bookkeeping of a call and tells the end hook, if the start hook was told.
    fn close(&mut self, index: usize, outcome: Outcome, error: Option<(&str, Option<String>)>) -> Option<OpenCall> {
        let at = self.open.iter().position(|open| open.index == index)?;
        let call = self.open.swap_remove(at);
        record_end(&call.span, outcome, error.as_ref().map(|(message, _)| *message));
        if let Some(hook) = &self.shared.on_end
            && call.times.is_announced()
        {
            let end = ToolCallEnd {
                index,
                name: call.name.clone(),
                input: call.input.clone(),
                duration: call.times.duration(),
                outcome,
                message: error.as_ref().map(|(message, _)| (*message).to_owned()),
                cause: error.and_then(|(_, cause)| cause),
            };
            tell(hook, end);
        }
        Some(call)
    }

    /// Drops every call in flight; their end hooks say that they were interrupted.
    pub(super) fn interrupt_all(&mut self) {
        self.queued.clear();
        self.ready.clear();
        self.sleeps.clear();
        self.in_flight = FuturesUnordered::new();
        let mut open: Vec<usize> = self.open.iter().map(|call| call.index).collect();
        open.sort_unstable();
        for index in open {
            self.close(index, Outcome::Interrupted, None);
        }
        for call in self.extensions.interrupt() {
            extensions::tell(&self.shared, &call, ExtensionOutcome::Interrupted);
        }
    }
}

/// Tells the end hook. A hook that panics must not take the cleanup of other calls with it.
fn tell(hook: &EndHook, end: ToolCallEnd) {
    let _ = std::panic::catch_unwind(AssertUnwindSafe(|| hook(end)));
}

/// What exporters of traces read at the end of a call.
fn record_end(span: &tracing::Span, outcome: Outcome, message: Option<&str>) {
    span.record("codemode.outcome", outcome.as_str());
    if outcome == Outcome::Failure {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", "tool_error");
        span.record("otel.status_description", message.unwrap_or_default());
    }
}

/// The text that the program may see of a failure.
fn public_message(shared: &Shared, name: &str, error: &ToolError) -> String {
    match error.kind() {
        ToolErrorKind::Unknown if shared.expose_errors => error.full_message(),
        ToolErrorKind::Refused | ToolErrorKind::Unknown | ToolErrorKind::Cancelled => error.message().to_owned(),
        ToolErrorKind::InvalidInput => format!("Invalid input for tool '{name}': {}", error.message()),
        ToolErrorKind::InvalidOutput if shared.expose_errors => {
            format!("Invalid output from tool '{name}': {}", error.full_message())
        }
        ToolErrorKind::InvalidOutput => format!("Invalid output from tool '{name}'"),
    }
}

fn private_cause(error: &ToolError) -> Option<String> {
    error.cause().map(|_| error.full_message())
}

/// Settles the promise of a finished call.
pub(super) fn settle(handle: &RunHandle, vm: &mut Vm, finished: Finished) -> Completion<()> {
    let (index, result) = match finished {
        Finished::Call { index, result } => (index, result),
        Finished::Sleep { promise } => {
            vm.settle_host_promise(promise, Ok(Handle::UNDEFINED));
            return Ok(());
        }
        Finished::Extension(ended) => return extensions::settle(vm, handle, ended),
    };
    let (name, promise, site, shared) = {
        let run = handle.lock();
        let Some(call) = run.open.iter().find(|call| call.index == index) else { return Ok(()) };
        (call.name.clone(), call.promise, call.site, run.shared.clone())
    };
    let error = match result {
        Ok(value) => {
            if shared.catalog.observes() {
                shared.catalog.observe(&name, &value);
            }
            match import(vm, &value) {
                Ok(value) => {
                    handle.lock().close(index, Outcome::Success, None);
                    vm.settle_host_promise(promise, Ok(value));
                    return Ok(());
                }
                Err(Unwind::Throw(thrown)) => ToolError::invalid_output(vm.report(thrown).message),
                Err(abort) => return Err(abort),
            }
        }
        Err(error) => error,
    };
    let Some(kind) = error.kind().diagnostic_kind() else {
        // The call stopped itself: whether that stops the execution depends on who waits for it.
        let mut run = handle.lock();
        run.close(index, Outcome::Interrupted, None);
        run.cancelled.push((promise, name));
        return Ok(());
    };
    let message = public_message(&shared, &name, &error);
    handle.lock().close(index, Outcome::Failure, Some((&message, private_cause(&error))));
    let error = HostError { message: &message, kind: kind.as_str(), tool: Some(&name), suggestions: Vec::new(), site };
    let error = vm.new_host_error(error)?;
    vm.settle_host_promise(promise, Err(error));
    Ok(())
}

/// What the machine may ask of the host.
pub(super) struct Hooks {
    pub(super) handle: RunHandle,
    pub(super) shared: Arc<Shared>,
    pub(super) random: Box<dyn FnMut() -> u64 + Send>,
    stop: Option<StopSignal>,
}

impl Hooks {
    pub(super) fn new(handle: &RunHandle, shared: &Arc<Shared>, random: Box<dyn FnMut() -> u64 + Send>) -> Hooks {
        let deadline = handle.lock().deadline;
        let stop = deadline.map(|deadline| Arc::new(move || Instant::now() >= deadline) as StopSignal);
        Hooks { handle: handle.clone(), shared: shared.clone(), random, stop }
    }
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

    fn stop_signal(&self) -> Option<StopSignal> {
        self.stop.clone()
    }

    fn console(&mut self, _level: &'static str, line: String) {
        self.handle.lock().logs.push(line);
    }

    fn sleep(&mut self, vm: &mut Vm, timer: u32, milliseconds: f64) -> Completion {
        let mut run = self.handle.lock();
        let max_total = self.shared.timers.unwrap_or_default();
        let promise = run.sleeps.start(vm, timer, Duration::from_millis(milliseconds as u64), max_total)?;
        Ok(promise.into())
    }

    fn wake(&mut self, timer: u32) {
        self.handle.lock().sleeps.wake(timer);
    }

    fn call_tool(&mut self, vm: &mut Vm, name: &Arc<str>, arguments: &[Handle]) -> Completion {
        let granted = self.shared.fetch.clone().filter(|_| **name == *fetch::HIDDEN_PATH);
        let name = if granted.is_some() { Arc::from(fetch::NAME) } else { name.clone() };
        let promise = vm.new_host_promise()?;
        match self.start_call(vm, &name, granted, arguments, promise) {
            Ok(Started::Pending) => Ok(promise.into()),
            Ok(Started::Finished(finished)) => {
                settle(&self.handle, vm, finished)?;
                Ok(promise.into())
            }
            Err(Refusal::Unwind(unwind)) => Err(unwind),
            Err(Refusal::Diagnostic(diagnostic)) => {
                let error = self.error(vm, &diagnostic, Some(&name))?;
                vm.settle_host_promise(promise, Err(error));
                Ok(promise.into())
            }
        }
    }

    fn tool_names(&self, path: &[String]) -> Option<Vec<String>> {
        self.shared.catalog.tools().children(&path.join(".")).map(<[String]>::to_vec)
    }

    fn has_tool_name(&self, path: &[String], name: &str) -> bool {
        let path = if path.is_empty() { name.to_owned() } else { format!("{}.{name}", path.join(".")) };
        !matches!(self.shared.catalog.tools().resolve(&path), Resolved::Unknown)
    }

    fn unknown_namespace(&mut self, vm: &mut Vm, path: &[String]) -> Unwind {
        let diagnostic = self.shared.catalog.unknown_namespace(&path.join("."));
        match self.error(vm, &diagnostic, None) {
            Ok(error) => Unwind::Throw(error),
            Err(unwind) => unwind,
        }
    }
}

impl Hooks {
    /// An error of the host about a path below `tools`, made where the program is.
    fn error(&self, vm: &mut Vm, diagnostic: &Diagnostic, tool: Option<&str>) -> Completion {
        vm.new_host_error(HostError {
            message: &diagnostic.message,
            kind: diagnostic.kind.as_str(),
            tool,
            suggestions: diagnostic.suggestions.clone(),
            site: vm.call_site(),
        })
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
        name: &Arc<str>,
        granted: Option<Tool>,
        arguments: &[Handle],
        promise: ObjectId,
    ) -> Result<Started, Refusal> {
        let refuse = |kind, message: String| Refusal::Diagnostic(Diagnostic::new(kind, message));
        let input = match arguments {
            [argument] => export_argument(vm, *argument)?,
            _ => Value::Object(Map::new()),
        };
        let tools = self.shared.catalog.tools();
        let tool = match (granted, tools.resolve(name)) {
            (Some(tool), _) => Some(tool),
            (None, Resolved::Tool(tool)) => Some(tool.clone()),
            (None, _) if **name == *"search" => None,
            (None, _) => return Err(Refusal::Diagnostic(self.shared.catalog.unknown_tool(name))),
        };
        if arguments.len() > 1 {
            return Err(refuse(
                DiagnosticKind::InvalidToolInput,
                format!(
                    "Tool '{name}' expects at most one input object, but {} arguments were passed: put them into one \
                         object",
                    arguments.len()
                ),
            ));
        }
        let Some(tool) = tool else {
            let value = search(&self.handle, &self.shared, &input).map_err(Refusal::Diagnostic)?;
            let value = import(vm, &value)?;
            vm.settle_host_promise(promise, Ok(value));
            return Ok(Started::Pending);
        };
        // What the hooks are told is copied only where there are hooks.
        let is_watched = self.shared.on_start.is_some() || self.shared.on_end.is_some();
        let kept = if is_watched { input.clone() } else { Value::Null };
        let handler = tool.handler().clone();
        let prepared = std::panic::catch_unwind(AssertUnwindSafe(|| handler.prepare(input)));
        let prepared = match prepared.unwrap_or_else(|panic| Err(panicked("tool", &*panic))) {
            Ok(prepared) => prepared,
            Err(error) => {
                let kind = error.kind().diagnostic_kind().unwrap_or(DiagnosticKind::InvalidToolInput);
                let mut diagnostic = Diagnostic::new(kind, public_message(&self.shared, name, &error));
                if kind == DiagnosticKind::InvalidToolInput {
                    let passed = match arguments {
                        [argument] => export_argument(vm, *argument)?,
                        _ => Value::Object(Map::new()),
                    };
                    diagnostic = input_advice::explain(diagnostic, &self.shared.catalog, name, &tool, &passed);
                }
                return Err(Refusal::Diagnostic(diagnostic));
            }
        };
        let decoded = match prepared.decoded() {
            Some(decoded) if is_watched => decoded.clone(),
            _ => kept,
        };
        let mut run = self.handle.lock();
        let index = run.admit(name).map_err(Refusal::Diagnostic)?;
        let span = call_span(&run.span, name, index);
        let cancellation = run.cancellation.child();
        let reports = Reports { progress: self.progress_sink(index, name), attachments: run.attachments.clone() };
        let context = ToolContext { index, name: name.clone(), cancellation: cancellation.clone(), reports };
        let has_place = run.has_place();
        let hook = self.shared.on_start.clone();
        let begins_now = has_place && hook.is_none();
        let milestones = (!begins_now).then(Arc::<Milestones>::default);
        run.open.push(OpenCall {
            index,
            name: name.clone(),
            input: if self.shared.on_end.is_some() { decoded.clone() } else { Value::Null },
            times: match &milestones {
                None => CallTimes::Began(self.shared.on_end.is_some().then(Instant::now)),
                Some(milestones) => CallTimes::Awaited(milestones.clone()),
            },
            promise,
            site: vm.call_site(),
            span: span.clone(),
            cancellation,
        });
        let waker = run.waker.clone();
        drop(run);
        let future = match milestones {
            None => match contained(&span, || prepared.start(context)) {
                Ok(future) => future,
                Err(error) => return Ok(Started::Finished(Finished::Call { index, result: Err(error) })),
            },
            Some(milestones) => {
                let event = ToolCallStart { index, name: name.clone(), input: decoded };
                let call = async move {
                    let _ = milestones.announced.set(Instant::now());
                    if let Some(hook) = hook {
                        hook(event).await?;
                    }
                    let _ = milestones.began.set(Instant::now());
                    prepared.start(context).await
                };
                call.boxed()
            }
        };
        self.poll_once(future, index, span, has_place, &waker.unwrap_or_else(|| Waker::noop().clone()))
    }

    /// Lets a call get as far as it can at once; what is left goes on beside the program.
    fn poll_once(
        &self,
        mut future: BoxFuture<'static, Result<Value, ToolError>>,
        index: usize,
        span: tracing::Span,
        has_place: bool,
        waker: &Waker,
    ) -> Result<Started, Refusal> {
        if has_place {
            let mut cx = Context::from_waker(waker);
            match contained(&span, || future.as_mut().poll(&mut cx)) {
                Ok(Poll::Pending) => {}
                Ok(Poll::Ready(result)) => return Ok(Started::Finished(Finished::Call { index, result })),
                Err(error) => return Ok(Started::Finished(Finished::Call { index, result: Err(error) })),
            }
        }
        let rest = guarded(future.instrument(span), index).boxed();
        let mut run = self.handle.lock();
        if has_place {
            run.in_flight.push(rest);
        } else {
            run.queued.push_back(rest);
        }
        Ok(Started::Pending)
    }
}

impl Hooks {
    /// Where a call reports its progress, if anybody wants to know.
    fn progress_sink(&self, index: usize, name: &Arc<str>) -> Option<ProgressSink> {
        let (hook, name) = (self.shared.on_progress.clone()?, name.clone());
        Some(Arc::new(move |progress| hook(ToolCallProgress { index, name: name.clone(), progress })))
    }
}

/// The span of a call, named as the conventions for generative AI have it.
fn call_span(parent: &tracing::Span, name: &str, index: usize) -> tracing::Span {
    let span = tracing::info_span!(
        parent: parent,
        "execute_tool",
        otel.name = tracing::field::Empty,
        otel.kind = "internal",
        otel.status_code = tracing::field::Empty,
        otel.status_description = tracing::field::Empty,
        error.type = tracing::field::Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = name,
        codemode.call.index = index,
        codemode.outcome = tracing::field::Empty,
    );
    if !span.is_disabled() {
        span.record("otel.name", format!("execute_tool {name}"));
    }
    span
}

/// Runs a piece of a call in its span. A tool that panics fails; the execution goes on.
fn contained<T>(span: &tracing::Span, work: impl FnOnce() -> T) -> Result<T, ToolError> {
    span.in_scope(|| std::panic::catch_unwind(AssertUnwindSafe(work))).map_err(|panic| panicked("tool", &*panic))
}

/// The rest of a call that was started.
async fn guarded(call: impl Future<Output = Result<Value, ToolError>> + Send, index: usize) -> Finished {
    let result = AssertUnwindSafe(call).catch_unwind().await;
    Finished::Call { index, result: result.unwrap_or_else(|panic| Err(panicked("tool", &*panic))) }
}

/// The failure of code of the host that panicked. What it says is for the host.
fn panicked(who: &str, panic: &(dyn Any + Send)) -> ToolError {
    let text = panic_text(panic).unwrap_or(UNKNOWN_FAILURE);
    ToolError::unknown(format!("the {who} panicked: {text}"))
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
    const NAME: &str = "search";
    let request = SearchRequest::from_json(input)
        .map_err(|message| Diagnostic::new(DiagnosticKind::InvalidToolInput, message))?;
    let (index, span) = {
        let mut run = handle.lock();
        let index = run.admit(NAME)?;
        (index, call_span(&run.span, NAME, index))
    };
    let name: Arc<str> = Arc::from(NAME);
    let mut denied = None;
    if let Some(hook) = &shared.on_start {
        let event = ToolCallStart { index, name: name.clone(), input: input.clone() };
        // The call is synchronous: a hook that has to wait cannot hold it up.
        denied = AssertUnwindSafe(async { hook(event).await })
            .catch_unwind()
            .now_or_never()
            .and_then(|result| result.unwrap_or_else(|panic| Err(panicked("start hook", &*panic))).err());
    }
    let started = Instant::now();
    let result = match denied {
        None => Ok(span.in_scope(|| shared.catalog.search(&request).to_json())),
        Some(error) => Err((public_message(shared, NAME, &error), private_cause(&error))),
    };
    let outcome = if result.is_ok() { Outcome::Success } else { Outcome::Failure };
    let (message, cause) = match &result {
        Ok(_) => (None, None),
        Err((message, cause)) => (Some(message.clone()), cause.clone()),
    };
    record_end(&span, outcome, message.as_deref());
    if let Some(hook) = &shared.on_end {
        let duration = started.elapsed();
        tell(hook, ToolCallEnd { index, name, input: input.clone(), duration, outcome, message, cause });
    }
    result.map_err(|(message, _)| Diagnostic::new(DiagnosticKind::ToolFailure, message))
}
