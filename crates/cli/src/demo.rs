//! The embedded demo: a small shop and its support desk, with data generated from a fixed seed.
//!
//! Some calls are slow, some fail now and then, one list has pages: enough to show parallel calls, paging, joins,
//! retries and errors.

mod customers;
mod data;
mod inventory;
mod orders;
mod tickets;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use codemode::{ConfigError, Group, ToolError, ToolSet};

use data::Shop;

/// The shop, shared by the tools.
type State = Arc<Mutex<Shop>>;

/// All demo tools.
pub fn tools() -> Result<ToolSet, ConfigError> {
    let state: State = Arc::new(Mutex::new(Shop::generate(20_260_101)));
    ToolSet::builder()
        .group(customers::group(&state))
        .group(inventory::group(&state))
        .group(orders::group(&state))
        .group(tickets::group(&state))
        .build()
}

/// A namespace with its description.
fn namespace(name: &str, description: &str) -> Group {
    Group::new(name).description(description)
}

/// Takes its time, like a service behind a network.
async fn latency(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

/// Reads or changes the shop.
fn with<R>(state: &State, work: impl FnOnce(&mut Shop) -> R) -> Result<R, ToolError> {
    match state.lock() {
        Ok(mut shop) => Ok(work(&mut shop)),
        Err(_) => Err(ToolError::new("the shop is out of order")),
    }
}
