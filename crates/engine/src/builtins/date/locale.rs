//! `toLocaleString` and its siblings as en-US writes them, with the options of `Intl.DateTimeFormat` (ECMA-402 §11) that
//! choose fields, styles and the time zone. Locales other than English are written the same way.

use super::calendar::Fields;
use super::text::{MONTHS, WEEKDAYS};
use super::zone::Zone;
use super::zone_name;
use crate::completion::Completion;
use crate::realm::natives::Args;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// Which fields are written when the options name none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defaults {
    Date,
    Time,
    All,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Digits {
    Numeric,
    TwoDigit,
}

/// How a name is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Long,
    Short,
    Narrow,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Month {
    Number(Digits),
    Name(Length),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Full,
    Long,
    Medium,
    Short,
}

/// The options, resolved.
#[derive(Debug, Default)]
struct Format {
    weekday: Option<Length>,
    era: Option<Length>,
    year: Option<Digits>,
    month: Option<Month>,
    day: Option<Digits>,
    hour: Option<Digits>,
    minute: bool,
    second: bool,
    fraction: usize,
    zone_name: Option<Length>,
    date_style: Option<Style>,
    time_style: Option<Style>,
    /// 12 hours with AM and PM; else 24.
    hour12: Option<bool>,
    day_period: bool,
}

/// Formats a time with `locales` and `options` as the first two arguments.
pub(crate) fn to_locale_text(cx: &mut Vm, time: f64, args: Args, defaults: Defaults) -> Completion {
    let (format, zone) = read_options(cx, args.at(cx, 1), defaults)?;
    let text = if time.is_nan() { "Invalid Date".to_owned() } else { format_time(&format, time, &zone) };
    Ok(cx.heap.new_string(&text)?.into())
}

// ── Options ────────────────────────────────────────────────────────────────────────────────────────────────────────

fn read_options(cx: &mut Vm, options: Value, defaults: Defaults) -> Completion<(Format, Zone)> {
    let mut format = Format::default();
    if options.is_undefined() {
        apply_defaults(&mut format, defaults);
        return Ok((format, cx.local_zone().clone()));
    }
    let options = cx.to_object(options)?;
    let hour12 = {
        let key = cx.heap.key("hour12")?;
        let value = cx.get(options, key)?;
        if value.is_undefined() { None } else { Some(cx.to_boolean(value)) }
    };
    let cycle = choice(cx, options, "hourCycle", &["h11", "h12", "h23", "h24"])?;
    format.hour12 = hour12.or(cycle.map(|cycle| cycle < 2));
    let zone = {
        let key = cx.heap.key("timeZone")?;
        let value = cx.get(options, key)?;
        if value.is_undefined() {
            cx.local_zone().clone()
        } else {
            let name = cx.to_std_string(value)?;
            match Zone::find(&name) {
                Some(zone) => zone,
                None => return Err(cx.range_error(&format!("Invalid time zone specified: {name}"))),
            }
        }
    };
    let lengths = ["long", "short", "narrow"];
    let digits = ["numeric", "2-digit"];
    format.weekday = choice(cx, options, "weekday", &lengths)?.map(length);
    format.era = choice(cx, options, "era", &lengths)?.map(length);
    format.year = choice(cx, options, "year", &digits)?.map(digits_of);
    format.month = choice(cx, options, "month", &["numeric", "2-digit", "long", "short", "narrow"])?
        .map(|index| if index < 2 { Month::Number(digits_of(index)) } else { Month::Name(length(index - 2)) });
    format.day = choice(cx, options, "day", &digits)?.map(digits_of);
    format.day_period = choice(cx, options, "dayPeriod", &lengths)?.is_some();
    format.hour = choice(cx, options, "hour", &digits)?.map(digits_of);
    format.minute = choice(cx, options, "minute", &digits)?.is_some();
    format.second = choice(cx, options, "second", &digits)?.is_some();
    format.fraction = {
        let key = cx.heap.key("fractionalSecondDigits")?;
        let value = cx.get(options, key)?;
        if value.is_undefined() {
            0
        } else {
            let number = cx.to_number(value)?;
            if !(1.0..=3.0).contains(&number) {
                return Err(cx.range_error("fractionalSecondDigits value is out of range."));
            }
            number as usize
        }
    };
    let names = ["long", "short", "shortOffset", "longOffset", "shortGeneric", "longGeneric"];
    format.zone_name = choice(cx, options, "timeZoneName", &names)?
        .map(|index| if index % 2 == 0 && index != 2 && index != 4 { Length::Long } else { Length::Short });
    let styles = ["full", "long", "medium", "short"];
    format.date_style = choice(cx, options, "dateStyle", &styles)?.map(style);
    format.time_style = choice(cx, options, "timeStyle", &styles)?.map(style);
    if format.date_style.is_some() || format.time_style.is_some() {
        if format.has_fields() {
            let which = if format.date_style.is_some() { "dateStyle" } else { "timeStyle" };
            return Err(cx.type_error(&format!("Can't set option {} when {which} is used", format.first_field())));
        }
        let wrong = match defaults {
            Defaults::Date if format.time_style.is_some() => Some("timeStyle"),
            Defaults::Time if format.date_style.is_some() => Some("dateStyle"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(cx.type_error(&format!("Invalid option : {wrong}")));
        }
    } else {
        apply_defaults(&mut format, defaults);
    }
    Ok((format, zone))
}

fn choice(cx: &mut Vm, options: ObjectId, name: &str, allowed: &[&str]) -> Completion<Option<usize>> {
    let key = cx.heap.key(name)?;
    let value = cx.get(options, key)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let text = cx.to_std_string(value)?;
    match allowed.iter().position(|option| *option == text) {
        Some(index) => Ok(Some(index)),
        None => {
            Err(cx.range_error(&format!("Value {text} out of range for Intl.DateTimeFormat options property {name}")))
        }
    }
}

fn length(index: usize) -> Length {
    match index {
        0 => Length::Long,
        1 => Length::Short,
        _ => Length::Narrow,
    }
}

fn digits_of(index: usize) -> Digits {
    if index == 0 { Digits::Numeric } else { Digits::TwoDigit }
}

fn style(index: usize) -> Style {
    match index {
        0 => Style::Full,
        1 => Style::Long,
        2 => Style::Medium,
        _ => Style::Short,
    }
}

fn apply_defaults(format: &mut Format, defaults: Defaults) {
    let date = format.weekday.is_some() || format.year.is_some() || format.month.is_some() || format.day.is_some();
    let time = format.day_period || format.hour.is_some() || format.minute || format.second || format.fraction > 0;
    let needs = match defaults {
        Defaults::Date => !date,
        Defaults::Time => !time,
        Defaults::All => !date && !time,
    };
    if !needs {
        return;
    }
    if defaults != Defaults::Time {
        format.year = Some(Digits::Numeric);
        format.month = Some(Month::Number(Digits::Numeric));
        format.day = Some(Digits::Numeric);
    }
    if defaults != Defaults::Date {
        format.hour = Some(Digits::Numeric);
        format.minute = true;
        format.second = true;
    }
}

impl Format {
    fn first_field(&self) -> &'static str {
        let given = [
            (self.weekday.is_some(), "weekday"),
            (self.era.is_some(), "era"),
            (self.year.is_some(), "year"),
            (self.month.is_some(), "month"),
            (self.day.is_some(), "day"),
            (self.day_period, "dayPeriod"),
            (self.hour.is_some(), "hour"),
            (self.minute, "minute"),
            (self.second, "second"),
            (self.fraction > 0, "fractionalSecondDigits"),
            (self.zone_name.is_some(), "timeZoneName"),
        ];
        given.iter().find(|(given, _)| *given).map_or("", |(_, name)| name)
    }

    fn has_fields(&self) -> bool {
        !self.first_field().is_empty()
    }
}

// ── Text ───────────────────────────────────────────────────────────────────────────────────────────────────────────

fn format_time(format: &Format, time: f64, zone: &Zone) -> String {
    let fields = Fields::of(zone.local_time(time));
    let (date, time_text, joiner) = match (format.date_style, format.time_style) {
        (None, None) => {
            let date = date_text(format, &fields);
            let joiner = match (format.month, format.year, format.day) {
                (Some(Month::Name(Length::Long)), _, _) => " at ",
                // A weekday alone.
                (None, None, None) => " ",
                _ => ", ",
            };
            (date, clock_text(format, &fields, time, zone), joiner)
        }
        (date_style, time_style) => {
            let date = date_style.map_or(String::new(), |style| styled_date(style, &fields));
            let clock = time_style.map_or(String::new(), |style| styled_time(format, style, &fields, time, zone));
            let joiner = if matches!(date_style, Some(Style::Full | Style::Long)) { " at " } else { ", " };
            (date, clock, joiner)
        }
    };
    match (date.is_empty(), time_text.is_empty()) {
        (false, false) => format!("{date}{joiner}{time_text}"),
        (false, true) => date,
        (true, _) => time_text,
    }
}

fn styled_date(style: Style, fields: &Fields) -> String {
    let mut format = Format { year: Some(Digits::Numeric), day: Some(Digits::Numeric), ..Format::default() };
    match style {
        Style::Full => {
            format.weekday = Some(Length::Long);
            format.month = Some(Month::Name(Length::Long));
        }
        Style::Long => format.month = Some(Month::Name(Length::Long)),
        Style::Medium => format.month = Some(Month::Name(Length::Short)),
        Style::Short => {
            format.month = Some(Month::Number(Digits::Numeric));
            format.year = Some(Digits::TwoDigit);
        }
    }
    date_text(&format, fields)
}

fn styled_time(options: &Format, style: Style, fields: &Fields, time: f64, zone: &Zone) -> String {
    let format = Format {
        hour: Some(Digits::Numeric),
        minute: true,
        second: style != Style::Short,
        zone_name: match style {
            Style::Full => Some(Length::Long),
            Style::Long => Some(Length::Short),
            _ => None,
        },
        hour12: options.hour12,
        ..Format::default()
    };
    clock_text(&format, fields, time, zone)
}

fn number(digits: Digits, value: i64) -> String {
    match digits {
        Digits::Numeric => value.to_string(),
        Digits::TwoDigit => format!("{:02}", value % 100),
    }
}

fn name(names: &[&'static str], index: u8, length: Length) -> String {
    let full = names.get(index as usize).copied().unwrap_or("");
    match length {
        Length::Long => full.to_owned(),
        Length::Short => full.chars().take(3).collect(),
        Length::Narrow => full.chars().take(1).collect(),
    }
}

fn date_text(format: &Format, fields: &Fields) -> String {
    let weekday = format.weekday.map(|length| name(&WEEKDAYS, fields.weekday, length));
    // Without an era, years before 1 are counted on as they are in the calendar of eras.
    let shown_year = if fields.year > 0 { fields.year } else { 1 - fields.year };
    let year = format.year.map(|digits| number(digits, shown_year));
    let era = format.era.map(|length| match (length, zone_name::era(fields)) {
        (Length::Long, "AD") => "Anno Domini",
        (Length::Long, _) => "Before Christ",
        (Length::Short, era) => era,
        (Length::Narrow, "AD") => "A",
        (Length::Narrow, _) => "B",
    });
    let day = format.day.map(|digits| number(digits, i64::from(fields.day)));
    let text = match format.month {
        Some(Month::Name(length)) => {
            let month = name(&MONTHS, fields.month, length);
            match (day, year) {
                (Some(day), Some(year)) => format!("{month} {day}, {year}"),
                (Some(day), None) => format!("{month} {day}"),
                (None, Some(year)) => format!("{month} {year}"),
                (None, None) => month,
            }
        }
        Some(Month::Number(digits)) => {
            let month = number(digits, i64::from(fields.month) + 1);
            [Some(month), day, year].into_iter().flatten().collect::<Vec<_>>().join("/")
        }
        None => match (day, year) {
            (Some(day), Some(year)) => format!("{year} (day: {day})"),
            (Some(day), None) => {
                // `15 Monday`: the order in which English has these two alone.
                return match weekday {
                    Some(weekday) => format!("{day} {weekday}"),
                    None => day,
                };
            }
            (None, year) => year.unwrap_or_default(),
        },
    };
    let text = match era {
        Some(era) => format!("{text} {era}").trim().to_owned(),
        None => text,
    };
    match weekday {
        Some(weekday) if text.is_empty() => weekday,
        Some(weekday) => format!("{weekday}, {text}"),
        None => text,
    }
}

fn clock_text(format: &Format, fields: &Fields, time: f64, zone: &Zone) -> String {
    let hour12 = format.hour12.unwrap_or(true);
    let mut parts: Vec<String> = Vec::new();
    if let Some(digits) = format.hour {
        let hour = if hour12 { (i64::from(fields.hour) + 11) % 12 + 1 } else { i64::from(fields.hour) };
        // The 24-hour clock always has two digits in English.
        parts.push(number(if hour12 { digits } else { Digits::TwoDigit }, hour));
    }
    if format.minute {
        let alone = format.hour.is_none() && !format.second;
        parts.push(if alone { fields.minute.to_string() } else { format!("{:02}", fields.minute) });
    }
    if format.second || format.fraction > 0 {
        let alone = format.hour.is_none() && !format.minute;
        let mut text = match (format.second, alone) {
            (false, _) => String::new(),
            (true, true) => fields.second.to_string(),
            (true, false) => format!("{:02}", fields.second),
        };
        if format.fraction > 0 {
            let digits = format!("{:03}", fields.millisecond);
            let dot = if text.is_empty() { "" } else { "." };
            text = format!("{text}{dot}{}", digits.get(..format.fraction).unwrap_or(&digits));
        }
        parts.push(text);
    }
    let mut text = parts.join(":");
    if format.hour.is_some() && hour12 {
        if !format.day_period {
            text.push_str(if fields.hour < 12 { " AM" } else { " PM" });
        }
    }
    if format.day_period && (format.hour.is_none() || hour12) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(day_period(fields));
    }
    if let Some(length) = format.zone_name {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&match length {
            Length::Long => zone_name::long_name(zone, time),
            _ => zone_name::short_name(zone, time),
        });
    }
    text
}

fn day_period(fields: &Fields) -> &'static str {
    match fields.hour {
        12 if fields.minute == 0 => "noon",
        6..=11 => "in the morning",
        12..=17 => "in the afternoon",
        18..=20 => "in the evening",
        _ => "at night",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::builtins::date::calendar::make_date_of;

    #[test]
    fn english_dates() {
        let time = make_date_of([2024., 0., 15., 15., 45., 30., 7.]);
        let utc = Zone::utc();
        let mut all = Format::default();
        apply_defaults(&mut all, Defaults::All);
        assert_eq!(format_time(&all, time, &utc), "1/15/2024, 3:45:30 PM");
        let styled = |date, time_style| Format { date_style: date, time_style, ..Format::default() };
        let full = styled(Some(Style::Full), Some(Style::Long));
        assert_eq!(format_time(&full, time, &utc), "Monday, January 15, 2024 at 3:45:30 PM UTC");
        let short = styled(Some(Style::Short), Some(Style::Short));
        assert_eq!(format_time(&short, time, &utc), "1/15/24, 3:45 PM");
        let berlin = Zone::find("Europe/Berlin").unwrap();
        assert_eq!(
            format_time(&styled(None, Some(Style::Full)), time, &berlin),
            "4:45:30 PM Central European Standard Time"
        );
        let parts = Format {
            weekday: Some(Length::Short),
            month: Some(Month::Name(Length::Short)),
            day: Some(Digits::Numeric),
            hour: Some(Digits::TwoDigit),
            minute: true,
            hour12: Some(false),
            ..Format::default()
        };
        assert_eq!(format_time(&parts, time, &utc), "Mon, Jan 15, 15:45");
    }
}
