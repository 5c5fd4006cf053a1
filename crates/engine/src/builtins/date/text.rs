//! The fixed text forms of dates (ECMA-262 §21.4.4.35, §21.4.4.41, §21.4.4.43).

use super::calendar::Fields;
use super::zone::Zone;

const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn short(names: &'static [&'static str], index: u8) -> &'static str {
    names.get(index as usize).and_then(|name| name.get(..3)).unwrap_or("")
}

fn year_text(year: i64) -> String {
    let sign = if year < 0 { "-" } else { "" };
    format!("{sign}{:04}", year.abs())
}

/// DateString, such as `Thu Jan 01 1970`.
pub(crate) fn date_string(fields: &Fields) -> String {
    let (weekday, month) = (short(&WEEKDAYS, fields.weekday), short(&MONTHS, fields.month));
    format!("{weekday} {month} {:02} {}", fields.day, year_text(fields.year))
}

/// TimeString and TimeZoneString, such as `00:00:00 GMT+0000 (Coordinated Universal Time)`.
pub(crate) fn time_string(fields: &Fields, time: f64, zone: &Zone) -> String {
    let offset = (zone.offset_at(time) / 60_000.0).trunc() as i64;
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
    let name = super::zone_name::long_name(zone, time);
    format!("{:02}:{:02}:{:02} GMT{sign}{hours:02}{minutes:02} ({name})", fields.hour, fields.minute, fields.second)
}

/// ToDateString (§21.4.4.41.4)
pub(crate) fn to_date_string(time: f64, zone: &Zone) -> String {
    if time.is_nan() {
        return "Invalid Date".to_owned();
    }
    let fields = Fields::of(zone.local_time(time));
    format!("{} {}", date_string(&fields), time_string(&fields, time, zone))
}

/// `Thu, 01 Jan 1970 00:00:00 GMT`
pub(crate) fn utc_string(time: f64) -> String {
    if time.is_nan() {
        return "Invalid Date".to_owned();
    }
    let fields = Fields::of(time);
    format!(
        "{}, {:02} {} {} {:02}:{:02}:{:02} GMT",
        short(&WEEKDAYS, fields.weekday),
        fields.day,
        short(&MONTHS, fields.month),
        year_text(fields.year),
        fields.hour,
        fields.minute,
        fields.second
    )
}

/// The ISO form of a finite time (§21.4.1.32).
pub(crate) fn iso_string(time: f64) -> String {
    let fields = Fields::of(time);
    let year = match fields.year {
        year @ 0..=9999 => format!("{year:04}"),
        year if year < 0 => format!("-{:06}", -year),
        year => format!("+{year:06}"),
    };
    format!(
        "{year}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        fields.month + 1,
        fields.day,
        fields.hour,
        fields.minute,
        fields.second,
        fields.millisecond
    )
}
