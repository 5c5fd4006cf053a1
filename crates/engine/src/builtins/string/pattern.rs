//! The methods that take a pattern: they hand over to the method that the pattern has under a symbol, or search text.

use super::substitution::{Captures, Template};
use super::{check, find_charged, finish, require_object_coercible};
use crate::completion::Completion;
use crate::heap::string_builder::StringBuilder;
use crate::heap::symbol::WellKnown;
use crate::heap::text::Str;
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::{PropertyKey, StringId, Value};
use crate::vm::Vm;

/// The method that a pattern has under a symbol; primitives have none.
fn pattern_method(cx: &mut Vm, pattern: Value, symbol: WellKnown) -> Completion<Option<Value>> {
    if pattern.is_object() { cx.get_method(pattern, PropertyKey::Symbol(symbol.id())) } else { Ok(None) }
}

/// Throws unless a regular expression given to `matchAll` or `replaceAll` is global.
fn require_global(cx: &mut Vm, pattern: Value, method: &str) -> Completion<()> {
    let Some(object) = pattern.as_object() else { return Ok(()) };
    if !cx.is_regexp(pattern)? {
        return Ok(());
    }
    let flags = cx.get(object, key::FLAGS)?;
    if flags.is_nullish() {
        return Err(cx.type_error(&format!("String.prototype.{method} called with a RegExp whose flags are {}", {
            if flags.is_null() { "null" } else { "undefined" }
        })));
    }
    let flags = cx.to_string(flags)?;
    if cx.heap.str(flags).units().any(|unit| unit == u16::from(b'g')) {
        return Ok(());
    }
    Err(cx.type_error(&format!(
        "String.prototype.{method} called with a non-global RegExp argument: add the g flag to the pattern"
    )))
}

/// String.prototype.match ( regexp ) (§22.1.3.13)
pub(super) fn match_(cx: &mut Vm, this: Value, args: Args) -> Completion {
    require_object_coercible(cx, this, "match")?;
    let pattern = args.at(cx, 0);
    if let Some(method) = pattern_method(cx, pattern, WellKnown::Match)? {
        return cx.tail_call(method, pattern, &[this]);
    }
    let text = cx.to_string(this)?;
    let regexp = cx.regexp_create(pattern, Value::UNDEFINED)?;
    cx.invoke(regexp.into(), PropertyKey::Symbol(WellKnown::Match.id()), &[text.into()])
}

/// String.prototype.matchAll ( regexp ) (§22.1.3.14)
pub(super) fn match_all(cx: &mut Vm, this: Value, args: Args) -> Completion {
    require_object_coercible(cx, this, "matchAll")?;
    let pattern = args.at(cx, 0);
    require_global(cx, pattern, "matchAll")?;
    if let Some(method) = pattern_method(cx, pattern, WellKnown::MatchAll)? {
        return cx.tail_call(method, pattern, &[this]);
    }
    let text = cx.to_string(this)?;
    let flags = cx.heap.new_latin1(b"g")?;
    let regexp = cx.regexp_create(pattern, flags.into())?;
    cx.invoke(regexp.into(), PropertyKey::Symbol(WellKnown::MatchAll.id()), &[text.into()])
}

/// String.prototype.search ( regexp ) (§22.1.3.21)
pub(super) fn search(cx: &mut Vm, this: Value, args: Args) -> Completion {
    require_object_coercible(cx, this, "search")?;
    let pattern = args.at(cx, 0);
    if let Some(method) = pattern_method(cx, pattern, WellKnown::Search)? {
        return cx.tail_call(method, pattern, &[this]);
    }
    let text = cx.to_string(this)?;
    let regexp = cx.regexp_create(pattern, Value::UNDEFINED)?;
    cx.invoke(regexp.into(), PropertyKey::Symbol(WellKnown::Search.id()), &[text.into()])
}

/// String.prototype.split ( separator, limit ) (§22.1.3.23)
pub(super) fn split(cx: &mut Vm, this: Value, args: Args) -> Completion {
    require_object_coercible(cx, this, "split")?;
    let separator = args.at(cx, 0);
    let limit = args.at(cx, 1);
    if let Some(method) = pattern_method(cx, separator, WellKnown::Split)? {
        return cx.tail_call(method, separator, &[this, limit]);
    }
    let text = cx.to_string(this)?;
    let limit = if limit.is_undefined() { u32::MAX } else { cx.to_uint32(limit)? };
    let needle = cx.to_string(separator)?;
    let values = if limit == 0 {
        Vec::new()
    } else if separator.is_undefined() {
        vec![text.into()]
    } else {
        split_text(cx, text, needle, limit as usize)?
    };
    Ok(cx.new_array(values)?.into())
}

/// Occurrences found before the parts between them are made.
const BATCH: usize = 256;

/// The parts of a text between occurrences of `separator`, at most `limit` (above zero).
fn split_text(cx: &mut Vm, text: StringId, separator: StringId, limit: usize) -> Completion<Vec<Value>> {
    let size = cx.heap.string_len(separator);
    if size == 0 {
        return split_units(cx, text, limit);
    }
    let len = cx.heap.string_len(text);
    let mut parts: Vec<Value> = Vec::new();
    let mut found = Vec::with_capacity(BATCH);
    let mut start = 0;
    let mut from = 0;
    loop {
        let finished = if let (Str::Latin1(hay), Str::Latin1(needle)) = (cx.heap.str(text), cx.heap.str(separator)) {
            let rest = hay.get(from..).unwrap_or(&[]);
            match needle {
                [byte] => found.extend(memchr::memchr_iter(*byte, rest).map(|at| at + from).take(BATCH)),
                _ => found.extend(memchr::memmem::find_iter(rest, needle).map(|at| at + from).take(BATCH)),
            }
            from = found.last().map_or(len, |at| at + size);
            cx.charge_fuel(found.len() as u64 + (from - start) as u64 / 32)?;
            found.len() < BATCH
        } else {
            match find_charged(cx, text, separator, from)? {
                Some(at) => {
                    found.push(at);
                    from = at + size;
                    false
                }
                None => true,
            }
        };
        reserve(cx, &mut parts, found.len() + 1)?;
        for at in found.drain(..) {
            parts.push(cx.heap.substring(text, start, at)?.into());
            if parts.len() >= limit {
                return Ok(parts);
            }
            start = at + size;
        }
        if finished {
            parts.push(cx.heap.substring(text, start, len)?.into());
            return Ok(parts);
        }
    }
}

fn split_units(cx: &mut Vm, text: StringId, limit: usize) -> Completion<Vec<Value>> {
    let count = cx.heap.string_len(text).min(limit);
    cx.charge_fuel(count as u64)?;
    let mut parts = Vec::new();
    reserve(cx, &mut parts, count)?;
    for index in 0..count {
        if let Some(unit) = cx.heap.str(text).get(index) {
            parts.push(cx.heap.unit_string(unit)?.into());
        }
    }
    Ok(parts)
}

/// Makes room for more values, charged while they are not yet in an array.
pub(crate) fn reserve(cx: &mut Vm, values: &mut Vec<Value>, more: usize) -> Completion<()> {
    let wanted = values.len() + more;
    if wanted > MAX_ARRAY_LENGTH {
        return Err(cx.range_error("Invalid array length"));
    }
    if wanted > values.capacity() {
        let capacity = wanted.max(values.capacity() * 2);
        cx.heap.ensure((capacity + values.capacity()) * 8)?;
        values.reserve_exact(capacity - values.len());
    }
    // What the values refer to is counted but not checked against the limit.
    cx.heap.ensure(0)
}

// ── Replacing ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// `$StringReplaceMethod(this, searchValue, all)`: the first steps of `replace` (§22.1.3.19) and `replaceAll`
/// (§22.1.3.20); the method that the pattern has, or undefined.
pub(crate) fn replace_method(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let pattern = args.at(cx, 1);
    let all = args.at(cx, 2) == Value::TRUE;
    let name = if all { "replaceAll" } else { "replace" };
    require_object_coercible(cx, args.at(cx, 0), name)?;
    if all {
        require_global(cx, pattern, name)?;
    }
    Ok(pattern_method(cx, pattern, WellKnown::Replace)?.unwrap_or(Value::UNDEFINED))
}

/// `$StringReplace(this, searchValue, replaceValue, all)`: the rest of both when `replaceValue` is no function.
pub(crate) fn replace_text(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    let needle = cx.to_string(args.at(cx, 1))?;
    let replacement = cx.to_string(args.at(cx, 2))?;
    let all = args.at(cx, 3) == Value::TRUE;
    let Some(mut at) = find_charged(cx, text, needle, 0)? else { return Ok(text.into()) };
    let len = cx.heap.string_len(text);
    let size = cx.heap.string_len(needle);
    let template = Template::parse(cx, replacement, 0, false)?;
    let mut builder = StringBuilder::new();
    let mut end = 0;
    loop {
        builder.push(cx.heap.str(text).slice(end, at));
        template.append(cx, &mut builder, text, at, at + size, &Captures::None)?;
        check(cx, &mut builder)?;
        cx.charge_fuel(4)?;
        end = at + size;
        let next = at + size.max(1);
        if !all || next > len {
            break;
        }
        match find_charged(cx, text, needle, next)? {
            Some(next) => at = next,
            None => break,
        }
    }
    builder.push(cx.heap.str(text).slice(end, len));
    Ok(finish(cx, builder)?.into())
}

/// `$StringSplice(string, start, end, replacement)`: the string with one part replaced.
pub(crate) fn splice_text(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    let start = args.at(cx, 1).as_number().unwrap_or(0.0) as usize;
    let end = args.at(cx, 2).as_number().unwrap_or(0.0) as usize;
    let replacement = cx.to_string(args.at(cx, 3))?;
    let len = cx.heap.string_len(text);
    cx.charge_fuel(len as u64 / 64)?;
    cx.heap.ensure((len + cx.heap.string_len(replacement)) * 2)?;
    let mut builder = StringBuilder::new();
    builder.push(cx.heap.str(text).slice(0, start));
    builder.push(cx.heap.str(replacement));
    builder.push(cx.heap.str(text).slice(end, len));
    Ok(finish(cx, builder)?.into())
}
