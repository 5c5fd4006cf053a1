//! Reading a stream of events (HTML Standard, server-sent events), as far as MCP needs it: names and data.

/// Bytes one event may have.
const MAX_EVENT: usize = 16 * 1024 * 1024;

/// An event that is larger than any message may be.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server sent more than {} MiB at once", MAX_EVENT >> 20)]
pub(in crate::client) struct TooLarge;

/// An event with data.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// Its name; empty for an ordinary message.
    pub(super) name: String,
    /// Its lines of data.
    pub(super) data: String,
}

/// Puts events together from the pieces in which they come.
#[derive(Debug, Default)]
pub(super) struct EventReader {
    line: Vec<u8>,
    event: Event,
    has_data: bool,
    /// A line ended with a carriage return; a line feed after it belongs to the same end.
    was_return: bool,
}

impl EventReader {
    /// The events that end in this piece.
    pub(super) fn read(&mut self, piece: &[u8]) -> Result<Vec<Event>, TooLarge> {
        let mut complete = Vec::new();
        for &byte in piece {
            let was_return = std::mem::take(&mut self.was_return);
            match byte {
                b'\n' if was_return => {}
                b'\n' | b'\r' => {
                    self.was_return = byte == b'\r';
                    complete.extend(self.end_line());
                }
                _ => self.line.push(byte),
            }
            if self.line.len() + self.event.data.len() > MAX_EVENT {
                return Err(TooLarge);
            }
        }
        Ok(complete)
    }

    fn end_line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return std::mem::take(&mut self.has_data).then_some(event);
        }
        let (field, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event.name),
            "data" => {
                if self.has_data {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
                self.has_data = true;
            }
            // Comments, identifiers and times to retry.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn events_come_together_from_any_pieces() {
        let text = "\u{feff}: hello\r\nevent: endpoint\r\ndata: /messages?id=1\r\n\r\nid: 7\ndata:{\"a\":\ndata: 1}\n\n\
                    retry: 5\n\n: ping\r\revent\rdata\r\rdata: ü\n\ndata: unfinished";
        let event = |name: &str, data: &str| Event { name: name.to_owned(), data: data.to_owned() };
        let expected = [event("endpoint", "/messages?id=1"), event("", "{\"a\":\n1}"), event("", ""), event("", "ü")];
        for size in [1, 2, 3, 7, 1000] {
            let mut reader = EventReader::default();
            let found: Vec<Event> =
                text.as_bytes().chunks(size).flat_map(|piece| reader.read(piece).unwrap()).collect();
            assert_eq!(found, expected, "pieces of {size}");
        }
    }

    #[test]
    fn events_are_bounded() {
        let mut reader = EventReader::default();
        let piece = vec![b'x'; 1 << 20];
        let read = (0..17).map(|_| reader.read(&piece)).find(Result::is_err);
        assert_eq!(read, Some(Err(TooLarge)));
        let mut reader = EventReader::default();
        let line = [b"data: ", &piece[..], b"\n"].concat();
        assert!((0..17).any(|_| reader.read(&line).is_err()), "many lines are one event");
    }
}
