//! The text that teaches a model how to write programs, with as many signatures as the budget allows
//! (tools-and-discovery.md 6).
//!
//! The fixed part is paid for in every conversation, so each sentence has to earn its tokens.

use std::collections::BTreeMap;

use super::Catalog;
use crate::schema::comment::utf16_len;
use crate::tool_path::{json_string, namespace};

/// Characters (UTF-16) of a description that a listing shows.
const SHOWN_DESCRIPTION: usize = 120;

/// How `search` is called, for lists that need it.
const SEARCH_SIGNATURE: &str = "search(input: string | { query?: string, namespace?: string, limit?: number, offset?: number }): \
{ items: { path: string, description: string, signature: string }[], remaining: number, next: { offset: number } | null }";

/// How much of the tools the text shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Nothing,
    Complete,
    Partial,
}

pub(super) fn instructions(catalog: &Catalog) -> String {
    let listing = Listing::of(catalog);
    let extent = match (listing.total, listing.shown) {
        (0, _) => Extent::Nothing,
        (total, shown) if total == shown => Extent::Complete,
        _ => Extent::Partial,
    };
    let mut lines = Lines::default();
    intro(&mut lines, extent);
    if extent != Extent::Nothing {
        workflow(&mut lines, extent);
        rules(&mut lines, extent);
    }
    language(&mut lines, &catalog.options.capabilities);
    for capability in &catalog.options.capabilities {
        lines.add(&format!("Granted here: {capability}."));
    }
    match extent {
        Extent::Nothing => {
            lines.heading("## Available tools");
            lines.add("No tools are currently available.");
            listing.print(&mut lines);
        }
        Extent::Complete => {
            lines.heading("## Available tools (COMPLETE list)");
            listing.print(&mut lines);
        }
        Extent::Partial => {
            let (shown, total) = (listing.shown, listing.total);
            lines.heading(&format!(
                "## Available tools (PARTIAL - {shown} of {total} shown; find the rest with search(...))"
            ));
            listing.print(&mut lines);
            lines.add("");
            lines.add("Search returns callable signatures:");
            lines.add(&format!("- {SEARCH_SIGNATURE}"));
        }
    }
    lines.text
}

fn intro(lines: &mut Lines, extent: Extent) {
    let reach = match extent {
        Extent::Nothing => "",
        Extent::Complete => " `tools` holds only the tools below, not your other ones.",
        Extent::Partial => " `tools` holds only the tools below and those search finds, not your other ones.",
    };
    lines.add(&format!("Programs are sandboxed JavaScript for calling tools, not Node or a browser.{reach}"));
    if extent != Extent::Nothing {
        lines.add("Copy names and signatures as shown or returned by search; never guess or normalize.");
    }
}

fn workflow(lines: &mut Lines, extent: Extent) {
    lines.heading("## Workflow");
    if extent == Extent::Complete {
        lines.add("1. Pick tools under Available tools.");
        lines.add("2. Call them by their exact signatures; brackets and quotes belong to the path.");
        lines.add("3. Return only the fields you need; look at a small part of unknown results first.");
    } else {
        lines.add("1. If no listed tool fits: `return search(\"<intent + key nouns>\")`.");
        lines.add("2. In the next program call a returned `path` and return only the fields you need.");
    }
}

fn rules(lines: &mut Lines, extent: Extent) {
    lines.heading("## Rules");
    lines.add(match extent {
        Extent::Partial => "- Only listed or search-returned tools exist.",
        _ => "- Only listed tools exist.",
    });
    lines.add("- Filter and aggregate in code: return no raw collections, run no program per item.");
    lines
        .add("- `Promise<unknown>` may be data or text: check for a non-null, non-array object before reading fields.");
    lines.add(
        "- Call in parallel: `await Promise.all(ids.map((id) => tools.<namespace>.<tool>({ id })))`; also \
`tools.<namespace>[\"<tool>\"]`.",
    );
    lines.add("- Await all that matters: returning interrupts pending calls.");
    lines.add("- `Object.keys(tools)`, `Object.keys(tools.<namespace>)` and `for...in` list names.");
    if extent == Extent::Partial {
        lines.add("- Browse with `search({ namespace: \"<name>\" })`; if a result has `next`, repeat with `offset: next.offset`.");
    }
}

fn language(lines: &mut Lines, granted: &[String]) {
    lines.heading("## Language");
    let is_missing = |word: &&str| !granted.iter().any(|capability| capability.contains(*word));
    let missing: Vec<&str> = ["import/export", "timers", "fetch", "eval"].into_iter().filter(is_missing).collect();
    let missing = missing.join(", ");
    lines.add(&format!(
        "Current JavaScript, TypeScript types, URL, URLSearchParams. \
No {missing}, files or processes. \
Failed calls throw. \
End with `return`; else only a final top-level expression counts. \
Arguments and results are JSON: Date and URL become strings, Map, Set and RegExp `{{}}`.",
    ));
}

#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    fn add(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }

    fn heading(&mut self, heading: &str) {
        self.text.push_str("\n\n");
        self.text.push_str(heading);
        self.text.push('\n');
    }
}

/// The tools by namespace, with those that the budget shows.
struct Listing<'a> {
    catalog: &'a Catalog,
    /// Positions of the tools of each namespace, in path order.
    namespaces: BTreeMap<&'a str, Vec<usize>>,
    /// The entries that are shown, by position.
    entries: BTreeMap<usize, String>,
    total: usize,
    shown: usize,
}

impl<'a> Listing<'a> {
    fn of(catalog: &'a Catalog) -> Self {
        let mut namespaces: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (position, (path, _)) in catalog.tools().tools().enumerate() {
            namespaces.entry(namespace(path)).or_default().push(position);
        }
        let entries = select(catalog, &namespaces);
        // A namespace without tools is mentioned only for what is said about it: a server that cannot be reached.
        for empty in catalog.tools().children("").unwrap_or_default() {
            if !catalog.tools().namespace_description(empty).is_empty() {
                namespaces.entry(empty).or_default();
            }
        }
        let (total, shown) = (catalog.tools().len(), entries.len());
        Listing { catalog, namespaces, entries, total, shown }
    }

    fn print(&self, lines: &mut Lines) {
        for (name, tools) in &self.namespaces {
            let shown = tools.iter().filter(|position| self.entries.contains_key(position)).count();
            let noun = if tools.len() == 1 { "tool" } else { "tools" };
            let label = match shown {
                0 if tools.is_empty() => "no tools".to_owned(),
                all if all == tools.len() => format!("{all} {noun}"),
                0 => format!("{} {noun}, none shown", tools.len()),
                some => format!("{} {noun}, {some} shown", tools.len()),
            };
            let mut line = format!("- {} ({label})", printable(name));
            push_comment(&mut line, self.catalog.tools().namespace_description(name));
            lines.add(&line);
            for entry in tools.iter().filter_map(|position| self.entries.get(position)) {
                lines.add(entry);
            }
        }
    }
}

/// Chooses what is shown: in rounds over the namespaces, each time the cheapest tool of each that still fits.
fn select(catalog: &Catalog, namespaces: &BTreeMap<&str, Vec<usize>>) -> BTreeMap<usize, String> {
    let budget = catalog.options.catalog_budget;
    if budget == 0 {
        return BTreeMap::new();
    }
    let mut queues: Vec<std::vec::IntoIter<(u64, usize, String)>> = Vec::with_capacity(namespaces.len());
    for tools in namespaces.values() {
        let priced = tools.iter().filter_map(|position| {
            let entry = entry(catalog, *position)?;
            Some((catalog.options.tokens(&entry), *position, entry))
        });
        let mut queue: Vec<_> = priced.collect();
        queue.sort_by_key(|(cost, position, _)| (*cost, *position));
        queues.push(queue.into_iter());
    }
    let mut used: u64 = 0;
    let mut selected = BTreeMap::new();
    while !queues.is_empty() {
        queues.retain_mut(|queue| match queue.next() {
            Some((cost, position, entry)) if used.saturating_add(cost) <= budget => {
                used += cost;
                selected.insert(position, entry);
                true
            }
            _ => false,
        });
    }
    selected
}

/// One tool of the list: its signature, and the first line of its description.
fn entry(catalog: &Catalog, position: usize) -> Option<String> {
    let (_, tool) = catalog.tools().at(position)?;
    let signature = catalog.signature_at(position)?;
    let mut text = format!("  - {}", signature.call);
    push_comment(&mut text, tool.description());
    for declaration in &signature.declarations {
        text.push('\n');
        text.push_str(&declaration.text);
    }
    Some(text)
}

fn push_comment(text: &mut String, description: &str) {
    let line = telling_line(description);
    if line.is_empty() {
        return;
    }
    let line = line.replace(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'), " ");
    text.push_str(" // ");
    if utf16_len(&line) <= SHOWN_DESCRIPTION {
        text.push_str(&line);
        return;
    }
    let mut length = 0;
    let fits = |c: &char| {
        length += c.len_utf16();
        length <= SHOWN_DESCRIPTION - 3
    };
    text.extend(line.chars().take_while(fits));
    text.push_str("...");
}

/// The first line that says something; quoted notes (`> [!NOTE]`), as documents put them in front, only where nothing else
/// is there.
fn telling_line(description: &str) -> &str {
    let mut lines = description.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().next().unwrap_or_default();
    if first.starts_with('>') { lines.find(|line| !line.starts_with('>')).unwrap_or(first) } else { first }
}

fn printable(name: &str) -> String {
    if name.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return json_string(name);
    }
    name.to_owned()
}
