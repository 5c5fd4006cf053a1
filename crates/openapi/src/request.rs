//! From a caller's argument to an HTTP request: what is sent, and the same with credentials masked for the eyes of people.

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use url::Url;

pub(crate) mod assemble;
pub(crate) mod draft;

/// What stands in the place of a credential.
const MASK: &str = "***";

/// A request as it would be sent. Everything that can be read of it from outside has its credentials masked.
#[derive(Clone)]
pub struct HttpRequest {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Bytes>,
    /// Texts that must not appear in any message.
    pub(crate) secrets: Vec<String>,
    pub(crate) shown: Shown,
}

/// The parts of a request that differ when shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) url: String,
    /// Names as they are written, in the order in which they were decided.
    pub(crate) headers: Vec<(String, String)>,
    /// What keeps the call from being sent, if anything does.
    pub(crate) obstacle: Option<String>,
}

/// Bytes of a body that are shown.
const MAX_SHOWN_BODY: usize = 16 * 1024;

impl HttpRequest {
    /// The method.
    pub fn method(&self) -> &str {
        self.method.as_str()
    }

    /// The URL with credentials masked.
    pub fn url(&self) -> &str {
        &self.shown.url
    }

    /// The headers with credentials masked.
    pub fn headers(&self) -> &[(String, String)] {
        &self.shown.headers
    }

    /// The bytes of the body.
    pub fn body(&self) -> Option<&[u8]> {
        self.body.as_deref()
    }

    /// Why the call would be refused although its arguments are right: credentials that are missing.
    pub fn obstacle(&self) -> Option<&str> {
        self.shown.obstacle.as_deref()
    }

    /// The request as HTTP/1.1 would send it.
    pub fn to_text(&self) -> String {
        let target = &self.url[url::Position::BeforePath..];
        let shown_target = self.shown_target().unwrap_or(target);
        let mut text = format!("{} {shown_target} HTTP/1.1\n", self.method);
        for (name, value) in &self.shown.headers {
            text.push_str(&format!("{name}: {value}\n"));
        }
        if let Some(body) = &self.body {
            text.push('\n');
            text.push_str(&body_text(body));
            text.push('\n');
        }
        text
    }

    /// The request as data: `method`, `url`, `headers`, `body`.
    pub fn to_json(&self) -> Value {
        let headers: serde_json::Map<String, Value> =
            self.shown.headers.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        let body = self.body.as_ref().map(|body| body_text(body));
        let mut shown =
            json!({ "method": self.method.as_str(), "url": self.shown.url, "headers": headers, "body": body });
        if let (Some(obstacle), Value::Object(entries)) = (&self.shown.obstacle, &mut shown) {
            entries.insert("obstacle".into(), obstacle.clone().into());
        }
        shown
    }

    fn shown_target(&self) -> Option<&str> {
        let after_scheme = self.shown.url.split_once("://")?.1;
        after_scheme.find('/').and_then(|at| after_scheme.get(at..))
    }
}

impl std::fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("url", &self.shown.url)
            .finish_non_exhaustive()
    }
}

/// The body for people: text as it is, within bounds; anything else by its size.
fn body_text(body: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(body) else {
        // Parts of a form are readable apart from their files.
        if body.starts_with(b"--") {
            return String::from_utf8_lossy(body.get(..MAX_SHOWN_BODY).unwrap_or(body)).into_owned();
        }
        return format!("<{} bytes of binary data>", body.len());
    };
    match text.char_indices().find(|(at, _)| *at >= MAX_SHOWN_BODY) {
        Some((end, _)) => format!("{}… <{} bytes in all>", text.get(..end).unwrap_or_default(), text.len()),
        None => text.to_owned(),
    }
}

/// A header of the request with what is shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) shown: String,
}

impl Header {
    pub(crate) fn plain(name: &str, value: &str) -> Self {
        Header { name: name.to_ascii_lowercase(), value: value.to_owned(), shown: value.to_owned() }
    }

    pub(crate) fn secret(name: &str, value: &str) -> Self {
        let name = name.to_ascii_lowercase();
        // The scheme of an authorization is no secret and says whether the right one is used.
        let shown = match value.split_once(' ') {
            Some((scheme, _)) if name.ends_with("authorization") => format!("{scheme} {MASK}"),
            _ => MASK.to_owned(),
        };
        Header { name, value: value.to_owned(), shown }
    }
}

/// Puts a header in the place of one of the same name.
pub(crate) fn set(headers: &mut Vec<Header>, header: Header) {
    match headers.iter_mut().find(|known| known.name == header.name) {
        Some(known) => *known = header,
        None => headers.push(header),
    }
}

/// The headers as the client takes them; `None` when one cannot be sent.
pub(crate) fn header_map(headers: &[Header]) -> Option<HeaderMap> {
    let mut map = HeaderMap::with_capacity(headers.len());
    for header in headers {
        let name = HeaderName::from_bytes(header.name.as_bytes()).ok()?;
        let value = HeaderValue::from_bytes(header.value.as_bytes()).ok()?;
        map.insert(name, value);
    }
    Some(map)
}

/// Whether a header of the host may be shown: few are known to be harmless, every other one may be a credential.
pub(crate) fn is_harmless(name: &str) -> bool {
    const HARMLESS: [&str; 8] =
        ["accept", "accept-language", "user-agent", "content-type", "content-language", "from", "referer", "origin"];
    let name = name.to_ascii_lowercase();
    HARMLESS.contains(&name.as_str()) || name.ends_with("-version") || name.ends_with("-request-id")
}
