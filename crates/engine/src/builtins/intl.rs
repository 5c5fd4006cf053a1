//! `Intl` (ECMA-402): ten locales whose data is built in, by way of `xtask/intl/generate.mjs` from CLDR, and collation
//! and segmentation with the data of ICU4X. Nothing is read from the system. Without the feature `intl` only `en-US`
//! is left, and neither collation, segmentation nor names.

#[cfg(feature = "intl")]
pub(crate) mod collator;
pub(crate) mod data;
pub(crate) mod date;
#[cfg(feature = "intl")]
pub(crate) mod display_names;
pub(crate) mod list;
pub(crate) mod locale;
pub(crate) mod number;
mod options;
pub(crate) mod plural;
#[cfg(feature = "intl")]
pub(crate) mod segmenter;

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

/// Intl.getCanonicalLocales ( locales ) (§8.3.1)
fn get_canonical_locales(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let tags = locale::canonicalize_list(cx, args.at(cx, 0))?;
    let mut values = Vec::new();
    for tag in tags {
        values.push(Value::string(cx.heap.new_string(&tag)?));
    }
    Ok(cx.new_array(values)?.into())
}

pub(crate) static INTL: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        tag("Intl"),
        method("getCanonicalLocales", 1, get_canonical_locales),
        #[cfg(feature = "intl")]
        object("Collator", Intrinsic::IntlCollator),
        object("DateTimeFormat", Intrinsic::IntlDateTimeFormat),
        #[cfg(feature = "intl")]
        object("DisplayNames", Intrinsic::IntlDisplayNames),
        object("ListFormat", Intrinsic::IntlListFormat),
        object("NumberFormat", Intrinsic::IntlNumberFormat),
        object("PluralRules", Intrinsic::IntlPluralRules),
        object("RelativeTimeFormat", Intrinsic::IntlRelativeTimeFormat),
        #[cfg(feature = "intl")]
        object("Segmenter", Intrinsic::IntlSegmenter),
    ],
);
