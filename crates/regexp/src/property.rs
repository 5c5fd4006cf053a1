//! `\p{…}`: names and values of Unicode properties as code point sets (ECMA-262, section 22.2.2.9).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use icu_properties::props::{self, BinaryProperty, GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData, PropertyParser};

use crate::charset::{CharSet, MAX_CODE_POINT};

/// Sets once asked for: there are some hundreds of names, and collecting a set takes up to a millisecond.
static KNOWN: LazyLock<Mutex<HashMap<String, Arc<CharSet>>>> = LazyLock::new(Mutex::default);

/// The set for `\p{name}` or `\p{name=value}`, or `None` if there is no such property or value.
/// Names are exact: no other case, no spaces, no omitted underscores.
pub(crate) fn resolve(name: &str, value: Option<&str>) -> Option<Arc<CharSet>> {
    let key = value.map_or_else(|| name.into(), |value| format!("{name}={value}"));
    if let Some(known) = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(Arc::clone(known));
    }
    let set = Arc::new(look_up(name, value)?);
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&set));
    Some(set)
}

fn look_up(name: &str, value: Option<&str>) -> Option<CharSet> {
    match (name, value) {
        ("General_Category" | "gc", Some(value)) => general_category(value),
        ("Script" | "sc", Some(value)) => {
            let script = PropertyParser::<Script>::new().get_strict(value)?;
            Some(collect(CodePointMapData::<Script>::new().iter_ranges_for_value(script)))
        }
        ("Script_Extensions" | "scx", Some(value)) => {
            let script = PropertyParser::<Script>::new().get_strict(value)?;
            Some(collect(ScriptWithExtensions::new().get_script_extensions_ranges(script)))
        }
        (_, Some(_)) => None,
        (name, None) => binary(name).or_else(|| general_category(name)),
    }
}

fn general_category(value: &str) -> Option<CharSet> {
    let group = PropertyParser::<GeneralCategoryGroup>::new().get_strict(value)?;
    Some(collect(CodePointMapData::<GeneralCategory>::new().iter_ranges_for_group(group)))
}

fn collect(ranges: impl Iterator<Item = std::ops::RangeInclusive<u32>>) -> CharSet {
    CharSet::from_ranges(ranges.map(|range| (*range.start(), *range.end())).collect())
}

fn set_of<P: BinaryProperty>() -> CharSet {
    collect(CodePointSetData::new::<P>().iter_ranges())
}

/// Table 69 of ECMA-262: the binary properties and their aliases.
fn binary(name: &str) -> Option<CharSet> {
    Some(match name {
        "Any" => CharSet::range(0, MAX_CODE_POINT),
        "ASCII" => CharSet::range(0, 0x7F),
        "Assigned" => general_category("Cn")?.complement(MAX_CODE_POINT),
        "ASCII_Hex_Digit" | "AHex" => set_of::<props::AsciiHexDigit>(),
        "Alphabetic" | "Alpha" => set_of::<props::Alphabetic>(),
        "Bidi_Control" | "Bidi_C" => set_of::<props::BidiControl>(),
        "Bidi_Mirrored" | "Bidi_M" => set_of::<props::BidiMirrored>(),
        "Case_Ignorable" | "CI" => set_of::<props::CaseIgnorable>(),
        "Cased" => set_of::<props::Cased>(),
        "Changes_When_Casefolded" | "CWCF" => set_of::<props::ChangesWhenCasefolded>(),
        "Changes_When_Casemapped" | "CWCM" => set_of::<props::ChangesWhenCasemapped>(),
        "Changes_When_Lowercased" | "CWL" => set_of::<props::ChangesWhenLowercased>(),
        "Changes_When_NFKC_Casefolded" | "CWKCF" => set_of::<props::ChangesWhenNfkcCasefolded>(),
        "Changes_When_Titlecased" | "CWT" => set_of::<props::ChangesWhenTitlecased>(),
        "Changes_When_Uppercased" | "CWU" => set_of::<props::ChangesWhenUppercased>(),
        "Dash" => set_of::<props::Dash>(),
        "Default_Ignorable_Code_Point" | "DI" => set_of::<props::DefaultIgnorableCodePoint>(),
        "Deprecated" | "Dep" => set_of::<props::Deprecated>(),
        "Diacritic" | "Dia" => set_of::<props::Diacritic>(),
        "Emoji" => set_of::<props::Emoji>(),
        "Emoji_Component" | "EComp" => set_of::<props::EmojiComponent>(),
        "Emoji_Modifier" | "EMod" => set_of::<props::EmojiModifier>(),
        "Emoji_Modifier_Base" | "EBase" => set_of::<props::EmojiModifierBase>(),
        "Emoji_Presentation" | "EPres" => set_of::<props::EmojiPresentation>(),
        "Extended_Pictographic" | "ExtPict" => set_of::<props::ExtendedPictographic>(),
        "Extender" | "Ext" => set_of::<props::Extender>(),
        "Grapheme_Base" | "Gr_Base" => set_of::<props::GraphemeBase>(),
        "Grapheme_Extend" | "Gr_Ext" => set_of::<props::GraphemeExtend>(),
        "Hex_Digit" | "Hex" => set_of::<props::HexDigit>(),
        "IDS_Binary_Operator" | "IDSB" => set_of::<props::IdsBinaryOperator>(),
        "IDS_Trinary_Operator" | "IDST" => set_of::<props::IdsTrinaryOperator>(),
        "ID_Continue" | "IDC" => set_of::<props::IdContinue>(),
        "ID_Start" | "IDS" => set_of::<props::IdStart>(),
        "Ideographic" | "Ideo" => set_of::<props::Ideographic>(),
        "Join_Control" | "Join_C" => set_of::<props::JoinControl>(),
        "Logical_Order_Exception" | "LOE" => set_of::<props::LogicalOrderException>(),
        "Lowercase" | "Lower" => set_of::<props::Lowercase>(),
        "Math" => set_of::<props::Math>(),
        "Noncharacter_Code_Point" | "NChar" => set_of::<props::NoncharacterCodePoint>(),
        "Pattern_Syntax" | "Pat_Syn" => set_of::<props::PatternSyntax>(),
        "Pattern_White_Space" | "Pat_WS" => set_of::<props::PatternWhiteSpace>(),
        "Quotation_Mark" | "QMark" => set_of::<props::QuotationMark>(),
        "Radical" => set_of::<props::Radical>(),
        "Regional_Indicator" | "RI" => set_of::<props::RegionalIndicator>(),
        "Sentence_Terminal" | "STerm" => set_of::<props::SentenceTerminal>(),
        "Soft_Dotted" | "SD" => set_of::<props::SoftDotted>(),
        "Terminal_Punctuation" | "Term" => set_of::<props::TerminalPunctuation>(),
        "Unified_Ideograph" | "UIdeo" => set_of::<props::UnifiedIdeograph>(),
        "Uppercase" | "Upper" => set_of::<props::Uppercase>(),
        "Variation_Selector" | "VS" => set_of::<props::VariationSelector>(),
        "White_Space" | "space" => set_of::<props::WhiteSpace>(),
        "XID_Continue" | "XIDC" => set_of::<props::XidContinue>(),
        "XID_Start" | "XIDS" => set_of::<props::XidStart>(),
        _ => return None,
    })
}
