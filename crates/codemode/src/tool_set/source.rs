//! Where tools come from at run time, and how changes of them are announced.

use std::fmt;
use std::sync::Arc;

use tokio::sync::watch;

use super::Group;
use crate::ToolError;
use crate::tool::BoxFuture;

/// Somewhere tools come from at run time: an MCP server, a plugin host, a database of saved programs.
///
/// A host that needs the tools once adds them with [`crate::ToolSetBuilder::source`]; one that follows changes makes a
/// [`crate::LiveCodeMode`].
///
/// ```
/// use codemode::{BoxFuture, Group, Tool, ToolChanges, ToolError, ToolSource};
/// use std::sync::Mutex;
///
/// struct Plugins {
///     names: Mutex<Vec<String>>,
///     changes: ToolChanges,
/// }
///
/// impl Plugins {
///     fn install(&self, name: &str) {
///         self.names.lock().unwrap().push(name.to_owned());
///         self.changes.announce();
///     }
/// }
///
/// impl ToolSource for Plugins {
///     fn name(&self) -> &str {
///         "plugins"
///     }
///
///     fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
///         Box::pin(async {
///             let names = self.names.lock().unwrap().clone();
///             let tool = |name: String| Tool::new(name).run(|| async { Ok::<_, ToolError>("done") });
///             Ok(Group::new("plugins").tools(names.into_iter().map(tool)))
///         })
///     }
///
///     fn changes(&self) -> Option<&ToolChanges> {
///         Some(&self.changes)
///     }
/// }
/// ```
pub trait ToolSource: Send + Sync {
    /// The source's name, for error messages.
    fn name(&self) -> &str;

    /// Lists the tools as they are now, in the namespace they belong to. A group without a name adds to the root.
    fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>>;

    /// Where the source announces that [`ToolSource::list`] would answer differently; `None` for one that never does.
    fn changes(&self) -> Option<&ToolChanges> {
        None
    }
}

/// Announces that tools changed. Clones share it; any number may wait, and no announcement is missed, because each waits
/// for something newer than the version it knows.
#[derive(Clone)]
pub struct ToolChanges(Arc<watch::Sender<u64>>);

impl ToolChanges {
    /// Nothing announced yet: version 0.
    pub fn new() -> Self {
        ToolChanges(Arc::new(watch::Sender::new(0)))
    }

    /// Says that the tools changed. Never blocks; may be called from anywhere.
    pub fn announce(&self) {
        self.0.send_modify(|version| *version += 1);
    }

    /// How often tools changed so far.
    pub fn version(&self) -> u64 {
        *self.0.borrow()
    }

    /// Waits until tools changed after `version`, and gives the version then.
    pub async fn after(&self, version: u64) -> u64 {
        let mut receiver = self.0.subscribe();
        loop {
            let now = *receiver.borrow_and_update();
            if now > version {
                return now;
            }
            if receiver.changed().await.is_err() {
                // The sender lives as long as `self`.
                return std::future::pending().await;
            }
        }
    }
}

impl Default for ToolChanges {
    fn default() -> Self {
        ToolChanges::new()
    }
}

impl fmt::Debug for ToolChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolChanges").field("version", &self.version()).finish()
    }
}
