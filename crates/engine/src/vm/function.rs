//! Function objects of the program: making them, and their lazy properties.

use codemode_bytecode::{CaptureSource, FunctionKind, Suspends};

use super::Vm;
use crate::completion::{Abort, Completion};
use crate::heap::object::{FunctionData, FunctionExtra, Object, ObjectKind};
use crate::heap::shape::{Attributes, ShapeId};
use crate::heap::slots::Block;
use crate::realm::Intrinsic;
use crate::realm::engine::Lazy;
use crate::realm::names::{self, key};
use crate::value::{ObjectId, StringId, Value};

impl Vm {
    /// The code of a function.
    #[inline]
    pub(crate) fn code(&self, program: u16, function: u32) -> Option<&codemode_bytecode::FunctionCode> {
        self.loaded.get(program as usize)?.program.functions.get(function as usize)
    }

    pub(crate) fn function_constructs(&self, program: u16, function: u32) -> bool {
        self.code(program, function).is_some_and(|code| {
            code.suspends == Suspends::Never
                && matches!(
                    code.kind,
                    FunctionKind::Normal | FunctionKind::ClassConstructor | FunctionKind::DerivedConstructor
                )
        })
    }

    /// A closure: `MakeClosure`.
    pub(crate) fn make_closure(&mut self, frame: &FrameView, function: u32) -> Completion<ObjectId> {
        let Some(loaded) = self.loaded.get(frame.program as usize) else {
            return Err(Abort::Internal("unknown program").into());
        };
        let program = loaded.program.clone();
        let Some(code) = program.functions.get(function as usize) else {
            return Err(Abort::Internal("unknown function").into());
        };
        let count = code.captures.len();
        let mut block = Block { offset: 0, class: 0 };
        if count > 0 {
            block = self.heap.slots.allocate(count);
            self.heap.count(block.capacity() * 8);
            for (index, source) in code.captures.iter().enumerate() {
                let cell = match source {
                    CaptureSource::Register(register) => {
                        self.stack.get(frame.base as usize + *register as usize).copied().unwrap_or(Value::UNDEFINED)
                    }
                    CaptureSource::Capture(capture) => self.heap.slots.at(frame.captures + u32::from(*capture)),
                };
                self.heap.slots.set(block, index as u32, cell);
            }
        }
        let data = FunctionData { program: frame.program, function, captures: block.offset, extra: None };
        let (shape, values): (ShapeId, &[Value]) = self.function_shape(code.kind, code.suspends)?;
        let mut object = Object::new(shape, ObjectKind::Function(data));
        object.slots = self.heap.slots.allocate(values.len());
        self.heap.count(object.slots.capacity() * 8);
        self.heap.slots.fill_from(object.slots, values);
        Ok(self.heap.insert_object(object))
    }

    /// Whether a value is an async function of a program that must not be used for what it gives at once.
    pub(crate) fn guards_against_async(&self, value: Value) -> bool {
        let Some(object) = value.as_object().filter(|_| self.options.guards) else { return false };
        let ObjectKind::Function(data) = &self.heap.object(object).kind else { return false };
        self.code(data.program, data.function).is_some_and(|code| code.suspends == Suspends::Async)
    }

    /// The shape that new functions of a kind have, with the values of its slots.
    fn function_shape(&mut self, kind: FunctionKind, suspends: Suspends) -> Completion<(ShapeId, &'static [Value])> {
        const LENGTH: Value = Lazy::FunctionLength.to_value();
        const NAME: Value = Lazy::FunctionName.to_value();
        const PROTOTYPE: Value = Lazy::FunctionPrototype.to_value();
        let proto = self.intrinsic(match suspends {
            Suspends::Never => Intrinsic::FunctionPrototype,
            Suspends::Generator => Intrinsic::GeneratorFunctionPrototype,
            Suspends::Async => Intrinsic::AsyncFunctionPrototype,
            Suspends::AsyncGenerator => Intrinsic::AsyncGeneratorFunctionPrototype,
        });
        let root = self.heap.root_shape(Some(proto));
        let missing = || Abort::Internal("no shape for functions");
        let shapes = &mut self.heap.shapes;
        let shape = shapes.add_transition(root, key::LENGTH, Attributes::CONFIGURABLE).ok_or_else(missing)?;
        let shape = shapes.add_transition(shape, key::NAME, Attributes::CONFIGURABLE).ok_or_else(missing)?;
        let has_prototype = match suspends {
            Suspends::Never => kind == FunctionKind::Normal,
            Suspends::Generator | Suspends::AsyncGenerator => true,
            Suspends::Async => false,
        };
        if !has_prototype {
            return Ok((shape, &[LENGTH, NAME]));
        }
        let attributes = Attributes::new(true, false, false);
        let shape = shapes.add_transition(shape, key::PROTOTYPE, attributes).ok_or_else(missing)?;
        Ok((shape, &[LENGTH, NAME, PROTOTYPE]))
    }

    /// `MakeClass` and `MakeDerivedClass`: the constructor and its prototype (§15.7.14).
    pub(crate) fn make_class(
        &mut self,
        frame: &FrameView,
        function: u32,
        heritage: Option<Value>,
    ) -> Completion<(ObjectId, ObjectId)> {
        let (proto_parent, constructor_parent) = match heritage {
            None => (Some(self.intrinsic(Intrinsic::ObjectPrototype)), self.intrinsic(Intrinsic::FunctionPrototype)),
            Some(value) if value.is_null() => (None, self.intrinsic(Intrinsic::FunctionPrototype)),
            Some(value) => {
                let shown = self.describe(value);
                let Some(parent) = value.as_object().filter(|_| self.is_constructor(value)) else {
                    return Err(self.type_error(&format!("Class extends value {shown} is not a constructor or null")));
                };
                let proto = self.get(parent, key::PROTOTYPE)?;
                let proto = match proto.as_object() {
                    Some(proto) => Some(proto),
                    None if proto.is_null() => None,
                    None => {
                        return Err(self.type_error("Class extends value does not have a valid prototype property"));
                    }
                };
                (proto, parent)
            }
        };
        let proto = self.heap.new_object_with_proto(proto_parent, ObjectKind::Ordinary);
        let class = self.make_closure(frame, function)?;
        if self.heap.proto_of(class) != Some(constructor_parent) {
            self.heap.set_proto(class, Some(constructor_parent));
        }
        self.heap.add_named(class, key::PROTOTYPE, proto.into(), Attributes::NONE);
        self.heap.add_named(proto, key::CONSTRUCTOR, class.into(), Attributes::HIDDEN);
        self.set_home_object(class, proto);
        Ok((class, proto))
    }

    /// MakeMethod (§10.2.7)
    pub(crate) fn set_home_object(&mut self, function: ObjectId, home: ObjectId) {
        if let ObjectKind::Function(data) = &mut self.heap.object_mut(function).kind {
            data.extra.get_or_insert_with(|| Box::new(FunctionExtra::default())).home = Some(home);
            self.heap.count(size_of::<FunctionExtra>());
        }
    }

    pub(crate) fn home_object(&self, function: ObjectId) -> Value {
        match &self.heap.object(function).kind {
            ObjectKind::Function(data) => {
                data.extra.as_ref().and_then(|extra| extra.home).map_or(Value::UNDEFINED, Value::object)
            }
            _ => Value::UNDEFINED,
        }
    }

    pub(crate) fn set_field_initializer(&mut self, class: ObjectId, function: ObjectId) {
        if let ObjectKind::Function(data) = &mut self.heap.object_mut(class).kind {
            data.extra.get_or_insert_with(|| Box::new(FunctionExtra::default())).fields = Some(function);
        }
    }

    pub(crate) fn field_initializer(&self, class: ObjectId) -> Option<ObjectId> {
        match &self.heap.object(class).kind {
            ObjectKind::Function(data) => data.extra.as_ref()?.fields,
            _ => None,
        }
    }

    /// SetFunctionName (§10.2.9) on a function that has only its lazy name.
    pub(crate) fn set_function_name(&mut self, function: ObjectId, name: Value, prefix: &str) -> Completion<()> {
        let described = name.as_symbol().and_then(|symbol| self.heap.symbol_description(symbol));
        let length = described.or(name.as_string()).map_or(0, |text| self.heap.string_len(text));
        self.charge_fuel(length as u64 / 16)?;
        self.heap.ensure(2 * length)?;
        let text = match name.as_symbol() {
            Some(symbol) => match self.heap.symbol_description(symbol) {
                Some(description) if self.heap.is_private_name(symbol) => self.heap.text_lossy(description),
                Some(description) => format!("[{}]", self.heap.text_lossy(description)),
                None => String::new(),
            },
            None => {
                if prefix.is_empty() {
                    let id = self.to_string(name)?;
                    self.put_function_name(function, id);
                    return Ok(());
                }
                self.to_std_string(name)?
            }
        };
        let text = if prefix.is_empty() { text } else { format!("{prefix} {text}") };
        let id = self.heap.new_string(&text)?;
        self.put_function_name(function, id);
        Ok(())
    }

    fn put_function_name(&mut self, function: ObjectId, name: StringId) {
        if let Some((slot, _)) = self.heap.find_named(function, key::NAME)
            && self.heap.slot(function, slot).as_lazy().is_some()
        {
            self.heap.set_slot(function, slot, name.into());
        }
    }

    // ── Lazy properties ────────────────────────────────────────────────────────────────────────────────────────────

    pub(crate) fn function_name(&mut self, function: ObjectId) -> Value {
        let ObjectKind::Function(data) = &self.heap.object(function).kind else { return names::EMPTY.into() };
        let (program, index) = (data.program, data.function);
        let Some(name) = self.code(program, index).map(|code| code.name) else { return names::EMPTY.into() };
        let base = self.loaded.get(program as usize).map_or(0, |loaded| loaded.constants);
        self.constants.get((base + name) as usize).copied().unwrap_or(names::EMPTY.into())
    }

    pub(crate) fn function_length(&mut self, function: ObjectId) -> Value {
        let ObjectKind::Function(data) = &self.heap.object(function).kind else { return Value::ZERO };
        let (program, index) = (data.program, data.function);
        Value::int(self.code(program, index).map_or(0, |code| code.length as i32))
    }

    /// The `prototype` of a plain function or generator function, made when it is first read.
    pub(crate) fn make_function_prototype(&mut self, function: ObjectId) -> Value {
        let ObjectKind::Function(data) = &self.heap.object(function).kind else { return Value::UNDEFINED };
        let suspends = self.code(data.program, data.function).map_or(Suspends::Never, |code| code.suspends);
        let proto = match suspends {
            Suspends::Generator => self.intrinsic(Intrinsic::GeneratorPrototype),
            Suspends::AsyncGenerator => self.intrinsic(Intrinsic::AsyncGeneratorPrototype),
            Suspends::Never | Suspends::Async => {
                let object = self.new_object();
                self.heap.add_named(object, key::CONSTRUCTOR, function.into(), Attributes::HIDDEN);
                return object.into();
            }
        };
        self.heap.new_object_with_proto(Some(proto), ObjectKind::Ordinary).into()
    }
}

/// The parts of a frame that making closures needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrameView {
    pub(crate) program: u16,
    pub(crate) base: u32,
    pub(crate) captures: u32,
}
