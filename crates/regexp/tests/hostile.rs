//! Patterns and inputs meant to hurt: they end in an error or within the budget, never in a crash.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use codemode_regexp::{Budget, Flags, Input, MatchError, MatchLimits, NoRefill, Regex, Scratch, StepBudget};

fn find(pattern: &str, input: &str, steps: u64) -> Result<bool, MatchError> {
    let regex = Regex::compile_str(pattern, "").expect("valid pattern");
    let mut source = NoRefill;
    let mut budget = Budget::new(steps, &mut source);
    regex.find_from(Input::Latin1(input.as_bytes()), 0, &mut budget, &mut Scratch::new())
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [("(", ")"), ("(?:", ")"), ("(?=", ")"), ("(?<!", ")"), ("(?:a|", ")*")] {
        let pattern = format!("{}a{}", open.repeat(100_000), close.repeat(100_000));
        let error = Regex::compile_str(&pattern, "").expect_err("too deep");
        assert!(error.message.contains("nested too deeply") || error.message.contains("too large"), "{error}");
        let pattern = format!("{}a{}", open.repeat(999), close.repeat(999));
        assert!(Regex::compile_str(&pattern, "").is_ok());
    }
    let pattern = format!("{}a{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Regex::compile_str(&pattern, "v").is_err());
    assert!(Regex::compile_str(&"(".repeat(100_000), "").is_err());
}

#[test]
fn quantifiers_do_not_grow_the_program() {
    for pattern in [
        "(?:a{1000}){1000}",
        "(?:(?:(?:ab){1000}){1000}){1000}",
        "a{2147483648}",
        "(?:ab){4294967296,}",
        "((a{0,5}){0,5}){0,5}",
    ] {
        let regex = Regex::compile_str(pattern, "").expect("valid pattern");
        assert!(regex.size() < 4096, "{pattern}: {}", regex.size());
    }
    let input = "a".repeat(1_000_000);
    assert_eq!(find("^(?:a{1000}){1000}$", &input, 1_000_000), Ok(true));
    assert_eq!(find("^(?:a{1000}){1001}$", &input, 1_000_000), Ok(false));
}

#[test]
fn catastrophic_patterns_are_polynomial() {
    let input = format!("{}!", "a".repeat(5000));
    for pattern in [
        "^(a+)+$",
        "^(a*)*$",
        "^(a|a)*$",
        "^(a|aa)+$",
        "^(?:a?){2,}$",
        "^(a?a?a?)*$",
        "^((a+)+)+$",
        "^(?=a)(a+)+$",
        "(x+x+)+y",
    ] {
        let short = input.get(4950..).unwrap();
        assert_eq!(find(pattern, short, 2_000_000), Ok(false), "{pattern}");
    }
    for pattern in ["^(a|a)*$", "^(a|aa)+$", "^(?:a|ab|aa)*$", "(a|aa)+$"] {
        assert_eq!(find(pattern, &input, 1_000_000), Ok(false), "{pattern}");
    }
    // A run that gives back is tried for each of its ends: quadratic.
    for pattern in ["^(a+)+$", "(a+a+)+y"] {
        assert_eq!(find(pattern, &input, 100_000_000), Ok(false), "{pattern}");
    }
}

#[test]
fn runs_out_of_steps() {
    let input = "a".repeat(40);
    assert_eq!(find(r"^(?:(a+)+)+\1b$", &input, 1_000_000), Err(MatchError::Exhausted));
}

#[test]
fn asks_for_more_steps() {
    struct Twice(u32);
    impl StepBudget for Twice {
        fn refill(&mut self) -> Option<u64> {
            self.0 += 1;
            (self.0 <= 2).then_some(1000)
        }
    }
    let regex = Regex::compile_str(r"(a+)+\1b", "").unwrap();
    let input = "a".repeat(40) + " b";
    let mut source = Twice(0);
    let mut budget = Budget::new(10, &mut source);
    let outcome = regex.find_from(Input::Latin1(input.as_bytes()), 0, &mut budget, &mut Scratch::new());
    assert_eq!(outcome, Err(MatchError::Exhausted));
    assert_eq!(source.0, 3);
}

#[test]
fn the_backtrack_stack_is_bounded() {
    let regex = Regex::compile_str("^(?:ab|a)*$", "").unwrap();
    let input = "ab".repeat(100_000);
    let mut source = NoRefill;
    let mut budget = Budget::new(u64::MAX, &mut source);
    let mut scratch = Scratch::new();
    scratch.limits = MatchLimits { max_frames: 1000, ..MatchLimits::default() };
    assert_eq!(
        regex.find_from(Input::Latin1(input.as_bytes()), 0, &mut budget, &mut scratch),
        Err(MatchError::TooMuchMemory)
    );
    assert!(scratch.groups().is_empty());
    assert!(scratch.size() < 200_000);
    scratch.limits = MatchLimits::default();
    assert_eq!(regex.find_from(Input::Latin1(input.as_bytes()), 0, &mut budget, &mut scratch), Ok(true));
}

#[test]
fn large_patterns_compile_in_bounded_time() {
    let alternatives = vec!["word"; 20_000].join("|");
    assert!(Regex::compile_str(&alternatives, "").is_ok());
    let groups = "(a)".repeat(40_000);
    assert!(Regex::compile_str(&groups, "").is_err());
    let names: String = (0..5000).map(|idx| format!("(?<n{idx}>a)")).collect();
    assert!(Regex::compile_str(&names, "").is_err());
    let classes = r"\p{L}".repeat(50_000);
    assert!(Regex::compile_str(&classes, "iu").is_err());
    let optional = "a?".repeat(50_000);
    assert!(Regex::compile_str(&optional, "").is_ok());
    let distinct: String = (0..20_000).map(|idx| format!("[{}x]", char::from_u32(0x4E00 + idx).unwrap())).collect();
    assert!(Regex::compile_str(&distinct, "").is_ok());
    assert!(Regex::compile_str(&"a".repeat(1 << 19), "").is_err());
}

#[test]
fn lone_surrogates_in_patterns() {
    let find = |pattern: &[u16], flags: &str, input: &[u16]| {
        let regex = Regex::compile(pattern, Flags::parse(flags).unwrap()).expect("valid pattern");
        let mut source = NoRefill;
        let mut budget = Budget::new(1000, &mut source);
        regex.find_from(Input::Utf16(input), 0, &mut budget, &mut Scratch::new()).unwrap()
    };
    assert!(find(&[0xD83D], "", &[0xD83D, 0xDE00]));
    assert!(!find(&[0xD83D], "u", &[0xD83D, 0xDE00]));
    assert!(find(&[0xD83D], "u", &[0xD83D, 0x61]));
    assert!(find(&[0x5C, 0xD83D], "", &[0xD83D]));
    assert!(find(&[0x5B, 0xD800, 0x2D, 0xDBFF, 0x5D], "u", &[0xD83D]));
    // A lone lead surrogate and an escaped trail surrogate are two characters.
    let mut pattern = vec![0xD83D];
    pattern.extend("\\ude00".encode_utf16());
    assert!(!find(&pattern, "u", &[0xD83D, 0xDE00]));
    assert!(find(&pattern, "", &[0xD83D, 0xDE00]));
}

#[test]
fn a_start_in_the_middle_of_a_pair_is_before_it() {
    let regex = Regex::compile_str("^.|.", "u").unwrap();
    let mut source = NoRefill;
    let mut budget = Budget::new(1000, &mut source);
    let mut scratch = Scratch::new();
    let input = [0xD83D, 0xDE00, 0x61];
    assert_eq!(regex.find_from(Input::Utf16(&input), 1, &mut budget, &mut scratch), Ok(true));
    assert_eq!(scratch.groups(), [Some((0, 2))]);
    assert_eq!(regex.match_at(Input::Utf16(&input), 3, &mut budget, &mut scratch), Ok(false));
    assert_eq!(regex.find_from(Input::Utf16(&input), 4, &mut budget, &mut scratch), Ok(false));
}
