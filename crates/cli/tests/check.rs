//! `codemode check`: what it finds, in which form, with which exit code.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use common::Folder;
use serde_json::json;

#[test]
fn errors_fail_and_show_their_line() {
    let folder = Folder::with("program.js", "const orders = await tools.orders.list({})\nreturn oders.items\n");
    let ran = folder.codemode(&["check", "program.js"]);
    assert_eq!(ran.code, Some(1));
    for text in ["`oders` is not defined", "program.js:2:8", "return oders.items", "did you mean `orders`?"] {
        assert!(ran.err.contains(text), "{text} is missing in {}", ran.err);
    }
}

#[test]
fn findings_as_json() {
    let ran = Folder::new().codemode(&["check", "--json", "-e", "tools.orders.list({}); await tools.orders.lst({})"]);
    assert_eq!(ran.code, Some(1));
    let findings = ran.json();
    let rules: Vec<_> =
        findings.as_array().unwrap().iter().map(|f| (f["rule"].clone(), f["severity"].clone())).collect();
    assert_eq!(
        rules,
        [(json!("unawaited-promise"), json!("warning")), (json!("unknown-tool"), json!("error"))],
        "{findings}"
    );
    assert_eq!(findings[1]["location"], json!({ "line": 1, "column": 30 }));
}

#[test]
fn programs_in_order_pass_and_warnings_do_not_fail() {
    let ran = Folder::new().codemode(&["check", "-e", "return (await tools.orders.list({})).items.length"]);
    assert_eq!((ran.code, ran.out.contains("no problems found")), (Some(0), true), "{}", ran.err);
    let ran = Folder::new().codemode(&["check", "-e", "const f = () => { return 1; f() }; f()"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("never run"), "{}", ran.err);
}
