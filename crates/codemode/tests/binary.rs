//! Buffers and typed arrays where they meet the host: the boundary, the console, and limits.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::{Duration, Instant};

use codemode::{CodeMode, DiagnosticKind, ExecutionResult, Limits, Tool, ToolSet};
use serde_json::{Value, json};

async fn run(limits: Limits, source: &str) -> ExecutionResult {
    let echo = Tool::raw("echo").run(|input: Value| async move { Ok(input) }).unwrap();
    let runtime = CodeMode::builder(ToolSet::new([echo]).unwrap()).limits(limits).build().unwrap();
    runtime.execute(source).await
}

async fn error(limits: Limits, source: &str) -> (DiagnosticKind, String) {
    let result = run(limits, source).await;
    let error = result.error().unwrap_or_else(|| panic!("{source}: {:?}", result.value()));
    (error.kind, error.message.clone())
}

#[tokio::test]
async fn binary_data_does_not_cross_and_the_message_says_what_to_do() {
    for (source, expected) in [
        (
            "new Uint8Array(2)",
            "result is a typed array (Uint8Array), which is not plain data: use Array.from() for its numbers, or toBase64() or toHex() for text",
        ),
        (
            "({ a: [new Float32Array(1)] })",
            "result.a[0] is a typed array (Float32Array), which is not plain data: use Array.from() for its numbers",
        ),
        (
            "[new BigInt64Array(1)]",
            "result[0] is a typed array (BigInt64Array), which is not plain data: use Array.from(array, String) for its elements as text",
        ),
        (
            "({ b: new ArrayBuffer(1) })",
            "result.b is binary data (an ArrayBuffer), which is not plain data: use Array.from(new Uint8Array(buffer)), or new Uint8Array(buffer).toBase64() for text",
        ),
        (
            "[new DataView(new ArrayBuffer(1))]",
            "result[0] is binary data (a DataView), which is not plain data: return what its getters read, or Array.from(new Uint8Array(view.buffer))",
        ),
        (
            "await tools.echo({ data: new Uint8Array(1) })",
            "input.data is a typed array (Uint8Array), which is not plain data: use Array.from() for its numbers, or toBase64() or toHex() for text",
        ),
    ] {
        let (kind, message) = error(Limits::default(), source).await;
        assert_eq!(kind, DiagnosticKind::InvalidDataValue, "{source}: {message}");
        assert!(message.contains(expected), "{source}: {message}");
    }
    let remedies = "const bytes = new Uint8Array([1, 2]);
        [Array.from(bytes), bytes.toBase64(), bytes.toHex(), Array.from(new BigInt64Array([5n]), String),
         Array.from(new Uint8Array(bytes.buffer)), JSON.parse(JSON.stringify(bytes))]";
    let result = run(Limits::default(), remedies).await;
    assert_eq!(result.value().unwrap(), &json!([[1, 2], "AQI=", "0102", ["5"], [1, 2], { "0": 1, "1": 2 }]));
}

#[tokio::test]
async fn the_console_shows_elements_and_bytes() {
    let source = "console.log(new Uint8Array([1, 255]), new Float32Array([0.5, NaN, -0]), new BigInt64Array([1n]));
        console.log(new Uint16Array([1, 2]).buffer, new DataView(new ArrayBuffer(3), 1), { a: [new Int8Array(1)] });
        const gone = new Uint8Array(2); gone.buffer.transfer(); console.log(gone, gone.buffer, new Uint8Array());
        class Mine extends Uint8Array {} console.log(new Mine(1));";
    let result = run(Limits::default(), source).await;
    assert_eq!(
        result.logs(),
        [
            "Uint8Array(2) [1,255] Float32Array(3) [0.5,NaN,0] BigInt64Array(1) [1n]",
            "ArrayBuffer(4) [1,0,2,0] DataView(2) [0,0] {\"a\":[Int8Array(1) [0]]}",
            "Uint8Array(0) [] ArrayBuffer(0) [] Uint8Array(0) []",
            "Uint8Array(1) [0]",
        ]
    );
}

#[tokio::test]
async fn buffers_count_against_the_memory_limit() {
    let limits = || Limits { max_memory_bytes: Some(8 << 20), ..Limits::default() };
    for source in [
        "try { new ArrayBuffer(9 << 20) } catch {} 1",
        "try { new Float64Array(2 << 20) } catch {} 1",
        "const b = new ArrayBuffer(0, { maxByteLength: 1 << 30 }); try { b.resize(9 << 20) } catch {} 1",
        "let b = new ArrayBuffer(1); try { b = b.transfer(9 << 20) } catch {} 1",
        "const kept = []; for (;;) kept.push(new Uint8Array(1000))",
        "const b = new Uint8Array(3 << 20); structuredClone([b, new Uint8Array(b), b.slice(), b.toReversed()])",
        "const b = new Uint8Array(3 << 20); [...b]",
        "const kept = []; for (;;) kept.push(new BigUint64Array(1)[0])",
    ] {
        let (kind, message) = error(limits(), source).await;
        assert_eq!(kind, DiagnosticKind::ExecutionFailure, "{source}: {message}");
        assert!(message.to_lowercase().contains("memory"), "{source}: {message}");
    }
    for source in [
        "for (let i = 0; i < 2000; i++) new Uint8Array(100000); 1",
        "let b = new ArrayBuffer(1 << 20); for (let i = 0; i < 200; i++) b = b.transfer(); b.byteLength / (1 << 20)",
        "const b = new ArrayBuffer(0, { maxByteLength: 1 << 22 }); \
         for (let i = 0; i < 100; i++) { b.resize(1 << 22); b.resize(0) } 1",
        "const a = new Uint32Array(1 << 18); for (let i = 0; i < 20; i++) a.sort(); 1",
        "const a = new Float32Array(1 << 18); for (let i = 0; i < 20; i++) a.set(new Int8Array(1 << 18)); 1",
    ] {
        let result = run(limits(), source).await;
        assert_eq!(result.value(), Some(&json!(1)), "{source}: {:?}", result.error());
    }
}

#[tokio::test]
async fn sizes_that_no_host_can_hold_are_range_errors() {
    for source in [
        "new ArrayBuffer(2 ** 40)",
        "new ArrayBuffer(0, { maxByteLength: 2 ** 40 })",
        "new Float64Array(2 ** 50)",
        "new ArrayBuffer(1).transfer(2 ** 40)",
        "new Uint8Array({ length: 2 ** 45 })",
        "Uint8Array.from({ length: 2 ** 45 })",
    ] {
        let result =
            run(Limits::default(), &format!("try {{ {source}; return 'made' }} catch (e) {{ return e.name }}")).await;
        assert_eq!(result.value(), Some(&json!("RangeError")), "{source}: {:?}", result.error());
    }
}

#[tokio::test]
async fn long_work_on_big_buffers_stops_at_the_timeout() {
    let limits = || Limits { timeout_ms: Some(100), ..Limits::default() };
    for source in [
        "const a = new Float64Array(1 << 24); for (;;) a.fill(1)",
        "const a = new Uint8Array(1 << 26); for (;;) a.copyWithin(0, 1)",
        "const a = new Float64Array(1 << 22); for (let i = 0; i < a.length; i++) a[i] = -i; for (;;) a.toReversed().sort()",
        "const a = new Uint8Array(1 << 26); for (;;) a.indexOf(1)",
        "const a = new Uint8Array(1 << 22); for (;;) a.toHex()",
        "const a = new Uint8Array(1 << 24); for (;;) a.join('').length",
        "const a = new Uint8Array(1 << 24); for (;;) a.reverse()",
        "const a = new Uint8Array(1 << 24); for (;;) new Float32Array(a)",
        "for (;;) new ArrayBuffer(1 << 26)",
    ] {
        let start = Instant::now();
        let (kind, message) = error(limits(), source).await;
        assert_eq!(kind, DiagnosticKind::TimeoutExceeded, "{source}: {message}");
        // Generous: tests share their processors, and the first touch of 128 MB takes its time on a loaded host.
        assert!(start.elapsed() < Duration::from_secs(3), "{source}: {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn work_on_buffers_costs_instructions() {
    let limits = || Limits { max_instructions: Some(200_000), ..Limits::default() };
    for source in ["const a = new Uint8Array(1 << 20); for (;;) a.fill(1)", "for (;;) new Uint8Array(1 << 20)"] {
        let (kind, message) = error(limits(), source).await;
        assert_eq!(kind, DiagnosticKind::ExecutionFailure, "{source}: {message}");
    }
}

#[tokio::test]
async fn where_the_specification_is_followed_and_node_is_not() {
    // An iterator that threw is at its end, even when its array comes back; Node goes on.
    let source = "const buffer = new ArrayBuffer(4, { maxByteLength: 4 }); const view = new Uint8Array(buffer, 0, 4);
        const iterator = view.values(); buffer.resize(1);
        let name; try { iterator.next() } catch (e) { name = e.name }
        buffer.resize(4); [name, iterator.next().done]";
    let result = run(Limits::default(), source).await;
    assert_eq!(result.value(), Some(&json!(["TypeError", true])));
    // Once the target is full, the rest of the text is not looked at.
    for (text, length, expected) in [
        ("Zm9v!", 3, json!([4, 3, "666f6f"])),
        ("Zm9vYg=", 3, json!([4, 3, "666f6f"])),
        ("Zm9vYg==Zg==", 3, json!([4, 3, "666f6f"])),
        ("Zm8", 1, json!([0, 0, "00"])),
        ("Zm9vYg", 3, json!([4, 3, "666f6f"])),
    ] {
        let source = format!(
            "const a = new Uint8Array({length}); \
             const r = a.setFromBase64('{text}', {{ lastChunkHandling: 'strict' }}); [r.read, r.written, a.toHex()]"
        );
        let result = run(Limits::default(), &source).await;
        assert_eq!(result.value(), Some(&expected), "{text}: {:?}", result.error());
    }
}

#[tokio::test]
async fn messages_say_what_happened_and_what_to_do() {
    for (source, expected) in [
        ("Uint8Array(1)", "Constructor Uint8Array requires 'new'"),
        ("new Uint8Array(-1)", "typed array length -1 is out of range"),
        ("new Float64Array(2 ** 40)", "Invalid typed array length: 1099511627776"),
        ("new Uint16Array(new ArrayBuffer(3))", "byte length of Uint16Array should be a multiple of 2, not 3"),
        ("new Uint16Array(new ArrayBuffer(4), 1)", "start offset of Uint16Array should be a multiple of 2, not 1"),
        (
            "new Uint8Array(new ArrayBuffer(4), 1, 4)",
            "Invalid typed array length: 4 elements at offset 1 do not fit the buffer of 4 bytes",
        ),
        ("new Uint8Array(2).set([1, 2, 3])", "3 elements at offset 0 do not fit a typed array of 2 elements"),
        (
            "new BigInt64Array(1).set(new Int8Array(1))",
            "Cannot mix BigInt and other types: one typed array holds BigInts, the other numbers",
        ),
        ("new BigInt64Array([1])", "cannot convert 1 to a BigInt"),
        (
            "Object.freeze(new Uint8Array(1))",
            "cannot freeze a typed array that has elements: freeze a copy of them made with Array.from()",
        ),
        (
            "new ArrayBuffer(1).resize(2)",
            "ArrayBuffer.prototype.resize called on a buffer of fixed length: make it with { maxByteLength }",
        ),
        (
            "const b = new ArrayBuffer(1); const a = new Uint8Array(b); b.transfer(); a.fill(1)",
            "Cannot perform TypedArray.prototype.fill on a typed array whose buffer is detached or too short",
        ),
        (
            "new DataView(new ArrayBuffer(2)).getInt32(0)",
            "DataView.prototype.getInt32: 4 bytes at offset 0 do not fit the view of 2 bytes",
        ),
        ("Uint8Array.fromBase64('Zm9$')", "'$' at index 3 is no base64 character"),
        ("Uint8Array.fromHex('0z')", "the character at index 1 is no hexadecimal digit"),
        (
            "Uint8Array.fromBase64('', { alphabet: 'hex' })",
            "the option alphabet must be \"base64\" or \"base64url\", not \"hex\"",
        ),
        (
            "Uint8Array.prototype.map.call([1], (v) => v)",
            "TypedArray.prototype.map called on an array, which is no typed array",
        ),
    ] {
        let (kind, message) = error(Limits::default(), source).await;
        assert_eq!(kind, DiagnosticKind::ExecutionFailure, "{source}: {message}");
        assert!(message.contains(expected), "{source}: {message}");
    }
}
