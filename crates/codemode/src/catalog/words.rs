//! How text becomes words: splitting, stems, families, plurals, slips of the keyboard.

use std::borrow::Cow;

/// Calls `visit` with every run of letters and digits of `text`, lower-cased, and whether it is whole. A run written in
/// several words (`sendCopy`, `HTTPServer`, `v2api`) is given whole first and then in its pieces.
pub(super) fn each_word(text: &str, visit: &mut impl FnMut(&str, Wholeness)) {
    let mut lowered = String::new();
    // Most text is ASCII, and most of its words are written small: those are visited where they stand.
    if text.is_ascii() {
        for run in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| !run.is_empty()) {
            match run.bytes().all(|byte| byte.is_ascii_lowercase()) {
                true => visit(run, Wholeness::Single),
                false => visit_run(run, &mut lowered, visit),
            }
        }
        return;
    }
    for run in text.split(|c: char| !is_word_char(c)).filter(|run| !run.is_empty()) {
        visit_run(run, &mut lowered, visit);
    }
}

fn visit_run(run: &str, lowered: &mut String, visit: &mut impl FnMut(&str, Wholeness)) {
    lower(run, lowered);
    if is_plain(run) {
        visit(lowered, Wholeness::Single);
        return;
    }
    let pieces = pieces(run);
    if pieces.len() < 2 {
        visit(lowered, Wholeness::Single);
        return;
    }
    visit(lowered, Wholeness::Compound);
    for piece in pieces {
        lower(piece, lowered);
        visit(lowered, Wholeness::Piece);
    }
}

/// Whether a run is so simple that it is one word: small ASCII letters after the first.
fn is_plain(run: &str) -> bool {
    let bytes = run.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.iter().skip(1).all(u8::is_ascii_lowercase)
}

/// What part of a run a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wholeness {
    /// A run that is one word.
    Single,
    /// A run of several words, as one.
    Compound,
    /// One word of such a run.
    Piece,
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || is_combining(c)
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

fn lower(word: &str, out: &mut String) {
    out.clear();
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
    } else {
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
}

/// Splits a run where its case or kind of character changes: `list|URLs`, `HTTP|Server`, `v|2|api`.
fn pieces(run: &str) -> Vec<&str> {
    let chars: Vec<(usize, char)> = run.char_indices().collect();
    let mut starts = vec![0];
    for position in 1..chars.len() {
        let (before, (at, here)) = (chars[position - 1].1, chars[position]);
        let after = chars.get(position + 1).map(|(_, c)| *c);
        let rises = before.is_lowercase() && here.is_uppercase();
        let acronym_ends = before.is_uppercase()
            && here.is_uppercase()
            && after.is_some_and(char::is_lowercase)
            // The plural of an acronym (`URLs`) is one word.
            && !(after == Some('s') && chars.get(position + 2).is_none_or(|(_, c)| c.is_uppercase()));
        let digits = before.is_numeric() != here.is_numeric() && !is_combining(here);
        if rises || acronym_ends || digits {
            starts.push(at);
        }
    }
    starts.push(run.len());
    starts.windows(2).map(|pair| &run[pair[0]..pair[1]]).collect()
}

/// Letters and digits of `text` alone, lower-cased: what is left of a name when every way to write it is undone.
pub(super) fn squash(text: &str) -> String {
    text.chars().filter(|c| is_word_char(*c)).flat_map(char::to_lowercase).collect()
}

/// Whether a character belongs to a script that is written without spaces.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff)
}

/// A word without its inflection: plural, `-ing`, `-ed`, a final `e`. Only ever compared with other stems.
pub(super) fn stem(word: &str) -> &str {
    if word.len() < 4 || !word.is_ascii() {
        return word
            .strip_suffix('s')
            .filter(|rest| rest.len() == 2 && word.is_ascii() && !rest.ends_with(['s', 'u', 'i']))
            .unwrap_or(word);
    }
    let word = singular(word);
    let word = ["ing", "ed"].iter().find_map(|suffix| without_ending(word, suffix)).unwrap_or(word);
    if word.len() > 3 { word.strip_suffix('e').unwrap_or(word) } else { word }
}

fn singular(word: &str) -> &str {
    if ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) {
        return word;
    }
    // `queries` and `query` meet in `quer`, see `stem_key`.
    if let Some(rest) = word.strip_suffix("es")
        && ["s", "x", "z", "ch", "sh"].iter().any(|ending| rest.ends_with(ending))
    {
        return rest;
    }
    word.strip_suffix('s').unwrap_or(word)
}

fn without_ending<'a>(word: &'a str, suffix: &str) -> Option<&'a str> {
    let rest = word.strip_suffix(suffix)?;
    let has_vowel = rest.bytes().any(|byte| b"aeiouy".contains(&byte));
    if rest.len() < 3 || !has_vowel {
        return None;
    }
    // A doubled consonant was doubled by the ending: `starred`, `running`, but not `added`, `pulling`.
    let bytes = rest.as_bytes();
    let doubled = bytes[bytes.len() - 1] == bytes[bytes.len() - 2] && !b"aeioulsd".contains(&bytes[bytes.len() - 1]);
    Some(if doubled { &rest[..rest.len() - 1] } else { rest })
}

/// The stem as a key, where spelling rules beyond cutting are undone (`y` and `ie`).
pub(super) fn stem_key(word: &str) -> String {
    let stem = stem(word);
    match stem.strip_suffix("ie").or_else(|| stem.strip_suffix('y')).or_else(|| stem.strip_suffix('i')) {
        Some(rest) if rest.len() >= 2 && word.len() > 3 => format!("{rest}i"),
        _ => stem.to_owned(),
    }
}

/// The stem key without the endings that make other words of one (`deletion`, `deployment`, `follower`, `assignee`,
/// `membership`, `vulnerability`): what words of one family share. Too short a rest is no family.
pub(super) fn root(key: &str) -> Cow<'_, str> {
    // A final `e` is gone from the stem.
    const ENDINGS: [&str; 21] = [
        "isation", "ization", "abiliti", "ibiliti", "ation", "ition", "ment", "anc", "enc", "abl", "ibl", "ship",
        "ion", "ur", "iz", "is", "er", "or", "al", "li", "e",
    ];
    if !key.is_ascii() {
        return Cow::Borrowed(key);
    }
    let mut rest = key;
    // Endings stack: `memberships` is of `member`, which is of `memb`.
    while let Some(shorter) = ENDINGS.iter().find_map(|ending| rest.strip_suffix(ending).filter(|rest| rest.len() >= 4))
    {
        rest = shorter;
    }
    // `registration` is of `register`, `administration` of `administer`.
    if rest.len() > 4 && rest.ends_with("str") {
        rest = rest.strip_suffix('r').unwrap_or(rest);
    }
    // As in the stem key: `deployment` meets `deploy`.
    match rest.strip_suffix('y') {
        Some(shorter) => Cow::Owned(format!("{shorter}i")),
        None => Cow::Borrowed(rest),
    }
}

/// Whether a word looks like one for people by what they do: `follower`, `assignees`.
pub(super) fn is_agent(word: &str) -> bool {
    let word = word.strip_suffix('s').unwrap_or(word);
    word.len() > 5 && ["er", "or", "ee"].iter().any(|ending| word.ends_with(ending))
}

/// Whether a word looks like a plural.
pub(super) fn is_plural(word: &str) -> bool {
    let unlike = ["ss", "us", "is", "ous", "news"];
    word.len() > 3 && word.ends_with('s') && !unlike.iter().any(|ending| word.ends_with(ending))
        || matches!(word, "people" | "children" | "data" | "media" | "criteria" | "indices")
}

/// Whether one edit (insertion, deletion, substitution, swap of neighbours) turns `left` into `right`.
pub(super) fn within_one_edit(left: &str, right: &str) -> bool {
    let (left, right) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    if right.len() - left.len() > 4 {
        return false;
    }
    let mut left_chars = left.chars();
    let mut right_chars = right.chars();
    loop {
        let (left_rest, right_rest) = (left_chars.as_str(), right_chars.as_str());
        let (Some(a), Some(b)) = (left_chars.next(), right_chars.next()) else {
            return left_rest.chars().count() + right_rest.chars().count() <= 1;
        };
        if a == b {
            continue;
        }
        // Substitution, insertion into either, or a swap.
        let (after_a, after_b) = (left_chars.as_str(), right_chars.as_str());
        let swapped =
            after_a.starts_with(b) && after_b.starts_with(a) && after_a[b.len_utf8()..] == after_b[a.len_utf8()..];
        return after_a == after_b || left_rest == after_b || after_a == right_rest || swapped;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_word(text, &mut |word, _| found.push(word.to_owned()));
        found
    }

    #[test]
    fn runs_split_by_case_and_digits() {
        assert_eq!(
            words("sendCopy list-messages snake_case"),
            ["sendcopy", "send", "copy", "list", "messages", "snake", "case"]
        );
        assert_eq!(words("HTTPServer"), ["httpserver", "http", "server"]);
        assert_eq!(words("listURLs"), ["listurls", "list", "urls"]);
        assert_eq!(words("v2api"), ["v2api", "v", "2", "api"]);
        assert_eq!(words("发送邮件 Größe"), ["发送邮件", "größe"]);
        assert!(words(" -*()").is_empty());
    }

    #[test]
    fn stems_meet() {
        let pairs = [
            ("issues", "issue"),
            ("queries", "query"),
            ("addresses", "address"),
            ("branches", "branch"),
            ("caches", "cache"),
            ("starred", "star"),
            ("running", "run"),
            ("creating", "create"),
            ("merged", "merge"),
            ("repositories", "repository"),
            ("PRs", "PR"),
            ("movies", "movie"),
            ("blocked", "block"),
            ("added", "add"),
            ("releases", "release"),
            ("adding", "add"),
        ];
        for (left, right) in pairs {
            assert_eq!(stem_key(&left.to_lowercase()), stem_key(&right.to_lowercase()), "{left} {right}");
        }
        assert_ne!(stem_key("status"), stem_key("stat"));
        assert_ne!(stem_key("string"), stem_key("str"));
    }

    #[test]
    fn families_meet() {
        let root_of = |word: &str| root(&stem_key(word)).into_owned();
        let pairs = [
            ("deletion", "delete"),
            ("installations", "install"),
            ("creation", "create"),
            ("followers", "follows"),
            ("reviewer", "reviewing"),
            ("assignees", "assign"),
            ("deployments", "deploy"),
            ("protection", "protected"),
            ("contributors", "contribute"),
            ("invitation", "invite"),
            ("membership", "members"),
            ("vulnerability", "vulnerable"),
            ("organization", "organize"),
            ("organisations", "organise"),
            ("removal", "remove"),
            ("weekly", "weeks"),
            ("failures", "failing"),
            ("analysis", "analyses"),
            ("replies", "reply"),
            ("registration", "register"),
            ("administration", "administer"),
        ];
        for (left, right) in pairs {
            assert_eq!(root_of(left), root_of(right), "{left} {right}");
        }
        assert_eq!(root_of("users"), "user");
    }

    #[test]
    fn plurals() {
        for word in ["issues", "branches", "queries", "people", "keys"] {
            assert!(is_plural(word), "{word}");
        }
        for word in ["status", "access", "analysis", "gas", "issue", "is"] {
            assert!(!is_plural(word), "{word}");
        }
    }

    #[test]
    fn one_edit() {
        for (left, right) in [
            ("comit", "commit"),
            ("isues", "issues"),
            ("lsit", "list"),
            ("labal", "label"),
            ("größ", "größe"),
            ("abc", "abc"),
        ] {
            assert!(within_one_edit(left, right) && within_one_edit(right, left), "{left} {right}");
        }
        for (left, right) in [("list", "post"), ("abcd", "badc"), ("a", "abc"), ("label", "lebal")] {
            assert!(!within_one_edit(left, right), "{left} {right}");
        }
    }
}
