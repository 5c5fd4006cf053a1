//! The errors that browsers and Node throw as `DOMException`. There is no such class here: they are TypeErrors with the
//! name (and legacy code) that such an exception has, so that `error.name === "DataCloneError"` works.

use crate::completion::Unwind;
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::value::Value;
use crate::vm::Vm;

/// Which exception, with the `code` that Web IDL gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DomException {
    InvalidCharacter = 5,
    TypeMismatch = 17,
    QuotaExceeded = 22,
    DataClone = 25,
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

impl Vm {
    /// Such an error to throw.
    #[cold]
    pub(crate) fn dom_exception(&mut self, exception: DomException, message: &str) -> Unwind {
        let unwind = self.error(Intrinsic::TypeErrorPrototype, message);
        let Unwind::Throw(error) = unwind else { return unwind };
        let name = match self.heap.new_string(exception.name()) {
            Ok(name) => name,
            Err(unwind) => return unwind,
        };
        let code = match self.heap.key("code") {
            Ok(code) => code,
            Err(unwind) => return unwind,
        };
        if let Some(error) = error.as_object() {
            self.heap.add_named(error, key::NAME, name.into(), Attributes::HIDDEN);
            self.heap.add_named(error, code, Value::int(exception as i32), Attributes::HIDDEN);
        }
        unwind
    }
}
