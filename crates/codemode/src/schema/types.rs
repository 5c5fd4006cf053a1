//! The intermediate form between a JSON Schema and its TypeScript text.
//!
//! References stay references: every definition is lowered once, however often it is used, so the form is linear in the
//! document even where full expansion would be exponential or infinite.

use super::comment::Doc;

/// A definition of the document, by position in [`Lowered::definitions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct DefinitionId(pub(super) usize);

/// A lowered document. Definition 0 is the root.
#[derive(Debug)]
pub(super) struct Lowered {
    pub(super) definitions: Vec<Definition>,
}

/// A type with a name to fall back on when it cannot be printed in place.
#[derive(Debug)]
pub(super) struct Definition {
    /// A hint for the declared name; not yet an identifier.
    pub(super) name: String,
    pub(super) doc: Doc,
    pub(super) body: Type,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Type {
    Unknown,
    /// `unknown`, with a comment that says why.
    Unshown(String),
    Never,
    Undefined,
    String,
    Number,
    Boolean,
    Null,
    /// A JSON value as a literal type, already printed.
    Literal(String),
    Array(Box<Type>),
    Tuple(Tuple),
    Object(Object),
    /// At least two members, none of them `Unknown`.
    Union(Vec<Type>),
    /// At least two members, none of them `Unknown`.
    Intersection(Vec<Type>),
    /// Literals left out of a union; stands for their common supertypes.
    Omitted {
        base: Box<Type>,
        note: String,
    },
    Named(DefinitionId),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tuple {
    pub(super) items: Vec<Type>,
    /// Items from this position on may be missing.
    pub(super) required: usize,
    pub(super) rest: Option<Box<Type>>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Object {
    pub(super) members: Vec<Member>,
    /// Properties that exist and are not listed.
    pub(super) omitted: usize,
    pub(super) index: Option<Index>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) optional: bool,
    pub(super) doc: Doc,
    pub(super) of: Type,
}

/// The type of all further properties.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Index {
    pub(super) notes: Vec<String>,
    pub(super) of: Box<Type>,
    /// Whether the schema does not say so itself: it names no properties at all.
    pub(super) is_implied: bool,
}

impl Type {
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Type::Unknown)
    }

    /// The union of types: members of unions are lifted, repeats and `never` dropped; `unknown` absorbs everything.
    pub(super) fn union(types: impl IntoIterator<Item = Type>) -> Type {
        let mut members = Vec::new();
        for member in types {
            match member {
                Type::Unknown => return Type::Unknown,
                Type::Never => {}
                Type::Union(inner) => inner.into_iter().for_each(|member| push_new(&mut members, member)),
                other => push_new(&mut members, other),
            }
        }
        match members.len() {
            0 => Type::Never,
            1 => members.remove(0),
            _ => Type::Union(members),
        }
    }

    /// The intersection of types; `unknown` adds nothing to it.
    pub(super) fn intersection(types: impl IntoIterator<Item = Type>) -> Type {
        let mut members = Vec::new();
        for member in types {
            match member {
                Type::Unknown => {}
                Type::Intersection(inner) => inner.into_iter().for_each(|member| push_new(&mut members, member)),
                other => push_new(&mut members, other),
            }
        }
        match members.len() {
            0 => Type::Unknown,
            1 => members.remove(0),
            _ => Type::Intersection(members),
        }
    }

    /// Calls `visit` for every definition used directly in this type, in order of appearance.
    pub(super) fn each_reference(&self, visit: &mut impl FnMut(DefinitionId)) {
        match self {
            Type::Named(id) => visit(*id),
            Type::Array(item) | Type::Omitted { base: item, .. } => item.each_reference(visit),
            Type::Tuple(tuple) => {
                tuple.items.iter().chain(tuple.rest.as_deref()).for_each(|item| item.each_reference(visit));
            }
            Type::Object(object) => {
                object.members.iter().for_each(|member| member.of.each_reference(visit));
                object.index.iter().for_each(|index| index.of.each_reference(visit));
            }
            Type::Union(members) | Type::Intersection(members) => {
                members.iter().for_each(|member| member.each_reference(visit));
            }
            Type::Unknown
            | Type::Unshown(_)
            | Type::Never
            | Type::Undefined
            | Type::String
            | Type::Number
            | Type::Boolean
            | Type::Null
            | Type::Literal(_) => {}
        }
    }

    /// How many nodes this type has, references counting as one.
    pub(super) fn weight(&self) -> usize {
        1 + match self {
            Type::Array(item) | Type::Omitted { base: item, .. } => item.weight(),
            Type::Tuple(tuple) => tuple.items.iter().chain(tuple.rest.as_deref()).map(Type::weight).sum(),
            Type::Object(object) => {
                let members: usize = object.members.iter().map(|member| member.of.weight()).sum();
                members + object.index.as_ref().map_or(0, |index| index.of.weight())
            }
            Type::Union(members) | Type::Intersection(members) => members.iter().map(Type::weight).sum(),
            _ => 0,
        }
    }
}

fn push_new(members: &mut Vec<Type>, member: Type) {
    // Comparing is cheap for leaves, and repeated big members are rare enough to be left alone.
    let comparable = !matches!(member, Type::Object(_)) && members.len() < 64;
    if !(comparable && members.contains(&member)) {
        members.push(member);
    }
}
