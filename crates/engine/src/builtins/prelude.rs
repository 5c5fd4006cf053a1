//! The prelude: built-ins written in the language itself, and the machine operations they may call as `$Name(…)`.
//!
//! What calls program code in a loop (array callbacks, sorting, iterator helpers, promise combinators) is written
//! here, so that such work stays preemptible, metered and collectable, and never nests on the host stack.

use crate::realm::natives::NativeFn;

/// Operations of the machine by the names the prelude uses.
pub(crate) const INTRINSIC_OPERATIONS: &[(&str, NativeFn)] = &[
    // math.js
    ("SumStart", super::math::sum_start),
    ("SumAdd", super::math::sum_add),
    ("SumFinish", super::math::sum_finish),
    // string.js
    ("StringIndexOf", super::string::index_of_operation),
    ("StringReplace", super::string::replace_text),
    ("StringReplaceMethod", super::string::replace_method),
    ("StringSlice", super::string::slice_operation),
    ("StringSplice", super::string::splice_text),
    ("ToString", super::string::to_string_operation),
];

/// The source, all files in one.
pub(crate) fn source() -> String {
    [include_str!("prelude/math.js"), include_str!("prelude/string.js")].concat()
}
