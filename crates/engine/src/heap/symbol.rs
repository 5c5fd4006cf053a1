//! Symbols: the well-known ones have fixed ids, private names share the table.

use super::Heap;
use super::slab::Slab;
use crate::value::{StringId, SymbolId};

/// What a symbol is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SymbolEntry {
    /// The description, if there is one.
    pub(crate) description: Option<StringId>,
    /// A private name (`#x`).
    pub(crate) is_private: bool,
    /// Made by `Symbol.for`.
    pub(crate) is_registered: bool,
}

macro_rules! well_known {
    ($($name:ident $text:literal),* $(,)?) => {
        /// The well-known symbols (ECMA-262 table of well-known symbols), in slab order.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum WellKnown { $($name),* }

        impl WellKnown {
            /// All of them with the names they have as properties of `Symbol`.
            pub(crate) const ALL: &'static [(WellKnown, &'static str)] = &[$((WellKnown::$name, $text)),*];

            /// The description: `Symbol.` and the name.
            pub(crate) const fn description(self) -> &'static str {
                match self { $(WellKnown::$name => concat!("Symbol.", $text)),* }
            }

            /// The symbol.
            #[must_use]
            pub const fn id(self) -> SymbolId {
                SymbolId(self as u32)
            }
        }
    };
}

well_known! {
    AsyncIterator "asyncIterator", HasInstance "hasInstance", IsConcatSpreadable "isConcatSpreadable",
    Iterator "iterator", Match "match", MatchAll "matchAll", Replace "replace", Search "search",
    Species "species", Split "split", ToPrimitive "toPrimitive", ToStringTag "toStringTag",
    Unscopables "unscopables", Dispose "dispose", AsyncDispose "asyncDispose",
}

/// The slab that every execution starts with. Descriptions of well-known symbols are found through
/// [`Heap::symbol_text`], so that nothing is allocated here.
pub(crate) fn well_known_symbols() -> Slab<SymbolEntry> {
    Slab::from_entries(
        WellKnown::ALL
            .iter()
            .map(|_| SymbolEntry { description: None, is_private: false, is_registered: false })
            .collect(),
    )
}

impl Heap {
    /// A new symbol.
    pub fn new_symbol(&mut self, description: Option<StringId>) -> SymbolId {
        self.count(size_of::<SymbolEntry>());
        SymbolId(self.symbols.insert(SymbolEntry { description, is_private: false, is_registered: false }))
    }

    /// A new private name.
    pub(crate) fn new_private_name(&mut self, description: StringId) -> SymbolId {
        self.count(size_of::<SymbolEntry>());
        SymbolId(self.symbols.insert(SymbolEntry {
            description: Some(description),
            is_private: true,
            is_registered: false,
        }))
    }

    pub(crate) fn is_private_name(&self, id: SymbolId) -> bool {
        self.symbols.get(id.0).is_private
    }

    /// The description of a symbol.
    pub(crate) fn symbol_description(&self, id: SymbolId) -> Option<StringId> {
        match WellKnown::ALL.get(id.index()) {
            Some((symbol, _)) => self.statics.find(symbol.description()),
            None => self.symbols.get(id.0).description,
        }
    }

    /// The same for messages, with a long description cut.
    #[must_use]
    pub fn symbol_label(&self, id: SymbolId) -> String {
        let description = self.symbol_description(id).map(|text| self.excerpt(text)).unwrap_or_default();
        if self.is_private_name(id) { description } else { format!("Symbol({description})") }
    }

    /// `Symbol(description)`, or the text of a private name.
    #[must_use]
    pub fn symbol_text(&self, id: SymbolId) -> String {
        let description = self.symbol_description(id).map(|text| self.text_lossy(text)).unwrap_or_default();
        if self.is_private_name(id) { description } else { format!("Symbol({description})") }
    }
}
