//! `RegExp.prototype[@@split]` (§22.2.6.14).

use super::exec::{Begin, advance, group_value, last_index, regexp_exec, set_last_index};
use super::pristine::is_pristine;
use super::symbols::{advance_length, read_flags};
use super::{RegExpData, this_object};
use crate::builtins::string::reserve;
use crate::completion::Completion;
use crate::heap::string_builder::StringBuilder;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

pub(super) fn split(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let regexp = this_object(cx, this, "[Symbol.split]")?;
    let text = cx.to_string(args.at(cx, 0))?;
    let limit = args.at(cx, 1);
    let constructor = cx.species_constructor(regexp, Intrinsic::RegExp)?;
    if (limit.is_undefined() || limit.is_number())
        && constructor == cx.intrinsic(Intrinsic::RegExp)
        && is_pristine(cx, regexp)
    {
        let limit = to_limit(cx, limit)?;
        return split_pristine(cx, regexp, text, limit);
    }
    let flags = read_flags(cx, regexp)?;
    let new_flags = if flags.sticky {
        flags.text
    } else {
        let mut builder = StringBuilder::new();
        builder.push(cx.heap.str(flags.text));
        builder.push_ascii(b"y");
        crate::builtins::string::finish(cx, builder)?
    };
    let splitter = cx.construct(constructor, &[regexp.into(), new_flags.into()], None)?;
    let limit = to_limit(cx, limit)?;
    split_generic(cx, splitter, text, limit, flags.unicode)
}

fn to_limit(cx: &mut Vm, limit: Value) -> Completion<usize> {
    Ok(if limit.is_undefined() { u32::MAX as usize } else { cx.to_uint32(limit)? as usize })
}

/// Splits by a splitter whose behaviour a program may have changed.
fn split_generic(cx: &mut Vm, splitter: ObjectId, text: StringId, limit: usize, unicode: bool) -> Completion {
    let mut values: Vec<Value> = Vec::new();
    let size = cx.heap.string_len(text);
    if limit == 0 {
        return Ok(cx.new_array(values)?.into());
    }
    if size == 0 {
        if regexp_exec(cx, splitter, text)?.is_none() {
            values.push(text.into());
        }
        return Ok(cx.new_array(values)?.into());
    }
    let mut start = 0;
    let mut at = 0;
    while at < size {
        cx.charge_fuel(4)?;
        set_last_index(cx, splitter, at as u64)?;
        let Some(result) = regexp_exec(cx, splitter, text)? else {
            at = advance(cx, text, at, unicode);
            continue;
        };
        let end = last_index(cx, splitter)?.min(size as u64) as usize;
        if end == start {
            at = advance_length(cx, text, at as u64, unicode) as usize;
            continue;
        }
        reserve(cx, &mut values, 1)?;
        values.push(cx.heap.substring(text, start, at)?.into());
        if values.len() == limit {
            return Ok(cx.new_array(values)?.into());
        }
        start = end;
        let groups = cx.length_of_array_like(result)?.max(1);
        for index in 1..groups {
            cx.charge_fuel(1)?;
            reserve(cx, &mut values, 1)?;
            values.push(cx.get_index(result, index)?);
            if values.len() == limit {
                return Ok(cx.new_array(values)?.into());
            }
        }
        at = start;
    }
    reserve(cx, &mut values, 1)?;
    values.push(cx.heap.substring(text, start, size)?.into());
    Ok(cx.new_array(values)?.into())
}

/// The same for a pristine expression: one search for every match instead of a try at every position.
fn split_pristine(cx: &mut Vm, regexp: ObjectId, text: StringId, limit: usize) -> Completion {
    let mut values: Vec<Value> = Vec::new();
    let size = cx.heap.string_len(text);
    let Some(data) = cx.heap.data::<RegExpData>(regexp) else { return Ok(Value::UNDEFINED) };
    let (unicode, regex) = (data.flags.is_unicode(), data.regex.clone());
    if limit == 0 {
        return Ok(cx.new_array(values)?.into());
    }
    if size == 0 {
        if !cx.regexp_find(&regex, text, 0, Begin::Here)? {
            values.push(text.into());
        }
        return Ok(cx.new_array(values)?.into());
    }
    let mut start = 0;
    let mut at = 0;
    while at < size && cx.regexp_find(&regex, text, at, Begin::From)? {
        let (from, to) = cx.regexp_whole();
        if from >= size {
            break;
        }
        if to == start {
            at = advance(cx, text, from.max(at), unicode);
            continue;
        }
        reserve(cx, &mut values, 1)?;
        values.push(cx.heap.substring(text, start, from)?.into());
        if values.len() == limit {
            return Ok(cx.new_array(values)?.into());
        }
        start = to;
        if regex.group_count() > 1 {
            let groups = cx.regexp_groups();
            for &group in groups.iter().skip(1) {
                reserve(cx, &mut values, 1)?;
                values.push(group_value(cx, text, group)?);
                if values.len() == limit {
                    return Ok(cx.new_array(values)?.into());
                }
            }
        }
        at = to;
    }
    reserve(cx, &mut values, 1)?;
    values.push(cx.heap.substring(text, start, size)?.into());
    Ok(cx.new_array(values)?.into())
}
