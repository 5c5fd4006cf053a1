//! `application/x-www-form-urlencoded`: fields as the document's `encoding` wants them.
//!
//! Without `encoding` a field is written by its value, as OpenAPI 3.0.4 and 3.1.1 define it: text as text, every item of
//! a list as a field of its own, objects as JSON.

use std::collections::HashMap;

use serde_json::Value;

use super::FieldEncoding;
use crate::media::{self, Class};
use crate::parameters::Writing;
use crate::parameters::encode::{self, Pair, Unwritable};
use crate::parameters::percent::Set;
use crate::parameters::values::scalar;

/// The fields of a form, or the name of the field that cannot be written.
pub(super) fn pairs(
    fields: &[(&str, &Value)],
    encodings: &HashMap<String, FieldEncoding>,
) -> Result<Vec<Pair>, (String, Unwritable)> {
    let mut pairs = Vec::new();
    for (name, value) in fields {
        let written = field(name, value, encodings.get(*name)).map_err(|problem| ((*name).to_owned(), problem))?;
        pairs.extend(written);
    }
    Ok(pairs)
}

/// One field.
pub(super) fn field(name: &str, value: &Value, encoding: Option<&FieldEncoding>) -> Result<Vec<Pair>, Unwritable> {
    if let Some(writing @ Writing::Styled(_)) = encoding.and_then(|encoding| encoding.writing) {
        return encode::query(name, value, writing);
    }
    let declared = encoding.and_then(|encoding| encoding.content_type.as_deref()).map(media::class);
    if declared == Some(Class::Json) {
        return Ok(vec![Pair::new(name, &value.to_string(), Set::Form)]);
    }
    let one = |value: &Value| match scalar(value) {
        Some(text) => Pair::new(name, &text, Set::Form),
        None => Pair::new(name, &value.to_string(), Set::Form),
    };
    Ok(match value {
        Value::Array(items) => items.iter().map(one).collect(),
        other => vec![one(other)],
    })
}
