//! One walk over the tree before emission: what the parser's scopes do not tell. Which function uses `this` and its
//! relatives (also through arrow functions), where every reference stands, where every binding becomes initialised.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::scope::{ScopeFlags, ScopeId};

/// What a function or class body (its field initializers and static blocks) makes use of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Facts(u16);

impl Facts {
    pub const THIS: Self = Self(1);
    pub const ARGUMENTS: Self = Self(2);
    pub const NEW_TARGET: Self = Self(4);
    pub const HOME: Self = Self(8);
    pub const CALLEE: Self = Self(16);
    /// The scope is that of a class.
    pub const CLASS: Self = Self(1 << 15);

    /// The same uses by arrow functions inside.
    const fn captured(self) -> Self {
        Self(self.0 << 5)
    }

    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn has_captured(self, other: Self) -> bool {
        self.has(other.captured())
    }

    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The result of the walk.
pub(super) struct Analysis {
    /// By scope: the scope of the function or class whose code it belongs to.
    function_of: Vec<ScopeId>,
    /// By scope of a function or class.
    facts: Vec<Facts>,
    /// By reference: its position.
    reference_at: Vec<u32>,
    /// By symbol: the position from which on straight-line code finds it initialised. 0 for bindings that always are.
    initialised_at: Vec<u32>,
}

impl Analysis {
    pub fn new<'a>(program: &Program<'a>, scoping: &Scoping) -> Self {
        let root = scoping.root_scope_id();
        let mut walk = Walk {
            scoping,
            functions: vec![(root, false)],
            in_switch: false,
            result: Self {
                function_of: Vec::new(),
                facts: vec![Facts::default(); scoping.scopes_len()],
                reference_at: vec![0; scoping.references_len()],
                initialised_at: vec![0; scoping.symbols_len()],
            },
        };
        walk.visit_program(program);
        let mut result = walk.result;
        result.function_of = Vec::with_capacity(scoping.scopes_len());
        for scope in scoping.scope_descendants_from_root() {
            let own = scoping.scope_flags(scope).is_var() || result.facts(scope).has(Facts::CLASS);
            let function = match scoping.scope_parent_id(scope) {
                Some(parent) if !own => result.function_of(parent),
                _ => scope,
            };
            result.function_of.push(function);
        }
        result
    }

    pub fn function_of(&self, scope: ScopeId) -> ScopeId {
        self.function_of.get(scope.index()).copied().unwrap_or(scope)
    }

    pub fn facts(&self, scope: ScopeId) -> Facts {
        self.facts.get(scope.index()).copied().unwrap_or_default()
    }

    pub fn reference_at(&self, reference: oxc_syntax::reference::ReferenceId) -> u32 {
        self.reference_at.get(reference.index()).copied().unwrap_or(0)
    }

    pub fn initialised_at(&self, symbol: oxc_syntax::symbol::SymbolId) -> u32 {
        self.initialised_at.get(symbol.index()).copied().unwrap_or(0)
    }
}

struct Walk<'s> {
    scoping: &'s Scoping,
    /// Scopes of the functions around; whether they are arrow functions.
    functions: Vec<(ScopeId, bool)>,
    /// The statements visited stand directly in the cases of a `switch`.
    in_switch: bool,
    result: Analysis,
}

impl Walk<'_> {
    fn uses(&mut self, mut facts: Facts) {
        let plain = facts;
        for &(scope, is_arrow) in self.functions.iter().rev() {
            if !is_arrow {
                if let Some(slot) = self.result.facts.get_mut(scope.index()) {
                    slot.add(facts);
                }
                return;
            }
            facts = Facts(plain.0 | plain.captured().0);
        }
    }

    fn inside(&mut self, scope: Option<ScopeId>, is_arrow: bool, visit: impl FnOnce(&mut Self)) {
        let Some(scope) = scope else { return };
        let in_switch = std::mem::take(&mut self.in_switch);
        self.functions.push((scope, is_arrow));
        visit(self);
        self.functions.pop();
        self.in_switch = in_switch;
    }

    fn initialised(&mut self, pattern: &BindingPattern<'_>, at: u32) {
        pattern.bound_names_iter(&mut |ident| {
            if let Some(slot) =
                ident.symbol_id.get().and_then(|symbol| self.result.initialised_at.get_mut(symbol.index()))
            {
                *slot = at;
            }
        });
    }

    fn loop_head(&mut self, left: &ForStatementLeft<'_>, end: u32) {
        if let ForStatementLeft::VariableDeclaration(declaration) = left
            && declaration.kind.is_lexical()
        {
            for declarator in &declaration.declarations {
                self.initialised(&declarator.id, end);
            }
        }
    }
}

/// The names that a pattern binds.
pub(super) trait BoundNames<'a> {
    /// Calls `visit` with each bound name in order.
    fn bound_names_iter(&self, visit: &mut impl FnMut(&BindingIdentifier<'a>));
}

impl<'a> BoundNames<'a> for BindingPattern<'a> {
    fn bound_names_iter(&self, visit: &mut impl FnMut(&BindingIdentifier<'a>)) {
        match self {
            BindingPattern::BindingIdentifier(ident) => visit(ident),
            BindingPattern::ObjectPattern(pattern) => {
                for property in &pattern.properties {
                    property.value.bound_names_iter(visit);
                }
                if let Some(rest) = &pattern.rest {
                    rest.argument.bound_names_iter(visit);
                }
            }
            BindingPattern::ArrayPattern(pattern) => {
                for element in pattern.elements.iter().flatten() {
                    element.bound_names_iter(visit);
                }
                if let Some(rest) = &pattern.rest {
                    rest.argument.bound_names_iter(visit);
                }
            }
            BindingPattern::AssignmentPattern(pattern) => pattern.left.bound_names_iter(visit),
        }
    }
}

impl<'a> Visit<'a> for Walk<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let Some(reference) = it.reference_id.get() else { return };
        if let Some(slot) = self.result.reference_at.get_mut(reference.index()) {
            *slot = it.span.start;
        }
        if it.name == "arguments" && self.scoping.get_reference(reference).symbol_id().is_none() {
            self.uses(Facts::ARGUMENTS);
        }
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.uses(Facts::THIS);
    }

    fn visit_new_target(&mut self, _: &NewTarget) {
        self.uses(Facts::NEW_TARGET);
    }

    fn visit_super(&mut self, _: &Super) {
        self.uses(Facts::THIS);
        self.uses(Facts::HOME);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if matches!(it.callee, Expression::Super(_)) {
            self.uses(Facts::THIS);
            self.uses(Facts::CALLEE);
            self.uses(Facts::NEW_TARGET);
            self.visit_arguments(&it.arguments);
            return;
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.inside(it.scope_id.get(), false, |this| walk::walk_function(this, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.inside(it.scope_id.get(), true, |this| walk::walk_arrow_function_expression(this, it));
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.initialised(&it.pattern, it.span.end);
        walk::walk_formal_parameter(self, it);
    }

    fn visit_formal_parameter_rest(&mut self, it: &FormalParameterRest<'a>) {
        self.initialised(&it.rest.argument, it.span.end);
        walk::walk_formal_parameter_rest(self, it);
    }

    fn visit_catch_parameter(&mut self, it: &CatchParameter<'a>) {
        // A plain name has its value from the start, and may be one symbol with a `var` of the block.
        if !matches!(it.pattern, BindingPattern::BindingIdentifier(_)) {
            self.initialised(&it.pattern, it.span.end);
        }
        walk::walk_catch_parameter(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if let Some(symbol) = it.id.as_ref().and_then(|id| id.symbol_id.get())
            && let Some(slot) = self.result.initialised_at.get_mut(symbol.index())
        {
            *slot = if self.in_switch && it.is_declaration() { u32::MAX } else { it.span.end };
        }
        if let Some(scope) = it.scope_id.get()
            && let Some(slot) = self.result.facts.get_mut(scope.index())
        {
            slot.add(Facts::CLASS);
        }
        let in_switch = std::mem::take(&mut self.in_switch);
        if let Some(heritage) = &it.heritage {
            self.visit_expression(&heritage.expression);
        }
        for element in &it.body.body {
            match element {
                ClassElement::PropertyDefinition(property) => {
                    self.visit_property_key(&property.key);
                    if let Some(value) = &property.value {
                        self.inside(it.scope_id.get(), false, |this| this.visit_expression(value));
                    }
                }
                ClassElement::StaticBlock(block) => {
                    self.inside(it.scope_id.get(), false, |this| walk::walk_static_block(this, block));
                }
                _ => self.visit_class_element(element),
            }
        }
        self.in_switch = in_switch;
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind.is_lexical() {
            for declarator in &it.declarations {
                let at = if self.in_switch { u32::MAX } else { declarator.span.end };
                self.initialised(&declarator.id, at);
            }
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        walk::walk_for_in_statement(self, it);
        self.loop_head(&it.left, it.right.span().end);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        walk::walk_for_of_statement(self, it);
        self.loop_head(&it.left, it.right.span().end);
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        if matches!(it, Statement::VariableDeclaration(_) | Statement::ClassDeclaration(_)) {
            walk::walk_statement(self, it);
        } else {
            let in_switch = std::mem::take(&mut self.in_switch);
            walk::walk_statement(self, it);
            self.in_switch = in_switch;
        }
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        let in_switch = std::mem::replace(&mut self.in_switch, true);
        self.visit_statements(&it.consequent);
        self.in_switch = in_switch;
    }

    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}
    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}
    fn visit_ts_type_parameter_instantiation(&mut self, _: &TSTypeParameterInstantiation<'a>) {}
    fn visit_ts_interface_declaration(&mut self, _: &TSInterfaceDeclaration<'a>) {}
    fn visit_ts_type_alias_declaration(&mut self, _: &TSTypeAliasDeclaration<'a>) {}
    fn visit_ts_class_implements_list(&mut self, _: &oxc_allocator::Vec<'a, TSClassImplements<'a>>) {}
    fn visit_decorators(&mut self, _: &oxc_allocator::Vec<'a, Decorator<'a>>) {}
}
