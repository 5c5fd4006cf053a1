//! Random patterns on random inputs: the same groups as `regress`, where that finishes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use codemode_regexp::{Flags, Regex};
use common::exec_units;
use proptest::prelude::*;

/// A pattern of constructs that both engines have.
fn pattern() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        6 => prop::sample::select(vec!["a", "b", "c", "A", "k", "1", "é", "ß", "σ", "😀", "ab", "abc", "-"]).prop_map(String::from),
        3 => prop::sample::select(vec![".", r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", "[ab]", "[^a]", "[a-c1]", "[^\\w]", r"[\d\s]", "[é-σ]"])
            .prop_map(String::from),
        1 => prop::sample::select(vec!["^", "$", r"\b", r"\B", r"(?:\1)", r"(?:\2)", r"\k<n>"]).prop_map(String::from),
    ];
    atom.prop_recursive(4, 24, 4, |inner| {
        let quantifier = prop::sample::select(vec!["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "{0}"]);
        let group = prop::sample::select(vec!["(", "(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?i:"]);
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            2 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("(?:{})", parts.join("|"))),
            2 => (group, inner.clone()).prop_map(|(open, body)| format!("{open}{body})")),
            3 => (inner, quantifier, any::<bool>())
                .prop_map(|(body, quantifier, lazy)| format!("(?:{body}){quantifier}{}", if lazy { "?" } else { "" })),
        ]
    })
}

fn input() -> impl Strategy<Value = String> {
    let letter =
        prop::sample::select(vec!["a", "b", "c", "A", "B", "k", "1", " ", "\n", "-", "é", "ß", "σ", "Σ", "😀", "K"]);
    prop::collection::vec(letter, 0..12).prop_map(|letters| letters.concat())
}

fn narrow_input() -> impl Strategy<Value = String> {
    let letter = prop::sample::select(vec!["a", "b", "c", "A", "1", " ", "-", "é"]);
    prop::collection::vec(letter, 0..12).prop_map(|letters| letters.concat())
}

fn agrees(pattern: &str, flags: &str, input: &str) -> Result<(), TestCaseError> {
    // A named group, so that \k<n> is a reference; as many groups as \1 and \2 need.
    let pattern = format!("{pattern}(?<n>x?)(y?)");
    let unicode = Flags::parse(flags).unwrap().is_unicode();
    // Without `u`, an astral character in the pattern is two characters.
    let theirs = if unicode {
        regress::Regex::with_flags(&pattern, flags)
    } else {
        regress::Regex::from_unicode(pattern.encode_utf16().map(u32::from), flags)
    };
    let ours = Regex::compile_str(&pattern, flags);
    prop_assert_eq!(theirs.is_ok(), ours.is_ok(), "/{}/{}: {:?} {:?}", pattern, flags, theirs.err(), ours.err());
    let (Ok(theirs), Ok(ours)) = (theirs, ours) else { return Ok(()) };
    let units: Vec<u16> = input.encode_utf16().collect();
    let mut found =
        if unicode { theirs.find_from_utf16(&units, 0).next() } else { theirs.find_from_ucs2(&units, 0).next() };
    let theirs: Option<Vec<_>> = found
        .take()
        .map(|found| found.groups().map(|group| group.map(|range| (range.start as u32, range.end as u32))).collect());
    let ours = exec_units(&ours, &units, 0);
    prop_assert_eq!(ours, theirs, "/{}/{} on {:?}", pattern, flags, input);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn same_groups_on_utf16(pattern in pattern(), input in input(), flags in prop::sample::select(vec!["", "i", "m", "s", "u", "iu", "v", "iv", "ims"])) {
        agrees(&pattern, flags, &input)?;
    }

    #[test]
    fn same_groups_on_latin1(pattern in pattern(), input in narrow_input(), flags in prop::sample::select(vec!["", "i", "u", "iu"])) {
        agrees(&pattern, flags, &input)?;
    }
}
