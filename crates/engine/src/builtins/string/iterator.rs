//! String iterators (§22.1.5).

use super::require_object_coercible;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::value::{StringId, Value};
use crate::vm::Vm;

/// The state of a string iterator; `text` is `None` once it is exhausted.
struct StringIterator {
    text: Option<StringId>,
    position: usize,
}

impl ObjectData for StringIterator {
    fn trace(&self, tracer: &mut Tracer) {
        if let Some(text) = self.text {
            tracer.string(text);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<StringIterator>()
    }
}

/// String.prototype [ @@iterator ] ( ) (§22.1.3.36)
pub(super) fn create(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    require_object_coercible(cx, this, "[Symbol.iterator]")?;
    let text = cx.to_string(this)?;
    let proto = cx.intrinsic(Intrinsic::StringIteratorPrototype);
    let data = StringIterator { text: Some(text), position: 0 };
    cx.heap.count(data.bytes());
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data))).into())
}

/// %StringIteratorPrototype%.next ( ) (§22.1.5.1.1)
pub(super) fn next(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let data = this.as_object().and_then(|object| Some((object, cx.heap.data::<StringIterator>(object)?)));
    let Some((object, data)) = data else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("next was called on {shown}, which is not a String Iterator")));
    };
    let (text, position) = (data.text, data.position);
    let found = text.and_then(|text| Some((text, cx.heap.str(text).code_point_at(position)?.1)));
    let Some((text, size)) = found else {
        if let Some(data) = cx.heap.data_mut::<StringIterator>(object) {
            data.text = None;
        }
        return Ok(cx.create_iter_result(Value::UNDEFINED, true));
    };
    let character = cx.heap.substring(text, position, position + size)?;
    if let Some(data) = cx.heap.data_mut::<StringIterator>(object) {
        data.position = position + size;
    }
    Ok(cx.create_iter_result(character.into(), false))
}
