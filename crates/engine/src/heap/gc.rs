//! Mark-and-sweep collection.
//!
//! It runs only at safepoints of the dispatch loop, and only while no built-in is in the middle of its work, so that
//! built-ins may hold plain values. Roots are handed in by the machine.

use super::object::{FREED, Object, ObjectKind};
use super::shape::ShapeId;
use super::slots::Block;
use super::{Heap, OBJECT_BYTES};
use crate::value::{ObjectId, PropertyKey, StringId, Unpacked, Value};

const FIRST_THRESHOLD: usize = 4 << 20;

/// The amount of allocation before the first collection.
pub(crate) fn first_threshold(limit: Option<usize>) -> usize {
    limit.map_or(FIRST_THRESHOLD, |limit| FIRST_THRESHOLD.min(limit / 4))
}

/// Collects what a thing refers to.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    gray: Vec<Value>,
    shapes: Vec<ShapeId>,
}

impl Tracer {
    /// Reports a value.
    #[inline]
    pub(crate) fn value(&mut self, value: Value) {
        if !value.is_number() {
            self.gray.push(value);
        }
    }

    /// Reports values.
    pub(crate) fn values(&mut self, values: &[Value]) {
        for &value in values {
            self.value(value);
        }
    }

    /// Reports an object.
    pub(crate) fn object(&mut self, id: ObjectId) {
        self.gray.push(Value::object(id));
    }

    /// Reports a string.
    pub(crate) fn string(&mut self, id: StringId) {
        self.gray.push(Value::string(id));
    }

    /// Reports a property key.
    pub(crate) fn key(&mut self, key: PropertyKey) {
        match key {
            PropertyKey::String(id) => self.string(id),
            PropertyKey::Symbol(id) => self.gray.push(Value::symbol(id)),
            PropertyKey::Index(_) => {}
        }
    }

    /// Reports a shape held outside of an object.
    pub(crate) fn shape(&mut self, id: ShapeId) {
        self.shapes.push(id);
    }
}

/// Number of captured cells of a closure, needed to trace them.
pub(crate) type CaptureCount<'a> = &'a dyn Fn(u16, u32) -> usize;

impl Heap {
    /// Collects: `tracer` holds the roots.
    pub(crate) fn collect(&mut self, mut tracer: Tracer, capture_count: CaptureCount<'_>) {
        self.objects.clear_marks();
        self.strings.clear_marks();
        self.symbols.clear_marks();
        self.bigints.clear_marks();
        self.cells.clear_marks();
        self.accessors.clear_marks();
        self.shapes.clear_marks();
        loop {
            while let Some(value) = tracer.gray.pop() {
                self.mark(value, &mut tracer, capture_count);
            }
            let Some(shape) = tracer.shapes.pop() else { break };
            self.mark_shape(shape, &mut tracer);
        }
        self.sweep(capture_count);
    }

    fn mark_shape(&mut self, mut shape: ShapeId, tracer: &mut Tracer) {
        while self.shapes.mark(shape) {
            let node = self.shapes.get(shape);
            if let Some(proto) = node.proto {
                tracer.object(proto);
            }
            for entry in &node.table.entries {
                if let Some(key) = entry.key {
                    tracer.key(key);
                }
            }
            match self.shapes.parent(shape) {
                Some(parent) => shape = parent,
                None => break,
            }
        }
    }

    fn mark(&mut self, value: Value, tracer: &mut Tracer, capture_count: CaptureCount<'_>) {
        match value.unpack() {
            Unpacked::Object(id) => {
                if self.objects.mark(id.0) {
                    self.trace_object(id, tracer, capture_count);
                }
            }
            Unpacked::String(id) => self.mark_string(id),
            Unpacked::Symbol(id) => {
                if self.symbols.mark(id.0)
                    && let Some(description) = self.symbols.get(id.0).description
                {
                    tracer.string(description);
                }
            }
            Unpacked::BigInt(id) => {
                self.bigints.mark(id.0);
            }
            Unpacked::Internal => {
                if let Some(id) = value.as_cell() {
                    if self.cells.mark(id.0) {
                        tracer.value(self.cell(id));
                    }
                } else if let Some(id) = value.as_accessor()
                    && self.accessors.mark(id.0)
                {
                    let accessor = self.accessor(id);
                    tracer.value(accessor.get);
                    tracer.value(accessor.set);
                }
            }
            Unpacked::Undefined | Unpacked::Null | Unpacked::Boolean(_) | Unpacked::Int(_) | Unpacked::Double(_) => {}
        }
    }

    fn trace_object(&mut self, id: ObjectId, tracer: &mut Tracer, capture_count: CaptureCount<'_>) {
        let shape = self.object(id).shape;
        self.mark_shape(shape, tracer);
        let object = self.objects.get(id.0);
        let used = self.shapes.get(shape).table.entries.len().min(object.slots.capacity());
        tracer.values(self.slots.slice(object.slots, used));
        match &object.elements {
            super::elements::Elements::Dense(values) => tracer.values(values),
            super::elements::Elements::Sparse(map) => map.values().for_each(|element| tracer.value(element.value)),
        }
        match &object.kind {
            ObjectKind::Ordinary
            | ObjectKind::Array { .. }
            | ObjectKind::Native(_)
            | ObjectKind::HostFunction(_)
            | ObjectKind::Error(_)
            | ObjectKind::Arguments
            | ObjectKind::Date(_)
            | ObjectKind::ArrayBuffer(_)
            | ObjectKind::Tools(_) => {}
            ObjectKind::Function(function) => {
                let count = capture_count(function.program, function.function);
                for index in 0..count as u32 {
                    tracer.value(self.slots.at(function.captures + index));
                }
                if let Some(extra) = &function.extra {
                    extra.home.into_iter().chain(extra.fields).for_each(|id| tracer.object(id));
                }
            }
            ObjectKind::NativeClosure(closure) => tracer.values(&closure.captures),
            ObjectKind::Bound(bound) => {
                tracer.object(bound.target);
                tracer.value(bound.this);
                tracer.values(&bound.arguments);
            }
            ObjectKind::Primitive(value) => tracer.value(*value),
            ObjectKind::Proxy(proxy) => {
                proxy.target.into_iter().chain(proxy.handler).for_each(|id| tracer.object(id));
            }
            ObjectKind::TypedArray(data) => tracer.object(data.buffer),
            ObjectKind::Data(data) => data.trace(tracer),
        }
    }

    fn sweep(&mut self, capture_count: CaptureCount<'_>) {
        let mut used = 0;
        let slots = &mut self.slots;
        self.objects.sweep(0, |_, object| {
            if object.flags & FREED != 0 {
                return;
            }
            slots.release(object.slots);
            if let ObjectKind::Function(function) = &object.kind {
                let count = capture_count(function.program, function.function);
                if count > 0 {
                    slots.release(Block { offset: function.captures, class: Block::class_of(count) });
                }
            }
            *object = Object::new(ShapeId(0), ObjectKind::Ordinary);
            object.flags = FREED;
        });
        for index in 0..self.objects.len() as u32 {
            let object = self.objects.get(index);
            if object.flags & FREED == 0 {
                used += OBJECT_BYTES + object.slots.capacity() * 8 + object.elements.bytes() + kind_bytes(&object.kind);
            }
        }
        let wells = crate::heap::symbol::WellKnown::ALL.len() as u32;
        self.symbols.sweep(wells, |_, _| {});
        self.bigints.sweep(0, |_, value| *value = num_bigint::BigInt::ZERO);
        self.cells.sweep(0, |_, value| *value = Value::UNDEFINED);
        self.accessors.sweep(0, |_, _| {});
        used += self.sweep_strings();
        used += self.shapes.sweep();
        used += self.cells.len() * 8 + self.symbols.len() * 12 + self.accessors.len() * 16;
        for index in 0..self.bigints.len() as u32 {
            used += 32 + self.bigints.get(index).bits() as usize / 8;
        }
        // Cached shape ids may be reused from now on.
        self.proto_epoch = self.proto_epoch.wrapping_add(1);
        self.set_used(used);
        let room = self.limit_bytes().saturating_sub(used);
        self.gc_threshold = used + used.max(FIRST_THRESHOLD).min(room / 2);
    }
}

fn kind_bytes(kind: &ObjectKind) -> usize {
    match kind {
        ObjectKind::Data(data) => data.bytes(),
        ObjectKind::NativeClosure(closure) => 32 + closure.captures.capacity() * 8,
        ObjectKind::Bound(bound) => 48 + bound.arguments.capacity() * 8,
        ObjectKind::Proxy(_) => 24,
        ObjectKind::ArrayBuffer(data) => size_of_val(&**data) + data.bytes.capacity(),
        ObjectKind::TypedArray(data) => size_of_val(&**data),
        ObjectKind::Error(data) => {
            80 + data.trace.capacity() * 12
                + data.original.as_ref().map_or(0, |text| text.len())
                + data.suggestions.iter().map(|text| text.len() + 24).sum::<usize>()
        }
        ObjectKind::Tools(path) => {
            56 + path.name.len() + path.segments.iter().map(|segment| segment.len() + 24).sum::<usize>()
        }
        ObjectKind::Function(function) => function.extra.as_ref().map_or(0, |_| 24),
        _ => 0,
    }
}
