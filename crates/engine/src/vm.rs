//! The virtual machine of one execution.
//!
//! [`Vm`] owns the heap, the register stack, the frames and the job queue. It knows no tools, no clock and no async
//! runtime: it runs until it is done, out of fuel, or waits for the host (see [`run::Outcome`](Outcome)).

pub(crate) mod boundary;
pub(crate) mod call;
pub(crate) mod collect;
pub(crate) mod coroutine;
mod dispatch;
pub(crate) mod enter;
pub(crate) mod error;
pub(crate) mod explain;
pub(crate) mod fast;
pub(crate) mod frame;
pub(crate) mod function;
pub(crate) mod host;
pub(crate) mod host_data;
mod idioms;
pub(crate) mod iteration;
pub(crate) mod job;
pub(crate) mod literal;
pub(crate) mod load;
pub(crate) mod members;
pub(crate) mod operators;
pub(crate) mod property_access;
pub(crate) mod run;
mod run_job;
pub(crate) mod session;
pub(crate) mod start;
pub(crate) mod unwind;
pub(crate) mod waiting;

use std::collections::VecDeque;
use std::sync::Arc;

use crate::heap::Heap;
use crate::heap::shape::ShapeId;
use crate::realm::Engine;
use crate::value::{ObjectId, PropertyKey, Value};
use frame::Frame;
use job::Job;
use load::Loaded;

pub use boundary::{CallSite, DataSink, ErrorReport, ExportError, HostError, MAX_BOUNDARY_DEPTH};
pub use host::{HostFunction, HostHooks, StopSignal};
pub use host_data::{FunctionMaker, HostData, HostErrorData};
pub use members::Members;
pub use start::{Outcome, Start, VmOptions};

/// The state of one execution.
pub struct Vm {
    /// All memory.
    pub heap: Heap,
    pub(crate) engine: Arc<Engine>,
    pub(crate) hooks: Box<dyn HostHooks>,

    // Programs, flattened: each loaded program knows where its part starts.
    pub(crate) loaded: Vec<Loaded>,
    pub(crate) constants: Vec<Value>,
    pub(crate) site_keys: Vec<PropertyKey>,
    pub(crate) caches: Vec<InlineCache>,
    pub(crate) template_shapes: Vec<Option<ShapeId>>,

    // Registers and frames.
    pub(crate) stack: Vec<Value>,
    /// First register that no frame and no pending native call uses.
    pub(crate) top: usize,
    pub(crate) frames: Vec<Frame>,
    /// How many built-ins that are not safe against collection are at work.
    pub(crate) native_depth: u32,
    /// How often the dispatch loop is nested through built-ins.
    pub(crate) nesting: u32,
    /// `new.target` of the running built-in constructor call.
    pub(crate) native_new_target: Value,
    /// The built-in function object that runs, for those that need their own identity.
    pub(crate) active_native: Value,

    /// Thrown into a coroutine that was just resumed, before its next instruction.
    pub(crate) pending_throw: Option<Value>,

    /// The last `throw` of the program: where, and what. For the location of uncaught values.
    pub(crate) thrown_at: Option<crate::heap::object::TraceEntry>,
    pub(crate) thrown_value: Value,

    // Fuel.
    pub(crate) fuel: i64,
    /// Some of it was borrowed by a built-in that could not yield.
    is_borrowing: bool,
    /// Instructions charged so far, without what is left in `fuel`.
    pub(crate) spent: u64,
    pub(crate) instruction_limit: Option<u64>,
    pub(crate) max_depth: usize,

    // Realm.
    pub(crate) intrinsics: Vec<u32>,
    pub(crate) native_objects: Vec<u32>,
    pub(crate) host_functions: Vec<HostFunction>,
    pub(crate) timers: crate::builtins::timers::Timers,
    pub(crate) symbol_registry: rustc_hash::FxHashMap<PropertyKey, crate::value::SymbolId>,

    // Jobs and promises.
    pub(crate) jobs: VecDeque<Job>,
    pub(crate) promises: job::PromiseLedger,
    pub(crate) main_promise: Option<ObjectId>,
    /// Where the program returned.
    pub(crate) returned_at: Option<crate::heap::object::TraceEntry>,
    /// Index of the program that runs.
    pub(crate) main_program: u16,
    /// What programs of a session leave to the next.
    pub(crate) session: session::SessionScope,
    pub(crate) regexps: crate::builtins::regexp::RegExps,
    /// Values held for the host.
    pub(crate) host_roots: Vec<Value>,
    /// Values that built-ins keep across calls to program code.
    pub(crate) temporaries: Vec<Value>,
    pub(crate) options: VmOptions,
    pub(crate) pristine_epoch: u32,
    pub(crate) pristine_array_iteration: bool,
    pub(crate) pristine_array_slot: u32,
    pub(crate) pristine_next_slot: u32,
    pub(crate) typed_length: crate::builtins::typed_array::view::KnownLength,
    pub(crate) console: crate::builtins::console::ConsoleState,
    /// The time zone of `Date`, looked up when it is first needed.
    pub(crate) local_zone: Option<crate::builtins::date::zone::Zone>,
    /// Seed material of identity hashes and such; advanced by use.
    pub(crate) next_sequence: u64,
}

/// What an instruction remembers of its last property access.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InlineCache {
    /// Shape of the receiver, `u32::MAX` when empty.
    pub(crate) shape: u32,
    pub(crate) slot: u32,
    /// Holder object for inherited properties, `OWN` for own ones, `ADD` for transitions.
    pub(crate) holder: u32,
    /// The next shape of a transition.
    pub(crate) next: u32,
    /// Epoch of prototypes, for what depends on them.
    pub(crate) epoch: u32,
}

impl InlineCache {
    pub(crate) const EMPTY: InlineCache = InlineCache { shape: u32::MAX, slot: 0, holder: 0, next: 0, epoch: 0 };
    pub(crate) const OWN: u32 = u32::MAX;
    pub(crate) const ADD: u32 = u32::MAX - 1;
    /// Stands for the shape of string receivers.
    pub(crate) const STRING: u32 = u32::MAX - 1;
}

impl std::fmt::Debug for Vm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vm").field("frames", &self.frames.len()).field("used", &self.heap.used_bytes()).finish()
    }
}
