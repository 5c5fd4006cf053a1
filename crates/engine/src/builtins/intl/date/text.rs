//! From a time to its parts (ECMA-402 §11.5.6, FormatDateTimePattern).

use super::super::data::DateData;
use super::super::options::{Parts, Piece, template};
use super::{DateTimeFormat, Digits, Length, Month, Style};
use crate::builtins::date::calendar::Fields;
use crate::builtins::date::zone::Zone;
use crate::builtins::date::zone_name;

impl DateTimeFormat {
    /// The parts of a formatted finite time.
    pub(crate) fn parts(&self, time: f64) -> Parts {
        self.latin_parts(time).in_digits(self.locale.numbering.1)
    }

    fn latin_parts(&self, time: f64) -> Parts {
        let fields = Fields::of(self.zone.local_time(time));
        let data = &self.locale.data.date;
        let pattern = |index: usize| data.patterns.get(index).copied().unwrap_or("");
        let writer = Writer { format: self, data, fields: &fields, time };
        if self.date_style.is_some() || self.time_style.is_some() {
            let date = self.date_style.map(|style| writer.fill(pattern(at(&data.date_styles, style as usize))));
            let clock = usize::from(!self.hour12());
            let time = self.time_style.map(|style| {
                let styles = data.time_styles.get(clock).unwrap_or(&[0; 4]);
                writer.fill(pattern(at(styles, style as usize)))
            });
            let join = self.date_style.and_then(|style| data.style_joins.get(style as usize)).copied();
            return joined(join.unwrap_or("{1}, {0}"), date, time);
        }
        let date = self.date_index().map(|index| {
            let parts = writer.fill(pattern(usize::from(data.dates.get(index).copied().unwrap_or(0))));
            writer.with_era(parts)
        });
        let date = match date {
            None if self.era.is_some() => Some(writer.with_era(Parts::default())),
            date => date,
        };
        let time = writer.clock(pattern);
        let join = match (self.month, self.weekday) {
            (Some(Month::Name(Length::Long)), Some(_)) => 0,
            (Some(Month::Name(Length::Long)), None) => 1,
            (Some(Month::Name(_)), _) => 2,
            (None, Some(_)) if self.year.is_none() && self.day.is_none() => 4,
            _ => 3,
        };
        joined(data.joins.get(join).copied().unwrap_or("{1}, {0}"), date, time)
    }

    /// Where the pattern of the date fields is; `None` when there are none.
    fn date_index(&self) -> Option<usize> {
        let weekday = self.weekday.map_or(0, |length| length as usize + 1);
        let year = digits_index(self.year);
        let month = match self.month {
            None => 0,
            Some(Month::Number(digits)) => digits as usize + 1,
            Some(Month::Name(length)) => length as usize + 3,
        };
        let day = digits_index(self.day);
        let index = ((weekday * 3 + year) * 6 + month) * 3 + day;
        (index > 0).then_some(index)
    }
}

fn digits_index(digits: Option<Digits>) -> usize {
    digits.map_or(0, |digits| digits as usize + 1)
}

fn at(indices: &[u16; 4], index: usize) -> usize {
    indices.get(index).map_or(0, |&index| usize::from(index))
}

fn joined(join: &'static str, date: Option<Parts>, time: Option<Parts>) -> Parts {
    match (date, time) {
        (Some(date), Some(time)) => {
            let mut parts = Parts::default();
            let (mut date, mut time) = (Some(date), Some(time));
            for piece in template(join) {
                match piece {
                    Piece::Text(text) => parts.push("literal", text),
                    Piece::Mark("1") => date.take().into_iter().for_each(|date| parts.append(date)),
                    Piece::Mark(_) => time.take().into_iter().for_each(|time| parts.append(time)),
                }
            }
            parts
        }
        (date, time) => date.or(time).unwrap_or_default(),
    }
}

struct Writer<'a> {
    format: &'a DateTimeFormat,
    data: &'static DateData,
    fields: &'a Fields,
    time: f64,
}

impl Writer<'_> {
    fn fill(&self, pattern: &'static str) -> Parts {
        let mut parts = Parts::default();
        for piece in template(pattern) {
            match piece {
                Piece::Text(text) => parts.push("literal", text),
                Piece::Mark(mark) => {
                    let (kind, text) = self.field(mark);
                    parts.push(kind, text);
                }
            }
        }
        parts
    }

    fn field(&self, mark: &str) -> (&'static str, String) {
        let fields = self.fields;
        let two = |value: i64| format!("{value:02}");
        let plain = |value: i64| value.to_string();
        let year = fields.year + self.format.locale.data.year_offset;
        let shown_year = if year > 0 { year } else { 1 - year };
        let hour = i64::from(fields.hour);
        let hour12 = if self.format.cycle == Some(0) { hour % 12 } else { (hour + 11) % 12 + 1 };
        let hour24 = if self.format.cycle == Some(3) && hour == 0 { 24 } else { hour };
        let is_wide = self.data.zone_two_digit && self.format.zone_name.is_some();
        let name = |row: Option<&[&'static str; 12]>| {
            row.and_then(|names| names.get(fields.month as usize)).map_or(String::new(), |name| (*name).to_owned())
        };
        let month = i64::from(fields.month) + 1;
        let weekday = |row: usize| {
            let names = self.data.weekdays.get(row);
            names.and_then(|names| names.get(fields.weekday as usize)).map_or(String::new(), |name| (*name).to_owned())
        };
        match mark {
            "y" => ("year", plain(shown_year)),
            "yy" => ("year", two(shown_year % 100)),
            "M" => ("month", plain(month)),
            "MM" => ("month", two(month)),
            "MMMM" => ("month", name(self.data.months.first())),
            "MMM" => ("month", name(self.data.months.get(1))),
            "MMMMM" => ("month", name(self.data.months.get(2))),
            "LLLL" => ("month", name(self.data.months.get(3))),
            "LLL" => ("month", name(self.data.months.get(4))),
            "LLLLL" => ("month", name(self.data.months.get(5))),
            "d" => ("day", plain(i64::from(fields.day))),
            "dd" => ("day", two(i64::from(fields.day))),
            "EEEE" => ("weekday", weekday(0)),
            "E" => ("weekday", weekday(1)),
            "EEEEE" => ("weekday", weekday(2)),
            "eeee" => ("weekday", weekday(3)),
            "eee" => ("weekday", weekday(4)),
            "eeeee" => ("weekday", weekday(5)),
            "h" => ("hour", plain(hour12)),
            "hh" => ("hour", two(hour12)),
            "H" if !is_wide => ("hour", plain(hour24)),
            "H" | "HH" => ("hour", two(hour24)),
            "m" => ("minute", plain(i64::from(fields.minute))),
            "mm" => ("minute", two(i64::from(fields.minute))),
            "s" => ("second", plain(i64::from(fields.second))),
            "ss" => ("second", two(i64::from(fields.second))),
            "a" => {
                let period = if fields.hour < 12 { self.data.periods.first() } else { self.data.periods.get(1) };
                ("dayPeriod", period.map_or(String::new(), |text| (*text).to_owned()))
            }
            "z" => ("timeZoneName", self.zone_name(Length::Short)),
            "zzzz" => ("timeZoneName", self.zone_name(Length::Long)),
            _ => ("literal", String::new()),
        }
    }

    fn zone_name(&self, length: Length) -> String {
        zone_text(self.data, &self.format.zone, self.time, length, self.format.locale.data.tag)
    }

    fn with_era(&self, date: Parts) -> Parts {
        let Some(length) = self.format.era else { return date };
        let index = usize::from(self.fields.year + self.format.locale.data.year_offset > 0);
        let era = self.data.eras.get(length as usize).and_then(|eras| eras.get(index)).copied().unwrap_or("");
        let form = match (self.format.month, date.list.is_empty()) {
            (_, true) => "{G}",
            (None, _) => self.data.era_forms.first().copied().unwrap_or("{1} {G}"),
            (Some(Month::Number(_)), _) => self.data.era_forms.get(1).copied().unwrap_or("{1} {G}"),
            (Some(Month::Name(_)), _) => self.data.era_forms.get(2).copied().unwrap_or("{1} {G}"),
        };
        let mut parts = Parts::default();
        let mut date = Some(date);
        for piece in template(form) {
            match piece {
                Piece::Text(text) => parts.push("literal", text),
                Piece::Mark("1") => date.take().into_iter().for_each(|date| parts.append(date)),
                Piece::Mark(_) => parts.push("era", era),
            }
        }
        parts
    }

    /// Hour to fraction of a second, the part of the day and the zone.
    fn clock(&self, pattern: impl Fn(usize) -> &'static str) -> Option<Parts> {
        let format = self.format;
        let hour = match format.hour {
            Some(Digits::Numeric) if format.minute_is_numeric && self.data.pads_hours && !format.hour12() => {
                digits_index(Some(Digits::TwoDigit))
            }
            hour => digits_index(hour),
        };
        let second = format.second || (format.fraction > 0 && (format.minute || format.hour.is_some()));
        let index =
            ((hour * 2 + usize::from(format.minute)) * 2 + usize::from(second)) * 2 + usize::from(!format.hour12());
        let mut parts = self.fill(pattern(usize::from(self.data.times.get(index).copied().unwrap_or(0))));
        // A minute or second alone has no leading zero.
        if let [only] = parts.list.as_mut_slice()
            && only.kind != "hour"
        {
            only.text = only.text.trim_start_matches('0').to_owned();
            if only.text.is_empty() {
                only.text.push('0');
            }
        }
        if format.fraction > 0 {
            let digits = format!("{:03}", self.fields.millisecond);
            let digits = digits.get(..format.fraction).unwrap_or(&digits).to_owned();
            let place = parts.list.iter().position(|part| part.kind == "second");
            let mut with_fraction = Parts::default();
            for (index, part) in parts.list.into_iter().enumerate() {
                with_fraction.push(part.kind, part.text);
                if place == Some(index) {
                    with_fraction.push("literal", format.locale.data.number.decimal);
                    with_fraction.push("fractionalSecond", digits.as_str());
                }
            }
            if place.is_none() {
                with_fraction.push("fractionalSecond", digits);
            }
            parts = with_fraction;
        }
        if format.day_period && (format.hour.is_none() || format.hour12()) {
            let period = zone_name::day_period(self.fields);
            match parts.list.iter_mut().find(|part| part.kind == "dayPeriod") {
                Some(part) => part.text = period.to_owned(),
                None => parts.push("dayPeriod", period),
            }
        }
        let Some(length) = format.zone_name else { return (!parts.list.is_empty()).then_some(parts) };
        let name = self.zone_name(length);
        let mut result = Parts::default();
        if parts.list.is_empty() {
            result.push("timeZoneName", name);
            return Some(result);
        }
        let mut clock = Some(parts);
        for piece in template(self.data.zone_form) {
            match piece {
                Piece::Text(text) => result.push("literal", text),
                Piece::Mark("0") => clock.take().into_iter().for_each(|clock| result.append(clock)),
                Piece::Mark(_) => result.push("timeZoneName", name.as_str()),
            }
        }
        Some(result)
    }
}

/// The name of a zone at a time.
fn zone_text(data: &'static DateData, zone: &Zone, time: f64, length: Length, tag: &str) -> String {
    let is_long = length == Length::Long;
    if let Some((_, names)) = data.zones.iter().find(|(name, _)| *name == zone.name())
        && let Some(name) = names.get(usize::from(!is_long) * 2 + usize::from(zone.is_summer_at(time)))
        && !name.is_empty()
    {
        return (*name).to_owned();
    }
    if is_long && tag.starts_with("en") {
        return zone_name::long_name(zone, time);
    }
    if zone.is_utc() {
        return "UTC".to_owned();
    }
    if tag == "en-US" {
        return with_prefix(data, &zone_name::short_name(zone, time));
    }
    with_prefix(data, &zone_name::offset_name(zone.offset_at(time), is_long))
}

fn with_prefix(data: &DateData, text: &str) -> String {
    match text.strip_prefix("GMT") {
        Some(rest) => {
            // Some locales write the offset with a true minus sign.
            let rest = if data.offset_prefix == "UTC" { rest.replace('-', "\u{2212}") } else { rest.to_owned() };
            format!("{}{rest}", data.offset_prefix)
        }
        None => text.to_owned(),
    }
}

/// Which styles have a day in them is the same everywhere.
pub(crate) fn style_name(style: Style) -> &'static str {
    match style {
        Style::Full => "full",
        Style::Long => "long",
        Style::Medium => "medium",
        Style::Short => "short",
    }
}
