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

/// The next value of an array iterator; `None` at the end. After an error it is at its end too.
fn advance(cx: &mut Vm, iterator: ObjectId) -> Completion<Option<Value>> {
    let Some(data) = cx.heap.data::<ArrayIterator>(iterator) else { return Ok(None) };
    let Some(array) = data.array else { return Ok(None) };
    let (index, kind) = (data.next, data.kind);
    let result = element(cx, array, index, kind);
    if let Some(data) = cx.heap.data_mut::<ArrayIterator>(iterator) {
        match result {
            Ok(Some(_)) => data.next = index + 1,
            Ok(None) | Err(_) => data.array = None,
        }
    }
    result
}

/// What the iterator gives for an index; `None` beyond the end.
fn element(cx: &mut Vm, array: ObjectId, index: u64, kind: IterationKind) -> Completion<Option<Value>> {
    let length = match cx.heap.typed_array(array).copied() {
        Some(typed) => match cx.heap.view_length(&typed) {
            Some(length) => length as u64,
            None => return Err(cx.out_of_bounds_error("iteration")),
        },
        None => cx.length_of_array_like(array)?,
    };
    if index >= length {
        return Ok(None);
    }
    Ok(Some(match kind {
        IterationKind::Key => Value::number(index as f64),
        IterationKind::Value => cx.get_index(array, index)?,
        IterationKind::Entry => {
            let value = cx.get_index(array, index)?;
            cx.new_array(vec![Value::number(index as f64), value])?.into()
        }
    }))
}

/// %ArrayIteratorPrototype%.next (§23.1.5.2.1)
pub(crate) fn next(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let iterator = this.as_object().filter(|&id| cx.heap.data::<ArrayIterator>(id).is_some());
    let Some(iterator) = iterator else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("next method called on incompatible receiver {shown}")));
    };
    match advance(cx, iterator)? {
        Some(value) => Ok(cx.create_iter_result(value, false)),
        None => Ok(cx.create_iter_result(Value::UNDEFINED, true)),
    }
}

impl Vm {
    /// The next value of an array iterator, when `next` is known to be its untouched method: `Some(None)` at the end,
    /// `None` when it is another iterator.
    pub(crate) fn array_iterator_step(&mut self, iterator: ObjectId, step: Value) -> Completion<Option<Option<Value>>> {
        if self.heap.data::<ArrayIterator>(iterator).is_none() || !self.is_native_function(step, next) {
            return Ok(None);
        }
        // Getters of the array may run program code, as in a call of the method.
        self.native_depth += 1;
        let step = advance(self, iterator);
        self.native_depth -= 1;
        step.map(Some)
    }
}

pub(crate) static PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::IteratorPrototype, &[method("next", 0, next), tag("Array Iterator")]);
