//! The connection to a server that is a program: it is started in a process group of its own, and ends as the
//! specification of MCP asks (basic/lifecycle, "Shutdown": standard input is closed, then SIGTERM, then SIGKILL).

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport as _;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::process::{ChildStdin, ChildStdout};

use super::open::OpenError;
use super::output::{MAX_MESSAGE_BYTES, ServerOutput};
use super::stderr::Tail;
use crate::config::Transport;

/// How long a program may take to end by itself, and again after SIGTERM.
const GRACE: Duration = Duration::from_secs(3);

/// A running server program and the messages that go to it and come from it.
pub(super) struct ServerProcess {
    /// There until it has ended.
    child: Option<Box<dyn ChildWrapper>>,
    messages: AsyncRwTransport<RoleClient, ServerOutput<ChildStdout>, ChildStdin>,
}

impl ServerProcess {
    /// Starts the program. What it writes besides messages goes to `tail`.
    pub(super) fn spawn(transport: &Transport, base: Option<&Path>, tail: &Tail) -> Result<Self, OpenError> {
        let (Transport::Stdio { command, args, env, .. }, Some(program)) = (transport, transport.program(base)) else {
            return Err(OpenError::lasting("not a program"));
        };
        let folder = transport.folder(base);
        if let Some(folder) = folder.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(OpenError::lasting(format!("`cwd`: there is no folder {}", folder.display())));
        }
        let mut wrapped = CommandWrap::with_new(program, |process| {
            process.args(args).envs(env);
            process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(folder) = &folder {
                process.current_dir(folder);
            }
        });
        wrapped.wrap(KillOnDrop);
        // Whatever it starts ends with it.
        #[cfg(unix)]
        wrapped.wrap(process_wrap::tokio::ProcessGroup::leader());
        let mut child = wrapped.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => OpenError::lasting(format!(
                "there is no program `{command}`: install it, or give its full path as `command`"
            )),
            io::ErrorKind::PermissionDenied => OpenError::lasting(format!("`{command}` may not be executed")),
            _ => OpenError::passing(format!("`{command}` cannot be started: {error}")),
        })?;
        let voice = tail.begin();
        if let Some(errors) = child.stderr().take() {
            tokio::spawn(voice.clone().follow(errors));
        }
        let (Some(input), Some(output)) = (child.stdin().take(), child.stdout().take()) else {
            return Err(OpenError::passing(format!("`{command}` was started without its standard streams")));
        };
        let output = ServerOutput::new(output, voice);
        let messages = AsyncRwTransport::new(output, input).with_max_line_length(MAX_MESSAGE_BYTES);
        Ok(ServerProcess { child: Some(child), messages })
    }

    async fn end(&mut self) -> io::Result<()> {
        self.messages.close().await?;
        // It stays in `self` until it has ended: when this future is dropped on the way, `drop` still kills it.
        let Some(child) = &mut self.child else { return Ok(()) };
        let mut has_ended = tokio::time::timeout(GRACE, child.wait()).await.is_ok();
        #[cfg(unix)]
        if !has_ended && child.signal(tokio::signal::unix::SignalKind::terminate().as_raw_value()).is_ok() {
            has_ended = tokio::time::timeout(GRACE, child.wait()).await.is_ok();
        }
        if !has_ended {
            Box::into_pin(child.kill()).await?;
        }
        self.child = None;
        Ok(())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // One that has ended cannot be killed, which is as well.
            let _ = child.start_kill();
        }
    }
}

impl rmcp::transport::Transport<RoleClient> for ServerProcess {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.messages.send(item)
    }

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleClient>>> + Send {
        self.messages.receive()
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.end()
    }
}
