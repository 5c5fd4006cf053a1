//! Member accesses and calls, optional ones included. They lean to the left without bound, so a chain is collected
//! first and then emitted from its root in a loop.

use codemode_bytecode::{ConstIndex, ErrorClass, Jump, Op, Reg};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::code::{Label, Mark};
use super::expression::{int, unwrapped};
use super::scope::NO_SPAN;
use super::{Emitter, span};

/// One step of a chain.
#[derive(Clone, Copy)]
pub(super) enum Link<'a> {
    Static(&'a StaticMemberExpression<'a>),
    Computed(&'a ComputedMemberExpression<'a>),
    Private(&'a PrivateFieldExpression<'a>),
    Call(&'a CallExpression<'a>),
}

/// What a chain is evaluated for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    /// Its value.
    Value(Reg),
    /// Its value, to be called: the value and its `this` in two registers.
    Method(Reg),
    /// `delete` of its last member.
    Delete(Reg),
}

impl<'a> Link<'a> {
    fn of(expression: &'a Expression<'a>) -> Option<(Self, &'a Expression<'a>)> {
        Some(match expression {
            Expression::StaticMemberExpression(it) => (Self::Static(it), &it.object),
            Expression::ComputedMemberExpression(it) => (Self::Computed(it), &it.object),
            Expression::PrivateFieldExpression(it) => (Self::Private(it), &it.object),
            Expression::CallExpression(it) => (Self::Call(it), &it.callee),
            _ => return None,
        })
    }

    fn of_element(element: &'a ChainElement<'a>) -> Option<(Self, &'a Expression<'a>)> {
        Some(match element {
            ChainElement::StaticMemberExpression(it) => (Self::Static(it), &it.object),
            ChainElement::ComputedMemberExpression(it) => (Self::Computed(it), &it.object),
            ChainElement::PrivateFieldExpression(it) => (Self::Private(it), &it.object),
            ChainElement::CallExpression(it) => (Self::Call(it), &it.callee),
            ChainElement::TSNonNullExpression(it) => return Self::of(unwrapped(&it.expression)),
        })
    }

    fn is_optional(self) -> bool {
        match self {
            Self::Static(it) => it.optional,
            Self::Computed(it) => it.optional,
            Self::Private(it) => it.optional,
            Self::Call(it) => it.optional,
        }
    }
}

impl<'a> Emitter<'a, '_> {
    /// A member access or call for its value.
    pub(super) fn chain(&mut self, expression: &'a Expression<'a>, dst: Reg) {
        self.chain_for(expression, Want::Value(dst));
    }

    /// Evaluates the callee of a call into `base`, its `this` into `base+1`. Gives false when `this` is undefined and
    /// `base+1` is not written.
    pub(super) fn callee(&mut self, callee: &'a Expression<'a>, base: Reg) -> bool {
        let callee = unwrapped(callee);
        let is_member = match callee {
            Expression::ChainExpression(chain) => !matches!(chain.expression, ChainElement::CallExpression(_)),
            callee => callee.is_member_expression(),
        };
        if is_member {
            self.nested(span(callee.span()), |this| this.chain_for(callee, Want::Method(base)));
        } else {
            self.expr_to(callee, base);
        }
        is_member
    }

    /// `delete argument`.
    pub(super) fn delete(&mut self, unary: &'a UnaryExpression<'a>, dst: Reg) {
        let argument = unwrapped(&unary.argument);
        let is_member = match argument {
            Expression::ChainExpression(chain) => !matches!(chain.expression, ChainElement::CallExpression(_)),
            argument => argument.is_member_expression(),
        };
        if is_member {
            self.chain_for(argument, Want::Delete(dst));
        } else {
            self.discard(argument);
            self.code.op(Op::LoadTrue { dst });
        }
    }

    fn chain_for(&mut self, expression: &'a Expression<'a>, want: Want) {
        let (start, short) = match expression {
            Expression::ChainExpression(chain) => (Link::of_element(&chain.expression), Some(self.code.label())),
            expression => (Link::of(expression), None),
        };
        let Some((first, mut next)) = start else {
            // A chain that is only type syntax around another expression.
            if let (Expression::ChainExpression(chain), Want::Value(dst)) = (expression, want)
                && let ChainElement::TSNonNullExpression(inner) = &chain.expression
            {
                self.expr_to(&inner.expression, dst);
            }
            return;
        };
        let mut links = vec![first];
        while let Some((link, object)) = Link::of(unwrapped(next)) {
            links.push(link);
            next = object;
        }
        let root = unwrapped(next);
        self.emit_chain(root, links, want, short);
        let Some(short) = short else { return };
        let end = self.code.label();
        self.code.jump(end);
        self.code.place(short);
        match want {
            Want::Value(dst) => self.code.op(Op::LoadUndefined { dst }),
            Want::Delete(dst) => self.code.op(Op::LoadTrue { dst }),
            Want::Method(base) => {
                self.code.op(Op::LoadUndefined { dst: base });
                self.code.op(Op::LoadUndefined { dst: Reg(base.0.saturating_add(1)) });
            }
        }
        self.code.place(end);
    }

    fn emit_chain(&mut self, root: &'a Expression<'a>, mut links: Vec<Link<'a>>, want: Want, short: Option<Label>) {
        let mark = self.code.mark();
        let mut current = self.chain_root(root, &mut links, want);
        while let Some(link) = links.pop() {
            if link.is_optional()
                && let Some(short) = short
            {
                let (Current::Value(src) | Current::Callee { base: src, .. }) = current;
                self.code.jump_op(Op::JumpIfNullish { src, to: Jump(0) }, short);
            }
            let is_last = links.is_empty();
            current = match (link, current) {
                (Link::Call(call), current) => {
                    let (base, has_this) = match current {
                        Current::Callee { base, has_this } => (base, has_this),
                        Current::Value(src) => {
                            let base = self.code.temps(2);
                            self.code.op(Op::Move { dst: base, src });
                            (base, false)
                        }
                    };
                    let arguments = self.arguments(&call.arguments, base, has_this);
                    self.code.release(mark);
                    let dst = match want {
                        Want::Value(dst) if is_last => dst,
                        _ => self.code.temp(),
                    };
                    self.call_op(call, base, has_this, arguments, dst);
                    Current::Value(dst)
                }
                (member, Current::Value(obj) | Current::Callee { base: obj, .. }) => {
                    self.chain_member(member, obj, links.last(), want, mark)
                }
            };
        }
        self.code.release(mark);
    }

    /// Evaluates the root of a chain, together with its first link where the two belong together.
    fn chain_root(&mut self, root: &'a Expression<'a>, links: &mut Vec<Link<'a>>, want: Want) -> Current {
        match (root, links.last().copied()) {
            (Expression::Super(_), Some(Link::Call(call))) => {
                links.pop();
                let dst = match want {
                    Want::Value(dst) if links.is_empty() => dst,
                    _ => self.code.temp(),
                };
                self.super_call(call, dst);
                Current::Value(dst)
            }
            (Expression::Super(_), Some(link)) => {
                links.pop();
                self.super_link(link, links.last(), want)
            }
            (_, Some(Link::Call(call))) => {
                if let Some(id) = self.intrinsic_id(root) {
                    links.pop();
                    let dst = match want {
                        Want::Value(dst) if links.is_empty() => dst,
                        _ => self.code.temp(),
                    };
                    self.intrinsic(id, call, dst);
                    return Current::Value(dst);
                }
                let base = self.code.temps(2);
                let has_this = self.callee(root, base);
                Current::Callee { base, has_this }
            }
            (_, Some(Link::Computed(member))) => Current::Value(self.operand(root, &[&member.expression])),
            _ => Current::Value(self.expr(root)),
        }
    }

    fn chain_member(&mut self, link: Link<'a>, obj: Reg, next: Option<&Link<'a>>, want: Want, start: Mark) -> Current {
        if let (None, Want::Delete(dst)) = (next, want) {
            self.delete_link(link, obj, dst);
            return Current::Value(dst);
        }
        let method = match (next, want) {
            (Some(Link::Call(_)), _) => Some(self.code.temps(2)),
            (None, Want::Method(base)) => Some(base),
            _ => None,
        };
        if let Some(base) = method {
            self.get_method(link, obj, base);
            return Current::Callee { base, has_this: true };
        }
        let dst = match (next, want) {
            (None, Want::Value(dst)) => dst,
            _ if start.is_temp(obj) => obj,
            _ => self.code.temp(),
        };
        self.get_member(link, obj, dst);
        Current::Value(dst)
    }

    /// `dst = obj.name` and its relatives.
    fn get_member(&mut self, link: Link<'a>, obj: Reg, dst: Reg) {
        let mark = self.code.mark();
        match link {
            Link::Static(it) => self.get_property(obj, it.property.name.as_str(), dst, it.span, it.object.span()),
            Link::Computed(it) => match constant_key(&it.expression) {
                Some(name) => self.get_property(obj, name, dst, it.span, it.object.span()),
                None => {
                    let op = match int(&it.expression).and_then(|index| u16::try_from(index).ok()) {
                        Some(index) => Op::GetElemInt { dst, obj, index },
                        None => Op::GetElem { dst, obj, key: self.expr(&it.expression) },
                    };
                    self.code.op_at(op, span(it.span), span(it.object.span()));
                }
            },
            Link::Private(it) => {
                let name = self.private_name(&it.field);
                self.code.op_at(Op::GetPrivate { dst, obj, name }, span(it.span), span(it.object.span()));
            }
            Link::Call(_) => {}
        }
        self.code.release(mark);
    }

    /// `dst = obj.name`.
    pub(super) fn get_property(&mut self, obj: Reg, name: &str, dst: Reg, at: oxc_span::Span, focus: oxc_span::Span) {
        let index = self.tables.string(name);
        let site = self.tables.site(index);
        let op = if name == "length" { Op::GetLength { dst, obj, site } } else { Op::GetProp { dst, obj, site } };
        self.code.op_at(op, span(at), span(focus));
    }

    /// `base = obj.name; base+1 = obj` and its relatives.
    fn get_method(&mut self, link: Link<'a>, obj: Reg, base: Reg) {
        let mark = self.code.mark();
        match link {
            Link::Static(it) => {
                let name = self.tables.string(it.property.name.as_str());
                let site = self.tables.site(name);
                self.code.op_at(Op::GetMethod { base, obj, site }, span(it.span), span(it.object.span()));
            }
            Link::Computed(it) => match constant_key(&it.expression) {
                Some(name) => {
                    let name = self.tables.string(name);
                    let site = self.tables.site(name);
                    self.code.op_at(Op::GetMethod { base, obj, site }, span(it.span), span(it.object.span()));
                }
                None => {
                    let key = self.expr(&it.expression);
                    self.code.op_at(Op::GetElemMethod { base, obj, key }, span(it.span), span(it.object.span()));
                }
            },
            Link::Private(it) => {
                let name = self.private_name(&it.field);
                let this = Reg(base.0.saturating_add(1));
                self.code.op(Op::Move { dst: this, src: obj });
                self.code.op_at(Op::GetPrivate { dst: base, obj: this, name }, span(it.span), span(it.object.span()));
            }
            Link::Call(_) => {}
        }
        self.code.release(mark);
    }

    fn delete_link(&mut self, link: Link<'a>, obj: Reg, dst: Reg) {
        let mark = self.code.mark();
        match link {
            Link::Static(it) => {
                let name = self.tables.string(it.property.name.as_str());
                let key = self.load_const(name);
                self.code.op_at(Op::DeleteElem { dst, obj, key }, span(it.span), span(it.object.span()));
            }
            Link::Computed(it) => {
                let key = self.expr(&it.expression);
                self.code.op_at(Op::DeleteElem { dst, obj, key }, span(it.span), span(it.object.span()));
            }
            Link::Private(_) | Link::Call(_) => self.code.op(Op::LoadTrue { dst }),
        }
        self.code.release(mark);
    }

    /// `super.name` as the start of a chain.
    fn super_link(&mut self, link: Link<'a>, next: Option<&Link<'a>>, want: Want) -> Current {
        let method = match (next, want) {
            (Some(Link::Call(_)), _) => Some(self.code.temps(2)),
            (None, Want::Method(base)) => Some(base),
            _ => None,
        };
        let dst = match (method, next, want) {
            (Some(base), ..) => base,
            (None, None, Want::Value(dst) | Want::Delete(dst)) => dst,
            _ => self.code.temp(),
        };
        let mark = self.code.mark();
        let at = match link {
            Link::Static(it) => it.span,
            Link::Computed(it) => it.span,
            Link::Private(it) => it.span,
            Link::Call(it) => it.span,
        };
        let (base, this, key) = self.super_reference(link, span(at));
        if next.is_none() && matches!(want, Want::Delete(_)) {
            let message = self.tables.string("cannot delete a property of super");
            let op = Op::ThrowError { class: ErrorClass::Reference, message: ConstIndex(message) };
            self.code.op_at(op, span(at), NO_SPAN);
        } else {
            self.code.op_at(Op::GetSuper { dst, base, key, this }, span(at), NO_SPAN);
        }
        if let Some(base) = method {
            self.code.op(Op::Move { dst: Reg(base.0.saturating_add(1)), src: this });
        }
        self.code.release(mark);
        match method {
            Some(base) => Current::Callee { base, has_this: true },
            None => Current::Value(dst),
        }
    }

    /// Base object, `this` and key of `super.name` or `super[key]`. The key is not converted yet.
    pub(super) fn super_reference(&mut self, link: Link<'a>, at: codemode_bytecode::Span) -> (Reg, Reg, Reg) {
        let this = self.this(at, None);
        let key = match link {
            Link::Static(it) => {
                let name = self.tables.string(it.property.name.as_str());
                self.load_const(name)
            }
            Link::Computed(it) => self.expr(&it.expression),
            Link::Private(_) | Link::Call(_) => self.code.temp(),
        };
        let home = self.load_lexical_variable(|code| code.home_var, NO_SPAN);
        let base = self.code.temp();
        self.code.op(Op::GetParent { dst: base, src: home });
        (base, this, key)
    }
}

/// A chain evaluated so far.
#[derive(Clone, Copy)]
enum Current {
    Value(Reg),
    /// Something to be called; its `this` is in `base+1` when `has_this`.
    Callee {
        base: Reg,
        has_this: bool,
    },
}

/// The property name of a computed access with a string literal.
pub(super) fn constant_key<'a>(key: &Expression<'a>) -> Option<&'a str> {
    match unwrapped(key) {
        Expression::StringLiteral(literal) if !literal.lone_surrogates => Some(literal.value.as_str()),
        _ => None,
    }
}
