//! What an API says about its own failure: the message it wrote, and an excerpt of the rest.

use serde_json::{Map, Value};

use crate::media::{self, Class};
use crate::response::decode;

/// UTF-16 units of a failed answer that are quoted.
const MAX_EXCERPT: usize = 1024;

/// UTF-16 units of the API's own message.
const MAX_MESSAGE: usize = 400;

/// The rest of the sentence that starts with method, path and status.
pub(crate) fn describe(content_type: Option<&str>, body: &[u8]) -> String {
    let parsed = match content_type.map(media::class) {
        Some(Class::Json) => serde_json::from_slice::<Value>(body).ok(),
        _ => None,
    };
    if body.is_empty() || parsed == Some(Value::Null) {
        return "; the response has no body".into();
    }
    let excerpt = match (&parsed, content_type.map(media::class)) {
        (Some(Value::String(text)), _) => text.clone(),
        (Some(value), _) => value.to_string(),
        (None, Some(Class::Binary | Class::Multipart)) if std::str::from_utf8(body).is_err() => {
            format!("{} bytes of {}", body.len(), content_type.map(media::essence).unwrap_or_default())
        }
        (None, _) => decode::text(content_type, body),
    };
    let excerpt = shorten(&excerpt, MAX_EXCERPT);
    match parsed.as_ref().and_then(message) {
        Some(message) if message != excerpt => format!(": {}; response: {excerpt}", shorten(&message, MAX_MESSAGE)),
        _ => format!(": {excerpt}"),
    }
}

/// The message of an error document: RFC 9457, or one of the shapes that are common.
fn message(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Array(items) => items.first().and_then(message),
        Value::Object(object) => object_message(object),
        _ => None,
    }
}

fn object_message(object: &Map<String, Value>) -> Option<String> {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    // RFC 9457: the title names the kind of problem, the detail this occurrence.
    match (text("title"), text("detail")) {
        (Some(title), Some(detail)) if !detail.contains(title) => return Some(format!("{title}: {detail}")),
        (_, Some(detail)) => return Some(detail.to_owned()),
        _ => {}
    }
    if let Some(text) =
        ["message", "error_description", "Message", "errorMessage", "error_message", "msg"].into_iter().find_map(text)
    {
        return Some(text.to_owned());
    }
    let nested = ["error", "errors", "fault", "faultstring", "Error", "detail", "details"];
    let inner = nested.into_iter().filter_map(|key| object.get(key)).find_map(message);
    inner.or_else(|| ["title", "description", "reason", "code"].into_iter().find_map(text).map(str::to_owned))
}

/// At most `limit` UTF-16 units.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > limit {
            return format!("{}...", text.get(..at).unwrap_or_default());
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(body: &str) -> String {
        describe(Some("application/json"), body.as_bytes())
    }

    #[test]
    fn messages_of_common_shapes_come_first() {
        let rows = [
            (
                r#"{"title":"Gone","detail":"berth 7 was removed","status":410}"#,
                ": Gone: berth 7 was removed; response: ",
            ),
            (r#"{"message":"no such order","code":5}"#, ": no such order; response: "),
            (r#"{"error":{"type":"card","message":"declined"}}"#, ": declined; response: "),
            (r#"{"errors":[{"message":"bad field"},{"message":"x"}]}"#, ": bad field; response: "),
            (r#"{"error":"invalid_grant","error_description":"expired"}"#, ": expired; response: "),
            (r#"{"error":"not found"}"#, ": not found; response: "),
        ];
        for (body, start) in rows {
            assert_eq!(of(body), format!("{start}{body}"));
        }
        assert_eq!(of(r#"{"fields": 1}"#), r#": {"fields":1}"#);
        assert_eq!(of("null"), "; the response has no body");
        assert_eq!(of(""), "; the response has no body");
        assert_eq!(of("{broken"), ": {broken");
        assert_eq!(describe(Some("text/html"), b"<h1>No</h1>"), ": <h1>No</h1>");
        assert_eq!(describe(Some("image/png"), &[0xff, 0]), ": 2 bytes of image/png");
    }

    #[test]
    fn excerpts_are_bounded() {
        let long = "ß".repeat(5000);
        let text = describe(Some("text/plain"), long.as_bytes());
        assert_eq!(text, format!(": {}...", "ß".repeat(1024)));
    }
}
