//! The token estimate (tools-and-discovery.md 6.3).

use crate::schema::comment::utf16_len;

/// About how many tokens a text costs: a quarter of its UTF-16 length, rounded, halves up.
///
/// ```
/// assert_eq!(codemode::estimate_tokens("123456"), 2);
/// ```
pub fn estimate_tokens(text: &str) -> u64 {
    (utf16_len(text) as u64 + 2) / 4
}
