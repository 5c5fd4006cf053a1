//! Every program in `tests/programs/` gives what Node gave for it (`tests/programs/expect.mjs` writes the expectations).
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

use codemode::{CodeMode, ToolSet};
use serde_json::Value;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "js" || ending == "ts"))
        .collect();
    programs.sort();
    programs
}

/// The first place where two values differ.
fn difference(path: &str, ours: &Value, node: &Value) -> Option<String> {
    match (ours, node) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().find_map(|(key, value)| difference(&format!("{path}.{key}"), value, &b[key]))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            (0..a.len()).find_map(|at| difference(&format!("{path}[{at}]"), &a[at], &b[at]))
        }
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => None,
        _ if ours == node => None,
        _ => Some(format!("{path}\n    here: {ours}\n    node: {node}")),
    }
}

#[tokio::test]
async fn programs_give_what_node_gives() {
    let runtime = CodeMode::builder(ToolSet::new([]).unwrap()).build().unwrap();
    let programs = programs();
    assert!(programs.len() >= 150, "programs are missing");
    let mut wrong = Vec::new();
    for program in &programs {
        let name = program.file_name().unwrap().to_string_lossy();
        let source = std::fs::read_to_string(program).unwrap();
        let expected = std::fs::read_to_string(program.with_extension("expected.json"));
        let expected: Value =
            serde_json::from_str(&expected.unwrap_or_else(|error| panic!("{name}: {error}"))).unwrap();
        let result = runtime.execute(&source).await;
        let found = match result.value() {
            Some(value) => difference("value", value, &expected["value"])
                .or_else(|| difference("logs", &Value::from(result.logs().to_vec()), &expected["logs"])),
            None => Some(format!("{:?}", result.error())),
        };
        wrong.extend(found.map(|found| format!("{name}: {found}")));
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
