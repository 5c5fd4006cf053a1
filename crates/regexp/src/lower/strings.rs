//! Properties of strings (`\p{RGI_Emoji}` and its parts, `v` mode only; ECMA-262, table 70).

mod table;

use std::collections::BTreeSet;

use super::class::ClassValue;
use crate::charset::CharSet;
use crate::property;

const VARIATION_SELECTOR: u32 = 0xFE0F;
const KEYCAP: u32 = 0x20E3;
const BLACK_FLAG: u32 = 0x1_F3F4;
const TAG_BASE: u32 = 0xE_0000;
const CANCEL_TAG: u32 = 0xE_007F;
const REGIONAL_A: u32 = 0x1_F1E6;
/// A base of skin tones that no recommended sequence has.
const FAMILY: u32 = 0x1_F46A;
const SKIN_TONES: std::ops::RangeInclusive<char> = '\u{1f3fb}'..='\u{1f3ff}';

/// The characters and strings with the property `name`; `None` if there is no such property.
pub(super) fn resolve(name: &str) -> Option<ClassValue> {
    let mut value = ClassValue::default();
    match name {
        "Basic_Emoji" => basic(&mut value)?,
        "Emoji_Keycap_Sequence" => keycaps(&mut value.strings),
        "RGI_Emoji_Modifier_Sequence" => modified(&mut value.strings)?,
        "RGI_Emoji_Flag_Sequence" => flags(&mut value.strings),
        "RGI_Emoji_Tag_Sequence" => tag_flags(&mut value.strings),
        "RGI_Emoji_ZWJ_Sequence" => joined(&mut value.strings),
        "RGI_Emoji" => {
            basic(&mut value)?;
            keycaps(&mut value.strings);
            modified(&mut value.strings)?;
            flags(&mut value.strings);
            tag_flags(&mut value.strings);
            joined(&mut value.strings);
        }
        _ => return None,
    }
    Some(value)
}

fn members(set: &CharSet) -> impl Iterator<Item = u32> {
    set.ranges().iter().flat_map(|&(first, last)| first..=last)
}

/// Emoji shown as such by default, and others with a variation selector; not those that are only parts of sequences.
fn basic(value: &mut ClassValue) -> Option<()> {
    let emoji = property::resolve("Emoji", None)?;
    let presentation = property::resolve("Emoji_Presentation", None)?;
    let indicators = property::resolve("Regional_Indicator", None)?;
    value.chars = presentation.difference(&indicators);
    let textual = emoji.difference(&presentation).difference(&CharSet::range(0, 0x7F));
    value.strings.extend(members(&textual).map(|ch| vec![ch, VARIATION_SELECTOR]));
    Some(())
}

fn keycaps(strings: &mut BTreeSet<Vec<u32>>) {
    strings.extend("#*0123456789".chars().map(|ch| vec![ch.into(), VARIATION_SELECTOR, KEYCAP]));
}

fn modified(strings: &mut BTreeSet<Vec<u32>>) -> Option<()> {
    let bases = property::resolve("Emoji_Modifier_Base", None)?;
    let bases = bases.difference(&CharSet::single(FAMILY));
    strings.extend(members(&bases).flat_map(|base| SKIN_TONES.map(move |tone| vec![base, tone.into()])));
    Some(())
}

fn flags(strings: &mut BTreeSet<Vec<u32>>) {
    let indicator = |letter: u8| REGIONAL_A + u32::from(letter.saturating_sub(b'A'));
    strings.extend(table::REGIONS.split_ascii_whitespace().map(|region| region.bytes().map(indicator).collect()));
}

fn tag_flags(strings: &mut BTreeSet<Vec<u32>>) {
    strings.extend(table::TAG_FLAGS.iter().map(|region| {
        let tags = region.bytes().map(|letter| TAG_BASE + u32::from(letter));
        std::iter::once(BLACK_FLAG).chain(tags).chain([CANCEL_TAG]).collect()
    }));
}

fn joined(strings: &mut BTreeSet<Vec<u32>>) {
    let mut add = |text: String| strings.insert(text.chars().map(u32::from).collect());
    for &pattern in table::ZWJ {
        if pattern.contains(['~', '+']) {
            for tone in SKIN_TONES {
                add(pattern.replace(['~', '+'], tone.encode_utf8(&mut [0; 4])));
            }
        }
        if let Some((before, rest)) = pattern.split_once(['=', '*'])
            && let Some((between, after)) = rest.split_once(['=', '*'])
        {
            let pairs = SKIN_TONES.flat_map(|first| SKIN_TONES.map(move |second| (first, second)));
            for (first, second) in pairs.filter(|(first, second)| first != second || pattern.contains('*')) {
                add(format!("{before}{first}{between}{second}{after}"));
            }
        }
        if !pattern.contains(['+', '=']) {
            add(pattern.replace(['~', '*'], ""));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The totals of the files of Unicode 17.
    #[test]
    fn every_property_has_as_many_members_as_in_the_data_files() {
        let rows = [
            ("Basic_Emoji", 1400),
            ("Emoji_Keycap_Sequence", 12),
            ("RGI_Emoji_Modifier_Sequence", 665),
            ("RGI_Emoji_Flag_Sequence", 259),
            ("RGI_Emoji_Tag_Sequence", 3),
            ("RGI_Emoji_ZWJ_Sequence", 1614),
            ("RGI_Emoji", 3953),
        ];
        for (name, expected) in rows {
            let value = resolve(name).unwrap_or_default();
            assert_eq!(members(&value.chars).count() + value.strings.len(), expected, "{name}");
        }
        assert!(resolve("rgi_emoji").is_none());
    }
}
