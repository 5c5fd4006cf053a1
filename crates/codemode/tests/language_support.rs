//! Every row of `docs/language-support.md` says what its program really gives.
#![allow(clippy::unwrap_used, clippy::panic)]

use codemode::{CodeMode, ToolSet};
use serde_json::Value;

struct Row {
    line: usize,
    program: String,
    result: String,
}

/// The rows of the tables that have the columns `program` and `result`.
fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language-support.md");
    let mut columns: Option<(usize, usize)> = None;
    let mut rows = Vec::new();
    for (index, line) in std::fs::read_to_string(path).unwrap().lines().enumerate() {
        let Some(cells) = cells(line) else {
            columns = None;
            continue;
        };
        let find = |name: &str| cells.iter().position(|cell| cell == name);
        match columns {
            None => columns = find("program").zip(find("result")),
            Some(_) if cells.iter().all(|cell| cell == "---") => {}
            Some((program, result)) => {
                let text =
                    |at: usize| code(cells.get(at).unwrap_or_else(|| panic!("line {}: a cell lacks", index + 1)));
                rows.push(Row { line: index + 1, program: text(program).replace('⏎', "\n"), result: text(result) });
            }
        }
    }
    rows
}

/// The cells of a table row, `\|` undone.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    let cells = inner.replace("\\|", "\u{0}");
    Some(cells.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect())
}

/// The text of a code span.
fn code(cell: &str) -> String {
    let ticks = cell.chars().take_while(|&c| c == '`').count();
    let inner = cell.get(ticks..cell.len().saturating_sub(ticks)).unwrap_or_default();
    assert!(ticks > 0, "no code: {cell}");
    match inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' ')) {
        Some(padded) if ticks > 1 => padded.to_owned(),
        _ => inner.to_owned(),
    }
}

#[tokio::test]
async fn every_row_holds() {
    let runtime = CodeMode::builder(ToolSet::new([]).unwrap()).build().unwrap();
    let rows = rows();
    assert!(rows.len() >= 250, "only {} rows were read", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let result = runtime.execute(&row.program).await;
        let given = match (result.value(), result.error()) {
            (Some(value), _) => value.to_string(),
            (None, Some(error)) => format!("error {}: {}", error.kind, error.message),
            (None, None) => String::new(),
        };
        let holds = match row.result.strip_prefix("error ") {
            Some(_) => given.starts_with(&row.result),
            None => {
                let expected: Value = serde_json::from_str(&row.result)
                    .unwrap_or_else(|error| panic!("line {}: the result is no JSON: {error}", row.line));
                result.value().is_some_and(|value| same(value, &expected))
            }
        };
        if !holds {
            wrong.push(format!("line {}: {}\n    says:  {}\n    gives: {given}", row.line, row.program, row.result));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Equality of JSON values in which `1` and `1.0` are one number.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.keys().eq(b.keys()) && a.iter().zip(b).all(|((_, a), (_, b))| same(a, b))
        }
        _ => a == b,
    }
}
