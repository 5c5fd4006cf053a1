//! `Intl` (ECMA-402): a subset over ten locales whose data is built in. The data comes from CLDR by way of
//! `xtask/intl/generate.mjs`; nothing is read from the system.

pub(crate) mod data;
pub(crate) mod date;
pub(crate) mod list;
mod locale;
pub(crate) mod number;
mod options;
pub(crate) mod plural;

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
        object("DateTimeFormat", Intrinsic::IntlDateTimeFormat),
        object("ListFormat", Intrinsic::IntlListFormat),
        object("NumberFormat", Intrinsic::IntlNumberFormat),
        object("PluralRules", Intrinsic::IntlPluralRules),
        object("RelativeTimeFormat", Intrinsic::IntlRelativeTimeFormat),
    ],
);
