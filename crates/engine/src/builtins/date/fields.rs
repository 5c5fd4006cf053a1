//! Getters and setters of Date.prototype (ECMA-262 §21.4.4.2 to §21.4.4.34).

use super::calendar::{Fields, make_date_of, time_clip};
use super::this_time;
use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

macro_rules! getters {
    ($($local:ident $utc:ident $read:expr;)*) => {
        $(
            pub(super) fn $local(cx: &mut Vm, this: Value, _args: Args) -> Completion {
                let time = this_time(cx, this)?;
                if time.is_nan() {
                    return Ok(Value::NAN);
                }
                let local = cx.local_zone().local_time(time);
                let read: fn(&Fields) -> i64 = $read;
                Ok(Value::number(read(&Fields::of(local)) as f64))
            }

            pub(super) fn $utc(cx: &mut Vm, this: Value, _args: Args) -> Completion {
                let time = this_time(cx, this)?;
                if time.is_nan() {
                    return Ok(Value::NAN);
                }
                let read: fn(&Fields) -> i64 = $read;
                Ok(Value::number(read(&Fields::of(time)) as f64))
            }
        )*
    };
}

getters! {
    get_date get_utc_date |fields| i64::from(fields.day);
    get_day get_utc_day |fields| i64::from(fields.weekday);
    get_full_year get_utc_full_year |fields| fields.year;
    get_hours get_utc_hours |fields| i64::from(fields.hour);
    get_milliseconds get_utc_milliseconds |fields| i64::from(fields.millisecond);
    get_minutes get_utc_minutes |fields| i64::from(fields.minute);
    get_month get_utc_month |fields| i64::from(fields.month);
    get_seconds get_utc_seconds |fields| i64::from(fields.second);
}

/// Date.prototype.getTime ( ) (§21.4.4.10)
pub(super) fn get_time(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(Value::number(this_time(cx, this)?))
}

/// Date.prototype.valueOf ( ) (§21.4.4.44)
pub(super) fn value_of(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(Value::number(this_time(cx, this)?))
}

/// Date.prototype.getTimezoneOffset ( ) (§21.4.4.11)
pub(super) fn get_timezone_offset(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let time = this_time(cx, this)?;
    if time.is_nan() {
        return Ok(Value::NAN);
    }
    let minutes = cx.local_zone().offset_at(time) / 60_000.0;
    Ok(Value::number(0.0 - minutes))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frame {
    Local,
    Utc,
}

/// A setter: `first` is the index among year, month, day, hour, minute, second, millisecond of what its first argument
/// means, `most` how many arguments it looks at.
fn set_from(cx: &mut Vm, this: Value, args: Args, frame: Frame, first: usize, most: usize) -> Completion {
    let time = this_time(cx, this)?;
    let mut given = [None; 4];
    for (index, slot) in given.iter_mut().enumerate().take(most) {
        if index == 0 || index < args.len() {
            *slot = Some(cx.to_number(args.at(cx, index))?);
        }
    }
    let base = match frame {
        // Only the year can make a valid date of an invalid one.
        _ if time.is_nan() && first > 0 => return Ok(Value::NAN),
        _ if time.is_nan() => 0.0,
        Frame::Local => cx.local_zone().local_time(time),
        Frame::Utc => time,
    };
    let mut fields = Fields::of(base).numbers();
    for (field, number) in fields.iter_mut().skip(first).zip(given) {
        if let Some(number) = number {
            *field = number;
        }
    }
    let made = make_date_of(fields);
    let changed = match frame {
        Frame::Local => time_clip(cx.local_zone().utc_of(made)),
        Frame::Utc => time_clip(made),
    };
    store(cx, this, changed)
}

fn store(cx: &mut Vm, this: Value, time: f64) -> Completion {
    if let Some(object) = this.as_object() {
        cx.heap.object_mut(object).kind = ObjectKind::Date(time);
    }
    Ok(Value::number(time))
}

macro_rules! setters {
    ($($local:ident $utc:ident $first:literal $most:literal;)*) => {
        $(
            pub(super) fn $local(cx: &mut Vm, this: Value, args: Args) -> Completion {
                set_from(cx, this, args, Frame::Local, $first, $most)
            }

            pub(super) fn $utc(cx: &mut Vm, this: Value, args: Args) -> Completion {
                set_from(cx, this, args, Frame::Utc, $first, $most)
            }
        )*
    };
}

setters! {
    set_full_year set_utc_full_year 0 3;
    set_month set_utc_month 1 2;
    set_date set_utc_date 2 1;
    set_hours set_utc_hours 3 4;
    set_minutes set_utc_minutes 4 3;
    set_seconds set_utc_seconds 5 2;
    set_milliseconds set_utc_milliseconds 6 1;
}

/// Date.prototype.setTime ( time ) (§21.4.4.27)
pub(super) fn set_time(cx: &mut Vm, this: Value, args: Args) -> Completion {
    this_time(cx, this)?;
    let time = cx.to_number(args.at(cx, 0))?;
    store(cx, this, time_clip(time))
}
