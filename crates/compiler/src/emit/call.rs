//! Arguments, calls, `new`, `super(...)` and intrinsics.

use codemode_bytecode::{Jump, Op, Reg};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::expression::unwrapped;
use super::scope::NO_SPAN;
use super::{Emitter, span};

/// More arguments than these go through an array.
const MAX_ARGUMENTS: usize = 100;

/// How arguments were evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) enum Arguments {
    /// So many from `base+2` on.
    Count(u8),
    /// An array in `base+2`.
    Spread,
}

impl<'a> Emitter<'a, '_> {
    /// Evaluates arguments into the registers from `base+2` on, which must be the next to be allocated.
    pub(super) fn arguments(&mut self, arguments: &'a [Argument<'a>], base: Reg, has_this: bool) -> Arguments {
        let spread = arguments.iter().any(Argument::is_spread) || arguments.len() > MAX_ARGUMENTS;
        if !spread {
            for argument in arguments {
                if let Some(expression) = argument.as_expression() {
                    self.expr_to_temp(expression);
                }
            }
            return Arguments::Count(arguments.len() as u8);
        }
        if !has_this {
            self.code.op(Op::LoadUndefined { dst: Reg(base.0.saturating_add(1)) });
        }
        let array = self.code.temp();
        self.code.op(Op::NewArray { dst: array, capacity: arguments.len() as u32 });
        for argument in arguments {
            let mark = self.code.mark();
            match argument {
                Argument::SpreadElement(spread) => self.spread(spread, array),
                argument => {
                    if let Some(expression) = argument.as_expression() {
                        let src = self.expr(expression);
                        self.code.op(Op::ArrayPush { array, src });
                    }
                }
            }
            self.code.release(mark);
        }
        Arguments::Spread
    }

    /// Appends the elements of an iterable to an array under construction.
    pub(super) fn spread(&mut self, spread: &'a SpreadElement<'a>, array: Reg) {
        let mark = self.code.mark();
        let at = span(spread.span);
        let focus = span(spread.argument.span());
        let src = self.expr(&spread.argument);
        let end = self.code.label();
        self.code.jump_op_at(Op::TrySpread { array, src, to: Jump(0) }, end, at, focus);
        let iter = self.code.temps(3);
        let value = self.code.temp();
        self.code.op_at(Op::GetIterator { iter, src }, at, focus);
        let next = self.code.label_here();
        self.code.jump_op_at(Op::IteratorNext { dst: value, iter, done: Jump(0) }, end, at, focus);
        self.code.op(Op::ArrayPush { array, src: value });
        self.code.jump(next);
        self.code.place(end);
        self.code.release(mark);
    }

    pub(super) fn call_op(
        &mut self,
        call: &'a CallExpression<'a>,
        base: Reg,
        has_this: bool,
        arguments: Arguments,
        dst: Reg,
    ) {
        let op = match arguments {
            Arguments::Count(argc) if has_this => Op::Call { base, argc, dst },
            Arguments::Count(argc) => Op::CallPlain { base, argc, dst },
            Arguments::Spread => Op::CallSpread { base, dst },
        };
        self.code.op_at(op, span(call.span), span(call.callee.span()));
    }

    pub(super) fn new_expression(&mut self, it: &'a NewExpression<'a>, dst: Reg) {
        let base = self.code.temps(2);
        self.expr_to(&it.callee, base);
        let op = match self.arguments(&it.arguments, base, true) {
            Arguments::Count(argc) => Op::Construct { base, argc, dst },
            Arguments::Spread => Op::ConstructSpread { base, dst },
        };
        self.code.op_at(op, span(it.span), span(it.callee.span()));
    }

    /// `super(...)`.
    pub(super) fn super_call(&mut self, call: &'a CallExpression<'a>, dst: Reg) {
        let at = span(call.span);
        let mark = self.code.mark();
        let base = self.code.temps(2);
        let class = self.load_lexical_variable(|code| code.callee_var, NO_SPAN);
        self.code.op_at(Op::GetParent { dst: base, src: class }, at, NO_SPAN);
        self.code.release_above(Reg(base.0.saturating_add(1)));
        let arguments = self.arguments(&call.arguments, base, true);
        let new_target = self.load_lexical_variable(|code| code.new_target_var, NO_SPAN);
        let result = self.code.temp();
        self.code.op_at(
            match arguments {
                Arguments::Count(argc) => Op::SuperCall { base, argc, dst: result, new_target },
                Arguments::Spread => Op::SuperCallSpread { base, dst: result, new_target },
            },
            at,
            NO_SPAN,
        );
        self.bind_this(result, at);
        self.code.op(Op::Move { dst, src: result });
        self.code.release(mark);
    }

    /// Binds `this` of a derived constructor and initialises the fields of its class.
    pub(super) fn bind_this(&mut self, value: Reg, at: codemode_bytecode::Span) {
        let mark = self.code.mark();
        if let Some(var) = self.lexical_variable(|code| code.this_var) {
            let mut resolved = self.resolve_variable(var, 0);
            resolved.checked = false;
            let src = self.load(&resolved, None, at);
            self.code.op_at(Op::CheckThisUnbound { src }, at, NO_SPAN);
            self.initialise(&resolved, value, at);
        }
        if let Some(properties) = self.code.parameter_properties.clone() {
            self.assign_parameter_properties(&properties, value);
        }
        if constructor_initializes_fields(self) {
            let class = self.load_lexical_variable(|code| code.callee_var, NO_SPAN);
            self.code.op_at(Op::InitFields { this: value, class }, at, NO_SPAN);
        }
        self.code.release(mark);
    }

    /// `$Call(function, receiver, …)` and `$Construct(constructor, …)` of built-in sources.
    fn plain_call(&mut self, constructs: bool, call: &'a CallExpression<'a>, dst: Reg) {
        let mark = self.code.mark();
        let base = self.code.temps(2);
        let receivers = if constructs { 1 } else { 2 };
        let mut argc = 0;
        for (index, argument) in call.arguments.iter().enumerate() {
            let Some(expression) = argument.as_expression() else {
                self.fail("an intrinsic takes no spread arguments", span(call.span));
                continue;
            };
            if index < receivers {
                self.expr_to(expression, Reg(base.0.saturating_add(index as u8)));
            } else {
                self.expr_to_temp(expression);
                argc += 1;
            }
        }
        let op = if constructs { Op::Construct { base, argc, dst } } else { Op::Call { base, argc, dst } };
        self.code.op_at(op, span(call.span), span(call.callee.span()));
        self.code.release(mark);
    }

    /// The number of the intrinsic that a callee names, in built-in sources.
    pub(super) fn intrinsic_id(&self, callee: &'a Expression<'a>) -> Option<u16> {
        if !self.options.builtin {
            return None;
        }
        let Expression::Identifier(ident) = unwrapped(callee) else { return None };
        if self.symbol_of(ident).is_some() {
            return None;
        }
        let wanted = ident.name.as_str().strip_prefix('$')?;
        match wanted {
            "Call" => return Some(CALL),
            "Construct" => return Some(CONSTRUCT),
            _ => {}
        }
        self.options.intrinsics.iter().position(|&name| name == wanted).and_then(|id| u16::try_from(id).ok())
    }

    pub(super) fn intrinsic(&mut self, id: u16, call: &'a CallExpression<'a>, dst: Reg) {
        if id == CALL || id == CONSTRUCT {
            return self.plain_call(id == CONSTRUCT, call, dst);
        }
        let mark = self.code.mark();
        let mut first = None;
        for argument in &call.arguments {
            match argument.as_expression() {
                Some(expression) => {
                    let reg = self.expr_to_temp(expression);
                    first.get_or_insert(reg);
                }
                None => self.fail("an intrinsic takes no spread arguments", span(call.span)),
            }
        }
        let op = Op::Intrinsic { dst, id, first: first.unwrap_or(dst), argc: call.arguments.len() as u8 };
        self.code.op_at(op, span(call.span), span(call.callee.span()));
        self.code.release(mark);
    }
}

/// Numbers of `$Call` and `$Construct`, which are no operations of the machine but calls with an explicit receiver.
const CALL: u16 = u16::MAX;
const CONSTRUCT: u16 = u16::MAX - 1;

fn constructor_initializes_fields(emitter: &Emitter<'_, '_>) -> bool {
    if !emitter.code.is_lexical {
        return emitter.code.initializes_fields;
    }
    emitter.parents.iter().rev().find(|code| !code.is_lexical).is_some_and(|code| code.initializes_fields)
}
