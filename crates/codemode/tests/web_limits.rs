//! The web globals under limits: memory, instructions, repeatable randomness.
#![allow(clippy::unwrap_used)]

use codemode::{CodeMode, ExecutionResult, Limits, ToolSet};

async fn run(limits: Limits, source: &str) -> ExecutionResult {
    CodeMode::builder(ToolSet::new([]).unwrap()).limits(limits).build().unwrap().execute(source).await
}

fn message(result: &ExecutionResult) -> String {
    result.error().map(|error| error.message.clone()).unwrap_or_default()
}

/// Programs that grow without end, each through another built-in.
const GROWING: [&str; 10] = [
    "const p = new URLSearchParams(); for (;;) p.append('name', 'value')",
    "const u = new URL('http://h'); for (;;) u.searchParams.append('n', 'v')",
    "const h = new Headers(); for (let i = 0; ; i++) h.append('n'.repeat(200) + i, 'v')",
    "const h = new Headers(); for (;;) h.append('n', 'v'.repeat(10000))",
    "let s = 'ab'; for (;;) s = btoa(s)",
    "let s = btoa('ab'); for (;;) s = btoa(atob(s) + atob(s))",
    "const all = []; for (;;) all.push(new URL('http://host/path?query#hash'))",
    "const all = []; for (;;) all.push(new TextEncoder().encode('x'.repeat(10000)))",
    "const all = []; for (;;) all.push(new TextDecoder())",
    "const all = []; for (;;) all.push(crypto.randomUUID())",
];

#[tokio::test]
async fn growth_ends_at_the_memory_limit_and_cannot_be_caught() {
    for source in GROWING {
        let limits = Limits { max_memory_bytes: Some(8 << 20), timeout_ms: Some(60_000), ..Limits::UNLIMITED };
        let result = run(limits, &format!("try {{ {source} }} catch {{ return 'caught' }}")).await;
        // Strings may reach their own limit first, which is an error like any other.
        let caught = result.value().is_some_and(|value| value == "caught") && source.contains("let s");
        assert!(caught || message(&result).contains("memory"), "{source}: {result:?}");
    }
}

#[tokio::test]
async fn work_is_charged_to_the_instruction_limit() {
    let programs = [
        "const q = 'a=%41&'.repeat(2000); for (;;) new URLSearchParams(q)",
        "const p = new URLSearchParams('a=1&'.repeat(2000)); for (;;) p.toString()",
        "const p = new URLSearchParams('a=1&'.repeat(2000)); for (;;) p.sort()",
        "const u = 'http://h/' + 'a/../'.repeat(2000); for (;;) new URL(u)",
        "const t = btoa('x'.repeat(100000)); for (;;) atob(t)",
        "const b = new Uint8Array(100000); for (;;) new TextDecoder().decode(b)",
        "const t = 'é'.repeat(100000); for (;;) new TextEncoder().encode(t)",
        "const b = new Uint8Array(65536); for (;;) crypto.getRandomValues(b)",
        "const o = { m: new Map(Array.from({ length: 1000 }, (_, i) => [i, { i }])) }; for (;;) structuredClone(o)",
        "const h = new Headers(Array.from({ length: 200 }, (_, i) => ['n' + i, 'v'])); for (;;) new Headers([...h])",
    ];
    for source in programs {
        let limits = Limits { max_instructions: Some(3_000_000), timeout_ms: Some(60_000), ..Limits::UNLIMITED };
        let started = std::time::Instant::now();
        let result = run(limits, source).await;
        assert!(message(&result).contains("instruction"), "{source}: {result:?}");
        // Were the work not charged, the loop itself would take minutes to use up the limit.
        assert!(started.elapsed().as_secs() < 20, "{source}: {:?}", started.elapsed());
    }
}

#[tokio::test]
async fn randomness_repeats_with_a_seed_and_differs_without() {
    let source = "return [crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(9))], Math.random()]";
    let seeded = |seed| CodeMode::builder(ToolSet::new([]).unwrap()).seed(seed).build().unwrap();
    let first = seeded(7).execute(source).await;
    assert_eq!(first.value(), seeded(7).execute(source).await.value());
    assert_ne!(first.value(), seeded(8).execute(source).await.value());
    let free = CodeMode::builder(ToolSet::new([]).unwrap()).build().unwrap();
    assert_ne!(free.execute(source).await.value(), free.execute(source).await.value());
}

#[tokio::test]
async fn a_url_has_a_longest_length() {
    let source = "const long = 'http://h/' + 'x'.repeat(3 << 20);
        const u = new URL('http://h/');
        const attempt = (run) => { try { run(); return 'ok' } catch (error) { return `${error.name}: ${error.message}` } };
        return [URL.canParse(long), attempt(() => new URL(long)), attempt(() => { u.hash = long }), u.href]";
    let result = run(Limits::UNLIMITED, source).await;
    let expected = serde_json::json!([
        false,
        "TypeError: Invalid URL: it is longer than 2097152 bytes",
        "RangeError: a URL longer than 2097152 bytes is not supported",
        "http://h/",
    ]);
    assert_eq!(result.value(), Some(&expected));
}

#[tokio::test]
async fn the_console_shows_urls_as_text_and_headers_as_an_object() {
    let source = "const u = new URL('http://h/?a=1'); u.searchParams.append('b', '2');
        console.log(u, { u }, new URLSearchParams('a=b c'), new Headers([['X', 'y'], ['set-cookie', 'a'], ['set-cookie', 'b']]));
        console.log(new TextEncoder(), [new TextDecoder()], crypto)";
    let result = run(Limits::UNLIMITED, source).await;
    assert_eq!(
        result.logs(),
        [
            r#"http://h/?a=1&b=2 {"u":http://h/?a=1&b=2} a=b+c Headers {"set-cookie":"a","set-cookie":"b","x":"y"}"#,
            "[opaque reference] [[opaque reference]] {}",
        ]
    );
}
