//! Programs that try to outlive their timeout or to hold more memory than they may.
#![allow(clippy::unwrap_used, clippy::panic)]

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

/// Failures whose messages name something as long as a string can be.
const LONG_NAMES: &[&str] = &[
    "null[s]",
    "s()",
    "'a' in s",
    "Symbol(s)()",
    "(1n << 4000000n)()",
    "({})[s]()",
    "Object.freeze({})[s] = 1",
    "new ({ [s]() {} })[s]()",
    "Object.defineProperty(class {}, 'name', { value: s })()",
    "BigInt(s)",
    "new RegExp('(' + s)",
    "new RegExp('a', s)",
    "new Intl.DateTimeFormat('en', { timeZone: s })",
    "new Intl.NumberFormat(s)",
    "''.normalize(s)",
    "new URL(s)",
    "JSON.parse(s)",
    "Object.defineProperty(Object.freeze({}), s, {})",
    "structuredClone({ [s]: () => 1 })",
    "atob(s + '?')",
    "new TextDecoder(s)",
    "crypto.getRandomValues(s)",
];

#[tokio::test]
async fn messages_quote_the_start_of_long_names() {
    for failure in LONG_NAMES {
        let source = format!("const s = 'x'.repeat(1 << 23); {failure}");
        let limits = Limits { max_memory_bytes: Some(64 << 20), timeout_ms: Some(20_000), ..Limits::UNLIMITED };
        let result = run(limits, &source).await;
        let Some(error) = result.error() else { panic!("{failure} succeeded") };
        assert!(error.message.len() < 5_000, "{failure}: {} bytes", error.message.len());
        assert_ne!(error.kind, DiagnosticKind::TimeoutExceeded, "{failure}");
        let advice: usize = error.suggestions.iter().map(String::len).sum();
        assert!(advice < 10_000, "{failure}: {advice} bytes of advice");

        let source = format!("const s = 'x'.repeat(1 << 23); for (;;) {{ try {{ {failure} }} catch {{}} }}");
        let limits = Limits { timeout_ms: Some(TIMEOUT), ..limits };
        let started = Instant::now();
        let result = run(limits, &source).await;
        let took = started.elapsed();
        let error = result.error().unwrap();
        let is_orderly = error.kind == DiagnosticKind::TimeoutExceeded || error.message.contains("memory limit");
        assert!(is_orderly, "{failure}: {error:?}");
        assert!(took < Duration::from_secs(3), "{failure}: {took:?}");
    }
}

#[tokio::test]
async fn what_is_thrown_is_shown_shortened() {
    for (thrown, start) in [
        ("'\\n'.repeat(1e7)", "Uncaught: \n\n"),
        ("new Error('x'.repeat(1e7))", "Error: xxx"),
        ("{ text: 'x'.repeat(1e7) }", "Uncaught: {\"text\":\"xxx"),
        ("Array(1e6).fill(12345)", "Uncaught: [12345,12345"),
        ("new Error('a', { cause: new Error('x'.repeat(1e7)) })", "Error: a; caused by Error: xxx"),
    ] {
        let limits = Limits { max_memory_bytes: Some(64 << 20), ..Limits::UNLIMITED };
        let result = run(limits, &format!("throw {thrown}")).await;
        let message = &result.error().unwrap().message;
        assert!(message.starts_with(start), "{thrown}: {}", &message[..80]);
        assert!(message.len() < 20_000, "{thrown}: {} bytes", message.len());
    }
    let result = run(Limits::UNLIMITED, "throw 'a' + 'x'.repeat(1e6) + 'z'").await;
    let message = &result.error().unwrap().message;
    assert!(message.contains("[… 983618 of 1000002 characters left out …]"), "{message}");
    assert!(message.ends_with("xz"), "{message}");
}

#[tokio::test]
async fn rejections_beyond_a_thousand_are_counted() {
    let result = run(Limits::UNLIMITED, "for (let i = 0; i < 5000; i++) Promise.reject(new Error(i)); return 1").await;
    assert_eq!(result.warnings().len(), 1_001);
    let last = &result.warnings()[1_000].message;
    assert_eq!(last, "4000 further promises were rejected and not awaited");
    let source = "const m = 'x'.repeat(1e5); for (let i = 0; i < 5000; i++) Promise.reject(new Error(m)); return 1";
    let bytes: usize =
        run(Limits::UNLIMITED, source).await.warnings().iter().map(|warning| warning.message.len()).sum();
    assert!(bytes < 2 << 20, "{bytes}");
}

/// Work that belongs to an error or a line of the console, again and again.
const REPEATED: &[&str] = &[
    "const m = 'x'.repeat(1 << 23); for (;;) new Error(m).stack",
    "const m = 'x'.repeat(1 << 23); for (;;) Error.captureStackTrace({ message: m, name: m })",
    "const e = new Error('x'.repeat(1 << 23)); for (;;) String(e)",
    "const s = Symbol('x'.repeat(1 << 22)); for (;;) ({ [s]() {} })[s].name",
    "let p = {}; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); for (;;) console.log(p)",
    "const o = {}; for (let i = 0; i < 2e5; i++) o['k' + i] = i; for (;;) { for (const k in o) break }",
    "const a = { s: 'x'.repeat(1e5) }; for (;;) { try { await tools.nope(a) } catch {} }",
    "const o = {}; for (let i = 0; i < 400; i++) o['name' + i] = i; for (;;) { try { o.nema() } catch {} }",
];

#[tokio::test]
async fn errors_and_lines_are_paid_for() {
    for source in REPEATED {
        let limits = Limits { max_memory_bytes: Some(64 << 20), timeout_ms: Some(TIMEOUT), ..Limits::UNLIMITED };
        let started = Instant::now();
        let result = run(limits, source).await;
        let took = started.elapsed();
        assert_eq!(result.error().map(|error| error.kind), Some(DiagnosticKind::TimeoutExceeded), "{source}");
        assert!(took < Duration::from_secs(2), "{source}: {took:?}");
    }
}

#[tokio::test]
async fn the_limits_bound_the_source() {
    let source = format!("return 1{}", "+1".repeat(8_000) + &";1".repeat(600_000));
    let message = |result: ExecutionResult| result.error().map(|error| error.message.clone()).unwrap_or_default();
    let refused = message(run(Limits::UNLIMITED, &source).await);
    assert!(refused.contains("1216008 bytes, more than the 1048576 allowed"), "{refused}");
    let by_time = Limits { timeout_ms: Some(50), ..Limits::UNLIMITED };
    assert!(message(run(by_time, &source).await).contains("more than the 204800 allowed"));
    let by_work = Limits { max_instructions: Some(1_000_000), ..Limits::UNLIMITED };
    assert!(message(run(by_work, &source).await).contains("more than the 125000 allowed"));
    let runtime = CodeMode::builder(ToolSet::new([]).unwrap()).limits(by_time).build().unwrap();
    assert!(message(runtime.session().execute(&source).await).contains("more than the 204800 allowed"));
    assert!(runtime.check(&source)[0].diagnostic.message.contains("more than the 204800 allowed"));
}

#[tokio::test]
async fn compiling_counts_against_the_timeout() {
    let source = "((a, b));".repeat(450);
    let limits = Limits { timeout_ms: Some(1), ..Limits::UNLIMITED };
    let runtime = CodeMode::builder(ToolSet::new([]).unwrap()).limits(limits).build().unwrap();
    // Longer each time, until a millisecond does not suffice on this machine.
    for length in 1..15 {
        let source = source.repeat(length);
        let result = runtime.execute(&format!("function unused(a, b) {{ {source} }}")).await;
        if let Some(error) = result.error() {
            assert_eq!(error.kind, DiagnosticKind::TimeoutExceeded, "{error:?}");
            return;
        }
    }
    panic!("nothing took a millisecond");
}

#[tokio::test]
async fn work_inside_built_ins_yields_to_the_host() {
    // Nearly all fuel is spent inside `includes`; without a timeout only the host can stop this.
    let runtime = CodeMode::new(ToolSet::new([]).unwrap()).unwrap();
    let endless = runtime.execute("const a = Array(3e4).fill(1); for (;;) a.includes(2)");
    let stopped = tokio::time::timeout(Duration::from_millis(50), endless).await;
    assert!(stopped.is_err());
}

#[tokio::test]
async fn warnings_about_lost_entries_are_bounded() {
    let result = run(Limits::UNLIMITED, "return Array.from({ length: 1000 }, () => new Map([[1, 1]]))").await;
    assert_eq!(result.warnings().len(), 100);
}
