//! `JSON.stringify` (§25.5.2): a serializer with an explicit stack that stops wherever a function of the program has to
//! be called, so that the prelude can call it and hand back the result.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::plan::{Plan, Plans, enumerable_own_keys};
use super::quote::quote;
use super::raw::raw_text;
use crate::builtins::string::{check, finish};
use crate::completion::{Abort, Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::shape::Attributes;
use crate::heap::string_builder::StringBuilder;
use crate::ops::conversion::int_digits;
use crate::realm::Intrinsic;
use crate::realm::names::{self, key};
use crate::realm::natives::{Args, NativeBody};
use crate::value::{ObjectId, PropertyKey, StringId, Unpacked, Value};
use crate::vm::Vm;

/// Output between two charges.
const BATCH: usize = 4096;
/// Depth from which cycles are found by a set instead of by looking at the stack.
const SHALLOW: usize = 16;

/// The keys of an object that is being serialized.
enum Keys {
    /// Those of its shape, as long as it keeps that.
    Plan(Arc<Plan>),
    List(Vec<PropertyKey>),
}

/// An object or array whose end has not been written.
enum Frame {
    Object { object: ObjectId, keys: Keys, next: usize, is_empty: bool },
    Array { object: ObjectId, length: u64, next: u64 },
}

impl Frame {
    fn object(&self) -> ObjectId {
        match self {
            Frame::Object { object, .. } | Frame::Array { object, .. } => *object,
        }
    }
}

/// The key under which a value is found.
#[derive(Clone, Copy)]
enum Name {
    Root,
    /// Property of the innermost frame with this position in its keys.
    Property(usize),
    Index(u64),
}

/// What a call was made for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    ToJson,
    Replacer,
}

/// A call of a function of the program that has to be made.
struct Pending {
    purpose: Purpose,
    name: Name,
    function: Value,
    this: Value,
    key: Value,
    value: Value,
}

/// How far a serialization came.
enum Step {
    /// The text, or undefined.
    Done(Value),
    Call,
}

pub(super) struct Serializer {
    replacer: Option<Value>,
    property_list: Option<Vec<PropertyKey>>,
    gap: Option<StringId>,
    /// The object that holds the root value, for a replacer.
    wrapper: Option<ObjectId>,
    root: Value,
    out: StringBuilder,
    charged: usize,
    stack: Vec<Frame>,
    /// Objects on the stack, once it is deep.
    seen: FxHashSet<ObjectId>,
    plans: Plans,
    pending: Option<Pending>,
    /// Bytes that were charged for holding this in the heap.
    held: usize,
}

impl ObjectData for Serializer {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.value(self.root);
        tracer.value(self.replacer.unwrap_or(Value::UNDEFINED));
        for key in self.property_list.iter().flatten() {
            tracer.key(*key);
        }
        if let Some(gap) = self.gap {
            tracer.string(gap);
        }
        if let Some(wrapper) = self.wrapper {
            tracer.object(wrapper);
        }
        for frame in &self.stack {
            tracer.object(frame.object());
            if let Frame::Object { keys, .. } = frame {
                match keys {
                    Keys::Plan(plan) => plan.properties.iter().for_each(|property| tracer.key(property.key)),
                    Keys::List(list) => list.iter().for_each(|key| tracer.key(*key)),
                }
            }
        }
        if let Some(pending) = &self.pending {
            tracer.values(&[pending.function, pending.this, pending.key, pending.value]);
        }
    }

    fn bytes(&self) -> usize {
        let keys = |frame: &Frame| match frame {
            Frame::Object { keys: Keys::List(list), .. } => list.len() * size_of::<PropertyKey>(),
            _ => 0,
        };
        self.out.bytes()
            + self.stack.capacity() * size_of::<Frame>()
            + self.seen.capacity() * 8
            + self.stack.iter().map(keys).sum::<usize>()
    }
}

/// `$JsonStringify(value, replacer, space)`: the text, undefined, or a serializer that waits for a call.
pub(crate) fn stringify_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let mut serializer = Serializer::new(cx, args.at(cx, 0), args.at(cx, 1), args.at(cx, 2))?;
    let step = serializer.start(cx)?;
    match step {
        Step::Done(value) => Ok(value),
        Step::Call => {
            let bytes = serializer.bytes();
            cx.heap.charge(size_of::<Serializer>() + bytes)?;
            Ok(cx.heap.new_object_with_proto(None, ObjectKind::Data(Box::new(serializer))).into())
        }
    }
}

/// `$JsonPending(serializer, part)`: the function to call, its `this`, the key, the value, and whether it takes both.
pub(crate) fn pending_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let serializer = args.at(cx, 0).as_object().and_then(|object| cx.heap.data::<Serializer>(object));
    let Some(pending) = serializer.and_then(|serializer| serializer.pending.as_ref()) else {
        return Err(Abort::Internal("no pending call of JSON.stringify").into());
    };
    Ok(match args.at(cx, 1).as_int() {
        Some(0) => pending.function,
        Some(1) => pending.this,
        Some(2) => pending.key,
        Some(3) => pending.value,
        _ => (pending.purpose == Purpose::Replacer).into(),
    })
}

/// `$JsonContinue(serializer, result)`: goes on with the result of the call; gives what `$JsonStringify` gives.
pub(crate) fn continue_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let state = args.at(cx, 0);
    let taken = state.as_object().and_then(|object| cx.heap.data_mut::<Serializer>(object)).map(std::mem::take);
    let (Some(mut serializer), Some(object)) = (taken, state.as_object()) else {
        return Err(Abort::Internal("no serializer to continue").into());
    };
    // A collection may have freed shapes since.
    serializer.plans.clear();
    match serializer.resume(cx, args.at(cx, 1))? {
        Step::Done(value) => Ok(value),
        Step::Call => {
            if let Some(place) = cx.heap.data_mut::<Serializer>(object) {
                *place = serializer;
            }
            Ok(state)
        }
    }
}

/// Serializes with calls made at once.
pub(super) fn stringify_nested(cx: &mut Vm, value: Value) -> Completion<Option<StringId>> {
    let mut serializer = Serializer::new(cx, value, Value::UNDEFINED, Value::UNDEFINED)?;
    let mut step = serializer.start(cx)?;
    loop {
        match (step, &serializer.pending) {
            (Step::Done(value), _) => return Ok(value.as_string()),
            (Step::Call, Some(pending)) => {
                let result = cx.call(pending.function, pending.this, &[pending.key])?;
                step = serializer.resume(cx, result)?;
            }
            (Step::Call, None) => return Err(Abort::Internal("no pending call of JSON.stringify").into()),
        }
    }
}

impl Default for Serializer {
    fn default() -> Serializer {
        Serializer {
            replacer: None,
            property_list: None,
            gap: None,
            wrapper: None,
            root: Value::UNDEFINED,
            out: StringBuilder::new(),
            charged: 0,
            stack: Vec::new(),
            seen: FxHashSet::default(),
            plans: Plans::default(),
            pending: None,
            held: 0,
        }
    }
}

impl Serializer {
    /// Steps 1 to 8 of JSON.stringify.
    fn new(cx: &mut Vm, value: Value, replacer: Value, space: Value) -> Completion<Serializer> {
        let mut serializer = Serializer { root: value, ..Serializer::default() };
        if cx.is_callable(replacer) {
            serializer.replacer = Some(replacer);
        } else if cx.is_array(replacer)?
            && let Some(list) = replacer.as_object()
        {
            serializer.property_list = Some(property_list(cx, list)?);
        }
        serializer.gap = gap(cx, space)?;
        Ok(serializer)
    }

    fn start(&mut self, cx: &mut Vm) -> Completion<Step> {
        if self.replacer.is_some() {
            let wrapper = cx.new_object();
            cx.heap.add_named(wrapper, key::EMPTY, self.root, Attributes::ALL);
            self.wrapper = Some(wrapper);
        }
        let (root, name) = (self.root, Name::Root);
        match self.property(cx, name, root)? {
            true => Ok(Step::Call),
            false => self.run(cx),
        }
    }

    fn resume(&mut self, cx: &mut Vm, result: Value) -> Completion<Step> {
        let Some(pending) = self.pending.take() else {
            return Err(Abort::Internal("no pending call of JSON.stringify").into());
        };
        let waits = match pending.purpose {
            Purpose::ToJson => self.replace(cx, pending.name, result)?,
            Purpose::Replacer => {
                self.emit(cx, pending.name, result)?;
                false
            }
        };
        if waits { Ok(Step::Call) } else { self.run(cx) }
    }

    /// Writes until everything is written or a call is needed.
    fn run(&mut self, cx: &mut Vm) -> Completion<Step> {
        loop {
            if self.out.len() - self.charged >= BATCH {
                self.charge(cx)?;
            }
            let waits = match self.stack.last_mut() {
                None => return self.finish(cx),
                Some(Frame::Array { object, length, next }) => {
                    if *next == *length {
                        self.close(cx, b"]");
                        continue;
                    }
                    let (object, index) = (*object, *next);
                    *next += 1;
                    let value = cx.get_index(object, index)?;
                    self.property(cx, Name::Index(index), value)?
                }
                Some(Frame::Object { object, keys, next, .. }) => {
                    let (object, index) = (*object, *next);
                    *next += 1;
                    let value = match keys {
                        Keys::Plan(plan) => match plan.properties.get(index) {
                            None => {
                                self.close(cx, b"}");
                                continue;
                            }
                            Some(property) => {
                                if cx.heap.object(object).shape == plan.shape {
                                    cx.read_slot(object, property.slot)
                                } else {
                                    let key = property.key;
                                    cx.get(object, key)?
                                }
                            }
                        },
                        Keys::List(list) => match list.get(index).copied() {
                            None => {
                                self.close(cx, b"}");
                                continue;
                            }
                            Some(key) => cx.get(object, key)?,
                        },
                    };
                    self.property(cx, Name::Property(index), value)?
                }
            };
            if waits {
                return Ok(Step::Call);
            }
        }
    }

    fn charge(&mut self, cx: &mut Vm) -> Completion<()> {
        cx.charge_fuel((self.out.len() - self.charged) as u64 / 8)?;
        self.charged = self.out.len();
        check(cx, &mut self.out)
    }

    fn finish(&mut self, cx: &mut Vm) -> Completion<Step> {
        let out = std::mem::take(&mut self.out);
        if out.is_empty() {
            return Ok(Step::Done(Value::UNDEFINED));
        }
        Ok(Step::Done(finish(cx, out)?.into()))
    }

    // ── SerializeJSONProperty (§25.5.2.2) ──────────────────────────────────────────────────────────────────────────

    /// Serializes a property that was read. True when a call is needed first.
    #[inline]
    fn property(&mut self, cx: &mut Vm, name: Name, value: Value) -> Completion<bool> {
        if !value.is_object() && !value.is_bigint() {
            if self.replacer.is_some() {
                return self.replace(cx, name, value);
            }
            self.emit_primitive(cx, name, value)?;
            return Ok(false);
        }
        if let Some(object) = value.as_object()
            && self.replacer.is_none()
            && self.property_list.is_none()
        {
            let elements = &cx.heap.object(object).elements;
            let has_elements = !elements.is_dense() || !elements.dense().is_empty();
            if let Some(length) = cx.heap.array_length(object) {
                if self.plans.find(cx, object).is_some() {
                    self.open_array(cx, name, object, u64::from(length))?;
                    return Ok(false);
                }
            } else if !has_elements
                && matches!(cx.heap.object(object).kind, ObjectKind::Ordinary)
                && let Some(plan) = self.plans.find(cx, object)
            {
                self.open_object(cx, name, object, Keys::Plan(plan))?;
                return Ok(false);
            }
        }
        if let Some(reference) = value.as_object().filter(|_| cx.is_tool_reference(value)) {
            return Err(cx.tool_data_error(reference));
        }
        let method = cx.get_v(value, key::TO_JSON)?;
        if !cx.is_callable(method) {
            return self.replace(cx, name, value);
        }
        let key = self.key_value(cx, name)?;
        if self.is_native(cx, method) {
            let result = cx.call(method, value, &[key])?;
            return self.replace(cx, name, result);
        }
        self.pending = Some(Pending { purpose: Purpose::ToJson, name, function: method, this: value, key, value });
        Ok(true)
    }

    /// Whether a function is a built-in in Rust, which may be called at once.
    fn is_native(&self, cx: &Vm, function: Value) -> bool {
        let Some(object) = function.as_object() else { return false };
        let ObjectKind::Native(native) = cx.heap.object(object).kind else { return false };
        cx.engine.natives.get(native.0 as usize).is_some_and(|info| matches!(info.body, NativeBody::Rust(_)))
    }

    /// The part from the replacer function on. True when it has to be called.
    fn replace(&mut self, cx: &mut Vm, name: Name, value: Value) -> Completion<bool> {
        let Some(function) = self.replacer else {
            self.emit(cx, name, value)?;
            return Ok(false);
        };
        let holder = self.stack.last().map(Frame::object).or(self.wrapper);
        let this = holder.map_or(Value::UNDEFINED, Value::object);
        let key = self.key_value(cx, name)?;
        self.pending = Some(Pending { purpose: Purpose::Replacer, name, function, this, key, value });
        Ok(true)
    }

    /// The key as the program sees it.
    fn key_value(&self, cx: &mut Vm, name: Name) -> Completion {
        match name {
            Name::Root => Ok(names::EMPTY.into()),
            Name::Index(index) => {
                let key = cx.index_key(index)?;
                cx.heap.key_to_value(key)
            }
            Name::Property(_) => match self.property_key(name) {
                Some(key) => cx.heap.key_to_value(key),
                None => Ok(names::EMPTY.into()),
            },
        }
    }

    fn property_key(&self, name: Name) -> Option<PropertyKey> {
        let (Name::Property(index), Some(Frame::Object { keys, .. })) = (name, self.stack.last()) else { return None };
        match keys {
            Keys::Plan(plan) => plan.properties.get(index).map(|property| property.key),
            Keys::List(list) => list.get(index).copied(),
        }
    }

    /// The part after the replacer function.
    fn emit(&mut self, cx: &mut Vm, name: Name, value: Value) -> Completion<()> {
        let Some(object) = value.as_object() else { return self.emit_primitive(cx, name, value) };
        if let ObjectKind::Primitive(wrapped) = cx.heap.object(object).kind {
            match wrapped.unpack() {
                Unpacked::Int(_) | Unpacked::Double(_) => {
                    let number = cx.to_number(value)?;
                    return self.emit_primitive(cx, name, Value::number(number));
                }
                Unpacked::String(_) => {
                    let text = cx.to_string(value)?;
                    return self.emit_primitive(cx, name, text.into());
                }
                Unpacked::Boolean(_) | Unpacked::BigInt(_) => return self.emit_primitive(cx, name, wrapped),
                _ => {}
            }
        }
        if let Some(raw) = raw_text(cx, object) {
            self.prefix(cx, name)?;
            self.out.push(cx.heap.str(raw));
            return Ok(());
        }
        if cx.is_callable(value) {
            return self.emit_primitive(cx, name, Value::UNDEFINED);
        }
        if cx.is_promise(value) {
            let place = self.place_text(cx, name);
            let message = format!("JSON.stringify cannot serialize a Promise{place}; await it first");
            let advice =
                if place.is_empty() { "write `JSON.stringify(await …)`" } else { "await it where it is put in" };
            return Err(cx.invalid_data_error(&message, vec![advice.to_owned()]));
        }
        if cx.is_array(value)? {
            let length = cx.length_of_array_like(object)?;
            return self.open_array(cx, name, object, length);
        }
        let keys = match &self.property_list {
            Some(list) => list.clone(),
            None => self.own_keys(cx, object)?,
        };
        cx.heap.ensure(self.held + keys.len() * size_of::<PropertyKey>())?;
        self.open_object(cx, name, object, Keys::List(keys))
    }

    /// The keys of an object. Deviation: errors show their name and message first, unless they were given a prototype
    /// that makes them something else.
    fn own_keys(&mut self, cx: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let own = enumerable_own_keys(cx, object)?;
        if !matches!(cx.heap.object(object).kind, ObjectKind::Error(_)) || !inherits_from_error(cx, object) {
            return Ok(own);
        }
        let mut keys = vec![key::NAME, key::MESSAGE];
        keys.extend(own.into_iter().filter(|&own| own != key::NAME && own != key::MESSAGE));
        Ok(keys)
    }

    /// Writes a value that is no object (functions come as undefined).
    #[inline]
    fn emit_primitive(&mut self, cx: &mut Vm, name: Name, value: Value) -> Completion<()> {
        match value.unpack() {
            Unpacked::String(id) => {
                self.prefix(cx, name)?;
                let id = cx.heap.flatten(id)?;
                let text = cx.heap.str(id);
                if text.len() > BATCH {
                    // Six units for every one at most, two bytes each.
                    cx.charge_fuel(text.len() as u64 / 8)?;
                    cx.heap.ensure(self.out.len() * 2 + cx.heap.string_len(id) * 12)?;
                }
                quote(&mut self.out, cx.heap.str(id));
            }
            Unpacked::Int(number) => {
                self.prefix(cx, name)?;
                self.out.push_ascii(int_digits(number, &mut [0; 11]));
            }
            Unpacked::Double(number) => {
                self.prefix(cx, name)?;
                if number.is_finite() {
                    self.out.push_ascii(ryu_js::Buffer::new().format_finite(number).as_bytes());
                } else {
                    self.out.push_ascii(b"null");
                }
            }
            Unpacked::Boolean(flag) => {
                self.prefix(cx, name)?;
                self.out.push_ascii(if flag { b"true" } else { b"false" });
            }
            Unpacked::Null => {
                self.prefix(cx, name)?;
                self.out.push_ascii(b"null");
            }
            Unpacked::BigInt(_) => {
                let place = self.place_text(cx, name);
                return Err(cx.type_error(&format!(
                    "Do not know how to serialize a BigInt{place}; convert it with String(value) or Number(value)"
                )));
            }
            Unpacked::Undefined | Unpacked::Symbol(_) | Unpacked::Object(_) | Unpacked::Internal => {
                if let Name::Index(_) = name {
                    self.prefix(cx, name)?;
                    self.out.push_ascii(b"null");
                }
            }
        }
        Ok(())
    }

    /// Writes what stands before a value: comma, line break and key.
    #[inline]
    fn prefix(&mut self, cx: &mut Vm, name: Name) -> Completion<()> {
        match (name, self.stack.last_mut()) {
            (Name::Index(index), _) => {
                if index > 0 {
                    self.out.push_ascii(b",");
                }
                self.line_break(cx, self.stack.len())
            }
            (Name::Property(index), Some(Frame::Object { keys, is_empty, .. })) => {
                if !std::mem::replace(is_empty, false) {
                    self.out.push_ascii(b",");
                }
                if self.gap.is_some() {
                    let depth = self.stack.len();
                    self.line_break(cx, depth)?;
                    if let Some(key) = self.property_key(name) {
                        self.quote_key(cx, key)?;
                    }
                    self.out.push_ascii(b": ");
                    return Ok(());
                }
                let key = match keys {
                    Keys::Plan(plan) => match plan.properties.get(index) {
                        Some(property) => {
                            if let Some(quoted) = &property.quoted {
                                self.out.push_ascii(quoted);
                                return Ok(());
                            }
                            property.key
                        }
                        None => key::EMPTY,
                    },
                    Keys::List(list) => list.get(index).copied().unwrap_or(key::EMPTY),
                };
                self.quote_key(cx, key)?;
                self.out.push_ascii(b":");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn quote_key(&mut self, cx: &mut Vm, key: PropertyKey) -> Completion<()> {
        if let PropertyKey::Index(index) = key {
            self.out.push_str(&format!("\"{index}\""));
        } else if let PropertyKey::String(id) = key {
            let id = cx.heap.flatten(id)?;
            quote(&mut self.out, cx.heap.str(id));
        }
        Ok(())
    }

    fn line_break(&mut self, cx: &mut Vm, depth: usize) -> Completion<()> {
        let Some(gap) = self.gap else { return Ok(()) };
        // Deep nesting with a gap is quadratic in the depth.
        cx.charge_fuel(depth as u64 / 4)?;
        cx.heap.ensure(self.out.len() * 2 + depth * 20)?;
        self.out.push_ascii(b"\n");
        for _ in 0..depth {
            self.out.push(cx.heap.str(gap));
        }
        check(cx, &mut self.out)
    }

    // ── SerializeJSONObject, SerializeJSONArray (§25.5.2.4, §25.5.2.5) ─────────────────────────────────────────────

    fn open_object(&mut self, cx: &mut Vm, name: Name, object: ObjectId, keys: Keys) -> Completion<()> {
        self.enter(cx, name, object)?;
        self.prefix(cx, name)?;
        self.out.push_ascii(b"{");
        if let Keys::List(list) = &keys {
            self.held += list.len() * size_of::<PropertyKey>();
        }
        self.stack.push(Frame::Object { object, keys, next: 0, is_empty: true });
        Ok(())
    }

    fn open_array(&mut self, cx: &mut Vm, name: Name, object: ObjectId, length: u64) -> Completion<()> {
        self.enter(cx, name, object)?;
        self.prefix(cx, name)?;
        self.out.push_ascii(b"[");
        self.stack.push(Frame::Array { object, length, next: 0 });
        Ok(())
    }

    fn close(&mut self, cx: &mut Vm, bracket: &[u8]) {
        let Some(frame) = self.stack.pop() else { return };
        let is_empty = match &frame {
            Frame::Object { is_empty, keys, .. } => {
                if let Keys::List(list) = keys {
                    self.held = self.held.saturating_sub(list.len() * size_of::<PropertyKey>());
                }
                *is_empty
            }
            Frame::Array { length, .. } => *length == 0,
        };
        if !is_empty && self.gap.is_some() {
            self.out.push_ascii(b"\n");
            if let Some(gap) = self.gap {
                for _ in 0..self.stack.len() {
                    self.out.push(cx.heap.str(gap));
                }
            }
        }
        self.out.push_ascii(bracket);
        if self.stack.len() >= SHALLOW {
            self.seen.remove(&frame.object());
        }
    }

    /// Checks for a cycle and makes room for a frame.
    #[inline]
    fn enter(&mut self, cx: &mut Vm, name: Name, object: ObjectId) -> Completion<()> {
        let depth = self.stack.len();
        let shallow = self.stack.get(..depth.min(SHALLOW)).unwrap_or(&[]);
        if shallow.iter().any(|frame| frame.object() == object) || (depth >= SHALLOW && !self.seen.insert(object)) {
            return Err(self.cycle_error(cx, name, object));
        }
        cx.charge_fuel(1)?;
        if depth == self.stack.capacity() {
            cx.heap.ensure(self.held + depth * 4 * size_of::<Frame>() + self.out.len() * 2)?;
        }
        Ok(())
    }

    // ── Errors ─────────────────────────────────────────────────────────────────────────────────────────────────────

    #[cold]
    fn cycle_error(&mut self, cx: &mut Vm, name: Name, object: ObjectId) -> Unwind {
        let class = cx.class_name(object).unwrap_or_else(|| "Object".into());
        let place = match name {
            Name::Index(index) => format!("index {index}"),
            _ => match self.property_key(name) {
                Some(key) => format!("property '{}'", cx.heap.key_label(key)),
                None => "the value".into(),
            },
        };
        cx.type_error(&format!(
            "Converting circular structure to JSON\n    --> starting at object with constructor '{class}'\n    --- {place} closes the circle"
        ))
    }

    /// Where a value stands, for messages.
    #[cold]
    fn place_text(&mut self, cx: &mut Vm, name: Name) -> String {
        match name {
            Name::Root => String::new(),
            Name::Index(index) => format!(" (at index {index})"),
            Name::Property(_) => match self.property_key(name) {
                Some(key) => format!(" (property '{}')", cx.heap.key_label(key)),
                None => String::new(),
            },
        }
    }
}

/// The property list of a replacer array (step 5.b of JSON.stringify).
fn property_list(cx: &mut Vm, replacer: ObjectId) -> Completion<Vec<PropertyKey>> {
    let length = cx.length_of_array_like(replacer)?;
    let mut list = Vec::new();
    let mut known = FxHashSet::default();
    for index in 0..length {
        cx.charge_fuel(2)?;
        let value = cx.get_index(replacer, index)?;
        let is_name = match value.unpack() {
            Unpacked::String(_) | Unpacked::Int(_) | Unpacked::Double(_) => true,
            Unpacked::Object(object) => match cx.heap.object(object).kind {
                ObjectKind::Primitive(wrapped) => wrapped.is_string() || wrapped.is_number(),
                _ => false,
            },
            _ => false,
        };
        if is_name {
            let name = cx.to_string(value)?;
            let name = cx.heap.key_from_string(name)?;
            if known.insert(name) {
                cx.heap.charge(size_of::<PropertyKey>() * 2)?;
                list.push(name);
            }
        }
    }
    Ok(list)
}

/// The gap (steps 6 to 8 of JSON.stringify).
fn gap(cx: &mut Vm, space: Value) -> Completion<Option<StringId>> {
    let mut space = space;
    if let Some(object) = space.as_object()
        && let ObjectKind::Primitive(wrapped) = cx.heap.object(object).kind
    {
        if wrapped.is_number() {
            space = Value::number(cx.to_number(space)?);
        } else if wrapped.is_string() {
            space = cx.to_string(space)?.into();
        }
    }
    let gap = if space.is_number() {
        let count = cx.to_integer_or_infinity(space)?.clamp(0.0, 10.0) as usize;
        cx.heap.new_latin1(b"          ".get(..count).unwrap_or(&[]))?
    } else if let Some(text) = space.as_string() {
        cx.heap.substring(text, 0, 10)?
    } else {
        return Ok(None);
    };
    // An empty gap is no gap.
    Ok((cx.heap.string_len(gap) > 0).then_some(gap))
}

/// Whether `Error.prototype` is among the prototypes of an object.
fn inherits_from_error(cx: &mut Vm, object: ObjectId) -> bool {
    let wanted = cx.intrinsic(Intrinsic::ErrorPrototype);
    let mut next = cx.heap.proto_of(object);
    // A chain ends, and where a proxy stands in it nothing is known.
    while let Some(proto) = next {
        if proto == wanted {
            return true;
        }
        next = cx.heap.proto_of(proto);
    }
    false
}
