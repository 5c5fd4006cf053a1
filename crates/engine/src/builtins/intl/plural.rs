//! Plural categories (ECMA-402 §16; the rules are those of CLDR) and `Intl.PluralRules`.

use super::data::{Category, LocaleData};
use super::locale::{self, Resolved};
use super::number::digits::{DigitOptions, read_digit_options, resolved_digits};
use super::number::value::to_mathematical_value;
use super::options::Options;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

/// What the rules look at: the digits that are shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Operands {
    /// Digits before the decimal point.
    pub(crate) whole: String,
    /// Digits after it, trailing zeros included.
    pub(crate) fraction: String,
    /// The power of ten of a compact number.
    pub(crate) exponent: u8,
}

impl Operands {
    /// The whole digits as a number, large ones by their last six digits with something above.
    fn i(&self) -> u64 {
        let digits = self.whole.trim_start_matches('0');
        if digits.len() <= 15 {
            return digits.parse().unwrap_or(0);
        }
        let tail = digits.get(digits.len() - 15..).unwrap_or("0");
        1_000_000_000_000_000 + tail.parse::<u64>().unwrap_or(0)
    }

    fn is_integer(&self) -> bool {
        self.fraction.bytes().all(|digit| digit == b'0')
    }

    /// Whether the number is exactly this.
    fn is(&self, number: u64) -> bool {
        self.is_integer() && self.i() == number
    }

    /// Whether a remainder of the (whole) number lies in a range.
    fn rest_in(&self, modulus: u64, range: std::ops::RangeInclusive<u64>) -> bool {
        self.is_integer() && range.contains(&(self.i() % modulus))
    }
}

/// The category of a counted number.
pub(crate) fn cardinal(locale: &LocaleData, operands: &Operands) -> Category {
    let millions = || {
        let full = operands.exponent == 0
            && operands.i() != 0
            && operands.i().is_multiple_of(1_000_000)
            && operands.fraction.is_empty();
        full || operands.exponent > 5
    };
    let language = locale.tag.split('-').next().unwrap_or("");
    match language {
        "en" | "de" if operands.i() == 1 && operands.fraction.is_empty() => Category::One,
        "fr" | "pt" if operands.i() <= 1 => Category::One,
        "es" if operands.is(1) => Category::One,
        "fr" | "pt" | "es" if millions() => Category::Many,
        "hi" if operands.i() == 0 || operands.is(1) => Category::One,
        "ar" if operands.is(0) => Category::Zero,
        "ar" if operands.is(1) => Category::One,
        "ar" if operands.is(2) => Category::Two,
        "ar" if operands.rest_in(100, 3..=10) => Category::Few,
        "ar" if operands.rest_in(100, 11..=99) => Category::Many,
        _ => Category::Other,
    }
}

/// The category of a number in an order.
pub(crate) fn ordinal(locale: &LocaleData, operands: &Operands) -> Category {
    if !operands.is_integer() {
        return Category::Other;
    }
    let language = locale.tag.split('-').next().unwrap_or("");
    let (last, last_two) = (operands.i() % 10, operands.i() % 100);
    match (language, operands.i()) {
        ("en", _) => match (last, last_two) {
            (1, rest) if rest != 11 => Category::One,
            (2, rest) if rest != 12 => Category::Two,
            (3, rest) if rest != 13 => Category::Few,
            _ => Category::Other,
        },
        ("fr" | "hi", 1) => Category::One,
        ("hi", 2 | 3) => Category::Two,
        ("hi", 4) => Category::Few,
        ("hi", 6) => Category::Many,
        _ => Category::Other,
    }
}

pub(crate) fn category_name(category: Category) -> &'static str {
    match category {
        Category::Zero => "zero",
        Category::One => "one",
        Category::Two => "two",
        Category::Few => "few",
        Category::Many => "many",
        Category::Other => "other",
    }
}

/// The categories of a language in the order of CLDR.
fn categories(locale: &LocaleData, is_ordinal: bool) -> &'static [Category] {
    use Category::{Few, Many, One, Other, Two, Zero};
    match (locale.tag.split('-').next().unwrap_or(""), is_ordinal) {
        ("en", true) => &[Few, One, Two, Other],
        ("fr", true) => &[One, Other],
        ("hi", true) => &[Few, Many, One, Two, Other],
        ("en" | "de" | "hi", false) => &[One, Other],
        ("fr" | "es" | "pt", false) => &[Many, One, Other],
        ("ar", false) => &[Few, Many, One, Two, Zero, Other],
        _ => &[Other],
    }
}

/// Internal slots of a PluralRules object.
#[derive(Debug)]
struct PluralRules {
    locale: Resolved,
    is_ordinal: bool,
    digits: DigitOptions,
}

impl ObjectData for PluralRules {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        size_of::<PluralRules>()
    }
}

/// Intl.PluralRules ( [ locales [ , options ] ] ) (§16.1.1)
fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor Intl.PluralRules requires 'new'"));
    }
    let locale = locale::resolve(cx, args.at(cx, 0))?;
    let options = Options::coerced(cx, args.at(cx, 1))?;
    let is_ordinal = options.choice(cx, "type", &["cardinal", "ordinal"])? == Some(1);
    let digits = read_digit_options(cx, options, 0, 3, false)?;
    let data = PluralRules { locale, is_ordinal, digits };
    let kind = ObjectKind::Data(Box::new(data));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlPluralRulesPrototype, kind)?.into())
}

fn this_rules<R>(cx: &mut Vm, this: Value, read: impl FnOnce(&PluralRules) -> R) -> Completion<R> {
    match this.as_object().and_then(|object| cx.heap.data::<PluralRules>(object)) {
        Some(rules) => Ok(read(rules)),
        None => Err(cx.type_error("this is not an Intl.PluralRules object")),
    }
}

/// Intl.PluralRules.prototype.select ( value ) (§16.3.2)
fn select(cx: &mut Vm, this: Value, args: Args) -> Completion {
    this_rules(cx, this, |_| ())?;
    let number = cx.to_number(args.at(cx, 0))?;
    let value = to_mathematical_value(cx, Value::number(number))?;
    let category = this_rules(cx, this, |rules| {
        let Some(operands) = rules.digits.operands(&value) else { return Category::Other };
        if rules.is_ordinal { ordinal(rules.locale.data, &operands) } else { cardinal(rules.locale.data, &operands) }
    })?;
    Ok(cx.heap.new_string(category_name(category))?.into())
}

/// Intl.PluralRules.prototype.resolvedOptions ( ) (§16.3.4)
fn resolved_options(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (locale, is_ordinal, digits) =
        this_rules(cx, this, |rules| (rules.locale.clone(), rules.is_ordinal, rules.digits.clone()))?;
    let object = cx.new_object();
    let tag = cx.heap.new_string(&locale.tag)?;
    cx.create_named(object, "locale", tag.into())?;
    let kind = cx.heap.new_string(if is_ordinal { "ordinal" } else { "cardinal" })?;
    cx.create_named(object, "type", kind.into())?;
    resolved_digits(cx, object, &digits)?;
    let mut names = Vec::new();
    for &category in categories(locale.data, is_ordinal) {
        names.push(cx.heap.new_string(category_name(category))?.into());
    }
    let names = cx.new_array(names)?;
    cx.create_named(object, "pluralCategories", names.into())?;
    Ok(object.into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "PluralRules",
    0,
    construct,
    Intrinsic::IntlPluralRulesPrototype,
    &[method("supportedLocalesOf", 1, locale::supported_locales_of)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlPluralRules),
        method("resolvedOptions", 0, resolved_options),
        method("select", 1, select),
        tag("Intl.PluralRules"),
    ],
);
