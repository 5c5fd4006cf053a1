//! The tables of a program under construction: literals, property sites, object templates.

use std::sync::Arc;

use codemode_bytecode::{ConstIndex, Constant, ObjectTemplate, PropertySite, Site, TemplateIndex};
use rustc_hash::FxHashMap;

/// Literals and names, each stored once.
#[derive(Default)]
pub(super) struct Tables {
    pub constants: Vec<Constant>,
    pub sites: Vec<PropertySite>,
    pub object_templates: Vec<ObjectTemplate>,
    strings: FxHashMap<Arc<str>, u32>,
    numbers: FxHashMap<u64, u32>,
}

impl Tables {
    /// Index of a string constant.
    pub fn string(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.strings.get(text) {
            return index;
        }
        let text: Arc<str> = Arc::from(text);
        let index = self.push(Constant::String(text.clone()));
        self.strings.insert(text, index);
        index
    }

    /// Index of a string constant whose text may hold escaped lone surrogates, as the parser writes them: U+FFFD and
    /// four hexadecimal digits.
    pub fn escaped_string(&mut self, text: &str, lone_surrogates: bool) -> u32 {
        if !lone_surrogates {
            return self.string(text);
        }
        let units = decode_surrogates(text);
        match String::from_utf16(&units) {
            Ok(text) => self.string(&text),
            Err(_) => self.push(Constant::Utf16(Arc::from(units))),
        }
    }

    /// The text of a string constant, for messages.
    pub fn text(&self, index: u32) -> &str {
        match self.constants.get(index as usize) {
            Some(Constant::String(text)) => text,
            _ => "",
        }
    }

    /// Index of a number constant.
    pub fn number(&mut self, value: f64) -> ConstIndex {
        if let Some(&index) = self.numbers.get(&value.to_bits()) {
            return ConstIndex(index);
        }
        let index = self.push(Constant::Number(value));
        self.numbers.insert(value.to_bits(), index);
        ConstIndex(index)
    }

    /// Index of a new constant of another kind.
    pub fn push(&mut self, constant: Constant) -> u32 {
        self.constants.push(constant);
        self.constants.len() as u32 - 1
    }

    /// A new site for the property `name`, a string constant.
    pub fn site(&mut self, name: u32) -> Site {
        self.sites.push(PropertySite { name });
        Site(self.sites.len() as u32 - 1)
    }

    /// A new object template.
    pub fn template(&mut self, keys: Vec<u32>) -> TemplateIndex {
        self.object_templates.push(ObjectTemplate { keys });
        TemplateIndex(self.object_templates.len() as u32 - 1)
    }
}

fn decode_surrogates(text: &str) -> Vec<u16> {
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(ch) = rest.chars().next() {
        rest = rest.get(ch.len_utf8()..).unwrap_or("");
        if ch == '\u{fffd}'
            && let Some(digits) = rest.get(..4)
            && let Ok(unit) = u16::from_str_radix(digits, 16)
        {
            units.push(unit);
            rest = rest.get(4..).unwrap_or("");
            continue;
        }
        let mut buffer = [0; 2];
        units.extend_from_slice(ch.encode_utf16(&mut buffer));
    }
    units
}

/// The value as a 32-bit integer, unless it is not one (or negative zero).
pub(super) fn as_int(value: f64) -> Option<i32> {
    let int = value as i32;
    (f64::from(int).to_bits() == value.to_bits()).then_some(int)
}

/// Whether `text` is a canonical array index.
pub(super) fn is_array_index(text: &str) -> bool {
    let digits = text.len() <= 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0')) && text.parse::<u64>().is_ok_and(|index| index < 0xffff_ffff)
}
