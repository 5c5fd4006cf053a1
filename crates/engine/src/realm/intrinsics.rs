//! The list of all intrinsic objects, each with the table that describes it.

use super::table::ObjectTable;
use crate::builtins::*;

macro_rules! intrinsics {
    ($($(#[$meta:meta])* $name:ident => $module:ident::$table:ident,)*) => {
        /// An intrinsic object of a realm.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Intrinsic { $($(#[$meta])* $name),* }

        impl Intrinsic {
            /// All of them, in order.
            pub(crate) const ALL: &'static [Intrinsic] = &[$($(#[$meta])* Intrinsic::$name),*];

            /// The table that describes it.
            pub(crate) fn table(self) -> &'static ObjectTable {
                match self { $($(#[$meta])* Intrinsic::$name => &$module::$table),* }
            }
        }
    };
}

intrinsics! {
    Global => global::GLOBAL,
    Object => object::CONSTRUCTOR,
    ObjectPrototype => object::PROTOTYPE,
    Function => function::CONSTRUCTOR,
    FunctionPrototype => function::PROTOTYPE,
    GeneratorFunction => function::GENERATOR_FUNCTION,
    GeneratorFunctionPrototype => function::GENERATOR_FUNCTION_PROTOTYPE,
    AsyncFunction => function::ASYNC_FUNCTION,
    AsyncFunctionPrototype => function::ASYNC_FUNCTION_PROTOTYPE,
    AsyncGeneratorFunction => function::ASYNC_GENERATOR_FUNCTION,
    AsyncGeneratorFunctionPrototype => function::ASYNC_GENERATOR_FUNCTION_PROTOTYPE,
    ThrowTypeError => function::THROW_TYPE_ERROR,
    GeneratorPrototype => generator::PROTOTYPE,
    AsyncGeneratorPrototype => async_generator::PROTOTYPE,
    AsyncFromSyncIteratorPrototype => async_generator::ASYNC_FROM_SYNC_ITERATOR_PROTOTYPE,
    Iterator => iterator::CONSTRUCTOR,
    IteratorPrototype => iterator::PROTOTYPE,
    IteratorHelperPrototype => iterator::HELPER_PROTOTYPE,
    WrapForValidIteratorPrototype => iterator::WRAP_PROTOTYPE,
    AsyncIteratorPrototype => iterator::ASYNC_PROTOTYPE,
    Array => array::CONSTRUCTOR,
    ArrayPrototype => array::PROTOTYPE,
    ArrayUnscopables => array::UNSCOPABLES,
    ArrayIteratorPrototype => array_iterator::PROTOTYPE,
    String => string::CONSTRUCTOR,
    StringPrototype => string::PROTOTYPE,
    StringIteratorPrototype => string::ITERATOR_PROTOTYPE,
    Number => number::CONSTRUCTOR,
    NumberPrototype => number::PROTOTYPE,
    Boolean => boolean::CONSTRUCTOR,
    BooleanPrototype => boolean::PROTOTYPE,
    Symbol => symbol::CONSTRUCTOR,
    SymbolPrototype => symbol::PROTOTYPE,
    BigInt => bigint::CONSTRUCTOR,
    BigIntPrototype => bigint::PROTOTYPE,
    Math => math::MATH,
    Json => json::JSON,
    Reflect => reflect::REFLECT,
    Proxy => proxy::CONSTRUCTOR,
    Date => date::CONSTRUCTOR,
    DatePrototype => date::PROTOTYPE,
    RegExp => regexp::CONSTRUCTOR,
    RegExpPrototype => regexp::PROTOTYPE,
    RegExpStringIteratorPrototype => regexp::STRING_ITERATOR_PROTOTYPE,
    Map => map::CONSTRUCTOR,
    MapPrototype => map::PROTOTYPE,
    MapIteratorPrototype => map::ITERATOR_PROTOTYPE,
    Set => set::CONSTRUCTOR,
    SetPrototype => set::PROTOTYPE,
    SetIteratorPrototype => set::ITERATOR_PROTOTYPE,
    WeakMap => weak_map::CONSTRUCTOR,
    WeakMapPrototype => weak_map::PROTOTYPE,
    WeakSet => weak_set::CONSTRUCTOR,
    WeakSetPrototype => weak_set::PROTOTYPE,
    WeakRef => weak_ref::CONSTRUCTOR,
    WeakRefPrototype => weak_ref::PROTOTYPE,
    FinalizationRegistry => finalization_registry::CONSTRUCTOR,
    FinalizationRegistryPrototype => finalization_registry::PROTOTYPE,
    Promise => promise::CONSTRUCTOR,
    PromisePrototype => promise::PROTOTYPE,
    ArrayBuffer => array_buffer::CONSTRUCTOR,
    ArrayBufferPrototype => array_buffer::PROTOTYPE,
    DataView => data_view::CONSTRUCTOR,
    DataViewPrototype => data_view::PROTOTYPE,
    TypedArray => typed_array::CONSTRUCTOR,
    TypedArrayPrototype => typed_array::PROTOTYPE,
    Int8Array => typed_array::INT8,
    Int8ArrayPrototype => typed_array::INT8_PROTOTYPE,
    Uint8Array => typed_array::UINT8,
    Uint8ArrayPrototype => typed_array::UINT8_PROTOTYPE,
    Uint8ClampedArray => typed_array::UINT8_CLAMPED,
    Uint8ClampedArrayPrototype => typed_array::UINT8_CLAMPED_PROTOTYPE,
    Int16Array => typed_array::INT16,
    Int16ArrayPrototype => typed_array::INT16_PROTOTYPE,
    Uint16Array => typed_array::UINT16,
    Uint16ArrayPrototype => typed_array::UINT16_PROTOTYPE,
    Int32Array => typed_array::INT32,
    Int32ArrayPrototype => typed_array::INT32_PROTOTYPE,
    Uint32Array => typed_array::UINT32,
    Uint32ArrayPrototype => typed_array::UINT32_PROTOTYPE,
    Float16Array => typed_array::FLOAT16,
    Float16ArrayPrototype => typed_array::FLOAT16_PROTOTYPE,
    Float32Array => typed_array::FLOAT32,
    Float32ArrayPrototype => typed_array::FLOAT32_PROTOTYPE,
    Float64Array => typed_array::FLOAT64,
    Float64ArrayPrototype => typed_array::FLOAT64_PROTOTYPE,
    BigInt64Array => typed_array::BIGINT64,
    BigInt64ArrayPrototype => typed_array::BIGINT64_PROTOTYPE,
    BigUint64Array => typed_array::BIGUINT64,
    BigUint64ArrayPrototype => typed_array::BIGUINT64_PROTOTYPE,
    Error => error::CONSTRUCTOR,
    ErrorPrototype => error::PROTOTYPE,
    TypeError => error::TYPE_CONSTRUCTOR,
    TypeErrorPrototype => error::TYPE_PROTOTYPE,
    RangeError => error::RANGE_CONSTRUCTOR,
    RangeErrorPrototype => error::RANGE_PROTOTYPE,
    SyntaxError => error::SYNTAX_CONSTRUCTOR,
    SyntaxErrorPrototype => error::SYNTAX_PROTOTYPE,
    ReferenceError => error::REFERENCE_CONSTRUCTOR,
    ReferenceErrorPrototype => error::REFERENCE_PROTOTYPE,
    EvalError => error::EVAL_CONSTRUCTOR,
    EvalErrorPrototype => error::EVAL_PROTOTYPE,
    URIError => error::URI_CONSTRUCTOR,
    URIErrorPrototype => error::URI_PROTOTYPE,
    AggregateError => error::AGGREGATE_CONSTRUCTOR,
    AggregateErrorPrototype => error::AGGREGATE_PROTOTYPE,
    SuppressedError => error::SUPPRESSED_CONSTRUCTOR,
    SuppressedErrorPrototype => error::SUPPRESSED_PROTOTYPE,
    DomException => dom_exception::CONSTRUCTOR,
    DomExceptionPrototype => dom_exception::PROTOTYPE,
    DisposableStack => disposable_stack::CONSTRUCTOR,
    DisposableStackPrototype => disposable_stack::PROTOTYPE,
    AsyncDisposableStack => async_disposable_stack::CONSTRUCTOR,
    AsyncDisposableStackPrototype => async_disposable_stack::PROTOTYPE,
    Console => console::CONSOLE,
    Url => url::CONSTRUCTOR,
    UrlPrototype => url::PROTOTYPE,
    UrlSearchParams => url_search_params::CONSTRUCTOR,
    UrlSearchParamsPrototype => url_search_params::PROTOTYPE,
    UrlSearchParamsIteratorPrototype => url_search_params::ITERATOR_PROTOTYPE,
    Headers => headers::CONSTRUCTOR,
    HeadersPrototype => headers::PROTOTYPE,
    HeadersIteratorPrototype => headers::ITERATOR_PROTOTYPE,
    TextEncoder => text_encoding::ENCODER,
    TextEncoderPrototype => text_encoding::ENCODER_PROTOTYPE,
    TextDecoder => text_encoding::DECODER,
    TextDecoderPrototype => text_encoding::DECODER_PROTOTYPE,
    Crypto => crypto::CRYPTO,
    Timers => timers::TIMERS,
    Scheduler => timers::SCHEDULER,
    Intl => intl::INTL,
    IntlNumberFormat => intl_number::CONSTRUCTOR,
    IntlNumberFormatPrototype => intl_number::PROTOTYPE,
    IntlDateTimeFormat => intl_date::CONSTRUCTOR,
    IntlDateTimeFormatPrototype => intl_date::PROTOTYPE,
    IntlPluralRules => intl_plural::CONSTRUCTOR,
    IntlPluralRulesPrototype => intl_plural::PROTOTYPE,
    IntlListFormat => intl_list::LIST_CONSTRUCTOR,
    IntlListFormatPrototype => intl_list::LIST_PROTOTYPE,
    #[cfg(feature = "intl")]
    IntlCollator => intl_collator::CONSTRUCTOR,
    #[cfg(feature = "intl")]
    IntlCollatorPrototype => intl_collator::PROTOTYPE,
    #[cfg(feature = "intl")]
    IntlDisplayNames => intl_display_names::CONSTRUCTOR,
    #[cfg(feature = "intl")]
    IntlDisplayNamesPrototype => intl_display_names::PROTOTYPE,
    #[cfg(feature = "intl")]
    IntlSegmenter => intl_segmenter::CONSTRUCTOR,
    #[cfg(feature = "intl")]
    IntlSegmenterPrototype => intl_segmenter::PROTOTYPE,
    #[cfg(feature = "intl")]
    IntlSegmentsPrototype => intl_segmenter::SEGMENTS_PROTOTYPE,
    #[cfg(feature = "intl")]
    IntlSegmentIteratorPrototype => intl_segmenter::ITERATOR_PROTOTYPE,
    IntlRelativeTimeFormat => intl_list::RELATIVE_CONSTRUCTOR,
    IntlRelativeTimeFormatPrototype => intl_list::RELATIVE_PROTOTYPE,
}

impl Intrinsic {
    /// The intrinsic with this position in [`Intrinsic::ALL`].
    pub(crate) fn from_index(index: usize) -> Option<Intrinsic> {
        Intrinsic::ALL.get(index).copied()
    }
}
