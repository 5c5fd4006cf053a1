//! `Intl.Segmenter` (ECMA-402 §18): user-perceived characters, words and sentences.

use std::sync::OnceLock;

use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{GraphemeClusterSegmenter, SentenceSegmenter, WordSegmenter, WordSegmenterBorrowed};

use super::collator::{resolve_tag, supported_locales_of};
use super::options::Options;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::symbol::WellKnown;
use crate::heap::text::Str;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

const GRANULARITIES: [&str; 3] = ["grapheme", "word", "sentence"];

#[derive(Debug, Clone)]
struct Segmenter {
    tag: String,
    granularity: usize,
}

impl ObjectData for Segmenter {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        size_of::<Segmenter>()
    }
}

/// What `segment` gives: a text and where its segments end.
struct Segments {
    text: StringId,
    ends: Vec<u32>,
    /// Whether each segment is a word; empty when words are not asked for.
    words: Vec<bool>,
    is_word: bool,
}

impl ObjectData for Segments {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.string(self.text);
    }

    fn bytes(&self) -> usize {
        size_of::<Segments>() + self.ends.len() * 5
    }
}

struct SegmentIterator {
    segments: ObjectId,
    next: usize,
}

impl ObjectData for SegmentIterator {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.segments);
    }

    fn bytes(&self) -> usize {
        size_of::<SegmentIterator>()
    }
}

/// Intl.Segmenter ( [ locales [ , options ] ] ) (§18.1.1)
fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor Intl.Segmenter requires 'new'"));
    }
    let tag = resolve_tag(cx, args.at(cx, 0))?;
    let tag = tag.split("-u-").next().unwrap_or_default().to_owned();
    let options = Options::strict(cx, args.at(cx, 1))?;
    options.choice(cx, "localeMatcher", &["lookup", "best fit"])?;
    let granularity = options.choice(cx, "granularity", &GRANULARITIES)?.unwrap_or(0);
    let kind = ObjectKind::Data(Box::new(Segmenter { tag, granularity }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlSegmenterPrototype, kind)?.into())
}

fn this_segmenter(cx: &mut Vm, this: Value) -> Completion<Segmenter> {
    match this.as_object().and_then(|object| cx.heap.data::<Segmenter>(object)) {
        Some(segmenter) => Ok(segmenter.clone()),
        None => Err(cx.type_error("this is not an Intl.Segmenter object")),
    }
}

fn word_segmenter() -> WordSegmenterBorrowed<'static> {
    static SEGMENTER: OnceLock<WordSegmenterBorrowed<'static>> = OnceLock::new();
    *SEGMENTER.get_or_init(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()))
}

/// Longest piece that is segmented without asking whether to stop, in code units.
const PIECE: usize = 4096;

/// The ends of the segments of a flat string, and for words whether each is one. Long texts are read piece by piece.
fn all_boundaries(cx: &mut Vm, text: StringId, granularity: usize) -> Completion<(Vec<u32>, Vec<bool>)> {
    let length = cx.heap.string_len(text);
    let (mut ends, mut words) = (Vec::new(), Vec::new());
    let (mut start, mut size) = (0, PIECE);
    while start < length {
        let stop = start.saturating_add(size).min(length);
        cx.charge_fuel((stop - start) as u64 * 8 + 1)?;
        let (mut found, mut kinds) = boundaries(cx.heap.str(text).slice(start, stop), granularity);
        if stop < length {
            // Whether the last two end there depends on what follows the piece.
            for _ in 0..2 {
                found.pop();
                kinds.pop();
            }
        }
        let Some(&end) = found.last() else {
            if stop == length {
                break;
            }
            size *= 2;
            continue;
        };
        ends.extend(found.iter().map(|end| end + start as u32));
        words.append(&mut kinds);
        start += end as usize;
        size = PIECE;
    }
    Ok((ends, words))
}

/// The ends of the segments of one piece, and for words whether each is one.
fn boundaries(text: Str<'_>, granularity: usize) -> (Vec<u32>, Vec<bool>) {
    let ends = |found: Vec<usize>| found.into_iter().skip(1).map(|end| end as u32).collect();
    match granularity {
        0 => {
            let segmenter = GraphemeClusterSegmenter::new();
            let found = match text {
                Str::Latin1(bytes) => segmenter.segment_latin1(bytes).collect(),
                Str::Utf16(units) => segmenter.segment_utf16(units).collect(),
            };
            (ends(found), Vec::new())
        }
        1 => {
            let segmenter = word_segmenter();
            let found: Vec<(usize, bool)> = match text {
                Str::Latin1(bytes) => segmenter
                    .segment_latin1(bytes)
                    .iter_with_word_type()
                    .map(|(end, kind)| (end, kind.is_word_like()))
                    .collect(),
                Str::Utf16(units) => segmenter
                    .segment_utf16(units)
                    .iter_with_word_type()
                    .map(|(end, kind)| (end, kind.is_word_like()))
                    .collect(),
            };
            let mut start = 0;
            found
                .into_iter()
                .skip(1)
                .map(|(end, is_word)| {
                    // The state at the end of a word that ends in a mark does not tell.
                    let is_word = is_word || has_letter(text.slice(start, end));
                    start = end;
                    (end as u32, is_word)
                })
                .unzip()
        }
        _ => {
            let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
            let found = match text {
                Str::Latin1(bytes) => segmenter.segment_latin1(bytes).collect(),
                Str::Utf16(units) => segmenter.segment_utf16(units).collect(),
            };
            (ends(found), Vec::new())
        }
    }
}

fn has_letter(text: Str<'_>) -> bool {
    char::decode_utf16(text.units()).any(|c| c.is_ok_and(char::is_alphanumeric))
}

/// Intl.Segmenter.prototype.segment ( string ) (§18.3.3)
fn segment(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let segmenter = this_segmenter(cx, this)?;
    let text = cx.to_string(args.at(cx, 0))?;
    let text = cx.heap.flatten(text)?;
    let length = cx.heap.string_len(text);
    cx.heap.charge(length * 16)?;
    let granularity = segmenter.granularity;
    let (ends, words) = all_boundaries(cx, text, granularity)?;
    let is_word = granularity == 1;
    let kind = ObjectKind::Data(Box::new(Segments { text, ends, words, is_word }));
    let proto = cx.intrinsic(Intrinsic::IntlSegmentsPrototype);
    Ok(cx.heap.new_object_with_proto(Some(proto), kind).into())
}

/// CreateSegmentDataObject (§18.7.1)
fn segment_data(cx: &mut Vm, segments: ObjectId, at: usize) -> Completion<Option<Value>> {
    let Some(data) = cx.heap.data::<Segments>(segments) else { return Ok(None) };
    let Some(&end) = data.ends.get(at) else { return Ok(None) };
    let start = at.checked_sub(1).and_then(|before| data.ends.get(before)).copied().unwrap_or(0);
    let (text, is_word) = (data.text, data.is_word.then(|| data.words.get(at).copied().unwrap_or(false)));
    let part = cx.heap.substring(text, start as usize, end as usize)?;
    let result = cx.new_object();
    cx.create_named(result, "segment", part.into())?;
    cx.create_named(result, "index", Value::number(f64::from(start)))?;
    cx.create_named(result, "input", text.into())?;
    if let Some(is_word) = is_word {
        cx.create_named(result, "isWordLike", Value::boolean(is_word))?;
    }
    Ok(Some(result.into()))
}

fn this_segments(cx: &mut Vm, this: Value) -> Completion<ObjectId> {
    match this.as_object() {
        Some(object) if cx.heap.data::<Segments>(object).is_some() => Ok(object),
        _ => Err(cx.type_error("this is not a Segments object")),
    }
}

/// %SegmentsPrototype%.containing ( index ) (§18.5.2.1)
fn containing(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let object = this_segments(cx, this)?;
    let index = cx.to_integer_or_infinity(args.at(cx, 0))?;
    let Some(data) = cx.heap.data::<Segments>(object) else { return Ok(Value::UNDEFINED) };
    if index < 0.0 || index >= data.ends.last().map_or(0.0, |&end| f64::from(end)) {
        return Ok(Value::UNDEFINED);
    }
    let at = data.ends.partition_point(|&end| f64::from(end) <= index);
    Ok(segment_data(cx, object, at)?.unwrap_or(Value::UNDEFINED))
}

/// %SegmentsPrototype% [ %Symbol.iterator% ] ( ) (§18.5.2.2)
fn iterate(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let segments = this_segments(cx, this)?;
    let proto = cx.intrinsic(Intrinsic::IntlSegmentIteratorPrototype);
    let kind = ObjectKind::Data(Box::new(SegmentIterator { segments, next: 0 }));
    Ok(cx.heap.new_object_with_proto(Some(proto), kind).into())
}

/// %SegmentIteratorPrototype%.next ( ) (§18.6.2.1)
fn next(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let found = this.as_object().and_then(|id| cx.heap.data_mut::<SegmentIterator>(id));
    let Some(data) = found else { return Err(cx.type_error("this is not a Segment Iterator object")) };
    let (segments, at) = (data.segments, data.next);
    data.next = at + 1;
    match segment_data(cx, segments, at)? {
        Some(value) => Ok(cx.create_iter_result(value, false)),
        None => Ok(cx.create_iter_result(Value::UNDEFINED, true)),
    }
}

/// Intl.Segmenter.prototype.resolvedOptions ( ) (§18.3.2)
fn resolved_options(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let segmenter = this_segmenter(cx, this)?;
    let result = cx.new_object();
    let granularity = GRANULARITIES.get(segmenter.granularity).copied().unwrap_or("");
    for (name, text) in [("locale", segmenter.tag.as_str()), ("granularity", granularity)] {
        let text = cx.heap.new_string(text)?;
        cx.create_named(result, name, text.into())?;
    }
    Ok(result.into())
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Segmenter",
    0,
    construct,
    Intrinsic::IntlSegmenterPrototype,
    &[method("supportedLocalesOf", 1, supported_locales_of)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlSegmenter),
        method("resolvedOptions", 0, resolved_options),
        method("segment", 1, segment),
        tag("Intl.Segmenter"),
    ],
);

pub(crate) static SEGMENTS_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[method("containing", 1, containing), symbol_method(WellKnown::Iterator, "[Symbol.iterator]", 0, iterate)],
);

pub(crate) static ITERATOR_PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::IteratorPrototype, &[method("next", 0, next), tag("Segmenter String Iterator")]);
