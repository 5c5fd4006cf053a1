//! The signatures that the demo tools show to models are TypeScript.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;
use std::process::Command;

use serde_json::Value;

#[path = "../../codemode/tests/support/typescript.rs"]
mod typescript;

#[test]
fn signatures_of_the_demo_tools_are_typescript() {
    let program = "return search({ limit: 1000 }).items.map((item) => item.signature)";
    let output = Command::new(env!("CARGO_BIN_EXE_codemode")).args(["run", "-e", program, "--json"]).output().unwrap();
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let signatures: Vec<&str> = result["value"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert!(signatures.len() >= 12, "{signatures:?}");
    let mut source = String::new();
    for (position, signature) in signatures.iter().enumerate() {
        let (path, rest) = signature.split_once('(').unwrap();
        assert!(path.starts_with("tools."), "{signature}");
        let _ = writeln!(source, "namespace s{position} {{ export declare function call({rest}\n}}");
    }
    typescript::check(env!("CARGO_TARGET_TMPDIR"), "demo-signatures", &source);
}
