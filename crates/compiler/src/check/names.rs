//! Names that nothing declares.

use super::facts::{Facts, NameUse};
use super::{CheckOptions, FindingKind, Findings};
use crate::parse::Tree;
use codemode_bytecode::{did_you_mean, nearest};

/// Names that the language itself gives a meaning.
const ALWAYS: [&str; 5] = ["undefined", "NaN", "Infinity", "arguments", "tools"];

/// What to use instead of names that other hosts have.
const ELSEWHERE: [(&[&str], &str); 6] = [
    (
        &["fetch", "XMLHttpRequest", "axios", "WebSocket", "http", "https"],
        "programs have no network of their own; call the functions under `tools` instead",
    ),
    (
        &["require", "module", "exports", "__dirname", "__filename"],
        "programs have no modules; call the functions under `tools` instead",
    ),
    (
        &["process", "fs", "path", "os", "child_process", "Deno", "Bun"],
        "programs have no files and no processes; call the functions under `tools` instead",
    ),
    (
        &["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "scheduler"],
        "programs have no timers; await what you wait for, or `queueMicrotask(callback)` to run it after this turn",
    ),
    (&["Buffer"], "use `Uint8Array`, `TextEncoder` and `TextDecoder` instead"),
    (&["window", "document", "self", "global", "localStorage"], "programs do not run in a browser; remove it"),
];

/// Reports each unknown name once.
pub(super) fn check(tree: &Tree<'_>, facts: &Facts<'_>, options: &CheckOptions, findings: &mut Findings<'_>) {
    if options.globals.is_empty() || facts.global_object {
        return;
    }
    let mut reported = rustc_hash::FxHashSet::default();
    for NameUse { name, span, assigned } in &facts.unresolved {
        let known = ALWAYS.contains(name) || options.globals.iter().any(|global| global == name);
        if known || facts.asked.contains(name) || !reported.insert(*name) {
            continue;
        }
        let elsewhere = ELSEWHERE.iter().find(|(names, _)| names.contains(name));
        let suggestion = elsewhere.map(|(_, instead)| (*instead).to_owned()).or_else(|| {
            let declared = tree.scoping.symbol_names();
            let candidates = options.globals.iter().map(String::as_str).chain(declared);
            did_you_mean(&nearest(name, candidates), "")
        });
        let (message, remedy) = if *assigned {
            (format!("`{name}` is assigned but not declared"), Some(format!("declare it: `let {name} = …`")))
        } else {
            (format!("`{name}` is not defined"), None)
        };
        findings.report(FindingKind::UnknownIdentifier, *span, message, suggestion.or(remedy));
    }
}
