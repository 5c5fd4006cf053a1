//! `Date` (ECMA-262 §21.4). Calendar arithmetic is our own, offsets come from a bundled database, the clock and the name
//! of the local zone from the host.

pub(crate) mod calendar;
mod fields;
mod parse;
pub(crate) mod text;
pub(crate) mod zone;
pub(crate) mod zone_name;

use crate::builtins::intl;
use crate::completion::Completion;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::heap::symbol::WellKnown;
use crate::ops::conversion::Hint;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;
use calendar::{Fields, make_date_of, make_full_year, time_clip};

/// Date ( ...values ) (§21.4.2.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        let now = current_time(cx);
        let text = text::to_date_string(now, cx.local_zone());
        return Ok(cx.heap.new_string(&text)?.into());
    }
    let time = match args.len() {
        0 => current_time(cx),
        1 => time_of_value(cx, args.at(cx, 0))?,
        _ => {
            let local = date_of_arguments(cx, args)?;
            time_clip(cx.local_zone().utc_of(local))
        }
    };
    let date = cx.ordinary_create_from_constructor(new_target, Intrinsic::DatePrototype, ObjectKind::Date(time))?;
    Ok(date.into())
}

fn current_time(cx: &mut Vm) -> f64 {
    time_clip(cx.hooks.now_ms().floor())
}

fn time_of_value(cx: &mut Vm, value: Value) -> Completion<f64> {
    if let Some(object) = value.as_object()
        && let ObjectKind::Date(time) = cx.heap.object(object).kind
    {
        return Ok(time);
    }
    let primitive = cx.to_primitive(value, Hint::Default)?;
    if primitive.is_string() {
        return parse_text(cx, primitive);
    }
    Ok(time_clip(cx.to_number(primitive)?))
}

fn parse_text(cx: &mut Vm, value: Value) -> Completion<f64> {
    let id = cx.to_string(value)?;
    cx.charge_fuel(64)?;
    cx.local_zone();
    let Some(zone) = &cx.local_zone else { return Ok(f64::NAN) };
    Ok(parse::parse(cx.heap.str(id), zone))
}

/// Year, month and so on, as the constructor and Date.UTC take them.
fn date_of_arguments(cx: &mut Vm, args: Args) -> Completion<f64> {
    let mut fields = [f64::NAN, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    for (index, field) in fields.iter_mut().enumerate() {
        if let Some(value) = args.get(cx, index) {
            *field = cx.to_number(value)?;
        }
    }
    if let Some(year) = fields.first_mut() {
        *year = make_full_year(*year);
    }
    Ok(make_date_of(fields))
}

/// Date.now ( ) (§21.4.3.1)
fn now(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Ok(Value::number(current_time(cx)))
}

/// Date.parse ( string ) (§21.4.3.2)
fn parse_date(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = cx.to_string(args.at(cx, 0))?;
    Ok(Value::number(parse_text(cx, text.into())?))
}

/// Date.UTC ( year, ... ) (§21.4.3.4)
fn utc(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(Value::number(time_clip(date_of_arguments(cx, args)?)))
}

/// ThisTimeValue (§21.4.4)
pub(crate) fn this_time(cx: &mut Vm, this: Value) -> Completion<f64> {
    if let Some(object) = this.as_object()
        && let ObjectKind::Date(time) = cx.heap.object(object).kind
    {
        return Ok(time);
    }
    let shown = cx.describe(this);
    Err(cx.type_error(&format!("this is not a Date object (it is {shown})")))
}

fn text_value(cx: &mut Vm, text: &str) -> Completion {
    Ok(cx.heap.new_string(text)?.into())
}

/// Date.prototype.toDateString ( ) (§21.4.4.35)
fn to_date_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let time = this_time(cx, this)?;
    let text = if time.is_nan() {
        "Invalid Date".to_owned()
    } else {
        text::date_string(&Fields::of(cx.local_zone().local_time(time)))
    };
    text_value(cx, &text)
}

/// Date.prototype.toTimeString ( ) (§21.4.4.42)
fn to_time_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let time = this_time(cx, this)?;
    let text = if time.is_nan() {
        "Invalid Date".to_owned()
    } else {
        let zone = cx.local_zone();
        text::time_string(&Fields::of(zone.local_time(time)), time, zone)
    };
    text_value(cx, &text)
}

/// Date.prototype.toString ( ) (§21.4.4.41)
fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let time = this_time(cx, this)?;
    let text = text::to_date_string(time, cx.local_zone());
    text_value(cx, &text)
}

/// Date.prototype.toUTCString ( ) (§21.4.4.43)
fn to_utc_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let time = this_time(cx, this)?;
    text_value(cx, &text::utc_string(time))
}

/// Date.prototype.toISOString ( ) (§21.4.4.36)
fn to_iso_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let time = this_time(cx, this)?;
    if time.is_nan() {
        return Err(cx.range_error("Invalid time value"));
    }
    text_value(cx, &text::iso_string(time))
}

/// Date.prototype.toJSON ( key ) (§21.4.4.37)
fn to_json(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let primitive = cx.to_primitive(object.into(), Hint::Number)?;
    if primitive.as_number().is_some_and(|number| !number.is_finite()) {
        return Ok(Value::NULL);
    }
    cx.invoke(object.into(), key::TO_ISO_STRING, &[])
}

/// Date.prototype.toLocaleDateString ( ) (§21.4.4.38)
fn to_locale_date_string(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let time = this_time(cx, this)?;
    intl::date::to_locale_string(cx, time, args, intl::date::Defaults::Date)
}

/// Date.prototype.toLocaleString ( ) (§21.4.4.39)
fn to_locale_string(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let time = this_time(cx, this)?;
    intl::date::to_locale_string(cx, time, args, intl::date::Defaults::All)
}

/// Date.prototype.toLocaleTimeString ( ) (§21.4.4.40)
fn to_locale_time_string(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let time = this_time(cx, this)?;
    intl::date::to_locale_string(cx, time, args, intl::date::Defaults::Time)
}

/// Date.prototype [ %Symbol.toPrimitive% ] ( hint ) (§21.4.4.45)
fn to_primitive(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let Some(object) = this.as_object() else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Date.prototype[Symbol.toPrimitive] called on {shown}")));
    };
    let hint = args.at(cx, 0);
    let name = match hint.as_string() {
        Some(id) => cx.heap.text(id)?,
        None => String::new(),
    };
    let hint = match name.as_str() {
        "string" | "default" => Hint::String,
        "number" => Hint::Number,
        _ => {
            let shown = cx.describe(hint);
            return Err(cx.type_error(&format!("Invalid hint: {shown}")));
        }
    };
    cx.ordinary_to_primitive(object, hint)
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Date",
    7,
    construct,
    Intrinsic::DatePrototype,
    &[method("now", 0, now), method("parse", 1, parse_date), method("UTC", 7, utc)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::Date),
        method("getDate", 0, fields::get_date),
        method("getDay", 0, fields::get_day),
        method("getFullYear", 0, fields::get_full_year),
        method("getHours", 0, fields::get_hours),
        method("getMilliseconds", 0, fields::get_milliseconds),
        method("getMinutes", 0, fields::get_minutes),
        method("getMonth", 0, fields::get_month),
        method("getSeconds", 0, fields::get_seconds),
        method("getTime", 0, fields::get_time),
        method("getTimezoneOffset", 0, fields::get_timezone_offset),
        method("getUTCDate", 0, fields::get_utc_date),
        method("getUTCDay", 0, fields::get_utc_day),
        method("getUTCFullYear", 0, fields::get_utc_full_year),
        method("getUTCHours", 0, fields::get_utc_hours),
        method("getUTCMilliseconds", 0, fields::get_utc_milliseconds),
        method("getUTCMinutes", 0, fields::get_utc_minutes),
        method("getUTCMonth", 0, fields::get_utc_month),
        method("getUTCSeconds", 0, fields::get_utc_seconds),
        method("setDate", 1, fields::set_date),
        method("setFullYear", 3, fields::set_full_year),
        method("setHours", 4, fields::set_hours),
        method("setMilliseconds", 1, fields::set_milliseconds),
        method("setMinutes", 3, fields::set_minutes),
        method("setMonth", 2, fields::set_month),
        method("setSeconds", 2, fields::set_seconds),
        method("setTime", 1, fields::set_time),
        method("setUTCDate", 1, fields::set_utc_date),
        method("setUTCFullYear", 3, fields::set_utc_full_year),
        method("setUTCHours", 4, fields::set_utc_hours),
        method("setUTCMilliseconds", 1, fields::set_utc_milliseconds),
        method("setUTCMinutes", 3, fields::set_utc_minutes),
        method("setUTCMonth", 2, fields::set_utc_month),
        method("setUTCSeconds", 2, fields::set_utc_seconds),
        method("toDateString", 0, to_date_string),
        method("toISOString", 0, to_iso_string),
        method("toJSON", 1, to_json),
        method("toLocaleDateString", 0, to_locale_date_string),
        method("toLocaleString", 0, to_locale_string),
        method("toLocaleTimeString", 0, to_locale_time_string),
        method("toString", 0, to_string),
        method("toTimeString", 0, to_time_string),
        method("toUTCString", 0, to_utc_string),
        same("toGMTString", "toUTCString"),
        method("valueOf", 0, fields::value_of),
        symbol_method(WellKnown::ToPrimitive, "[Symbol.toPrimitive]", 1, to_primitive).with(Attributes::CONFIGURABLE),
    ],
);
