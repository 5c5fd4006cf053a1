//! Assignment targets, `=`, compound and logical assignment, `++` and `--`.

use codemode_bytecode::{Jump, Op, Reg, Span};
use oxc_ast::ast::*;
use oxc_span::GetSpan;
use oxc_syntax::operator::{LogicalOperator, UpdateOperator};

use super::chain::{Link, constant_key};
use super::expression::{number, unwrapped};
use super::function::Name;
use super::scope::{Access, NO_SPAN, Resolved};
use super::{Emitter, span};

/// An assignment target whose parts are evaluated.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Variable { resolved: Resolved, at: Span },
    Property { obj: Reg, name: u32, at: Span, focus: Span },
    Element { obj: Reg, key: Reg, at: Span, focus: Span },
    Private { obj: Reg, name: Reg, at: Span, focus: Span },
    Super { base: Reg, key: Reg, this: Reg, at: Span },
}

impl<'a> Emitter<'a, '_> {
    /// An assignment for its value, in `dst` when given. Gives the register of the value.
    pub(super) fn assignment(&mut self, it: &'a AssignmentExpression<'a>, dst: Option<Reg>) -> Reg {
        let Some(target) = it.left.as_simple_assignment_target() else {
            let value = dst.unwrap_or_else(|| self.code.temp());
            let mark = self.code.mark();
            self.expr_to(&it.right, value);
            if let Some(pattern) = it.left.as_assignment_target_pattern() {
                self.taken_apart = span(it.right.span());
                self.assign_pattern(pattern, value);
            }
            self.code.release(mark);
            return value;
        };
        if it.operator.is_assign() {
            self.plain_assignment(it, target, dst)
        } else if let Some(operator) = it.operator.to_logical_operator() {
            self.logical_assignment(it, target, operator, dst)
        } else {
            self.compound_assignment(it, target, dst)
        }
    }

    /// The name that an anonymous function gets when it is assigned to a plain identifier.
    fn assigned_name(&mut self, it: &AssignmentExpression<'a>, target: &Target) -> Name {
        match target {
            // A parenthesised identifier gives no name.
            Target::Variable { resolved, at } if at.start == it.span.start => Name::Const(resolved.name),
            _ => Name::None,
        }
    }

    fn plain_assignment(
        &mut self,
        it: &'a AssignmentExpression<'a>,
        target: &'a SimpleAssignmentTarget<'a>,
        dst: Option<Reg>,
    ) -> Reg {
        // The value outlives the registers of the target, so its own register comes first.
        if let Some(resolved) = self.plain_local(target) {
            let Access::Reg(reg) = resolved.access else { return Reg(0) };
            let at = span(target.span());
            let target = Target::Variable { resolved, at };
            let name = self.assigned_name(it, &target);
            self.expr_to_variable(&it.right, reg, name);
            return reg;
        }
        let value = dst.unwrap_or_else(|| self.code.temp());
        let mark = self.code.mark();
        let target = self.target(target, &[&it.right]);
        let name = self.assigned_name(it, &target);
        let src = match unwrapped(&it.right) {
            // The value of a local variable is used where it is.
            Expression::Identifier(ident) if dst.is_none() => {
                let in_place = matches!(self.resolve(ident).access, Access::Reg(_));
                self.identifier(ident, (!in_place).then_some(value))
            }
            _ => {
                self.named_expr_to(&it.right, value, name);
                value
            }
        };
        self.put(&target, src);
        self.code.release(mark);
        src
    }

    /// A local variable in a register that may be assigned without checks.
    fn plain_local(&mut self, target: &'a SimpleAssignmentTarget<'a>) -> Option<Resolved> {
        let ident = target_identifier(target)?;
        let resolved = self.resolve(ident);
        (matches!(resolved.access, Access::Reg(_)) && !resolved.checked && !resolved.is_constant).then_some(resolved)
    }

    fn compound_assignment(
        &mut self,
        it: &'a AssignmentExpression<'a>,
        target: &'a SimpleAssignmentTarget<'a>,
        dst: Option<Reg>,
    ) -> Reg {
        let Some(operator) = it.operator.to_binary_operator() else { return Reg(0) };
        let (at, focus) = (span(it.span), span(target.span()));
        if let Some(resolved) = self.plain_local(target)
            && let Access::Reg(reg) = resolved.access
        {
            let assigned = target_identifier(target).is_some_and(|ident| self.assigns(&it.right, ident));
            let mark = self.code.mark();
            let lhs = if assigned {
                let copy = self.code.temp();
                self.code.op(Op::Move { dst: copy, src: reg });
                copy
            } else {
                reg
            };
            self.binary_with(operator, reg, lhs, &it.right, at, focus);
            self.code.release(mark);
            return reg;
        }
        let value = dst.unwrap_or_else(|| self.code.temp());
        let mark = self.code.mark();
        let target = self.target_twice(target, &[&it.right]);
        // The old value needs a register of its own: `dst` may be read by the right side.
        let old = self.code.temp();
        self.get(&target, old);
        self.binary_with(operator, value, old, &it.right, at, focus);
        self.put(&target, value);
        self.code.release(mark);
        value
    }

    fn logical_assignment(
        &mut self,
        it: &'a AssignmentExpression<'a>,
        target: &'a SimpleAssignmentTarget<'a>,
        operator: LogicalOperator,
        dst: Option<Reg>,
    ) -> Reg {
        let value = dst.unwrap_or_else(|| self.code.temp());
        let mark = self.code.mark();
        let target = self.target_twice(target, &[&it.right]);
        let name = self.assigned_name(it, &target);
        let end = self.code.label();
        self.get(&target, value);
        let jump = match operator {
            LogicalOperator::And => Op::JumpIfFalse { cond: value, to: Jump(0) },
            LogicalOperator::Or => Op::JumpIfTrue { cond: value, to: Jump(0) },
            LogicalOperator::Coalesce => Op::JumpIfNotNullish { src: value, to: Jump(0) },
        };
        self.code.jump_op(jump, end);
        self.named_expr_to(&it.right, value, name);
        self.put(&target, value);
        self.code.place(end);
        self.code.release(mark);
        value
    }

    /// `++` and `--`. The value goes to `dst`; nobody wants it when `is_discarded`.
    pub(super) fn update(&mut self, it: &'a UpdateExpression<'a>, dst: Option<Reg>, is_discarded: bool) {
        let at = span(it.span);
        let focus = span(it.argument.span());
        let step = |dst: Reg, src: Reg| match it.operator {
            UpdateOperator::Increment => Op::Inc { dst, src },
            UpdateOperator::Decrement => Op::Dec { dst, src },
        };
        let mark = self.code.mark();
        if let Some(resolved) = self.plain_local(&it.argument)
            && let Access::Reg(reg) = resolved.access
        {
            match dst {
                Some(dst) if !it.prefix && !is_discarded => {
                    self.code.op_at(Op::ToNumeric { dst, src: reg }, at, focus);
                    self.code.op_at(step(reg, dst), at, focus);
                }
                _ => {
                    self.code.op_at(step(reg, reg), at, focus);
                    if let Some(dst) = dst {
                        self.code.op(Op::Move { dst, src: reg });
                    }
                }
            }
            return;
        }
        let value = dst.unwrap_or_else(|| self.code.temp());
        let target = self.target_twice(&it.argument, &[]);
        self.get(&target, value);
        if it.prefix || is_discarded {
            self.code.op_at(step(value, value), at, focus);
            self.put(&target, value);
        } else {
            let new = self.code.temp();
            self.code.op_at(Op::ToNumeric { dst: value, src: value }, at, focus);
            self.code.op_at(step(new, value), at, focus);
            self.put(&target, new);
        }
        self.code.release(mark);
    }

    // Targets.

    /// Evaluates the parts of a target; `later` is evaluated before the assignment.
    pub(super) fn target(&mut self, target: &'a SimpleAssignmentTarget<'a>, later: &[&'a Expression<'a>]) -> Target {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(ident) => self.identifier_target(ident),
            SimpleAssignmentTarget::TSAsExpression(it) => self.expression_target(&it.expression, later),
            SimpleAssignmentTarget::TSSatisfiesExpression(it) => self.expression_target(&it.expression, later),
            SimpleAssignmentTarget::TSNonNullExpression(it) => self.expression_target(&it.expression, later),
            SimpleAssignmentTarget::TSTypeAssertion(it) => self.expression_target(&it.expression, later),
            SimpleAssignmentTarget::StaticMemberExpression(it) => self.member_target(Link::Static(it), later),
            SimpleAssignmentTarget::ComputedMemberExpression(it) => self.member_target(Link::Computed(it), later),
            SimpleAssignmentTarget::PrivateFieldExpression(it) => self.member_target(Link::Private(it), later),
        }
    }

    fn expression_target(&mut self, expression: &'a Expression<'a>, later: &[&'a Expression<'a>]) -> Target {
        match unwrapped(expression) {
            Expression::Identifier(ident) => self.identifier_target(ident),
            Expression::StaticMemberExpression(it) => self.member_target(Link::Static(it), later),
            Expression::ComputedMemberExpression(it) => self.member_target(Link::Computed(it), later),
            Expression::PrivateFieldExpression(it) => self.member_target(Link::Private(it), later),
            other => {
                self.fail("invalid assignment target", span(other.span()));
                let resolved =
                    Resolved { access: Access::Global, var: None, checked: false, is_constant: false, name: 0 };
                Target::Variable { resolved, at: span(other.span()) }
            }
        }
    }

    pub(super) fn identifier_target(&mut self, ident: &'a IdentifierReference<'a>) -> Target {
        Target::Variable { resolved: self.resolve(ident), at: span(ident.span) }
    }

    fn member_target(&mut self, link: Link<'a>, later: &[&'a Expression<'a>]) -> Target {
        let (object, at) = match link {
            Link::Static(it) => (&it.object, span(it.span)),
            Link::Computed(it) => (&it.object, span(it.span)),
            Link::Private(it) => (&it.object, span(it.span)),
            Link::Call(it) => (&it.callee, span(it.span)),
        };
        let focus = span(object.span());
        if matches!(object, Expression::Super(_)) {
            let (base, this, key) = self.super_reference(link, at);
            return Target::Super { base, key, this, at };
        }
        match link {
            Link::Computed(it) => {
                if let Some(name) = constant_key(&it.expression) {
                    let obj = self.operand(object, later);
                    return Target::Property { obj, name: self.tables.string(name), at, focus };
                }
                let mut after = vec![&it.expression];
                after.extend_from_slice(later);
                let obj = self.operand(object, &after);
                let key = self.operand(&it.expression, later);
                Target::Element { obj, key, at, focus }
            }
            Link::Static(it) => {
                let obj = self.operand(object, later);
                Target::Property { obj, name: self.tables.string(it.property.name.as_str()), at, focus }
            }
            Link::Private(it) => {
                let obj = self.operand(object, later);
                let name = self.private_name(&it.field);
                Target::Private { obj, name, at, focus }
            }
            Link::Call(_) => Target::Property { obj: Reg(0), name: 0, at, focus },
        }
    }

    /// As [`Emitter::target`] for a target that is read before it is written: its key is converted once.
    fn target_twice(&mut self, target: &'a SimpleAssignmentTarget<'a>, later: &[&'a Expression<'a>]) -> Target {
        let is_number = match target {
            SimpleAssignmentTarget::ComputedMemberExpression(it) => number(&it.expression).is_some(),
            _ => false,
        };
        match self.target(target, later) {
            Target::Element { obj, key, at, focus } if !is_number => {
                let dst = self.code.temp();
                self.code.op_at(Op::ToElemKey { dst, obj, key }, at, focus);
                Target::Element { obj, key: dst, at, focus }
            }
            Target::Super { base, key, this, at } => {
                let dst = self.code.temp();
                self.code.op_at(Op::ToElemKey { dst, obj: base, key }, at, NO_SPAN);
                Target::Super { base, key: dst, this, at }
            }
            target => target,
        }
    }

    /// Reads a target into `dst`.
    pub(super) fn get(&mut self, target: &Target, dst: Reg) {
        match *target {
            Target::Variable { resolved, at } => {
                self.load(&resolved, Some(dst), at);
            }
            Target::Property { obj, name, at, focus } => {
                let site = self.tables.site(name);
                self.code.op_at(Op::GetProp { dst, obj, site }, at, focus);
            }
            Target::Element { obj, key, at, focus } => self.code.op_at(Op::GetElem { dst, obj, key }, at, focus),
            Target::Private { obj, name, at, focus } => self.code.op_at(Op::GetPrivate { dst, obj, name }, at, focus),
            Target::Super { base, key, this, at } => {
                self.code.op_at(Op::GetSuper { dst, base, key, this }, at, NO_SPAN);
            }
        }
    }

    /// Assigns a target.
    pub(super) fn put(&mut self, target: &Target, src: Reg) {
        match *target {
            Target::Variable { resolved, at } => self.store(&resolved, src, at),
            Target::Property { obj, name, at, focus } => {
                let site = self.tables.site(name);
                self.code.op_at(Op::SetProp { obj, src, site }, at, focus);
            }
            Target::Element { obj, key, at, focus } => self.code.op_at(Op::SetElem { obj, key, src }, at, focus),
            Target::Private { obj, name, at, focus } => self.code.op_at(Op::SetPrivate { obj, name, src }, at, focus),
            Target::Super { base, key, this, at } => {
                self.code.op_at(Op::SetSuper { base, key, this, src }, at, NO_SPAN);
            }
        }
    }
}

/// The identifier that a target is, without type syntax around it.
fn target_identifier<'a>(target: &'a SimpleAssignmentTarget<'a>) -> Option<&'a IdentifierReference<'a>> {
    let inner = match target {
        SimpleAssignmentTarget::AssignmentTargetIdentifier(ident) => return Some(ident),
        SimpleAssignmentTarget::TSAsExpression(it) => &it.expression,
        SimpleAssignmentTarget::TSSatisfiesExpression(it) => &it.expression,
        SimpleAssignmentTarget::TSNonNullExpression(it) => &it.expression,
        SimpleAssignmentTarget::TSTypeAssertion(it) => &it.expression,
        _ => return None,
    };
    match unwrapped(inner) {
        Expression::Identifier(ident) => Some(ident),
        _ => None,
    }
}
