//! Tools written as ordinary async functions: serde decodes the argument and encodes the result, schemars describes both.

use std::marker::PhantomData;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{BoxFuture, PreparedCall, ToolContext, ToolError, ToolHandler};
use crate::schema::SchemaDocument;

/// An async function that can be the code of a typed tool. Implemented for functions of no argument, of the input, and
/// of a [`ToolContext`] and the input; `Arguments` only tells these apart.
pub trait ToolFunction<Arguments>: Send + Sync + 'static {
    /// The decoded input.
    type Input: Send + 'static;

    /// Describes the argument.
    fn input_schema() -> SchemaDocument;

    /// Describes the resolved value.
    fn output_schema() -> Option<SchemaDocument>;

    /// Decodes the argument.
    ///
    /// # Errors
    /// [`ToolError::invalid_input`] naming the offending field.
    fn decode(input: Value) -> Result<Self::Input, ToolError>;

    /// Starts the function.
    fn start(&self, call: ToolContext, input: Self::Input) -> BoxFuture<'static, Result<Value, ToolError>>;
}

/// What a tool function may return: a `Result` with [`ToolError`] (or any error, which then stays private).
pub trait IntoToolOutput {
    /// Describes the value.
    fn schema() -> Option<SchemaDocument>;

    /// Encodes the value.
    ///
    /// # Errors
    /// The function's own failure, or [`ToolError::invalid_output`] if the value cannot be JSON.
    fn into_output(self) -> Result<Value, ToolError>;
}

impl<T: Serialize + JsonSchema, E: Into<ToolError>> IntoToolOutput for Result<T, E> {
    fn schema() -> Option<SchemaDocument> {
        Some(SchemaDocument::of_output::<T>())
    }

    fn into_output(self) -> Result<Value, ToolError> {
        let value = self.map_err(Into::into)?;
        serde_json::to_value(value).map_err(ToolError::invalid_output)
    }
}

impl<F, Fut> ToolFunction<()> for F
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoToolOutput> + Send + 'static,
{
    type Input = ();

    fn input_schema() -> SchemaDocument {
        SchemaDocument::empty_object()
    }

    fn output_schema() -> Option<SchemaDocument> {
        Fut::Output::schema()
    }

    fn decode(input: Value) -> Result<(), ToolError> {
        match input {
            Value::Object(_) | Value::Null => Ok(()),
            _ => Err(ToolError::invalid_input("expected an object or no argument")),
        }
    }

    fn start(&self, _: ToolContext, (): ()) -> BoxFuture<'static, Result<Value, ToolError>> {
        let running = self();
        Box::pin(async move { running.await.into_output() })
    }
}

impl<F, Fut, Input> ToolFunction<(Input,)> for F
where
    F: Fn(Input) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoToolOutput> + Send + 'static,
    Input: DeserializeOwned + JsonSchema + Send + 'static,
{
    type Input = Input;

    fn input_schema() -> SchemaDocument {
        SchemaDocument::of_input::<Input>()
    }

    fn output_schema() -> Option<SchemaDocument> {
        Fut::Output::schema()
    }

    fn decode(input: Value) -> Result<Input, ToolError> {
        decode(input)
    }

    fn start(&self, _: ToolContext, input: Input) -> BoxFuture<'static, Result<Value, ToolError>> {
        let running = self(input);
        Box::pin(async move { running.await.into_output() })
    }
}

impl<F, Fut, Input> ToolFunction<(ToolContext, Input)> for F
where
    F: Fn(ToolContext, Input) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoToolOutput> + Send + 'static,
    Input: DeserializeOwned + JsonSchema + Send + 'static,
{
    type Input = Input;

    fn input_schema() -> SchemaDocument {
        SchemaDocument::of_input::<Input>()
    }

    fn output_schema() -> Option<SchemaDocument> {
        Fut::Output::schema()
    }

    fn decode(input: Value) -> Result<Input, ToolError> {
        decode(input)
    }

    fn start(&self, call: ToolContext, input: Input) -> BoxFuture<'static, Result<Value, ToolError>> {
        let running = self(call, input);
        Box::pin(async move { running.await.into_output() })
    }
}

fn decode<Input: DeserializeOwned>(input: Value) -> Result<Input, ToolError> {
    serde_path_to_error::deserialize(input).map_err(|error| {
        let path = error.path().to_string();
        let reason = error.into_inner();
        ToolError::invalid_input(if path == "." { reason.to_string() } else { format!("at `{path}`: {reason}") })
    })
}

/// A function with its input type, as a handler.
pub(super) struct TypedHandler<F, Arguments> {
    function: F,
    arguments: PhantomData<fn(Arguments)>,
}

impl<F, Arguments> TypedHandler<F, Arguments> {
    pub(super) fn new(function: F) -> Self {
        TypedHandler { function, arguments: PhantomData }
    }
}

impl<F: ToolFunction<Arguments>, Arguments: 'static> ToolHandler for TypedHandler<F, Arguments> {
    fn call(&self, call: ToolContext, input: Value) -> BoxFuture<'static, Result<Value, ToolError>> {
        match F::decode(input) {
            Ok(input) => self.function.start(call, input),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn prepare(self: Arc<Self>, input: Value) -> Result<PreparedCall, ToolError> {
        let input = F::decode(input)?;
        Ok(PreparedCall::new(move |call| self.function.start(call, input)))
    }
}
