//! Accessors and the smaller methods of `TypedArray.prototype` (ECMA-262 §23.2.3).

use crate::builtins::array_iterator::{IterationKind, create_array_iterator};
use crate::completion::Completion;
use crate::heap::string_builder::StringBuilder;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::value::number::number_to_string;
use crate::vm::Vm;

/// get %TypedArray%.prototype.buffer (§23.2.3.2)
pub(crate) fn buffer(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(cx.this_typed_array(this, "buffer")?.1.buffer.into())
}

/// get %TypedArray%.prototype.byteLength (§23.2.3.3)
pub(crate) fn byte_length(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (_, array) = cx.this_typed_array(this, "byteLength")?;
    Ok(Value::index(cx.heap.view(&array).map_or(0, <[u8]>::len)))
}

/// get %TypedArray%.prototype.byteOffset (§23.2.3.4)
pub(crate) fn byte_offset(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (_, array) = cx.this_typed_array(this, "byteOffset")?;
    Ok(Value::index(cx.heap.view(&array).map_or(0, |_| array.byte_offset)))
}

/// get %TypedArray%.prototype.length (§23.2.3.21)
pub(crate) fn length(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (_, array) = cx.this_typed_array(this, "length")?;
    Ok(Value::index(cx.heap.view_length(&array).unwrap_or(0)))
}

/// get %TypedArray%.prototype\[@@toStringTag\] (§23.2.3.38)
pub(crate) fn to_string_tag(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    match this.as_object().and_then(|id| cx.heap.typed_array(id)) {
        Some(array) => {
            let name = array.element.array_name();
            Ok(cx.heap.new_string(name)?.into())
        }
        None => Ok(Value::UNDEFINED),
    }
}

/// %TypedArray%.prototype.entries (§23.2.3.7)
pub(crate) fn entries(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (array, ..) = cx.valid_typed_array(this, "entries")?;
    Ok(create_array_iterator(cx, array, IterationKind::Entry))
}

/// %TypedArray%.prototype.keys (§23.2.3.19)
pub(crate) fn keys(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (array, ..) = cx.valid_typed_array(this, "keys")?;
    Ok(create_array_iterator(cx, array, IterationKind::Key))
}

/// %TypedArray%.prototype.values (§23.2.3.35), also `[Symbol.iterator]`
pub(crate) fn values(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let (array, ..) = cx.valid_typed_array(this, "values")?;
    Ok(create_array_iterator(cx, array, IterationKind::Value))
}

/// %TypedArray%.prototype.fill (§23.2.3.9)
pub(crate) fn fill(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (id, array, length) = cx.valid_typed_array(this, "fill")?;
    let bits = array.element.bits_of_value(cx, args.at(cx, 0))?;
    let start = cx.relative_index(args.at(cx, 1), length as u64)? as usize;
    let end = cx.relative_end(args.at(cx, 2), length as u64)? as usize;
    // The conversions may have changed the buffer.
    let (_, _, length) = cx.valid_typed_array(this, "fill")?;
    let count = end.min(length).saturating_sub(start);
    let size = array.element.size();
    let pattern = bits.to_le_bytes();
    let pattern = pattern.get(..size).unwrap_or(&[]);
    let is_uniform = pattern.iter().all(|byte| pattern.first() == Some(byte));
    cx.in_stretches(count, |cx, range| {
        let Some(view) = cx.heap.view_mut(&array) else { return };
        let Some(target) = view.get_mut((start + range.start) * size..(start + range.end) * size) else { return };
        if let Some(&byte) = pattern.first().filter(|_| is_uniform) {
            target.fill(byte);
        } else {
            target.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(pattern));
        }
    })?;
    Ok(id.into())
}

/// %TypedArray%.prototype.join (§23.2.3.18)
pub(crate) fn join(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let (_, array, length) = cx.valid_typed_array(this, "join")?;
    let separator = match args.at(cx, 0) {
        separator if separator.is_undefined() => cx.heap.unit_string(u16::from(b','))?,
        separator => cx.to_string(separator)?,
    };
    let mut builder = StringBuilder::new();
    for index in 0..length {
        cx.charge_fuel(2)?;
        if index > 0 {
            builder.push(cx.heap.str(separator));
        }
        let value = cx.typed_array_element(&array, index)?;
        match value.as_number() {
            Some(number) => builder.push_str(&number_to_string(number)),
            // The separator's conversion may have made the array shorter.
            None if value.is_undefined() => {}
            None => {
                let text = cx.to_string(value)?;
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
