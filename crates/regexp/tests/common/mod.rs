//! Runs patterns on every kind of input they apply to.
#![allow(dead_code)]

use codemode_regexp::{Budget, Group, Input, NoRefill, Regex, Scratch};

/// The groups of the first match from `start` on, or `None`; panics if Latin-1 and UTF-16 disagree.
pub fn exec_units(regex: &Regex, units: &[u16], start: usize) -> Option<Vec<Group>> {
    let mut scratch = Scratch::new();
    let wide = run(regex, Input::Utf16(units), start, &mut scratch);
    scratch.limits.memo_after = 0;
    assert_eq!(run(regex, Input::Utf16(units), start, &mut scratch), wide, "remembering failures makes a difference");
    let bytes: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    if let Some(bytes) = bytes {
        let narrow = run(regex, Input::Latin1(&bytes), start, &mut scratch);
        assert_eq!(narrow, wide, "Latin-1 and UTF-16 differ");
    }
    wide
}

fn run(regex: &Regex, input: Input<'_>, start: usize, scratch: &mut Scratch) -> Option<Vec<Group>> {
    let mut source = NoRefill;
    let mut budget = Budget::new(20_000_000, &mut source);
    let found = regex.find_from(input, start, &mut budget, scratch).expect("within the budget");
    found.then(|| scratch.groups().to_vec())
}

/// The texts of the groups of the first match, `-` for a group that took no part, joined by `,`; or `null`.
pub fn exec(pattern: &str, flags: &str, input: &str) -> String {
    let regex = match Regex::compile_str(pattern, flags) {
        Ok(regex) => regex,
        Err(error) => return format!("SyntaxError: {error}"),
    };
    let units: Vec<u16> = input.encode_utf16().collect();
    let Some(groups) = exec_units(&regex, &units, 0) else { return "null".into() };
    let texts: Vec<String> = groups
        .iter()
        .map(|group| match group {
            Some((start, end)) => String::from_utf16_lossy(&units[*start as usize..*end as usize]),
            None => "-".into(),
        })
        .collect();
    texts.join(",")
}
