//! What a host may observe and replace.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::{BoxFuture, ToolError};

/// Milliseconds since the Unix epoch.
pub type Clock = Arc<dyn Fn() -> f64 + Send + Sync>;

/// Random bits, made anew for each execution so that seeded runs repeat.
pub type RandomSource = Arc<dyn Fn() -> Box<dyn FnMut() -> u64 + Send> + Send + Sync>;

/// Called before an admitted call starts, and awaited. An error denies the call: the program sees it as the refusal of
/// the tool.
pub type StartHook = Arc<dyn Fn(ToolCallStart) -> BoxFuture<'static, Result<(), ToolError>> + Send + Sync>;

/// Called once for every call that had a start event.
pub type EndHook = Arc<dyn Fn(ToolCallEnd) + Send + Sync>;

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

/// A call has ended.
#[derive(Debug, Clone)]
pub struct ToolCallEnd {
    /// Position among the admitted calls of the execution, from 0.
    pub index: usize,
    /// Canonical path of the tool.
    pub name: Arc<str>,
    /// Decoded input.
    pub input: Value,
    /// Time since the start event.
    pub duration: Duration,
    /// How it ended.
    pub outcome: Outcome,
    /// What the program was told, for failures.
    pub message: Option<String>,
    /// The private cause, for the host alone.
    pub cause: Option<String>,
}
