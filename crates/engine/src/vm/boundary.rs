//! Data that leaves and enters an execution.
//!
//! Leaving: one walk with the rules of the boundary table (results and tool arguments alike), bounded in depth, with
//! the path of what cannot cross. Entering: plain constructors for the host.

use std::sync::Arc;

use codemode_bytecode::FunctionKind;
use smallvec::SmallVec;

use super::Vm;
use super::job::PromiseData;
use crate::builtins::data_view::DataViewData;
use crate::builtins::typed_array::element::Element;
use crate::builtins::url_search_params::{ParamsData, query_text};
use crate::completion::{Completion, Unwind};
use crate::heap::Heap;
use crate::heap::elements::Elements;
use crate::heap::object::{ErrorData, ObjectKind, TraceEntry};
use crate::heap::shape::{Attributes, PropertyTable};
use crate::heap::symbol::WellKnown;
use crate::ops::exotic::Exotic;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Unpacked, Value};

/// Nesting of data at the boundary: a leaf or an empty container may sit this deep.
pub const MAX_BOUNDARY_DEPTH: usize = 32;

/// Sizes that are told ahead are at most this: an array may be long without holding anything.
const MAX_SIZE_HINT: u64 = 4096;

/// Receives data that leaves an execution, in document order.
pub trait DataSink {
    /// `null`
    fn null(&mut self);
    /// A boolean.
    fn boolean(&mut self, value: bool);
    /// A finite number.
    fn number(&mut self, value: f64);
    /// A string; lone surrogates are replaced.
    fn string(&mut self, value: String);
    /// An array starts. It will hold about so many values.
    fn begin_array(&mut self, size_hint: usize);
    /// The array ends.
    fn end_array(&mut self);
    /// An object starts. It will hold about so many properties.
    fn begin_object(&mut self, size_hint: usize);
    /// The name of the next value.
    fn key(&mut self, name: String);
    /// The object ends.
    fn end_object(&mut self);
}

/// Why data could not leave.
#[derive(Debug, Clone, PartialEq)]
pub enum ExportError {
    /// The value at a path is not plain data; the message names path and remedy.
    Invalid(String),
    /// Program code that the walk ran (an accessor, `toJSON`) threw, or a limit was hit.
    Unwind(Unwind),
}

impl From<Unwind> for ExportError {
    fn from(unwind: Unwind) -> ExportError {
        ExportError::Unwind(unwind)
    }
}

struct Walk<'s> {
    sink: &'s mut dyn DataSink,
    path: SmallVec<[Step; 8]>,
    ancestors: SmallVec<[ObjectId; 8]>,
    root: &'s str,
    warnings: Vec<String>,
}

/// An object that is being handed over.
struct Open {
    size_hint: usize,
    is_open: bool,
}

/// Most warnings about data that loses something on its way out.
const MAX_WARNINGS: usize = 100;

#[derive(Clone, Copy)]
enum Step {
    Key(PropertyKey),
    Index(usize),
}

impl Walk<'_> {
    /// Where the walk is, as a program writes it.
    fn path(&self, heap: &Heap) -> String {
        /// Longest path that is written out.
        const SHOWN: usize = 12;
        let mut text = self.root.to_owned();
        let cut = if self.path.len() > SHOWN { self.path.len() - SHOWN / 2 } else { 0 };
        for (index, step) in self.path.iter().enumerate() {
            if cut > 0 && (SHOWN / 2..cut).contains(&index) {
                if index == SHOWN / 2 {
                    text.push_str(".…");
                }
                continue;
            }
            match step {
                Step::Index(index) => text.push_str(&format!("[{index}]")),
                Step::Key(key) => {
                    let name = heap.key_label(*key);
                    let plain = !name.is_empty()
                        && !name.starts_with(|c: char| c.is_ascii_digit())
                        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
                    if plain {
                        text.push('.');
                        text.push_str(&name);
                    } else {
                        text.push_str(&format!("[{name:?}]"));
                    }
                }
            }
        }
        text
    }

    fn refuse<T>(&self, heap: &Heap, what: &str, remedy: &str) -> Result<T, ExportError> {
        Err(ExportError::Invalid(format!("{} is {what}, which is not plain data: {remedy}", self.path(heap))))
    }
}

impl Vm {
    /// Hands `value` to `sink`. `root` names it in messages (`result`, `input`). Returns warnings: entries of maps and
    /// sets that do not cross.
    ///
    /// # Errors
    /// See [`ExportError`]. The sink has then received part of the data.
    pub fn export(&mut self, value: Value, root: &str, sink: &mut dyn DataSink) -> Result<Vec<String>, ExportError> {
        let mut walk = Walk { sink, path: SmallVec::new(), ancestors: SmallVec::new(), root, warnings: Vec::new() };
        self.native_depth += 1;
        let result = self.export_value(&mut walk, value, key::EMPTY);
        self.native_depth -= 1;
        match result {
            Ok(true) => {}
            Ok(false) => walk.sink.null(),
            Err(error) => return Err(error),
        }
        Ok(walk.warnings)
    }

    /// One value; false when it is absent (undefined). The recursion is bounded by the depth limit.
    fn export_value(&mut self, walk: &mut Walk<'_>, value: Value, name: PropertyKey) -> Result<bool, ExportError> {
        let value = self.apply_to_json(value, name)?;
        self.export_plain(walk, value)
    }

    /// What `toJSON` gives, for objects that have it.
    fn apply_to_json(&mut self, value: Value, name: PropertyKey) -> Result<Value, ExportError> {
        if let Some(object) = value.as_object()
            && !self.is_promise(value)
            && !matches!(self.heap.object(object).kind, ObjectKind::Tools(_))
        {
            let to_json = self.get(object, key::TO_JSON)?;
            if self.is_callable(to_json) {
                let name = self.heap.key_to_value(name)?;
                return Ok(self.call(to_json, value, &[name])?);
            }
        }
        Ok(value)
    }

    fn export_plain(&mut self, walk: &mut Walk<'_>, value: Value) -> Result<bool, ExportError> {
        self.charge_fuel(1)?;
        // What a value takes on the other side.
        self.heap.charge(32)?;
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => return Ok(false),
            Unpacked::Null => walk.sink.null(),
            Unpacked::Boolean(value) => walk.sink.boolean(value),
            Unpacked::Int(value) => walk.sink.number(f64::from(value)),
            Unpacked::Double(value) if value.is_finite() => walk.sink.number(value + 0.0),
            Unpacked::Double(_) => walk.sink.null(),
            Unpacked::String(id) => {
                let len = self.heap.string_len(id);
                self.charge_fuel(len as u64 / 32)?;
                self.heap.charge(len)?;
                let text = self.heap.text(id)?;
                walk.sink.string(text);
            }
            Unpacked::Symbol(_) => return walk.refuse(&self.heap, "a symbol", "use its description or another string"),
            Unpacked::BigInt(_) => return walk.refuse(&self.heap, "a BigInt", "convert it with String() or Number()"),
            Unpacked::Object(id) => self.export_object(walk, id)?,
        }
        Ok(true)
    }

    fn export_object(&mut self, walk: &mut Walk<'_>, id: ObjectId) -> Result<(), ExportError> {
        if walk.ancestors.contains(&id) {
            return walk.refuse(&self.heap, "a circular reference", "return the parts that are needed");
        }
        let is_array = match &self.heap.object(id).kind {
            ObjectKind::Function(data)
                if self.code(data.program, data.function).is_some_and(|code| {
                    matches!(code.kind, FunctionKind::ClassConstructor | FunctionKind::DerivedConstructor)
                }) =>
            {
                return walk.refuse(&self.heap, "a function (a class)", "return its instances or their data");
            }
            ObjectKind::Function(_)
            | ObjectKind::Native(_)
            | ObjectKind::NativeClosure(_)
            | ObjectKind::HostFunction(_)
            | ObjectKind::Bound(_) => return walk.refuse(&self.heap, "a function", "call it, or leave it out"),
            ObjectKind::Tools(path) if path.segments.is_empty() => {
                return walk.refuse(&self.heap, "the tools object", "call one of its tools");
            }
            ObjectKind::Tools(_) => return walk.refuse(&self.heap, "a tool", "call it with await"),
            ObjectKind::TypedArray(array) => {
                let name = array.element.array_name();
                let remedy = match array.element {
                    Element::Uint8 => "use Array.from() for its numbers, or toBase64() or toHex() for text",
                    element if element.is_bigint() => "use Array.from(array, String) for its elements as text",
                    _ => "use Array.from() for its numbers",
                };
                return walk.refuse(&self.heap, &format!("a typed array ({name})"), remedy);
            }
            ObjectKind::ArrayBuffer(_) => {
                let remedy = "use Array.from(new Uint8Array(buffer)), or new Uint8Array(buffer).toBase64() for text";
                return walk.refuse(&self.heap, "binary data (an ArrayBuffer)", remedy);
            }
            ObjectKind::Proxy(proxy) if proxy.is_callable => {
                return walk.refuse(&self.heap, "a function", "call it, or leave it out");
            }
            ObjectKind::Primitive(value) => {
                let value = *value;
                if value.is_symbol() || value.is_bigint() || !value.is_object() {
                    let _ = self.export_value(walk, value, key::EMPTY)?;
                    return Ok(());
                }
                false
            }
            ObjectKind::Data(_) => {
                if self.heap.data::<PromiseData>(id).is_some() {
                    return walk.refuse(&self.heap, "a promise", "await it first");
                }
                if self.heap.data::<ParamsData>(id).is_some() {
                    let query = query_text(self, id)?;
                    let query = self.heap.text(query)?;
                    walk.sink.string(query);
                    return Ok(());
                }
                if self.heap.data::<DataViewData>(id).is_some() {
                    let remedy = "return what its getters read, or Array.from(new Uint8Array(view.buffer))";
                    return walk.refuse(&self.heap, "binary data (a DataView)", remedy);
                }
                self.export_data(walk, id)?;
                false
            }
            _ => self.is_array(id.into())?,
        };
        if is_array {
            return self.export_array(walk, id);
        }
        if let ObjectKind::Error(_) = self.heap.object(id).kind {
            return self.export_error(walk, id);
        }
        self.export_properties(walk, id, &[])
    }

    /// Kinds with internal data: which ones cannot cross, and which lose something.
    fn export_data(&mut self, walk: &mut Walk<'_>, id: ObjectId) -> Result<(), ExportError> {
        if self.coroutine(id).is_some() {
            return walk.refuse(&self.heap, "a generator", "spread it into an array: [...generator]");
        }
        let tag = self.tag_text(id);
        match tag.as_str() {
            "Map" | "Set" => {
                let size = self.get_named(id, "size")?;
                if size.as_number().is_some_and(|size| size > 0.0) && walk.warnings.len() < MAX_WARNINGS {
                    let remedy = if tag == "Map" { "Object.fromEntries(map) or [...map]" } else { "[...set]" };
                    walk.warnings.push(format!(
                        "{} is a {tag}, which becomes {{}} and loses its entries: return {remedy} instead",
                        walk.path(&self.heap)
                    ));
                }
                Ok(())
            }
            "WeakMap" | "WeakSet" | "WeakRef" | "FinalizationRegistry" => {
                walk.refuse(&self.heap, &format!("a {tag}"), "return plain data instead")
            }
            _ if tag.ends_with("Iterator") || tag == "Iterator Helper" || tag.ends_with("Generator") => {
                walk.refuse(&self.heap, "an iterator", "spread it into an array: [...iterator]")
            }
            _ => Ok(()),
        }
    }

    /// The text of `@@toStringTag`, without running program code.
    fn tag_text(&mut self, id: ObjectId) -> String {
        let property = PropertyKey::Symbol(WellKnown::ToStringTag.id());
        let mut object = Some(id);
        for _ in 0..16 {
            let Some(current) = object else { break };
            if let Some((slot, attributes)) = self.heap.find_named(current, property)
                && !attributes.is_accessor()
            {
                let value = self.read_slot(current, slot);
                return value.as_string().map(|text| self.heap.excerpt(text)).unwrap_or_default();
            }
            object = self.heap.proto_of(current);
        }
        String::new()
    }

    fn check_depth(&self, walk: &Walk<'_>, has_children: bool) -> Result<(), ExportError> {
        if has_children && walk.ancestors.len() >= MAX_BOUNDARY_DEPTH {
            return Err(ExportError::Invalid(format!(
                "{} is nested deeper than {MAX_BOUNDARY_DEPTH} levels: return a flatter structure",
                walk.path(&self.heap)
            )));
        }
        Ok(())
    }

    fn export_array(&mut self, walk: &mut Walk<'_>, id: ObjectId) -> Result<(), ExportError> {
        let length = self.length_of_array_like(id)?;
        self.check_depth(walk, length > 0)?;
        walk.ancestors.push(id);
        walk.sink.begin_array(length.min(MAX_SIZE_HINT) as usize);
        for index in 0..length {
            walk.path.push(Step::Index(index as usize));
            let value = self.get_index(id, index)?;
            let name = self.index_key(index)?;
            if !self.export_value(walk, value, name)? {
                walk.sink.null();
            }
            walk.path.pop();
        }
        walk.sink.end_array();
        walk.ancestors.pop();
        Ok(())
    }

    fn export_error(&mut self, walk: &mut Walk<'_>, id: ObjectId) -> Result<(), ExportError> {
        let mut first = Vec::new();
        for property in [key::NAME, key::MESSAGE] {
            first.push((property, self.get(id, property)?));
        }
        for property in [key::CAUSE, key::ERRORS] {
            if self.has_own_property(id, property)? {
                first.push((property, self.get(id, property)?));
            }
        }
        self.export_properties(walk, id, &first)
    }

    /// Own enumerable string-keyed properties, after the given ones.
    fn export_properties(
        &mut self,
        walk: &mut Walk<'_>,
        id: ObjectId,
        first: &[(PropertyKey, Value)],
    ) -> Result<(), ExportError> {
        walk.ancestors.push(id);
        let mut open = Open { size_hint: first.len(), is_open: false };
        for &(property, value) in first {
            if !value.is_undefined() {
                self.export_property(walk, &mut open, property, value)?;
            }
        }
        let is_known = |property| first.iter().any(|&(known, _)| known == property);
        match self.plain_table(id) {
            Some(table) => {
                open.size_hint += table.entries.len();
                for (slot, entry) in table.entries.iter().enumerate() {
                    let Some(property) = entry.key.filter(|&key| key.is_string() && !is_known(key)) else { continue };
                    // Accessors and `toJSON` of earlier properties may have changed the object meanwhile.
                    let value = if entry.attributes.is_accessor() || !self.has_table(id, &table) {
                        self.enumerable_value(id, property)?
                    } else if entry.attributes.is_enumerable() {
                        Some(self.read_slot(id, slot as u32))
                    } else {
                        None
                    };
                    if let Some(value) = value {
                        self.export_property(walk, &mut open, property, value)?;
                    }
                }
            }
            None => {
                for property in self.own_property_keys(id)? {
                    if property.is_string()
                        && !is_known(property)
                        && let Some(value) = self.enumerable_value(id, property)?
                    {
                        self.export_property(walk, &mut open, property, value)?;
                    }
                }
            }
        }
        if !open.is_open {
            walk.sink.begin_object(0);
        }
        walk.sink.end_object();
        walk.ancestors.pop();
        Ok(())
    }

    /// The properties of an object that has no others: neither elements nor exotic ones. Who holds the table sees by
    /// [`Vm::has_table`] whether they are still the same.
    fn plain_table(&self, id: ObjectId) -> Option<Arc<PropertyTable>> {
        let object = self.heap.object(id);
        let is_plain = matches!(self.exotic(id), Exotic::None) && object.elements.is_empty();
        is_plain.then(|| self.heap.shapes.get(object.shape).table.clone())
    }

    fn has_table(&self, id: ObjectId, table: &Arc<PropertyTable>) -> bool {
        Arc::ptr_eq(&self.heap.shapes.get(self.heap.object(id).shape).table, table)
    }

    fn enumerable_value(&mut self, id: ObjectId, property: PropertyKey) -> Result<Option<Value>, ExportError> {
        match self.get_own_property(id, property)? {
            Some(own) if own.is_enumerable() => Ok(Some(self.get(id, property)?)),
            _ => Ok(None),
        }
    }

    /// A property of the innermost object of the walk. The object starts with the first, so that the check of the depth
    /// sees whether it has any.
    fn export_property(
        &mut self,
        walk: &mut Walk<'_>,
        open: &mut Open,
        property: PropertyKey,
        value: Value,
    ) -> Result<(), ExportError> {
        if property == key::PROTO {
            walk.path.push(Step::Key(property));
            return walk.refuse(&self.heap, "a property named __proto__", "rename the property");
        }
        if !std::mem::replace(&mut open.is_open, true) {
            if walk.ancestors.len() > MAX_BOUNDARY_DEPTH {
                let own = walk.ancestors.pop();
                let result = self.check_depth(walk, true);
                walk.ancestors.extend(own);
                result?;
            }
            walk.sink.begin_object(open.size_hint.min(MAX_SIZE_HINT as usize));
        }
        let value = self.apply_to_json(value, property)?;
        if value.is_undefined() {
            return Ok(());
        }
        let name = self.heap.key_text(property);
        self.heap.charge(name.len() + 32)?;
        walk.sink.key(name);
        walk.path.push(Step::Key(property));
        self.export_plain(walk, value)?;
        walk.path.pop();
        Ok(())
    }

    // ── Entering ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// A string of the host.
    ///
    /// # Errors
    /// The memory limit, and RangeError beyond the longest string.
    pub fn import_string(&mut self, text: &str) -> Completion {
        if text.len() > crate::heap::string::MAX_STRING_LENGTH
            && text.encode_utf16().count() > crate::heap::string::MAX_STRING_LENGTH
        {
            return Err(self.range_error("Invalid string length"));
        }
        self.heap.new_string(text).map(Value::string)
    }

    /// An array of values.
    ///
    /// # Errors
    /// The memory limit, and RangeError beyond the longest array.
    pub fn import_array(&mut self, values: Vec<Value>) -> Completion {
        self.new_array(values).map(Value::object)
    }

    /// An empty object to fill with [`Vm::import_property`].
    pub fn import_object(&mut self) -> ObjectId {
        self.new_object()
    }

    /// Adds a property to an object of the host: any name is an own data property, `__proto__` too.
    ///
    /// # Errors
    /// The memory limit.
    pub fn import_property(&mut self, object: ObjectId, name: &str, value: Value) -> Completion<()> {
        let property = self.heap.key(name)?;
        match property {
            PropertyKey::Index(index) => self.heap.set_element(object, index, value, Attributes::ALL),
            _ => match self.heap.find_named(object, property) {
                Some((slot, _)) => {
                    self.heap.set_slot(object, slot, value);
                    Ok(())
                }
                None => {
                    self.heap.add_named(object, property, value, Attributes::ALL);
                    Ok(())
                }
            },
        }
    }

    // ── Errors of the host, and errors for the host ────────────────────────────────────────────────────────────────

    /// Where the program is, to be given to [`Vm::new_host_error`] later.
    #[must_use]
    pub fn call_site(&self) -> Option<CallSite> {
        self.capture_place().map(CallSite)
    }

    /// An error of the host: an `Error` with hidden `kind` and `tool`.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new_host_error(&mut self, description: HostError<'_>) -> Completion {
        let proto = self.intrinsic(Intrinsic::ErrorPrototype);
        let error = self.new_error(proto, Some(description.message))?;
        if let ObjectKind::Error(data) = &mut self.heap.object_mut(error).kind {
            data.kind = Some(description.kind);
            data.original = Some(description.message.into());
            data.tool = description.tool.map(str::to_owned);
            data.suggestions = description.suggestions;
            if let Some(CallSite(place)) = description.site
                && data.trace.is_empty()
            {
                data.trace.push(place);
            }
        }
        let kind = self.heap.new_string(description.kind)?;
        self.heap.add_named(error, key::KIND, kind.into(), Attributes::HIDDEN);
        if let Some(tool) = description.tool {
            let tool = self.heap.new_string(tool)?;
            self.heap.add_named(error, key::TOOL, tool.into(), Attributes::HIDDEN);
        }
        Ok(error.into())
    }

    /// What a host should know about a thrown value. No program code runs.
    pub fn report(&mut self, thrown: Value) -> ErrorReport {
        let place = |cx: &Vm, entry: Option<&TraceEntry>| entry.and_then(|entry| cx.position_of(entry));
        let data: Option<ErrorData> = thrown.as_object().and_then(|id| match &self.heap.object(id).kind {
            ObjectKind::Error(data) => Some((**data).clone()),
            _ => None,
        });
        let thrown_here = if self.thrown_value == thrown { self.thrown_at } else { None };
        match (data, thrown.as_object()) {
            (Some(data), Some(id)) => {
                let headline = self.error_headline(id);
                let stack = self.own_string(id, key::STACK).map(|text| self.heap.text_shown(text));
                let cause = self.cause_text(id);
                let message = self.machine_message(id).unwrap_or(headline);
                ErrorReport {
                    message,
                    by_machine: data.by_machine,
                    kind: data.kind,
                    tool: data.tool,
                    suggestions: data.suggestions,
                    unknown_name: data.unknown_name.map(Into::into),
                    place: place(self, self.own_entry(&data.trace)).or_else(|| place(self, thrown_here.as_ref())),
                    stack,
                    cause,
                    is_error: true,
                }
            }
            _ => ErrorReport {
                // A limit reached meanwhile leaves the short form.
                message: match thrown.as_string() {
                    Some(text) => self.heap.text_shown(text),
                    None => crate::builtins::console::inspect::inspect_shortly(self, thrown)
                        .unwrap_or_else(|_| self.inspect_value(thrown)),
                },
                unknown_name: None,
                by_machine: false,
                kind: None,
                tool: None,
                suggestions: Vec::new(),
                place: place(self, thrown_here.as_ref()),
                stack: None,
                cause: None,
                is_error: false,
            },
        }
    }

    /// What the chain of `cause` says, innermost last, without running program code.
    fn cause_text(&mut self, error: ObjectId) -> Option<String> {
        const MAX_CAUSES: usize = 4;
        let mut texts: Vec<String> = Vec::new();
        let mut next = Some(error);
        while let Some(id) = next.take()
            && texts.len() < MAX_CAUSES
        {
            let own = self.ordinary_get_own_property(id, key::CAUSE);
            let Some(cause) = own.and_then(|own| own.value).filter(|cause| !cause.is_undefined()) else { break };
            next = cause.as_object().filter(|&id| matches!(self.heap.object(id).kind, ObjectKind::Error(_)));
            texts.push(match next {
                Some(id) => self.error_headline(id),
                None => self.inspect_value(cause),
            });
        }
        (!texts.is_empty()).then(|| texts.join("; caused by "))
    }

    /// The innermost place in the program that runs: in a session, functions of earlier programs are not part of what
    /// was submitted.
    fn own_entry<'t>(&self, trace: &'t [TraceEntry]) -> Option<&'t TraceEntry> {
        trace.iter().find(|entry| entry.program == self.main_program)
    }

    pub(crate) fn position_of(&self, entry: &TraceEntry) -> Option<codemode_bytecode::Position> {
        let loaded = self.loaded.get(entry.program as usize)?;
        let span = loaded.span_of(entry.op)?;
        Some(codemode_bytecode::position(&loaded.program.source, span.span.start))
    }

    /// Rejections that nobody took responsibility for, in the order in which their promises were made.
    #[must_use]
    pub fn unhandled_rejections(&self) -> Vec<Value> {
        let mut found: Vec<(u64, Value)> = self
            .promises
            .rejected
            .iter()
            .filter_map(|&id| {
                let data = self.heap.data::<PromiseData>(id)?;
                match data.state {
                    super::job::PromiseState::Rejected(reason) if !data.is_handled => Some((data.sequence, reason)),
                    _ => None,
                }
            })
            .collect();
        found.sort_by_key(|&(sequence, _)| sequence);
        found.into_iter().map(|(_, reason)| reason).collect()
    }

    /// Whether somebody took responsibility for a promise.
    #[must_use]
    pub fn is_observed(&self, promise: ObjectId) -> bool {
        self.heap.data::<PromiseData>(promise).is_some_and(|data| data.is_handled)
    }

    /// Where the program is: the innermost expression that runs or waits.
    #[must_use]
    pub fn place(&self) -> Option<codemode_bytecode::Position> {
        let running = self.frames.iter().rev().find(|frame| frame.program == self.main_program);
        match running {
            Some(frame) => self.position_near(frame.program, frame.function, frame.pc.saturating_sub(1)),
            None => self.waiting_at(),
        }
    }

    /// Whether the program waits for something and no code of it runs.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.frames.is_empty()
    }

    /// Where the program returned its result.
    #[must_use]
    pub fn returned_at(&self) -> Option<codemode_bytecode::Position> {
        self.returned_at.and_then(|entry| self.position_of(&entry))
    }

    /// The place of an instruction, or of the closest one before it in its function that has one; at the start of a
    /// function that of the next.
    fn position_near(&self, program: u16, function: u32, op: u32) -> Option<codemode_bytecode::Position> {
        let loaded = self.loaded.get(program as usize)?;
        let start = loaded.program.functions.get(function as usize)?.start;
        let spans = &loaded.program.spans;
        let index = spans.partition_point(|entry| entry.op <= op);
        let before = index.checked_sub(1).and_then(|index| spans.get(index)).filter(|entry| entry.op >= start);
        let entry = before.or_else(|| spans.get(index))?;
        Some(codemode_bytecode::position(&loaded.program.source, entry.span.start))
    }

    /// Whether the dense elements of an array are all there is to it (for hosts that copy arrays in bulk).
    #[must_use]
    pub fn is_dense_array(&self, value: Value) -> bool {
        value.as_object().is_some_and(|id| {
            let object = self.heap.object(id);
            object.is_array()
                && matches!(&object.elements, Elements::Dense(values) if !values.iter().any(|v| v.is_hole()))
        })
    }
}

/// A place in the program, for errors that come later.
#[derive(Debug, Clone, Copy)]
pub struct CallSite(pub(super) TraceEntry);

/// An error that the host reports to the program.
#[derive(Debug, Clone)]
pub struct HostError<'a> {
    /// The message.
    pub message: &'a str,
    /// The diagnostic kind, such as `ToolFailure`.
    pub kind: &'static str,
    /// Canonical name of the tool, when one failed.
    pub tool: Option<&'a str>,
    /// What to do instead.
    pub suggestions: Vec<String>,
    /// Where the call was made.
    pub site: Option<CallSite>,
}

/// A thrown value as the host sees it.
#[derive(Debug, Clone)]
pub struct ErrorReport {
    /// `Name: message` of errors, the bare message of failures that the host reported, else the inspected value.
    pub message: String,
    /// Raised by the machine, not made by the program.
    pub by_machine: bool,
    /// Diagnostic kind of failures that the host reported.
    pub kind: Option<&'static str>,
    /// Tool that failed.
    pub tool: Option<String>,
    /// What to do instead.
    pub suggestions: Vec<String>,
    /// The name that does not exist, when that is what is wrong.
    pub unknown_name: Option<String>,
    /// Where it happened in the program.
    pub place: Option<codemode_bytecode::Position>,
    /// `Name: message` with the frames of the program.
    pub stack: Option<String>,
    /// What the error says of its cause.
    pub cause: Option<String>,
    /// Whether the value is an error object.
    pub is_error: bool,
}
