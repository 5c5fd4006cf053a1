//! Array iterators (ECMA-262 §23.1.5).

use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// What an iterator over a collection gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IterationKind {
    Key,
    Value,
    Entry,
}

struct ArrayIterator {
    /// `None` once it is done.
    array: Option<ObjectId>,
    next: u64,
    kind: IterationKind,
}

impl ObjectData for ArrayIterator {
    fn trace(&self, tracer: &mut Tracer) {
        self.array.into_iter().for_each(|array| tracer.object(array));
    }

    fn bytes(&self) -> usize {
        size_of::<ArrayIterator>()
    }
}

/// CreateArrayIterator (§23.1.5.1)
pub(crate) fn create_array_iterator(cx: &mut Vm, array: ObjectId, kind: IterationKind) -> Value {
    let proto = cx.intrinsic(Intrinsic::ArrayIteratorPrototype);
    let data = ArrayIterator { array: Some(array), next: 0, kind };
    cx.heap.count(size_of::<ArrayIterator>());
    cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data))).into()
}

/// %ArrayIteratorPrototype%.next (§23.1.5.2.1)
pub(crate) fn next(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let data = this.as_object().and_then(|id| cx.heap.data_mut::<ArrayIterator>(id).map(|data| (id, data)));
    let Some((iterator, data)) = data else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("next method called on incompatible receiver {shown}")));
    };
    let Some(array) = data.array else { return Ok(cx.create_iter_result(Value::UNDEFINED, true)) };
    let (index, kind) = (data.next, data.kind);
    let length = cx.length_of_array_like(array)?;
    let Some(data) = cx.heap.data_mut::<ArrayIterator>(iterator) else { return Ok(Value::UNDEFINED) };
    if index >= length {
        data.array = None;
        return Ok(cx.create_iter_result(Value::UNDEFINED, true));
    }
    data.next = index + 1;
    let value = match kind {
        IterationKind::Key => Value::number(index as f64),
        IterationKind::Value => cx.get_index(array, index)?,
        IterationKind::Entry => {
            let value = cx.get_index(array, index)?;
            cx.new_array(vec![Value::number(index as f64), value])?.into()
        }
    };
    Ok(cx.create_iter_result(value, false))
}

pub(crate) static PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::IteratorPrototype, &[method("next", 0, next), tag("Array Iterator")]);
