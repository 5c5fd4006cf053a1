//! The HTTP transport of 2024: a stream of events from the server, the first of which says where messages are posted.
//! Servers that nobody has moved to streamable HTTP still speak it.

mod events;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use reqwest::Url;
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::auth::AuthError;
use rmcp::transport::{AuthClient, Transport};

use events::{EventReader, TooLarge};

/// A session: the stream, and where messages go.
pub(super) struct SseTransport {
    access: Access,
    endpoint: Url,
    stream: reqwest::Response,
    events: EventReader,
    /// Messages that came with others in one piece of the stream.
    waiting: VecDeque<RxJsonRpcMessage<RoleClient>>,
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub(super) enum SseError {
    /// The address.
    #[error("not a valid address")]
    Address,
    /// The network.
    #[error("the connection failed")]
    Http(#[from] reqwest::Error),
    /// Another answer than was asked for.
    #[error("the server answered {0}")]
    Status(StatusCode),
    /// An answer that is no stream of events.
    #[error("the server does not answer with a stream of events")]
    NoStream,
    /// The stream ended before it said where messages are posted.
    #[error("the stream of the server ended before it named its endpoint")]
    NoEndpoint,
    /// An endpoint to which credentials must not go.
    #[error("the endpoint that the server names is at another origin")]
    ForeignEndpoint,
    /// More than a message may have.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The server wants to know who asks.
    #[error("a login is needed")]
    Login(#[from] AuthError),
}

/// How requests are made.
#[derive(Clone)]
struct Access {
    client: AuthorizedClient,
    headers: Arc<HeaderMap>,
}

#[derive(Clone)]
enum AuthorizedClient {
    Plain(reqwest::Client),
    LoggedIn(AuthClient<reqwest::Client>),
}

impl Access {
    async fn request(&self, method: Method, url: Url) -> Result<reqwest::RequestBuilder, SseError> {
        let request = match &self.client {
            AuthorizedClient::Plain(client) => client.request(method, url),
            AuthorizedClient::LoggedIn(client) => {
                let token = client.get_access_token().await?;
                client.http_client.request(method, url).bearer_auth(token)
            }
        };
        Ok(request.headers((*self.headers).clone()))
    }
}

/// The answer, if it is one of success.
fn accepted(answer: reqwest::Response) -> Result<reqwest::Response, SseError> {
    match answer.status() {
        status if status.is_success() => Ok(answer),
        StatusCode::UNAUTHORIZED => Err(AuthError::AuthorizationRequired.into()),
        status => Err(SseError::Status(status)),
    }
}

impl SseTransport {
    /// Opens the stream and waits for the endpoint.
    pub(super) async fn open(
        url: &str,
        headers: HashMap<HeaderName, HeaderValue>,
        client: reqwest::Client,
        login: Option<rmcp::transport::AuthorizationManager>,
    ) -> Result<SseTransport, SseError> {
        let url = Url::parse(url).map_err(|_| SseError::Address)?;
        let client = match login {
            Some(manager) => AuthorizedClient::LoggedIn(AuthClient::new(client, manager)),
            None => AuthorizedClient::Plain(client),
        };
        let access = Access { client, headers: Arc::new(headers.into_iter().collect()) };
        let request = access.request(Method::GET, url).await?.header(header::ACCEPT, "text/event-stream");
        let mut stream = accepted(request.send().await?)?;
        let kind = stream.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.trim_start().to_ascii_lowercase().starts_with("text/event-stream") {
            return Err(SseError::NoStream);
        }
        let mut events = EventReader::default();
        let mut waiting = VecDeque::new();
        let mut endpoint = None;
        while endpoint.is_none() {
            let piece = stream.chunk().await?.ok_or(SseError::NoEndpoint)?;
            for event in events.read(&piece)? {
                match event.name.as_str() {
                    "endpoint" if endpoint.is_none() => endpoint = Some(event.data),
                    _ => waiting.extend(message(&event.name, &event.data)),
                }
            }
        }
        let endpoint = stream.url().join(endpoint.unwrap_or_default().trim()).map_err(|_| SseError::NoEndpoint)?;
        // Headers and tokens go with every message.
        if endpoint.origin() != stream.url().origin() {
            return Err(SseError::ForeignEndpoint);
        }
        Ok(SseTransport { access, endpoint, stream, events, waiting })
    }
}

impl Transport<RoleClient> for SseTransport {
    type Error = SseError;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), SseError>> + Send + 'static {
        let (access, endpoint) = (self.access.clone(), self.endpoint.clone());
        async move {
            let request = access.request(Method::POST, endpoint).await?;
            accepted(request.json(&item).send().await?).map(drop)
        }
    }

    /// The next message. What was read stays in `self`, so that nothing is lost when the future is dropped.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                return Some(message);
            }
            let piece = match self.stream.chunk().await {
                Ok(piece) => piece?,
                Err(error) => {
                    tracing::debug!(%error, "the stream of an SSE server broke off");
                    return None;
                }
            };
            match self.events.read(&piece) {
                Ok(events) => self.waiting.extend(events.iter().filter_map(|event| message(&event.name, &event.data))),
                Err(error) => {
                    tracing::warn!(%error, "the stream of an SSE server cannot be read");
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), SseError> {
        Ok(())
    }
}

/// The message of an event; other events, such as pings, are none.
fn message(name: &str, data: &str) -> Option<RxJsonRpcMessage<RoleClient>> {
    if !matches!(name, "" | "message") || data.is_empty() {
        return None;
    }
    serde_json::from_str(data).inspect_err(|error| tracing::warn!(%error, "an event holds no message")).ok()
}
