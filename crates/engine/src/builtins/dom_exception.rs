//! `DOMException` (Web IDL §2.8.1): what `atob`, `structuredClone` and their like throw, told apart by its `name`.
//!
//! Deviation: `name`, `message` and `code` are own properties that are not enumerable, as in other errors, where browsers
//! have accessors on the prototype.

use crate::completion::{Completion, Unwind};
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// Which exception built-ins throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DomException {
    InvalidCharacter,
    TypeMismatch,
    QuotaExceeded,
    DataClone,
}

impl DomException {
    fn name(self) -> &'static str {
        match self {
            DomException::InvalidCharacter => "InvalidCharacterError",
            DomException::TypeMismatch => "TypeMismatchError",
            DomException::QuotaExceeded => "QuotaExceededError",
            DomException::DataClone => "DataCloneError",
        }
    }
}

/// The names with a legacy code, which is a constant of the class as well.
macro_rules! codes {
    ($($name:literal $constant:literal $code:literal;)*) => {
        const CODES: &[(&str, i32)] = &[$(($name, $code)),*];

        pub(crate) static CONSTRUCTOR: ObjectTable = class(
            "DOMException",
            0,
            construct,
            Intrinsic::DomExceptionPrototype,
            &[$(constant($constant, $code as f64)),*],
        );

        pub(crate) static PROTOTYPE: ObjectTable = ordinary(
            Intrinsic::ErrorPrototype,
            &[
                constructor(Intrinsic::DomException),
                tag("DOMException"),
                $(constant($constant, $code as f64)),*
            ],
        );
    };
}

codes! {
    "IndexSizeError" "INDEX_SIZE_ERR" 1;
    "HierarchyRequestError" "HIERARCHY_REQUEST_ERR" 3;
    "WrongDocumentError" "WRONG_DOCUMENT_ERR" 4;
    "InvalidCharacterError" "INVALID_CHARACTER_ERR" 5;
    "NoModificationAllowedError" "NO_MODIFICATION_ALLOWED_ERR" 7;
    "NotFoundError" "NOT_FOUND_ERR" 8;
    "NotSupportedError" "NOT_SUPPORTED_ERR" 9;
    "InUseAttributeError" "INUSE_ATTRIBUTE_ERR" 10;
    "InvalidStateError" "INVALID_STATE_ERR" 11;
    "SyntaxError" "SYNTAX_ERR" 12;
    "InvalidModificationError" "INVALID_MODIFICATION_ERR" 13;
    "NamespaceError" "NAMESPACE_ERR" 14;
    "InvalidAccessError" "INVALID_ACCESS_ERR" 15;
    "TypeMismatchError" "TYPE_MISMATCH_ERR" 17;
    "SecurityError" "SECURITY_ERR" 18;
    "NetworkError" "NETWORK_ERR" 19;
    "AbortError" "ABORT_ERR" 20;
    "URLMismatchError" "URL_MISMATCH_ERR" 21;
    "QuotaExceededError" "QUOTA_EXCEEDED_ERR" 22;
    "TimeoutError" "TIMEOUT_ERR" 23;
    "InvalidNodeTypeError" "INVALID_NODE_TYPE_ERR" 24;
    "DataCloneError" "DATA_CLONE_ERR" 25;
}

/// new DOMException ( [ message [ , name ] ] ), or with `{ name, cause }`
fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Class constructor DOMException cannot be invoked without 'new'"));
    }
    let message = match args.at(cx, 0) {
        message if message.is_undefined() => cx.heap.new_string("")?,
        message => cx.to_string(message)?,
    };
    let options = args.at(cx, 1);
    let (name, cause) = match options.as_object() {
        Some(options) => {
            let name = cx.get_named(options, "name")?;
            let has_cause = cx.has_property(options, key::CAUSE)?;
            (name, if has_cause { Some(cx.get(options, key::CAUSE)?) } else { None })
        }
        None => (options, None),
    };
    let name = if name.is_undefined() { cx.heap.new_string("Error")? } else { cx.to_string(name)? };
    let proto = cx.prototype_from_constructor(new_target, Intrinsic::DomExceptionPrototype)?;
    let error = cx.new_error(proto, None)?;
    cx.heap.add_named(error, key::MESSAGE, message.into(), Attributes::HIDDEN);
    add_name(cx, error, name)?;
    if let Some(cause) = cause {
        cx.heap.add_named(error, key::CAUSE, cause, Attributes::HIDDEN);
    }
    Ok(error.into())
}

/// The name, and the code that goes with it.
fn add_name(cx: &mut Vm, error: ObjectId, name: StringId) -> Completion<()> {
    let text = cx.heap.text(name)?;
    let code = CODES.iter().find(|(known, _)| *known == text).map_or(0, |(_, code)| *code);
    let key = cx.heap.key("code")?;
    cx.heap.add_named(error, key::NAME, name.into(), Attributes::HIDDEN);
    cx.heap.add_named(error, key, Value::int(code), Attributes::HIDDEN);
    Ok(())
}

impl Vm {
    /// Such an error to throw.
    #[cold]
    pub(crate) fn dom_exception(&mut self, exception: DomException, message: &str) -> Unwind {
        let unwind = self.error(Intrinsic::DomExceptionPrototype, message);
        let Unwind::Throw(error) = unwind else { return unwind };
        let named = self.heap.new_string(exception.name()).and_then(|name| match error.as_object() {
            Some(error) => add_name(self, error, name),
            None => Ok(()),
        });
        named.err().unwrap_or(unwind)
    }
}
