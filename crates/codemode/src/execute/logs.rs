//! Console lines, bounded while the program runs: the first and the last ones are kept.

use std::collections::VecDeque;

use crate::truncate::floor_char_boundary;

/// The lines of one execution.
#[derive(Debug, Default)]
pub(super) struct Logs {
    limit: Option<usize>,
    /// What a line costs besides its text.
    per_line: usize,
    /// Lines from the start; all of them while the limit is not reached.
    head: Vec<String>,
    /// The last lines, once the limit is reached.
    tail: VecDeque<String>,
    tail_bytes: usize,
    /// The limit is reached.
    full: bool,
    written_lines: u64,
    written_bytes: u64,
    written_cost: u64,
    left_out: u64,
}

/// What the host spends on a line besides its text: for logs that are bounded as memory.
const LINE_OVERHEAD: usize = 48;

impl Logs {
    /// Logs that keep so many bytes of lines, each with its end.
    pub(super) fn within(limit: u64) -> Logs {
        Logs::new(limit, 1)
    }

    /// Logs that take so many bytes of memory.
    pub(super) fn in_memory(limit: u64) -> Logs {
        Logs::new(limit, LINE_OVERHEAD)
    }

    fn new(limit: u64, per_line: usize) -> Logs {
        Logs { limit: Some(usize::try_from(limit).unwrap_or(usize::MAX)), per_line, ..Logs::default() }
    }

    fn cost(&self, line: &str) -> usize {
        line.len().saturating_add(self.per_line)
    }

    pub(super) fn push(&mut self, line: String) {
        self.written_lines += 1;
        self.written_bytes = self.written_bytes.saturating_add(line.len() as u64 + 1);
        self.written_cost = self.written_cost.saturating_add(self.cost(&line) as u64);
        let Some(limit) = self.limit else {
            self.head.push(line);
            return;
        };
        if !self.full && self.written_cost <= limit as u64 {
            self.head.push(line);
            return;
        }
        if !self.full {
            self.split(limit);
        }
        self.push_tail(line, limit - limit / 2);
    }

    /// The limit is reached: half of it is for the first lines, half for the last ones.
    fn split(&mut self, limit: usize) {
        self.full = true;
        let mut used = 0usize;
        let per_line = self.per_line;
        let fits = |line: &&String| {
            used = used.saturating_add(line.len()).saturating_add(per_line);
            used <= limit / 2
        };
        let kept = self.head.iter().take_while(fits).count();
        for line in self.head.split_off(kept) {
            self.push_tail(line, limit - limit / 2);
        }
    }

    fn push_tail(&mut self, line: String, budget: usize) {
        let line = cut(line, budget);
        self.tail_bytes += self.cost(&line);
        self.tail.push_back(line);
        while self.tail_bytes > budget && self.tail.len() > 1 {
            if let Some(first) = self.tail.pop_front() {
                self.tail_bytes -= self.cost(&first);
                self.left_out += 1;
            }
        }
    }

    /// The kept lines, and whether anything is missing. A notice comes first, another stands where lines are missing.
    pub(super) fn finish(self) -> (Vec<String>, bool) {
        let Some(limit) = self.limit.filter(|_| self.full) else { return (self.head, false) };
        let Logs { mut head, tail, written_lines, written_bytes, left_out, .. } = self;
        let noun = if written_lines == 1 { "line" } else { "lines" };
        let notice = format!(
            "[log limit of {limit} bytes reached: {written_lines} {noun} with {written_bytes} bytes were written, \
             {left_out} left out in the middle; log less]"
        );
        head.insert(0, notice);
        if left_out > 0 {
            head.push(format!("[… {left_out} lines left out …]"));
        }
        head.extend(tail);
        (head, true)
    }
}

/// A line that is longer than the budget keeps its start and its end.
fn cut(line: String, budget: usize) -> String {
    if line.len() < budget.max(1) {
        return line;
    }
    let half = budget / 2;
    let start = floor_char_boundary(&line, half);
    let end =
        (line.len().saturating_sub(half)..=line.len()).find(|&at| line.is_char_boundary(at)).unwrap_or(line.len());
    let missing = end.saturating_sub(start);
    let (first, last) = (line.get(..start).unwrap_or(""), line.get(end..).unwrap_or(""));
    format!("{first}[… {missing} of {} bytes left out …]{last}", line.len())
}
