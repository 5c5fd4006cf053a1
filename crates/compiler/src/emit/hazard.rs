//! Whether an expression reads or writes a local variable that lives in a register: such a variable is used in place
//! as an operand only when nothing evaluated later changes it.
//!
//! The walk is bounded; beyond the bound the answer is yes, which costs a copy.

use oxc_ast::ast::*;
use oxc_syntax::symbol::SymbolId;

use super::Emitter;

/// What to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Writes,
    ReadsOrWrites,
}

const BUDGET: u32 = 48;

impl<'a> Emitter<'a, '_> {
    /// Whether evaluating `expression` can assign the variable that `ident` names.
    pub(super) fn assigns(&self, expression: &Expression<'a>, ident: &IdentifierReference<'a>) -> bool {
        let Some(symbol) = self.symbol_of(ident) else { return false };
        if !self.scoping.symbol_is_mutated(symbol) {
            return false;
        }
        self.touches(expression, symbol, Touch::Writes)
    }

    pub(super) fn symbol_of(&self, ident: &IdentifierReference<'a>) -> Option<SymbolId> {
        ident.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id())
    }

    /// Whether evaluating `expression` touches a variable that no closure captures.
    pub(super) fn touches(&self, expression: &Expression<'a>, symbol: SymbolId, touch: Touch) -> bool {
        let mut walk = Walk { emitter: self, symbol, touch, budget: BUDGET };
        walk.expression(expression)
    }
}

struct Walk<'w, 'a, 's> {
    emitter: &'w Emitter<'a, 's>,
    symbol: SymbolId,
    touch: Touch,
    budget: u32,
}

impl<'a> Walk<'_, 'a, '_> {
    fn is_symbol(&self, ident: &IdentifierReference<'a>) -> bool {
        self.emitter.symbol_of(ident) == Some(self.symbol)
    }

    fn any<'e>(&mut self, mut expressions: impl Iterator<Item = &'e Expression<'a>>) -> bool
    where
        'a: 'e,
    {
        expressions.any(|expression| self.expression(expression))
    }

    fn arguments(&mut self, arguments: &[Argument<'a>]) -> bool {
        arguments.iter().any(|argument| match argument {
            Argument::SpreadElement(spread) => self.expression(&spread.argument),
            argument => argument.as_expression().is_none_or(|expression| self.expression(expression)),
        })
    }

    fn member(&mut self, member: &MemberExpression<'a>) -> bool {
        let key = match member {
            MemberExpression::ComputedMemberExpression(member) => self.expression(&member.expression),
            MemberExpression::StaticMemberExpression(_) | MemberExpression::PrivateFieldExpression(_) => false,
        };
        key || self.expression(member.object())
    }

    fn target(&mut self, target: &SimpleAssignmentTarget<'a>) -> bool {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(ident) => self.is_symbol(ident),
            target => target.as_member_expression().is_none_or(|member| self.member(member)),
        }
    }

    fn expression(&mut self, expression: &Expression<'a>) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        match expression {
            Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::ThisExpression(_)
            | Expression::NewTarget(_)
            | Expression::Super(_)
            | Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_) => false,
            Expression::Identifier(ident) => self.touch == Touch::ReadsOrWrites && self.is_symbol(ident),
            Expression::TemplateLiteral(template) => self.any(template.expressions.iter()),
            Expression::ArrayExpression(array) => array.elements.iter().any(|element| match element {
                ArrayExpressionElement::SpreadElement(spread) => self.expression(&spread.argument),
                ArrayExpressionElement::Elision(_) => false,
                element => element.as_expression().is_none_or(|expression| self.expression(expression)),
            }),
            Expression::ObjectExpression(object) => object.properties.iter().any(|property| match property {
                ObjectPropertyKind::ObjectProperty(property) => {
                    let key = property.computed
                        && property.key.as_expression().is_none_or(|expression| self.expression(expression));
                    key || self.expression(&property.value)
                }
                ObjectPropertyKind::SpreadProperty(spread) => self.expression(&spread.argument),
            }),
            Expression::AssignmentExpression(assignment) => {
                let target = match assignment.left.as_simple_assignment_target() {
                    Some(target) => self.target(target),
                    None => true,
                };
                target || self.expression(&assignment.right)
            }
            Expression::UpdateExpression(update) => self.target(&update.argument),
            Expression::AwaitExpression(it) => self.expression(&it.argument),
            Expression::YieldExpression(it) => it.argument.as_ref().is_some_and(|it| self.expression(it)),
            Expression::BinaryExpression(it) => self.expression(&it.right) || self.expression(&it.left),
            Expression::LogicalExpression(it) => self.expression(&it.right) || self.expression(&it.left),
            Expression::PrivateInExpression(it) => self.expression(&it.right),
            Expression::UnaryExpression(it) => self.expression(&it.argument),
            Expression::ConditionalExpression(it) => {
                self.expression(&it.test) || self.expression(&it.consequent) || self.expression(&it.alternate)
            }
            Expression::CallExpression(it) => self.arguments(&it.arguments) || self.expression(&it.callee),
            Expression::NewExpression(it) => self.arguments(&it.arguments) || self.expression(&it.callee),
            Expression::ChainExpression(it) => match &it.expression {
                ChainElement::CallExpression(call) => self.arguments(&call.arguments) || self.expression(&call.callee),
                ChainElement::TSNonNullExpression(it) => self.expression(&it.expression),
                element => element.as_member_expression().is_none_or(|member| self.member(member)),
            },
            Expression::ParenthesizedExpression(it) => self.expression(&it.expression),
            Expression::SequenceExpression(it) => self.any(it.expressions.iter()),
            Expression::TSAsExpression(it) => self.expression(&it.expression),
            Expression::TSSatisfiesExpression(it) => self.expression(&it.expression),
            Expression::TSNonNullExpression(it) => self.expression(&it.expression),
            Expression::TSTypeAssertion(it) => self.expression(&it.expression),
            Expression::TSInstantiationExpression(it) => self.expression(&it.expression),
            expression => expression.as_member_expression().is_none_or(|member| self.member(member)),
        }
    }
}
