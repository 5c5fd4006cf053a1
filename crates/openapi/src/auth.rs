//! Authentication: which credentials an operation needs, where they come from, and where they go (openapi.md 8).
//!
//! Nothing of it is part of a tool's schema, description or error, except the names of schemes.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use codemode::{BoxFuture, ToolError};

pub(crate) mod apply;
pub(crate) mod requirements;

/// How a scheme wants its credential, as the document declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemeDefinition {
    /// A key under a name of its own.
    ApiKey {
        /// The name of the header, query parameter or cookie.
        name: String,
        /// `header`, `query` or `cookie`.
        location: String,
    },
    /// HTTP authentication.
    Http {
        /// `bearer`, `basic` or another scheme, in lower case.
        scheme: String,
    },
    /// OAuth 2: a bearer token that the host obtains.
    OAuth2,
    /// OpenID Connect: a bearer token that the host obtains.
    OpenIdConnect,
}

/// Which operation asks for credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationInfo {
    /// The `operationId`, if there is one.
    pub operation_id: Option<String>,
    /// The method in upper case.
    pub method: String,
    /// The path with its placeholders.
    pub path: String,
    /// The summary of the document.
    pub summary: Option<String>,
    /// The description of the document.
    pub description: Option<String>,
    /// The tags of the document.
    pub tags: Vec<String>,
}

/// What a resolver is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthRequest {
    /// The name of the scheme in the document.
    pub name: String,
    /// How the scheme wants its credential.
    pub definition: SchemeDefinition,
    /// The scopes that the operation needs.
    pub scopes: Vec<String>,
    /// The operation.
    pub operation: Arc<OperationInfo>,
}

/// A credential for one call.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Credential {
    /// `Authorization: Bearer …`.
    Bearer(String),
    /// `Authorization: Basic …`.
    Basic {
        /// The user name.
        username: String,
        /// The password.
        password: String,
    },
    /// A header as it is.
    Header {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The key of an `apiKey` scheme; it goes where the scheme says.
    ApiKey(String),
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Credential::Bearer(_) => "Bearer(…)",
            Credential::Basic { .. } => "Basic(…)",
            Credential::Header { .. } => "Header(…)",
            Credential::ApiKey(_) => "ApiKey(…)",
        })
    }
}

/// Where credentials come from. Asked for every call, after the arguments were checked; nothing is cached here.
///
/// Implemented for functions from [`AuthRequest`] to a future, so that a closure is enough.
pub trait CredentialResolver: Send + Sync + 'static {
    /// The credential, or `None` when there is none, so that another alternative of the operation is tried.
    ///
    /// # Errors
    /// Ends the call with this error; no other alternative is tried.
    fn resolve(&self, request: AuthRequest) -> BoxFuture<'static, Result<Option<Credential>, ToolError>>;
}

impl<F, Fut> CredentialResolver for F
where
    F: Fn(AuthRequest) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Option<Credential>, ToolError>> + Send + 'static,
{
    fn resolve(&self, request: AuthRequest) -> BoxFuture<'static, Result<Option<Credential>, ToolError>> {
        Box::pin(self(request))
    }
}

/// Credentials that never change, by the name of their scheme.
#[derive(Clone, Default)]
pub struct StaticCredentials {
    secrets: HashMap<String, String>,
}

impl StaticCredentials {
    /// No credentials.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the secret of a scheme: the key, the token, or `user:password` for HTTP basic.
    #[must_use]
    pub fn with(mut self, scheme: impl Into<String>, secret: impl Into<String>) -> Self {
        self.secrets.insert(scheme.into(), secret.into());
        self
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty()
    }

    fn credential(&self, request: &AuthRequest) -> Option<Credential> {
        let secret = self.secrets.get(&request.name)?.clone();
        Some(match &request.definition {
            SchemeDefinition::ApiKey { .. } => Credential::ApiKey(secret),
            SchemeDefinition::Http { scheme } if scheme == "basic" => {
                let (username, password) = secret.split_once(':').unwrap_or((&secret, ""));
                Credential::Basic { username: username.to_owned(), password: password.to_owned() }
            }
            SchemeDefinition::Http { scheme } if scheme != "bearer" => {
                Credential::Header { name: "authorization".into(), value: format!("{scheme} {secret}") }
            }
            _ => Credential::Bearer(secret),
        })
    }
}

impl fmt::Debug for StaticCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.secrets.keys()).finish()
    }
}

impl CredentialResolver for StaticCredentials {
    fn resolve(&self, request: AuthRequest) -> BoxFuture<'static, Result<Option<Credential>, ToolError>> {
        Box::pin(std::future::ready(Ok(self.credential(&request))))
    }
}
