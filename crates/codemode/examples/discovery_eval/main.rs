//! Measures search: natural-language requests against the operations of the public GitHub description, next to the
//! scoring of the reference.
//!
//! ```text
//! npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz
//! cargo run --profile quick --example discovery_eval -- package/generated/api.github.com.json [--misses]
//! ```
//!
//! The document is not part of the repository. `requests.tsv` beside this file holds the requests; its `tune` rows were
//! used to choose weights and words, its `report` rows were not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::time::Instant;

use codemode::{Catalog, DiscoveryOptions, ReferenceIndex, SearchRequest, Tool, ToolSet};
use serde_json::{Map, Value, json};

/// Requests that must be met on the reported part.
const RECALL_BAR: f64 = 0.92;
const RANK_BAR: f64 = 0.75;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = arguments.iter().find(|argument| !argument.starts_with("--")) else {
        println!("discovery-eval: no document given; see the head of this file for how to get it. Nothing measured.");
        return;
    };
    let document: Value =
        serde_json::from_slice(&std::fs::read(path).expect("the document is readable")).expect("JSON");
    let tools = ToolSet::new(operations(&document)).expect("operation names are distinct");
    println!("{} operations", tools.len());
    let catalog = Catalog::new(tools, DiscoveryOptions::default()).expect("valid options");
    let started = Instant::now();
    catalog.warm_up();
    println!("index built in {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
    let reference = ReferenceIndex::new(&catalog);

    let requests = requests();
    let mut ours: BTreeMap<&str, Score> = BTreeMap::new();
    let mut theirs: BTreeMap<&str, Score> = BTreeMap::new();
    let mut slowest = 0f64;
    let mut total = 0f64;
    for request in &requests {
        let started = Instant::now();
        let found = catalog.search_paths(&SearchRequest { limit: 100, ..SearchRequest::new(request.text) });
        let elapsed = started.elapsed().as_secs_f64() * 1e6;
        slowest = slowest.max(elapsed);
        total += elapsed;
        let found: Vec<&str> = found.iter().map(|(path, _)| *path).collect();
        let rank = request.rank(found.iter().copied());
        if arguments.iter().any(|argument| argument == "--misses")
            && request.part == "tune"
            && rank.is_none_or(|rank| rank > 1)
        {
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
    println!(
        "{} searches, {:.0} us on average, {slowest:.0} us at most",
        requests.len(),
        total / requests.len() as f64
    );
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
    let report = &ours["report"];
    let met = report.recall() >= RECALL_BAR && report.mean_rank() >= RANK_BAR;
    println!("bars {RECALL_BAR} / {RANK_BAR}: {}", if met { "met" } else { "MISSED" });
    if !met {
        std::process::exit(1);
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

struct Request {
    part: &'static str,
    text: &'static str,
    operations: Vec<String>,
}

impl Request {
    fn rank<'a>(&self, mut found: impl Iterator<Item = &'a str>) -> Option<usize> {
        found.position(|path| self.operations.iter().any(|operation| path == operation)).map(|position| position + 1)
    }
}

fn requests() -> Vec<Request> {
    let lines = include_str!("requests.tsv").lines().filter(|line| !line.starts_with('#'));
    let request = |line: &'static str| {
        let mut columns = line.split('\t');
        let mut column = || columns.next().expect("three columns");
        let (part, text, operations) = (column(), column(), column());
        Request { part, text, operations: operations.split(',').map(tool_path).collect() }
    };
    lines.map(request).collect()
}

/// The path an operation gets as a tool: everything but letters, digits, `_` and `$` becomes one `_`.
fn tool_path(operation: &str) -> String {
    let words = operation.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'));
    let name = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    format!("github.{name}")
}

/// Every operation as a tool that search can find. Only what search looks at is filled in.
fn operations(document: &Value) -> Vec<Tool> {
    let text = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let mut tools = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for method in ["get", "put", "post", "patch", "delete"] {
            let Some(operation) = item.get(method) else { continue };
            let (summary, description) = (text(operation, "summary"), text(operation, "description"));
            let mut properties = Map::new();
            let lists = [&item["parameters"], &operation["parameters"]];
            for parameter in lists.into_iter().filter_map(Value::as_array).flatten() {
                let parameter = follow(document, parameter);
                properties.insert(text(parameter, "name"), json!({ "description": parameter["description"] }));
            }
            let body = follow(document, &operation["requestBody"]);
            let body = follow(document, &body["content"]["application/json"]["schema"]);
            for (name, property) in body["properties"].as_object().into_iter().flatten() {
                properties.insert(name.clone(), json!({ "description": property["description"] }));
            }
            let tool = Tool::raw(tool_path(&text(operation, "operationId")))
                .description(if description.is_empty() { summary.clone() } else { description })
                .keywords(format!("{summary}\n{} {path}", method.to_uppercase()))
                .input(json!({ "type": "object", "properties": properties }))
                .run(|_| async { Ok(Value::Null) });
            tools.push(tool.expect("nothing is validated"));
        }
    }
    tools
}

fn follow<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let Some(pointer) = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#')) else { return value };
    document.pointer(pointer).unwrap_or(&Value::Null)
}
