//! Strings: UTF-16 semantics, stored as Latin-1 where possible, with ropes for concatenation and slices for substrings.
//!
//! Ids below the number of static strings stand for text shared by all executions: first the 256 single-character
//! strings (the id is the code unit), then the names in [`Statics`](crate::realm::statics::Statics). A rope is
//! flattened the first time its text is needed.

use super::Heap;
use super::text::Str;
use crate::completion::Completion;
use crate::value::StringId;

/// The longest string in UTF-16 code units.
pub const MAX_STRING_LENGTH: usize = 1 << 24;

/// Longest part of a string or name that messages quote, in code units.
pub(crate) const EXCERPT: usize = 100;
/// Longest text of the program that reports show whole, in code units.
pub(crate) const LONG_TEXT: usize = 1 << 14;

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
    pub(super) atom: Option<std::num::NonZeroU32>,
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
    pub(super) fn entry(&self, id: StringId) -> Option<&StringEntry> {
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
        self.flattened = self.flattened.saturating_add(len);
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

    /// The start of a text, for messages: at most [`EXCERPT`] code units, with a mark where the rest is left out.
    #[must_use]
    pub fn excerpt(&self, id: StringId) -> String {
        self.text_start(id, EXCERPT)
    }

    /// The first `most` code units, with a mark where the rest is left out. Costs no more than these, however long the
    /// string is.
    #[must_use]
    pub fn text_start(&self, id: StringId, most: usize) -> String {
        /// Links of a rope that are followed; programs can make them as long as a string.
        const MOST_LINKS: usize = 10_000;
        /// Parts to the right that are remembered. Every part has a code unit at least.
        const MOST_PARTS: usize = 256;
        let is_whole = self.string_len(id) <= most;
        let mut units = Vec::new();
        let mut pending = std::collections::VecDeque::from([id]);
        let mut links = 0;
        while let Some(part) = pending.pop_back()
            && units.len() < most
        {
            match self.entry(part).map(|entry| &entry.data) {
                Some(StringData::Rope { left, right, .. }) => {
                    links += 1;
                    if links > MOST_LINKS {
                        break;
                    }
                    if pending.len() >= MOST_PARTS {
                        pending.pop_front();
                    }
                    pending.extend([*right, *left]);
                }
                Some(StringData::Free) => {}
                _ => units.extend(self.str(part).slice(0, most - units.len()).units()),
            }
        }
        let mut text = String::from_utf16_lossy(&units);
        if !is_whole || links > MOST_LINKS {
            text.push('…');
        }
        text
    }

    /// The text, shortened in its middle when it is longer than [`LONG_TEXT`]: for what is shown of values of the
    /// program.
    #[must_use]
    pub fn text_shown(&mut self, id: StringId) -> String {
        let len = self.string_len(id);
        if len <= LONG_TEXT {
            return self.text_lossy(id);
        }
        if self.flatten(id).is_err() {
            return self.excerpt(id);
        }
        let text = self.str(id);
        let (head, tail) = (LONG_TEXT * 3 / 4, LONG_TEXT / 4);
        let start = text.slice(0, head).to_std_string();
        let end = text.slice(len - tail, len).to_std_string();
        format!("{start}[… {} of {len} characters left out …]{end}", len - head - tail)
    }

    /// The whole text; ropes are walked without being flattened. Only where its length is bounded.
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
