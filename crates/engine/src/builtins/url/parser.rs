//! The basic URL parser (WHATWG URL §4.4), state by state as in the standard.

use super::encoding::{self, Set};
use super::host;
use super::record::{Fault, Url, is_special_scheme};

/// The states of the parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Hostname,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

/// Parses a text, relative to a base when it has no scheme.
pub(super) fn parse(text: &str, base: Option<&Url>) -> Result<Url, Fault> {
    let mut url = Url::default();
    Parser::new(text.trim_matches(|c: char| c <= ' '), &mut url, base, None).run()?;
    Ok(url)
}

/// Changes a part of a URL: the parser with a state override.
pub(super) fn change(url: &mut Url, text: &str, state: State) {
    // What was changed before a fault stays changed, as in the standard.
    let _ = Parser::new(text, url, None, Some(state)).run();
}

/// Whether a text is a letter and one of some marks.
pub(super) fn is_drive_letter(text: &str, marks: &[char]) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next().is_some_and(|c| marks.contains(&c))
        && chars.next().is_none()
}

/// A state either goes on with the next code point, looks at the same one in another state, or has finished.
enum Step {
    Next,
    Again,
    Done,
}

struct Parser<'a> {
    input: Vec<char>,
    /// The pointer of the standard.
    at: usize,
    url: &'a mut Url,
    base: Option<&'a Url>,
    state: State,
    state_override: Option<State>,
    buffer: String,
    at_sign_seen: bool,
    inside_brackets: bool,
    password_token_seen: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &str, url: &'a mut Url, base: Option<&'a Url>, state_override: Option<State>) -> Parser<'a> {
        Parser {
            input: text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect(),
            at: 0,
            url,
            base,
            state: state_override.unwrap_or(State::SchemeStart),
            state_override,
            buffer: String::new(),
            at_sign_seen: false,
            inside_brackets: false,
            password_token_seen: false,
        }
    }

    fn run(mut self) -> Result<(), Fault> {
        loop {
            let c = self.input.get(self.at).copied();
            match self.step(c)? {
                Step::Next if c.is_none() => return Ok(()),
                Step::Next => self.at += 1,
                Step::Again => {}
                Step::Done => return Ok(()),
            }
        }
    }

    fn step(&mut self, c: Option<char>) -> Result<Step, Fault> {
        match self.state {
            State::SchemeStart => self.scheme_start(c),
            State::Scheme => self.scheme(c),
            State::NoScheme => self.no_scheme(c),
            State::SpecialRelativeOrAuthority => {
                if c == Some('/') && self.next() == Some('/') {
                    self.at += 1;
                    Ok(self.go_on(State::SpecialAuthorityIgnoreSlashes))
                } else {
                    Ok(self.look_again(State::Relative))
                }
            }
            State::PathOrAuthority if c == Some('/') => Ok(self.go_on(State::Authority)),
            State::PathOrAuthority => Ok(self.look_again(State::Path)),
            State::Relative => Ok(self.relative(c)),
            State::RelativeSlash => Ok(self.relative_slash(c)),
            State::SpecialAuthoritySlashes => {
                if c == Some('/') && self.next() == Some('/') {
                    self.at += 1;
                    Ok(self.go_on(State::SpecialAuthorityIgnoreSlashes))
                } else {
                    Ok(self.look_again(State::SpecialAuthorityIgnoreSlashes))
                }
            }
            State::SpecialAuthorityIgnoreSlashes if matches!(c, Some('/' | '\\')) => Ok(Step::Next),
            State::SpecialAuthorityIgnoreSlashes => Ok(self.look_again(State::Authority)),
            State::Authority => self.authority(c),
            State::Host | State::Hostname => self.host(c),
            State::Port => self.port(c),
            State::File => Ok(self.file(c)),
            State::FileSlash => Ok(self.file_slash(c)),
            State::FileHost => self.file_host(c),
            State::PathStart => Ok(self.path_start(c)),
            State::Path => Ok(self.path(c)),
            State::OpaquePath => Ok(self.opaque_path(c)),
            State::Query => Ok(self.query(c)),
            State::Fragment => {
                if let (Some(c), Some(fragment)) = (c, &mut self.url.fragment) {
                    encoding::encode_char(fragment, c, Set::Fragment);
                }
                Ok(Step::Next)
            }
        }
    }

    // ── Moves ──────────────────────────────────────────────────────────────────────────────────────────────────────

    fn next(&self) -> Option<char> {
        self.input.get(self.at + 1).copied()
    }

    fn go_on(&mut self, state: State) -> Step {
        self.state = state;
        Step::Next
    }

    fn look_again(&mut self, state: State) -> Step {
        self.state = state;
        Step::Again
    }

    fn to_query(&mut self) -> Step {
        self.url.query = Some(String::new());
        self.go_on(State::Query)
    }

    fn to_fragment(&mut self) -> Step {
        self.url.fragment = Some(String::new());
        self.go_on(State::Fragment)
    }

    fn is_slash(&self, c: Option<char>) -> bool {
        c == Some('/') || c == Some('\\') && self.url.is_special()
    }

    /// Whether an authority or host ends here.
    fn is_end_of_host(&self, c: Option<char>) -> bool {
        matches!(c, None | Some('?' | '#')) || self.is_slash(c)
    }

    /// Whether what is left starts with a Windows drive letter.
    fn starts_with_drive_letter(&self) -> bool {
        let mut rest = self.input.iter().skip(self.at);
        rest.next().is_some_and(|c| c.is_ascii_alphabetic())
            && rest.next().is_some_and(|c| matches!(c, ':' | '|'))
            && rest.next().is_none_or(|c| matches!(c, '/' | '\\' | '?' | '#'))
    }

    // ── States ─────────────────────────────────────────────────────────────────────────────────────────────────────

    fn scheme_start(&mut self, c: Option<char>) -> Result<Step, Fault> {
        match c {
            Some(c) if c.is_ascii_alphabetic() => {
                self.buffer.push(c.to_ascii_lowercase());
                Ok(self.go_on(State::Scheme))
            }
            _ if self.state_override.is_some() => Err(Fault::Scheme),
            _ => Ok(self.look_again(State::NoScheme)),
        }
    }

    fn scheme(&mut self, c: Option<char>) -> Result<Step, Fault> {
        match c {
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.buffer.push(c.to_ascii_lowercase());
                Ok(Step::Next)
            }
            Some(':') if self.state_override.is_some() => {
                let url = &mut *self.url;
                let is_file = self.buffer == "file";
                if url.is_special() != is_special_scheme(&self.buffer)
                    || (url.has_credentials() || url.port.is_some()) && is_file
                    || url.is_file() && url.host.as_deref() == Some("")
                {
                    return Ok(Step::Done);
                }
                url.scheme = std::mem::take(&mut self.buffer);
                if url.port == url.default_port() {
                    url.port = None;
                }
                Ok(Step::Done)
            }
            Some(':') => {
                self.url.scheme = std::mem::take(&mut self.buffer);
                let same = self.base.is_some_and(|base| base.scheme == self.url.scheme);
                Ok(if self.url.is_file() {
                    self.go_on(State::File)
                } else if self.url.is_special() {
                    self.go_on(if same { State::SpecialRelativeOrAuthority } else { State::SpecialAuthoritySlashes })
                } else if self.next() == Some('/') {
                    self.at += 1;
                    self.go_on(State::PathOrAuthority)
                } else {
                    self.url.is_opaque = true;
                    self.go_on(State::OpaquePath)
                })
            }
            _ if self.state_override.is_some() => Err(Fault::Scheme),
            _ => {
                self.buffer.clear();
                self.at = 0;
                Ok(self.look_again(State::NoScheme))
            }
        }
    }

    fn no_scheme(&mut self, c: Option<char>) -> Result<Step, Fault> {
        let Some(base) = self.base else { return Err(Fault::NoScheme) };
        if !base.is_opaque {
            return Ok(self.look_again(if base.is_file() { State::File } else { State::Relative }));
        }
        if c != Some('#') {
            return Err(Fault::OpaqueBase);
        }
        *self.url = Url { fragment: None, ..base.clone() };
        Ok(self.to_fragment())
    }

    fn relative(&mut self, c: Option<char>) -> Step {
        let Some(base) = self.base else { return Step::Done };
        self.url.scheme.clone_from(&base.scheme);
        if self.is_slash(c) {
            return self.go_on(State::RelativeSlash);
        }
        *self.url = Url { fragment: None, ..base.clone() };
        self.behind_base_path(c)
    }

    /// What comes behind the path of the base: query, fragment, nothing, or a path that replaces the last segment.
    fn behind_base_path(&mut self, c: Option<char>) -> Step {
        match c {
            Some('?') => self.to_query(),
            Some('#') => self.to_fragment(),
            None => Step::Next,
            Some(_) => {
                self.url.query = None;
                if self.url.is_file() && self.starts_with_drive_letter() {
                    self.url.path.clear();
                } else {
                    self.url.shorten();
                }
                self.look_again(State::Path)
            }
        }
    }

    fn relative_slash(&mut self, c: Option<char>) -> Step {
        if self.is_slash(c) && self.url.is_special() {
            return self.go_on(State::SpecialAuthorityIgnoreSlashes);
        }
        if c == Some('/') {
            return self.go_on(State::Authority);
        }
        if let Some(base) = self.base {
            let path = std::mem::take(&mut self.url.path);
            *self.url = Url { path, query: None, fragment: None, ..base.clone() };
        }
        self.look_again(State::Path)
    }

    fn authority(&mut self, c: Option<char>) -> Result<Step, Fault> {
        if c == Some('@') {
            let credentials = std::mem::take(&mut self.buffer);
            // The `@` before is part of them.
            let again = if self.at_sign_seen { "@" } else { "" };
            self.at_sign_seen = true;
            for c in again.chars().chain(credentials.chars()) {
                if c == ':' && !self.password_token_seen {
                    self.password_token_seen = true;
                    continue;
                }
                let part = if self.password_token_seen { &mut self.url.password } else { &mut self.url.username };
                encoding::encode_char(part, c, Set::UserInfo);
            }
            return Ok(Step::Next);
        }
        if !self.is_end_of_host(c) {
            self.buffer.extend(c);
            return Ok(Step::Next);
        }
        if self.at_sign_seen && self.buffer.is_empty() {
            return Err(Fault::EmptyHost);
        }
        self.at -= self.buffer.chars().count();
        self.buffer.clear();
        Ok(self.look_again(State::Host))
    }

    fn host(&mut self, c: Option<char>) -> Result<Step, Fault> {
        if self.state_override.is_some() && self.url.is_file() {
            return Ok(self.look_again(State::FileHost));
        }
        let is_special = self.url.is_special();
        if c == Some(':') && !self.inside_brackets {
            if self.buffer.is_empty() {
                return Err(Fault::EmptyHost);
            }
            if self.state_override == Some(State::Hostname) {
                return Err(Fault::HostCharacter);
            }
            self.url.host = Some(host::parse(&self.buffer, !is_special)?);
            self.buffer.clear();
            return Ok(self.go_on(State::Port));
        }
        if self.is_end_of_host(c) {
            if self.buffer.is_empty() {
                let needs_host = self.url.has_credentials() || self.url.port.is_some();
                if is_special || self.state_override.is_some() && needs_host {
                    return Err(Fault::EmptyHost);
                }
            }
            self.url.host = Some(host::parse(&self.buffer, !is_special)?);
            self.buffer.clear();
            if self.state_override.is_some() {
                return Ok(Step::Done);
            }
            return Ok(self.look_again(State::PathStart));
        }
        match c {
            Some('[') => self.inside_brackets = true,
            Some(']') => self.inside_brackets = false,
            _ => {}
        }
        self.buffer.extend(c);
        Ok(Step::Next)
    }

    fn port(&mut self, c: Option<char>) -> Result<Step, Fault> {
        if let Some(digit) = c.filter(char::is_ascii_digit) {
            self.buffer.push(digit);
            return Ok(Step::Next);
        }
        if !self.is_end_of_host(c) && self.state_override.is_none() {
            return Err(Fault::Port);
        }
        if !self.buffer.is_empty() {
            let digits = self.buffer.trim_start_matches('0');
            let port = if digits.is_empty() { 0 } else { digits.parse::<u16>().map_err(|_| Fault::Port)? };
            self.url.port = Some(port).filter(|&port| self.url.default_port() != Some(port));
            self.buffer.clear();
        }
        if self.state_override.is_some() {
            return Ok(Step::Done);
        }
        Ok(self.look_again(State::PathStart))
    }

    fn file(&mut self, c: Option<char>) -> Step {
        self.url.scheme = "file".to_owned();
        self.url.host = Some(String::new());
        if matches!(c, Some('/' | '\\')) {
            return self.go_on(State::FileSlash);
        }
        match self.base.filter(|base| base.is_file()) {
            Some(base) => {
                *self.url = Url { fragment: None, ..base.clone() };
                self.behind_base_path(c)
            }
            None => self.look_again(State::Path),
        }
    }

    fn file_slash(&mut self, c: Option<char>) -> Step {
        if matches!(c, Some('/' | '\\')) {
            return self.go_on(State::FileHost);
        }
        if let Some(base) = self.base.filter(|base| base.is_file()) {
            self.url.host.clone_from(&base.host);
            let first = base.path.split('/').nth(1).unwrap_or_default();
            if !self.starts_with_drive_letter() && is_drive_letter(first, &[':']) {
                self.url.push_segment(first);
            }
        }
        self.look_again(State::Path)
    }

    fn file_host(&mut self, c: Option<char>) -> Result<Step, Fault> {
        if !self.is_end_of_host(c) {
            self.buffer.extend(c);
            return Ok(Step::Next);
        }
        let is_override = self.state_override.is_some();
        if !is_override && is_drive_letter(&self.buffer, &[':', '|']) {
            // The letter stays in the buffer: it is the first segment.
            return Ok(self.look_again(State::Path));
        }
        let host = if self.buffer.is_empty() { String::new() } else { host::parse(&self.buffer, false)? };
        self.url.host = Some(if host == "localhost" { String::new() } else { host });
        self.buffer.clear();
        if is_override {
            return Ok(Step::Done);
        }
        Ok(self.look_again(State::PathStart))
    }

    fn path_start(&mut self, c: Option<char>) -> Step {
        let is_override = self.state_override.is_some();
        if self.url.is_special() {
            return if self.is_slash(c) { self.go_on(State::Path) } else { self.look_again(State::Path) };
        }
        match c {
            Some('?') if !is_override => self.to_query(),
            Some('#') if !is_override => self.to_fragment(),
            Some('/') => self.go_on(State::Path),
            Some(_) => self.look_again(State::Path),
            None => {
                if is_override && self.url.host.is_none() {
                    self.url.push_segment("");
                }
                Step::Next
            }
        }
    }

    fn path(&mut self, c: Option<char>) -> Step {
        let ends = c.is_none() || self.state_override.is_none() && matches!(c, Some('?' | '#'));
        let is_slash = self.is_slash(c);
        if !ends && !is_slash {
            if let Some(c) = c {
                encoding::encode_char(&mut self.buffer, c, Set::Path);
            }
            return Step::Next;
        }
        let segment = std::mem::take(&mut self.buffer);
        match dots(&segment) {
            2 => {
                self.url.shorten();
                if !is_slash {
                    self.url.push_segment("");
                }
            }
            1 if !is_slash => self.url.push_segment(""),
            1 => {}
            _ if self.url.is_file() && self.url.path.is_empty() && is_drive_letter(&segment, &[':', '|']) => {
                self.url.push_segment(&segment.replace('|', ":"));
            }
            _ => self.url.push_segment(&segment),
        }
        match c {
            Some('?') if !is_slash => self.to_query(),
            Some('#') if !is_slash => self.to_fragment(),
            _ => Step::Next,
        }
    }

    fn opaque_path(&mut self, c: Option<char>) -> Step {
        match c {
            Some('?') => self.to_query(),
            Some('#') => self.to_fragment(),
            Some(' ') if matches!(self.next(), Some('?' | '#')) => {
                self.url.path.push_str("%20");
                Step::Next
            }
            Some(' ') => {
                self.url.path.push(' ');
                Step::Next
            }
            Some(c) => {
                encoding::encode_char(&mut self.url.path, c, Set::Control);
                Step::Next
            }
            None => Step::Next,
        }
    }

    fn query(&mut self, c: Option<char>) -> Step {
        let set = if self.url.is_special() { Set::SpecialQuery } else { Set::Query };
        match (c, &mut self.url.query) {
            (Some('#'), _) if self.state_override.is_none() => self.to_fragment(),
            (Some(c), Some(query)) => {
                encoding::encode_char(query, c, set);
                Step::Next
            }
            _ => Step::Next,
        }
    }
}

/// How many dots a segment is, encoded ones too: one or two; 0 for other segments.
fn dots(segment: &str) -> usize {
    if segment.len() > 6 {
        return 0;
    }
    match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
        "." => 1,
        ".." => 2,
        _ => 0,
    }
}
