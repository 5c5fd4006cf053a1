//! From the text of a locale's table to the table. The texts are part of the binary and are read once per process, when a
//! locale is first used; what is in them stays there, only the lists are made.
//!
//! A text begins with a line `@ tag base`; the lines of the base hold where there is none of the locale. A line is a
//! name, for some a key, and cells, with tabs between.

use std::collections::BTreeMap;

use super::{ByCategory, Category, CompactRow, DateData, LocaleData, NumberData, RangeData, RelativeForms};

/// The lines of a locale by name, or by name and key.
#[derive(Debug, Default)]
pub(super) struct Lines {
    rows: BTreeMap<&'static str, Vec<&'static str>>,
}

/// Lines of which there is one for each key.
const KEYED: [&str; 4] = ["currency", "unit", "relative", "zone"];

impl Lines {
    /// Adds lines where there are none of the same name yet.
    pub(super) fn add(&mut self, text: &'static str) {
        for line in text.lines() {
            let mut end = line.find('\t').unwrap_or(line.len());
            if KEYED.contains(&line.get(..end).unwrap_or("")) {
                let rest = line.get(end + 1..).unwrap_or("");
                end += 1 + rest.find('\t').unwrap_or(rest.len());
            }
            let name = line.get(..end).unwrap_or("");
            let cells = line.get(end + 1..).map(|rest| rest.split('\t').collect()).unwrap_or_default();
            self.rows.entry(name).or_insert(cells);
        }
    }

    fn row(&self, name: &str) -> &[&'static str] {
        self.rows.get(name).map_or(&[], Vec::as_slice)
    }

    fn text(&self, name: &str) -> &'static str {
        self.row(name).first().copied().unwrap_or("")
    }

    fn forms<const N: usize>(&self, name: &str) -> [&'static str; N] {
        let [row] = self.table::<N, 1>(name);
        row
    }

    /// Cells as `M` rows of `N`.
    fn table<const N: usize, const M: usize>(&self, name: &str) -> [[&'static str; N]; M] {
        let cells = self.row(name);
        std::array::from_fn(|row| std::array::from_fn(|column| cells.get(row * N + column).copied().unwrap_or("")))
    }

    /// All cells in rows of `N`.
    fn rows<const N: usize>(&self, name: &str) -> Vec<[&'static str; N]> {
        self.row(name).chunks_exact(N).filter_map(|row| row.try_into().ok()).collect()
    }

    fn number<T: std::str::FromStr + Default>(&self, name: &str, index: usize) -> T {
        self.row(name).get(index).and_then(|cell| cell.parse().ok()).unwrap_or_default()
    }

    fn numbers(&self, name: &str) -> Vec<u16> {
        self.row(name).iter().map(|cell| cell.parse().unwrap_or_default()).collect()
    }

    /// Numbers with `*n` behind those that stand for `n`, and `^n` for the `n` numbers before.
    fn runs(&self, name: &str) -> &'static [u16] {
        let mut all: Vec<u16> = Vec::new();
        for cell in self.row(name) {
            if let Some(block) = cell.strip_prefix('^').and_then(|block| block.parse::<usize>().ok()) {
                all.extend_from_within(all.len().saturating_sub(block)..);
                continue;
            }
            let (number, count) = run(cell);
            all.extend(std::iter::repeat_n(number.parse::<u16>().unwrap_or_default(), count));
        }
        Vec::leak(all)
    }

    fn is_set(&self, name: &str, index: usize) -> bool {
        self.row(name).get(index) == Some(&"true")
    }

    /// The keys and cells of a keyed name.
    fn keyed(&self, name: &'static str) -> impl Iterator<Item = (&'static str, &[&'static str])> {
        self.rows
            .iter()
            .filter_map(move |(key, cells)| Some((key.strip_prefix(name)?.strip_prefix('\t')?, cells.as_slice())))
    }

    /// The table of a locale.
    pub(super) fn locale(&self, tag: &'static str) -> LocaleData {
        LocaleData {
            tag,
            zero: self.text("zero").chars().next().unwrap_or('0'),
            year_offset: self.number("years_before_christ", 0),
            number: self.number_data(),
            date: self.date_data(),
            lists: self.table("lists"),
            relative: Vec::leak(self.keyed("relative").map(|(key, cells)| relative(key, cells)).collect()),
        }
    }

    fn number_data(&self) -> NumberData {
        let currency = |(code, cells): (&'static str, &[&'static str])| {
            (code, cell(cells, 0), cell(cells, 1), by_category(cell(cells, 2)))
        };
        let unit = |(name, cells): (&'static str, &[&'static str])| {
            (name, std::array::from_fn(|index| by_category(cell(cells, index))))
        };
        NumberData {
            decimal: self.text("decimal"),
            group: self.text("group"),
            minus: self.text("minus"),
            plus: self.text("plus"),
            percent: self.text("percent"),
            nan: self.text("nan"),
            exponent: self.text("exponent"),
            range_marks: self.forms("range_marks"),
            currency_marks: self.forms("currency_marks"),
            primary: self.number("grouping", 0),
            secondary: self.number("grouping", 1),
            other_secondary: std::array::from_fn(|style| self.number("grouping", 3 + style)),
            minimum_grouping: self.number("grouping", 2),
            decimal_forms: self.forms("decimal_forms"),
            percent_forms: self.forms("percent_forms"),
            currency_forms: self.forms("currency_forms"),
            accounting_forms: self.forms("accounting_forms"),
            currency_name_form: self.text("currency_name_form"),
            compact_short: self.compact("compact_short"),
            compact_long: self.compact("compact_long"),
            compact_percent: self.text("compact_percent"),
            compact_currency: [self.compact("compact_currency"), self.compact("compact_currency_signed")],
            currencies: Vec::leak(self.keyed("currency").map(currency).collect()),
            units: Vec::leak(self.keyed("unit").map(unit).collect()),
        }
    }

    fn compact(&self, name: &str) -> &'static [CompactRow] {
        let row = |cell: &&'static str| -> CompactRow {
            let (power, templates) = cell.split_once('|').unwrap_or(("0", "{0}"));
            (power.parse().unwrap_or_default(), by_category(templates))
        };
        Vec::leak(self.row(name).iter().map(row).collect())
    }

    fn date_data(&self) -> DateData {
        let time_styles = self.numbers("time_styles");
        let date_styles = self.numbers("date_styles");
        let row = |numbers: &[u16], row: usize| -> [u16; 4] {
            std::array::from_fn(|style| numbers.get(row * 4 + style).copied().unwrap_or_default())
        };
        let periods = self.row("day_periods");
        let day_periods = |length: usize, minutes: usize| {
            let cell = periods.get(length * 2 + minutes).copied().unwrap_or_default();
            let mut names = cell.split('|').map(run).flat_map(|(name, count)| std::iter::repeat_n(name, count));
            std::array::from_fn(|_| names.next().unwrap_or_default())
        };
        let zone = |(name, cells): (&'static str, &[&'static str])| (name, std::array::from_fn(|at| cell(cells, at)));
        DateData {
            months: Vec::leak(self.rows("months")),
            weekdays: Vec::leak(self.rows("weekdays")),
            eras: self.table("eras"),
            periods: self.table("periods"),
            day_periods: std::array::from_fn(|length| std::array::from_fn(|minutes| day_periods(length, minutes))),
            hour12: self.is_set("clock", 0),
            dates: Vec::leak(self.numbers("dates")),
            times: Vec::leak(self.numbers("times")),
            date_styles: std::array::from_fn(|clock| row(&date_styles, clock)),
            time_styles: std::array::from_fn(|clock| row(&time_styles, clock)),
            joins: self.forms("joins"),
            style_joins: self.forms("style_joins"),
            era_forms: self.forms("era_forms"),
            offsets: self.forms("offsets"),
            zones: Vec::leak(self.keyed("zone").map(zone).collect()),
            patterns: Vec::leak(self.row("patterns").to_vec()),
            ranges: RangeData {
                patterns: Vec::leak(self.row("range_patterns").to_vec()),
                dates: self.runs("range_dates"),
                times: self.runs("range_times"),
                date_styles: self.runs("range_date_styles"),
                time_styles: self.runs("range_time_styles"),
                joins: self.forms("range_joins"),
            },
        }
    }
}

/// What a cell stands for, and how often.
fn run(cell: &'static str) -> (&'static str, usize) {
    match cell.rsplit_once('*').map(|(cell, count)| (cell, count.parse())) {
        Some((cell, Ok(count))) => (cell, count),
        _ => (cell, 1),
    }
}

fn cell(cells: &[&'static str], index: usize) -> &'static str {
    cells.get(index).copied().unwrap_or("")
}

/// `template|one=template|…`
fn by_category(text: &'static str) -> ByCategory {
    let mut parts = text.split('|');
    let mut templates = vec![(Category::Other, parts.next().unwrap_or(""))];
    for part in parts {
        let (name, template) = part.split_once('=').unwrap_or((part, ""));
        templates.extend(Category::named(name).map(|category| (category, template)));
    }
    Vec::leak(templates)
}

fn relative(key: &'static str, cells: &[&'static str]) -> (&'static str, &'static str, RelativeForms) {
    let (unit, style) = key.split_once(' ').unwrap_or((key, ""));
    let word = |cell: &&'static str| {
        let (number, word) = cell.split_once('=')?;
        Some((number.parse().ok()?, word))
    };
    let words = cells.get(2..).unwrap_or_default().iter().filter_map(word).collect();
    (
        unit,
        style,
        RelativeForms {
            future: by_category(cell(cells, 0)),
            past: by_category(cell(cells, 1)),
            words: Vec::leak(words),
        },
    )
}
