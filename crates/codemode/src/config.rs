//! Errors of configuration: what a host got wrong before any program was looked at.

/// A mistake in limits, tool names, schemas or catalogue options. Raised when a host builds its tools or its runtime,
/// never by a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A number outside its range (execution.md 6.1).
    #[error("{field} must be an integer between {minimum} and 9007199254740991, but is {found}")]
    OutOfRange {
        /// The field, spelled as in JSON (`timeoutMs`).
        field: &'static str,
        /// The smallest allowed value.
        minimum: u64,
        /// What was given.
        found: String,
    },
    /// A field of a JSON configuration that does not exist.
    #[error("unknown field `{field}`; the fields are {known}")]
    UnknownField {
        /// The field that was given.
        field: String,
        /// The fields that exist.
        known: String,
    },
    /// Something other than a JSON object where one is needed.
    #[error("{what} must be a JSON object")]
    NotAnObject {
        /// What was being read.
        what: &'static str,
    },
    /// A tool or group name with an empty piece between dots (tools-and-discovery.md 3.1).
    #[error("tool name `{name}` has an empty segment; a name is one or more non-empty parts joined by dots")]
    EmptySegment {
        /// The offending name.
        name: String,
    },
    /// Two tools with one canonical path.
    #[error("two tools are called `{path}`; rename one, or use `replace` when the later one should win")]
    DuplicateTool {
        /// The canonical dotted path.
        path: String,
    },
    /// A schema that should be enforced but is not a valid JSON Schema.
    #[error("the {side} schema of tool `{tool}` cannot be used for validation: {reason}")]
    InvalidSchema {
        /// The tool's name.
        tool: String,
        /// `input` or `output`.
        side: &'static str,
        /// What the validator says.
        reason: String,
    },
    /// A global that an extension cannot add.
    #[error("the extension `{extension}` cannot add the global `{name}`: {reason}")]
    Global {
        /// The extension's name.
        extension: String,
        /// The global's name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A dynamic source that could not list its tools.
    #[error("the tools of `{source_name}` could not be listed: {reason}")]
    Source {
        /// The source's name.
        source_name: String,
        /// Why.
        reason: String,
    },
}
