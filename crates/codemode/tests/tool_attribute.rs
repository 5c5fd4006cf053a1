//! Tools from documented functions.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use codemode::{Signature, Tool, ToolContext, ToolError, TypeStyle};
use serde_json::{Value, json};

async fn call(tool: &Tool, input: Value) -> Result<Value, ToolError> {
    let prepared = tool.handler().clone().prepare(input)?;
    prepared.start(ToolContext::detached(tool.name())).await
}

/// Look up an order by ID
///
/// Archived orders are not found.
#[codemode::tool(name = "orders.lookup", read_only, keywords = "invoice")]
async fn lookup(
    /// Order number, as printed on the invoice
    id: String,
    /// How many lines to return
    #[serde(default)]
    limit: u32,
) -> Result<Vec<String>, ToolError> {
    if id.is_empty() {
        return Err(ToolError::new("an order number is needed"));
    }
    Ok(vec![id; limit as usize])
}

#[codemode::tool]
async fn next_number(#[state] counter: Arc<AtomicU32>, #[context] call: ToolContext) -> Result<String, ToolError> {
    Ok(format!("{}:{}", call.name, counter.fetch_add(1, Ordering::Relaxed)))
}

#[tokio::test]
async fn documentation_becomes_description_and_signature() {
    let tool = lookup();
    assert_eq!(tool.name(), "orders.lookup");
    assert_eq!(tool.description(), "Look up an order by ID\n\nArchived orders are not found.");
    assert_eq!(tool.keywords(), "invoice");
    assert_eq!(tool.annotations().read_only, Some(true));
    insta::assert_snapshot!(Signature::of(tool.name(), &tool, TypeStyle::Pretty).text(), @r"
    tools.orders.lookup(input: {
      /** Order number, as printed on the invoice */
      id: string,
      /** How many lines to return. @default 0 @format uint32 @integer @minimum 0 */
      limit?: number,
    }): Promise<Array<string>> /* read-only */
    ");
    assert_eq!(call(&tool, json!({ "id": "a", "limit": 2 })).await.unwrap(), json!(["a", "a"]));
    assert_eq!(call(&tool, json!({ "id": "" })).await.unwrap_err().message(), "an order number is needed");
    assert_eq!(call(&tool, json!({})).await.unwrap_err().message(), "missing field `id`");
}

#[tokio::test]
async fn state_is_given_to_the_constructor() {
    let tool = next_number(Arc::new(AtomicU32::new(7)));
    assert_eq!(tool.name(), "next_number");
    assert_eq!(call(&tool, json!({})).await.unwrap(), json!("next_number:7"));
    assert_eq!(call(&tool, json!({})).await.unwrap(), json!("next_number:8"));
    assert_eq!(Signature::of("x", &tool, TypeStyle::Compact).call, "tools.x(): Promise<string>");
}
