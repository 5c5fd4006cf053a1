//! `tools` and what is reached below it: opaque references to paths of the host's tools.
//!
//! A reference is made for any name; nothing is looked up before a call or an enumeration. It is no data: everything
//! that would read it as such is refused with the two ways to learn what there is.

use super::descriptor::PropertyDescriptor;
use crate::completion::{Completion, Unwind};
use crate::heap::object::{ObjectKind, ToolPath};
use crate::heap::shape::Attributes;
use crate::realm::Intrinsic;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// Names in a path below `tools`. No tool is this deep; a program can make up any path.
const MAX_SEGMENTS: usize = 256;

impl Vm {
    /// The segments below `tools` that an object stands for.
    pub(crate) fn tool_path(&self, object: ObjectId) -> Option<&[String]> {
        match &self.heap.object(object).kind {
            ObjectKind::Tools(path) => Some(&path.segments),
            _ => None,
        }
    }

    /// Whether a value is `tools` or something below it.
    pub(crate) fn is_tool_reference(&self, value: Value) -> bool {
        value.as_object().is_some_and(|object| self.tool_path(object).is_some())
    }

    /// A reference to what is at a path below `tools`.
    pub(crate) fn new_tool_reference(&mut self, segments: Vec<String>) -> ObjectId {
        let proto = self.intrinsic(Intrinsic::FunctionPrototype);
        let proto = if segments.is_empty() { self.intrinsic(Intrinsic::ObjectPrototype) } else { proto };
        let name = segments.join(".").into();
        self.heap.new_object_with_proto(Some(proto), ObjectKind::Tools(Box::new(ToolPath { segments, name })))
    }

    /// The own properties of a tool reference are the names that exist.
    pub(crate) fn tools_get_own_property(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
    ) -> Completion<Option<PropertyDescriptor>> {
        let Some(path) = self.tool_path(object).map(<[String]>::to_vec) else { return Ok(None) };
        if !property.is_string() {
            return Ok(None);
        }
        let name = self.heap.key_text(property);
        if !self.hooks.has_tool_name(&path, &name) {
            return Ok(None);
        }
        let reference = self.tools_get(object, property)?;
        Ok(Some(PropertyDescriptor::data(reference, Attributes::new(false, true, false))))
    }

    /// `reference.name`: a reference to the longer path, whether or not there is a tool. A dotted name is the path it
    /// spells. The same reference is given every time, so that identity holds.
    pub(crate) fn tools_get(&mut self, object: ObjectId, property: PropertyKey) -> Completion {
        if !property.is_string() {
            return Ok(Value::UNDEFINED);
        }
        if let Some(known) = self.ordinary_get_own_property(object, property) {
            return Ok(known.value.unwrap_or(Value::UNDEFINED));
        }
        let name = self.heap.key_text(property);
        self.charge_fuel(name.len() as u64 / 8)?;
        let is_path = name.contains('.') && name.split('.').all(|segment| !segment.is_empty());
        if !is_path {
            return self.tools_child(object, property, name);
        }
        let mut reached = object;
        for segment in name.split('.') {
            let key = self.heap.key(segment)?;
            let next = match self.ordinary_get_own_property(reached, key).and_then(|known| known.value) {
                Some(known) => known,
                None => self.tools_child(reached, key, segment.to_owned())?,
            };
            reached = next.as_object().unwrap_or(reached);
        }
        Ok(reached.into())
    }

    fn tools_child(&mut self, object: ObjectId, property: PropertyKey, name: String) -> Completion {
        let above = self.tool_path(object).unwrap_or(&[]);
        let length = above.iter().map(|segment| segment.len() + 24).sum::<usize>() + name.len();
        if above.len() >= MAX_SEGMENTS {
            return Err(self.range_error(&format!("a tool path has at most {MAX_SEGMENTS} names")));
        }
        // Every reference holds its path twice: as names, and joined.
        self.heap.charge(2 * length + 64)?;
        self.charge_fuel(length as u64 / 8)?;
        let mut segments = self.tool_path(object).unwrap_or(&[]).to_vec();
        segments.push(name);
        let reference = self.new_tool_reference(segments);
        let attributes = Attributes::new(false, true, false);
        match property {
            PropertyKey::Index(index) => self.heap.set_element(object, index, reference.into(), attributes)?,
            _ => self.heap.add_named(object, property, reference.into(), attributes),
        }
        Ok(reference.into())
    }

    /// The names below a reference; throws where there is nothing.
    pub(crate) fn tools_own_property_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let Some(path) = self.tool_path(object).map(<[String]>::to_vec) else { return Ok(Vec::new()) };
        let Some(names) = self.hooks.tool_names(&path) else {
            return Err(self.with_hooks(|hooks, cx| hooks.unknown_namespace(cx, &path)));
        };
        self.charge_fuel(names.len() as u64)?;
        let mut keys = Vec::with_capacity(names.len());
        for name in names {
            keys.push(self.heap.key(&name)?);
        }
        Ok(keys)
    }

    /// A reference was used as data.
    #[cold]
    pub(crate) fn tool_data_error(&mut self, object: ObjectId) -> Unwind {
        let shown = self.describe(object.into());
        let message = format!(
            "cannot read tool references as data: {shown} only names a tool or namespace. Object.keys({shown}) gives the \
             names below it, search(\"...\") the signatures; call a tool and await it to get its result"
        );
        self.invalid_data_error(&message, Vec::new())
    }
}

/// The expression that reaches a path: `tools.ns["resolve-id"]`.
pub(crate) fn expression(segments: &[String]) -> String {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    let mut text = String::from("tools");
    for segment in segments {
        if segment.starts_with(starts) && segment.chars().all(|c| starts(c) || c.is_ascii_digit()) {
            text.push('.');
            text.push_str(segment);
            continue;
        }
        text.push_str("[\"");
        for c in segment.chars() {
            match c {
                '"' | '\\' => text.extend(['\\', c]),
                c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                    text.push_str(&format!("\\u{:04x}", u32::from(c)));
                }
                c => text.push(c),
            }
        }
        text.push_str("\"]");
    }
    text
}
