//! `application/x-www-form-urlencoded` (WHATWG URL §5): queries to pairs and back.

use form_urlencoded::byte_serialize;

use super::super::pairs::{Pair, PairList, push_pair};
use super::ParamsData;
use crate::completion::Completion;
use crate::value::{ObjectId, StringId};
use crate::vm::Vm;

/// Bytes between two charges.
const STRIDE: usize = 4096;

/// The pairs of a query without its `?`.
pub(super) fn parse(cx: &mut Vm, query: &str) -> Completion<Vec<Pair>> {
    let mut pairs = Vec::new();
    for piece in query.as_bytes().split(|&byte| byte == b'&') {
        cx.charge_fuel(piece.len() as u64 / 16 + 1)?;
        if piece.is_empty() {
            continue;
        }
        let (name, value) = match memchr::memchr(b'=', piece) {
            Some(at) => piece.split_at(at),
            None => (piece, &b""[..]),
        };
        let pair = (decode(cx, name)?, decode(cx, value.get(1..).unwrap_or(&[]))?);
        push_pair(cx, &mut pairs, pair)?;
    }
    Ok(pairs)
}

/// A name or value: `+` is a space, percent-encoded bytes are UTF-8 with errors replaced.
fn decode(cx: &mut Vm, text: &[u8]) -> Completion<StringId> {
    if !text.iter().any(|&byte| byte == b'+' || byte == b'%' || !byte.is_ascii()) {
        return cx.heap.new_latin1(text);
    }
    cx.heap.ensure(text.len() * 4)?;
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let stop = at + STRIDE;
        cx.charge_fuel(STRIDE.min(text.len() - at) as u64 / 8)?;
        while at < stop
            && let Some(&byte) = text.get(at)
        {
            let escaped = if byte == b'%' { hex(text.get(at + 1)).zip(hex(text.get(at + 2))) } else { None };
            match escaped {
                Some((high, low)) => {
                    bytes.push(high * 16 + low);
                    at += 3;
                }
                None => {
                    bytes.push(if byte == b'+' { b' ' } else { byte });
                    at += 1;
                }
            }
        }
    }
    cx.heap.new_string(&String::from_utf8_lossy(&bytes))
}

fn hex(byte: Option<&u8>) -> Option<u8> {
    char::from(*byte?).to_digit(16).map(|digit| digit as u8)
}

/// The query of the pairs.
pub(super) fn serialize(cx: &mut Vm, params: ObjectId) -> Completion<String> {
    let mut query = String::new();
    let mut position = 0;
    while let Some(&(name, value)) = cx.heap.data::<ParamsData>(params).and_then(|data| data.pairs().get(position)) {
        if position > 0 {
            query.push('&');
        }
        encode(cx, name, &mut query)?;
        query.push('=');
        encode(cx, value, &mut query)?;
        position += 1;
    }
    Ok(query)
}

fn encode(cx: &mut Vm, text: StringId, query: &mut String) -> Completion<()> {
    let len = cx.heap.string_len(text);
    cx.charge_fuel(len as u64 / 4 + 1)?;
    // Nine characters for a code unit at most, and the buffer doubles as it grows.
    cx.heap.ensure(len * 12 + query.len() * 2)?;
    query.extend(byte_serialize(cx.heap.text(text)?.as_bytes()));
    Ok(())
}
