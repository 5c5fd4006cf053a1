//! What stands in the parentheses of the attribute.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token};

#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) name: Option<LitStr>,
    pub(crate) keywords: Option<LitStr>,
    pub(crate) read_only: bool,
    pub(crate) destructive: bool,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut arguments = Arguments::default();
        for argument in Punctuated::<Argument, Token![,]>::parse_terminated(input)? {
            match (argument.name.to_string().as_str(), argument.value) {
                ("name", Some(value)) => arguments.name = Some(value),
                ("keywords", Some(value)) => arguments.keywords = Some(value),
                ("read_only", None) => arguments.read_only = true,
                ("destructive", None) => arguments.destructive = true,
                _ => {
                    let message = "expected `name = \"…\"`, `keywords = \"…\"`, `read_only` or `destructive`";
                    return Err(syn::Error::new(argument.name.span(), message));
                }
            }
        }
        Ok(arguments)
    }
}

struct Argument {
    name: Ident,
    value: Option<LitStr>,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Some(input.parse()?)
        } else {
            None
        };
        Ok(Argument { name, value })
    }
}
