//! Secrets in the configurations of other programs, and the variables that take their places.
//!
//! They stand in the environment and the headers, in arguments, and in addresses. It is better to ask for a variable too
//! many than to write a password into a file that is shared.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::convert::{is_variable, variable_name};

/// The variables given so far, so that two secrets never share one.
#[derive(Debug, Default)]
pub struct Secrets(BTreeMap<String, String>);

/// Words of a name that tell of a secret.
const WORDS: [&str; 17] = [
    "token",
    "tokens",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "pass",
    "key",
    "apikey",
    "pat",
    "authorization",
    "auth",
    "credential",
    "credentials",
    "cookie",
    "bearer",
];

/// Last words of names of things that only belong to a secret.
const HARMLESS: [&str; 13] =
    ["file", "path", "url", "uri", "id", "type", "mode", "name", "env", "dir", "endpoint", "enabled", "header"];

/// How the tokens of well-known services begin.
const BEGINNINGS: [&str; 18] = [
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "sk-",
    "sk_",
    "rk_live_",
    "xoxb-",
    "xoxp-",
    "xapp-",
    "sbp_",
    "AKIA",
    "AIza",
    "ntn_",
    "hf_",
    "figd_",
];

/// What stands before the secret in an `Authorization`.
const SCHEMES: [&str; 6] = ["bearer", "basic", "token", "apikey", "bot", "digest"];

impl Secrets {
    /// Puts variables in the places of the secrets of a server, and names them.
    pub fn hide(&mut self, server: &str, fields: &mut Value) -> Vec<String> {
        let mut hiding = Hiding { secrets: self, server, variables: Vec::new() };
        if let Value::Object(fields) = fields {
            hiding.fields(fields);
        }
        hiding.variables
    }

    /// A variable for a secret: the first of the names that stands for nothing else.
    fn variable(&mut self, names: [String; 2], secret: &str) -> String {
        let [first, second] = names;
        let numbered = (2..).map(|number: u64| format!("{second}_{number}"));
        let free = |name: &String| self.0.get(name).is_none_or(|known| known == secret);
        let name = [first, second.clone()].into_iter().chain(numbered).find(free).unwrap_or(second);
        self.0.insert(name.clone(), secret.to_owned());
        name
    }
}

struct Hiding<'a> {
    secrets: &'a mut Secrets,
    server: &'a str,
    variables: Vec<String>,
}

impl Hiding<'_> {
    fn fields(&mut self, fields: &mut Map<String, Value>) {
        for (field, value) in fields {
            match (field.as_str(), value) {
                ("env" | "headers" | "oauth", Value::Object(members)) => {
                    for (key, value) in members {
                        if let Value::String(text) = value {
                            *text = self.named(key, text);
                        }
                    }
                }
                ("args", Value::Array(words)) => self.arguments(words),
                ("url", Value::String(url)) => *url = self.address("", url),
                _ => {}
            }
        }
    }

    /// The value of something with a name.
    fn named(&mut self, key: &str, text: &str) -> String {
        if !tells_of_a_secret(key) && !BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) {
            return self.address(key, text);
        }
        // The scheme of an `Authorization` is no secret, and tells how the variable is meant.
        match text.split_once(' ').filter(|(scheme, _)| SCHEMES.contains(&scheme.to_lowercase().as_str())) {
            Some((scheme, secret)) => format!("{scheme} {}", self.replace(key, secret)),
            None => self.replace(key, text),
        }
    }

    /// `--token abc`, `--token=abc`, `-e TOKEN=abc`, `--header "Authorization: Bearer abc"`, `postgres://me:abc@host`.
    fn arguments(&mut self, words: &mut [Value]) {
        let mut before = String::new();
        for word in words {
            let Value::String(text) = word else { continue };
            let flag = before.trim_start_matches('-');
            let is_value = before.starts_with('-') && !before.contains('=') && !text.starts_with('-');
            let replaced = match (text.split_once('='), text.split_once(": ")) {
                (Some((name, value)), _) if is_name(name) => {
                    format!("{name}={}", self.named(name.trim_start_matches('-'), value))
                }
                (_, Some((name, value))) if is_name(name) => format!("{name}: {}", self.named(name, value)),
                _ if is_value => self.named(flag, text),
                _ => self.named("", text),
            };
            before = std::mem::replace(text, replaced);
        }
    }

    /// Passwords in an address: before the host, and in the query.
    fn address(&mut self, key: &str, text: &str) -> String {
        let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let authority = match authority.rsplit_once('@').and_then(|(who, host)| Some((who.split_once(':')?, host))) {
            Some(((user, password), host)) => {
                let password = self.replace(&format!("{key}_password"), password);
                format!("{user}:{password}@{host}")
            }
            None => authority.to_owned(),
        };
        let Some((path, query)) = rest.split_once('?') else { return format!("{scheme}://{authority}{rest}") };
        let (query, fragment) = query.split_once('#').map_or((query, None), |(query, after)| (query, Some(after)));
        let pairs = query.split('&').map(|pair| match pair.split_once('=') {
            Some((name, value)) if tells_of_a_secret(name) => format!("{name}={}", self.replace(name, value)),
            _ => pair.to_owned(),
        });
        let query = pairs.collect::<Vec<_>>().join("&");
        let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
        format!("{scheme}://{authority}{path}?{query}{fragment}")
    }

    /// A reference to a new variable, unless there is one already.
    fn replace(&mut self, key: &str, secret: &str) -> String {
        if secret.trim().is_empty() || secret.contains("${") {
            return secret.to_owned();
        }
        let key = key.trim_matches('_');
        let (server, name) = (variable_name(self.server), variable_name(if key.is_empty() { "secret" } else { key }));
        let both = if name.starts_with(&server) { name.clone() } else { format!("{server}_{name}") };
        let variable = self.secrets.variable([if is_variable(key) { name } else { both.clone() }, both], secret);
        if !self.variables.contains(&variable) {
            self.variables.push(variable.clone());
        }
        format!("${{{variable}}}")
    }
}

/// Whether a text may be the name of a flag, a variable or a header.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Whether what has this name is a secret, as far as names tell.
fn tells_of_a_secret(name: &str) -> bool {
    let name = variable_name(name).to_lowercase();
    let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
    let is_harmless = words.last().is_some_and(|last| HARMLESS.contains(last));
    !is_harmless && words.iter().any(|word| WORDS.contains(word) || word.ends_with("token") || word.ends_with("apikey"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_secret_is_left() {
        let mut secrets = Secrets::default();
        let mut fields = json!({
            "args": [
                "-y", "pkg", "--access-token", "S1", "--api-key=S2", "-e", "MY_TOKEN=S3", "-e", "MODE=fast", "--header",
                "Authorization: Bearer S4", "postgresql://me:S5@host:5432/db?sslmode=on", "--token-file", "/run/t", "ghp_S6",
                "--key", "${SET}", "--verbose"
            ],
            "env": { "API_KEY": "S7", "PGURL": "postgres://u:S8@h/d", "KEYCLOAK_URL": "https://k.test", "CLIENT_ID": "c" },
            "headers": { "Authorization": "Basic S9", "X-Api-Key": "S10", "Accept": "a/b" },
            "url": "https://exa.test/mcp?exaApiKey=S11&tools=a#S",
            "oauth": { "clientSecret": "S12", "clientId": "c" },
        });
        let variables = secrets.hide("exa", &mut fields);
        let text = fields.to_string();
        for number in 1..=12 {
            assert!(
                !text.contains(&format!("S{number}\"")) && !text.contains(&format!("S{number}@")),
                "S{number} in {text}"
            );
        }
        assert_eq!(
            fields,
            json!({
                "args": [
                    "-y", "pkg", "--access-token", "${EXA_ACCESS_TOKEN}", "--api-key=${EXA_API_KEY}", "-e",
                    "MY_TOKEN=${MY_TOKEN}", "-e", "MODE=fast", "--header", "Authorization: Bearer ${EXA_AUTHORIZATION}",
                    "postgresql://me:${EXA_PASSWORD}@host:5432/db?sslmode=on", "--token-file", "/run/t", "${EXA_SECRET}",
                    "--key", "${SET}", "--verbose"
                ],
                "env": {
                    "API_KEY": "${API_KEY}", "PGURL": "postgres://u:${EXA_PGURL_PASSWORD}@h/d",
                    "KEYCLOAK_URL": "https://k.test", "CLIENT_ID": "c"
                },
                "headers": { "Authorization": "Basic ${EXA_AUTHORIZATION_2}", "X-Api-Key": "${EXA_X_API_KEY}", "Accept": "a/b" },
                "url": "https://exa.test/mcp?exaApiKey=${EXA_API_KEY_2}&tools=a#S",
                "oauth": { "clientSecret": "${EXA_CLIENT_SECRET}", "clientId": "c" },
            })
        );
        assert_eq!(variables.len(), 12, "{variables:?}");
    }

    #[test]
    fn two_secrets_never_share_a_variable() {
        let mut secrets = Secrets::default();
        let server = |secret: &str| json!({ "env": { "API_KEY": secret } });
        let variable = |secrets: &mut Secrets, name: &str, secret: &str| {
            let mut fields = server(secret);
            secrets.hide(name, &mut fields);
            fields["env"]["API_KEY"].clone()
        };
        assert_eq!(variable(&mut secrets, "a", "one"), "${API_KEY}");
        assert_eq!(variable(&mut secrets, "b", "one"), "${API_KEY}");
        assert_eq!(variable(&mut secrets, "c", "two"), "${C_API_KEY}");
        assert_eq!(variable(&mut secrets, "c", "three"), "${C_API_KEY_2}");
    }
}
