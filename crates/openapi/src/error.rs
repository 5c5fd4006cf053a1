//! What a host gets wrong before any operation is looked at.

/// A document that cannot be used at all, or an option that makes no sense. Single operations that cannot be called are
/// no errors; they are listed in [`crate::Api::skipped`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenApiError {
    /// The file could not be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The URL could not be fetched.
    #[error("the document at {url} could not be fetched: {reason}")]
    Fetch {
        /// The URL, without credentials.
        url: String,
        /// Why.
        reason: String,
    },
    /// The document is larger than the host allows.
    #[error("{what} is larger than {limit} bytes; raise the limit if it is trusted")]
    TooLarge {
        /// The file or URL.
        what: String,
        /// The limit.
        limit: usize,
    },
    /// The text is neither JSON nor YAML.
    #[error("the document is neither JSON nor YAML: {reason}")]
    Syntax {
        /// What the parser says.
        reason: String,
    },
    /// The document is nested too deeply.
    #[error("the document is nested deeper than {limit} levels")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// Swagger 2.0.
    #[error(
        "this is a Swagger {version} document; convert it to OpenAPI 3 first, for example with `npx swagger2openapi \
         swagger.json -o openapi.json`"
    )]
    Swagger {
        /// The value of `swagger`.
        version: String,
    },
    /// Another version of OpenAPI, or no OpenAPI at all.
    #[error("this is not an OpenAPI 3 document: {reason}")]
    NotOpenApi {
        /// Why.
        reason: String,
    },
    /// A base URL that cannot be used.
    #[error("the base URL `{url}` cannot be used: {reason}")]
    BaseUrl {
        /// What was given, without credentials.
        url: String,
        /// Why.
        reason: String,
    },
    /// A header of the host that cannot be sent.
    #[error("the header `{name}` cannot be sent: {reason}")]
    Header {
        /// The name that was given.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// A header of answers that programs cannot be shown.
    #[error("the response header `{name}` cannot be shown to programs: {reason}")]
    ResponseHeader {
        /// The name that was given.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// The HTTP client could not be set up.
    #[error("the HTTP client could not be set up: {reason}")]
    Client {
        /// Why.
        reason: String,
    },
}
