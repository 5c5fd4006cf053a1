//! Media types, as far as reading and writing bodies needs them.

/// What a media type is read or written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Json,
    Form,
    Multipart,
    /// Text of any kind that programs can read, XML and YAML included.
    Text,
    EventStream,
    /// `*/*`.
    Any,
    /// Everything else.
    Binary,
}

/// The type without parameters, in lower case.
pub(crate) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Sorts a media type.
pub(crate) fn class(media_type: &str) -> Class {
    let essence = essence(media_type);
    match essence.as_str() {
        "application/json" | "text/json" => Class::Json,
        "application/x-www-form-urlencoded" => Class::Form,
        "multipart/form-data" => Class::Multipart,
        "text/event-stream" => Class::EventStream,
        "*/*" => Class::Any,
        "application/xml"
        | "application/yaml"
        | "application/x-yaml"
        | "application/javascript"
        | "application/ecmascript"
        | "application/graphql"
        | "application/jwt"
        | "application/jose"
        | "application/sql"
        | "application/toml"
        | "application/x-ndjson"
        | "application/jsonl"
        | "application/x-jsonlines"
        | "application/json-seq"
        | "application/stream+json"
        | "application/text"
        | "application/x-sh"
        | "application/x-pem-file"
        | "application/pem-certificate-chain" => Class::Text,
        other if other.ends_with("+json") => Class::Json,
        other if other.starts_with("text/") || other.ends_with("+xml") || other.ends_with("+yaml") => Class::Text,
        _ => Class::Binary,
    }
}

/// The `charset` parameter in lower case.
pub(crate) fn charset(media_type: &str) -> Option<String> {
    media_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches('"').to_ascii_lowercase())
    })
}

/// Whether text is one media type that can stand in a header, wildcards excluded.
pub(crate) fn is_concrete(media_type: &str) -> bool {
    let essence = essence(media_type);
    let token = |part: &str| !part.is_empty() && part != "*" && crate::safety::is_header_name(part);
    let parts = essence.split_once('/');
    parts.is_some_and(|(kind, subtype)| token(kind) && token(subtype)) && crate::safety::is_header_value(media_type)
}

/// Whether a media type is `known`, or in the range `known` (`image/*`). Arbitrary bytes may be called anything.
pub(crate) fn is_within(media_type: &str, known: &str) -> bool {
    let own = essence(media_type);
    match known.strip_suffix('*') {
        Some("*/") => true,
        Some(range) => own.starts_with(range),
        None => own == known || known == "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_sorted_by_their_essence() {
        let rows = [
            ("application/JSON; charset=utf-8", Class::Json),
            ("application/vnd.harbor+json", Class::Json),
            ("text/csv", Class::Text),
            ("image/svg+xml", Class::Text),
            ("application/zip", Class::Binary),
            ("*/*", Class::Any),
            ("image/*", Class::Binary),
            ("text/event-stream", Class::EventStream),
        ];
        for (media_type, expected) in rows {
            assert_eq!(class(media_type), expected, "{media_type}");
        }
        assert_eq!(charset("text/plain; Charset=\"ISO-8859-1\"").as_deref(), Some("iso-8859-1"));
        assert!(is_concrete("application/merge-patch+json"));
        assert!(!is_concrete("image/*") && !is_concrete("text") && !is_concrete("a/b\r\nx: y"));
    }
}
