//! Names that the machine itself uses, as static strings with fixed ids. (Names that only the tables of built-ins use
//! need no entry here.)

use crate::value::{PropertyKey, StringId};

/// The single-character strings come first.
pub(crate) const FIRST_NAME: u32 = 256;

macro_rules! names {
    ($($name:ident $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($name),* }

        $(pub(crate) const $name: StringId = StringId(FIRST_NAME + Order::$name as u32);)*

        pub(crate) const ALL: &[&str] = &[$($text),*];

        /// The same names as property keys.
        #[allow(dead_code)]
        pub(crate) mod key {
            use super::PropertyKey;
            $(pub(crate) const $name: PropertyKey = PropertyKey::String(super::$name);)*
        }
    };
}

names! {
    EMPTY "",
    LENGTH "length", NAME "name", PROTOTYPE "prototype", CONSTRUCTOR "constructor", MESSAGE "message", STACK "stack",
    CAUSE "cause", ERRORS "errors", ERROR "error", SUPPRESSED "suppressed", KIND "kind", TOOL "tool", TO_STRING "toString",
    VALUE_OF "valueOf", TO_JSON "toJSON",
    NEXT "next", RETURN "return", THROW "throw", DONE "done", VALUE "value", THEN "then", RESOLVE "resolve",
    GET "get", SET "set", HAS "has", ADD "add", KEYS "keys", SIZE "size", WRITABLE "writable", ENUMERABLE "enumerable", CONFIGURABLE "configurable",
    INDEX "index", INPUT "input", GROUPS "groups", INDICES "indices", LAST_INDEX "lastIndex", RAW "raw", EXEC "exec", FLAGS "flags",
    SOURCE "source", UNICODE "unicode", GLOBAL "global", STICKY "sticky",
    UNDEFINED "undefined", NULL "null", TRUE "true", FALSE "false", NAN "NaN", INFINITY "Infinity", NEGATIVE_INFINITY "-Infinity",
    OBJECT "object", FUNCTION "function", STRING "string", NUMBER "number", BOOLEAN "boolean", SYMBOL "symbol", BIGINT "bigint",
    PROTO "__proto__", CALLEE "callee", DEFAULT "default", STATUS "status", REASON "reason", FULFILLED "fulfilled", REJECTED "rejected",
    PROMISE "promise", REJECT "reject", JOIN "join", PROXY "proxy", REVOKE "revoke", DESCRIPTION "description",
    OBJECT_OBJECT "[object Object]", ANONYMOUS "anonymous", HREF "href",
    APPLY "apply", CONSTRUCT "construct", DEFINE_PROPERTY "defineProperty", DELETE_PROPERTY "deleteProperty",
    GET_OWN_PROPERTY_DESCRIPTOR "getOwnPropertyDescriptor", GET_PROTOTYPE_OF "getPrototypeOf", IS_EXTENSIBLE "isExtensible",
    OWN_KEYS "ownKeys", PREVENT_EXTENSIONS "preventExtensions", SET_PROTOTYPE_OF "setPrototypeOf", TO_LOCALE_STRING "toLocaleString",
    RAW_JSON "rawJSON", TO_ISO_STRING "toISOString", USE_STRICT "use strict", ARGUMENTS "arguments", CALLER "caller", TOOLS "tools",
}
