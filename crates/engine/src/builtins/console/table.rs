//! `console.table`: rows and columns separated by tabs.

use super::inspect::{inspect_argument, is_opaque, shown_keys, shown_property};
use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

/// A row: its index cell, and either an object with columns or a lone value.
struct Row {
    index: String,
    value: Value,
}

const VALUE_COLUMN: &str = "Value";

pub(super) fn table_text(cx: &mut Vm, data: Value, columns: Value) -> Completion<String> {
    if data.is_undefined() || is_opaque(cx, data) {
        return inspect_argument(cx, data);
    }
    let rows = rows(cx, data)?;
    let names = match listed_columns(cx, columns)? {
        Some(names) => names,
        None => union_of_columns(cx, &rows)?,
    };
    let mut lines =
        vec![std::iter::once("(index)".to_owned()).chain(names.iter().cloned()).collect::<Vec<_>>().join("\t")];
    for row in &rows {
        let mut line = row.index.clone();
        for name in &names {
            line.push('\t');
            line.push_str(&cell(cx, row.value, name)?);
        }
        cx.charge_fuel(line.len() as u64 / 16 + 1)?;
        cx.heap.charge(line.len())?;
        lines.push(line);
    }
    Ok(lines.join("\n"))
}

fn rows(cx: &mut Vm, data: Value) -> Completion<Vec<Row>> {
    let Some(object) = data.as_object() else { return Ok(vec![Row { index: "0".to_owned(), value: data }]) };
    let mut rows = Vec::new();
    if let Some(length) = cx.heap.array_length(object) {
        for index in 0..length {
            cx.charge_fuel(1)?;
            cx.heap.charge(48)?;
            let value = shown_property(cx, object, PropertyKey::Index(index)).unwrap_or(Value::UNDEFINED);
            rows.push(Row { index: index.to_string(), value });
        }
        return Ok(rows);
    }
    if !is_plain(cx, object) {
        return Ok(vec![Row { index: "0".to_owned(), value: data }]);
    }
    for property in shown_keys(cx, object)? {
        let value = shown_property(cx, object, property).unwrap_or(Value::UNDEFINED);
        rows.push(Row { index: cx.heap.key_text(property), value });
    }
    Ok(rows)
}

/// Whether the keys of an object are columns.
fn is_plain(cx: &Vm, object: ObjectId) -> bool {
    matches!(cx.heap.object(object).kind, ObjectKind::Ordinary)
}

fn plain_object(cx: &Vm, value: Value) -> Option<ObjectId> {
    value.as_object().filter(|&object| is_plain(cx, object))
}

fn listed_columns(cx: &mut Vm, columns: Value) -> Completion<Option<Vec<String>>> {
    let Some(list) = columns.as_object() else { return Ok(None) };
    let Some(length) = cx.heap.array_length(list) else { return Ok(None) };
    let mut names = Vec::new();
    for index in 0..length {
        cx.charge_fuel(1)?;
        cx.heap.charge(24)?;
        let value = shown_property(cx, list, PropertyKey::Index(index)).unwrap_or(Value::UNDEFINED);
        names.push(inspect_argument(cx, value)?);
    }
    Ok(Some(names))
}

fn union_of_columns(cx: &mut Vm, rows: &[Row]) -> Completion<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for row in rows {
        let columns = match plain_object(cx, row.value) {
            Some(object) => {
                let keys = shown_keys(cx, object)?;
                keys.into_iter().map(|key| cx.heap.key_text(key)).collect()
            }
            None => vec![VALUE_COLUMN.to_owned()],
        };
        for name in columns {
            cx.charge_fuel(1)?;
            if seen.insert(name.clone()) {
                cx.heap.charge(name.len() * 2 + 64)?;
                names.push(name);
            }
        }
    }
    Ok(names)
}

fn cell(cx: &mut Vm, row: Value, column: &str) -> Completion<String> {
    let value = match plain_object(cx, row) {
        Some(object) => {
            let property = cx.heap.key(column)?;
            shown_property(cx, object, property)
        }
        None if column == VALUE_COLUMN => Some(row),
        None => None,
    };
    match value {
        Some(value) if !value.is_undefined() => inspect_argument(cx, value),
        _ => Ok(String::new()),
    }
}
