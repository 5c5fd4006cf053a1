//! Static strings: text shared by all executions, found by id without touching the heap of any of them.

use rustc_hash::FxHashMap;

use super::names;
use crate::value::StringId;

/// The table of static strings of an [`Engine`](super::Engine).
#[derive(Debug)]
pub(crate) struct Statics {
    names: Vec<Box<[u8]>>,
    ids: FxHashMap<Box<[u8]>, StringId>,
    count: u32,
}

static SINGLE: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        table[index] = index as u8;
        index += 1;
    }
    table
};

impl Statics {
    /// The fixed names; more are added while an engine is prepared.
    pub(crate) fn new() -> Statics {
        let mut statics = Statics { names: Vec::new(), ids: FxHashMap::default(), count: names::FIRST_NAME };
        for name in names::ALL {
            statics.add(name);
        }
        statics
    }

    /// The id of a name, added when it is new. Only Latin-1 text can be static; the tables are ASCII.
    pub(crate) fn add(&mut self, text: &str) -> StringId {
        if let Some(id) = self.find(text) {
            return id;
        }
        let id = StringId(names::FIRST_NAME + self.names.len() as u32);
        self.names.push(text.as_bytes().into());
        self.ids.insert(text.as_bytes().into(), id);
        self.count = id.0 + 1;
        id
    }

    #[inline(always)]
    pub(crate) fn string_count(&self) -> u32 {
        self.count
    }

    #[inline]
    pub(crate) fn string(&self, id: StringId) -> &[u8] {
        match self.names.get((id.0.wrapping_sub(names::FIRST_NAME)) as usize) {
            Some(name) => name,
            None => SINGLE.get(id.index()..=id.index()).unwrap_or(&[]),
        }
    }

    pub(crate) fn find(&self, text: &str) -> Option<StringId> {
        if text.is_ascii() { self.find_bytes(text.as_bytes()) } else { None }
    }

    /// The static string with these Latin-1 bytes.
    pub(crate) fn find_bytes(&self, bytes: &[u8]) -> Option<StringId> {
        match bytes {
            [byte] => Some(StringId(u32::from(*byte))),
            _ => self.ids.get(bytes).copied(),
        }
    }
}
