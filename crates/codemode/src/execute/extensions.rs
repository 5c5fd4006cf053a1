//! Calls of extensions: host functions with rich data, beside the tools.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use codemode_engine::{CallSite, Completion, HostFunction, ObjectId, Unwind, Value as Handle, Vm};
use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::driver::CurrentRun;
use super::runtime::Shared;
use crate::extension::{Call, ExtensionCall, ExtensionOutcome, HostCallable, HostValue, host_error};
use crate::{BoxFuture, UNKNOWN_FAILURE};

/// A call that ended: its number, and what it gave or threw.
pub(super) type ExtensionEnd = (u64, Result<HostValue, HostValue>);

/// The calls of one execution that give promises and have not ended.
#[derive(Default)]
pub(super) struct ExtensionCalls {
    running: FuturesUnordered<BoxFuture<'static, ExtensionEnd>>,
    open: Vec<Open>,
    last: u64,
}

struct Open {
    number: u64,
    promise: ObjectId,
    path: Arc<str>,
    site: Option<CallSite>,
    /// What hooks are told; functions inside results are not watched.
    call: Option<ExtensionCall>,
    current: CurrentRun,
}

impl ExtensionCalls {
    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Option<ExtensionEnd> {
        match self.running.poll_next_unpin(cx) {
            Poll::Ready(ended) => ended,
            Poll::Pending => None,
        }
    }

    /// Drops what still runs; gives the calls that hooks must be told about.
    pub(super) fn interrupt(&mut self) -> Vec<ExtensionCall> {
        self.running = FuturesUnordered::new();
        self.open.drain(..).filter_map(|open| open.call).collect()
    }
}

/// Adds the functions of the extensions of a runtime.
pub(super) fn add(vm: &mut Vm, current: &CurrentRun, shared: &Shared) -> Completion<()> {
    for extension in shared.extensions.iter() {
        for (name, callable) in &extension.globals {
            vm.add_host_function(function(current, name.clone(), Some(extension.name.clone()), callable.clone()))?;
        }
    }
    Ok(())
}

/// The function of the machine for a function of the host. Hooks are told of those that belong to an extension.
fn function(current: &CurrentRun, path: Arc<str>, extension: Option<Arc<str>>, callable: HostCallable) -> HostFunction {
    let current = current.clone();
    HostFunction {
        name: path.rsplit('.').next().unwrap_or(&path).to_owned(),
        length: 0,
        function: Arc::new(move |vm, arguments| call(vm, &current, &path, extension.as_ref(), &callable, arguments)),
    }
}

fn call(
    vm: &mut Vm,
    current: &CurrentRun,
    path: &Arc<str>,
    extension: Option<&Arc<str>>,
    callable: &HostCallable,
    arguments: &[Handle],
) -> Completion {
    let Some(handle) = current.get() else { return Ok(Handle::UNDEFINED) };
    let shared = handle.lock().shared.clone();
    let mut copies = Vec::with_capacity(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        copies.push(vm.export_host_data(*argument, &format!("argument {} of {path}", index + 1))?);
    }
    let is_watched = shared.on_extension_start.is_some() || shared.on_extension_end.is_some();
    let watched = extension.filter(|_| is_watched).map(|extension| ExtensionCall {
        extension: extension.clone(),
        name: path.clone(),
        arguments: copies.clone(),
    });
    if let (Some(call), Some(hook)) = (&watched, &shared.on_extension_start)
        && let Err(thrown) = guarded(|| hook(call))
    {
        tell(&shared, call, ExtensionOutcome::Failure(&thrown));
        return Err(throw(vm, current, path, None, thrown));
    }
    let future = match &*callable.0 {
        Call::Now(function) => {
            let result = guarded(|| function(copies));
            if let Some(call) = &watched {
                tell(&shared, call, outcome(&result));
            }
            return match result {
                Ok(value) => import(vm, current, path, None, value),
                Err(thrown) => Err(throw(vm, current, path, None, thrown)),
            };
        }
        Call::Later(function) => AssertUnwindSafe(function(copies)).catch_unwind(),
    };
    let promise = vm.new_host_promise()?;
    let site = vm.call_site();
    let mut run = handle.lock();
    run.extensions.last += 1;
    let number = run.extensions.last;
    let open = Open { number, promise, path: path.clone(), site, call: watched, current: current.clone() };
    run.extensions.open.push(open);
    let mut future: BoxFuture<'static, ExtensionEnd> =
        async move { (number, future.await.unwrap_or_else(|_| Err(host_error("Error", UNKNOWN_FAILURE)))) }.boxed();
    let waker = run.waker.clone().unwrap_or_else(|| Waker::noop().clone());
    drop(run);
    match future.as_mut().poll(&mut Context::from_waker(&waker)) {
        Poll::Ready(ended) => settle(vm, &handle, ended)?,
        Poll::Pending => handle.lock().extensions.running.push(future),
    }
    Ok(promise.into())
}

/// Settles the promise of a call that ended.
pub(super) fn settle(vm: &mut Vm, handle: &super::run::RunHandle, (number, result): ExtensionEnd) -> Completion<()> {
    let (open, shared) = {
        let mut run = handle.lock();
        let Some(at) = run.extensions.open.iter().position(|open| open.number == number) else { return Ok(()) };
        (run.extensions.open.swap_remove(at), run.shared.clone())
    };
    if let Some(call) = &open.call {
        tell(&shared, call, outcome(&result));
    }
    let settled = match result {
        Ok(value) => import(vm, &open.current, &open.path, open.site, value),
        Err(thrown) => Err(throw(vm, &open.current, &open.path, open.site, thrown)),
    };
    match settled {
        Ok(value) => vm.settle_host_promise(open.promise, Ok(value)),
        Err(Unwind::Throw(error)) => vm.settle_host_promise(open.promise, Err(error)),
        Err(abort) => return Err(abort),
    }
    Ok(())
}

/// Tells the hook how a call ended. A hook that panics is not heard.
pub(super) fn tell(shared: &Shared, call: &ExtensionCall, outcome: ExtensionOutcome<'_>) {
    if let Some(hook) = &shared.on_extension_end {
        let _ = std::panic::catch_unwind(AssertUnwindSafe(|| hook(call, outcome)));
    }
}

fn outcome(result: &Result<HostValue, HostValue>) -> ExtensionOutcome<'_> {
    match result {
        Ok(value) => ExtensionOutcome::Success(value),
        Err(thrown) => ExtensionOutcome::Failure(thrown),
    }
}

/// A function of the host that panics throws.
fn guarded<T>(work: impl FnOnce() -> Result<T, HostValue>) -> Result<T, HostValue> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(host_error("Error", UNKNOWN_FAILURE)))
}

fn import(vm: &mut Vm, current: &CurrentRun, path: &str, site: Option<CallSite>, value: HostValue) -> Completion {
    let mut make = |vm: &mut Vm, callable: HostCallable, path: &str| {
        vm.new_host_function(function(current, Arc::from(path), None, callable))
    };
    vm.import_host_data(value, path, site, &mut make)
}

fn throw(vm: &mut Vm, current: &CurrentRun, path: &str, site: Option<CallSite>, thrown: HostValue) -> Unwind {
    match import(vm, current, path, site, thrown) {
        Ok(error) => Unwind::Throw(error),
        Err(unwind) => unwind,
    }
}
