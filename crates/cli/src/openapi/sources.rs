//! From options to APIs and tools.

use std::path::Path;
use std::time::Duration;

use codemode::ToolPolicy;
use codemode_openapi::{Api, Document, HttpOptions, Pin, StaticCredentials};

use super::{CallOptions, OpenApiOptions};
use crate::config::{ApiKeyOrLogin, OpenApiConfig};

/// Bytes a document may have. The largest public ones have about 50 MB.
const MAX_DOCUMENT: usize = 128 * 1024 * 1024;

/// An OpenAPI document and how its operations are called.
#[derive(Debug, Default, Clone)]
pub struct Source {
    /// The namespace of its tools.
    pub name: String,
    /// File or URL.
    pub document: String,
    /// Where requests go.
    pub base_url: Option<String>,
    /// Headers of every request.
    pub headers: Vec<(String, String)>,
    /// Headers of answers that programs see.
    pub response_headers: Vec<String>,
    /// Secrets by the names of their schemes.
    pub credentials: StaticCredentials,
    /// Parameters that are not the caller's, with their values.
    pub pins: Vec<(String, String)>,
    /// Limits of the client.
    pub http: HttpOptions,
    /// What the namespace is about, instead of what the document says.
    pub description: Option<String>,
    /// Which operations are tools.
    pub policy: ToolPolicy,
}

/// Reads a document and makes an API of it, outside of any async runtime.
pub fn load(source: Source) -> Result<Api, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start the async runtime: {error}"))?;
    runtime.block_on(load_in_runtime(&source))
}

/// Reads a document and makes an API of it.
pub async fn load_in_runtime(source: &Source) -> Result<Api, String> {
    let named = |error: codemode_openapi::OpenApiError| format!("{}: {error}", source.document);
    let is_url = source.document.starts_with("http://") || source.document.starts_with("https://");
    let document = if is_url {
        // The error names the URL itself.
        let fetched = Document::from_url(&source.document, &source.http, MAX_DOCUMENT).await;
        fetched.map_err(|error| error.to_string())?
    } else {
        Document::from_file(Path::new(&source.document), MAX_DOCUMENT).map_err(|error| match error {
            codemode_openapi::OpenApiError::Read { .. } => error.to_string(),
            other => named(other),
        })?
    };
    let mut builder = Api::builder(document).http(source.http.clone()).response_headers(source.response_headers.iter());
    if let Some(base_url) = &source.base_url {
        builder = builder.base_url(base_url);
    }
    for (name, value) in &source.headers {
        builder = builder.header(name, value);
    }
    for (name, value) in &source.pins {
        builder = builder.pin(Pin::secret(name, value.as_str()));
    }
    if !source.credentials.is_empty() {
        builder = builder.auth(source.credentials.clone());
    }
    builder.build().map_err(|error| error.to_string())
}

/// The document of an entry of the configuration, with variables replaced.
///
/// # Errors
/// A variable that is not set, named with its place below the entry.
pub fn configured(name: &str, config: &OpenApiConfig, folder: &Path) -> Result<Source, String> {
    let with = |field: String, text: &str| {
        codemode_mcp::expand(text, &codemode_mcp::process_environment).map_err(|error| format!("`{field}`: {error}"))
    };
    let mut http = HttpOptions {
        retries: config.retries.unwrap_or(0),
        forbid_private_addresses: config.forbid_private_addresses,
        ..HttpOptions::default()
    };
    if let Some(millis) = config.timeout_ms {
        http.timeout = Duration::from_millis(millis.max(1));
    }
    if let Some(bytes) = config.max_response_bytes {
        http.max_response_bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    let mut headers = Vec::new();
    for (header, value) in &config.headers {
        headers.push((header.clone(), with(format!("headers.{header}"), value)?));
    }
    let mut credentials = StaticCredentials::new();
    for (scheme, secret) in &config.auth {
        let field = format!("auth.{scheme}");
        let secret = match secret {
            ApiKeyOrLogin::Token(token) => with(field, token)?,
            ApiKeyOrLogin::Login { username, password } => {
                format!(
                    "{}:{}",
                    with(format!("{field}.username"), username)?,
                    with(format!("{field}.password"), password)?
                )
            }
        };
        credentials = credentials.with(scheme, secret);
    }
    let mut pins = Vec::new();
    for (parameter, value) in &config.pins {
        pins.push((parameter.clone(), with(format!("pins.{parameter}"), value)?));
    }
    let spec = with("spec".into(), &config.spec)?;
    let is_url = spec.starts_with("http://") || spec.starts_with("https://");
    Ok(Source {
        name: name.to_owned(),
        document: if is_url { spec } else { folder.join(spec).display().to_string() },
        base_url: config.base_url.as_deref().map(|url| with("baseUrl".into(), url)).transpose()?,
        headers,
        response_headers: config.response_headers.clone(),
        credentials,
        pins,
        http,
        description: config.description.clone(),
        policy: config.policy.clone(),
    })
}

/// The documents of the options with what belongs to each.
pub fn named(options: &OpenApiOptions) -> Result<Vec<Source>, String> {
    let mut named = Vec::new();
    for text in &options.documents {
        let (name, document) = match text.split_once('=') {
            Some((name, document)) if is_name(name) => (name.to_owned(), document),
            _ => return Err(format!("--openapi {text}: write it as NAME=SPEC, for example shop=openapi.yaml")),
        };
        if named.iter().any(|(known, _)| *known == name) {
            return Err(format!("--openapi {text}: there are two documents called `{name}`"));
        }
        named.push((name, document));
    }
    let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    if names.is_empty() && !options.call.is_default() {
        return Err(
            "--base-url, --header, --auth, --pin and --response-header belong to an OpenAPI document; name one with --openapi"
                .into(),
        );
    }
    named.iter().map(|(name, document)| source(name, document, &options.call, &names)).collect()
}

/// The document of a command that has exactly one.
pub fn single(document: &str, call: &CallOptions) -> Result<Source, String> {
    source("", document, call, &[""])
}

fn source(name: &str, document: &str, call: &CallOptions, names: &[&str]) -> Result<Source, String> {
    let mut http = HttpOptions {
        retries: call.retries,
        forbid_private_addresses: call.forbid_private_addresses,
        ..HttpOptions::default()
    };
    if let Some(millis) = call.call_timeout_ms {
        http.timeout = Duration::from_millis(millis.max(1));
    }
    let mut headers = Vec::new();
    for text in own(&call.headers, "--header", name, names)? {
        // The text is not repeated: it may be a credential.
        let (header, value) = text.split_once(':').ok_or("--header: write it as `Name: value`")?;
        headers.push((header.trim().to_owned(), value.trim().to_owned()));
    }
    let mut credentials = StaticCredentials::new();
    for text in own(&call.auth, "--auth", name, names)? {
        let (scheme, secret) = text
            .split_once('=')
            .ok_or_else(|| "--auth: write it as SCHEME=SECRET, for example api_key=env:SHOP_KEY".to_owned())?;
        credentials = credentials.with(scheme, secret_of("--auth", scheme, secret)?);
    }
    let mut pins = Vec::new();
    for text in own(&call.pins, "--pin", name, names)? {
        let (parameter, value) = text
            .split_once('=')
            .ok_or_else(|| "--pin: write it as PARAMETER=VALUE, for example token=env:CHAT_TOKEN".to_owned())?;
        pins.push((parameter.to_owned(), secret_of("--pin", parameter, value)?));
    }
    let base_url = own(&call.base_urls, "--base-url", name, names)?.last().map(|url| (*url).to_owned());
    let response_headers = own(&call.response_headers, "--response-header", name, names)?;
    let response_headers = response_headers.into_iter().map(|header| header.trim().to_owned()).collect();
    let (name, document) = (name.to_owned(), document.to_owned());
    Ok(Source { name, document, base_url, headers, response_headers, credentials, pins, http, ..Source::default() })
}

/// A value as given, or of the environment variable that it names.
fn secret_of(option: &str, name: &str, text: &str) -> Result<String, String> {
    let Some(variable) = text.strip_prefix("env:") else { return Ok(text.to_owned()) };
    std::env::var(variable).map_err(|_| format!("{option} {name}=env:{variable}: the variable {variable} is not set"))
}

/// The values that belong to the document `name`: those that say so, and all others when there is no other document.
fn own<'t>(texts: &'t [String], option: &str, name: &str, names: &[&str]) -> Result<Vec<&'t str>, String> {
    let mut own = Vec::new();
    for text in texts {
        let owner = names
            .iter()
            .find(|known| !known.is_empty() && text.strip_prefix(**known).is_some_and(|rest| rest.starts_with('=')));
        match owner {
            Some(owner) if *owner == name => own.push(text.get(owner.len() + 1..).unwrap_or_default()),
            Some(_) => {}
            None if names.len() == 1 => own.push(text.as_str()),
            None => {
                let names = names.join(", ");
                return Err(format!(
                    "{option}: with several documents say which one it is for ({names}), as in NAME=…"
                ));
            }
        }
    }
    Ok(own)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.'))
}

impl CallOptions {
    fn is_default(&self) -> bool {
        [&self.base_urls, &self.headers, &self.auth, &self.pins, &self.response_headers].into_iter().all(Vec::is_empty)
    }
}
