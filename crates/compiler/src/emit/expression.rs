//! Expressions: into a wanted register, into any register, or for their effects only.
//!
//! `expr_to` leaves the register stack as it found it; `expr` may leave one temporary on top of it. The destination is
//! written by the last instruction only where [`writes_once`] says so; otherwise it must be a fresh temporary.

use codemode_bytecode::{ConstIndex, Constant, Jump, Op, Reg, Span};
use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::operator::{LogicalOperator, UnaryOperator};

use super::constants::as_int;
use super::function::Name;
use super::scope::{Access, NO_SPAN};
use super::{Emitter, span};

impl<'a> Emitter<'a, '_> {
    /// Evaluates into a register: that of a local variable when the expression is one, else a new temporary.
    pub(super) fn expr(&mut self, expression: &'a Expression<'a>) -> Reg {
        match unwrapped(expression) {
            Expression::Identifier(ident) => self.identifier(ident, None),
            Expression::ThisExpression(this) => self.this(span(this.span), None),
            Expression::AssignmentExpression(assignment) => {
                let mut value = Reg(0);
                self.nested(span(assignment.span), |this| value = this.assignment(assignment, None));
                value
            }
            expression => {
                let dst = self.code.temp();
                self.expr_to(expression, dst);
                dst
            }
        }
    }

    /// As [`Emitter::expr`] for an operand: a local variable that `later` may assign is copied.
    pub(super) fn operand(&mut self, expression: &'a Expression<'a>, later: &[&'a Expression<'a>]) -> Reg {
        let ident = match unwrapped(expression) {
            Expression::Identifier(ident) => Some(&**ident),
            Expression::AssignmentExpression(it) => match &it.left {
                AssignmentTarget::AssignmentTargetIdentifier(ident) => Some(&**ident),
                _ => None,
            },
            _ => None,
        };
        if let Some(ident) = ident
            && later.iter().any(|later| self.assigns(later, ident))
        {
            return self.expr_to_temp(expression);
        }
        self.expr(expression)
    }

    /// Evaluates into a new temporary, always.
    pub(super) fn expr_to_temp(&mut self, expression: &'a Expression<'a>) -> Reg {
        let dst = self.code.temp();
        self.expr_to(expression, dst);
        dst
    }

    /// Evaluates into `dst`.
    pub(super) fn expr_to(&mut self, expression: &'a Expression<'a>, dst: Reg) {
        self.named_expr_to(expression, dst, Name::None);
    }

    /// Evaluates into `dst`; an anonymous function or class gets `name` (NamedEvaluation).
    pub(super) fn named_expr_to(&mut self, expression: &'a Expression<'a>, dst: Reg, name: Name) {
        self.nested(span(expression.span()), |this| {
            let mark = this.code.mark();
            this.expression(unwrapped(expression), dst, name);
            this.code.release(mark);
        });
    }

    /// Evaluates a value that becomes that of a variable in register `dst`: the register is written only once the
    /// value is complete.
    pub(super) fn expr_to_variable(&mut self, expression: &'a Expression<'a>, dst: Reg, name: Name) {
        if writes_once(expression) {
            self.named_expr_to(expression, dst, name);
            return;
        }
        let mark = self.code.mark();
        let src = self.code.temp();
        self.named_expr_to(expression, src, name);
        self.code.op(Op::Move { dst, src });
        self.code.release(mark);
    }

    /// Evaluates for the effects only.
    pub(super) fn discard(&mut self, expression: &'a Expression<'a>) {
        let mark = self.code.mark();
        self.nested(span(expression.span()), |this| match unwrapped(expression) {
            Expression::UpdateExpression(update) => this.update(update, None, true),
            Expression::AssignmentExpression(assignment) => {
                this.assignment(assignment, None);
            }
            Expression::SequenceExpression(sequence) => {
                for expression in &sequence.expressions {
                    this.discard(expression);
                }
            }
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::Void => {
                this.discard(&unary.argument);
            }
            Expression::LogicalExpression(logical) if logical.operator != LogicalOperator::Coalesce => {
                let end = this.code.label();
                this.branch(&logical.left, logical.operator == LogicalOperator::Or, end);
                this.discard(&logical.right);
                this.code.place(end);
            }
            Expression::ConditionalExpression(conditional) => {
                let otherwise = this.code.label();
                let end = this.code.label();
                this.branch(&conditional.test, false, otherwise);
                this.discard(&conditional.consequent);
                this.code.jump(end);
                this.code.place(otherwise);
                this.discard(&conditional.alternate);
                this.code.place(end);
            }
            Expression::StringLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_) => {}
            expression => {
                this.expr(expression);
            }
        });
        self.code.release(mark);
    }

    fn expression(&mut self, expression: &'a Expression<'a>, dst: Reg, name: Name) {
        match expression {
            Expression::BooleanLiteral(literal) => {
                self.code.op(if literal.value { Op::LoadTrue { dst } } else { Op::LoadFalse { dst } });
            }
            Expression::NullLiteral(_) => self.code.op(Op::LoadNull { dst }),
            Expression::NumericLiteral(literal) => self.load_number(dst, literal.value),
            Expression::BigIntLiteral(literal) => {
                let index = self.tables.push(Constant::BigInt(literal.value.as_str().into()));
                self.code.op(Op::LoadConst { dst, index: ConstIndex(index) });
            }
            Expression::RegExpLiteral(literal) => self.regexp(literal, dst),
            Expression::StringLiteral(literal) => {
                self.load_string(dst, literal.value.as_str(), literal.lone_surrogates);
            }
            Expression::TemplateLiteral(template) => self.template(template, dst),
            Expression::TaggedTemplateExpression(tagged) => self.tagged_template(tagged, dst),
            Expression::Identifier(ident) => {
                self.identifier(ident, Some(dst));
            }
            Expression::ThisExpression(this) => {
                self.this(span(this.span), Some(dst));
            }
            Expression::NewTarget(_) => {
                let value = self.load_lexical_variable(|code| code.new_target_var, NO_SPAN);
                self.code.op(Op::Move { dst, src: value });
            }
            Expression::ArrayExpression(array) => self.array(array, dst),
            Expression::ObjectExpression(object) => self.object(object, dst),
            Expression::FunctionExpression(function) => self.function_expression(function, dst, name),
            Expression::ArrowFunctionExpression(arrow) => self.arrow_function(arrow, dst, name),
            Expression::ClassExpression(class) => self.class(class, dst, name),
            Expression::AssignmentExpression(assignment) => {
                let value = self.assignment(assignment, Some(dst));
                if value != dst {
                    self.code.op(Op::Move { dst, src: value });
                }
            }
            Expression::UpdateExpression(update) => self.update(update, Some(dst), false),
            Expression::UnaryExpression(unary) => self.unary(unary, dst),
            Expression::BinaryExpression(binary) => self.binary(binary, dst),
            Expression::LogicalExpression(logical) => self.logical(logical, dst),
            Expression::ConditionalExpression(conditional) => self.conditional(conditional, dst),
            Expression::SequenceExpression(sequence) => {
                if let Some((last, rest)) = sequence.expressions.split_last() {
                    for expression in rest {
                        self.discard(expression);
                    }
                    self.expr_to(last, dst);
                }
            }
            Expression::PrivateInExpression(it) => {
                let obj = self.expr(&it.right);
                let name = self.private_name(&it.left);
                self.code.op_at(Op::HasPrivate { dst, obj, name }, span(it.span), span(it.right.span()));
            }
            Expression::AwaitExpression(it) => {
                let src = self.expr(&it.argument);
                self.code.op_at(Op::Await { dst, src }, span(it.span), span(it.argument.span()));
            }
            Expression::YieldExpression(it) => self.yield_expression(it, dst),
            Expression::CallExpression(_)
            | Expression::ChainExpression(_)
            | Expression::ComputedMemberExpression(_)
            | Expression::StaticMemberExpression(_)
            | Expression::PrivateFieldExpression(_) => self.chain(expression, dst),
            Expression::NewExpression(it) => self.new_expression(it, dst),
            // Removed by `unwrapped`.
            Expression::ParenthesizedExpression(_)
            | Expression::TSAsExpression(_)
            | Expression::TSSatisfiesExpression(_)
            | Expression::TSTypeAssertion(_)
            | Expression::TSNonNullExpression(_)
            | Expression::TSInstantiationExpression(_) => {}
            // Refused before emission.
            Expression::Super(_)
            | Expression::ImportExpression(_)
            | Expression::ImportMeta(_)
            | Expression::JSXElement(_)
            | Expression::JSXFragment(_)
            | Expression::V8IntrinsicExpression(_) => {
                self.fail("this expression is not supported", span(expression.span()));
            }
        }
    }

    /// `this`, checked where a derived constructor may not have bound it yet.
    pub(super) fn this(&mut self, at: Span, dst: Option<Reg>) -> Reg {
        let Some(var) = self.lexical_variable(|code| code.this_var) else {
            let dst = dst.unwrap_or_else(|| self.code.temp());
            if self.options.script_goal {
                let name = self.tables.string("globalThis");
                let site = self.tables.site(name);
                self.code.op_at(Op::LoadGlobal { dst, site }, at, NO_SPAN);
            } else {
                self.code.op(Op::LoadUndefined { dst });
            }
            return dst;
        };
        let may_be_unbound = self.variable(var).initialised_at > 0;
        let mut resolved = self.resolve_variable(var, 0);
        resolved.checked = false;
        let src = self.load(&resolved, dst, at);
        if may_be_unbound {
            self.code.op_at(Op::CheckThis { src }, at, NO_SPAN);
        }
        src
    }

    // Literals of one instruction.

    pub(super) fn load_number(&mut self, dst: Reg, value: f64) {
        match as_int(value) {
            Some(value) => self.code.op(Op::LoadInt { dst, value }),
            None => {
                let index = self.tables.number(value);
                self.code.op(Op::LoadConst { dst, index });
            }
        }
    }

    pub(super) fn load_string(&mut self, dst: Reg, text: &str, lone_surrogates: bool) {
        let index = self.tables.escaped_string(text, lone_surrogates);
        self.code.op(Op::LoadConst { dst, index: ConstIndex(index) });
    }

    pub(super) fn load_const(&mut self, index: u32) -> Reg {
        let dst = self.code.temp();
        self.code.op(Op::LoadConst { dst, index: ConstIndex(index) });
        dst
    }

    // Operators.

    fn unary(&mut self, unary: &'a UnaryExpression<'a>, dst: Reg) {
        let at = span(unary.span);
        let focus = span(unary.argument.span());
        match unary.operator {
            UnaryOperator::Void => {
                self.discard(&unary.argument);
                self.code.op(Op::LoadUndefined { dst });
            }
            UnaryOperator::Delete => self.delete(unary, dst),
            UnaryOperator::Typeof => {
                let src = match unwrapped(&unary.argument) {
                    Expression::Identifier(ident) => {
                        let resolved = self.resolve(ident);
                        if resolved.access == Access::Global && ident.name != "undefined" {
                            let site = self.tables.site(resolved.name);
                            self.code.op_at(Op::LoadGlobalOrUndefined { dst, site }, focus, NO_SPAN);
                            dst
                        } else {
                            self.identifier(ident, None)
                        }
                    }
                    argument => self.expr(argument),
                };
                self.code.op(Op::TypeOf { dst, src });
            }
            UnaryOperator::LogicalNot => {
                if is_condition(&unary.argument) {
                    self.condition_value(&unary.argument, dst, true);
                } else {
                    let src = self.expr(&unary.argument);
                    self.code.op(Op::Not { dst, src });
                }
            }
            UnaryOperator::UnaryNegation => {
                if let Some(value) = number(&unary.argument) {
                    self.load_number(dst, -value);
                    return;
                }
                let src = self.expr(&unary.argument);
                self.code.op_at(Op::Neg { dst, src }, at, focus);
            }
            UnaryOperator::UnaryPlus => {
                let src = self.expr(&unary.argument);
                self.code.op_at(Op::ToNumber { dst, src }, at, focus);
            }
            UnaryOperator::BitwiseNot => {
                let src = self.expr(&unary.argument);
                self.code.op_at(Op::BitNot { dst, src }, at, focus);
            }
        }
    }

    /// A condition made of comparisons as a boolean value.
    fn condition_value(&mut self, condition: &'a Expression<'a>, dst: Reg, negated: bool) {
        let fails = self.code.label();
        let end = self.code.label();
        self.branch(condition, negated, fails);
        self.code.op(Op::LoadTrue { dst });
        self.code.jump(end);
        self.code.place(fails);
        self.code.op(Op::LoadFalse { dst });
        self.code.place(end);
    }

    fn logical(&mut self, logical: &'a LogicalExpression<'a>, dst: Reg) {
        let mut operands = operands_from_last(logical);
        let end = self.code.label();
        while let Some(operand) = operands.pop() {
            self.expr_to(operand, dst);
            if operands.is_empty() {
                break;
            }
            let jump = match logical.operator {
                LogicalOperator::And => Op::JumpIfFalse { cond: dst, to: Jump(0) },
                LogicalOperator::Or => Op::JumpIfTrue { cond: dst, to: Jump(0) },
                LogicalOperator::Coalesce => Op::JumpIfNotNullish { src: dst, to: Jump(0) },
            };
            self.code.jump_op(jump, end);
        }
        self.code.place(end);
    }

    fn conditional(&mut self, conditional: &'a ConditionalExpression<'a>, dst: Reg) {
        let end = self.code.label();
        let mut current = conditional;
        loop {
            let otherwise = self.code.label();
            self.branch(&current.test, false, otherwise);
            self.expr_to(&current.consequent, dst);
            self.code.jump(end);
            self.code.place(otherwise);
            match unwrapped(&current.alternate) {
                Expression::ConditionalExpression(next) => current = next,
                alternate => {
                    self.expr_to(alternate, dst);
                    break;
                }
            }
        }
        self.code.place(end);
    }
}

/// The expression without parentheses and type syntax around it.
pub(super) fn unwrapped<'e, 'a>(mut expression: &'e Expression<'a>) -> &'e Expression<'a> {
    loop {
        expression = match expression {
            Expression::ParenthesizedExpression(it) => &it.expression,
            Expression::TSAsExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            Expression::TSTypeAssertion(it) => &it.expression,
            Expression::TSNonNullExpression(it) => &it.expression,
            Expression::TSInstantiationExpression(it) => &it.expression,
            expression => return expression,
        };
    }
}

/// Whether the code of the expression writes its destination only as its last act, whatever path it takes.
fn writes_once(expression: &Expression<'_>) -> bool {
    match unwrapped(expression) {
        Expression::ObjectExpression(object) => object.properties.is_empty(),
        Expression::ArrayExpression(array) => array.elements.is_empty(),
        Expression::LogicalExpression(_)
        | Expression::ClassExpression(_)
        | Expression::ChainExpression(_)
        | Expression::TaggedTemplateExpression(_)
        | Expression::TemplateLiteral(_)
        | Expression::SequenceExpression(_)
        | Expression::YieldExpression(_)
        | Expression::AssignmentExpression(_)
        | Expression::UpdateExpression(_) => false,
        Expression::ConditionalExpression(it) => writes_once(&it.consequent) && writes_once(&it.alternate),
        Expression::UnaryExpression(unary) => !matches!(unary.operator, UnaryOperator::Delete | UnaryOperator::Typeof),
        _ => true,
    }
}

/// The value of a numeric literal, signs and parentheses included.
pub(super) fn number(expression: &Expression<'_>) -> Option<f64> {
    match unwrapped(expression) {
        Expression::NumericLiteral(literal) => Some(literal.value),
        Expression::UnaryExpression(unary) => {
            let Expression::NumericLiteral(literal) = unwrapped(&unary.argument) else { return None };
            match unary.operator {
                UnaryOperator::UnaryNegation => Some(-literal.value),
                UnaryOperator::UnaryPlus => Some(literal.value),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of a numeric literal that fits an immediate operand.
pub(super) fn int(expression: &Expression<'_>) -> Option<i32> {
    number(expression).and_then(as_int)
}

/// Whether the expression is best evaluated as jumps.
fn is_condition(expression: &Expression<'_>) -> bool {
    match unwrapped(expression) {
        Expression::LogicalExpression(logical) => logical.operator != LogicalOperator::Coalesce,
        Expression::BinaryExpression(binary) => binary.operator.is_compare() || binary.operator.is_equality(),
        Expression::UnaryExpression(unary) => unary.operator == UnaryOperator::LogicalNot,
        _ => false,
    }
}

/// The operands of a chain of one logical operator, the last first. Such a chain leans to the left and may be long, so
/// nothing recurses into it.
pub(super) fn operands_from_last<'a>(logical: &'a LogicalExpression<'a>) -> Vec<&'a Expression<'a>> {
    let mut operands = vec![&logical.right];
    let mut left = unwrapped(&logical.left);
    while let Expression::LogicalExpression(inner) = left
        && inner.operator == logical.operator
    {
        operands.push(&inner.right);
        left = unwrapped(&inner.left);
    }
    operands.push(left);
    operands
}
