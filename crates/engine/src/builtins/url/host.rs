//! Hosts (WHATWG URL §3): domains, IPv4 and IPv6 addresses, and the opaque hosts of schemes that are not special. A host is
//! kept as its text.

use super::encoding::{self, Set};
use super::record::Fault;

/// The host parser (§3.5).
pub(super) fn parse(input: &str, is_opaque: bool) -> Result<String, Fault> {
    if let Some(rest) = input.strip_prefix('[') {
        let address = rest.strip_suffix(']').and_then(ipv6).ok_or(Fault::Ipv6)?;
        return Ok(ipv6_text(address));
    }
    if is_opaque {
        if input.contains(is_forbidden) {
            return Err(Fault::HostCharacter);
        }
        let mut host = String::with_capacity(input.len());
        encoding::encode(&mut host, input, Set::Control);
        return Ok(host);
    }
    let domain = encoding::decode(input);
    let ascii = idna::domain_to_ascii_cow(&domain, idna::AsciiDenyList::EMPTY).map_err(|_| Fault::Domain)?;
    if ascii.is_empty() {
        return Err(Fault::EmptyHost);
    }
    if ascii.contains(|c: char| is_forbidden(c) || c <= '\u{1f}' || matches!(c, '%' | '\u{7f}')) {
        return Err(Fault::HostCharacter);
    }
    if ends_in_number(&ascii) {
        let [a, b, c, d] = ipv4(&ascii).ok_or(Fault::Ipv4)?.to_be_bytes();
        return Ok(format!("{a}.{b}.{c}.{d}"));
    }
    Ok(ascii.into_owned())
}

/// A forbidden host code point (§3.2).
fn is_forbidden(c: char) -> bool {
    matches!(
        c,
        '\0' | '\t' | '\n' | '\r' | ' ' | '#' | '/' | ':' | '<' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '|'
    )
}

/// The ends-in-a-number checker (§3.5).
fn ends_in_number(domain: &str) -> bool {
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    let last = domain.rsplit('.').next().unwrap_or_default();
    !last.is_empty() && (last.bytes().all(|byte| byte.is_ascii_digit()) || ipv4_number(last).is_some())
}

/// The IPv4 number parser; a number that is too large for an address is just that.
fn ipv4_number(text: &str) -> Option<u64> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match (hexadecimal, text.strip_prefix('0')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ if text.is_empty() => return None,
        _ => (text, 10),
    };
    let mut number = 0u64;
    for digit in digits.chars() {
        number = number.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit.to_digit(radix)?));
    }
    Some(number)
}

/// The IPv4 parser (§3.5).
fn ipv4(text: &str) -> Option<u32> {
    let text = text.strip_suffix('.').unwrap_or(text);
    let numbers = text.split('.').map(ipv4_number).collect::<Option<Vec<u64>>>()?;
    let (last, first) = numbers.split_last()?;
    if first.len() > 3 || first.iter().any(|&number| number > 255) {
        return None;
    }
    let room = 256u64.pow(4 - first.len() as u32);
    if *last >= room {
        return None;
    }
    let high = first.iter().enumerate().map(|(index, number)| number << (8 * (3 - index))).sum::<u64>();
    u32::try_from(high + last).ok()
}

/// The IPv6 parser (§3.5).
fn ipv6(text: &str) -> Option<[u16; 8]> {
    let mut pieces = Vec::with_capacity(8);
    let mut compressed = None;
    let mut rest = text;
    if let Some(after) = rest.strip_prefix("::") {
        compressed = Some(0);
        rest = after;
    } else if rest.starts_with(':') || rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        if pieces.len() == 8 {
            return None;
        }
        if let Some(after) = rest.strip_prefix(':') {
            // The second of two colons: the first one ended a piece.
            if compressed.is_some() {
                return None;
            }
            compressed = Some(pieces.len());
            rest = after;
            continue;
        }
        let end = rest.find([':', '.']).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        if after.starts_with('.') {
            if pieces.len() > 6 {
                return None;
            }
            let [a, b, c, d] = dotted(rest)?;
            pieces.extend([u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])]);
            break;
        }
        if piece.is_empty() || piece.len() > 4 || !piece.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        pieces.push(u16::from_str_radix(piece, 16).ok()?);
        // A single colon at the end stands before nothing.
        rest = match after.strip_prefix(':') {
            Some("") => return None,
            Some(after) => after,
            None => after,
        };
    }
    match compressed {
        Some(at) => {
            let missing = 8usize.checked_sub(pieces.len())?;
            pieces.splice(at..at, std::iter::repeat_n(0, missing));
        }
        None if pieces.len() != 8 => return None,
        None => {}
    }
    pieces.try_into().ok()
}

/// Four decimal bytes without leading zeros.
fn dotted(text: &str) -> Option<[u8; 4]> {
    let byte = |part: &str| {
        let is_plain = part.bytes().all(|byte| byte.is_ascii_digit()) && (part.len() == 1 || !part.starts_with('0'));
        part.parse::<u8>().ok().filter(|_| is_plain)
    };
    text.split('.').map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

/// The IPv6 serializer (§3.6), in brackets.
fn ipv6_text(address: [u16; 8]) -> String {
    let mut longest = 0..0;
    let mut index = 0;
    while index < 8 {
        let zeros = address.iter().skip(index).take_while(|&&piece| piece == 0).count();
        if zeros > longest.len() {
            longest = index..index + zeros;
        }
        index += zeros.max(1);
    }
    let text = |pieces: &[u16]| pieces.iter().map(|piece| format!("{piece:x}")).collect::<Vec<_>>().join(":");
    if longest.len() < 2 {
        return format!("[{}]", text(&address));
    }
    let (before, after) = (address.get(..longest.start), address.get(longest.end..));
    format!("[{}::{}]", text(before.unwrap_or_default()), text(after.unwrap_or_default()))
}
