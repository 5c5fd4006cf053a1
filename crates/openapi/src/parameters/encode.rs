//! The style table: how scalars, lists and records are written in each location.
//!
//! Delimiters of paths and headers stay literal, since values are escaped around them. In queries they are escaped like
//! values, as a form would do it.

use serde_json::Value;

use super::percent::{Set, encode};
use super::values::{Flat, Nested, scalar};
use super::{Shape, Style, Writing};

/// Why a value cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unwritable {
    /// A list or record inside another one.
    Nested,
    /// `deepObject` of something that is no record.
    NotRecord,
    /// Text that the place cannot hold.
    Character,
    /// Data that is no text where text is needed.
    NotText,
}

impl Unwritable {
    /// The end of a sentence that starts with the field.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Unwritable::Nested => "holds a list or an object inside another one, which cannot be written there",
            Unwritable::NotRecord => "must be an object",
            Unwritable::Character => "holds characters that cannot be written there",
            Unwritable::NotText => "must be text",
        }
    }
}

impl From<Nested> for Unwritable {
    fn from(Nested: Nested) -> Self {
        Unwritable::Nested
    }
}

/// A name and a value of a query or form, both encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Name and value before encoding: credentials replace by name, multipart bodies need both.
    pub(crate) plain: String,
    pub(crate) plain_value: String,
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Pair {
    pub(crate) fn new(name: &str, value: &str, set: Set) -> Self {
        Pair {
            plain: name.to_owned(),
            plain_value: value.to_owned(),
            name: encode(name, Set::Form),
            value: encode(value, set),
        }
    }

    /// `name=value`, or the bare name of a query string that is no form.
    pub(crate) fn text(&self) -> String {
        if self.plain.is_empty() { self.name.clone() } else { format!("{}={}", self.name, self.value) }
    }
}

/// The text that takes the place of a path placeholder.
pub(crate) fn path(name: &str, value: &Value, writing: Writing) -> Result<String, Unwritable> {
    let shape = match writing {
        Writing::Styled(shape) => shape,
        _ => return Ok(encode(&content(value, writing)?, Set::Unreserved)),
    };
    let set = if shape.allow_reserved { Set::ReservedInPath } else { Set::Unreserved };
    let flat = Flat::of(value)?;
    let each = |texts: &[String]| texts.iter().map(|text| encode(text, set)).collect::<Vec<_>>();
    let pairs = |pairs: &[(String, String)], equals: &str| {
        pairs
            .iter()
            .map(|(key, value)| format!("{}{equals}{}", encode(key, set), encode(value, set)))
            .collect::<Vec<_>>()
    };
    Ok(match (shape.style, flat) {
        (Style::Label, Flat::Scalar(text)) => format!(".{}", encode(&text, set)),
        (Style::Label, Flat::List(items)) if items.is_empty() => String::new(),
        (Style::Label, Flat::List(items)) => format!(".{}", each(&items).join(if shape.explode { "." } else { "," })),
        (Style::Label, Flat::Record(entries)) if entries.is_empty() => String::new(),
        (Style::Label, Flat::Record(entries)) if shape.explode => format!(".{}", pairs(&entries, "=").join(".")),
        (Style::Label, Flat::Record(entries)) => format!(".{}", pairs(&entries, ",").join(",")),
        (Style::Matrix, Flat::Scalar(text)) => matrix(name, &encode(&text, set)),
        (Style::Matrix, Flat::List(items)) if shape.explode => {
            each(&items).iter().map(|item| matrix(name, item)).collect()
        }
        (Style::Matrix, Flat::List(items)) if items.is_empty() => String::new(),
        (Style::Matrix, Flat::List(items)) => matrix(name, &each(&items).join(",")),
        (Style::Matrix, Flat::Record(entries)) if shape.explode => {
            pairs(&entries, "=").iter().map(|pair| format!(";{pair}")).collect()
        }
        (Style::Matrix, Flat::Record(entries)) if entries.is_empty() => String::new(),
        (Style::Matrix, Flat::Record(entries)) => matrix(name, &pairs(&entries, ",").join(",")),
        (_, Flat::Scalar(text)) => encode(&text, set),
        (_, Flat::List(items)) => each(&items).join(","),
        (_, Flat::Record(entries)) => pairs(&entries, if shape.explode { "=" } else { "," }).join(","),
    })
}

fn matrix(name: &str, value: &str) -> String {
    let name = encode(name, Set::Unreserved);
    if value.is_empty() { format!(";{name}") } else { format!(";{name}={value}") }
}

/// The pairs of a query or of a form.
pub(crate) fn query(name: &str, value: &Value, writing: Writing) -> Result<Vec<Pair>, Unwritable> {
    let shape = match writing {
        Writing::Styled(shape) => shape,
        _ => return Ok(vec![Pair::new(name, &content(value, writing)?, Set::Form)]),
    };
    let set = if shape.allow_reserved { Set::ReservedInQuery } else { Set::Form };
    if shape.style == Style::DeepObject {
        return deep_object(name, value, shape, set);
    }
    let joined = |parts: Vec<String>| {
        // The delimiter itself is written as OpenAPI's table has it: a space as `%20`, not as a plus sign.
        let (plain, delimiter) = match shape.style {
            Style::SpaceDelimited => (" ", "%20"),
            Style::PipeDelimited => ("|", "%7C"),
            _ if shape.allow_reserved => (",", ","),
            _ => (",", "%2C"),
        };
        let text = parts.iter().map(|part| encode(part, set)).collect::<Vec<_>>().join(delimiter);
        vec![Pair {
            plain: name.to_owned(),
            plain_value: parts.join(plain),
            name: encode(name, Set::Form),
            value: text,
        }]
    };
    Ok(match Flat::of(value)? {
        Flat::Scalar(text) => vec![Pair::new(name, &text, set)],
        Flat::List(items) if shape.explode => items.iter().map(|item| Pair::new(name, item, set)).collect(),
        Flat::List(items) => joined(items),
        Flat::Record(entries) if shape.explode => {
            entries.iter().map(|(key, value)| Pair::new(key, value, set)).collect()
        }
        Flat::Record(entries) => joined(entries.into_iter().flat_map(|(key, value)| [key, value]).collect()),
    })
}

/// `name[key]=value`. Where the schema declares further levels they get brackets of their own, list items their position.
fn deep_object(name: &str, value: &Value, shape: Shape, set: Set) -> Result<Vec<Pair>, Unwritable> {
    let is_writable = value.is_object() || (value.is_array() && shape.nested) || (!value.is_array() && shape.scalar);
    if !is_writable {
        return Err(Unwritable::NotRecord);
    }
    let mut pairs = Vec::new();
    let mut pending = vec![(name.to_owned(), value, 0)];
    while let Some((name, value, level)) = pending.pop() {
        let children: Vec<(String, &Value, usize)> = match value {
            Value::Array(_) | Value::Object(_) if level > 0 && !shape.nested => return Err(Unwritable::Nested),
            Value::Array(items) => {
                items.iter().enumerate().map(|(at, item)| (format!("{name}[{at}]"), item, level + 1)).collect()
            }
            Value::Object(entries) => {
                entries.iter().map(|(key, value)| (format!("{name}[{key}]"), value, level + 1)).collect()
            }
            other => {
                pairs.push(Pair::new(&name, &scalar(other).unwrap_or_default(), set));
                continue;
            }
        };
        pending.extend(children.into_iter().rev());
    }
    Ok(pairs)
}

/// The value of a header.
pub(crate) fn header(value: &Value, writing: Writing) -> Result<String, Unwritable> {
    let Writing::Styled(shape) = writing else { return content(value, writing) };
    let equals = if shape.explode { "=" } else { "," };
    Ok(match Flat::of(value)? {
        Flat::Scalar(text) => text,
        Flat::List(items) => items.join(","),
        Flat::Record(entries) => {
            entries.iter().map(|(key, value)| format!("{key}{equals}{value}")).collect::<Vec<_>>().join(",")
        }
    })
}

/// Cookies: `name=value`, each to be joined with others by `; `.
pub(crate) fn cookies(name: &str, value: &Value, writing: Writing) -> Result<Vec<(String, String)>, Unwritable> {
    let Writing::Styled(shape) = writing else {
        return Ok(vec![(name.to_owned(), encode(&content(value, writing)?, Set::Unreserved))]);
    };
    let text = |text: &str| match shape.style {
        Style::Cookie if text.bytes().all(is_cookie_octet) => Ok(text.to_owned()),
        Style::Cookie => Err(Unwritable::Character),
        _ => Ok(encode(text, Set::Unreserved)),
    };
    let one = |value: String| vec![(name.to_owned(), value)];
    let joined = |parts: Vec<String>| {
        Ok::<_, Unwritable>(parts.iter().map(|part| text(part)).collect::<Result<Vec<_>, _>>()?.join(","))
    };
    Ok(match Flat::of(value)? {
        Flat::Scalar(value) => one(text(&value)?),
        Flat::List(items) if shape.explode => {
            items.iter().map(|item| Ok((name.to_owned(), text(item)?))).collect::<Result<_, Unwritable>>()?
        }
        Flat::List(items) => one(joined(items)?),
        Flat::Record(entries) if shape.explode => {
            let pair = |(key, value): &(String, String)| {
                let key = if shape.style == Style::Cookie { key.clone() } else { encode(key, Set::Unreserved) };
                if crate::safety::is_header_name(&key) { Ok((key, text(value)?)) } else { Err(Unwritable::Character) }
            };
            entries.iter().map(pair).collect::<Result<_, Unwritable>>()?
        }
        Flat::Record(entries) => one(joined(entries.into_iter().flat_map(|(key, value)| [key, value]).collect())?),
    })
}

/// RFC 6265 `cookie-octet`.
fn is_cookie_octet(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)
}

/// The text of a value that is not written in a style.
pub(crate) fn content(value: &Value, writing: Writing) -> Result<String, Unwritable> {
    match writing {
        Writing::Text => scalar(value).ok_or(Unwritable::NotText),
        Writing::Form | Writing::Json | Writing::Styled(_) => Ok(value.to_string()),
    }
}

/// A whole query string (3.2): `k=v&k2=v2`, or text in one piece.
pub(crate) fn query_string(value: &Value, writing: Writing) -> Result<Vec<Pair>, Unwritable> {
    if writing != Writing::Form {
        let text = encode(&content(value, writing)?, Set::FormWithoutPlus);
        return Ok(vec![Pair { plain: String::new(), plain_value: String::new(), name: text, value: String::new() }]);
    }
    let Value::Object(entries) = value else { return Err(Unwritable::NotRecord) };
    let shape = Shape { style: Style::Form, explode: true, allow_reserved: false, nested: false, scalar: true };
    let mut pairs = Vec::new();
    for (key, value) in entries {
        if value.is_object() {
            return Err(Unwritable::Nested);
        }
        pairs.extend(query(key, value, Writing::Styled(shape))?);
    }
    Ok(pairs)
}
