//! Logging in to HTTP servers with OAuth, as the MCP specification defines it: discovery of metadata, registration of
//! the client, authorization code with PKCE in the browser, refresh of tokens. The protocol itself is rmcp's; here are
//! the browser's way back and the store of tokens.

mod callback;
mod store;

use std::path::{Path, PathBuf};
use std::time::Duration;

use http::{HeaderValue, StatusCode, header};
use rmcp::transport::auth::{AuthError, AuthorizationRequest, OAuthClientConfig};
use rmcp::transport::{AuthorizationManager, AuthorizationSession};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::client::ConnectOptions;
use crate::config::{McpConfigError, OAuthConfig, ServerConfig, Transport};
use crate::http_client;
use store::FileStore;

pub use store::default_token_folder;

/// How long a person may take to log in.
const PATIENCE: Duration = Duration::from_secs(300);
/// How long the server may take to refuse a client without a token.
const KNOCK: Duration = Duration::from_secs(10);

/// The header of sessions.
const SESSION: &str = "mcp-session-id";

/// Why nobody is logged in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoginError {
    /// The entry of the server is wrong.
    #[error(transparent)]
    Config(#[from] McpConfigError),
    /// Only HTTP servers know logins.
    #[error("the server is a program that is started; only servers with a `url` know logins")]
    NotHttp,
    /// The server answers everybody.
    #[error("the server answers without a login")]
    NotNeeded,
    /// There is no folder for tokens.
    #[error("there is no folder for tokens: neither XDG_CONFIG_HOME nor HOME is set")]
    NoFolder,
    /// The way back from the browser cannot be opened.
    #[error("port {port} of this machine cannot be used for the way back from the browser: {error}")]
    Port {
        /// The configured port, or 0.
        port: u16,
        /// Why.
        error: std::io::Error,
    },
    /// Nobody came back in time.
    #[error("nobody came back from the browser within {} minutes", PATIENCE.as_secs() / 60)]
    TooLate,
    /// The login page refused.
    #[error("the login was refused: {0}")]
    Refused(String),
    /// The protocol failed.
    #[error("{0}")]
    Protocol(String),
}

impl From<AuthError> for LoginError {
    fn from(error: AuthError) -> Self {
        LoginError::Protocol(crate::client::with_sources(&error))
    }
}

/// Logs in to the server `name`: shows the address of the login page with `present`, waits until the browser comes back,
/// and stores the tokens for later connections.
///
/// # Errors
/// [`LoginError`], which says what to change.
pub async fn login(
    name: &str,
    config: &ServerConfig,
    options: &ConnectOptions,
    present: impl FnOnce(&str),
) -> Result<(), LoginError> {
    let Transport::Http { url, oauth, .. } = config.transport(&*options.environment)? else {
        return Err(LoginError::NotHttp);
    };
    let folder = options.token_folder.as_deref().ok_or(LoginError::NoFolder)?;
    let port = oauth.redirect_port.unwrap_or(0);
    let wrong_port = |error| LoginError::Port { port, error };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(wrong_port)?;
    let redirect = format!("http://127.0.0.1:{}/callback", listener.local_addr().map_err(wrong_port)?.port());

    let challenge = challenge(&url).await?;
    let store_of_earlier = FileStore::new(folder, name, &url);
    let store = store_of_earlier.clone().with_challenge(challenge.clone());
    let manager = manager(&url, store, challenge.as_deref()).await?;
    let mut request = AuthorizationRequest::new(&redirect).with_client_name("codemode").with_initial_scope_selection();
    if let Some(challenge) = challenge {
        request = request.with_challenge(challenge);
    }
    if !oauth.scopes.is_empty() {
        // Asking for more rights must not lose those that an earlier login was given.
        let earlier = store_of_earlier.granted_scopes();
        let new = oauth.scopes.iter().filter(|scope| !earlier.contains(scope));
        request = request.with_scopes(earlier.iter().chain(new).cloned().collect::<Vec<String>>());
    }
    if let Some(id) = &oauth.client_id {
        request = request.with_preregistered_client(id);
    }
    if let Some(secret) = &oauth.client_secret {
        request = request.with_client_secret(secret);
    }
    let session = AuthorizationSession::new(manager, request).await.map_err(|(_, error)| error)?;
    present(session.get_authorization_url());
    let returned = tokio::time::timeout(PATIENCE, callback::receive(&listener)).await;
    let query = returned.map_err(|_| LoginError::TooLate)?.map_err(LoginError::Refused)?;
    session.handle_callback_url(&format!("{redirect}?{query}")).await?;
    Ok(())
}

/// Forgets the tokens of a server; false when there were none.
///
/// # Errors
/// [`LoginError`] when the entry is wrong or the tokens cannot be removed.
pub fn logout(name: &str, config: &ServerConfig, options: &ConnectOptions) -> Result<bool, LoginError> {
    let Transport::Http { url, .. } = config.transport(&*options.environment)? else {
        return Err(LoginError::NotHttp);
    };
    let folder = options.token_folder.as_deref().ok_or(LoginError::NoFolder)?;
    FileStore::new(folder, name, &url).remove().map_err(|error| LoginError::Protocol(error.to_string()))
}

/// The state of an earlier login, ready to sign requests and to refresh itself; `None` when nobody logged in.
pub(crate) async fn restore(
    folder: &Path,
    name: &str,
    url: &str,
    config: &OAuthConfig,
) -> Result<Option<AuthorizationManager>, AuthError> {
    let store = FileStore::new(folder, name, url);
    if !store.exists() {
        return Ok(None);
    }
    let challenge = store.challenge();
    let mut manager = manager(url, store, challenge.as_deref()).await?;
    if !manager.initialize_from_store().await? {
        return Ok(None);
    }
    if let (Some(id), Some(secret)) = (&config.client_id, &config.client_secret) {
        // The address is only needed for logging in.
        manager.configure_client(OAuthClientConfig::new(id, url).with_client_secret(secret))?;
    }
    Ok(Some(manager))
}

/// The state of the protocol with the server's metadata, found from its challenge if there is one.
async fn manager(url: &str, store: FileStore, challenge: Option<&str>) -> Result<AuthorizationManager, AuthError> {
    http_client::prepare_tls();
    let mut manager = AuthorizationManager::new(url).await?;
    manager.set_credential_store(store);
    let resolution = manager.resolve_metadata_from_challenge(challenge).await?;
    manager.set_metadata(resolution.metadata);
    Ok(manager)
}

/// What the server demands of a client without a token: its `WWW-Authenticate`, which may say where its metadata are and
/// which scopes it wants. Some servers shake hands with everybody and demand a login only for their tools.
async fn challenge(url: &str) -> Result<Option<String>, LoginError> {
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "codemode", "version": env!("CARGO_PKG_VERSION") },
    } });
    let client = http_client::streaming().map_err(LoginError::Protocol)?;
    let knock = async |message: &Value, session: Option<&HeaderValue>| {
        let mut request = client
            .post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream")
            .timeout(KNOCK)
            .body(message.to_string());
        if let Some(session) = session {
            request = request.header(SESSION, session);
        }
        request.send().await.map_err(|error| LoginError::Protocol(crate::client::with_sources(&error)))
    };
    let mut answer = knock(&hello, None).await?;
    if answer.status().is_success() {
        let session = answer.headers().get(SESSION).cloned();
        knock(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }), session.as_ref()).await?;
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
        answer = knock(&list, session.as_ref()).await?;
        if !matches!(answer.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(LoginError::NotNeeded);
        }
    }
    let value = answer.headers().get(header::WWW_AUTHENTICATE);
    Ok(value.and_then(|value| value.to_str().ok()).map(str::to_owned))
}

/// The file that holds the tokens of a server.
pub fn token_file(folder: &Path, name: &str, url: &str) -> PathBuf {
    FileStore::new(folder, name, url).path().to_owned()
}
