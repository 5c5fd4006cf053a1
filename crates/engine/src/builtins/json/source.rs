//! Where JSON text comes from: strings of the heap (Latin-1 or UTF-16) or Rust text.

use super::quote::ESCAPED;
use crate::completion::Completion;
use crate::heap::Heap;
use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;
use crate::value::{PropertyKey, StringId};

/// JSON text. Positions are units of the source: bytes or UTF-16 code units.
pub(super) trait Source: Copy {
    fn len(self) -> usize;
    /// The unit at a position, [`END`] behind the text.
    fn at(self, index: usize) -> u32;
    /// The first position from `from` on with a quote, a backslash or a control character, or the end.
    fn plain_end(self, from: usize) -> usize;
    fn string(self, heap: &mut Heap, start: usize, end: usize) -> Completion<StringId>;
    fn key(self, heap: &mut Heap, start: usize, end: usize) -> Completion<PropertyKey>;
    fn push(self, builder: &mut StringBuilder, start: usize, end: usize);
    fn equals(self, text: Str<'_>, start: usize, end: usize) -> bool;
    /// A part of the text for messages.
    fn excerpt(self, start: usize, end: usize) -> String;
}

/// What [`Source::at`] gives behind the text.
pub(super) const END: u32 = u32::MAX;

#[inline]
fn plain_end_of_bytes(bytes: &[u8], from: usize) -> usize {
    let Some(rest) = bytes.get(from..) else { return bytes.len() };
    rest.iter().position(|&byte| ESCAPED[byte as usize]).map_or(bytes.len(), |at| at + from)
}

#[derive(Clone, Copy)]
pub(super) struct Latin1<'a>(pub(super) &'a [u8]);

impl Source for Latin1<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, index: usize) -> u32 {
        self.0.get(index).map_or(END, |&byte| u32::from(byte))
    }

    #[inline]
    fn plain_end(self, from: usize) -> usize {
        plain_end_of_bytes(self.0, from)
    }

    #[inline]
    fn string(self, heap: &mut Heap, start: usize, end: usize) -> Completion<StringId> {
        heap.new_latin1(self.0.get(start..end).unwrap_or(&[]))
    }

    fn key(self, heap: &mut Heap, start: usize, end: usize) -> Completion<PropertyKey> {
        heap.key_from_latin1(self.0.get(start..end).unwrap_or(&[]))
    }

    fn push(self, builder: &mut StringBuilder, start: usize, end: usize) {
        builder.push(Str::Latin1(self.0.get(start..end).unwrap_or(&[])));
    }

    #[inline]
    fn equals(self, text: Str<'_>, start: usize, end: usize) -> bool {
        matches!(text, Str::Latin1(bytes) if self.0.get(start..end) == Some(bytes))
    }

    fn excerpt(self, start: usize, end: usize) -> String {
        Str::Latin1(self.0).slice(start, end).to_std_string()
    }
}

#[derive(Clone, Copy)]
pub(super) struct Wide<'a>(pub(super) &'a [u16]);

impl Source for Wide<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, index: usize) -> u32 {
        self.0.get(index).map_or(END, |&unit| u32::from(unit))
    }

    #[inline]
    fn plain_end(self, from: usize) -> usize {
        let Some(rest) = self.0.get(from..) else { return self.0.len() };
        let found = rest.iter().position(|&unit| unit < 32 || unit == u16::from(b'"') || unit == u16::from(b'\\'));
        found.map_or(self.0.len(), |at| at + from)
    }

    fn string(self, heap: &mut Heap, start: usize, end: usize) -> Completion<StringId> {
        heap.new_utf16(self.0.get(start..end).unwrap_or(&[]))
    }

    fn key(self, heap: &mut Heap, start: usize, end: usize) -> Completion<PropertyKey> {
        let id = self.string(heap, start, end)?;
        heap.key_from_string(id)
    }

    fn push(self, builder: &mut StringBuilder, start: usize, end: usize) {
        builder.push(Str::Utf16(self.0.get(start..end).unwrap_or(&[])));
    }

    fn equals(self, text: Str<'_>, start: usize, end: usize) -> bool {
        self.0.get(start..end).is_some_and(|units| text.equals(Str::Utf16(units)))
    }

    fn excerpt(self, start: usize, end: usize) -> String {
        Str::Utf16(self.0).slice(start, end).to_std_string()
    }
}

/// Positions of quotes and backslashes are boundaries of characters, so ranges between them are valid text.
#[derive(Clone, Copy)]
pub(super) struct Utf8<'a>(pub(super) &'a str);

impl Source for Utf8<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, index: usize) -> u32 {
        self.0.as_bytes().get(index).map_or(END, |&byte| u32::from(byte))
    }

    #[inline]
    fn plain_end(self, from: usize) -> usize {
        plain_end_of_bytes(self.0.as_bytes(), from)
    }

    #[inline]
    fn string(self, heap: &mut Heap, start: usize, end: usize) -> Completion<StringId> {
        heap.new_string(self.0.get(start..end).unwrap_or(""))
    }

    fn key(self, heap: &mut Heap, start: usize, end: usize) -> Completion<PropertyKey> {
        let text = self.0.get(start..end).unwrap_or("");
        if text.is_ascii() {
            return heap.key_from_latin1(text.as_bytes());
        }
        heap.key(text)
    }

    fn push(self, builder: &mut StringBuilder, start: usize, end: usize) {
        builder.push_str(self.0.get(start..end).unwrap_or(""));
    }

    #[inline]
    fn equals(self, text: Str<'_>, start: usize, end: usize) -> bool {
        let Some(part) = self.0.get(start..end) else { return false };
        match text {
            // Latin-1 text beyond ASCII is shorter than its UTF-8 form and compares as different.
            Str::Latin1(bytes) => bytes == part.as_bytes() && bytes.is_ascii(),
            Str::Utf16(_) => false,
        }
    }

    fn excerpt(self, start: usize, end: usize) -> String {
        let bytes = self.0.as_bytes().get(start..end.min(self.0.len())).unwrap_or(&[]);
        String::from_utf8_lossy(bytes).into_owned()
    }
}
