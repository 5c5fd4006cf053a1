//! Data that crosses (rows 81 to 106).

use std::sync::Arc;

use codemode::Limits;
use serde_json::json;

use crate::support::{Seen, builder, check, fails, ok, run, with};

const INVALID: &str = "InvalidDataValue";

#[tokio::test]
async fn results() {
    check(vec![
        (81, "return { a: undefined, b: [undefined, 1], c: NaN }", ok(json!({ "b": [null, 1], "c": null }))),
        (
            82,
            "return [new Date(0), new Date(NaN), new URL(\"https://ex.test/p?q=1\")]",
            ok(json!(["1970-01-01T00:00:00.000Z", null, "https://ex.test/p?q=1"])),
        ),
        (
            83,
            "return [/x/, new Map([[1, 2]]), new Set([3, 4])]",
            with(
                ok(json!([{}, {}, {}])),
                json!({ "warnings": [
                    { "kind": INVALID, "message": "result[1] is a Map…Object.fromEntries…" },
                    { "kind": INVALID, "message": "result[2] is a Set…[...set]…" },
                ] }),
            ),
        ),
        (83, "return [new Map(), new Set()]", ok(json!([{}, {}]))),
        (84, "return new URLSearchParams(\"a=1&b=2\")", ok(json!("a=1&b=2"))),
        (85, "JSON.stringify({ s: new Set([1]), p: new URLSearchParams(\"a=1\") })", ok(json!("{\"s\":{},\"p\":{}}"))),
        (86, "return new Headers({ \"X-Id\": \"9\" })", ok(json!({ "x-id": "9" }))),
        (87, "return new Uint8Array([1])", fails(INVALID, "result is a typed array…Array.from…")),
        (
            88,
            "const e = new TypeError(\"bad\"); e.code = \"E1\"; return { e }",
            ok(json!({ "e": { "name": "TypeError", "message": "bad", "code": "E1" } })),
        ),
        (
            88,
            "new Error(\"a\", { cause: new Error(\"b\") })",
            ok(json!({ "name": "Error", "message": "a",
            "cause": { "name": "Error", "message": "b" } })),
        ),
        (89, "return { toJSON() { return 7 } }", ok(json!(7))),
        (
            89,
            "return { a: { toJSON(key) { return Promise.resolve(key) } } }",
            fails(INVALID, "result.a is a promise…await…"),
        ),
        (90, "return [1, , 3]", ok(json!([1, null, 3]))),
        (90, "return Array(2)", ok(json!([null, null]))),
        (91, "return { f: () => 1, g: [() => 1] }", fails(INVALID, "result.f is a function…")),
        (91, "return { g: [1, { \"odd key\": () => 1 }] }", fails(INVALID, "result.g[1][\"odd key\"] is a function…")),
        (92, "return { p: tools.svc.twin({ n: 3 }) }", fails(INVALID, "result.p is a promise…await it first")),
        (
            93,
            "return { p: tools.svc.deny({}) }",
            with(
                fails(INVALID, "result.p is a promise…"),
                json!({ "warnings": [{ "kind": "ToolFailure", "message": "…" }] }),
            ),
        ),
        // Only `__proto__` is special.
        (94, "return { constructor: 1, prototype: 2 }", ok(json!({ "constructor": 1, "prototype": 2 }))),
        (95, "const o = {}; o[\"__proto__\"] = { x: 1 }; o.y = 2; return o", ok(json!({ "y": 2 }))),
        (95, "return { a: JSON.parse('{\"__proto__\":1}') }", fails(INVALID, "result.a.__proto__ …rename…")),
        // Cycles exist inside a program.
        (96, "const o = {}; o.me = o; return o.me.me === o", ok(json!(true))),
        (96, "const o = { list: [] }; o.list.push({ o }); return o", fails(INVALID, "result.list[0].o is a circular…")),
        (97, "const s = { k: 1 }; return [s, s]", ok(json!([{ "k": 1 }, { "k": 1 }]))),
        (
            99,
            "let v = 1; for (let i = 0; i < 33; i++) v = [v]; return v",
            fails(INVALID, "result[0][0]…deeper than 32…"),
        ),
        (99, "return Symbol(\"s\")", fails(INVALID, "result is a symbol…")),
        (99, "return [10n]", fails(INVALID, "result[0] is a BigInt…String()…")),
        (99, "return (function* () {})()", fails(INVALID, "result is a generator…")),
        (99, "return { m: new WeakMap() }", fails(INVALID, "result.m is a WeakMap…")),
        (99, "return { t: tools.svc.twin }", fails(INVALID, "result.t is a tool…")),
        (99, "return \"\\ud800a\"", ok(json!("\u{fffd}a"))),
        (99, "return [-0, Infinity]", ok(json!([0, null]))),
        (99, "class P { #x = 1; y = 2; get z() { return 3 } } return new P()", ok(json!({ "y": 2 }))),
        (99, "return Object.assign(Object.create(null), { a: 1 })", ok(json!({ "a": 1 }))),
        (99, "return (function () { return arguments })(1, 2)", ok(json!({ "0": 1, "1": 2 }))),
    ])
    .await;
    let deep = run("let v = 1; for (let i = 0; i < 32; i++) v = [v]; return v").await;
    assert_eq!(deep["ok"], json!(true), "row 98: {deep}");
}

#[tokio::test]
async fn inputs_and_outputs_of_tools() {
    check(vec![
        (102, "await tools.raw.see(1, 2)", fails("InvalidToolInput", "Tool 'raw.see' expects at most one input object…2 arguments…")),
        (103, "return await tools.svc.twin({ n: tools.svc.twin({ n: 1 }) })", fails(INVALID, "input.n is a promise…await…")),
        (
            104,
            "const r = await tools.raw.odd({}); return [Object.keys(r), Object.getPrototypeOf(r) === Object.prototype, r.c]",
            ok(json!([["10", "b", "a", "__proto__"], true, null])),
        ),
        (105, "await tools.raw.wrong({})", fails("InvalidToolOutput", "Invalid output from tool 'raw.wrong'")),
        (
            106,
            "const r = await tools.cfg.get({}); r.list.push(9); return (await tools.cfg.get({})).list.length",
            ok(json!(2)),
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_tools_receive() {
    let seen = Arc::new(Seen::default());
    let runtime = builder(&seen, Limits::UNLIMITED).build().unwrap();
    for source in [
        "await tools.raw.see({ q: undefined, z: 0 / 0, l: [1, , undefined] })",
        "await tools.raw.see()",
        "await tools.raw.see(undefined)",
        "await tools.raw.see({ big: 2 ** 53 + 1, when: new Date(0), half: 0.5 })",
    ] {
        assert!(runtime.execute(source).await.is_ok(), "{source}");
    }
    let inputs = seen.inputs.lock().unwrap();
    assert_eq!(
        serde_json::to_string(&*inputs).unwrap(),
        r#"[{"z":null,"l":[1,null,null]},{},{},{"big":9007199254740992,"when":"1970-01-01T00:00:00.000Z","half":0.5}]"#,
        "rows 100 and 101"
    );
}

/// As in `JSON.stringify`, the names are those of the start, the values those of the moment.
#[tokio::test]
async fn a_walk_sees_what_accessors_and_to_json_change() {
    let cases = [
        ("return { get a() { delete this.b; this.c = 3; this.d = 5; return 1 }, b: 2, d: 4 }", r#"{"a":1,"d":5}"#),
        ("const o = { a: { toJSON() { o.b = 9; delete o.c; return 1 } }, b: 2, c: 3 }; return o", r#"{"a":1,"b":9}"#),
        (
            "const o = { a: { toJSON() { Object.defineProperty(o, 'b', { enumerable: false }); return 1 } }, b: 2, c: 3 }
             return o",
            r#"{"a":1,"c":3}"#,
        ),
        ("const o = { a: { toJSON() { delete o.b; o.b = 7; return 1 } }, b: 2, c: 3 }; return o", r#"{"a":1,"b":7,"c":3}"#),
    ];
    for (source, expected) in cases {
        let result = run(source).await;
        assert_eq!(result["value"].to_string(), expected, "{source}");
    }
}
