//! Extensions (rows 166 to 170): global functions of the host beside the tools.

use std::sync::{Arc, Mutex};

use codemode::{
    CodeMode, CodeModeBuilder, ConfigError, Extension, ExtensionOutcome, HostCallable, HostErrorValue, HostValue,
    Limits, host_error, host_value, host_value_to_json,
};
use serde_json::{Value, json};

use crate::support::{Seen, builder, fails, fails_at, matches, ok, with};

fn first(arguments: Vec<HostValue>) -> Result<HostValue, HostValue> {
    Ok(arguments.into_iter().next().unwrap_or(HostValue::Undefined))
}

/// `get` answers with a function in it, `echo` gives back its first argument, `refuse` throws an object.
fn web() -> Extension {
    let text = HostCallable::new(|_| Ok(HostValue::String("body".into())));
    Extension::new("web")
        .async_function("get", move |_| {
            let text = HostValue::from(text.clone());
            async { Ok(HostValue::Object(vec![("status".into(), HostValue::Number(200.0)), ("text".into(), text)])) }
        })
        .function("echo", first)
        .async_function("later", |arguments| async {
            tokio::task::yield_now().await;
            first(arguments)
        })
        .async_function("refuse", |_| async { Err(host_value(json!({ "status": 404 }))) })
        .async_function("hang", |_| std::future::pending())
        .function("crash", |_| panic!("a secret of the host"))
        .function("fail", |_| {
            Err(HostValue::Error(Box::new(HostErrorValue {
                name: "RangeError".into(),
                message: "too far".into(),
                cause: Some(host_error("Error", "no fuel")),
                fields: vec![("code".into(), HostValue::String("E7".into()))],
            })))
        })
}

fn granted(limits: Limits) -> CodeModeBuilder {
    builder(&Arc::<Seen>::default(), limits).extension(web())
}

async fn run(runtime: &CodeMode, source: &str) -> Value {
    serde_json::to_value(runtime.execute(source).await).unwrap()
}

#[tokio::test]
async fn rows() {
    let runtime = granted(Limits::UNLIMITED).build().unwrap();
    let mut wrong = Vec::new();
    for (row, source, expected) in [
        (
            166,
            "const r = await get(); return [typeof r.text, r.text(), r.status]",
            ok(json!(["function", "body", 200])),
        ),
        // A function inside a result cannot cross: the boundary table wins over the row.
        (166, "return await get()", fails("InvalidDataValue", "result.text is a function…")),
        (
            167,
            "echo(() => 1)",
            fails_at("ExecutionFailure", "TypeError: argument 1 of echo is a function, which cannot…", 1, 1),
        ),
        (
            167,
            "echo(1, { a: [Promise.resolve(1)] })",
            fails("ExecutionFailure", "…argument 2 of echo holds a promise at `a[0]`…"),
        ),
        (167, "echo(tools.svc.twin)", fails("ExecutionFailure", "…argument 1 of echo is a tool…")),
        (167, "const o = {}; o.o = o; echo(o)", fails("ExecutionFailure", "…a circular reference at `o`…")),
        (167, "try { echo(Symbol()) } catch (e) { return e instanceof TypeError }", ok(json!(true))),
        (168, "await refuse()", fails("ExecutionFailure", "Uncaught: {\"status\":404}")),
        (168, "try { await refuse() } catch (e) { return e }", ok(json!({ "status": 404 }))),
        (168, "fail()", fails_at("ExecutionFailure", "RangeError: too far; caused by Error: no fuel", 1, 1)),
        (
            168,
            "try { fail() } catch (e) { return [e instanceof RangeError, e.message, e.code, e.cause.message] }",
            ok(json!([true, "too far", "E7", "no fuel"])),
        ),
        (168, "crash()", fails("ExecutionFailure", "Error: Tool execution failed")),
        (166, "new echo(1)", fails("ExecutionFailure", "TypeError: echo is not a constructor…")),
        (166, "return [typeof echo, echo.name, await later(5)]", ok(json!(["function", "echo", 5]))),
        (166, "const get = 1; return get", ok(json!(1))),
        (166, "hang(); return 1", ok(json!(1))),
    ] {
        let actual = run(&runtime, source).await;
        if !matches(&expected, &actual) {
            wrong.push(format!("row {row}: {source}\n  expected {expected}\n  but got  {actual}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn calls_are_no_tool_calls() {
    let limits = Limits { max_tool_calls: Some(0), max_concurrent_tool_calls: Some(1), ..Limits::UNLIMITED };
    let runtime = granted(limits).build().unwrap();
    let result = run(&runtime, "return [echo(1), ...await Promise.all([later(2), later(3)])]").await;
    assert!(matches(&with(ok(json!([1, 2, 3])), json!({ "toolCalls": [] })), &result), "row 170: {result}");
}

#[test]
fn globals_must_be_free() {
    let clash = |extension: Extension| match granted(Limits::UNLIMITED).extension(extension).build() {
        Err(ConfigError::Global { name, reason, .. }) => format!("{name}: {reason}"),
        other => panic!("{other:?}"),
    };
    for (name, says) in [
        ("JSON", "programs have a global of that name already"),
        ("tools", "programs have a global of that name already"),
        ("search", "programs have a global of that name already"),
        ("echo", "the extension `web` adds it"),
        ("a.b", "no identifier"),
        ("", "no identifier"),
        ("1a", "no identifier"),
    ] {
        assert!(clash(Extension::new("other").function(name, first)).contains(says), "row 169: {name}");
    }
}

#[tokio::test]
async fn rich_values_cross_both_ways_as_copies() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = seen.clone();
    let keep = Extension::new("keep").function("keep", move |arguments| {
        kept.lock().unwrap().push(arguments.clone());
        first(arguments)
    });
    let runtime = granted(Limits::UNLIMITED).extension(keep).build().unwrap();
    let source = "const given = { d: new Date(5), r: /a+/gi, u: new URL('https://a.test/p'), q: new URLSearchParams('x=1'),
            h: new Headers({ A: 'b' }), m: new Map([['k', [1]]]), s: new Set([1, 'x']), b: new Uint8Array([1, 255]),
            n: NaN, z: -0, un: undefined, nul: null, e: Object.assign(new TypeError('t'), { code: 1 }) };
        const back = keep(given);
        return [back !== given, back.d.getTime(), back.d instanceof Date, String(back.r), back.u.pathname, back.q.get('x'),
            back.h.get('a'), back.m.get('k'), back.m instanceof Map, [...back.s], [...back.b], Number.isNaN(back.n),
            Object.is(back.z, -0), 'un' in back, back.nul, back.e instanceof TypeError, back.e.code, back.e.message]";
    let result = run(&runtime, source).await;
    let expected = json!([
        true,
        5,
        true,
        "/a+/gi",
        "/p",
        "1",
        "b",
        [1],
        true,
        [1, "x"],
        [1, 255],
        true,
        true,
        true,
        null,
        true,
        1,
        "t"
    ]);
    assert!(matches(&ok(expected), &result), "{result}");
    let given = seen.lock().unwrap()[0][0].clone();
    let HostValue::Object(fields) = &given else { panic!("an object") };
    assert!(fields.contains(&("d".to_owned(), HostValue::Date(5.0))));
    assert!(fields.contains(&("b".to_owned(), HostValue::Bytes(vec![1, 255]))));
    let json = host_value_to_json(&HostValue::Object(fields.clone())).unwrap();
    assert_eq!((&json["s"], &json["u"], json.get("un")), (&json!({}), &json!("https://a.test/p"), None));

    let twice = "const a = echo({ list: [1] }); a.list.push(2); return echo({ list: [1] }).list.length";
    assert_eq!(run(&runtime, twice).await["value"], json!(1));
    let bad = Extension::new("bad").function("bad", |_| Ok(HostValue::Url("no address".into())));
    let runtime = granted(Limits::UNLIMITED).extension(bad).build().unwrap();
    assert!(matches(&fails("ExecutionFailure", "TypeError: Invalid URL…"), &run(&runtime, "bad()").await));
}

#[tokio::test]
async fn hooks_see_every_call_to_its_end() {
    let events: Arc<Mutex<Vec<String>>> = Arc::default();
    let (starts, ends) = (events.clone(), events.clone());
    let runtime = granted(Limits { timeout_ms: Some(60), ..Limits::UNLIMITED })
        .on_extension_call_start(Arc::new(move |call| {
            starts.lock().unwrap().push(format!("{}.{} {}", call.extension, call.name, call.arguments.len()));
            match call.arguments.first() {
                Some(HostValue::String(text)) if text == "forbidden" => Err(host_error("Error", "not today")),
                Some(HostValue::String(text)) if text == "panic" => panic!("a hook"),
                _ => Ok(()),
            }
        }))
        .on_extension_call_end(Arc::new(move |_, outcome| {
            ends.lock().unwrap().push(match outcome {
                ExtensionOutcome::Success(_) => "success".to_owned(),
                ExtensionOutcome::Failure(HostValue::Error(error)) => format!("failure {}", error.message),
                ExtensionOutcome::Failure(_) => "failure".to_owned(),
                ExtensionOutcome::Interrupted => "interrupted".to_owned(),
            });
            panic!("a hook that panics is not heard");
        }))
        .build()
        .unwrap();
    for (source, expected) in [
        ("echo(1)", vec!["web.echo 1", "success"]),
        ("await later(1, 2)", vec!["web.later 2", "success"]),
        ("await refuse().catch(() => 1)", vec!["web.refuse 0", "failure"]),
        ("try { echo('forbidden') } catch (e) { return e.message }", vec!["web.echo 1", "failure not today"]),
        ("try { echo('panic') } catch (e) { return e.message }", vec!["web.echo 1", "failure Tool execution failed"]),
        ("try { crash() } catch (e) { return e.message }", vec!["web.crash 0", "failure Tool execution failed"]),
        ("hang(); return 1", vec!["web.hang 0", "interrupted"]),
        ("await hang()", vec!["web.hang 0", "interrupted"]),
        ("hang(); throw 1", vec!["web.hang 0", "interrupted"]),
        // Functions inside results are not watched.
        ("(await get()).text()", vec!["web.get 0", "success"]),
    ] {
        events.lock().unwrap().clear();
        runtime.execute(source).await;
        assert_eq!(*events.lock().unwrap(), expected, "{source}");
    }
}

#[tokio::test]
async fn models_and_the_preflight_know_them() {
    let runtime = granted(Limits::UNLIMITED)
        .extension(
            Extension::new("clock").describe("`clock()` tells the time").function("clock", |_| Ok(HostValue::Null)),
        )
        .build()
        .unwrap();
    assert_eq!(runtime.check("return [echo(1), clock()]"), []);
    assert!(!runtime.check("return ecko(1)").is_empty());
    assert!(runtime.instructions().contains("`clock()` tells the time"));
    assert!(runtime.instructions().contains("`get`"));
    let mut session = runtime.session();
    session.execute("const kept = echo(4)").await;
    assert_eq!(session.execute("return (await later(kept)) + 1").await.value(), Some(&json!(5)));
}
