//! From the code units of a pattern to text the parser can take, and the checks that keep the parser from
//! overflowing its stack or taking quadratic time.
//!
//! The parser wants UTF-8, so lone surrogates become escapes. Escapes in group names are decoded, because the parser
//! compares names as written; `\c` inside a class is resolved, because the parser takes its backslash literally.

use std::fmt::Write;

use crate::error::CompileError;
use crate::flags::Flags;

/// Longest pattern, in code units.
const MAX_UNITS: usize = 1 << 17;
/// Deepest nesting of groups and of `v` mode classes.
const MAX_DEPTH: usize = 1000;
/// Most capture groups.
const MAX_GROUPS: usize = 32_767;
/// Most named groups: the parser compares all pairs of them.
const MAX_NAMED_GROUPS: usize = 2048;

/// A pattern as text for the parser.
pub(crate) struct Source {
    pub(crate) text: String,
    /// How deep groups and classes nest.
    pub(crate) depth: usize,
}

/// Rewrites the pattern in `units`.
pub(crate) fn rewrite(units: &[u16], flags: Flags) -> Result<Source, CompileError> {
    if units.len() > MAX_UNITS {
        return Err(CompileError { message: "regular expression is too large".into(), offset: 0 });
    }
    let mut rewriter = Rewriter::new(units, flags);
    rewriter.run(usize::MAX)?;
    Ok(Source { text: rewriter.text, depth: rewriter.deepest })
}

/// The offset in `units` that byte `text_offset` of the rewritten text stands for.
pub(crate) fn unit_offset(units: &[u16], flags: Flags, text_offset: usize) -> u32 {
    let mut rewriter = Rewriter::new(units, flags);
    let _ = rewriter.run(text_offset);
    u32::try_from(rewriter.idx).unwrap_or(u32::MAX)
}

struct Rewriter<'a> {
    units: &'a [u16],
    flags: Flags,
    idx: usize,
    text: String,
    class_depth: usize,
    group_depth: usize,
    deepest: usize,
    groups: usize,
    named_groups: usize,
}

const fn ascii(letter: char) -> u16 {
    letter as u16
}

fn is_digit(unit: u16) -> bool {
    (ascii('0')..=ascii('9')).contains(&unit)
}

impl<'a> Rewriter<'a> {
    fn new(units: &'a [u16], flags: Flags) -> Self {
        Self {
            units,
            flags,
            idx: 0,
            text: String::with_capacity(units.len() + units.len() / 8),
            class_depth: 0,
            group_depth: 0,
            deepest: 0,
            groups: 0,
            named_groups: 0,
        }
    }

    /// Rewrites until `text_limit` bytes are written or the pattern ends.
    fn run(&mut self, text_limit: usize) -> Result<(), CompileError> {
        while self.text.len() < text_limit
            && let Some(&unit) = self.units.get(self.idx)
        {
            if unit == ascii('\\') {
                self.escape()?;
                continue;
            }
            if self.class_depth > 0 {
                if unit == ascii(']') {
                    self.class_depth -= 1;
                } else if unit == ascii('[') && self.flags.unicode_sets {
                    self.class_depth += 1;
                }
            } else if unit == ascii('[') {
                self.class_depth = 1;
            } else if unit == ascii(')') {
                self.group_depth = self.group_depth.saturating_sub(1);
            } else if unit == ascii('(') {
                self.group_depth += 1;
                self.deepest = self.deepest.max(self.group_depth);
                self.open_group()?;
            }
            self.deepest = self.deepest.max(self.group_depth + self.class_depth);
            if self.deepest > MAX_DEPTH {
                return Err(self.error("regular expression is nested too deeply"));
            }
            self.copy_character();
        }
        Ok(())
    }

    fn peek(&self, distance: usize) -> Option<u16> {
        self.units.get(self.idx + distance).copied()
    }

    fn error(&self, message: &str) -> CompileError {
        CompileError { message: message.into(), offset: u32::try_from(self.idx).unwrap_or(u32::MAX) }
    }

    /// Copies one character; a lone surrogate as an escape.
    fn copy_character(&mut self) {
        let rest = self.units.get(self.idx..).unwrap_or_default();
        match char::decode_utf16(rest.iter().copied()).next() {
            None => {}
            Some(Ok(ch)) => {
                self.text.push(ch);
                self.idx += ch.len_utf16();
            }
            Some(Err(lone)) => {
                let unit = lone.unpaired_surrogate();
                // Braces keep a lone lead surrogate apart from an escaped trail surrogate after it.
                let _ = if self.flags.is_unicode() {
                    write!(self.text, "\\u{{{unit:x}}}")
                } else {
                    write!(self.text, "\\u{unit:04x}")
                };
                self.idx += 1;
            }
        }
    }

    fn escape(&mut self) -> Result<(), CompileError> {
        let Some(next) = self.peek(1) else {
            self.copy_character();
            return Ok(());
        };
        let lone = matches!(next, 0xDC00..=0xDFFF)
            || (matches!(next, 0xD800..=0xDBFF) && !matches!(self.peek(2), Some(0xDC00..=0xDFFF)));
        if lone {
            if self.flags.is_unicode() {
                return Err(self.error("invalid escape"));
            }
            // An escaped lone surrogate stands for itself: its own escape replaces both.
            self.idx += 1;
            self.copy_character();
            return Ok(());
        }
        if next == ascii('c') && self.class_depth > 0 && !self.flags.unicode_sets {
            return self.class_control_escape();
        }
        if next == ascii('0') && self.peek(2).is_some_and(is_digit) {
            return self.octal_escape();
        }
        self.copy_character();
        self.copy_character();
        if next == ascii('k') && self.class_depth == 0 && self.peek(0) == Some(ascii('<')) {
            self.copy_character();
            self.group_name();
        }
        Ok(())
    }

    /// `\0` and a digit: an octal escape, but the parser takes it for a reference to a group.
    fn octal_escape(&mut self) -> Result<(), CompileError> {
        if self.flags.is_unicode() {
            return Err(self.error("invalid decimal escape"));
        }
        let digits = self.units.get(self.idx + 1..).unwrap_or_default();
        let octal = digits.iter().take(3).take_while(|&&unit| is_digit(unit) && unit < ascii('8'));
        let (len, value) = octal.fold((0, 0), |(len, value), unit| (len + 1, value * 8 + (unit - ascii('0'))));
        let _ = write!(self.text, "\\x{value:02x}");
        self.idx += 1 + len;
        Ok(())
    }

    /// `\c` in a class: a control character, else (without `u`) a backslash.
    fn class_control_escape(&mut self) -> Result<(), CompileError> {
        let letter = self.peek(2).and_then(|unit| u8::try_from(unit).ok()).filter(|&byte| {
            byte.is_ascii_alphabetic() || (!self.flags.unicode && (byte.is_ascii_digit() || byte == b'_'))
        });
        match letter {
            Some(letter) => {
                let _ = write!(self.text, "\\x{:02x}", letter % 32);
                self.idx += 3;
                Ok(())
            }
            None if self.flags.unicode => Err(self.error("invalid class escape")),
            None => {
                self.copy_character();
                Ok(())
            }
        }
    }

    /// At `(`: counts the group and decodes its name.
    fn open_group(&mut self) -> Result<(), CompileError> {
        if self.peek(1) != Some(ascii('?')) {
            self.groups += 1;
        } else if self.peek(2) == Some(ascii('<')) && !matches!(self.peek(3), Some(0x21 | 0x3D)) {
            self.groups += 1;
            self.named_groups += 1;
            self.copy_character();
            self.copy_character();
            // The caller goes on with one more character: leave it one.
            self.copy_character();
            self.group_name();
        }
        if self.groups > MAX_GROUPS || self.named_groups > MAX_NAMED_GROUPS {
            return Err(self.error("regular expression has too many capture groups"));
        }
        Ok(())
    }

    /// After `<`: copies the name, its escapes decoded, up to but without `>`.
    fn group_name(&mut self) {
        while let Some(unit) = self.peek(0)
            && unit != ascii('>')
        {
            match self.name_escape() {
                Some((ch, len)) => {
                    self.text.push(ch);
                    self.idx += len;
                }
                None => self.copy_character(),
            }
        }
    }

    /// An escape of a character that may occur in a name, with its length.
    fn name_escape(&self) -> Option<(char, usize)> {
        if self.peek(0) != Some(ascii('\\')) || self.peek(1) != Some(ascii('u')) {
            return None;
        }
        let (code, len) = if self.peek(2) == Some(ascii('{')) {
            let digits = self.units.get(self.idx + 3..)?;
            let count = digits.iter().position(|&unit| unit == ascii('}'))?;
            (hex(digits.get(..count)?)?, count + 4)
        } else {
            let lead = hex(self.units.get(self.idx + 2..self.idx + 6)?)?;
            let tail = self.units.get(self.idx + 8..self.idx + 12).and_then(hex);
            let escaped = self.peek(6) == Some(ascii('\\')) && self.peek(7) == Some(ascii('u'));
            match (lead, tail) {
                (0xD800..=0xDBFF, Some(trail @ 0xDC00..=0xDFFF)) if escaped => {
                    (0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00), 12)
                }
                _ => (lead, 6),
            }
        };
        let ch = char::from_u32(code)?;
        (!ch.is_ascii() || ch.is_ascii_alphanumeric() || matches!(ch, '$' | '_')).then_some((ch, len))
    }
}

/// The value of hexadecimal digits, if it is a code point.
fn hex(digits: &[u16]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |value, &unit| {
        let digit = char::from_u32(unit.into())?.to_digit(16)?;
        Some(value * 16 + digit).filter(|&value| value <= 0x10_FFFF)
    })
}
