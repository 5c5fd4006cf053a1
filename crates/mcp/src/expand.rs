//! `${VAR}` in configuration texts.

/// Where variables come from.
pub type Environment<'a> = dyn Fn(&str) -> Option<String> + Send + Sync + 'a;

/// The variables of this process.
pub fn process_environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Why a text could not be expanded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpandError {
    /// The variable is not set and has no default.
    #[error("the environment variable {0} is not set; set it, or give a default with ${{{0}:-default}}")]
    Unset(String),
    /// `${` without `}`.
    #[error("'${{' without a closing '}}'; write '$${{' for the characters themselves")]
    Unclosed,
    /// Something between the braces that is not a variable's name.
    #[error("'${{{0}}}' is not a variable; the forms are ${{NAME}}, ${{NAME:-default}} and ${{env:NAME}}")]
    NotAName(String),
}

/// Replaces `${NAME}`, `${NAME:-default}` and `${env:NAME}`; `$${` stands for `${`. A default is used when the variable
/// is unset or empty, as in a shell, and is not expanded again. Other dollar signs stay.
///
/// # Errors
/// A variable that is not set, or a malformed reference.
pub fn expand(text: &str, environment: &Environment<'_>) -> Result<String, ExpandError> {
    let mut expanded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        if let Some(literal) = before.strip_suffix('$') {
            expanded.push_str(literal);
            expanded.push_str("${");
            rest = after;
            continue;
        }
        expanded.push_str(before);
        let (reference, after) = after.split_once('}').ok_or(ExpandError::Unclosed)?;
        expanded.push_str(&resolve(reference, environment)?);
        rest = after;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

fn resolve(reference: &str, environment: &Environment<'_>) -> Result<String, ExpandError> {
    let (name, default) = match reference.split_once(":-") {
        Some((name, default)) => (name, Some(default)),
        None => (reference, None),
    };
    let name = name.strip_prefix("env:").unwrap_or(name);
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        return Err(ExpandError::NotAName(reference.to_owned()));
    }
    match (environment(name), default) {
        (Some(value), Some(default)) if value.is_empty() => Ok(default.to_owned()),
        (Some(value), _) => Ok(value),
        (None, Some(default)) => Ok(default.to_owned()),
        (None, None) => Err(ExpandError::Unset(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn env(name: &str) -> Option<String> {
        match name {
            "HOME" => Some("/home/me".into()),
            "EMPTY" => Some(String::new()),
            _ => None,
        }
    }

    #[test]
    fn replaces_variables_and_keeps_other_dollars() {
        let cases = [
            ("plain $5 $HOME", "plain $5 $HOME"),
            ("${HOME}/x", "/home/me/x"),
            ("${env:HOME}", "/home/me"),
            ("a${NOPE:-b}c", "abc"),
            ("${NOPE:-}", ""),
            ("[${EMPTY}]", "[]"),
            ("${EMPTY:-full}", "full"),
            ("$${HOME} ${HOME}", "${HOME} /home/me"),
            ("${NOPE:-${HOME}", "${HOME"),
        ];
        for (text, expected) in cases {
            assert_eq!(expand(text, &env).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn says_what_is_missing() {
        let unset = expand("Bearer ${TOKEN}", &env).unwrap_err().to_string();
        assert_eq!(
            unset,
            "the environment variable TOKEN is not set; set it, or give a default with ${TOKEN:-default}"
        );
        assert_eq!(expand("${HOME", &env), Err(ExpandError::Unclosed));
        assert_eq!(expand("${input:token}", &env), Err(ExpandError::NotAName("input:token".into())));
        assert_eq!(expand("${}", &env), Err(ExpandError::NotAName(String::new())));
    }
}
