//! From a checked syntax tree to bytecode.

use codemode_bytecode::{Program, Span};
use oxc_ast::ast;
use oxc_semantic::Scoping;

use crate::{CompileError, CompileOptions};

/// Emits the bytecode of `program`, whose spans are byte offsets into `source`.
pub(crate) fn emit(
    program: &ast::Program<'_>,
    _scoping: &Scoping,
    source: &str,
    _options: &CompileOptions,
) -> Result<Program, CompileError> {
    let span = Span { start: program.span.start, end: program.span.end };
    Err(CompileError::unsupported(source, span, "compiling to bytecode is not implemented yet"))
}
