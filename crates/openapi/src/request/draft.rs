//! The part of a request that comes from the caller's argument: checked and encoded before anything is asked of the host
//! or the network.

use std::sync::Arc;

use codemode::ToolError;
use serde_json::{Map, Value};

use super::MASK;
use crate::auth::OperationInfo;
use crate::auth::requirements::Requirement;
use crate::body::Kind;
use crate::body::write::{self, Written};
use crate::fields::BodyFields;
use crate::operation::Piece;
use crate::parameters::encode::{self, Pair};
use crate::parameters::values::Flat;
use crate::parameters::{Location, Writing};
use crate::safety;
use crate::servers::Base;

/// Everything about an operation that a call needs.
pub(crate) struct Plan {
    /// Method and path template; the start of every message.
    pub(crate) label: String,
    pub(crate) method: reqwest::Method,
    pub(crate) base: Arc<Base>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) parameters: Vec<WireParameter>,
    pub(crate) body: Option<WireBody>,
    pub(crate) accept: String,
    pub(crate) security: Vec<Vec<Requirement>>,
    pub(crate) info: Arc<OperationInfo>,
}

/// A parameter as a call needs it.
pub(crate) struct WireParameter {
    pub(crate) location: Location,
    pub(crate) name: String,
    pub(crate) writing: Writing,
    pub(crate) required: bool,
    pub(crate) source: Source,
}

/// Where the value of a parameter comes from.
pub(crate) enum Source {
    /// A field of the argument.
    Field(String),
    /// The host.
    Pinned { value: Value, is_secret: bool },
    /// Nowhere: it is never sent, or sent as a header of the host.
    Hidden,
}

/// A body as a call needs it.
pub(crate) struct WireBody {
    pub(crate) content_type: String,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
    /// Properties of a body that may be left out; see [`crate::body::Body::left_out`].
    pub(crate) left_out: Vec<String>,
    pub(crate) fields: BodyFields,
}

/// What a caller's argument became.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Path and literal query of the template, filled in.
    pub(crate) path: String,
    /// The same without the secrets of the host.
    pub(crate) shown_path: String,
    pub(crate) query: Vec<Encoded>,
    pub(crate) headers: Vec<(String, String, bool)>,
    pub(crate) cookies: Vec<(String, String, bool)>,
    pub(crate) body: Option<Written>,
    /// Texts of the host's secrets, as they are and as they were written.
    pub(crate) secrets: Vec<String>,
}

/// A query pair, and whether it is a secret of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) pair: Pair,
    pub(crate) is_secret: bool,
}

impl Plan {
    /// Checks and encodes an argument. Anything but an object counts as an empty one.
    pub(crate) fn draft(&self, input: &Value) -> Result<Draft, ToolError> {
        let none = Map::new();
        let input = input.as_object().unwrap_or(&none);
        let mut draft = Draft::default();
        self.path(input, &mut draft)?;
        for parameter in self.parameters.iter().filter(|parameter| parameter.location != Location::Path) {
            self.parameter(parameter, input, &mut draft)?;
        }
        draft.body = self.body(input)?;
        Ok(draft)
    }

    fn path(&self, input: &Map<String, Value>, draft: &mut Draft) -> Result<(), ToolError> {
        let mut path = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Static(text) => {
                    path.push_str(text);
                    draft.shown_path.push_str(text);
                }
                Piece::Parameter(position) => {
                    // The template was read against this very list.
                    let Some(parameter) = self.parameters.get(*position) else { continue };
                    let written = self.path_value(parameter, input)?;
                    path.push_str(&written);
                    if let Some(secret) = parameter.secret() {
                        draft.shown_path.push_str(MASK);
                        draft.keep_secret(secret, [written]);
                    } else {
                        draft.shown_path.push_str(&written);
                    }
                }
            }
        }
        let before_query = path.split('?').next().unwrap_or_default();
        if before_query.split('/').any(safety::is_dot_segment) {
            return Err(self.refuse("the path parameters together make a `.` or `..` segment"));
        }
        draft.path = path;
        Ok(())
    }

    fn path_value(&self, parameter: &WireParameter, input: &Map<String, Value>) -> Result<String, ToolError> {
        let name = parameter.shown_name();
        let Some(value) = parameter.value(input) else {
            return Err(self.refuse(&format!("the path parameter `{name}` is missing")));
        };
        let written = encode::path(&parameter.name, value, parameter.writing)
            .map_err(|problem| self.refuse(&format!("the path parameter `{name}` {}", problem.describe())))?;
        let leaves = match (parameter.writing, Flat::of(value)) {
            (Writing::Styled(_), Ok(Flat::Scalar(text))) => safety::climbs(&text),
            (Writing::Styled(_), Ok(Flat::List(items))) => items.iter().any(|item| safety::has_dot_segments(item)),
            (Writing::Styled(_), Ok(Flat::Record(entries))) => {
                entries.iter().any(|(key, value)| safety::has_dot_segments(key) || safety::has_dot_segments(value))
            }
            (_, Ok(Flat::Scalar(text))) => safety::has_dot_segments(&text),
            _ => false,
        };
        if written.is_empty() || leaves {
            let problem = if leaves { "would leave its place in the path" } else { "is empty" };
            return Err(self.refuse(&format!("invalid path parameter `{name}`: it {problem}")));
        }
        Ok(written)
    }

    fn parameter(
        &self,
        parameter: &WireParameter,
        input: &Map<String, Value>,
        draft: &mut Draft,
    ) -> Result<(), ToolError> {
        let place = parameter.location.as_str();
        let name = parameter.shown_name();
        let Some(value) = parameter.value(input) else {
            if parameter.required && !matches!(parameter.source, Source::Hidden) {
                return Err(self.refuse(&format!("the {place} parameter `{name}` is missing")));
            }
            return Ok(());
        };
        let is_secret = parameter.secret().is_some();
        let failed = |problem: encode::Unwritable| {
            self.refuse(&format!("the {place} parameter `{name}` {}", problem.describe()))
        };
        match parameter.location {
            Location::Path => {}
            Location::Query => {
                let pairs = encode::query(&parameter.name, value, parameter.writing).map_err(failed)?;
                if let Some(secret) = parameter.secret() {
                    draft.keep_secret(secret, pairs.iter().map(|pair| pair.value.clone()));
                }
                draft.query.extend(pairs.into_iter().map(|pair| Encoded { pair, is_secret }));
            }
            Location::QueryString => {
                let pairs = encode::query_string(value, parameter.writing).map_err(failed)?;
                draft.query.extend(pairs.into_iter().map(|pair| Encoded { pair, is_secret }));
            }
            Location::Header => {
                let text = encode::header(value, parameter.writing).map_err(failed)?;
                if !safety::is_header_value(&text) {
                    return Err(failed(encode::Unwritable::Character));
                }
                draft.headers.push((parameter.name.to_ascii_lowercase(), text, is_secret));
            }
            Location::Cookie => {
                let cookies = encode::cookies(&parameter.name, value, parameter.writing).map_err(failed)?;
                if let Some(secret) = parameter.secret() {
                    draft.keep_secret(secret, cookies.iter().map(|(_, value)| value.clone()));
                }
                draft.cookies.extend(cookies.into_iter().map(|(name, value)| (name, value, is_secret)));
            }
        }
        Ok(())
    }

    fn body(&self, input: &Map<String, Value>) -> Result<Option<Written>, ToolError> {
        let Some(body) = &self.body else { return Ok(None) };
        let value = match &body.fields {
            BodyFields::Whole(field) => match input.get(field) {
                Some(value) => std::borrow::Cow::Borrowed(value),
                None if body.required => {
                    let advice = listed(self.strays(input)).map(|names| format!(": give {names} inside `{field}`"));
                    let advice = advice.unwrap_or_default();
                    return Err(self.refuse(&format!("the body field `{field}` is missing{advice}")));
                }
                None => {
                    // Sending nothing where somebody gave the body's own fields would be worse than refusing.
                    let is_meant = |name: &String| body.left_out.contains(name);
                    if let Some(names) = listed(self.strays(input).filter(|name| is_meant(name))) {
                        return Err(self.refuse(&format!("give {names} inside `{field}`")));
                    }
                    return Ok(None);
                }
            },
            BodyFields::Each(fields) => {
                let mut object = Map::new();
                for field in fields {
                    match input.get(&field.field) {
                        Some(value) => _ = object.insert(field.property.clone(), value.clone()),
                        None if field.required => {
                            // A caller who took the body for one field.
                            let is_wrapped = !fields.iter().any(|field| field.field == "body")
                                && input.get("body").is_some_and(Value::is_object);
                            let advice = if is_wrapped {
                                ": give the fields of the body directly, not inside `body`"
                            } else {
                                ""
                            };
                            let name = &field.field;
                            return Err(self.refuse(&format!("the body field `{name}` is missing{advice}")));
                        }
                        None => {}
                    }
                }
                std::borrow::Cow::Owned(Value::Object(object))
            }
        };
        let written = write::write(&body.content_type, &body.kind, &value).map_err(|problem| {
            let field =
                problem.field.map_or_else(|| "the body".to_owned(), |field| format!("the body field `{field}`"));
            self.refuse(&format!("{field} {}", problem.problem))
        })?;
        Ok(Some(written))
    }

    /// The fields of the argument that are no inputs.
    fn strays<'i>(&self, input: &'i Map<String, Value>) -> impl Iterator<Item = &'i String> {
        let is_input = |name: &String| {
            self.parameters.iter().any(|parameter| matches!(&parameter.source, Source::Field(field) if field == name))
        };
        input.keys().filter(move |name| !is_input(name))
    }

    fn refuse(&self, problem: &str) -> ToolError {
        ToolError::invalid_input(format!("{}: {problem}", self.label))
    }
}

/// Names in one sentence; `None` where there are none.
fn listed<'n>(names: impl Iterator<Item = &'n String>) -> Option<String> {
    const SHOWN: usize = 5;
    let names: Vec<String> = names.take(SHOWN).map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

impl Draft {
    /// Remembers the texts of a pinned value and what they became.
    fn keep_secret(&mut self, secret: &Value, written: impl IntoIterator<Item = String>) {
        let plain = match Flat::of(secret) {
            Ok(Flat::Scalar(text)) => vec![text],
            Ok(Flat::List(items)) => items,
            Ok(Flat::Record(entries)) => entries.into_iter().map(|(_, value)| value).collect(),
            Err(_) => Vec::new(),
        };
        self.secrets.extend(plain);
        self.secrets.extend(written);
    }
}

impl WireParameter {
    /// The value, if it is a secret of the host.
    fn secret(&self) -> Option<&Value> {
        match &self.source {
            Source::Pinned { value, is_secret: true } => Some(value),
            _ => None,
        }
    }

    fn shown_name(&self) -> &str {
        match &self.source {
            Source::Field(field) => field,
            Source::Pinned { .. } | Source::Hidden => &self.name,
        }
    }

    fn value<'v>(&'v self, input: &'v Map<String, Value>) -> Option<&'v Value> {
        match &self.source {
            Source::Field(field) => input.get(field),
            Source::Pinned { value, .. } => Some(value),
            Source::Hidden => None,
        }
    }
}
