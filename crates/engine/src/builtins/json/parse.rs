//! `JSON.parse` (§25.5.1): one pass over the text, straight into the heap, with an explicit stack.
//!
//! Objects with the same keys share shapes: the transition that a key took from a shape is remembered, so that a key is
//! usually compared with one known string instead of being looked up.

use super::number;
use super::record::Records;
use super::source::{END, Latin1, Source, Utf8, Wide};
use crate::completion::{Completion, Unwind};
use crate::heap::object::{Object, ObjectKind};
use crate::heap::shape::{Attributes, ShapeId};
use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::value::{ObjectId, PropertyKey, StringId, Value};
use crate::vm::Vm;

/// Parses Rust text.
pub(super) fn parse_text(cx: &mut Vm, text: &str) -> Completion {
    Parser::new(cx, Utf8(text), None).run(cx)
}

/// `$JsonParse(text)`: without a reviver.
pub(crate) fn parse_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    parse_string(cx, text, None)
}

/// Parses a flat string of the heap, keeping records of the sources of values when asked.
pub(super) fn parse_string(cx: &mut Vm, text: StringId, records: Option<&mut Records>) -> Completion {
    // The heap changes while the text is read, so it is copied out.
    cx.heap.ensure(cx.heap.string_len(text) * 2)?;
    match cx.heap.str(text) {
        Str::Latin1(bytes) => {
            let copy = bytes.to_vec();
            Parser::new(cx, Latin1(&copy), records).run(cx)
        }
        Str::Utf16(units) => {
            let copy = units.to_vec();
            Parser::new(cx, Wide(&copy), records).run(cx)
        }
    }
}

/// An array or object whose end has not been read.
enum Open {
    Array {
        /// Where its values begin on the stack of values.
        start: usize,
    },
    Object {
        start: usize,
        /// The shape with the properties so far.
        shape: ShapeId,
        /// Made early for the sake of indices or of many properties.
        object: Option<ObjectId>,
        /// The key of the value that is being read and where it goes.
        key: PropertyKey,
        place: Place,
    },
}

/// Where the value of a property goes.
#[derive(Clone, Copy)]
enum Place {
    /// To the next slot, which leads to this shape.
    Append(ShapeId),
    /// To a slot that has a value already: the key is repeated.
    Overwrite(u32),
    /// To an element of the object.
    Element(u32),
    /// To a property of an object with a shape of its own.
    Own,
}

/// A transition taken before.
#[derive(Clone, Copy)]
struct Transition {
    from: ShapeId,
    key: PropertyKey,
    name: StringId,
    to: ShapeId,
}

const TRANSITIONS: usize = 256;
/// Units read between two charges.
const BATCH: usize = 4096;

struct Parser<'a, S> {
    source: S,
    at: usize,
    charged: usize,
    open: Vec<Open>,
    values: Vec<Value>,
    empty: ShapeId,
    transitions: Vec<Option<Transition>>,
    records: Option<&'a mut Records>,
}

impl<'a, S: Source> Parser<'a, S> {
    fn new(cx: &mut Vm, source: S, records: Option<&'a mut Records>) -> Self {
        let proto = cx.intrinsic(Intrinsic::ObjectPrototype);
        let empty = cx.heap.root_shape(Some(proto));
        Parser {
            source,
            at: 0,
            charged: 0,
            open: Vec::new(),
            values: Vec::new(),
            empty,
            transitions: vec![None; TRANSITIONS],
            records,
        }
    }

    fn run(mut self, cx: &mut Vm) -> Completion {
        loop {
            if self.at - self.charged >= BATCH {
                self.charge(cx)?;
            }
            let Some(mut value) = self.value(cx)? else { continue };
            loop {
                self.skip_space();
                let unit = self.source.at(self.at);
                match self.open.last_mut() {
                    None => {
                        if unit != END {
                            return Err(self.error(cx, "Unexpected non-whitespace character after JSON"));
                        }
                        self.charge(cx)?;
                        return Ok(value);
                    }
                    Some(Open::Array { start }) => {
                        let start = *start;
                        if self.values.len() == self.values.capacity() {
                            self.grow(cx)?;
                        }
                        self.values.push(value);
                        if let Some(records) = &mut self.records {
                            records.element(self.values.len() - start - 1);
                        }
                        match unit {
                            0x2C => self.at += 1,
                            0x5D => {
                                self.at += 1;
                                value = self.close_array(cx, start)?;
                                continue;
                            }
                            _ => return Err(self.error(cx, "Expected ',' or ']' after array element")),
                        }
                    }
                    Some(Open::Object { .. }) => {
                        self.store(cx, value)?;
                        match unit {
                            0x2C => {
                                self.at += 1;
                                self.skip_space();
                                if self.source.at(self.at) != 0x22 {
                                    return Err(self.error(cx, "Expected double-quoted property name"));
                                }
                                self.property_name(cx)?;
                            }
                            0x7D => {
                                self.at += 1;
                                value = self.close_object(cx)?;
                                continue;
                            }
                            _ => return Err(self.error(cx, "Expected ',' or '}' after property value")),
                        }
                    }
                }
                break;
            }
        }
    }

    fn charge(&mut self, cx: &mut Vm) -> Completion<()> {
        cx.charge_fuel((self.at - self.charged) as u64 / 8 + 1)?;
        self.charged = self.at;
        // Small objects and strings are counted without a check.
        cx.heap.ensure(self.values.capacity() * 8)
    }

    #[cold]
    fn grow(&mut self, cx: &mut Vm) -> Completion<()> {
        let more = self.values.capacity().max(64);
        cx.heap.ensure((self.values.capacity() + more) * 16)?;
        self.values.reserve_exact(more);
        Ok(())
    }

    #[inline]
    fn skip_space(&mut self) {
        while matches!(self.source.at(self.at), 0x20 | 0x0A | 0x0D | 0x09) {
            self.at += 1;
        }
    }

    /// Reads a value; `None` when an array or object was opened that is not empty.
    #[inline]
    fn value(&mut self, cx: &mut Vm) -> Completion<Option<Value>> {
        self.skip_space();
        let start = self.at;
        let value = match self.source.at(start) {
            0x22 => self.string(cx)?.into(),
            0x7B => return self.open_object(cx),
            0x5B => return self.open_array(cx),
            0x2D | 0x30..=0x39 => match number::read(self.source, start) {
                Ok((value, end)) => {
                    self.at = end;
                    value
                }
                Err(number::NumberError(message, at)) => {
                    self.at = at;
                    return Err(self.error(cx, message));
                }
            },
            0x74 => self.literal(cx, "true", Value::TRUE)?,
            0x66 => self.literal(cx, "false", Value::FALSE)?,
            0x6E => self.literal(cx, "null", Value::NULL)?,
            _ => return Err(self.unexpected(cx)),
        };
        if let Some(records) = &mut self.records {
            records.primitive(&mut cx.heap, value, start, self.at)?;
        }
        Ok(Some(value))
    }

    fn literal(&mut self, cx: &mut Vm, text: &str, value: Value) -> Completion {
        for byte in text.bytes() {
            if self.source.at(self.at) != u32::from(byte) {
                return Err(self.unexpected(cx));
            }
            self.at += 1;
        }
        Ok(value)
    }

    // ── Arrays and objects ─────────────────────────────────────────────────────────────────────────────────────────

    fn open_array(&mut self, cx: &mut Vm) -> Completion<Option<Value>> {
        self.at += 1;
        self.push(cx, Open::Array { start: self.values.len() })?;
        self.skip_space();
        if self.source.at(self.at) == 0x5D {
            self.at += 1;
            return self.close_array(cx, self.values.len()).map(Some);
        }
        Ok(None)
    }

    fn push(&mut self, cx: &mut Vm, open: Open) -> Completion<()> {
        if self.open.len() == self.open.capacity() {
            cx.heap.ensure(self.open.capacity() * 2 * size_of::<Open>())?;
        }
        self.open.push(open);
        if let Some(records) = &mut self.records {
            records.open();
        }
        Ok(())
    }

    fn close_array(&mut self, cx: &mut Vm, start: usize) -> Completion {
        self.open.pop();
        let values = self.values.get(start..).unwrap_or(&[]).to_vec();
        self.values.truncate(start);
        let value = cx.new_array(values)?.into();
        if let Some(records) = &mut self.records {
            records.close(&mut cx.heap, value)?;
        }
        Ok(value)
    }

    fn open_object(&mut self, cx: &mut Vm) -> Completion<Option<Value>> {
        self.at += 1;
        self.push(
            cx,
            Open::Object {
                start: self.values.len(),
                shape: self.empty,
                object: None,
                key: crate::realm::names::key::EMPTY,
                place: Place::Own,
            },
        )?;
        self.skip_space();
        match self.source.at(self.at) {
            0x22 => {
                self.property_name(cx)?;
                Ok(None)
            }
            0x7D => {
                self.at += 1;
                self.close_object(cx).map(Some)
            }
            _ => Err(self.error(cx, "Expected property name or '}'")),
        }
    }

    fn close_object(&mut self, cx: &mut Vm) -> Completion {
        let Some(Open::Object { start, shape, object, place, .. }) = self.open.pop() else {
            return Err(crate::completion::Abort::Internal("JSON object closed twice").into());
        };
        let id = match (object, place) {
            (Some(id), Place::Own) => id,
            (object, _) => {
                let id = object.unwrap_or_else(|| cx.heap.insert_object(Object::new(shape, ObjectKind::Ordinary)));
                self.fill(cx, id, shape, start);
                id
            }
        };
        let value = id.into();
        if let Some(records) = &mut self.records {
            records.close(&mut cx.heap, value)?;
        }
        Ok(value)
    }

    /// Gives an object its shape and the values from `start` on.
    #[inline]
    fn fill(&mut self, cx: &mut Vm, id: ObjectId, shape: ShapeId, start: usize) {
        let values = self.values.get(start..).unwrap_or(&[]);
        let block = cx.heap.slots.allocate(values.len());
        cx.heap.slots.fill_from(block, values);
        cx.heap.count(block.capacity() * 8);
        let object = cx.heap.object_mut(id);
        object.shape = shape;
        object.slots = block;
        self.values.truncate(start);
    }

    /// Reads a key and the colon behind it, and finds the place for its value.
    #[inline]
    fn property_name(&mut self, cx: &mut Vm) -> Completion<()> {
        let Some(&Open::Object { shape, object, place, .. }) = self.open.last() else { return Ok(()) };
        let is_own = object.is_some() && matches!(place, Place::Own);
        let start = self.at + 1;
        let end = self.source.plain_end(start);
        let known = self.transitions.get(shape.0 as usize % TRANSITIONS).copied().flatten();
        if self.source.at(end) == 0x22
            && !is_own
            && let Some(known) = known
            && known.from == shape
            && self.source.equals(cx.heap.str(known.name), start, end)
        {
            self.at = end + 1;
            self.set_place(known.key, Place::Append(known.to));
        } else {
            let key = if self.source.at(end) == 0x22 {
                self.at = end + 1;
                self.source.key(&mut cx.heap, start, end)?
            } else {
                let name = self.string(cx)?;
                cx.heap.key_from_string(name)?
            };
            self.find_place(cx, shape, is_own, key);
        }
        self.skip_space();
        if self.source.at(self.at) != 0x3A {
            return Err(self.error(cx, "Expected ':' after property name"));
        }
        self.at += 1;
        Ok(())
    }

    fn set_place(&mut self, new_key: PropertyKey, new_place: Place) {
        if let Some(Open::Object { key, place, .. }) = self.open.last_mut() {
            *key = new_key;
            *place = new_place;
        }
    }

    fn find_place(&mut self, cx: &mut Vm, shape: ShapeId, is_own: bool, key: PropertyKey) {
        let place = match key {
            PropertyKey::Index(index) => {
                self.make_early(cx, is_own);
                if is_own { Place::Own } else { Place::Element(index) }
            }
            _ if is_own => Place::Own,
            _ => match cx.heap.shapes.get(shape).table.find(key) {
                Some(slot) => Place::Overwrite(slot),
                None => match cx.heap.shapes.add_transition(shape, key, Attributes::ALL) {
                    Some(to) => {
                        let allocated = cx.heap.shapes.take_allocated();
                        cx.heap.count(allocated);
                        if let PropertyKey::String(name) = key
                            && let Some(entry) = self.transitions.get_mut(shape.0 as usize % TRANSITIONS)
                        {
                            *entry = Some(Transition { from: shape, key, name, to });
                        }
                        Place::Append(to)
                    }
                    // Too many properties for a shared shape: the object goes on by itself.
                    None => {
                        self.make_early(cx, false);
                        if let Some(&Open::Object { start, shape, object: Some(id), .. }) = self.open.last() {
                            self.fill(cx, id, shape, start);
                        }
                        Place::Own
                    }
                },
            },
        };
        self.set_place(key, place);
    }

    /// Makes the object of the innermost frame now.
    fn make_early(&mut self, cx: &mut Vm, is_own: bool) {
        let empty = self.empty;
        if let Some(Open::Object { object, .. }) = self.open.last_mut()
            && !is_own
        {
            object.get_or_insert_with(|| cx.heap.insert_object(Object::new(empty, ObjectKind::Ordinary)));
        }
    }

    /// Stores the value of the property that was read last.
    #[inline]
    fn store(&mut self, cx: &mut Vm, value: Value) -> Completion<()> {
        if self.values.len() == self.values.capacity() {
            self.grow(cx)?;
        }
        let Some(Open::Object { start, shape, object, key, place }) = self.open.last_mut() else { return Ok(()) };
        if let Some(records) = &mut self.records {
            records.property(*key);
        }
        match *place {
            Place::Append(to) => {
                *shape = to;
                self.values.push(value);
            }
            Place::Overwrite(slot) => {
                if let Some(entry) = self.values.get_mut(*start + slot as usize) {
                    *entry = value;
                }
            }
            Place::Element(index) => {
                if let Some(id) = *object {
                    cx.heap.set_element(id, index, value, Attributes::ALL)?;
                }
            }
            Place::Own => {
                let (Some(id), key) = (*object, *key) else { return Ok(()) };
                match key {
                    PropertyKey::Index(index) => cx.heap.set_element(id, index, value, Attributes::ALL)?,
                    _ => match cx.heap.find_named(id, key) {
                        Some((slot, _)) => cx.heap.set_slot(id, slot, value),
                        None => cx.heap.add_named(id, key, value, Attributes::ALL),
                    },
                }
            }
        }
        Ok(())
    }

    // ── Strings ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Reads the string at the current position.
    #[inline]
    fn string(&mut self, cx: &mut Vm) -> Completion<StringId> {
        let start = self.at + 1;
        let end = self.source.plain_end(start);
        if self.source.at(end) == 0x22 {
            self.at = end + 1;
            return self.source.string(&mut cx.heap, start, end);
        }
        self.string_with_escapes(cx, start, end)
    }

    fn string_with_escapes(&mut self, cx: &mut Vm, start: usize, end: usize) -> Completion<StringId> {
        let mut builder = StringBuilder::new();
        let mut start = start;
        let mut end = end;
        loop {
            cx.heap.ensure(builder.len() * 4 + (end - start) * 2)?;
            self.source.push(&mut builder, start, end);
            self.at = end;
            match self.source.at(end) {
                0x22 => {
                    self.at += 1;
                    return crate::builtins::string::finish(cx, builder);
                }
                0x5C => self.escape(cx, &mut builder)?,
                END => return Err(self.error(cx, "Unterminated string")),
                _ => return Err(self.error(cx, "Bad control character in string literal")),
            }
            start = self.at;
            end = self.source.plain_end(start);
        }
    }

    fn escape(&mut self, cx: &mut Vm, builder: &mut StringBuilder) -> Completion<()> {
        let unit = match self.source.at(self.at + 1) {
            unit @ (0x22 | 0x5C | 0x2F) => unit as u16,
            0x62 => 8,
            0x66 => 12,
            0x6E => 10,
            0x72 => 13,
            0x74 => 9,
            0x75 => {
                let mut code = 0;
                for offset in 2..6 {
                    let digit = char::from_u32(self.source.at(self.at + offset)).and_then(|c| c.to_digit(16));
                    let Some(digit) = digit else {
                        self.at = (self.at + offset).min(self.source.len());
                        return Err(self.error(cx, "Bad Unicode escape"));
                    };
                    code = code * 16 + digit;
                }
                self.at += 4;
                code as u16
            }
            END => {
                self.at = self.source.len();
                return Err(self.error(cx, "Unterminated string"));
            }
            _ => {
                self.at += 1;
                return Err(self.error(cx, "Bad escaped character"));
            }
        };
        self.at += 2;
        builder.push_unit(unit);
        Ok(())
    }

    // ── Errors ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// A token that cannot stand where a value is expected.
    #[cold]
    fn unexpected(&mut self, cx: &mut Vm) -> Unwind {
        if let Err(unwind) = cx.charge_fuel(self.at as u64 / 8) {
            return unwind;
        }
        let unit = self.source.at(self.at);
        if unit == END {
            return cx.syntax_error("Unexpected end of JSON input");
        }
        const AROUND: usize = 10;
        let len = self.source.len();
        let mut end = self.at + 1;
        while end < len && self.source.excerpt(self.at, end).ends_with('\u{FFFD}') && end < self.at + 4 {
            end += 1;
        }
        let token = self.source.excerpt(self.at, end);
        let shown = if len <= 4 * AROUND {
            format!("\"{}\"", self.source.excerpt(0, len))
        } else {
            let from = self.at.saturating_sub(AROUND);
            let to = (self.at + AROUND).min(len);
            let before = if from > 0 { "..." } else { "" };
            let after = if to < len { "..." } else { "" };
            format!("{before}\"{}\"{after}", self.source.excerpt(from, to))
        };
        cx.syntax_error(&format!("Unexpected token '{token}', {shown} is not valid JSON"))
    }

    /// An error at the current position.
    #[cold]
    fn error(&mut self, cx: &mut Vm, message: &str) -> Unwind {
        let at = self.at.min(self.source.len());
        if let Err(unwind) = cx.charge_fuel(at as u64 / 2) {
            return unwind;
        }
        if at == self.source.len() && !message.starts_with("Unterminated") {
            return cx.syntax_error("Unexpected end of JSON input");
        }
        let (mut line, mut column) = (1, 1);
        for index in 0..at {
            if self.source.at(index) == 0x0A {
                line += 1;
                column = 1;
            } else {
                column += 1;
            }
        }
        let place = if message.ends_with("JSON") { "" } else { " in JSON" };
        cx.syntax_error(&format!("{message}{place} at position {at} (line {line} column {column})"))
    }
}
