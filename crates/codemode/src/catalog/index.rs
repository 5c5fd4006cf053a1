//! The inverted index: every word of every tool, with the places it stands in. Built once, then only read.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::text::{Boilerplate, ToolTexts, telling_properties};
use super::thesaurus::{Actions, CREATES, DELETES, READS, UPDATES, actions, is_stop_word};
use super::words::{Wholeness, each_word, root, squash, stem_key, within_one_edit};
use crate::Tool;

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
    pub(super) fn build<'a>(
        documents: impl ExactSizeIterator<Item = ToolTexts<'a>>,
        boilerplate: Boilerplate<'a>,
    ) -> Index {
        let mut builder = Builder { boilerplate, ..Builder::default() };
        builder.index.tools.reserve_exact(documents.len());
        builder.index.names.reserve(2 * documents.len());
        for (tool, texts) in (0..).zip(documents) {
            builder.add_tool(tool, &texts);
        }
        builder.finish()
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

/// A word of a text.
#[derive(Clone, Copy)]
struct Token {
    word: WordId,
    wholeness: Wholeness,
}

/// Words of a description among which its verb stands (`<p>Creates …`, `This endpoint creates …`).
const MAX_WORDS_BEFORE_VERB: usize = 5;

/// What is known of a word by its spelling.
struct WordFacts {
    actions: Actions,
    is_stop: bool,
    is_or: bool,
}

#[derive(Default)]
struct Builder<'a> {
    index: Index,
    boilerplate: Boilerplate<'a>,
    facts: Vec<WordFacts>,
    /// The words of the text that is looked at.
    tokens: Vec<Token>,
    /// Parameters and namespaces repeat all over an interface: their words, by their text.
    known: FxHashMap<&'a str, Range<usize>>,
    known_tokens: Vec<Token>,
    /// Words of names and titles, tool by tool.
    masses: Vec<(ToolIndex, WordId, Fields)>,
    /// Where those of the current tool begin.
    own_masses: usize,
}

impl<'a> Builder<'a> {
    fn add_tool(&mut self, tool: ToolIndex, texts: &ToolTexts<'a>) {
        self.index.tools.push(ToolFacts::default());
        self.own_masses = self.masses.len();
        let (namespace, name) = texts.path.rsplit_once('.').unwrap_or(("", texts.path));
        self.add(tool, name, NAME);
        let (sentence, rest) = self.boilerplate.telling_sentence(texts.tool.description());
        let actions = self.known_actions(texts.tool, sentence);
        if let Some(facts) = self.index.tools.last_mut() {
            facts.actions = actions;
        }
        self.add_known(tool, namespace, NAMESPACE);
        let (title, keywords) = match texts.tool.keywords().split_once('\n') {
            Some(parts) => parts,
            None => (texts.tool.keywords(), ""),
        };
        self.add(tool, title, TITLE);
        self.add(tool, keywords, KEYWORDS);
        self.add(tool, sentence, if title.is_empty() { TITLE } else { SENTENCE });
        for text in rest {
            self.add(tool, text, DESCRIPTION);
        }
        for (name, description) in telling_properties(texts.tool.input_schema()) {
            self.add_known(tool, name, PARAMETER);
            self.add_known(tool, description, PARAMETER_TEXT);
        }
        for description in &texts.namespace_descriptions {
            self.add_known(tool, description, NAMESPACE);
        }
        let (last, whole) = (squash(name), squash(texts.path));
        if last != whole {
            self.index.names.entry(whole.into()).or_default().push(tool);
        }
        self.index.names.entry(last.into()).or_default().push(tool);
    }

    /// Adds a text that is not expected to come again; its words stay in `tokens`.
    fn add(&mut self, tool: ToolIndex, text: &str, field: Fields) {
        let mut tokens = std::mem::take(&mut self.tokens);
        tokens.clear();
        each_word(text, &mut |word, wholeness| tokens.push(Token { word: self.intern(word), wholeness }));
        for token in &tokens {
            self.post(tool, *token, field);
        }
        self.tokens = tokens;
    }

    /// Adds a text that other tools are likely to have as well.
    fn add_known(&mut self, tool: ToolIndex, text: &'a str, field: Fields) {
        if text.is_empty() {
            return;
        }
        let range = match self.known.get(text) {
            Some(range) => range.clone(),
            None => {
                let start = self.known_tokens.len();
                let mut tokens = std::mem::take(&mut self.known_tokens);
                each_word(text, &mut |word, wholeness| tokens.push(Token { word: self.intern(word), wholeness }));
                self.known_tokens = tokens;
                let range = start..self.known_tokens.len();
                self.known.insert(text, range.clone());
                range
            }
        };
        for position in range {
            if let Some(token) = self.known_tokens.get(position).copied() {
                self.post(tool, token, field);
            }
        }
    }

    fn post(&mut self, tool: ToolIndex, Token { word, wholeness }: Token, field: Fields) {
        let Some(postings) = self.index.postings.get_mut(word as usize) else { return };
        match postings.last_mut() {
            Some((last, fields)) if *last == tool => *fields |= field,
            _ => {
                postings.push((tool, field));
                if let (Some(facts), Some(mask)) = (self.index.tools.last_mut(), self.index.masks.get(word as usize)) {
                    facts.characters |= mask;
                }
            }
        }
        if field & (NAME | TITLE) != 0 && wholeness != Wholeness::Compound {
            let is_stop = self.facts.get(word as usize).is_some_and(|facts| facts.is_stop);
            let mass = (tool, word, field);
            if !is_stop && !self.masses.iter().skip(self.own_masses).any(|known| *known == mass) {
                self.masses.push(mass);
            }
        }
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
        self.facts.push(WordFacts { actions: actions(&key), is_stop: is_stop_word(word), is_or: word == "or" });
        index.families.entry(root(&key).as_ref().into()).or_default().push(id);
        index.stems.entry(key.into()).or_default().push(id);
        index.postings.push(Vec::new());
        index.masks.push(character_mask(word));
        id
    }

    /// What a tool does: by the first verb of its name, whose words are in `tokens`; else by the HTTP method among its
    /// keywords; else by its hints. A name that was made of method and path (`PostRefunds`) says `post` whatever the tool
    /// does: there the first verb of the description decides.
    fn known_actions(&self, tool: &Tool, sentence: &str) -> Actions {
        let call = tool.keywords().lines().find_map(http_call);
        let mut found = 0;
        let mut previous_is_or = false;
        for token in self.tokens.iter().filter(|token| token.wholeness != Wholeness::Compound) {
            let Some(facts) = self.facts.get(token.word as usize) else { continue };
            if found == 0 || previous_is_or {
                found |= facts.actions;
            }
            previous_is_or = facts.is_or;
        }
        let first = self.tokens.iter().find(|token| token.wholeness != Wholeness::Compound);
        let first = first.and_then(|token| self.index.spelling(token.word)).unwrap_or_default();
        if let Some(("POST", path)) = call
            && first == "post"
        {
            let mut said = 0;
            let mut left = MAX_WORDS_BEFORE_VERB;
            each_word(sentence, &mut |word, _| {
                if said == 0 && left > 0 {
                    said = actions(&stem_key(word));
                    left -= 1;
                }
            });
            return match said {
                0 if path.ends_with('}') => UPDATES,
                0 => CREATES | UPDATES,
                said => said,
            };
        }
        if found != 0 {
            return found;
        }
        let method = call.and_then(|(method, _)| match method {
            "GET" | "HEAD" => Some(READS),
            "POST" => Some(CREATES),
            "PUT" => Some(CREATES | UPDATES),
            "PATCH" => Some(UPDATES),
            "DELETE" => Some(DELETES),
            _ => None,
        });
        method.unwrap_or(match tool.annotations().read_only {
            Some(true) => READS,
            _ => 0,
        })
    }

    fn finish(self) -> Index {
        let mut index = self.index;
        let count = index.tools.len();
        index.rarity = index.postings.iter().map(|postings| rarity(count, postings.len())).collect();
        for (tool, word, field) in self.masses {
            let rarity = index.rarity.get(word as usize).copied().unwrap_or(0.0);
            let Some(facts) = index.tools.get_mut(tool as usize) else { continue };
            if field == NAME {
                facts.name_mass += rarity;
            } else {
                facts.title_mass += rarity;
            }
        }
        index
    }
}

/// The HTTP method and path that a line of keywords gives.
fn http_call(line: &str) -> Option<(&str, &str)> {
    let (method, path) = line.split_once(' ')?;
    let is_method = matches!(method, "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE");
    is_method.then_some((method, path))
}

/// The ASCII letters and digits of a word as bits.
pub(super) fn character_mask(word: &str) -> u64 {
    word.bytes().fold(0, |mask, byte| match byte {
        b'a'..=b'z' => mask | 1 << (byte - b'a'),
        b'0'..=b'9' => mask | 1 << (26 + byte - b'0'),
        _ => mask,
    })
}
