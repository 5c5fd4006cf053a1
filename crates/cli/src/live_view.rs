//! The tool calls of a running program, drawn again and again at the bottom of a terminal and gone when it ends.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use codemode::ToolOutcome;

use crate::arguments::When;
use crate::calls::{Call, Calls, time};
use crate::render::one_line;

/// Nothing is shown for programs that end sooner.
const PATIENCE: Duration = Duration::from_millis(200);
const INTERVAL: Duration = Duration::from_millis(100);
/// Running calls shown at once.
const MOST_CALLS: usize = 8;
const FRAMES: [&str; 8] = ["⣾", "⣽", "⣻", "⢿", "⡿", "⣟", "⣯", "⣷"];

/// A view that is being drawn. It disappears when this is dropped.
pub struct LiveView {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts to draw, if anybody is there to see it.
pub fn start(calls: &Calls, when: When) -> Option<LiveView> {
    let stderr = std::io::stderr();
    let is_wanted = match when {
        When::Auto => stderr.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
        When::Always => true,
        When::Never => false,
    };
    if !is_wanted {
        return None;
    }
    let has_colour = anstream::AutoStream::choice(&stderr) != anstream::ColorChoice::Never;
    let calls = calls.clone();
    let (stop, stopped) = channel::<()>();
    let draw = move || {
        let mut drawn = 0;
        let mut wait = PATIENCE;
        for frame in 0.. {
            match stopped.recv_timeout(wait) {
                Err(RecvTimeoutError::Timeout) => wait = INTERVAL,
                Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
            }
            let width = terminal_size::terminal_size_of(std::io::stderr()).map_or(100, |(width, _)| width.0);
            let lines = lines(&calls.all(), calls.now(), frame, usize::from(width).max(20), has_colour);
            let text = format!("{}{}", erase(drawn), lines.join(""));
            drawn = lines.len();
            let _ = std::io::stderr().lock().write_all(text.as_bytes());
        }
        let _ = std::io::stderr().lock().write_all(erase(drawn).as_bytes());
    };
    let thread = std::thread::Builder::new().name("live-view".into()).spawn(draw).ok()?;
    Some(LiveView { stop: Some(stop), thread: Some(thread) })
}

impl Drop for LiveView {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Moves up over the lines drawn last and clears them.
fn erase(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\x1b[{lines}A\r\x1b[J") }
}

/// The view at a moment: what runs and since when, what failed, and a sum.
fn lines(calls: &[Call], now: Duration, frame: usize, width: usize, has_colour: bool) -> Vec<String> {
    let paint = |code: &str, text: String| if has_colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text };
    let line = |code: &str, text: String| {
        let short: String = text.chars().take(width.saturating_sub(1)).collect();
        format!("{}\n", paint(code, short))
    };
    let is_failed = |call: &&Call| call.end.as_ref().is_some_and(|end| end.outcome == ToolOutcome::Failure);
    let running: Vec<&Call> = calls.iter().filter(|call| call.end.is_none()).collect();
    let failed: Vec<&Call> = calls.iter().filter(is_failed).collect();
    let mut lines = Vec::new();
    for call in failed.iter().rev().take(3).rev() {
        let message = call.end.as_ref().and_then(|end| end.message.as_deref()).unwrap_or("");
        lines.push(line("31", format!("✗ {}  {}", call.name, one_line(message))));
    }
    let spinner = FRAMES.get(frame % FRAMES.len()).copied().unwrap_or("·");
    for call in running.iter().take(MOST_CALLS) {
        let since = time(now.saturating_sub(call.started));
        lines.push(line("36", format!("{spinner} {:<32} {since:>9}  {}", call.name, progress(call))));
    }
    if running.len() > MOST_CALLS {
        lines.push(line("2", format!("  and {} more", running.len() - MOST_CALLS)));
    }
    let done = calls.len() - running.len() - failed.len();
    let mut sum = format!("  {done} done, {} running", running.len());
    if !failed.is_empty() {
        sum.push_str(&format!(", {} failed", failed.len()));
    }
    lines.push(line("2", format!("{sum}  ({})", time(now))));
    lines
}

fn progress(call: &Call) -> String {
    let Some(progress) = &call.progress else { return String::new() };
    let share = match progress.total {
        Some(total) if total > 0.0 => format!("{:.0}% ", (progress.progress / total * 100.0).clamp(0.0, 100.0)),
        _ => String::new(),
    };
    format!("{share}{}", one_line(progress.message.as_deref().unwrap_or("")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::tests::call;
    use codemode::ToolProgress;

    #[test]
    fn says_what_runs_since_when_and_what_failed() {
        let mut failed = call(1, "b.fail", 0, Some(5), ToolOutcome::Failure);
        if let Some(end) = &mut failed.end {
            end.message = Some("no\nluck\x1b[2J".into());
        }
        let mut running = call(2, "c.run", 1000, None, ToolOutcome::Success);
        running.progress = Some(ToolProgress { progress: 1.0, total: Some(4.0), message: Some("copying".into()) });
        let calls = [call(0, "a", 0, Some(9), ToolOutcome::Success), failed, running];
        let lines = lines(&calls, Duration::from_millis(2500), 0, 80, false);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines.first().map(String::as_str), Some("✗ b.fail  no luck [2J\n"));
        assert!(lines.iter().any(|line| line.contains("c.run") && line.contains("1.5 s  25% copying")), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("  1 done, 1 running, 1 failed  (2.5 s)\n"));
    }

    #[test]
    fn many_calls_and_narrow_terminals() {
        let calls: Vec<Call> = (0..20).map(|at| call(at, "some.tool", 0, None, ToolOutcome::Success)).collect();
        let lines = lines(&calls, Duration::from_secs(1), 3, 24, false);
        assert_eq!(lines.len(), MOST_CALLS + 2);
        assert!(lines.iter().all(|line| line.trim_end_matches('\n').chars().count() < 24), "{lines:?}");
    }
}
