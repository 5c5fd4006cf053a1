//! Signature lines: how a model sees that a tool is called (tools-and-discovery.md 4.9).

use crate::schema::{Declaration, SchemaDocument, TypeStyle};
use crate::{Tool, ToolAnnotations, path_expression};

/// A tool's signature.
///
/// Printed as one text: the call, then the declarations of recursive or repeated types, one below the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// `tools.orders.lookup(input: { … }): Promise<…>`.
    pub call: String,
    /// Declarations of the type names in `call`.
    pub declarations: Vec<Declaration>,
}

impl Signature {
    /// The signature of `tool` at canonical `path`.
    pub fn of(path: &str, tool: &Tool, style: TypeStyle) -> Signature {
        let mut declarations = Vec::new();
        let argument = argument(tool, style, &mut declarations);
        let value = match tool.output_schema() {
            Some(schema) => render(schema, "Output", style, &mut declarations),
            None => "unknown".into(),
        };
        let mut call = format!("{}({argument}): Promise<{value}>", path_expression(path));
        if let Some(effect) = effect(tool.annotations()) {
            call.push_str(effect);
        }
        Signature { call, declarations }
    }

    /// The call without its result.
    pub(super) fn input_form(path: &str, tool: &Tool) -> String {
        let mut declarations = Vec::new();
        let argument = argument(tool, TypeStyle::Pretty, &mut declarations);
        Signature { call: format!("{}({argument})", path_expression(path)), declarations }.text()
    }

    /// The whole text.
    pub fn text(&self) -> String {
        let mut text = self.call.clone();
        for declaration in &self.declarations {
            text.push('\n');
            text.push_str(&declaration.text);
        }
        text
    }
}

fn argument(tool: &Tool, style: TypeStyle, declarations: &mut Vec<Declaration>) -> String {
    if tool.input_schema().is_empty_input() {
        return String::new();
    }
    format!("input: {}", render(tool.input_schema(), "Input", style, declarations))
}

/// What a tool's hints say about its effect, as a comment. Harmless tools that may be repeated need no word.
fn effect(annotations: ToolAnnotations) -> Option<&'static str> {
    match (annotations.destructive, annotations.read_only) {
        (_, Some(true)) => Some(" /* read-only */"),
        (Some(true), _) => Some(" /* destructive */"),
        _ => None,
    }
}

/// Renders one side. A declaration that the other side already made in the same words is shared, one in other words gets
/// another name.
fn render(schema: &SchemaDocument, name: &str, style: TypeStyle, declarations: &mut Vec<Declaration>) -> String {
    let mut rendered = schema.render(name, style, &[]);
    let clashes = |new: &Declaration| declarations.iter().any(|old| old.name == new.name && old.text != new.text);
    if rendered.declarations.iter().any(clashes) {
        let taken: Vec<&str> = declarations.iter().map(|declaration| declaration.name.as_str()).collect();
        rendered = schema.render(name, style, &taken);
    }
    for declaration in rendered.declarations {
        if !declarations.contains(&declaration) {
            declarations.push(declaration);
        }
    }
    rendered.text
}
