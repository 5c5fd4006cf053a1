//! The inverted index: every word of every tool, with the places it stands in. Built once, then only read.

use rustc_hash::FxHashMap;

use super::text::{ToolTexts, first_sentence, top_level_properties};
use super::words::{
    Actions, CREATES, DELETES, READS, UPDATES, Wholeness, actions, each_word, is_stop_word, root, squash, stem_key,
    within_one_edit,
};

/// A place of a tool's texts, as a bit.
pub(super) type Fields = u8;

pub(super) const NAME: Fields = 1 << 0;
pub(super) const NAMESPACE: Fields = 1 << 1;
pub(super) const TITLE: Fields = 1 << 2;
pub(super) const SENTENCE: Fields = 1 << 3;
pub(super) const DESCRIPTION: Fields = 1 << 4;
pub(super) const PARAMETER: Fields = 1 << 5;
pub(super) const PARAMETER_TEXT: Fields = 1 << 6;
pub(super) const KEYWORDS: Fields = 1 << 7;

/// A tool, by its position in path order.
pub(super) type ToolIndex = u32;
/// A word, by its position in the vocabulary.
pub(super) type WordId = u32;

#[derive(Debug, Default)]
pub(super) struct Index {
    /// Every word, ended by a zero byte, for substring scans.
    blob: Vec<u8>,
    /// Where each word starts in `blob`.
    starts: Vec<u32>,
    words: FxHashMap<Box<str>, WordId>,
    stems: FxHashMap<Box<str>, Vec<WordId>>,
    families: FxHashMap<Box<str>, Vec<WordId>>,
    postings: Vec<Vec<(ToolIndex, Fields)>>,
    rarity: Vec<f32>,
    /// The characters of each word, as bits: tells apart most words that are more than one edit away.
    masks: Vec<u64>,
    pub(super) tools: Vec<ToolFacts>,
    /// Tools by their last segment and by their whole path, squashed.
    names: FxHashMap<Box<str>, Vec<ToolIndex>>,
}

/// Sums over a tool's words that scoring divides by.
#[derive(Debug, Default, Clone)]
pub(super) struct ToolFacts {
    /// Rarity of the words of the name.
    pub(super) name_mass: f32,
    /// Rarity of the words of the title.
    pub(super) title_mass: f32,
    /// Letters and digits that occur anywhere, as bits.
    pub(super) characters: u64,
    /// What the tool does, where that is known.
    pub(super) actions: Actions,
}

impl Index {
    pub(super) fn build<'a>(documents: impl Iterator<Item = ToolTexts<'a>>) -> Index {
        let mut builder = Builder::default();
        let mut names: FxHashMap<Box<str>, Vec<ToolIndex>> = FxHashMap::default();
        let mut count = 0;
        for (tool, texts) in (0..).zip(documents) {
            builder.tool = tool;
            builder.add_tool(&texts);
            let last = texts.path.rsplit('.').next().unwrap_or(texts.path);
            let (last, whole) = (squash(last), squash(texts.path));
            if last != whole {
                names.entry(whole.into()).or_default().push(tool);
            }
            names.entry(last.into()).or_default().push(tool);
            count += 1;
        }
        builder.finish(count, names)
    }

    /// The word spelled `text`.
    pub(super) fn word(&self, text: &str) -> Option<WordId> {
        self.words.get(text).copied()
    }

    /// The words with a stem.
    pub(super) fn with_stem(&self, stem: &str) -> &[WordId] {
        self.stems.get(stem).map_or(&[], Vec::as_slice)
    }

    /// The words that share a root.
    pub(super) fn of_family(&self, root: &str) -> &[WordId] {
        self.families.get(root).map_or(&[], Vec::as_slice)
    }

    /// Where a word stands, in tool order.
    pub(super) fn postings(&self, word: WordId) -> &[(ToolIndex, Fields)] {
        self.postings.get(word as usize).map_or(&[], Vec::as_slice)
    }

    /// How telling a word is.
    pub(super) fn rarity(&self, word: WordId) -> f32 {
        self.rarity.get(word as usize).copied().unwrap_or(0.0)
    }

    /// Tools whose last segment or whole path is `squashed`, every way of writing it undone.
    pub(super) fn named(&self, squashed: &str) -> &[ToolIndex] {
        self.names.get(squashed).map_or(&[], Vec::as_slice)
    }

    /// Every word that contains `part`, with the offset of its first occurrence.
    pub(super) fn containing(&self, part: &str) -> Vec<(WordId, usize)> {
        let mut found: Vec<(WordId, usize)> = Vec::new();
        if part.is_empty() {
            return found;
        }
        for at in memchr::memmem::find_iter(&self.blob, part.as_bytes()) {
            let word = self.starts.partition_point(|start| *start as usize <= at).saturating_sub(1);
            let id = word as WordId;
            if found.last().is_none_or(|(last, _)| *last != id) {
                let start = self.starts.get(word).copied().unwrap_or(0) as usize;
                found.push((id, at - start));
            }
        }
        found
    }

    pub(super) fn vocabulary_size(&self) -> usize {
        self.starts.len()
    }

    /// Every word that one edit turns into `word`.
    pub(super) fn one_edit_from(&self, word: &str) -> Vec<WordId> {
        let mask = character_mask(word);
        let near = (0..).zip(&self.masks).filter(|(_, other)| (mask ^ *other).count_ones() <= 2);
        let spelled = near.filter_map(|(id, _)| Some((id, self.spelling(id)?)));
        spelled.filter(|(_, other)| other.len() >= 3 && within_one_edit(word, other)).map(|(id, _)| id).collect()
    }

    /// How a word is spelled.
    pub(super) fn spelling(&self, word: WordId) -> Option<&str> {
        let position = word as usize;
        let start = *self.starts.get(position)? as usize;
        let end = self.starts.get(position + 1).map_or(self.blob.len(), |next| *next as usize);
        std::str::from_utf8(self.blob.get(start..end.checked_sub(1)?)?).ok()
    }
}

/// How telling something is that occurs in `found` of `total` tools: the binary logarithm of one plus their ratio, by
/// arithmetic that is the same on every machine.
pub(super) fn rarity(total: usize, found: usize) -> f32 {
    log2(1.0 + total as f32 / found.max(1) as f32)
}

fn log2(value: f32) -> f32 {
    let bits = value.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
    // A parabola through 1, 1.5 and 2; off by less than a hundredth.
    let t = mantissa - 1.0;
    exponent as f32 + t * (1.34 - 0.34 * t)
}

#[derive(Default)]
struct Builder {
    index: Index,
    tool: ToolIndex,
    /// Words of the current tool's name and title.
    masses: Vec<(WordId, Fields)>,
    all_masses: Vec<Vec<(WordId, Fields)>>,
}

impl Builder {
    fn add_tool(&mut self, texts: &ToolTexts<'_>) {
        self.index.tools.push(ToolFacts { actions: known_actions(texts), ..ToolFacts::default() });
        let (namespace, name) = texts.path.rsplit_once('.').unwrap_or(("", texts.path));
        self.add(name, NAME);
        self.add(namespace, NAMESPACE);
        let tool = texts.tool;
        let (sentence, rest) = first_sentence(tool.description());
        let (title, keywords) = match tool.keywords().split_once('\n') {
            Some(parts) => parts,
            None => (tool.keywords(), ""),
        };
        self.add(title, TITLE);
        self.add(keywords, KEYWORDS);
        self.add(sentence, if title.is_empty() { TITLE } else { SENTENCE });
        self.add(rest, DESCRIPTION);
        for (name, description) in top_level_properties(tool.input_schema()) {
            self.add(name, PARAMETER);
            self.add(description, PARAMETER_TEXT);
        }
        for description in &texts.namespace_descriptions {
            self.add(description, NAMESPACE);
        }
        self.all_masses.push(std::mem::take(&mut self.masses));
    }

    fn add(&mut self, text: &str, field: Fields) {
        each_word(text, &mut |word, wholeness| {
            let id = self.intern(word);
            if let Some(postings) = self.index.postings.get_mut(id as usize) {
                match postings.last_mut() {
                    Some((tool, fields)) if *tool == self.tool => *fields |= field,
                    _ => postings.push((self.tool, field)),
                }
            }
            let weighs = field & (NAME | TITLE) != 0 && wholeness != Wholeness::Compound && !is_stop_word(word);
            if weighs && !self.masses.contains(&(id, field)) {
                self.masses.push((id, field));
            }
        });
    }

    fn intern(&mut self, word: &str) -> WordId {
        let index = &mut self.index;
        if let Some(id) = index.words.get(word) {
            return *id;
        }
        let id = index.starts.len() as WordId;
        index.starts.push(index.blob.len() as u32);
        index.blob.extend_from_slice(word.as_bytes());
        index.blob.push(0);
        index.words.insert(word.into(), id);
        let key = stem_key(word);
        index.families.entry(root(&key).into()).or_default().push(id);
        index.stems.entry(key.into()).or_default().push(id);
        index.postings.push(Vec::new());
        index.masks.push(character_mask(word));
        id
    }

    fn finish(self, count: usize, names: FxHashMap<Box<str>, Vec<ToolIndex>>) -> Index {
        let mut index = self.index;
        index.names = names;
        index.rarity = index.postings.iter().map(|postings| rarity(count, postings.len())).collect();
        for (facts, masses) in index.tools.iter_mut().zip(&self.all_masses) {
            for (word, field) in masses {
                let rarity = index.rarity.get(*word as usize).copied().unwrap_or(0.0);
                if *field == NAME {
                    facts.name_mass += rarity;
                } else {
                    facts.title_mass += rarity;
                }
            }
        }
        for (mask, postings) in index.masks.iter().zip(&index.postings) {
            for (tool, _) in postings {
                if let Some(facts) = index.tools.get_mut(*tool as usize) {
                    facts.characters |= mask;
                }
            }
        }
        index
    }
}

/// What a tool does, by the first verb of its name, else by the HTTP method among its keywords, else by its hints.
fn known_actions(texts: &ToolTexts<'_>) -> Actions {
    let name = texts.path.rsplit('.').next().unwrap_or(texts.path);
    let mut found = 0;
    let mut previous_is_or = false;
    each_word(name, &mut |word, wholeness| {
        if wholeness != Wholeness::Compound && (found == 0 || previous_is_or) {
            found |= actions(&stem_key(word));
        }
        previous_is_or = word == "or";
    });
    if found != 0 {
        return found;
    }
    let method =
        texts.tool.keywords().lines().filter_map(|line| line.split_once(' ')).find_map(|(word, _)| match word {
            "GET" | "HEAD" => Some(READS),
            "POST" => Some(CREATES),
            "PUT" => Some(CREATES | UPDATES),
            "PATCH" => Some(UPDATES),
            "DELETE" => Some(DELETES),
            _ => None,
        });
    method.unwrap_or(match texts.tool.annotations().read_only {
        Some(true) => READS,
        _ => 0,
    })
}

/// The ASCII letters and digits of a word as bits.
pub(super) fn character_mask(word: &str) -> u64 {
    word.bytes().fold(0, |mask, byte| match byte {
        b'a'..=b'z' => mask | 1 << (byte - b'a'),
        b'0'..=b'9' => mask | 1 << (26 + byte - b'0'),
        _ => mask,
    })
}
