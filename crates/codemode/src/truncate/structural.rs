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

/// Caps below the first step, for small budgets, largest first.
const SMALL: [Caps; 6] = [
    Caps { items: 1, entries: 16, characters: 16 },
    Caps { items: 1, entries: 8, characters: 8 },
    Caps { items: 1, entries: 4, characters: 8 },
    Caps { items: 1, entries: 2, characters: 4 },
    Caps { items: 1, entries: 1, characters: 4 },
    Caps { items: 0, entries: 1, characters: 0 },
];

/// Nothing is kept but what says how much there was.
const NOTHING: Caps = Caps { items: 0, entries: 0, characters: 0 };

/// The largest shortened form of `value` that fits `limit` bytes. The last one, a container with a note alone, is not
/// measured, as no marker is.
pub(super) fn shorten(value: &Value, limit: usize) -> Value {
    let fits = |caps: Caps| {
        let shortened = cut(value, caps, 0);
        let mut text = Prefix::new(0);
        text.write_json(&shortened);
        (text.total <= limit).then_some(shortened)
    };
    let Some(mut best) = fits(Caps::at_scale(1)) else {
        return SMALL.into_iter().find_map(fits).unwrap_or_else(|| cut(value, NOTHING, 0));
    };
    // Doubling first keeps the work proportional to what is kept, not to the whole value.
    let (mut low, mut high) = (1, 2);
    while high < limit
        && let Some(shortened) = fits(Caps::at_scale(high))
    {
        (low, high, best) = (high, high * 2, shortened);
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match fits(Caps::at_scale(middle)) {
            Some(shortened) => (low, best) = (middle, shortened),
            None => high = middle,
        }
    }
    best
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
