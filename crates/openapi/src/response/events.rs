//! Event streams (`text/event-stream`) as the list of their events, by the rules of the HTML standard, section 9.2.6
//! "Interpreting an event stream". A stream is read to its end first; what bounds any answer bounds it too.

use serde_json::{Map, Value};

/// Events a stream may have. Tiny ones cost far more as values than as bytes.
pub(crate) const MAX_EVENTS: usize = 100_000;

/// A stream with more than [`MAX_EVENTS`] events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany;

/// The events as `{ event, data, id? }`. What follows the last empty line is no event and is left out.
pub(crate) fn list(body: &[u8]) -> Result<Value, TooMany> {
    let text = String::from_utf8_lossy(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body));
    let mut events = Vec::new();
    let mut last_id = String::new();
    let mut kind = "";
    let mut data: Option<String> = None;
    for line in Lines(&text) {
        if line.is_empty() {
            if let Some(data) = data.take() {
                if events.len() == MAX_EVENTS {
                    return Err(TooMany);
                }
                events.push(event(kind, &data, &last_id));
            }
            kind = "";
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => kind = value,
            "data" => match &mut data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => data = Some(value.to_owned()),
            },
            "id" if !value.contains('\0') => value.clone_into(&mut last_id),
            // Comments (an empty field), `retry`, and what no standard knows.
            _ => {}
        }
    }
    Ok(Value::Array(events))
}

fn event(kind: &str, data: &str, id: &str) -> Value {
    let mut event = Map::new();
    event.insert("event".into(), if kind.is_empty() { "message" } else { kind }.into());
    event.insert("data".into(), payload(data));
    if !id.is_empty() {
        event.insert("id".into(), id.into());
    }
    Value::Object(event)
}

/// Data that is entirely one JSON object or list is that value; anything else stays text, so that a word of text that
/// happens to be a number does not change its type.
fn payload(data: &str) -> Value {
    let is_structured = data.trim_start().starts_with(['{', '[']);
    let parsed = is_structured.then(|| serde_json::from_str(data).ok()).flatten();
    parsed.unwrap_or_else(|| Value::String(data.to_owned()))
}

/// Lines without their ends, which are `\r\n`, `\n` or `\r`. What stands behind the last end is no line: it could not
/// complete an event.
struct Lines<'t>(&'t str);

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let (line, rest) = self.0.split_once(['\r', '\n'])?;
        let is_pair = self.0.as_bytes().get(line.len()) == Some(&b'\r') && rest.starts_with('\n');
        self.0 = if is_pair { rest.get(1..).unwrap_or_default() } else { rest };
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(text: &str) -> Value {
        list(text.as_bytes()).unwrap_or(Value::Null)
    }

    #[test]
    fn events_are_read_as_the_standard_says() {
        let message = |data: Value| json!({ "event": "message", "data": data });
        // The examples of the standard.
        assert_eq!(of("data: YHOO\ndata: +2\ndata: 10\n\n"), json!([message(json!("YHOO\n+2\n10"))]));
        assert_eq!(
            of(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n"),
            json!([
                { "event": "message", "data": "first event", "id": "1" },
                message(json!("second event")),
                message(json!(" third event")),
            ])
        );
        assert_eq!(of("data\n\ndata\ndata\n\ndata:"), json!([message(json!("")), message(json!("\n"))]));
        assert_eq!(of("data:test\n\ndata: test\n\n"), json!([message(json!("test")), message(json!("test"))]));
        // Line ends of all kinds, a mark in front, and an end without the empty line.
        let rows =
            ["\u{feff}data: a\r\rdata: b\r\r", "data: a\r\n\r\ndata: b\r\n\r\n", "data: a\n\ndata: b\n\ndata: c\n"];
        for text in rows {
            assert_eq!(of(text), json!([message(json!("a")), message(json!("b"))]), "{text:?}");
        }
        assert_eq!(
            of("event: ping\n\nevent: add\ndata: 7\nretry: 10\nwhat: no\n\n"),
            json!([{ "event": "add", "data": "7" }])
        );
        assert_eq!(of("id: 7\ndata: a\n\nid: x\0y\ndata: b\n\n")[1]["id"], "7");
        assert_eq!(of(""), json!([]));
    }

    #[test]
    fn json_is_decoded_where_it_is_an_object_or_a_list() {
        let rows = [
            ("{\"a\": [1]}", json!({ "a": [1] })),
            (" [1, 2]", json!([1, 2])),
            ("[DONE]", json!("[DONE]")),
            ("42", json!("42")),
            ("{\"a\"", json!("{\"a\"")),
        ];
        for (data, expected) in rows {
            assert_eq!(of(&format!("data:{data}\n\n"))[0]["data"], expected, "{data}");
        }
        assert_eq!(of("data: {\ndata: \"a\": 1}\n\n")[0]["data"], json!({ "a": 1 }));
    }

    #[test]
    fn the_number_of_events_is_bounded() {
        assert_eq!(list("data\n\n".repeat(MAX_EVENTS + 1).as_bytes()), Err(TooMany));
        assert!(list("data\n\n".repeat(MAX_EVENTS).as_bytes()).is_ok());
    }
}
