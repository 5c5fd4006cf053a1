//! `#[codemode::tool]`: a tool from a documented async function. Use it through the `codemode` crate, which documents it.

use proc_macro::TokenStream;

mod arguments;
mod function;

/// Makes a constructor of a tool from an async function.
///
/// The function's doc comment is the description, its parameters are the fields of the input, and their doc comments
/// describe these. The function is replaced by one of the same name that returns the tool:
///
/// ```
/// use codemode::ToolError;
/// use std::collections::BTreeMap;
/// use std::sync::Arc;
///
/// type Orders = BTreeMap<String, Vec<String>>;
///
/// /// Look up the lines of an order
/// #[codemode::tool(name = "orders.lookup", read_only)]
/// async fn lookup(
///     #[state] orders: Arc<Orders>,
///     /// Order number, as printed on the invoice
///     id: String,
///     /// How many lines to return
///     #[serde(default)]
///     limit: Option<usize>,
/// ) -> Result<Vec<String>, ToolError> {
///     let lines = orders.get(&id).ok_or_else(|| ToolError::new("no such order"))?;
///     Ok(lines.iter().take(limit.unwrap_or(10)).cloned().collect())
/// }
///
/// let tool = lookup(Arc::new(Orders::new()));
/// assert_eq!(tool.name(), "orders.lookup");
/// assert_eq!(tool.description(), "Look up the lines of an order");
/// ```
///
/// - `name = "…"`: the dotted name; by default the function's.
/// - `read_only`, `destructive`: effect hints. `keywords = "…"`: text that only search sees.
/// - `#[state]` on a parameter: not input, but given to the constructor; cloned for every call.
/// - `#[context]` on a parameter: the `ToolContext` of the call.
/// - `serde` and `schemars` attributes on other parameters apply to the field.
#[proc_macro_attribute]
pub fn tool(attributes: TokenStream, item: TokenStream) -> TokenStream {
    let attributes = syn::parse_macro_input!(attributes as arguments::Arguments);
    let function = syn::parse_macro_input!(item as syn::ItemFn);
    function::expand(&attributes, function).unwrap_or_else(|error| error.into_compile_error()).into()
}
