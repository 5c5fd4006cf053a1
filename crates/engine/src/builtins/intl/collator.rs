//! `Intl.Collator` (ECMA-402 §10): collation with the tailorings of CLDR. `localeCompare` goes through it too.

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use icu_collator::options::{AlternateHandling, CaseLevel, CollatorOptions, Strength};
use icu_collator::preferences::{CollationCaseFirst, CollationNumericOrdering};
use icu_collator::{CollatorBorrowed, CollatorPreferences};
use icu_locale_core::Locale;
use icu_locale_core::extensions::unicode::key;

use super::locale;
use super::options::Options;
use crate::builtins::string::collate;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::text::Str;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

const SENSITIVITIES: [&str; 4] = ["base", "accent", "case", "variant"];
const CASE_FIRST: [&str; 3] = ["upper", "lower", "false"];

/// Languages whose order is known: with a tailoring, or that of the root.
const LANGUAGES: &str = "af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu \
    hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl nn no or pa pl ps pt ro ru si sk sl sq sr sv \
    sw ta te th tk tr uk ur uz vi yo yue zh zu";

/// What is asked for: the internal slots of a Collator object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Canonical tag without extensions.
    tag: String,
    /// What `resolvedOptions` calls it.
    shown: String,
    collation: Option<String>,
    is_search: bool,
    sensitivity: usize,
    ignore_punctuation: bool,
    numeric: bool,
    /// An index of [`CASE_FIRST`].
    case_first: usize,
}

struct Collator {
    wanted: Wanted,
    rules: Arc<CollatorBorrowed<'static>>,
    /// The function that the getter `compare` gives, once made.
    bound: Option<ObjectId>,
}

impl ObjectData for Collator {
    fn trace(&self, tracer: &mut Tracer) {
        self.bound.into_iter().for_each(|bound| tracer.object(bound));
    }

    fn bytes(&self) -> usize {
        size_of::<Collator>()
    }
}

/// The first of the asked tags whose language is known, as an ICU locale with its extensions.
pub(super) fn resolve_tag(cx: &mut Vm, locales: Value) -> Completion<String> {
    let tags = locale::canonicalize_list(cx, locales)?;
    let found = tags.into_iter().find(|tag| is_known(tag));
    Ok(found
        .or_else(|| locale::canonicalize(cx.hooks.locale()).filter(|tag| is_known(tag)))
        .unwrap_or_else(|| "en-US".to_owned()))
}

pub(super) fn is_known(tag: &str) -> bool {
    let language = tag.split('-').next().unwrap_or_default();
    LANGUAGES.split_ascii_whitespace().any(|known| known == language)
}

/// Few regions have an order of their own: the others go by the language.
fn shown_tag(bare: &str) -> String {
    let language = bare.split('-').next().unwrap_or_default();
    let has_own = matches!(bare, "en-US" | "de-AT" | "fr-CA" | "nb-NO" | "ar-SA" | "sr-Latn" | "bs-Cyrl");
    if has_own || language == "zh" { bare.to_owned() } else { language.to_owned() }
}

impl Wanted {
    /// InitializeCollator (§10.1.2)
    pub(crate) fn read(cx: &mut Vm, locales: Value, options: Value) -> Completion<Wanted> {
        let tag = resolve_tag(cx, locales)?;
        let options = Options::coerced(cx, options)?;
        let is_search = options.choice(cx, "usage", &["sort", "search"])? == Some(1);
        options.choice(cx, "localeMatcher", &["lookup", "best fit"])?;
        let collation = options.text(cx, "collation")?;
        let numeric = options.boolean(cx, "numeric")?;
        let case_first = options.choice(cx, "caseFirst", &CASE_FIRST)?;
        let sensitivity = options.choice(cx, "sensitivity", &SENSITIVITIES)?.unwrap_or(3);
        let ignore_punctuation = options.boolean(cx, "ignorePunctuation")?;
        let parsed = Locale::try_from_str(&tag).ok();
        let extension = |key| {
            parsed.as_ref().and_then(|locale| locale.extensions.unicode.keywords.get(&key)).map(ToString::to_string)
        };
        let by_tag = |text: String| if text.is_empty() { "true".to_owned() } else { text };
        let numeric = numeric.or_else(|| Some(extension(key!("kn")).map(by_tag)? == "true")).unwrap_or(false);
        let case_first = case_first.or_else(|| {
            let asked = extension(key!("kf"))?;
            CASE_FIRST.iter().position(|word| *word == asked)
        });
        let collation = collation.or_else(|| extension(key!("co"))).filter(|name| {
            let language = tag.split('-').next().unwrap_or_default();
            matches!(
                (language, name.as_str()),
                ("de", "phonebk") | ("es", "trad") | ("zh", "pinyin" | "stroke" | "zhuyin") | (_, "emoji" | "eor")
            ) && (language, name.as_str()) != ("zh", "pinyin")
        });
        let bare = tag.split("-u-").next().unwrap_or_default().to_owned();
        let mut shown = shown_tag(&bare);
        let kept = [
            collation
                .as_ref()
                .filter(|name| extension(key!("co")).as_ref() == Some(*name))
                .map(|name| format!("-co-{name}")),
            extension(key!("kf")).filter(|word| CASE_FIRST.contains(&word.as_str())).map(|word| format!("-kf-{word}")),
            extension(key!("kn"))
                .map(by_tag)
                .map(|word| if word == "true" { "-kn".to_owned() } else { format!("-kn-{word}") }),
        ];
        if kept.iter().any(Option::is_some) {
            shown.push_str("-u");
            kept.iter().flatten().for_each(|part| shown.push_str(part));
        }
        let is_thai = bare.split('-').next() == Some("th");
        let is_upper_first = matches!(bare.split('-').next(), Some("da" | "nb" | "no" | "nn"));
        Ok(Wanted {
            collation,
            is_search,
            sensitivity,
            ignore_punctuation: ignore_punctuation.unwrap_or(is_thai),
            numeric,
            case_first: case_first.unwrap_or(if is_upper_first && bare.starts_with("da") { 0 } else { 2 }),
            tag: bare,
            shown,
        })
    }

    fn default_of(cx: &Vm) -> Wanted {
        let tag = locale::canonicalize(cx.hooks.locale()).filter(|tag| is_known(tag));
        Wanted {
            tag: tag.unwrap_or_else(|| "en-US".to_owned()),
            shown: String::new(),
            collation: None,
            is_search: false,
            sensitivity: 3,
            ignore_punctuation: false,
            numeric: false,
            case_first: 2,
        }
    }

    fn rules(&self) -> Option<CollatorBorrowed<'static>> {
        let tag = match &self.collation {
            Some(collation) => format!("{}-u-co-{collation}", self.tag),
            None => self.tag.clone(),
        };
        let locale = Locale::try_from_str(&tag).ok()?;
        let mut preferences = CollatorPreferences::from(&locale);
        preferences.numeric_ordering =
            Some(if self.numeric { CollationNumericOrdering::True } else { CollationNumericOrdering::False });
        preferences.case_first = match self.case_first {
            0 => Some(CollationCaseFirst::Upper),
            1 => Some(CollationCaseFirst::Lower),
            _ => Some(CollationCaseFirst::False),
        };
        let mut options = CollatorOptions::default();
        (options.strength, options.case_level) = match self.sensitivity {
            0 => (Some(Strength::Primary), Some(CaseLevel::Off)),
            1 => (Some(Strength::Secondary), Some(CaseLevel::Off)),
            2 => (Some(Strength::Primary), Some(CaseLevel::On)),
            _ => (Some(Strength::Tertiary), None),
        };
        options.alternate_handling =
            Some(if self.ignore_punctuation { AlternateHandling::Shifted } else { AlternateHandling::NonIgnorable });
        CollatorBorrowed::try_new(preferences, options).ok()
    }

    /// The order is that of the root for ASCII text, which needs no tables.
    fn is_plain(&self) -> bool {
        let language = self.tag.split('-').next().unwrap_or_default();
        matches!(
            language,
            "en" | "de" | "fr" | "es" | "pt" | "it" | "nl" | "ja" | "zh" | "ar" | "hi" | "ru" | "ko" | "id"
        ) && self.collation.is_none()
            && !self.ignore_punctuation
            && !self.numeric
            && self.case_first == 2
            && self.sensitivity == 3
    }
}

/// Longest text that is compared as a whole, in code units: the comparison cannot be interrupted, and takes quadratic
/// time over long runs of marks.
const WINDOW: usize = 4096;

/// Compares two flat strings by rules.
///
/// Deviation: of longer texts than [`WINDOW`], what is equal at the start is left out, and the rest is compared window
/// by window.
fn compare_with(cx: &mut Vm, rules: &CollatorBorrowed<'static>, a: StringId, b: StringId) -> Completion<Ordering> {
    if a == b {
        return Ok(Ordering::Equal);
    }
    let longest = cx.heap.string_len(a).max(cx.heap.string_len(b));
    let mut at = 0;
    if longest > WINDOW {
        cx.charge_fuel(longest as u64 / 4)?;
        at = difference(cx.heap.str(a), cx.heap.str(b));
    }
    while at < longest {
        let window = |text: Str<'_>| (at.min(text.len()), at.saturating_add(WINDOW).min(text.len()));
        let ((from_a, to_a), (from_b, to_b)) = (window(cx.heap.str(a)), window(cx.heap.str(b)));
        let shorter = (to_a - from_a).min(to_b - from_b);
        cx.charge_fuel(shorter as u64 + 2)?;
        let order = compare_window(rules, cx.heap.str(a).slice(from_a, to_a), cx.heap.str(b).slice(from_b, to_b));
        if order != Ordering::Equal {
            return Ok(order);
        }
        at += WINDOW;
    }
    Ok(Ordering::Equal)
}

/// Where to begin with texts that start alike: before their first difference, at a letter that stands for itself.
fn difference(a: Str<'_>, b: Str<'_>) -> usize {
    const CONTEXT: usize = 16;
    const REACH: usize = 256;
    let equal = a.units().zip(b.units()).take_while(|(a, b)| a == b).count();
    let near = equal.saturating_sub(CONTEXT);
    let is_plain = |&at: &usize| {
        a.get(at).is_some_and(|unit| unit == 0x20 || u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphabetic()))
    };
    (near.saturating_sub(REACH)..=near).rev().find(is_plain).unwrap_or(near.saturating_sub(REACH))
}

fn compare_window(rules: &CollatorBorrowed<'static>, a: Str<'_>, b: Str<'_>) -> Ordering {
    match (a, b) {
        (Str::Utf16(a), Str::Utf16(b)) if is_well_formed(a) && is_well_formed(b) => rules.compare_utf16(a, b),
        (Str::Latin1(a), Str::Latin1(b)) if a.is_ascii() && b.is_ascii() => rules.compare_utf8(a, b),
        (a, b) => rules.compare_utf16(&well_formed(a), &well_formed(b)),
    }
}

fn is_well_formed(text: &[u16]) -> bool {
    char::decode_utf16(text.iter().copied()).all(|c| c.is_ok())
}

/// Code units in which code points without a character stand for lone surrogates, so that they differ from each other;
/// the rules would take all of them for U+FFFD.
fn well_formed(text: Str<'_>) -> Vec<u16> {
    let mut units = Vec::with_capacity(text.len());
    for c in char::decode_utf16(text.units()) {
        let stand_in = |lone: u16| char::from_u32(0xe_1000 + u32::from(lone & 0x7ff)).unwrap_or('\u{fffd}');
        let c = c.unwrap_or_else(|error| stand_in(error.unpaired_surrogate()));
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    units
}

/// String.prototype.localeCompare with locales and options.
pub(crate) fn locale_compare(
    cx: &mut Vm,
    texts: (StringId, StringId),
    locales: Value,
    options: Value,
) -> Completion<Ordering> {
    let wanted = if locales.is_undefined() && options.is_undefined() {
        Wanted::default_of(cx)
    } else {
        Wanted::read(cx, locales, options)?
    };
    if wanted.is_plain() {
        if let Some(order) = collate::compare_plain(cx, texts.0, texts.1)? {
            return Ok(order);
        }
        // The rules of the default locale are the same for all executions.
        static DEFAULT: OnceLock<Option<CollatorBorrowed<'static>>> = OnceLock::new();
        if wanted.tag.starts_with("en")
            && let Some(rules) = DEFAULT.get_or_init(|| wanted.rules())
        {
            return compare_with(cx, rules, texts.0, texts.1);
        }
    }
    match wanted.rules() {
        Some(rules) => compare_with(cx, &rules, texts.0, texts.1),
        None => collate::compare(cx, texts.0, texts.1, collate::CollationOptions::default()),
    }
}

/// Intl.Collator ( [ locales [ , options ] ] ) (§10.1.1)
fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = match cx.new_target() {
        target if target.is_undefined() => cx.active_native,
        target => target,
    };
    let wanted = Wanted::read(cx, args.at(cx, 0), args.at(cx, 1))?;
    let Some(rules) = wanted.rules() else {
        return Err(cx.range_error(&format!("no collation for {}", wanted.tag)));
    };
    let kind = ObjectKind::Data(Box::new(Collator { wanted, rules: Arc::new(rules), bound: None }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlCollatorPrototype, kind)?.into())
}

fn this_collator(cx: &mut Vm, this: Value) -> Completion<ObjectId> {
    match this.as_object() {
        Some(object) if cx.heap.data::<Collator>(object).is_some() => Ok(object),
        _ => Err(cx.type_error("this is not an Intl.Collator object")),
    }
}

/// get Intl.Collator.prototype.compare (§10.3.3)
fn get_compare(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = this_collator(cx, this)?;
    if let Some(bound) = cx.heap.data::<Collator>(object).and_then(|data| data.bound) {
        return Ok(bound.into());
    }
    let bound = cx.new_native_closure(bound_compare, names::EMPTY, 2, vec![object.into()]);
    if let Some(data) = cx.heap.data_mut::<Collator>(object) {
        data.bound = Some(bound);
    }
    Ok(bound.into())
}

fn bound_compare(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = this_collator(cx, cx.captured(0))?;
    let a = cx.to_string(args.at(cx, 0))?;
    let b = cx.to_string(args.at(cx, 1))?;
    let (a, b) = (cx.heap.flatten(a)?, cx.heap.flatten(b)?);
    let Some((is_plain, rules)) =
        cx.heap.data::<Collator>(object).map(|data| (data.wanted.is_plain(), data.rules.clone()))
    else {
        return Ok(Value::UNDEFINED);
    };
    if is_plain && let Some(order) = collate::compare_plain(cx, a, b)? {
        return Ok(Value::int(order as i32));
    }
    Ok(Value::int(compare_with(cx, &rules, a, b)? as i32))
}

/// Intl.Collator.prototype.resolvedOptions ( ) (§10.3.2)
fn resolved_options(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = this_collator(cx, this)?;
    let Some(wanted) = cx.heap.data::<Collator>(object).map(|data| data.wanted.clone()) else {
        return Ok(Value::UNDEFINED);
    };
    let result = cx.new_object();
    let word = |words: &[&'static str], at: usize| words.get(at).copied().unwrap_or("");
    let collation = wanted.collation.as_deref().unwrap_or("default");
    for (name, text) in [
        ("locale", wanted.shown.as_str()),
        ("usage", if wanted.is_search { "search" } else { "sort" }),
        ("sensitivity", word(&SENSITIVITIES, wanted.sensitivity)),
    ] {
        let text = cx.heap.new_string(text)?;
        cx.create_named(result, name, text.into())?;
    }
    cx.create_named(result, "ignorePunctuation", Value::boolean(wanted.ignore_punctuation))?;
    let text = cx.heap.new_string(collation)?;
    cx.create_named(result, "collation", text.into())?;
    cx.create_named(result, "numeric", Value::boolean(wanted.numeric))?;
    let text = cx.heap.new_string(word(&CASE_FIRST, wanted.case_first))?;
    cx.create_named(result, "caseFirst", text.into())?;
    Ok(result.into())
}

/// supportedLocalesOf of services that know more languages than the tables (§9.2.10)
pub(super) fn supported_locales_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let tags = locale::canonicalize_list(cx, args.at(cx, 0))?;
    let mut values = Vec::new();
    for tag in tags.iter().filter(|tag| is_known(tag)) {
        values.push(Value::string(cx.heap.new_string(tag)?));
    }
    Ok(cx.new_array(values)?.into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Collator",
    0,
    construct,
    Intrinsic::IntlCollatorPrototype,
    &[method("supportedLocalesOf", 1, supported_locales_of)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlCollator),
        method("resolvedOptions", 0, resolved_options),
        getter("compare", get_compare),
        tag("Intl.Collator"),
    ],
);
