//! Errors that the machine throws, and how values are named in their messages.

use std::borrow::Cow;

use super::Vm;
use crate::completion::Unwind;
use crate::heap::object::{ErrorData, ObjectKind, TraceEntry};
use crate::heap::shape::Attributes;
use crate::heap::string::LONG_TEXT;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, StringId, Unpacked, Value};

/// Longest message of an error that the machine throws, in bytes. Parts that a program chooses are cut before.
const MAX_MESSAGE: usize = 4_000;

fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= MAX_MESSAGE {
        return Cow::Borrowed(message);
    }
    let end = (0..=MAX_MESSAGE).rev().find(|&at| message.is_char_boundary(at)).unwrap_or(0);
    Cow::Owned(format!("{}…", message.get(..end).unwrap_or("")))
}

impl Vm {
    /// A TypeError to throw.
    #[cold]
    pub(crate) fn type_error(&mut self, message: &str) -> Unwind {
        self.error(Intrinsic::TypeErrorPrototype, message)
    }

    /// A RangeError to throw.
    #[cold]
    pub(crate) fn range_error(&mut self, message: &str) -> Unwind {
        self.error(Intrinsic::RangeErrorPrototype, message)
    }

    /// A SyntaxError to throw.
    #[cold]
    pub(crate) fn syntax_error(&mut self, message: &str) -> Unwind {
        self.error(Intrinsic::SyntaxErrorPrototype, message)
    }

    /// A ReferenceError to throw.
    #[cold]
    pub(crate) fn reference_error(&mut self, message: &str) -> Unwind {
        self.error(Intrinsic::ReferenceErrorPrototype, message)
    }

    /// An error with the given prototype to throw.
    #[cold]
    pub(crate) fn error(&mut self, prototype: Intrinsic, message: &str) -> Unwind {
        /// Units of work that making an error and its message stand for.
        const COST: u64 = 100;
        if let Err(unwind) = self.charge_fuel(COST) {
            return unwind;
        }
        let message = shortened(message);
        let message = message.as_ref();
        let proto = self.intrinsic(prototype);
        match self.new_error(proto, Some(message)) {
            Ok(error) => {
                if let ObjectKind::Error(data) = &mut self.heap.object_mut(error).kind {
                    data.by_machine = true;
                    data.original = Some(message.into());
                }
                Unwind::Throw(error.into())
            }
            Err(unwind) => unwind,
        }
    }

    /// A TypeError with advice.
    #[cold]
    pub(crate) fn type_error_with(&mut self, message: &str, suggestions: Vec<String>) -> Unwind {
        let unwind = self.type_error(message);
        self.advise(unwind, suggestions)
    }

    /// Adds advice to an error that is about to be thrown.
    #[cold]
    pub(crate) fn advise(&mut self, unwind: Unwind, suggestions: Vec<String>) -> Unwind {
        if let Unwind::Throw(error) = unwind
            && let Some(id) = error.as_object()
            && let ObjectKind::Error(data) = &mut self.heap.object_mut(id).kind
        {
            data.suggestions.extend(suggestions);
        }
        unwind
    }

    /// A TypeError about a value that was used as data, but is none.
    #[cold]
    pub(crate) fn invalid_data_error(&mut self, message: &str, suggestions: Vec<String>) -> Unwind {
        const KIND: &str = "InvalidDataValue";
        let unwind = self.type_error_with(message, suggestions);
        if let Unwind::Throw(error) = unwind
            && let Some(id) = error.as_object()
        {
            if let ObjectKind::Error(data) = &mut self.heap.object_mut(id).kind {
                data.kind = Some(KIND);
            }
            match self.heap.new_string(KIND) {
                Ok(kind) => self.heap.add_named(id, key::KIND, kind.into(), Attributes::HIDDEN),
                Err(abort) => return abort,
            }
        }
        unwind
    }

    /// A promise was used where its value was meant.
    #[cold]
    pub(crate) fn promise_as_data_error(&mut self, what: &str) -> Unwind {
        let advice = match self.focus_text() {
            Some(text) if !text.starts_with("await") => format!("write `(await {text})`"),
            _ => "write `await` before the call that gave the promise".to_owned(),
        };
        self.invalid_data_error(&format!("{what}: await the promise first"), vec![advice])
    }

    /// A tool was passed as a function to be called back.
    #[cold]
    pub(crate) fn tool_as_callback_error(&mut self, tool: Value) -> Unwind {
        let name = self.describe(tool);
        self.type_error_with(
            &format!("{name} is a tool and cannot be passed as a callback: wrap it in an arrow function"),
            vec![format!("write `(input) => {name}(input)`")],
        )
    }

    /// A new error object with a trace of the program's frames.
    pub(crate) fn new_error(&mut self, proto: ObjectId, message: Option<&str>) -> Result<ObjectId, Unwind> {
        let trace = self.capture_trace();
        let data = ErrorData {
            trace,
            by_machine: false,
            kind: None,
            tool: None,
            suggestions: Vec::new(),
            original: None,
            unknown_name: None,
        };
        let error = self.heap.new_object_with_proto(Some(proto), ObjectKind::Error(Box::new(data)));
        let stack = crate::realm::engine::Lazy::ErrorStack.to_value();
        self.heap.add_named(error, key::STACK, stack, Attributes::HIDDEN);
        if let Some(message) = message {
            let message = self.heap.new_string(message)?;
            self.heap.add_named(error, key::MESSAGE, message.into(), Attributes::HIDDEN);
        }
        Ok(error)
    }

    /// Where the program is now: innermost frame first, at most 20. Frames of the prelude are left out.
    pub(crate) fn capture_trace(&self) -> Vec<TraceEntry> {
        self.frames
            .iter()
            .rev()
            .filter(|frame| self.loaded.get(frame.program as usize).is_some_and(|loaded| !loaded.program.is_builtin))
            .take(20)
            .map(|frame| TraceEntry {
                program: frame.program,
                function: frame.function,
                op: frame.pc.saturating_sub(1),
            })
            .collect()
    }

    /// A short name of a value for messages: strings quoted and cut, objects by class.
    pub(crate) fn describe(&mut self, value: Value) -> String {
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => "undefined".into(),
            Unpacked::Null => "null".into(),
            Unpacked::Boolean(value) => value.to_string(),
            Unpacked::Int(value) => value.to_string(),
            Unpacked::Double(value) => crate::value::number::number_to_string(value),
            Unpacked::String(id) => {
                // The text of a long rope is made once; walking it again and again would cost more.
                let _ = self.heap.flatten(id);
                format!("\"{}\"", self.heap.text_start(id, 40))
            }
            Unpacked::Symbol(id) => self.heap.symbol_label(id),
            // The digits of a number cost time that grows with the square of their number.
            Unpacked::BigInt(id) => match self.heap.bigint(id) {
                value if value.bits() <= 512 => format!("{value}n"),
                value => format!("a bigint of {} bits", value.bits()),
            },
            Unpacked::Object(id) => self.describe_object(id),
        }
    }

    fn describe_object(&mut self, id: ObjectId) -> String {
        match &self.heap.object(id).kind {
            ObjectKind::Array { .. } => "an array".into(),
            ObjectKind::Function(_)
            | ObjectKind::Native(_)
            | ObjectKind::NativeClosure(_)
            | ObjectKind::HostFunction(_)
            | ObjectKind::Bound(_) => match self.own_text(id, key::NAME) {
                Some(name) if !name.is_empty() => format!("function {name}"),
                _ => "a function".into(),
            },
            ObjectKind::Tools(path) => crate::ops::tool_reference::expression(&path.segments),
            _ => match self.class_name(id) {
                Some(name) if name != "Object" => format!("#<{name}>"),
                _ => "an object".into(),
            },
        }
    }

    /// The start of the text of an own data property, without running program code.
    pub(crate) fn own_text(&mut self, id: ObjectId, property: PropertyKey) -> Option<String> {
        let text = self.own_string(id, property)?;
        Some(self.heap.excerpt(text))
    }

    /// The string in an own data property, without running program code.
    pub(crate) fn own_string(&mut self, id: ObjectId, property: PropertyKey) -> Option<StringId> {
        let (slot, _) = self.heap.find_named(id, property)?;
        self.read_slot(id, slot).as_string()
    }

    /// The name of the constructor that the prototype chain shows, without running program code.
    pub(crate) fn class_name(&mut self, id: ObjectId) -> Option<String> {
        let mut object = Some(id);
        for _ in 0..16 {
            let current = object?;
            if let Some((slot, attributes)) = self.heap.find_named(current, key::CONSTRUCTOR)
                && !attributes.is_accessor()
            {
                let constructor = self.read_slot(current, slot).as_object()?;
                return self.own_text(constructor, key::NAME);
            }
            object = self.heap.proto_of(current);
        }
        None
    }

    // ── Messages of common failures ────────────────────────────────────────────────────────────────────────────────

    /// A write was refused.
    #[cold]
    pub(crate) fn readonly_error(&mut self, object: ObjectId, property: PropertyKey) -> Unwind {
        let name = self.heap.key_label(property);
        let shown = self.describe(object.into());
        if self.is_tool_reference(object.into()) {
            return self.type_error(&format!("{shown} is read-only: cannot set property '{name}'"));
        }
        let exists = self.ordinary_get_own_property(object, property);
        self.type_error(&match exists {
            Some(own) if own.is_accessor() => {
                format!("Cannot set property {name} of {shown} which has only a getter")
            }
            Some(_) => format!("Cannot assign to read only property '{name}' of {shown}"),
            None if !self.heap.object(object).is_extensible() => {
                format!("Cannot add property {name}, object is not extensible")
            }
            None => format!("Cannot set property '{name}' of {shown}"),
        })
    }

    /// The `stack` of an error: `Name: message` and the frames of the program.
    pub(crate) fn error_stack(&mut self, error: ObjectId) -> Value {
        let trace = match &self.heap.object(error).kind {
            ObjectKind::Error(data) => data.trace.clone(),
            _ => Vec::new(),
        };
        let text = self.stack_text(error, &trace);
        self.heap.new_string(&text).map_or(Value::UNDEFINED, Value::string)
    }

    /// The headline of an object and a line for each place.
    pub(crate) fn stack_text(&mut self, object: ObjectId, trace: &[TraceEntry]) -> String {
        let mut text = self.error_headline(object);
        for entry in trace {
            let place = self.place_of(entry);
            // Looking for a line reads the program up to it.
            let source = self.loaded.get(entry.program as usize).map_or(0, |loaded| loaded.program.source.len());
            self.fuel -= (source / 128) as i64;
            text.push_str("\n    at ");
            text.push_str(&place);
        }
        text
    }

    /// `Name: message` from data properties, without running program code.
    pub(crate) fn error_headline(&mut self, error: ObjectId) -> String {
        let name = self.inherited_text(error, key::NAME).unwrap_or_else(|| "Error".into());
        let message = self.inherited_text(error, key::MESSAGE).unwrap_or_default();
        match (name.is_empty(), message.is_empty()) {
            (true, _) => message,
            (false, true) => name,
            (false, false) => format!("{name}: {message}"),
        }
    }

    fn inherited_text(&mut self, id: ObjectId, property: PropertyKey) -> Option<String> {
        let mut object = Some(id);
        for _ in 0..16 {
            let current = object?;
            if let Some((slot, attributes)) = self.heap.find_named(current, property) {
                if attributes.is_accessor() {
                    return None;
                }
                let value = self.read_slot(current, slot);
                let text = value.as_string()?;
                self.fuel -= (self.heap.string_len(text).min(LONG_TEXT) / 8) as i64;
                return Some(self.heap.text_shown(text));
            }
            object = self.heap.proto_of(current);
        }
        None
    }

    fn place_of(&self, entry: &TraceEntry) -> String {
        let Some(loaded) = self.loaded.get(entry.program as usize) else { return "unknown".into() };
        let program = &loaded.program;
        let name = program
            .functions
            .get(entry.function as usize)
            .and_then(|function| program.constants.get(function.name as usize))
            .map(|constant| match constant {
                codemode_bytecode::Constant::String(text) => text.to_string(),
                _ => String::new(),
            })
            .unwrap_or_default();
        let place = match loaded.span_of(entry.op) {
            Some(span) => {
                let position = codemode_bytecode::position(&program.source, span.span.start);
                format!("{}:{}:{}", program.name, position.line, position.column)
            }
            None => program.name.to_string(),
        };
        if name.is_empty() || entry.function == 0 { place } else { format!("{name} ({place})") }
    }
}
