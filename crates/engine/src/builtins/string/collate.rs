//! An order like that of the root collation that needs no data: the order of ASCII text, and all there is without the
//! feature `intl`.
//!
//! Text is compared in its canonical decomposition, in three levels: base characters, then marks, then case. White
//! space comes before punctuation, symbols, digits and letters; scripts follow by code point.

use std::cmp::Ordering;

use super::this_string;
use super::unicode::{Form, normalized};
use crate::completion::Completion;
use crate::heap::text::Str;
use crate::realm::natives::Args;
use crate::value::{StringId, Value};
use crate::vm::Vm;

/// Which differences count (`sensitivity`).
#[cfg_attr(feature = "intl", allow(dead_code))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sensitivity {
    /// Base characters.
    Base,
    /// Base characters and marks.
    Accent,
    /// Base characters and case.
    Case,
    /// Everything.
    Variant,
}

impl Default for CollationOptions {
    fn default() -> CollationOptions {
        CollationOptions { sensitivity: Sensitivity::Variant, numeric: false }
    }
}

/// How to compare.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CollationOptions {
    pub(crate) sensitivity: Sensitivity,
    /// Runs of digits compare by value.
    pub(crate) numeric: bool,
}

/// String.prototype.localeCompare ( that, locales, options ) (§22.1.3.12; options as in ECMA-402)
pub(super) fn locale_compare(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = this_string(cx, this, "localeCompare")?;
    let that = cx.to_string(args.at(cx, 0))?;
    let that = cx.heap.flatten(that)?;
    #[cfg(feature = "intl")]
    let order = crate::builtins::intl::collator::locale_compare(cx, (text, that), args.at(cx, 1), args.at(cx, 2))?;
    #[cfg(not(feature = "intl"))]
    let order = {
        let options = read_options(cx, args.at(cx, 2))?;
        compare(cx, text, that, options)?
    };
    Ok(Value::int(order as i32))
}

/// Compares two flat strings when the order of ASCII text says everything.
#[cfg(feature = "intl")]
pub(crate) fn compare_plain(cx: &mut Vm, a: StringId, b: StringId) -> Completion<Option<Ordering>> {
    if a == b {
        return Ok(Some(Ordering::Equal));
    }
    let len = cx.heap.string_len(a).min(cx.heap.string_len(b));
    cx.charge_fuel(len as u64 / 8 + 1)?;
    Ok(match (cx.heap.str(a), cx.heap.str(b)) {
        (Str::Latin1(x), Str::Latin1(y)) if x.is_ascii() && y.is_ascii() => {
            Some(compare_ascii(x, y, Sensitivity::Variant))
        }
        _ => None,
    })
}

#[cfg(not(feature = "intl"))]
fn read_options(cx: &mut Vm, value: Value) -> Completion<CollationOptions> {
    let mut options = CollationOptions { sensitivity: Sensitivity::Variant, numeric: false };
    if value.is_undefined() {
        return Ok(options);
    }
    let object = cx.to_object(value)?;
    let numeric = cx.get_named(object, "numeric")?;
    options.numeric = cx.to_boolean(numeric);
    let sensitivity = cx.get_named(object, "sensitivity")?;
    if !sensitivity.is_undefined() {
        let text = cx.to_std_string(sensitivity)?;
        options.sensitivity = match &*text {
            "base" => Sensitivity::Base,
            "accent" => Sensitivity::Accent,
            "case" => Sensitivity::Case,
            "variant" => Sensitivity::Variant,
            _ => return Err(cx.range_error(&format!("Value {text} out of range for option sensitivity"))),
        };
    }
    Ok(options)
}

/// Compares two flat strings. Canonically equivalent strings are equal.
pub(crate) fn compare(cx: &mut Vm, a: StringId, b: StringId, options: CollationOptions) -> Completion<Ordering> {
    if a == b {
        return Ok(Ordering::Equal);
    }
    let len = cx.heap.string_len(a).min(cx.heap.string_len(b));
    cx.charge_fuel(len as u64 / 4 + 1)?;
    if let (Str::Latin1(x), Str::Latin1(y)) = (cx.heap.str(a), cx.heap.str(b))
        && !options.numeric
        && x.is_ascii()
        && y.is_ascii()
    {
        return Ok(compare_ascii(x, y, options.sensitivity));
    }
    let a = normalized(cx, a, Form::Nfd)?;
    let b = normalized(cx, b, Form::Nfd)?;
    Ok(compare_decomposed(cx.heap.str(a), cx.heap.str(b), options))
}

// ── ASCII ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// ASCII in the order of the root collation; characters that are missing here are ignored.
const ASCII_ORDER: &[u8] = b"\t\n\x0B\x0C\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

/// Primary weights: zero is ignored, capitals weigh as small letters.
const ASCII_WEIGHTS: [u8; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < ASCII_ORDER.len() {
        let byte = ASCII_ORDER[index];
        table[byte as usize] = index as u8 + 1;
        if byte.is_ascii_lowercase() {
            table[byte.to_ascii_uppercase() as usize] = index as u8 + 1;
        }
        index += 1;
    }
    table
};

fn ascii_weight(byte: u8) -> u8 {
    ASCII_WEIGHTS.get(byte as usize).copied().unwrap_or(0)
}

fn compare_ascii(a: &[u8], b: &[u8], sensitivity: Sensitivity) -> Ordering {
    let mut left = a.iter().copied().filter(|&byte| ascii_weight(byte) != 0);
    let mut right = b.iter().copied().filter(|&byte| ascii_weight(byte) != 0);
    let mut case = Ordering::Equal;
    loop {
        match (left.next(), right.next()) {
            (None, None) => break,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) => {
                let order = ascii_weight(x).cmp(&ascii_weight(y));
                if order != Ordering::Equal {
                    return order;
                }
                if case == Ordering::Equal {
                    case = x.is_ascii_uppercase().cmp(&y.is_ascii_uppercase());
                }
            }
        }
    }
    if matches!(sensitivity, Sensitivity::Case | Sensitivity::Variant) { case } else { Ordering::Equal }
}

// ── Everything else ────────────────────────────────────────────────────────────────────────────────────────────────

/// A base character with what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Element {
    /// Group and weight within it.
    primary: (u8, u32),
    /// A hash of the marks, zero for none; ordered by their code points.
    marks: u64,
    upper: bool,
}

/// Reads elements of decomposed text.
struct Elements<'a> {
    text: Str<'a>,
    at: usize,
    numeric: bool,
    /// The second letter of a ligature.
    pending: Option<Element>,
}

fn is_mark(code_point: u32) -> bool {
    matches!(code_point, 0x300..=0x36F | 0x483..=0x489 | 0x591..=0x5BD | 0x64B..=0x65F | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF | 0x3099..=0x309A | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F)
}

/// Letters that the root collation treats as other letters with a mark or as two letters.
fn alias(c: char) -> Option<(char, Option<char>)> {
    Some(match c {
        'ß' | 'ẞ' => ('s', Some('s')),
        'æ' | 'Æ' => ('a', Some('e')),
        'œ' | 'Œ' => ('o', Some('e')),
        'ø' | 'Ø' => ('o', None),
        'đ' | 'Đ' | 'ð' | 'Ð' => ('d', None),
        'ł' | 'Ł' => ('l', None),
        'ħ' | 'Ħ' => ('h', None),
        'ı' => ('i', None),
        _ => return None,
    })
}

fn group_of(c: char) -> u8 {
    if c.is_whitespace() {
        0
    } else if c.is_alphabetic() {
        4
    } else if c.is_numeric() {
        3
    } else if matches!(u32::from(c), 0x2000..=0x206F | 0x3000..=0x303F | 0xA1 | 0xA7 | 0xAB | 0xB6 | 0xB7 | 0xBB | 0xBF)
    {
        1
    } else {
        2
    }
}

impl Elements<'_> {
    fn base(&mut self, code_point: u32) -> Option<Element> {
        if let Ok(byte) = u8::try_from(code_point)
            && byte.is_ascii()
        {
            let weight = ascii_weight(byte);
            if weight == 0 {
                return None;
            }
            let group = match byte {
                b'0'..=b'9' => 3,
                _ if byte.is_ascii_alphabetic() => 4,
                _ if byte.is_ascii_whitespace() || byte == 0x0B => 0,
                b'`' | b'^' | b'+' | b'<' | b'=' | b'>' | b'|' | b'~' | b'$' => 2,
                _ => 1,
            };
            return Some(Element { primary: (group, u32::from(weight)), marks: 0, upper: byte.is_ascii_uppercase() });
        }
        let Some(c) = char::from_u32(code_point) else {
            return Some(Element { primary: (5, code_point), marks: 0, upper: false });
        };
        if c.is_control() {
            return None;
        }
        let lower = c.to_lowercase().next().unwrap_or(c);
        let upper = c != lower;
        if let Some((first, second)) = alias(c) {
            let element =
                |letter: char, marks| Element { primary: (4, u32::from(ascii_weight(letter as u8))), marks, upper };
            self.pending = second.map(|second| element(second, 1));
            return Some(element(first, 1));
        }
        // Behind all ASCII weights.
        Some(Element { primary: (group_of(c), 0x100 + u32::from(lower)), marks: 0, upper })
    }

    /// The value of a run of digits, by its length without leading zeros and then its text.
    fn number(&mut self) -> Option<(usize, usize)> {
        let is_digit = |unit: Option<u16>| unit.is_some_and(|unit| (0x30..0x3A).contains(&unit));
        if !self.numeric || !is_digit(self.text.get(self.at)) {
            return None;
        }
        while self.text.get(self.at) == Some(0x30) && is_digit(self.text.get(self.at + 1)) {
            self.at += 1;
        }
        let start = self.at;
        while is_digit(self.text.get(self.at)) {
            self.at += 1;
        }
        Some((start, self.at))
    }
}

impl Iterator for Elements<'_> {
    type Item = Element;

    fn next(&mut self) -> Option<Element> {
        let mut element = match self.pending.take() {
            Some(element) => element,
            None => loop {
                let (code_point, size) = self.text.code_point_at(self.at)?;
                self.at += size;
                if is_mark(code_point) {
                    // A mark without a base: it differs at the second level only.
                    break Element { primary: (0, 0), marks: u64::from(code_point), upper: false };
                }
                if let Some(element) = self.base(code_point) {
                    break element;
                }
            },
        };
        if self.pending.is_none() {
            while let Some((code_point, size)) = self.text.code_point_at(self.at)
                && is_mark(code_point)
            {
                element.marks = element.marks.wrapping_mul(0x11_0000).wrapping_add(u64::from(code_point));
                self.at += size;
            }
        }
        Some(element)
    }
}

fn compare_decomposed(a: Str<'_>, b: Str<'_>, options: CollationOptions) -> Ordering {
    let mut left = Elements { text: a, at: 0, numeric: options.numeric, pending: None };
    let mut right = Elements { text: b, at: 0, numeric: options.numeric, pending: None };
    let mut marks = Ordering::Equal;
    let mut case = Ordering::Equal;
    loop {
        let starts = (left.at, right.at);
        if left.pending.is_none() && right.pending.is_none() {
            match (left.number(), right.number()) {
                (Some((from, to)), Some((other, end))) => {
                    let order =
                        (to - from).cmp(&(end - other)).then_with(|| a.slice(from, to).compare(b.slice(other, end)));
                    if order != Ordering::Equal {
                        return order;
                    }
                    continue;
                }
                _ => (left.at, right.at) = starts,
            }
        }
        match (left.next(), right.next()) {
            (None, None) => break,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) => {
                let order = x.primary.cmp(&y.primary);
                if order != Ordering::Equal {
                    return order;
                }
                marks = marks.then(x.marks.cmp(&y.marks));
                case = case.then(x.upper.cmp(&y.upper));
            }
        }
    }
    match options.sensitivity {
        Sensitivity::Base => Ordering::Equal,
        Sensitivity::Accent => marks,
        Sensitivity::Case => case,
        Sensitivity::Variant => marks.then(case),
    }
}
