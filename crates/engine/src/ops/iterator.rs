//! Operations on iterators (ECMA-262 §7.4) for built-ins written in Rust. The dispatch loop has its own, stackless
//! forms; built-ins that run program code for every element belong into the prelude.

use crate::completion::{Completion, Unwind};
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// An Iterator Record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IteratorRecord {
    pub(crate) iterator: ObjectId,
    pub(crate) next: Value,
}

impl Vm {
    /// GetIterator(obj, sync) (§7.4.4)
    pub(crate) fn get_iterator(&mut self, value: Value) -> Completion<IteratorRecord> {
        let method = self.get_method(value, PropertyKey::Symbol(WellKnown::Iterator.id()))?;
        let Some(method) = method else { return Err(self.not_iterable_error(value)) };
        self.get_iterator_from_method(value, method)
    }

    /// GetIteratorFromMethod (§7.4.3)
    pub(crate) fn get_iterator_from_method(&mut self, value: Value, method: Value) -> Completion<IteratorRecord> {
        let iterator = self.call(method, value, &[])?;
        let Some(iterator) = iterator.as_object() else {
            return Err(self.type_error("the result of the Symbol.iterator method is not an object"));
        };
        self.get_iterator_direct(iterator)
    }

    /// GetIteratorDirect (§7.4.2)
    pub(crate) fn get_iterator_direct(&mut self, iterator: ObjectId) -> Completion<IteratorRecord> {
        let next = self.get(iterator, key::NEXT)?;
        Ok(IteratorRecord { iterator, next })
    }

    /// IteratorStepValue (§7.4.10): `None` when done. Charges one unit of fuel.
    pub(crate) fn iterator_step_value(&mut self, record: IteratorRecord) -> Completion<Option<Value>> {
        self.charge_fuel(1)?;
        let result = self.call(record.next, record.iterator.into(), &[])?;
        let Some(result) = result.as_object() else {
            let shown = self.describe(result);
            return Err(self.type_error(&format!("iterator result {shown} is not an object")));
        };
        let done = self.get(result, key::DONE)?;
        if self.to_boolean(done) {
            return Ok(None);
        }
        self.get(result, key::VALUE).map(Some)
    }

    /// IteratorClose (§7.4.11) with a normal completion.
    pub(crate) fn iterator_close(&mut self, iterator: ObjectId) -> Completion<()> {
        if let Some(method) = self.get_method(iterator.into(), key::RETURN)? {
            let result = self.call(method, iterator.into(), &[])?;
            if !result.is_object() {
                return Err(self.type_error("the result of the iterator's return method is not an object"));
            }
        }
        Ok(())
    }

    /// IteratorClose with a throw completion, which is handed back: errors of `return` are dropped, aborts are not.
    pub(crate) fn iterator_close_with(&mut self, iterator: ObjectId, unwind: Unwind) -> Unwind {
        if matches!(unwind, Unwind::Abort(_)) {
            return unwind;
        }
        self.temporaries.push(match unwind {
            Unwind::Throw(value) => value,
            Unwind::Abort(_) => Value::UNDEFINED,
        });
        let result = self.iterator_close(iterator);
        self.temporaries.pop();
        match result {
            Err(Unwind::Abort(abort)) => Unwind::Abort(abort),
            _ => unwind,
        }
    }

    /// IteratorToList of any iterable; arrays that iterate as they are made are copied at once.
    pub(crate) fn iterable_to_list(&mut self, value: Value) -> Completion<Vec<Value>> {
        if let Some(values) = self.fast_array_values(value)? {
            return Ok(values);
        }
        let record = self.get_iterator(value)?;
        self.iterator_to_list(record)
    }

    /// IteratorToList (§7.4.14)
    pub(crate) fn iterator_to_list(&mut self, record: IteratorRecord) -> Completion<Vec<Value>> {
        let mut list = Vec::new();
        while let Some(value) = self.iterator_step_value(record)? {
            self.heap.charge(8)?;
            list.push(value);
        }
        Ok(list)
    }

    /// CreateIterResultObject (§7.4.12)
    pub(crate) fn create_iter_result(&mut self, value: Value, done: bool) -> Value {
        let object = self.new_object();
        self.heap.add_named(object, key::VALUE, value, Attributes::ALL);
        self.heap.add_named(object, key::DONE, done.into(), Attributes::ALL);
        object.into()
    }
}
