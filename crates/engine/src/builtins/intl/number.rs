//! `Intl.NumberFormat` (ECMA-402 §15), which also serves `toLocaleString` of numbers and BigInts.

pub(crate) mod digits;
mod range;
mod text;
pub(crate) mod value;

use super::data::CURRENCY_DIGITS;
use super::locale::{self, Resolved};
use super::options::{Options, RangeParts};
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;
use digits::{DigitOptions, read_digit_options, resolved_digits, resolved_rounding};
use text::is_known_unit;
use value::{MathematicalValue, to_mathematical_value};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Decimal,
    Percent,
    Currency,
    Unit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CurrencyDisplay {
    Code,
    Symbol,
    NarrowSymbol,
    Name,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    Standard,
    Scientific,
    Engineering,
    CompactShort,
    CompactLong,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grouping {
    Never,
    Auto,
    Always,
    MinimumTwo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignDisplay {
    Auto,
    Never,
    Always,
    ExceptZero,
    Negative,
}

const STYLES: [&str; 4] = ["decimal", "percent", "currency", "unit"];
const DISPLAYS: [&str; 4] = ["code", "symbol", "narrowSymbol", "name"];
const UNIT_DISPLAYS: [&str; 3] = ["short", "narrow", "long"];
const SIGNS: [&str; 5] = ["auto", "never", "always", "exceptZero", "negative"];

/// A number format: the internal slots of a NumberFormat object.
#[derive(Debug, Clone)]
pub(crate) struct NumberFormat {
    pub(crate) locale: Resolved,
    pub(crate) style: Style,
    pub(crate) currency: Option<String>,
    pub(crate) currency_display: CurrencyDisplay,
    pub(crate) accounting: bool,
    pub(crate) unit: Option<String>,
    /// Short, narrow, long.
    pub(crate) unit_display: usize,
    pub(crate) notation: Notation,
    pub(crate) grouping: Grouping,
    pub(crate) sign: SignDisplay,
    pub(crate) digits: DigitOptions,
}

struct FormatObject {
    format: NumberFormat,
    /// The function that the getter `format` gives, once made.
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

impl NumberFormat {
    /// Reads locales and options as the constructor does (§15.1.1, §15.1.2).
    pub(crate) fn read(cx: &mut Vm, locales: Value, options: Value) -> Completion<NumberFormat> {
        let mut locale = locale::resolve(cx, locales)?;
        let options = Options::coerced(cx, options)?;
        if let Some(name) = options.text(cx, "numberingSystem")? {
            locale = locale.numbered(&name);
        }
        let style = match options.choice(cx, "style", &STYLES)? {
            Some(1) => Style::Percent,
            Some(2) => Style::Currency,
            Some(3) => Style::Unit,
            _ => Style::Decimal,
        };
        let currency = options.text(cx, "currency")?;
        match &currency {
            None if style == Style::Currency => {
                return Err(cx.type_error("Currency code is required with currency style."));
            }
            Some(code) if code.len() != 3 || !code.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                return Err(cx.range_error(&format!("Invalid currency code : {code}")));
            }
            _ => {}
        }
        let currency = currency.map(|code| code.to_ascii_uppercase());
        let currency_display = match options.choice(cx, "currencyDisplay", &DISPLAYS)? {
            Some(0) => CurrencyDisplay::Code,
            Some(2) => CurrencyDisplay::NarrowSymbol,
            Some(3) => CurrencyDisplay::Name,
            _ => CurrencyDisplay::Symbol,
        };
        let accounting = options.choice(cx, "currencySign", &["standard", "accounting"])? == Some(1);
        let unit = options.text(cx, "unit")?;
        match &unit {
            None if style == Style::Unit => return Err(cx.type_error("Unit is required with unit style.")),
            Some(unit) if !is_known_unit(locale.data, unit) => {
                return Err(cx.range_error(&format!("Invalid unit argument for Intl.NumberFormat() '{unit}'")));
            }
            _ => {}
        }
        let unit_display = options.choice(cx, "unitDisplay", &UNIT_DISPLAYS)?.unwrap_or(0);
        let notation = options.choice(cx, "notation", &["standard", "scientific", "engineering", "compact"])?;
        let is_compact = notation == Some(3);
        let (minimum, maximum) = match style {
            Style::Currency if !is_compact && notation.unwrap_or(0) == 0 => {
                let digits = currency_digits(currency.as_deref().unwrap_or(""));
                (digits, digits)
            }
            Style::Percent => (0, 0),
            _ if is_compact => (0, 0),
            _ => (0, 3),
        };
        let digits = read_digit_options(cx, options, minimum, maximum, is_compact)?;
        let long = options.choice(cx, "compactDisplay", &["short", "long"])? == Some(1);
        let grouping = read_grouping(cx, options, is_compact)?;
        let sign = match options.choice(cx, "signDisplay", &SIGNS)? {
            Some(1) => SignDisplay::Never,
            Some(2) => SignDisplay::Always,
            Some(3) => SignDisplay::ExceptZero,
            Some(4) => SignDisplay::Negative,
            _ => SignDisplay::Auto,
        };
        let notation = match notation {
            Some(1) => Notation::Scientific,
            Some(2) => Notation::Engineering,
            Some(3) if long => Notation::CompactLong,
            Some(3) => Notation::CompactShort,
            _ => Notation::Standard,
        };
        Ok(NumberFormat {
            locale,
            style,
            currency: currency.filter(|_| style == Style::Currency),
            currency_display,
            accounting,
            unit: unit.filter(|_| style == Style::Unit),
            unit_display,
            notation,
            grouping,
            sign,
            digits,
        })
    }

    /// The text of a number.
    pub(crate) fn format(&self, value: &MathematicalValue) -> String {
        self.parts(value).text()
    }
}

fn currency_digits(code: &str) -> u8 {
    CURRENCY_DIGITS.iter().find(|(known, _)| *known == code).map_or(2, |(_, digits)| *digits)
}

fn read_grouping(cx: &mut Vm, options: Options, is_compact: bool) -> Completion<Grouping> {
    let default = if is_compact { Grouping::MinimumTwo } else { Grouping::Auto };
    let value = options.get(cx, "useGrouping")?;
    if value.is_undefined() {
        return Ok(default);
    }
    if value == Value::TRUE {
        return Ok(Grouping::Always);
    }
    if !cx.to_boolean(value) {
        return Ok(Grouping::Never);
    }
    match cx.to_std_string(value)?.as_str() {
        "true" | "false" => Ok(default),
        "min2" => Ok(Grouping::MinimumTwo),
        "auto" => Ok(Grouping::Auto),
        "always" => Ok(Grouping::Always),
        text => Err(cx.range_error(&format!("Value {text} out of range for the option useGrouping"))),
    }
}

/// `toLocaleString` of numbers and BigInts (§19.2.1, §19.3.1).
pub(crate) fn to_locale_string(cx: &mut Vm, value: Value, args: Args) -> Completion {
    let format = NumberFormat::read(cx, args.at(cx, 0), args.at(cx, 1))?;
    let value = to_mathematical_value(cx, value)?;
    Ok(cx.heap.new_string(&format.format(&value))?.into())
}

/// Intl.NumberFormat ( [ locales [ , options ] ] ) (§15.1.1)
fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = match cx.new_target() {
        target if target.is_undefined() => cx.active_native,
        target => target,
    };
    let format = NumberFormat::read(cx, args.at(cx, 0), args.at(cx, 1))?;
    let kind = ObjectKind::Data(Box::new(FormatObject { format, bound: None }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlNumberFormatPrototype, kind)?.into())
}

fn this_format(cx: &mut Vm, this: Value) -> Completion<(ObjectId, NumberFormat)> {
    if let Some(object) = this.as_object()
        && let Some(data) = cx.heap.data::<FormatObject>(object)
    {
        return Ok((object, data.format.clone()));
    }
    Err(cx.type_error("this is not an Intl.NumberFormat object"))
}

/// get Intl.NumberFormat.prototype.format (§15.3.3)
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
    let value = to_mathematical_value(cx, args.at(cx, 0))?;
    Ok(cx.heap.new_string(&format.format(&value))?.into())
}

/// Intl.NumberFormat.prototype.formatToParts ( value ) (§15.3.4)
fn format_to_parts(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, format) = this_format(cx, this)?;
    let value = to_mathematical_value(cx, args.at(cx, 0))?;
    format.parts(&value).to_array(cx)
}

/// Receiver and arguments of the methods for ranges, formatted.
fn range_of(cx: &mut Vm, this: Value, args: Args) -> Completion<RangeParts> {
    let (_, format) = this_format(cx, this)?;
    if args.at(cx, 0).is_undefined() || args.at(cx, 1).is_undefined() {
        return Err(cx.type_error("start and end of a range must be given"));
    }
    let start = to_mathematical_value(cx, args.at(cx, 0))?;
    let end = to_mathematical_value(cx, args.at(cx, 1))?;
    if start == MathematicalValue::NotANumber || end == MathematicalValue::NotANumber {
        return Err(cx.range_error("a range needs numbers at both ends"));
    }
    Ok(format.range_parts(&start, &end))
}

/// Intl.NumberFormat.prototype.formatRange ( start, end ) (§15.3.5)
fn format_range(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let text = range_of(cx, this, args)?.text();
    Ok(cx.heap.new_string(&text)?.into())
}

/// Intl.NumberFormat.prototype.formatRangeToParts ( start, end ) (§15.3.6)
fn format_range_to_parts(cx: &mut Vm, this: Value, args: Args) -> Completion {
    range_of(cx, this, args)?.to_array(cx)
}

/// Intl.NumberFormat.prototype.resolvedOptions ( ) (§15.3.7)
fn resolved_options(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (_, format) = this_format(cx, this)?;
    let object = cx.new_object();
    let add = |cx: &mut Vm, name: &str, text: &str| -> Completion<()> {
        let text = cx.heap.new_string(text)?;
        cx.create_named(object, name, text.into())
    };
    add(cx, "locale", &format.locale.tag)?;
    add(cx, "numberingSystem", format.locale.numbering.0)?;
    let word = |list: &[&'static str], index: usize| list.get(index).copied().unwrap_or("");
    add(cx, "style", word(&STYLES, format.style as usize))?;
    if let Some(currency) = &format.currency {
        add(cx, "currency", currency)?;
        add(cx, "currencyDisplay", word(&DISPLAYS, format.currency_display as usize))?;
        add(cx, "currencySign", if format.accounting { "accounting" } else { "standard" })?;
    }
    if let Some(unit) = &format.unit {
        add(cx, "unit", unit)?;
        add(cx, "unitDisplay", word(&UNIT_DISPLAYS, format.unit_display))?;
    }
    resolved_digits(cx, object, &format.digits)?;
    match format.grouping {
        Grouping::Never => cx.create_named(object, "useGrouping", Value::FALSE)?,
        Grouping::Auto => add(cx, "useGrouping", "auto")?,
        Grouping::Always => add(cx, "useGrouping", "always")?,
        Grouping::MinimumTwo => add(cx, "useGrouping", "min2")?,
    }
    let (notation, display) = match format.notation {
        Notation::Standard => ("standard", None),
        Notation::Scientific => ("scientific", None),
        Notation::Engineering => ("engineering", None),
        Notation::CompactShort => ("compact", Some("short")),
        Notation::CompactLong => ("compact", Some("long")),
    };
    add(cx, "notation", notation)?;
    if let Some(display) = display {
        add(cx, "compactDisplay", display)?;
    }
    add(cx, "signDisplay", word(&SIGNS, format.sign as usize))?;
    resolved_rounding(cx, object, &format.digits)?;
    Ok(object.into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "NumberFormat",
    0,
    construct,
    Intrinsic::IntlNumberFormatPrototype,
    &[method("supportedLocalesOf", 1, locale::supported_locales_of)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlNumberFormat),
        method("resolvedOptions", 0, resolved_options),
        method("formatToParts", 1, format_to_parts),
        getter("format", get_format),
        method("formatRange", 2, format_range),
        method("formatRangeToParts", 2, format_range_to_parts),
        tag("Intl.NumberFormat"),
    ],
);
