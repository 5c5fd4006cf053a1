//! Measures search: natural-language requests against the operations of the public GitHub description, next to the
//! scoring of the reference.
//!
//! ```text
//! npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz
//! cargo run --profile quick --example discovery_eval -- package/generated/api.github.com.json [OPTIONS]
//! ```
//!
//! Options, in any order: `--misses` prints what is not found first, `--requests FILE` puts other requests, `--part PART`
//! only those of one part, `--name NAME` the namespace of the tools (`github`), `--large` measures time over nine copies.
//!
//! The document is not part of the repository. `requests.tsv` beside this file holds the requests; its `tune` rows were
//! used to choose weights and words, its `report` rows were not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::time::Instant;

use codemode::{Catalog, DiscoveryOptions, Group, ReferenceIndex, SearchRequest, Tool, ToolSet, ToolSetBuilder};
use serde_json::Value;

#[path = "../../tests/support/openapi.rs"]
mod openapi;

/// Requests that must be met on the reported part.
const RECALL_BAR: f64 = 0.92;
const RANK_BAR: f64 = 0.75;

fn main() {
    let options = Options::read(std::env::args().skip(1));
    let mut texts = include_str!("requests.tsv").to_owned();
    if let Some(file) = &options.requests {
        texts = std::fs::read_to_string(file).expect("the requests are readable");
    }
    let Some(path) = &options.document else {
        println!("discovery-eval: no document given; see the head of this file for how to get it. Nothing measured.");
        return;
    };
    let document: Value =
        serde_json::from_slice(&std::fs::read(path).expect("the document is readable")).expect("JSON");
    let tools = ToolSet::new(tools_of(&document, &options.name)).expect("operation names are distinct");
    println!("{} operations", tools.len());
    let catalog = Catalog::new(tools, DiscoveryOptions::default()).expect("valid options");
    let started = Instant::now();
    catalog.warm_up();
    println!("index built in {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
    let reference = ReferenceIndex::new(&catalog);
    let mut requests = requests(&texts, &options.name);
    requests.retain(|request| options.part.as_deref().is_none_or(|part| request.part == part));
    if options.is_large {
        return measure_large(&document, &requests);
    }
    let mut ours: BTreeMap<&str, Score> = BTreeMap::new();
    let mut theirs: BTreeMap<&str, Score> = BTreeMap::new();
    let mut times = Vec::new();
    for request in &requests {
        let started = Instant::now();
        let found = catalog.search_paths(&SearchRequest { limit: 100, ..SearchRequest::new(request.text) });
        times.push(started.elapsed().as_secs_f64() * 1e6);
        let found: Vec<&str> = found.iter().map(|(path, _)| *path).collect();
        let rank = request.rank(found.iter().copied());
        if options.shows_misses && request.part != "report" && rank.is_none_or(|rank| rank > 1) {
            println!(
                "  {:?} {} -> wanted {}, got {:?}",
                rank,
                request.text,
                request.operations.join(" | "),
                &found[..found.len().min(4)]
            );
        }
        ours.entry(request.part).or_default().add(rank);
        let found = reference.search(request.text);
        theirs.entry(request.part).or_default().add(request.rank(found.iter().map(|(path, _)| path.as_str())));
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied().unwrap_or(0.0);
    println!("{} searches: median {:.0} us, 99 % under {:.0} us", times.len(), at(0.5), at(0.99));
    println!("| part | requests | recall@5 | MRR | reference recall@5 | reference MRR |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (part, score) in &ours {
        let other = &theirs[part];
        println!(
            "| {part} | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
            score.count,
            score.recall(),
            score.mean_rank(),
            other.recall(),
            other.mean_rank()
        );
    }
    let Some(report) = ours.get("report") else { return };
    let met = report.recall() >= RECALL_BAR && report.mean_rank() >= RANK_BAR;
    println!("bars {RECALL_BAR} / {RANK_BAR}: {}", if met { "met" } else { "MISSED" });
    if !met {
        std::process::exit(1);
    }
}

/// The same interface nine times over, in namespaces of their own: as many tools as a large host has.
fn measure_large(document: &Value, requests: &[Request<'_>]) {
    let operations = tools_of(document, "github");
    let copies = (0..9).map(|n| Group::new(format!("api{n}")).tools(operations.clone()));
    let tools = copies.fold(ToolSet::builder(), ToolSetBuilder::group).build().expect("names are distinct");
    println!("{} tools", tools.len());
    let mut builds = Vec::new();
    let mut catalog = Catalog::new(tools, DiscoveryOptions::default()).expect("valid options");
    for _ in 0..5 {
        catalog = catalog.with_tools(catalog.tools().clone());
        let started = Instant::now();
        catalog.warm_up();
        builds.push(started.elapsed().as_secs_f64() * 1e3);
    }
    builds.sort_by(f64::total_cmp);
    println!("index built in {:.1} ms (median of 5)", builds[2]);
    let mut times = Vec::new();
    for request in requests {
        let search = SearchRequest::new(request.text);
        let best = (0..5).map(|_| {
            let started = Instant::now();
            catalog.search(&search);
            started.elapsed().as_secs_f64() * 1e6
        });
        times.push((best.fold(f64::MAX, f64::min), request.text));
    }
    times.sort_by(|left, right| left.0.total_cmp(&right.0));
    println!("median search {:.0} us; the slowest:", times[times.len() / 2].0);
    for (time, text) in times.iter().rev().take(5) {
        println!("  {time:.0} us  {text}");
    }
}

#[derive(Default)]
struct Score {
    count: usize,
    in_five: usize,
    reciprocal: f64,
}

impl Score {
    fn add(&mut self, rank: Option<usize>) {
        self.count += 1;
        self.in_five += usize::from(rank.is_some_and(|rank| rank <= 5));
        self.reciprocal += rank.map_or(0.0, |rank| 1.0 / rank as f64);
    }

    fn recall(&self) -> f64 {
        self.in_five as f64 / self.count as f64
    }

    fn mean_rank(&self) -> f64 {
        self.reciprocal / self.count as f64
    }
}

struct Request<'a> {
    part: &'a str,
    text: &'a str,
    operations: Vec<String>,
}

impl Request<'_> {
    fn rank<'p>(&self, mut found: impl Iterator<Item = &'p str>) -> Option<usize> {
        found.position(|path| self.operations.iter().any(|operation| path == operation)).map(|position| position + 1)
    }
}

fn requests<'a>(texts: &'a str, name: &str) -> Vec<Request<'a>> {
    let lines = texts.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let request = |line: &'a str| {
        let mut columns = line.split('\t');
        let mut column = || columns.next().expect("three columns");
        let (part, text, operations) = (column(), column(), column());
        let operations = operations.split(',').map(|operation| tool_path(name, operation)).collect();
        Request { part, text, operations }
    };
    lines.map(request).collect()
}

/// The path an operation gets as a tool: everything but letters, digits, `_` and `$` becomes one `_`.
fn tool_path(name: &str, operation: &str) -> String {
    let words = operation.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'));
    let operation = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    format!("{name}.{operation}")
}

fn tools_of(document: &Value, name: &str) -> Vec<Tool> {
    openapi::operations(document, |_, _, operation| {
        tool_path(name, operation["operationId"].as_str().unwrap_or_default())
    })
}

/// What the command line says.
struct Options {
    document: Option<String>,
    requests: Option<String>,
    part: Option<String>,
    name: String,
    shows_misses: bool,
    is_large: bool,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Options {
        let mut options = Options {
            document: None,
            requests: None,
            part: None,
            name: "github".into(),
            shows_misses: false,
            is_large: false,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_else(|| panic!("a value after {argument}"));
            match argument.as_str() {
                "--requests" => options.requests = Some(value()),
                "--part" => options.part = Some(value()),
                "--name" => options.name = value(),
                "--misses" => options.shows_misses = true,
                "--large" => options.is_large = true,
                option if option.starts_with("--") => panic!("unknown option {option}; see the head of this file"),
                _ => options.document = Some(argument),
            }
        }
        options
    }
}
