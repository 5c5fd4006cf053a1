//! What an operation answers: the output schema, and the media types to ask for.

use serde_json::{Map, Value, json};

use crate::media::{self, Class};
use crate::refs::Refs;
use crate::schemas::{Direction, Schemas};
use crate::skip::{Reason, SkipKind};

pub(crate) mod decode;
pub(crate) mod events;
pub(crate) mod failure;

/// Alternatives of an output that are compared with each other.
const MAX_COMPARED: usize = 64;

/// What is known of the answers before any call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answers {
    pub(crate) output: Option<Value>,
    pub(crate) accept: String,
}

/// One media type of one successful response.
#[derive(Clone, Copy)]
struct Media<'a> {
    name: &'a str,
    class: Class,
    schema: Option<&'a Value>,
    /// The schema of one item of a stream (OpenAPI 3.2).
    item: Option<&'a Value>,
}

/// Nothing when the response has no content.
type Entry<'a> = Option<Media<'a>>;

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
    let output = output(refs, schemas, &entries);
    let types: Vec<&str> = entries.iter().filter_map(|entry| entry.map(|media| media.name)).collect();
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
                for (name, entry) in content {
                    let entry = refs.resolve(entry).ok()?;
                    let (schema, item) = (entry.get("schema"), entry.get("itemSchema"));
                    entries.push(Some(Media { name, class: media::class(name), schema, item }));
                }
            }
            Some(_) => return None,
        }
    }
    Some(entries)
}

/// The type of the value. Where JSON is offered only JSON is asked for, so other types do not count then; a stream counts
/// where there is nothing else.
fn output<'a>(refs: &Refs<'a>, schemas: &Schemas<'a>, entries: &[Entry<'a>]) -> Option<Value> {
    let offers = |is_it: fn(Class) -> bool| entries.iter().flatten().any(|media| is_it(media.class));
    let offers_json = offers(|class| class == Class::Json);
    let offers_whole = offers(|class| class != Class::EventStream);
    let mut types: Vec<Value> = Vec::new();
    for entry in entries {
        let new = match entry {
            None => json!({ "type": "null" }),
            Some(media) => match media.class {
                Class::Json => schemas.copy(Direction::Response, media.schema?),
                Class::EventStream if offers_whole => continue,
                Class::EventStream => stream(refs, schemas, media),
                _ if offers_json => continue,
                Class::Text => json!({ "type": "string" }),
                Class::Any if media.schema.is_some_and(|schema| is_binary(refs, schema)) => binary(),
                Class::Any => schemas.copy(Direction::Response, media.schema?),
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

/// The type of a stream: the list of its events.
fn stream<'a>(refs: &Refs<'a>, schemas: &Schemas<'a>, media: &Media<'a>) -> Value {
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "event": { "type": "string" },
                "data": event_data(refs, schemas, media),
                "id": { "type": "string" },
            },
            "required": ["event", "data"],
        },
    })
}

/// What an event carries. `itemSchema` describes an event, with its `data` as text that may be JSON; before OpenAPI 3.2
/// documents put there what the data are, as a `schema` that is an object.
fn event_data<'a>(refs: &Refs<'a>, schemas: &Schemas<'a>, media: &Media<'a>) -> Value {
    let is_structured = |schema: &&'a Value| {
        let resolved = refs.schema(schema);
        let has = |key: &str| resolved.is_some_and(|resolved| resolved.get(key).is_some());
        let kind = resolved.and_then(|resolved| resolved.get("type")?.as_str());
        matches!(kind, Some("object" | "array"))
            || (kind.is_none() && ["properties", "allOf", "anyOf", "oneOf"].into_iter().any(has))
    };
    let data_of = |event: &'a Value| refs.schema(event)?.get("properties")?.get("data");
    let described = match media.item {
        Some(event) => data_of(event).and_then(|data| {
            let data = refs.schema(data)?;
            data.get("contentSchema").or(Some(data))
        }),
        None => media.schema.filter(|schema| {
            let kind = refs.schema(schema).and_then(|schema| schema.get("type")?.as_str());
            kind != Some("array")
        }),
    };
    match described.filter(is_structured) {
        // Ends of streams are often marked by a word.
        Some(schema) => json!({ "anyOf": [schemas.copy(Direction::Response, schema), { "type": "string" }] }),
        None => json!({}),
    }
}

/// What programs get where the host shows them headers: the answer, and what came with it.
pub(crate) fn with_headers(output: Option<Value>, headers: &[String]) -> Value {
    let mut body = output.unwrap_or_else(|| json!({}));
    let named = headers.iter().map(|name| (name.clone(), json!({ "type": "string" })));
    let properties: Map<String, Value> = named.collect();
    let mut envelope = Map::new();
    // References to definitions are read from the root.
    for container in ["$defs", "definitions"] {
        let own = body.as_object_mut().and_then(|body| body.shift_remove(container));
        envelope.extend(own.map(|own| (container.to_owned(), own)));
    }
    envelope.insert("type".into(), "object".into());
    let headers = json!({ "type": "object", "properties": properties });
    let properties = json!({ "status": { "type": "integer" }, "headers": headers, "body": body });
    envelope.insert("properties".into(), properties);
    envelope.insert("required".into(), json!(["status", "headers", "body"]));
    envelope.into()
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
        wanted = of(|class| class == Class::EventStream);
    }
    if wanted.is_empty() {
        wanted.push("application/json".into());
    }
    wanted.push("*/*;q=0.1".into());
    wanted.join(", ")
}
