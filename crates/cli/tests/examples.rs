//! Every program in `examples/` runs and gives the committed result.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn run(path: &Path) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_codemode")).arg("run").arg(path).arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {}", path.display(), String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn examples_give_their_committed_results() {
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "js" || ending == "ts"))
        .collect();
    programs.sort();
    assert!(programs.len() >= 8, "examples are missing");
    let mut wrong = Vec::new();
    for program in programs {
        let result = run(&program);
        let expected = program.with_extension("expected.json");
        if std::env::var_os("UPDATE_EXAMPLES").is_some() {
            std::fs::write(&expected, serde_json::to_string_pretty(&result).unwrap() + "\n").unwrap();
            continue;
        }
        let text = std::fs::read_to_string(&expected).unwrap_or_else(|error| panic!("{}: {error}", expected.display()));
        let committed: serde_json::Value = serde_json::from_str(&text).unwrap();
        if result != committed {
            wrong.push(format!("{}:\n{result:#}", program.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
