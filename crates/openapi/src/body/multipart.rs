//! `multipart/form-data`: a part for each value, files from tagged bytes.

use std::collections::HashMap;

use serde_json::Value;

use super::{FieldEncoding, bytes, form};
use crate::media::{self, Class};
use crate::parameters::Writing;
use crate::parameters::values::scalar;

/// A part of the body.
struct Part {
    name: String,
    filename: Option<String>,
    content_type: Option<String>,
    data: Vec<u8>,
}

/// Content type and bytes, or the field that cannot be written and why.
pub(super) fn write(
    content_type: &str,
    fields: &[(&str, &Value)],
    encodings: &HashMap<String, FieldEncoding>,
) -> Result<(String, Vec<u8>), (String, &'static str)> {
    let mut parts = Vec::new();
    for (name, value) in fields {
        let failed = |problem| ((*name).to_owned(), problem);
        parts.extend(field(name, value, encodings.get(*name)).map_err(failed)?);
    }
    let boundary = boundary(&parts);
    let mut body = Vec::new();
    for part in &parts {
        let mut head = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"", quoted(&part.name));
        if let Some(filename) = &part.filename {
            head.push_str(&format!("; filename=\"{}\"", quoted(filename)));
        }
        if let Some(content_type) = &part.content_type {
            head.push_str(&format!("\r\nContent-Type: {content_type}"));
        }
        head.push_str("\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&part.data);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok((format!("{}; boundary={boundary}", media::essence(content_type)), body))
}

fn field(name: &str, value: &Value, encoding: Option<&FieldEncoding>) -> Result<Vec<Part>, &'static str> {
    let declared = encoding.and_then(|encoding| encoding.content_type.as_deref());
    if let Some(Writing::Styled(_)) = encoding.and_then(|encoding| encoding.writing)
        && bytes::read(value)?.is_none()
    {
        let pairs = form::field(name, value, encoding).map_err(|problem| problem.describe())?;
        let part = |pair: crate::parameters::encode::Pair| Part {
            name: pair.plain,
            filename: None,
            content_type: None,
            data: pair.plain_value.into_bytes(),
        };
        return Ok(pairs.into_iter().map(part).collect());
    }
    match value {
        // A list is a part for each item, unless the whole is declared to be JSON.
        Value::Array(items) if declared.map(media::class) != Some(Class::Json) => {
            items.iter().map(|item| part(name, item, declared)).collect()
        }
        other => Ok(vec![part(name, other, declared)?]),
    }
}

fn part(name: &str, value: &Value, declared: Option<&str>) -> Result<Part, &'static str> {
    let name = name.to_owned();
    if let Some(tagged) = bytes::read(value)? {
        let content_type = tagged.media_type.or_else(|| declared.map(str::to_owned));
        return Ok(Part {
            filename: Some(tagged.filename.unwrap_or_else(|| name.clone())),
            name,
            content_type: Some(content_type.unwrap_or_else(|| "application/octet-stream".into())),
            data: tagged.data,
        });
    }
    let is_json = declared.map(media::class) == Some(Class::Json);
    let (data, content_type) = match scalar(value) {
        Some(text) if !is_json => (text, declared.map(str::to_owned)),
        _ => (value.to_string(), Some(declared.unwrap_or("application/json").to_owned())),
    };
    // Servers tell files from fields by the file name, so text with a type of its own gets one where the type is no
    // text.
    let is_file = declared.is_some_and(|declared| media::class(declared) == Class::Binary);
    Ok(Part { filename: is_file.then(|| name.clone()), name, content_type, data: data.into_bytes() })
}

/// Names as browsers write them: what would end the header or the quotes is escaped.
fn quoted(text: &str) -> String {
    text.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

/// A line that none of the parts contains. The same parts always get the same one, so that a request can be repeated.
fn boundary(parts: &[Part]) -> String {
    let mut number = 0_u64;
    loop {
        let candidate = format!("codemode-part-{number:016x}");
        let is_in = |data: &[u8]| data.windows(candidate.len()).any(|window| window == candidate.as_bytes());
        if !parts.iter().any(|part| is_in(&part.data)) {
            return candidate;
        }
        number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
}
