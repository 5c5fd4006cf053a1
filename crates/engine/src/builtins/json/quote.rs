//! QuoteJSONString (§25.5.2.3).

use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;

/// Which Latin-1 bytes stand only behind a backslash in a string.
pub(super) const ESCAPED: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < 32 {
        table[index] = true;
        index += 1;
    }
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table
};

/// Appends the text in quotes; lone surrogates are escaped.
#[inline]
pub(super) fn quote(out: &mut StringBuilder, text: Str<'_>) {
    out.push_ascii(b"\"");
    match text {
        Str::Latin1(bytes) => {
            let mut rest = bytes;
            while let Some(at) = rest.iter().position(|&byte| ESCAPED[byte as usize]) {
                let (plain, from) = rest.split_at(at);
                out.push(Str::Latin1(plain));
                let Some((&byte, behind)) = from.split_first() else { break };
                escape(out, u16::from(byte));
                rest = behind;
            }
            out.push(Str::Latin1(rest));
        }
        Str::Utf16(units) => {
            let mut start = 0;
            let mut at = 0;
            while let Some(&unit) = units.get(at) {
                let size = match unit {
                    0..32 | 0x22 | 0x5C => 0,
                    0xD800..0xE000 => text.code_point_at(at).map_or(0, |(_, size)| if size == 2 { 2 } else { 0 }),
                    _ => 1,
                };
                if size == 0 {
                    out.push(text.slice(start, at));
                    escape(out, unit);
                    start = at + 1;
                }
                at += size.max(1);
            }
            out.push(text.slice(start, units.len()));
        }
    }
    out.push_ascii(b"\"");
}

fn escape(out: &mut StringBuilder, unit: u16) {
    let short = match unit {
        8 => b'b',
        9 => b't',
        10 => b'n',
        12 => b'f',
        13 => b'r',
        0x22 => b'"',
        0x5C => b'\\',
        _ => {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            let digit = |shift: u16| DIGITS[usize::from(unit >> shift & 15)];
            out.push_ascii(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
            return;
        }
    };
    out.push_ascii(&[b'\\', short]);
}
