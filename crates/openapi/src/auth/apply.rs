//! Credentials of one call: asked for, checked against each other, and put where they belong.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use codemode::ToolError;

use super::requirements::Requirement;
use super::{AuthRequest, Credential, CredentialResolver, OperationInfo, SchemeDefinition};
use crate::safety;

/// Credentials as parts of the request.
#[derive(Default, Clone, PartialEq, Eq)]
pub(crate) struct Applied {
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) cookies: Vec<(String, String)>,
    /// Texts that must not appear in any message.
    pub(crate) secrets: Vec<String>,
}

/// What came of asking for credentials.
pub(crate) enum Found {
    Applied(Applied),
    /// No alternative could be met; these schemes had no credential.
    Unavailable(Vec<String>),
}

/// Where credentials of a call may come from.
pub(crate) struct Source<'s> {
    pub(crate) resolver: Option<&'s Arc<dyn CredentialResolver>>,
    /// Names of headers that the host sends anyway, in lower case.
    pub(crate) host_headers: &'s (dyn Fn(&str) -> bool + Sync),
}

/// Finds the first alternative that can be met.
pub(crate) async fn find(
    alternatives: &[Vec<Requirement>],
    operation: &Arc<OperationInfo>,
    source: Source<'_>,
) -> Result<Found, ToolError> {
    if alternatives.is_empty() {
        return Ok(Found::Applied(Applied::default()));
    }
    let mut unavailable: Vec<String> = Vec::new();
    for alternative in alternatives {
        match one(alternative, operation, &source).await? {
            Ok(applied) => return Ok(Found::Applied(applied)),
            Err(name) if !unavailable.contains(&name) => unavailable.push(name),
            Err(_) => {}
        }
    }
    Ok(Found::Unavailable(unavailable))
}

/// The credentials of one alternative, or the scheme that has none.
async fn one(
    alternative: &[Requirement],
    operation: &Arc<OperationInfo>,
    source: &Source<'_>,
) -> Result<Result<Applied, String>, ToolError> {
    let mut applied = Applied::default();
    for requirement in alternative {
        let credential = match source.resolver {
            Some(resolver) => {
                let request = AuthRequest {
                    name: requirement.name.clone(),
                    definition: requirement.definition.clone(),
                    scopes: requirement.scopes.clone(),
                    operation: operation.clone(),
                };
                resolver.resolve(request).await?
            }
            None => None,
        };
        match credential {
            Some(credential) => applied.add(requirement, credential)?,
            None if is_sent_by_host(&requirement.definition, source.host_headers) => {}
            None => return Ok(Err(requirement.name.clone())),
        }
    }
    Ok(Ok(applied))
}

/// Whether a header of the host stands where the scheme's credential would.
fn is_sent_by_host(definition: &SchemeDefinition, has_header: &dyn Fn(&str) -> bool) -> bool {
    match definition {
        SchemeDefinition::ApiKey { name, location } if location == "header" => has_header(&name.to_ascii_lowercase()),
        SchemeDefinition::ApiKey { location, .. } => location == "cookie" && has_header("cookie"),
        SchemeDefinition::Http { .. } | SchemeDefinition::OAuth2 | SchemeDefinition::OpenIdConnect => {
            has_header("authorization")
        }
    }
}

impl Applied {
    fn add(&mut self, requirement: &Requirement, credential: Credential) -> Result<(), ToolError> {
        let scheme = &requirement.name;
        match credential {
            Credential::Bearer(token) => {
                self.secrets.push(token.clone());
                self.header(scheme, "authorization".into(), format!("Bearer {token}"))
            }
            Credential::Basic { username, password } => {
                let encoded = STANDARD.encode(format!("{username}:{password}"));
                self.secrets.extend([password, encoded.clone()]);
                self.header(scheme, "authorization".into(), format!("Basic {encoded}"))
            }
            Credential::Header { name, value } => {
                self.secrets.push(value.clone());
                self.header(scheme, name.to_ascii_lowercase(), value)
            }
            Credential::ApiKey(key) => {
                self.secrets.push(key.clone());
                match &requirement.definition {
                    SchemeDefinition::ApiKey { name, location } if location == "query" => {
                        check_free(scheme, self.query.iter().any(|(known, _)| known == name))?;
                        self.query.push((name.clone(), key));
                        Ok(())
                    }
                    SchemeDefinition::ApiKey { name, location } if location == "cookie" => {
                        check_free(scheme, self.cookies.iter().any(|(known, _)| known == name))?;
                        check_text(scheme, !key.contains([';', ',', ' ', '"', '\\']) && safety::is_header_value(&key))?;
                        self.cookies.push((name.clone(), key));
                        Ok(())
                    }
                    SchemeDefinition::ApiKey { name, .. } => self.header(scheme, name.to_ascii_lowercase(), key),
                    _ => Err(ToolError::new(format!(
                        "the host gave an API key for the scheme `{scheme}`, which takes none"
                    ))),
                }
            }
        }
    }

    fn header(&mut self, scheme: &str, name: String, value: String) -> Result<(), ToolError> {
        check_free(scheme, self.headers.iter().any(|(known, _)| *known == name))?;
        check_text(scheme, safety::is_header_name(&name) && safety::is_header_value(&value))?;
        self.headers.push((name, value));
        Ok(())
    }
}

fn check_free(scheme: &str, is_taken: bool) -> Result<(), ToolError> {
    if is_taken {
        return Err(ToolError::new(format!(
            "multiple credentials for one place: the scheme `{scheme}` wants to stand where another one does"
        )));
    }
    Ok(())
}

fn check_text(scheme: &str, is_sendable: bool) -> Result<(), ToolError> {
    if !is_sendable {
        return Err(ToolError::new(format!(
            "the credential for the scheme `{scheme}` holds characters that cannot be sent"
        )));
    }
    Ok(())
}
