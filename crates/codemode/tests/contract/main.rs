//! The execution contract, row by row. Each table has one line per situation: its number, the program, and the result
//! as JSON. `…` in an expected text stands for any text; parts of the result that a line does not mention are not
//! compared, except `warnings`, `logs` and `truncated`, which must be absent then.
#![allow(clippy::unwrap_used, clippy::panic)]

mod boundary;
mod console;
mod diagnostics;
mod errors;
mod extensions;
mod hooks;
mod intake;
mod limits;
mod promises;
mod reports;
mod support;
