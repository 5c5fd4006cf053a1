//! Locale data of ar-EG, written by `xtask/intl/generate.mjs` from CLDR 48.0
//! (© Unicode, Inc., Unicode License V3). Do not edit.

use super::ar::{DATE, LISTS, RELATIVE};
use super::{Category, LocaleData, NumberData};

pub(crate) static LOCALE: LocaleData =
    LocaleData { tag: "ar-EG", zero: '٠', number: NUMBER, date: DATE, lists: LISTS, relative: RELATIVE };

const NUMBER: NumberData = NumberData {
    decimal: "\u{66b}",
    group: "\u{66c}",
    percent: "\u{66a}",
    exponent: "أس",
    decimal_forms: ["{0}", "\u{61c}{-}{0}"],
    percent_forms: ["{0}{%}\u{61c}", "\u{61c}{-}{0}{%}\u{61c}"],
    currency_forms: ["\u{200f}{0}\u{a0}{c}", "\u{61c}{-}\u{200f}{0}\u{a0}{c}"],
    accounting_forms: ["\u{200f}{0}\u{a0}{c}", "\u{61c}{-}\u{200f}{0}\u{a0}{c}"],
    units: &[
        (
            "acre",
            [
                &[(Category::Other, "{0} فدان"), (Category::One, "فدان")],
                &[(Category::Other, "{0} فدان"), (Category::One, "فدان")],
                &[(Category::Other, "{0} فدان"), (Category::One, "فدان")],
            ],
        ),
        ("bit", [&[(Category::Other, "{0} بت")], &[(Category::Other, "{0} بت")], &[(Category::Other, "{0} بت")]]),
        ("byte", [&[(Category::Other, "{0} بايت")], &[(Category::Other, "{0} ب")], &[(Category::Other, "{0} بايت")]]),
        (
            "celsius",
            [&[(Category::Other, "{0}°م")], &[(Category::Other, "{0}°م")], &[(Category::Other, "{0} درجة مئوية")]],
        ),
        (
            "centimeter",
            [&[(Category::Other, "{0} سم")], &[(Category::Other, "{0} سم")], &[(Category::Other, "{0} سنتيمتر")]],
        ),
        (
            "day",
            [
                &[
                    (Category::Other, "{0} يوم"),
                    (Category::One, "يوم"),
                    (Category::Two, "يومان"),
                    (Category::Few, "{0} أيام"),
                    (Category::Many, "{0} يوم\u{64b}ا"),
                ],
                &[(Category::Other, "{0} ي")],
                &[
                    (Category::Other, "{0} يوم"),
                    (Category::One, "يوم"),
                    (Category::Two, "يومان"),
                    (Category::Few, "{0} أيام"),
                    (Category::Many, "{0} يوم\u{64b}ا"),
                ],
            ],
        ),
        (
            "degree",
            [
                &[
                    (Category::Other, "{0} درجة"),
                    (Category::One, "درجة"),
                    (Category::Two, "درجتان"),
                    (Category::Few, "{0} درجات"),
                ],
                &[(Category::Other, "{0} درجة"), (Category::Two, "درجتان"), (Category::Few, "{0} درجات")],
                &[
                    (Category::Other, "{0} درجة"),
                    (Category::One, "درجة"),
                    (Category::Two, "درجتان"),
                    (Category::Few, "{0} درجات"),
                ],
            ],
        ),
        (
            "fahrenheit",
            [&[(Category::Other, "{0}°ف")], &[(Category::Other, "{0}°ف")], &[(Category::Other, "{0} درجة فهرنهايت")]],
        ),
        (
            "fluid-ounce",
            [
                &[
                    (Category::Other, "{0} أونصة سائلة"),
                    (Category::One, "أونصة س"),
                    (Category::Two, "{0} أونصة س"),
                    (Category::Few, "{0} أونصات سائلة"),
                    (Category::Many, "{0} أونصة س"),
                ],
                &[(Category::Other, "{0} أونصة س"), (Category::One, "أونصة س")],
                &[
                    (Category::Other, "{0} أونصة سائلة"),
                    (Category::One, "أونصة سائلة"),
                    (Category::Two, "أونصتان سائلتان"),
                ],
            ],
        ),
        (
            "foot",
            [
                &[(Category::Other, "{0} قدم"), (Category::One, "قدم")],
                &[(Category::Other, "{0} قدم"), (Category::One, "قدم"), (Category::Many, "{0} قدم\u{64b}ا")],
                &[(Category::Other, "{0} قدم"), (Category::One, "قدم")],
            ],
        ),
        (
            "gallon",
            [
                &[(Category::Other, "{0} غالون"), (Category::One, "غالون")],
                &[(Category::Other, "{0} غالون"), (Category::One, "غالون")],
                &[(Category::Other, "{0} غالون"), (Category::One, "غالون")],
            ],
        ),
        (
            "gigabit",
            [&[(Category::Other, "{0} غيغابت")], &[(Category::Other, "{0} غ.بت")], &[(Category::Other, "{0} غيغابت")]],
        ),
        (
            "gigabyte",
            [&[(Category::Other, "{0} غ.ب")], &[(Category::Other, "{0} غ.ب")], &[(Category::Other, "{0} غيغابايت")]],
        ),
        (
            "gram",
            [
                &[(Category::Other, "{0} غرام"), (Category::One, "غرام")],
                &[(Category::Other, "{0} غ")],
                &[
                    (Category::Other, "{0} غرام"),
                    (Category::One, "غرام"),
                    (Category::Two, "غرامان"),
                    (Category::Few, "{0} غرامات"),
                    (Category::Many, "{0} غرام\u{64b}ا"),
                ],
            ],
        ),
        (
            "hectare",
            [&[(Category::Other, "{0} هكتار")], &[(Category::Other, "{0} هكتار")], &[(Category::Other, "{0} هكتار")]],
        ),
        (
            "hour",
            [
                &[(Category::Other, "{0} س")],
                &[(Category::Other, "{0} س")],
                &[
                    (Category::Other, "{0} ساعة"),
                    (Category::One, "ساعة"),
                    (Category::Two, "ساعتان"),
                    (Category::Few, "{0} ساعات"),
                ],
            ],
        ),
        (
            "inch",
            [&[(Category::Other, "{0} بوصة")], &[(Category::Other, "{0} بوصة")], &[(Category::Other, "{0} بوصة")]],
        ),
        (
            "kilobit",
            [&[(Category::Other, "{0} كيلوبت")], &[(Category::Other, "{0} ك.بت")], &[(Category::Other, "{0} كيلوبت")]],
        ),
        (
            "kilobyte",
            [
                &[(Category::Other, "{0} كيلوبايت")],
                &[(Category::Other, "{0} ك.ب")],
                &[(Category::Other, "{0} كيلوبايت")],
            ],
        ),
        (
            "kilogram",
            [&[(Category::Other, "{0} كغم")], &[(Category::Other, "{0} كغ")], &[(Category::Other, "{0} كيلوغرام")]],
        ),
        (
            "kilometer",
            [
                &[(Category::Other, "{0} كم")],
                &[(Category::Other, "{0} كم")],
                &[
                    (Category::Other, "{0} كيلومتر"),
                    (Category::Few, "{0} كيلومترات"),
                    (Category::Many, "{0} كيلومتر\u{64b}ا"),
                ],
            ],
        ),
        (
            "liter",
            [
                &[(Category::Other, "{0} لتر"), (Category::One, "لتر")],
                &[(Category::Other, "{0} ل")],
                &[(Category::Other, "{0} لتر"), (Category::One, "لتر")],
            ],
        ),
        (
            "megabit",
            [&[(Category::Other, "{0} ميغابت")], &[(Category::Other, "{0} م.بت")], &[(Category::Other, "{0} ميغابت")]],
        ),
        (
            "megabyte",
            [&[(Category::Other, "{0} م.ب")], &[(Category::Other, "{0} م.ب")], &[(Category::Other, "{0} ميغابايت")]],
        ),
        (
            "meter",
            [
                &[
                    (Category::Other, "{0} متر"),
                    (Category::One, "متر"),
                    (Category::Two, "متران"),
                    (Category::Few, "{0} أمتار"),
                    (Category::Many, "{0} متر\u{64b}ا"),
                ],
                &[(Category::Other, "{0} م")],
                &[
                    (Category::Other, "{0} متر"),
                    (Category::One, "متر"),
                    (Category::Few, "{0} أمتار"),
                    (Category::Many, "{0} متر\u{64b}ا"),
                ],
            ],
        ),
        (
            "microsecond",
            [
                &[(Category::Other, "{0} م.ث.")],
                &[(Category::Other, "{0} م.ث.")],
                &[(Category::Other, "{0} ميكروثانية")],
            ],
        ),
        (
            "mile",
            [
                &[(Category::Other, "{0} ميل"), (Category::One, "ميل")],
                &[(Category::Other, "{0} ميل"), (Category::Few, "{0} أميال"), (Category::Many, "{0} ميلا\u{64b}")],
                &[
                    (Category::Other, "{0} ميل"),
                    (Category::One, "ميل"),
                    (Category::Two, "ميلان"),
                    (Category::Few, "{0} أميال"),
                    (Category::Many, "{0} ميلا\u{64b}"),
                ],
            ],
        ),
        (
            "mile-scandinavian",
            [
                &[(Category::Other, "{0} ميل اسكندنافي")],
                &[(Category::Other, "{0} ميل اسكندنافي")],
                &[(Category::Other, "{0} ميل اسكندنافي")],
            ],
        ),
        (
            "milliliter",
            [&[(Category::Other, "{0} ملتر")], &[(Category::Other, "{0} ملتر")], &[(Category::Other, "{0} مليلتر")]],
        ),
        (
            "millimeter",
            [&[(Category::Other, "{0} مم")], &[(Category::Other, "{0} مم")], &[(Category::Other, "{0} مليمتر")]],
        ),
        (
            "millisecond",
            [
                &[(Category::Other, "{0} ملي ث")],
                &[(Category::Other, "{0} ملي ث")],
                &[(Category::Other, "{0} ملي ثانية")],
            ],
        ),
        (
            "minute",
            [
                &[(Category::Other, "{0} د")],
                &[(Category::Other, "{0} د")],
                &[
                    (Category::Other, "{0} دقيقة"),
                    (Category::One, "دقيقة"),
                    (Category::Two, "دقيقتان"),
                    (Category::Few, "{0} دقائق"),
                ],
            ],
        ),
        (
            "month",
            [
                &[
                    (Category::Other, "{0} شهر"),
                    (Category::One, "شهر"),
                    (Category::Two, "شهران"),
                    (Category::Few, "{0} أشهر"),
                    (Category::Many, "{0} شهر\u{64b}ا"),
                ],
                &[
                    (Category::Other, "{0} شهر"),
                    (Category::One, "شهر"),
                    (Category::Two, "شهران"),
                    (Category::Few, "{0} أشهر"),
                    (Category::Many, "{0} شهر\u{64b}ا"),
                ],
                &[
                    (Category::Other, "{0} شهر"),
                    (Category::One, "شهر"),
                    (Category::Two, "شهران"),
                    (Category::Few, "{0} أشهر"),
                    (Category::Many, "{0} شهر\u{64b}ا"),
                ],
            ],
        ),
        (
            "nanosecond",
            [
                &[(Category::Other, "{0} ن.ث.")],
                &[(Category::Other, "{0} ن.ث.")],
                &[(Category::Other, "{0} نانو ثانية")],
            ],
        ),
        (
            "ounce",
            [
                &[(Category::Other, "{0} أونصة"), (Category::One, "أونصة")],
                &[(Category::Other, "{0} أونصة"), (Category::One, "أونصة")],
                &[(Category::Other, "{0} أونصة")],
            ],
        ),
        (
            "percent",
            [
                &[(Category::Other, "{0}\u{66a}\u{61c}")],
                &[(Category::Other, "{0}\u{66a}\u{61c}")],
                &[
                    (Category::Other, "{0} بالمائة"),
                    (Category::Zero, "{0}\u{66a}"),
                    (Category::Two, "{0}\u{66a}"),
                    (Category::Few, "{0}\u{66a}"),
                    (Category::Many, "{0}\u{66a}"),
                ],
            ],
        ),
        (
            "petabyte",
            [
                &[(Category::Other, "{0} بيتابايت")],
                &[(Category::Other, "{0} بيتابايت")],
                &[(Category::Other, "{0} بيتابايت")],
            ],
        ),
        (
            "pound",
            [
                &[(Category::Other, "{0} رطل")],
                &[(Category::Other, "{0} رطل")],
                &[(Category::Other, "{0} رطل"), (Category::Two, "رطلان"), (Category::Many, "{0} رطل\u{64b}ا")],
            ],
        ),
        (
            "second",
            [
                &[(Category::Other, "{0} ث")],
                &[(Category::Other, "{0} ث")],
                &[
                    (Category::Other, "{0} ثانية"),
                    (Category::One, "ثانية"),
                    (Category::Two, "ثانيتان"),
                    (Category::Few, "{0} ثوان"),
                ],
            ],
        ),
        (
            "stone",
            [&[(Category::Other, "{0} ستون")], &[(Category::Other, "{0} ستون")], &[(Category::Other, "{0} ستون")]],
        ),
        (
            "terabit",
            [&[(Category::Other, "{0} تيرابت")], &[(Category::Other, "{0} ت.بت")], &[(Category::Other, "{0} تيرابت")]],
        ),
        (
            "terabyte",
            [
                &[(Category::Other, "{0} تيرابايت")],
                &[(Category::Other, "{0} ت.ب")],
                &[(Category::Other, "{0} تيرابايت")],
            ],
        ),
        (
            "week",
            [
                &[
                    (Category::Other, "{0} أسبوع"),
                    (Category::One, "أسبوع"),
                    (Category::Two, "أسبوعان"),
                    (Category::Few, "{0} أسابيع"),
                    (Category::Many, "{0} أسبوع\u{64b}ا"),
                ],
                &[(Category::Other, "{0} أ")],
                &[
                    (Category::Other, "{0} أسبوع"),
                    (Category::One, "أسبوع"),
                    (Category::Two, "أسبوعان"),
                    (Category::Few, "{0} أسابيع"),
                    (Category::Many, "{0} أسبوع\u{64b}ا"),
                ],
            ],
        ),
        (
            "yard",
            [
                &[(Category::Other, "{0} ياردة"), (Category::One, "ياردة")],
                &[(Category::Other, "{0} ياردة")],
                &[(Category::Other, "{0} ياردة"), (Category::One, "ياردة")],
            ],
        ),
        (
            "year",
            [
                &[
                    (Category::Other, "{0} سنة"),
                    (Category::One, "سنة واحدة"),
                    (Category::Two, "سنتان"),
                    (Category::Few, "{0} سنوات"),
                ],
                &[(Category::Other, "{0} سنة")],
                &[
                    (Category::Other, "{0} سنة"),
                    (Category::One, "سنة"),
                    (Category::Two, "سنتان"),
                    (Category::Few, "{0} سنوات"),
                ],
            ],
        ),
        (
            "kilometer-per-hour",
            [
                &[(Category::Other, "{0} كم/س")],
                &[(Category::Other, "{0} كم/س")],
                &[(Category::Other, "{0} كيلومتر في الساعة")],
            ],
        ),
        (
            "mile-per-hour",
            [
                &[(Category::Other, "{0} ميل/س")],
                &[(Category::Other, "{0} ميل/س")],
                &[(Category::Other, "{0} ميل في الساعة")],
            ],
        ),
        (
            "meter-per-second",
            [
                &[(Category::Other, "{0} م/ث")],
                &[(Category::Other, "{0} م/ث")],
                &[(Category::Other, "{0} متر في الثانية")],
            ],
        ),
        (
            "liter-per-kilometer",
            [
                &[(Category::Other, "{0} لتر/كم")],
                &[(Category::Other, "{0} ل/كم")],
                &[
                    (Category::Other, "{0} لتر لكل كيلومتر"),
                    (Category::Two, "لتران لكل كيلومتر"),
                    (Category::Few, "{0} لترات لكل كيلومتر"),
                    (Category::Many, "{0} لتر\u{64b}ا لكل كيلومتر"),
                ],
            ],
        ),
        (
            "mile-per-gallon",
            [
                &[(Category::Other, "{0} ميل/غالون")],
                &[(Category::Other, "{0} ميل/غالون")],
                &[
                    (Category::Other, "{0} ميل لكل غالون"),
                    (Category::Two, "ميلان لكل غالون"),
                    (Category::Few, "{0} أميال لكل غالون"),
                    (Category::Many, "{0} ميل\u{64b}ا لكل غالون"),
                ],
            ],
        ),
    ],
    ..super::ar::NUMBER
};
