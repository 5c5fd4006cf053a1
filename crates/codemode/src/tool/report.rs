//! What a tool may tell the host while it runs, besides its result: progress, and content that no program can use but
//! the reader of the outcome may want, such as images.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

/// How far a running call has come.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolProgress {
    /// What is done, in units of the tool. Grows.
    pub progress: f64,
    /// All there is to do, in the same units, when it is known.
    pub total: Option<f64>,
    /// What the tool is at.
    pub message: Option<String>,
}

/// Content that stands beside the result of an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Canonical path of the tool it came from.
    pub tool: Arc<str>,
    /// Its media type, such as `image/png`.
    pub media_type: String,
    /// Where it came from, if it has an address.
    pub uri: Option<String>,
    /// The bytes in base64, as they came.
    pub base64: String,
}

/// The attachments of an execution. Clones share them.
///
/// A tool that attaches content returns a *placeholder* in its place: an object whose member `attachment` is the number
/// that [`Attachments::add`] gave. A program passes placeholders on like any data.
#[derive(Clone, Default)]
pub struct Attachments(Arc<Mutex<Vec<Attachment>>>);

/// The member of a placeholder that holds the attachment's number.
const NUMBER: &str = "attachment";

impl Attachments {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one and gives its number, counted from 1.
    pub fn add(&self, attachment: Attachment) -> usize {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(attachment);
        all.len()
    }

    /// The attachments that belong to a result, with their numbers: those whose placeholders are in it, or all when
    /// there is no placeholder in it.
    pub fn of_result(&self, value: &Value) -> Vec<(usize, Attachment)> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut mentioned = vec![false; all.len()];
        mark_mentioned(value, &mut mentioned);
        let is_chosen = |at: usize| mentioned.get(at).copied().unwrap_or(false) || !mentioned.contains(&true);
        (1..).zip(all.iter()).filter(|(number, _)| is_chosen(number - 1)).map(|(n, one)| (n, one.clone())).collect()
    }
}

/// Results are at most as deep as the boundary allows, but a host may pass any value: the walk keeps its own stack.
fn mark_mentioned(value: &Value, mentioned: &mut [bool]) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(items) => pending.extend(items),
            Value::Object(members) => {
                let number = members.get(NUMBER).and_then(Value::as_u64).filter(|_| members.contains_key("type"));
                let at = number.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
                if let Some(mark) = at.and_then(|at| mentioned.get_mut(at)) {
                    *mark = true;
                }
                pending.extend(members.values());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

impl fmt::Debug for Attachments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.lock().unwrap_or_else(PoisonError::into_inner).len();
        f.debug_struct("Attachments").field("count", &count).finish()
    }
}

/// Takes the progress of a call.
pub(crate) type ProgressSink = Arc<dyn Fn(ToolProgress) + Send + Sync>;

/// Where the reports of one call go.
#[derive(Clone, Default)]
pub(crate) struct Reports {
    pub(crate) progress: Option<ProgressSink>,
    pub(crate) attachments: Attachments,
}

impl fmt::Debug for Reports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reports").field("attachments", &self.attachments).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn numbers(attachments: &Attachments, value: &Value) -> Vec<usize> {
        attachments.of_result(value).into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn placeholders_in_a_result_choose_its_attachments() {
        let attachments = Attachments::new();
        let image = |data: &str| Attachment {
            tool: "web.shot".into(),
            media_type: "image/png".into(),
            uri: None,
            base64: data.into(),
        };
        assert_eq!([attachments.add(image("AA")), attachments.add(image("AQ"))], [1, 2]);
        assert_eq!(numbers(&attachments, &json!("done")), [1, 2]);
        assert_eq!(numbers(&attachments, &json!({ "shots": [{ "type": "image", "attachment": 2 }] })), [2]);
        assert_eq!(numbers(&attachments, &json!([{ "attachment": 1 }, { "type": "x", "attachment": 9 }])), [1, 2]);
    }
}
