//! The characters of flat strings, read in place.

use super::hash;

/// The characters of a flat string.
#[derive(Debug, Clone, Copy)]
pub enum Str<'a> {
    /// Code units below 256, a byte each.
    Latin1(&'a [u8]),
    /// Any code units.
    Utf16(&'a [u16]),
}

impl<'a> Str<'a> {
    /// Number of UTF-16 code units.
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Str::Latin1(bytes) => bytes.len(),
            Str::Utf16(units) => units.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The code unit at `index`.
    #[inline]
    #[must_use]
    pub fn get(self, index: usize) -> Option<u16> {
        match self {
            Str::Latin1(bytes) => bytes.get(index).map(|&byte| u16::from(byte)),
            Str::Utf16(units) => units.get(index).copied(),
        }
    }

    /// The part from `start` to `end`, clamped to the string.
    #[must_use]
    pub fn slice(self, start: usize, end: usize) -> Str<'a> {
        let end = end.min(self.len());
        let start = start.min(end);
        match self {
            Str::Latin1(bytes) => Str::Latin1(bytes.get(start..end).unwrap_or(&[])),
            Str::Utf16(units) => Str::Utf16(units.get(start..end).unwrap_or(&[])),
        }
    }

    /// All code units.
    pub fn units(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + 'a {
        let (bytes, units): (&[u8], &[u16]) = match self {
            Str::Latin1(bytes) => (bytes, &[]),
            Str::Utf16(units) => (&[], units),
        };
        let wide = matches!(self, Str::Utf16(_));
        (0..self.len()).map(move |index| if wide { units[index] } else { u16::from(bytes[index]) })
    }

    /// The code point that starts at `index` (a lone surrogate is itself), with its length in code units.
    #[must_use]
    pub fn code_point_at(self, index: usize) -> Option<(u32, usize)> {
        let first = self.get(index)?;
        if (0xD800..0xDC00).contains(&first)
            && let Some(second) = self.get(index + 1)
            && (0xDC00..0xE000).contains(&second)
        {
            return Some(((u32::from(first - 0xD800) << 10) + u32::from(second - 0xDC00) + 0x10000, 2));
        }
        Some((u32::from(first), 1))
    }

    /// The text as a Rust string; lone surrogates become U+FFFD.
    #[must_use]
    pub fn to_std_string(self) -> String {
        match self {
            Str::Latin1(bytes) if bytes.is_ascii() => String::from_utf8(bytes.to_vec()).unwrap_or_default(),
            Str::Latin1(bytes) => bytes.iter().map(|&byte| char::from(byte)).collect(),
            Str::Utf16(units) => String::from_utf16_lossy(units),
        }
    }

    /// Whether the text equals an ASCII literal.
    #[must_use]
    pub fn equals_ascii(self, text: &str) -> bool {
        match self {
            Str::Latin1(bytes) => bytes == text.as_bytes(),
            Str::Utf16(units) => {
                units.len() == text.len() && units.iter().zip(text.bytes()).all(|(&a, b)| a == u16::from(b))
            }
        }
    }

    /// The first index at or after `from` where `needle` occurs.
    #[must_use]
    pub fn find(self, needle: Str<'_>, from: usize) -> Option<usize> {
        let len = self.len();
        if needle.is_empty() {
            return (from <= len).then_some(from);
        }
        if needle.len() > len || from > len - needle.len() {
            return None;
        }
        match (self, needle) {
            (Str::Latin1(hay), Str::Latin1(needle)) => {
                memchr::memmem::find(hay.get(from..)?, needle).map(|at| at + from)
            }
            _ => {
                let first = needle.get(0)?;
                (from..=len - needle.len())
                    .find(|&at| self.get(at) == Some(first) && self.slice(at, at + needle.len()).equals(needle))
            }
        }
    }

    /// Whether both have the same code units.
    #[must_use]
    pub fn equals(self, other: Str<'_>) -> bool {
        match (self, other) {
            (Str::Latin1(a), Str::Latin1(b)) => a == b,
            (Str::Utf16(a), Str::Utf16(b)) => a == b,
            (Str::Latin1(a), Str::Utf16(b)) | (Str::Utf16(b), Str::Latin1(a)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| u16::from(a) == b)
            }
        }
    }

    /// Order by code units.
    #[must_use]
    pub fn compare(self, other: Str<'_>) -> std::cmp::Ordering {
        match (self, other) {
            (Str::Latin1(a), Str::Latin1(b)) => a.cmp(b),
            (Str::Utf16(a), Str::Utf16(b)) => a.cmp(b),
            _ => self.units().cmp(other.units()),
        }
    }

    pub(super) fn hash(self) -> u64 {
        match self {
            Str::Latin1(bytes) => hash::hash_bytes(bytes),
            // A UTF-16 string always holds a unit above 255, so it never equals a Latin-1 string.
            Str::Utf16(units) => hash::hash_units(units),
        }
    }
}
