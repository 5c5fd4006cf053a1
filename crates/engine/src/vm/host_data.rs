//! Data of host functions: richer than JSON, in both directions.
//!
//! Leaving: plain objects and arrays, dates, patterns, URLs, maps, sets, bytes and errors are copied; functions, promises,
//! generators, symbols and tools are refused with the argument and the path. Entering: the same set, and functions.

use super::Vm;
use super::boundary::{CallSite, MAX_BOUNDARY_DEPTH};
use super::job::PromiseData;
use crate::builtins::error;
use crate::builtins::map::{self, MapData};
use crate::builtins::regexp::RegExpData;
use crate::builtins::set::{self, SetData};
use crate::builtins::{headers, url};
use crate::completion::{Completion, Unwind};
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::value::{ObjectId, PropertyKey, Unpacked, Value};

/// Deepest data that may enter.
const MAX_ENTERING_DEPTH: usize = 512;

/// A value of JavaScript as a host sees it, copied. `F` is what the host calls a function.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum HostData<F> {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string; lone surrogates are replaced.
    String(String),
    /// An array; holes are `undefined`.
    Array(Vec<HostData<F>>),
    /// A plain object: own enumerable properties with string keys, in order.
    Object(Vec<(String, HostData<F>)>),
    /// A `Date`: milliseconds since 1970, NaN when invalid.
    Date(f64),
    /// A regular expression.
    RegExp {
        /// What stands between the slashes.
        source: String,
        /// What stands after them.
        flags: String,
    },
    /// A `URL`: its address.
    Url(String),
    /// `URLSearchParams`: the query string.
    UrlSearchParams(String),
    /// `Headers`: names and values in order.
    Headers(Vec<(String, String)>),
    /// A `Map`: its entries in order.
    Map(Vec<(HostData<F>, HostData<F>)>),
    /// A `Set`: its values in order.
    Set(Vec<HostData<F>>),
    /// A `Uint8Array`.
    Bytes(Vec<u8>),
    /// An error.
    Error(Box<HostErrorData<F>>),
    /// A function. Only hosts give them.
    Function(F),
}

/// An error as a host sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct HostErrorData<F> {
    /// `name`; the names of the standard classes give errors of these classes.
    pub name: String,
    /// `message`
    pub message: String,
    /// `cause`
    pub cause: Option<HostData<F>>,
    /// Other own enumerable properties.
    pub fields: Vec<(String, HostData<F>)>,
}

/// Makes the function object of a function that enters; the text is its path, such as `open.read`.
pub type FunctionMaker<'m, F> = &'m mut dyn FnMut(&mut Vm, F, &str) -> Completion;

struct Leaving {
    ancestors: Vec<ObjectId>,
    path: String,
    /// What the value is to the host: `argument 1 of open`.
    what: String,
}

impl Leaving {
    fn refuse<T>(&self, cx: &mut Vm, found: &str) -> Completion<T> {
        let message = match self.path.is_empty() {
            true => format!("{} is {found}, which cannot be passed to the host", self.what),
            false => format!("{} holds {found} at `{}`, which cannot be passed to the host", self.what, self.path),
        };
        Err(cx.type_error_with(&message, vec!["pass plain data".to_owned()]))
    }
}

impl Vm {
    /// Copies a value out for a host function. `what` names it in messages.
    ///
    /// # Errors
    /// TypeError for what cannot leave, and what accessors of the program throw.
    pub fn export_host_data<F>(&mut self, value: Value, what: &str) -> Completion<HostData<F>> {
        let mut leaving = Leaving { ancestors: Vec::new(), path: String::new(), what: what.to_owned() };
        self.native_depth += 1;
        let result = self.leave(&mut leaving, value);
        self.native_depth -= 1;
        result
    }

    fn leave<F>(&mut self, leaving: &mut Leaving, value: Value) -> Completion<HostData<F>> {
        self.charge_fuel(1)?;
        Ok(match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => HostData::Undefined,
            Unpacked::Null => HostData::Null,
            Unpacked::Boolean(value) => HostData::Boolean(value),
            Unpacked::Int(value) => HostData::Number(f64::from(value)),
            Unpacked::Double(value) => HostData::Number(value),
            Unpacked::String(id) => {
                self.charge_fuel(self.heap.string_len(id) as u64 / 32)?;
                HostData::String(self.heap.text(id)?)
            }
            Unpacked::Symbol(_) => return leaving.refuse(self, "a symbol"),
            Unpacked::BigInt(_) => return leaving.refuse(self, "a BigInt"),
            Unpacked::Object(id) => {
                if leaving.ancestors.contains(&id) {
                    return leaving.refuse(self, "a circular reference");
                }
                if leaving.ancestors.len() > MAX_BOUNDARY_DEPTH {
                    return leaving.refuse(self, &format!("data nested deeper than {MAX_BOUNDARY_DEPTH} levels"));
                }
                leaving.ancestors.push(id);
                let result = self.leave_object(leaving, id);
                leaving.ancestors.pop();
                return result;
            }
        })
    }

    fn leave_object<F>(&mut self, leaving: &mut Leaving, id: ObjectId) -> Completion<HostData<F>> {
        match &self.heap.object(id).kind {
            ObjectKind::Ordinary | ObjectKind::Arguments => {
                return self.leave_properties(leaving, id, &[]).map(HostData::Object);
            }
            ObjectKind::Array { .. } => {
                let length = self.length_of_array_like(id)?;
                let mut items = Vec::new();
                for index in 0..length {
                    let item = self.get_index(id, index)?;
                    items.push(self.leave_part(leaving, &format!("[{index}]"), item)?);
                }
                return Ok(HostData::Array(items));
            }
            ObjectKind::Date(time) => return Ok(HostData::Date(*time)),
            ObjectKind::Error(_) => return self.leave_error(leaving, id),
            ObjectKind::Primitive(inner) => {
                let inner = *inner;
                return self.leave(leaving, inner);
            }
            ObjectKind::TypedArray(_) | ObjectKind::ArrayBuffer(_) => {
                let bytes = self.heap.buffer_source(id.into()).unwrap_or(&[]).to_vec();
                self.charge_fuel(bytes.len() as u64 / 64)?;
                return Ok(HostData::Bytes(bytes));
            }
            ObjectKind::Tools(_) => return leaving.refuse(self, "a tool"),
            ObjectKind::Function(_)
            | ObjectKind::Native(_)
            | ObjectKind::NativeClosure(_)
            | ObjectKind::HostFunction(_)
            | ObjectKind::Bound(_) => return leaving.refuse(self, "a function"),
            ObjectKind::Proxy(proxy) if proxy.is_callable => return leaving.refuse(self, "a function"),
            ObjectKind::Proxy(_) => return leaving.refuse(self, "a proxy"),
            ObjectKind::Data(_) => {}
        }
        if self.heap.data::<PromiseData>(id).is_some() {
            return leaving.refuse(self, "a promise");
        }
        if let Some(data) = self.heap.data::<RegExpData>(id) {
            let (source, flags) = (data.source, data.flags_text);
            return Ok(HostData::RegExp { source: self.heap.text(source)?, flags: self.heap.text(flags)? });
        }
        if self.heap.data::<MapData>(id).is_some() {
            let mut entries = Vec::new();
            for (name, value) in map::map_entries(self, id) {
                let name = self.leave_part(leaving, ".keys()", name)?;
                entries.push((name, self.leave_part(leaving, ".values()", value)?));
            }
            return Ok(HostData::Map(entries));
        }
        if self.heap.data::<SetData>(id).is_some() {
            let mut values = Vec::new();
            for value in set::set_values(self, id) {
                values.push(self.leave_part(leaving, ".values()", value)?);
            }
            return Ok(HostData::Set(values));
        }
        if let Some(pairs) = headers::shown_pairs(self, id)? {
            let mut texts = Vec::new();
            for (name, value) in pairs {
                texts.push((self.heap.text(name)?, self.heap.text(value)?));
            }
            return Ok(HostData::Headers(texts));
        }
        if let Some(text) = url::shown_text(self, id)? {
            let text = self.heap.text(text)?;
            let is_url = url::is_url_object(self, id);
            return Ok(if is_url { HostData::Url(text) } else { HostData::UrlSearchParams(text) });
        }
        let found = match self.class_name(id) {
            Some(name) => format!("a {name}"),
            None => "an object of an unknown kind".to_owned(),
        };
        leaving.refuse(self, &found)
    }

    fn leave_part<F>(&mut self, leaving: &mut Leaving, step: &str, value: Value) -> Completion<HostData<F>> {
        let before = leaving.path.len();
        leaving.path.push_str(if before == 0 { step.trim_start_matches('.') } else { step });
        let result = self.leave(leaving, value);
        leaving.path.truncate(before);
        result
    }

    /// Own enumerable properties with string keys, without those named.
    fn leave_properties<F>(
        &mut self,
        leaving: &mut Leaving,
        id: ObjectId,
        except: &[PropertyKey],
    ) -> Completion<Vec<(String, HostData<F>)>> {
        let mut fields = Vec::new();
        for property in self.own_property_keys(id)? {
            if !property.is_string() || property == key::PROTO || except.contains(&property) {
                continue;
            }
            let Some(value) = self.own_enumerable_value(id, property)? else { continue };
            let name = self.heap.key_text(property);
            let label = self.heap.key_label(property);
            match self.leave_part(leaving, &format!(".{label}"), value) {
                Ok(value) => fields.push((name, value)),
                // What an error carries must not hide the error.
                Err(Unwind::Throw(_)) if !except.is_empty() => {}
                Err(unwind) => return Err(unwind),
            }
        }
        Ok(fields)
    }

    fn leave_error<F>(&mut self, leaving: &mut Leaving, id: ObjectId) -> Completion<HostData<F>> {
        let text = |cx: &mut Vm, property| -> Completion<String> {
            let value = cx.get(id, property)?;
            if value.is_string() { cx.to_std_string(value) } else { Ok(String::new()) }
        };
        let (name, message) = (text(self, key::NAME)?, text(self, key::MESSAGE)?);
        let cause = match self.has_own_property(id, key::CAUSE)? {
            true => {
                let cause = self.get(id, key::CAUSE)?;
                self.leave_part(leaving, ".cause", cause).ok()
            }
            false => None,
        };
        let except = [key::NAME, key::MESSAGE, key::STACK, key::CAUSE, key::CONSTRUCTOR, key::TO_STRING];
        let fields = self.leave_properties(leaving, id, &except)?;
        Ok(HostData::Error(Box::new(HostErrorData { name, message, cause, fields })))
    }

    // ── Entering ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// Copies a value of the host in. `site` is where errors were asked for, when no program code runs.
    ///
    /// # Errors
    /// Limits, and errors about values that do not exist here, such as an invalid address.
    pub fn import_host_data<F>(
        &mut self,
        data: HostData<F>,
        path: &str,
        site: Option<CallSite>,
        function: FunctionMaker<'_, F>,
    ) -> Completion {
        self.native_depth += 1;
        let result = Entering { site, function }.value(self, data, path, 0);
        self.native_depth -= 1;
        result
    }
}

struct Entering<'m, F> {
    site: Option<CallSite>,
    function: FunctionMaker<'m, F>,
}

impl<F> Entering<'_, F> {
    fn value(&mut self, cx: &mut Vm, data: HostData<F>, path: &str, depth: usize) -> Completion {
        if depth > MAX_ENTERING_DEPTH {
            return Err(cx.range_error("the data of the host is nested too deeply"));
        }
        let depth = depth + 1;
        Ok(match data {
            HostData::Undefined => Value::UNDEFINED,
            HostData::Null => Value::NULL,
            HostData::Boolean(value) => Value::boolean(value),
            HostData::Number(value) => Value::number(value),
            HostData::String(text) => cx.import_string(&text)?,
            HostData::Array(items) => {
                let mut values = Vec::with_capacity(items.len());
                for item in items {
                    values.push(self.value(cx, item, path, depth)?);
                }
                cx.import_array(values)?
            }
            HostData::Object(fields) => {
                let object = cx.import_object();
                self.fields(cx, object, fields, path, depth)?;
                object.into()
            }
            HostData::Date(time) => {
                let proto = cx.intrinsic(Intrinsic::DatePrototype);
                cx.heap.new_object_with_proto(Some(proto), ObjectKind::Date(time)).into()
            }
            HostData::RegExp { source, flags } => {
                let (source, flags) = (cx.import_string(&source)?, cx.import_string(&flags)?);
                self.construct(cx, Intrinsic::RegExp, &[source, flags])?
            }
            HostData::Url(address) => {
                let address = cx.import_string(&address)?;
                self.construct(cx, Intrinsic::Url, &[address])?
            }
            HostData::UrlSearchParams(query) => {
                let query = cx.import_string(&query)?;
                self.construct(cx, Intrinsic::UrlSearchParams, &[query])?
            }
            HostData::Headers(pairs) => {
                let mut values = Vec::with_capacity(pairs.len());
                for (name, value) in pairs {
                    let pair = vec![cx.import_string(&name)?, cx.import_string(&value)?];
                    values.push(cx.import_array(pair)?);
                }
                let pairs = cx.import_array(values)?;
                self.construct(cx, Intrinsic::Headers, &[pairs])?
            }
            HostData::Map(entries) => {
                let map = map::new_map(cx);
                for (name, value) in entries {
                    let name = self.value(cx, name, path, depth)?;
                    let value = self.value(cx, value, path, depth)?;
                    let name = cx.map_key(name)?;
                    cx.collection_insert::<MapData>(map, name, value)?;
                }
                map.into()
            }
            HostData::Set(values) => {
                let set = self.construct(cx, Intrinsic::Set, &[])?;
                for value in values {
                    let value = self.value(cx, value, path, depth)?;
                    let value = cx.map_key(value)?;
                    if let Some(set) = set.as_object() {
                        cx.collection_insert::<SetData>(set, value, ())?;
                    }
                }
                set
            }
            HostData::Bytes(bytes) => cx.new_uint8_array(bytes)?.into(),
            HostData::Error(error) => self.error(cx, *error, path, depth)?,
            HostData::Function(function) => (self.function)(cx, function, path)?,
        })
    }

    fn construct(&mut self, cx: &mut Vm, class: Intrinsic, arguments: &[Value]) -> Completion {
        let class = cx.intrinsic(class);
        cx.construct(class, arguments, None).map(Value::object)
    }

    fn fields(
        &mut self,
        cx: &mut Vm,
        object: ObjectId,
        fields: Vec<(String, HostData<F>)>,
        path: &str,
        depth: usize,
    ) -> Completion<()> {
        for (name, value) in fields {
            let value = self.value(cx, value, &format!("{path}.{name}"), depth)?;
            cx.import_property(object, &name, value)?;
        }
        Ok(())
    }

    fn error(&mut self, cx: &mut Vm, error: HostErrorData<F>, path: &str, depth: usize) -> Completion {
        let class = error::prototype_named(&error.name);
        let is_standard = class.is_some() || error.name.is_empty();
        let proto = cx.intrinsic(class.unwrap_or(Intrinsic::ErrorPrototype));
        let object = cx.new_error(proto, Some(&error.message))?;
        if let ObjectKind::Error(data) = &mut cx.heap.object_mut(object).kind
            && let Some(CallSite(place)) = self.site
            && data.trace.is_empty()
        {
            data.trace.push(place);
        }
        if !is_standard {
            let name = cx.heap.new_string(&error.name)?;
            cx.heap.add_named(object, key::NAME, name.into(), Attributes::HIDDEN);
        }
        if let Some(cause) = error.cause {
            let cause = self.value(cx, cause, path, depth)?;
            cx.heap.add_named(object, key::CAUSE, cause, Attributes::HIDDEN);
        }
        self.fields(cx, object, error.fields, path, depth)?;
        Ok(object.into())
    }
}
