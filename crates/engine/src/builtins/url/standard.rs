//! Where the `url` crate (2.5) departs from the WHATWG standard: what has to be done before and after it. Known and
//! left: an empty first path segment of a `file:` URL is dropped (`file:////h`), a drive letter with a bar takes the host
//! of the base away (`C|/a`), and the dot before a path with two slashes stays when its URL gets a host (`x:/.//p`).

use std::borrow::Cow;

use url::{ParseError, Url, quirks};

/// The URL parser.
pub(super) fn parse(text: &str, base: Option<&Url>) -> Result<Url, ParseError> {
    let text = match base {
        Some(base) if !base.is_special() => backslash_is_no_slash(text),
        _ => Cow::Borrowed(text),
    };
    let mut url = Url::options().base_url(base).parse(&text)?;
    encode_carets(&mut url);
    Ok(url)
}

/// Below a scheme that is not special, a backslash is a character like any other; the crate takes a leading one for a
/// slash.
fn backslash_is_no_slash(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_start_matches(|c: char| c <= ' ');
    if trimmed.starts_with('\\') { Cow::Owned(format!("./{trimmed}")) } else { Cow::Borrowed(text) }
}

/// `^` is in the path percent-encode set since 2023.
fn encode_carets(url: &mut Url) {
    if !url.cannot_be_a_base() && url.path().contains('^') {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
}

/// The setter of `protocol`. The crate never changes to `file:`.
pub(super) fn set_protocol(url: &mut Url, text: &str) -> Result<(), ()> {
    let scheme = text.split(':').next().unwrap_or_default();
    let may_change = url.is_special() && url.username().is_empty() && url.password().is_none() && url.port().is_none();
    if scheme.eq_ignore_ascii_case("file") && may_change {
        let rest = url.as_str().get(url.scheme().len()..).unwrap_or_default();
        *url = Url::parse(&format!("file{rest}")).map_err(|_| ())?;
        return Ok(());
    }
    quirks::set_protocol(url, text)
}

/// The setter of `host`.
pub(super) fn set_host(url: &mut Url, text: &str) -> Result<(), ()> {
    change_host(url, text, quirks::set_host)
}

/// The setter of `hostname`.
pub(super) fn set_hostname(url: &mut Url, text: &str) -> Result<(), ()> {
    change_host(url, text, quirks::set_hostname)
}

/// An empty host is one for `file:`.
fn change_host(url: &mut Url, text: &str, set: fn(&mut Url, &str) -> Result<(), ()>) -> Result<(), ()> {
    if url.scheme() == "file" && text.starts_with(['/', '\\', '?', '#']) {
        return url.set_host(None).map_err(|_| ());
    }
    set(url, text)
}

/// The setter of `pathname`. A path that starts with two slashes must not be read as a host afterwards.
pub(super) fn set_pathname(url: &mut Url, text: &str) {
    let had_host = url.has_host() || url.scheme() == "file";
    let (search, hash) = (url.query().map(str::to_owned), url.fragment().map(str::to_owned));
    quirks::set_pathname(url, text);
    encode_carets(url);
    if had_host || url.cannot_be_a_base() || !url.path().starts_with("//") {
        return;
    }
    let (scheme, path) = (url.scheme(), url.path());
    if let Ok(mut whole) = Url::parse(&format!("{scheme}:/.{path}")) {
        whole.set_query(search.as_deref());
        whole.set_fragment(hash.as_deref());
        *url = whole;
    }
}
