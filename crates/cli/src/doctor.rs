//! `codemode doctor`: does everything work, and if not, what is to be done?

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use codemode::{CodeMode, DiscoveryOptions, estimate_tokens};
use codemode_mcp::{ServerConfig, Transport, process_environment};
use serde::Serialize;

use crate::setup::{Failure, Running, Setup, ToolOptions, tokio};
use crate::{openapi, render};

#[derive(Debug, Args)]
#[command(after_help = "\
Reads the configuration, starts every server, reads every document, counts tools and tokens.

Exit codes: 0 everything works (there may be advice), 1 something does not.")]
pub struct DoctorOptions {
    /// Print the findings as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub tools: ToolOptions,
}

/// How good a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum Level {
    Good,
    Advice,
    Broken,
}

/// Something that was looked at.
#[derive(Debug, Serialize)]
struct Finding {
    level: Level,
    /// What was looked at.
    subject: String,
    /// What was seen.
    message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    /// Where in the configuration it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

/// Everything that was looked at.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, level: Level, subject: &str, message: impl Into<String>) -> &mut Finding {
        let subject = subject.to_owned();
        self.0.push_mut(Finding { level, subject, message: message.into(), advice: None, place: None })
    }
}

impl Finding {
    fn advise(&mut self, advice: impl Into<String>) -> &mut Finding {
        self.advice = Some(advice.into());
        self
    }

    fn at(&mut self, setup: &Setup, keys: &[&str]) -> &mut Finding {
        self.place = setup.file.as_ref().map(|file| file.place(keys));
        self
    }
}

/// Looks at everything and prints what was found.
pub fn main(options: &DoctorOptions) -> Result<ExitCode, Failure> {
    let mut findings = Findings::default();
    match Setup::read(&options.tools) {
        Err(Failure(message)) => {
            // The lines of the file are drawn for a terminal.
            let message = anstream::adapter::strip_str(&message).to_string();
            findings
                .add(Level::Broken, "configuration", message)
                .advise("correct the marked places, then run doctor again");
        }
        Ok(setup) => tokio()?.block_on(examine(&setup, &mut findings))?,
    }
    let is_broken = findings.0.iter().any(|finding| finding.level == Level::Broken);
    let printed = if options.json { print_json(&findings.0) } else { print(&findings.0) };
    // A reader that went away has seen enough.
    let _ = printed;
    Ok(if is_broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn examine(setup: &Setup, findings: &mut Findings) -> Result<(), Failure> {
    match &setup.file {
        Some(file) => _ = findings.add(Level::Good, "configuration", file.path.display().to_string()),
        None => {
            let finding = findings.add(Level::Advice, "configuration", "there is none, so only the demo shop is open");
            finding.advise("`codemode init` writes one and imports the MCP servers of other programs");
        }
    }
    for (name, server) in &setup.config.mcp_servers.0 {
        entry(setup, name, server, findings);
    }
    let running = match setup.start_quietly("doctor").await {
        Ok(running) => running,
        Err(Failure(message)) => {
            findings.add(Level::Broken, "settings", message);
            return Ok(());
        }
    };
    servers(setup, &running, findings);
    documents(setup, findings).await;
    let runtime = running.live.current();
    policy(setup, &runtime, findings);
    tokens(&runtime, findings)?;
    if let Some(policy) = setup.config.fetch.as_ref().filter(|policy| !policy.origins.is_empty()) {
        let origins: Vec<String> = policy.origins.iter().map(|rule| rule.origin.to_string()).collect();
        findings.add(Level::Good, "fetch", format!("programs may reach {}", origins.join(", ")));
    }
    if let Some(millis) = setup.config.timers_ms.filter(|millis| *millis > 0) {
        findings.add(Level::Good, "timers", format!("the delays of a program may add up to {millis} ms"));
    }
    limits(setup, findings);
    running.shutdown().await;
    Ok(())
}

/// What can be said of an entry without starting it.
fn entry(setup: &Setup, name: &str, server: &ServerConfig, findings: &mut Findings) {
    let subject = format!("server {name}");
    let keys = ["mcpServers", name];
    if server.disabled {
        let finding = findings.add(Level::Advice, &subject, "it is disabled");
        finding.at(setup, &["mcpServers", name, "disabled"]).advise("remove `disabled` to use it");
        return;
    }
    match server.transport(&process_environment) {
        Err(error) => _ = findings.add(Level::Broken, &subject, error.to_string()).at(setup, &keys),
        Ok(transport @ Transport::Stdio { .. }) => {
            let base = setup.file.as_ref().map(|file| file.folder());
            let Some(program) = transport.program(base).filter(|program| !is_on_path(program)) else { return };
            let shown = program.display().to_string();
            let finding = findings.add(Level::Broken, &subject, format!("there is no program `{shown}`"));
            finding.at(setup, &["mcpServers", name, "command"]).advise(install_advice(&shown));
        }
        Ok(_) => {}
    }
}

/// Whether a program can be started by this name.
fn is_on_path(program: &Path) -> bool {
    if program.components().count() > 1 {
        return program.exists();
    }
    let command = program.display();
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let endings: &[&str] = if cfg!(windows) { &["", ".exe", ".cmd", ".bat"] } else { &[""] };
    std::env::split_paths(&folders)
        .any(|folder| endings.iter().any(|ending| folder.join(format!("{command}{ending}")).is_file()))
}

fn install_advice(command: &str) -> &'static str {
    match command {
        "npx" | "node" | "npm" => "install Node.js (https://nodejs.org), which brings it",
        "uvx" | "uv" => "install uv (https://docs.astral.sh/uv)",
        "python" | "python3" | "pipx" => "install Python (https://www.python.org)",
        "docker" => "install Docker and start it",
        "bun" | "bunx" => "install Bun (https://bun.sh)",
        path if path.contains(['/', '\\']) => {
            "relative paths start from `cwd`, or from the folder of the configuration"
        }
        _ => "install it, or write its full path",
    }
}

/// How the servers are once they were started.
fn servers(setup: &Setup, running: &Running, findings: &mut Findings) {
    for status in running.servers() {
        let subject = format!("server {}", status.name);
        // What was found before anything was started is the cause of what came after.
        if findings.0.iter().any(|finding| finding.subject == subject) {
            continue;
        }
        match &status.problem {
            Some(problem) => {
                let finding = findings.add(Level::Broken, &subject, problem.clone());
                finding.at(setup, &["mcpServers", &status.name]);
                let advice = [not_ready(problem), last_lines(&status.stderr)];
                let advice: Vec<String> = advice.into_iter().flatten().collect();
                if !advice.is_empty() {
                    finding.advise(advice.join("\n    "));
                }
            }
            None => {
                let what = status.server.as_deref().unwrap_or("ready");
                let finding = findings.add(Level::Good, &subject, format!("{what}, {} tools", status.tools));
                if let [first, ..] = status.unused[..] {
                    let offered = status.unused.join(" and ");
                    finding.advise(format!("it also offers {offered}: `\"{first}\": true` makes tools of them"));
                }
            }
        }
    }
}

/// What may keep a program from answering.
fn not_ready(problem: &str) -> Option<String> {
    let advice = "does it speak MCP over standard output, and nothing else there? If it is only slow (npx downloads at the \
first start), a larger `startTimeoutMs` helps";
    problem.contains("`startTimeoutMs`").then(|| advice.to_owned())
}

/// The end of what a program wrote, as it stands there.
fn last_lines(lines: &[String]) -> Option<String> {
    const SHOWN: usize = 8;
    let said: Vec<&str> = lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty()).collect();
    let last = said.get(said.len().saturating_sub(SHOWN)..).filter(|last| last.len() > 1)?;
    let shown: Vec<String> = last.iter().map(|line| format!("  {}", render::one_line(line))).collect();
    Some(format!("it wrote last:\n    {}", shown.join("\n    ")))
}

async fn documents(setup: &Setup, findings: &mut Findings) {
    for (name, reason) in &setup.broken_documents {
        let finding = findings.add(Level::Broken, &format!("document {name}"), reason.clone());
        finding.at(setup, &["openapi", name]);
    }
    for source in &setup.documents {
        let subject = format!("document {}", source.name);
        match openapi::load_in_runtime(source).await {
            Err(reason) => {
                let finding = findings.add(Level::Broken, &subject, reason);
                finding.at(setup, &["openapi", &source.name, "spec"]);
            }
            Ok(mut api) => {
                let (operations, skipped) = (api.operations(), api.skipped().len());
                api.retain(|tool| source.policy.allows_tool(tool));
                let count = api.tools().len();
                let message = format!("{count} tools of {operations} operations");
                let inspect = format!("`codemode openapi inspect {}` says why", source.document);
                match (count, skipped) {
                    (0, _) => {
                        let finding = findings.add(Level::Broken, &subject, message);
                        finding.advise(inspect).at(setup, &["openapi", &source.name]);
                    }
                    (_, 0) => _ = findings.add(Level::Good, &subject, message),
                    (_, skipped) => {
                        findings.add(Level::Advice, &subject, format!("{message}, {skipped} skipped")).advise(inspect);
                    }
                }
            }
        }
    }
}

/// Patterns that match nothing are most likely misspelt. Those that deny are looked for among the tools that are left,
/// where they can match nothing; so only those that allow are looked at.
fn policy(setup: &Setup, runtime: &CodeMode, findings: &mut Findings) {
    for pattern in &setup.config.policy.allow {
        let mut tools = runtime.discovery().tools().tools();
        if !tools.any(|(path, tool)| pattern.matches(path, tool.annotations())) {
            let finding = findings.add(Level::Advice, "policy", format!("`{pattern}` allows no tool that is there"));
            finding.at(setup, &["policy", "allow"]).advise("`codemode tools` lists the names");
        }
    }
}

fn tokens(runtime: &CodeMode, findings: &mut Findings) -> Result<(), Failure> {
    let tools = runtime.discovery().tools().clone();
    let count = tools.len();
    if count == 0 {
        let finding = findings.add(Level::Advice, "tools", "there are none");
        finding.advise("add servers to `mcpServers` or documents to `openapi`");
        return Ok(());
    }
    let told = estimate_tokens(runtime.instructions());
    let everything = DiscoveryOptions { catalog_budget: u64::from(u32::MAX), ..DiscoveryOptions::default() };
    let all = CodeMode::builder(tools).discovery(everything).build()?;
    let all = estimate_tokens(all.instructions());
    let message = format!("{count} tools; a model is told about {told} tokens at the start");
    if all > told {
        let finding = findings.add(Level::Good, "tools", format!("{message}, and finds the rest by search"));
        finding.advise(format!("telling it all would cost {all}; `discovery.catalogBudget` decides"));
    } else {
        findings.add(Level::Good, "tools", format!("{message}, which is all of them"));
    }
    Ok(())
}

fn limits(setup: &Setup, findings: &mut Findings) {
    let limits = &setup.config.limits;
    let missing: Vec<&str> = [
        ("timeoutMs", limits.timeout_ms.is_none()),
        ("maxMemoryBytes", limits.max_memory_bytes.is_none()),
        ("maxOutputBytes", limits.max_output_bytes.is_none()),
    ]
    .into_iter()
    .filter_map(|(name, is_missing)| is_missing.then_some(name))
    .collect();
    if missing.is_empty() || setup.file.is_none() {
        return;
    }
    let finding = findings.add(Level::Advice, "limits", format!("not limited: {}", missing.join(", ")));
    finding.at(setup, &["limits"]).advise("programs of models should have limits; `codemode init` suggests some");
}

fn print(findings: &[Finding]) -> std::io::Result<()> {
    let mut out = anstream::stdout();
    for finding in findings {
        let (colour, mark) = match finding.level {
            Level::Good => ("32", "✓"),
            Level::Advice => ("33", "!"),
            Level::Broken => ("31", "✗"),
        };
        writeln!(out, "\x1b[{colour}m{mark}\x1b[0m {}: {}", finding.subject, render::plain(&finding.message))?;
        if let Some(place) = &finding.place {
            writeln!(out, "    at {place}")?;
        }
        if let Some(advice) = &finding.advice {
            writeln!(out, "    {advice}")?;
        }
    }
    let broken = findings.iter().filter(|finding| finding.level == Level::Broken).count();
    match broken {
        0 => writeln!(out, "\neverything works"),
        1 => writeln!(out, "\n1 thing does not work"),
        many => writeln!(out, "\n{many} things do not work"),
    }
}

fn print_json(findings: &[Finding]) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(findings).map_err(std::io::Error::other)?;
    writeln!(std::io::stdout(), "{text}")
}
