//! From the configuration of another program to servers of ours.
//!
//! The programs differ in where the servers stand, in the names of the fields and in how they write variables.

use std::collections::BTreeMap;
use std::path::Path;

use codemode_mcp::ServerConfig;
use serde_json::{Map, Value, json};

use super::secrets::Secrets;

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

/// Reads the servers of a file. `secrets` knows the variables that stand for secrets of all files.
pub fn import(file: &Value, folder: &Path, owner: Owner, secrets: &mut Secrets) -> Imported {
    let mut imported = Imported::default();
    for (name, entry) in entries(file, folder) {
        let mut conversion = Conversion { name, folder, notes: Vec::new() };
        match conversion.server(entry, (owner == Owner::Home).then_some(&mut *secrets)) {
            Ok(Some(mut server)) => {
                server.disabled |= is_off(file, folder, name);
                imported.servers.entry(name.to_owned()).or_insert(server);
            }
            Ok(None) => {}
            Err(reason) => conversion.notes.push(format!("`{name}` is left out: {reason}")),
        }
        imported.notes.append(&mut conversion.notes);
    }
    imported
}

/// What Claude Code keeps for a folder, below its path.
fn project<'a>(file: &'a Value, folder: &Path) -> Option<&'a Value> {
    let (path, projects) = (folder.to_string_lossy(), file.get("projects")?);
    projects.get(&*path).or_else(|| projects.get(path.replace('\\', "/")))
}

/// Whether a server is switched off in another place than its entry.
fn is_off(file: &Value, folder: &Path, name: &str) -> bool {
    let is_in = |list: &Value| list.as_array().is_some_and(|names| names.iter().any(|one| one == name));
    // Gemini CLI has lists of all that are, or are not, to be used.
    let list = |key: &str| file.get("mcp").and_then(|mcp| mcp.get(key)).filter(|list| list.is_array());
    list("excluded").is_some_and(is_in)
        || list("allowed").is_some_and(|allowed| !is_in(allowed))
        || project(file, folder).and_then(|project| project.get("disabledMcpServers")).is_some_and(is_in)
}

/// The entries of a file wherever its program keeps them.
fn entries<'a>(file: &'a Value, folder: &Path) -> Vec<(&'a str, &'a Value)> {
    let mut found = Vec::new();
    let places = [
        // Claude, Cursor and most others; Claude Code keeps those of a folder below its path.
        project(file, folder).and_then(|project| project.get("mcpServers")),
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
    notes: Vec<String>,
}

impl Conversion<'_> {
    /// The server of an entry; none when it is this program itself.
    fn server(&mut self, entry: &Value, secrets: Option<&mut Secrets>) -> Result<Option<ServerConfig>, String> {
        let mut fields = Map::new();
        let Value::Object(members) = entry else { return Err("it is no object".into()) };
        // opencode bounds the start so, others a call.
        let is_of_opencode = matches!(members.get("type").and_then(Value::as_str), Some("local" | "remote"));
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
                ("timeout", millis) if is_of_opencode => _ = fields.insert("startTimeoutMs".into(), millis.clone()),
                ("environment", variables) => _ = fields.insert("env".into(), variables.clone()),
                ("enabled", Value::Bool(is_enabled)) => _ = fields.insert("disabled".into(), (!is_enabled).into()),
                // Which tools there are: Gemini CLI, Codex, Copilot, Windsurf.
                ("includeTools" | "enabled_tools" | "tools", Value::Array(names)) => match names.is_empty() {
                    true => merge(&mut fields, "policy", &json!({ "deny": ["*"] }), |value| value.clone()),
                    false => merge(&mut fields, "policy", &json!({ "allow": names }), |value| value.clone()),
                },
                ("excludeTools" | "disabled_tools" | "disabledTools", Value::Array(names)) => {
                    merge(&mut fields, "policy", &json!({ "deny": names }), |value| value.clone());
                }
                ("oauth" | "auth", Value::Object(settings)) => {
                    let oauth = oauth(settings);
                    if !oauth.is_empty() {
                        fields.insert("oauth".into(), oauth.into());
                    }
                }
                ("scopes", Value::Array(_)) => merge(&mut fields, "oauth", &json!({ "scopes": value }), Value::clone),
                ("envFile", _) => self.note("`envFile` is not read here; set its variables before codemode starts"),
                ("type", Value::String(kind)) => match kind.as_str() {
                    "local" => _ = fields.insert("type".into(), "stdio".into()),
                    "remote" | "streamable-http" | "streamableHttp" | "streamable_http" => {
                        fields.insert("type".into(), "http".into());
                    }
                    _ => _ = fields.insert("type".into(), value.clone()),
                },
                ("command" | "args" | "env" | "cwd" | "url" | "serverUrl" | "headers" | "disabled" | "timeout", _) => {
                    fields.insert(field.clone(), value.clone());
                }
                // What other programs ask or show, and the variables that Codex hands on: here all are inherited.
                (
                    "alwaysAllow" | "autoApprove" | "description" | "name" | "icon" | "gallery" | "version" | "dev"
                    | "trust" | "oauth" | "required" | "env_vars",
                    _,
                ) => {}
                (other, _) => self.note(&format!("the field `{other}` is not taken over")),
            }
        }
        let mut fields = Value::Object(fields);
        self.texts("", &mut fields);
        if let Some(secrets) = secrets {
            for variable in secrets.hide(self.name, &mut fields) {
                self.note(&format!("set the variable {variable}; the secret is not copied (--keep-secrets does)"));
            }
        }
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

    fn note(&mut self, note: &str) {
        self.notes.push(format!("`{}`: {note}", self.name));
    }

    /// Rewrites the variables in all texts. The depth is bounded by the parser.
    fn texts(&mut self, key: &str, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.variables(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.texts(key, item)),
            Value::Object(members) => {
                let is_gemini_like = matches!(key, "env" | "headers");
                for (key, value) in members {
                    if let (Value::String(text), true) = (&mut *value, is_gemini_like) {
                        *text = with_braces(text);
                    }
                    self.texts(key, value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// `${input:x}`, `${workspaceFolder}`, `${userHome}` and `{env:X}` in our words.
    fn variables(&mut self, text: &str) -> String {
        let folder_name = self.folder.file_name().unwrap_or_default().to_string_lossy();
        let mut text = text
            .replace("${workspaceFolder}", &self.folder.display().to_string())
            .replace("${workspaceFolderBasename}", &folder_name)
            .replace("${userHome}", "${HOME}")
            .replace("${pathSeparator}", std::path::MAIN_SEPARATOR_STR)
            .replace("${/}", std::path::MAIN_SEPARATOR_STR);
        while let Some((before, name, after)) = between(&text, "${input:", "}") {
            let variable = variable_name(&name);
            self.note(&format!("set the variable {variable}, which was asked for before"));
            text = format!("{before}${{{variable}}}{after}");
        }
        let mut done = String::new();
        while let Some((before, name, after)) = between(&text, "{env:", "}") {
            // `${env:NAME}` is understood as it is.
            let begin = if before.ends_with('$') { "{env:" } else { "${" };
            done.push_str(&format!("{before}{begin}{name}}}"));
            text = after;
        }
        let text = done + &text;
        self.foreign(&text);
        text
    }

    /// Says which references nobody resolves here.
    fn foreign(&mut self, text: &str) {
        let mut rest = text.to_owned();
        while let Some((_, name, after)) = between(&rest, "${", "}") {
            // `${env:X}` and `${X:-default}` are ours.
            let kind = name.strip_prefix("env:").unwrap_or(&name).split(":-").next().unwrap_or_default();
            if kind.contains([':', '.', ' ']) {
                self.note(&format!("write what `${{{name}}}` stands for: only its own program knows"));
            }
            rest = after;
        }
        if let Some((_, file, _)) = between(text, "{file:", "}") {
            self.note(&format!("put the content of {file} into a variable: `{{file:…}}` is not read here"));
        }
    }
}

/// Gemini CLI writes variables without braces, too: a word of capital letters that begins with `$`.
fn with_braces(text: &str) -> String {
    let words = text.split(' ').map(|word| match word.strip_prefix('$') {
        Some(name) if is_variable(name) => format!("${{{name}}}"),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a name is written as variables of the environment are.
pub fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The settings of a login, of which every program spells the names in its own way.
fn oauth(settings: &Map<String, Value>) -> Map<String, Value> {
    let mut ours = Map::new();
    for (name, value) in settings {
        match (name.to_lowercase().replace('_', "").as_str(), value) {
            ("clientid", Value::String(_)) => _ = ours.insert("clientId".into(), value.clone()),
            ("clientsecret", Value::String(_)) => _ = ours.insert("clientSecret".into(), value.clone()),
            ("scopes", Value::Array(_)) => _ = ours.insert("scopes".into(), value.clone()),
            ("scopes" | "scope", Value::String(scopes)) => {
                ours.insert("scopes".into(), scopes.split_whitespace().collect());
            }
            ("callbackport" | "redirectport", Value::Number(_)) => {
                ours.insert("redirectPort".into(), value.clone());
            }
            _ => {}
        }
    }
    ours
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

/// A name for an environment variable: `exaApiKey` is `EXA_API_KEY`.
pub fn variable_name(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    let mut is_after_small = false;
    for c in text.chars() {
        if c.is_ascii_uppercase() && is_after_small {
            name.push('_');
        }
        is_after_small = c.is_ascii_lowercase();
        name.push(if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' });
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("MCP_{name}") } else { name }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn imported(file: Value, owner: Owner) -> (Value, Vec<String>) {
        let imported = import(&file, Path::new("/w"), owner, &mut Secrets::default());
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
    fn which_tools_there_are_and_logins_are_taken_over() {
        let file = json!({
            "mcp": { "excluded": ["off"], "allowed": ["g", "off", "c", "w", "none"] },
            "mcpServers": {
                "g": { "command": "g", "includeTools": ["read", "list"], "excludeTools": ["rm"], "env": { "A": "$MY_KEY", "B": "$5" } },
                "off": { "command": "off" },
                "other": { "command": "other" },
                "c": { "url": "https://c.test", "auth": { "CLIENT_ID": "${env:C}", "CLIENT_SECRET": "${S}", "scopes": ["a"] } },
                "w": { "serverUrl": "https://w.test", "disabledTools": ["x"], "oauth": { "scope": "a b", "callbackPort": 8080 } },
                "none": { "command": "n", "enabled_tools": [], "oauth": { "enabled": true } },
            }
        });
        let (servers, notes) = imported(file, Owner::Folder);
        assert_eq!(
            servers,
            json!({
                "g": { "command": "g", "env": { "A": "${MY_KEY}", "B": "$5" }, "policy": { "allow": ["read", "list"], "deny": ["rm"] } },
                "off": { "command": "off", "disabled": true },
                "other": { "command": "other", "disabled": true },
                "c": { "url": "https://c.test", "oauth": { "clientId": "${env:C}", "clientSecret": "${S}", "scopes": ["a"] } },
                "w": { "url": "https://w.test", "policy": { "deny": ["x"] }, "oauth": { "scopes": ["a", "b"], "redirectPort": 8080 } },
                "none": { "command": "n", "policy": { "deny": ["*"] } },
            })
        );
        assert!(notes.is_empty(), "{notes:?}");
    }

    #[test]
    fn what_only_its_own_program_knows_is_said() {
        let file = json!({ "servers": { "s": {
            "command": "s", "args": ["${workspaceFolderBasename}", "${command:a.b}", "${X:-a.b}"], "env": { "F": "{file:./k}" },
            "envFile": ".env"
        } } });
        let (servers, notes) = imported(file, Owner::Folder);
        assert_eq!(servers["s"]["args"][0], "w");
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(notes.iter().any(|note| note.contains("`${command:a.b}`")), "{notes:?}");
    }

    #[test]
    fn strange_files_give_nothing() {
        for file in [json!(null), json!([]), json!({ "mcpServers": [] }), json!({ "mcp": true, "servers": { "a": 5 } })]
        {
            assert!(imported(file, Owner::Folder).0.as_object().unwrap().is_empty());
        }
    }
}
