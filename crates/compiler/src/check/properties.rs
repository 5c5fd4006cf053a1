//! Misspelt properties of arrays and strings: reading them gives `undefined`, and nothing fails where the mistake is.

use codemode_bytecode::{did_you_mean, nearest};

use super::facts::{BuiltinKind, Facts, ReadOf};
use super::{FindingKind, Findings};

/// Names shorter than this resemble too many others.
const SHORTEST: usize = 5;

const OF_ARRAYS: [&str; 46] = [
    "length",
    "at",
    "concat",
    "constructor",
    "copyWithin",
    "entries",
    "every",
    "fill",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "forEach",
    "hasOwnProperty",
    "includes",
    "indexOf",
    "isPrototypeOf",
    "join",
    "keys",
    "lastIndexOf",
    "map",
    "pop",
    "propertyIsEnumerable",
    "push",
    "reduce",
    "reduceRight",
    "reverse",
    "shift",
    "slice",
    "some",
    "sort",
    "splice",
    "toLocaleString",
    "toReversed",
    "toSorted",
    "toSpliced",
    "toString",
    "unshift",
    "valueOf",
    "values",
    "with",
    "index",
    "input",
];

const OF_STRINGS: [&str; 45] = [
    "length",
    "at",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "concat",
    "constructor",
    "endsWith",
    "hasOwnProperty",
    "includes",
    "indexOf",
    "isPrototypeOf",
    "isWellFormed",
    "lastIndexOf",
    "localeCompare",
    "match",
    "matchAll",
    "normalize",
    "padEnd",
    "padStart",
    "propertyIsEnumerable",
    "raw",
    "repeat",
    "replace",
    "replaceAll",
    "search",
    "slice",
    "split",
    "startsWith",
    "substr",
    "substring",
    "toLocaleLowerCase",
    "toLocaleString",
    "toLocaleUpperCase",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "toWellFormed",
    "trim",
    "trimEnd",
    "trimLeft",
    "trimRight",
    "trimStart",
    "valueOf",
    "anchor",
];

/// Reports names that only differ a little from one that exists, unless the program gives them a meaning.
pub(super) fn check(facts: &Facts<'_>, findings: &mut Findings<'_>) {
    for read in &facts.reads {
        let kind = match read.object {
            ReadOf::Literal(kind) => Some(kind),
            ReadOf::Variable(symbol) => facts.kinds.get(&symbol).copied(),
        };
        let Some(kind) = kind else { continue };
        let (names, what): (&[&str], _) = match kind {
            BuiltinKind::Array => (&OF_ARRAYS, "arrays"),
            BuiltinKind::String => (&OF_STRINGS, "strings"),
        };
        if read.name.len() < SHORTEST || names.contains(&read.name) || facts.assigned_properties.contains(read.name) {
            continue;
        }
        let near = nearest(read.name, names.iter().copied());
        let is_slip = near.first().is_some_and(|name| name.len().abs_diff(read.name.len()) <= 1);
        if is_slip && let Some(suggestion) = did_you_mean(&near, "") {
            let message = format!("{what} have no property `{}`", read.name);
            findings.report(FindingKind::UnknownProperty, read.span, message, Some(suggestion));
        }
    }
}
