//! Following `$ref` inside one document. Nothing outside of it is ever read.
//!
//! Understood are JSON pointers in any spelling (percent-encoded, with `~1` and `~0`, through arrays), `$anchor` and
//! `$id` names, and the document's own URL in front of them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use percent::decode;
use serde_json::Value;
use url::Url;

use crate::document::Document;

/// References followed one after the other before they count as a cycle.
const MAX_HOPS: usize = 64;

/// Distinct unresolved references that are remembered for the host.
const MAX_REMEMBERED: usize = 1000;

/// Why a reference leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RefProblem {
    /// It points into another document.
    External(String),
    /// Nothing is there.
    Missing(String),
    /// It comes back to itself.
    Cycle(String),
}

impl RefProblem {
    /// What is wrong, as the end of a sentence.
    pub(crate) fn describe(&self) -> String {
        match self {
            RefProblem::External(reference) => {
                format!("the reference `{reference}` leads outside the document; bundle the document into one file")
            }
            RefProblem::Missing(reference) => format!("the reference `{reference}` leads nowhere"),
            RefProblem::Cycle(reference) => format!("the reference `{reference}` only leads back to itself"),
        }
    }
}

/// The references of a document.
pub(crate) struct Refs<'a> {
    root: &'a Value,
    location: Option<Url>,
    anchors: HashMap<&'a str, &'a Value>,
    ids: HashMap<&'a str, &'a Value>,
    external: RefCell<BTreeSet<String>>,
}

impl<'a> Refs<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        let root = document.root();
        let mut refs = Refs {
            root,
            location: document.location(),
            anchors: HashMap::new(),
            ids: HashMap::new(),
            external: RefCell::default(),
        };
        // Only documents that use them pay for the index; a name stands for the first place in document order.
        let mut pending = vec![root];
        while let Some(value) = pending.pop() {
            match value {
                Value::Array(items) => pending.extend(items.iter().rev()),
                Value::Object(entries) => {
                    if let Some(Value::String(anchor)) = entries.get("$anchor") {
                        refs.anchors.entry(anchor).or_insert(value);
                    }
                    if let Some(Value::String(id)) = entries.get("$id") {
                        refs.ids.entry(id).or_insert(value);
                    }
                    pending.extend(entries.values().rev());
                }
                _ => {}
            }
        }
        refs
    }

    pub(crate) fn root(&self) -> &'a Value {
        self.root
    }

    /// What a reference points at, without following further.
    pub(crate) fn target(&self, reference: &str) -> Result<&'a Value, RefProblem> {
        if let Some(found) = self.ids.get(reference) {
            return Ok(found);
        }
        let Some(fragment) = self.local_fragment(reference) else {
            let mut external = self.external.borrow_mut();
            if external.len() < MAX_REMEMBERED {
                external.insert(reference.to_owned());
            }
            return Err(RefProblem::External(reference.to_owned()));
        };
        let missing = || RefProblem::Missing(reference.to_owned());
        let fragment = decode(fragment).ok_or_else(missing)?;
        if fragment.is_empty() {
            return Ok(self.root);
        }
        match fragment.strip_prefix('/') {
            Some(pointer) => follow(self.root, pointer).ok_or_else(missing),
            None => self.anchors.get(&*fragment).copied().ok_or_else(missing),
        }
    }

    /// `value` itself, or what its chain of references ends at.
    pub(crate) fn resolve(&self, value: &'a Value) -> Result<&'a Value, RefProblem> {
        let mut current = value;
        for _ in 0..MAX_HOPS {
            let Some(Value::String(reference)) = current.get("$ref") else { return Ok(current) };
            current = self.target(reference)?;
        }
        let reference = current.get("$ref").and_then(Value::as_str).unwrap_or_default();
        Err(RefProblem::Cycle(reference.to_owned()))
    }

    /// [`Refs::resolve`] for schemas, where a reference that leads nowhere says nothing.
    pub(crate) fn schema(&self, value: &'a Value) -> Option<&'a Value> {
        self.resolve(value).ok()
    }

    /// The references to other documents that were met so far.
    pub(crate) fn external(&self) -> Vec<String> {
        self.external.borrow().iter().cloned().collect()
    }

    fn local_fragment<'r>(&self, reference: &'r str) -> Option<&'r str> {
        if let Some(fragment) = reference.strip_prefix('#') {
            return Some(fragment);
        }
        let (place, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let location = self.location.as_ref()?;
        let mut own = location.clone();
        own.set_fragment(None);
        (location.join(place).ok()? == own).then_some(fragment)
    }
}

fn follow<'a>(root: &'a Value, pointer: &str) -> Option<&'a Value> {
    pointer.split('/').try_fold(root, |value, token| match value {
        Value::Object(entries) => entries.get(&*unescape(token)),
        Value::Array(items) => items.get(token.parse::<usize>().ok()?),
        _ => None,
    })
}

/// The text of a pointer token.
pub(crate) fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') { Cow::Owned(token.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(token) }
}

/// Percent-decoding, strict about what it decodes.
pub(crate) mod percent {
    use std::borrow::Cow;

    /// The decoded text, or `None` for broken sequences and bytes that are no UTF-8.
    pub(crate) fn decode(text: &str) -> Option<Cow<'_, str>> {
        if !text.contains('%') {
            return Some(Cow::Borrowed(text));
        }
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        let mut decoded = Vec::with_capacity(text.len());
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            if byte == b'%' {
                let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
                decoded.push(u8::try_from(high * 16 + low).ok()?);
            } else {
                decoded.push(byte);
            }
        }
        String::from_utf8(decoded).ok().map(Cow::Owned)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    #[test]
    fn local_references_of_every_form_are_followed() {
        let document = Document::from_value(json!({
            "openapi": "3.1.0",
            "components": { "schemas": {
                "A/b~c d": { "const": 1 },
                "List": { "anyOf": [{ "const": 2 }] },
                "Named": { "$anchor": "here", "const": 3 },
                "Chain": { "$ref": "#/components/schemas/Link" },
                "Link": { "$ref": "#here" },
                "Loop": { "$ref": "#/components/schemas/Loop" },
            } },
        }))
        .map(|document| document.located_at(Url::parse("https://a.test/v1/api.json").unwrap()))
        .unwrap();
        let refs = Refs::new(&document);
        let const_of = |reference: &str| refs.target(reference).ok().and_then(|value| value.get("const")?.as_i64());
        assert_eq!(const_of("#/components/schemas/A~1b~0c%20d"), Some(1));
        assert_eq!(const_of("#/components/schemas/List/anyOf/0"), Some(2));
        assert_eq!(const_of("#here"), Some(3));
        assert_eq!(const_of("api.json#here"), Some(3));
        assert_eq!(const_of("https://a.test/v1/api.json#/components/schemas/List/anyOf/0"), Some(2));
        let at = |name: &str| refs.resolve(refs.target(&format!("#/components/schemas/{name}")).unwrap());
        assert_eq!(at("Chain").ok().and_then(|value| value.get("const")), Some(&json!(3)));
        assert!(matches!(at("Loop"), Err(RefProblem::Cycle(_))));
        assert!(matches!(refs.target("#/components/nowhere"), Err(RefProblem::Missing(_))));
        assert!(matches!(refs.target("other.json#/a"), Err(RefProblem::External(_))));
        assert_eq!(refs.external(), ["other.json#/a"]);
    }
}
