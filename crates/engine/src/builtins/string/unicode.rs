//! Well-formedness and normalization.

use std::borrow::Cow;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

use super::this_string;
use crate::completion::Completion;
use crate::heap::string::MAX_STRING_LENGTH;
use crate::heap::text::Str;
use crate::realm::natives::Args;
use crate::value::{StringId, Value};
use crate::vm::Vm;

/// String.prototype.isWellFormed ( ) (§22.1.3.10)
pub(super) fn is_well_formed(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let text = this_string(cx, this, "isWellFormed")?;
    cx.charge_fuel(cx.heap.string_len(text) as u64 / 16)?;
    Ok(first_lone_surrogate(cx.heap.str(text), 0).is_none().into())
}

/// String.prototype.toWellFormed ( ) (§22.1.3.33)
pub(super) fn to_well_formed(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let text = this_string(cx, this, "toWellFormed")?;
    let len = cx.heap.string_len(text);
    cx.charge_fuel(len as u64 / 8)?;
    if first_lone_surrogate(cx.heap.str(text), 0).is_none() {
        return Ok(text.into());
    }
    cx.heap.charge(len * 2)?;
    let mut units: Vec<u16> = cx.heap.str(text).units().collect();
    let mut from = 0;
    while let Some(at) = first_lone_surrogate(Str::Utf16(&units), from) {
        if let Some(unit) = units.get_mut(at) {
            *unit = 0xFFFD;
        }
        from = at + 1;
    }
    Ok(cx.heap.new_utf16(&units)?.into())
}

fn first_lone_surrogate(text: Str<'_>, from: usize) -> Option<usize> {
    let Str::Utf16(units) = text else { return None };
    let mut at = from;
    loop {
        at += units.get(at..)?.iter().position(|unit| (0xD800..0xE000).contains(unit))?;
        let (_, size) = text.code_point_at(at)?;
        if size == 1 {
            return Some(at);
        }
        at += size;
    }
}

/// A normalization form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
}

/// String.prototype.normalize ( form ) (§22.1.3.15)
pub(super) fn normalize(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "normalize")?;
    let form = match args.at(cx, 0) {
        Value::UNDEFINED => Form::Nfc,
        form => {
            let name = cx.to_string(form)?;
            let name = cx.heap.str(name);
            let forms = [("NFC", Form::Nfc), ("NFD", Form::Nfd), ("NFKC", Form::Nfkc), ("NFKD", Form::Nfkd)];
            match forms.into_iter().find(|(text, _)| name.equals_ascii(text)) {
                Some((_, form)) => form,
                None => return Err(cx.range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD.")),
            }
        }
    };
    Ok(normalized(cx, text, form)?.into())
}

/// The text in a normalization form; the same string when it is in that form already.
pub(super) fn normalized(cx: &mut Vm, text: StringId, form: Form) -> Completion<StringId> {
    let len = cx.heap.string_len(text);
    cx.charge_fuel(len as u64 / 4)?;
    let bound: usize = match cx.heap.str(text) {
        Str::Latin1(bytes) if form == Form::Nfc || bytes.is_ascii() => return Ok(text),
        source => source.units().map(expansion).sum(),
    };
    cx.heap.ensure((bound + len) * 2)?;
    let widened;
    let units: &[u16] = match cx.heap.str(text) {
        Str::Utf16(units) => units,
        Str::Latin1(bytes) => {
            widened = bytes.iter().map(|&byte| u16::from(byte)).collect::<Vec<u16>>();
            &widened
        }
    };
    let Cow::Owned(result) = normalized_units(units, form) else { return Ok(text) };
    if result.len() > MAX_STRING_LENGTH {
        return Err(super::too_long(cx));
    }
    cx.charge_fuel(bound as u64 / 4)?;
    cx.heap.new_utf16(&result)
}

fn normalized_units(units: &[u16], form: Form) -> Cow<'_, [u16]> {
    match form {
        Form::Nfc => ComposingNormalizerBorrowed::new_nfc().normalize_utf16(units),
        Form::Nfkc => ComposingNormalizerBorrowed::new_nfkc().normalize_utf16(units),
        Form::Nfd => DecomposingNormalizerBorrowed::new_nfd().normalize_utf16(units),
        Form::Nfkd => DecomposingNormalizerBorrowed::new_nfkd().normalize_utf16(units),
    }
}

/// Most units that a unit can become in any form.
fn expansion(unit: u16) -> usize {
    match unit {
        0..0x80 => 1,
        0xFDFA => 18,
        0xFDFB | 0x3200..0x3400 => 8,
        _ => 4,
    }
}
