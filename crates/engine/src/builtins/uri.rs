//! `encodeURI`, `encodeURIComponent`, `decodeURI` and `decodeURIComponent` (ECMA-262 §19.2.6), and `escape` and `unescape`
//! (§B.2.1), which programs use beside `atob` and `btoa` for text that is not Latin-1. The global object lists them.

use crate::completion::{Completion, Unwind};
use crate::heap::string_builder::StringBuilder;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::value::{StringId, Value};
use crate::vm::Vm;

const RESERVED: &[u8] = b";/?:@&=+$,";
const MARKS: &[u8] = b"-_.!~*'()";

/// decodeURI ( encodedURI ) (§19.2.6.1)
pub(crate) fn decode_uri(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    decode(cx, text, |byte| RESERVED.contains(&byte) || byte == b'#')
}

/// decodeURIComponent ( encodedURIComponent ) (§19.2.6.2)
pub(crate) fn decode_uri_component(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    decode(cx, text, |_| false)
}

/// encodeURI ( uri ) (§19.2.6.3)
pub(crate) fn encode_uri(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    encode(cx, text, |byte| is_unescaped(byte) || RESERVED.contains(&byte) || byte == b'#')
}

/// encodeURIComponent ( uriComponent ) (§19.2.6.4)
pub(crate) fn encode_uri_component(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    encode(cx, text, is_unescaped)
}

fn is_unescaped(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || MARKS.contains(&byte)
}

#[cold]
fn malformed(cx: &mut Vm) -> Unwind {
    cx.error(Intrinsic::URIErrorPrototype, "URI malformed")
}

fn finish(cx: &mut Vm, text: StringBuilder) -> Completion {
    match text.finish(&mut cx.heap)? {
        Some(text) => Ok(text.into()),
        None => Err(cx.range_error("Invalid string length")),
    }
}

/// Code units between two charges.
const STRIDE: usize = 4096;

/// Encode (§19.2.6.5)
fn encode(cx: &mut Vm, id: StringId, keep: fn(u8) -> bool) -> Completion {
    let len = cx.heap.string_len(id);
    let mut result = StringBuilder::new();
    let mut at = 0;
    while at < len {
        let stop = (at + STRIDE).min(len);
        cx.charge_fuel((stop - at) as u64 / 4 + 1)?;
        let text = cx.heap.str(id);
        let mut fault = false;
        while at < stop {
            let Some((code_point, units)) = text.code_point_at(at) else { break };
            at += units;
            match u8::try_from(code_point) {
                Ok(byte) if byte.is_ascii() && keep(byte) => result.push_unit(u16::from(byte)),
                _ => match char::from_u32(code_point) {
                    Some(character) => {
                        let mut buffer = [0; 4];
                        for byte in character.encode_utf8(&mut buffer).bytes() {
                            result.push_unit(u16::from(b'%'));
                            result.push_unit(hex_digit(byte >> 4));
                            result.push_unit(hex_digit(byte & 15));
                        }
                    }
                    None => {
                        fault = true;
                        break;
                    }
                },
            }
        }
        if fault {
            return Err(malformed(cx));
        }
        result.charge(&mut cx.heap)?;
        if result.is_too_long() {
            break;
        }
    }
    finish(cx, result)
}

fn hex_digit(value: u8) -> u16 {
    u16::from(b"0123456789ABCDEF".get(value as usize).copied().unwrap_or(b'0'))
}

/// Decode (§19.2.6.6)
fn decode(cx: &mut Vm, id: StringId, preserve: fn(u8) -> bool) -> Completion {
    let len = cx.heap.string_len(id);
    if cx.heap.str(id).find(crate::heap::text::Str::Latin1(b"%"), 0).is_none() {
        cx.charge_fuel(len as u64 / 16)?;
        return Ok(id.into());
    }
    let mut result = StringBuilder::new();
    let mut at = 0;
    while at < len {
        let stop = (at + STRIDE).min(len);
        cx.charge_fuel((stop - at) as u64 / 4 + 1)?;
        let text = cx.heap.str(id);
        let escaped = |at: usize| -> Option<u8> {
            let digit = |at| text.get(at).and_then(|unit| char::from_u32(u32::from(unit))).and_then(|c| c.to_digit(16));
            if text.get(at) != Some(u16::from(b'%')) {
                return None;
            }
            Some((digit(at + 1)? * 16 + digit(at + 2)?) as u8)
        };
        let mut fault = false;
        while at < stop {
            let Some(unit) = text.get(at) else { break };
            if unit != u16::from(b'%') {
                result.push_unit(unit);
                at += 1;
                continue;
            }
            let Some(first) = escaped(at) else {
                fault = true;
                break;
            };
            if first.is_ascii() {
                if preserve(first) {
                    result.push(text.slice(at, at + 3));
                } else {
                    result.push_unit(u16::from(first));
                }
                at += 3;
                continue;
            }
            let count = first.leading_ones() as usize;
            let mut bytes = [first, 0, 0, 0];
            let mut complete = (2..=4).contains(&count);
            for (index, byte) in bytes.iter_mut().enumerate().take(count.min(4)).skip(1) {
                match escaped(at + 3 * index) {
                    Some(next) => *byte = next,
                    None => complete = false,
                }
            }
            let decoded = bytes.get(..count.min(4)).and_then(|bytes| std::str::from_utf8(bytes).ok());
            match decoded.and_then(|text| text.chars().next()) {
                Some(character) if complete => result.push_code_point(character as u32),
                _ => {
                    fault = true;
                    break;
                }
            }
            at += 3 * count;
        }
        if fault {
            return Err(malformed(cx));
        }
        result.charge(&mut cx.heap)?;
    }
    finish(cx, result)
}

/// escape ( string ) (§B.2.1.1)
pub(crate) fn escape(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let id = cx.to_string(args.at(cx, 0))?;
    let len = cx.heap.string_len(id);
    let mut result = StringBuilder::new();
    let mut at = 0;
    while at < len && !result.is_too_long() {
        let stop = (at + STRIDE).min(len);
        cx.charge_fuel((stop - at) as u64 / 4 + 1)?;
        let text = cx.heap.str(id);
        for unit in (at..stop).filter_map(|at| text.get(at)) {
            let digits = match u8::try_from(unit) {
                Ok(byte) if byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte) => {
                    result.push_unit(unit);
                    continue;
                }
                Ok(_) => {
                    result.push_ascii(b"%");
                    2
                }
                Err(_) => {
                    result.push_ascii(b"%u");
                    4
                }
            };
            (0..digits).rev().for_each(|digit| result.push_unit(hex_digit((unit >> (4 * digit) & 15) as u8)));
        }
        at = stop;
        result.charge(&mut cx.heap)?;
    }
    finish(cx, result)
}

/// unescape ( string ) (§B.2.1.2)
pub(crate) fn unescape(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let id = cx.to_string(args.at(cx, 0))?;
    let len = cx.heap.string_len(id);
    let mut result = StringBuilder::new();
    let mut at = 0;
    while at < len {
        let stop = (at + STRIDE).min(len);
        cx.charge_fuel((stop - at) as u64 / 4 + 1)?;
        let text = cx.heap.str(id);
        let digits = |from: usize, count: usize| {
            (from..from + count).try_fold(0, |value: u16, at| {
                let digit = char::from_u32(u32::from(text.get(at)?))?.to_digit(16)?;
                Some(value << 4 | digit as u16)
            })
        };
        while at < stop {
            let Some(unit) = text.get(at) else { break };
            let is_long = text.get(at + 1) == Some(u16::from(b'u'));
            let escaped = match unit == u16::from(b'%') {
                false => None,
                true if is_long => digits(at + 2, 4).map(|unit| (unit, 6)),
                true => digits(at + 1, 2).map(|unit| (unit, 3)),
            };
            let (unit, units) = escaped.unwrap_or((unit, 1));
            result.push_unit(unit);
            at += units;
        }
        result.charge(&mut cx.heap)?;
    }
    finish(cx, result)
}
