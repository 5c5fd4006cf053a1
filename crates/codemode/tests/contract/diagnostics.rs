//! What a diagnostic tells: the place, what was found, and what to write instead.

use codemode::{Limits, Rule, Severity};
use serde_json::{Value, json};

use crate::support::{builder, run};

/// Runs `source`, which fails: the diagnostic must have this kind and place, and contain these texts.
async fn expect(wrong: &mut Vec<String>, source: &str, kind: &str, place: (u32, u32), message: &str, advice: &str) {
    let result = run(source).await;
    let error = &result["error"];
    let text = error["message"].as_str().unwrap_or_default();
    let suggestions = error["suggestions"].to_string().replace("\\\"", "\"");
    let location = json!({ "line": place.0, "column": place.1 });
    let holds = error["kind"] == json!(kind)
        && text.contains(message)
        && (advice.is_empty() || suggestions.contains(advice))
        && error["location"] == location;
    if !holds {
        wrong.push(format!("{source}\n  expected {kind} at {location}: {message} / {advice}\n  but got  {result}"));
    }
}

/// Program, kind, line and column, message, advice.
type Row = (&'static str, &'static str, (u32, u32), &'static str, &'static str);

#[tokio::test]
async fn messages_name_what_was_found_and_what_to_do() {
    const FAILURE: &str = "ExecutionFailure";
    const DATA: &str = "InvalidDataValue";
    let mut wrong = Vec::new();
    let rows: Vec<Row> = vec![
        // Names.
        (
            "const total = 1\nreturn totl",
            FAILURE,
            (2, 8),
            "totl is not defined (line 2, col 8)",
            "did you mean `total`?",
        ),
        ("return Maht.max(1)", FAILURE, (1, 8), "Maht is not defined", "did you mean `Math`?"),
        ("{ const inner = 1 }\nreturn inner", FAILURE, (2, 8), "inner is not defined", "declared in another block"),
        ("return rowsOfEarlierRun.length", FAILURE, (1, 8), "is not defined", "nothing is kept from earlier programs"),
        ("await fetch('https://a.test')", FAILURE, (1, 7), "fetch is not defined", "call the functions under `tools`"),
        ("const fs = require('fs')", FAILURE, (1, 12), "require is not defined", "functions under `tools`"),
        ("process.env.HOME", FAILURE, (1, 1), "process is not defined", "functions under `tools`"),
        ("fs.readFileSync('a')", FAILURE, (1, 1), "fs is not defined", "functions under `tools`"),
        ("setTimeout(() => 1, 5)", FAILURE, (1, 1), "setTimeout is not defined", "programs have no timers"),
        ("f(); const f = () => 1", FAILURE, (1, 1), "Cannot access 'f' before initialization", "move the declaration"),
        ("const a = 1\na = 2", FAILURE, (2, 1), "Assignment to constant variable 'a'", "`let a`"),
        // Missing values.
        (
            "const order = { lines: [] }\nreturn order.lines[0].total",
            FAILURE,
            (2, 8),
            "TypeError: Cannot read property 'total' of undefined (reading order.lines[0].total) (line 2, col 8)",
            "`order.lines` is an empty array",
        ),
        (
            "const order = { lines: [1] }\nreturn order.lnies[0]",
            FAILURE,
            (2, 8),
            "Cannot read property '0' of undefined (reading order.lnies[0])",
            "did you mean `order.lines`?",
        ),
        (
            "const user = { name: 'a', mail: 'b' }\nreturn user.address.city",
            FAILURE,
            (2, 8),
            "(reading user.address.city)",
            "`user` has no `address`; it has `name`, `mail`",
        ),
        (
            "const rows = [{ id: 1 }]\nreturn rows.map((row) => row.owner.name)",
            FAILURE,
            (2, 26),
            "(reading row.owner.name)",
            "`row` has no `owner`; it has `id`",
        ),
        (
            "const page = { data: { rows: [1] } }\nconst first = () => page.dat.rows\nfirst()",
            FAILURE,
            (2, 21),
            "(reading page.dat.rows)",
            "did you mean `page.data`?",
        ),
        ("let x\nx.y = 1", FAILURE, (2, 1), "Cannot set property 'y' of undefined (setting x.y)", ""),
        ("const { a } = null", FAILURE, (1, 9), "Cannot destructure property 'a' of 'null' as it is null", ""),
        // Methods.
        ("'abc'.toUppercase()", FAILURE, (1, 1), "'abc'.toUppercase is not a function", "did you mean `.toUpperCase`?"),
        ("const arr = [1]\narr.pushh(2)", FAILURE, (2, 1), "arr.pushh is not a function", "did you mean `.push`?"),
        (
            "const arr = [1]\narr.lenght.toFixed()",
            FAILURE,
            (2, 1),
            "Cannot read property 'toFixed'",
            "did you mean `arr.length`?",
        ),
        ("const arr = [1]\narr.length()", FAILURE, (2, 1), "arr.length is not a function", "without parentheses"),
        ("Math.sumX(1)", FAILURE, (1, 1), "Math.sumX is not a function", ""),
        (
            "const page = { items: [1], total: 1 }\npage.map((x) => x)",
            FAILURE,
            (2, 1),
            "page.map is not a function",
            "`page.items.map(…)`",
        ),
        ("const o = { a: 1 }\no.forEach(() => 1)", FAILURE, (2, 1), "o.forEach is not a function", "Object.entries(o)"),
        ("const text = '[1]'\ntext.map((x) => x)", FAILURE, (2, 1), "text.map is not a function", "JSON.parse(text)"),
        ("const n = 5\nn.padStart(3)", FAILURE, (2, 1), "n.padStart is not a function", "String(n)"),
        (
            "const page = { items: [1] }\nfor (const x of page) {}",
            FAILURE,
            (2, 17),
            "page is not iterable",
            "iterate `page.items`",
        ),
        ("const o = { a: 1, b: 2 }\nfor (const x of o) {}", FAILURE, (2, 17), "o is not iterable", "Object.entries(o)"),
        ("for (const i of 3) {}", FAILURE, (1, 17), "3 is not iterable", "Array.from"),
        ("new Math.max(1)", FAILURE, (1, 1), "Math.max is not a constructor", "without `new`"),
        // Promises as data.
        ("const o = tools.orders.lookup({ id: 1 })\nreturn o.id", DATA, (2, 8), "'id' of a promise", "`(await o).id`"),
        (
            "const o = tools.orders.lookup({ id: 1 })\nfor (const x of o) {}",
            DATA,
            (2, 17),
            "o is not iterable",
            "await",
        ),
        ("const n = tools.svc.twin({ n: 1 })\nreturn n * 2", DATA, (2, 8), "promise", "await"),
        ("return { n: [tools.svc.twin({ n: 1 })] }", DATA, (1, 8), "result.n[0] is a promise", ""),
        ("await tools.orders.lookup({ when: tools.svc.twin({ n: 1 }) })", DATA, (1, 7), "input.when is a promise", ""),
        ("JSON.stringify({ a: tools.svc.twin({ n: 1 }) })", DATA, (1, 1), "Promise", ""),
        ("return () => 1", DATA, (1, 8), "result is a function", "submit the statements of its body"),
        // Tools.
        (
            "[1].forEach(tools.orders.lookup)",
            FAILURE,
            (1, 1),
            "tools.orders.lookup is a tool",
            "(input) => tools.orders.lookup(input)",
        ),
        (
            "await tools.orders.lokup({})",
            "UnknownTool",
            (1, 7),
            "Unknown tool 'orders.lokup'. Did you mean tools.orders.lookup?",
            "search(",
        ),
        ("await tools.order.lookup({})", "UnknownTool", (1, 7), "Did you mean tools.orders.lookup?", ""),
        ("await tools.orders_lookup({})", "UnknownTool", (1, 7), "Did you mean tools.orders.lookup?", ""),
        ("await tools.Orders.Lookup({})", "UnknownTool", (1, 7), "Did you mean tools.orders.lookup?", ""),
        ("await tools.orders({})", "UnknownTool", (1, 7), "not callable", ""),
        (
            "const n = 'x'\nawait tools.svc.twin({ n })",
            "InvalidToolInput",
            (2, 7),
            "Invalid input for tool 'svc.twin': at `n`",
            "tools.svc.twin(input: ",
        ),
        ("await tools.svc.twin({})", "InvalidToolInput", (1, 7), "missing field `n`", ""),
        ("await tools.svc.deny({})", "ToolFailure", (1, 7), "quota used up", ""),
        // Others.
        ("const f = (n) => f(n + 1)\nf(0)", FAILURE, (1, 18), "Maximum call stack size exceeded", "recursion"),
        ("JSON.parse({ a: 1 })", FAILURE, (1, 1), "JSON", "without JSON.parse"),
        ("return 1n + 1", FAILURE, (1, 8), "BigInt", "BigInt(number)"),
    ];
    for (source, kind, place, message, advice) in rows {
        expect(&mut wrong, source, kind, place, message, advice).await;
    }
    assert!(wrong.is_empty(), "{} lines do not hold:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test]
async fn limits_say_where_the_program_was() {
    // Long enough for a loaded host to compile the program.
    let limits = Limits { timeout_ms: Some(500), ..Limits::UNLIMITED };
    let runtime = builder(&std::sync::Arc::default(), limits).build().unwrap();
    let result = runtime.execute("const a = 1\nawait tools.svc.hang({})").await;
    assert_eq!(result.error().unwrap().location.map(|at| (at.line, at.column)), Some((2, 1)));
    let result = runtime.execute("let i = 0\nwhile (true) {\n  i = Math.max(i, 1)\n}").await;
    // Wherever in the loop it was.
    let line = result.error().unwrap().location.map(|at| at.line);
    assert!(line.is_some_and(|line| (2..=4).contains(&line)), "{line:?}");
}

#[tokio::test]
async fn rendered_forms() {
    let source = "const total = 1\nreturn totl + 1";
    let runtime = builder(&std::sync::Arc::default(), Limits::UNLIMITED).build().unwrap();
    let result = runtime.execute(source).await;
    let error = result.error().unwrap();
    assert_eq!(
        error.render(source, "program"),
        "ExecutionFailure: ReferenceError: totl is not defined\n --> program:2:8\n  |\n2 | return totl + 1\n  |        ^^^^\n  \
         = did you mean `total`?\n"
    );
    assert_eq!(
        error.to_line(),
        "ExecutionFailure: ReferenceError: totl is not defined (line 2, col 8); did you mean `total`?"
    );
}

#[tokio::test]
async fn programs_can_tell_failures_apart() {
    let source = "const kinds = [];
        for (const f of [
            () => tools.svc.deny({}), () => tools.svc.gone({}), () => tools.svc.twin({ n: 'x' }), () => tools.raw.wrong({}),
            async () => tools.svc.twin({ n: 1 }).value, async () => { throw new Error('own') },
        ]) { try { await f() } catch (e) { kinds.push([e.kind ?? null, e.tool ?? null]) } }
        return kinds";
    assert_eq!(
        run(source).await["value"],
        json!([
            ["ToolFailure", "svc.deny"],
            ["UnknownTool", "svc.gone"],
            ["InvalidToolInput", "svc.twin"],
            ["InvalidToolOutput", "raw.wrong"],
            ["InvalidDataValue", null],
            [null, null],
        ])
    );
}

fn check(source: &str) -> Vec<(Rule, Severity, String, Vec<String>)> {
    let runtime = builder(&std::sync::Arc::default(), Limits::UNLIMITED).build().unwrap();
    let findings = runtime.check(source).into_iter();
    findings.map(|f| (f.rule, f.severity, f.diagnostic.message, f.diagnostic.suggestions)).collect()
}

#[test]
fn preflight_finds_what_is_plainly_wrong() {
    for (source, rule, severity, message, advice) in [
        ("const x = ;", Rule::ParseError, Severity::Error, "unexpected", ""),
        ("import('a')", Rule::UnsupportedSyntax, Severity::Error, "import", "tools"),
        ("return rows", Rule::UnknownIdentifier, Severity::Error, "`rows` is not defined", ""),
        ("const rows = 1; return rwos", Rule::UnknownIdentifier, Severity::Error, "`rwos`", "did you mean `rows`?"),
        (
            "await tools.orders.lokup({})",
            Rule::UnknownTool,
            Severity::Error,
            "tools.orders.lokup",
            "tools.orders.lookup",
        ),
        ("await tools.svc({})", Rule::UnknownTool, Severity::Error, "namespace", ""),
        (
            "tools.svc.twin({ n: 1 }); return 1",
            Rule::UnawaitedPromise,
            Severity::Warning,
            "nothing waits",
            "await tools.svc.twin",
        ),
        (
            "const f = () => { return 1; console.log(2) }; f()",
            Rule::UnreachableCode,
            Severity::Warning,
            "never run",
            "",
        ),
        ("await tools.svc.twin({ n: 'x' })", Rule::InvalidToolInput, Severity::Error, "tools.svc.twin", ""),
        ("await tools.svc.twin({})", Rule::InvalidToolInput, Severity::Error, "n", ""),
        ("await tools.svc.twin(1)", Rule::InvalidToolInput, Severity::Error, "tools.svc.twin", ""),
        ("await tools.svc.twin({ n: 1 }, 2)", Rule::InvalidToolInput, Severity::Error, "one object", ""),
        ("() => 1", Rule::NotAProgram, Severity::Warning, "only a function", ""),
    ] {
        let found = check(source);
        let first = found.iter().find(|found| found.0 == rule);
        let Some((_, found_severity, text, suggestions)) = first else { panic!("{source}: {found:?}") };
        assert_eq!(*found_severity, severity, "{source}");
        assert!(text.contains(message), "{source}: {text}");
        assert!(advice.is_empty() || suggestions.iter().any(|text| text.contains(advice)), "{source}: {suggestions:?}");
    }
}

#[test]
fn preflight_is_silent_about_programs_that_work() {
    for source in [
        "const p = tools.svc.twin({ n: 1 }); return await p",
        "await Promise.all([1, 2].map((n) => tools.svc.twin({ n })))",
        "tools.svc.twin({ n: 1 })",
        "const input = { n: 'x' }; await tools.orders.lookup(input)",
        "await tools.orders.lookup({ anything: [1] })",
        "if (typeof fetch === 'function') fetch('x'); return 1",
        "try { undeclared } catch { return 1 }",
        "function f() { return g(); function g() { return 1 } } f()",
        "const n: number = 1; type T = Foo; return n",
        "search({ query: 'x' }).items.map((item) => item.path)",
        "await tools.search({ query: 'x' })",
        "for (const name in tools) { await tools[name].anything({}) }",
        "return new URL('https://a.test').href + structuredClone({ a: 1 }).a + crypto.randomUUID()",
        "label: for (;;) { break label }",
    ] {
        assert_eq!(check(source), [], "{source}");
    }
}

#[test]
fn preflight_of_sessions_knows_their_bindings() {
    let tokio = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let runtime = builder(&std::sync::Arc::default(), Limits::UNLIMITED).build().unwrap();
    let mut session = runtime.session();
    tokio.block_on(session.execute("const rows = [1]"));
    assert_eq!(session.check("rows.length"), []);
    assert_eq!(session.check("function later() {}"), []);
    let findings = serde_json::to_value(session.check("rwos.length")).unwrap();
    assert_eq!(
        findings,
        json!([{ "rule": "unknown-identifier", "severity": "error", "kind": "ExecutionFailure",
            "message": "`rwos` is not defined", "location": { "line": 1, "column": 1 },
            "suggestions": ["did you mean `rows`?"] }])
    );
}

#[tokio::test]
async fn what_models_wrap_around_programs() {
    let fenced = run("```js\nconst a = 1;\nnull.x\n```").await;
    assert_eq!(fenced["error"]["location"], json!({ "line": 3, "column": 1 }));
    assert_eq!(run("\n```typescript\nconst a: number = 2;\na\n```\n").await["value"], json!(2));
    let sentence = |result: &Value| result["error"]["suggestions"][0].as_str().unwrap_or_default().to_owned();
    for (source, says) in [
        ("async () => { return await tools.svc.twin({ n: 1 }) }", "only a function"),
        ("function main() { return 1 }\nmain", "only declares"),
        ("curl -s https://a.test | jq .", "shell commands"),
        ("{\"code\": \"return 1\"}", "JSON around it"),
        ("Here is the program:\n```js\nreturn 1\n```", "only"),
    ] {
        let result = run(source).await;
        assert!(sentence(&result).contains(says) || source.ends_with("main"), "{source}: {result}");
    }
    let quoted = run(r#""const a = 1\nreturn a""#).await;
    assert!(quoted["warnings"][0]["message"].as_str().unwrap().contains("one quoted string"), "{quoted}");
    let lone = run("async function main() { return 1 }").await;
    assert!(lone["warnings"][0]["message"].as_str().unwrap().contains("only declares a function"), "{lone}");
}

#[tokio::test]
async fn denied_places_are_those_of_the_innermost_program_expression() {
    let result = run("const outer = (rows) => rows.map((row) => row.a.b)\n\nouter([{ a: 1 }, {}])").await;
    assert_eq!(result["error"]["location"], json!({ "line": 1, "column": 43 }), "{result}");
    let result = run("const f = async () => {\n  await tools.svc.deny({})\n}\nawait f()").await;
    assert_eq!(result["error"]["location"], json!({ "line": 2, "column": 9 }), "{result}");
    let result = run("JSON.parse('{')").await;
    assert_eq!(result["error"]["location"], json!({ "line": 1, "column": 1 }), "{result}");
}

#[test]
fn no_example_program_is_complained_about() {
    let runtime = builder(&std::sync::Arc::default(), Limits::UNLIMITED).build().unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "js" || extension == "ts") {
            let source = std::fs::read_to_string(&path).unwrap();
            // Their tools are those of the demo; everything else must be in order.
            let findings = runtime.check(&source).into_iter().filter(|finding| finding.rule != Rule::UnknownTool);
            assert_eq!(findings.collect::<Vec<_>>(), [], "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 5);
}
