//! What somebody probably meant.

/// The candidate that looks most like `word`, if one looks like it at all.
///
/// More generous than the nearest names in diagnostics of programs: a key is often known by its beginning or end only
/// (`servers`, `timeout`).
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let known = plain(candidate);
        let is_part =
            |part: &[char], whole: &[char]| part.len() >= 3 && (whole.starts_with(part) || whole.ends_with(part));
        let distance = if known == written {
            Some(0)
        } else if is_part(&written, &known) || is_part(&known, &written) {
            Some(1)
        } else {
            codemode::edit_distance(&written, &known, written.len().max(known.len()).div_ceil(3))
        };
        if let Some(distance) = distance
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Without what people vary: case and separators.
fn plain(word: &str) -> Vec<char> {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let keys = ["mcpServers", "openapi", "limits", "discovery", "policy", "clock", "locale", "timeZone", "fetch"];
        let pairs = [
            ("mcpservers", Some("mcpServers")),
            ("mcp_servers", Some("mcpServers")),
            ("servers", Some("mcpServers")),
            ("openApi", Some("openapi")),
            ("limit", Some("limits")),
            ("limtis", Some("limits")),
            ("timezone", Some("timeZone")),
            ("fecth", Some("fetch")),
            ("disovery", Some("discovery")),
            ("colour", None),
            ("x", None),
        ];
        for (word, expected) in pairs {
            assert_eq!(nearest(word, keys), expected, "{word}");
        }
        assert_eq!(nearest("timeout", ["maxToolCalls", "timeoutMs"]), Some("timeoutMs"));
    }
}
