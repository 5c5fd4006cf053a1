//! From the command line and the configuration to a runtime: the one place that decides which tools there are.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use codemode::{CodeMode, CodeModeBuilder, Fetch, FetchPolicy, Limits, LiveCodeMode, SourceProblem, ToolSet};
use codemode_mcp::{McpClient, ServerStatus};
use codemode_openapi::HttpFetch;

use crate::config::{ClockSetting, Config, ConfigFile, LocaleTag, TimeZoneName, find, parse_clock};
use crate::grants::Grants;
use crate::openapi::{self, OpenApiOptions};
use crate::{demo, sources, starting};

/// Where tools come from.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Tools")]
pub struct ToolOptions {
    /// Configuration to use, instead of the codemode.json or codemode.toml found in this folder or one above
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Use no configuration
    #[arg(long)]
    pub no_config: bool,
    /// Add the tools of the demo shop, which are there anyway when nothing is configured
    #[arg(long)]
    pub demo: bool,
    #[command(flatten)]
    pub openapi: OpenApiOptions,
}

/// What programs may use up and what they see of the world. Each goes before the same setting of the configuration.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Limits and settings")]
pub struct ProgramOptions {
    /// Stop after this much wall-clock time
    #[arg(long, value_name = "MS")]
    pub timeout_ms: Option<u64>,
    /// Refuse further tool calls after this many
    #[arg(long, value_name = "N")]
    pub max_tool_calls: Option<u64>,
    /// Run at most this many tool calls at the same time
    #[arg(long, value_name = "N")]
    pub max_concurrent_tool_calls: Option<u64>,
    /// Cut the result and logs to this size
    #[arg(long, value_name = "BYTES")]
    pub max_output_bytes: Option<u64>,
    /// Drop console output beyond this size while the program runs
    #[arg(long, value_name = "BYTES")]
    pub max_log_bytes: Option<u64>,
    /// Stop when the program's heap exceeds this size
    #[arg(long, value_name = "BYTES")]
    pub max_memory_bytes: Option<u64>,
    /// Stop after this many instructions
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Time that interrupted tools get for cleaning up (default 1000)
    #[arg(long, value_name = "MS")]
    pub cleanup_grace_ms: Option<u64>,
    /// Time zone that dates show, as an IANA name (default UTC)
    #[arg(long, value_name = "ZONE")]
    pub time_zone: Option<TimeZoneName>,
    /// Default locale, as a BCP 47 tag (default en-US)
    #[arg(long, value_name = "TAG")]
    pub locale: Option<LocaleTag>,
    /// Make random numbers repeat
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop the clock at this moment: milliseconds since 1970, or a date such as 2026-01-31T09:00:00Z
    #[arg(long, value_name = "TIME", value_parser = parse_clock)]
    pub clock: Option<f64>,
    #[command(flatten)]
    pub grants: Grants,
}

/// A message for people, on the way to the end of the process with exit code 2.
#[derive(Debug)]
pub struct Failure(pub String);

impl Failure {
    /// Prints the message and gives the exit code.
    pub fn exit(&self) -> ExitCode {
        let _ = writeln!(anstream::stderr(), "codemode: {}", self.0);
        ExitCode::from(2)
    }
}

impl From<codemode::ConfigError> for Failure {
    fn from(error: codemode::ConfigError) -> Self {
        Failure(error.to_string())
    }
}

/// What was asked for, put together.
#[derive(Debug)]
pub struct Setup {
    /// The settings, with those of the command line in place.
    pub config: Config,
    /// The file that the settings came from.
    pub file: Option<ConfigFile>,
    /// The OpenAPI documents of the configuration and the command line.
    pub documents: Vec<openapi::Source>,
    /// What keeps a document of the configuration from being used, by its name.
    pub broken_documents: Vec<(String, String)>,
    /// Names of documents of the command line: without them nothing is run.
    pub required: Vec<String>,
    /// Whether the demo shop is open.
    pub has_demo: bool,
}

impl Setup {
    /// Finds and reads the configuration.
    ///
    /// # Errors
    /// A configuration that cannot be read or holds mistakes.
    pub fn read(options: &ToolOptions) -> Result<Setup, Failure> {
        let path = match &options.config {
            Some(path) => Some(path.clone()),
            None if options.no_config => None,
            None => {
                let folder =
                    std::env::current_dir().map_err(|error| Failure(format!("the working folder: {error}")))?;
                find(&folder).map_err(|problem| Failure(problem.render()))?
            }
        };
        let file = path
            .map(|path| ConfigFile::read(&path))
            .transpose()
            .map_err(|problem| Failure(format!("the configuration cannot be used\n{}", problem.render())))?;
        let config = file.as_ref().map(|file| file.config.clone()).unwrap_or_default();
        let named = openapi::named(&options.openapi).map_err(Failure)?;
        let has_demo = options.demo || (file.is_none() && named.is_empty());
        let folder = file.as_ref().map(ConfigFile::folder).unwrap_or(Path::new(""));
        let (mut documents, mut broken_documents) = (Vec::new(), Vec::new());
        for (name, document) in config.openapi.iter().filter(|(_, document)| !document.disabled) {
            if named.iter().any(|source| source.name == *name) {
                continue;
            }
            match openapi::configured(name, document, folder) {
                Ok(source) => documents.push(source),
                Err(reason) => broken_documents.push((name.clone(), reason)),
            }
        }
        let required = named.iter().map(|source| source.name.clone()).collect();
        documents.extend(named);
        Ok(Setup { config, file, documents, broken_documents, required, has_demo })
    }

    /// Puts the settings of the command line in the place of those of the configuration.
    #[must_use]
    pub fn with(mut self, options: &ProgramOptions) -> Setup {
        let config = &mut self.config;
        let flags = Limits {
            timeout_ms: options.timeout_ms,
            max_tool_calls: options.max_tool_calls,
            max_output_bytes: options.max_output_bytes,
            max_memory_bytes: options.max_memory_bytes,
            max_instructions: options.max_instructions,
            max_concurrent_tool_calls: options.max_concurrent_tool_calls,
            max_log_bytes: options.max_log_bytes,
            cleanup_grace_ms: options.cleanup_grace_ms,
        };
        let below = config.limits;
        config.limits = Limits {
            timeout_ms: flags.timeout_ms.or(below.timeout_ms),
            max_tool_calls: flags.max_tool_calls.or(below.max_tool_calls),
            max_output_bytes: flags.max_output_bytes.or(below.max_output_bytes),
            max_memory_bytes: flags.max_memory_bytes.or(below.max_memory_bytes),
            max_instructions: flags.max_instructions.or(below.max_instructions),
            max_concurrent_tool_calls: flags.max_concurrent_tool_calls.or(below.max_concurrent_tool_calls),
            max_log_bytes: flags.max_log_bytes.or(below.max_log_bytes),
            cleanup_grace_ms: flags.cleanup_grace_ms.or(below.cleanup_grace_ms),
        };
        config.time_zone = options.time_zone.clone().or(config.time_zone.take());
        config.locale = options.locale.clone().or(config.locale.take());
        config.seed = options.seed.or(config.seed);
        config.clock = options.clock.map(ClockSetting::Fixed).or(config.clock);
        self.granting(&options.grants)
    }

    /// Adds what the command line grants.
    #[must_use]
    pub fn granting(mut self, grants: &Grants) -> Setup {
        grants.apply(&mut self.config);
        self
    }

    /// Starts the sources and makes the runtime. Sources that fail are told of on standard error; the others work.
    ///
    /// # Errors
    /// Settings that no runtime can be made of, or a document of the command line that cannot be used.
    pub async fn start(&self, source_name: &str) -> Result<Running, Failure> {
        let running = self.start_quietly(source_name).await?;
        for SourceProblem { source, reason } in running.problems() {
            if self.required.contains(&source) {
                running.shutdown().await;
                return Err(Failure(reason));
            }
            let hint = "`codemode doctor` says more";
            let _ = writeln!(anstream::stderr(), "codemode: {source}: {reason} ({hint})");
        }
        Ok(running)
    }

    /// [`Setup::start`] for somebody who looks at the problems themselves.
    ///
    /// # Errors
    /// Settings that no runtime can be made of.
    pub async fn start_quietly(&self, source_name: &str) -> Result<Running, Failure> {
        self.start_within(None, source_name).await
    }

    /// [`Setup::start_quietly`] that waits no longer than `patience` for MCP servers. The runtime follows those that come
    /// later when the caller keeps [`LiveCodeMode::follow`] running.
    ///
    /// # Errors
    /// Settings that no runtime can be made of.
    pub async fn start_within(&self, patience: Option<Duration>, source_name: &str) -> Result<Running, Failure> {
        let client = sources::connect(self, patience);
        let mut all = sources::documents(self);
        if let Some(client) = &client {
            all.extend(client.sources());
        }
        let notice = starting::notice(client.as_ref());
        let live = self.builder(source_name)?.live(all).await?;
        drop(notice);
        Ok(Running { live, client })
    }

    /// The settings of a runtime, with the tools that never change.
    ///
    /// # Errors
    /// The demo shop is out of order.
    pub fn builder(&self, source_name: &str) -> Result<CodeModeBuilder, Failure> {
        let tools = if self.has_demo { demo::tools()? } else { ToolSet::default() };
        let config = &self.config;
        let mut builder = CodeMode::builder(tools)
            .limits(config.limits)
            .discovery(config.discovery.options())
            .policy(config.policy.clone())
            .source_name(source_name);
        if let Some(TimeZoneName(zone)) = &config.time_zone {
            builder = builder.time_zone(zone.clone());
        }
        if let Some(LocaleTag(tag)) = &config.locale {
            builder = builder.locale(tag.clone());
        }
        if let Some(seed) = config.seed {
            builder = builder.seed(seed);
        }
        if let Some(policy) = config.fetch.as_ref().filter(|policy| !policy.origins.is_empty()) {
            builder = builder.fetch(fetch(policy)?);
        }
        if let Some(millis) = config.timers_ms.filter(|millis| *millis > 0) {
            builder = builder.timers(Duration::from_millis(millis));
        }
        if let Some(ClockSetting::Fixed(moment)) = config.clock {
            builder = builder.fixed_clock(moment);
        }
        Ok(builder)
    }
}

/// The capability of a policy, with the variables in its headers replaced.
fn fetch(policy: &FetchPolicy) -> Result<Fetch, Failure> {
    let mut policy = policy.clone();
    for rule in &mut policy.origins {
        for (name, value) in &mut rule.headers {
            *value = codemode_mcp::expand(value, &codemode_mcp::process_environment)
                .map_err(|error| Failure(format!("the header {name} of fetch for {}: {error}", rule.origin)))?;
        }
    }
    let transport = HttpFetch::new(policy.timeout()).map_err(|error| Failure(error.to_string()))?;
    Ok(Fetch::new(policy, Arc::new(transport))?)
}

/// A runtime with the servers behind it.
#[derive(Debug)]
pub struct Running {
    /// The runtime.
    pub live: LiveCodeMode,
    client: Option<McpClient>,
}

impl Running {
    /// The connections to MCP servers, if any are configured.
    pub fn client(&self) -> Option<&McpClient> {
        self.client.as_ref()
    }

    /// How the MCP servers are.
    pub fn servers(&self) -> Vec<ServerStatus> {
        self.client.as_ref().map(McpClient::status).unwrap_or_default()
    }

    /// The sources whose tools are missing.
    pub fn problems(&self) -> Vec<SourceProblem> {
        let mut problems = self.live.problems();
        for ServerStatus { name, problem, .. } in self.servers() {
            if let Some(reason) = problem.filter(|_| problems.iter().all(|known| known.source != name)) {
                problems.push(SourceProblem { source: name, reason });
            }
        }
        problems
    }

    /// Ends the servers in good order.
    pub async fn shutdown(self) {
        if let Some(client) = self.client {
            client.shutdown().await;
        }
    }
}

/// An async runtime for a command.
///
/// # Errors
/// The system has no threads left.
pub fn tokio() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure(format!("cannot start the async runtime: {error}")))
}
