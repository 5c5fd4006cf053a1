//! Watching one execution for the client that asked for it: counts for the metrics, progress notifications for whoever
//! sent a progress token.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use codemode::{Attachments, Observer, ToolProgress};
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext, RoleServer};
use tokio::sync::mpsc;

use super::Inner;

/// Notifications come at most this often, and news in between are told together.
const PACE: Duration = Duration::from_millis(100);
/// When nothing happens, a client still hears that the program runs.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// What happened in the execution.
enum Event {
    Started(usize, Arc<str>),
    Progress(usize, ToolProgress),
    Ended(usize),
}

/// The watch over one execution.
pub(super) struct Watch {
    server: Arc<Inner>,
    attachments: Attachments,
    sender: mpsc::UnboundedSender<Event>,
    receiver: mpsc::UnboundedReceiver<Event>,
    client: Option<(Peer<RoleServer>, ProgressToken)>,
}

impl Watch {
    pub(super) fn new(server: &Arc<Inner>, context: &RequestContext<RoleServer>) -> Watch {
        let (sender, receiver) = mpsc::unbounded_channel();
        let token = context.meta.get_progress_token();
        let client = token.map(|token| (context.peer.clone(), token));
        Watch { server: server.clone(), attachments: Attachments::new(), sender, receiver, client }
    }

    pub(super) fn attachments(&self) -> &Attachments {
        &self.attachments
    }

    /// The observer that feeds this watch. Without a client that wants progress there is nothing to feed but counts.
    pub(super) fn observer(&self) -> Observer {
        let server = self.server.clone();
        let listens = self.client.is_some();
        let send = |sender: &mpsc::UnboundedSender<Event>, event| drop(sender.send(event));
        let (started, progressed, ended) = (self.sender.clone(), self.sender.clone(), self.sender.clone());
        Observer {
            on_start: listens.then(|| -> codemode::StartHook {
                Arc::new(move |call| {
                    send(&started, Event::Started(call.index, call.name));
                    Box::pin(std::future::ready(Ok(())))
                })
            }),
            on_end: Some(Arc::new(move |call| {
                server.metrics.called(&call.name, call.outcome, call.duration);
                if listens {
                    send(&ended, Event::Ended(call.index));
                }
            })),
            on_progress: listens.then(|| -> codemode::ProgressHook {
                Arc::new(move |call| send(&progressed, Event::Progress(call.index, call.progress)))
            }),
            attachments: self.attachments.clone(),
        }
    }

    /// Notifies the client for as long as it is polled; never ends.
    pub(super) async fn report(&mut self) {
        let Some((peer, token)) = self.client.clone() else { return std::future::pending().await };
        let mut state = Calls::default();
        for step in 1_u32.. {
            let event = tokio::time::timeout(HEARTBEAT, self.receiver.recv()).await;
            if let Ok(Some(event)) = event {
                state.take(event);
            }
            while let Ok(event) = self.receiver.try_recv() {
                state.take(event);
            }
            let note = ProgressNotificationParam::new(token.clone(), f64::from(step)).with_message(state.message());
            // A client that cannot be told is about to be noticed elsewhere.
            let _ = peer.notify_progress(note).await;
            tokio::time::sleep(PACE).await;
        }
    }
}

/// The calls of the execution so far.
struct Calls {
    begun: Instant,
    open: BTreeMap<usize, (Arc<str>, Option<ToolProgress>)>,
    done: usize,
}

impl Default for Calls {
    fn default() -> Self {
        Calls { begun: Instant::now(), open: BTreeMap::new(), done: 0 }
    }
}

impl Calls {
    fn take(&mut self, event: Event) {
        match event {
            Event::Started(index, name) => drop(self.open.insert(index, (name, None))),
            Event::Progress(index, progress) => {
                if let Some((_, last)) = self.open.get_mut(&index) {
                    *last = Some(progress);
                }
            }
            Event::Ended(index) => {
                self.done += usize::from(self.open.remove(&index).is_some());
            }
        }
    }

    /// One line: how many calls are done, and what runs.
    fn message(&self) -> String {
        let all = self.done + self.open.len();
        let calls = if all == 1 { "call" } else { "calls" };
        let mut text = format!("{} of {all} tool {calls} done", self.done);
        let mut names: Vec<String> = self.open.values().take(3).map(|(name, last)| running(name, last)).collect();
        if self.open.len() > names.len() {
            names.push(format!("{} more", self.open.len() - names.len()));
        }
        if !names.is_empty() {
            text.push_str(&format!("; running: {}", names.join(", ")));
        } else if self.begun.elapsed() >= HEARTBEAT {
            text.push_str("; computing");
        }
        text
    }
}

fn running(name: &str, last: &Option<ToolProgress>) -> String {
    let Some(last) = last else { return name.to_owned() };
    let amount = match last.total {
        Some(total) => format!("{}/{total}", last.progress),
        None => last.progress.to_string(),
    };
    match &last.message {
        Some(message) => format!("{name} ({amount} {message})"),
        None => format!("{name} ({amount})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_runs() {
        let mut calls = Calls::default();
        assert_eq!(calls.message(), "0 of 0 tool calls done");
        calls.take(Event::Started(0, "a.b".into()));
        assert_eq!(calls.message(), "0 of 1 tool call done; running: a.b");
        let progress =
            |total, message: Option<&str>| ToolProgress { progress: 2.0, total, message: message.map(str::to_owned) };
        calls.take(Event::Progress(0, progress(Some(5.0), Some("pages"))));
        calls.take(Event::Progress(9, progress(None, None)));
        for index in 1..5 {
            calls.take(Event::Started(index, "c.d".into()));
        }
        calls.take(Event::Progress(1, progress(None, None)));
        calls.take(Event::Ended(2));
        calls.take(Event::Ended(2));
        assert_eq!(calls.message(), "1 of 5 tool calls done; running: a.b (2/5 pages), c.d (2), c.d, 1 more");
    }
}
