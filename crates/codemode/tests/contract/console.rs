//! Captured console output (rows 37 to 55).

use serde_json::{Value, json};

use crate::support::{check, ok, with};

#[tokio::test]
async fn lines() {
    let logs =
        |source: &'static str, row: u32, lines: Value| (row, source, with(ok(json!(null)), json!({ "logs": lines })));
    check(vec![
        logs(
            "console.log(\"sum\", 3, { k: \"v\", list: [1, \"b\", null] })",
            37,
            json!([r#"sum 3 {"k":"v","list":[1,"b",null]}"#]),
        ),
        logs("console.log()", 38, json!([""])),
        logs("console.log(undefined, { u: undefined })", 39, json!([r#"undefined {"u":null}"#])),
        logs("console.warn()", 40, json!(["[warn] "])),
        logs(
            "console.error(\"bad\", 2); console.debug(\"d\"); console.info(\"i\")",
            41,
            json!(["[error] bad 2", "[debug] d", "i"]),
        ),
        logs("console.dir({ deep: { ok: true } }, \"ignored\")", 42, json!([r#"{"deep":{"ok":true}}"#])),
        logs("console.log(NaN, [-Infinity], -0)", 43, json!(["NaN [-Infinity] 0"])),
        logs(
            "console.log(new Set([\"p\", 2]), new Map([[\"q\", [3]]]))",
            44,
            json!([r#"Set(2) ["p",2] Map(1) [["q",[3]]]"#]),
        ),
        logs(
            "console.log({ at: new Date(1000), re: /a/i })",
            45,
            json!([r#"{"at":1970-01-01T00:00:01.000Z,"re":/a/i}"#]),
        ),
        logs("console.log(new RangeError(\"big\"), [new Error(\"\")])", 46, json!(["RangeError: big [Error]"])),
        logs(
            "console.log(Promise.resolve(2), { f: () => 1 })",
            47,
            json!([r#"[Promise (await it to get its value)] {"f":[opaque reference]}"#]),
        ),
        logs("const m = new Map(); m.set(\"me\", m); console.log(m)", 48, json!([r#"Map(1) [["me",[Circular]]]"#])),
        logs("const s = { k: 1 }; console.log([s, s])", 49, json!([r#"[{"k":1},{"k":1}]"#])),
        logs("console.log(new Uint8Array([7, 8]))", 50, json!(["Uint8Array(2) [7,8]"])),
        logs(
            "console.table([{ city: \"Oslo\", pop: 7 }, { city: \"Bergen\", alt: 1 }])",
            51,
            json!(["(index)\tcity\tpop\talt\n0\tOslo\t7\t\n1\tBergen\t\t1"]),
        ),
        logs("console.table({ row: { v: 1 } })", 52, json!(["(index)\tv\nrow\t1"])),
        logs("console.table([5, \"six\"])", 53, json!(["(index)\tValue\n0\t5\n1\tsix"])),
        logs("console.table([{ a: 1, b: 2 }], [\"b\"])", 54, json!(["(index)\tb\n0\t2"])),
        logs("[\"x\", \"y\"].forEach((v) => console.log(v))", 55, json!(["x", "y"])),
    ])
    .await;
}
