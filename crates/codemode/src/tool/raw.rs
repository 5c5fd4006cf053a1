//! Tools described by JSON Schema documents, with handlers on JSON values.
//!
//! A schema document only shapes what models see, unless the host asks for validation; then it is compiled once, offline
//! and with a linear-time pattern engine, so a hostile schema or value cannot reach the network or hang.

use std::sync::Arc;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

use super::{BoxFuture, Definition, Facts, PreparedCall, Tool, ToolContext, ToolError, ToolHandler, facts_setters};
use crate::ConfigError;
use crate::schema::SchemaDocument;

type Run = Arc<dyn Fn(ToolContext, Value) -> BoxFuture<'static, Result<Value, ToolError>> + Send + Sync>;
type Codec = Arc<dyn Fn(Value) -> Result<Value, String> + Send + Sync>;

/// Whether a result that is only text may stand for structured data (decisions.md, MCP results).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextResults {
    /// Text stays text.
    #[default]
    Keep,
    /// A text that is entirely one JSON object or array becomes that value, when no output schema is declared.
    ParseJson,
}

impl TextResults {
    /// The value that a result stands for.
    #[must_use]
    pub fn apply(self, value: Value) -> Value {
        if self == TextResults::ParseJson
            && let Value::String(text) = &value
            && text.trim_start().starts_with(['{', '['])
            && let Ok(parsed) = serde_json::from_str(text)
        {
            return parsed;
        }
        value
    }
}

/// A raw tool being defined; [`RawToolBuilder::run`] finishes it.
#[must_use = "a tool exists only once `run` gave it its code"]
pub struct RawToolBuilder {
    name: String,
    facts: Facts,
    input: SchemaDocument,
    output: Option<SchemaDocument>,
    validate_input: bool,
    validate_output: bool,
    decode_input: Option<Codec>,
    decode_output: Option<Codec>,
    text_results: TextResults,
}

impl RawToolBuilder {
    pub(super) fn new(name: String) -> Self {
        RawToolBuilder {
            name,
            facts: Facts::default(),
            input: SchemaDocument::empty_object(),
            output: None,
            validate_input: false,
            validate_output: false,
            decode_input: None,
            decode_output: None,
            text_results: TextResults::Keep,
        }
    }

    facts_setters!();

    /// The schema of the argument. Without one the tool takes no fields.
    pub fn input(mut self, schema: impl Into<SchemaDocument>) -> Self {
        self.input = schema.into();
        self
    }

    /// The schema of the resolved value. Without one the signature says `Promise<unknown>`.
    pub fn output(mut self, schema: impl Into<SchemaDocument>) -> Self {
        self.output = Some(schema.into());
        self
    }

    /// Enforces the input schema on every call.
    pub fn validate_input(mut self) -> Self {
        self.validate_input = true;
        self
    }

    /// Enforces the output schema on every result.
    pub fn validate_output(mut self) -> Self {
        self.validate_output = true;
        self
    }

    /// Transforms an accepted input before hooks and handler see it; an error refuses the call and is shown.
    pub fn decode_input(mut self, decode: impl Fn(Value) -> Result<Value, String> + Send + Sync + 'static) -> Self {
        self.decode_input = Some(Arc::new(decode));
        self
    }

    /// Transforms an accepted result before the program sees it; an error makes the output invalid and is not shown.
    pub fn decode_output(mut self, decode: impl Fn(Value) -> Result<Value, String> + Send + Sync + 'static) -> Self {
        self.decode_output = Some(Arc::new(decode));
        self
    }

    /// What becomes of results that are only text.
    pub fn text_results(mut self, mode: TextResults) -> Self {
        self.text_results = mode;
        self
    }

    /// Gives the tool its code and finishes it.
    ///
    /// ```
    /// use codemode::{Tool, ToolError};
    /// use serde_json::{Value, json};
    ///
    /// let echo = Tool::raw("debug.echo")
    ///     .input(json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] }))
    ///     .validate_input()
    ///     .run(|input: Value| async move { Ok(input["text"].clone()) })?;
    /// # Ok::<(), codemode::ConfigError>(())
    /// ```
    ///
    /// # Errors
    /// [`ConfigError::InvalidSchema`] when validation was asked for and the schema cannot be compiled.
    pub fn run<F, Fut>(self, function: F) -> Result<Tool, ConfigError>
    where
        F: Fn(Value) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Value, ToolError>> + Send + 'static,
    {
        self.finish(Arc::new(move |_, input| Box::pin(function(input))))
    }

    /// Like [`RawToolBuilder::run`] for a function that also takes the [`ToolContext`].
    ///
    /// # Errors
    /// [`ConfigError::InvalidSchema`] when validation was asked for and the schema cannot be compiled.
    pub fn run_with_context<F, Fut>(self, function: F) -> Result<Tool, ConfigError>
    where
        F: Fn(ToolContext, Value) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Value, ToolError>> + Send + 'static,
    {
        self.finish(Arc::new(move |call, input| Box::pin(function(call, input))))
    }

    fn finish(self, run: Run) -> Result<Tool, ConfigError> {
        let compile = |side, schema: &SchemaDocument| {
            compile(schema).map_err(|reason| ConfigError::InvalidSchema { tool: self.name.clone(), side, reason })
        };
        let input_validator = if self.validate_input { Some(compile("input", &self.input)?) } else { None };
        let output_validator = match &self.output {
            Some(schema) if self.validate_output => Some(compile("output", schema)?),
            _ => None,
        };
        let parse_text = self.text_results == TextResults::ParseJson && self.output.is_none();
        let output = OutputSteps { validator: output_validator.map(Arc::new), decode: self.decode_output, parse_text };
        let handler = RawHandler { run, input_validator, decode_input: self.decode_input, output };
        Ok(Tool::from_parts(Definition {
            name: self.name,
            facts: self.facts,
            input: self.input,
            output: self.output,
            handler: Arc::new(handler),
        }))
    }
}

/// Compiles a schema. One that names no dialect is tried as the newest and then as older ones, because tuples and
/// exclusive bounds were written differently before.
fn compile(schema: &SchemaDocument) -> Result<Validator, String> {
    let document = schema.self_contained();
    let options = || jsonschema::options().offline().with_pattern_options(PatternOptions::regex());
    let newest = options().build(&document).map_err(|error| error.to_string());
    if newest.is_ok() || document.get("$schema").is_some() {
        return newest;
    }
    let older = [Draft::Draft7, Draft::Draft4].into_iter();
    older.map(|draft| options().with_draft(draft).build(&document)).find_map(Result::ok).map_or(newest, Ok)
}

struct RawHandler {
    run: Run,
    input_validator: Option<Validator>,
    decode_input: Option<Codec>,
    output: OutputSteps,
}

/// What happens to a result on its way to the program, in this order.
#[derive(Clone)]
struct OutputSteps {
    parse_text: bool,
    validator: Option<Arc<Validator>>,
    decode: Option<Codec>,
}

impl OutputSteps {
    fn is_empty(&self) -> bool {
        !self.parse_text && self.validator.is_none() && self.decode.is_none()
    }

    fn apply(&self, mut value: Value) -> Result<Value, ToolError> {
        if self.parse_text {
            value = TextResults::ParseJson.apply(value);
        }
        if let Some(validator) = &self.validator
            && let Err(error) = validator.validate(&value)
        {
            return Err(ToolError::invalid_output(error.to_string()));
        }
        match &self.decode {
            Some(decode) => decode(value).map_err(ToolError::invalid_output),
            None => Ok(value),
        }
    }
}

impl RawHandler {
    fn accept(&self, input: Value) -> Result<Value, ToolError> {
        if let Some(validator) = &self.input_validator {
            check_input(validator, &input)?;
        }
        match &self.decode_input {
            Some(decode) => decode(input).map_err(ToolError::invalid_input),
            None => Ok(input),
        }
    }

    fn start(&self, call: ToolContext, input: Value) -> BoxFuture<'static, Result<Value, ToolError>> {
        let running = (self.run)(call, input);
        if self.output.is_empty() {
            return running;
        }
        let output = self.output.clone();
        Box::pin(async move { output.apply(running.await?) })
    }
}

/// At most this many violations are reported at once.
const REPORTED_VIOLATIONS: usize = 3;

fn check_input(validator: &Validator, input: &Value) -> Result<(), ToolError> {
    let mut violations = Vec::new();
    for error in validator.iter_errors(input).take(REPORTED_VIOLATIONS) {
        let path = error.instance_path().to_string();
        violations.push(if path.is_empty() { error.to_string() } else { format!("at `{path}`: {error}") });
    }
    if violations.is_empty() { Ok(()) } else { Err(ToolError::invalid_input(violations.join("; "))) }
}

impl ToolHandler for RawHandler {
    fn call(&self, call: ToolContext, input: Value) -> BoxFuture<'static, Result<Value, ToolError>> {
        match self.accept(input) {
            Ok(input) => self.start(call, input),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn prepare(self: Arc<Self>, input: Value) -> Result<PreparedCall, ToolError> {
        let input = self.accept(input)?;
        let decoded = self.decode_input.is_some().then(|| input.clone());
        let prepared = PreparedCall::new(move |call| self.start(call, input));
        Ok(match decoded {
            Some(decoded) => prepared.with_decoded(decoded),
            None => prepared,
        })
    }
}
