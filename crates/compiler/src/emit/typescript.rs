//! The TypeScript that leaves code behind: enums and namespaces.

use codemode_bytecode::{FunctionIndex, FunctionKind, Jump, Op, Reg};
use oxc_ast::ast::*;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::analysis::BoundNames;
use super::expression::{number, unwrapped};
use super::scope::{NO_SPAN, Place, Resolved};
use super::{Emitter, span};

/// What is known of the value of the enum member before.
#[derive(Clone, Copy)]
enum Previous {
    Number(f64),
    Register(Reg),
    None,
}

impl<'a> Emitter<'a, '_> {
    /// Loads the object of an enum or namespace that other declarations of the same name may have begun.
    fn open_object(&mut self, id: &BindingIdentifier<'a>, resolved: &Resolved, obj: Reg) {
        let merged = id.symbol_id.get().is_some_and(|symbol| !self.scoping.symbol_redeclarations(symbol).is_empty());
        let at = span(id.span);
        let exists = self.code.label();
        if merged {
            self.load(resolved, Some(obj), at);
            self.code.jump_op(Op::JumpIfNotUndefined { src: obj, to: Jump(0) }, exists);
        }
        self.code.op(Op::NewObject { dst: obj, capacity: 0 });
        self.initialise(resolved, obj, at);
        self.code.place(exists);
    }

    pub(super) fn enum_declaration(&mut self, it: &'a TSEnumDeclaration<'a>) {
        if it.declare {
            return;
        }
        let resolved = self.resolve_binding(&it.id);
        let obj = self.code.temp();
        self.open_object(&it.id, &resolved, obj);
        if let (Some(scope), Some(var)) = (it.body.scope_id.get(), resolved.var) {
            let members: Vec<SymbolId> = self.scoping.get_bindings(scope).values().copied().collect();
            for symbol in members {
                let name = self.tables.string(self.scoping.symbol_name(symbol));
                let member = self.add_variable(Place::Member(var), name);
                self.set_symbol_variable(symbol, member);
            }
        }
        let mut previous = Previous::Number(-1.0);
        let kept = self.code.temp();
        for member in &it.body.members {
            let mark = self.code.mark();
            previous = self.enum_member(member, obj, previous, kept);
            self.code.release(mark);
        }
    }

    fn enum_member(&mut self, member: &'a TSEnumMember<'a>, obj: Reg, previous: Previous, value: Reg) -> Previous {
        let at = span(member.span);
        let name = match &member.id {
            TSEnumMemberName::Identifier(id) => self.tables.string(id.name.as_str()),
            TSEnumMemberName::String(text) | TSEnumMemberName::ComputedString(text) => {
                self.tables.escaped_string(text.value.as_str(), text.lone_surrogates)
            }
            TSEnumMemberName::ComputedTemplateString(template) => {
                let text = template.quasis.first().and_then(|quasi| quasi.value.cooked.as_ref());
                self.tables.string(text.map_or("", |text| text.as_str()))
            }
        };
        let mut may_be_text = false;
        let next = match &member.initializer {
            None => match previous {
                Previous::Number(number) => {
                    self.load_number(value, number + 1.0);
                    Previous::Number(number + 1.0)
                }
                Previous::Register(lhs) => {
                    self.code.op_at(Op::AddInt { dst: value, lhs, imm: 1 }, at, NO_SPAN);
                    Previous::Register(value)
                }
                Previous::None => {
                    self.code.op(Op::LoadUndefined { dst: value });
                    Previous::None
                }
            },
            Some(initializer) => {
                self.expr_to(initializer, value);
                match number(initializer) {
                    Some(number) => Previous::Number(number),
                    None => {
                        may_be_text = true;
                        Previous::Register(value)
                    }
                }
            }
        };
        let site = self.tables.site(name);
        self.code.op_at(Op::DefineField { obj, src: value, site }, at, NO_SPAN);
        let is_text = member.initializer.as_ref().is_some_and(|initializer| {
            matches!(unwrapped(initializer), Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
        });
        if is_text {
            return Previous::None;
        }
        let after = self.code.label();
        if may_be_text {
            let kind = self.code.temp();
            self.code.op(Op::TypeOf { dst: kind, src: value });
            let text = self.tables.string("string");
            let text = self.load_const(text);
            self.code.jump_op(Op::JumpIfStrictEqual { lhs: kind, rhs: text, to: Jump(0) }, after);
        }
        let src = self.load_const(name);
        self.code.op_at(Op::DefineElem { obj, key: value, src }, at, NO_SPAN);
        self.code.place(after);
        next
    }

    pub(super) fn namespace_declaration(&mut self, it: &'a TSNamespaceDeclaration<'a>) {
        let is_value = it
            .id
            .symbol_id
            .get()
            .is_some_and(|symbol| self.scoping.symbol_flags(symbol).contains(SymbolFlags::ValueModule));
        if it.declare || !is_value {
            return;
        }
        let at = span(it.span);
        let resolved = self.resolve_binding(&it.id);
        let base = self.code.temps(3);
        let obj = Reg(base.0.saturating_add(2));
        self.open_object(&it.id, &resolved, obj);

        let index = self.reserve_function();
        self.begin_function(index, FunctionKind::Method, it.span.start);
        let parameter = self.code.temp();
        self.code.op(Op::NewCellWith { dst: parameter, src: parameter });
        let name = self.tables.string(it.id.name.as_str());
        let var = self.add_variable(Place::Cell(parameter), name);
        self.code.namespace = Some(var);
        match &it.body {
            TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                for statement in &block.body {
                    if let Statement::ExportDeclaration(export) = statement {
                        self.export(&export.declaration);
                    }
                }
                self.enter_scope(it.scope_id.get(), &block.body, it.span.start);
                self.using_block(&block.body, |this| this.statements(&block.body));
            }
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                self.exported.extend(inner.id.symbol_id.get());
                if let Some(scope) = it.scope_id.get() {
                    self.declare_scope(scope);
                }
                self.nested(span(inner.span), |this| this.namespace_declaration(inner));
            }
        }
        if !self.code.ends_with_jump() {
            self.code.op(Op::ReturnUndefined {});
        }
        self.emit_deferred();
        self.finish_function(name, 1, 1, at);
        self.code.op(Op::MakeClosure { dst: base, func: FunctionIndex(index) });
        self.code.op_at(Op::CallPlain { base, argc: 1, dst: base }, at, NO_SPAN);
    }

    /// Marks the names of an exported declaration: they live as properties of the namespace.
    fn export(&mut self, declaration: &'a Declaration<'a>) {
        match declaration {
            Declaration::VariableDeclaration(it) => {
                for declarator in &it.declarations {
                    declarator.id.bound_names_iter(&mut |id| self.exported.extend(id.symbol_id.get()));
                }
            }
            Declaration::FunctionDeclaration(it) => {
                self.exported.extend(it.id.as_ref().and_then(|id| id.symbol_id.get()));
            }
            Declaration::ClassDeclaration(it) => {
                self.exported.extend(it.id.as_ref().and_then(|id| id.symbol_id.get()));
            }
            Declaration::TSEnumDeclaration(it) => self.exported.extend(it.id.symbol_id.get()),
            Declaration::TSNamespaceDeclaration(it) => self.exported.extend(it.id.symbol_id.get()),
            Declaration::TSTypeAliasDeclaration(_)
            | Declaration::TSInterfaceDeclaration(_)
            | Declaration::TSExternalModuleDeclaration(_)
            | Declaration::TSGlobalDeclaration(_)
            | Declaration::TSImportEqualsDeclaration(_) => {}
        }
    }
}
