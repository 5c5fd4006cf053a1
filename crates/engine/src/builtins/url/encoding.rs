//! Percent-encoding (WHATWG URL §1.3).

use std::borrow::Cow;

/// The percent-encode sets, by what they hold besides those before them in the list of the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Set {
    Control,
    Fragment,
    Query,
    SpecialQuery,
    Path,
    UserInfo,
}

impl Set {
    fn contains(self, c: char) -> bool {
        let in_query = matches!(c, ' ' | '"' | '#' | '<' | '>');
        let in_path = in_query || matches!(c, '?' | '^' | '`' | '{' | '}');
        let is_control = c <= '\u{1f}' || c > '~';
        is_control
            || match self {
                Set::Control => false,
                Set::Fragment => matches!(c, ' ' | '"' | '<' | '>' | '`'),
                Set::Query => in_query,
                Set::SpecialQuery => in_query || c == '\'',
                Set::Path => in_path,
                Set::UserInfo => in_path || matches!(c, '/' | ':' | ';' | '=' | '@' | '[' | '\\' | ']' | '|'),
            }
    }
}

/// UTF-8 percent-encode of a text.
pub(super) fn encode(target: &mut String, text: &str, set: Set) {
    text.chars().for_each(|c| encode_char(target, c, set));
}

/// UTF-8 percent-encode of a code point.
pub(super) fn encode_char(target: &mut String, c: char, set: Set) {
    const HEXADECIMAL: &[u8; 16] = b"0123456789ABCDEF";
    if !set.contains(c) {
        target.push(c);
        return;
    }
    for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
        let digit = |nibble: u8| HEXADECIMAL.get(usize::from(nibble)).copied().map_or('0', char::from);
        target.extend(['%', digit(byte >> 4), digit(byte & 15)]);
    }
}

/// Percent-decode; bytes that are no UTF-8 become U+FFFD.
pub(super) fn decode(text: &str) -> Cow<'_, [u8]> {
    if !text.contains('%') {
        return Cow::Borrowed(text.as_bytes());
    }
    let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, digit(after.first()), digit(after.get(1))) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => bytes.push(byte),
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned().into_bytes())
}
