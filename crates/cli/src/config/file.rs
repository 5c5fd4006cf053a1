//! Finding and reading a configuration file.

use std::path::{Path, PathBuf};

use super::decode::decode;
use super::mistake::Mistake;
use super::node::{Node, Step};
use super::settings::{Config, schema};
use super::shape::lists_for_objects;
use super::{jsonc, toml_text};

/// Names that are looked for, in each folder from the working folder upwards.
pub const FILE_NAMES: [&str; 3] = ["codemode.json", "codemode.jsonc", "codemode.toml"];

/// A configuration and where it came from.
#[derive(Debug, Clone)]
pub struct ConfigFile {
    pub path: PathBuf,
    pub config: Config,
    text: String,
    root: Node,
}

/// Why a configuration cannot be used.
#[derive(Debug)]
pub enum ConfigProblem {
    /// The file cannot be read.
    Unreadable { path: PathBuf, reason: String },
    /// Two files in one folder.
    Ambiguous { first: PathBuf, second: PathBuf },
    /// The text is wrong.
    Mistakes { path: PathBuf, text: String, mistakes: Vec<Mistake> },
}

impl ConfigProblem {
    /// The problem for people, with the lines it is about.
    pub fn render(&self) -> String {
        match self {
            ConfigProblem::Unreadable { path, reason } => format!("{}: {reason}", path.display()),
            ConfigProblem::Ambiguous { first, second } => format!(
                "both {} and {} exist; keep one of them, or name one with --config",
                first.display(),
                second.display()
            ),
            ConfigProblem::Mistakes { path, text, mistakes } => {
                let path = shown(path);
                mistakes.iter().map(|mistake| mistake.render(text, &path)).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// A path as people write it: relative to where they are, when it is below.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let relative = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    relative.unwrap_or_else(|| path.to_owned()).display().to_string()
}

/// The configuration of a folder: in it or in the nearest folder above.
///
/// # Errors
/// Two configurations in one folder.
pub fn find(folder: &Path) -> Result<Option<PathBuf>, ConfigProblem> {
    for folder in folder.ancestors() {
        let mut present = FILE_NAMES.iter().map(|name| folder.join(name)).filter(|path| path.is_file());
        if let Some(first) = present.next() {
            return match present.next() {
                None => Ok(Some(first)),
                Some(second) => Err(ConfigProblem::Ambiguous { first, second }),
            };
        }
    }
    Ok(None)
}

impl ConfigFile {
    /// Reads a file: TOML when its name ends in `.toml`, JSON otherwise.
    ///
    /// # Errors
    /// What cannot be read, or every mistake in it.
    pub fn read(path: &Path) -> Result<ConfigFile, ConfigProblem> {
        let unreadable = |reason: String| ConfigProblem::Unreadable { path: path.to_owned(), reason };
        let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| unreadable("the file is not UTF-8 text".into()))?;
        ConfigFile::parse(path, text)
    }

    fn parse(path: &Path, text: String) -> Result<ConfigFile, ConfigProblem> {
        let is_toml = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
        let parsed = if is_toml { toml_text::parse(&text) } else { jsonc::parse(&text) };
        let decoded = parsed.map_err(|mistake| vec![mistake]).and_then(|root| {
            let lists = lists_for_objects(&root, &schema().to_value());
            if !lists.is_empty() {
                return Err(lists);
            }
            let config: Config = decode(&root)?;
            check_limits(&config, &root)?;
            Ok((root, config))
        });
        match decoded {
            Ok((root, config)) => Ok(ConfigFile { path: path.to_owned(), config, text, root }),
            Err(mistakes) => Err(ConfigProblem::Mistakes { path: path.to_owned(), text, mistakes }),
        }
    }

    /// The folder that relative paths in the file are relative to.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// `file:line:column` of the entry `keys`, or of the nearest part above that exists.
    pub fn place(&self, keys: &[&str]) -> String {
        let mut path: Vec<Step> = keys.iter().map(|key| Step::Key((*key).to_owned())).collect();
        let mut span = 0..0;
        while let Some(Step::Key(last)) = path.pop() {
            if let Some(member) = self.root.at(&path).and_then(|parent| parent.member(&last)) {
                span = member.key_span.clone();
                break;
            }
        }
        let (line, column) = Mistake::new("", span).position(&self.text);
        format!("{}:{line}:{column}", shown(&self.path))
    }
}

/// Limits that are numbers, but not ones that make sense.
fn check_limits(config: &Config, root: &Node) -> Result<(), Vec<Mistake>> {
    let out_of_range = |error: codemode::ConfigError| {
        let field = match &error {
            codemode::ConfigError::OutOfRange { field, .. } => *field,
            _ => "",
        };
        let path = [Step::Key("limits".into()), Step::Key(field.into())];
        let span = root.at(&path).map_or(0..0, |node| node.span.clone());
        vec![Mistake::new(error.to_string(), span)]
    };
    config.limits.validate().map_err(out_of_range)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn mistakes(name: &str, text: &str) -> Vec<(String, (usize, usize), Option<String>)> {
        match ConfigFile::parse(Path::new(name), text.to_owned()) {
            Err(ConfigProblem::Mistakes { mistakes, .. }) => {
                mistakes.iter().map(|one| (one.message.clone(), one.position(text), one.help.clone())).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_mistake_of_a_json_file_is_shown_at_its_place() {
        let text = r#"{
  "mcpServer": {},
  "limits": { "timeout": 5, "maxToolCalls": "many", "maxMemoryBytes": 0 },
  "timeZone": "Europe/Berlinn",
  "mcpServers": { "a": { "command": "x", "arg": ["y"] }, "b": { "url": 7, "type": "htpp" } },
  "openapi": { "pets": { "spec": "p.yaml", "baseURL": "x" }, "cats": 5 },
  "policy": { "deny": ["*@readonly"] }
}"#;
        let found = mistakes("codemode.json", text);
        let expected = [
            ("there is no key `mcpServer`", (2, 3), Some("did you mean `mcpServers`?")),
            ("there is no key `timeout` in `limits`", (3, 15), Some("did you mean `timeoutMs`?")),
            ("expected a whole number that is not negative, found a text", (3, 45), None),
            ("there is no time zone 'Europe/Berlinn'", (4, 15), None),
            ("there is no key `arg` in `mcpServers.a`", (5, 42), Some("did you mean `args`?")),
            ("expected a string, found 7", (5, 72), None),
            ("there is no value \"htpp\" here", (5, 83), Some("did you mean `http`?")),
            ("there is no key `baseURL` in `openapi.pets`", (6, 44), Some("did you mean `baseUrl`?")),
            ("expected a file, an address, or an object with `spec`, found 5", (6, 70), None),
            ("'@readonly' in the tool pattern", (7, 24), None),
        ];
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for ((message, position, help), (start, at, advice)) in found.iter().zip(expected) {
            assert!(message.starts_with(start), "{message} / {start}");
            assert_eq!(*position, at, "{message}");
            assert_eq!(help.as_deref(), advice, "{message}");
        }
    }

    #[test]
    fn every_mistake_of_a_toml_file_is_shown_at_its_place() {
        let text = "locale = \"x y\"\n[limit]\n[limits]\ntimeoutMs = -5\n[mcpServers.a]\ncommnd = \"x\"\n";
        let found = mistakes("codemode.toml", text);
        let places: Vec<(usize, usize)> = found.iter().map(|(_, position, _)| *position).collect();
        assert_eq!(places, [(1, 10), (2, 2), (4, 13), (6, 1)], "{found:#?}");
        assert_eq!(found[1].2.as_deref(), Some("did you mean `limits`?"));
        assert_eq!(found[3].2.as_deref(), Some("did you mean `command`?"));
    }

    #[test]
    fn lists_are_no_objects() {
        let places = |text: &str| {
            let found = mistakes("codemode.json", text);
            assert!(found.iter().all(|(message, ..)| message == "expected an object, found a list"), "{found:?}");
            found.into_iter().map(|(_, position, _)| position).collect::<Vec<_>>()
        };
        assert_eq!(places("[]"), [(1, 1)]);
        assert_eq!(places("{ \"limits\": [5], \"mcpServers\": [] }"), [(1, 13), (1, 32)]);
        let inner = "{ \"mcpServers\": { \"a\": [], \"b\": { \"oauth\": [], \"args\": [\"x\"] } },\n\"discovery\": [],\n\"policy\": [],\n\"fetch\": [] }";
        assert_eq!(places(inner), [(1, 24), (1, 44), (2, 14), (3, 11), (4, 10)]);
    }

    #[test]
    fn limits_have_ranges() {
        let found = mistakes("codemode.json", "{\"limits\":\n {\"timeoutMs\": 0}}");
        assert_eq!((found[0].0.starts_with("timeoutMs must be"), found[0].1), (true, (2, 16)));
    }

    #[test]
    fn both_formats_say_the_same() {
        let json = r#"{ "$schema": "x", "mcpServers": { "a": { "command": "x", "args": ["y"] } }, "clock": "system",
            "openapi": { "p": "p.yaml" }, "limits": { "timeoutMs": 5 }, "discovery": { "catalogBudget": 0 }, }"#;
        let toml = "\"$schema\" = 'x'\nclock = 'system'\nopenapi.p = 'p.yaml'\nlimits.timeoutMs = 5\n\
            discovery.catalogBudget = 0\n[mcpServers.a]\ncommand = 'x'\nargs = ['y']\n";
        let json = ConfigFile::parse(Path::new("codemode.json"), json.into()).unwrap();
        let toml = ConfigFile::parse(Path::new("codemode.toml"), toml.into()).unwrap();
        assert_eq!(json.config, toml.config);
        assert_eq!(json.config.openapi["p"].spec, "p.yaml");
        assert_eq!(json.place(&["mcpServers", "a", "url"]), "codemode.json:1:35");
        assert_eq!(toml.place(&["mcpServers", "a"]), "codemode.toml:6:13");
    }
}
