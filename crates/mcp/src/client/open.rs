//! From a configuration to a connection: starts the program or opens the HTTP session, and shakes hands.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use http::{HeaderName, HeaderValue};
use rmcp::model::{ErrorCode, ProtocolVersion};
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService};
use rmcp::transport::streamable_http_client::{
    InsufficientScopeError, StreamableHttpClientTransport, StreamableHttpClientTransportConfig, StreamableHttpError,
};

use super::ConnectOptions;
use super::handler::Handler;
use super::server::WROTE;
use super::sse::{SseError, SseTransport};
use super::stderr::Tail;
use super::stdio::ServerProcess;
use crate::config::{HttpDialect, OAuthConfig, ServerConfig, Transport};
use crate::{http_client, oauth};

/// A connection that has shaken hands.
pub(super) type Running = RunningService<RoleClient, Handler>;

/// Calls that may be on their way to one HTTP server at the same time.
const CONCURRENT_REQUESTS: usize = 64;

/// How long a server that refused streamable HTTP may take over the transport of 2024.
const SECOND_ATTEMPT: Duration = Duration::from_secs(10);

/// Why there is no connection.
#[derive(Debug)]
pub(super) struct OpenError {
    pub(super) reason: String,
    pub(super) kind: OpenErrorKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenErrorKind {
    /// It may work another time.
    Passing,
    /// Only a change of the configuration helps.
    Lasting,
    /// Somebody has to log in.
    NeedsLogin,
}

impl OpenError {
    pub(super) fn lasting(reason: impl ToString) -> Self {
        OpenError { reason: reason.to_string(), kind: OpenErrorKind::Lasting }
    }

    pub(super) fn passing(reason: impl ToString) -> Self {
        OpenError { reason: reason.to_string(), kind: OpenErrorKind::Passing }
    }
}

/// Opens a connection to the server `name`.
pub(super) async fn open(
    name: &str,
    config: &ServerConfig,
    options: &ConnectOptions,
    handler: &Handler,
    stderr: &Tail,
) -> Result<Running, OpenError> {
    let transport = config.transport(&*options.environment).map_err(OpenError::lasting)?;
    let first = connect(name, &transport, options, handler, stderr, ClientLifecycleMode::Initialize).await;
    let opened = match first {
        Err(Refused::HandShake(error)) if speaks_only_new(&error) => {
            let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
            let new = ClientLifecycleMode::Discover { preferred_versions };
            connect(name, &transport, options, handler, stderr, new).await
        }
        Err(Refused::HandShake(error)) if knows_no_streamable_http(&error) => {
            let old = transport.in_dialect(HttpDialect::Sse);
            let second = connect(name, &old, options, handler, stderr, ClientLifecycleMode::Initialize);
            match tokio::time::timeout(SECOND_ATTEMPT, second).await {
                Ok(Ok(running)) => Ok(running),
                Ok(Err(Refused::Open(refused))) if refused.kind == OpenErrorKind::NeedsLogin => {
                    Err(Refused::Open(refused))
                }
                // The first refusal is about what was asked for.
                Ok(Err(_)) | Err(_) => Err(Refused::HandShake(error)),
            }
        }
        other => other,
    };
    match opened {
        Ok(running) => Ok(running),
        Err(refused) => {
            stderr.settle().await;
            Err(explain(name, &transport, options, refused, stderr))
        }
    }
}

enum Refused {
    Open(OpenError),
    HandShake(Box<ClientInitializeError>),
}

/// Servers of the stateless protocol of 2026 know no `initialize`.
fn speaks_only_new(error: &ClientInitializeError) -> bool {
    match error {
        ClientInitializeError::JsonRpcError(error) => {
            [ErrorCode::METHOD_NOT_FOUND, ErrorCode::UNSUPPORTED_PROTOCOL_VERSION].contains(&error.code)
        }
        ClientInitializeError::NoCompatibleProtocolVersion { .. } => true,
        _ => false,
    }
}

/// Servers of the HTTP transport of 2024 answer a posted `initialize` with an error of HTTP.
fn knows_no_streamable_http(error: &ClientInitializeError) -> bool {
    let ClientInitializeError::TransportError { error, .. } = error else { return false };
    match error.error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
        Some(StreamableHttpError::UnexpectedServerResponse(_) | StreamableHttpError::UnexpectedContentType(_)) => true,
        Some(StreamableHttpError::Client(error)) => error.is_status(),
        _ => false,
    }
}

async fn connect(
    name: &str,
    transport: &Transport,
    options: &ConnectOptions,
    handler: &Handler,
    stderr: &Tail,
    lifecycle: ClientLifecycleMode,
) -> Result<Running, Refused> {
    let handler = handler.clone();
    let running = match transport {
        Transport::Stdio { .. } => {
            let process = ServerProcess::spawn(transport, options.base_folder.as_deref(), stderr);
            let process = process.map_err(Refused::Open)?;
            handler.serve_with_lifecycle(process, lifecycle).await
        }
        Transport::Http { url, headers, oauth, dialect: HttpDialect::Sse } => {
            let headers = header_map(headers).map_err(Refused::Open)?;
            let client = http_client::streaming().map_err(|error| Refused::Open(OpenError::lasting(error)))?;
            let manager = stored_login(name, transport, oauth, options).await.map_err(Refused::Open)?;
            let opened = SseTransport::open(url, headers, client, manager).await;
            let opened = opened.map_err(|error| Refused::Open(explain_sse(name, transport, options, &error)))?;
            handler.serve_with_lifecycle(opened, lifecycle).await
        }
        Transport::Http { url, headers, oauth, dialect: HttpDialect::Streamable } => {
            let config = http_config(url, headers).map_err(Refused::Open)?;
            let client = http_client::streaming().map_err(|error| Refused::Open(OpenError::lasting(error)))?;
            let manager = stored_login(name, transport, oauth, options).await.map_err(Refused::Open)?;
            match manager {
                Some(manager) => {
                    let client = rmcp::transport::AuthClient::new(client, manager);
                    let transport = StreamableHttpClientTransport::with_client(client, config);
                    handler.serve_with_lifecycle(transport, lifecycle).await
                }
                None => {
                    let transport = StreamableHttpClientTransport::with_client(client, config);
                    handler.serve_with_lifecycle(transport, lifecycle).await
                }
            }
        }
    };
    running.map_err(|error| Refused::HandShake(Box::new(error)))
}

fn http_config(
    url: &str,
    headers: &BTreeMap<String, String>,
) -> Result<StreamableHttpClientTransportConfig, OpenError> {
    Ok(StreamableHttpClientTransportConfig::with_uri(url)
        .custom_headers(header_map(headers)?)
        .max_concurrent_requests(CONCURRENT_REQUESTS)
        .reinit_on_expired_session(true))
}

fn header_map(headers: &BTreeMap<String, String>) -> Result<HashMap<HeaderName, HeaderValue>, OpenError> {
    let mut all = HashMap::new();
    for (name, value) in headers {
        let wrong = |what: &str| OpenError::lasting(format!("`headers.{name}`: not a valid header {what}"));
        let key = HeaderName::try_from(name.as_str()).map_err(|_| wrong("name"))?;
        let mut value = HeaderValue::try_from(value.as_str()).map_err(|_| wrong("value"))?;
        value.set_sensitive(true);
        all.insert(key, value);
    }
    Ok(all)
}

/// The OAuth state of a server that somebody logged in to. An own `Authorization` header makes OAuth unnecessary.
async fn stored_login(
    name: &str,
    transport: &Transport,
    config: &OAuthConfig,
    options: &ConnectOptions,
) -> Result<Option<rmcp::transport::AuthorizationManager>, OpenError> {
    let (Some(folder), Transport::Http { url, .. }) = (&options.token_folder, transport) else { return Ok(None) };
    if has_own_authorization(transport) {
        return Ok(None);
    }
    oauth::restore(folder, name, url, config)
        .await
        .map_err(|error| OpenError::passing(format!("the stored login cannot be used: {}", with_sources(&error))))
}

fn has_own_authorization(transport: &Transport) -> bool {
    match transport {
        Transport::Stdio { .. } => false,
        Transport::Http { headers, .. } => headers.keys().any(|name| name.eq_ignore_ascii_case("authorization")),
    }
}

fn has_stored_login(name: &str, transport: &Transport, options: &ConnectOptions) -> bool {
    match (transport, &options.token_folder) {
        (Transport::Http { url, .. }, Some(folder)) => oauth::token_file(folder, name, url).is_file(),
        _ => false,
    }
}

/// The scope that a server misses in the token it was shown, if that is what the error is about.
pub(super) fn missing_scope(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(missing) = error.downcast_ref::<InsufficientScopeError>() {
            return Some(missing.required_scope.clone().unwrap_or_default());
        }
        next = error.source();
    }
    None
}

/// The command that asks for a scope.
pub(super) fn login_for(name: &str, scope: &str) -> String {
    let flags: String = scope.split_whitespace().map(|scope| format!(" --scope {scope}")).collect();
    format!("`codemode login {name}{flags}`")
}

/// What to do where a server refuses whoever asks.
fn needs_login(name: &str, transport: &Transport, options: &ConnectOptions) -> OpenError {
    let reason = if has_own_authorization(transport) {
        "the server refuses the `Authorization` header: check the token".to_owned()
    } else if has_stored_login(name, transport, options) {
        format!("the login is no longer valid: run `codemode login {name}` again")
    } else {
        format!("the server demands a login: run `codemode login {name}`, or set `headers.Authorization`")
    };
    OpenError { reason, kind: OpenErrorKind::NeedsLogin }
}

/// An error about an address, without what may be secret in it: the query may hold a key; models and logs read the text.
fn unreachable(url: &str, error: &(dyn std::error::Error + 'static)) -> String {
    let shown = url.split('?').next().unwrap_or_default();
    let reason = match network_error(error) {
        Some(error) if error.is_timeout() => "no answer in time".to_owned(),
        Some(error) if error.is_connect() => innermost(error).to_string(),
        Some(error) => with_sources(error),
        None => with_sources(error),
    };
    format!("{shown} cannot be reached: {}", reason.replace(url, shown))
}

/// The error of the HTTP client behind an error of a transport.
fn network_error<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a reqwest::Error> {
    if let Some(StreamableHttpError::Client(error)) = error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
        return Some(error);
    }
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<reqwest::Error>() {
            return Some(found);
        }
        next = error.source();
    }
    None
}

/// What really happened: no name, nobody who listens, a certificate.
fn innermost<'a>(error: &'a (dyn std::error::Error + 'static)) -> &'a (dyn std::error::Error + 'static) {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error
}

fn explain_sse(name: &str, transport: &Transport, options: &ConnectOptions, error: &SseError) -> OpenError {
    match (error, transport) {
        (SseError::Login(_), _) => needs_login(name, transport, options),
        (error, Transport::Http { url, .. }) => OpenError::passing(unreachable(url, error)),
        (error, Transport::Stdio { .. }) => OpenError::passing(error),
    }
}

/// What to tell a person about a connection that did not come to be.
fn explain(name: &str, transport: &Transport, options: &ConnectOptions, refused: Refused, stderr: &Tail) -> OpenError {
    let error = match refused {
        Refused::Open(error) => return error,
        Refused::HandShake(error) => error,
    };
    if let ClientInitializeError::TransportError { error, .. } = &*error
        && let Some(scope) = missing_scope(&*error.error)
    {
        let reason = format!("the server demands further rights: run {}", login_for(name, &scope));
        return OpenError { reason, kind: OpenErrorKind::NeedsLogin };
    }
    if error.is_authorization_required() || error.auth_challenge().is_some() {
        return needs_login(name, transport, options);
    }
    let reason = match (transport, &*error) {
        // One that ends at once may not even read the first message.
        (
            Transport::Stdio { command, .. },
            ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. },
        ) => format!("`{command}` ended before it answered"),
        (Transport::Http { url, .. }, ClientInitializeError::TransportError { error, .. }) => {
            unreachable(url, &*error.error)
        }
        (_, error) => format!("the server did not shake hands: {error}"),
    };
    OpenError::passing(match stderr.last_words() {
        Some(words) => format!("{reason}{WROTE}{words}"),
        None => reason,
    })
}

/// An error with its causes, which say what really happened.
pub(crate) fn with_sources(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    codemode::push_causes(&mut text, error.source());
    text
}
