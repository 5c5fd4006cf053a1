//! Date.parse (ECMA-262 §21.4.3.2): the ISO form of §21.4.1.32, else the free form in which dates are found in the
//! wild: numbers, month names, a time, and a zone in nearly any order (`Jan 1 2020 10:00 GMT+2`, `1/2/2020 3:04 PM`,
//! `Thu, 01 Jan 1970 00:00:00 GMT`, `2020-01-01 10:00`).

use super::calendar::{make_date_of, time_clip};
use super::zone::Zone;
use crate::heap::text::Str;
use crate::value::number::is_white_space;

/// Longer texts are no dates.
const MAX_LENGTH: usize = 256;

/// The time value of a text, NaN when it is no date.
pub(crate) fn parse(text: Str<'_>, zone: &Zone) -> f64 {
    if text.len() > MAX_LENGTH {
        return f64::NAN;
    }
    let text: Vec<u8> = text
        .units()
        .map(|unit| match unit {
            unit if is_white_space(unit) => b' ',
            // The minus sign that some locales print.
            0x2212 => b'-',
            unit => u8::try_from(unit).unwrap_or(0xFF),
        })
        .collect();
    let text = text.trim_ascii();
    if let Some(parsed) = parse_iso(text) {
        return parsed.to_time(zone);
    }
    // The year minus zero is no year (§21.4.1.32.1), whatever stands after it.
    if let Some(rest) = text.strip_prefix(b"-000000")
        && !rest.first().is_some_and(u8::is_ascii_digit)
    {
        return f64::NAN;
    }
    match parse_free(text) {
        Some(parsed) => parsed.to_time(zone),
        None => f64::NAN,
    }
}

/// Year to millisecond, and the offset from UTC in minutes (`None` is local time).
#[derive(Debug, Clone, Copy, PartialEq)]
struct Parsed {
    fields: [f64; 7],
    offset: Option<f64>,
}

impl Parsed {
    fn to_time(self, zone: &Zone) -> f64 {
        let [_, _, _, hour, minute, second, millisecond] = self.fields;
        if hour > 24.0 || (hour == 24.0 && (minute, second, millisecond) != (0.0, 0.0, 0.0)) {
            return f64::NAN;
        }
        let local = make_date_of(self.fields);
        time_clip(match self.offset {
            Some(minutes) => local - minutes * 60_000.0,
            None => zone.utc_of(local),
        })
    }
}

// ── ISO ────────────────────────────────────────────────────────────────────────────────────────────────────────────

struct Iso<'a> {
    rest: &'a [u8],
}

impl Iso<'_> {
    fn eat(&mut self, byte: u8) -> bool {
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Exactly `count` digits.
    fn digits(&mut self, count: usize) -> Option<f64> {
        let digits = self.rest.get(..count).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
        self.rest = self.rest.get(count..).unwrap_or(&[]);
        std::str::from_utf8(digits).ok()?.parse().ok()
    }

    fn two_in(&mut self, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
        self.digits(2).filter(|value| range.contains(value))
    }

    fn year(&mut self) -> Option<f64> {
        if self.eat(b'+') {
            self.digits(6)
        } else if self.eat(b'-') {
            self.digits(6).filter(|&year| year != 0.0).map(|year| -year)
        } else {
            self.digits(4)
        }
    }
}

fn parse_iso(text: &[u8]) -> Option<Parsed> {
    let mut iso = Iso { rest: text };
    let mut fields = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    fields[0] = iso.year()?;
    if iso.eat(b'-') {
        fields[1] = iso.two_in(1.0..=12.0)? - 1.0;
        if iso.eat(b'-') {
            fields[2] = iso.two_in(1.0..=31.0)?;
        }
    }
    if iso.rest.is_empty() {
        return Some(Parsed { fields, offset: Some(0.0) });
    }
    if !iso.eat(b'T') && !iso.eat(b't') {
        return None;
    }
    fields[3] = iso.two_in(0.0..=24.0)?;
    if !iso.eat(b':') {
        return None;
    }
    fields[4] = iso.two_in(0.0..=59.0)?;
    if iso.eat(b':') {
        fields[5] = iso.two_in(0.0..=59.0)?;
        if iso.eat(b'.') {
            let count = iso.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if count == 0 {
                return None;
            }
            let mut scale = 100.0;
            for &digit in iso.rest.iter().take(count.min(3)) {
                fields[6] += f64::from(digit - b'0') * scale;
                scale /= 10.0;
            }
            iso.rest = iso.rest.get(count..).unwrap_or(&[]);
        }
    }
    let offset = if iso.rest.is_empty() {
        None
    } else if iso.eat(b'Z') || iso.eat(b'z') {
        Some(0.0)
    } else {
        let sign = if iso.eat(b'+') {
            1.0
        } else if iso.eat(b'-') {
            -1.0
        } else {
            return None;
        };
        let hours = iso.two_in(0.0..=23.0)?;
        iso.eat(b':');
        let minutes = iso.two_in(0.0..=59.0)?;
        Some(sign * (hours * 60.0 + minutes))
    };
    iso.rest.is_empty().then_some(Parsed { fields, offset })
}

// ── Free form ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Month(u8),
    /// Hours to add: 0 or 12.
    Noon(u8),
    /// Hours from UTC.
    Zone(i8),
    Other,
}

fn word(letters: &[u8]) -> Word {
    let lower: Vec<u8> = letters.iter().map(u8::to_ascii_lowercase).collect();
    if let Some(prefix) = lower.get(..3)
        && let Some(month) = super::text::MONTHS
            .iter()
            .position(|name| name.as_bytes().get(..3).is_some_and(|start| start.eq_ignore_ascii_case(prefix)))
    {
        return Word::Month(month as u8);
    }
    match lower.as_slice() {
        b"am" => Word::Noon(0),
        b"pm" => Word::Noon(12),
        b"z" | b"ut" | b"utc" | b"gmt" => Word::Zone(0),
        b"est" => Word::Zone(-5),
        b"edt" => Word::Zone(-4),
        b"cst" => Word::Zone(-6),
        b"cdt" => Word::Zone(-5),
        b"mst" => Word::Zone(-7),
        b"mdt" => Word::Zone(-6),
        b"pst" => Word::Zone(-8),
        b"pdt" => Word::Zone(-7),
        _ => Word::Other,
    }
}

/// What has been gathered so far.
#[derive(Debug, Default)]
struct Free {
    /// Numbers of the date in order.
    day: Vec<u32>,
    month: Option<u8>,
    /// Hour, minute, second, millisecond.
    time: Vec<u32>,
    time_is_final: bool,
    noon: Option<u8>,
    zone: Option<ZoneParts>,
}

#[derive(Debug, Clone, Copy)]
struct ZoneParts {
    sign: f64,
    hours: u32,
    /// `None` while it may still follow a colon.
    minutes: Option<u32>,
}

impl Free {
    fn expects_time(&self, number: u32) -> bool {
        !self.time_is_final
            && match self.time.len() {
                1 | 2 => number < 60,
                3 => number < 1000,
                _ => false,
            }
    }

    fn is_utc(&self) -> bool {
        self.zone.is_some_and(|zone| zone.hours == 0 && zone.minutes == Some(0))
    }

    fn finish(mut self) -> Option<Parsed> {
        if self.day.is_empty() {
            return None;
        }
        self.day.resize(3, 1);
        let [first, second, third] = [*self.day.first()?, *self.day.get(1)?, *self.day.get(2)?];
        let is_day = |number: u32| (1..=31).contains(&number);
        let (year, month, day) = match self.month {
            Some(month) if is_day(first) => (second, u32::from(month) + 1, first),
            Some(month) => (first, u32::from(month) + 1, second),
            None if is_day(first) => (third, first, second),
            None => (first, second, third),
        };
        let year = match year {
            0..=49 => year + 2000,
            50..=99 => year + 1900,
            _ => year,
        };
        if !(1..=12).contains(&month) || !is_day(day) {
            return None;
        }
        self.time.resize(4, 0);
        let [mut hour, minute, rest @ ..] =
            [*self.time.first()?, *self.time.get(1)?, *self.time.get(2)?, *self.time.get(3)?];
        if let Some(noon) = self.noon {
            if !(1..=12).contains(&hour) && hour != 0 {
                return None;
            }
            hour = hour % 12 + u32::from(noon);
        }
        let [second, millisecond] = rest;
        if hour > 24 || minute > 59 || second > 59 {
            return None;
        }
        let offset = self.zone.map(|zone| zone.sign * f64::from(zone.hours * 60 + zone.minutes.unwrap_or(0)));
        let fields = [year, month - 1, day, hour, minute, second, millisecond].map(f64::from);
        Some(Parsed { fields, offset })
    }
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// A number and how many digits it has; digits past the ninth significant one do not count.
    fn number(&mut self) -> Option<(u32, usize)> {
        let start = self.at;
        let mut value: u32 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if value < 100_000_000 {
                value = value * 10 + u32::from(digit - b'0');
            }
            self.at += 1;
        }
        (self.at > start).then_some((value, self.at - start))
    }

    fn letters(&mut self) -> &[u8] {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte >= 0x80) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or(&[])
    }

    /// The first three digits of a fraction.
    fn millisecond(&mut self) -> Option<u32> {
        let start = self.at;
        self.number()?;
        let digits = self.text.get(start..self.at)?;
        let mut value = 0;
        for index in 0..3 {
            value = value * 10 + digits.get(index).map_or(0, |digit| u32::from(digit - b'0'));
        }
        Some(value)
    }

    /// Skips a comment in parentheses, nested ones included.
    fn comment(&mut self) {
        let mut depth = 0;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}

fn parse_free(text: &[u8]) -> Option<Parsed> {
    let mut scan = Scanner { text, at: 0 };
    let mut free = Free::default();
    let mut has_number = false;
    while let Some(byte) = scan.peek() {
        match byte {
            b'0'..=b'9' => {
                has_number = true;
                free_number(&mut scan, &mut free)?;
            }
            b'(' => scan.comment(),
            b'+' | b'-' if free.is_utc() || !free.time.is_empty() => {
                has_number = true;
                scan.at += 1;
                let sign = if byte == b'-' { -1.0 } else { 1.0 };
                let (number, digits) = scan.number().unwrap_or((0, 0));
                free.zone = Some(match digits {
                    _ if scan.peek() == Some(b':') => ZoneParts { sign, hours: number, minutes: None },
                    1 | 2 => ZoneParts { sign, hours: number, minutes: Some(0) },
                    3 | 4 => ZoneParts { sign, hours: number / 100, minutes: Some(number % 100) },
                    _ => return None,
                });
                free.time_is_final = true;
            }
            b'+' | b'-' | b')' if has_number => return None,
            byte if byte.is_ascii_alphabetic() || byte >= 0x80 => match word(scan.letters()) {
                Word::Noon(hours) if !free.time.is_empty() => free.noon = Some(hours),
                Word::Month(month) => {
                    free.month = Some(month);
                    scan.skip(b'-');
                }
                Word::Zone(hours) if has_number => {
                    let sign = if hours < 0 { -1.0 } else { 1.0 };
                    free.zone = Some(ZoneParts { sign, hours: u32::from(hours.unsigned_abs()), minutes: Some(0) });
                }
                // Words such as the name of the day may only come before the numbers.
                _ if has_number || scan.peek().is_some_and(|next| next.is_ascii_digit()) => return None,
                _ => {}
            },
            _ => scan.at += 1,
        }
    }
    free.finish()
}

fn free_number(scan: &mut Scanner<'_>, free: &mut Free) -> Option<()> {
    let (number, _) = scan.number()?;
    if scan.peek() == Some(b':') && free.zone.is_none_or(|zone| zone.minutes.is_some()) {
        scan.at += 1;
        if free.time_is_final || free.time.len() >= 3 {
            return None;
        }
        free.time.push(number);
        return Some(());
    }
    if let Some(zone) = &mut free.zone
        && zone.minutes.is_none()
        && number < 60
    {
        zone.minutes = Some(number);
        return Some(());
    }
    if scan.peek() == Some(b'.') && free.expects_time(number) {
        scan.at += 1;
        free.time.push(number);
        let millisecond = scan.millisecond()?;
        free.time.resize(3, 0);
        free.time.push(millisecond);
        free.time_is_final = true;
        return Some(());
    }
    if free.expects_time(number) {
        free.time.push(number);
        free.time_is_final = true;
        return match scan.peek() {
            None | Some(b' ' | b'Z' | b'z' | b'+' | b'-') => Some(()),
            _ => None,
        };
    }
    if free.day.len() == 3 {
        return None;
    }
    free.day.push(number);
    scan.skip(b'-');
    scan.skip(b'.');
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::text::iso_string;
    use super::*;

    fn read(text: &str) -> String {
        let time = parse(Str::Latin1(text.as_bytes()), &Zone::utc());
        if time.is_nan() { "NaN".to_owned() } else { iso_string(time) }
    }

    #[test]
    fn accepted_forms() {
        for (text, expected) in [
            ("2020", "2020-01-01T00:00:00.000Z"),
            ("2020-02", "2020-02-01T00:00:00.000Z"),
            ("2020-02-03T04:05", "2020-02-03T04:05:00.000Z"),
            ("2020-02-03T04:05:06.7891+01:30", "2020-02-03T02:35:06.789Z"),
            ("2020-02-03T24:00", "2020-02-04T00:00:00.000Z"),
            ("+275760-09-13T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"),
            ("-000001-07-01T00:00Z", "-000001-07-01T00:00:00.000Z"),
            ("Jan 1 2020 10:00", "2020-01-01T10:00:00.000Z"),
            ("2020-01-01 10:00", "2020-01-01T10:00:00.000Z"),
            ("2020-1-2", "2020-01-02T00:00:00.000Z"),
            ("1/2/2020", "2020-01-02T00:00:00.000Z"),
            ("1/2/70", "1970-01-02T00:00:00.000Z"),
            ("2020/03/04 5:06:07 PM", "2020-03-04T17:06:07.000Z"),
            ("12:00 AM, Mar 4, 2020", "2020-03-04T00:00:00.000Z"),
            ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000Z"),
            ("Thu Jan 01 1970 00:00:00 GMT+0200 (Eastern European Standard Time)", "1969-12-31T22:00:00.000Z"),
            ("Mon, 25 Dec 1995 13:30:00 +0430", "1995-12-25T09:00:00.000Z"),
            ("25 December 1995 13:30 EST", "1995-12-25T18:30:00.000Z"),
            ("2020-01-01 10:00:00.5 +01:00", "2020-01-01T09:00:00.500Z"),
            ("Tue Mar 01 2022", "2022-03-01T00:00:00.000Z"),
            ("March 7", "2001-03-07T00:00:00.000Z"),
            ("2020-01-01 10:00Z", "2020-01-01T10:00:00.000Z"),
            ("1/15/2024, 3:45:30 PM", "2024-01-15T15:45:30.000Z"),
            ("2020-06-01T00:00+0530", "2020-05-31T18:30:00.000Z"),
            ("2020-02-31", "2020-03-02T00:00:00.000Z"),
            ("5-Nov-2024", "2024-11-05T00:00:00.000Z"),
            ("2020.01.02", "2020-01-02T00:00:00.000Z"),
            ("2024-11-05 10:00:00+00", "2024-11-05T10:00:00.000Z"),
            ("2020-01-01 (comment) 10:00", "2020-01-01T10:00:00.000Z"),
            ("00:00 2020-01-01", "2020-01-01T00:00:00.000Z"),
            ("5", "2001-05-01T00:00:00.000Z"),
            ("0", "2000-01-01T00:00:00.000Z"),
            ("-1", "2001-01-01T00:00:00.000Z"),
            ("Jan 1, 0099", "1999-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn refused_forms() {
        for text in [
            "",
            "foo",
            "2020-13-01",
            "2020-01-32",
            "-000000",
            "-000000-01-01T00:00:00Z",
            "2020-01-01T25:00",
            "13:00",
            "2020-01-01T10:00:60Z",
            "hello 2020 world",
            "2020-01-01T24:00:01Z",
            "+275760-09-13T00:00:00.001Z",
            "Jan 32 2020",
            "1/2/3/4",
            "20200101",
            "2020-01-01 10",
            "3:04PM 1/2/2020",
            "2020-01-01T10:00:00,5Z",
            "20 20",
            "2020-01-01T10",
            "1e3",
        ] {
            assert_eq!(read(text), "NaN", "{text}");
        }
    }
}
