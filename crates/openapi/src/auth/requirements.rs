//! What an operation requires: alternatives of schemes that are all needed. Whatever is malformed closes the operation.

use serde_json::{Map, Value};

use super::SchemeDefinition;
use crate::refs::Refs;
use crate::skip::{Reason, SkipKind};

/// One scheme of an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement {
    pub(crate) name: String,
    pub(crate) definition: SchemeDefinition,
    pub(crate) scopes: Vec<String>,
}

/// The alternatives that can be met, in order. No alternative at all means that nothing is required.
pub(crate) fn of_operation<'a>(
    refs: &Refs<'a>,
    operation: &'a Map<String, Value>,
) -> Result<Vec<Vec<Requirement>>, Reason> {
    let Some(security) = operation.get("security").or_else(|| refs.root().get("security")) else {
        return Ok(Vec::new());
    };
    let Value::Array(entries) = security else {
        return Err(Reason::new(
            SkipKind::SecurityNotArray,
            "`security` is not a list, so what it protects is unclear",
        ));
    };
    let mut alternatives = Vec::new();
    let mut missing: Vec<&str> = Vec::new();
    for entry in entries {
        let Value::Object(schemes) = entry else {
            return Err(Reason::new(SkipKind::SecurityNotObject, "an entry of `security` is not an object"));
        };
        let mut alternative = Vec::new();
        let mut is_possible = true;
        for (name, scopes) in schemes {
            let scopes = scopes_of(name, scopes)?;
            match definition(refs, name) {
                Some(definition) => alternative.push(Requirement { name: name.clone(), definition, scopes }),
                None => {
                    is_possible = false;
                    if !missing.contains(&name.as_str()) {
                        missing.push(name);
                    }
                }
            }
        }
        if is_possible {
            alternatives.push(alternative);
        }
    }
    if alternatives.is_empty() && !entries.is_empty() {
        let names = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let reason = format!(
            "every way to authenticate needs a scheme that is not declared or of a kind that cannot be used: {names}"
        );
        return Err(Reason::new(SkipKind::SecurityMissingScheme, reason));
    }
    Ok(alternatives)
}

fn scopes_of(name: &str, scopes: &Value) -> Result<Vec<String>, Reason> {
    let texts = scopes.as_array().and_then(|scopes| {
        scopes.iter().map(|scope| scope.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
    });
    texts.ok_or_else(|| {
        Reason::new(SkipKind::SecurityBadScopes, format!("the scopes of the scheme `{name}` are not a list of texts"))
    })
}

fn definition(refs: &Refs<'_>, name: &str) -> Option<SchemeDefinition> {
    let declared = refs.root().get("components")?.get("securitySchemes")?.get(name)?;
    let scheme = refs.resolve(declared).ok()?;
    let text = |key: &str| scheme.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    match text("type")? {
        "apiKey" => {
            let location = text("in").filter(|location| ["header", "query", "cookie"].contains(location))?;
            let name = text("name")?;
            // A name that no header can have would have to be altered to be sent.
            let is_sendable = location == "query" || crate::safety::is_header_name(name);
            is_sendable.then(|| SchemeDefinition::ApiKey { name: name.to_owned(), location: location.to_owned() })
        }
        "http" => Some(SchemeDefinition::Http { scheme: text("scheme")?.to_ascii_lowercase() }),
        "oauth2" => Some(SchemeDefinition::OAuth2),
        "openIdConnect" => Some(SchemeDefinition::OpenIdConnect),
        _ => None,
    }
}
