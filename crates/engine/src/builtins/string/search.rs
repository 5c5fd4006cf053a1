//! Finding text in a string.

use super::this_string;
use crate::completion::Completion;
use crate::heap::symbol::WellKnown;
use crate::heap::text::Str;
use crate::realm::natives::Args;
use crate::value::{PropertyKey, StringId, Value};
use crate::vm::Vm;

/// Code units compared between two charges of fuel.
const BATCH: usize = 1 << 16;

/// The first index at or after `from` where `needle` occurs; both flat. Charged.
pub(crate) fn find_charged(cx: &mut Vm, text: StringId, needle: StringId, from: usize) -> Completion<Option<usize>> {
    let mut from = from;
    loop {
        let hay = cx.heap.str(text);
        let needle = cx.heap.str(needle);
        let units = (hay.len().saturating_sub(from)) as u64;
        if let (Str::Latin1(_), Str::Latin1(_)) = (hay, needle) {
            let found = hay.find(needle, from);
            let scanned = found.map_or(units, |at| (at - from) as u64);
            cx.charge_fuel(scanned / 32)?;
            return Ok(found);
        }
        match find_some(hay, needle, from) {
            Step::Found(at) => {
                cx.charge_fuel((at - from) as u64 / 16)?;
                return Ok(Some(at));
            }
            Step::Absent => {
                cx.charge_fuel(units.min(BATCH as u64) / 16)?;
                return Ok(None);
            }
            Step::Unfinished(next) => {
                cx.charge_fuel(BATCH as u64 / 16)?;
                from = next;
            }
        }
    }
}

enum Step {
    Found(usize),
    Absent,
    /// Nothing before this index.
    Unfinished(usize),
}

/// Searches where at least one side is UTF-16, until about [`BATCH`] units were compared.
fn find_some(hay: Str<'_>, needle: Str<'_>, from: usize) -> Step {
    let Some(first) = needle.get(0) else {
        return if from <= hay.len() { Step::Found(from) } else { Step::Absent };
    };
    let Some(last) = hay.len().checked_sub(needle.len()) else { return Step::Absent };
    let mut work = 0;
    let mut at = from;
    loop {
        if at > last {
            return Step::Absent;
        }
        let window = (last + 1).min(at + BATCH);
        let next = match hay {
            Str::Latin1(bytes) => match u8::try_from(first) {
                Ok(first) => bytes.get(at..window).and_then(|part| memchr::memchr(first, part)),
                Err(_) => return Step::Absent,
            },
            Str::Utf16(units) => units.get(at..window).and_then(|part| part.iter().position(|&unit| unit == first)),
        };
        match next {
            Some(distance) => {
                at += distance;
                if hay.slice(at, at + needle.len()).equals(needle) {
                    return Step::Found(at);
                }
                work += distance + needle.len().min(64) + needle.len() / 64;
                at += 1;
            }
            None => {
                work += window - at;
                at = window;
            }
        }
        if work >= BATCH {
            return Step::Unfinished(at);
        }
    }
}

/// String.prototype.indexOf ( searchString, position ) (§22.1.3.9)
pub(super) fn index_of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "indexOf")?;
    let needle = cx.to_string(args.at(cx, 0))?;
    let start = clamped_position(cx, args.at(cx, 1), text)?;
    let found = find_charged(cx, text, needle, start)?;
    Ok(found.map_or(Value::int(-1), Value::index))
}

fn clamped_position(cx: &mut Vm, value: Value, text: StringId) -> Completion<usize> {
    if value.is_undefined() {
        return Ok(0);
    }
    let len = cx.heap.string_len(text) as f64;
    Ok(cx.to_integer_or_infinity(value)?.clamp(0.0, len) as usize)
}

/// String.prototype.lastIndexOf ( searchString, position ) (§22.1.3.11)
pub(super) fn last_index_of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "lastIndexOf")?;
    let needle = cx.to_string(args.at(cx, 0))?;
    let position = cx.to_number(args.at(cx, 1))?;
    let Some(last) = cx.heap.string_len(text).checked_sub(cx.heap.string_len(needle)) else {
        return Ok(Value::int(-1));
    };
    let mut start = if position.is_nan() { last } else { position.trunc().clamp(0.0, last as f64) as usize };
    let step = BATCH / cx.heap.string_len(needle).clamp(1, BATCH);
    loop {
        let floor = start.saturating_sub(step);
        let (hay, sought) = (cx.heap.str(text), cx.heap.str(needle));
        let first = sought.get(0);
        let found = (floor..=start)
            .rev()
            .find(|&at| (first.is_none() || hay.get(at) == first) && hay.slice(at, at + sought.len()).equals(sought));
        if found.is_some() || floor == 0 {
            cx.charge_fuel((start - found.unwrap_or(floor)) as u64 / 16)?;
            return Ok(found.map_or(Value::int(-1), Value::index));
        }
        cx.charge_fuel(BATCH as u64 / 16)?;
        start = floor;
    }
}

/// The argument of `includes`, `startsWith` and `endsWith`: anything but a regular expression.
fn search_string(cx: &mut Vm, value: Value, method: &str) -> Completion<StringId> {
    if cx.is_regexp(value)? {
        return Err(cx.type_error(&format!(
            "first argument to String.prototype.{method} must not be a regular expression; use regex.test(string)"
        )));
    }
    cx.to_string(value)
}

/// String.prototype.includes ( searchString, position ) (§22.1.3.8)
pub(super) fn includes(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "includes")?;
    let needle = search_string(cx, args.at(cx, 0), "includes")?;
    let start = clamped_position(cx, args.at(cx, 1), text)?;
    Ok(find_charged(cx, text, needle, start)?.is_some().into())
}

/// String.prototype.startsWith ( searchString, position ) (§22.1.3.24)
pub(super) fn starts_with(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "startsWith")?;
    let needle = search_string(cx, args.at(cx, 0), "startsWith")?;
    let start = clamped_position(cx, args.at(cx, 1), text)?;
    let sought = cx.heap.str(needle);
    let found = cx.heap.str(text).slice(start, start + sought.len()).equals(sought);
    cx.charge_fuel(cx.heap.string_len(needle) as u64 / 64)?;
    Ok(found.into())
}

/// String.prototype.endsWith ( searchString, endPosition ) (§22.1.3.7)
pub(super) fn ends_with(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "endsWith")?;
    let needle = search_string(cx, args.at(cx, 0), "endsWith")?;
    let end = match args.at(cx, 1) {
        Value::UNDEFINED => cx.heap.string_len(text),
        end => clamped_position(cx, end, text)?,
    };
    let sought = cx.heap.str(needle);
    let found = end.checked_sub(sought.len()).is_some_and(|start| cx.heap.str(text).slice(start, end).equals(sought));
    cx.charge_fuel(cx.heap.string_len(needle) as u64 / 64)?;
    Ok(found.into())
}

impl Vm {
    /// IsRegExp (§7.2.8)
    pub(crate) fn is_regexp(&mut self, value: Value) -> Completion<bool> {
        let Some(object) = value.as_object() else { return Ok(false) };
        let matcher = self.get(object, PropertyKey::Symbol(WellKnown::Match.id()))?;
        if !matcher.is_undefined() {
            return Ok(self.to_boolean(matcher));
        }
        Ok(crate::builtins::regexp::is_regexp_object(self, object))
    }
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────

/// `$StringIndexOf(string, search, from)`: -1 when it does not occur. All three are already converted.
pub(crate) fn index_of_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    let needle = cx.to_string(args.at(cx, 1))?;
    let from = args.at(cx, 2).as_number().unwrap_or(0.0) as usize;
    if from > cx.heap.string_len(text) {
        return Ok(Value::int(-1));
    }
    Ok(find_charged(cx, text, needle, from)?.map_or(Value::int(-1), Value::index))
}

/// `$StringSlice(string, start, end)` with indices inside the string.
pub(crate) fn slice_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    let start = args.at(cx, 1).as_number().unwrap_or(0.0) as usize;
    let end = args.at(cx, 2).as_number().unwrap_or(0.0) as usize;
    Ok(cx.heap.substring(text, start, end)?.into())
}
