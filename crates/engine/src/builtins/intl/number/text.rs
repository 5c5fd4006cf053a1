//! From a number to its parts (ECMA-402 §15.5.4, PartitionNumberPattern).

use super::super::data::{ByCategory, Category, CompactRow, LocaleData, by_category};
use super::super::options::{Part, Parts, Piece, template};
use super::super::plural::{Operands, cardinal};
use super::digits::Shown;
use super::value::MathematicalValue;
use super::{CurrencyDisplay, Grouping, Notation, NumberFormat, SignDisplay, Style};
use crate::value::number::format::Decimal;

/// The templates of a compact number, without and with a sign.
#[derive(Clone, Copy)]
struct Compact {
    plain: ByCategory,
    signed: ByCategory,
}

/// The plural categories of the digits that are shown, and of what they stand for: of 2 and of 2,000,000 in "2M".
struct Counted {
    shown: Category,
    whole: Category,
}

impl Default for Counted {
    fn default() -> Self {
        Counted { shown: Category::Other, whole: Category::Other }
    }
}

/// What stands for `{0}`, `{c}` and `{-}`.
struct Filling<'a> {
    number: Parts,
    sign: Option<(&'static str, &'a str)>,
    currency: &'a str,
    /// A currency code that stands right beside the digits is set off by a space.
    spaced: bool,
}

impl NumberFormat {
    /// The parts of a formatted number.
    pub(crate) fn parts(&self, value: &MathematicalValue) -> Parts {
        self.latin_parts(value, None).in_digits(self.locale.numbering.1)
    }

    /// The parts of a number that stands for others near to it.
    pub(super) fn approximate_parts(&self, value: &MathematicalValue) -> Parts {
        let [_, mark] = self.locale.data.number.range_marks;
        self.latin_parts(value, Some(mark)).in_digits(self.locale.numbering.1)
    }

    fn latin_parts(&self, value: &MathematicalValue, approximately: Option<&'static str>) -> Parts {
        let data = &self.locale.data.number;
        let negative = match value {
            MathematicalValue::NotANumber => false,
            MathematicalValue::Infinity { negative } => *negative,
            MathematicalValue::Finite(decimal) => decimal.negative,
        };
        let mut number = Parts::default();
        let mut is_zero = false;
        let mut counted = Counted::default();
        let mut compact: Option<Compact> = None;
        match value {
            MathematicalValue::NotANumber => number.push("nan", data.nan),
            MathematicalValue::Infinity { .. } => number.push("infinity", "∞"),
            MathematicalValue::Finite(decimal) => {
                let mut decimal = decimal.clone();
                if self.style == Style::Percent && !decimal.digits.iter().all(|&digit| digit == b'0') {
                    decimal.point += 2;
                }
                let (shown, exponent) = self.scale(&decimal, &mut compact);
                is_zero = shown.is_zero;
                self.digits_parts(&mut number, &shown, compact.is_some());
                if let Some(exponent) =
                    exponent.filter(|_| matches!(self.notation, Notation::Scientific | Notation::Engineering))
                {
                    number.push("exponentSeparator", data.exponent);
                    if exponent < 0 {
                        // Marks of direction stand before the sign here too.
                        let before = data.decimal_forms.get(1).and_then(|form| form.split_once("{-}"));
                        number.push("literal", before.map_or("", |(before, _)| before));
                        number.push("exponentMinusSign", data.minus);
                    }
                    number.push("exponentInteger", exponent.unsigned_abs().to_string());
                }
                counted = self.counted(&decimal, shown, exponent.filter(|_| compact.is_some()));
            }
        }
        let is_number = !matches!(value, MathematicalValue::NotANumber);
        let sign = match self.sign {
            SignDisplay::Never => None,
            SignDisplay::Negative if is_zero => None,
            SignDisplay::ExceptZero if is_zero || !is_number => None,
            _ if negative => Some(("minusSign", data.minus)),
            SignDisplay::Always => Some(("plusSign", data.plus)),
            SignDisplay::ExceptZero => Some(("plusSign", data.plus)),
            SignDisplay::Auto | SignDisplay::Negative => None,
        };
        let Some(mark) = approximately else { return self.dress(number, sign, compact, counted) };
        let mark = ("approximatelySign", mark);
        let mut parts = self.dress(number, Some(sign.unwrap_or(mark)), compact, counted);
        // Marks of direction belong to signs.
        if let Some(at) = parts.list.iter().position(|part| part.kind == mark.0)
            && let Some(before) = at.checked_sub(1).and_then(|before| parts.list.get_mut(before))
        {
            before.text = before.text.trim_end_matches(['\u{200e}', '\u{61c}']).to_owned();
            parts.list.retain(|part| !part.text.is_empty());
        }
        // Before the sign, if it is shown.
        if let Some((kind, _)) = sign
            && let Some(at) = parts.list.iter().position(|part| part.kind == kind)
        {
            parts.list.insert(at, Part { kind: mark.0, text: mark.1.to_owned() });
        }
        parts
    }

    /// The categories of a number, rounded as it is shown: most stand alone, and need none.
    fn counted(&self, decimal: &Decimal, shown: Shown, power: Option<i32>) -> Counted {
        let locale = self.locale.data;
        let has_name = self.style == Style::Unit
            || self.style == Style::Currency && self.currency_display == CurrencyDisplay::Name;
        let mut counted = Counted::default();
        let operands = Operands { whole: shown.whole, fraction: shown.fraction, exponent: 0 };
        let Some(power) = power else {
            if has_name {
                counted.whole = cardinal(locale, &operands);
            }
            return counted;
        };
        counted.shown = cardinal(locale, &operands);
        if has_name {
            // What has a name is counted in full, and before it is rounded: a million is not one.
            let (whole, fraction) = (decimal.whole(), decimal.fraction());
            counted.whole = cardinal(locale, &Operands { whole, fraction, exponent: power.clamp(0, 100) as u8 });
        }
        counted
    }

    /// A name around a number, that of a unit or currency, as [`NumberFormat::dress`] adds it.
    pub(super) fn named(&self, number: Parts, value: &MathematicalValue) -> Parts {
        let MathematicalValue::Finite(decimal) = value else { return self.with_name(number, Category::Other) };
        let mut compact = None;
        let (shown, power) = self.scale(decimal, &mut compact);
        self.with_name(number, self.counted(decimal, shown, power.filter(|_| compact.is_some())).whole)
    }

    fn with_name(&self, number: Parts, category: Category) -> Parts {
        if self.style == Style::Unit {
            return self.with_unit(number, self.unit.as_deref().unwrap_or(""), self.unit_display, category);
        }
        let data = &self.locale.data.number;
        let filling = Filling { number, sign: None, currency: self.currency_text(category), spaced: false };
        fill(data.currency_name_form, filling, data.percent, "literal")
    }

    /// Divides by a power of ten as the notation wants and rounds; gives the power.
    fn scale(&self, decimal: &Decimal, compact: &mut Option<Compact>) -> (Shown, Option<i32>) {
        let shift = |by: i32| {
            let mut scaled = decimal.clone();
            scaled.point -= by;
            self.digits.show(&scaled)
        };
        let is_zero = decimal.digits.iter().all(|&digit| digit == b'0');
        let power_for = |magnitude: i32| -> i32 {
            match self.notation {
                Notation::Standard => 0,
                Notation::Scientific => magnitude,
                Notation::Engineering => magnitude.div_euclid(3) * 3,
                Notation::CompactShort | Notation::CompactLong => {
                    self.compact_row(magnitude).map_or(0, |(power, _)| i32::from(power))
                }
            }
        };
        if self.notation == Notation::Standard {
            return (self.digits.show(decimal), None);
        }
        let magnitude = if is_zero { 0 } else { decimal.point - 1 };
        let mut power = power_for(magnitude);
        let mut shown = shift(power);
        let mut reached = magnitude;
        // Rounding may reach the next power of ten, such as 999,999 to 1M.
        if !shown.is_zero && shown.point - 1 + power > magnitude {
            reached = shown.point - 1 + power;
            let next = power_for(reached);
            if next != power {
                power = next;
                shown = shift(power);
            }
        }
        if matches!(self.notation, Notation::CompactShort | Notation::CompactLong) {
            let plain: ByCategory = &[(Category::Other, "{0}")];
            *compact =
                Some(self.compact_row(reached).map_or(Compact { plain, signed: plain }, |(_, templates)| templates));
        }
        (shown, Some(power))
    }

    /// The power of ten and the templates for a number of a magnitude.
    fn compact_row(&self, magnitude: i32) -> Option<(u8, Compact)> {
        let data = &self.locale.data.number;
        let [plain, signed] = match (self.notation, self.style) {
            (Notation::CompactLong, _) => [data.compact_long; 2],
            (_, Style::Currency) if self.currency_display != CurrencyDisplay::Name => data.compact_currency,
            _ => [data.compact_short; 2],
        };
        let index = usize::try_from(magnitude - 3).ok()?;
        let row = |rows: &'static [CompactRow]| rows.get(index.min(rows.len().saturating_sub(1)));
        let (power, plain) = *row(plain)?;
        let (_, signed) = *row(signed)?;
        Some((power, Compact { plain, signed }))
    }

    fn digits_parts(&self, parts: &mut Parts, shown: &Shown, is_compact: bool) {
        let data = &self.locale.data.number;
        let minimum = match self.grouping {
            Grouping::Never => usize::MAX,
            Grouping::Always => 1,
            Grouping::MinimumTwo => 2,
            Grouping::Auto if is_compact => usize::from(data.minimum_grouping.max(2)),
            Grouping::Auto => usize::from(data.minimum_grouping),
        };
        let [decimal, group] =
            if self.style == Style::Currency { data.currency_marks } else { [data.decimal, data.group] };
        let [of_percent, of_amount, of_accounting] = data.other_secondary;
        let secondary = match self.style {
            Style::Decimal | Style::Unit => data.secondary,
            Style::Currency if self.currency_display == CurrencyDisplay::Name => data.secondary,
            Style::Percent if is_compact => data.secondary,
            Style::Percent => of_percent,
            Style::Currency if self.accounting => of_accounting,
            Style::Currency => of_amount,
        };
        let (primary, secondary) = (usize::from(data.primary), usize::from(secondary));
        let len = shown.whole.len();
        if minimum == usize::MAX || len < primary + minimum {
            parts.push("integer", shown.whole.as_str());
        } else {
            let mut cuts = vec![len, len - primary];
            while let Some(&last) = cuts.last()
                && last > secondary
            {
                cuts.push(last - secondary);
            }
            cuts.push(0);
            cuts.dedup();
            for (index, pair) in cuts.windows(2).rev().enumerate() {
                if index > 0 {
                    parts.push("group", group);
                }
                if let [end, start] = pair {
                    parts.push("integer", shown.whole.get(*start..*end).unwrap_or(""));
                }
            }
        }
        if !shown.fraction.is_empty() {
            parts.push("decimal", decimal);
            parts.push("fraction", shown.fraction.as_str());
        }
    }

    /// Puts sign, currency, unit and compact affixes around the number.
    fn dress(
        &self,
        number: Parts,
        sign: Option<(&'static str, &str)>,
        compact: Option<Compact>,
        counted: Counted,
    ) -> Parts {
        let data = &self.locale.data.number;
        let signed = usize::from(sign.is_some());
        let compact_text = compact.map(|compact| by_category(compact.plain, counted.shown));
        let plain = |number| Filling { number, sign: None, currency: "", spaced: false };
        let with_sign = |forms: &[&'static str; 2], number| {
            let form = forms.get(signed).copied().unwrap_or("{0}");
            fill(form, Filling { number, sign, currency: "", spaced: false }, data.percent, "literal")
        };
        if self.style == Style::Currency {
            let of_sign = compact.filter(|_| self.currency_display != CurrencyDisplay::Name && !self.accounting);
            return match of_sign {
                Some(compact) => self.compact_amount(number, sign, compact, counted),
                None => self.with_currency(number, sign, compact_text, counted.whole),
            };
        }
        let number = match compact_text {
            Some(text) => fill(text, plain(number), data.percent, "compact"),
            None => number,
        };
        match self.style {
            // Compact percentages are measures.
            Style::Percent if compact.is_some() => {
                let number = with_sign(&data.decimal_forms, number);
                fill(data.compact_percent, plain(number), data.percent, "unit")
            }
            Style::Percent => with_sign(&data.percent_forms, number),
            Style::Unit => self.with_name(with_sign(&data.decimal_forms, number), counted.whole),
            Style::Decimal | Style::Currency => with_sign(&data.decimal_forms, number),
        }
    }

    fn with_unit(&self, number: Parts, wanted: &str, display: usize, category: Category) -> Parts {
        let units = self.locale.data.number.units;
        let find = |name: &str| units.iter().find(|(unit, _)| *unit == name).map(|(_, displays)| displays);
        let pick = |displays: &[ByCategory; 3]| {
            displays.get(display).map_or("{0}", |&templates| by_category(templates, category))
        };
        if let Some(displays) = find(wanted) {
            return fill(pick(displays), Filling { number, sign: None, currency: "", spaced: false }, "%", "unit");
        }
        // A compound of two units that has no name of its own.
        let (over, under) = wanted.split_once("-per-").unwrap_or((wanted, ""));
        let mut parts = match find(over) {
            Some(displays) => {
                fill(pick(displays), Filling { number, sign: None, currency: "", spaced: false }, "%", "unit")
            }
            None => number,
        };
        if let Some(displays) = find(under) {
            let text = displays.first().map_or("", |&templates| by_category(templates, Category::One));
            parts.push("unit", format!("/{}", text.replace("{0}", "").trim()));
        }
        parts
    }

    /// The symbol, code or name of the currency.
    fn currency_text(&self, category: Category) -> &str {
        let code = self.currency.as_deref().unwrap_or("");
        let known = self.locale.data.number.currencies.iter().find(|(known, ..)| *known == code);
        match (self.currency_display, known) {
            (CurrencyDisplay::Code, _) | (_, None) => code,
            (CurrencyDisplay::Symbol, Some(&(_, symbol, _, _))) => symbol,
            (CurrencyDisplay::NarrowSymbol, Some(&(_, _, narrow, _))) => narrow,
            (CurrencyDisplay::Name, Some(&(.., names))) => by_category(names, category),
        }
    }

    /// Compact amounts have templates of their own, with the places of currency and sign.
    fn compact_amount(
        &self,
        number: Parts,
        sign: Option<(&'static str, &str)>,
        compact: Compact,
        counted: Counted,
    ) -> Parts {
        let text = by_category(if sign.is_some() { compact.signed } else { compact.plain }, counted.shown);
        if !text.contains("{c}") {
            return self.with_currency(number, sign, None, counted.whole);
        }
        let spaced = number.list.iter().any(|part| part.kind == "integer");
        let filling = Filling { number, sign, currency: self.currency_text(counted.whole), spaced };
        fill(text, filling, self.locale.data.number.percent, "compact")
    }

    fn with_currency(
        &self,
        number: Parts,
        sign: Option<(&'static str, &str)>,
        compact: Option<&'static str>,
        category: Category,
    ) -> Parts {
        let data = &self.locale.data.number;
        let text = self.currency_text(category);
        let signed = usize::from(sign.is_some());
        if self.currency_display == CurrencyDisplay::Name {
            let inner = match compact {
                Some(text) => {
                    fill(text, Filling { number, sign: None, currency: "", spaced: false }, data.percent, "compact")
                }
                None => number,
            };
            let form = data.decimal_forms.get(signed).copied().unwrap_or("{0}");
            let filling = Filling { number: inner, sign, currency: "", spaced: false };
            return self.with_name(fill(form, filling, data.percent, "literal"), category);
        }
        let forms = if self.accounting { &data.accounting_forms } else { &data.currency_forms };
        // Accounting writes negative numbers in its own way, but a plus sign as usual.
        let forms = if sign.is_some_and(|(kind, _)| kind != "minusSign") { &data.currency_forms } else { forms };
        let form = forms.get(signed).copied().unwrap_or("{0}");
        // The compact table has its own currency mark: only what stands beside the number is taken from it.
        let inner = match compact {
            Some(text) => fill(
                compact_affix(text),
                Filling { number, sign: None, currency: "", spaced: false },
                data.percent,
                "compact",
            ),
            None => number,
        };
        let spaced = inner.list.iter().any(|part| part.kind == "integer");
        fill(form, Filling { number: inner, sign, currency: text, spaced }, data.percent, "literal")
    }
}

/// The compact template without its currency.
fn compact_affix(text: &'static str) -> &'static str {
    match (text.find("{c}"), text.find("{0}")) {
        (Some(currency), Some(number)) if currency < number => text.get(number..).unwrap_or("{0}"),
        (Some(currency), Some(number)) => text.get(number..currency).unwrap_or("{0}").trim_end_matches([' ', '\u{a0}']),
        _ => text,
    }
}

/// Replaces the marks of a template. Text beside the number that says how large it is (`K`, `million`, a unit) has the
/// kind `affix`.
fn fill(text: &'static str, filling: Filling<'_>, percent: &'static str, affix: &'static str) -> Parts {
    let mut parts = Parts::default();
    let pieces: Vec<Piece> = template(text).collect();
    let mut number = Some(filling.number);
    for (index, piece) in pieces.iter().enumerate() {
        match *piece {
            Piece::Text(text) if affix == "literal" => parts.push("literal", text),
            Piece::Text(text) => {
                // Spaces around the word are literal.
                let core = text.trim_matches([' ', '\u{a0}', '\u{202f}']);
                let start = text.find(core).unwrap_or(0);
                parts.push("literal", text.get(..start).unwrap_or(""));
                parts.push(affix, core);
                parts.push("literal", text.get(start + core.len()..).unwrap_or(""));
            }
            Piece::Mark("0") => {
                if let Some(number) = number.take() {
                    parts.append(number);
                }
            }
            Piece::Mark("-") => {
                if let Some((kind, text)) = filling.sign {
                    parts.push(kind, text);
                }
            }
            Piece::Mark("%") => parts.push("percentSign", percent),
            Piece::Mark("c") => {
                let beside_number = |at: Option<usize>| at.and_then(|at| pieces.get(at)) == Some(&Piece::Mark("0"));
                let needs_space = |edge: Option<char>| {
                    filling.spaced && edge.is_some_and(|edge| edge.is_alphanumeric() || edge == '.')
                };
                if beside_number(index.checked_sub(1)) && needs_space(filling.currency.chars().next()) {
                    parts.push("literal", "\u{a0}");
                }
                parts.push("currency", filling.currency);
                if beside_number(Some(index + 1)) && needs_space(filling.currency.chars().last()) {
                    parts.push("literal", "\u{a0}");
                }
            }
            Piece::Mark(_) => {}
        }
    }
    parts
}

/// Whether a locale shows a unit at all.
pub(crate) fn is_known_unit(locale: &LocaleData, unit: &str) -> bool {
    let known = |name: &str| locale.number.units.iter().any(|(unit, _)| *unit == name) && !name.contains("-per-");
    known(unit) || unit.split_once("-per-").is_some_and(|(over, under)| known(over) && known(under))
}
