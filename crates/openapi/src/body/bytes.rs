//! Binary data in JSON: `{ base64, mediaType?, filename? }`. What a response gives as such a value can be passed on.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use serde_json::{Value, json};

const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// Bytes that a caller passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tagged {
    pub(crate) data: Vec<u8>,
    pub(crate) media_type: Option<String>,
    pub(crate) filename: Option<String>,
}

/// The type of an input that takes bytes.
pub(crate) fn schema() -> Value {
    json!({
        "anyOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": {
                    "base64": { "type": "string" },
                    "mediaType": { "type": "string" },
                    "filename": { "type": "string" },
                },
                "required": ["base64"],
            },
        ],
        "description": "Text, or bytes as base64",
    })
}

/// Reads tagged bytes: `Ok(None)` for anything that is not an object with `base64`.
pub(crate) fn read(value: &Value) -> Result<Option<Tagged>, &'static str> {
    let Some(encoded) = value.as_object().and_then(|object| object.get("base64")) else { return Ok(None) };
    let Value::String(encoded) = encoded else { return Err("has a `base64` that is not text") };
    let engine = if encoded.contains(['-', '_']) { &URL_SAFE } else { &STANDARD };
    let data = engine.decode(encoded.as_bytes()).map_err(|_| "has a `base64` that cannot be decoded")?;
    let text = |key: &str| value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
    let media_type = text("mediaType");
    if media_type.as_deref().is_some_and(|media_type| !crate::media::is_concrete(media_type)) {
        return Err("has a `mediaType` that is no media type");
    }
    Ok(Some(Tagged { data, media_type, filename: text("filename") }))
}

/// Whether a property is declared to hold bytes.
pub(crate) fn is_binary(schema: &Value) -> bool {
    let is_bytes = |schema: &Value| {
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        text("format") == Some("binary")
            || (text("contentMediaType").is_some_and(|media| !media.starts_with("text/"))
                && text("contentEncoding").is_none())
    };
    is_bytes(schema) || schema.get("items").is_some_and(is_bytes)
}

/// Whether a property of a multipart body is called like a file and declared as mere text: some documents have no other
/// way to say it (Stripe's has none).
pub(crate) fn is_called_file(name: &str, schema: &Value) -> bool {
    const CERTAIN: [&str; 4] = ["enum", "const", "format", "pattern"];
    let Value::Object(schema) = schema else { return false };
    let is_text = schema.get("type").and_then(Value::as_str) == Some("string");
    let name = name.to_ascii_lowercase();
    is_text
        && !CERTAIN.iter().any(|keyword| schema.contains_key(*keyword))
        && ["file", "image", "attachment", "photo", "upload"]
            .iter()
            .any(|word| name == *word || name == format!("{word}s"))
}

/// Gives those properties of a copied schema that `takes_bytes` names the type that takes them.
pub(crate) fn in_properties(copied: &mut Value, takes_bytes: &dyn Fn(&str) -> bool) {
    let Some(properties) = copied.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| takes_bytes(name)) {
        let in_place = match property.get_mut("items") {
            Some(items) => items,
            None => property,
        };
        let description = in_place.get("description").cloned();
        *in_place = schema();
        if let (Some(description), Value::Object(object)) = (description, in_place) {
            object.insert("description".into(), description);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn tagged_bytes_are_read() {
        let tagged = read(&json!({ "base64": "AP8_", "mediaType": "image/png" })).unwrap().unwrap();
        assert_eq!((tagged.data, tagged.media_type.as_deref()), (vec![0, 255, 63], Some("image/png")));
        assert_eq!(read(&json!({ "base64": "AP8=" })).unwrap().unwrap().data, [0, 255]);
        assert_eq!(read(&json!({ "base64": "AP8" })).unwrap().unwrap().data, [0, 255]);
        assert_eq!(read(&json!({ "other": 1 })), Ok(None));
        assert!(read(&json!({ "base64": "a b" })).is_err());
        assert!(read(&json!({ "base64": "", "mediaType": "a/b\r\nx: y" })).is_err());
    }
}
