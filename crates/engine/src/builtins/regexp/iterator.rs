//! Iterators of `matchAll` (§22.2.9).

use super::exec::{last_index, regexp_exec, set_last_index};
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

struct MatchIterator {
    regexp: ObjectId,
    text: StringId,
    global: bool,
    unicode: bool,
    done: bool,
}

impl ObjectData for MatchIterator {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.regexp);
        tracer.string(self.text);
    }

    fn bytes(&self) -> usize {
        size_of::<MatchIterator>()
    }
}

/// CreateRegExpStringIterator (§22.2.9.1)
pub(super) fn create(cx: &mut Vm, regexp: ObjectId, text: StringId, global: bool, unicode: bool) -> Value {
    let proto = cx.intrinsic(Intrinsic::RegExpStringIteratorPrototype);
    let data = MatchIterator { regexp, text, global, unicode, done: false };
    cx.heap.count(data.bytes());
    cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data))).into()
}

/// %RegExpStringIteratorPrototype%.next ( ) (§22.2.9.2.1)
pub(super) fn next(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let data = this.as_object().and_then(|object| Some((object, cx.heap.data::<MatchIterator>(object)?)));
    let Some((iterator, data)) = data else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("next was called on {shown}, which is not a RegExp String Iterator")));
    };
    if data.done {
        return Ok(cx.create_iter_result(Value::UNDEFINED, true));
    }
    let (regexp, text, global, unicode) = (data.regexp, data.text, data.global, data.unicode);
    let result = regexp_exec(cx, regexp, text);
    let is_last = !global || !matches!(result, Ok(Some(_)));
    if let Some(data) = cx.heap.data_mut::<MatchIterator>(iterator)
        && is_last
    {
        data.done = true;
    }
    let Some(result) = result? else { return Ok(cx.create_iter_result(Value::UNDEFINED, true)) };
    if global {
        let matched = cx.get_index(result, 0)?;
        let matched = cx.to_string(matched)?;
        if cx.heap.string_len(matched) == 0 {
            let index = last_index(cx, regexp)?;
            let next = super::symbols::advance_length(cx, text, index, unicode);
            set_last_index(cx, regexp, next)?;
        }
    }
    Ok(cx.create_iter_result(result.into(), false))
}
