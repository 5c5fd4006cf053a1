//! What patterns match, as a reader of ECMAScript would write it down.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::exec;

/// Rows of pattern, flags, input and the groups expected.
fn check(rows: &[(&str, &str, &str, &str)]) {
    for (pattern, flags, input, expected) in rows {
        assert_eq!(&exec(pattern, flags, input), expected, "/{pattern}/{flags} on {input:?}");
    }
}

fn rejects(rows: &[(&str, &str)]) {
    for (pattern, flags) in rows {
        let outcome = exec(pattern, flags, "");
        assert!(outcome.starts_with("SyntaxError"), "/{pattern}/{flags} gave {outcome}");
    }
}

#[test]
fn characters_and_classes() {
    check(&[
        ("", "", "abc", ""),
        ("b", "", "abc", "b"),
        ("abc", "", "xxabcx", "abc"),
        ("a.c", "", "a\nc abc", "abc"),
        ("a.c", "s", "a\nc", "a\nc"),
        ("[b-d]+", "", "abcde", "bcd"),
        ("[^b-d]+", "", "abcde", "a"),
        ("[]", "", "a", "null"),
        ("[^]", "", "\n", "\n"),
        (r"\d+", "", "ab123", "123"),
        (r"\D+", "", "12ab3", "ab"),
        (r"\w+", "", "-a_1Z-", "a_1Z"),
        (r"\W+", "", "a-+b", "-+"),
        (r"\s+", "", "a \t\u{a0}\u{feff}\u{2028}b", " \t\u{a0}\u{feff}\u{2028}"),
        (r"\S+", "", "  ab ", "ab"),
        (r"[\d\-x]+", "", "a1-x2", "1-x2"),
        (r"[\w-]+", "", "+a-b+", "a-b"),
        (r"\x41\u0042\cJ\t", "", "AB\n\t", "AB\n\t"),
        (r"\0", "", "a\0", "\0"),
        (r"[\b]", "", "\u{8}", "\u{8}"),
        ("é", "", "café", "é"),
        ("日本", "", "x日本", "日本"),
        ("a|ab", "", "abc", "a"),
        ("((a)|(ab))((c)|(bc))", "", "abc", "abc,a,a,-,bc,-,bc"),
        ("cat|dog|bird", "", "a bird", "bird"),
    ]);
}

#[test]
fn annex_b_syntax() {
    check(&[
        (r"\c", "", r"\c", r"\c"),
        (r"[\c]", "", "\\", "\\"),
        (r"[\cA]", "", "\u{1}", "\u{1}"),
        (r"[\cA]", "u", "\u{1}", "\u{1}"),
        (r"[\c1]", "", "\u{11}", "\u{11}"),
        (r"[\c_]", "", "\u{1f}", "\u{1f}"),
        ("a{", "", "a{", "a{"),
        ("a{1", "", "a{1", "a{1"),
        ("x{,2}", "", "x{,2}", "x{,2}"),
        ("]", "", "]", "]"),
        ("}", "", "}", "}"),
        (r"\101", "", "A", "A"),
        (r"\8", "", "8", "8"),
        (r"(x?)\01", "", "\u{1}", "\u{1},"),
        (r"\0123", "", "\n3", "\n3"),
        (r"[\08]+", "", "\u{0}8", "\u{0}8"),
        (r"\7", "", "\u{7}", "\u{7}"),
        (r"\k<a>", "", "k<a>", "k<a>"),
        (r"\a\-", "", "a-", "a-"),
        (r"[\w-z]+", "", "a-z", "a-z"),
        (r"(?=a)*b", "", "b", "b"),
        (r"(?=a){1}b", "", "b", "null"),
        (r"(?i:a)\1", "", "A\u{1}", "A\u{1}"),
    ]);
    rejects(&[
        (r"[\c]", "u"),
        ("a{", "u"),
        ("]", "u"),
        (r"\8", "u"),
        (r"\a", "u"),
        (r"(?=a)*", "u"),
        (r"(?i:a)\1", "u"),
    ]);
}

#[test]
fn quantifiers() {
    check(&[
        ("a*", "", "aaa", "aaa"),
        ("a*?", "", "aaa", ""),
        ("a+?", "", "aaa", "a"),
        ("a{2}", "", "aaa", "aa"),
        ("a{2,}", "", "aaaa", "aaaa"),
        ("a{1,2}?b", "", "aab", "aab"),
        ("<.*>", "", "<a><b>", "<a><b>"),
        ("<.*?>", "", "<a><b>", "<a>"),
        ("(a*)*", "", "b", ",-"),
        ("(a*)+", "", "b", ","),
        ("(?:a*)*b", "", "aab", "aab"),
        ("(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", "zaacbbbcac,z,ac,a,-,c"),
        ("(?:(a)|b)*", "", "ab", "ab,-"),
        ("(a?b??)*", "", "ab", "ab,b"),
        ("(?:a?){3}", "", "aa", "aa"),
        ("(?:ab){2,3}", "", "abababab", "ababab"),
        ("(?:ab){2,3}?", "", "abababab", "abab"),
        ("(?:ab)*?c", "", "ababc", "ababc"),
        ("(?:a|ab){2}c", "", "aabc", "aabc"),
        ("(?:[a-z]+,)*end", "", "ab,c,end", "ab,c,end"),
        ("(a){0}b", "", "ab", "b,-"),
        ("a{0,0}b", "", "ab", "b"),
        ("(?:a{2}){2}", "", "aaaaa", "aaaa"),
        ("a{9007199254740991}", "", "aaa", "null"),
        ("a{0,9007199254740991}", "", "aaa", "aaa"),
        ("x*y+$", "", "xxyyy", "xxyyy"),
        (r"(\d+)(\d)", "", "1234", "1234,123,4"),
        (r"(.*)(\d{2})$", "", "ab1234", "ab1234,ab12,34"),
        ("(?:(?=(a))|b)*", "", "ab", ",-"),
        ("(?:|a)+", "", "aaa", "aaa"),
        ("(?:a|)+", "", "aab", "aa"),
        ("(?:a*?)*?b", "", "aab", "aab"),
    ]);
    rejects(&[("a{2,1}", ""), ("*", ""), ("a**", ""), ("{1}", "")]);
}

#[test]
fn assertions() {
    check(&[
        ("^a", "", "ba", "null"),
        ("^a", "m", "b\na", "a"),
        ("a$", "", "a\nb", "null"),
        ("a$", "m", "a\nb", "a"),
        ("^$", "m", "a\n\nb", ""),
        (r"\bfoo\b", "", "afoo foo", "foo"),
        (r"\Boo\b", "", "foo", "oo"),
        (r"a+\b", "", "aab aa", "aa"),
        (r"\b[a-z]+\b", "", "a1 bcd", "bcd"),
        (r"\B\w+x", "", "abx", "bx"),
        (r"(?=ab)\w+", "", "xxab", "ab"),
        (r"(?:^|,)(\d)", "", "a,1", ",1,1"),
    ]);
}

#[test]
fn look_around() {
    check(&[
        ("a(?=b)", "", "acab", "a"),
        ("a(?!b)", "", "abac", "a"),
        ("(?=(a+))", "", "baaabac", ",aaa"),
        ("(?=(a+))a*b\\1", "", "baaabac", "aba,a"),
        ("(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", "baaabaac,ba,-,abaac"),
        ("(?!(a))b|c", "", "c", "c,-"),
        (r"(?<=\$)\d+(\.\d*)?", "", "a$10.53", "10.53,.53"),
        (r"(?<!\$)\b\d+", "", "$10 20", "20"),
        (r"(?<=(\d+)(\d+))$", "", "1053", ",1,053"),
        (r"(?<=\1(a))b", "", "aab", "b,a"),
        (r"(?<=(a)\1)b", "", "aab", "b,a"),
        ("(?<=abc)d", "", "abcd", "d"),
        ("(?<=a|bc)d", "", "bcd", "d"),
        ("(?<=^|,)b", "", "a,b", "b"),
        ("(?<=[ab]{2})c", "", "abc", "c"),
        ("(?<=a.*)c", "", "axxc", "c"),
        ("(?<=(?=b)b)c", "", "bc", "c"),
        ("(?<!a(?!b))c", "", "ac abc", "c"),
        ("(?<=([abc]+)([abc]+))$", "", "abc", ",a,bc"),
        ("(?=(?=(a)))\\1b|a(c)", "", "ab ac", "ab,a,-"),
        ("(?:(?=(a))a|b){2}", "", "ab", "ab,-"),
        (r"(?=.*\d)(?=.*[a-z]).{4}", "", "..a1b2", "..a1"),
    ]);
}

#[test]
fn back_references_and_names() {
    check(&[
        (r"(a)\1", "", "aa", "aa,a"),
        (r"\1(a)", "", "aa", "a,a"),
        (r"(a\1)", "", "aa", "a,a"),
        (r"(?:(a)|b)\1", "", "b", "b,-"),
        (r"(A)\1", "i", "aA", "aA,a"),
        (r"(?<x>a)\k<x>", "", "aa", "aa,a"),
        (r"\k<x>(?<x>a)", "", "a", "a,a"),
        (r"(?<x>a)|(?<x>b)\k<x>", "", "bb", "bb,-,b"),
        (r"(?:(?<x>a)|(?<x>b))\k<x>", "", "aabb", "aa,a,-"),
        (r"(?<\u0061b>a)\k<ab>", "", "aa", "aa,a"),
        (r"(?<π>a)\k<\u{3c0}>", "u", "aa", "aa,a"),
        (r"(?<𝒜>.)", "", "a", "a,a"),
        (r"(?<𝒜>.)", "u", "a", "a,a"),
        (r"(?<\ud835\udc9c>.)\k<𝒜>", "", "aa", "aa,a"),
        (r"(?<$_1>.)", "", "a", "a,a"),
    ]);
    rejects(&[
        ("(?<a>x)(?<a>y)", ""),
        ("(?:(?<a>x)|b)(?:c|(?<a>y))", ""),
        ("(?<a>(?<a>y))", ""),
        (r"(?<a>.)\k<b>", ""),
        (r"(?<a>.)\k", ""),
        ("(?<1>.)", ""),
        ("(?<>.)", ""),
        ("(?<a", ""),
        (r"\2(a)", "u"),
        ("(", ""),
        (")", ""),
        ("(?a)", ""),
    ]);
}

#[test]
fn ignore_case() {
    check(&[
        ("straße", "i", "STRAßE", "STRAßE"),
        ("hello world", "i", "HeLLo WoRLD", "HeLLo WoRLD"),
        ("[a-z]+", "i", "ABC", "ABC"),
        ("[^x]", "i", "X", "null"),
        ("k", "i", "\u{212a}", "null"),
        ("k", "iu", "\u{212a}", "\u{212a}"),
        ("ſ", "i", "s", "null"),
        ("ſ", "iu", "S", "S"),
        (r"\w", "iu", "ſ", "ſ"),
        (r"\w", "i", "ſ", "null"),
        (r"\W", "iu", "ſ", "null"),
        (r"[^\W]", "iu", "\u{212a}", "\u{212a}"),
        (r"\bſ", "iu", "ſ", "ſ"),
        ("σ+", "i", "Σσς", "Σσς"),
        ("ǆ", "i", "ǅ", "ǅ"),
        ("ß", "i", "ẞ", "null"),
        ("ß", "iu", "ẞ", "ẞ"),
        ("ß", "iv", "ẞ", "ẞ"),
        (r"\p{Lu}", "iu", "a", "a"),
        (r"\P{Lu}", "iu", "A", "A"),
        (r"\P{Lu}", "iv", "A", "null"),
        (r"[^\P{Lu}]", "iv", "a", "a"),
        (r"[^\p{Lu}]", "iu", "a", "null"),
        ("𐐨", "iu", "𐐀", "𐐀"),
        ("𐐨", "i", "𐐀", "null"),
        ("(?i:a)b", "", "Ab", "Ab"),
        ("(?i:a)b", "", "AB", "null"),
        ("(?-i:a)b", "i", "aB", "aB"),
        ("(?-i:a)b", "i", "AB", "null"),
        ("(?s:.)(?-s:.)", "s", "\n\n", "null"),
        ("(?m:^)a", "", "b\na", "a"),
        ("(?m-i:^A)b", "i", "\nAB", "AB"),
    ]);
    rejects(&[("(?ii:a)", ""), ("(?i-i:a)", ""), ("(?-:a)", ""), ("(?x:a)", "")]);
}

#[test]
fn unicode_mode() {
    check(&[
        ("^.$", "u", "😀", "😀"),
        ("^.$", "", "😀", "null"),
        ("^..$", "", "😀", "😀"),
        ("[😀]", "u", "😀", "😀"),
        ("[^a]", "u", "😀", "😀"),
        ("😀+", "u", "😀😀", "😀😀"),
        (r"\u{1f600}", "u", "😀", "😀"),
        (r"\ud83d\ude00", "u", "😀", "😀"),
        (r"\ud83d", "u", "😀", "null"),
        (r"\ude00", "u", "😀", "null"),
        (r"\u{61}", "", "uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu", &"u".repeat(61)),
        ("(?<=😀)a", "u", "😀a", "a"),
        (r"(?<=\ude00)a", "u", "😀a", "null"),
        (r"(?<=\ude00)a", "", "😀a", "a"),
        (r"(?<=^.)a", "u", "😀a", "a"),
        (".+😀", "u", "x😀y😀z", "x😀y😀"),
        (".*?😀", "u", "x😀y😀z", "x😀"),
        ("(😀|a)*b", "u", "a😀ab", "a😀ab,a"),
        (r"\p{L}+", "u", "1éλ2", "éλ"),
        (r"\p{Script=Greek}+", "u", "aλμb", "λμ"),
        (r"\p{scx=Deva}", "u", "\u{964}", "\u{964}"),
        (r"\p{sc=Deva}", "u", "\u{964}", "null"),
        (r"\p{gc=Uppercase_Letter}", "u", "aB", "B"),
        (r"\P{ASCII}", "u", "aé", "é"),
        (r"\p{Emoji_Presentation}", "u", "a😀", "😀"),
        (r"[\p{Lu}\p{Nd}]+", "u", "aB1c", "B1"),
        (r"\p{L}", "", "p{L}", "p{L}"),
        (r"\p{Any}", "u", "a", "a"),
        (r"\p{Assigned}", "u", "\u{378}a", "a"),
    ]);
    rejects(&[
        (r"\p{l}", "u"),
        (r"\p{Latin}", "u"),
        (r"\p{Script=latin}", "u"),
        (r"\p{gc}", "u"),
        (r"\p{IsGreek}", "u"),
        (r"\p{ L}", "u"),
        (r"\p{Block=Latin}", "u"),
        (r"\p", "u"),
        (r"\p{RGI_Emoji}", "u"),
        (r"\u{110000}", "u"),
    ]);
}

#[test]
fn set_notation() {
    check(&[
        (r"[\p{L}--[a-z]]+", "v", "abcDEF", "DEF"),
        (r"[\p{L}&&\p{ASCII}]+", "v", "éabc", "abc"),
        (r"[[a-c][x-z]]+", "v", "dabxyz", "abxyz"),
        (r"[^[a-c]x]+", "v", "abdexx", "de"),
        (r"[\q{abc|b|}]", "v", "abc", "abc"),
        (r"[\q{abc|b|}]", "v", "ab", ""),
        (r"[\q{abc|b}]", "v", "ab", "b"),
        (r"[\q{ab|abc}c]", "v", "abc", "abc"),
        (r"^[\q{ab|abc}c]+$", "v", "abcabc", "abcabc"),
        (r"[\q{AB}--\q{ab}]", "iv", "ab", "null"),
        (r"[\q{AB}]", "iv", "ab", "ab"),
        (r"(?<=[\q{abc|b}])d", "v", "abcd", "d"),
        (r"[a\-b\&&]", "v", "&", "&"),
        (r"^\p{RGI_Emoji}$", "v", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
        (r"^\p{RGI_Emoji}$", "v", "👩🏽‍🚀", "👩🏽‍🚀"),
        (r"\p{RGI_Emoji}", "v", "x🇩🇪", "🇩🇪"),
        (r"\p{RGI_Emoji}", "v", "x🇩🇽", "null"),
        (r"\p{RGI_Emoji_Flag_Sequence}", "v", "x🇩🇪", "🇩🇪"),
        (r"\p{RGI_Emoji_Tag_Sequence}", "v", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
        (r"\p{Emoji_Keycap_Sequence}", "v", "3️⃣", "3️⃣"),
        (r"\p{RGI_Emoji_Modifier_Sequence}", "v", "👍🏽", "👍🏽"),
        (r"\p{RGI_Emoji_ZWJ_Sequence}", "v", "👩‍❤️‍👩", "👩‍❤️‍👩"),
        (r"\p{Basic_Emoji}", "v", "☀️", "☀️"),
        (r"\p{Basic_Emoji}", "v", "☀", "null"),
        (r"[\p{RGI_Emoji}--\q{🇩🇪}]", "v", "🇩🇪🇫🇷", "🇫🇷"),
        (r"(?<=\p{RGI_Emoji})x", "v", "👩🏽‍🚀x", "x"),
        (r"(?<=^([\q{xb|zzxb}]))", "v", "zzxb", ",zzxb"),
        (r"[\q{abc|abd|ab|xbc}]+", "iv", "ABDxbcaB", "ABDxbcaB"),
    ]);
    rejects(&[
        ("[a&&b--c]", "v"),
        ("[a-z&&b]", "v"),
        (r"[^\q{ab}]", "v"),
        (r"\P{RGI_Emoji}", "v"),
        (r"[^\p{RGI_Emoji}]", "v"),
        ("[(]", "v"),
        ("[a&&&b]", "v"),
        ("a", "uv"),
    ]);
}
