//! Situations that users of comparable systems reported, each as what must hold here. The numbers are those of the
//! reports; reports on schemas, search and MCP are tested where those things live.

use std::sync::Arc;

use codemode::{CodeMode, Limits, Tool, ToolSet};
use serde_json::{Value, json};

use crate::support::{Seen, builder, check, fails, matches, ok, run, run_within, with};

#[tokio::test]
async fn results_and_intake() {
    check(vec![
        // A program that ends in a declaration returns nothing, never an empty object.
        (1, "const r = await tools.svc.twin({ n: 1 })", ok(json!(null))),
        (2, "const xs = [1, 2];\nxs.map((x) => ({\n  x,\n}));", ok(json!([{ "x": 1 }, { "x": 2 }]))),
        (2, "(async () => {\n  return [1].map((x) => ({\n    x,\n  }));\n})();", ok(json!([{ "x": 1 }]))),
        (
            3,
            "interface Row { a: number }
             const xs: Array<{ a: number }> = [{ a: 1 }]; let y: string | null = null;
             function f<T extends Row>(x: T, ...rest: T[]): x is T { return true }
             const g = async (x: Map<string, number[]>): Promise<void> => {}; class C<T> { private x?: T; constructor(readonly z: number) {} }
             for (const x of xs as Row[]) { y = `${x!.a}` } const z = <const>['a'] satisfies readonly string[];
             return [y, z, new C<number>(4).z]",
            ok(json!(["1", ["a"], 4])),
        ),
        (5, "class A {} return A", fails("InvalidDataValue", "result is a function…")),
        (5, "return { s: Symbol.iterator }", fails("InvalidDataValue", "result.s is a symbol…")),
        (
            6,
            "console.log({ a: [1, { b: 2 }] }, new (class P { x = 1 })())",
            with(ok(json!(null)), json!({ "logs": ["{\"a\":[1,{\"b\":2}]} {\"x\":1}"] })),
        ),
    ])
    .await;
}

#[tokio::test]
async fn calls_and_their_failures() {
    check(vec![
        (8, "try { await tools.svc.deny({}) } catch (e) { return e.message }", ok(json!("quota used up"))),
        (8, "return await tools.svc.deny({}).catch((e) => e.message)", ok(json!("quota used up"))),
        (
            8,
            "const [r] = await Promise.allSettled([tools.svc.deny({})]); return [r.status, r.reason.message]",
            ok(json!(["rejected", "quota used up"])),
        ),
        (
            8,
            "const log = []; try { try { log.push(1) } finally { await tools.svc.deny({}) } } catch (e) { log.push(e.message) }
             return log",
            ok(json!([1, "quota used up"])),
        ),
        (
            9,
            "const a = 1\ntools.svc.deny({})\nreturn a",
            with(
                ok(json!(1)),
                json!({ "warnings": [{ "kind": "ToolFailure", "message": "Unhandled rejection…svc.deny…quota used up",
                    "location": { "line": 2, "column": 1 } }] }),
            ),
        ),
        (
            10,
            "const one = async (c) => (await tools.svc.twin({ n: c })) + 1; const two = async (c) => (await one(c)) + 1;
             const three = async (c) => (await two(c)) + 1;
             return await Promise.all([1, 2, 3].map((c) => three(c)))",
            ok(json!([5, 7, 9])),
        ),
        (
            21,
            "class E extends Error { constructor(m) { super(m); this.name = 'E' } }
             const f = async () => { await tools.svc.twin({ n: 1 }); throw new E('m') };
             try { await f() } catch (e) { return [e instanceof E, e instanceof Error, e.name, e.message] }",
            ok(json!([true, true, "E", "m"])),
        ),
    ])
    .await;
}

#[tokio::test]
async fn both_calls_start_before_either_answers() {
    let seen = Arc::new(Seen::default());
    let runtime = builder(&seen, Limits::UNLIMITED).build().unwrap();
    let source = "const both = Promise.all([tools.svc.slow({ k: 1 }), tools.svc.slow({ k: 2 })]);
        await tools.svc.free({ k: 2 }); await tools.svc.free({ k: 1 }); return await both";
    assert_eq!(runtime.execute(source).await.value(), Some(&json!([1, 2])));
    assert_eq!(*seen.started.lock().unwrap(), [1, 2]);
}

#[tokio::test]
async fn odd_arguments_have_documented_outcomes() {
    let seen = Arc::new(Seen::default());
    let runtime = builder(&seen, Limits::UNLIMITED).build().unwrap();
    let source = "await tools.raw.see({ u: undefined, n: NaN, d: new Date(0), big: 2 ** 53 + 1 })";
    assert!(runtime.execute(source).await.is_ok());
    assert_eq!(
        seen.inputs.lock().unwrap()[0],
        json!({ "n": null, "d": "1970-01-01T00:00:00.000Z", "big": 9_007_199_254_740_992_u64 })
    );
    check(vec![
        (13, "await tools.raw.see({ b: new Uint8Array([1]) })", fails("InvalidDataValue", "input.b is a typed array…")),
        (
            13,
            "const o = {}; o.o = o; await tools.raw.see({ o })",
            fails("InvalidDataValue", "input.o.o is a circular…"),
        ),
    ])
    .await;
}

#[tokio::test]
async fn nothing_swallows_a_limit() {
    let limits = Limits { timeout_ms: Some(40), ..Limits::UNLIMITED };
    for source in [
        "while (true) { await tools.svc.deny({}).catch(() => {}) }",
        "while (true) { try { await null; throw 1 } catch {} finally {} }",
        "const f = () => { try { f() } catch { f() } }; f()",
        "for (const x of (function* () { try { while (true) yield 1 } finally { while (true); } })()) {}",
    ] {
        let result = run_within(limits, source).await;
        assert_eq!(result["error"]["kind"], json!("TimeoutExceeded"), "report 14: {source}: {result}");
    }
}

#[tokio::test]
async fn deep_nesting_is_a_parse_error() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(10_000), close.repeat(10_000));
    for source in [
        deep("(", ")"),
        deep("[", "]"),
        deep("`${", "}`"),
        deep("{", "}"),
        deep("1 ? ", " : 2"),
        deep("- ", ""),
        deep("f(", ")"),
    ] {
        let result = run(&source).await;
        let fine = result["ok"] == json!(true) || result["error"]["kind"] == json!("ParseError");
        let kind = if fine { "ok".to_owned() } else { result["error"]["kind"].to_string() };
        assert!(fine, "report 16: {}: {kind}", &source[..8]);
    }
}

#[tokio::test]
async fn a_runtime_survives_everything() {
    let runtime = builder(&Arc::default(), Limits::UNLIMITED).build().unwrap();
    let jobs =
        "const kept = []; await Promise.resolve().then(() => { for (let i = 0; i < 200_000; i++) kept.push({ i }) });
        return kept.length";
    assert_eq!(runtime.execute(jobs).await.value(), Some(&json!(200_000)), "report 17");
    let overflow = runtime.execute("const f = () => f() + 1; f()").await;
    assert!(overflow.error().unwrap().message.starts_with("RangeError: Maximum call stack"), "report 18");
    assert_eq!(runtime.execute("1 + 1").await.value(), Some(&json!(2)), "report 18");
}

#[tokio::test]
async fn huge_output_has_a_budget() {
    let limits = Limits { max_output_bytes: Some(1000), max_log_bytes: Some(1000), ..Limits::UNLIMITED };
    let big = "const big = 'x'.repeat(1024 * 1024 * 10);";
    let value = run_within(limits, &format!("{big} return [big, big, big, big, big]")).await;
    assert!(value.to_string().len() < 2000 && value["value"].as_str().unwrap().contains("52428816 bytes"), "report 19");
    let logs = run_within(limits, &format!("{big} for (let i = 0; i < 5; i++) console.log(i + big + i)")).await;
    let text = logs["logs"].to_string();
    assert!(text.len() < 3000 && text.contains("52428"), "report 19: {text}");
    let error = run_within(limits, &format!("{big} throw new Error(big)")).await;
    assert!(error.to_string().len() < 2000 && error["truncated"] == json!(true), "report 19");
}

#[tokio::test]
async fn three_sorts_of_unknown_names_get_three_hints() {
    let hint =
        async |source: &str| run(source).await["error"]["suggestions"][0].as_str().unwrap_or_default().to_owned();
    let (foreign, misspelt, earlier) =
        (hint("fetch('x')").await, hint("const price = 1; prise").await, hint("resultsOfLastTime.length").await);
    assert!(foreign.contains("tools"), "report 20: {foreign}");
    assert!(misspelt.contains("did you mean `price`"), "report 20: {misspelt}");
    assert!(earlier.contains("nothing is kept from earlier programs"), "report 20: {earlier}");
}

#[tokio::test]
async fn everyday_language() {
    check(vec![
        (
            15,
            "const n = []; for (let i = 0; i < 5; i++) n.push(i); let i = 0; while (i < 5) n.push(i++);
             do n.push(i--); while (i > 0); for (const x of [1, 2, 3, 4, 5]) n.push(x); for (const k in { a: 1, b: 2, c: 3, d: 4, e: 5 }) n.push(k);
             return n.length",
            ok(json!(25)),
        ),
        (
            22,
            "const holes = [1, , 3]; const rows = [{ k: 1, v: 'a' }, { k: 0, v: 'b' }, { k: 1, v: 'c' }];
             return [holes.length, 1 in holes, [10, 9, 1].sort(), rows.toSorted((a, b) => a.k - b.k).map((r) => r.v).join(''),
                [1, 2, 3, 4].toSpliced(1, 2), [...'a😀b'].length, [1, 2].at(-1), [1, 2, 3].splice(1)]",
            ok(json!([3, false, [1, 10, 9], "bac", [1, 4], 3, 2, [2, 3]])),
        ),
        (
            23,
            "const invalid = new Date('nonsense'); let thrown; try { invalid.toISOString() } catch (e) { thrown = e.name }
             return [Date.now(), new Date('2026-01-31').toISOString(), new Date('2026-01-31T00:00').toISOString(),
                new Date(2026, 12, 1).toISOString(), thrown]",
            ok(json!([0, "2026-01-31T00:00:00.000Z", "2026-01-31T00:00:00.000Z", "2027-01-01T00:00:00.000Z", "RangeError"])),
        ),
    ])
    .await;
}

#[tokio::test]
async fn nothing_is_returned_is_said_to_people_and_models() {
    let runtime = builder(&Arc::default(), Limits::UNLIMITED).build().unwrap();
    let result = runtime.execute("const r = await tools.svc.twin({ n: 1 })").await;
    assert!(matches(&ok(Value::Null), &serde_json::to_value(&result).unwrap()));
    assert!(result.to_text().contains("nothing was returned"), "report 1: {}", result.to_text());
}

#[test]
fn schemas_of_every_form_print_as_types() {
    let deep = (0..30).fold(
        json!({ "type": "string" }),
        |inner, _| json!({ "type": "object", "properties": { "in": inner }, "required": ["in"] }),
    );
    let schema = json!({
        "type": "object",
        "required": ["union", "both", "nullable", "tuple", "fixed", "quoted", "node", "a-b", "a\nb", "any", "yes", "deep"],
        "properties": {
            "union": { "type": "array", "items": { "anyOf": [{ "type": "string" }, { "type": "number" }] } },
            "both": { "type": "array", "items": { "allOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }] } },
            "optional": { "type": "string" },
            "nullable": { "type": ["string", "null"] },
            "tuple": { "type": "array", "prefixItems": [{ "type": "string" }, { "type": "number" }], "items": false, "minItems": 2 },
            "fixed": { "const": "fixed" },
            "quoted": { "enum": ["a\"b", "it's"] },
            "node": { "$ref": "#/$defs/Node" },
            "a-b": { "type": "boolean", "description": "ends */ here\u{2028}const x = 1" },
            "a\nb": { "type": "boolean" },
            "any": {},
            "yes": true,
            "deep": deep,
        },
        "$defs": {
            "A": { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
            "B": { "type": "object", "properties": { "b": { "type": "string" } }, "required": ["b"] },
            "Node": { "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } } },
        },
    });
    let tool = Tool::raw("odd.tool").input(schema).run(|input: Value| async move { Ok(input) }).unwrap();
    let runtime = CodeMode::new(ToolSet::new([tool]).unwrap()).unwrap();
    let text = runtime.discovery().signature("odd.tool").unwrap().text();
    for part in [
        "union: Array<string | number>",
        "optional?: string",
        "nullable: string | null",
        "tuple: [string, number]",
        "fixed: \"fixed\"",
        r#"quoted: "a\"b" | "it's""#,
        "\"a-b\": boolean",
        r#""a\nb": boolean"#,
        "any: unknown",
        "yes: unknown",
    ] {
        assert!(text.contains(part), "report 24: {part}: {text}");
    }
    assert_eq!(text.matches("/*").count(), text.matches("*/").count(), "report 24: {text}");
    assert!(!text.contains('\u{2028}') && text.contains("Node"), "report 24: {text}");
}

#[test]
fn the_catalogue_is_stable() {
    let tool = |name: &str| {
        let tool = Tool::raw(name).description(format!("What {name} does")).input(json!({ "type": "object" }));
        tool.run(|input: Value| async move { Ok(input) }).unwrap()
    };
    let runtime = |names: &[&str]| CodeMode::new(ToolSet::new(names.iter().map(|name| tool(name))).unwrap()).unwrap();
    let names = ["b.two", "a.one", "c.three"];
    let mut reversed = names;
    reversed.reverse();
    let (first, again) = (runtime(&names), runtime(&reversed));
    assert_eq!(first.catalog(), again.catalog(), "report 25");
    assert_eq!(first.instructions(), again.instructions(), "report 25");
    let more = runtime(&["b.two", "a.one", "c.three", "b.and"]);
    let mut kept = more.catalog();
    kept.retain(|entry| entry.path != "b.and");
    assert_eq!(kept, first.catalog(), "report 25: one more tool changes no other entry");
    let lines = |runtime: &CodeMode| runtime.instructions().lines().map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(&first), lines(&more));
    let missing: Vec<&String> = before.iter().filter(|line| !after.contains(line)).collect();
    assert!(missing.len() <= 2, "report 25: only counts change: {missing:?}");
}
