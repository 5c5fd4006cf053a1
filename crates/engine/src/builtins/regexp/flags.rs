//! The readers of flags (§22.2.6).

use codemode_regexp::Flags;

use super::{RegExpData, this_object};
use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

/// RegExpHasFlag (§22.2.6.4.1)
fn has_flag(cx: &mut Vm, this: Value, name: &str, flag: fn(&Flags) -> bool) -> Completion {
    if let Some(object) = this.as_object() {
        if let Some(data) = cx.heap.data::<RegExpData>(object) {
            return Ok(flag(&data.flags).into());
        }
        if object == cx.intrinsic(Intrinsic::RegExpPrototype) {
            return Ok(Value::UNDEFINED);
        }
    }
    let shown = cx.describe(this);
    Err(cx.type_error(&format!("RegExp.prototype.{name} was read on {shown}, which is not a regular expression")))
}

macro_rules! flags {
    ($($function:ident $field:ident $name:literal),* $(,)?) => {
        $(pub(super) fn $function(cx: &mut Vm, this: Value, _args: Args) -> Completion {
            has_flag(cx, this, $name, |flags| flags.$field)
        })*
    };
}

flags! {
    has_indices has_indices "hasIndices",
    global global "global",
    ignore_case ignore_case "ignoreCase",
    multiline multiline "multiline",
    dot_all dot_all "dotAll",
    unicode unicode "unicode",
    unicode_sets unicode_sets "unicodeSets",
    sticky sticky "sticky",
}

/// get RegExp.prototype.flags (§22.2.6.4)
pub(super) fn flags(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = this_object(cx, this, "flags")?;
    if let Some(text) = super::pristine::known_flags(cx, object) {
        return Ok(text.into());
    }
    let mut letters = Vec::new();
    for (name, letter) in [
        ("hasIndices", b'd'),
        ("global", b'g'),
        ("ignoreCase", b'i'),
        ("multiline", b'm'),
        ("dotAll", b's'),
        ("unicode", b'u'),
        ("unicodeSets", b'v'),
        ("sticky", b'y'),
    ] {
        let name = match name {
            "global" => key::GLOBAL,
            "unicode" => key::UNICODE,
            "sticky" => key::STICKY,
            name => cx.heap.key(name)?,
        };
        let value = cx.get(object, name)?;
        if cx.to_boolean(value) {
            letters.push(letter);
        }
    }
    Ok(cx.heap.new_latin1(&letters)?.into())
}
