//! `using` and `await using`: a block with such declarations disposes of its resources in reverse order, however it is
//! left, and joins the errors of that (ECMA-262 DisposeResources).

use codemode_bytecode::{Jump, Op, Reg, Span};
use oxc_ast::ast::*;

use super::Emitter;
use super::control::{HOW_THROW, RegionKind};
use super::scope::NO_SPAN;

impl<'a> Emitter<'a, '_> {
    /// Emits `body`, with a disposal scope when one of the statements declares a resource.
    pub(super) fn using_block(&mut self, statements: &'a [Statement<'a>], body: impl FnOnce(&mut Self)) {
        if has_using(statements) {
            self.with_disposal(body);
        } else {
            body(self);
        }
    }

    /// Emits `body` within a disposal scope.
    pub(super) fn with_disposal(&mut self, body: impl FnOnce(&mut Self)) {
        let mark = self.code.mark();
        let scope = self.code.temp();
        self.code.op(Op::DisposeInit { dst: scope });
        let outer = self.code.dispose_scope.replace(scope);
        self.with_finally(body, |this, how, value| {
            this.code.dispose_scope = outer;
            this.dispose(scope, how, value);
        });
        self.code.dispose_scope = outer;
        self.code.release(mark);
    }

    /// Adds the resource in `value` to the innermost disposal scope.
    pub(super) fn add_resource(&mut self, value: Reg, is_async: bool, at: Span) {
        if let Some(scope) = self.code.dispose_scope {
            self.code.op_at(Op::DisposeAdd { scope, value, is_async: u8::from(is_async) }, at, NO_SPAN);
        }
    }

    fn dispose(&mut self, scope: Reg, how: Reg, value: Reg) {
        let mark = self.code.mark();
        let base = self.code.temps(3);
        let result = self.code.temp();
        let error = self.code.temp();
        let [next, done, no_method, no_await, failed, first] = [(); 6].map(|()| self.code.label());
        self.code.place(next);
        self.code.jump_op(Op::DisposeNext { scope, base, empty: Jump(0) }, done);
        self.open_region(RegionKind::Catch);
        self.code.op(Op::LoadUndefined { dst: result });
        self.code.jump_op(Op::JumpIfUndefined { src: base, to: Jump(0) }, no_method);
        let awaited = Reg(base.0.saturating_add(2));
        self.code.op_at(Op::Call { base, argc: 0, dst: result }, NO_SPAN, NO_SPAN);
        self.code.place(no_method);
        if self.code.is_async() {
            self.code.jump_op(Op::JumpIfFalse { cond: awaited, to: Jump(0) }, no_await);
            self.code.op_at(Op::Await { dst: result, src: result }, NO_SPAN, NO_SPAN);
        }
        self.code.place(no_await);
        self.close_region(failed, error);
        self.code.jump(next);
        self.code.place(failed);
        let not_first = self.code.label();
        self.code.jump_op(Op::JumpIfStrictNotEqualInt { lhs: how, imm: HOW_THROW as i16, to: Jump(0) }, first);
        self.code.op(Op::MakeSuppressedError { dst: value, error, suppressed: value });
        self.code.jump(not_first);
        self.code.place(first);
        self.code.op(Op::Move { dst: value, src: error });
        self.code.op(Op::LoadInt { dst: how, value: HOW_THROW });
        self.code.place(not_first);
        self.code.jump(next);
        self.code.place(done);
        self.code.release(mark);
    }
}

/// Whether a statement list declares resources.
pub(super) fn has_using(statements: &[Statement<'_>]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::VariableDeclaration(declaration) => declaration.kind.is_using(),
        _ => false,
    })
}
