//! JSON values as JavaScript prints them, for literal types and doc comment tags.

use serde_json::{Number, Value};

use crate::tool_path::json_string;

/// Values nested deeper are not printed.
const MAX_DEPTH: usize = 16;

/// The value as compact JSON text with JavaScript's spelling of numbers, or `None` when it nests too deeply.
pub(super) fn literal(value: &Value) -> Option<String> {
    let mut text = String::new();
    write(value, 0, &mut text).then_some(text)
}

fn write(value: &Value, depth: usize, out: &mut String) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&self::number(number)),
        Value::String(text) => out.push_str(&json_string(text)),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                if !write(item, depth + 1, out) {
                    return false;
                }
            }
            out.push(']');
        }
        Value::Object(entries) => {
            out.push('{');
            for (index, (key, item)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&json_string(key));
                out.push(':');
                if !write(item, depth + 1, out) {
                    return false;
                }
            }
            out.push('}');
        }
    }
    true
}

/// A number as `String(n)` gives it in JavaScript.
pub(super) fn number(number: &Number) -> String {
    const EXACT: u64 = 1 << 53;
    if let Some(integer) = number.as_i64()
        && integer.unsigned_abs() <= EXACT
    {
        return integer.to_string();
    }
    match number.as_f64() {
        Some(double) if double.is_finite() => ryu_js::Buffer::new().format_finite(double).to_owned(),
        _ => number.to_string(),
    }
}
