//! Errors and diagnostics (rows 56 to 80).

use serde_json::json;

use crate::support::{check, fails, fails_at, ok, run, with};

const FAILURE: &str = "ExecutionFailure";

#[tokio::test]
async fn uncaught_throws() {
    check(vec![
        (56, "throw { code: 12 }", fails_at(FAILURE, "Uncaught: {\"code\":12}", 1, 1)),
        (57, "throw new TypeError(\"odd\")", fails_at(FAILURE, "TypeError: odd", 1, 7)),
        (58, "const e = new Error(\"no\"); e.name = \"PolicyError\"; throw e", fails(FAILURE, "PolicyError: no")),
        (59, "throw new SyntaxError(\"mine\")", fails(FAILURE, "SyntaxError: mine")),
        (60, "throw () => 1", fails(FAILURE, "Uncaught: [opaque reference]")),
        (60, "throw new Map()", fails(FAILURE, "Uncaught: Map(0) []")),
        (60, "throw undefined", fails(FAILURE, "Uncaught: undefined")),
        (61, "null.size", fails_at(FAILURE, "TypeError: …size…(line 1, col 1)", 1, 1)),
        (62, "const a = 1\n  a.b.c", fails_at(FAILURE, "TypeError: …'c'…(reading a.b.c)…(line 2, col 3)", 2, 3)),
        (63, "try { null.size } catch (e) { throw e }", fails_at(FAILURE, "TypeError: …size…(line 1, col 7)", 1, 7)),
        (
            64,
            "try { null.size } catch (e) { e.message = \"edited\"; throw e }",
            fails_at(FAILURE, "TypeError: …size…(line 1, col 7)", 1, 7),
        ),
        (72, "Math.sumX(1)", fails(FAILURE, "TypeError: Math.sumX is not a function…")),
    ])
    .await;
}

#[tokio::test]
async fn tool_failures() {
    check(vec![
        (66, "return await tools.svc.deny({})", fails_at("ToolFailure", "quota used up", 1, 14)),
        (
            67,
            "try { await tools.svc.deny({}) } catch (e) { return [e instanceof Error, e.name, e.message, \"cause\" in e] }",
            ok(json!([true, "Error", "quota used up", false])),
        ),
        // The kind survives being caught and thrown again.
        (68, "try { await tools.svc.deny({}) } catch (e) { throw e }", fails_at("ToolFailure", "quota used up", 1, 13)),
        (
            68,
            "try { await tools.svc.deny({}) } catch (e) { return [e.kind, e.tool, Object.keys(e)] }",
            ok(json!(["ToolFailure", "svc.deny", []])),
        ),
        (
            68,
            "const p = tools.svc.deny({}); const seen = []; for (let i = 0; i < 2; i++) try { await p } catch (e) { seen.push(e) }
             return seen[0] === seen[1]",
            ok(json!(true)),
        ),
        (
            69,
            "tools.svc.deny({})\nreturn 1",
            with(
                ok(json!(1)),
                json!({ "warnings": [{ "kind": "ToolFailure", "message": "Unhandled rejection…quota used up",
                    "location": { "line": 1, "column": 1 } }] }),
            ),
        ),
        (69, "await tools.svc.crash()", fails("ToolFailure", "Tool execution failed")),
        (79, "await tools.svc({})", fails_at("UnknownTool", "Tool 'svc' is not callable…tools.svc.…", 1, 7)),
        (80, "Object.keys(tools.none)", fails_at("UnknownTool", "Unknown tool namespace 'none'…", 1, 1)),
        (80, "try { Object.keys(tools.none) } catch (e) { return e.kind }", ok(json!("UnknownTool"))),
    ])
    .await;
}

#[tokio::test]
async fn what_programs_see_of_failures() {
    check(vec![
        (
            65,
            "const f = async () => { null.q }; const p = f(); const [x, y] = await Promise.allSettled([p, p]);
             x.reason === y.reason",
            ok(json!(true)),
        ),
        (70, "const g = (k) => g(k + 1); try { g(0) } catch (e) { return e.name }", ok(json!("RangeError"))),
        (
            71,
            "const dig = (k, end) => k ? dig(k - 1, end) : end();
             dig(6000, async () => { await null; dig(6000, () => 0); return \"end\" })",
            ok(json!("end")),
        ),
        (73, "const f = () => { try { throw 1 } finally { return \"f\" } }; f()", ok(json!("f"))),
        // Program functions are constructors.
        (74, "new (function Q() { this.a = 1 })()", ok(json!({ "a": 1 }))),
    ])
    .await;
}

#[tokio::test]
async fn promises_and_tools_used_as_data() {
    check(vec![
        (
            75,
            "tools.svc.twin({ n: 1 }).value",
            fails_at("InvalidDataValue", "TypeError: …'value'…promise…await…", 1, 1),
        ),
        (76, "Promise.resolve(1) + 1", fails_at("InvalidDataValue", "TypeError: …promise…await…", 1, 1)),
        (
            76,
            "const p = tools.svc.twin({ n: 1 }); `total ${p}`",
            fails("InvalidDataValue", "TypeError: …promise…await…"),
        ),
        (76, "const { a } = tools.svc.twin({ n: 1 })", fails("InvalidDataValue", "TypeError: …promise…await…")),
        (77, "[1].map(tools.svc.twin)", fails(FAILURE, "TypeError: …tools.svc.twin…arrow function…")),
        (77, "await Promise.resolve({ n: 1 }).then(tools.svc.twin)", fails(FAILURE, "TypeError: …arrow function…")),
        (78, "tools()", fails_at(FAILURE, "TypeError: tools is not a function…", 1, 1)),
    ])
    .await;
}

#[tokio::test]
async fn a_stack_shows_frames_of_the_program_only() {
    let result = run("const inner = () => { [1].map(() => null.x) };\nfunction outer() { inner() }\ntry { outer() } catch (e) { return e.stack }").await;
    let stack = result["value"].as_str().unwrap();
    let lines: Vec<&str> = stack.lines().collect();
    assert!(lines[0].starts_with("TypeError: Cannot read property 'x' of null"), "{stack}");
    assert!(lines[1..].iter().all(|line| line.trim_start().starts_with("at ") && line.contains("program:")), "{stack}");
    assert!(lines.iter().any(|line| line.contains("inner (program:1:")), "{stack}");
    assert!(lines.iter().any(|line| line.contains("outer (program:2:20)")), "{stack}");
    assert_eq!(lines.len(), 5, "{stack}");
}
