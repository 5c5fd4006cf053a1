//! Counts and durations for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use codemode::ToolOutcome;

use crate::client::{ServerState, ServerStatus};

/// Upper bounds of the histogram of execution times, in seconds.
const BOUNDS: [f64; 12] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0, 300.0];

#[derive(Debug, Default)]
pub(super) struct Metrics {
    running: AtomicUsize,
    searches: AtomicU64,
    endings: [AtomicU64; 3],
    durations: Mutex<Histogram>,
    /// Calls by tool and outcome. Only tools that exist are called, so the catalogue bounds it.
    calls: Mutex<BTreeMap<(Arc<str>, &'static str), Calls>>,
}

#[derive(Debug, Default)]
struct Histogram {
    counts: [u64; BOUNDS.len()],
    all: u64,
    seconds: f64,
}

#[derive(Debug, Default)]
struct Calls {
    count: u64,
    seconds: f64,
}

/// How an execution ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Success,
    Failure,
    Cancelled,
}

const ENDINGS: [(Ending, &str); 3] =
    [(Ending::Success, "success"), (Ending::Failure, "failure"), (Ending::Cancelled, "cancelled")];

/// An execution that is counted as running. One that is dropped counts as cancelled.
pub(super) struct Running<'a> {
    metrics: &'a Metrics,
    begun: Instant,
    ending: Ending,
}

impl Running<'_> {
    pub(super) fn end(mut self, ending: Ending) {
        self.ending = ending;
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.metrics.running.fetch_sub(1, Ordering::Relaxed);
        for (counter, (ending, _)) in self.metrics.endings.iter().zip(ENDINGS) {
            if ending == self.ending {
                counter.fetch_add(1, Ordering::Relaxed);
            }
        }
        let seconds = self.begun.elapsed().as_secs_f64();
        let mut durations = self.metrics.durations.lock().unwrap_or_else(PoisonError::into_inner);
        durations.all += 1;
        durations.seconds += seconds;
        for (count, bound) in durations.counts.iter_mut().zip(BOUNDS) {
            *count += u64::from(seconds <= bound);
        }
    }
}

impl Metrics {
    pub(super) fn start(&self) -> Running<'_> {
        self.running.fetch_add(1, Ordering::Relaxed);
        Running { metrics: self, begun: Instant::now(), ending: Ending::Cancelled }
    }

    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    pub(super) fn searched(&self) {
        self.searches.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn called(&self, tool: &Arc<str>, outcome: ToolOutcome, duration: Duration) {
        let outcome = match outcome {
            ToolOutcome::Success => "success",
            ToolOutcome::Failure => "failure",
            ToolOutcome::Interrupted => "interrupted",
        };
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let calls = calls.entry((tool.clone(), outcome)).or_default();
        calls.count += 1;
        calls.seconds += duration.as_secs_f64();
    }

    pub(super) fn text(&self, tools: usize, servers: &[ServerStatus]) -> String {
        let mut page = Page::default();
        page.head("codemode_executions_total", "counter", "Programs that ended");
        for (counter, (_, label)) in self.endings.iter().zip(ENDINGS) {
            page.line("codemode_executions_total", &[("outcome", label)], counter.load(Ordering::Relaxed));
        }
        page.head("codemode_executions_running", "gauge", "Programs that run now");
        page.line("codemode_executions_running", &[], self.running());
        self.histogram(&mut page);
        page.head("codemode_searches_total", "counter", "Requests of the search tool");
        page.line("codemode_searches_total", &[], self.searches.load(Ordering::Relaxed));
        self.tool_calls(&mut page);
        page.head("codemode_tools", "gauge", "Tools that programs can call");
        page.line("codemode_tools", &[], tools);
        if !servers.is_empty() {
            page.head("codemode_mcp_server_up", "gauge", "Whether the MCP server is ready");
            for server in servers {
                let up = u8::from(server.state == ServerState::Ready);
                page.line("codemode_mcp_server_up", &[("server", &server.name)], up);
            }
            page.head("codemode_mcp_server_restarts_total", "counter", "Restarts of the MCP server");
            for server in servers {
                page.line("codemode_mcp_server_restarts_total", &[("server", &server.name)], server.restarts);
            }
        }
        page.0
    }

    fn histogram(&self, page: &mut Page) {
        let name = "codemode_execution_duration_seconds";
        page.head(name, "histogram", "How long programs ran");
        let durations = self.durations.lock().unwrap_or_else(PoisonError::into_inner);
        for (count, bound) in durations.counts.iter().zip(BOUNDS) {
            page.line(&format!("{name}_bucket"), &[("le", &bound.to_string())], count);
        }
        page.line(&format!("{name}_bucket"), &[("le", "+Inf")], durations.all);
        page.line(&format!("{name}_sum"), &[], durations.seconds);
        page.line(&format!("{name}_count"), &[], durations.all);
    }

    fn tool_calls(&self, page: &mut Page) {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        page.head("codemode_tool_calls_total", "counter", "Tool calls that ended");
        for ((tool, outcome), calls) in calls.iter() {
            page.line("codemode_tool_calls_total", &[("tool", tool), ("outcome", outcome)], calls.count);
        }
        page.head("codemode_tool_call_seconds_total", "counter", "Time spent in tool calls");
        for ((tool, outcome), calls) in calls.iter() {
            page.line("codemode_tool_call_seconds_total", &[("tool", tool), ("outcome", outcome)], calls.seconds);
        }
    }
}

/// A page in the text format.
#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        self.0.push_str(name);
        for (at, (label, text)) in labels.iter().enumerate() {
            let text = text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n");
            let _ = write!(self.0, "{}{label}=\"{text}\"", if at == 0 { '{' } else { ',' });
        }
        let _ = writeln!(self.0, "{} {value}", if labels.is_empty() { "" } else { "}" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_ends_and_escapes_labels() {
        let metrics = Metrics::default();
        metrics.start().end(Ending::Success);
        drop(metrics.start());
        let still = metrics.start();
        metrics.called(&"a.\"b\"".into(), ToolOutcome::Failure, Duration::from_millis(1500));
        let text = metrics.text(3, &[]);
        for line in [
            "codemode_executions_total{outcome=\"success\"} 1",
            "codemode_executions_total{outcome=\"failure\"} 0",
            "codemode_executions_total{outcome=\"cancelled\"} 1",
            "codemode_executions_running 1",
            "codemode_execution_duration_seconds_bucket{le=\"0.005\"} 2",
            "codemode_execution_duration_seconds_count 2",
            "codemode_tool_calls_total{tool=\"a.\\\"b\\\"\",outcome=\"failure\"} 1",
            "codemode_tool_call_seconds_total{tool=\"a.\\\"b\\\"\",outcome=\"failure\"} 1.5",
            "codemode_tools 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        drop(still);
        assert_eq!(metrics.running(), 0);
    }
}
