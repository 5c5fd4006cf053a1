//! Strings made piece by piece.

use super::Heap;
use super::string::MAX_STRING_LENGTH;
use super::text::Str;
use crate::completion::Completion;
use crate::value::StringId;

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
