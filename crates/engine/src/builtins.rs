//! The built-ins: one file (or folder) per global, each ending in the tables from which the realm is made.

pub(crate) mod array;
pub(crate) mod array_buffer;
pub(crate) mod array_iterator;
pub(crate) mod async_disposable_stack;
pub(crate) mod async_generator;
pub(crate) mod base64;
pub(crate) mod bigint;
pub(crate) mod boolean;
pub(crate) mod collection;
pub(crate) mod console;
pub(crate) mod crypto;
pub(crate) mod data_view;
pub(crate) mod date;
pub(crate) mod disposable_stack;
pub(crate) mod dom_exception;
pub(crate) mod error;
pub(crate) mod finalization_registry;
pub(crate) mod function;
pub(crate) mod generator;
pub(crate) mod global;
pub(crate) mod headers;
pub(crate) mod intl;
pub(crate) mod iterator;
pub(crate) mod json;
pub(crate) mod map;
pub(crate) mod math;
pub(crate) mod number;
pub(crate) mod object;
pub(crate) mod pairs;
pub(crate) mod prelude;
pub(crate) mod promise;
pub(crate) mod proxy;
pub(crate) mod reflect;
pub(crate) mod regexp;
pub(crate) mod set;
pub(crate) mod string;
pub(crate) mod structured_clone;
pub(crate) mod symbol;
pub(crate) mod text_encoding;
pub(crate) mod timers;
pub(crate) mod typed_array;
pub(crate) mod uri;
pub(crate) mod url;
pub(crate) mod url_search_params;
pub(crate) mod weak_map;
pub(crate) mod weak_ref;
pub(crate) mod weak_set;

// The tables of intrinsics name one module each.
#[cfg(feature = "intl")]
pub(crate) use intl::{collator as intl_collator, display_names as intl_display_names, segmenter as intl_segmenter};
pub(crate) use intl::{date as intl_date, list as intl_list, number as intl_number, plural as intl_plural};
