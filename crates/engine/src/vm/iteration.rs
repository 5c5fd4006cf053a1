//! Iteration instructions. Three registers: the iterator, its `next`, and a state: false while it runs, true when it
//! is done, or the next index of an array that is walked directly (then the first register is the array).

use super::Vm;
use super::coroutine::Resume;
use super::frame::OnReturn;
use super::unwind::Stop;
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::elements::Elements;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::symbol::WellKnown;
use crate::ops::exotic::Exotic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};

/// A `for-in` in progress.
#[derive(Debug)]
pub(crate) struct ForIn {
    object: ObjectId,
    keys: Vec<PropertyKey>,
    next: usize,
    visited: Vec<PropertyKey>,
}

impl ObjectData for ForIn {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.object);
        self.keys.iter().chain(&self.visited).for_each(|&key| tracer.key(key));
    }

    fn bytes(&self) -> usize {
        size_of::<ForIn>() + (self.keys.capacity() + self.visited.capacity()) * 8
    }
}

impl Vm {
    /// `GetIterator`: pushes a frame or fills the registers.
    pub(crate) fn op_get_iterator(&mut self, iter: u8, value: Value) -> Completion<()> {
        if self.is_plain_array(value).is_some() {
            self.write_register(iter, value);
            self.write_register(iter.wrapping_add(1), Value::UNDEFINED);
            self.write_register(iter.wrapping_add(2), Value::ZERO);
            return Ok(());
        }
        self.op_get_iterator_object(iter, value)
    }

    /// `GetIteratorObject`: a real iterator, of arrays too.
    pub(crate) fn op_get_iterator_object(&mut self, iter: u8, value: Value) -> Completion<()> {
        if value.is_nullish() {
            return Err(self.not_iterable_error(value));
        }
        let method = self.get_v(value, PropertyKey::Symbol(WellKnown::Iterator.id()))?;
        if !self.is_callable(method) {
            return Err(self.not_iterable_error(value));
        }
        self.enter(method, value, &[], OnReturn::GetIterator { iter })
    }

    /// `GetAsyncIterator` (GetIterator with kind async, §7.4.4)
    pub(crate) fn op_get_async_iterator(&mut self, iter: u8, value: Value) -> Completion<()> {
        if value.is_nullish() {
            return Err(self.not_iterable_error(value));
        }
        let method = self.get_method(value, PropertyKey::Symbol(WellKnown::AsyncIterator.id()))?;
        if let Some(method) = method {
            return self.enter(method, value, &[], OnReturn::GetIterator { iter });
        }
        let method = self.get_method(value, PropertyKey::Symbol(WellKnown::Iterator.id()))?;
        let Some(method) = method else { return Err(self.not_iterable_error(value)) };
        let sync = self.get_iterator_from_method(value, method)?;
        let wrapper = crate::builtins::async_generator::create_async_from_sync_iterator(self, sync)?;
        self.take_iterator(wrapper.into(), iter)
    }

    /// `IteratorNext` (`done` given) and `IteratorStep`, beyond the direct walk of arrays.
    pub(crate) fn op_iterator_next(&mut self, iterator: Value, next: Value, on_return: OnReturn) -> Completion<()> {
        if let Some(object) = iterator.as_object() {
            if let Some(step) = self.collection_step(object, next)? {
                self.hand_over_step(step, on_return);
                return Ok(());
            }
            match self.array_iterator_step(object, next) {
                Ok(Some(step)) => {
                    self.hand_over_step(step, on_return);
                    return Ok(());
                }
                Ok(None) => {}
                Err(unwind) => {
                    if let OnReturn::IteratorNext { iter, .. } | OnReturn::IteratorStep { iter, .. } = on_return {
                        self.mark_iterator_done(iter);
                    }
                    return Err(unwind);
                }
            }
        }
        if let OnReturn::IteratorNext { dst, iter, done } = on_return
            && self.is_generator(iterator)
            && self.is_native_function(next, crate::builtins::generator::next)
            && let Some(generator) = iterator.as_object()
        {
            use super::coroutine::CoroutineState;
            let drive = OnReturn::GeneratorNext { dst, iter, done };
            if !matches!(
                self.coroutine(generator).map(|data| data.state),
                Some(CoroutineState::SuspendedStart | CoroutineState::SuspendedYield)
            ) {
                return self.generator_not_ready(generator, iter, done);
            }
            return match self.resume_generator(generator, Resume::Next(Value::UNDEFINED), drive) {
                Ok(_) => Ok(()),
                Err(unwind) => {
                    self.mark_iterator_done(iter);
                    Err(unwind)
                }
            };
        }
        match self.enter(next, iterator, &[], on_return) {
            Ok(()) => Ok(()),
            Err(unwind) => {
                if let OnReturn::IteratorNext { iter, .. } | OnReturn::IteratorStep { iter, .. } = on_return {
                    self.mark_iterator_done(iter);
                }
                Err(unwind)
            }
        }
    }

    /// Puts what an iterator over a map, a set or an array gave where `on_return` says.
    fn hand_over_step(&mut self, step: Option<Value>, on_return: OnReturn) {
        let (OnReturn::IteratorNext { dst, iter, .. } | OnReturn::IteratorStep { dst, iter }) = on_return else {
            return;
        };
        match (step, on_return) {
            (Some(value), _) => self.write_register(dst, value),
            (None, OnReturn::IteratorNext { done, .. }) => {
                self.mark_iterator_done(iter);
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = done;
                }
            }
            (None, _) => {
                self.mark_iterator_done(iter);
                self.write_register(dst, Value::UNDEFINED);
            }
        }
    }

    fn generator_not_ready(&mut self, generator: ObjectId, iter: u8, done: u32) -> Completion<()> {
        use super::coroutine::CoroutineState;
        self.mark_iterator_done(iter);
        if self.coroutine(generator).is_some_and(|data| data.state == CoroutineState::Done) {
            if let Some(frame) = self.frames.last_mut() {
                frame.pc = done;
            }
            return Ok(());
        }
        Err(self.type_error("Generator is already running"))
    }

    /// The element of a directly walked array; `None` at the end.
    #[inline]
    pub(crate) fn array_walk(&mut self, array: ObjectId, index: u32) -> Completion<Option<Value>> {
        let object = self.heap.object(array);
        let ObjectKind::Array { length, .. } = object.kind else { return Ok(None) };
        if index >= length {
            return Ok(None);
        }
        if let Some(&value) = object.elements.dense().get(index as usize)
            && !value.is_hole()
        {
            return Ok(Some(value));
        }
        self.get(array, PropertyKey::Index(index)).map(Some)
    }

    /// `IteratorClose`: pushes a frame for `return` or calls it.
    pub(crate) fn op_iterator_close(&mut self, iterator: Value) -> Completion<()> {
        let method = self.get_method(iterator, key::RETURN)?;
        match method {
            None => Ok(()),
            Some(method) => self.enter(method, iterator, &[], OnReturn::IteratorClose),
        }
    }

    /// `IteratorCloseSilent`
    pub(crate) fn op_iterator_close_silent(&mut self, iterator: Value) -> Completion<()> {
        let result = match self.get_method(iterator, key::RETURN) {
            Ok(None) => Ok(()),
            Ok(Some(method)) => self.enter(method, iterator, &[], OnReturn::DiscardSilently),
            Err(unwind) => Err(unwind),
        };
        match result {
            Err(Unwind::Abort(abort)) => Err(abort.into()),
            _ => Ok(()),
        }
    }

    /// `IteratorUnpack`: the value, and whether it is the last.
    pub(crate) fn op_iterator_unpack(&mut self, result: Value) -> Completion<(Value, bool)> {
        let Some(object) = result.as_object() else {
            let shown = self.describe(result);
            return Err(self.type_error(&format!("iterator result {shown} is not an object")));
        };
        let done = self.get(object, key::DONE)?;
        let done = self.to_boolean(done);
        Ok((self.get(object, key::VALUE)?, done))
    }

    /// `TrySpread`: appends the values of a plain array, a map, a set or one of their iterators without running program
    /// code.
    pub(crate) fn try_spread(&mut self, target: Value, source: Value) -> Completion<bool> {
        let Some(target) = target.as_object() else { return Ok(false) };
        let object = self.heap.object(target);
        let ObjectKind::Array { length, .. } = object.kind else {
            return Err(Abort::Internal("spread into something that is no array").into());
        };
        if !object.elements.is_dense() || object.elements.dense().len() != length as usize {
            return Ok(false);
        }
        let values = match self.fast_array_values(source)? {
            Some(values) => values,
            None => match self.fast_collection_values(source)? {
                Some(values) => values,
                None => return Ok(false),
            },
        };
        if length as usize + values.len() > crate::ops::exotic::MAX_ARRAY_LENGTH {
            return Err(self.range_error("Invalid array length"));
        }
        if let Elements::Dense(elements) = &mut self.heap.object_mut(target).elements {
            if elements.is_empty() {
                *elements = values;
            } else {
                elements.extend_from_slice(&values);
            }
        }
        let filled = self.heap.object(target).elements.dense().len();
        if let ObjectKind::Array { length, .. } = &mut self.heap.object_mut(target).kind {
            *length = filled as u32;
        }
        Ok(true)
    }

    // ── for-in (§14.7.5.9 EnumerateObjectProperties) ───────────────────────────────────────────────────────────────

    /// `ForInStart`
    pub(crate) fn for_in_start(&mut self, value: Value) -> Completion {
        if value.is_nullish() {
            return Ok(Value::UNDEFINED);
        }
        if self.is_promise(value) {
            return Err(self.promise_as_data_error("cannot enumerate a promise"));
        }
        let object = self.to_object(value)?;
        let keys = self.own_property_keys(object)?;
        self.charge_fuel(keys.len() as u64 / 2)?;
        self.heap.charge(keys.len() * 8)?;
        let data = ForIn { object, keys, next: 0, visited: Vec::new() };
        Ok(self.heap.new_object_with_proto(None, ObjectKind::Data(Box::new(data))).into())
    }

    /// `ForInNext`: the next name, or `None` at the end.
    pub(crate) fn for_in_next(&mut self, enumeration: Value) -> Completion<Option<Value>> {
        let Some(id) = enumeration.as_object() else { return Ok(None) };
        loop {
            self.charge_fuel(1)?;
            let Some(data) = self.heap.data_mut::<ForIn>(id) else { return Ok(None) };
            let object = data.object;
            let Some(property) = data.keys.get(data.next).copied() else {
                // On to the prototype.
                let visited = std::mem::take(&mut data.keys);
                data.visited.extend(visited);
                let Some(parent) = self.get_prototype_of(object)? else { return Ok(None) };
                // Most prototypes have nothing enumerable: skip them without listing.
                let keys =
                    if self.has_enumerable_strings(parent) { self.own_property_keys(parent)? } else { Vec::new() };
                if let Some(data) = self.heap.data_mut::<ForIn>(id) {
                    data.object = parent;
                    data.keys = keys;
                    data.next = 0;
                }
                continue;
            };
            data.next += 1;
            let looked_at = data.visited.len() as u64 / 16;
            let seen = !data.visited.is_empty() && data.visited.contains(&property);
            self.charge_fuel(looked_at)?;
            if seen || !property.is_string() {
                continue;
            }
            match self.get_own_property(object, property)? {
                Some(own) if own.is_enumerable() => return self.heap.key_to_value(property).map(Some),
                _ => {}
            }
        }
    }

    fn has_enumerable_strings(&self, object: ObjectId) -> bool {
        if !matches!(self.exotic(object), Exotic::None | Exotic::Array) {
            return true;
        }
        let target = self.heap.object(object);
        let table = &self.heap.shapes.get(target.shape).table;
        let elements = match &target.elements {
            Elements::Dense(values) => !values.is_empty(),
            Elements::Sparse(map) => !map.is_empty(),
        };
        elements
            || table
                .entries
                .iter()
                .any(|entry| entry.attributes.is_enumerable() && entry.key.is_some_and(PropertyKey::is_string))
    }

    // ── Calls from instructions that are no calls ──────────────────────────────────────────────────────────────────

    /// Calls `function` so that its result goes where `on_return` says: pushes a frame for program functions, else
    /// calls it now.
    pub(crate) fn enter(
        &mut self,
        function: Value,
        this: Value,
        arguments: &[Value],
        on_return: OnReturn,
    ) -> Completion<()> {
        let Some(target) = function.as_object() else { return Err(self.not_callable_error(function)) };
        if let ObjectKind::Function(_) = self.heap.object(target).kind {
            return self.push_closure(target, this, arguments, on_return);
        }
        let depth = self.frames.len();
        let value = match &self.heap.object(target).kind {
            ObjectKind::Native(native) => {
                let native = *native;
                let start = self.top;
                self.reserve_stack(start + arguments.len())?;
                if let Some(slots) = self.stack.get_mut(start..start + arguments.len()) {
                    slots.copy_from_slice(arguments);
                }
                self.top = start + arguments.len();
                let args = crate::realm::natives::Args { start: start as u32, len: arguments.len() as u32 };
                let result = self.call_native(native, target, this, args, Value::UNDEFINED);
                if let Err(Unwind::Abort(Abort::TailCall)) = result {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.on_return = on_return;
                    }
                    return Ok(());
                }
                self.top = start;
                result?
            }
            _ => self.call(function, this, arguments)?,
        };
        debug_assert_eq!(depth, self.frames.len());
        // The caller is program code: what hand_over needs of it is its registers.
        match self.hand_over(on_return, value, usize::MAX) {
            Ok(_) => Ok(()),
            Err(Stop::Throw(error)) => Err(Unwind::Throw(error)),
            Err(Stop::Abort(abort)) => Err(abort.into()),
            Err(Stop::Yield | Stop::Exit(_)) => {
                Err(Abort::Internal("unexpected end while a value was handed over").into())
            }
        }
    }

    /// The prototype of for-in and disposal helpers is never seen.
    pub(crate) fn new_internal(&mut self, data: Box<dyn ObjectData>) -> ObjectId {
        self.heap.count(data.bytes());
        self.heap.new_object_with_proto(None, ObjectKind::Data(data))
    }
}
