//! `RegExp.prototype[@@match]`, `[@@matchAll]` and `[@@search]` (§22.2.6).

use super::exec::{Begin, advance, last_index, regexp_exec, set_last_index};
use super::pristine::is_pristine;
use super::{RegExpData, iterator, this_object};
use crate::builtins::string::reserve;
use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// What the `flags` property of an object says.
pub(super) struct FlagText {
    pub(super) text: StringId,
    pub(super) global: bool,
    /// `u` or `v`
    pub(super) unicode: bool,
    pub(super) sticky: bool,
}

/// ToString of the `flags` property.
pub(super) fn read_flags(cx: &mut Vm, regexp: ObjectId) -> Completion<FlagText> {
    let flags = cx.get(regexp, key::FLAGS)?;
    let text = cx.to_string(flags)?;
    let units = cx.heap.str(text);
    let has = |letter: u8| units.units().any(|unit| unit == u16::from(letter));
    Ok(FlagText { text, global: has(b'g'), unicode: has(b'u') || has(b'v'), sticky: has(b'y') })
}

/// AdvanceStringIndex for an index of any size.
pub(super) fn advance_length(cx: &Vm, text: StringId, index: u64, unicode: bool) -> u64 {
    match usize::try_from(index) {
        Ok(index) => advance(cx, text, index, unicode) as u64,
        Err(_) => index + 1,
    }
}

/// RegExp.prototype [ @@match ] ( string ) (§22.2.6.8)
pub(super) fn match_(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let regexp = this_object(cx, this, "[Symbol.match]")?;
    let text = cx.to_string(args.at(cx, 0))?;
    if is_pristine(cx, regexp)
        && let Some(data) = cx.heap.data::<RegExpData>(regexp)
        && data.flags.global
    {
        return match_globally(cx, regexp, text);
    }
    let flags = read_flags(cx, regexp)?;
    if !flags.global {
        return Ok(regexp_exec(cx, regexp, text)?.map_or(Value::NULL, Value::object));
    }
    set_last_index(cx, regexp, 0)?;
    let mut values = Vec::new();
    while let Some(result) = regexp_exec(cx, regexp, text)? {
        cx.charge_fuel(4)?;
        let matched = cx.get_index(result, 0)?;
        let matched = cx.to_string(matched)?;
        reserve(cx, &mut values, 1)?;
        values.push(matched.into());
        if cx.heap.string_len(matched) == 0 {
            let index = last_index(cx, regexp)?;
            let next = advance_length(cx, text, index, flags.unicode);
            set_last_index(cx, regexp, next)?;
        }
    }
    if values.is_empty() { Ok(Value::NULL) } else { Ok(cx.new_array(values)?.into()) }
}

/// All matches of a pristine global expression.
fn match_globally(cx: &mut Vm, regexp: ObjectId, text: StringId) -> Completion {
    set_last_index(cx, regexp, 0)?;
    let mut values = Vec::new();
    let mut at = 0;
    for_each_match(cx, regexp, text, &mut at, |cx, start, end| {
        reserve(cx, &mut values, 1)?;
        values.push(cx.heap.substring(text, start, end)?.into());
        Ok(())
    })?;
    if values.is_empty() { Ok(Value::NULL) } else { Ok(cx.new_array(values)?.into()) }
}

/// Visits the matches of a pristine global expression from `at` on, with their groups in the working memory.
pub(super) fn for_each_match(
    cx: &mut Vm,
    regexp: ObjectId,
    text: StringId,
    at: &mut usize,
    mut visit: impl FnMut(&mut Vm, usize, usize) -> Completion<()>,
) -> Completion<()> {
    let Some(data) = cx.heap.data::<RegExpData>(regexp) else { return Ok(()) };
    let (flags, regex) = (data.flags, data.regex.clone());
    let begin = if flags.sticky { Begin::Here } else { Begin::From };
    let len = cx.heap.string_len(text);
    while *at <= len && cx.regexp_find(&regex, text, *at, begin)? {
        let (start, end) = cx.regexp_whole();
        visit(cx, start, end)?;
        *at = if start == end { advance(cx, text, end, flags.is_unicode()) } else { end };
    }
    Ok(())
}

/// RegExp.prototype [ @@matchAll ] ( string ) (§22.2.6.9)
pub(super) fn match_all(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let regexp = this_object(cx, this, "[Symbol.matchAll]")?;
    let text = cx.to_string(args.at(cx, 0))?;
    let constructor = cx.species_constructor(regexp, Intrinsic::RegExp)?;
    let flags = read_flags(cx, regexp)?;
    let matcher = cx.construct(constructor, &[regexp.into(), flags.text.into()], None)?;
    let index = last_index(cx, regexp)?;
    set_last_index(cx, matcher, index)?;
    Ok(iterator::create(cx, matcher, text, flags.global, flags.unicode))
}

/// RegExp.prototype [ @@search ] ( string ) (§22.2.6.12)
pub(super) fn search(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let regexp = this_object(cx, this, "[Symbol.search]")?;
    let text = cx.to_string(args.at(cx, 0))?;
    let previous = cx.get(regexp, key::LAST_INDEX)?;
    if !cx.same_value(previous, Value::ZERO) {
        set_last_index(cx, regexp, 0)?;
    }
    let result = regexp_exec(cx, regexp, text)?;
    let current = cx.get(regexp, key::LAST_INDEX)?;
    if !cx.same_value(current, previous) {
        cx.set(regexp, key::LAST_INDEX, previous)?;
    }
    match result {
        None => Ok(Value::int(-1)),
        Some(result) => cx.get(result, key::INDEX),
    }
}
