//! Makes intrinsic objects and built-in functions when they are first touched.

use super::engine::Lazy;
use super::intrinsics::Intrinsic;
use super::names;
use super::natives::{NativeBody, NativeId};
use super::table::Role;
use crate::heap::object::{EXTENSIBLE, IS_PROTO, Object, ObjectKind};
use crate::heap::shape::Attributes;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

const NONE: u32 = u32::MAX;

impl Vm {
    /// The intrinsic object, made on first use.
    #[inline]
    pub(crate) fn intrinsic(&mut self, intrinsic: Intrinsic) -> ObjectId {
        match self.intrinsics.get(intrinsic as usize) {
            Some(&id) if id != NONE => ObjectId(id),
            _ => self.make_intrinsic(intrinsic),
        }
    }

    #[cold]
    fn make_intrinsic(&mut self, intrinsic: Intrinsic) -> ObjectId {
        let definition = intrinsic.table();
        // The chain of prototypes among intrinsics is short: this recursion is bounded by the tables.
        let proto = definition.proto.map(|proto| self.intrinsic(proto));
        if let Some(proto) = proto {
            self.heap.object_mut(proto).flags |= IS_PROTO;
        }
        let engine = self.engine.clone();
        let template = &engine.templates[intrinsic as usize];
        let shape = self.heap.shapes.unique(proto, template.table.clone());
        let kind = match definition.role {
            Role::Ordinary => ObjectKind::Ordinary,
            Role::Array => ObjectKind::Array { length: 0, length_writable: true },
            Role::EmptyString => ObjectKind::Primitive(Value::string(names::EMPTY)),
            Role::Zero => ObjectKind::Primitive(Value::ZERO),
            Role::False => ObjectKind::Primitive(Value::FALSE),
            Role::Constructor { .. } | Role::Function { .. } => match template.native {
                Some(native) => ObjectKind::Native(native),
                None => ObjectKind::Ordinary,
            },
        };
        let mut object = Object::new(shape, kind);
        object.slots = self.heap.slots.allocate(template.slots.len());
        self.heap.count(object.slots.capacity() * 8);
        self.heap.slots.fill_from(object.slots, &template.slots);
        object.flags = EXTENSIBLE;
        let id = self.heap.insert_object(object);
        if let Some(entry) = self.intrinsics.get_mut(intrinsic as usize) {
            *entry = id.0;
        }
        if let Some(native) = template.native
            && let Some(entry) = self.native_objects.get_mut(native.0 as usize)
        {
            *entry = id.0;
        }
        if intrinsic == Intrinsic::ThrowTypeError {
            self.freeze_functions_own_properties(id);
        }
        id
    }

    /// `%ThrowTypeError%` is frozen (§10.2.4.1).
    fn freeze_functions_own_properties(&mut self, id: ObjectId) {
        for property in [names::key::LENGTH, names::key::NAME] {
            if let Some((slot, _)) = self.heap.find_named(id, property) {
                self.heap.set_named_attributes(id, slot, Attributes::NONE);
            }
        }
        self.heap.make_non_extensible(id);
    }

    /// The function object of a built-in, one per execution.
    pub(crate) fn native_object(&mut self, native: NativeId) -> ObjectId {
        match self.native_objects.get(native.0 as usize) {
            Some(&id) if id != NONE => return ObjectId(id),
            _ => {}
        }
        let engine = self.engine.clone();
        let info = engine.natives[native.0 as usize];
        let kind = match info.body {
            NativeBody::Prelude(function) if function != u32::MAX => {
                self.load_prelude();
                ObjectKind::Function(crate::heap::object::FunctionData {
                    program: 0,
                    function,
                    captures: 0,
                    extra: None,
                })
            }
            _ => ObjectKind::Native(native),
        };
        let id = self.new_builtin_function(kind, info.name.into(), i32::from(info.length));
        if let Some(entry) = self.native_objects.get_mut(native.0 as usize) {
            *entry = id.0;
        }
        id
    }

    /// A built-in function object with the two properties they all have.
    pub(crate) fn new_builtin_function(&mut self, kind: ObjectKind, name: Value, length: i32) -> ObjectId {
        let proto = self.intrinsic(Intrinsic::FunctionPrototype);
        let id = self.heap.new_object_with_proto(Some(proto), kind);
        self.heap.add_named(id, names::key::LENGTH, Value::int(length), Attributes::CONFIGURABLE);
        self.heap.add_named(id, names::key::NAME, name, Attributes::CONFIGURABLE);
        id
    }

    /// Replaces a lazy slot by what it stands for. Returns the value (an accessor mark for accessors).
    #[cold]
    pub(crate) fn force_slot(&mut self, object: ObjectId, slot: u32, payload: u32) -> Value {
        let value = match Lazy::from_payload(payload) {
            Some(Lazy::Native(native)) => Value::object(self.native_object(native)),
            Some(Lazy::Accessor(index)) => {
                let engine = self.engine.clone();
                let pair = engine.accessors[index as usize];
                let get = pair.get.map_or(Value::UNDEFINED, |native| self.native_object(native).into());
                let set = pair.set.map_or(Value::UNDEFINED, |native| self.native_object(native).into());
                self.heap.new_accessor(get, set)
            }
            Some(Lazy::Intrinsic(intrinsic)) => Value::object(self.intrinsic(intrinsic)),
            Some(Lazy::FunctionName) => self.function_name(object),
            Some(Lazy::FunctionLength) => self.function_length(object),
            Some(Lazy::FunctionPrototype) => self.make_function_prototype(object),
            Some(Lazy::Restricted) => {
                let thrower = self.intrinsic(Intrinsic::ThrowTypeError).into();
                self.heap.new_accessor(thrower, thrower)
            }
            Some(Lazy::ErrorStack) => self.error_stack(object),
            None => Value::UNDEFINED,
        };
        self.heap.set_slot(object, slot, value);
        value
    }

    /// The contents of a slot, never lazy.
    #[inline(always)]
    pub(crate) fn read_slot(&mut self, object: ObjectId, slot: u32) -> Value {
        let value = self.heap.slot(object, slot);
        match value.as_lazy() {
            None => value,
            Some(payload) => self.force_slot(object, slot, payload),
        }
    }
}
