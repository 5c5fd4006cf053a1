//! `includes`, `indexOf`, `lastIndexOf`.

use crate::completion::Completion;
use crate::realm::natives::Args;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// Array.prototype.includes (§23.1.3.16)
pub(crate) fn includes(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if length == 0 {
        return Ok(Value::FALSE);
    }
    let start = cx.relative_index(args.at(cx, 1), length)?;
    let wanted = args.at(cx, 0);
    if is_simple_with_length(cx, object, length) {
        let present = cx.heap.object(object).elements.dense().len() as u64;
        if wanted.is_undefined() {
            cx.charge_fuel(present / 8)?;
            let values = cx.heap.object(object).elements.dense();
            let found = (start as usize..present as usize)
                .any(|index| values.get(index).is_some_and(|value| value.is_undefined() || value.is_hole()));
            return Ok((found || start.max(present) < length).into());
        }
        if wanted == Value::NAN {
            cx.charge_fuel(present / 8)?;
            let values = cx.heap.object(object).elements.dense();
            return Ok(values.get(start as usize..).unwrap_or(&[]).contains(&Value::NAN).into());
        }
        return Ok(find_dense(cx, object, wanted, start as usize)?.is_some().into());
    }
    for index in start..length {
        cx.charge_fuel(2)?;
        let element = cx.get_index(object, index)?;
        if cx.same_value_zero(element, wanted) {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

/// Array.prototype.indexOf (§23.1.3.17)
pub(crate) fn index_of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let start = cx.relative_index(args.at(cx, 1), length)?;
    let wanted = args.at(cx, 0);
    if is_simple_with_length(cx, object, length) {
        return Ok(find_dense(cx, object, wanted, start as usize)?.map_or(Value::int(-1), Value::index));
    }
    for index in start..length {
        cx.charge_fuel(2)?;
        if let Some(element) = cx.get_index_if_present(object, index)?
            && cx.is_strictly_equal(element, wanted)?
        {
            return Ok(Value::number(index as f64));
        }
    }
    Ok(Value::int(-1))
}

/// Array.prototype.lastIndexOf (§23.1.3.20)
pub(crate) fn last_index_of(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = cx.to_object(this)?;
    let length = cx.length_of_array_like(object)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let from = match args.get(cx, 1) {
        Some(from) => cx.to_integer_or_infinity(from)?,
        None => length as f64 - 1.0,
    };
    let last = if from >= 0.0 { from.min(length as f64 - 1.0) } else { length as f64 + from };
    if last < 0.0 {
        return Ok(Value::int(-1));
    }
    let wanted = args.at(cx, 0);
    for index in (0..=last as u64).rev() {
        cx.charge_fuel(2)?;
        if let Some(element) = cx.get_index_if_present(object, index)?
            && cx.is_strictly_equal(element, wanted)?
        {
            return Ok(Value::number(index as f64));
        }
    }
    Ok(Value::int(-1))
}

fn is_simple_with_length(cx: &mut Vm, object: ObjectId, length: u64) -> bool {
    cx.is_simple_array(object) && cx.heap.array_length(object).map(u64::from) == Some(length)
}

/// The first dense element at or after `start` that is strictly equal.
fn find_dense(cx: &mut Vm, array: ObjectId, wanted: Value, start: usize) -> Completion<Option<usize>> {
    let values = cx.heap.object(array).elements.dense();
    let len = values.len();
    let work = len.saturating_sub(start) as u64;
    if let Some(number) = wanted.as_number() {
        let found = values.iter().skip(start).position(|value| value.as_number() == Some(number));
        cx.charge_fuel(found.map_or(work, |at| at as u64) / 8)?;
        return Ok(found.map(|at| at + start));
    }
    if !wanted.is_string() && !wanted.is_bigint() {
        let found = values.iter().skip(start).position(|&value| value == wanted);
        cx.charge_fuel(found.map_or(work, |at| at as u64) / 8)?;
        return Ok(found.map(|at| at + start));
    }
    for index in start..len {
        cx.charge_fuel(1)?;
        let Some(&value) = cx.heap.object(array).elements.dense().get(index) else { break };
        if cx.is_strictly_equal(value, wanted)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}
