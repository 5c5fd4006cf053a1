//! Variables: where each binding lives, how it is read and written, what a scope does when it is entered.
//!
//! A binding lives in a register, or in a cell held by a register when a closure captures it. Bindings in their dead
//! zone hold a mark; whether an access must look for it is decided by position, so straight-line code has no checks.

use codemode_bytecode::{CaptureIndex, CaptureSource, ConstIndex, Op, Reg, Span, WideReg};
use oxc_ast::ast::*;
use oxc_syntax::{
    scope::ScopeId,
    symbol::{SymbolFlags, SymbolId},
};

use super::analysis::Facts;
use super::{Emitter, span};

/// Index of a [`Variable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct VarId(pub u32);

/// Where a variable lives in the frame of its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Reg(Reg),
    Wide(WideReg),
    /// The register holds a cell.
    Cell(Reg),
    WideCell(WideReg),
    /// A property of the object in another variable (exports of a namespace, members of an enum).
    Member(VarId),
    /// A top-level function of a built-in source, made anew at each mention.
    Builtin(u32),
}

/// A binding of the program or of the emitter itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    pub place: Place,
    /// Nesting level of the function it belongs to.
    pub level: u32,
    /// Assignments throw.
    pub is_constant: bool,
    /// Position from which on it is known to be initialised. 0: always.
    pub initialised_at: u32,
    /// Index of the string constant with its name.
    pub name: u32,
}

/// How the running function reaches a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Reg(Reg),
    Wide(WideReg),
    Cell(Reg),
    WideCell(WideReg),
    Capture(CaptureIndex),
    Member(VarId),
    Builtin(u32),
    Global,
}

/// A name as resolved at one position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resolved {
    pub access: Access,
    pub var: Option<VarId>,
    /// The binding may be in its dead zone here.
    pub checked: bool,
    pub is_constant: bool,
    pub name: u32,
}

impl<'a> Emitter<'a, '_> {
    /// Nesting level of the running function.
    pub(super) fn level(&self) -> u32 {
        self.parents.len() as u32
    }

    /// Adds a variable of the running function.
    pub(super) fn add_variable(&mut self, place: Place, name: u32) -> VarId {
        let id = VarId(self.variables.len() as u32);
        let register = match place {
            Place::Reg(reg) | Place::Cell(reg) => Some(u32::from(reg.0)),
            Place::Wide(wide) | Place::WideCell(wide) => Some(wide.0),
            Place::Member(_) | Place::Builtin(_) => None,
        };
        if let Some(register) = register {
            let start = self.code.here();
            self.code.variables.push(codemode_bytecode::VariableName { register, name, start });
        }
        self.variables.push(Variable { place, level: self.level(), is_constant: false, initialised_at: 0, name });
        id
    }

    pub(super) fn variable(&self, id: VarId) -> Variable {
        self.variables[id.0 as usize]
    }

    pub(super) fn variable_mut(&mut self, id: VarId) -> &mut Variable {
        &mut self.variables[id.0 as usize]
    }

    /// The variable of a symbol at a position: positions matter where one name of the parser is two bindings.
    fn variable_of(&self, symbol: SymbolId, at: u32) -> Option<VarId> {
        if let Some(splits) = self.splits.get(&symbol)
            && let Some(split) = splits.iter().rev().find(|split| (split.start..split.end).contains(&at))
        {
            return Some(split.var);
        }
        self.symbol_vars.get(symbol.index()).copied().flatten()
    }

    pub(super) fn set_symbol_variable(&mut self, symbol: SymbolId, var: VarId) {
        if let Some(slot) = self.symbol_vars.get_mut(symbol.index()) {
            *slot = Some(var);
        }
    }

    /// References to `symbol` in `start..end` mean `var`.
    pub(super) fn split_symbol(&mut self, symbol: SymbolId, start: u32, end: u32, var: VarId) {
        self.splits.entry(symbol).or_default().push(Split { start, end, var });
    }

    /// Whether a closure uses `symbol`.
    pub(super) fn is_captured(&self, symbol: SymbolId) -> bool {
        let home = self.analysis.function_of(self.scoping.symbol_scope_id(symbol));
        let by_class = self.analysis.facts(home).has(Facts::CLASS);
        self.scoping.get_resolved_references(symbol).any(|reference| {
            reference.is_value() && (by_class || self.analysis.function_of(reference.scope_id()) != home)
        })
    }

    /// Whether code of the same function mentions `symbol` before it is initialised.
    pub(super) fn is_mentioned_early(&self, symbol: SymbolId, initialised_at: u32) -> bool {
        initialised_at == u32::MAX
            || self
                .scoping
                .get_resolved_reference_ids(symbol)
                .iter()
                .any(|&reference| self.analysis.reference_at(reference) < initialised_at)
    }

    /// Gives `symbol` a place in the running function. The register of a captured variable does not hold a cell yet.
    pub(super) fn declare(&mut self, symbol: SymbolId) -> VarId {
        let flags = self.scoping.symbol_flags(symbol);
        let name = self.tables.string(self.scoping.symbol_name(symbol));
        let place = self.code.local();
        let place = if self.is_captured(symbol) { as_cell(place) } else { place };
        let var = self.add_variable(place, name);
        let initialised_at = self.analysis.initialised_at(symbol);
        let variable = self.variable_mut(var);
        variable.is_constant = flags.intersects(SymbolFlags::ConstVariable | SymbolFlags::FunctionExpression);
        variable.initialised_at = initialised_at;
        self.set_symbol_variable(symbol, var);
        var
    }

    /// Declares the bindings of a scope and makes its function declarations.
    pub(super) fn enter_scope(&mut self, scope: Option<ScopeId>, body: &'a [Statement<'a>], start: u32) {
        if let Some(scope) = scope {
            self.declare_scope(scope);
        }
        self.hoist_functions(body, start);
    }

    /// Declares the bindings of a scope that have no place yet.
    pub(super) fn declare_scope(&mut self, scope: ScopeId) {
        let bindings = self.scoping.get_bindings(scope);
        if bindings.is_empty() {
            return;
        }
        let mut symbols: Vec<SymbolId> = bindings.values().copied().collect();
        symbols.sort_unstable();
        for symbol in symbols {
            let flags = self.scoping.symbol_flags(symbol);
            if !flags.intersects(SymbolFlags::Value)
                || flags.intersects(SymbolFlags::Ambient | SymbolFlags::EnumMember | SymbolFlags::FunctionExpression)
            {
                continue;
            }
            if self.symbol_vars.get(symbol.index()).copied().flatten().is_some() {
                continue;
            }
            if self.exported.contains(&symbol)
                && let Some(namespace) = self.code.namespace
            {
                let name = self.tables.string(self.scoping.symbol_name(symbol));
                let var = self.add_variable(Place::Member(namespace), name);
                self.set_symbol_variable(symbol, var);
                continue;
            }
            if self.is_session_scope(scope) {
                self.declare_in_session(symbol);
                continue;
            }
            let var = self.declare(symbol);
            self.start_variable(symbol, var);
        }
    }

    /// The first state of a binding: its dead zone, or undefined for `var`.
    #[allow(clippy::collapsible_match)] // A guard would send the rest to the arms below.
    pub(super) fn start_variable(&mut self, symbol: SymbolId, var: VarId) {
        let variable = self.variable(var);
        let flags = self.scoping.symbol_flags(symbol);
        // A plain parameter of `catch` has its value from the start, the names of a pattern have not.
        let dead = has_dead_zone(flags) || flags.contains(SymbolFlags::CatchVariable) && variable.initialised_at > 0;
        match variable.place {
            Place::Reg(dst) if dead => {
                if self.is_mentioned_early(symbol, variable.initialised_at) {
                    self.code.op(Op::LoadUninit { dst });
                }
            }
            Place::Wide(wide) if dead => {
                let src = self.code.temp();
                self.code.op(Op::LoadUninit { dst: src });
                self.code.op(Op::StoreWide { wide, src });
                self.release_temp(src);
            }
            Place::Cell(_) | Place::WideCell(_) => self.new_cell(var, dead),
            // Registers start as undefined, and `var` belongs to the whole function.
            _ => {}
        }
    }

    /// Puts a new cell into the place of a captured variable: in its dead zone, or holding undefined.
    pub(super) fn new_cell(&mut self, var: VarId, dead: bool) {
        match self.variable(var).place {
            Place::Cell(dst) => self.new_cell_in(dst, dead),
            Place::WideCell(wide) => {
                let src = self.code.temp();
                self.new_cell_in(src, dead);
                self.code.op(Op::StoreWide { wide, src });
                self.release_temp(src);
            }
            _ => {}
        }
    }

    fn new_cell_in(&mut self, dst: Reg, dead: bool) {
        if dead {
            self.code.op(Op::NewCell { dst });
        } else {
            self.code.op(Op::LoadUndefined { dst });
            self.code.op(Op::NewCellWith { dst, src: dst });
        }
    }

    /// A fresh cell with the same contents, for the next turn of a loop.
    pub(super) fn renew_cell(&mut self, var: VarId) {
        let mark = self.code.mark();
        let dst = self.code.temp();
        match self.variable(var).place {
            Place::Cell(cell) => {
                self.code.op(Op::LoadCell { dst, cell });
                self.code.op(Op::NewCellWith { dst: cell, src: dst });
            }
            Place::WideCell(wide) => {
                self.code.op(Op::LoadWide { dst, wide });
                self.code.op(Op::LoadCell { dst, cell: dst });
                self.code.op(Op::NewCellWith { dst, src: dst });
                self.code.op(Op::StoreWide { wide, src: dst });
            }
            _ => {}
        }
        self.code.release(mark);
    }

    /// Releases the topmost temporary.
    pub(super) fn release_temp(&mut self, temp: Reg) {
        if self.code.is_top(temp) && temp.0 > 0 {
            self.code.release_above(Reg(temp.0 - 1));
        }
    }

    // Resolution.

    /// Resolves a reference of the program.
    pub(super) fn resolve(&mut self, ident: &IdentifierReference<'a>) -> Resolved {
        let symbol = ident.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        let at = ident.span.start;
        if let Some(var) = symbol.and_then(|symbol| self.variable_of(symbol, at)) {
            return self.resolve_variable(var, at);
        }
        if symbol.is_none()
            && ident.name == "arguments"
            && let Some(var) = self.lexical_variable(|code| code.arguments_var)
        {
            return self.resolve_variable(var, at);
        }
        if symbol.is_none()
            && let Some(&var) = self.session_vars.get(ident.name.as_str())
        {
            return self.resolve_variable(var, at);
        }
        let name = self.tables.string(ident.name.as_str());
        Resolved { access: Access::Global, var: None, checked: false, is_constant: false, name }
    }

    /// Resolves a binding at its declaration.
    pub(super) fn resolve_binding(&mut self, ident: &BindingIdentifier<'a>) -> Resolved {
        let var = ident.symbol_id.get().and_then(|symbol| self.variable_of(symbol, ident.span.start));
        match var {
            Some(var) => self.resolve_variable(var, u32::MAX),
            None => {
                let name = self.tables.string(ident.name.as_str());
                Resolved { access: Access::Global, var: None, checked: false, is_constant: false, name }
            }
        }
    }

    /// Resolves the binding of a class declaration in the scope around the class.
    pub(super) fn resolve_outer(&mut self, ident: &BindingIdentifier<'a>) -> Resolved {
        let var = ident.symbol_id.get().and_then(|symbol| self.symbol_vars.get(symbol.index()).copied().flatten());
        match var {
            Some(var) => self.resolve_variable(var, u32::MAX),
            None => self.resolve_binding(ident),
        }
    }

    /// The variable for `this` and the like of the innermost function that has its own.
    pub(super) fn lexical_variable(&self, pick: impl Fn(&super::code::Code) -> Option<VarId>) -> Option<VarId> {
        if !self.code.is_lexical {
            return pick(&self.code);
        }
        self.parents.iter().rev().find(|code| !code.is_lexical).and_then(pick)
    }

    /// Resolves a variable at a position.
    pub(super) fn resolve_variable(&mut self, var: VarId, at: u32) -> Resolved {
        let variable = self.variable(var);
        let mut checked = at < variable.initialised_at;
        let access = match variable.place {
            Place::Member(object) => Access::Member(object),
            Place::Builtin(function) => Access::Builtin(function),
            place if variable.level == self.level() => match place {
                Place::Reg(reg) => Access::Reg(reg),
                Place::Wide(wide) => Access::Wide(wide),
                Place::Cell(reg) => Access::Cell(reg),
                Place::WideCell(wide) => Access::WideCell(wide),
                Place::Member(_) | Place::Builtin(_) => Access::Global,
            },
            place => {
                let made_at = self.function_at(variable.level + 1).created_at;
                checked = variable.initialised_at > 0 && made_at < variable.initialised_at;
                Access::Capture(CaptureIndex(self.capture(var, variable.level, place)))
            }
        };
        Resolved { access, var: Some(var), checked, is_constant: variable.is_constant, name: variable.name }
    }

    fn function_at(&self, level: u32) -> &super::code::Code {
        self.parents.get(level as usize).unwrap_or(&self.code)
    }

    /// Index of a captured variable in the running function; the functions between capture it too.
    fn capture(&mut self, var: VarId, level: u32, place: Place) -> u16 {
        if let Some(&index) = self.code.capture_ids.get(&var) {
            return index;
        }
        let mut source = match place {
            Place::Cell(reg) | Place::Reg(reg) => CaptureSource::Register(u32::from(reg.0)),
            Place::WideCell(wide) | Place::Wide(wide) => CaptureSource::Register(wide.0),
            Place::Member(_) | Place::Builtin(_) => CaptureSource::Register(0),
        };
        debug_assert!(
            matches!(place, Place::Cell(_) | Place::WideCell(_)),
            "a variable without a cell is captured: {}",
            self.tables.text(self.variable(var).name)
        );
        let name = self.variable(var).name;
        let mut index = 0;
        for at in level + 1..=self.level() {
            let code = match self.parents.get_mut(at as usize) {
                Some(code) => code,
                None => &mut self.code,
            };
            index = match code.capture_ids.get(&var) {
                Some(&index) => index,
                None => {
                    let index = code.captures.len().min(usize::from(u16::MAX)) as u16;
                    code.captures.push(source);
                    code.capture_names.push(name);
                    code.capture_ids.insert(var, index);
                    index
                }
            };
            source = CaptureSource::Capture(index);
        }
        index
    }

    // Reading and writing.

    /// Reads a variable: its own register when it has one, else into `dst` or a new temporary.
    pub(super) fn load(&mut self, resolved: &Resolved, dst: Option<Reg>, at: Span) -> Reg {
        let name = ConstIndex(resolved.name);
        if let Access::Reg(reg) = resolved.access {
            if resolved.checked {
                self.code.op_at(Op::CheckTdz { src: reg, name }, at, NO_SPAN);
            }
            match dst {
                Some(dst) if dst != reg => self.code.op(Op::Move { dst, src: reg }),
                _ => return reg,
            }
            return dst.unwrap_or(reg);
        }
        let dst = dst.unwrap_or_else(|| self.code.temp());
        match resolved.access {
            Access::Wide(wide) => {
                self.code.op(Op::LoadWide { dst, wide });
                if resolved.checked {
                    self.code.op_at(Op::CheckTdz { src: dst, name }, at, NO_SPAN);
                }
            }
            Access::Cell(cell) => self.load_cell(dst, cell, resolved, at),
            Access::WideCell(wide) => {
                self.code.op(Op::LoadWide { dst, wide });
                self.load_cell(dst, dst, resolved, at);
            }
            Access::Capture(index) => {
                if resolved.checked {
                    self.code.op_at(Op::LoadCaptureChecked { dst, index, name }, at, NO_SPAN);
                } else {
                    self.code.op(Op::LoadCapture { dst, index });
                }
            }
            Access::Member(object) => {
                let object = self.resolve_variable(object, u32::MAX);
                let obj = self.load(&object, Some(dst), at);
                let site = self.tables.site(resolved.name);
                self.code.op_at(Op::GetProp { dst, obj, site }, at, NO_SPAN);
            }
            Access::Builtin(index) => {
                self.code.op(Op::MakeClosure { dst, func: codemode_bytecode::FunctionIndex(index) });
            }
            Access::Global | Access::Reg(_) => {
                let site = self.tables.site(resolved.name);
                self.code.op_at(Op::LoadGlobal { dst, site }, at, NO_SPAN);
            }
        }
        dst
    }

    fn load_cell(&mut self, dst: Reg, cell: Reg, resolved: &Resolved, at: Span) {
        if resolved.checked {
            self.code.op_at(Op::LoadCellChecked { dst, cell, name: ConstIndex(resolved.name) }, at, NO_SPAN);
        } else {
            self.code.op(Op::LoadCell { dst, cell });
        }
    }

    /// Assigns a variable.
    pub(super) fn store(&mut self, resolved: &Resolved, src: Reg, at: Span) {
        let name = ConstIndex(resolved.name);
        if resolved.is_constant {
            if resolved.checked {
                let mark = self.code.mark();
                self.load(resolved, None, at);
                self.code.release(mark);
            }
            self.code.op_at(Op::ThrowConstAssign { name }, at, NO_SPAN);
            return;
        }
        match resolved.access {
            Access::Cell(cell) if resolved.checked => {
                self.code.op_at(Op::StoreCellChecked { cell, src, name }, at, NO_SPAN);
            }
            Access::Capture(index) if resolved.checked => {
                self.code.op_at(Op::StoreCaptureChecked { index, src, name }, at, NO_SPAN);
            }
            _ => {
                if resolved.checked {
                    let mark = self.code.mark();
                    self.load(resolved, None, at);
                    self.code.release(mark);
                }
                self.initialise(resolved, src, at);
            }
        }
    }

    /// Gives a binding its first value, or assigns one that is known to be initialised.
    pub(super) fn initialise(&mut self, resolved: &Resolved, src: Reg, at: Span) {
        match resolved.access {
            Access::Reg(dst) => {
                if dst != src {
                    self.code.op(Op::Move { dst, src });
                }
            }
            Access::Wide(wide) => self.code.op(Op::StoreWide { wide, src }),
            Access::Cell(cell) => self.code.op(Op::StoreCell { cell, src }),
            Access::WideCell(wide) => {
                let mark = self.code.mark();
                let cell = self.code.temp();
                self.code.op(Op::LoadWide { dst: cell, wide });
                self.code.op(Op::StoreCell { cell, src });
                self.code.release(mark);
            }
            Access::Capture(index) => self.code.op(Op::StoreCapture { index, src }),
            Access::Member(object) => {
                let mark = self.code.mark();
                let object = self.resolve_variable(object, u32::MAX);
                let obj = self.load(&object, None, at);
                let site = self.tables.site(resolved.name);
                self.code.op_at(Op::SetProp { obj, src, site }, at, NO_SPAN);
                self.code.release(mark);
            }
            Access::Builtin(_) => {}
            Access::Global => {
                let site = self.tables.site(resolved.name);
                self.code.op_at(Op::StoreGlobal { src, site }, at, NO_SPAN);
            }
        }
    }

    /// Reads an identifier expression.
    pub(super) fn identifier(&mut self, ident: &IdentifierReference<'a>, dst: Option<Reg>) -> Reg {
        let resolved = self.resolve(ident);
        if resolved.access == Access::Global {
            let dst = dst.unwrap_or_else(|| self.code.temp());
            match ident.name.as_str() {
                "undefined" => self.code.op(Op::LoadUndefined { dst }),
                "NaN" => self.load_number(dst, f64::NAN),
                "Infinity" => self.load_number(dst, f64::INFINITY),
                _ => return self.load(&resolved, Some(dst), span(ident.span)),
            }
            return dst;
        }
        self.load(&resolved, dst, span(ident.span))
    }
}

/// An empty focus: the expression itself.
pub(super) const NO_SPAN: Span = Span { start: 0, end: 0 };

/// A range of positions in which a symbol means another variable.
pub(super) struct Split {
    start: u32,
    end: u32,
    var: VarId,
}

/// Whether a binding cannot be read before its declaration was evaluated.
pub(super) fn has_dead_zone(flags: SymbolFlags) -> bool {
    flags.intersects(SymbolFlags::BlockScopedVariable | SymbolFlags::Class)
        && !flags.intersects(SymbolFlags::Function | SymbolFlags::CatchVariable)
}

pub(super) fn as_cell(place: Place) -> Place {
    match place {
        Place::Reg(reg) => Place::Cell(reg),
        Place::Wide(wide) => Place::WideCell(wide),
        place => place,
    }
}
