//! JSON data into and out of an execution.

use codemode_engine::{Completion, DataSink, Unwind, Value as Handle, Vm};
use serde_json::{Map, Number, Value};
use smallvec::SmallVec;

/// Builds a JSON value from what an execution exports.
#[derive(Debug, Default)]
pub(super) struct JsonSink {
    open: SmallVec<[Open; 4]>,
    root: Option<Value>,
}

#[derive(Debug)]
enum Open {
    Array(Vec<Value>),
    Object(Map<String, Value>, Option<String>),
}

impl JsonSink {
    /// The finished value.
    pub(super) fn finish(self) -> Value {
        self.root.unwrap_or(Value::Null)
    }

    fn put(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some(Open::Array(values)) => values.push(value),
            Some(Open::Object(map, key)) => {
                if let Some(key) = key.take() {
                    map.insert(key, value);
                }
            }
        }
    }
}

/// Integral doubles are written as JavaScript writes them: without a fraction, and as the shortest digits that mean the
/// same number.
fn json_number(value: f64) -> Value {
    if value == value.trunc() {
        if value.abs() < 9_007_199_254_740_992.0 {
            return Value::Number(Number::from(value as i64));
        }
        let mut digits = ryu_js::Buffer::new();
        let digits = digits.format_finite(value);
        if let Ok(integer) = digits.parse::<i64>() {
            return Value::Number(Number::from(integer));
        }
        if let Ok(integer) = digits.parse::<u64>() {
            return Value::Number(Number::from(integer));
        }
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

impl DataSink for JsonSink {
    fn null(&mut self) {
        self.put(Value::Null);
    }

    fn boolean(&mut self, value: bool) {
        self.put(Value::Bool(value));
    }

    fn number(&mut self, value: f64) {
        self.put(json_number(value));
    }

    fn string(&mut self, value: String) {
        self.put(Value::String(value));
    }

    fn begin_array(&mut self, size_hint: usize) {
        self.open.push(Open::Array(Vec::with_capacity(size_hint)));
    }

    fn end_array(&mut self) {
        if let Some(Open::Array(values)) = self.open.pop() {
            self.put(Value::Array(values));
        }
    }

    fn begin_object(&mut self, size_hint: usize) {
        self.open.push(Open::Object(Map::with_capacity(size_hint), None));
    }

    fn key(&mut self, name: String) {
        if let Some(Open::Object(_, key)) = self.open.last_mut() {
            *key = Some(name);
        }
    }

    fn end_object(&mut self) {
        if let Some(Open::Object(map, _)) = self.open.pop() {
            self.put(Value::Object(map));
        }
    }
}

/// Deepest JSON that may enter an execution.
const MAX_DEPTH: usize = 512;

/// Copies JSON data into an execution.
pub(super) fn import(vm: &mut Vm, data: &Value) -> Completion<Handle> {
    import_at(vm, data, 0)
}

fn import_at(vm: &mut Vm, data: &Value, depth: usize) -> Completion<Handle> {
    if depth > MAX_DEPTH {
        return Err(throw_text(vm, "the data is nested too deeply"));
    }
    Ok(match data {
        Value::Null => Handle::NULL,
        Value::Bool(value) => Handle::boolean(*value),
        Value::Number(number) => Handle::number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => vm.import_string(text)?,
        Value::Array(items) => {
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                values.push(import_at(vm, item, depth + 1)?);
            }
            vm.import_array(values)?
        }
        Value::Object(map) => {
            let object = vm.import_object();
            for (name, item) in map {
                let value = import_at(vm, item, depth + 1)?;
                vm.import_property(object, name, value)?;
            }
            object.into()
        }
    })
}

fn throw_text(vm: &mut Vm, message: &str) -> Unwind {
    let error = codemode_engine::HostError {
        message,
        kind: "InvalidToolOutput",
        tool: None,
        suggestions: Vec::new(),
        site: None,
    };
    match vm.new_host_error(error) {
        Ok(value) => Unwind::Throw(value),
        Err(unwind) => unwind,
    }
}
