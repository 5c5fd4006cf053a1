//! The function that becomes a tool.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Expr, ExprLit, FnArg, Ident, ItemFn, Lit, Meta, Pat, PatType, Type};

use crate::arguments::Arguments;

pub(crate) fn expand(arguments: &Arguments, mut function: ItemFn) -> syn::Result<TokenStream> {
    if function.sig.asyncness.is_none() {
        return Err(syn::Error::new_spanned(function.sig.fn_token, "a tool is an `async fn`"));
    }
    if !function.sig.generics.params.is_empty() {
        return Err(syn::Error::new_spanned(&function.sig.generics, "a tool cannot be generic"));
    }
    let parameters = function.sig.inputs.iter_mut().map(Parameter::take).collect::<syn::Result<Vec<_>>>()?;

    let name = function.sig.ident.clone();
    let visibility = std::mem::replace(&mut function.vis, syn::Visibility::Inherited);
    let (docs, others) = split_docs(std::mem::take(&mut function.attrs));
    let description = doc_text(&docs);
    let body = format_ident!("__{name}_body");
    function.sig.ident = body.clone();
    function.attrs = others;

    let states: Vec<&Parameter> = parameters.iter().filter(|parameter| parameter.role == Role::State).collect();
    let fields: Vec<&Parameter> = parameters.iter().filter(|parameter| parameter.role == Role::Field).collect();
    let field_lines = fields.iter().map(|Parameter { name, of, attributes, .. }| quote!(#(#attributes)* #name: #of));
    let state_names: Vec<&Ident> = states.iter().map(|state| &state.name).collect();
    let state_types: Vec<&Type> = states.iter().map(|state| &state.of).collect();
    let passed = parameters.iter().map(|parameter| {
        let name = &parameter.name;
        match parameter.role {
            Role::State => quote!(#name),
            Role::Context => quote!(__call),
            Role::Field => quote!(__input.#name),
        }
    });
    let tool_name = arguments.name.as_ref().map_or_else(|| name.to_string(), syn::LitStr::value);
    let mut hints = TokenStream::new();
    if arguments.read_only {
        hints.extend(quote!(.read_only()));
    }
    if arguments.destructive {
        hints.extend(quote!(.destructive()));
    }
    if let Some(keywords) = &arguments.keywords {
        hints.extend(quote!(.keywords(#keywords)));
    }
    let context_use =
        parameters.iter().all(|parameter| parameter.role != Role::Context).then(|| quote!(let _ = &__call;));
    let input_use = fields.is_empty().then(|| quote!(let _ = &__input;));

    Ok(quote! {
        #(#docs)*
        #[must_use]
        #visibility fn #name(#(#state_names: #state_types),*) -> ::codemode::Tool {
            #function

            #[derive(::codemode::__private::serde::Deserialize, ::codemode::__private::schemars::JsonSchema)]
            #[serde(crate = "::codemode::__private::serde")]
            #[schemars(crate = "::codemode::__private::schemars")]
            struct Input { #(#field_lines),* }

            ::codemode::Tool::new(#tool_name).description(#description) #hints .run(
                move |__call: ::codemode::ToolContext, __input: Input| {
                    #context_use
                    #input_use
                    #(let #state_names = ::core::clone::Clone::clone(&#state_names);)*
                    #body(#(#passed),*)
                },
            )
        }
    })
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Role {
    State,
    Context,
    Field,
}

struct Parameter {
    name: Ident,
    of: Type,
    role: Role,
    /// Attributes of the field: docs, `serde`, `schemars`.
    attributes: Vec<Attribute>,
}

impl Parameter {
    /// Reads a parameter and leaves it without attributes.
    fn take(argument: &mut FnArg) -> syn::Result<Parameter> {
        let FnArg::Typed(PatType { attrs, pat, ty, .. }) = argument else {
            return Err(syn::Error::new_spanned(argument, "a tool has no receiver; pass shared state with `#[state]`"));
        };
        let Pat::Ident(pattern) = &**pat else {
            return Err(syn::Error::new_spanned(pat, "a tool's parameters are plain names, which become fields"));
        };
        let mut role = Role::Field;
        let mut attributes = Vec::new();
        for attribute in attrs.drain(..) {
            if attribute.path().is_ident("state") {
                role = Role::State;
            } else if attribute.path().is_ident("context") {
                role = Role::Context;
            } else {
                attributes.push(attribute);
            }
        }
        if role != Role::Field
            && let Some(attribute) = attributes.iter().find(|attribute| !attribute.path().is_ident("doc"))
        {
            return Err(syn::Error::new_spanned(attribute, "only fields of the input have attributes"));
        }
        Ok(Parameter { name: pattern.ident.clone(), of: (**ty).clone(), role, attributes })
    }
}

fn split_docs(attributes: Vec<Attribute>) -> (Vec<Attribute>, Vec<Attribute>) {
    attributes.into_iter().partition(|attribute| attribute.path().is_ident("doc"))
}

/// The text of doc comments, without the space that follows `///`.
fn doc_text(docs: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    };
    let lines = docs.iter().filter_map(line).map(|line| line.strip_prefix(' ').map_or(line.clone(), str::to_owned));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
