//! Conditions in branch context: jumps without a boolean in between, comparisons fused with their jump.

use codemode_bytecode::{Jump, Op, Reg};
use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

use super::code::Label;
use super::expression::{int, number, operands_from_last, unwrapped};
use super::{Emitter, span};

impl<'a> Emitter<'a, '_> {
    /// Jumps to `target` when the truth of `condition` is `when`, else falls through.
    pub(super) fn branch(&mut self, condition: &'a Expression<'a>, when: bool, target: Label) {
        self.nested(span(condition.span()), |this| {
            let mark = this.code.mark();
            this.branch_inner(condition, when, target);
            this.code.release(mark);
        });
    }

    fn branch_inner(&mut self, condition: &'a Expression<'a>, mut when: bool, target: Label) {
        let mut condition = unwrapped(condition);
        while let Expression::UnaryExpression(unary) = condition
            && unary.operator == UnaryOperator::LogicalNot
        {
            condition = unwrapped(&unary.argument);
            when = !when;
        }
        match condition {
            Expression::BooleanLiteral(literal) => {
                if literal.value == when {
                    self.code.jump(target);
                }
            }
            Expression::LogicalExpression(logical) if logical.operator != LogicalOperator::Coalesce => {
                self.branch_logical(logical, when, target);
            }
            Expression::BinaryExpression(binary) if binary.operator.is_compare() || binary.operator.is_equality() => {
                self.branch_compare(binary, when, target);
            }
            condition => {
                let cond = self.expr(condition);
                let op =
                    if when { Op::JumpIfTrue { cond, to: Jump(0) } } else { Op::JumpIfFalse { cond, to: Jump(0) } };
                self.code.jump_op(op, target);
            }
        }
    }

    fn branch_logical(&mut self, logical: &'a LogicalExpression<'a>, when: bool, target: Label) {
        let mut operands = operands_from_last(logical);
        // The truth of one operand that decides the whole.
        let decides = logical.operator == LogicalOperator::Or;
        if when == decides {
            while let Some(operand) = operands.pop() {
                self.branch(operand, when, target);
            }
            return;
        }
        let skip = self.code.label();
        while let Some(operand) = operands.pop() {
            if operands.is_empty() {
                self.branch(operand, when, target);
            } else {
                self.branch(operand, decides, skip);
            }
        }
        self.code.place(skip);
    }

    fn branch_compare(&mut self, binary: &'a BinaryExpression<'a>, when: bool, target: Label) {
        let at = span(binary.span);
        let (left, right) = (unwrapped(&binary.left), unwrapped(&binary.right));
        if binary.operator.is_equality() && self.branch_nullish(binary, left, right, when, target) {
            return;
        }
        if let Some(imm) = int(right).and_then(|imm| i16::try_from(imm).ok())
            && let Some(op) = int_op(binary.operator, when)
        {
            let lhs = self.expr(left);
            self.code.jump_op_at(op(lhs, imm), target, at, span(left.span()));
            return;
        }
        if let Some(imm) = int(left).and_then(|imm| i16::try_from(imm).ok())
            && let Some(op) = int_op(mirrored(binary.operator), when)
        {
            let rhs = self.expr(right);
            self.code.jump_op_at(op(rhs, imm), target, at, span(right.span()));
            return;
        }
        let lhs = self.operand(left, &[right]);
        let rhs = match (self.code.loop_bound, number(right)) {
            (Some((bits, bound)), Some(value)) if bits == value.to_bits() => bound,
            _ => self.expr(right),
        };
        self.code.jump_op_at(register_op(binary.operator, when, lhs, rhs), target, at, span(left.span()));
    }

    /// `x == null` and `x === undefined` and their opposites.
    fn branch_nullish(
        &mut self,
        binary: &'a BinaryExpression<'a>,
        left: &'a Expression<'a>,
        right: &'a Expression<'a>,
        when: bool,
        target: Label,
    ) -> bool {
        let is_undefined = |this: &Self, expression: &'a Expression<'a>| match expression {
            Expression::Identifier(ident) => ident.name == "undefined" && this.symbol_of(ident).is_none(),
            Expression::UnaryExpression(unary) => {
                unary.operator == UnaryOperator::Void
                    && matches!(unwrapped(&unary.argument), Expression::NumericLiteral(_))
            }
            _ => false,
        };
        let equal = matches!(binary.operator, BinaryOperator::Equality | BinaryOperator::StrictEquality) == when;
        let loose = matches!(binary.operator, BinaryOperator::Equality | BinaryOperator::Inequality);
        let to = Jump(0);
        let undefined = is_undefined(self, right);
        if loose && (undefined || matches!(right, Expression::NullLiteral(_))) {
            let src = self.expr(left);
            let op = if equal { Op::JumpIfNullish { src, to } } else { Op::JumpIfNotNullish { src, to } };
            self.code.jump_op(op, target);
            return true;
        }
        if !loose && undefined {
            let src = self.expr(left);
            let op = if equal { Op::JumpIfUndefined { src, to } } else { Op::JumpIfNotUndefined { src, to } };
            self.code.jump_op(op, target);
            return true;
        }
        false
    }
}

type IntOp = fn(Reg, i16) -> Op;

fn int_op(operator: BinaryOperator, when: bool) -> Option<IntOp> {
    let to = Jump(0);
    let _ = to;
    Some(match (operator, when) {
        (BinaryOperator::LessThan, true) => |lhs, imm| Op::JumpIfLessInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::LessThan, false) => |lhs, imm| Op::JumpIfNotLessInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::LessEqualThan, true) => |lhs, imm| Op::JumpIfLessEqualInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::LessEqualThan, false) => |lhs, imm| Op::JumpIfNotLessEqualInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::GreaterThan, true) => |lhs, imm| Op::JumpIfGreaterInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::GreaterThan, false) => |lhs, imm| Op::JumpIfNotGreaterInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::GreaterEqualThan, true) => |lhs, imm| Op::JumpIfGreaterEqualInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::GreaterEqualThan, false) => |lhs, imm| Op::JumpIfNotGreaterEqualInt { lhs, imm, to: Jump(0) },
        (BinaryOperator::StrictEquality, true) | (BinaryOperator::StrictInequality, false) => {
            |lhs, imm| Op::JumpIfStrictEqualInt { lhs, imm, to: Jump(0) }
        }
        (BinaryOperator::StrictEquality, false) | (BinaryOperator::StrictInequality, true) => {
            |lhs, imm| Op::JumpIfStrictNotEqualInt { lhs, imm, to: Jump(0) }
        }
        _ => return None,
    })
}

fn register_op(operator: BinaryOperator, when: bool, lhs: Reg, rhs: Reg) -> Op {
    let to = Jump(0);
    match (operator, when) {
        (BinaryOperator::LessThan, true) => Op::JumpIfLess { lhs, rhs, to },
        (BinaryOperator::LessThan, false) => Op::JumpIfNotLess { lhs, rhs, to },
        (BinaryOperator::LessEqualThan, true) => Op::JumpIfLessEqual { lhs, rhs, to },
        (BinaryOperator::LessEqualThan, false) => Op::JumpIfNotLessEqual { lhs, rhs, to },
        (BinaryOperator::GreaterThan, true) => Op::JumpIfGreater { lhs, rhs, to },
        (BinaryOperator::GreaterThan, false) => Op::JumpIfNotGreater { lhs, rhs, to },
        (BinaryOperator::GreaterEqualThan, true) => Op::JumpIfGreaterEqual { lhs, rhs, to },
        (BinaryOperator::GreaterEqualThan, false) => Op::JumpIfNotGreaterEqual { lhs, rhs, to },
        (BinaryOperator::StrictEquality, true) | (BinaryOperator::StrictInequality, false) => {
            Op::JumpIfStrictEqual { lhs, rhs, to }
        }
        (BinaryOperator::StrictEquality, false) | (BinaryOperator::StrictInequality, true) => {
            Op::JumpIfStrictNotEqual { lhs, rhs, to }
        }
        (BinaryOperator::Equality, true) | (BinaryOperator::Inequality, false) => Op::JumpIfEqual { lhs, rhs, to },
        _ => Op::JumpIfNotEqual { lhs, rhs, to },
    }
}

/// The operator with its operands exchanged.
pub(super) fn mirrored(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::LessThan => BinaryOperator::GreaterThan,
        BinaryOperator::LessEqualThan => BinaryOperator::GreaterEqualThan,
        BinaryOperator::GreaterThan => BinaryOperator::LessThan,
        BinaryOperator::GreaterEqualThan => BinaryOperator::LessEqualThan,
        operator => operator,
    }
}
