//! The codemode virtual machine: bytecode in, outcome out.
//!
//! Synchronous and confined: it knows no files, clocks, environment, network, threads or async runtime. What the host
//! grants comes in through [`HostHooks`]; limits and interruption end an execution by an [`Abort`].
//!
//! Reading order: [`value`], [`completion`], [`heap`], [`realm`], [`ops`] (abstract operations), [`vm`] (the dispatch
//! loop and everything around it), [`builtins`].
// Abstract operations keep the specification's names, and conversions may run program code.
#![allow(clippy::wrong_self_convention)]
#![forbid(unsafe_code)]

pub(crate) mod builtins;
pub(crate) mod completion;
pub(crate) mod heap;
pub(crate) mod ops;
pub(crate) mod realm;
pub(crate) mod value;
pub(crate) mod vm;

pub use codemode_bytecode::Position;
pub use completion::{Abort, Completion, Unwind};
pub use heap::string::MAX_STRING_LENGTH;
pub use heap::string_builder::StringBuilder;
pub use heap::text::Str;
pub use heap::{Heap, shape::Attributes, symbol::WellKnown};
pub use realm::{Engine, Intrinsic};
pub use value::{AccessorId, BigIntId, CellId, ObjectId, PropertyKey, StringId, SymbolId, Unpacked, Value};
pub use vm::{CallSite, DataSink, ErrorReport, ExportError, HostError, MAX_BOUNDARY_DEPTH};
pub use vm::{FunctionMaker, HostData, HostErrorData};
pub use vm::{HostFunction, HostHooks, Members, Outcome, Start, StopSignal, Vm, VmOptions};
