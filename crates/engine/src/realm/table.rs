//! The form of the tables of built-ins. Each file of [`crate::builtins`] ends in such tables.

use super::intrinsics::Intrinsic;
use super::natives::NativeFn;
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;

/// An intrinsic object: what it is and its properties in order.
pub(crate) struct ObjectTable {
    pub(crate) role: Role,
    /// Its prototype; `None` for null.
    pub(crate) proto: Option<Intrinsic>,
    pub(crate) properties: &'static [Property],
}

/// What an intrinsic object is.
pub(crate) enum Role {
    /// An ordinary object: most prototypes and namespaces.
    Ordinary,
    /// An empty array (`Array.prototype`).
    Array,
    /// A wrapper: the prototypes of String, Number and Boolean.
    EmptyString,
    Zero,
    False,
    /// A function that may be called, and constructed when `constructs`. `prototype` becomes its (fixed) `prototype`
    /// property, and the `constructor` of that object must be given in its own table with [`constructor`].
    Constructor {
        name: &'static str,
        length: u8,
        function: NativeFn,
        constructs: bool,
        prototype: Option<Intrinsic>,
    },
    /// A plain function.
    Function {
        name: &'static str,
        length: u8,
        function: NativeFn,
    },
}

pub(crate) enum Key {
    Name(&'static str),
    Symbol(WellKnown),
}

pub(crate) enum Entry {
    /// A function in Rust.
    Method {
        name: &'static str,
        length: u8,
        function: NativeFn,
    },
    /// A function of the prelude, found by the name of its declaration there.
    Prelude {
        name: &'static str,
        length: u8,
        declaration: &'static str,
    },
    /// An accessor. Names are those of the property, `get ` and `set ` are put before.
    Accessor {
        get: Option<NativeFn>,
        set: Option<NativeFn>,
        name: &'static str,
    },
    /// An accessor whose both parts are `%ThrowTypeError%`.
    Restricted,
    Number(f64),
    Text(&'static str),
    Undefined,
    True,
    Symbol(WellKnown),
    Object(Intrinsic),
    /// The same value as another property of the same table, which must come earlier.
    SameAs(&'static str),
}

pub(crate) struct Property {
    pub(crate) key: Key,
    pub(crate) entry: Entry,
    pub(crate) attributes: Attributes,
}

/// `name(...)`, hidden, with `length`.
pub(crate) const fn method(name: &'static str, length: u8, function: NativeFn) -> Property {
    Property { key: Key::Name(name), entry: Entry::Method { name, length, function }, attributes: Attributes::HIDDEN }
}

/// A method written in the prelude as `function declaration(…) {…}`.
pub(crate) const fn prelude(name: &'static str, length: u8, declaration: &'static str) -> Property {
    Property {
        key: Key::Name(name),
        entry: Entry::Prelude { name, length, declaration },
        attributes: Attributes::HIDDEN,
    }
}

/// A method under a well-known symbol, with its function name such as `[Symbol.iterator]`.
pub(crate) const fn symbol_method(symbol: WellKnown, name: &'static str, length: u8, function: NativeFn) -> Property {
    Property {
        key: Key::Symbol(symbol),
        entry: Entry::Method { name, length, function },
        attributes: Attributes::HIDDEN,
    }
}

/// A prelude method under a well-known symbol.
pub(crate) const fn symbol_prelude(
    symbol: WellKnown,
    name: &'static str,
    length: u8,
    declaration: &'static str,
) -> Property {
    Property {
        key: Key::Symbol(symbol),
        entry: Entry::Prelude { name, length, declaration },
        attributes: Attributes::HIDDEN,
    }
}

/// A read-only accessor.
pub(crate) const fn getter(name: &'static str, get: NativeFn) -> Property {
    Property {
        key: Key::Name(name),
        entry: Entry::Accessor { get: Some(get), set: None, name },
        attributes: Attributes::accessor(false, true),
    }
}

/// An accessor with both parts.
pub(crate) const fn accessor(name: &'static str, get: NativeFn, set: NativeFn) -> Property {
    Property {
        key: Key::Name(name),
        entry: Entry::Accessor { get: Some(get), set: Some(set), name },
        attributes: Attributes::accessor(false, true),
    }
}

/// A read-only accessor under a symbol; `name` such as `[Symbol.species]`.
pub(crate) const fn symbol_getter(symbol: WellKnown, name: &'static str, get: NativeFn) -> Property {
    Property {
        key: Key::Symbol(symbol),
        entry: Entry::Accessor { get: Some(get), set: None, name },
        attributes: Attributes::accessor(false, true),
    }
}

/// A property that must not be read or written (AddRestrictedFunctionProperties §10.2.4).
pub(crate) const fn restricted(name: &'static str) -> Property {
    Property { key: Key::Name(name), entry: Entry::Restricted, attributes: Attributes::accessor(false, true) }
}

/// A fixed number, such as `Math.PI`.
pub(crate) const fn constant(name: &'static str, value: f64) -> Property {
    Property { key: Key::Name(name), entry: Entry::Number(value), attributes: Attributes::NONE }
}

/// A hidden text property, such as `name` of error prototypes.
pub(crate) const fn text(name: &'static str, value: &'static str) -> Property {
    Property { key: Key::Name(name), entry: Entry::Text(value), attributes: Attributes::HIDDEN }
}

/// `@@toStringTag`, configurable only.
pub(crate) const fn tag(value: &'static str) -> Property {
    Property {
        key: Key::Symbol(WellKnown::ToStringTag),
        entry: Entry::Text(value),
        attributes: Attributes::CONFIGURABLE,
    }
}

/// The `constructor` of a prototype, or another hidden object property.
pub(crate) const fn object(name: &'static str, intrinsic: Intrinsic) -> Property {
    Property { key: Key::Name(name), entry: Entry::Object(intrinsic), attributes: Attributes::HIDDEN }
}

/// The `constructor` of a prototype.
pub(crate) const fn constructor(intrinsic: Intrinsic) -> Property {
    object("constructor", intrinsic)
}

/// The same function under another name.
pub(crate) const fn same(name: &'static str, as_name: &'static str) -> Property {
    Property { key: Key::Name(name), entry: Entry::SameAs(as_name), attributes: Attributes::HIDDEN }
}

/// The same function under a symbol.
pub(crate) const fn symbol_same(symbol: WellKnown, as_name: &'static str) -> Property {
    Property { key: Key::Symbol(symbol), entry: Entry::SameAs(as_name), attributes: Attributes::HIDDEN }
}

impl Property {
    /// The same property with other attributes.
    pub(crate) const fn with(self, attributes: Attributes) -> Property {
        Property { key: self.key, entry: self.entry, attributes }
    }
}

/// Shorthand for a prototype or namespace.
pub(crate) const fn ordinary(proto: Intrinsic, properties: &'static [Property]) -> ObjectTable {
    ObjectTable { role: Role::Ordinary, proto: Some(proto), properties }
}

/// Shorthand for a constructor whose prototype is `Function.prototype`.
pub(crate) const fn class(
    name: &'static str,
    length: u8,
    function: NativeFn,
    prototype: Intrinsic,
    properties: &'static [Property],
) -> ObjectTable {
    ObjectTable {
        role: Role::Constructor { name, length, function, constructs: true, prototype: Some(prototype) },
        proto: Some(Intrinsic::FunctionPrototype),
        properties,
    }
}
