//! The last lines that a server program wrote besides its messages.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt};

/// Lines kept.
const LINES: usize = 50;
/// Bytes of a line that are kept; a program may write without ever ending a line.
pub(super) const LINE_BYTES: usize = 1000;

/// A bounded record of lines. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Tail {
    lines: Arc<Mutex<Lines>>,
    /// The attempt whose lines come through this one.
    attempt: u64,
}

#[derive(Debug, Default)]
struct Lines {
    kept: VecDeque<String>,
    /// Attempts that have begun.
    attempts: u64,
    /// The lines are of this attempt, which came to nothing: the first line of a later one begins anew. Those that it
    /// wrote before its end may still come.
    over: Option<u64>,
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

    /// Adds a line.
    pub(super) fn push(&self, line: &[u8]) {
        let kept = line.get(..LINE_BYTES).unwrap_or(line);
        let text = String::from_utf8_lossy(kept).trim_end().to_owned();
        let mut lines = self.lock();
        if lines.over.is_some_and(|over| self.attempt > over) {
            lines.kept.clear();
            lines.over = None;
        }
        if lines.kept.len() == LINES {
            lines.kept.pop_front();
        }
        lines.kept.push_back(text);
    }

    /// The record for what one more attempt writes.
    pub(super) fn attempt(&self) -> Tail {
        let mut lines = self.lock();
        lines.attempts += 1;
        Tail { lines: self.lines.clone(), attempt: lines.attempts }
    }

    /// What was written is kept only until the next attempt writes something.
    pub(super) fn end_attempt(&self) {
        let mut lines = self.lock();
        lines.over = Some(lines.attempts);
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads lines until the stream ends.
    pub(super) async fn follow(self, mut stream: impl AsyncRead + Unpin) {
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
        tail.clone().follow(text.as_bytes()).await;
        let lines = tail.lines();
        assert_eq!((lines.len(), lines[0].as_str(), lines[49].len()), (LINES, "line 11", LINE_BYTES));
        let words = Tail::default();
        assert_eq!(words.last_words(), None);
        words.clone().follow(&b"a\n\nb\r\nc\nd"[..]).await;
        assert_eq!(words.last_words().as_deref(), Some("b | c | d"));
        words.end_attempt();
        assert_eq!(words.lines().len(), 5, "they are there until something follows");
        words.push(b"late");
        assert_eq!(words.lines().len(), 6, "the end of an attempt may be seen before its last line");
        words.attempt().push(b"again");
        assert_eq!(words.lines(), ["again"]);
        let trace = Tail::default();
        let text =
            "boot.js:1\nError: no database\n    at open (boot.js:1:7)\n    at node:internal/main\n\nNode.js v22.1.0\n";
        trace.clone().follow(text.as_bytes()).await;
        assert_eq!(trace.last_words().as_deref(), Some("boot.js:1 | Error: no database"));
    }
}
