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
    /// The power of ten of a compact number; English does not look at it.
    #[cfg_attr(not(feature = "intl"), allow(dead_code))]
    pub(crate) exponent: u8,
}

impl Operands {
    fn is_one(&self) -> bool {
        self.whole == "1" && self.fraction.is_empty()
    }

    #[cfg(feature = "intl")]
    fn to_icu(&self) -> icu_plurals::PluralOperands {
        // The rules look at remainders: of a large number the last digits matter, and that there is more.
        let whole = self.whole.trim_start_matches('0');
        let tail = whole.len().checked_sub(15).and_then(|start| whole.get(start..)).map(|tail| format!("1{tail}"));
        let whole = tail.as_deref().unwrap_or(if whole.is_empty() { "0" } else { whole });
        let fraction = self.fraction.get(..15.min(self.fraction.len())).unwrap_or("");
        let point = if fraction.is_empty() { "" } else { "." };
        let text = format!("{whole}{point}{fraction}");
        let number: Result<fixed_decimal::Decimal, _> = text.parse();
        number.map_or_else(|_| 5_u32.into(), |number| (&number).into())
    }
}

/// The rules of a language.
#[cfg(feature = "intl")]
fn rules(locale: &LocaleData, is_ordinal: bool) -> Option<icu_plurals::PluralRules> {
    let preferences = icu_locale_core::Locale::try_from_str(locale.tag).ok()?.into();
    let kind = if is_ordinal { icu_plurals::PluralRuleType::Ordinal } else { icu_plurals::PluralRuleType::Cardinal };
    icu_plurals::PluralRules::try_new(preferences, kind.into()).ok()
}

#[cfg(feature = "intl")]
fn category_of(category: icu_plurals::PluralCategory) -> Category {
    match category {
        icu_plurals::PluralCategory::Zero => Category::Zero,
        icu_plurals::PluralCategory::One => Category::One,
        icu_plurals::PluralCategory::Two => Category::Two,
        icu_plurals::PluralCategory::Few => Category::Few,
        icu_plurals::PluralCategory::Many => Category::Many,
        icu_plurals::PluralCategory::Other => Category::Other,
    }
}

/// The category of a counted number.
pub(crate) fn cardinal(locale: &LocaleData, operands: &Operands) -> Category {
    #[cfg(feature = "intl")]
    if !locale.tag.starts_with("en") {
        let category =
            rules(locale, false).map_or(Category::Other, |rules| category_of(rules.category_for(operands.to_icu())));
        // Where millions are counted as "many", so are compact numbers in millions, whatever stands before the word.
        let counts_millions = matches!(locale.tag.split('-').next(), Some("fr" | "es" | "pt" | "it" | "ca"));
        let is_many = category == Category::Other && operands.exponent > 5 && counts_millions;
        return if is_many { Category::Many } else { category };
    }
    let _ = locale;
    if operands.is_one() { Category::One } else { Category::Other }
}

/// The category of a number in an order.
pub(crate) fn ordinal(locale: &LocaleData, operands: &Operands) -> Category {
    #[cfg(feature = "intl")]
    if !locale.tag.starts_with("en") {
        return rules(locale, true).map_or(Category::Other, |rules| category_of(rules.category_for(operands.to_icu())));
    }
    let _ = locale;
    if operands.fraction.bytes().any(|digit| digit != b'0') {
        return Category::Other;
    }
    match operands.whole.as_bytes() {
        [.., b'1', _] => Category::Other,
        [.., b'1'] => Category::One,
        [.., b'2'] => Category::Two,
        [.., b'3'] => Category::Few,
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

/// The categories of a language, in the order of ECMA-402.
fn categories(locale: &LocaleData, is_ordinal: bool) -> Vec<Category> {
    use Category::{Few, Many, One, Other, Two, Zero};
    #[cfg(feature = "intl")]
    if let Some(rules) = rules(locale, is_ordinal) {
        let known: Vec<Category> = rules.categories().map(category_of).collect();
        return [Zero, One, Two, Few, Many, Other].into_iter().filter(|category| known.contains(category)).collect();
    }
    let _ = (locale, Many, Zero);
    if is_ordinal { vec![One, Two, Few, Other] } else { vec![One, Other] }
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
    for category in categories(locale.data, is_ordinal) {
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
