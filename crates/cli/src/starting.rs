//! What people see in a terminal while MCP servers are slow to start: which are awaited.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use codemode_mcp::{McpClient, ServerState};

/// How long nothing is said; most servers are there by then.
const QUIET: Duration = Duration::from_millis(1000);
/// How often the line is written again.
const EVERY: Duration = Duration::from_millis(300);

/// A line on standard error that goes away with this value.
pub struct Notice(Option<tokio::task::JoinHandle<()>>);

/// Tells of servers that are awaited, in a terminal.
pub fn notice(client: Option<&McpClient>) -> Notice {
    let client = client.filter(|_| std::io::stderr().is_terminal()).cloned();
    Notice(client.map(|client| tokio::spawn(tell(client))))
}

async fn tell(client: McpClient) {
    /// Erases the line, also when the task is ended.
    struct Line;
    impl Drop for Line {
        fn drop(&mut self) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
    tokio::time::sleep(QUIET).await;
    let _line = Line;
    loop {
        let status = client.status();
        let awaited = status.iter().filter(|server| server.state == ServerState::Starting);
        let names: Vec<&str> = awaited.map(|server| server.name.as_str()).collect();
        if names.is_empty() {
            return;
        }
        let _ = write!(std::io::stderr(), "\r\x1b[K{}", line(&names));
        tokio::time::sleep(EVERY).await;
    }
}

/// One line that fits into a terminal.
fn line(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    let shown = names.iter().take(SHOWN).map(|name| crate::render::one_line(name)).collect::<Vec<_>>().join(", ");
    let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
    format!("starting {shown}{more} …")
}

impl Drop for Notice {
    fn drop(&mut self) {
        if let Some(task) = self.0.take() {
            task.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_first_servers() {
        assert_eq!(line(&["a"]), "starting a …");
        assert_eq!(line(&["a", "b\n", "c", "d", "e", "f"]), "starting a, b , c, d and 2 more …");
    }
}
