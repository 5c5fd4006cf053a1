//! `typed_array`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("TypedArray is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("TypedArray", 0, construct, Intrinsic::TypedArrayPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::TypedArray)]);

fn int8(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Int8Array is not supported yet"))
}

pub(crate) static INT8: ObjectTable = class("Int8Array", 0, int8, Intrinsic::Int8ArrayPrototype, &[]);

pub(crate) static INT8_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Int8Array)]);

fn uint8(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Uint8Array is not supported yet"))
}

pub(crate) static UINT8: ObjectTable = class("Uint8Array", 0, uint8, Intrinsic::Uint8ArrayPrototype, &[]);

pub(crate) static UINT8_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Uint8Array)]);

fn uint8_clamped(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Uint8ClampedArray is not supported yet"))
}

pub(crate) static UINT8_CLAMPED: ObjectTable =
    class("Uint8ClampedArray", 0, uint8_clamped, Intrinsic::Uint8ClampedArrayPrototype, &[]);

pub(crate) static UINT8_CLAMPED_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Uint8ClampedArray)]);

fn int16(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Int16Array is not supported yet"))
}

pub(crate) static INT16: ObjectTable = class("Int16Array", 0, int16, Intrinsic::Int16ArrayPrototype, &[]);

pub(crate) static INT16_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Int16Array)]);

fn uint16(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Uint16Array is not supported yet"))
}

pub(crate) static UINT16: ObjectTable = class("Uint16Array", 0, uint16, Intrinsic::Uint16ArrayPrototype, &[]);

pub(crate) static UINT16_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Uint16Array)]);

fn int32(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Int32Array is not supported yet"))
}

pub(crate) static INT32: ObjectTable = class("Int32Array", 0, int32, Intrinsic::Int32ArrayPrototype, &[]);

pub(crate) static INT32_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Int32Array)]);

fn uint32(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Uint32Array is not supported yet"))
}

pub(crate) static UINT32: ObjectTable = class("Uint32Array", 0, uint32, Intrinsic::Uint32ArrayPrototype, &[]);

pub(crate) static UINT32_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Uint32Array)]);

fn float16(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Float16Array is not supported yet"))
}

pub(crate) static FLOAT16: ObjectTable = class("Float16Array", 0, float16, Intrinsic::Float16ArrayPrototype, &[]);

pub(crate) static FLOAT16_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Float16Array)]);

fn float32(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Float32Array is not supported yet"))
}

pub(crate) static FLOAT32: ObjectTable = class("Float32Array", 0, float32, Intrinsic::Float32ArrayPrototype, &[]);

pub(crate) static FLOAT32_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Float32Array)]);

fn float64(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Float64Array is not supported yet"))
}

pub(crate) static FLOAT64: ObjectTable = class("Float64Array", 0, float64, Intrinsic::Float64ArrayPrototype, &[]);

pub(crate) static FLOAT64_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::Float64Array)]);

fn bigint64(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("BigInt64Array is not supported yet"))
}

pub(crate) static BIGINT64: ObjectTable = class("BigInt64Array", 0, bigint64, Intrinsic::BigInt64ArrayPrototype, &[]);

pub(crate) static BIGINT64_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::BigInt64Array)]);

fn biguint64(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("BigUint64Array is not supported yet"))
}

pub(crate) static BIGUINT64: ObjectTable =
    class("BigUint64Array", 0, biguint64, Intrinsic::BigUint64ArrayPrototype, &[]);

pub(crate) static BIGUINT64_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::TypedArrayPrototype, &[constructor(Intrinsic::BigUint64Array)]);

/// Internal slots of a typed array (§10.4.5).
#[derive(Debug, Clone)]
pub(crate) struct TypedArrayData {
    /// The ArrayBuffer object.
    pub(crate) buffer: crate::value::ObjectId,
}

/// \[\[DefineOwnProperty]] and friends of typed arrays: hooks called by [`crate::ops::object`] when the object is one.
impl Vm {
    /// Whether the length cannot change (§10.4.5.2 IsTypedArrayFixedLength).
    pub(crate) fn typed_array_is_fixed_length(&mut self, _object: crate::value::ObjectId) -> bool {
        true
    }

    pub(crate) fn typed_array_get_own_property(
        &mut self,
        object: crate::value::ObjectId,
        property: crate::value::PropertyKey,
    ) -> Completion<Option<crate::ops::descriptor::PropertyDescriptor>> {
        Ok(self.ordinary_get_own_property(object, property))
    }

    pub(crate) fn typed_array_define_own_property(
        &mut self,
        object: crate::value::ObjectId,
        property: crate::value::PropertyKey,
        descriptor: crate::ops::descriptor::PropertyDescriptor,
    ) -> Completion<bool> {
        self.ordinary_define_own_property(object, property, descriptor)
    }

    /// `None` when the key is not a canonical numeric string, so that ordinary behaviour applies.
    pub(crate) fn typed_array_has(
        &mut self,
        _object: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
    ) -> Option<bool> {
        None
    }

    /// `None` when ordinary behaviour applies.
    pub(crate) fn typed_array_get(
        &mut self,
        _object: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
    ) -> Completion<Option<Value>> {
        Ok(None)
    }

    /// `None` when ordinary behaviour applies.
    pub(crate) fn typed_array_set(
        &mut self,
        _object: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
        _value: Value,
        _receiver: Value,
    ) -> Completion<Option<bool>> {
        Ok(None)
    }

    pub(crate) fn typed_array_own_property_keys(
        &mut self,
        object: crate::value::ObjectId,
    ) -> Completion<Vec<crate::value::PropertyKey>> {
        Ok(self.ordinary_own_property_keys(object))
    }
}
