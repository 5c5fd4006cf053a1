//! Property keys: interned strings, symbols, and array indices.

use super::{StringId, SymbolId, Value};

/// A property key. A string that is a canonical array index (`0` to `4294967294`) is always an `Index`; any other
/// string is interned, so that equal keys have equal ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PropertyKey {
    /// An interned string.
    String(StringId),
    /// A symbol, or a private name (which no reflection shows).
    Symbol(SymbolId),
    /// A canonical array index.
    Index(u32),
}

impl PropertyKey {
    /// Whether it is a string in the sense of the language (strings and indices).
    #[must_use]
    pub fn is_string(self) -> bool {
        !matches!(self, PropertyKey::Symbol(_))
    }

    /// The symbol value, if it is a symbol.
    #[must_use]
    pub fn as_symbol_value(self) -> Option<Value> {
        match self {
            PropertyKey::Symbol(id) => Some(Value::symbol(id)),
            _ => None,
        }
    }
}

/// Parses a canonical array index.
pub(crate) fn parse_index(text: &[u8]) -> Option<u32> {
    let (&first, rest) = text.split_first()?;
    if !first.is_ascii_digit() || text.len() > 10 || (first == b'0' && !rest.is_empty()) {
        return None;
    }
    let mut value: u64 = 0;
    for &digit in text {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u64::from(digit - b'0');
    }
    u32::try_from(value).ok().filter(|&index| index != u32::MAX)
}
