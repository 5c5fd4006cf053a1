//! Values as the text that goes on the wire, before any encoding.

use serde_json::{Number, Value};

/// A value that a style can write.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Flat {
    Scalar(String),
    List(Vec<String>),
    Record(Vec<(String, String)>),
}

/// A list or record inside another one, where only one level can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nested;

impl Flat {
    pub(crate) fn of(value: &Value) -> Result<Flat, Nested> {
        Ok(match value {
            Value::Array(items) => Flat::List(items.iter().map(scalar).collect::<Option<_>>().ok_or(Nested)?),
            Value::Object(entries) => {
                let pairs = entries.iter().map(|(key, value)| Some((key.clone(), scalar(value)?)));
                Flat::Record(pairs.collect::<Option<_>>().ok_or(Nested)?)
            }
            other => Flat::Scalar(scalar(other).ok_or(Nested)?),
        })
    }
}

/// The text of anything but a list or record.
pub(crate) fn scalar(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "null".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number_text(number),
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => return None,
    })
}

/// A number as JavaScript prints it.
fn number_text(number: &Number) -> String {
    if number.is_i64() || number.is_u64() {
        return number.to_string();
    }
    match number.as_f64() {
        Some(float) => ryu_js::Buffer::new().format(float).to_owned(),
        None => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scalars_print_as_in_javascript() {
        let rows = [
            (json!(1e21), "1e+21"),
            (json!(0.1 + 0.2), "0.30000000000000004"),
            (json!(-0.0), "0"),
            (json!(3.0), "3"),
            (json!(9_007_199_254_740_993_u64), "9007199254740993"),
            (json!(true), "true"),
            (json!(null), "null"),
            (json!(""), ""),
        ];
        for (value, text) in rows {
            assert_eq!(scalar(&value).as_deref(), Some(text));
        }
        assert_eq!(Flat::of(&json!([[1]])), Err(Nested));
        assert_eq!(Flat::of(&json!({ "a": {} })), Err(Nested));
    }
}
