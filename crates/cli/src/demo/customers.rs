//! `tools.customers`

use codemode::{Group, Tool, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::Customer;
use super::{State, latency, namespace, with};

#[derive(Debug, Deserialize, JsonSchema)]
struct Get {
    /// Customer id such as `cus_001`
    id: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Search {
    /// Part of the name or e-mail address
    query: Option<String>,
    /// Two-letter country code
    country: Option<String>,
    /// free, plus or business
    tier: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateTier {
    id: String,
    /// free, plus or business
    tier: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    count: usize,
    items: Vec<Customer>,
}

pub fn group(state: &State) -> Group {
    let get = {
        let state = state.clone();
        Tool::new("get").description("Get a customer by id").read_only().run(move |input: Get| {
            let state = state.clone();
            async move {
                latency(40).await;
                with(&state, |shop| shop.customers.iter().find(|customer| customer.id == input.id).cloned())?
                    .ok_or_else(|| ToolError::new(format!("there is no customer '{}'", input.id)))
            }
        })
    };
    let search = {
        let state = state.clone();
        Tool::new("search").description("Find customers by name, country or tier").read_only().run(
            move |input: Search| {
                let state = state.clone();
                async move {
                    latency(60).await;
                    let items: Vec<Customer> = with(&state, |shop| {
                        let matches = |customer: &&Customer| {
                            let query = input.query.as_deref().unwrap_or("").to_lowercase();
                            (customer.name.to_lowercase().contains(&query) || customer.email.contains(&query))
                                && input.country.as_ref().is_none_or(|country| *country == customer.country)
                                && input.tier.as_ref().is_none_or(|tier| *tier == customer.tier)
                        };
                        shop.customers.iter().filter(matches).cloned().collect()
                    })?;
                    Ok::<_, ToolError>(Found { count: items.len(), items })
                }
            },
        )
    };
    let update_tier = {
        let state = state.clone();
        Tool::new("updateTier").description("Change the tier of a customer").run(move |input: UpdateTier| {
            let state = state.clone();
            async move {
                if !["free", "plus", "business"].contains(&input.tier.as_str()) {
                    return Err(ToolError::new(format!("'{}' is no tier: use free, plus or business", input.tier)));
                }
                with(&state, |shop| {
                    let customer = shop.customers.iter_mut().find(|customer| customer.id == input.id)?;
                    customer.tier = input.tier.clone();
                    Some(customer.clone())
                })?
                .ok_or_else(|| ToolError::new(format!("there is no customer '{}'", input.id)))
            }
        })
    };
    namespace("customers", "People who buy in the shop").tools([get, search, update_tier])
}
