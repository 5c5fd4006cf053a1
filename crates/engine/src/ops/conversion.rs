//! Type conversion (ECMA-262 §7.1) and testing (§7.2).

use num_bigint::BigInt;

use crate::completion::Completion;
use crate::heap::Heap;
use crate::heap::object::ObjectKind;
use crate::heap::symbol::WellKnown;
use crate::realm::names::{self, key};
use crate::value::number::{self, number_to_string, string_to_number};
use crate::value::{ObjectId, PropertyKey, StringId, Unpacked, Value};
use crate::vm::Vm;

/// The preferred type of ToPrimitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    Default,
    String,
    Number,
}

/// A numeric value.
#[derive(Debug, Clone)]
pub(crate) enum Numeric {
    Number(f64),
    BigInt(BigInt),
}

impl Heap {
    /// ToBoolean (§7.1.2)
    #[inline]
    pub(crate) fn to_boolean(&self, value: Value) -> bool {
        match value.unpack() {
            Unpacked::Boolean(value) => value,
            Unpacked::Int(value) => value != 0,
            Unpacked::Double(value) => value != 0.0 && !value.is_nan(),
            Unpacked::String(id) => self.string_len(id) != 0,
            Unpacked::BigInt(id) => *self.bigint(id) != BigInt::ZERO,
            Unpacked::Undefined | Unpacked::Null | Unpacked::Internal => false,
            Unpacked::Symbol(_) | Unpacked::Object(_) => true,
        }
    }
}

impl Vm {
    /// ToPrimitive (§7.1.1)
    pub(crate) fn to_primitive(&mut self, value: Value, hint: Hint) -> Completion {
        let Some(object) = value.as_object() else { return Ok(value) };
        if self.options.guards && self.is_promise(value) {
            return Err(self.promise_as_data_error("a promise is not a value to compute with"));
        }
        if self.is_tool_reference(value) {
            return Err(self.tool_data_error(object));
        }
        let exotic = self.get_method(value, PropertyKey::Symbol(WellKnown::ToPrimitive.id()))?;
        if let Some(method) = exotic {
            let hint = match hint {
                Hint::Default => names::DEFAULT,
                Hint::String => names::STRING,
                Hint::Number => names::NUMBER,
            };
            let result = self.call(method, value, &[hint.into()])?;
            if result.is_object() {
                return Err(self.type_error("cannot convert object to primitive value"));
            }
            return Ok(result);
        }
        self.ordinary_to_primitive(object, hint)
    }

    /// OrdinaryToPrimitive (§7.1.1.1)
    pub(crate) fn ordinary_to_primitive(&mut self, object: ObjectId, hint: Hint) -> Completion {
        let order =
            if hint == Hint::String { [key::TO_STRING, key::VALUE_OF] } else { [key::VALUE_OF, key::TO_STRING] };
        for name in order {
            let method = self.get(object, name)?;
            if self.is_callable(method) {
                let result = self.call(method, object.into(), &[])?;
                if !result.is_object() {
                    return Ok(result);
                }
            }
        }
        Err(self.type_error("cannot convert object to primitive value"))
    }

    /// ToBoolean (§7.1.2)
    #[inline]
    pub(crate) fn to_boolean(&self, value: Value) -> bool {
        self.heap.to_boolean(value)
    }

    /// ToNumeric (§7.1.3)
    pub(crate) fn to_numeric(&mut self, value: Value) -> Completion<Numeric> {
        let primitive = self.to_primitive(value, Hint::Number)?;
        if let Some(id) = primitive.as_bigint() {
            return Ok(Numeric::BigInt(self.heap.bigint(id).clone()));
        }
        Ok(Numeric::Number(self.to_number(primitive)?))
    }

    /// ToNumber (§7.1.4)
    #[inline]
    pub(crate) fn to_number(&mut self, value: Value) -> Completion<f64> {
        match value.as_number() {
            Some(number) => Ok(number),
            None => self.to_number_slow(value),
        }
    }

    fn to_number_slow(&mut self, value: Value) -> Completion<f64> {
        let primitive = self.to_primitive(value, Hint::Number)?;
        match primitive.unpack() {
            Unpacked::Int(value) => Ok(f64::from(value)),
            Unpacked::Double(value) => Ok(value),
            Unpacked::Undefined | Unpacked::Internal => Ok(f64::NAN),
            Unpacked::Null => Ok(0.0),
            Unpacked::Boolean(value) => Ok(f64::from(u8::from(value))),
            Unpacked::String(id) => {
                let id = self.heap.flatten(id)?;
                self.charge_fuel(self.heap.string_len(id) as u64 / 16)?;
                Ok(string_to_number(self.heap.str(id)))
            }
            Unpacked::Symbol(_) => Err(self.type_error("cannot convert a Symbol value to a number")),
            Unpacked::BigInt(_) => {
                Err(self.type_error("cannot convert a BigInt value to a number; use Number(value) to convert it"))
            }
            Unpacked::Object(_) => Err(self.type_error("cannot convert object to primitive value")),
        }
    }

    /// ToIntegerOrInfinity (§7.1.5)
    #[inline]
    pub(crate) fn to_integer_or_infinity(&mut self, value: Value) -> Completion<f64> {
        if let Some(int) = value.as_int() {
            return Ok(f64::from(int));
        }
        let number = self.to_number(value)?;
        Ok(if number.is_nan() { 0.0 } else { number.trunc() + 0.0 })
    }

    /// ToInt32 (§7.1.6)
    #[inline]
    pub(crate) fn to_int32(&mut self, value: Value) -> Completion<i32> {
        match value.as_int() {
            Some(int) => Ok(int),
            None => Ok(number::to_int32(self.to_number(value)?)),
        }
    }

    /// ToUint32 (§7.1.7)
    #[inline]
    pub(crate) fn to_uint32(&mut self, value: Value) -> Completion<u32> {
        Ok(self.to_int32(value)? as u32)
    }

    /// ToBigInt (§7.1.13)
    pub(crate) fn to_bigint(&mut self, value: Value) -> Completion<BigInt> {
        let primitive = self.to_primitive(value, Hint::Number)?;
        match primitive.unpack() {
            Unpacked::BigInt(id) => Ok(self.heap.bigint(id).clone()),
            Unpacked::Boolean(value) => Ok(BigInt::from(u8::from(value))),
            Unpacked::String(id) => {
                let id = self.heap.flatten(id)?;
                match self.parse_bigint(id)? {
                    Some(value) => Ok(value),
                    None => {
                        let text = self.heap.excerpt(id);
                        Err(self.syntax_error(&format!("cannot convert \"{text}\" to a BigInt")))
                    }
                }
            }
            _ => {
                let shown = self.describe(primitive);
                Err(self.type_error(&format!("cannot convert {shown} to a BigInt")))
            }
        }
    }

    /// StringToBigInt, charged for its quadratic work and bounded in size.
    pub(crate) fn parse_bigint(&mut self, id: StringId) -> Completion<Option<BigInt>> {
        let len = self.heap.string_len(id) as u64;
        if len > 400_000 {
            return Err(self.range_error("Maximum BigInt size exceeded"));
        }
        self.charge_fuel(len * len / 4096 + 1)?;
        Ok(number::string_to_bigint(self.heap.str(id)))
    }

    /// ToString (§7.1.17). The result is flat.
    #[inline]
    pub(crate) fn to_string(&mut self, value: Value) -> Completion<StringId> {
        match value.as_string() {
            Some(id) => self.heap.flatten(id),
            None => self.to_string_slow(value),
        }
    }

    fn to_string_slow(&mut self, value: Value) -> Completion<StringId> {
        match value.unpack() {
            Unpacked::String(id) => self.heap.flatten(id),
            Unpacked::Int(value) => self.int_to_string(value),
            Unpacked::Double(value) => {
                let text = number_to_string(value);
                self.heap.new_latin1(text.as_bytes())
            }
            Unpacked::Undefined | Unpacked::Internal => Ok(names::UNDEFINED),
            Unpacked::Null => Ok(names::NULL),
            Unpacked::Boolean(true) => Ok(names::TRUE),
            Unpacked::Boolean(false) => Ok(names::FALSE),
            Unpacked::Symbol(_) => Err(self.type_error("cannot convert a Symbol value to a string")),
            Unpacked::BigInt(id) => {
                let bits = self.heap.bigint(id).bits();
                self.charge_fuel(bits * bits / 65_536 / 64 + 1)?;
                let text = self.heap.bigint(id).to_string();
                self.heap.new_latin1(text.as_bytes())
            }
            Unpacked::Object(_) => {
                let primitive = self.to_primitive(value, Hint::String)?;
                if primitive.is_object() {
                    return Err(self.type_error("cannot convert object to primitive value"));
                }
                self.to_string_slow(primitive)
            }
        }
    }

    /// The decimal text of an integer.
    #[inline]
    pub(crate) fn int_to_string(&mut self, value: i32) -> Completion<StringId> {
        if let 0..=9 = value {
            return Ok(StringId(u32::from(b'0') + value as u32));
        }
        let mut buffer = [0u8; 11];
        self.heap.new_latin1(int_digits(value, &mut buffer))
    }

    /// ToString as Rust text (lone surrogates replaced).
    pub(crate) fn to_std_string(&mut self, value: Value) -> Completion<String> {
        let id = self.to_string(value)?;
        let len = self.heap.string_len(id);
        self.charge_fuel(len as u64 / 8)?;
        self.heap.ensure(len)?;
        Ok(self.heap.str(id).to_std_string())
    }

    /// ToObject (§7.1.18)
    pub(crate) fn to_object(&mut self, value: Value) -> Completion<ObjectId> {
        if let Some(object) = value.as_object() {
            return Ok(object);
        }
        let proto = self.prototype_of_primitive(value, None)?;
        Ok(self.heap.new_object_with_proto(Some(proto), ObjectKind::Primitive(value)))
    }

    /// ToPropertyKey (§7.1.19)
    #[inline]
    pub(crate) fn to_property_key(&mut self, value: Value) -> Completion<PropertyKey> {
        match value.unpack() {
            Unpacked::Int(index) if index >= 0 => Ok(PropertyKey::Index(index as u32)),
            Unpacked::String(id) => self.heap.key_from_string(id),
            Unpacked::Symbol(id) => Ok(PropertyKey::Symbol(id)),
            Unpacked::Object(_) => {
                let primitive = self.to_primitive(value, Hint::String)?;
                if let Some(symbol) = primitive.as_symbol() {
                    return Ok(PropertyKey::Symbol(symbol));
                }
                let id = self.to_string(primitive)?;
                self.heap.key_from_string(id)
            }
            _ => {
                let id = self.to_string(value)?;
                self.heap.key_from_string(id)
            }
        }
    }

    /// ToLength (§7.1.20)
    pub(crate) fn to_length(&mut self, value: Value) -> Completion<u64> {
        let integer = self.to_integer_or_infinity(value)?;
        Ok(integer.clamp(0.0, 9_007_199_254_740_991.0) as u64)
    }

    /// ToIndex (§7.1.22)
    pub(crate) fn to_index(&mut self, value: Value) -> Completion<u64> {
        let integer = self.to_integer_or_infinity(value)?;
        if !(0.0..=9_007_199_254_740_991.0).contains(&integer) {
            return Err(self.range_error("index is out of range"));
        }
        Ok(integer as u64)
    }

    /// A relative index as `slice` takes it, clamped to `0..=length`.
    pub(crate) fn relative_index(&mut self, value: Value, length: u64) -> Completion<u64> {
        let relative = self.to_integer_or_infinity(value)?;
        Ok(if relative < 0.0 { (length as f64 + relative).max(0.0) as u64 } else { relative.min(length as f64) as u64 })
    }

    /// As [`Vm::relative_index`], undefined meaning `length`.
    pub(crate) fn relative_end(&mut self, value: Value, length: u64) -> Completion<u64> {
        if value.is_undefined() { Ok(length) } else { self.relative_index(value, length) }
    }

    /// IsCallable (§7.2.3)
    #[inline]
    pub(crate) fn is_callable(&self, value: Value) -> bool {
        let Some(object) = value.as_object() else { return false };
        match &self.heap.object(object).kind {
            ObjectKind::Function(_)
            | ObjectKind::Native(_)
            | ObjectKind::NativeClosure(_)
            | ObjectKind::HostFunction(_)
            | ObjectKind::Bound(_) => true,
            ObjectKind::Tools(path) => !path.segments.is_empty(),
            ObjectKind::Proxy(proxy) => proxy.is_callable,
            _ => false,
        }
    }

    /// IsConstructor (§7.2.4)
    pub(crate) fn is_constructor(&self, value: Value) -> bool {
        let Some(object) = value.as_object() else { return false };
        match &self.heap.object(object).kind {
            ObjectKind::Function(function) => self.function_constructs(function.program, function.function),
            ObjectKind::Native(native) => {
                self.engine.natives.get(native.0 as usize).is_some_and(|info| info.constructs)
            }
            // A bound function constructs when its target does; targets are bound at creation, so the chain is finite.
            ObjectKind::Bound(bound) => {
                let mut target = bound.target;
                while let ObjectKind::Bound(inner) = &self.heap.object(target).kind {
                    target = inner.target;
                }
                match &self.heap.object(target).kind {
                    ObjectKind::Bound(_) => false,
                    _ => self.is_constructor(target.into()),
                }
            }
            ObjectKind::Proxy(proxy) => proxy.is_constructor,
            _ => false,
        }
    }

    /// `typeof`
    pub(crate) fn type_of(&self, value: Value) -> StringId {
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Internal => names::UNDEFINED,
            Unpacked::Null => names::OBJECT,
            Unpacked::Boolean(_) => names::BOOLEAN,
            Unpacked::Int(_) | Unpacked::Double(_) => names::NUMBER,
            Unpacked::String(_) => names::STRING,
            Unpacked::Symbol(_) => names::SYMBOL,
            Unpacked::BigInt(_) => names::BIGINT,
            Unpacked::Object(_) => {
                if self.is_callable(value) {
                    names::FUNCTION
                } else {
                    names::OBJECT
                }
            }
        }
    }
}

/// The decimal digits of an integer, with its sign.
#[inline]
pub(crate) fn int_digits(value: i32, buffer: &mut [u8; 11]) -> &[u8] {
    let mut at = buffer.len();
    let mut rest = value.unsigned_abs();
    loop {
        at = at.saturating_sub(1);
        if let Some(byte) = buffer.get_mut(at) {
            *byte = b'0' + (rest % 10) as u8;
        }
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        at = at.saturating_sub(1);
        if let Some(byte) = buffer.get_mut(at) {
            *byte = b'-';
        }
    }
    buffer.get(at..).unwrap_or(&[])
}
