//! `tools.inventory`

use codemode::{Group, Tool, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::Product;
use super::{State, latency, namespace, with};

#[derive(Debug, Deserialize, JsonSchema)]
struct Get {
    /// Stock keeping unit such as `SKU-001`
    sku: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct List {
    /// lighting, paper, writing, bags or kitchen
    category: Option<String>,
    /// Only products whose stock is below their reorder level
    low_stock: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Reserve {
    sku: String,
    /// Pieces to set aside
    quantity: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Reserved {
    sku: String,
    /// Pieces left after the reservation
    remaining: u32,
}

pub fn group(state: &State) -> Group {
    let get = {
        let state = state.clone();
        Tool::new("get").description("Get a product and its stock").read_only().run(move |input: Get| {
            let state = state.clone();
            async move {
                latency(25).await;
                with(&state, |shop| shop.products.iter().find(|product| product.sku == input.sku).cloned())?
                    .ok_or_else(|| ToolError::new(format!("there is no product '{}'", input.sku)))
            }
        })
    };
    let list = {
        let state = state.clone();
        Tool::new("list").description("List products with their stock").read_only().run(move |input: List| {
            let state = state.clone();
            async move {
                latency(50).await;
                with(&state, |shop| {
                    let wanted = |product: &&Product| {
                        input.category.as_ref().is_none_or(|category| *category == product.category)
                            && (input.low_stock != Some(true) || product.stock < product.reorder_level)
                    };
                    shop.products.iter().filter(wanted).cloned().collect::<Vec<Product>>()
                })
            }
        })
    };
    let reserve = {
        let state = state.clone();
        Tool::new("reserve").description("Set pieces of a product aside").run(move |input: Reserve| {
            let state = state.clone();
            async move {
                latency(30).await;
                with(&state, |shop| {
                    let Some(product) = shop.products.iter_mut().find(|product| product.sku == input.sku) else {
                        return Err(ToolError::new(format!("there is no product '{}'", input.sku)));
                    };
                    match product.stock.checked_sub(input.quantity) {
                        Some(remaining) => {
                            product.stock = remaining;
                            Ok(Reserved { sku: input.sku.clone(), remaining })
                        }
                        None => Err(ToolError::new(format!(
                            "only {} pieces of {} are in stock",
                            product.stock, product.sku
                        ))),
                    }
                })?
            }
        })
    };
    namespace("inventory", "Products and their stock").tools([get, list, reserve])
}
