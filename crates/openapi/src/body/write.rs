//! A caller's value as the bytes of a request body.

use bytes::Bytes;
use serde_json::Value;

use super::{Kind, bytes as tagged, form, multipart};
use crate::media;
use crate::parameters::encode::Pair;

/// A body ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) content_type: String,
    pub(crate) data: Bytes,
}

/// Why a body cannot be written: the field, if it is one, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unwritable {
    pub(crate) field: Option<String>,
    pub(crate) problem: &'static str,
}

impl Unwritable {
    fn whole(problem: &'static str) -> Self {
        Unwritable { field: None, problem }
    }
}

/// Writes a body.
pub(crate) fn write(content_type: &str, kind: &Kind, value: &Value) -> Result<Written, Unwritable> {
    let declared = content_type.to_owned();
    let (content_type, data) = match kind {
        Kind::Json => (declared, value.to_string().into_bytes()),
        Kind::Form(encodings) => {
            let pairs = form::pairs(&fields(value)?, encodings)
                .map_err(|(field, problem)| Unwritable { field: Some(field), problem: problem.describe() })?;
            (declared, pairs.iter().map(Pair::text).collect::<Vec<_>>().join("&").into_bytes())
        }
        Kind::Multipart(encodings) => multipart::write(content_type, &fields(value)?, encodings)
            .map_err(|(field, problem)| Unwritable { field: Some(field), problem })?,
        Kind::Text => match value {
            Value::String(text) => (declared, text.clone().into_bytes()),
            _ => return Err(Unwritable::whole("must be text")),
        },
        Kind::Bytes(types) => match (value, tagged::read(value).map_err(Unwritable::whole)?) {
            (_, Some(bytes)) => {
                // The bytes may say which of the document's types they are, but not that they are another one.
                let own = bytes.media_type.filter(|own| types.iter().any(|known| media::is_within(own, known)));
                (own.unwrap_or(declared), bytes.data)
            }
            (Value::String(text), None) => (declared, text.clone().into_bytes()),
            _ => return Err(Unwritable::whole("must be text, or bytes as `{ base64: … }`")),
        },
    };
    Ok(Written { content_type, data: Bytes::from(data) })
}

/// The fields of a form.
fn fields(value: &Value) -> Result<Vec<(&str, &Value)>, Unwritable> {
    match value {
        Value::Object(entries) => Ok(entries.iter().map(|(name, value)| (name.as_str(), value)).collect()),
        Value::Null => Ok(Vec::new()),
        _ => Err(Unwritable::whole("must be an object")),
    }
}
