//! What is known of the tool calls of a run: for the live view, the summary, traces and timelines.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use codemode::{Observer, ToolCallEnd, ToolCallProgress, ToolCallStart, ToolOutcome, ToolProgress};
use serde_json::Value;

/// One call.
#[derive(Debug, Clone)]
pub struct Call {
    pub index: usize,
    pub name: Arc<str>,
    pub input: Value,
    /// Time since the run began.
    pub started: Duration,
    /// What is known once it has ended.
    pub end: Option<CallEnd>,
    pub progress: Option<ToolProgress>,
}

/// How a call ended.
#[derive(Debug, Clone)]
pub struct CallEnd {
    /// Time since the run began.
    pub at: Duration,
    pub outcome: ToolOutcome,
    pub message: Option<String>,
}

impl Call {
    /// Until when the call ran: `now` while it does.
    pub fn until(&self, now: Duration) -> Duration {
        self.end.as_ref().map_or(now, |end| end.at).max(self.started)
    }

    /// How the call ended, in a word.
    pub fn outcome(&self) -> &'static str {
        match self.end.as_ref().map(|end| end.outcome) {
            None => "running",
            Some(ToolOutcome::Success) => "ok",
            Some(ToolOutcome::Failure) => "failed",
            Some(ToolOutcome::Interrupted) => "interrupted",
        }
    }
}

/// The calls of a run. Clones share them.
#[derive(Clone)]
pub struct Calls(Arc<Recording>);

struct Recording {
    began: Mutex<Instant>,
    calls: Mutex<BTreeMap<usize, Call>>,
}

impl Calls {
    /// None yet; the run begins now.
    pub fn new() -> Calls {
        Calls(Arc::new(Recording { began: Mutex::new(Instant::now()), calls: Mutex::default() }))
    }

    /// Time since the run began.
    pub fn now(&self) -> Duration {
        self.0.began.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Forgets all; another run begins now.
    pub fn reset(&self) {
        *self.0.began.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.lock().clear();
    }

    /// All calls in the order they were admitted.
    pub fn all(&self) -> Vec<Call> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, Call>> {
        self.0.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records what it sees.
    pub fn observer(&self) -> Observer {
        let (starts, ends, steps) = (self.clone(), self.clone(), self.clone());
        Observer {
            on_start: Some(Arc::new(move |start: ToolCallStart| {
                starts.start(start);
                Box::pin(std::future::ready(Ok(())))
            })),
            on_end: Some(Arc::new(move |end| ends.end(end))),
            on_progress: Some(Arc::new(move |progress| steps.progress(progress))),
            ..Observer::default()
        }
    }

    fn start(&self, start: ToolCallStart) {
        let ToolCallStart { index, name, input } = start;
        let call = Call { index, name, input, started: self.now(), end: None, progress: None };
        self.lock().insert(index, call);
    }

    fn end(&self, end: ToolCallEnd) {
        let at = self.now();
        let ToolCallEnd { index, name, input, duration, outcome, message, .. } = end;
        // A call that was interrupted while it waited for a place has not started; it has no length.
        let unseen = Call { index, name, input, started: at.saturating_sub(duration), end: None, progress: None };
        let mut calls = self.lock();
        calls.entry(index).or_insert(unseen).end = Some(CallEnd { at, outcome, message });
    }

    fn progress(&self, progress: ToolCallProgress) {
        if let Some(call) = self.lock().get_mut(&progress.index) {
            call.progress = Some(progress.progress);
        }
    }
}

/// Puts calls that overlap on different lanes, each on the first that is free. Gives each call's lane, and how many
/// there are.
pub fn lanes(calls: &[Call], now: Duration) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..calls.len()).collect();
    order.sort_by_key(|at| calls.get(*at).map(|call| (call.started, call.index)));
    let mut free_from: Vec<Duration> = Vec::new();
    let mut chosen = vec![0; calls.len()];
    for at in order {
        let Some(call) = calls.get(at) else { continue };
        let lane = free_from.iter().position(|free| *free <= call.started).unwrap_or(free_from.len());
        match free_from.get_mut(lane) {
            Some(free) => *free = call.until(now),
            None => free_from.push(call.until(now)),
        }
        if let Some(slot) = chosen.get_mut(at) {
            *slot = lane;
        }
    }
    (chosen, free_from.len())
}

/// A length of time for people.
pub fn time(length: Duration) -> String {
    let millis = length.as_secs_f64() * 1000.0;
    if millis < 10.0 {
        format!("{millis:.1} ms")
    } else if millis < 1000.0 {
        format!("{millis:.0} ms")
    } else if millis < 60_000.0 {
        format!("{:.1} s", millis / 1000.0)
    } else {
        format!("{} min {:02} s", length.as_secs() / 60, length.as_secs() % 60)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A call from and to these milliseconds.
    pub fn call(index: usize, name: &str, from: u64, to: Option<u64>, outcome: ToolOutcome) -> Call {
        let end = to.map(|to| CallEnd { at: Duration::from_millis(to), outcome, message: None });
        let started = Duration::from_millis(from);
        Call { index, name: name.into(), input: Value::Null, started, end, progress: None }
    }

    #[test]
    fn overlapping_calls_get_lanes_of_their_own() {
        let ok = ToolOutcome::Success;
        let calls = [
            call(0, "a", 0, Some(10), ok),
            call(1, "b", 5, Some(20), ok),
            call(2, "c", 10, None, ok),
            call(3, "d", 12, Some(13), ok),
            call(4, "e", 25, Some(30), ok),
        ];
        assert_eq!(lanes(&calls, Duration::from_millis(40)), (vec![0, 1, 0, 2, 1], 3));
    }

    #[test]
    fn times_for_people() {
        let texts = [9, 12, 999, 1500, 61_000].map(|millis| time(Duration::from_millis(millis)));
        assert_eq!(texts, ["9.0 ms", "12 ms", "999 ms", "1.5 s", "1 min 01 s"]);
    }
}
