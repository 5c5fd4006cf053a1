//! The bytes of an answer as the value a program gets. What the document declared does not matter here, only what the
//! server says it sent.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::events;
use crate::media::{self, Class};

/// Why an answer is no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undecodable {
    /// It says it is JSON and is not.
    Json(String),
    /// Binary data larger than the host allows.
    Binary { size: usize, limit: usize },
    /// An event stream with more events than are handed to a program.
    Events,
}

/// The value of a successful answer.
pub(crate) fn value(content_type: Option<&str>, body: &[u8], max_binary: usize) -> Result<Value, Undecodable> {
    let class = content_type.map(media::class);
    if body.is_empty() && class != Some(Class::EventStream) {
        return Ok(Value::Null);
    }
    match class {
        Some(Class::Json) => json_value(body),
        Some(Class::EventStream) => events::list(body).map_err(|events::TooMany| Undecodable::Events),
        Some(Class::Text | Class::Form) => Ok(Value::String(text(content_type, body))),
        // Without a type, or with a wildcard that says nothing, text is taken for what it looks like.
        None | Some(Class::Any) if std::str::from_utf8(body).is_ok() => Ok(Value::String(text(None, body))),
        None | Some(Class::Any | Class::Binary | Class::Multipart) => {
            if body.len() > max_binary {
                return Err(Undecodable::Binary { size: body.len(), limit: max_binary });
            }
            let media_type = content_type.map_or_else(|| "application/octet-stream".to_owned(), media::essence);
            Ok(json!({ "mediaType": media_type, "base64": STANDARD.encode(body), "size": body.len() }))
        }
    }
}

fn json_value(body: &[u8]) -> Result<Value, Undecodable> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(Value::Null);
    }
    let parsed = match std::str::from_utf8(body) {
        Ok(text) => serde_json::from_str(text),
        Err(_) => serde_json::from_str(&String::from_utf8_lossy(body)),
    };
    parsed.map_err(|error| Undecodable::Json(error.to_string()))
}

/// Text in the charset that the type names; UTF-8 with replacements otherwise.
pub(crate) fn text(content_type: Option<&str>, body: &[u8]) -> String {
    let charset = content_type.and_then(media::charset);
    match charset.as_deref() {
        Some("iso-8859-1" | "latin1" | "iso8859-1") if std::str::from_utf8(body).is_err() => {
            body.iter().copied().map(char::from).collect()
        }
        Some("utf-16le") => utf16(body, u16::from_le_bytes),
        Some("utf-16be") => utf16(body, u16::from_be_bytes),
        _ => {
            let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
            String::from_utf8_lossy(body).into_owned()
        }
    }
}

fn utf16(body: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = body.chunks_exact(2).map(|pair| match pair {
        [first, second] => unit([*first, *second]),
        _ => 0xfffd,
    });
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).filter(|c| *c != '\u{feff}').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_follow_the_type_that_was_sent() {
        let of = |content_type: Option<&str>, body: &[u8]| value(content_type, body, 4);
        assert_eq!(of(Some("application/json"), b"\xef\xbb\xbf{\"a\": 1}"), Ok(json!({ "a": 1 })));
        assert_eq!(of(Some("application/problem+json; charset=utf-8"), b"[1]"), Ok(json!([1])));
        assert_eq!(of(Some("application/json"), b" \n"), Ok(Value::Null));
        assert!(matches!(of(Some("application/json"), b"{\"x\""), Err(Undecodable::Json(_))));
        assert_eq!(of(Some("text/plain"), b"42"), Ok(json!("42")));
        assert_eq!(of(None, b"{\"a\": 1}"), Ok(json!("{\"a\": 1}")));
        assert_eq!(of(Some("text/plain; charset=iso-8859-1"), b"caf\xe9"), Ok(json!("café")));
        assert_eq!(of(Some("text/plain"), b"a\xffb"), Ok(json!("a\u{fffd}b")));
        assert_eq!(
            of(Some("image/png"), &[1, 2, 255]),
            Ok(json!({ "mediaType": "image/png", "base64": "AQL/", "size": 3 }))
        );
        assert_eq!(of(None, &[0xff]).map(|value| value["mediaType"].clone()), Ok(json!("application/octet-stream")));
        assert_eq!(of(Some("image/png"), &[0; 5]), Err(Undecodable::Binary { size: 5, limit: 4 }));
        assert_eq!(of(Some("image/png"), b""), Ok(Value::Null));
    }
}
