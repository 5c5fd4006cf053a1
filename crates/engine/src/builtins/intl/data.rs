//! The locales that are known, as static tables. The tables are generated, their form is here.

#[cfg(feature = "intl")]
mod ar;
#[cfg(feature = "intl")]
mod ar_eg;
mod currency_digits;
#[cfg(feature = "intl")]
mod de;
#[cfg(feature = "intl")]
mod en_gb;
mod en_us;
#[cfg(feature = "intl")]
mod es;
#[cfg(feature = "intl")]
mod fr;
#[cfg(feature = "intl")]
mod hi;
#[cfg(feature = "intl")]
mod ja;
#[cfg(feature = "intl")]
mod pt_br;
#[cfg(feature = "intl")]
mod zh;

pub(crate) use currency_digits::CURRENCY_DIGITS;

/// Everything about one locale.
#[derive(Debug)]
pub(crate) struct LocaleData {
    pub(crate) tag: &'static str,
    /// The digit zero; the others follow it.
    pub(crate) zero: char,
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
    /// Digits of the group beside the decimal point, and of the others.
    pub(crate) primary: u8,
    pub(crate) secondary: u8,
    pub(crate) minimum_grouping: u8,
    /// Each without and with a sign.
    pub(crate) decimal_forms: [&'static str; 2],
    pub(crate) percent_forms: [&'static str; 2],
    pub(crate) currency_forms: [&'static str; 2],
    pub(crate) accounting_forms: [&'static str; 2],
    pub(crate) currency_name_form: &'static str,
    /// From 10^3 to 10^14.
    pub(crate) compact_short: &'static [CompactRow],
    pub(crate) compact_long: &'static [CompactRow],
    pub(crate) compact_currency: &'static [CompactRow],
    /// Code, symbol, narrow symbol, names.
    pub(crate) currencies: &'static [(&'static str, &'static str, &'static str, ByCategory)],
    /// Unit, and its templates short, narrow and long.
    pub(crate) units: &'static [(&'static str, [ByCategory; 3])],
}

/// Dates. In patterns fields stand in braces by their letters in CLDR; in joins `{1}` is the date and `{0}` the time.
#[derive(Debug)]
pub(crate) struct DateData {
    /// Long, short and narrow beside a day, then the same alone.
    pub(crate) months: [[&'static str; 12]; 6],
    /// Long, short, narrow.
    pub(crate) weekdays: [[&'static str; 7]; 6],
    /// Long, short, narrow: before and after the epoch of the calendar.
    pub(crate) eras: [[&'static str; 2]; 3],
    /// Before and after noon.
    pub(crate) periods: [&'static str; 2],
    pub(crate) hour12: bool,
    /// Whether numeric hours beside numeric minutes have two digits on a clock of 24 hours.
    pub(crate) pads_hours: bool,
    /// Indices into `patterns` by weekday (none, long, short, narrow), year (none, numeric, 2-digit), month (none,
    /// numeric, 2-digit, long, short, narrow) and day (none, numeric, 2-digit).
    pub(crate) dates: &'static [u16],
    /// By hour (none, numeric, 2-digit), minute, second (no, yes) and clock (12, 24 hours).
    pub(crate) times: &'static [u16],
    /// Full, long, medium, short.
    pub(crate) date_styles: [u16; 4],
    /// The same with 12 and with 24 hours.
    pub(crate) time_styles: [[u16; 4]; 2],
    /// By the month beside the time: long with weekday, long, short, numeric; and for a weekday alone.
    pub(crate) joins: [&'static str; 5],
    pub(crate) style_joins: [&'static str; 4],
    /// Where the name of the zone goes.
    pub(crate) zone_form: &'static str,
    /// Hours of the 24-hour clock have two digits beside a time zone.
    pub(crate) zone_two_digit: bool,
    /// Where the era goes: year alone, numeric dates, dates with a month name.
    pub(crate) era_forms: [&'static str; 3],
    /// What goes before offsets such as `+1`.
    pub(crate) offset_prefix: &'static str,
    /// Zone, long name in winter, long name in summer.
    pub(crate) zones: &'static [(&'static str, &'static str, &'static str)],
    pub(crate) patterns: &'static [&'static str],
}

/// Relative times of one unit and style.
#[derive(Debug)]
pub(crate) struct RelativeForms {
    pub(crate) future: ByCategory,
    pub(crate) past: ByCategory,
    /// Words such as "yesterday" for small numbers.
    pub(crate) words: &'static [(i32, &'static str)],
}

/// All locales; the first is the default.
pub(crate) static LOCALES: &[&LocaleData] = &[
    &en_us::LOCALE,
    #[cfg(feature = "intl")]
    &en_gb::LOCALE,
    #[cfg(feature = "intl")]
    &de::LOCALE,
    #[cfg(feature = "intl")]
    &fr::LOCALE,
    #[cfg(feature = "intl")]
    &es::LOCALE,
    #[cfg(feature = "intl")]
    &ja::LOCALE,
    #[cfg(feature = "intl")]
    &zh::LOCALE,
    #[cfg(feature = "intl")]
    &ar::LOCALE,
    #[cfg(feature = "intl")]
    &ar_eg::LOCALE,
    #[cfg(feature = "intl")]
    &hi::LOCALE,
    #[cfg(feature = "intl")]
    &pt_br::LOCALE,
];

/// The template of a category.
pub(crate) fn by_category(templates: ByCategory, category: Category) -> &'static str {
    let of = |wanted| templates.iter().find(|(known, _)| *known == wanted).map(|(_, template)| *template);
    of(category).or_else(|| of(Category::Other)).unwrap_or("{0}")
}
