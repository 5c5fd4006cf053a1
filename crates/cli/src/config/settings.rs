//! What a configuration may say. The comments are the descriptions of the published JSON Schema.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use codemode::{DiscoveryOptions, FetchPolicy, Limits, ToolPolicy};
use codemode_mcp::McpServers;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Configuration of codemode: which tools programs get, and what they may use up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// Where the JSON Schema of this file is, for editors.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// MCP servers by name, in the form every MCP client reads. A server's tools are `tools.<name>.<tool>(…)`.
    #[serde(skip_serializing_if = "McpServers::is_empty")]
    pub mcp_servers: McpServers,
    /// OpenAPI documents by name: a file, an address, or an object. An operation is `tools.<name>.<operation>(…)`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub openapi: BTreeMap<String, OpenApiConfig>,
    /// What an execution may use up. What is not named is not limited.
    #[serde(skip_serializing_if = "is_unlimited")]
    pub limits: Limits,
    /// How models are told about the tools.
    #[serde(skip_serializing_if = "DiscoveryConfig::is_default")]
    pub discovery: DiscoveryConfig,
    /// Which of all tools programs may call, by patterns of their full names such as `github.*`.
    #[serde(skip_serializing_if = "ToolPolicy::is_unrestricted")]
    pub policy: ToolPolicy,
    /// What time programs see: "system" (default), a fixed moment such as "2026-01-31T09:00:00Z", or milliseconds
    /// since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// Makes `Math.random` and `crypto` give the same numbers in every execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Default locale of programs as a BCP 47 tag (default "en-US").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<LocaleTag>,
    /// Time zone of programs as an IANA name (default "UTC").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<TimeZoneName>,
    /// `fetch` for programs. Off unless origins are named. `${VAR}` in `headers` stands for environment variables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetch: Option<FetchPolicy>,
    /// Gives programs `setTimeout`, `setInterval` and `scheduler.wait`, which they do not have otherwise: milliseconds that
    /// the delays of one program may add up to. 0 gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timers_ms: Option<u64>,
}

fn is_unlimited(limits: &Limits) -> bool {
    *limits == Limits::UNLIMITED
}

/// How models are told about the tools.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct DiscoveryConfig {
    /// Tokens that the tools listed in the instructions may cost together (default 2000). The others are found by
    /// `search`. 0 lists none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catalog_budget: Option<u64>,
    /// Whether tools without an output schema show, in what `search` returns, what their results looked like so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infer_outputs: Option<bool>,
}

impl DiscoveryConfig {
    fn is_default(&self) -> bool {
        *self == DiscoveryConfig::default()
    }

    /// The options of a runtime.
    pub fn options(&self) -> DiscoveryOptions {
        let default = DiscoveryOptions::default();
        DiscoveryOptions {
            catalog_budget: self.catalog_budget.unwrap_or(default.catalog_budget),
            infer_outputs: self.infer_outputs.unwrap_or(default.infer_outputs),
            ..default
        }
    }
}

/// An OpenAPI document and how its operations are called.
///
/// `${VAR}`, `${VAR:-default}` and `${env:VAR}` in `headers`, `auth` and `pins` stand for environment variables.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenApiConfig {
    /// The document.
    pub spec: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub auth: BTreeMap<String, ApiKeyOrLogin>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pins: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub response_headers: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_response_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forbid_private_addresses: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "ToolPolicy::is_unrestricted")]
    pub policy: ToolPolicy,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}

/// An OpenAPI document and how its operations are called.
///
/// `${VAR}`, `${VAR:-default}` and `${env:VAR}` in `headers`, `auth` and `pins` stand for environment variables.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OpenApiObject {
    /// The document: a file (relative to this file's folder) or an http(s) address; JSON or YAML.
    spec: String,
    /// Where requests go, instead of the servers that the document names.
    base_url: Option<String>,
    /// Headers sent with every request. Models never see them.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Credentials by the names of the document's security schemes: a token or key, or a user name and password.
    #[serde(default)]
    auth: BTreeMap<String, ApiKeyOrLogin>,
    /// Values of parameters by their names, for every operation that has them. Models never see those parameters.
    #[serde(default)]
    pins: BTreeMap<String, String>,
    /// Headers of answers that programs see, such as `link` or `etag`: calls then return `{ status, headers, body }`.
    #[serde(default)]
    response_headers: Vec<String>,
    /// Milliseconds a call may take (default 60000).
    #[schemars(range(min = 1))]
    timeout_ms: Option<u64>,
    /// Bytes an answer may have (default 50 MiB).
    #[schemars(range(min = 1))]
    max_response_bytes: Option<u64>,
    /// How often an idempotent call is repeated after the answers 429 and 503 (default 0).
    retries: Option<u32>,
    /// Refuse to reach loopback, private and reserved addresses.
    #[serde(default)]
    forbid_private_addresses: bool,
    /// What the namespace is about, for models. By default what the document says.
    description: Option<String>,
    /// Which of the operations programs may call, by their names below the namespace.
    #[serde(default)]
    policy: ToolPolicy,
    /// Leaves the document out without removing its entry.
    #[serde(default)]
    disabled: bool,
}

impl From<OpenApiObject> for OpenApiConfig {
    fn from(object: OpenApiObject) -> Self {
        OpenApiConfig {
            spec: object.spec,
            base_url: object.base_url,
            headers: object.headers,
            auth: object.auth,
            pins: object.pins,
            response_headers: object.response_headers,
            timeout_ms: object.timeout_ms,
            max_response_bytes: object.max_response_bytes,
            retries: object.retries,
            forbid_private_addresses: object.forbid_private_addresses,
            description: object.description,
            policy: object.policy,
            disabled: object.disabled,
        }
    }
}

impl From<String> for OpenApiConfig {
    fn from(spec: String) -> Self {
        OpenApiConfig { spec, ..OpenApiConfig::default() }
    }
}

impl<'de> Deserialize<'de> for OpenApiConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text_or_object::<OpenApiConfig, OpenApiObject, D>(deserializer, "a file, an address, or an object with `spec`")
    }
}

impl JsonSchema for OpenApiConfig {
    fn schema_name() -> Cow<'static, str> {
        "OpenApiConfig".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let object = OpenApiObject::json_schema(generator);
        json_schema!({
            "anyOf": [
                { "type": "string", "description": "The document: a file or an http(s) address." },
                object,
            ]
        })
    }
}

/// A credential: a token or key, or a user name and password.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ApiKeyOrLogin {
    Token(String),
    Login { username: String, password: String },
}

impl fmt::Debug for ApiKeyOrLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKeyOrLogin(…)")
    }
}

/// A user name and a password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Login {
    /// The user name.
    username: String,
    /// The password; best written as `${VAR}`.
    password: String,
}

impl From<Login> for ApiKeyOrLogin {
    fn from(login: Login) -> Self {
        ApiKeyOrLogin::Login { username: login.username, password: login.password }
    }
}

impl From<String> for ApiKeyOrLogin {
    fn from(token: String) -> Self {
        ApiKeyOrLogin::Token(token)
    }
}

impl<'de> Deserialize<'de> for ApiKeyOrLogin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text_or_object::<ApiKeyOrLogin, Login, D>(
            deserializer,
            "a token as a text, or an object with `username` and `password`",
        )
    }
}

impl JsonSchema for ApiKeyOrLogin {
    fn schema_name() -> Cow<'static, str> {
        "Credential".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let login = Login::json_schema(generator);
        json_schema!({
            "anyOf": [{ "type": "string", "description": "A token or key; best written as ${VAR}." }, login]
        })
    }
}

/// Reads a text or an object, keeping the places of mistakes inside the object (an untagged enum would lose them).
fn text_or_object<'de, T, O, D>(deserializer: D, expected: &'static str) -> Result<T, D::Error>
where
    T: From<String> + From<O>,
    O: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Either<T, O>(&'static str, PhantomData<(T, O)>);

    impl<'de, T: From<String> + From<O>, O: Deserialize<'de>> Visitor<'de> for Either<T, O> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            Ok(text.to_owned().into())
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            O::deserialize(MapAccessDeserializer::new(map)).map(Into::into)
        }
    }

    deserializer.deserialize_any(Either::<T, O>(expected, PhantomData))
}

/// The clock of programs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClockSetting {
    /// The clock of this machine.
    System,
    /// Always this moment, in milliseconds since 1970.
    Fixed(f64),
}

impl Serialize for ClockSetting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ClockSetting::System => serializer.serialize_str("system"),
            ClockSetting::Fixed(moment) => serializer.serialize_f64(*moment),
        }
    }
}

impl<'de> Deserialize<'de> for ClockSetting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Clock;

        impl Visitor<'_> for Clock {
            type Value = ClockSetting;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"system\", a date such as \"2026-01-31T09:00:00Z\", or milliseconds since 1970")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<ClockSetting, E> {
                match text {
                    "system" => Ok(ClockSetting::System),
                    _ => parse_clock(text).map(ClockSetting::Fixed).map_err(E::custom),
                }
            }

            fn visit_f64<E: Error>(self, moment: f64) -> Result<ClockSetting, E> {
                Ok(ClockSetting::Fixed(moment))
            }

            fn visit_i64<E: Error>(self, moment: i64) -> Result<ClockSetting, E> {
                Ok(ClockSetting::Fixed(moment as f64))
            }

            fn visit_u64<E: Error>(self, moment: u64) -> Result<ClockSetting, E> {
                Ok(ClockSetting::Fixed(moment as f64))
            }
        }

        deserializer.deserialize_any(Clock)
    }
}

impl JsonSchema for ClockSetting {
    fn schema_name() -> Cow<'static, str> {
        "Clock".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number"], "examples": ["system", "2026-01-31T09:00:00Z", 1_769_850_000_000_i64] })
    }
}

/// Reads a moment: milliseconds since 1970, or a date with an optional time and offset (UTC without one).
///
/// # Errors
/// A text that says which forms there are.
pub fn parse_clock(text: &str) -> Result<f64, String> {
    if let Ok(number) = text.parse::<f64>() {
        return if number.is_finite() { Ok(number) } else { Err("the time must be finite".into()) };
    }
    let in_utc = |moment: jiff::civil::DateTime| {
        jiff::tz::TimeZone::UTC.to_timestamp(moment).map(|moment| moment.as_millisecond())
    };
    let moment = text
        .parse::<jiff::Timestamp>()
        .map(|moment| moment.as_millisecond())
        .or_else(|_| text.parse::<jiff::civil::DateTime>().and_then(in_utc));
    moment
        .map(|moment| moment as f64)
        .map_err(|_| format!("'{text}' is neither milliseconds nor a date such as 2026-01-31T09:00:00Z"))
}

/// The name of a time zone that exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct TimeZoneName(pub String);

impl std::str::FromStr for TimeZoneName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match jiff::tz::TimeZone::get(name) {
            Ok(_) => Ok(TimeZoneName(name.to_owned())),
            Err(_) => Err(format!("there is no time zone '{name}'; IANA names look like Europe/Berlin or UTC")),
        }
    }
}

impl<'de> Deserialize<'de> for TimeZoneName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for TimeZoneName {
    fn schema_name() -> Cow<'static, str> {
        "TimeZone".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "examples": ["UTC", "Europe/Berlin", "America/New_York"] })
    }
}

/// A language tag of the right form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LocaleTag(pub String);

impl std::str::FromStr for LocaleTag {
    type Err = String;

    fn from_str(tag: &str) -> Result<Self, String> {
        let mut parts = tag.split('-');
        let is_language = parts
            .next()
            .is_some_and(|part| matches!(part.len(), 2..=3 | 5..=8) && part.bytes().all(|b| b.is_ascii_alphabetic()));
        let is_rest =
            parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()));
        if is_language && is_rest {
            return Ok(LocaleTag(tag.to_owned()));
        }
        Err(format!("'{tag}' is no language tag; tags look like en-US, de or zh-Hant-TW"))
    }
}

impl<'de> Deserialize<'de> for LocaleTag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for LocaleTag {
    fn schema_name() -> Cow<'static, str> {
        "Locale".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "examples": ["en-US", "de-DE", "ja"] })
    }
}

/// The JSON Schema of configurations.
pub fn schema() -> Schema {
    let mut schema = schemars::generate::SchemaSettings::draft07().into_generator().into_root_schema_for::<Config>();
    schema.insert("title".into(), "codemode configuration".into());
    schemars::transform::transform_subschemas(&mut without_examples, &mut schema);
    schema
}

/// Descriptions come from types of the library, whose examples are for Rust.
fn without_examples(schema: &mut Schema) {
    let description = schema.get("description").and_then(serde_json::Value::as_str);
    if let Some((text, _)) = description.and_then(|text| text.split_once("\n\n```")) {
        let text = text.to_owned();
        schema.insert("description".into(), text.into());
    }
    schemars::transform::transform_subschemas(&mut without_examples, schema);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn clocks() {
        for (text, expected) in [
            ("0", 0.0),
            ("1.5", 1.5),
            ("1970-01-02", 86_400_000.0),
            ("1970-01-01T00:00:01Z", 1000.0),
            ("1970-01-01 00:00:01.5", 1500.0),
            ("1970-01-01T02:00:00+02:00", 0.0),
        ] {
            assert_eq!(parse_clock(text).unwrap(), expected, "{text}");
        }
        for text in ["", "inf", "nan", "yesterday", "2026-13-01", "2026-02-30T00:00:00Z"] {
            assert!(parse_clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_schema_speaks_of_no_rust() {
        let text = serde_json::to_string(&schema()).unwrap();
        assert!(text.contains("Tools to allow and to deny") && !text.contains("```"), "{text}");
    }

    #[test]
    fn zones_and_locales() {
        assert!("Europe/Berlin".parse::<TimeZoneName>().is_ok() && "UTC".parse::<TimeZoneName>().is_ok());
        assert!("Europe/Berlinn".parse::<TimeZoneName>().is_err());
        assert!("de-DE".parse::<LocaleTag>().is_ok() && "zh-Hant-TW".parse::<LocaleTag>().is_ok());
        assert!("english us".parse::<LocaleTag>().is_err() && "".parse::<LocaleTag>().is_err());
    }
}
