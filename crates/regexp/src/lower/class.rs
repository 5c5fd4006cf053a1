//! Character classes: sets of characters, and with `v` sets of strings besides.
//!
//! With `v` and `i` the specification computes with folded sets. Here every operand is closed over its case variants
//! instead; the two are isomorphic, so that union, intersection, difference and complement come out the same.

use std::collections::BTreeSet;

use oxc_regular_expression::ast::{self, CharacterClassContents, CharacterClassContentsKind, CharacterClassEscapeKind};

use super::{Lowering, error};
use crate::charset::CharSet;
use crate::error::CompileError;
use crate::node::Node;
use crate::property;

/// What a class of `v` mode matches: one member of `chars`, or one of `strings` (never of length one).
#[derive(Default)]
pub(super) struct ClassValue {
    pub(super) chars: CharSet,
    pub(super) strings: BTreeSet<Vec<u32>>,
}

/// The characters that end a line.
pub(super) fn line_terminators() -> CharSet {
    CharSet::from_ranges(vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])
}

/// `WhiteSpace` and `LineTerminator`.
fn white_space() -> CharSet {
    CharSet::from_ranges(vec![
        (0x09, 0x0D),
        (0x20, 0x20),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x2000, 0x200A),
        (0x2028, 0x2029),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
        (0xFEFF, 0xFEFF),
    ])
}

impl Lowering {
    /// `WordCharacters`: with case folding also the characters that fold to an ASCII letter.
    pub(super) fn word_characters(&mut self) -> CharSet {
        let basic = CharSet::from_ranges(vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]);
        if self.flags.is_unicode() { self.close(basic) } else { basic }
    }

    pub(super) fn class_escape(&mut self, kind: CharacterClassEscapeKind) -> CharSet {
        let max = self.max_char();
        let negate = |set: CharSet| set.complement(max);
        match kind {
            CharacterClassEscapeKind::D => CharSet::range(0x30, 0x39),
            CharacterClassEscapeKind::NegativeD => negate(CharSet::range(0x30, 0x39)),
            CharacterClassEscapeKind::S => white_space(),
            CharacterClassEscapeKind::NegativeS => negate(white_space()),
            CharacterClassEscapeKind::W => self.word_characters(),
            CharacterClassEscapeKind::NegativeW => negate(self.word_characters()),
        }
    }

    /// A node for a set as written: closes it over its case variants.
    pub(super) fn finish_set(&mut self, set: CharSet, offset: u32) -> Result<Node, CompileError> {
        let set = self.close(set);
        self.charge(set.ranges().len(), offset)?;
        Ok(Node::set(set, &mut self.sets))
    }

    pub(super) fn property_term(&mut self, escape: &ast::UnicodePropertyEscape<'_>) -> Result<Node, CompileError> {
        if self.flags.unicode_sets {
            let value = self.property_value(escape)?;
            return self.finish_class(value, escape.span.start);
        }
        let set = self.property(escape)?;
        self.finish_set(set, escape.span.start)
    }

    /// The set of a property of characters, complemented for `\P`.
    fn property(&mut self, escape: &ast::UnicodePropertyEscape<'_>) -> Result<CharSet, CompileError> {
        let value = escape.value.as_ref().map(|value| value.as_str());
        let Some(set) = property::resolve(escape.name.as_str(), value) else {
            return Err(error("invalid property name", escape.span.start));
        };
        self.charge(set.ranges().len(), escape.span.start)?;
        // With `v` and `i` the complement is that of the folded set.
        let set = if self.flags.unicode_sets { self.close(CharSet::clone(&set)) } else { CharSet::clone(&set) };
        Ok(if escape.negative { set.complement(self.max_char()) } else { set })
    }

    fn property_value(&mut self, escape: &ast::UnicodePropertyEscape<'_>) -> Result<ClassValue, CompileError> {
        if escape.strings {
            let Some(mut value) = super::strings::resolve(escape.name.as_str()) else {
                return Err(error("this property of strings is not supported", escape.span.start));
            };
            self.charge(value.chars.ranges().len() + 8 * value.strings.len(), escape.span.start)?;
            value.chars = self.close(std::mem::take(&mut value.chars));
            if self.ignore_case {
                value.strings = value.strings.into_iter().map(|string| self.fold_string(string)).collect();
            }
            return Ok(value);
        }
        Ok(ClassValue { chars: self.property(escape)?, strings: BTreeSet::new() })
    }

    fn fold_string(&self, mut string: Vec<u32>) -> Vec<u32> {
        if self.ignore_case {
            string.iter_mut().for_each(|ch| *ch = self.folding().canonicalize(*ch));
        }
        string
    }

    pub(super) fn class_term(&mut self, class: &ast::CharacterClass<'_>) -> Result<Node, CompileError> {
        if self.flags.unicode_sets {
            let value = self.class_value(class)?;
            return self.finish_class(value, class.span.start);
        }
        let mut ranges = Vec::new();
        for item in &class.body {
            match item {
                CharacterClassContents::CharacterClassRange(range) => ranges.push((range.min.value, range.max.value)),
                CharacterClassContents::Character(character) => ranges.push((character.value, character.value)),
                CharacterClassContents::CharacterClassEscape(escape) => {
                    ranges.extend_from_slice(self.class_escape(escape.kind).ranges());
                }
                CharacterClassContents::UnicodePropertyEscape(escape) => {
                    ranges.extend_from_slice(self.property(escape)?.ranges());
                }
                CharacterClassContents::NestedCharacterClass(_) | CharacterClassContents::ClassStringDisjunction(_) => {
                    return Err(error("set notation needs the v flag", class.span.start));
                }
            }
        }
        self.charge(ranges.len(), class.span.start)?;
        // Case variants are added before the complement: `[^x]` excludes all of them.
        let set = self.close(CharSet::from_ranges(ranges));
        let set = if class.negative { set.complement(self.max_char()) } else { set };
        self.charge(set.ranges().len(), class.span.start)?;
        Ok(Node::set(set, &mut self.sets))
    }

    fn class_value(&mut self, class: &ast::CharacterClass<'_>) -> Result<ClassValue, CompileError> {
        let mut value: Option<ClassValue> = None;
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for item in &class.body {
            let operand = self.operand(item)?;
            self.charge(operand.chars.ranges().len() + operand.strings.len(), class.span.start)?;
            value = Some(match (value, class.kind) {
                (None, CharacterClassContentsKind::Union) => {
                    ranges.extend_from_slice(operand.chars.ranges());
                    ClassValue { chars: CharSet::new(), strings: operand.strings }
                }
                (Some(mut value), CharacterClassContentsKind::Union) => {
                    ranges.extend_from_slice(operand.chars.ranges());
                    value.strings.extend(operand.strings);
                    value
                }
                (None, _) => operand,
                (Some(mut value), CharacterClassContentsKind::Intersection) => {
                    self.charge(value.chars.ranges().len() + value.strings.len(), class.span.start)?;
                    value.chars = value.chars.intersection(&operand.chars);
                    value.strings.retain(|string| operand.strings.contains(string));
                    value
                }
                (Some(mut value), CharacterClassContentsKind::Subtraction) => {
                    self.charge(value.chars.ranges().len() + value.strings.len(), class.span.start)?;
                    value.chars = value.chars.difference(&operand.chars);
                    value.strings.retain(|string| !operand.strings.contains(string));
                    value
                }
            });
        }
        let mut value = value.unwrap_or_default();
        if !ranges.is_empty() {
            value.chars = CharSet::from_ranges(ranges);
        }
        if class.negative {
            value.chars = value.chars.complement(self.max_char());
        }
        Ok(value)
    }

    fn operand(&mut self, item: &CharacterClassContents<'_>) -> Result<ClassValue, CompileError> {
        let chars = match item {
            CharacterClassContents::CharacterClassRange(range) => CharSet::range(range.min.value, range.max.value),
            CharacterClassContents::Character(character) => CharSet::single(character.value),
            CharacterClassContents::CharacterClassEscape(escape) => self.class_escape(escape.kind),
            CharacterClassContents::UnicodePropertyEscape(escape) => return self.property_value(escape),
            CharacterClassContents::NestedCharacterClass(class) => return self.class_value(class),
            CharacterClassContents::ClassStringDisjunction(disjunction) => {
                return Ok(self.string_disjunction(disjunction));
            }
        };
        Ok(ClassValue { chars: self.close(chars), strings: BTreeSet::new() })
    }

    /// `\q{…}`: strings of one character are characters.
    fn string_disjunction(&mut self, disjunction: &ast::ClassStringDisjunction<'_>) -> ClassValue {
        let mut value = ClassValue::default();
        let mut ranges = Vec::new();
        for string in &disjunction.body {
            let string: Vec<u32> = string.body.iter().map(|character| character.value).collect();
            if let [ch] = string.as_slice() {
                ranges.push((*ch, *ch));
            } else {
                let string = self.fold_string(string);
                value.strings.insert(string);
            }
        }
        value.chars = self.close(CharSet::from_ranges(ranges));
        value
    }

    /// A node for a class of `v` mode: single characters after longer strings and before the empty string.
    fn finish_class(&mut self, value: ClassValue, offset: u32) -> Result<Node, CompileError> {
        self.charge(value.chars.ranges().len(), offset)?;
        if value.strings.is_empty() {
            return Ok(Node::set(value.chars, &mut self.sets));
        }
        let mut strings: Vec<Vec<u32>> = value.strings.into_iter().collect();
        self.charge(strings.iter().map(Vec::len).sum(), offset)?;
        let count = strings.len();
        strings.retain(|string| !string.is_empty());
        let has_empty = strings.len() < count;
        let node = self.strings(strings, value.chars);
        Ok(if has_empty { Node::alt(vec![node, Node::empty()], &mut self.sets) } else { node })
    }
}
