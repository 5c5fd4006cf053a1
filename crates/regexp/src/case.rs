//! `Canonicalize` and its inverse (ECMA-262, section 22.2.2.7.3): which characters count as the same under `i`.
//!
//! Sets are closed over their case variants when a pattern is compiled, so that the matcher compares plain code
//! points; only back-references fold while matching.

use std::sync::LazyLock;

use icu_casemap::CaseMapper;
use icu_properties::{CodePointSetData, props};

use crate::charset::CharSet;

/// The rule by which characters are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folding {
    /// Without `u` and `v`: the upper case form, if it is one code unit and does not fall into ASCII from outside.
    UpperCase,
    /// With `u` or `v`: Unicode simple case folding.
    Simple,
}

/// Case variants of one folding: entries sorted by character, each with its canonical form and its class of variants.
struct Table {
    entries: Vec<Entry>,
    members: Vec<u32>,
}

struct Entry {
    ch: u32,
    canonical: u32,
    first_member: usize,
    member_count: usize,
}

static UPPER_CASE: LazyLock<Table> = LazyLock::new(|| Table::build(upper_case, 0xFFFF));
static SIMPLE: LazyLock<Table> = LazyLock::new(|| Table::build(simple_fold, u32::MAX));

/// Step 3 and following of `Canonicalize`.
fn upper_case(ch: u32) -> u32 {
    let Some(text) = char::from_u32(ch) else { return ch };
    let mut upper = text.to_uppercase();
    let (Some(first), None) = (upper.next(), upper.next()) else { return ch };
    let mapped = u32::from(first);
    if mapped > 0xFFFF || (ch >= 128 && mapped < 128) { ch } else { mapped }
}

/// `scf` of Unicode's CaseFolding.txt.
fn simple_fold(ch: u32) -> u32 {
    char::from_u32(ch).map_or(ch, |text| u32::from(CaseMapper::new().simple_fold(text)))
}

impl Table {
    fn build(canonicalize: fn(u32) -> u32, max: u32) -> Self {
        // Every character that folds to another one, or is the target of another one, is in this set.
        let mut pairs: Vec<(u32, u32)> = CodePointSetData::new::<props::ChangesWhenCasemapped>()
            .iter_ranges()
            .chain(CodePointSetData::new::<props::ChangesWhenCasefolded>().iter_ranges())
            .flatten()
            .filter(|&ch| ch <= max)
            .flat_map(|ch| {
                let canonical = canonicalize(ch);
                [(canonical, ch), (canonicalize(canonical), canonical)]
            })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut table = Self { entries: Vec::new(), members: Vec::new() };
        for class in pairs.chunk_by(|a, b| a.0 == b.0).filter(|class| class.len() > 1) {
            let first_member = table.members.len();
            table.members.extend(class.iter().map(|pair| pair.1));
            table.entries.extend(class.iter().map(|&(canonical, ch)| Entry {
                ch,
                canonical,
                first_member,
                member_count: class.len(),
            }));
        }
        table.entries.sort_unstable_by_key(|entry| entry.ch);
        table
    }

    fn members_of(&self, entry: &Entry) -> &[u32] {
        self.members.get(entry.first_member..entry.first_member + entry.member_count).unwrap_or_default()
    }
}

impl Folding {
    fn table(self) -> &'static Table {
        match self {
            Self::UpperCase => &UPPER_CASE,
            Self::Simple => &SIMPLE,
        }
    }

    /// The canonical form of `ch`.
    pub(crate) fn canonicalize(self, ch: u32) -> u32 {
        if ch < 128 {
            let Ok(byte) = u8::try_from(ch) else { return ch };
            return match self {
                Self::UpperCase => byte.to_ascii_uppercase().into(),
                Self::Simple => byte.to_ascii_lowercase().into(),
            };
        }
        let entries = &self.table().entries;
        let found = entries.binary_search_by_key(&ch, |entry| entry.ch).ok().and_then(|idx| entries.get(idx));
        found.map_or(ch, |entry| entry.canonical)
    }

    /// All characters that are equal to a member of `set` after folding.
    pub(crate) fn close(self, set: &CharSet) -> CharSet {
        let entries = &self.table().entries;
        let table = self.table();
        let mut added: Vec<(u32, u32)> = Vec::new();
        for &(first, last) in set.ranges() {
            let from = entries.partition_point(|entry| entry.ch < first);
            for entry in entries.iter().skip(from).take_while(|entry| entry.ch <= last) {
                added.extend(table.members_of(entry).iter().map(|&ch| (ch, ch)));
            }
        }
        if added.is_empty() { set.clone() } else { set.union(&CharSet::from_ranges(added)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables are built from property sets; here every character is asked.
    #[test]
    fn tables_cover_every_character_that_folds() {
        for ch in 0..=0x10_FFFF {
            if ch <= 0xFFFF {
                assert_eq!(Folding::UpperCase.canonicalize(ch), upper_case(ch), "{ch:x}");
            }
            assert_eq!(Folding::Simple.canonicalize(ch), simple_fold(ch), "{ch:x}");
        }
    }

    #[test]
    fn close_adds_all_variants() {
        let close = |folding: Folding, ch: char| {
            let set = folding.close(&CharSet::single(ch.into()));
            set.ranges().iter().flat_map(|range| range.0..=range.1).collect::<Vec<_>>()
        };
        assert_eq!(close(Folding::UpperCase, 'k'), [0x4B, 0x6B]);
        assert_eq!(close(Folding::Simple, 'k'), [0x4B, 0x6B, 0x212A]);
        assert_eq!(close(Folding::Simple, 'S'), [0x53, 0x73, 0x17F]);
        assert_eq!(close(Folding::UpperCase, '\u{b5}'), [0xB5, 0x39C, 0x3BC]);
        assert_eq!(close(Folding::Simple, '1'), [0x31]);
    }
}
