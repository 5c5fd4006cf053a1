//! The specified scoring (tools-and-discovery.md 7.5, later weights), kept as the yardstick of [`super::search`]: what it
//! finds must be found, and the benchmark compares against it.

use super::Catalog;
use super::text::{ToolTexts, top_level_properties};
use crate::tool_path::path_expression;

/// The specified scoring over a fixed set of tools.
#[derive(Debug)]
pub struct ReferenceIndex {
    documents: Vec<Document>,
}

#[derive(Debug)]
struct Document {
    original: String,
    path: String,
    tokens: Vec<String>,
    description: String,
    text: String,
}

impl Document {
    fn new(texts: &ToolTexts<'_>) -> Self {
        let mut text = vec![texts.path.to_lowercase(), texts.tool.description().to_lowercase()];
        text.extend(texts.namespace_descriptions.iter().map(|description| description.to_lowercase()));
        for (name, description) in top_level_properties(texts.tool.input_schema()) {
            text.push(name.to_lowercase());
            text.push(description.to_lowercase());
        }
        Document {
            original: texts.path.to_owned(),
            path: texts.path.to_lowercase(),
            tokens: tokens(texts.path),
            description: texts.tool.description().to_lowercase(),
            text: text.join("\n"),
        }
    }

    fn score(&self, terms: &[Vec<String>]) -> u32 {
        let last = self.path.rsplit('.').next().unwrap_or(&self.path);
        let mut score = 0;
        for forms in terms {
            let any = |test: &dyn Fn(&str) -> bool| forms.iter().any(|form| test(form));
            score += 20 * u32::from(any(&|form| form == self.path || form == last));
            score += 12 * u32::from(any(&|form| self.tokens.iter().any(|token| token == form)));
            score += 8 * u32::from(any(&|form| self.path.contains(form)));
            score += 4 * u32::from(any(&|form| self.description.contains(form)));
            score += 2 * u32::from(any(&|form| self.text.contains(form)));
        }
        score
    }
}

impl ReferenceIndex {
    /// Prepares the scoring for the tools of a catalogue.
    pub fn new(catalog: &Catalog) -> Self {
        ReferenceIndex { documents: catalog.documents().map(|texts| Document::new(&texts)).collect() }
    }

    /// Paths found for a query with their scores, best first.
    pub fn search(&self, query: &str) -> Vec<(String, u32)> {
        let trimmed = query.trim();
        let bare = trimmed.strip_prefix("tools.").unwrap_or(trimmed);
        let is_exact = |path: &str| path == bare || path_expression(path) == trimmed;
        if !bare.is_empty()
            && let Some(found) = self.documents.iter().find(|document| is_exact(&document.original))
        {
            return vec![(found.original.clone(), 0)];
        }
        let terms: Vec<Vec<String>> = tokens(query).iter().map(|term| forms(term)).collect();
        let scored = self.documents.iter().map(|document| (document.original.clone(), document.score(&terms)));
        let mut found: Vec<(String, u32)> = scored.filter(|(_, score)| terms.is_empty() || *score > 0).collect();
        found.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
        found
    }
}

/// Terms of a text: camel case split, ASCII letters and digits only.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for c in text.chars() {
        if (before.is_ascii_lowercase() || before.is_ascii_digit()) && c.is_ascii_uppercase() {
            spaced.push(' ');
        }
        spaced.push(c);
        before = c;
    }
    let lowered = spaced.to_lowercase();
    let split = lowered.split(|c: char| !c.is_ascii_alphanumeric()).filter(|token| !token.is_empty());
    split.map(str::to_owned).collect()
}

/// The forms of a term, longest first; every form is a prefix of the one before.
pub(super) fn forms(term: &str) -> Vec<String> {
    let mut forms = vec![term.to_owned()];
    if term.len() > 2
        && let Some(rest) = term.strip_suffix('s')
    {
        forms.push(rest.to_owned());
    }
    if term.len() > 3
        && let Some(rest) = term.strip_suffix("es")
    {
        forms.push(rest.to_owned());
    }
    forms
}
