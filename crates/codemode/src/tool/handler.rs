//! The object-safe contract between the driver and the code of a tool.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::report::Reports;
use super::{Attachment, ToolError, ToolProgress};

/// A boxed, sendable future.
pub type BoxFuture<'a, T> = futures_util::future::BoxFuture<'a, T>;

/// The code of a tool, as the driver sees it.
///
/// The driver first calls [`ToolHandler::prepare`] (before admission: a failure here is recorded nowhere), then starts
/// the prepared call. Implement [`ToolHandler::call`] alone for a tool that checks nothing beforehand.
pub trait ToolHandler: Send + Sync + 'static {
    /// Runs the tool. `input` is plain JSON data; nothing has checked it unless `prepare` did.
    fn call(&self, call: ToolContext, input: Value) -> BoxFuture<'static, Result<Value, ToolError>>;

    /// Checks and decodes the input without acting.
    ///
    /// # Errors
    /// [`ToolError::invalid_input`] with the validator's detail.
    fn prepare(self: Arc<Self>, input: Value) -> Result<PreparedCall, ToolError> {
        Ok(PreparedCall::new(move |call| self.call(call, input)))
    }
}

/// A call whose input was accepted and that has not started.
pub struct PreparedCall {
    decoded: Option<Value>,
    start: Box<dyn FnOnce(ToolContext) -> BoxFuture<'static, Result<Value, ToolError>> + Send>,
}

impl PreparedCall {
    /// A call that `start` begins.
    pub fn new(
        start: impl FnOnce(ToolContext) -> BoxFuture<'static, Result<Value, ToolError>> + Send + 'static,
    ) -> Self {
        PreparedCall { decoded: None, start: Box::new(start) }
    }

    /// States what the input became, for hooks. Only needed when decoding changed it.
    #[must_use]
    pub fn with_decoded(mut self, input: Value) -> Self {
        self.decoded = Some(input);
        self
    }

    /// The decoded input where it differs from what the program passed.
    pub fn decoded(&self) -> Option<&Value> {
        self.decoded.as_ref()
    }

    /// Starts the tool. The future does nothing until polled.
    pub fn start(self, call: ToolContext) -> BoxFuture<'static, Result<Value, ToolError>> {
        (self.start)(call)
    }
}

impl fmt::Debug for PreparedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreparedCall").field("decoded", &self.decoded).finish_non_exhaustive()
    }
}

/// What a tool may know about the call it serves.
#[derive(Debug, Clone)]
pub struct ToolContext {
    /// Position of this call among the execution's admitted calls, from 0.
    pub index: usize,
    /// Canonical dotted path the tool was called by.
    pub name: Arc<str>,
    /// Fires when the call is interrupted: the time is up, the program ended, the host stopped the run.
    pub cancellation: Cancellation,
    pub(crate) reports: Reports,
}

impl ToolContext {
    /// A context outside any execution, for tests of tools.
    pub fn detached(name: &str) -> Self {
        let (cancellation, reports) = (Cancellation::new(), Reports::default());
        ToolContext { index: 0, name: name.into(), cancellation, reports }
    }

    /// Tells the host how far the call has come. Cheap when nobody listens.
    pub fn report_progress(&self, progress: ToolProgress) {
        if let Some(sink) = &self.reports.progress {
            sink(progress);
        }
    }

    /// Puts content beside the result of the execution and gives its number for a placeholder (see
    /// [`crate::Attachments`]).
    pub fn attach(&self, attachment: Attachment) -> usize {
        self.reports.attachments.add(attachment)
    }
}

/// A signal that fires at most once. Clones share it.
///
/// The driver waits for tools that keep their signal (they may have cleaning up to do) and drops the others at once.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<Signal>);

/// Most calls never ask for their signal: it is made when somebody does.
#[derive(Debug, Default)]
struct Signal {
    parent: Option<Cancellation>,
    token: OnceLock<CancellationToken>,
}

impl Cancellation {
    /// A signal that has not fired.
    pub fn new() -> Self {
        Self::default()
    }

    /// A signal that fires with this one, and can fire alone. Its holders hold this one too.
    #[must_use]
    pub fn child(&self) -> Self {
        Cancellation(Arc::new(Signal { parent: Some(self.clone()), token: OnceLock::new() }))
    }

    /// Whether anybody else holds this signal or a child of it.
    pub fn is_watched(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    fn token(&self) -> &CancellationToken {
        self.0.token.get_or_init(|| match &self.0.parent {
            Some(parent) => parent.token().child_token(),
            None => CancellationToken::new(),
        })
    }

    /// Fires.
    pub fn cancel(&self) {
        self.token().cancel();
    }

    /// Whether it has fired.
    pub fn is_cancelled(&self) -> bool {
        self.token().is_cancelled()
    }

    /// Waits until it fires.
    pub async fn cancelled(&self) {
        self.token().cancelled().await;
    }
}
