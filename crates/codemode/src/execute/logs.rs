//! Console lines, bounded while the program runs: the first and the last ones are kept.

use std::collections::VecDeque;

use crate::truncate::floor_char_boundary;

/// The lines of one execution.
#[derive(Debug, Default)]
pub(super) struct Logs {
    limit: Option<usize>,
    /// Lines from the start; all of them while the limit is not reached.
    head: Vec<String>,
    /// The last lines, once the limit is reached.
    tail: VecDeque<String>,
    tail_bytes: usize,
    /// The limit is reached.
    full: bool,
    written_lines: u64,
    written_bytes: u64,
    left_out: u64,
}

fn cost(line: &str) -> usize {
    line.len().saturating_add(1)
}

impl Logs {
    pub(super) fn new(limit: Option<u64>) -> Logs {
        Logs { limit: limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX)), ..Logs::default() }
    }

    pub(super) fn push(&mut self, line: String) {
        self.written_lines += 1;
        self.written_bytes = self.written_bytes.saturating_add(cost(&line) as u64);
        let Some(limit) = self.limit else {
            self.head.push(line);
            return;
        };
        if !self.full && self.written_bytes <= limit as u64 {
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
        let fits = |line: &&String| {
            used = used.saturating_add(cost(line));
            used <= limit / 2
        };
        let kept = self.head.iter().take_while(fits).count();
        for line in self.head.split_off(kept) {
            self.push_tail(line, limit - limit / 2);
        }
    }

    fn push_tail(&mut self, line: String, budget: usize) {
        let line = cut(line, budget);
        self.tail_bytes += cost(&line);
        self.tail.push_back(line);
        while self.tail_bytes > budget && self.tail.len() > 1 {
            if let Some(first) = self.tail.pop_front() {
                self.tail_bytes -= cost(&first);
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
    if cost(&line) <= budget {
        return line;
    }
    let half = budget / 2;
    let start = floor_char_boundary(&line, half);
    let end = (line.len() - half..=line.len()).find(|&at| line.is_char_boundary(at)).unwrap_or(line.len());
    let missing = end.saturating_sub(start);
    let (first, last) = (line.get(..start).unwrap_or(""), line.get(end..).unwrap_or(""));
    format!("{first}[… {missing} of {} bytes left out …]{last}", line.len())
}
