//! `RegExp` (ECMA-262 §22.2), on the matcher of `codemode-regexp`.
//!
//! Matching is charged step by step. Deviation: `compile` and the legacy statics (`RegExp.$1`) do not exist.

mod compile;
mod escape;
mod exec;
mod flags;
mod iterator;
mod pristine;
mod replace;
mod split;
mod symbols;

use codemode_regexp::{Flags, Regex, Scratch};
use rustc_hash::FxHashMap;

use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::ObjectData;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

pub(crate) use replace::{
    append_operation, call_operation, finish_operation, next_operation, replace_operation, start_operation,
};

/// The internal slots of a regular expression.
#[derive(Debug, Clone)]
pub(crate) struct RegExpData {
    /// \[\[OriginalSource\]\]
    pub(crate) source: StringId,
    /// \[\[OriginalFlags\]\]
    pub(crate) flags_text: StringId,
    pub(crate) flags: Flags,
    pub(crate) regex: Regex,
    /// Bytes of the compiled pattern that this object answers for: copies share it.
    owned: usize,
}

impl ObjectData for RegExpData {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.string(self.source);
        tracer.string(self.flags_text);
    }

    fn bytes(&self) -> usize {
        size_of::<RegExpData>() + self.owned
    }

    fn preview(&self) -> crate::heap::object::Preview {
        crate::heap::object::Preview::Pattern(self.source, self.flags_text)
    }
}

/// What a machine keeps for matching: compiled patterns and working memory.
#[derive(Debug, Default)]
pub(crate) struct RegExps {
    scratch: Scratch,
    /// Compiled patterns by flags and text.
    compiled: FxHashMap<Box<[u8]>, Regex>,
    pristine: pristine::Slots,
}

/// Whether an object has \[\[RegExpMatcher\]\].
pub(crate) fn is_regexp_object(cx: &Vm, object: ObjectId) -> bool {
    cx.heap.data::<RegExpData>(object).is_some()
}

/// A fresh regular expression with the source and flags of another one.
pub(crate) fn copy(cx: &mut Vm, object: ObjectId) -> Completion<ObjectId> {
    let (source, flags) = match cx.heap.data::<RegExpData>(object) {
        Some(data) => (data.source, data.flags_text),
        None => (crate::realm::names::EMPTY, crate::realm::names::EMPTY),
    };
    cx.new_regexp(source, flags)
}

/// RegExp ( pattern, flags ) (§22.2.4.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    let (pattern, flags) = (args.at(cx, 0), args.at(cx, 1));
    let pattern_is_regexp = cx.is_regexp(pattern)?;
    let new_target = if new_target.is_undefined() {
        let active = cx.active_native;
        if pattern_is_regexp
            && flags.is_undefined()
            && let Some(object) = pattern.as_object()
        {
            let constructor = cx.get(object, key::CONSTRUCTOR)?;
            if constructor == active {
                return Ok(pattern);
            }
        }
        active
    } else {
        new_target
    };
    let (source, flags) = match pattern.as_object() {
        Some(object) => match cx.heap.data::<RegExpData>(object) {
            Some(data) => {
                let original = data.flags_text;
                (data.source.into(), if flags.is_undefined() { original.into() } else { flags })
            }
            None if pattern_is_regexp => {
                let source = cx.get(object, key::SOURCE)?;
                (source, if flags.is_undefined() { cx.get(object, key::FLAGS)? } else { flags })
            }
            None => (pattern, flags),
        },
        None => (pattern, flags),
    };
    let proto = cx.prototype_from_constructor(new_target, Intrinsic::RegExpPrototype)?;
    Ok(cx.regexp_initialize(proto, source, flags)?.into())
}

/// get RegExp [ @@species ] (§22.2.5.2)
fn species(_cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(this)
}

/// `this` of a method of `RegExp.prototype` that takes any object.
fn this_object(cx: &mut Vm, this: Value, method: &str) -> Completion<ObjectId> {
    match this.as_object() {
        Some(object) => Ok(object),
        None => {
            let shown = cx.describe(this);
            Err(cx.type_error(&format!("RegExp.prototype.{method} was called on {shown}, which is not an object")))
        }
    }
}

/// RegExp.prototype.toString ( ) (§22.2.6.17)
fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = this_object(cx, this, "toString")?;
    let source = cx.get(object, key::SOURCE)?;
    let source = cx.to_string(source)?;
    let flags = cx.get(object, key::FLAGS)?;
    let flags = cx.to_string(flags)?;
    let mut builder = crate::heap::string_builder::StringBuilder::new();
    builder.push_ascii(b"/");
    builder.push(cx.heap.str(source));
    builder.push_ascii(b"/");
    builder.push(cx.heap.str(flags));
    Ok(crate::builtins::string::finish(cx, builder)?.into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "RegExp",
    2,
    construct,
    Intrinsic::RegExpPrototype,
    &[method("escape", 1, escape::escape), symbol_getter(WellKnown::Species, "[Symbol.species]", species)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::RegExp),
        method("exec", 1, exec::exec),
        getter("dotAll", flags::dot_all),
        getter("flags", flags::flags),
        getter("global", flags::global),
        getter("hasIndices", flags::has_indices),
        getter("ignoreCase", flags::ignore_case),
        symbol_method(WellKnown::Match, "[Symbol.match]", 1, symbols::match_),
        symbol_method(WellKnown::MatchAll, "[Symbol.matchAll]", 1, symbols::match_all),
        getter("multiline", flags::multiline),
        symbol_prelude(WellKnown::Replace, "[Symbol.replace]", 2, "RegExp_prototype_replace"),
        symbol_method(WellKnown::Search, "[Symbol.search]", 1, symbols::search),
        getter("source", escape::source),
        symbol_method(WellKnown::Split, "[Symbol.split]", 2, split::split),
        getter("sticky", flags::sticky),
        method("test", 1, exec::test),
        method("toString", 0, to_string),
        getter("unicode", flags::unicode),
        getter("unicodeSets", flags::unicode_sets),
    ],
);

pub(crate) static STRING_ITERATOR_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::IteratorPrototype, &[method("next", 0, iterator::next), tag("RegExp String Iterator")]);
