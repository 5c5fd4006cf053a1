//! From source text to a syntax tree whose early errors have been checked.

use std::cell::Cell;

use codemode_bytecode::Span;
use oxc_allocator::Allocator;
use oxc_ast::ast::{Directive, Ident, IdentifierReference, Program, StringLiteral};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::Visit;
use oxc_diagnostics::{Diagnostics, OxcDiagnostic};
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SPAN, SourceType};

use crate::{CompileError, CompileOptions, intake, message, nesting, unsupported};

/// Most errors reported about one source.
pub(crate) const MAX_ERRORS: usize = 10;

/// A program without grammar errors and early errors.
pub(crate) struct Tree<'a> {
    /// The syntax tree. Spans are byte offsets into the submitted source. `directives[0]` is a `"use strict"` with an
    /// empty span that stands for the strictness of the language; what the program wrote follows it.
    pub(crate) program: &'a Program<'a>,
    /// Symbols, scopes and references. Values of enum members when the source is TypeScript.
    pub(crate) scoping: Scoping,
}

/// Parses and checks `source`, then gives the tree to `use_tree`, on a stack that suffices for as deep a recursion.
///
/// # Errors
/// Everything that is wrong with the source, in source order.
pub(crate) fn with_tree<R>(
    source: &str,
    options: &CompileOptions,
    use_tree: impl FnOnce(&Tree<'_>) -> R,
) -> Result<R, Vec<CompileError>> {
    if source.len() > options.max_source_bytes.unwrap_or(usize::MAX).min(u32::MAX as usize - 1) {
        let limit = options.max_source_bytes.unwrap_or(u32::MAX as usize - 1);
        let message = format!("the program has {} bytes, more than the {limit} allowed", source.len());
        let error = CompileError::parse(source, Span::default(), message);
        return Err(vec![
            error.suggest("give data to the program through tools instead of writing it into the source"),
        ]);
    }
    let text = intake::unwrap_fence(source);
    if text.trim_matches(|ch: char| ch.is_whitespace() || ch == '\u{feff}').is_empty() {
        let error = CompileError::parse(source, Span::default(), "code may not be empty");
        return Err(vec![error.suggest("submit the statements of a program that ends with `return value`")]);
    }
    if intake::is_markdown(&text) {
        let start = (text.len() - text.trim_start().len()) as u32;
        let span = Span { start, end: start + 3 };
        let message = message::quote("the program is mixed with Markdown", &text, span);
        return Err(vec![CompileError::parse(source, span, message).suggest(intake::ONLY_CODE)]);
    }
    let nesting = nesting::measure(&text).map_err(|deep| {
        let span = Span { start: deep.at as u32, end: deep.at as u32 + 1 };
        vec![CompileError::parse(source, span, message::quote(&deep.message(), &text, span))]
    })?;
    let input = Input { source, text: &text, options };
    nesting::with_stack(nesting, || with_arena(|arena| input.parse(arena, use_tree)))
}

thread_local! {
    /// The memory of the last tree on this thread, for the next one.
    static ARENA: Cell<Option<Allocator>> = const { Cell::new(None) };
}

/// Largest arena kept for the next program, in bytes.
const KEPT_ARENA: usize = 1 << 20;

fn with_arena<R>(work: impl FnOnce(&Allocator) -> R) -> R {
    let mut arena = ARENA.take().unwrap_or_default();
    let result = work(&arena);
    if arena.capacity() <= KEPT_ARENA {
        arena.reset();
        ARENA.set(Some(arena));
    }
    result
}

struct Input<'s> {
    /// What was submitted; locations refer to it.
    source: &'s str,
    /// What is parsed, of the same length.
    text: &'s str,
    options: &'s CompileOptions,
}

/// A source read as JavaScript or TypeScript.
#[expect(clippy::large_enum_variant, reason = "one exists at a time, and the large one is the usual one")]
enum Reading<'a> {
    Accepted(Tree<'a>),
    /// Not a sentence of the grammar.
    Ungrammatical(Diagnostics),
    /// Grammatical, but refused.
    Refused(Vec<CompileError>),
}

impl Input<'_> {
    fn parse<'a, R>(
        &'a self,
        arena: &'a Allocator,
        use_tree: impl FnOnce(&Tree<'_>) -> R,
    ) -> Result<R, Vec<CompileError>> {
        // JavaScript first: read as TypeScript, a program loses early errors, and `f<a>(b)` its meaning.
        let goal = if self.options.script_goal { SourceType::script() } else { SourceType::mjs() };
        let diagnostics = match self.read(arena, goal) {
            Reading::Accepted(tree) => return Ok(use_tree(&tree)),
            Reading::Refused(errors) => return Err(errors),
            Reading::Ungrammatical(diagnostics) => diagnostics,
        };
        if self.options.script_goal {
            return Err(self.describe(&diagnostics));
        }
        match self.read(arena, goal.with_typescript(true)) {
            Reading::Accepted(tree) => Ok(use_tree(&tree)),
            Reading::Refused(errors) => Err(errors),
            Reading::Ungrammatical(_) if self.has_markup(&diagnostics) => Err(self.describe(&diagnostics)),
            // The reading that got further knows better what the writer meant.
            Reading::Ungrammatical(other) if first_place(&other) > first_place(&diagnostics) => {
                Err(self.describe(&other))
            }
            Reading::Ungrammatical(_) => Err(self.describe(&diagnostics)),
        }
    }

    fn read<'a>(&'a self, arena: &'a Allocator, source_type: SourceType) -> Reading<'a> {
        let parse_options = ParseOptions {
            parse_regular_expression: true,
            allow_return_outside_function: !self.options.script_goal,
            preserve_parens: false,
            ..ParseOptions::default()
        };
        let parsed = Parser::new(arena, self.text, source_type).with_options(parse_options).parse();
        if self.options.is_interrupted() {
            return Reading::Refused(vec![CompileError::interrupted(self.source)]);
        }
        if !parsed.diagnostics.is_empty() {
            return Reading::Ungrammatical(parsed.diagnostics);
        }
        let suspicious = source_type.is_typescript() || unsupported::possible(&parsed.module_record, self.text);
        let (tree, diagnostics) = check(arena, parsed);
        if self.options.is_interrupted() {
            return Reading::Refused(vec![CompileError::interrupted(self.source)]);
        }
        let mut errors = if suspicious { unsupported::find(tree.program, self.source) } else { Vec::new() };
        if errors.is_empty() {
            errors = self.describe(&diagnostics);
        }
        errors.extend(self.misplaced_await(&tree));
        if errors.is_empty() { Reading::Accepted(tree) } else { Reading::Refused(errors) }
    }

    /// Read as TypeScript, an element is a type assertion, and the error comes later.
    fn has_markup(&self, diagnostics: &Diagnostics) -> bool {
        diagnostics.iter().any(|diagnostic| diagnostic.message.contains("JSX"))
            && (self.text.contains("</") || self.text.contains("/>"))
    }

    fn describe(&self, diagnostics: &Diagnostics) -> Vec<CompileError> {
        let mut errors: Vec<_> = diagnostics
            .iter()
            .take(MAX_ERRORS)
            .map(|diagnostic| message::describe(self.source, self.text, diagnostic))
            .collect();
        errors.sort_by_key(|error| error.span.start);
        errors.dedup_by_key(|error| error.span);
        errors
    }

    /// `await (x)` in a plain function reads as the call of a function named `await`, which is never meant.
    fn misplaced_await(&self, tree: &Tree<'_>) -> Option<CompileError> {
        if self.options.script_goal {
            return None;
        }
        if !tree.scoping.root_unresolved_references().contains_key(&Ident::from("await")) {
            return None;
        }
        let mut finder = AwaitName(None);
        finder.visit_program(tree.program);
        let span = finder.0?;
        let reason = "`await` is only allowed within async functions and at the top level of the program";
        let message = message::quote(reason, self.text, span);
        Some(CompileError::parse(self.source, span, message).suggest(crate::mistakes::MAKE_ASYNC))
    }
}

/// Finds the first use of the name `await`.
struct AwaitName(Option<Span>);

impl<'a> Visit<'a> for AwaitName {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if it.name == "await" && self.0.is_none() {
            self.0 = Some(Span { start: it.span.start, end: it.span.end });
        }
    }
}

/// Where the first error is.
fn first_place(diagnostics: &Diagnostics) -> u32 {
    let place = |diagnostic: &OxcDiagnostic| diagnostic.labels.first().map(|label| label.offset());
    diagnostics.iter().filter_map(place).min().unwrap_or(0)
}

/// Resolves names and looks for early errors.
///
/// The grammar is that of a module, for the sake of `await`; the scopes are those of a function body, where two
/// functions may have one name. The checker calls such a thing a CommonJS module, which is not strict by itself.
fn check<'a>(arena: &'a Allocator, parsed: ParserReturn<'a>) -> (Tree<'a>, Diagnostics) {
    let mut program = parsed.program;
    let typescript = program.source_type.is_typescript();
    if program.source_type.is_module() {
        program.source_type = program.source_type.with_commonjs(true);
    }
    let builder = AstBuilder::new(arena);
    let text = StringLiteral::new(SPAN, "use strict", None, &builder);
    program.directives.insert(0, Directive::new(SPAN, text, "use strict", &builder));
    let program: &'a Program<'a> = arena.alloc(program);
    let checked = SemanticBuilder::new_compiler().with_enum_eval(typescript).build(program);
    (Tree { program, scoping: checked.semantic.into_scoping() }, checked.diagnostics)
}
