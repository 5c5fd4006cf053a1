//! Which MCP servers there are and how they are reached: the `mcpServers` JSON that every MCP client reads, with a few
//! fields of our own.
//!
//! Reading it starts nothing and looks at no environment; `${VAR}` stays as written until [`ServerConfig::transport`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use codemode::ToolPolicy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expand::{Environment, ExpandError, expand};

/// MCP servers by name. The name becomes the namespace of the server's tools: `tools.<name>.<tool>(…)`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct McpServers(pub BTreeMap<String, ServerConfig>);

/// One MCP server: a program to start (`command`) or an address to connect to (`url`).
///
/// `${VAR}`, `${VAR:-default}` and `${env:VAR}` in `command`, `args`, `env`, `cwd`, `url` and `headers` stand for
/// environment variables.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ServerConfig {
    /// How the server is reached. Found out from `command` or `url` when it is left out.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub transport_type: Option<TransportType>,
    /// Program to start; the protocol is spoken over its standard input and output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Arguments of the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Environment variables of the program, in addition to the inherited ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Folder the program runs in. Relative folders are relative to the configuration's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Address of an HTTP endpoint, streamable or with the SSE transport of 2024.
    #[serde(alias = "serverUrl", skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// HTTP headers sent with every request, for example `Authorization`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// OAuth settings, for servers that cannot register clients by themselves. Most servers need none: log in with
    /// `codemode login <name>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oauth: Option<OAuthConfig>,
    /// Whether a text result that is entirely one JSON object or array becomes that value (default true). Only for
    /// tools without an output schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_as_json: Option<bool>,
    /// Milliseconds a tool call may take without a sign of progress before it is cancelled (default 60000).
    #[serde(alias = "timeout", skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub timeout_ms: Option<u64>,
    /// Milliseconds the server may take to start and to list its tools (default 30000).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub start_timeout_ms: Option<u64>,
    /// What the namespace is about, for models. By default what the server says about itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Makes tools of the server's resources: `listResources` and `readResource`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resources: bool,
    /// Makes tools of the server's prompts: `listPrompts` and `getPrompt`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prompts: bool,
    /// Which of the server's tools programs may call, by the tools' names on this server.
    #[serde(skip_serializing_if = "ToolPolicy::is_unrestricted")]
    pub policy: ToolPolicy,
    /// Leaves the server out without removing its entry.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}

/// The transports of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TransportType {
    /// A program that is started and spoken to over standard input and output.
    #[serde(alias = "local")]
    Stdio,
    /// Streamable HTTP; for servers that know only the transport of 2024, that one.
    #[serde(alias = "streamable-http", alias = "streamableHttp", alias = "remote")]
    Http,
    /// The HTTP transport of 2024, without trying streamable HTTP first.
    Sse,
}

/// OAuth settings of a server. All are optional.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct OAuthConfig {
    /// Client identifier from the server's owner. Without one the client registers itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    /// Secret that belongs to `clientId`; best written as `${VAR}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// Scopes to ask for. By default those the server names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// Port on this machine that the browser returns to (default: any free port). Set it when the registered redirect
    /// address has a fixed port; the address is `http://127.0.0.1:<port>/callback`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect_port: Option<u16>,
}

/// How a server is reached, with all variables replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transport {
    /// A program to start.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables added to its environment.
        env: BTreeMap<String, String>,
        /// Its working folder.
        cwd: Option<PathBuf>,
    },
    /// An address to connect to.
    Http {
        /// The endpoint.
        url: String,
        /// Headers of every request.
        headers: BTreeMap<String, String>,
        /// OAuth settings.
        oauth: OAuthConfig,
        /// Which of the HTTP transports is spoken.
        dialect: HttpDialect,
    },
}

impl Transport {
    /// The program that is started: a name to look for on the path, or a file. Relative files start from `cwd`, or from
    /// `base`, the folder of the configuration.
    pub fn program(&self, base: Option<&Path>) -> Option<PathBuf> {
        let Transport::Stdio { command, .. } = self else { return None };
        let program = Path::new(command);
        let is_file = program.components().count() > 1;
        Some(match self.folder(base) {
            // A relative one would be looked for from the folder in which the program runs.
            Some(folder) if is_file => {
                let file = folder.join(program);
                std::path::absolute(&file).unwrap_or(file)
            }
            _ => program.to_owned(),
        })
    }

    /// The folder a program runs in, if not in that of this process.
    pub(crate) fn folder(&self, base: Option<&Path>) -> Option<PathBuf> {
        match (base, self) {
            (Some(base), Transport::Stdio { cwd: Some(cwd), .. }) => Some(base.join(cwd)),
            (base, Transport::Stdio { cwd, .. }) => cwd.clone().or(base.map(Path::to_owned)),
            (_, Transport::Http { .. }) => None,
        }
    }

    /// The same server, spoken to in another way.
    pub(crate) fn in_dialect(&self, dialect: HttpDialect) -> Transport {
        let mut transport = self.clone();
        if let Transport::Http { dialect: spoken, .. } = &mut transport {
            *spoken = dialect;
        }
        transport
    }
}

/// The HTTP transports of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpDialect {
    /// Streamable HTTP, or what the server knows instead.
    Streamable,
    /// Server-sent events and posted messages, as of 2024.
    Sse,
}

/// What is wrong with a configuration of MCP servers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum McpConfigError {
    /// The JSON does not have the form of `mcpServers`.
    #[error("`{path}`: {reason}")]
    Form {
        /// Where in the JSON, such as `mcpServers.github.args[0]`.
        path: String,
        /// What is wrong there, with the fields that exist.
        reason: String,
    },
    /// Neither `mcpServers` nor `servers` is there.
    #[error("there is no `mcpServers` object; the form is {{\"mcpServers\": {{\"<name>\": {{\"command\": \"…\"}}}}}}")]
    NoServers,
    /// Neither `command` nor `url`.
    #[error("neither `command` (a program to start) nor `url` (an address to connect to) is given")]
    NoTransport,
    /// Both `command` and `url`, or one that contradicts `type`.
    #[error("{0}")]
    Contradiction(&'static str),
    /// A variable that is not set, or a malformed reference.
    #[error("`{field}`: {error}")]
    Variable {
        /// The field, such as `args[2]` or `headers.Authorization`.
        field: String,
        /// What is wrong.
        error: ExpandError,
    },
    /// An address that is not an HTTP URL.
    #[error("`url`: '{url}' is not an http or https address")]
    Url {
        /// What was given, after expansion.
        url: String,
    },
}

impl McpServers {
    /// No servers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads the map itself: `{ "<name>": { … } }`.
    ///
    /// # Errors
    /// [`McpConfigError::Form`] naming the place and the fields that exist there.
    pub fn from_json(servers: &Value) -> Result<Self, McpConfigError> {
        Self::at("mcpServers", servers)
    }

    /// Reads a configuration file of an MCP client: the map under `mcpServers`, or under `servers` as VS Code writes
    /// it. Other keys belong to the client and are ignored.
    ///
    /// # Errors
    /// [`McpConfigError::NoServers`], or [`McpConfigError::Form`] naming the place and the fields that exist there.
    pub fn from_client_json(file: &Value) -> Result<Self, McpConfigError> {
        let found = ["mcpServers", "servers"].into_iter().find_map(|key| Some((key, file.get(key)?)));
        let (key, servers) = found.ok_or(McpConfigError::NoServers)?;
        Self::at(key, servers)
    }

    fn at(key: &str, servers: &Value) -> Result<Self, McpConfigError> {
        serde_path_to_error::deserialize(servers).map_err(|error| {
            let inner = error.path().to_string();
            let path = if inner == "." { key.to_owned() } else { format!("{key}.{inner}") };
            McpConfigError::Form { path, reason: error.into_inner().to_string() }
        })
    }
}

impl ServerConfig {
    /// What a tool call may take without progress when nothing is configured.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);
    /// What starting may take when nothing is configured.
    pub const DEFAULT_START_TIMEOUT: Duration = Duration::from_secs(30);

    /// A server that is a program.
    pub fn stdio(command: impl Into<String>, args: impl IntoIterator<Item = impl Into<String>>) -> Self {
        ServerConfig {
            command: Some(command.into()),
            args: args.into_iter().map(Into::into).collect(),
            ..ServerConfig::default()
        }
    }

    /// A server at an address.
    pub fn http(url: impl Into<String>) -> Self {
        ServerConfig { url: Some(url.into()), ..ServerConfig::default() }
    }

    /// How long a tool call may take without progress.
    pub fn timeout(&self) -> Duration {
        self.timeout_ms.map_or(Self::DEFAULT_TIMEOUT, Duration::from_millis)
    }

    /// How long the server may take to start and list its tools.
    pub fn start_timeout(&self) -> Duration {
        self.start_timeout_ms.map_or(Self::DEFAULT_START_TIMEOUT, Duration::from_millis)
    }

    /// Whether JSON texts become values.
    pub fn text_as_json(&self) -> bool {
        self.text_as_json.unwrap_or(true)
    }

    /// How the server is reached, with variables replaced by what `environment` knows.
    ///
    /// # Errors
    /// [`McpConfigError`] for contradictory fields, a missing variable or a bad address.
    pub fn transport(&self, environment: &Environment<'_>) -> Result<Transport, McpConfigError> {
        let with = |field: String, text: &str| {
            expand(text, environment).map_err(|error| McpConfigError::Variable { field, error })
        };
        let map = |field: &str, map: &BTreeMap<String, String>| -> Result<BTreeMap<String, String>, McpConfigError> {
            map.iter().map(|(name, text)| Ok((name.clone(), with(format!("{field}.{name}"), text)?))).collect()
        };
        match (&self.command, &self.url, self.transport_type) {
            (None, None, _) => Err(McpConfigError::NoTransport),
            (Some(_), Some(_), _) => Err(McpConfigError::Contradiction(
                "both `command` and `url` are given; keep the one that reaches the server",
            )),
            (None, Some(_), Some(TransportType::Stdio)) => {
                Err(McpConfigError::Contradiction("`type` is \"stdio\" but there is a `url` and no `command`"))
            }
            (Some(_), None, Some(TransportType::Http)) => {
                Err(McpConfigError::Contradiction("`type` is \"http\" but there is a `command` and no `url`"))
            }
            (Some(_), None, Some(TransportType::Sse)) => {
                Err(McpConfigError::Contradiction("`type` is \"sse\" but there is a `command` and no `url`"))
            }
            (Some(command), None, _) => {
                let numbered = self.args.iter().enumerate();
                let args = numbered.map(|(at, text)| with(format!("args[{at}]"), text)).collect::<Result<_, _>>()?;
                let cwd = self.cwd.as_deref().map(|text| with("cwd".into(), text)).transpose()?.map(PathBuf::from);
                let command = with("command".into(), command)?;
                Ok(Transport::Stdio { command, args, env: map("env", &self.env)?, cwd })
            }
            (None, Some(url), _) => {
                let url = with("url".into(), url)?;
                if !(url.starts_with("https://") || url.starts_with("http://")) {
                    return Err(McpConfigError::Url { url });
                }
                let mut oauth = self.oauth.clone().unwrap_or_default();
                for (field, text) in [("clientId", &mut oauth.client_id), ("clientSecret", &mut oauth.client_secret)] {
                    if let Some(text) = text {
                        *text = with(format!("oauth.{field}"), text)?;
                    }
                }
                let dialect = match self.transport_type {
                    Some(TransportType::Sse) => HttpDialect::Sse,
                    None | Some(TransportType::Http | TransportType::Stdio) => HttpDialect::Streamable,
                };
                Ok(Transport::Http { url, headers: map("headers", &self.headers)?, oauth, dialect })
            }
        }
    }
}

#[cfg(test)]
mod tests;
