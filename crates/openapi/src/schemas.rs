//! Schemas of the document as schemas of tools: one set of shared definitions for each direction, references that the
//! definitions can answer, and without the properties that only the other direction has.
//!
//! Nothing is ever inlined, so recursion in the document costs nothing.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::refs::{Refs, unescape};

mod projection;

use projection::Projection;

/// Which way data goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Request,
    Response,
}

impl Direction {
    /// The keyword of properties that do not exist in this direction.
    fn hiding_keyword(self) -> &'static str {
        match self {
            Direction::Request => "readOnly",
            Direction::Response => "writeOnly",
        }
    }
}

/// Keywords with one schema.
const SINGLE: [&str; 8] = [
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "additionalItems",
    "propertyNames",
    "then",
    "else",
];
/// Keywords with a list of schemas.
const LISTS: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
/// Keywords with schemas by name.
const MAPS: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
/// Keywords that no reader of a tool's schema needs.
const DROPPED: [&str; 6] = ["example", "examples", "discriminator", "xml", "externalDocs", "$schema"];

/// What `$ref` is replaced by where it leads nowhere but the tool's own schema would answer it.
const NOWHERE: &str = "#/components/unresolved";

/// The schemas of one document.
pub(crate) struct Schemas<'a> {
    refs: &'a Refs<'a>,
    components: Option<&'a Map<String, Value>>,
    request: Option<RefCell<Projection<'a>>>,
    response: Option<RefCell<Projection<'a>>>,
    extras: RefCell<Extras<'a>>,
}

/// Schemas that are referred to and stand elsewhere than in `components.schemas`, with the names they got.
#[derive(Default)]
struct Extras<'a> {
    by_address: HashMap<usize, String>,
    names: HashSet<String>,
    all: Vec<(String, &'a Value)>,
}

/// What stays the same while one schema is copied.
#[derive(Clone, Copy)]
struct Copying<'p, 'a> {
    projection: Option<&'p RefCell<Projection<'a>>>,
    /// What `#/$defs/…` is read against.
    root: &'a Value,
}

impl<'a> Schemas<'a> {
    pub(crate) fn new(refs: &'a Refs<'a>) -> Self {
        let components = refs.root().get("components").and_then(|components| components.get("schemas")?.as_object());
        let projection = |direction: Direction| {
            let keyword = direction.hiding_keyword();
            is_used(refs.root(), keyword).then(|| RefCell::new(Projection::new(refs, keyword)))
        };
        Schemas {
            refs,
            components,
            request: projection(Direction::Request),
            response: projection(Direction::Response),
            extras: RefCell::default(),
        }
    }

    /// A schema of the document as it reads in one direction.
    pub(crate) fn copy(&self, direction: Direction, schema: &'a Value) -> Value {
        let copying = Copying { projection: self.projection(direction), root: schema };
        self.schema(schema, copying, &HashSet::new(), &mut Vec::new())
    }

    /// What a schema is after its references.
    pub(crate) fn resolved(&self, schema: &'a Value) -> Option<&'a Value> {
        self.refs.schema(schema)
    }

    /// The shared definitions of both directions. Called last, when every schema was copied.
    pub(crate) fn definitions(&self) -> [Arc<Map<String, Value>>; 2] {
        let request = Arc::new(self.definitions_of(Direction::Request));
        if self.request.is_none() && self.response.is_none() {
            return [request.clone(), request];
        }
        [request, Arc::new(self.definitions_of(Direction::Response))]
    }

    fn definitions_of(&self, direction: Direction) -> Map<String, Value> {
        let mut definitions = Map::new();
        for (name, schema) in self.components.into_iter().flatten() {
            definitions.insert(name.clone(), self.copy(direction, schema));
        }
        let mut next = 0;
        loop {
            // Copying may find further ones.
            let Some((name, schema)) = self.extras.borrow().all.get(next).cloned() else { return definitions };
            definitions.insert(name, self.copy(direction, schema));
            next += 1;
        }
    }

    fn projection(&self, direction: Direction) -> Option<&RefCell<Projection<'a>>> {
        match direction {
            Direction::Request => self.request.as_ref(),
            Direction::Response => self.response.as_ref(),
        }
    }

    /// `outer` are property names that a composition around this schema hides, `scopes` the schemas around it that have
    /// definitions of their own.
    fn schema(
        &self,
        schema: &'a Value,
        copying: Copying<'_, 'a>,
        outer: &HashSet<&'a str>,
        scopes: &mut Vec<&'a Map<String, Value>>,
    ) -> Value {
        let Value::Object(object) = schema else { return schema.clone() };
        let mut hidden = copying.projection.map(|known| known.borrow_mut().hidden_names(schema, copying.root));
        if let Some(hidden) = &mut hidden {
            hidden.extend(outer.iter().copied());
        }
        let hidden = hidden.unwrap_or_default();
        let has_scope = object.contains_key("$defs") || object.contains_key("definitions");
        if has_scope {
            scopes.push(object);
        }
        let mut copy = Map::with_capacity(object.len());
        for (key, value) in object {
            let key_text = key.as_str();
            if DROPPED.contains(&key_text) || key_text.starts_with("x-") {
                continue;
            }
            let none = HashSet::new();
            let new = match (key_text, value) {
                ("$ref", Value::String(reference)) => Value::String(self.reference(reference, copying, scopes)),
                ("required", Value::Array(names)) if !hidden.is_empty() => {
                    let is_kept = |name: &&Value| name.as_str().is_none_or(|name| !hidden.contains(name));
                    Value::Array(names.iter().filter(is_kept).cloned().collect())
                }
                (_, Value::Array(members)) if LISTS.contains(&key_text) => {
                    let outer = if key_text == "allOf" { &hidden } else { &none };
                    Value::Array(members.iter().map(|member| self.schema(member, copying, outer, scopes)).collect())
                }
                (_, Value::Object(entries)) if MAPS.contains(&key_text) => {
                    let is_properties = key_text == "properties";
                    let kept = entries.iter().filter(|(name, _)| !(is_properties && hidden.contains(name.as_str())));
                    let kept = kept.map(|(name, entry)| (name.clone(), self.schema(entry, copying, &none, scopes)));
                    Value::Object(kept.collect())
                }
                (_, Value::Object(_)) if SINGLE.contains(&key_text) => self.schema(value, copying, &none, scopes),
                _ => value.clone(),
            };
            copy.insert(key.clone(), new);
        }
        if has_scope {
            scopes.pop();
        }
        exclusive_bound(&mut copy, "exclusiveMinimum", "minimum");
        exclusive_bound(&mut copy, "exclusiveMaximum", "maximum");
        Value::Object(copy)
    }

    /// A reference as the tool's schema can answer it.
    fn reference(&self, reference: &str, copying: Copying<'_, 'a>, scopes: &[&'a Map<String, Value>]) -> String {
        if let Some((container, name)) = local_definition(reference) {
            let has = |scope: &Map<String, Value>| scope.get(container).is_some_and(|all| all.get(&*name).is_some());
            if scopes.iter().any(|scope| has(scope)) || copying.root.as_object().is_some_and(has) {
                return reference.to_owned();
            }
        }
        match self.refs.target(reference) {
            Ok(target) if self.is_component(target, reference) => reference.to_owned(),
            Ok(target @ (Value::Object(_) | Value::Bool(_))) if !std::ptr::eq(target, self.refs.root()) => {
                format!("#/$defs/{}", self.extra(reference, target))
            }
            // Another document's schema says nothing here, and the renderer looks nowhere else for it.
            Err(_) if !reference.starts_with('#') || reference.starts_with("#/components/") => reference.to_owned(),
            _ => NOWHERE.to_owned(),
        }
    }

    /// Whether a reference is the plain name of the component that `target` is.
    fn is_component(&self, target: &Value, reference: &str) -> bool {
        let Some(name) = reference.strip_prefix("#/components/schemas/") else { return false };
        let by_name =
            |name: &str| self.components.and_then(|all| all.get(name)).is_some_and(|at| std::ptr::eq(at, target));
        !name.contains('/') && (by_name(name) || name.contains(['~', '%']))
    }

    fn extra(&self, reference: &str, target: &'a Value) -> String {
        let mut extras = self.extras.borrow_mut();
        let address = std::ptr::from_ref(target) as usize;
        if let Some(name) = extras.by_address.get(&address) {
            return name.clone();
        }
        let base = type_name(reference);
        let taken = |name: &str| {
            extras.names.contains(name) || self.components.is_some_and(|components| components.contains_key(name))
        };
        let mut name = base.clone();
        let mut number = extras.all.len() + 1;
        while taken(&name) {
            number += 1;
            name = format!("{base}{number}");
        }
        extras.by_address.insert(address, name.clone());
        extras.names.insert(name.clone());
        extras.all.push((name.clone(), target));
        name
    }
}

/// `#/$defs/Name` and `#/definitions/Name`.
fn local_definition(reference: &str) -> Option<(&'static str, std::borrow::Cow<'_, str>)> {
    ["$defs", "definitions"].into_iter().find_map(|container| {
        let name = reference.strip_prefix("#/")?.strip_prefix(container)?.strip_prefix('/')?;
        (!name.contains('/')).then(|| (container, unescape(name)))
    })
}

/// A type name for a schema that has none: the last words of the pointer to it.
fn type_name(reference: &str) -> String {
    const STRUCTURE: [&str; 12] = [
        "components",
        "schemas",
        "schema",
        "properties",
        "items",
        "content",
        "paths",
        "responses",
        "parameters",
        "requestBodies",
        "requestBody",
        "additionalProperties",
    ];
    let fragment = reference.split_once('#').map_or(reference, |(_, fragment)| fragment);
    let tokens =
        fragment.split('/').filter(|token| !STRUCTURE.contains(token) && token.starts_with(char::is_alphabetic));
    let words: Vec<&str> = tokens.filter(|token| token.chars().all(|c| c.is_alphanumeric() || c == '_')).collect();
    let last = words.get(words.len().saturating_sub(2)..).unwrap_or_default();
    let mut name = String::new();
    for word in last {
        let mut chars = word.chars();
        name.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        name.push_str(chars.as_str());
    }
    if name.is_empty() { "Schema".into() } else { name }
}

/// OpenAPI 3.0 writes exclusive bounds as a flag beside the bound.
fn exclusive_bound(schema: &mut Map<String, Value>, exclusive: &str, bound: &str) {
    match schema.get(exclusive) {
        Some(Value::Bool(true)) => {
            if let Some(value) = schema.shift_remove(bound) {
                schema.insert(exclusive.to_owned(), value);
            }
        }
        Some(Value::Bool(false)) => {
            schema.shift_remove(exclusive);
        }
        _ => {}
    }
}

/// Whether any object of the document has `keyword: true`.
fn is_used(root: &Value, keyword: &str) -> bool {
    let mut pending = vec![root];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(items) => pending.extend(items),
            Value::Object(entries) => {
                if entries.get(keyword) == Some(&Value::Bool(true)) {
                    return true;
                }
                pending.extend(entries.values());
            }
            _ => {}
        }
    }
    false
}
