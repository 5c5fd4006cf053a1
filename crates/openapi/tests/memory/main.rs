//! What a large document takes in memory, counted by the allocator of this process. Nothing else runs beside it.
#![allow(clippy::unwrap_used)]

mod generated;

use codemode_openapi::{Api, Document};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes for GitHub's document of 13 MB.
const BAR: usize = 300 * 1024 * 1024;

#[test]
fn a_large_document_takes_little_memory() {
    let text = generated::document();
    assert!(text.len() > 12_000_000, "{}", text.len());
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let api = Api::builder(Document::from_text(&text).unwrap()).build().unwrap();
    let (peak, kept) = (MEMORY.peak_usage() - before, MEMORY.current_usage() - before);
    println!("{} bytes of text: {peak} bytes at the peak, {kept} kept", text.len());
    assert_eq!((api.tools().len(), api.skipped().len()), (1200, 0));
    assert!(peak + text.len() < BAR, "{peak} bytes at the peak");
    // The document itself is gone; what is left are the tools.
    assert!(kept < peak, "{kept} bytes kept, {peak} at the peak");
    drop(api);
    let left = MEMORY.current_usage().saturating_sub(before);
    assert!(left < 1024 * 1024, "{left} bytes are left of an API that is gone");
}
