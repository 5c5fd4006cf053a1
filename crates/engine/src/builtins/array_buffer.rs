//! `ArrayBuffer` (ECMA-262 §25.1), resizable and transferable, and its bytes.

use super::data_view::DataViewData;
use crate::completion::{Completion, Unwind};
use crate::heap::Heap;
use crate::heap::object::ObjectKind;
use crate::heap::symbol::WellKnown;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// The longest buffer in bytes: longer ones are a RangeError even where memory has no limit.
pub(crate) const MAX_BUFFER_LENGTH: u64 = 1 << 30;

/// Bytes moved between two looks at the clock.
const STRETCH: usize = 1 << 20;

/// Internal slots of an ArrayBuffer.
#[derive(Debug)]
pub(crate) struct ArrayBufferData {
    /// Empty once it is detached.
    pub(crate) bytes: Vec<u8>,
    /// \[\[ArrayBufferMaxByteLength]]: `None` for buffers of fixed length.
    pub(crate) max: Option<usize>,
    pub(crate) is_detached: bool,
}

impl Heap {
    #[inline(always)]
    pub(crate) fn buffer(&self, id: ObjectId) -> Option<&ArrayBufferData> {
        match &self.object(id).kind {
            ObjectKind::ArrayBuffer(data) => Some(data),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn buffer_mut(&mut self, id: ObjectId) -> Option<&mut ArrayBufferData> {
        match &mut self.object_mut(id).kind {
            ObjectKind::ArrayBuffer(data) => Some(data),
            _ => None,
        }
    }
}

impl Vm {
    /// CreateByteDataBlock (§6.2.9.1): zeros, charged before they are made.
    pub(crate) fn new_bytes(&mut self, length: u64) -> Completion<Vec<u8>> {
        if length > MAX_BUFFER_LENGTH {
            return Err(self.range_error(&format!(
                "Array buffer allocation failed: {length} bytes are more than the {MAX_BUFFER_LENGTH} that a buffer can hold"
            )));
        }
        let length = length as usize;
        self.heap.charge(length)?;
        self.charge_fuel(length as u64 / 1024)?;
        Ok(vec![0; length])
    }

    /// An ArrayBuffer around bytes whose memory is already charged.
    pub(crate) fn adopt_buffer(&mut self, bytes: Vec<u8>, max: Option<usize>, proto: Option<ObjectId>) -> ObjectId {
        let proto = match proto {
            Some(proto) => proto,
            None => self.intrinsic(Intrinsic::ArrayBufferPrototype),
        };
        self.heap.count(size_of::<ArrayBufferData>());
        let data = ArrayBufferData { bytes, max, is_detached: false };
        self.heap.new_object_with_proto(Some(proto), ObjectKind::ArrayBuffer(Box::new(data)))
    }

    /// AllocateArrayBuffer (§25.1.3.1) with the prototype already known.
    pub(crate) fn allocate_buffer(
        &mut self,
        length: u64,
        max: Option<u64>,
        proto: Option<ObjectId>,
    ) -> Completion<ObjectId> {
        if let Some(max) = max.filter(|&max| max > MAX_BUFFER_LENGTH) {
            return Err(self.range_error(&format!(
                "Array buffer allocation failed: a maximum of {max} bytes is more than the {MAX_BUFFER_LENGTH} that a buffer can hold"
            )));
        }
        let bytes = self.new_bytes(length)?;
        Ok(self.adopt_buffer(bytes, max.map(|max| max as usize), proto))
    }

    /// DetachArrayBuffer (§25.1.3.5): gives the bytes away. `None` when `id` is no buffer or detached already.
    pub(crate) fn detach_buffer(&mut self, id: ObjectId) -> Option<Vec<u8>> {
        let data = self.heap.buffer_mut(id).filter(|data| !data.is_detached)?;
        data.is_detached = true;
        Some(std::mem::take(&mut data.bytes))
    }

    /// Changes the length of bytes that are charged, to what is charged then. New ones are zeros.
    pub(crate) fn resize_bytes(&mut self, mut bytes: Vec<u8>, length: usize) -> Completion<Vec<u8>> {
        if length > bytes.len() {
            let more = length - bytes.len();
            self.heap.charge(more)?;
            self.charge_fuel(length as u64 / 256)?;
            bytes.reserve_exact(more);
            bytes.resize(length, 0);
        } else {
            self.heap.uncharge(bytes.len() - length);
            bytes.truncate(length);
            bytes.shrink_to_fit();
        }
        Ok(bytes)
    }

    /// Charges for work on so many bytes, in portions, and does it in portions: `work` gets ranges that cover
    /// `0..length` in order. This way no copy outlives a timeout.
    pub(crate) fn in_stretches(
        &mut self,
        length: usize,
        mut work: impl FnMut(&mut Vm, std::ops::Range<usize>),
    ) -> Completion<()> {
        let mut at = 0;
        while at < length {
            let end = (at + STRETCH).min(length);
            self.charge_fuel((end - at) as u64 / 256 + 1)?;
            work(self, at..end);
            at = end;
        }
        Ok(())
    }

    /// A copy of part of a buffer, charged. Bytes beyond its end are zeros.
    pub(crate) fn copy_of_bytes(&mut self, buffer: ObjectId, start: usize, length: usize) -> Completion<Vec<u8>> {
        let mut copy = self.new_bytes(length as u64)?;
        self.in_stretches(length, |cx, range| {
            let source = cx.heap.buffer(buffer).map_or(&[][..], |data| &data.bytes);
            let from = (start + range.start).min(source.len());
            let source = source.get(from..(start + range.end).min(source.len())).unwrap_or(&[]);
            if let Some(target) = copy.get_mut(range.start..range.start + source.len()) {
                target.copy_from_slice(source);
            }
        })?;
        Ok(copy)
    }

    /// Copies bytes from one buffer to another (or within one, as if through a copy). Both ranges are cut to what is
    /// there.
    pub(crate) fn move_bytes(
        &mut self,
        (source, from): (ObjectId, usize),
        (target, to): (ObjectId, usize),
        length: usize,
    ) -> Completion<()> {
        let available = |cx: &Vm, id, at| cx.heap.buffer(id).map_or(0, |data| data.bytes.len().saturating_sub(at));
        let length = length.min(available(self, source, from)).min(available(self, target, to));
        if source == target {
            // Portions go in the direction in which nothing is overwritten before it is read.
            return self.in_stretches(length, |cx, range| {
                let range = if to > from { length - range.end..length - range.start } else { range };
                if let Some(data) = cx.heap.buffer_mut(target) {
                    data.bytes.copy_within(from + range.start..from + range.end, to + range.start);
                }
            });
        }
        self.in_stretches(length, |cx, range| {
            let taken = cx.heap.buffer_mut(target).map(|data| std::mem::take(&mut data.bytes));
            let Some(mut bytes) = taken else { return };
            if let Some(source) = cx.heap.buffer(source)
                && let Some(read) = source.bytes.get(from + range.start..from + range.end)
                && let Some(written) = bytes.get_mut(to + range.start..to + range.end)
            {
                written.copy_from_slice(read);
            }
            if let Some(data) = cx.heap.buffer_mut(target) {
                data.bytes = bytes;
            }
        })
    }

    /// ToIndex (§7.1.22) of an argument that `what` names.
    pub(crate) fn index_argument(&mut self, value: Value, what: &str) -> Completion<u64> {
        let integer = self.to_integer_or_infinity(value)?;
        if !(0.0..=super::array::LAST_SAFE as f64).contains(&integer) {
            let shown = crate::value::number::number_to_string(integer);
            return Err(self.range_error(&format!("{what} {shown} is out of range")));
        }
        Ok(integer as u64)
    }

    /// The error for work on a buffer whose bytes are gone.
    pub(crate) fn detached_error(&mut self, what: &str) -> Unwind {
        self.type_error(&format!("Cannot perform {what} on a detached ArrayBuffer"))
    }
}

/// ArrayBuffer (§25.1.4.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor ArrayBuffer requires 'new'"));
    }
    let length = cx.index_argument(args.at(cx, 0), "array buffer length")?;
    // GetArrayBufferMaxByteLengthOption (§25.1.3.7)
    let max = match args.at(cx, 1).as_object() {
        Some(options) => match cx.get_named(options, "maxByteLength")? {
            max if max.is_undefined() => None,
            max => Some(cx.index_argument(max, "maxByteLength")?),
        },
        None => None,
    };
    if let Some(max) = max.filter(|&max| length > max) {
        return Err(cx.range_error(&format!("array buffer length {length} is more than its maxByteLength {max}")));
    }
    let proto = cx.prototype_from_constructor(new_target, Intrinsic::ArrayBufferPrototype)?;
    Ok(cx.allocate_buffer(length, max, Some(proto))?.into())
}

/// ArrayBuffer.isView (§25.1.5.1)
fn is_view(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(object) = args.at(cx, 0).as_object() else { return Ok(Value::FALSE) };
    let is_typed_array = matches!(cx.heap.object(object).kind, ObjectKind::TypedArray(_));
    Ok((is_typed_array || cx.heap.data::<DataViewData>(object).is_some()).into())
}

/// What a method needs to know of its receiver.
#[derive(Debug, Clone, Copy)]
struct Receiver {
    id: ObjectId,
    length: usize,
    max: Option<usize>,
    is_detached: bool,
}

fn receiver(cx: &mut Vm, this: Value, member: &str) -> Completion<Receiver> {
    match this.as_object().and_then(|id| Some((id, cx.heap.buffer(id)?))) {
        Some((id, data)) => Ok(Receiver { id, length: data.bytes.len(), max: data.max, is_detached: data.is_detached }),
        None => {
            let shown = cx.describe(this);
            Err(cx.type_error(&format!("ArrayBuffer.prototype.{member} called on {shown}, which is no ArrayBuffer")))
        }
    }
}

/// get ArrayBuffer.prototype.byteLength (§25.1.6.1)
fn byte_length(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(Value::index(receiver(cx, this, "byteLength")?.length))
}

/// get ArrayBuffer.prototype.detached (§25.1.6.3)
fn detached(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(receiver(cx, this, "detached")?.is_detached.into())
}

/// get ArrayBuffer.prototype.maxByteLength (§25.1.6.4)
fn max_byte_length(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let buffer = receiver(cx, this, "maxByteLength")?;
    Ok(if buffer.is_detached { Value::ZERO } else { Value::index(buffer.max.unwrap_or(buffer.length)) })
}

/// get ArrayBuffer.prototype.resizable (§25.1.6.5)
fn resizable(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    Ok(receiver(cx, this, "resizable")?.max.is_some().into())
}

/// ArrayBuffer.prototype.resize (§25.1.6.6)
fn resize(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let buffer = receiver(cx, this, "resize")?;
    let Some(max) = buffer.max else {
        return Err(cx.type_error(
            "ArrayBuffer.prototype.resize called on a buffer of fixed length: make it with { maxByteLength }",
        ));
    };
    let length = cx.index_argument(args.at(cx, 0), "array buffer length")?;
    if receiver(cx, this, "resize")?.is_detached {
        return Err(cx.detached_error("ArrayBuffer.prototype.resize"));
    }
    if length > max as u64 {
        return Err(cx.range_error(&format!("array buffer length {length} is more than its maxByteLength {max}")));
    }
    let bytes = cx.heap.buffer_mut(buffer.id).map(|data| std::mem::take(&mut data.bytes)).unwrap_or_default();
    let bytes = cx.resize_bytes(bytes, length as usize)?;
    if let Some(data) = cx.heap.buffer_mut(buffer.id) {
        data.bytes = bytes;
    }
    Ok(Value::UNDEFINED)
}

/// ArrayBuffer.prototype.slice (§25.1.6.7)
fn slice(cx: &mut Vm, this: Value, args: Args) -> Completion {
    const NAME: &str = "ArrayBuffer.prototype.slice";
    let buffer = receiver(cx, this, "slice")?;
    if buffer.is_detached {
        return Err(cx.detached_error(NAME));
    }
    let start = cx.relative_index(args.at(cx, 0), buffer.length as u64)?;
    let end = cx.relative_end(args.at(cx, 1), buffer.length as u64)?;
    let length = end.saturating_sub(start);
    let constructor = cx.species_constructor(buffer.id, Intrinsic::ArrayBuffer)?;
    let copy = cx.construct(constructor, &[Value::number(length as f64)], None)?;
    let target = receiver(cx, copy.into(), "slice")?;
    if target.is_detached {
        return Err(cx.detached_error(NAME));
    }
    if copy == buffer.id {
        return Err(cx.type_error("ArrayBuffer.prototype.slice: the species constructor returned the buffer itself"));
    }
    if (target.length as u64) < length {
        return Err(cx.type_error("ArrayBuffer.prototype.slice: the species constructor returned a shorter buffer"));
    }
    let source = receiver(cx, this, "slice")?;
    if source.is_detached {
        return Err(cx.detached_error(NAME));
    }
    cx.move_bytes((buffer.id, start as usize), (copy, 0), length as usize)?;
    Ok(copy.into())
}

/// Whether the buffer that a transfer makes is resizable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Resizability {
    Preserved,
    Fixed,
}

/// ArrayBufferCopyAndDetach (§25.1.3.3): the bytes are moved, not copied.
fn transfer_bytes(cx: &mut Vm, this: Value, args: Args, member: &str, resizability: Resizability) -> Completion {
    let buffer = receiver(cx, this, member)?;
    let length = match args.at(cx, 0) {
        length if length.is_undefined() => buffer.length as u64,
        length => cx.index_argument(length, "array buffer length")?,
    };
    let buffer = Receiver { max: buffer.max, ..receiver(cx, this, member)? };
    if buffer.is_detached {
        return Err(cx.detached_error(&format!("ArrayBuffer.prototype.{member}")));
    }
    let max = buffer.max.filter(|_| resizability == Resizability::Preserved);
    if length > max.map_or(MAX_BUFFER_LENGTH, |max| max as u64) {
        return Err(cx.range_error(&format!("array buffer length {length} is out of range")));
    }
    let bytes = cx.detach_buffer(buffer.id).unwrap_or_default();
    let bytes = cx.resize_bytes(bytes, length as usize)?;
    Ok(cx.adopt_buffer(bytes, max, None).into())
}

/// ArrayBuffer.prototype.transfer (§25.1.6.8)
fn transfer(cx: &mut Vm, this: Value, args: Args) -> Completion {
    transfer_bytes(cx, this, args, "transfer", Resizability::Preserved)
}

/// ArrayBuffer.prototype.transferToFixedLength (§25.1.6.9)
fn transfer_to_fixed_length(cx: &mut Vm, this: Value, args: Args) -> Completion {
    transfer_bytes(cx, this, args, "transferToFixedLength", Resizability::Fixed)
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "ArrayBuffer",
    1,
    construct,
    Intrinsic::ArrayBufferPrototype,
    &[method("isView", 1, is_view), symbol_getter(WellKnown::Species, "[Symbol.species]", super::array::species)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::ArrayBuffer),
        getter("byteLength", byte_length),
        getter("detached", detached),
        getter("maxByteLength", max_byte_length),
        getter("resizable", resizable),
        method("resize", 1, resize),
        method("slice", 2, slice),
        method("transfer", 0, transfer),
        method("transferToFixedLength", 0, transfer_to_fixed_length),
        tag("ArrayBuffer"),
    ],
);
