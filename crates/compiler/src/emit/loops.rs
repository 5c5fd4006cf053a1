//! Loops. Conditions stand at the bottom, so that a turn takes one jump. A `let` in the head gets a fresh cell per turn,
//! but only when a closure captures it.

use codemode_bytecode::{Jump, Op, Reg, Span};
use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::{
    scope::ScopeId,
    symbol::{SymbolFlags, SymbolId},
};

use super::expression::{number, unwrapped};
use super::scope::{Access, Place, VarId};
use super::{Emitter, span};

/// What a `for-of` or `for-in` head does with a value.
#[derive(Clone, Copy)]
enum Head<'a> {
    Declaration(&'a VariableDeclaration<'a>),
    Target(&'a AssignmentTarget<'a>),
}

impl<'a> Emitter<'a, '_> {
    pub(super) fn while_statement(&mut self, it: &'a WhileStatement<'a>, labels: &[String]) {
        let end = self.code.label();
        let test = self.code.label();
        if !is_true(&it.test) {
            self.code.jump(test);
        }
        let top = self.code.label_here();
        self.push_target(labels, Some(end), Some(test), true);
        self.statement(&it.body, Vec::new());
        self.pop_target();
        self.code.place(test);
        self.branch(&it.test, true, top);
        self.code.place(end);
    }

    pub(super) fn do_while_statement(&mut self, it: &'a DoWhileStatement<'a>, labels: &[String]) {
        let end = self.code.label();
        let test = self.code.label();
        let top = self.code.label_here();
        self.push_target(labels, Some(end), Some(test), true);
        self.statement(&it.body, Vec::new());
        self.pop_target();
        self.code.place(test);
        self.branch(&it.test, true, top);
        self.code.place(end);
    }

    pub(super) fn for_statement(&mut self, it: &'a ForStatement<'a>, labels: &[String]) {
        if let Some(ForStatementInit::VariableDeclaration(declaration)) = &it.init
            && declaration.kind.is_using()
        {
            let declaration: &'a VariableDeclaration<'a> = declaration;
            if let Some(scope) = it.scope_id.get() {
                self.declare_scope(scope);
            }
            self.with_disposal(|this| {
                this.variable_declaration(declaration);
                this.for_loop(it, labels, &[]);
            });
            return;
        }
        let mut renewed = Vec::new();
        if let Some(scope) = it.scope_id.get() {
            self.declare_scope(scope);
            renewed = self.captured_in(scope);
        }
        match &it.init {
            Some(ForStatementInit::VariableDeclaration(declaration)) => self.variable_declaration(declaration),
            Some(init) => {
                if let Some(expression) = init.as_expression() {
                    self.discard(expression);
                }
            }
            None => {}
        }
        self.for_loop(it, labels, &renewed);
    }

    fn for_loop(&mut self, it: &'a ForStatement<'a>, labels: &[String], renewed: &[VarId]) {
        for &var in renewed {
            self.renew_cell(var);
        }
        let end = self.code.label();
        let next = self.code.label();
        let test = self.code.label();
        let condition = it.test.as_ref().filter(|test| !is_true(test));
        let mark = self.code.mark();
        let bound = condition.and_then(|condition| self.loop_bound(condition));
        if condition.is_some() {
            self.code.jump(test);
        }
        let top = self.code.label_here();
        self.push_target(labels, Some(end), Some(next), true);
        self.statement(&it.body, Vec::new());
        self.pop_target();
        self.code.place(next);
        for &var in renewed {
            self.renew_cell(var);
        }
        if let Some(update) = &it.update {
            self.discard(update);
        }
        self.code.place(test);
        match condition {
            Some(condition) => {
                self.code.loop_bound = bound;
                self.branch(condition, true, top);
                self.code.loop_bound = None;
            }
            None => self.code.jump(top),
        }
        self.code.place(end);
        self.code.release(mark);
    }

    /// A number on the right of the condition that no immediate operand can hold: it is loaded once, before the loop.
    fn loop_bound(&mut self, condition: &'a Expression<'a>) -> Option<(u64, Reg)> {
        let Expression::BinaryExpression(binary) = unwrapped(condition) else { return None };
        let value = number(&binary.right)?;
        if !binary.operator.is_compare() || i16::try_from(value as i64).is_ok_and(|int| f64::from(int) == value) {
            return None;
        }
        let dst = self.code.temp();
        self.load_number(dst, value);
        Some((value.to_bits(), dst))
    }

    /// The captured bindings of a loop head that can change.
    fn captured_in(&self, scope: ScopeId) -> Vec<VarId> {
        let mut found: Vec<VarId> = self
            .scoping
            .get_bindings(scope)
            .values()
            .filter(|&&symbol| !self.scoping.symbol_flags(symbol).contains(SymbolFlags::ConstVariable))
            .filter_map(|symbol| self.symbol_vars.get(symbol.index()).copied().flatten())
            .filter(|&var| matches!(self.variable(var).place, Place::Cell(_) | Place::WideCell(_)))
            .collect();
        found.sort_unstable_by_key(|var| var.0);
        found
    }

    pub(super) fn for_of_statement(&mut self, it: &'a ForOfStatement<'a>, labels: &[String]) {
        let at = span(it.span);
        let focus = span(it.right.span());
        let head = head(&it.left);
        let cells = self.head_scope(it.scope_id.get());
        let iter = self.code.temps(3);
        let mark = self.code.mark();
        let src = self.expr(&it.right);
        if it.r#await {
            self.code.op_at(Op::GetAsyncIterator { iter, src }, focus, focus);
        } else {
            self.code.op_at(Op::GetIterator { iter, src }, focus, focus);
        }
        self.code.release(mark);
        let end = self.code.label();
        self.push_target(labels, Some(end), None, true);
        let (value, in_place) = self.head_register(head);
        let next = self.code.label_here();
        if it.r#await {
            self.async_step(iter, value, end, focus);
        } else {
            self.code.jump_op_at(Op::IteratorNext { dst: value, iter, done: Jump(0) }, end, at, focus);
        }
        self.with_iterator(iter, it.r#await, |this| {
            this.start_turn(&cells, in_place);
            this.head_and_body(head, value, in_place, &it.body, labels, next);
            if !this.code.ends_with_jump() {
                this.code.jump(next);
            }
        });
        self.pop_target();
        self.code.place(end);
    }

    pub(super) fn for_in_statement(&mut self, it: &'a ForInStatement<'a>, labels: &[String]) {
        let at = span(it.span);
        let focus = span(it.right.span());
        let head = head(&it.left);
        let cells = self.head_scope(it.scope_id.get());
        if let Head::Declaration(declaration) = head
            && declaration.declarations.first().is_some_and(|declarator| declarator.init.is_some())
        {
            self.variable_declaration(declaration);
        }
        let iter = self.code.temp();
        let mark = self.code.mark();
        let obj = self.expr(&it.right);
        self.code.op_at(Op::ForInStart { dst: iter, obj }, focus, focus);
        self.code.release(mark);
        let end = self.code.label();
        let (value, in_place) = self.head_register(head);
        self.push_target(labels, Some(end), None, true);
        let next = self.code.label_here();
        self.code.jump_op_at(Op::ForInNext { dst: value, iter, done: Jump(0) }, end, at, focus);
        self.start_turn(&cells, in_place);
        self.head_and_body(head, value, in_place, &it.body, labels, next);
        if !self.code.ends_with_jump() {
            self.code.jump(next);
        }
        self.pop_target();
        self.code.place(end);
    }

    /// Declares the bindings of a head, in their dead zone while the right side is evaluated. Gives those that every
    /// turn puts back there: the captured ones, and those that the pattern mentions before they have their value.
    fn head_scope(&mut self, scope: Option<ScopeId>) -> Vec<(SymbolId, VarId)> {
        let Some(scope) = scope else { return Vec::new() };
        self.declare_scope(scope);
        let mut found: Vec<(SymbolId, VarId)> = self
            .scoping
            .get_bindings(scope)
            .values()
            .filter_map(|&symbol| Some((symbol, self.symbol_vars.get(symbol.index()).copied().flatten()?)))
            .filter(|&(symbol, var)| {
                let variable = self.variable(var);
                matches!(variable.place, Place::Cell(_) | Place::WideCell(_))
                    || self.is_mentioned_early(symbol, variable.initialised_at)
            })
            .collect();
        found.sort_unstable_by_key(|(_, var)| var.0);
        found
    }

    fn start_turn(&mut self, bindings: &[(SymbolId, VarId)], in_place: bool) {
        if !in_place {
            bindings.iter().for_each(|&(symbol, var)| self.start_variable(symbol, var));
        }
    }

    /// The register that gets each value: that of the loop variable when it is one, which `true` tells.
    fn head_register(&mut self, head: Head<'a>) -> (Reg, bool) {
        if let Head::Declaration(declaration) = head
            && let Some(declarator) = declaration.declarations.first()
            && let BindingPattern::BindingIdentifier(id) = &declarator.id
            && !declaration.kind.is_using()
            && let Access::Reg(reg) = self.resolve_binding(id).access
        {
            return (reg, true);
        }
        (self.code.temp(), false)
    }

    fn head_and_body(
        &mut self,
        head: Head<'a>,
        value: Reg,
        in_place: bool,
        body: &'a Statement<'a>,
        labels: &[String],
        next: super::code::Label,
    ) {
        if let Head::Declaration(declaration) = head
            && declaration.kind.is_using()
            && let Some(declarator) = declaration.declarations.first()
        {
            // Leaving one turn disposes, so `continue` goes through the disposal.
            self.push_target(labels, None, Some(next), false);
            let at = span(declarator.span);
            self.with_disposal(|this| {
                this.add_resource(value, declaration.kind.is_await(), at);
                this.bind_pattern(&declarator.id, value);
                this.statement(body, Vec::new());
            });
            self.pop_target();
            return;
        }
        match head {
            Head::Declaration(declaration) => {
                if let Some(declarator) = declaration.declarations.first()
                    && !in_place
                {
                    self.bind_pattern(&declarator.id, value);
                }
            }
            Head::Target(target) => {
                let mark = self.code.mark();
                self.assign_target(target, value);
                self.code.release(mark);
            }
        }
        self.push_target(labels, None, Some(next), false);
        self.statement(body, Vec::new());
        self.pop_target();
    }

    /// One step of an async iterator: the next value into `value`, or to `end`.
    fn async_step(&mut self, iter: Reg, value: Reg, end: super::code::Label, at: Span) {
        let mark = self.code.mark();
        let base = self.code.temps(2);
        self.code.op(Op::Move { dst: base, src: Reg(iter.0.saturating_add(1)) });
        self.code.op(Op::Move { dst: Reg(base.0.saturating_add(1)), src: iter });
        self.code.op_at(Op::Call { base, argc: 0, dst: base }, at, at);
        self.code.op_at(Op::Await { dst: base, src: base }, at, at);
        let unpack = Op::IteratorUnpack { dst: value, result: base, done: Jump(0) };
        self.code.jump_op_at(unpack, end, at, at);
        self.code.release(mark);
    }
}

fn head<'a>(left: &'a ForStatementLeft<'a>) -> Head<'a> {
    match left {
        ForStatementLeft::VariableDeclaration(declaration) => Head::Declaration(declaration),
        left => Head::Target(left.to_assignment_target()),
    }
}

fn is_true(condition: &Expression<'_>) -> bool {
    match unwrapped(condition) {
        Expression::BooleanLiteral(literal) => literal.value,
        Expression::NumericLiteral(literal) => literal.value != 0.0,
        _ => false,
    }
}
