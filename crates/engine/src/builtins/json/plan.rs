//! Plans: what serializing an object of a shared shape takes, found once per shape.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::quote::quote;
use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::heap::shape::ShapeId;
use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey};
use crate::vm::Vm;

/// A property of a plan.
#[derive(Debug)]
pub(super) struct PlannedProperty {
    pub(super) slot: u32,
    pub(super) key: PropertyKey,
    /// The key in quotes with a colon, when it is Latin-1.
    pub(super) quoted: Option<Box<[u8]>>,
}

/// The enumerable data properties of a shared shape whose objects have and inherit no `toJSON`.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) shape: ShapeId,
    pub(super) properties: Vec<PlannedProperty>,
}

/// Plans by shape. Valid until a collection (shape ids are reused) and while no prototype changes its structure.
#[derive(Debug, Default)]
pub(super) struct Plans {
    by_shape: FxHashMap<ShapeId, Option<Arc<Plan>>>,
    last: Option<Arc<Plan>>,
    epoch: u32,
}

const MAX_PLANS: usize = 4096;

impl Plans {
    pub(super) fn clear(&mut self) {
        self.by_shape.clear();
        self.last = None;
    }

    /// The plan for an ordinary object or array; `None` when it must be serialized step by step.
    #[inline]
    pub(super) fn find(&mut self, cx: &mut Vm, object: ObjectId) -> Option<Arc<Plan>> {
        let shape = cx.heap.object(object).shape;
        if self.epoch != cx.heap.proto_epoch {
            self.clear();
            self.epoch = cx.heap.proto_epoch;
        }
        if let Some(plan) = &self.last
            && plan.shape == shape
        {
            return Some(plan.clone());
        }
        let plan = match self.by_shape.get(&shape) {
            Some(plan) => plan.clone(),
            None => {
                let plan = make(cx, shape).map(Arc::new);
                if self.by_shape.len() >= MAX_PLANS {
                    self.clear();
                }
                self.by_shape.insert(shape, plan.clone());
                plan
            }
        };
        if plan.is_some() {
            self.last = plan.clone();
        }
        plan
    }
}

fn make(cx: &mut Vm, id: ShapeId) -> Option<Plan> {
    let shape = cx.heap.shapes.get(id);
    if shape.is_unique {
        return None;
    }
    let table = shape.table.clone();
    if table.find(key::TO_JSON).is_some() || inherits_to_json(cx, shape.proto)? {
        return None;
    }
    let mut properties = Vec::with_capacity(table.entries.len());
    for (slot, entry) in table.entries.iter().enumerate() {
        let Some(PropertyKey::String(name)) = entry.key else { continue };
        if !entry.attributes.is_enumerable() {
            continue;
        }
        if entry.attributes.is_accessor() {
            return None;
        }
        let mut builder = StringBuilder::new();
        quote(&mut builder, cx.heap.str(name));
        builder.push_ascii(b":");
        let quoted = match builder.as_str() {
            Str::Latin1(bytes) => Some(bytes.into()),
            Str::Utf16(_) => None,
        };
        properties.push(PlannedProperty { slot: slot as u32, key: PropertyKey::String(name), quoted });
    }
    Some(Plan { shape: id, properties })
}

/// Whether a prototype chain has `toJSON`; `None` when that cannot be told.
fn inherits_to_json(cx: &Vm, proto: Option<ObjectId>) -> Option<bool> {
    let mut parent = proto;
    while let Some(object) = parent {
        match &cx.heap.object(object).kind {
            ObjectKind::Proxy(_) | ObjectKind::Tools(_) => return None,
            _ => {}
        }
        if cx.heap.find_named(object, key::TO_JSON).is_some() {
            return Some(true);
        }
        parent = cx.heap.proto_of(object);
    }
    Some(false)
}

/// EnumerableOwnProperties (§7.3.23) of kind key, charged.
pub(super) fn enumerable_own_keys(cx: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
    let mut keys = cx.own_property_keys(object)?;
    cx.charge_fuel(keys.len() as u64)?;
    cx.heap.ensure(keys.len() * size_of::<PropertyKey>())?;
    let mut kept = Vec::with_capacity(keys.len());
    for key in keys.drain(..) {
        if matches!(key, PropertyKey::Symbol(_)) {
            continue;
        }
        if cx.get_own_property(object, key)?.is_some_and(|property| property.is_enumerable()) {
            kept.push(key);
        }
    }
    Ok(kept)
}
