//! `fetch` for programs: an outbound capability that a host grants with a policy. Without one there is no `fetch`.
//!
//! The policy is kept here, hop by hop; the network is the host's, behind [`FetchTransport`]. A request counts as a call
//! of a tool named `fetch`: limits, hooks, progress and cancellation hold for it as for any tool.

mod exchange;
mod origin;
mod policy;

use std::sync::Arc;

use serde_json::Value;

use crate::{BoxFuture, ConfigError, Tool, ToolContext};

pub use origin::{OriginError, OriginPattern};
pub use policy::{BodyHandling, FetchPolicy, OriginRule, is_connection_header};

/// The path that the global function calls; no host can name a tool so by accident.
pub(crate) const HIDDEN_PATH: &str = "\u{0}fetch";

/// The name under which requests are recorded.
pub(crate) const NAME: &str = "fetch";

/// What makes `fetch`, `Response` and `Request` of the hidden tool.
pub(crate) const GLOBALS: &str = include_str!("fetch/globals.js");

/// Sends one HTTP request. It follows no redirect, keeps no cookies, and adds no credentials.
pub trait FetchTransport: Send + Sync + 'static {
    /// Sends the request and reads the answer, no more of it than the request allows.
    fn send(&self, request: FetchRequest) -> BoxFuture<'static, Result<FetchResponse, FetchError>>;
}

/// A request that the policy allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchRequest {
    /// The method in upper case.
    pub method: String,
    /// The whole URL, without fragment.
    pub url: String,
    /// Headers by lower-cased names: the program's, and those of the policy.
    pub headers: Vec<(String, String)>,
    /// The body, if there is one.
    pub body: Option<Vec<u8>>,
    /// Bytes the answer may have; one that has more is [`FetchError::TooLarge`].
    pub max_response_bytes: usize,
    /// Whether only addresses of the public internet may be reached, whatever the name resolves to.
    pub only_public_addresses: bool,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FetchResponse {
    /// The status code.
    pub status: u16,
    /// What the server calls the status; may be empty.
    pub status_text: String,
    /// The headers in order.
    pub headers: Vec<(String, String)>,
    /// The body, decompressed.
    pub body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The body is larger than allowed.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The address is private or reserved.
    #[error("the address of the host is private or reserved, which is forbidden here")]
    PrivateAddress,
    /// Anything else, in words that a program may see.
    #[error("{0}")]
    Failed(String),
}

/// The capability: a policy, and the network behind it.
#[derive(Clone)]
pub struct Fetch {
    policy: Arc<FetchPolicy>,
    transport: Arc<dyn FetchTransport>,
}

impl Fetch {
    /// Grants what `policy` allows over `transport`.
    ///
    /// # Errors
    /// [`ConfigError`] for a number out of range.
    pub fn new(policy: FetchPolicy, transport: Arc<dyn FetchTransport>) -> Result<Fetch, ConfigError> {
        policy.validate()?;
        Ok(Fetch { policy: Arc::new(policy), transport })
    }

    /// The policy.
    pub fn policy(&self) -> &FetchPolicy {
        &self.policy
    }

    /// What models are told about it, in one line.
    pub(crate) fn description(&self) -> String {
        self.policy.description()
    }

    /// The tool behind the global function.
    pub(crate) fn tool(&self) -> Result<Tool, ConfigError> {
        let (policy, transport) = (self.policy.clone(), self.transport.clone());
        Tool::raw(NAME).run_with_context(move |context: ToolContext, input: Value| {
            let (policy, transport) = (policy.clone(), transport.clone());
            async move { exchange::exchange(&policy, &*transport, &context, &input).await }
        })
    }
}

impl std::fmt::Debug for Fetch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetch").field("policy", &self.policy).finish_non_exhaustive()
    }
}
