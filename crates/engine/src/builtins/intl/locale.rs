//! Language tags and which of the known locales serves one (ECMA-402 §6.2, §9.2).

use super::data::{self, LocaleData};
use crate::completion::Completion;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

/// A known locale, under the name that was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    pub(crate) data: &'static LocaleData,
    pub(crate) tag: String,
    /// Name and digit zero of the numbering system.
    pub(crate) numbering: (&'static str, char),
    /// The hour cycle that the extension `hc` names, as a position in h11, h12, h23, h24.
    pub(crate) hour_cycle: Option<usize>,
}

/// The hour cycles, by their names in options and extensions.
pub(crate) const HOUR_CYCLES: [&str; 4] = ["h11", "h12", "h23", "h24"];

/// Numbering systems whose ten digits follow each other.
const NUMBERINGS: [(&str, char); 20] = [
    ("latn", '0'),
    ("arab", '\u{660}'),
    ("arabext", '\u{6f0}'),
    ("beng", '\u{9e6}'),
    ("deva", '\u{966}'),
    ("fullwide", '\u{ff10}'),
    ("gujr", '\u{ae6}'),
    ("guru", '\u{a66}'),
    ("khmr", '\u{17e0}'),
    ("knda", '\u{ce6}'),
    ("laoo", '\u{ed0}'),
    ("limb", '\u{1946}'),
    ("mlym", '\u{d66}'),
    ("mong", '\u{1810}'),
    ("mymr", '\u{1040}'),
    ("orya", '\u{b66}'),
    ("tamldec", '\u{be6}'),
    ("telu", '\u{c66}'),
    ("thai", '\u{e50}'),
    ("tibt", '\u{f20}'),
];

impl Resolved {
    /// The default locale: what the host names, else en-US.
    pub(crate) fn default_of(cx: &Vm) -> Resolved {
        let tag = cx.hooks.locale().to_owned();
        canonicalize(&tag).and_then(|tag| best_fit(&tag)).unwrap_or_else(Resolved::fallback)
    }

    fn fallback() -> Resolved {
        let data = data::default_locale();
        Resolved { data, tag: data.tag.to_owned(), numbering: numbering_of(data), hour_cycle: None }
    }

    /// The same with another numbering system, if it is known.
    pub(crate) fn numbered(mut self, name: &str) -> Resolved {
        if let Some(numbering) = NUMBERINGS.iter().find(|(known, _)| *known == name) {
            self.numbering = *numbering;
            // In Arabic the separators go with the digits.
            let other = match (self.data.tag, name) {
                ("ar", "arab") => Some("ar-EG"),
                ("ar-EG", "latn") => Some("ar"),
                _ => None,
            };
            self.data = other.and_then(data::locale).unwrap_or(self.data);
        }
        self
    }
}

fn numbering_of(data: &LocaleData) -> (&'static str, char) {
    NUMBERINGS.iter().find(|(_, zero)| *zero == data.zero).copied().unwrap_or(("latn", '0'))
}

/// CanonicalizeUnicodeLocaleId as far as needed: case of the parts; `None` when it is no language tag.
pub(crate) fn canonicalize(tag: &str) -> Option<String> {
    let mut parts = Vec::new();
    let mut in_extension = false;
    let mut seen = Vec::new();
    for (index, part) in tag.split('-').enumerate() {
        let len = part.len();
        if len == 0 || len > 8 || !part.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        let lower = part.to_ascii_lowercase();
        let letters = part.bytes().all(|byte| byte.is_ascii_alphabetic());
        if index == 0 {
            if !letters || !matches!(len, 2..=3 | 5..=8) {
                return None;
            }
            parts.push(lower);
        } else if in_extension {
            parts.push(lower);
        } else if len == 1 {
            in_extension = true;
            if seen.contains(&lower) {
                return None;
            }
            seen.push(lower.clone());
            parts.push(lower);
        } else if len == 4 && letters && index == 1 {
            parts.push(format!(
                "{}{}",
                lower.get(..1).unwrap_or("").to_ascii_uppercase(),
                lower.get(1..).unwrap_or("")
            ));
        } else if (len == 2 && letters) || (len == 3 && part.bytes().all(|byte| byte.is_ascii_digit())) {
            parts.push(part.to_ascii_uppercase());
        } else if len >= 5 || (len == 4 && part.as_bytes().first().is_some_and(u8::is_ascii_digit)) {
            parts.push(lower);
        } else {
            return None;
        }
    }
    // An extension needs something after its letter.
    if parts.last().is_some_and(|last| last.len() == 1) {
        return None;
    }
    Some(parts.join("-"))
}

/// The known locale for a canonical tag, extensions aside. What it is called says which data serve: a region without data
/// of its own is not in it.
pub(crate) fn best_fit(tag: &str) -> Option<Resolved> {
    let mut kept: Vec<&str> = Vec::new();
    for part in tag.split('-') {
        if part.len() == 1 {
            break;
        }
        kept.push(part);
    }
    let (wanted, shown) = known(&kept)?;
    let data = data::locale(&wanted)?;
    let extension = |key: &str| {
        let (_, extension) = tag.split_once("-u-")?;
        extension.split('-').skip_while(|part| *part != key).nth(1)
    };
    let hour_cycle = extension("hc").and_then(|wanted| HOUR_CYCLES.iter().position(|known| *known == wanted));
    let resolved = Resolved { data, tag: shown, numbering: numbering_of(data), hour_cycle };
    let known = |wanted: &&str| NUMBERINGS.iter().any(|(known, _)| known == wanted);
    let Some(wanted) = extension("nu").filter(known) else { return Some(resolved) };
    let mut resolved = resolved.numbered(wanted);
    resolved.tag.push_str("-u-nu-");
    resolved.tag.push_str(wanted);
    Some(resolved)
}

/// Locales whose table is the one of another locale.
const SAME: [(&str, &str); 7] = [
    ("en", "en-US"),
    ("pt", "pt-BR"),
    ("no", "nb"),
    ("no-NO", "nb"),
    ("zh-Hans", "zh"),
    ("zh-Hant", "zh-TW"),
    ("zh-CN", "zh"),
];

/// The table for the parts of a tag, and how the locale is called then: regions that are not known are left out.
fn known(parts: &[&str]) -> Option<(String, String)> {
    let language = match *parts.first()? {
        "iw" => "he",
        "in" => "id",
        "tl" => "fil",
        "nn" => "nb",
        language => language,
    };
    let script = parts.get(1).copied().filter(|part| part.len() == 4);
    let region = parts.iter().skip(1).copied().find(|part| part.len() == 2 || part.len() == 3);
    let with_region = region.map(|region| format!("{language}-{region}"));
    let with_script = script.map(|script| format!("{language}-{script}"));
    let table = |tag: &str| -> Option<String> {
        let same = SAME.iter().find(|(own, _)| *own == tag).map(|(_, other)| (*other).to_owned());
        same.or_else(|| data::is_known(tag).then(|| tag.to_owned()))
    };
    // Chinese regions have a script that is theirs; Serbian and Hindi in Latin letters are not known.
    let usual = match (language, region) {
        ("zh", Some("TW" | "HK" | "MO")) => Some("Hant"),
        ("zh", _) => Some("Hans"),
        ("sr", _) => Some("Cyrl"),
        ("hi", _) => Some("Deva"),
        _ => None,
    };
    let is_usual = script.is_none_or(|script| usual.is_none_or(|usual| script == usual));
    if let Some(tag) = with_region.filter(|_| is_usual)
        && let Some(table) = table(&tag)
    {
        return Some((table, parts_with(language, script, region)));
    }
    if let Some(tag) = with_script
        && let Some(table) = table(&tag)
    {
        return Some((table, tag));
    }
    if !is_usual {
        return None;
    }
    if language == "en" && region.is_some() {
        // English of the world, rather than that of the United States.
        return Some(("en-001".to_owned(), "en-001".to_owned())).filter(|_| data::is_known("en-001"));
    }
    Some((table(language)?, parts_with(language, script, None)))
}

fn parts_with(language: &str, script: Option<&str>, region: Option<&str>) -> String {
    let parts: Vec<&str> = [Some(language), script, region].into_iter().flatten().collect();
    parts.join("-")
}

/// CanonicalizeLocaleList (§9.2.1)
pub(crate) fn canonicalize_list(cx: &mut Vm, locales: Value) -> Completion<Vec<String>> {
    if locales.is_undefined() {
        return Ok(Vec::new());
    }
    if locales.is_string() {
        return Ok(vec![one_tag(cx, locales)?]);
    }
    let object = cx.to_object(locales)?;
    let length = cx.length_of_array_like(object)?;
    let mut tags = Vec::new();
    for index in 0..length {
        cx.charge_fuel(4)?;
        let key = cx.index_key(index)?;
        if cx.has_property(object, key)? {
            let value = cx.get(object, key)?;
            if !value.is_string() && !value.is_object() {
                return Err(cx.type_error("Language ID should be string or object."));
            }
            cx.heap.charge(32)?;
            let tag = one_tag(cx, value)?;
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    Ok(tags)
}

fn one_tag(cx: &mut Vm, value: Value) -> Completion<String> {
    let text = cx.to_std_string(value)?;
    match canonicalize(&text) {
        Some(tag) => Ok(tag),
        None => Err(cx.range_error(&format!("Incorrect locale information provided: {text}"))),
    }
}

/// The locale that serves a request (ResolveLocale, §9.2.7).
pub(crate) fn resolve(cx: &mut Vm, locales: Value) -> Completion<Resolved> {
    resolve_where(cx, locales, |_| true)
}

/// The same among the locales with data of another kind.
pub(crate) fn resolve_where(cx: &mut Vm, locales: Value, has_data: impl Fn(&str) -> bool) -> Completion<Resolved> {
    let tags = canonicalize_list(cx, locales)?;
    let fit = |tag: &String| best_fit(tag).filter(|found| has_data(found.data.tag));
    let default = || Some(Resolved::default_of(cx)).filter(|found| has_data(found.data.tag));
    Ok(tags.iter().find_map(fit).or_else(default).unwrap_or_else(Resolved::fallback))
}

/// The `supportedLocalesOf ( locales [ , options ] )` of the constructors whose data these tables are
/// (SupportedLocales, §9.2.10).
pub(crate) fn supported_locales_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    supported_where(cx, args, |_| true)
}

/// The same for constructors whose data are of another kind.
pub(crate) fn supported_where(cx: &mut Vm, args: Args, has_data: impl Fn(&str) -> bool) -> Completion {
    let tags = canonicalize_list(cx, args.at(cx, 0))?;
    let mut values = Vec::new();
    for tag in tags.iter().filter(|tag| best_fit(tag).is_some_and(|found| has_data(found.data.tag))) {
        values.push(Value::string(cx.heap.new_string(tag)?));
    }
    Ok(cx.new_array(values)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn tags() {
        assert_eq!(canonicalize("DE-de").as_deref(), Some("de-DE"));
        assert_eq!(canonicalize("zh-hans-cn-u-nu-latn").as_deref(), Some("zh-Hans-CN-u-nu-latn"));
        assert!(canonicalize("").is_none() && canonicalize("en_US").is_none() && canonicalize("e").is_none());
        let fit = |tag: &str| best_fit(tag).map(|found| (found.data.tag, found.tag));
        let pair = |data: &'static str, tag: &str| Some((data, tag.to_owned()));
        assert_eq!(fit("en-AU"), pair("en-AU", "en-AU"));
        assert_eq!(fit("en"), pair("en-US", "en"));
        assert_eq!(fit("en-XX"), pair("en-001", "en-001"));
        assert_eq!(fit("de-AT-u-co-phonebk"), pair("de-AT", "de-AT"));
        assert_eq!(fit("de-XX"), pair("de", "de"));
        assert_eq!(fit("zh-Hant-HK"), pair("zh-HK", "zh-Hant-HK"));
        assert_eq!(fit("zh-Hant"), pair("zh-TW", "zh-Hant"));
        assert_eq!(fit("zh-Hans-SG"), pair("zh-SG", "zh-Hans-SG"));
        assert_eq!(fit("pt-PT"), pair("pt-PT", "pt-PT"));
        assert_eq!(fit("no-NO"), pair("nb", "no-NO"));
        assert_eq!(fit("sr-Latn"), None);
        assert!(best_fit("tlh").is_none());
    }
}
