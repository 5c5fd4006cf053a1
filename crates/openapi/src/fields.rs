//! The single argument of a tool: one field for each parameter and for the body, named so that no two collide.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use crate::body::{Body, Input};
use crate::parameters::{Location, Parameter};
use crate::schemas::{Direction, Schemas};

/// The input of a tool and where its fields go.
pub(crate) struct Fields {
    pub(crate) schema: Value,
    /// The field of each parameter, in the order of the parameters; `None` for those the host keeps to itself.
    pub(crate) parameters: Vec<Option<String>>,
    pub(crate) body: Option<BodyFields>,
}

/// Where the body comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BodyFields {
    /// The field that is the whole body.
    Whole(String),
    /// Field and property for each property of the body.
    Each(Vec<BodyField>),
}

/// A field that is a property of the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BodyField {
    pub(crate) property: String,
    pub(crate) field: String,
    pub(crate) required: bool,
}

/// A field before it has its final name.
struct Draft<'d> {
    wire: &'d str,
    prefix: &'static str,
    schema: Value,
    required: bool,
}

/// Lays the fields out (openapi.md 4.1 to 4.3): path, query, header, cookie, then body. `is_visible` says which
/// parameters are the caller's.
pub(crate) fn lay_out<'a>(
    schemas: &Schemas<'a>,
    parameters: &[Parameter<'a>],
    body: Option<&Body>,
    is_visible: impl Fn(&Parameter<'a>) -> bool,
) -> Fields {
    let mut order: Vec<usize> = (0..parameters.len()).collect();
    order.sort_by_key(|position| parameters.get(*position).map(|parameter| rank(parameter.location)));
    let mut drafts = Vec::new();
    let mut positions = Vec::new();
    for position in order {
        let Some(parameter) = parameters.get(position).filter(|parameter| is_visible(parameter)) else { continue };
        positions.push(position);
        drafts.push(Draft {
            wire: parameter.name,
            prefix: parameter.location.as_str(),
            schema: parameter_schema(schemas, parameter),
            required: parameter.required,
        });
    }
    let mut definitions = Map::new();
    match body.map(|body| &body.input) {
        None => {}
        Some(Input::Field(schema)) => {
            let required = body.is_some_and(|body| body.required);
            let description = body.and_then(|body| body.description.as_deref());
            drafts.push(Draft {
                wire: "body",
                prefix: "body",
                schema: described(schema.clone(), description),
                required,
            });
        }
        Some(Input::Flat { properties, definitions: own }) => {
            definitions.extend(own.iter().cloned());
            drafts.extend(properties.iter().map(|(name, schema, required)| Draft {
                wire: name,
                prefix: "body",
                schema: schema.clone(),
                required: *required,
            }));
        }
    }
    let names = names(&drafts);
    let mut fields = vec![None; parameters.len()];
    for (position, name) in positions.iter().zip(&names) {
        if let Some(slot) = fields.get_mut(*position) {
            *slot = Some(name.clone());
        }
    }
    let body_names = names.get(positions.len()..).unwrap_or_default();
    let body = body.map(|body| match &body.input {
        Input::Field(_) => BodyFields::Whole(body_names.first().cloned().unwrap_or_else(|| "body".into())),
        Input::Flat { properties, .. } => {
            let each = properties.iter().zip(body_names).map(|((property, _, required), field)| BodyField {
                property: property.clone(),
                field: field.clone(),
                required: *required,
            });
            BodyFields::Each(each.collect())
        }
    });
    Fields { schema: object(drafts, names, definitions), parameters: fields, body }
}

fn rank(location: Location) -> usize {
    match location {
        Location::Path => 0,
        Location::Query | Location::QueryString => 1,
        Location::Header => 2,
        Location::Cookie => 3,
    }
}

fn parameter_schema<'a>(schemas: &Schemas<'a>, parameter: &Parameter<'a>) -> Value {
    let mut schema = match parameter.schema {
        Some(schema) => described(schemas.copy(Direction::Request, schema), parameter.description),
        None => described(json!({}), parameter.description),
    };
    if parameter.deprecated
        && let Value::Object(object) = &mut schema
    {
        object.entry("deprecated").or_insert(Value::Bool(true));
    }
    schema
}

/// Adds a description where the schema has none.
fn described(mut schema: Value, description: Option<&str>) -> Value {
    if let (Value::Object(object), Some(description)) = (&mut schema, description) {
        let has_own = object.get("description").and_then(Value::as_str).is_some_and(|own| !own.is_empty());
        if !has_own {
            object.insert("description".into(), description.into());
        }
    }
    schema
}

/// A wire name that several fields have gets its location in front everywhere; what still collides gets a number.
fn names(drafts: &[Draft<'_>]) -> Vec<String> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for draft in drafts {
        *uses.entry(draft.wire).or_default() += 1;
    }
    let mut taken: HashSet<String> = HashSet::new();
    let mut names = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let is_shared = uses.get(draft.wire).is_some_and(|count| *count > 1);
        let base = if is_shared { format!("{}_{}", draft.prefix, draft.wire) } else { draft.wire.to_owned() };
        let mut name = base.clone();
        let mut number = 1;
        while taken.contains(&name) {
            number += 1;
            name = format!("{base}_{number}");
        }
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

fn object(drafts: Vec<Draft<'_>>, names: Vec<String>, definitions: Map<String, Value>) -> Value {
    let required: Vec<Value> =
        drafts.iter().zip(&names).filter(|(draft, _)| draft.required).map(|(_, name)| name.clone().into()).collect();
    let properties: Map<String, Value> = names.into_iter().zip(drafts.into_iter().map(|draft| draft.schema)).collect();
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), properties.into());
    if !required.is_empty() {
        schema.insert("required".into(), required.into());
    }
    if !definitions.is_empty() {
        schema.insert("$defs".into(), definitions.into());
    }
    schema.into()
}
