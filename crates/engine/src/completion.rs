//! How operations end: with a value, by a throw that a program can catch, or by an abort that it cannot.

use crate::value::Value;

/// Why an execution stops without any more program code, not even `finally` blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Abort {
    /// The memory limit is exceeded.
    MemoryLimit,
    /// The instruction limit is exceeded.
    InstructionLimit,
    /// The host's clock or cancellation said stop (asked through [`HostHooks::interrupted`](crate::HostHooks)).
    Interrupted,
    /// Not an end: a built-in has pushed a frame whose result is its own. Never leaves the machine.
    #[doc(hidden)]
    TailCall,
    /// An invariant of the machine does not hold: our bug, named.
    Internal(&'static str),
}

/// An abrupt completion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unwind {
    /// A thrown value.
    Throw(Value),
    /// An abort.
    Abort(Abort),
}

/// The result of an operation that can run program code or throw.
pub type Completion<T = Value> = Result<T, Unwind>;

impl From<Abort> for Unwind {
    fn from(abort: Abort) -> Unwind {
        Unwind::Abort(abort)
    }
}
