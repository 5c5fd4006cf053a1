//! From the configuration of another program to servers of ours.
//!
//! The programs differ in where the servers stand, in the names of the fields and in how they write variables.

use std::collections::BTreeMap;
use std::path::Path;

use codemode_mcp::ServerConfig;
use serde_json::{Map, Value, json};

/// Whose file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// It lies in the folder; whoever sees the new file sees it too.
    Folder,
    /// It is somebody's own: secrets in it are not copied.
    Home,
}

/// What a file gave.
#[derive(Debug, Default)]
pub struct Imported {
    pub servers: BTreeMap<String, ServerConfig>,
    /// What people should know about it.
    pub notes: Vec<String>,
}

/// Reads the servers of a file.
pub fn import(file: &Value, folder: &Path, owner: Owner) -> Imported {
    let mut imported = Imported::default();
    for (name, entry) in entries(file, folder) {
        let mut conversion = Conversion { name, folder, owner, notes: Vec::new() };
        match conversion.server(entry) {
            Ok(Some(server)) => _ = imported.servers.entry(name.to_owned()).or_insert(server),
            Ok(None) => {}
            Err(reason) => conversion.notes.push(format!("`{name}` is left out: {reason}")),
        }
        imported.notes.append(&mut conversion.notes);
    }
    imported
}

/// The entries of a file wherever its program keeps them.
fn entries<'a>(file: &'a Value, folder: &Path) -> Vec<(&'a str, &'a Value)> {
    let folder = folder.to_string_lossy();
    let mut found = Vec::new();
    let places = [
        // Claude, Cursor and most others; Claude Code keeps those of a folder below its path.
        file.get("projects").and_then(|projects| projects.get(&*folder)).and_then(|project| project.get("mcpServers")),
        file.get("mcpServers"),
        // Codex.
        file.get("mcp_servers"),
        // VS Code: mcp.json, and settings.json.
        file.get("servers"),
        file.get("mcp").and_then(|mcp| mcp.get("servers")),
        // opencode.
        file.get("mcp").filter(|mcp| mcp.get("servers").is_none()),
    ];
    for place in places.into_iter().flatten() {
        if let Value::Object(members) = place {
            found.extend(
                members.iter().filter(|(_, entry)| entry.is_object()).map(|(name, entry)| (name.as_str(), entry)),
            );
        }
    }
    found
}

struct Conversion<'a> {
    name: &'a str,
    folder: &'a Path,
    owner: Owner,
    notes: Vec<String>,
}

impl Conversion<'_> {
    /// The server of an entry; none when it is this program itself.
    fn server(&mut self, entry: &Value) -> Result<Option<ServerConfig>, String> {
        let mut fields = Map::new();
        let Value::Object(members) = entry else { return Err("it is no object".into()) };
        for (field, value) in members {
            match (field.as_str(), value) {
                // opencode writes the program and its arguments as one list.
                ("command", Value::Array(words)) => {
                    let mut words = words.iter().cloned();
                    fields.insert("command".into(), words.next().unwrap_or(Value::Null));
                    fields.insert("args".into(), words.collect());
                }
                // Gemini CLI writes the address of streamable HTTP so, and `url` for the transport of 2024.
                ("httpUrl", address) => _ = fields.insert("url".into(), address.clone()),
                // Codex.
                ("http_headers", headers) => merge(&mut fields, "headers", headers, |value| value.clone()),
                ("env_http_headers", headers) => {
                    let variable = |name: &Value| format!("${{{}}}", name.as_str().unwrap_or_default()).into();
                    merge(&mut fields, "headers", headers, variable);
                }
                ("bearer_token_env_var", Value::String(variable)) => {
                    let header = json!({ "Authorization": format!("Bearer ${{{variable}}}") });
                    merge(&mut fields, "headers", &header, |value| value.clone());
                }
                ("startup_timeout_sec" | "tool_timeout_sec", Value::Number(seconds)) => {
                    let field = if field == "startup_timeout_sec" { "startTimeoutMs" } else { "timeoutMs" };
                    let millis = seconds.as_f64().map(|seconds| (seconds * 1000.0) as u64).filter(|millis| *millis > 0);
                    fields.extend(millis.map(|millis| (field.to_owned(), millis.into())));
                }
                ("environment", variables) => _ = fields.insert("env".into(), variables.clone()),
                ("enabled", Value::Bool(is_enabled)) => _ = fields.insert("disabled".into(), (!is_enabled).into()),
                ("type", Value::String(kind)) => match kind.as_str() {
                    "local" => _ = fields.insert("type".into(), "stdio".into()),
                    "remote" | "streamable-http" => _ = fields.insert("type".into(), "http".into()),
                    _ => _ = fields.insert("type".into(), value.clone()),
                },
                ("command" | "args" | "env" | "cwd" | "url" | "serverUrl" | "headers" | "disabled" | "timeout", _) => {
                    fields.insert(field.clone(), value.clone());
                }
                // What other programs ask or show; it has no meaning here.
                (
                    "alwaysAllow" | "autoApprove" | "description" | "name" | "icon" | "gallery" | "version" | "dev"
                    | "trust",
                    _,
                ) => {}
                (other, _) => self.notes.push(format!("`{}`: the field `{other}` is not taken over", self.name)),
            }
        }
        let mut fields = Value::Object(fields);
        self.texts("", &mut fields);
        let server: ServerConfig = serde_json::from_value(fields).map_err(|error| error.to_string())?;
        let is_ourselves = server
            .command
            .as_deref()
            .is_some_and(|command| Path::new(command).file_stem().is_some_and(|stem| stem == "codemode"));
        if is_ourselves {
            return Ok(None);
        }
        if server.command.is_none() && server.url.is_none() {
            return Err("it has neither `command` nor `url`".into());
        }
        Ok(Some(server))
    }

    /// Rewrites the variables in all texts, and secrets. The depth is bounded by the parser.
    fn texts(&mut self, key: &str, value: &mut Value) {
        match value {
            Value::String(text) => {
                *text = self.variables(text);
                self.hide(key, text);
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.texts("", item)),
            Value::Object(members) => members.iter_mut().for_each(|(key, value)| self.texts(key, value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// `${input:x}`, `${workspaceFolder}`, `${userHome}` and `{env:X}` in our words.
    fn variables(&mut self, text: &str) -> String {
        let mut text = text
            .replace("${workspaceFolder}", &self.folder.display().to_string())
            .replace("${userHome}", "${HOME}")
            .replace("${/}", std::path::MAIN_SEPARATOR_STR);
        while let Some((before, name, after)) = between(&text, "${input:", "}") {
            let variable = variable_name(&name);
            self.notes.push(format!("`{}`: set the variable {variable}, which was asked for before", self.name));
            text = format!("{before}${{{variable}}}{after}");
        }
        let mut done = String::new();
        while let Some((before, name, after)) = between(&text, "{env:", "}") {
            // `${env:NAME}` is understood as it is.
            let begin = if before.ends_with('$') { "{env:" } else { "${" };
            done.push_str(&format!("{before}{begin}{name}}}"));
            text = after;
        }
        done + &text
    }

    /// Puts a variable in the place of a secret of somebody's own file.
    fn hide(&mut self, key: &str, text: &mut String) {
        const SECRETS: [&str; 7] = ["token", "secret", "password", "passwd", "key", "authorization", "credential"];
        let lower = key.to_lowercase();
        let is_secret = SECRETS.iter().any(|word| lower.contains(word));
        if self.owner != Owner::Home || !is_secret || text.is_empty() || text.contains("${") {
            return;
        }
        let variable = match key.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') {
            true => key.to_owned(),
            false => variable_name(&format!("{}_{key}", self.name)),
        };
        let scheme = text.split_once(' ').filter(|_| lower == "authorization").map(|(scheme, _)| format!("{scheme} "));
        *text = format!("{}${{{variable}}}", scheme.unwrap_or_default());
        self.notes.push(format!(
            "`{}`: set the variable {variable}; the secret is not copied (--keep-secrets does)",
            self.name
        ));
    }
}

/// Adds members to one of the objects among the fields.
fn merge(fields: &mut Map<String, Value>, field: &str, members: &Value, value: impl Fn(&Value) -> Value) {
    let added = members.as_object().into_iter().flatten().map(|(name, written)| (name.clone(), value(written)));
    if let Value::Object(known) = fields.entry(field).or_insert_with(|| json!({})) {
        known.extend(added);
    }
}

/// The text before, inside and after the first pair of marks.
fn between(text: &str, open: &str, close: &str) -> Option<(String, String, String)> {
    let (before, rest) = text.split_once(open)?;
    let (inside, after) = rest.split_once(close)?;
    Some((before.to_owned(), inside.to_owned(), after.to_owned()))
}

/// A name for an environment variable.
fn variable_name(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn imported(file: Value, owner: Owner) -> (Value, Vec<String>) {
        let imported = import(&file, Path::new("/w"), owner);
        (serde_json::to_value(imported.servers).unwrap(), imported.notes)
    }

    #[test]
    fn claude_and_cursor() {
        let file = json!({
            "numStartups": 3,
            "projects": { "/w": { "mcpServers": { "here": { "command": "a" } } }, "/x": { "mcpServers": { "no": {} } } },
            "mcpServers": {
                "git": { "type": "stdio", "command": "npx", "args": ["-y", "git"], "env": { "GIT_TOKEN": "abc", "MODE": "x" } },
                "web": { "type": "http", "url": "https://w.test/mcp", "headers": { "Authorization": "Bearer abc" } },
                "me": { "command": "/usr/bin/codemode", "args": ["serve"] }
            }
        });
        let (servers, notes) = imported(file.clone(), Owner::Home);
        assert_eq!(
            servers,
            json!({
                "here": { "command": "a" },
                "git": { "type": "stdio", "command": "npx", "args": ["-y", "git"], "env": { "GIT_TOKEN": "${GIT_TOKEN}", "MODE": "x" } },
                "web": { "type": "http", "url": "https://w.test/mcp", "headers": { "Authorization": "Bearer ${WEB_AUTHORIZATION}" } },
            })
        );
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert_eq!(imported(file, Owner::Folder).0["git"]["env"]["GIT_TOKEN"], "abc");
    }

    #[test]
    fn vs_code() {
        let file = json!({
            "inputs": [{ "type": "promptString", "id": "gh-token" }],
            "servers": {
                "gh": { "command": "gh", "args": ["${workspaceFolder}/x"], "env": { "T": "${input:gh-token}", "U": "${env:U}" } },
                "odd": { "gallery": true },
            }
        });
        let (servers, notes) = imported(file, Owner::Home);
        assert_eq!(
            servers,
            json!({ "gh": { "command": "gh", "args": ["/w/x"], "env": { "T": "${GH_TOKEN}", "U": "${env:U}" } } })
        );
        assert!(notes.iter().any(|note| note.contains("GH_TOKEN")) && notes.iter().any(|note| note.contains("`odd`")));
        let settings = json!({ "editor.fontSize": 12, "mcp": { "servers": { "s": { "url": "http://s.test" } } } });
        assert_eq!(imported(settings, Owner::Home).0, json!({ "s": { "url": "http://s.test" } }));
    }

    #[test]
    fn opencode() {
        let file = json!({
            "$schema": "https://opencode.ai/config.json",
            "mcp": {
                "db": { "type": "local", "command": ["bun", "x", "db"], "environment": { "K": "{env:DB_K}" }, "enabled": false },
                "docs": { "type": "remote", "url": "https://d.test/mcp", "enabled": true, "headers": { "X": "{env:A}-{env:B}" } },
            }
        });
        assert_eq!(
            imported(file, Owner::Folder).0,
            json!({
                "db": { "type": "stdio", "command": "bun", "args": ["x", "db"], "env": { "K": "${DB_K}" }, "disabled": true },
                "docs": { "type": "http", "url": "https://d.test/mcp", "headers": { "X": "${A}-${B}" } },
            })
        );
    }

    #[test]
    fn codex_and_gemini() {
        let file = json!({
            "model": "x",
            "mcp_servers": {
                "local": { "command": "a", "args": ["b"], "env": { "A_TOKEN": "abc" }, "startup_timeout_sec": 20 },
                "remote": { "url": "https://r.test/mcp", "bearer_token_env_var": "R_TOKEN", "tool_timeout_sec": 1.5,
                    "http_headers": { "X-Region": "eu" }, "env_http_headers": { "X-Key": "R_KEY" }, "enabled": true }
            }
        });
        let headers = json!({ "Authorization": "Bearer ${R_TOKEN}", "X-Region": "eu", "X-Key": "${R_KEY}" });
        assert_eq!(
            imported(file, Owner::Home).0,
            json!({
                "local": { "command": "a", "args": ["b"], "env": { "A_TOKEN": "${A_TOKEN}" }, "startTimeoutMs": 20_000 },
                "remote": { "url": "https://r.test/mcp", "headers": headers, "timeoutMs": 1500 },
            })
        );
        let file = json!({ "mcpServers": {
            "new": { "httpUrl": "https://n.test/mcp", "trust": true, "timeout": 5000 },
            "old": { "url": "https://o.test/sse" }
        } });
        assert_eq!(
            imported(file, Owner::Folder).0,
            json!({ "new": { "url": "https://n.test/mcp", "timeoutMs": 5000 }, "old": { "url": "https://o.test/sse" } })
        );
    }

    #[test]
    fn strange_files_give_nothing() {
        for file in [json!(null), json!([]), json!({ "mcpServers": [] }), json!({ "mcp": true, "servers": { "a": 5 } })]
        {
            assert!(import(&file, Path::new("/w"), Owner::Folder).servers.is_empty());
        }
    }
}
