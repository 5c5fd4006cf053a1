//! How fast tools are described and found: `cargo bench -p codemode --bench discovery --profile quick`.
#![allow(clippy::unwrap_used)]

use codemode::{Catalog, CodeMode, DiscoveryOptions, SearchRequest, Tool, ToolSet};
use divan::{Bencher, black_box};
use serde_json::json;

fn main() {
    divan::main();
}

/// Tools in the manner of a large interface: `count` of them in forty namespaces, no two alike.
fn tools(count: usize) -> Vec<Tool> {
    const VERBS: [&str; 12] = [
        "list", "get", "create", "update", "delete", "search", "archive", "restore", "export", "assign", "approve",
        "cancel",
    ];
    const THINGS: [&str; 30] = [
        "invoice",
        "customer",
        "order",
        "payment",
        "repository",
        "issue",
        "pull request",
        "branch",
        "deployment",
        "secret",
        "workflow run",
        "webhook",
        "team",
        "member",
        "project",
        "label",
        "milestone",
        "release",
        "package",
        "codespace",
        "alert",
        "calendar event",
        "message",
        "channel",
        "file",
        "folder",
        "comment",
        "report",
        "subscription",
        "device",
    ];
    const OWNERS: [&str; 28] = [
        "account",
        "organization",
        "user",
        "region",
        "tenant",
        "store",
        "warehouse",
        "campus",
        "vendor",
        "partner",
        "contract",
        "budget",
        "segment",
        "campaign",
        "site",
        "cluster",
        "node",
        "queue",
        "topic",
        "pipeline",
        "dataset",
        "model",
        "experiment",
        "ticket",
        "shift",
        "vehicle",
        "route",
        "meter",
    ];
    let tool = |n: usize| {
        let verb = VERBS[n % VERBS.len()];
        let thing = THINGS[n / VERBS.len() % THINGS.len()];
        let owner = OWNERS[n / VERBS.len() / THINGS.len() % OWNERS.len()];
        let name = format!("service{}.{verb}_{}_for_{owner}", n % 40, thing.replace(' ', "_"));
        Tool::raw(name)
            .description(format!(
                "{verb} the {thing} of a given {owner}. Only entries that the caller may see are returned; number {n} of \
the {thing} operations accepts the identifier of the {owner} and optional paging parameters."
            ))
            .input(json!({ "type": "object", "properties": {
                format!("{owner}_id"): { "type": "string", "description": format!("The identifier of the {owner}") },
                "page": { "type": "integer", "description": "Which page of the results to return" },
                "per_page": { "type": "integer", "description": "How many results there are on a page" },
            } }))
            .run(|input| async { Ok(input) })
            .unwrap()
    };
    (0..count).map(tool).collect()
}

fn catalog(count: usize) -> Catalog {
    Catalog::new(ToolSet::new(tools(count)).unwrap(), DiscoveryOptions::default()).unwrap()
}

#[divan::bench(args = [10, 10_000])]
fn make_catalog(bencher: Bencher<'_, '_>, count: usize) {
    bencher
        .with_inputs(|| ToolSet::new(tools(count)).unwrap())
        .bench_values(|tools| Catalog::new(tools, DiscoveryOptions::default()).unwrap());
}

#[divan::bench(args = [1000, 10_000], sample_count = 20)]
fn build_index(bencher: Bencher<'_, '_>, count: usize) {
    bencher.with_inputs(|| catalog(count)).bench_values(|catalog| {
        catalog.warm_up();
        catalog
    });
}

#[divan::bench(args = [1000, 10_000], sample_count = 10)]
fn instructions(bencher: Bencher<'_, '_>, count: usize) {
    bencher.with_inputs(|| catalog(count)).bench_values(|catalog| {
        black_box(catalog.instructions().len());
        catalog
    });
}

/// An execution that calls one tool, on runtimes with few and many.
#[divan::bench(args = [10, 10_000], sample_count = 200, sample_size = 20)]
fn execute(bencher: Bencher<'_, '_>, count: usize) {
    let runtime = CodeMode::new(ToolSet::new(tools(count)).unwrap()).unwrap();
    let program = "return await tools.service0.list_invoice_for_account({ account_id: 'a' })";
    let executor = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    assert!(executor.block_on(runtime.execute(program)).is_ok());
    bencher.bench_local(|| executor.block_on(runtime.execute(black_box(program))));
}

const QUERIES: [&str; 6] = [
    "list invoices",
    "which pull requests does the organization have",
    "approve a deployment for a cluster",
    "get all the reports of a user in a region",
    "cancle the subscripton of a vendor",
    "a",
];

#[divan::bench(args = QUERIES)]
fn search_10_000(bencher: Bencher<'_, '_>, query: &str) {
    let catalog = catalog(10_000);
    let request = SearchRequest::new(query);
    catalog.search(&request);
    bencher.bench_local(|| black_box(catalog.search(&request)));
}
