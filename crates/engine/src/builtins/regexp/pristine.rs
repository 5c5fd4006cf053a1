//! Whether a regular expression behaves as built-in ones do, so that a method may match without going through
//! properties. Nothing here runs program code.

use super::{RegExpData, exec, flags};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::NativeFn;
use crate::value::{ObjectId, PropertyKey, StringId};
use crate::vm::Vm;

/// The properties of `RegExp.prototype` that matter: `exec` and the readers of flags.
const READERS: [(&str, NativeFn); 9] = [
    ("flags", flags::flags),
    ("hasIndices", flags::has_indices),
    ("global", flags::global),
    ("ignoreCase", flags::ignore_case),
    ("multiline", flags::multiline),
    ("dotAll", flags::dot_all),
    ("unicode", flags::unicode),
    ("unicodeSets", flags::unicode_sets),
    ("sticky", flags::sticky),
];

/// Slots of those properties: valid as long as no prototype changes its structure.
#[derive(Debug, Default)]
pub(super) struct Slots {
    epoch: u32,
    exec: u32,
    readers: [u32; READERS.len()],
}

/// Finds the slots anew; false when a property is missing.
fn find_slots(cx: &mut Vm, proto: ObjectId) -> bool {
    let mut found = Slots { epoch: cx.heap.proto_epoch, ..Slots::default() };
    let Some((slot, _)) = cx.heap.find_named(proto, key::EXEC) else { return false };
    found.exec = slot;
    for ((name, _), place) in READERS.iter().zip(&mut found.readers) {
        let known = cx.heap.statics.find(name).map(PropertyKey::String);
        let Some((slot, _)) = known.and_then(|name| cx.heap.find_named(proto, name)) else { return false };
        *place = slot;
    }
    cx.regexps.pristine = found;
    true
}

/// Whether a regular expression has no properties of its own and inherits from `RegExp.prototype`, whose slots are
/// then known.
fn is_plain(cx: &mut Vm, regexp: ObjectId) -> bool {
    let proto = cx.intrinsic(Intrinsic::RegExpPrototype);
    let object = cx.heap.object(regexp);
    if object.data::<RegExpData>().is_none() {
        return false;
    }
    let shape = cx.heap.shapes.get(object.shape);
    if shape.proto != Some(proto) || shape.table.entries.len() != 1 {
        return false;
    }
    cx.regexps.pristine.epoch == cx.heap.proto_epoch || find_slots(cx, proto)
}

/// Whether RegExpExec of a value is the built-in `exec`.
pub(super) fn has_built_in_exec(cx: &mut Vm, regexp: ObjectId) -> bool {
    if !is_plain(cx, regexp) {
        return false;
    }
    let proto = cx.intrinsic(Intrinsic::RegExpPrototype);
    let value = cx.heap.slot(proto, cx.regexps.pristine.exec);
    // A slot that is still lazy has never been read or written.
    value.as_lazy().is_some() || cx.is_native_function(value, exec::exec)
}

fn has_built_in_readers(cx: &mut Vm, regexp: ObjectId) -> bool {
    if !is_plain(cx, regexp) {
        return false;
    }
    let proto = cx.intrinsic(Intrinsic::RegExpPrototype);
    READERS.iter().zip(cx.regexps.pristine.readers).all(|(&(_, reader), slot)| {
        let value = cx.heap.slot(proto, slot);
        value.as_lazy().is_some()
            || value.as_accessor().is_some_and(|id| cx.is_native_function(cx.heap.accessor(id).get, reader))
    })
}

/// Whether neither `exec` nor the flags of a regular expression are changed.
pub(super) fn is_pristine(cx: &mut Vm, regexp: ObjectId) -> bool {
    has_built_in_exec(cx, regexp) && has_built_in_readers(cx, regexp)
}

/// The flags that reading `flags` gives, when that can be told.
pub(super) fn known_flags(cx: &mut Vm, regexp: ObjectId) -> Option<StringId> {
    if !has_built_in_readers(cx, regexp) {
        return None;
    }
    let data = cx.heap.data::<RegExpData>(regexp)?;
    // In the order of the accessor only if written so.
    let text = data.flags.to_string();
    if cx.heap.str(data.flags_text).equals_ascii(&text) { Some(data.flags_text) } else { None }
}
