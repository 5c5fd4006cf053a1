//! Parts of a string: single units, ranges, trimming.

use super::this_string;
use crate::completion::Completion;
use crate::heap::text::Str;
use crate::realm::names;
use crate::realm::natives::Args;
use crate::value::number::is_white_space;
use crate::value::{StringId, Value};
use crate::vm::Vm;

/// String.prototype.at ( index ) (§22.1.3.1)
pub(super) fn at(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "at")?;
    let relative = cx.to_integer_or_infinity(args.at(cx, 0))?;
    let len = cx.heap.string_len(text) as f64;
    let index = if relative < 0.0 { len + relative } else { relative };
    if index < 0.0 || index >= len {
        return Ok(Value::UNDEFINED);
    }
    unit_at(cx, text, index as usize)
}

fn unit_at(cx: &mut Vm, text: StringId, index: usize) -> Completion {
    match cx.heap.str(text).get(index) {
        Some(unit) => Ok(cx.heap.unit_string(unit)?.into()),
        None => Ok(names::EMPTY.into()),
    }
}

/// The code unit at a position given by a program, if it lies inside the string.
fn position(cx: &mut Vm, text: StringId, value: Value) -> Completion<Option<usize>> {
    let len = cx.heap.string_len(text);
    if let Some(int) = value.as_int() {
        return Ok(usize::try_from(int).ok().filter(|&index| index < len));
    }
    let index = cx.to_integer_or_infinity(value)?;
    Ok((index >= 0.0 && index < len as f64).then_some(index as usize))
}

/// String.prototype.charAt ( pos ) (§22.1.3.2)
pub(super) fn char_at(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "charAt")?;
    match position(cx, text, args.at(cx, 0))? {
        Some(index) => unit_at(cx, text, index),
        None => Ok(names::EMPTY.into()),
    }
}

/// String.prototype.charCodeAt ( pos ) (§22.1.3.3)
pub(super) fn char_code_at(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "charCodeAt")?;
    let index = position(cx, text, args.at(cx, 0))?;
    Ok(index.and_then(|index| cx.heap.str(text).get(index)).map_or(Value::NAN, |unit| Value::int(i32::from(unit))))
}

/// String.prototype.codePointAt ( pos ) (§22.1.3.4)
pub(super) fn code_point_at(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "codePointAt")?;
    let index = position(cx, text, args.at(cx, 0))?;
    let code_point = index.and_then(|index| cx.heap.str(text).code_point_at(index));
    Ok(code_point.map_or(Value::UNDEFINED, |(code_point, _)| Value::int(code_point as i32)))
}

/// String.prototype.slice ( start, end ) (§22.1.3.22)
pub(super) fn slice(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "slice")?;
    let len = cx.heap.string_len(text) as u64;
    let from = cx.relative_index(args.at(cx, 0), len)?;
    let to = cx.relative_end(args.at(cx, 1), len)?;
    Ok(cx.heap.substring(text, from as usize, to as usize)?.into())
}

/// String.prototype.substring ( start, end ) (§22.1.3.25)
pub(super) fn substring(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "substring")?;
    let len = cx.heap.string_len(text) as f64;
    let start = cx.to_integer_or_infinity(args.at(cx, 0))?.clamp(0.0, len);
    let end = match args.at(cx, 1) {
        Value::UNDEFINED => len,
        end => cx.to_integer_or_infinity(end)?.clamp(0.0, len),
    };
    Ok(cx.heap.substring(text, start.min(end) as usize, start.max(end) as usize)?.into())
}

/// String.prototype.substr ( start, length ) (§B.2.2.1)
pub(super) fn substr(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "substr")?;
    let size = cx.heap.string_len(text) as u64;
    let start = cx.relative_index(args.at(cx, 0), size)?;
    let length = match args.at(cx, 1) {
        Value::UNDEFINED => size as f64,
        length => cx.to_integer_or_infinity(length)?.clamp(0.0, size as f64),
    };
    let end = (start + length as u64).min(size);
    Ok(cx.heap.substring(text, start as usize, end as usize)?.into())
}

/// Which ends TrimString (§22.1.3.32.1) trims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    Start,
    End,
    Both,
}

pub(super) fn trim(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    trim_string(cx, this, "trim", Ends::Both)
}

pub(super) fn trim_start(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    trim_string(cx, this, "trimStart", Ends::Start)
}

pub(super) fn trim_end(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    trim_string(cx, this, "trimEnd", Ends::End)
}

fn trim_string(cx: &mut Vm, this: Value, method: &str, ends: Ends) -> Completion {
    let text = this_string(cx, this, method)?;
    let (start, end) = trimmed_range(cx.heap.str(text), ends);
    let trimmed = start + cx.heap.string_len(text) - end;
    cx.charge_fuel(trimmed as u64 / 8)?;
    Ok(cx.heap.substring(text, start, end)?.into())
}

fn trimmed_range(text: Str<'_>, ends: Ends) -> (usize, usize) {
    let mut start = 0;
    let mut end = text.len();
    if ends != Ends::End {
        while start < end && text.get(start).is_some_and(is_white_space) {
            start += 1;
        }
    }
    if ends != Ends::Start {
        while start < end && text.get(end - 1).is_some_and(is_white_space) {
            end -= 1;
        }
    }
    (start, end)
}
