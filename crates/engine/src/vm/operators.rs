//! Operators and statements of the dispatch loop that need more than a line.

use super::Vm;
use super::enter::Arguments;
use super::frame::OnReturn;
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::symbol::WellKnown;
use crate::heap::text::Str;
use crate::ops::conversion::int_digits;
use crate::ops::object::Found;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};

impl Vm {
    /// A binding was used before its declaration was evaluated. `name` is the index of its name among the constants.
    #[cold]
    pub(crate) fn dead_zone_error(&mut self, name: usize) -> Unwind {
        let text = self.constants.get(name).and_then(|value| value.as_string());
        let text = text.map(|text| self.heap.excerpt(text)).unwrap_or_default();
        let unwind = self.reference_error(&format!("Cannot access '{text}' before initialization"));
        self.advise(unwind, vec![format!("move the declaration of `{text}` above its first use")])
    }

    /// An assignment to a constant.
    #[cold]
    pub(crate) fn constant_assignment_error(&mut self, name: &str) -> Unwind {
        let advice = format!("declare it with `let {name}`, or use another name");
        self.type_error_with(&format!("Assignment to constant variable '{name}'"), vec![advice])
    }

    /// `delete` in strict code (§13.5.1)
    pub(crate) fn delete_operator(&mut self, target: Value, name: Value) -> Completion<()> {
        if target.is_nullish() {
            let shown = self.describe(target);
            return Err(self.type_error(&format!("Cannot convert {shown} to object")));
        }
        let object = self.to_object(target)?;
        let property = self.to_property_key(name)?;
        self.delete_property_or_throw(object, property)
    }

    /// `ToElemKey`: the key of a compound element assignment.
    pub(crate) fn element_key(&mut self, target: Value, name: Value) -> Completion {
        if target.is_nullish() {
            let property = if name.is_object() { key::EMPTY } else { self.to_property_key(name)? };
            let what = if target.is_null() { "null" } else { "undefined" };
            return Err(self.nullish_access_error(what, property, "read"));
        }
        if name.is_number() {
            return Ok(name);
        }
        self.to_property_key_value(name)
    }

    /// `Concat`: the values are in the stack, each is converted in turn.
    pub(crate) fn concat_registers(&mut self, first: usize, count: usize) -> Completion {
        if let Some(text) = self.concat_short(first, count)? {
            return Ok(text);
        }
        let mut length = 0;
        for index in first..first + count {
            let value = self.stack.get(index).copied().unwrap_or(Value::UNDEFINED);
            let text = match value.as_string() {
                Some(text) => text,
                None => self.to_string(value)?,
            };
            length += self.heap.string_len(text);
            if let Some(slot) = self.stack.get_mut(index) {
                *slot = text.into();
            }
        }
        if length > crate::heap::string::MAX_STRING_LENGTH {
            return Err(self.range_error("Invalid string length"));
        }
        if length > 256 {
            // Long pieces are kept as ropes.
            let mut result = crate::realm::names::EMPTY;
            for index in first..first + count {
                let Some(text) = self.stack.get(index).and_then(|value| value.as_string()) else { continue };
                match self.heap.concat(result, text)? {
                    Some(joined) => result = joined,
                    None => return Err(self.range_error("Invalid string length")),
                }
            }
            return Ok(result.into());
        }
        let mut builder = crate::heap::string_builder::StringBuilder::new();
        for index in first..first + count {
            let Some(text) = self.stack.get(index).and_then(|value| value.as_string()) else { continue };
            let text = self.heap.flatten(text)?;
            builder.push(self.heap.str(text));
        }
        match builder.finish(&mut self.heap)? {
            Some(text) => Ok(text.into()),
            None => Err(self.range_error("Invalid string length")),
        }
    }

    /// `Concat` of strings and integers that together are short Latin-1 text, without intermediate strings.
    fn concat_short(&mut self, first: usize, count: usize) -> Completion<Option<Value>> {
        let mut buffer = [0u8; 256];
        let mut len = 0;
        for value in self.stack.get(first..first + count).unwrap_or(&[]) {
            if let Some(id) = value.as_string() {
                if self.heap.is_rope(id) {
                    return Ok(None);
                }
                let Str::Latin1(bytes) = self.heap.str(id) else { return Ok(None) };
                let Some(target) = buffer.get_mut(len..len + bytes.len()) else { return Ok(None) };
                target.copy_from_slice(bytes);
                len += bytes.len();
            } else if let Some(int) = value.as_int() {
                let mut digits = [0u8; 11];
                let digits = int_digits(int, &mut digits);
                let Some(target) = buffer.get_mut(len..len + digits.len()) else { return Ok(None) };
                target.copy_from_slice(digits);
                len += digits.len();
            } else {
                return Ok(None);
            }
        }
        let text = self.heap.new_latin1(buffer.get(..len).unwrap_or(&[]))?;
        Ok(Some(text.into()))
    }

    /// `in` (§13.10.1)
    pub(crate) fn in_operator(&mut self, name: Value, target: Value) -> Completion<bool> {
        let Some(object) = target.as_object() else {
            let (name, target) = (self.describe(name), self.describe(target));
            return Err(self.type_error(&format!("Cannot use 'in' operator to search for {name} in {target}")));
        };
        let property = self.to_property_key(name)?;
        self.has_property(object, property)
    }

    /// `super[key]`
    pub(crate) fn get_super(&mut self, base: Value, name: Value, this: Value) -> Completion<Found> {
        let (parent, property) = self.super_property(base, name, "read")?;
        self.find_for_get(parent, property, this)
    }

    /// `super[key] = value`
    pub(crate) fn set_super(&mut self, base: Value, name: Value, this: Value, value: Value) -> Completion<()> {
        let (parent, property) = self.super_property(base, name, "set")?;
        if self.set_with_receiver(parent, property, value, this)? {
            return Ok(());
        }
        let receiver = self.to_object(this)?;
        Err(self.readonly_error(receiver, property))
    }

    /// The base of `super[key]` as an object, then its key: the order of GetValue and PutValue.
    fn super_property(&mut self, base: Value, name: Value, action: &str) -> Completion<(ObjectId, PropertyKey)> {
        match base.as_object() {
            Some(parent) => Ok((parent, self.to_property_key(name)?)),
            None => {
                let property = if name.is_object() { key::EMPTY } else { self.to_property_key(name)? };
                Err(self.nullish_access_error("null", property, action))
            }
        }
    }

    /// `CallSpread`: pushes a frame or delivers the result.
    pub(crate) fn call_spread(
        &mut self,
        function: Value,
        this: Value,
        list: Value,
        on_return: OnReturn,
    ) -> Completion<()> {
        let arguments = self.spread_arguments(list)?;
        self.enter(function, this, &arguments, on_return)
    }

    /// `ConstructSpread` and `SuperCallSpread`
    pub(crate) fn construct_spread(
        &mut self,
        constructor: Value,
        new_target: Value,
        list: Value,
        on_return: OnReturn,
    ) -> Completion<()> {
        let arguments = self.spread_arguments(list)?;
        let (Some(target), true) = (constructor.as_object(), self.is_constructor(constructor)) else {
            return Err(self.not_constructor_error(constructor));
        };
        let Some(new_target) = new_target.as_object() else { return Err(self.not_constructor_error(new_target)) };
        if let ObjectKind::Function(_) = self.heap.object(target).kind {
            return self.push_constructor(target, Arguments::Slice(&arguments), new_target, on_return);
        }
        let value = self.construct(target, &arguments, Some(new_target))?;
        if let OnReturn::Register(dst) = on_return {
            self.write_register(dst, value.into());
        }
        Ok(())
    }

    fn spread_arguments(&mut self, list: Value) -> Completion<Vec<Value>> {
        let Some(array) = list.as_object() else { return Err(Abort::Internal("arguments are no array").into()) };
        let values = self.heap.object(array).elements.dense();
        if values.len() > super::call::MAX_ARGUMENTS {
            return Err(self.range_error("too many arguments: at most 250000 fit one call"));
        }
        let bytes = values.len() * 8;
        let values = values.to_vec();
        self.heap.charge(bytes)?;
        Ok(values)
    }

    /// A program throws: an error object that has no place yet remembers this one.
    pub(crate) fn note_throw(&mut self, error: Value) {
        self.thrown_at = self.capture_place();
        self.thrown_value = error;
    }

    // ── Explicit resource management ───────────────────────────────────────────────────────────────────────────────

    /// `DisposeInit`
    pub(crate) fn new_dispose_scope(&mut self) -> Value {
        self.new_internal(Box::new(DisposeScope { resources: Vec::new() })).into()
    }

    /// AddDisposableResource (§7.5.4): null and undefined add nothing in sync scopes, an await in async ones.
    pub(crate) fn dispose_add(&mut self, scope: Value, value: Value, is_async: bool) -> Completion<()> {
        if value.is_nullish() {
            if is_async {
                self.push_resource(scope, Resource { value: Value::UNDEFINED, method: Value::UNDEFINED, is_async });
            }
            return Ok(());
        }
        if !value.is_object() {
            return Err(self.type_error("only an object, null or undefined can be declared with 'using'"));
        }
        let (method, is_async) = self.dispose_method(value, is_async)?;
        let Some(method) = method else {
            let symbol = if is_async { "Symbol.asyncDispose" } else { "Symbol.dispose" };
            return Err(self.type_error(&format!("the value declared with 'using' has no {symbol} method")));
        };
        self.push_resource(scope, Resource { value, method, is_async });
        Ok(())
    }

    /// GetDisposeMethod (§7.5.6). A sync method in an async scope is marked by calling it and awaiting undefined.
    fn dispose_method(&mut self, value: Value, is_async: bool) -> Completion<(Option<Value>, bool)> {
        if is_async && let Some(method) = self.get_method(value, PropertyKey::Symbol(WellKnown::AsyncDispose.id()))? {
            return Ok((Some(method), true));
        }
        let method = self.get_method(value, PropertyKey::Symbol(WellKnown::Dispose.id()))?;
        Ok((method, is_async))
    }

    fn push_resource(&mut self, scope: Value, resource: Resource) {
        self.heap.count(size_of::<Resource>());
        if let Some(scope) = scope.as_object()
            && let Some(data) = self.heap.data_mut::<DisposeScope>(scope)
        {
            data.resources.push(resource);
        }
    }

    /// `DisposeNext`: method (undefined for a bare await), value, whether to await.
    pub(crate) fn dispose_next(&mut self, scope: Value) -> Option<(Value, Value, bool)> {
        let data = self.heap.data_mut::<DisposeScope>(scope.as_object()?)?;
        let resource = data.resources.pop()?;
        Some((resource.method, resource.value, resource.is_async))
    }

    /// `MakeSuppressedError`
    pub(crate) fn make_suppressed_error(&mut self, error: Value, suppressed: Value) -> Completion {
        let proto = self.intrinsic(Intrinsic::SuppressedErrorPrototype);
        let object = self.new_error(proto, None)?;
        self.heap.add_named(object, key::ERROR, error, crate::heap::shape::Attributes::HIDDEN);
        self.heap.add_named(object, key::SUPPRESSED, suppressed, crate::heap::shape::Attributes::HIDDEN);
        Ok(object.into())
    }
}

#[derive(Debug, Clone, Copy)]
struct Resource {
    value: Value,
    method: Value,
    is_async: bool,
}

/// The resources of a block with `using`.
#[derive(Debug)]
struct DisposeScope {
    resources: Vec<Resource>,
}

impl ObjectData for DisposeScope {
    fn trace(&self, tracer: &mut Tracer) {
        for resource in &self.resources {
            tracer.value(resource.value);
            tracer.value(resource.method);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<DisposeScope>() + self.resources.capacity() * size_of::<Resource>()
    }
}
