//! The last lines that a server program wrote besides its messages.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::Notify;

/// Lines kept.
const LINES: usize = 50;
/// Bytes of a line that are kept; a program may write without ever ending a line.
pub(super) const LINE_BYTES: usize = 1000;
/// How long the last words of a program that has ended may take to be read.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A bounded record of lines of a server and of the programs that were started for it. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Tail(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    lines: Mutex<Lines>,
    /// A stream has ended.
    ended: Notify,
}

#[derive(Debug, Default)]
struct Lines {
    kept: VecDeque<String>,
    /// The program that was started last; they are counted.
    newest: u64,
    /// This one and those before it came to nothing: what they wrote is kept only until a later one writes something.
    failed: u64,
    /// What this one and those before it wrote is gone, and what they still write comes too late.
    forgotten: u64,
    /// Streams that are being read.
    open: usize,
}

/// What one program writes.
#[derive(Debug, Clone)]
pub(super) struct Voice {
    tail: Tail,
    number: u64,
}

impl Tail {
    /// The lines, oldest first.
    pub(super) fn lines(&self) -> Vec<String> {
        self.lock().kept.iter().cloned().collect()
    }

    /// The last lines as one short text for an error message.
    pub(super) fn last_words(&self) -> Option<String> {
        let lines = self.lines();
        let said: Vec<&str> = lines.iter().filter(|line| says_something(line)).map(|line| line.trim()).collect();
        let last = said.get(said.len().saturating_sub(3)..)?;
        (!last.is_empty()).then(|| last.join(" | "))
    }

    /// A program is started.
    pub(super) fn begin(&self) -> Voice {
        let mut lines = self.lock();
        lines.newest += 1;
        Voice { tail: self.clone(), number: lines.newest }
    }

    /// What was written is kept only until the next program writes something.
    pub(super) fn end_attempt(&self) {
        let mut lines = self.lock();
        lines.failed = lines.newest;
    }

    /// Waits until all is read that programs wrote which have ended. One that leaves its streams to others is not waited
    /// for much longer.
    pub(super) async fn settle(&self) {
        let all_read = async {
            loop {
                let ended = self.0.ended.notified();
                if self.lock().open == 0 {
                    return;
                }
                ended.await;
            }
        };
        let _ = tokio::time::timeout(LAST_WORDS, all_read).await;
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a stream while it is read.
struct Open(Tail);

impl Open {
    fn new(tail: &Tail) -> Self {
        tail.lock().open += 1;
        Open(tail.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.lock().open -= 1;
        self.0.0.ended.notify_waiters();
    }
}

impl Voice {
    /// Adds a line.
    pub(super) fn push(&self, line: &[u8]) {
        let kept = line.get(..LINE_BYTES).unwrap_or(line);
        let text = String::from_utf8_lossy(kept).trim_end().to_owned();
        let mut lines = self.tail.lock();
        if self.number <= lines.forgotten {
            return;
        }
        if self.number > lines.failed && lines.failed > lines.forgotten {
            lines.kept.clear();
            lines.forgotten = lines.failed;
        }
        if lines.kept.len() == LINES {
            lines.kept.pop_front();
        }
        lines.kept.push_back(text);
    }

    /// Reads lines until the stream ends.
    pub(super) fn follow(self, stream: impl AsyncRead + Unpin) -> impl Future<Output = ()> {
        let open = Open::new(&self.tail);
        async move {
            self.read(stream).await;
            drop(open);
        }
    }

    async fn read(&self, mut stream: impl AsyncRead + Unpin) {
        let mut line = Vec::new();
        let mut buffer = [0; 4096];
        while let Ok(count) = stream.read(&mut buffer).await {
            let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else { break };
            for part in read.split_inclusive(|byte| *byte == b'\n') {
                let room = LINE_BYTES.saturating_sub(line.len());
                line.extend_from_slice(part.get(..room).unwrap_or(part));
                if part.ends_with(b"\n") {
                    self.push(&line);
                    line.clear();
                }
            }
        }
        if !line.is_empty() {
            self.push(&line);
        }
    }
}

/// Whether a line is more than the frame of a stack trace or the small talk of a package manager.
fn says_something(line: &str) -> bool {
    const EMPTY_WORDS: [&str; 7] =
        ["at ", "File \"", "Node.js v", "npm notice", "npm error A complete log", "npm warn", "^"];
    let line = line.trim();
    !line.is_empty() && !EMPTY_WORDS.iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keeps_the_last_lines_within_bounds() {
        let tail = Tail::default();
        let mut text = (0..60).map(|number| format!("line {number}\n")).collect::<String>();
        text.push_str(&"x".repeat(100_000));
        tail.begin().follow(text.as_bytes()).await;
        let lines = tail.lines();
        assert_eq!((lines.len(), lines[0].as_str(), lines[49].len()), (LINES, "line 11", LINE_BYTES));
        let words = Tail::default();
        assert_eq!(words.last_words(), None);
        words.begin().follow(&b"a\n\nb\r\nc\nd"[..]).await;
        assert_eq!(words.last_words().as_deref(), Some("b | c | d"));
        words.end_attempt();
        assert_eq!(words.lines().len(), 5, "they are there until something follows");
        let (second, third) = (words.begin(), words.begin());
        second.push(b"again");
        third.push(b"and again");
        assert_eq!(words.lines(), ["again", "and again"]);
        words.end_attempt();
        second.push(b"late");
        assert_eq!(words.lines().len(), 3);
        words.begin().push(b"new");
        third.push(b"too late");
        assert_eq!(words.lines(), ["new"]);
        let trace = Tail::default();
        let text =
            "boot.js:1\nError: no database\n    at open (boot.js:1:7)\n    at node:internal/main\n\nNode.js v22.1.0\n";
        trace.begin().follow(text.as_bytes()).await;
        assert_eq!(trace.last_words().as_deref(), Some("boot.js:1 | Error: no database"));
    }

    #[tokio::test]
    async fn last_words_are_waited_for() {
        let tail = Tail::default();
        tail.settle().await;
        let (mut writer, reader) = tokio::io::duplex(64);
        let reading = tokio::spawn(tail.begin().follow(reader));
        tokio::spawn(async move {
            tokio::task::yield_now().await;
            tokio::io::AsyncWriteExt::write_all(&mut writer, b"why").await
        });
        tail.settle().await;
        assert_eq!(tail.last_words().as_deref(), Some("why"));
        assert!(reading.is_finished() || reading.await.is_ok());
    }
}
