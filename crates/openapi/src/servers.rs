//! Where requests go: the base URL of the host, or the first usable server that the document names.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use url::Url;

use crate::refs::percent;
use crate::skip::{Reason, SkipKind};

/// A checked base: scheme, host and a path without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Base {
    /// The URL without user name, password and slashes at its end.
    pub(crate) text: String,
    pub(crate) url: Url,
    /// User name and password of the URL, sent as basic authentication.
    pub(crate) basic: Option<(String, String)>,
}

impl Base {
    /// Checks a URL (openapi.md 2.5).
    pub(crate) fn parse(text: &str) -> Result<Base, (SkipKind, &'static str)> {
        let lower = text.get(..8.min(text.len())).unwrap_or_default().to_ascii_lowercase();
        if !lower.starts_with("http://") && !lower.starts_with("https://") {
            return Err((SkipKind::ServerNotAbsolute, "it does not start with http:// or https://"));
        }
        if text.contains(['?', '#']) {
            return Err((SkipKind::ServerQueryOrFragment, "it has a query or a fragment"));
        }
        if text.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace()) {
            return Err((SkipKind::ServerNotAbsolute, "it holds backslashes, spaces or control characters"));
        }
        let mut url = Url::parse(text).map_err(|_| (SkipKind::ServerNotAbsolute, "it is no URL"))?;
        if url.host_str().is_none_or(str::is_empty) {
            return Err((SkipKind::ServerNotAbsolute, "it names no host"));
        }
        let plain = |text: &str| percent::decode(text).unwrap_or_default().into_owned();
        let user = plain(url.username());
        let password = plain(url.password().unwrap_or_default());
        let basic = (!user.is_empty() || !password.is_empty()).then_some((user, password));
        let cleared = url.set_username("").and_then(|()| url.set_password(None));
        cleared.map_err(|()| (SkipKind::ServerNotAbsolute, "its user name cannot be taken out"))?;
        let text = url.as_str().trim_end_matches('/').to_owned();
        Ok(Base { text, url, basic })
    }
}

/// The servers of a document, each checked once.
pub(crate) struct Servers<'a> {
    root: &'a Value,
    location: Option<Url>,
    variables: &'a HashMap<String, String>,
    fixed: Option<Arc<Base>>,
    known: HashMap<String, Arc<Base>>,
}

impl<'a> Servers<'a> {
    pub(crate) fn new(
        root: &'a Value,
        location: Option<Url>,
        fixed: Option<Base>,
        variables: &'a HashMap<String, String>,
    ) -> Self {
        Servers { root, location, variables, fixed: fixed.map(Arc::new), known: HashMap::new() }
    }

    /// The base of an operation: the host's, or the first usable entry of the innermost list that is not empty. The
    /// entries of one list are equally good, so an unusable one does not spoil the others.
    pub(crate) fn base(
        &mut self,
        item: &'a Map<String, Value>,
        operation: &'a Map<String, Value>,
    ) -> Result<Arc<Base>, Reason> {
        if let Some(fixed) = &self.fixed {
            return Ok(fixed.clone());
        }
        let lists = [operation.get("servers"), item.get("servers"), self.root.get("servers")];
        let entries = |list: Option<&'a Value>| list.and_then(Value::as_array).filter(|list| !list.is_empty());
        let Some(list) = lists.into_iter().find_map(entries) else {
            // OpenAPI's default server is `/`: the host that publishes the document.
            return match self.location.clone().filter(|location| matches!(location.scheme(), "http" | "https")) {
                Some(location) => self.check(location.join("/").map_or_else(|_| String::new(), String::from)),
                None => Err(Reason::new(
                    SkipKind::ServerNone,
                    "the document names no server; give a base URL, for example with `--base-url`",
                )),
            };
        };
        let mut first = None;
        for entry in list {
            match self.entry(entry) {
                Ok(base) => return Ok(base),
                Err(reason) => _ = first.get_or_insert(reason),
            }
        }
        Err(first.unwrap_or_else(|| Reason::new(SkipKind::ServerNone, "the document names no server")))
    }

    fn entry(&mut self, entry: &'a Value) -> Result<Arc<Base>, Reason> {
        let template = entry.get("url").and_then(Value::as_str).unwrap_or_default();
        if template.is_empty() {
            return Err(Reason::new(
                SkipKind::ServerNone,
                "the server has no URL; give a base URL, for example with `--base-url`",
            ));
        }
        let text = self.substitute(template, entry)?;
        let is_absolute = Url::parse(&text).is_ok();
        match &self.location {
            Some(location) if !is_absolute && matches!(location.scheme(), "http" | "https") => {
                match location.join(&text) {
                    Ok(url) => self.check(url.into()),
                    Err(_) => self.check(text),
                }
            }
            _ => self.check(text),
        }
    }

    fn check(&mut self, text: String) -> Result<Arc<Base>, Reason> {
        if let Some(base) = self.known.get(&text) {
            return Ok(base.clone());
        }
        match Base::parse(&text) {
            Ok(base) => {
                let base = Arc::new(base);
                self.known.insert(text, base.clone());
                Ok(base)
            }
            Err((kind, reason)) => {
                let shown = crate::client::without_secrets(&text);
                let help = "give a base URL, for example with `--base-url`";
                Err(Reason::new(kind, format!("the server URL `{shown}` cannot be used: {reason}; {help}")))
            }
        }
    }

    /// Puts variables into a server URL: what the host says, else the default of the document.
    fn substitute(&self, template: &str, entry: &Value) -> Result<String, Reason> {
        let mut text = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                text.push('{');
                rest = after;
                continue;
            };
            let declared = entry.get("variables").and_then(|variables| variables.get(name));
            let default = declared.and_then(|variable| variable.get("default"));
            let value = match (self.variables.get(name), default) {
                (Some(value), _) => value.clone(),
                (None, Some(Value::String(value))) => value.clone(),
                (None, Some(value @ (Value::Number(_) | Value::Bool(_)))) => value.to_string(),
                _ => {
                    let reason = format!(
                        "the server URL `{template}` has a variable `{name}` without a default; give it a value or give a \
                         base URL, for example with `--base-url`"
                    );
                    return Err(Reason::new(SkipKind::ServerTemplated, reason));
                }
            };
            text.push_str(&value);
            rest = after;
        }
        text.push_str(rest);
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    fn base(root: &Value, location: Option<&str>, variables: &[(&str, &str)]) -> Result<String, SkipKind> {
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let location = location.and_then(|location| Url::parse(location).ok());
        let none = Map::new();
        let mut servers = Servers::new(root, location, None, &variables);
        servers.base(&none, &none).map(|base| base.text.clone()).map_err(|reason| reason.kind)
    }

    #[test]
    fn servers_are_chosen_and_checked() {
        let one = |url: &str| json!({ "servers": [{ "url": url }] });
        let file = Some("https://a.test/docs/api.json");
        assert_eq!(base(&one("https://h.test/v1//"), None, &[]), Ok("https://h.test/v1".into()));
        assert_eq!(base(&one("HTTPS://H.test"), None, &[]), Ok("https://h.test".into()));
        assert_eq!(base(&one("/api/v3"), None, &[]), Err(SkipKind::ServerNotAbsolute));
        assert_eq!(base(&one("/api/v3"), file, &[]), Ok("https://a.test/api/v3".into()));
        assert_eq!(base(&one("v3"), file, &[]), Ok("https://a.test/docs/v3".into()));
        assert_eq!(base(&json!({}), file, &[]), Ok("https://a.test".into()));
        assert_eq!(base(&json!({}), None, &[]), Err(SkipKind::ServerNone));
        assert_eq!(base(&json!({ "servers": [] }), None, &[]), Err(SkipKind::ServerNone));
        for bad in ["https://h.test/v2?org=1", "https://h.test/v2?", "https://h.test/#"] {
            assert_eq!(base(&one(bad), None, &[]), Err(SkipKind::ServerQueryOrFragment), "{bad}");
        }
        for bad in ["https:/h.test", "ftp://h.test", "https://", "https://h.test\\@evil.test", "https://h .test"] {
            assert_eq!(base(&one(bad), None, &[]), Err(SkipKind::ServerNotAbsolute), "{bad}");
        }
    }

    #[test]
    fn variables_take_the_hosts_value_or_the_default() {
        let root = json!({ "servers": [{
            "url": "https://{region}.h.test:{port}/{base}",
            "variables": { "region": { "default": "eu", "enum": ["eu", "us"] }, "port": { "default": 8443 } },
        }] });
        assert_eq!(base(&root, None, &[]), Err(SkipKind::ServerTemplated));
        assert_eq!(base(&root, None, &[("base", "v2"), ("region", "us")]), Ok("https://us.h.test:8443/v2".into()));
    }

    #[test]
    fn an_unusable_entry_does_not_spoil_the_next() {
        let root = json!({ "servers": [{ "url": "/v1" }, { "url": "https://b.test" }] });
        assert_eq!(base(&root, None, &[]), Ok("https://b.test".into()));
    }

    #[test]
    fn credentials_in_the_url_are_taken_out() {
        let base = Base::parse("https://me:p%40ss@h.test/v1").unwrap();
        assert_eq!(base.text, "https://h.test/v1");
        assert_eq!(base.basic, Some(("me".into(), "p@ss".into())));
    }
}
