//! What an operation answers: the output schema, and the media types to ask for.

use serde_json::{Map, Value, json};

use crate::media::{self, Class};
use crate::refs::Refs;
use crate::schemas::{Direction, Schemas};
use crate::skip::{Reason, SkipKind};

pub(crate) mod decode;
pub(crate) mod failure;

/// Alternatives of an output that are compared with each other.
const MAX_COMPARED: usize = 64;

/// What is known of the answers before any call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answers {
    pub(crate) output: Option<Value>,
    pub(crate) accept: String,
}

/// One media type of one successful response; no type when it has no content.
type Entry<'a> = Option<(&'a str, Option<&'a Value>)>;

/// Reads the successful responses of an operation (openapi.md 7.1).
pub(crate) fn answers<'a>(
    refs: &Refs<'a>,
    schemas: &Schemas<'a>,
    operation: &'a Map<String, Value>,
) -> Result<Answers, Reason> {
    if operation.get("x-websocket") == Some(&Value::Bool(true)) {
        return Err(Reason::new(SkipKind::Websocket, "the operation opens a WebSocket, which a call cannot use"));
    }
    let Some(entries) = entries(refs, operation) else {
        return Ok(Answers { output: None, accept: accept(&[]) });
    };
    let types: Vec<&str> = entries.iter().filter_map(|entry| entry.map(|(media_type, _)| media_type)).collect();
    let is_stream = |media_type: &&str| media::class(media_type) == Class::EventStream;
    if !types.is_empty() && types.iter().all(is_stream) {
        return Err(Reason::new(SkipKind::Sse, "the operation answers only with an event stream, which does not end"));
    }
    let output = output(refs, schemas, &entries);
    Ok(Answers { output, accept: accept(&types) })
}

/// Every (response, media type) of the 2xx responses in order; `None` when one of them cannot be read.
fn entries<'a>(refs: &Refs<'a>, operation: &'a Map<String, Value>) -> Option<Vec<Entry<'a>>> {
    let responses = operation.get("responses").and_then(Value::as_object)?;
    let is_success = |code: &str| code.len() == 3 && code.starts_with('2');
    let is_exact = |code: &str| code.bytes().all(|byte| byte.is_ascii_digit());
    let mut codes: Vec<&String> = responses.keys().filter(|code| is_success(code) && is_exact(code)).collect();
    codes.sort();
    codes.extend(responses.keys().filter(|code| code.eq_ignore_ascii_case("2XX")));
    let mut entries = Vec::new();
    for code in codes {
        let response = refs.resolve(responses.get(code)?).ok()?.as_object()?;
        match response.get("content") {
            None => entries.push(None),
            Some(Value::Object(content)) if content.is_empty() => entries.push(None),
            Some(Value::Object(content)) => {
                for (media_type, entry) in content {
                    let entry = refs.resolve(entry).ok()?;
                    entries.push(Some((media_type.as_str(), entry.get("schema"))));
                }
            }
            Some(_) => return None,
        }
    }
    Some(entries)
}

/// The type of the value. Where JSON is offered only JSON is asked for, so other types do not count then.
fn output<'a>(refs: &Refs<'a>, schemas: &Schemas<'a>, entries: &[Entry<'a>]) -> Option<Value> {
    let class = |entry: &Entry<'a>| entry.map(|(media_type, _)| media::class(media_type));
    let offers_json = entries.iter().any(|entry| class(entry) == Some(Class::Json));
    let mut types: Vec<Value> = Vec::new();
    for entry in entries {
        let new = match entry {
            None => json!({ "type": "null" }),
            Some((media_type, schema)) => match media::class(media_type) {
                Class::Json => schemas.copy(Direction::Response, (*schema)?),
                Class::EventStream => continue,
                _ if offers_json => continue,
                Class::Text => json!({ "type": "string" }),
                Class::Any if schema.is_some_and(|schema| is_binary(refs, schema)) => binary(),
                Class::Any => schemas.copy(Direction::Response, (*schema)?),
                Class::Form => json!({ "type": "string" }),
                Class::Multipart | Class::Binary => binary(),
            },
        };
        // Many alternatives are unlikely to be equal, and comparing each with all takes long.
        if types.len() >= MAX_COMPARED || !types.contains(&new) {
            types.push(new);
        }
    }
    match types.len() {
        0 => None,
        1 => types.pop(),
        _ => Some(json!({ "anyOf": types })),
    }
}

fn is_binary<'a>(refs: &Refs<'a>, schema: &'a Value) -> bool {
    refs.schema(schema).and_then(|schema| schema.get("format")?.as_str()) == Some("binary")
}

/// The type of answers that are no text.
fn binary() -> Value {
    json!({
        "type": "object",
        "properties": {
            "mediaType": { "type": "string" },
            "base64": { "type": "string", "description": "The bytes; `Uint8Array.fromBase64` reads them" },
            "size": { "type": "integer", "description": "Number of bytes" },
        },
        "required": ["mediaType", "base64", "size"],
    })
}

/// The `Accept` header: JSON types where there are any, else all that is declared; anything else as a last resort.
fn accept(types: &[&str]) -> String {
    const MAX_TYPES: usize = 16;
    let of = |is_wanted: fn(Class) -> bool| {
        let mut wanted: Vec<String> = Vec::new();
        for media_type in types.iter().filter(|media_type| is_wanted(media::class(media_type))) {
            let essence = media::essence(media_type);
            if media::is_concrete(&essence) && !wanted.contains(&essence) && wanted.len() < MAX_TYPES {
                wanted.push(essence);
            }
        }
        wanted
    };
    let mut wanted = of(|class| class == Class::Json);
    if wanted.is_empty() {
        wanted = of(|class| class != Class::EventStream);
    }
    if wanted.is_empty() {
        wanted.push("application/json".into());
    }
    wanted.push("*/*;q=0.1".into());
    wanted.join(", ")
}
