//! The rest of a request: the host's headers, credentials, and the URL, which must not leave the origin of its base.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use codemode::ToolError;
use url::Url;

use super::draft::{Draft, Encoded, Plan};
use super::{Header, HttpRequest, MASK, Shown, header_map, is_harmless, set};
use crate::auth::CredentialResolver;
use crate::auth::apply::{self, Applied, Found};
use crate::auth::{SchemeDefinition, requirements::Requirement};
use crate::parameters::encode::Pair;
use crate::parameters::percent::Set;

/// Compressions that the client undoes.
const ENCODINGS: &str = "gzip, br, zstd";

/// What the host adds to every request of an API.
pub(crate) struct HostParts {
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) resolver: Option<Arc<dyn CredentialResolver>>,
    pub(crate) user_agent: String,
}

/// Whether a call without credentials fails, or is only shown with what is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Send,
    Show,
}

/// Finishes a request.
pub(crate) async fn assemble(
    plan: &Plan,
    host: &HostParts,
    draft: Draft,
    purpose: Purpose,
) -> Result<HttpRequest, ToolError> {
    let sends = |name: &str| {
        host.headers.iter().any(|(known, _)| known == name) || (name == "authorization" && plan.base.basic.is_some())
    };
    let source = apply::Source { resolver: host.resolver.as_ref(), host_headers: &sends };
    let mut obstacle = None;
    let applied = match apply::find(&plan.security, &plan.info, source).await? {
        Found::Applied(applied) => applied,
        Found::Unavailable(names) => {
            let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let message = format!("{} needs credentials that are not available: {names}", plan.label);
            if purpose == Purpose::Send {
                return Err(ToolError::new(message));
            }
            obstacle = Some(message);
            placeholders(plan.security.iter().find(|alternative| !alternative.is_empty()))
        }
    };
    let (url, shown_url) = url(plan, &draft, &applied)?;
    let mut headers = vec![
        Header::plain("accept", &plan.accept),
        Header::plain("user-agent", &host.user_agent),
        Header::plain("accept-encoding", ENCODINGS),
    ];
    if let Some((username, password)) = &plan.base.basic {
        let value = format!("Basic {}", STANDARD.encode(format!("{username}:{password}")));
        set(&mut headers, Header::secret("authorization", &value));
    }
    for (name, value) in &host.headers {
        set(&mut headers, if is_harmless(name) { Header::plain(name, value) } else { Header::secret(name, value) });
    }
    for (name, value, is_secret) in &draft.headers {
        set(&mut headers, if *is_secret { Header::secret(name, value) } else { Header::plain(name, value) });
    }
    if let Some(body) = &draft.body {
        set(&mut headers, Header::plain("content-type", &body.content_type));
    }
    cookies(&mut headers, &draft, &applied);
    for (name, value) in &applied.headers {
        set(&mut headers, Header::secret(name, value));
    }
    let unsendable = || ToolError::new(format!("{} was not sent: a header of the host cannot be sent", plan.label));
    let map = header_map(&headers).ok_or_else(unsendable)?;
    let body = draft.body.map(|body| body.data);
    let secrets = secrets(applied, draft.secrets, &headers);
    let shown =
        Shown { url: shown_url, headers: shown_headers(&url, headers, body.as_ref().map(|body| body.len())), obstacle };
    Ok(HttpRequest { method: plan.method.clone(), url, headers: map, body, secrets, shown })
}

/// Everything that an API might quote of what only the host knows: credentials, also as they stand in a URL and without
/// the scheme in front.
fn secrets(applied: Applied, pinned: Vec<String>, headers: &[Header]) -> Vec<String> {
    let mut secrets = applied.secrets;
    secrets.extend(applied.query.iter().map(|(name, value)| Pair::new(name, value, Set::Form).value));
    secrets.extend(pinned);
    for header in headers.iter().filter(|header| header.value != header.shown) {
        // The scheme of an authorization is shown.
        let credential = match header.value.split_once(' ') {
            Some((_, credential)) if header.name.ends_with("authorization") => credential.trim(),
            _ => &header.value,
        };
        secrets.push(credential.to_owned());
    }
    // A text that holds another one is taken out first.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.dedup();
    secrets
}

/// What the client adds belongs to the exact request too.
fn shown_headers(url: &Url, headers: Vec<Header>, body: Option<usize>) -> Vec<(String, String)> {
    let host = url[url::Position::BeforeHost..url::Position::AfterPort].to_owned();
    let mut shown = vec![("host".to_owned(), host)];
    shown.extend(headers.into_iter().map(|header| (header.name, header.shown)));
    if let Some(length) = body {
        shown.push(("content-length".into(), length.to_string()));
    }
    shown
}

/// The URL, and the URL as it is shown.
fn url(plan: &Plan, draft: &Draft, applied: &Applied) -> Result<(Url, String), ToolError> {
    let is_replaced = |name: &str| applied.query.iter().any(|(credential, _)| credential == name);
    let mut query: Vec<Encoded> =
        draft.query.iter().filter(|encoded| !is_replaced(&encoded.pair.plain)).cloned().collect();
    query.extend(
        applied.query.iter().map(|(name, value)| Encoded { pair: Pair::new(name, value, Set::Form), is_secret: true }),
    );
    let path = draft.path.split('?').next().unwrap_or_default();
    let text = |is_shown: bool| {
        let written = if is_shown { &draft.shown_path } else { &draft.path };
        let (path, literal) = match written.split_once('?') {
            Some((path, literal)) => (path, Some(literal.to_owned())),
            None => (written.as_str(), None),
        };
        let pairs = query.iter().map(|encoded| match encoded.is_secret && is_shown {
            true => format!("{}={MASK}", encoded.pair.name),
            false => encoded.pair.text(),
        });
        let all: Vec<String> = literal.iter().filter(|text| !text.is_empty()).cloned().chain(pairs).collect();
        let separator = if all.is_empty() { "" } else { "?" };
        format!("{}{path}{separator}{}", plan.base.text, all.join("&"))
    };
    let refuse = || ToolError::new(format!("{} was not sent: its path does not make a safe URL", plan.label));
    let url = Url::parse(&text(false)).map_err(|_| refuse())?;
    // The parser must have understood the text as it was put together: same origin, no segment lost, nothing cut off.
    let slashes = |text: &str| text.bytes().filter(|byte| *byte == b'/').count();
    let base_path = plan.base.url.path().trim_end_matches('/');
    let is_as_written = url.origin() == plan.base.url.origin()
        && slashes(url.path()) == slashes(base_path) + slashes(path)
        && url.path().starts_with(base_path)
        && url.fragment().is_none()
        && url.username().is_empty();
    if !is_as_written {
        return Err(refuse());
    }
    // Normalised like the one that is sent.
    let shown = Url::parse(&text(true)).map_or_else(|_| text(true), String::from);
    Ok((url, shown))
}

fn cookies(headers: &mut Vec<Header>, draft: &Draft, applied: &Applied) {
    if draft.cookies.is_empty() && applied.cookies.is_empty() {
        return;
    }
    let mut sent = Vec::new();
    let mut shown = Vec::new();
    if let Some(own) = headers.iter().find(|header| header.name == "cookie") {
        sent.push(own.value.clone());
        shown.push(own.shown.clone());
    }
    let is_replaced = |name: &str| applied.cookies.iter().any(|(credential, _)| credential == name);
    for (name, value, is_secret) in draft.cookies.iter().filter(|(name, _, _)| !is_replaced(name)) {
        sent.push(format!("{name}={value}"));
        shown.push(if *is_secret { format!("{name}={MASK}") } else { format!("{name}={value}") });
    }
    for (name, value) in &applied.cookies {
        sent.push(format!("{name}={value}"));
        shown.push(format!("{name}={MASK}"));
    }
    set(headers, Header { name: "cookie".into(), value: sent.join("; "), shown: shown.join("; ") });
}

/// What would be sent if the host had the credentials of an alternative.
fn placeholders(alternative: Option<&Vec<Requirement>>) -> Applied {
    let mut applied = Applied::default();
    for requirement in alternative.into_iter().flatten() {
        match &requirement.definition {
            SchemeDefinition::ApiKey { name, location } if location == "query" => {
                applied.query.push((name.clone(), MASK.into()));
            }
            SchemeDefinition::ApiKey { name, location } if location == "cookie" => {
                applied.cookies.push((name.clone(), MASK.into()));
            }
            SchemeDefinition::ApiKey { name, .. } => applied.headers.push((name.to_ascii_lowercase(), MASK.into())),
            SchemeDefinition::Http { scheme } if scheme == "basic" => {
                applied.headers.push(("authorization".into(), format!("Basic {MASK}")));
            }
            SchemeDefinition::Http { scheme } if scheme != "bearer" => {
                applied.headers.push(("authorization".into(), format!("{scheme} {MASK}")));
            }
            SchemeDefinition::Http { .. } | SchemeDefinition::OAuth2 | SchemeDefinition::OpenIdConnect => {
                applied.headers.push(("authorization".into(), format!("Bearer {MASK}")));
            }
        }
    }
    applied
}
