//! `structuredClone` (HTML §2.7): deep copies of data, cycles included, and buffers handed over without a copy.
//!
//! The walk keeps its own stack, so that the depth of the data does not matter.

use rustc_hash::FxHashMap;

use super::data_view::DataViewData;
use super::dom_exception::DomException;
use super::error;
use super::map::{self, MapData};
use super::regexp;
use super::set::{self, SetData};
use super::typed_array::TypedArrayData;
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// An object whose copy is made and whose contents are still to be copied.
struct Pending {
    source: ObjectId,
    copy: ObjectId,
    parts: Parts,
    next: usize,
}

enum Parts {
    /// Own enumerable string-keyed properties.
    Properties(Vec<PropertyKey>),
    /// `cause` and `errors` of errors.
    Hidden(Vec<(PropertyKey, Value)>),
    /// The entries of a Map as they were.
    Entries(Vec<(Value, Value)>),
    /// The values of a Set as they were.
    Values(Vec<Value>),
}

#[derive(Default)]
struct Walk {
    copies: FxHashMap<ObjectId, ObjectId>,
    pending: Vec<Pending>,
    /// Buffers whose bytes are handed over at the end, each with the empty one that gets them.
    transfers: Vec<(ObjectId, ObjectId)>,
}

/// structuredClone ( value [ , options ] )
pub(crate) fn structured_clone(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if args.len() == 0 {
        return Err(cx.type_error("structuredClone needs a value"));
    }
    let value = args.at(cx, 0);
    let options = args.at(cx, 1);
    let mut walk = Walk::default();
    if let Some(options) = options.as_object() {
        let transfer = cx.get_named(options, "transfer")?;
        if !transfer.is_undefined() {
            for value in cx.iterable_to_list(transfer)? {
                walk.prepare_transfer(cx, value)?;
            }
        }
    } else if !options.is_nullish() {
        let shown = cx.describe(options);
        return Err(cx.type_error(&format!("the options of structuredClone must be an object, not {shown}")));
    }
    let result = walk.copy(cx, value)?;
    while let Some(top) = walk.pending.last_mut() {
        cx.charge_fuel(4)?;
        let (source, copy, at) = (top.source, top.copy, top.next);
        top.next += 1;
        match &top.parts {
            Parts::Properties(keys) => match keys.get(at).copied() {
                Some(property) => {
                    if let Some(value) = cx.own_enumerable_value(source, property)? {
                        let value = walk.copy(cx, value)?;
                        cx.create_data_property_or_throw(copy, property, value)?;
                    }
                }
                None => {
                    walk.pending.pop();
                }
            },
            Parts::Hidden(values) => match values.get(at).copied() {
                Some((property, value)) => {
                    let value = walk.copy(cx, value)?;
                    cx.heap.add_named(copy, property, value, Attributes::HIDDEN);
                }
                None => {
                    walk.pending.pop();
                }
            },
            Parts::Entries(entries) => match entries.get(at).copied() {
                Some((name, value)) => {
                    let name = walk.copy(cx, name)?;
                    let value = walk.copy(cx, value)?;
                    let name = cx.map_key(name)?;
                    cx.collection_insert::<MapData>(copy, name, value)?;
                }
                None => {
                    walk.pending.pop();
                }
            },
            Parts::Values(values) => match values.get(at).copied() {
                Some(value) => {
                    let value = walk.copy(cx, value)?;
                    let value = cx.map_key(value)?;
                    cx.collection_insert::<SetData>(copy, value, ())?;
                }
                None => {
                    walk.pending.pop();
                }
            },
        }
    }
    walk.transfer(cx)?;
    Ok(result)
}

impl Walk {
    /// A value of the `transfer` list: an ArrayBuffer that has bytes to give, once.
    fn prepare_transfer(&mut self, cx: &mut Vm, value: Value) -> Completion<()> {
        cx.charge_fuel(2)?;
        let Some(source) = value.as_object() else {
            let shown = cx.describe(value);
            return Err(cx.type_error(&format!("the transfer list must hold ArrayBuffers, not {shown}")));
        };
        let Some(max) = cx.heap.buffer(source).map(|data| data.max) else {
            let shown = cx.describe(value);
            return Err(data_clone_error(cx, &format!("{shown} cannot be transferred, only an ArrayBuffer can")));
        };
        let copy = cx.adopt_buffer(Vec::new(), max, None);
        if self.copies.insert(source, copy).is_some() {
            return Err(data_clone_error(cx, "an ArrayBuffer is listed twice in the transfer list"));
        }
        self.transfers.push((source, copy));
        Ok(())
    }

    /// Hands over the bytes of the transferred buffers, which are detached by it.
    fn transfer(&self, cx: &mut Vm) -> Completion<()> {
        if self.transfers.iter().any(|&(source, _)| cx.heap.buffer(source).is_none_or(|data| data.is_detached)) {
            return Err(data_clone_error(cx, "an ArrayBuffer in the transfer list is already detached"));
        }
        for &(source, copy) in &self.transfers {
            let bytes = cx.detach_buffer(source).unwrap_or_default();
            if let Some(data) = cx.heap.buffer_mut(copy) {
                data.bytes = bytes;
            }
        }
        Ok(())
    }

    /// The copy of a value; of an object only its shell, its contents are left pending.
    fn copy(&mut self, cx: &mut Vm, value: Value) -> Completion {
        if value.is_symbol() {
            return Err(not_cloneable(cx, value));
        }
        let Some(source) = value.as_object() else { return Ok(value) };
        if let Some(&copy) = self.copies.get(&source) {
            return Ok(copy.into());
        }
        cx.heap.charge(64)?;
        let copy = self.shell(cx, source)?;
        self.copies.insert(source, copy);
        Ok(copy.into())
    }

    fn shell(&mut self, cx: &mut Vm, source: ObjectId) -> Completion<ObjectId> {
        match &cx.heap.object(source).kind {
            ObjectKind::Ordinary => {
                let copy = cx.new_object();
                self.push_properties(cx, source, copy)?;
                Ok(copy)
            }
            ObjectKind::Array { length, .. } => {
                let length = u64::from(*length);
                let copy = cx.array_create(length, None)?;
                self.push_properties(cx, source, copy)?;
                Ok(copy)
            }
            ObjectKind::Primitive(wrapped) if !wrapped.is_symbol() => {
                let wrapped = *wrapped;
                cx.to_object(wrapped)
            }
            ObjectKind::Date(time) => {
                let time = *time;
                let proto = cx.intrinsic(Intrinsic::DatePrototype);
                Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Date(time)))
            }
            ObjectKind::Error(_) => self.copy_error(cx, source),
            ObjectKind::ArrayBuffer(data) => {
                let (length, max, is_detached) = (data.bytes.len(), data.max, data.is_detached);
                if is_detached {
                    return Err(data_clone_error(cx, "a detached ArrayBuffer could not be cloned"));
                }
                let bytes = cx.copy_of_bytes(source, 0, length)?;
                Ok(cx.adopt_buffer(bytes, max, None))
            }
            ObjectKind::TypedArray(array) => {
                let array = **array;
                if cx.heap.view(&array).is_none() {
                    return Err(view_error(cx));
                }
                let buffer = self.copy_buffer(cx, array.buffer)?;
                Ok(cx.new_typed_array(TypedArrayData { buffer, ..array }, None))
            }
            ObjectKind::Data(_) if cx.heap.data::<DataViewData>(source).is_some() => {
                let Some(&view) = cx.heap.data::<DataViewData>(source) else {
                    return Err(not_cloneable(cx, source.into()));
                };
                if cx.heap.data_view_bytes(&view).is_none() {
                    return Err(view_error(cx));
                }
                let buffer = self.copy_buffer(cx, view.buffer)?;
                Ok(cx.new_data_view(DataViewData { buffer, ..view }, None))
            }
            ObjectKind::Data(_) if cx.heap.data::<MapData>(source).is_some() => {
                let copy = map::new_map(cx);
                let entries = map::map_entries(cx, source);
                cx.heap.charge(entries.len() * 16)?;
                self.pending.push(Pending { source, copy, parts: Parts::Entries(entries), next: 0 });
                Ok(copy)
            }
            ObjectKind::Data(_) if regexp::is_regexp_object(cx, source) => regexp::copy(cx, source),
            ObjectKind::Data(_) if cx.heap.data::<SetData>(source).is_some() => {
                let copy = set::new_operation(cx, Value::UNDEFINED, Args::NONE)?;
                let Some(copy) = copy.as_object() else { return Err(not_cloneable(cx, source.into())) };
                let values = set::set_values(cx, source);
                cx.heap.charge(values.len() * 8)?;
                self.pending.push(Pending { source, copy, parts: Parts::Values(values), next: 0 });
                Ok(copy)
            }
            _ => Err(not_cloneable(cx, source.into())),
        }
    }

    /// The copy of the buffer of a view: the same one for all views.
    fn copy_buffer(&mut self, cx: &mut Vm, buffer: ObjectId) -> Completion<ObjectId> {
        let copy = self.copy(cx, buffer.into())?;
        copy.as_object().ok_or_else(|| Abort::Internal("the copy of a buffer is no object").into())
    }

    fn push_properties(&mut self, cx: &mut Vm, source: ObjectId, copy: ObjectId) -> Completion<()> {
        let mut keys = cx.own_property_keys(source)?;
        keys.retain(|key| key.is_string());
        cx.charge_fuel(keys.len() as u64)?;
        cx.heap.charge(keys.len() * size_of::<PropertyKey>())?;
        self.pending.push(Pending { source, copy, parts: Parts::Properties(keys), next: 0 });
        Ok(())
    }

    /// Errors keep their class, message, stack, cause and errors.
    fn copy_error(&mut self, cx: &mut Vm, source: ObjectId) -> Completion<ObjectId> {
        let name = cx.get(source, key::NAME)?;
        let name = if name.is_undefined() { "Error".to_owned() } else { cx.to_std_string(name)? };
        let proto = cx.intrinsic(error::prototype_named(&name).unwrap_or(Intrinsic::ErrorPrototype));
        let stack = match cx.heap.find_named(source, key::STACK) {
            Some((slot, attributes)) if !attributes.is_accessor() => Some(cx.read_slot(source, slot)),
            _ => None,
        };
        let data = match &cx.heap.object(source).kind {
            ObjectKind::Error(data) => data.clone(),
            _ => return Err(not_cloneable(cx, source.into())),
        };
        cx.heap.charge(data.trace.len() * 12)?;
        let copy = cx.heap.new_object_with_proto(Some(proto), ObjectKind::Error(data));
        if let Some(stack) = stack.filter(|stack| stack.is_string()) {
            cx.heap.add_named(copy, key::STACK, stack, Attributes::HIDDEN);
        }
        if let Some(message) = cx.ordinary_get_own_property(source, key::MESSAGE).and_then(|own| own.value) {
            let message = cx.to_string(message)?;
            cx.heap.add_named(copy, key::MESSAGE, message.into(), Attributes::HIDDEN);
        }
        let mut hidden = Vec::new();
        for property in [key::CAUSE, key::ERRORS] {
            if let Some(value) = cx.ordinary_get_own_property(source, property).and_then(|own| own.value) {
                hidden.push((property, value));
            }
        }
        self.pending.push(Pending { source, copy, parts: Parts::Hidden(hidden), next: 0 });
        Ok(copy)
    }
}

fn not_cloneable(cx: &mut Vm, value: Value) -> Unwind {
    let shown = cx.describe(value);
    data_clone_error(cx, &format!("{shown} could not be cloned"))
}

fn view_error(cx: &mut Vm) -> Unwind {
    data_clone_error(cx, "a view whose buffer is detached or too short could not be cloned")
}

fn data_clone_error(cx: &mut Vm, message: &str) -> Unwind {
    cx.dom_exception(DomException::DataClone, message)
}
