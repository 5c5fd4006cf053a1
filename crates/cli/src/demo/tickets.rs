//! `tools.tickets`

use codemode::{Group, Tool, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::Ticket;
use super::{State, latency, namespace, with};

#[derive(Debug, Deserialize, JsonSchema)]
struct Get {
    /// Ticket id such as `tic_001`
    id: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct List {
    /// open, waiting or closed
    status: Option<String>,
    /// low, normal, high or urgent
    priority: Option<String>,
    customer_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    count: usize,
    items: Vec<Ticket>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Note {
    id: String,
    /// Text of the note
    text: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SetStatus {
    id: String,
    /// open, waiting or closed
    status: String,
}

pub fn group(state: &State) -> Group {
    let get = {
        let state = state.clone();
        Tool::new("get").description("Get a support ticket with its notes").read_only().run(move |input: Get| {
            let state = state.clone();
            async move {
                latency(30).await;
                change(&state, &input.id, |_| {})
            }
        })
    };
    let list = {
        let state = state.clone();
        Tool::new("list").description("List support tickets").read_only().run(move |input: List| {
            let state = state.clone();
            async move {
                latency(80).await;
                let items: Vec<Ticket> = with(&state, |shop| {
                    let wanted = |ticket: &&Ticket| {
                        input.status.as_ref().is_none_or(|status| *status == ticket.status)
                            && input.priority.as_ref().is_none_or(|priority| *priority == ticket.priority)
                            && input.customer_id.as_ref().is_none_or(|customer| *customer == ticket.customer_id)
                    };
                    shop.tickets.iter().filter(wanted).cloned().collect()
                })?;
                Ok::<_, ToolError>(Found { count: items.len(), items })
            }
        })
    };
    let add_note = {
        let state = state.clone();
        Tool::new("addNote").description("Add a note to a support ticket").run(move |input: Note| {
            let state = state.clone();
            async move {
                latency(30).await;
                change(&state, &input.id, |ticket| ticket.notes.push(input.text.clone()))
            }
        })
    };
    let set_status = {
        let state = state.clone();
        Tool::new("setStatus").description("Open, park or close a support ticket").run(move |input: SetStatus| {
            let state = state.clone();
            async move {
                latency(30).await;
                if !["open", "waiting", "closed"].contains(&input.status.as_str()) {
                    return Err(ToolError::new(format!(
                        "'{}' is no status: use open, waiting or closed",
                        input.status
                    )));
                }
                change(&state, &input.id, |ticket| ticket.status = input.status.clone())
            }
        })
    };
    namespace("tickets", "Support tickets").tools([get, list, add_note, set_status])
}

fn change(state: &State, id: &str, work: impl FnOnce(&mut Ticket)) -> Result<Ticket, ToolError> {
    with(state, |shop| {
        let ticket = shop.tickets.iter_mut().find(|ticket| ticket.id == id)?;
        work(ticket);
        Some(ticket.clone())
    })?
    .ok_or_else(|| ToolError::new(format!("there is no ticket '{id}'")))
}
