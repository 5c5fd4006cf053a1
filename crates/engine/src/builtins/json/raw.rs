//! `JSON.rawJSON` and `JSON.isRawJSON`.

use super::parse::parse_string;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::shape::Attributes;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// The \[\[IsRawJSON\]\] slot, with the text.
struct RawJson {
    text: StringId,
}

impl ObjectData for RawJson {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.string(self.text);
    }

    fn bytes(&self) -> usize {
        size_of::<RawJson>()
    }
}

/// JSON.rawJSON ( text )
pub(super) fn raw_json(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    let source = cx.heap.str(text);
    let is_space = |unit: Option<u16>| matches!(unit, None | Some(0x09 | 0x0A | 0x0D | 0x20));
    if is_space(source.get(0)) || is_space(source.get(source.len().wrapping_sub(1))) {
        return Err(cx.syntax_error("JSON.rawJSON needs the text of a primitive without white space around it"));
    }
    let value = parse_string(cx, text, None)?;
    if value.is_object() {
        return Err(cx.syntax_error("JSON.rawJSON cannot hold an object or array"));
    }
    let data = RawJson { text };
    cx.heap.count(data.bytes());
    let object = cx.heap.new_object_with_proto(None, ObjectKind::Data(Box::new(data)));
    cx.heap.add_named(object, key::RAW_JSON, text.into(), Attributes::ALL);
    cx.set_integrity_level(object, true)?;
    Ok(object.into())
}

/// JSON.isRawJSON ( O )
pub(super) fn is_raw_json(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = args.at(cx, 0).as_object();
    Ok(object.is_some_and(|object| raw_text(cx, object).is_some()).into())
}

/// The text of a raw JSON object.
pub(super) fn raw_text(cx: &Vm, object: ObjectId) -> Option<StringId> {
    cx.heap.data::<RawJson>(object).map(|raw| raw.text)
}
