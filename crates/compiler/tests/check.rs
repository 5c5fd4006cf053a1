//! What can be told about a program without running it, and what is left alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use codemode_compiler::{CheckOptions, InputShape, JsonKinds, KnownTool, PropertyShape, check};

fn options() -> CheckOptions {
    let property = |name: &str, required: bool, kinds: JsonKinds| PropertyShape {
        name: name.to_owned(),
        required,
        kinds,
        ..PropertyShape::default()
    };
    let status = PropertyShape {
        choices: Some(vec!["open".to_owned(), "closed".to_owned()]),
        ..property("status", false, JsonKinds::STRING)
    };
    let page = PropertyShape {
        object: Some(Box::new(InputShape {
            properties: vec![property("size", true, JsonKinds::INTEGER)],
            closed: false,
        })),
        ..property("page", false, JsonKinds::OBJECT)
    };
    let find = InputShape {
        properties: vec![
            property("customer", true, JsonKinds::STRING),
            property("limit", false, JsonKinds::INTEGER.or(JsonKinds::NULL)),
            status,
            page,
        ],
        closed: true,
    };
    let tool = |path: &str, input: Option<InputShape>| KnownTool { path: path.to_owned(), input };
    CheckOptions {
        globals: ["console", "Promise", "Math", "JSON", "Object", "globalThis", "search", "Map", "assert"]
            .map(str::to_owned)
            .to_vec(),
        tools: Some(vec![
            tool("orders.find", Some(find)),
            tool("orders.findAll", None),
            tool("crm.contacts.list", None),
            tool("ping", Some(InputShape::default())),
        ]),
        ..CheckOptions::default()
    }
}

/// `line:column message | suggestion`, one line per finding.
fn found(source: &str) -> String {
    let lines: Vec<String> = check(source, &options())
        .iter()
        .map(|finding| {
            let place = format!("{}:{} ", finding.position.line, finding.position.column);
            [vec![place + &finding.message], finding.suggestions.clone()].concat().join(" | ")
        })
        .collect();
    lines.join("\n")
}

fn table(rows: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (source, expected) in rows {
        let found = found(source);
        if found != *expected {
            wrong.push_str(&format!("\nsource   {source:?}\nexpected {expected}\nfound    {found}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn unknown_identifiers() {
    table(&[
        ("return totl", "1:8 `totl` is not defined"),
        ("const total = 1; return totl", "1:25 `totl` is not defined | did you mean `total`?"),
        ("return Jason.parse(1)", "1:8 `Jason` is not defined | did you mean `JSON`?"),
        ("consol.log(1); consol.log(2)", "1:1 `consol` is not defined | did you mean `console`?"),
        ("count = 1; return 1", "1:1 `count` is assigned but not declared | declare it: `let count = …`"),
        (
            "return fetch('x')",
            "1:8 `fetch` is not defined | programs have no network of their own; call the functions under `tools` instead",
        ),
        (
            "const fs = require('fs')",
            "1:12 `require` is not defined | programs have no modules; call the functions under `tools` instead",
        ),
        ("const x: Foo<Bar> = undefined; return x", ""),
        ("if (typeof process !== 'undefined') process.exit()", ""),
        ("globalThis.x = 1; return x", ""),
        ("try { return Temporal.Now } catch { return 1 }", ""),
        ("function f() { return arguments.length } return f()", ""),
        ("function f() { return later } const later = 1; return f()", ""),
        ("namespace N { export const a = 1 } namespace N { export const b = a }", ""),
        ("enum E { A = 1, B = A } return E.B", ""),
    ]);
}

#[test]
fn misspelt_properties() {
    table(&[
        ("const list = [1]; return list.lenght", "1:31 arrays have no property `lenght` | did you mean `length`?"),
        (
            "const name = 'a'; return name.toUppercase()",
            "1:31 strings have no property `toUppercase` | did you mean `toUpperCase`?",
        ),
        ("return [1].map(x => x).fliter(x => x)", "1:24 arrays have no property `fliter` | did you mean `filter`?"),
        ("const list = [1]; list.lenghts = 1; return list.lenghts", ""),
        ("const list = [1]; Object.defineProperty(list, 'lenght', { value: 1 }); return list.lenght", ""),
        ("let list = [1]; list = { lenght: 1 }; return list.lenght", ""),
        ("const list = [1]; return [list.length, list.at(0), list.custom, list.lastIndex]", ""),
        ("const o = { lenght: 1 }; return o.lenght", ""),
    ]);
}

#[test]
fn unknown_tools() {
    table(&[
        ("return tools.order.find({})", "1:8 there is no tool `tools.order.find` | did you mean `tools.orders.find`?"),
        (
            "return tools.orders_find({})",
            "1:8 there is no tool `tools.orders_find` | did you mean `tools.orders.find`?",
        ),
        ("return tools.Ping()", "1:8 there is no tool `tools.Ping` | did you mean `tools.ping`?"),
        (
            "return tools.contacts.list()",
            "1:8 there is no tool `tools.contacts.list` | did you mean `tools.crm.contacts.list`?",
        ),
        ("return tools.crm({})", "1:8 `tools.crm` is a namespace, not a tool | did you mean `tools.crm.contacts`?"),
        ("return tools.weather.today({})", "1:8 there is no tool `tools.weather.today`"),
        ("return tools['crm'].contacts['list']()", ""),
        ("const t = tools; return t.nothing()", ""),
        ("const tools = { x() {} }; return tools.x()", ""),
        ("const name = 'x'; return tools[name]()", ""),
        ("return tools.orders.hasOwnProperty('x')", ""),
        ("return Object.keys(tools.nothing ?? {})", ""),
        ("return tools.ping().then(f => f)", ""),
    ]);
}

#[test]
fn promises_nobody_waits_for() {
    table(&[
        (
            "tools.ping(); return 1",
            "1:1 nothing waits for the promise of `tools.ping(…)`; it is interrupted when the program ends | write `await \
             tools.ping(…)`",
        ),
        (
            "async function save() { await tools.ping() }\nsave();\nreturn 1",
            "2:1 nothing waits for the promise of `save(…)`; it is interrupted when the program ends | write `await \
             save(…)`",
        ),
        (
            "(async () => { await tools.ping() })();\nreturn 1",
            "1:1 nothing waits for the promise of this async function; it is interrupted when the program ends | write \
             `await` before it",
        ),
        (
            "const save = async () => tools.ping(); for (const x of [1]) { save() }",
            "1:63 nothing waits for the promise of `save(…)`; it is interrupted when the program ends | write `await \
             save(…)`",
        ),
        ("await tools.ping(); return 1", ""),
        ("void tools.ping(); return 1", ""),
        ("tools.ping().catch(() => {}); return 1", ""),
        ("const p = tools.ping(); return 1", ""),
        ("tools.ping()", ""),
        ("(async () => { await tools.ping() })()", ""),
        ("async function f() {} f(); return 1", ""),
        ("let f = async () => tools.ping(); f = () => 1; f(); return 1", ""),
        ("async function* f() { yield tools.ping() } f(); return 1", ""),
        ("[1].map(() => tools.ping()); return 1", ""),
    ]);
}

#[test]
fn unreachable_code() {
    let never = "this code can never run: control leaves before it";
    table(&[
        ("return 1;\nconsole.log(2)", &format!("2:1 {never}")),
        ("function f() { throw 1; const x = 2; return x } return f()", &format!("1:25 {never}")),
        ("for (;;) { break; console.log(1) }", &format!("1:19 {never}")),
        ("for (;;) { continue; console.log(1); console.log(2) }", &format!("1:22 {never}")),
        ("switch (1) { case 1: return 1; console.log(1) }", &format!("1:32 {never}")),
        ("return f(); function f() { return 1 }", ""),
        ("return 1; var x", ""),
        ("return 1;;", ""),
        ("switch (1) { case 1: return 1; break; default: return 2 }", ""),
        ("if (1) return 1; return 2", ""),
        ("return 1; type A = string; interface B {}", ""),
    ]);
}

#[test]
fn arguments_that_a_tool_cannot_accept() {
    table(&[
        ("return tools.orders.find({})", "1:26 `tools.orders.find`: required property `customer` missing"),
        ("return tools.orders.find()", "1:8 `tools.orders.find`: required property `customer` missing"),
        (
            "return tools.orders.find({ customer: 7 })",
            "1:38 `tools.orders.find`: `customer` must be a string, not an integer",
        ),
        (
            "return tools.orders.find({ customer: 'c', limit: '5' })",
            "1:50 `tools.orders.find`: `limit` must be an integer or null, not a string",
        ),
        (
            "return tools.orders.find({ customer: 'c', limit: 1.5 })",
            "1:50 `tools.orders.find`: `limit` must be an integer or null, not a fraction",
        ),
        (
            "return tools.orders.find({ customer: 'c', status: 'opne' })",
            "1:51 `tools.orders.find`: `status` cannot be \"opne\" | use one of \"open\", \"closed\"",
        ),
        (
            "return tools.orders.find({ customer: 'c', page: { size: true } })",
            "1:57 `tools.orders.find`: `page.size` must be an integer, not a boolean",
        ),
        (
            "return tools.orders.find({ costumer: 'c' })",
            "1:26 `tools.orders.find`: required property `customer` missing\n1:38 `tools.orders.find`: there is no property \
             `costumer` in its input | did you mean `customer`?",
        ),
        (
            "return tools.orders.find('c')",
            "1:26 `tools.orders.find`: the argument must be an object, not a string | name the value: `{ name: value }`",
        ),
        (
            "return tools.orders.find('c', 5)",
            "1:31 `tools.orders.find` takes one object, not 2 arguments | put everything into one object: `{ name: value }`",
        ),
        (
            "return tools.orders.find({ customer: () => 1 })",
            "1:38 `tools.orders.find`: `customer` is a function, which cannot be sent to a tool",
        ),
        ("return tools.orders.find({ customer: x })", "1:38 `x` is not defined"),
        ("const customer = 'c'; return tools.orders.find({ customer })", ""),
        ("const rest = {}; return tools.orders.find({ ...rest, limit: 5 })", ""),
        ("const rest = {}; return tools.orders.find({ customer: 5, ...rest })", ""),
        ("const key = 'a'; return tools.orders.find({ [key]: 5 })", ""),
        ("return tools.orders.find({ customer: `c${1}`, limit: null, status: 'open', page: { size: -3 } })", ""),
        ("const args = [{}]; return tools.orders.find(...args)", ""),
        ("return tools.orders.find({ customer: String(7) })", "1:38 `String` is not defined"),
        ("return tools.ping()", ""),
        ("return tools.ping({ extra: 1 })", ""),
    ]);
}

#[test]
fn other_findings() {
    table(&[
        ("return 1 +", "1:11 unexpected end of the program; offending line: return 1 +"),
        ("export default 1", "1:1 export declarations are not supported | replace `export default` with `return`"),
        (
            "async () => { return 1 }",
            "1:1 the program is only a function: submit the statements of its body; `await` and `return` work at top level",
        ),
    ]);
    assert!(check("return 1", &CheckOptions::default()).is_empty());
    assert!(check("return whatever + tools.nothing()", &CheckOptions::default()).is_empty());
}
