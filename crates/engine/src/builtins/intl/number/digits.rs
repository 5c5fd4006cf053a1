//! How many digits are shown and how the rest is rounded (ECMA-402 §15.1.3 SetNumberFormatDigitOptions, §15.5.3).

use super::super::options::Options;
use super::super::plural::Operands;
use super::value::MathematicalValue;
use crate::completion::Completion;
use crate::value::number::format::Decimal;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// Where digits are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    Fraction {
        minimum: u8,
        maximum: u8,
    },
    Significant {
        minimum: u8,
        maximum: u8,
    },
    /// Both; whichever is more precise, or less.
    Both {
        fraction: (u8, u8),
        significant: (u8, u8),
        more: bool,
    },
}

/// Which way to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundingMode {
    Ceil,
    Floor,
    Expand,
    Trunc,
    HalfCeil,
    HalfFloor,
    HalfExpand,
    HalfTrunc,
    HalfEven,
}

const MODES: [&str; 9] =
    ["ceil", "floor", "expand", "trunc", "halfCeil", "halfFloor", "halfExpand", "halfTrunc", "halfEven"];
const MODE_VALUES: [RoundingMode; 9] = [
    RoundingMode::Ceil,
    RoundingMode::Floor,
    RoundingMode::Expand,
    RoundingMode::Trunc,
    RoundingMode::HalfCeil,
    RoundingMode::HalfFloor,
    RoundingMode::HalfExpand,
    RoundingMode::HalfTrunc,
    RoundingMode::HalfEven,
];

/// The digit options of a formatter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DigitOptions {
    pub(crate) minimum_integer: u8,
    pub(crate) rounding: Rounding,
    pub(crate) mode: RoundingMode,
    pub(crate) strip_if_integer: bool,
    /// A row of [`INCREMENTS`].
    pub(crate) increment: (u16, u8, u8),
}

/// What the last digit can be a multiple of, the number that makes it a power of ten, and which power.
const INCREMENTS: [(u16, u8, u8); 15] = [
    (1, 1, 0),
    (2, 5, 1),
    (5, 2, 1),
    (10, 1, 1),
    (20, 5, 2),
    (25, 4, 2),
    (50, 2, 2),
    (100, 1, 2),
    (200, 5, 3),
    (250, 4, 3),
    (500, 2, 3),
    (1000, 1, 3),
    (2000, 5, 4),
    (2500, 4, 4),
    (5000, 2, 4),
];

/// Reads the options. `compact` numbers without any are rounded to two significant digits below 100.
pub(crate) fn read_digit_options(
    cx: &mut Vm,
    options: Options,
    minimum_fraction_default: u8,
    maximum_fraction_default: u8,
    compact: bool,
) -> Completion<DigitOptions> {
    let minimum_integer = options.number(cx, "minimumIntegerDigits", 1, 21)?.unwrap_or(1) as u8;
    let raw_minimum = options.get(cx, "minimumFractionDigits")?;
    let raw_maximum = options.get(cx, "maximumFractionDigits")?;
    let raw_least = options.get(cx, "minimumSignificantDigits")?;
    let raw_most = options.get(cx, "maximumSignificantDigits")?;
    let increment = options.number(cx, "roundingIncrement", 1, 5000)?.unwrap_or(1);
    let Some(increment) = INCREMENTS.iter().find(|(known, ..)| u32::from(*known) == increment).copied() else {
        return Err(cx.range_error("roundingIncrement value is out of range."));
    };
    let mode = options.choice(cx, "roundingMode", &MODES)?.unwrap_or(6);
    let priority = options.choice(cx, "roundingPriority", &["auto", "morePrecision", "lessPrecision"])?.unwrap_or(0);
    let strip = options.choice(cx, "trailingZeroDisplay", &["auto", "stripIfInteger"])? == Some(1);
    let has_significant = !raw_least.is_undefined() || !raw_most.is_undefined();
    let has_fraction = !raw_minimum.is_undefined() || !raw_maximum.is_undefined();
    let needs_significant = has_significant || priority != 0;
    let needs_fraction = priority != 0 || (!has_significant && (has_fraction || !compact));
    let significant = if needs_significant {
        if has_significant {
            let least = default_number(cx, raw_least, "minimumSignificantDigits", 1, 21, 1)?;
            let most = default_number(cx, raw_most, "maximumSignificantDigits", least, 21, 21)?;
            (least, most)
        } else {
            (1, 21)
        }
    } else {
        (1, 21)
    };
    let fraction = if needs_fraction {
        if has_fraction {
            read_fraction(cx, raw_minimum, raw_maximum, minimum_fraction_default, maximum_fraction_default)?
        } else {
            (minimum_fraction_default, maximum_fraction_default)
        }
    } else {
        (0, 0)
    };
    let rounding = match (needs_significant, needs_fraction, priority) {
        (false, false, _) => Rounding::Both { fraction: (0, 0), significant: (1, 2), more: true },
        (_, _, 1 | 2) => Rounding::Both { fraction, significant, more: priority == 1 },
        (true, _, _) => Rounding::Significant { minimum: significant.0, maximum: significant.1 },
        (false, true, _) => Rounding::Fraction { minimum: fraction.0, maximum: fraction.1 },
    };
    let mode = MODE_VALUES.get(mode).copied().unwrap_or(RoundingMode::HalfExpand);
    if increment.0 != 1 {
        match rounding {
            Rounding::Fraction { minimum, maximum } if minimum == maximum => {}
            Rounding::Fraction { .. } => {
                return Err(cx.range_error(
                    "roundingIncrement needs minimumFractionDigits and maximumFractionDigits to be equal",
                ));
            }
            _ => return Err(cx.type_error("roundingIncrement goes with fraction digits only")),
        }
    }
    Ok(DigitOptions { minimum_integer, rounding, mode, strip_if_integer: strip, increment })
}

fn read_fraction(
    cx: &mut Vm,
    raw_minimum: Value,
    raw_maximum: Value,
    minimum_default: u8,
    maximum_default: u8,
) -> Completion<(u8, u8)> {
    let minimum = optional_number(cx, raw_minimum, "minimumFractionDigits")?;
    let maximum = optional_number(cx, raw_maximum, "maximumFractionDigits")?;
    match (minimum, maximum) {
        (None, Some(maximum)) => Ok((minimum_default.min(maximum), maximum)),
        (Some(minimum), None) => Ok((minimum, maximum_default.max(minimum))),
        (Some(minimum), Some(maximum)) if minimum > maximum => {
            Err(cx.range_error("maximumFractionDigits value is out of range."))
        }
        (Some(minimum), Some(maximum)) => Ok((minimum, maximum)),
        (None, None) => Ok((minimum_default, maximum_default)),
    }
}

fn optional_number(cx: &mut Vm, value: Value, name: &str) -> Completion<Option<u8>> {
    if value.is_undefined() { Ok(None) } else { default_number(cx, value, name, 0, 100, 0).map(Some) }
}

fn default_number(cx: &mut Vm, value: Value, name: &str, lowest: u8, highest: u8, default: u8) -> Completion<u8> {
    if value.is_undefined() {
        return Ok(default);
    }
    let number = cx.to_number(value)?;
    if !(f64::from(lowest)..=f64::from(highest)).contains(&number) {
        return Err(cx.range_error(&format!("{name} value is out of range.")));
    }
    Ok(number.floor() as u8)
}

/// Adds the digit options to the result of `resolvedOptions`.
pub(crate) fn resolved_digits(cx: &mut Vm, object: ObjectId, digits: &DigitOptions) -> Completion<()> {
    cx.create_named(object, "minimumIntegerDigits", Value::int(i32::from(digits.minimum_integer)))?;
    let (fraction, significant) = match digits.rounding {
        Rounding::Fraction { minimum, maximum } => (Some((minimum, maximum)), None),
        Rounding::Significant { minimum, maximum } => (None, Some((minimum, maximum))),
        Rounding::Both { fraction, significant, .. } => (Some(fraction), Some(significant)),
    };
    if let Some((minimum, maximum)) = fraction {
        cx.create_named(object, "minimumFractionDigits", Value::int(i32::from(minimum)))?;
        cx.create_named(object, "maximumFractionDigits", Value::int(i32::from(maximum)))?;
    }
    if let Some((minimum, maximum)) = significant {
        cx.create_named(object, "minimumSignificantDigits", Value::int(i32::from(minimum)))?;
        cx.create_named(object, "maximumSignificantDigits", Value::int(i32::from(maximum)))?;
    }
    Ok(())
}

/// Adds what `resolvedOptions` tells about rounding.
pub(crate) fn resolved_rounding(cx: &mut Vm, object: ObjectId, digits: &DigitOptions) -> Completion<()> {
    cx.create_named(object, "roundingIncrement", Value::int(i32::from(digits.increment.0)))?;
    let mode = MODE_VALUES.iter().position(|&mode| mode == digits.mode).and_then(|at| MODES.get(at)).unwrap_or(&"");
    let priority = match digits.rounding {
        Rounding::Both { more: true, .. } => "morePrecision",
        Rounding::Both { more: false, .. } => "lessPrecision",
        _ => "auto",
    };
    let zeros = if digits.strip_if_integer { "stripIfInteger" } else { "auto" };
    for (name, text) in [("roundingMode", *mode), ("roundingPriority", priority), ("trailingZeroDisplay", zeros)] {
        let text = cx.heap.new_string(text)?;
        cx.create_named(object, name, text.into())?;
    }
    Ok(())
}

/// The digits that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) whole: String,
    pub(crate) fraction: String,
    pub(crate) is_zero: bool,
    /// Position of the decimal point of the rounded number, as in [`Decimal`].
    pub(crate) point: i32,
}

impl DigitOptions {
    /// Rounds a finite number and gives its digits.
    pub(crate) fn show(&self, decimal: &Decimal) -> Shown {
        let is_zero = decimal.digits.iter().all(|&digit| digit == b'0');
        let magnitude = if is_zero { 0 } else { decimal.point - 1 };
        let significant_cut = |maximum: u8| i32::from(maximum) - 1 - magnitude;
        // The cut is how many digits after the decimal point stay; it can be negative.
        let (cut, keep, by_digits) = match self.rounding {
            Rounding::Fraction { minimum, maximum } => (i32::from(maximum), i32::from(minimum), false),
            Rounding::Significant { minimum, maximum } => (significant_cut(maximum), significant_cut(minimum), true),
            Rounding::Both { fraction, significant, more } => {
                let most = significant_cut(significant.1);
                if (most > i32::from(fraction.1)) == more {
                    (most, significant_cut(significant.0), true)
                } else {
                    (i32::from(fraction.1), i32::from(fraction.0), false)
                }
            }
        };
        let mut rounded = decimal.clone();
        let (_, factor, power) = self.increment;
        multiply(&mut rounded, factor);
        round_at(&mut rounded, cut - i32::from(power), self.mode);
        divide(&mut rounded, factor);
        let mut fraction = rounded.fraction();
        let zero_now = rounded.digits.iter().all(|&digit| digit == b'0');
        // Rounding up to the next power of ten leaves one digit less after the point.
        let grown = !zero_now && by_digits && rounded.point - 1 > magnitude;
        let keep = if grown { keep - 1 } else { keep }.max(0) as usize;
        if !(self.strip_if_integer && fraction.is_empty()) {
            while fraction.len() < keep {
                fraction.push('0');
            }
        }
        let mut whole = rounded.whole();
        if whole.len() < self.minimum_integer as usize {
            whole = format!("{whole:0>width$}", width = self.minimum_integer as usize);
        }
        Shown { whole, fraction, is_zero: zero_now, point: rounded.point }
    }

    /// What plural rules see of a number; `None` when it is not finite.
    pub(crate) fn operands(&self, value: &MathematicalValue) -> Option<Operands> {
        match value {
            MathematicalValue::Finite(decimal) => {
                let shown = self.show(decimal);
                Some(Operands { whole: shown.whole, fraction: shown.fraction, exponent: 0 })
            }
            _ => None,
        }
    }
}

/// Multiplies by a small number.
fn multiply(decimal: &mut Decimal, factor: u8) {
    if factor == 1 {
        return;
    }
    let mut carry = 0;
    for digit in decimal.digits.iter_mut().rev() {
        let product = (*digit - b'0') * factor + carry;
        *digit = b'0' + product % 10;
        carry = product / 10;
    }
    if carry > 0 {
        decimal.digits.insert(0, b'0' + carry);
        decimal.point += 1;
    }
}

/// Divides by a small number of twos and fives.
fn divide(decimal: &mut Decimal, divisor: u8) {
    if divisor == 1 {
        return;
    }
    let mut digits = Vec::with_capacity(decimal.digits.len() + 3);
    let mut rest = 0;
    for digit in decimal.digits.iter().map(|digit| digit - b'0').chain([0; 3]) {
        let whole = rest * 10 + digit;
        digits.push(b'0' + whole / divisor);
        rest = whole % divisor;
    }
    if digits.first() == Some(&b'0') && digits.iter().any(|&digit| digit != b'0') {
        digits.remove(0);
        decimal.point -= 1;
    }
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
    }
    decimal.digits = digits;
}

/// Keeps `cut` digits after the decimal point.
fn round_at(decimal: &mut Decimal, cut: i32, mode: RoundingMode) {
    let keep = i64::from(decimal.point) + i64::from(cut);
    if keep >= decimal.digits.len() as i64 {
        return;
    }
    let zero = |negative| Decimal { negative, digits: vec![b'0'], point: 1 };
    let dropped: &[u8] = if keep < 0 { &decimal.digits } else { decimal.digits.get(keep as usize..).unwrap_or(&[]) };
    if dropped.iter().all(|&digit| digit == b'0') {
        if keep <= 0 {
            *decimal = zero(decimal.negative);
        } else {
            decimal.digits.truncate(keep as usize);
        }
        return;
    }
    let half = if keep < 0 {
        std::cmp::Ordering::Less
    } else {
        match dropped.split_first() {
            Some((b'5', rest)) if rest.iter().all(|&digit| digit == b'0') => std::cmp::Ordering::Equal,
            Some((first, _)) if *first >= b'5' => std::cmp::Ordering::Greater,
            _ => std::cmp::Ordering::Less,
        }
    };
    let negative = decimal.negative;
    let odd = keep > 0 && decimal.digits.get(keep as usize - 1).is_some_and(|digit| digit & 1 == 1);
    use std::cmp::Ordering::{Equal, Greater, Less};
    let away = match (mode, half) {
        (RoundingMode::Expand, _) => true,
        (RoundingMode::Trunc, _) => false,
        (RoundingMode::Ceil, _) => !negative,
        (RoundingMode::Floor, _) => negative,
        (_, Less) => false,
        (_, Greater) => true,
        (RoundingMode::HalfExpand, Equal) => true,
        (RoundingMode::HalfTrunc, Equal) => false,
        (RoundingMode::HalfCeil, Equal) => !negative,
        (RoundingMode::HalfFloor, Equal) => negative,
        (RoundingMode::HalfEven, Equal) => odd,
    };
    if keep <= 0 {
        *decimal = if away { Decimal { negative, digits: vec![b'1'], point: 1 - cut } } else { zero(negative) };
        return;
    }
    decimal.digits.truncate(keep as usize);
    if away {
        let mut carried = true;
        for digit in decimal.digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                carried = false;
                break;
            }
            *digit = b'0';
        }
        if carried {
            decimal.digits.insert(0, b'1');
            decimal.point += 1;
        }
    }
    while decimal.digits.len() > 1 && decimal.digits.last() == Some(&b'0') {
        decimal.digits.pop();
    }
}
