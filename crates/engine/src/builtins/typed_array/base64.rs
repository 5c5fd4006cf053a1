//! Base64 and hexadecimal text of `Uint8Array` (ECMA-262 §23.3).

use super::TypedArrayData;
use super::element::Element;
use crate::completion::{Completion, Unwind};
use crate::heap::string::MAX_STRING_LENGTH;
use crate::heap::text::Str;
use crate::realm::natives::Args;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// Characters looked at between two looks at the clock.
const STRETCH: usize = 1 << 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Standard,
    Url,
}

impl Alphabet {
    const fn characters(self) -> &'static [u8; 64] {
        match self {
            Alphabet::Standard => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
            Alphabet::Url => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        }
    }

    fn character(self, sextet: u32) -> u8 {
        self.characters().get(sextet as usize & 63).copied().unwrap_or(b'A')
    }

    fn sextet(self, unit: u16) -> Option<u32> {
        let byte = u8::try_from(unit).ok()?;
        Some(u32::from(match (byte, self) {
            (b'A'..=b'Z', _) => byte - b'A',
            (b'a'..=b'z', _) => byte - b'a' + 26,
            (b'0'..=b'9', _) => byte - b'0' + 52,
            (b'+', Alphabet::Standard) | (b'-', Alphabet::Url) => 62,
            (b'/', Alphabet::Standard) | (b'_', Alphabet::Url) => 63,
            _ => return None,
        }))
    }
}

/// What happens to a last group of fewer than four characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LastChunk {
    Loose,
    Strict,
    StopBeforePartial,
}

// ── Options ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// GetOptionsObject
fn options_object(cx: &mut Vm, options: Value) -> Completion<Option<ObjectId>> {
    match options.as_object() {
        Some(object) => Ok(Some(object)),
        None if options.is_undefined() => Ok(None),
        None => {
            let shown = cx.describe(options);
            Err(cx.type_error(&format!("the options must be an object, not {shown}")))
        }
    }
}

/// The text of an option that must be a string when it is there: no other value is converted.
fn text_option(cx: &mut Vm, options: Option<ObjectId>, name: &str, allowed: &str) -> Completion<Option<String>> {
    let Some(options) = options else { return Ok(None) };
    let value = cx.get_named(options, name)?;
    match value.as_string() {
        Some(text) => Ok(Some(cx.heap.text(text)?)),
        None if value.is_undefined() => Ok(None),
        None => Err(option_error(cx, value, name, allowed)),
    }
}

fn option_error(cx: &mut Vm, value: Value, name: &str, allowed: &str) -> Unwind {
    let shown = cx.describe(value);
    cx.type_error(&format!("the option {name} must be {allowed}, not {shown}"))
}

fn alphabet_option(cx: &mut Vm, options: Option<ObjectId>) -> Completion<Alphabet> {
    const ALLOWED: &str = "\"base64\" or \"base64url\"";
    match text_option(cx, options, "alphabet", ALLOWED)?.as_deref() {
        None | Some("base64") => Ok(Alphabet::Standard),
        Some("base64url") => Ok(Alphabet::Url),
        Some(other) => Err(cx.type_error(&format!("the option alphabet must be {ALLOWED}, not \"{other}\""))),
    }
}

fn last_chunk_option(cx: &mut Vm, options: Option<ObjectId>) -> Completion<LastChunk> {
    const NAME: &str = "lastChunkHandling";
    const ALLOWED: &str = "\"loose\", \"strict\" or \"stop-before-partial\"";
    match text_option(cx, options, NAME, ALLOWED)?.as_deref() {
        None | Some("loose") => Ok(LastChunk::Loose),
        Some("strict") => Ok(LastChunk::Strict),
        Some("stop-before-partial") => Ok(LastChunk::StopBeforePartial),
        Some(other) => Err(cx.type_error(&format!("the option {NAME} must be {ALLOWED}, not \"{other}\""))),
    }
}

/// The text to decode: only strings are taken.
fn text_argument(cx: &mut Vm, value: Value, method: &str) -> Completion<StringId> {
    match value.as_string() {
        Some(text) => cx.heap.flatten(text),
        None => {
            let shown = cx.describe(value);
            Err(cx.type_error(&format!("Uint8Array {method} needs a string, not {shown}")))
        }
    }
}

// ── Decoding ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What decoding gave: all bytes up to an error.
#[derive(Debug, Default)]
struct Decoded {
    /// Characters that the bytes came from.
    read: usize,
    bytes: Vec<u8>,
    /// What is wrong with the text.
    error: Option<String>,
}

/// SkipAsciiWhitespace (§23.3.3.1)
fn skip_white_space(text: Str<'_>, mut at: usize) -> usize {
    while let Some(0x09 | 0x0A | 0x0C | 0x0D | 0x20) = text.get(at) {
        at += 1;
    }
    at
}

/// A group of two to four characters.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    bits: u32,
    count: u32,
}

impl Group {
    /// DecodeFinalBase64Chunk and DecodeFullLengthBase64Chunk (§23.3.3): the bytes, and whether the bits left over are
    /// zero.
    fn bytes(self) -> ([u8; 3], usize, bool) {
        let bits = self.bits << (6 * (4 - self.count.min(4)));
        let [_, a, b, c] = bits.to_be_bytes();
        let count = self.count.saturating_sub(1) as usize;
        let rest = match count {
            1 => u32::from(b) << 8 | u32::from(c),
            2 => u32::from(c),
            _ => 0,
        };
        ([a, b, c], count, rest == 0)
    }
}

/// FromBase64 (§23.3.3.4), as a machine that can be stopped between characters.
struct Base64Decoder {
    alphabet: Alphabet,
    last_chunk: LastChunk,
    /// The most bytes to give.
    max: usize,
    at: usize,
    group: Group,
    out: Decoded,
    is_done: bool,
}

impl Base64Decoder {
    fn fail(&mut self, message: String) {
        self.out.error = Some(message);
        self.is_done = true;
    }

    fn push_group(&mut self) {
        let (bytes, count, _) = self.group.bytes();
        self.out.bytes.extend_from_slice(bytes.get(..count).unwrap_or(&[]));
        self.group = Group::default();
    }

    /// Reads up to `limit` characters or to the end.
    fn run(&mut self, text: Str<'_>, limit: usize) {
        let stop = self.at.saturating_add(limit);
        while !self.is_done && self.at < stop {
            self.step(text);
        }
    }

    fn step(&mut self, text: Str<'_>) {
        self.at = skip_white_space(text, self.at);
        let Some(unit) = text.get(self.at) else { return self.end(text.len()) };
        let place = self.at;
        self.at += 1;
        if unit == u16::from(b'=') {
            return self.padding(text, place);
        }
        let Some(sextet) = self.alphabet.sextet(unit) else {
            let shown = char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER);
            return self.fail(format!("'{shown}' at index {place} is no base64 character"));
        };
        let remaining = self.max - self.out.bytes.len();
        if (remaining == 1 && self.group.count == 2) || (remaining == 2 && self.group.count == 3) {
            // The rest of the group does not fit.
            self.is_done = true;
            return;
        }
        self.group = Group { bits: self.group.bits << 6 | sextet, count: self.group.count + 1 };
        if self.group.count == 4 {
            self.push_group();
            self.out.read = self.at;
            self.is_done = self.out.bytes.len() == self.max;
        }
    }

    /// The end of the text without padding.
    fn end(&mut self, length: usize) {
        self.is_done = true;
        match (self.group.count, self.last_chunk) {
            (0, _) => self.out.read = length,
            (_, LastChunk::StopBeforePartial) => {}
            (_, LastChunk::Strict) => {
                self.fail("the last group of characters is incomplete: padding is missing".into())
            }
            (1, LastChunk::Loose) => self.fail("the last group is a single character".into()),
            (_, LastChunk::Loose) => {
                self.push_group();
                self.out.read = length;
            }
        }
    }

    fn padding(&mut self, text: Str<'_>, place: usize) {
        self.is_done = true;
        if self.group.count < 2 {
            return self.fail(format!("unexpected padding at index {place}"));
        }
        self.at = skip_white_space(text, self.at);
        if self.group.count == 2 {
            match text.get(self.at) {
                None if self.last_chunk == LastChunk::StopBeforePartial => return,
                None => return self.fail("the last group of characters is incomplete: padding is missing".into()),
                Some(unit) if unit == u16::from(b'=') => self.at = skip_white_space(text, self.at + 1),
                Some(_) => {}
            }
        }
        if self.at < text.len() {
            return self.fail(format!("unexpected character at index {} after padding", self.at));
        }
        let (_, _, rest_is_zero) = self.group.bytes();
        if self.last_chunk == LastChunk::Strict && !rest_is_zero {
            return self.fail("the last group has bits that belong to no byte".into());
        }
        self.push_group();
        self.out.read = text.len();
    }
}

fn decode_base64(
    cx: &mut Vm,
    text: StringId,
    (alphabet, last_chunk): (Alphabet, LastChunk),
    max: usize,
) -> Completion<Decoded> {
    if max == 0 {
        return Ok(Decoded::default());
    }
    let most = (cx.heap.string_len(text) / 4 + 1) * 3;
    cx.heap.ensure(most.min(max))?;
    let group = Group::default();
    let out = Decoded::default();
    let mut decoder = Base64Decoder { alphabet, last_chunk, max, at: 0, group, out, is_done: false };
    while !decoder.is_done {
        cx.charge_fuel(STRETCH.min(cx.heap.string_len(text)) as u64 / 4 + 1)?;
        decoder.run(cx.heap.str(text), STRETCH);
    }
    Ok(decoder.out)
}

fn hex_digit(unit: u16) -> Option<u8> {
    char::from_u32(u32::from(unit)).and_then(|character| character.to_digit(16)).map(|digit| digit as u8)
}

/// FromHex (§23.3.3.5)
fn decode_hex(cx: &mut Vm, text: StringId, max: usize) -> Completion<Decoded> {
    let length = cx.heap.string_len(text);
    let mut out = Decoded::default();
    if !length.is_multiple_of(2) {
        out.error = Some(format!("a hexadecimal string needs an even number of digits, not {length}"));
        return Ok(out);
    }
    cx.heap.ensure((length / 2).min(max))?;
    while out.read < length && out.bytes.len() < max {
        if out.read.is_multiple_of(STRETCH) {
            cx.charge_fuel(STRETCH.min(length) as u64 / 4 + 1)?;
        }
        let text = cx.heap.str(text);
        let digit = |at| text.get(at).and_then(hex_digit);
        match (digit(out.read), digit(out.read + 1)) {
            (Some(high), Some(low)) => out.bytes.push(high << 4 | low),
            (first, _) => {
                let at = if first.is_none() { out.read } else { out.read + 1 };
                out.error = Some(format!("the character at index {at} is no hexadecimal digit"));
                return Ok(out);
            }
        }
        out.read += 2;
    }
    Ok(out)
}

/// A new Uint8Array of what was decoded, or the SyntaxError.
fn decoded_array(cx: &mut Vm, decoded: Decoded) -> Completion {
    match decoded.error {
        Some(error) => Err(cx.syntax_error(&error)),
        None => Ok(cx.new_uint8_array(decoded.bytes)?.into()),
    }
}

/// Uint8Array.fromBase64 (§23.3.1.1)
pub(crate) fn from_base64(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = text_argument(cx, args.at(cx, 0), "fromBase64")?;
    let options = options_object(cx, args.at(cx, 1))?;
    let alphabet = alphabet_option(cx, options)?;
    let last_chunk = last_chunk_option(cx, options)?;
    let decoded = decode_base64(cx, text, (alphabet, last_chunk), usize::MAX)?;
    decoded_array(cx, decoded)
}

/// Uint8Array.fromHex (§23.3.1.2)
pub(crate) fn from_hex(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let text = text_argument(cx, args.at(cx, 0), "fromHex")?;
    let decoded = decode_hex(cx, text, usize::MAX)?;
    decoded_array(cx, decoded)
}

/// ValidateUint8Array (§23.3.3.2)
fn this_uint8_array(cx: &mut Vm, this: Value, method: &str) -> Completion<TypedArrayData> {
    match this.as_object().and_then(|id| cx.heap.typed_array(id)) {
        Some(&array) if array.element == Element::Uint8 => Ok(array),
        _ => {
            let shown = cx.describe(this);
            Err(cx.type_error(&format!("Uint8Array.prototype.{method} called on {shown}, which is no Uint8Array")))
        }
    }
}

fn length_in_bounds(cx: &mut Vm, array: &TypedArrayData, method: &str) -> Completion<usize> {
    match cx.heap.view_length(array) {
        Some(length) => Ok(length),
        None => Err(cx.out_of_bounds_error(&format!("Uint8Array.prototype.{method}"))),
    }
}

/// SetUint8ArrayBytes (§23.3.3.3), the error if there was one, and the answer `{ read, written }`.
fn store_decoded(cx: &mut Vm, array: &TypedArrayData, decoded: Decoded) -> Completion {
    if let Some(view) = cx.heap.view_mut(array)
        && let Some(target) = view.get_mut(..decoded.bytes.len())
    {
        target.copy_from_slice(&decoded.bytes);
    }
    if let Some(error) = decoded.error {
        return Err(cx.syntax_error(&error));
    }
    let answer = cx.new_object();
    cx.create_named(answer, "read", Value::index(decoded.read))?;
    cx.create_named(answer, "written", Value::index(decoded.bytes.len()))?;
    Ok(answer.into())
}

/// Uint8Array.prototype.setFromBase64 (§23.3.2.3)
pub(crate) fn set_from_base64(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let array = this_uint8_array(cx, this, "setFromBase64")?;
    let text = text_argument(cx, args.at(cx, 0), "setFromBase64")?;
    let options = options_object(cx, args.at(cx, 1))?;
    let alphabet = alphabet_option(cx, options)?;
    let last_chunk = last_chunk_option(cx, options)?;
    let length = length_in_bounds(cx, &array, "setFromBase64")?;
    let decoded = decode_base64(cx, text, (alphabet, last_chunk), length)?;
    store_decoded(cx, &array, decoded)
}

/// Uint8Array.prototype.setFromHex (§23.3.2.4)
pub(crate) fn set_from_hex(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let array = this_uint8_array(cx, this, "setFromHex")?;
    let text = text_argument(cx, args.at(cx, 0), "setFromHex")?;
    let length = length_in_bounds(cx, &array, "setFromHex")?;
    let decoded = decode_hex(cx, text, length)?;
    store_decoded(cx, &array, decoded)
}

// ── Encoding ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A string of so many ASCII characters, which `push` appends for a few bytes at a time.
fn encode(
    cx: &mut Vm,
    array: &TypedArrayData,
    length: usize,
    group: usize,
    push: impl Fn(&mut Vec<u8>, &[u8]),
) -> Completion {
    if length > MAX_STRING_LENGTH {
        return Err(cx.range_error("Invalid string length"));
    }
    cx.heap.ensure(length)?;
    let mut text = Vec::with_capacity(length);
    let bytes = cx.heap.view(array).map_or(0, <[u8]>::len);
    let mut at = 0;
    while at < bytes {
        let end = (at + STRETCH * group).min(bytes);
        cx.charge_fuel((end - at) as u64 / 4 + 1)?;
        let view = cx.heap.view(array).unwrap_or(&[]);
        view.get(at..end).unwrap_or(&[]).chunks(group).for_each(|chunk| push(&mut text, chunk));
        at = end;
    }
    Ok(cx.heap.new_latin1_owned(text)?.into())
}

/// Uint8Array.prototype.toBase64 (§23.3.2.1)
pub(crate) fn to_base64(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let array = this_uint8_array(cx, this, "toBase64")?;
    let options = options_object(cx, args.at(cx, 0))?;
    let alphabet = alphabet_option(cx, options)?;
    let omits_padding = match options {
        Some(options) => {
            let value = cx.get_named(options, "omitPadding")?;
            cx.to_boolean(value)
        }
        None => false,
    };
    let bytes = length_in_bounds(cx, &array, "toBase64")?;
    let length = if omits_padding { (bytes * 4).div_ceil(3) } else { bytes.div_ceil(3) * 4 };
    encode(cx, &array, length, 3, |text, chunk| {
        let byte = |index| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            if index <= chunk.len() {
                text.push(alphabet.character(bits >> (18 - 6 * index)));
            } else if !omits_padding {
                text.push(b'=');
            }
        }
    })
}

/// Uint8Array.prototype.toHex (§23.3.2.2)
pub(crate) fn to_hex(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let array = this_uint8_array(cx, this, "toHex")?;
    let bytes = length_in_bounds(cx, &array, "toHex")?;
    encode(cx, &array, bytes * 2, 1, |text, chunk| {
        for byte in chunk {
            text.extend([byte >> 4, byte & 15].map(|digit| DIGITS.get(usize::from(digit)).copied().unwrap_or(b'0')));
        }
    })
}
