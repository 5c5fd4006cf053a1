//! Shortening inside a value: arrays keep their first items, strings their first characters, objects their first
//! entries. What was left out is said in place, so a reader can tell a short list from a shortened one.

use serde_json::{Map, Value};

use super::Prefix;

/// Containers below this depth are not looked into; boundary data never nests deeper.
const MAX_DEPTH: usize = 64;

/// How much of each container survives.
#[derive(Clone, Copy)]
struct Caps {
    items: usize,
    entries: usize,
    characters: usize,
}

impl Caps {
    /// Caps for one step of the search; larger scales keep more.
    fn at_scale(scale: usize) -> Self {
        Caps { items: scale, entries: scale.saturating_mul(8).max(32), characters: scale.saturating_mul(32) }
    }
}

/// The largest shortened form of `value` that fits `limit` bytes, or `None` when even the smallest does not.
pub(super) fn shorten(value: &Value, limit: usize) -> Option<Value> {
    let fits = |scale: usize| {
        let shortened = cut(value, Caps::at_scale(scale), 0);
        let mut text = Prefix::new(0);
        text.write_json(&shortened);
        (text.total <= limit).then_some(shortened)
    };
    let mut best = fits(1)?;
    // Doubling first keeps the work proportional to what is kept, not to the whole value.
    let (mut low, mut high) = (1, 2);
    while high < limit
        && let Some(shortened) = fits(high)
    {
        (low, high, best) = (high, high * 2, shortened);
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match fits(middle) {
            Some(shortened) => (low, best) = (middle, shortened),
            None => high = middle,
        }
    }
    Some(best)
}

fn cut(value: &Value, caps: Caps, depth: usize) -> Value {
    if depth >= MAX_DEPTH {
        return Value::String("[nested too deeply to show]".into());
    }
    match value {
        Value::String(text) => Value::String(cut_string(text, caps.characters)),
        Value::Array(items) => {
            let mut kept: Vec<Value> = items.iter().take(caps.items).map(|item| cut(item, caps, depth + 1)).collect();
            let left_out = items.len() - kept.len();
            if left_out > 0 {
                kept.push(Value::String(format!("[{left_out} of {} items left out]", items.len())));
            }
            Value::Array(kept)
        }
        Value::Object(entries) => {
            let shortened =
                entries.iter().take(caps.entries).map(|(key, item)| (key.clone(), cut(item, caps, depth + 1)));
            let mut kept: Map<String, Value> = shortened.collect();
            let left_out = entries.len() - kept.len();
            if left_out > 0 {
                let note = format!("[{left_out} of {} entries left out]", entries.len());
                kept.insert("...".into(), Value::String(note));
            }
            Value::Object(kept)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn cut_string(text: &str, characters: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(characters) else { return text.to_owned() };
    let rest = text[end..].chars().count();
    let note = format!("... [{rest} of {} characters left out]", characters + rest);
    // Cutting must never make a string longer.
    if end + note.len() >= text.len() { text.to_owned() } else { format!("{}{note}", &text[..end]) }
}
