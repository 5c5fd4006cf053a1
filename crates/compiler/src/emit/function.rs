//! Functions: parameters, the variables every function has, bodies, closures.

use codemode_bytecode::{FunctionCode, FunctionIndex, FunctionKind, NamePrefix, Op, Reg, Span, Suspends};
use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::{scope::ScopeId, symbol::SymbolId};

use super::analysis::{BoundNames, Facts};
use super::code::Code;
use super::control::Exit;
use super::scope::{NO_SPAN, Place, VarId, as_cell};
use super::{Emitter, span};

/// Parameters beyond these do not fit the register window.
const MAX_PARAMETERS: usize = 170;

/// The name that an anonymous function or class gets.
#[derive(Debug, Clone, Copy)]
pub(super) enum Name {
    None,
    /// A string constant.
    Const(u32),
    /// A property key known at run time.
    Dynamic(Reg, NamePrefix),
}

/// What to make a function of.
pub(super) struct FunctionSource<'a> {
    pub kind: FunctionKind,
    pub suspends: Suspends,
    /// String constant.
    pub name: u32,
    pub text: Span,
    pub scope: Option<ScopeId>,
    /// Scope whose facts tell the use of `this` and the like.
    pub facts: Facts,
    pub params: Option<&'a FormalParameters<'a>>,
    pub body: Body<'a>,
    /// The name that a function expression binds inside itself.
    pub own_name: Option<&'a BindingIdentifier<'a>>,
    /// Position from which on closures of the function can exist.
    pub created_at: u32,
    /// A constructor of a class whose instances have fields.
    pub initializes_fields: bool,
}

/// The body of a function.
pub(super) enum Body<'a> {
    Statements(&'a [Statement<'a>]),
    Expression(&'a Expression<'a>),
}

impl<'a> Emitter<'a, '_> {
    /// Emits the program itself.
    pub(super) fn program(&mut self, program: &'a Program<'a>) {
        if self.options.builtin {
            self.builtin_functions(program);
            self.code.op(Op::ReturnUndefined {});
        } else {
            self.use_session();
            self.enter_scope(program.scope_id.get(), &program.body, 0);
            self.program_body(program);
        }
        let name = self.tables.string("");
        let text = span(program.span);
        self.finish_function(name, 0, 0, text);
    }

    fn program_body(&mut self, program: &'a Program<'a>) {
        if let Some((Statement::ExpressionStatement(last), rest)) = program.body.split_last() {
            self.using_block(rest, |this| {
                this.statements(rest);
                let value = this.expr(&last.expression);
                this.returning = span(last.expression.span());
                this.exit(Exit::Return { value });
            });
        } else {
            self.using_block(&program.body, |this| this.statements(&program.body));
            if program.body.is_empty()
                && let Some(directive) = program.directives.last().filter(|directive| directive.span.end > 0)
            {
                let value = self.code.temp();
                let text = &directive.expression;
                self.load_string(value, text.value.as_str(), text.lone_surrogates);
                self.exit(Exit::Return { value });
            }
        }
        if !self.code.ends_with_jump() {
            self.code.op(Op::ReturnUndefined {});
        }
        self.emit_deferred();
    }

    /// Every top-level function of a built-in source is a function of the program that captures nothing.
    fn builtin_functions(&mut self, program: &'a Program<'a>) {
        let functions: Vec<&'a Function<'a>> = program
            .body
            .iter()
            .filter_map(|statement| match statement {
                Statement::FunctionDeclaration(function) => Some(&**function),
                _ => None,
            })
            .collect();
        for function in &functions {
            let index = self.reserve_function();
            if let Some(id) = &function.id
                && let Some(symbol) = id.symbol_id.get()
            {
                let name = self.tables.string(id.name.as_str());
                let var = self.add_variable(Place::Builtin(index), name);
                self.set_symbol_variable(symbol, var);
            }
        }
        for (at, &function) in functions.iter().enumerate() {
            let name = self.tables.string(function.id.as_ref().map_or("", |id| id.name.as_str()));
            let mut source = self.function_source(function, FunctionKind::Method, name);
            source.own_name = None;
            self.function_as(at as u32 + 1, source);
        }
    }

    /// A place for a function in the program.
    pub(super) fn reserve_function(&mut self) -> u32 {
        self.functions.push(None);
        self.functions.len() as u32 - 1
    }

    /// What the parser knows of a function.
    pub(super) fn function_source(
        &mut self,
        function: &'a Function<'a>,
        kind: FunctionKind,
        name: u32,
    ) -> FunctionSource<'a> {
        let scope = function.scope_id.get();
        let is_expression = function.r#type == FunctionType::FunctionExpression;
        FunctionSource {
            kind,
            suspends: suspends(function.r#async, function.generator),
            name,
            text: span(function.span),
            scope,
            facts: scope.map(|scope| self.analysis.facts(scope)).unwrap_or_default(),
            params: Some(&function.params),
            body: Body::Statements(function.body.as_ref().map_or(&[], |body| &body.statements)),
            own_name: function.id.as_ref().filter(|_| is_expression),
            created_at: function.span.start,
            initializes_fields: false,
        }
    }

    /// Makes the closure of a function expression.
    pub(super) fn function_expression(&mut self, function: &'a Function<'a>, dst: Reg, name: Name) {
        let (text, dynamic) = match (&function.id, name) {
            (Some(id), _) => (self.tables.string(id.name.as_str()), None),
            (None, Name::Const(name)) => (name, None),
            (None, Name::None) => (self.tables.string(""), None),
            (None, Name::Dynamic(key, prefix)) => (self.tables.string(""), Some((key, prefix))),
        };
        let source = self.function_source(function, FunctionKind::Normal, text);
        self.closure(source, dst);
        if let Some((name, prefix)) = dynamic {
            self.code.op(Op::SetFunctionName { func: dst, name, prefix });
        }
    }

    /// Makes the closure of an arrow function.
    pub(super) fn arrow_function(&mut self, arrow: &'a ArrowFunctionExpression<'a>, dst: Reg, name: Name) {
        let (text, dynamic) = match name {
            Name::Const(name) => (name, None),
            Name::None => (self.tables.string(""), None),
            Name::Dynamic(key, prefix) => (self.tables.string(""), Some((key, prefix))),
        };
        let body = match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Body::Statements(&body.statements),
            body => match body.as_expression() {
                Some(expression) => Body::Expression(expression),
                None => Body::Statements(&[]),
            },
        };
        let source = FunctionSource {
            kind: FunctionKind::Arrow,
            suspends: suspends(arrow.r#async, false),
            name: text,
            text: span(arrow.span),
            scope: arrow.scope_id.get(),
            facts: Facts::default(),
            params: Some(&arrow.params),
            body,
            own_name: None,
            created_at: arrow.span.start,
            initializes_fields: false,
        };
        self.closure(source, dst);
        if let Some((name, prefix)) = dynamic {
            self.code.op(Op::SetFunctionName { func: dst, name, prefix });
        }
    }

    /// Makes the closure of a method or accessor. The caller defines it.
    pub(super) fn method_closure(&mut self, function: &'a Function<'a>, dst: Reg, name: u32, text: Span) {
        let mut source = self.function_source(function, FunctionKind::Method, name);
        source.text = text;
        source.created_at = text.start;
        self.closure(source, dst);
    }

    /// Emits a function and the instruction that makes a closure of it.
    pub(super) fn closure(&mut self, source: FunctionSource<'a>, dst: Reg) {
        let index = self.reserve_function();
        self.function_as(index, source);
        self.code.op(Op::MakeClosure { dst, func: FunctionIndex(index) });
    }

    /// Makes the function declarations among `body`, whose scope starts at `start`.
    pub(super) fn hoist_functions(&mut self, body: &'a [Statement<'a>], start: u32) {
        for statement in body {
            let function = match statement {
                Statement::FunctionDeclaration(function) => function,
                Statement::ExportDeclaration(export) => match &export.declaration {
                    Declaration::FunctionDeclaration(function) => function,
                    _ => continue,
                },
                _ => continue,
            };
            if function.body.is_none() || function.declare {
                continue;
            }
            let Some(id) = &function.id else { continue };
            let name = self.tables.string(id.name.as_str());
            let mut source = self.function_source(function, FunctionKind::Normal, name);
            source.created_at = start;
            let resolved = self.resolve_binding(id);
            let mark = self.code.mark();
            let dst = match resolved.access {
                super::scope::Access::Reg(reg) => reg,
                _ => self.code.temp(),
            };
            self.closure(source, dst);
            self.initialise(&resolved, dst, span(id.span));
            self.code.release(mark);
        }
    }

    /// Emits a function under an index reserved before.
    pub(super) fn function_as(&mut self, index: u32, source: FunctionSource<'a>) {
        let mut code = Code::new(index, source.kind, source.suspends);
        code.created_at = source.created_at;
        code.initializes_fields = source.initializes_fields;
        self.parents.push(std::mem::replace(&mut self.code, code));
        let (parameters, length) = self.function_parts(&source);
        self.finish_function(source.name, parameters, length, source.text);
    }

    /// Starts a function that the emitter makes itself: its parameters arrive in registers.
    pub(super) fn begin_function(&mut self, index: u32, kind: FunctionKind, created_at: u32) {
        let mut code = Code::new(index, kind, Suspends::Never);
        code.created_at = created_at;
        self.parents.push(std::mem::replace(&mut self.code, code));
    }

    /// Adds the finished function to the program and returns to the one around it.
    pub(super) fn finish_function(&mut self, name: u32, parameters: u32, length: u32, text: Span) {
        let code = match self.parents.pop() {
            Some(parent) => std::mem::replace(&mut self.code, parent),
            None => std::mem::replace(&mut self.code, Code::new(0, FunctionKind::Normal, Suspends::Never)),
        };
        let mut code = code;
        if code.overflow {
            self.fail("expression nests too deeply", text);
        }
        if code.captures.len() > usize::from(u16::MAX) {
            self.fail("function uses too many variables of the functions around it", text);
        }
        if code.ops.is_empty() {
            code.op(Op::ReturnUndefined {});
        }
        if self.error.is_some() {
            return;
        }
        let handlers = code.resolve();
        let start = self.ops.len() as u32;
        self.spans
            .extend(code.spans.iter().map(|entry| codemode_bytecode::SpanEntry { op: entry.op + start, ..*entry }));
        let registers = code.registers();
        let function = FunctionCode {
            name,
            length,
            parameters,
            registers,
            start,
            len: code.ops.len() as u32,
            kind: code.kind,
            suspends: code.suspends,
            uses_arguments: code.uses_arguments,
            captures: code.captures,
            handlers,
            text,
            variables: code.variables,
            capture_names: code.capture_names,
        };
        self.ops.append(&mut code.ops);
        if let Some(slot) = self.functions.get_mut(code.index as usize) {
            *slot = Some(function);
        }
    }

    /// Emits the inside of a function; gives the number of parameters and the `length`.
    fn function_parts(&mut self, source: &FunctionSource<'a>) -> (u32, u32) {
        let items = source.params.map_or(&[][..], |params| &params.items);
        if items.len() > MAX_PARAMETERS {
            self.fail("function has too many parameters", source.text);
            return (0, 0);
        }
        let count = items.len() as u32;
        let first = self.code.temps(count);
        debug_assert!(count == 0 || first == Reg(0));
        self.lexical_variables(source);
        let properties = items.iter().any(|item| item.has_modifier());
        if !properties {
            self.initialize_fields();
        }
        if let Some(params) = source.params {
            self.parameters(params);
            if properties {
                self.parameter_properties(params);
            }
        }
        if matches!(source.suspends, Suspends::Generator | Suspends::AsyncGenerator) {
            self.code.op(Op::InitialYield {});
        }
        match source.body {
            Body::Expression(expression) => self.return_value(expression),
            Body::Statements(statements) => {
                if let (Some(params), Some(scope)) = (source.params, source.scope)
                    && has_expressions(params)
                {
                    self.split_parameters(params, scope, source.text.end);
                }
                let start = source.params.map_or(source.text.start, |params| params.span.end);
                self.enter_scope(source.scope, statements, start);
                self.using_block(statements, |this| this.statements(statements));
            }
        }
        if !self.code.ends_with_jump() {
            self.return_undefined();
        }
        self.emit_deferred();
        let length = items.iter().take_while(|item| item.initializer.is_none()).count() as u32;
        (count, length)
    }

    /// The variables that every function but arrow functions has, as far as the body uses them.
    fn lexical_variables(&mut self, source: &FunctionSource<'a>) {
        let facts = source.facts;
        if source.kind != FunctionKind::Arrow {
            self.own_variables(facts);
        }
        if let Some(id) = source.own_name
            && let Some(symbol) = id.symbol_id.get()
            && !self.scoping.get_resolved_reference_ids(symbol).is_empty()
        {
            let var = self.declare(symbol);
            let is_captured = self.is_captured(symbol);
            self.load_lexical(var, is_captured, |dst| Op::LoadCallee { dst });
        }
    }

    /// `this`, `arguments` and the like, as far as `facts` tell that they are used.
    pub(super) fn own_variables(&mut self, facts: Facts) {
        let is_derived = self.code.kind == FunctionKind::DerivedConstructor;
        if facts.has(Facts::THIS) || facts.has_captured(Facts::THIS) || is_derived || self.code.initializes_fields {
            let is_captured = facts.has_captured(Facts::THIS);
            let var = self.lexical("this", is_captured);
            self.code.this_var = Some(var);
            if is_derived {
                self.variable_mut(var).initialised_at = u32::MAX;
                match self.variable(var).place {
                    Place::Reg(dst) => self.code.op(Op::LoadUninit { dst }),
                    _ => self.new_cell(var, true),
                }
            } else {
                self.load_lexical(var, is_captured, |dst| Op::LoadThis { dst });
            }
        }
        let needs_callee =
            facts.has(Facts::CALLEE) || facts.has_captured(Facts::CALLEE) || self.code.initializes_fields;
        if needs_callee {
            let is_captured = facts.has_captured(Facts::CALLEE);
            let var = self.lexical("callee", is_captured);
            self.code.callee_var = Some(var);
            self.load_lexical(var, is_captured, |dst| Op::LoadCallee { dst });
        }
        if facts.has(Facts::NEW_TARGET) {
            let is_captured = facts.has_captured(Facts::NEW_TARGET);
            let var = self.lexical("new.target", is_captured);
            self.code.new_target_var = Some(var);
            self.load_lexical(var, is_captured, |dst| Op::LoadNewTarget { dst });
        }
        if facts.has(Facts::HOME) {
            let is_captured = facts.has_captured(Facts::HOME);
            let var = self.lexical("super", is_captured);
            self.code.home_var = Some(var);
            let dst = self.code.temp();
            self.code.op(Op::LoadCallee { dst });
            self.load_lexical(var, is_captured, |home| Op::LoadHomeObject { dst: home, func: dst });
            // The temporary stays allocated: it lies between locals.
        }
        if facts.has(Facts::ARGUMENTS) && self.code.kind != FunctionKind::Arrow {
            let is_captured = facts.has_captured(Facts::ARGUMENTS);
            let var = self.lexical("arguments", is_captured);
            self.code.arguments_var = Some(var);
            self.code.uses_arguments = true;
            self.load_lexical(var, is_captured, |dst| Op::CreateArguments { dst });
        }
    }

    fn lexical(&mut self, name: &str, is_captured: bool) -> VarId {
        let name = self.tables.string(name);
        let place = self.code.local();
        self.add_variable(if is_captured { as_cell(place) } else { place }, name)
    }

    fn load_lexical(&mut self, var: VarId, is_captured: bool, op: impl FnOnce(Reg) -> Op) {
        let (Place::Reg(dst) | Place::Cell(dst)) = self.variable(var).place else { return };
        self.code.op(op(dst));
        if is_captured {
            self.code.op(Op::NewCellWith { dst, src: dst });
        }
    }

    /// Runs the field initializer of the class on `this`, in constructors of classes that have one.
    pub(super) fn initialize_fields(&mut self) {
        if !self.code.initializes_fields || self.code.kind != FunctionKind::ClassConstructor {
            return;
        }
        let mark = self.code.mark();
        let this = self.load_lexical_variable(|code| code.this_var, NO_SPAN);
        let class = self.load_lexical_variable(|code| code.callee_var, NO_SPAN);
        self.code.op_at(Op::InitFields { this, class }, NO_SPAN, NO_SPAN);
        self.code.release(mark);
    }

    /// Reads `this` or the like of the innermost function that has its own; undefined when there is none.
    pub(super) fn load_lexical_variable(&mut self, pick: impl Fn(&Code) -> Option<VarId>, at: Span) -> Reg {
        match self.lexical_variable(pick) {
            Some(var) => {
                let mut resolved = self.resolve_variable(var, 0);
                resolved.checked = false;
                self.load(&resolved, None, at)
            }
            None => {
                let dst = self.code.temp();
                self.code.op(Op::LoadUndefined { dst });
                dst
            }
        }
    }

    // Parameters.

    fn parameters(&mut self, params: &'a FormalParameters<'a>) {
        let has_expressions = has_expressions(params);
        for (at, item) in params.items.iter().enumerate() {
            let arrived = Reg(at as u8);
            if let BindingPattern::BindingIdentifier(id) = &item.pattern {
                if let Some(symbol) = id.symbol_id.get() {
                    self.parameter(symbol, arrived, has_expressions);
                }
            } else {
                self.declare_pattern(&item.pattern);
            }
        }
        if let Some(rest) = &params.rest {
            self.declare_pattern(&rest.rest.argument);
        }
        for (at, item) in params.items.iter().enumerate() {
            let arrived = Reg(at as u8);
            if let Some(default) = &item.initializer {
                let given = self.code.label();
                self.code.jump_op(Op::JumpIfNotUndefined { src: arrived, to: codemode_bytecode::Jump(0) }, given);
                let name = self.pattern_name(&item.pattern);
                self.named_expr_to(default, arrived, name);
                self.code.place(given);
            }
            match &item.pattern {
                BindingPattern::BindingIdentifier(id) => {
                    let resolved = self.resolve_binding(id);
                    self.bind_parameter(&resolved, arrived, has_expressions, span(id.span));
                }
                pattern => self.bind_pattern(pattern, arrived),
            }
        }
        if let Some(rest) = &params.rest {
            self.code.uses_arguments = true;
            let mark = self.code.mark();
            let target = match &rest.rest.argument {
                BindingPattern::BindingIdentifier(id) => match self.resolve_binding(id).access {
                    super::scope::Access::Reg(reg) => Some(reg),
                    _ => None,
                },
                _ => None,
            };
            let dst = target.unwrap_or_else(|| self.code.temp());
            self.code.op(Op::CreateRest { dst, start: params.items.len() as u32 });
            if target.is_none() {
                self.bind_pattern(&rest.rest.argument, dst);
            }
            self.code.release(mark);
        }
    }

    /// Gives a parameter that is a plain name its place.
    fn parameter(&mut self, symbol: SymbolId, arrived: Reg, has_expressions: bool) {
        let name = self.tables.string(self.scoping.symbol_name(symbol));
        let initialised_at = self.analysis.initialised_at(symbol);
        let is_captured = self.is_captured(symbol);
        let is_early = has_expressions
            && self
                .scoping
                .get_resolved_reference_ids(symbol)
                .iter()
                .any(|&reference| self.analysis.reference_at(reference) < initialised_at);
        let var = if !has_expressions || !(is_captured || is_early) {
            if is_captured {
                self.code.op(Op::NewCellWith { dst: arrived, src: arrived });
            }
            self.add_variable(if is_captured { Place::Cell(arrived) } else { Place::Reg(arrived) }, name)
        } else {
            let place = self.code.local();
            let var = self.add_variable(if is_captured { as_cell(place) } else { place }, name);
            match self.variable(var).place {
                Place::Reg(dst) => self.code.op(Op::LoadUninit { dst }),
                _ => self.new_cell(var, true),
            }
            var
        };
        if has_expressions {
            self.variable_mut(var).initialised_at = initialised_at;
        }
        self.set_symbol_variable(symbol, var);
    }

    fn bind_parameter(&mut self, resolved: &super::scope::Resolved, arrived: Reg, has_expressions: bool, at: Span) {
        let in_place = match resolved.access {
            super::scope::Access::Reg(reg) | super::scope::Access::Cell(reg) => reg == arrived,
            _ => false,
        };
        if !in_place && has_expressions {
            self.initialise(resolved, arrived, at);
        }
    }

    /// Declares the names of a parameter pattern, in their dead zone.
    fn declare_pattern(&mut self, pattern: &'a BindingPattern<'a>) {
        pattern.bound_names_iter(&mut |id| {
            let Some(symbol) = id.symbol_id.get() else { return };
            let var = self.declare(symbol);
            match self.variable(var).place {
                Place::Reg(dst) => {
                    let initialised_at = self.analysis.initialised_at(symbol);
                    let is_early = self
                        .scoping
                        .get_resolved_reference_ids(symbol)
                        .iter()
                        .any(|&reference| self.analysis.reference_at(reference) < initialised_at);
                    if is_early {
                        self.code.op(Op::LoadUninit { dst });
                    }
                }
                _ => self.new_cell(var, true),
            }
        });
    }

    /// A `var` of the body with the name of a parameter is another binding when the parameters have expressions.
    fn split_parameters(&mut self, params: &'a FormalParameters<'a>, scope: ScopeId, end: u32) {
        let start = params.span.end;
        let mut symbols = Vec::new();
        for item in &params.items {
            item.pattern.bound_names_iter(&mut |id| symbols.extend(id.symbol_id.get()));
        }
        if let Some(rest) = &params.rest {
            rest.rest.argument.bound_names_iter(&mut |id| symbols.extend(id.symbol_id.get()));
        }
        for symbol in symbols {
            let redeclared = self.scoping.symbol_redeclarations(symbol).iter().any(|again| again.span.start >= start);
            if !redeclared || self.scoping.symbol_scope_id(symbol) != scope {
                continue;
            }
            let Some(param) = self.symbol_vars.get(symbol.index()).copied().flatten() else { continue };
            let name = self.variable(param).name;
            let is_captured = self.is_captured(symbol);
            let place = self.code.local();
            let var = self.add_variable(if is_captured { as_cell(place) } else { place }, name);
            self.new_cell(var, false);
            let mark = self.code.mark();
            let from = self.resolve_variable(param, u32::MAX);
            let value = self.load(&from, None, NO_SPAN);
            let to = self.resolve_variable(var, u32::MAX);
            self.initialise(&to, value, NO_SPAN);
            self.code.release(mark);
            self.split_symbol(symbol, start, end, var);
        }
    }

    // Returning.

    /// Ends the function with `value`, by the rules of its kind.
    pub(super) fn return_op(&mut self, value: Reg) {
        if self.code.kind != FunctionKind::DerivedConstructor {
            if self.code.index == 0 && self.returning != Span::default() {
                // The result of the program has a place, in case it cannot leave.
                self.code.op_at(Op::Return { src: value }, self.returning, NO_SPAN);
            } else {
                self.code.op(Op::Return { src: value });
            }
            return;
        }
        let mark = self.code.mark();
        let this = self.load_lexical_variable(|code| code.this_var, NO_SPAN);
        self.code.op_at(Op::ReturnDerived { src: value, this }, NO_SPAN, NO_SPAN);
        self.code.release(mark);
    }

    /// Ends the function at the end of its body.
    pub(super) fn return_undefined(&mut self) {
        if self.code.kind != FunctionKind::DerivedConstructor {
            self.code.op(Op::ReturnUndefined {});
            return;
        }
        let mark = self.code.mark();
        let value = self.code.temp();
        self.code.op(Op::LoadUndefined { dst: value });
        self.return_op(value);
        self.code.release(mark);
    }
}

fn has_expressions(params: &FormalParameters<'_>) -> bool {
    params
        .items
        .iter()
        .any(|item| item.initializer.is_some() || !matches!(item.pattern, BindingPattern::BindingIdentifier(_)))
        || params.rest.as_ref().is_some_and(|rest| !matches!(rest.rest.argument, BindingPattern::BindingIdentifier(_)))
}

fn suspends(is_async: bool, is_generator: bool) -> Suspends {
    match (is_async, is_generator) {
        (false, false) => Suspends::Never,
        (false, true) => Suspends::Generator,
        (true, false) => Suspends::Async,
        (true, true) => Suspends::AsyncGenerator,
    }
}
