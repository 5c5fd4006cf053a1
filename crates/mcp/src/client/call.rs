//! One call of a tool: progress is passed on, silence is bounded, and a call that nobody waits for any more is cancelled
//! at the server.

use std::time::Duration;

use codemode::{ToolContext, ToolProgress};
use futures_util::StreamExt;
use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject, ServerResult};
use rmcp::service::{Peer, PeerRequestOptions, RequestHandle, RoleClient, ServiceError};
use tokio::time::Instant;

/// What the server is told about an interrupted call.
const INTERRUPTED: &str = "the program that made the call has ended or was interrupted";

/// How a call did not end with a result.
pub(super) enum CallError {
    /// The connection, the protocol, or the server's refusal.
    Service(ServiceError),
    /// Nothing was heard for this long.
    Silence(Duration),
    /// The program ended.
    Interrupted,
}

impl From<ServiceError> for CallError {
    fn from(error: ServiceError) -> Self {
        CallError::Service(error)
    }
}

/// The request that calls the tool `name`.
pub(super) fn tool_call(name: &str, arguments: JsonObject) -> ClientRequest {
    let params = CallToolRequestParams::new(name.to_owned()).with_arguments(arguments);
    ClientRequest::CallToolRequest(CallToolRequest::new(params))
}

/// Sends a request on behalf of a program. Every sign of progress gives the server another `silence`.
pub(super) async fn call(
    peer: &Peer<RoleClient>,
    progress: &ProgressDispatcher,
    request: ClientRequest,
    context: &ToolContext,
    silence: Duration,
) -> Result<ServerResult, CallError> {
    let handle = peer.send_request_with_option(request, PeerRequestOptions::no_options()).await?;
    let mut progress = progress.subscribe(handle.progress_token.clone()).await;
    let mut call = OpenCall(Some(handle));
    let mut deadline = Instant::now() + silence;
    loop {
        tokio::select! {
            biased;
            () = context.cancellation.cancelled() => {
                call.cancel(INTERRUPTED).await;
                return Err(CallError::Interrupted);
            }
            answer = call.answer() => {
                call.0 = None;
                return Ok(answer?);
            }
            Some(note) = progress.next() => {
                deadline = Instant::now() + silence;
                let (progress, total, message) = (note.progress, note.total, note.message);
                context.report_progress(ToolProgress { progress, total, message });
            }
            () = tokio::time::sleep_until(deadline) => {
                call.cancel("no answer in time").await;
                return Err(CallError::Silence(silence));
            }
        }
    }
}

/// A request that was sent and not answered. Dropping it cancels the request at the server.
struct OpenCall(Option<RequestHandle<RoleClient>>);

impl OpenCall {
    async fn answer(&mut self) -> Result<ServerResult, ServiceError> {
        match &mut self.0 {
            Some(handle) => (&mut handle.rx).await.map_err(|_| ServiceError::TransportClosed)?,
            None => Err(ServiceError::TransportClosed),
        }
    }

    async fn cancel(&mut self, reason: &str) {
        if let Some(handle) = self.0.take() {
            // A connection that is gone has nothing left to cancel.
            let _ = handle.cancel(Some(reason.to_owned())).await;
        }
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        if let (Some(handle), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(handle.cancel(Some(INTERRUPTED.to_owned())));
        }
    }
}
