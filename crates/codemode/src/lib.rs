//! Code mode for LLM agents: a model writes one small program that calls many tools, instead of making one round trip
//! per call. The host supplies the tools; a program can reach nothing else.
#![forbid(unsafe_code)]

mod catalog;
mod config;
mod execute;
mod extension;
mod fetch;
mod limits;
mod policy;
mod result;
mod schema;
mod shared;
mod tool;
mod tool_path;
mod tool_set;
mod truncate;

#[doc(hidden)]
pub use catalog::ReferenceIndex;
pub use catalog::{
    Catalog, CatalogEntry, DiscoveryOptions, NextPage, SearchItem, SearchPage, SearchRequest, Signature, TermMatch,
    Tokenizer, estimate_tokens,
};
/// Shared by all crates that say what somebody probably meant.
#[doc(hidden)]
pub use codemode_bytecode::edit_distance;
pub use config::ConfigError;
pub use execute::{
    Cancelled, Clock, CodeMode, CodeModeBuilder, CompiledProgram, EndHook, ExecutionStats, Finding, LiveCodeMode,
    Members, Observer, ProgressHook, RandomSource, Rule, Session, SessionBinding, Severity, SourceProblem, StartHook,
    ToolCallEnd, ToolCallProgress, ToolCallStart, ToolOutcome, execute,
};
pub use extension::{
    Extension, ExtensionCall, ExtensionEndHook, ExtensionOutcome, ExtensionStartHook, HostCallable, HostErrorValue,
    HostValue, host_error, host_value, host_value_to_json,
};
pub use fetch::{
    BodyHandling, Fetch, FetchError, FetchPolicy, FetchRequest, FetchResponse, FetchTransport, OriginError,
    OriginPattern, OriginRule, is_connection_header,
};
pub use limits::{Limits, MAX_SAFE_INTEGER};
pub use policy::{ToolPattern, ToolPatternError, ToolPolicy};
pub use result::{
    Diagnostic, DiagnosticKind, ExecutionResult, Failure, SourceLocation, Success, ToolCallRecord,
    UnknownDiagnosticKind,
};
pub use schema::{Declaration, RenderedType, SchemaDocument, TypeStyle};
pub use shared::shared_engine;
pub use tool::{
    Attachment, Attachments, BoxFuture, Cancellation, IntoToolOutput, PreparedCall, RawToolBuilder, TextResults, Tool,
    ToolAnnotations, ToolBuilder, ToolContext, ToolError, ToolErrorKind, ToolFunction, ToolHandler, ToolProgress,
    UNKNOWN_FAILURE, push_causes,
};
pub use tool_path::path_expression;
pub use tool_set::{Group, Resolved, ToolChanges, ToolSet, ToolSetBuilder, ToolSource};
pub use truncate::{TruncationMode, truncate};

#[doc(inline)]
pub use codemode_macros::tool;

/// What the code that macros write needs. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use schemars;
    pub use serde;
}

/// The examples of the guides, compiled and run as tests.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../docs/tools.md")]
    mod tools {}
    #[doc = include_str!("../../../docs/discovery.md")]
    mod discovery {}
}
