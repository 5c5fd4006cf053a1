//! From instructions to places in the source.

/// A range of bytes in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// End (exclusive).
    pub end: u32,
}

impl Span {
    /// The text of the range, empty when it does not fit `source`.
    #[must_use]
    pub fn text<'s>(&self, source: &'s str) -> &'s str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The source of one instruction that can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpanEntry {
    /// Index in [`Program::ops`](crate::Program::ops).
    pub op: u32,
    /// The whole expression.
    pub span: Span,
    /// What a message should name: the callee of a call, the object of a property access, the operand of a spread.
    /// Empty (0, 0) when it is the expression itself.
    pub focus: Span,
}

/// A place in a source text as people count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 code units, from 1.
    pub column: u32,
}

/// The position of a byte offset. Lines end at LF, CR LF, CR, U+2028 and U+2029.
#[must_use]
pub fn position(source: &str, offset: u32) -> Position {
    let mut end = (offset as usize).min(source.len());
    while !source.is_char_boundary(end) {
        end += 1;
    }
    let before = source.get(..end).unwrap_or(source);
    let bytes = before.as_bytes();
    // Programs are asked for many places: whole blocks of bytes are looked at where LF alone ends lines.
    if !bytes.contains(&b'\r') && !bytes.contains(&0xE2) {
        let line = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count() as u32;
        let start = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let last = before.get(start..).unwrap_or("");
        let units = if last.is_ascii() { last.len() } else { last.chars().map(char::len_utf16).sum() };
        return Position { line, column: 1 + units as u32 };
    }
    let mut line = 1;
    let mut column = 1;
    let mut previous_cr = false;
    for ch in before.chars() {
        match ch {
            '\n' if previous_cr => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => {
                line += 1;
                column = 1;
            }
            _ => column += ch.len_utf16() as u32,
        }
        previous_cr = ch == '\r';
    }
    Position { line, column }
}
