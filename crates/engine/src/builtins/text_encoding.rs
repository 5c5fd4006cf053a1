//! `TextEncoder` and `TextDecoder` (WHATWG Encoding §8). Of the encodings UTF-8, UTF-16 and windows-1252 (`latin1`) are
//! known.

mod decode;

use decode::{Decoding, Encoding};

use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::shape::Attributes;
use crate::heap::string_builder::StringBuilder;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

use super::typed_array::TypedArrayData;
use super::typed_array::element::Element;

// ── TextEncoder ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Marks an object as a TextEncoder: it has no state.
struct EncoderData;

impl ObjectData for EncoderData {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        0
    }
}

/// new TextEncoder ( )
fn construct_encoder(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Class constructor TextEncoder cannot be invoked without 'new'"));
    }
    let kind = ObjectKind::Data(Box::new(EncoderData));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::TextEncoderPrototype, kind)?.into())
}

fn this_data<T: ObjectData>(cx: &mut Vm, this: Value, class: &str) -> Completion<ObjectId> {
    match this.as_object() {
        Some(id) if cx.heap.data::<T>(id).is_some() => Ok(id),
        _ => {
            let shown = cx.describe(this);
            Err(cx.type_error(&format!("Value of \"this\" must be of type {class}, not {shown}")))
        }
    }
}

/// get TextEncoder.prototype.encoding
fn encoder_encoding(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    this_data::<EncoderData>(cx, this, "TextEncoder")?;
    Ok(cx.heap.new_string("utf-8")?.into())
}

/// TextEncoder.prototype.encode ( [ input ] )
fn encode(cx: &mut Vm, this: Value, args: Args) -> Completion {
    this_data::<EncoderData>(cx, this, "TextEncoder")?;
    let input = args.at(cx, 0);
    if input.is_undefined() {
        return Ok(cx.new_uint8_array(Vec::new())?.into());
    }
    let text = cx.to_string(input)?;
    let length = cx.heap.string_len(text);
    cx.charge_fuel(length as u64 / 16)?;
    cx.heap.ensure(length * 6)?;
    let bytes = cx.heap.text(text)?.into_bytes();
    Ok(cx.new_uint8_array(bytes)?.into())
}

/// TextEncoder.prototype.encodeInto ( source, destination )
fn encode_into(cx: &mut Vm, this: Value, args: Args) -> Completion {
    this_data::<EncoderData>(cx, this, "TextEncoder")?;
    cx.require_arguments(args, &["source", "destination"], "TextEncoder.encodeInto")?;
    let text = cx.to_string(args.at(cx, 0))?;
    let target = args.at(cx, 1);
    let array = target.as_object().and_then(|id| cx.heap.typed_array(id).copied());
    let Some(array) = array.filter(|array| array.element == Element::Uint8) else {
        let shown = cx.describe(target);
        return Err(cx.type_error(&format!("the destination of encodeInto must be a Uint8Array, not {shown}")));
    };
    let room = cx.heap.view_length(&array).unwrap_or(0);
    cx.charge_fuel(room.min(cx.heap.string_len(text)) as u64 / 4)?;
    cx.heap.ensure(room)?;
    let source = cx.heap.str(text);
    let mut bytes = Vec::with_capacity(room.min(source.len().saturating_mul(3)));
    let mut read = 0;
    while let Some((code_point, units)) = source.code_point_at(read) {
        let mut buffer = [0; 4];
        let encoded = char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut buffer);
        if bytes.len() + encoded.len() > room {
            break;
        }
        bytes.extend_from_slice(encoded.as_bytes());
        read += units;
    }
    write_bytes(cx, &array, &bytes);
    let result = cx.new_object();
    cx.create_named(result, "read", Value::index(read))?;
    cx.create_named(result, "written", Value::index(bytes.len()))?;
    Ok(result.into())
}

/// Puts bytes at the start of a typed array.
fn write_bytes(cx: &mut Vm, array: &TypedArrayData, bytes: &[u8]) {
    if let Some(target) = cx.heap.view_mut(array).and_then(|view| view.get_mut(..bytes.len())) {
        target.copy_from_slice(bytes);
    }
}

pub(crate) static ENCODER: ObjectTable =
    class("TextEncoder", 0, construct_encoder, Intrinsic::TextEncoderPrototype, &[]);

pub(crate) static ENCODER_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::TextEncoder),
        method("encode", 0, encode).with(Attributes::ALL),
        method("encodeInto", 2, encode_into).with(Attributes::ALL),
        getter("encoding", encoder_encoding).with(Attributes::accessor(true, true)),
        tag("TextEncoder"),
    ],
);

// ── TextDecoder ────────────────────────────────────────────────────────────────────────────────────────────────────

/// Internal slots of a TextDecoder.
struct DecoderData {
    decoding: Decoding,
    /// The last call had `stream`: what it left over goes before the next bytes.
    streams: bool,
}

impl ObjectData for DecoderData {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        size_of::<DecoderData>()
    }
}

/// An option that is a boolean; the options may be left out.
fn flag(cx: &mut Vm, options: Value, name: &str) -> Completion<bool> {
    match options.as_object() {
        Some(object) => {
            let value = cx.get_named(object, name)?;
            Ok(cx.to_boolean(value))
        }
        None if options.is_nullish() => Ok(false),
        None => {
            let shown = cx.describe(options);
            Err(cx.type_error(&format!("the options of TextDecoder must be an object, not {shown}")))
        }
    }
}

/// new TextDecoder ( [ label [ , options ] ] )
fn construct_decoder(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Class constructor TextDecoder cannot be invoked without 'new'"));
    }
    let label = args.at(cx, 0);
    let label = if label.is_undefined() { "utf-8".to_owned() } else { cx.to_std_string(label)? };
    let Some(encoding) = Encoding::of_label(&label) else {
        let short: String = label.chars().take(40).collect();
        return Err(cx.range_error(&format!(
            "The \"{short}\" encoding is not supported: use utf-8, utf-16le, utf-16be or latin1"
        )));
    };
    let options = args.at(cx, 1);
    let fatal = flag(cx, options, "fatal")?;
    let ignore_bom = flag(cx, options, "ignoreBOM")?;
    let data = DecoderData { decoding: Decoding::new(encoding, fatal, ignore_bom), streams: false };
    cx.heap.count(data.bytes());
    let kind = ObjectKind::Data(Box::new(data));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::TextDecoderPrototype, kind)?.into())
}

/// Bytes between two charges.
const STRIDE: usize = 1 << 16;

/// TextDecoder.prototype.decode ( [ input [ , options ] ] )
fn decode(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let decoder = this_data::<DecoderData>(cx, this, "TextDecoder")?;
    let (input, options) = (args.at(cx, 0), args.at(cx, 1));
    let streams = flag(cx, options, "stream")?;
    let length = match cx.heap.buffer_source(input) {
        Some(bytes) => bytes.len(),
        None if input.is_undefined() => 0,
        None => {
            let shown = cx.describe(input);
            return Err(
                cx.type_error(&format!("decode needs an ArrayBuffer, a typed array or a DataView, not {shown}"))
            );
        }
    };
    let Some(data) = cx.heap.data_mut::<DecoderData>(decoder) else { return Ok(Value::UNDEFINED) };
    if !data.streams {
        data.decoding.reset();
    }
    data.streams = streams;
    let mut decoding = data.decoding.clone();
    let mut out = StringBuilder::new();
    let mut at = 0;
    let mut is_valid = true;
    while is_valid && at < length {
        let end = length.min(at + STRIDE);
        cx.charge_fuel((end - at) as u64 / 16 + 1)?;
        cx.heap.ensure((end - at) * 4)?;
        let bytes = cx.heap.buffer_source(input).and_then(|bytes| bytes.get(at..end)).unwrap_or(&[]);
        is_valid = decoding.push(bytes, &mut out);
        out.charge(&mut cx.heap)?;
        if out.is_too_long() {
            break;
        }
        at = end;
    }
    if is_valid && !streams {
        is_valid = decoding.finish(&mut out);
    }
    let encoding = decoding.encoding();
    if let Some(data) = cx.heap.data_mut::<DecoderData>(decoder) {
        data.decoding = decoding;
        data.streams = streams && is_valid;
    }
    if !is_valid {
        return Err(cx.type_error(&format!("The encoded data was not valid for encoding {}", encoding.name())));
    }
    Ok(super::string::finish(cx, out)?.into())
}

fn decoder_property(cx: &mut Vm, this: Value, read: fn(&Decoding) -> Value) -> Completion {
    let decoder = this_data::<DecoderData>(cx, this, "TextDecoder")?;
    Ok(cx.heap.data::<DecoderData>(decoder).map_or(Value::UNDEFINED, |data| read(&data.decoding)))
}

/// get TextDecoder.prototype.encoding
fn decoder_encoding(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let decoder = this_data::<DecoderData>(cx, this, "TextDecoder")?;
    let name = cx.heap.data::<DecoderData>(decoder).map_or("utf-8", |data| data.decoding.encoding().name());
    Ok(cx.heap.new_string(name)?.into())
}

/// get TextDecoder.prototype.fatal
fn decoder_fatal(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    decoder_property(cx, this, |decoding| decoding.is_fatal().into())
}

/// get TextDecoder.prototype.ignoreBOM
fn decoder_ignore_bom(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    decoder_property(cx, this, |decoding| decoding.ignores_bom().into())
}

pub(crate) static DECODER: ObjectTable =
    class("TextDecoder", 0, construct_decoder, Intrinsic::TextDecoderPrototype, &[]);

pub(crate) static DECODER_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::TextDecoder),
        method("decode", 0, decode).with(Attributes::ALL),
        getter("encoding", decoder_encoding).with(Attributes::accessor(true, true)),
        getter("fatal", decoder_fatal).with(Attributes::accessor(true, true)),
        getter("ignoreBOM", decoder_ignore_bom).with(Attributes::accessor(true, true)),
        tag("TextDecoder"),
    ],
);
