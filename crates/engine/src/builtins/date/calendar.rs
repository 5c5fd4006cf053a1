//! Time values and the calendar (ECMA-262 §21.4.1): pure arithmetic.

pub(crate) const MS_PER_DAY: f64 = 86_400_000.0;
/// The largest absolute time value.
pub(crate) const MAX_TIME: f64 = 8.64e15;
/// Years beyond this make no valid date with any day that a program can sensibly give.
const MAX_YEAR: f64 = 1e8;

/// A time value taken apart. Months count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) year: i64,
    pub(crate) month: u8,
    pub(crate) day: u8,
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) second: u8,
    pub(crate) millisecond: u16,
    /// 0 is Sunday.
    pub(crate) weekday: u8,
}

/// Days from the epoch to the first day of a month.
pub(crate) fn days_from_civil(year: i64, month: u8) -> i64 {
    // Years start in March here, so that the leap day comes last; eras have 400 years.
    let shifted = if month < 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let month_from_march = (i64::from(month) + 10) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month (from 0) and day of a day number.
pub(crate) fn civil_from_days(days: i64) -> (i64, u8, u8) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12;
    let year = year_of_era + era * 400 + i64::from(month < 2);
    (year, month as u8, day as u8)
}

impl Fields {
    /// The fields of a finite time value.
    pub(crate) fn of(time: f64) -> Fields {
        let days = (time / MS_PER_DAY).floor();
        let in_day = (time - days * MS_PER_DAY) as i64;
        let days = days as i64;
        let (year, month, day) = civil_from_days(days);
        Fields {
            year,
            month,
            day,
            hour: (in_day / 3_600_000) as u8,
            minute: (in_day / 60_000 % 60) as u8,
            second: (in_day / 1000 % 60) as u8,
            millisecond: (in_day % 1000) as u16,
            weekday: (days + 4).rem_euclid(7) as u8,
        }
    }

    /// Year to millisecond as numbers, in the order in which setters take them.
    pub(crate) fn numbers(&self) -> [f64; 7] {
        [
            self.year as f64,
            f64::from(self.month),
            f64::from(self.day),
            f64::from(self.hour),
            f64::from(self.minute),
            f64::from(self.second),
            f64::from(self.millisecond),
        ]
    }
}

/// MakeTime (§21.4.1.27)
pub(crate) fn make_time(hour: f64, minute: f64, second: f64, millisecond: f64) -> f64 {
    if ![hour, minute, second, millisecond].iter().all(|part| part.is_finite()) {
        return f64::NAN;
    }
    hour.trunc() * 3_600_000.0 + minute.trunc() * 60_000.0 + second.trunc() * 1000.0 + millisecond.trunc()
}

/// MakeDay (§21.4.1.28)
pub(crate) fn make_day(year: f64, month: f64, date: f64) -> f64 {
    if ![year, month, date].iter().all(|part| part.is_finite()) {
        return f64::NAN;
    }
    let month = month.trunc();
    let year = year.trunc() + (month / 12.0).floor();
    if year.abs() > MAX_YEAR {
        return f64::NAN;
    }
    let month = month.rem_euclid(12.0);
    days_from_civil(year as i64, month as u8) as f64 + date.trunc() - 1.0
}

/// MakeDate (§21.4.1.29)
pub(crate) fn make_date(day: f64, time: f64) -> f64 {
    let value = day * MS_PER_DAY + time;
    if day.is_finite() && time.is_finite() && value.is_finite() { value } else { f64::NAN }
}

/// A date from year, month, day, hour, minute, second and millisecond.
pub(crate) fn make_date_of([year, month, day, hour, minute, second, millisecond]: [f64; 7]) -> f64 {
    make_date(make_day(year, month, day), make_time(hour, minute, second, millisecond))
}

/// MakeFullYear (§21.4.1.30)
pub(crate) fn make_full_year(year: f64) -> f64 {
    let truncated = year.trunc();
    if (0.0..=99.0).contains(&truncated) { 1900.0 + truncated } else { truncated }
}

/// TimeClip (§21.4.1.31)
pub(crate) fn time_clip(time: f64) -> f64 {
    if time.abs() <= MAX_TIME { time.trunc() + 0.0 } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_round_trip() {
        for days in (-100_000_000..=100_000_000).step_by(99_991) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month) + i64::from(day) - 1, days);
        }
        assert_eq!(civil_from_days(0), (1970, 0, 1));
        assert_eq!(civil_from_days(-1), (1969, 11, 31));
        assert_eq!(civil_from_days(19_782), (2024, 1, 29));
    }

    #[test]
    fn fields_of_negative_times() {
        let fields = Fields::of(-1.0);
        assert_eq!((fields.hour, fields.minute, fields.second, fields.millisecond), (23, 59, 59, 999));
        assert_eq!(fields.weekday, 3);
    }
}
