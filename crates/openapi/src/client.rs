//! HTTP: one client for an API, bounded in time and size, that follows redirects only inside the origin and never reads
//! proxies or cookies from its surroundings.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Client;
use reqwest::redirect::Policy;
use url::Url;

use crate::error::OpenApiError;

mod resolver;
pub(crate) mod send;

/// Limits and habits of the HTTP client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpOptions {
    /// Time a call may take, redirects and retries included.
    pub timeout: Duration,
    /// Bytes an answer may have, after decompression.
    pub max_response_bytes: usize,
    /// Bytes of binary data that are handed to a program (as base64).
    pub max_binary_bytes: usize,
    /// Bytes a request body may have.
    pub max_request_bytes: usize,
    /// Redirects followed within the origin.
    pub max_redirects: usize,
    /// How often an idempotent call is repeated after 429 or 503, waiting as `Retry-After` says.
    pub retries: u32,
    /// The longest wait before a repetition; an answer that wants more is a failure.
    pub max_retry_wait: Duration,
    /// Refuse loopback, private, link-local and reserved addresses, also behind names.
    pub forbid_private_addresses: bool,
    /// The `User-Agent` header.
    pub user_agent: String,
}

impl Default for HttpOptions {
    fn default() -> Self {
        HttpOptions {
            timeout: Duration::from_secs(60),
            max_response_bytes: 50 * 1024 * 1024,
            max_binary_bytes: 8 * 1024 * 1024,
            max_request_bytes: 50 * 1024 * 1024,
            max_redirects: 5,
            retries: 0,
            max_retry_wait: Duration::from_secs(30),
            forbid_private_addresses: false,
            user_agent: concat!("codemode/", env!("CARGO_PKG_VERSION")).into(),
        }
    }
}

/// Sets a client up.
pub(crate) fn build(options: &HttpOptions) -> Result<Client, OpenApiError> {
    // reqwest panics without a provider; a second installation is refused, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .referer(false)
        .timeout(options.timeout)
        .connect_timeout(options.timeout.min(Duration::from_secs(20)))
        .user_agent(options.user_agent.clone());
    if options.forbid_private_addresses {
        builder = builder.dns_resolver(Arc::new(resolver::PublicOnly));
    }
    builder.build().map_err(|error| OpenApiError::Client { reason: describe(&error) })
}

/// Why an answer could not be read.
pub(crate) enum ReadError {
    TooLarge,
    Transport(reqwest::Error),
}

/// The body of an answer, never more than `limit` bytes of it, whatever it is compressed to.
pub(crate) async fn read_bounded(response: &mut reqwest::Response, limit: usize) -> Result<Vec<u8>, ReadError> {
    // The declared length is that of the compressed body if there is compression; it can only be larger than allowed by
    // lying, and then the running total decides.
    let declared = response.content_length().and_then(|length| usize::try_from(length).ok());
    if declared.is_some_and(|length| length > limit) {
        return Err(ReadError::TooLarge);
    }
    let mut body = Vec::with_capacity(declared.unwrap_or(0).min(1 << 20));
    while let Some(chunk) = response.chunk().await.map_err(ReadError::Transport)? {
        if body.len() + chunk.len() > limit {
            return Err(ReadError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// An error of the client with its causes, without the URL (it may hold credentials).
pub(crate) fn describe(error: &reqwest::Error) -> String {
    let mut text = if error.is_timeout() {
        "the time is up".to_owned()
    } else if error.is_connect() {
        "no connection".to_owned()
    } else {
        "the transfer failed".to_owned()
    };
    codemode::push_causes(&mut text, std::error::Error::source(error));
    text
}

/// A URL for messages: without user name, password and query.
pub(crate) fn without_secrets(text: &str) -> String {
    match Url::parse(text) {
        Ok(mut url) => {
            // Both fail only for URLs that cannot have them.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            url.set_query(None);
            url.set_fragment(None);
            url.into()
        }
        Err(_) => {
            let text = text.split(['?', '#']).next().unwrap_or_default();
            match text.rsplit_once('@') {
                Some((_, host)) => format!("…@{host}"),
                None => text.to_owned(),
            }
        }
    }
}
