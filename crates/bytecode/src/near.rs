//! Names that resemble a misspelt one, for messages of the compiler and of the machine alike.

/// The candidates nearest to `name`, best first, at most three.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
    let folded = fold(name);
    let mut found: Vec<(usize, &str)> = candidates
        .filter(|candidate| *candidate != name)
        .filter_map(|candidate| {
            let other = fold(candidate);
            if other == folded {
                return Some((0, candidate));
            }
            let most = (folded.len().min(other.len()) / 3).min(3);
            let distance = edit_distance(&folded, &other, most)?;
            Some((distance, candidate))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    // A difference of case and separators only is what was meant.
    if found.first().is_some_and(|(distance, _)| *distance == 0) {
        found.retain(|(distance, _)| *distance == 0);
    }
    found.truncate(3);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Case and separators do not count.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|ch| !matches!(ch, '_' | '-' | '.' | '$')).flat_map(char::to_lowercase).take(64).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other, when there are at most
/// `most`.
#[must_use]
pub fn edit_distance(a: &[char], b: &[char], most: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut previous_a = None;
    for (row, &left) in a.iter().enumerate() {
        let mut current = Vec::with_capacity(b.len() + 1);
        current.push(row + 1);
        let mut previous_b = None;
        for (column, &right) in b.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX - 1);
            let mut best = (at(&last, column) + usize::from(left != right))
                .min(at(&last, column + 1) + 1)
                .min(at(&current, column) + 1);
            if column > 0 && previous_a == Some(right) && previous_b == Some(left) {
                best = best.min(at(&before, column - 1) + 1);
            }
            current.push(best);
            previous_b = Some(right);
        }
        before = std::mem::replace(&mut last, current);
        previous_a = Some(left);
    }
    last.last().copied().filter(|&distance| distance <= most)
}

/// ``did you mean `a` or `b`?``
#[must_use]
pub fn did_you_mean(names: &[&str], prefix: &str) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{prefix}{name}`")).collect();
    (!quoted.is_empty()).then(|| format!("did you mean {}?", quoted.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        for (from, to, most, expected) in [
            ("", "abc", 3, Some(3)),
            ("abc", "abc", 0, Some(0)),
            ("ab", "ba", 1, Some(1)),
            ("kitten", "sitting", 3, Some(3)),
            ("kitten", "sitting", 2, None),
            ("a", "abc", 1, None),
        ] {
            let chars = |text: &str| text.chars().collect::<Vec<char>>();
            assert_eq!(edit_distance(&chars(from), &chars(to), most), expected, "{from} {to}");
        }
    }

    #[test]
    fn case_and_separators_do_not_count() {
        assert_eq!(nearest("create-comment", ["createComment", "create_comments"].into_iter()), ["createComment"]);
        assert_eq!(nearest("lokup", ["lookup", "search"].into_iter()), ["lookup"]);
        assert!(nearest("zzz", ["lookup"].into_iter()).is_empty());
    }
}
