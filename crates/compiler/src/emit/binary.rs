//! Binary operators: immediate forms, folded numbers, left-leaning chains without recursion.

use codemode_bytecode::{Op, Reg};
use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::operator::BinaryOperator;

use super::constants::as_int;
use super::expression::{number, unwrapped};
use super::{Emitter, span};

/// A left operand: a number known now, or a register.
#[derive(Clone, Copy)]
enum Left {
    Number(f64),
    Reg(Reg),
}

impl<'a> Emitter<'a, '_> {
    pub(super) fn binary(&mut self, binary: &'a BinaryExpression<'a>, dst: Reg) {
        let start = self.code.mark();
        // `a + b + c` leans to the left: collect it instead of recursing.
        let mut chain = vec![binary];
        let mut left = unwrapped(&binary.left);
        while let Expression::BinaryExpression(inner) = left {
            chain.push(inner);
            left = unwrapped(&inner.left);
        }
        let mut value = match number(left) {
            Some(number) => Left::Number(number),
            None => match chain.last() {
                Some(first) => Left::Reg(self.operand(left, &[&first.right])),
                None => return,
            },
        };
        // Intermediate results go to one temporary, which may be that of the first operand.
        let mut acc = None;
        while let Some(step) = chain.pop() {
            let right = unwrapped(&step.right);
            if let (Left::Number(lhs), Some(rhs)) = (value, number(right))
                && let Some(folded) = fold(step.operator, lhs, rhs)
            {
                value = Left::Number(folded);
                if chain.is_empty() {
                    self.load_number(dst, folded);
                }
                continue;
            }
            let target = if chain.is_empty() {
                dst
            } else {
                *acc.get_or_insert_with(|| match value {
                    Left::Reg(reg) if start.is_temp(reg) => reg,
                    _ => self.code.temp(),
                })
            };
            let mark = self.code.mark();
            self.binary_step(step, value, right, target);
            self.code.release(mark);
            value = Left::Reg(target);
        }
    }

    fn binary_step(&mut self, step: &'a BinaryExpression<'a>, left: Left, right: &'a Expression<'a>, dst: Reg) {
        let at = span(step.span);
        let focus = span(step.left.span());
        if let (Left::Reg(lhs), Some(imm)) = (left, number(right).and_then(as_int))
            && let Some(op) = int_op(step.operator, dst, lhs, imm)
        {
            self.code.op_at(op, at, focus);
            return;
        }
        if let (Left::Number(value), BinaryOperator::Multiplication) = (left, step.operator)
            && let Some(imm) = as_int(value)
        {
            let lhs = self.expr(right);
            self.code.op_at(Op::MulInt { dst, lhs, imm }, at, span(right.span()));
            return;
        }
        let lhs = match left {
            Left::Reg(reg) => reg,
            Left::Number(value) => {
                let lhs = self.code.temp();
                self.load_number(lhs, value);
                lhs
            }
        };
        let rhs = self.expr(right);
        self.code.op_at(register_op(step.operator, dst, lhs, rhs), at, focus);
    }

    /// `dst = lhs operator right` for compound assignments.
    pub(super) fn binary_with(
        &mut self,
        operator: BinaryOperator,
        dst: Reg,
        lhs: Reg,
        right: &'a Expression<'a>,
        at: codemode_bytecode::Span,
        focus: codemode_bytecode::Span,
    ) {
        if let Some(op) = number(right).and_then(as_int).and_then(|imm| int_op(operator, dst, lhs, imm)) {
            self.code.op_at(op, at, focus);
            return;
        }
        let mark = self.code.mark();
        let rhs = self.expr(right);
        self.code.op_at(register_op(operator, dst, lhs, rhs), at, focus);
        self.code.release(mark);
    }
}

fn fold(operator: BinaryOperator, lhs: f64, rhs: f64) -> Option<f64> {
    Some(match operator {
        BinaryOperator::Addition => lhs + rhs,
        BinaryOperator::Subtraction => lhs - rhs,
        BinaryOperator::Multiplication => lhs * rhs,
        BinaryOperator::Division => lhs / rhs,
        _ => return None,
    })
}

fn int_op(operator: BinaryOperator, dst: Reg, lhs: Reg, imm: i32) -> Option<Op> {
    Some(match operator {
        BinaryOperator::Addition => Op::AddInt { dst, lhs, imm },
        BinaryOperator::Subtraction => Op::SubInt { dst, lhs, imm },
        BinaryOperator::Multiplication => Op::MulInt { dst, lhs, imm },
        BinaryOperator::Division => Op::DivInt { dst, lhs, imm },
        BinaryOperator::Remainder => Op::ModInt { dst, lhs, imm },
        BinaryOperator::BitwiseAnd => Op::BitAndInt { dst, lhs, imm },
        BinaryOperator::BitwiseOR => Op::BitOrInt { dst, lhs, imm },
        BinaryOperator::ShiftLeft => Op::ShlInt { dst, lhs, imm },
        BinaryOperator::ShiftRight => Op::ShrInt { dst, lhs, imm },
        BinaryOperator::ShiftRightZeroFill => Op::UShrInt { dst, lhs, imm },
        _ => return None,
    })
}

fn register_op(operator: BinaryOperator, dst: Reg, lhs: Reg, rhs: Reg) -> Op {
    match operator {
        BinaryOperator::Equality => Op::Equal { dst, lhs, rhs },
        BinaryOperator::Inequality => Op::NotEqual { dst, lhs, rhs },
        BinaryOperator::StrictEquality => Op::StrictEqual { dst, lhs, rhs },
        BinaryOperator::StrictInequality => Op::StrictNotEqual { dst, lhs, rhs },
        BinaryOperator::LessThan => Op::Less { dst, lhs, rhs },
        BinaryOperator::LessEqualThan => Op::LessEqual { dst, lhs, rhs },
        BinaryOperator::GreaterThan => Op::Greater { dst, lhs, rhs },
        BinaryOperator::GreaterEqualThan => Op::GreaterEqual { dst, lhs, rhs },
        BinaryOperator::Addition => Op::Add { dst, lhs, rhs },
        BinaryOperator::Subtraction => Op::Sub { dst, lhs, rhs },
        BinaryOperator::Multiplication => Op::Mul { dst, lhs, rhs },
        BinaryOperator::Division => Op::Div { dst, lhs, rhs },
        BinaryOperator::Remainder => Op::Mod { dst, lhs, rhs },
        BinaryOperator::Exponential => Op::Exp { dst, lhs, rhs },
        BinaryOperator::ShiftLeft => Op::Shl { dst, lhs, rhs },
        BinaryOperator::ShiftRight => Op::Shr { dst, lhs, rhs },
        BinaryOperator::ShiftRightZeroFill => Op::UShr { dst, lhs, rhs },
        BinaryOperator::BitwiseOR => Op::BitOr { dst, lhs, rhs },
        BinaryOperator::BitwiseXOR => Op::BitXor { dst, lhs, rhs },
        BinaryOperator::BitwiseAnd => Op::BitAnd { dst, lhs, rhs },
        BinaryOperator::In => Op::In { dst, lhs, rhs },
        BinaryOperator::Instanceof => Op::InstanceOf { dst, lhs, rhs },
    }
}
