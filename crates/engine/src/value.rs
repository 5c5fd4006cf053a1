//! Values: one 64-bit word, NaN-boxed.
//!
//! Doubles stand for themselves (NaN in one canonical form). Everything else uses the quiet-NaN space above
//! `0xFFF9_0000_0000_0000`: a tag in the upper 16 bits and a 32-bit payload, which for heap things is an index into the
//! slab of its kind. There are no pointers, so a value is `Copy`, `Send` and needs no `unsafe`.
//!
//! A number may be held as `Int` or as double; comparison must go through [`crate::ops`], never through the bits,
//! except where identity of heap things is meant.

pub(crate) mod number;
pub(crate) mod property_key;

pub use property_key::PropertyKey;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            #[allow(dead_code)]
            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// An object in the heap.
    ObjectId);
id!(/// A string in the heap, or one of the static strings shared by all executions.
    StringId);
id!(/// A symbol or private name.
    SymbolId);
id!(/// A BigInt in the heap.
    BigIntId);
id!(/// A cell: a binding captured by closures.
    CellId);
id!(/// A getter/setter pair.
    AccessorId);

const TAG_SHIFT: u32 = 48;
const TAG_INT: u64 = 0xFFF9;
const TAG_OBJECT: u64 = 0xFFFA;
const TAG_STRING: u64 = 0xFFFB;
const TAG_SYMBOL: u64 = 0xFFFC;
const TAG_BIGINT: u64 = 0xFFFD;
const TAG_SPECIAL: u64 = 0xFFFE;
const TAG_INTERNAL: u64 = 0xFFFF;
const FIRST_TAGGED: u64 = TAG_INT << TAG_SHIFT;

const INTERNAL_CELL: u64 = 1;
const INTERNAL_ACCESSOR: u64 = 2;
const INTERNAL_LAZY: u64 = 3;

/// A value of the language, or one of the few internal marks (hole, dead zone, cell, accessor, lazy built-in) that
/// never reach a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(u64);

/// A value taken apart by type.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub enum Unpacked {
    Undefined,
    Null,
    Boolean(bool),
    Int(i32),
    Double(f64),
    String(StringId),
    Symbol(SymbolId),
    BigInt(BigIntId),
    Object(ObjectId),
    /// A mark that must not reach a program.
    Internal,
}

const fn special(payload: u64) -> Value {
    Value((TAG_SPECIAL << TAG_SHIFT) | payload)
}

impl Value {
    /// The word itself, for hashing.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// `undefined`
    pub const UNDEFINED: Value = special(0);
    /// `null`
    pub const NULL: Value = special(1);
    /// `false`
    pub const FALSE: Value = special(2);
    /// `true`
    pub const TRUE: Value = special(3);
    /// A hole in dense elements.
    pub(crate) const HOLE: Value = special(4);
    /// A binding in its temporal dead zone.
    pub(crate) const UNINIT: Value = special(5);
    /// Zero.
    pub const ZERO: Value = Value(TAG_INT << TAG_SHIFT);
    /// NaN.
    pub const NAN: Value = Value(0x7FF8_0000_0000_0000);

    #[inline(always)]
    const fn tagged(tag: u64, payload: u32) -> Value {
        Value((tag << TAG_SHIFT) | payload as u64)
    }

    /// A boolean.
    #[inline(always)]
    #[must_use]
    pub const fn boolean(value: bool) -> Value {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// A 32-bit integer.
    #[inline(always)]
    #[must_use]
    pub const fn int(value: i32) -> Value {
        Self::tagged(TAG_INT, value as u32)
    }

    /// A double, kept as a double even when it is integral. Cheaper than [`Value::number`].
    #[inline(always)]
    #[must_use]
    pub fn double(value: f64) -> Value {
        if value.is_nan() { Self::NAN } else { Value(value.to_bits()) }
    }

    /// A number in its preferred form: an integer when it is one in 32 bits (and not -0).
    #[inline(always)]
    #[must_use]
    pub fn number(value: f64) -> Value {
        let int = value as i32;
        if f64::from(int) == value && (int != 0 || value.is_sign_positive()) {
            Self::int(int)
        } else {
            Self::double(value)
        }
    }

    /// A number from an index or count.
    #[inline(always)]
    #[must_use]
    pub fn index(value: usize) -> Value {
        match i32::try_from(value) {
            Ok(int) => Self::int(int),
            Err(_) => Self::double(value as f64),
        }
    }

    /// An object.
    #[inline(always)]
    #[must_use]
    pub const fn object(id: ObjectId) -> Value {
        Self::tagged(TAG_OBJECT, id.0)
    }

    /// A string.
    #[inline(always)]
    #[must_use]
    pub const fn string(id: StringId) -> Value {
        Self::tagged(TAG_STRING, id.0)
    }

    /// A symbol.
    #[inline(always)]
    #[must_use]
    pub const fn symbol(id: SymbolId) -> Value {
        Self::tagged(TAG_SYMBOL, id.0)
    }

    /// A BigInt.
    #[inline(always)]
    #[must_use]
    pub const fn bigint(id: BigIntId) -> Value {
        Self::tagged(TAG_BIGINT, id.0)
    }

    pub(crate) const fn cell(id: CellId) -> Value {
        Value((TAG_INTERNAL << TAG_SHIFT) | (INTERNAL_CELL << 32) | id.0 as u64)
    }

    pub(crate) const fn accessor(id: AccessorId) -> Value {
        Value((TAG_INTERNAL << TAG_SHIFT) | (INTERNAL_ACCESSOR << 32) | id.0 as u64)
    }

    pub(crate) const fn lazy(payload: u32) -> Value {
        Value((TAG_INTERNAL << TAG_SHIFT) | (INTERNAL_LAZY << 32) | payload as u64)
    }

    #[inline(always)]
    const fn tag(self) -> u64 {
        self.0 >> TAG_SHIFT
    }

    #[inline(always)]
    const fn payload(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    const fn internal_kind(self) -> u64 {
        self.0 >> 32
    }

    /// Whether it is a number (integer or double).
    #[inline(always)]
    #[must_use]
    pub const fn is_number(self) -> bool {
        self.0 < FIRST_TAGGED || self.tag() == TAG_INT
    }

    /// Whether it is held as a 32-bit integer.
    #[inline(always)]
    #[must_use]
    pub const fn is_int(self) -> bool {
        self.tag() == TAG_INT
    }

    /// Whether it is held as a double.
    #[inline(always)]
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.0 < FIRST_TAGGED
    }

    /// Whether it is `undefined`.
    #[inline(always)]
    #[must_use]
    pub const fn is_undefined(self) -> bool {
        self.0 == Self::UNDEFINED.0
    }

    /// Whether it is `null`.
    #[inline(always)]
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == Self::NULL.0
    }

    /// Whether it is `undefined` or `null`.
    #[inline(always)]
    #[must_use]
    pub const fn is_nullish(self) -> bool {
        self.0 | 1 == Self::NULL.0
    }

    /// Whether it is a boolean.
    #[inline(always)]
    #[must_use]
    pub const fn is_boolean(self) -> bool {
        self.0 | 1 == Self::TRUE.0
    }

    /// Whether it is a string.
    #[inline(always)]
    #[must_use]
    pub const fn is_string(self) -> bool {
        self.tag() == TAG_STRING
    }

    /// Whether it is a symbol.
    #[inline(always)]
    #[must_use]
    pub const fn is_symbol(self) -> bool {
        self.tag() == TAG_SYMBOL
    }

    /// Whether it is a BigInt.
    #[inline(always)]
    #[must_use]
    pub const fn is_bigint(self) -> bool {
        self.tag() == TAG_BIGINT
    }

    /// Whether it is an object (functions included).
    #[inline(always)]
    #[must_use]
    pub const fn is_object(self) -> bool {
        self.tag() == TAG_OBJECT
    }

    #[inline(always)]
    pub(crate) const fn is_hole(self) -> bool {
        self.0 == Self::HOLE.0
    }

    #[inline(always)]
    pub(crate) const fn is_uninit(self) -> bool {
        self.0 == Self::UNINIT.0
    }

    /// The integer, when held as one.
    #[inline(always)]
    #[must_use]
    pub const fn as_int(self) -> Option<i32> {
        if self.is_int() { Some(self.payload() as i32) } else { None }
    }

    /// The double, when held as one.
    #[inline(always)]
    #[must_use]
    pub const fn as_double(self) -> Option<f64> {
        if self.is_double() { Some(f64::from_bits(self.0)) } else { None }
    }

    /// The number, in whichever form.
    #[inline(always)]
    #[must_use]
    pub const fn as_number(self) -> Option<f64> {
        if self.is_int() {
            Some(self.payload() as i32 as f64)
        } else if self.is_double() {
            Some(f64::from_bits(self.0))
        } else {
            None
        }
    }

    /// The boolean.
    #[inline(always)]
    #[must_use]
    pub const fn as_boolean(self) -> Option<bool> {
        if self.is_boolean() { Some(self.0 == Self::TRUE.0) } else { None }
    }

    /// The object.
    #[inline(always)]
    #[must_use]
    pub const fn as_object(self) -> Option<ObjectId> {
        if self.is_object() { Some(ObjectId(self.payload())) } else { None }
    }

    /// The string.
    #[inline(always)]
    #[must_use]
    pub const fn as_string(self) -> Option<StringId> {
        if self.is_string() { Some(StringId(self.payload())) } else { None }
    }

    /// The symbol.
    #[inline(always)]
    #[must_use]
    pub const fn as_symbol(self) -> Option<SymbolId> {
        if self.is_symbol() { Some(SymbolId(self.payload())) } else { None }
    }

    /// The BigInt.
    #[inline(always)]
    #[must_use]
    pub const fn as_bigint(self) -> Option<BigIntId> {
        if self.is_bigint() { Some(BigIntId(self.payload())) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn as_cell(self) -> Option<CellId> {
        if self.internal_kind() == (TAG_INTERNAL << 16) | INTERNAL_CELL { Some(CellId(self.payload())) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn as_accessor(self) -> Option<AccessorId> {
        if self.internal_kind() == (TAG_INTERNAL << 16) | INTERNAL_ACCESSOR {
            Some(AccessorId(self.payload()))
        } else {
            None
        }
    }

    #[inline(always)]
    pub(crate) const fn as_lazy(self) -> Option<u32> {
        if self.internal_kind() == (TAG_INTERNAL << 16) | INTERNAL_LAZY { Some(self.payload()) } else { None }
    }

    /// Whether it is one of the internal marks with a payload (cell, accessor, lazy built-in).
    #[inline(always)]
    pub(crate) const fn is_internal(self) -> bool {
        self.tag() == TAG_INTERNAL
    }

    /// The value by type.
    #[must_use]
    pub fn unpack(self) -> Unpacked {
        match self.tag() {
            TAG_INT => Unpacked::Int(self.payload() as i32),
            TAG_OBJECT => Unpacked::Object(ObjectId(self.payload())),
            TAG_STRING => Unpacked::String(StringId(self.payload())),
            TAG_SYMBOL => Unpacked::Symbol(SymbolId(self.payload())),
            TAG_BIGINT => Unpacked::BigInt(BigIntId(self.payload())),
            TAG_SPECIAL => match self {
                Self::UNDEFINED => Unpacked::Undefined,
                Self::NULL => Unpacked::Null,
                Self::TRUE => Unpacked::Boolean(true),
                Self::FALSE => Unpacked::Boolean(false),
                _ => Unpacked::Internal,
            },
            TAG_INTERNAL => Unpacked::Internal,
            _ => Unpacked::Double(f64::from_bits(self.0)),
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.unpack().fmt(f)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::boolean(value)
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Value {
        Value::int(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::number(value)
    }
}

impl From<ObjectId> for Value {
    fn from(id: ObjectId) -> Value {
        Value::object(id)
    }
}

impl From<StringId> for Value {
    fn from(id: StringId) -> Value {
        Value::string(id)
    }
}

impl From<SymbolId> for Value {
    fn from(id: SymbolId) -> Value {
        Value::symbol(id)
    }
}

impl From<BigIntId> for Value {
    fn from(id: BigIntId) -> Value {
        Value::bigint(id)
    }
}
