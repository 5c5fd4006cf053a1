//! The locales that are known: the form of their tables, and the texts they are read from.

mod currency_digits;
mod read;

use std::collections::BTreeMap;
use std::sync::{OnceLock, PoisonError, RwLock};

pub(crate) use currency_digits::CURRENCY_DIGITS;

/// Everything about one locale.
#[derive(Debug)]
pub(crate) struct LocaleData {
    pub(crate) tag: &'static str,
    /// The digit zero; the others follow it.
    pub(crate) zero: char,
    /// What is added to the year of the calendar of all: 543 where years are those of Buddha.
    pub(crate) year_offset: i64,
    pub(crate) number: NumberData,
    pub(crate) date: DateData,
    /// Conjunction, disjunction, unit, each long, short, narrow: what stands between two items, and between the first
    /// two, middle, and last two of more.
    pub(crate) lists: [[&'static str; 4]; 9],
    pub(crate) relative: &'static [(&'static str, &'static str, RelativeForms)],
}

/// The plural categories of CLDR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Category {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

impl Category {
    /// The category of a name in CLDR.
    pub(crate) fn named(name: &str) -> Option<Category> {
        Some(match name {
            "zero" => Category::Zero,
            "one" => Category::One,
            "two" => Category::Two,
            "few" => Category::Few,
            "many" => Category::Many,
            "other" => Category::Other,
            _ => return None,
        })
    }
}

/// Templates by plural category; `Other` comes first and holds for what is not listed.
pub(crate) type ByCategory = &'static [(Category, &'static str)];
/// What a compact number is divided by, as a power of ten, and its templates.
pub(crate) type CompactRow = (u8, ByCategory);

/// Numbers. In templates `{0}` is the number, `{-}` the sign, `{c}` the currency, `{%}` the percent sign.
#[derive(Debug)]
pub(crate) struct NumberData {
    pub(crate) decimal: &'static str,
    pub(crate) group: &'static str,
    pub(crate) minus: &'static str,
    pub(crate) plus: &'static str,
    pub(crate) percent: &'static str,
    pub(crate) nan: &'static str,
    pub(crate) exponent: &'static str,
    /// What stands between the ends of a range, and before a number that both ends are rounded to.
    pub(crate) range_marks: [&'static str; 2],
    /// Decimal point and group separator of amounts.
    pub(crate) currency_marks: [&'static str; 2],
    /// Digits of the group beside the decimal point, and of the others.
    pub(crate) primary: u8,
    pub(crate) secondary: u8,
    /// The latter of percentages, amounts and accounted amounts.
    pub(crate) other_secondary: [u8; 3],
    pub(crate) minimum_grouping: u8,
    /// Each without and with a sign.
    pub(crate) decimal_forms: [&'static str; 2],
    pub(crate) percent_forms: [&'static str; 2],
    pub(crate) currency_forms: [&'static str; 2],
    pub(crate) accounting_forms: [&'static str; 2],
    pub(crate) currency_name_form: &'static str,
    /// From 10^3 on; the last one holds for all larger numbers.
    pub(crate) compact_short: &'static [CompactRow],
    pub(crate) compact_long: &'static [CompactRow],
    pub(crate) compact_percent: &'static str,
    /// With the currency and without a sign, then with one.
    pub(crate) compact_currency: [&'static [CompactRow]; 2],
    /// Code, symbol, narrow symbol, names.
    pub(crate) currencies: &'static [(&'static str, &'static str, &'static str, ByCategory)],
    /// Unit, and its templates short, narrow and long.
    pub(crate) units: &'static [(&'static str, [ByCategory; 3])],
}

/// Dates. In patterns fields stand in braces by their letters in CLDR, and names of months and weekdays as `L` and `W` with
/// the row of their table; in joins `{1}` is the date and `{0}` the time.
#[derive(Debug)]
pub(crate) struct DateData {
    /// Names of months and weekdays in all forms that patterns refer to.
    pub(crate) months: &'static [[&'static str; 12]],
    pub(crate) weekdays: &'static [[&'static str; 7]],
    /// Long, short, narrow: before and after the epoch of the calendar.
    pub(crate) eras: [[&'static str; 2]; 3],
    /// The part of the day by hour, in patterns of single fields and in those of styles.
    pub(crate) periods: [[&'static str; 24]; 2],
    /// The same with names such as "in the morning": long, short, narrow, each without and with minutes behind the hour.
    pub(crate) day_periods: [[[&'static str; 24]; 2]; 3],
    pub(crate) hour12: bool,
    /// Indices into `patterns` by weekday (none, long, short, narrow), year (none, numeric, 2-digit), month (none,
    /// numeric, 2-digit, long, short, narrow) and day (none, numeric, 2-digit).
    pub(crate) dates: &'static [u16],
    /// By hour (none, numeric, 2-digit), minute (none, 2-digit, numeric), second (no, yes), clock (that of the locale, 12,
    /// 24 hours) and name of the zone (no, short, long).
    pub(crate) times: &'static [u16],
    /// Full, long, medium, short; and beside a time with another clock than that of the locale.
    pub(crate) date_styles: [[u16; 4]; 2],
    /// The same with the clock of the locale, with 12 and with 24 hours.
    pub(crate) time_styles: [[u16; 4]; 3],
    /// By the month beside the time: long with weekday, long, short, numeric; and for a weekday alone.
    pub(crate) joins: [&'static str; 5],
    pub(crate) style_joins: [&'static str; 4],
    /// Where the era goes: year alone, numeric dates, dates with a month name.
    pub(crate) era_forms: [&'static str; 3],
    /// Offsets to the east and west; `{0}` are the hours and minutes.
    pub(crate) offsets: [&'static str; 2],
    /// Zone, and its long name in winter and summer, then the short ones; empty where the offset is the name.
    pub(crate) zones: &'static [(&'static str, [&'static str; 4])],
    pub(crate) patterns: &'static [&'static str],
    pub(crate) ranges: RangeData,
}

/// Ranges of dates and times. In patterns, what stands behind `<` is of the start, behind `>` of the end, behind `=` of
/// both; `{L}`, `{W}` and `{Y}` are month, weekday and year as one date shows them. The first pattern is for both ends in
/// full, `{0}` and `{1}`; the second one is empty, for one date.
#[derive(Debug)]
pub(crate) struct RangeData {
    pub(crate) patterns: &'static [&'static str],
    /// Indices as for `dates`, each for a year, month and day that differs.
    pub(crate) dates: &'static [u16],
    /// By hour (numeric, 2-digit), minute (none, 2-digit, numeric), clock and name of the zone as for `times`, each for a
    /// half of the day, hour and minute that differs.
    pub(crate) times: &'static [u16],
    pub(crate) date_styles: &'static [u16],
    /// By clock and style.
    pub(crate) time_styles: &'static [u16],
    /// As `joins` and `style_joins`, around a date and a range of times; fields there stand for the date.
    pub(crate) joins: [&'static str; 9],
}

/// Relative times of one unit and style.
#[derive(Debug)]
pub(crate) struct RelativeForms {
    pub(crate) future: ByCategory,
    pub(crate) past: ByCategory,
    /// Words such as "yesterday" for small numbers.
    pub(crate) words: &'static [(i32, &'static str)],
}

/// Base and lines of the locales of a text, by tag.
type Sections = BTreeMap<&'static str, (Option<&'static str>, &'static str)>;

/// The texts of the tables; the first one is always there.
const TEXTS: &[(&str, &str)] = &[
    ("en", include_str!("data/en-US.txt")),
    #[cfg(feature = "intl")]
    ("ar", include_str!("data/ar.txt")),
    #[cfg(feature = "intl")]
    ("bg", include_str!("data/bg.txt")),
    #[cfg(feature = "intl")]
    ("bn", include_str!("data/bn.txt")),
    #[cfg(feature = "intl")]
    ("ca", include_str!("data/ca.txt")),
    #[cfg(feature = "intl")]
    ("cs", include_str!("data/cs.txt")),
    #[cfg(feature = "intl")]
    ("da", include_str!("data/da.txt")),
    #[cfg(feature = "intl")]
    ("de", include_str!("data/de.txt")),
    #[cfg(feature = "intl")]
    ("el", include_str!("data/el.txt")),
    #[cfg(feature = "intl")]
    ("en", include_str!("data/en.txt")),
    #[cfg(feature = "intl")]
    ("es", include_str!("data/es.txt")),
    #[cfg(feature = "intl")]
    ("et", include_str!("data/et.txt")),
    #[cfg(feature = "intl")]
    ("fi", include_str!("data/fi.txt")),
    #[cfg(feature = "intl")]
    ("fil", include_str!("data/fil.txt")),
    #[cfg(feature = "intl")]
    ("fr", include_str!("data/fr.txt")),
    #[cfg(feature = "intl")]
    ("gu", include_str!("data/gu.txt")),
    #[cfg(feature = "intl")]
    ("he", include_str!("data/he.txt")),
    #[cfg(feature = "intl")]
    ("hi", include_str!("data/hi.txt")),
    #[cfg(feature = "intl")]
    ("hr", include_str!("data/hr.txt")),
    #[cfg(feature = "intl")]
    ("hu", include_str!("data/hu.txt")),
    #[cfg(feature = "intl")]
    ("id", include_str!("data/id.txt")),
    #[cfg(feature = "intl")]
    ("it", include_str!("data/it.txt")),
    #[cfg(feature = "intl")]
    ("ja", include_str!("data/ja.txt")),
    #[cfg(feature = "intl")]
    ("kn", include_str!("data/kn.txt")),
    #[cfg(feature = "intl")]
    ("ko", include_str!("data/ko.txt")),
    #[cfg(feature = "intl")]
    ("lt", include_str!("data/lt.txt")),
    #[cfg(feature = "intl")]
    ("lv", include_str!("data/lv.txt")),
    #[cfg(feature = "intl")]
    ("ml", include_str!("data/ml.txt")),
    #[cfg(feature = "intl")]
    ("mr", include_str!("data/mr.txt")),
    #[cfg(feature = "intl")]
    ("ms", include_str!("data/ms.txt")),
    #[cfg(feature = "intl")]
    ("nb", include_str!("data/nb.txt")),
    #[cfg(feature = "intl")]
    ("nl", include_str!("data/nl.txt")),
    #[cfg(feature = "intl")]
    ("pl", include_str!("data/pl.txt")),
    #[cfg(feature = "intl")]
    ("pt", include_str!("data/pt.txt")),
    #[cfg(feature = "intl")]
    ("ro", include_str!("data/ro.txt")),
    #[cfg(feature = "intl")]
    ("ru", include_str!("data/ru.txt")),
    #[cfg(feature = "intl")]
    ("sk", include_str!("data/sk.txt")),
    #[cfg(feature = "intl")]
    ("sl", include_str!("data/sl.txt")),
    #[cfg(feature = "intl")]
    ("sr", include_str!("data/sr.txt")),
    #[cfg(feature = "intl")]
    ("sv", include_str!("data/sv.txt")),
    #[cfg(feature = "intl")]
    ("ta", include_str!("data/ta.txt")),
    #[cfg(feature = "intl")]
    ("te", include_str!("data/te.txt")),
    #[cfg(feature = "intl")]
    ("th", include_str!("data/th.txt")),
    #[cfg(feature = "intl")]
    ("tr", include_str!("data/tr.txt")),
    #[cfg(feature = "intl")]
    ("uk", include_str!("data/uk.txt")),
    #[cfg(feature = "intl")]
    ("vi", include_str!("data/vi.txt")),
    #[cfg(feature = "intl")]
    ("zh", include_str!("data/zh.txt")),
];

/// The tables that were used, made once per process: their number is that of the locales in the texts.
static KNOWN: RwLock<Vec<&'static LocaleData>> = RwLock::new(Vec::new());

/// The default locale, `en-US`.
pub(crate) fn default_locale() -> &'static LocaleData {
    static DEFAULT: OnceLock<&'static LocaleData> = OnceLock::new();
    DEFAULT.get_or_init(|| {
        let lines = read::Lines::default();
        locale("en-US").unwrap_or_else(|| Box::leak(Box::new(lines.locale("en-US"))))
    })
}

/// The table of a locale, by its exact tag.
pub(crate) fn locale(tag: &str) -> Option<&'static LocaleData> {
    let find = |known: &[&'static LocaleData]| known.iter().copied().find(|data| data.tag == tag);
    if let Some(data) = find(&KNOWN.read().unwrap_or_else(PoisonError::into_inner)) {
        return Some(data);
    }
    let (tag, mut base, lines) = section(tag)?;
    let mut all = read::Lines::default();
    all.add(lines);
    // Bases do not stand on each other in circles, nor deep.
    for _ in 0..8 {
        let Some((_, next, lines)) = base.and_then(section) else { break };
        all.add(lines);
        base = next;
    }
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    // Another thread may have been faster.
    if let Some(data) = find(&known) {
        return Some(data);
    }
    let data: &'static LocaleData = Box::leak(Box::new(all.locale(tag)));
    known.push(data);
    Some(data)
}

/// Tag, base and lines of a locale.
fn section(tag: &str) -> Option<(&'static str, Option<&'static str>, &'static str)> {
    /// What is in the texts, each once it was looked into.
    static INDEX: OnceLock<Vec<OnceLock<Sections>>> = OnceLock::new();
    let language = tag.split('-').next()?;
    let index = INDEX.get_or_init(|| TEXTS.iter().map(|_| OnceLock::new()).collect());
    let texts = TEXTS.iter().zip(index).filter(|((own, _), _)| *own == language);
    texts.into_iter().find_map(|((_, text), index)| {
        let (own, (base, lines)) = index.get_or_init(|| sections(text)).get_key_value(tag)?;
        Some((*own, *base, *lines))
    })
}

fn sections(text: &'static str) -> Sections {
    let section = |section: &'static str| {
        let (head, lines) = section.split_once('\n').unwrap_or((section, ""));
        let (tag, base) = head.split_once(' ').map_or((head, None), |(tag, base)| (tag, Some(base)));
        (tag, (base, lines))
    };
    // What stands before the first one says where the text comes from.
    text.split("\n@ ").skip(1).map(section).collect()
}

/// Whether there is a table of a locale, without making it.
pub(crate) fn is_known(tag: &str) -> bool {
    section(tag).is_some()
}

/// The template of a category.
pub(crate) fn by_category(templates: ByCategory, category: Category) -> &'static str {
    let of = |wanted| templates.iter().find(|(known, _)| *known == wanted).map(|(_, template)| *template);
    of(category).or_else(|| of(Category::Other)).unwrap_or("{0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line that a table is made of is there, in every locale, and has as many cells as it needs.
    #[test]
    fn tables_are_complete() {
        let mut count = 0;
        for (_, text) in TEXTS {
            for tag in sections(text).into_keys() {
                let data = locale(tag).unwrap_or_else(|| unreachable!("{tag}"));
                count += 1;
                let (number, date) = (&data.number, &data.date);
                assert!(!number.decimal.is_empty() && !number.group.is_empty() && number.primary == 3, "{tag}");
                let [plain, signed] = number.compact_currency;
                let compact = [number.compact_short, number.compact_long, plain, signed];
                assert!(compact.iter().all(|rows| rows.len() >= 12), "{tag}");
                assert!(number.currencies.len() > 40 && number.units.len() > 40, "{tag}");
                assert!(
                    date.months.iter().flatten().chain(date.weekdays.iter().flatten()).all(|name| !name.is_empty())
                );
                assert!(date.dates.len() == 216 && date.times.len() == 162 && date.zones.len() > 20, "{tag}");
                let last = date.dates.iter().chain(date.times).chain(date.date_styles.iter().flatten()).max().copied();
                assert!(usize::from(last.unwrap_or_default()) < date.patterns.len(), "{tag}");
                let ranges = &date.ranges;
                assert!(ranges.dates.len() == 3 * 216 && ranges.times.len() == 162, "{tag}");
                assert!(ranges.date_styles.len() == 12 && ranges.time_styles.len() == 36, "{tag}");
                let lists = [ranges.dates, ranges.times, ranges.date_styles, ranges.time_styles];
                let last = lists.into_iter().flatten().max().copied();
                assert!(usize::from(last.unwrap_or_default()) < ranges.patterns.len(), "{tag}");
                assert!(ranges.joins.iter().all(|join| join.contains("{0}")), "{tag}");
                assert!(date.day_periods.iter().flatten().flatten().all(|name| !name.is_empty()), "{tag}");
                assert!(date.joins.iter().chain(&date.style_joins).all(|join| join.contains("{1}")), "{tag}");
                assert!(data.relative.len() == 24 && data.relative.iter().all(|row| row.2.past[0].1.contains("{0}")));
            }
        }
        assert!(cfg!(not(feature = "intl")) || count > 250, "{count} locales");
    }
}
