//! Which operations a document has, and the templates of their paths.

use serde_json::{Map, Value};

use crate::parameters::{Location, Parameter};
use crate::refs::Refs;
use crate::skip::{Reason, SkipKind};

/// The keys of a path item that are operations.
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// An operation of the document.
pub(crate) struct Found<'a> {
    /// The method as it is sent.
    pub(crate) method: String,
    /// The path as the document writes it.
    pub(crate) path: &'a str,
    pub(crate) item: &'a Map<String, Value>,
    pub(crate) operation: Result<&'a Map<String, Value>, Reason>,
}

/// All operations in document order.
pub(crate) fn all<'a>(refs: &Refs<'a>) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    let paths = refs.root().get("paths").and_then(Value::as_object);
    for (path, item) in paths.into_iter().flatten() {
        if path.starts_with("x-") {
            continue;
        }
        let Value::Object(own) = item else { continue };
        match refs.resolve(item) {
            Ok(Value::Object(item)) => of_item(refs, path, item, &mut found),
            Ok(_) => {}
            Err(problem) => {
                let before = found.len();
                of_item(refs, path, own, &mut found);
                if found.len() == before {
                    let reason = format!("the path item cannot be read: {}", problem.describe());
                    let operation = Err(Reason::new(SkipKind::OperationUnresolved, reason));
                    found.push(Found { method: "*".into(), path, item: own, operation });
                }
            }
        }
    }
    found
}

fn of_item<'a>(refs: &Refs<'a>, path: &'a str, item: &'a Map<String, Value>, found: &mut Vec<Found<'a>>) {
    let mut add = |method: String, value: &'a Value| {
        if !value.is_object() {
            return;
        }
        let operation = match refs.resolve(value) {
            Ok(Value::Object(operation)) => Ok(operation),
            Ok(_) => return,
            Err(problem) => Err(Reason::new(
                SkipKind::OperationUnresolved,
                format!("the operation cannot be read: {}", problem.describe()),
            )),
        };
        found.push(Found { method, path, item, operation });
    };
    for (key, value) in item {
        if METHODS.contains(&key.as_str()) {
            add(key.to_ascii_uppercase(), value);
        } else if key == "additionalOperations" {
            for (method, value) in value.as_object().into_iter().flatten() {
                add(method.clone(), value);
            }
        }
    }
}

/// Whether a method can be sent at all.
pub(crate) fn check_method(method: &str) -> Result<(), Reason> {
    if crate::safety::is_header_name(method) && !method.eq_ignore_ascii_case("connect") {
        return Ok(());
    }
    Err(Reason::new(SkipKind::MethodInvalid, format!("`{method}` is no method that can be sent")))
}

/// A piece of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Static(String),
    /// The position of a parameter.
    Parameter(usize),
}

/// A path with its placeholders, without a fragment (servers never see one).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) pieces: Vec<Piece>,
}

/// Reads a path key; parameters are found by name.
pub(crate) fn template(path: &str, parameters: &[Parameter<'_>]) -> Result<Template, Reason> {
    check_path(path)?;
    let text = path.split_once('#').map_or(path, |(before, _)| before);
    let mut pieces = Vec::new();
    let mut fixed = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        fixed.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            fixed.push('{');
            rest = after;
            continue;
        };
        let is_it = |parameter: &Parameter<'_>| parameter.location == Location::Path && parameter.name == name;
        let Some(position) = parameters.iter().position(is_it) else {
            return Err(Reason::new(
                SkipKind::PathUndeclared,
                format!("the path has a placeholder `{{{name}}}` that no path parameter declares"),
            ));
        };
        if !fixed.is_empty() {
            pieces.push(Piece::Static(std::mem::take(&mut fixed)));
        }
        pieces.push(Piece::Parameter(position));
        rest = after;
    }
    fixed.push_str(rest);
    if !fixed.is_empty() {
        pieces.push(Piece::Static(fixed));
    }
    Ok(Template { pieces })
}

fn check_path(path: &str) -> Result<(), Reason> {
    let refuse = |reason: &str| Err(Reason::new(SkipKind::PathInvalid, format!("the path cannot be used: {reason}")));
    if !path.starts_with('/') {
        return refuse("it does not start with a slash");
    }
    if path.contains(|c: char| c == '\\' || c.is_control()) {
        return refuse("it holds backslashes or control characters");
    }
    let before_query = path.split(['?', '#']).next().unwrap_or_default();
    if before_query.split('/').any(crate::safety::is_dot_segment) {
        return refuse("it holds a `.` or `..` segment");
    }
    Ok(())
}
