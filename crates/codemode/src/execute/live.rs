//! A runtime whose tools come and go while it is used.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use futures_util::future::join_all;
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::runtime::CodeMode;
use crate::{ConfigError, ExecutionResult, Group, ToolChanges, ToolSet, ToolSource};

/// A [`CodeMode`] over fixed tools and those of dynamic sources. Cheap to clone; clones share everything.
///
/// Tools never change under a program: each execution runs on the runtime that was current when it began. A source that
/// fails keeps its last known tools and takes no other source down; [`LiveCodeMode::problems`] says what is wrong. One
/// that never listed any has an empty namespace of its name, described as unavailable.
///
/// ```
/// # use codemode::{BoxFuture, CodeMode, Group, Tool, ToolError, ToolSet, ToolSource};
/// # use std::sync::Arc;
/// # struct Server;
/// # impl ToolSource for Server {
/// #     fn name(&self) -> &str { "server" }
/// #     fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
/// #         Box::pin(async {
/// #             Ok(Group::new("server").tool(Tool::new("ping").run(|| async { Ok::<_, ToolError>("pong") })))
/// #         })
/// #     }
/// # }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), codemode::ConfigError> {
/// let live = CodeMode::builder(ToolSet::default()).live([Arc::new(Server) as Arc<dyn ToolSource>]).await?;
/// let follower = live.clone();
/// tokio::spawn(async move { follower.follow().await });
/// assert!(live.execute("return await tools.server.ping()").await.is_ok());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct LiveCodeMode(Arc<Live>);

struct Live {
    /// The settings, and the tools that never change.
    base: CodeMode,
    sources: Vec<Arc<dyn ToolSource>>,
    /// What each source said last.
    listed: Mutex<Vec<Listed>>,
    current: RwLock<CodeMode>,
    changes: ToolChanges,
}

#[derive(Default, Clone)]
struct Listed {
    group: Option<Group>,
    /// The source's version that `group` is at least as new as.
    version: u64,
    problem: Option<String>,
    /// The part of the problem that programs may see.
    notice: Option<String>,
}

/// Why the tools of a source are missing or old.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceProblem {
    /// The source's name.
    pub source: String,
    /// What went wrong, for the host.
    pub reason: String,
}

impl LiveCodeMode {
    pub(super) async fn start(
        base: CodeMode,
        sources: impl IntoIterator<Item = Arc<dyn ToolSource>>,
    ) -> Result<LiveCodeMode, ConfigError> {
        let sources: Vec<_> = sources.into_iter().collect();
        let live = LiveCodeMode(Arc::new(Live {
            listed: Mutex::new(vec![Listed::default(); sources.len()]),
            current: RwLock::new(base.clone()),
            changes: ToolChanges::new(),
            base,
            sources,
        }));
        live.refresh().await;
        Ok(live)
    }

    /// The runtime with the tools as they are now. It does not change; take one for each execution.
    #[must_use]
    pub fn current(&self) -> CodeMode {
        self.0.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs a program with the tools as they are now.
    pub async fn execute(&self, source: &str) -> ExecutionResult {
        self.current().execute(source).await
    }

    /// Announces when what models are told about the tools has changed.
    #[must_use]
    pub fn changes(&self) -> &ToolChanges {
        &self.0.changes
    }

    /// The sources whose tools are missing or old, in the order the sources were given.
    #[must_use]
    pub fn problems(&self) -> Vec<SourceProblem> {
        let listed = self.0.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let problem = |(source, listed): (&Arc<dyn ToolSource>, &Listed)| {
            let reason = listed.problem.clone()?;
            Some(SourceProblem { source: source.name().to_owned(), reason })
        };
        self.0.sources.iter().zip(listed.iter()).filter_map(problem).collect()
    }

    /// Lists every source again, all at the same time.
    pub async fn refresh(&self) {
        join_all((0..self.0.sources.len()).map(|position| self.list(position))).await;
        self.install();
    }

    /// Follows the announcements of the sources until it is dropped; a host spawns it beside its work. Returns at once
    /// when no source announces anything.
    pub async fn follow(&self) {
        let mut waiting: FuturesUnordered<_> =
            (0..self.0.sources.len()).filter_map(|position| self.changed(position)).collect();
        while let Some(position) = waiting.next().await {
            self.list(position).await;
            self.install();
            waiting.extend(self.changed(position));
        }
    }

    /// Waits until a source has something newer than what is known of it.
    fn changed(&self, position: usize) -> Option<impl Future<Output = usize>> {
        let changes = self.0.sources.get(position)?.changes()?.clone();
        let known = {
            let listed = self.0.listed.lock().unwrap_or_else(PoisonError::into_inner);
            listed.get(position).map_or(0, |listed| listed.version)
        };
        Some(async move {
            changes.after(known).await;
            position
        })
    }

    /// Asks a source for its tools and keeps what it says.
    async fn list(&self, position: usize) {
        let Some(source) = self.0.sources.get(position) else { return };
        // Read first: a change during the listing is then seen as one after it.
        let version = source.changes().map_or(0, ToolChanges::version);
        let answer = source.list().await;
        let mut listed = self.0.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = listed.get_mut(position) else { return };
        if version < known.version {
            return;
        }
        known.version = version;
        match answer {
            Ok(group) => {
                known.group = Some(group);
                known.problem = None;
            }
            Err(error) => {
                known.problem = Some(error.full_message());
                known.notice = Some(error.message().to_owned());
            }
        }
    }

    /// Makes the runtime of what is known. A source whose names clash with earlier ones is left out.
    fn install(&self) {
        let mut listed = self.0.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tools: ToolSet = self.0.base.discovery().tools().clone();
        for (known, source) in listed.iter_mut().zip(&self.0.sources) {
            let group = match (&known.group, &known.notice) {
                (Some(group), _) => group.clone(),
                // An empty namespace says to programs and models why the tools are missing.
                (None, Some(notice)) => Group::new(source.name()).description(format!("unavailable: {notice}")),
                (None, None) => continue,
            };
            match tools.with_group(group) {
                Ok(more) => tools = more,
                // A name that cannot be a namespace has a problem of its own already.
                Err(error) if known.group.is_some() => known.problem = Some(error.to_string()),
                Err(_) => {}
            }
        }
        let mut current = self.0.current.write().unwrap_or_else(PoisonError::into_inner);
        let tools = tools.allowed(&self.0.base.0.policy);
        let is_same = tools.describes_the_same(current.discovery().tools());
        *current = current.with_tools(tools);
        drop(current);
        drop(listed);
        if !is_same {
            self.0.changes.announce();
        }
    }
}

impl fmt::Debug for LiveCodeMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sources: Vec<&str> = self.0.sources.iter().map(|source| source.name()).collect();
        f.debug_struct("LiveCodeMode").field("sources", &sources).finish_non_exhaustive()
    }
}
