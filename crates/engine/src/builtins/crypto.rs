//! `crypto`: random values from the host's source, which may be seeded. Nothing here is a promise of secrecy.

use super::dom_exception::DomException;
use super::typed_array::element::Element;
use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

/// crypto.randomUUID ( ): version 4 (RFC 9562 §5.4)
fn random_uuid(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    let random = u128::from(cx.hooks.random_u64()) << 64 | u128::from(cx.hooks.random_u64());
    let versioned = random & !(0xf << 76) & !(0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let digits = format!("{versioned:032x}");
    let mut text = String::with_capacity(36);
    for (at, digit) in digits.chars().enumerate() {
        if matches!(at, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        text.push(digit);
    }
    Ok(cx.heap.new_string(&text)?.into())
}

/// Most bytes that one call fills.
const QUOTA: usize = 65_536;

/// crypto.getRandomValues ( array ): fills a typed array of integers and gives it back.
fn get_random_values(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    cx.require_arguments(args, &["array"], "crypto.getRandomValues")?;
    let value = args.at(cx, 0);
    let array = value.as_object().and_then(|id| cx.heap.typed_array(id).copied());
    let is_float = |element| matches!(element, Element::Float16 | Element::Float32 | Element::Float64);
    let Some(array) = array.filter(|array| !is_float(array.element)) else {
        let shown = cx.describe(value);
        let message = format!("The data argument must be an integer-type TypedArray, not {shown}");
        return Err(cx.dom_exception(DomException::TypeMismatch, &message));
    };
    let length = cx.heap.view(&array).map_or(0, <[u8]>::len);
    if length > QUOTA {
        let message = format!("The requested length of {length} bytes exceeds {QUOTA} bytes");
        return Err(cx.dom_exception(DomException::QuotaExceeded, &message));
    }
    cx.charge_fuel(length as u64 / 8)?;
    if let Some(bytes) = cx.heap.view_mut(&array) {
        for chunk in bytes.chunks_mut(8) {
            let random = cx.hooks.random_u64().to_le_bytes();
            chunk.copy_from_slice(random.get(..chunk.len()).unwrap_or(&[]));
        }
    }
    Ok(value)
}

pub(crate) static CRYPTO: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[method("getRandomValues", 1, get_random_values), method("randomUUID", 0, random_uuid), tag("Crypto")],
);
