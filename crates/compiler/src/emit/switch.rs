//! `switch`: all tests first, then the bodies in order, in one scope.

use codemode_bytecode::{Jump, Op};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::expression::int;
use super::{Emitter, span};

impl<'a> Emitter<'a, '_> {
    pub(super) fn switch_statement(&mut self, it: &'a SwitchStatement<'a>, labels: &[String]) {
        let mut value = self.expr(&it.discriminant);
        // A test may assign the variable that is examined.
        if let Expression::Identifier(ident) = super::expression::unwrapped(&it.discriminant)
            && it.cases.iter().filter_map(|case| case.test.as_ref()).any(|test| self.assigns(test, ident))
        {
            let copy = self.code.temp();
            self.code.op(Op::Move { dst: copy, src: value });
            value = copy;
        }
        let uses = it.cases.iter().any(|case| super::using::has_using(&case.consequent));
        if uses {
            self.with_disposal(|this| this.switch_body(it, labels, value));
        } else {
            self.switch_body(it, labels, value);
        }
    }

    fn switch_body(&mut self, it: &'a SwitchStatement<'a>, labels: &[String], value: codemode_bytecode::Reg) {
        if let Some(scope) = it.scope_id.get() {
            self.declare_scope(scope);
        }
        for case in &it.cases {
            self.hoist_functions(&case.consequent, it.span.start);
        }
        let end = self.code.label();
        let bodies: Vec<_> = it.cases.iter().map(|_| self.code.label()).collect();
        let mut default = end;
        for (case, &body) in it.cases.iter().zip(&bodies) {
            let Some(test) = &case.test else {
                default = body;
                continue;
            };
            let mark = self.code.mark();
            let at = span(test.span());
            if let Some(imm) = int(test).and_then(|imm| i16::try_from(imm).ok()) {
                self.code.jump_op(Op::JumpIfStrictEqualInt { lhs: value, imm, to: Jump(0) }, body);
            } else {
                let rhs = self.expr(test);
                self.code.jump_op_at(Op::JumpIfStrictEqual { lhs: value, rhs, to: Jump(0) }, body, at, at);
            }
            self.code.release(mark);
        }
        self.code.jump(default);
        self.push_target(labels, Some(end), None, true);
        for (case, &body) in it.cases.iter().zip(&bodies) {
            self.code.place(body);
            self.statements(&case.consequent);
        }
        self.pop_target();
        self.code.place(end);
    }
}
