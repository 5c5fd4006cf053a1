//! Property keys: interned strings, indices and symbols.

use hashbrown::HashTable;

use super::Heap;
use super::text::Str;
use crate::completion::Completion;
use crate::value::property_key::parse_index;
use crate::value::{PropertyKey, StringId, Value};

/// The interned strings of an execution. Weak: a collection drops what nothing else holds.
#[derive(Debug)]
pub(crate) struct StringTable {
    pub(super) table: HashTable<StringId>,
}

impl StringTable {
    pub(crate) fn new() -> StringTable {
        StringTable { table: HashTable::new() }
    }
}

impl Heap {
    /// The property key for a string: an index, or the interned string.
    ///
    /// # Errors
    /// The memory limit.
    pub fn key_from_string(&mut self, id: StringId) -> Completion<PropertyKey> {
        if let Some(entry) = self.entry(id) {
            if let Some(atom) = entry.atom {
                return Ok(PropertyKey::String(StringId(atom.get())));
            }
        } else {
            return Ok(match parse_index(self.statics.string(id)) {
                Some(index) => PropertyKey::Index(index),
                None => PropertyKey::String(id),
            });
        }
        let id = self.flatten(id)?;
        if let Str::Latin1(bytes) = self.str(id)
            && let Some(index) = parse_index(bytes)
        {
            return Ok(PropertyKey::Index(index));
        }
        let atom = self.intern(id);
        Ok(PropertyKey::String(atom))
    }

    /// The property key for Latin-1 text, which is kept only when it is not known yet.
    ///
    /// # Errors
    /// The memory limit.
    pub(crate) fn key_from_latin1(&mut self, bytes: &[u8]) -> Completion<PropertyKey> {
        if let Some(index) = parse_index(bytes) {
            return Ok(PropertyKey::Index(index));
        }
        if let Some(known) = self.statics.find_bytes(bytes) {
            return Ok(PropertyKey::String(known));
        }
        let hash = Str::Latin1(bytes).hash();
        let found = self.string_table.table.find(hash, |&other| self.str(other).equals(Str::Latin1(bytes))).copied();
        if let Some(known) = found {
            return Ok(PropertyKey::String(known));
        }
        let id = self.new_latin1(bytes)?;
        self.key_from_string(id)
    }

    /// The property key for Rust text.
    ///
    /// # Errors
    /// The memory limit.
    pub fn key(&mut self, text: &str) -> Completion<PropertyKey> {
        if let Some(id) = self.statics.find(text) {
            return Ok(PropertyKey::String(id));
        }
        // Property names of host data repeat: look the text up before a string is made.
        if text.is_ascii() {
            let bytes = Str::Latin1(text.as_bytes());
            if let Some(index) = parse_index(text.as_bytes()) {
                return Ok(PropertyKey::Index(index));
            }
            let hash = bytes.hash();
            if let Some(&known) = self.string_table.table.find(hash, |&other| self.str(other).equals(bytes)) {
                return Ok(PropertyKey::String(known));
            }
        }
        let id = self.new_string(text)?;
        self.key_from_string(id)
    }

    fn intern(&mut self, id: StringId) -> StringId {
        if let Str::Latin1(bytes) = self.str(id)
            && let Some(known) = self.statics.find_bytes(bytes)
        {
            self.set_atom(id, known);
            return known;
        }
        let hash = self.str(id).hash();
        let found = {
            let text = self.str(id);
            self.string_table.table.find(hash, |&other| self.str(other).equals(text)).copied()
        };
        if let Some(known) = found {
            self.set_atom(id, known);
            return known;
        }
        let mut table = std::mem::replace(&mut self.string_table.table, HashTable::new());
        table.insert_unique(hash, id, |&other| self.str(other).hash());
        self.string_table.table = table;
        self.count(16);
        self.set_atom(id, id);
        id
    }

    fn set_atom(&mut self, id: StringId, atom: StringId) {
        let statics = self.statics.string_count();
        if id.0 >= statics {
            self.strings.get_mut(id.0 - statics).atom = std::num::NonZeroU32::new(atom.0);
        }
    }

    /// The string value of a property key (symbols give the symbol).
    ///
    /// # Errors
    /// The memory limit.
    pub fn key_to_value(&mut self, key: PropertyKey) -> Completion<Value> {
        Ok(match key {
            PropertyKey::String(id) => Value::string(id),
            PropertyKey::Symbol(id) => Value::symbol(id),
            PropertyKey::Index(index) => Value::string(self.new_latin1(index.to_string().as_bytes())?),
        })
    }

    /// The text of a property key for messages.
    #[must_use]
    pub fn key_label(&self, key: PropertyKey) -> String {
        match key {
            PropertyKey::String(id) => self.excerpt(id),
            PropertyKey::Index(index) => index.to_string(),
            PropertyKey::Symbol(id) => self.symbol_label(id),
        }
    }

    /// The whole name. Its length is up to the program: messages use [`Heap::key_label`].
    #[must_use]
    pub fn key_text(&self, key: PropertyKey) -> String {
        match key {
            PropertyKey::String(id) => self.text_lossy(id),
            PropertyKey::Index(index) => index.to_string(),
            PropertyKey::Symbol(id) => self.symbol_text(id),
        }
    }
}
