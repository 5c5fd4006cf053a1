//! URL records (WHATWG URL §4): their parts, how they are written, and how the setters of the class change them.

use super::encoding::{self, Set};
use super::parser::{self, State};

/// Why a text is no URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    NoScheme,
    OpaqueBase,
    EmptyHost,
    Domain,
    HostCharacter,
    Ipv4,
    Ipv6,
    Port,
    Scheme,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Fault::NoScheme => "relative URL without a base",
            Fault::OpaqueBase => "relative URL with a base that cannot be one",
            Fault::EmptyHost => "empty host",
            Fault::Domain => "invalid international domain name",
            Fault::HostCharacter => "invalid domain character",
            Fault::Ipv4 => "invalid IPv4 address",
            Fault::Ipv6 => "invalid IPv6 address",
            Fault::Port => "invalid port number",
            Fault::Scheme => "invalid scheme",
        })
    }
}

/// A URL record (§4.1).
#[derive(Debug, Clone, Default)]
pub(super) struct Url {
    pub(super) scheme: String,
    pub(super) username: String,
    pub(super) password: String,
    /// The text of the host; `None` is null, and the empty host is one.
    pub(super) host: Option<String>,
    pub(super) port: Option<u16>,
    pub(super) is_opaque: bool,
    /// An opaque path, or segments with a slash before each of them.
    pub(super) path: String,
    pub(super) query: Option<String>,
    pub(super) fragment: Option<String>,
}

/// The default port of a special scheme; `Some(None)` for `file`.
fn special(scheme: &str) -> Option<Option<u16>> {
    Some(match scheme {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        "ftp" => Some(21),
        "file" => None,
        _ => return None,
    })
}

pub(super) fn is_special_scheme(scheme: &str) -> bool {
    special(scheme).is_some()
}

impl Url {
    pub(super) fn is_special(&self) -> bool {
        is_special_scheme(&self.scheme)
    }

    pub(super) fn is_file(&self) -> bool {
        self.scheme == "file"
    }

    pub(super) fn default_port(&self) -> Option<u16> {
        special(&self.scheme).flatten()
    }

    pub(super) fn has_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// Cannot have a username/password/port.
    fn stands_alone(&self) -> bool {
        self.host.as_deref().unwrap_or_default().is_empty() || self.is_file()
    }

    pub(super) fn push_segment(&mut self, segment: &str) {
        self.path.push('/');
        self.path.push_str(segment);
    }

    /// Shorten a URL's path (§4.1).
    pub(super) fn shorten(&mut self) {
        let is_drive = |path: &str| path.strip_prefix('/').is_some_and(|only| parser::is_drive_letter(only, &[':']));
        if self.is_file() && is_drive(&self.path) {
            return;
        }
        let end = self.path.rfind('/').unwrap_or(0);
        self.path.truncate(end);
    }

    // ── What the class shows ───────────────────────────────────────────────────────────────────────────────────────

    /// About how long the text is.
    pub(super) fn len(&self) -> usize {
        let host = self.host.as_ref().map_or(0, String::len);
        let rest = self.query.as_ref().map_or(0, String::len) + self.fragment.as_ref().map_or(0, String::len);
        self.scheme.len() + self.username.len() + self.password.len() + host + self.path.len() + rest + 16
    }

    /// The URL serializer (§4.5).
    pub(super) fn href(&self) -> String {
        let mut text = String::with_capacity(self.len());
        text.push_str(&self.scheme);
        text.push(':');
        if self.host.is_some() {
            text.push_str("//");
            if self.has_credentials() {
                text.push_str(&self.username);
                if !self.password.is_empty() {
                    text.push(':');
                    text.push_str(&self.password);
                }
                text.push('@');
            }
            text.push_str(&self.host());
        } else if !self.is_opaque && self.path.starts_with("//") {
            text.push_str("/.");
        }
        text.push_str(&self.path);
        if let Some(query) = &self.query {
            text.push('?');
            text.push_str(query);
        }
        if let Some(fragment) = &self.fragment {
            text.push('#');
            text.push_str(fragment);
        }
        text
    }

    /// The serialization of the origin (§4.7).
    pub(super) fn origin(&self) -> String {
        match self.scheme.as_str() {
            "blob" => match parser::parse(&self.path, None) {
                Ok(inner) if matches!(inner.scheme.as_str(), "http" | "https") => inner.origin(),
                _ => "null".to_owned(),
            },
            "file" => "null".to_owned(),
            _ if self.is_special() => format!("{}://{}", self.scheme, self.host()),
            _ => "null".to_owned(),
        }
    }

    pub(super) fn protocol(&self) -> String {
        format!("{}:", self.scheme)
    }

    pub(super) fn username(&self) -> String {
        self.username.clone()
    }

    pub(super) fn password(&self) -> String {
        self.password.clone()
    }

    /// Host and port.
    pub(super) fn host(&self) -> String {
        let host = self.hostname();
        self.port.map(|port| format!("{host}:{port}")).unwrap_or(host)
    }

    pub(super) fn hostname(&self) -> String {
        self.host.clone().unwrap_or_default()
    }

    pub(super) fn port(&self) -> String {
        self.port.map(|port| port.to_string()).unwrap_or_default()
    }

    pub(super) fn pathname(&self) -> String {
        self.path.clone()
    }

    pub(super) fn search(&self) -> String {
        marked('?', self.query.as_deref())
    }

    pub(super) fn hash(&self) -> String {
        marked('#', self.fragment.as_deref())
    }

    // ── What the class changes (§6.1) ──────────────────────────────────────────────────────────────────────────────
    //
    // A text that does not fit leaves the rest of the URL as it is.

    pub(super) fn set_protocol(&mut self, text: &str) {
        parser::change(self, &format!("{text}:"), State::SchemeStart);
    }

    pub(super) fn set_username(&mut self, text: &str) {
        if !self.stands_alone() {
            self.username.clear();
            encoding::encode(&mut self.username, text, Set::UserInfo);
        }
    }

    pub(super) fn set_password(&mut self, text: &str) {
        if !self.stands_alone() {
            self.password.clear();
            encoding::encode(&mut self.password, text, Set::UserInfo);
        }
    }

    pub(super) fn set_host(&mut self, text: &str) {
        if !self.is_opaque {
            parser::change(self, text, State::Host);
        }
    }

    pub(super) fn set_hostname(&mut self, text: &str) {
        if !self.is_opaque {
            parser::change(self, text, State::Hostname);
        }
    }

    pub(super) fn set_port(&mut self, text: &str) {
        if self.stands_alone() {
            return;
        }
        if text.is_empty() {
            self.port = None;
        } else {
            parser::change(self, text, State::Port);
        }
    }

    pub(super) fn set_pathname(&mut self, text: &str) {
        if !self.is_opaque {
            self.path.clear();
            parser::change(self, text, State::PathStart);
        }
    }

    pub(super) fn set_search(&mut self, text: &str) {
        self.query = None;
        if !text.is_empty() {
            self.query = Some(String::new());
            parser::change(self, text.strip_prefix('?').unwrap_or(text), State::Query);
        }
    }

    pub(super) fn set_hash(&mut self, text: &str) {
        self.fragment = None;
        if !text.is_empty() {
            self.fragment = Some(String::new());
            parser::change(self, text.strip_prefix('#').unwrap_or(text), State::Fragment);
        }
    }
}

/// A part behind its mark; nothing when it is empty.
fn marked(mark: char, part: Option<&str>) -> String {
    part.filter(|part| !part.is_empty()).map(|part| format!("{mark}{part}")).unwrap_or_default()
}
