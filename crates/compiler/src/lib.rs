//! From source text to bytecode.
//!
//! Reading order: [`options`] (what a caller may choose), [`error`] (what a caller is told), `intake` (what models wrap
//! around programs), `nesting` (how much stack the parser needs, before it runs), `parse` (syntax tree and early
//! errors), `unsupported` (syntax this language leaves out), `emit` (syntax tree to bytecode).
//!
//! No type of the parser leaves this crate, and nothing here runs a program.
#![forbid(unsafe_code)]

pub mod check;
mod compile;
mod emit;
pub mod error;
mod hint;
mod intake;
mod message;
mod mistakes;
mod nesting;
pub mod options;
mod parse;
mod unsupported;

pub use check::{
    CheckFinding, CheckOptions, FindingKind, InputShape, JsonKinds, KnownTool, PropertyShape, check, explain_name,
};
pub use compile::{compile, validate};
pub use error::{CompileError, CompileErrorKind};
pub use hint::hint;
pub use options::{CompileOptions, Interrupt, SessionName};
