//! TOML with places. Dates become the texts they are written as.

use std::ops::Range;

use serde_json::Number;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistake::Mistake;
use super::node::{Data, Member, Node};

/// Reads a document.
///
/// # Errors
/// The first place that is not TOML.
pub fn parse(text: &str) -> Result<Node, Mistake> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Mistake::new(error.message().to_owned(), span)
    })?;
    let data = object(table.get_ref())?;
    Ok(Node { span: 0..text.len(), data })
}

fn object(table: &DeTable<'_>) -> Result<Data, Mistake> {
    let mut members = Vec::with_capacity(table.len());
    for (key, value) in table.iter() {
        members.push(Member { key: key.get_ref().to_string(), key_span: key.span(), value: node(value)? });
    }
    Ok(Data::Object(members))
}

/// The parser bounds the depth.
fn node(value: &Spanned<DeValue<'_>>) -> Result<Node, Mistake> {
    let span: Range<usize> = value.span();
    let data = match value.get_ref() {
        DeValue::String(text) => Data::String(text.to_string()),
        DeValue::Boolean(value) => Data::Bool(*value),
        DeValue::Datetime(date) => Data::String(date.to_string()),
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix());
            let parsed = parsed.map_err(|_| Mistake::new("this number is too large", span.clone()))?;
            Data::Number(parsed.into())
        }
        DeValue::Float(number) => {
            let parsed = number.as_str().parse().ok().and_then(Number::from_f64);
            Data::Number(parsed.ok_or_else(|| Mistake::new("this number is not finite", span.clone()))?)
        }
        DeValue::Array(items) => Data::Array(items.iter().map(node).collect::<Result<_, _>>()?),
        DeValue::Table(table) => object(table)?,
    };
    Ok(Node { span, data })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_values_with_their_places() {
        let text =
            "locale = 'de'\nclock = 2026-01-31T09:00:00Z\n[limits]\ntimeoutMs = 0x10\n[[a.b]]\nc = [1.5, true]\n";
        let node = parse(text).unwrap();
        let expected = json!({
            "locale": "de",
            "clock": "2026-01-31T09:00:00Z",
            "limits": { "timeoutMs": 16 },
            "a": { "b": [{ "c": [1.5, true] }] },
        });
        assert_eq!(node.to_value(), expected);
        let limits = &node.member("limits").unwrap().value;
        let timeout = limits.member("timeoutMs").unwrap();
        assert_eq!(&text[timeout.key_span.clone()], "timeoutMs");
        assert_eq!(&text[timeout.value.span.clone()], "0x10");
    }

    #[test]
    fn mistakes_have_places() {
        let mistake = parse("a = 1\nb = \n").unwrap_err();
        assert!(mistake.span.start >= 9 && mistake.span.start <= 12, "{mistake:?}");
        assert!(parse("a = nan").is_err());
        assert!(parse("a = 1\na = 2").is_err());
    }
}
