//! What somebody probably meant.

/// The candidate that looks most like `word`, if one looks like it at all.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let known = plain(candidate);
        let distance = if known == written {
            0
        } else if written.len() >= 3 && (known.starts_with(&written) || known.ends_with(&written))
            || known.len() >= 3 && (written.starts_with(&known) || written.ends_with(&known))
        {
            1
        } else {
            edits(&written, &known)
        };
        let longest = written.chars().count().max(known.chars().count());
        if distance <= longest.div_ceil(3) && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Without what people vary: case and separators.
fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    let mut last_from = None;
    for (row, from) in from.chars().enumerate() {
        let mut current = vec![row + 1];
        for (column, wanted) in to.iter().enumerate() {
            let get = |cells: &[usize], at: usize| cells.get(at).copied().unwrap_or(usize::MAX / 2);
            let replaced = get(&above, column) + usize::from(from != *wanted);
            let mut least = replaced.min(get(&above, column + 1) + 1).min(get(&current, column) + 1);
            let is_swap = column > 0 && last_from == Some(*wanted) && to.get(column - 1) == Some(&from);
            if is_swap && !before.is_empty() {
                least = least.min(get(&before, column - 1) + 1);
            }
            current.push(least);
        }
        before = std::mem::replace(&mut above, current);
        last_from = Some(from);
    }
    above.last().copied().unwrap_or(0)
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

    #[test]
    fn counts_edits() {
        for (from, to, expected) in [("", "abc", 3), ("abc", "abc", 0), ("ab", "ba", 1), ("kitten", "sitting", 3)] {
            assert_eq!(edits(from, to), expected, "{from} {to}");
        }
    }
}
