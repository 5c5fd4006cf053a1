//! Strings: UTF-16 semantics, stored as Latin-1 where possible, with ropes for concatenation and slices for substrings.
//!
//! Ids below the number of static strings stand for text shared by all executions: first the 256 single-character
//! strings (the id is the code unit), then the names in [`Statics`](crate::realm::statics::Statics). A rope is
//! flattened the first time its text is needed.

use hashbrown::HashTable;

use super::{Heap, hash};
use crate::completion::Completion;
use crate::value::property_key::parse_index;
use crate::value::{PropertyKey, StringId, Value};

/// The longest string in UTF-16 code units.
pub const MAX_STRING_LENGTH: usize = 1 << 24;

const INLINE: usize = 22;
/// Concatenations up to this length are copied rather than kept as ropes.
const ROPE_MINIMUM: usize = 24;

/// How the characters are kept.
#[derive(Debug, Clone)]
pub(crate) enum StringData {
    /// A freed entry.
    Free,
    /// Short Latin-1 text in place.
    Inline {
        len: u8,
        bytes: [u8; INLINE],
    },
    Latin1(Box<[u8]>),
    Utf16(Box<[u16]>),
    /// The concatenation of two strings, not yet made.
    Rope {
        left: StringId,
        right: StringId,
        len: u32,
        wide: bool,
    },
    /// Part of a flat string.
    Slice {
        base: StringId,
        start: u32,
        len: u32,
    },
}

/// An entry of the string slab.
#[derive(Debug, Clone)]
pub(crate) struct StringEntry {
    pub(crate) data: StringData,
    /// The interned string with the same text, once known.
    atom: Option<std::num::NonZeroU32>,
}

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

    fn hash(self) -> u64 {
        match self {
            Str::Latin1(bytes) => hash::hash_bytes(bytes),
            // A UTF-16 string always holds a unit above 255, so it never equals a Latin-1 string.
            Str::Utf16(units) => hash::hash_units(units),
        }
    }
}

/// The interned strings of an execution. Weak: a collection drops what nothing else holds.
#[derive(Debug)]
pub(crate) struct StringTable {
    table: HashTable<StringId>,
}

impl StringTable {
    pub(crate) fn new() -> StringTable {
        StringTable { table: HashTable::new() }
    }
}

impl Heap {
    // ── Making strings ─────────────────────────────────────────────────────────────────────────────────────────────

    fn insert_string(&mut self, data: StringData) -> StringId {
        self.count(size_of::<StringEntry>());
        let index = self.strings.insert(StringEntry { data, atom: None });
        StringId(self.statics.string_count() + index)
    }

    /// A string of Latin-1 bytes. The caller has checked the length limit where the program chooses the length.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new_latin1(&mut self, bytes: &[u8]) -> Completion<StringId> {
        if let Some(id) = self.short_static(bytes) {
            return Ok(id);
        }
        if bytes.len() <= INLINE {
            let mut inline = [0; INLINE];
            if let Some(target) = inline.get_mut(..bytes.len()) {
                target.copy_from_slice(bytes);
            }
            return Ok(self.insert_string(StringData::Inline { len: bytes.len() as u8, bytes: inline }));
        }
        self.charge(bytes.len())?;
        Ok(self.insert_string(StringData::Latin1(bytes.into())))
    }

    /// The same from an owned buffer.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new_latin1_owned(&mut self, bytes: Vec<u8>) -> Completion<StringId> {
        if bytes.len() <= INLINE {
            return self.new_latin1(&bytes);
        }
        self.charge(bytes.len())?;
        Ok(self.insert_string(StringData::Latin1(bytes.into_boxed_slice())))
    }

    fn short_static(&self, bytes: &[u8]) -> Option<StringId> {
        match bytes {
            [] => Some(crate::realm::names::EMPTY),
            [byte] => Some(StringId(u32::from(*byte))),
            _ => None,
        }
    }

    /// A string of UTF-16 code units; kept as Latin-1 when they all fit.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new_utf16(&mut self, units: &[u16]) -> Completion<StringId> {
        if units.iter().all(|&unit| unit < 256) {
            let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
            return self.new_latin1_owned(bytes);
        }
        self.charge(units.len() * 2)?;
        Ok(self.insert_string(StringData::Utf16(units.into())))
    }

    /// A string from Rust text.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new_string(&mut self, text: &str) -> Completion<StringId> {
        if text.is_ascii() {
            return self.new_latin1(text.as_bytes());
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_utf16(&units)
    }

    /// The string of one code unit.
    ///
    /// # Errors
    /// The memory limit.
    #[inline]
    pub fn unit_string(&mut self, unit: u16) -> Completion<StringId> {
        if unit < 256 { Ok(StringId(u32::from(unit))) } else { self.new_utf16(&[unit]) }
    }

    /// The concatenation; `None` when it would exceed [`MAX_STRING_LENGTH`].
    ///
    /// # Errors
    /// The memory limit.
    pub fn concat(&mut self, left: StringId, right: StringId) -> Completion<Option<StringId>> {
        let left_len = self.string_len(left);
        let right_len = self.string_len(right);
        if left_len == 0 {
            return Ok(Some(right));
        }
        if right_len == 0 {
            return Ok(Some(left));
        }
        let len = left_len + right_len;
        if len > MAX_STRING_LENGTH {
            return Ok(None);
        }
        let wide = self.is_wide(left) || self.is_wide(right);
        if len <= INLINE && !wide && !self.is_rope(left) && !self.is_rope(right) {
            let mut bytes = [0; INLINE];
            if let (Str::Latin1(a), Str::Latin1(b)) = (self.str(left), self.str(right))
                && let Some(target) = bytes.get_mut(..a.len())
            {
                target.copy_from_slice(a);
                if let Some(target) = bytes.get_mut(a.len()..len) {
                    target.copy_from_slice(b);
                }
            }
            return Ok(Some(self.insert_string(StringData::Inline { len: len as u8, bytes })));
        }
        if len < ROPE_MINIMUM {
            let left = self.flatten(left)?;
            let right = self.flatten(right)?;
            let mut units: Vec<u16> = Vec::with_capacity(len);
            units.extend(self.str(left).units());
            units.extend(self.str(right).units());
            return self.new_utf16(&units).map(Some);
        }
        Ok(Some(self.insert_string(StringData::Rope { left, right, len: len as u32, wide })))
    }

    /// The part `start..end` of a flat string.
    ///
    /// # Errors
    /// The memory limit.
    pub fn substring(&mut self, id: StringId, start: usize, end: usize) -> Completion<StringId> {
        let id = self.flatten(id)?;
        let text = self.str(id);
        let end = end.min(text.len());
        let start = start.min(end);
        let len = end - start;
        if len == text.len() {
            return Ok(id);
        }
        if len <= INLINE {
            return match text.slice(start, end) {
                Str::Latin1(bytes) => {
                    if let Some(id) = self.short_static(bytes) {
                        return Ok(id);
                    }
                    let mut inline = [0; INLINE];
                    if let Some(target) = inline.get_mut(..len) {
                        target.copy_from_slice(bytes);
                    }
                    Ok(self.insert_string(StringData::Inline { len: len as u8, bytes: inline }))
                }
                Str::Utf16(units) => {
                    let mut copy = [0u16; INLINE];
                    if let Some(target) = copy.get_mut(..len) {
                        target.copy_from_slice(units);
                    }
                    self.new_utf16(copy.get(..len).unwrap_or(&[]))
                }
            };
        }
        if let Str::Utf16(units) = text.slice(start, end)
            && units.iter().all(|&unit| unit < 256)
        {
            let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
            return self.new_latin1_owned(bytes);
        }
        let (base, offset) = match self.entry(id).map(|entry| &entry.data) {
            Some(StringData::Slice { base, start, .. }) => (*base, *start as usize),
            _ => (id, 0),
        };
        Ok(self.insert_string(StringData::Slice { base, start: (start + offset) as u32, len: len as u32 }))
    }

    // ── Reading strings ────────────────────────────────────────────────────────────────────────────────────────────

    #[inline]
    fn entry(&self, id: StringId) -> Option<&StringEntry> {
        let statics = self.statics.string_count();
        if id.0 < statics { None } else { Some(self.strings.get(id.0 - statics)) }
    }

    /// Number of UTF-16 code units.
    #[inline]
    #[must_use]
    pub fn string_len(&self, id: StringId) -> usize {
        match self.entry(id) {
            None => self.statics.string(id).len(),
            Some(entry) => match &entry.data {
                StringData::Inline { len, .. } => *len as usize,
                StringData::Latin1(bytes) => bytes.len(),
                StringData::Utf16(units) => units.len(),
                StringData::Rope { len, .. } | StringData::Slice { len, .. } => *len as usize,
                StringData::Free => 0,
            },
        }
    }

    #[inline]
    pub(crate) fn is_rope(&self, id: StringId) -> bool {
        self.entry(id).is_some_and(|entry| matches!(entry.data, StringData::Rope { .. }))
    }

    fn is_wide(&self, id: StringId) -> bool {
        match self.entry(id).map(|entry| &entry.data) {
            Some(StringData::Utf16(_)) => true,
            Some(StringData::Rope { wide, .. }) => *wide,
            Some(StringData::Slice { base, .. }) => self.is_wide(*base),
            _ => false,
        }
    }

    /// Makes sure that the text is in one piece, and gives back the same id.
    ///
    /// # Errors
    /// The memory limit.
    #[inline]
    pub fn flatten(&mut self, id: StringId) -> Completion<StringId> {
        if self.is_rope(id) {
            self.flatten_rope(id)?;
        }
        Ok(id)
    }

    fn flatten_rope(&mut self, id: StringId) -> Completion<()> {
        let wide = self.is_wide(id);
        let len = self.string_len(id);
        self.charge(if wide { len * 2 } else { len })?;
        // Walks the tree from the right, since `s += x` makes trees that are deep on the left.
        let mut pending = vec![id];
        let data = if wide {
            let mut units = vec![0u16; len];
            let mut end = len;
            while let Some(part) = pending.pop() {
                if let Some(StringData::Rope { left, right, .. }) = self.entry(part).map(|entry| &entry.data) {
                    pending.push(*left);
                    pending.push(*right);
                    continue;
                }
                let text = self.str(part);
                let start = end.saturating_sub(text.len());
                if let Some(target) = units.get_mut(start..end) {
                    match text {
                        Str::Latin1(bytes) => {
                            for (target, &byte) in target.iter_mut().zip(bytes) {
                                *target = u16::from(byte);
                            }
                        }
                        Str::Utf16(source) => target.copy_from_slice(source),
                    }
                }
                end = start;
            }
            StringData::Utf16(units.into_boxed_slice())
        } else {
            let mut bytes = vec![0u8; len];
            let mut end = len;
            while let Some(part) = pending.pop() {
                if let Some(StringData::Rope { left, right, .. }) = self.entry(part).map(|entry| &entry.data) {
                    pending.push(*left);
                    pending.push(*right);
                    continue;
                }
                if let Str::Latin1(source) = self.str(part) {
                    let start = end.saturating_sub(source.len());
                    if let Some(target) = bytes.get_mut(start..end) {
                        target.copy_from_slice(source);
                    }
                    end = start;
                }
            }
            StringData::Latin1(bytes.into_boxed_slice())
        };
        let statics = self.statics.string_count();
        self.strings.get_mut(id.0 - statics).data = data;
        Ok(())
    }

    /// The characters of a flat string. A rope must be [flattened](Heap::flatten) first: natives get flat strings
    /// from `to_string`, and only concatenation makes ropes.
    #[inline]
    #[must_use]
    pub fn str(&self, id: StringId) -> Str<'_> {
        match self.entry(id) {
            None => Str::Latin1(self.statics.string(id)),
            Some(entry) => match &entry.data {
                StringData::Inline { len, bytes } => Str::Latin1(bytes.get(..*len as usize).unwrap_or(&[])),
                StringData::Latin1(bytes) => Str::Latin1(bytes),
                StringData::Utf16(units) => Str::Utf16(units),
                StringData::Slice { base, start, len } => {
                    self.base_str(*base).slice(*start as usize, (*start + *len) as usize)
                }
                StringData::Rope { .. } | StringData::Free => {
                    debug_assert!(false, "the text of a rope or freed string was read");
                    Str::Latin1(&[])
                }
            },
        }
    }

    fn base_str(&self, id: StringId) -> Str<'_> {
        match self.entry(id).map(|entry| &entry.data) {
            Some(StringData::Latin1(bytes)) => Str::Latin1(bytes),
            Some(StringData::Utf16(units)) => Str::Utf16(units),
            _ => Str::Latin1(&[]),
        }
    }

    /// The text as a Rust string (flattens).
    ///
    /// # Errors
    /// The memory limit.
    pub fn text(&mut self, id: StringId) -> Completion<String> {
        let id = self.flatten(id)?;
        Ok(self.str(id).to_std_string())
    }

    /// The text for messages; ropes are walked without being flattened.
    #[must_use]
    pub fn text_lossy(&self, id: StringId) -> String {
        match self.entry(id).map(|entry| &entry.data) {
            Some(StringData::Rope { .. }) => {}
            Some(StringData::Free) => return String::new(),
            _ => return self.str(id).to_std_string(),
        }
        let mut parts = Vec::new();
        let mut pending = vec![id];
        while let Some(part) = pending.pop() {
            match self.entry(part).map(|entry| &entry.data) {
                Some(StringData::Rope { left, right, .. }) => {
                    pending.push(*left);
                    pending.push(*right);
                }
                Some(StringData::Free) => {}
                _ => parts.push(part),
            }
        }
        parts.iter().rev().map(|&part| self.str(part).to_std_string()).collect()
    }

    /// Whether two strings have the same text.
    ///
    /// # Errors
    /// The memory limit.
    #[inline]
    pub fn strings_equal(&mut self, a: StringId, b: StringId) -> Completion<bool> {
        if a == b {
            return Ok(true);
        }
        if self.string_len(a) != self.string_len(b) {
            return Ok(false);
        }
        let a = self.flatten(a)?;
        let b = self.flatten(b)?;
        Ok(self.str(a).equals(self.str(b)))
    }

    /// A keyed hash of the text, for maps. The string must be flat.
    #[must_use]
    pub fn string_hash(&self, id: StringId) -> u64 {
        self.str(id).hash()
    }

    // ── Interning ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// The property key for a string: an index, or the interned string.
    ///
    /// # Errors
    /// The memory limit.
    pub fn key_from_string(&mut self, id: StringId) -> Completion<PropertyKey> {
        if let Some(entry) = self.entry(id) {
            if let Some(atom) = entry.atom {
                return Ok(PropertyKey::String(StringId(atom.get())));
            }
        } else {
            return Ok(match parse_index(self.statics.string(id)) {
                Some(index) => PropertyKey::Index(index),
                None => PropertyKey::String(id),
            });
        }
        let id = self.flatten(id)?;
        if let Str::Latin1(bytes) = self.str(id)
            && let Some(index) = parse_index(bytes)
        {
            return Ok(PropertyKey::Index(index));
        }
        let atom = self.intern(id);
        Ok(PropertyKey::String(atom))
    }

    /// The property key for Latin-1 text, which is kept only when it is not known yet.
    ///
    /// # Errors
    /// The memory limit.
    pub(crate) fn key_from_latin1(&mut self, bytes: &[u8]) -> Completion<PropertyKey> {
        if let Some(index) = parse_index(bytes) {
            return Ok(PropertyKey::Index(index));
        }
        if let Some(known) = self.statics.find_bytes(bytes) {
            return Ok(PropertyKey::String(known));
        }
        let hash = Str::Latin1(bytes).hash();
        let found = self.string_table.table.find(hash, |&other| self.str(other).equals(Str::Latin1(bytes))).copied();
        if let Some(known) = found {
            return Ok(PropertyKey::String(known));
        }
        let id = self.new_latin1(bytes)?;
        self.key_from_string(id)
    }

    /// The property key for Rust text.
    ///
    /// # Errors
    /// The memory limit.
    pub fn key(&mut self, text: &str) -> Completion<PropertyKey> {
        if let Some(id) = self.statics.find(text) {
            return Ok(PropertyKey::String(id));
        }
        // Property names of host data repeat: look the text up before a string is made.
        if text.is_ascii() {
            let bytes = Str::Latin1(text.as_bytes());
            if let Some(index) = parse_index(text.as_bytes()) {
                return Ok(PropertyKey::Index(index));
            }
            let hash = bytes.hash();
            if let Some(&known) = self.string_table.table.find(hash, |&other| self.str(other).equals(bytes)) {
                return Ok(PropertyKey::String(known));
            }
        }
        let id = self.new_string(text)?;
        self.key_from_string(id)
    }

    fn intern(&mut self, id: StringId) -> StringId {
        if let Str::Latin1(bytes) = self.str(id)
            && let Some(known) = self.statics.find_bytes(bytes)
        {
            self.set_atom(id, known);
            return known;
        }
        let hash = self.str(id).hash();
        let found = {
            let text = self.str(id);
            self.string_table.table.find(hash, |&other| self.str(other).equals(text)).copied()
        };
        if let Some(known) = found {
            self.set_atom(id, known);
            return known;
        }
        let mut table = std::mem::replace(&mut self.string_table.table, HashTable::new());
        table.insert_unique(hash, id, |&other| self.str(other).hash());
        self.string_table.table = table;
        self.count(16);
        self.set_atom(id, id);
        id
    }

    fn set_atom(&mut self, id: StringId, atom: StringId) {
        let statics = self.statics.string_count();
        if id.0 >= statics {
            self.strings.get_mut(id.0 - statics).atom = std::num::NonZeroU32::new(atom.0);
        }
    }

    /// The string value of a property key (symbols give the symbol).
    ///
    /// # Errors
    /// The memory limit.
    pub fn key_to_value(&mut self, key: PropertyKey) -> Completion<Value> {
        Ok(match key {
            PropertyKey::String(id) => Value::string(id),
            PropertyKey::Symbol(id) => Value::symbol(id),
            PropertyKey::Index(index) => Value::string(self.new_latin1(index.to_string().as_bytes())?),
        })
    }

    /// The text of a property key for messages.
    #[must_use]
    pub fn key_text(&self, key: PropertyKey) -> String {
        match key {
            PropertyKey::String(id) => self.text_lossy(id),
            PropertyKey::Index(index) => index.to_string(),
            PropertyKey::Symbol(id) => self.symbol_text(id),
        }
    }

    // ── Collection ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// Marks a string and what it is made of.
    pub(crate) fn mark_string(&mut self, id: StringId) {
        let statics = self.statics.string_count();
        let mut pending = smallvec::SmallVec::<[StringId; 8]>::new();
        pending.push(id);
        while let Some(id) = pending.pop() {
            if id.0 < statics || !self.strings.mark(id.0 - statics) {
                continue;
            }
            let entry = self.strings.get(id.0 - statics);
            if let Some(atom) = entry.atom
                && atom.get() != id.0
            {
                pending.push(StringId(atom.get()));
            }
            match &entry.data {
                StringData::Rope { left, right, .. } => {
                    pending.push(*left);
                    pending.push(*right);
                }
                StringData::Slice { base, .. } => pending.push(*base),
                _ => {}
            }
        }
    }

    /// Frees unmarked strings and forgets their interning; returns the bytes of the live ones.
    pub(crate) fn sweep_strings(&mut self) -> usize {
        let statics = self.statics.string_count();
        let strings = &self.strings;
        self.string_table.table.retain(|id| strings.is_marked(id.0 - statics));
        self.strings.sweep(0, |_, entry| {
            entry.data = StringData::Free;
            entry.atom = None;
        });
        let mut bytes = 0;
        for index in 0..self.strings.len() as u32 {
            bytes += match &self.strings.get(index).data {
                StringData::Free => 0,
                StringData::Latin1(text) => text.len() + size_of::<StringEntry>(),
                StringData::Utf16(text) => text.len() * 2 + size_of::<StringEntry>(),
                _ => size_of::<StringEntry>(),
            };
        }
        bytes
    }
}

/// Builds a string piece by piece: Latin-1 until a wider unit comes, charged as it grows.
#[derive(Debug, Default)]
pub struct StringBuilder {
    narrow: Vec<u8>,
    wide: Vec<u16>,
    is_wide: bool,
    charged: usize,
}

impl StringBuilder {
    /// An empty builder.
    #[must_use]
    pub fn new() -> StringBuilder {
        StringBuilder::default()
    }

    /// Code units so far.
    #[must_use]
    pub fn len(&self) -> usize {
        if self.is_wide { self.wide.len() } else { self.narrow.len() }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the text is longer than a string may be. Callers that append in loops check this now and then.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.len() > MAX_STRING_LENGTH
    }

    fn widen(&mut self) {
        if !self.is_wide {
            self.wide = self.narrow.iter().map(|&byte| u16::from(byte)).collect();
            self.narrow = Vec::new();
            self.is_wide = true;
        }
    }

    /// Appends a code unit.
    #[inline]
    pub fn push_unit(&mut self, unit: u16) {
        if self.is_wide {
            self.wide.push(unit);
        } else if unit < 256 {
            self.narrow.push(unit as u8);
        } else {
            self.widen();
            self.wide.push(unit);
        }
    }

    /// Appends a code point.
    pub fn push_code_point(&mut self, code_point: u32) {
        if code_point < 0x10000 {
            self.push_unit(code_point as u16);
        } else {
            let rest = code_point - 0x10000;
            self.push_unit(0xD800 + (rest >> 10) as u16);
            self.push_unit(0xDC00 + (rest & 0x3FF) as u16);
        }
    }

    /// Appends characters of a string.
    pub fn push(&mut self, text: Str<'_>) {
        match text {
            Str::Latin1(bytes) if self.is_wide => self.wide.extend(bytes.iter().map(|&byte| u16::from(byte))),
            Str::Latin1(bytes) => self.narrow.extend_from_slice(bytes),
            Str::Utf16(units) => {
                if !self.is_wide && units.iter().all(|&unit| unit < 256) {
                    self.narrow.extend(units.iter().map(|&unit| unit as u8));
                } else {
                    self.widen();
                    self.wide.extend_from_slice(units);
                }
            }
        }
    }

    /// Appends Latin-1 text.
    #[inline]
    pub fn push_ascii(&mut self, bytes: &[u8]) {
        if self.is_wide {
            self.wide.extend(bytes.iter().map(|&byte| u16::from(byte)));
        } else {
            self.narrow.extend_from_slice(bytes);
        }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.narrow.capacity() + self.wide.capacity() * 2
    }

    /// Appends Rust text.
    pub fn push_str(&mut self, text: &str) {
        if text.is_ascii() {
            self.push(Str::Latin1(text.as_bytes()));
        } else {
            for unit in text.encode_utf16() {
                self.push_unit(unit);
            }
        }
    }

    /// Charges what was appended since the last call; call it in loops over program-sized data.
    ///
    /// # Errors
    /// The memory limit.
    pub fn charge(&mut self, heap: &mut Heap) -> Completion<()> {
        let bytes = if self.is_wide { self.wide.len() * 2 } else { self.narrow.len() };
        if bytes > self.charged {
            heap.charge(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }

    /// The characters so far.
    #[must_use]
    pub fn as_str(&self) -> Str<'_> {
        if self.is_wide { Str::Utf16(&self.wide) } else { Str::Latin1(&self.narrow) }
    }

    /// Makes the string; `None` when it is longer than [`MAX_STRING_LENGTH`].
    ///
    /// # Errors
    /// The memory limit.
    pub fn finish(self, heap: &mut Heap) -> Completion<Option<StringId>> {
        if self.is_too_long() {
            return Ok(None);
        }
        heap.uncharge(self.charged);
        if self.is_wide { heap.new_utf16(&self.wide).map(Some) } else { heap.new_latin1_owned(self.narrow).map(Some) }
    }
}
