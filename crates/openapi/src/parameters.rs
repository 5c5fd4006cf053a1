//! Parameters: what the document says about each, checked once, so that a call only has to write values.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::{Map, Value};

use crate::media;
use crate::refs::Refs;
use crate::safety;
use crate::skip::{Reason, SkipKind};

pub(crate) mod encode;
pub(crate) mod percent;
pub(crate) mod values;

/// Where a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Location {
    Path,
    Query,
    Header,
    Cookie,
    /// The whole query string (3.2).
    QueryString,
}

impl Location {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "path" => Location::Path,
            "query" => Location::Query,
            "header" => Location::Header,
            "cookie" => Location::Cookie,
            "querystring" => Location::QueryString,
            _ => return None,
        })
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Location::Path => "path",
            Location::Query => "query",
            Location::Header => "header",
            Location::Cookie => "cookie",
            Location::QueryString => "querystring",
        }
    }
}

/// How lists and records become text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
    /// Cookies as they are, without percent-encoding (3.2).
    Cookie,
}

impl Style {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "simple" => Style::Simple,
            "label" => Style::Label,
            "matrix" => Style::Matrix,
            "form" => Style::Form,
            "spaceDelimited" => Style::SpaceDelimited,
            "pipeDelimited" => Style::PipeDelimited,
            "deepObject" => Style::DeepObject,
            "cookie" => Style::Cookie,
            _ => return None,
        })
    }

    fn exists_in(self, location: Location) -> bool {
        match location {
            Location::Path => matches!(self, Style::Simple | Style::Label | Style::Matrix),
            Location::Header => self == Style::Simple,
            Location::Cookie => matches!(self, Style::Form | Style::Cookie),
            Location::Query => {
                matches!(self, Style::Form | Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject)
            }
            Location::QueryString => false,
        }
    }
}

/// How a value becomes text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) style: Style,
    pub(crate) explode: bool,
    pub(crate) allow_reserved: bool,
    /// The schema has lists or records inside, which `deepObject` then writes with further brackets.
    pub(crate) nested: bool,
    /// The schema also allows a plain value, which `deepObject` then writes under the bare name.
    pub(crate) scalar: bool,
}

/// What a parameter's value is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writing {
    Styled(Shape),
    Json,
    Text,
    /// Records as `k=v&k2=v2` (3.2 `querystring`).
    Form,
}

/// A parameter as the document declares it.
#[derive(Debug, Clone)]
pub(crate) struct Parameter<'a> {
    pub(crate) location: Location,
    pub(crate) name: &'a str,
    pub(crate) required: bool,
    pub(crate) writing: Writing,
    pub(crate) schema: Option<&'a Value>,
    pub(crate) description: Option<&'a str>,
    pub(crate) deprecated: bool,
}

/// The parameters of an operation: those of the path item first, later ones in the place of equal earlier ones.
pub(crate) fn merged<'a>(
    refs: &Refs<'a>,
    item: &'a Map<String, Value>,
    operation: &'a Map<String, Value>,
) -> Result<Vec<Parameter<'a>>, Reason> {
    let mut entries: Vec<(Location, &'a str, &'a Map<String, Value>)> = Vec::new();
    let mut positions: HashMap<(Location, &'a str), usize> = HashMap::new();
    let mut unknown = None;
    for list in [item.get("parameters"), operation.get("parameters")] {
        for (position, entry) in list.and_then(Value::as_array).into_iter().flatten().enumerate() {
            let (entry, place, name) = identify(refs, entry, position)?;
            match Location::parse(place) {
                None if unknown.is_none() => {
                    unknown = Some(Reason::new(
                        SkipKind::ParamLocation,
                        format!("the parameter `{name}` stands in `{place}`, which is no location of OpenAPI 3"),
                    ));
                }
                None => {}
                Some(location) => match positions.entry((location, name)) {
                    Entry::Occupied(known) => {
                        if let Some(known) = entries.get_mut(*known.get()) {
                            known.2 = entry;
                        }
                    }
                    Entry::Vacant(free) => {
                        free.insert(entries.len());
                        entries.push((location, name, entry));
                    }
                },
            }
        }
    }
    if let Some(reason) = unknown {
        return Err(reason);
    }
    let mut parameters = Vec::with_capacity(entries.len());
    for (location, name, entry) in entries {
        if location == Location::Header && safety::is_reserved_header(name) {
            continue;
        }
        parameters.push(read(refs, location, name, entry)?);
    }
    Ok(parameters)
}

fn identify<'a>(
    refs: &Refs<'a>,
    entry: &'a Value,
    position: usize,
) -> Result<(&'a Map<String, Value>, &'a str, &'a str), Reason> {
    let nth = position + 1;
    let entry = refs.resolve(entry).map_err(|problem| {
        Reason::new(SkipKind::ParamUnresolved, format!("parameter {nth} cannot be read: {}", problem.describe()))
    })?;
    let Value::Object(entry) = entry else {
        return Err(Reason::new(SkipKind::ParamInvalid, format!("parameter {nth} is not an object")));
    };
    let text = |key: &str| entry.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    match (text("in"), text("name")) {
        (Some(place), Some(name)) => Ok((entry, place, name)),
        (Some("querystring"), None) => Ok((entry, "querystring", "query")),
        (place, name) => {
            let missing = if name.is_none() { "name" } else { "in" };
            let known = name.or(place).map(|known| format!(" (`{known}`)")).unwrap_or_default();
            Err(Reason::new(SkipKind::ParamIncomplete, format!("parameter {nth}{known} has no `{missing}`")))
        }
    }
}

fn read<'a>(
    refs: &Refs<'a>,
    location: Location,
    name: &'a str,
    entry: &'a Map<String, Value>,
) -> Result<Parameter<'a>, Reason> {
    let label = format!("the {} parameter `{name}`", location.as_str());
    if location == Location::Header && !safety::is_header_name(name) {
        return Err(Reason::new(SkipKind::ParamName, format!("{label} has a name that no HTTP header can have")));
    }
    if location == Location::Cookie && !safety::is_header_name(name) {
        return Err(Reason::new(SkipKind::ParamName, format!("{label} has a name that no cookie can have")));
    }
    let content = entry.get("content").and_then(Value::as_object);
    let (writing, schema) = match (entry.get("schema"), content) {
        (_, Some(content)) if location == Location::QueryString || !entry.contains_key("schema") => {
            content_writing(&label, location, content)?
        }
        (Some(schema), _) if location != Location::QueryString => {
            (Writing::Styled(shape(refs, &label, location, entry, schema)?), Some(schema))
        }
        _ => {
            return Err(Reason::new(SkipKind::ParamNoSchema, format!("{label} has neither a schema nor content")));
        }
    };
    Ok(Parameter {
        location,
        name,
        required: location == Location::Path || entry.get("required") == Some(&Value::Bool(true)),
        writing,
        schema,
        description: entry.get("description").and_then(Value::as_str).filter(|text| !text.is_empty()),
        deprecated: entry.get("deprecated") == Some(&Value::Bool(true)),
    })
}

fn content_writing<'a>(
    label: &str,
    location: Location,
    content: &'a Map<String, Value>,
) -> Result<(Writing, Option<&'a Value>), Reason> {
    let writable = content.iter().find_map(|(media_type, entry)| {
        let writing = match media::class(media_type) {
            media::Class::Json | media::Class::Any => Writing::Json,
            media::Class::Form if location == Location::QueryString => Writing::Form,
            media::Class::Text => Writing::Text,
            _ => return None,
        };
        Some((writing, entry.get("schema")))
    });
    writable.ok_or_else(|| {
        let types = content.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let types = if types.is_empty() { "nothing".to_owned() } else { types };
        Reason::new(SkipKind::ParamContent, format!("{label} is written as {types}; only JSON and text are supported"))
    })
}

fn shape<'a>(
    refs: &Refs<'a>,
    label: &str,
    location: Location,
    entry: &'a Map<String, Value>,
    schema: &'a Value,
) -> Result<Shape, Reason> {
    let style = match entry.get("style") {
        None => match location {
            Location::Path | Location::Header => "simple",
            _ => "form",
        },
        Some(Value::String(style)) if !style.is_empty() => style,
        Some(other) => {
            return Err(Reason::new(
                SkipKind::ParamBadStyle,
                format!("{label} has the style {other}, which is no text"),
            ));
        }
    };
    let flag = |key: &str, kind| match entry.get(key) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(other) => Err(Reason::new(kind, format!("{label} has `{key}: {other}`, which is neither true nor false"))),
    };
    let explode = flag("explode", SkipKind::ParamBadExplode)?;
    let allow_reserved = flag("allowReserved", SkipKind::ParamBadAllowReserved)?.unwrap_or(false);
    let Some(style) = Style::parse(style).filter(|style| style.exists_in(location)) else {
        let place = location.as_str();
        return Err(Reason::new(
            SkipKind::ParamStyle,
            format!("{label} has the style `{style}`, which does not exist for {place} parameters"),
        ));
    };
    let explode = explode.unwrap_or(matches!(style, Style::Form | Style::Cookie));
    if style == Style::DeepObject && !explode {
        return Err(Reason::new(
            SkipKind::ParamDeepNoExplode,
            format!("{label} has the style `deepObject` without `explode: true`, which has no defined form"),
        ));
    }
    Ok(Shape::new(refs, style, explode, allow_reserved, schema))
}

impl Shape {
    pub(crate) fn new<'a>(
        refs: &Refs<'a>,
        style: Style,
        explode: bool,
        allow_reserved: bool,
        schema: &'a Value,
    ) -> Shape {
        let is_deep = style == Style::DeepObject;
        let nested = is_deep && has_nested_values(refs, schema);
        let scalar = is_deep && allows_scalar(refs, schema);
        Shape { style, explode, allow_reserved, nested, scalar }
    }
}

/// Whether one of the alternatives of a schema is declared to be a plain value.
fn allows_scalar<'a>(refs: &Refs<'a>, schema: &'a Value) -> bool {
    const MAX_SCHEMAS: usize = 200;
    let is_scalar = |of: &Value| ["string", "number", "integer", "boolean"].iter().any(|name| of == name);
    let mut pending = vec![schema];
    for _ in 0..MAX_SCHEMAS {
        let Some(schema) = pending.pop() else { return false };
        let Some(Value::Object(schema)) = refs.schema(schema) else { continue };
        let is_here = match schema.get("type") {
            Some(Value::Array(of)) => of.iter().any(is_scalar),
            Some(of) => is_scalar(of),
            None => false,
        };
        if is_here {
            return true;
        }
        for key in ["anyOf", "oneOf"] {
            pending.extend(schema.get(key).and_then(Value::as_array).into_iter().flatten());
        }
    }
    false
}

/// Whether values of a schema are lists, or records with lists or records inside.
pub(crate) fn has_nested_values<'a>(refs: &Refs<'a>, schema: &'a Value) -> bool {
    const MAX_SCHEMAS: usize = 2000;
    let is = |schema: &Map<String, Value>, name: &str| match schema.get("type") {
        Some(Value::String(of)) => of == name,
        Some(Value::Array(of)) => of.iter().any(|of| of == name),
        _ => false,
    };
    let mut pending = vec![(schema, false)];
    for _ in 0..MAX_SCHEMAS {
        let Some((schema, inside)) = pending.pop() else { return false };
        let Some(Value::Object(schema)) = refs.schema(schema) else { continue };
        if is(schema, "array") || schema.contains_key("items") {
            return true;
        }
        let is_record = is(schema, "object") || schema.contains_key("properties");
        if inside && is_record {
            return true;
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            pending.extend(schema.get(key).and_then(Value::as_array).into_iter().flatten().map(|part| (part, inside)));
        }
        if !inside {
            let properties = schema.get("properties").and_then(Value::as_object);
            pending.extend(properties.into_iter().flat_map(Map::values).map(|property| (property, true)));
            pending.extend(schema.get("additionalProperties").map(|further| (further, true)));
        }
    }
    false
}
