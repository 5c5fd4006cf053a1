//! Classes: heritage, methods, private names, fields and static blocks.
//!
//! Instance fields and private methods become one synthetic method that runs on each new instance; static fields and
//! static blocks become another that runs once on the class. Private names, computed field keys and private methods
//! live in cells that these capture.

use codemode_bytecode::{FunctionIndex, FunctionKind, NamePrefix, Op, Reg, Span, Suspends};
use oxc_ast::ast::*;
use rustc_hash::FxHashMap;

use super::analysis::Facts;
use super::function::{Body, FunctionSource, Name};
use super::scope::{NO_SPAN, Place, VarId, as_cell};
use super::{Emitter, span};

/// The private names that a class declares.
pub(super) struct PrivateScope<'a> {
    names: FxHashMap<&'a str, VarId>,
}

/// A private method or accessor, added to an object by name.
struct PrivateElement {
    name: VarId,
    method: Option<VarId>,
    get: Option<VarId>,
    set: Option<VarId>,
}

/// A field or static block, in order.
enum Step<'a> {
    Field { property: &'a PropertyDefinition<'a>, key: FieldKey },
    Block(&'a StaticBlock<'a>),
}

#[derive(Clone, Copy)]
enum FieldKey {
    Name(u32),
    Private(VarId, u32),
    /// A computed key, kept in a cell.
    Computed(VarId),
}

/// What the walk over the class body leaves for later.
#[derive(Default)]
struct Later<'a> {
    instance: Vec<Step<'a>>,
    class: Vec<Step<'a>>,
    instance_private: Vec<PrivateElement>,
    class_private: Vec<PrivateElement>,
}

impl<'a> Emitter<'a, '_> {
    pub(super) fn class_declaration(&mut self, class: &'a Class<'a>) {
        if class.declare {
            return;
        }
        let Some(id) = &class.id else { return };
        let base = self.code.temps(2);
        // The binding itself is initialised before static fields and blocks run, unless the class has one of its own.
        if !self.class_into(class, base, Name::None, Some(id)) {
            let resolved = self.resolve_outer(id);
            self.initialise(&resolved, base, span(class.span));
        }
    }

    /// A class expression.
    pub(super) fn class(&mut self, class: &'a Class<'a>, dst: Reg, name: Name) {
        let base = self.code.temps(2);
        self.class_into(class, base, name, None);
        self.code.op(Op::Move { dst, src: base });
    }

    /// Evaluates a class: the constructor into `base`, the prototype into `base+1`. Gives whether it initialised the
    /// binding `outer` of a declaration.
    fn class_into(
        &mut self,
        class: &'a Class<'a>,
        base: Reg,
        name: Name,
        outer: Option<&'a BindingIdentifier<'a>>,
    ) -> bool {
        let mark = self.code.mark();
        let at = span(class.span);
        let proto = Reg(base.0.saturating_add(1));
        let inner = self.inner_binding(class);
        let heritage = class.heritage.as_ref().map(|heritage| (self.expr(&heritage.expression), &heritage.expression));
        self.private_scope(class);

        let (name, dynamic) = match (&class.id, name) {
            (Some(id), _) => (self.tables.string(id.name.as_str()), None),
            (None, Name::Const(name)) => (name, None),
            (None, Name::None) => (self.tables.string(""), None),
            (None, Name::Dynamic(key, prefix)) => (self.tables.string(""), Some((key, prefix))),
        };
        let func = FunctionIndex(self.constructor(class, name));
        match heritage {
            Some((heritage, expression)) => {
                let op = Op::MakeDerivedClass { dst: base, heritage, func };
                self.code.op_at(op, at, span(oxc_span::GetSpan::span(expression)));
            }
            None => self.code.op(Op::MakeClass { dst: base, func }),
        }
        if let Some((name, prefix)) = dynamic {
            self.code.op(Op::SetFunctionName { func: base, name, prefix });
        }

        let mut later = Later::default();
        for element in &class.body.body {
            // What an element keeps for later lives in registers until the class is complete.
            match element {
                ClassElement::MethodDefinition(method) => self.class_method(method, base, &mut later),
                ClassElement::PropertyDefinition(property) => self.class_field(property, &mut later),
                ClassElement::StaticBlock(block) => later.class.push(Step::Block(block)),
                ClassElement::AccessorProperty(property) => {
                    self.fail("accessor fields are not supported", span(property.span));
                }
                ClassElement::TSIndexSignature(_) => {}
            }
        }
        let resolved = match (inner, outer) {
            (Some(var), _) => Some(self.resolve_variable(var, u32::MAX)),
            (None, Some(outer)) => Some(self.resolve_outer(outer)),
            (None, None) => None,
        };
        if let Some(resolved) = resolved {
            self.initialise(&resolved, base, at);
        }
        let facts = class.scope_id.get().map(|scope| self.analysis.facts(scope)).unwrap_or_default();
        if !later.instance.is_empty() || !later.instance_private.is_empty() {
            let func = self.code.temp();
            self.initializer(&later.instance, &later.instance_private, facts, at, func);
            self.code.op(Op::SetHomeObject { func, home: proto });
            self.code.op(Op::SetFieldInitializer { class: base, func });
        }
        for element in &later.class_private {
            self.add_private_element(element, base, at);
        }
        if !later.class.is_empty() {
            let call = self.code.temps(2);
            self.initializer(&later.class, &[], facts, at, call);
            self.code.op(Op::SetHomeObject { func: call, home: base });
            self.code.op(Op::Move { dst: Reg(call.0.saturating_add(1)), src: base });
            self.code.op_at(Op::Call { base: call, argc: 0, dst: call }, at, NO_SPAN);
        }
        self.private_scopes.pop();
        self.code.release(mark);
        inner.is_none()
    }

    /// The immutable binding of the class name inside the class. A declaration needs one of its own only when the
    /// outer binding can change.
    fn inner_binding(&mut self, class: &'a Class<'a>) -> Option<VarId> {
        let symbol = class.id.as_ref()?.symbol_id.get()?;
        if class.is_declaration() && !self.scoping.symbol_is_mutated(symbol) {
            return None;
        }
        if self.scoping.get_resolved_reference_ids(symbol).is_empty() {
            return None;
        }
        let var = if class.is_declaration() {
            let name = self.tables.string(self.scoping.symbol_name(symbol));
            let place = self.code.local();
            let is_captured = self.is_captured(symbol);
            let var = self.add_variable(if is_captured { as_cell(place) } else { place }, name);
            self.split_symbol(symbol, class.span.start, class.span.end, var);
            var
        } else {
            self.declare(symbol)
        };
        let variable = self.variable_mut(var);
        variable.is_constant = true;
        variable.initialised_at = class.span.end;
        match variable.place {
            Place::Reg(dst) => self.code.op(Op::LoadUninit { dst }),
            _ => self.new_cell(var, true),
        }
        Some(var)
    }

    // Private names.

    fn private_scope(&mut self, class: &'a Class<'a>) {
        let mut names: FxHashMap<&'a str, VarId> = FxHashMap::default();
        for element in &class.body.body {
            let key = match element {
                ClassElement::MethodDefinition(method) => &method.key,
                ClassElement::PropertyDefinition(property) => &property.key,
                _ => continue,
            };
            let PropertyKey::PrivateIdentifier(id) = key else { continue };
            let text = id.name.as_str();
            if names.contains_key(text) {
                continue;
            }
            let name = self.tables.string(&format!("#{text}"));
            let var = self.kept_cell(name, |dst| Op::NewPrivateName { dst, name: codemode_bytecode::ConstIndex(name) });
            names.insert(text, var);
        }
        self.private_scopes.push(PrivateScope { names });
    }

    /// A new cell variable that holds the result of one instruction.
    fn kept_cell(&mut self, name: u32, op: impl FnOnce(Reg) -> Op) -> VarId {
        let place = self.code.local();
        match place {
            Place::Reg(dst) => {
                self.code.op(op(dst));
                self.code.op(Op::NewCellWith { dst, src: dst });
            }
            Place::Wide(wide) => {
                let src = self.code.temp();
                self.code.op(op(src));
                self.code.op(Op::NewCellWith { dst: src, src });
                self.code.op(Op::StoreWide { wide, src });
                self.release_temp(src);
            }
            _ => {}
        }
        self.add_variable(as_cell(place), name)
    }

    /// A new cell variable that holds the value in `src`.
    fn keep(&mut self, src: Reg, name: u32) -> VarId {
        self.kept_cell(name, |dst| Op::Move { dst, src })
    }

    fn private_variable(&self, id: &PrivateIdentifier<'a>) -> Option<VarId> {
        let name = id.name.as_str();
        self.private_scopes.iter().rev().find_map(|scope| scope.names.get(name).copied())
    }

    /// Loads a private name.
    pub(super) fn private_name(&mut self, id: &PrivateIdentifier<'a>) -> Reg {
        match self.private_variable(id) {
            Some(var) => self.load_variable(var),
            None => {
                self.fail("private name is not declared by a class around", span(id.span));
                self.code.temp()
            }
        }
    }

    /// Loads a variable of the emitter, which is always initialised.
    pub(super) fn load_variable(&mut self, var: VarId) -> Reg {
        let resolved = self.resolve_variable(var, u32::MAX);
        self.load(&resolved, None, NO_SPAN)
    }

    // Elements.

    fn class_method(&mut self, method: &'a MethodDefinition<'a>, base: Reg, later: &mut Later<'a>) {
        if method.kind == MethodDefinitionKind::Constructor || method.value.body.is_none() {
            return;
        }
        let at = span(method.span);
        let obj = if method.r#static { base } else { Reg(base.0.saturating_add(1)) };
        if let PropertyKey::PrivateIdentifier(id) = &method.key {
            let elements = if method.r#static { &mut later.class_private } else { &mut later.instance_private };
            self.private_method(method, id, obj, elements);
            return;
        }
        let mark = self.code.mark();
        let constant = self.constant_property_key(&method.key, method.computed);
        let key = self.property_key(&method.key, method.computed);
        self.define_method(&method.value, method.kind, obj, key, constant, false, at);
        self.code.release(mark);
    }

    fn private_method(
        &mut self,
        method: &'a MethodDefinition<'a>,
        id: &PrivateIdentifier<'a>,
        home: Reg,
        elements: &mut Vec<PrivateElement>,
    ) {
        let Some(name) = self.private_variable(id) else { return };
        let key = self.variable(name).name;
        let prefix = match method.kind {
            MethodDefinitionKind::Get => NamePrefix::Get,
            MethodDefinitionKind::Set => NamePrefix::Set,
            MethodDefinitionKind::Method | MethodDefinitionKind::Constructor => NamePrefix::None,
        };
        let text = self.method_name(Some(key), prefix);
        let func = self.code.temp();
        self.method_closure(&method.value, func, text, span(method.span));
        self.code.op(Op::SetHomeObject { func, home });
        let var = self.keep(func, key);
        let at = match elements.iter().position(|element| element.name == name) {
            Some(at) => at,
            None => {
                elements.push(PrivateElement { name, method: None, get: None, set: None });
                elements.len() - 1
            }
        };
        let Some(element) = elements.get_mut(at) else { return };
        match method.kind {
            MethodDefinitionKind::Get => element.get = Some(var),
            MethodDefinitionKind::Set => element.set = Some(var),
            MethodDefinitionKind::Method | MethodDefinitionKind::Constructor => element.method = Some(var),
        }
    }

    fn add_private_element(&mut self, element: &PrivateElement, obj: Reg, at: Span) {
        let mark = self.code.mark();
        let name = self.load_variable(element.name);
        if let Some(method) = element.method {
            let func = self.load_variable(method);
            self.code.op_at(Op::DefinePrivateMethod { obj, name, func }, at, NO_SPAN);
        } else {
            let get = self.optional(element.get);
            let set = self.optional(element.set);
            self.code.op_at(Op::DefinePrivateAccessor { obj, name, get, set }, at, NO_SPAN);
        }
        self.code.release(mark);
    }

    fn optional(&mut self, var: Option<VarId>) -> Reg {
        match var {
            Some(var) => self.load_variable(var),
            None => {
                let dst = self.code.temp();
                self.code.op(Op::LoadUndefined { dst });
                dst
            }
        }
    }

    fn class_field(&mut self, property: &'a PropertyDefinition<'a>, later: &mut Later<'a>) {
        if property.declare || property.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition {
            return;
        }
        let key = if let PropertyKey::PrivateIdentifier(id) = &property.key {
            let Some(var) = self.private_variable(id) else { return };
            FieldKey::Private(var, self.variable(var).name)
        } else if let Some(name) = self.constant_property_key(&property.key, property.computed) {
            FieldKey::Name(name)
        } else {
            let name = self.tables.string("");
            let key = self.property_key(&property.key, property.computed);
            FieldKey::Computed(self.keep(key, name))
        };
        let steps = if property.r#static { &mut later.class } else { &mut later.instance };
        steps.push(Step::Field { property, key });
    }

    /// Makes the method that runs steps on its `this`.
    fn initializer(&mut self, steps: &[Step<'a>], private: &[PrivateElement], facts: Facts, at: Span, dst: Reg) {
        let index = self.reserve_function();
        self.begin_function(index, FunctionKind::Method, at.start);
        self.own_variables(facts.with(Facts::THIS));
        let this = self.load_lexical_variable(|code| code.this_var, NO_SPAN);
        for element in private {
            self.add_private_element(element, this, at);
        }
        for step in steps {
            let mark = self.code.mark();
            match step {
                Step::Field { property, key } => self.initialize_field(property, *key, this),
                Step::Block(block) => {
                    self.enter_scope(block.scope_id.get(), &block.body, block.span.start);
                    self.using_block(&block.body, |this| this.statements(&block.body));
                }
            }
            self.code.release(mark);
        }
        if !self.code.ends_with_jump() {
            self.code.op(Op::ReturnUndefined {});
        }
        self.emit_deferred();
        let name = self.tables.string("");
        self.finish_function(name, 0, 0, at);
        self.code.op(Op::MakeClosure { dst, func: FunctionIndex(index) });
    }

    fn initialize_field(&mut self, property: &'a PropertyDefinition<'a>, key: FieldKey, obj: Reg) {
        let at = span(property.span);
        let (name, key_reg) = match key {
            FieldKey::Name(name) => (Name::Const(name), None),
            FieldKey::Private(var, name) => (Name::Const(name), Some(self.load_variable(var))),
            FieldKey::Computed(var) => {
                let key = self.load_variable(var);
                (Name::Dynamic(key, NamePrefix::None), Some(key))
            }
        };
        let src = self.code.temp();
        match &property.value {
            Some(value) => self.named_expr_to(value, src, name),
            None => self.code.op(Op::LoadUndefined { dst: src }),
        }
        let op = match (key, key_reg) {
            (FieldKey::Private(..), Some(name)) => Op::DefinePrivateField { obj, name, src },
            (FieldKey::Computed(_), Some(key)) => Op::DefineElem { obj, key, src },
            (FieldKey::Name(name), _) => {
                let site = self.tables.site(name);
                Op::DefineField { obj, src, site }
            }
            _ => return,
        };
        self.code.op_at(op, at, NO_SPAN);
    }

    // Constructors.

    /// Emits the constructor of a class, its own or the default one.
    fn constructor(&mut self, class: &'a Class<'a>, name: u32) -> u32 {
        let is_derived = class.heritage.is_some();
        let kind = if is_derived { FunctionKind::DerivedConstructor } else { FunctionKind::ClassConstructor };
        let initializes_fields = class.body.body.iter().any(|element| match element {
            ClassElement::PropertyDefinition(property) => {
                !property.r#static
                    && !property.declare
                    && property.r#type != PropertyDefinitionType::TSAbstractPropertyDefinition
            }
            ClassElement::MethodDefinition(method) => !method.r#static && method.key.is_private_identifier(),
            _ => false,
        });
        let own = class.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(method)
                if method.kind == MethodDefinitionKind::Constructor && method.value.body.is_some() =>
            {
                Some(&*method.value)
            }
            _ => None,
        });
        let index = self.reserve_function();
        let text = span(class.span);
        if let Some(function) = own {
            let mut source = self.function_source(function, kind, name);
            source.text = text;
            source.own_name = None;
            source.created_at = class.span.start;
            source.initializes_fields = initializes_fields;
            self.function_as(index, source);
            return index;
        }
        if !is_derived {
            let source = FunctionSource {
                kind,
                suspends: Suspends::Never,
                name,
                text,
                scope: None,
                facts: Facts::default(),
                params: None,
                body: Body::Statements(&[]),
                own_name: None,
                created_at: class.span.start,
                initializes_fields,
            };
            self.function_as(index, source);
            return index;
        }
        self.begin_function(index, kind, class.span.start);
        self.code.initializes_fields = initializes_fields;
        self.code.uses_arguments = true;
        self.own_variables(Facts::CALLEE.with(Facts::NEW_TARGET));
        let class_reg = self.load_lexical_variable(|code| code.callee_var, NO_SPAN);
        let new_target = self.load_lexical_variable(|code| code.new_target_var, NO_SPAN);
        let base = self.code.temps(3);
        self.code.op_at(Op::GetParent { dst: base, src: class_reg }, text, NO_SPAN);
        self.code.op(Op::CreateRest { dst: Reg(base.0.saturating_add(2)), start: 0 });
        let result = self.code.temp();
        self.code.op_at(Op::SuperCallSpread { base, dst: result, new_target }, text, NO_SPAN);
        self.bind_this(result, text);
        self.code.op(Op::Return { src: result });
        self.finish_function(name, 0, 0, text);
        index
    }

    // Parameter properties of TypeScript.

    /// `constructor(private x)`: assigns the parameters with modifiers to properties of the instance. In a derived
    /// constructor that happens once `this` is bound.
    pub(super) fn parameter_properties(&mut self, params: &'a FormalParameters<'a>) {
        let vars: Vec<VarId> = params
            .items
            .iter()
            .filter(|item| item.has_modifier())
            .filter_map(|item| match &item.pattern {
                BindingPattern::BindingIdentifier(id) => id.symbol_id.get(),
                _ => None,
            })
            .filter_map(|symbol| self.symbol_vars.get(symbol.index()).copied().flatten())
            .collect();
        if self.code.kind == FunctionKind::DerivedConstructor {
            self.code.parameter_properties = Some(vars);
            return;
        }
        let mark = self.code.mark();
        let this = self.code.temp();
        self.code.op(Op::LoadThis { dst: this });
        self.assign_parameter_properties(&vars, this);
        self.code.release(mark);
        self.initialize_fields();
    }

    pub(super) fn assign_parameter_properties(&mut self, vars: &[VarId], obj: Reg) {
        for &var in vars {
            let mark = self.code.mark();
            let src = self.load_variable(var);
            let site = self.tables.site(self.variable(var).name);
            self.code.op_at(Op::SetProp { obj, src, site }, NO_SPAN, NO_SPAN);
            self.code.release(mark);
        }
    }
}
