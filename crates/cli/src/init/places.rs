//! Where other programs keep their MCP servers.

use std::path::{Path, PathBuf};

use super::convert::Owner;

/// A file that may hold servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: PathBuf,
    pub owner: Owner,
    /// Whether somebody named it: then it must be there.
    pub is_required: bool,
}

/// All places, those of the folder first. `variable` gives folders from the environment.
pub fn places(folder: &Path, variable: &dyn Fn(&str) -> Option<PathBuf>) -> Vec<Place> {
    let in_folder = [
        ".mcp.json",        // Claude Code
        ".cursor/mcp.json", // Cursor
        ".vscode/mcp.json", // VS Code
        "opencode.json",    // opencode
        "opencode.jsonc",   // opencode
        ".opencode/opencode.json",
        ".gemini/settings.json", // Gemini CLI
        ".codex/config.toml",    // Codex
    ];
    let mut found: Vec<(PathBuf, Owner)> = in_folder.iter().map(|name| (folder.join(name), Owner::Folder)).collect();
    if let Some(home) = variable("HOME").or_else(|| variable("USERPROFILE")) {
        let config = variable("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"));
        let library = home.join("Library/Application Support");
        let roaming = variable("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming"));
        found.push((home.join(".claude.json"), Owner::Home));
        found.push((home.join(".cursor/mcp.json"), Owner::Home));
        found.push((home.join(".gemini/settings.json"), Owner::Home));
        found.push((home.join(".codex/config.toml"), Owner::Home));
        found.push((home.join(".codeium/windsurf/mcp_config.json"), Owner::Home));
        found.push((config.join("opencode/opencode.json"), Owner::Home));
        found.push((config.join("opencode/opencode.jsonc"), Owner::Home));
        for base in [&config, &library, &roaming] {
            found.push((base.join("Claude/claude_desktop_config.json"), Owner::Home));
            found.push((base.join("Code/User/mcp.json"), Owner::Home));
            found.push((base.join("Code/User/settings.json"), Owner::Home));
        }
    }
    let mut places: Vec<Place> = Vec::new();
    for (path, owner) in found {
        if !places.iter().any(|place| place.path == path) {
            places.push(Place { path, owner, is_required: false });
        }
    }
    places
}
