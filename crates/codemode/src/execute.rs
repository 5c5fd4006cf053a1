//! Running programs: the async driver over the machine.
//!
//! [`CodeMode`] holds what executions share (tools, limits, settings, compiled programs); [`CodeMode::execute`] gives a
//! future that runs one. It runs the machine in slices of less than a millisecond, polls tool calls beside it, and does
//! not depend on an async runtime except for time.

mod check;
mod contain;
mod data;
mod diagnose;
mod driver;
mod extensions;
mod hooks;
mod input_advice;
mod live;
mod logs;
mod run;
mod runtime;
mod session;
mod timers;

pub use check::{Finding, Rule, Severity};
pub use driver::{Cancelled, ExecutionStats};
pub use hooks::{
    Clock, EndHook, Observer, Outcome as ToolOutcome, ProgressHook, RandomSource, StartHook, ToolCallEnd,
    ToolCallProgress, ToolCallStart,
};
pub use live::{LiveCodeMode, SourceProblem};
pub use runtime::{CodeMode, CodeModeBuilder, CompiledProgram, execute};
pub use session::{Members, Session, SessionBinding};
