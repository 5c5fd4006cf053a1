//! `crypto`: random values from the host's source, which may be seeded. Nothing here is a promise of secrecy.

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

pub(crate) static CRYPTO: ObjectTable =
    ordinary(Intrinsic::ObjectPrototype, &[method("randomUUID", 0, random_uuid), tag("Crypto")]);
