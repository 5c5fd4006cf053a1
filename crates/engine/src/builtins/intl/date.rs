//! `Intl.DateTimeFormat` (ECMA-402 §11), which also serves the `toLocale…String` methods of dates.

mod range;
mod text;

use super::locale::{self, Resolved};
use super::options::{Options, RangeParts};
use crate::builtins::date::calendar::time_clip;
use crate::builtins::date::zone::Zone;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// Which fields are written when the options name none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defaults {
    Date,
    Time,
    All,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digits {
    Numeric,
    TwoDigit,
}

/// How a name is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    Long,
    Short,
    Narrow,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Month {
    Number(Digits),
    Name(Length),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Full,
    Long,
    Medium,
    Short,
}

/// A date format: the internal slots of a DateTimeFormat object.
#[derive(Debug, Clone)]
pub(crate) struct DateTimeFormat {
    pub(crate) locale: Resolved,
    pub(crate) zone: Zone,
    pub(crate) weekday: Option<Length>,
    pub(crate) era: Option<Length>,
    pub(crate) year: Option<Digits>,
    pub(crate) month: Option<Month>,
    pub(crate) day: Option<Digits>,
    pub(crate) hour: Option<Digits>,
    pub(crate) minute: bool,
    /// The minute was asked for as `numeric`, which decides how the hour is written in some locales.
    pub(crate) minute_is_numeric: bool,
    pub(crate) second: bool,
    /// Digits of the fraction of a second.
    pub(crate) fraction: usize,
    pub(crate) zone_name: Option<Length>,
    pub(crate) date_style: Option<Style>,
    pub(crate) time_style: Option<Style>,
    /// What the options say about 12 hours; the locale decides otherwise.
    pub(crate) clock: Option<bool>,
    /// The hour cycle that is asked for: h11, h12, h23, h24.
    pub(crate) cycle: Option<usize>,
    pub(crate) day_period: Option<Length>,
}

const LENGTHS: [&str; 3] = ["long", "short", "narrow"];
const DIGITS: [&str; 2] = ["numeric", "2-digit"];
const STYLES: [&str; 4] = ["full", "long", "medium", "short"];

fn length(index: usize) -> Length {
    match index {
        0 => Length::Long,
        1 => Length::Short,
        _ => Length::Narrow,
    }
}

fn digits(index: usize) -> Digits {
    if index == 0 { Digits::Numeric } else { Digits::TwoDigit }
}

fn style(index: usize) -> Style {
    match index {
        0 => Style::Full,
        1 => Style::Long,
        2 => Style::Medium,
        _ => Style::Short,
    }
}

impl DateTimeFormat {
    /// Reads locales and options (§11.1.2, CreateDateTimeFormat). `required` are the fields of which one must be
    /// there, `defaults` those taken otherwise.
    pub(crate) fn read(
        cx: &mut Vm,
        locales: Value,
        options: Value,
        required: Defaults,
        defaults: Defaults,
    ) -> Completion<DateTimeFormat> {
        let mut locale = locale::resolve(cx, locales)?;
        let options = Options::coerced(cx, options)?;
        if let Some(name) = options.text(cx, "numberingSystem")? {
            locale = locale.numbered(&name);
        }
        let hour12 = options.boolean(cx, "hour12")?;
        let asked = options.choice(cx, "hourCycle", &locale::HOUR_CYCLES)?;
        let cycle = asked.or(locale.hour_cycle);
        // The extension is part of the name where it decides.
        let usual = locale.hour_cycle.map(|cycle| cycle < 2);
        if let Some(name) = locale.hour_cycle.and_then(|cycle| locale::HOUR_CYCLES.get(cycle))
            && hour12.or(asked.map(|asked| asked < 2)).is_none_or(|twelve| Some(twelve) == usual)
            && (hour12.is_some() || asked.is_none_or(|asked| Some(asked) == locale.hour_cycle))
        {
            locale.tag = match locale.tag.split_once("-u-") {
                Some((base, rest)) => format!("{base}-u-hc-{name}-{rest}"),
                None => format!("{}-u-hc-{name}", locale.tag),
            };
        }
        let clock = hour12.or(cycle.map(|cycle| cycle < 2));
        let zone = match options.text(cx, "timeZone")? {
            None => cx.local_zone().clone(),
            Some(name) => match Zone::find(&name) {
                Some(zone) => zone,
                None => return Err(cx.range_error(&format!("Invalid time zone specified: {name}"))),
            },
        };
        let weekday = options.choice(cx, "weekday", &LENGTHS)?.map(length);
        let era = options.choice(cx, "era", &LENGTHS)?.map(length);
        let year = options.choice(cx, "year", &DIGITS)?.map(digits);
        let months = ["numeric", "2-digit", "long", "short", "narrow"];
        let month = options
            .choice(cx, "month", &months)?
            .map(|index| if index < 2 { Month::Number(digits(index)) } else { Month::Name(length(index - 2)) });
        let day = options.choice(cx, "day", &DIGITS)?.map(digits);
        let day_period = options.choice(cx, "dayPeriod", &LENGTHS)?.map(length);
        let hour = options.choice(cx, "hour", &DIGITS)?.map(digits);
        let minute = options.choice(cx, "minute", &DIGITS)?.map(digits);
        let second = options.choice(cx, "second", &DIGITS)?.is_some();
        let fraction = options.number(cx, "fractionalSecondDigits", 1, 3)?.unwrap_or(0) as usize;
        let zone_names = ["long", "short", "shortOffset", "longOffset", "shortGeneric", "longGeneric"];
        let zone_name = options
            .choice(cx, "timeZoneName", &zone_names)?
            .map(|index| if matches!(index, 0 | 5) { Length::Long } else { Length::Short });
        let date_style = options.choice(cx, "dateStyle", &STYLES)?.map(style);
        let time_style = options.choice(cx, "timeStyle", &STYLES)?.map(style);
        let mut format = DateTimeFormat {
            locale,
            zone,
            weekday,
            era,
            year,
            month,
            day,
            hour,
            minute: minute.is_some(),
            minute_is_numeric: minute == Some(Digits::Numeric),
            second,
            fraction,
            zone_name,
            date_style,
            time_style,
            clock,
            cycle: cycle.filter(|_| hour12.is_none()),
            day_period,
        };
        if date_style.is_none() && time_style.is_none() {
            format.apply_defaults(required, defaults);
            return Ok(format);
        }
        if let Some(field) = format.fields().first() {
            let which = if date_style.is_some() { "dateStyle" } else { "timeStyle" };
            return Err(cx.type_error(&format!("Can't set option {field} when {which} is used")));
        }
        match required {
            Defaults::Date if time_style.is_some() => Err(cx.type_error("Invalid option : timeStyle")),
            Defaults::Time if date_style.is_some() => Err(cx.type_error("Invalid option : dateStyle")),
            _ => Ok(format),
        }
    }

    fn apply_defaults(&mut self, required: Defaults, defaults: Defaults) {
        let date = self.weekday.is_some() || self.year.is_some() || self.month.is_some() || self.day.is_some();
        let time = self.day_period.is_some() || self.hour.is_some() || self.minute || self.second || self.fraction > 0;
        let is_given = match required {
            Defaults::Date => date,
            Defaults::Time => time,
            Defaults::All => date || time,
        };
        if is_given {
            return;
        }
        if defaults != Defaults::Time {
            self.year = Some(Digits::Numeric);
            self.month = Some(Month::Number(Digits::Numeric));
            self.day = Some(Digits::Numeric);
        }
        if defaults != Defaults::Date {
            self.hour = Some(Digits::Numeric);
            self.minute = true;
            self.minute_is_numeric = true;
            self.second = true;
        }
    }

    /// Names of the fields that are given.
    fn fields(&self) -> Vec<&'static str> {
        let given = [
            (self.weekday.is_some(), "weekday"),
            (self.era.is_some(), "era"),
            (self.year.is_some(), "year"),
            (self.month.is_some(), "month"),
            (self.day.is_some(), "day"),
            (self.day_period.is_some(), "dayPeriod"),
            (self.hour.is_some(), "hour"),
            (self.minute, "minute"),
            (self.second, "second"),
            (self.fraction > 0, "fractionalSecondDigits"),
            (self.zone_name.is_some(), "timeZoneName"),
        ];
        given.iter().filter(|(given, _)| *given).map(|(_, name)| *name).collect()
    }

    fn hour12(&self) -> bool {
        self.clock.unwrap_or(self.locale.data.date.hour12)
    }

    /// Whether hours are counted from 0 to 11: when asked for, and in Japan.
    fn counts_from_zero(&self) -> bool {
        match self.cycle {
            Some(cycle) => cycle == 0,
            None => {
                let is_usual = self.locale.hour_cycle == Some(0) || self.locale.tag.split('-').any(|part| part == "JP");
                self.clock == Some(true) && is_usual
            }
        }
    }

    fn format(&self, time: f64) -> String {
        // Narrow spaces are for typesetting: text has plain ones, as other engines give.
        self.parts(time).text().replace('\u{202f}', " ")
    }
}

/// The `toLocale…String` methods of dates (§19.4).
pub(crate) fn to_locale_string(cx: &mut Vm, time: f64, args: Args, defaults: Defaults) -> Completion {
    let format = DateTimeFormat::read(cx, args.at(cx, 0), args.at(cx, 1), defaults, defaults)?;
    let text = if time.is_nan() { "Invalid Date".to_owned() } else { format.format(time) };
    Ok(cx.heap.new_string(&text)?.into())
}

struct FormatObject {
    format: DateTimeFormat,
    bound: Option<ObjectId>,
}

impl ObjectData for FormatObject {
    fn trace(&self, tracer: &mut Tracer) {
        self.bound.into_iter().for_each(|bound| tracer.object(bound));
    }

    fn bytes(&self) -> usize {
        size_of::<FormatObject>()
    }
}

/// Intl.DateTimeFormat ( [ locales [ , options ] ] ) (§11.1.1)
fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = match cx.new_target() {
        target if target.is_undefined() => cx.active_native,
        target => target,
    };
    let format = DateTimeFormat::read(cx, args.at(cx, 0), args.at(cx, 1), Defaults::All, Defaults::Date)?;
    let kind = ObjectKind::Data(Box::new(FormatObject { format, bound: None }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlDateTimeFormatPrototype, kind)?.into())
}

fn this_format(cx: &mut Vm, this: Value) -> Completion<(ObjectId, DateTimeFormat)> {
    if let Some(object) = this.as_object()
        && let Some(data) = cx.heap.data::<FormatObject>(object)
    {
        return Ok((object, data.format.clone()));
    }
    Err(cx.type_error("this is not an Intl.DateTimeFormat object"))
}

/// The time of an argument: now when it is undefined (§11.5.6, step 1).
fn time_of(cx: &mut Vm, value: Value) -> Completion<f64> {
    let time = if value.is_undefined() { cx.hooks.now_ms() } else { cx.to_number(value)? };
    let time = time_clip(time);
    if time.is_nan() { Err(cx.range_error("Invalid time value")) } else { Ok(time) }
}

/// get Intl.DateTimeFormat.prototype.format (§11.3.3)
fn get_format(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (object, _) = this_format(cx, this)?;
    if let Some(bound) = cx.heap.data::<FormatObject>(object).and_then(|data| data.bound) {
        return Ok(bound.into());
    }
    let bound = cx.new_native_closure(bound_format, names::EMPTY, 1, vec![object.into()]);
    if let Some(data) = cx.heap.data_mut::<FormatObject>(object) {
        data.bound = Some(bound);
    }
    Ok(bound.into())
}

fn bound_format(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (_, format) = this_format(cx, cx.captured(0))?;
    let time = time_of(cx, args.at(cx, 0))?;
    Ok(cx.heap.new_string(&format.format(time))?.into())
}

/// Intl.DateTimeFormat.prototype.formatToParts ( date ) (§11.3.4)
fn format_to_parts(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, format) = this_format(cx, this)?;
    let time = time_of(cx, args.at(cx, 0))?;
    format.parts(time).to_array(cx)
}

/// Receiver and arguments of the methods for ranges.
fn range_of(cx: &mut Vm, this: Value, args: Args) -> Completion<(DateTimeFormat, f64, f64)> {
    let (_, format) = this_format(cx, this)?;
    if args.at(cx, 0).is_undefined() || args.at(cx, 1).is_undefined() {
        return Err(cx.type_error("start and end of a range must be given"));
    }
    let start = cx.to_number(args.at(cx, 0))?;
    let end = cx.to_number(args.at(cx, 1))?;
    let (start, end) = (time_clip(start), time_clip(end));
    if start.is_nan() || end.is_nan() { Err(cx.range_error("Invalid time value")) } else { Ok((format, start, end)) }
}

/// Intl.DateTimeFormat.prototype.formatRange ( startDate, endDate ) (§11.3.5)
fn format_range(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (format, start, end) = range_of(cx, this, args)?;
    let text = format.range_parts(start, end).map_or_else(|| format.format(start), |parts| parts.text());
    Ok(cx.heap.new_string(&text)?.into())
}

/// Intl.DateTimeFormat.prototype.formatRangeToParts ( startDate, endDate ) (§11.3.6)
fn format_range_to_parts(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (format, start, end) = range_of(cx, this, args)?;
    let parts = format.range_parts(start, end).unwrap_or_else(|| RangeParts::shared(format.parts(start)));
    parts.to_array(cx)
}

/// Intl.DateTimeFormat.prototype.resolvedOptions ( ) (§11.3.7)
fn resolved_options(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (_, format) = this_format(cx, this)?;
    let object = cx.new_object();
    let add = |cx: &mut Vm, name: &str, text: &str| -> Completion<()> {
        let text = cx.heap.new_string(text)?;
        cx.create_named(object, name, text.into())
    };
    add(cx, "locale", &format.locale.tag)?;
    add(cx, "calendar", if format.locale.data.year_offset == 0 { "gregory" } else { "buddhist" })?;
    add(cx, "numberingSystem", format.locale.numbering.0)?;
    add(cx, "timeZone", format.zone.name())?;
    if format.hour.is_some() || format.time_style.is_some() {
        let cycle = match (format.hour12(), format.cycle) {
            (true, _) if format.counts_from_zero() => "h11",
            (true, _) => "h12",
            (false, Some(3)) => "h24",
            (false, _) => "h23",
        };
        add(cx, "hourCycle", cycle)?;
        cx.create_named(object, "hour12", format.hour12().into())?;
    }
    let word = |length: Length| LENGTHS.get(length as usize).copied().unwrap_or("");
    // How many digits there are is decided by the pattern of the locale.
    let patterns = [format.date_pattern().unwrap_or_default(), format.time_pattern()];
    let marks: Vec<&str> = patterns.into_iter().flat_map(super::options::marks).collect();
    let number = |two: &[&str]| if marks.iter().any(|mark| two.contains(mark)) { "2-digit" } else { "numeric" };
    let month = format.month.map(|month| match month {
        Month::Name(length) => word(length),
        Month::Number(_) => number(&["MM"]),
    });
    let fields = [
        ("weekday", format.weekday.map(word)),
        ("era", format.era.map(word)),
        ("year", format.year.map(|_| number(&["yy"]))),
        ("month", month),
        ("day", format.day.map(|_| number(&["dd"]))),
        ("hour", format.hour.map(|_| number(&["HH", "hh"]))),
        ("minute", format.minute.then(|| number(&["mm"]))),
        ("second", format.second.then(|| number(&["ss"]))),
    ];
    for (name, text) in fields {
        if let Some(text) = text {
            add(cx, name, text)?;
        }
    }
    if format.fraction > 0 {
        cx.create_named(object, "fractionalSecondDigits", Value::index(format.fraction))?;
    }
    let styles = [
        ("timeZoneName", format.zone_name.map(word)),
        ("dateStyle", format.date_style.map(text::style_name)),
        ("timeStyle", format.time_style.map(text::style_name)),
    ];
    for (name, text) in styles {
        if let Some(text) = text {
            add(cx, name, text)?;
        }
    }
    Ok(object.into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "DateTimeFormat",
    0,
    construct,
    Intrinsic::IntlDateTimeFormatPrototype,
    &[method("supportedLocalesOf", 1, locale::supported_locales_of)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlDateTimeFormat),
        method("resolvedOptions", 0, resolved_options),
        method("formatToParts", 1, format_to_parts),
        getter("format", get_format),
        method("formatRange", 2, format_range),
        method("formatRangeToParts", 2, format_range_to_parts),
        tag("Intl.DateTimeFormat"),
    ],
);
