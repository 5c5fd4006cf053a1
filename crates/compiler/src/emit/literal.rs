//! Object, array and template literals, regular expressions.

use codemode_bytecode::{ConstIndex, Constant, NamePrefix, Op, Reg};
use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::analysis::Facts;
use super::chain::constant_key;
use super::constants::is_array_index;
use super::expression::{number, unwrapped};
use super::function::Name;
use super::scope::NO_SPAN;
use super::{Emitter, span};

/// Longest literal made from consecutive registers; longer ones are built step by step.
const MAX_TEMPLATE_KEYS: usize = 32;
const MAX_ELEMENTS: usize = 64;
const MAX_CONCAT: usize = 64;

impl<'a> Emitter<'a, '_> {
    pub(super) fn regexp(&mut self, literal: &'a RegExpLiteral<'a>, dst: Reg) {
        let flags = literal.regex.flags.to_string();
        let pattern = literal.regex.pattern.text.as_str();
        let index = self.tables.push(Constant::RegExp { pattern: pattern.into(), flags: flags.as_str().into() });
        self.code.op_at(Op::NewRegExp { dst, index: ConstIndex(index) }, span(literal.span), NO_SPAN);
    }

    // Templates.

    pub(super) fn template(&mut self, template: &'a TemplateLiteral<'a>, dst: Reg) {
        let at = span(template.span);
        let text = |index: usize| {
            template
                .quasis
                .get(index)
                .and_then(|quasi| quasi.value.cooked.as_ref().map(|cooked| (cooked.as_str(), quasi.lone_surrogates)))
        };
        if template.expressions.is_empty() {
            let (cooked, lone_surrogates) = text(0).unwrap_or(("", false));
            self.load_string(dst, cooked, lone_surrogates);
            return;
        }
        let mark = self.code.mark();
        let mut first = None;
        let mut count = 0;
        // All expressions after this one are unaffected. It only moves to the front, so that long templates are linear.
        let mut last_affected = template.expressions.len().saturating_sub(1);
        for (index, expression) in template.expressions.iter().enumerate() {
            if let Some((cooked, lone_surrogates)) = text(index).filter(|(cooked, _)| !cooked.is_empty()) {
                let part = self.code.temp();
                first.get_or_insert(part);
                self.load_string(part, cooked, lone_surrogates);
                count += 1;
            }
            let part = self.code.temp();
            first.get_or_insert(part);
            count += 1;
            // A conversion that may run code comes before the next expression, unless that one cannot notice.
            while last_affected > index
                && template.expressions.get(last_affected).is_some_and(|later| self.is_unaffected(later))
            {
                last_affected -= 1;
            }
            if last_affected <= index {
                self.expr_to(expression, part);
            } else {
                let inner = self.code.mark();
                let src = match unwrapped(expression) {
                    Expression::Identifier(ident) => {
                        let in_place = matches!(self.resolve(ident).access, super::scope::Access::Reg(_));
                        self.identifier(ident, (!in_place).then_some(part))
                    }
                    _ => {
                        self.expr_to(expression, part);
                        part
                    }
                };
                self.code.op_at(Op::ToString { dst: part, src }, at, span(expression.span()));
                self.code.release(inner);
            }
            if count >= MAX_CONCAT
                && let Some(start) = first
            {
                self.code.op_at(Op::Concat { dst: start, first: start, count: count as u8 }, at, NO_SPAN);
                self.code.release_above(start);
                count = 1;
            }
        }
        if let Some((cooked, lone_surrogates)) =
            text(template.expressions.len()).filter(|(cooked, _)| !cooked.is_empty())
        {
            let part = self.code.temp();
            self.load_string(part, cooked, lone_surrogates);
            count += 1;
        }
        if let Some(first) = first {
            let focus = match template.expressions.as_slice() {
                [only] => span(only.span()),
                _ => NO_SPAN,
            };
            self.code.op_at(Op::Concat { dst, first, count: count as u8 }, at, focus);
        }
        self.code.release(mark);
    }

    /// Whether the value of an expression cannot depend on code that runs before it: literals and local variables
    /// that live in registers.
    fn is_unaffected(&mut self, expression: &'a Expression<'a>) -> bool {
        match unwrapped(expression) {
            Expression::Identifier(ident) => {
                let resolved = self.resolve(ident);
                matches!(resolved.access, super::scope::Access::Reg(_)) && !resolved.checked
            }
            Expression::StringLiteral(_) | Expression::NumericLiteral(_) | Expression::BooleanLiteral(_) => true,
            _ => false,
        }
    }

    pub(super) fn tagged_template(&mut self, tagged: &'a TaggedTemplateExpression<'a>, dst: Reg) {
        let base = self.code.temps(2);
        let has_this = self.callee(&tagged.tag, base);
        let strings = self.code.temp();
        let mut cooked = Vec::new();
        let mut raw = Vec::new();
        for quasi in &tagged.quasi.quasis {
            cooked.push(
                quasi
                    .value
                    .cooked
                    .as_ref()
                    .map(|text| self.tables.escaped_string(text.as_str(), quasi.lone_surrogates)),
            );
            raw.push(self.tables.string(quasi.value.raw.as_str()));
        }
        let index = ConstIndex(self.tables.push(Constant::Template { cooked, raw }));
        self.code.op(Op::GetTemplateObject { dst: strings, index });
        for expression in &tagged.quasi.expressions {
            self.expr_to_temp(expression);
        }
        let argc = (tagged.quasi.expressions.len() + 1).min(255) as u8;
        let op = if has_this { Op::Call { base, argc, dst } } else { Op::CallPlain { base, argc, dst } };
        self.code.op_at(op, span(tagged.span), span(tagged.tag.span()));
    }

    // Arrays.

    pub(super) fn array(&mut self, array: &'a ArrayExpression<'a>, dst: Reg) {
        let simple = array.elements.len() <= MAX_ELEMENTS
            && array.elements.iter().all(|element| element.as_expression().is_some());
        if array.elements.is_empty() {
            self.code.op(Op::NewArray { dst, capacity: 0 });
            return;
        }
        if simple {
            let mut first = dst;
            for (at, element) in array.elements.iter().enumerate() {
                if let Some(expression) = element.as_expression() {
                    let reg = self.expr_to_temp(expression);
                    if at == 0 {
                        first = reg;
                    }
                }
            }
            self.code.op(Op::NewArrayFrom { dst, first, count: array.elements.len() as u8 });
            return;
        }
        self.code.op(Op::NewArray { dst, capacity: array.elements.len() as u32 });
        for element in &array.elements {
            let mark = self.code.mark();
            match element {
                ArrayExpressionElement::SpreadElement(spread) => self.spread(spread, dst),
                ArrayExpressionElement::Elision(_) => self.code.op(Op::ArrayPushHole { array: dst }),
                element => {
                    if let Some(expression) = element.as_expression() {
                        let src = self.expr(expression);
                        self.code.op(Op::ArrayPush { array: dst, src });
                    }
                }
            }
            self.code.release(mark);
        }
    }

    // Objects.

    pub(super) fn object(&mut self, object: &'a ObjectExpression<'a>, dst: Reg) {
        if object.properties.is_empty() {
            self.code.op(Op::NewObject { dst, capacity: 0 });
            return;
        }
        if let Some(keys) = self.template_keys(object) {
            self.object_from_template(object, keys, dst);
            return;
        }
        self.code.op(Op::NewObject { dst, capacity: object.properties.len() as u32 });
        for property in &object.properties {
            let mark = self.code.mark();
            match property {
                ObjectPropertyKind::SpreadProperty(spread) => {
                    let src = self.expr(&spread.argument);
                    let op = Op::CopyDataProperties { obj: dst, src };
                    self.code.op_at(op, span(spread.span), span(spread.argument.span()));
                }
                ObjectPropertyKind::ObjectProperty(property) => self.property(property, dst),
            }
            self.code.release(mark);
        }
    }

    /// The keys of a literal that is made at once: distinct names, plain values.
    fn template_keys(&mut self, object: &'a ObjectExpression<'a>) -> Option<Vec<u32>> {
        if object.properties.len() > MAX_TEMPLATE_KEYS {
            return None;
        }
        let mut keys = Vec::with_capacity(object.properties.len());
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
            if property.kind != PropertyKind::Init || (property.method && self.uses_super(&property.value)) {
                return None;
            }
            let key = self.constant_property_key(&property.key, property.computed)?;
            if keys.contains(&key) || self.tables.text(key) == "__proto__" || is_array_index(self.tables.text(key)) {
                return None;
            }
            keys.push(key);
        }
        Some(keys)
    }

    fn uses_super(&self, value: &Expression<'a>) -> bool {
        match value {
            Expression::FunctionExpression(function) => {
                function.scope_id.get().is_none_or(|scope| self.analysis.facts(scope).has(Facts::HOME))
            }
            _ => true,
        }
    }

    fn object_from_template(&mut self, object: &'a ObjectExpression<'a>, keys: Vec<u32>, dst: Reg) {
        let mut first = None;
        for (property, &key) in object.properties.iter().zip(&keys) {
            let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
            let value = self.code.temp();
            first.get_or_insert(value);
            match &property.value {
                Expression::FunctionExpression(function) if property.method => {
                    self.method_closure(function, value, key, span(property.span));
                }
                expression => self.named_expr_to(expression, value, Name::Const(key)),
            }
        }
        let template = self.tables.template(keys);
        if let Some(first) = first {
            self.code.op(Op::NewObjectFrom { dst, first, template });
        }
    }

    /// Index of the string constant of a key that is known now.
    pub(super) fn constant_property_key(&mut self, key: &'a PropertyKey<'a>, computed: bool) -> Option<u32> {
        match key {
            PropertyKey::StaticIdentifier(name) => Some(self.tables.string(name.name.as_str())),
            PropertyKey::PrivateIdentifier(_) => None,
            PropertyKey::StringLiteral(literal) if !computed => {
                Some(self.tables.escaped_string(literal.value.as_str(), literal.lone_surrogates))
            }
            key => {
                let expression = key.as_expression()?;
                if computed {
                    return constant_key(expression).map(|name| self.tables.string(name));
                }
                match unwrapped(expression) {
                    Expression::BigIntLiteral(literal) => Some(self.tables.string(literal.value.as_str())),
                    expression => {
                        let value = super::constants::as_int(number(expression)?)?;
                        Some(self.tables.string(&value.to_string()))
                    }
                }
            }
        }
    }

    /// Evaluates a key that is not a private name into a register, converted to a property key.
    pub(super) fn property_key(&mut self, key: &'a PropertyKey<'a>, computed: bool) -> Reg {
        if let Some(name) = self.constant_property_key(key, computed) {
            return self.load_const(name);
        }
        let dst = self.code.temp();
        if let Some(expression) = key.as_expression() {
            self.expr_to(expression, dst);
            if number(expression).is_none() {
                self.code.op_at(Op::ToPropertyKey { dst, src: dst }, span(expression.span()), NO_SPAN);
            }
        }
        dst
    }

    fn property(&mut self, property: &'a ObjectProperty<'a>, obj: Reg) {
        let at = span(property.span);
        let constant = self.constant_property_key(&property.key, property.computed);
        let is_plain = property.kind == PropertyKind::Init && !property.method;
        if is_plain
            && !property.computed
            && !property.shorthand
            && constant.is_some_and(|key| self.tables.text(key) == "__proto__")
        {
            let src = self.expr(&property.value);
            self.code.op(Op::SetProto { obj, src });
            return;
        }
        if is_plain && let Some(key) = constant {
            let src = match anonymous(&property.value) {
                true => {
                    let src = self.code.temp();
                    self.named_expr_to(&property.value, src, Name::Const(key));
                    src
                }
                false => self.expr(&property.value),
            };
            let site = self.tables.site(key);
            self.code.op_at(Op::DefineField { obj, src, site }, at, NO_SPAN);
            return;
        }
        let key = self.property_key(&property.key, property.computed);
        if is_plain {
            let src = self.code.temp();
            self.named_expr_to(&property.value, src, Name::Dynamic(key, NamePrefix::None));
            self.code.op_at(Op::DefineElem { obj, key, src }, at, NO_SPAN);
            return;
        }
        let Expression::FunctionExpression(function) = &property.value else { return };
        let kind = match property.kind {
            PropertyKind::Init => MethodDefinitionKind::Method,
            PropertyKind::Get => MethodDefinitionKind::Get,
            PropertyKind::Set => MethodDefinitionKind::Set,
        };
        self.define_method(function, kind, obj, key, constant, true, at);
    }

    /// Makes a method or accessor and defines it on `obj`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn define_method(
        &mut self,
        function: &'a Function<'a>,
        kind: MethodDefinitionKind,
        obj: Reg,
        key: Reg,
        constant: Option<u32>,
        is_enumerable: bool,
        at: codemode_bytecode::Span,
    ) {
        let prefix = match kind {
            MethodDefinitionKind::Get => NamePrefix::Get,
            MethodDefinitionKind::Set => NamePrefix::Set,
            MethodDefinitionKind::Method | MethodDefinitionKind::Constructor => NamePrefix::None,
        };
        let name = self.method_name(constant, prefix);
        let func = self.code.temp();
        self.method_closure(function, func, name, at);
        if constant.is_none() {
            self.code.op(Op::SetFunctionName { func, name: key, prefix });
        }
        let enumerable = u8::from(is_enumerable);
        let op = match kind {
            MethodDefinitionKind::Get => Op::DefineGetter { obj, key, func, enumerable },
            MethodDefinitionKind::Set => Op::DefineSetter { obj, key, func, enumerable },
            MethodDefinitionKind::Method | MethodDefinitionKind::Constructor => {
                Op::DefineMethod { obj, key, func, enumerable }
            }
        };
        self.code.op_at(op, at, NO_SPAN);
    }

    /// The name of a method with a constant key.
    pub(super) fn method_name(&mut self, constant: Option<u32>, prefix: NamePrefix) -> u32 {
        let Some(key) = constant else { return self.tables.string("") };
        let prefix = match prefix {
            NamePrefix::None => return key,
            NamePrefix::Get => "get ",
            NamePrefix::Set => "set ",
        };
        let name = format!("{prefix}{}", self.tables.text(key));
        self.tables.string(&name)
    }
}

/// Whether the expression is an anonymous function or class, which NamedEvaluation names.
pub(super) fn anonymous(expression: &Expression<'_>) -> bool {
    match unwrapped(expression) {
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        Expression::ArrowFunctionExpression(_) => true,
        _ => false,
    }
}
