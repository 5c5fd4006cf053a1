//! From a checked syntax tree to bytecode, in one pass. Functions are emitted where they are met, into their own
//! [`Code`]; the tables are shared.
//!
//! Reading order: [`code`] (instructions, labels, registers), [`scope`] (variables), [`expression`], [`statement`],
//! [`control`] (break, return and exceptions), the rest by construct. No type of the parser leaves this module.

mod analysis;
mod assignment;
mod binary;
mod branch;
mod call;
mod chain;
mod class;
mod code;
mod constants;
mod control;
mod expression;
mod function;
mod generator;
mod hazard;
mod literal;
mod loops;
mod pattern;
mod scope;
mod session;
mod statement;
mod switch;
mod typescript;
mod using;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use codemode_bytecode::{FunctionCode, FunctionKind, Op, Program, Span, SpanEntry, Suspends};
use oxc_ast::ast;
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{CompileError, CompileOptions};
use analysis::Analysis;
use class::PrivateScope;
use code::Code;
use constants::Tables;
use scope::{Split, VarId, Variable};

/// Deepest nesting of expressions, statements and patterns.
const MAX_DEPTH: u32 = 2_500;
/// Nodes between two questions whether to stop.
const INTERRUPT_INTERVAL: u32 = 4_096;
/// Nesting levels between two looks at the remaining stack, what they need at most, and what is added.
const STACK_CHECK_INTERVAL: u32 = 16;
const STACK_RED_ZONE: usize = 256 * 1024;
const STACK_GROWTH: usize = 2 * 1024 * 1024;

/// Emits the bytecode of `program`, whose spans are byte offsets into `source`.
pub(crate) fn emit(
    program: &ast::Program<'_>,
    scoping: &Scoping,
    source: &str,
    options: &CompileOptions,
) -> Result<Program, CompileError> {
    let mut emitter = Emitter {
        scoping,
        options,
        analysis: Analysis::new(program, scoping),
        tables: Tables::default(),
        ops: Vec::new(),
        spans: Vec::new(),
        functions: vec![None],
        code: Code::new(0, FunctionKind::Normal, Suspends::Async),
        parents: Vec::new(),
        variables: Vec::new(),
        symbol_vars: vec![None; scoping.symbols_len()],
        splits: FxHashMap::default(),
        exported: FxHashSet::default(),
        private_scopes: Vec::new(),
        session_vars: FxHashMap::default(),
        session: Vec::new(),
        returning: Span::default(),
        taken_apart: Span::default(),
        depth: 0,
        visited: 0,
        is_interrupted: false,
        error: None,
    };
    emitter.program(program);
    if emitter.is_interrupted {
        return Err(CompileError::interrupted(source));
    }
    if let Some((message, span)) = emitter.error {
        return Err(CompileError::parse(source, span, message));
    }
    let Tables { constants, sites, object_templates, .. } = emitter.tables;
    let program = Program {
        source: Arc::from(source),
        name: options.name.clone(),
        ops: emitter.ops,
        functions: emitter.functions.into_iter().flatten().collect(),
        constants,
        sites,
        object_templates,
        spans: emitter.spans,
        is_builtin: options.builtin,
        session: emitter.session,
    };
    debug_assert_eq!(codemode_bytecode::verify(&program), Ok(()), "{}", codemode_bytecode::disassemble(&program));
    Ok(program)
}

/// A program under construction.
struct Emitter<'a, 's> {
    scoping: &'s Scoping,
    options: &'s CompileOptions,
    analysis: Analysis,
    tables: Tables,
    ops: Vec<Op>,
    spans: Vec<SpanEntry>,
    functions: Vec<Option<FunctionCode>>,
    /// The function being emitted.
    code: Code,
    /// The functions around it, outermost first.
    parents: Vec<Code>,
    variables: Vec<Variable>,
    symbol_vars: Vec<Option<VarId>>,
    splits: FxHashMap<SymbolId, Vec<Split>>,
    /// Variables that a namespace exports: they live as properties of its object.
    exported: FxHashSet<SymbolId>,
    private_scopes: Vec<PrivateScope<'a>>,
    /// Bindings that earlier programs of the session left and this one uses.
    session_vars: FxHashMap<String, VarId>,
    session: Vec<codemode_bytecode::SessionBinding>,
    /// The expression whose value the program is about to return.
    returning: Span,
    /// The expression whose value the next pattern takes apart, for messages.
    taken_apart: Span,
    depth: u32,
    /// Nodes so far, to ask now and then whether to stop.
    visited: u32,
    is_interrupted: bool,
    error: Option<(String, Span)>,
}

impl Emitter<'_, '_> {
    /// Refuses the program. The first refusal counts; emission goes on so that callers need no error path.
    fn fail(&mut self, message: &str, at: Span) {
        if self.error.is_none() {
            self.error = Some((message.to_owned(), at));
        }
    }

    /// Runs `emit` one nesting level deeper, on a larger stack when needed. Emits nothing when the limit is reached or
    /// the program is refused already.
    fn nested(&mut self, at: Span, emit: impl FnOnce(&mut Self)) {
        if self.error.is_some() || self.is_interrupted {
            return;
        }
        self.visited = self.visited.wrapping_add(1);
        if self.visited.is_multiple_of(INTERRUPT_INTERVAL) {
            self.is_interrupted = self.options.is_interrupted();
        }
        if self.depth >= MAX_DEPTH {
            self.fail("expression nests too deeply", at);
            return;
        }
        self.depth += 1;
        if self.depth.is_multiple_of(STACK_CHECK_INTERVAL) {
            stacker::maybe_grow(STACK_RED_ZONE, STACK_GROWTH, || emit(self));
        } else {
            emit(self);
        }
        self.depth -= 1;
    }
}

/// The span of a node.
fn span(span: oxc_span::Span) -> Span {
    Span { start: span.start, end: span.end }
}
