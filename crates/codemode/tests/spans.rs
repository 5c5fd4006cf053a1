//! Spans for tracing: one for the execution, one below it for every call, with names that OpenTelemetry exporters know.
//! Alone in its process: which spans are recorded is decided once for all threads.
#![allow(clippy::unwrap_used, clippy::panic)]

// Shared with the contract's tables, of which this needs a part.
#[path = "contract/support.rs"]
#[allow(dead_code, unused_imports)]
mod support;

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use codemode::Limits;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use support::builder;

#[derive(Default)]
struct Recorded {
    name: &'static str,
    parent: Option<u64>,
    fields: HashMap<&'static str, String>,
}

impl Visit for Recorded {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}").trim_matches('"').to_owned());
    }
}

#[derive(Default, Clone)]
struct Recorder {
    next: Arc<AtomicU64>,
    spans: Arc<Mutex<HashMap<u64, Recorded>>>,
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("codemode")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let parent = attributes.parent().map(Id::into_u64);
        let mut recorded = Recorded { name: attributes.metadata().name(), parent, ..Recorded::default() };
        attributes.record(&mut recorded);
        self.spans.lock().unwrap().insert(id, recorded);
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        if let Some(recorded) = self.spans.lock().unwrap().get_mut(&span.into_u64()) {
            values.record(recorded);
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn executions_and_calls_have_spans() {
    let recorder = Recorder::default();
    let spans = recorder.spans.clone();
    tracing::subscriber::with_default(recorder, || {
        let tokio = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let runtime = builder(&Arc::default(), Limits::UNLIMITED).build().unwrap();
        let source = "await tools.svc.twin({ n: 1 }); search({}); tools.svc.hang({}); await tools.svc.deny({})";
        tokio.block_on(runtime.execute(source));
    });
    let spans = spans.lock().unwrap();
    let field = |span: &Recorded, name: &str| span.fields.get(name).cloned().unwrap_or_default();
    let (id, execution) = spans.iter().find(|(_, span)| span.name == "codemode.execute").unwrap();
    assert_eq!(field(execution, "codemode.tool_calls"), "4");
    assert_eq!(field(execution, "error.type"), "ToolFailure");
    assert_eq!(field(execution, "otel.status_code"), "ERROR");
    assert_ne!(field(execution, "codemode.instructions"), "");
    let mut calls: Vec<(String, String, String, String)> = spans
        .values()
        .filter(|span| span.name == "execute_tool")
        .map(|span| {
            assert_eq!(span.parent, Some(*id));
            assert_eq!(field(span, "gen_ai.operation.name"), "execute_tool");
            let outcome = field(span, "codemode.outcome");
            (field(span, "codemode.call.index"), field(span, "gen_ai.tool.name"), field(span, "otel.name"), outcome)
        })
        .collect();
    calls.sort();
    let row = |index: &str, name: &str, outcome: &str| {
        (index.to_owned(), name.to_owned(), format!("execute_tool {name}"), outcome.to_owned())
    };
    assert_eq!(
        calls,
        [
            row("0", "svc.twin", "success"),
            row("1", "search", "success"),
            row("2", "svc.hang", "interrupted"),
            row("3", "svc.deny", "failure"),
        ]
    );
}
