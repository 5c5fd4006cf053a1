//! What a host decides about an API: where it is, what is sent along, what a caller may not see.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use url::Url;

use crate::api::{self, Api};
use crate::auth::{CredentialResolver, OperationInfo};
use crate::client::{self, HttpOptions};
use crate::document::Document;
use crate::error::OpenApiError;
use crate::parameters::{Location, Parameter};
use crate::request::assemble::HostParts;
use crate::safety;
use crate::servers::Base;
use crate::tool::Shared;

/// A parameter whose value the host decides. It is no part of the tool's input then.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    name: String,
    location: Option<String>,
    value: Option<Value>,
    is_secret: bool,
}

impl Pin {
    /// Sends `value` for every parameter called `name`, masked where requests are shown.
    pub fn secret(name: impl Into<String>, value: impl Into<Value>) -> Self {
        Pin { name: name.into(), location: None, value: Some(value.into()), is_secret: true }
    }

    /// Sends `value` for every parameter called `name`.
    pub fn value(name: impl Into<String>, value: impl Into<Value>) -> Self {
        Pin { name: name.into(), location: None, value: Some(value.into()), is_secret: false }
    }

    /// Never sends a parameter called `name`. Required ones stay visible, since no call could be made without.
    pub fn hidden(name: impl Into<String>) -> Self {
        Pin { name: name.into(), location: None, value: None, is_secret: false }
    }

    /// Only in one location: `path`, `query`, `header` or `cookie`.
    #[must_use]
    pub fn within(mut self, location: impl Into<String>) -> Self {
        self.location = Some(location.into());
        self
    }

    fn is_for(&self, parameter: &Parameter<'_>) -> bool {
        let is_name = match parameter.location {
            Location::Header => parameter.name.eq_ignore_ascii_case(&self.name),
            _ => parameter.name == self.name,
        };
        is_name && self.location.as_deref().is_none_or(|location| location == parameter.location.as_str())
    }
}

type Filter = Box<dyn Fn(&OperationInfo) -> bool>;

/// An API being put together; [`ApiBuilder::build`] finishes it.
#[must_use]
pub struct ApiBuilder {
    document: Document,
    base_url: Option<String>,
    variables: HashMap<String, String>,
    headers: Vec<(String, String)>,
    resolver: Option<Arc<dyn CredentialResolver>>,
    pins: Vec<Pin>,
    filter: Option<Filter>,
    options: HttpOptions,
    response_headers: Vec<String>,
}

impl std::fmt::Debug for ApiBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApiBuilder").field("title", &self.document.title()).finish_non_exhaustive()
    }
}

impl ApiBuilder {
    pub(crate) fn new(document: Document) -> Self {
        ApiBuilder {
            document,
            base_url: None,
            variables: HashMap::new(),
            headers: Vec::new(),
            resolver: None,
            pins: Vec::new(),
            filter: None,
            options: HttpOptions::default(),
            response_headers: Vec::new(),
        }
    }

    /// Sends every operation to this URL, whatever servers the document names.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = Some(url.into());
        self
    }

    /// The value of a variable in the document's server URLs.
    pub fn server_variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    /// A header of every request. A header parameter of the same name is the host's then, and no input; a scheme that
    /// would send this header counts as met.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Where credentials come from.
    pub fn auth(mut self, resolver: impl CredentialResolver) -> Self {
        self.resolver = Some(Arc::new(resolver));
        self
    }

    /// Decides a parameter for the caller. The first pin that fits wins.
    pub fn pin(mut self, pin: Pin) -> Self {
        self.pins.push(pin);
        self
    }

    /// Leaves out operations for which `filter` says no. They are listed as skipped.
    pub fn filter(mut self, filter: impl Fn(&OperationInfo) -> bool + 'static) -> Self {
        self.filter = Some(Box::new(filter));
        self
    }

    /// Limits and habits of the HTTP client.
    pub fn http(mut self, options: HttpOptions) -> Self {
        self.options = options;
        self
    }

    /// Shows programs these headers of answers, such as `link`, `etag`, `location` or `x-ratelimit-remaining`. Every
    /// operation then gives `{ status, headers, body }` instead of the body alone; a header that did not come is not in
    /// `headers`, whose names are in lower case. Without a name nothing changes.
    pub fn response_headers<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.response_headers.extend(names.into_iter().map(Into::into));
        self
    }

    /// Makes the tools.
    ///
    /// # Errors
    /// [`OpenApiError::BaseUrl`], [`OpenApiError::Header`], [`OpenApiError::ResponseHeader`], [`OpenApiError::Client`].
    pub fn build(self) -> Result<Api, OpenApiError> {
        let base = self.base_url.as_deref().map(check_base_url).transpose()?;
        let mut headers: Vec<(String, String)> = Vec::new();
        for (name, value) in self.headers {
            check_header(&name, &value)?;
            let name = name.to_ascii_lowercase();
            headers.retain(|(known, _)| *known != name);
            headers.push((name, value));
        }
        if !safety::is_header_value(&self.options.user_agent) {
            let reason = "its value holds line ends or control characters";
            return Err(OpenApiError::Header { name: "user-agent".into(), reason });
        }
        let mut response_headers: Vec<String> = Vec::new();
        for name in self.response_headers {
            check_response_header(&name)?;
            let name = name.to_ascii_lowercase();
            if !response_headers.contains(&name) {
                response_headers.push(name);
            }
        }
        let client = client::build(&self.options)?;
        let user_agent = self.options.user_agent.clone();
        let host = HostParts { headers, resolver: self.resolver, user_agent };
        let shared = Arc::new(Shared { client, options: self.options, host, response_headers });
        let decisions = Decisions { base, variables: self.variables, pins: self.pins, filter: self.filter };
        Ok(api::assemble(&self.document, decisions, shared))
    }
}

/// What was decided, once it was checked.
pub(crate) struct Decisions {
    pub(crate) base: Option<Base>,
    pub(crate) variables: HashMap<String, String>,
    pins: Vec<Pin>,
    filter: Option<Filter>,
}

/// What becomes of a parameter.
pub(crate) enum Fate {
    Visible,
    Pinned { value: Value, is_secret: bool },
    Hidden,
}

impl Decisions {
    pub(crate) fn fate(&self, parameter: &Parameter<'_>, host: &HostParts) -> Fate {
        match self.pins.iter().find(|pin| pin.is_for(parameter)) {
            Some(Pin { value: Some(value), is_secret, .. }) => {
                return Fate::Pinned { value: value.clone(), is_secret: *is_secret };
            }
            Some(_) if !parameter.required => return Fate::Hidden,
            _ => {}
        }
        let is_sent = parameter.location == Location::Header
            && host.headers.iter().any(|(name, _)| parameter.name.eq_ignore_ascii_case(name));
        if is_sent { Fate::Hidden } else { Fate::Visible }
    }

    pub(crate) fn is_wanted(&self, operation: &OperationInfo) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter(operation))
    }
}

fn check_base_url(text: &str) -> Result<Base, OpenApiError> {
    let text = text.trim();
    Base::parse(text).map_err(|(_, reason)| {
        let url = match Url::parse(text) {
            Ok(_) => client::without_secrets(text),
            Err(_) => text.to_owned(),
        };
        OpenApiError::BaseUrl { url, reason: reason.into() }
    })
}

fn check_header(name: &str, value: &str) -> Result<(), OpenApiError> {
    let refuse = |reason| Err(OpenApiError::Header { name: name.to_owned(), reason });
    if !safety::is_header_name(name) {
        return refuse("its name holds characters that no header name can have");
    }
    if safety::is_framing_header(name) {
        return refuse("it describes the connection, which is not the host's to say");
    }
    if !safety::is_header_value(value) {
        return refuse("its value holds line ends or control characters");
    }
    Ok(())
}

/// Credentials that an API hands out are the host's, so programs cannot be shown them.
fn check_response_header(name: &str) -> Result<(), OpenApiError> {
    let refuse = |reason| Err(OpenApiError::ResponseHeader { name: name.to_owned(), reason });
    if !safety::is_header_name(name) {
        return refuse("its name holds characters that no header name can have");
    }
    let carries_credentials = ["set-cookie", "set-cookie2", "authorization", "authentication-info"];
    if carries_credentials.iter().any(|credential| name.eq_ignore_ascii_case(credential)) {
        return refuse("it carries credentials");
    }
    Ok(())
}
