//! Objects: a shape, slots, elements and what kind of thing it is.
//!
//! The methods on [`Heap`] here never run program code; the internal methods of the language stand in
//! [`crate::ops::object`].

use std::any::Any;
use std::sync::Arc;

use super::elements::Elements;
use super::gc::Tracer;
use super::shape::{Attributes, ShapeId};
use super::slots::Block;
use super::{Heap, OBJECT_BYTES};
use crate::completion::Completion;
use crate::realm::natives::{NativeFn, NativeId};
use crate::value::{ObjectId, PropertyKey, Value};

/// An object. 64 bytes.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) shape: ShapeId,
    pub(crate) slots: Block,
    pub(crate) flags: u8,
    pub(crate) elements: Elements,
    pub(crate) kind: ObjectKind,
}

/// New properties may be added.
pub(crate) const EXTENSIBLE: u8 = 1;
/// Some shape has this object as its prototype.
pub(crate) const IS_PROTO: u8 = 2;
/// Freed; waits for reuse.
pub(crate) const FREED: u8 = 4;

/// What an object is beyond its properties.
pub(crate) enum ObjectKind {
    Ordinary,
    /// An array exotic object.
    Array {
        length: u32,
        length_writable: bool,
    },
    /// A function of the program or the prelude.
    Function(FunctionData),
    /// A built-in function.
    Native(NativeId),
    /// A built-in function with values of its own, such as the resolving functions of a promise.
    NativeClosure(Box<NativeClosure>),
    /// A function supplied by the host: index into the host functions of the machine.
    HostFunction(u32),
    Bound(Box<BoundFunction>),
    /// An object with \[\[ErrorData\]\].
    Error(Box<ErrorData>),
    /// A wrapper of a boolean, number, string, symbol or BigInt.
    Primitive(Value),
    /// An unmapped arguments object.
    Arguments,
    /// Milliseconds since the epoch, NaN when invalid.
    Date(f64),
    Proxy(Box<ProxyData>),
    ArrayBuffer(Box<crate::builtins::array_buffer::ArrayBufferData>),
    TypedArray(Box<crate::builtins::typed_array::TypedArrayData>),
    /// A path into the tools of the host.
    Tools(Box<ToolPath>),
    /// Everything else, with a type of its own beside its built-in.
    Data(Box<dyn ObjectData>),
}

impl std::fmt::Debug for ObjectKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ObjectKind::Ordinary => "Ordinary",
            ObjectKind::Array { .. } => "Array",
            ObjectKind::Function(_) => "Function",
            ObjectKind::Native(_) => "Native",
            ObjectKind::NativeClosure(_) => "NativeClosure",
            ObjectKind::HostFunction(_) => "HostFunction",
            ObjectKind::Bound(_) => "Bound",
            ObjectKind::Error(_) => "Error",
            ObjectKind::Primitive(_) => "Primitive",
            ObjectKind::Arguments => "Arguments",
            ObjectKind::Date(_) => "Date",
            ObjectKind::Proxy(_) => "Proxy",
            ObjectKind::ArrayBuffer(_) => "ArrayBuffer",
            ObjectKind::TypedArray(_) => "TypedArray",
            ObjectKind::Tools(_) => "Tools",
            ObjectKind::Data(_) => "Data",
        })
    }
}

/// Internal slots of a kind of object that has its own file among the built-ins.
pub(crate) trait ObjectData: Any + Send {
    /// Reports every value held.
    fn trace(&self, tracer: &mut Tracer);
    /// Bytes held, besides the object itself.
    fn bytes(&self) -> usize;
    /// How the console shows it.
    fn preview(&self) -> Preview {
        Preview::Opaque
    }
}

/// What the console shows of a built-in kind of object.
#[derive(Debug, Clone)]
pub(crate) enum Preview {
    /// A mark only: there is no data to see.
    Opaque,
    /// The inspector knows what to show: a URL, its parameters, headers.
    Web,
    /// A regular expression: what stands between and after the slashes.
    Pattern(crate::value::StringId, crate::value::StringId),
    /// `Name(n) [item,…]`
    List(&'static str, Vec<Value>),
    /// `Name(n) [[key,value],…]`
    Entries(&'static str, Vec<(Value, Value)>),
}

/// A closure.
#[derive(Debug, Clone)]
pub(crate) struct FunctionData {
    /// Which loaded program.
    pub(crate) program: u16,
    /// Which function of it.
    pub(crate) function: u32,
    /// Offset of the captured cells in the slot arena; their number is in the code.
    pub(crate) captures: u32,
    pub(crate) extra: Option<Box<FunctionExtra>>,
}

/// What only methods and classes need.
#[derive(Debug, Clone, Default)]
pub(crate) struct FunctionExtra {
    pub(crate) home: Option<ObjectId>,
    /// The field initializer of a class constructor.
    pub(crate) fields: Option<ObjectId>,
}

/// A built-in function together with what it captures. The function finds its captures through
/// [`Vm::captured`](crate::Vm::captured).
#[derive(Debug)]
pub(crate) struct NativeClosure {
    pub(crate) function: NativeFn,
    pub(crate) captures: Vec<Value>,
}

#[derive(Debug)]
pub(crate) struct BoundFunction {
    pub(crate) target: ObjectId,
    pub(crate) this: Value,
    pub(crate) arguments: Vec<Value>,
}

/// A proxy; both are `None` once it is revoked.
#[derive(Debug)]
pub(crate) struct ProxyData {
    pub(crate) target: Option<ObjectId>,
    pub(crate) handler: Option<ObjectId>,
    pub(crate) is_callable: bool,
    pub(crate) is_constructor: bool,
}

/// What an error remembers beside its properties.
#[derive(Debug, Clone)]
pub(crate) struct ErrorData {
    /// The frames of the program when it was made, innermost first.
    pub(crate) trace: Vec<TraceEntry>,
    /// Thrown by the machine or a built-in, not made by the program.
    pub(crate) by_machine: bool,
    /// Diagnostic kind of failures that the host reported.
    pub(crate) kind: Option<&'static str>,
    /// Canonical name of the tool that failed.
    pub(crate) tool: Option<String>,
    /// What to do instead.
    pub(crate) suggestions: Vec<String>,
    /// The message of a failure that the program did not make, as it was at first.
    pub(crate) original: Option<Box<str>>,
    /// The name that does not exist, when that is what is wrong.
    pub(crate) unknown_name: Option<Box<str>>,
}

/// A place in a loaded program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TraceEntry {
    pub(crate) program: u16,
    pub(crate) function: u32,
    pub(crate) op: u32,
}

/// `tools`, or something below it.
#[derive(Debug, Clone)]
pub(crate) struct ToolPath {
    pub(crate) segments: Vec<String>,
    /// The segments joined by dots: the canonical name.
    pub(crate) name: Arc<str>,
}

impl Object {
    #[inline]
    pub(crate) fn new(shape: ShapeId, kind: ObjectKind) -> Object {
        Object { shape, slots: Block::EMPTY, flags: EXTENSIBLE, elements: Elements::EMPTY, kind }
    }

    #[inline(always)]
    pub(crate) fn is_extensible(&self) -> bool {
        self.flags & EXTENSIBLE != 0
    }

    /// The data of a built-in kind.
    #[inline]
    pub(crate) fn data<T: ObjectData>(&self) -> Option<&T> {
        match &self.kind {
            ObjectKind::Data(data) => (&**data as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn data_mut<T: ObjectData>(&mut self) -> Option<&mut T> {
        match &mut self.kind {
            ObjectKind::Data(data) => (&mut **data as &mut dyn Any).downcast_mut(),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn is_array(&self) -> bool {
        matches!(self.kind, ObjectKind::Array { .. })
    }
}

impl Heap {
    /// Puts an object into the heap.
    #[inline]
    pub(crate) fn insert_object(&mut self, object: Object) -> ObjectId {
        self.count(OBJECT_BYTES);
        ObjectId(self.objects.insert(object))
    }

    /// An empty object with the given prototype.
    #[inline]
    pub(crate) fn new_object_with_proto(&mut self, proto: Option<ObjectId>, kind: ObjectKind) -> ObjectId {
        let shape = self.root_shape(proto);
        self.insert_object(Object::new(shape, kind))
    }

    /// The empty shape with the given prototype, which is now known to be one.
    pub(crate) fn root_shape(&mut self, proto: Option<ObjectId>) -> ShapeId {
        if let Some(proto) = proto {
            self.object_mut(proto).flags |= IS_PROTO;
        }
        self.shapes.root(proto)
    }

    #[inline(always)]
    pub(crate) fn proto_of(&self, id: ObjectId) -> Option<ObjectId> {
        self.shapes.get(self.object(id).shape).proto
    }

    #[inline(always)]
    pub(crate) fn data<T: ObjectData>(&self, id: ObjectId) -> Option<&T> {
        self.object(id).data()
    }

    #[inline(always)]
    pub(crate) fn data_mut<T: ObjectData>(&mut self, id: ObjectId) -> Option<&mut T> {
        self.object_mut(id).data_mut()
    }

    // ── Named properties ───────────────────────────────────────────────────────────────────────────────────────────

    /// The slot and attributes of an own named property (not an index).
    #[inline]
    pub(crate) fn find_named(&self, id: ObjectId, key: PropertyKey) -> Option<(u32, Attributes)> {
        let table = &self.shapes.get(self.object(id).shape).table;
        let slot = table.find(key)?;
        table.entries.get(slot as usize).map(|entry| (slot, entry.attributes))
    }

    /// The raw contents of a slot: may be a lazy built-in or an accessor.
    #[inline(always)]
    pub(crate) fn slot(&self, id: ObjectId, slot: u32) -> Value {
        self.slots.get(self.object(id).slots, slot)
    }

    #[inline(always)]
    pub(crate) fn set_slot(&mut self, id: ObjectId, slot: u32, value: Value) {
        let block = self.object(id).slots;
        self.slots.set(block, slot, value);
    }

    fn note_structure_change(&mut self, id: ObjectId) {
        if self.object(id).flags & IS_PROTO != 0 {
            self.proto_epoch = self.proto_epoch.wrapping_add(1);
        }
    }

    /// Adds a named property that the object does not have.
    pub(crate) fn add_named(&mut self, id: ObjectId, key: PropertyKey, value: Value, attributes: Attributes) {
        self.note_structure_change(id);
        let object = self.object(id);
        let shape = object.shape;
        let is_proto = object.flags & IS_PROTO != 0;
        let slot = self.shapes.get(shape).table.entries.len() as u32;
        let next = if is_proto { None } else { self.shapes.add_transition(shape, key, attributes) };
        let next = match next {
            Some(next) => next,
            None => {
                let unique = self.shapes.for_change(shape);
                self.shapes.add(unique, key, attributes);
                unique
            }
        };
        let allocated = self.shapes.take_allocated();
        self.count(allocated);
        self.object_mut(id).shape = next;
        self.push_slot(id, slot, value);
    }

    /// Writes a slot one past the used ones, growing the block.
    #[inline]
    pub(crate) fn push_slot(&mut self, id: ObjectId, slot: u32, value: Value) {
        let block = self.object(id).slots;
        let block = if slot as usize >= block.capacity() {
            let bigger = self.slots.grow(block, (slot as usize).min(block.capacity()), slot as usize + 1);
            self.count(bigger.capacity() * 8);
            self.object_mut(id).slots = bigger;
            bigger
        } else {
            block
        };
        self.slots.set(block, slot, value);
    }

    /// Removes a named property.
    pub(crate) fn remove_named(&mut self, id: ObjectId, slot: u32) {
        self.note_structure_change(id);
        let shape = self.shapes.for_change(self.object(id).shape);
        self.shapes.remove(shape, slot);
        self.object_mut(id).shape = shape;
        self.set_slot(id, slot, Value::UNDEFINED);
        if self.shapes.wants_packing(shape) {
            let kept = self.shapes.pack(shape);
            let block = self.object(id).slots;
            for (to, from) in kept.into_iter().enumerate() {
                let value = self.slots.get(block, from);
                self.slots.set(block, to as u32, value);
            }
        }
    }

    /// Changes the attributes of a named property.
    pub(crate) fn set_named_attributes(&mut self, id: ObjectId, slot: u32, attributes: Attributes) {
        self.note_structure_change(id);
        let shape = self.shapes.for_change(self.object(id).shape);
        self.shapes.set_attributes(shape, slot, attributes);
        self.object_mut(id).shape = shape;
    }

    /// Changes the prototype.
    pub(crate) fn set_proto(&mut self, id: ObjectId, proto: Option<ObjectId>) {
        self.note_structure_change(id);
        if let Some(proto) = proto {
            self.object_mut(proto).flags |= IS_PROTO;
        }
        let shape = self.object(id).shape;
        let shape = if self.shapes.get(shape).table.entries.is_empty() && !self.shapes.get(shape).is_unique {
            self.shapes.root(proto)
        } else {
            let unique = self.shapes.for_change(shape);
            self.shapes.set_proto(unique, proto);
            unique
        };
        self.object_mut(id).shape = shape;
    }

    /// Makes the object refuse new properties. Its shape becomes unique, so that no cached transition applies.
    pub(crate) fn make_non_extensible(&mut self, id: ObjectId) {
        let shape = self.shapes.for_change(self.object(id).shape);
        let object = self.object_mut(id);
        object.shape = shape;
        object.flags &= !EXTENSIBLE;
    }

    // ── Elements ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// Writes an element of any object, without looking at attributes or array length.
    ///
    /// # Errors
    /// The memory limit.
    pub(crate) fn set_element(
        &mut self,
        id: ObjectId,
        index: u32,
        value: Value,
        attributes: Attributes,
    ) -> Completion<()> {
        let elements = &self.object(id).elements;
        let mut growth = elements.growth(index);
        if elements.is_dense() && (attributes != Attributes::ALL || !elements.stays_dense(index)) {
            // All elements move to the sparse form.
            growth = growth.saturating_add(elements.dense().len().saturating_mul(48));
        }
        if growth > 0 {
            self.charge(growth)?;
        }
        if self.object(id).flags & IS_PROTO != 0 {
            self.proto_epoch = self.proto_epoch.wrapping_add(1);
        }
        self.object_mut(id).elements.set(index, value, attributes);
        Ok(())
    }

    /// The length of an array exotic object.
    #[inline]
    pub(crate) fn array_length(&self, id: ObjectId) -> Option<u32> {
        match self.object(id).kind {
            ObjectKind::Array { length, .. } => Some(length),
            _ => None,
        }
    }

    /// Appends to an array that only this machine has seen so far (literals, results of built-ins).
    ///
    /// # Errors
    /// The memory limit.
    #[inline]
    pub(crate) fn array_push(&mut self, id: ObjectId, value: Value) -> Completion<()> {
        let object = self.object_mut(id);
        if let (Elements::Dense(values), ObjectKind::Array { length, .. }) = (&mut object.elements, &mut object.kind)
            && values.len() == *length as usize
        {
            let growth = if values.len() == values.capacity() { values.capacity().max(4) * 8 } else { 0 };
            if growth == 0 {
                values.push(value);
                *length += 1;
                return Ok(());
            }
        }
        let length = self.array_length(id).unwrap_or(0);
        self.set_element(id, length, value, Attributes::ALL)?;
        if let ObjectKind::Array { length, .. } = &mut self.object_mut(id).kind {
            *length += 1;
        }
        Ok(())
    }
}

impl Heap {
    /// Writes an element together with its attributes, replacing what is there.
    ///
    /// # Errors
    /// The memory limit.
    pub(crate) fn set_element_attributes(
        &mut self,
        id: ObjectId,
        index: u32,
        value: Value,
        attributes: Attributes,
    ) -> Completion<()> {
        if let Elements::Sparse(_) = self.object(id).elements {
            self.charge(48)?;
            let object = self.object_mut(id);
            object.elements.make_sparse().insert(index, super::elements::SparseElement { value, attributes });
            return Ok(());
        }
        self.set_element(id, index, value, attributes)
    }
}
