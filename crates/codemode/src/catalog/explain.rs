//! Why a tool was found: for each word of the query, the word of the tool that answers it best and where it stands.

use serde::Serialize;

use super::index::{
    DESCRIPTION, Fields, Index, KEYWORDS, NAME, NAMESPACE, PARAMETER, PARAMETER_TEXT, SENTENCE, TITLE, ToolIndex,
};
use super::scoring::{concepts_of, place_weight};

/// What one word of a query found in a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TermMatch {
    /// The word of the query. In parentheses what the query only implies, such as `(list)` for many things.
    pub term: String,
    /// The word of the tool.
    pub word: String,
    /// Where that word stands, most telling place first: `name`, `title`, `namespace`, `sentence`, `parameter`,
    /// `keywords`, `description`, `parameter text`.
    pub places: Vec<&'static str>,
    /// How near the two words are: 100 for the same word, less for inflections, synonyms, parts and slips.
    pub likeness: u32,
}

/// Places with their names, most telling first.
const PLACES: [(Fields, &str); 8] = [
    (NAME, "name"),
    (TITLE, "title"),
    (NAMESPACE, "namespace"),
    (SENTENCE, "sentence"),
    (PARAMETER, "parameter"),
    (KEYWORDS, "keywords"),
    (DESCRIPTION, "description"),
    (PARAMETER_TEXT, "parameter text"),
];

/// What each word of `query` found in a tool, in the order of the query. Words that found nothing are left out.
pub(super) fn explain(index: &Index, query: &str, tool: ToolIndex) -> Vec<TermMatch> {
    let mut found = Vec::new();
    for concept in concepts_of(index, query) {
        let places_in = |word: u32| {
            let postings = index.postings(word);
            let at = postings.binary_search_by_key(&tool, |(tool, _)| *tool).ok()?;
            postings.get(at).map(|(_, fields)| *fields)
        };
        let candidates = concept.matches.iter().filter_map(|(word, strength)| {
            let fields = places_in(*word)?;
            Some((strength * place_weight(fields), *strength, *word, fields))
        });
        // Of equal ones the word that was met first, whatever order the table has.
        let best = candidates.max_by(|left, right| {
            let by_value = left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1));
            by_value.then(right.2.cmp(&left.2))
        });
        let Some((_, strength, word, fields)) = best else { continue };
        let places = PLACES.iter().filter(|(place, _)| fields & place != 0).map(|(_, name)| *name);
        found.push(TermMatch {
            term: concept.label,
            word: index.spelling(word).unwrap_or_default().to_owned(),
            places: places.collect(),
            likeness: (strength * 100.0).round() as u32,
        });
    }
    found
}
