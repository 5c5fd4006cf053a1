//! One call of `fetch`: from what the program asks to what it gets, redirects included.

use serde_json::{Map, Value, json};
use url::Url;

use super::policy::{BodyHandling, FetchPolicy};
use super::{FetchError, FetchRequest, FetchResponse, FetchTransport};
use crate::{Attachment, ToolContext, ToolError};

/// Characters of a text that a summary shows.
const SUMMARY: usize = 200;

/// What the program asks for.
struct Wish {
    url: Url,
    method: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
    /// Whether redirects are followed, an error, or handed out.
    redirect: Redirect,
}

enum Redirect {
    Follow,
    Error,
    Manual,
}

/// Sends what is allowed and gives the parts of a `Response`.
pub(super) async fn exchange(
    policy: &FetchPolicy,
    transport: &dyn FetchTransport,
    context: &ToolContext,
    input: &Value,
) -> Result<Value, ToolError> {
    let wish = Wish::read(policy, input).map_err(ToolError::new)?;
    let all = follow(policy, transport, wish);
    let too_late = || ToolError::new(format!("fetch failed: no answer within {} ms", policy.timeout_ms));
    let (response, url, is_redirected) =
        tokio::time::timeout(policy.timeout(), all).await.map_err(|_| too_late())??;
    Ok(parts(policy, context, response, &url, is_redirected))
}

impl Wish {
    fn read(policy: &FetchPolicy, input: &Value) -> Result<Wish, String> {
        let text = |field: &str| input.get(field).and_then(Value::as_str);
        let address = text("url").unwrap_or_default();
        let mut url = Url::parse(address)
            .map_err(|_| format!("fetch needs an absolute URL such as https://api.example.com/x, not '{address}'"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err("fetch refuses URLs with a user name or password".into());
        }
        url.set_fragment(None);
        let method = text("method").unwrap_or("GET").to_ascii_uppercase();
        let mut headers = Vec::new();
        for pair in input.get("headers").and_then(Value::as_array).into_iter().flatten() {
            let (Some(name), Some(value)) = (pair.get(0).and_then(Value::as_str), pair.get(1).and_then(Value::as_str))
            else {
                return Err("fetch needs headers with texts as names and values".into());
            };
            let name = name.to_ascii_lowercase();
            if !policy.allows_header(&name) {
                return Err(format!(
                    "fetch may not set the header '{name}'; it may set {}",
                    policy.request_headers.join(", ")
                ));
            }
            if value.chars().any(|c| c.is_control() && c != '\t') {
                return Err(format!("the header '{name}' holds a control character"));
            }
            headers.push((name, value.to_owned()));
        }
        let body = match input.get("body") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.clone().into_bytes()),
            Some(_) => return Err("the body of a request must be a text".into()),
        };
        let length = body.as_ref().map_or(0, Vec::len) as u64;
        if length > policy.max_request_bytes {
            return Err(format!("the body has {length} bytes, more than the {} allowed", policy.max_request_bytes));
        }
        if body.is_some() && matches!(method.as_str(), "GET" | "HEAD") {
            return Err(format!("a {method} request has no body"));
        }
        let redirect = match text("redirect") {
            Some("error") => Redirect::Error,
            Some("manual") => Redirect::Manual,
            _ => Redirect::Follow,
        };
        Ok(Wish { url, method, headers, body, redirect })
    }
}

/// Sends the request, and again where it is redirected to. Every hop must be allowed by itself.
async fn follow(
    policy: &FetchPolicy,
    transport: &dyn FetchTransport,
    mut wish: Wish,
) -> Result<(FetchResponse, Url, bool), ToolError> {
    let mut hops = 0;
    loop {
        let rule = policy.rule(&wish.method, &wish.url).map_err(ToolError::new)?;
        // The headers of the host go last and win.
        let own = rule.headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone()));
        let mut headers = wish.headers.clone();
        headers.retain(|(name, _)| !rule.headers.keys().any(|own| own.eq_ignore_ascii_case(name)));
        headers.extend(own);
        let request = FetchRequest {
            method: wish.method.clone(),
            url: wish.url.to_string(),
            headers,
            body: wish.body.clone(),
            max_response_bytes: usize::try_from(policy.max_response_bytes).unwrap_or(usize::MAX),
            only_public_addresses: !rule.origin.names_one_host(),
        };
        let failed = |error: FetchError| ToolError::new(format!("fetch failed: {error}"));
        let response = transport.send(request).await.map_err(failed)?;
        let target = match response.status {
            301 | 302 | 303 | 307 | 308 => header(&response, "location").and_then(|to| wish.url.join(to).ok()),
            _ => None,
        };
        let Some(mut target) = target else { return Ok((response, wish.url, hops > 0)) };
        match wish.redirect {
            Redirect::Manual => return Ok((response, wish.url, hops > 0)),
            Redirect::Error => return Err(ToolError::new("fetch failed: the answer is a redirect")),
            Redirect::Follow if hops >= policy.max_redirects => {
                return Err(ToolError::new(format!("fetch failed: more than {} redirects", policy.max_redirects)));
            }
            Redirect::Follow => hops += 1,
        }
        let becomes_get = response.status == 303 && wish.method != "HEAD"
            || matches!(response.status, 301 | 302) && wish.method == "POST";
        if becomes_get {
            wish.method = "GET".into();
            wish.body = None;
            wish.headers.retain(|(name, _)| !name.starts_with("content-"));
        }
        if target.origin() != wish.url.origin() {
            // What was meant for one server is not told to another.
            wish.headers.retain(|(name, _)| !matches!(name.as_str(), "authorization" | "cookie"));
        }
        target.set_fragment(None);
        wish.url = target;
    }
}

fn header<'a>(response: &'a FetchResponse, wanted: &str) -> Option<&'a str> {
    response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.as_str())
}

/// What the program makes a `Response` of.
fn parts(
    policy: &FetchPolicy,
    context: &ToolContext,
    response: FetchResponse,
    url: &Url,
    is_redirected: bool,
) -> Value {
    let media_type = header(&response, "content-type").unwrap_or("application/octet-stream").to_owned();
    // Cookies belong to the connection, not to the program.
    let is_shown = |name: &str| !name.eq_ignore_ascii_case("set-cookie");
    let headers: Vec<Value> =
        response.headers.iter().filter(|(name, _)| is_shown(name)).map(|(name, value)| json!([name, value])).collect();
    let mut parts = Map::new();
    parts.insert("status".into(), response.status.into());
    parts.insert("statusText".into(), response.status_text.into());
    parts.insert("url".into(), url.to_string().into());
    parts.insert("redirected".into(), is_redirected.into());
    parts.insert("headers".into(), headers.into());
    let size = response.body.len();
    let is_given = policy.bodies == BodyHandling::Return || size == 0;
    let text = String::from_utf8(response.body).map_err(|error| base64(error.as_bytes()));
    let (name, body) = match (policy.bodies, text) {
        (_, Ok(text)) if is_given => ("text", Value::String(text)),
        (BodyHandling::Return, Err(base64)) => ("base64", Value::String(base64)),
        (BodyHandling::Attach, body) => {
            let base64 = body.map_or_else(|base64| base64, |text| self::base64(text.as_bytes()));
            let (tool, uri) = (context.name.clone(), Some(url.to_string()));
            let number = context.attach(Attachment { tool, media_type: media_type.clone(), uri, base64 });
            ("value", json!({ "type": "resource", "mediaType": media_type, "bytes": size, "attachment": number }))
        }
        (_, body) => {
            let mut summary = json!({ "mediaType": media_type, "bytes": size });
            if let (Ok(text), Some(summary)) = (body, summary.as_object_mut()) {
                summary.insert("begins".into(), text.chars().take(SUMMARY).collect::<String>().into());
            }
            ("value", summary)
        }
    };
    parts.insert(name.into(), body);
    Value::Object(parts)
}

/// Base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |six: u32| DIGITS.get((six & 63) as usize).map_or('A', |digit| char::from(*digit));
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| chunk.get(at).copied().map_or(0, u32::from);
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        text.push(digit(word >> 18));
        text.push(digit(word >> 12));
        text.push(if chunk.len() > 1 { digit(word >> 6) } else { '=' });
        text.push(if chunk.len() > 2 { digit(word) } else { '=' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_of_known_texts() {
        for (text, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }
}
