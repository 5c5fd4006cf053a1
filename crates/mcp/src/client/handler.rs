//! What a server may tell us unasked: changed tools and progress. What it logs over the protocol nobody asked for.

use std::sync::Arc;

use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, ListRootsRequestMethod, ProgressNotificationParam,
    ProtocolVersion,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient};
use rmcp::{ClientHandler, ErrorData};
use tokio::sync::Notify;

/// Receives the notifications of one connection. Clones share it.
///
/// No capability is declared: a server must not ask a program for samples, roots or input of a person. One that asks all
/// the same is told that there is no such method, and that nobody wants to answer its questions.
#[derive(Debug, Clone, Default)]
pub(super) struct Handler {
    pub(super) progress: ProgressDispatcher,
    pub(super) tools_changed: Arc<Notify>,
}

impl ClientHandler for Handler {
    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.handle_notification(progress).await;
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.tools_changed.notify_one();
    }

    /// An empty list would say that the server may see no folder.
    #[expect(deprecated, reason = "old servers ask")]
    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<rmcp::model::ListRootsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListRootsRequestMethod>())
    }

    fn get_info(&self) -> ClientConfig {
        let this = Implementation::new("codemode", env!("CARGO_PKG_VERSION"));
        // The newest version that knows `initialize`; later ones are found out in another way (`open`).
        ClientConfig::new(ClientCapabilities::default(), this).with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}
