//! JSON Schema to the intermediate form (tools-and-discovery.md 4.1 to 4.6, as amended by decisions.md).
//!
//! The result is never narrower than the schema: what cannot be said in TypeScript becomes something wider. Each
//! definition is lowered once, from a work list, so the depth of the recursion is that of one schema body.

use std::collections::HashMap;
use std::collections::HashSet;

use serde_json::{Map, Value};

use super::SchemaDocument;
use super::comment::Doc;
use super::literal::literal;
use super::resolve::{Scope, Target, resolve};
use super::types::{Definition, DefinitionId, Index, Lowered, Member, Object, Tuple, Type};

/// Schemas nested deeper in one body are shown as `unknown`.
const MAX_NESTING: usize = 48;
/// Literals of one enumeration that are shown.
const MAX_LITERALS: usize = 60;
/// Bytes of one literal that are shown.
const MAX_LITERAL: usize = 300;
/// Properties of one object that are shown.
const MAX_MEMBERS: usize = 250;
/// Definitions of one document that are followed.
const MAX_DEFINITIONS: usize = 2000;
/// Alternatives of one union, members of one intersection, items of one tuple that are shown.
const MAX_ALTERNATIVES: usize = 60;

/// Lowers a document; `name` is the fallback name of its root.
pub(super) fn lower(document: &SchemaDocument, name: &str) -> Lowered {
    let mut lowering = Lowering { document, known: HashMap::new(), pending: Vec::new(), count: 0, bodies: Vec::new() };
    lowering.define(document.root(), name.to_owned(), Scope::default());
    let mut next = 0;
    while let Some((id, name, schema, scope)) = lowering.pending.get(next).cloned() {
        next += 1;
        let body = lowering.schema(schema, &scope, 0);
        lowering.bodies.push((id, Definition { name, doc: Doc::of(schema), body }));
    }
    lowering.bodies.sort_by_key(|(id, _)| *id);
    let mut definitions: Vec<Definition> = lowering.bodies.into_iter().map(|(_, definition)| definition).collect();
    break_bare_cycles(&mut definitions);
    loosen_tuple_cycles(&mut definitions);
    Lowered { definitions }
}

/// Makes definitions unknown that are nothing but themselves (`A = A | null`): they say nothing, and TypeScript refuses
/// them.
fn break_bare_cycles(definitions: &mut [Definition]) {
    let bare: Vec<Vec<usize>> = definitions.iter().map(|definition| bare_references(&definition.body)).collect();
    for start in 0..bare.len() {
        let mut seen = HashSet::new();
        let mut pending = bare[start].clone();
        while let Some(id) = pending.pop() {
            if id == start {
                definitions[start].body = Type::Unknown;
                break;
            }
            if seen.insert(id) {
                pending.extend(bare.get(id).into_iter().flatten());
            }
        }
    }
}

/// References of a type that are not inside an object, array or tuple.
fn bare_references(of: &Type) -> Vec<usize> {
    match of {
        Type::Named(id) => vec![id.0],
        Type::Union(members) | Type::Intersection(members) => members.iter().flat_map(bare_references).collect(),
        _ => Vec::new(),
    }
}

/// Makes arrays of tuples through whose optional items a definition comes back to itself: TypeScript resolves those at
/// once, and refuses the circle.
fn loosen_tuple_cycles(definitions: &mut [Definition]) {
    let eager: Vec<Vec<usize>> = definitions
        .iter()
        .map(|definition| {
            let mut found = Vec::new();
            eager_references(&definition.body, &mut found);
            found
        })
        .collect();
    for (start, definition) in definitions.iter_mut().enumerate() {
        let mut seen = HashSet::new();
        let mut pending = eager.get(start).cloned().unwrap_or_default();
        while let Some(id) = pending.pop() {
            if id == start {
                loosen_tuples(&mut definition.body);
                break;
            }
            if seen.insert(id) {
                pending.extend(eager.get(id).into_iter().flatten());
            }
        }
    }
}

/// References that TypeScript follows before it knows the type: bare ones and those in optional items.
fn eager_references(of: &Type, found: &mut Vec<usize>) {
    match of {
        Type::Named(id) => found.push(id.0),
        Type::Union(members) | Type::Intersection(members) => {
            members.iter().for_each(|member| eager_references(member, found));
        }
        Type::Tuple(tuple) => {
            tuple.items.iter().skip(tuple.required).for_each(|item| eager_references(item, found));
        }
        _ => {}
    }
}

fn loosen_tuples(of: &mut Type) {
    match of {
        Type::Union(members) | Type::Intersection(members) => members.iter_mut().for_each(loosen_tuples),
        Type::Tuple(tuple) if tuple.required < tuple.items.len() => {
            let items = std::mem::take(&mut tuple.items).into_iter().chain(tuple.rest.take().map(|rest| *rest));
            *of = Type::Array(Box::new(Type::union(items.collect::<Vec<_>>())));
        }
        _ => {}
    }
}

struct Lowering<'a> {
    document: &'a SchemaDocument,
    /// Definitions by the address of their schema, which is unique and stable while the document is borrowed.
    known: HashMap<usize, DefinitionId>,
    pending: Vec<(DefinitionId, String, &'a Value, Scope<'a>)>,
    count: usize,
    bodies: Vec<(DefinitionId, Definition)>,
}

impl<'a> Lowering<'a> {
    fn define(&mut self, schema: &'a Value, name: String, scope: Scope<'a>) -> Option<DefinitionId> {
        let address = std::ptr::from_ref(schema) as usize;
        if let Some(id) = self.known.get(&address) {
            return Some(*id);
        }
        if self.count >= MAX_DEFINITIONS {
            return None;
        }
        let id = DefinitionId(self.count);
        self.count += 1;
        self.known.insert(address, id);
        self.pending.push((id, name, schema, scope));
        Some(id)
    }

    fn schema(&mut self, schema: &'a Value, scope: &Scope<'a>, nesting: usize) -> Type {
        match schema {
            Value::Bool(false) => Type::Never,
            Value::Object(_) if nesting > MAX_NESTING => Type::Unshown("nested too deeply to show".into()),
            Value::Object(object) => {
                let scope = scope.enter(object);
                let base = self.object_schema(schema, object, &scope, nesting);
                if object.get("nullable") == Some(&Value::Bool(true)) { Type::union([base, Type::Null]) } else { base }
            }
            _ => Type::Unknown,
        }
    }

    fn object_schema(
        &mut self,
        schema: &'a Value,
        object: &'a Map<String, Value>,
        scope: &Scope<'a>,
        nesting: usize,
    ) -> Type {
        if let Some(Value::String(reference)) = object.get("$ref") {
            let target = self.reference(reference, scope);
            return Type::intersection([target, self.keywords(schema, object, scope, nesting)]);
        }
        self.keywords(schema, object, scope, nesting)
    }

    fn reference(&mut self, reference: &str, scope: &Scope<'a>) -> Type {
        let id = match resolve(self.document, scope, reference) {
            Some(Target::Root) => Some(DefinitionId(0)),
            Some(Target::Schema { name, schema, scope }) => self.define(schema, name, scope),
            None => None,
        };
        id.map_or(Type::Unknown, Type::Named)
    }

    /// Everything but `$ref`; the first group that applies decides.
    fn keywords(
        &mut self,
        schema: &'a Value,
        object: &'a Map<String, Value>,
        scope: &Scope<'a>,
        nesting: usize,
    ) -> Type {
        if let Some(value) = object.get("const") {
            return literal_type(value);
        }
        if let Some(Value::Array(values)) = object.get("enum") {
            return enumeration(values);
        }
        let base = self.typed(schema, object, scope, nesting);
        let alternatives = match (object.get("anyOf"), object.get("oneOf")) {
            (Some(Value::Array(members)), _) | (_, Some(Value::Array(members))) => {
                self.alternatives(members, scope, nesting)
            }
            _ => Type::Unknown,
        };
        let combined = match object.get("allOf") {
            Some(Value::Array(members)) => {
                if members.iter().any(|member| self.is_unresolvable(member, scope)) {
                    return Type::Unknown;
                }
                let shown = members.iter().take(MAX_ALTERNATIVES);
                Type::intersection(shown.map(|member| self.schema(member, scope, nesting + 1)).collect::<Vec<_>>())
            }
            _ => Type::Unknown,
        };
        // Alternatives stand before the rest, as they do in the reference; `allOf` after it.
        Type::intersection([alternatives, base, combined])
    }

    fn alternatives(&mut self, members: &'a [Value], scope: &Scope<'a>, nesting: usize) -> Type {
        if is_number_with_sentinels(members) {
            return Type::Number;
        }
        if is_empty_struct_encoding(members) {
            return Type::Object(Object::default());
        }
        if members.len() > MAX_ALTERNATIVES {
            return Type::Unshown(format!("one of {} alternatives", members.len()));
        }
        Type::union(members.iter().map(|member| self.schema(member, scope, nesting + 1)).collect::<Vec<_>>())
    }

    fn typed(&mut self, schema: &'a Value, object: &'a Map<String, Value>, scope: &Scope<'a>, nesting: usize) -> Type {
        match object.get("type") {
            Some(Value::Array(names)) => {
                let names = names.iter().take(8);
                let each = names.map(|name| self.named_type(name.as_str(), object, scope, nesting));
                Type::union(each.collect::<Vec<_>>())
            }
            Some(Value::String(name)) => self.named_type(Some(name), object, scope, nesting),
            _ if object.contains_key("properties") => self.record(object, scope, nesting),
            _ => {
                debug_assert!(schema.is_object());
                Type::Unknown
            }
        }
    }

    fn named_type(
        &mut self,
        name: Option<&str>,
        object: &'a Map<String, Value>,
        scope: &Scope<'a>,
        nesting: usize,
    ) -> Type {
        match name {
            Some("string") => Type::String,
            Some("boolean") => Type::Boolean,
            Some("null") => Type::Null,
            Some("number" | "integer") => Type::Number,
            Some("array") => self.array(object, scope, nesting),
            Some("object") => self.record(object, scope, nesting),
            _ if object.contains_key("properties") => self.record(object, scope, nesting),
            _ => Type::Unknown,
        }
    }

    fn array(&mut self, object: &'a Map<String, Value>, scope: &Scope<'a>, nesting: usize) -> Type {
        let (prefix, rest) = match (object.get("prefixItems"), object.get("items")) {
            (Some(Value::Array(prefix)), items) => (prefix, items),
            (_, Some(Value::Array(prefix))) => (prefix, object.get("additionalItems")),
            (_, None) => return Type::Array(Box::new(Type::Unknown)),
            (_, Some(items)) => return Type::Array(Box::new(self.schema(items, scope, nesting + 1))),
        };
        if prefix.len() > MAX_ALTERNATIVES {
            return Type::Array(Box::new(Type::Unknown));
        }
        let count = |name: &str| object.get(name).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        let required = count("minItems").unwrap_or(0);
        let most = count("maxItems").unwrap_or(usize::MAX);
        let items: Vec<Type> = prefix.iter().take(most).map(|item| self.schema(item, scope, nesting + 1)).collect();
        let rest = match rest {
            _ if most <= prefix.len() => None,
            Some(Value::Bool(false)) => None,
            None => Some(Type::Unknown),
            Some(rest) => Some(self.schema(rest, scope, nesting + 1)),
        };
        Type::Tuple(Tuple { required: required.min(items.len()), items, rest: rest.map(Box::new) })
    }

    fn record(&mut self, object: &'a Map<String, Value>, scope: &Scope<'a>, nesting: usize) -> Type {
        let none = Map::new();
        let properties = object.get("properties").and_then(Value::as_object);
        let required: HashSet<&str> = match object.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => HashSet::new(),
        };
        let total = properties.unwrap_or(&none).len();
        let mut members = Vec::with_capacity(total.min(MAX_MEMBERS));
        for (name, property) in properties.into_iter().flatten().take(MAX_MEMBERS) {
            members.push(Member {
                name: name.clone(),
                optional: !required.contains(name.as_str()),
                doc: Doc::of_property(property),
                of: self.schema(property, scope, nesting + 1),
            });
        }
        let omitted = total - members.len();
        let index = self.index(object, scope, nesting).map(|index| fit_index(index, &members, omitted));
        Type::Object(Object { members, omitted, index })
    }

    /// The type of properties that are not named, if there can be any worth mentioning.
    fn index(&mut self, object: &'a Map<String, Value>, scope: &Scope<'a>, nesting: usize) -> Option<Index> {
        let patterns = object.get("patternProperties").and_then(Value::as_object).filter(|map| !map.is_empty());
        let is_implied = patterns.is_none() && object.get("additionalProperties").is_none();
        let plain = |of| Some(Index { notes: Vec::new(), of: Box::new(of), is_implied });
        let further = match object.get("additionalProperties") {
            Some(Value::Bool(false)) => None,
            Some(further @ Value::Object(_)) => Some(self.schema(further, scope, nesting + 1)),
            Some(Value::Bool(true)) => Some(Type::Unknown),
            _ if patterns.is_some() || !object.contains_key("properties") => Some(Type::Unknown),
            _ => return None,
        };
        let Some(patterns) = patterns else { return further.and_then(plain) };
        let mut types = Vec::new();
        let mut notes = Vec::new();
        for (pattern, schema) in patterns.iter().take(MAX_ALTERNATIVES) {
            types.push(self.schema(schema, scope, nesting + 1));
            notes.push(format!("Names matching {pattern}"));
        }
        types.extend(further);
        Some(Index { notes, of: Box::new(Type::union(types)), is_implied })
    }

    /// Whether a reference that leads nowhere stands anywhere in `schema`, through references that do lead somewhere.
    fn is_unresolvable(&self, schema: &'a Value, scope: &Scope<'a>) -> bool {
        const LISTS: [&str; 3] = ["anyOf", "oneOf", "allOf"];
        const SINGLE: [&str; 2] = ["items", "additionalProperties"];
        let mut seen = HashSet::new();
        let mut pending = vec![(schema, scope.clone())];
        while let Some((schema, scope)) = pending.pop() {
            let Value::Object(object) = schema else { continue };
            if !seen.insert(std::ptr::from_ref(schema) as usize) || seen.len() > MAX_DEFINITIONS * 8 {
                continue;
            }
            let scope = scope.enter(object);
            if let Some(Value::String(reference)) = object.get("$ref") {
                match resolve(self.document, &scope, reference) {
                    None => return true,
                    Some(Target::Root) => {}
                    Some(Target::Schema { schema, scope, .. }) => pending.push((schema, scope)),
                }
            }
            let lists = LISTS.iter().filter_map(|name| object.get(*name)?.as_array()).flatten();
            let single = SINGLE.iter().filter_map(|name| object.get(*name));
            let properties =
                object.get("properties").and_then(Value::as_object).into_iter().flat_map(|map| map.values());
            pending.extend(lists.chain(single).chain(properties).map(|child| (child, scope.clone())));
        }
        false
    }
}

/// A value as a type; a long one as what it is an example of.
fn literal_type(value: &Value) -> Type {
    match literal(value) {
        None => Type::Unknown,
        Some(text) if text.len() <= MAX_LITERAL => Type::Literal(text),
        Some(text) => Type::Omitted {
            base: Box::new(base_type(value)),
            note: format!("one value of {} characters", text.chars().count()),
        },
    }
}

fn base_type(value: &Value) -> Type {
    match value {
        Value::String(_) => Type::String,
        Value::Number(_) => Type::Number,
        Value::Bool(_) => Type::Boolean,
        Value::Null => Type::Null,
        Value::Array(_) | Value::Object(_) => Type::Unknown,
    }
}

fn enumeration(values: &[Value]) -> Type {
    let shown = values.iter().take(MAX_LITERALS).map(literal_type);
    if values.len() <= MAX_LITERALS {
        return Type::union(shown.collect::<Vec<_>>());
    }
    let rest = &values[MAX_LITERALS..];
    let base = Type::union(rest.iter().map(base_type));
    let omitted = Type::Omitted { base: Box::new(base), note: format!("{} more values", rest.len()) };
    Type::union(shown.chain([omitted]).collect::<Vec<_>>())
}

/// A number as some validators encode it: a number, or one of three words for what JSON cannot say.
fn is_number_with_sentinels(members: &[Value]) -> bool {
    let is_number = |member: &Value| member.get("type").and_then(Value::as_str) == Some("number");
    let is_sentinel = |member: &Value| {
        let values = member.get("enum").and_then(Value::as_array);
        let sentinel = |value: &Value| matches!(value.as_str(), Some("NaN" | "Infinity" | "-Infinity"));
        values.is_some_and(|values| !values.is_empty() && values.iter().all(sentinel))
    };
    members.iter().any(is_number) && members.iter().all(|member| is_number(member) || is_sentinel(member))
}

/// An empty struct as some validators encode it: any object or any array.
fn is_empty_struct_encoding(members: &[Value]) -> bool {
    let is = |member: &Value, name: &str, contents: &str| {
        member.get("type").and_then(Value::as_str) == Some(name) && member.get(contents).is_none()
    };
    matches!(members, [object, array] if is(object, "object", "properties") && is(array, "array", "items"))
}

/// Makes an index signature agree with the named members, as TypeScript demands: their types must be assignable to it.
fn fit_index(index: Index, members: &[Member], omitted: usize) -> Index {
    const SMALL: usize = 4;
    if index.of.is_unknown() || (members.is_empty() && omitted == 0) {
        return index;
    }
    let mut members_differ = false;
    let mut types = vec![(*index.of).clone()];
    for member in members {
        let same = member.of == *index.of;
        members_differ |= !same;
        if !same {
            types.push(member.of.clone());
        }
        if member.optional {
            types.push(Type::Undefined);
        }
    }
    let small = omitted == 0 && types.iter().all(|of| of.weight() <= SMALL) && types.len() <= 2 * SMALL;
    if small || !members_differ {
        return Index { of: Box::new(Type::union(types)), ..index };
    }
    Index { of: Box::new(Type::Unknown), ..index }
}
