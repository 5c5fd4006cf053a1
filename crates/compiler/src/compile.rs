//! The whole way from source text to bytecode.

use codemode_bytecode::Program;

use crate::{CompileError, CompileOptions, emit, parse};

/// Compiles a source text.
///
/// # Errors
/// Every grammar error, early error and use of syntax outside the language that was found, in source order (execution
/// section 1.2). Nothing of the program has run then.
pub fn compile(source: &str, options: &CompileOptions) -> Result<Program, Vec<CompileError>> {
    parse::with_tree(source, options, |tree| {
        emit::emit(tree.program, &tree.scoping, source, options).map_err(|error| vec![error])
    })?
}

/// Reads a source text and reports what is wrong with it, without compiling it.
///
/// # Errors
/// The same as [`compile`].
pub fn validate(source: &str, options: &CompileOptions) -> Result<(), Vec<CompileError>> {
    parse::with_tree(source, options, |_| ())
}
