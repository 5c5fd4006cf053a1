//! A parsed document: JSON or YAML, OpenAPI 3.x, bounded in size and depth. Nothing in it has been looked at yet beyond
//! its version.

use std::path::Path;

use serde_json::Value;
use url::Url;

use crate::client::HttpOptions;
use crate::error::OpenApiError;

mod load;
mod yaml;

/// Levels of nesting a document may have; real ones stay below 40. Everything that walks documents recurses at most
/// this deep.
const MAX_DEPTH: usize = 200;

/// A parsed OpenAPI 3.0, 3.1 or 3.2 document.
#[derive(Debug, Clone)]
pub struct Document {
    root: Value,
    location: Option<Url>,
}

impl Document {
    /// Takes a parsed document.
    ///
    /// # Errors
    /// [`OpenApiError::Swagger`], [`OpenApiError::NotOpenApi`], [`OpenApiError::TooDeep`].
    pub fn from_value(root: Value) -> Result<Self, OpenApiError> {
        check_depth(&root)?;
        check_version(&root)?;
        Ok(Document { root, location: None })
    }

    /// Parses JSON or YAML text.
    ///
    /// # Errors
    /// [`OpenApiError::Syntax`] and those of [`Document::from_value`].
    pub fn from_text(text: &str) -> Result<Self, OpenApiError> {
        Self::from_value(parse(text)?)
    }

    /// Reads a file of at most `max_bytes` bytes. Servers that the document names relatively stay relative to no host.
    ///
    /// # Errors
    /// [`OpenApiError::Read`], [`OpenApiError::TooLarge`] and those of [`Document::from_text`].
    pub fn from_file(path: impl AsRef<Path>, max_bytes: usize) -> Result<Self, OpenApiError> {
        let document = Self::from_text(&load::read_file(path.as_ref(), max_bytes)?)?;
        let absolute = std::path::absolute(path.as_ref()).ok();
        // A file URL is no server, but lets the document refer to itself by its name.
        Ok(match absolute.and_then(|path| Url::from_file_path(path).ok()) {
            Some(location) => document.located_at(location),
            None => document,
        })
    }

    /// Fetches a document of at most `max_bytes` bytes. Relative servers and references to the document itself are read
    /// against the URL it came from in the end.
    ///
    /// # Errors
    /// [`OpenApiError::Fetch`], [`OpenApiError::TooLarge`] and those of [`Document::from_text`].
    pub async fn from_url(url: &str, options: &HttpOptions, max_bytes: usize) -> Result<Self, OpenApiError> {
        let (text, location) = load::fetch(url, options, max_bytes).await?;
        Ok(Self::from_text(&text)?.located_at(location))
    }

    /// States where the document is published, for relative servers.
    #[must_use]
    pub fn located_at(mut self, location: Url) -> Self {
        self.location = Some(location);
        self
    }

    /// The document as data.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Where the document is published: what [`Document::located_at`] said, or its `$self` (3.2) read against that.
    pub fn location(&self) -> Option<Url> {
        let own = self.root.get("$self").and_then(Value::as_str);
        match (own, &self.location) {
            (Some(own), Some(location)) => location.join(own).ok().or_else(|| Some(location.clone())),
            (Some(own), None) => Url::parse(own).ok(),
            (None, location) => location.clone(),
        }
    }

    /// The title the document gives the API; may be empty.
    pub fn title(&self) -> &str {
        self.info("title")
    }

    pub(crate) fn info(&self, key: &str) -> &str {
        self.root.get("info").and_then(|info| info.get(key)).and_then(Value::as_str).unwrap_or_default()
    }
}

/// JSON is tried first where the text looks like it, since it is much faster to read.
fn parse(text: &str) -> Result<Value, OpenApiError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') {
        match serde_json::from_str(text) {
            Ok(value) => return Ok(value),
            // YAML in flow style starts with a brace too; what JSON says is the better message for everything else.
            Err(error) => {
                return yaml::parse(text).map_err(|_| OpenApiError::Syntax { reason: error.to_string() });
            }
        }
    }
    yaml::parse(text).map_err(|reason| OpenApiError::Syntax { reason })
}

fn check_depth(root: &Value) -> Result<(), OpenApiError> {
    let mut pending = vec![(root, 0)];
    while let Some((value, depth)) = pending.pop() {
        if depth > MAX_DEPTH {
            return Err(OpenApiError::TooDeep { limit: MAX_DEPTH });
        }
        match value {
            Value::Array(items) => pending.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(entries) => pending.extend(entries.values().map(|entry| (entry, depth + 1))),
            _ => {}
        }
    }
    Ok(())
}

fn check_version(root: &Value) -> Result<(), OpenApiError> {
    let not = |reason: String| Err(OpenApiError::NotOpenApi { reason });
    let Value::Object(entries) = root else {
        return not("the document is not an object".into());
    };
    match entries.get("openapi") {
        Some(Value::String(version)) if version.starts_with("3.") => return Ok(()),
        Some(Value::String(version)) => return not(format!("it says `openapi: {version}`; 3.0, 3.1 and 3.2 are read")),
        // Written without quotes in YAML, `3.1` is a number.
        Some(Value::Number(version)) if version.as_f64().is_some_and(|version| (3.0..4.0).contains(&version)) => {
            return Ok(());
        }
        Some(other) => return not(format!("its `openapi` field is {other}, which is no version")),
        None => {}
    }
    if let Some(version) = entries.get("swagger") {
        let version = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
        return Err(OpenApiError::Swagger { version });
    }
    if ["paths", "components", "webhooks"].iter().any(|key| entries.contains_key(*key)) {
        return Ok(());
    }
    not("it has neither an `openapi` field nor `paths`".into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn error_of(text: &str) -> String {
        Document::from_text(text).map(|_| String::new()).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn versions_are_told_apart() {
        for text in ["openapi: 3.0.3\npaths: {}", "openapi: 3.1\npaths: {}", "{\"openapi\":\"3.2.0\"}", "paths: {}"] {
            assert_eq!(error_of(text), "", "{text}");
        }
        assert!(error_of("swagger: '2.0'\npaths: {}").contains("npx swagger2openapi"));
        assert!(error_of("openapi: 4.0.0").contains("`openapi: 4.0.0`"));
        assert!(error_of("[1]").contains("not an object"));
        assert!(error_of("{\"name\": \"x\"}").contains("neither an `openapi` field nor `paths`"));
        assert!(error_of("{\"openapi\": \"3.1.0\",}}").contains("line 1 column"));
    }

    #[test]
    fn depth_is_bounded() {
        let mut value = json!({});
        for _ in 0..MAX_DEPTH + 1 {
            value = json!([value]);
        }
        let root = json!({ "openapi": "3.1.0", "x": value });
        assert!(matches!(Document::from_value(root), Err(OpenApiError::TooDeep { .. })));
        let text = format!("openapi: 3.1.0\nx: {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(Document::from_text(&text).is_err());
    }
}
