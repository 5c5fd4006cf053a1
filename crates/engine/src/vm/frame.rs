//! Frames: one per call of a function of the program or the prelude.

use crate::value::{ObjectId, Value};

/// What happens with the value that a frame returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnReturn {
    /// It goes to a register of the caller.
    Register(u8),
    /// It is dropped.
    Discard,
    /// It is dropped and so is what the frame throws (closing an iterator after an error).
    DiscardSilently,
    /// It must be an object and is dropped (closing an iterator).
    IteratorClose,
    /// It is an iterator result: the value goes to `dst`, or control of the caller to `done`.
    IteratorNext { dst: u8, iter: u8, done: u32 },
    /// The same for patterns: undefined when it is done.
    IteratorStep { dst: u8, iter: u8 },
    /// A generator that a loop drives itself: what it yields goes to `dst` as it is; when it ends, control of the
    /// caller goes to `done`.
    GeneratorNext { dst: u8, iter: u8, done: u32 },
    /// It is the iterator of a `GetIterator` instruction.
    GetIterator { iter: u8 },
    /// It settles the promise derived by `then`, and ends a job.
    Reaction { end: ObjectId },
    /// It ends a nested run of the dispatch loop, for a built-in that waits.
    Native,
    /// It ends a job or the program.
    Job,
}

/// A call in progress.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// Next instruction, counted in the whole program.
    pub(crate) pc: u32,
    /// First register in the stack.
    pub(crate) base: u32,
    /// Number of registers.
    pub(crate) registers: u32,
    pub(crate) function: u32,
    pub(crate) program: u16,
    /// Called by `new` or `super`: the return rules of \[\[Construct\]\] apply.
    pub(crate) constructs: bool,
    /// Offset of the captured cells in the slot arena.
    pub(crate) captures: u32,
    pub(crate) callee: ObjectId,
    pub(crate) this: Value,
    pub(crate) new_target: Value,
    /// All arguments, for functions that use `arguments` or a rest parameter.
    pub(crate) arguments: Option<Box<[Value]>>,
    pub(crate) on_return: OnReturn,
    /// The coroutine that owns this frame: a generator, or a suspended async function.
    pub(crate) coroutine: Option<ObjectId>,
    /// The promise of an async function.
    pub(crate) promise: Option<ObjectId>,
}

impl Frame {
    /// The register that gets the value, for a plain call without any of the rules of constructors, async functions
    /// and generators.
    #[inline(always)]
    pub(crate) fn plain_return(&self) -> Option<u8> {
        match self.on_return {
            OnReturn::Register(dst) if !self.constructs && self.coroutine.is_none() && self.promise.is_none() => {
                Some(dst)
            }
            _ => None,
        }
    }
}
