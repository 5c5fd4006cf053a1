//! `search(...)`: the request, the page it returns, and how tools are looked up (tools-and-discovery.md 7).

use serde::Serialize;
use serde_json::{Value, json};

use super::Catalog;
use super::explain::{TermMatch, explain};
use super::index::Index;
use super::scoring::{Hit, add_substring_matches, score};
use crate::limits::MAX_SAFE_INTEGER;
use crate::path_expression;

/// How many items a page has when the request does not say.
const DEFAULT_LIMIT: usize = 10;

/// Characters of a query. Beyond any path and any question; what matching costs grows with them.
const MAX_QUERY: usize = 1000;

/// What a program asks of `search`.
///
/// ```
/// use codemode::SearchRequest;
/// use serde_json::json;
///
/// assert_eq!(SearchRequest::from_json(&json!("list issues")).unwrap().query, "list issues");
/// let page = SearchRequest::from_json(&json!({ "query": "", "namespace": "github", "offset": 10 })).unwrap();
/// assert_eq!((page.limit, page.offset), (10, 10));
/// assert!(SearchRequest::from_json(&json!({ "limit": 0 })).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchRequest {
    /// Words to look for, or an exact path. Empty browses.
    pub query: String,
    /// Only tools below this dotted path.
    pub namespace: Option<String>,
    /// Items on a page, at least 1.
    pub limit: usize,
    /// Items to skip.
    pub offset: usize,
    /// Whether items have their scores.
    pub scores: bool,
    /// Whether items say which words of the query found them, and where.
    pub explain: bool,
}

impl Default for SearchRequest {
    fn default() -> Self {
        SearchRequest {
            query: String::new(),
            namespace: None,
            limit: DEFAULT_LIMIT,
            offset: 0,
            scores: false,
            explain: false,
        }
    }
}

impl SearchRequest {
    /// A request for the best matches of `query`.
    pub fn new(query: impl Into<String>) -> Self {
        SearchRequest { query: query.into(), ..SearchRequest::default() }
    }

    /// Reads the argument of a `search` call: a string, or an object whose unknown keys are ignored.
    ///
    /// # Errors
    /// A text that says which field is wrong, for an `InvalidToolInput` of tool `search`.
    pub fn from_json(input: &Value) -> Result<Self, String> {
        let wrong = |what: String| format!("Invalid input for tool 'search': {what}");
        let bounded = |query: &str| match beginning(query) {
            all if all.len() == query.len() => Ok(all.to_owned()),
            _ => Err(wrong(format!("the query is longer than {MAX_QUERY} characters: give the few words that matter"))),
        };
        let fields = match input {
            Value::String(query) => return bounded(query).map(SearchRequest::new),
            Value::Object(fields) => fields,
            _ => {
                return Err(wrong(
                    "expected a query string or an object like { query, namespace, limit, offset }".into(),
                ));
            }
        };
        let text = |name: &str| match fields.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(wrong(format!("`{name}` must be a string"))),
        };
        let integer = |name: &str, minimum: u64, default: usize| match fields.get(name) {
            None => Ok(default),
            Some(value) => whole_number(value)
                .filter(|number| *number >= minimum)
                .and_then(|number| usize::try_from(number).ok())
                .ok_or_else(|| wrong(format!("`{name}` must be an integer of at least {minimum}"))),
        };
        Ok(SearchRequest {
            query: text("query")?.map_or_else(|| Ok(String::new()), |query| bounded(&query))?,
            namespace: text("namespace")?,
            limit: integer("limit", 1, DEFAULT_LIMIT)?,
            offset: integer("offset", 0, 0)?,
            scores: fields.get("scores") == Some(&Value::Bool(true)),
            explain: fields.get("explain") == Some(&Value::Bool(true)),
        })
    }
}

/// What is looked at of a query.
fn beginning(query: &str) -> &str {
    query.char_indices().nth(MAX_QUERY).and_then(|(end, _)| query.get(..end)).unwrap_or(query)
}

fn whole_number(value: &Value) -> Option<u64> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0)?;
    let number = value.as_u64().unwrap_or(number as u64);
    (number <= MAX_SAFE_INTEGER).then_some(number)
}

/// One page of results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SearchPage {
    /// The tools, best first.
    pub items: Vec<SearchItem>,
    /// How many more there are after this page.
    pub remaining: usize,
    /// Where the next page starts, when there is one.
    pub next: Option<NextPage>,
}

/// Where a page starts; `search({ ...request, ...page.next })` asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct NextPage {
    /// Items to skip.
    pub offset: usize,
}

/// A tool that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SearchItem {
    /// The expression that reaches it (`tools.ctx7["resolve-id"]`).
    pub path: String,
    /// The whole description.
    pub description: String,
    /// The signature, as in the catalogue.
    pub signature: String,
    /// The score, when the request asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// What found it, when the request asked for it. Empty for an exact path, and where nothing was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<TermMatch>>,
}

impl SearchPage {
    /// The page as a program sees it.
    pub fn to_json(&self) -> Value {
        let mut items = Vec::with_capacity(self.items.len());
        for item in &self.items {
            let mut json = json!({ "path": item.path, "description": item.description, "signature": item.signature });
            if let (Some(score), Value::Object(fields)) = (item.score, &mut json) {
                fields.insert("score".into(), score.into());
            }
            if let (Some(matches), Value::Object(fields)) = (&item.matches, &mut json) {
                fields.insert("matches".into(), json!(matches));
            }
            items.push(json);
        }
        json!({ "items": items, "remaining": self.remaining, "next": self.next.map(|next| json!({ "offset": next.offset })) })
    }
}

impl Catalog {
    /// Answers a `search` call. Deterministic; runs no host code.
    pub fn search(&self, request: &SearchRequest) -> SearchPage {
        let hits = self.hits(request);
        let total = hits.total;
        let items: Vec<SearchItem> = hits.page.into_iter().filter_map(|hit| self.item(hit, request)).collect();
        let remaining = total.saturating_sub(request.offset.saturating_add(items.len()));
        let next = (remaining > 0).then(|| NextPage { offset: request.offset.saturating_add(items.len()) });
        SearchPage { items, remaining, next }
    }

    /// The canonical paths that `search` would return, in order, with their scores. Renders no signatures.
    pub fn search_paths(&self, request: &SearchRequest) -> Vec<(&str, u32)> {
        let hits = self.hits(request).page;
        hits.into_iter().filter_map(|(score, tool)| Some((self.tools().at(tool as usize)?.0, score))).collect()
    }

    fn hits(&self, request: &SearchRequest) -> Hits {
        let scope = Scope::new(self, request.namespace.as_deref());
        let query = beginning(request.query.trim());
        if let Some(exact) = self.exact(query).filter(|exact| scope.contains(*exact)) {
            return Hits::page(vec![(u32::MAX, exact)], request);
        }
        if !query.chars().any(char::is_alphanumeric) {
            return Hits::page(scope.tools().map(|tool| (0, tool)).collect(), request);
        }
        let index = self.index();
        let mut scores = score(index, query);
        add_substring_matches(index, query, &mut scores);
        let scored = scope.tools().filter_map(|tool| Some((*scores.get(tool as usize)?, tool)));
        Hits::page(scored.filter(|(score, _)| *score > 0).collect(), request)
    }

    /// The best real match for a query inside a namespace, for "did you mean".
    pub(super) fn best_match(&self, query: &str, namespace: Option<&str>) -> Option<&str> {
        let scope = Scope::new(self, namespace);
        let index: &Index = self.index();
        let scores = score(index, beginning(query));
        let scored = scope.tools().filter_map(|tool| Some((*scores.get(tool as usize)?, tool)));
        let best =
            scored.filter(|(score, _)| *score > 0).max_by_key(|(score, tool)| (*score, std::cmp::Reverse(*tool)))?;
        Some(self.tools().at(best.1 as usize)?.0)
    }

    fn exact(&self, query: &str) -> Option<u32> {
        let path = query.strip_prefix("tools.").unwrap_or(query);
        if let Some(position) = self.position(path) {
            return Some(position);
        }
        // Only expressions with brackets differ from paths.
        if !query.starts_with("tools") || !query.contains('[') {
            return None;
        }
        (0..).zip(self.tools().tools()).find(|(_, (path, _))| path_expression(path) == query).map(|(tool, _)| tool)
    }

    fn item(&self, (score, tool): Hit, request: &SearchRequest) -> Option<SearchItem> {
        let (path, definition) = self.tools().at(tool as usize)?;
        Some(SearchItem {
            path: path_expression(path),
            description: definition.description().to_owned(),
            signature: self.signature_text(tool as usize)?,
            score: request.scores.then_some(score),
            matches: request.explain.then(|| match score {
                0 | u32::MAX => Vec::new(),
                _ => explain(self.index(), beginning(request.query.trim()), tool),
            }),
        })
    }
}

/// The hits of one page and how many there are in all.
struct Hits {
    page: Vec<Hit>,
    total: usize,
}

impl Hits {
    /// Orders hits by score, then path, as far as the page reaches.
    fn page(mut hits: Vec<Hit>, request: &SearchRequest) -> Hits {
        let total = hits.len();
        let key = |(score, tool): &Hit| (std::cmp::Reverse(*score), *tool);
        let end = request.offset.saturating_add(request.limit).min(total);
        if end < total && end > 0 {
            hits.select_nth_unstable_by_key(end, key);
            hits.truncate(end);
        }
        hits.sort_unstable_by_key(key);
        hits.truncate(end);
        Hits { page: hits.split_off(request.offset.min(hits.len())), total }
    }
}

/// The tools a request is about: all, or those at and below a path. Positions are in path order, in which everything
/// below a path is one range.
pub(super) struct Scope {
    own: Option<u32>,
    below: std::ops::Range<u32>,
}

impl Scope {
    pub(super) fn new(catalog: &Catalog, namespace: Option<&str>) -> Scope {
        let count = catalog.tools().len() as u32;
        let Some(namespace) = namespace else { return Scope { own: None, below: 0..count } };
        let found = Scope::at(catalog, namespace);
        if found.is_empty()
            && let Some(rest) = namespace.strip_prefix("tools")
        {
            return match rest.strip_prefix('.') {
                Some(rest) => Scope::at(catalog, rest),
                None if rest.is_empty() => Scope { own: None, below: 0..count },
                None => found,
            };
        }
        found
    }

    fn at(catalog: &Catalog, path: &str) -> Scope {
        if path.is_empty() {
            return Scope { own: None, below: 0..0 };
        }
        let (from, to) = (format!("{path}."), format!("{path}/"));
        Scope { own: catalog.position(path), below: catalog.first_at_or_after(&from)..catalog.first_at_or_after(&to) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own.is_none() && self.below.is_empty()
    }

    fn contains(&self, tool: u32) -> bool {
        self.own == Some(tool) || self.below.contains(&tool)
    }

    fn tools(&self) -> impl Iterator<Item = u32> {
        self.own.into_iter().chain(self.below.clone())
    }
}
