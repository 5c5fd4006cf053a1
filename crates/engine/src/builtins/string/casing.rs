//! `toLowerCase` and `toUpperCase` (§22.1.3.28, §22.1.3.30) with the full mappings of Unicode and the final sigma.
//!
//! Casing for a locale is that of the root locale but for Turkish, Azeri, Lithuanian and Greek (feature `intl`).

use super::{check, finish, this_string};
use crate::completion::Completion;
use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;
use crate::realm::natives::Args;
use crate::value::{StringId, Value};
use crate::vm::Vm;

pub(super) fn to_lower_case(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let text = this_string(cx, this, "toLowerCase")?;
    Ok(lower(cx, text)?.into())
}

pub(super) fn to_upper_case(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let text = this_string(cx, this, "toUpperCase")?;
    Ok(upper(cx, text)?.into())
}

pub(super) fn to_locale_lower_case(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "toLocaleLowerCase")?;
    match for_locale(cx, text, args.at(cx, 0), Case::Lower)? {
        Some(mapped) => Ok(mapped.into()),
        None => Ok(lower(cx, text)?.into()),
    }
}

pub(super) fn to_locale_upper_case(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "toLocaleUpperCase")?;
    match for_locale(cx, text, args.at(cx, 0), Case::Upper)? {
        Some(mapped) => Ok(mapped.into()),
        None => Ok(upper(cx, text)?.into()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Lower,
    Upper,
}

/// Casing of a language with rules of its own (ECMA-402 §20.1.2); `None` for that of the root.
fn for_locale(cx: &mut Vm, text: StringId, locales: Value, case: Case) -> Completion<Option<StringId>> {
    if locales.is_undefined() {
        return Ok(None);
    }
    let tags = crate::builtins::intl::locale::canonicalize_list(cx, locales)?;
    let language = tags.first().and_then(|tag| tag.split('-').next()).unwrap_or_default().to_owned();
    special(cx, text, &language, case)
}

#[cfg(not(feature = "intl"))]
fn special(_cx: &mut Vm, _text: StringId, _language: &str, _case: Case) -> Completion<Option<StringId>> {
    Ok(None)
}

#[cfg(feature = "intl")]
fn special(cx: &mut Vm, text: StringId, language: &str, case: Case) -> Completion<Option<StringId>> {
    use icu_locale_core::LanguageIdentifier;
    if !matches!(language, "tr" | "az" | "lt" | "el") {
        return Ok(None);
    }
    let Ok(language) = LanguageIdentifier::try_from_str(language) else { return Ok(None) };
    let length = cx.heap.string_len(text);
    cx.heap.charge(length * 6)?;
    cx.charge_fuel(length as u64 / 2)?;
    // Text with lone surrogates has no form for the mapper: root casing keeps them.
    let source = match cx.heap.str(text) {
        Str::Utf16(units) => match String::from_utf16(units) {
            Ok(source) => source,
            Err(_) => return Ok(None),
        },
        latin1 => latin1.to_std_string(),
    };
    let mapper = icu_casemap::CaseMapper::new();
    let mapped = match case {
        Case::Lower => mapper.lowercase_to_string(&source, &language).into_owned(),
        Case::Upper => mapper.uppercase_to_string(&source, &language).into_owned(),
    };
    Ok(Some(cx.heap.new_string(&mapped)?))
}

const CAPITAL_SIGMA: u16 = 0x03A3;

fn lower(cx: &mut Vm, text: StringId) -> Completion<StringId> {
    let len = cx.heap.string_len(text);
    cx.heap.ensure(len)?;
    match cx.heap.str(text) {
        Str::Latin1(bytes) => {
            if !bytes.iter().any(|&byte| lower_latin1(byte) != byte) {
                cx.charge_fuel(len as u64 / 32)?;
                return Ok(text);
            }
            if let Some((mapped, len)) = map_short(bytes, |byte| Some(lower_latin1(byte))) {
                return cx.heap.new_latin1(mapped.get(..len).unwrap_or(&[]));
            }
            let mapped = bytes.iter().map(|&byte| lower_latin1(byte)).collect();
            cx.charge_fuel(len as u64 / 16)?;
            cx.heap.new_latin1_owned(mapped)
        }
        Str::Utf16(units) if units.contains(&CAPITAL_SIGMA) => lower_with_sigma(cx, text),
        Str::Utf16(_) => map_characters(cx, text, |c, push| c.to_lowercase().for_each(push)),
    }
}

/// Maps text of a few bytes without an allocation; `None` when it is longer or a byte has no mapping.
fn map_short(bytes: &[u8], map: impl Fn(u8) -> Option<u8>) -> Option<([u8; 32], usize)> {
    let mut mapped = [0; 32];
    let target = mapped.get_mut(..bytes.len())?;
    for (target, &byte) in target.iter_mut().zip(bytes) {
        *target = map(byte)?;
    }
    Some((mapped, bytes.len()))
}

fn lower_latin1(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' | 0xC0..=0xD6 | 0xD8..=0xDE => byte + 0x20,
        _ => byte,
    }
}

fn upper(cx: &mut Vm, text: StringId) -> Completion<StringId> {
    let len = cx.heap.string_len(text);
    cx.heap.ensure(len)?;
    if let Str::Latin1(bytes) = cx.heap.str(text) {
        if !bytes.iter().any(|&byte| upper_latin1(byte) != Some(byte)) {
            cx.charge_fuel(len as u64 / 32)?;
            return Ok(text);
        }
        if let Some((mapped, len)) = map_short(bytes, upper_latin1) {
            return cx.heap.new_latin1(mapped.get(..len).unwrap_or(&[]));
        }
        // Three Latin-1 characters have capitals elsewhere: ß, µ and ÿ.
        let mapped: Option<Vec<u8>> = bytes.iter().map(|&byte| upper_latin1(byte)).collect();
        if let Some(mapped) = mapped {
            cx.charge_fuel(len as u64 / 16)?;
            return cx.heap.new_latin1_owned(mapped);
        }
    }
    map_characters(cx, text, |c, push| c.to_uppercase().for_each(push))
}

fn upper_latin1(byte: u8) -> Option<u8> {
    match byte {
        b'a'..=b'z' | 0xE0..=0xF6 | 0xF8..=0xFE => Some(byte - 0x20),
        0xDF | 0xB5 | 0xFF => None,
        _ => Some(byte),
    }
}

/// Characters mapped between two charges.
const BATCH: usize = 4096;

/// Maps every character by itself; lone surrogates stay.
fn map_characters(cx: &mut Vm, text: StringId, map: impl Fn(char, &mut dyn FnMut(char))) -> Completion<StringId> {
    let len = cx.heap.string_len(text);
    let mut builder = StringBuilder::new();
    let mut at = 0;
    while at < len {
        let source = cx.heap.str(text);
        let stop = (at + BATCH).min(len);
        while at < stop {
            let Some((code_point, size)) = source.code_point_at(at) else { break };
            match char::from_u32(code_point) {
                Some(c) => map(c, &mut |mapped| builder.push_code_point(u32::from(mapped))),
                None => builder.push_code_point(code_point),
            }
            at += size;
        }
        cx.charge_fuel(BATCH as u64 / 4)?;
        check(cx, &mut builder)?;
    }
    finish(cx, builder)
}

/// Lower case of text with a capital sigma, whose mapping depends on what stands around it. Lone surrogates are neither
/// letters nor ignored in that, so the text between them can be mapped piece by piece.
fn lower_with_sigma(cx: &mut Vm, text: StringId) -> Completion<StringId> {
    let len = cx.heap.string_len(text);
    cx.charge_fuel(len as u64)?;
    // The text and its mapping as UTF-8, at most three bytes for every unit each, and both at once.
    cx.heap.ensure(len.saturating_mul(6))?;
    let mut builder = StringBuilder::new();
    let mut piece = String::new();
    if let Str::Utf16(units) = cx.heap.str(text) {
        for item in char::decode_utf16(units.iter().copied()) {
            match item {
                Ok(c) => piece.push(c),
                Err(lone) => {
                    builder.push_str(&piece.to_lowercase());
                    piece.clear();
                    builder.push_unit(lone.unpaired_surrogate());
                }
            }
        }
    }
    builder.push_str(&piece.to_lowercase());
    finish(cx, builder)
}
