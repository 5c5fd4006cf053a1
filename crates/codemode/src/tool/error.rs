//! How a tool fails: a message the program may see, and a cause it may not.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::DiagnosticKind;

/// What programs read when a tool failed for a reason that is not theirs to know.
pub const UNKNOWN_FAILURE: &str = "Tool execution failed";

/// A tool's failure. `message` crosses into the program verbatim; the cause goes to the host only (end hook, tracing).
///
/// Like `anyhow::Error` it is built from any error by `?`, and then hides that error's text. It therefore does not
/// implement [`std::error::Error`] itself.
///
/// ```
/// use codemode::ToolError;
///
/// fn read(path: &str) -> Result<String, ToolError> {
///     if path.starts_with('/') {
///         return Err(ToolError::new("only relative paths are readable"));
///     }
///     Ok(std::fs::read_to_string(path)?) // the program reads "Tool execution failed"
/// }
/// assert_eq!(read("/etc/passwd").unwrap_err().message(), "only relative paths are readable");
/// assert_eq!(read("no/such/file").unwrap_err().message(), "Tool execution failed");
/// ```
#[derive(Clone)]
pub struct ToolError {
    kind: ToolErrorKind,
    message: String,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

/// Why a tool failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolErrorKind {
    /// The tool refused or failed, and its author wrote the message for the program.
    Refused,
    /// An error nobody wrote for the program; its message is generic.
    Unknown,
    /// The argument failed the input schema. Raised before the call is admitted.
    InvalidInput,
    /// The result failed the output schema or is not data; the message is generic.
    InvalidOutput,
    /// The tool stopped itself; the execution ends as cancelled if the program awaited it.
    Cancelled,
}

impl ToolErrorKind {
    /// The diagnostic kind a program's failure gets; `None` for a cancellation, which is no diagnostic.
    pub fn diagnostic_kind(self) -> Option<DiagnosticKind> {
        match self {
            ToolErrorKind::Refused | ToolErrorKind::Unknown => Some(DiagnosticKind::ToolFailure),
            ToolErrorKind::InvalidInput => Some(DiagnosticKind::InvalidToolInput),
            ToolErrorKind::InvalidOutput => Some(DiagnosticKind::InvalidToolOutput),
            ToolErrorKind::Cancelled => None,
        }
    }
}

impl ToolError {
    /// A refusal with a message written for the program.
    pub fn new(message: impl Into<String>) -> Self {
        ToolError { kind: ToolErrorKind::Refused, message: message.into(), cause: None }
    }

    /// A failure that the program only learns the existence of.
    pub fn unknown(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        ToolError {
            kind: ToolErrorKind::Unknown,
            message: UNKNOWN_FAILURE.into(),
            cause: Some(Arc::from(cause.into())),
        }
    }

    /// The argument does not fit; `detail` says where and why and is shown to the program.
    pub fn invalid_input(detail: impl Into<String>) -> Self {
        ToolError { kind: ToolErrorKind::InvalidInput, message: detail.into(), cause: None }
    }

    /// The result does not fit; `detail` is for the host only.
    pub fn invalid_output(detail: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        ToolError {
            kind: ToolErrorKind::InvalidOutput,
            message: "invalid output".into(),
            cause: Some(Arc::from(detail.into())),
        }
    }

    /// The tool was cancelled from its own side.
    pub fn cancelled() -> Self {
        ToolError { kind: ToolErrorKind::Cancelled, message: "cancelled".into(), cause: None }
    }

    /// The same failure with a private cause.
    #[must_use]
    pub fn with_cause(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(Arc::from(cause.into()));
        self
    }

    /// Why it failed.
    pub fn kind(&self) -> ToolErrorKind {
        self.kind
    }

    /// The text that is safe to show. For an input failure this is the validator's detail.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The private cause.
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.cause.as_deref()
    }

    /// The message followed by every cause, for hosts that choose to expose or log them.
    pub fn full_message(&self) -> String {
        let mut text = self.message.clone();
        push_causes(&mut text, self.cause.as_deref().map(|cause| cause as _));
        text
    }
}

/// Appends what an error's causes say, as far as `text` does not say it already.
pub fn push_causes(text: &mut String, cause: Option<&(dyn Error + 'static)>) {
    let mut next = cause;
    // A chain of causes is not ours; a cyclic one must not hang the host.
    for _ in 0..32 {
        let Some(cause) = next else { break };
        let says = cause.to_string();
        if !text.contains(&says) {
            text.push_str(": ");
            text.push_str(&says);
        }
        next = cause.source();
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("cause", &self.cause)
            .finish()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(cause: E) -> Self {
        ToolError::unknown(cause)
    }
}
