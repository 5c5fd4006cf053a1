//! `JSON` (ECMA-262 §25.5, with source text access and raw JSON).
//!
//! Deviations, kept for logs and for models: an error is serialized as `{name, message, ...own}`, and a promise is a
//! TypeError that says to await it.

mod number;
mod parse;
mod plan;
mod quote;
mod raw;
mod record;
mod source;
mod stringify;

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::table::*;
use crate::value::{StringId, Value};
use crate::vm::Vm;

pub(crate) use parse::parse_operation;
pub(crate) use record::{
    child_operation, delete_operation, keys_operation, matches_operation, parse_records, root_operation,
    source_operation,
};
pub(crate) use stringify::{continue_operation, pending_operation, stringify_operation};

impl Vm {
    /// Parses JSON text of the host straight into the heap.
    ///
    /// # Errors
    /// A SyntaxError, or an abort at a limit.
    pub fn json_parse_text(&mut self, text: &str) -> Completion {
        self.native_depth += 1;
        let result = parse::parse_text(self, text);
        self.native_depth -= 1;
        result
    }

    /// `JSON.stringify(value)` for the host; `None` where that gives undefined. Runs `toJSON` methods to their end.
    ///
    /// # Errors
    /// What the serialization throws, or an abort at a limit.
    pub fn json_stringify(&mut self, value: Value) -> Completion<Option<StringId>> {
        self.native_depth += 1;
        let result = stringify::stringify_nested(self, value);
        self.native_depth -= 1;
        result
    }
}

pub(crate) static JSON: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        method("isRawJSON", 1, raw::is_raw_json),
        prelude("parse", 2, "JSON_parse"),
        method("rawJSON", 1, raw::raw_json),
        prelude("stringify", 3, "JSON_stringify"),
        tag("JSON"),
    ],
);
