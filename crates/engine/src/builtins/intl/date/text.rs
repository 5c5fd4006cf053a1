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

    pub(super) fn latin_parts(&self, time: f64) -> Parts {
        let fields = Fields::of(self.zone.local_time(time));
        let data = &self.locale.data.date;
        let pattern = |index: usize| data.patterns.get(index).copied().unwrap_or("");
        let writer = Writer { format: self, data, fields: &fields, time };
        if self.date_style.is_some() || self.time_style.is_some() {
            let date = self.date_pattern().map(|pattern| writer.fill(pattern));
            let clock = self.clock_index();
            let time = self.time_style.map(|style| {
                let styles = data.time_styles.get(clock).unwrap_or(&[0; 4]);
                writer.fill(pattern(at(styles, style as usize)))
            });
            let join = self.date_style.and_then(|style| data.style_joins.get(style as usize)).copied();
            return joined(join.unwrap_or("{1}, {0}"), date, time);
        }
        let date = self.date_pattern().map(|pattern| writer.with_era(writer.fill(pattern)));
        let date = match date {
            None if self.era.is_some() => Some(writer.with_era(Parts::default())),
            date => date,
        };
        let time = writer.clock();
        joined(data.joins.get(self.join_index()).copied().unwrap_or("{1}, {0}"), date, time)
    }

    /// Which join stands between the date and the time of fields.
    pub(super) fn join_index(&self) -> usize {
        match (self.month, self.weekday) {
            (Some(Month::Name(Length::Long)), Some(_)) => 0,
            (Some(Month::Name(Length::Long)), None) => 1,
            (Some(Month::Name(_)), _) => 2,
            (None, Some(_)) if self.year.is_none() && self.day.is_none() => 4,
            _ => 3,
        }
    }

    /// The pattern of the date; `None` when there is none.
    pub(super) fn date_pattern(&self) -> Option<&'static str> {
        let data = &self.locale.data.date;
        let index = match self.date_style {
            Some(style) => {
                let usual = self.locale.hour_cycle.unwrap_or(if data.hour12 { 1 } else { 2 });
                let other_cycle = self.cycle.is_some_and(|cycle| cycle != usual);
                let other_clock = self.clock.is_some_and(|clock| clock != (usual < 2));
                let is_other = self.time_style.is_some() && (other_cycle || other_clock);
                data.date_styles.get(usize::from(is_other)).map_or(0, |styles| at(styles, style as usize))
            }
            None => data.dates.get(self.date_index()?).copied().map_or(0, usize::from),
        };
        data.patterns.get(index).copied()
    }

    /// The pattern of the fields of a time; empty when there are none.
    pub(super) fn time_pattern(&self) -> &'static str {
        let data = &self.locale.data.date;
        let minute = match (self.minute, self.minute_is_numeric) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let second = self.second || (self.fraction > 0 && (self.minute || self.hour.is_some()));
        let fields = (digits_index(self.hour) * 3 + minute) * 2 + usize::from(second);
        let zone = match self.zone_name {
            None => 0,
            Some(Length::Long) => 2,
            Some(_) => 1,
        };
        let index = (fields * 3 + self.clock_index()) * 3 + zone;
        let pattern = data.times.get(index).copied().map_or(0, usize::from);
        data.patterns.get(pattern).copied().unwrap_or_default()
    }

    /// Which clock: that of the locale, 12 or 24 hours.
    pub(super) fn clock_index(&self) -> usize {
        match self.clock {
            None => 0,
            Some(true) => 1,
            Some(false) => 2,
        }
    }

    /// Where the pattern of the date fields is; `None` when there are none.
    pub(super) fn date_index(&self) -> Option<usize> {
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

pub(super) fn digits_index(digits: Option<Digits>) -> usize {
    digits.map_or(0, |digits| digits as usize + 1)
}

fn at(indices: &[u16; 4], index: usize) -> usize {
    indices.get(index).map_or(0, |&index| usize::from(index))
}

pub(super) fn joined(join: &'static str, date: Option<Parts>, time: Option<Parts>) -> Parts {
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

pub(super) struct Writer<'a> {
    pub(super) format: &'a DateTimeFormat,
    pub(super) data: &'static DateData,
    pub(super) fields: &'a Fields,
    pub(super) time: f64,
}

impl Writer<'_> {
    pub(super) fn fill(&self, pattern: &'static str) -> Parts {
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

    pub(super) fn field(&self, mark: &str) -> (&'static str, String) {
        let fields = self.fields;
        let two = |value: i64| format!("{value:02}");
        let plain = |value: i64| value.to_string();
        let year = fields.year + self.format.locale.data.year_offset;
        let shown_year = if year > 0 { year } else { 1 - year };
        let hour = i64::from(fields.hour);
        let hour12 = if self.format.counts_from_zero() { hour % 12 } else { (hour + 11) % 12 + 1 };
        let hour24 = if self.format.cycle == Some(3) && hour == 0 { 24 } else { hour };
        let month = i64::from(fields.month) + 1;
        match mark {
            "y" => ("year", plain(shown_year)),
            "yy" => ("year", two(shown_year % 100)),
            "M" => ("month", plain(month)),
            "MM" => ("month", two(month)),
            "G" => ("era", self.era(self.format.era.unwrap_or(Length::Short)).to_owned()),
            "d" => ("day", plain(i64::from(fields.day))),
            "dd" => ("day", two(i64::from(fields.day))),
            "h" => ("hour", plain(hour12)),
            "hh" => ("hour", two(hour12)),
            "H" => ("hour", plain(hour24)),
            "HH" => ("hour", two(hour24)),
            "m" => ("minute", plain(i64::from(fields.minute))),
            "mm" => ("minute", two(i64::from(fields.minute))),
            "s" => ("second", plain(i64::from(fields.second))),
            "ss" => ("second", two(i64::from(fields.second))),
            "a" => {
                // Patterns of hours from 0 to 11 have plain parts of the day.
                let of_styles = self.format.time_style.is_some() && self.format.cycle != Some(0);
                let periods = self.data.periods.get(usize::from(of_styles));
                let period = periods.and_then(|periods| periods.get(fields.hour as usize));
                ("dayPeriod", period.map_or(String::new(), |text| (*text).to_owned()))
            }
            "z" => ("timeZoneName", self.zone_name(self.format.zone_name.unwrap_or(Length::Short))),
            "zzzz" => ("timeZoneName", self.zone_name(Length::Long)),
            _ => self.name(mark),
        }
    }

    /// The name of the month or weekday, in the form of a row of the tables.
    fn name(&self, mark: &str) -> (&'static str, String) {
        let row = |prefix: char| mark.strip_prefix(prefix).and_then(|row| row.parse::<usize>().ok());
        let (kind, name) = match (row('L'), row('W')) {
            (Some(row), _) => ("month", self.data.months.get(row).and_then(|row| row.get(self.fields.month as usize))),
            (_, Some(row)) => {
                ("weekday", self.data.weekdays.get(row).and_then(|row| row.get(self.fields.weekday as usize)))
            }
            _ => ("literal", None),
        };
        (kind, name.copied().unwrap_or_default().to_owned())
    }

    fn zone_name(&self, length: Length) -> String {
        zone_text(self.data, &self.format.zone, self.time, length, self.format.locale.data.tag)
    }

    fn era(&self, length: Length) -> &'static str {
        let index = usize::from(self.fields.year + self.format.locale.data.year_offset > 0);
        self.data.eras.get(length as usize).and_then(|eras| eras.get(index)).copied().unwrap_or("")
    }

    pub(super) fn with_era(&self, date: Parts) -> Parts {
        let Some(length) = self.format.era else { return date };
        if date.list.iter().any(|part| part.kind == "era") {
            return date;
        }
        let era = self.era(length);
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
    fn clock(&self) -> Option<Parts> {
        let format = self.format;
        let mut parts = self.fill(format.time_pattern());
        // A minute or second alone has no leading zero.
        if let [only] = parts.list.as_mut_slice()
            && only.kind != "hour"
        {
            only.text = only.text.trim_start_matches('0').to_owned();
            if only.text.is_empty() {
                only.text.push('0');
            }
        }
        // Beside an hour without minutes, seconds have no fraction.
        if format.fraction > 0 && (format.minute || format.hour.is_none()) {
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
        if let Some(length) = format.day_period
            && (format.hour.is_none() || format.hour12())
        {
            let is_after_hour = format.minute && (self.fields.minute > 0 || format.second && self.fields.second > 0);
            let names = self.data.day_periods.get(length as usize);
            let names = names.and_then(|names| names.get(usize::from(is_after_hour)));
            let period = names.and_then(|names| names.get(self.fields.hour as usize)).copied().unwrap_or_default();
            match parts.list.iter_mut().find(|part| part.kind == "dayPeriod") {
                Some(part) => part.text = period.to_owned(),
                None => parts.push("dayPeriod", period),
            }
        }
        (!parts.list.is_empty()).then_some(parts)
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
    let name = if tag == "en-US" {
        zone_name::short_name(zone, time)
    } else {
        zone_name::offset_name(zone.offset_at(time), is_long)
    };
    // Offsets are written in the way of the locale.
    let offset = name.strip_prefix("GMT").and_then(|offset| {
        let east = offset.strip_prefix('+').map(|hours| (hours, data.offsets.first()));
        east.or_else(|| offset.strip_prefix('-').map(|hours| (hours, data.offsets.get(1))))
    });
    match offset {
        Some((hours, Some(form))) => form.replace("{0}", hours),
        _ => name,
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
