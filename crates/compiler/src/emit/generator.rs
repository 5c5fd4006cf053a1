//! `yield`, `yield*`, and closing iterators, which async ones do in several steps.

use codemode_bytecode::{ConstIndex, ErrorClass, Jump, Op, Reg, Span, Suspends};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::control::{Exit, RegionKind};
use super::scope::NO_SPAN;
use super::{Emitter, span};

/// How a delegating generator was resumed (see `YieldDelegate`).
const RESUMED_BY_THROW: i16 = 1;
const RESUMED_BY_RETURN: i16 = 2;

impl<'a> Emitter<'a, '_> {
    pub(super) fn yield_expression(&mut self, it: &'a YieldExpression<'a>, dst: Reg) {
        let at = span(it.span);
        if it.delegate
            && let Some(argument) = &it.argument
        {
            self.yield_delegate(argument, dst, at);
            return;
        }
        let mut src = match &it.argument {
            Some(argument) => self.expr(argument),
            None => {
                let src = self.code.temp();
                self.code.op(Op::LoadUndefined { dst: src });
                src
            }
        };
        if self.code.suspends == Suspends::AsyncGenerator {
            let awaited = self.code.temp();
            self.code.op_at(Op::Await { dst: awaited, src }, at, NO_SPAN);
            src = awaited;
        }
        let on_return = self.return_label(dst);
        self.code.jump_op_at(Op::Yield { dst, src, on_return: Jump(0) }, on_return, at, NO_SPAN);
    }

    fn yield_delegate(&mut self, argument: &'a Expression<'a>, dst: Reg, at: Span) {
        let focus = span(argument.span());
        let is_async = self.code.suspends == Suspends::AsyncGenerator;
        let iter = self.code.temps(3);
        let src = self.expr(argument);
        if is_async {
            self.code.op_at(Op::GetAsyncIterator { iter, src }, at, focus);
        } else {
            self.code.op_at(Op::GetIteratorObject { iter, src }, at, focus);
        }
        let received = self.code.temp();
        let mode = self.code.temp();
        let result = self.code.temp();
        let [next, unpack, suspend, by_throw, by_return, finished, end] = [(); 7].map(|()| self.code.label());
        self.code.op(Op::LoadUndefined { dst: received });
        self.code.place(next);
        self.code.op_at(Op::CallIteratorNext { dst: result, iter, arg: received }, at, focus);
        self.await_result(result, is_async, at);
        self.code.place(unpack);
        self.unpack(result, finished, is_async, at);
        self.code.place(suspend);
        self.code.op_at(Op::YieldDelegate { dst: received, src: result, mode }, at, focus);
        self.code.jump_op(Op::JumpIfStrictEqualInt { lhs: mode, imm: RESUMED_BY_THROW, to: Jump(0) }, by_throw);
        self.code.jump_op(Op::JumpIfStrictNotEqualInt { lhs: mode, imm: RESUMED_BY_RETURN, to: Jump(0) }, next);

        // Resumed by `return`.
        if is_async {
            // A rejected value arrives as a throw.
            let rejected = self.code.label();
            self.open_region(RegionKind::Catch);
            self.code.op_at(Op::Await { dst: received, src: received }, at, focus);
            self.close_region(rejected, received);
            self.code.jump(by_return);
            self.code.place(rejected);
            self.code.jump(by_throw);
        }
        self.code.place(by_return);
        let mark = self.code.mark();
        let base = self.code.temps(3);
        let absent = self.code.label();
        let returned = self.code.label();
        self.iterator_method("return", iter, base, absent, at);
        self.code.op(Op::Move { dst: Reg(base.0.saturating_add(2)), src: received });
        self.code.op_at(Op::Call { base, argc: 1, dst: result }, at, focus);
        self.await_result(result, is_async, at);
        self.unpack(result, returned, is_async, at);
        self.code.jump(suspend);
        self.code.place(absent);
        if is_async {
            self.code.op_at(Op::Await { dst: received, src: received }, at, focus);
        }
        self.exit(Exit::Return { value: received });
        self.code.place(returned);
        self.result_value(result, received, is_async, at);
        self.exit(Exit::Return { value: received });

        // Resumed by `throw`.
        self.code.place(by_throw);
        let missing = self.code.label();
        self.iterator_method("throw", iter, base, missing, at);
        self.code.op(Op::Move { dst: Reg(base.0.saturating_add(2)), src: received });
        self.code.op_at(Op::Call { base, argc: 1, dst: result }, at, focus);
        self.await_result(result, is_async, at);
        self.code.jump(unpack);
        self.code.place(missing);
        self.code.release(mark);
        self.close_iterator(iter, is_async);
        self.throw_error(ErrorClass::Type, "the iterator of yield* has no throw method", at);

        self.code.place(finished);
        self.result_value(result, dst, is_async, at);
        self.code.place(end);
    }

    fn await_result(&mut self, result: Reg, is_async: bool, at: Span) {
        if is_async {
            self.code.op_at(Op::Await { dst: result, src: result }, at, NO_SPAN);
        }
    }

    /// Looks whether an iterator result is done. An async generator goes on with its value, a generator hands the
    /// result on as it is.
    fn unpack(&mut self, result: Reg, done: super::code::Label, is_async: bool, at: Span) {
        if is_async {
            let unpack = Op::IteratorUnpack { dst: result, result, done: Jump(0) };
            self.code.jump_op_at(unpack, done, at, NO_SPAN);
            return;
        }
        let mark = self.code.mark();
        let flag = self.code.temp();
        let what = ConstIndex(self.tables.string("iterator result"));
        self.code.op_at(Op::ThrowIfNotObject { src: result, what }, at, NO_SPAN);
        let name = self.tables.string("done");
        let site = self.tables.site(name);
        self.code.op_at(Op::GetProp { dst: flag, obj: result, site }, at, NO_SPAN);
        self.code.jump_op(Op::JumpIfTrue { cond: flag, to: Jump(0) }, done);
        self.code.release(mark);
    }

    /// The value of a result that is done.
    fn result_value(&mut self, result: Reg, dst: Reg, is_async: bool, at: Span) {
        if is_async {
            self.code.op(Op::Move { dst, src: result });
            return;
        }
        let name = self.tables.string("value");
        let site = self.tables.site(name);
        self.code.op_at(Op::GetProp { dst, obj: result, site }, at, NO_SPAN);
    }

    /// `base = iterator.name; base+1 = iterator`, or a jump when there is no such method.
    fn iterator_method(&mut self, name: &str, iter: Reg, base: Reg, absent: super::code::Label, at: Span) {
        let name = self.tables.string(name);
        let site = self.tables.site(name);
        self.code.op_at(Op::GetMethod { base, obj: iter, site }, at, NO_SPAN);
        self.code.jump_op(Op::JumpIfNullish { src: base, to: Jump(0) }, absent);
    }

    /// IteratorClose or AsyncIteratorClose for a completion that is not a throw.
    pub(super) fn close_iterator(&mut self, iter: Reg, is_async: bool) {
        if !is_async {
            self.code.op_at(Op::IteratorClose { iter }, NO_SPAN, NO_SPAN);
            return;
        }
        let mark = self.code.mark();
        let base = self.code.temps(2);
        let absent = self.code.label();
        self.iterator_method("return", iter, base, absent, NO_SPAN);
        self.code.op_at(Op::Call { base, argc: 0, dst: base }, NO_SPAN, NO_SPAN);
        self.code.op_at(Op::Await { dst: base, src: base }, NO_SPAN, NO_SPAN);
        let what = ConstIndex(self.tables.string("iterator result"));
        self.code.op_at(Op::ThrowIfNotObject { src: base, what }, NO_SPAN, NO_SPAN);
        self.code.place(absent);
        self.code.release(mark);
    }

    /// The same for a throw completion, whose value is in `value`: errors of closing are dropped.
    pub(super) fn close_iterator_silently(&mut self, iter: Reg, is_async: bool, value: Reg) {
        if !is_async {
            self.code.op_at(Op::IteratorCloseSilent { iter }, NO_SPAN, NO_SPAN);
            return;
        }
        let mark = self.code.mark();
        // The registers above `value` are free: it was the last to be allocated where the throw came from.
        let first = value.0.max(iter.0.saturating_add(2));
        self.code.reserve_through(Reg(first));
        let base = self.code.temps(2);
        let dropped = self.code.temp();
        let absent = self.code.label();
        self.open_region(RegionKind::Catch);
        self.iterator_method("return", iter, base, absent, NO_SPAN);
        self.code.op_at(Op::Call { base, argc: 0, dst: base }, NO_SPAN, NO_SPAN);
        self.code.op_at(Op::Await { dst: base, src: base }, NO_SPAN, NO_SPAN);
        self.close_region(absent, dropped);
        self.code.place(absent);
        self.code.release(mark);
    }
}
