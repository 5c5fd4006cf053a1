//! How values look in logs and in messages about uncaught values: compact, much like JSON. No program code runs: no
//! getter, `toString`, `toJSON` or proxy handler.

use crate::builtins::data_view::DataViewData;
use crate::completion::Completion;
use crate::heap::object::{ObjectKind, Preview};
use crate::heap::string::{LONG_TEXT, MAX_STRING_LENGTH};
use crate::heap::string_builder::StringBuilder;
use crate::realm::names::key;
use crate::value::number::number_to_string;
use crate::value::{ObjectId, PropertyKey, StringId, Unpacked, Value};
use crate::vm::Vm;

/// Deeper nesting prints `...`; this also bounds the recursion here.
const MAX_DEPTH: usize = 32;

const OPAQUE: &str = "[opaque reference]";

/// The inner format: strings quoted, undefined as null.
pub(crate) fn inspect(cx: &mut Vm, value: Value) -> Completion<String> {
    let mut inspector = Inspector::default();
    inspector.value(cx, value)?;
    Ok(inspector.out.as_str().to_std_string())
}

/// The outer format of what is no string, cut when it gets long: for reports.
pub(crate) fn inspect_shortly(cx: &mut Vm, value: Value) -> Completion<String> {
    if value.is_undefined() {
        return Ok("undefined".to_owned());
    }
    let mut inspector = Inspector { limit: LONG_TEXT, ..Inspector::default() };
    inspector.value(cx, value)?;
    Ok(inspector.out.as_str().to_std_string())
}

/// The outer format, of an argument or a table cell: strings and undefined as they are.
pub(crate) fn inspect_argument(cx: &mut Vm, value: Value) -> Completion<String> {
    match value.unpack() {
        Unpacked::String(id) => cx.heap.text(id),
        Unpacked::Undefined => Ok("undefined".to_owned()),
        _ => inspect(cx, value),
    }
}

impl Vm {
    /// A value as the console prints it inside other values: for messages about uncaught values.
    ///
    /// # Errors
    /// Only aborts, when a limit is reached meanwhile.
    pub fn inspect(&mut self, value: Value) -> Completion<String> {
        inspect(self, value)
    }
}

/// Whether a value prints as a mark, since it has no data to show.
pub(crate) fn is_opaque(cx: &mut Vm, value: Value) -> bool {
    if cx.is_callable(value) || cx.is_promise(value) {
        return true;
    }
    value.as_object().is_some_and(|object| match &cx.heap.object(object).kind {
        ObjectKind::Data(data) => matches!(data.preview(), Preview::Opaque),
        ObjectKind::Tools(_) => true,
        _ => false,
    })
}

/// The enumerable own string keys of an object that is no proxy.
pub(crate) fn shown_keys(cx: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
    let count = cx.heap.shapes.get(cx.heap.object(object).shape).table.entries.len()
        + cx.heap.object(object).elements.bytes() / 8;
    cx.charge_fuel(count as u64 / 2 + 1)?;
    cx.heap.charge(count * 8)?;
    let mut keys = cx.ordinary_own_property_keys(object);
    keys.retain(|&property| match property {
        PropertyKey::Symbol(_) => false,
        PropertyKey::String(_) => {
            cx.heap.find_named(object, property).is_some_and(|(_, attributes)| attributes.is_enumerable())
        }
        PropertyKey::Index(index) => {
            cx.heap.object(object).elements.get(index).is_some_and(|element| element.attributes.is_enumerable())
        }
    });
    Ok(keys)
}

/// The value of an own data property; `None` when there is none or it is an accessor.
pub(crate) fn shown_property(cx: &mut Vm, object: ObjectId, property: PropertyKey) -> Option<Value> {
    let value = match property {
        PropertyKey::Index(index) => cx.heap.object(object).elements.get(index)?.value,
        _ => {
            let (slot, _) = cx.heap.find_named(object, property)?;
            cx.read_slot(object, slot)
        }
    };
    value.as_accessor().is_none().then_some(value)
}

struct Inspector {
    out: StringBuilder,
    /// Where the text ends, in code units; what is begun then is finished without its contents.
    limit: usize,
    /// The objects around the current value.
    path: Vec<ObjectId>,
}

impl Default for Inspector {
    fn default() -> Inspector {
        Inspector { out: StringBuilder::new(), limit: MAX_STRING_LENGTH, path: Vec::new() }
    }
}

impl Inspector {
    fn is_full(&self) -> bool {
        self.out.len() > self.limit
    }

    fn value(&mut self, cx: &mut Vm, value: Value) -> Completion<()> {
        cx.charge_fuel(2)?;
        self.out.charge(&mut cx.heap)?;
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Null | Unpacked::Internal => self.out.push_str("null"),
            Unpacked::Boolean(value) => self.out.push_str(if value { "true" } else { "false" }),
            Unpacked::Int(number) => self.out.push_str(&number.to_string()),
            Unpacked::Double(number) => self.out.push_str(&number_to_string(number)),
            Unpacked::BigInt(_) => {
                let text = cx.to_string(value)?;
                self.out.push(cx.heap.str(text));
                self.out.push_unit(u16::from(b'n'));
            }
            Unpacked::Symbol(id) => {
                let length = cx.heap.symbol_description(id).map_or(0, |text| cx.heap.string_len(text));
                cx.charge_fuel(length as u64 / 8)?;
                cx.heap.ensure(length)?;
                self.out.push_str(&cx.heap.symbol_text(id));
            }
            Unpacked::String(id) => self.quoted(cx, id)?,
            Unpacked::Object(object) => self.object(cx, object)?,
        }
        Ok(())
    }

    /// A string as JSON writes it.
    fn quoted(&mut self, cx: &mut Vm, id: StringId) -> Completion<()> {
        let id = cx.heap.flatten(id)?;
        let len = cx.heap.string_len(id).min(self.limit);
        cx.charge_fuel(len as u64 / 8)?;
        cx.heap.charge(len)?;
        let text = cx.heap.str(id);
        self.out.push_unit(u16::from(b'"'));
        let mut at = 0;
        while !self.is_full()
            && let Some((code_point, units)) = text.code_point_at(at)
        {
            at += units;
            match code_point {
                0x22 => self.out.push_str("\\\""),
                0x5C => self.out.push_str("\\\\"),
                0x0A => self.out.push_str("\\n"),
                0x0D => self.out.push_str("\\r"),
                0x09 => self.out.push_str("\\t"),
                0x08 => self.out.push_str("\\b"),
                0x0C => self.out.push_str("\\f"),
                0..=0x1F | 0xD800..=0xDFFF => self.out.push_str(&format!("\\u{code_point:04x}")),
                _ => self.out.push_code_point(code_point),
            }
        }
        if at < text.len() {
            self.out.push_str("…");
        }
        self.out.push_unit(u16::from(b'"'));
        Ok(())
    }

    fn object(&mut self, cx: &mut Vm, object: ObjectId) -> Completion<()> {
        let object = proxy_target(cx, object);
        if self.path.contains(&object) {
            self.out.push_str("[Circular]");
            return Ok(());
        }
        if self.path.len() >= MAX_DEPTH || self.is_full() {
            self.out.push_str("...");
            return Ok(());
        }
        self.path.push(object);
        let result = self.object_content(cx, object);
        self.path.pop();
        result
    }

    fn object_content(&mut self, cx: &mut Vm, object: ObjectId) -> Completion<()> {
        if cx.is_promise(object.into()) {
            self.out.push_str("[Promise (await it to get its value)]");
            return Ok(());
        }
        match &cx.heap.object(object).kind {
            ObjectKind::Ordinary => self.properties(cx, object),
            ObjectKind::Array { length, .. } => {
                let length = *length;
                self.array(cx, object, length)
            }
            ObjectKind::Arguments => {
                let length = shown_property(cx, object, key::LENGTH).and_then(Value::as_int).unwrap_or(0);
                self.array(cx, object, length.max(0) as u32)
            }
            ObjectKind::Error(_) => {
                let text = cx.error_headline(object);
                self.out.push_str(&text);
                Ok(())
            }
            ObjectKind::Primitive(value) => {
                let value = *value;
                self.value(cx, value)
            }
            ObjectKind::Date(time) => {
                let time = *time;
                let text = if time.is_nan() {
                    "Invalid Date".to_owned()
                } else {
                    crate::builtins::date::text::iso_string(time)
                };
                self.out.push_str(&text);
                Ok(())
            }
            ObjectKind::Tools(path) if path.segments.is_empty() => {
                self.out.push_str("[tools]");
                Ok(())
            }
            ObjectKind::Tools(path) => {
                let text = format!("[tool {}]", crate::ops::tool_reference::expression(&path.segments));
                self.out.push_str(&text);
                Ok(())
            }
            ObjectKind::TypedArray(array) => {
                let array = **array;
                let length = cx.heap.view_length(&array).unwrap_or(0);
                let read = |cx: &mut Vm, index| cx.typed_array_element(&array, index);
                self.elements(cx, array.element.array_name(), length, read)
            }
            ObjectKind::ArrayBuffer(buffer) => {
                let length = buffer.bytes.len();
                self.bytes(cx, "ArrayBuffer", object, length)
            }
            ObjectKind::Data(_) if cx.heap.data::<DataViewData>(object).is_some() => {
                let length = cx.heap.buffer_source(object.into()).map_or(0, <[u8]>::len);
                self.bytes(cx, "DataView", object, length)
            }
            ObjectKind::Data(data) => {
                let bytes = data.bytes();
                cx.heap.charge(bytes)?;
                let preview = match &cx.heap.object(object).kind {
                    ObjectKind::Data(data) => data.preview(),
                    _ => Preview::Opaque,
                };
                self.preview(cx, object, preview)
            }
            // A revoked proxy comes here too.
            _ => {
                self.out.push_str(OPAQUE);
                Ok(())
            }
        }
    }

    fn properties(&mut self, cx: &mut Vm, object: ObjectId) -> Completion<()> {
        self.out.push_unit(u16::from(b'{'));
        for (index, property) in shown_keys(cx, object)?.into_iter().enumerate() {
            if self.is_full() {
                self.out.push_str(",...");
                break;
            }
            if index > 0 {
                self.out.push_unit(u16::from(b','));
            }
            if let Some(name) = cx.heap.key_to_value(property)?.as_string() {
                self.quoted(cx, name)?;
            }
            self.out.push_unit(u16::from(b':'));
            match shown_property(cx, object, property) {
                Some(value) => self.value(cx, value)?,
                None => self.out.push_str("[Getter]"),
            }
        }
        self.out.push_unit(u16::from(b'}'));
        Ok(())
    }

    fn array(&mut self, cx: &mut Vm, object: ObjectId, length: u32) -> Completion<()> {
        self.out.push_unit(u16::from(b'['));
        for index in 0..length {
            if self.is_full() {
                self.out.push_str(",...");
                break;
            }
            if index > 0 {
                self.out.push_unit(u16::from(b','));
            }
            let present = cx.heap.object(object).elements.get(index).is_some();
            match shown_property(cx, object, PropertyKey::Index(index)) {
                Some(value) => self.value(cx, value)?,
                None if present => self.out.push_str("[Getter]"),
                None => {
                    // A hole; a run of them costs one unit each.
                    cx.charge_fuel(1)?;
                }
            }
        }
        self.out.push_unit(u16::from(b']'));
        Ok(())
    }

    /// The bytes of a buffer or view.
    fn bytes(&mut self, cx: &mut Vm, name: &str, object: ObjectId, length: usize) -> Completion<()> {
        self.elements(cx, name, length, |cx, index| {
            let byte = cx.heap.buffer_source(object.into()).and_then(|bytes| bytes.get(index)).copied();
            Ok(byte.map_or(Value::UNDEFINED, |byte| Value::int(i32::from(byte))))
        })
    }

    /// `Name(n) [element,…]`
    fn elements(
        &mut self,
        cx: &mut Vm,
        name: &str,
        length: usize,
        read: impl Fn(&mut Vm, usize) -> Completion,
    ) -> Completion<()> {
        self.out.push_str(&format!("{name}({length}) ["));
        for index in 0..length {
            if self.is_full() {
                self.out.push_str(",...");
                break;
            }
            if index > 0 {
                self.out.push_unit(u16::from(b','));
            }
            let value = read(cx, index)?;
            self.value(cx, value)?;
        }
        self.out.push_unit(u16::from(b']'));
        Ok(())
    }

    /// URLs and their parameters as their text, headers as an object.
    fn web(&mut self, cx: &mut Vm, object: ObjectId) -> Completion<()> {
        if let Some(text) = crate::builtins::url::shown_text(cx, object)? {
            self.out.push(cx.heap.str(text));
        }
        if let Some(pairs) = crate::builtins::headers::shown_pairs(cx, object)? {
            self.out.push_str("Headers {");
            for (index, (name, value)) in pairs.into_iter().enumerate() {
                if index > 0 {
                    self.out.push_unit(u16::from(b','));
                }
                self.quoted(cx, name)?;
                self.out.push_unit(u16::from(b':'));
                self.quoted(cx, value)?;
            }
            self.out.push_unit(u16::from(b'}'));
        }
        Ok(())
    }

    fn preview(&mut self, cx: &mut Vm, object: ObjectId, preview: Preview) -> Completion<()> {
        match preview {
            Preview::Opaque => self.out.push_str(OPAQUE),
            Preview::Web => self.web(cx, object)?,
            Preview::Pattern(source, flags) => {
                self.out.push_unit(u16::from(b'/'));
                let source = cx.heap.flatten(source)?;
                self.out.push(cx.heap.str(source));
                self.out.push_unit(u16::from(b'/'));
                let flags = cx.heap.flatten(flags)?;
                self.out.push(cx.heap.str(flags));
            }
            Preview::List(name, items) => {
                self.out.push_str(&format!("{name}({}) [", items.len()));
                for (index, value) in items.into_iter().enumerate() {
                    if self.is_full() {
                        self.out.push_str(",...");
                        break;
                    }
                    if index > 0 {
                        self.out.push_unit(u16::from(b','));
                    }
                    self.value(cx, value)?;
                }
                self.out.push_unit(u16::from(b']'));
            }
            Preview::Entries(name, entries) => {
                self.out.push_str(&format!("{name}({}) [", entries.len()));
                for (index, (entry_key, value)) in entries.into_iter().enumerate() {
                    if self.is_full() {
                        self.out.push_str(",...");
                        break;
                    }
                    if index > 0 {
                        self.out.push_unit(u16::from(b','));
                    }
                    self.out.push_unit(u16::from(b'['));
                    self.value(cx, entry_key)?;
                    self.out.push_unit(u16::from(b','));
                    self.value(cx, value)?;
                    self.out.push_unit(u16::from(b']'));
                }
                self.out.push_unit(u16::from(b']'));
            }
        }
        Ok(())
    }
}

/// What a proxy stands for, without asking its handler.
fn proxy_target(cx: &mut Vm, object: ObjectId) -> ObjectId {
    let mut object = object;
    while let ObjectKind::Proxy(proxy) = &cx.heap.object(object).kind
        && !proxy.is_callable
        && let Some(target) = proxy.target
    {
        object = target;
        cx.fuel -= 1;
    }
    object
}
