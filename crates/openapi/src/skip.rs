//! Why an operation is no tool.

use serde::Serialize;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// The machine-readable reason for which an operation was skipped.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum SkipKind {
            $($(#[$doc])* $name,)*
        }

        impl SkipKind {
            /// The kind as text, as in JSON.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(SkipKind::$name => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// The host's filter left it out.
    Filtered => "filtered",
    /// The path item or the operation is a reference that leads nowhere.
    OperationUnresolved => "operation-unresolved",
    /// The method is no HTTP method.
    MethodInvalid => "method-invalid",
    /// The path does not start with a slash, or holds what may change where the request goes.
    PathInvalid => "path-invalid",
    /// The path holds a placeholder that no parameter fills.
    PathUndeclared => "path-undeclared",
    /// The operation opens a WebSocket.
    Websocket => "websocket",
    /// No server is named.
    ServerNone => "server-none",
    /// The server URL has a variable without a default.
    ServerTemplated => "server-templated",
    /// The server URL is relative, or no URL.
    ServerNotAbsolute => "server-not-absolute",
    /// The server URL has a query or a fragment.
    ServerQueryOrFragment => "server-query-or-fragment",
    /// A parameter is not an object.
    ParamInvalid => "param-invalid",
    /// A parameter is a reference that leads nowhere.
    ParamUnresolved => "param-unresolved",
    /// A parameter has no name or no location.
    ParamIncomplete => "param-incomplete",
    /// A parameter stands in a location that does not exist.
    ParamLocation => "param-location",
    /// A header parameter has a name that is no header name, or a cookie one that is no cookie name.
    ParamName => "param-name",
    /// A parameter has neither a schema nor content.
    ParamNoSchema => "param-no-schema",
    /// A parameter is in a media type that cannot be written.
    ParamContent => "param-content",
    /// `style` is not text.
    ParamBadStyle => "param-bad-style",
    /// `explode` is not a boolean.
    ParamBadExplode => "param-bad-explode",
    /// `allowReserved` is not a boolean.
    ParamBadAllowReserved => "param-bad-allow-reserved",
    /// The style does not exist for the location.
    ParamStyle => "param-style",
    /// `deepObject` without `explode: true`.
    ParamDeepNoExplode => "param-deep-no-explode",
    /// The request body is a reference that leads nowhere.
    BodyUnresolved => "body-unresolved",
    /// The request body names no media type.
    BodyNoContent => "body-no-content",
    /// None of the media types of the request body can be written.
    BodyUnsupported => "body-unsupported",
    /// `encoding` of a form asks for something that does not exist.
    BodyEncoding => "body-encoding",
    /// `security` is not a list.
    SecurityNotArray => "security-not-array",
    /// An entry of `security` is not an object.
    SecurityNotObject => "security-not-object",
    /// The scopes of a requirement are not a list of texts.
    SecurityBadScopes => "security-bad-scopes",
    /// Every alternative needs a scheme that is not declared or cannot be used.
    SecurityMissingScheme => "security-missing-scheme",
}

impl Serialize for SkipKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// An operation that is no tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The method in upper case.
    pub method: String,
    /// The path as the document writes it.
    pub path: String,
    /// The reason, for programs.
    pub kind: SkipKind,
    /// The reason, for people: one sentence.
    pub reason: String,
}

/// The first check an operation fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) kind: SkipKind,
    pub(crate) text: String,
}

impl Reason {
    pub(crate) fn new(kind: SkipKind, text: impl Into<String>) -> Self {
        Reason { kind, text: text.into() }
    }
}
