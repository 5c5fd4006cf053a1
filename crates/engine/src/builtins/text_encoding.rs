//! `text_encoding`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

fn encoder(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("TextEncoder is not supported yet"))
}

pub(crate) static ENCODER: ObjectTable = class("TextEncoder", 0, encoder, Intrinsic::TextEncoderPrototype, &[]);

pub(crate) static ENCODER_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::TextEncoder)]);

fn decoder(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("TextDecoder is not supported yet"))
}

pub(crate) static DECODER: ObjectTable = class("TextDecoder", 0, decoder, Intrinsic::TextDecoderPrototype, &[]);

pub(crate) static DECODER_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::TextDecoder)]);
