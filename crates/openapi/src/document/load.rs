//! Reading documents from files and URLs, never more of them than allowed.

use std::io::Read;
use std::path::Path;

use url::Url;

use crate::client::{self, HttpOptions};
use crate::error::OpenApiError;

/// Redirects followed to a document. No credential goes along, so they may lead anywhere that is allowed at all.
const MAX_REDIRECTS: usize = 5;

pub(super) fn read_file(path: &Path, max_bytes: usize) -> Result<String, OpenApiError> {
    let shown = path.display().to_string();
    let failed = |source| OpenApiError::Read { path: shown.clone(), source };
    let file = std::fs::File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() > max_bytes {
        return Err(OpenApiError::TooLarge { what: shown, limit: max_bytes });
    }
    String::from_utf8(bytes).map_err(|_| OpenApiError::Syntax { reason: format!("{shown} is not UTF-8 text") })
}

/// The text and the URL it came from after redirects.
pub(super) async fn fetch(url: &str, options: &HttpOptions, max_bytes: usize) -> Result<(String, Url), OpenApiError> {
    let mut shown = client::without_secrets(url);
    let failed = |url: &str, reason: String| OpenApiError::Fetch { url: url.to_owned(), reason };
    let mut location = Url::parse(url).map_err(|error| failed(&shown, error.to_string()))?;
    let client = client::build(options)?;
    for _ in 0..=MAX_REDIRECTS {
        if !matches!(location.scheme(), "http" | "https") {
            return Err(failed(&shown, "only http and https are fetched".into()));
        }
        crate::safety::check_host(&location, options).map_err(|reason| failed(&shown, reason))?;
        let request = client.get(location.clone()).header("accept", "application/json, application/yaml, */*;q=0.5");
        let mut response = request.send().await.map_err(|error| failed(&shown, client::describe(&error)))?;
        let status = response.status();
        if status.is_redirection()
            && let Some(target) = response.headers().get("location").and_then(|value| value.to_str().ok())
        {
            location = location.join(target).map_err(|error| failed(&shown, error.to_string()))?;
            shown = client::without_secrets(location.as_str());
            continue;
        }
        if !status.is_success() {
            return Err(failed(&shown, format!("the server answered {status}")));
        }
        let bytes = match client::read_bounded(&mut response, max_bytes).await {
            Ok(bytes) => bytes,
            Err(client::ReadError::TooLarge) => return Err(OpenApiError::TooLarge { what: shown, limit: max_bytes }),
            Err(client::ReadError::Transport(error)) => return Err(failed(&shown, client::describe(&error))),
        };
        let text = String::from_utf8(bytes).map_err(|_| failed(&shown, "the answer is not UTF-8 text".into()))?;
        return Ok((text, location));
    }
    Err(failed(&shown, "too many redirects".into()))
}
