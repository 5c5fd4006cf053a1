//! Statements other than loops and `switch`.

use codemode_bytecode::{Op, Reg};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::control::{Exit, RegionKind};
use super::expression::unwrapped;
use super::function::Name;
use super::hazard::Touch;
use super::scope::{Access, NO_SPAN};
use super::{Emitter, span};

impl<'a> Emitter<'a, '_> {
    /// A statement list whose scope is entered already. What cannot be reached is left out.
    pub(super) fn statements(&mut self, statements: &'a [Statement<'a>]) {
        for statement in statements {
            if self.code.ends_with_jump() {
                return;
            }
            self.statement(statement, Vec::new());
        }
    }

    pub(super) fn statement(&mut self, statement: &'a Statement<'a>, labels: Vec<String>) {
        self.nested(span(statement.span()), |this| {
            let mark = this.code.mark();
            this.statement_inner(statement, labels);
            this.code.release(mark);
        });
    }

    fn statement_inner(&mut self, statement: &'a Statement<'a>, labels: Vec<String>) {
        match statement {
            Statement::ExpressionStatement(it) => self.discard(&it.expression),
            Statement::VariableDeclaration(it) => self.variable_declaration(it),
            Statement::BlockStatement(it) => self.block(it),
            Statement::IfStatement(it) => self.if_statement(it),
            Statement::ReturnStatement(it) => self.return_statement(it),
            Statement::ThrowStatement(it) => {
                let src = self.expr(&it.argument);
                self.code.op_at(Op::Throw { src }, span(it.span), span(it.argument.span()));
            }
            Statement::TryStatement(it) => self.try_statement(it),
            Statement::ForStatement(it) => self.for_statement(it, &labels),
            Statement::ForOfStatement(it) => self.for_of_statement(it, &labels),
            Statement::ForInStatement(it) => self.for_in_statement(it, &labels),
            Statement::WhileStatement(it) => self.while_statement(it, &labels),
            Statement::DoWhileStatement(it) => self.do_while_statement(it, &labels),
            Statement::SwitchStatement(it) => self.switch_statement(it, &labels),
            Statement::LabeledStatement(it) => self.labeled_statement(it, labels),
            Statement::BreakStatement(it) => {
                self.break_to(it.label.as_ref().map(|label| label.name.as_str()), span(it.span));
            }
            Statement::ContinueStatement(it) => {
                self.continue_to(it.label.as_ref().map(|label| label.name.as_str()), span(it.span));
            }
            Statement::ClassDeclaration(it) => self.class_declaration(it),
            Statement::TSEnumDeclaration(it) => self.enum_declaration(it),
            Statement::TSNamespaceDeclaration(it) => self.namespace_declaration(it),
            Statement::ExportDeclaration(it) => self.exported_declaration(&it.declaration),
            // Function declarations are made when their scope is entered; types leave nothing behind.
            Statement::FunctionDeclaration(_)
            | Statement::EmptyStatement(_)
            | Statement::DebuggerStatement(_)
            | Statement::TSTypeAliasDeclaration(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSExternalModuleDeclaration(_)
            | Statement::TSGlobalDeclaration(_)
            | Statement::TSNamespaceExportDeclaration(_) => {}
            // Refused before emission.
            Statement::WithStatement(_)
            | Statement::TSImportEqualsDeclaration(_)
            | Statement::ImportDeclaration(_)
            | Statement::ExportAllDeclaration(_)
            | Statement::ExportDefaultDeclaration(_)
            | Statement::ExportNamedDeclaration(_)
            | Statement::ExportFromDeclaration(_)
            | Statement::TSExportAssignment(_) => {
                self.fail("this statement is not supported", span(statement.span()));
            }
        }
    }

    pub(super) fn block(&mut self, block: &'a BlockStatement<'a>) {
        let mark = self.code.mark();
        self.enter_scope(block.scope_id.get(), &block.body, block.span.start);
        self.using_block(&block.body, |this| this.statements(&block.body));
        self.code.release(mark);
    }

    pub(super) fn variable_declaration(&mut self, declaration: &'a VariableDeclaration<'a>) {
        if declaration.declare {
            return;
        }
        for declarator in &declaration.declarations {
            let mark = self.code.mark();
            self.declarator(declarator, declaration.kind);
            self.code.release(mark);
        }
    }

    fn declarator(&mut self, declarator: &'a VariableDeclarator<'a>, kind: VariableDeclarationKind) {
        let BindingPattern::BindingIdentifier(id) = &declarator.id else {
            let Some(init) = &declarator.init else { return };
            // A `var` in the pattern may be the very variable that is read.
            let value = if kind.is_lexical() { self.expr(init) } else { self.expr_to_temp(init) };
            self.taken_apart = span(init.span());
            self.bind_pattern(&declarator.id, value);
            return;
        };
        let at = span(declarator.span);
        let mut resolved = self.resolve_binding(id);
        let Some(init) = &declarator.init else {
            if kind.is_lexical() {
                let dst = self.fresh(&resolved.access);
                self.code.op(Op::LoadUndefined { dst });
                self.initialise(&resolved, dst, at);
            }
            return;
        };
        let name = Name::Const(resolved.name);
        if let Access::Reg(reg) = resolved.access {
            let symbol = id.symbol_id.get();
            let is_unseen =
                kind.is_lexical() && symbol.is_some_and(|symbol| !self.touches(init, symbol, Touch::ReadsOrWrites));
            if is_unseen {
                self.named_expr_to(init, reg, name);
            } else {
                self.expr_to_variable(init, reg, name);
            }
            if kind.is_using() {
                self.add_resource(reg, kind.is_await(), at);
            }
            return;
        }
        let value = match unwrapped(init) {
            Expression::Identifier(ident) => self.identifier(ident, None),
            _ => {
                let value = self.code.temp();
                self.named_expr_to(init, value, name);
                value
            }
        };
        if kind.is_using() {
            self.add_resource(value, kind.is_await(), at);
        }
        // `var x = …` through another binding of the same name assigns like any other code.
        resolved.checked = false;
        self.initialise(&resolved, value, at);
    }

    fn fresh(&mut self, access: &Access) -> Reg {
        match *access {
            Access::Reg(reg) => reg,
            _ => self.code.temp(),
        }
    }

    fn if_statement(&mut self, statement: &'a IfStatement<'a>) {
        let end = self.code.label();
        let mut current = statement;
        loop {
            let otherwise = self.code.label();
            self.branch(&current.test, false, otherwise);
            self.statement(&current.consequent, Vec::new());
            let Some(alternate) = &current.alternate else {
                self.code.place(otherwise);
                break;
            };
            if !self.code.ends_with_jump() {
                self.code.jump(end);
            }
            self.code.place(otherwise);
            match alternate {
                Statement::IfStatement(next) => current = next,
                alternate => {
                    self.statement(alternate, Vec::new());
                    break;
                }
            }
        }
        self.code.place(end);
    }

    fn return_statement(&mut self, statement: &'a ReturnStatement<'a>) {
        let is_async_generator = self.code.suspends == codemode_bytecode::Suspends::AsyncGenerator;
        let Some(argument) = &statement.argument else {
            if self.code.contexts.iter().all(|context| matches!(context, super::control::Context::Target { .. })) {
                self.return_undefined();
                return;
            }
            let value = self.code.temp();
            self.code.op(Op::LoadUndefined { dst: value });
            self.exit(Exit::Return { value });
            return;
        };
        if !is_async_generator && self.code.contexts.is_empty() {
            self.return_value(argument);
            return;
        }
        let value = self.expr(argument);
        self.note_return(argument);
        if is_async_generator {
            let dst = self.code.temp();
            self.code.op_at(Op::Await { dst, src: value }, span(statement.span), span(argument.span()));
            self.exit(Exit::Return { value: dst });
        } else {
            self.exit(Exit::Return { value });
        }
    }

    /// Returns a value from where nothing is open: each way of a conditional returns by itself.
    pub(super) fn return_value(&mut self, mut argument: &'a Expression<'a>) {
        while let Expression::ConditionalExpression(conditional) = unwrapped(argument) {
            let otherwise = self.code.label();
            self.branch(&conditional.test, false, otherwise);
            let mark = self.code.mark();
            self.nested(span(conditional.span), |this| this.return_value(&conditional.consequent));
            self.code.release(mark);
            self.code.place(otherwise);
            argument = &conditional.alternate;
        }
        let value = self.expr(argument);
        self.note_return(argument);
        self.exit(Exit::Return { value });
    }

    /// Notes what the program itself returns.
    fn note_return(&mut self, argument: &'a Expression<'a>) {
        if self.parents.is_empty() {
            self.returning = span(argument.span());
        }
    }

    fn labeled_statement(&mut self, statement: &'a LabeledStatement<'a>, mut labels: Vec<String>) {
        labels.push(statement.label.name.as_str().to_owned());
        match &statement.body {
            body @ (Statement::LabeledStatement(_)
            | Statement::ForStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::ForInStatement(_)
            | Statement::WhileStatement(_)
            | Statement::DoWhileStatement(_)
            | Statement::SwitchStatement(_)) => self.statement(body, labels),
            body => {
                let end = self.code.label();
                self.push_target(&labels, Some(end), None, false);
                self.statement(body, Vec::new());
                self.pop_target();
                self.code.place(end);
            }
        }
    }

    fn try_statement(&mut self, statement: &'a TryStatement<'a>) {
        match (&statement.handler, &statement.finalizer) {
            (Some(handler), Some(finalizer)) => {
                self.with_finally(|this| this.try_catch(&statement.block, handler), |this, _, _| this.block(finalizer))
            }
            (None, Some(finalizer)) => {
                self.with_finally(|this| this.block(&statement.block), |this, _, _| this.block(finalizer));
            }
            (Some(handler), None) => self.try_catch(&statement.block, handler),
            (None, None) => self.block(&statement.block),
        }
    }

    fn try_catch(&mut self, block: &'a BlockStatement<'a>, handler: &'a CatchClause<'a>) {
        let mark = self.code.mark();
        let thrown = self.code.label();
        let end = self.code.label();
        let value = self.code.temp();
        self.open_region(RegionKind::Catch);
        self.block(block);
        self.close_region(thrown, value);
        if !self.code.ends_with_jump() {
            self.code.jump(end);
        }
        self.code.place(thrown);
        // The names of the parameter share the scope of the block.
        if let Some(scope) = handler.scope_id.get() {
            self.declare_scope(scope);
        }
        if let Some(scope) = handler.body.scope_id.get() {
            self.declare_scope(scope);
        }
        if let Some(parameter) = &handler.param {
            self.split_catch_parameter(handler, parameter);
            self.bind_pattern(&parameter.pattern, value);
        }
        self.hoist_functions(&handler.body.body, handler.body.span.start);
        self.using_block(&handler.body.body, |this| this.statements(&handler.body.body));
        self.code.place(end);
        self.code.release(mark);
    }

    /// `catch (e) { var e }`: the parser takes the two for one symbol of the function, but the parameter is a binding
    /// of its own.
    fn split_catch_parameter(&mut self, handler: &'a CatchClause<'a>, parameter: &'a CatchParameter<'a>) {
        let BindingPattern::BindingIdentifier(id) = &parameter.pattern else { return };
        let Some(symbol) = id.symbol_id.get() else { return };
        if !self.scoping.scope_flags(self.scoping.symbol_scope_id(symbol)).is_var() {
            return;
        }
        let name = self.tables.string(id.name.as_str());
        let place = self.code.local();
        let is_captured = self.is_captured(symbol);
        let var = self.add_variable(if is_captured { super::scope::as_cell(place) } else { place }, name);
        self.new_cell(var, false);
        self.split_symbol(symbol, handler.span.start, handler.span.end, var);
    }

    fn exported_declaration(&mut self, declaration: &'a Declaration<'a>) {
        match declaration {
            Declaration::VariableDeclaration(it) => self.variable_declaration(it),
            Declaration::ClassDeclaration(it) => self.class_declaration(it),
            Declaration::TSEnumDeclaration(it) => self.enum_declaration(it),
            Declaration::TSNamespaceDeclaration(it) => self.namespace_declaration(it),
            Declaration::FunctionDeclaration(_)
            | Declaration::TSTypeAliasDeclaration(_)
            | Declaration::TSInterfaceDeclaration(_)
            | Declaration::TSExternalModuleDeclaration(_)
            | Declaration::TSGlobalDeclaration(_)
            | Declaration::TSImportEqualsDeclaration(_) => {}
        }
    }

    /// A TypeError or ReferenceError that is known to happen here.
    pub(super) fn throw_error(
        &mut self,
        class: codemode_bytecode::ErrorClass,
        message: &str,
        at: codemode_bytecode::Span,
    ) {
        let message = codemode_bytecode::ConstIndex(self.tables.string(message));
        self.code.op_at(Op::ThrowError { class, message }, at, NO_SPAN);
    }
}
