//! The compiled form of a program: what the compiler writes and the virtual machine reads.
//!
//! Everything here is plain data without references into the source or the parser, so a [`Program`] can be shared by
//! many executions, kept in a cache and sent between threads. This crate depends on nothing.
//!
//! Reading order: [`op`] (the instruction set), [`program`] (functions, constants, tables), [`span`] (from instruction
//! to source text), [`disassemble`](mod@disassemble) and [`verify`](mod@verify).
#![forbid(unsafe_code)]

mod disassemble;
mod near;
mod op;
mod program;
mod span;
mod verify;

pub use disassemble::disassemble;
pub use near::{did_you_mean, edit_distance, nearest};
pub use op::*;
pub use program::*;
pub use span::*;
pub use verify::{VerifyError, verify};
