//! What all executions of a process share: static strings, templates of intrinsic objects, and the prelude.

use std::sync::Arc;

use codemode_bytecode::{Constant, Program};
use rustc_hash::FxHashMap;

use super::intrinsics::Intrinsic;
use super::natives::{NativeBody, NativeFn, NativeId, NativeInfo};
use super::statics::Statics;
use super::table::{Entry, Key, ObjectTable, Role};
use crate::builtins::prelude::INTRINSIC_OPERATIONS;
use crate::heap::shape::{Attributes, PropertyTable};
use crate::heap::text::Str;
use crate::value::property_key::parse_index;
use crate::value::{PropertyKey, StringId, Value};

/// What a lazy slot value stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lazy {
    Native(NativeId),
    /// Index into [`Engine::accessors`].
    Accessor(u16),
    Intrinsic(Intrinsic),
    /// Own properties of functions of the program, and of errors.
    FunctionName,
    FunctionLength,
    FunctionPrototype,
    ErrorStack,
    /// An accessor that throws in both directions: `caller` and `arguments` of `Function.prototype`.
    Restricted,
}

impl Lazy {
    pub(crate) const fn to_value(self) -> Value {
        let (kind, payload) = match self {
            Lazy::Native(id) => (0, id.0 as u32),
            Lazy::Accessor(index) => (1, index as u32),
            Lazy::Intrinsic(intrinsic) => (2, intrinsic as u32),
            Lazy::FunctionName => (3, 0),
            Lazy::FunctionLength => (4, 0),
            Lazy::FunctionPrototype => (5, 0),
            Lazy::ErrorStack => (6, 0),
            Lazy::Restricted => (7, 0),
        };
        Value::lazy(kind << 24 | payload)
    }

    pub(crate) fn from_payload(payload: u32) -> Option<Lazy> {
        let index = payload & 0x00ff_ffff;
        Some(match payload >> 24 {
            0 => Lazy::Native(NativeId(index as u16)),
            1 => Lazy::Accessor(index as u16),
            2 => Lazy::Intrinsic(Intrinsic::from_index(index as usize)?),
            3 => Lazy::FunctionName,
            4 => Lazy::FunctionLength,
            5 => Lazy::FunctionPrototype,
            6 => Lazy::ErrorStack,
            7 => Lazy::Restricted,
            _ => return None,
        })
    }
}

/// The shared form of an intrinsic object.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) table: Arc<PropertyTable>,
    pub(crate) slots: Vec<Value>,
    pub(crate) native: Option<NativeId>,
}

/// A getter/setter pair of built-in functions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AccessorPair {
    pub(crate) get: Option<NativeId>,
    pub(crate) set: Option<NativeId>,
}

/// Prepared once, shared by every [`Vm`](crate::Vm).
#[derive(Debug)]
pub struct Engine {
    pub(crate) statics: Arc<Statics>,
    pub(crate) natives: Vec<NativeInfo>,
    pub(crate) accessors: Vec<AccessorPair>,
    pub(crate) templates: Vec<Template>,
    pub(crate) prelude: Arc<Program>,
    /// The constants and site keys of the prelude as values valid in every heap.
    pub(crate) prelude_constants: Vec<Value>,
    pub(crate) prelude_keys: Vec<PropertyKey>,
}

impl Engine {
    /// The names that a prelude may call as `$Name(…)`, in the order of their ids.
    #[must_use]
    pub fn intrinsic_operations() -> &'static [&'static str] {
        static NAMES: std::sync::LazyLock<Vec<&'static str>> =
            std::sync::LazyLock::new(|| INTRINSIC_OPERATIONS.iter().map(|(name, _)| *name).collect());
        &NAMES
    }

    /// The source of the prelude: built-ins that call program code, written in the language itself. The host compiles
    /// it in builtin mode with [`Engine::intrinsic_operations`].
    #[must_use]
    pub fn prelude_source() -> String {
        crate::builtins::prelude::source()
    }

    /// Prepares an engine with the compiled prelude.
    #[must_use]
    pub fn new(prelude: Arc<Program>) -> Engine {
        let mut preparation = Preparation {
            statics: Statics::new(),
            natives: Vec::new(),
            accessors: Vec::new(),
            by_function: FxHashMap::default(),
            declarations: FxHashMap::default(),
        };
        for (index, function) in prelude.functions.iter().enumerate().skip(1) {
            if let Some(Constant::String(name)) = prelude.constants.get(function.name as usize) {
                preparation.declarations.entry(name.clone()).or_insert(index as u32);
            }
        }
        for &(symbol, _) in crate::heap::symbol::WellKnown::ALL {
            preparation.statics.add(symbol.description());
        }
        let templates = Intrinsic::ALL.iter().map(|intrinsic| preparation.template(intrinsic.table())).collect();
        let mut prelude_constants = Vec::with_capacity(prelude.constants.len());
        for constant in &prelude.constants {
            prelude_constants.push(match constant {
                Constant::Number(number) => Value::number(*number),
                Constant::String(text) => Value::string(preparation.statics.add(text)),
                _ => Value::UNDEFINED,
            });
        }
        let prelude_keys = prelude
            .sites
            .iter()
            .map(|site| match prelude.constants.get(site.name as usize) {
                Some(Constant::String(text)) => preparation.key(text),
                _ => PropertyKey::String(super::names::EMPTY),
            })
            .collect();
        Engine {
            statics: Arc::new(preparation.statics),
            natives: preparation.natives,
            accessors: preparation.accessors,
            templates,
            prelude,
            prelude_constants,
            prelude_keys,
        }
    }

    /// Names of prelude declarations that the tables refer to but the prelude lacks: a broken build, for tests.
    #[must_use]
    pub fn missing_declarations(&self) -> Vec<String> {
        self.natives
            .iter()
            .filter(|native| matches!(native.body, NativeBody::Prelude(u32::MAX)))
            .map(|native| Str::Latin1(self.statics.string(native.name)).to_std_string())
            .collect()
    }
}

struct Preparation {
    statics: Statics,
    natives: Vec<NativeInfo>,
    accessors: Vec<AccessorPair>,
    by_function: FxHashMap<(usize, StringId), NativeId>,
    declarations: FxHashMap<Arc<str>, u32>,
}

impl Preparation {
    fn key(&mut self, text: &str) -> PropertyKey {
        match parse_index(text.as_bytes()) {
            Some(index) => PropertyKey::Index(index),
            None => PropertyKey::String(self.statics.add(text)),
        }
    }

    fn native(&mut self, name: &str, length: u8, body: NativeBody, constructs: bool) -> NativeId {
        let name = self.statics.add(name);
        let id = NativeId(self.natives.len() as u16);
        // The same function under the same name is one function object (`Number.parseInt === parseInt`).
        if let NativeBody::Rust(function) = body
            && !constructs
        {
            let key = (function as usize, name);
            if let Some(known) = self.by_function.get(&key) {
                return *known;
            }
            self.by_function.insert(key, id);
        }
        self.natives.push(NativeInfo { name, length, body, constructs });
        id
    }

    fn template(&mut self, definition: &ObjectTable) -> Template {
        let mut table = PropertyTable::default();
        let mut slots = Vec::new();
        let mut add = |key: PropertyKey, value: Value, attributes: Attributes| {
            table.push(key, attributes);
            slots.push(value);
        };
        let mut native = None;
        match definition.role {
            Role::Constructor { name, length, function, constructs, prototype } => {
                native = Some(self.native(name, length, NativeBody::Rust(function), constructs));
                add(super::names::key::LENGTH, Value::int(i32::from(length)), Attributes::CONFIGURABLE);
                add(super::names::key::NAME, Value::string(self.statics.add(name)), Attributes::CONFIGURABLE);
                if let Some(prototype) = prototype {
                    add(super::names::key::PROTOTYPE, Lazy::Intrinsic(prototype).to_value(), Attributes::NONE);
                }
            }
            Role::Function { name, length, function } => {
                native = Some(self.native(name, length, NativeBody::Rust(function), false));
                add(super::names::key::LENGTH, Value::int(i32::from(length)), Attributes::CONFIGURABLE);
                add(super::names::key::NAME, Value::string(self.statics.add(name)), Attributes::CONFIGURABLE);
            }
            Role::Ordinary | Role::Array | Role::EmptyString | Role::Zero | Role::False => {}
        }
        let mut named: FxHashMap<&str, Value> = FxHashMap::default();
        for property in definition.properties {
            let key = match property.key {
                Key::Name(name) => self.key(name),
                Key::Symbol(symbol) => PropertyKey::Symbol(symbol.id()),
            };
            let value = match property.entry {
                Entry::Method { name, length, function } => {
                    Lazy::Native(self.native(name, length, NativeBody::Rust(function), false)).to_value()
                }
                Entry::Prelude { name, length, declaration } => {
                    let index = self.declarations.get(declaration).copied().unwrap_or(u32::MAX);
                    Lazy::Native(self.native(name, length, NativeBody::Prelude(index), false)).to_value()
                }
                Entry::Accessor { get, set, name } => {
                    let get = get.map(|f| self.native(&format!("get {name}"), 0, NativeBody::Rust(f), false));
                    let set = set.map(|f| self.native(&format!("set {name}"), 1, NativeBody::Rust(f), false));
                    self.accessors.push(AccessorPair { get, set });
                    Lazy::Accessor(self.accessors.len() as u16 - 1).to_value()
                }
                Entry::Restricted => Lazy::Restricted.to_value(),
                Entry::Number(number) => Value::number(number),
                Entry::Text(text) => Value::string(self.statics.add(text)),
                Entry::Undefined => Value::UNDEFINED,
                Entry::True => Value::TRUE,
                Entry::Symbol(symbol) => Value::symbol(symbol.id()),
                Entry::Object(intrinsic) => Lazy::Intrinsic(intrinsic).to_value(),
                Entry::SameAs(name) => named.get(name).copied().unwrap_or(Value::UNDEFINED),
            };
            if let Key::Name(name) = property.key {
                named.insert(name, value);
            }
            add(key, value, property.attributes);
        }
        Template { table: Arc::new(table), slots, native }
    }
}

#[allow(dead_code)]
fn assert_send_sync(function: NativeFn) -> impl Send + Sync {
    function
}
