//! Ranges of numbers (ECMA-402 §15.5.19, PartitionNumberRangePattern), as ICU writes them: what stands around both numbers
//! and is more than one character stands once.

use super::super::options::{Part, Parts, RangeParts, Source};
use super::value::MathematicalValue;
use super::{CurrencyDisplay, NumberFormat, Style};

/// A formatted number in three: what stands before the digits, the digits, and what stands behind them.
struct Split {
    before: Vec<Part>,
    digits: Vec<Part>,
    behind: Vec<Part>,
}

impl Split {
    fn of(parts: Parts) -> Split {
        let mut before = parts.list;
        let is_digits = |part: &Part| is_of_number(part.kind);
        let end = before.iter().rposition(is_digits).map_or(0, |last| last + 1);
        let start = before.iter().position(is_digits).unwrap_or(end);
        let behind = before.split_off(end);
        let digits = before.split_off(start);
        Split { before, digits, behind }
    }

    /// How many characters stand around the digits.
    fn around(&self) -> usize {
        self.before.iter().chain(&self.behind).map(|part| part.text.chars().count()).sum()
    }

    fn has_exponent(&self) -> bool {
        self.digits.iter().any(|part| part.kind == "exponentInteger")
    }
}

fn is_of_number(kind: &str) -> bool {
    let of_exponent = matches!(kind, "exponentSeparator" | "exponentMinusSign" | "exponentInteger");
    of_exponent || matches!(kind, "integer" | "group" | "decimal" | "fraction" | "nan" | "infinity")
}

impl NumberFormat {
    /// The parts of a range.
    pub(super) fn range_parts(&self, start: &MathematicalValue, end: &MathematicalValue) -> RangeParts {
        if self.parts(start) == self.parts(end) {
            return RangeParts::shared(self.approximate_parts(start));
        }
        let has_name = self.style == Style::Unit
            || self.style == Style::Currency && self.currency_display == CurrencyDisplay::Name;
        if !has_name {
            return self.plain_range(start, end);
        }
        // The name stands once, around a range of plain numbers.
        let style = Style::Decimal;
        let numbers = NumberFormat { style, currency: None, unit: None, ..self.clone() }.plain_range(start, end);
        let place = "place";
        let mut around = Parts::default();
        around.push(place, place);
        let mut range = RangeParts::default();
        let mut numbers = Some(numbers);
        for part in self.named(around, end).list {
            if part.kind == place {
                numbers.take().into_iter().for_each(|numbers| range.extend(numbers));
            } else {
                range.push(Source::Shared, part);
            }
        }
        range
    }

    fn plain_range(&self, start: &MathematicalValue, end: &MathematicalValue) -> RangeParts {
        let (first, last) = (Split::of(self.parts(start)), Split::of(self.parts(end)));
        let is_same = first.before == last.before && first.behind == last.behind;
        let is_shared = is_same && first.around() > 1;
        let around = if is_shared { Source::Shared } else { Source::Start };
        let [infix, _] = self.locale.data.number.range_marks;
        let is_spaced = first.has_exponent() || !is_shared && first.around() > 0;
        let infix =
            if is_spaced && !infix.starts_with(char::is_whitespace) { format!(" {infix} ") } else { infix.to_owned() };
        let mut range = RangeParts::default();
        let mut add = |source: Source, parts: Vec<Part>| parts.into_iter().for_each(|part| range.push(source, part));
        let dash = vec![Part { kind: "literal", text: infix }];
        add(around, first.before);
        add(Source::Start, first.digits);
        if is_shared {
            add(Source::Shared, dash);
            add(Source::End, last.digits);
            add(Source::Shared, last.behind);
        } else {
            add(Source::Start, first.behind);
            add(Source::Shared, dash);
            add(Source::End, last.before);
            add(Source::End, last.digits);
            add(Source::End, last.behind);
        }
        range
    }
}
