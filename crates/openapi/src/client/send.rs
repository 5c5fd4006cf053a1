//! Sending one request: redirects within the origin, repetitions if the host wants them, and the answer as a value.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use codemode::ToolError;
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Map, Value, json};
use tokio::time::Instant;
use url::Url;

use super::{HttpOptions, ReadError, describe, read_bounded};
use crate::media;
use crate::request::HttpRequest;
use crate::response::decode::{self, Undecodable};
use crate::response::{events, failure};
use crate::safety;
use crate::tool::Shared;

/// Wait before a repetition when the server names none, doubled every time.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// Sends a request and reads the answer. `label` is method and path template, which start every message.
pub(crate) async fn send(shared: &Shared, request: HttpRequest, label: &str) -> Result<Value, ToolError> {
    let secrets = request.secrets.clone();
    let is_stream = AtomicBool::new(false);
    let sending = exchange(shared, request, label, &is_stream);
    let outcome = match tokio::time::timeout(shared.options.timeout, sending).await {
        Ok(outcome) => outcome,
        Err(_) => Err(overdue(label, &shared.options, is_stream.load(Ordering::Relaxed))),
    };
    outcome.map_err(|error| redact(error, &secrets))
}

/// A call that was not done in time. Of a stream it is said what kind of answer it was: a longer time may not help.
fn overdue(label: &str, options: &HttpOptions, is_stream: bool) -> ToolError {
    let seconds = options.timeout.as_secs_f64();
    ToolError::new(match is_stream {
        true => format!(
            "{label} answered with an event stream that did not end within {seconds} seconds; only streams that end can \
             be read"
        ),
        false => format!("{label} took longer than {seconds} seconds"),
    })
}

async fn exchange(
    shared: &Shared,
    mut request: HttpRequest,
    label: &str,
    is_stream: &AtomicBool,
) -> Result<Value, ToolError> {
    let Shared { client, options, .. } = shared;
    let origin = request.url.origin();
    let mut redirects = 0;
    let mut repetitions = 0;
    loop {
        safety::check_host(&request.url, options)
            .map_err(|reason| ToolError::new(format!("{label} was not sent: {reason}")))?;
        let response = once(client, options, &request, label).await?;
        let status = response.status();
        if let Some(target) = redirect_target(&request.url, &response) {
            if target.origin() != origin {
                return Err(ToolError::new(format!(
                    "{label} failed with status {status}: it redirects to another origin, which is not followed"
                )));
            }
            if redirects == options.max_redirects {
                return Err(ToolError::new(format!("{label} failed: more than {redirects} redirects")));
            }
            redirects += 1;
            follow(&mut request, status, target);
            continue;
        }
        if repetitions < options.retries
            && matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE)
            && is_idempotent(&request.method)
            && let Some(wait) =
                retry_wait(response.headers(), repetitions).filter(|wait| *wait <= options.max_retry_wait)
        {
            repetitions += 1;
            drop(response);
            tokio::time::sleep_until(Instant::now() + wait).await;
            continue;
        }
        is_stream.store(is_event_stream(&response), Ordering::Relaxed);
        return answer(shared, &request, response, label).await;
    }
}

fn is_event_stream(response: &Response) -> bool {
    response.status().is_success() && content_type(response).map(media::class) == Some(media::Class::EventStream)
}

fn content_type(response: &Response) -> Option<&str> {
    response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok())
}

async fn once(
    client: &Client,
    options: &HttpOptions,
    request: &HttpRequest,
    label: &str,
) -> Result<Response, ToolError> {
    let mut building = client.request(request.method.clone(), request.url.clone()).headers(request.headers.clone());
    if let Some(body) = &request.body {
        if body.len() > options.max_request_bytes {
            let limit = options.max_request_bytes;
            return Err(ToolError::new(format!("{label} was not sent: its body is larger than {limit} bytes")));
        }
        building = building.body(body.clone());
    }
    building.send().await.map_err(|error| transport_failure(label, error))
}

/// The program learns what kind of failure it was; addresses and the like are for the host.
fn transport_failure(label: &str, error: reqwest::Error) -> ToolError {
    let what = if error.is_timeout() {
        "the server took too long"
    } else if error.is_connect() {
        "no connection to the server"
    } else if error.is_builder() {
        "the request could not be built"
    } else {
        "the connection broke"
    };
    let cause = describe(&error);
    ToolError::new(format!("{label} failed in transport: {what}")).with_cause(cause)
}

/// Where an answer redirects to, if it does.
fn redirect_target(url: &Url, response: &Response) -> Option<Url> {
    let is_redirect = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let location = response.headers().get(LOCATION).filter(|_| is_redirect)?;
    let location = std::str::from_utf8(location.as_bytes()).ok()?;
    let mut target = url.join(location).ok()?;
    // A user name in it would become a credential in the place of the host's. Both fail only where there is none.
    let _ = target.set_username("");
    let _ = target.set_password(None);
    if target.fragment().is_none() {
        target.set_fragment(url.fragment());
    }
    Some(target)
}

/// Turns a request into the one that a redirect asks for (the rules of the fetch standard).
fn follow(request: &mut HttpRequest, status: StatusCode, target: Url) {
    let is_read = matches!(request.method, Method::GET | Method::HEAD);
    let becomes_get = match status.as_u16() {
        303 => !is_read,
        301 | 302 => request.method == Method::POST,
        _ => false,
    };
    if becomes_get {
        request.method = Method::GET;
        request.body = None;
        for name in ["content-type", "content-encoding", "content-language"] {
            request.headers.remove(name);
        }
    }
    request.url = target;
}

fn is_idempotent(method: &Method) -> bool {
    ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"].contains(&method.as_str())
}

/// How long to wait: what the server says, in seconds or as a date, else a growing time.
fn retry_wait(headers: &HeaderMap, repetitions: u32) -> Option<Duration> {
    let Some(text) = headers.get(RETRY_AFTER).map(|value| value.to_str().unwrap_or_default().trim()) else {
        return FIRST_WAIT.checked_mul(1_u32.checked_shl(repetitions)?);
    };
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or(Duration::ZERO))
}

/// How long the server asks to wait, for messages.
fn asked_wait(status: StatusCode, headers: &HeaderMap) -> String {
    let is_refusal = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    let wait = headers.get(RETRY_AFTER).filter(|_| is_refusal).and_then(|_| retry_wait(headers, 0));
    wait.map(|wait| format!(" (it asks to wait {} seconds)", wait.as_secs())).unwrap_or_default()
}

/// The headers of an answer that the host shows to programs. Several of one name become one text, as in HTTP.
fn shown_headers(shown: &[String], headers: &HeaderMap) -> Map<String, Value> {
    let text = |name: &String| {
        let values = headers.get_all(name.as_str()).into_iter();
        values
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
            .reduce(|all, next| all + ", " + &next)
    };
    shown.iter().filter_map(|name| Some((name.clone(), text(name)?.into()))).collect()
}

/// The value of an answer, with what came beside it if the host shows that to programs.
async fn answer(shared: &Shared, request: &HttpRequest, response: Response, label: &str) -> Result<Value, ToolError> {
    if shared.response_headers.is_empty() {
        return body(&shared.options, request, response, label).await;
    }
    let status = response.status().as_u16();
    let headers = shown_headers(&shared.response_headers, response.headers());
    let body = body(&shared.options, request, response, label).await?;
    Ok(json!({ "status": status, "headers": headers, "body": body }))
}

async fn body(
    options: &HttpOptions,
    request: &HttpRequest,
    mut response: Response,
    label: &str,
) -> Result<Value, ToolError> {
    let status = response.status();
    let is_stream = is_event_stream(&response);
    let content_type = content_type(&response).map(str::to_owned);
    let content_type = content_type.as_deref();
    // The length that a HEAD answer declares is that of a body which never comes.
    let body = if request.method == Method::HEAD {
        Vec::new()
    } else {
        read_bounded(&mut response, options.max_response_bytes).await.map_err(|error| match error {
            ReadError::TooLarge => {
                let limit = size_text(options.max_response_bytes);
                ToolError::new(format!(
                    "{label} answered with more than {limit}; ask for less, or for one page at a time"
                ))
            }
            ReadError::Transport(error) if error.is_timeout() => overdue(label, options, is_stream),
            ReadError::Transport(error) if error.is_decode() => {
                ToolError::new(format!("{label} answered with a body that cannot be decompressed"))
                    .with_cause(describe(&error))
            }
            ReadError::Transport(error) => {
                let cause = describe(&error);
                ToolError::new(format!("{label} failed while its answer was read")).with_cause(cause)
            }
        })?
    };
    if !status.is_success() {
        let reason = status.canonical_reason().map(|reason| format!(" {reason}")).unwrap_or_default();
        let wait = asked_wait(status, response.headers());
        let described = failure::describe(content_type, &body);
        return Err(ToolError::new(format!("{label} failed with status {}{reason}{wait}{described}", status.as_u16())));
    }
    if matches!(status.as_u16(), 204 | 205) {
        return Ok(Value::Null);
    }
    decode::value(content_type, &body, options.max_binary_bytes).map_err(|error| {
        ToolError::new(match error {
            Undecodable::Json(reason) => format!("{label} answered with malformed JSON: {reason}"),
            Undecodable::Binary { size, limit } => {
                let limit = size_text(limit);
                format!("{label} answered with {size} bytes of binary data; at most {limit} are handed to a program")
            }
            Undecodable::Events => {
                format!("{label} answered with more than {} events; ask for less", events::MAX_EVENTS)
            }
        })
    })
}

/// `50 MiB`, or bytes where they are no round number.
fn size_text(bytes: usize) -> String {
    const MEBIBYTE: usize = 1024 * 1024;
    if bytes >= MEBIBYTE && bytes.is_multiple_of(MEBIBYTE) {
        return format!("{} MiB", bytes / MEBIBYTE);
    }
    format!("{bytes} bytes")
}

/// Takes credentials out of a message: an API may quote what it was sent.
fn redact(error: ToolError, secrets: &[String]) -> ToolError {
    let is_quoted = |secret: &&String| secret.len() >= 4 && error.message().contains(secret.as_str());
    let quoted: Vec<&String> = secrets.iter().filter(is_quoted).collect();
    if quoted.is_empty() {
        return error;
    }
    let hidden = quoted.iter().fold(error.message().to_owned(), |text, secret| text.replace(secret.as_str(), "…"));
    match error.cause() {
        Some(cause) => ToolError::new(hidden).with_cause(cause.to_string()),
        None => ToolError::new(hidden),
    }
}
