//! Names that nothing declares.

use super::facts::{Facts, NameUse};
use super::{CheckOptions, FindingKind, Findings};
use crate::CompileOptions;
use crate::parse::{self, Tree};
use codemode_bytecode::{did_you_mean, nearest};

/// Names that the language itself gives a meaning.
const ALWAYS: [&str; 5] = ["undefined", "NaN", "Infinity", "arguments", "tools"];

/// What to use instead of names that other hosts have.
const ELSEWHERE: [(&[&str], &str); 8] = [
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
    (&["_", "lodash", "moment", "dayjs", "zod", "z"], "there are no libraries; use what JavaScript itself has"),
];

/// What to write instead of a name that nothing declares: the nearest one, or what this language has in its place.
/// `source` is the program, `globals` what it finds.
#[must_use]
pub fn explain_name(source: &str, name: &str, globals: &[String]) -> String {
    let declared = parse::with_tree(source, &CompileOptions::default(), |tree| {
        tree.scoping.symbol_names().map(str::to_owned).collect::<Vec<_>>()
    });
    let declared = declared.unwrap_or_default();
    let candidates = globals.iter().map(String::as_str).chain(declared.iter().map(String::as_str));
    advice(name, candidates).unwrap_or_else(|| {
        format!("declare `{name}` first; nothing is kept from earlier programs, and there are no other globals than those of JavaScript, `tools` and `search`")
    })
}

fn advice<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
    if let Some((_, instead)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name)) {
        return Some((*instead).to_owned());
    }
    // A declared name that is out of reach here is the nearest of all.
    let candidates: Vec<&str> = candidates.collect();
    if candidates.contains(&name) {
        return Some(format!("`{name}` is declared in another block or function: declare it where both can see it"));
    }
    did_you_mean(&nearest(name, candidates.into_iter()), "")
}

/// Reports each unknown name once.
pub(super) fn check(tree: &Tree<'_>, facts: &Facts<'_>, options: &CheckOptions, findings: &mut Findings<'_>) {
    if options.globals.is_empty() || facts.global_object {
        return;
    }
    let mut reported = rustc_hash::FxHashSet::default();
    for NameUse { name, span, assigned } in &facts.unresolved {
        let is_dead = facts.unreachable.iter().any(|dead| dead.start <= span.start && span.end <= dead.end);
        // Properties of the top-level `this` of a script are global variables.
        let by_property = options.compile.script_goal && facts.assigned_properties.contains(name);
        let known =
            is_dead || by_property || ALWAYS.contains(name) || options.globals.iter().any(|global| global == name);
        if known || facts.asked.contains(name) || !reported.insert(*name) {
            continue;
        }
        let declared = tree.scoping.symbol_names();
        let suggestion = advice(name, options.globals.iter().map(String::as_str).chain(declared));
        let (message, remedy) = if *assigned {
            (format!("`{name}` is assigned but not declared"), Some(format!("declare it: `let {name} = …`")))
        } else {
            (format!("`{name}` is not defined"), None)
        };
        findings.report(FindingKind::UnknownIdentifier, *span, message, suggestion.or(remedy));
    }
}
