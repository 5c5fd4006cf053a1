//! `at` and the methods that answer with a changed copy: `with`, `toReversed`, `toSpliced`.

use super::LAST_SAFE;
use crate::completion::Completion;
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::realm::natives::Args;
use crate::value::Value;
use crate::vm::Vm;

/// Array.prototype.at (§23.1.3.1)
pub(crate) fn at(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let relative = cx.to_integer_or_infinity(args.at(cx, 0))?;
    let index = if relative >= 0.0 { relative } else { length as f64 + relative };
    if index < 0.0 || index >= length as f64 { Ok(Value::UNDEFINED) } else { cx.get_index(object, index as u64) }
}

/// Array.prototype.with (§23.1.3.39)
pub(crate) fn with(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let relative = cx.to_integer_or_infinity(args.at(cx, 0))?;
    let index = if relative >= 0.0 { relative } else { length as f64 + relative };
    if index < 0.0 || index >= length as f64 {
        return Err(cx.range_error("Invalid index : the array has no element there"));
    }
    let value = args.at(cx, 1);
    if length > MAX_ARRAY_LENGTH as u64 {
        return Err(cx.range_error("Invalid array length"));
    }
    let mut values = read_except(cx, object, length, Some(index as u64))?;
    if let Some(entry) = values.get_mut(index as usize) {
        *entry = value;
    }
    Ok(cx.adopt_array(values).into())
}

/// All elements but one, which is not read.
fn read_except(
    cx: &mut Vm,
    object: crate::value::ObjectId,
    length: u64,
    except: Option<u64>,
) -> Completion<Vec<Value>> {
    if cx.is_simple_array(object) {
        return cx.read_array_like(object, length);
    }
    cx.heap.charge(length as usize * 8)?;
    let mut values = Vec::with_capacity(length as usize);
    for index in 0..length {
        cx.charge_fuel(2)?;
        values.push(if Some(index) == except { Value::UNDEFINED } else { cx.get_index(object, index)? });
    }
    Ok(values)
}

/// Array.prototype.toReversed (§23.1.3.33)
pub(crate) fn to_reversed(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if length > MAX_ARRAY_LENGTH as u64 {
        return Err(cx.range_error("Invalid array length"));
    }
    let mut values = if cx.is_simple_array(object) {
        cx.read_array_like(object, length)?
    } else {
        cx.heap.charge(length as usize * 8)?;
        let mut values = Vec::with_capacity(length as usize);
        for index in (0..length).rev() {
            cx.charge_fuel(2)?;
            values.push(cx.get_index(object, index)?);
        }
        return Ok(cx.adopt_array(values).into());
    };
    values.reverse();
    Ok(cx.adopt_array(values).into())
}

/// Array.prototype.toSpliced (§23.1.3.35)
pub(crate) fn to_spliced(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    let start = cx.relative_index(args.at(cx, 0), length)?;
    let items = args.to_vec(cx, 2);
    let skipped = match args.len() {
        0 => 0,
        1 => length - start,
        _ => {
            let count = cx.to_integer_or_infinity(args.at(cx, 1))?;
            count.clamp(0.0, (length - start) as f64) as u64
        }
    };
    let new_length = length + items.len() as u64 - skipped;
    if new_length > LAST_SAFE {
        return Err(cx.type_error("splicing more elements than an array-like object can hold"));
    }
    if new_length > MAX_ARRAY_LENGTH as u64 {
        return Err(cx.range_error("Invalid array length"));
    }
    cx.heap.charge(new_length as usize * 8)?;
    let mut values = Vec::with_capacity(new_length as usize);
    for index in 0..start {
        cx.charge_fuel(1)?;
        values.push(cx.get_index(object, index)?);
    }
    values.extend_from_slice(&items);
    for index in start + skipped..length {
        cx.charge_fuel(1)?;
        values.push(cx.get_index(object, index)?);
    }
    Ok(cx.adopt_array(values).into())
}
