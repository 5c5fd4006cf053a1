//! The prelude: built-ins written in the language itself, and the machine operations they may call as `$Name(…)`.
//!
//! What calls program code in a loop (array callbacks, sorting, iterator helpers, promise combinators) is written
//! here, so that such work stays preemptible, metered and collectable, and never nests on the host stack. The sources
//! rely on nothing that a program can change: only operators, local variables, own functions and operations.

mod operations;

use super::collection::iteration;
use super::typed_array::operations as typed;
use super::{array, disposable_stack, iterator, map, object, pairs, promise, set, weak_map};
use crate::realm::natives::NativeFn;
use operations as op;

/// Operations of the machine by the names the prelude uses (without the `$`).
pub(crate) const INTRINSIC_OPERATIONS: &[(&str, NativeFn)] = &[
    // Types and conversion.
    ("IsCallable", op::is_callable),
    ("IsConstructor", op::is_constructor),
    ("IsObject", op::is_object),
    ("IsArray", op::is_array),
    ("ToObject", op::to_object),
    ("ToString", op::to_string),
    ("ToNumber", op::to_number),
    ("ToPropertyKey", op::to_property_key),
    ("ToIntegerOrInfinity", op::to_integer_or_infinity),
    ("ToLength", op::to_length),
    ("SameValue", op::same_value),
    ("SameValueZero", op::same_value_zero),
    // Errors.
    ("ThrowTypeError", op::throw_type_error),
    ("ThrowRangeError", op::throw_range_error),
    ("Describe", op::describe),
    ("ThrowNotCallable", op::throw_not_callable),
    ("CheckPredicate", op::check_predicate),
    ("RequireObjectCoercible", op::require_object_coercible),
    // Objects.
    ("LengthOfArrayLike", op::length_of_array_like),
    ("CreateDataProperty", op::create_data_property),
    ("CreateDataPropertyOrThrow", op::create_data_property_or_throw),
    ("GetMethod", op::get_method),
    ("GetIteratorMethod", op::get_iterator_method),
    ("GetAsyncIteratorMethod", op::get_async_iterator_method),
    // Arrays.
    ("ArraySpeciesCreate", array::species_create_operation),
    ("ArrayCreate", array::create_operation),
    ("ArrayTail", array::tail_operation),
    ("ArrayFromNative", array::from_native_operation),
    ("IteratesNatively", array::iterates_natively_operation),
    ("IterableValues", array::iterable_values_operation),
    ("IsDense", array::sort::is_dense),
    ("AppendFlat", array::parts::append_flat),
    ("SortCollect", array::sort::collect),
    ("SortCollectAll", array::sort::collect_all),
    ("SortByText", array::sort::by_text),
    ("SortRotate", array::sort::rotate),
    ("SortCopy", array::sort::copy),
    ("SortWriteBack", array::sort::write_back),
    // Collections.
    ("CollectionAdvance", iteration::advance_operation),
    ("CollectionKey", iteration::key_operation),
    ("CollectionValue", iteration::value_operation),
    ("MapNew", map::new_operation),
    ("MapIterate", map::iterate_operation),
    ("MapCheck", map::check_operation),
    ("MapHas", map::has_operation),
    ("MapGet", map::get_operation),
    ("MapSet", map::set_operation),
    ("MapGroup", map::group_operation),
    ("SetNew", set::new_operation),
    ("SetCopy", set::copy_operation),
    ("SetCheck", set::check_operation),
    ("SetIterate", set::iterate_operation),
    ("SetSize", set::size_operation),
    ("SetHas", set::has_operation),
    ("SetAdd", set::add_operation),
    ("SetDelete", set::delete_operation),
    ("WeakMapCheck", weak_map::check_operation),
    ("WeakMapCheckKey", weak_map::check_key_operation),
    ("WeakMapHas", weak_map::has_operation),
    ("WeakMapGet", weak_map::get_operation),
    ("WeakMapSet", weak_map::set_operation),
    // Iterators.
    ("HelperCreate", iterator::helper_create),
    ("HelperState", iterator::helper_state),
    ("WrappedIterator", iterator::wrapped_iterator),
    ("WrappedNext", iterator::wrapped_next),
    ("OwnPropertyKeys", iterator::own_property_keys),
    ("IsEnumerable", iterator::is_enumerable),
    // math.js
    ("SumStart", super::math::sum_start),
    ("SumAdd", super::math::sum_add),
    ("SumFinish", super::math::sum_finish),
    // json.js
    ("DeleteProperty", super::json::delete_operation),
    ("EnumerableOwnKeys", super::json::keys_operation),
    ("JsonChild", super::json::child_operation),
    ("JsonContinue", super::json::continue_operation),
    ("JsonMatches", super::json::matches_operation),
    ("JsonParse", super::json::parse_operation),
    ("JsonParseRecords", super::json::parse_records),
    ("JsonPending", super::json::pending_operation),
    ("JsonRoot", super::json::root_operation),
    ("JsonSource", super::json::source_operation),
    ("JsonStringify", super::json::stringify_operation),
    // regexp.js
    ("RegExpReplace", super::regexp::replace_operation),
    ("RegExpReplaceStart", super::regexp::start_operation),
    ("RegExpReplaceNext", super::regexp::next_operation),
    ("RegExpReplaceCall", super::regexp::call_operation),
    ("RegExpReplaceAppend", super::regexp::append_operation),
    ("RegExpReplaceFinish", super::regexp::finish_operation),
    // string.js
    ("StringIndexOf", super::string::index_of_operation),
    ("StringReplace", super::string::replace_text),
    ("StringReplaceMethod", super::string::replace_method),
    ("StringSlice", super::string::slice_operation),
    ("StringSplice", super::string::splice_text),
    // typed_array.js
    ("TypedArrayCheck", typed::check),
    ("TypedArrayCopy", typed::copy),
    ("TypedArrayLength", typed::length),
    ("TypedArraySort", typed::sort),
    ("TypedArraySpeciesCreate", typed::create_by_species),
    ("TypedArrayToList", typed::to_list),
    // Object.
    ("FromPlainEntries", object::from_plain_entries),
    ("DefineEntry", object::define_entry),
    ("RefusePromise", object::refuse_promise_operation),
    ("GroupPush", object::group_push),
    ("NewNullObject", object::new_null_object),
    // Promise.
    ("PromiseSpecies", promise::species_operation),
    ("PromiseResolve", promise::resolve_operation),
    // timers.js
    ("Sleep", super::timers::sleep_operation),
    ("TimerClear", super::timers::clear_operation),
    ("TimerIsLive", super::timers::is_live_operation),
    ("TimerStart", super::timers::start_operation),
    // web.js
    ("HeadersCheck", pairs::headers_check_operation),
    ("PairName", pairs::name_operation),
    ("PairValue", pairs::value_operation),
    ("ParamsCheck", pairs::params_check_operation),
    // DisposableStack.
    ("DisposalStart", disposable_stack::disposal_start),
    ("DisposalTake", disposable_stack::disposal_take),
    ("DisposalMethod", disposable_stack::disposal_method),
    ("DisposalValue", disposable_stack::disposal_value),
    ("NewSuppressedError", disposable_stack::suppress),
];

/// The source, all files in one.
pub(crate) fn source() -> String {
    [
        include_str!("prelude/array.js"),
        include_str!("prelude/collection.js"),
        include_str!("prelude/disposable_stack.js"),
        include_str!("prelude/json.js"),
        include_str!("prelude/iterator.js"),
        include_str!("prelude/math.js"),
        include_str!("prelude/object.js"),
        include_str!("prelude/promise.js"),
        include_str!("prelude/regexp.js"),
        include_str!("prelude/string.js"),
        include_str!("prelude/timers.js"),
        include_str!("prelude/typed_array.js"),
        include_str!("prelude/web.js"),
    ]
    .concat()
}
