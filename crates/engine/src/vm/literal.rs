//! Instructions that make objects from literals and from the arguments of a call.

use super::Vm;
use crate::completion::{Abort, Completion};
use crate::heap::elements::Elements;
use crate::heap::object::{Object, ObjectKind};
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::ops::descriptor::PropertyDescriptor;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};
use codemode_bytecode::Constant;

impl Vm {
    /// `NewObjectFrom`: the values lie in the stack from `first` on.
    #[inline]
    pub(crate) fn object_from_template(
        &mut self,
        first: usize,
        slot: usize,
        program: u16,
        template: u32,
    ) -> Completion<ObjectId> {
        let shape = match self.template_shapes.get(slot).copied().flatten() {
            Some(shape) => shape,
            None => self.template_shape(slot, program, template)?,
        };
        let count = self.heap.shapes.get(shape).table.entries.len();
        let mut object = Object::new(shape, ObjectKind::Ordinary);
        let block = self.heap.slots.allocate(count);
        self.heap.count(block.capacity() * 8);
        if let Some(values) = self.stack.get(first..first + count) {
            self.heap.slots.fill_from(block, values);
        }
        object.slots = block;
        Ok(self.heap.insert_object(object))
    }

    #[cold]
    fn template_shape(&mut self, slot: usize, program: u16, template: u32) -> Completion<crate::heap::shape::ShapeId> {
        let proto = self.intrinsic(Intrinsic::ObjectPrototype);
        let mut shape = self.heap.root_shape(Some(proto));
        let Some(loaded) = self.loaded.get(program as usize) else {
            return Err(Abort::Internal("unknown program").into());
        };
        let base = loaded.constants;
        let names = loaded.program.object_templates.get(template as usize).map(|t| t.keys.clone()).unwrap_or_default();
        for name in names {
            let text = self.constants.get((base + name) as usize).and_then(|value| value.as_string());
            let Some(text) = text else { return Err(Abort::Internal("template key is no string").into()) };
            let property = self.heap.key_from_string(text)?;
            shape = self
                .heap
                .shapes
                .add_transition(shape, property, Attributes::ALL)
                .ok_or(Abort::Internal("template with too many keys"))?;
        }
        if let Some(entry) = self.template_shapes.get_mut(slot) {
            *entry = Some(shape);
        }
        Ok(shape)
    }

    /// `DefineElem`: CreateDataPropertyOrThrow with a computed key.
    pub(crate) fn define_elem(&mut self, target: Value, name: Value, value: Value) -> Completion<()> {
        let property = self.to_property_key(name)?;
        match target.as_object() {
            Some(object) => self.create_data_property_or_throw(object, property, value),
            None => Err(Abort::Internal("literal is no object").into()),
        }
    }

    /// `CopyDataPropertiesExcept`
    pub(crate) fn copy_except(&mut self, target: Value, source: Value, names: &[Value]) -> Completion<()> {
        let mut excluded = Vec::with_capacity(names.len());
        for &name in names {
            excluded.push(self.to_property_key(name)?);
        }
        self.copy_data_properties(target, source, &excluded)
    }

    /// ToPropertyKey as a value, for keys that are used twice.
    pub(crate) fn to_property_key_value(&mut self, value: Value) -> Completion {
        let property = self.to_property_key(value)?;
        self.heap.key_to_value(property)
    }

    /// CreateUnmappedArgumentsObject (§10.4.4.6)
    pub(crate) fn create_arguments_object(&mut self) -> Completion {
        let arguments = self.frames.last().and_then(|frame| frame.arguments.as_deref()).unwrap_or(&[]).to_vec();
        self.heap.charge(arguments.len() * 8)?;
        let proto = self.intrinsic(Intrinsic::ObjectPrototype);
        let object = self.heap.new_object_with_proto(Some(proto), ObjectKind::Arguments);
        let length = Value::index(arguments.len());
        self.heap.object_mut(object).elements = Elements::Dense(arguments);
        self.heap.add_named(object, key::LENGTH, length, Attributes::HIDDEN);
        let array = self.intrinsic(Intrinsic::ArrayPrototype);
        let values = self.get(array, PropertyKey::Symbol(WellKnown::Iterator.id()))?;
        self.heap.add_named(object, PropertyKey::Symbol(WellKnown::Iterator.id()), values, Attributes::HIDDEN);
        let thrower: Value = self.intrinsic(Intrinsic::ThrowTypeError).into();
        let descriptor = PropertyDescriptor::accessor(thrower, thrower, Attributes::NONE);
        self.define_own_property(object, key::CALLEE, descriptor)?;
        Ok(object.into())
    }

    /// `CreateRest`
    pub(crate) fn create_rest_array(&mut self, start: usize) -> Completion {
        let arguments = self.frames.last().and_then(|frame| frame.arguments.as_deref()).unwrap_or(&[]);
        let rest = arguments.get(start..).unwrap_or(&[]).to_vec();
        self.new_array(rest).map(Value::object)
    }

    /// GetTemplateObject (§13.2.8.4): one frozen array per site.
    pub(crate) fn template_object(&mut self, program: u16, constants: usize, index: u32) -> Completion {
        let slot = constants + index as usize;
        if let Some(&known) = self.constants.get(slot)
            && known.is_object()
        {
            return Ok(known);
        }
        let constant =
            self.loaded.get(program as usize).and_then(|loaded| loaded.program.constants.get(index as usize)).cloned();
        let Some(Constant::Template { cooked, raw }) = constant else {
            return Err(Abort::Internal("constant is no template").into());
        };
        let text =
            |cx: &Vm, index: u32| cx.constants.get(constants + index as usize).copied().unwrap_or(Value::UNDEFINED);
        let cooked = cooked.iter().map(|part| part.map_or(Value::UNDEFINED, |part| text(self, part))).collect();
        let raw = raw.iter().map(|&part| text(self, part)).collect();
        let strings = self.new_array(cooked)?;
        let raw = self.new_array(raw)?;
        self.set_integrity_level(raw, true)?;
        self.heap.add_named(strings, key::RAW, raw.into(), Attributes::NONE);
        self.set_integrity_level(strings, true)?;
        if let Some(entry) = self.constants.get_mut(slot) {
            *entry = strings.into();
        }
        Ok(strings.into())
    }
}
