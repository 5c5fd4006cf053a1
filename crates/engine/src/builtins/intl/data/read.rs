//! From the text of a locale's table to the table. The texts are part of the binary and are read once per process, when a
//! locale is first used; what is in them stays there, only the lists are made.
//!
//! A text begins with a line `@ tag base`; the lines of the base hold where there is none of the locale. A line is a
//! name, for some a key, and cells, with tabs between.

use std::collections::BTreeMap;

use super::{ByCategory, Category, CompactRow, DateData, LocaleData, NumberData, RelativeForms};

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
        let styles = |name: &str| -> [u16; 4] { self.numbers(name).try_into().unwrap_or_default() };
        let time_styles = self.numbers("time_styles");
        let zone = |(name, cells): (&'static str, &[&'static str])| (name, std::array::from_fn(|at| cell(cells, at)));
        DateData {
            months: Vec::leak(self.rows("months")),
            weekdays: Vec::leak(self.rows("weekdays")),
            eras: self.table("eras"),
            periods: self.table("periods"),
            hour12: self.is_set("clock", 0),
            dates: Vec::leak(self.numbers("dates")),
            times: Vec::leak(self.numbers("times")),
            date_styles: styles("date_styles"),
            time_styles: std::array::from_fn(|clock| {
                std::array::from_fn(|style| time_styles.get(clock * 4 + style).copied().unwrap_or_default())
            }),
            joins: self.forms("joins"),
            style_joins: self.forms("style_joins"),
            era_forms: self.forms("era_forms"),
            offsets: self.forms("offsets"),
            zones: Vec::leak(self.keyed("zone").map(zone).collect()),
            patterns: Vec::leak(self.row("patterns").to_vec()),
        }
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
