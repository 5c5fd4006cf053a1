//! Programs that try to outlive their timeout or to hold more memory than they may.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use codemode::{CodeMode, DiagnosticKind, ExecutionResult, Limits, ToolSet};

const TIMEOUT: u64 = 100;
/// Generous, because tests run on busy machines; what is not interrupted takes minutes.
const PATIENCE: Duration = Duration::from_secs(10);

async fn run(limits: Limits, source: &str) -> ExecutionResult {
    CodeMode::builder(ToolSet::new([]).unwrap()).limits(limits).build().unwrap().execute(source).await
}

/// Work that is done inside one built-in or instruction, again and again.
const ENDLESS: &[&str] = &[
    "const a = 'x'.repeat(1e7) + 'y', b = 'x'.repeat(1e7) + 'z'; let n = 0; for (;;) n += a === b ? 1 : 0",
    "const a = 'x'.repeat(1e7) + 'y', b = 'x'.repeat(1e7) + 'z'; let n = 0; for (;;) n += a < b ? 1 : 0",
    "const a = 'x'.repeat(1e7) + 'y', b = 'x'.repeat(1e7) + 'z'; for (;;) switch (a) { case b: break }",
    "const a = 'x'.repeat(1e7) + 'y', b = ['x'.repeat(1e7) + 'z']; for (;;) b.includes(a)",
    "const s = ' '.repeat(1e7); for (;;) Date.parse('Jan 1 2020' + s)",
    "const s = '\"' + 'a'.repeat(1e7); for (;;) { try { JSON.parse(s) } catch (e) { e.message } }",
    "const s = '[' + ' '.repeat(1e7); for (;;) { try { JSON.parse(s) } catch (e) { e.message } }",
    "const e = new Error('x'.repeat(1e7)); for (;;) console.log(e)",
    "const a = 'a\\u0301\\u0323'.repeat(1e6); for (;;) a.localeCompare(a + 'b', 'de', { numeric: true })",
    "const a = '1'.repeat(1e6); for (;;) a.localeCompare(a + '1', 'en', { numeric: true })",
    "const a = 'a' + '\\u0301'.repeat(2e6); for (;;) a.localeCompare(a + 'b')",
    "const s = '日本語'.repeat(3e5); for (;;) new Intl.Segmenter('ja', { granularity: 'word' }).segment(s)",
    // At the boundary, where no frame is left.
    "return { get a() { for (;;); } }",
    "return { toJSON() { for (;;); } }",
    "return new Proxy({}, { ownKeys() { for (;;); } })",
];

#[tokio::test]
async fn work_inside_one_step_ends_at_the_timeout() {
    for source in ENDLESS {
        let limits = Limits { max_memory_bytes: Some(64 << 20), timeout_ms: Some(TIMEOUT), ..Limits::UNLIMITED };
        let started = Instant::now();
        let result = run(limits, source).await;
        let took = started.elapsed();
        let error = result.error();
        // Proxies do not cross the boundary in every form; what counts is that the end is orderly.
        let orderly = error.is_some_and(|error| {
            let memory = error.message.contains("memory");
            error.kind == DiagnosticKind::TimeoutExceeded || memory
        });
        assert!(orderly, "{source}: {error:?}");
        assert!(took < PATIENCE, "{source}: {took:?}");
    }
}

/// Data that is small in the heap of the program and large outside of it.
const EXPANDING: &[&str] = &[
    "let a = { s: 'x'.repeat(1e6) }; for (let i = 0; i < 12; i++) a = [a, a]; return a",
    "return Array(100000).fill('x'.repeat(1e6))",
    "return [new Array(1e7)]",
    "const o = {}; for (let i = 0; i < 5000; i++) o['k' + i] = i; return Array(5000).fill(o)",
    "console.log('%s'.repeat(1000), ...Array(1000).fill('x'.repeat(1e5)))",
    "return Object.freeze(Array(2e6).fill(1)).length",
    "return new Intl.ListFormat('en').formatToParts(Array(1e6).fill('x')).length",
];

#[tokio::test]
async fn data_that_grows_on_its_way_out_ends_at_the_memory_limit() {
    for source in EXPANDING {
        let limits = Limits { max_memory_bytes: Some(32 << 20), timeout_ms: Some(60_000), ..Limits::UNLIMITED };
        let result = run(limits, source).await;
        assert!(result.error().is_some_and(|error| error.message.contains("memory")), "{source}: {:?}", result.error());
    }
}

#[tokio::test]
async fn console_lines_stay_within_the_memory_limit() {
    let limits = Limits { max_memory_bytes: Some(8 << 20), timeout_ms: Some(60_000), ..Limits::UNLIMITED };
    let result = run(limits, "for (let i = 0; i < 3000; i++) console.log('x'.repeat(10000))").await;
    let bytes: usize = result.logs().iter().map(String::len).sum();
    assert!(bytes <= (8 << 20) + 1000, "{bytes}");
    assert!(bytes > 4 << 20, "{bytes}");
}

#[tokio::test]
async fn long_sources_need_a_memory_limit_to_match() {
    let source = format!("return 1{}", "+1".repeat(70_000));
    let limits = Limits { max_memory_bytes: Some(1 << 20), ..Limits::UNLIMITED };
    let refused = run(limits, &source).await;
    assert!(
        refused.error().is_some_and(|error| error.message.contains("bytes, more than the 65536 allowed")),
        "{refused:?}"
    );
    let short = run(limits, "return 1").await;
    assert!(short.error().is_none(), "{short:?}");
}

#[tokio::test]
async fn long_texts_compare_and_split_like_short_ones() {
    let source = "
        const x = 'é'.repeat(10000);
        const order = [x.localeCompare(x + 'a'), (x + 'b').localeCompare(x + 'a'), x.localeCompare(x.slice(1) + 'é')];
        const words = new Intl.Segmenter('en', { granularity: 'word' }).segment('one two-three. '.repeat(2000));
        const marks = new Intl.Segmenter('en').segment(('e' + '\\u0301'.repeat(3)).repeat(3000) + 'a' + '\\u0301'.repeat(9000));
        return [order, [...words].length, [...words].filter(word => word.isWordLike).length, [...marks].length,
            [...words].map(word => word.segment).join('') === 'one two-three. '.repeat(2000)];";
    let result = run(Limits::UNLIMITED, source).await;
    let expected = serde_json::json!([[-1, 1, 0], 14000, 6000, 3001, true]);
    assert_eq!(result.value(), Some(&expected), "{:?}", result.error());
}

#[tokio::test]
async fn paths_below_tools_are_no_deeper_than_any_tool() {
    for source in ["let t = tools; for (;;) t = t.x", "return tools['x.'.repeat(1e6) + 'y']()"] {
        let result = run(Limits::UNLIMITED, source).await;
        let message = &result.error().unwrap().message;
        assert!(message.starts_with("RangeError: a tool path has at most 256 names"), "{source}: {message}");
    }
}
