//! YAML to JSON values. Keys of any scalar type become text (`200:` is a string in OpenAPI), aliases and merge keys are
//! expanded within a budget, so that a small document cannot become a huge one.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use serde_saphyr::Options;

/// Scalars and collections a document may have, aliases expanded.
const MAX_NODES: usize = 20_000_000;

/// Parses a YAML document.
#[allow(clippy::field_reassign_with_default, reason = "the options can be made in no other way outside their crate")]
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let mut options = Options::default();
    options.duplicate_keys = serde_saphyr::DuplicateKeyPolicy::LastWins;
    // As YAML 1.2 has it: `yes`, `no` and `on` are text.
    options.strict_booleans = true;
    options.null_as_string = true;
    options.leading_zero_numbers_as_strings = true;
    options.underscored_numbers_as_strings = true;
    if let Some(budget) = &mut options.budget {
        budget.max_nodes = MAX_NODES;
        budget.max_events = MAX_NODES * 2;
        budget.max_depth = super::MAX_DEPTH;
        budget.max_anchors = 100_000;
        budget.max_aliases = 100_000;
        budget.max_total_scalar_bytes = 512 * 1024 * 1024;
        budget.max_merge_keys = 100_000;
        budget.simple_key_max_lookahead = 8 * 1024;
    }
    serde_saphyr::from_str_with_options::<Yaml>(text, options).map(|yaml| yaml.0).map_err(|error| error.to_string())
}

struct Yaml(Value);

impl<'de> Deserialize<'de> for Yaml {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor).map(Yaml)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        Ok(number(value as f64, value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        Ok(number(value as f64, value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(number(value, value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Yaml(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key_seed(Key)? {
            let Yaml(value) = entries.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// A number as JSON can say it; infinities and the like as their text.
fn number(value: f64, text: impl fmt::Display) -> Value {
    Number::from_f64(value).map_or_else(|| Value::String(text.to_string()), Value::Number)
}

/// A key, whatever scalar it is.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(KeyVisitor)
    }
}

struct KeyVisitor;

impl Visitor<'_> for KeyVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<String, E> {
        Ok(value.to_owned())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<String, E> {
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::parse;

    #[test]
    fn scalars_and_keys_are_read_as_json_would_say_them() {
        let text = "\
a: 1\nb: -2.5\nc: yes\nd: true\ne: ~\nf: 2024-01-02\ng: '5'\nh: 007\n200: {x: [1, two]}\n1.10: v\ntrue: w\nnull: n
big: 18446744073709551615\nlong: |\n  one\n  two\nbase: &base {k: 1}\nuse: *base\nmerged:\n  <<: *base\n  l: 2\n";
        let expected = json!({
            "a": 1, "b": -2.5, "c": "yes", "d": true, "e": null, "f": "2024-01-02", "g": "5", "h": "007",
            "200": { "x": [1, "two"] }, "1.10": "v", "true": "w", "null": "n", "big": 18_446_744_073_709_551_615_u64,
            "long": "one\ntwo\n", "base": { "k": 1 }, "use": { "k": 1 }, "merged": { "k": 1, "l": 2 },
        });
        assert_eq!(parse(text), Ok(expected));
    }

    #[test]
    fn alias_bombs_are_refused() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..12 {
            let previous = format!("*a{}", level - 1);
            text.push_str(&format!("a{level}: &a{level} [{}]\n", vec![previous; 10].join(", ")));
        }
        assert!(parse(&text).is_err());
    }
}
