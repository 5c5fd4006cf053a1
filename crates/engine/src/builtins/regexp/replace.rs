//! `RegExp.prototype[@@replace]` (§22.2.6.11). Templates are applied here; with a function the prelude asks for one
//! match after the other and calls it.

use codemode_regexp::{Group, Regex};

use super::exec::{built_in_match, group_value, groups_object, last_index, regexp_exec, set_last_index};
use super::pristine::is_pristine;
use super::symbols::{advance_length, for_each_match, read_flags};
use super::{RegExpData, this_object};
use crate::builtins::string::substitution::{Captures, Template};
use crate::builtins::string::{check, finish};
use crate::completion::{Abort, Completion};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::string_builder::StringBuilder;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// `$RegExpReplace(this, string, replaceValue)` with a template.
pub(crate) fn replace_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let regexp = this_object(cx, args.at(cx, 0), "[Symbol.replace]")?;
    let text = cx.to_string(args.at(cx, 1))?;
    let template = cx.to_string(args.at(cx, 2))?;
    if is_pristine(cx, regexp) {
        return replace_pristine(cx, regexp, text, template);
    }
    let results = collect_results(cx, regexp, text)?;
    let mut output = Output { builder: StringBuilder::new(), end: 0 };
    for result in results {
        let found = read_result(cx, result, text)?;
        let groups = match found.named {
            Value::UNDEFINED => None,
            named => Some(cx.to_object(named)?),
        };
        let parsed = Template::parse(cx, template, found.captures.len(), groups.is_some())?;
        let mut replacement = StringBuilder::new();
        let size = cx.heap.string_len(found.matched);
        // The matched text may be anything; positions only cut the subject.
        let captures = Captures::Values { matched: found.matched, values: &found.captures, groups };
        parsed.append(cx, &mut replacement, text, found.position, found.position + size, &captures)?;
        check(cx, &mut replacement)?;
        if found.position >= output.end {
            output.builder.push(cx.heap.str(text).slice(output.end, found.position));
            output.builder.push(replacement.as_str());
            check(cx, &mut output.builder)?;
            output.end = found.position + size;
        }
        cx.heap.uncharge(replacement.len());
    }
    output.finish(cx, text)
}

/// The result of a replacement as it grows, and how far the subject is used up.
struct Output {
    builder: StringBuilder,
    end: usize,
}

impl Output {
    fn finish(mut self, cx: &mut Vm, text: StringId) -> Completion {
        let len = cx.heap.string_len(text);
        if self.end == 0 && self.builder.is_empty() {
            return Ok(text.into());
        }
        if self.end < len {
            self.builder.push(cx.heap.str(text).slice(self.end, len));
        }
        Ok(finish(cx, self.builder)?.into())
    }
}

/// Replaces by a template where nothing of the program can run in between.
fn replace_pristine(cx: &mut Vm, regexp: ObjectId, text: StringId, template: StringId) -> Completion {
    let Some(data) = cx.heap.data::<RegExpData>(regexp) else { return Ok(text.into()) };
    let (global, regex) = (data.flags.global, data.regex.clone());
    let names = regex.group_names();
    let template = Template::parse(cx, template, regex.group_count() - 1, !names.is_empty())?;
    let mut output = Output { builder: StringBuilder::new(), end: 0 };
    let mut replaced = false;
    let mut replace = |cx: &mut Vm, start: usize, end: usize| {
        replaced = true;
        output.builder.push(cx.heap.str(text).slice(output.end, start));
        if template.is_literal() {
            template.append(cx, &mut output.builder, text, start, end, &Captures::None)?;
        } else {
            let groups = cx.regexp_groups();
            template.append(cx, &mut output.builder, text, start, end, &Captures::Ranges(&groups, names))?;
        }
        output.end = end;
        check(cx, &mut output.builder)
    };
    if global {
        set_last_index(cx, regexp, 0)?;
        let mut at = 0;
        for_each_match(cx, regexp, text, &mut at, replace)?;
    } else if built_in_match(cx, regexp, text)? {
        let (start, end) = cx.regexp_whole();
        replace(cx, start, end)?;
    }
    if !replaced {
        return Ok(text.into());
    }
    let len = cx.heap.string_len(text);
    output.builder.push(cx.heap.str(text).slice(output.end, len));
    Ok(finish(cx, output.builder)?.into())
}

/// The results of RegExpExec: one, or all of them for a global expression (steps 7 to 13).
fn collect_results(cx: &mut Vm, regexp: ObjectId, text: StringId) -> Completion<Vec<ObjectId>> {
    let flags = read_flags(cx, regexp)?;
    if flags.global {
        set_last_index(cx, regexp, 0)?;
    }
    let mut results = Vec::new();
    while let Some(result) = regexp_exec(cx, regexp, text)? {
        cx.charge_fuel(4)?;
        cx.heap.ensure(results.len() * 8)?;
        results.push(result);
        if !flags.global {
            break;
        }
        let matched = cx.get_index(result, 0)?;
        let matched = cx.to_string(matched)?;
        if cx.heap.string_len(matched) == 0 {
            let index = last_index(cx, regexp)?;
            let next = advance_length(cx, text, index, flags.unicode);
            set_last_index(cx, regexp, next)?;
        }
    }
    Ok(results)
}

/// A result of `exec` taken apart (steps 15.a to 15.i).
struct FoundMatch {
    matched: StringId,
    position: usize,
    captures: Vec<Option<StringId>>,
    named: Value,
}

fn read_result(cx: &mut Vm, result: ObjectId, text: StringId) -> Completion<FoundMatch> {
    let count = cx.length_of_array_like(result)?.max(1);
    let matched = cx.get_index(result, 0)?;
    let matched = cx.to_string(matched)?;
    let position = cx.get(result, key::INDEX)?;
    let position = cx.to_integer_or_infinity(position)?;
    let position = position.clamp(0.0, cx.heap.string_len(text) as f64) as usize;
    let mut captures = Vec::new();
    for index in 1..count {
        cx.charge_fuel(1)?;
        cx.heap.ensure(captures.len() * 8)?;
        let capture = cx.get_index(result, index)?;
        captures.push(if capture.is_undefined() { None } else { Some(cx.to_string(capture)?) });
    }
    let named = cx.get(result, key::GROUPS)?;
    Ok(FoundMatch { matched, position, captures, named })
}

// ── With a function ────────────────────────────────────────────────────────────────────────────────────────────────

/// The matches that are still to be replaced.
enum Matches {
    /// Of a pristine expression: ranges of all groups, match after match.
    Ranges { regex: Regex, groups: Vec<Group> },
    /// Results of `exec`.
    Results(Vec<ObjectId>),
}

/// A replacement by a function in progress.
struct Replacement {
    text: StringId,
    matches: Matches,
    /// The match that is being replaced, counted from 1.
    current: usize,
    /// Its range.
    start: usize,
    end: usize,
    arguments: Vec<Value>,
    output: Output,
}

impl ObjectData for Replacement {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.string(self.text);
        tracer.values(&self.arguments);
        if let Matches::Results(results) = &self.matches {
            results.iter().for_each(|&result| tracer.object(result));
        }
    }

    fn bytes(&self) -> usize {
        let matches = match &self.matches {
            Matches::Ranges { groups, .. } => groups.capacity() * size_of::<Group>(),
            Matches::Results(results) => results.capacity() * size_of::<ObjectId>(),
        };
        size_of::<Replacement>() + matches + self.arguments.capacity() * 8 + self.output.builder.bytes()
    }
}

/// `$RegExpReplaceStart(this, string)`: finds all matches.
pub(crate) fn start_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let regexp = this_object(cx, args.at(cx, 0), "[Symbol.replace]")?;
    let text = cx.to_string(args.at(cx, 1))?;
    let matches = if is_pristine(cx, regexp) {
        collect_ranges(cx, regexp, text)?
    } else {
        Matches::Results(collect_results(cx, regexp, text)?)
    };
    let output = Output { builder: StringBuilder::new(), end: 0 };
    let state = Replacement { text, matches, current: 0, start: 0, end: 0, arguments: Vec::new(), output };
    cx.heap.charge(state.bytes())?;
    Ok(cx.heap.new_object_with_proto(None, ObjectKind::Data(Box::new(state))).into())
}

fn collect_ranges(cx: &mut Vm, regexp: ObjectId, text: StringId) -> Completion<Matches> {
    let Some(data) = cx.heap.data::<RegExpData>(regexp) else {
        return Err(Abort::Internal("regular expression without data").into());
    };
    let (global, regex) = (data.flags.global, data.regex.clone());
    let mut groups: Vec<Group> = Vec::new();
    let mut collect = |cx: &mut Vm, _start: usize, _end: usize| {
        let found = cx.regexp_groups();
        if groups.len() + found.len() > groups.capacity() {
            cx.heap.ensure((groups.capacity() + found.len()) * 3 * size_of::<Group>())?;
        }
        groups.extend_from_slice(&found);
        Ok(())
    };
    if global {
        set_last_index(cx, regexp, 0)?;
        let mut at = 0;
        for_each_match(cx, regexp, text, &mut at, collect)?;
    } else if built_in_match(cx, regexp, text)? {
        collect(cx, 0, 0)?;
    }
    Ok(Matches::Ranges { regex, groups })
}

fn state(cx: &mut Vm, value: Value) -> Completion<&mut Replacement> {
    let data = value.as_object().and_then(|object| cx.heap.data_mut::<Replacement>(object));
    data.ok_or_else(|| Abort::Internal("no replacement to go on with").into())
}

/// `$RegExpReplaceNext(state)`: goes to the next match; false when there is none.
pub(crate) fn next_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let this = args.at(cx, 0);
    let replacement = state(cx, this)?;
    let text = replacement.text;
    let index = replacement.current;
    replacement.current += 1;
    let (arguments, start, end) = match &replacement.matches {
        Matches::Ranges { regex, groups } => {
            let count = regex.group_count();
            let Some(groups) = groups.get(index * count..(index + 1) * count) else { return Ok(Value::FALSE) };
            let (regex, groups) = (regex.clone(), groups.to_vec());
            let mut arguments = std::mem::take(&mut replacement.arguments);
            arguments.clear();
            for &group in &groups {
                arguments.push(group_value(cx, text, group)?);
            }
            let (start, end) = groups.first().copied().flatten().unwrap_or((0, 0));
            arguments.push(Value::index(start as usize));
            arguments.push(text.into());
            if !regex.group_names().is_empty() {
                let value = |index: usize| arguments.get(index).copied().unwrap_or(Value::UNDEFINED);
                let named = groups_object(cx, &regex, &groups, value)?;
                arguments.push(named);
            }
            (arguments, start as usize, end as usize)
        }
        Matches::Results(results) => {
            let Some(&result) = results.get(index) else { return Ok(Value::FALSE) };
            let found = read_result(cx, result, text)?;
            let mut arguments = vec![found.matched.into()];
            cx.heap.ensure(found.captures.len() * 8)?;
            arguments.extend(found.captures.iter().map(|capture| capture.map_or(Value::UNDEFINED, Value::string)));
            arguments.push(Value::index(found.position));
            arguments.push(text.into());
            if !found.named.is_undefined() {
                arguments.push(found.named);
            }
            let size = cx.heap.string_len(found.matched);
            (arguments, found.position, found.position + size)
        }
    };
    let replacement = state(cx, this)?;
    replacement.arguments = arguments;
    replacement.start = start;
    replacement.end = end;
    Ok(Value::TRUE)
}

/// `$RegExpReplaceCall(state, replaceValue)`: calls the function for the current match.
pub(crate) fn call_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let function = args.at(cx, 1);
    let arguments = state(cx, args.at(cx, 0))?.arguments.clone();
    cx.tail_call(function, Value::UNDEFINED, &arguments)
}

/// `$RegExpReplaceAppend(state, value)`: takes what the function returned for the current match.
pub(crate) fn append_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let this = args.at(cx, 0);
    let value = cx.to_string(args.at(cx, 1))?;
    let replacement = state(cx, this)?;
    if replacement.start < replacement.output.end {
        return Ok(Value::UNDEFINED);
    }
    let (text, start, end) = (replacement.text, replacement.start, replacement.end);
    let mut output = std::mem::replace(&mut replacement.output, Output { builder: StringBuilder::new(), end: 0 });
    output.builder.push(cx.heap.str(text).slice(output.end, start));
    output.builder.push(cx.heap.str(value));
    output.end = end;
    check(cx, &mut output.builder)?;
    state(cx, this)?.output = output;
    Ok(Value::UNDEFINED)
}

/// `$RegExpReplaceFinish(state)`: the whole string.
pub(crate) fn finish_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let replacement = state(cx, args.at(cx, 0))?;
    let text = replacement.text;
    let output = std::mem::replace(&mut replacement.output, Output { builder: StringBuilder::new(), end: 0 });
    let count = replacement.current;
    if count <= 1 {
        return Ok(text.into());
    }
    output.finish(cx, text)
}
