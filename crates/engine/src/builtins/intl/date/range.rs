//! Ranges of dates and times (ECMA-402 §11.5.8, PartitionDateTimeRangePattern): the fields that both ends have in common
//! stand once, in the patterns of CLDR for the largest field that differs.

use super::super::data::DateData;
use super::super::options::{Part, Parts, Piece, RangeParts, Source, marks, template};
use super::text::{Writer, digits_index, joined};
use super::{DateTimeFormat, Digits, Length, Month, Style};
use crate::builtins::date::calendar::Fields;

/// The largest field that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Year,
    Month,
    Day,
    Half,
    Hour,
    Minute,
    Second,
}

fn difference(start: &Fields, end: &Fields) -> Option<Level> {
    let half = |fields: &Fields| fields.hour >= 12;
    let differs = [
        (Level::Year, start.year != end.year),
        (Level::Month, start.month != end.month),
        (Level::Day, start.day != end.day),
        (Level::Half, half(start) != half(end)),
        (Level::Hour, start.hour != end.hour),
        (Level::Minute, start.minute != end.minute),
        (Level::Second, (start.second, start.millisecond) != (end.second, end.millisecond)),
    ];
    differs.into_iter().find_map(|(level, differs)| differs.then_some(level))
}

/// What the tables say about a range.
enum Form {
    /// Both ends in full.
    Both,
    /// One date stands for both.
    One,
    Pattern(&'static str),
}

impl DateTimeFormat {
    /// The parts of a range; `None` when both ends look the same.
    pub(super) fn range_parts(&self, start: f64, end: f64) -> Option<RangeParts> {
        let (first, last) = (Fields::of(self.zone.local_time(start)), Fields::of(self.zone.local_time(end)));
        let level = difference(&first, &last)?;
        let has_date = self.date_pattern().is_some() || self.era.is_some();
        let has_time = self.time_style.is_some() || self.clock_fields();
        let writers = [(&first, start), (&last, end)].map(|(fields, time)| Writer {
            format: self,
            data: &self.locale.data.date,
            fields,
            time,
        });
        if !has_time {
            if level > Level::Day {
                return None;
            }
            return match self.date_form(level) {
                Form::One => None,
                Form::Pattern(pattern) if self.era.is_none() => {
                    let mut parts = RangeParts::default();
                    self.fill_range(&mut parts, pattern, self.date_pattern().unwrap_or_default(), &writers);
                    Some(parts)
                }
                _ => Some(self.both(self.parts(start), self.parts(end))),
            };
        }
        if level <= Level::Day {
            let format = self.with_differing(level);
            let whole = |time| if has_date { format.parts(time) } else { format.dated_parts(time) };
            return Some(self.both(whole(start), whole(end)));
        }
        match self.time_form(level) {
            Form::One => None,
            Form::Pattern(pattern) => {
                let mut range = RangeParts::default();
                self.fill_range(&mut range, pattern, "", &writers);
                Some(if has_date { self.behind_date(range, &writers) } else { range })
            }
            Form::Both => {
                let (first, last) = (self.parts(start), self.parts(end));
                if first == last {
                    return None;
                }
                if !has_date || level == Level::Second || !self.has_time_ranges() {
                    return Some(self.both(first, last));
                }
                let time = self.without_date();
                Some(self.behind_date(self.both(time.parts(start), time.parts(end)), &writers))
            }
        }
    }

    /// Whether there are fields of a time.
    fn clock_fields(&self) -> bool {
        let of_clock = self.hour.is_some() || self.minute || self.second || self.fraction > 0;
        of_clock || self.day_period.is_some() || self.zone_name.is_some()
    }

    fn form(&self, indices: &'static [u16], index: usize) -> Form {
        match indices.get(index).copied().unwrap_or_default() {
            0 => Form::Both,
            1 => Form::One,
            index => self.data().ranges.patterns.get(usize::from(index)).map_or(Form::Both, |text| Form::Pattern(text)),
        }
    }

    fn data(&self) -> &'static DateData {
        &self.locale.data.date
    }

    fn date_form(&self, level: Level) -> Form {
        let ranges = &self.data().ranges;
        match (self.date_style, self.date_index()) {
            (Some(style), _) => self.form(ranges.date_styles, style as usize * 3 + level as usize),
            (None, Some(index)) => self.form(ranges.dates, index * 3 + level as usize),
            (None, None) => Form::Both,
        }
    }

    fn time_form(&self, level: Level) -> Form {
        let ranges = &self.data().ranges;
        let field = match level {
            Level::Half => 0,
            Level::Hour => 1,
            Level::Minute => 2,
            _ => return Form::Both,
        };
        if let Some(style) = self.time_style {
            return self.form(ranges.time_styles, (self.clock_index() * 4 + style as usize) * 3 + field);
        }
        let Some(hour) = digits_index(self.hour).checked_sub(1) else { return Form::Both };
        if !self.has_time_ranges() {
            return Form::Both;
        }
        let minute = match (self.minute, self.minute_is_numeric) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        let zone = match self.zone_name {
            None => 0,
            Some(Length::Long) => 2,
            Some(_) => 1,
        };
        self.form(ranges.times, (((hour * 3 + minute) * 3 + self.clock_index()) * 3 + zone) * 3 + field)
    }

    /// Both ends in full.
    fn both(&self, first: Parts, last: Parts) -> RangeParts {
        let mut parts = RangeParts::default();
        let (mut first, mut last) = (Some(self.with_usual_hour(first)), Some(self.with_usual_hour(last)));
        for piece in template(self.data().ranges.patterns.first().copied().unwrap_or("{0} – {1}")) {
            match piece {
                Piece::Text(text) => parts.push_literal(Source::Shared, text),
                Piece::Mark("0") => first.take().into_iter().for_each(|end| parts.append_end(Source::Start, end)),
                Piece::Mark(_) => last.take().into_iter().for_each(|end| parts.append_end(Source::End, end)),
            }
        }
        parts
    }

    /// Whether there are patterns for ranges of such times: none have seconds.
    fn has_time_ranges(&self) -> bool {
        let has_seconds = self.second || self.fraction > 0 || self.day_period.is_some();
        self.time_style.map_or(!has_seconds, |style| style == Style::Short)
    }

    /// With the larger fields that differ, so that both ends do not look alike.
    fn with_differing(&self, level: Level) -> DateTimeFormat {
        let mut format = self.clone();
        let has_fields = self.date_style.is_none() && (self.month.is_some() || self.day.is_some());
        if has_fields && level == Level::Year && self.year.is_none() {
            format.year = Some(Digits::Numeric);
        }
        if has_fields && level <= Level::Month && self.month.is_none() {
            format.month = Some(Month::Number(Digits::Numeric));
        }
        format
    }

    /// Hours of 24 beside minutes have as many digits in ranges as in the short style, whatever the options say.
    fn with_usual_hour(&self, mut parts: Parts) -> Parts {
        let data = self.data();
        if self.time_style.is_some() || self.hour.is_none() || !self.minute || self.hour12() {
            return parts;
        }
        let style =
            data.time_styles.get(self.clock_index()).map_or(0, |styles| styles.last().copied().map_or(0, usize::from));
        let pattern = data.patterns.get(style).copied().unwrap_or_default();
        let is_padded = marks(pattern).any(|mark| matches!(mark, "HH" | "hh"));
        let zero = self.locale.numbering.1;
        for part in parts.list.iter_mut().filter(|part| part.kind == "hour") {
            match (is_padded, part.text.chars().count()) {
                (true, 1) => part.text.insert(0, zero),
                (false, 2) if part.text.starts_with(zero) => part.text = part.text.chars().skip(1).collect(),
                _ => {}
            }
        }
        parts
    }

    fn without_date(&self) -> DateTimeFormat {
        let (weekday, era, year, month, day, date_style) = (None, None, None, None, None, None);
        DateTimeFormat { weekday, era, year, month, day, date_style, ..self.clone() }
    }

    /// A time without a date, on days that differ: the date stands before it.
    fn dated_parts(&self, time: f64) -> Parts {
        let date = DateTimeFormat {
            year: Some(Digits::Numeric),
            month: Some(Month::Number(Digits::Numeric)),
            day: Some(Digits::Numeric),
            hour: None,
            minute: false,
            second: false,
            fraction: 0,
            zone_name: None,
            time_style: None,
            day_period: None,
            ..self.clone()
        };
        let join = self.data().joins.get(date.join_index()).copied().unwrap_or("{1}, {0}");
        joined(join, Some(date.latin_parts(time)), Some(self.latin_parts(time))).in_digits(self.locale.numbering.1)
    }

    /// A range of times behind their date.
    fn behind_date(&self, times: RangeParts, writers: &[Writer<'_>; 2]) -> RangeParts {
        let [writer, _] = writers;
        let joins = &self.data().ranges.joins;
        let join = |index: usize| joins.get(index).copied().unwrap_or("{1}, {0}");
        let own = join(self.date_style.map_or_else(|| self.join_index(), |style| 5 + style as usize));
        // Joins with fields are for whole dates.
        let is_whole = self.date_style.is_some() || self.year.is_some() && self.month.is_some() && self.day.is_some();
        let own = if own.contains("{1}") || is_whole { own } else { join(3) };
        let pattern = self.date_pattern().unwrap_or_default();
        let mut parts = RangeParts::default();
        let mut times = Some(times);
        for piece in template(own) {
            match piece {
                Piece::Text(text) => parts.push_literal(Source::Shared, text),
                Piece::Mark("0") => times.take().into_iter().for_each(|times| parts.extend(times)),
                Piece::Mark("1") => {
                    let date = writer.with_era(writer.fill(pattern));
                    parts.append(Source::Shared, date.in_digits(self.locale.numbering.1));
                }
                Piece::Mark(mark) => parts.append(Source::Shared, self.one(writer, pattern, mark)),
            }
        }
        parts
    }

    /// A field, `{L}`, `{W}` and `{Y}` as in the pattern of one date.
    fn one(&self, writer: &Writer<'_>, single: &'static str, mark: &'static str) -> Parts {
        let same = |prefix: &str| {
            template(single).find_map(|piece| match piece {
                Piece::Mark(mark) if mark.starts_with(prefix) => Some(mark),
                _ => None,
            })
        };
        let mark = match mark {
            "L" | "W" => same(mark),
            "Y" => same("y"),
            _ => None,
        }
        .unwrap_or(mark);
        let (kind, text) = writer.field(mark);
        Parts { list: vec![Part { kind, text }] }.in_digits(self.locale.numbering.1)
    }

    fn fill_range(
        &self,
        parts: &mut RangeParts,
        pattern: &'static str,
        single: &'static str,
        writers: &[Writer<'_>; 2],
    ) {
        let [first, last] = writers;
        let mut source = Source::Shared;
        let mut rest = pattern;
        while !rest.is_empty() {
            let end = rest.find(['<', '>', '=']).unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            for piece in template(text) {
                match piece {
                    Piece::Text(text) => parts.push_literal(source, text),
                    Piece::Mark(mark) => {
                        let writer = if source == Source::End { last } else { first };
                        parts.append(source, self.one(writer, single, mark));
                    }
                }
            }
            source = match after.chars().next() {
                Some('<') => Source::Start,
                Some('>') => Source::End,
                _ => Source::Shared,
            };
            rest = after.get(1..).unwrap_or("");
        }
    }
}
