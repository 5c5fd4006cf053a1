//! Serving over streamable HTTP: `/mcp`, `/healthz`, `/metrics`.
//!
//! Whoever reaches `/mcp` runs programs with all tools. Therefore: without a token only on this machine; requests of web
//! pages are refused unless their origin is allowed; the `Host` must be one of ours, so that a foreign name that
//! resolves to this machine gains nothing.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{McpServer, connections};

/// How long requests that run may take to end when the server shuts down, by default.
const GRACE: Duration = Duration::from_secs(10);
/// How long connections may take to close after that.
const CLOSING: Duration = Duration::from_secs(2);
/// How long a client may keep the server waiting for the rest of its request, by default.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of a request; a program is not larger.
const MAX_REQUEST: usize = 4 * 1024 * 1024;

/// Settings of the HTTP server.
#[derive(Clone)]
pub struct HttpOptions {
    /// The bearer token that requests must carry. Without one only addresses of this machine are served.
    pub token: Option<String>,
    /// Host names, with or without port, that requests may be for, besides `localhost`, `127.0.0.1`, `::1` and the
    /// address that is served.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may send requests, such as `https://app.example.com`, besides those of this machine.
    pub allowed_origins: Vec<String>,
    /// Keeps no sessions: any replica can answer any request.
    pub stateless: bool,
    /// How long requests that run may take to end at a shutdown.
    pub grace: Duration,
    /// How long a client may take for the head of a request, and for each further piece of it.
    pub patience: Duration,
}

impl Default for HttpOptions {
    fn default() -> Self {
        HttpOptions {
            token: None,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            stateless: false,
            grace: GRACE,
            patience: PATIENCE,
        }
    }
}

impl std::fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpOptions")
            .field("token", &self.token.as_ref().map(|_| "…"))
            .field("allowed_hosts", &self.allowed_hosts)
            .field("allowed_origins", &self.allowed_origins)
            .field("stateless", &self.stateless)
            .field("grace", &self.grace)
            .field("patience", &self.patience)
            .finish()
    }
}

impl HttpOptions {
    /// Whether these settings may serve an address; [`serve_http`] refuses them otherwise.
    ///
    /// # Errors
    /// All of [`HttpServeError`] but those of the network.
    pub fn validate(&self, address: SocketAddr) -> Result<(), HttpServeError> {
        match &self.token {
            None if !address.ip().is_loopback() => return Err(HttpServeError::TokenNeeded(address)),
            Some(token) if !is_token(token) => return Err(HttpServeError::BadToken),
            _ => {}
        }
        if let Some(host) = self.allowed_hosts.iter().find(|host| host.is_empty() || host.contains('/')) {
            return Err(HttpServeError::BadHost(host.clone()));
        }
        let is_origin = |origin: &str| {
            origin == "null" || origin.split_once("://").is_some_and(|(_, host)| !host.trim_end_matches('/').is_empty())
        };
        match self.allowed_origins.iter().find(|origin| !is_origin(origin)) {
            Some(origin) => Err(HttpServeError::BadOrigin(origin.clone())),
            None => Ok(()),
        }
    }
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpServeError {
    /// Everybody could run programs.
    #[error("{0} can be reached from other machines, so a token is needed; serve 127.0.0.1 to do without")]
    TokenNeeded(SocketAddr),
    /// A token that cannot stand in a header.
    #[error("the token must be at least 16 characters of letters, digits and -._~+/=")]
    BadToken,
    /// A host that no request can be for.
    #[error(
        "'{0}' is no host name; it is written without a scheme and a path: tools.example.com or tools.example.com:8443"
    )]
    BadHost(String),
    /// An origin that no page can have.
    #[error("'{0}' is no origin; it is written as scheme and host: https://app.example.com")]
    BadOrigin(String),
    /// The network.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Serves clients on `listener` until `shutdown` fires and then for as long as requests run, within the grace period.
///
/// # Errors
/// Those of [`HttpOptions::validate`] before anything is served; later only failures of the network.
pub async fn serve_http(
    server: McpServer,
    listener: TcpListener,
    options: HttpOptions,
    shutdown: CancellationToken,
) -> Result<(), HttpServeError> {
    let address = listener.local_addr()?;
    options.validate(address)?;
    let sessions = CancellationToken::new();
    let router = router(&server, &options, address, sessions.clone());
    let serving = connections::serve(listener, router, options.patience, shutdown.clone());
    let mut serving = std::pin::pin!(serving);
    tokio::select! {
        () = &mut serving => return Ok(()),
        () = shutdown.cancelled() => {}
    }
    let idle = async {
        while server.running() > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // What has just ended is still being written.
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    tokio::select! {
        () = &mut serving => return Ok(()),
        _ = tokio::time::timeout(options.grace, idle) => {}
    }
    // Open streams of sessions would otherwise never end.
    sessions.cancel();
    // Who still has a connection then, loses it.
    let _ = tokio::time::timeout(CLOSING, serving).await;
    Ok(())
}

/// RFC 6750's `b64token`, long enough not to be guessed.
fn is_token(token: &str) -> bool {
    token.len() >= 16 && token.chars().all(|c| c.is_ascii_alphanumeric() || "-._~+/=".contains(c))
}

struct Guard {
    server: McpServer,
    token: Option<String>,
    hosts: Vec<String>,
}

fn router(server: &McpServer, options: &HttpOptions, address: SocketAddr, sessions: CancellationToken) -> Router {
    let mut hosts = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
    if !address.ip().is_unspecified() {
        hosts.push(address.ip().to_string());
    }
    hosts.extend(options.allowed_hosts.iter().cloned());
    let mut origins: Vec<String> = ["localhost", "127.0.0.1", "[::1]"]
        .into_iter()
        .flat_map(|host| [format!("http://{host}:*"), format!("https://{host}:*")])
        .collect();
    origins.extend(options.allowed_origins.iter().map(|origin| with_port(origin)));
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(!options.stateless)
        .with_allowed_hosts(hosts.clone())
        .with_allowed_origins(origins)
        .with_max_request_body_bytes(MAX_REQUEST)
        .with_cancellation_token(sessions);
    let factory_server = server.clone();
    let service = StreamableHttpService::new(
        move || Ok(factory_server.session()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let guard = Arc::new(Guard { server: server.clone(), token: options.token.clone(), hosts });
    Router::new()
        .route_service("/mcp", service)
        .route("/metrics", get(metrics))
        .route_layer(middleware::from_fn_with_state(options.patience, connections::within_patience))
        .route_layer(middleware::from_fn_with_state(guard.clone(), authorize))
        .route("/healthz", get(health))
        .fallback(elsewhere)
        .with_state(guard)
}

/// An origin without a port means the one of its scheme.
fn with_port(origin: &str) -> String {
    let origin = origin.trim_end_matches('/');
    let (scheme, host) = origin.split_once("://").unwrap_or(("", origin));
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok() || port == "*");
    match scheme {
        "https" if !has_port => format!("{origin}:443"),
        "http" if !has_port => format!("{origin}:80"),
        _ => origin.to_owned(),
    }
}

async fn authorize(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let Some(token) = &guard.token else { return next.run(request).await };
    if presented(request.headers()).is_some_and(|found| same(found, token)) {
        return next.run(request).await;
    }
    let mut refusal = (StatusCode::UNAUTHORIZED, "a bearer token is needed\n").into_response();
    refusal.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"codemode\""));
    refusal
}

fn presented(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Compares without telling by its duration where the first difference is.
fn same(found: &str, expected: &str) -> bool {
    let differences = found.bytes().zip(expected.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    found.len() == expected.len() && differences == 0
}

async fn health(State(guard): State<Arc<Guard>>) -> impl IntoResponse {
    let body = serde_json::json!({ "status": "ok", "tools": guard.server.tools() });
    ([(header::CONTENT_TYPE, "application/json")], body.to_string())
}

async fn elsewhere() -> impl IntoResponse {
    (StatusCode::NOT_FOUND, "there is /mcp for MCP clients, /healthz, and /metrics for Prometheus\n")
}

async fn metrics(State(guard): State<Arc<Guard>>, headers: HeaderMap) -> Response {
    if guard.token.is_none() && !is_own_host(&headers, &guard.hosts) {
        return (StatusCode::FORBIDDEN, "the Host is not one of this server's\n").into_response();
    }
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], guard.server.metrics_text()).into_response()
}

fn is_own_host(headers: &HeaderMap, hosts: &[String]) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    hosts.iter().any(|known| known.eq_ignore_ascii_case(host) || known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_compared_whole() {
        assert!(same("abc", "abc"));
        for other in ["", "ab", "abcd", "abd"] {
            assert!(!same(other, "abc"), "{other}");
        }
        assert!(is_token("0123456789abcdef") && !is_token("short") && !is_token("0123456789 abcdef"));
    }

    #[test]
    fn settings_that_nobody_could_use_are_refused() {
        let local = SocketAddr::from(([127, 0, 0, 1], 80));
        let open = SocketAddr::from(([0, 0, 0, 0], 80));
        let token = Some("0123456789abcdef".to_owned());
        assert!(HttpOptions::default().validate(local).is_ok());
        assert!(matches!(HttpOptions::default().validate(open), Err(HttpServeError::TokenNeeded(_))));
        assert!(HttpOptions { token, ..HttpOptions::default() }.validate(open).is_ok());
        let hosts = |host: &str| HttpOptions { allowed_hosts: vec![host.to_owned()], ..HttpOptions::default() };
        assert!(hosts("a.test:8443").validate(local).is_ok());
        assert!(matches!(hosts("https://a.test").validate(local), Err(HttpServeError::BadHost(_))));
        let origins = |origin: &str| HttpOptions { allowed_origins: vec![origin.to_owned()], ..HttpOptions::default() };
        assert!(origins("https://a.test").validate(local).is_ok() && origins("null").validate(local).is_ok());
        for origin in ["a.test", "https://", ""] {
            assert!(matches!(origins(origin).validate(local), Err(HttpServeError::BadOrigin(_))), "{origin}");
        }
    }

    #[test]
    fn origins_get_the_port_of_their_scheme() {
        let cases = [
            ("https://a.test", "https://a.test:443"),
            ("http://a.test/", "http://a.test:80"),
            ("https://a.test:8443", "https://a.test:8443"),
            ("http://a.test:*", "http://a.test:*"),
            ("null", "null"),
        ];
        for (origin, expected) in cases {
            assert_eq!(with_port(origin), expected);
        }
    }

    #[test]
    fn hosts_match_with_and_without_port() {
        let hosts = ["localhost".to_owned(), "::1".to_owned(), "a.test:8080".to_owned()];
        let own = |host: &'static str| {
            is_own_host(&HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]), &hosts)
        };
        assert!(own("localhost") && own("LOCALHOST:9") && own("[::1]:9") && own("a.test:8080"));
        assert!(!own("evil.test") && !own("a.test") && !own("localhost.evil.test:80"));
        assert!(!is_own_host(&HeaderMap::new(), &hosts));
    }
}
