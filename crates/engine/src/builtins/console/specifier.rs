//! Arguments of the printing methods: format specifiers in the first, the rest joined by spaces.

use super::inspect::{inspect, inspect_argument};
use crate::completion::Completion;
use crate::value::number::{number_to_string, string_to_number};
use crate::value::{Unpacked, Value};
use crate::vm::Vm;

/// The text of one line.
pub(super) fn join(cx: &mut Vm, values: &[Value]) -> Completion<String> {
    let mut rest = values;
    let mut text = String::new();
    if let [first, others @ ..] = values
        && !others.is_empty()
        && let Some(id) = first.as_string()
    {
        let template = cx.heap.text(id)?;
        if template.contains('%') {
            cx.charge_fuel(template.len() as u64 / 8)?;
            (text, rest) = substitute(cx, &template, others)?;
            if rest.is_empty() {
                return Ok(text);
            }
            text.push(' ');
        }
    }
    for (index, &value) in rest.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        let shown = inspect_argument(cx, value)?;
        append(cx, &mut text, &shown)?;
    }
    Ok(text)
}

/// Adds to a line that must fit into memory.
fn append(cx: &mut Vm, text: &mut String, more: &str) -> Completion<()> {
    cx.charge_fuel(more.len() as u64 / 16)?;
    cx.heap.ensure(text.len().saturating_add(more.len()))?;
    text.push_str(more);
    Ok(())
}

/// Replaces `%s %d %i %f %j %o %O %c` while there are arguments; gives what is left of them.
fn substitute<'a>(cx: &mut Vm, template: &str, values: &'a [Value]) -> Completion<(String, &'a [Value])> {
    let mut text = String::with_capacity(template.len());
    let mut values = values;
    let mut pieces = template.split('%');
    text.push_str(pieces.next().unwrap_or(""));
    while let Some(piece) = pieces.next() {
        let specifier = piece.chars().next();
        match (specifier, values) {
            (None, _) => {
                // `%%`, or a percent sign at the end.
                text.push('%');
                if let Some(next) = pieces.next() {
                    text.push_str(next);
                }
                continue;
            }
            (Some('s' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c'), [value, others @ ..]) => {
                values = others;
                let shown = formatted(cx, specifier, *value)?;
                append(cx, &mut text, &shown)?;
                text.push_str(piece.get(1..).unwrap_or(""));
            }
            _ => {
                text.push('%');
                text.push_str(piece);
            }
        }
    }
    Ok((text, values))
}

fn formatted(cx: &mut Vm, specifier: Option<char>, value: Value) -> Completion<String> {
    match specifier {
        Some('d') => Ok(match value.unpack() {
            Unpacked::BigInt(_) => inspect_argument(cx, value)?,
            _ => number_to_string(plain_number(cx, value)),
        }),
        Some('i') => Ok(match value.unpack() {
            Unpacked::BigInt(_) => inspect_argument(cx, value)?,
            _ => number_to_string(plain_number(cx, value).trunc() + 0.0),
        }),
        Some('f') => Ok(number_to_string(plain_number(cx, value))),
        Some('c') => Ok(String::new()),
        Some('s') => inspect_argument(cx, value),
        _ => inspect(cx, value),
    }
}

/// The number of a primitive, without running program code.
fn plain_number(cx: &mut Vm, value: Value) -> f64 {
    match value.unpack() {
        Unpacked::Int(number) => f64::from(number),
        Unpacked::Double(number) => number,
        Unpacked::Boolean(value) => f64::from(u8::from(value)),
        Unpacked::Null => 0.0,
        Unpacked::String(id) => match cx.heap.flatten(id) {
            Ok(id) => string_to_number(cx.heap.str(id)),
            Err(_) => f64::NAN,
        },
        _ => f64::NAN,
    }
}
