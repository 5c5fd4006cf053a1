//! From options to APIs and tools.

use std::path::Path;
use std::time::Duration;

use codemode::ToolSet;
use codemode_openapi::{Api, Document, HttpOptions, StaticCredentials};

use super::{CallOptions, OpenApiOptions};
use crate::demo;

/// Bytes a document may have. The largest public ones have about 50 MB.
const MAX_DOCUMENT: usize = 128 * 1024 * 1024;

/// An OpenAPI document and how its operations are called.
#[derive(Debug, Default)]
pub struct Source {
    /// The namespace of its tools.
    pub name: String,
    /// File or URL.
    pub document: String,
    /// Where requests go.
    pub base_url: Option<String>,
    /// Headers of every request.
    pub headers: Vec<(String, String)>,
    /// Secrets by the names of their schemes.
    pub credentials: StaticCredentials,
    /// Limits of the client.
    pub http: HttpOptions,
}

/// Reads a document and makes an API of it.
pub fn load(source: Source) -> Result<Api, String> {
    let named = |error: codemode_openapi::OpenApiError| format!("{}: {error}", source.document);
    let is_url = source.document.starts_with("http://") || source.document.starts_with("https://");
    let document = if is_url {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("cannot start the async runtime: {error}"))?;
        // The error names the URL itself.
        runtime
            .block_on(Document::from_url(&source.document, &source.http, MAX_DOCUMENT))
            .map_err(|error| error.to_string())?
    } else {
        Document::from_file(Path::new(&source.document), MAX_DOCUMENT).map_err(|error| match error {
            codemode_openapi::OpenApiError::Read { .. } => error.to_string(),
            other => named(other),
        })?
    };
    let mut builder = Api::builder(document).http(source.http.clone());
    if let Some(base_url) = &source.base_url {
        builder = builder.base_url(base_url);
    }
    for (name, value) in &source.headers {
        builder = builder.header(name, value);
    }
    if !source.credentials.is_empty() {
        builder = builder.auth(source.credentials.clone());
    }
    builder.build().map_err(|error| error.to_string())
}

/// The tools of the documents that were named, or the demo's when there is none.
pub fn tools_or_demo(options: &OpenApiOptions) -> Result<ToolSet, String> {
    let sources = sources(options)?;
    if sources.is_empty() {
        return demo::tools().map_err(|error| error.to_string());
    }
    let mut builder = ToolSet::builder();
    for source in sources {
        let name = source.name.clone();
        let document = source.document.clone();
        let api = load(source)?;
        if api.tools().is_empty() {
            eprintln!("codemode: {document} gives no tools; `codemode openapi inspect {document}` says why");
        }
        builder = builder.group(api.group(name));
    }
    builder.build().map_err(|error| error.to_string())
}

/// The documents of the options with what belongs to each.
fn sources(options: &OpenApiOptions) -> Result<Vec<Source>, String> {
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
        return Err("--base-url, --header and --auth belong to an OpenAPI document; name one with --openapi".into());
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
        let (header, value) = text.split_once(':').ok_or_else(|| {
            let shown = text.split(['=', ' ']).next().unwrap_or_default();
            format!("--header {shown}…: write it as `Name: value`")
        })?;
        headers.push((header.trim().to_owned(), value.trim().to_owned()));
    }
    let mut credentials = StaticCredentials::new();
    for text in own(&call.auth, "--auth", name, names)? {
        let (scheme, secret) = text
            .split_once('=')
            .ok_or_else(|| "--auth: write it as SCHEME=SECRET, for example api_key=env:SHOP_KEY".to_owned())?;
        let secret = match secret.strip_prefix("env:") {
            Some(variable) => std::env::var(variable)
                .map_err(|_| format!("--auth {scheme}=env:{variable}: the variable {variable} is not set"))?,
            None => secret.to_owned(),
        };
        credentials = credentials.with(scheme, secret);
    }
    let base_url = own(&call.base_urls, "--base-url", name, names)?.last().map(|url| (*url).to_owned());
    Ok(Source { name: name.to_owned(), document: document.to_owned(), base_url, headers, credentials, http })
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
        self.base_urls.is_empty() && self.headers.is_empty() && self.auth.is_empty()
    }
}
