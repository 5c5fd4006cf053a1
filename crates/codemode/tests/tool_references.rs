//! `tools` inside a program: every expression of tools-and-discovery.md 3.3, and calls by every spelling of a path.
#![allow(clippy::unwrap_used, clippy::panic)]

use codemode::{CodeMode, DiagnosticKind, ExecutionResult, Group, Tool, ToolSet};
use serde_json::{Value, json};

fn tool(name: &str) -> Tool {
    let answer = name.to_owned();
    let reply = move |input: Value| {
        let answer = answer.clone();
        async move { Ok(json!({ "tool": answer, "input": input })) }
    };
    Tool::raw(name).run(reply).unwrap()
}

fn runtime() -> CodeMode {
    let names = [
        "api.issues.list",
        "api.issues",
        "ns.constructor",
        "ns.__proto__",
        "ns.prototype",
        "ns.then",
        "ns.toString",
        "ns.resolve-id",
        "ns.2fa",
        "ns.say\"hi",
        "ns.größe",
        "ns.a b",
        "ns.0",
        "delete.class",
        "ping",
    ];
    let builder = ToolSet::builder().tools(names.map(tool)).group(Group::new("empty"));
    CodeMode::new(builder.build().unwrap()).unwrap()
}

async fn run(program: &str) -> ExecutionResult {
    runtime().execute(program).await
}

async fn value(program: &str) -> Value {
    match run(program).await {
        ExecutionResult::Success(success) => success.value,
        ExecutionResult::Failure(failure) => panic!("{program}: {:?}", failure.error),
    }
}

async fn failure(program: &str) -> (DiagnosticKind, String) {
    match run(program).await {
        ExecutionResult::Success(success) => panic!("{program}: {}", success.value),
        ExecutionResult::Failure(failure) => (failure.error.kind, failure.error.message),
    }
}

/// The name of the tool that a call reached and the name that was recorded.
async fn called(expression: &str) -> (String, String) {
    let result = run(&format!("return (await {expression}({{}})).tool")).await;
    let value = result.value().unwrap_or_else(|| panic!("{expression}: {:?}", result.error()));
    (value.as_str().unwrap().to_owned(), result.tool_calls()[0].name.clone())
}

#[tokio::test]
async fn every_spelling_of_a_path_is_the_same_call() {
    for (expression, path) in [
        ("tools.api.issues.list", "api.issues.list"),
        ("tools[\"api.issues\"].list", "api.issues.list"),
        ("tools.api[\"issues.list\"]", "api.issues.list"),
        ("tools[\"api.issues.list\"]", "api.issues.list"),
        ("tools[`api`][\"issues\"].list", "api.issues.list"),
        ("tools?.api?.issues?.list", "api.issues.list"),
        ("tools.api.issues", "api.issues"),
        ("tools.ns.constructor", "ns.constructor"),
        ("tools.ns.__proto__", "ns.__proto__"),
        ("tools.ns.prototype", "ns.prototype"),
        ("tools.ns.then", "ns.then"),
        ("tools.ns.toString", "ns.toString"),
        ("tools.ns[\"resolve-id\"]", "ns.resolve-id"),
        ("tools.ns[\"2fa\"]", "ns.2fa"),
        ("tools.ns[\"say\\\"hi\"]", "ns.say\"hi"),
        ("tools.ns[\"größe\"]", "ns.größe"),
        ("tools.ns.größe", "ns.größe"),
        ("tools.ns[\"a b\"]", "ns.a b"),
        ("tools.ns[0]", "ns.0"),
        ("tools.delete.class", "delete.class"),
        ("tools.ping", "ping"),
    ] {
        assert_eq!(called(expression).await, (path.to_owned(), path.to_owned()), "{expression}");
    }
    assert_eq!(value("const { api } = tools; return (await api.issues.list()).tool").await, "api.issues.list");
    assert_eq!(
        value("const { api: { issues: { list } } } = tools; return (await list()).tool").await,
        "api.issues.list"
    );
    assert_eq!(
        value("const { list } = tools.api.issues; return (await list({ a: 1 })).input").await,
        json!({ "a": 1 })
    );
    assert_eq!(value("const { [\"resolve-id\"]: f } = tools.ns; return (await f()).tool").await, "ns.resolve-id");
}

#[tokio::test]
async fn references_are_never_undefined_and_never_throw() {
    for (expression, expected) in [
        ("typeof tools", json!("object")),
        ("typeof tools.x", json!("function")),
        ("typeof tools.api", json!("function")),
        ("typeof tools.api.issues.list", json!("function")),
        ("tools.anything.at.all ? 1 : 2", json!(1)),
        ("(tools.x ?? 5) === 5", json!(false)),
        ("tools.x === undefined", json!(false)),
        ("tools.x == null", json!(false)),
        ("!tools.x", json!(false)),
        ("tools.api === tools.api", json!(true)),
        ("tools.api.issues === tools[\"api.issues\"]", json!(true)),
        ("tools.api === tools.ns", json!(false)),
        ("tools.api == \"tools.api\"", json!(false)),
        ("tools === globalThis.tools", json!(true)),
    ] {
        assert_eq!(value(&format!("return {expression}")).await, expected, "{expression}");
    }
}

#[tokio::test]
async fn names_can_be_listed() {
    for (expression, expected) in [
        ("Object.keys(tools)", json!(["api", "ns", "delete", "ping", "empty"])),
        ("Object.keys(tools.api)", json!(["issues"])),
        ("Object.keys(tools.api.issues)", json!(["list"])),
        ("Object.keys(tools[\"api.issues\"])", json!(["list"])),
        ("Object.keys(tools.ping)", json!([])),
        ("Object.keys(tools.empty)", json!([])),
        (
            "Object.keys(tools.ns)",
            json!([
                "constructor",
                "__proto__",
                "prototype",
                "then",
                "toString",
                "resolve-id",
                "2fa",
                "say\"hi",
                "größe",
                "a b",
                "0"
            ]),
        ),
        ("Object.getOwnPropertyNames(tools)", json!(["api", "ns", "delete", "ping", "empty"])),
        ("Reflect.ownKeys(tools.api)", json!(["issues"])),
        (
            "(() => { const names = []; for (const name in tools) names.push(name); return names })()",
            json!(["api", "ns", "delete", "ping", "empty"]),
        ),
        (
            "(() => { const names = []; for (const name in tools) { if (name === \"api\") continue; if (name === \"ping\") break; names.push(name) } return names })()",
            json!(["ns", "delete"]),
        ),
        (
            "(() => { const names = []; for (const name in tools.api.issues) names.push(name); return names })()",
            json!(["list"]),
        ),
        ("\"api\" in tools", json!(true)),
        ("\"nope\" in tools", json!(false)),
        ("\"list\" in tools.api.issues", json!(true)),
        ("\"issues.list\" in tools.api", json!(true)),
        ("\"toString\" in tools", json!(false)),
        ("Object.hasOwn(tools, \"api\")", json!(true)),
        ("Object.hasOwn(tools.api, \"nope\")", json!(false)),
        ("Object.keys(tools).map((name) => Object.keys(tools[name]).length)", json!([1, 11, 1, 0, 0])),
    ] {
        assert_eq!(value(&format!("return {expression}")).await, expected, "{expression}");
    }
}

#[tokio::test]
async fn what_is_not_there_cannot_be_called_or_listed() {
    let unknown = DiagnosticKind::UnknownTool;
    for (program, message) in [
        ("await tools.nope({})", "Unknown tool 'nope'"),
        ("await tools.nope?.({})", "Unknown tool 'nope'"),
        ("await tools.api?.nope({})", "Unknown tool 'api.nope'"),
        ("await tools.api.issue.list({})", "Unknown tool 'api.issue.list'. Did you mean tools.api.issues.list?"),
        (
            "await tools[\"api.issues.lists\"]({})",
            "Unknown tool 'api.issues.lists'. Did you mean tools.api.issues.list?",
        ),
        ("await tools.API.issues.list({})", "Unknown tool 'API.issues.list'. Did you mean tools.api.issues.list?"),
        ("await tools.api_issues_list({})", "Unknown tool 'api_issues_list'. Did you mean tools.api.issues.list?"),
        ("await tools.delete({})", "Tool 'delete' is not callable"),
        ("await tools.empty({})", "Tool 'empty' is not callable"),
        ("return Object.keys(tools.nope)", "Unknown tool namespace 'nope'"),
        ("return Object.keys(tools.api.nope)", "Unknown tool namespace 'api.nope'"),
        ("for (const name in tools.nope) {}", "Unknown tool namespace 'nope'"),
    ] {
        let (kind, text) = failure(program).await;
        assert!(kind == unknown && text.contains(message), "{program}: {kind:?} {text}");
    }
    // The three failures have three texts, and the program can catch each.
    let caught = "const texts = []; for (const call of [() => tools.nope({}), () => tools.delete({}), async () => Object.keys(tools.nope)]) \
                  { try { await call() } catch (error) { texts.push([error instanceof Error, error.kind]) } } return texts";
    let one = json!([true, "UnknownTool"]);
    assert_eq!(value(caught).await, json!([one, one, one]));
    // Calls that reach no tool are not counted.
    assert!(run("await tools.nope({})").await.tool_calls().is_empty());
}

#[tokio::test]
async fn references_are_not_data() {
    for expression in [
        "tools",
        "tools.api",
        "tools.ping",
        "({ a: [tools.ping] })",
        "new Map([[1, tools.ping]]).get(1)",
        "JSON.stringify(tools)",
        "JSON.stringify({ a: tools.api })",
        "Object.values(tools)",
        "Object.entries(tools)",
        "Object.assign({}, tools)",
        "({ ...tools })",
        "[...tools]",
        "(() => { for (const name of tools) return name })()",
        "`${tools.api}`",
        "tools.api + \"\"",
        "tools.api + 1",
    ] {
        let (kind, text) = failure(&format!("return {expression}")).await;
        assert_eq!(kind, DiagnosticKind::InvalidDataValue, "{expression}: {text}");
    }
    let (kind, text) = failure("await tools.ping({ next: tools.api })").await;
    assert_eq!(kind, DiagnosticKind::InvalidDataValue, "{text}");
    assert!(text.contains("input.next"), "{text}");
    for expression in ["Object.values(tools)", "[...tools]", "({ ...tools })", "JSON.stringify(tools)"] {
        let (_, text) = failure(&format!("return {expression}")).await;
        assert!(text.contains("Object.keys(tools)") && text.contains("search("), "{expression}: {text}");
    }
}

#[tokio::test]
async fn references_cannot_be_changed() {
    for statement in [
        "tools.x = 1",
        "tools.api = 1",
        "tools.api.issues.list = () => 1",
        "delete tools.api",
        "Object.setPrototypeOf(tools, null)",
    ] {
        let (kind, text) = failure(&format!("{statement}; return 1")).await;
        assert_eq!(kind, DiagnosticKind::ExecutionFailure, "{statement}: {text}");
        assert!(text.contains("TypeError") && text.contains("read-only"), "{statement}: {text}");
    }
    for name in ["tools", "search"] {
        let (_, text) = failure(&format!("{name} = 1; return 1")).await;
        assert!(text.starts_with("TypeError"), "{text}");
    }
    let (_, text) = failure("Object.defineProperty(tools, \"x\", { value: 1 })").await;
    assert!(text.starts_with("TypeError"), "{text}");
    let (kind, text) = failure("return tools[Symbol(\"x\")]").await;
    assert_eq!(kind, DiagnosticKind::ExecutionFailure, "{text}");
    assert!(text.contains("string property names"), "{text}");
}

#[tokio::test]
async fn references_are_values() {
    assert_eq!(value("const f = tools.ping; return (await f({ a: 1 })).input").await, json!({ "a": 1 }));
    assert_eq!(
        value("const calls = new Map([[\"p\", tools.ping]]); return (await calls.get(\"p\")()).tool").await,
        "ping"
    );
    assert_eq!(value("const r = await tools.ping; return r === tools.ping").await, true);
    assert_eq!(value("const r = await tools.ns; return r === tools.ns").await, true);
    assert_eq!(value("return (await [tools.ping].map((f) => f({ n: 2 }))[0]).input.n").await, 2);
    let shown =
        run("console.log(tools.api.issues.list, tools.ns[\"resolve-id\"], tools, [tools.ping]); return 1").await;
    assert_eq!(
        shown.logs(),
        ["[tool tools.api.issues.list] [tool tools.ns[\"resolve-id\"]] [tools] [[tool tools.ping]]"]
    );
    let (kind, text) = failure("return await Promise.all([{ a: 1 }].map(tools.ping))").await;
    assert_eq!(kind, DiagnosticKind::ExecutionFailure, "{text}");
    assert!(text.contains("tools.ping is a tool") && text.contains("arrow function"), "{text}");
}

#[tokio::test]
async fn programs_may_shadow_the_names() {
    assert_eq!(value("const tools = { a: 1 }; return tools.a").await, 1);
    assert_eq!(value("const search = (text) => text + \"!\"; return search(\"x\")").await, "x!");
    assert_eq!(value("function f(tools) { return tools } return f(2)").await, 2);
}

#[tokio::test]
async fn arguments_are_none_or_one() {
    assert_eq!(value("return (await tools.ping()).input").await, json!({}));
    assert_eq!(
        value("return (await tools.ping({ a: undefined, b: NaN, c: [, 1], d: new Date(0), e: new Map() })).input")
            .await,
        json!({ "b": null, "c": [null, 1], "d": "1970-01-01T00:00:00.000Z", "e": {} })
    );
    let (kind, text) = failure("await tools.ping({}, {})").await;
    assert_eq!(kind, DiagnosticKind::InvalidToolInput, "{text}");
    // Bad data is reported before the unknown tool, and admits nothing.
    let result = run("await tools.nope({ f: () => 1 })").await;
    assert_eq!(result.error().unwrap().kind, DiagnosticKind::InvalidDataValue);
    assert!(result.tool_calls().is_empty());
}

#[tokio::test]
async fn search_is_a_counted_builtin() {
    assert_eq!(value("return typeof search").await, "function");
    assert_eq!(value("return search(\"ping\").items.map((item) => item.path)").await, json!(["tools.ping"]));
    assert_eq!(value("return (await tools.search({ query: \"ping\" })).items[0].path").await, "tools.ping");
    let result = run("search(); search({ query: \"x\" }); return tools.search()").await;
    let names: Vec<&str> = result.tool_calls().iter().map(|call| call.name.as_str()).collect();
    assert_eq!(names, ["search", "search", "search"]);
    for bad in [
        "search(3)",
        "search(null)",
        "search({ limit: 0 })",
        "search({}, {})",
        "search({ query: 1 })",
        "search({ limit: 2 ** 53 })",
    ] {
        let result = run(&format!("return {bad}")).await;
        let error = result.error().unwrap_or_else(|| panic!("{bad}"));
        assert!(
            error.kind == DiagnosticKind::InvalidToolInput && error.message.contains("'search'"),
            "{bad}: {error:?}"
        );
        assert!(result.tool_calls().is_empty(), "{bad}");
    }
    let own = CodeMode::new(ToolSet::new([tool("search")]).unwrap()).unwrap();
    let program = "return [(await tools.search({})).tool, search(\"search\").items.length]";
    assert_eq!(own.execute(program).await.value(), Some(&json!(["search", 1])));
    let none = CodeMode::new(ToolSet::default()).unwrap();
    let empty = json!({ "items": [], "remaining": 0, "next": null });
    assert_eq!(none.execute("return search()").await.value(), Some(&empty));
}
