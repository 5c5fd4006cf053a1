//! `tools.orders`

use codemode::{Group, Tool, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::Order;
use super::{State, latency, namespace, with};

#[derive(Debug, Deserialize, JsonSchema)]
struct Get {
    /// Order id such as `ord_0001`
    id: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct List {
    /// pending, paid, shipped, delivered or cancelled
    status: Option<String>,
    customer_id: Option<String>,
    /// Where the last page ended; leave out for the first page
    cursor: Option<String>,
    /// Orders per page, at most 50 (default 20)
    page_size: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Page {
    items: Vec<Order>,
    /// Pass it as `cursor` to get the next page; absent on the last one
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Cancel {
    id: String,
    reason: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Tracking {
    order_id: String,
    carrier: String,
    /// Days until delivery; 0 when it has arrived
    days_left: u32,
}

pub fn group(state: &State) -> Group {
    let get = {
        let state = state.clone();
        Tool::new("get").description("Get an order with its lines").read_only().run(move |input: Get| {
            let state = state.clone();
            async move {
                latency(40).await;
                find(&state, &input.id)
            }
        })
    };
    let list = {
        let state = state.clone();
        Tool::new("list").description("List orders, newest last, page by page").read_only().run(move |input: List| {
            let state = state.clone();
            async move {
                latency(70).await;
                page(&state, &input)
            }
        })
    };
    let track = {
        let state = state.clone();
        Tool::new("track")
            .description(
                "Ask the carrier where an order is. The carrier's service is slow and sometimes unavailable: retry",
            )
            .read_only()
            .run(move |input: Get| {
                let state = state.clone();
                async move {
                    latency(150).await;
                    let order = find(&state, &input.id)?;
                    let call = with(&state, |shop| {
                        shop.carrier_calls += 1;
                        shop.carrier_calls
                    })?;
                    if call % 3 == 1 {
                        return Err(ToolError::new("the carrier's service is unavailable, try again"));
                    }
                    let days_left = match order.status.as_str() {
                        "shipped" => 1 + order.total % 5,
                        "delivered" => 0,
                        _ => return Err(ToolError::new(format!("order {} has not been shipped", order.id))),
                    };
                    Ok(Tracking { order_id: order.id, carrier: "Northwind".to_owned(), days_left })
                }
            })
    };
    let cancel = {
        let state = state.clone();
        Tool::new("cancel").description("Cancel an order that has not been shipped").destructive().run(
            move |input: Cancel| {
                let state = state.clone();
                async move {
                    latency(40).await;
                    with(&state, |shop| {
                        let Some(order) = shop.orders.iter_mut().find(|order| order.id == input.id) else {
                            return Err(ToolError::new(format!("there is no order '{}'", input.id)));
                        };
                        if !["pending", "paid"].contains(&order.status.as_str()) {
                            let reason = input.reason.as_deref().unwrap_or("no reason given");
                            return Err(ToolError::new(format!(
                                "order {} is {} and cannot be cancelled ({reason})",
                                order.id, order.status
                            )));
                        }
                        order.status = "cancelled".to_owned();
                        Ok(order.clone())
                    })?
                }
            },
        )
    };
    namespace("orders", "Orders of the shop").tools([get, list, track, cancel])
}

fn find(state: &State, id: &str) -> Result<Order, ToolError> {
    with(state, |shop| shop.orders.iter().find(|order| order.id == id).cloned())?
        .ok_or_else(|| ToolError::new(format!("there is no order '{id}'")))
}

fn page(state: &State, input: &List) -> Result<Page, ToolError> {
    let start: usize = match &input.cursor {
        None => 0,
        Some(cursor) => {
            cursor.parse().map_err(|_| ToolError::new("the cursor is not one that orders.list returned"))?
        }
    };
    let size = input.page_size.unwrap_or(20).clamp(1, 50) as usize;
    with(state, |shop| {
        let wanted = |order: &&Order| {
            input.status.as_ref().is_none_or(|status| *status == order.status)
                && input.customer_id.as_ref().is_none_or(|customer| *customer == order.customer_id)
        };
        let all: Vec<&Order> = shop.orders.iter().filter(wanted).collect();
        let items: Vec<Order> = all.iter().skip(start).take(size).map(|order| (*order).clone()).collect();
        let end = start + items.len();
        Page { items, next_cursor: (end < all.len()).then(|| end.to_string()) }
    })
}
