//! Serving over standard input and output.

use std::io;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use super::McpServer;

/// Serves one client over a pair of streams, normally standard input and output, until the client closes its side or
/// `shutdown` fires. Nothing else may write to that output.
///
/// # Errors
/// When the client does not shake hands as the protocol demands.
pub async fn serve_stdio(
    server: McpServer,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    shutdown: CancellationToken,
) -> io::Result<()> {
    let running = match server.session().serve_with_ct((input, output), shutdown).await {
        Ok(running) => running,
        // A client that leaves before it says anything has done nothing wrong.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => return Ok(()),
        Err(error) => return Err(io::Error::other(format!("the client did not shake hands: {error}"))),
    };
    running.waiting().await.map(drop).map_err(io::Error::other)
}
