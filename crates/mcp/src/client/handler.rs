//! What a server may tell us unasked: changed tools and progress. What it logs over the protocol nobody asked for.

use std::sync::Arc;

use rmcp::ClientHandler;
use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam, ProtocolVersion};
use rmcp::service::{NotificationContext, RoleClient};
use tokio::sync::Notify;

/// Receives the notifications of one connection. Clones share it.
///
/// No capability is declared: a server must not ask a program for samples, roots or input of a person.
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

    fn get_info(&self) -> ClientConfig {
        let this = Implementation::new("codemode", env!("CARGO_PKG_VERSION"));
        // The newest version that knows `initialize`; later ones are found out in another way (`open`).
        ClientConfig::new(ClientCapabilities::default(), this).with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}
