//! A picture of a run: what ran in parallel, and where the time went.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use codemode::ToolOutcome;

use crate::calls::{Call, lanes, time};
use crate::render::one_line;

const WIDTH: f64 = 1000.0;
const LEFT: f64 = 20.0;
const ROW: f64 = 24.0;
/// Rows become thinner when there are more than fit on a screen.
const CHART: f64 = 960.0;
const THINNEST: f64 = 2.0;
const TOP: f64 = 64.0;
/// Characters of names that have a place of their own.
const PROGRAM_NAME: usize = 40;
const TOOL_NAME: usize = 56;
/// Tools listed in the table.
const MOST_TOOLS: usize = 20;

/// The picture as SVG. It holds no script and loads nothing.
pub fn timeline(program: &str, calls: &[Call], total: Duration) -> String {
    let (chosen, count) = lanes(calls, total);
    let tools = by_tool(calls, total);
    let row = (CHART / count.max(1) as f64).clamp(THINNEST, ROW);
    let bars_end = TOP + ROW + row * count as f64;
    let table_rows = tools.len().min(MOST_TOOLS) + 2;
    let height = bars_end + 40.0 + 20.0 * table_rows as f64 + 20.0;
    let mut svg = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} \
         {height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<style>\n.ok {{ fill: #2f9e6e }} \
         .failed {{ fill: #d64545 }} .interrupted, .running {{ fill: #c28a1d }} .program {{ fill: #5b6b7f }}\n\
         .label {{ fill: #fff }} .text {{ fill: #222 }} .axis {{ stroke: #ccc }}\n</style>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let _ = writeln!(
        svg,
        "<text class=\"text\" x=\"{LEFT}\" y=\"24\" font-size=\"16\">{}: {}</text>",
        escape(&ending(program, PROGRAM_NAME)),
        summary(calls, total)
    );
    axis(&mut svg, total, bars_end);
    bar(&mut svg, "program", "program", "the program", (0.0, place(total, total)), (TOP, ROW));
    for (call, lane) in calls.iter().zip(chosen) {
        let across = (place(call.started, total), place(call.until(total), total));
        let length = time(call.until(total).saturating_sub(call.started));
        let message = call.end.as_ref().and_then(|end| end.message.as_deref()).unwrap_or("");
        let input: String = call.input.to_string().chars().take(200).collect();
        let title = format!("{} {}, {length}\n{input}\n{message}", call.name, call.outcome());
        bar(&mut svg, call.outcome(), &call.name, &title, across, (TOP + ROW + row * lane as f64, row));
    }
    table(&mut svg, &tools, bars_end + 40.0);
    svg.push_str("</svg>\n");
    svg
}

/// Pixels from the left edge of the chart.
fn place(moment: Duration, total: Duration) -> f64 {
    let share = moment.as_secs_f64() / total.as_secs_f64().max(1e-9);
    share.clamp(0.0, 1.0) * (WIDTH - 2.0 * LEFT)
}

fn axis(svg: &mut String, total: Duration, bottom: f64) {
    for tick in 0..=5_u32 {
        let moment = total * tick / 5;
        let x = LEFT + place(moment, total);
        let anchor = if tick == 5 { "end" } else { "start" };
        let _ = writeln!(
            svg,
            "<line class=\"axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"44\" y2=\"{bottom}\"/><text class=\"text\" \
             x=\"{x:.1}\" y=\"56\" text-anchor=\"{anchor}\">{}</text>",
            time(moment)
        );
    }
}

/// A bar from one place to another, in a row of a place and a height.
fn bar(svg: &mut String, class: &str, label: &str, title: &str, (from, to): (f64, f64), (y, row): (f64, f64)) {
    let height = if row >= 8.0 { row * 5.0 / 6.0 } else { row * 0.8 };
    let width = (to - from).max(1.5);
    let x = LEFT + from;
    // About seven pixels for a character; a label that does not fit is left to the tool tip.
    let fits = row >= 18.0 && label.chars().count() as f64 * 7.0 + 6.0 <= width;
    let label = if fits { label } else { "" };
    let _ = writeln!(
        svg,
        "<g><title>{}</title><rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"{:.1}\"/><text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        escape(title),
        (height / 6.0).min(3.0),
        x + 4.0,
        y + 14.0,
        escape(label)
    );
}

/// What a tool took.
#[derive(Default)]
struct Spent {
    calls: usize,
    failed: usize,
    together: Duration,
    longest: Duration,
}

/// The tools with what they took, the most expensive first.
fn by_tool(calls: &[Call], total: Duration) -> Vec<(&str, Spent)> {
    let mut tools: BTreeMap<&str, Spent> = BTreeMap::new();
    for call in calls {
        let length = call.until(total).saturating_sub(call.started);
        let spent = tools.entry(&call.name).or_default();
        spent.calls += 1;
        spent.failed += usize::from(call.end.as_ref().is_some_and(|end| end.outcome == ToolOutcome::Failure));
        spent.together += length;
        spent.longest = spent.longest.max(length);
    }
    let mut tools: Vec<_> = tools.into_iter().collect();
    tools.sort_by_key(|(_, total)| std::cmp::Reverse(total.together));
    tools
}

fn table(svg: &mut String, tools: &[(&str, Spent)], mut y: f64) {
    let mut row = |cells: [&str; 5]| {
        for (cell, x) in cells.into_iter().zip([LEFT, 420.0, 500.0, 600.0, 740.0]) {
            let _ = writeln!(svg, "<text class=\"text\" x=\"{x}\" y=\"{y:.1}\">{}</text>", escape(cell));
        }
        y += 20.0;
    };
    row(["tool", "calls", "failed", "time together", "longest call"]);
    for (name, spent) in tools.iter().take(MOST_TOOLS) {
        let (calls, failed) = (spent.calls.to_string(), spent.failed.to_string());
        row([&ending(name, TOOL_NAME), &calls, &failed, &time(spent.together), &time(spent.longest)]);
    }
    if tools.len() > MOST_TOOLS {
        row([&format!("and {} more tools", tools.len() - MOST_TOOLS), "", "", "", ""]);
    }
}

/// The end of a name that is too long for its place: there files and tools differ.
fn ending(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most {
        return name.to_owned();
    }
    let rest: String = name.chars().skip(count - (most - 1)).collect();
    format!("…{rest}")
}

/// One sentence on where the time went.
fn summary(calls: &[Call], total: Duration) -> String {
    let mut intervals: Vec<(Duration, Duration)> = calls.iter().map(|call| (call.started, call.until(total))).collect();
    intervals.sort();
    let (mut covered, mut reached) = (Duration::ZERO, Duration::ZERO);
    let mut together = Duration::ZERO;
    for (from, to) in intervals {
        together += to.saturating_sub(from);
        covered += to.saturating_sub(from.max(reached));
        reached = reached.max(to);
    }
    let ratio = if covered.is_zero() { 1.0 } else { together.as_secs_f64() / covered.as_secs_f64() };
    format!(
        "{} in all; {} with calls under way, {} without; {} calls, {ratio:.1} at a time on average",
        time(total),
        time(covered),
        time(total.saturating_sub(covered)),
        calls.len()
    )
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push('\n'),
            other => escaped.push_str(&one_line(other.encode_utf8(&mut [0; 4]))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::calls::tests::call;

    #[test]
    fn the_sum_counts_overlap_once() {
        let ok = ToolOutcome::Success;
        let calls = [call(0, "a", 0, Some(100), ok), call(1, "b", 50, Some(150), ok), call(2, "a", 300, Some(400), ok)];
        let text = summary(&calls, Duration::from_millis(500));
        assert_eq!(
            text,
            "500 ms in all; 250 ms with calls under way, 250 ms without; 3 calls, 1.2 at a time on average"
        );
    }

    #[test]
    fn many_calls_at_once_fit_on_a_screen() {
        let picture = |count: usize| {
            let calls: Vec<_> = (0..count).map(|at| call(at, "a.b", 0, Some(100), ToolOutcome::Success)).collect();
            timeline(&"folder/".repeat(20), &calls, Duration::from_millis(100))
        };
        let height = |svg: &str| -> f64 {
            let (_, rest) = svg.split_once("height=\"").unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let (few, many) = (picture(10), picture(200));
        assert!(few.contains(">a.b</text></g>") && !many.contains(">a.b</text></g>"), "labels where they can be read");
        assert_eq!(many.matches("class=\"ok\"").count(), 200);
        assert!(height(&few) < 500.0 && height(&many) < 1200.0, "{} {}", height(&few), height(&many));
        assert!(few.contains(">…") && !few.contains(&"folder/".repeat(6)));
    }

    #[test]
    fn names_cannot_break_out_of_the_picture() {
        let calls = [call(0, "<script>&\"\x08", 0, Some(100), ToolOutcome::Failure)];
        let svg = timeline("p<q>", &calls, Duration::from_millis(100));
        assert!(svg.contains("&lt;script&gt;&amp;&quot; ") && !svg.contains("<script"), "{svg}");
        assert!(svg.contains("class=\"failed\"") && svg.ends_with("</svg>\n"));
    }
}
