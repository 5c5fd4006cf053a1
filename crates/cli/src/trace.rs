//! The calls of a run as a trace that chrome://tracing and ui.perfetto.dev show.

use std::time::Duration;

use serde_json::{Value, json};

use crate::calls::{Call, lanes};

/// The trace: the program on the first row, calls below it, those that overlap on rows of their own.
pub fn trace(program: &str, calls: &[Call], total: Duration) -> Value {
    let (chosen, count) = lanes(calls, total);
    let mut events = vec![
        json!({ "name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": { "name": "codemode" } }),
        row_name(0, "program"),
    ];
    events.extend((1..=count).map(|row| row_name(row, &format!("tool calls {row}"))));
    events.push(json!({
        "name": program, "cat": "program", "ph": "X", "pid": 1, "tid": 0, "ts": 0, "dur": micros(total),
    }));
    for (call, lane) in calls.iter().zip(chosen) {
        let mut args = json!({ "index": call.index, "input": call.input, "outcome": call.outcome() });
        if let (Some(args), Some(message)) =
            (args.as_object_mut(), call.end.as_ref().and_then(|end| end.message.clone()))
        {
            args.insert("message".into(), message.into());
        }
        events.push(json!({
            "name": &*call.name,
            "cat": "tool",
            "ph": "X",
            "pid": 1,
            "tid": lane + 1,
            "ts": micros(call.started),
            "dur": micros(call.until(total).saturating_sub(call.started)),
            "args": args,
        }));
    }
    json!({ "displayTimeUnit": "ms", "traceEvents": events })
}

fn row_name(row: usize, name: &str) -> Value {
    json!({ "name": "thread_name", "ph": "M", "pid": 1, "tid": row, "args": { "name": name } })
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
