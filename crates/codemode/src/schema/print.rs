//! The intermediate form to TypeScript text (tools-and-discovery.md 4.2, 4.6, 4.7; indentation follows brace depth).

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use super::comment::{comment, neutral};
use super::layout::Layout;
use super::types::{DefinitionId, Index, Lowered, Object, Tuple, Type};
use crate::tool_path::{is_identifier, json_string};

/// How text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeStyle {
    /// On one line, without comments.
    Compact,
    /// One line per property, with doc comments. What models see.
    Pretty,
}

/// How much of a type is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brevity {
    /// Objects inside more than this many others are shortened to the names of their fields.
    depth: usize,
    /// Names that a shortened object tells.
    named: usize,
    /// Bytes of one description.
    description: usize,
    /// Properties of one object.
    members: usize,
    /// Declarations beside the type.
    declared: usize,
}

impl Brevity {
    /// Everything.
    pub(super) const FULL: Brevity = Brevity::new(super::MAX_DEPTH, 12, usize::MAX, usize::MAX, usize::MAX);

    /// What a type that is too large loses, step by step: its deepest objects, then long descriptions, then everything
    /// but the names of its own fields.
    pub(super) const STEPS: [Brevity; 15] = [
        Brevity::FULL,
        Brevity::new(6, 12, usize::MAX, usize::MAX, usize::MAX),
        Brevity::new(5, 12, usize::MAX, usize::MAX, usize::MAX),
        Brevity::new(4, 12, usize::MAX, usize::MAX, usize::MAX),
        Brevity::new(3, 12, usize::MAX, usize::MAX, usize::MAX),
        Brevity::new(4, 12, 300, usize::MAX, usize::MAX),
        Brevity::new(3, 12, 300, usize::MAX, usize::MAX),
        Brevity::new(2, 12, 300, usize::MAX, usize::MAX),
        Brevity::new(2, 12, 100, usize::MAX, 40),
        Brevity::new(1, 12, 100, usize::MAX, 20),
        Brevity::new(0, 12, 100, usize::MAX, 10),
        Brevity::new(0, 4, 100, usize::MAX, 10),
        Brevity::new(0, 4, 40, 120, 6),
        Brevity::new(0, 2, 0, 60, 3),
        Brevity::new(0, 0, 0, 25, 2),
    ];

    const fn new(depth: usize, named: usize, description: usize, members: usize, declared: usize) -> Brevity {
        Brevity { depth, named, description, members, declared }
    }
}

/// Types nested deeper in printing are replaced, whatever they are.
const MAX_PRINT_NESTING: usize = 64;

/// A type as TypeScript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedType {
    /// The type expression.
    pub text: String,
    /// Declarations of the names that `text` and they themselves use, in order of first use.
    pub declarations: Vec<Declaration>,
}

impl RenderedType {
    /// Bytes of all of it.
    pub(super) fn size(&self) -> usize {
        self.text.len() + self.declarations.iter().map(|declaration| declaration.text.len()).sum::<usize>()
    }
}

/// `type NAME = TEXT`, with its comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The declared name.
    pub name: String,
    /// The whole declaration.
    pub text: String,
}

/// Prints a document. Names in `taken` are not used for declarations.
pub(super) fn print(lowered: &Lowered, style: TypeStyle, brevity: Brevity, taken: &[&str]) -> RenderedType {
    let mut printer = Printer {
        lowered,
        layout: Layout::of(lowered),
        style,
        brevity,
        names: BTreeMap::new(),
        taken: taken.iter().map(|&name| name.to_owned()).collect(),
        queue: VecDeque::new(),
    };
    let text = printer.definition(DefinitionId(0), Place::default());
    let mut declarations = Vec::new();
    while let Some((id, name)) = printer.queue.pop_front() {
        let Some(definition) = lowered.definitions.get(id.0) else { continue };
        let note =
            if style == TypeStyle::Pretty { definition.doc.print(0, brevity.description) } else { String::new() };
        let body = printer.of(&definition.body, Place::default());
        declarations.push(Declaration { text: format!("{note}type {name} = {body}"), name });
    }
    RenderedType { text, declarations }
}

/// The last resort for a document that nothing makes short enough.
pub(super) fn print_nothing(lowered: &Lowered) -> RenderedType {
    let fields = match lowered.definitions.first().map(|root| &root.body) {
        Some(Type::Object(object)) => format!(": object with {} properties", object.members.len() + object.omitted),
        _ => String::new(),
    };
    RenderedType { text: format!("unknown /* too large to show{fields} */"), declarations: Vec::new() }
}

/// Where a type stands.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// Enclosing braces.
    braces: usize,
    /// Enclosing types of any kind.
    nesting: usize,
}

impl Place {
    fn inner(self) -> Place {
        Place { nesting: self.nesting + 1, ..self }
    }

    fn in_braces(self) -> Place {
        Place { braces: self.braces + 1, nesting: self.nesting + 1 }
    }
}

struct Printer<'a> {
    lowered: &'a Lowered,
    layout: Layout,
    style: TypeStyle,
    brevity: Brevity,
    names: BTreeMap<DefinitionId, String>,
    taken: Vec<String>,
    queue: VecDeque<(DefinitionId, String)>,
}

impl Printer<'_> {
    fn definition(&mut self, id: DefinitionId, place: Place) -> String {
        if self.layout.is_declared(id) {
            return self.declared_name(id);
        }
        match self.lowered.definitions.get(id.0) {
            Some(definition) => self.of(&definition.body, place),
            None => "unknown".into(),
        }
    }

    fn of(&mut self, of: &Type, place: Place) -> String {
        if place.nesting > MAX_PRINT_NESTING {
            return self.unknown("nested too deeply to show");
        }
        match of {
            Type::Unknown => "unknown".into(),
            Type::Unshown(note) => self.unknown(note),
            Type::Never => "never".into(),
            Type::Undefined => "undefined".into(),
            Type::String => "string".into(),
            Type::Number => "number".into(),
            Type::Boolean => "boolean".into(),
            Type::Null => "null".into(),
            Type::Literal(text) => text.clone(),
            Type::Array(item) => format!("Array<{}>", self.of(item, place.inner())),
            Type::Tuple(tuple) => self.tuple(tuple, place.inner()),
            Type::Object(object) => self.object(object, place),
            Type::Union(members) => self.union(members, place),
            Type::Intersection(members) => self.intersection(members, place),
            Type::Omitted { base, note } => {
                let base = self.of(base, place.inner());
                self.noted(base, note)
            }
            Type::Named(id) => self.definition(*id, place.inner()),
        }
    }

    fn union(&mut self, members: &[Type], place: Place) -> String {
        let texts: Vec<String> = members.iter().map(|member| self.of(member, place.inner())).collect();
        // A member that printing had to shorten to `unknown` makes the whole union unknown.
        if let Some(unknown) = texts.iter().find(|text| text.starts_with("unknown")) {
            return unknown.clone();
        }
        texts.join(" | ")
    }

    fn intersection(&mut self, members: &[Type], place: Place) -> String {
        let lowered = self.lowered;
        let mut parts = Vec::new();
        self.parts(members.iter(), lowered, 0, &mut parts);
        let telling = telling_parts(lowered, &parts);
        let mut texts: Vec<String> = telling.iter().map(|member| self.of(member, place.inner())).collect();
        if texts.iter().any(|text| !text.starts_with("unknown")) {
            texts.retain(|text| !text.starts_with("unknown"));
        } else {
            texts.truncate(1);
        }
        if let [only] = texts.as_slice() {
            return only.clone();
        }
        let parts = texts.iter().map(|text| if text.contains(" | ") { format!("({text})") } else { text.clone() });
        parts.collect::<Vec<_>>().join(" & ")
    }

    /// The members of an intersection, with the members of those that are printed in place and are intersections too.
    fn parts<'t>(
        &self,
        members: impl Iterator<Item = &'t Type>,
        lowered: &'t Lowered,
        depth: usize,
        found: &mut Vec<&'t Type>,
    ) {
        for member in members {
            let inner = match member {
                Type::Intersection(inner) => Some(inner),
                Type::Named(id) if !self.layout.is_declared(*id) => match lowered.body(*id) {
                    Some(Type::Intersection(inner)) => Some(inner),
                    _ => None,
                },
                _ => None,
            };
            match inner {
                Some(inner) if depth < MAX_LOOK => self.parts(inner.iter(), lowered, depth + 1, found),
                _ => found.push(member),
            }
        }
    }

    fn tuple(&mut self, tuple: &Tuple, place: Place) -> String {
        let mut parts = Vec::with_capacity(tuple.items.len() + 1);
        for (position, item) in tuple.items.iter().enumerate() {
            let text = self.of(item, place);
            let compound = text.contains(" | ") || text.contains(" & ") || text.contains(" /* ");
            parts.push(match (position < tuple.required, compound) {
                (true, _) => text,
                (false, true) => format!("({text})?"),
                (false, false) => format!("{text}?"),
            });
        }
        if let Some(rest) = &tuple.rest {
            parts.push(format!("...Array<{}>", self.of(rest, place)));
        }
        format!("[{}]", parts.join(", "))
    }

    fn object(&mut self, object: &Object, place: Place) -> String {
        if object.members.is_empty() && object.index.is_none() {
            return "{}".into();
        }
        if place.braces > self.brevity.depth {
            return self.shortened(object);
        }
        match self.style {
            TypeStyle::Compact => self.compact_object(object, place.in_braces()),
            TypeStyle::Pretty => self.pretty_object(object, place.in_braces()),
        }
    }

    fn compact_object(&mut self, object: &Object, place: Place) -> String {
        let mut parts = Vec::with_capacity(object.members.len() + 1);
        for member in &object.members {
            let mark = if member.optional { "?" } else { "" };
            parts.push(format!("{}{mark}: {}", property_name(&member.name), self.of(&member.of, place)));
        }
        match &object.index {
            Some(index) => parts.push(format!("[key: string]: {}", self.of(&index.of, place))),
            None if object.omitted > 0 => parts.push("[key: string]: unknown".into()),
            None => {}
        }
        format!("{{ {} }}", parts.join("; "))
    }

    fn pretty_object(&mut self, object: &Object, place: Place) -> String {
        let indent = 2 * place.braces;
        let pad = " ".repeat(indent);
        let mut text = String::from("{\n");
        for member in object.members.iter().take(self.brevity.members) {
            text.push_str(&member.doc.print(indent, self.brevity.description));
            let mark = if member.optional { "?" } else { "" };
            let of = self.of(&member.of, place);
            let _ = writeln!(text, "{pad}{}{mark}: {of},", property_name(&member.name));
        }
        let left_out = object.members.len().saturating_sub(self.brevity.members);
        let omitted = object.omitted + left_out;
        if omitted > 0 {
            let _ = writeln!(text, "{pad}/* {omitted} more properties */");
        }
        match &object.index {
            // The index was made to fit the members that it knew as members.
            Some(index) if left_out == 0 => {
                text.push_str(&comment(&index.notes, indent));
                let of = self.of(&index.of, place);
                let _ = writeln!(text, "{pad}[key: string]: {of},");
            }
            _ if omitted > 0 => {
                let _ = writeln!(text, "{pad}[key: string]: unknown,");
            }
            _ => {}
        }
        text.push_str(&" ".repeat(indent - 2));
        text.push('}');
        text
    }

    /// An object of which only the field names are told.
    fn shortened(&self, object: &Object) -> String {
        /// Bytes of the names together.
        const NAMES: usize = 400;
        if object.members.is_empty() {
            return self.unknown("nested too deeply to show");
        }
        let total = object.members.len() + object.omitted;
        let mut names: Vec<&str> = Vec::new();
        let mut length = 0;
        for member in object.members.iter().take(self.brevity.named) {
            length += member.name.len();
            if length > NAMES {
                break;
            }
            names.push(&member.name);
        }
        if names.is_empty() {
            return self.unknown(&format!("object with {total} properties"));
        }
        let rest = total - names.len();
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        self.unknown(&format!("object with {}{more}", names.join(", ")))
    }

    fn unknown(&self, note: &str) -> String {
        self.noted("unknown".into(), note)
    }

    fn noted(&self, text: String, note: &str) -> String {
        match self.style {
            TypeStyle::Compact => text,
            TypeStyle::Pretty => format!("{text} /* {} */", neutral(note)),
        }
    }

    /// The name of a definition, which is then declared; past what may be declared, what it is in a comment.
    fn declared_name(&mut self, id: DefinitionId) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        if self.names.len() >= self.brevity.declared {
            return match self.lowered.definitions.get(id.0).map(|definition| &definition.body) {
                Some(Type::Object(object)) => self.shortened(object),
                _ => self.unknown("not shown"),
            };
        }
        let hint = self.lowered.definitions.get(id.0).map_or("", |definition| &definition.name);
        let base = type_name(hint);
        let mut name = base.clone();
        let mut number = 1;
        while self.taken.contains(&name) || BUILT_IN_TYPES.contains(&name.as_str()) {
            number += 1;
            name = format!("{base}{number}");
        }
        self.taken.push(name.clone());
        self.names.insert(id, name.clone());
        self.queue.push_back((id, name.clone()));
        name
    }
}

/// References that are followed to see what kind of type stands behind them.
const MAX_LOOK: usize = 8;

/// The members of an intersection that tell something: any object next to a certain one, and text next to certain texts,
/// are noise (`{ [key: string]: unknown } & { id: string }`, `("on" | "off") & string`).
fn telling_parts<'t>(lowered: &'t Lowered, parts: &[&'t Type]) -> Vec<&'t Type> {
    let is_any_object = |part: &Type| match part {
        Type::Object(object) => {
            let says_nothing = |index: &Index| index.is_implied && index.of.is_unknown();
            object.members.is_empty() && object.omitted == 0 && object.index.as_ref().is_none_or(says_nothing)
        }
        _ => false,
    };
    let mut kept: Vec<&Type> = Vec::with_capacity(parts.len());
    for (position, part) in parts.iter().enumerate() {
        let others = || parts.iter().enumerate().filter(move |(other, _)| *other != position).map(|(_, other)| *other);
        let is_noise = match part {
            any if is_any_object(any) => {
                let is_certain = |other: &Type| !is_any_object(other) && lowered.is_object(other, 0);
                others().any(is_certain) || parts.iter().take(position).any(|before| is_any_object(before))
            }
            Type::String => others().any(|other| lowered.has_only_literals(other, 0, |text| text.starts_with('"'))),
            Type::Number => others().any(|other| {
                lowered.has_only_literals(other, 0, |text| text.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
            }),
            _ => false,
        };
        if !is_noise {
            kept.push(part);
        }
    }
    kept
}

impl Lowered {
    fn body(&self, id: DefinitionId) -> Option<&Type> {
        self.definitions.get(id.0).map(|definition| &definition.body)
    }

    /// Whether only objects are of a type.
    fn is_object(&self, of: &Type, depth: usize) -> bool {
        match of {
            Type::Object(_) => true,
            Type::Named(id) if depth < MAX_LOOK => self.body(*id).is_some_and(|body| self.is_object(body, depth + 1)),
            Type::Union(members) => members.iter().all(|member| self.is_object(member, depth)),
            Type::Intersection(members) => members.iter().any(|member| self.is_object(member, depth)),
            _ => false,
        }
    }

    /// Whether a type is a literal, or some literals, of one kind.
    fn has_only_literals(&self, of: &Type, depth: usize, is_kind: fn(&str) -> bool) -> bool {
        match of {
            Type::Literal(text) => is_kind(text),
            Type::Named(id) if depth < MAX_LOOK => {
                self.body(*id).is_some_and(|body| self.has_only_literals(body, depth + 1, is_kind))
            }
            Type::Union(members) => members.iter().all(|member| self.has_only_literals(member, depth, is_kind)),
            _ => false,
        }
    }
}

/// Names whose redeclaration would change what the text means.
const BUILT_IN_TYPES: [&str; 6] = ["Array", "Promise", "Record", "Object", "String", "Number"];

/// A schema name as a TypeScript type name: words joined in Pascal case.
fn type_name(hint: &str) -> String {
    let mut name = String::new();
    let mut at_word = true;
    for c in hint.chars() {
        if c.is_ascii_alphanumeric() || c == '_' || c == '$' {
            name.push(if at_word { c.to_ascii_uppercase() } else { c });
            at_word = false;
        } else {
            at_word = true;
        }
    }
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$') {
        name.insert_str(0, "Type");
    }
    name
}

fn property_name(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { json_string(name) }
}
