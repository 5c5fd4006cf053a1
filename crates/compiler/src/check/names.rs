//! Names that nothing declares.

use super::facts::{Facts, NameUse};
use super::{CheckOptions, FindingKind, Findings};
use crate::CompileOptions;
use crate::parse::{self, Tree};
use codemode_bytecode::{did_you_mean, nearest};

/// Names that the language itself gives a meaning.
const ALWAYS: [&str; 5] = ["undefined", "NaN", "Infinity", "arguments", "tools"];

/// What to use instead of names that other hosts have.
const ELSEWHERE: [(&[&str], &str); 10] = [
    (
        &["fetch", "XMLHttpRequest", "axios", "WebSocket", "http", "https", "EventSource", "got", "ky"],
        "programs have no network of their own; call the functions under `tools` instead",
    ),
    (
        &["require", "module", "exports", "__dirname", "__filename"],
        "programs have no modules; call the functions under `tools` instead",
    ),
    (
        &["process", "fs", "path", "os", "child_process", "Deno", "Bun", "exec", "spawn"],
        "programs have no files and no processes; call the functions under `tools` instead",
    ),
    (
        &[
            "setTimeout",
            "setInterval",
            "setImmediate",
            "clearTimeout",
            "clearInterval",
            "scheduler",
            "sleep",
            "requestAnimationFrame",
        ],
        "programs have no timers; await what you wait for, or `queueMicrotask(callback)` to run it after this turn",
    ),
    (&["Buffer"], "use `Uint8Array`, `TextEncoder` and `TextDecoder` instead"),
    (
        &["window", "document", "self", "global", "localStorage", "sessionStorage", "navigator", "location"],
        "programs do not run in a browser or in Node; `globalThis` is the global object",
    ),
    (&["alert", "print", "prompt", "confirm"], "use `console.log` for notes, and `return` for the result"),
    (
        &["_", "lodash", "moment", "dayjs", "zod", "z", "R", "axiosRetry", "React", "$", "jQuery"],
        "there are no libraries; use what JavaScript itself has",
    ),
    (&["eval"], "code cannot be made from strings: write the code itself"),
    (&["Worker", "worker_threads", "cluster"], "a program is one thread; start tool calls together with `Promise.all`"),
];

/// Functions and constants of other languages, and what stands for them.
const FOREIGN: [(&[&str], &str); 22] = [
    (&["True", "TRUE", "YES"], "write `true`"),
    (&["False", "FALSE", "NO"], "write `false`"),
    (&["None", "nil", "NULL", "Null", "NIL", "Nothing"], "write `null`"),
    (&["len", "length", "size", "count"], "use `.length`, or `.size` of a Map or Set"),
    (&["range"], "use a `for` loop, or `Array.from({ length: n }, (_, i) => i)`"),
    (&["str", "repr", "strval", "toString"], "use `String(value)`"),
    (&["int", "float", "Integer", "Float", "intval", "toNumber"], "use `Number(text)`"),
    (&["bool"], "use `Boolean(value)`"),
    (&["list", "tuple", "array"], "use `[...items]`"),
    (&["dict", "hash", "Dict"], "use an object `{}` or `new Map()`"),
    (&["sum"], "use `numbers.reduce((sum, n) => sum + n, 0)`"),
    (&["sorted", "sort"], "use `items.toSorted((a, b) => …)`"),
    (&["enumerate"], "use `items.entries()`"),
    (&["zip"], "use `a.map((item, i) => [item, b[i]])`"),
    (
        &["map", "filter", "reduce", "forEach", "any", "all"],
        "these are methods of arrays: `items.map(…)`, `items.filter(…)`, `items.some(…)`",
    ),
    (
        &["max", "min", "abs", "round", "floor", "ceil", "sqrt", "pow", "random"],
        "these are functions of `Math`: `Math.max(…)`",
    ),
    (
        &["isinstance", "type", "typeOf", "is_array", "isArray"],
        "use `typeof value`, `Array.isArray(value)` or `instanceof`",
    ),
    (
        &["puts", "echo", "printf", "println", "log", "System", "fmt", "logger"],
        "use `console.log` for notes, and `return` for the result",
    ),
    (&["json", "Json"], "use `JSON.parse(text)` and `JSON.stringify(value)`; tool results are data already"),
    (&["datetime", "now", "today"], "use `new Date()` and `Date.now()`"),
    (&["assert", "expect"], "write `if (!condition) throw new Error(message)`"),
    (&["exit", "quit", "die"], "end the program with `return value`"),
];

/// Names that models give to a function that calls tools.
const CALLERS: [&str; 14] = [
    "callTool",
    "call_tool",
    "invokeTool",
    "invoke_tool",
    "invoke",
    "useTool",
    "use_tool",
    "runTool",
    "run_tool",
    "executeTool",
    "mcp",
    "client",
    "codemode",
    "api",
];

/// What to write instead of a name that nothing declares: the nearest one, or what this language has in its place.
/// `source` is the program, `globals` what it finds, `tools` the paths below `tools`.
#[must_use]
pub fn explain_name(source: &str, name: &str, globals: &[String], tools: &[&str]) -> String {
    let declared = parse::with_tree(source, &CompileOptions::default(), |tree| {
        tree.scoping.symbol_names().map(str::to_owned).collect::<Vec<_>>()
    });
    let declared = declared.unwrap_or_default();
    let candidates = globals.iter().map(String::as_str).chain(declared.iter().map(String::as_str));
    advice(name, candidates, tools).unwrap_or_else(|| {
        format!("declare `{name}` first; nothing is kept from earlier programs, and there are no other globals than those of JavaScript, `tools` and `search`")
    })
}

fn advice<'n>(name: &str, candidates: impl Iterator<Item = &'n str>, tools: &[&str]) -> Option<String> {
    let candidates: Vec<&str> = candidates.collect();
    if let Some((_, instead)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name)) {
        return Some((*instead).to_owned());
    }
    // A declared name that is out of reach here is the nearest of all.
    if candidates.contains(&name) {
        return Some(format!("`{name}` is declared in another block or function: declare it where both can see it"));
    }
    if let Some(path) = tool_like(name, tools) {
        return Some(format!("did you mean `tools.{path}`?"));
    }
    if CALLERS.contains(&name) {
        let example = tools.first().copied().unwrap_or("namespace.name");
        return Some(format!("call a tool by its path: `await tools.{example}(input)`"));
    }
    let near = did_you_mean(&nearest(name, candidates.into_iter()), "");
    match FOREIGN.iter().find(|(names, _)| names.contains(&name)) {
        Some((_, instead)) => {
            Some(near.map_or_else(|| (*instead).to_owned(), |near| format!("{near} Otherwise {instead}")))
        }
        None => near,
    }
}

/// The namespace or the tool that a name stands for: `orders` for `orders.list`, `get_order` for `orders.get`.
fn tool_like<'t>(name: &str, tools: &[&'t str]) -> Option<&'t str> {
    let namespace = |path: &&'t str| path.split_once('.').is_some_and(|(first, _)| first == name);
    if let Some(path) = tools.iter().find(|path| namespace(path)) {
        return path.get(..name.len());
    }
    let wanted = words(name);
    if wanted.len() < 2 {
        return None;
    }
    tools.iter().copied().find(|path| words(path) == wanted)
}

/// The words of a name without plurals, sorted.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for ch in name.chars() {
        if !ch.is_alphanumeric() || ch.is_uppercase() {
            words.push(String::new());
        }
        if ch.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(ch.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    for word in &mut words {
        if word.len() > 3 && word.ends_with('s') {
            word.pop();
        }
    }
    words.sort_unstable();
    words
}

/// Reports each unknown name once.
pub(super) fn check(tree: &Tree<'_>, facts: &Facts<'_>, options: &CheckOptions, findings: &mut Findings<'_>) {
    if options.globals.is_empty() || facts.global_object {
        return;
    }
    let mut reported = rustc_hash::FxHashSet::default();
    let tools: Vec<&str> = options.tools.iter().flatten().map(|tool| tool.path.as_str()).collect();
    for NameUse { name, span, assigned } in &facts.unresolved {
        let is_dead = facts.unreachable.iter().any(|dead| dead.start <= span.start && span.end <= dead.end);
        // Properties of the top-level `this` of a script are global variables.
        let by_property = options.compile.script_goal && facts.assigned_properties.contains(name);
        let known =
            is_dead || by_property || ALWAYS.contains(name) || options.globals.iter().any(|global| global == name);
        if known || facts.asked.contains(name) || !reported.insert(*name) {
            continue;
        }
        let candidates = options.globals.iter().map(String::as_str).chain(tree.scoping.symbol_names());
        let (message, suggestion) = if *assigned {
            let near = did_you_mean(&nearest(name, candidates), "");
            let suggestion = near.unwrap_or_else(|| format!("declare it: `let {name} = …`"));
            (format!("`{name}` is assigned but not declared"), Some(suggestion))
        } else {
            (format!("`{name}` is not defined"), advice(name, candidates, &tools))
        };
        findings.report(FindingKind::UnknownIdentifier, *span, message, suggestion);
    }
}
