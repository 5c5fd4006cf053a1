//! The reusable runtime that a host builds.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use codemode_bytecode::Program;
use codemode_compiler::{CompileOptions, Interrupt};

use super::check::global_names;
use super::contain::compile_contained;
use super::driver::{self, Cancelled, ExecutionStats};
use super::hooks::{Clock, EndHook, Observer, ProgressHook, RandomSource, StartHook, both_end, both_start};
use super::live::LiveCodeMode;
use super::timers;
use crate::{
    Attachments, Catalog, CatalogEntry, ConfigError, Diagnostic, DiagnosticKind, DiscoveryOptions, ExecutionResult,
    Extension, ExtensionEndHook, ExtensionStartHook, Fetch, Limits, SourceLocation, Tool, ToolPolicy, ToolSet,
    ToolSource, TruncationMode,
};

/// What executions share. Cheap to clone.
#[derive(Clone)]
pub struct CodeMode(pub(super) Arc<Shared>);

#[derive(Clone)]
pub(super) struct Shared {
    pub(super) catalog: Arc<Catalog>,
    pub(super) policy: Arc<ToolPolicy>,
    /// The tool behind `fetch`, where it is granted.
    pub(super) fetch: Option<Tool>,
    pub(super) extensions: Arc<[Extension]>,
    pub(super) on_extension_start: Option<ExtensionStartHook>,
    pub(super) on_extension_end: Option<ExtensionEndHook>,
    pub(super) limits: Limits,
    pub(super) truncation: TruncationMode,
    pub(super) time_zone: String,
    pub(super) locale: String,
    pub(super) clock: Clock,
    pub(super) random: RandomSource,
    pub(super) on_start: Option<StartHook>,
    pub(super) on_end: Option<EndHook>,
    pub(super) on_progress: Option<ProgressHook>,
    /// Where attachments are kept; those of an unobserved execution end with it.
    pub(super) attachments: Option<Attachments>,
    pub(super) expose_errors: bool,
    /// Most time that the timers of a program may wait in all; without it there are no timers.
    pub(super) timers: Option<Duration>,
    pub(super) source_name: Arc<str>,
    cache: Arc<Mutex<Vec<CachedProgram>>>,
}

/// A source and what it compiled to.
type CachedProgram = (Arc<str>, Arc<Program>);

/// Programs kept by source, so that repeated executions compile once.
const CACHED_PROGRAMS: usize = 16;

/// Bytes that compiling may take for each byte of the source.
const COMPILED_SIZE: u64 = 64;
/// Units of work that compiling a byte stands for.
const COMPILED_WORK: u64 = 8;
/// Bytes of source that compile in a millisecond; the worst sources take three times as long.
const COMPILED_PER_MS: u64 = 4 << 10;
/// Sources up to this size compile whatever the limits, in bytes.
const MIN_SOURCE: u64 = 64 << 10;
/// Longest source, in bytes. Parts of compiling cannot be interrupted: this bounds them.
const MAX_SOURCE: u64 = 1 << 20;

impl Shared {
    /// How sources compile. Tree and bytecode of a program are not in its heap, and the parser knows neither clock nor
    /// fuel: the limits bound them through the size of the source.
    pub(super) fn compile_options(&self, deadline: Option<Instant>) -> CompileOptions {
        let limits = &self.limits;
        let bounds = [
            limits.max_memory_bytes.map(|bytes| bytes / COMPILED_SIZE),
            limits.max_instructions.map(|units| units / COMPILED_WORK),
            limits.timeout_ms.map(|ms| ms.saturating_mul(COMPILED_PER_MS)),
        ];
        let most = bounds.into_iter().flatten().min().unwrap_or(MAX_SOURCE).clamp(MIN_SOURCE, MAX_SOURCE);
        CompileOptions {
            name: self.source_name.clone(),
            max_source_bytes: Some(most as usize),
            interrupt: deadline.map(|deadline| Interrupt(Arc::new(move || Instant::now() >= deadline))),
            ..CompileOptions::default()
        }
    }
}

/// A program that is compiled and can be run many times.
#[derive(Debug, Clone)]
pub struct CompiledProgram(pub(super) Arc<Program>);

/// Settings of a [`CodeMode`].
pub struct CodeModeBuilder {
    tools: ToolSet,
    policy: ToolPolicy,
    fetch: Option<Fetch>,
    extensions: Vec<Extension>,
    on_extension_start: Option<ExtensionStartHook>,
    on_extension_end: Option<ExtensionEndHook>,
    limits: Limits,
    truncation: TruncationMode,
    discovery: DiscoveryOptions,
    time_zone: String,
    locale: String,
    clock: Clock,
    random: RandomSource,
    on_start: Option<StartHook>,
    on_end: Option<EndHook>,
    expose_errors: bool,
    timers: Option<Duration>,
    source_name: Arc<str>,
}

impl CodeMode {
    /// Starts the settings of a runtime over `tools`.
    #[must_use]
    pub fn builder(tools: ToolSet) -> CodeModeBuilder {
        CodeModeBuilder {
            tools,
            policy: ToolPolicy::default(),
            fetch: None,
            extensions: Vec::new(),
            on_extension_start: None,
            on_extension_end: None,
            limits: Limits::UNLIMITED,
            truncation: TruncationMode::default(),
            discovery: DiscoveryOptions::default(),
            time_zone: "UTC".to_owned(),
            locale: "en-US".to_owned(),
            clock: Arc::new(system_clock),
            random: Arc::new(system_random),
            on_start: None,
            on_end: None,
            expose_errors: false,
            timers: None,
            source_name: Arc::from("program"),
        }
    }

    /// A runtime over `tools` without limits.
    ///
    /// # Errors
    /// As [`CodeModeBuilder::build`].
    pub fn new(tools: ToolSet) -> Result<CodeMode, ConfigError> {
        CodeMode::builder(tools).build()
    }

    /// Runs a program. The future is `Send`, can be polled on any thread, yields about every millisecond of work, and
    /// stops everything when it is dropped. Failures of the program are results, never errors.
    ///
    /// With a time limit it needs a tokio runtime with time enabled.
    pub async fn execute(&self, source: &str) -> ExecutionResult {
        driver::execute(self, driver::Input::Source(source)).await.0
    }

    /// As [`CodeMode::execute`], but tells apart a run that a tool cancelled: see [`Cancelled`].
    ///
    /// # Errors
    /// A tool that the program awaited cancelled the run.
    pub async fn try_execute(&self, source: &str) -> Result<ExecutionResult, Cancelled> {
        driver::try_execute(self, source).await
    }

    /// Runs a program and also says what it cost.
    pub async fn execute_measured(&self, source: &str) -> (ExecutionResult, ExecutionStats) {
        driver::execute(self, driver::Input::Source(source)).await
    }

    /// Runs a compiled program.
    pub async fn execute_program(&self, program: &CompiledProgram) -> ExecutionResult {
        driver::execute(self, driver::Input::Program(program)).await.0
    }

    /// Compiles a program for [`CodeMode::execute_program`].
    ///
    /// # Errors
    /// A `ParseError` or `UnsupportedSyntax` with its location: the first one found.
    pub fn compile(&self, source: &str) -> Result<CompiledProgram, Diagnostic> {
        self.compile_until(source, None)
    }

    /// Compiles a program; the work counts against the time limit of the execution.
    pub(super) fn compile_until(&self, source: &str, deadline: Option<Instant>) -> Result<CompiledProgram, Diagnostic> {
        if let Ok(cache) = self.0.cache.lock()
            && let Some((_, program)) = cache.iter().find(|(known, _)| **known == *source)
        {
            return Ok(CompiledProgram(program.clone()));
        }
        let options = self.0.compile_options(deadline);
        let program = Arc::new(compile_contained(source, &options, &self.0.limits)?);
        if let Ok(mut cache) = self.0.cache.lock() {
            if cache.len() >= CACHED_PROGRAMS {
                cache.remove(0);
            }
            cache.push((Arc::from(source), program.clone()));
        }
        Ok(CompiledProgram(program))
    }

    /// The same runtime over other tools. Compiled programs, and what was learned of the results of tools that stay, are
    /// kept; executions that run go on with the tools they began with.
    #[must_use]
    pub fn with_tools(&self, tools: ToolSet) -> CodeMode {
        let catalog = Arc::new(self.0.catalog.with_tools(tools.allowed(&self.0.policy)));
        CodeMode(Arc::new(Shared { catalog, ..Shared::clone(&self.0) }))
    }

    /// The same runtime, watched by `observer` besides its own hooks. Cheap: made for one execution, it shows the calls,
    /// progress and attachments of that one.
    #[must_use]
    pub fn observed(&self, observer: Observer) -> CodeMode {
        let shared = &*self.0;
        CodeMode(Arc::new(Shared {
            on_start: both_start(shared.on_start.clone(), observer.on_start),
            on_end: both_end(shared.on_end.clone(), observer.on_end),
            on_progress: observer.on_progress,
            attachments: Some(observer.attachments),
            ..Shared::clone(shared)
        }))
    }

    /// Structured descriptions of the tools, by canonical path.
    #[must_use]
    pub fn catalog(&self) -> Vec<CatalogEntry> {
        self.0.catalog.entries()
    }

    /// The catalogue itself, with search.
    #[must_use]
    pub fn discovery(&self) -> &Catalog {
        &self.0.catalog
    }

    /// What a model is told: how to write programs, and the tools as far as the budget goes.
    #[must_use]
    pub fn instructions(&self) -> &str {
        self.0.catalog.instructions()
    }
}

/// Runs one program over `tools` without limits: `CodeMode::new(tools)?.execute(source).await`.
///
/// # Errors
/// As [`CodeModeBuilder::build`].
pub async fn execute(tools: ToolSet, source: &str) -> Result<ExecutionResult, ConfigError> {
    Ok(CodeMode::new(tools)?.execute(source).await)
}

impl CodeModeBuilder {
    /// Limits of each execution.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Which tools programs may see and call, by their canonical paths. Also holds for tools that come later.
    #[must_use]
    pub fn policy(mut self, policy: ToolPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Grants programs `fetch`, within a policy. Without this they have none.
    #[must_use]
    pub fn fetch(mut self, fetch: Fetch) -> Self {
        self.fetch = Some(fetch);
        self
    }

    /// Grants programs the global functions of an extension. Without this they have none.
    #[must_use]
    pub fn extension(mut self, extension: Extension) -> Self {
        self.extensions.push(extension);
        self
    }

    /// Called before a function of an extension runs; an error denies the call and is thrown to the program.
    #[must_use]
    pub fn on_extension_call_start(mut self, hook: ExtensionStartHook) -> Self {
        self.on_extension_start = Some(hook);
        self
    }

    /// Called once after each call that the start hook was told of.
    #[must_use]
    pub fn on_extension_call_end(mut self, hook: ExtensionEndHook) -> Self {
        self.on_extension_end = Some(hook);
        self
    }

    /// How a value that is too large is cut.
    #[must_use]
    pub fn truncation(mut self, mode: TruncationMode) -> Self {
        self.truncation = mode;
        self
    }

    /// Catalogue budget and tokenizer.
    #[must_use]
    pub fn discovery(mut self, options: DiscoveryOptions) -> Self {
        self.discovery = options;
        self
    }

    /// IANA name of the time zone that `Date` shows. Default `UTC`.
    #[must_use]
    pub fn time_zone(mut self, name: impl Into<String>) -> Self {
        self.time_zone = name.into();
        self
    }

    /// BCP 47 tag of the default locale. Default `en-US`.
    #[must_use]
    pub fn locale(mut self, tag: impl Into<String>) -> Self {
        self.locale = tag.into();
        self
    }

    /// Replaces the system clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Fn() -> f64 + Send + Sync + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Stops the clock at a moment, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn fixed_clock(self, now_ms: f64) -> Self {
        self.clock(move || now_ms)
    }

    /// Makes `Math.random` and `crypto` repeat: every execution sees the same numbers.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Arc::new(move || Box::new(generator(seed)));
        self
    }

    /// Called and awaited before each admitted call; an error denies it.
    #[must_use]
    pub fn on_tool_call_start(mut self, hook: StartHook) -> Self {
        self.on_start = Some(hook);
        self
    }

    /// Called after each call that had a start event.
    #[must_use]
    pub fn on_tool_call_end(mut self, hook: EndHook) -> Self {
        self.on_end = Some(hook);
        self
    }

    /// Gives programs `setTimeout`, `setInterval`, what clears them, and `scheduler.wait`, which they do not have otherwise.
    /// The delays that one program asks for may add up to `max_total`; waiting counts against the time limit. Needs a
    /// tokio runtime with time enabled.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// # use codemode::{CodeMode, ToolSet};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
    /// let runtime = CodeMode::builder(ToolSet::new([])?).timers(Duration::from_secs(10)).build()?;
    /// let result = runtime.execute("await scheduler.wait(1); return 'rested'").await;
    /// assert_eq!(result.value(), Some(&"rested".into()));
    /// # Ok::<(), codemode::ConfigError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn timers(mut self, max_total: Duration) -> Self {
        self.timers = Some(max_total);
        self
    }

    /// Shows the real messages of unknown host failures to the program. Off by default: they may hold secrets.
    #[must_use]
    pub fn expose_errors(mut self) -> Self {
        self.expose_errors = true;
        self
    }

    /// Name of the source in stack frames. Default `program`.
    #[must_use]
    pub fn source_name(mut self, name: impl Into<Arc<str>>) -> Self {
        self.source_name = name.into();
        self
    }

    /// Builds a runtime that also has the tools of `sources` and can follow their changes. Sources that fail are among
    /// its [`LiveCodeMode::problems`].
    ///
    /// # Errors
    /// As [`CodeModeBuilder::build`].
    pub async fn live(
        self,
        sources: impl IntoIterator<Item = Arc<dyn ToolSource>>,
    ) -> Result<LiveCodeMode, ConfigError> {
        LiveCodeMode::start(self.build()?, sources).await
    }

    /// Builds the runtime.
    ///
    /// # Errors
    /// A limit or setting out of range.
    pub fn build(mut self) -> Result<CodeMode, ConfigError> {
        self.limits.validate()?;
        if let Some(fetch) = &self.fetch {
            self.discovery.capabilities.push(fetch.description());
        }
        if let Some(longest) = self.timers {
            self.discovery.capabilities.push(timers::description(longest));
        }
        check_globals(&self)?;
        self.discovery.capabilities.extend(self.extensions.iter().map(Extension::description));
        Ok(CodeMode(Arc::new(Shared {
            catalog: Arc::new(Catalog::new(self.tools.allowed(&self.policy), self.discovery)?),
            policy: Arc::new(self.policy),
            fetch: self.fetch.as_ref().map(Fetch::tool).transpose()?,
            extensions: self.extensions.into(),
            on_extension_start: self.on_extension_start,
            on_extension_end: self.on_extension_end,
            limits: self.limits,
            truncation: self.truncation,
            time_zone: self.time_zone,
            locale: self.locale,
            clock: self.clock,
            random: self.random,
            on_start: self.on_start,
            on_end: self.on_end,
            on_progress: None,
            attachments: None,
            expose_errors: self.expose_errors,
            timers: self.timers,
            source_name: self.source_name,
            cache: Arc::default(),
        })))
    }
}

impl std::fmt::Debug for CodeMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeMode").field("limits", &self.0.limits).finish_non_exhaustive()
    }
}

/// The names that `fetch` brings along.
pub(super) const FETCH_GLOBALS: [&str; 3] = ["fetch", "Request", "Response"];

/// Refuses globals of extensions that no program could use, or that would hide others.
fn check_globals(builder: &CodeModeBuilder) -> Result<(), ConfigError> {
    let mut taken: Vec<(&str, &str)> = Vec::new();
    for extension in &builder.extensions {
        for (name, _) in &extension.globals {
            let is_name = |ch: char| ch.is_alphanumeric() || matches!(ch, '_' | '$');
            let is_fetch = builder.fetch.is_some() && FETCH_GLOBALS.contains(&&**name);
            let is_known = global_names(builder.timers.is_some()).iter().any(|known| **known == **name);
            let reason =
                if name.is_empty() || name.starts_with(|ch: char| ch.is_ascii_digit()) || !name.chars().all(is_name) {
                    "it is no identifier".to_owned()
                } else if is_fetch || is_known {
                    "programs have a global of that name already".to_owned()
                } else if let Some((_, other)) = taken.iter().find(|(known, _)| *known == &**name) {
                    format!("the extension `{other}` adds it")
                } else {
                    taken.push((name, &extension.name));
                    continue;
                };
            return Err(ConfigError::Global { extension: extension.name.to_string(), name: name.to_string(), reason });
        }
    }
    Ok(())
}

/// The diagnostic for a source that does not compile: its first error.
pub(super) fn compile_diagnostic(errors: &[codemode_compiler::CompileError], limits: &Limits) -> Diagnostic {
    let Some(first) = errors.first() else {
        return Diagnostic::new(DiagnosticKind::ParseError, "the program cannot be compiled");
    };
    let kind = match first.kind {
        codemode_compiler::CompileErrorKind::Parse => DiagnosticKind::ParseError,
        codemode_compiler::CompileErrorKind::UnsupportedSyntax => DiagnosticKind::UnsupportedSyntax,
        codemode_compiler::CompileErrorKind::Interrupted => {
            let limit = limits.timeout_ms.unwrap_or(0);
            let message =
                format!("the program did not finish within the timeout of {limit} ms: reading it took too long");
            return Diagnostic::new(DiagnosticKind::TimeoutExceeded, message).suggest("write a shorter program");
        }
    };
    let mut diagnostic = Diagnostic::new(kind, first.to_string())
        .at(SourceLocation { line: first.position.line, column: first.position.column });
    for suggestion in &first.suggestions {
        diagnostic = diagnostic.suggest(suggestion.clone());
    }
    diagnostic
}

fn system_clock() -> f64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |elapsed| elapsed.as_millis() as f64)
}

fn system_random() -> Box<dyn FnMut() -> u64 + Send> {
    use std::hash::BuildHasher;
    let seed = std::collections::hash_map::RandomState::new().hash_one(std::time::SystemTime::now());
    Box::new(generator(seed))
}

/// SplitMix64.
fn generator(seed: u64) -> impl FnMut() -> u64 + Send {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
