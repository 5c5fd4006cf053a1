//! From a parsed text to a typed value, with every mistake at its place.

use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use super::mistake::Mistake;
use super::nearest::nearest;
use super::node::{Data, Node, Step};

/// No file has more to say than this.
const MOST_MISTAKES: usize = 20;

/// Decodes `root`. What is wrong is taken out and the rest is tried again, so that one run shows all mistakes.
///
/// # Errors
/// All mistakes, in the order they stand in the text.
pub fn decode<T: DeserializeOwned>(root: &Node) -> Result<T, Vec<Mistake>> {
    let mut root = root.clone();
    let mut mistakes = Vec::new();
    while mistakes.len() < MOST_MISTAKES {
        let error = match serde_path_to_error::deserialize::<_, T>(root.to_value()) {
            Ok(value) if mistakes.is_empty() => return Ok(value),
            Ok(_) => break,
            Err(error) => error,
        };
        let path = steps(error.path());
        let message = error.into_inner().to_string();
        let (mistake, wrong) = explain(&root, path, &message);
        mistakes.push(mistake);
        if !root.remove(&wrong) {
            break;
        }
    }
    mistakes.sort_by_key(|mistake| mistake.span.start);
    Err(mistakes)
}

fn steps(path: &serde_path_to_error::Path) -> Vec<Step> {
    let step = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Enum { .. } | Segment::Unknown => None,
    };
    path.iter().filter_map(step).collect()
}

/// The mistake, and the path of the part that is wrong.
fn explain(root: &Node, mut path: Vec<Step>, message: &str) -> (Mistake, Vec<Step>) {
    if let Some((field, known)) = split(message, "unknown field `") {
        // The path may or may not already end in the field.
        if path.last() == Some(&Step::Key(field.to_owned())) {
            path.pop();
        }
        let object = root.at(&path);
        let member = object.and_then(|object| object.member(field));
        let span = member.map_or(0..0, |member| member.key_span.clone());
        let place = place(&path);
        let mistake = Mistake::new(format!("there is no key `{field}`{place}"), span).help(meant(field, &known));
        path.push(Step::Key(field.to_owned()));
        return (mistake, path);
    }
    let span = root.at(&path).map_or(0..0, |node| node.span.clone());
    if let Some((variant, known)) = split(message, "unknown variant `") {
        return (
            Mistake::new(format!("there is no value \"{variant}\" here"), span).help(meant(variant, &known)),
            path,
        );
    }
    if let Some(field) = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        return (Mistake::new(format!("the key `{field}` is missing{}", place(&path)), span), path);
    }
    (Mistake::new(plain_words(root.at(&path), message), span), path)
}

/// The first name in back quotes and the names after it.
fn split<'a>(message: &'a str, prefix: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let (name, rest) = message.strip_prefix(prefix)?.split_once('`')?;
    Some((name, rest.split('`').skip(1).step_by(2).collect()))
}

fn meant(written: &str, known: &[&str]) -> String {
    match nearest(written, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "nothing can stand here: remove it".to_owned(),
        None => format!("known are {}", known.join(", ")),
    }
}

/// Where in the file, for people.
fn place(path: &[Step]) -> String {
    if path.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) if text.is_empty() => text.push_str(key),
            Step::Key(key) => text.push_str(&format!(".{key}")),
            // Entries that were taken out have moved the others; the line and column say which it is.
            Step::Index(_) => text.push_str("[…]"),
        }
    }
    format!(" in `{text}`")
}

/// serde's words for types, in the words of the file.
fn plain_words(found: Option<&Node>, message: &str) -> String {
    let is_type = message.starts_with("invalid type: ") || message.starts_with("invalid value: ");
    let Some((_, expected)) = message.split_once(", expected ").filter(|_| is_type) else {
        return message.to_owned();
    };
    let expected = match expected {
        "u64" | "u32" | "u16" | "usize" => "a whole number that is not negative",
        "i64" | "i32" => "a whole number",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a map" => "an object",
        "a sequence" => "a list",
        other if other.starts_with("struct ") => "an object",
        other => other,
    };
    let found = match found.map(|node| &node.data) {
        None => return message.to_owned(),
        Some(Data::Null) => "null".to_owned(),
        Some(Data::Bool(value)) => value.to_string(),
        Some(Data::Number(number)) => number.to_string(),
        Some(Data::String(_)) => "a text".to_owned(),
        Some(Data::Array(_)) => "a list".to_owned(),
        Some(Data::Object(_)) => "an object".to_owned(),
    };
    format!("expected {expected}, found {found}")
}
