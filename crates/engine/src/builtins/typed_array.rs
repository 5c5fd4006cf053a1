//! Typed arrays (ECMA-262 §23.2): the constructors, `%TypedArray%` and its prototype.
//!
//! Methods that call a callback stand in the prelude (`prelude/typed_array.js`). Everything else is in the files
//! beside: what elements are ([`element`]), what of its buffer an array shows ([`view`]), the internal methods
//! ([`exotic`]), how arrays are made ([`construct`]), and the methods.

pub(crate) mod base64;
pub(crate) mod construct;
pub(crate) mod copies;
pub(crate) mod element;
pub(crate) mod exotic;
pub(crate) mod methods;
pub(crate) mod operations;
pub(crate) mod search;
pub(crate) mod sort;
pub(crate) mod view;

use crate::completion::Completion;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;
use element::Element;

/// Internal slots of a typed array (§10.4.5).
#[derive(Debug, Clone, Copy)]
pub(crate) struct TypedArrayData {
    /// \[\[ViewedArrayBuffer]]
    pub(crate) buffer: ObjectId,
    pub(crate) element: Element,
    pub(crate) byte_offset: usize,
    /// \[\[ArrayLength]]: `None` when it reaches to the end of a resizable buffer, wherever that is.
    pub(crate) length: Option<usize>,
}

/// %TypedArray% (§23.2.1.1)
fn abstract_constructor(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("TypedArray cannot be constructed directly: use one of its kinds, such as Uint8Array"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "TypedArray",
    0,
    abstract_constructor,
    Intrinsic::TypedArrayPrototype,
    &[
        prelude("from", 1, "TypedArray_from"),
        method("of", 0, construct::of),
        symbol_getter(WellKnown::Species, "[Symbol.species]", super::array::species),
    ],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::TypedArray),
        getter("buffer", methods::buffer),
        getter("byteLength", methods::byte_length),
        getter("byteOffset", methods::byte_offset),
        getter("length", methods::length),
        method("at", 1, search::at),
        method("copyWithin", 2, copies::copy_within),
        method("entries", 0, methods::entries),
        prelude("every", 1, "TypedArray_prototype_every"),
        method("fill", 1, methods::fill),
        prelude("filter", 1, "TypedArray_prototype_filter"),
        prelude("find", 1, "TypedArray_prototype_find"),
        prelude("findIndex", 1, "TypedArray_prototype_findIndex"),
        prelude("findLast", 1, "TypedArray_prototype_findLast"),
        prelude("findLastIndex", 1, "TypedArray_prototype_findLastIndex"),
        prelude("forEach", 1, "TypedArray_prototype_forEach"),
        method("includes", 1, search::includes),
        method("indexOf", 1, search::index_of),
        method("join", 1, methods::join),
        method("keys", 0, methods::keys),
        method("lastIndexOf", 1, search::last_index_of),
        prelude("map", 1, "TypedArray_prototype_map"),
        prelude("reduce", 1, "TypedArray_prototype_reduce"),
        prelude("reduceRight", 1, "TypedArray_prototype_reduceRight"),
        method("reverse", 0, copies::reverse),
        method("set", 1, copies::set),
        method("slice", 2, copies::slice),
        prelude("some", 1, "TypedArray_prototype_some"),
        prelude("sort", 1, "TypedArray_prototype_sort"),
        method("subarray", 2, copies::subarray),
        prelude("toLocaleString", 0, "TypedArray_prototype_toLocaleString"),
        method("toReversed", 0, copies::to_reversed),
        prelude("toSorted", 1, "TypedArray_prototype_toSorted"),
        // The same function as that of arrays (§23.2.3.32).
        method("toString", 0, super::array::text::to_string),
        method("values", 0, methods::values),
        method("with", 2, copies::with),
        symbol_same(WellKnown::Iterator, "values"),
        symbol_getter(WellKnown::ToStringTag, "[Symbol.toStringTag]", methods::to_string_tag),
    ],
);

const fn bytes_per_element(element: Element) -> Property {
    constant("BYTES_PER_ELEMENT", element.size() as f64)
}

macro_rules! constructors {
    ($($element:ident $function:ident $table:ident $prototype:ident [$($own:expr),*] [$($method:expr),*],)*) => {
        $(
            fn $function(cx: &mut Vm, _this: Value, args: Args) -> Completion {
                construct::construct(cx, args, Element::$element)
            }

            pub(crate) static $table: ObjectTable = ObjectTable {
                role: Role::Constructor {
                    name: Element::$element.array_name(),
                    length: 3,
                    function: $function,
                    constructs: true,
                    prototype: Some(Element::$element.prototype()),
                },
                proto: Some(Intrinsic::TypedArray),
                properties: &[bytes_per_element(Element::$element), $($own),*],
            };

            pub(crate) static $prototype: ObjectTable = ordinary(
                Intrinsic::TypedArrayPrototype,
                &[
                    constructor(Element::$element.constructor()),
                    bytes_per_element(Element::$element),
                    $($method),*
                ],
            );
        )*
    };
}

constructors! {
    Int8 int8 INT8 INT8_PROTOTYPE [] [],
    Uint8 uint8 UINT8 UINT8_PROTOTYPE
        [method("fromBase64", 1, base64::from_base64), method("fromHex", 1, base64::from_hex)]
        [
            method("setFromBase64", 1, base64::set_from_base64),
            method("setFromHex", 1, base64::set_from_hex),
            method("toBase64", 0, base64::to_base64),
            method("toHex", 0, base64::to_hex)
        ],
    Uint8Clamped uint8_clamped UINT8_CLAMPED UINT8_CLAMPED_PROTOTYPE [] [],
    Int16 int16 INT16 INT16_PROTOTYPE [] [],
    Uint16 uint16 UINT16 UINT16_PROTOTYPE [] [],
    Int32 int32 INT32 INT32_PROTOTYPE [] [],
    Uint32 uint32 UINT32 UINT32_PROTOTYPE [] [],
    Float16 float16 FLOAT16 FLOAT16_PROTOTYPE [] [],
    Float32 float32 FLOAT32 FLOAT32_PROTOTYPE [] [],
    Float64 float64 FLOAT64 FLOAT64_PROTOTYPE [] [],
    BigInt64 bigint64 BIGINT64 BIGINT64_PROTOTYPE [] [],
    BigUint64 biguint64 BIGUINT64 BIGUINT64_PROTOTYPE [] [],
}
