//! Programs of a session: top-level bindings live in cells that the machine keeps between programs.
//!
//! The machine puts the cells into their registers before the program starts. A name that is declared again keeps its
//! cell, so functions of earlier programs see the new value.

use codemode_bytecode::{SessionBinding, SessionRole};
use oxc_syntax::{
    scope::ScopeId,
    symbol::{SymbolFlags, SymbolId},
};

use super::Emitter;
use super::scope::{Place, VarId, as_cell, has_dead_zone};

impl Emitter<'_, '_> {
    /// Whether the bindings of a scope belong to the session.
    pub(super) fn is_session_scope(&self, scope: ScopeId) -> bool {
        self.options.session.is_some() && scope == self.scoping.root_scope_id()
    }

    /// Gives a place to every binding of earlier programs that this one mentions without declaring it.
    pub(super) fn use_session(&mut self) {
        let Some(session) = &self.options.session else { return };
        let mentioned = self.scoping.root_unresolved_references();
        let used = session.iter().filter(|known| mentioned.keys().any(|name| name.as_str() == known.name));
        for known in used {
            let name = self.tables.string(&known.name);
            let place = as_cell(self.code.local());
            let var = self.add_variable(place, name);
            self.variable_mut(var).is_constant = known.is_constant;
            self.session_vars.insert(known.name.clone(), var);
            self.bind(&known.name, var, SessionRole::Uses);
        }
    }

    /// Declares a top-level binding.
    pub(super) fn declare_in_session(&mut self, symbol: SymbolId) {
        let flags = self.scoping.symbol_flags(symbol);
        let text = self.scoping.symbol_name(symbol);
        let name = self.tables.string(text);
        let place = as_cell(self.code.local());
        let var = self.add_variable(place, name);
        let initialised_at = self.analysis.initialised_at(symbol);
        let variable = self.variable_mut(var);
        variable.is_constant = flags.contains(SymbolFlags::ConstVariable);
        variable.initialised_at = initialised_at;
        let role = match (flags.contains(SymbolFlags::ConstVariable), has_dead_zone(flags)) {
            (true, _) => SessionRole::Constant,
            (false, true) => SessionRole::Lexical,
            (false, false) => SessionRole::Variable,
        };
        self.set_symbol_variable(symbol, var);
        self.bind(text, var, role);
    }

    fn bind(&mut self, name: &str, var: VarId, role: SessionRole) {
        let register = match self.variable(var).place {
            Place::Cell(register) => u32::from(register.0),
            Place::WideCell(wide) => wide.0,
            Place::Reg(_) | Place::Wide(_) | Place::Member(_) | Place::Builtin(_) => return,
        };
        self.session.push(SessionBinding { name: name.into(), register, role });
    }
}
