//! Programs in an execution: their constants as values, their property names as keys, and fresh inline caches.

use std::sync::Arc;

use codemode_bytecode::{Constant, Program, SpanEntry};

use super::{InlineCache, Vm};
use crate::completion::Completion;
use crate::value::{PropertyKey, Value};

/// A program with where its tables start in the flattened ones of the machine.
#[derive(Debug, Clone)]
pub(crate) struct Loaded {
    pub(crate) program: Arc<Program>,
    pub(crate) constants: u32,
    pub(crate) sites: u32,
    pub(crate) templates: u32,
    pub(crate) is_ready: bool,
}

impl Loaded {
    /// The source of the instruction with this index, or of the closest one before it.
    pub(crate) fn span_of(&self, op: u32) -> Option<&SpanEntry> {
        let spans = &self.program.spans;
        let index = spans.partition_point(|entry| entry.op <= op);
        let entry = spans.get(index.checked_sub(1)?)?;
        (entry.op == op).then_some(entry)
    }
}

impl Vm {
    /// Loads a program and returns its index.
    pub(crate) fn load(&mut self, program: Arc<Program>) -> Completion<u16> {
        let index = self.loaded.len() as u16;
        let constants = self.constants.len() as u32;
        let sites = self.site_keys.len() as u32;
        let templates = self.template_shapes.len() as u32;
        self.heap.charge(program.constants.len() * 8 + program.sites.len() * 24)?;
        for constant in &program.constants {
            let value = match constant {
                Constant::Number(number) => Value::number(*number),
                Constant::String(text) => {
                    // Literals are interned: most are property names, and comparisons get cheaper.
                    let id = match self.heap.statics.find(text) {
                        Some(id) => id,
                        None => self.heap.new_string(text)?,
                    };
                    Value::string(id)
                }
                Constant::Utf16(units) => Value::string(self.heap.new_utf16(units)?),
                Constant::BigInt(digits) => {
                    let value = digits.parse::<num_bigint::BigInt>().unwrap_or_default();
                    self.heap.new_bigint(value)?
                }
                // Made by their instructions.
                Constant::RegExp { .. } | Constant::Template { .. } => Value::UNDEFINED,
            };
            self.constants.push(value);
        }
        for site in &program.sites {
            let name = self.constants.get((constants + site.name) as usize).and_then(|value| value.as_string());
            let property = match name {
                Some(id) => self.heap.key_from_string(id)?,
                None => PropertyKey::String(crate::realm::names::EMPTY),
            };
            self.site_keys.push(property);
        }
        self.caches.resize(self.caches.len() + program.sites.len(), InlineCache::EMPTY);
        self.template_shapes.resize(self.template_shapes.len() + program.object_templates.len(), None);
        self.loaded.push(Loaded { program, constants, sites, templates, is_ready: true });
        Ok(index)
    }

    /// Makes the tables of the prelude available; its entry is always the first.
    pub(crate) fn load_prelude(&mut self) {
        if self.loaded.first().is_some_and(|loaded| loaded.is_ready) {
            return;
        }
        let engine = self.engine.clone();
        let (constants, sites, templates) =
            (self.constants.len() as u32, self.site_keys.len() as u32, self.template_shapes.len() as u32);
        self.constants.extend_from_slice(&engine.prelude_constants);
        self.site_keys.extend_from_slice(&engine.prelude_keys);
        self.caches.resize(self.caches.len() + engine.prelude_keys.len(), InlineCache::EMPTY);
        self.template_shapes.resize(self.template_shapes.len() + engine.prelude.object_templates.len(), None);
        self.heap.count(engine.prelude_constants.len() * 8 + engine.prelude_keys.len() * 24);
        if let Some(loaded) = self.loaded.first_mut() {
            *loaded = Loaded { program: engine.prelude.clone(), constants, sites, templates, is_ready: true };
        }
    }
}
