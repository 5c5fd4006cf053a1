//! Which tools a host lets programs see and call, by name patterns and effect hints.
//!
//! A tool that is not allowed is left out of the tool set: it is neither listed nor found nor callable. Hints come from
//! the tool's owner and may be wrong; a policy that must hold names tools.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Tool, ToolAnnotations};

/// Tools to allow and to deny. Without `allow` everything is allowed; `deny` wins over `allow`.
///
/// ```
/// use codemode::{ToolAnnotations, ToolPolicy};
///
/// let policy = ToolPolicy {
///     allow: vec!["issues.*".parse()?, "*@readOnly".parse()?],
///     deny: vec!["*@destructive".parse()?],
/// };
/// assert!(policy.allows("issues.create", ToolAnnotations::default()));
/// let reads = ToolAnnotations { read_only: Some(true), ..ToolAnnotations::default() };
/// assert!(policy.allows("users.list", reads));
/// assert!(!policy.allows("users.create", ToolAnnotations::default()));
/// # Ok::<(), codemode::ToolPatternError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ToolPolicy {
    /// Patterns of tools that may be called. Empty allows all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<ToolPattern>,
    /// Patterns of tools that may not be called, even if allowed above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deny: Vec<ToolPattern>,
}

impl ToolPolicy {
    /// Whether everything is allowed.
    pub fn is_unrestricted(&self) -> bool {
        self.allow.is_empty() && self.deny.is_empty()
    }

    /// Whether a tool of this name with these hints may be called.
    pub fn allows(&self, name: &str, annotations: ToolAnnotations) -> bool {
        let any = |patterns: &[ToolPattern]| patterns.iter().any(|pattern| pattern.matches(name, annotations));
        (self.allow.is_empty() || any(&self.allow)) && !any(&self.deny)
    }

    /// [`ToolPolicy::allows`] for a tool under its own name.
    pub fn allows_tool(&self, tool: &Tool) -> bool {
        self.allows(tool.name(), tool.annotations())
    }
}

/// A name pattern, `*` for any characters (dots too) and `?` for one, with an optional effect hint that the tool must
/// have stated: `github.*`, `*.delete_*`, `@readOnly`, `github.*@destructive`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolPattern {
    glob: String,
    hint: Option<Hint>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hint {
    ReadOnly,
    Destructive,
    Idempotent,
    OpenWorld,
}

/// One row per hint: how it is written, what it is.
const HINTS: [(&str, Hint); 4] = [
    ("readOnly", Hint::ReadOnly),
    ("destructive", Hint::Destructive),
    ("idempotent", Hint::Idempotent),
    ("openWorld", Hint::OpenWorld),
];

impl Hint {
    fn stated(self, annotations: ToolAnnotations) -> bool {
        let stated = match self {
            Hint::ReadOnly => annotations.read_only,
            Hint::Destructive => annotations.destructive,
            Hint::Idempotent => annotations.idempotent,
            Hint::OpenWorld => annotations.open_world,
        };
        stated == Some(true)
    }
}

impl ToolPattern {
    /// Whether a tool of this name with these hints is meant.
    pub fn matches(&self, name: &str, annotations: ToolAnnotations) -> bool {
        self.hint.is_none_or(|hint| hint.stated(annotations)) && glob_matches(&self.glob, name)
    }
}

/// Matches in time proportional to the product of the lengths: only the last `*` is ever reconsidered.
fn glob_matches(glob: &str, name: &str) -> bool {
    let (mut glob, mut name) = (glob.chars(), name.chars());
    let mut retry: Option<(std::str::Chars<'_>, std::str::Chars<'_>)> = None;
    loop {
        let name_before = name.clone();
        match (glob.next(), name.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                name = name_before.clone();
                retry = Some((glob.clone(), name_before));
            }
            (Some('?'), Some(_)) => {}
            (Some(expected), Some(found)) if expected == found => {}
            (_, found) => {
                let Some((after_star, mut taken)) = retry.take() else { return false };
                if found.is_none() && taken.clone().next().is_none() {
                    return false;
                }
                taken.next();
                glob = after_star.clone();
                name = taken.clone();
                retry = Some((after_star, taken));
            }
        }
    }
}

/// A text that is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolPatternError {
    /// Nothing at all.
    #[error("a tool pattern must not be empty; '*' means all tools")]
    Empty,
    /// `@` followed by something that is no hint.
    #[error(
        "'@{hint}' in the tool pattern '{pattern}' is no hint; the hints are @readOnly, @destructive, @idempotent and @openWorld"
    )]
    UnknownHint {
        /// The whole text.
        pattern: String,
        /// What follows the `@`.
        hint: String,
    },
}

impl FromStr for ToolPattern {
    type Err = ToolPatternError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ToolPatternError::Empty);
        }
        let Some((glob, written)) = text.rsplit_once('@') else {
            return Ok(ToolPattern { glob: text.to_owned(), hint: None });
        };
        let Some((_, hint)) = HINTS.iter().find(|(name, _)| *name == written) else {
            return Err(ToolPatternError::UnknownHint { pattern: text.to_owned(), hint: written.to_owned() });
        };
        let glob = if glob.is_empty() { "*" } else { glob };
        Ok(ToolPattern { glob: glob.to_owned(), hint: Some(*hint) })
    }
}

impl fmt::Display for ToolPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.glob)?;
        match HINTS.iter().find(|(_, hint)| Some(*hint) == self.hint) {
            Some((name, _)) => write!(f, "@{name}"),
            None => Ok(()),
        }
    }
}

impl Serialize for ToolPattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ToolPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for ToolPattern {
    fn schema_name() -> Cow<'static, str> {
        "ToolPattern".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "minLength": 1,
            "description": "A tool name; * stands for any characters and ? for one. A hint the tool must have stated may \
        follow: @readOnly, @destructive, @idempotent, @openWorld.",
            "examples": ["github.*", "*.delete_*", "@readOnly", "github.*@destructive"],
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn matches(pattern: &str, name: &str) -> bool {
        pattern.parse::<ToolPattern>().unwrap().matches(name, ToolAnnotations::default())
    }

    #[test]
    fn globs_match_whole_names() {
        let yes = [
            ("a.b", "a.b"),
            ("*", ""),
            ("*", "a.b.c"),
            ("a.*", "a.b.c"),
            ("*.c", "a.b.c"),
            ("a*c*e", "abcde"),
            ("a*b*b", "abab"),
            ("**", "x"),
            ("?.b", "ä.b"),
            ("*aab", "aaaaab"),
            ("a*", "a"),
        ];
        for (pattern, name) in yes {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        let no = [
            ("a", "ab"),
            ("ab", "a"),
            ("?", ""),
            ("a*b", "abc"),
            ("a.*", "ab"),
            ("A", "a"),
            ("*x*y", "yx"),
            ("*?", ""),
        ];
        for (pattern, name) in no {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn hostile_globs_end_soon() {
        let glob = "a*".repeat(200) + "b";
        assert!(!matches(&glob, &"a".repeat(5000)));
    }

    #[test]
    fn hints_must_be_stated() {
        let pattern: ToolPattern = "@destructive".parse().unwrap();
        let stated = |destructive| ToolAnnotations { destructive, ..ToolAnnotations::default() };
        assert!(pattern.matches("x", stated(Some(true))));
        assert!(!pattern.matches("x", stated(Some(false))));
        assert!(!pattern.matches("x", stated(None)));
        assert_eq!(pattern.to_string(), "*@destructive");
    }

    #[test]
    fn deny_wins_and_empty_allow_allows() {
        let policy = |text: &str| serde_json::from_str::<ToolPolicy>(text).unwrap();
        let none = ToolAnnotations::default();
        assert!(policy("{}").allows("x", none));
        assert!(!policy(r#"{"deny":["x"]}"#).allows("x", none));
        assert!(!policy(r#"{"allow":["x"],"deny":["*"]}"#).allows("x", none));
        assert!(!policy(r#"{"allow":["y"]}"#).allows("x", none));
    }

    #[test]
    fn mistakes_are_explained() {
        let wrong = serde_json::from_str::<ToolPolicy>(r#"{"deny":["*@readonly"]}"#).unwrap_err().to_string();
        assert!(wrong.starts_with("'@readonly' in the tool pattern '*@readonly' is no hint"), "{wrong}");
        assert_eq!("".parse::<ToolPattern>(), Err(ToolPatternError::Empty));
    }
}
