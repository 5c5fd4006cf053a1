//! Sessions: several programs in one machine, each seeing the top-level bindings that earlier ones left.
//!
//! A binding is a cell, shared by all programs and closures that mention it. Between two programs nothing runs: what
//! a program left behind (frames, jobs, calls of the host) is dropped.

use std::sync::Arc;

use codemode_bytecode::{Program, SessionRole};
use rustc_hash::FxHashMap;

use super::{HostHooks, Vm, job};
use crate::completion::{Abort, Completion};
use crate::heap::gc::Tracer;
use crate::value::{CellId, PropertyKey, Value};

/// The bindings of a session.
#[derive(Debug, Default)]
pub(crate) struct SessionScope {
    bindings: FxHashMap<PropertyKey, Binding>,
    /// Names in the order in which they were declared first.
    order: Vec<PropertyKey>,
}

#[derive(Debug, Clone, Copy)]
struct Binding {
    cell: CellId,
    is_constant: bool,
    /// The host made it, and no program has declared it since.
    is_given: bool,
}

impl SessionScope {
    pub(crate) fn trace(&self, tracer: &mut Tracer) {
        for (&name, binding) in &self.bindings {
            tracer.key(name);
            tracer.value(Value::cell(binding.cell));
        }
    }
}

impl Vm {
    /// Starts a program of a session, compiled with the names of [`Vm::session_names`].
    ///
    /// # Errors
    /// The memory limit, or too many programs.
    pub fn start_in_session(&mut self, program: Arc<Program>) -> Completion<()> {
        if self.loaded.len() >= usize::from(u16::MAX) {
            return Err(self.range_error("the session has run too many programs: start a new one"));
        }
        self.start(program.clone())?;
        let base = self.frames.last().map_or(0, |frame| frame.base as usize);
        for binding in &program.session {
            let cell = self.session_cell(&binding.name, binding.role)?;
            if let Some(slot) = self.stack.get_mut(base + binding.register as usize) {
                *slot = Value::cell(cell);
            }
        }
        Ok(())
    }

    /// The cell of a name. A name that is declared again keeps its value until the declaration is evaluated.
    fn session_cell(&mut self, name: &str, role: SessionRole) -> Completion<CellId> {
        let property = self.heap.key(name)?;
        if let Some(binding) = self.session.bindings.get_mut(&property) {
            if role != SessionRole::Uses {
                binding.is_constant = role == SessionRole::Constant;
                binding.is_given = false;
            }
            return Ok(binding.cell);
        }
        let first = match role {
            SessionRole::Uses | SessionRole::Variable => Value::UNDEFINED,
            SessionRole::Lexical | SessionRole::Constant => Value::UNINIT,
        };
        let is_constant = role == SessionRole::Constant;
        self.add_session_binding(property, first, |cell| Binding { cell, is_constant, is_given: false })
    }

    fn add_session_binding(
        &mut self,
        name: PropertyKey,
        first: Value,
        binding: impl FnOnce(CellId) -> Binding,
    ) -> Completion<CellId> {
        self.heap.charge(size_of::<Binding>() * 2)?;
        let cell = self.heap.new_cell(first);
        self.session.bindings.insert(name, binding(cell));
        self.session.order.push(name);
        Ok(cell)
    }

    /// Gives the next programs of the session a variable. One that a program declared keeps its value.
    ///
    /// # Errors
    /// The memory limit.
    pub fn give_in_session(&mut self, name: &str, value: Value) -> Completion<()> {
        let name = self.heap.key(name)?;
        match self.session.bindings.get(&name) {
            Some(binding) if binding.is_given => self.heap.set_cell(binding.cell, value),
            Some(_) => {}
            None => {
                let binding = |cell| Binding { cell, is_constant: false, is_given: true };
                self.add_session_binding(name, value, binding)?;
            }
        }
        Ok(())
    }

    /// Ends a program of a session however it ended: drops what it left running, and bindings that never got a value.
    pub fn end_in_session(&mut self) {
        self.frames.clear();
        self.top = 0;
        self.native_depth = 0;
        self.nesting = 0;
        self.native_new_target = Value::UNDEFINED;
        self.active_native = Value::UNDEFINED;
        self.pending_throw = None;
        self.thrown_at = None;
        self.thrown_value = Value::UNDEFINED;
        self.jobs.clear();
        self.promises.rejected.clear();
        self.main_promise = None;
        self.returned_at = None;
        self.host_roots.clear();
        self.temporaries.clear();
        self.console = crate::builtins::console::ConsoleState::default();
        let heap = &self.heap;
        let bindings = &mut self.session.bindings;
        bindings.retain(|_, binding| !heap.cell(binding.cell).is_uninit());
        self.session.order.retain(|name| bindings.contains_key(name));
        self.promises.pending = self.promises.pending.max(job::PENDING_NOTICE);
        self.collect();
    }

    /// The bindings of the session in order of declaration, with whether they are constant.
    #[must_use]
    pub fn session_names(&self) -> Vec<(String, bool)> {
        let names = self.session.order.iter().filter_map(|&name| {
            let binding = self.session.bindings.get(&name)?;
            Some((self.heap.key_text(name), binding.is_constant))
        });
        names.collect()
    }

    /// Replaces the hooks, and sets how much the next program may spend.
    pub fn prepare_in_session(&mut self, hooks: Box<dyn HostHooks>, instruction_limit: Option<u64>) {
        self.hooks = hooks;
        self.spent = self.instructions();
        self.fuel = 0;
        self.instruction_limit = instruction_limit.map(|limit| self.spent.saturating_add(limit));
    }

    /// Bytes of heap in use.
    #[must_use]
    pub fn used_bytes(&self) -> usize {
        self.heap.used_bytes()
    }

    /// The value of a binding of the session, for programs compiled before it existed.
    pub(crate) fn session_value(&self, name: PropertyKey) -> Option<Value> {
        let binding = self.session.bindings.get(&name)?;
        let value = self.heap.cell(binding.cell);
        (!value.is_uninit()).then_some(value)
    }

    /// Assigns to a binding of the session, for programs compiled before it existed. `None`: there is none.
    pub(crate) fn assign_in_session(&mut self, name: PropertyKey, value: Value) -> Option<Completion<()>> {
        let binding = *self.session.bindings.get(&name)?;
        if binding.is_constant {
            let text = self.heap.key_label(name);
            return Some(Err(self.constant_assignment_error(&text)));
        }
        self.heap.set_cell(binding.cell, value);
        Some(Ok(()))
    }
}

impl Abort {
    /// Whether the machine is in a known state.
    #[must_use]
    pub fn is_orderly(self) -> bool {
        !matches!(self, Abort::Internal(_) | Abort::TailCall)
    }
}
