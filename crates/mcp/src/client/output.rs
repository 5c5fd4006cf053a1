//! The standard output of a server program: one JSON-RPC message a line. Programs write other things there too, and
//! messages of any size; neither may be lost without a word.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use serde_json::{Value, json};
use tokio::io::{AsyncRead, ReadBuf};

use super::stderr::{LINE_BYTES, Voice};

/// Bytes of one message of a server. A larger one is refused; the call it answers fails.
pub(super) const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// Bytes at both ends of a message that are looked at for its id.
const ENDS: usize = 256;

/// Passes messages on. Lines that are none go to the record of what the program wrote; after a message that is too
/// large (the reader drops it) follows an error in its place.
pub(super) struct ServerOutput<R> {
    stream: R,
    voice: Voice,
    line: Line,
    /// Bytes that can be read, from `taken` on.
    passed: Vec<u8>,
    taken: usize,
    has_strayed: bool,
}

/// What is known of the current line.
#[derive(Default)]
struct Line {
    bytes: usize,
    is_message: bool,
    /// Its beginning: of a message for the id, of another line to be told.
    start: Vec<u8>,
    /// The last bytes of a message, and some before them.
    end: Vec<u8>,
}

impl<R> ServerOutput<R> {
    pub(super) fn new(stream: R, voice: Voice) -> Self {
        ServerOutput { stream, voice, line: Line::default(), passed: Vec::new(), taken: 0, has_strayed: false }
    }

    /// Takes what came.
    fn take(&mut self, read: &[u8]) {
        for part in read.split_inclusive(|byte| *byte == b'\n') {
            let line = &mut self.line;
            if line.bytes == 0 {
                // Other versions of the protocol had batches.
                line.is_message = part.trim_ascii_start().first().is_none_or(|byte| b"{[\xEF".contains(byte));
            }
            line.bytes += part.len();
            let room = if line.is_message { ENDS } else { LINE_BYTES }.saturating_sub(line.start.len());
            line.start.extend_from_slice(part.get(..room).unwrap_or(part));
            if line.is_message {
                self.passed.extend_from_slice(part);
                line.end.extend_from_slice(part.get(part.len().saturating_sub(ENDS)..).unwrap_or(part));
                let surplus = line.end.len().saturating_sub(ENDS);
                line.end.drain(..surplus);
            }
            if part.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.is_message {
            let place = match std::mem::replace(&mut self.has_strayed, true) {
                false => "standard output, where only messages of MCP belong: ",
                true => "standard output: ",
            };
            self.voice.push(&[place.as_bytes(), &line.start].concat());
        } else if line.bytes > MAX_MESSAGE_BYTES {
            let size = format!("a message of more than {} MiB", MAX_MESSAGE_BYTES >> 20);
            self.voice.push(format!("standard output: {size}, which was refused").as_bytes());
            if let Some(id) = id_of_answer(&line.start, &line.end) {
                let message = format!("the server answered with {size}, which was refused: ask for less");
                let error = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32603, "message": message } });
                self.passed.extend_from_slice(format!("{error}\n").as_bytes());
            }
        }
    }
}

/// The id of an answer of which only the beginning and the end were kept; none where it is a request, or not found.
fn id_of_answer(start: &[u8], end: &[u8]) -> Option<Value> {
    let start = String::from_utf8_lossy(start);
    let mut rest = start.trim_start().strip_prefix('{')?;
    loop {
        let (name, after) = first_value(rest)?;
        rest = after.trim_start().strip_prefix(':')?;
        match name.as_str()? {
            "id" => return first_value(rest).map(|(id, _)| id),
            "method" | "params" => return None,
            "jsonrpc" => rest = first_value(rest)?.1.trim_start().strip_prefix(',')?,
            _ => break,
        }
    }
    let end = String::from_utf8_lossy(end);
    let (_, last) = end.rsplit_once("\"id\"")?;
    let (id, after) = first_value(last.trim_start().strip_prefix(':')?)?;
    (after.trim() == "}" && (id.is_number() || id.is_string())).then_some(id)
}

/// The JSON value at the beginning of a text, and what follows it.
fn first_value(text: &str) -> Option<(Value, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, text.get(values.byte_offset()..)?))
}

impl<R: AsyncRead + Unpin> AsyncRead for ServerOutput<R> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        loop {
            if let Some(passed) = this.passed.get(this.taken..).filter(|passed| !passed.is_empty()) {
                let count = passed.len().min(buf.remaining());
                buf.put_slice(passed.get(..count).unwrap_or_default());
                this.taken += count;
                return Poll::Ready(Ok(()));
            }
            this.passed.clear();
            this.taken = 0;
            let mut space = [0; 8192];
            let mut read = ReadBuf::new(&mut space);
            ready!(Pin::new(&mut this.stream).poll_read(cx, &mut read))?;
            if read.filled().is_empty() {
                if this.line.bytes > 0 {
                    this.end_line();
                    if !this.passed.is_empty() {
                        continue;
                    }
                }
                return Poll::Ready(Ok(()));
            }
            this.take(read.filled());
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    async fn read(written: &[u8]) -> (String, Vec<String>) {
        let tail = super::super::stderr::Tail::default();
        let mut passed = Vec::new();
        ServerOutput::new(written, tail.begin()).read_to_end(&mut passed).await.unwrap_or_default();
        (String::from_utf8_lossy(&passed).into_owned(), tail.lines())
    }

    #[tokio::test]
    async fn only_messages_pass() {
        let written = b"Listening on port 3000\n{\"id\":1}\r\n\n  [1]\nwarning: {}\n{\"id\":2}\nend";
        let (passed, told) = read(written).await;
        assert_eq!(passed, "{\"id\":1}\r\n\n  [1]\n{\"id\":2}\n");
        assert_eq!(
            told,
            [
                "standard output, where only messages of MCP belong: Listening on port 3000",
                "standard output: warning: {}",
                "standard output: end"
            ]
        );
    }

    #[tokio::test]
    async fn an_answer_that_is_too_large_becomes_an_error() {
        let data = "x".repeat(MAX_MESSAGE_BYTES);
        let error = "{\"error\":{\"code\":-32603,\"message\":\"the server answered with a message of more than 64 MiB, \
                     which was refused: ask for less\"},\"id\":7,\"jsonrpc\":\"2.0\"}\n";
        for (written, is_answered) in [
            (format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"{data}\"}}\n"), true),
            (format!("{{ \"result\": \"{data}\", \"jsonrpc\": \"2.0\", \"id\": 7 }}\n"), true),
            (format!("{{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":\"{data}\",\"id\":7}}\n"), false),
        ] {
            let (passed, told) = read(written.as_bytes()).await;
            let (message, rest) = passed.split_at(written.len());
            assert!(message == written, "the message is the reader's to drop");
            assert_eq!(
                serde_json::from_str::<Value>(rest).ok(),
                is_answered.then(|| serde_json::from_str(error).unwrap_or_default())
            );
            assert_eq!(told, ["standard output: a message of more than 64 MiB, which was refused"]);
        }
    }
}
