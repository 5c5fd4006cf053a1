//! `atob` and `btoa` (HTML §8.3). The global object lists them.

use super::dom_exception::DomException;
use super::string::too_long;
use crate::completion::Completion;
use crate::heap::string::MAX_STRING_LENGTH;
use crate::heap::text::Str;
use crate::realm::natives::Args;
use crate::value::{StringId, Value};
use crate::vm::Vm;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes between two charges: a multiple of three and of four.
const STRIDE: usize = 3072;

/// btoa ( data )
pub(crate) fn btoa(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    cx.require_arguments(args, &["data"], "btoa")?;
    let text = cx.to_string(args.at(cx, 0))?;
    let Some(length) = latin1_length(cx, text) else {
        return Err(cx.dom_exception(
            DomException::InvalidCharacter,
            "Invalid character: btoa takes characters up to U+00FF; encode other text to UTF-8 first, for example with \
             new TextEncoder().encode(text).toBase64()",
        ));
    };
    let size = length.div_ceil(3) * 4;
    if size > MAX_STRING_LENGTH {
        return Err(too_long(cx));
    }
    cx.heap.ensure(size * 2)?;
    let mut out = Vec::with_capacity(size);
    let mut at = 0;
    while at < length {
        cx.charge_fuel(STRIDE.min(length - at) as u64 / 4 + 1)?;
        let bytes = latin1(cx.heap.str(text));
        for group in bytes.get(at..length.min(at + STRIDE)).unwrap_or(&[]).chunks(3) {
            encode_group(group, &mut out);
        }
        at += STRIDE;
    }
    Ok(cx.heap.new_latin1_owned(out)?.into())
}

fn encode_group(group: &[u8], out: &mut Vec<u8>) {
    let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
    for index in 0..4 {
        let sextet = (bits >> (18 - 6 * index)) as usize & 63;
        out.push(if index > group.len() { b'=' } else { ALPHABET.get(sextet).copied().unwrap_or(b'=') });
    }
}

/// The length of a text of Latin-1 characters only.
fn latin1_length(cx: &Vm, text: StringId) -> Option<usize> {
    match cx.heap.str(text) {
        Str::Latin1(bytes) => Some(bytes.len()),
        Str::Utf16(_) => None,
    }
}

fn latin1(text: Str<'_>) -> &[u8] {
    match text {
        Str::Latin1(bytes) => bytes,
        Str::Utf16(_) => &[],
    }
}

/// atob ( data ): forgiving-base64 decode (Infra §7)
pub(crate) fn atob(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    cx.require_arguments(args, &["data"], "atob")?;
    let text = cx.to_string(args.at(cx, 0))?;
    let invalid = |cx: &mut Vm| Err(cx.dom_exception(DomException::InvalidCharacter, "Invalid character"));
    let Some(length) = latin1_length(cx, text) else { return invalid(cx) };
    cx.heap.ensure(length * 2)?;
    let mut out = Vec::with_capacity(length / 4 * 3 + 3);
    let (mut bits, mut digits, mut padding) = (0u32, 0usize, 0usize);
    let mut at = 0;
    while at < length {
        cx.charge_fuel(STRIDE.min(length - at) as u64 / 4 + 1)?;
        let mut is_valid = true;
        for &byte in latin1(cx.heap.str(text)).get(at..length.min(at + STRIDE)).unwrap_or(&[]) {
            match (byte, sextet(byte)) {
                (b'\t' | b'\n' | 0x0C | b'\r' | b' ', _) => {}
                (b'=', _) => padding += 1,
                (_, Some(sextet)) if padding == 0 => {
                    bits = bits << 6 | sextet;
                    digits += 1;
                    if digits.is_multiple_of(4) {
                        out.extend_from_slice(bits.to_be_bytes().get(1..).unwrap_or(&[]));
                        bits = 0;
                    }
                }
                _ => is_valid = false,
            }
        }
        if !is_valid {
            return invalid(cx);
        }
        at += STRIDE;
    }
    let rest = digits % 4;
    if padding > 0 && (padding > 2 || rest + padding != 4) {
        return invalid(cx);
    }
    match rest {
        0 => {}
        2 => out.push((bits >> 4) as u8),
        3 => out.extend_from_slice(&[(bits >> 10) as u8, (bits >> 2) as u8]),
        _ => {
            let message = "The string to be decoded is not correctly encoded.";
            return Err(cx.dom_exception(DomException::InvalidCharacter, message));
        }
    }
    Ok(cx.heap.new_latin1_owned(out)?.into())
}

fn sextet(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}
