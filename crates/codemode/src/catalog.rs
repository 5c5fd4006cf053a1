//! What models are told about the tools: signatures, the catalogue, instructions, search.
//!
//! Everything here is a pure function of the tool set. No host code runs, and equal tool sets give equal bytes whatever
//! the order they were put together in, so that prompt caches stay warm. All of it is made on first use: a runtime with
//! ten thousand tools starts as fast as one with ten.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::Value;

use crate::limits::{check_range, integer_from_json};
use crate::schema::TypeStyle;
use crate::schema::observed::Observed;
use crate::{ConfigError, Diagnostic, DiagnosticKind, Resolved, ToolSet, path_expression};

mod explain;
mod index;
mod instructions;
mod reference;
mod scoring;
mod search;
mod signatures;
mod text;
mod thesaurus;
mod tokens;
mod words;

pub use explain::TermMatch;
pub use reference::ReferenceIndex;
pub use search::{NextPage, SearchItem, SearchPage, SearchRequest};
pub use signatures::Signature;
pub use tokens::estimate_tokens;

use index::Index;
use search::Scope;
use text::{Boilerplate, ToolTexts};

/// Counts the tokens of a text.
pub type Tokenizer = Arc<dyn Fn(&str) -> u64 + Send + Sync>;

/// Most tools of a namespace that a message lists.
const MAX_SIBLINGS: usize = 12;

const BUDGET_FIELD: &str = "discovery.catalogBudget";

/// How much of the catalogue the instructions show.
#[derive(Clone)]
pub struct DiscoveryOptions {
    /// Tokens that listed tools may cost together. 0 lists none.
    pub catalog_budget: u64,
    /// Counts tokens; by default [`estimate_tokens`].
    pub tokenizer: Option<Tokenizer>,
    /// Whether tools without an output schema show, as a comment in signatures that search returns, what their results
    /// looked like so far. The text then changes with use; off by default.
    pub infer_outputs: bool,
    /// What programs can do besides calling tools, one line each: told to models with the language.
    pub capabilities: Vec<String>,
}

impl DiscoveryOptions {
    /// The budget used when the host names none.
    pub const DEFAULT_CATALOG_BUDGET: u64 = 2000;

    /// Reads options from a JSON object (`{"catalogBudget": 2000}`).
    ///
    /// # Errors
    /// [`ConfigError`] for anything but a non-negative safe integer, or an unknown field.
    pub fn from_json(json: &Value) -> Result<Self, ConfigError> {
        let object = json.as_object().ok_or(ConfigError::NotAnObject { what: "discovery" })?;
        let mut options = DiscoveryOptions::default();
        for (name, value) in object {
            if name != "catalogBudget" {
                return Err(ConfigError::UnknownField { field: name.clone(), known: "catalogBudget".into() });
            }
            options.catalog_budget = integer_from_json(BUDGET_FIELD, 0, value)?;
        }
        Ok(options)
    }

    fn tokens(&self, text: &str) -> u64 {
        self.tokenizer.as_ref().map_or_else(|| estimate_tokens(text), |count| count(text))
    }
}

impl Default for DiscoveryOptions {
    fn default() -> Self {
        DiscoveryOptions {
            catalog_budget: Self::DEFAULT_CATALOG_BUDGET,
            tokenizer: None,
            infer_outputs: false,
            capabilities: Vec::new(),
        }
    }
}

impl fmt::Debug for DiscoveryOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tokenizer = self.tokenizer.as_ref().map(|_| "custom");
        f.debug_struct("DiscoveryOptions")
            .field("catalog_budget", &self.catalog_budget)
            .field("tokenizer", &tokenizer)
            .field("infer_outputs", &self.infer_outputs)
            .field("capabilities", &self.capabilities)
            .finish()
    }
}

/// One tool as the catalogue lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CatalogEntry {
    /// Canonical dotted path.
    pub path: String,
    /// The whole description.
    pub description: String,
    /// The signature with its declarations.
    pub signature: String,
}

/// The model-facing view of a set of tools.
#[derive(Debug)]
pub struct Catalog {
    tools: ToolSet,
    options: DiscoveryOptions,
    signatures: Vec<OnceLock<Signature>>,
    index: OnceLock<Index>,
    instructions: OnceLock<String>,
    /// What results looked like, by path; only with `infer_outputs`.
    observed: Mutex<FxHashMap<Arc<str>, Observed>>,
}

/// A path in messages: no name is this long, but a program can make one up.
fn shown(path: &str) -> Cow<'_, str> {
    const MOST: usize = 200;
    match path.char_indices().nth(MOST).and_then(|(end, _)| path.get(..end)) {
        Some(beginning) => Cow::Owned(format!("{beginning}…")),
        None => Cow::Borrowed(path),
    }
}

impl Catalog {
    /// The catalogue of `tools`.
    ///
    /// # Errors
    /// [`ConfigError::OutOfRange`] for a budget beyond the safe integers.
    pub fn new(tools: ToolSet, options: DiscoveryOptions) -> Result<Catalog, ConfigError> {
        check_range(BUDGET_FIELD, 0, options.catalog_budget)?;
        let mut signatures = Vec::new();
        signatures.resize_with(tools.len(), OnceLock::new);
        Ok(Catalog {
            tools,
            options,
            signatures,
            index: OnceLock::new(),
            instructions: OnceLock::new(),
            observed: Mutex::default(),
        })
    }

    /// The catalogue of other tools with the same options. What was observed of tools that stay as they are is kept.
    #[must_use]
    pub fn with_tools(&self, tools: ToolSet) -> Catalog {
        let mut observed = self.observed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        observed.retain(|path, _| match (self.tools.get(path), tools.get(path)) {
            (Some(old), Some(new)) => old.describes_the_same(new),
            _ => false,
        });
        let mut signatures = Vec::new();
        signatures.resize_with(tools.len(), OnceLock::new);
        Catalog {
            tools,
            options: self.options.clone(),
            signatures,
            index: OnceLock::new(),
            instructions: OnceLock::new(),
            observed: Mutex::new(observed),
        }
    }

    /// The tools themselves.
    pub fn tools(&self) -> &ToolSet {
        &self.tools
    }

    /// Every tool in code point order of its path; the built-in `search` is not among them.
    pub fn entries(&self) -> Vec<CatalogEntry> {
        let entry = |(position, (path, tool)): (usize, (&str, &crate::Tool))| {
            Some(CatalogEntry {
                path: path.to_owned(),
                description: tool.description().to_owned(),
                signature: self.signature_text(position)?,
            })
        };
        self.tools.tools().enumerate().filter_map(entry).collect()
    }

    /// The signature of the tool at a canonical path.
    pub fn signature(&self, path: &str) -> Option<&Signature> {
        self.signature_at(self.position(path)? as usize)
    }

    /// How the tool at `path` is called, without what it gives: `tools.orders.lookup(input: { … })`.
    pub(crate) fn input_form(&self, path: &str) -> Option<String> {
        let (path, tool) = self.tools.at(self.position(path)? as usize)?;
        Some(Signature::input_form(path, tool))
    }

    /// What a model needs to know to write programs for these tools, as Markdown. See tools-and-discovery.md 6.
    pub fn instructions(&self) -> &str {
        self.instructions.get_or_init(|| instructions::instructions(self))
    }

    /// Tells what a tool returned. Does nothing unless [`DiscoveryOptions::infer_outputs`] is on and the tool declares no
    /// output.
    pub fn observe(&self, path: &str, result: &Value) {
        if !self.options.infer_outputs {
            return;
        }
        if self.tools.get(path).is_some_and(|tool| tool.output_schema().is_none()) {
            let mut observed = self.observed.lock().unwrap_or_else(PoisonError::into_inner);
            observed.entry(Arc::from(path)).or_default().add(result);
        }
    }

    /// Whether [`Catalog::observe`] does anything.
    pub fn observes(&self) -> bool {
        self.options.infer_outputs
    }

    /// Builds the search index now instead of at the first search.
    pub fn warm_up(&self) {
        self.index();
    }

    /// Why `path` (segments joined by dots) cannot be called, with the closest tool that can.
    pub fn unknown_tool(&self, path: &str) -> Diagnostic {
        if let Resolved::Namespace | Resolved::Tool(_) = self.tools.resolve(path) {
            let message = format!("Tool '{path}' is not callable");
            let below = format!("{path}.");
            let child =
                self.tools.at(self.first_at_or_after(&below) as usize).filter(|(child, _)| child.starts_with(&below));
            let message = match child {
                Some((child, _)) => format!("{message}: it is a namespace, with {} and others", path_expression(child)),
                None => match self.tools.namespace_description(path) {
                    "" => format!("{message}: it is an empty namespace"),
                    description => format!("{message}: it is an empty namespace ({description})"),
                },
            };
            return Diagnostic::new(DiagnosticKind::UnknownTool, message);
        }
        if let Cow::Owned(beginning) = shown(path) {
            let message = format!("Unknown tool '{beginning}'; Object.keys(tools) lists the namespaces");
            return Diagnostic::new(DiagnosticKind::UnknownTool, message);
        }
        let mut message = format!("Unknown tool '{path}'");
        let scoped = path.split_once('.').filter(|(first, _)| self.tools.children(first).is_some());
        // A slip of the pen first, then other words for the same.
        let misspelt = codemode_bytecode::nearest(path, self.tools.tools().map(|(known, _)| known)).into_iter().next();
        let close = misspelt.or_else(|| match scoped {
            Some((first, rest)) => self.best_match(&rest.replace('.', " "), Some(first)),
            None => self.best_match(path, None),
        });
        if let Some(close) = close {
            message.push_str(&format!(". Did you mean {}?", path_expression(close)));
        } else if let Some((first, _)) = scoped
            && !self.tools.namespace_description(first).is_empty()
            && Scope::new(self, Some(first)).is_empty()
        {
            let description = self.tools.namespace_description(first);
            message.push_str(&format!(": the namespace '{first}' has no tools ({description})"));
        } else if let Some((first, _)) = scoped
            && let Some(names) = self.tools.children(first)
            && !names.is_empty()
        {
            let shown = names.iter().take(MAX_SIBLINGS).map(String::as_str).collect::<Vec<_>>().join(", ");
            let more = if names.len() > MAX_SIBLINGS { ", …" } else { "" };
            message.push_str(&format!(": {} has {shown}{more}", path_expression(first)));
        }
        Diagnostic::new(DiagnosticKind::UnknownTool, message)
            .suggest("Use search({ query: \"...\" }) to find available tools and their signatures")
    }

    /// Why the keys of `path` cannot be listed.
    pub fn unknown_namespace(&self, path: &str) -> Diagnostic {
        let message = format!("Unknown tool namespace '{}'; Object.keys(tools) lists the namespaces", shown(path));
        Diagnostic::new(DiagnosticKind::UnknownTool, message)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let descriptions = self.tools.tools().map(|(_, tool)| tool.description());
            Index::build(self.documents(), Boilerplate::of(descriptions))
        })
    }

    fn documents(&self) -> impl ExactSizeIterator<Item = ToolTexts<'_>> {
        self.tools.tools().map(|(path, tool)| {
            let enclosing = path.match_indices('.').map(|(at, _)| self.tools.namespace_description(&path[..at]));
            let namespace_descriptions = enclosing.filter(|description| !description.is_empty()).collect();
            ToolTexts { path, tool, namespace_descriptions }
        })
    }

    /// The signature with what was observed.
    fn signature_text(&self, position: usize) -> Option<String> {
        let signature = self.signature_at(position)?;
        if !self.options.infer_outputs {
            return Some(signature.text());
        }
        let (path, _) = self.tools.at(position)?;
        let observed = self.observed.lock().unwrap_or_else(PoisonError::into_inner);
        let comment = observed.get(path).and_then(Observed::comment);
        Some(match comment {
            Some(comment) => Signature { call: format!("{} {comment}", signature.call), ..signature.clone() }.text(),
            None => signature.text(),
        })
    }

    fn signature_at(&self, position: usize) -> Option<&Signature> {
        let (path, tool) = self.tools.at(position)?;
        let signature = self.signatures.get(position)?;
        Some(signature.get_or_init(|| Signature::of(path, tool, TypeStyle::Pretty)))
    }

    /// The position of a tool in path order.
    fn position(&self, path: &str) -> Option<u32> {
        let position = self.first_at_or_after(path);
        self.tools.at(position as usize).filter(|(found, _)| *found == path).map(|_| position)
    }

    fn first_at_or_after(&self, path: &str) -> u32 {
        let (mut low, mut high) = (0, self.tools.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.tools.at(middle).is_some_and(|(found, _)| found < path) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low as u32
    }
}
