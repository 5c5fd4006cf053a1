//! `codemode init`: a first configuration, with the MCP servers that other programs already use.

mod convert;
mod places;
mod secrets;

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use codemode::Limits;
use codemode_mcp::{McpServers, ServerConfig};

use crate::config::{Config, jsonc, toml_text};
use crate::setup::Failure;

use convert::{Imported, Owner, import};
use places::{Place, places};
use secrets::Secrets;

#[derive(Debug, Args)]
#[command(after_help = "\
Looks for MCP servers in the configurations of Claude Code (.mcp.json, ~/.claude.json), Claude Desktop, Cursor
(.cursor/mcp.json), VS Code (.vscode/mcp.json), opencode (opencode.json), Gemini CLI (.gemini/settings.json), Codex
(.codex/config.toml) and Windsurf, in this folder and in your home. Secrets in the files of your home become ${VARIABLES},
so that the new file can be shared; --keep-secrets copies them.

Examples:
  codemode init
  codemode init --dry-run                    see what would be written
  codemode init --from ~/old/.mcp.json       import this file only")]
pub struct InitOptions {
    /// Import from this file only; may be given several times
    #[arg(long, value_name = "FILE")]
    pub from: Vec<PathBuf>,
    /// Import nothing
    #[arg(long, conflicts_with = "from")]
    pub no_import: bool,
    /// Copy secrets as they are, also from your home
    #[arg(long)]
    pub keep_secrets: bool,
    /// Write codemode.toml instead of codemode.json
    #[arg(long)]
    pub toml: bool,
    /// Print what would be written, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Replace a configuration that is there
    #[arg(long)]
    pub force: bool,
}

/// Limits that suit most programs; a first configuration shows them so that they are seen.
const LIMITS: Limits = Limits {
    timeout_ms: Some(120_000),
    max_tool_calls: Some(500),
    max_output_bytes: Some(100_000),
    max_memory_bytes: Some(256 * 1024 * 1024),
    ..Limits::UNLIMITED
};

/// Writes the configuration and says what is in it.
pub fn main(options: &InitOptions) -> Result<ExitCode, Failure> {
    let folder = std::env::current_dir().map_err(|error| Failure(format!("the working folder: {error}")))?;
    let path = folder.join(if options.toml { "codemode.toml" } else { "codemode.json" });
    let there = crate::config::FILE_NAMES.iter().map(|name| folder.join(name)).find(|path| path.exists());
    if let Some(there) = there.filter(|there| !options.dry_run && (!options.force || *there != path)) {
        let hint = if there == path { "--force replaces it" } else { "remove it first" };
        return Err(Failure(format!("{} is there already; {hint}", there.display())));
    }
    let mut collection = Collection::default();
    for place in chosen(options, &folder) {
        collection.add(&place, &folder, options)?;
    }
    let config = Config { mcp_servers: McpServers(collection.servers), limits: LIMITS, ..Config::default() };
    let text = if options.toml {
        toml::to_string_pretty(&config).map_err(|error| Failure(error.to_string()))?
    } else {
        serde_json::to_string_pretty(&config).map_err(|error| Failure(error.to_string()))? + "\n"
    };
    let mut err = anstream::stderr();
    let mut say = |text: String| _ = writeln!(err, "{text}");
    collection.notes.into_iter().for_each(&mut say);
    if options.dry_run {
        let _ = std::io::stdout().write_all(text.as_bytes());
        return Ok(ExitCode::SUCCESS);
    }
    std::fs::write(&path, text).map_err(|error| Failure(format!("{}: {error}", path.display())))?;
    let count = config.mcp_servers.0.len();
    say(format!("wrote {} with {count} MCP server{}", path.display(), if count == 1 { "" } else { "s" }));
    say(match count {
        0 => {
            "next: add servers to `mcpServers` or documents to `openapi` in it; `codemode doctor` then checks it".into()
        }
        _ => "next: `codemode doctor` checks it, `codemode tools` lists the tools".into(),
    });
    Ok(ExitCode::SUCCESS)
}

/// The files to import from.
fn chosen(options: &InitOptions, folder: &Path) -> Vec<Place> {
    if options.no_import {
        return Vec::new();
    }
    if options.from.is_empty() {
        return places(folder, &|name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from));
    }
    let place = |path: &PathBuf| Place { path: path.clone(), owner: Owner::Folder, is_required: true };
    options.from.iter().map(place).collect()
}

/// What was imported so far.
#[derive(Default)]
struct Collection {
    servers: BTreeMap<String, ServerConfig>,
    secrets: Secrets,
    notes: Vec<String>,
}

impl Collection {
    /// Imports a file, if it is there.
    fn add(&mut self, place: &Place, folder: &Path, options: &InitOptions) -> Result<(), Failure> {
        let path = place.path.display();
        let text = match std::fs::read_to_string(&place.path) {
            Ok(text) => text,
            Err(error) if place.is_required => return Err(Failure(format!("{path}: {error}"))),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                self.notes.push(format!("left out {path}: {error}"));
                return Ok(());
            }
        };
        let is_toml = place.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
        let parsed = match if is_toml { toml_text::parse(&text) } else { jsonc::parse(&text) } {
            Ok(parsed) => parsed.to_value(),
            Err(mistake) => {
                let (line, column) = mistake.position(&text);
                let message = format!("{path}:{line}:{column}: {}", mistake.message);
                if place.is_required {
                    return Err(Failure(message));
                }
                self.notes.push(format!("left out {message}"));
                return Ok(());
            }
        };
        let owner = if options.keep_secrets { Owner::Folder } else { place.owner };
        let Imported { servers, notes } = import(&parsed, folder, owner, &mut self.secrets);
        if servers.is_empty() && notes.is_empty() && place.is_required {
            self.notes.push(format!("{path}: there are no MCP servers in it"));
        }
        let mut names = Vec::new();
        for (name, server) in servers {
            match self.servers.get(&name) {
                None => {
                    names.push(name.clone());
                    self.servers.insert(name, server);
                }
                Some(known) if *known == server => {}
                Some(_) => self.notes.push(format!("{path}: `{name}` is left out, there is another one of that name")),
            }
        }
        if !names.is_empty() {
            self.notes.push(format!("{path}: {}", names.join(", ")));
        }
        self.notes.extend(notes.into_iter().map(|note| format!("  {note}")));
        Ok(())
    }
}
