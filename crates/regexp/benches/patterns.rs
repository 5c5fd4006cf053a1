//! All matches of everyday patterns in a megabyte of text.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use codemode_regexp::{Budget, Input, NoRefill, Regex, Scratch};

fn main() {
    divan::main();
}

const PATTERNS: &[(&str, &str)] = &[
    (r"(\w+)@(\w+)\.com", ""),
    (r"\d{3}-\d{4}", ""),
    (r"\b[a-z]+\b", ""),
    (r"(\d{4})-(\d{2})-(\d{2})", ""),
    (r"\s+", ""),
    (r"error|warning|invoice", "i"),
    (r"^\s*(\w+):\s*(.*)$", "m"),
    (r#""([^"\\]|\\.)*""#, ""),
    (r"[A-Z][a-z]+ [A-Z][a-z]+", ""),
    (r"(?:[a-z]+, )+", ""),
    (r".*?invoice", ""),
    (r"(?<=\$)\d+(\.\d+)?", ""),
    (r"\p{Lu}\p{Ll}+", "u"),
    (r"xyzzy", ""),
    (r"(a|e|i|o|u)[^aeiou ]*\b", ""),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", ""),
];

/// Prose with names, numbers, dates, addresses, quoted text and log lines.
fn text(len: usize) -> String {
    const PARTS: &[&str] = &[
        "The quick brown fox jumps over the lazy dog. ",
        "Contact john.smith@example.com or mary_jones@test.org for details, ",
        "call 555-1234 before 2024-03-15 and ask for Alice Cooper. ",
        "status: all systems normal\n",
        "  Warning: disk usage is at 91% on node17\n",
        "apples, pears, plums, cherries and figs were on the list; ",
        "the total of $1250.75 is due. ",
        "She said \"it is \\\"fine\\\", really\" and left. ",
        "An Error occurred while parsing line 4096 of the file\n",
    ];
    let mut text = String::new();
    let mut seed = 7_u32;
    while text.len() < len {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.push_str(PARTS[(seed >> 16) as usize % PARTS.len()]);
    }
    text.truncate(len);
    text
}

fn count(regex: &Regex, input: Input<'_>) -> u32 {
    let mut source = NoRefill;
    let mut budget = Budget::new(u64::MAX, &mut source);
    let mut scratch = Scratch::new();
    let (mut from, mut matches) = (0, 0);
    while regex.find_from(input, from, &mut budget, &mut scratch).unwrap() {
        let (start, end) = scratch.groups()[0].unwrap();
        from = if end > start { end as usize } else { end as usize + 1 };
        matches += 1;
    }
    matches
}

#[divan::bench(args = 0..PATTERNS.len(), sample_count = 10)]
fn latin1(bencher: divan::Bencher<'_, '_>, idx: usize) {
    let (pattern, flags) = PATTERNS[idx];
    let regex = Regex::compile_str(pattern, flags).unwrap();
    let text = text(1 << 20);
    bencher.bench_local(|| count(&regex, Input::Latin1(text.as_bytes())));
}

#[divan::bench(args = 0..PATTERNS.len(), sample_count = 10)]
fn utf16(bencher: divan::Bencher<'_, '_>, idx: usize) {
    let (pattern, flags) = PATTERNS[idx];
    let regex = Regex::compile_str(pattern, flags).unwrap();
    let text: Vec<u16> = text(1 << 20).encode_utf16().collect();
    bencher.bench_local(|| count(&regex, Input::Utf16(&text)));
}

#[divan::bench(args = 0..PATTERNS.len())]
fn compile(bencher: divan::Bencher<'_, '_>, idx: usize) {
    let (pattern, flags) = PATTERNS[idx];
    bencher.bench_local(|| Regex::compile_str(pattern, flags).unwrap());
}
