//! Destructuring, in declarations and in assignments.
//!
//! An array pattern closes its iterator when it is left early; the iterator itself knows whether it is done.

use codemode_bytecode::{Jump, Op, Reg, Span};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::assignment::Target;
use super::function::Name;
use super::scope::{Access, NO_SPAN};
use super::{Emitter, span};

/// Keys that an object pattern with a rest element can exclude.
const MAX_EXCLUDED: usize = 100;

/// One property of an object pattern.
struct Property<'a> {
    key: Key<'a>,
    at: Span,
}

enum Key<'a> {
    Name(u32),
    Computed(&'a PropertyKey<'a>),
}

impl<'a> Emitter<'a, '_> {
    /// The name that a default value of this pattern gets.
    pub(super) fn pattern_name(&mut self, pattern: &BindingPattern<'a>) -> Name {
        match pattern {
            BindingPattern::BindingIdentifier(id) => Name::Const(self.tables.string(id.name.as_str())),
            _ => Name::None,
        }
    }

    /// Initialises the names of a pattern from `value`.
    pub(super) fn bind_pattern(&mut self, pattern: &'a BindingPattern<'a>, value: Reg) {
        match pattern {
            BindingPattern::BindingIdentifier(id) => {
                let resolved = self.resolve_binding(id);
                self.initialise(&resolved, value, span(id.span));
            }
            BindingPattern::ObjectPattern(pattern) => {
                self.nested(span(pattern.span), |this| this.bind_object(pattern, value));
            }
            BindingPattern::ArrayPattern(pattern) => {
                self.nested(span(pattern.span), |this| this.bind_array(pattern, value));
            }
            BindingPattern::AssignmentPattern(pattern) => {
                let mark = self.code.mark();
                let copy = self.code.temp();
                self.code.op(Op::Move { dst: copy, src: value });
                self.bind_defaulted(&pattern.left, Some(&pattern.right), copy);
                self.code.release(mark);
            }
        }
    }

    /// Initialises a pattern from the fresh value in `value`, or from its default when that is undefined.
    fn bind_defaulted(&mut self, pattern: &'a BindingPattern<'a>, default: Option<&'a Expression<'a>>, value: Reg) {
        if let Some(default) = default {
            let name = self.pattern_name(pattern);
            self.default_value(default, value, name);
        }
        self.bind_pattern(pattern, value);
    }

    fn default_value(&mut self, default: &'a Expression<'a>, value: Reg, name: Name) {
        let given = self.code.label();
        self.code.jump_op(Op::JumpIfNotUndefined { src: value, to: Jump(0) }, given);
        self.named_expr_to(default, value, name);
        self.code.place(given);
    }

    /// The register of a name that may hold the value while it is made: nothing can look at it before.
    fn direct_register(&mut self, pattern: &'a BindingPattern<'a>) -> Option<Reg> {
        let BindingPattern::BindingIdentifier(id) = pattern else { return None };
        let symbol = id.symbol_id.get()?;
        let initialised_at = self.analysis.initialised_at(symbol);
        let resolved = self.resolve_binding(id);
        match resolved.access {
            Access::Reg(reg) if initialised_at > 0 && !self.is_mentioned_early(symbol, initialised_at) => Some(reg),
            _ => None,
        }
    }

    fn bind_object(&mut self, pattern: &'a ObjectPattern<'a>, value: Reg) {
        let at = span(pattern.span);
        let focus = std::mem::replace(&mut self.taken_apart, NO_SPAN);
        let mark = self.code.mark();
        let first_is_plain = pattern.properties.first().is_some_and(|property| !property.computed);
        if !first_is_plain {
            self.code.op_at(Op::RequireObjectCoercible { src: value }, at, focus);
        }
        let excluded = self.excluded_keys(pattern.rest.is_some(), pattern.properties.len(), at);
        for (index, property) in pattern.properties.iter().enumerate() {
            let mark = self.code.mark();
            let (inner, default) = split_default(&property.value);
            let direct = self.direct_register(inner);
            let key = match self.constant_property_key(&property.key, property.computed) {
                Some(name) => Key::Name(name),
                None => Key::Computed(&property.key),
            };
            let part = direct.unwrap_or_else(|| self.code.temp());
            let key = Property { key, at: span(property.span) };
            let key = self.pattern_key(&key, excluded.map(|first| Reg(first.0.saturating_add(index as u8))));
            self.get_key(&key, value, part, span(property.span), focus);
            if direct.is_some() {
                if let Some(default) = default {
                    let name = self.pattern_name(inner);
                    self.default_value(default, part, name);
                }
            } else {
                self.bind_defaulted(inner, default, part);
            }
            self.code.release(mark);
        }
        if let (Some(rest), Some(first)) = (&pattern.rest, excluded) {
            let direct = self.direct_register(&rest.argument);
            let obj = direct.unwrap_or_else(|| self.code.temp());
            self.rest_object(obj, value, first, pattern.properties.len(), span(rest.span));
            if direct.is_none() {
                self.bind_pattern(&rest.argument, obj);
            }
        }
        self.code.release(mark);
    }

    /// Registers for the keys that a rest element leaves out.
    fn excluded_keys(&mut self, has_rest: bool, count: usize, at: Span) -> Option<Reg> {
        if !has_rest {
            return None;
        }
        if count > MAX_EXCLUDED {
            self.fail("object pattern with a rest element has too many properties", at);
            return None;
        }
        Some(if count == 0 { self.code.temp() } else { self.code.temps(count as u32) })
    }

    fn rest_object(&mut self, obj: Reg, src: Reg, excluded: Reg, count: usize, at: Span) {
        self.code.op(Op::NewObject { dst: obj, capacity: 0 });
        let op = Op::CopyDataPropertiesExcept { obj, src, excluded, count: count as u8 };
        self.code.op_at(op, at, NO_SPAN);
    }

    /// Evaluates the key of a pattern property, kept in `keep` when a rest element needs it.
    fn pattern_key(&mut self, property: &Property<'a>, keep: Option<Reg>) -> PatternKey {
        match property.key {
            Key::Name(name) => {
                if let Some(keep) = keep {
                    let index = codemode_bytecode::ConstIndex(name);
                    self.code.op(Op::LoadConst { dst: keep, index });
                }
                PatternKey::Name(name)
            }
            Key::Computed(key) => {
                let dst = keep.unwrap_or_else(|| self.code.temp());
                if let Some(expression) = key.as_expression() {
                    self.expr_to(expression, dst);
                    self.code.op_at(Op::ToPropertyKey { dst, src: dst }, property.at, NO_SPAN);
                }
                PatternKey::Reg(dst)
            }
        }
    }

    fn get_key(&mut self, key: &PatternKey, obj: Reg, dst: Reg, at: Span, focus: Span) {
        let op = match *key {
            PatternKey::Name(name) => {
                let site = self.tables.site(name);
                Op::GetProp { dst, obj, site }
            }
            PatternKey::Reg(key) => Op::GetElem { dst, obj, key },
        };
        self.code.op_at(op, at, focus);
    }

    fn bind_array(&mut self, pattern: &'a ArrayPattern<'a>, value: Reg) {
        let at = span(pattern.span);
        let focus = std::mem::replace(&mut self.taken_apart, NO_SPAN);
        let mark = self.code.mark();
        let iter = self.code.temps(3);
        self.code.op_at(Op::GetIterator { iter, src: value }, at, focus);
        self.with_iterator(iter, false, |this| {
            for element in &pattern.elements {
                let mark = this.code.mark();
                match element {
                    None => {
                        let dst = this.code.temp();
                        this.code.op_at(Op::IteratorStep { dst, iter }, at, NO_SPAN);
                    }
                    Some(element) => {
                        let (inner, default) = split_default(element);
                        let direct = this.direct_register(inner);
                        let dst = direct.unwrap_or_else(|| this.code.temp());
                        this.code.op_at(Op::IteratorStep { dst, iter }, at, NO_SPAN);
                        if direct.is_none() {
                            this.bind_defaulted(inner, default, dst);
                        } else if let Some(default) = default {
                            let name = this.pattern_name(inner);
                            this.default_value(default, dst, name);
                        }
                    }
                }
                this.code.release(mark);
            }
            if let Some(rest) = &pattern.rest {
                let array = this.code.temp();
                this.rest_array(array, iter, span(rest.span));
                this.bind_pattern(&rest.argument, array);
            }
        });
        if pattern.rest.is_none() {
            self.code.op_at(Op::IteratorClose { iter }, at, NO_SPAN);
        }
        self.code.release(mark);
    }

    /// Collects the rest of an iterator. Its end marks the iterator done.
    fn rest_array(&mut self, array: Reg, iter: Reg, at: Span) {
        let mark = self.code.mark();
        let value = self.code.temp();
        let end = self.code.label();
        self.code.op(Op::NewArray { dst: array, capacity: 0 });
        let next = self.code.label();
        self.code.place(next);
        self.code.jump_op_at(Op::IteratorNext { dst: value, iter, done: Jump(0) }, end, at, NO_SPAN);
        self.code.op(Op::ArrayPush { array, src: value });
        self.code.jump(next);
        self.code.place(end);
        self.code.release(mark);
    }

    // Assignment patterns.

    /// Assigns the targets of a pattern from `value`, which no target may overwrite.
    pub(super) fn assign_pattern(&mut self, pattern: &'a AssignmentTargetPattern<'a>, value: Reg) {
        match pattern {
            AssignmentTargetPattern::ArrayAssignmentTarget(pattern) => {
                self.nested(span(pattern.span), |this| this.assign_array(pattern, value));
            }
            AssignmentTargetPattern::ObjectAssignmentTarget(pattern) => {
                self.nested(span(pattern.span), |this| this.assign_object(pattern, value));
            }
        }
    }

    /// Assigns any target from a value that is in a register already.
    pub(super) fn assign_target(&mut self, target: &'a AssignmentTarget<'a>, value: Reg) {
        match self.prepare(target) {
            Prepared::Target(target) => self.put(&target, value),
            Prepared::Pattern(pattern) => self.assign_pattern(pattern, value),
        }
    }

    fn prepare(&mut self, target: &'a AssignmentTarget<'a>) -> Prepared<'a> {
        if let Some(pattern) = target.as_assignment_target_pattern() {
            return Prepared::Pattern(pattern);
        }
        match target.as_simple_assignment_target() {
            Some(target) => Prepared::Target(self.target_copied(target)),
            None => Prepared::Target(Target::Super { base: Reg(0), key: Reg(0), this: Reg(0), at: NO_SPAN }),
        }
    }

    /// A target whose parts are copied out of local variables: anything may run before it is assigned.
    fn target_copied(&mut self, target: &'a SimpleAssignmentTarget<'a>) -> Target {
        let copy = |this: &mut Self, reg: Reg, mark: super::code::Mark| {
            if mark.is_temp(reg) {
                return reg;
            }
            let dst = this.code.temp();
            this.code.op(Op::Move { dst, src: reg });
            dst
        };
        let mark = self.code.mark();
        match self.target(target, &[]) {
            Target::Property { obj, name, at, focus } => {
                Target::Property { obj: copy(self, obj, mark), name, at, focus }
            }
            Target::Element { obj, key, at, focus } => {
                Target::Element { obj: copy(self, obj, mark), key: copy(self, key, mark), at, focus }
            }
            Target::Private { obj, name, at, focus } => Target::Private { obj: copy(self, obj, mark), name, at, focus },
            target @ (Target::Variable { .. } | Target::Super { .. }) => target,
        }
    }

    fn assign_prepared(&mut self, prepared: &Prepared<'a>, default: Option<&'a Expression<'a>>, value: Reg) {
        if let Some(default) = default {
            let name = match prepared {
                Prepared::Target(Target::Variable { resolved, .. }) => Name::Const(resolved.name),
                _ => Name::None,
            };
            self.default_value(default, value, name);
        }
        match prepared {
            Prepared::Target(target) => self.put(target, value),
            Prepared::Pattern(pattern) => self.assign_pattern(pattern, value),
        }
    }

    fn assign_array(&mut self, pattern: &'a ArrayAssignmentTarget<'a>, value: Reg) {
        let at = span(pattern.span);
        let focus = std::mem::replace(&mut self.taken_apart, NO_SPAN);
        let mark = self.code.mark();
        let iter = self.code.temps(3);
        self.code.op_at(Op::GetIterator { iter, src: value }, at, focus);
        self.with_iterator(iter, false, |this| {
            for element in &pattern.elements {
                let mark = this.code.mark();
                match element {
                    None => {
                        let dst = this.code.temp();
                        this.code.op_at(Op::IteratorStep { dst, iter }, at, NO_SPAN);
                    }
                    Some(element) => {
                        let (target, default) = match element {
                            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => {
                                (Some(&it.binding), Some(&it.init))
                            }
                            element => (element.as_assignment_target(), None),
                        };
                        let Some(target) = target else { continue };
                        let prepared = this.prepare(target);
                        let dst = this.code.temp();
                        this.code.op_at(Op::IteratorStep { dst, iter }, at, NO_SPAN);
                        this.assign_prepared(&prepared, default, dst);
                    }
                }
                this.code.release(mark);
            }
            if let Some(rest) = &pattern.rest {
                let prepared = this.prepare(&rest.target);
                let array = this.code.temp();
                this.rest_array(array, iter, span(rest.span));
                this.assign_prepared(&prepared, None, array);
            }
        });
        self.code.op_at(Op::IteratorClose { iter }, at, NO_SPAN);
        self.code.release(mark);
    }

    fn assign_object(&mut self, pattern: &'a ObjectAssignmentTarget<'a>, value: Reg) {
        let at = span(pattern.span);
        let focus = std::mem::replace(&mut self.taken_apart, NO_SPAN);
        let mark = self.code.mark();
        self.code.op_at(Op::RequireObjectCoercible { src: value }, at, focus);
        let excluded = self.excluded_keys(pattern.rest.is_some(), pattern.properties.len(), at);
        for (index, property) in pattern.properties.iter().enumerate() {
            let mark = self.code.mark();
            let keep = excluded.map(|first| Reg(first.0.saturating_add(index as u8)));
            match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it) => {
                    let name = self.tables.string(it.binding.name.as_str());
                    let key = self.pattern_key(&Property { key: Key::Name(name), at: span(it.span) }, keep);
                    let prepared = Prepared::Target(self.identifier_target(&it.binding));
                    let part = self.code.temp();
                    self.get_key(&key, value, part, span(it.span), focus);
                    self.assign_prepared(&prepared, it.init.as_ref(), part);
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(it) => {
                    let key = match self.constant_property_key(&it.name, it.computed) {
                        Some(name) => Key::Name(name),
                        None => Key::Computed(&it.name),
                    };
                    let key = self.pattern_key(&Property { key, at: span(it.span) }, keep);
                    let (target, default) = match &it.binding {
                        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => {
                            (Some(&it.binding), Some(&it.init))
                        }
                        binding => (binding.as_assignment_target(), None),
                    };
                    let Some(target) = target else { continue };
                    let prepared = self.prepare(target);
                    let part = self.code.temp();
                    self.get_key(&key, value, part, span(it.span), focus);
                    self.assign_prepared(&prepared, default, part);
                }
            }
            self.code.release(mark);
        }
        if let (Some(rest), Some(first)) = (&pattern.rest, excluded) {
            let prepared = self.prepare(&rest.target);
            let obj = self.code.temp();
            self.rest_object(obj, value, first, pattern.properties.len(), span(rest.span()));
            self.assign_prepared(&prepared, None, obj);
        }
        self.code.release(mark);
    }
}

/// A key that has been evaluated.
enum PatternKey {
    Name(u32),
    Reg(Reg),
}

/// A target whose reference has been evaluated.
enum Prepared<'a> {
    Target(Target),
    Pattern(&'a AssignmentTargetPattern<'a>),
}

fn split_default<'a>(pattern: &'a BindingPattern<'a>) -> (&'a BindingPattern<'a>, Option<&'a Expression<'a>>) {
    match pattern {
        BindingPattern::AssignmentPattern(pattern) => (&pattern.left, Some(&pattern.right)),
        pattern => (pattern, None),
    }
}
