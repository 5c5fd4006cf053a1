//! Timers that a host may grant: the waiting behind `setTimeout` and `scheduler.wait`.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use codemode_engine::{Completion, HostError, ObjectId, Unwind, Vm};
use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::sync::Notify;

use crate::{BoxFuture, DiagnosticKind};

/// What programs are told about timers.
pub(super) fn description(max_total: Duration) -> String {
    let seconds = max_total.as_secs_f64();
    format!("timers (`setTimeout`, `setInterval`, `await scheduler.wait(ms)`), delays adding up to at most {seconds} s")
}

/// The sleeps of one execution.
#[derive(Default)]
pub(super) struct Sleeps {
    sleeping: FuturesUnordered<BoxFuture<'static, ObjectId>>,
    /// How to end the sleep of a timer before its time.
    timers: Vec<(u32, Arc<Notify>)>,
    /// All delays asked for so far.
    total: Duration,
}

impl Sleeps {
    pub(super) fn is_empty(&self) -> bool {
        self.sleeping.is_empty()
    }

    /// Starts a sleep, within `max_total` over the whole execution. It begins when it is polled.
    pub(super) fn start(
        &mut self,
        vm: &mut Vm,
        timer: u32,
        delay: Duration,
        max_total: Duration,
    ) -> Completion<ObjectId> {
        self.total += delay;
        if self.total > max_total {
            let message = format!(
                "the timers of this program would wait {} ms in all, and the host allows {} ms",
                self.total.as_millis(),
                max_total.as_millis(),
            );
            let error = vm.new_host_error(HostError {
                message: &message,
                kind: DiagnosticKind::ExecutionFailure.as_str(),
                tool: None,
                suggestions: vec!["wait less, or retry fewer times".to_owned()],
                site: vm.call_site(),
            })?;
            return Err(Unwind::Throw(error));
        }
        let promise = vm.new_host_promise()?;
        let woken = Arc::new(Notify::new());
        if timer != 0 {
            self.timers.retain(|(known, _)| *known != timer);
            self.timers.push((timer, woken.clone()));
        }
        self.sleeping.push(
            async move {
                tokio::select! {
                    () = tokio::time::sleep(delay) => {}
                    () = woken.notified() => {}
                }
                promise
            }
            .boxed(),
        );
        Ok(promise)
    }

    /// Ends the sleep of a timer.
    pub(super) fn wake(&mut self, timer: u32) {
        if let Some(at) = self.timers.iter().position(|(known, _)| *known == timer) {
            self.timers.swap_remove(at).1.notify_one();
        }
    }

    /// The promise of a sleep that is over, if one is.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Option<ObjectId> {
        match self.sleeping.poll_next_unpin(cx) {
            Poll::Ready(promise) => promise,
            Poll::Pending => None,
        }
    }

    /// Ends all of them.
    pub(super) fn clear(&mut self) {
        self.sleeping = FuturesUnordered::new();
        self.timers.clear();
    }
}
