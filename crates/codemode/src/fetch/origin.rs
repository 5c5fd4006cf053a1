//! Patterns of origins: `https://api.example.com`, `https://*.example.com`, `http://localhost:8080`, `https://*`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use url::{Host, Url};

/// Which origins are meant: one, all below a domain (`https://*.example.com`, not the domain itself), or every host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginPattern {
    scheme: String,
    hosts: Hosts,
    port: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Hosts {
    One(String),
    Below(String),
    Any,
}

/// A text that is no pattern of origins.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is no origin: {reason}; origins look like https://api.example.com or https://*.example.com")]
pub struct OriginError {
    text: String,
    reason: &'static str,
}

impl OriginPattern {
    /// Whether a URL is of such an origin.
    pub fn matches(&self, url: &Url) -> bool {
        let Some(host) = url.host().map(|host| host.to_string()) else { return false };
        let is_host = match &self.hosts {
            Hosts::One(known) => *known == host,
            Hosts::Below(domain) => {
                host.strip_suffix(domain.as_str()).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
            }
            Hosts::Any => true,
        };
        url.scheme() == self.scheme && url.port_or_known_default() == Some(self.port) && is_host
    }

    /// Whether one host is named. Its address may then be private: somebody wanted it.
    pub fn names_one_host(&self) -> bool {
        matches!(self.hosts, Hosts::One(_))
    }
}

impl FromStr for OriginPattern {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let refuse = |reason| OriginError { text: text.to_owned(), reason };
        // A star is no character of a host name; a label takes its place while the rest is parsed.
        const STAND_IN: &str = "any-host.codemode.invalid";
        let (plain, is_any, is_below) = match text.split_once("://") {
            None => return Err(refuse("it does not begin with https:// or http://")),
            Some((scheme, "*")) => (format!("{scheme}://{STAND_IN}"), true, false),
            Some((scheme, host)) => match (host.strip_prefix("*."), host.strip_prefix("*:")) {
                (Some(domain), _) => (format!("{scheme}://{domain}"), false, true),
                (None, Some(port)) => (format!("{scheme}://{STAND_IN}:{port}"), true, false),
                (None, None) => (text.to_owned(), false, false),
            },
        };
        let url = Url::parse(&plain).map_err(|_| refuse("it cannot be read as a URL"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(refuse("only https and http can be fetched"));
        }
        let has_more =
            url.path() != "/" || url.query().is_some() || url.fragment().is_some() || !url.username().is_empty();
        if has_more || plain.contains('*') {
            return Err(refuse(
                "it holds more than scheme, host and port, or a * elsewhere than at the beginning of the host",
            ));
        }
        let host = match url.host() {
            Some(Host::Domain(_)) => url.host_str().unwrap_or_default().to_owned(),
            Some(host) if !is_below => host.to_string(),
            _ => return Err(refuse("there is no host name")),
        };
        let hosts = match (is_any, is_below) {
            (true, _) => Hosts::Any,
            (_, true) => Hosts::Below(host),
            _ => Hosts::One(host),
        };
        let port = url.port_or_known_default().ok_or_else(|| refuse("there is no port"))?;
        Ok(OriginPattern { scheme: url.scheme().to_owned(), hosts, port })
    }
}

impl fmt::Display for OriginPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hosts {
            Hosts::One(host) => write!(f, "{}://{host}", self.scheme)?,
            Hosts::Below(domain) => write!(f, "{}://*.{domain}", self.scheme)?,
            Hosts::Any => write!(f, "{}://*", self.scheme)?,
        }
        let default = if self.scheme == "https" { 443 } else { 80 };
        if self.port == default { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

impl Serialize for OriginPattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OriginPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for OriginPattern {
    fn schema_name() -> Cow<'static, str> {
        "OriginPattern".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Scheme, host and port; *. before the host stands for all hosts below it, * alone for every host.",
            "examples": ["https://api.example.com", "https://*.example.com", "http://localhost:8080"],
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn matches(pattern: &str, url: &str) -> bool {
        pattern.parse::<OriginPattern>().unwrap().matches(&Url::parse(url).unwrap())
    }

    #[test]
    fn origins_are_scheme_host_and_port() {
        let yes = [
            ("https://a.test", "https://a.test/x?y"),
            ("https://A.test:443/", "https://a.TEST"),
            ("http://localhost:8080", "http://localhost:8080/x"),
            ("https://*.a.test", "https://x.y.a.test/"),
            ("https://*", "https://anything.test"),
            ("http://*:81", "http://b.test:81"),
            ("http://127.0.0.1:9", "http://0x7f000001:9/"),
            ("https://bücher.test", "https://xn--bcher-kva.test/"),
        ];
        for (pattern, url) in yes {
            assert!(matches(pattern, url), "{pattern} {url}");
        }
        let no = [
            ("https://a.test", "http://a.test"),
            ("https://a.test", "https://a.test:444"),
            ("https://a.test", "https://a.test.evil.test"),
            ("https://a.test", "https://a.test@evil.test"),
            ("https://*.a.test", "https://a.test"),
            ("https://*.a.test", "https://evila.test"),
            ("https://*.a.test", "https://.a.test.evil.test"),
            ("https://*", "http://a.test"),
        ];
        for (pattern, url) in no {
            assert!(!matches(pattern, url), "{pattern} {url}");
        }
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        let wrong = [
            "",
            "a.test",
            "https://",
            "https://a.test/path",
            "https://a.*.test",
            "https://*a.test",
            "ftp://a.test",
            "https://user@a.test",
            "https://*.127.0.0.1",
            "*",
        ];
        for text in wrong {
            assert!(text.parse::<OriginPattern>().is_err(), "{text}");
        }
        for text in ["https://a.test", "https://*.a.test:8443", "http://*"] {
            assert_eq!(text.parse::<OriginPattern>().unwrap().to_string(), text);
        }
    }
}
