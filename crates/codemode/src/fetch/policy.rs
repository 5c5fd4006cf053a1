//! What may be fetched, and what becomes of the answers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use url::Url;

use super::origin::OriginPattern;
use crate::ConfigError;
use crate::limits::check_range;

/// What programs may fetch. Nothing unless `origins` names something.
///
/// ```
/// use codemode::FetchPolicy;
///
/// let policy: FetchPolicy = serde_json::from_value(serde_json::json!({
///     "origins": [
///         "https://api.example.com",
///         { "origin": "https://*.example.org", "methods": ["GET", "POST"], "headers": { "X-Key": "secret" } },
///     ],
///     "maxResponseBytes": 1_000_000,
/// }))?;
/// assert_eq!(policy.methods, ["GET", "HEAD"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct FetchPolicy {
    /// Where requests may go; redirects too. The first rule that fits an address decides.
    pub origins: Vec<OriginRule>,
    /// Methods that may be used where a rule names none (default GET and HEAD).
    pub methods: Vec<String>,
    /// Headers that programs may set, by name; `*` stands for all. Headers that steer the connection never. By default
    /// `accept`, `accept-language`, `content-type`, `if-match`, `if-none-match`, `if-modified-since` and `range`.
    pub request_headers: Vec<String>,
    /// Bytes a request body may have (default 1 MiB).
    pub max_request_bytes: u64,
    /// Bytes an answer may have, decompressed (default 10 MiB).
    #[schemars(range(min = 1))]
    pub max_response_bytes: u64,
    /// Milliseconds a request may take, redirects included (default 30000).
    #[schemars(range(min = 1))]
    pub timeout_ms: u64,
    /// Redirects that are followed (default 5). Each has to be allowed itself.
    pub max_redirects: u32,
    /// What programs get of the bodies of answers.
    pub bodies: BodyHandling,
}

impl Default for FetchPolicy {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        FetchPolicy {
            origins: Vec::new(),
            methods: names(&["GET", "HEAD"]),
            request_headers: names(&[
                "accept",
                "accept-language",
                "content-type",
                "if-match",
                "if-none-match",
                "if-modified-since",
                "range",
            ]),
            max_request_bytes: 1 << 20,
            max_response_bytes: 10 << 20,
            timeout_ms: 30_000,
            max_redirects: 5,
            bodies: BodyHandling::Return,
        }
    }
}

/// What programs get of the bodies of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BodyHandling {
    /// The body itself.
    #[default]
    Return,
    /// A placeholder; the body stands beside the result of the program, as an attachment.
    Attach,
    /// The media type, the size and the first 200 characters of a text.
    Summarize,
}

/// Where requests may go, and how. A text stands for an origin without further rules.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OriginRule {
    /// The origin, or a pattern of origins.
    pub origin: OriginPattern,
    /// Methods that may be used there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<String>>,
    /// Headers that are added to every request there, such as credentials. Programs never see them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RuleObject {
    /// The origin, or a pattern of origins.
    origin: OriginPattern,
    /// Methods that may be used there.
    #[serde(default)]
    methods: Option<Vec<String>>,
    /// Headers that are added to every request there, such as credentials. Programs never see them.
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

impl<'de> Deserialize<'de> for OriginRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rule;

        impl<'de> Visitor<'de> for Rule {
            type Value = OriginRule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an origin such as \"https://api.example.com\", or an object with `origin`")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<OriginRule, E> {
                let origin = text.parse().map_err(E::custom)?;
                Ok(OriginRule { origin, methods: None, headers: BTreeMap::new() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<OriginRule, A::Error> {
                let RuleObject { origin, methods, headers } = RuleObject::deserialize(MapAccessDeserializer::new(map))?;
                Ok(OriginRule { origin, methods, headers })
            }
        }

        deserializer.deserialize_any(Rule)
    }
}

impl JsonSchema for OriginRule {
    fn schema_name() -> Cow<'static, str> {
        "OriginRule".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (text, object) = (OriginPattern::json_schema(generator), RuleObject::json_schema(generator));
        json_schema!({ "anyOf": [text, object] })
    }
}

impl FetchPolicy {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`ConfigError::OutOfRange`] for the first that is out of range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        check_range("fetch.maxResponseBytes", 1, self.max_response_bytes)?;
        check_range("fetch.maxRequestBytes", 0, self.max_request_bytes)?;
        check_range("fetch.timeoutMs", 1, self.timeout_ms)?;
        Ok(())
    }

    /// The time of a whole request.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }

    /// The rule for a request, or why it is not allowed, in words for the program.
    pub(super) fn rule(&self, method: &str, url: &Url) -> Result<&OriginRule, String> {
        let Some(rule) = self.origins.iter().find(|rule| rule.origin.matches(url)) else {
            return Err(format!(
                "fetch may not reach {}; it may reach {}",
                url.origin().ascii_serialization(),
                self.listed_origins()
            ));
        };
        let methods = rule.methods.as_ref().unwrap_or(&self.methods);
        if methods.iter().any(|allowed| allowed.eq_ignore_ascii_case(method)) {
            return Ok(rule);
        }
        let origin = url.origin().ascii_serialization();
        Err(format!("fetch may not use {method} at {origin}; it may use {}", methods.join(", ")))
    }

    /// Whether a program may set a header.
    pub(super) fn allows_header(&self, name: &str) -> bool {
        let is_named = self.request_headers.iter().any(|allowed| allowed == "*" || allowed.eq_ignore_ascii_case(name));
        is_named && !is_connection_header(name)
    }

    fn listed_origins(&self) -> String {
        match self.origins.as_slice() {
            [] => "nothing".to_owned(),
            rules => rules.iter().map(|rule| rule.origin.to_string()).collect::<Vec<_>>().join(", "),
        }
    }

    /// One line for models.
    pub(super) fn description(&self) -> String {
        let rule = |rule: &OriginRule| match &rule.methods {
            None => rule.origin.to_string(),
            Some(methods) => format!("{} ({})", rule.origin, methods.join(", ")),
        };
        let rules: Vec<String> = self.origins.iter().map(rule).collect();
        let bodies = match self.bodies {
            BodyHandling::Return => "",
            BodyHandling::Attach => "; bodies become attachments that only the reader of the result sees",
            BodyHandling::Summarize => "; bodies are only summarized",
        };
        format!("`fetch` reaches {} with {}{bodies}", rules.join(", "), self.methods.join(", "))
    }
}
/// Whether a header steers the connection or describes the message itself: nobody but the transport sets it.
#[must_use]
pub fn is_connection_header(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "host",
        "content-length",
        "transfer-encoding",
        "connection",
        "keep-alive",
        "upgrade",
        "te",
        "trailer",
        "expect",
        "proxy-authorization",
        "proxy-connection",
        "accept-encoding",
    ];
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}
