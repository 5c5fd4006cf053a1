//! Percent-encoding for the places of a request.

/// What may stand unescaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    /// RFC 3986 unreserved characters: paths and cookies.
    Unreserved,
    /// Reserved characters too, as far as they cannot end a path segment or the path.
    ReservedInPath,
    /// `application/x-www-form-urlencoded`: a space is a plus sign.
    Form,
    /// Reserved characters too, as far as they cannot end a value, for `allowReserved`. Escapes in the value stay.
    ReservedInQuery,
    /// What a form leaves alone, but a space is `%20`.
    FormWithoutPlus,
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// The encoded text.
pub(crate) fn encode(text: &str, set: Set) -> String {
    let mut encoded = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().copied().enumerate() {
        let is_kept = match set {
            Set::Unreserved => is_unreserved(byte),
            Set::ReservedInPath => is_unreserved(byte) || b":@!$&'()*+,;=".contains(&byte),
            Set::Form | Set::FormWithoutPlus => byte.is_ascii_alphanumeric() || b"*-._".contains(&byte),
            Set::ReservedInQuery => {
                is_unreserved(byte) || b":/?[]@!$'()*,;=".contains(&byte) || (byte == b'%' && is_escape(bytes, at))
            }
        };
        if is_kept {
            encoded.push(char::from(byte));
        } else if byte == b' ' && set == Set::Form {
            encoded.push('+');
        } else {
            encoded.push('%');
            for digit in [byte >> 4, byte & 15] {
                encoded.push(HEX.get(usize::from(digit)).copied().map_or('0', char::from));
            }
        }
    }
    encoded
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_escape(bytes: &[u8], at: usize) -> bool {
    bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_leave_alone_what_they_may() {
        let text = "a~!*'() /?#[]@&=+,;:%41%é";
        assert_eq!(
            encode(text, Set::Unreserved),
            "a~%21%2A%27%28%29%20%2F%3F%23%5B%5D%40%26%3D%2B%2C%3B%3A%2541%25%C3%A9"
        );
        assert_eq!(encode(text, Set::Form), "a%7E%21*%27%28%29+%2F%3F%23%5B%5D%40%26%3D%2B%2C%3B%3A%2541%25%C3%A9");
        assert_eq!(encode(text, Set::ReservedInQuery), "a~!*'()%20/?%23[]@%26=%2B,;:%41%25%C3%A9");
        assert_eq!(encode(text, Set::ReservedInPath), "a~!*'()%20%2F%3F%23%5B%5D@&=+,;:%2541%25%C3%A9");
    }
}
