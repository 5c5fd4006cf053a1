//! `join` and `toString`.

use crate::completion::Completion;
use crate::heap::string_builder::StringBuilder;
use crate::heap::symbol::WellKnown;
use crate::realm::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::value::number::number_to_string;
use crate::value::{ObjectId, PropertyKey, Unpacked, Value};
use crate::vm::Vm;

/// Array.prototype.join (§23.1.3.18)
pub(crate) fn join(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let separator = args.at(cx, 0);
    let separator =
        if separator.is_undefined() { cx.heap.unit_string(u16::from(b','))? } else { cx.to_string(separator)? };
    let mut builder = StringBuilder::new();
    let mut nested_is_plain = None;
    // Arrays within are joined on this stack instead of by recursion.
    let mut stack = vec![Joining { object, length, next: 0 }];
    while let Some(top) = stack.last_mut() {
        if top.next >= top.length {
            stack.pop();
            continue;
        }
        let (object, index) = (top.object, top.next);
        top.next += 1;
        if index > 0 {
            if stack.len() == 1 {
                builder.push(cx.heap.str(separator));
            } else {
                builder.push_unit(u16::from(b','));
            }
        }
        cx.charge_fuel(1 + index % 64 / 63)?;
        let element = cx.get_index(object, index)?;
        match element.unpack() {
            Unpacked::Undefined | Unpacked::Null | Unpacked::Internal => {}
            Unpacked::String(text) => {
                let text = cx.heap.flatten(text)?;
                builder.push(cx.heap.str(text));
            }
            Unpacked::Int(_) | Unpacked::Double(_) => {
                builder.push_str(&number_to_string(element.as_number().unwrap_or(f64::NAN)));
            }
            Unpacked::Boolean(value) => builder.push_str(if value { "true" } else { "false" }),
            Unpacked::Object(inner)
                if cx.has_default_array_species(inner)
                    && *nested_is_plain.get_or_insert_with(|| array_text_is_pristine(cx)) =>
            {
                // Deviation, shared with other engines: an array within itself is empty text.
                if !stack.iter().any(|joining| joining.object == inner) {
                    cx.charge_fuel(stack.len() as u64 / 16)?;
                    cx.heap.charge(size_of::<Joining>())?;
                    let length = u64::from(cx.heap.array_length(inner).unwrap_or(0));
                    stack.push(Joining { object: inner, length, next: 0 });
                }
            }
            Unpacked::Object(_) | Unpacked::Symbol(_) | Unpacked::BigInt(_) => {
                let text = cx.to_string(element)?;
                builder.push(cx.heap.str(text));
            }
        }
        if builder.is_too_long() {
            return Err(cx.range_error("Invalid string length"));
        }
        builder.charge(&mut cx.heap)?;
    }
    match builder.finish(&mut cx.heap)? {
        Some(text) => Ok(text.into()),
        None => Err(cx.range_error("Invalid string length")),
    }
}

struct Joining {
    object: ObjectId,
    length: u64,
    next: u64,
}

/// Whether arrays become text as they were made, without program code.
fn array_text_is_pristine(cx: &mut Vm) -> bool {
    let array = cx.intrinsic(Intrinsic::ArrayPrototype);
    let object = cx.intrinsic(Intrinsic::ObjectPrototype);
    let to_primitive = PropertyKey::Symbol(WellKnown::ToPrimitive.id());
    if cx.heap.find_named(array, to_primitive).is_some() || cx.heap.find_named(object, to_primitive).is_some() {
        return false;
    }
    let mut holds = |property: PropertyKey, body| match cx.heap.find_named(array, property) {
        Some((slot, _)) => {
            let value = cx.read_slot(array, slot);
            cx.is_native_function(value, body)
        }
        None => false,
    };
    holds(key::TO_STRING, to_string) && holds(key::JOIN, join)
}

/// Array.prototype.toString (§23.1.3.36)
pub(crate) fn to_string(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let method = cx.get(object, key::JOIN)?;
    if cx.is_native_function(method, join) {
        return join(cx, object.into(), Args::NONE);
    }
    if cx.is_callable(method) {
        return cx.call(method, object.into(), &[]);
    }
    crate::builtins::object::prototype::to_string(cx, object.into(), Args::NONE)
}
