//! Language tags and which of the known locales serves one (ECMA-402 §6.2, §9.2).

use super::data::{LOCALES, LocaleData};
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
}

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
        let data = LOCALES[0];
        Resolved { data, tag: data.tag.to_owned(), numbering: numbering_of(data) }
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
            self.data = other.and_then(|tag| LOCALES.iter().find(|data| data.tag == tag)).unwrap_or(&self.data);
        }
        self
    }
}

fn numbering_of(data: &LocaleData) -> (&'static str, char) {
    NUMBERINGS.iter().find(|(_, zero)| *zero == data.zero).copied().unwrap_or(("latn", '0'))
}

/// Countries where Arabic is written with its own digits.
const ARABIC_DIGITS: &str = "EG SA BH DJ ER IL IQ JO KM KW LB MR OM PS QA SD SO SS SY TD YE";

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

/// The known locale for a canonical tag, extensions aside.
pub(crate) fn best_fit(tag: &str) -> Option<Resolved> {
    let mut kept: Vec<&str> = Vec::new();
    for part in tag.split('-') {
        if part.len() == 1 {
            break;
        }
        kept.push(part);
    }
    let language = *kept.first()?;
    let region = kept.iter().skip(1).find(|part| part.len() == 2 || part.len() == 3).copied();
    let wanted = match (language, region) {
        ("en", Some("GB" | "IE" | "AU" | "NZ" | "ZA")) => "en-GB",
        ("en", _) => "en-US",
        ("pt", _) => "pt-BR",
        ("ar", Some(region)) if ARABIC_DIGITS.split(' ').any(|known| known == region) => "ar-EG",
        (language, _) => language,
    };
    let data = LOCALES.iter().find(|data| data.tag == wanted)?;
    let resolved = Resolved { data, tag: kept.join("-"), numbering: numbering_of(data) };
    // The extension for digits is the one that matters here.
    let wanted =
        tag.split_once("-u-").and_then(|(_, extension)| extension.split('-').skip_while(|part| *part != "nu").nth(1));
    let Some(wanted) = wanted.filter(|wanted| NUMBERINGS.iter().any(|(known, _)| known == wanted)) else {
        return Some(resolved);
    };
    let mut resolved = resolved.numbered(wanted);
    resolved.tag.push_str("-u-nu-");
    resolved.tag.push_str(wanted);
    Some(resolved)
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
    let tags = canonicalize_list(cx, locales)?;
    Ok(tags.iter().find_map(|tag| best_fit(tag)).unwrap_or_else(|| Resolved::default_of(cx)))
}

/// The `supportedLocalesOf ( locales [ , options ] )` of the constructors whose data these tables are
/// (SupportedLocales, §9.2.10).
pub(crate) fn supported_locales_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let tags = canonicalize_list(cx, args.at(cx, 0))?;
    let mut values = Vec::new();
    for tag in tags.iter().filter(|tag| best_fit(tag).is_some()) {
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
        assert_eq!(best_fit("en-AU").unwrap().data.tag, "en-GB");
        assert_eq!(best_fit("de-AT-u-co-phonebk").unwrap().tag, "de-AT");
        assert!(best_fit("tlh").is_none());
    }
}
