//! Starting an execution and what comes out of it.

use std::collections::VecDeque;
use std::sync::Arc;

use codemode_bytecode::Program;

use super::load::Loaded;
use super::{HostFunction, HostHooks, Vm, job};
use crate::completion::{Abort, Completion};
use crate::heap::Heap;
use crate::realm::Engine;
use crate::value::{ObjectId, Value};

/// Limits and settings of one execution.
#[derive(Debug, Clone)]
pub struct VmOptions {
    /// Bytes of heap; `None` for no limit.
    pub memory_limit: Option<usize>,
    /// Units of fuel in total; `None` for no limit.
    pub instruction_limit: Option<u64>,
    /// Nested calls of program functions.
    pub max_depth: usize,
    /// Run every job before the program counts as done. For conformance suites: hosts interrupt what is left.
    pub drain_jobs: bool,
    /// Refuses what ECMAScript allows and programs never mean: the use of a promise as data, arrays beyond the longest
    /// one. Off for conformance suites.
    pub guards: bool,
}

impl Default for VmOptions {
    fn default() -> VmOptions {
        VmOptions { memory_limit: None, instruction_limit: None, max_depth: 10_000, drain_jobs: false, guards: false }
    }
}

/// What to run.
#[derive(Debug, Clone)]
pub struct Start {
    /// The compiled program.
    pub program: Arc<Program>,
}

/// Why the machine stopped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// The program is done; the value is what it returned.
    Done(Value),
    /// The program threw.
    Threw(Value),
    /// The fuel of this slice is used up: call [`Vm::run`] again.
    OutOfFuel,
    /// Nothing can run until the host settles one of its promises. When none is outstanding this is a deadlock.
    Waiting,
    /// A limit, an interruption, or a bug.
    Aborted(Abort),
}

impl Vm {
    /// A machine for one execution.
    #[must_use]
    pub fn new(engine: &Arc<Engine>, options: VmOptions, hooks: Box<dyn HostHooks>) -> Vm {
        let prelude = Loaded { program: engine.prelude.clone(), constants: 0, sites: 0, templates: 0, is_ready: false };
        Vm {
            heap: Heap::new(engine.statics.clone(), options.memory_limit),
            hooks,
            loaded: vec![prelude],
            constants: Vec::new(),
            site_keys: Vec::new(),
            caches: Vec::new(),
            template_shapes: Vec::new(),
            stack: Vec::new(),
            top: 0,
            frames: Vec::new(),
            native_depth: 0,
            is_borrowing: false,
            nesting: 0,
            native_new_target: Value::UNDEFINED,
            active_native: Value::UNDEFINED,
            pending_throw: None,
            thrown_at: None,
            thrown_value: Value::UNDEFINED,
            fuel: 0,
            spent: 0,
            instruction_limit: options.instruction_limit,
            max_depth: options.max_depth,
            intrinsics: vec![u32::MAX; engine.templates.len()],
            native_objects: vec![u32::MAX; engine.natives.len()],
            host_functions: Vec::new(),
            timers: crate::builtins::timers::Timers::default(),
            symbol_registry: rustc_hash::FxHashMap::default(),
            jobs: VecDeque::new(),
            promises: job::PromiseLedger::default(),
            main_promise: None,
            returned_at: None,
            main_program: 0,
            session: super::session::SessionScope::default(),
            regexps: crate::builtins::regexp::RegExps::default(),
            host_roots: Vec::new(),
            temporaries: Vec::new(),
            options,
            pristine_epoch: 0,
            pristine_array_iteration: false,
            pristine_array_slot: 0,
            pristine_next_slot: 0,
            typed_length: crate::builtins::typed_array::view::KnownLength::default(),
            console: crate::builtins::console::ConsoleState::default(),
            local_zone: None,
            next_sequence: 0,
            engine: engine.clone(),
        }
    }

    /// Adds a global function of the host.
    ///
    /// # Errors
    /// The memory limit.
    pub fn add_host_function(&mut self, function: HostFunction) -> Completion<()> {
        let key = self.heap.key(&function.name)?;
        let function = self.new_host_function(function)?;
        let global = self.intrinsic(crate::realm::Intrinsic::Global);
        self.heap.add_named(global, key, function, crate::heap::shape::Attributes::CONFIGURABLE);
        Ok(())
    }

    /// A function of the host that has no name in the program yet. It lives as long as the machine.
    ///
    /// # Errors
    /// The memory limit.
    pub fn new_host_function(&mut self, function: HostFunction) -> Completion {
        /// What a function of the host may take outside the heap.
        const HOST_BYTES: usize = 128;
        self.heap.charge(HOST_BYTES)?;
        let index = self.host_functions.len() as u32;
        let name = self.heap.new_string(&function.name)?;
        let length = i32::from(function.length);
        self.host_functions.push(function);
        let kind = crate::heap::object::ObjectKind::HostFunction(index);
        Ok(self.new_builtin_function(kind, name.into(), length).into())
    }

    /// A promise for the host to settle with [`Vm::settle_host_promise`]. It is kept alive until then.
    ///
    /// # Errors
    /// RangeError when too many promises are pending.
    pub fn new_host_promise(&mut self) -> Completion<ObjectId> {
        let promise = self.new_promise()?;
        self.host_roots.push(promise.into());
        Ok(promise)
    }

    /// Settles a promise of the host.
    pub fn settle_host_promise(&mut self, promise: ObjectId, result: Result<Value, Value>) {
        // A call that is ready at once was rooted last.
        if let Some(at) = self.host_roots.iter().rposition(|&value| value == Value::object(promise)) {
            self.host_roots.swap_remove(at);
        }
        match result {
            Ok(value) => self.fulfill_promise(promise, value),
            Err(reason) => self.reject_promise(promise, reason),
        }
    }

    /// Instructions charged so far.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.spent.saturating_sub(self.fuel.max(0) as u64)
    }
}
