//! Globals that a host grants besides its tools: functions with richer data than JSON, called without `tools`.
//!
//! A call of one is no tool call: it is not recorded, not limited and not decoded. Everything is copied in both directions.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use codemode_engine::{HostData, HostErrorData};
use serde_json::{Map, Number, Value};

use crate::BoxFuture;

/// A value of JavaScript as an extension sees it: JSON, and dates, patterns, URLs, maps, sets, bytes, errors and functions.
pub type HostValue = HostData<HostCallable>;

/// An error of JavaScript as an extension sees it.
pub type HostErrorValue = HostErrorData<HostCallable>;

/// A function of a host. Programs see it as a function; what it gives or throws is copied to them.
#[derive(Clone)]
pub struct HostCallable(pub(crate) Arc<Call>);

type Outcome = Result<HostValue, HostValue>;

pub(crate) enum Call {
    Now(Box<dyn Fn(Vec<HostValue>) -> Outcome + Send + Sync>),
    Later(Box<dyn Fn(Vec<HostValue>) -> BoxFuture<'static, Outcome> + Send + Sync>),
}

impl HostCallable {
    /// A function that gives its value at once. The error is thrown to the program.
    pub fn new(function: impl Fn(Vec<HostValue>) -> Result<HostValue, HostValue> + Send + Sync + 'static) -> Self {
        HostCallable(Arc::new(Call::Now(Box::new(function))))
    }

    /// A function that gives a promise. It starts when it is called; it is dropped when the program ends first.
    pub fn new_async<Fut>(function: impl Fn(Vec<HostValue>) -> Fut + Send + Sync + 'static) -> Self
    where
        Fut: Future<Output = Result<HostValue, HostValue>> + Send + 'static,
    {
        HostCallable(Arc::new(Call::Later(Box::new(move |arguments| Box::pin(function(arguments))))))
    }
}

impl From<HostCallable> for HostValue {
    fn from(callable: HostCallable) -> HostValue {
        HostValue::Function(callable)
    }
}

impl PartialEq for HostCallable {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for HostCallable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostCallable")
    }
}

/// Functions that become globals of every program of a runtime, granted with
/// [`CodeModeBuilder::extension`](crate::CodeModeBuilder::extension).
///
/// ```
/// use codemode::{CodeMode, Extension, HostValue, ToolSet, host_error};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let rates = Extension::new("rates").function("rate", |arguments| match arguments.first() {
///     Some(HostValue::String(code)) if code == "EUR" => Ok(HostValue::Number(1.08)),
///     _ => Err(host_error("RangeError", "there is no such currency")),
/// });
/// let runtime = CodeMode::builder(ToolSet::default()).extension(rates).build()?;
/// assert_eq!(runtime.execute("return rate('EUR') * 100").await.value(), Some(&108.into()));
/// # Ok::<(), codemode::ConfigError>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Extension {
    pub(crate) name: Arc<str>,
    pub(crate) globals: Vec<(Arc<str>, HostCallable)>,
    description: Option<String>,
}

impl Extension {
    /// An extension without functions; the name is for hooks and messages.
    pub fn new(name: impl Into<Arc<str>>) -> Extension {
        Extension { name: name.into(), globals: Vec::new(), description: None }
    }

    /// What models are told about it, in one line without a full stop.
    #[must_use]
    pub fn describe(mut self, text: impl Into<String>) -> Extension {
        self.description = Some(text.into());
        self
    }

    /// Adds a global function that gives its value at once. The error is thrown to the program.
    #[must_use]
    pub fn function(
        self,
        name: impl Into<Arc<str>>,
        function: impl Fn(Vec<HostValue>) -> Result<HostValue, HostValue> + Send + Sync + 'static,
    ) -> Extension {
        self.global(name, HostCallable::new(function))
    }

    /// Adds a global function that gives a promise.
    #[must_use]
    pub fn async_function<Fut>(
        self,
        name: impl Into<Arc<str>>,
        function: impl Fn(Vec<HostValue>) -> Fut + Send + Sync + 'static,
    ) -> Extension
    where
        Fut: Future<Output = Result<HostValue, HostValue>> + Send + 'static,
    {
        self.global(name, HostCallable::new_async(function))
    }

    /// Adds a global function.
    #[must_use]
    pub fn global(mut self, name: impl Into<Arc<str>>, callable: HostCallable) -> Extension {
        self.globals.push((name.into(), callable));
        self
    }

    pub(crate) fn description(&self) -> String {
        self.description.clone().unwrap_or_else(|| {
            let names: Vec<String> = self.globals.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("the global functions {} ({})", names.join(", "), self.name)
        })
    }
}

/// A call of a function of an extension.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtensionCall {
    /// The extension.
    pub extension: Arc<str>,
    /// The global function.
    pub name: Arc<str>,
    /// Copies of the arguments.
    pub arguments: Vec<HostValue>,
}

/// How a call of an extension ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ExtensionOutcome<'v> {
    /// It gave a value.
    Success(&'v HostValue),
    /// It threw, or was denied.
    Failure(&'v HostValue),
    /// The program ended first, or the host stopped it.
    Interrupted,
}

/// Called before a function of an extension runs. An error denies the call: the program sees it thrown.
pub type ExtensionStartHook = Arc<dyn Fn(&ExtensionCall) -> Result<(), HostValue> + Send + Sync>;

/// Called once after each call that the start hook was told of.
pub type ExtensionEndHook = Arc<dyn Fn(&ExtensionCall, ExtensionOutcome<'_>) + Send + Sync>;

/// An error to throw to a program. The names of the standard classes give errors of these classes.
pub fn host_error(name: impl Into<String>, message: impl Into<String>) -> HostValue {
    let error = HostErrorValue { name: name.into(), message: message.into(), cause: None, fields: Vec::new() };
    HostValue::Error(Box::new(error))
}

/// JSON data for a program.
#[must_use]
pub fn host_value(json: Value) -> HostValue {
    match json {
        Value::Null => HostValue::Null,
        Value::Bool(value) => HostValue::Boolean(value),
        Value::Number(number) => HostValue::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => HostValue::String(text),
        Value::Array(items) => HostValue::Array(items.into_iter().map(host_value).collect()),
        Value::Object(map) => {
            HostValue::Object(map.into_iter().map(|(name, value)| (name, host_value(value))).collect())
        }
    }
}

/// The JSON nearest to a value, dates as milliseconds; `None` for what JSON leaves out.
#[must_use]
pub fn host_value_to_json(value: &HostValue) -> Option<Value> {
    let object = |fields: &[(String, HostValue)]| -> Map<String, Value> {
        fields.iter().filter_map(|(name, value)| Some((name.clone(), host_value_to_json(value)?))).collect()
    };
    Some(match value {
        HostValue::Null => Value::Null,
        HostValue::Boolean(value) => Value::Bool(*value),
        HostValue::Number(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        HostValue::String(text) | HostValue::Url(text) | HostValue::UrlSearchParams(text) => {
            Value::String(text.clone())
        }
        HostValue::Array(items) => {
            Value::Array(items.iter().map(|item| host_value_to_json(item).unwrap_or(Value::Null)).collect())
        }
        HostValue::Object(fields) => Value::Object(object(fields)),
        HostValue::Headers(pairs) => {
            Value::Object(pairs.iter().map(|(name, value)| (name.clone(), Value::String(value.clone()))).collect())
        }
        HostValue::Error(error) => {
            let mut map = Map::new();
            map.insert("name".to_owned(), Value::String(error.name.clone()));
            map.insert("message".to_owned(), Value::String(error.message.clone()));
            map.append(&mut object(&error.fields));
            Value::Object(map)
        }
        HostValue::Date(time) => Number::from_f64(*time).map_or(Value::Null, Value::Number),
        HostValue::Bytes(bytes) => Value::Array(bytes.iter().map(|&byte| Value::from(byte)).collect()),
        HostValue::Undefined | HostValue::Function(_) => return None,
        _ => Value::Object(Map::new()),
    })
}
