//! Escaping: the `source` reader (EscapeRegExpPattern §22.2.6.13.1) and `RegExp.escape` (§22.2.5.1).

use super::RegExpData;
use crate::builtins::string::{check, finish};
use crate::completion::Completion;
use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::value::number::is_white_space;
use crate::value::{StringId, Value};
use crate::vm::Vm;

/// get RegExp.prototype.source (§22.2.6.13)
pub(super) fn source(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    if let Some(object) = this.as_object() {
        if let Some(data) = cx.heap.data::<RegExpData>(object) {
            let source = data.source;
            return Ok(escape_pattern(cx, source)?.into());
        }
        if object == cx.intrinsic(Intrinsic::RegExpPrototype) {
            return Ok(cx.heap.new_latin1(b"(?:)")?.into());
        }
    }
    let shown = cx.describe(this);
    Err(cx.type_error(&format!("RegExp.prototype.source was read on {shown}, which is not a regular expression")))
}

/// The pattern as it may stand between the slashes of a literal.
fn escape_pattern(cx: &mut Vm, source: StringId) -> Completion<StringId> {
    let len = cx.heap.string_len(source);
    if len == 0 {
        return cx.heap.new_latin1(b"(?:)");
    }
    cx.charge_fuel(len as u64 / 16)?;
    let needs_escape = |unit: u16| matches!(unit, 0x2F | 0x0A | 0x0D | 0x2028 | 0x2029);
    let text = cx.heap.str(source);
    if !text.units().any(needs_escape) {
        return Ok(source);
    }
    let mut builder = StringBuilder::new();
    let mut in_class = false;
    let mut escaped = false;
    for unit in text.units() {
        match unit {
            0x0A | 0x0D | 0x2028 | 0x2029 => {
                // A backslash before it has been written already.
                builder.push_ascii(match (escaped, unit) {
                    (true, 0x0A) => b"n",
                    (true, 0x0D) => b"r",
                    (true, 0x2028) => b"u2028",
                    (true, _) => b"u2029",
                    (false, 0x0A) => b"\\n",
                    (false, 0x0D) => b"\\r",
                    (false, 0x2028) => b"\\u2028",
                    (false, _) => b"\\u2029",
                });
            }
            0x2F if !escaped && !in_class => builder.push_ascii(b"\\/"),
            _ => builder.push_unit(unit),
        }
        if escaped {
            escaped = false;
        } else {
            match unit {
                0x5C => escaped = true,
                0x5B => in_class = true,
                0x5D => in_class = false,
                _ => {}
            }
        }
    }
    finish(cx, builder)
}

/// RegExp.escape ( S ) (§22.2.5.1)
pub(super) fn escape(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    let Some(text) = value.as_string() else {
        let shown = cx.describe(value);
        return Err(cx.type_error(&format!("RegExp.escape needs a string, not {shown}")));
    };
    let text = cx.heap.flatten(text)?;
    let len = cx.heap.string_len(text);
    let mut builder = StringBuilder::new();
    let mut at = 0;
    while let Some((code_point, size)) = cx.heap.str(text).code_point_at(at) {
        let is_first = at == 0;
        at += size;
        match u8::try_from(code_point) {
            Ok(byte) if is_first && byte.is_ascii_alphanumeric() => push_hex(&mut builder, byte),
            Ok(byte) => escape_byte(&mut builder, byte),
            Err(_) => escape_wide(&mut builder, cx.heap.str(text).slice(at - size, at), code_point),
        }
        if at % 1024 < 2 || at >= len {
            cx.charge_fuel(256)?;
            check(cx, &mut builder)?;
        }
    }
    Ok(finish(cx, builder)?.into())
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

fn push_hex(builder: &mut StringBuilder, byte: u8) {
    builder.push_ascii(&[b'\\', b'x', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

/// EncodeForRegExpEscape (§22.2.5.1.1) below U+0100.
fn escape_byte(builder: &mut StringBuilder, byte: u8) {
    match byte {
        b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'|' | b'/' => {
            builder.push_ascii(&[b'\\', byte]);
        }
        b'\t' => builder.push_ascii(b"\\t"),
        b'\n' => builder.push_ascii(b"\\n"),
        0x0B => builder.push_ascii(b"\\v"),
        0x0C => builder.push_ascii(b"\\f"),
        b'\r' => builder.push_ascii(b"\\r"),
        b',' | b'-' | b'=' | b'<' | b'>' | b'#' | b'&' | b'!' | b'%' | b':' | b';' | b'@' | b'~' | b'\'' | b'`'
        | b'"' | b' ' | 0xA0 => push_hex(builder, byte),
        _ => builder.push_ascii(&[byte]),
    }
}

/// The same from U+0100 on: white space, line terminators and lone surrogates are escaped.
fn escape_wide(builder: &mut StringBuilder, units: Str<'_>, code_point: u32) {
    let is_escaped = match u16::try_from(code_point) {
        Ok(unit) => is_white_space(unit) || (0xD800..0xE000).contains(&unit),
        Err(_) => false,
    };
    if !is_escaped {
        builder.push(units);
        return;
    }
    for unit in units.units() {
        let digit = |shift: u16| DIGITS[usize::from(unit >> shift & 15)];
        builder.push_ascii(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
    }
}
