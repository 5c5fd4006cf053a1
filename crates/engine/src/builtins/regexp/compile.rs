//! Making regular expressions: RegExpCreate, RegExpAlloc and RegExpInitialize (§22.2.3), and literals.

use codemode_bytecode::Constant;
use codemode_regexp::{Flags, Regex};

use super::RegExpData;
use crate::completion::{Abort, Completion};
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::shape::Attributes;
use crate::heap::text::Str;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::{self, key};
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// Compiled patterns that are kept for programs that make the same one again.
const MAX_COMPILED: usize = 128;
/// Patterns longer than this are not kept.
const MAX_KEPT_LENGTH: usize = 1024;

impl Vm {
    /// RegExpCreate (§22.2.3.1)
    pub(crate) fn regexp_create(&mut self, pattern: Value, flags: Value) -> Completion<ObjectId> {
        let proto = self.intrinsic(Intrinsic::RegExpPrototype);
        self.regexp_initialize(proto, pattern, flags)
    }

    /// A regular expression from text, for the host and for other built-ins.
    ///
    /// # Errors
    /// A SyntaxError for a wrong pattern or flags.
    pub fn new_regexp(&mut self, pattern: StringId, flags: StringId) -> Completion<ObjectId> {
        self.regexp_create(pattern.into(), flags.into())
    }

    /// RegExpAlloc and RegExpInitialize (§22.2.3.2, §22.2.3.3)
    pub(super) fn regexp_initialize(&mut self, proto: ObjectId, pattern: Value, flags: Value) -> Completion<ObjectId> {
        let source = if pattern.is_undefined() { names::EMPTY } else { self.to_string(pattern)? };
        let flags_text = if flags.is_undefined() { names::EMPTY } else { self.to_string(flags)? };
        let Some(flags) = Flags::parse(&self.heap.str(flags_text).to_std_string()) else {
            let shown = self.heap.excerpt(flags_text);
            return Err(self.syntax_error(&format!("Invalid flags supplied to RegExp constructor '{shown}'")));
        };
        let (regex, owned) = self.compile_regexp(source, flags)?;
        Ok(self.allocate_regexp(proto, RegExpData { source, flags_text, flags, regex, owned }))
    }

    fn allocate_regexp(&mut self, proto: ObjectId, data: RegExpData) -> ObjectId {
        self.heap.count(data.bytes());
        let object = self.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data)));
        self.heap.add_named(object, key::LAST_INDEX, Value::ZERO, Attributes::new(true, false, false));
        object
    }

    /// The compiled pattern, and the bytes it takes when it is new.
    fn compile_regexp(&mut self, source: StringId, flags: Flags) -> Completion<(Regex, usize)> {
        let len = self.heap.string_len(source);
        let key = (len <= MAX_KEPT_LENGTH).then(|| cache_key(self.heap.str(source), flags));
        if let Some(key) = &key
            && let Some(regex) = self.regexps.compiled.get(key)
        {
            return Ok((regex.clone(), 0));
        }
        self.charge_fuel(len as u64 * 32 + 200)?;
        self.heap.ensure(len * 64)?;
        let units: Vec<u16> = self.heap.str(source).units().collect();
        let regex = match Regex::compile(&units, flags) {
            Ok(regex) => regex,
            Err(error) => {
                let shown = self.heap.excerpt(source);
                let message = format!("Invalid regular expression: /{shown}/{flags}: {}", error.message);
                return Err(self.syntax_error(&message));
            }
        };
        let size = regex.size();
        self.heap.ensure(size)?;
        if let Some(key) = key {
            if self.regexps.compiled.len() >= MAX_COMPILED {
                self.regexps.compiled.clear();
            }
            self.regexps.compiled.insert(key, regex.clone());
        }
        Ok((regex, size))
    }

    /// `NewRegExp`: a new object for every evaluation. The first one of a literal stays behind as a template, in the
    /// constant of the literal.
    pub(crate) fn regexp_literal(&mut self, program: u16, index: u32) -> Completion {
        let Some(loaded) = self.loaded.get(program as usize) else {
            return Err(Abort::Internal("unknown program").into());
        };
        let slot = loaded.constants as usize + index as usize;
        let template = self.constants.get(slot).and_then(|value| value.as_object());
        let data = match template.and_then(|template| self.heap.data::<RegExpData>(template)) {
            Some(data) => RegExpData { owned: 0, ..data.clone() },
            None => {
                let Some(Constant::RegExp { pattern, flags }) = loaded.program.constants.get(index as usize).cloned()
                else {
                    return Err(Abort::Internal("constant is no regular expression").into());
                };
                let pattern = self.heap.new_string(&pattern)?;
                let flags = self.heap.new_string(&flags)?;
                let template = self.new_regexp(pattern, flags)?;
                if let Some(entry) = self.constants.get_mut(slot) {
                    *entry = template.into();
                }
                match self.heap.data::<RegExpData>(template) {
                    Some(data) => RegExpData { owned: 0, ..data.clone() },
                    None => return Err(Abort::Internal("regular expression without data").into()),
                }
            }
        };
        let proto = self.intrinsic(Intrinsic::RegExpPrototype);
        Ok(self.allocate_regexp(proto, data).into())
    }
}

fn cache_key(source: Str<'_>, flags: Flags) -> Box<[u8]> {
    let bits = [
        flags.has_indices,
        flags.global,
        flags.ignore_case,
        flags.multiline,
        flags.dot_all,
        flags.unicode,
        flags.unicode_sets,
        flags.sticky,
    ];
    let bits = bits.into_iter().enumerate().fold(0u8, |sum, (at, flag)| sum | u8::from(flag) << at);
    let mut key = Vec::with_capacity(source.len() + 2);
    key.push(bits);
    match source {
        Str::Latin1(bytes) => {
            key.push(0);
            key.extend_from_slice(bytes);
        }
        Str::Utf16(units) => {
            key.push(1);
            key.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        }
    }
    key.into()
}
