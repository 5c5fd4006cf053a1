//! JSON.parse with a reviver (§25.5.1.1): records of where values come from, and the operations with which the prelude
//! walks the result.

use rustc_hash::FxHashMap;

use super::parse::parse_string;
use crate::completion::{Completion, Unwind};
use crate::heap::Heap;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names;
use crate::realm::natives::Args;
use crate::value::{ObjectId, PropertyKey, StringId, Value};
use crate::vm::Vm;

/// A parsed value with the range of its source text (empty for arrays and objects).
#[derive(Clone, Copy)]
struct Node {
    value: Value,
    start: u32,
    end: u32,
}

/// Records of all parsed values, the whole one last.
#[derive(Default)]
pub(super) struct Records {
    text: Option<StringId>,
    nodes: Vec<Node>,
    /// The node of a property or element of a node; the last one where a key is repeated.
    children: FxHashMap<(u32, PropertyKey), u32>,
    /// Children of arrays and objects that are still open, and where those begin.
    pending: Vec<(PropertyKey, u32)>,
    starts: Vec<usize>,
}

impl Records {
    pub(super) fn primitive(&mut self, heap: &mut Heap, value: Value, start: usize, end: usize) -> Result<(), Unwind> {
        heap.charge(64)?;
        self.nodes.push(Node { value, start: start as u32, end: end as u32 });
        Ok(())
    }

    pub(super) fn open(&mut self) {
        self.starts.push(self.pending.len());
    }

    fn last(&self) -> u32 {
        (self.nodes.len() as u32).saturating_sub(1)
    }

    pub(super) fn element(&mut self, index: usize) {
        self.pending.push((PropertyKey::Index(index as u32), self.last()));
    }

    pub(super) fn property(&mut self, key: PropertyKey) {
        self.pending.push((key, self.last()));
    }

    pub(super) fn close(&mut self, heap: &mut Heap, value: Value) -> Result<(), Unwind> {
        heap.charge(64)?;
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { value, start: 0, end: 0 });
        let start = self.starts.pop().unwrap_or(0);
        for (key, child) in self.pending.drain(start..) {
            self.children.insert((id, key), child);
        }
        Ok(())
    }
}

impl ObjectData for Records {
    fn trace(&self, tracer: &mut Tracer) {
        for node in &self.nodes {
            tracer.value(node.value);
        }
        for (_, key) in self.children.keys() {
            tracer.key(*key);
        }
        if let Some(text) = self.text {
            tracer.string(text);
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.children.capacity() * 24
    }
}

/// `$JsonParseRecords(text)`: the records; the parsed value is that of the root node.
pub(crate) fn parse_records(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    let mut records = Records { text: Some(text), ..Records::default() };
    parse_string(cx, text, Some(&mut records))?;
    let proto = cx.intrinsic(Intrinsic::ObjectPrototype);
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(records))).into())
}

fn records(cx: &Vm, value: Value) -> Option<&Records> {
    cx.heap.data::<Records>(value.as_object()?)
}

/// `$JsonRoot(records)`: the parsed value.
pub(crate) fn root_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let root = records(cx, args.at(cx, 0)).and_then(|records| records.nodes.last());
    Ok(root.map_or(Value::UNDEFINED, |node| node.value))
}

fn node_argument(value: Value) -> Option<u32> {
    value.as_int().and_then(|node| u32::try_from(node).ok())
}

/// `$JsonMatches(records, node, value)`: the node when the value is still the one that was parsed, else -1. Node -2
/// stands for the root.
pub(crate) fn matches_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (node, value) = (args.at(cx, 1), args.at(cx, 2));
    let found = records(cx, args.at(cx, 0)).and_then(|records| {
        let id = if node == Value::int(-2) { records.last() } else { node_argument(node)? };
        Some((id, records.nodes.get(id as usize)?.value))
    });
    let Some((id, parsed)) = found else { return Ok(Value::int(-1)) };
    Ok(if cx.same_value(parsed, value) { Value::index(id as usize) } else { Value::int(-1) })
}

/// `$JsonChild(records, node, key)`: the node of a property, or -1.
pub(crate) fn child_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(node) = node_argument(args.at(cx, 1)) else { return Ok(Value::int(-1)) };
    let key = cx.to_property_key(args.at(cx, 2))?;
    let child = records(cx, args.at(cx, 0)).and_then(|records| records.children.get(&(node, key)));
    Ok(child.map_or(Value::int(-1), |&child| Value::index(child as usize)))
}

/// `$JsonSource(records, node)`: the source text of a primitive.
pub(crate) fn source_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let node = node_argument(args.at(cx, 1));
    let found = records(cx, args.at(cx, 0)).and_then(|records| {
        let node = records.nodes.get(node? as usize)?;
        Some((records.text?, node.start as usize, node.end as usize))
    });
    match found {
        Some((text, start, end)) => Ok(cx.heap.substring(text, start, end)?.into()),
        None => Ok(names::EMPTY.into()),
    }
}

// ── Walking what a reviver sees ────────────────────────────────────────────────────────────────────────────────────

fn object_argument(cx: &mut Vm, value: Value) -> Completion<ObjectId> {
    cx.to_object(value)
}

/// `$EnumerableOwnKeys(object)`: EnumerableOwnProperties (§7.3.23) of kind key, as an array.
pub(crate) fn keys_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = object_argument(cx, args.at(cx, 0))?;
    let keys = super::plan::enumerable_own_keys(cx, object)?;
    let mut values = Vec::new();
    crate::builtins::string::reserve(cx, &mut values, keys.len())?;
    for key in keys {
        values.push(cx.heap.key_to_value(key)?);
    }
    Ok(cx.new_array(values)?.into())
}

/// `$DeleteProperty(object, key)`: without throwing.
pub(crate) fn delete_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = object_argument(cx, args.at(cx, 0))?;
    let key = cx.to_property_key(args.at(cx, 1))?;
    Ok(cx.delete(object, key)?.into())
}
