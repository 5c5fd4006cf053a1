//! What `URLSearchParams` and `Headers` share: reading pairs of strings from what a program passes, and iterators that
//! see changes made meanwhile.

use super::array_iterator::IterationKind;
use super::headers::HeadersData;
use super::url_search_params::ParamsData;
use crate::completion::{Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::symbol::WellKnown;
use crate::heap::text::Str;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::{Args, NativeFn};
use crate::value::{ObjectId, PropertyKey, StringId, Value};
use crate::vm::Vm;

/// A name and its value.
pub(crate) type Pair = (StringId, StringId);

/// An object that holds a list of pairs.
pub(crate) trait PairList: ObjectData {
    /// The name of its class.
    const NAME: &'static str;
    const ITERATOR_PROTOTYPE: Intrinsic;

    fn pairs(&self) -> &[Pair];
}

impl Vm {
    /// The receiver of a method of a pair list.
    pub(crate) fn this_pairs<L: PairList>(&mut self, this: Value) -> Completion<ObjectId> {
        match this.as_object() {
            Some(id) if self.heap.data::<L>(id).is_some() => Ok(id),
            _ => {
                let shown = self.describe(this);
                Err(self.type_error(&format!("Value of \"this\" must be of type {}, not {shown}", L::NAME)))
            }
        }
    }

    /// TypeError when fewer arguments came than a method of the web platform needs.
    pub(crate) fn require_arguments(&mut self, args: Args, names: &[&str], what: &str) -> Completion<()> {
        if args.len() >= names.len() {
            return Ok(());
        }
        let listed: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let plural = if names.len() == 1 { "argument" } else { "arguments" };
        Err(self.type_error(&format!("{what}: the {} {plural} must be specified", listed.join(" and "))))
    }

    /// The text of a value as a USVString (Web IDL): lone surrogates become U+FFFD.
    pub(crate) fn to_usv_string(&mut self, value: Value) -> Completion<StringId> {
        let text = self.to_string(value)?;
        let Str::Utf16(units) = self.heap.str(text) else { return Ok(text) };
        let len = units.len();
        let is_well_formed = char::decode_utf16(units.iter().copied()).all(|unit| unit.is_ok());
        self.charge_fuel(len as u64 / 8)?;
        if is_well_formed {
            return Ok(text);
        }
        self.heap.ensure(len * 4)?;
        let Str::Utf16(units) = self.heap.str(text) else { return Ok(text) };
        let mut fixed = Vec::with_capacity(len);
        for unit in char::decode_utf16(units.iter().copied()) {
            let mut buffer = [0; 2];
            fixed.extend_from_slice(unit.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf16(&mut buffer));
        }
        self.heap.new_utf16(&fixed)
    }

    /// The items of an iterable of pairs, unconverted. `iterate` is its `Symbol.iterator` method; `refuse` makes the
    /// error for an item (with its position) that is no pair.
    pub(crate) fn pairs_of_iterable(
        &mut self,
        iterable: Value,
        iterate: Value,
        refuse: fn(&mut Vm, usize, Value, Option<usize>) -> Unwind,
    ) -> Completion<Vec<(Value, Value)>> {
        let items = match self.fast_array_values(iterable)? {
            Some(items) => items,
            None => {
                let record = self.get_iterator_from_method(iterable, iterate)?;
                let mut items = Vec::new();
                while let Some(item) = self.iterator_step_value(record)? {
                    self.heap.charge(8)?;
                    items.push(item);
                }
                items
            }
        };
        self.heap.charge(items.len() * 16)?;
        let mut pairs = Vec::with_capacity(items.len());
        for (position, item) in items.into_iter().enumerate() {
            self.charge_fuel(4)?;
            let is_iterable =
                item.is_object() && self.get_method(item, PropertyKey::Symbol(WellKnown::Iterator.id()))?.is_some();
            if !is_iterable {
                return Err(refuse(self, position, item, None));
            }
            let pair = self.iterable_to_list(item)?;
            match *pair.as_slice() {
                [name, value] => pairs.push((name, value)),
                ref other => {
                    let count = other.len();
                    return Err(refuse(self, position, item, Some(count)));
                }
            }
        }
        Ok(pairs)
    }

    /// The own enumerable properties of an object, unconverted, as Web IDL reads a record.
    pub(crate) fn pairs_of_record(&mut self, object: ObjectId) -> Completion<Vec<(PropertyKey, Value)>> {
        let keys = self.own_property_keys(object)?;
        self.heap.charge(keys.len() * 16)?;
        let mut pairs = Vec::with_capacity(keys.len());
        for property in keys {
            self.charge_fuel(2)?;
            if let Some(value) = self.own_enumerable_value(object, property)? {
                pairs.push((property, value));
            }
        }
        Ok(pairs)
    }
}

/// Appends to a list whose growth is charged first.
pub(crate) fn push_pair(cx: &mut Vm, pairs: &mut Vec<Pair>, pair: Pair) -> Completion<()> {
    if pairs.len() == pairs.capacity() {
        let more = pairs.capacity().max(4);
        cx.heap.charge(more * size_of::<Pair>())?;
        pairs.reserve_exact(more);
    }
    pairs.push(pair);
    Ok(())
}

// ── Iterators ──────────────────────────────────────────────────────────────────────────────────────────────────────

struct PairIterator {
    list: ObjectId,
    next: usize,
    kind: IterationKind,
    /// The class of the list.
    class: &'static str,
}

impl ObjectData for PairIterator {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.list);
    }

    fn bytes(&self) -> usize {
        size_of::<PairIterator>()
    }
}

fn create<L: PairList>(cx: &mut Vm, this: Value, kind: IterationKind) -> Completion {
    let list = cx.this_pairs::<L>(this)?;
    let proto = cx.intrinsic(L::ITERATOR_PROTOTYPE);
    let data = PairIterator { list, next: 0, kind, class: L::NAME };
    cx.heap.count(size_of::<PairIterator>());
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data))).into())
}

/// `entries`, also `Symbol.iterator`
pub(crate) fn entries<L: PairList>(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    create::<L>(cx, this, IterationKind::Entry)
}

/// `keys`
pub(crate) fn keys<L: PairList>(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    create::<L>(cx, this, IterationKind::Key)
}

/// `values`
pub(crate) fn values<L: PairList>(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    create::<L>(cx, this, IterationKind::Value)
}

/// `next` of the iterators of one class.
pub(crate) fn next<L: PairList>(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let iterator =
        this.as_object().and_then(|id| cx.heap.data_mut::<PairIterator>(id)).filter(|data| data.class == L::NAME);
    let Some(iterator) = iterator else {
        let shown = cx.describe(this);
        return Err(cx.type_error(&format!("Value of \"this\" must be of type {} Iterator, not {shown}", L::NAME)));
    };
    let (list, position, kind) = (iterator.list, iterator.next, iterator.kind);
    iterator.next += 1;
    let Some((name, value)) = pair_at(cx, list, position) else {
        return Ok(cx.create_iter_result(Value::UNDEFINED, true));
    };
    let item = match kind {
        IterationKind::Key => name.into(),
        IterationKind::Value => value.into(),
        IterationKind::Entry => cx.new_array(vec![name.into(), value.into()])?.into(),
    };
    Ok(cx.create_iter_result(item, false))
}

/// Whether the `Symbol.iterator` method of a list is the one that it was born with.
pub(crate) fn iterates_natively<L: PairList>(cx: &Vm, method: Value) -> bool {
    let body: NativeFn = entries::<L>;
    cx.is_native_function(method, body)
}

fn pair_at(cx: &Vm, list: ObjectId, position: usize) -> Option<Pair> {
    let pairs = match cx.heap.data::<ParamsData>(list) {
        Some(params) => params.pairs(),
        None => cx.heap.data::<HeadersData>(list)?.pairs(),
    };
    pairs.get(position).copied()
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────

/// `$ParamsCheck(this)`: TypeError unless it is a URLSearchParams.
pub(crate) fn params_check_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let list = args.at(cx, 0);
    Ok(cx.this_pairs::<ParamsData>(list)?.into())
}

/// `$HeadersCheck(this)`: TypeError unless it is a Headers.
pub(crate) fn headers_check_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let list = args.at(cx, 0);
    Ok(cx.this_pairs::<HeadersData>(list)?.into())
}

/// `$PairName(list, position)`: undefined beyond the end.
pub(crate) fn name_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(operand(cx, args).map_or(Value::UNDEFINED, |(name, _)| name.into()))
}

/// `$PairValue(list, position)`: undefined beyond the end.
pub(crate) fn value_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    Ok(operand(cx, args).map_or(Value::UNDEFINED, |(_, value)| value.into()))
}

fn operand(cx: &Vm, args: Args) -> Option<Pair> {
    let position = usize::try_from(args.at(cx, 1).as_int()?).ok()?;
    pair_at(cx, args.at(cx, 0).as_object()?, position)
}
