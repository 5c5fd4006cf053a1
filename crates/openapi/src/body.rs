//! Request bodies: which media type is sent, how the input looks, and how values become bytes.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::media::{self, Class};
use crate::parameters::{Shape, Style, Writing};
use crate::refs::Refs;
use crate::schemas::{Direction, Schemas};
use crate::skip::{Reason, SkipKind};

pub(crate) mod bytes;
pub(crate) mod form;
pub(crate) mod multipart;
pub(crate) mod write;

/// How a body is written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Json,
    Form(HashMap<String, FieldEncoding>),
    Multipart(HashMap<String, FieldEncoding>),
    /// Text as it is.
    Text,
    /// Text or tagged bytes, with the types and ranges that the document names.
    Bytes(Vec<String>),
}

/// What `encoding` says about one field of a form.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct FieldEncoding {
    pub(crate) writing: Option<Writing>,
    pub(crate) content_type: Option<String>,
}

/// A body as the document declares it.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub(crate) content_type: String,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
    pub(crate) input: Input,
    /// The properties that a body has which may be left out: a caller who gives them beside it did not mean to leave it
    /// out.
    pub(crate) left_out: Vec<String>,
    pub(crate) description: Option<String>,
}

/// What the caller passes.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    /// One field with the whole body.
    Field(Value),
    /// One field for each property; the definitions that stood beside them.
    Flat { properties: Vec<(String, Value, bool)>, definitions: Vec<(String, Value)> },
}

/// Reads the request body of an operation; `None` when it has none, or only an empty form.
pub(crate) fn of_operation<'a>(
    refs: &Refs<'a>,
    schemas: &Schemas<'a>,
    operation: &'a Map<String, Value>,
) -> Result<Option<Body>, Reason> {
    let Some(declared @ Value::Object(_)) = operation.get("requestBody") else { return Ok(None) };
    let body = refs.resolve(declared).map_err(|problem| {
        Reason::new(SkipKind::BodyUnresolved, format!("the request body cannot be read: {}", problem.describe()))
    })?;
    let required = body.get("required") == Some(&Value::Bool(true));
    let content = body.get("content").and_then(Value::as_object).filter(|content| !content.is_empty());
    let Some(content) = content else {
        return Err(Reason::new(SkipKind::BodyNoContent, "the request body declares no media type (none)"));
    };
    let Some((media_type, entry, class)) = choose(refs, content) else {
        let types = content.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let reason = format!("none of the media types of the request body can be written: {types}");
        return Err(Reason::new(SkipKind::BodyUnsupported, reason));
    };
    let entry = refs.resolve(entry).unwrap_or(entry);
    let schema = entry.get("schema");
    let resolved = schema.and_then(|schema| refs.schema(schema));
    if matches!(class, Class::Form | Class::Multipart) && !required && resolved.is_some_and(is_empty_form) {
        return Ok(None);
    }
    let types = || content.keys().map(|key| media::essence(key)).collect();
    let (content_type, kind) = kind(refs, media_type, entry, class, resolved, &types)?;
    let input = input(schemas, &kind, schema, resolved, required);
    let description = body.get("description").and_then(Value::as_str).filter(|text| !text.is_empty());
    let left_out = match resolved.and_then(|schema| schema.get("properties")) {
        Some(Value::Object(properties)) if !required => properties.keys().cloned().collect(),
        _ => Vec::new(),
    };
    Ok(Some(Body { content_type, kind, required, input, left_out, description: description.map(str::to_owned) }))
}

/// JSON where it is offered, then forms, then text, then anything; document order among equals. A JSON Patch is a list, so
/// where the document says that the body is an object (Kubernetes does), another JSON type is meant.
fn choose<'a>(refs: &Refs<'a>, content: &'a Map<String, Value>) -> Option<(&'a str, &'a Value, Class)> {
    let rank = |class: Class| match class {
        Class::Json => 0,
        Class::Form | Class::Multipart => 1,
        Class::Any => 2,
        Class::Text => 3,
        Class::Binary => 4,
        Class::EventStream => 5,
    };
    let usable = content.iter().filter_map(|(media_type, entry)| {
        let class = media::class(media_type);
        let is_range = media_type.ends_with("/*") && crate::safety::is_header_value(media_type);
        let is_usable = class == Class::Any || is_range || media::is_concrete(media_type);
        is_usable.then_some((media_type.as_str(), entry, class))
    });
    let is_no_patch = |media_type: &str, entry: &'a Value| {
        media::essence(media_type) == "application/json-patch+json"
            && refs.resolve(entry).ok().and_then(|entry| refs.schema(entry.get("schema")?)?.get("type")?.as_str())
                == Some("object")
    };
    usable.min_by_key(|(media_type, entry, class)| (rank(*class), is_no_patch(media_type, entry)))
}

/// An object without any field that could be sent.
fn is_empty_form(schema: &Value) -> bool {
    let Value::Object(schema) = schema else { return false };
    let none = |key: &str| match schema.get(key) {
        None | Some(Value::Bool(false)) => true,
        Some(Value::Object(entries)) => key == "properties" && entries.is_empty(),
        Some(_) => false,
    };
    schema.get("type").and_then(Value::as_str) == Some("object")
        && ["properties", "additionalProperties", "allOf", "anyOf", "oneOf", "patternProperties"].into_iter().all(none)
}

fn kind<'a>(
    refs: &Refs<'a>,
    media_type: &str,
    entry: &'a Value,
    class: Class,
    schema: Option<&'a Value>,
    types: &dyn Fn() -> Vec<String>,
) -> Result<(String, Kind), Reason> {
    let declared = media_type.to_owned();
    Ok(match class {
        Class::Json => (declared, Kind::Json),
        Class::Form => (declared, Kind::Form(encodings(refs, entry, schema)?)),
        Class::Multipart => (declared, Kind::Multipart(encodings(refs, entry, schema)?)),
        Class::Text | Class::EventStream => (declared, Kind::Text),
        Class::Any => {
            // The server says that it takes anything, so the schema decides what is natural.
            let text = |key: &str| schema.and_then(|schema| schema.get(key)?.as_str());
            match (text("type"), text("format")) {
                (Some("string"), Some("binary" | "byte")) => ("application/octet-stream".into(), Kind::Bytes(types())),
                (Some("string"), _) => ("text/plain".into(), Kind::Text),
                _ => ("application/json".into(), Kind::Json),
            }
        }
        Class::Binary if media_type.contains('*') => ("application/octet-stream".into(), Kind::Bytes(types())),
        Class::Binary => (declared, Kind::Bytes(types())),
    })
}

/// The `encoding` of a form, field by field.
fn encodings<'a>(
    refs: &Refs<'a>,
    entry: &'a Value,
    schema: Option<&'a Value>,
) -> Result<HashMap<String, FieldEncoding>, Reason> {
    let mut encodings = HashMap::new();
    let anything = &Value::Bool(true);
    for (field, encoding) in entry.get("encoding").and_then(Value::as_object).into_iter().flatten() {
        let Value::Object(encoding) = encoding else { continue };
        let property = schema.and_then(|schema| property(refs, schema, field)).unwrap_or(anything);
        let writing = field_writing(refs, field, encoding, property)?;
        // Several types may be listed; the first that is one type and no range is sent.
        let listed = encoding.get("contentType").and_then(Value::as_str).unwrap_or_default();
        let content_type = listed.split(',').map(str::trim).find(|text| media::is_concrete(text)).map(str::to_owned);
        encodings.insert(field.clone(), FieldEncoding { writing, content_type });
    }
    Ok(encodings)
}

/// The schema of a property, also where a composition or an alternative declares it.
fn property<'a>(refs: &Refs<'a>, schema: &'a Value, name: &str) -> Option<&'a Value> {
    const MAX_SCHEMAS: usize = 200;
    let mut pending = vec![schema];
    for _ in 0..MAX_SCHEMAS {
        let Some(schema) = refs.schema(pending.pop()?) else { continue };
        if let Some(property) = schema.get("properties").and_then(|properties| properties.get(name)) {
            return Some(property);
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            pending.extend(schema.get(key).and_then(Value::as_array).into_iter().flatten());
        }
    }
    None
}

fn field_writing<'a>(
    refs: &Refs<'a>,
    field: &str,
    encoding: &'a Map<String, Value>,
    property: &'a Value,
) -> Result<Option<Writing>, Reason> {
    let problem = |what: String| Reason::new(SkipKind::BodyEncoding, format!("the form field `{field}` {what}"));
    let style = match encoding.get("style") {
        None => None,
        Some(Value::String(style)) => Some(style.as_str()),
        Some(other) => return Err(problem(format!("has the style {other}, which is no text"))),
    };
    let flag = |key: &str| match encoding.get(key) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(other) => Err(problem(format!("has `{key}: {other}`, which is neither true nor false"))),
    };
    let (explode, allow_reserved) = (flag("explode")?, flag("allowReserved")?);
    if style.is_none() && explode.is_none() && allow_reserved.is_none() {
        return Ok(None);
    }
    let name = style.unwrap_or("form");
    let is_query_style =
        |style: &Style| matches!(style, Style::Form | Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject);
    let Some(style) = Style::parse(name).filter(is_query_style) else {
        return Err(problem(format!("has the style `{name}`, which does not exist for forms")));
    };
    let explode = explode.unwrap_or(style == Style::Form);
    let shape = Shape::new(refs, style, explode, allow_reserved.unwrap_or(false), property);
    Ok(Some(Writing::Styled(shape)))
}

fn input<'a>(
    schemas: &Schemas<'a>,
    kind: &Kind,
    schema: Option<&'a Value>,
    resolved: Option<&'a Value>,
    required: bool,
) -> Input {
    match kind {
        Kind::Text => return Input::Field(json!({ "type": "string" })),
        Kind::Bytes(_) => return Input::Field(bytes::schema()),
        Kind::Json | Kind::Form(_) | Kind::Multipart(_) => {}
    }
    let (Some(schema), Some(resolved)) = (schema, resolved) else { return Input::Field(json!({})) };
    let binary = match kind {
        Kind::Multipart(_) => binary_properties(schemas, resolved),
        _ => Vec::new(),
    };
    let takes_bytes = |name: &str| binary.contains(&name);
    if required && is_closed_record(resolved) {
        let mut copy = schemas.copy(Direction::Request, resolved);
        bytes::in_properties(&mut copy, &takes_bytes);
        return flat(copy);
    }
    if !binary.is_empty() {
        let mut copy = schemas.copy(Direction::Request, resolved);
        bytes::in_properties(&mut copy, &takes_bytes);
        return Input::Field(copy);
    }
    Input::Field(schemas.copy(Direction::Request, schema))
}

/// Whether a body's properties can stand among the other inputs (openapi.md 4.2).
fn is_closed_record(schema: &Value) -> bool {
    let Value::Object(schema) = schema else { return false };
    schema.get("type").and_then(Value::as_str) == Some("object")
        && schema.get("properties").is_some_and(Value::is_object)
        && schema.get("additionalProperties") == Some(&Value::Bool(false))
        && schema.get("nullable") != Some(&Value::Bool(true))
        && !["allOf", "anyOf", "oneOf"].iter().any(|key| schema.contains_key(*key))
}

/// The properties of a multipart body that hold bytes: those declared so, here or where they refer to; where there are
/// none, those that are called like files.
fn binary_properties<'a>(schemas: &Schemas<'a>, schema: &'a Value) -> Vec<&'a str> {
    let properties = || schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let is_declared = |property: &'a Value| {
        let target = schemas.resolved(property).filter(|target| target.get("items").is_none());
        bytes::is_binary(property) || target.is_some_and(bytes::is_binary)
    };
    let declared: Vec<&str> =
        properties().filter(|(_, property)| is_declared(property)).map(|(name, _)| name.as_str()).collect();
    if !declared.is_empty() {
        return declared;
    }
    properties()
        .filter(|(name, property)| bytes::is_called_file(name, property))
        .map(|(name, _)| name.as_str())
        .collect()
}

fn flat(mut schema: Value) -> Input {
    let required: Vec<String> = match schema.get("required") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let mut definitions = Vec::new();
    for container in ["$defs", "definitions"] {
        if let Some(Value::Object(entries)) = schema.get_mut(container).map(Value::take) {
            definitions.extend(entries);
        }
    }
    let mut properties = Vec::new();
    if let Some(Value::Object(entries)) = schema.get_mut("properties").map(Value::take) {
        properties.extend(entries.into_iter().map(|(name, property)| {
            let is_required = required.contains(&name);
            (name, property, is_required)
        }));
    }
    Input::Flat { properties, definitions }
}
