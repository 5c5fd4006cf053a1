//! English names of time zones, for the text of dates.

use super::zone::Zone;

/// What the names of a zone start with, by the abbreviation of the database; standard and daylight time differ in the
/// word after it.
const FAMILIES: &[(&str, &str)] = &[
    ("CET", "Central European Standard Time"),
    ("CEST", "Central European Summer Time"),
    ("EET", "Eastern European Standard Time"),
    ("EEST", "Eastern European Summer Time"),
    ("WET", "Western European Standard Time"),
    ("WEST", "Western European Summer Time"),
    ("BST", "British Summer Time"),
    ("GMT", "Greenwich Mean Time"),
    ("EST", "Eastern Standard Time"),
    ("EDT", "Eastern Daylight Time"),
    ("CST", "Central Standard Time"),
    ("CDT", "Central Daylight Time"),
    ("MST", "Mountain Standard Time"),
    ("MDT", "Mountain Daylight Time"),
    ("PST", "Pacific Standard Time"),
    ("PDT", "Pacific Daylight Time"),
    ("AKST", "Alaska Standard Time"),
    ("AKDT", "Alaska Daylight Time"),
    ("HST", "Hawaii-Aleutian Standard Time"),
    ("JST", "Japan Standard Time"),
    ("KST", "Korean Standard Time"),
    ("IST", "India Standard Time"),
    ("MSK", "Moscow Standard Time"),
    ("AEST", "Australian Eastern Standard Time"),
    ("AEDT", "Australian Eastern Daylight Time"),
    ("ACST", "Australian Central Standard Time"),
    ("ACDT", "Australian Central Daylight Time"),
    ("AWST", "Australian Western Standard Time"),
    ("NZST", "New Zealand Standard Time"),
    ("NZDT", "New Zealand Daylight Time"),
    ("SAST", "South Africa Standard Time"),
];

/// Zones whose abbreviation means something else elsewhere, or nothing.
const BY_ZONE: &[(&str, &str)] = &[
    ("Asia/Shanghai", "China Standard Time"),
    ("Asia/Taipei", "Taipei Standard Time"),
    ("Asia/Singapore", "Singapore Standard Time"),
    ("Asia/Hong_Kong", "Hong Kong Standard Time"),
    ("Asia/Kathmandu", "Nepal Time"),
    ("Asia/Dubai", "Gulf Standard Time"),
    ("America/Sao_Paulo", "Brasilia Standard Time"),
    ("America/Argentina/Buenos_Aires", "Argentina Standard Time"),
];

/// The long name, such as `Central European Summer Time`; the offset such as `GMT+05:45` where no name is known.
pub(crate) fn long_name(zone: &Zone, time: f64) -> String {
    if zone.is_utc() {
        return "Coordinated Universal Time".to_owned();
    }
    if zone.name() == "Europe/Dublin" && zone.offset_at(time) > 0.0 {
        return "Irish Standard Time".to_owned();
    }
    if let Some((_, name)) = BY_ZONE.iter().find(|(zone_name, _)| *zone_name == zone.name()) {
        return (*name).to_owned();
    }
    let abbreviation = zone.abbreviation_at(time);
    match FAMILIES.iter().find(|(short, _)| *short == abbreviation) {
        Some((_, name)) => (*name).to_owned(),
        None => offset_name(zone.offset_at(time), true),
    }
}

/// The short name that en-US uses: letters for zones of the United States and UTC, else the offset such as `GMT+1`.
pub(crate) fn short_name(zone: &Zone, time: f64) -> String {
    if zone.is_utc() {
        return "UTC".to_owned();
    }
    let abbreviation = zone.abbreviation_at(time);
    let american = zone.name().starts_with("America/") || zone.name().starts_with("Pacific/Honolulu");
    let known = ["EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "AKST", "AKDT", "HST"];
    if american && known.contains(&abbreviation.as_str()) {
        return abbreviation;
    }
    offset_name(zone.offset_at(time), false)
}

/// `GMT+1`, `GMT+5:30`, `GMT`; padded `GMT+01:00`.
pub(crate) fn offset_name(offset: f64, padded: bool) -> String {
    let minutes = (offset / 60_000.0).trunc() as i64;
    if minutes == 0 {
        return "GMT".to_owned();
    }
    let sign = if minutes < 0 { '-' } else { '+' };
    let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
    match (padded, rest) {
        (true, _) => format!("GMT{sign}{hours:02}:{rest:02}"),
        (false, 0) => format!("GMT{sign}{hours}"),
        (false, _) => format!("GMT{sign}{hours}:{rest:02}"),
    }
}
