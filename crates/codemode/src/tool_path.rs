//! Canonical tool paths and the expressions that reach them (tools-and-discovery.md 3.1, 3.2).
//!
//! A canonical path is its segments joined by dots; no segment contains one, so path and segments are one-to-one.

use std::borrow::Cow;

use crate::ConfigError;

/// Splits a dotted name into its segments.
///
/// # Errors
/// [`ConfigError::EmptySegment`] when a segment is empty.
pub(crate) fn segments(name: &str) -> Result<impl Iterator<Item = &str>, ConfigError> {
    if name.split('.').any(str::is_empty) {
        return Err(ConfigError::EmptySegment { name: name.to_owned() });
    }
    Ok(name.split('.'))
}

/// The expression a program writes to reach a path: `tools.ctx7["resolve-id"]` for `ctx7.resolve-id`.
///
/// ```
/// assert_eq!(codemode::path_expression("ctx7.resolve-id"), r#"tools.ctx7["resolve-id"]"#);
/// ```
pub fn path_expression(path: &str) -> String {
    let mut text = String::with_capacity(path.len() + 8);
    text.push_str("tools");
    for segment in path.split('.') {
        if is_identifier(segment) {
            text.push('.');
            text.push_str(segment);
        } else {
            text.push('[');
            text.push_str(&json_string(segment));
            text.push(']');
        }
    }
    text
}

/// Whether `text` can stand bare as a property name: `^[A-Za-z_$][A-Za-z0-9_$]*$`. Reserved words can.
pub(crate) fn is_identifier(text: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    text.starts_with(starts) && text.chars().all(|c| starts(c) || c.is_ascii_digit())
}

/// `text` as a JSON string literal. The two line separators that are legal in JSON but end lines elsewhere are escaped.
pub(crate) fn json_string(text: &str) -> String {
    let json = serde_json::Value::String(text.to_owned()).to_string();
    if json.contains(['\u{2028}', '\u{2029}']) {
        return json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    }
    json
}

/// The first segment of a path: its namespace.
pub(crate) fn namespace(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

/// Joins a namespace and a name; either may be empty.
pub(crate) fn join<'a>(namespace: &'a str, name: &'a str) -> Cow<'a, str> {
    match (namespace.is_empty(), name.is_empty()) {
        (true, _) => Cow::Borrowed(name),
        (_, true) => Cow::Borrowed(namespace),
        _ => Cow::Owned(format!("{namespace}.{name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_follow_the_table() {
        let rows = [
            ("orders.lookup", "tools.orders.lookup"),
            ("ctx7.resolve-id", r#"tools.ctx7["resolve-id"]"#),
            ("v2.2fa.enable", r#"tools.v2["2fa"].enable"#),
            ("wörter.get", r#"tools["wörter"].get"#),
            (r#"say"hi.now"#, r#"tools["say\"hi"].now"#),
            ("a b", r#"tools["a b"]"#),
            ("api.delete", "tools.api.delete"),
            ("__proto__.constructor", "tools.__proto__.constructor"),
            ("line\u{2028}end", "tools[\"line\\u2028end\"]"),
        ];
        for (path, expression) in rows {
            assert_eq!(path_expression(path), expression);
        }
    }

    #[test]
    fn empty_segments_are_refused() {
        for name in ["", "a..b", ".x", "x."] {
            assert!(segments(name).is_err(), "{name:?}");
        }
        assert!(segments("a.b").is_ok_and(|segments| segments.eq(["a", "b"])));
    }
}
