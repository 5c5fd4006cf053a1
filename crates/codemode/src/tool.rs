//! A tool: a name, a description, schemas, and the host code that runs.
//!
//! A tool is defined once and shared; it holds no state of an execution. What a model sees is derived from it in
//! [`crate::catalog`]; the handler is the only thing that acts.
//!
//! ```
//! use codemode::{Tool, ToolError};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Lookup {
//!     /// Order number, as printed on the invoice
//!     id: String,
//! }
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Order {
//!     id: String,
//!     status: String,
//! }
//!
//! let lookup = Tool::new("orders.lookup")
//!     .description("Look up an order by ID")
//!     .read_only()
//!     .run(|input: Lookup| async move {
//!         if input.id.is_empty() {
//!             return Err(ToolError::new("an order number is needed"));
//!         }
//!         Ok(Order { id: input.id, status: "open".into() })
//!     });
//! assert_eq!(lookup.name(), "orders.lookup");
//! ```

use std::fmt;
use std::sync::Arc;

use crate::schema::SchemaDocument;

mod error;
mod handler;
mod raw;
mod report;
mod typed;

pub use error::{ToolError, ToolErrorKind, UNKNOWN_FAILURE, push_causes};
pub use handler::{BoxFuture, Cancellation, PreparedCall, ToolContext, ToolHandler};
pub use raw::{RawToolBuilder, TextResults};
pub use report::{Attachment, Attachments, ToolProgress};
pub(crate) use report::{ProgressSink, Reports};
pub use typed::{IntoToolOutput, ToolFunction};

/// A tool that programs can call. Cheap to clone.
#[derive(Clone)]
pub struct Tool(Arc<Definition>);

pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) facts: Facts,
    pub(crate) input: SchemaDocument,
    pub(crate) output: Option<SchemaDocument>,
    pub(crate) handler: Arc<dyn ToolHandler>,
}

/// What a tool says about itself besides its schemas.
#[derive(Default, Clone, PartialEq)]
pub(crate) struct Facts {
    pub(crate) description: String,
    pub(crate) keywords: String,
    pub(crate) annotations: ToolAnnotations,
}

/// Hints about a tool's effects, for hosts that ask before dangerous calls. They promise nothing and enforce nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ToolAnnotations {
    /// The tool changes nothing.
    pub read_only: Option<bool>,
    /// The tool may destroy data.
    pub destructive: Option<bool>,
    /// Repeating a call with the same input changes nothing further.
    pub idempotent: Option<bool>,
    /// The tool talks to an open set of external systems.
    pub open_world: Option<bool>,
}

impl Tool {
    /// Starts a typed tool called `name`. Dots are namespace separators: `orders.lookup` is called as
    /// `tools.orders.lookup(…)`. The name is checked when the tool joins a [`crate::ToolSet`].
    #[allow(clippy::new_ret_no_self, reason = "a tool without code is no tool yet")]
    pub fn new(name: impl Into<String>) -> ToolBuilder {
        ToolBuilder { name: name.into(), facts: Facts::default() }
    }

    /// Starts a tool whose schemas are JSON Schema documents and whose handler works on JSON values.
    pub fn raw(name: impl Into<String>) -> RawToolBuilder {
        RawToolBuilder::new(name.into())
    }

    /// The canonical dotted name, relative to the group the tool is put in.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The whole description, all lines. May be empty.
    pub fn description(&self) -> &str {
        &self.0.facts.description
    }

    /// Text that only search sees: an HTTP method and path, a title, other names.
    pub fn keywords(&self) -> &str {
        &self.0.facts.keywords
    }

    /// Effect hints.
    pub fn annotations(&self) -> ToolAnnotations {
        self.0.facts.annotations
    }

    /// The schema of the single argument.
    pub fn input_schema(&self) -> &SchemaDocument {
        &self.0.input
    }

    /// The schema of the resolved value, if one was declared.
    pub fn output_schema(&self) -> Option<&SchemaDocument> {
        self.0.output.as_ref()
    }

    /// The code that runs.
    pub fn handler(&self) -> &Arc<dyn ToolHandler> {
        &self.0.handler
    }

    /// The same tool under another name.
    #[must_use]
    pub fn renamed(&self, name: impl Into<String>) -> Tool {
        let Definition { facts, input, output, handler, .. } = &*self.0;
        Tool::from_parts(Definition {
            name: name.into(),
            facts: facts.clone(),
            input: input.clone(),
            output: output.clone(),
            handler: handler.clone(),
        })
    }

    /// Whether models are told the same about both.
    pub(crate) fn describes_the_same(&self, other: &Tool) -> bool {
        let (left, right) = (&*self.0, &*other.0);
        Arc::ptr_eq(&self.0, &other.0)
            || (left.facts == right.facts && left.input == right.input && left.output == right.output)
    }

    pub(crate) fn from_parts(definition: Definition) -> Tool {
        Tool(Arc::new(definition))
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name()).finish_non_exhaustive()
    }
}

macro_rules! facts_setters {
    () => {
        /// What the tool does, for models. The first line is shown in listings, all of it in the catalogue.
        pub fn description(mut self, text: impl Into<String>) -> Self {
            self.facts.description = text.into();
            self
        }

        /// Text that only search sees: a title, an HTTP method and path, other names for the same thing.
        pub fn keywords(mut self, text: impl Into<String>) -> Self {
            self.facts.keywords = text.into();
            self
        }

        /// Replaces all effect hints.
        pub fn annotations(mut self, annotations: $crate::ToolAnnotations) -> Self {
            self.facts.annotations = annotations;
            self
        }

        /// Hints that the tool changes nothing.
        pub fn read_only(mut self) -> Self {
            self.facts.annotations.read_only = Some(true);
            self
        }

        /// Hints that the tool may destroy data.
        pub fn destructive(mut self) -> Self {
            self.facts.annotations.destructive = Some(true);
            self
        }
    };
}
use facts_setters;

/// A typed tool being defined; [`ToolBuilder::run`] finishes it.
#[must_use = "a tool exists only once `run` gave it its code"]
pub struct ToolBuilder {
    name: String,
    facts: Facts,
}

impl ToolBuilder {
    facts_setters!();

    /// Gives the tool its code and finishes it. The input and output types, and with them both schemas, are inferred.
    ///
    /// `function` is an async function or closure taking nothing, the input, or a [`ToolContext`] and the input. It
    /// returns a `Result` of a serializable value with [`ToolError`]; `?` on any other error turns it into a failure
    /// whose text the program does not see. State is shared as in any closure, usually through an `Arc`:
    ///
    /// ```
    /// # use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
    /// # use codemode::{Tool, ToolError};
    /// let counter = Arc::new(AtomicU64::new(0));
    /// let next = Tool::new("counter.next").run(move || {
    ///     let counter = counter.clone();
    ///     async move { Ok::<_, ToolError>(counter.fetch_add(1, Ordering::Relaxed)) }
    /// });
    /// assert!(next.output_schema().is_some());
    /// ```
    pub fn run<Arguments: 'static, F: ToolFunction<Arguments>>(self, function: F) -> Tool {
        Tool::from_parts(Definition {
            name: self.name,
            facts: self.facts,
            input: F::input_schema(),
            output: F::output_schema(),
            handler: Arc::new(typed::TypedHandler::new(function)),
        })
    }

    /// Finishes the tool with an own handler, which the schemas only describe.
    pub fn handler(self, input: SchemaDocument, output: Option<SchemaDocument>, handler: Arc<dyn ToolHandler>) -> Tool {
        Tool::from_parts(Definition { name: self.name, facts: self.facts, input, output, handler })
    }
}
