//! `DataView` (ECMA-262 §25.3).

use super::array_buffer::ArrayBufferData;
use super::typed_array::element::Element;
use crate::completion::Completion;
use crate::heap::Heap;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// Internal slots of a DataView.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DataViewData {
    pub(crate) buffer: ObjectId,
    pub(crate) byte_offset: usize,
    /// `None`: it reaches to the end of a resizable buffer, wherever that is.
    pub(crate) byte_length: Option<usize>,
}

impl ObjectData for DataViewData {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.buffer);
    }

    fn bytes(&self) -> usize {
        size_of::<DataViewData>()
    }
}

impl DataViewData {
    /// Where the view lies in its buffer now; `None` when it is out of bounds (IsViewOutOfBounds §25.3.1.3) or the
    /// buffer is detached.
    pub(crate) fn range(&self, buffer: &ArrayBufferData) -> Option<std::ops::Range<usize>> {
        let end = match self.byte_length {
            Some(length) => self.byte_offset.checked_add(length)?,
            None => buffer.bytes.len(),
        };
        (!buffer.is_detached && self.byte_offset <= end && end <= buffer.bytes.len()).then_some(self.byte_offset..end)
    }
}

impl Heap {
    /// The bytes that a DataView shows.
    pub(crate) fn data_view_bytes(&self, view: &DataViewData) -> Option<&[u8]> {
        let buffer = self.buffer(view.buffer)?;
        buffer.bytes.get(view.range(buffer)?)
    }
}

impl Vm {
    /// A DataView with all its slots.
    pub(crate) fn new_data_view(&mut self, data: DataViewData, proto: Option<ObjectId>) -> ObjectId {
        let proto = match proto {
            Some(proto) => proto,
            None => self.intrinsic(Intrinsic::DataViewPrototype),
        };
        self.heap.count(data.bytes());
        self.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data)))
    }
}

/// DataView (§25.3.2.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor DataView requires 'new'"));
    }
    let first = args.at(cx, 0);
    let Some(buffer) = first.as_object().filter(|&id| cx.heap.buffer(id).is_some()) else {
        let shown = cx.describe(first);
        return Err(cx.type_error(&format!("the first argument of DataView must be an ArrayBuffer, not {shown}")));
    };
    let offset = cx.index_argument(args.at(cx, 1), "DataView offset")?;
    let available = buffer_length(cx, buffer)?;
    if offset > available {
        return Err(cx.range_error(&format!("DataView offset {offset} is beyond the buffer of {available} bytes")));
    }
    let is_fixed = cx.heap.buffer(buffer).is_none_or(|data| data.max.is_none());
    let length = match args.at(cx, 2) {
        length if length.is_undefined() && is_fixed => Some(available - offset),
        length if length.is_undefined() => None,
        length => Some(cx.index_argument(length, "DataView length")?),
    };
    check_end(cx, offset, length, available)?;
    let proto = cx.prototype_from_constructor(new_target, Intrinsic::DataViewPrototype)?;
    // Reading the prototype may have run program code.
    let available = buffer_length(cx, buffer)?;
    check_end(cx, offset, length, available)?;
    let data = DataViewData { buffer, byte_offset: offset as usize, byte_length: length.map(|length| length as usize) };
    Ok(cx.new_data_view(data, Some(proto)).into())
}

fn buffer_length(cx: &mut Vm, buffer: ObjectId) -> Completion<u64> {
    match cx.heap.buffer(buffer) {
        Some(data) if !data.is_detached => Ok(data.bytes.len() as u64),
        _ => Err(cx.detached_error("DataView")),
    }
}

fn check_end(cx: &mut Vm, offset: u64, length: Option<u64>, available: u64) -> Completion<()> {
    if offset + length.unwrap_or(0) > available {
        let length = length.unwrap_or(0);
        return Err(cx.range_error(&format!(
            "a DataView of {length} bytes at offset {offset} does not fit the buffer of {available} bytes"
        )));
    }
    Ok(())
}

fn receiver(cx: &mut Vm, this: Value, member: &str) -> Completion<DataViewData> {
    match this.as_object().and_then(|id| cx.heap.data::<DataViewData>(id)) {
        Some(&view) => Ok(view),
        None => {
            let shown = cx.describe(this);
            Err(cx.type_error(&format!("DataView.prototype.{member} called on {shown}, which is no DataView")))
        }
    }
}

fn bytes_in_view<'a>(cx: &'a mut Vm, view: &DataViewData, member: &str) -> Completion<&'a [u8]> {
    if cx.heap.data_view_bytes(view).is_none() {
        return Err(cx.type_error(&format!(
            "DataView.prototype.{member} called on a view whose buffer is detached or too short"
        )));
    }
    Ok(cx.heap.data_view_bytes(view).unwrap_or(&[]))
}

/// get DataView.prototype.buffer (§25.3.4.1)
fn buffer(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(receiver(cx, this, "buffer")?.buffer.into())
}

/// get DataView.prototype.byteLength (§25.3.4.2)
fn byte_length(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let view = receiver(cx, this, "byteLength")?;
    Ok(Value::index(bytes_in_view(cx, &view, "byteLength")?.len()))
}

/// get DataView.prototype.byteOffset (§25.3.4.3)
fn byte_offset(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let view = receiver(cx, this, "byteOffset")?;
    bytes_in_view(cx, &view, "byteOffset")?;
    Ok(Value::index(view.byte_offset))
}

/// Whether the element fits the view; its place in it.
fn place(cx: &mut Vm, view: &DataViewData, index: u64, element: Element, member: &str) -> Completion<usize> {
    let length = bytes_in_view(cx, view, member)?.len() as u64;
    let size = element.size() as u64;
    if index.checked_add(size).is_none_or(|end| end > length) {
        return Err(cx.range_error(&format!(
            "DataView.prototype.{member}: {size} bytes at offset {index} do not fit the view of {length} bytes"
        )));
    }
    Ok(index as usize)
}

/// Bytes of an element in the other order.
fn reversed(element: Element, bits: u64) -> u64 {
    bits.swap_bytes() >> (64 - element.size() * 8)
}

/// GetViewValue (§25.3.1.5)
fn get_view_value(cx: &mut Vm, this: Value, args: Args, element: Element, member: &str) -> Completion {
    let view = receiver(cx, this, member)?;
    let index = cx.index_argument(args.at(cx, 0), "DataView offset")?;
    let is_little = cx.to_boolean(args.at(cx, 1));
    let at = place(cx, &view, index, element, member)?;
    let bytes = cx.heap.data_view_bytes(&view).and_then(|bytes| bytes.get(at..)).unwrap_or(&[]);
    let bits = element.read(bytes, 0).unwrap_or(0);
    element.value(cx, if is_little { bits } else { reversed(element, bits) })
}

/// SetViewValue (§25.3.1.6)
fn set_view_value(cx: &mut Vm, this: Value, args: Args, element: Element, member: &str) -> Completion {
    let view = receiver(cx, this, member)?;
    let index = cx.index_argument(args.at(cx, 0), "DataView offset")?;
    let bits = element.bits_of_value(cx, args.at(cx, 1))?;
    let is_little = cx.to_boolean(args.at(cx, 2));
    let at = place(cx, &view, index, element, member)?;
    let bits = if is_little { bits } else { reversed(element, bits) };
    if let Some(data) = cx.heap.buffer_mut(view.buffer)
        && let Some(bytes) = data.bytes.get_mut(view.byte_offset + at..)
    {
        element.write(bytes, 0, bits);
    }
    Ok(Value::UNDEFINED)
}

macro_rules! accessors {
    ($($element:ident $get:ident $get_name:literal $set:ident $set_name:literal,)*) => {
        $(
            fn $get(cx: &mut Vm, this: Value, args: Args) -> Completion {
                get_view_value(cx, this, args, Element::$element, $get_name)
            }

            fn $set(cx: &mut Vm, this: Value, args: Args) -> Completion {
                set_view_value(cx, this, args, Element::$element, $set_name)
            }
        )*

        pub(crate) static PROTOTYPE: ObjectTable = ordinary(
            Intrinsic::ObjectPrototype,
            &[
                constructor(Intrinsic::DataView),
                getter("buffer", buffer),
                getter("byteLength", byte_length),
                getter("byteOffset", byte_offset),
                $(
                    method($get_name, 1, $get),
                    method($set_name, 2, $set),
                )*
                tag("DataView"),
            ],
        );
    };
}

accessors! {
    BigInt64 get_big_int64 "getBigInt64" set_big_int64 "setBigInt64",
    BigUint64 get_big_uint64 "getBigUint64" set_big_uint64 "setBigUint64",
    Float16 get_float16 "getFloat16" set_float16 "setFloat16",
    Float32 get_float32 "getFloat32" set_float32 "setFloat32",
    Float64 get_float64 "getFloat64" set_float64 "setFloat64",
    Int8 get_int8 "getInt8" set_int8 "setInt8",
    Int16 get_int16 "getInt16" set_int16 "setInt16",
    Int32 get_int32 "getInt32" set_int32 "setInt32",
    Uint8 get_uint8 "getUint8" set_uint8 "setUint8",
    Uint16 get_uint16 "getUint16" set_uint16 "setUint16",
    Uint32 get_uint32 "getUint32" set_uint32 "setUint32",
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("DataView", 1, construct, Intrinsic::DataViewPrototype, &[]);
