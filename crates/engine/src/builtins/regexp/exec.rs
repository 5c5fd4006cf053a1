//! Matching: RegExpBuiltinExec, RegExpExec (§22.2.7) and the methods `exec` and `test`.

use codemode_regexp::{Budget, Group, Input, MatchError, MatchLimits, Regex, StepBudget};
use smallvec::SmallVec;

use super::pristine::has_built_in_exec;
use super::{RegExpData, this_object};
use crate::completion::{Abort, Completion};
use crate::heap::shape::Attributes;
use crate::heap::text::Str;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::{HostHooks, Vm};

/// The groups of a match, copied out of the working memory of the matcher.
pub(super) type Groups = SmallVec<[Group; 8]>;

/// Pays the steps of a match with fuel and asks the host between slices.
struct Gauge<'a> {
    hooks: &'a mut dyn HostHooks,
    spent: &'a mut u64,
    limit: Option<u64>,
    abort: Abort,
}

/// Steps between two questions to the host: below a millisecond.
const SLICE: u64 = 100_000;

impl StepBudget for Gauge<'_> {
    fn refill(&mut self) -> Option<u64> {
        if self.hooks.interrupted() {
            self.abort = Abort::Interrupted;
            return None;
        }
        let left = self.limit.map_or(SLICE, |limit| limit.saturating_sub(*self.spent).min(SLICE));
        if left == 0 {
            self.abort = Abort::InstructionLimit;
            return None;
        }
        *self.spent += left;
        Some(left)
    }
}

/// Where a match may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begin {
    /// At the position only.
    Here,
    /// At the position or behind it.
    From,
}

impl Vm {
    /// Matches a flat string from a position on. The groups are then in the working memory ([`Vm::regexp_groups`]).
    pub(super) fn regexp_find(&mut self, regex: &Regex, text: StringId, at: usize, begin: Begin) -> Completion<bool> {
        let left = self.heap.limit_bytes().saturating_sub(self.heap.used_bytes());
        let full = MatchLimits::default();
        let limits = MatchLimits {
            max_frames: full.max_frames.min(left / 32),
            max_memo_bytes: full.max_memo_bytes.min(left / 4),
            ..full
        };
        let Vm { heap, hooks, spent, instruction_limit, fuel, regexps, .. } = self;
        let scratch = &mut regexps.scratch;
        scratch.limits = limits;
        let input = match heap.str(text) {
            Str::Latin1(bytes) => Input::Latin1(bytes),
            Str::Utf16(units) => Input::Utf16(units),
        };
        let mut gauge = Gauge { hooks: &mut **hooks, spent, limit: *instruction_limit, abort: Abort::InstructionLimit };
        let debt = (*fuel).min(0);
        let mut budget = Budget::new((*fuel).max(0) as u64, &mut gauge);
        let result = match begin {
            Begin::Here => regex.match_at(input, at, &mut budget, scratch),
            Begin::From => regex.find_from(input, at, &mut budget, scratch),
        };
        *fuel = i64::try_from(budget.steps).unwrap_or(i64::MAX) + debt;
        let abort = gauge.abort;
        match result {
            Ok(found) => {
                // The steps of a short match are hardly worth counting; the call is.
                self.charge_fuel(4)?;
                Ok(found)
            }
            Err(MatchError::Exhausted) => Err(abort.into()),
            Err(MatchError::TooMuchMemory) if limits.max_frames < full.max_frames => Err(Abort::MemoryLimit.into()),
            Err(MatchError::TooMuchMemory) => Err(self.range_error("regular expression needs too much memory")),
        }
    }

    /// The groups of the last successful match, the whole match first.
    pub(super) fn regexp_groups(&self) -> Groups {
        Groups::from_slice(self.regexps.scratch.groups())
    }

    /// The whole of the last successful match.
    pub(super) fn regexp_whole(&self) -> (usize, usize) {
        match self.regexps.scratch.groups().first() {
            Some(Some((start, end))) => (*start as usize, *end as usize),
            _ => (0, 0),
        }
    }
}

/// AdvanceStringIndex (§22.2.7.3)
pub(super) fn advance(cx: &Vm, text: StringId, index: usize, unicode: bool) -> usize {
    if !unicode {
        return index + 1;
    }
    index + cx.heap.str(text).code_point_at(index).map_or(1, |(_, size)| size)
}

/// Reads `lastIndex` as ToLength.
pub(super) fn last_index(cx: &mut Vm, regexp: ObjectId) -> Completion<u64> {
    let value = cx.get(regexp, key::LAST_INDEX)?;
    match value.as_int() {
        Some(int) => Ok(u64::try_from(int).unwrap_or(0)),
        None => cx.to_length(value),
    }
}

/// Writes `lastIndex`, throwing when it is read-only.
pub(super) fn set_last_index(cx: &mut Vm, regexp: ObjectId, index: u64) -> Completion<()> {
    let value = Value::number(index as f64);
    if cx.heap.data::<RegExpData>(regexp).is_some()
        && let Some((slot, attributes)) = cx.heap.find_named(regexp, key::LAST_INDEX)
        && attributes.is_writable()
    {
        cx.heap.set_slot(regexp, slot, value);
        return Ok(());
    }
    cx.set(regexp, key::LAST_INDEX, value)
}

/// RegExpBuiltinExec (§22.2.7.2) up to the match: whether there is one. Handles `lastIndex`.
pub(super) fn built_in_match(cx: &mut Vm, regexp: ObjectId, text: StringId) -> Completion<bool> {
    let index = last_index(cx, regexp)?;
    let Some(data) = cx.heap.data::<RegExpData>(regexp) else {
        return Err(Abort::Internal("regular expression without data").into());
    };
    let (flags, regex) = (data.flags, data.regex.clone());
    let keeps_index = flags.global || flags.sticky;
    let start = if keeps_index { index } else { 0 };
    if start > cx.heap.string_len(text) as u64 {
        set_last_index(cx, regexp, 0)?;
        return Ok(false);
    }
    let begin = if flags.sticky { Begin::Here } else { Begin::From };
    let found = cx.regexp_find(&regex, text, start as usize, begin)?;
    if keeps_index {
        let end = if found { cx.regexp_whole().1 } else { 0 };
        set_last_index(cx, regexp, end as u64)?;
    }
    Ok(found)
}

/// RegExpBuiltinExec (§22.2.7.2)
fn built_in_exec(cx: &mut Vm, regexp: ObjectId, text: StringId) -> Completion {
    if built_in_match(cx, regexp, text)? { match_result(cx, regexp, text) } else { Ok(Value::NULL) }
}

/// RegExpExec (§22.2.7.1): an object or null.
pub(super) fn regexp_exec(cx: &mut Vm, regexp: ObjectId, text: StringId) -> Completion<Option<ObjectId>> {
    if has_built_in_exec(cx, regexp) {
        return Ok(built_in_exec(cx, regexp, text)?.as_object());
    }
    let exec = cx.get(regexp, key::EXEC)?;
    if cx.is_callable(exec) {
        let result = cx.call(exec, regexp.into(), &[text.into()])?;
        if result.is_null() || result.is_object() {
            return Ok(result.as_object());
        }
        let shown = cx.describe(result);
        return Err(
            cx.type_error(&format!("the exec method of a regular expression returned {shown}, not an object or null"))
        );
    }
    if cx.heap.data::<RegExpData>(regexp).is_none() {
        return Err(not_a_regexp(cx, regexp.into(), "exec"));
    }
    Ok(built_in_exec(cx, regexp, text)?.as_object())
}

#[cold]
fn not_a_regexp(cx: &mut Vm, this: Value, method: &str) -> crate::completion::Unwind {
    let shown = cx.describe(this);
    cx.type_error(&format!("RegExp.prototype.{method} was called on {shown}, which is not a regular expression"))
}

/// RegExp.prototype.exec ( string ) (§22.2.6.2)
pub(super) fn exec(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let Some(regexp) = this.as_object().filter(|&object| super::is_regexp_object(cx, object)) else {
        return Err(not_a_regexp(cx, this, "exec"));
    };
    let text = cx.to_string(args.at(cx, 0))?;
    built_in_exec(cx, regexp, text)
}

/// RegExp.prototype.test ( S ) (§22.2.6.16)
pub(super) fn test(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let regexp = this_object(cx, this, "test")?;
    let text = cx.to_string(args.at(cx, 0))?;
    if has_built_in_exec(cx, regexp) {
        return Ok(built_in_match(cx, regexp, text)?.into());
    }
    Ok(regexp_exec(cx, regexp, text)?.is_some().into())
}

// ── Results ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The part of a text that a group matched, or undefined.
pub(super) fn group_value(cx: &mut Vm, text: StringId, group: Group) -> Completion {
    match group {
        Some((start, end)) => Ok(cx.heap.substring(text, start as usize, end as usize)?.into()),
        None => Ok(Value::UNDEFINED),
    }
}

/// The array that describes the last successful match (§22.2.7.2, steps 21 to 35).
pub(super) fn match_result(cx: &mut Vm, regexp: ObjectId, text: StringId) -> Completion {
    let Some(data) = cx.heap.data::<RegExpData>(regexp) else {
        return Err(Abort::Internal("regular expression without data").into());
    };
    let (has_indices, regex) = (data.flags.has_indices, data.regex.clone());
    let groups = cx.regexp_groups();
    cx.charge_fuel(groups.len() as u64)?;
    let index = Value::index(cx.regexp_whole().0);
    let mut values = Vec::with_capacity(groups.len());
    for &group in &groups {
        values.push(group_value(cx, text, group)?);
    }
    let named = groups_object(cx, &regex, &groups, |index| values.get(index).copied().unwrap_or(Value::UNDEFINED))?;
    let array = cx.new_array(values)?;
    cx.heap.add_named(array, key::INDEX, index, Attributes::ALL);
    cx.heap.add_named(array, key::INPUT, text.into(), Attributes::ALL);
    cx.heap.add_named(array, key::GROUPS, named, Attributes::ALL);
    if has_indices {
        let indices = indices_array(cx, &regex, &groups)?;
        cx.heap.add_named(array, key::INDICES, indices, Attributes::ALL);
    }
    Ok(array.into())
}

/// The `groups` object for the names of a pattern, or undefined when it has none.
pub(super) fn groups_object(
    cx: &mut Vm,
    regex: &Regex,
    groups: &[Group],
    value: impl Fn(usize) -> Value,
) -> Completion {
    let names = regex.group_names();
    if names.is_empty() {
        return Ok(Value::UNDEFINED);
    }
    let object = cx.heap.new_object_with_proto(None, crate::heap::object::ObjectKind::Ordinary);
    for (name, numbers) in names {
        // Of groups with the same name at most one takes part.
        let taking_part = numbers.iter().find(|&&number| groups.get(number as usize).is_some_and(Option::is_some));
        let value = taking_part.map_or(Value::UNDEFINED, |&number| value(number as usize));
        let name = cx.heap.key(name)?;
        cx.create_data_property(object, name, value)?;
    }
    Ok(object.into())
}

/// MakeMatchIndicesIndexPairArray (§22.2.7.8)
fn indices_array(cx: &mut Vm, regex: &Regex, groups: &[Group]) -> Completion {
    let mut pairs = Vec::with_capacity(groups.len());
    for group in groups {
        pairs.push(match group {
            Some((start, end)) => {
                let pair = vec![Value::index(*start as usize), Value::index(*end as usize)];
                cx.new_array(pair)?.into()
            }
            None => Value::UNDEFINED,
        });
    }
    let named = groups_object(cx, regex, groups, |index| pairs.get(index).copied().unwrap_or(Value::UNDEFINED))?;
    let array = cx.new_array(pairs)?;
    cx.heap.add_named(array, key::GROUPS, named, Attributes::ALL);
    Ok(array.into())
}
