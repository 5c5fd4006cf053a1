//! What a host may observe and replace.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::{Attachments, BoxFuture, ToolError, ToolProgress};

/// Milliseconds since the Unix epoch.
pub type Clock = Arc<dyn Fn() -> f64 + Send + Sync>;

/// Random bits, made anew for each execution so that seeded runs repeat.
pub type RandomSource = Arc<dyn Fn() -> Box<dyn FnMut() -> u64 + Send> + Send + Sync>;

/// Called before an admitted call starts, and awaited. An error denies the call: the program sees it as the refusal of
/// the tool.
pub type StartHook = Arc<dyn Fn(ToolCallStart) -> BoxFuture<'static, Result<(), ToolError>> + Send + Sync>;

/// Called once for every call that had a start event.
pub type EndHook = Arc<dyn Fn(ToolCallEnd) + Send + Sync>;

/// Called when a running call reports progress.
pub type ProgressHook = Arc<dyn Fn(ToolCallProgress) + Send + Sync>;

/// Somebody who watches certain executions only, besides the hooks of the runtime: a request that shows progress, a
/// terminal. See [`crate::CodeMode::observed`].
#[derive(Clone, Default)]
pub struct Observer {
    /// Called before an admitted call starts, after the runtime's own hook; an error denies the call.
    pub on_start: Option<StartHook>,
    /// Called once for every call that had a start event, after the runtime's own hook.
    pub on_end: Option<EndHook>,
    /// Called when a running call reports progress.
    pub on_progress: Option<ProgressHook>,
    /// Collects what tools attach.
    pub attachments: Attachments,
}

impl std::fmt::Debug for Observer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Observer").field("attachments", &self.attachments).finish_non_exhaustive()
    }
}

/// Both hooks, one after the other; the first refusal counts.
pub(super) fn both_start(first: Option<StartHook>, second: Option<StartHook>) -> Option<StartHook> {
    match (first, second) {
        (Some(first), Some(second)) => Some(Arc::new(move |event: ToolCallStart| {
            let (first, second) = (first(event.clone()), second.clone());
            Box::pin(async move {
                first.await?;
                second(event).await
            })
        })),
        (one, other) => one.or(other),
    }
}

/// Both hooks, one after the other.
pub(super) fn both_end(first: Option<EndHook>, second: Option<EndHook>) -> Option<EndHook> {
    match (first, second) {
        (Some(first), Some(second)) => Some(Arc::new(move |event: ToolCallEnd| {
            first(event.clone());
            second(event);
        })),
        (one, other) => one.or(other),
    }
}

/// An admitted call is about to start.
#[derive(Debug, Clone)]
pub struct ToolCallStart {
    /// Position among the admitted calls of the execution, from 0.
    pub index: usize,
    /// Canonical path of the tool.
    pub name: Arc<str>,
    /// Decoded input.
    pub input: Value,
}

/// A running call has reported progress.
#[derive(Debug, Clone)]
pub struct ToolCallProgress {
    /// Position among the admitted calls of the execution, from 0.
    pub index: usize,
    /// Canonical path of the tool.
    pub name: Arc<str>,
    /// What it reported.
    pub progress: ToolProgress,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It gave a value.
    Success,
    /// It failed, refused, or was denied.
    Failure,
    /// The program ended, the time was up, or the host stopped the run.
    Interrupted,
}

impl Outcome {
    /// `success`, `failure` or `interrupted`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
            Outcome::Interrupted => "interrupted",
        }
    }
}

/// A call has ended.
#[derive(Debug, Clone)]
pub struct ToolCallEnd {
    /// Position among the admitted calls of the execution, from 0.
    pub index: usize,
    /// Canonical path of the tool.
    pub name: Arc<str>,
    /// Decoded input.
    pub input: Value,
    /// Time since the start hook let the call go on.
    pub duration: Duration,
    /// How it ended.
    pub outcome: Outcome,
    /// What the program was told, for failures.
    pub message: Option<String>,
    /// The private cause, for the host alone.
    pub cause: Option<String>,
}
