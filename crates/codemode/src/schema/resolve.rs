//! Finding what a `$ref` points at.
//!
//! Definitions are visible to the subtree of the schema that contains them; `$defs` wins over `definitions`, inner over
//! outer, the document over what it shares. Nothing is ever fetched.

use std::borrow::Cow;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::SchemaDocument;

/// The definitions visible at a place of the document, innermost first.
#[derive(Clone, Default)]
pub(super) struct Scope<'a>(Option<Rc<Level<'a>>>);

struct Level<'a> {
    schema: &'a Map<String, Value>,
    outer: Scope<'a>,
}

const CONTAINERS: [&str; 2] = ["$defs", "definitions"];

impl<'a> Scope<'a> {
    /// The scope inside `schema`.
    pub(super) fn enter(&self, schema: &'a Map<String, Value>) -> Scope<'a> {
        if CONTAINERS.iter().any(|name| schema.contains_key(*name)) {
            Scope(Some(Rc::new(Level { schema, outer: self.clone() })))
        } else {
            self.clone()
        }
    }

    /// The definition called `name` with the scope it stands in.
    fn find(&self, name: &str) -> Option<(&'a Value, Scope<'a>)> {
        let mut scope = self;
        while let Some(level) = &scope.0 {
            for container in CONTAINERS {
                if let Some(found) = level.schema.get(container).and_then(|definitions| definitions.get(name)) {
                    return Some((found, scope.clone()));
                }
            }
            scope = &level.outer;
        }
        None
    }
}

/// What a reference leads to.
pub(super) enum Target<'a> {
    Root,
    Schema { name: String, schema: &'a Value, scope: Scope<'a> },
}

/// Resolves `reference` as seen from `scope`; `None` for remote, malformed and dangling references.
pub(super) fn resolve<'a>(document: &'a SchemaDocument, scope: &Scope<'a>, reference: &str) -> Option<Target<'a>> {
    let fragment = percent_decode(reference.strip_prefix('#')?)?;
    if fragment.is_empty() || fragment == "/" {
        return Some(Target::Root);
    }
    let pointer = fragment.strip_prefix('/')?;
    let tokens: Vec<Cow<'_, str>> = pointer.split('/').map(unescape).collect::<Option<_>>()?;
    let named = match tokens.as_slice() {
        [container, name] if CONTAINERS.contains(&&**container) => Some(&**name),
        [components, schemas, name] if *components == "components" && *schemas == "schemas" => Some(&**name),
        _ => None,
    };
    // `#/components/schemas/…` says which definition is meant, whatever a schema around it calls its own.
    if let ([_, _, name], Some(shared)) = (tokens.as_slice(), document.definitions())
        && named.is_some()
        && let Some(schema) = shared.get(&**name)
    {
        return Some(Target::Schema { name: name.clone().into_owned(), schema, scope: Scope::default() });
    }
    if let Some(name) = named {
        if let Some((schema, scope)) = scope.find(name) {
            return Some(Target::Schema { name: name.to_owned(), schema, scope });
        }
        if let Some(schema) = document.definitions().and_then(|shared| shared.get(name)) {
            return Some(Target::Schema { name: name.to_owned(), schema, scope: Scope::default() });
        }
    }
    let schema = follow(document.root(), &tokens)?;
    let name = tokens.last().map(|token| token.clone().into_owned()).unwrap_or_default();
    Some(Target::Schema { name, schema, scope: scope.clone() })
}

/// Walks a pointer from the root of the document. Only schemas can be its end.
fn follow<'a>(root: &'a Value, tokens: &[Cow<'_, str>]) -> Option<&'a Value> {
    let step = |value: &'a Value, token: &Cow<'_, str>| match value {
        Value::Object(entries) => entries.get(&**token),
        Value::Array(items) => items.get(token.parse::<usize>().ok()?),
        _ => None,
    };
    let found = tokens.iter().try_fold(root, step)?;
    matches!(found, Value::Object(_) | Value::Bool(_)).then_some(found)
}

fn unescape(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    let mut text = String::with_capacity(token.len());
    let mut rest = token;
    while let Some((before, after)) = rest.split_once('~') {
        text.push_str(before);
        text.push(match after.as_bytes().first()? {
            b'0' => '~',
            b'1' => '/',
            _ => return None,
        });
        rest = &after[1..];
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

fn percent_decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(if byte == b'%' { digit(bytes.next()?)? * 16 + digit(bytes.next()?)? } else { byte });
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}
