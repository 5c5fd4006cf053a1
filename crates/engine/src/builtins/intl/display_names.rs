//! `Intl.DisplayNames` (ECMA-402 §12) over tables of names, one text for each locale
//! (`data/names/`, written by `xtask/intl/generate.mjs`).
//!
//! A line is kind, code, long name, and the short and narrow names where they differ, separated by tabs.

use super::locale::{self, Resolved};
use super::options::Options;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

const STYLES: [&str; 3] = ["narrow", "short", "long"];
const TYPES: [&str; 6] = ["language", "region", "script", "currency", "calendar", "dateTimeField"];
const FALLBACKS: [&str; 2] = ["code", "none"];
const LANGUAGE_DISPLAYS: [&str; 2] = ["dialect", "standard"];
const FIELDS: [&str; 12] = [
    "era",
    "year",
    "quarter",
    "month",
    "weekOfYear",
    "weekday",
    "day",
    "dayPeriod",
    "hour",
    "minute",
    "second",
    "timeZoneName",
];

/// Internal slots of a DisplayNames object: positions in the lists above.
#[derive(Debug, Clone)]
struct DisplayNames {
    locale: Resolved,
    style: usize,
    kind: usize,
    fallback: usize,
    language_display: usize,
}

impl ObjectData for DisplayNames {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        size_of::<DisplayNames>()
    }
}

/// The names in a language, for those that have some; a few regions have their own.
fn table(tag: &str) -> Option<&'static str> {
    let region = match tag {
        "en-US" | "en" => Some(include_str!("data/names/en-US.txt")),
        "pt-PT" => Some(include_str!("data/names/pt-PT.txt")),
        "zh-TW" | "zh-HK" | "zh-MO" => Some(include_str!("data/names/zh-TW.txt")),
        _ => None,
    };
    region.or_else(|| {
        Some(match tag.split('-').next()? {
            "en" => include_str!("data/names/en-GB.txt"),
            "de" => include_str!("data/names/de.txt"),
            "fr" => include_str!("data/names/fr.txt"),
            "es" => include_str!("data/names/es.txt"),
            "ja" => include_str!("data/names/ja.txt"),
            "zh" => include_str!("data/names/zh.txt"),
            "ar" => include_str!("data/names/ar.txt"),
            "hi" => include_str!("data/names/hi.txt"),
            "it" => include_str!("data/names/it.txt"),
            "nl" => include_str!("data/names/nl.txt"),
            "sv" => include_str!("data/names/sv.txt"),
            "da" => include_str!("data/names/da.txt"),
            "nb" => include_str!("data/names/nb.txt"),
            "fi" => include_str!("data/names/fi.txt"),
            "pl" => include_str!("data/names/pl.txt"),
            "cs" => include_str!("data/names/cs.txt"),
            "hu" => include_str!("data/names/hu.txt"),
            "ro" => include_str!("data/names/ro.txt"),
            "uk" => include_str!("data/names/uk.txt"),
            "ru" => include_str!("data/names/ru.txt"),
            "el" => include_str!("data/names/el.txt"),
            "tr" => include_str!("data/names/tr.txt"),
            "he" => include_str!("data/names/he.txt"),
            "ko" => include_str!("data/names/ko.txt"),
            "th" => include_str!("data/names/th.txt"),
            "vi" => include_str!("data/names/vi.txt"),
            "id" => include_str!("data/names/id.txt"),
            "pt" => include_str!("data/names/pt-BR.txt"),
            _ => return None,
        })
    })
}

impl DisplayNames {
    /// The name of a code as written in the table.
    fn find(&self, kind: &str, code: &str) -> Option<&'static str> {
        let line = table(self.locale.data.tag)?
            .lines()
            .find_map(|line| line.strip_prefix(kind)?.strip_prefix('\t')?.strip_prefix(code)?.strip_prefix('\t'))?;
        let mut names = line.split('\t');
        let long = names.next()?;
        let short = names.next().filter(|name| !name.is_empty()).unwrap_or(long);
        let narrow = names.next().filter(|name| !name.is_empty()).unwrap_or(short);
        Some(match self.style {
            0 => narrow,
            1 => short,
            _ => long,
        })
    }

    /// A language tag: its own name, or those of its parts put together.
    fn language(&self, tag: &str) -> Option<String> {
        let parts: Vec<&str> = tag.split('-').collect();
        // The whole tag may have a name of its own ("American English").
        let whole = if self.language_display == 0 { self.find("language", tag) } else { None };
        if let Some(name) = whole {
            return Some(name.to_owned());
        }
        let name = self.find("language", parts.first()?)?;
        let mut rest = Vec::new();
        for part in parts.iter().skip(1) {
            let kind = if part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                "script"
            } else {
                "region"
            };
            rest.push(self.find(kind, part).unwrap_or(part).to_owned());
        }
        if rest.is_empty() {
            return Some(name.to_owned());
        }
        let glue = self.find("pattern", "list").unwrap_or(", ");
        let pattern = self.find("pattern", "locale").unwrap_or("{0} ({1})");
        // Parentheses inside parentheses become brackets.
        let inner = rest.join(glue).replace('(', "[").replace(')', "]").replace('（', "［").replace('）', "］");
        Some(pattern.replace("{0}", name).replace("{1}", &inner))
    }
}

/// CanonicalCodeForDisplayNames (§12.5.1); `None` when it is no code of the kind.
fn canonical(kind: usize, code: &str) -> Option<String> {
    let letters = code.bytes().all(|byte| byte.is_ascii_alphabetic());
    match kind {
        0 => {
            let tag = locale::canonicalize(code)?;
            // Extensions have no place in a name.
            tag.split('-').all(|part| part.len() > 1).then_some(tag)
        }
        1 if code.len() == 2 && letters => Some(code.to_ascii_uppercase()),
        1 => (code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_digit())).then(|| code.to_owned()),
        2 if code.len() == 4 && letters => {
            let (first, rest) = code.split_at_checked(1)?;
            Some(first.to_ascii_uppercase() + &rest.to_ascii_lowercase())
        }
        3 if code.len() == 3 && letters => Some(code.to_ascii_uppercase()),
        4 => {
            let fits =
                |part: &str| (3..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
            code.split('-').all(fits).then(|| code.to_ascii_lowercase())
        }
        5 => FIELDS.contains(&code).then(|| code.to_owned()),
        _ => None,
    }
}

/// Intl.DisplayNames ( locales, options ) (§12.1.1)
fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor Intl.DisplayNames requires 'new'"));
    }
    let locale = locale::resolve_where(cx, args.at(cx, 0), |tag| table(tag).is_some())?;
    if args.at(cx, 1).is_undefined() {
        return Err(cx.type_error("Intl.DisplayNames needs options with a type, such as { type: \"region\" }"));
    }
    let options = Options::strict(cx, args.at(cx, 1))?;
    options.choice(cx, "localeMatcher", &["lookup", "best fit"])?;
    let style = options.choice(cx, "style", &STYLES)?.unwrap_or(2);
    let Some(kind) = options.choice(cx, "type", &TYPES)? else {
        return Err(cx.type_error("Required option \"type\" must not be undefined"));
    };
    let fallback = options.choice(cx, "fallback", &FALLBACKS)?.unwrap_or(0);
    let language_display = options.choice(cx, "languageDisplay", &LANGUAGE_DISPLAYS)?.unwrap_or(0);
    let data = DisplayNames { locale, style, kind, fallback, language_display };
    let kind = ObjectKind::Data(Box::new(data));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlDisplayNamesPrototype, kind)?.into())
}

/// Intl.DisplayNames.supportedLocalesOf ( locales [ , options ] ) (§12.2.2)
fn supported_locales_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    locale::supported_where(cx, args, |tag| table(tag).is_some())
}

fn this_names(cx: &mut Vm, this: Value) -> Completion<DisplayNames> {
    match this.as_object().and_then(|object| cx.heap.data::<DisplayNames>(object)) {
        Some(names) => Ok(names.clone()),
        None => Err(cx.type_error("this is not an Intl.DisplayNames object")),
    }
}

/// Intl.DisplayNames.prototype.of ( code ) (§12.3.3)
fn of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let names = this_names(cx, this)?;
    let text = cx.to_std_string(args.at(cx, 0))?;
    let Some(code) = canonical(names.kind, &text) else {
        return Err(cx.range_error(&format!("Invalid argument to Intl.DisplayNames.prototype.of: {text}")));
    };
    // The table is read from its start.
    cx.charge_fuel(100)?;
    let found = if names.kind == 0 {
        names.language(&code)
    } else {
        TYPES.get(names.kind).and_then(|kind| names.find(kind, &code)).map(str::to_owned)
    };
    match found {
        Some(name) => Ok(cx.heap.new_string(&name)?.into()),
        None if names.fallback == 0 => Ok(cx.heap.new_string(&code)?.into()),
        None => Ok(Value::UNDEFINED),
    }
}

/// Intl.DisplayNames.prototype.resolvedOptions ( ) (§12.3.2)
fn resolved_options(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let names = this_names(cx, this)?;
    let result = cx.new_object();
    let word = |words: &[&'static str], at: usize| words.get(at).copied().unwrap_or("");
    let mut entries = vec![
        ("locale", names.locale.tag.as_str()),
        ("style", word(&STYLES, names.style)),
        ("type", word(&TYPES, names.kind)),
        ("fallback", word(&FALLBACKS, names.fallback)),
    ];
    if names.kind == 0 {
        entries.push(("languageDisplay", word(&LANGUAGE_DISPLAYS, names.language_display)));
    }
    for (name, text) in entries {
        let text = cx.heap.new_string(text)?;
        cx.create_named(result, name, text.into())?;
    }
    Ok(result.into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "DisplayNames",
    2,
    construct,
    Intrinsic::IntlDisplayNamesPrototype,
    &[method("supportedLocalesOf", 1, supported_locales_of)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlDisplayNames),
        method("resolvedOptions", 0, resolved_options),
        method("of", 1, of),
        tag("Intl.DisplayNames"),
    ],
);
