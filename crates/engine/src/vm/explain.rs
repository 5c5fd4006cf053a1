//! What is wrong and what was meant: messages about missing values and misspelt names, with advice.
//!
//! Advice is found by looking, never by running program code: variables of the frame by their names, data properties,
//! prototype chains.

use codemode_bytecode::{FunctionCode, did_you_mean, nearest};

use super::Vm;
use super::frame::Frame;
use super::idioms::{self, Receiver};
use crate::completion::Unwind;
use crate::heap::object::ObjectKind;
use crate::heap::string::EXCERPT;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Value};

/// Most names looked at on one object.
const MAX_NAMES: usize = 500;
/// Units of work for comparing a name with what was written.
const ADVICE_COST: i64 = 20;
/// Most names listed in one piece of advice.
const LISTED: usize = 8;
/// Longest source text quoted in a message, in characters.
const QUOTED: usize = 80;

/// A step of a path such as `order.lines[0]`.
pub(super) enum Step {
    Name(String),
    Index(u32),
}

impl Vm {
    /// A property of null or undefined was read or written.
    #[cold]
    pub(crate) fn nullish_access_error(&mut self, what: &str, property: PropertyKey, action: &str) -> Unwind {
        let name = self.heap.key_label(property);
        let focus = self.focus_text();
        if let Some(text) = focus.as_deref().filter(|_| self.takes_apart()) {
            let mut advice: Vec<String> = self.explain_missing(text).into_iter().collect();
            if advice.is_empty() {
                advice.push(format!("if it may be missing, write `{text} ?? {{}}`"));
            }
            let message = format!("Cannot destructure property '{name}' of '{text}' as it is {what}");
            return self.type_error_with(&message, advice);
        }
        let (verb, ing) = if action == "read" { ("read", "reading") } else { ("set", "setting") };
        let shown = match (&focus, property) {
            (Some(object), PropertyKey::Index(_)) => format!(" ({ing} {object}[{name}])"),
            (Some(object), PropertyKey::String(_)) => format!(" ({ing} {object}.{name})"),
            _ => String::new(),
        };
        let mut advice = Vec::new();
        if let Some(text) = &focus {
            advice.extend(self.explain_missing(text));
            let access =
                if matches!(property, PropertyKey::Index(_)) { format!("?.[{name}]") } else { format!("?.{name}") };
            if action == "read" && advice.is_empty() {
                advice.extend(match text.as_str() {
                    "this" => Some(
                        "`this` is only set inside methods: call the function as `object.method()`, or use a variable"
                            .to_owned(),
                    ),
                    _ if is_path(text) => Some(format!("if `{text}` may be missing, write `{text}{access}`")),
                    _ => called_name(text).map(|called| explain_call(called, what, &access)),
                });
            }
        }
        self.type_error_with(&format!("Cannot {verb} property '{name}' of {what}{shown}"), advice)
    }

    /// Something that is no function was called.
    #[cold]
    pub(crate) fn not_callable_error(&mut self, value: Value) -> Unwind {
        self.not_callable_method_error(value, None)
    }

    /// Something that is no function was called as a method of `receiver`.
    #[cold]
    pub(crate) fn not_callable_method_error(&mut self, value: Value, receiver: Option<Value>) -> Unwind {
        let shown = self.describe(value);
        let Some(callee) = self.focus_source() else {
            return self.type_error(&format!("{shown} is not a function"));
        };
        let method = trailing_name(&callee);
        let mut advice = Vec::new();
        match (method, receiver) {
            (Some(name), Some(receiver)) => {
                let base = callee.get(..callee.len() - name.len()).unwrap_or("").trim_end_matches(['.', '?']);
                if let Some(idiom) = idioms::function(base, name) {
                    advice.push(idiom);
                } else if value.is_undefined() {
                    advice = self.explain_method(&squeeze(base), receiver, name);
                } else {
                    advice.push(format!("`{}` is {shown}: read it without parentheses", squeeze(&callee)));
                }
            }
            _ if value.is_undefined() => {
                let missing = self.explain_missing(&callee);
                let called = called_name(&callee).map(|called| format!("`{called}(…)` gives undefined"));
                advice.extend(missing.or(called));
            }
            _ => advice.push(format!("`{}` is {shown}: use it without parentheses", squeeze(&callee))),
        }
        let text = squeeze(&callee);
        self.type_error_with(&format!("{text} is not a function"), advice)
    }

    /// Something that is no constructor was constructed.
    #[cold]
    pub(crate) fn not_constructor_error(&mut self, value: Value) -> Unwind {
        let shown = self.describe(value);
        let text = self.focus_text().unwrap_or_else(|| shown.clone());
        let advice = match self.is_callable(value) {
            true => vec![format!("call it without `new`: `{text}(…)`")],
            false if text != shown => vec![format!("`{text}` is {shown}: `new` needs a class or a function")],
            false => Vec::new(),
        };
        self.type_error_with(&format!("{text} is not a constructor"), advice)
    }

    /// Something that is not iterable was iterated.
    #[cold]
    pub(crate) fn not_iterable_error(&mut self, value: Value) -> Unwind {
        if let Some(object) = value.as_object().filter(|_| self.is_tool_reference(value)) {
            return self.tool_data_error(object);
        }
        if self.is_promise(value) {
            let text = self.focus_text().unwrap_or_else(|| "a promise".into());
            return self.promise_as_data_error(&format!("{text} is not iterable"));
        }
        let shown = self.describe(value);
        let focus = self.focus_text();
        let text = focus.clone().unwrap_or_else(|| "it".into());
        let mut advice = Vec::new();
        if value.is_nullish() {
            advice.extend(focus.as_deref().and_then(|text| self.explain_missing(text)));
            if advice.is_empty() && focus.is_some() {
                advice.push(format!("if it may be missing, write `{text} ?? []`"));
            }
        } else if let Some(object) = value.as_object() {
            match self.array_inside(object) {
                Some(name) => advice.push(format!("its array is in `{name}`: iterate `{text}.{name}`")),
                None if self.is_callable(value) => advice.push(format!("call it: `{text}()`")),
                None => advice.push(format!("iterate `Object.entries({text})` or `Object.values({text})`")),
            }
        } else if value.is_number() {
            advice.push(format!("count with a loop, or iterate `Array.from({{ length: {text} }}, (_, i) => i)`"));
        }
        match focus {
            Some(text) if text != shown => {
                self.type_error_with(&format!("{text} is not iterable (it is {shown})"), advice)
            }
            _ => self.type_error_with(&format!("{shown} is not iterable"), advice),
        }
    }

    /// Null or undefined where an object pattern needs a value.
    #[cold]
    pub(crate) fn not_destructurable_error(&mut self, value: Value) -> Unwind {
        let shown = self.describe(value);
        match self.focus_text() {
            Some(text) if text != shown => {
                let mut advice: Vec<String> = self.explain_missing(&text).into_iter().collect();
                if advice.is_empty() {
                    advice.push(format!("if it may be missing, write `{text} ?? {{}}`"));
                }
                self.type_error_with(&format!("Cannot destructure '{text}' as it is {shown}"), advice)
            }
            _ => self.type_error(&format!("Cannot destructure {shown}")),
        }
    }

    // ── Looking ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Why the value of `text`, a path from a variable, is missing: the first step that leads nowhere.
    fn explain_missing(&mut self, text: &str) -> Option<String> {
        let (root, steps) = parse_path(text, Brackets::Indices)?;
        let mut value = self.variable_by_name(&root)?;
        let mut shown = root;
        for step in &steps {
            let object = value.as_object()?;
            let (property, next) = match step {
                Step::Name(name) => (self.heap.key(name).ok()?, format!("{shown}.{name}")),
                Step::Index(index) => (PropertyKey::Index(*index), format!("{shown}[{index}]")),
            };
            match self.data_property(object, property) {
                Some(found) => (value, shown) = (found, next),
                None => return self.explain_absence(&shown, object, step),
            }
        }
        None
    }

    fn explain_absence(&mut self, shown: &str, object: ObjectId, step: &Step) -> Option<String> {
        if let Some(length) = self.heap.array_length(object) {
            match step {
                Step::Index(_) if length == 0 => return Some(format!("`{shown}` is an empty array")),
                Step::Index(_) => return Some(format!("`{shown}` has {length} elements, counted from 0")),
                Step::Name(_) => {}
            }
        }
        let name = match step {
            Step::Name(name) => name,
            Step::Index(index) => {
                let inside = self.array_inside(object)?;
                return Some(format!(
                    "`{shown}` is an object; its array is in `{inside}`: `{shown}.{inside}[{index}]`"
                ));
            }
        };
        if let Ok(property) = self.heap.key(name)
            && let Some(own) = self.ordinary_get_own_property(object, property)
            && !own.is_accessor()
        {
            let value = own.value.unwrap_or(Value::UNDEFINED);
            let value = self.describe(value);
            return Some(format!("`{shown}.{name}` is {value}; if it may be missing, write `{shown}.{name}?.…`"));
        }
        let names = self.visible_names(object.into());
        let near = nearest(name, names.iter().map(String::as_str));
        if !near.is_empty() {
            return did_you_mean(&near, &format!("{shown}."));
        }
        if self.heap.array_length(object).is_some() {
            return Some(format!("`{shown}` is an array: take an element first, such as `{shown}[0].{name}`"));
        }
        let own = self.own_data_names(object);
        match own.is_empty() {
            true => Some(format!("`{shown}` has no `{name}`: it is an empty object")),
            false => Some(format!("`{shown}` has no `{name}`; it has {}", list(&own))),
        }
    }

    /// What was meant by a method that does not exist.
    fn explain_method(&mut self, base: &str, receiver: Value, name: &str) -> Vec<String> {
        if matches!(name, "then" | "catch" | "finally") {
            let what = self.describe(receiver);
            return vec![format!("`{base}` is {what}, not a promise: use it without `.{name}(…)`")];
        }
        let idiom = self.receiver_kind(receiver).and_then(|kind| idioms::method(kind, base, name));
        if let Some(idiom) = idiom {
            return vec![idiom];
        }
        let names = self.visible_names(receiver);
        let near = nearest(name, names.iter().map(String::as_str));
        if !near.is_empty() {
            return did_you_mean(&near, ".").into_iter().collect();
        }
        let array_prototype = self.intrinsic(Intrinsic::ArrayPrototype);
        let is_array_method = self.has_name(array_prototype, name);
        let string_prototype = self.intrinsic(Intrinsic::StringPrototype);
        let is_string_method = self.has_name(string_prototype, name);
        let date_prototype = self.intrinsic(Intrinsic::DatePrototype);
        let is_date_method = self.has_name(date_prototype, name);
        let Some(object) = receiver.as_object() else {
            return match (receiver.is_string(), is_array_method, is_string_method) {
                (true, true, _) => vec![format!(
                    "`{base}` is a string, not an array: use JSON.parse({base}) if it holds JSON, or {base}.split(…)"
                )],
                (false, _, true) => vec![format!("make it a string first: `String({base}).{name}(…)`")],
                _ if is_date_method => {
                    let what = self.describe(receiver);
                    vec![format!("`{base}` is {what}, not a Date: `new Date({base}).{name}(…)`")]
                }
                _ => {
                    let what = self.describe(receiver);
                    if what == base { Vec::new() } else { vec![format!("`{base}` is {what}")] }
                }
            };
        };
        if self.heap.array_length(object).is_some() {
            return match is_string_method {
                true => vec![format!("`{base}` is an array: call it on an element, or on `{base}.join(…)`")],
                false => Vec::new(),
            };
        }
        if is_array_method {
            return match self.array_inside(object) {
                Some(inside) => {
                    vec![format!("`{base}` is an object; its array is in `{inside}`: `{base}.{inside}.{name}(…)`")]
                }
                None if self.is_iterable_collection(object) => {
                    vec![format!("spread it into an array: `[...{base}].{name}(…)`")]
                }
                None => vec![format!(
                    "`{base}` is an object, not an array: use `Object.entries({base}).{name}(…)` or `Object.values({base}).{name}(…)`"
                )],
            };
        }
        let is_plain = matches!(self.heap.object(object).kind, ObjectKind::Ordinary);
        let own = self.own_data_names(object);
        match own.is_empty() {
            true if is_plain => vec![format!("`{base}` has no `{name}`: it is an empty object")],
            true => Vec::new(),
            false => vec![format!("`{base}` has {}", list(&own))],
        }
    }

    /// What idioms of other languages are known for.
    fn receiver_kind(&mut self, receiver: Value) -> Option<Receiver> {
        if receiver.is_string() {
            return Some(Receiver::Text);
        }
        if receiver.is_number() {
            return Some(Receiver::Number);
        }
        let object = receiver.as_object()?;
        match &self.heap.object(object).kind {
            ObjectKind::Array { .. } => return Some(Receiver::Array),
            ObjectKind::Date(_) => return Some(Receiver::Date),
            ObjectKind::Ordinary | ObjectKind::Data(_) => {}
            _ => return None,
        }
        match self.class_name(object)?.as_str() {
            "Map" => Some(Receiver::Map),
            "Set" => Some(Receiver::Set),
            "Object" => Some(Receiver::Plain),
            _ => None,
        }
    }

    /// The value of a variable of the running function, or of one around it.
    fn variable_by_name(&self, name: &str) -> Option<Value> {
        let frame = self.frames.last()?;
        let loaded = self.loaded.get(frame.program as usize)?;
        let code = loaded.program.functions.get(frame.function as usize)?;
        let is_named = |index: u32| {
            matches!(loaded.program.constants.get(index as usize),
                Some(codemode_bytecode::Constant::String(text)) if **text == *name)
        };
        self.local_by_name(frame, code, &is_named).or_else(|| {
            let index = code.capture_names.iter().position(|&constant| is_named(constant))?;
            self.revealed(self.heap.slots.at(frame.captures + index as u32))
        })
    }

    fn local_by_name(&self, frame: &Frame, code: &FunctionCode, is_named: &dyn Fn(u32) -> bool) -> Option<Value> {
        let at = frame.pc.saturating_sub(code.start);
        let mut declared = code.variables.iter().filter(|variable| variable.start <= at);
        let found = declared.clone().rfind(|variable| is_named(variable.name))?;
        // Its register may belong to another variable by now.
        let is_current = declared.rfind(|other| other.register == found.register).is_some_and(|other| other == found);
        let value = self.stack.get((frame.base + found.register) as usize).copied()?;
        if is_current { self.revealed(value) } else { None }
    }

    /// The contents of a variable's place.
    pub(super) fn revealed(&self, value: Value) -> Option<Value> {
        let value = match value.as_cell() {
            Some(cell) => self.heap.cell(cell),
            None => value,
        };
        (!value.is_internal()).then_some(value)
    }

    /// A data property, own or inherited, without running program code.
    pub(super) fn data_property(&mut self, object: ObjectId, property: PropertyKey) -> Option<Value> {
        if self.is_exotic_to_look_at(object) {
            return None;
        }
        let mut next = Some(object);
        for _ in 0..16 {
            let holder = next?;
            if let Some(own) = self.ordinary_get_own_property(holder, property) {
                return own.value.filter(|value| !value.is_undefined());
            }
            next = self.heap.proto_of(holder);
        }
        None
    }

    fn is_exotic_to_look_at(&self, object: ObjectId) -> bool {
        matches!(self.heap.object(object).kind, ObjectKind::Proxy(_) | ObjectKind::Tools(_))
    }

    /// Names of properties that a value has, inherited ones too.
    pub(super) fn visible_names(&mut self, value: Value) -> Vec<String> {
        let mut names = Vec::new();
        let start = match value.as_object() {
            Some(object) => Some(object),
            None => self.prototype_of_primitive(value, None).ok(),
        };
        let mut next = start;
        for _ in 0..16 {
            let Some(object) = next.filter(|&object| !self.is_exotic_to_look_at(object)) else { break };
            names.extend(self.own_names(object));
            next = self.heap.proto_of(object);
        }
        if value.is_string() || value.as_object().is_some_and(|object| self.heap.array_length(object).is_some()) {
            names.push("length".into());
        }
        names.truncate(MAX_NAMES);
        // Advice costs more than what fails.
        self.fuel -= names.len() as i64 * ADVICE_COST;
        names
    }

    fn own_names(&self, object: ObjectId) -> Vec<String> {
        let shape = self.heap.shapes.get(self.heap.object(object).shape);
        let keys = shape.table.entries.iter().take(MAX_NAMES).filter_map(|entry| entry.key);
        let names = keys.filter(|key| match key {
            PropertyKey::String(name) => self.heap.string_len(*name) <= EXCERPT,
            PropertyKey::Index(_) => true,
            PropertyKey::Symbol(_) => false,
        });
        names.map(|key| self.heap.key_text(key)).collect()
    }

    /// Names of own enumerable properties, as the program would list them.
    fn own_data_names(&mut self, object: ObjectId) -> Vec<String> {
        let is_plain = matches!(self.heap.object(object).kind, ObjectKind::Ordinary);
        if is_plain { self.own_names(object) } else { Vec::new() }
    }

    fn has_name(&self, object: ObjectId, name: &str) -> bool {
        self.own_names(object).iter().any(|own| own == name)
    }

    fn is_iterable_collection(&mut self, object: ObjectId) -> bool {
        self.class_name(object).is_some_and(|name| {
            matches!(name.as_str(), "Map" | "Set" | "Iterator" | "URLSearchParams" | "Headers")
                || name.ends_with("Generator")
        })
    }

    /// The only own property of an object that holds an array.
    fn array_inside(&mut self, object: ObjectId) -> Option<String> {
        let mut found = None;
        for name in self.own_data_names(object) {
            let property = self.heap.key(&name).ok()?;
            let value = self.data_property(object, property);
            let is_array =
                value.and_then(Value::as_object).is_some_and(|inner| self.heap.array_length(inner).is_some());
            if is_array && found.replace(name).is_some() {
                return None;
            }
        }
        found
    }

    /// The names of global variables, those of the session too.
    pub fn global_names(&mut self) -> Vec<String> {
        let global = self.intrinsic(Intrinsic::Global);
        let mut names = self.own_names(global);
        names.extend(self.session_names().into_iter().map(|(name, _)| name));
        names
    }

    /// The source of the program that runs, as it was submitted.
    #[must_use]
    pub fn main_source(&self) -> Option<std::sync::Arc<str>> {
        self.loaded.get(self.main_program as usize).map(|loaded| loaded.program.source.clone())
    }

    // ── Source text ────────────────────────────────────────────────────────────────────────────────────────────────

    /// The source text that the running instruction is about (a callee, an object).
    fn focus_source(&self) -> Option<String> {
        let frame = self.frames.last()?;
        let loaded = self.loaded.get(frame.program as usize)?;
        if loaded.program.is_builtin {
            return None;
        }
        let entry = loaded.span_of(frame.pc.saturating_sub(1))?;
        if entry.focus.end <= entry.focus.start {
            return None;
        }
        let text = entry.focus.text(&loaded.program.source);
        (!text.trim().is_empty()).then(|| text.to_owned())
    }

    /// Whether the running instruction belongs to a pattern: the value it takes apart stands after it.
    fn takes_apart(&self) -> bool {
        let entry = self
            .frames
            .last()
            .and_then(|frame| self.loaded.get(frame.program as usize)?.span_of(frame.pc.saturating_sub(1)));
        entry.is_some_and(|entry| entry.focus.start >= entry.span.end && entry.focus.end > entry.focus.start)
    }

    /// The same on one line, when it is short.
    pub(crate) fn focus_text(&self) -> Option<String> {
        let text = self.focus_source()?.split_whitespace().collect::<Vec<_>>().join(" ");
        (text.chars().count() <= QUOTED).then_some(text)
    }

    /// The headline of a failure that the program did not make, whatever the program made of it.
    pub(crate) fn machine_message(&mut self, error: ObjectId) -> Option<String> {
        let ObjectKind::Error(data) = &self.heap.object(error).kind else { return None };
        let original = data.original.clone()?;
        let by_machine = data.by_machine;
        if !by_machine {
            return Some(original.into());
        }
        let class = self.class_name(error).unwrap_or_else(|| "Error".into());
        let name = self.own_text(error, key::NAME).unwrap_or(class);
        Some(format!("{name}: {original}"))
    }
}

/// Long texts are shortened to their end, where the mistake is.
fn squeeze(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= QUOTED {
        return text;
    }
    match trailing_name(&text) {
        Some(name) => format!("(…).{name}"),
        None => {
            let start: String = text.chars().take(QUOTED - 1).collect();
            format!("{start}…")
        }
    }
}

/// The name after the last dot of a member expression.
fn trailing_name(text: &str) -> Option<&str> {
    let at = text.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))?;
    let name = text.get(at + 1..)?;
    (text.get(..=at)?.ends_with('.') && !name.is_empty()).then_some(name)
}

/// The name of the function whose call a text ends with: `find` of `rows.find((row) => row.ok)`.
fn called_name(text: &str) -> Option<&str> {
    let mut depth = 0u32;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => {
                depth -= 1;
                if depth == 0 {
                    let callee = text.get(..at)?;
                    let start = callee.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
                    let name = callee.get(start.map_or(0, |start| start + 1)..)?;
                    return (!name.is_empty()).then_some(name);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Why a call gave nothing.
fn explain_call(called: &str, what: &str, access: &str) -> String {
    let when = match called {
        "find" | "findLast" | "match" | "exec" => " when nothing matches",
        "get" => " when there is no such key",
        "at" | "pop" | "shift" => " when there is no such element",
        _ => "",
    };
    format!("`{called}(…)` gives {what}{when}: check what it gives first, or write `{access}`")
}

fn is_path(text: &str) -> bool {
    parse_path(text, Brackets::Indices).is_some()
}

/// What may stand in the brackets of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Brackets {
    Indices,
    IndicesAndNames,
}

/// Takes `order.lines[0]` apart.
pub(super) fn parse_path(text: &str, brackets: Brackets) -> Option<(String, Vec<Step>)> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    let (root, mut rest) = text.split_at(end);
    if root.is_empty() || root.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let quote = rest.strip_prefix('[').and_then(|inner| inner.chars().next()).filter(|c| matches!(c, '"' | '\''));
        if let (Some(quote), Brackets::IndicesAndNames) = (quote, brackets) {
            let (name, after) = rest.get(2..)?.split_once([quote])?;
            if name.contains('\\') {
                return None;
            }
            steps.push(Step::Name(name.to_owned()));
            rest = after.strip_prefix(']')?;
            continue;
        }
        if let Some(inner) = rest.strip_prefix('[') {
            let (index, after) = inner.split_once(']')?;
            steps.push(Step::Index(index.trim().parse().ok()?));
            rest = after;
            continue;
        }
        let after = rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.'))?;
        let end = after.find(|c: char| !is_name(c)).unwrap_or(after.len());
        let (name, after) = after.split_at(end);
        if name.is_empty() {
            return None;
        }
        steps.push(Step::Name(name.to_owned()));
        rest = after;
    }
    Some((root.to_owned(), steps))
}

fn list(names: &[String]) -> String {
    let mut text = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > LISTED {
        text.push_str(&format!(" and {} more", names.len() - LISTED));
    }
    text
}
