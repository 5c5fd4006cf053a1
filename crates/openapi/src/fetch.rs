//! The network behind `fetch` for programs: the HTTP client of this crate, without redirects, cookies and proxies.

use std::time::Duration;

use codemode::{BoxFuture, FetchError, FetchRequest, FetchResponse, FetchTransport};
use reqwest::Client;
use url::Url;

use crate::client::{self, HttpOptions, ReadError};
use crate::error::OpenApiError;
use crate::safety;

/// Sends the requests of programs. What may be sent is decided before, by a [`codemode::FetchPolicy`].
#[derive(Debug, Clone)]
pub struct HttpFetch {
    open: Client,
    /// Reaches public addresses only.
    public: Client,
}

impl HttpFetch {
    /// A transport whose requests take at most `timeout` each.
    ///
    /// # Errors
    /// [`OpenApiError::Client`] when the HTTP client cannot be set up.
    pub fn new(timeout: Duration) -> Result<HttpFetch, OpenApiError> {
        let options = HttpOptions { timeout, ..HttpOptions::default() };
        let public = HttpOptions { forbid_private_addresses: true, ..options.clone() };
        Ok(HttpFetch { open: client::build(&options)?, public: client::build(&public)? })
    }
}

impl FetchTransport for HttpFetch {
    fn send(&self, request: FetchRequest) -> BoxFuture<'static, Result<FetchResponse, FetchError>> {
        let client = if request.only_public_addresses { self.public.clone() } else { self.open.clone() };
        Box::pin(exchange(client, request))
    }
}

async fn exchange(client: Client, request: FetchRequest) -> Result<FetchResponse, FetchError> {
    let failed = |reason: String| FetchError::Failed(reason);
    let url = Url::parse(&request.url).map_err(|error| failed(error.to_string()))?;
    let options = HttpOptions { forbid_private_addresses: request.only_public_addresses, ..HttpOptions::default() };
    safety::check_host(&url, &options).map_err(|_| FetchError::PrivateAddress)?;
    let method = reqwest::Method::from_bytes(request.method.as_bytes());
    let method = method.map_err(|_| failed(format!("'{}' is no method", request.method)))?;
    let mut builder = client.request(method, url);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    if let Some(body) = request.body {
        builder = builder.body(body);
    }
    let mut response = builder.send().await.map_err(|error| failed(client::describe(&error)))?;
    let status = response.status();
    let header = |(name, value): (&reqwest::header::HeaderName, &reqwest::header::HeaderValue)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    let headers = response.headers().iter().map(header).collect();
    let body = client::read_bounded(&mut response, request.max_response_bytes).await.map_err(|error| match error {
        ReadError::TooLarge => FetchError::TooLarge(request.max_response_bytes),
        ReadError::Transport(error) => failed(client::describe(&error)),
    })?;
    let status_text = status.canonical_reason().unwrap_or_default().to_owned();
    Ok(FetchResponse { status: status.as_u16(), status_text, headers, body })
}
