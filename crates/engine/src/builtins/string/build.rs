//! Making strings: from codes, by concatenation, padding and repetition.

use super::{check, finish, this_string, too_long};
use crate::completion::Completion;
use crate::heap::string::MAX_STRING_LENGTH;
use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;
use crate::realm::names::{self, key};
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

/// String.fromCharCode ( ...codeUnits ) (§22.1.2.1)
pub(super) fn from_char_code(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if args.len() == 1 {
        let unit = cx.to_uint32(args.at(cx, 0))? as u16;
        return Ok(cx.heap.unit_string(unit)?.into());
    }
    cx.charge_fuel(args.len() as u64)?;
    let mut builder = StringBuilder::new();
    for index in 0..args.len() {
        let unit = cx.to_uint32(args.at(cx, index))? as u16;
        builder.push_unit(unit);
    }
    Ok(finish(cx, builder)?.into())
}

/// String.fromCodePoint ( ...codePoints ) (§22.1.2.2)
pub(super) fn from_code_point(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    cx.charge_fuel(args.len() as u64)?;
    let mut builder = StringBuilder::new();
    for index in 0..args.len() {
        let value = args.at(cx, index);
        let number = cx.to_number(value)?;
        if number.trunc() != number || !(0.0..=1_114_111.0).contains(&number) {
            let shown = cx.describe(value);
            return Err(cx.range_error(&format!("Invalid code point {shown}")));
        }
        builder.push_code_point(number as u32);
    }
    Ok(finish(cx, builder)?.into())
}

/// String.raw ( template, ...substitutions ) (§22.1.2.4)
pub(super) fn raw(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let cooked = cx.to_object(args.at(cx, 0))?;
    let raw = cx.get(cooked, key::RAW)?;
    let literals = cx.to_object(raw)?;
    let count = cx.length_of_array_like(literals)?;
    let mut builder = StringBuilder::new();
    for index in 0..count {
        cx.charge_fuel(2)?;
        let literal = cx.get_index(literals, index)?;
        append(cx, &mut builder, literal)?;
        if index + 1 < count
            && let Some(substitution) = args.get(cx, index as usize + 1)
        {
            append(cx, &mut builder, substitution)?;
        }
    }
    Ok(finish(cx, builder)?.into())
}

/// Appends ToString of a value.
fn append(cx: &mut Vm, builder: &mut StringBuilder, value: Value) -> Completion<()> {
    let text = cx.to_string(value)?;
    builder.push(cx.heap.str(text));
    check(cx, builder)
}

/// String.prototype.concat ( ...args ) (§22.1.3.5)
pub(super) fn concat(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let mut result = this_string(cx, this, "concat")?;
    cx.charge_fuel(args.len() as u64)?;
    for index in 0..args.len() {
        let next = cx.to_string(args.at(cx, index))?;
        result = match cx.heap.concat(result, next)? {
            Some(result) => result,
            None => return Err(too_long(cx)),
        };
    }
    Ok(result.into())
}

/// String.prototype.padEnd ( maxLength, fillString ) (§22.1.3.16)
pub(super) fn pad_end(cx: &mut Vm, this: Value, args: Args) -> Completion {
    pad(cx, this, args, "padEnd", false)
}

/// String.prototype.padStart ( maxLength, fillString ) (§22.1.3.17)
pub(super) fn pad_start(cx: &mut Vm, this: Value, args: Args) -> Completion {
    pad(cx, this, args, "padStart", true)
}

/// StringPaddingBuiltinsImpl (§22.1.3.17.1)
fn pad(cx: &mut Vm, this: Value, args: Args, method: &str, at_start: bool) -> Completion {
    let text = this_string(cx, this, method)?;
    let wanted = cx.to_length(args.at(cx, 0))?;
    let len = cx.heap.string_len(text);
    if wanted <= len as u64 {
        return Ok(text.into());
    }
    let filler = match args.at(cx, 1) {
        Value::UNDEFINED => cx.heap.unit_string(u16::from(b' '))?,
        filler => cx.to_string(filler)?,
    };
    if cx.heap.string_len(filler) == 0 {
        return Ok(text.into());
    }
    if wanted > MAX_STRING_LENGTH as u64 {
        return Err(too_long(cx));
    }
    let fill = wanted as usize - len;
    cx.charge_fuel(wanted / 16)?;
    let bytes = if matches!(cx.heap.str(filler), Str::Latin1(_)) { fill } else { fill * 2 };
    cx.heap.ensure(bytes)?;
    let padding = match cx.heap.str(filler) {
        Str::Latin1(bytes) => {
            let padding: Vec<u8> = bytes.iter().copied().cycle().take(fill).collect();
            cx.heap.new_latin1_owned(padding)?
        }
        Str::Utf16(units) => {
            let padding: Vec<u16> = units.iter().copied().cycle().take(fill).collect();
            cx.heap.new_utf16(&padding)?
        }
    };
    let (left, right) = if at_start { (padding, text) } else { (text, padding) };
    match cx.heap.concat(left, right)? {
        Some(result) => Ok(result.into()),
        None => Err(too_long(cx)),
    }
}

/// String.prototype.repeat ( count ) (§22.1.3.18)
pub(super) fn repeat(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "repeat")?;
    let count = cx.to_integer_or_infinity(args.at(cx, 0))?;
    if count < 0.0 || count.is_infinite() {
        let shown = cx.describe(args.at(cx, 0));
        return Err(cx.range_error(&format!("Invalid count value: {shown}")));
    }
    let len = cx.heap.string_len(text);
    if count == 0.0 || len == 0 {
        return Ok(names::EMPTY.into());
    }
    if count * len as f64 > MAX_STRING_LENGTH as f64 {
        return Err(too_long(cx));
    }
    let count = count as usize;
    cx.heap.ensure(count * len * 2)?;
    cx.charge_fuel((count * len) as u64 / 64)?;
    let result = match cx.heap.str(text) {
        Str::Latin1(bytes) => {
            let repeated = bytes.repeat(count);
            cx.heap.new_latin1_owned(repeated)?
        }
        Str::Utf16(units) => {
            let units = units.repeat(count);
            cx.heap.new_utf16(&units)?
        }
    };
    Ok(result.into())
}
