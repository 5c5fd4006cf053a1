//! How long a large document takes to become tools, and what memory:
//! `OPENAPI_DOCUMENT=api.github.com.json cargo bench -p codemode-openapi --bench documents --profile quick`. Without the
//! variable a generated document of the same size is measured.
#![allow(clippy::unwrap_used)]

use codemode_openapi::{Api, Document};
use divan::{AllocProfiler, Bencher};

#[path = "../tests/memory/generated.rs"]
mod generated;

#[global_allocator]
static MEMORY: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn text() -> String {
    match std::env::var_os("OPENAPI_DOCUMENT") {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => generated::document(),
    }
}

/// From text to JSON values.
#[divan::bench(sample_count = 10)]
fn parse(bencher: Bencher<'_, '_>) {
    let text = text();
    bencher.bench_local(|| Document::from_text(&text).unwrap());
}

/// From JSON values to tools.
#[divan::bench(sample_count = 10)]
fn build(bencher: Bencher<'_, '_>) {
    let document = Document::from_text(&text()).unwrap();
    bencher.bench_local(|| Api::builder(document.clone()).build().unwrap());
}

/// All of it.
#[divan::bench(sample_count = 10)]
fn whole(bencher: Bencher<'_, '_>) {
    let text = text();
    bencher.bench_local(|| Api::builder(Document::from_text(&text).unwrap()).build().unwrap());
}
