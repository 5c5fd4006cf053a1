//! One walk over the tree that collects what the analyses look at.

use codemode_bytecode::Span;
use oxc_ast::ast::{
    ArrowFunctionExpression, BindingPattern, CallExpression, Expression, ExpressionStatement, Function,
    IdentifierReference, Program, Statement, TSGlobalDeclaration, TSNamespaceDeclaration, TryStatement,
    UnaryExpression, UnaryOperator, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{ScopeFlags, Scoping, SymbolId};
use oxc_span::GetSpan;
use rustc_hash::{FxHashMap, FxHashSet};

use super::input::Literal;
use crate::parse::Tree;

/// What the walk found.
#[derive(Default)]
pub(super) struct Facts<'a> {
    /// Uses of names that nothing in the program declares, where a failure would not be expected.
    pub(super) unresolved: Vec<NameUse<'a>>,
    /// Names that the program asks about with `typeof`.
    pub(super) asked: FxHashSet<&'a str>,
    /// The program reaches for the global object and may declare names through it.
    pub(super) global_object: bool,
    /// Calls of `tools.a.b(…)`.
    pub(super) tool_calls: Vec<ToolCall<'a>>,
    /// Calls that stand as a statement of their own.
    pub(super) discarded: Vec<Discarded>,
    /// Async functions with a name that is never assigned to: where they are.
    pub(super) async_functions: FxHashMap<SymbolId, Span>,
    /// Uses of `tools`.
    pub(super) tools_uses: Vec<Span>,
    /// Statements that control cannot reach.
    pub(super) unreachable: Vec<Span>,
    /// Variables that always hold an array or a string, as their only initializer tells.
    pub(super) kinds: FxHashMap<SymbolId, BuiltinKind>,
    /// Properties that are read, by name, of such a variable or of a literal.
    pub(super) reads: Vec<PropertyRead<'a>>,
    /// Names of properties that the program assigns or defines somewhere.
    pub(super) assigned_properties: FxHashSet<&'a str>,
}

/// A kind of value whose properties are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuiltinKind {
    Array,
    String,
}

/// `object.name`.
pub(super) struct PropertyRead<'a> {
    pub(super) object: ReadOf,
    pub(super) name: &'a str,
    pub(super) span: Span,
}

/// What a property is read of.
pub(super) enum ReadOf {
    Variable(SymbolId),
    Literal(BuiltinKind),
}

pub(super) struct NameUse<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) assigned: bool,
}

pub(super) struct ToolCall<'a> {
    /// Segments below `tools`.
    pub(super) path: Vec<&'a str>,
    /// The callee.
    pub(super) span: Span,
    /// The arguments; `None` when they contain a spread.
    pub(super) arguments: Option<Vec<Literal<'a>>>,
}

/// A call whose value is dropped.
pub(super) struct Discarded {
    pub(super) span: Span,
    pub(super) callee: Callee,
}

pub(super) enum Callee {
    /// `tools.a.b`.
    Tool(Span),
    /// A declared name.
    Symbol(SymbolId, Span),
    /// An async function written in place.
    Function(Span),
}

/// Collects the facts about a program.
pub(super) fn gather<'a>(tree: &Tree<'a>) -> Facts<'a> {
    let last = match tree.program.body.last() {
        // The value of a last expression is the result of the program, and waited for.
        Some(Statement::ExpressionStatement(statement)) => Some(statement.span),
        _ => None,
    };
    let mut walker = Walker { scoping: &tree.scoping, facts: Facts::default(), last, guarded: 0, ambient: 0 };
    walker.visit_program(tree.program);
    walker.facts
}

struct Walker<'t, 'a> {
    scoping: &'t Scoping,
    facts: Facts<'a>,
    /// The last statement of the program, when it is an expression.
    last: Option<oxc_span::Span>,
    /// How many `try` blocks with a `catch` surround the current node.
    guarded: u32,
    /// How many TypeScript namespaces surround it.
    ambient: u32,
}

pub(super) fn span_of(node: &impl GetSpan) -> Span {
    let span = node.span();
    Span { start: span.start, end: span.end }
}

impl<'a> Walker<'_, 'a> {
    fn symbol(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        let reference = identifier.reference_id.get()?;
        self.scoping.get_reference(reference).symbol_id()
    }

    /// The segments of `tools.a.b`.
    fn tool_path(&self, callee: &Expression<'a>) -> Option<Vec<&'a str>> {
        let mut path = Vec::new();
        let mut expression = callee.get_inner_expression();
        loop {
            match expression {
                Expression::StaticMemberExpression(member) => {
                    path.push(member.property.name.as_str());
                    expression = member.object.get_inner_expression();
                }
                Expression::ComputedMemberExpression(member) => {
                    let Expression::StringLiteral(key) = &member.expression else { return None };
                    path.push(key.value.as_str());
                    expression = member.object.get_inner_expression();
                }
                Expression::Identifier(identifier) => {
                    let is_tools = identifier.name == "tools" && self.symbol(identifier).is_none();
                    path.reverse();
                    return (is_tools && !path.is_empty()).then_some(path);
                }
                _ => return None,
            }
        }
    }

    fn discarded_callee(&self, call: &CallExpression<'a>) -> Option<Callee> {
        let span = span_of(&call.callee);
        match call.callee.get_inner_expression() {
            Expression::Identifier(identifier) => Some(Callee::Symbol(self.symbol(identifier)?, span)),
            Expression::FunctionExpression(function) if function.r#async && !function.generator => {
                Some(Callee::Function(span))
            }
            Expression::ArrowFunctionExpression(function) if function.r#async => Some(Callee::Function(span)),
            callee => self.tool_path(callee).map(|_| Callee::Tool(span)),
        }
    }

    fn async_function(&mut self, symbol: Option<SymbolId>, span: Span) {
        if let Some(symbol) = symbol
            && !self.scoping.symbol_is_mutated(symbol)
            && self.scoping.symbol_redeclarations(symbol).is_empty()
        {
            self.facts.async_functions.insert(symbol, span);
        }
    }

    fn look_for_unreachable(&mut self, statements: &[Statement<'a>]) {
        let mut left = false;
        for statement in statements {
            if left && does_something(statement) {
                self.facts.unreachable.push(span_of(statement));
                return;
            }
            left |= matches!(
                statement,
                Statement::ReturnStatement(_)
                    | Statement::ThrowStatement(_)
                    | Statement::BreakStatement(_)
                    | Statement::ContinueStatement(_)
            );
        }
    }
}

/// Whether a statement that control never reaches is missed. Functions are declared anyway.
fn does_something(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::FunctionDeclaration(_)
        | Statement::EmptyStatement(_)
        // A `break` after a `return` is a habit in `switch`.
        | Statement::BreakStatement(_)
        | Statement::TSTypeAliasDeclaration(_)
        | Statement::TSInterfaceDeclaration(_) => false,
        Statement::VariableDeclaration(declaration) => {
            !declaration.kind.is_var() || declaration.declarations.iter().any(|one| one.init.is_some())
        }
        _ => true,
    }
}

/// Methods of arrays that give arrays.
const TO_ARRAY: [&str; 9] =
    ["map", "filter", "slice", "concat", "flat", "flatMap", "toSorted", "toReversed", "toSpliced"];

/// What an expression always is.
fn kind_of(expression: &Expression<'_>) -> Option<BuiltinKind> {
    match expression.get_inner_expression() {
        Expression::ArrayExpression(_) => Some(BuiltinKind::Array),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Some(BuiltinKind::String),
        Expression::CallExpression(call) => {
            let Expression::StaticMemberExpression(member) = call.callee.get_inner_expression() else { return None };
            let is_array_method = TO_ARRAY.contains(&member.property.name.as_str());
            let of = kind_of(&member.object)?;
            (of == BuiltinKind::Array && is_array_method).then_some(BuiltinKind::Array)
        }
        _ => None,
    }
}

impl<'a> Visit<'a> for Walker<'_, 'a> {
    fn visit_program(&mut self, it: &Program<'a>) {
        self.look_for_unreachable(&it.body);
        walk::walk_program(self, it);
    }

    fn visit_function_body(&mut self, it: &oxc_ast::ast::FunctionBody<'a>) {
        self.look_for_unreachable(&it.statements);
        walk::walk_function_body(self, it);
    }

    fn visit_block_statement(&mut self, it: &oxc_ast::ast::BlockStatement<'a>) {
        self.look_for_unreachable(&it.body);
        walk::walk_block_statement(self, it);
    }

    fn visit_switch_case(&mut self, it: &oxc_ast::ast::SwitchCase<'a>) {
        self.look_for_unreachable(&it.consequent);
        walk::walk_switch_case(self, it);
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let caught = u32::from(it.handler.is_some());
        self.guarded += caught;
        self.visit_block_statement(&it.block);
        self.guarded -= caught;
        if let Some(handler) = &it.handler {
            self.visit_catch_clause(handler);
        }
        if let Some(finalizer) = &it.finalizer {
            self.visit_block_statement(finalizer);
        }
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Typeof
            && let Expression::Identifier(identifier) = it.argument.get_inner_expression()
        {
            self.facts.asked.insert(identifier.name.as_str());
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let Some(reference) = it.reference_id.get() else { return };
        let reference = self.scoping.get_reference(reference);
        if reference.symbol_id().is_some() || !reference.is_value() {
            return;
        }
        let span = span_of(it);
        match it.name.as_str() {
            "tools" => self.facts.tools_uses.push(span),
            "globalThis" => self.facts.global_object = true,
            _ => {}
        }
        if self.guarded == 0 && self.ambient == 0 {
            let assigned = reference.is_write();
            self.facts.unresolved.push(NameUse { name: it.name.as_str(), span, assigned });
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if it.r#async && !it.generator && it.is_declaration() {
            let symbol = it.id.as_ref().and_then(|id| id.symbol_id.get());
            self.async_function(symbol, span_of(it));
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let BindingPattern::BindingIdentifier(id) = &it.id {
            if let Some(symbol) = id.symbol_id.get()
                && !self.scoping.symbol_is_mutated(symbol)
                && self.scoping.symbol_redeclarations(symbol).is_empty()
                && let Some(kind) = it.init.as_ref().and_then(kind_of)
            {
                self.facts.kinds.insert(symbol, kind);
            }
            match it.init.as_ref().map(Expression::get_inner_expression) {
                Some(Expression::ArrowFunctionExpression(function)) if is_async_arrow(function) => {
                    self.async_function(id.symbol_id.get(), span_of(&**function));
                }
                Some(Expression::FunctionExpression(function)) if function.r#async && !function.generator => {
                    self.async_function(id.symbol_id.get(), span_of(&**function));
                }
                _ => {}
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if self.last != Some(it.span)
            && let Expression::CallExpression(call) = it.expression.get_inner_expression()
            && let Some(callee) = self.discarded_callee(call)
        {
            self.facts.discarded.push(Discarded { span: span_of(it), callee });
        }
        walk::walk_expression_statement(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &oxc_ast::ast::StaticMemberExpression<'a>) {
        let object = match it.object.get_inner_expression() {
            Expression::Identifier(identifier) => self.symbol(identifier).map(ReadOf::Variable),
            object => kind_of(object).map(ReadOf::Literal),
        };
        if let Some(object) = object {
            let name = it.property.name.as_str();
            self.facts.reads.push(PropertyRead { object, name, span: span_of(&it.property) });
        }
        walk::walk_static_member_expression(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &oxc_ast::ast::SimpleAssignmentTarget<'a>) {
        if let oxc_ast::ast::SimpleAssignmentTarget::StaticMemberExpression(member) = it {
            self.facts.assigned_properties.insert(member.property.name.as_str());
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_string_literal(&mut self, it: &oxc_ast::ast::StringLiteral<'a>) {
        // It may name a property that is defined: `Object.defineProperty(list, "name", …)`.
        self.facts.assigned_properties.insert(it.value.as_str());
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Some(path) = self.tool_path(&it.callee) {
            let arguments = it.arguments.iter().map(|argument| argument.as_expression().map(Literal::read)).collect();
            self.facts.tool_calls.push(ToolCall { path, span: span_of(&it.callee), arguments });
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.ambient += 1;
        walk::walk_ts_namespace_declaration(self, it);
        self.ambient -= 1;
    }

    fn visit_ts_global_declaration(&mut self, it: &TSGlobalDeclaration<'a>) {
        // It tells the type checker about names of the host.
        self.facts.global_object = true;
        walk::walk_ts_global_declaration(self, it);
    }
}

fn is_async_arrow(function: &ArrowFunctionExpression<'_>) -> bool {
    function.r#async
}
