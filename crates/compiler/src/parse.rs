//! From source text to a syntax tree whose early errors have been checked.

use oxc_allocator::Allocator;
use oxc_ast::ast::{Directive, Program, StringLiteral};
use oxc_ast::builder::AstBuilder;
use oxc_diagnostics::Diagnostics;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SPAN, SourceType};

use crate::{CompileError, CompileOptions};

/// A program without grammar errors and early errors.
pub(crate) struct Tree<'a> {
    /// The syntax tree. Spans are byte offsets into the submitted source. `directives[0]` is a `"use strict"` with an
    /// empty span that stands for the strictness of the language; what the program wrote follows it.
    pub(crate) program: &'a Program<'a>,
    /// Symbols, scopes and references. Values of enum members when the source is TypeScript.
    pub(crate) scoping: Scoping,
}

/// Parses and checks `source`, then gives the tree to `use_tree`.
pub(crate) fn with_tree<R>(
    source: &str,
    options: &CompileOptions,
    use_tree: impl FnOnce(&Tree<'_>) -> R,
) -> Result<R, Vec<CompileError>> {
    let allocator = Allocator::default();
    let goal = if options.script_goal { SourceType::script() } else { SourceType::mjs() };
    let javascript = parse_as(&allocator, source, goal, options);
    let errors = if javascript.diagnostics.is_empty() {
        let (tree, errors) = check(&allocator, javascript);
        if errors.is_empty() {
            return Ok(use_tree(&tree));
        }
        errors
    } else {
        javascript.diagnostics
    };
    let typescript = parse_as(&allocator, source, goal.with_typescript(true), options);
    if typescript.diagnostics.is_empty() {
        let (tree, ts_errors) = check(&allocator, typescript);
        if ts_errors.is_empty() {
            return Ok(use_tree(&tree));
        }
    }
    Err(errors
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.labels.first().map_or_else(Default::default, |label| codemode_bytecode::Span {
                start: label.offset() as u32,
                end: (label.offset() + label.len()) as u32,
            });
            CompileError::parse(source, span, diagnostic.message.to_string())
        })
        .collect())
}

fn parse_as<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    source_type: SourceType,
    options: &CompileOptions,
) -> ParserReturn<'a> {
    let parse_options = ParseOptions {
        parse_regular_expression: true,
        allow_return_outside_function: !options.script_goal,
        preserve_parens: false,
        ..ParseOptions::default()
    };
    Parser::new(allocator, source, source_type).with_options(parse_options).parse()
}

/// Resolves names and looks for early errors.
///
/// The grammar is that of a module, for the sake of `await`; the scopes are those of a function body, where two
/// functions may have one name. The checker calls such a thing a CommonJS module, which is not strict by itself.
fn check<'a>(allocator: &'a Allocator, parsed: ParserReturn<'a>) -> (Tree<'a>, Diagnostics) {
    let mut program = parsed.program;
    let typescript = program.source_type.is_typescript();
    if program.source_type.is_module() {
        program.source_type = program.source_type.with_commonjs(true);
    }
    let builder = AstBuilder::new(allocator);
    let text = StringLiteral::new(SPAN, "use strict", None, &builder);
    program.directives.insert(0, Directive::new(SPAN, text, "use strict", &builder));
    let program: &'a Program<'a> = allocator.alloc(program);
    let checked = SemanticBuilder::new_compiler().with_enum_eval(typescript).build(program);
    (Tree { program, scoping: checked.semantic.into_scoping() }, checked.diagnostics)
}
