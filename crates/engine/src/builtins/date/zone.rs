//! Local time (ECMA-262 §21.4.1.25, §21.4.1.26): offsets from the bundled time zone database. The host names the zone;
//! the zone of the system is never asked.

use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::sync::OnceLock;

use super::calendar::{MAX_TIME, MS_PER_DAY};
use crate::vm::Vm;

/// A time zone that offsets are taken from.
#[derive(Debug, Clone)]
pub(crate) struct Zone {
    zone: TimeZone,
    name: String,
}

/// The length of the Gregorian cycle.
const CYCLE: f64 = 146_097.0 * MS_PER_DAY;
/// Within the range of the database library: years -9999 and 9999.
const EARLIEST: f64 = -377_000_000_000_000.0;
const LATEST: f64 = 253_000_000_000_000.0;

fn database() -> &'static TimeZoneDatabase {
    static DATABASE: OnceLock<TimeZoneDatabase> = OnceLock::new();
    DATABASE.get_or_init(TimeZoneDatabase::bundled)
}

impl Zone {
    pub(crate) fn utc() -> Zone {
        Zone { zone: TimeZone::UTC, name: "UTC".to_owned() }
    }

    /// The zone of an IANA name (in any case) or of an offset such as `+05:30`.
    pub(crate) fn find(name: &str) -> Option<Zone> {
        if let Some(minutes) = offset_minutes(name) {
            let offset = jiff::tz::Offset::from_seconds(minutes * 60).ok()?;
            let sign = if minutes < 0 { '-' } else { '+' };
            let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
            return Some(Zone { zone: TimeZone::fixed(offset), name: format!("{sign}{hours:02}:{rest:02}") });
        }
        if ["utc", "gmt", "etc/utc", "etc/gmt"].contains(&name.to_ascii_lowercase().as_str()) {
            return Some(Zone::utc());
        }
        let zone = database().get(name).ok()?;
        let name = zone.iana_name().unwrap_or(name).to_owned();
        Some(Zone { zone, name })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_utc(&self) -> bool {
        self.name == "UTC"
    }

    fn timestamp(time: f64) -> Timestamp {
        // Rules of the far future repeat with the calendar; before the earliest year nothing changes any more.
        let time = if time > LATEST { time - ((time - LATEST) / CYCLE).ceil() * CYCLE } else { time.max(EARLIEST) };
        Timestamp::from_millisecond(time as i64).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Milliseconds that local time is ahead of UTC at a time value.
    pub(crate) fn offset_at(&self, time: f64) -> f64 {
        if self.is_utc() {
            return 0.0;
        }
        f64::from(self.zone.to_offset(Zone::timestamp(time)).seconds()) * 1000.0
    }

    /// The short name that the database has for the offset then, such as `CET`; for some zones just digits.
    pub(crate) fn abbreviation_at(&self, time: f64) -> String {
        self.zone.to_offset_info(Zone::timestamp(time)).abbreviation().to_owned()
    }

    /// Whether daylight saving time holds then.
    pub(crate) fn is_summer_at(&self, time: f64) -> bool {
        self.zone.to_offset_info(Zone::timestamp(time)).dst().is_dst()
    }

    /// LocalTime(t) for a finite time.
    pub(crate) fn local_time(&self, time: f64) -> f64 {
        time + self.offset_at(time)
    }

    /// UTC(t): NaN when it is far out of range. In a gap the offset before it holds, in a fold the earlier time.
    pub(crate) fn utc_of(&self, local: f64) -> f64 {
        if !local.is_finite() || local.abs() > MAX_TIME + 2.0 * MS_PER_DAY {
            return f64::NAN;
        }
        let before = self.offset_at(local - MS_PER_DAY);
        let after = self.offset_at(local + MS_PER_DAY);
        if before == after {
            return local - before;
        }
        let (first, second) = (local - before, local - after);
        let first_holds = self.offset_at(first) == before;
        let second_holds = self.offset_at(second) == after;
        match (first_holds, second_holds) {
            (true, true) => first.min(second),
            (false, true) => second,
            _ => first,
        }
    }
}

fn offset_minutes(name: &str) -> Option<i32> {
    let (sign, digits) = match name.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let compact: String = match digits.len() {
        2 | 4 => digits.to_owned(),
        5 => digits.replacen(':', "", 1),
        _ => return None,
    };
    if !compact.bytes().all(|byte| byte.is_ascii_digit()) || compact.len() == 5 {
        return None;
    }
    let hours: i32 = compact.get(..2)?.parse().ok()?;
    let minutes: i32 = compact.get(2..).filter(|rest| !rest.is_empty()).map_or(Some(0), |rest| rest.parse().ok())?;
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

impl Vm {
    /// The zone of local time: UTC unless the host names another one that exists.
    pub(crate) fn local_zone(&mut self) -> &Zone {
        let hooks = &self.hooks;
        self.local_zone.get_or_insert_with(|| Zone::find(hooks.time_zone()).unwrap_or_else(Zone::utc))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::date::calendar::make_date_of;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn gaps_folds_and_far_years() {
        let berlin = Zone::find("europe/berlin").unwrap();
        assert_eq!(berlin.name(), "Europe/Berlin");
        let utc = |fields| berlin.utc_of(make_date_of(fields));
        let plain = |fields| make_date_of(fields);
        assert_eq!(utc([2024., 2., 31., 2., 30., 0., 0.]), plain([2024., 2., 31., 1., 30., 0., 0.]));
        assert_eq!(utc([2024., 9., 27., 2., 30., 0., 0.]), plain([2024., 9., 27., 0., 30., 0., 0.]));
        assert_eq!(utc([2024., 6., 1., 12., 0., 0., 0.]), plain([2024., 6., 1., 10., 0., 0., 0.]));
        assert_eq!(berlin.offset_at(plain([12024., 6., 1., 12., 0., 0., 0.])), 7_200_000.0);
        assert_eq!(berlin.offset_at(-8.64e15), 3_208_000.0);
        let apia = Zone::find("Pacific/Apia").unwrap();
        assert_eq!(apia.utc_of(plain([2011., 11., 31., 0., 30., 0., 0.])), plain([2011., 11., 30., 10., 30., 0., 0.]));
        assert_eq!(Zone::find("+05:30").unwrap().offset_at(0.0), 19_800_000.0);
        assert!(Zone::find("Mars/Base").is_none() && Zone::find("+5").is_none());
    }
}
