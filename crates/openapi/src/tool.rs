//! The handler of one operation: the argument is checked before the call counts, then the request is sent.

use std::sync::Arc;

use codemode::{BoxFuture, PreparedCall, ToolContext, ToolError, ToolHandler};
use reqwest::Client;
use serde_json::Value;

use crate::client::{HttpOptions, send};
use crate::request::HttpRequest;
use crate::request::assemble::{HostParts, Purpose, assemble};
use crate::request::draft::{Draft, Plan};

/// What all operations of an API share.
pub(crate) struct Shared {
    pub(crate) client: Client,
    pub(crate) options: HttpOptions,
    pub(crate) host: HostParts,
    /// Headers of answers that programs see, in lower case; none means that they get the body alone.
    pub(crate) response_headers: Vec<String>,
}

/// One operation.
pub(crate) struct OperationHandler {
    pub(crate) plan: Plan,
    pub(crate) shared: Arc<Shared>,
}

impl OperationHandler {
    /// The request that a call would send.
    pub(crate) async fn request(&self, input: &Value) -> Result<HttpRequest, ToolError> {
        assemble(&self.plan, &self.shared.host, self.plan.draft(input)?, Purpose::Show).await
    }

    async fn send(self: Arc<Self>, draft: Draft) -> Result<Value, ToolError> {
        let request = assemble(&self.plan, &self.shared.host, draft, Purpose::Send).await?;
        send::send(&self.shared, request, &self.plan.label).await
    }
}

/// The handler as tools hold it.
pub(crate) struct Handler(pub(crate) Arc<OperationHandler>);

impl ToolHandler for Handler {
    fn call(&self, _: ToolContext, input: Value) -> BoxFuture<'static, Result<Value, ToolError>> {
        let operation = self.0.clone();
        Box::pin(async move {
            let draft = operation.plan.draft(&input)?;
            operation.send(draft).await
        })
    }

    fn prepare(self: Arc<Self>, input: Value) -> Result<PreparedCall, ToolError> {
        let draft = self.0.plan.draft(&input)?;
        let operation = self.0.clone();
        Ok(PreparedCall::new(move |_| Box::pin(operation.send(draft))))
    }
}
