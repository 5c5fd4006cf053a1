//! The input of a match: Latin-1 or UTF-16, the latter with or without surrogate pairs as one character.

use memchr::{memchr, memchr2, memchr3};

use crate::prefilter::Needle;
use crate::program::{Bytes, Class};

/// A string to match against. Positions are code units.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Every byte is the character of that number.
    Latin1(&'a [u8]),
    /// UTF-16 code units, lone surrogates allowed.
    Utf16(&'a [u16]),
}

impl Input<'_> {
    /// Length in code units.
    pub fn len(self) -> usize {
        match self {
            Self::Latin1(bytes) => bytes.len(),
            Self::Utf16(units) => units.len(),
        }
    }

    /// Whether the input is the empty string.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// The input as the matcher reads it.
pub(crate) trait Text: Copy {
    fn len(self) -> usize;
    /// The character at `pos` and the position behind it.
    fn at(self, pos: usize) -> Option<(u32, usize)>;
    /// The character before `pos` and its position.
    fn before(self, pos: usize) -> Option<(u32, usize)>;
    /// The code unit at `pos`.
    fn unit(self, pos: usize) -> Option<u32>;
    /// Whether `pos` is not in the middle of a character.
    fn is_boundary(self, pos: usize) -> bool;
    /// Skips at most `max` members of a class from `pos`: the end and their number.
    fn run(self, class: &Class, pos: usize, max: u32) -> (usize, u32);
    /// The first code unit at or behind `pos` that is in the class.
    fn find_class(self, class: &Class, pos: usize) -> Option<usize>;
    /// The first place at or behind `pos` with the literal.
    fn find(self, needle: &Needle, pos: usize) -> Option<usize>;
    /// Whether the literal is at `pos`.
    fn has_literal(self, pos: usize, units: &[u16]) -> bool;
    /// Whether the literal is at `pos` after or-ing each unit with its mask.
    fn has_folded_literal(self, pos: usize, units: &[u16], masks: &[u8]) -> bool;
}

#[derive(Clone, Copy)]
pub(crate) struct Latin1<'a>(pub(crate) &'a [u8]);

/// Every code unit is a character.
#[derive(Clone, Copy)]
pub(crate) struct Ucs2<'a>(pub(crate) &'a [u16]);

/// Surrogate pairs are one character.
#[derive(Clone, Copy)]
pub(crate) struct Utf16<'a>(pub(crate) &'a [u16]);

/// As many elements as a run may have.
fn limit(max: u32, len: usize) -> usize {
    usize::try_from(max).unwrap_or(usize::MAX).min(len)
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// How far a run is followed byte by byte before `memchr` takes over.
const SHORT_RUN: usize = 16;

impl Text for Latin1<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, pos: usize) -> Option<(u32, usize)> {
        self.0.get(pos).map(|&byte| (u32::from(byte), pos + 1))
    }

    #[inline(always)]
    fn before(self, pos: usize) -> Option<(u32, usize)> {
        let prev = pos.checked_sub(1)?;
        self.0.get(prev).map(|&byte| (u32::from(byte), prev))
    }

    #[inline(always)]
    fn unit(self, pos: usize) -> Option<u32> {
        self.0.get(pos).map(|&byte| u32::from(byte))
    }

    #[inline(always)]
    fn is_boundary(self, _pos: usize) -> bool {
        true
    }

    #[inline]
    fn run(self, class: &Class, pos: usize, max: u32) -> (usize, u32) {
        let rest = self.0.get(pos..).unwrap_or_default();
        let rest = rest.get(..limit(max, rest.len())).unwrap_or_default();
        let stops = |byte: &u8| !class.latin1[usize::from(*byte)];
        let len = if class.stops == Bytes::Many || rest.len() <= SHORT_RUN {
            rest.iter().position(stops).unwrap_or(rest.len())
        } else {
            let (near, far) = rest.split_at(SHORT_RUN);
            near.iter().position(stops).unwrap_or_else(|| {
                let end = match class.stops {
                    Bytes::Zero => None,
                    Bytes::One(a) => memchr(a, far),
                    Bytes::Two(a, b) => memchr2(a, b, far),
                    Bytes::Three(a, b, c) => memchr3(a, b, c, far),
                    Bytes::Many => far.iter().position(stops),
                };
                SHORT_RUN + end.unwrap_or(far.len())
            })
        };
        (pos + len, count(len))
    }

    #[inline]
    fn find_class(self, class: &Class, pos: usize) -> Option<usize> {
        let rest = self.0.get(pos..)?;
        let found = match class.hits {
            Bytes::Zero => None,
            Bytes::One(a) => memchr(a, rest),
            Bytes::Two(a, b) => memchr2(a, b, rest),
            Bytes::Three(a, b, c) => memchr3(a, b, c, rest),
            Bytes::Many => rest.iter().position(|&byte| class.latin1[usize::from(byte)]),
        };
        found.map(|distance| pos + distance)
    }

    #[inline]
    fn find(self, needle: &Needle, pos: usize) -> Option<usize> {
        let rest = self.0.get(pos..)?;
        let found = match *needle.units.as_slice() {
            [unit] => u8::try_from(unit).ok().and_then(|byte| memchr(byte, rest)),
            _ => needle.finder.as_ref().and_then(|finder| finder.find(rest)),
        };
        found.map(|distance| pos + distance)
    }

    #[inline]
    fn has_literal(self, pos: usize, units: &[u16]) -> bool {
        let Some(part) = self.0.get(pos..pos + units.len()) else { return false };
        part.iter().zip(units).all(|(&byte, &unit)| u16::from(byte) == unit)
    }

    #[inline]
    fn has_folded_literal(self, pos: usize, units: &[u16], masks: &[u8]) -> bool {
        let Some(part) = self.0.get(pos..pos + units.len()) else { return false };
        part.iter().zip(units).zip(masks).all(|((&byte, &unit), &mask)| u16::from(byte | mask) == unit)
    }
}

/// The first place of `units` at or behind `pos`.
fn find_units(text: &[u16], units: &[u16], mut pos: usize) -> Option<usize> {
    let (&first, _) = units.split_first()?;
    loop {
        pos = find_unit(text, first, pos)?;
        if text.get(pos..)?.starts_with(units) {
            return Some(pos);
        }
        pos += 1;
    }
}

/// The first place of one unit: whole blocks are tested without a branch per unit.
fn find_unit(text: &[u16], unit: u16, pos: usize) -> Option<usize> {
    const BLOCK: usize = 32;
    let rest = text.get(pos..)?;
    let skipped =
        rest.chunks_exact(BLOCK).take_while(|block| !block.iter().fold(false, |hit, &other| hit | (other == unit)));
    let skipped = skipped.count() * BLOCK;
    let found = rest.get(skipped..)?.iter().position(|&other| other == unit)?;
    Some(pos + skipped + found)
}

fn has_units(text: &[u16], pos: usize, units: &[u16]) -> bool {
    text.get(pos..).is_some_and(|rest| rest.starts_with(units))
}

fn has_folded_units(text: &[u16], pos: usize, units: &[u16], masks: &[u8]) -> bool {
    let Some(part) = text.get(pos..pos + units.len()) else { return false };
    part.iter().zip(units).zip(masks).all(|((&other, &unit), &mask)| other | u16::from(mask) == unit)
}

fn find_class_unit(text: &[u16], class: &Class, pos: usize) -> Option<usize> {
    let found = text.get(pos..)?.iter().position(|&unit| class.contains(unit.into()))?;
    Some(pos + found)
}

impl Text for Ucs2<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, pos: usize) -> Option<(u32, usize)> {
        self.0.get(pos).map(|&unit| (u32::from(unit), pos + 1))
    }

    #[inline(always)]
    fn before(self, pos: usize) -> Option<(u32, usize)> {
        let prev = pos.checked_sub(1)?;
        self.0.get(prev).map(|&unit| (u32::from(unit), prev))
    }

    #[inline(always)]
    fn unit(self, pos: usize) -> Option<u32> {
        self.0.get(pos).map(|&unit| u32::from(unit))
    }

    #[inline(always)]
    fn is_boundary(self, _pos: usize) -> bool {
        true
    }

    #[inline]
    fn run(self, class: &Class, pos: usize, max: u32) -> (usize, u32) {
        let rest = self.0.get(pos..).unwrap_or_default();
        let rest = rest.get(..limit(max, rest.len())).unwrap_or_default();
        let len = rest.iter().position(|&unit| !class.contains(unit.into())).unwrap_or(rest.len());
        (pos + len, count(len))
    }

    #[inline]
    fn find_class(self, class: &Class, pos: usize) -> Option<usize> {
        find_class_unit(self.0, class, pos)
    }

    #[inline]
    fn find(self, needle: &Needle, pos: usize) -> Option<usize> {
        find_units(self.0, &needle.units, pos)
    }

    #[inline]
    fn has_literal(self, pos: usize, units: &[u16]) -> bool {
        has_units(self.0, pos, units)
    }

    #[inline]
    fn has_folded_literal(self, pos: usize, units: &[u16], masks: &[u8]) -> bool {
        has_folded_units(self.0, pos, units, masks)
    }
}

fn is_lead(unit: u32) -> bool {
    (0xD800..0xDC00).contains(&unit)
}

fn is_trail(unit: u32) -> bool {
    (0xDC00..0xE000).contains(&unit)
}

fn combine(lead: u32, trail: u32) -> u32 {
    0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
}

impl Text for Utf16<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, pos: usize) -> Option<(u32, usize)> {
        let unit = self.unit(pos)?;
        if is_lead(unit)
            && let Some(trail) = self.unit(pos + 1)
            && is_trail(trail)
        {
            return Some((combine(unit, trail), pos + 2));
        }
        Some((unit, pos + 1))
    }

    #[inline(always)]
    fn before(self, pos: usize) -> Option<(u32, usize)> {
        let prev = pos.checked_sub(1)?;
        let unit = self.unit(prev)?;
        if is_trail(unit)
            && let Some(start) = prev.checked_sub(1)
            && let Some(lead) = self.unit(start)
            && is_lead(lead)
        {
            return Some((combine(lead, unit), start));
        }
        Some((unit, prev))
    }

    #[inline(always)]
    fn unit(self, pos: usize) -> Option<u32> {
        self.0.get(pos).map(|&unit| u32::from(unit))
    }

    #[inline]
    fn is_boundary(self, pos: usize) -> bool {
        let Some(prev) = pos.checked_sub(1) else { return true };
        !(self.unit(pos).is_some_and(is_trail) && self.unit(prev).is_some_and(is_lead))
    }

    #[inline]
    fn run(self, class: &Class, mut pos: usize, max: u32) -> (usize, u32) {
        let mut count = 0;
        while count < max
            && let Some((ch, next)) = self.at(pos)
            && class.contains(ch)
        {
            pos = next;
            count += 1;
        }
        (pos, count)
    }

    #[inline]
    fn find_class(self, class: &Class, pos: usize) -> Option<usize> {
        find_class_unit(self.0, class, pos)
    }

    #[inline]
    fn find(self, needle: &Needle, pos: usize) -> Option<usize> {
        find_units(self.0, &needle.units, pos)
    }

    #[inline]
    fn has_literal(self, pos: usize, units: &[u16]) -> bool {
        has_units(self.0, pos, units)
    }

    #[inline]
    fn has_folded_literal(self, pos: usize, units: &[u16], masks: &[u8]) -> bool {
        has_folded_units(self.0, pos, units, masks)
    }
}
