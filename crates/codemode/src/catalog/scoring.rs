//! Ranking: what a query means, word by word, and how well a tool answers it.
//!
//! A query becomes concepts, one per telling word. A concept matches the word itself, its inflections, words that mean
//! the same, words that contain it and, when nothing else is there, words one edit away, each with a strength. A tool
//! earns for each concept its best match, weighted by where it stands and by how rare the concept is; then more, the
//! larger the part of its own name and title that the query accounts for. The arithmetic is the same on every machine.

use rustc_hash::FxHashMap;

use super::index::{
    DESCRIPTION, Fields, Index, KEYWORDS, NAME, NAMESPACE, PARAMETER, PARAMETER_TEXT, SENTENCE, TITLE, ToolIndex,
    WordId, character_mask, rarity,
};
use super::reference;
use super::thesaurus::{
    Actions, COLLECTING_WORDS, CREATES, DELETES, DETERMINERS, LISTING_VERBS, NOUN_VERBS, PARTICLES, PEOPLE, PHRASES,
    QUESTION_WORDS, READING_VERBS, READS, SELF_TARGETS, SELF_WORDS, SINGLING_WORDS, UPDATES, actions, is_stop_word,
    plain_form, same_action, synonyms,
};
use super::words::{Wholeness, each_word, is_agent, is_plural, is_unspaced, root, squash, stem, stem_key};

/// The tool is named exactly so. More than any sum of other matches.
const OWN_NAME: u32 = 1_000_000;
/// Words of a query that are looked at.
const MAX_TERMS: usize = 32;
/// Scores are hundredths.
const SCALE: f32 = 100.0;

/// How much a match counts by the place it stands in.
const PLACES: [(Fields, f32); 8] = [
    (NAME, 0.8),
    (NAMESPACE, 0.4),
    (TITLE, 0.75),
    (SENTENCE, 0.3),
    (DESCRIPTION, 0.15),
    (PARAMETER, 0.3),
    (PARAMETER_TEXT, 0.15),
    (KEYWORDS, 0.25),
];

/// How much the share of the name that the query accounts for adds.
const NAME_COVERAGE: f32 = 0.5;
/// How much the share of the title that the query accounts for adds.
const TITLE_COVERAGE: f32 = 0.7;
/// What is left of the score of a tool that does something else than the query asks for (deletes instead of lists).
const OTHER_ACTION: f32 = 0.75;
/// What is left of the score of a tool that deletes where the query does not say what it asks for.
const UNASKED_DELETION: f32 = 0.85;
/// What implied concepts weigh, next to the 1 of each word of the query: that the speaker's own things are meant, that
/// many things are to be listed, that something is to be read, that people are asked for.
const SELF_WEIGHT: f32 = 0.6;
const LISTING_WEIGHT: f32 = 0.6;
const READING_WEIGHT: f32 = 0.5;
const PEOPLE_WEIGHT: f32 = 0.5;
/// Words that may stand between the two of a phrase.
const MAX_GAP: usize = 4;
/// What a verb of a tool's name weighs at least where it does the same as the verb of the query: interfaces say `create`
/// whatever people say.
const SAME_ACTION: f32 = 0.85;
/// What the name for people by what they do weighs where a query asks who did it.
const AGENT: f32 = 0.9;
/// From which value on a tool is about a concept and does not just mention it (as a parameter `page` mentions pages). How
/// many are about it makes it rare or common.
const PROMINENT: f32 = 0.45;
/// Strength from which a match counts towards coverage.
const COVERING: f32 = 0.5;

/// A tool that was found, with its score.
pub(super) type Hit = (u32, ToolIndex);

/// One thing a query asks for.
pub(super) struct Concept {
    /// The word of the query, or in parentheses what it implies.
    pub(super) label: String,
    pub(super) matches: FxHashMap<WordId, f32>,
    weight: f32,
    /// Not said in so many words: it ranks what was found otherwise, and finds nothing itself.
    is_implied: bool,
}

/// What a query asks for.
pub(super) fn concepts_of(index: &Index, query: &str) -> Vec<Concept> {
    let terms = terms(query);
    concepts(index, &terms, &Request::of(&terms))
}

/// Scores every tool of the index; tools that do not match have score 0.
pub(super) fn score(index: &Index, query: &str) -> Vec<u32> {
    let terms = terms(query);
    let request = Request::of(&terms);
    let concepts = concepts(index, &terms, &request);
    let asked = request.actions;
    let total = index.tools.len();
    let places = place_table();
    let mut sums = vec![0.0f32; total];
    let mut covered: FxHashMap<WordId, f32> = FxHashMap::default();
    let mut best = vec![0.0f32; total];
    let mut touched: Vec<ToolIndex> = Vec::new();
    for concept in &concepts {
        let mut words: Vec<(WordId, f32)> = concept.matches.iter().map(|(word, strength)| (*word, *strength)).collect();
        words.sort_unstable_by_key(|(word, _)| *word);
        for (word, strength) in words {
            for (tool, fields) in index.postings(word) {
                let value = strength * places.get(usize::from(*fields)).copied().unwrap_or(0.0);
                let Some(best) = best.get_mut(*tool as usize) else { continue };
                if *best == 0.0 {
                    touched.push(*tool);
                }
                *best = best.max(value);
            }
            if strength >= COVERING && concept.weight >= 1.0 {
                let known = covered.entry(word).or_insert(0.0);
                *known = known.max(strength);
            }
        }
        let value = |tool: &ToolIndex| best.get(*tool as usize).copied().unwrap_or(0.0);
        let prominent = touched.iter().filter(|tool| value(tool) >= PROMINENT).count();
        let found = if prominent == 0 { touched.len() } else { prominent };
        let worth = concept.weight * rarity(total, found);
        for tool in touched.drain(..) {
            let position = tool as usize;
            if let (Some(sum), Some(best)) = (sums.get_mut(position), best.get_mut(position)) {
                if !concept.is_implied || *sum > 0.0 {
                    *sum += worth * *best;
                }
                *best = 0.0;
            }
        }
    }
    let coverage = coverage(index, &covered);
    let mut scores: Vec<u32> = sums
        .iter()
        .zip(coverage)
        .zip(&index.tools)
        .map(|((sum, coverage), facts)| {
            let differs = asked != 0 && facts.actions != 0 && asked & facts.actions == 0;
            let likeness = match facts.actions {
                _ if differs => OTHER_ACTION,
                DELETES if asked == 0 => UNASKED_DELETION,
                _ => 1.0,
            };
            let score = sum * (1.0 + coverage) * likeness * SCALE;
            // Whatever matched at all is found.
            if *sum > 0.0 { (score as u32).max(2) } else { 0 }
        })
        .collect();
    reward_own_names(index, query, &mut scores);
    scores
}

/// For each tool, how much of its name and title the query accounts for.
fn coverage(index: &Index, covered: &FxHashMap<WordId, f32>) -> Vec<f32> {
    let mut names = vec![0.0f32; index.tools.len()];
    let mut titles = vec![0.0f32; index.tools.len()];
    let mut words: Vec<(&WordId, &f32)> = covered.iter().collect();
    words.sort_unstable_by_key(|(word, _)| **word);
    for (word, strength) in words {
        let mass = strength * index.rarity(*word);
        for (tool, fields) in index.postings(*word) {
            for (field, sums) in [(NAME, &mut names), (TITLE, &mut titles)] {
                if fields & field != 0
                    && let Some(sum) = sums.get_mut(*tool as usize)
                {
                    *sum += mass;
                }
            }
        }
    }
    let share = |part: f32, whole: f32| if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 };
    let each = index.tools.iter().zip(names.iter().zip(&titles));
    each.map(|(facts, (name, title))| {
        NAME_COVERAGE * share(*name, facts.name_mass) + TITLE_COVERAGE * share(*title, facts.title_mass)
    })
    .collect()
}

/// A tool whose last segment or path is the query, or one word of it, comes first.
fn reward_own_names(index: &Index, query: &str, scores: &mut [u32]) {
    let words = query.split_whitespace().filter(|word| word.contains(['_', '.', '-', '/']) || is_mixed_case(word));
    let names = words.take(MAX_TERMS).map(|word| squash(word.trim_start_matches("tools."))).chain([squash(query)]);
    for name in names.filter(|name| !name.is_empty()) {
        for tool in index.named(&name) {
            if let Some(score) = scores.get_mut(*tool as usize)
                && *score < OWN_NAME
            {
                *score += OWN_NAME;
            }
        }
    }
}

fn is_mixed_case(word: &str) -> bool {
    word.chars().zip(word.chars().skip(1)).any(|(before, here)| before.is_lowercase() && here.is_uppercase())
}

/// The weight of every combination of places.
fn place_table() -> Vec<f32> {
    (0..=Fields::MAX).map(place_weight).collect()
}

/// The weight of a combination of places: each further place adds a part of what is missing to 1.
pub(super) fn place_weight(fields: Fields) -> f32 {
    let weights = PLACES.iter().filter(|(field, _)| fields & field != 0).map(|(_, weight)| *weight);
    1.0 - weights.fold(1.0f32, |missing, weight| missing * (1.0 - weight))
}

/// What can be told from the grammar of a query.
struct Request {
    /// What is asked to be done; 0 when nothing says it.
    actions: Actions,
    /// The term that says it.
    verb: Option<usize>,
    /// Whether the query asks in the form of a question.
    is_question: bool,
    /// Whether it asks for people.
    is_who: bool,
    number: Number,
}

/// Whether a verb stops or takes away: interfaces may call that deleting.
fn is_ending(key: &str) -> bool {
    let is_like = |verb: &str| {
        let verb = stem_key(verb);
        key == verb || synonyms(key).iter().any(|(synonym, _)| *synonym == verb)
    };
    ["stop", "cancel", "delete", "remove"].into_iter().any(is_like)
}

/// How many things a query is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    One,
    Many,
    Unsaid,
}

impl Request {
    /// The first verb decides what is asked for; a question asks for reading. The first group of words that follows
    /// (`review comments` in `get review comments of a pull request`) tells the number by its last word.
    fn of(terms: &[String]) -> Request {
        let verb = terms.iter().position(|term| actions(&stem_key(term)) != 0);
        let mut said = verb.and_then(|at| terms.get(at)).map_or(0, |term| actions(&stem_key(term)));
        if let [first, second, ..] = terms
            && verb != Some(0)
            && !is_stop_word(first)
            && (DETERMINERS.contains(&second.as_str()) || (second == "on" && NOUN_VERBS.contains(&first.as_str())))
        {
            // `heart a comment`, `comment on a gist`: an order, and no known one to read or to delete.
            said = CREATES | UPDATES | if is_ending(&stem_key(first)) { DELETES } else { 0 };
        }
        let is_question = terms.first().is_some_and(|term| QUESTION_WORDS.contains(&term.as_str()));
        let after = verb.filter(|_| !is_question).map_or(0, |at| at + 1);
        let rest = terms.get(after..).unwrap_or(&[]);
        let start = rest.iter().position(|term| !is_stop_word(term)).unwrap_or(rest.len());
        let is_single = |term: &String| SINGLING_WORDS.contains(&term.as_str());
        let (before, group) = rest.split_at(start);
        let end = group.iter().position(|term| is_stop_word(term)).unwrap_or(group.len());
        let number = match group.get(..end).and_then(<[String]>::last) {
            Some(head) if is_plural(head) => Number::Many,
            Some(_) if verb.is_none() && before.iter().any(|term| COLLECTING_WORDS.contains(&term.as_str())) => {
                Number::Many
            }
            Some(_) if before.last().is_some_and(is_single) || group.first().is_some_and(is_single) => Number::One,
            _ => Number::Unsaid,
        };
        let is_who = match terms {
            [who, ..] if who == "who" => true,
            [which, people, ..] => ["what", "which"].contains(&which.as_str()) && people == "people",
            _ => false,
        };
        Request { actions: if is_question { READS } else { said }, verb, is_question, is_who, number }
    }

    /// Whether a term adds nothing: `new` where a query says twice that something is made (`create a new branch`).
    fn is_filler(&self, position: usize, term: &str) -> bool {
        term == "new" && self.actions & CREATES != 0 && self.verb != Some(position)
            // What is left of a word by an apostrophe: `what's`, `don't`.
            || matches!(term.as_bytes(), [byte] if byte.is_ascii_alphabetic())
    }
}

fn concepts(index: &Index, all: &[String], request: &Request) -> Vec<Concept> {
    let told = |(position, term): (usize, &String)| !is_stop_word(term) && !request.is_filler(position, term);
    let mut telling: Vec<usize> =
        all.iter().enumerate().filter(|(at, term)| told((*at, term))).map(|(at, _)| at).collect();
    if telling.is_empty() {
        telling = (0..all.len()).collect();
    }
    let mut seen: Vec<String> = Vec::new();
    let mut concepts: Vec<Concept> = Vec::new();
    for position in telling {
        let Some(term) = all.get(position) else { continue };
        let key = stem_key(term);
        if seen.contains(&key) {
            continue;
        }
        let mut matches = matches(index, term, request.is_who);
        if request.verb == Some(position) {
            for stem in same_action(actions(&key)) {
                for word in index.with_stem(stem) {
                    let known = matches.entry(*word).or_insert(SAME_ACTION);
                    *known = known.max(SAME_ACTION);
                }
            }
        }
        // Reading many things is listing them, whatever verb says so.
        let is_listing = request.verb == Some(position) && request.number == Number::Many;
        if is_listing && synonyms(&key).iter().any(|(synonym, _)| synonym == LISTING_VERBS[0]) {
            for verb in LISTING_VERBS {
                for word in index.with_stem(&stem_key(verb)) {
                    matches.insert(*word, 1.0);
                }
            }
        }
        seen.push(key);
        concepts.push(Concept { label: term.clone(), matches, weight: 1.0, is_implied: false });
    }
    let meant = |label: &str, targets: &[&str], weight: f32| {
        let mut matches = FxHashMap::default();
        for target in targets {
            for word in index.with_stem(&stem_key(target)) {
                matches.insert(*word, 1.0);
            }
        }
        Concept { label: format!("({label})"), matches, weight, is_implied: true }
    };
    if all.iter().any(|term| SELF_WORDS.contains(&term.as_str())) {
        concepts.push(meant("mine", &SELF_TARGETS, SELF_WEIGHT));
    }
    if request.is_who {
        concepts.push(meant("people", &PEOPLE, PEOPLE_WEIGHT));
    }
    if request.number == Number::Many && request.verb.is_none() {
        concepts.push(meant("list", &LISTING_VERBS, LISTING_WEIGHT));
    } else if request.is_question {
        concepts.push(meant("read", &READING_VERBS, READING_WEIGHT));
    }
    concepts
}

/// The words of a query, with phrases replaced by what they mean.
fn terms(query: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    each_word(query, &mut |word, wholeness| {
        if wholeness != Wholeness::Compound && terms.len() < MAX_TERMS {
            terms.push(plain_form(word).to_owned());
        }
    });
    for (first, second, meaning) in PHRASES {
        let starts = |term: &String| stem_key(term) == stem_key(first);
        let farthest = if PARTICLES.contains(second) { MAX_GAP + 1 } else { 1 };
        let found = terms.iter().enumerate().filter(|(_, term)| *term == second).find_map(|(end, _)| {
            let nearest = (end.saturating_sub(farthest)..end).rev().find(|at| terms.get(*at).is_some_and(starts));
            nearest.map(|start| (start, end))
        });
        if let Some((start, end)) = found {
            terms.remove(end);
            if let Some(term) = terms.get_mut(start) {
                *term = (*meaning).to_owned();
            }
        }
    }
    terms
}

/// Everything a term may stand for, with the strength of the match.
fn matches(index: &Index, term: &str, is_who: bool) -> FxHashMap<WordId, f32> {
    let mut found: FxHashMap<WordId, f32> = FxHashMap::default();
    let mut add = |word: WordId, strength: f32| {
        let known = found.entry(word).or_insert(strength);
        *known = known.max(strength);
    };
    let key = stem_key(term);
    let mut is_known = false;
    if let Some(word) = index.word(term) {
        add(word, 1.0);
        is_known = true;
    }
    for word in index.with_stem(&key) {
        add(*word, 0.95);
        is_known = true;
    }
    for word in index.of_family(&root(&key)) {
        add(*word, 0.7);
    }
    for (synonym, strength) in synonyms(&key) {
        for word in index.with_stem(synonym) {
            add(*word, *strength);
            is_known |= *strength >= 0.9;
        }
    }
    let length = term.chars().count();
    let part = if term.is_ascii() && length >= 5 { stem(term) } else { term };
    let is_unspaced = term.chars().any(is_unspaced);
    if length >= 3 || is_unspaced {
        for (word, offset) in index.containing(part) {
            let begins = offset == 0 && length >= 4;
            let strength = match (is_unspaced, is_known, begins) {
                (true, ..) => 0.8,
                _ if is_who && begins && index.spelling(word).is_some_and(is_agent) => AGENT,
                (_, true, true) => 0.3,
                (_, true, false) => 0.1,
                (_, false, true) => 0.7,
                (_, false, false) => 0.4,
            };
            add(word, strength);
        }
    }
    if !is_known && is_unspaced {
        let chars: Vec<char> = term.chars().collect();
        for pair in chars.windows(2) {
            for (word, _) in index.containing(&pair.iter().collect::<String>()) {
                add(word, 0.4);
            }
        }
    }
    if !is_known && length >= 4 {
        for word in index.one_edit_from(term) {
            add(word, 0.85);
            for sibling in index.spelling(word).map(stem_key).iter().flat_map(|stem| index.with_stem(stem)) {
                add(*sibling, 0.8);
            }
        }
    }
    found
}

/// Marks every tool that the specified substring rules find and that has no score yet.
pub(super) fn add_substring_matches(index: &Index, query: &str, scores: &mut [u32]) {
    let mut parts: Vec<String> =
        reference::tokens(query).iter().filter_map(|term| reference::forms(term).pop()).collect();
    parts.sort_unstable_by_key(String::len);
    parts.dedup();
    let mut missing = scores.iter().filter(|score| **score == 0).count();
    let mut looked_at = vec![false; index.vocabulary_size()];
    for part in parts {
        if missing == 0 {
            return;
        }
        if part.len() == 1 {
            let mask = character_mask(&part);
            for (facts, score) in index.tools.iter().zip(scores.iter_mut()) {
                if *score == 0 && facts.characters & mask != 0 {
                    *score = 1;
                    missing -= 1;
                }
            }
            continue;
        }
        for (word, _) in index.containing(&part) {
            let Some(seen) = looked_at.get_mut(word as usize) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            for (tool, _) in index.postings(word) {
                if let Some(score) = scores.get_mut(*tool as usize)
                    && *score == 0
                {
                    *score = 1;
                    missing -= 1;
                }
            }
            if missing == 0 {
                return;
            }
        }
    }
}
